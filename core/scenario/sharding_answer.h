// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "core/sharding/matmul.h"

#include <optional>

namespace scalescope {

/// The collective of a study, timed by the scenario's assumptions.
struct CollectiveAnswer {
    AxisPlacement group;  // of the axes that it runs over, taken as one
    AxisPlacement idle;   // of those that help
    CollectiveTime time;
    Traffic traffic;
    Bytes latencyBoundBelow;
    BytesPerSecond bandwidth;  // the array over its bandwidth term; zero for a group of one
};

/// What the scenario's sharding study comes to. Total on a valid scenario; what is impossible about it stands in
/// `diagnostics`, and then there is no placement and nothing that follows from it.
struct ShardingAnswer {
    Topology topology;
    std::optional<MeshPlacement> placement;   // of the mesh on the cluster, by axis
    std::optional<ShardedArray> left, right;  // as the notation says
    std::optional<ShardedMatmul> matmul;      // of a matmul whose arrays agree
    MatmulRates rates;
    bool timed = false;        // the chip has a rate for the arrays' dtype, so strategies have times
    MatmulPlan plan;           // of the operation; empty without placement, agreeing arrays and a rate
    std::optional<CollectiveAnswer> collective;
    Diagnostics diagnostics;
};

ShardingAnswer answerSharding(const Scenario& scenario);

/// The topology that the scenario's networks give under its assumptions: wraparound and efficiency.
Topology topologyOf(const Scenario& scenario);

/// Time of the study's collective over a group: ragged and helped by idle axes as the study says.
CollectiveTime timeOf(const ShardingStudy& study, Bytes array, const AxisPlacement& group, const AxisPlacement& idle,
                      const Topology& topology, const CollectiveRules& rules);

/// What an order of the mesh should be good for: the cheapest strategy of the study's operation, or its collective.
enum class OrderFor { operation, collective };

/// The scenario with the mesh of its study in the order that suits it best; the same when no other is better.
Scenario withBestOrder(const Scenario& scenario, OrderFor purpose);

}  // namespace scalescope
