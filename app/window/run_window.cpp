// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_window.h"

#include "app/cli/commands.h"
#include "app/window/main_window.h"
#include "core/base/suggest.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>
#include <QTimer>

#include <filesystem>
#include <iostream>

namespace scalescope {

namespace {

/// Words that are neither a command nor a file: says so, and what was meant.
int refuse(const std::string& word)
{
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    std::cerr << "scalescope: '" << word.substr(0, 80) << "' is neither a command nor a file";
    if (const auto near = nearest(word, names))
        std::cerr << "; did you mean '" << *near << "'?";
    std::cerr << "\n'scalescope --help' lists the commands.\n";
    return kUsage;
}

}  // namespace

int runWindow(int argc, char** argv)
{
    // Qt's own options (-platform, -style) follow after the file and are left to it.
    const std::string word = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
    std::error_code error;
    if (!word.empty() && !std::filesystem::exists(word, error))
        return refuse(word);
    if (argc > 1 && std::string_view(argv[1]).starts_with("--"))
        return refuse(argv[1]);

    QCoreApplication::setOrganizationName(QStringLiteral("scalescope"));
    QCoreApplication::setApplicationName(QStringLiteral("scalescope"));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("org.scalescope.Scalescope"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/scalescope/icons/scalescope.svg")));
    loadFonts();

    LoadedPresets presets = loadPresets();
    for (const std::string& problem : presets.problems)
        std::cerr << problem << "\n";
    const Read<Scenario> scenario = scenarioPreset(presets.library, kDefaultScenario);
    if (!scenario.value) {
        for (const Diagnostic& d : scenario.problems)
            std::cerr << located(std::string(kDefaultScenario), d) << "\n";
        return kWrongInput;
    }
    MainWindow window(*scenario.value, std::move(presets.library));
    window.show();
    window.recover();
    if (!word.empty())
        window.openFile(QFile::decodeName(word.c_str()));
    // To measure the start: the charts are painted by the first round of queued events.
    if (qEnvironmentVariableIsSet("SCALESCOPE_QUIT_AFTER_FIRST_PAINT"))
        QTimer::singleShot(0, &window, [&window] { QTimer::singleShot(0, &window, &QCoreApplication::quit); });
    return QApplication::exec();
}

}  // namespace scalescope
