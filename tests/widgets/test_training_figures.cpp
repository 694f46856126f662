// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/label_placer.h"
#include "widgets/plots/memory_plot.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::stages, FigureKind::traffic, FigureKind::run};

const std::vector<Edit> kFour = {{"plan.fsdp", 32}, {"plan.pipeline", 4}, {"plan.microbatches", 8}};
const std::vector<Edit> kMany = {{"plan.fsdp", 2}, {"plan.pipeline", 64}, {"plan.microbatches", 256}};
const std::vector<Edit> kTooMany = {{"plan.fsdp", 1}, {"plan.pipeline", 128}};
const std::vector<Edit> kReplicated = {{"plan.fsdp", 1}, {"plan.data", 128}};
const std::vector<Edit> kMixed = {{"plan.fsdp", 32}, {"plan.data", 2}, {"plan.tensor", 4}, {"plan.context", 2}, {"plan.pipeline", 2}, {"plan.microbatches", 4}};

Scenario scenario(const std::vector<Edit>& edits)
{
    Scenario s = *scenarioPreset(shippedPresets(), "llama-3-70b-h100").value;
    const Diagnostics problems = scalescope::apply(s, edits);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

Snapshot snapshot(const std::vector<Edit>& edits) { return snapshotOf(scenario(edits)); }

Scenario onOneChip()
{
    Scenario s = *scenarioPreset(shippedPresets(), "llama-3-8b-v5e").value;
    s.hardware.cluster = resized(s.hardware.cluster, 1);
    s.plan.fsdp = s.plan.tensor = s.plan.data = 1;
    return s;
}

std::unique_ptr<PlotFigure> shown(FigureKind kind, const Snapshot& now, QSize size = {900, 420})
{
    auto figure = makeFigure(kind);
    figure->resize(size);
    figure->show(now, nullptr);
    return figure;
}

bool says(const PlotFigure& figure, const QString& part)
{
    const auto labels = figure.scene().labels();
    return std::any_of(labels.begin(), labels.end(), [&](const Label& label) { return label.text.contains(part); });
}

QList<FigureHit> hitsOf(const PlotFigure& figure)
{
    QList<FigureHit> hits;
    for (const HitShape& shape : figure.scene().hits)
        if (const auto hit = figure.hitTest(shape.outline.boundingRect().center()))
            hits << *hit;
    return hits;
}

double numberIn(const FigureTable& table, qsizetype row, const QString& column)
{
    return table.values[row][table.columns.indexOf(column)].toDouble();
}

/// The value beside a name in the run card's table.
QString valueOf(const FigureTable& table, const QString& of, const QString& what)
{
    for (const QStringList& row : table.values)
        if (row[0] == of && row[1] == what)
            return row[2];
    return u"no such row"_s;
}

}  // namespace

class TestTrainingFigures : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void stagesAreTheEngines();
    void everyStageCanBePointedAt();
    void fullestStageIsNamed();
    void partsHaveTheColoursOfTheMemoryPlot();
    void excessIsHatched();
    void trafficIsTheEngines();
    void whatDoesNotFitIsOthers();
    void nothingSentIsSaid();
    void runIsTheEngines();
    void setsAreTheEngines();
    void unknownIsADash();
    void impossibleIsSaid();
    void derivationsExist();
};

void TestTrainingFigures::labelsKeepApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::newRow("usual") << QSize(900, 420) << 1.0;
    QTest::newRow("small") << QSize(480, 260) << 1.0;
    QTest::newRow("tiny") << QSize(280, 160) << 1.0;
    QTest::newRow("lecture") << QSize(1300, 760) << 1.75;
}

void TestTrainingFigures::labelsKeepApart()
{
    QFETCH(QSize, size);
    QFETCH(double, factor);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(size);
        figure->setTheme(darkTheme(factor));
        for (const auto& edits : {std::vector<Edit>(), kFour, kMany, kTooMany, kReplicated, kMixed}) {
            figure->show(snapshot(edits), nullptr);
            const std::vector<Label> labels = figure->scene().labels();
            QVERIFY(!labels.empty());
            const QRectF room(QPointF(-1, -1), QSizeF(size) + QSizeF(2, 2));
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const QString where = fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]) + u": "_s + labels[i].text;
                QVERIFY2(room.contains(labels[i].box), qPrintable(where));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()), qPrintable(where + u" | "_s + labels[j].text));
            }
        }
    }
}

