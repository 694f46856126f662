// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/text.h"
#include "core/transformer/architecture.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace scalescope {

/// Which keys a query meets.
enum class AttentionMask {
    full,
    causal,  // with a kernel that skips what the mask hides: half the FLOPs
};
constexpr std::array<std::string_view, 2> kAttentionMaskNames = {
    SCALESCOPE_TEXT("core", "full"),
    SCALESCOPE_TEXT("core", "causal"),
};

/// Keys that a query of a sequence meets when it may see `reach` at most: the mean over all queries under a causal mask.
inline double keysWithin(double reach, double sequence, AttentionMask mask, WindowKind kind = WindowKind::sliding)
{
    const double most = std::min(reach, sequence);
    if (mask == AttentionMask::full)
        return most;
    return kind == WindowKind::chunked ? most / 2.0 : most * (1.0 - most / (2.0 * sequence));
}

/// Keys whose scores a query needs, entries of compressed attention included. A sliding layer is not charged the whole
/// context. Not those that an indexer looks through.
inline double keysMet(const Attention& at, double sequence, AttentionMask mask)
{
    const double all = static_cast<double>(at.window > 0 ? at.window : 0);
    if (at.compression > 0) {
        const auto ratio = static_cast<double>(at.compression);
        const double chosen = at.indexTopK > 0 ? static_cast<double>(at.indexTopK) * ratio : sequence;
        return keysWithin(all, sequence, mask) + keysWithin(chosen, sequence, mask) / ratio;
    }
    if (at.window > 0)
        return keysWithin(all, sequence, mask, at.windowKind);
    return keysWithin(at.indexTopK > 0 ? static_cast<double>(at.indexTopK) : sequence, sequence, mask);
}

/// Elements of keys and values that one cached entry of a layer has; 0 for a layer without a cache.
double entryElements(const Attention& attention);

/// Entries that a layer keeps of a sequence: of a sliding layer no more than its window.
double cachedEntries(const Attention& attention, double context);

/// What a layer keeps of one sequence of `context` tokens.
struct LayerCache {
    double keysAndValues = 0;  // elements
    double indexKeys = 0;      // elements of an indexer's keys
    double state = 0;          // elements that do not grow with the context
};
LayerCache cacheOf(const Attention& attention, double context);

/// Types in which a cache is kept.
struct CacheTypes {
    DType keysAndValues = DType::bf16;
    DType indexKeys = DType::bf16;
    DType state = DType::fp32;
};

/// What the whole model keeps of one sequence of `context` tokens. Book, chapter 4: 2 x bytes x K x H x L x S for full
/// attention.
struct ModelCache {
    Bytes keysAndValues;
    Bytes indexKeys;
    Bytes state;

    Bytes total() const { return keysAndValues + indexKeys + state; }
};
ModelCache cacheOf(const Architecture& architecture, double context, const CacheTypes& types = {});

/// Keys and values of one token in all layers, in elements, while no window is full: what the next token adds.
double kvElementsPerToken(const Architecture& architecture);

}  // namespace scalescope
