// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/activations.h"

#include <algorithm>

namespace scalescope {

namespace {

using Fates = std::array<ActivationFate, kKeepPolicyCount>;
constexpr auto kKept = ActivationFate::kept;
constexpr auto kAgain = ActivationFate::recomputed;
constexpr auto kDropped = ActivationFate::dropped;

// In the order of KeepPolicy.
constexpr Fates kCheckpoint = {kKept, kKept, kKept, kKept};
constexpr Fates kMatmulResult = {kKept, kKept, kKept, kAgain};
constexpr Fates kToRebuildResidual = {kDropped, kDropped, kKept, kAgain};  // the backward pass reads the sum, not the addend
constexpr Fates kUnread = {kDropped, kDropped, kDropped, kAgain};
constexpr Fates kBetweenMatmuls = {kKept, kKept, kAgain, kAgain};
constexpr Fates kScores = {kKept, kAgain, kAgain, kAgain};

constexpr double kFullPrecisionBytes = 4;
constexpr double kMaskBytes = 1;

constexpr double number(std::int64_t n) { return static_cast<double>(n); }

/// Hands every tensor of a layer to the visitor. A tensor's share of the FLOPs of the operation that makes it sums to one
/// over the operation's tensors.
template <class Visitor>
class ActivationWalk {
public:
    ActivationWalk(const Architecture& a, const Layer& layer, const ActivationOptions& options, Visitor& visit)
        : m_a(a), m_layer(layer), m_options(options), m_visit(visit), m_width(number(a.width)),
          m_element(bytesPerElement(options.type).value)
    {
        LocalShape shape;
        shape.sequence = options.sequence;
        shape.mask = options.mask;
        shape.tensor = options.tensor;
        layerOperations(a, layer, shape,
                        [&](const LayerOperation& op) { m_flops[static_cast<std::size_t>(op.component)] += op.forward.flops; });
    }

    void run()
    {
        const Attention& at = m_layer.attention;
        const bool mixes = at.kind != AttentionKind::none;
        const bool feeds = m_layer.mlp.kind != MlpKind::none;
        // Norms before the blocks come first, then those after them. One norm before two blocks: they are parallel.
        const std::int64_t before = (mixes ? 1 : 0) + (feeds ? 1 : 0);
        const bool parallel = mixes && feeds && m_layer.norms == 1;
        const bool normedAfter = m_layer.norms > before;
        const bool more = m_a.layerEmbeddingWidth > 0;

        if (!mixes && !feeds && !more)
            return;
        wide(SCALESCOPE_TEXT("core", "layer input"), Component::attentionNorm, kCheckpoint, 0);
        if (mixes) {
            if (m_layer.norms > 0)
                wide(SCALESCOPE_TEXT("core", "normed input"), Component::attentionNorm, kBetweenMatmuls);
            attention(at);
            addend(SCALESCOPE_TEXT("core", "attention output"), Component::attentionOutput, normedAfter,
                   (feeds && !parallel) || more);
        }
        if (feeds) {
            if (mixes && !parallel)
                wide(SCALESCOPE_TEXT("core", "MLP block input"), Component::attentionOutput, kBetweenMatmuls, 0);
            if (m_layer.norms >= before && !parallel)
                wide(SCALESCOPE_TEXT("core", "normed MLP input"), Component::mlpNorm, kBetweenMatmuls);
            if (m_layer.mlp.experts > 0)
                experts(m_layer.mlp, normedAfter, more);
            else
                dense(m_layer.mlp, normedAfter, more);
        }
        if (more)
            layerEmbedding(mixes || feeds);
    }

private:
    /// Of the residual stream's width.
    void wide(std::string_view name, Component madeBy, const Fates& fate, double share = 1)
    {
        put(name, "[B, T, D]", madeBy, ActivationSplit::sequence, m_width, m_element, fate, share);
    }

    void divided(std::string_view name, std::string_view shape, Component madeBy, double elements, const Fates& fate,
                 double share = 1)
    {
        put(name, shape, madeBy, ActivationSplit::width, elements, m_element, fate, share);
    }

    void whole(std::string_view name, std::string_view shape, Component madeBy, double elements, const Fates& fate,
               double share = 1)
    {
        put(name, shape, madeBy, ActivationSplit::none, elements, m_element, fate, share);
    }

    /// `elements` of one chip, but for those that a sequence-parallel group divides.
    void put(std::string_view name, std::string_view shape, Component madeBy, ActivationSplit split, double elements,
             double elementBytes, const Fates& fate, double share)
    {
        if (elements <= 0)
            return;
        const double parts = split == ActivationSplit::sequence && m_options.sequenceParallel ? m_options.tensor : 1.0;
        const double local = elements / parts;
        m_visit(ActivationTensor{name, shape, madeBy, split, local, Bytes(local * elementBytes),
                                 m_flops[static_cast<std::size_t>(madeBy)] * share, fate});
    }

