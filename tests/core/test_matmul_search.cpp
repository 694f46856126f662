// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "tests/support/strategy_search.h"

#include <cmath>
#include <limits>

using namespace scalescope;

/// The planner against devices that really move blocks, and against a search that knows no rules but what it is told by
/// them.
class TestMatmulSearch : public QObject
{
    Q_OBJECT

private slots:
    void everyStrategyGivesTheProduct();
    void isNeverBeatenAndMissesNothing();
    void countsWhatEachStepTakes();
    void fasterLinksAreNeverSlower();
    void elementwiseStrategiesGiveTheResult();
    void reductionsGiveTheSums();
};

namespace {

std::string textOf(const MatmulProblem& p)
{
    return textOf(p.matmul.left, p.mesh) + " . " + textOf(p.matmul.right, p.mesh) + " -> " + textOf(p.matmul.output, p.mesh);
}

std::string textOf(const Roles& roles, std::size_t axes)
{
    std::string text;
    for (std::size_t i = 0; i < axes; ++i)
        text += std::string(i ? ", " : "") + std::string(kAxisRoleNames[static_cast<std::size_t>(roles[i])]);
    return text;
}

/// Runs the steps; the output, or nothing when one cannot be done. `work` is what each device does with its blocks.
template <class Work>
std::optional<HeldArray> execute(const Strategy& strategy, const MeshSimulator& simulator, const HeldArray& left, const HeldArray& right,
                                 const Work& work)
{
    std::array<std::optional<HeldArray>, kOperandNames.size()> arrays = {left, right, std::nullopt};
    for (const MatmulStep& step : strategy.steps) {
        auto& array = arrays[static_cast<std::size_t>(step.operand)];
        array = step.kind == StepKind::matmul ? work(*arrays[0], *arrays[1], step.after)
                : array                       ? simulator.move(*array, step.kind, step.axes, step.after)
                                              : std::nullopt;
        if (!array)
            return std::nullopt;
    }
    return arrays[2];
}

}  // namespace

void TestMatmulSearch::everyStrategyGivesTheProduct()
{
    RandomMatmul source(20);
    int strategies = 0;
    for (int i = 0; i < 400; ++i) {
        const MatmulProblem problem = source.next();
        const MeshSimulator simulator(problem.mesh);
        const auto left = MeshSimulator::randomWhole(problem.matmul.left, source.random());
        const auto right = MeshSimulator::randomWhole(problem.matmul.right, source.random());
        const auto product = MeshSimulator::product(problem.matmul, left, right);
        const HeldArray heldLeft = simulator.distribute(problem.matmul.left, left, source.random());
        const HeldArray heldRight = simulator.distribute(problem.matmul.right, right, source.random());
        QVERIFY(simulator.holds(heldLeft, left) && simulator.holds(heldRight, right));
        for (const Strategy& strategy : problem.plan().strategies) {
            const auto output = execute(strategy, simulator, heldLeft, heldRight, [&](const auto&... held) { return simulator.multiply(held...); });
            const std::string what = textOf(problem) + ": " + textOf(strategy.roles, problem.mesh.axes.size());
            QVERIFY2(output && sameLayout(output->layout, problem.matmul.output), what.c_str());
            QVERIFY2(simulator.holds(*output, product), what.c_str());
            ++strategies;
        }
    }
    QVERIFY(strategies > 1000);
}

void TestMatmulSearch::isNeverBeatenAndMissesNothing()
{
    RandomMatmul source(21);
    for (int i = 0; i < 700; ++i) {
        const MatmulProblem problem = source.next();
        const MatmulPlan plan = problem.plan();
        const std::map<Roles, double> legal = ExhaustiveSearch(problem, source.random()).run();
        std::set<Roles> planned;
        double best = std::numeric_limits<double>::infinity();
        for (const Strategy& strategy : plan.strategies) {
            const std::string what = textOf(problem) + ": " + textOf(strategy.roles, problem.mesh.axes.size());
            QVERIFY2(planned.insert(strategy.roles).second, ("twice: " + what).c_str());
            const auto found = legal.find(strategy.roles);
            QVERIFY2(found != legal.end(), ("not legal: " + what).c_str());
            QVERIFY2(std::abs(strategy.separate.value - found->second) <= 1e-12 * found->second,
                     qPrintable(QStringLiteral("%1: %2 against %3").arg(QString::fromStdString(what)).arg(strategy.separate.value).arg(found->second)));
            best = std::min(best, found->second);
        }
        for (const auto& [roles, cost] : legal) {
            const std::string what = textOf(problem) + ": " + textOf(roles, problem.mesh.axes.size());
            QVERIFY2(planned.count(roles), ("missed: " + what).c_str());
            best = std::min(best, cost);
        }
        QVERIFY(!plan.strategies.empty());
        QVERIFY(plan.strategies.front().separate.value <= best * (1 + 1e-12));
    }
}

