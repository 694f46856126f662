// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/dtype.h"
#include "core/roofline/roofline.h"
#include "core/transformer/architecture.h"
#include "core/transformer/cache.h"
#include "core/transformer/experts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

/// What a decoder is made of, in the order in which a token meets it.
enum class Component {
    embedding,
    attentionNorm,
    queryDown,     // into a low-rank bottleneck
    queryUp,       // out of it
    kvDown,        // into the compressed vector of latent attention
    kvUp,          // from it to keys and values; absorbed into queries and results in decode
    qkv,           // every other projection of queries, keys and values
    compressor,    // of tokens to cached entries
    indexer,       // projections of sparse attention's indexer
    indexScores,   // of all keys, to choose some
    convolution,
    attention,     // scores and values
    stateUpdate,   // linear attention, state space
    gate,          // projection of the gate on the result
    outputDown,
    attentionOutput,
    mlpNorm,
    router,
    latentDown,    // into the width in which experts work
    sharedIn,
    sharedActivation,
    sharedOut,
    mlpIn,         // of a dense MLP, or of the routed experts
    activation,
    mlpOut,
    latentUp,
    layerEmbedding,  // gate and projection of an embedding of the layer's own
    finalNorm,
    unembedding,
};
constexpr int kComponentCount = 29;
constexpr std::array<std::string_view, kComponentCount> kComponentNames = {
    SCALESCOPE_TEXT("core", "embedding"),
    SCALESCOPE_TEXT("core", "attention norm"),
    SCALESCOPE_TEXT("core", "query down"),
    SCALESCOPE_TEXT("core", "query up"),
    SCALESCOPE_TEXT("core", "KV down"),
    SCALESCOPE_TEXT("core", "KV up"),
    SCALESCOPE_TEXT("core", "QKV"),
    SCALESCOPE_TEXT("core", "compressor"),
    SCALESCOPE_TEXT("core", "indexer"),
    SCALESCOPE_TEXT("core", "index scores"),
    SCALESCOPE_TEXT("core", "convolution"),
    SCALESCOPE_TEXT("core", "attention"),
    SCALESCOPE_TEXT("core", "state update"),
    SCALESCOPE_TEXT("core", "output gate"),
    SCALESCOPE_TEXT("core", "output down"),
    SCALESCOPE_TEXT("core", "out proj"),
    SCALESCOPE_TEXT("core", "MLP norm"),
    SCALESCOPE_TEXT("core", "router"),
    SCALESCOPE_TEXT("core", "latent down"),
    SCALESCOPE_TEXT("core", "shared in"),
    SCALESCOPE_TEXT("core", "shared activation"),
    SCALESCOPE_TEXT("core", "shared out"),
    SCALESCOPE_TEXT("core", "MLP in"),
    SCALESCOPE_TEXT("core", "activation"),
    SCALESCOPE_TEXT("core", "MLP out"),
    SCALESCOPE_TEXT("core", "latent up"),
    SCALESCOPE_TEXT("core", "layer embedding"),
    SCALESCOPE_TEXT("core", "final norm"),
    SCALESCOPE_TEXT("core", "unembedding"),
};
constexpr std::string_view nameOf(Component c) { return kComponentNames[static_cast<std::size_t>(c)]; }

/// Whether a component belongs to a layer, and so is recomputed when a layer is.
constexpr bool inLayer(Component c)
{
    return c != Component::embedding && c != Component::finalNorm && c != Component::unembedding;
}

enum class OperationKind { matmul, attention, elementwise };

