// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/serving.h"
#include "core/scenario/presets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

namespace scalescope {

/// Serving of many kinds of models on a torus or a fabric, with every degree and technique drawn at random; most are possible.
class RandomReplica {
public:
    explicit RandomReplica(unsigned seed) : m_random(seed)
    {
        const PresetLibrary library = shippedPresets();
        for (std::string_view id : {"llama-3-8b", "llama-3-70b", "llama-2-13b", "mixtral-8x7b", "deepseek-v3", "gpt-oss-20b", "gemma-3-27b",
                                    "qwen3-next-80b-a3b", "mamba2-2.7b", "nemotron-h-56b", "deepseek-v4-flash", "gpt2"})
            m_models.push_back(modelPreset(library, id).value.value());
        for (std::string_view id : {"tpu-v5e", "tpu-v5p", "h100", "mi300x", "gb200-nvl72"})
            m_hardware.push_back(hardwarePreset(library, id).value.value());
    }

    Scenario next()
    {
        Scenario s;
        s.model = oneOf(m_models);
        s.hardware = oneOf(m_hardware);
        const bool routed = hasExperts(s.model.architecture);
        Serving& v = s.serving;
        v.sequences = std::floor(std::exp2(9 * fraction()));
        v.prompt = std::exp2(pick(4, 15));
        v.output = std::exp2(pick(1, 12));
        v.position = fraction();
        if (chance(0.2))
            v.longest = (v.prompt + v.output) * (1 + 3 * fraction());
        v.cacheLayout = choice<CacheLayout>(kCacheLayoutNames.size());
        v.batching = choice<Batching>(kBatchingNames.size());
        v.decode = layout(routed, false);
        v.prefill = layout(routed, true);
        v.cacheSplit = choice<CacheSplit>(kCacheSplitNames.size());
        v.sequenceParallel = chance(0.7);
        v.tensorInExperts = chance(0.7);
        v.decodeServers = pick(1, 4);
        v.prefillServers = pick(1, 4);
        v.prefillBatch = pick(1, 4);
        v.chunk = std::int64_t{1} << pick(5, 12);
        v.prefillChunk = chance(0.3) ? std::int64_t{1} << pick(5, 12) : 0;
        v.prefixHit = chance(0.3) ? fraction() : 0;
        v.hostHit = chance(0.2) ? fraction() : 0;
        v.speculation = chance(0.3) ? choice<Speculation>(kSpeculationNames.size()) : Speculation::none;
        if (v.speculation == Speculation::draftModel && chance(0.9))
            s.draft = m_models.front();
        v.draftTokens = pick(1, 8);
        v.acceptance = fraction();
        v.rate = std::exp2(10 * fraction() - 5);
        v.lengths = choice<Lengths>(kLengthsNames.size());
        if (chance(0.3))
            v.tokenLimit = Seconds(1e-3 * std::exp2(8 * fraction()));
        if (chance(0.3))
            v.firstTokenLimit = Seconds(1e-2 * std::exp2(8 * fraction()));
        v.weightType = type();
        v.cacheType = type();
        v.activationType = chance(0.2) ? DType::fp8 : DType::bf16;
        v.computeType = chance(0.3) ? DType::int8 : DType::bf16;
        v.expertSkew = chance(0.2) ? fraction() : 0;
        s.hardware.cluster = resized(s.hardware.cluster, v.decode.chips() * std::exp2(pick(0, 2)));
        if (v.batching == Batching::disaggregated && chance(0.3))
            s.prefillHardware = oneOf(m_hardware);
        if (chance(0.5))
            s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
        s.assumptions.networks = choice<NetworkCombination>(kNetworkCombinationNames.size());
        s.assumptions.mask = choice<AttentionMask>(kAttentionMaskNames.size());
        return s;
    }

    static bool hasExperts(const Architecture& a)
    {
        return std::any_of(a.kinds.begin(), a.kinds.end(),
                           [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
    }

    int pick(int from, int to) { return std::uniform_int_distribution<int>(from, to)(m_random); }
    bool chance(double p) { return std::bernoulli_distribution(p)(m_random); }
    double fraction() { return std::uniform_real_distribution<double>(0, 1)(m_random); }

private:
    template <class T>
    const T& oneOf(const std::vector<T>& list)
    {
        return list[static_cast<std::size_t>(pick(0, static_cast<int>(list.size()) - 1))];
    }

    template <class T>
    T choice(std::size_t count)
    {
        return static_cast<T>(pick(0, static_cast<int>(count) - 1));
    }

    DType type() { return std::array{DType::bf16, DType::fp8, DType::int8, DType::int4}[static_cast<std::size_t>(pick(0, 3))]; }

    ServingLayout layout(bool routed, bool prefill)
    {
        ServingLayout l;
        l.tensor = std::int64_t{1} << pick(0, 4);
        l.expert = routed && chance(0.4) ? std::int64_t{1} << pick(1, 3) : 1;
        l.pipeline = chance(0.3) ? std::int64_t{1} << pick(1, 2) : 1;
        l.context = prefill && chance(0.3) ? 2 : 1;
        l.rows = !prefill && l.tensor > 1 && chance(0.2) ? 2 : 1;
        return l;
    }

    std::mt19937 m_random;
    std::vector<Model> m_models;
    std::vector<Hardware> m_hardware;
};

}  // namespace scalescope
