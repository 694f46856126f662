// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/stages.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr double kLogitBytes = 4;  // fp32, for the loss
constexpr double kAllCheckpoints = 20;

KeepPolicy policyOf(Remat remat)
{
    switch (remat) {
    case Remat::selectiveAttention: return KeepPolicy::selectiveAttention;
    case Remat::bigMatmuls: return KeepPolicy::bigMatmuls;
    case Remat::block:
    case Remat::everyNth: return KeepPolicy::block;
    case Remat::none:
    case Remat::custom: break;
    }
    return KeepPolicy::all;
}

/// Kept of one layer, and what the layer has more while it is computed again.
struct Kept {
    Bytes kept;
    Bytes recomputed;
};

Kept keptOf(const ActivationTotals& totals, const Plan& plan)
{
    const Bytes all = totals.keptUnder(KeepPolicy::all);
    const Bytes checkpoint = totals.keptUnder(policyOf(plan.remat));
    if (plan.remat != Remat::everyNth)
        return {checkpoint, all - checkpoint};
    const double share = 1.0 / static_cast<double>(plan.rematInterval);
    return {checkpoint * share + all * (1.0 - share), all - checkpoint};
}

}  // namespace

Bytes Stages::keptPerMicrobatch(std::span<const double> byKind, Bytes& recomputed) const
{
    const Plan& plan = m_in.plan;
    const double tokens = m_context.shape.tokens;
    double layers = 0;
    for (double n : byKind)
        layers += n;
    // A custom policy says itself what it keeps.
    if (m_in.assumptions.checkpoints == CheckpointRule::counted || plan.remat == Remat::custom) {
        const bool chips = m_in.assumptions.checkpointShards == CheckpointShards::chips;
        const double shard = tokens / (chips ? m_context.shape.tensor : 1.0);
        const double perLayer = checkpointsPerLayer(plan);
        const double unit = shard * static_cast<double>(m_in.architecture.width);
        const bool again = plan.remat != Remat::none && plan.remat != Remat::selectiveAttention && layers > 0;
        const double whole = plan.remat == Remat::everyNth ? kAllCheckpoints - 1.0 : std::max(0.0, kAllCheckpoints - perLayer);
        recomputed = bytesOf(m_context.shape.activation, again ? whole * unit : 0.0);
        return bytesOf(m_context.shape.activation, perLayer * unit * layers);
    }
    Bytes kept;
    for (std::size_t k = 0; k < byKind.size(); ++k) {
        if (byKind[k] <= 0)
            continue;
        const Kept layer = keptOf(m_activations[k], plan);
        kept += layer.kept * (tokens * byKind[k]);
        recomputed = std::max(recomputed, layer.recomputed * tokens);
    }
    return kept;
}

Seconds Stages::hostTime(const Stage& stage, std::span<const double> byKind) const
{
    const Plan& plan = m_in.plan;
    const auto link = m_in.cluster.chip.hostLink;
    if (!link)
        return {};
    Bytes moved;  // out and back lie after one another for activations, beside one another for the optimizer's stream
    if (plan.offloadActivations > 0 && m_in.workload.pass != Pass::forward) {
        Bytes again;
        moved += keptPerMicrobatch(byKind, again) * (2.0 * plan.offloadActivations * m_context.microbatches);
    }
    if (plan.offloadOptimizer && m_in.workload.pass == Pass::step)
        moved += stage.optimizerState;
    return moved / *link;
}

MemoryEstimate Stages::memoryOf(int index, Stage& stage, std::span<const double> byKind) const
{
    const Plan& plan = m_in.plan;
    const Assumptions& assumptions = m_in.assumptions;
    const Architecture& a = m_in.architecture;
    const PartCosts& costs = stage.costs;
    const Sharding own = shardingOf(plan, false);
    const Sharding routed = shardingOf(plan, true);
    const double tokens = m_context.shape.tokens;
    const bool first = index == 0;
    const bool last = index == count() - 1;
    const double towers = first && a.countTowers ? static_cast<double>(a.towerParameters) : 0.0;

    const double frozen = plan.loraRank > 0 ? 0.0 : towers;  // towers train with the rest
    const double weights = (costs.weights + towers) / own.shards + costs.routedWeights / routed.shards;
    const double adapters = costs.adapters / own.shards + costs.adaptersRouted / routed.shards;
    const auto trainedOver = [&](double ownChips, double routedChips) {
        return (costs.trained + frozen) / ownChips + costs.trainedRouted / routedChips;
    };
    const double gradients = trainedOver(own.gradients(plan), routed.gradients(plan));
    const double optimized = trainedOver(own.optimizer(plan), routed.optimizer(plan));
    const Bytes optimizer = optimizerBytesPerParameter(plan.optimizer) * optimized;
    const Bytes master(plan.masterWeights ? kMasterBytes * optimized : 0.0);
    stage.optimizerState = optimizer + master;

    MemoryEstimate memory;
    memory.capacity = m_in.cluster.chip.hbm.capacity;
    const auto set = [&](MemoryKind kind, Bytes bytes, bool counted = true) {
        memory.of(kind) = {counted ? bytes : Bytes(0), counted};
    };
    set(MemoryKind::weights, bytesOf(plan.weightType, weights) + bytesOf(m_context.shape.activation, adapters));
    set(MemoryKind::gradients, bytesOf(plan.gradientType, gradients), assumptions.countGradients);
    set(MemoryKind::optimizer, plan.offloadOptimizer ? Bytes() : optimizer);
    set(MemoryKind::masterWeights, plan.offloadOptimizer ? Bytes() : master);

    // One stage takes its micro-batches one after the other, whatever the schedule of the others would be.
    stage.inFlight = count() == 1 ? 1.0
                                  : microbatchesInFlight(plan.schedule, count(), index, m_context.microbatches,
                                                         static_cast<double>(plan.chunksPerStage()));
    Bytes recomputed;
    const Bytes kept = keptPerMicrobatch(byKind, recomputed) * stage.inFlight;
    set(MemoryKind::activations, kept * (1.0 - plan.offloadActivations));
    set(MemoryKind::recomputed, recomputed, assumptions.countBuffers);

    double heaviest = 0;  // a layer's weights as gathered
    double gatheredLayers = 0;
    for (std::size_t k = 0; k < byKind.size(); ++k) {
        if (byKind[k] <= 0)
            continue;
        const double layer = (own.shards > 1 ? m_costs.kind(k).weights : 0.0) + (routed.shards > 1 ? m_costs.kind(k).routedWeights : 0.0);
        heaviest = std::max(heaviest, layer);
        gatheredLayers += layer * byKind[k];
    }
    const double ahead = std::min(stage.layers, 1.0 + static_cast<double>(plan.prefetch));
    set(MemoryKind::gatheredWeights, bytesOf(plan.weightType, plan.keepGathered ? gatheredLayers : ahead * heaviest),
        assumptions.countBuffers);
    const double vocabulary = last ? localVocabulary(a, m_context.shape.tensor) : 0.0;
    set(MemoryKind::logits, Bytes(kLogitBytes * tokens * vocabulary / static_cast<double>(plan.logitsChunks)), assumptions.countBuffers);
    const double gathered = plan.tensor > 1 ? tokens * static_cast<double>(a.width) : 0.0;
    set(MemoryKind::buffers, bytesOf(m_context.shape.activation, gathered), assumptions.countBuffers);
    set(MemoryKind::reserve, m_context.rates.reserve);
    memory.host = kept * plan.offloadActivations + (plan.offloadOptimizer ? stage.optimizerState : Bytes());
    return memory;
}

}  // namespace scalescope
