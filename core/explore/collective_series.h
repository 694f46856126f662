// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/sharding_answer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scalescope {

/// The collective of a sharding study with all that times it; small enough to keep, to ask it for one more time.
struct TimedCollective {
    ShardingStudy study;
    Topology topology;
    CollectiveRules rules;
    AxisPlacement group;  // of the study's axes on its mesh
    AxisPlacement idle;
    CollectiveTime now;  // of the study's array

    /// Over the study's own group.
    CollectiveTime at(Bytes array) const;

    /// The same without what makes it quicker: idle axes that help, reduction in the network, routing that leaves targets
    /// out.
    CollectiveTime plainAt(Bytes array) const;
    bool isHelped() const;  // by any of these

    /// Over an axis of this size that lies innermost. The study's own idle axes play no part.
    CollectiveTime overInnermost(std::int64_t size) const;

    /// Over the axis that spans all chips outside an inner one of this size, which divides the array as well: `whole` is
    /// the array before that. `network` is the index of the only network that takes time, or all of them without it; then
    /// nothing where the axis does not cross that network.
    std::optional<CollectiveTime> outside(std::int64_t inner, Bytes whole, std::optional<int> network = {}) const;

    /// The array of the study before the axes inside its group divided it.
    Bytes whole() const { return study.array * static_cast<double>(group.stride); }
};

/// Nothing when the mesh cannot be laid.
std::optional<TimedCollective> timedCollective(const Scenario& scenario, const ShardingAnswer& answer);

/// Times against something, in seconds.
struct CollectiveCurve {
    std::vector<double> x;
    std::vector<double> total;
    std::vector<double> bandwidth;
    std::vector<double> latency;

    void add(double at, const CollectiveTime& time);
};

struct SizeSeries {
    CollectiveCurve curve;                                // against the bytes of the array
    std::vector<double> plain;                            // seconds; empty where nothing helps
    std::vector<std::pair<double, double>> latencyBound;  // bytes, from and to, within the range asked for
};

/// Array sizes from `from` to `to` bytes, equally spaced as ratios, and those at which the other term takes over.
SizeSeries sizeSeries(const TimedCollective& collective, double from, double to);

/// The sizes above one that an axis can have that lies innermost on these networks, ascending; at most 128 of them.
std::vector<std::int64_t> innermostSizes(const Topology& topology);

/// Against the size of the axis, which lies innermost.
CollectiveCurve axisSeries(const TimedCollective& collective);

struct InnerSeries {
    struct Alone {
        int network = 0;              // index in the cluster
        std::vector<double> seconds;  // NaN where the axis does not cross it
    };

    CollectiveCurve curve;       // against the size of the inner axis, from 1
    std::vector<Alone> networks;  // innermost first, only those that the axis ever crosses
};

/// An axis that spans all chips outside an inner axis of growing size. Book, chapter 12, "How do collectives work on
/// GPUs": cost of an AllGather of an array that is sharded over an inner axis too.
InnerSeries innerSeries(const TimedCollective& collective);

struct TargetsSeries {
    std::vector<double> targets;  // Z
    std::array<std::vector<double>, kRoutingRuleNames.size()> share;  // by RoutingRule; NaN with fewer experts than targets
};

/// The part of the dense array that one token's copies are of a ragged AllToAll: distinct targets / Z, but for the copy
/// that stays, (Z - 1) / Z. Chapter 12, appendix B. Nothing with fewer experts than targets under distinctExperts.
std::optional<double> shareMoved(Routing routing, RoutingRule rule, double targets);

TargetsSeries targetsSeries(const Routing& routing, double from, double to);

}  // namespace scalescope
