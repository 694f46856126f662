// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTorus = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\"");
constexpr int kShownParts = 3;  // beyond that many, only the set of dimensions that binds is written out

using Level = Topology::Level;

const Level& levelOf(const Context& c, int i) { return c.step.topology.levels[static_cast<std::size_t>(i)]; }

const CollectiveRules& rules(const Context& c) { return c.assumptions().collectives; }

Leaf bothDirections() { return constant(2, SCALESCOPE_TEXT("core", "A ring uses both directions of a link")); }
Leaf itself(std::string_view name) { return constant(1, name); }

Expression efficient(const Context& c, Expression bandwidth)
{
    return times(std::move(bandwidth), c.input("assumptions.network_efficiency"));
}

struct Bandwidth {
    Expression expression;
    std::vector<Note> notes;
};

Note ringNote(bool wraps)
{
    if (wraps)
        return {{SCALESCOPE_TEXT("core", "A ring uses both directions of a link: a factor of 2 that belongs to the network, not to the array.")}};
    return {{SCALESCOPE_TEXT("core", "A dimension without wraparound is a line: only one direction of its links serves a gather.")}};
}

Note wholeNote()
{
    return {{SCALESCOPE_TEXT("core", "Asymptotic ring terms: (n-1)/n of the array is taken for all of it.")}};
}

/// n / (n - 1): what a chip receives is all of the array but its own part.
Expression exactly(Expression bandwidth, const Expression& n)
{
    return std::move(bandwidth) * n / (n - itself(SCALESCOPE_TEXT("core", "Its own part, which a chip need not receive")));
}

bool isWhole(const Context& c, bool ringsOnly)
{
    return rules(c).ring == RingTerms::asymptoticEverywhere || (rules(c).ring == RingTerms::asymptotic && ringsOnly);
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

Bandwidth countedTorus(const Context& c, Axis axis)
{
    const int count = c.placementOf(axis).countedDimensions;
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
    Expression bandwidth = efficient(c, sumOf(std::move(terms)));
    if (!isWhole(c, closed == count))
        return {exactly(std::move(bandwidth), torusSize(c, axis)), std::move(notes)};
    notes.push_back(wholeNote());
    return {std::move(bandwidth), std::move(notes)};
}

/// What a part of the axis has of its dimension's links.
Expression usable(const Context& c, Axis axis, int part)
{
    const bool wraps = c.placementOf(axis).parts[static_cast<std::size_t>(part)].wraps;
    Expression link = c.input(0, "bandwidth");
    if (wraps)
        link = Expression(bothDirections()) * std::move(link);
    return efficient(c, over(std::move(link), partStride(c, axis, part)));
}

/// (N_E - 1) / BW_E of one set of the axis's dimensions.
Expression setTerm(const Context& c, Axis axis, unsigned set)
{
    std::vector<Expression> bandwidths;
    std::optional<Expression> membersOfSet;
    for (int i = 0; i < c.placementOf(axis).partCount; ++i) {
        if (!(set & 1u << i))
            continue;
        bandwidths.push_back(usable(c, axis, i));
        const Leaf size = partSize(c, axis, i);
        membersOfSet = membersOfSet ? std::move(*membersOfSet) * size : Expression(size);
    }
    return (std::move(*membersOfSet) - itself(SCALESCOPE_TEXT("core", "Its own part, which a chip need not receive"))) /
           sumOf(std::move(bandwidths));
}

Bandwidth placedTorus(const Context& c, Axis axis)
{
    const AxisPlacement& placement = c.placementOf(axis);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "Axes are placed: the degree has the links of the dimensions where it lies, shared with the degrees inside it.")}}};
    std::vector<Expression> bandwidths;
    bool allWrap = true;
    for (int i = 0; i < placement.partCount; ++i) {
        const bool wraps = placement.parts[static_cast<std::size_t>(i)].wraps;
        allWrap = allWrap && wraps;
        append(notes, {ringNote(wraps)});
        bandwidths.push_back(usable(c, axis, i));
    }
    if (isWhole(c, allWrap)) {
        notes.push_back(wholeNote());
        return {sumOf(std::move(bandwidths)), std::move(notes)};
    }

    std::vector<Expression> sets;
    for (unsigned set = 1; set < 1u << placement.partCount; ++set)
        sets.push_back(setTerm(c, axis, set));
    if (placement.partCount > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "The slowest of all sets of its dimensions binds: each must carry what arrives from its members.")}});
    if (placement.partCount > kShownParts) {
        const auto slowest = std::max_element(sets.begin(), sets.end(), [](const Expression& a, const Expression& b) {
            return evaluate(a) < evaluate(b);
        });
        sets = {*slowest};
    }
    return {Expression(torusSize(c, axis)) / maximumOf(std::move(sets)), std::move(notes)};
}

