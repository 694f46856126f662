// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scalescope {

/// The candidate that was most likely meant, for "did you mean ...?", or nothing when none is near. Case does not count.
/// In order of preference: the same word; the last component of a dotted id (`fsdp` for `plan.fsdp`); the fewest
/// insertions, deletions, replacements and swaps of neighbours, at most one for every three letters and three in all;
/// the same last component under another name (`train.fsdp` for `plan.fsdp`); a candidate, or its last component, that
/// begins with the word. A tie goes to the candidate that stands first. Words of over 64 bytes are near nothing.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

/// The nearest whole numbers from 1 to `largest` that work, below and above the asked one: "4 or 8". Looks no further than
/// 100,000 away; empty when none is found.
std::string nearestThatWork(std::int64_t asked, std::int64_t largest, const std::function<bool(std::int64_t)>& works);

}  // namespace scalescope
