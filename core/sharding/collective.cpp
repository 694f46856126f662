// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/collective.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

struct Slowest {
    Seconds bandwidth;
    int network = -1;
    unsigned dimensions = 0;

    void consider(Seconds time, int candidate, unsigned full = 0)
    {
        if (network >= 0 && time <= bandwidth)
            return;
        bandwidth = time;
        network = candidate;
        dimensions = full;
    }
};

/// What the parts of a group in one dimension come to: a ring or a line of `size`, filled at `bandwidth`.
struct DimensionShare {
    int dimension;
    double size;
    BytesPerSecond bandwidth;
};

/// Parts of one dimension that an idle axis keeps apart gather one after the other, the outer first, while the blocks
/// are still small.
int sharesOf(const AxisPlacement& axis, const Topology& topology, std::array<DimensionShare, Shape::kMaxDimensions>& shares)
{
    int count = 0;
    for (int i = axis.partCount - 1; i >= 0; --i) {
        const TorusPart& part = axis.parts[static_cast<std::size_t>(i)];
        const auto size = static_cast<double>(part.size);
        if (count == 0 || shares[static_cast<std::size_t>(count - 1)].dimension != part.dimension) {
            shares[static_cast<std::size_t>(count++)] = {part.dimension, size, usableBandwidth(part, topology)};
            continue;
        }
        DimensionShare& share = shares[static_cast<std::size_t>(count - 1)];
        const double outer = (share.size - 1.0) / share.bandwidth.value;
        const double inner = share.size * (size - 1.0) / usableBandwidth(part, topology).value;
        share.size *= size;
        share.bandwidth = BytesPerSecond((share.size - 1.0) / (outer + inner));
    }
    return count;
}

/// Seconds per byte, and the dimensions whose links are full.
struct TorusCost {
    double perByte = 0;
    unsigned dimensions = 0;
};

/// For a gather over the parts: 1/n times the largest, over the non-empty sets of the dimensions, of
/// (product of sizes - 1) / (sum of bandwidths).
TorusCost exactGatherOverParts(const AxisPlacement& axis, const Topology& topology)
{
    std::array<DimensionShare, Shape::kMaxDimensions> shares;
    const int count = sharesOf(axis, topology, shares);
    TorusCost worst;
    for (unsigned set = 1; set < 1u << count; ++set) {
        double members = 1;
        BytesPerSecond bandwidth;
        unsigned dimensions = 0;
        for (int i = 0; i < count; ++i) {
            if (!(set & 1u << i))
                continue;
            const DimensionShare& share = shares[static_cast<std::size_t>(i)];
            members *= share.size;
            bandwidth += share.bandwidth;
            dimensions |= 1u << share.dimension;
        }
        const double cost = (members - 1.0) / bandwidth.value;
        if (cost > worst.perByte * (1 + 1e-12) || worst.dimensions == 0)
            worst = {cost, dimensions};
        else if (cost >= worst.perByte * (1 - 1e-12))
            worst.dimensions |= dimensions;
    }
    worst.perByte /= static_cast<double>(axis.torusSize);
    return worst;
}

struct CountedDimensions {
    std::array<int, Shape::kMaxDimensions> order{};
    int count = 0;

    std::span<const int> all() const { return {order.data(), static_cast<std::size_t>(count)}; }
};

/// The k longest dimensions, whatever else uses them. Sorted by length; among equals those that wrap come first.
CountedDimensions countedDimensions(const AxisPlacement& axis, const Topology& topology)
{
    CountedDimensions counted;
    for (int i = 0; i < topology.shape.dimensions; ++i)
        counted.order[static_cast<std::size_t>(i)] = i;
    const auto wraps = [&](int i) { return topology.wraps[static_cast<std::size_t>(i)]; };
    std::sort(counted.order.begin(), counted.order.begin() + topology.shape.dimensions, [&](int a, int b) {
        if (topology.shape[a] != topology.shape[b])
            return topology.shape[a] > topology.shape[b];
        return wraps(a) != wraps(b) ? wraps(a) : a < b;
    });
    counted.count = axis.countedDimensions;
    return counted;
}

