// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/group_time.h"

#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTorus = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\"");

Expression linkOf(const GroupTime& g, int network)
{
    Expression link = g.c.input(network, "bandwidth");
    if (const auto* dataCentre = std::get_if<DataCentre>(&g.c.scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]);
        dataCentre && g.topology.hasTorus)
        link = std::move(link) * named(static_cast<double>(g.topology.torusChips()), {SCALESCOPE_TEXT("core", "Chips of a slice")}, "S") /
               g.c.input(network, "chips_per_host");
    return efficient(g.c, network, std::move(link));
}

/// What of the array a gather's links carry: its own part need not move.
Expression othersOf(const GroupTime& g, double members)
{
    return Expression(constant(1, SCALESCOPE_TEXT("core", "The whole array"))) -
           Expression(named(members, {SCALESCOPE_TEXT("core", "Chips that have it already")}, "m")) / g.size();
}

/// The bandwidth term on the torus for a gather: (N_E - 1) / (n BW_E) of the array.
std::optional<Expression> gatherOnTorus(const GroupTime& g)
{
    const bool counted = g.rules().axes == AxesRule::counted;
    std::vector<Expression> links;
    double members = 1;
    bool allWrap = true;
    for (int d = 0; d < g.topology.shape.dimensions; ++d) {
        if (!(g.time.dimensions & 1u << d))
            continue;
        const TorusPart* part = nullptr;
        for (const TorusPart& p : g.placement.torusParts())
            if (p.dimension == d && part)
                return std::nullopt;  // two parts of one dimension
            else if (p.dimension == d)
                part = &p;
        if (!counted && !part)
            return std::nullopt;
        const bool wraps = counted ? g.topology.wraps[static_cast<std::size_t>(d)] : part->wraps;
        allWrap = allWrap && wraps;
        Expression link = linkOf(g, 0);
        if (wraps)
            link = Expression(constant(2, SCALESCOPE_TEXT("core", "Both directions of a ring"))) * std::move(link);
        if (!counted && part->stride > 1)
            link = std::move(link) / named(static_cast<double>(part->stride), {SCALESCOPE_TEXT("core", "Groups that share the links")}, "s");
        links.push_back(std::move(link));
        members *= counted ? 1.0 : static_cast<double>(part->size);
    }
    if (links.empty())
        return std::nullopt;
    const bool whole = g.rules().ring == RingTerms::asymptoticEverywhere || (g.rules().ring == RingTerms::asymptotic && allWrap);
    if (whole)
        return g.array / sumOf(std::move(links));
    if (counted)
        members = static_cast<double>(g.placement.torusSize);
    const Expression arriving = Expression(named(members, {SCALESCOPE_TEXT("core", "Chips along the dimensions that bind")}, "N")) -
                                constant(1, SCALESCOPE_TEXT("core", "The chip itself"));
    return g.array * arriving /
           (Expression(named(static_cast<double>(g.placement.torusSize), {SCALESCOPE_TEXT("core", "Chips of a group on the torus")}, "n")) *
            sumOf(std::move(links)));
}

const Topology::Level* bindingLevel(const GroupTime& g)
{
    for (int i = 0; i < g.topology.levelCount; ++i)
        if (g.topology.levels[static_cast<std::size_t>(i)].network == g.time.network)
            return &g.topology.levels[static_cast<std::size_t>(i)];
    return nullptr;
}

Expression sharedLink(const GroupTime& g, const Topology::Level& level, double groups)
{
    return over(linkOf(g, level.network), named(groups, {SCALESCOPE_TEXT("core", "Groups that share the link of a child")}, "g"));
}

Expression gatherOnLevel(const GroupTime& g, const Topology::Level& level)
{
    const LevelShare share = shareOf(g.placement, level);
    Expression link = sharedLink(g, level, share.groups);
    if (g.rules().fabric == FabricRule::tree && !level.dataCentre)
        return g.array * othersOf(g, share.members) / std::move(link);
    const bool whole = g.rules().ring == RingTerms::asymptoticEverywhere || (g.rules().ring == RingTerms::asymptotic && level.dataCentre);
    if (whole)
        return g.array / std::move(link);
    const Leaf children = named(share.children, {SCALESCOPE_TEXT("core", "Children that the group spans")}, "D");
    return g.array * (Expression(children) - constant(1, SCALESCOPE_TEXT("core", "The child itself"))) / (Expression(children) * std::move(link));
}

