// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <algorithm>
#include <random>

namespace scalescope {

/// Plans that use any of the degrees and options together, each on a cluster of its size. Degrees are powers of two up to
/// four, so that many models take them.
class RandomPlan {
public:
    explicit RandomPlan(unsigned seed) : m_random(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_random);
    }
    bool coin() { return between(0, 1) == 1; }

    void plan(Scenario& s)
    {
        Plan& p = s.plan;
        const bool routed = std::any_of(s.model.architecture.kinds.begin(), s.model.architecture.kinds.end(),
                                        [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
        for (const Axis axis : kAxes)
            p.degree(axis) = axis == Axis::expert && !routed ? 1 : std::int64_t{1} << between(0, 2);
        p.order = oneOf<AxisOrder>(kAxisOrderNames.size());
        p.sequenceParallel = coin();
        p.tensorInExperts = coin();
        p.shardOverAll = coin();
        p.contextMethod = oneOf<ContextMethod>(kContextMethodNames.size());
        p.schedule = oneOf<PipelineSchedule>(kPipelineScheduleNames.size());
        p.chunks = between(1, 3);
        p.microbatches = p.schedule == PipelineSchedule::interleaved ? p.pipeline * between(1, 3) : between(1, 3) + 2 * p.pipeline - 1;
        p.zeroStage = between(0, 3);
        p.prefetch = between(0, 3);
        p.keepGathered = coin();
        p.remat = oneOf<Remat>(kRematNames.size());
        p.rematInterval = between(1, 4);
        p.recompute = fraction();
        p.checkpoints = 20 * fraction();
        p.attentionKernel = oneOf<AttentionKernel>(kAttentionKernelNames.size());
        p.dropout = coin();
        p.offloadActivations = coin() ? fraction() : 0;
        p.offloadOptimizer = coin();
        p.logitsChunks = between(1, 4);
        p.optimizer = oneOf<Optimizer>(kOptimizerNames.size());
        p.masterWeights = coin();
        p.loraRank = between(0, 2) == 0 ? between(1, 64) : 0;
        p.routedNodes = coin() ? between(1, 4) : 0;
        p.dispatchType = coin() ? DType::fp8 : DType::bf16;
        p.weightType = coin() ? DType::fp8 : DType::bf16;
        p.gradientType = coin() ? DType::fp32 : DType::bf16;
        s.workload.pass = between(0, 3) > 0 ? Pass::step : oneOf<Pass>(kPassNames.size());
        s.workload.sequence = static_cast<double>(std::int64_t{1} << between(9, 14));
        s.workload.batch = s.workload.sequence * static_cast<double>(between(1, 4) * p.microbatches) * tokenShards(p);
        cluster(s.hardware.cluster, static_cast<std::int64_t>(productOf(p)));
    }

    void assumptions(Assumptions& a)
    {
        const bool realistic = coin();
        a = assumptionsOf(realistic ? AssumptionSet::realistic : AssumptionSet::book, a);
        a.collectives.ring = oneOf<RingTerms>(kRingTermsNames.size());
        a.collectives.axes = oneOf<AxesRule>(kAxesRuleNames.size());
        a.collectives.fabric = oneOf<FabricRule>(kFabricRuleNames.size());
        a.collectives.latency = oneOf<LatencyRule>(kLatencyRuleNames.size());
        a.collectives.reduction = oneOf<NetworkReduction>(kNetworkReductionNames.size());
        a.collectives.allToAll = oneOf<AllToAllWay>(kAllToAllWayNames.size());
        a.collectives.startUp = Seconds(coin() ? 1e-5 * fraction() : 0);
        a.networks = oneOf<NetworkCombination>(kNetworkCombinationNames.size());
        a.timed = oneOf<TimedWork>(kTimedWorkNames.size());
        a.rates = oneOf<Rates>(kRatesNames.size());
        a.mask = oneOf<AttentionMask>(2);
        a.sharedGather = coin();
        a.routing = oneOf<RoutingRule>(kRoutingRuleNames.size());
        a.smallReductions = coin();
        a.checkpoints = oneOf<CheckpointRule>(kCheckpointRuleNames.size());
        a.checkpointShards = oneOf<CheckpointShards>(kCheckpointShardsNames.size());
        a.countGradients = coin();
        a.countBuffers = coin();
        if (coin())
            a.matmulEfficiency = 0.5 + 0.5 * fraction();
        if (coin())
            a.networkEfficiency = 0.5 + 0.5 * fraction();
        if (coin())
            a.memoryEfficiency = 0.5 + 0.5 * fraction();
        if (coin())
            for (double& overlap : a.overlap)
                overlap = fraction();
        a.hostOverlap = coin() ? fraction() : 1;
    }

    void reliability(Reliability& r)
    {
        r = {};
        if (coin())
            r.failureTime = Seconds(1e5 * (1 + 1e4 * fraction()));
        if (coin())
            r.checkpointInterval = Seconds(60 + 1e4 * fraction());
        r.restart = Seconds(1000 * fraction());
    }

private:
    double fraction() { return std::uniform_real_distribution<double>(0, 1)(m_random); }

    template <class Enum>
    Enum oneOf(std::size_t count)
    {
        return static_cast<Enum>(between(0, static_cast<std::int64_t>(count) - 1));
    }

    /// The sizes of the networks there are, so that they hold this many chips; a power of two.
    void cluster(Cluster& c, std::int64_t chips)
    {
        const auto take = [&](std::int64_t most) {
            std::int64_t size = 1;
            while (size < most && chips % 2 == 0) {
                size *= 2;
                chips /= 2;
            }
            return size;
        };
        for (std::size_t i = 0; i < c.networks.size(); ++i) {
            const bool outermost = i + 1 == c.networks.size();
            const std::int64_t most = outermost ? chips : std::int64_t{1} << between(1, 4);
            if (auto* torus = std::get_if<Torus>(&c.networks[i])) {
                for (int d = 0; d < torus->shape.dimensions; ++d)
                    torus->shape[d] = take(outermost && d + 1 == torus->shape.dimensions ? chips : std::int64_t{1} << between(0, 3));
                torus->maxShape = torus->shape;
                torus->wrap = coin() ? WrapRule::always : WrapRule::never;
            } else if (auto* level = std::get_if<FabricLevel>(&c.networks[i])) {
                level->degree = take(most);
                level->maxDegree = std::max(level->maxDegree, level->degree);
            } else {
                std::get<DataCentre>(c.networks[i]).slices = take(most);
            }
        }
    }

    std::mt19937 m_random;
};

}  // namespace scalescope
