// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

#include <random>

namespace scalescope {

/// Architectures of every kind of layer with every field drawn at random, sensible or not: a field that a kind of layer
/// does not have is drawn too. Heads, groups and widths are multiples of eight, so that a tensor degree divides them.
class RandomArchitecture {
public:
    explicit RandomArchitecture(unsigned seed) : m_random(seed) {}

    Architecture next()
    {
        Architecture a;
        a.width = multiple(8, 32);
        a.layers = between(1, 40);
        a.norm = static_cast<NormKind>(between(0, 2));
        a.finalNorm = coin();
        if (between(0, 9) > 0) {
            a.vocabulary = multiple(8, 100);
            a.tied = coin();
            a.unembeddingBias = coin();
            a.embeddingWidth = coin() ? multiple(8, 4) : 0;
            a.embeddingNorm = coin();
            a.positions = coin() ? multiple(8, 30) : 0;
            a.layerEmbeddingWidth = coin() ? multiple(8, 2) : 0;
            a.layerEmbeddingVocabulary = multiple(8, 20);
        }
        a.multiTokenLayers = between(0, 2);
        a.towerParameters = between(0, 100000);
        const std::int64_t kinds = between(1, 4);
        a.kinds.clear();
        for (std::int64_t k = 0; k < kinds; ++k)
            a.kinds.push_back(layer());
        a.order.leading.clear();
        a.order.repeating.clear();
        if (kinds > 1)
            for (std::int64_t i = between(0, 4); i > 0; --i)
                a.order.leading.push_back(kindOf(kinds));
        for (std::int64_t i = kinds > 1 ? between(1, 6) : 1; i > 0; --i)
            a.order.repeating.push_back(kindOf(kinds));
        return a;
    }

    Layer layer()
    {
        Layer l;
        l.attention = attention();
        l.mlp = mlp();
        l.norms = between(0, 5);
        l.other = coin() ? between(0, 1000) : 0;
        return l;
    }

    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_random);
    }

    bool coin() { return between(0, 1) == 1; }

private:
    std::uint8_t kindOf(std::int64_t kinds) { return static_cast<std::uint8_t>(between(0, kinds - 1)); }

    std::int64_t multiple(std::int64_t of, std::int64_t most) { return of * between(1, most); }

    Attention attention()
    {
        Attention at;
        at.kind = static_cast<AttentionKind>(between(0, 4));
        at.kvHeads = multiple(8, 2);
        at.heads = at.kvHeads * between(1, 3);
        at.headDim = between(1, 40);
        at.inputBias = coin();
        at.outputBias = coin();
        at.window = coin() ? between(1, 300) : 0;
        at.windowKind = static_cast<WindowKind>(between(0, 1));
        at.queryKeyNorm = static_cast<QueryKeyNorm>(between(0, 2));
        at.gate = static_cast<OutputGate>(between(0, 2));
        at.sinks = coin();
        at.values = static_cast<Values>(between(0, 2));
        at.sharedKv = between(0, 3) == 0;
        at.queryRank = coin() ? between(1, 50) : 0;
        at.outputRank = coin() ? between(1, 50) : 0;
        at.outputGroups = multiple(8, 2);
        at.kvRank = between(1, 50);
        at.ropeDim = between(0, 20);
        at.valueDim = between(1, 40);
        at.indexTopK = coin() ? between(1, 200) : 0;
        at.indexHeads = between(1, 10);
        at.indexDim = between(1, 20);
        at.compression = between(0, 2) == 0 ? between(1, 10) : 0;
        at.stateDim = between(1, 40);
        at.convolution = between(0, 5);
        at.convolutionBias = coin();
        at.decay = static_cast<Decay>(between(0, 2));
        at.gateRank = coin() ? between(1, 20) : 0;
        return at;
    }

    Mlp mlp()
    {
        Mlp m;
        m.kind = static_cast<MlpKind>(between(0, 2));
        m.width = multiple(8, 20);
        m.bias = coin();
        if (coin()) {
            m.experts = between(1, 40);
            m.topK = between(1, 8);
            m.sharedWidth = coin() ? multiple(8, 10) : 0;
            m.sharedGate = coin();
            m.routerBias = coin();
            m.latentWidth = coin() ? between(1, 30) : 0;
        }
        return m;
    }

    std::mt19937 m_random;
};

}  // namespace scalescope
