// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explore/splits.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QTest>

#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::splits, FigureKind::ratio};
constexpr std::array kPresets = {"default", "llama-3-70b-h100", "llama-3-8b-v5e", "book-strategies", "book-mixed-ratio", "split-4096x1", "split-64x64", "split-1x4096"};

QString nameOf(FigureKind kind) { return fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]); }

Scenario preset(std::string_view id) { return scenarioPreset(shippedPresets(), id).value.value(); }

Scenario onOneChip()
{
    Scenario s = preset("book-mixed-ratio");
    s.hardware.cluster = resized(s.hardware.cluster, 1);
    s.plan.fsdp = s.plan.tensor = 1;
    return s;
}

Scenario impossible()
{
    Scenario s = preset("default");
    s.plan.tensor = 7;
    return s;
}

std::unique_ptr<PlotFigure> shown(FigureKind kind, const Scenario& s, const QSize& size = {660, 340})
{
    auto figure = makeFigure(kind);
    figure->resize(size);
    figure->show(snapshotOf(s), nullptr);
    return figure;
}

QStringList wordsOf(const PlotFigure& figure)
{
    QStringList texts;
    for (const Label& label : figure.scene().labels())
        texts << label.text;
    return texts;
}

QList<FigureHit> hitsOf(const PlotFigure& figure)
{
    QList<FigureHit> hits;
    for (const HitShape& shape : figure.scene().hits)
        if (const auto hit = figure.hitTest(shape.outline[shape.outline.size() / 2]))
            hits << *hit;
    return hits;
}

}  // namespace

class TestSplitPlots : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void nothingLeavesThePlot();
    void splitsAreNamed();
    void crossingsAreTheEngines();
    void axesStayWhileDragging();
    void nothingSentIsSaid();
    void tablesAreTheEngines();
    void hitsSayTheTimes();
    void ghostShowsTheStart();
};

void TestSplitPlots::labelsKeepApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::newRow("usual") << QSize(660, 340) << 1.0;
    QTest::newRow("small") << QSize(480, 260) << 1.0;
    QTest::newRow("tiny") << QSize(280, 160) << 1.0;
    QTest::newRow("lecture") << QSize(1300, 760) << 1.75;
}

void TestSplitPlots::labelsKeepApart()
{
    QFETCH(QSize, size);
    QFETCH(double, factor);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(size);
        figure->setTheme(lightTheme(factor));
        for (const char* id : kPresets) {
            Scenario s = preset(id);
            for (const double batch : {1.0, 3e5, 4194304.0, 1e10}) {
                s.workload.batch = batch;
                figure->show(snapshotOf(s), nullptr);
                const std::vector<Label> labels = figure->scene().labels();
                QVERIFY(!labels.empty());
                for (std::size_t i = 0; i < labels.size(); ++i) {
                    const QString where = u"%1 of %2 at %3: %4"_s.arg(nameOf(kind), QString::fromLatin1(id)).arg(batch).arg(labels[i].text);
                    QVERIFY2(QRectF(QPointF(0, 0), size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(labels[i].outline().boundingRect()),
                             qPrintable(where + u" leaves the card"_s));
                    for (std::size_t j = 0; j < i; ++j)
                        QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()), qPrintable(where + u" on "_s + labels[j].text));
                }
            }
        }
    }
}

void TestSplitPlots::nothingLeavesThePlot()
{
    for (const FigureKind kind : kKinds) {
        const Snapshot before = snapshotOf(preset("split-8x512"));
        for (const char* id : kPresets) {
            const auto figure = makeFigure(kind);
            figure->resize(640, 360);
            figure->show(snapshotOf(preset(id)), &before);
            const QRectF area = figure->plotArea().adjusted(-1, -1, 1, 1);
            for (const auto& mark : figure->scene().marks)
                if (const auto* stroke = std::get_if<Stroke>(&mark))
                    for (const QPointF& p : stroke->line)
                        QVERIFY2(area.contains(p), id);
        }
    }
}

void TestSplitPlots::splitsAreNamed()
{
    const QStringList words = wordsOf(*shown(FigureKind::splits, preset("book-strategies")));
    for (const QString& name : {u"4,096 FSDP"_s, u"512 FSDP × 8 tensor"_s, u"64 FSDP × 64 tensor"_s, u"8 FSDP × 512 tensor"_s, u"4,096 tensor"_s, u"compute"_s})
        QVERIFY2(words.contains(name), qPrintable(name + u" is not in "_s + words.join(u'|')));
    const QStringList ratios = wordsOf(*shown(FigureKind::ratio, preset("book-mixed-ratio")));
    for (const QString& name : {u"FSDP alone"_s, u"tensor alone"_s, u"best split"_s, u"16 FSDP × 4 tensor"_s, u"compute-bound above"_s})
        QVERIFY2(ratios.contains(name), qPrintable(name + u" is not in "_s + ratios.join(u'|')));
}

