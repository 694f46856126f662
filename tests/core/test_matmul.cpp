// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "tests/core/matmul_fixtures.h"

#include <cmath>

using namespace scalescope;

/// The planner on the cases of the book, chapter 3.
class TestMatmul : public QObject
{
    Q_OBJECT

private slots:
    void namesTheCase_data();
    void namesTheCase();
    void gathersOrReducesAsTheBook();
    void secondCaseTurnsWhereTheBookSays();
    void gatherAgainstScatterIsARatioOfWidths();
    void unusedAxesRepeatTheWork();
    void backwardHasTheShardingsOfTheInputs();
    void elementwiseKeepsOrReducesTerms();
    void aSumLeavesTerms();
    void batchDimensionsStayAndAreNotSummed();
    void paddingIsCounted();
    void anythingLargeIsFinite();
    void whatDoesNotAgreeHasNoPlan();
    void moreBandwidthIsNeverSlower();
    void plansAsFastOnAMillionChips();
};

namespace {

MatmulPlan planOf(const char* left, const char* right, const char* output, const Sizes& sizes, const Topology& topology = cube())
{
    return planMatmul(matmulOf(left, right, output, sizes), mesh(), laid(mesh(), topology), topology, {FlopsPerSecond(kPeak), std::nullopt}, {});
}

/// The cheapest strategy whose role on X is this.
const Strategy* withRole(const MatmulPlan& plan, AxisRole role)
{
    for (const Strategy& s : plan.strategies)
        if (s.roles[0] == role)
            return &s;
    return nullptr;
}

const MatmulStep* firstCollective(const Strategy& strategy)
{
    for (const MatmulStep& step : strategy.steps)
        if (step.kind != StepKind::matmul && step.kind != StepKind::slice)
            return &step;
    return nullptr;
}

}  // namespace

void TestMatmul::namesTheCase_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<MatmulCase>("met");
    const auto row = [](const char* name, const char* left, const char* right, MatmulCase met) {
        QTest::newRow(name) << QByteArray(left) << QByteArray(right) << met;
    };
    row("rows and columns apart", "[I_X, J]", "[J, K_Y]", MatmulCase::noCommunication);
    row("nothing sharded", "[I, J]", "[J, K]", MatmulCase::noCommunication);
    row("one contraction", "[I, J_X]", "[J, K]", MatmulCase::oneContracted);
    row("the other contraction", "[I, J]", "[J_X, K_Y]", MatmulCase::oneContracted);
    row("both contractions", "[I, J_X]", "[J_X, K]", MatmulCase::bothContracted);
    row("claimed by rows and columns", "[I_X, J]", "[J, K_X]", MatmulCase::claimedTwice);
}

void TestMatmul::namesTheCase()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(MatmulCase, met);
    const MatmulPlan plan = planOf(left.constData(), right.constData(), "", kSizes);
    QCOMPARE(plan.worst, met);
    QVERIFY(!plan.strategies.empty());
    if (met == MatmulCase::noCommunication)
        QCOMPARE(plan.strategies.front().communication.value, 0.0);
}

void TestMatmul::gathersOrReducesAsTheBook()
{
    const auto bytes = [](double a, double b) { return 2 * a * b; };
    const MatmulPlan reduces = planOf("[I_X, J_Y]", "[J_Y, K]", "[I_X, K]", kSizes);
    const Strategy* kept = &reduces.strategies.front();
    QCOMPARE(firstCollective(*kept)->kind, StepKind::allReduce);
    QCOMPARE(firstCollective(*kept)->array.value, bytes(65536, 32768) / 16);
    QCOMPARE(kept->steps.size(), std::size_t(2));

    const MatmulPlan gathers = planOf("[I_X, J]", "[J_X, K_Y]", "[I_X, K_Y]", kSizes);
    const MatmulStep* gather = firstCollective(gathers.strategies.front());
    QCOMPARE(gather->kind, StepKind::gather);
    QCOMPARE(gather->operand, Operand::right);
    QCOMPARE(gather->array.value, bytes(16384, 32768) / 16);
}

