// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include "core/transformer/architecture.h"

#include <string>
#include <vector>

namespace scalescope {

/// A family whose members differ only in size, so that "model size" can be dragged.
enum class ModelFamily { none, llama3 };
constexpr std::array<std::string_view, 2> kModelFamilyNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "llama3"),
};

struct FamilyMember {
    std::string name;
    std::int64_t parameters = 0;
    Architecture architecture;
};

/// Members from small to large. The published ones are as published ("The Llama 3 Herd of Models", table 3); those
/// between step the width by 1,024 (heads of 128, so that 8 KV heads divide the heads) and interpolate depth and MLP
/// width, in multiples of 1,024, between their neighbours.
const std::vector<FamilyMember>& membersOf(ModelFamily family);

/// The member whose size is nearest, as a ratio. The family has members.
const FamilyMember& nearestMember(ModelFamily family, double parameters);

}  // namespace scalescope
