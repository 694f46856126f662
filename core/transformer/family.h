// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include "core/transformer/architecture.h"

#include <array>
#include <string>
#include <vector>

namespace scalescope {

/// A family whose members differ only in size, so that "model size" can be dragged.
enum class ModelFamily { none, llama3, llama2, qwen3, qwen3Moe, gemma3, gpt3, deepSeek, gptOss };
constexpr std::array<std::string_view, 9> kModelFamilyNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "llama3"),
    SCALESCOPE_TEXT("core", "llama2"),
    SCALESCOPE_TEXT("core", "qwen3"),
    SCALESCOPE_TEXT("core", "qwen3_moe"),
    SCALESCOPE_TEXT("core", "gemma3"),
    SCALESCOPE_TEXT("core", "gpt3"),
    SCALESCOPE_TEXT("core", "deepseek"),
    SCALESCOPE_TEXT("core", "gpt_oss"),
};

struct FamilyMember {
    std::string name;
    std::string source;
    std::int64_t parameters = 0;
    Architecture architecture;
};

/// Sizes that every family spans.
constexpr double kSmallestMember = 1e8;
constexpr double kLargestMember = 1e13;

/// Members from small to large, each at most a quarter larger than the one before. The published ones are as published.
/// Between two of them every dimension is in between as the size is, in proportion; beyond the first and the last, width
/// grows as the power 2/5 of the size and depth as the power 1/5, or, where there are experts, width as 0.27, their
/// number as 0.4, their width as 0.2 and depth as 0.13. Dimensions are round numbers, and eight chips can share a layer.
/// Made at the first call for a family; none for ModelFamily::none.
const std::vector<FamilyMember>& membersOf(ModelFamily family);

/// The member whose size is nearest, as a ratio. The family has members.
const FamilyMember& nearestMember(ModelFamily family, double parameters);

}  // namespace scalescope