/// X[B, D] . Y[D_X, F]: gathering Y against slicing X and adding partial sums, to a replicated output (question 4).
void TestMatmul::secondCaseTurnsWhereTheBookSays()
{
    const double alpha = kPeak / (2 * kLink);
    const std::int64_t width = 32768;
    const auto sums = [&](std::int64_t batch, std::int64_t inner) {
        const MatmulPlan plan = planOf("[I, J]", "[J_X, K]", "[I, K]", sizesOf(batch, inner, width));
        const Strategy* slices = withRole(plan, AxisRole::slicedLeft);
        const Strategy* gathers = withRole(plan, AxisRole::gatheredRight);
        if (!slices || !gathers)
            throw std::logic_error("a strategy is missing");
        return slices->overlapped < gathers->overlapped;
    };
    for (std::int64_t batch : {256, 1024, 2048}) {  // below C / W: communication rules both
        QVERIFY(static_cast<double>(batch) < alpha);
        QVERIFY(sums(batch, batch * 2 + 64));
        QVERIFY(!sums(batch, batch * 2 - 64));
    }
    for (std::int64_t batch : {4096, 65536}) {  // above: arithmetic against the sums
        QVERIFY(static_cast<double>(batch) > alpha);
        const auto turn = static_cast<std::int64_t>(2 * alpha);
        QVERIFY(sums(batch, turn / 16 * 16 + 64));
        QVERIFY(!sums(batch, turn / 16 * 16 - 64));
    }
}

/// Gathering the left input over the contraction against scattering the product: bytes are as J to K (question 9).
void TestMatmul::gatherAgainstScatterIsARatioOfWidths()
{
    const MatmulPlan plan = planOf("[I, J_X]", "[J_X, K]", "[I, K_X]", kSizes);
    const Strategy* scatters = withRole(plan, AxisRole::reduced);
    const Strategy* gathers = withRole(plan, AxisRole::gatheredBoth);
    QVERIFY(scatters && gathers);
    QCOMPARE(firstCollective(*scatters)->kind, StepKind::reduceScatter);
    const MatmulPlan one = planOf("[I, J_X]", "[J, K_X]", "[I, K_X]", kSizes);
    const Strategy* gathersLeft = withRole(one, AxisRole::gatheredLeft);
    QVERIFY(gathersLeft);
    QVERIFY(std::abs(gathersLeft->communication / scatters->communication - 16384.0 / 32768.0) < 1e-12);
}

void TestMatmul::unusedAxesRepeatTheWork()
{
    const MatmulPlan plan = planOf("[I_X, J]", "[J, K]", "[I_X, K]", kSizes);
    QCOMPARE(plan.strategies.front().redundancy, 256.0);
    QCOMPARE(plan.strategies.front().communication.value, 0.0);
    const MatmulPlan full = planOf("[I_X, J_Y]", "[J_Y, K_Z]", "[I_X, K_Z]", kSizes);
    QCOMPARE(full.strategies.front().redundancy, 1.0);
    // What all chips compute is the work times how often it is repeated.
    for (const MatmulPlan* p : {&plan, &full})
        for (const Strategy& s : p->strategies)
            QVERIFY(std::abs(s.flopsPerChip.value * 4096 / (s.redundancy * 2 * 65536.0 * 16384.0 * 32768.0) - 1) < 1e-12);
}

void TestMatmul::backwardHasTheShardingsOfTheInputs()
{
    const ShardedMatmul forward = matmulOf("[I_X, J]", "[J_Y, K]", "[I_X, K]", kSizes);
    const auto backward = backwardOf(forward);
    QCOMPARE(backward[0].output, forward.left);
    QCOMPARE(backward[1].output, forward.right);
    const Topology topology = cube();
    double flops = 0;
    for (const ShardedMatmul& m : backward) {
        const MatmulPlan plan = planMatmul(m, mesh(), laid(mesh(), topology), topology, {FlopsPerSecond(kPeak), std::nullopt}, {});
        QVERIFY(!plan.strategies.empty());
        const Strategy& s = plan.strategies.front();
        flops += s.flopsPerChip.value * 4096 / s.redundancy;
    }
    QVERIFY(std::abs(flops / (2 * 2 * 65536.0 * 16384.0 * 32768.0) - 1) < 1e-12);
}

