// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/derivation.h"
#include "core/scenario/model_shapes.h"
#include "core/scenario/sharding_answer.h"
#include "core/transformer/flops.h"

#include <algorithm>
#include <map>

namespace scalescope::explaintest {

using Numbers = std::map<std::string, double>;

inline void addCount(Numbers& n, const std::string& prefix, const ParameterCount& count)
{
    n[prefix + ".attention"] = static_cast<double>(count.attention);
    n[prefix + ".mlp"] = static_cast<double>(count.mlp);
    n[prefix + ".router"] = static_cast<double>(count.router);
    n[prefix + ".experts"] = static_cast<double>(count.experts);
    n[prefix + ".norms"] = static_cast<double>(count.norms);
    n[prefix + ".other"] = static_cast<double>(count.other);
}

inline void addPass(Numbers& n, const std::string& prefix, const Architecture& a, const LocalShape& shape)
{
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        std::string id = prefix + ".";
        if (op.layerKind >= 0)
            id += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
        id += idOf(op.component);
        n[id + ".flops"] = op.forward.flops.value;
        n[id + ".traffic"] = op.forward.traffic.value;
        n[id + ".intensity"] = intensityOf(op.forward).value;
    });
}

/// What the engine says of the model by itself.
inline void addModel(Numbers& n, const Scenario& s)
{
    const Architecture& a = s.model.architecture;
    const ParameterCount count = countParameters(a);
    n["model.parameters"] = static_cast<double>(count.total());
    n["model.parameters.embedding"] = static_cast<double>(count.embedding);
    n["model.parameters.positions"] = static_cast<double>(count.positions);
    n["model.parameters.unembedding"] = static_cast<double>(count.unembedding);
    n["model.parameters.tower"] = static_cast<double>(count.tower);
    addCount(n, "model.parameters", count);
    n["model.active_parameters"] = static_cast<double>(count.active());
    n["model.idle_parameters"] = static_cast<double>(count.idle);
    n["model.multi_token_parameters"] = static_cast<double>(count.multiToken);

    const AttentionMask mask =
        s.assumptions.mfu == MfuConvention::attentionCausal ? AttentionMask::causal : AttentionMask::full;
    n["model.flops_per_token.matmul"] = matmulFlopsPerToken(a).value;
    n["model.flops_per_token.attention"] = attentionFlopsPerToken(a, s.workload.sequence, mask).value;

    const CacheTypes types{s.serving.cacheType, s.serving.cacheType, s.serving.stateType};
    const ModelCache cache = cacheOf(a, s.workload.sequence, types);
    n["model.cache.total"] = cache.total().value;
    n["model.cache.keys_and_values"] = cache.keysAndValues.value;
    n["model.cache.index_keys"] = cache.indexKeys.value;
    n["model.cache.state"] = cache.state.value;
    n["model.cache_per_token"] = bytesOf(types.keysAndValues, kvElementsPerToken(a)).value;

    const WeightBytes bytes = weightBytes(a, s.model.storage);
    n["model.weight_bytes"] = bytes.total().value;
    n["model.weight_bytes.plain"] = bytes.plain.value;
    n["model.weight_bytes.quantised"] = bytes.quantised.value;
    n["model.weight_bytes.scales"] = bytes.scales.value;

    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        if (layers[k] == 0)
            continue;
        const std::string letter(1, letterOf(k));
        const ParameterCount layer = countLayer(a, a.kinds[k]);
        n["model.layers." + letter] = static_cast<double>(layers[k]);
        n["model.layer_parameters." + letter] = static_cast<double>(layer.total());
        addCount(n, "model.layer_parameters." + letter, layer);
        const LayerCache kept = cacheOf(a.kinds[k].attention, s.workload.sequence);
        n["model.cache." + letter] = (bytesOf(types.keysAndValues, kept.keysAndValues) + bytesOf(types.indexKeys, kept.indexKeys) +
                                      bytesOf(types.state, kept.state))
                                         .value;
        if (a.kinds[k].mlp.kind != MlpKind::none && a.kinds[k].mlp.experts > 0)
            n["model.expert_coverage." + letter] = expertCoverage(a.kinds[k].mlp, s.serving.sequences, s.serving.expertSkew);
    }
    addPass(n, "prefill", a, prefillShape(s));
    addPass(n, "decode", a, decodeShape(s));
}

inline void addOperations(Numbers& n, const Estimate& e)
{
    for (std::size_t i = 0; i < e.operations.size(); ++i) {
        const OperationEstimate& op = e.operations[i];
        const std::string prefix = "operation." + std::to_string(i);
        n[prefix + ".time"] = op.total.value;
        n[prefix + ".flops"] = op.each.flops.value;
        n[prefix + ".traffic"] = op.each.traffic.value;
        n[prefix + ".intensity"] = intensityOf(op.each).value;
        if (op.timed && op.component)
            n["component." + idOf(*op.component) + ".time"] += op.total.value;
    }
    for (std::size_t i = 0; i < e.collectives.size(); ++i) {
        const CollectiveEstimate& c = e.collectives[i];
        const std::string prefix = "collective." + std::to_string(i);
        n[prefix + ".time"] = c.total.value;
        n[prefix + ".each"] = c.each.total.value;
        n[prefix + ".array"] = c.array.value;
        n[prefix + ".bytes"] = (c.array * c.repeats).value;
        n[prefix + ".exposed"] = c.exposed.value;
    }
}

