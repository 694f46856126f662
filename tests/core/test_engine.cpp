// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/balance.h"
#include "core/explore/series.h"
#include "core/explore/solve.h"
#include "core/scenario/scenario_json.h"
#include "core/training/bounds.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

#include <cmath>

using namespace scalescope;

/// Laws that hold for every scenario: conservation, monotonicity, symmetry, limits.
class TestEngine : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyNumberIsFinite();
    void boundsAreOrdered();
    void memoryPartsSumToTheTotal();
    void summaryAgreesWithTheEstimate();
    void impossibleExactlyWhenSomethingSaysSo();
    void timesFallOrStayWhenABandwidthRises();
    void doublingTheBatchDoublesModelFlops();
    void anAxisOfOneCostsNothing();
    void scenarioSurvivesSaveAndLoad();
    void solverAgreesWithClosedForms();
    void legalDegreesAreLegal();
    void balancedEditsKeepTheChips();
    void resizedClustersHoldTheChips();

private:
    std::vector<Scenario> m_shipped;
    std::vector<Scenario> m_random;
};

namespace {

constexpr int kRandomScenarios = 3000;

/// The random scenarios are mostly impossible; these are changed only where the plan stays whole.
std::vector<Scenario> possibleOnes(const std::vector<Scenario>& scenarios)
{
    std::vector<Scenario> result;
    for (const Scenario& s : scenarios) {
        Scenario fitted = refitted(s);
        if (summarise(fitted).possible)
            result.push_back(std::move(fitted));
    }
    return result;
}

bool finite(const Estimate& e)
{
    const auto good = [](double v) { return std::isfinite(v) && v >= 0; };
    bool all = good(e.chips) && good(e.modelFlops.value) && good(e.executedFlops.value) && good(e.mfu) && good(e.hfu) &&
               good(e.step().compute.value) && good(e.step().network.value) && good(e.step().lower.value) &&
               good(e.step().expected.value) && good(e.step().upper.value) && good(e.memory.total().value);
    for (const OperationEstimate& o : e.operations)
        all = all && good(o.each.flops.value) && good(o.each.traffic.value) && good(o.total.value) && good(o.repeats);
    for (const CollectiveEstimate& c : e.collectives)
        all = all && good(c.array.value) && good(c.total.value) && good(c.repeats);
    for (const AxisEstimate& a : e.axes)
        all = all && good(a.time.value) && good(a.bytes.value) && good(a.bandwidth.value);
    if (e.run)
        all = all && good(e.run->duration.value) && good(e.run->tokensPerSecond) && good(e.run->chipHours) &&
              (!e.run->cost || good(e.run->cost->value)) && (!e.run->energy || good(*e.run->energy));
    return all && e.parameters.total() >= 0;
}

}  // namespace

void TestEngine::initTestCase()
{
    m_shipped = shippedScenarios();
    QVERIFY(!m_shipped.empty());
    std::mt19937 random(20261130);
    for (int i = 0; i < kRandomScenarios; ++i)
        m_random.push_back(randomised(m_shipped[static_cast<std::size_t>(i) % m_shipped.size()], 1 + i % 12, random));
}

void TestEngine::everyNumberIsFinite()
{
    for (const Scenario& s : m_random)
        QVERIFY2(finite(evaluate(s)), writeScenario(s).c_str());
}

void TestEngine::boundsAreOrdered()
{
    for (const Scenario& s : possibleOnes(m_random)) {
        const StepTimes step = summarise(s).step;
        QVERIFY(step.lower <= step.expected);
        QVERIFY(step.expected.value <= step.upper.value * (1 + 1e-12));
        QVERIFY(step.compute <= step.lower);
    }
}

void TestEngine::memoryPartsSumToTheTotal()
{
    for (const Scenario& s : m_random) {
        const Estimate e = evaluate(s);
        Bytes sum;
        for (const MemoryPart& part : e.memory.parts) {
            QVERIFY(part.bytes.value >= 0);
            QVERIFY(part.counted || part.bytes.value == 0);
            sum += part.bytes;
        }
        QCOMPARE(sum.value, e.memory.total().value);
        QCOMPARE(e.summary.memory.value, sum.value);
    }
}