/// What one chip holds of a layer.
struct LocalShape {
    double tokens = 1;     // of its batch shard
    double sequence = 1;   // keys of each query
    double newTokens = 0;  // of each sequence, whose keys may be older: 1 in decode; 0 for all
    double tensor = 1;     // chips that split heads, d_ff and vocabulary between them
    double context = 1;    // chips that split each sequence
    double expert = 1;     // chips that split the experts
    bool tensorInExperts = true;  // otherwise the tensor group's chips hold whole experts, and each sends its share of the tokens
    AttentionMask mask = AttentionMask::full;
    bool absorbed = false;  // latent attention works on the compressed vectors, as decode does
    double expertSkew = 0;  // see expertCoverage
    DType weight = DType::bf16;
    DType activation = DType::bf16;
    DType cache = DType::bf16;
    DType state = DType::fp32;  // of linear attention and state spaces

    double sequences() const { return tokens / (newTokens > 0 ? newTokens : sequence); }
    double expertGroup() const { return tensorInExperts ? expert : expert * tensor; }  // chips among which experts are split
    double widthInExperts() const { return tensorInExperts ? tensor : 1.0; }           // chips that split the width of one
};

/// One operation of the forward pass on one chip.
struct LayerOperation {
    Component component;
    OperationKind kind;
    Operation forward;
    double weights = 0;    // elements of its weights and biases on one chip, before fsdp shards them
    double gathered = 0;   // elements of the activation that the tensor group gathers before it
    double scattered = 0;  // elements of the partial sums that the tensor group reduces and scatters after it
    double repeats = 1;
    bool borrowsWeights = false;  // the embedding's, when tied: gathered again, but kept and reduced only once
    int layerKind = -1;           // index of the architecture's kinds; -1 outside the layers
    double adapterEnds = 0;  // inner plus outer width of its matrices on one chip: an adapter of rank r has r times as many weights
    bool routed = false;     // of the routed experts: a chip has the weights of its own
    double exchanged = 0;    // elements of one copy of its tokens, that go to the experts before it or come back after it
    double keys = 0;         // elements of its own tokens' keys and values, that other shards of the sequence need
    double queries = 0;      // of its own tokens' queries and results
    Bytes weightTraffic = Bytes();     // weights in the forward traffic; of routed experts, as if each were read
    Bytes cacheTraffic = Bytes();      // in the forward traffic: keys, values and state kept for each sequence
    const Mlp* experts = nullptr;  // routed: of whom some token meets a share (expertCoverage)
    double adapterTokens = 0;  // that an adapter beside it sees: of routed experts, those of each expert of the chip
};

/// KV heads on one chip: beyond the KV heads a tensor degree replicates them.
inline double localKvHeads(const Attention& attention, double tensor)
{
    return std::max(1.0, static_cast<double>(attention.kvHeads) / tensor);
}

/// Vocabulary entries on one chip, padded to a multiple of the tensor degree.
inline double localVocabulary(const Architecture& a, double tensor)
{
    return std::ceil(static_cast<double>(a.vocabulary) / tensor);
}

constexpr double matricesInto(const Mlp& mlp) { return mlp.kind == MlpKind::gated ? 2.0 : 1.0; }

constexpr double normScales(NormKind kind)
{
    return kind == NormKind::layer ? 2.0 : kind == NormKind::rms ? 1.0 : 0.0;
}

/// Widths of one layer's attention on one chip.
struct LocalAttention {
    LocalAttention(const Attention& at, double tensor)
        : heads(static_cast<double>(at.heads) / tensor),
          keyHeads(localKvHeads(at, tensor)),
          headDim(static_cast<double>(at.headDim)),
          stateDim(static_cast<double>(at.stateDim))
    {
        const auto rope = static_cast<double>(at.ropeDim);
        const bool latent = at.kind == AttentionKind::latent;
        query = heads * (latent ? headDim + rope : headDim);
        result = heads * static_cast<double>(valueWidth(at));
        key = at.sharedKv || latent ? 0.0 : keyHeads * headDim;
        value = at.sharedKv || latent ? 0.0 : keyHeads * static_cast<double>(valueWidth(at));
        keyValue = key + (at.values == Values::projected || at.values == Values::ownWidth ? value : 0.0);
    }