inline void addStudy(Numbers& n, const Scenario& s)
{
    const ShardingAnswer sharding = answerSharding(s);
    if (sharding.collective)
        n["sharding.collective.time"] = sharding.collective->time.total.value;
    for (std::size_t i = 0; i < sharding.plan.strategies.size(); ++i) {
        const Strategy& strategy = sharding.plan.strategies[i];
        const std::string prefix = "sharding.strategy." + std::to_string(i);
        n[prefix + ".time"] = strategy.separate.value;
        n[prefix + ".overlapped"] = strategy.overlapped.value;
    }
    const Calculator& calculator = s.calculator;
    const auto peak = peakFor(s.hardware.cluster.chip, calculator.compute);
    if (const auto bandwidth = bandwidthOf(s.hardware.cluster.chip, calculator.memory); peak && bandwidth)
        n["calculator.time"] = timeOf(operationOf(calculator.matmul), peak->rate, *bandwidth).lower().value;
}

inline void addMemory(Numbers& n, const std::string& prefix, const MemoryEstimate& memory)
{
    for (int i = 0; i < kMemoryKindCount; ++i)
        n[prefix + "." + std::string(kMemoryKindNames[static_cast<std::size_t>(i)])] = memory.of(static_cast<MemoryKind>(i)).bytes.value;
    n[prefix + ".total"] = memory.total().value;
    n[prefix + ".host"] = memory.host.value;
}

inline void addStages(Numbers& n, const Estimate& e)
{
    addMemory(n, "memory", e.memory);
    for (std::size_t i = 0; i < e.stages.size(); ++i) {
        const StageEstimate& stage = e.stages[i];
        const std::string prefix = "stage." + std::to_string(i);
        n[prefix + ".layers"] = stage.layers;
        n[prefix + ".in_flight"] = stage.inFlight;
        n[prefix + ".forward"] = stage.times.forward.value;
        n[prefix + ".backward_input"] = stage.times.backwardInput.value;
        n[prefix + ".backward_weight"] = stage.times.backwardWeight.value;
        n[prefix + ".total"] = stage.total.value;
        addMemory(n, prefix + ".memory", stage.memory);
    }
}

inline void addRun(Numbers& n, const RunEstimate& run)
{
    n["tokens_per_second"] = run.tokensPerSecond;
    n["run.steps"] = run.steps;
    n["run.days"] = run.duration.value / kSecondsPerDay;
    n["run.duration"] = run.duration.value;
    n["run.chip_hours"] = run.chipHours;
    n["run.checkpoint"] = run.checkpoint.value;
    n["run.checkpoint_time"] = run.checkpointTime.value;
    n["run.goodput"] = run.goodput;
    if (run.failureTime)
        n["run.failure_time"] = run.failureTime->value;
    if (run.checkpointInterval)
        n["run.checkpoint_interval"] = run.checkpointInterval->value;
    if (run.cost)
        n["run.cost"] = run.cost->value;
    if (run.energy)
        n["run.energy"] = *run.energy;
}

/// What the engine gives for an id that the window shows; most ids of intermediate numbers have none.
inline Numbers engineNumbers(const Scenario& s, const Estimate& e)
{
    Numbers n = {
        {"chips", e.chips},
        {"model.flops", e.modelFlops.value},
        {"model.executed_flops", e.executedFlops.value},
        {"model.trained_parameters", e.trainedParameters},
        {"microbatch.sequences", e.sequencesPerMicrobatch},
        {"step.compute", e.step().compute.value},
        {"step.network", e.step().network.value},
        {"step.lower", e.step().lower.value},
        {"step.expected", e.step().expected.value},
        {"step.upper", e.step().upper.value},
        {"step.host", e.step().host.value},
        {"step.update", e.step().update.value},
        {"step.bubble", e.step().bubble.value},
        {"step.exposed", e.step().exposed.value},
        {"bound", std::max({e.step().compute, e.step().network, e.step().host}).value},
        {"mfu", e.mfu},
        {"hfu", e.hfu},
    };
    addModel(n, s);
    if (e.peak) {
        n["peak"] = e.peak->rate.value;
        if (const auto& hbm = s.hardware.cluster.chip.hbm.bandwidth)
            n["ridge.hbm"] = ridge(e.peak->rate, *hbm).value;
    }
    addStages(n, e);
    for (const AxisEstimate& axis : e.axes) {
        const std::string prefix = "axis." + std::string(nameOf(axis.axis));
        n[prefix + ".time"] = axis.time.value;
        n[prefix + ".bytes"] = axis.bytes.value;
        n[prefix + ".bandwidth"] = axis.bandwidth.value;
        n[prefix + ".exposed"] = axis.exposed.value;
    }
    addOperations(n, e);
    if (e.run)
        addRun(n, *e.run);
    addStudy(n, s);
    return n;
}

}  // namespace scalescope::explaintest