void TestEngine::summaryAgreesWithTheEstimate()
{
    for (const Scenario& s : m_random) {
        const Summary summary = summarise(s);
        const Estimate e = evaluate(s);
        QCOMPARE(summary.possible, e.possible());
        QCOMPARE(summary.feasible, e.feasible());
        QCOMPARE(summary.step.expected.value, e.step().expected.value);
        QCOMPARE(summary.step.lower.value, e.step().lower.value);
        for (int i = 0; i < kAxisCount; ++i)
            if (summary.possible)
                QVERIFY(std::abs(summary.axes[static_cast<std::size_t>(i)].value - e.axes[static_cast<std::size_t>(i)].time.value) <=
                        1e-12 * e.axes[static_cast<std::size_t>(i)].time.value);
    }
}

void TestEngine::impossibleExactlyWhenSomethingSaysSo()
{
    for (const Scenario& s : m_random) {
        const Estimate e = evaluate(s);
        QCOMPARE(anyAtLeast(e.diagnostics, Severity::impossible), !e.possible());
        const bool saysInfeasible = std::any_of(e.diagnostics.begin(), e.diagnostics.end(),
                                                [](const Diagnostic& d) { return d.severity == Severity::infeasible; });
        QCOMPARE(saysInfeasible, e.possible() && !e.feasible());
        for (const Diagnostic& d : e.diagnostics) {
            const std::string text = describe(d);
            QVERIFY2(text.find('%') == std::string::npos || text.find("% waste") != std::string::npos, text.c_str());
        }
    }
}

void TestEngine::timesFallOrStayWhenABandwidthRises()
{
    for (const Scenario& s : possibleOnes(m_random)) {
        const Summary slow = summarise(s);
        for (const Parameter& p : parameters(s)) {
            if (!p.id.ends_with("bandwidth") || !p.value(s))
                continue;
            Scenario faster = s;
            p.set(faster, p.index, std::min(p.maximum, *p.value(s) * 2));
            const Summary fast = summarise(faster);
            QVERIFY(fast.step.lower <= slow.step.lower);
            QVERIFY(fast.step.expected.value <= slow.step.expected.value * (1 + 1e-12));
            QVERIFY(fast.step.upper.value <= slow.step.upper.value * (1 + 1e-12));
        }
    }
}

void TestEngine::doublingTheBatchDoublesModelFlops()
{
    for (const Scenario& s : m_random) {
        Scenario twice = s;
        twice.workload.batch *= 2;
        const Estimate once = evaluate(s);
        const Estimate doubled = evaluate(twice);
        QVERIFY(std::abs(doubled.modelFlops.value - 2 * once.modelFlops.value) <= 1e-12 * doubled.modelFlops.value);
        for (std::size_t i = 0; i < once.operations.size(); ++i) {
            const bool optimizer = !once.operations[i].component;
            const double expected = once.operations[i].each.flops.value * (optimizer ? 1 : 2);
            QVERIFY(std::abs(doubled.operations[i].each.flops.value - expected) <= 1e-12 * expected);
        }
    }
}

void TestEngine::anAxisOfOneCostsNothing()
{
    for (const Scenario& s : possibleOnes(m_random)) {
        const Estimate e = evaluate(s);
        for (const AxisEstimate& axis : e.axes) {
            if (axis.placement.size > 1)
                continue;
            QCOMPARE(axis.time.value, 0.0);
            QCOMPARE(axis.bytes.value, 0.0);
        }
        for (const CollectiveEstimate& c : e.collectives)
            QVERIFY(c.chips > 1);
    }
}

void TestEngine::scenarioSurvivesSaveAndLoad()
{
    const PresetLibrary presets = shippedPresets();
    for (const Scenario& s : m_random) {
        const std::string text = writeScenario(s);
        const Read<Scenario> read = readScenario(text, presets);
        QVERIFY2(read.value.has_value(), read.problems.empty() ? "" : describe(read.problems.front()).c_str());
        QVERIFY2(*read.value == s, text.c_str());
        QCOMPARE(writeScenario(*read.value), text);
    }
}

