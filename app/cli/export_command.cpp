// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/window/appearance.h"
#include "app/window/figure_commands.h"
#include "core/base/format.h"
#include "core/base/suggest.h"
#include "core/scenario/snapshot.h"
#include "widgets/export/export.h"
#include "widgets/figures.h"

#include <QApplication>
#include <QFile>
#include <QStyleFactory>

#include <cmath>
#include <ostream>

namespace scalescope {

namespace {

constexpr int kLeastSide = 200;
constexpr int kLargestSide = 8000;
constexpr double kLargestScale = 8;
constexpr double kLargestPixels = 100e6;

struct Request {
    FigureKind view = FigureKind::roofline;
    QString file;
    QSize size{1200, 750};
    double scale = 2;
    bool dark = false;
    QString language = QStringLiteral("en");
};

bool wrong(std::ostream& err, std::string_view option, const std::string& value, const std::string& expected)
{
    err << "scalescope export: " << option << " '" << value.substr(0, 80) << "': " << expected << "\n";
    return false;
}

bool readView(const Arguments& arguments, Request& request, std::ostream& err)
{
    const std::string view = arguments.value("--view");
    const auto found = std::find(kFigureKindNames.begin(), kFigureKindNames.end(), view);
    if (found == kFigureKindNames.end()) {
        const auto near = nearest(view, kFigureKindNames);
        return wrong(err, "--view", view, near ? "did you mean '" + std::string(*near) + "'?" : "there is no such picture; 'scalescope export --help' lists them");
    }
    request.view = static_cast<FigureKind>(found - kFigureKindNames.begin());
    return true;
}

bool readSize(const Arguments& arguments, Request& request, std::ostream& err)
{
    if (arguments.has("--size")) {
        const std::string text = arguments.value("--size");
        const std::size_t cross = text.find('x');
        const auto width = cross == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(0, cross));
        const auto height = cross == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(cross + 1));
        const auto good = [](const std::optional<double>& side) {
            return side && *side == std::floor(*side) && *side >= kLeastSide && *side <= kLargestSide;
        };
        if (!good(width) || !good(height))
            return wrong(err, "--size", text, "write it like 1200x750, each side from 200 to 8000");
        request.size = QSize(static_cast<int>(*width), static_cast<int>(*height));
    }
    if (arguments.has("--scale")) {
        const auto scale = parseNumber(arguments.value("--scale"));
        if (!scale || *scale < 0.5 || *scale > kLargestScale)
            return wrong(err, "--scale", arguments.value("--scale"), "a number from 0.5 to 8");
        request.scale = *scale;
    }
    if (request.size.width() * request.scale * request.size.height() * request.scale > kLargestPixels)
        return wrong(err, "--size", arguments.value("--size", "1200x750"), "with this scale the picture would exceed 100 million pixels");
    return true;
}

bool readRequest(const Arguments& arguments, Request& request, std::ostream& err)
{
    request.file = QFile::decodeName(arguments.value("-o").c_str());
    if (!imageFormatOf(request.file))
        return wrong(err, "-o", arguments.value("-o"), "the file must end in .png, .svg or .pdf");
    const std::string theme = arguments.value("--theme", "light");
    if (theme != "light" && theme != "dark")
        return wrong(err, "--theme", theme, "it is light or dark");
    request.dark = theme == "dark";
    const std::string language = arguments.value("--language", "en");
    if (language != "en" && language != "zh_CN")
        return wrong(err, "--language", language, "it is en or zh_CN");
    request.language = QString::fromStdString(language);
    return readView(arguments, request, err) && readSize(arguments, request, err);
}

int exportScenario(const Scenario& scenario, const Request& request, CommandContext& context)
{
    // Pictures are painted in memory: neither a display nor the user's style has a part in them.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    int argc = 1;
    char name[] = "scalescope";
    char* argv[] = {name, nullptr};
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QApplication application(argc, argv);
    loadFonts();
    Language language;
    language.set(request.language);

    const std::unique_ptr<PlotFigure> figure = makeFigure(request.view);
    figure->show(snapshotOf(scenario), nullptr);
    ExportOptions options = exportOptionsFor(scenario, isOfServing(request.view));
    options.size = request.size;
    options.scale = request.scale;
    options.theme = request.dark ? darkTheme() : lightTheme();
    QString warning;
    const QString problem = saveFigure(*figure, request.file, options, &warning);
    if (!problem.isEmpty()) {
        context.err << request.file.toStdString() << ": " << problem.toStdString() << "\n";
        return kWrongInput;
    }
    if (!warning.isEmpty())
        context.err << "warning: " << warning.toStdString() << "\n";
    context.out << request.file.toStdString() << "\n";
    return kDone;
}

}  // namespace

int runExport(const Arguments& arguments, CommandContext& context)
{
    if (!arguments.has("--view") || !arguments.has("-o")) {
        context.err << "scalescope export: it needs --view and -o; see 'scalescope export --help'\n";
        return kUsage;
    }
    Request request;
    if (!readRequest(arguments, request, context.err))
        return kWrongInput;
    const auto scenario = scenarioFrom(arguments, context);
    return scenario ? exportScenario(*scenario, request, context) : kWrongInput;
}

}  // namespace scalescope