    double heads;
    double keyHeads;
    double headDim;
    double stateDim;
    double query;     // of all heads, as scores need it
    double result;    // of all heads
    double key;       // of all key heads that this layer projects
    double value;     // of all key heads, projected or not
    double keyValue;  // columns of both projections
};

/// Hands every operation of a forward pass to the visitor, kind by kind. FLOPs: book, chapter 4, "Global FLOPs and params
/// calculation"; traffic: each operand once; attention with a fused kernel, whose scores stay on the chip (chapter 4,
/// question 4). Latent attention: "DeepSeek-V2", section 2.1; its indexer: "DeepSeek-V3.2"; gated delta rule: "Gated Delta
/// Networks", as a recurrence (predict, update and read, two FLOPs each per element of the state); state space: "Mamba 2"
/// (update and read).
template <class Visitor>
class ForwardWalk {
public:
    ForwardWalk(const Architecture& a, const LocalShape& shape, Visitor& visit)
        : m_a(a), m_shape(shape), m_visit(visit), m_width(static_cast<double>(a.width))
    {
        const double elements = shape.tokens * m_width / shape.tensor;
        // Square, sum and two scalings; read once, written once.
        m_norm = {Flops(4.0 * elements), activations(2.0 * elements)};
        m_normWeights = m_width * normScales(a.norm);
    }

    void run()
    {
        if (m_a.vocabulary > 0)
            embedding();
        const auto counts = layerCounts(m_a);
        for (std::size_t k = 0; k < m_a.kinds.size(); ++k) {
            if (counts[k] == 0)
                continue;
            m_kind = static_cast<int>(k);
            m_repeats = static_cast<double>(counts[k]);
            layer(m_a.kinds[k]);
        }
        m_kind = -1;
        m_repeats = 1;
        if (m_a.finalNorm)
            elementwise(Component::finalNorm, m_norm, m_normWeights);
        if (m_a.vocabulary > 0)
            unembedding();
    }

    void layer(const Layer& layer)
    {
        const bool mixes = layer.attention.kind != AttentionKind::none;
        const bool both = mixes && layer.mlp.kind != MlpKind::none;
        const auto norms = static_cast<double>(layer.norms);
        const auto other = static_cast<double>(layer.other);
        // The first norm stands before the first block; the rest are counted with the second.
        if (mixes && (layer.norms > 0 || (!both && layer.other > 0)))
            elementwise(Component::attentionNorm, m_norm, both ? m_normWeights : norms * m_normWeights + other);
        switch (layer.attention.kind) {
        case AttentionKind::full: full(layer.attention); break;
        case AttentionKind::latent: latent(layer.attention); break;
        case AttentionKind::linear: linear(layer.attention); break;
        case AttentionKind::stateSpace: stateSpace(layer.attention); break;
        case AttentionKind::none: break;
        }
        const double left = mixes ? norms - 1.0 : norms;
        if ((layer.mlp.kind != MlpKind::none || !mixes) && (left > 0 || other > 0))
            elementwise(Component::mlpNorm, m_norm, std::max(0.0, left) * m_normWeights + other);
        if (layer.mlp.kind != MlpKind::none)
            layer.mlp.experts > 0 ? experts(layer.mlp) : dense(layer.mlp);
        if (m_a.layerEmbeddingWidth > 0) {
            const auto narrow = static_cast<double>(m_a.layerEmbeddingWidth);
            matmul(Component::layerEmbedding, contraction(m_shape.tokens, m_width + narrow, m_width + narrow, 2.0 * m_width * narrow),
                   2.0 * m_width * narrow + m_normWeights, 2.0 * (m_width + narrow));
        }
    }

private:
    struct Contraction {
        Operation forward;
        Bytes weights;  // of its traffic
    };

    Bytes activations(double elements) const { return bytesOf(m_shape.activation, elements); }

