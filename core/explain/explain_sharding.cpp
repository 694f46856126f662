// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"
#include "core/scenario/sharding_answer.h"

#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTorus = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\"");
constexpr std::string_view kMatmul = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Computation with sharded arrays\"");
constexpr std::string_view kRoofline = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");

/// A number of the study that its name explains.
Leaf named(double value, Words name, std::string symbol = {}, std::string_view unit = {})
{
    return {std::move(name), std::move(symbol), unit, value};
}

/// One collective over one group: that of the study, or of a step.
struct Group {
    const Context& c;
    const Topology& topology;
    const AxisPlacement& placement;
    Collective collective;
    CollectiveTime time;
    Expression array;
    std::string id;
    bool plain = true;  // neither ragged nor helped by idle axes

    double n() const { return static_cast<double>(placement.size); }
    const CollectiveRules& rules() const { return c.assumptions().collectives; }

    Leaf size() const { return named(n(), {SCALESCOPE_TEXT("core", "Chips of a group")}, "n"); }

    Leaf bandwidthTime() const
    {
        return derived(id + ".bandwidth_time", {SCALESCOPE_TEXT("core", "Time of the bytes of the %1"), {std::string(nameOf(collective))}},
                       "T_bytes", "s", time.bandwidth.value);
    }
    Leaf latency() const
    {
        return derived(id + ".latency", {SCALESCOPE_TEXT("core", "Time of the hops of the %1"), {std::string(nameOf(collective))}}, "T_hops", "s",
                       time.latency.value);
    }
};

Expression linkOf(const Group& g, int network)
{
    Expression link = g.c.input(network, "bandwidth");
    if (const auto* dataCentre = std::get_if<DataCentre>(&g.c.scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]);
        dataCentre && g.topology.hasTorus)
        link = std::move(link) * named(static_cast<double>(g.topology.torusChips()), {SCALESCOPE_TEXT("core", "Chips of a slice")}, "S") /
               g.c.input(network, "chips_per_host");
    return times(std::move(link), g.c.input("assumptions.network_efficiency"));
}

/// What of the array a gather's links carry: its own part need not move.
Expression othersOf(const Group& g, double members)
{
    return Expression(constant(1, SCALESCOPE_TEXT("core", "The whole array"))) -
           Expression(named(members, {SCALESCOPE_TEXT("core", "Chips that have it already")}, "m")) / g.size();
}

/// The bandwidth term on the torus for a gather: (N_E - 1) / (n BW_E) of the array.
std::optional<Expression> gatherOnTorus(const Group& g)
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

const Topology::Level* bindingLevel(const Group& g)
{
    for (int i = 0; i < g.topology.levelCount; ++i)
        if (g.topology.levels[static_cast<std::size_t>(i)].network == g.time.network)
            return &g.topology.levels[static_cast<std::size_t>(i)];
    return nullptr;
}

Expression sharedLink(const Group& g, const Topology::Level& level, double groups)
{
    return over(linkOf(g, level.network), named(groups, {SCALESCOPE_TEXT("core", "Groups that share the link of a child")}, "g"));
}

