// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTorus = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\"");
constexpr std::size_t kShownParts = 3;  // beyond that many, only the set of dimensions that binds is written out

using Level = Topology::Level;

const CollectiveRules& rules(const Context& c) { return c.assumptions().collectives; }

Leaf bothDirections() { return constant(2, SCALESCOPE_TEXT("core", "A ring uses both directions of a link")); }

/// n / (n - 1): what a chip receives is all of the array but its own part.
Expression exactly(Expression bandwidth, const Expression& n)
{
    return std::move(bandwidth) * n / (n - itself(SCALESCOPE_TEXT("core", "Its own part, which a chip need not receive")));
}

/// Dimensions that close, among the `count` longest; among equals those that close come first.
int closedAmongLongest(const Topology& topology, int count)
{
    std::vector<int> order;
    for (int i = 0; i < topology.shape.dimensions; ++i)
        order.push_back(i);
    const auto wraps = [&](int i) { return topology.wraps[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return topology.shape[a] != topology.shape[b] ? topology.shape[a] > topology.shape[b] : wraps(a) && !wraps(b);
    });
    return static_cast<int>(std::count_if(order.begin(), order.begin() + count, wraps));
}

Bandwidth countedTorus(const Context& c, Group group)
{
    const int count = c.placementOf(group).countedDimensions;
    const int closed = closedAmongLongest(c.step.topology, count);
    const Leaf link = c.input(0, "bandwidth");
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "Axes are counted: the longest dimensions of the torus that together hold the degree, each degree by itself. Here: %1."),
                                 {std::to_string(count)}}}};
    std::vector<Expression> terms;
    if (closed > 0) {
        terms.push_back(Expression(constant(closed, SCALESCOPE_TEXT("core", "Dimensions that close to a ring"))) * bothDirections() * link);
        notes.push_back(ringNote(true));
    }
    if (closed < count) {
        terms.push_back(Expression(constant(count - closed, SCALESCOPE_TEXT("core", "Dimensions that are lines"))) * link);
        notes.push_back(ringNote(false));
    }
    Expression bandwidth = efficient(c, 0, sumOf(std::move(terms)));
    if (!isWhole(c, closed == count))
        return {exactly(std::move(bandwidth), torusSize(c, group)), std::move(notes)};
    notes.push_back(wholeNote());
    return {std::move(bandwidth), std::move(notes)};
}

/// What a part of the group has of its dimension's links.
Expression usable(const Context& c, Group group, int part)
{
    const bool wraps = c.placementOf(group).parts[static_cast<std::size_t>(part)].wraps;
    Expression link = c.input(0, "bandwidth");
    if (wraps)
        link = Expression(bothDirections()) * std::move(link);
    return efficient(c, 0, over(std::move(link), partStride(c, group, part)));
}

/// What the parts of a group in one dimension come to: chips, and what their links give a gather over them.
struct Ring {
    Expression size;
    Expression bandwidth;
};

Expression others(const Expression& size)
{
    return size - itself(SCALESCOPE_TEXT("core", "Its own part, which a chip need not receive"));
}

std::vector<Ring> ringsOf(const Context& c, Group group, std::vector<Note>& notes)
{
    const AxisPlacement& placement = c.placementOf(group);
    std::vector<Ring> rings;
    int dimension = -1;
    for (int i = placement.partCount - 1; i >= 0; --i) {
        const TorusPart& part = placement.parts[static_cast<std::size_t>(i)];
        append(notes, {ringNote(part.wraps)});
        Ring inner{partSize(c, group, i), usable(c, group, i)};
        if (part.dimension != dimension) {
            rings.push_back(std::move(inner));
            dimension = part.dimension;
            continue;
        }
        append(notes, {{{SCALESCOPE_TEXT("core", "Parts of one dimension with other degrees between them gather one after the other, the outer first, while the blocks are small.")}}});
        Ring& ring = rings.back();
        Expression inTurn = others(ring.size) / ring.bandwidth + ring.size * others(inner.size) / inner.bandwidth;
        ring.size = ring.size * inner.size;
        ring.bandwidth = others(ring.size) / std::move(inTurn);
    }
    return rings;
}

