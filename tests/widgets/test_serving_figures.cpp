// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explore/serving_series.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/label_placer.h"
#include "widgets/plots/load_plot.h"
#include "widgets/plots/memory_plot.h"
#include "widgets/plots/phases_plot.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::phases, FigureKind::pools, FigureKind::load};
constexpr double kInterleaved = 0;
constexpr double kChunked = 1;

const std::vector<Edit> kApart = {};
const std::vector<Edit> kStopped = {{"serving.batching", kInterleaved}};
const std::vector<Edit> kInPieces = {{"serving.batching", kChunked}};
const std::vector<Edit> kManySlices = {{"serving.decode.servers", 37}, {"serving.prefill.servers", 120}};
const std::vector<Edit> kTooMany = {{"serving.sequences", 5000}};
const std::vector<Edit> kUnbuildable = {{"serving.decode.tensor", 3}};
const std::vector<Edit> kLimited = {{"serving.limit_first_token", 0.5}, {"serving.limit_token", 0.02}};
const std::vector<Edit> kProposing = {{"serving.speculation", 1}, {"serving.draft", 1}, {"serving.rate", 1e6}};

/// LLaMA 3 8B on a 4x4 of v5e, decoded by all of it and prefilled on slices of 4 chips.
Scenario scenario(const std::vector<Edit>& edits)
{
    Scenario s = *scenarioPreset(shippedPresets(), "llama-3-8b-v5e").value;
    s.hardware.cluster = resized(s.hardware.cluster, 16);
    std::vector<Edit> all = {{"serving.decode.tensor", 8},  {"serving.prefill.tensor", 4}, {"serving.sequences", 16}, {"serving.prompt", 2048},
                             {"serving.output", 256},       {"serving.rate", 2},           {"serving.batching", 2},   {"serving.transfer_bandwidth", 3e9}};
    all.insert(all.end(), edits.begin(), edits.end());
    const Diagnostics problems = scalescope::apply(s, all);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

Snapshot snapshot(const std::vector<Edit>& edits) { return snapshotOf(scenario(edits)); }

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

/// The value of a row, or "no such row".
QString valueOf(const FigureTable& table, const QString& of, const QString& what)
{
    for (const QStringList& row : table.values)
        if (row[0] == of && row[1] == what)
            return row[2];
    return u"no such row"_s;
}

QString exact(double value) { return fromCore(shortest(value)); }

/// The middle of a handle whose title begins so.
std::optional<QPointF> handleOf(const PlotFigure& figure, const QString& title)
{
    for (const HitShape& shape : figure.scene().hits) {
        const QPointF middle = shape.outline.boundingRect().center();
        const auto hit = figure.hitTest(middle);
        if (hit && hit->title.startsWith(title) && hit->lines.join(u' ').contains(u"Drag"_s))
            return middle;
    }
    return std::nullopt;
}

}  // namespace

class TestServingFigures : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void tinyAndEmptySizes();
    void phasesAreTheEngines();
    void setsAreTheEngines();
    void memoryPartsAddUp();
    void excessIsHatched();
    void poolsAreTheEngines();
    void narrowerPoolIsNamed();
    void poolIsDragged();
    void poolIsDraggedByKeyboard();
    void farPoolsAreCounted();
    void prefillBesideDecodeHasACost();
    void unknownNetworkIsADash();
    void loadIsTheEngines();
    void rateIsDragged();
    void unstableIsSaid();
    void limitsAreRoofs();
    void case18_whatDoesNotFitHasNoLatency();
    void case23_lengthsAreNamed();
    void impossibleIsSaid();
};

void TestServingFigures::labelsKeepApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::newRow("usual") << QSize(900, 420) << 1.0;
    QTest::newRow("beside another") << QSize(620, 760) << 1.0;
    QTest::newRow("small") << QSize(480, 260) << 1.0;
    QTest::newRow("tiny") << QSize(280, 160) << 1.0;
    QTest::newRow("lecture") << QSize(1300, 760) << 1.75;
}

