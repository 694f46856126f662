// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// How a layer mixes tokens.
enum class AttentionKind {
    full,        // softmax over keys and values of grouped heads
    latent,      // multi-head latent attention: keys and values come from one compressed vector per token
    linear,      // linear or gated-delta attention: a matrix per head instead of a cache
    stateSpace,  // Mamba 2: likewise
    none,
};
constexpr std::array<std::string_view, 5> kAttentionKindNames = {
    SCALESCOPE_TEXT("core", "full"),
    SCALESCOPE_TEXT("core", "latent"),
    SCALESCOPE_TEXT("core", "linear"),
    SCALESCOPE_TEXT("core", "state_space"),
    SCALESCOPE_TEXT("core", "none"),
};

/// Which keys a window leaves.
enum class WindowKind {
    sliding,  // the last `window` tokens
    chunked,  // those of the query's own chunk of `window` tokens
};
constexpr std::array<std::string_view, 2> kWindowKindNames = {
    SCALESCOPE_TEXT("core", "sliding"),
    SCALESCOPE_TEXT("core", "chunked"),
};

/// Norms of queries and keys.
enum class QueryKeyNorm {
    none,
    perHead,  // one scale of a head's width for all query heads, one for all key heads
    whole,    // a scale for each element of all query heads, and of all key heads
};
constexpr std::array<std::string_view, 3> kQueryKeyNormNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "per_head"),
    SCALESCOPE_TEXT("core", "whole"),
};

/// Where full attention has its values from.
enum class Values {
    projected,
    fromKeys,  // made from the keys by a norm: not projected, but cached beside them
    keys,      // the keys themselves: one cached vector is both
    ownWidth,  // projected to `valueDim` of each head, not `headDim`
};
constexpr std::array<std::string_view, 4> kValuesNames = {
    SCALESCOPE_TEXT("core", "projected"),
    SCALESCOPE_TEXT("core", "from_keys"),
    SCALESCOPE_TEXT("core", "keys"),
    SCALESCOPE_TEXT("core", "own_width"),
};

/// A gate on the attention's result, made from the layer's input.
enum class OutputGate {
    none,
    perHead,  // one number per head
    full,     // one per element
};
constexpr std::array<std::string_view, 3> kOutputGateNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "per_head"),
    SCALESCOPE_TEXT("core", "full"),
};

/// How the state of linear attention forgets.
enum class Decay {
    none,        // by constants
    perHead,     // one rate per head and token
    perChannel,  // one per key channel, through a low-rank projection
};
constexpr std::array<std::string_view, 3> kDecayNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "per_head"),
    SCALESCOPE_TEXT("core", "per_channel"),
};

enum class MlpKind { gated, plain, none };
constexpr std::array<std::string_view, 3> kMlpKindNames = {
    SCALESCOPE_TEXT("core", "gated"),
    SCALESCOPE_TEXT("core", "plain"),
    SCALESCOPE_TEXT("core", "none"),
};

enum class NormKind {
    rms,       // one scale per element
    layer,     // scale and bias
    unscaled,  // neither
};
constexpr std::array<std::string_view, 3> kNormKindNames = {
    SCALESCOPE_TEXT("core", "rms"),
    SCALESCOPE_TEXT("core", "layer"),
    SCALESCOPE_TEXT("core", "unscaled"),
};

/// The token mixer of one layer. What a kind does not have is ignored.
struct Attention {
    AttentionKind kind = AttentionKind::full;
    // Grouped queries: kvHeads = heads is multi-head, kvHeads = 1 multi-query. Latent attention has `heads` only. Linear
    // attention has `heads` value heads of `headDim` and `kvHeads` key heads of `stateDim`; a state-space layer `heads`
    // heads of `headDim` and `kvHeads` groups.
    std::int64_t heads = 1;
    std::int64_t kvHeads = 1;
    std::int64_t headDim = 128;  // of latent attention: without the rotary part
    bool inputBias = false;      // of the query, key and value projections
    bool outputBias = false;

    std::int64_t window = 0;  // keys that a query meets at most; 0 for all
    WindowKind windowKind = WindowKind::sliding;
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::none;
    OutputGate gate = OutputGate::none;
    bool sinks = false;           // one learned logit per head
    Values values = Values::projected;
    bool sharedKv = false;        // keys and values are those of an earlier layer: neither projected nor cached here

    std::int64_t queryRank = 0;     // queries through a low-rank bottleneck with a norm; 0 for none
    std::int64_t outputRank = 0;    // the output too, of each of `outputGroups` groups of heads; 0 for none
    std::int64_t outputGroups = 1;
    std::int64_t kvRank = 512;      // latent: the compressed vector
    std::int64_t ropeDim = 64;      // latent: the rotary part of a head's query, and of the one key
    std::int64_t valueDim = 128;    // latent, and values of a width of their own: a head's value

    std::int64_t indexTopK = 0;   // sparse attention: keys that an indexer chooses for a query; 0 for none
    std::int64_t indexHeads = 64;
    std::int64_t indexDim = 128;
    bool sharedIndex = false;     // an earlier layer's indexer chose the keys: there is none here
    std::int64_t compression = 0;  // tokens that one cached entry beyond the window stands for; 0 for none

    std::int64_t stateDim = 128;    // linear: width of a key head; state space: of the state
    std::int64_t convolution = 4;   // linear, state space: taps of the short convolution; 0 for none
    bool convolutionBias = false;
    Decay decay = Decay::perHead;   // linear
    std::int64_t gateRank = 0;      // linear: of the projections of per-channel decay and of the gate; 0: the gate is direct

    bool operator==(const Attention&) const = default;
};

/// The MLP of one layer, or its experts.
struct Mlp {
    MlpKind kind = MlpKind::gated;
    std::int64_t width = 1;  // d_ff, of each expert; a gated MLP has three matrices of it, a plain one two
    bool bias = false;

