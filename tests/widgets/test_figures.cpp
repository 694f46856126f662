// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explore/solve.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "tests/support/random_scenario.h"
#include "widgets/core_text.h"
#include "widgets/plots/label_placer.h"
#include "widgets/figures.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QRandomGenerator>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

#include <cmath>
#include <limits>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::communication, FigureKind::batch, FigureKind::memory, FigureKind::roofline};

Scenario scenario(std::string_view preset, const std::vector<Edit>& edits = {})
{
    const auto read = scenarioPreset(shippedPresets(), preset);
    if (!read.value)
        qFatal("no preset %s", std::string(preset).c_str());
    Scenario s = *read.value;
    const Diagnostics problems = scalescope::apply(s, edits);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

QString nameOf(FigureKind kind) { return fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]); }

/// A scenario and the circumstances in which it is looked at.
struct Look {
    std::string preset;
    std::vector<Edit> edits;
    QSize size;
    double factor = 1;
};

QStringList labelsOf(const PlotFigure& figure)
{
    QStringList texts;
    for (const Label& label : figure.scene().labels())
        texts << label.text;
    return texts;
}

bool hasLabel(const PlotFigure& figure, const QString& part) { return labelsOf(figure).join(u'\n').contains(part); }

template <class Mark>
std::vector<Mark> marksOf(const PlotFigure& figure)
{
    std::vector<Mark> found;
    for (const auto& mark : figure.scene().marks)
        if (const auto* m = std::get_if<Mark>(&mark))
            found.push_back(*m);
    return found;
}

QString secondsText(Seconds t) { return fromCore(formatSeconds(t.value)); }
QString bytesText(Bytes b) { return fromCore(formatBytes(b.value)); }

QPointF middleOf(const HitShape& shape) { return shape.outline.boundingRect().center(); }

/// Every hit of a figure, found by pointing at it.
QList<FigureHit> hitsOf(const PlotFigure& figure)
{
    QList<FigureHit> hits;
    for (const HitShape& shape : figure.scene().hits)
        if (const auto hit = figure.hitTest(middleOf(shape)))
            hits << *hit;
    return hits;
}

std::optional<FigureHit> hitTitled(const PlotFigure& figure, const QString& title)
{
    for (const FigureHit& hit : hitsOf(figure))
        if (hit.title == title)
            return hit;
    return std::nullopt;
}

}  // namespace

Q_DECLARE_METATYPE(Look)

class TestFigures : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void nothingLeavesThePlot_data();
    void nothingLeavesThePlot();
    void logTicksDiffer();
    void linearTicksAreRound();
    void axesStayWhileTheBatchIsDragged();
    void timeAxisGrowsByStepsInADrag();
    void roofsReachTheEnds_data();
    void roofsReachTheEnds();
    void hoverSaysWhatTheEngineSays();
    void crossoverIsTheEngines();
    void tablesAreComplete();
    void paintRepeats_data();
    void paintRepeats();
    void whatIsImpossibleHasNoTimes();
    void whatDoesNotFitIsHypothetical();
    void oneChipHasNoCommunication();
    void unknownFiguresAreLeftOut();
    void anythingIsDrawn();
    void ghostShowsTheStart();
    void clickAndKeysOpenDerivations();
    void languageIsFollowed();
    void curvesArePartedAndCut();
    void linesAreCutAtARectangle();
    void placerKeepsApart();
};

void TestFigures::labelsKeepApart_data()
{
    QTest::addColumn<Look>("look");
    const QSize usual(660, 340);
    const QSize small(560, 330);
    const QSize large(1300, 760);
    const auto row = [](const char* name, const Look& look) { QTest::newRow(name) << look; };
    row("70B on v5p", {"default", {}, usual});
    row("70B on v5p, small", {"default", {}, small});
    row("70B on v5p, tiny", {"default", {}, {280, 160}});
    row("70B on v5p, lecture", {"default", {}, large, 1.75});
    row("70B on v5p, large type in a small card", {"default", {}, small, 1.75});
    row("70B on H100", {"llama-3-70b-h100", {}, usual});
    row("70B on H100, lecture", {"llama-3-70b-h100", {}, large, 2.5});
    row("8B on v5e", {"llama-3-8b-v5e", {}, small});
    row("all degrees", {"default", {{"plan.fsdp", 64}, {"plan.tensor", 8}, {"plan.data", 8}}, usual});
    row("replicated", {"default", {{"plan.fsdp", 1}, {"plan.tensor", 1}, {"plan.data", 4096}}, usual});
    row("all counted, every operation timed",
        {"default",
         {{"assumptions.count_gradients", 1},
          {"assumptions.count_buffers", 1},
          {"assumptions.timed", 1},
          {"plan.master_weights", 1},
          {"assumptions.reserve", 2e9}},
         usual});
    row("tensor 4096, impossible", {"split-1x4096", {}, usual});
    row("tensor 64", {"split-64x64", {}, usual});
}

