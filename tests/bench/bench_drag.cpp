// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figure_page.h"
#include "app/window/main_window.h"
#include "core/scenario/presets.h"
#include "tests/bench/samples.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QStyleFactory>
#include <QtMath>

#include <qcustomplot.h>

using namespace scalescope;

namespace {

constexpr int kSteps = 300;
constexpr int kCurves = 4;
constexpr int kPoints = 96;
constexpr int kServingPage = 4;

/// Four bare plots of the size and with the points that the page has.
class Reference {
public:
    Reference()
    {
        m_widget.resize(1290, 860);
        auto* grid = new QGridLayout(&m_widget);
        for (int i = 0; i < 4; ++i) {
            auto* plot = new QCustomPlot;
            plot->setPlottingHint(QCP::phFastPolylines, true);
            for (int c = 0; c < kCurves; ++c)
                plot->addGraph()->setPen(QPen(Qt::black, 2));
            plot->xAxis->setRange(0, 1);
            plot->yAxis->setRange(0, 2);
            grid->addWidget(plot, i / 2, i % 2);
            m_plots.push_back(plot);
        }
        m_widget.show();
    }

    void step(int n)
    {
        QVector<double> x(kPoints);
        QVector<double> y(kPoints);
        for (QCustomPlot* plot : m_plots) {
            for (int c = 0; c < kCurves; ++c) {
                for (int i = 0; i < kPoints; ++i) {
                    x[i] = i / double(kPoints - 1);
                    y[i] = 1 + qSin(x[i] * 3 + c + n * 0.01);
                }
                plot->graph(c)->setData(x, y, true);
            }
            plot->replot(QCustomPlot::rpImmediateRefresh);
        }
        QApplication::processEvents();
    }

private:
    QWidget m_widget;
    std::vector<QCustomPlot*> m_plots;
};

void drag(MainWindow& window, Reference& reference, const char* name, const std::vector<Edit>& edits)
{
    Samples ours;
    Samples bare;
    for (int i = 0; i < kSteps; ++i) {
        bare.time([&] { reference.step(i); });
        ours.time([&] {
            window.session().edit(edits[static_cast<std::size_t>(i) % edits.size()], 1000);
            window.session().flush();
            QApplication::processEvents();
        });
    }
    bare.print("reference: four bare plots");
    ours.print(name);
    std::printf("median over reference: %.2f\n\n", ours.median() / bare.median());
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("bench"));
    loadFonts();
    PresetLibrary presets = shippedPresets();
    const Scenario scenario = scenarioPreset(presets, kDefaultScenario).value.value();
    MainWindow window(scenario, std::move(presets));
    window.resize(1600, 1000);
    window.show();
    QApplication::processEvents();
    Reference reference;
    QApplication::processEvents();

    std::vector<Edit> batches;
    for (int i = 0; i < kSteps; ++i)
        batches.push_back({"workload.batch", std::round(1e5 * std::pow(1e3, i / double(kSteps)))});
    drag(window, reference, "a drag over batch, window of 1600x1000", batches);

    std::vector<Edit> degrees;
    for (double tensor : {1, 2, 4, 8, 16, 32, 64, 32, 16, 8, 4, 2})
        degrees.push_back({"plan.tensor", tensor});
    drag(window, reference, "a drag over mesh degrees", degrees);

    window.session().replace(scenarioPreset(shippedPresets(), "book-serving-70b").value.value(), QStringLiteral("serving"));
    auto* page = window.findChild<FigurePage*>(QStringLiteral("servingPage"));
    window.setPage(kServingPage);
    std::vector<Edit> sequences;
    for (int i = 0; i < kSteps; ++i)
        sequences.push_back({"serving.sequences", std::round(std::pow(512.0, i / double(kSteps)))});
    constexpr std::array names = {"serving, frontier: a drag over sequences", "serving, memory", "serving, prefill and decode", "serving, load"};
    for (std::size_t sheet = 0; sheet < names.size(); ++sheet) {
        page->setSheet(static_cast<int>(sheet));
        drag(window, reference, names[sheet], sequences);
    }
    return 0;
}
