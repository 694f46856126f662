// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

namespace scalescope {

// Models with layers of several kinds, as published.

/// Gemma 3 27B: five sliding layers to one that sees everything.
inline Architecture slidingModel()
{
    Architecture a;
    a.layers = 62;
    a.width = 5376;
    a.vocabulary = 262208;
    a.tied = true;
    Layer& sliding = a.base();
    sliding.attention.heads = 32;
    sliding.attention.kvHeads = 16;
    sliding.attention.headDim = 128;
    sliding.attention.window = 1024;
    sliding.attention.queryKeyNorm = QueryKeyNorm::perHead;
    sliding.mlp.width = 21504;
    sliding.norms = 4;
    Layer full = sliding;
    full.attention.window = 0;
    a.kinds.push_back(full);
    a.order.repeating = {0, 0, 0, 0, 0, 1};
    return a;
}

/// DeepSeek V3: latent attention, three dense layers before those with experts.
inline Architecture latentModel()
{
    Architecture a;
    a.layers = 61;
    a.width = 7168;
    a.vocabulary = 129280;
    Layer& sparse = a.base();
    sparse.attention.kind = AttentionKind::latent;
    sparse.attention.heads = sparse.attention.kvHeads = 128;
    sparse.attention.queryRank = 1536;
    sparse.mlp.width = 2048;
    sparse.mlp.experts = 256;
    sparse.mlp.topK = 8;
    sparse.mlp.sharedWidth = 2048;
    sparse.mlp.routerBias = true;
    Layer dense = sparse;
    dense.mlp = Mlp{};
    dense.mlp.width = 18432;
    a.kinds.push_back(dense);
    a.order.leading = {1, 1, 1};
    return a;
}

/// After Qwen3-Next: three layers of gated delta rule to one of gated full attention, experts in all.
inline Architecture hybridModel()
{
    Architecture a;
    a.layers = 48;
    a.width = 2048;
    a.vocabulary = 151936;
    Layer& linear = a.base();
    linear.attention.kind = AttentionKind::linear;
    linear.attention.heads = 32;
    linear.attention.kvHeads = 16;
    linear.attention.headDim = 128;
    linear.attention.gate = OutputGate::full;
    linear.mlp.width = 512;
    linear.mlp.experts = 512;
    linear.mlp.topK = 10;
    linear.mlp.sharedWidth = 512;
    linear.mlp.sharedGate = true;
    Layer full = linear;
    full.attention = Attention{};
    full.attention.heads = 16;
    full.attention.kvHeads = 2;
    full.attention.headDim = 256;
    full.attention.gate = OutputGate::full;
    full.attention.queryKeyNorm = QueryKeyNorm::perHead;
    a.kinds.push_back(full);
    a.order.repeating = {0, 0, 0, 1};
    return a;
}

/// One kind of layer for which the rules of the field are exact: a gated MLP of 4 D, as many key heads as heads, N H = D.
inline Architecture textbookModel(std::int64_t heads)
{
    Architecture a;
    a.layers = 3;
    a.width = heads * 128;
    a.vocabulary = 32000;
    a.base().attention.heads = a.base().attention.kvHeads = heads;
    a.base().mlp.width = 4 * a.width;
    return a;
}

}  // namespace scalescope