void TestFigures::labelsKeepApart()
{
    QFETCH(Look, look);
    Scenario s = scenario(look.preset, look.edits);
    const Snapshot before = snapshotOf(s);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(look.size);
        figure->setTheme(lightTheme(look.factor));
        for (double batch = 1e4; batch < 2e9; batch *= 2.3) {
            s.workload.batch = batch;
            figure->show(snapshotOf(s), &before);
            const std::vector<Label> labels = figure->scene().labels();
            QVERIFY(!labels.empty());
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const QPolygonF outline = labels[i].outline();
                QVERIFY2(
                    QRectF(QPointF(0, 0), look.size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(outline.boundingRect()),
                    qPrintable(nameOf(kind) + u": "_s + labels[i].text + u" leaves the card"_s));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(!overlap(outline, labels[j].outline()),
                             qPrintable(u"%1: %2 on %3 at batch %4"_s.arg(nameOf(kind), labels[i].text, labels[j].text)
                                            .arg(batch)));
            }
        }
    }
}

void TestFigures::nothingLeavesThePlot_data()
{
    QTest::addColumn<std::string>("preset");
    for (const char* preset : {"default", "llama-3-70b-h100", "llama-3-8b-v5e", "split-16x256", "split-4096x1"})
        QTest::newRow(preset) << std::string(preset);
}

// SVG files know no clipping: what is drawn is cut by hand.
void TestFigures::nothingLeavesThePlot()
{
    QFETCH(std::string, preset);
    Scenario s = scenario(preset);
    Snapshot before = snapshotOf(s);
    before.scenario.workload.batch = 3e9;
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(620, 340);
        for (const double batch : {1.0, 3e4, 1e6, 1e8, 1e12}) {
            s.workload.batch = batch;
            figure->show(snapshotOf(s), &before);
            // The capacity line may reach a little above.
            const QRectF room = figure->plotArea().adjusted(-1, -4, 1, 1);
            for (const Stroke& stroke : marksOf<Stroke>(*figure))
                for (const QPointF& p : stroke.line)
                    QVERIFY2(
                        room.contains(p),
                        qPrintable(u"%1 at batch %2: %3, %4"_s.arg(nameOf(kind)).arg(batch).arg(p.x()).arg(p.y())));
            for (const Box& box : marksOf<Box>(*figure))
                QVERIFY2(box.rect.isEmpty() || room.contains(box.rect),
                         qPrintable(u"%1 at batch %2"_s.arg(nameOf(kind)).arg(batch)));
            for (const Dot& dot : marksOf<Dot>(*figure))
                QVERIFY(room.contains(dot.centre));
        }
    }
}

void TestFigures::logTicksDiffer()
{
    QRandomGenerator random(1);
    for (int i = 0; i < 200; ++i) {
        const double lower = std::pow(10.0, random.bounded(30.0) - 12.0);
        const double upper = lower * std::pow(10.0, i % 2 ? random.bounded(0.6) + 1e-5 : random.bounded(14.0) + 0.1);
        for (const TickLabel label : {siLabel, timeLabel}) {
            const std::vector<Tick> ticks = logTicks(lower, upper, 3 + i % 8, label);
            QVERIFY2(ticks.size() >= 2 && ticks.size() <= 11,
                     qPrintable(u"%1 from %2 to %3"_s.arg(ticks.size()).arg(lower).arg(upper)));
            QSet<QString> labels;
            for (const Tick& tick : ticks) {
                QVERIFY(tick.value >= lower * (1 - 1e-9) && tick.value <= upper * (1 + 1e-9));
                labels << tick.label;
                const auto read = parseNumber(tick.label.toStdString(), label == timeLabel ? "s" : "");
                QVERIFY2(read && std::fabs(*read - tick.value) < 1e-6 * tick.value, qPrintable(tick.label));
            }
            QCOMPARE(labels.size(), static_cast<qsizetype>(ticks.size()));
        }
    }
    const auto texts = [](double lower, double upper) {
        QStringList labels;
        for (const Tick& tick : logTicks(lower, upper, 8))
            labels << tick.label;
        return labels.join(u' ');
    };
    const QString thin = fromCore(kNarrowSpace);
    QCOMPARE(texts(1, 1e5), u"1 10 100 1~k 10~k 100~k"_s.replace(u'~', thin));
    QCOMPARE(texts(100, 300), u"100 150 200 250 300"_s);
    QCOMPARE(logTicks(0, 10, 5).size(), 0U);
    QCOMPARE(logTicks(10, 10, 5).size(), 0U);
}