Expression gatherOnLevel(const Group& g, const Topology::Level& level)
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
std::optional<Expression> formulaOf(const Group& g)
{
    const Topology::Level* level = bindingLevel(g);
    const bool torus = g.topology.hasTorus && g.time.network == 0;
    if (!g.plain || (!torus && !level))
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

std::string_view sourceOf(const Group& g) { return g.topology.hasTorus && g.time.network == 0 ? kTorus : kFabric; }

Derivation bandwidthTimeDerivation(const Group& g)
{
    if (auto formula = formulaOf(g); formula && agrees(evaluate(*formula), g.time.bandwidth.value))
        return derivation(g.bandwidthTime(), std::move(*formula), sourceOf(g));
    // Bisections, ports, routing and help from idle axes: the rate that the busiest link leaves.
    const double array = evaluate(g.array);
    const Leaf rate = named(array / g.time.bandwidth.value, {SCALESCOPE_TEXT("core", "Rate that the busiest links leave the array")}, "W_array", "B/s");
    return derivation(g.bandwidthTime(), g.array / rate, sourceOf(g),
                      {{{SCALESCOPE_TEXT("core", "The links of one dimension or level are full, and set the rate of the whole.")}}});
}

Derivation latencyDerivation(const Group& g)
{
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
        terms.push_back(g.c.input("assumptions.start_up"));
    if (!terms.empty()) {
        Expression sum = sumOf(std::move(terms));
        if (agrees(evaluate(sum), g.time.latency.value))
            return derivation(g.latency(), std::move(sum), kTorus);
    }
    return derivation(g.latency(), named(g.time.latency.value, {SCALESCOPE_TEXT("core", "Hops of the steps that it takes")}, "t_hops", "s"), kTorus);
}

/// The time of a group's collective, as `of`, or of its parts, by the end of the path.
std::optional<Derivation> deriveGroup(const Group& g, const Leaf& of, std::string_view part)
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

Leaf arrayLeaf(double bytes) { return named(bytes, {SCALESCOPE_TEXT("core", "Bytes of the array inside one group")}, "V", "B"); }

std::optional<Derivation> deriveStudyCollective(const Context& c, const ShardingAnswer& answer, std::string_view part)
{
    if (!answer.collective || answer.collective->group.size <= 1)
        return std::nullopt;
    const ShardingStudy& study = c.scenario.sharding;
    const CollectiveTime& time = answer.collective->time;
    const bool ragged = study.ragged && study.collective == Collective::allToAll;
    const Group group{c, answer.topology, answer.collective->group, study.collective, time, c.input("sharding.array"),
                      "sharding.collective", !ragged && answer.collective->idle.size <= 1};
    const Leaf whole = derived("sharding.collective.time", {SCALESCOPE_TEXT("core", "Time of the %1"), {std::string(nameOf(study.collective))}},
                               "T", "s", time.total.value);
    return deriveGroup(group, whole, part);
}

Leaf stepLeaf(const MatmulStep& step, std::size_t strategy, std::size_t index)
{
    return derived("sharding.strategy." + std::to_string(strategy) + ".step." + std::to_string(index) + ".time",
                   {SCALESCOPE_TEXT("core", "Step %1: %2"), {std::to_string(index + 1), std::string(kStepKindNames[static_cast<std::size_t>(step.kind)])}},
                   "T_" + std::to_string(index + 1), "s", step.time.value);
}

std::optional<Collective> collectiveOf(StepKind kind)
{
    switch (kind) {
    case StepKind::gather: return Collective::allGather;
    case StepKind::reduceScatter: return Collective::reduceScatter;
    case StepKind::allReduce: return Collective::allReduce;
    case StepKind::allToAll: return Collective::allToAll;
    case StepKind::slice:
    case StepKind::matmul: break;
    }
    return std::nullopt;
}

std::optional<Derivation> deriveStep(const Context& c, const ShardingAnswer& answer, const Path& path, const MatmulStep& step,
                                     std::size_t strategy, std::size_t index)
{
    const Leaf whole = stepLeaf(step, strategy, index);
    const std::string_view part = path[5];
    if (const auto collective = collectiveOf(step.kind)) {
        std::vector<const AxisPlacement*> axes;
        for (int axis : step.axes)
            axes.push_back(&(*answer.placement)[static_cast<std::size_t>(axis)]);
        const AxisPlacement placement = combined(axes, answer.topology);
        const Group group{c, answer.topology, placement, *collective, step.collective, arrayLeaf(step.array.value),
                          whole.link.substr(0, whole.link.rfind('.')), true};
        return deriveGroup(group, whole, part);
    }
    if (part != "time")
        return std::nullopt;
    if (step.kind == StepKind::slice)
        return derivation(whole, constant(0, SCALESCOPE_TEXT("core", "A slice of what a chip holds costs nothing"), "s"), kMatmul);
    const Leaf flops = named(step.flops.value, {SCALESCOPE_TEXT("core", "FLOPs of one chip: two for each multiply-add of its local shapes")}, "", "FLOP");
    const Leaf rate = named(answer.rates.peak.value, {SCALESCOPE_TEXT("core", "Rate of the chip for these dtypes")}, "C", "FLOP/s");
    Expression time = Expression(flops) / rate;
    if (answer.rates.hbm && step.work.memory > step.work.compute)
        time = Expression(named(step.work.memory.value * answer.rates.hbm->value, {SCALESCOPE_TEXT("core", "Bytes of the local arrays")}, "", "B")) /
               c.input("chip.hbm.bandwidth");
    return derivation(whole, std::move(time), kRoofline);
}

std::optional<Derivation> deriveStrategy(const Context& c, const ShardingAnswer& answer, const Path& path)
{
    const auto index = path.index(2);
    if (!index || *index >= answer.plan.strategies.size())
        return std::nullopt;
    const Strategy& strategy = answer.plan.strategies[*index];
    if (path[3] == "step") {
        const auto step = path.index(4);
        if (!step || *step >= strategy.steps.size())
            return std::nullopt;
        return deriveStep(c, answer, path, strategy.steps[*step], *index, *step);
    }
    const std::string id = "sharding.strategy." + std::to_string(*index);
    std::vector<Expression> math;
    std::vector<Expression> collectives;
    std::vector<Expression> all;
    for (std::size_t i = 0; i < strategy.steps.size(); ++i) {
        if (strategy.steps[i].kind == StepKind::slice)
            continue;
        const Leaf leaf = stepLeaf(strategy.steps[i], *index, i);
        all.emplace_back(leaf);
        (collectiveOf(strategy.steps[i].kind) ? collectives : math).emplace_back(leaf);
    }
    if (path[3] == "time" && !all.empty())
        return derivation(derived(id + ".time", {SCALESCOPE_TEXT("core", "Time of the strategy, one step after the other")}, "T", "s", strategy.separate.value),
                          sumOf(std::move(all)), kMatmul);
    if (path[3] == "overlapped" && !math.empty()) {
        Expression longer = sumOf(std::move(math));
        if (!collectives.empty())
            longer = maximumOf({std::move(longer), sumOf(std::move(collectives))});
        return derivation(derived(id + ".overlapped", {SCALESCOPE_TEXT("core", "Time as a collective matmul, chunk by chunk")}, "T_overlapped", "s",
                                  strategy.overlapped.value),
                          std::move(longer), kMatmul);
    }
    return std::nullopt;
}

std::optional<Derivation> deriveCalculator(const Context& c, const Path& path)
{
    const Calculator& calculator = c.scenario.calculator;
    const Chip& chip = c.scenario.hardware.cluster.chip;
    const auto peak = peakFor(chip, calculator.compute);
    const auto bandwidth = bandwidthOf(chip, calculator.memory);
    if (!peak || !bandwidth || path[1] != "time" || calculator.matmul.weightPerRow)
        return std::nullopt;
    constexpr std::array<std::string_view, 3> memories = {"chip.hbm.bandwidth", "chip.on_chip.bandwidth", "chip.host_link"};
    const Leaf rows = c.input("calculator.rows");
    const Leaf inner = c.input("calculator.inner");
    const Leaf outer = c.input("calculator.outer");
    const auto bytes = [&](DType type, std::string_view parameter) {
        return chosen(bytesPerElement(type).value, {SCALESCOPE_TEXT("core", "Bytes of one element in %1"), {std::string(nameOf(type))}}, "b", "B", parameter);
    };
    Expression flops = Expression(flopsPerMultiplyAdd()) * rows * inner * outer / c.input("chip.peak." + std::string(nameOf(peak->dtype)));
    Expression traffic = (Expression(bytes(calculator.matmul.input, "calculator.input")) * rows * inner +
                          Expression(bytes(calculator.matmul.weight, "calculator.weight")) * inner * outer +
                          Expression(bytes(calculator.matmul.output, "calculator.output")) * rows * outer) /
                         c.input(memories[static_cast<std::size_t>(calculator.memory)]);
    const double time = timeOf(operationOf(calculator.matmul), peak->rate, *bandwidth).lower().value;
    return derivation(derived("calculator.time", {SCALESCOPE_TEXT("core", "Time of the matmul on one chip")}, "T", "s", time),
                      maximumOf({std::move(flops), std::move(traffic)}), kRoofline);
}

}  // namespace

std::optional<Derivation> deriveSharding(const Context& c, const Path& path)
{
    if (path[0] == "calculator")
        return deriveCalculator(c, path);
    if (path[0] != "sharding")
        return std::nullopt;
    const ShardingAnswer answer = answerSharding(c.scenario);
    if (path[1] == "collective")
        return deriveStudyCollective(c, answer, path[2]);
    if (path[1] == "strategy")
        return deriveStrategy(c, answer, path);
    return std::nullopt;
}

}  // namespace scalescope::explain