    LayerOperation operation(Component component, OperationKind kind, Operation forward, double weights, double adapterEnds = 0,
                             double gathered = 0, double scattered = 0) const
    {
        LayerOperation op{component, kind, forward};
        op.weights = weights;
        op.gathered = gathered;
        op.scattered = scattered;
        op.repeats = m_repeats;
        op.layerKind = m_kind;
        op.adapterEnds = adapterEnds;
        return op;
    }

    /// Matmuls whose weights an adapter may stand beside.
    void matmul(Component component, const Contraction& each, double weights, double adapterEnds, double gathered = 0,
                double scattered = 0)
    {
        LayerOperation op = operation(component, OperationKind::matmul, each.forward, weights, adapterEnds, gathered, scattered);
        op.weightTraffic = each.weights;
        op.adapterTokens = m_shape.tokens;
        m_visit(op);
    }

    void elementwise(Component component, Operation forward, double weights = 0)
    {
        m_visit(operation(component, OperationKind::elementwise, forward, weights));
    }

    Contraction contraction(double tokens, double inner, double outer, double matrices) const
    {
        const Bytes weights = bytesOf(m_shape.weight, matrices);
        return {{Flops(2.0 * tokens * matrices), activations(tokens * (inner + outer)) + weights}, weights};
    }

    /// A projection of every token.
    void project(Component component, double inner, double outer, double otherWeights = 0, double gathered = 0,
                 double scattered = 0)
    {
        matmul(component, contraction(m_shape.tokens, inner, outer, inner * outer), inner * outer + otherWeights, inner + outer,
               gathered, scattered);
    }

    void embedding()
    {
        const double tokens = m_shape.tokens / m_shape.tensor;
        const auto narrow = static_cast<double>(m_a.embeddingWidth);
        const auto extra = static_cast<double>(m_a.layerEmbeddingWidth) * static_cast<double>(m_a.layers);
        double table = localVocabulary(m_a, m_shape.tensor) * (narrow > 0 ? narrow : m_width) +
                       static_cast<double>(m_a.positions) * m_width / m_shape.tensor;
        table += narrow * m_width + (m_a.embeddingNorm ? m_normWeights : 0.0);
        if (extra > 0)
            table += (static_cast<double>(m_a.layerEmbeddingVocabulary) / m_shape.tensor + m_width) * extra +
                     static_cast<double>(m_a.layerEmbeddingWidth);
        // A lookup does no arithmetic; the projections that some models add do.
        const Flops flops(2.0 * tokens * m_width * (narrow + extra));
        elementwise(Component::embedding, {flops, activations(2.0 * tokens * (m_width + extra))}, table);
    }

    void unembedding()
    {
        const double rows = localVocabulary(m_a, m_shape.tensor);
        const auto narrow = static_cast<double>(m_a.embeddingWidth);
        const double inner = narrow > 0 ? narrow : m_width;
        const double t = m_shape.tokens;
        Contraction each = contraction(t, inner, rows, inner * rows);
        if (narrow > 0) {
            const Contraction projection = contraction(t, m_width, narrow, m_width * narrow);
            each.forward.flops += projection.forward.flops;
            each.forward.traffic += projection.forward.traffic;
            each.weights += projection.weights;
        }
        double own = m_width * narrow + (m_a.unembeddingBias ? rows : 0.0);
        own += m_a.tied && own > 0 ? 0.0 : inner * rows;
        LayerOperation op = operation(Component::unembedding, OperationKind::matmul, each.forward, own, 0, t * m_width);
        op.weightTraffic = each.weights;
        op.borrowsWeights = m_a.tied && narrow == 0 && !m_a.unembeddingBias;
        m_visit(op);
    }

    /// Queries of full and latent attention. Each block of a layer gathers its input once, for its first operation.
    double queries(const Attention& at, const LocalAttention& local, double gathered, double otherWeights = 0)
    {
        if (at.queryRank == 0)
            return gathered;
        const auto rank = static_cast<double>(at.queryRank);
        const double bias = at.kind == AttentionKind::latent && at.inputBias ? rank : 0.0;
        project(Component::queryDown, m_width, rank, rank + bias, gathered);
        project(Component::queryUp, rank, local.query, otherWeights);
        return 0;
    }