void TestFigures::linearTicksAreRound()
{
    const auto texts = [](double upper, int most, double unit) {
        QStringList labels;
        for (const Tick& tick : linearTicks(0, upper, most, unit))
            labels << tick.label;
        return labels.join(u' ');
    };
    QCOMPARE(texts(7, 8, 1), u"0 1 2 3 4 5 6 7"_s);
    QCOMPARE(texts(0.7, 4, 1), u"0 0.2 0.4 0.6"_s);
    QCOMPARE(texts(110.4e9, 8, 1e9), u"0 20 40 60 80 100"_s);
    QCOMPARE(texts(7200, 5, 60), u"0 50 100"_s);
    QRandomGenerator random(2);
    for (int i = 0; i < 200; ++i) {
        const auto ticks = linearTicks(0, std::pow(10.0, random.bounded(12.0) - 6.0), 2 + i % 9);
        QSet<QString> labels;
        for (const Tick& tick : ticks)
            labels << tick.label;
        QCOMPARE(labels.size(), static_cast<qsizetype>(ticks.size()));
        QVERIFY(ticks.size() >= 1 && static_cast<int>(ticks.size()) <= 3 + i % 9);
    }
}

void TestFigures::axesStayWhileTheBatchIsDragged()
{
    Scenario s = scenario("default");
    const Snapshot before = snapshotOf(s);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(640, 360);
        figure->show(before, nullptr);
        const QRectF area = figure->plotArea();
        const Axes axes = figure->axes();
        for (double batch = 2e4; batch < 5e8; batch *= 1.7) {
            s.workload.batch = batch;
            figure->show(snapshotOf(s), &before);
            QCOMPARE(figure->plotArea(), area);
            QCOMPARE(figure->axes().y.upper, axes.y.upper);
            QCOMPARE(figure->axes().y.lower, axes.y.lower);
            QCOMPARE(figure->axes().x.lower, axes.x.lower);
            // Bars that leave their axis are the one reason for it to change.
            if (kind != FigureKind::communication || batch < before.scenario.workload.batch)
                QCOMPARE(figure->axes().x.upper, axes.x.upper);
        }
    }
}

void TestFigures::timeAxisGrowsByStepsInADrag()
{
    Scenario s = scenario("default");
    const Snapshot before = snapshotOf(s);
    const auto figure = makeFigure(FigureKind::communication);
    figure->resize(640, 360);
    figure->show(before, nullptr);
    const double first = figure->axes().x.upper;
    QCOMPARE(first, 2.0);  // compute takes 1.43 s
    double last = first;
    for (double batch = before.scenario.workload.batch; batch < 1e8; batch *= 1.05) {
        s.workload.batch = batch;
        const Snapshot now = snapshotOf(s);
        figure->show(now, &before);
        const double upper = figure->axes().x.upper;
        QVERIFY(upper >= last && upper <= last * 2);
        QVERIFY(upper >= now.estimate.step().compute.value);
        last = upper;
    }
    QVERIFY(last > first);
    figure->show(before, &before);
    QCOMPARE(figure->axes().x.upper, last);  // it does not shrink in the hand
    figure->show(before, nullptr);
    QCOMPARE(figure->axes().x.upper, first);
}

void TestFigures::roofsReachTheEnds_data() { nothingLeavesThePlot_data(); }

void TestFigures::roofsReachTheEnds()
{
    QFETCH(std::string, preset);
    const Snapshot now = snapshotOf(scenario(preset));
    const auto figure = makeFigure(FigureKind::roofline);
    figure->resize(640, 360);
    figure->show(now, nullptr);
    const QRectF area = figure->plotArea();
    const auto near = [](double a, double b) { return std::fabs(a - b) < 1.01; };
    const Frame frame(figure->axes(), figure->size());
    const double peak = frame.toY(now.estimate.peak->rate.value);
    int flat = 0;
    int sloped = 0;
    for (const HitShape& shape : figure->scene().hits) {
        if (shape.outline.size() < 2)
            continue;
        const QPointF a = shape.outline.front();
        const QPointF b = shape.outline.back();
        if (a.y() == b.y()) {
            QVERIFY(near(b.x(), area.right()));
            ++flat;
        } else {
            QVERIFY(near(a.x(), area.left()) || near(a.y(), area.bottom()));
            QVERIFY(near(b.x(), area.right()) || near(b.y(), peak));
            ++sloped;
        }
    }
    int degrees = 0;
    for (const AxisEstimate& axis : now.estimate.axes)
        degrees += axis.placement.size > 1 ? 1 : 0;
    QVERIFY(flat >= 1);
    QVERIFY(sloped >= 1 + degrees);
}