TorusCost countedGather(const AxisPlacement& axis, const Topology& topology, RingTerms ring)
{
    TorusCost cost;
    BytesPerSecond bandwidth;
    bool allWrap = true;
    for (int dimension : countedDimensions(axis, topology).all()) {
        const bool closes = topology.wraps[static_cast<std::size_t>(dimension)];
        bandwidth += topology.link * (closes ? 2.0 : 1.0);
        allWrap = allWrap && closes;
        cost.dimensions |= 1u << dimension;
    }
    const bool whole = ring == RingTerms::asymptoticEverywhere || (ring == RingTerms::asymptotic && allWrap);
    const auto n = static_cast<double>(axis.torusSize);
    cost.perByte = (whole ? 1.0 : (n - 1.0) / n) / bandwidth.value;
    return cost;
}

/// The sum of the usable bandwidths, and the dimensions that give them.
struct UsableBandwidth {
    BytesPerSecond sum;
    unsigned dimensions = 0;
    bool allWrap = true;
};

UsableBandwidth usableOver(const AxisPlacement& axis, const Topology& topology)
{
    UsableBandwidth usable;
    std::array<DimensionShare, Shape::kMaxDimensions> shares;
    const int count = sharesOf(axis, topology, shares);
    for (int i = 0; i < count; ++i) {
        usable.sum += shares[static_cast<std::size_t>(i)].bandwidth;
        usable.dimensions |= 1u << shares[static_cast<std::size_t>(i)].dimension;
    }
    for (const TorusPart& part : axis.torusParts())
        usable.allWrap = usable.allWrap && part.wraps;
    return usable;
}

TorusCost placedGather(const AxisPlacement& axis, const Topology& topology, RingTerms ring)
{
    if (ring != RingTerms::exact) {
        const UsableBandwidth usable = usableOver(axis, topology);
        if (ring == RingTerms::asymptoticEverywhere || usable.allWrap)
            return {1.0 / usable.sum.value, usable.dimensions};
    }
    return exactGatherOverParts(axis, topology);
}

TorusCost torusGather(const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    return rules.axes == AxesRule::counted ? countedGather(axis, topology, rules.ring)
                                           : placedGather(axis, topology, rules.ring);
}

/// c of the handbook: the load of the busiest link of a ring or line of length a, in units of one chip's bytes.
double bisectionLoad(double a, bool wraps, const CollectiveRules& rules)
{
    if (wraps && rules.allToAll == AllToAllWay::oneWay)
        return rules.ring == RingTerms::exact ? (a - 1.0) / 2.0 : a / 2.0;
    const bool odd = std::fmod(a, 2.0) != 0;
    if (wraps)
        return odd && rules.ring == RingTerms::exact ? (a - 1.0 / a) / 8.0 : a / 8.0;
    if (rules.ring == RingTerms::asymptoticEverywhere || !odd)
        return a / 4.0;
    return (a - 1.0) * (a + 1.0) / (4.0 * a);
}

/// Seconds per byte that one chip sends (V/n): the busiest link of the worst dimension.
TorusCost torusAllToAll(const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    TorusCost worst;
    const auto consider = [&](int dimension, double length, bool wraps, double stride) {
        const double cost = bisectionLoad(length, wraps, rules) * stride / topology.link.value;
        if (cost > worst.perByte * (1 + 1e-12))
            worst = {cost, 1u << dimension};
        else if (cost >= worst.perByte * (1 - 1e-12))
            worst.dimensions |= 1u << dimension;
    };
    if (rules.axes == AxesRule::placed) {
        for (const TorusPart& part : axis.torusParts())
            consider(part.dimension, static_cast<double>(part.size), part.wraps, static_cast<double>(part.stride));
        return worst;
    }
    double left = static_cast<double>(axis.torusSize);
    for (int dimension : countedDimensions(axis, topology).all()) {
        const double length = std::min(left, static_cast<double>(topology.shape[dimension]));
        consider(dimension, length, topology.wraps[static_cast<std::size_t>(dimension)], 1.0);
        left = std::max(1.0, std::ceil(left / length));
    }
    return worst;
}

