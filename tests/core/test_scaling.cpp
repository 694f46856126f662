// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/explore/plan_search.h"
#include "core/explore/scaling.h"
#include "core/scenario/presets.h"
#include "tests/support/random_scenario.h"

#include <cmath>

using namespace scalescope;

namespace {

Scenario shipped(std::string_view id) { return scenarioPreset(shippedPresets(), id).value.value(); }

/// A model whose layers and heads divide well, with whole sequences on every shard, on H100s.
Scenario wholeSequences()
{
    Scenario s = shipped("llama-3-70b-h100");
    s.hardware.cluster = resized(s.hardware.cluster, 512);
    s.plan = Plan();
    s.plan.tensor = 8;
    s.plan.fsdp = 64;
    s.workload.sequence = 8192;
    s.workload.batch = 8192 * 512;
    return s;
}

const ScalingPoint* at(const ScalingCurve& curve, double chips)
{
    const auto found = std::find_if(curve.begin(), curve.end(), [&](const ScalingPoint& p) { return p.chips == chips; });
    return found == curve.end() ? nullptr : &*found;
}

void compareToScenario(const ScalingCurve& curve, const Scenario& s)
{
    const Estimate e = evaluate(s);
    const ScalingPoint* now = at(curve, e.chips);
    QVERIFY(now);
    QCOMPARE(now->plan, s.plan);
    QCOMPARE(now->possible, e.possible());
    QCOMPARE(now->feasible, e.feasible());
    QCOMPARE(now->step.value, e.step().expected.value);
    QVERIFY(std::fabs(now->mfu - e.mfu) < 1e-12 + 1e-9 * e.mfu);
    if (e.possible())
        QVERIFY(std::fabs(now->tokensPerSecond - s.workload.batch / e.step().expected.value) < 1e-6 * now->tokensPerSecond);
}

void checkPoint(const ScalingPoint& p)
{
    QVERIFY(std::isfinite(p.step.value) && std::isfinite(p.tokensPerSecond) && std::isfinite(p.mfu));
    QVERIFY(!p.feasible || p.possible);
    QVERIFY(!p.possible || productOf(p.plan) == p.chips);
    QVERIFY(p.possible || p.step.value == 0);
}

}  // namespace

class TestScaling : public QObject {
    Q_OBJECT

private slots:
    void sizesReachAMillion();
    void presentSizeIsTheScenario();
    void onlyTheShardsGrow();
    void dataAloneGrowsWhereNothingIsSharded();
    void microbatchesKeepWholeSequences();
    void bestIsNeverSlower();
    void bestSplitsSequencesWhereItMust();
    void bestSplitsExperts();
    void weakScalingOfComputeIsFlat();
    void throughputStaysUnderThePeak();
    void leavingLinear();
    void hostileScenarios();
};

void TestScaling::sizesReachAMillion()
{
    const auto clusters = scaledClusters(wholeSequences());
    for (std::size_t i = 1; i < clusters.size(); ++i)
        QVERIFY(chipCount(clusters[i]) > chipCount(clusters[i - 1]));
    QCOMPARE(chipCount(clusters.front()), 1.0);
    QVERIFY(chipCount(clusters.back()) >= 1e6);

    Scenario odd = wholeSequences();  // the present size is there as it is
    odd.hardware.cluster = resized(odd.hardware.cluster, 24);
    const auto withOdd = scaledClusters(odd);
    QVERIFY(std::count(withOdd.begin(), withOdd.end(), odd.hardware.cluster) == 1);

    Scenario single;
    single.hardware.cluster.networks.clear();
    QCOMPARE(scaledClusters(single).size(), 1U);
}

void TestScaling::presentSizeIsTheScenario()
{
    for (const char* id : {"default", "llama-3-8b-v5e", "llama-3-70b-h100"})
        for (const Growth growth : {Growth::strong, Growth::weak}) {
            const Scenario s = shipped(id);
            compareToScenario(scaledSamePlan(s, scaledClusters(s), growth), s);
        }
}