void TestTrainingFigures::stagesAreTheEngines()
{
    for (const auto& edits : {std::vector<Edit>(), kFour, kMany}) {
        const Snapshot now = snapshot(edits);
        const FigureTable table = shown(FigureKind::stages, now)->table();
        QCOMPARE(static_cast<std::size_t>(table.rows.size()), now.estimate.stages.size());
        for (qsizetype i = 0; i < table.rows.size(); ++i) {
            const StageEstimate& stage = now.estimate.stages[static_cast<std::size_t>(i)];
            QCOMPARE(numberIn(table, i, u"Layers"_s), stage.layers);
            QCOMPARE(numberIn(table, i, u"In flight"_s), stage.inFlight);
            QCOMPARE(numberIn(table, i, u"total"_s), stage.memory.total().value);
            double sum = 0;
            for (const MemoryKind kind : MemoryPlot::kPartOrder)
                sum += numberIn(table, i, MemoryPlot::partName(kind));
            QVERIFY(std::abs(sum - stage.memory.total().value) <= 1e-9 * sum);
        }
    }
}

void TestTrainingFigures::everyStageCanBePointedAt()
{
    for (const QSize size : {QSize(900, 420), QSize(640, 220)}) {
        const auto figure = shown(FigureKind::stages, snapshot(kMany), size);
        QSet<QString> found;
        for (const FigureHit& hit : hitsOf(*figure))
            found << hit.title.section(u':', 0, 0);
        QCOMPARE(found.size(), 64);
        // Not every row has room for its name.
        const auto labels = figure->scene().labels();
        const auto named = std::count_if(labels.begin(), labels.end(), [](const Label& label) { return label.text.startsWith(u"stage "); });
        QVERIFY2(named > 4 && named < 64, qPrintable(QString::number(named)));
    }
}

void TestTrainingFigures::fullestStageIsNamed()
{
    for (const auto& edits : {kFour, kMany}) {
        const Snapshot now = snapshot(edits);
        const auto figure = shown(FigureKind::stages, now);
        const QString name = u"stage %1"_s.arg(now.estimate.fullestStage);
        const auto labels = figure->scene().labels();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const Label& label) { return label.text == name && label.font.weight() == QFont::DemiBold; }));
        QVERIFY(says(*figure, bytesText(now.estimate.memory.total().value)));
        QVERIFY2(figure->caption().startsWith(u"Stage %1 is the fullest"_s.arg(now.estimate.fullestStage)), qPrintable(figure->caption()));
        const StageEstimate& fullest = now.estimate.stages[static_cast<std::size_t>(now.estimate.fullestStage)];
        QVERIFY(says(*figure, u"%1 layers, %2 in flight"_s.arg(fromCore(formatCount(fullest.layers)), fromCore(formatCount(fullest.inFlight)))));
    }
    const auto one = shown(FigureKind::stages, snapshot({}));
    QCOMPARE(one->table().rows.size(), 1);
    QVERIFY2(one->caption().contains(u"one stage"_s), qPrintable(one->caption()));
}

void TestTrainingFigures::partsHaveTheColoursOfTheMemoryPlot()
{
    const Snapshot now = snapshot(kFour);
    const auto figure = shown(FigureKind::stages, now);
    const PlotStyle style(lightTheme());
    std::set<QRgb> fills;
    for (const auto& mark : figure->scene().marks)
        if (const auto* box = std::get_if<Box>(&mark))
            fills.insert(box->fill.rgb());
    for (const MemoryKind kind : MemoryPlot::kPartOrder)
        if (now.estimate.memory.of(kind).bytes.value > 0 && !MemoryPlot::partIsHatched(kind))
            QVERIFY2(fills.contains(MemoryPlot::partColor(style, kind).rgb()), qPrintable(MemoryPlot::partName(kind)));
}

void TestTrainingFigures::excessIsHatched()
{
    const Snapshot now = snapshot(kReplicated);
    QVERIFY(!now.estimate.memory.fits());
    const auto figure = shown(FigureKind::stages, now);
    const QColor trouble = lightTheme().trouble;
    const double capacity = Frame(figure->axes(), figure->size()).toX(now.estimate.memory.capacity->value);
    bool hatched = false;
    for (const auto& mark : figure->scene().marks)
        if (const auto* box = std::get_if<Box>(&mark); box && box->hatch == trouble) {
            QCOMPARE(box->rect.left(), capacity);
            hatched = true;
        }
    QVERIFY(hatched);
    QVERIFY(says(*figure, u"does not fit"_s));
}

