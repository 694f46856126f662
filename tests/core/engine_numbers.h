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
    for (int i = 0; i < kTrainingMemoryKindCount; ++i)
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

inline void addForward(Numbers& n, const std::string& prefix, std::string_view expected, const ForwardTimes& times)
{
    n[prefix + "." + std::string(expected)] = times.expected.value;
    n[prefix + ".lower"] = times.lower.value;
    n[prefix + ".upper"] = times.upper.value;
    n[prefix + ".bound"] = times.lower.value;
    n[prefix + ".network"] = times.network.value;
    n[prefix + ".chip"] = times.chip.value;
    n[prefix + ".weights"] = times.weights.value;
    n[prefix + ".cache"] = times.cache.value;
    n[prefix + ".flops"] = times.flops.value;
    for (const Axis axis : kAxes)
        n[prefix + ".axis." + std::string(nameOf(axis))] = times.axes[static_cast<std::size_t>(axis)].value;
}

inline void addPhase(Numbers& n, const std::string& prefix, const PhaseEstimate& phase)
{
    n[prefix + ".chips"] = phase.chips;
    n[prefix + ".replicas"] = phase.replicas;
    for (const OperationEstimate& op : phase.operations) {
        std::string id = prefix + ".operation.";
        if (op.layerKind >= 0)
            id += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
        id += idOf(*op.component);
        n[id + ".time"] = op.total.value;
        n[id + ".flops"] = op.each.flops.value;
        n[id + ".traffic"] = op.each.traffic.value;
    }
    for (std::size_t i = 0; i < phase.collectives.size(); ++i) {
        const std::string id = prefix + ".collective." + std::to_string(i);
        n[id + ".time"] = phase.collectives[i].total.value;
        n[id + ".each"] = phase.collectives[i].each.total.value;
        n[id + ".array"] = phase.collectives[i].array.value;
    }
}

inline void addServedMemory(Numbers& n, const std::string& prefix, const MemoryEstimate& memory)
{
    for (int i = 0; i < kMemoryKindCount; ++i)
        n[prefix + "." + std::string(kMemoryKindNames[static_cast<std::size_t>(i)])] = memory.of(static_cast<MemoryKind>(i)).bytes.value;
    n[prefix + ".total"] = memory.total().value;
}

/// What the engine gives for an id of serving.
inline Numbers servingNumbers(const Scenario& s, const ServingEstimate& e)
{
    Numbers n = {
        {"serving.chips", e.chips},
        {"serving.copies", e.copies},
        {"serving.budget", e.budget.value},
        {"serving.cache_per_sequence", e.cachePerSequence.value},
        {"serving.first_token", e.timeToFirstToken.value},
        {"serving.token_time", e.timePerOutputToken.value},
        {"serving.end_to_end", e.endToEnd.value},
        {"serving.tokens_per_second", e.tokensPerSecond},
        {"serving.per_chip", e.tokensPerSecondPerChip},
        {"serving.per_user", e.tokensPerSecondPerUser},
        {"serving.speculation.tokens", e.decode.tokensPerLoop},
        {"serving.speculation.gain", e.speculationGain},
        {"serving.decode.loop", e.decode.loop.value},
        {"serving.decode.loop_lower", e.decode.loopLower.value},
        {"serving.decode.loop_upper", e.decode.loopUpper.value},
        {"serving.decode.token_time", e.decode.tokenTime.value},
        {"serving.decode.tokens_per_second", e.decode.tokensPerSecond},
        {"serving.decode.per_chip", e.decode.perChip},
        {"serving.decode.per_user", e.decode.perUser},
        {"serving.first.step", e.firstStep.value},
        {"serving.last.step", e.lastStep.value},
        {"serving.prefill.time", e.prefill.time.value},
        {"serving.prefill.pieces", e.prefill.pieces},
        {"serving.prefill.host_load", e.prefill.hostLoad.value},
        {"serving.prefill.requests_per_second", e.prefill.requestsPerSecond},
        {"serving.prefill.tokens_per_second", e.prefill.tokensPerSecond},
        {"serving.prefill.utilisation", e.prefill.utilisation},
        {"serving.steady.finished", e.steady.finishedPerLoop},
        {"serving.steady.evicted", e.steady.evictedPerLoop},
        {"serving.steady.prefill_share", e.steady.prefillShare},
        {"serving.steady.stall", e.steady.stall.value},
        {"serving.steady.piece", e.steady.piece.value},
        {"serving.steady.requests_per_second", e.steady.requestsPerSecond},
        {"serving.steady.tokens_per_second", e.steady.tokensPerSecond},
        {"serving.pools.prefill_rate", e.pools.prefillRate},
        {"serving.pools.decode_rate", e.pools.decodeRate},
        {"serving.pools.ratio", e.pools.ratio},
        {"serving.pools.transfer", e.pools.transfer.value},
        {"serving.pools.prefill_load", e.pools.prefillLoad},
        {"serving.pools.decode_load", e.pools.decodeLoad},
        {"serving.load.largest_rate", e.load.largestRate},
        {"serving.load.utilisation", e.load.utilisation},
        {"serving.load.wait", e.load.wait.value},
        {"serving.load.first_token", e.load.timeToFirstToken.value},
        {"serving.load.token_time", e.load.timePerOutputToken.value},
        {"serving.load.end_to_end", e.load.endToEnd.value},
        {"serving.load.sequences", e.load.sequences},
        {"serving.context", s.serving.keptContext()},
        {"serving.computed", s.serving.computedPrompt()},
    };
    const auto addIf = [&n](const std::string& id, const auto& value) {
        if (value)
            n[id] = static_cast<double>(*value);
    };
    addIf("serving.largest_batch", e.largestBatch);
    addIf("serving.critical_batch", e.criticalBatch);
    addIf("serving.largest_tensor", e.largestTensor);
    addIf("serving.best_batch", e.bestBatch);
    addIf("serving.cost.input", e.dollars.input);
    addIf("serving.cost.output", e.dollars.output);
    addIf("serving.energy.input", e.joules.input);
    addIf("serving.energy.output", e.joules.output);
    if (e.pools.transferTime)
        n["serving.pools.transfer_time"] = e.pools.transferTime->value;
    addForward(n, "serving.decode", "step", e.decode.step);
    addForward(n, "serving.prefill", "pass", e.prefill.pass);
    addPhase(n, "serving.decode", e.decodePhase);
    addPhase(n, "serving.prefill", e.prefillPhase);
    addServedMemory(n, "serving.memory", e.decodePhase.memory);
    addServedMemory(n, "serving.prefill.memory", e.prefillPhase.memory);
    return n;
}

}  // namespace scalescope::explaintest