    void full(const Attention& at)
    {
        const LocalAttention local(at, m_shape.tensor);
        const double columns = (at.queryRank > 0 ? 0.0 : local.query) + local.keyValue;
        double extra = at.inputBias ? local.query + local.keyValue : 0.0;
        if (at.queryKeyNorm == QueryKeyNorm::perHead)
            extra += (at.sharedKv ? 1.0 : 2.0) * local.headDim;
        else if (at.queryKeyNorm == QueryKeyNorm::whole)
            extra += local.query + local.key;
        extra += at.sinks ? local.heads : 0.0;
        const double gathered = queries(at, local, m_shape.tokens * m_width, columns > 0 ? 0.0 : extra);
        if (columns > 0)
            project(Component::qkv, m_width, columns, extra, gathered);
        compressor(at);
        indexer(at);

        const double met = keysMetHere(at);
        const double t = m_shape.tokens;
        const double entry = entryElements(at) / static_cast<double>(at.kvHeads) * local.keyHeads;
        const double width = local.headDim + static_cast<double>(valueWidth(at));
        const double shared = at.sharedKv ? local.keyHeads * width : 0.0;  // another layer's cache is read too
        scores(at, 2.0 * t * met * (local.query + local.result), local.query + local.result, entry + shared);
        output(at, local);
    }

    void latent(const Attention& at)
    {
        const LocalAttention local(at, m_shape.tensor);
        const double t = m_shape.tokens;
        const double sinks = at.sinks ? local.heads : 0.0;
        const double gathered = queries(at, local, t * m_width, sinks);
        if (gathered > 0)
            project(Component::qkv, m_width, local.query, sinks, gathered);
        const auto rank = static_cast<double>(at.kvRank);
        const auto rope = static_cast<double>(at.ropeDim);
        project(Component::kvDown, m_width, rank + rope, rank + (at.inputBias ? rank + rope : 0.0));
        const double up = local.heads * (local.headDim + static_cast<double>(at.valueDim));
        // Absorbed, the same matrices multiply the queries and the results of the new tokens instead of all keys.
        const double expanded = m_shape.absorbed || m_shape.newTokens <= 0 ? t : m_shape.sequences() * m_shape.sequence;
        matmul(Component::kvUp, contraction(expanded, rank, up, rank * up), rank * up, rank + up);
        compressor(at);
        indexer(at);

        const double met = keysMetHere(at);
        const double perKey = m_shape.absorbed ? local.heads * (2.0 * rank + rope) : local.query + local.result;
        scores(at, 2.0 * t * met * perKey, m_shape.absorbed ? local.heads * (2.0 * rank + rope) : local.query + local.result,
               m_shape.absorbed ? rank + rope : local.query + local.result);
        output(at, local);
    }

    /// Keys that a query meets: under a causal mask the mean over the new tokens, which are the last of their sequences.
    double keysMetHere(const Attention& at) const
    {
        const double all = keysMet(at, m_shape.sequence, m_shape.mask);
        const double before = m_shape.sequence - m_shape.newTokens;
        if (m_shape.newTokens <= 0 || before <= 0 || m_shape.mask == AttentionMask::full)
            return all;
        return (all * m_shape.sequence - keysMet(at, before, m_shape.mask) * before) / m_shape.newTokens;
    }