void TestFigures::hoverSaysWhatTheEngineSays()
{
    const Snapshot now = snapshotOf(scenario("default"));
    const Estimate& e = now.estimate;

    const auto bars = makeFigure(FigureKind::communication);
    bars->resize(640, 360);
    bars->show(now, nullptr);
    const auto gather = hitTitled(*bars, u"FSDP 512: gather"_s);
    QVERIFY(gather);
    QCOMPARE(gather->lines.first(),
             u"%1 of %2"_s.arg(secondsText(e.of(Axis::fsdp).byCollective[0]), secondsText(e.of(Axis::fsdp).time)));
    QCOMPARE(gather->derivation, u"axis.fsdp.time"_s);
    const auto matmul = hitTitled(*bars, u"compute: matmul"_s);
    QVERIFY(matmul);
    QVERIFY(matmul->lines.first().endsWith(secondsText(e.step().compute)));
    QCOMPARE(matmul->derivation, u"step.compute"_s);

    const auto memory = makeFigure(FigureKind::memory);
    memory->resize(640, 360);
    memory->show(now, nullptr);
    const auto activations = hitTitled(*memory, u"this plan: activations"_s);
    QVERIFY(activations);
    QCOMPARE(activations->lines.first(), fromCore(formatBytesBoth(e.memory.of(MemoryKind::activations).bytes.value)));
    QCOMPARE(activations->derivation, u"memory.activations"_s);

    // Anywhere on a curve: the engine at that batch, not the line between two samples.
    const auto batch = makeFigure(FigureKind::batch);
    batch->resize(640, 360);
    batch->show(now, nullptr);
    const Frame frame(batch->axes(), batch->size());
    for (const double x : {frame.area().left() + 30.3, frame.area().center().x(), frame.area().right() - 40.7}) {
        Scenario other = now.scenario;
        other.workload.batch = frame.valueAtX(x);
        const Summary s = summarise(other);
        const auto hit = batch->hitTest({x, frame.toY(s.step.compute.value)});
        QVERIFY(hit);
        QCOMPARE(hit->title, fromCore(formatSi(other.workload.batch, "tokens")));
        QCOMPARE(hit->lines[0], u"compute %1"_s.arg(secondsText(s.step.compute)));
        QCOMPARE(hit->lines[1], u"FSDP %1"_s.arg(secondsText(s.axes[static_cast<std::size_t>(Axis::fsdp)])));
        QVERIFY(std::fabs(hit->anchor.y() - frame.toY(s.step.compute.value)) < 13);
    }
    QVERIFY(!batch->hitTest(frame.area().bottomRight() - QPointF(20, 20)));

    const auto roofline = makeFigure(FigureKind::roofline);
    roofline->resize(640, 360);
    roofline->show(now, nullptr);
    const auto ridge = hitTitled(*roofline, u"HBM"_s);
    QVERIFY(ridge);
    const double hbm = now.scenario.hardware.cluster.chip.hbm.bandwidth->value;
    QCOMPARE(ridge->lines,
             (QStringList{fromCore(formatSi(hbm, "B/s")),
                          u"meets the peak at %1 FLOP per byte"_s.arg(fromCore(formatSi(e.peak->rate.value / hbm)))}));
    for (const OperationEstimate& op : e.operations) {
        if (op.component != Component::activation || op.phase != Phase::forward)
            continue;
        const auto hit = hitTitled(*roofline, u"activation, HBM"_s);
        QVERIFY(hit);
        QCOMPARE(hit->lines.first(),
                 u"%1 FLOP per byte"_s.arg(fromCore(formatSi((op.each.flops / op.each.traffic).value))));
    }
}

void TestFigures::crossoverIsTheEngines()
{
    const Snapshot now = snapshotOf(scenario("default"));
    const auto figure = makeFigure(FigureKind::batch);
    figure->resize(640, 360);
    figure->show(now, nullptr);
    const Threshold threshold = criticalBatchOf(now.scenario);
    QVERIFY(threshold.kind == Threshold::Kind::at);
    const QString tokens = fromCore(formatSi(threshold.value, "tokens"));
    const auto hit = hitTitled(*figure, u"Compute-bound above "_s + tokens);
    QVERIFY(hit);
    QCOMPARE(hit->derivation, u"crossover.batch"_s);
    QVERIFY(labelsOf(*figure).contains(tokens) || hasLabel(*figure, u"compute-bound above "_s + tokens));

    // A network so slow that no batch helps: tensor traffic grows with the batch as compute does.
    Scenario slow = scenario("split-64x64");
    Diagnostic problem;
    const auto edit = parseAssignment(slow, "network.0.bandwidth=1G", problem);
    QVERIFY(edit);
    QVERIFY(scalescope::apply(slow, std::span(&*edit, 1)).empty());
    figure->show(snapshotOf(slow), nullptr);
    QVERIFY(hasLabel(*figure, u"communication-bound at every batch"_s));
}