    void mask(Component madeBy)
    {
        if (m_options.dropout)
            put(SCALESCOPE_TEXT("core", "dropout mask"), "[B, T, D]", madeBy, ActivationSplit::sequence, m_width,
                kMaskBytes,
                kBetweenMatmuls, 0);
    }

    /// A block's result, which is added to the residual stream.
    void addend(std::string_view name, Component madeBy, bool normed, bool readAgain, double share = 1)
    {
        const Fates& fate = normed ? kMatmulResult : readAgain ? kToRebuildResidual : kUnread;
        wide(name, madeBy, fate, share);
        mask(madeBy);
    }

    void attention(const Attention& at)
    {
        const LocalAttention local(at, m_options.tensor);
        switch (at.kind) {
        case AttentionKind::full: full(at, local); break;
        case AttentionKind::latent: latent(at, local); break;
        case AttentionKind::linear: linear(at, local); break;
        case AttentionKind::stateSpace: stateSpace(at, local); break;
        case AttentionKind::none: break;
        }
    }

    void queries(const Attention& at, const LocalAttention& local, double share)
    {
        constexpr std::string_view shape = "[B, T, N, H]";
        const Component madeBy = at.queryRank > 0 ? Component::queryUp : Component::qkv;
        const double rank = number(at.queryRank);
        whole(SCALESCOPE_TEXT("core", "compressed queries"), "[B, T, r_q]", Component::queryDown, rank, kMatmulResult);
        whole(SCALESCOPE_TEXT("core", "normed compressed queries"), "[B, T, r_q]", Component::queryDown, rank,
              kBetweenMatmuls, 0);
        divided(SCALESCOPE_TEXT("core", "queries"), shape, madeBy, local.query, kMatmulResult,
                at.queryRank > 0 ? 1 : share);
    }

    void full(const Attention& at, const LocalAttention& local)
    {
        const double columns = (at.queryRank > 0 ? 0.0 : local.query) + local.keyValue;
        const double values = local.keyValue - local.key;  // projected ones
        queries(at, local, columns > 0 ? local.query / columns : 0.0);
        divided(SCALESCOPE_TEXT("core", "keys"), "[B, T, K, H]", Component::qkv, local.key, kMatmulResult,
                local.key / columns);
        divided(SCALESCOPE_TEXT("core", "values"), "[B, T, K, H]", Component::qkv, values, kMatmulResult, values / columns);
        if (at.queryKeyNorm != QueryKeyNorm::none) {
            divided(SCALESCOPE_TEXT("core", "normed queries"), "[B, T, N, H]", Component::qkv, local.query,
                    kBetweenMatmuls, 0);
            divided(SCALESCOPE_TEXT("core", "normed keys"), "[B, T, K, H]", Component::qkv, local.key, kBetweenMatmuls, 0);
        }
        if (at.values == Values::fromKeys)
            divided(SCALESCOPE_TEXT("core", "values"), "[B, T, K, H]", Component::qkv, local.key, kBetweenMatmuls, 0);
        compressor(at);
        indexer(at);
        scores(at, local);
        output(at, local);
    }

    void latent(const Attention& at, const LocalAttention& local)
    {
        queries(at, local, 1);
        const double rank = number(at.kvRank);
        whole(SCALESCOPE_TEXT("core", "compressed keys and values"), "[B, T, r_kv + H_r]", Component::kvDown,
              rank + number(at.ropeDim), kMatmulResult);
        whole(SCALESCOPE_TEXT("core", "normed compressed keys and values"), "[B, T, r_kv]", Component::kvDown, rank,
              kBetweenMatmuls, 0);
        const double keys = local.heads * local.headDim;
        divided(SCALESCOPE_TEXT("core", "keys"), "[B, T, N, H]", Component::kvUp, keys, kMatmulResult,
                keys / (keys + local.result));
        divided(SCALESCOPE_TEXT("core", "values"), "[B, T, N, H_v]", Component::kvUp, local.result, kMatmulResult,
                local.result / (keys + local.result));
        compressor(at);
        indexer(at);
        scores(at, local);
        output(at, local);
    }

