// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/explore/collective_series.h"
#include "core/explore/matmul_series.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"

#include <algorithm>
#include <cmath>

using namespace scalescope;

namespace {

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

TimedCollective timedOf(const Scenario& s)
{
    const auto timed = timedCollective(s, answerSharding(s));
    if (!timed)
        qFatal("the mesh cannot be laid");
    return *timed;
}

bool near(double a, double b, double tolerance = 1e-9) { return std::fabs(a - b) <= tolerance * std::fabs(b); }

#define VERIFY_NEAR(actual, expected) \
    QVERIFY2(near(actual, expected), qPrintable(QStringLiteral("%1, not %2").arg(actual, 0, 'g', 15).arg(expected, 0, 'g', 15)))

}  // namespace

class TestNetworkSeries : public QObject {
    Q_OBJECT

private slots:
    void flipIsWhereHopsAndBytesTie();
    void sizesAreTheEnginesTimes();
    void idleAxesMakeTwoFlips();
    void reductionInTheNetworkIsCompared();
    void raggedIsComparedWithDense();
    void innermostSizesCanAllBeLaid_data();
    void innermostSizesCanAllBeLaid();
    void axisTimesAreTheRings();
    void innerAxisIsTheBooks();
    void innerAxisSplitsByNetwork();
    void raggedShareIsTheBooks();
    void matmulIsCounted();
    void matmulKnowsItsMemory();
    void attainedIsTheBooks();
    void splitIsTheBooks();
    void fewPoints();
};

void TestNetworkSeries::flipIsWhereHopsAndBytesTie()
{
    for (const double collective : {0.0, 1.0, 2.0, 3.0}) {
        const Scenario s = scenario("default", {{"sharding.collective", collective}});
        const ShardingAnswer answer = answerSharding(s);
        const SizeSeries series = sizeSeries(*timedCollective(s, answer), 1e3, 1e10);
        QCOMPARE(series.latencyBound.size(), std::size_t(1));
        QCOMPARE(series.latencyBound[0].first, 1e3);
        VERIFY_NEAR(series.latencyBound[0].second, answer.collective->latencyBoundBelow.value);
        // The bend is a point of the curve, so the curve does not cut its corner.
        const std::vector<double>& x = series.curve.x;
        QVERIFY(std::any_of(x.begin(), x.end(), [&](double v) { return near(v, series.latencyBound[0].second); }));
        QVERIFY(std::is_sorted(x.begin(), x.end()));
    }
}

void TestNetworkSeries::sizesAreTheEnginesTimes()
{
    // 16 v5p chips on a ring: V / (2 W) under the book's terms, but no less than 8 hops.
    const Scenario s = scenario("default");
    const TimedCollective timed = timedOf(s);
    QCOMPARE(timed.group.size, std::int64_t(16));
    const Torus& torus = std::get<Torus>(s.hardware.cluster.networks.front());
    const SizeSeries series = sizeSeries(timed, 1e3, 1e10);
    for (std::size_t i = 0; i < series.curve.x.size(); ++i) {
        const double bytes = series.curve.x[i] / (2.0 * torus.bandwidth.value);
        const double hops = 8.0 * torus.hop.value;
        VERIFY_NEAR(series.curve.bandwidth[i], bytes);
        VERIFY_NEAR(series.curve.latency[i], hops);
        VERIFY_NEAR(series.curve.total[i], std::max(bytes, hops));
    }
    QVERIFY(series.plain.empty());
}

void TestNetworkSeries::idleAxesMakeTwoFlips()
{
    const Scenario s = scenario("default", {{"sharding.idle.Y", 1}});
    const TimedCollective timed = timedOf(s);
    QVERIFY(timed.isHelped());
    const SizeSeries series = sizeSeries(timed, 1e3, 1e10);
    // Without help while hops count, then over both axes, whose hops are more.
    QCOMPARE(series.plain.size(), series.curve.x.size());
    for (std::size_t i = 0; i < series.plain.size(); ++i)
        QVERIFY(series.curve.total[i] <= series.plain[i] * (1 + 1e-12));
    QVERIFY(series.curve.total.back() < 0.6 * series.plain.back());
    for (const auto& [from, to] : series.latencyBound) {
        const double middle = std::sqrt(from * to);
        QVERIFY(timed.at(Bytes(middle)).term == Term::latency);
        if (to < 1e10)
            QVERIFY(timed.at(Bytes(to * 1.001)).term == Term::bandwidth);
    }
}