void TestFigures::tablesAreComplete()
{
    const Snapshot now = snapshotOf(scenario("default", {{"plan.fsdp", 64}, {"plan.tensor", 8}, {"plan.data", 8}}));
    const Estimate& e = now.estimate;
    QVERIFY(e.possible());
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->show(now, nullptr);
        const FigureTable table = figure->table();
        QVERIFY(!table.rows.isEmpty());
        QCOMPARE(table.rows.size(), table.values.size());
        for (const QStringList& row : table.rows + table.values)
            QCOMPARE(row.size(), table.columns.size());
        QVERIFY(!figure->summary().isEmpty() && !figure->caption().isEmpty() && !figure->title().isEmpty());
    }

    const auto bars = makeFigure(FigureKind::communication);
    bars->show(now, nullptr);
    double sum = 0;
    double totals = 0;
    int degrees = 0;
    for (const QStringList& row : bars->table().values) {
        (row[2] == u"total" ? totals : sum) += row[3].toDouble();
        degrees += row[2] == u"total" ? 1 : 0;
    }
    QCOMPARE(degrees, 4);
    QVERIFY(std::fabs(sum / totals - 1) < 1e-9);
    QVERIFY(std::fabs(totals / e.step().upper.value - 1) < 1e-9);

    const auto memory = makeFigure(FigureKind::memory);
    memory->show(now, nullptr);
    const FigureTable parts = memory->table();
    QCOMPARE(parts.rows.size(), kTrainingMemoryKindCount + 2);
    QCOMPARE(parts.values[kTrainingMemoryKindCount][1], fromCore(shortest(e.memory.total().value)));

    const auto batch = makeFigure(FigureKind::batch);
    batch->show(now, nullptr);
    QCOMPARE(batch->table().columns.size(), 6);

    const auto roofline = makeFigure(FigureKind::roofline);
    roofline->show(now, nullptr);
    QSet<QString> names;
    for (const QStringList& row : roofline->table().rows)
        names << row[0];
    for (const char* name :
         {"norms", "QKV", "attention", "out proj", "MLP in", "activation", "MLP out", "unembedding", "optimizer"})
        QVERIFY2(names.contains(QString::fromLatin1(name)), name);
}

void TestFigures::paintRepeats_data()
{
    QTest::addColumn<int>("kind");
    for (const FigureKind kind : kKinds)
        QTest::newRow(qPrintable(nameOf(kind))) << static_cast<int>(kind);
}

// The same values give the same picture, whatever the window shows, how large it is and what was shown before.
void TestFigures::paintRepeats()
{
    QFETCH(int, kind);
    const Snapshot now = snapshotOf(scenario("default"));
    Scenario other = now.scenario;
    other.workload.batch = 6e7;
    const auto painted = [](PlotFigure& figure) {
        QImage image(800, 500, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        figure.paint(painter, image.size(), lightTheme());
        painter.end();
        return image;
    };
    const auto fresh = makeFigure(static_cast<FigureKind>(kind));
    fresh->show(now, nullptr);
    const QImage first = painted(*fresh);
    QCOMPARE(painted(*fresh), first);

    const auto used = makeFigure(static_cast<FigureKind>(kind));
    used->setTheme(darkTheme(1.75));
    used->resize(333, 222);
    used->QWidget::show();
    const Snapshot before = snapshotOf(other);
    used->show(before, nullptr);
    QCoreApplication::processEvents();
    used->show(now, &before);
    const std::size_t marks = used->scene().marks.size();
    QCOMPARE(painted(*used), first);
    QCOMPARE(used->scene().marks.size(), marks);  // and what is on the screen stays

    // Neither does the resolution of the device, since the size is logical.
    QImage fine(first.size(), first.format());
    fine.fill(Qt::white);
    fine.setDotsPerMeterX(2 * first.dotsPerMeterX());
    fine.setDotsPerMeterY(2 * first.dotsPerMeterY());
    QPainter painter(&fine);
    fresh->paint(painter, fine.size(), lightTheme());
    painter.end();
    fine.setDotsPerMeterX(first.dotsPerMeterX());
    fine.setDotsPerMeterY(first.dotsPerMeterY());
    QCOMPARE(fine, first);

    QImage blank(first.size(), first.format());
    blank.fill(Qt::white);
    QVERIFY(first != blank);
    QVERIFY(first.pixelColor(0, 0) == lightTheme().card);
}

void TestFigures::whatIsImpossibleHasNoTimes()
{
    const Snapshot now = snapshotOf(scenario("default", {{"plan.tensor", 4}}));
    QVERIFY(!now.estimate.possible());
    const QString reason = textOf(now.estimate.diagnostics.front());
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(640, 360);
        figure->show(now, nullptr);
        if (kind == FigureKind::memory || kind == FigureKind::roofline) {
            QVERIFY(figure->scene().hits.size() > 3);
            continue;
        }
        QVERIFY(figure->scene().hits.empty());
        QCOMPARE(figure->scene().marks.size(), figure->scene().labels().size());
        QCOMPARE(labelsOf(*figure).mid(1).join(u' '), reason);
        QVERIFY(figure->table().rows.isEmpty());
    }
}