    void compressor(const Attention& at)
    {
        if (at.compression == 0)
            return;
        const double entry = number(at.headDim) + (at.indexTopK > 0 ? number(at.indexDim) : 0.0);
        const double wide = at.compression == 4 ? 2.0 : 1.0;
        whole(SCALESCOPE_TEXT("core", "entries and their weights"), "[B, T, 2, H]", Component::compressor,
              2.0 * wide * entry, kMatmulResult);
        whole(SCALESCOPE_TEXT("core", "compressed entries"), "[B, T/c, H]", Component::compressor,
              entry / number(at.compression), kBetweenMatmuls, 0);
    }

    void indexer(const Attention& at)
    {
        if (!hasIndexer(at))
            return;
        const double heads = number(at.indexHeads);
        const double dim = number(at.indexDim);
        const double key = at.compression > 0 ? 0.0 : dim;
        const double all = heads * dim + key + heads;
        whole(SCALESCOPE_TEXT("core", "index queries"), "[B, T, N_i, H_i]", Component::indexer, heads * dim,
              kMatmulResult, heads * dim / all);
        whole(SCALESCOPE_TEXT("core", "index key"), "[B, T, H_i]", Component::indexer, key, kMatmulResult, key / all);
        whole(SCALESCOPE_TEXT("core", "index weights"), "[B, T, N_i]", Component::indexer, heads, kMatmulResult,
              heads / all);
        const double reach = m_options.sequence / (at.compression > 0 ? number(at.compression) : 1.0);
        put(SCALESCOPE_TEXT("core", "chosen keys"), "[B, T, k_i]", Component::indexScores, ActivationSplit::none,
            std::min(number(at.indexTopK), reach), kFullPrecisionBytes, kBetweenMatmuls, 1);
    }

    /// Scores, softmax and values. A dropped-out softmax is another tensor than the softmax.
    void scores(const Attention& at, const LocalAttention& local)
    {
        const double perKey = local.heads * keysMet(at, m_options.sequence, AttentionMask::full);
        if (m_options.storedScores) {
            constexpr std::string_view shape = "[B, N, T, S]";
            divided(SCALESCOPE_TEXT("core", "softmax"), shape, Component::attention, perKey, kScores, 0.5);
            if (m_options.dropout) {
                put(SCALESCOPE_TEXT("core", "softmax dropout mask"), shape, Component::attention, ActivationSplit::width,
                    perKey, kMaskBytes, kScores, 0);
                divided(SCALESCOPE_TEXT("core", "softmax after dropout"), shape, Component::attention, perKey, kScores, 0);
            }
        } else {
            put(SCALESCOPE_TEXT("core", "softmax statistics"), "[B, T, N]", Component::attention, ActivationSplit::width,
                local.heads, kFullPrecisionBytes, kBetweenMatmuls, 0);
        }
        divided(SCALESCOPE_TEXT("core", "attention result"), "[B, T, N, H]", Component::attention, local.result,
                kBetweenMatmuls,
            m_options.storedScores ? 0.5 : 1);
    }

    void output(const Attention& at, const LocalAttention& local)
    {
        if (at.gate != OutputGate::none) {
            const bool perHead = at.gate == OutputGate::perHead;
            divided(SCALESCOPE_TEXT("core", "output gate"), perHead ? "[B, T, N]" : "[B, T, N, H]", Component::gate,
                    perHead ? local.heads : local.result, kMatmulResult);
            gated(local.result);
        }
        const double ranks = number(at.outputRank) * number(at.outputGroups) / m_options.tensor;
        divided(SCALESCOPE_TEXT("core", "compressed result"), "[B, T, r_o]", Component::outputDown, ranks, kMatmulResult);
    }

    void gated(double elements)
    {
        divided(SCALESCOPE_TEXT("core", "gated result"), "[B, T, N, H]", Component::attention, elements, kBetweenMatmuls,
                0);
    }

