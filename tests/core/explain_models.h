// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

#include <string>
#include <vector>

namespace scalescope::explaintest {

struct NamedModel {
    std::string name;
    Architecture architecture;
};

inline Architecture ofKinds(std::int64_t layers, std::int64_t width, std::vector<Layer> kinds, std::string_view order)
{
    Architecture a;
    a.layers = layers;
    a.width = width;
    a.kinds = std::move(kinds);
    a.order = readOrder(order, a.kinds.size()).order;
    a.vocabulary = 32000;
    return a;
}

inline Layer grouped(std::int64_t heads, std::int64_t kvHeads, std::int64_t headDim, std::int64_t mlpWidth)
{
    Layer l;
    l.attention.heads = heads;
    l.attention.kvHeads = kvHeads;
    l.attention.headDim = headDim;
    l.mlp.width = mlpWidth;
    return l;
}

inline Mlp routed(std::int64_t width, std::int64_t experts, std::int64_t topK, std::int64_t sharedWidth)
{
    Mlp m;
    m.width = width;
    m.experts = experts;
    m.topK = topK;
    m.sharedWidth = sharedWidth;
    return m;
}

/// Five sliding layers to one that sees all, four norms, queries and keys normed.
inline Architecture gemmaLike()
{
    Layer sliding = grouped(32, 16, 128, 21504);
    sliding.attention.window = 1024;
    sliding.attention.queryKeyNorm = QueryKeyNorm::perHead;
    sliding.norms = 4;
    Layer global = sliding;
    global.attention.window = 0;
    Architecture a = ofKinds(62, 5376, {sliding, global}, "A*5 B");
    a.vocabulary = 262144;
    a.tied = true;
    return a;
}

/// Latent attention with a query rank; the first layers dense, the others with shared and routed experts.
inline Architecture deepseekLike(bool sparse = false)
{
    Layer dense;
    dense.attention.kind = AttentionKind::latent;
    dense.attention.heads = 128;
    dense.attention.headDim = 128;
    dense.attention.queryRank = 1536;
    dense.attention.indexTopK = sparse ? 2048 : 0;
    dense.mlp.width = 18432;
    Layer moe = dense;
    moe.mlp = routed(2048, 256, 8, 2048);
    moe.mlp.routerBias = true;
    Architecture a = ofKinds(61, 7168, {dense, moe}, "A*3 | B");
    a.multiTokenLayers = 1;
    return a;
}

/// Every other layer slides; sinks, and biases everywhere.
inline Architecture gptOssLike()
{
    Layer sliding = grouped(64, 8, 64, 2880);
    sliding.attention.window = 128;
    sliding.attention.sinks = true;
    sliding.attention.inputBias = sliding.attention.outputBias = true;
    sliding.mlp = routed(2880, 128, 4, 0);
    sliding.mlp.bias = sliding.mlp.routerBias = true;
    Layer full = sliding;
    full.attention.window = 0;
    return ofKinds(36, 2880, {sliding, full}, "A B");
}

/// Three layers of gated delta rule to one of gated full attention; a shared expert behind a gate.
inline Architecture qwenNextLike()
{
    Layer linear;
    linear.attention.kind = AttentionKind::linear;
    linear.attention.heads = 32;
    linear.attention.kvHeads = 16;
    linear.attention.gate = OutputGate::full;
    linear.mlp = routed(512, 512, 10, 512);
    linear.mlp.sharedGate = true;
    Layer full = linear;
    full.attention = grouped(16, 2, 256, 1).attention;
    full.attention.gate = OutputGate::full;
    full.attention.queryKeyNorm = QueryKeyNorm::perHead;
    Architecture a = ofKinds(48, 2048, {linear, full}, "A*3 B");
    a.multiTokenLayers = 1;
    return a;
}

/// State spaces, MLPs and a little attention, each a layer by itself.
inline Architecture nemotronLike()
{
    Layer space;
    space.attention.kind = AttentionKind::stateSpace;
    space.attention.heads = 256;
    space.attention.kvHeads = 8;
    space.attention.headDim = 64;
    space.attention.stateDim = 256;
    space.attention.convolutionBias = true;
    space.mlp.kind = MlpKind::none;
    space.norms = 1;
    Layer mlp = space;
    mlp.attention.kind = AttentionKind::none;
    mlp.mlp.kind = MlpKind::plain;
    mlp.mlp.width = 32768;
    Layer attention = space;
    attention.attention = grouped(64, 8, 128, 1).attention;
    return ofKinds(118, 8192, {space, mlp, attention}, "A B A B A B A C B");
}

/// Chunked layers and full ones without positions; experts of one each.
inline Architecture llamaFourLike()
{
    Layer chunked = grouped(40, 8, 128, 8192);
    chunked.attention.window = 8192;
    chunked.attention.windowKind = WindowKind::chunked;
    chunked.mlp = routed(8192, 16, 1, 8192);
    Layer full = chunked;
    full.attention.window = 0;
    Architecture a = ofKinds(48, 5120, {chunked, full}, "A*3 B");
    a.towerParameters = 880000000;
    return a;
}

/// Compressed entries with an indexer, one vector for keys and values, outputs through bottlenecks.
inline Architecture compressedLike()
{
    Layer sparse = grouped(64, 1, 512, 2048);
    Attention& at = sparse.attention;
    at.values = Values::keys;
    at.queryRank = 1024;
    at.outputRank = 1024;
    at.outputGroups = 8;
    at.window = 128;
    at.compression = 4;
    at.indexTopK = 512;
    at.sinks = true;
    sparse.mlp = routed(2048, 256, 6, 2048);
    sparse.other = 24576;
    Layer heavy = sparse;
    heavy.attention.compression = 128;
    heavy.attention.indexTopK = 0;
    return ofKinds(43, 4096, {sparse, heavy}, "A B");
}

/// Layers that share keys and values, embeddings of their own in each, and widths that differ.
inline Architecture embeddedLike()
{
    Layer own = grouped(8, 2, 256, 8192);
    own.attention.window = 512;
    own.attention.values = Values::fromKeys;
    own.other = 3;
    Layer shared = own;
    shared.attention.sharedKv = true;
    shared.mlp.width = 16384;
    Architecture a = ofKinds(30, 2048, {own, shared}, "A*20 | B");
    a.tied = true;
    a.layerEmbeddingWidth = 256;
    a.layerEmbeddingVocabulary = 32000;
    return a;
}

/// Decay by channel through a bottleneck, experts in a narrower width, and latent attention without a query rank.
inline Architecture kimiLinearLike()
{
    Layer linear;
    linear.attention.kind = AttentionKind::linear;
    linear.attention.heads = linear.attention.kvHeads = 32;
    linear.attention.decay = Decay::perChannel;
    linear.attention.gate = OutputGate::full;
    linear.attention.gateRank = 128;
    linear.mlp = routed(1024, 256, 8, 1024);
    linear.mlp.latentWidth = 1024;
    Layer latent = linear;
    latent.attention = Attention{};
    latent.attention.kind = AttentionKind::latent;
    latent.attention.heads = 32;
    latent.attention.inputBias = true;
    latent.attention.gate = OutputGate::perHead;
    return ofKinds(27, 2304, {linear, latent}, "A*3 B");
}

/// Before rotary positions: layer norms, biases, learned positions, a narrow table of embeddings.
inline Architecture oldLike()
{
    Layer l = grouped(16, 16, 64, 4096);
    l.attention.inputBias = l.attention.outputBias = true;
    l.mlp.kind = MlpKind::plain;
    l.mlp.bias = true;
    Architecture a = ofKinds(24, 1024, {l}, "A");
    a.norm = NormKind::layer;
    a.positions = 2048;
    a.embeddingWidth = 512;
    a.embeddingNorm = true;
    a.tied = true;
    a.unembeddingBias = true;
    return a;
}

inline std::vector<NamedModel> explainedModels()
{
    return {{"Gemma 3", gemmaLike()},           {"DeepSeek V3", deepseekLike()},      {"DeepSeek V3.2", deepseekLike(true)},
            {"gpt-oss", gptOssLike()},          {"Qwen3-Next", qwenNextLike()},       {"Nemotron-H", nemotronLike()},
            {"Llama 4", llamaFourLike()},       {"DeepSeek V4", compressedLike()},    {"Gemma 3n", embeddedLike()},
            {"Kimi Linear", kimiLinearLike()},  {"OPT", oldLike()}};
}

}  // namespace scalescope::explaintest