void TestFigures::whatDoesNotFitIsHypothetical()
{
    const Snapshot now = snapshotOf(scenario("default", {{"plan.fsdp", 1}, {"plan.tensor", 1}, {"plan.data", 4096}}));
    QVERIFY(now.estimate.possible() && !now.estimate.feasible());
    for (const FigureKind kind : {FigureKind::communication, FigureKind::batch}) {
        const auto figure = makeFigure(kind);
        figure->resize(640, 360);
        figure->show(now, nullptr);
        QVERIFY(labelsOf(*figure).contains(u"hypothetical: does not fit"_s));
    }
    const auto memory = makeFigure(FigureKind::memory);
    memory->resize(640, 360);
    memory->show(now, nullptr);
    const double times = now.estimate.memory.total() / *now.estimate.memory.capacity;
    QVERIFY(labelsOf(*memory).contains(u"%1: does not fit, %2 × too large"_s.arg(bytesText(now.estimate.memory.total()),
                                                                                 fromCore(formatSi(times, {}, 2)))));
    QVERIFY(hasLabel(*memory, u"HBM 96"_s) && hasLabel(*memory, u"GiB"_s));
    QVERIFY(memory->caption().contains(u"gradients"));  // those that the assumptions leave out
}

void TestFigures::oneChipHasNoCommunication()
{
    Scenario s = scenario("default", {{"plan.fsdp", 1}, {"plan.tensor", 1}});
    s.hardware.cluster = resized(s.hardware.cluster, 1);
    const Snapshot now = snapshotOf(s);
    QVERIFY(now.estimate.possible());
    const auto bars = makeFigure(FigureKind::communication);
    bars->show(now, nullptr);
    QVERIFY(!hasLabel(*bars, u"hidden under compute"_s));
    QVERIFY(bars->caption().startsWith(u"One chip"));
    const auto batch = makeFigure(FigureKind::batch);
    batch->show(now, nullptr);
    QVERIFY(!hasLabel(*batch, u"communication"_s));
}

void TestFigures::unknownFiguresAreLeftOut()
{
    Scenario s = scenario("default");
    Chip& chip = s.hardware.cluster.chip;
    chip.hbm = {};
    chip.onChip = {};
    chip.vector.reset();
    const auto figure = makeFigure(FigureKind::roofline);
    figure->show(snapshotOf(s), nullptr);
    QVERIFY(!hasLabel(*figure, u"HBM"_s) && !hasLabel(*figure, u"ridge"_s));
    QVERIFY(hasLabel(*figure, u"bf16 peak"_s));
    const auto memory = makeFigure(FigureKind::memory);
    memory->show(snapshotOf(s), nullptr);
    QVERIFY(!hasLabel(*memory, u"HBM"_s) && hasLabel(*memory, u"activations"_s));
    QVERIFY(memory->caption().contains(u"unknown"));

    for (auto& peak : chip.peak)
        peak.reset();
    figure->show(snapshotOf(s), nullptr);
    QVERIFY(hasLabel(*figure, u"No ceilings"_s));
    QVERIFY(figure->scene().hits.empty());
}

