// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/collective.h"

#include <algorithm>

namespace scalescope {

namespace {

struct Slowest {
    Seconds bandwidth;
    int network = -1;

    void consider(Seconds time, int candidate)
    {
        if (network >= 0 && time <= bandwidth)
            return;
        bandwidth = time;
        network = candidate;
    }
};

BytesPerSecond usable(const TorusPart& part, const Topology& topology)
{
    return topology.link * ((part.wraps ? 2.0 : 1.0) / static_cast<double>(part.stride));
}

/// Seconds per byte of the array for a gather over the parts: 1/n times the largest, over the non-empty sets of the
/// parts, of (product of sizes - 1) / (sum of bandwidths).
double exactGatherOverParts(const AxisPlacement& axis, const Topology& topology)
{
    double worst = 0;
    for (unsigned set = 1; set < 1u << axis.partCount; ++set) {
        double members = 1;
        BytesPerSecond bandwidth;
        for (int i = 0; i < axis.partCount; ++i) {
            if (!(set & 1u << i))
                continue;
            const TorusPart& part = axis.parts[static_cast<std::size_t>(i)];
            members *= static_cast<double>(part.size);
            bandwidth += usable(part, topology);
        }
        worst = std::max(worst, (members - 1.0) / bandwidth.value);
    }
    return worst / static_cast<double>(axis.torusSize);
}

/// The k longest dimensions, whatever else uses them. Sorted by length; among equals those that wrap come first.
double countedGather(const AxisPlacement& axis, const Topology& topology, RingTerms ring)
{
    std::array<int, Shape::kMaxDimensions> order{};
    for (int i = 0; i < topology.shape.dimensions; ++i)
        order[static_cast<std::size_t>(i)] = i;
    const auto wraps = [&](int i) { return topology.wraps[static_cast<std::size_t>(i)]; };
    std::sort(order.begin(), order.begin() + topology.shape.dimensions, [&](int a, int b) {
        if (topology.shape[a] != topology.shape[b])
            return topology.shape[a] > topology.shape[b];
        return wraps(a) != wraps(b) ? wraps(a) : a < b;
    });
    BytesPerSecond bandwidth;
    bool allWrap = true;
    for (int k = 0; k < axis.countedDimensions; ++k) {
        const bool closes = wraps(order[static_cast<std::size_t>(k)]);
        bandwidth += topology.link * (closes ? 2.0 : 1.0);
        allWrap = allWrap && closes;
    }
    const bool whole = ring == RingTerms::asymptoticEverywhere || (ring == RingTerms::asymptotic && allWrap);
    const auto n = static_cast<double>(axis.torusSize);
    return (whole ? 1.0 : (n - 1.0) / n) / bandwidth.value;
}

double placedGather(const AxisPlacement& axis, const Topology& topology, RingTerms ring)
{
    bool allWrap = true;
    BytesPerSecond bandwidth;
    for (int i = 0; i < axis.partCount; ++i) {
        const TorusPart& part = axis.parts[static_cast<std::size_t>(i)];
        allWrap = allWrap && part.wraps;
        bandwidth += usable(part, topology);
    }
    if (ring == RingTerms::asymptoticEverywhere || (ring == RingTerms::asymptotic && allWrap))
        return 1.0 / bandwidth.value;
    return exactGatherOverParts(axis, topology);
}

struct LevelShare {
    double members;   // m: of the group below one child
    double groups;    // g: that share the child's link
    double children;  // D: that the group spans
};

LevelShare shareOf(const AxisPlacement& axis, const Topology::Level& level)
{
    const auto below = static_cast<double>(level.chipsBelow);
    const auto full = below * static_cast<double>(level.degree);
    const auto n = static_cast<double>(axis.size);
    const auto s = static_cast<double>(axis.stride);
    const double members = std::max(1.0, std::min(n, below / s));
    const double outer = std::max(1.0, std::min(n, full / s));
    return {members, std::min(s, below), outer / members};
}

Slowest gatherBytes(Bytes array, const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    Slowest slowest;
    if (axis.torusSize > 1) {
        const double perByte = rules.axes == AxesRule::counted ? countedGather(axis, topology, rules.ring)
                                                               : placedGather(axis, topology, rules.ring);
        slowest.consider(Seconds(array.value * perByte), 0);
    }
    const auto n = static_cast<double>(axis.size);
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        const bool asymptotic = rules.ring == RingTerms::asymptoticEverywhere ||
                                (rules.ring == RingTerms::asymptotic && level.dataCentre);
        double part = 0;
        if (rules.fabric == FabricRule::tree && !level.dataCentre)
            part = 1.0 - share.members / n;
        else if (share.children > 1)
            part = asymptotic ? 1.0 : (share.children - 1.0) / share.children;
        if (part > 0)
            slowest.consider(array * (share.groups * part) / level.link, level.network);
    }
    return slowest;
}

Seconds gatherHops(const AxisPlacement& axis, const Topology& topology)
{
    Seconds hops;
    for (int i = 0; i < axis.partCount; ++i) {
        const TorusPart& part = axis.parts[static_cast<std::size_t>(i)];
        const std::int64_t steps = part.wraps ? part.size / 2 : part.size - 1;
        hops += topology.hop * static_cast<double>(steps * part.stride);
    }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        hops += level.hop * (shareOf(axis, level).children - 1.0);
    }
    return hops;
}