void TestServingFigures::labelsKeepApart()
{
    QFETCH(QSize, size);
    QFETCH(double, factor);
    for (const FigureKind kind : kKinds) {
        const auto figure = makeFigure(kind);
        figure->resize(size);
        figure->setTheme(darkTheme(factor));
        for (const auto& edits : {kApart, kStopped, kInPieces, kManySlices, kTooMany, kUnbuildable, kLimited, kProposing}) {
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

void TestServingFigures::tinyAndEmptySizes()
{
    for (const FigureKind kind : kKinds)
        for (const auto& edits : {kApart, kStopped, kManySlices, kTooMany, kUnbuildable})
            for (const QSize size : {QSize(1, 1), QSize(3, 200), QSize(200, 3), QSize(60, 40)}) {
                const auto figure = shown(kind, snapshot(edits), size);
                QImage image(size, QImage::Format_ARGB32_Premultiplied);
                QPainter painter(&image);
                figure->paint(painter, size, lightTheme());
                QVERIFY(!figure->summary().isEmpty());
            }
}

void TestServingFigures::phasesAreTheEngines()
{
    for (const auto& edits : {kApart, kStopped, kProposing}) {
        const Snapshot now = snapshot(edits);
        const ServingEstimate& e = now.serving();
        QVERIFY(e.possible);
        const FigureTable table = shown(FigureKind::phases, now)->table();
        QCOMPARE(valueOf(table, u"Prefill"_s, u"weights"_s), exact(e.prefill.pass.weights.value));
        QCOMPARE(valueOf(table, u"Prefill"_s, u"FLOPs"_s), exact(e.prefill.pass.flops.value));
        QCOMPARE(valueOf(table, u"Prefill"_s, u"expected time"_s), exact(e.prefill.pass.expected.value));
        QCOMPARE(valueOf(table, u"Prefill"_s, u"chips of a replica"_s), exact(e.prefillPhase.chips));
        QCOMPARE(valueOf(table, u"Prefill"_s, u"tokens/s per chip"_s), exact(e.prefill.tokensPerSecond / e.prefillPhase.chips));
        QCOMPARE(valueOf(table, u"Decode"_s, u"KV cache"_s), exact(e.decode.step.cache.value));
        QCOMPARE(valueOf(table, u"Decode"_s, u"network"_s), exact(e.decode.step.network.value));
        QCOMPARE(valueOf(table, u"Decode"_s, u"lower time"_s), exact(e.decode.loopLower.value));
        QCOMPARE(valueOf(table, u"Decode"_s, u"expected time"_s), exact(e.decode.loop.value));
        QCOMPARE(valueOf(table, u"Decode"_s, u"upper time"_s), exact(e.decode.loopUpper.value));
        QCOMPARE(valueOf(table, u"Decode"_s, u"tokens/s per chip"_s), exact(e.decode.perChip));
        QCOMPARE(valueOf(table, u"Decode"_s, u"replicas of a slice"_s), exact(e.decodePhase.replicas));
    }
    // What is drawn says what binds each.
    const auto figure = shown(FigureKind::phases, snapshot(kApart), {900, 760});
    QVERIFY(says(*figure, u"Prefill, bound by "_s));
    QVERIFY(says(*figure, u"Decode, bound by "_s));
}

void TestServingFigures::setsAreTheEngines()
{
    const Snapshot now = snapshot(kApart);
    const std::vector<ServedUnder> sets = servedUnder(now.scenario);
    QCOMPARE(sets.size(), std::size_t(3));
    // A 4x4 of v5e has no wraparound: its lines take longer than rings would.
    QVERIFY(sets[1].network > sets[0].network);
    const auto figure = shown(FigureKind::phases, now, {900, 760});
    for (const ServedUnder& set : sets) {
        const QString name = translated(set.name);
        QCOMPARE(valueOf(figure->table(), name, u"expected time"_s), exact(set.expected.value));
        QCOMPARE(valueOf(figure->table(), name, u"lower time"_s), exact(set.lower.value));
        QCOMPARE(valueOf(figure->table(), name, u"network"_s), exact(set.network.value));
        QCOMPARE(valueOf(figure->table(), name, u"tokens/s of a replica"_s), exact(set.tokensPerSecond));
        QVERIFY2(says(*figure, name), qPrintable(name));
        QVERIFY(says(*figure, secondsText(set.expected.value)));
    }
}

void TestServingFigures::memoryPartsAddUp()
{
    for (const auto& edits : {kApart, kStopped, kProposing, kTooMany, kUnbuildable}) {
        const Snapshot now = snapshot(edits);
        const FigureTable table = shown(FigureKind::phases, now)->table();
        for (const bool decodes : {false, true}) {
            const QString of = decodes ? u"Decode"_s : u"Prefill"_s;
            const MemoryEstimate& memory = decodes ? now.serving().decodePhase.memory : now.serving().prefillPhase.memory;
            double sum = 0;
            for (const MemoryKind kind : PhasesPlot::kPartOrder)
                sum += valueOf(table, of, u"memory: "_s + MemoryPlot::partName(kind)).toDouble();
            QVERIFY(std::abs(sum - memory.total().value) <= 1e-9 * sum);
            QCOMPARE(valueOf(table, of, u"memory"_s), exact(memory.total().value));
            QCOMPARE(valueOf(table, of, u"capacity"_s), exact(memory.capacity->value));
        }
    }
}

void TestServingFigures::excessIsHatched()
{
    const QColor trouble = lightTheme().trouble;
    const auto hatchedIn = [&](const PlotFigure& figure) {
        for (const auto& mark : figure.scene().marks)
            if (const auto* box = std::get_if<Box>(&mark); box && box->hatch == trouble)
                return true;
        return false;
    };
    const Snapshot tooMany = snapshot(kTooMany);
    QVERIFY(tooMany.serving().possible && !tooMany.serving().feasible);
    const auto figure = shown(FigureKind::phases, tooMany, {900, 760});
    QVERIFY(hatchedIn(*figure));
    QVERIFY(says(*figure, u"does not fit in"_s));
    QVERIFY(says(*figure, u"hypothetical"_s));
    QVERIFY(!hatchedIn(*shown(FigureKind::phases, snapshot(kApart), {900, 760})));
}

void TestServingFigures::poolsAreTheEngines()
{
    const Snapshot now = snapshot({{"serving.prefill.servers", 3}});
    const ServingEstimate& e = now.serving();
    QVERIFY(e.feasible && e.pools.ratio > 0);
    const auto figure = shown(FigureKind::pools, now);
    const FigureTable table = figure->table();
    QCOMPARE(valueOf(table, u"prefill"_s, u"slices"_s), u"3"_s);
    QCOMPARE(valueOf(table, u"prefill"_s, u"chips of a slice"_s), exact(e.prefillPhase.chips * e.prefillPhase.replicas));
    QCOMPARE(valueOf(table, u"prefill"_s, u"requests/s"_s), exact(e.pools.prefillRate));
    QCOMPARE(valueOf(table, u"decode"_s, u"requests/s"_s), exact(e.pools.decodeRate));
    QCOMPARE(valueOf(table, u"prefill"_s, u"busy"_s), exact(e.pools.prefillLoad));
    QCOMPARE(valueOf(table, u"decode"_s, u"busy"_s), exact(e.pools.decodeLoad));
    QCOMPARE(valueOf(table, u"between"_s, u"bytes of a request"_s), exact(e.pools.transfer.value));
    QCOMPARE(valueOf(table, u"between"_s, u"time of a request"_s), exact(e.pools.transferTime->value));
    QCOMPARE(valueOf(table, u"between"_s, u"prefill slices for one of decode"_s), exact(e.pools.ratio));
    QVERIFY(says(*figure, fromCore(formatSi(e.pools.ratio >= 1 ? e.pools.ratio : 1 / e.pools.ratio))));
    QVERIFY(says(*figure, bytesText(e.pools.transfer.value)));
    QVERIFY(says(*figure, secondsText(e.pools.transferTime->value)));
}

void TestServingFigures::narrowerPoolIsNamed()
{
    const Snapshot few = snapshot({{"serving.prefill.servers", 1}, {"serving.decode.servers", 40}});
    QVERIFY(few.serving().pools.decodeLoad < 0.9);
    const QString held = shown(FigureKind::pools, few)->caption();
    QVERIFY2(held.contains(u"prefill holds decode up"_s), qPrintable(held));
    QVERIFY(held.contains(percentText(few.serving().pools.decodeLoad)));
    const Snapshot many = snapshot({{"serving.prefill.servers", 200}});
    const QString holds = shown(FigureKind::pools, many)->caption();
    QVERIFY2(holds.contains(u"decode holds prefill up"_s), qPrintable(holds));
    QVERIFY(holds.contains(percentText(many.serving().pools.prefillLoad)));
}

void TestServingFigures::poolIsDragged()
{
    const Snapshot now = snapshot({{"serving.prefill.servers", 2}, {"serving.decode.servers", 3}});
    for (const bool decodes : {false, true}) {
        const auto figure = shown(FigureKind::pools, now);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const auto handle = handleOf(*figure, decodes ? u"Decode"_s : u"Prefill"_s);
        QVERIFY(handle);
        QSignalSpy edited(figure.get(), &PlotFigure::edited);
        const QPoint from = handle->toPoint();
        // Away from the pool's outer side it grows, however far the hand goes.
        const int way = decodes ? -1 : 1;
        QTest::mousePress(figure.get(), Qt::LeftButton, {}, from);
        QTest::mouseMove(figure.get(), from + QPoint(way * 60, 0));
        QTest::mouseMove(figure.get(), from + QPoint(way * 90, 0));
        QVERIFY(!edited.isEmpty());
        const Edit larger = edited.last()[0].value<Edit>();
        QCOMPARE(larger.id, std::string(decodes ? "serving.decode.servers" : "serving.prefill.servers"));
        QVERIFY2(*larger.value > (decodes ? 3 : 2) && *larger.value == std::round(*larger.value), qPrintable(QString::number(*larger.value)));
        QTest::mouseMove(figure.get(), QPoint(decodes ? figure->width() - 2 : 2, from.y()));
        QCOMPARE(*edited.last()[0].value<Edit>().value, 1.0);
        const int gesture = edited.last()[1].toInt();
        for (const QList<QVariant>& one : edited)
            QCOMPARE(one[1].toInt(), gesture);  // one step of undo
        QTest::mouseRelease(figure.get(), Qt::LeftButton, {}, from);
    }
}

void TestServingFigures::poolIsDraggedByKeyboard()
{
    const auto figure = shown(FigureKind::pools, snapshot({{"serving.prefill.servers", 2}, {"serving.decode.servers", 3}}));
    figure->show();
    QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    figure->setFocus();
    QSignalSpy edited(figure.get(), &PlotFigure::edited);
    QSet<QString> changed;
    for (std::size_t i = 0; i < figure->scene().hits.size(); ++i) {
        QTest::keyClick(figure.get(), Qt::Key_Down);
        if (!figure->accessibleDescription().contains(u"Drag"_s))
            continue;
        QTest::keyClick(figure.get(), Qt::Key_Right);
        QVERIFY(!edited.isEmpty());
        const Edit edit = edited.last()[0].value<Edit>();
        QCOMPARE(*edit.value, edit.id == "serving.prefill.servers" ? 3.0 : 4.0);
        changed << QString::fromStdString(edit.id);
    }
    QCOMPARE(changed.size(), 2);
}

void TestServingFigures::farPoolsAreCounted()
{
    const auto figure = shown(FigureKind::pools, snapshot(kManySlices));
    QVERIFY(says(*figure, u"× 37"_s));
    QVERIFY(says(*figure, u"× 120"_s));
}

void TestServingFigures::prefillBesideDecodeHasACost()
{
    const Snapshot stopped = snapshot(kStopped);
    const SteadyState& steady = stopped.serving().steady;
    const auto figure = shown(FigureKind::pools, stopped, {900, 420});
    QVERIFY(steady.stall.value > 0 && steady.prefillShare > 0);
    QVERIFY(says(*figure, secondsText(steady.stall.value)));
    QVERIFY(says(*figure, u"disaggregated"_s));
    QCOMPARE(valueOf(figure->table(), u"prefill's cost"_s, u"a prefill stops decodes for"_s), exact(steady.stall.value));
    QCOMPARE(valueOf(figure->table(), u"prefill's cost"_s, u"share of the time"_s), exact(steady.prefillShare));
    QCOMPARE(valueOf(figure->table(), u"prefill's cost"_s, u"time per token"_s), exact(steady.tokenTime.value));
    QCOMPARE(valueOf(figure->table(), u"prefill's cost"_s, u"time per token without it"_s), exact(stopped.serving().decode.tokenTime.value));
    QCOMPARE(valueOf(figure->table(), u"prefill"_s, u"slices"_s), u"no such row"_s);

    const Snapshot inPieces = snapshot(kInPieces);
    const auto pieces = shown(FigureKind::pools, inPieces, {900, 420});
    QVERIFY(says(*pieces, secondsText(inPieces.serving().steady.piece.value)));
    QCOMPARE(valueOf(pieces->table(), u"prefill's cost"_s, u"a step with a piece is longer by"_s), exact(inPieces.serving().steady.piece.value));
    QCOMPARE(valueOf(pieces->table(), u"prefill's cost"_s, u"share of the steps"_s), exact(inPieces.serving().steady.prefillShare));
    QVERIFY(handleOf(*pieces, u"Prefill and decode"_s));
}

void TestServingFigures::unknownNetworkIsADash()
{
    Scenario s = scenario(kApart);
    s.serving.transferBandwidth.reset();
    s.hardware.cluster.networks.erase(s.hardware.cluster.networks.begin() + 1, s.hardware.cluster.networks.end());  // a torus leads to no other slice
    const Snapshot now = snapshotOf(s);
    QVERIFY(now.serving().possible && !now.serving().pools.transferTime);
    const auto figure = shown(FigureKind::pools, now);
    QVERIFY(says(*figure, u"network unknown"_s));
    QCOMPARE(valueOf(figure->table(), u"between"_s, u"time of a request"_s), QString());
}

void TestServingFigures::loadIsTheEngines()
{
    for (const auto& edits : {kApart, kStopped, kInPieces}) {
        const Snapshot now = snapshot(edits);
        const std::vector<LoadPoint> curve = loadCurve(now.scenario);
        QVERIFY(!curve.empty());
        const FigureTable table = shown(FigureKind::load, now)->table();
        QCOMPARE(static_cast<std::size_t>(table.values.size()), curve.size() + 1);
        const LoadEstimate& load = now.serving().load;
        QCOMPARE(table.values[0][0], exact(now.scenario.serving.rate));
        QCOMPARE(table.values[0][2], load.stable ? exact(load.timeToFirstToken.value) : QString());
        for (std::size_t i = 0; i < curve.size(); ++i) {
            const QStringList& row = table.values[static_cast<qsizetype>(i + 1)];
            QCOMPARE(row[0], exact(curve[i].rate));
            QCOMPARE(row[1], exact(curve[i].wait.value));
            QCOMPARE(row[2], exact(curve[i].timeToFirstToken.value));
            QCOMPARE(row[3], exact(curve[i].timePerOutputToken.value));
            QCOMPARE(row[4], exact(curve[i].endToEnd.value));
            QCOMPARE(row[6], exact(curve[i].utilisation));
        }
    }
}

void TestServingFigures::rateIsDragged()
{
    Scenario s = scenario(kApart);
    const double largest = evaluateServing(s).load.largestRate;
    QVERIFY(largest > 0);
    s.serving.rate = largest / 4;
    const Snapshot now = snapshotOf(s);
    QVERIFY(now.serving().load.stable);
    const auto figure = shown(FigureKind::load, now);
    figure->show();
    QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
    const Frame frame(figure->axes(), figure->size());
    const QPoint from(qRound(frame.toX(s.serving.rate)), qRound(frame.area().bottom()) - 6);
    const QPoint to(qRound(frame.toX(largest / 2)), from.y());
    QSignalSpy edited(figure.get(), &PlotFigure::edited);
    QTest::mousePress(figure.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(figure.get(), (from + to) / 2);
    QTest::mouseMove(figure.get(), to);
    QTest::mouseRelease(figure.get(), Qt::LeftButton, {}, to);
    QVERIFY(!edited.isEmpty());
    const Edit edit = edited.last()[0].value<Edit>();
    QCOMPARE(edit.id, std::string("serving.rate"));
    QVERIFY2(std::abs(*edit.value / largest - 0.5) < 0.02, qPrintable(QString::number(*edit.value / largest)));
}

void TestServingFigures::unstableIsSaid()
{
    Scenario s = scenario(kApart);
    const double largest = evaluateServing(s).load.largestRate;
    s.serving.rate = 1.2 * largest;
    const Snapshot now = snapshotOf(s);
    QVERIFY(now.serving().feasible && !now.serving().load.stable);
    const auto figure = shown(FigureKind::load, now);
    QVERIFY(says(*figure, u"not sustained"_s));
    QVERIFY(figure->summary().contains(u"The queue grows without end"_s));
    QVERIFY2(figure->caption().contains(u"at most "_s), qPrintable(figure->caption()));
    QCOMPARE(figure->table().values[0][2], QString());  // nobody is served at that rate
    // Between 70 % and the wall only means are known.
    s.serving.rate = 0.5 * largest;
    const auto stable = shown(FigureKind::load, snapshotOf(s));
    QVERIFY(says(*stable, u"tails grow"_s));
    QVERIFY(!says(*stable, u"not sustained"_s));
}

void TestServingFigures::limitsAreRoofs()
{
    const auto figure = shown(FigureKind::load, snapshot(kLimited));
    QVERIFY(says(*figure, u"limit on the first token"_s));
    QVERIFY(says(*figure, u"limit on a token"_s));
    QVERIFY(!says(*shown(FigureKind::load, snapshot(kApart)), u"limit on"_s));
}

void TestServingFigures::case18_whatDoesNotFitHasNoLatency()
{
    const auto figure = shown(FigureKind::load, snapshot(kTooMany));
    QVERIFY(says(*figure, u"does not fit"_s));
    QCOMPARE(figure->table().rows.size(), 1);
    QVERIFY(!figure->axes().x.shown);
    const auto pools = shown(FigureKind::pools, snapshot(kTooMany));
    QVERIFY(says(*pools, u"if it fitted"_s));
    QVERIFY(pools->caption().contains(u"hypothetical"_s));
}

void TestServingFigures::case23_lengthsAreNamed()
{
    const Snapshot now = snapshot({{"serving.prompt", 4096}, {"serving.output", 300}});
    for (const FigureKind kind : kKinds) {
        const QString caption = shown(kind, now)->caption();
        QVERIFY2(caption.contains(u"4,096 tokens"_s), qPrintable(caption));
    }
    for (const FigureKind kind : {FigureKind::pools, FigureKind::load})
        QVERIFY(shown(kind, now)->caption().contains(u"300 tokens"_s));
}

void TestServingFigures::impossibleIsSaid()
{
    const Snapshot now = snapshot(kUnbuildable);
    QVERIFY(!now.serving().possible);
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, now);
        QVERIFY2(says(*figure, u"cannot be built"_s), qPrintable(figure->title()));
        QVERIFY(!figure->caption().isEmpty());
        QVERIFY(!figure->summary().isEmpty());
    }
}

QTEST_MAIN(TestServingFigures)
#include "test_serving_figures.moc"
