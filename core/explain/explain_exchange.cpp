// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"
#include "core/explain/view.h"
#include "core/explain/widths.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTorus = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\"");
constexpr std::string_view kRouting = SCALESCOPE_TEXT("core", "Book, chapter 12, appendix B");
constexpr double kAgreement = 1e-13;

const CollectiveRules& rules(const Context& c) { return c.assumptions().collectives; }

/// An AllToAll of a group: of tokens to the experts of a kind of layer, or of everything to all.
struct Exchange {
    const Context& c;
    Group group;
    std::optional<std::size_t> kind = {};

    double chips() const { return static_cast<double>(c.placementOf(group).size); }
    Routing routing() const { return routingOf(c.layerOf(*kind).mlp, c.plan(), c.assumptions()); }
    std::string id(std::string_view rest) const
    {
        return idOf(c, group, (kind ? "routed." + std::string(1, letterOf(*kind)) + "." : "all_to_all.") + std::string(rest));
    }
};

/// Targets of a token: chips, or children of a level whose `members` chips each share one copy.
double targetsOf(const Exchange& x, double members) { return x.chips() / members; }

/// Whether the router sends a token to so few children at most, each of several chips.
bool isLimited(const Exchange& x, double members) { return x.c.plan().routedNodes > 0 && members > 1; }

double distinctOf(const Exchange& x, double members)
{
    const double distinct = distinctTargets(x.routing(), targetsOf(x, members));
    return isLimited(x, members) ? std::min(distinct, static_cast<double>(x.c.plan().routedNodes)) : distinct;
}

Leaf distinctLeaf(const Exchange& x, std::optional<int> network, double members)
{
    const std::string where = network ? x.c.networkName(*network) : std::string();
    return derived(x.id(network ? "distinct." + std::to_string(*network) : "distinct"),
                   {network ? SCALESCOPE_TEXT("core", "Distinct children of %1 to which one token goes") : SCALESCOPE_TEXT("core", "Distinct chips to which one token goes"),
                    network ? std::vector<std::string>{where} : std::vector<std::string>(), x.c.letterOf(static_cast<int>(*x.kind))},
                   network ? "n_" + where : "n_targets", {}, distinctOf(x, members));
}

Expression targetsExpression(const Exchange& x, std::optional<int> network)
{
    return network ? sizeOf(x.c, x.group) / members(x.c, x.group, *network) : sizeOf(x.c, x.group);
}

/// How many of `targets` are reached by experts that are chosen freely.
Expression freelyChosen(const Exchange& x, std::optional<int> network, double targets, std::vector<Note>& notes)
{
    const Routing routing = x.routing();
    const View view = stepView(x.c);
    const Expression picks = Widths(view, *x.kind).expertsPerToken();
    if (targets <= 1)
        return constant(1, SCALESCOPE_TEXT("core", "One target is always reached"));
    if (routing.rule == RoutingRule::bound) {
        notes.push_back({{SCALESCOPE_TEXT("core", "At most as many as the token has experts, and as there are targets: an upper bound.")}});
        return minimumOf({picks, targetsExpression(x, network)});
    }
    const double distinct = distinctTargets(routing, targets);
    const Leaf all = constant(1, SCALESCOPE_TEXT("core", "All of it"));
    Expression missed;
    if (routing.rule == RoutingRule::independentPicks) {
        missed = powerOf(Expression(all) - Expression(all) / targetsExpression(x, network), picks);
        notes.push_back({{SCALESCOPE_TEXT("core", "Each pick is independent, with repetition: the chance that none of them falls on a target.")}});
    } else {
        missed = constant(1.0 - distinct / targets, SCALESCOPE_TEXT("core", "Chance that a target has none of a token's experts, by counting choices"));
        notes.push_back({{SCALESCOPE_TEXT("core", "The token's experts are different ones, spread evenly over the targets: the chance that none of a target's is among them.")}});
    }
    Expression e = targetsExpression(x, network) * (Expression(all) - std::move(missed));
    if (std::abs(evaluate(e) - distinct) > kAgreement * distinct)
        e = constant(distinct, SCALESCOPE_TEXT("core", "Mean number of distinct targets, worked out so that few do not round to none"));
    return e;
}