/// One direction of the link of one child into a level.
Expression linkOf(const Context& c, const Level& level)
{
    Expression link = c.input(level.network, "bandwidth");
    if (level.dataCentre)
        link = std::move(link) * chipsBelow(c, level.network) / c.input(level.network, "chips_per_host");
    return efficient(c, std::move(link));
}

std::optional<Bandwidth> levelBandwidth(const Context& c, Axis axis, const Level& level)
{
    const Leaf below = members(c, axis, level.network);
    const Leaf spanned = children(c, axis, level.network);
    Expression link = over(linkOf(c, level), groups(c, axis, level.network));
    std::vector<Note> notes;
    if (level.dataCentre)
        notes.push_back({{SCALESCOPE_TEXT("core", "A slice has the links of all its hosts to the data-centre network.")}});
    if (rules(c).fabric == FabricRule::tree && !level.dataCentre) {
        if (below.value >= c.degree(axis).value)
            return std::nullopt;
        notes.push_back({{SCALESCOPE_TEXT("core", "The levels form one tree: the link carries everything that comes from beyond it.")}});
        return Bandwidth{std::move(link) / (Expression(itself(SCALESCOPE_TEXT("core", "The whole array"))) - Expression(below) / c.degree(axis)),
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

std::optional<Bandwidth> bandwidthOver(const Context& c, Axis axis, int network)
{
    const Topology& topology = c.step.topology;
    if (topology.hasTorus && network == 0) {
        if (c.placementOf(axis).torusSize <= 1)
            return std::nullopt;
        return rules(c).axes == AxesRule::counted ? countedTorus(c, axis) : placedTorus(c, axis);
    }
    for (int i = 0; i < topology.levelCount; ++i)
        if (levelOf(c, i).network == network)
            return levelBandwidth(c, axis, levelOf(c, i));
    return std::nullopt;
}

std::string_view sourceOf(const Context& c, int network)
{
    return c.step.topology.hasTorus && network == 0 ? kTorus : kFabric;
}

Leaf networkBandwidth(const Context& c, Axis axis, int network, double value)
{
    const std::string name(nameOf(axis));
    return derived("axis." + name + ".network." + std::to_string(network) + ".bandwidth",
                   {SCALESCOPE_TEXT("core", "Bandwidth of a gather over the %1 degree in %2"), {wordOf(axis), c.networkName(network)}},
                   "W_" + wordOf(axis) + "," + c.networkName(network), "B/s", value);
}

bool spans(const Context& c, Axis axis, const Level& level) { return children(c, axis, level.network).value > 1; }

Derivation latencyDerivation(const Context& c, Axis axis)
{
    const AxisPlacement& placement = c.placementOf(axis);
    std::vector<Expression> terms;
    std::vector<Note> notes;
    for (int i = 0; i < placement.partCount; ++i) {
        const TorusPart& part = placement.parts[static_cast<std::size_t>(i)];
        const Leaf size = partSize(c, axis, i);
        Expression steps =
            part.wraps ? Expression(Op::roundDown,
                                    {Expression(size) / constant(2, SCALESCOPE_TEXT("core", "Both ways round a ring"))})
                       : Expression(size) - itself(SCALESCOPE_TEXT("core", "The chip itself"));
        terms.push_back(times(std::move(steps), partStride(c, axis, i)) * c.input(0, "hop"));
        append(notes, {{{SCALESCOPE_TEXT("core", "Hops add up over dimensions: half of a ring, all of a line.")}}});
    }
    for (int i = 0; i < c.step.topology.levelCount; ++i) {
        const Level& level = levelOf(c, i);
        if (!spans(c, axis, level))
            continue;
        terms.push_back((Expression(children(c, axis, level.network)) - itself(SCALESCOPE_TEXT("core", "The child itself"))) *
                        c.input(level.network, "hop"));
        append(notes, {{{SCALESCOPE_TEXT("core", "On a fabric a gather takes one hop for every other child of a level.")}}});
    }
    return derivation(axisLatency(c, axis), sumOf(std::move(terms)), kTorus, std::move(notes));
}

std::vector<const Level*> spannedLevels(const Context& c, Axis axis)
{
    std::vector<const Level*> levels;
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        if (spans(c, axis, levelOf(c, i)))
            levels.push_back(&levelOf(c, i));
    return levels;
}

Expression reductionBandwidthExpression(const Context& c, Axis axis)
{
    std::vector<Expression> links;
    for (const Level* level : spannedLevels(c, axis))
        links.push_back(over(linkOf(c, *level), groups(c, axis, level->network)));
    return minimumOf(std::move(links));
}

Expression reductionLatencyExpression(const Context& c, Axis axis)
{
    std::vector<Expression> terms;
    for (const Level* level : spannedLevels(c, axis))
        terms.push_back(Expression(constant(2, SCALESCOPE_TEXT("core", "Up to the switch and down again"))) *
                        c.input(level->network, "hop"));
    return sumOf(std::move(terms));
}

Expression reductionGainExpression(const Context& c, Axis axis)
{
    std::vector<Expression> gains;
    for (const Level* level : spannedLevels(c, axis))
        gains.push_back(c.input(level->network, "reduction_gain"));
    return minimumOf(std::move(gains));
}

Leaf axisLeaf(Axis axis, std::string_view id, std::string_view name, const std::string& symbol, std::string_view unit, double value)
{
    return derived("axis." + std::string(nameOf(axis)) + "." + std::string(id), {name, {wordOf(axis)}}, symbol + wordOf(axis), unit, value);
}

}  // namespace

Leaf axisBandwidth(const Context& c, Axis axis)
{
    return axisLeaf(axis, "bandwidth", SCALESCOPE_TEXT("core", "Bandwidth of a gather over the %1 degree"), "W_", "B/s",
                    c.estimate.of(axis).bandwidth.value);
}

Derivation axisBandwidthDerivation(const Context& c, Axis axis)
{
    if (c.placementOf(axis).size <= 1)
        return derivation(axisBandwidth(c, axis),
                          constant(0, SCALESCOPE_TEXT("core", "A degree of one sends nothing and has no network"), "B/s"), kTorus);
    std::vector<Expression> leaves;
    std::optional<Bandwidth> only;
    std::vector<Note> notes;
    int network = 0;
    for (int i = 0; i < static_cast<int>(c.scenario.hardware.cluster.networks.size()); ++i) {
        if (auto over = bandwidthOver(c, axis, i)) {
            leaves.push_back(networkBandwidth(c, axis, i, evaluate(over->expression)));
            append(notes, over->notes);
            only = std::move(over);
            network = i;
        }
    }
    if (leaves.size() == 1)
        return derivation(axisBandwidth(c, axis), std::move(only->expression), sourceOf(c, network), std::move(notes));
    notes.push_back({{SCALESCOPE_TEXT("core", "The degree crosses several networks, which work at the same time: the slowest binds.")}});
    return derivation(axisBandwidth(c, axis), minimumOf(std::move(leaves)), kFabric, std::move(notes));
}

Leaf axisLatency(const Context& c, Axis axis)
{
    const AxisPlacement& placement = c.placementOf(axis);
    Leaf leaf = axisLeaf(axis, "latency", SCALESCOPE_TEXT("core", "Time of the hops of a gather over the %1 degree"), "t_", "s", 0);
    CollectiveRules bare = rules(c);
    bare.latency = LatencyRule::floor;
    bare.reduction = NetworkReduction::none;
    leaf.value = timeOf(Collective::allGather, Bytes(1), placement, c.step.topology, bare).latency.value;
    return leaf;
}

bool reducesInNetwork(const Context& c, Axis axis)
{
    if (rules(c).reduction == NetworkReduction::none || c.placementOf(axis).torusSize > 1)
        return false;
    const std::vector<const Level*> levels = spannedLevels(c, axis);
    return std::all_of(levels.begin(), levels.end(), [](const Level* level) { return level->reduces; });
}

Leaf reductionBandwidth(const Context& c, Axis axis)
{
    return axisLeaf(axis, "reduction_bandwidth", SCALESCOPE_TEXT("core", "Bandwidth of a reduction of the %1 degree in the network"),
                    "W_switch,", "B/s", evaluate(reductionBandwidthExpression(c, axis)));
}

Leaf reductionLatency(const Context& c, Axis axis)
{
    return axisLeaf(axis, "reduction_latency", SCALESCOPE_TEXT("core", "Time of the hops of a reduction of the %1 degree in the network"),
                    "t_switch,", "s", evaluate(reductionLatencyExpression(c, axis)));
}

Leaf reductionGain(const Context& c, Axis axis)
{
    return axisLeaf(axis, "reduction_gain", SCALESCOPE_TEXT("core", "Gain of a reduction of the %1 degree in the network"), "g_", {},
                    evaluate(reductionGainExpression(c, axis)));
}

std::optional<Derivation> deriveNetwork(const Context& c, const Path& path)
{
    const auto axis = path[0] == "axis" && c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (!axis)
        return std::nullopt;
    if (path.size() == 3 && path[2] == "bandwidth")
        return axisBandwidthDerivation(c, *axis);
    if (c.placementOf(*axis).size <= 1)
        return std::nullopt;
    if (path.size() == 5 && path[2] == "network" && path[4] == "bandwidth") {
        const auto network = path.index(3);
        auto bandwidth = network && *network < Cluster::kMaxNetworks ? bandwidthOver(c, *axis, static_cast<int>(*network)) : std::nullopt;
        if (!bandwidth)
            return std::nullopt;
        const int i = static_cast<int>(*network);
        const double value = evaluate(bandwidth->expression);
        return derivation(networkBandwidth(c, *axis, i, value), std::move(bandwidth->expression), sourceOf(c, i),
                          std::move(bandwidth->notes));
    }
    if (path.size() != 3)
        return std::nullopt;
    if (path[2] == "latency")
        return latencyDerivation(c, *axis);
    if (!reducesInNetwork(c, *axis))
        return std::nullopt;
    if (path[2] == "reduction_bandwidth")
        return derivation(reductionBandwidth(c, *axis), reductionBandwidthExpression(c, *axis), kFabric,
                          {{{SCALESCOPE_TEXT("core", "The switches reduce: each link carries the array once.")}}});
    if (path[2] == "reduction_latency")
        return derivation(reductionLatency(c, *axis), reductionLatencyExpression(c, *axis), kFabric);
    if (path[2] == "reduction_gain")
        return derivation(reductionGain(c, *axis), reductionGainExpression(c, *axis), kFabric,
                          {{{SCALESCOPE_TEXT("core", "Measured: the least of the levels that the group spans.")}}});
    return std::nullopt;
}

}  // namespace scalescope::explain
