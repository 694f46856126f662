// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"

namespace scalescope {

// Hits of the playback: the tracks of time, then the members.
constexpr int kFirstMemberHit = Shape::kMaxDimensions + static_cast<int>(Cluster::kMaxNetworks);

}  // namespace scalescope
