// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace scalescope {

/// One block, or a part of it, over one link of a ring, line or star.
struct LineStep {
    int from = 0;
    int to = 0;
    int source = 0;     // where the block began
    int target = 0;     // where the piece of an AllToAll ends
    int direction = 0;  // 1 up, -1 down, 0 through a switch
    double begin = 0;   // the part of the block
    double end = 1;
    double reached = 1;  // chips that get the block through this step, on average over its part
};

/// What happens at once.
struct LineHop {
    double load = 1;  // blocks over the busiest link, one direction
    std::vector<LineStep> steps;
};

using LineSchedule = std::vector<LineHop>;

/// AllGather. A ring takes floor(size / 2) hops, the last of an even one with half a block each way; a line and a star
/// take size - 1.
LineSchedule gatherOnRing(int size);
LineSchedule gatherOnLine(int size);
LineSchedule gatherOnStar(int size);

/// AllToAll, each piece the shortest way. The line goes one piece to a link and hop, the farthest destination first; it
/// takes as many hops as pieces cross the middle. At most 64 chips.
LineSchedule allToAllOnRing(int size);
LineSchedule allToAllOnLine(int size);

/// The part of an AllToAll on a tree of these degrees, inner before outer, whose pieces cross the links of `level` and
/// none outside: one hop for each way in which the positions of sender and receiver differ.
LineSchedule allToAllAcross(std::span<const int> degrees, int level);

}  // namespace scalescope
