// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/assumptions.h"

namespace scalescope {

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

Topology topologyOf(const Cluster& cluster, const Assumptions& assumptions)
{
    Topology topology = topologyOf(cluster, assumptions.wraparoundAssumed, assumptions.rates == Rates::calibrated);
    topology.link *= assumptions.networkEfficiency;
    for (int i = 0; i < topology.levelCount; ++i)
        topology.levels[static_cast<std::size_t>(i)].link *= assumptions.networkEfficiency;
    return topology;
}

ChipRates ratesOf(const Chip& chip, DType compute, const Assumptions& assumptions)
{
    const bool calibrated = assumptions.rates == Rates::calibrated;
    const auto measured = [calibrated](const std::optional<double>& fraction) { return calibrated ? fraction.value_or(1.0) : 1.0; };
    ChipRates rates;
    rates.peak = peakFor(chip, compute);
    if (rates.peak)
        rates.matmul = rates.peak->rate * (assumptions.matmulEfficiency * measured(chip.matmulEfficiency));
    rates.elementwise = chip.vector.value_or(rates.matmul);
    if (chip.hbm.bandwidth)
        rates.hbm = *chip.hbm.bandwidth * (assumptions.memoryEfficiency * measured(chip.memoryEfficiency));
    rates.reserve = assumptions.reserve;
    if (calibrated) {
        rates.launch = chip.kernelLaunch.value_or(Seconds());
        rates.reserve += chip.reserve.value_or(Bytes());
    }
    return rates;
}

}  // namespace scalescope
