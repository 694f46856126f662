// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

#include <random>

namespace scalescope {

/// The model on a torus or a fabric with every degree and technique drawn at random; most of them are possible.
inline Scenario randomTraining(std::string_view model, std::mt19937& random)
{
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const auto pick = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
    Scenario s = scenarioPreset(shippedPresets(), chance(0.5) ? "default" : "llama-3-70b-h100").value.value();
    s.model = modelPreset(shippedPresets(), model).value.value();
    bool experts = false;
    for (const Layer& layer : s.model.architecture.kinds)
        experts = experts || layer.mlp.experts > 0;
    Plan& plan = s.plan;
    plan = {};
    int left = pick(0, 12);
    s.hardware.cluster = resized(s.hardware.cluster, std::exp2(left));
    const auto take = [&](int most) {
        const int bits = std::min(left, pick(0, most));
        left -= bits;
        return std::int64_t(1) << bits;
    };
    plan.tensor = take(3);
    plan.pipeline = take(3);
    plan.expert = experts ? take(3) : 1;
    plan.context = take(2);
    plan.data = take(3);
    plan.fsdp = take(12);
    plan.schedule = static_cast<PipelineSchedule>(pick(0, 3));
    plan.chunks = pick(1, 3);
    plan.microbatches = plan.pipeline * pick(2, 4);
    plan.zeroStage = pick(0, 3);
    plan.sequenceParallel = chance(0.7);
    plan.tensorInExperts = chance(0.5);
    plan.shardOverAll = chance(0.3);
    plan.contextMethod = static_cast<ContextMethod>(pick(0, 2));
    plan.prefetch = pick(0, 3);
    plan.keepGathered = chance(0.2);
    plan.remat = static_cast<Remat>(pick(0, 5));
    plan.rematInterval = pick(1, 4);
    plan.attentionKernel = static_cast<AttentionKernel>(pick(0, 1));
    plan.dropout = chance(0.3);
    plan.offloadActivations = chance(0.2) ? 0.5 : 0;
    plan.offloadOptimizer = chance(0.2);
    plan.logitsChunks = pick(1, 4);
    plan.optimizer = static_cast<Optimizer>(pick(0, 4));
    plan.masterWeights = chance(0.5);
    plan.loraRank = chance(0.2) ? 16 : 0;
    plan.routedNodes = chance(0.3) ? 4 : 0;
    if (chance(0.5))
        s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
    s.assumptions.networks = static_cast<NetworkCombination>(pick(0, 2));
    if (chance(0.3))
        s.reliability.failureTime = Seconds(1e8);
    s.workload.sequence = std::exp2(pick(9, 15));
    s.workload.batch = s.workload.sequence * static_cast<double>(plan.data * plan.fsdp * plan.expert * plan.microbatches) * pick(1, 3);
    return s;
}

}  // namespace scalescope
