// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace scalescope {

/// What a tensor of a checkpoint belongs to, as its name tells.
enum class TensorPart {
    decoder,
    multiToken,  // layers that predict tokens further on
    tower,       // vision and audio, with their projections
    scales,      // scales, zero points and the like of quantised tensors
    buffers,     // rotary frequencies and masks: stored, but no parameters
};
constexpr std::size_t kTensorPartCount = 5;

constexpr std::int64_t kAllLayers = std::numeric_limits<std::int64_t>::max();

/// Decoder layers from number `layers` on are multi-token layers.
TensorPart partOf(std::string_view tensor, std::int64_t layers = kAllLayers);

}  // namespace scalescope
