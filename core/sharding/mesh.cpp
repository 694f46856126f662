// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/mesh.h"

#include <algorithm>

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

std::optional<PlacementProblem> place(const Mesh& mesh, const Topology& topology, Placement& placement)
{
    TorusCursor cursor{topology};
    std::int64_t stride = 1;
    for (Axis name : mesh.order) {
        AxisPlacement& axis = placement.axes[static_cast<std::size_t>(name)];
        axis = {};
        axis.size = mesh.sizeOf(name);
        axis.stride = stride;
        const std::int64_t span = axis.size * stride;

        if (topology.hasTorus) {
            const auto outside = cursor.take(axis.size, axis);
            if (!outside)
                return PlacementProblem{name, cursor.dimension, -1, cursor.room()};
        }
        axis.countedDimensions = countDimensions(axis.torusSize, topology);
        for (int i = 0; i < topology.levelCount; ++i) {
            const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
            const std::int64_t full = level.chipsBelow * level.degree;
            if (axis.size > 1 && (!dividesEitherWay(span, level.chipsBelow) || !dividesEitherWay(span, full)))
                return PlacementProblem{name, -1, i, full / stride};
        }
        stride = span;
    }
    return std::nullopt;
}

std::array<std::optional<std::int64_t>, 2> nearestSizes(Mesh mesh, Axis axis, const Topology& topology)
{
    const std::int64_t asked = mesh.sizeOf(axis);
    const std::int64_t limit = topology.chips();
    std::array<std::optional<std::int64_t>, 2> nearest;
    Placement placement;
    const auto works = [&](std::int64_t size) {
        mesh.size[static_cast<std::size_t>(axis)] = size;
        return limit % size == 0 && !place(mesh, topology, placement);
    };
    for (std::int64_t small = 1; small * small <= limit; ++small) {
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
