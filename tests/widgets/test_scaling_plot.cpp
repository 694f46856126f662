// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/scaling.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/figures.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QTest>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kPresets = {"default", "llama-3-70b-h100", "llama-3-8b-v5e"};

Scenario preset(std::string_view id) { return scenarioPreset(shippedPresets(), id).value.value(); }

Scenario realistic(std::string_view id)
{
    Scenario s = preset(id);
    s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
    return s;
}

std::unique_ptr<PlotFigure> shown(const Scenario& s, const QSize& size = {660, 480})
{
    auto figure = makeFigure(FigureKind::scaling);
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

class TestScalingPlot : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void curvesAreNamed();
    void endsOfLinearAreTheEngines();
    void tableIsTheEngines();
    void nowOpensTheThroughput();
    void bestPlansShowWhileDragging();
    void ghostShowsTheStart();
    void nothingToScaleIsSaid();
};

void TestScalingPlot::labelsKeepApart_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QSize>("size");
    for (const char* id : kPresets)
        for (const QSize size : {QSize(660, 480), QSize(420, 300), QSize(320, 180)})
            QTest::newRow(qPrintable(QStringLiteral("%1, %2").arg(QLatin1String(id)).arg(size.width()))) << QString::fromLatin1(id) << size;
}

void TestScalingPlot::labelsKeepApart()
{
    QFETCH(const QString, id);
    QFETCH(const QSize, size);
    const auto figure = shown(realistic(id.toStdString()), size);
    const std::vector<Label> labels = figure->scene().labels();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        QVERIFY2(QRectF(QPointF(0, 0), QSizeF(size)).contains(labels[i].box), qPrintable(labels[i].text));
        for (std::size_t k = i + 1; k < labels.size(); ++k)
            QVERIFY2(!overlap(labels[i].outline(), labels[k].outline()), qPrintable(labels[i].text + u" / "_s + labels[k].text));
    }
}

void TestScalingPlot::curvesAreNamed()
{
    const QStringList words = wordsOf(*shown(realistic("llama-3-70b-h100")));
    for (const QString& name : {u"this batch, this plan"_s, u"this batch, best plans"_s, u"growing batch, this plan"_s, u"growing batch, best plans"_s, u"linear"_s})
        QVERIFY2(words.contains(name), qPrintable(name + u": "_s + words.join(u'|')));
    QVERIFY(words.contains(u"now 1,024"_s));
}

void TestScalingPlot::endsOfLinearAreTheEngines()
{
    const Scenario s = realistic("llama-3-70b-h100");
    const auto leaves = leavesLinear(scaledSamePlan(s, scaledClusters(s), Growth::strong));
    QVERIFY(leaves);
    const QString words = wordsOf(*shown(s)).join(u' ');
    QVERIFY2(words.contains(u"linear up to"_s) && words.contains(wholeText(*leaves)), qPrintable(words));
}

void TestScalingPlot::tableIsTheEngines()
{
    const Scenario s = preset("llama-3-70b-h100");
    const auto clusters = scaledClusters(s);
    const ScalingCurve strong = scaledSamePlan(s, clusters, Growth::strong);
    const ScalingCurve weak = scaledBestPlan(s, clusters, Growth::weak, scaledSamePlan(s, clusters, Growth::weak));
    const FigureTable table = shown(s)->table();
    QCOMPARE(table.columns.size(), 13);
    QCOMPARE(table.rows.size(), static_cast<qsizetype>(clusters.size()));
    for (qsizetype i = 0; i < table.rows.size(); ++i) {
        const QStringList& row = table.values.at(i);
        const auto at = static_cast<std::size_t>(i);
        QCOMPARE(row.at(0).toDouble(), strong[at].chips);
        QCOMPARE(row.at(1).isEmpty(), !strong[at].possible);
        if (strong[at].possible) {
            QCOMPARE(row.at(1).toDouble(), strong[at].tokensPerSecond);
            QCOMPARE(row.at(2).toDouble(), strong[at].mfu);
        }
        if (weak[at].possible)
            QCOMPARE(row.at(10).toDouble(), weak[at].tokensPerSecond);
    }
}

void TestScalingPlot::nowOpensTheThroughput()
{
    const Snapshot now = snapshotOf(preset("default"));
    const auto figure = shown(now.scenario);
    const QList<FigureHit> hits = hitsOf(*figure);
    const auto here = std::find_if(hits.begin(), hits.end(), [](const FigureHit& h) { return h.derivation == u"tokens_per_second"_s; });
    QVERIFY(here != hits.end());
    QVERIFY2(here->title.contains(wholeText(now.estimate.chips)), qPrintable(here->title));
    QVERIFY(here->lines.join(u' ').contains(u"FSDP 512, tensor 8"_s));
}

void TestScalingPlot::bestPlansShowWhileDragging()
{
    const Snapshot before = snapshotOf(realistic("llama-3-70b-h100"));
    Scenario s = before.scenario;
    s.workload.batch *= 2;
    const auto figure = shown(before.scenario);
    const QMargins margins = figure->axes().margins;
    figure->show(snapshotOf(s), &before);
    QCOMPARE(figure->axes().margins, margins);
    QVERIFY(wordsOf(*figure).contains(u"this batch, best plans"_s));
    const qsizetype sizes = figure->table().rows.size();
    figure->show(snapshotOf(s), nullptr);
    QCOMPARE(figure->table().rows.size(), sizes);
}

void TestScalingPlot::ghostShowsTheStart()
{
    const Snapshot before = snapshotOf(realistic("llama-3-70b-h100"));
    Scenario s = before.scenario;
    s.workload.batch /= 8;
    const auto figure = shown(s);
    figure->show(snapshotOf(s), &before);
    const std::size_t with = figure->scene().marks.size();
    figure->show(snapshotOf(s), &before);
    QCOMPARE(figure->scene().marks.size(), with);
    const Snapshot now = snapshotOf(s);
    figure->show(now, &now);
    QVERIFY(figure->scene().marks.size() <= with);
}

void TestScalingPlot::nothingToScaleIsSaid()
{
    Scenario single = preset("default");
    single.hardware.cluster.networks.clear();
    single.plan.fsdp = single.plan.tensor = 1;
    QVERIFY(wordsOf(*shown(single)).contains(u"Nothing to scale"_s));

    Scenario impossible = preset("default");
    impossible.plan.tensor = 7;
    const auto figure = shown(impossible);
    QVERIFY(wordsOf(*figure).join(u' ').contains(u"cannot be built"_s));
    QVERIFY(figure->table().rows.isEmpty());
    QVERIFY(hitsOf(*figure).isEmpty());
}

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    loadFonts();
    TestScalingPlot test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_scaling_plot.moc"
