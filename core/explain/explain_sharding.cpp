// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/group_time.h"
#include "core/scenario/sharding_answer.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kMatmul = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Computation with sharded arrays\"");
constexpr std::string_view kRoofline = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");

Leaf arrayLeaf(double bytes) { return named(bytes, {SCALESCOPE_TEXT("core", "Bytes of the array inside one group")}, "V", "B"); }

std::optional<Derivation> deriveStudyCollective(const Context& c, const ShardingAnswer& answer, std::string_view part)
{
    if (!answer.collective || answer.collective->group.size <= 1)
        return std::nullopt;
    const ShardingStudy& study = c.scenario.sharding;
    const CollectiveTime& time = answer.collective->time;
    const bool ragged = study.ragged && study.collective == Collective::allToAll;
    const GroupTime group{c, answer.topology, answer.collective->group, study.collective, time, c.input("sharding.array"),
                      "sharding.collective", !ragged && answer.collective->idle.size <= 1};
    const Leaf whole = derived("sharding.collective.time", {SCALESCOPE_TEXT("core", "Time of the %1"), {std::string(nameOf(study.collective))}},
                               "T", "s", time.total.value);
    return deriveGroup(group, whole, part);
}

Leaf stepLeaf(const MatmulStep& step, std::size_t strategy, std::size_t index)
{
    return derived("sharding.strategy." + std::to_string(strategy) + ".step." + std::to_string(index) + ".time",
                   {SCALESCOPE_TEXT("core", "Step %1: %2"), {std::to_string(index + 1), std::string(kStepKindNames[static_cast<std::size_t>(step.kind)])}},
                   "T_" + std::to_string(index + 1), "s", step.time.value);
}

std::optional<Collective> collectiveOf(StepKind kind)
{
    switch (kind) {
    case StepKind::gather: return Collective::allGather;
    case StepKind::reduceScatter: return Collective::reduceScatter;
    case StepKind::allReduce: return Collective::allReduce;
    case StepKind::allToAll: return Collective::allToAll;
    case StepKind::slice:
    case StepKind::matmul: break;
    }
    return std::nullopt;
}

std::optional<Derivation> deriveStep(const Context& c, const ShardingAnswer& answer, const Path& path, const MatmulStep& step,
                                     std::size_t strategy, std::size_t index)
{
    const Leaf whole = stepLeaf(step, strategy, index);
    const std::string_view part = path[5];
    if (const auto collective = collectiveOf(step.kind)) {
        std::vector<const AxisPlacement*> axes;
        for (int axis : step.axes)
            axes.push_back(&(*answer.placement)[static_cast<std::size_t>(axis)]);
        const AxisPlacement placement = combined(axes, answer.topology);
        const GroupTime group{c, answer.topology, placement, *collective, step.collective, arrayLeaf(step.array.value),
                          whole.link.substr(0, whole.link.rfind('.')), true};
        return deriveGroup(group, whole, part);
    }
    if (part != "time")
        return std::nullopt;
    if (step.kind == StepKind::slice)
        return derivation(whole, constant(0, SCALESCOPE_TEXT("core", "A slice of what a chip holds costs nothing"), "s"), kMatmul);
    const Leaf flops = named(step.flops.value, {SCALESCOPE_TEXT("core", "FLOPs of one chip: two for each multiply-add of its local shapes")}, "", "FLOP");
    const Leaf rate = named(answer.rates.peak.value, {SCALESCOPE_TEXT("core", "Rate of the chip for these dtypes")}, "C", "FLOP/s");
    Expression time = Expression(flops) / rate;
    if (answer.rates.hbm && step.work.memory > step.work.compute)
        time = Expression(named(step.work.memory.value * answer.rates.hbm->value, {SCALESCOPE_TEXT("core", "Bytes of the local arrays")}, "", "B")) /
               c.input("chip.hbm.bandwidth");
    return derivation(whole, std::move(time), kRoofline);
}