    void linear(const Attention& at, const LocalAttention& local)
    {
        const double values = local.heads * local.headDim;
        const double mixed = 2.0 * local.keyHeads * local.stateDim + values;
        const double rank = number(at.gateRank);
        const double direct = at.gate != OutputGate::none && rank == 0 ? values : 0.0;
        const double rates = at.decay == Decay::perHead      ? 2.0 * local.heads
                             : at.decay == Decay::perChannel ? local.heads
                                                             : 0.0;
        const double columns = mixed + rates + direct;
        divided(SCALESCOPE_TEXT("core", "queries, keys and values"), "[B, T, 2 K d_s + N H]", Component::qkv, mixed,
                kMatmulResult, mixed / columns);
        divided(SCALESCOPE_TEXT("core", "decay and write rates"), "[B, T, N]", Component::qkv, rates, kMatmulResult,
                rates / columns);
        divided(SCALESCOPE_TEXT("core", "output gate"), "[B, T, N, H]", Component::qkv, direct, kMatmulResult,
                direct / columns);

        const double channels = at.decay == Decay::perChannel && rank > 0 ? local.heads * local.stateDim : 0.0;
        const double low = at.gate != OutputGate::none && rank > 0 ? values : 0.0;
        const double downs = (channels > 0 ? rank : 0.0) + (low > 0 ? rank : 0.0);
        if (downs > 0) {
            const double work = downs * m_width + rank * (channels + low);
            whole(SCALESCOPE_TEXT("core", "compressed gates"), "[B, T, r_g]", Component::gate, downs, kMatmulResult,
                  downs * m_width / work);
            divided(SCALESCOPE_TEXT("core", "channel decay"), "[B, T, N, d_s]", Component::gate, channels, kMatmulResult,
                    rank * channels / work);
            divided(SCALESCOPE_TEXT("core", "output gate"), "[B, T, N, H]", Component::gate, low, kMatmulResult,
                    rank * low / work);
        }
        recurrence(at, mixed, values);
    }

    void stateSpace(const Attention& at, const LocalAttention& local)
    {
        const double inner = local.heads * local.headDim;
        const double mixed = inner + 2.0 * local.keyHeads * local.stateDim;
        const double columns = inner + mixed + local.heads;
        divided(SCALESCOPE_TEXT("core", "output gate"), "[B, T, N, H]", Component::qkv, inner, kMatmulResult,
                inner / columns);
        divided(SCALESCOPE_TEXT("core", "inputs of the state"), "[B, T, N H + 2 K d_s]", Component::qkv, mixed,
                kMatmulResult, mixed / columns);
        divided(SCALESCOPE_TEXT("core", "time steps"), "[B, T, N]", Component::qkv, local.heads, kMatmulResult,
                local.heads / columns);
        recurrence(at, mixed, inner);
    }

    void recurrence(const Attention& at, double mixed, double values)
    {
        if (at.convolution > 0)
            divided(SCALESCOPE_TEXT("core", "convolved inputs"), "[B, T, N H + 2 K d_s]", Component::convolution, mixed,
                    kBetweenMatmuls);
        divided(SCALESCOPE_TEXT("core", "state's result"), "[B, T, N, H]", Component::stateUpdate, values, kBetweenMatmuls);
        gated(values);  // normed, too: each such layer has a norm there
    }

    struct MlpNames {
        std::string_view gate, up, hidden, activated, shape;
    };

    /// What stands between a pair or triple of matrices.
    void between(const Mlp& mlp, const MlpNames& names, Component in, Component activation, double wide)
    {
        const bool gatedMlp = mlp.kind == MlpKind::gated;
        if (gatedMlp)
            divided(names.gate, names.shape, in, wide, kMatmulResult, 0.5);
        divided(gatedMlp ? names.up : names.hidden, names.shape, in, wide, kMatmulResult, gatedMlp ? 0.5 : 1);
        divided(names.activated, names.shape, activation, wide, kBetweenMatmuls);
    }

    void dense(const Mlp& mlp, bool normedAfter, bool more)
    {
        between(mlp, {SCALESCOPE_TEXT("core", "gate"), SCALESCOPE_TEXT("core", "up"), SCALESCOPE_TEXT("core", "hidden"),
                SCALESCOPE_TEXT("core", "activated"), "[B, T, F]"},
                Component::mlpIn, Component::activation, number(mlp.width) / m_options.tensor);
        addend(SCALESCOPE_TEXT("core", "MLP output"), Component::mlpOut, normedAfter, more);
    }