/// Whether the terms of this level tend to the whole array.
bool isAsymptotic(const Topology::Level& level, const CollectiveRules& rules)
{
    return rules.ring == RingTerms::asymptoticEverywhere || (rules.ring == RingTerms::asymptotic && level.dataCentre);
}

Slowest gatherBytes(Bytes array, const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    Slowest slowest;
    if (axis.torusSize > 1) {
        const TorusCost cost = torusGather(axis, topology, rules);
        slowest.consider(Seconds(array.value * cost.perByte), 0, cost.dimensions);
    }
    const auto n = static_cast<double>(axis.size);
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        double part = 0;
        if (rules.fabric == FabricRule::tree && !level.dataCentre)
            part = 1.0 - share.members / n;
        else if (share.children > 1)
            part = isAsymptotic(level, rules) ? 1.0 : (share.children - 1.0) / share.children;
        if (part > 0)
            slowest.consider(array * (share.groups * part) / level.link, level.network);
    }
    return slowest;
}

/// `levelShare` is the fraction of the dense bytes that a level carries, by the members below one child, and the torus
/// by one.
template <class Share>
Slowest allToAllBytes(Bytes array, const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules,
                      const Share& levelShare)
{
    Slowest slowest;
    const auto n = static_cast<double>(axis.size);
    const Bytes perChip = array / n;
    if (axis.torusSize > 1) {
        const TorusCost cost = torusAllToAll(axis, topology, rules);
        slowest.consider(Seconds(perChip.value * cost.perByte * levelShare(1.0)), 0, cost.dimensions);
    }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        if (share.members >= n)
            continue;
        const double leaving = isAsymptotic(level, rules) ? 1.0 : 1.0 - share.members / n;
        slowest.consider(perChip * (share.groups * share.members * leaving * levelShare(share.members)) / level.link,
                         level.network);
    }
    return slowest;
}

/// What leaves or enters through the slowest network: the whole array (Broadcast), or all but what is there already
/// (Gather).
Slowest throughPorts(Bytes array, const AxisPlacement& axis, const Topology& topology, bool gathers)
{
    Slowest slowest;
    const auto n = static_cast<double>(axis.size);
    if (axis.torusSize > 1) {
        const UsableBandwidth usable = usableOver(axis, topology);
        slowest.consider(array * (gathers ? 1.0 - 1.0 / n : 1.0) / usable.sum, 0, usable.dimensions);
    }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        if (share.members < n && (gathers || share.children > 1))
            slowest.consider(array * (share.groups * (gathers ? 1.0 - share.members / n : 1.0)) / level.link,
                             level.network);
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

/// Every chip sends to its neighbour along the innermost part, and where a group crosses a level, all chips below a child do.
Parts sendParts(Bytes bytes, const AxisPlacement& axis, const Topology& topology)
{
    Parts parts;
    if (axis.partCount > 0) {
        const TorusPart& inner = axis.parts[0];
        const auto stride = static_cast<double>(inner.stride);
        parts.slowest.consider(bytes * stride / topology.link, 0, 1u << inner.dimension);
        parts.latency = topology.hop * stride;
    }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const LevelShare share = shareOf(axis, level);
        if (share.children <= 1)
            continue;
        parts.slowest.consider(bytes * share.groups / level.link, level.network);
        parts.latency = std::max(parts.latency, level.hop);
    }
    return parts;
}

/// Of the outermost network that the groups cross.
Seconds startUpOf(const AxisPlacement& axis, const Topology& topology)
{
    Seconds startUp = axis.torusSize > 1 ? topology.startUp : Seconds();
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (shareOf(axis, level).children > 1)
            startUp = std::max(startUp, level.startUp);
    }
    return startUp;
}

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
    switch (collective) {
    case Collective::allReduce: return allReduceParts(array, axis, topology, rules);
    case Collective::allToAll:
        return {allToAllBytes(array, axis, topology, rules, [](double) { return 1.0; }), gatherHops(axis, topology)};
    case Collective::broadcast: return {throughPorts(array, axis, topology, false), gatherHops(axis, topology)};
    case Collective::gather: return {throughPorts(array, axis, topology, true), gatherHops(axis, topology)};
    case Collective::send: return sendParts(array, axis, topology);
    case Collective::allGather:
    case Collective::reduceScatter: break;
    }
    return {gatherBytes(array, axis, topology, rules), gatherHops(axis, topology)};
}