    /// Scores and values: `perToken` elements of queries and results, `entry` of one key and value.
    void scores(const Attention& at, double flops, double perToken, double entry)
    {
        double entries = m_shape.sequence;
        if (m_shape.newTokens > 0) {  // what the new tokens cannot see is not read
            if (at.compression > 0)
                entries = std::min(entries, static_cast<double>(at.window) + m_shape.newTokens) +
                          m_shape.newTokens * keysMet(at, m_shape.sequence, AttentionMask::full);
            else if (at.window > 0)
                entries = std::min(entries, static_cast<double>(at.window) + m_shape.newTokens - 1.0);
            else if (at.indexTopK > 0)
                entries = std::min(entries, static_cast<double>(at.indexTopK) * m_shape.newTokens);
        }
        const double t = m_shape.tokens;
        const Bytes cached = bytesOf(m_shape.cache, m_shape.sequences() * m_shape.context * entries * entry);
        LayerOperation op = operation(Component::attention, OperationKind::attention,
                                      {Flops(flops), activations(t * perToken) + cached}, 0);
        op.cacheTraffic = cached;
        // Beyond the window no other shard's keys are needed.
        const double elsewhere = m_shape.sequence * (1.0 - 1.0 / m_shape.context);
        op.keys = t * entry * (at.window > 0 && elsewhere > 0 ? std::min(1.0, static_cast<double>(at.window) / elsewhere) : 1.0);
        op.queries = t * perToken;
        m_visit(op);
    }

    void output(const Attention& at, const LocalAttention& local)
    {
        const double t = m_shape.tokens;
        if (at.gate != OutputGate::none)
            project(Component::gate, m_width, at.gate == OutputGate::perHead ? local.heads : local.result);
        double inner = local.result;
        if (at.outputRank > 0) {
            const auto rank = static_cast<double>(at.outputRank);
            const double ranks = rank * static_cast<double>(at.outputGroups) / m_shape.tensor;
            // One block per group.
            matmul(Component::outputDown, contraction(t, inner, ranks, inner * rank), inner * rank, inner + ranks);
            inner = ranks;
        }
        project(Component::attentionOutput, inner, m_width, at.outputBias ? m_width : 0.0, 0, t * m_width);
    }

    void compressor(const Attention& at)
    {
        if (at.compression == 0)
            return;
        const auto ratio = static_cast<double>(at.compression);
        const double wide = (at.compression == 4 ? 2.0 : 1.0);  // overlapping blocks
        const double entry = static_cast<double>(at.headDim) + (at.indexTopK > 0 ? static_cast<double>(at.indexDim) : 0.0);
        project(Component::compressor, m_width, 2.0 * wide * entry, ratio * wide * entry + entry);
    }

    /// Replicated: every chip of a tensor group chooses the same keys.
    void indexer(const Attention& at)
    {
        if (!hasIndexer(at))
            return;
        const double t = m_shape.tokens;
        const auto heads = static_cast<double>(at.indexHeads);
        const auto dim = static_cast<double>(at.indexDim);
        const double input = at.queryRank > 0 ? static_cast<double>(at.queryRank) : m_width;
        const double key = at.compression > 0 ? 0.0 : dim;
        const double matrices = input * heads * dim + m_width * (key + heads);
        matmul(Component::indexer, contraction(t, input + m_width, heads * dim + key + heads, matrices), matrices + 2.0 * key,
               input + heads * dim + m_width + key + heads);
        const double ratio = at.compression > 0 ? static_cast<double>(at.compression) : 1.0;
        const double before = m_shape.newTokens > 0 ? m_shape.sequence - m_shape.newTokens : 0.0;
        const double met = (m_shape.mask == AttentionMask::full ? m_shape.sequence : (m_shape.sequence + before) / 2.0) / ratio;
        const Bytes cached = bytesOf(m_shape.cache, m_shape.sequences() * m_shape.context * m_shape.sequence / ratio * dim);
        LayerOperation op = operation(Component::indexScores, OperationKind::attention,
                                      {Flops(2.0 * t * met * heads * dim), activations(t * heads * dim) + cached}, 0);
        op.cacheTraffic = cached;
        m_visit(op);
    }