void TestMatmul::elementwiseKeepsOrReducesTerms()
{
    const Topology topology = cube();
    const auto plan = [&](Elementwise kind, const char* left, const char* right) {
        return planElementwise(kind, read(left, kSizes), read(right, kSizes), mesh(), laid(mesh(), topology), topology,
                               {FlopsPerSecond(kPeak), BytesPerSecond(2.8e12)}, {});
    };
    QCOMPARE(plan(Elementwise::linear, "[I_X, J] {U_Y}", "[I_X, J] {U_Y}").strategies.front().communication.value, 0.0);
    QVERIFY(plan(Elementwise::nonlinear, "[I_X, J] {U_Y}", "[I_X, J]").strategies.front().communication.value > 0);
    const MatmulPlan apart = plan(Elementwise::nonlinear, "[I_X, J]", "[I, J]");
    QCOMPARE(apart.strategies.front().communication.value, 0.0);  // the copy is sliced
    QVERIFY(apart.strategies.size() >= 2);
}

void TestMatmul::aSumLeavesTerms()
{
    const Topology topology = cube();
    const MatmulPlan plan = planReduction(read("[I, J_X]", kSizes), 1, mesh(), laid(mesh(), topology), topology,
                                          {FlopsPerSecond(kPeak), BytesPerSecond(2.8e12)}, {});
    bool reduces = false;
    bool scatters = false;
    for (const Strategy& s : plan.strategies) {
        const MatmulStep* step = firstCollective(s);
        reduces = reduces || (step && step->kind == StepKind::allReduce);
        scatters = scatters || (step && step->kind == StepKind::reduceScatter);
    }
    QVERIFY(reduces && scatters);
}

/// B in all three arrays: sharding it on both inputs costs nothing, on one it slices the other.
void TestMatmul::batchDimensionsStayAndAreNotSummed()
{
    Sizes sizes = kSizes;
    sizes.push_back({"B", 256});
    const MatmulPlan both = planOf("[B_X, I, J]", "[B_X, J, K]", "[B_X, I, K]", sizes);
    QCOMPARE(both.worst, MatmulCase::noCommunication);
    QCOMPARE(both.strategies.front().roles[0], AxisRole::kept);
    QCOMPARE(both.strategies.front().communication.value, 0.0);
    QCOMPARE(both.strategies.front().flopsPerChip.value, 2 * 256.0 / 16 * 65536 * 16384 * 32768);

    const MatmulPlan one = planOf("[B_X, I, J]", "[B, J, K]", "[B_X, I, K]", sizes);
    QCOMPARE(one.strategies.front().roles[0], AxisRole::slicedRight);
    QCOMPARE(one.strategies.front().communication.value, 0.0);
}

/// 100 rows over 16 devices are blocks of 7.
void TestMatmul::paddingIsCounted()
{
    const MatmulPlan plan = planOf("[I_X, J]", "[J, K]", "[I_X, K]", sizesOf(100, 1000, 1000));
    const Strategy& kept = *withRole(plan, AxisRole::kept);
    QCOMPARE(kept.flopsPerChip.value, 2.0 * 7 * 1000 * 1000);
    QVERIFY(std::abs(kept.redundancy - 256 * 112 / 100.0) < 1e-9);
    QCOMPARE(kept.peakMemory.value, 2.0 * (7 * 1000 + 1000 * 1000 + 7 * 1000));
}