void conclude(CollectiveTime& time, const CollectiveRules& rules)
{
    time.total = rules.latency == LatencyRule::added ? time.latency + time.bandwidth : std::max(time.latency, time.bandwidth);
    time.term = time.latency > time.bandwidth ? Term::latency : Term::bandwidth;
}

CollectiveTime timeFrom(const Parts& parts, const AxisPlacement& axis, const Topology& topology, const CollectiveRules& rules)
{
    CollectiveTime time;
    time.bandwidth = parts.slowest.bandwidth;
    time.network = parts.slowest.network;
    time.dimensions = parts.slowest.dimensions;
    time.latency = parts.latency;
    if (rules.latency == LatencyRule::added)
        time.latency += rules.startUp + startUpOf(axis, topology);
    conclude(time, rules);
    return time;
}

/// log of the number of ways to choose k of n.
double logChoose(double n, double k)
{
    return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

/// Average steps between two chips of a ring or line of length a, itself among the targets.
double averageDistance(double a, bool wraps)
{
    if (!wraps)
        return (a - 1.0 / a) / 3.0;
    return std::fmod(a, 2.0) != 0 ? (a - 1.0 / a) / 4.0 : a / 4.0;
}

CollectiveTime inTurn(const CollectiveTime& first, const CollectiveTime& second)
{
    CollectiveTime both = first.total >= second.total ? first : second;
    both.bandwidth = first.bandwidth + second.bandwidth;
    both.latency = first.latency + second.latency;
    both.total = first.total + second.total;
    return both;
}

}  // namespace

CollectiveTime timeOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                      const CollectiveRules& rules)
{
    if (axis.size <= 1)
        return {};
    return timeFrom(partsOf(collective, array, axis, topology, rules), axis, topology, rules);
}

CollectiveTime scaled(const CollectiveTime& ofOneByte, Bytes array, const CollectiveRules& rules)
{
    CollectiveTime time = ofOneByte;
    time.bandwidth *= array.value;
    if (time.network >= 0)
        conclude(time, rules);
    return time;
}

double distinctTargets(const Routing& routing, double targets)
{
    const double k = std::min(routing.perToken, routing.experts);
    if (targets <= 1)
        return 1;
    switch (routing.rule) {
    case RoutingRule::bound: break;
    case RoutingRule::independentPicks: return -targets * std::expm1(k * std::log1p(-1.0 / targets));
    case RoutingRule::distinctExperts: {
        const double elsewhere = routing.experts - routing.experts / targets;
        if (k > elsewhere)
            return targets;
        return -targets * std::expm1(logChoose(elsewhere, k) - logChoose(routing.experts, k));
    }
    }
    return std::min(k, targets);
}

CollectiveTime timeOfRagged(const Routing& routing, Bytes array, const AxisPlacement& axis, const Topology& topology,
                            const CollectiveRules& rules)
{
    if (axis.size <= 1)
        return {};
    const auto n = static_cast<double>(axis.size);
    const auto share = [&](double members) {
        const double targets = n / members;
        double reached = distinctTargets(routing, targets);
        if (routing.nodes > 0 && members > 1)
            reached = std::min(reached, routing.nodes);
        return std::min(1.0, reached / targets) / members;
    };
    return timeFrom({allToAllBytes(array, axis, topology, rules, share), gatherHops(axis, topology)}, axis, topology, rules);
}