    void linear(const Attention& at)
    {
        const LocalAttention local(at, m_shape.tensor);
        const double values = local.heads * local.headDim;
        const double mixed = 2.0 * local.keyHeads * local.stateDim + values;
        const auto rank = static_cast<double>(at.gateRank);
        const bool direct = at.gate != OutputGate::none && rank == 0;
        const double rates = at.decay == Decay::perHead ? 2.0 * local.heads : at.decay == Decay::perChannel ? local.heads : 0.0;
        const double constants = at.decay == Decay::perHead      ? 2.0 * local.heads
                                 : at.decay == Decay::perChannel ? local.heads * (1.0 + local.stateDim)
                                                                 : 0.0;
        project(Component::qkv, m_width, mixed + rates + (direct ? values : 0.0), constants + local.headDim,
                m_shape.tokens * m_width);
        const double channels = (at.decay == Decay::perChannel ? local.heads * local.stateDim : 0.0);
        const double gated = at.gate != OutputGate::none && rank > 0 ? values : 0.0;
        const double downs = (channels > 0 ? 1.0 : 0.0) + (gated > 0 ? 1.0 : 0.0);
        if (rank > 0 && downs > 0) {
            const double matrices = downs * m_width * rank + rank * (channels + gated);
            matmul(Component::gate, contraction(m_shape.tokens, m_width, downs * rank + channels + gated, matrices), matrices,
                   downs * (m_width + rank) + (channels > 0 ? rank + channels : 0.0) + (gated > 0 ? rank + gated : 0.0));
        }
        convolution(at, mixed);
        state(6.0, local.stateDim, values, mixed, values * local.stateDim + mixed * taps(at));
        project(Component::attentionOutput, values, m_width, at.outputBias ? m_width : 0.0, 0, m_shape.tokens * m_width);
    }

    void stateSpace(const Attention& at)
    {
        const LocalAttention local(at, m_shape.tensor);
        const double inner = local.heads * local.headDim;
        const double mixed = inner + 2.0 * local.keyHeads * local.stateDim;
        const double projected = inner + mixed + local.heads;
        project(Component::qkv, m_width, projected, 3.0 * local.heads + inner + (at.inputBias ? projected : 0.0),
                m_shape.tokens * m_width);
        convolution(at, mixed);
        state(4.0, local.stateDim, inner, mixed, inner * local.stateDim + mixed * taps(at));
        project(Component::attentionOutput, inner, m_width, at.outputBias ? m_width : 0.0, 0, m_shape.tokens * m_width);
    }

    static double taps(const Attention& at) { return std::max(0.0, static_cast<double>(at.convolution) - 1.0); }

    void convolution(const Attention& at, double mixed)
    {
        if (at.convolution == 0)
            return;
        const auto width = static_cast<double>(at.convolution);
        elementwise(Component::convolution, {Flops(2.0 * width * m_shape.tokens * mixed), activations(2.0 * m_shape.tokens * mixed)},
                    mixed * (width + (at.convolutionBias ? 1.0 : 0.0)));
    }

    /// The recurrence reads and writes the state of each sequence.
    void state(double flops, double stateDim, double values, double mixed, double elements)
    {
        const double t = m_shape.tokens;
        const Bytes kept = bytesOf(m_shape.state, 2.0 * m_shape.sequences() * elements);
        LayerOperation op = operation(Component::stateUpdate, OperationKind::attention,
                                      {Flops(flops * t * values * stateDim), activations(t * (mixed + values)) + kept}, 0);
        op.cacheTraffic = kept;
        m_visit(op);
    }

    void dense(const Mlp& mlp) { block(mlp, Component::mlpIn, Component::activation, Component::mlpOut, mlp.width, 0, true); }

    /// A dense MLP of some width; `extra` weights ride on its first matrix.
    void block(const Mlp& mlp, Component in, Component between, Component out, std::int64_t wide, double extra, bool alone)
    {
        const double t = m_shape.tokens;
        const double width = static_cast<double>(wide) / m_shape.tensor;
        const double inputs = matricesInto(mlp);
        project(in, m_width, inputs * width, (mlp.bias ? inputs * width : 0.0) + extra, alone ? t * m_width : 0.0);
        elementwise(between, {Flops(4.0 * inputs * t * width), activations((inputs + 1.0) * t * width)});
        project(out, width, m_width, mlp.bias ? m_width : 0.0, 0, alone ? t * m_width : 0.0);
    }

