// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/transformer/operations.h"

namespace scalescope {

/// Parameters that a matmul uses: weights of attention, MLP and unembedding, without biases, norms and lookups.
double matmulParameters(const Architecture& architecture);

/// FLOPs of a forward pass per token in the matmuls: 2 x matmulParameters. Book, chapter 4.
Flops matmulFlopsPerToken(const Architecture& architecture);

/// FLOPs of scores and values per token when each query meets `sequence` keys, or half of them under a causal mask.
Flops attentionFlopsPerToken(const Architecture& architecture, double sequence, AttentionMask mask);

/// The rule of thumb: 2 FLOPs per parameter and token forward, 6 in training.
constexpr Flops forwardFlops(double parameters, double tokens) { return Flops(2.0 * parameters * tokens); }
constexpr Flops trainingFlops(double parameters, double tokens) { return Flops(6.0 * parameters * tokens); }

}  // namespace scalescope
