// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace scalescope {

enum class AttentionKind { full, none };
constexpr std::array<std::string_view, 2> kAttentionKindNames = {
    SCALESCOPE_TEXT("core", "full"),
    SCALESCOPE_TEXT("core", "none"),
};

enum class MlpKind { gated, plain };
constexpr std::array<std::string_view, 2> kMlpKindNames = {
    SCALESCOPE_TEXT("core", "gated"),
    SCALESCOPE_TEXT("core", "plain"),
};

enum class NormKind {
    rms,    // one scale per element
    layer,  // scale and bias
};
constexpr std::array<std::string_view, 2> kNormKindNames = {
    SCALESCOPE_TEXT("core", "rms"),
    SCALESCOPE_TEXT("core", "layer"),
};

/// Self-attention with grouped queries: kvHeads = heads is multi-head, kvHeads = 1 multi-query.
struct Attention {
    AttentionKind kind = AttentionKind::full;
    std::int64_t heads = 1;
    std::int64_t kvHeads = 1;
    std::int64_t headDim = 128;
    bool inputBias = false;   // of the query, key and value projections
    bool outputBias = false;

    bool operator==(const Attention&) const = default;
};

struct Mlp {
    MlpKind kind = MlpKind::gated;
    std::int64_t width = 1;  // d_ff; a gated MLP has three matrices of it, a plain one two
    bool bias = false;

    bool operator==(const Mlp&) const = default;
};

struct Norms {
    NormKind kind = NormKind::rms;
    std::int64_t perLayer = 2;  // replicated, whatever the tensor degree
    bool final = true;

    bool operator==(const Norms&) const = default;
};

/// A dense decoder: `layers` equal layers between an embedding and an unembedding. Book, chapter 4.
struct Architecture {
    std::int64_t layers = 1;
    std::int64_t width = 1;  // d_model
    Attention attention;
    Mlp mlp;
    Norms norms;
    std::int64_t vocabulary = 0;  // 0: the model has no embeddings
    bool tied = false;            // one matrix embeds and unembeds
    std::int64_t positions = 0;   // learned ones

    bool operator==(const Architecture&) const = default;
};

/// Parameters by component, exact to the unit, and equal to those of the published weights.
struct ParameterCount {
    std::int64_t embedding = 0;
    std::int64_t positions = 0;
    std::int64_t attention = 0;  // all layers, with biases
    std::int64_t mlp = 0;
    std::int64_t norms = 0;
    std::int64_t unembedding = 0;  // 0 when tied

    std::int64_t total() const { return embedding + positions + attention + mlp + norms + unembedding; }
};

/// Chapter 4, "Counting transformer parameters", with norms and biases.
ParameterCount countParameters(const Architecture& architecture);

/// Keys and values of one token in all layers, in elements.
std::int64_t kvElementsPerToken(const Architecture& architecture);

}  // namespace scalescope
