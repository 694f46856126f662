// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <span>
#include <vector>

namespace scalescope {

/// What a gather along one dimension comes to.
struct DimensionLoad {
    int size = 1;   // chips of the group along it
    Seconds alone;  // for one block of each chip
};

/// A part of every block that goes through the dimensions in one order.
struct OrderShare {
    std::vector<int> order;  // positions in the loads, first crossed first
    double share = 1;        // of each block
};

/// The orders of a gather and how much of each block takes them, such that the busiest dimension is as little busy as can
/// be: the torus rule of the engine handbook ("Collectives") says how busy. At least one, each with a share above zero;
/// the shares add to 1. At most one order for each dimension.
std::vector<OrderShare> balancedOrders(std::span<const DimensionLoad> loads);

/// All turns of the order in which the dimensions are given, with equal shares.
std::vector<OrderShare> turnedOrders(int dimensions);

/// One phase of one chunk, along one dimension.
struct PhaseTime {
    int resource = 0;  // the dimension; phases on the same one take turns
    Seconds duration;
};

struct PhaseStart {
    int order = 0;
    int chunk = 0;
    int phase = 0;
    Seconds start;
};

/// When each phase of each chunk runs: `phases` lists those of a chunk by order, each after the one before it, `released`
/// says when each chunk can begin. A dimension that is free takes the earliest chunk that waits for it.
std::vector<PhaseStart> pipelined(std::span<const std::vector<PhaseTime>> phases, std::span<const Seconds> released);

}  // namespace scalescope
