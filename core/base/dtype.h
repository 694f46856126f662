// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace scalescope {

/// Number formats, widest first. A chip's peak is dense and belongs to one of them.
enum class DType { fp32, tf32, bf16, fp16, int8, fp8, int4, fp4 };

constexpr std::size_t kDTypeCount = 8;
constexpr std::array<std::string_view, kDTypeCount> kDTypeNames = {"fp32", "tf32", "bf16", "fp16",
                                                                   "int8", "fp8",  "int4", "fp4"};

constexpr std::string_view nameOf(DType type) { return kDTypeNames[static_cast<std::size_t>(type)]; }
std::optional<DType> dtypeNamed(std::string_view name);

/// Bytes of one element in memory; TF32 is stored as fp32.
constexpr Bytes bytesPerElement(DType type)
{
    constexpr std::array<double, kDTypeCount> bytes = {4, 4, 2, 2, 1, 1, 0.5, 0.5};
    return Bytes(bytes[static_cast<std::size_t>(type)]);
}

constexpr Bytes bytesOf(DType type, double elements) { return bytesPerElement(type) * elements; }

}  // namespace scalescope