void TestEngine::solverAgreesWithClosedForms()
{
    // One plain MLP layer on a v5p of 16x16x16 whose F is varied; forward pass, book assumptions.
    Scenario s = scenarioPreset(shippedPresets(), "split-512x8").value.value();
    const FlopsPerByte alpha(4.59e14 / 1.8e11);
    for (std::int64_t dFf : {8192, 32768, 131072}) {
        s.model.architecture.base().mlp.width = dFf;
        s.plan.tensor = 1;
        s.plan.fsdp = 4096;
        const Threshold pure = criticalBatchOf(s);
        QCOMPARE(pure.kind, Threshold::Kind::at);
        QVERIFY(std::abs(pure.value / 4096 - criticalBatchPerChip(alpha, 3)) < 1e-9 * 850);

        s.plan.tensor = 16;
        s.plan.fsdp = 256;
        const bool bound = largestTensorDegree(static_cast<double>(dFf), alpha, 1) < 16;
        QCOMPARE(criticalBatchOf(s).kind, bound ? Threshold::Kind::never : Threshold::Kind::at);
    }
    // Over a step with the shared gather the tensor bound is 1.5 times the forward one.
    s.workload.pass = Pass::step;
    s.plan.remat = Remat::none;
    s.plan.tensor = 16;
    s.plan.fsdp = 256;
    for (const auto& [factor, kind] : {std::pair(1.49, Threshold::Kind::always), std::pair(1.51, Threshold::Kind::never)}) {
        s.model.architecture.base().mlp.width = static_cast<std::int64_t>(std::round(16 * alpha.value / factor / 16)) * 16;
        std::get<Torus>(s.hardware.cluster.networks[0]).hop = Seconds(0);
        const Threshold tensor = computeBoundAbove(s, "workload.batch", 1, 1e12, Axis::tensor);
        QCOMPARE(tensor.kind, kind);
    }
}

void TestEngine::legalDegreesAreLegal()
{
    for (const Scenario& s : possibleOnes(m_shipped)) {
        for (const char* id : {"plan.fsdp", "plan.tensor", "plan.data"}) {
            const std::vector<double> legal = legalDegrees(s, id);
            QVERIFY(std::is_sorted(legal.begin(), legal.end()));
            for (double value : legal) {
                Scenario changed = s;
                QVERIFY(scalescope::apply(changed, balanced(s, Edit{id, value})).empty());
                QVERIFY(summarise(changed).possible);
                QCOMPARE(findParameter(changed, id)->value(changed), std::optional(value));
            }
        }
    }
}

void TestEngine::balancedEditsKeepTheChips()
{
    const Scenario s = scenarioPreset(shippedPresets(), "default").value.value();
    Scenario changed = s;
    QVERIFY(scalescope::apply(changed, balanced(s, Edit{"plan.tensor", 16})).empty());
    QCOMPARE(changed.plan.tensor, 16);
    QCOMPARE(changed.plan.fsdp, 256);
    QCOMPARE(changed.plan.data, 1);
    changed = s;
    QVERIFY(scalescope::apply(changed, balanced(s, Edit{"plan.fsdp", 128})).empty());
    QCOMPARE(changed.plan.data, 4);
    changed = s;
    QVERIFY(scalescope::apply(changed, balanced(s, Edit{"plan.tensor", 16}, "plan.data")).empty());
    QCOMPARE(changed.plan.tensor, 16);
    QCOMPARE(changed.plan.fsdp, 512);  // data cannot give half a replica: as asked, and impossible
    QVERIFY(!summarise(changed).possible);
    changed = s;
    QVERIFY(scalescope::apply(changed, balanced(s, Edit{"network.0.shape.2", 8})).empty());
    QCOMPARE(changed.plan.fsdp, 256);
    QVERIFY(summarise(changed).possible);
}

void TestEngine::resizedClustersHoldTheChips()
{
    const PresetLibrary presets = shippedPresets();
    for (std::string_view id : presets.ids(PresetKind::hardware)) {
        const Cluster cluster = hardwarePreset(presets, id).value->cluster;
        for (double chips : {1.0, 2.0, 5.0, 8.0, 60.0, 72.0, 256.0, 1000.0, 4096.0, 20000.0}) {
            const double built = chipCount(resized(cluster, chips));
            QVERIFY2(built >= chips, std::string(id).c_str());
        }
    }
    const Cluster h100 = hardwarePreset(presets, "h100").value->cluster;
    const Cluster large = resized(h100, 4096);
    QCOMPARE(std::get<FabricLevel>(large.networks[2]).degree, 16);
    const Cluster small = resized(h100, 16);
    QCOMPARE(chipCount(small), 16.0);
    QCOMPARE(std::get<FabricLevel>(small.networks[1]).degree, 2);
    const Cluster slice = resized(hardwarePreset(presets, "tpu-v5p").value->cluster, 4096);
    QCOMPARE(chipCount(slice), 4096.0);
    QVERIFY((std::get<Torus>(slice.networks[0]).shape == Shape{16, 16, 16}));
}

QTEST_GUILESS_MAIN(TestEngine)
#include "test_engine.moc"