void TestNetworkSeries::reductionInTheNetworkIsCompared()
{
    const Scenario s = scenario("sharded-all-gather-h100", {{"sharding.collective", 2},
                                                           {"sharding.over.Y", 1},
                                                           {"sharding.over.X", 0},
                                                           {"assumptions.ring", 0},
                                                           {"assumptions.reduction", 2}});
    const TimedCollective timed = timedOf(s);
    QVERIFY(timed.isHelped());
    // Book, chapter 12: B / W in the network, 2 B (N - 1) / (N W) round a ring.
    VERIFY_NEAR(timed.at(Bytes(1e9)).bandwidth.value, 1e9 / 450e9);
    VERIFY_NEAR(timed.plainAt(Bytes(1e9)).bandwidth.value, 2e9 * 7 / 8 / 450e9);
}

void TestNetworkSeries::raggedIsComparedWithDense()
{
    const TimedCollective timed = timedOf(scenario("ragged-all-to-all"));
    QVERIFY(timed.isHelped());
    QVERIFY(timed.at(Bytes(1e9)).bandwidth < timed.plainAt(Bytes(1e9)).bandwidth);
}

void TestNetworkSeries::innermostSizesCanAllBeLaid_data()
{
    QTest::addColumn<std::string>("preset");
    for (const char* preset : {"default", "llama-3-8b-v5e", "llama-3-70b-h100"})
        QTest::newRow(preset) << std::string(preset);
}

void TestNetworkSeries::innermostSizesCanAllBeLaid()
{
    QFETCH(std::string, preset);
    const Topology topology = topologyOf(scenario(preset));
    const std::vector<std::int64_t> sizes = innermostSizes(topology);
    std::vector<std::int64_t> expected;
    for (std::int64_t size = 2; size <= topology.chips(); ++size) {
        std::array<AxisPlacement, 1> axis;
        if (topology.chips() % size == 0 && !placeAxes(std::array<std::int64_t, 1>{size}, topology, axis))
            expected.push_back(size);
    }
    QVERIFY(sizes == expected);
}

void TestNetworkSeries::axisTimesAreTheRings()
{
    const Scenario s = scenario("default", {{"sharding.array", 1e9}, {"assumptions.ring", 0}, {"assumptions.axes", 1}});
    const TimedCollective timed = timedOf(s);
    const Torus& torus = std::get<Torus>(s.hardware.cluster.networks.front());
    const double link = torus.bandwidth.value;
    const CollectiveCurve curve = axisSeries(timed);
    QCOMPARE(curve.x.front(), 2.0);
    QCOMPARE(curve.x.back(), 4096.0);
    // Of a dimension of 16: lines of 2, 4 and 8, then the ring, then a second dimension with it.
    VERIFY_NEAR(curve.total[0], 1e9 / 2 / link);
    VERIFY_NEAR(curve.total[1], 1e9 * 3 / 4 / link);
    VERIFY_NEAR(curve.total[2], 1e9 * 7 / 8 / link);
    VERIFY_NEAR(curve.total[3], 1e9 * 15 / 16 / (2 * link));
    QCOMPARE(curve.x[7], 256.0);
    VERIFY_NEAR(curve.total[7], 1e9 * 255 / 256 / (4 * link));
}

// Book, chapter 12: T_out = B D / (W_node max(D, Y)) is the whole, with D = 8192 and F = 32768 in bf16.
void TestNetworkSeries::innerAxisIsTheBooks()
{
    const TimedCollective timed = timedOf(scenario("sharded-all-gather-h100"));
    const double whole = 2.0 * 8192 * 32768;
    VERIFY_NEAR(timed.whole().value, whole);
    const InnerSeries series = innerSeries(timed);
    QCOMPARE(series.curve.x.front(), 1.0);
    QCOMPARE(series.networks.size(), std::size_t(3));
    for (std::size_t i = 0; i < series.curve.x.size(); ++i) {
        const double inner = series.curve.x[i];
        if (inner >= 256)  // the leaves are inside the inner axis
            continue;
        const double out = whole * 8 / (400e9 * std::max(8.0, inner));
        VERIFY_NEAR(series.networks[1].seconds[i], out);
        VERIFY_NEAR(series.curve.bandwidth[i], out);
        if (inner < 8)
            VERIFY_NEAR(series.networks[0].seconds[i], whole / (450e9 * inner));
        else
            QVERIFY(std::isnan(series.networks[0].seconds[i]));
    }
    // The present is on the curve: the study's axis spans all that lies outside its inner axis of 8.
    const auto now = std::find(series.curve.x.begin(), series.curve.x.end(), 8.0) - series.curve.x.begin();
    VERIFY_NEAR(series.curve.total[static_cast<std::size_t>(now)], timed.now.total.value);
}