void TestScaling::onlyTheShardsGrow()
{
    Scenario s = wholeSequences();
    s.plan.fsdp = 16;
    s.plan.data = 4;
    const auto curve = scaledSamePlan(s, scaledClusters(s), Growth::weak);
    for (const ScalingPoint& p : curve) {
        Plan same = p.plan;
        same.fsdp = s.plan.fsdp;
        same.data = s.plan.data;
        QCOMPARE(same, s.plan);
        QCOMPARE(p.possible, p.chips >= 8);  // fewer cannot hold the tensor degree
    }
    QCOMPARE(at(curve, 1024)->plan.fsdp, 32);
    QCOMPARE(at(curve, 1024)->plan.data, 4);
    QCOMPARE(at(curve, 64)->plan.fsdp, 2);
    QCOMPARE(at(curve, 64)->plan.data, 4);
    QCOMPARE(at(curve, 16)->plan.fsdp, 1);
    QCOMPARE(at(curve, 16)->plan.data, 2);
}

void TestScaling::dataAloneGrowsWhereNothingIsSharded()
{
    Scenario s = wholeSequences();
    s.plan.fsdp = 1;
    s.plan.data = 64;
    for (const ScalingPoint& p : scaledSamePlan(s, scaledClusters(s), Growth::weak))
        QCOMPARE(p.plan.fsdp, 1);
}

void TestScaling::microbatchesKeepWholeSequences()
{
    Scenario s = wholeSequences();  // 512 sequences on 64 shards
    s.plan.microbatches = 8;
    QCOMPARE(sequencesPerMicrobatch(s), 1.0);
    const auto curve = scaledSamePlan(s, scaledClusters(s), Growth::strong);
    QCOMPARE(at(curve, 256)->plan.microbatches, 8);
    QCOMPARE(at(curve, 2048)->plan.microbatches, 2);
    QVERIFY(at(curve, 4096)->wholeSequences);
    QCOMPARE(at(curve, 4096)->plan.microbatches, 1);
    QVERIFY(!at(curve, 8192)->wholeSequences);
    QVERIFY(!at(curve, 8192)->runs());

    s.plan.schedule = PipelineSchedule::interleaved;  // needs a multiple of the stages
    s.plan.pipeline = 4;
    s.plan.chunks = 2;
    s.plan.fsdp = 16;
    const auto interleaved = scaledSamePlan(s, scaledClusters(s), Growth::strong);
    QCOMPARE(at(interleaved, 2048)->plan.microbatches, 8);
    QCOMPARE(at(interleaved, 4096)->plan.microbatches, 4);
    QVERIFY(!at(interleaved, 16384)->wholeSequences);
}

void TestScaling::bestIsNeverSlower()
{
    std::vector<Scenario> scenarios = {wholeSequences(), shipped("default"), shipped("llama-3-8b-v5e"), shipped("llama-3-70b-h100")};
    scenarios[0].assumptions = assumptionsOf(AssumptionSet::realistic, scenarios[0].assumptions);
    bool faster = false;
    for (const Scenario& s : scenarios)
        for (const Growth growth : {Growth::strong, Growth::weak}) {
            const auto clusters = scaledClusters(s);
            const auto same = scaledSamePlan(s, clusters, growth);
            const auto best = scaledBestPlan(s, clusters, growth, same);
            QCOMPARE(best.size(), same.size());
            for (std::size_t i = 0; i < same.size(); ++i) {
                checkPoint(best[i]);
                if (!same[i].runs())
                    continue;
                QVERIFY(best[i].runs());
                QVERIFY(best[i].step <= same[i].step);
                faster = faster || best[i].step < same[i].step * 0.8;
            }
        }
    QVERIFY(faster);
}

void TestScaling::bestSplitsSequencesWhereItMust()
{
    Scenario s = wholeSequences();
    s.workload.sequence = 131072;  // 32 sequences on 16 shards
    s.hardware.cluster = resized(s.hardware.cluster, 128);
    s.plan.fsdp = 16;
    const auto clusters = scaledClusters(s);
    const auto same = scaledSamePlan(s, clusters, Growth::strong);
    const auto best = scaledBestPlan(s, clusters, Growth::strong, same);
    const ScalingPoint* many = at(best, 4096);
    QVERIFY(many && many->runs());
    QVERIFY(!at(same, 4096)->runs());
    QVERIFY(many->plan.context > 1 || many->plan.pipeline > 1 || many->plan.tensor > 8);
    QVERIFY(tokenShards(many->plan) / static_cast<double>(many->plan.context) <= 32);
}

