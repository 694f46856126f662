// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/family.h"

#include <vector>

namespace scalescope {

/// The published models of a family, from small to large, exactly as published. All have the same number of kinds of
/// layers. Empty for ModelFamily::none.
std::vector<FamilyMember> publishedMembers(ModelFamily family);

/// How models of a family are called, such as "LLaMA 3".
std::string_view titleOf(ModelFamily family);

}  // namespace scalescope