    std::int64_t experts = 0;      // routed ones; 0 for a dense MLP
    std::int64_t topK = 1;         // experts that a token is sent to
    std::int64_t sharedWidth = 0;  // of all shared experts together, or of a dense MLP beside the experts
    bool sharedGate = false;       // one number per token scales the shared experts
    bool routerBias = false;       // one per expert
    std::int64_t latentWidth = 0;  // width in which the experts work, between two projections; 0: d_model

    bool operator==(const Mlp&) const = default;
};

struct Layer {
    Attention attention;
    Mlp mlp;
    std::int64_t norms = 2;  // of width d_model; replicated, whatever the tensor degree
    std::int64_t other = 0;  // parameters that belong to nothing above: scales, mixing weights

    bool operator==(const Layer&) const = default;
};

/// Kinds of layers of one model at most; each has a letter.
constexpr std::size_t kMaxLayerKinds = 52;
constexpr char letterOf(std::size_t kind)
{
    return static_cast<char>(kind < 26 ? 'A' + static_cast<int>(kind) : 'a' + static_cast<int>(kind) - 26);
}

/// The id of a parameter of one kind of layer, such as "model.heads" of the first and "model.variant.B.heads" of the next.
std::string idInKind(std::size_t kind, std::string_view field);

/// Which kind each layer is: first `leading`, then `repeating` again and again, the last time in part.
struct LayerOrder {
    std::vector<std::uint8_t> leading;
    std::vector<std::uint8_t> repeating = {0};

    std::size_t kindOf(std::size_t layer) const
    {
        return layer < leading.size() ? leading[layer] : repeating[(layer - leading.size()) % repeating.size()];
    }
    bool operator==(const LayerOrder&) const = default;
};

/// The shortest order that gives this list of at least one kind.
LayerOrder orderOf(const std::vector<std::uint8_t>& kinds);

/// As files and people write it: "A*3 | B", "A*5 B".
std::string textOf(const LayerOrder& order);

struct ReadLayerOrder {
    LayerOrder order;
    std::string_view problem;  // English, with %1; empty when the text is an order of the letters of `kinds` kinds
    std::string argument;
    std::size_t column = 0;    // from 0
};
constexpr std::size_t kMaxOrder = 10000;  // layers written out at most
ReadLayerOrder readOrder(std::string_view text, std::size_t kinds);

/// A decoder: layers between an embedding and an unembedding. Book, chapter 4; other kinds of layers as published with
/// the models that have them.
struct Architecture {
    std::int64_t layers = 1;
    std::int64_t width = 1;  // d_model
    std::vector<Layer> kinds = std::vector<Layer>(1);  // 1 to kMaxLayerKinds
    LayerOrder order;                      // indices of `kinds`
    NormKind norm = NormKind::rms;
    bool finalNorm = true;

    std::int64_t vocabulary = 0;      // 0: the model has no embeddings
    bool tied = false;                // one matrix embeds and unembeds
    bool unembeddingBias = false;
    std::int64_t positions = 0;       // learned ones
    std::int64_t contextLimit = 0;    // tokens of the longest sequence that it is published for; 0: unknown
    bool embeddingNorm = false;
    std::int64_t embeddingWidth = 0;  // of the table, with projections to d_model and back; 0: d_model
    std::int64_t layerEmbeddingWidth = 0;  // of a second embedding, one for each layer, added through a gate; 0 for none
    std::int64_t layerEmbeddingVocabulary = 0;

    std::int64_t multiTokenLayers = 0;  // that predict tokens further on; like the last layer, counted apart
    std::int64_t multiTokenParameters = 0;  // of each of them when they are not like the last layer; 0 when they are
    std::int64_t towerParameters = 0;   // of vision and audio towers, counted apart
    bool countTowers = false;           // among the model's parameters and weights

    const Layer& base() const { return kinds.front(); }
    Layer& base() { return kinds.front(); }
    bool operator==(const Architecture&) const = default;
};

/// How many layers are of each kind, by index of `kinds`.
std::array<std::int64_t, kMaxLayerKinds> layerCounts(const Architecture& architecture);

/// Width of one head's value of full and latent attention.
std::int64_t valueWidth(const Attention& attention);

bool hasIndexer(const Attention& attention);  // of its own
bool hasCache(const Attention& attention);  // keys and values of its own, that grow with the context
bool hasState(const Attention& attention);  // of fixed size
bool attendsAnywhere(const Architecture& architecture);  // some layer meets keys of the sequence

/// Parameters by component, exact to the unit, and equal to those of the published weights; at most 2^63 - 1.
struct ParameterCount {
    std::int64_t embedding = 0;
    std::int64_t positions = 0;
    std::int64_t attention = 0;  // all layers, with biases and the norms inside
    std::int64_t mlp = 0;        // dense MLPs and shared experts
    std::int64_t router = 0;
    std::int64_t experts = 0;    // routed
    std::int64_t norms = 0;      // of width d_model
    std::int64_t other = 0;
    std::int64_t unembedding = 0;  // 0 when tied, but for its bias
    std::int64_t tower = 0;        // 0 unless asked for

    std::int64_t idle = 0;         // of `experts`, those that a token does not meet
    std::int64_t multiToken = 0;   // apart from all of the above
    std::int64_t towerApart = 0;   // likewise, when not asked for

    std::int64_t total() const;
    std::int64_t active() const { return total() - idle; }
};

/// Chapter 4, "Counting transformer parameters", with norms and biases.
ParameterCount countParameters(const Architecture& architecture);

/// The same of one layer; embeddings and the rest are 0.
ParameterCount countLayer(const Architecture& architecture, const Layer& layer);

}  // namespace scalescope
