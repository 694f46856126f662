// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/mesh.h"

#include <algorithm>
#include <numeric>

namespace scalescope {

namespace {

/// The row of digits that the dimensions of the torus form, and how much of it is taken.
struct TorusCursor {
    const Topology& topology;
    int dimension = 0;
    std::int64_t taken = 1;  // of that dimension

    /// Takes the next digits for `wanted` chips; returns what is left for the levels outside, or nothing.
    std::optional<std::int64_t> take(std::int64_t wanted, AxisPlacement& axis)
    {
        while (wanted > 1 && dimension < topology.shape.dimensions) {
            const std::int64_t length = topology.shape[dimension];
            const std::int64_t rest = length / taken;
            if (rest == 1) {
                next();
                continue;
            }
            const std::int64_t part = std::min(wanted, rest);
            if (rest % part != 0 || wanted % part != 0)
                return std::nullopt;
            axis.parts[static_cast<std::size_t>(axis.partCount++)] = {
                dimension, part, taken,
                topology.wraps[static_cast<std::size_t>(dimension)] && part * taken == length};
            taken *= part;
            wanted /= part;
            axis.torusSize *= part;
        }
        return wanted;
    }

    std::int64_t room() const { return topology.shape[dimension] / taken; }

private:
    void next()
    {
        ++dimension;
        taken = 1;
    }
};

bool dividesEitherWay(std::int64_t span, std::int64_t size)
{
    return span % size == 0 || size % span == 0;
}

int countDimensions(std::int64_t chips, const Topology& topology)
{
    if (chips <= 1)
        return 0;
    std::array<std::int64_t, Shape::kMaxDimensions> lengths = topology.shape.size;
    std::sort(lengths.begin(), lengths.begin() + topology.shape.dimensions, std::greater<>());
    std::int64_t product = 1;
    for (int k = 0; k < topology.shape.dimensions; ++k) {
        product *= lengths[static_cast<std::size_t>(k)];
        if (product >= chips)
            return k + 1;
    }
    return topology.shape.dimensions;
}

}  // namespace

std::optional<PlacementProblem> placeAxes(std::span<const std::int64_t> sizes, const Topology& topology,
                                          std::span<AxisPlacement> axes)
{
    TorusCursor cursor{topology};
    std::int64_t stride = 1;
    for (std::size_t position = 0; position < sizes.size(); ++position) {
        AxisPlacement& axis = axes[position];
        axis.size = sizes[position];
        axis.stride = stride;
        axis.partCount = 0;
        axis.torusSize = 1;
        axis.runs[0] = {axis.size, stride};
        axis.runCount = 1;
        const std::int64_t span = axis.size * stride;

        if (topology.hasTorus) {
            const auto outside = cursor.take(axis.size, axis);
            if (!outside)
                return PlacementProblem{static_cast<int>(position), cursor.dimension, -1, cursor.room()};
        }
        axis.countedDimensions = countDimensions(axis.torusSize, topology);
        for (int i = 0; i < topology.levelCount; ++i) {
            const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
            const std::int64_t full = level.chipsBelow * level.degree;
            if (axis.size > 1 && (!dividesEitherWay(span, level.chipsBelow) || !dividesEitherWay(span, full)))
                return PlacementProblem{static_cast<int>(position), -1, i, full / stride};
        }
        stride = span;
    }
    return std::nullopt;
}

AxisPlacement combined(std::span<const AxisPlacement* const> axes, const Topology& topology)
{
    AxisPlacement whole;
    for (const AxisPlacement* axis : axes) {
        whole.size *= axis->size;
        whole.torusSize *= axis->torusSize;
        for (const Run& run : axis->allRuns())
            if (run.size > 1)
                whole.runs[static_cast<std::size_t>(whole.runCount++)] = run;
        for (const TorusPart& part : axis->torusParts())
            whole.parts[static_cast<std::size_t>(whole.partCount++)] = part;
    }
    std::sort(whole.runs.begin(), whole.runs.begin() + whole.runCount,
              [](const Run& a, const Run& b) { return a.stride < b.stride; });
    if (whole.runCount == 0)
        whole.runs[static_cast<std::size_t>(whole.runCount++)] = {};
    whole.stride = whole.runs[0].stride;
    std::sort(whole.parts.begin(), whole.parts.begin() + whole.partCount, [](const TorusPart& a, const TorusPart& b) {
        return a.dimension != b.dimension ? a.dimension < b.dimension : a.stride < b.stride;
    });
    int kept = 0;
    for (int i = 0; i < whole.partCount; ++i) {
        const TorusPart& part = whole.parts[static_cast<std::size_t>(i)];
        TorusPart& last = whole.parts[static_cast<std::size_t>(std::max(0, kept - 1))];
        if (kept > 0 && last.dimension == part.dimension && last.stride * last.size == part.stride) {
            last.size *= part.size;
            last.wraps = topology.wraps[static_cast<std::size_t>(last.dimension)] &&
                         last.size * last.stride == topology.shape[last.dimension];
        } else {
            whole.parts[static_cast<std::size_t>(kept++)] = part;
        }
    }
    whole.partCount = kept;
    whole.countedDimensions = countDimensions(whole.torusSize, topology);
    return whole;
}

BytesPerSecond usableBandwidth(const TorusPart& part, const Topology& topology)
{
    return topology.link * ((part.wraps ? 2.0 : 1.0) / static_cast<double>(part.stride));
}

LevelShare shareOf(const AxisPlacement& axis, const Topology::Level& level)
{
    const auto below = static_cast<double>(level.chipsBelow);
    const auto full = below * static_cast<double>(level.degree);
    double members = 1;
    double outer = 1;
    for (const Run& run : axis.allRuns()) {
        const auto n = static_cast<double>(run.size);
        const auto s = static_cast<double>(run.stride);
        members *= std::max(1.0, std::min(n, below / s));
        outer *= std::max(1.0, std::min(n, full / s));
    }
    return {members, below / members, outer / members};
}

std::vector<std::vector<int>> ordersByCost(std::span<const std::int64_t> sizes, const Topology& topology,
                                           const std::function<double(std::span<const AxisPlacement>)>& cost)
{
    constexpr std::size_t kPermuted = 6;
    struct Candidate {
        double cost;
        std::vector<int> order;
    };
    std::vector<Candidate> candidates;
    std::vector<int> order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(sizes.size() - std::min(sizes.size(), kPermuted));
    std::vector<std::int64_t> laidSizes(sizes.size());
    std::vector<AxisPlacement> laid(sizes.size());
    std::vector<AxisPlacement> axes(sizes.size());
    do {
        for (std::size_t i = 0; i < order.size(); ++i)
            laidSizes[i] = sizes[static_cast<std::size_t>(order[i])];
        if (placeAxes(laidSizes, topology, laid))
            continue;
        for (std::size_t i = 0; i < order.size(); ++i)
            axes[static_cast<std::size_t>(order[i])] = laid[i];
        candidates.push_back({cost(axes), order});
    } while (std::next_permutation(first, order.end()));
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    std::vector<std::vector<int>> orders;
    for (Candidate& candidate : candidates)
        orders.push_back(std::move(candidate.order));
    return orders;
}

std::array<std::optional<std::int64_t>, 2> nearestSizes(std::span<const std::int64_t> sizes, int position,
                                                        const Topology& topology)
{
    std::vector<std::int64_t> tried(sizes.begin(), sizes.end());
    std::vector<AxisPlacement> laid(sizes.size());
    const std::int64_t asked = sizes[static_cast<std::size_t>(position)];
    const std::int64_t limit = topology.chips();
    std::array<std::optional<std::int64_t>, 2> nearest;
    const auto works = [&](std::int64_t size) {
        tried[static_cast<std::size_t>(position)] = size;
        return limit % size == 0 && !placeAxes(tried, topology, laid);
    };
    for (std::int64_t small = 1; small <= limit / small; ++small) {
        if (limit % small != 0)
            continue;
        for (std::int64_t size : {small, limit / small}) {
            if (size < asked && (!nearest[0] || size > *nearest[0]) && works(size))
                nearest[0] = size;
            if (size > asked && (!nearest[1] || size < *nearest[1]) && works(size))
                nearest[1] = size;
        }
    }
    return nearest;
}

}  // namespace scalescope
