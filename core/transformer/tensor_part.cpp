// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/tensor_part.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace scalescope {

namespace {

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

bool namesTower(std::string_view segment)
{
    constexpr std::array<std::string_view, 9> kBegins = {"vision",     "visual", "audio", "image", "vit",
                                                         "mm_project", "sound",  "speech", "multi_modal"};
    constexpr std::array<std::string_view, 2> kNames = {"embed_vision", "embed_audio"};
    return isOneOf(segment, kNames) ||
           std::any_of(kBegins.begin(), kBegins.end(), [&](std::string_view b) { return segment.starts_with(b); });
}

bool isScale(std::string_view name, std::string_view before)
{
    constexpr std::array<std::string_view, 13> kNames = {
        "weight_scale", "weight_scale_inv", "weight_scale_2", "input_scale",       "k_scale",     "v_scale", "q_scale",
        "scales",       "qzeros",           "g_idx",          "weight_zero_point", "weight_shape", "absmax"};
    return isOneOf(name, kNames) || name.ends_with("_scales") || name.ends_with("_scale_inv") || before == "quant_state" ||
           name.starts_with("nested_") || name == "quant_map" || name.ends_with("_global_scale") || name == "weight_g_idx";
}

bool isBuffer(std::string_view name, std::string_view before)
{
    constexpr std::array<std::string_view, 4> kNames = {"inv_freq", "masked_bias", "position_ids", "num_batches_tracked"};
    return isOneOf(name, kNames) || (name == "bias" && (before == "attn" || before == "attention"));
}

/// The segments of a tensor's name, from the front.
template <class Visit>
void eachSegment(std::string_view name, Visit&& visit)
{
    for (std::size_t start = 0; start <= name.size();) {
        const std::size_t dot = std::min(name.find('.', start), name.size());
        visit(name.substr(start, dot - start));
        start = dot + 1;
    }
}

std::optional<std::int64_t> indexIn(std::string_view segment)
{
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(segment.data(), segment.data() + segment.size(), index);
    if (error != std::errc() || end != segment.data() + segment.size() || index < 0)
        return std::nullopt;
    return index;
}

}  // namespace

TensorPart partOf(std::string_view tensor, std::int64_t layers)
{
    constexpr std::array<std::string_view, 4> kLists = {"layers", "h", "blocks", "block"};
    std::string_view before;
    std::string_view last;
    bool tower = false;
    bool multiToken = false;
    eachSegment(tensor, [&](std::string_view segment) {
        tower = tower || namesTower(segment);
        multiToken = multiToken || segment.starts_with("mtp") || segment.starts_with("nextn");
        if (const auto index = isOneOf(last, kLists) ? indexIn(segment) : std::nullopt)
            multiToken = multiToken || *index >= layers;
        before = last;
        last = segment;
    });
    if (isScale(last, before))
        return TensorPart::scales;
    if (tower)
        return TensorPart::tower;
    if (isBuffer(last, before))
        return TensorPart::buffers;
    return multiToken ? TensorPart::multiToken : TensorPart::decoder;
}

}  // namespace scalescope
