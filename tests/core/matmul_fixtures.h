// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/matmul.h"

#include <stdexcept>

namespace scalescope {

// A mesh of three axes, each a ring of a torus, and matmuls written on it.

constexpr double kPeak = 4.59e14;
constexpr double kLink = 9e10;

inline Topology cube(std::int64_t side = 16)
{
    Topology topology;
    topology.hasTorus = true;
    topology.shape = {side, side, side};
    topology.wraps.fill(true);
    topology.link = BytesPerSecond(kLink);
    topology.hop = Seconds(0);
    return topology;
}

inline const DeviceMesh& mesh()
{
    static const DeviceMesh axes{{{"X", 16}, {"Y", 16}, {"Z", 16}}};
    return axes;
}

inline MeshPlacement laid(const DeviceMesh& axes, const Topology& topology)
{
    MeshPlacement placement(axes.axes.size());
    if (placeAxes(axes.sizes(), topology, placement))
        throw std::logic_error("the mesh cannot be laid");
    return placement;
}

using Sizes = std::vector<NamedSize>;

inline Sizes sizesOf(std::int64_t i, std::int64_t j, std::int64_t k) { return {{"I", i}, {"J", j}, {"K", k}}; }

inline ShardedArray read(const char* notation, const Sizes& sizes)
{
    Diagnostics problems;
    return parseArray(notation, mesh(), sizes, problems).value();
}

inline std::optional<ShardedMatmul> make(const char* left, const char* right, const char* output, const Sizes& sizes, Diagnostics& problems)
{
    const auto wanted = *output ? std::optional(read(output, sizes)) : std::nullopt;
    return makeMatmul(read(left, sizes), read(right, sizes), wanted, mesh(), problems);
}

inline ShardedMatmul matmulOf(const char* left, const char* right, const char* output, const Sizes& sizes)
{
    Diagnostics problems;
    return make(left, right, output, sizes, problems).value();
}

inline const Sizes kSizes = sizesOf(65536, 16384, 32768);

}  // namespace scalescope