/// Memory, bytes and times of every strategy, added up from its layouts.
void TestMatmulSearch::countsWhatEachStepTakes()
{
    RandomMatmul source(22);
    for (int i = 0; i < 2000; ++i) {
        const MatmulProblem problem = source.next();
        const Accounting accounting(problem);
        const MatmulPlan plan = problem.plan();
        const int axes = static_cast<int>(problem.mesh.axes.size());
        bool gathersAll = false;
        const Strategy* before = nullptr;
        for (const Strategy& s : plan.strategies) {
            std::array<ShardedArray, 2> inputs = {problem.matmul.left, problem.matmul.right};
            std::optional<ShardedArray> output;
            const auto held = [&] {
                return accounting.block(inputs[0]) + accounting.block(inputs[1]) + (output ? accounting.block(*output) : Bytes());
            };
            Bytes peak = held();
            Bytes sent;
            Seconds communication;
            Seconds math;
            for (const MatmulStep& step : s.steps) {
                if (step.kind == StepKind::matmul) {
                    math = accounting.product(inputs[0], inputs[1], step.after);
                    output = step.after;
                    peak = std::max(peak, held());
                    continue;
                }
                ShardedArray& array = step.operand == Operand::output ? *output : inputs[static_cast<std::size_t>(step.operand)];
                const bool collective = step.kind != StepKind::slice;
                if (collective) {
                    peak = std::max(peak, held() + accounting.block(step.after));
                    communication += accounting.collective(step.kind, step.axes, array, step.after);
                    sent += step.kind == StepKind::gather     ? accounting.block(step.after)
                            : step.kind == StepKind::allToAll ? accounting.block(array) * accounting.sizeOf(step.axes)
                                                              : accounting.block(array);
                    for (int axis : step.axes)
                        QVERIFY(s.roles[static_cast<std::size_t>(axis)] != AxisRole::idle);
                }
                array = step.after;
                peak = std::max(peak, held());
            }
            const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); };
            QVERIFY(same(s.peakMemory.value, peak.value));
            QVERIFY(same(s.sent.value, sent.value));
            QVERIFY(same(s.communication.value, communication.value));
            QVERIFY(same(s.math.value, math.value));
            QVERIFY(same(s.separate.value, (math + communication).value));
            QVERIFY(same(s.overlapped.value, std::max(math, communication).value));
            QVERIFY(!before || before->separate <= s.separate);
            before = &s;

            bool all = true;
            for (int axis = 0; axis < axes; ++axis) {
                const bool inLeft = placeOf(problem.matmul.left, axis) != kNone;
                const bool inRight = placeOf(problem.matmul.right, axis) != kNone;
                const AxisRole gathered = inLeft && inRight ? AxisRole::gatheredBoth
                                          : inLeft          ? AxisRole::gatheredLeft
                                          : inRight         ? AxisRole::gatheredRight
                                                            : AxisRole::idle;
                all = all && s.roles[static_cast<std::size_t>(axis)] == gathered;
            }
            gathersAll = gathersAll || all;
        }
        QVERIFY2(gathersAll, textOf(problem).c_str());
    }
}

void TestMatmulSearch::fasterLinksAreNeverSlower()
{
    RandomMatmul source(23);
    for (int i = 0; i < 500; ++i) {
        MatmulProblem problem = source.next();
        Seconds before(std::numeric_limits<double>::infinity());
        for (double factor : {1.0, 1.1, 3.0, 100.0}) {
            MatmulProblem faster = problem;
            faster.topology.link *= factor;
            for (int level = 0; level < faster.topology.levelCount; ++level)
                faster.topology.levels[static_cast<std::size_t>(level)].link *= factor;
            const Seconds now = faster.plan().strategies.front().separate;
            QVERIFY2(now <= before * (1 + 1e-12), textOf(problem).c_str());
            before = now;
        }
    }
}