void TestSplitPlots::crossingsAreTheEngines()
{
    const QString words = wordsOf(*shown(FigureKind::splits, preset("book-strategies"))).join(u' ');
    const QString value = fromCore(formatSi(criticalBatchOf(preset("book-strategies")).value, "tokens"));
    QCOMPARE(value, fromCore(formatSi(435200, "tokens")));
    QVERIFY2(words.contains(value), qPrintable(words));

    const QString ratios = wordsOf(*shown(FigureKind::ratio, preset("book-mixed-ratio"))).join(u' ');
    const RatioSeries series = ratioSeries(preset("book-mixed-ratio"), 10, 1e4);
    QVERIFY2(ratios.contains(u"850"_s), qPrintable(ratios));
    QVERIFY(ratios.contains(fromCore(formatSi(series.best.computeBound.value))));
}

void TestSplitPlots::axesStayWhileDragging()
{
    for (const FigureKind kind : kKinds) {
        Scenario s = preset("book-strategies");
        const Snapshot before = snapshotOf(s);
        const auto figure = shown(kind, s);
        const Axes start = figure->axes();
        for (double batch = 1e5; batch < 3e7; batch *= 2.7) {
            s.workload.batch = batch;
            figure->show(snapshotOf(s), &before);
            QCOMPARE(figure->axes().margins, start.margins);
            QCOMPARE(figure->axes().x.lower, start.x.lower);
            QCOMPARE(figure->axes().x.upper, start.x.upper);
            QCOMPARE(figure->axes().y.lower, start.y.lower);
            QCOMPARE(figure->axes().y.upper, start.y.upper);
        }
    }
}

void TestSplitPlots::nothingSentIsSaid()
{
    for (const FigureKind kind : kKinds) {
        QVERIFY(wordsOf(*shown(kind, onOneChip())).contains(u"Nothing is sent"_s));
        const auto figure = shown(kind, impossible());
        QVERIFY(wordsOf(*figure).join(u' ').contains(u"cannot be built"_s));
        QVERIFY(figure->table().rows.isEmpty());
        QVERIFY(hitsOf(*figure).isEmpty());
    }
}

void TestSplitPlots::tablesAreTheEngines()
{
    const Scenario s = preset("book-strategies");
    const FigureTable splits = shown(FigureKind::splits, s)->table();
    QCOMPARE(splits.columns.size(), 7);
    QCOMPARE(splits.columns.at(3), u"512 FSDP × 8 tensor"_s);
    for (const QStringList& row : splits.values) {
        const SplitTimes times = timesOf(s, {512, 8}, row.at(0).toDouble());
        QCOMPARE(row.at(1).toDouble(), times.compute.value);
        QCOMPARE(row.at(3).toDouble(), times.network.value);
    }
    const FigureTable ratios = shown(FigureKind::ratio, s)->table();
    QCOMPARE(ratios.rows.size(), 64);
    for (const QStringList& row : ratios.values)
        QCOMPARE(row.at(2).toDouble(), timesOf(s, {512, 8}, row.at(0).toDouble() * 4096).ratio());
}

void TestSplitPlots::hitsSayTheTimes()
{
    const Scenario s = preset("book-strategies");
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, s);
        const QList<FigureHit> hits = hitsOf(*figure);
        QVERIFY(hits.size() >= 6);
        const auto now = std::find_if(hits.begin(), hits.end(), [](const FigureHit& h) { return h.derivation == u"step.network"_s; });
        QVERIFY(now != hits.end());
        QCOMPARE(now->title, u"512 FSDP × 8 tensor"_s);
        QVERIFY2(now->lines.join(u' ').contains(u"compute-bound above"_s), qPrintable(now->lines.join(u' ')));
    }
}

void TestSplitPlots::ghostShowsTheStart()
{
    const Snapshot before = snapshotOf(preset("split-64x64"));
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, preset("split-512x8"));
        const std::size_t marks = figure->scene().marks.size();
        figure->show(snapshotOf(preset("split-512x8")), &before);
        QVERIFY2(figure->scene().marks.size() > marks, qPrintable(nameOf(kind)));
    }
}

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    loadFonts();
    TestSplitPlots test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_split_plots.moc"