Derivation distinctDerivation(const Exchange& x, std::optional<int> network)
{
    const double below = network ? members(x.c, x.group, *network).value : 1.0;
    std::vector<Note> notes;
    Expression e = freelyChosen(x, network, targetsOf(x, below), notes);
    if (isLimited(x, below)) {
        e = minimumOf({std::move(e), x.c.input("plan.routed_nodes")});
        notes.push_back({{SCALESCOPE_TEXT("core", "The router is limited: a token's experts lie on at most so many nodes.")}});
    }
    return derivation(distinctLeaf(x, network, below), std::move(e), kRouting, std::move(notes));
}

/// Rate of a link in units of the array: what crosses it is `load` of the bytes of one chip, which has 1/n of the array.
Expression rateFor(const Exchange& x, Expression link, Expression load) { return std::move(link) * sizeOf(x.c, x.group) / std::move(load); }

/// c of the handbook: load of the busiest link of a ring or line of a chips, in bytes of one chip.
Expression bisection(const Context& c, const Expression& a, bool wraps)
{
    const auto number = [](double n, std::string_view name) { return Expression(constant(n, name)); };
    const Expression one = itself(SCALESCOPE_TEXT("core", "The chip itself"));
    const bool odd = std::fmod(evaluate(a), 2.0) != 0;
    if (wraps && rules(c).allToAll == AllToAllWay::oneWay)
        return (rules(c).ring == RingTerms::exact ? a - one : a) / number(2, SCALESCOPE_TEXT("core", "Blocks go half way round on average, all one way"));
    if (wraps) {
        const Expression eighth = number(8, SCALESCOPE_TEXT("core", "Two halves, two directions of two cut links"));
        return (odd && rules(c).ring == RingTerms::exact ? a - one / a : a) / eighth;
    }
    const Expression quarter = number(4, SCALESCOPE_TEXT("core", "Two halves over one cut link"));
    if (rules(c).ring == RingTerms::asymptoticEverywhere || !odd)
        return a / quarter;
    return (a - one) * (a + one) / (quarter * a);
}

/// What of the dense bytes is sent where each token goes only where its experts are.
Expression routedLoad(const Exchange& x, Expression load, std::optional<int> network, double below)
{
    if (!x.kind)
        return load;
    const Leaf distinct = distinctLeaf(x, network, below);
    Expression share = Expression(distinct) / targetsExpression(x, network);
    if (network)
        share = std::move(share) / members(x.c, x.group, *network);
    return std::move(load) * std::move(share);
}

Bandwidth overTorus(const Exchange& x)
{
    const Context& c = x.c;
    const AxisPlacement& placement = c.placementOf(x.group);
    std::vector<Expression> rates;
    const auto consider = [&](const Expression& length, bool wraps, Expression link) {
        const Expression load = bisection(c, length, wraps);
        if (evaluate(load) > 0)
            rates.push_back(rateFor(x, efficient(c, 0, std::move(link)), routedLoad(x, load, std::nullopt, 1.0)));
    };
    if (rules(c).axes == AxesRule::placed) {
        for (int i = 0; i < placement.partCount; ++i)
            consider(partSize(c, x.group, i), placement.parts[static_cast<std::size_t>(i)].wraps,
                     over(Expression(c.input(0, "bandwidth")), partStride(c, x.group, i)));
    } else {
        const Topology& topology = c.step.topology;
        std::vector<int> order;
        for (int d = 0; d < topology.shape.dimensions; ++d)
            order.push_back(d);
        const auto wraps = [&](int d) { return topology.wraps[static_cast<std::size_t>(d)]; };
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return topology.shape[a] != topology.shape[b] ? topology.shape[a] > topology.shape[b] : wraps(a) && !wraps(b);
        });
        Expression left = torusSize(c, x.group);
        for (int i = 0; i < placement.countedDimensions; ++i) {
            const int d = order[static_cast<std::size_t>(i)];
            const Expression length = minimumOf({left, c.input(0, "shape." + std::to_string(d))});
            consider(length, wraps(d), c.input(0, "bandwidth"));
            left = Expression(Op::roundUp, {left / length});
        }
    }
    return {minimumOf(std::move(rates)), {{{SCALESCOPE_TEXT("core", "In an AllToAll half of the bytes cross the middle of each dimension: its bisection binds.")}}}};
}