void TestMatmulSearch::elementwiseStrategiesGiveTheResult()
{
    RandomMatmul source(24);
    std::size_t strategies = 0;
    for (int i = 0; i < 500; ++i) {
        const MatmulProblem p = source.next();
        const MeshSimulator simulator(p.mesh);
        const ShardedArray& left = p.matmul.left;
        const ShardedArray right = source.resharded(left, p.mesh);
        const auto leftWhole = MeshSimulator::randomWhole(left, source.random());
        const auto rightWhole = MeshSimulator::randomWhole(right, source.random());
        const HeldArray heldLeft = simulator.distribute(left, leftWhole, source.random());
        const HeldArray heldRight = simulator.distribute(right, rightWhole, source.random());
        for (Elementwise kind : {Elementwise::linear, Elementwise::nonlinear}) {
            const auto combine = [&](double a, double b) { return kind == Elementwise::linear ? a + b : a * b; };
            std::vector<double> whole(leftWhole.size());
            std::transform(leftWhole.begin(), leftWhole.end(), rightWhole.begin(), whole.begin(), combine);
            const auto work = [&](const HeldArray& a, const HeldArray& b, const ShardedArray& after) -> std::optional<HeldArray> {
                if (!sameLayout(a.layout, b.layout) || !sameLayout(a.layout, after))
                    return std::nullopt;
                HeldArray result{after, a.blocks};
                for (std::size_t d = 0; d < result.blocks.size(); ++d)
                    std::transform(a.blocks[d].begin(), a.blocks[d].end(), b.blocks[d].begin(), result.blocks[d].begin(), combine);
                return result;
            };
            const MatmulPlan plan = planElementwise(kind, left, right, p.mesh, p.placement, p.topology, p.rates, p.rules);
            QVERIFY(!plan.strategies.empty());
            for (const Strategy& strategy : plan.strategies) {
                const auto output = execute(strategy, simulator, heldLeft, heldRight, work);
                QVERIFY(output && simulator.holds(*output, whole));
                ++strategies;
            }
        }
    }
    QVERIFY(strategies > 1500);
}

void TestMatmulSearch::reductionsGiveTheSums()
{
    RandomMatmul source(25);
    std::size_t strategies = 0;
    for (int i = 0; i < 500; ++i) {
        const MatmulProblem p = source.next();
        const MeshSimulator simulator(p.mesh);
        const ShardedArray& array = p.matmul.left;
        const auto whole = MeshSimulator::randomWhole(array, source.random());
        const HeldArray held = simulator.distribute(array, whole, source.random());
        const int dimension = i % static_cast<int>(array.dimensions.size());
        const ArrayDimension& summed = array.dimensions[static_cast<std::size_t>(dimension)];

        // A sum is a product with ones.
        const ShardedArray ones{array.type, {summed}, {}};
        const std::vector<double> wholeOnes(static_cast<std::size_t>(summed.size), 1.0);
        const HeldArray heldOnes = simulator.distribute(ones, wholeOnes, source.random());
        ShardedMatmul product{array, ones, array};
        product.output.dimensions.erase(product.output.dimensions.begin() + dimension);
        const std::vector<double> sums = MeshSimulator::product(product, whole, wholeOnes);

        const MatmulPlan plan = planReduction(array, dimension, p.mesh, p.placement, p.topology, p.rates, p.rules);
        QVERIFY(!plan.strategies.empty());
        for (const Strategy& strategy : plan.strategies) {
            const auto output = execute(strategy, simulator, held, heldOnes, [&](const auto&... arrays) { return simulator.multiply(arrays...); });
            QVERIFY(output && output->layout.unreduced.empty() && simulator.holds(*output, sums));
            ++strategies;
        }
    }
    QVERIFY(strategies > 700);
}

QTEST_GUILESS_MAIN(TestMatmulSearch)
#include "test_matmul_search.moc"