void TestFigures::anythingIsDrawn()
{
    std::mt19937 random(20);
    const std::vector<Scenario> shipped = shippedScenarios();
    std::vector<std::unique_ptr<PlotFigure>> figures;
    for (const FigureKind kind : kKinds) {
        figures.push_back(makeFigure(kind));
        figures.back()->resize(600, 340);
    }
    QImage image(600, 340, QImage::Format_ARGB32_Premultiplied);
    std::optional<Snapshot> before;
    for (int i = 0; i < 150; ++i) {
        const Snapshot now =
            snapshotOf(randomised(shipped[static_cast<std::size_t>(i) % shipped.size()], 1 + i % 12, random));
        for (std::size_t k = 0; k < figures.size(); ++k) {
            PlotFigure& figure = *figures[k];
            figure.show(now, before && i % 2 ? &*before : nullptr);
            const std::vector<Label> labels = figure.scene().labels();
            for (std::size_t a = 0; a < labels.size(); ++a) {
                const QPolygonF outline = labels[a].outline();
                QVERIFY2(QRectF(-0.5, -0.5, 601, 341).contains(outline.boundingRect()),
                         qPrintable(u"%1, %2: %3"_s.arg(i).arg(nameOf(kKinds[k]), labels[a].text)));
                for (std::size_t b = 0; b < a; ++b)
                    QVERIFY2(!overlap(outline, labels[b].outline()),
                             qPrintable(
                                 u"%1, %2: %3 on %4"_s.arg(i).arg(nameOf(kKinds[k]), labels[a].text, labels[b].text)));
            }
            for (const Stroke& stroke : marksOf<Stroke>(figure))
                for (const QPointF& p : stroke.line)
                    QVERIFY(std::isfinite(p.x()) && std::isfinite(p.y()));
            QVERIFY(hitsOf(figure).size() <= static_cast<qsizetype>(figure.scene().hits.size()));
            QVERIFY(!figure.table().columns.isEmpty() && !figure.summary().isEmpty());
            QPainter painter(&image);
            figure.paint(painter, image.size(), lightTheme());
        }
        before = now;
    }
}

void TestFigures::ghostShowsTheStart()
{
    Scenario s = scenario("default");
    const Snapshot before = snapshotOf(s);
    s.workload.batch = 2e6;
    s.plan.fsdp = 256;
    s.plan.tensor = 16;
    const Snapshot now = snapshotOf(s);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(640, 360);
        figure->show(now, nullptr);
        const std::size_t without = figure->scene().marks.size();
        figure->show(now, &before);
        QVERIFY2(figure->scene().marks.size() > without, qPrintable(nameOf(kind)));
        figure->show(now, &now);
        figure->show(now, nullptr);
        QCOMPARE(figure->scene().marks.size(), without);
    }

    // On the screen it fades when the hand lets go.
    const auto figure = makeFigure(FigureKind::memory);
    figure->resize(640, 360);
    figure->QWidget::show();
    figure->show(now, nullptr);
    const std::size_t without = figure->scene().marks.size();
    figure->show(now, &before);
    figure->show(now, nullptr);
    QVERIFY(figure->scene().marks.size() > without);
    QTRY_COMPARE(figure->scene().marks.size(), without);
}

void TestFigures::clickAndKeysOpenDerivations()
{
    const Snapshot now = snapshotOf(scenario("default"));
    const auto figure = makeFigure(FigureKind::memory);
    figure->resize(640, 360);
    figure->show(now, nullptr);
    figure->QWidget::show();
    QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    QSignalSpy activated(figure.get(), &PlotFigure::activated);
    QSignalSpy hovered(figure.get(), &PlotFigure::hovered);

    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, middleOf(figure->scene().hits[0]).toPoint());
    QCOMPARE(activated.size(), 1);
    QVERIFY(activated.takeFirst().first().toString().startsWith(u"memory."));
    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, QPoint(5, 5));
    QCOMPARE(activated.size(), 0);

    hovered.clear();
    figure->setFocus();
    const auto count = static_cast<int>(figure->scene().hits.size());
    for (int i = 0; i < count; ++i)
        QTest::keyClick(figure.get(), Qt::Key_Right);
    QCOMPARE(hovered.size(), count);
    QTest::keyClick(figure.get(), Qt::Key_Right);
    QTest::keyClick(figure.get(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
}

class EverythingTranslator : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        const bool ours = QByteArray(context).contains("Plot");
        return ours ? u"<"_s + QString::fromUtf8(source) + u">" : QString();
    }
    bool isEmpty() const override { return false; }
};

void TestFigures::languageIsFollowed()
{
    const Snapshot now = snapshotOf(scenario("default"));
    EverythingTranslator translator;
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(900, 460);
        figure->show(now, nullptr);
        const QStringList english = labelsOf(*figure);
        QCoreApplication::installTranslator(&translator);
        QCoreApplication::sendPostedEvents();
        QEvent event(QEvent::LanguageChange);
        QCoreApplication::sendEvent(figure.get(), &event);
        QVERIFY2(labelsOf(*figure) != english, qPrintable(nameOf(kind)));
        QVERIFY(figure->title().startsWith(u'<') && figure->accessibleName().startsWith(u'<'));
        QCoreApplication::removeTranslator(&translator);
        QCoreApplication::sendEvent(figure.get(), &event);
        QCOMPARE(labelsOf(*figure), english);
    }
}