void TestNetworkSeries::innerAxisSplitsByNetwork()
{
    for (const char* preset : {"default", "llama-3-70b-h100"}) {
        const TimedCollective timed = timedOf(scenario(preset));
        const InnerSeries series = innerSeries(timed);
        QVERIFY(!series.curve.x.empty());
        for (std::size_t i = 0; i < series.curve.x.size(); ++i) {
            double slowest = 0;
            for (const InnerSeries::Alone& alone : series.networks)
                if (!std::isnan(alone.seconds[i]))
                    slowest = std::max(slowest, alone.seconds[i]);
            VERIFY_NEAR(slowest, series.curve.bandwidth[i]);
        }
    }
}

// Oracle gpus-04.
void TestNetworkSeries::raggedShareIsTheBooks()
{
    const Routing routing{8, 256, RoutingRule::distinctExperts};
    const auto share = [&](RoutingRule rule, double targets) { return shareMoved(routing, rule, targets).value_or(-1); };
    VERIFY_NEAR(share(RoutingRule::bound, 2), 0.5);
    VERIFY_NEAR(share(RoutingRule::bound, 8), 0.875);
    VERIFY_NEAR(share(RoutingRule::bound, 16), 0.46875);
    VERIFY_NEAR(share(RoutingRule::bound, 256), 0.0311279296875);
    VERIFY_NEAR(share(RoutingRule::independentPicks, 2), 0.498046875);
    VERIFY_NEAR(share(RoutingRule::independentPicks, 8), 0.5743421986699104);
    VERIFY_NEAR(share(RoutingRule::independentPicks, 16), 0.3780754932813579);
    VERIFY_NEAR(share(RoutingRule::independentPicks, 64), 0.11652397801750786);
    VERIFY_NEAR(share(RoutingRule::independentPicks, 256), 0.030705661161548436);
    // With one expert on each target, different experts are different targets.
    VERIFY_NEAR(share(RoutingRule::distinctExperts, 256), 0.0311279296875);
    QVERIFY(!shareMoved(routing, RoutingRule::distinctExperts, 257));

    const TargetsSeries series = targetsSeries(routing, 2, 256);
    QVERIFY(std::find(series.targets.begin(), series.targets.end(), 8.0) != series.targets.end());
    QVERIFY(std::is_sorted(series.targets.begin(), series.targets.end()));
    for (std::size_t i = 0; i < series.targets.size(); ++i) {
        // Random picks meet twice, so they reach fewer.
        QVERIFY(series.share[1][i] <= series.share[0][i] * (1 + 1e-12));
        QVERIFY(series.share[0][i] <= series.share[2][i] * (1 + 1e-12));
    }
}

void TestNetworkSeries::matmulIsCounted()
{
    const Scenario s = scenario("default", {{"calculator.rows", 16}, {"calculator.inner", 128}, {"calculator.outer", 64}, {"calculator.weight", 4}});
    const MatmulAnswer answer = answerMatmul(s);
    QCOMPARE(answer.operation.flops.value, 2.0 * 16 * 128 * 64);
    QCOMPARE(answer.parts[0].value, 2.0 * 16 * 128);
    QCOMPARE(answer.parts[1].value, 1.0 * 128 * 64);
    QCOMPARE(answer.parts[2].value, 2.0 * 16 * 64);
    QCOMPARE(answer.operation.traffic.value, answer.parts[0].value + answer.parts[1].value + answer.parts[2].value);
    QVERIFY(answer.timed());
    VERIFY_NEAR(answer.attained().value, answer.operation.flops.value / answer.time().lower().value);
}