std::optional<Bandwidth> overLevel(const Exchange& x, const Topology::Level& level)
{
    const Context& c = x.c;
    const LevelShare share = shareOf(c.placementOf(x.group), level);
    if (share.members >= x.chips())
        return std::nullopt;
    Expression load = Expression(groups(c, x.group, level.network)) * members(c, x.group, level.network);
    std::vector<Note> notes;
    if (isWhole(c, level.dataCentre))
        notes.push_back(wholeNote());
    else
        load = std::move(load) * (Expression(itself(SCALESCOPE_TEXT("core", "All of it"))) -
                                  Expression(members(c, x.group, level.network)) / sizeOf(c, x.group));
    if (x.kind)
        notes.push_back({{SCALESCOPE_TEXT("core", "Across the links of a fabric a token goes once to each child that has experts of its, and is spread inside.")}});
    return Bandwidth{rateFor(x, linkOf(c, level), routedLoad(x, std::move(load), level.network, share.members)), std::move(notes)};
}

std::optional<Bandwidth> overNetwork(const Exchange& x, int network)
{
    const Topology& topology = x.c.step.topology;
    if (topology.hasTorus && network == 0)
        return x.c.placementOf(x.group).torusSize > 1 ? std::optional(overTorus(x)) : std::nullopt;
    for (int i = 0; i < topology.levelCount; ++i)
        if (levelOf(x.c, i).network == network)
            return overLevel(x, levelOf(x.c, i));
    return std::nullopt;
}

std::string_view sourceOf(const Context& c, int network) { return c.step.topology.hasTorus && network == 0 ? kTorus : kFabric; }

Leaf networkLeaf(const Exchange& x, int network, double value)
{
    return derived(x.id("network." + std::to_string(network) + ".bandwidth"),
                   {SCALESCOPE_TEXT("core", "Rate of an AllToAll over the %1 degree in %2"), {wordOf(x.c, x.group), x.c.networkName(network)}},
                   "W_AllToAll, " + x.c.networkName(network), "B/s", value);
}

Leaf bandwidthLeaf(const Exchange& x)
{
    const CollectiveTime ofOne = x.kind ? timeOfRagged(x.routing(), Bytes(1), x.c.placementOf(x.group), x.c.step.topology, rules(x.c))
                                        : timeOf(Collective::allToAll, Bytes(1), x.c.placementOf(x.group), x.c.step.topology, rules(x.c));
    return derived(x.id("bandwidth"),
                   {x.kind ? SCALESCOPE_TEXT("core", "Rate of an AllToAll of tokens over the %1 degree, by the dense array")
                           : SCALESCOPE_TEXT("core", "Rate of an AllToAll over the %1 degree"),
                    {wordOf(x.c, x.group)}, x.kind ? x.c.letterOf(static_cast<int>(*x.kind)) : std::string()},
                   "W_AllToAll", "B/s", 1.0 / ofOne.bandwidth.value);
}

Derivation bandwidthDerivation(const Exchange& x)
{
    std::vector<Expression> leaves;
    std::optional<Bandwidth> only;
    int network = 0;
    for (int i = 0; i < static_cast<int>(x.c.scenario.hardware.cluster.networks.size()); ++i) {
        if (auto found = overNetwork(x, i)) {
            leaves.push_back(networkLeaf(x, i, evaluate(found->expression)));
            only = std::move(found);
            network = i;
        }
    }
    if (leaves.size() == 1)
        return derivation(bandwidthLeaf(x), std::move(only->expression), sourceOf(x.c, network), std::move(only->notes));
    return derivation(bandwidthLeaf(x), minimumOf(std::move(leaves)), kFabric,
                      {{{SCALESCOPE_TEXT("core", "The degree crosses several networks, which work at the same time: the slowest binds.")}}});
}

