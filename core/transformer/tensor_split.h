// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

#include <algorithm>
#include <optional>

namespace scalescope {

/// What of a layer stands in the way of itself, or of a tensor degree.
enum class Misfit { kvHeads, experts, mlpWidth, sharedWidth, queryHeads, groupedHeads };

/// Full attention's KV heads must divide its query heads, linear attention's key heads its value heads, a state space's
/// groups its heads; a token is sent to no more experts than there are.
inline std::optional<Misfit> ownMisfit(const Layer& layer)
{
    const Attention& at = layer.attention;
    const bool grouped = at.kind == AttentionKind::full || at.kind == AttentionKind::linear || at.kind == AttentionKind::stateSpace;
    if (grouped && (at.kvHeads <= 0 || at.heads % at.kvHeads != 0))
        return Misfit::kvHeads;
    if (layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0 && layer.mlp.topK > layer.mlp.experts)
        return Misfit::experts;
    return std::nullopt;
}

/// A tensor degree must divide the MLP's widths and the query heads, and divide the KV heads or be a multiple of them. The
/// width of a routed expert is left whole where the degree does not split experts.
inline std::optional<Misfit> tensorMisfit(const Layer& layer, std::int64_t degree, bool inExperts = true)
{
    const Mlp& mlp = layer.mlp;
    if (mlp.kind != MlpKind::none && (inExperts || mlp.experts == 0) && mlp.width % degree != 0)
        return Misfit::mlpWidth;
    if (mlp.kind != MlpKind::none && mlp.experts > 0 && mlp.sharedWidth % degree != 0)
        return Misfit::sharedWidth;
    const Attention& at = layer.attention;
    if (at.kind == AttentionKind::none)
        return std::nullopt;
    if (at.heads % degree != 0)
        return Misfit::queryHeads;
    if (at.kind != AttentionKind::latent && at.kvHeads % degree != 0 && degree % at.kvHeads != 0)
        return Misfit::groupedHeads;
    return std::nullopt;
}

/// Chips that share the routed experts must divide their number.
inline bool expertMisfit(const Layer& layer, std::int64_t group)
{
    return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0 && layer.mlp.experts % group != 0;
}

/// Chips that exchange heads for tokens must divide a tensor shard's query heads, and its KV heads or be a multiple of them.
inline bool headsMisfit(const Layer& layer, std::int64_t tensor, std::int64_t context)
{
    const Attention& at = layer.attention;
    if (at.kind != AttentionKind::full && at.kind != AttentionKind::latent)
        return false;
    const std::int64_t heads = at.heads / tensor;
    const std::int64_t kv = std::max<std::int64_t>(1, at.kvHeads / tensor);
    return heads % context != 0 || (at.kind == AttentionKind::full && kv % context != 0 && context % kv != 0);
}

}  // namespace scalescope
