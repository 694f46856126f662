// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/collective_series.h"

#include "core/explore/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr int kPoints = 96;
constexpr std::size_t kMostSizes = 128;
constexpr BytesPerSecond kNoObstacle(1e30);

/// The placement of the axis at `position`, when axes of these sizes can be laid.
std::optional<AxisPlacement> placed(std::array<std::int64_t, 2> sizes, std::size_t position, const Topology& topology)
{
    std::array<AxisPlacement, 2> axes;
    if (placeAxes(sizes, topology, axes))
        return std::nullopt;
    return axes[position];
}

Topology onlyNetwork(Topology topology, int network)
{
    if (network != 0 || !topology.hasTorus)
        topology.link = kNoObstacle;
    for (int i = 0; i < topology.levelCount; ++i) {
        Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (level.network != network)
            level.link = kNoObstacle;
    }
    return topology;
}

void addDivisors(std::int64_t inside, std::int64_t factor, std::vector<std::int64_t>& sizes)
{
    for (std::int64_t small = 1; small <= factor / small; ++small) {
        if (factor % small != 0)
            continue;
        for (const std::int64_t divisor : {small, factor / small})
            if (divisor > 1)
                sizes.push_back(inside * divisor);
    }
}

/// The size between two at which the term changes.
double changeBetween(const TimedCollective& collective, double below, double above)
{
    const Term before = collective.at(Bytes(below)).term;
    for (int i = 0; i < 60; ++i) {
        const double middle = std::sqrt(below * above);
        (collective.at(Bytes(middle)).term == before ? below : above) = middle;
    }
    return above;
}

}  // namespace

CollectiveTime TimedCollective::at(Bytes array) const { return timeOf(study, array, group, idle, topology, rules); }

bool TimedCollective::isHelped() const
{
    const bool ragged = study.collective == Collective::allToAll && study.ragged;
    const bool reduced = study.collective == Collective::allReduce && rules.reduction != NetworkReduction::none;
    const bool sliced = idle.size > 1 && study.collective <= Collective::allReduce;
    return ragged || reduced || sliced;
}

CollectiveTime TimedCollective::plainAt(Bytes array) const
{
    CollectiveRules plain = rules;
    plain.reduction = NetworkReduction::none;
    return timeOf(study.collective, array, group, topology, plain);
}

CollectiveTime TimedCollective::overInnermost(std::int64_t size) const
{
    const auto axis = placed({size, 1}, 0, topology);
    return axis ? timeOf(study, study.array, *axis, {}, topology, rules) : CollectiveTime{};
}

std::optional<CollectiveTime> TimedCollective::outside(std::int64_t inner, Bytes whole, std::optional<int> network) const
{
    const auto axis = placed({inner, topology.chips() / inner}, 1, topology);
    if (!axis || axis->size <= 1)
        return std::nullopt;
    const Bytes array = whole / static_cast<double>(inner);
    if (!network)
        return timeOf(study, array, *axis, {}, topology, rules);
    const CollectiveTime alone = timeOf(study, array, *axis, {}, onlyNetwork(topology, *network), rules);
    return alone.network == *network ? std::optional(alone) : std::nullopt;
}

std::optional<TimedCollective> timedCollective(const Scenario& scenario, const ShardingAnswer& answer)
{
    if (!answer.collective)
        return std::nullopt;
    const CollectiveAnswer& c = *answer.collective;
    return TimedCollective{scenario.sharding, answer.topology, scenario.assumptions.collectives, c.group, c.idle, c.time};
}

void CollectiveCurve::add(double at, const CollectiveTime& time)
{
    x.push_back(at);
    total.push_back(time.total.value);
    bandwidth.push_back(time.bandwidth.value);
    latency.push_back(time.latency.value);
}