/// "bandwidth", "network.1.bandwidth", "distinct", "distinct.1", from `at` on.
std::optional<Derivation> deriveExchange(const Exchange& x, const Path& path, std::size_t at)
{
    if (path.size() == at + 1 && path[at] == "bandwidth")
        return bandwidthDerivation(x);
    const auto network = path.index(at + 1);
    const bool known = network && *network < x.c.scenario.hardware.cluster.networks.size();
    if (path.size() == at + 3 && path[at] == "network" && path[at + 2] == "bandwidth" && known) {
        const int i = static_cast<int>(*network);
        auto found = overNetwork(x, i);
        if (!found)
            return std::nullopt;
        const double value = evaluate(found->expression);
        return derivation(networkLeaf(x, i, value), std::move(found->expression), sourceOf(x.c, i), std::move(found->notes));
    }
    if (!x.kind || path[at] != "distinct")
        return std::nullopt;
    if (path.size() == at + 1)
        return distinctDerivation(x, std::nullopt);
    if (path.size() != at + 2 || !known || (x.c.step.topology.hasTorus && *network == 0))
        return std::nullopt;
    return distinctDerivation(x, static_cast<int>(*network));
}

// Sends from a stage to the next.

Expression sendRate(const Context& c, Group group)
{
    std::vector<Expression> rates;
    if (c.placementOf(group).partCount > 0)
        rates.push_back(efficient(c, 0, over(Expression(c.input(0, "bandwidth")), partStride(c, group, 0))));
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        if (spans(c, group, levelOf(c, i)))
            rates.push_back(over(linkOf(c, levelOf(c, i)), groups(c, group, levelOf(c, i).network)));
    return minimumOf(std::move(rates));
}

Expression sendHops(const Context& c, Group group)
{
    std::vector<Expression> hops;
    if (c.placementOf(group).partCount > 0)
        hops.push_back(times(Expression(c.input(0, "hop")), partStride(c, group, 0)));
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        if (spans(c, group, levelOf(c, i)))
            hops.push_back(c.input(levelOf(c, i).network, "hop"));
    return maximumOf(std::move(hops));
}

}  // namespace

Leaf exchangeBandwidth(const Context& c, Group group) { return bandwidthLeaf({c, group}); }

Leaf routedBandwidth(const Context& c, Group group, std::size_t kind) { return bandwidthLeaf({c, group, kind}); }

Leaf sendBandwidth(const Context& c, Group group)
{
    return derived(idOf(c, group, "send.bandwidth"), {SCALESCOPE_TEXT("core", "Rate of a send over the %1 degree"), {wordOf(c, group)}},
                   "W_send", "B/s", evaluate(sendRate(c, group)));
}

Leaf sendLatency(const Context& c, Group group)
{
    return derived(idOf(c, group, "send.latency"), {SCALESCOPE_TEXT("core", "Time of the hops of a send over the %1 degree"), {wordOf(c, group)}},
                   "t_send", "s", evaluate(sendHops(c, group)));
}

std::optional<Derivation> deriveExchanges(const Context& c, const Path& path)
{
    const auto group = groupAt(c, path);
    if (!group)
        return std::nullopt;
    if (path[2] == "all_to_all" && *group != Group::expert)
        return deriveExchange({c, *group}, path, 3);
    const auto kind = path[2] == "routed" && *group == Group::expert ? path.kind(3, c) : std::nullopt;
    if (kind && c.layerOf(*kind).mlp.kind != MlpKind::none && c.layerOf(*kind).mlp.experts > 0)
        return deriveExchange({c, *group, kind}, path, 4);
    if (*group != Group::stages || path.size() != 4 || path[2] != "send")
        return std::nullopt;
    if (path[3] == "bandwidth")
        return derivation(sendBandwidth(c, *group), sendRate(c, *group), kTorus,
                          {{{SCALESCOPE_TEXT("core", "Every chip sends to the next stage at once: groups that step over one another share each link.")}}});
    return path[3] == "latency" ? std::optional(derivation(sendLatency(c, *group), sendHops(c, *group), kTorus)) : std::nullopt;
}

}  // namespace scalescope::explain