void TestMatmul::anythingLargeIsFinite()
{
    const DeviceMesh axes{{{"X", 1000}, {"Y", 1000}, {"Z", 1000}}};
    Topology topology = cube();
    topology.shape = {1000, 1000, 1000};
    const MeshPlacement placement = laid(axes, topology);
    constexpr std::int64_t most = ShardedArray::kMaxSize;
    for (const Sizes& sizes : {sizesOf(most, most, most), sizesOf(1, 1, 1), sizesOf(most, 1, 7)}) {
        Diagnostics problems;
        const auto array = [&](const char* text) { return parseArray(text, axes, sizes, problems).value(); };
        const ShardedMatmul matmul = makeMatmul(array("[I_XY, J_Z]"), array("[J_ZY, K_X]"), array("[I_Y, K]{U_Z}"), axes, problems).value();
        const MatmulPlan plan = planMatmul(matmul, axes, placement, topology, {FlopsPerSecond(kPeak), BytesPerSecond(2.8e12)}, {});
        QVERIFY(!plan.strategies.empty());
        for (const Strategy& s : plan.strategies)
            for (double value : {s.flopsPerChip.value, s.redundancy, s.sent.value, s.peakMemory.value, s.separate.value, s.overlapped.value})
                QVERIFY(std::isfinite(value) && value >= 0);
    }
}

void TestMatmul::whatDoesNotAgreeHasNoPlan()
{
    const Topology topology = cube();
    const MatmulRates rates{FlopsPerSecond(kPeak), std::nullopt};
    const MeshPlacement placement = laid(mesh(), topology);
    const ShardedArray left = read("[I_X, J]", kSizes);
    const ShardedArray right = read("[J, K]", kSizes);
    Diagnostics problems;
    QVERIFY(!agreeElementwise(left, right, problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(agreeElementwise(left, read("[I, J_X]", kSizes), problems));
    QVERIFY(planElementwise(Elementwise::linear, left, right, mesh(), placement, topology, rates, {}).strategies.empty());
    QVERIFY(planReduction(left, 2, mesh(), placement, topology, rates, {}).strategies.empty());
    QVERIFY(planReduction(left, -1, mesh(), placement, topology, rates, {}).strategies.empty());
}

void TestMatmul::moreBandwidthIsNeverSlower()
{
    for (const char* output : {"[I, K]", "[I_X, K]", "[I_Y, K_X]", "[I, K_XYZ]"}) {
        double before = INFINITY;
        for (double factor : {0.1, 0.5, 1.0, 2.0, 10.0, 1e3}) {
            Topology topology = cube();
            topology.link *= factor;
            const MatmulPlan plan = planOf("[I_X, J_Y]", "[J_Z, K_Y]", output, kSizes, topology);
            QVERIFY(!plan.strategies.empty());
            const double now = plan.strategies.front().separate.value;
            QVERIFY(now <= before * (1 + 1e-12));
            before = now;
        }
    }
}

void TestMatmul::plansAsFastOnAMillionChips()
{
    const DeviceMesh axes{{{"X", 8}, {"Y", 8}, {"Z", 8}, {"W", 8}}};
    const auto timeOn = [&](std::int64_t factor) {
        DeviceMesh m = axes;
        m.axes[3].size = factor;
        Topology topology = cube(8);
        topology.shape = {8, 8, 8, factor};
        const MeshPlacement placement = laid(m, topology);
        Diagnostics problems;
        const Sizes sizes = sizesOf(1 << 20, 1 << 20, 1 << 20);
        const auto array = [&](const char* text) { return parseArray(text, m, sizes, problems).value(); };
        const ShardedMatmul matmul = makeMatmul(array("[I_XY, J_Z]"), array("[J_ZW, K_X]"), array("[I_Y, K]"), m, problems).value();
        QElapsedTimer timer;
        std::vector<qint64> times;
        std::size_t strategies = 0;
        for (int i = 0; i < 51; ++i) {
            timer.start();
            strategies = planMatmul(matmul, m, placement, topology, {FlopsPerSecond(kPeak), std::nullopt}, {}).strategies.size();
            times.push_back(timer.nsecsElapsed());
        }
        std::sort(times.begin(), times.end());
        qInfo("%lld devices: %zu strategies in %.1f us", static_cast<long long>(m.devices()), strategies, static_cast<double>(times[25]) / 1e3);
        return strategies;
    };
    QCOMPARE(timeOn(2048), timeOn(8));
}

QTEST_GUILESS_MAIN(TestMatmul)
#include "test_matmul.moc"
