// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/walk.h"

#include "core/hardware/slices.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>

namespace scalescope {

namespace {

double degrees(const Plan& plan)
{
    return static_cast<double>(plan.data) * static_cast<double>(plan.fsdp) * static_cast<double>(plan.tensor);
}

}  // namespace

StepContext contextOf(const TrainingInputs& in)
{
    StepContext context;
    context.topology = topologyOf(in.cluster, in.assumptions.wraparoundAssumed);
    context.topology.link *= in.assumptions.networkEfficiency;
    for (int i = 0; i < context.topology.levelCount; ++i)
        context.topology.levels[static_cast<std::size_t>(i)].link *= in.assumptions.networkEfficiency;

    if (degrees(in.plan) == chipCount(in.cluster) && !unbuildableSlice(in.cluster))
        context.placed = !place(meshOf(in.plan), context.topology, context.placement);

    context.shape.tokens = in.workload.batch / (static_cast<double>(in.plan.data) * static_cast<double>(in.plan.fsdp));
    context.shape.sequence = in.workload.sequence;
    context.shape.tensor = static_cast<double>(in.plan.tensor);
    context.shape.mask = in.assumptions.mask;
    context.shape.weight = in.plan.weightType;

    context.peak = peakFor(in.cluster.chip, in.plan.computeType);
    if (context.peak)
        context.matmulRate = context.peak->rate * in.assumptions.matmulEfficiency;
    context.elementwiseRate = in.cluster.chip.vector.value_or(context.matmulRate);
    context.hbm = in.cluster.chip.hbm.bandwidth;
    return context;
}

bool isPossible(const TrainingInputs& in, const StepContext& context)
{
    const Architecture& a = in.architecture;
    if (!context.placed || !context.peak || (in.assumptions.timed == TimedWork::operations && !context.hbm))
        return false;
    return std::all_of(a.kinds.begin(), a.kinds.end(), [&](const Layer& layer) {
        return !ownMisfit(layer) && !tensorMisfit(layer, in.plan.tensor);
    });
}

OptimizerCost optimizerCost(const Plan& plan)
{
    // Arithmetic per parameter: Adam forms two moments (3 + 4), corrects them (2), divides by a root (3) and steps with
    // weight decay (4); one moment and a step take 2 + 2; Muon's orthogonalisation is left out.
    const bool twoMoments = plan.optimizer == Optimizer::adamw || plan.optimizer == Optimizer::adamw8bit;
    const Bytes state = optimizerBytesPerParameter(plan.optimizer) + Bytes(plan.masterWeights ? 4.0 : 0.0);
    return {Flops(twoMoments ? 16.0 : 4.0),
            bytesPerElement(plan.gradientType) + (bytesPerElement(plan.weightType) + state) * 2.0};
}

}  // namespace scalescope