void TestTrainingFigures::trafficIsTheEngines()
{
    for (const auto& edits : {std::vector<Edit>(), kFour, kReplicated, kMixed}) {
        const Snapshot now = snapshot(edits);
        const Estimate& e = now.estimate;
        QVERIFY(e.possible() && !e.collectives.empty());
        std::set<std::tuple<Group, Collective, Phase, bool>> merged;
        for (const CollectiveEstimate& c : e.collectives)
            merged.insert({c.group, c.collective, c.phase, c.oncePerStep});
        const FigureTable table = shown(FigureKind::traffic, now)->table();
        std::size_t rows = 0;
        for (const AxisEstimate& a : e.axes) {
            double bytes = 0;
            double time = 0;
            double exposed = 0;
            bool total = false;
            for (qsizetype i = 0; i < table.values.size(); ++i) {
                if (table.values[i][1] != degreeName(a.axis))
                    continue;
                if (table.values[i][0] == u"total"_s) {
                    total = true;
                    QCOMPARE(numberIn(table, i, u"Bytes"_s), a.bytes.value);
                    QCOMPARE(numberIn(table, i, u"Time"_s), a.time.value);
                    QCOMPARE(numberIn(table, i, u"Exposed"_s), a.exposed.value);
                    continue;
                }
                ++rows;
                bytes += numberIn(table, i, u"Bytes"_s);
                time += numberIn(table, i, u"Time"_s);
                exposed += numberIn(table, i, u"Exposed"_s);
            }
            QCOMPARE(total, a.time.value > 0);
            QVERIFY(std::abs(bytes - a.bytes.value) <= 1e-9 * bytes);
            QVERIFY(std::abs(time - a.time.value) <= 1e-9 * time);
            QVERIFY(std::abs(exposed - a.exposed.value) <= 1e-9 * time);
        }
        QCOMPARE(rows, merged.size());
        for (qsizetype i = 1; static_cast<std::size_t>(i) < rows; ++i) {  // the longest wait stands first
            const double wait = numberIn(table, i - 1, u"Exposed"_s) - numberIn(table, i, u"Exposed"_s);
            QVERIFY(wait > 0 || (wait == 0 && numberIn(table, i - 1, u"Time"_s) >= numberIn(table, i, u"Time"_s)));
        }
    }
}

// All time is drawn, in rows of its own or with the others.
void TestTrainingFigures::whatDoesNotFitIsOthers()
{
    const Snapshot now = snapshot(kMixed);
    const auto low = shown(FigureKind::traffic, now, {900, 200});
    const auto hits = hitsOf(*low);
    const auto others = std::find_if(hits.begin(), hits.end(), [](const FigureHit& hit) { return hit.title.contains(u"others"); });
    QVERIFY(others != hits.end());
    QVERIFY(says(*low, others->title));
    const qsizetype listed = others - hits.begin();
    const FigureTable table = low->table();
    double bytes = 0;
    for (qsizetype i = listed; table.values[i][0] != u"total"_s; ++i)
        bytes += numberIn(table, i, u"Bytes"_s);
    QVERIFY2(others->lines[0].startsWith(bytesText(bytes)), qPrintable(others->lines[0]));
}

void TestTrainingFigures::nothingSentIsSaid()
{
    const Snapshot now = snapshotOf(onOneChip());
    QVERIFY(now.estimate.possible());
    QVERIFY(now.estimate.collectives.empty());
    const auto figure = shown(FigureKind::traffic, now);
    QVERIFY(says(*figure, u"Nothing is sent"_s));
    QVERIFY(figure->table().rows.isEmpty());
    QVERIFY(!figure->axes().x.shown);
}

void TestTrainingFigures::runIsTheEngines()
{
    Scenario s = scenario(kFour);
    s.reliability.failureTime = Seconds(50700 * kSecondsPerHour);
    const Snapshot now = snapshotOf(s);
    const RunEstimate& run = *now.estimate.run;
    const FigureTable table = shown(FigureKind::run, now)->table();
    const auto is = [&](const char* what, double value) { return valueOf(table, u"the run"_s, QString::fromLatin1(what)) == fromCore(shortest(value)); };
    QVERIFY(is("Duration", run.duration.value));
    QVERIFY(is("Tokens", s.workload.runTokens));
    QVERIFY(is("Steps", run.steps));
    QVERIFY(is("Chip-hours", run.chipHours));
    QVERIFY(is("Goodput", run.goodput));
    QVERIFY(run.failureTime && run.checkpointInterval);
    QVERIFY(is("Between failures", run.failureTime->value));
    QVERIFY(is("Checkpoint every", run.checkpointInterval->value));
    QVERIFY(is("Checkpoint", run.checkpoint.value));
    QVERIFY(is("Time to write it", run.checkpointTime.value));
    QVERIFY(run.goodput < 1);
    const auto figure = shown(FigureKind::run, now, {1000, 500});
    for (const FigureHit& hit : hitsOf(*figure))
        QVERIFY2(says(*figure, hit.lines[0].section(fromCore(kNarrowSpace), 0, 0)), qPrintable(hit.title));
}

