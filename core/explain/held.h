// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

/// Elements that a chip of a stage holds: of the model's weights, or of adapters beside frozen ones.
enum class Held { weights, adapters };
inline Held trainedOf(const Context& c) { return c.plan().loraRank > 0 ? Held::adapters : Held::weights; }

/// What of them is sharded: each ZeRO stage shards one more over the replicas.
enum class Kept { weights, gradients, optimizer };

// Before any sharding but the tensor's, those of routed experts apart.
Leaf heldInLayer(const Context& c, Held held, std::size_t kind, bool routed);
Leaf heldOn(const Context& c, Held held, int stage, bool routed);

/// Degrees over which a chip's share of it is divided further.
std::vector<Axis> shardAxes(const Context& c, bool routed, Kept kept);

/// What one chip has of it after that, and the towers' with it where they count.
Expression shareOf(const Context& c, Held held, int stage, Kept kept, bool towers);

bool hasRouted(const Context& c, int stage);
bool keepsTowers(const Context& c, int stage);

}  // namespace scalescope::explain