/// (N_E - 1) / BW_E of one set of the group's dimensions.
Expression setTerm(const std::vector<Ring>& rings, unsigned set)
{
    std::vector<Expression> bandwidths;
    std::vector<Expression> sizes;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        if (!(set & 1u << i))
            continue;
        bandwidths.push_back(rings[i].bandwidth);
        sizes.push_back(rings[i].size);
    }
    return others(productOf(std::move(sizes))) / sumOf(std::move(bandwidths));
}

Bandwidth placedTorus(const Context& c, Group group)
{
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "Axes are placed: the degree has the links of the dimensions where it lies, shared with the degrees inside it.")}}};
    const std::vector<Ring> rings = ringsOf(c, group, notes);
    const auto parts = c.placementOf(group).torusParts();
    if (isWhole(c, std::all_of(parts.begin(), parts.end(), [](const TorusPart& part) { return part.wraps; }))) {
        notes.push_back(wholeNote());
        std::vector<Expression> bandwidths;
        for (const Ring& ring : rings)
            bandwidths.push_back(ring.bandwidth);
        return {sumOf(std::move(bandwidths)), std::move(notes)};
    }
    std::vector<Expression> sets;
    for (unsigned set = 1; set < 1u << rings.size(); ++set)
        sets.push_back(setTerm(rings, set));
    if (rings.size() > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "The slowest of all sets of its dimensions binds: each must carry what arrives from its members.")}});
    if (rings.size() > kShownParts) {
        const auto slowest = std::max_element(sets.begin(), sets.end(), [](const Expression& a, const Expression& b) {
            return evaluate(a) < evaluate(b);
        });
        sets = {*slowest};
    }
    return {torusSize(c, group) / maximumOf(std::move(sets)), std::move(notes)};
}

std::optional<Bandwidth> levelBandwidth(const Context& c, Group group, const Level& level)
{
    const Leaf below = members(c, group, level.network);
    const Leaf spanned = children(c, group, level.network);
    Expression link = over(linkOf(c, level), groups(c, group, level.network));
    std::vector<Note> notes;
    if (level.dataCentre)
        notes.push_back({{SCALESCOPE_TEXT("core", "A slice has the links of all its hosts to the data-centre network.")}});
    if (rules(c).fabric == FabricRule::tree && !level.dataCentre) {
        if (below.value >= static_cast<double>(c.placementOf(group).size))
            return std::nullopt;
        notes.push_back({{SCALESCOPE_TEXT("core", "The levels form one tree: the link carries everything that comes from beyond it.")}});
        return Bandwidth{std::move(link) / (Expression(itself(SCALESCOPE_TEXT("core", "The whole array"))) - Expression(below) / sizeOf(c, group)),
                         std::move(notes)};
    }
    if (spanned.value <= 1)
        return std::nullopt;
    if (isWhole(c, level.dataCentre)) {
        notes.push_back(wholeNote());
        return Bandwidth{std::move(link), std::move(notes)};
    }
    if (!level.dataCentre)
        notes.push_back({{SCALESCOPE_TEXT("core", "Each level is a network of its own: (D-1)/D of the array crosses it.")}});
    return Bandwidth{exactly(std::move(link), spanned), std::move(notes)};
}

std::optional<Bandwidth> bandwidthOver(const Context& c, Group group, int network)
{
    const Topology& topology = c.step.topology;
    if (topology.hasTorus && network == 0) {
        if (c.placementOf(group).torusSize <= 1)
            return std::nullopt;
        return rules(c).axes == AxesRule::counted ? countedTorus(c, group) : placedTorus(c, group);
    }
    for (int i = 0; i < topology.levelCount; ++i)
        if (levelOf(c, i).network == network)
            return levelBandwidth(c, group, levelOf(c, i));
    return std::nullopt;
}

std::string_view sourceOf(const Context& c, int network)
{
    return c.step.topology.hasTorus && network == 0 ? kTorus : kFabric;
}

Leaf networkBandwidth(const Context& c, Group group, int network, double value)
{
    return derived(idOf(c, group, "network." + std::to_string(network) + ".bandwidth"),
                   {SCALESCOPE_TEXT("core", "Bandwidth of a gather over the %1 degree in %2"), {wordOf(c, group), c.networkName(network)}},
                   "W_" + wordOf(c, group) + "," + c.networkName(network), "B/s", value);
}