void TestTrainingFigures::setsAreTheEngines()
{
    Scenario s = scenario(kFour);
    s.assumptions.matmulEfficiency = 0.7;
    const Snapshot now = snapshotOf(s);
    const FigureTable table = shown(FigureKind::run, now)->table();
    const auto agrees = [&](const QString& name, const Estimate& e) {
        return valueOf(table, name, u"Step time"_s) == fromCore(shortest(e.step().expected.value)) && valueOf(table, name, u"MFU"_s) == fromCore(shortest(e.mfu)) &&
            valueOf(table, name, u"HFU"_s) == fromCore(shortest(e.hfu)) && valueOf(table, name, u"Memory"_s) == fromCore(shortest(e.memory.total().value));
    };
    QVERIFY(agrees(u"now"_s, now.estimate));
    for (const AssumptionSet set : {AssumptionSet::book, AssumptionSet::realistic}) {
        const QString name = set == AssumptionSet::book ? u"book"_s : u"realistic"_s;
        Scenario changed = s;
        changed.assumptions = assumptionsOf(set, s.assumptions);
        const Estimate e = evaluate(changed);
        QVERIFY(e.step().expected != now.estimate.step().expected);
        QVERIFY2(agrees(name, e), qPrintable(name));
        // A set that is the present one is shown once.
        const FigureTable alone = shown(FigureKind::run, snapshotOf(changed))->table();
        QCOMPARE(valueOf(alone, u"now: "_s + name, u"MFU"_s), fromCore(shortest(e.mfu)));
        QCOMPARE(valueOf(alone, name, u"MFU"_s), u"no such row"_s);
    }
}

void TestTrainingFigures::unknownIsADash()
{
    Scenario s = scenario(kFour);
    s.hardware.cluster.chip.dollarsPerHour.reset();
    s.hardware.cluster.chip.power.reset();
    s.reliability = {};
    const auto figure = shown(FigureKind::run, snapshotOf(s), {1000, 560});
    for (const QString& what : {u"Cost"_s, u"Energy"_s, u"Between failures"_s})
        QCOMPARE(valueOf(figure->table(), u"the run"_s, what), QString());
    QVERIFY(says(*figure, u"enter the price"_s));
    QVERIFY(says(*figure, u"enter the power"_s));
    QVERIFY(says(*figure, fromCore(kNotANumber)));
    // What does not fit is not sold.
    const Snapshot tooLarge = snapshot(kReplicated);
    QVERIFY(!tooLarge.estimate.feasible());
    QCOMPARE(valueOf(shown(FigureKind::run, tooLarge)->table(), u"the run"_s, u"Cost"_s), QString());
    Scenario forward = scenario(kFour);
    forward.workload.pass = Pass::forward;
    const auto half = shown(FigureKind::run, snapshotOf(forward));
    QVERIFY(says(*half, u"No run"_s));
    QVERIFY(says(*half, u"Forward pass"_s));
}

void TestTrainingFigures::impossibleIsSaid()
{
    const Snapshot now = snapshot(kTooMany);
    QVERIFY(!now.estimate.possible());
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, now);
        // Memory is drawn of what is impossible too.
        QVERIFY2(says(*figure, u"cannot be built"_s) || kind == FigureKind::stages, qPrintable(figure->title()));
        QVERIFY(!figure->caption().isEmpty());
    }
}

void TestTrainingFigures::derivationsExist()
{
    for (const auto& edits : {std::vector<Edit>(), kFour, kMixed}) {
        Scenario s = scenario(edits);
        s.reliability.failureTime = Seconds(1e8);
        s.hardware.cluster.chip.power = Watts(700);
        const Snapshot now = snapshotOf(s);
        const Explainer explainer(now.scenario, now.estimate);
        QSet<QString> ids;
        for (const FigureKind kind : kKinds)
            for (const FigureHit& hit : hitsOf(*shown(kind, now, {1200, 800})))
                if (!hit.derivation.isEmpty())
                    ids << hit.derivation;
        QVERIFY(ids.size() > 15);
        for (const QString& id : ids)
            QVERIFY2(explainer.derive(id.toStdString()), qPrintable(id));
    }
}

QTEST_MAIN(TestTrainingFigures)
#include "test_training_figures.moc"