Traffic trafficOf(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology,
                  const CollectiveRules& rules)
{
    Traffic traffic;
    if (axis.size <= 1)
        return traffic;
    const auto n = static_cast<double>(axis.size);
    const CollectiveTime time = timeOf(collective, array, axis, topology, rules);
    BytesPerSecond link = topology.link;
    for (int i = 0; i < topology.levelCount; ++i)
        if (topology.levels[static_cast<std::size_t>(i)].network == time.network)
            link = topology.levels[static_cast<std::size_t>(i)].link;
    traffic.perLink = link * time.bandwidth;

    const Bytes others = array * (1.0 - 1.0 / n);
    switch (collective) {
    case Collective::allGather:
    case Collective::reduceScatter: traffic.perChip = others; break;
    case Collective::allReduce: {
        const bool inNetwork = rules.reduction == NetworkReduction::theoretical && reducesInNetwork(axis, topology);
        traffic.perChip = inNetwork ? array : others * 2.0;
        break;
    }
    case Collective::allToAll: {
        double steps = axis.torusSize < axis.size ? 1.0 - static_cast<double>(axis.torusSize) / n : 0.0;
        for (const TorusPart& part : axis.torusParts())
            steps += static_cast<double>(part.stride) * averageDistance(static_cast<double>(part.size), part.wraps);
        traffic.perChip = array / n * steps;
        break;
    }
    case Collective::broadcast:
    case Collective::send: traffic.perChip = array; break;
    case Collective::gather:
        // The neighbours of the receiving chip pass on what comes through their port.
        traffic.perChip = axis.torusSize > 1 ? traffic.perLink : array / n;
        break;
    }
    return traffic;
}

CollectiveTime timeUsingIdle(Collective collective, Bytes array, const AxisPlacement& axis, const AxisPlacement& idle,
                             const Topology& topology, const CollectiveRules& rules)
{
    const CollectiveTime plain = timeOf(collective, array, axis, topology, rules);
    if (idle.size <= 1 || axis.size <= 1)
        return plain;
    const Bytes slice = array / static_cast<double>(idle.size);
    CollectiveTime helped;
    if (collective == Collective::allGather) {
        const std::array<const AxisPlacement*, 2> both = {&axis, &idle};
        helped = timeOf(collective, array, combined(both, topology), topology, rules);
    } else if (collective == Collective::allReduce) {
        helped = inTurn(timeOf(collective, slice, axis, topology, rules),
                        timeOf(Collective::allGather, array, idle, topology, rules));
    } else if (collective == Collective::reduceScatter) {
        helped = inTurn(timeOf(collective, slice, axis, topology, rules),
                        timeOf(Collective::allGather, array / static_cast<double>(axis.size), idle, topology, rules));
    } else {
        return plain;
    }
    return helped.total < plain.total ? helped : plain;
}

PointToPoint sendTime(Bytes bytes, std::int64_t from, std::int64_t to, const Topology& topology)
{
    PointToPoint send;
    if (from == to)
        return send;
    BytesPerSecond slowest;
    const auto pass = [&](BytesPerSecond bandwidth, int network) {
        if (send.network >= 0 && bandwidth >= slowest)
            return;
        slowest = bandwidth;
        send.network = network;
    };
    std::int64_t below = 1;
    for (int d = 0; topology.hasTorus && d < topology.shape.dimensions; ++d) {
        const std::int64_t length = topology.shape[d];
        const std::int64_t apart = std::abs(from / below % length - to / below % length);
        below *= length;
        if (apart == 0)
            continue;
        const bool wraps = topology.wraps[static_cast<std::size_t>(d)];
        const std::int64_t hops = wraps ? std::min(apart, length - apart) : apart;
        send.hops += static_cast<double>(hops);
        send.ports += wraps && hops * 2 == length ? 2.0 : 1.0;  // half round, both ways are as short
        send.firstByte += topology.hop * static_cast<double>(hops);
    }
    if (send.ports > 0)
        pass(topology.link * send.ports, 0);
    send.ports = std::max(1.0, send.ports);
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (from / level.chipsBelow == to / level.chipsBelow)
            continue;
        pass(level.link, level.network);
        send.hops += 1.0;
        send.firstByte += level.hop;
    }
    send.transfer = bytes / slowest;
    send.total = send.firstByte + send.transfer;
    return send;
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
