// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/text.h"
#include "core/transformer/operations.h"

#include <array>
#include <string_view>
#include <vector>

namespace scalescope {

/// What of a layer's activations is kept for the backward pass. Book, chapter 4, "Rematerialisation"; the second: Korthikanti
/// et al. 2022, "Reducing Activation Recomputation in Large Transformer Models", section 5.
enum class KeepPolicy {
    all,                 // whatever the backward pass reads
    selectiveAttention,  // all but stored scores and what is made of them
    bigMatmuls,          // results of matmuls; norms, activations and attention are computed again
    block,               // the layer's input; the whole layer is computed again
};
constexpr std::size_t kKeepPolicyCount = 4;
constexpr std::array<std::string_view, kKeepPolicyCount> kKeepPolicyNames = {
    SCALESCOPE_TEXT("core", "all"),
    SCALESCOPE_TEXT("core", "selective_attention"),
    SCALESCOPE_TEXT("core", "big_matmuls"),
    SCALESCOPE_TEXT("core", "block"),
};

/// What becomes of a tensor under a policy once the forward pass has read it.
enum class ActivationFate {
    kept,
    recomputed,
    dropped,  // nothing of the backward pass reads it
};

/// How a tensor group divides a tensor.
enum class ActivationSplit {
    width,     // by heads or d_ff, always
    sequence,  // by tokens, with sequence parallelism only
    none,      // every chip of the group has all of it
};

/// One tensor that the forward pass of a layer makes.
struct ActivationTensor {
    std::string_view name;   // English
    std::string_view shape;  // in the field's letters: "[B, T, D]"
    Component madeBy;
    ActivationSplit split = ActivationSplit::width;
    double elements = 0;     // per token on one chip; of stored scores those of all keys
    Bytes bytes;             // per token on one chip
    Flops flops;             // to compute it again, per token on one chip
    std::array<ActivationFate, kKeepPolicyCount> fate{};  // by KeepPolicy

    ActivationFate under(KeepPolicy policy) const { return fate[static_cast<std::size_t>(policy)]; }
};

struct ActivationOptions {
    DType type = DType::bf16;   // router logits, routing weights and softmax statistics are of 4 bytes, masks of 1
    double sequence = 1;        // keys before each query's window
    AttentionMask mask = AttentionMask::full;  // of the FLOPs; stored scores have all keys of the window
    bool storedScores = false;  // not a fused kernel, which keeps one statistic per query and head instead
    bool dropout = false;       // after attention and MLP, and on stored scores; masks are stored
    double tensor = 1;
    bool sequenceParallel = true;  // with `tensor`
};

/// Every tensor of one layer, of any kind, in the order in which the forward pass makes them. Recurrences of linear
/// attention and state spaces recompute their states within the kernel, as fused attention does its scores. Of experts those
/// that a token is sent to count, not all.
std::vector<ActivationTensor> activationsOf(const Architecture& architecture, const Layer& layer,
                                            const ActivationOptions& options);

/// Per token on one chip, by KeepPolicy.
struct ActivationTotals {
    std::array<Bytes, kKeepPolicyCount> kept;
    std::array<Flops, kKeepPolicyCount> recomputed;

    Bytes keptUnder(KeepPolicy policy) const { return kept[static_cast<std::size_t>(policy)]; }
    Flops recomputedUnder(KeepPolicy policy) const { return recomputed[static_cast<std::size_t>(policy)]; }
};

/// Sums of one layer's list, without making it; allocates nothing.
ActivationTotals activationTotals(const Architecture& architecture, const Layer& layer, const ActivationOptions& options);

/// Likewise of all layers. Embeddings, the final norm, logits and the loss are not in it.
ActivationTotals activationTotals(const Architecture& architecture, const ActivationOptions& options);

}  // namespace scalescope