/// The formula that the engine used, where it is one of these; the caller compares.
std::optional<Expression> formulaOf(const GroupTime& g)
{
    const Topology::Level* level = bindingLevel(g);
    const bool torus = g.topology.hasTorus && g.time.network == 0;
    if (!g.plain || !g.ours || (!torus && !level))
        return std::nullopt;
    switch (g.collective) {
    case Collective::allGather:
    case Collective::reduceScatter: return torus ? gatherOnTorus(g) : std::optional(gatherOnLevel(g, *level));
    case Collective::allReduce: {
        auto once = torus ? gatherOnTorus(g) : std::optional(gatherOnLevel(g, *level));
        if (!once)
            return std::nullopt;
        return Expression(constant(2, SCALESCOPE_TEXT("core", "A ReduceScatter and an AllGather"))) * std::move(*once);
    }
    case Collective::allToAll: {
        if (torus)
            return std::nullopt;
        const LevelShare share = shareOf(g.placement, *level);
        return g.array / g.size() * named(share.members, {SCALESCOPE_TEXT("core", "Chips of the group below a child")}, "m") *
               othersOf(g, share.members) / sharedLink(g, *level, share.groups);
    }
    case Collective::broadcast:
        if (!torus)
            return g.array / sharedLink(g, *level, shareOf(g.placement, *level).groups);
        break;
    case Collective::gather:
        if (!torus)
            return g.array * othersOf(g, shareOf(g.placement, *level).members) / sharedLink(g, *level, shareOf(g.placement, *level).groups);
        break;
    case Collective::send: break;  // no study has one
    }
    return std::nullopt;
}

bool agrees(double a, double b) { return std::abs(a - b) <= 1e-13 * std::max(std::abs(a), std::abs(b)); }

std::string_view sourceOf(const GroupTime& g) { return g.topology.hasTorus && g.time.network == 0 ? kTorus : kFabric; }

Derivation bandwidthTimeDerivation(const GroupTime& g)
{
    if (auto formula = formulaOf(g); formula && agrees(evaluate(*formula), g.time.bandwidth.value))
        return derivation(g.bandwidthTime(), std::move(*formula), sourceOf(g));
    // Bisections, ports, routing and help from idle axes: the rate that the busiest link leaves.
    const double array = evaluate(g.array);
    const Leaf rate = named(array / g.time.bandwidth.value, {SCALESCOPE_TEXT("core", "Rate that the busiest links leave the array")}, "W_array", "B/s");
    return derivation(g.bandwidthTime(), g.array / rate, sourceOf(g),
                      {{{SCALESCOPE_TEXT("core", "The links of one dimension or level are full, and set the rate of the whole.")}}});
}

Derivation latencyDerivation(const GroupTime& g)
{
    const Leaf whole = named(g.time.latency.value, {SCALESCOPE_TEXT("core", "Hops of the steps that it takes")}, "t_hops", "s");
    if (!g.ours)
        return derivation(g.latency(), whole, kTorus);
    std::vector<Expression> terms;
    const double rounds = g.collective == Collective::allReduce ? 2 : 1;
    const auto add = [&](double steps, int network) {
        if (steps > 0 && std::get_if<Torus>(&g.c.scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]))
            terms.push_back(Expression(named(steps * rounds, {SCALESCOPE_TEXT("core", "Hops on the torus")}, "h")) * g.c.input(network, "hop"));
        else if (steps > 0)
            terms.push_back(Expression(named(steps * rounds, {SCALESCOPE_TEXT("core", "Hops in %1"), {g.c.networkName(network)}}, "h")) *
                            g.c.input(network, "hop"));
    };
    double steps = 0;
    for (const TorusPart& part : g.placement.torusParts())
        steps += static_cast<double>((part.wraps ? part.size / 2 : part.size - 1) * part.stride);
    add(steps, 0);
    for (int i = 0; i < g.topology.levelCount; ++i) {
        const Topology::Level& level = g.topology.levels[static_cast<std::size_t>(i)];
        add(shareOf(g.placement, level).children - 1.0, level.network);
    }
    if (g.rules().latency == LatencyRule::added)
        for (Expression& startUp : startUps(g.c, g.placement))
            terms.push_back(std::move(startUp));
    if (!terms.empty()) {
        Expression sum = sumOf(std::move(terms));
        if (agrees(evaluate(sum), g.time.latency.value))
            return derivation(g.latency(), std::move(sum), kTorus);
    }
    return derivation(g.latency(), whole, kTorus);
}

}  // namespace

std::optional<Derivation> deriveGroup(const GroupTime& g, const Leaf& of, std::string_view part)
{
    if (part == "bandwidth_time")
        return bandwidthTimeDerivation(g);
    if (part == "latency")
        return latencyDerivation(g);
    if (part != "time")
        return std::nullopt;
    const bool added = g.rules().latency == LatencyRule::added;
    Expression whole = added ? Expression(g.bandwidthTime()) + g.latency() : maximumOf({g.bandwidthTime(), g.latency()});
    if (!agrees(evaluate(whole), g.time.total.value))
        whole = named(g.time.total.value, {SCALESCOPE_TEXT("core", "Its parts in turn")}, "T", "s");
    return derivation(of, std::move(whole), sourceOf(g));
}

}  // namespace scalescope::explain
