// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/step.h"

#include "core/training/check.h"
#include "core/training/run.h"
#include "core/transformer/flops.h"

#include <algorithm>

namespace scalescope {

namespace {

struct Sums {
    Seconds compute;
    Seconds memoryBound;  // of compute, in operations that wait for HBM
    std::array<Seconds, kAxisCount> axes;
    Flops executed;       // per chip

    void operation(const OperationEstimate& e)
    {
        if (!e.timed)
            return;
        compute += e.total;
        executed += e.each.flops * e.repeats;
        if (e.total > e.time.compute * e.repeats)
            memoryBound += e.total;
    }

    void collective(const CollectiveEstimate& c) { axes[static_cast<std::size_t>(c.axis)] += c.total; }
};

struct Recorder {
    Sums& sums;
    Estimate& estimate;

    void operation(const OperationEstimate& e)
    {
        sums.operation(e);
        estimate.operations.push_back(e);
    }

    void collective(const CollectiveEstimate& c)
    {
        sums.collective(c);
        estimate.collectives.push_back(c);
        AxisEstimate& axis = estimate.axes[static_cast<std::size_t>(c.axis)];
        axis.bytes += c.array * c.repeats;
        axis.time += c.total;
        axis.byCollective[static_cast<std::size_t>(c.collective)] += c.total;
    }
};

using AxisTimes = std::array<Seconds, kAxisCount>;

/// Degrees that share a torus dimension or a fabric level take turns on it; the busiest one counts.
Seconds combineAsPlaced(const AxisTimes& times, const StepContext& context)
{
    std::array<Seconds, Shape::kMaxDimensions + Cluster::kMaxNetworks> busy{};
    for (std::size_t a = 0; a < times.size(); ++a) {
        const AxisPlacement& axis = context.placement.axes[a];
        for (int i = 0; i < axis.partCount; ++i)
            busy[static_cast<std::size_t>(axis.parts[static_cast<std::size_t>(i)].dimension)] += times[a];
        for (int i = 0; i < context.topology.levelCount; ++i) {
            const Topology::Level& level = context.topology.levels[static_cast<std::size_t>(i)];
            const std::int64_t span = axis.size * axis.stride;
            if (axis.size > 1 && span > level.chipsBelow && axis.stride < level.chipsBelow * level.degree)
                busy[static_cast<std::size_t>(Shape::kMaxDimensions + i)] += times[a];
        }
    }
    return *std::max_element(busy.begin(), busy.end());
}

Seconds combine(const AxisTimes& times, const StepContext& context, NetworkCombination how)
{
    switch (how) {
    case NetworkCombination::overlap: return *std::max_element(times.begin(), times.end());
    case NetworkCombination::asPlaced: return combineAsPlaced(times, context);
    case NetworkCombination::add: break;
    }
    Seconds sum;
    for (Seconds t : times)
        sum += t;
    return sum;
}

BoundBy boundOf(const Sums& sums, Seconds network)
{
    if (sums.compute >= network)
        return sums.memoryBound * 2.0 > sums.compute ? BoundBy::memory : BoundBy::compute;
    constexpr std::array<BoundBy, kAxisCount> byAxis = {BoundBy::tensor, BoundBy::fsdp, BoundBy::data};
    const auto longest = std::max_element(sums.axes.begin(), sums.axes.end()) - sums.axes.begin();
    return byAxis[static_cast<std::size_t>(longest)];
}

StepTimes timesOf(const Sums& sums, const StepContext& context, const Assumptions& assumptions)
{
    StepTimes step;
    step.compute = sums.compute;
    step.network = combine(sums.axes, context, assumptions.networks);
    step.lower = std::max(step.compute, step.network);

    AxisTimes hidden;
    Seconds exposed;
    Seconds all;
    for (std::size_t a = 0; a < sums.axes.size(); ++a) {
        hidden[a] = sums.axes[a] * assumptions.overlap[a];
        exposed += sums.axes[a] - hidden[a];
        all += sums.axes[a];
    }
    step.upper = step.compute + all;
    step.expected = std::max(step.compute, combine(hidden, context, assumptions.networks)) + exposed;
    // Rounding must not break lower <= expected <= upper.
    step.expected = std::clamp(step.expected, step.lower, std::max(step.lower, step.upper));
    return step;
}

void summariseInto(Summary& summary, const TrainingInputs& in, const StepContext& context, const Sums& sums,
                   const MemoryEstimate& memory)
{
    summary.memory = memory.total();
    summary.possible = isPossible(in, context);
    summary.feasible = summary.possible && memory.fits();
    if (!summary.possible)
        return;
    summary.axes = sums.axes;
    summary.step = timesOf(sums, context, in.assumptions);
    summary.bound = boundOf(sums, summary.step.network);
}

double flopsPerForward(Pass pass)
{
    switch (pass) {
    case Pass::forward: return 1;
    case Pass::backward: return 2;
    case Pass::step: break;
    }
    return 3;
}

Flops modelFlops(const TrainingInputs& in, const ParameterCount& count)
{
    const auto perToken = [&]() -> Flops {
        switch (in.assumptions.mfu) {
        case MfuConvention::parameters: return forwardFlops(static_cast<double>(count.active()), 1);
        case MfuConvention::parametersNoEmbedding: return matmulFlopsPerToken(in.architecture);
        case MfuConvention::attentionFull:
            return matmulFlopsPerToken(in.architecture) +
                   attentionFlopsPerToken(in.architecture, in.workload.sequence, AttentionMask::full);
        case MfuConvention::attentionCausal: break;
        }
        return matmulFlopsPerToken(in.architecture) +
               attentionFlopsPerToken(in.architecture, in.workload.sequence, AttentionMask::causal);
    }();
    return perToken * (in.workload.batch * flopsPerForward(in.workload.pass));
}

}  // namespace

Summary summarise(const TrainingInputs& in)
{
    const StepContext context = contextOf(in);
    Sums sums;
    StepWalk<Sums>(in, context, sums).run();
    Summary summary;
    summariseInto(summary, in, context, sums,
                  memoryOf(in.architecture, in.cluster.chip, in.plan, in.workload, in.assumptions));
    return summary;
}

Estimate estimate(const TrainingInputs& in)
{
    const StepContext context = contextOf(in);
    Estimate e;
    e.operations.reserve(64);
    e.collectives.reserve(96);
    Sums sums;
    Recorder recorder{sums, e};
    StepWalk<Recorder>(in, context, recorder).run();

    e.memory = memoryOf(in.architecture, in.cluster.chip, in.plan, in.workload, in.assumptions);
    summariseInto(e.summary, in, context, sums, e.memory);
    e.chips = chipCount(in.cluster);
    e.parameters = countParameters(in.architecture);
    e.peak = context.peak;
    e.modelFlops = modelFlops(in, e.parameters);
    e.executedFlops = sums.executed * e.chips;
    for (int i = 0; i < kAxisCount; ++i) {
        AxisEstimate& axis = e.axes[static_cast<std::size_t>(i)];
        axis.axis = static_cast<Axis>(i);
        if (!context.placed)
            continue;
        axis.placement = context.placement.axes[static_cast<std::size_t>(i)];
        axis.bandwidth = gatherBandwidth(axis.placement, context.topology, in.assumptions.collectives);
    }
    if (e.possible() && e.step().expected.value > 0) {
        const Flops could = context.peak->rate * e.step().expected * e.chips;
        e.mfu = e.modelFlops / could;
        e.hfu = e.executedFlops / could;
        if (in.workload.pass == Pass::step)
            e.run = runOf(in.workload.runTokens, in.workload.batch, e.step().expected, e.chips, in.cluster.chip);
    }
    diagnose(in, context, e);
    return e;
}

}  // namespace scalescope