SizeSeries sizeSeries(const TimedCollective& collective, double from, double to)
{
    SizeSeries series;
    const bool helped = collective.isHelped();
    const auto add = [&](double bytes) {
        const CollectiveTime time = collective.at(Bytes(bytes));
        series.curve.add(bytes, time);
        if (helped)
            series.plain.push_back(collective.plainAt(Bytes(bytes)).total.value);
        return time.term;
    };
    double last = from;
    Term term = add(from);
    if (term == Term::latency)
        series.latencyBound.push_back({from, to});
    for (const double bytes : logSpaced(from, to, kPoints)) {
        if (bytes <= from)
            continue;
        const Term next = collective.at(Bytes(bytes)).term;
        if (next != term) {
            const double change = changeBetween(collective, last, bytes);
            if (next == Term::latency)
                series.latencyBound.push_back({change, to});
            else
                series.latencyBound.back().second = change;
            if (change < bytes)
                add(change);
        }
        term = add(bytes);
        last = bytes;
    }
    return series;
}

// Placement needs a size that takes whole dimensions and levels from the inside and then divides the next one.
std::vector<std::int64_t> innermostSizes(const Topology& topology)
{
    std::vector<std::int64_t> sizes;
    std::int64_t inside = 1;
    const auto fill = [&](std::int64_t factor) {
        addDivisors(inside, factor, sizes);
        inside *= factor;
    };
    for (int d = 0; topology.hasTorus && d < topology.shape.dimensions; ++d)
        fill(topology.shape[d]);
    for (int i = 0; i < topology.levelCount; ++i)
        fill(topology.levels[static_cast<std::size_t>(i)].degree);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());  // a square has its root twice
    if (sizes.size() <= kMostSizes)
        return sizes;
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < kMostSizes; ++i)
        kept.push_back(sizes[i * (sizes.size() - 1) / (kMostSizes - 1)]);
    return kept;
}

CollectiveCurve axisSeries(const TimedCollective& collective)
{
    CollectiveCurve curve;
    for (const std::int64_t size : innermostSizes(collective.topology))
        curve.add(static_cast<double>(size), collective.overInnermost(size));
    return curve;
}

InnerSeries innerSeries(const TimedCollective& collective)
{
    InnerSeries series;
    const Topology& topology = collective.topology;
    if (topology.hasTorus)
        series.networks.push_back({0, {}});
    for (int i = 0; i < topology.levelCount; ++i)
        series.networks.push_back({topology.levels[static_cast<std::size_t>(i)].network, {}});

    std::vector<std::int64_t> inner = innermostSizes(topology);
    inner.insert(inner.begin(), 1);
    for (const std::int64_t size : inner) {
        const auto time = collective.outside(size, collective.whole());
        if (!time)
            continue;
        series.curve.add(static_cast<double>(size), *time);
        for (InnerSeries::Alone& alone : series.networks) {
            const auto part = collective.outside(size, collective.whole(), alone.network);
            alone.seconds.push_back(part ? part->bandwidth.value : std::numeric_limits<double>::quiet_NaN());
        }
    }
    std::erase_if(series.networks, [](const InnerSeries::Alone& alone) {
        return std::all_of(alone.seconds.begin(), alone.seconds.end(), [](double t) { return std::isnan(t); });
    });
    return series;
}

std::optional<double> shareMoved(Routing routing, RoutingRule rule, double targets)
{
    if (rule == RoutingRule::distinctExperts && routing.experts < targets)
        return std::nullopt;
    routing.rule = rule;
    return distinctTargets(routing, targets) / targets * (targets - 1.0) / targets;
}

TargetsSeries targetsSeries(const Routing& routing, double from, double to)
{
    TargetsSeries series;
    series.targets = logSpaced(from, to, kPoints);
    if (const double k = routing.perToken; k > from && k < to)  // where the bound bends
        series.targets.insert(std::upper_bound(series.targets.begin(), series.targets.end(), k), k);
    for (std::size_t rule = 0; rule < series.share.size(); ++rule)
        for (const double targets : series.targets)
            series.share[rule].push_back(shareMoved(routing, static_cast<RoutingRule>(rule), targets)
                                             .value_or(std::numeric_limits<double>::quiet_NaN()));
    return series;
}

}  // namespace scalescope