/// The levels that the group spans all reduce in the network.
bool reducesInNetwork(const AxisPlacement& axis, const Topology& topology)
{
    if (axis.torusSize > 1)
        return false;
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (shareOf(axis, level).children > 1 && !level.reduces)
            return false;
    }
    return true;
}

struct Parts {
    Slowest slowest;
    Seconds latency;
};

Parts allReduceParts(Bytes array, const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    Slowest ring = gatherBytes(array, axis, topology, rules);
    ring.bandwidth *= 2.0;
    const Seconds ringHops = gatherHops(axis, topology) * 2.0;
    if (rules.reduction == NetworkReduction::none || !reducesInNetwork(axis, topology))
        return {ring, ringHops};

    Slowest reduced;
    Seconds hops;
    double gain = 0;
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        if (share.children <= 1)
            continue;
        reduced.consider(array * share.groups / level.link, level.network);
        hops += level.hop * 2.0;
        gain = gain == 0 ? level.reductionGain : std::min(gain, level.reductionGain);
    }
    if (rules.reduction == NetworkReduction::measured) {
        reduced = ring;
        reduced.bandwidth /= std::max(1.0, gain);
    }
    return {reduced, hops};
}

Parts partsOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
              const CollectiveRules& rules)
{
    if (collective == Collective::allReduce)
        return allReduceParts(array, axis, topology, rules);
    return {gatherBytes(array, axis, topology, rules), gatherHops(axis, topology)};
}

}  // namespace

CollectiveTime timeOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                      const CollectiveRules& rules)
{
    CollectiveTime time;
    if (axis.size <= 1)
        return time;
    const Parts parts = partsOf(collective, array, axis, topology, rules);
    time.bandwidth = parts.slowest.bandwidth;
    time.network = parts.slowest.network;
    time.latency = parts.latency;
    if (rules.latency == LatencyRule::added) {
        time.latency += rules.startUp;
        time.total = time.latency + time.bandwidth;
    } else {
        time.total = std::max(time.latency, time.bandwidth);
    }
    time.term = time.latency > time.bandwidth ? Term::latency : Term::bandwidth;
    return time;
}

BytesPerSecond gatherBandwidth(const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    if (axis.size <= 1)
        return {};
    const Bytes probe(1.0);
    return probe / gatherBytes(probe, axis, topology, rules).bandwidth;
}

Bytes latencyBoundBelow(Collective collective, const AxisPlacement& axis, const Topology& topology,
                        const CollectiveRules& rules)
{
    if (axis.size <= 1)
        return {};
    const CollectiveTime perByte = timeOf(collective, Bytes(1.0), axis, topology, rules);
    return Bytes(perByte.latency / perByte.bandwidth);
}

}  // namespace scalescope
