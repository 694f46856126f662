// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/roofline_content.h"

#include "widgets/core_text.h"
#include "widgets/plots/ticks.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLeastIntensity = 0.1;
constexpr double kElementwiseIntensity = 0.3;  // about one FLOP per byte, the optimizer less
constexpr double kMostIntensity = 1e5;
constexpr double kHeadroom = 2;  // over the highest peak, for the names of the regions

int groupOf(const OperationEstimate& op)
{
    if (!op.component)
        return static_cast<int>(OperationGroup::optimizer);
    switch (*op.component) {
    case Component::attentionNorm:
    case Component::mlpNorm:
    case Component::finalNorm: return static_cast<int>(OperationGroup::norms);
    default: break;
    }
    return static_cast<int>(*op.component);
}

std::vector<PeakLine> peaksOf(const std::vector<Ceiling>& ceilings, const std::optional<Peak>& used)
{
    std::vector<PeakLine> peaks;
    for (const Ceiling& c : ceilings) {
        if (c.kind != Ceiling::Kind::peak)
            continue;
        auto same = std::find_if(peaks.begin(), peaks.end(), [&](const PeakLine& p) { return p.rate == c.peak.value; });
        if (same == peaks.end())
            same = peaks.insert(peaks.end(), PeakLine{{}, c.peak.value, false});
        same->types.push_back(c.name);
        same->used = same->used || (used && c.name == nameOf(used->dtype));
    }
    std::stable_sort(peaks.begin(), peaks.end(), [](const PeakLine& a, const PeakLine& b) { return a.rate > b.rate; });
    return peaks;
}

std::optional<Axis> axisNamed(std::string_view name)
{
    const auto found = std::find(kAxisNames.begin(), kAxisNames.end(), name);
    if (found == kAxisNames.end())
        return std::nullopt;
    return static_cast<Axis>(found - kAxisNames.begin());
}

/// The slowest way out of a chip: what the horizontal axis must have room for.
double slowestNetwork(const Topology& topology)
{
    double slowest = topology.hasTorus ? topology.link.value : 0;
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        const double perChip = level.link.value / static_cast<double>(level.chipsBelow);
        if (level.degree > 1 && perChip > 0)
            slowest = slowest > 0 ? std::min(slowest, perChip) : perChip;
    }
    return slowest;
}

struct Group {
    int key = 0;
    Operation each;
    double repeats = 0;
    double limit = 0;
    double total = 0;  // seconds
    bool timed = true;
    std::array<double, kAxisCount> network{};  // seconds of one, the bandwidth term alone
};

/// The operations of one pass. The backward pass has the intensities of the forward one, so that is drawn where it is timed.
std::vector<Group> groupsOf(const Snapshot& snapshot, double peak)
{
    const Estimate& e = snapshot.estimate;
    const Chip& chip = snapshot.scenario.hardware.cluster.chip;
    const Phase shown = snapshot.scenario.workload.pass == Pass::backward ? Phase::backward : Phase::forward;
    std::vector<Group> groups;
    for (const OperationEstimate& op : e.operations) {
        const int key = groupOf(op);
        auto group = std::find_if(groups.begin(), groups.end(), [key](const Group& g) { return g.key == key; });
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{key, {}, 0, 0, 0, op.timed, {}});
        group->total += op.total.value;
        if (group->repeats == 0 && (op.phase == shown || op.phase == Phase::update)) {
            group->each = op.each;
            group->repeats = op.repeats;
            group->limit = op.kind == OperationKind::elementwise && chip.vector ? chip.vector->value : peak;
        }
    }
    for (const CollectiveEstimate& c : e.collectives) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const Group& g) { return g.key == static_cast<int>(c.component); });
        if (group != groups.end() && c.phase == shown && group->repeats > 0)
            group->network[static_cast<std::size_t>(c.axis())] += c.each.bandwidth.value * c.repeats / group->repeats;
    }
    return groups;
}

void addPoints(RooflineContent& content, const Snapshot& snapshot)
{
    const std::vector<Group> groups = groupsOf(snapshot, *content.peak);
    double all = 0;
    for (const Group& g : groups)
        all += g.timed ? g.total : 0;
    for (const Group& g : groups) {
        double longest = 0;
        const std::size_t first = content.points.size();
        std::size_t binding = first;
        for (std::size_t r = 0; r < content.roofs.size(); ++r) {
            const Roof& roof = content.roofs[r];
            double seconds = 0;
            if (roof.ceiling.kind == Ceiling::Kind::hbm)
                seconds = (g.each.traffic / roof.ceiling.bandwidth).value;
            else if (roof.axis)
                seconds = g.network[static_cast<std::size_t>(*roof.axis)];
            const double intensity = g.each.flops.value / (seconds * roof.bandwidth());
            if (!(seconds > 0) || !(intensity > 0) || !std::isfinite(intensity))
                continue;
            if (seconds > longest) {
                longest = seconds;
                binding = content.points.size();
            }
            content.points.push_back({g.key, r, intensity, std::min(g.limit, intensity * roof.bandwidth()), g.limit,
                                      g.timed && all > 0 ? g.total / all : 0, g.timed, false});
        }
        if (binding < content.points.size())
            content.points[binding].binds = true;
    }
}

}  // namespace

RooflineContent rooflineOf(const Snapshot& snapshot)
{
    const Cluster& cluster = snapshot.scenario.hardware.cluster;
    const Estimate& e = snapshot.estimate;
    RooflineContent content;
    const std::vector<Ceiling> ceilings = ceilingsOf(snapshot.scenario, e, toReader);
    content.peaks = peaksOf(ceilings, e.peak);
    for (const Ceiling& c : ceilings)
        if (c.kind == Ceiling::Kind::hbm || c.kind == Ceiling::Kind::onChip || c.kind == Ceiling::Kind::network)
            content.roofs.push_back({c, axisNamed(c.axis)});

    if (!e.peak)
        return content;
    content.peak = e.peak->rate.value;
    const double highest = content.peaks.front().rate;
    const double slowest = slowestNetwork(topologyOf(cluster, false));
    content.leastIntensity = kLeastIntensity;
    content.mostIntensity = kMostIntensity;
    if (slowest > 0)
        content.mostIntensity =
            std::clamp(std::pow(10.0, std::ceil(std::log10(*content.peak / slowest * 1.15))), kMostIntensity, 1e7);
    content.mostRate = roundedUp(highest * kHeadroom);
    content.leastRate = content.mostRate / 1e4;
    if (cluster.chip.hbm.bandwidth) {
        const double bandwidth = cluster.chip.hbm.bandwidth->value;
        content.ridge = *content.peak / bandwidth;
        content.leastRate =
            std::min(roundedDown(kElementwiseIntensity * bandwidth), roundedDown(content.peaks.back().rate / 3));
    }
    addPoints(content, snapshot);
    return content;
}

}  // namespace scalescope