void TestFigures::curvesArePartedAndCut()
{
    Axes axes;
    axes.x = {1, 1e4, true, true, {}};
    axes.y = {1, 1e4, true, true, {}};
    axes.margins = {10, 10, 10, 10};
    const Frame frame(axes, QSize(421, 421));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    QVERIFY(!frame.point(10, 0) && !frame.point(0, 10) && !frame.point(-1, 10) && !frame.point(nan, 10) &&
            !frame.point(10, infinity));
    QVERIFY(frame.point(10, 1e-9));

    const std::vector<double> x = {1, 10, 100, 1000, 1e4};
    QCOMPARE(frame.curve(x, std::vector<double>{10, 10, 10, 10, 10}).size(), 1U);
    QCOMPARE(frame.curve(x, std::vector<double>{10, 10, 10, 10, 10}).front().size(), 2);
    QCOMPARE(frame.curve(x, std::vector<double>{10, 10, 0, 10, 10}).size(), 2U);
    QCOMPARE(frame.curve(x, std::vector<double>{nan, nan, nan, nan, nan}).size(), 0U);
    QCOMPARE(frame.curve(x, std::vector<double>{1e9, 1e9, 1e9, 1e9, 1e9}).size(), 0U);
    // A power law is straight: it enters at the border exactly where it must.
    const auto steep = frame.curve(x, std::vector<double>{1e-2, 1, 1e2, 1e4, 1e6});
    QCOMPARE(steep.size(), 1U);
    QCOMPARE(steep.front().size(), 2);
    QVERIFY(std::fabs(frame.valueAtX(steep.front().back().x()) / 1000 - 1) < 0.02);
    for (const QPointF& p : steep.front())
        QVERIFY(frame.area().contains(p));
}

void TestFigures::linesAreCutAtARectangle()
{
    const QRectF r(0, 0, 10, 10);
    const auto cut = [&](std::initializer_list<QPointF> points) { return clipped(QPolygonF(points), r); };
    QCOMPARE(cut({{-5, 5}, {15, 5}}), (std::vector<QPolygonF>{QPolygonF({{0, 5}, {10, 5}})}));
    QCOMPARE(cut({{-5, -5}, {15, 15}}), (std::vector<QPolygonF>{QPolygonF({{0, 0}, {10, 10}})}));
    QCOMPARE(cut({{2, 2}, {3, 3}}), (std::vector<QPolygonF>{QPolygonF({{2, 2}, {3, 3}})}));
    QCOMPARE(cut({{-5, 5}, {-1, 20}}).size(), 0U);
    QCOMPARE(cut({{5, -5}, {5, 5}, {5, 15}}), (std::vector<QPolygonF>{QPolygonF({{5, 0}, {5, 5}, {5, 10}})}));
    // Out and in again: two pieces.
    QCOMPARE(cut({{1, 5}, {1, -5}, {9, -5}, {9, 5}}),
             (std::vector<QPolygonF>{QPolygonF({{1, 5}, {1, 0}}), QPolygonF({{9, 0}, {9, 5}})}));
}

void TestFigures::placerKeepsApart()
{
    LabelPlacer placer(QRectF(0, 0, 100, 60));
    const QRectF left(0, 0, 50, 20);
    QVERIFY(placer.place(std::array{left}));
    QVERIFY(!placer.place(std::array{QRectF(40, 10, 20, 20)}));
    QVERIFY(placer.place(std::array{QRectF(50, 0, 50, 20)}));    // borders may touch
    QVERIFY(!placer.place(std::array{QRectF(90, 30, 20, 10)}));  // out of bounds
    placer.avoid(QPolygonF({{0, 30}, {100, 30}}));
    QCOMPARE(placer.place(std::array{QRectF(0, 25, 10, 10), QRectF(0, 40, 10, 10)}),
             std::optional(QRectF(0, 40, 10, 10)));
    QVERIFY(!placer.place(std::array{QRectF(20, 25, 10, 10)}, 0));
    QVERIFY(placer.place(std::array{QRectF(20, 25, 10, 10)}));

    // Turned boxes whose upright surroundings overlap, but not they.
    const QPolygonF a = turnedBox({20, 20}, {30, 6}, -45);
    QVERIFY(a.boundingRect().intersects(turnedBox({28, 28}, {30, 6}, -45).boundingRect()));
    QVERIFY(!overlap(a, turnedBox({28, 28}, {30, 6}, -45)));
    QVERIFY(overlap(a, turnedBox({22, 22}, {30, 6}, -45)));
    QVERIFY(overlap(a, turnedBox({20, 20}, {30, 6}, 45)));

    for (const QRectF& box : LabelPlacer::around({50, 50}, {20, 10}, 5))
        QVERIFY(!box.contains(QPointF(50, 50)));
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    loadFonts();
    TestFigures test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_figures.moc"
