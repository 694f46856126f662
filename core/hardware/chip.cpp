// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/chip.h"

namespace scalescope {

std::optional<DType> widened(DType type)
{
    switch (type) {
    case DType::fp4: return DType::fp8;
    case DType::int4: return DType::int8;
    case DType::fp8:
    case DType::int8: return DType::bf16;
    case DType::bf16:
    case DType::fp16: return DType::tf32;
    case DType::tf32: return DType::fp32;
    case DType::fp32: break;
    }
    return std::nullopt;
}

std::optional<Peak> peakFor(const Chip& chip, DType type)
{
    for (std::optional<DType> candidate = type; candidate; candidate = widened(*candidate))
        if (const auto& rate = chip.peak[static_cast<std::size_t>(*candidate)])
            return Peak{*rate, *candidate};
    return std::nullopt;
}

}  // namespace scalescope