std::optional<Derivation> deriveStrategy(const Context& c, const ShardingAnswer& answer, const Path& path)
{
    const auto index = path.index(2);
    if (!index || *index >= answer.plan.strategies.size())
        return std::nullopt;
    const Strategy& strategy = answer.plan.strategies[*index];
    if (path[3] == "step") {
        const auto step = path.index(4);
        if (!step || *step >= strategy.steps.size())
            return std::nullopt;
        return deriveStep(c, answer, path, strategy.steps[*step], *index, *step);
    }
    const std::string id = "sharding.strategy." + std::to_string(*index);
    std::vector<Expression> math;
    std::vector<Expression> collectives;
    std::vector<Expression> all;
    for (std::size_t i = 0; i < strategy.steps.size(); ++i) {
        if (strategy.steps[i].kind == StepKind::slice)
            continue;
        const Leaf leaf = stepLeaf(strategy.steps[i], *index, i);
        all.emplace_back(leaf);
        (collectiveOf(strategy.steps[i].kind) ? collectives : math).emplace_back(leaf);
    }
    if (path[3] == "time" && !all.empty())
        return derivation(derived(id + ".time", {SCALESCOPE_TEXT("core", "Time of the strategy, one step after the other")}, "T", "s", strategy.separate.value),
                          sumOf(std::move(all)), kMatmul);
    if (path[3] == "overlapped" && !math.empty()) {
        Expression longer = sumOf(std::move(math));
        if (!collectives.empty())
            longer = maximumOf({std::move(longer), sumOf(std::move(collectives))});
        return derivation(derived(id + ".overlapped", {SCALESCOPE_TEXT("core", "Time as a collective matmul, chunk by chunk")}, "T_overlapped", "s",
                                  strategy.overlapped.value),
                          std::move(longer), kMatmul);
    }
    return std::nullopt;
}

std::optional<Derivation> deriveCalculator(const Context& c, const Path& path)
{
    const Calculator& calculator = c.scenario.calculator;
    const Chip& chip = c.scenario.hardware.cluster.chip;
    const auto peak = peakFor(chip, calculator.compute);
    const auto bandwidth = bandwidthOf(chip, calculator.memory);
    if (!peak || !bandwidth || path[1] != "time" || calculator.matmul.weightPerRow)
        return std::nullopt;
    constexpr std::array<std::string_view, 3> memories = {"chip.hbm.bandwidth", "chip.on_chip.bandwidth", "chip.host_link"};
    const Leaf rows = c.input("calculator.rows");
    const Leaf inner = c.input("calculator.inner");
    const Leaf outer = c.input("calculator.outer");
    const auto bytes = [&](DType type, std::string_view parameter) {
        return chosen(bytesPerElement(type).value, {SCALESCOPE_TEXT("core", "Bytes of one element in %1"), {std::string(nameOf(type))}}, "b", "B", parameter);
    };
    Expression flops = Expression(flopsPerMultiplyAdd()) * rows * inner * outer / c.input("chip.peak." + std::string(nameOf(peak->dtype)));
    Expression traffic = (Expression(bytes(calculator.matmul.input, "calculator.input")) * rows * inner +
                          Expression(bytes(calculator.matmul.weight, "calculator.weight")) * inner * outer +
                          Expression(bytes(calculator.matmul.output, "calculator.output")) * rows * outer) /
                         c.input(memories[static_cast<std::size_t>(calculator.memory)]);
    const double time = timeOf(operationOf(calculator.matmul), peak->rate, *bandwidth).lower().value;
    return derivation(derived("calculator.time", {SCALESCOPE_TEXT("core", "Time of the matmul on one chip")}, "T", "s", time),
                      maximumOf({std::move(flops), std::move(traffic)}), kRoofline);
}

}  // namespace

std::optional<Derivation> deriveSharding(const Context& c, const Path& path)
{
    if (path[0] == "calculator")
        return deriveCalculator(c, path);
    if (path[0] != "sharding")
        return std::nullopt;
    const ShardingAnswer answer = answerSharding(c.scenario);
    if (path[1] == "collective")
        return deriveStudyCollective(c, answer, path[2]);
    if (path[1] == "strategy")
        return deriveStrategy(c, answer, path);
    return std::nullopt;
}

}  // namespace scalescope::explain