    void experts(const Mlp& mlp, bool normedAfter, bool more)
    {
        const double k = number(std::min(mlp.topK, mlp.experts));
        const double inner = mlp.latentWidth > 0 ? number(mlp.latentWidth) : m_width;
        constexpr std::string_view sent = "[B, T, k, D]";
        put(SCALESCOPE_TEXT("core", "router logits"), "[B, T, E]", Component::router, ActivationSplit::none,
            number(mlp.experts), kFullPrecisionBytes, kMatmulResult, 1);
        put(SCALESCOPE_TEXT("core", "experts chosen and their weights"), "[B, T, k, 2]", Component::router,
            ActivationSplit::none, 2.0 * k, kFullPrecisionBytes, kBetweenMatmuls, 0);
        if (mlp.sharedWidth > 0) {
            between(mlp, {SCALESCOPE_TEXT("core", "shared gate"), SCALESCOPE_TEXT("core", "shared up"),
                    SCALESCOPE_TEXT("core", "shared hidden"),
                          SCALESCOPE_TEXT("core", "shared activated"), "[B, T, F_s]"},
                    Component::sharedIn, Component::sharedActivation, number(mlp.sharedWidth) / m_options.tensor);
            const Fates& fate = mlp.sharedGate ? kMatmulResult : normedAfter || more ? kToRebuildResidual : kUnread;
            wide(SCALESCOPE_TEXT("core", "shared output"), Component::sharedOut, fate);
        }
        if (mlp.latentWidth > 0)
            whole(SCALESCOPE_TEXT("core", "latent input"), "[B, T, d_e]", Component::latentDown, inner, kMatmulResult);
        whole(SCALESCOPE_TEXT("core", "tokens sent to experts"), sent, Component::router, k * inner, kBetweenMatmuls, 0);
        between(mlp, {SCALESCOPE_TEXT("core", "expert gate"), SCALESCOPE_TEXT("core", "expert up"),
                SCALESCOPE_TEXT("core", "expert hidden"),
                      SCALESCOPE_TEXT("core", "expert activated"), "[B, T, k, F]"},
                Component::mlpIn, Component::activation, k * number(mlp.width) / m_options.tensor);
        whole(SCALESCOPE_TEXT("core", "expert outputs"), sent, Component::mlpOut, k * inner, kMatmulResult);
        if (mlp.latentWidth > 0) {
            whole(SCALESCOPE_TEXT("core", "latent output"), "[B, T, d_e]", Component::mlpOut, inner, kBetweenMatmuls, 0);
            addend(SCALESCOPE_TEXT("core", "MLP output"), Component::latentUp, normedAfter, more);
            return;
        }
        // A weighted sum of the experts' outputs, which are kept.
        wide(SCALESCOPE_TEXT("core", "MLP output"), Component::mlpOut, normedAfter ? kBetweenMatmuls : kUnread, 0);
        mask(Component::mlpOut);
    }

    /// The layer's own embedding comes in through a gate that is made from the residual stream.
    void layerEmbedding(bool afterBlocks)
    {
        const double narrow = number(m_a.layerEmbeddingWidth);
        const double work = 2.0 * m_width * narrow;
        if (afterBlocks)
            wide(SCALESCOPE_TEXT("core", "layer embedding block input"), Component::mlpOut, kBetweenMatmuls, 0);
        whole(SCALESCOPE_TEXT("core", "layer embedding"), "[B, T, d_l]", Component::embedding, narrow, kCheckpoint, 0);
        whole(SCALESCOPE_TEXT("core", "layer embedding gate"), "[B, T, d_l]", Component::layerEmbedding, narrow,
              kMatmulResult, m_width * narrow / work);
        whole(SCALESCOPE_TEXT("core", "gated layer embedding"), "[B, T, d_l]", Component::layerEmbedding, narrow,
              kBetweenMatmuls, 0);
        wide(SCALESCOPE_TEXT("core", "layer embedding output"), Component::layerEmbedding, kMatmulResult,
             m_width * narrow / work);
    }

    const Architecture& m_a;
    const Layer& m_layer;
    const ActivationOptions& m_options;
    Visitor& m_visit;
    double m_width;
    double m_element;
    std::array<Flops, kComponentCount> m_flops{};
};

void add(ActivationTotals& totals, const ActivationTensor& tensor, double layers)
{
    for (std::size_t p = 0; p < kKeepPolicyCount; ++p) {
        if (tensor.fate[p] == ActivationFate::kept)
            totals.kept[p] += tensor.bytes * layers;
        else if (tensor.fate[p] == ActivationFate::recomputed)
            totals.recomputed[p] += tensor.flops * layers;
    }
}

}  // namespace

std::vector<ActivationTensor> activationsOf(const Architecture& a, const Layer& layer, const ActivationOptions& options)
{
    std::vector<ActivationTensor> tensors;
    const auto keep = [&](const ActivationTensor& tensor) { tensors.push_back(tensor); };
    ActivationWalk(a, layer, options, keep).run();
    return tensors;
}

ActivationTotals activationTotals(const Architecture& a, const Layer& layer, const ActivationOptions& options)
{
    ActivationTotals totals;
    const auto sum = [&](const ActivationTensor& tensor) { add(totals, tensor, 1); };
    ActivationWalk(a, layer, options, sum).run();
    return totals;
}

ActivationTotals activationTotals(const Architecture& a, const ActivationOptions& options)
{
    ActivationTotals totals;
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const auto sum = [&](const ActivationTensor& tensor) { add(totals, tensor, static_cast<double>(layers[k])); };
        ActivationWalk(a, a.kinds[k], options, sum).run();
    }
    return totals;
}

}  // namespace scalescope