void TestNetworkSeries::matmulKnowsItsMemory()
{
    const Scenario s = scenario("llama-3-70b-h100", {{"calculator.memory", 1}});
    const Chip& chip = s.hardware.cluster.chip;
    const MatmulAnswer answer = answerMatmul(s);
    QVERIFY(answer.memory == chip.onChip);
    QVERIFY(!answer.fits);  // 512 MB of weights in 50 MB
    const MatmulAnswer small = answerMatmul(s, {16, 1024, 1024});
    QVERIFY(small.fits);
    VERIFY_NEAR(small.time().memory.value, small.operation.traffic.value / 5.5e12);

    const MatmulAnswer host = answerMatmul(scenario("llama-3-70b-h100", {{"calculator.memory", 2}}));
    QCOMPARE(host.memory.bandwidth->value, chip.hostLink->value);
    QVERIFY(host.fits);

    const MatmulAnswer unknown = answerMatmul(scenario("llama-3-70b-h100", {{"calculator.memory", 1}, {"chip.on_chip.bandwidth", std::nullopt}}));
    QVERIFY(!unknown.timed());
}

// Oracle roofline-q3: int8 weights, bf16 activations, C = 197e12, W = 820e9.
void TestNetworkSeries::attainedIsTheBooks()
{
    const Scenario s = scenario("llama-3-8b-v5e", {{"chip.peak.bf16", 197e12}, {"chip.hbm.bandwidth", 820e9}});
    const auto square = [](double width, double batch) { return MatmulShape{batch, width, width, DType::bf16, DType::int8, DType::bf16}; };
    const auto rateAt = [&](double width, double batch) { return answerMatmul(s, square(width, batch)).attained().value; };
    VERIFY_NEAR(rateAt(4096, 64), 98785882352941.17);
    VERIFY_NEAR(rateAt(1024, 64), 83968000000000.0);
    VERIFY_NEAR(rateAt(1024, 128), 139946666666666.66);
    QCOMPARE(rateAt(4096, 511), 197e12);
    VERIFY_NEAR(attainedSeries(s, square(4096, 1), 1, 131072).critical.value(), 136.08570117920073);
    const AttainedSeries narrow = attainedSeries(s, square(1024, 1), 1, 131072);
    VERIFY_NEAR(narrow.critical.value(), 226.314844731646);
    QVERIFY(std::is_sorted(narrow.rate.begin(), narrow.rate.end()));
    const auto bend = std::find(narrow.batch.begin(), narrow.batch.end(), *narrow.critical);
    QVERIFY(bend != narrow.batch.end());
    VERIFY_NEAR(narrow.rate[static_cast<std::size_t>(bend - narrow.batch.begin())], 197e12);
}

// Oracle roofline-10: C = 197e12, 45e9 each way.
void TestNetworkSeries::splitIsTheBooks()
{
    const Scenario s = scenario("llama-3-8b-v5e", {{"chip.peak.bf16", 197e12}, {"network.0.bandwidth", 45e9}});
    const auto series = splitSeries(s, 100, 1e6);
    QVERIFY(series);
    VERIFY_NEAR(series->critical, 8755.555555555555);
    const MatmulShape shape = s.calculator.matmul;
    const OperationTime tie = series->at(shape, series->critical);
    VERIFY_NEAR(tie.compute.value, tie.memory.value);
    VERIFY_NEAR(series->at(shape, 1000).compute.value, shape.batch * 1000 * shape.outer / 197e12);
    VERIFY_NEAR(series->at(shape, 1000).memory.value, 2 * shape.batch * shape.outer / 45e9);
}

void TestNetworkSeries::fewPoints()
{
    for (const char* preset : {"default", "llama-3-70b-h100", "sharded-all-gather-h100"}) {
        const Scenario s = scenario(preset);
        const TimedCollective timed = timedOf(s);
        QVERIFY(sizeSeries(timed, 1, 1e18).curve.x.size() <= 128);
        QVERIFY(axisSeries(timed).x.size() <= 128);
        QVERIFY(innerSeries(timed).curve.x.size() <= 129);
    }
    Topology large;
    large.levelCount = 1;
    large.levels[0].degree = 735134400;  // 1344 divisors
    large.levels[0].link = BytesPerSecond(1e9);
    const std::vector<std::int64_t> sizes = innermostSizes(large);
    QCOMPARE(sizes.size(), std::size_t(128));
    QCOMPARE(sizes.back(), std::int64_t(735134400));
}

QTEST_GUILESS_MAIN(TestNetworkSeries)
#include "test_network_series.moc"