Derivation latencyDerivation(const Context& c, Group group)
{
    const AxisPlacement& placement = c.placementOf(group);
    std::vector<Expression> terms;
    std::vector<Note> notes;
    for (int i = 0; i < placement.partCount; ++i) {
        const TorusPart& part = placement.parts[static_cast<std::size_t>(i)];
        const Leaf size = partSize(c, group, i);
        Expression steps =
            part.wraps ? Expression(Op::roundDown,
                                    {Expression(size) / constant(2, SCALESCOPE_TEXT("core", "Both ways round a ring"))})
                       : Expression(size) - itself(SCALESCOPE_TEXT("core", "The chip itself"));
        terms.push_back(times(std::move(steps), partStride(c, group, i)) * c.input(0, "hop"));
        append(notes, {{{SCALESCOPE_TEXT("core", "Hops add up over dimensions: half of a ring, all of a line.")}}});
    }
    for (int i = 0; i < c.step.topology.levelCount; ++i) {
        const Level& level = levelOf(c, i);
        if (!spans(c, group, level))
            continue;
        terms.push_back((Expression(children(c, group, level.network)) - itself(SCALESCOPE_TEXT("core", "The child itself"))) *
                        c.input(level.network, "hop"));
        append(notes, {{{SCALESCOPE_TEXT("core", "On a fabric a gather takes one hop for every other child of a level.")}}});
    }
    return derivation(gatherLatency(c, group), sumOf(std::move(terms)), kTorus, std::move(notes));
}

std::vector<const Level*> spannedLevels(const Context& c, Group group)
{
    std::vector<const Level*> levels;
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        if (spans(c, group, levelOf(c, i)))
            levels.push_back(&levelOf(c, i));
    return levels;
}

Expression reductionBandwidthExpression(const Context& c, Group group)
{
    std::vector<Expression> links;
    for (const Level* level : spannedLevels(c, group))
        links.push_back(over(linkOf(c, *level), groups(c, group, level->network)));
    return minimumOf(std::move(links));
}

Expression reductionLatencyExpression(const Context& c, Group group)
{
    std::vector<Expression> terms;
    for (const Level* level : spannedLevels(c, group))
        terms.push_back(Expression(constant(2, SCALESCOPE_TEXT("core", "Up to the switch and down again"))) *
                        c.input(level->network, "hop"));
    return sumOf(std::move(terms));
}

Expression reductionGainExpression(const Context& c, Group group)
{
    std::vector<Expression> gains;
    for (const Level* level : spannedLevels(c, group))
        gains.push_back(c.input(level->network, "reduction_gain"));
    return minimumOf(std::move(gains));
}

Leaf leafOf(const Context& c, Group group, std::string_view id, std::string_view name, const std::string& symbol, std::string_view unit, double value)
{
    return derived(idOf(c, group, id), {name, {wordOf(c, group)}}, symbol + wordOf(c, group), unit, value);
}

}  // namespace

Leaf axisBandwidth(const Context& c, Axis axis) { return gatherBandwidthOf(c, mainGroup(c, axis)); }

Leaf gatherBandwidthOf(const Context& c, Group group)
{
    return leafOf(c, group, "bandwidth", SCALESCOPE_TEXT("core", "Bandwidth of a gather over the %1 degree"), "W_", "B/s",
                  gatherBandwidth(c.placementOf(group), c.step.topology, rules(c)).value);
}

Derivation gatherBandwidthDerivation(const Context& c, Group group)
{
    if (c.placementOf(group).size <= 1)
        return derivation(gatherBandwidthOf(c, group),
                          constant(0, SCALESCOPE_TEXT("core", "A degree of one sends nothing and has no network"), "B/s"), kTorus);
    std::vector<Expression> leaves;
    std::optional<Bandwidth> only;
    std::vector<Note> notes;
    int network = 0;
    for (int i = 0; i < static_cast<int>(c.scenario.hardware.cluster.networks.size()); ++i) {
        if (auto over = bandwidthOver(c, group, i)) {
            leaves.push_back(networkBandwidth(c, group, i, evaluate(over->expression)));
            append(notes, over->notes);
            only = std::move(over);
            network = i;
        }
    }
    if (leaves.size() == 1)
        return derivation(gatherBandwidthOf(c, group), std::move(only->expression), sourceOf(c, network), std::move(notes));
    notes.push_back({{SCALESCOPE_TEXT("core", "The degree crosses several networks, which work at the same time: the slowest binds.")}});
    return derivation(gatherBandwidthOf(c, group), minimumOf(std::move(leaves)), kFabric, std::move(notes));
}

