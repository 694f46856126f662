// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/sharding/mesh.h"

namespace scalescope {

enum class Collective { allGather, reduceScatter, allReduce };

constexpr std::array<std::string_view, 3> kCollectiveNames = {"AllGather", "ReduceScatter", "AllReduce"};
constexpr std::string_view nameOf(Collective c) { return kCollectiveNames[static_cast<std::size_t>(c)]; }

/// The bandwidth term of a ring of n: (n-1)/n of the array, or all of it.
enum class RingTerms {
    exact,
    asymptotic,            // on wrapped dimensions and over the data-centre network; exact on a line and on a fabric
    asymptoticEverywhere,  // as some published values are
};
constexpr std::array<std::string_view, 3> kRingTermsNames = {
    SCALESCOPE_TEXT("core", "exact"),
    SCALESCOPE_TEXT("core", "asymptotic"),
    SCALESCOPE_TEXT("core", "asymptotic_everywhere"),
};

/// Which dimensions of the torus serve an axis.
enum class AxesRule {
    counted,  // the k longest, each degree by itself
    placed,   // where the mesh lies, sharing links with the axes inside it
};
constexpr std::array<std::string_view, 2> kAxesRuleNames = {
    SCALESCOPE_TEXT("core", "counted"),
    SCALESCOPE_TEXT("core", "placed"),
};

enum class FabricRule {
    levels,  // each level a network of its own
    tree,    // one tree whose links carry everything that passes
};
constexpr std::array<std::string_view, 2> kFabricRuleNames = {
    SCALESCOPE_TEXT("core", "levels"),
    SCALESCOPE_TEXT("core", "tree"),
};

enum class LatencyRule {
    floor,  // max(hops, bytes)
    added,  // start-up + hops + bytes
};
constexpr std::array<std::string_view, 2> kLatencyRuleNames = {
    SCALESCOPE_TEXT("core", "floor"),
    SCALESCOPE_TEXT("core", "added"),
};

enum class NetworkReduction {
    none,
    measured,     // the ring's time over the measured gain
    theoretical,  // each link carries the array once
};
constexpr std::array<std::string_view, 3> kNetworkReductionNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "measured"),
    SCALESCOPE_TEXT("core", "theoretical"),
};

struct CollectiveRules {
    RingTerms ring = RingTerms::asymptotic;
    AxesRule axes = AxesRule::counted;
    FabricRule fabric = FabricRule::levels;
    LatencyRule latency = LatencyRule::floor;
    NetworkReduction reduction = NetworkReduction::none;
    Seconds startUp;  // added rule only

    bool operator==(const CollectiveRules&) const = default;
};

enum class Term { none, bandwidth, latency };
constexpr std::array<std::string_view, 3> kTermNames = {"none", "bandwidth", "latency"};

/// Time of one collective and what it waited for.
struct CollectiveTime {
    Seconds bandwidth;  // of the slowest network that it crosses
    Seconds latency;    // hops
    Seconds total;
    Term term = Term::none;  // the larger of the two
    int network = -1;        // index in the cluster of the network whose bandwidth binds
};

/// Time of a collective over the groups of one axis. `array` is the bytes of the array inside one group, after every
/// other axis has divided it: what an AllGather ends with, what a ReduceScatter begins with.
/// Torus: book, chapter 3, "Communication primitives", made exact for lines, strides and several dimensions.
/// Fabric: chapter 12, "How do collectives work on GPUs". A group of one costs nothing.
CollectiveTime timeOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                      const CollectiveRules& rules);

/// Bytes per second at which an AllGather over the axis fills each chip: array / bandwidth term. Infinite time is never
/// returned: an axis of one has no bandwidth and gives zero.
BytesPerSecond gatherBandwidth(const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules);

/// The array size at which hops and bytes take equally long.
Bytes latencyBoundBelow(Collective collective, const AxisPlacement& axis, const Topology& topology,
                        const CollectiveRules& rules);

}  // namespace scalescope
