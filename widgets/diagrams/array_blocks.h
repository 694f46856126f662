// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/array.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace scalescope {

/// The blocks of an array along one side of its picture. The last dimension runs along the upper side; all others down
/// the left one, the leading ones as tiles under one another. Blocks count in the order of the axes, the major first.
/// Where there are too many to be seen, a cell of the picture stands for several.
struct ArraySide {
    static constexpr std::int64_t kMostCells = 32;

    std::vector<std::size_t> dimensions;
    AxisList axes;  // of all of them in turn
    std::int64_t blocks = 1;
    std::int64_t tiles = 1;  // blocks of the leading dimensions
    std::int64_t cells = 1;
    double padding = 0;  // of its last dimension, the fraction at the end that is no element

    std::int64_t firstBlock(std::int64_t cell) const { return cell * blocks / cells; }
    std::int64_t cellOf(std::int64_t block) const;
    bool whole() const { return cells == blocks; }
};

/// An array of the picture: what it is and where its blocks are.
struct ArrayBlocks {
    ArrayBlocks(const ShardedArray& array, const DeviceMesh& mesh);

    /// Coordinates of the first device that holds a block; those of axes that do not shard the array are 0.
    std::array<std::int64_t, kMaxMeshAxes> coordinatesOf(std::int64_t down, std::int64_t along) const;
    std::int64_t firstHolder(std::int64_t down, std::int64_t along) const;

    /// The devices that hold a block, in order, at most so many of them.
    std::vector<std::int64_t> holders(std::int64_t down, std::int64_t along, std::size_t most) const;
    std::int64_t holderCount() const;

    /// The block of a device: down the left side, along the upper one.
    std::pair<std::int64_t, std::int64_t> blockOfDevice(std::int64_t device) const;

    ShardedArray array;
    DeviceMesh mesh;
    std::vector<std::int64_t> shape;  // of a block
    ArrayBytes bytes;
    ArraySide down;
    ArraySide along;
};

}  // namespace scalescope