    /// Weights of all experts of the chip are kept; a token meets topK in all; traffic has those that some token meets. Where
    /// tokens go to other chips' experts, a chip receives as many as it sends, and what the tensor group gathers is those.
    void experts(const Mlp& mlp)
    {
        const double t = m_shape.tokens;
        const auto all = static_cast<double>(mlp.experts);
        const double inner = mlp.latentWidth > 0 ? static_cast<double>(mlp.latentWidth) : m_width;
        const bool stay = m_shape.expertGroup() <= 1;
        const double alsoHere = stay || mlp.sharedWidth > 0 ? t * m_width : 0.0;  // shared experts see every token
        project(Component::router, m_width, all, mlp.routerBias ? all : 0.0, alsoHere);
        if (mlp.sharedWidth > 0)
            block(mlp, Component::sharedIn, Component::sharedActivation, Component::sharedOut, mlp.sharedWidth,
                  mlp.sharedGate ? m_width : 0.0, false);
        if (mlp.latentWidth > 0)
            project(Component::latentDown, m_width, inner);

        const double count = all / m_shape.expertGroup();
        const double slice = stay || m_shape.tensorInExperts ? t : t / m_shape.tensor;  // whose experts the chip computes
        const double sent = slice * static_cast<double>(std::min(mlp.topK, mlp.experts));
        const double touched = count * expertCoverage(mlp, slice * m_shape.expertGroup(), m_shape.expertSkew);
        const double width = static_cast<double>(mlp.width) / m_shape.widthInExperts();
        const double inputs = matricesInto(mlp);
        const double regathered = stay || m_shape.widthInExperts() <= 1 ? 0.0 : sent * inner;
        const double exchanged = stay ? 0.0 : t / m_shape.tensor * inner;
        const auto routed = [&](Component component, double in, double out, double biases, double gathered, double scattered) {
            const Operation each = {Flops(2.0 * sent * in * out),
                                    activations(sent * (in + out)) + bytesOf(m_shape.weight, touched * in * out)};
            LayerOperation op = operation(component, OperationKind::matmul, each, count * (in * out + biases), count * (in + out),
                                          gathered, scattered);
            op.routed = true;
            op.exchanged = exchanged;
            op.weightTraffic = bytesOf(m_shape.weight, count * in * out);
            op.experts = &mlp;
            op.adapterTokens = sent / count;
            m_visit(op);
        };
        routed(Component::mlpIn, inner, inputs * width, mlp.bias ? inputs * width : 0.0, regathered, 0);
        elementwise(Component::activation, {Flops(4.0 * inputs * sent * width), activations((inputs + 1.0) * sent * width)});
        const bool last = mlp.latentWidth == 0;
        const double reduced = regathered + (last ? alsoHere : 0.0);
        routed(Component::mlpOut, width, inner, mlp.bias ? inner : 0.0, 0, reduced);
        if (!last)
            project(Component::latentUp, inner, m_width, 0, 0, alsoHere);
    }

    const Architecture& m_a;
    const LocalShape& m_shape;
    Visitor& m_visit;
    double m_width;
    Operation m_norm;
    double m_normWeights;
    int m_kind = -1;
    double m_repeats = 1;
};

template <class Visitor>
void forwardOperations(const Architecture& a, const LocalShape& shape, Visitor&& visit)
{
    ForwardWalk(a, shape, visit).run();
}

/// Those of one layer, whether or not it is one of the architecture's kinds.
template <class Visitor>
void layerOperations(const Architecture& a, const Layer& layer, const LocalShape& shape, Visitor&& visit)
{
    ForwardWalk(a, shape, visit).layer(layer);
}

}  // namespace scalescope