void TestScaling::bestSplitsExperts()
{
    Scenario s = wholeSequences();
    s.model = modelPreset(shippedPresets(), "deepseek-v3").value.value();
    s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
    const auto clusters = scaledClusters(s);
    const auto best = scaledBestPlan(s, clusters, Growth::strong, scaledSamePlan(s, clusters, Growth::strong));
    QVERIFY(std::any_of(best.begin(), best.end(), [](const ScalingPoint& p) { return p.runs() && p.plan.expert > 1; }));
}

void TestScaling::weakScalingOfComputeIsFlat()
{
    Scenario s = wholeSequences();
    s.assumptions = assumptionsOf(AssumptionSet::book, s.assumptions);  // traffic hides
    s.workload.batch = 8192.0 * 64 * 512;
    const auto curve = scaledSamePlan(s, scaledClusters(s), Growth::weak);
    const double each = at(curve, 512)->tokensPerSecond / 512;
    for (const double chips : {64.0, 1024.0, 65536.0})
        QVERIFY(std::fabs(at(curve, chips)->tokensPerSecond / chips / each - 1) < 1e-9);
    QVERIFY(!leavesLinear(curve));
}

void TestScaling::throughputStaysUnderThePeak()
{
    Scenario s = wholeSequences();
    const Estimate e = evaluate(s);
    const double perToken = e.executedFlops.value / s.workload.batch;
    for (const Growth growth : {Growth::strong, Growth::weak}) {
        const auto clusters = scaledClusters(s);
        const auto same = scaledSamePlan(s, clusters, growth);
        for (const ScalingCurve& curve : {same, scaledBestPlan(s, clusters, growth, same)})
            for (const ScalingPoint& p : curve)
                QVERIFY(p.tokensPerSecond * perToken <= p.chips * e.peak->rate.value * (1 + 1e-9));
    }
}

void TestScaling::leavingLinear()
{
    const auto curveOf = [](std::initializer_list<double> perChip) {
        ScalingCurve curve;
        double chips = 1;
        for (const double each : perChip) {
            ScalingPoint p;
            p.chips = chips;
            p.possible = p.feasible = p.wholeSequences = true;
            p.tokensPerSecond = each * chips;
            curve.push_back(p);
            chips *= 2;
        }
        return curve;
    };
    QVERIFY(!leavesLinear({}));
    QVERIFY(!leavesLinear(curveOf({100, 95, 91})));
    QCOMPARE(leavesLinear(curveOf({100, 95, 91, 89, 50})), 4.0);
    QCOMPARE(leavesLinear(curveOf({100, 80})), 1.0);
    ScalingCurve hypothetical = curveOf({100, 95, 94, 50});
    hypothetical[0].feasible = false;  // does not count while others run
    QCOMPARE(leavesLinear(hypothetical), 4.0);
    for (ScalingPoint& p : hypothetical)
        p.feasible = false;
    QCOMPARE(leavesLinear(hypothetical), 4.0);
    const Scenario s = wholeSequences();
    QVERIFY(leavesLinear(scaledSamePlan(s, scaledClusters(s), Growth::strong)));
}

void TestScaling::hostileScenarios()
{
    std::mt19937 random(20250509);
    const std::vector<Scenario> starts = shippedScenarios();
    for (std::size_t i = 0; i < 200; ++i) {
        const Scenario s = randomised(starts[i % starts.size()], 12, random);
        const auto clusters = scaledClusters(s);
        QVERIFY(!clusters.empty());
        for (const Growth growth : {Growth::strong, Growth::weak}) {
            const auto same = scaledSamePlan(s, clusters, growth);
            for (const ScalingPoint& p : same)
                checkPoint(p);
            for (const ScalingPoint& p : scaledBestPlan(s, clusters, growth, same))
                checkPoint(p);
            leavesLinear(same);
        }
    }
}

QTEST_GUILESS_MAIN(TestScaling)
#include "test_scaling.moc"
