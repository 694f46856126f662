// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/sharding/mesh.h"

namespace scalescope {

enum class Collective {
    allGather,
    reduceScatter,
    allReduce,
    allToAll,
    broadcast,  // from one chip to all of its group, pipelined
    gather,     // to one chip
    send,       // from each chip of the group to the next one, all groups at once
};

constexpr std::size_t kCollectiveCount = 7;
constexpr std::array<std::string_view, kCollectiveCount> kCollectiveNames = {
    "AllGather", "ReduceScatter", "AllReduce", "AllToAll", "Broadcast", "Gather", "Send"};
/// Those that the sharding study times and plays: all but the send.
constexpr std::size_t kPlayedCollectiveCount = 6;
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

/// How an AllToAll goes round a ring.
enum class AllToAllWay {
    bisection,  // both ways, shortest first
    oneWay,     // all blocks one way round: half an AllGather over one direction
};
constexpr std::array<std::string_view, 2> kAllToAllWayNames = {
    SCALESCOPE_TEXT("core", "bisection"),
    SCALESCOPE_TEXT("core", "one_way"),
};

struct CollectiveRules {
    RingTerms ring = RingTerms::asymptotic;
    AxesRule axes = AxesRule::counted;
    FabricRule fabric = FabricRule::levels;
    LatencyRule latency = LatencyRule::floor;
    NetworkReduction reduction = NetworkReduction::none;
    AllToAllWay allToAll = AllToAllWay::bisection;
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
    unsigned dimensions = 0; // of the torus, a bit each, when it binds: those whose links are full
};

/// Time of a collective over the groups of one axis, or of several taken as one. `array` is the bytes of the array inside
/// one group, after every other axis has divided it: what an AllGather ends with, what a ReduceScatter begins with, what
/// all chips of an AllToAll hold together, what a Broadcast sends, a Gather receives and each chip of a Send sends.
/// Torus: book, chapter 3, "Communication primitives", made exact for lines, strides and several dimensions.
/// Fabric: chapter 12, "How do collectives work on GPUs". A group of one costs nothing.
CollectiveTime timeOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                      const CollectiveRules& rules);

/// The time of an array of this size from that of one byte: bandwidth terms are proportional, latencies are not.
CollectiveTime scaled(const CollectiveTime& ofOneByte, Bytes array, const CollectiveRules& rules);

/// How many distinct targets one token of a ragged AllToAll has.
enum class RoutingRule {
    distinctExperts,   // k different experts of E, spread evenly over the targets
    independentPicks,  // k targets at random, with repetition (chapter 12, appendix B)
    bound,             // min(k, targets): the approximation of the worked numbers
};
constexpr std::array<std::string_view, 3> kRoutingRuleNames = {
    SCALESCOPE_TEXT("core", "distinct_experts"),
    SCALESCOPE_TEXT("core", "independent_picks"),
    SCALESCOPE_TEXT("core", "bound"),
};

struct Routing {
    double perToken = 8;   // k
    double experts = 256;  // E, at least k and at least the targets
    RoutingRule rule = RoutingRule::distinctExperts;
    double nodes = 0;      // at most so many children of a level does a token go to, where the router is limited; 0: any

    bool operator==(const Routing&) const = default;
};

/// The expected number of distinct targets of a token among `targets`; at most `targets` and at most k. One target is
/// always reached.
double distinctTargets(const Routing& routing, double targets);

/// Time of an AllToAll in which each token goes to the experts it chose. `array` is the dense array: one copy of every
/// token for each chip of the group. Across the links of a fabric a token goes once to each child and is spread inside.
CollectiveTime timeOfRagged(const Routing& routing, Bytes array, const AxisPlacement& axis, const Topology& topology,
                            const CollectiveRules& rules);

/// What a collective puts on the links.
struct Traffic {
    Bytes perChip;  // sent by one chip over all of its links, what it passes on included; of a Gather or Broadcast, the busiest chip
    Bytes perLink;  // over one direction of the busiest link of the network that binds
};
Traffic trafficOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                  const CollectiveRules& rules);

/// AllGather, ReduceScatter or AllReduce of an array that is replicated over `idle` as well: it is sliced over the idle
/// axes first, which costs nothing, so that their links help. Never slower than without them. Chapter 3, question 2.
CollectiveTime timeUsingIdle(Collective collective, Bytes array, const AxisPlacement& axis, const AxisPlacement& idle,
                             const Topology& topology, const CollectiveRules& rules);

/// Bytes from one chip to another over all links that lead nearer. Positions count chips in the row of all chips.
struct PointToPoint {
    Seconds firstByte;  // the hops of the shortest way
    Seconds transfer;   // bytes over the usable ports
    Seconds total;
    double hops = 0;
    double ports = 0;  // of the torus; 1 on a fabric, 0 when both are the same chip
    int network = -1;  // that binds
};
/// Chapter 2, question 5. Both positions are below the number of chips.
PointToPoint sendTime(Bytes bytes, std::int64_t from, std::int64_t to, const Topology& topology);

/// Bytes per second at which an AllGather over the axis fills each chip: array / bandwidth term. Infinite time is never
/// returned: an axis of one has no bandwidth and gives zero.
BytesPerSecond gatherBandwidth(const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules);

/// The array size at which hops and bytes take equally long.
Bytes latencyBoundBelow(Collective collective, const AxisPlacement& axis, const Topology& topology,
                        const CollectiveRules& rules);

}  // namespace scalescope
