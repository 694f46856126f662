// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/plan.h"

namespace scalescope {

std::int64_t& Plan::degree(Axis axis)
{
    switch (axis) {
    case Axis::tensor: return tensor;
    case Axis::expert: return expert;
    case Axis::context: return context;
    case Axis::fsdp: return fsdp;
    case Axis::data: return data;
    case Axis::pipeline: break;
    }
    return pipeline;
}

std::int64_t Plan::degree(Axis axis) const
{
    return const_cast<Plan*>(this)->degree(axis);
}

double productOf(const Plan& plan)
{
    double product = 1;
    for (Axis axis : kAxes)
        product *= static_cast<double>(plan.degree(axis));
    return product;
}

double tokenShards(const Plan& plan)
{
    return static_cast<double>(plan.data) * static_cast<double>(plan.fsdp) * static_cast<double>(plan.expert) *
           static_cast<double>(plan.context);
}

Mesh meshOf(const Plan& plan)
{
    constexpr Axis t = Axis::tensor;
    constexpr Axis e = Axis::expert;
    constexpr Axis c = Axis::context;
    constexpr Axis f = Axis::fsdp;
    constexpr Axis d = Axis::data;
    constexpr Axis p = Axis::pipeline;
    constexpr std::array<std::array<Axis, kAxisCount>, kAxisOrderNames.size()> orders = {{
        {t, e, c, f, d, p},
        {t, e, c, d, f, p},
        {f, e, c, t, d, p},
        {f, e, c, d, t, p},
        {d, e, c, t, f, p},
        {d, e, c, f, t, p},
        {t, c, e, f, d, p},
        {e, t, c, f, d, p},
        {c, t, e, f, d, p},
        {t, f, e, c, d, p},
        {t, p, e, c, f, d},
        {p, t, e, c, f, d},
        {t, e, c, f, p, d},
        {t, e, c, p, f, d},
    }};
    Mesh mesh;
    for (Axis axis : kAxes)
        mesh.size[static_cast<std::size_t>(axis)] = plan.degree(axis);
    mesh.order = orders[static_cast<std::size_t>(plan.order)];
    return mesh;
}

Assumptions assumptionsOf(AssumptionSet set, const Assumptions& present)
{
    if (set == AssumptionSet::custom)
        return present;
    Assumptions a;
    a.mfu = present.mfu;
    if (set == AssumptionSet::book)
        return a;
    a.collectives.ring = RingTerms::exact;
    a.collectives.axes = AxesRule::placed;
    a.collectives.fabric = FabricRule::tree;
    a.collectives.latency = LatencyRule::added;
    a.collectives.reduction = NetworkReduction::measured;
    a.networks = NetworkCombination::asPlaced;
    a.timed = TimedWork::operations;
    a.rates = Rates::calibrated;
    a.mask = AttentionMask::causal;
    a.sharedGather = false;
    a.routing = RoutingRule::distinctExperts;
    a.smallReductions = true;
    a.checkpoints = CheckpointRule::tensors;
    a.checkpointShards = CheckpointShards::dataShards;
    a.countGradients = true;
    a.countBuffers = true;
    // Activations wait for their collectives, save what a chunked matmul hides; weights and gradients are fetched and
    // reduced beside other layers' compute; a ring of keys and values hides under the scores of the block before.
    a.overlap[static_cast<std::size_t>(Axis::tensor)] = 0.2;
    a.overlap[static_cast<std::size_t>(Axis::expert)] = 0.2;
    a.overlap[static_cast<std::size_t>(Axis::context)] = 0.8;
    a.overlap[static_cast<std::size_t>(Axis::fsdp)] = 0.8;
    a.overlap[static_cast<std::size_t>(Axis::data)] = 0.8;
    a.overlap[static_cast<std::size_t>(Axis::pipeline)] = 0.5;
    a.hostOverlap = 0.8;
    return a;
}

AssumptionSet setOf(const Assumptions& assumptions)
{
    for (AssumptionSet set : {AssumptionSet::book, AssumptionSet::realistic})
        if (assumptionsOf(set, assumptions) == assumptions)
            return set;
    return AssumptionSet::custom;
}

}  // namespace scalescope
