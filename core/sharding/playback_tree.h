// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/playback_phase.h"

#include <span>
#include <vector>

namespace scalescope {

/// The link of one child, shared evenly by the members of the group below it and by the groups there.
struct TreeLink {
    int level = 0;
    BytesPerSecond perMember;
};

/// Draws the phases across the levels, the outermost first, in chunks: what crosses a level also fills the links of all
/// levels inside it, outer levels are served first, and each takes what is left. When `chained` a chunk crosses a level
/// after the level outside it. Returns when each chunk is done.
std::vector<Seconds> flowThroughTree(std::span<const Phase> phases, std::span<const TreeLink> links, int chunks,
                                     bool chained, PlaybackDrawing& drawing);

/// What the phases put on the busiest link.
Seconds busiestInTree(std::span<const Phase> phases, std::span<const TreeLink> links, const PlaybackDrawing& drawing);

}  // namespace scalescope