Leaf gatherLatency(const Context& c, Group group)
{
    const AxisPlacement& placement = c.placementOf(group);
    Leaf leaf = leafOf(c, group, "latency", SCALESCOPE_TEXT("core", "Time of the hops of a gather over the %1 degree"), "t_", "s", 0);
    CollectiveRules bare = rules(c);
    bare.latency = LatencyRule::floor;
    bare.reduction = NetworkReduction::none;
    leaf.value = timeOf(Collective::allGather, Bytes(1), placement, c.step.topology, bare).latency.value;
    return leaf;
}

bool reducesInNetwork(const Context& c, Group group)
{
    if (rules(c).reduction == NetworkReduction::none || c.placementOf(group).torusSize > 1)
        return false;
    const std::vector<const Level*> levels = spannedLevels(c, group);
    return std::all_of(levels.begin(), levels.end(), [](const Level* level) { return level->reduces; });
}

Leaf reductionBandwidth(const Context& c, Group group)
{
    return leafOf(c, group, "reduction_bandwidth", SCALESCOPE_TEXT("core", "Bandwidth of a reduction of the %1 degree in the network"),
                  "W_switch,", "B/s", evaluate(reductionBandwidthExpression(c, group)));
}

Leaf reductionLatency(const Context& c, Group group)
{
    return leafOf(c, group, "reduction_latency", SCALESCOPE_TEXT("core", "Time of the hops of a reduction of the %1 degree in the network"),
                  "t_switch,", "s", evaluate(reductionLatencyExpression(c, group)));
}

Leaf reductionGain(const Context& c, Group group)
{
    return leafOf(c, group, "reduction_gain", SCALESCOPE_TEXT("core", "Gain of a reduction of the %1 degree in the network"), "g_", {},
                  evaluate(reductionGainExpression(c, group)));
}

std::optional<Derivation> deriveNetwork(const Context& c, const Path& path)
{
    const auto axis = path[0] == "axis" && c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (axis && path.size() == 3 && path[2] == "bandwidth")
        return gatherBandwidthDerivation(c, mainGroup(c, *axis));
    const auto group = groupAt(c, path);
    if (!group)
        return std::nullopt;
    if (path.size() == 5 && path[2] == "network" && path[4] == "bandwidth") {
        const auto network = path.index(3);
        auto bandwidth = network && *network < Cluster::kMaxNetworks ? bandwidthOver(c, *group, static_cast<int>(*network)) : std::nullopt;
        if (!bandwidth)
            return std::nullopt;
        const int i = static_cast<int>(*network);
        const double value = evaluate(bandwidth->expression);
        return derivation(networkBandwidth(c, *group, i, value), std::move(bandwidth->expression), sourceOf(c, i),
                          std::move(bandwidth->notes));
    }
    if (path.size() != 3)
        return std::nullopt;
    if (path[2] == "bandwidth")
        return gatherBandwidthDerivation(c, *group);
    if (path[2] == "latency")
        return latencyDerivation(c, *group);
    if (!reducesInNetwork(c, *group))
        return std::nullopt;
    if (path[2] == "reduction_bandwidth")
        return derivation(reductionBandwidth(c, *group), reductionBandwidthExpression(c, *group), kFabric,
                          {{{SCALESCOPE_TEXT("core", "The switches reduce: each link carries the array once.")}}});
    if (path[2] == "reduction_latency")
        return derivation(reductionLatency(c, *group), reductionLatencyExpression(c, *group), kFabric);
    if (path[2] == "reduction_gain")
        return derivation(reductionGain(c, *group), reductionGainExpression(c, *group), kFabric,
                          {{{SCALESCOPE_TEXT("core", "Measured: the least of the levels that the group spans.")}}});
    return std::nullopt;
}

}  // namespace scalescope::explain
