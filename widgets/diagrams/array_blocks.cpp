// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/array_blocks.h"

#include <algorithm>

namespace scalescope {

namespace {

/// A divisor of the blocks where there is one, so that every cell stands for as many.
std::int64_t cellsFor(std::int64_t blocks)
{
    constexpr std::int64_t most = ArraySide::kMostCells;
    if (blocks <= most)
        return blocks;
    for (std::int64_t cells = most; cells >= most / 4; --cells)
        if (blocks % cells == 0)
            return cells;
    return most;
}

ArraySide sideOf(const ShardedArray& array, const DeviceMesh& mesh, std::size_t from, std::size_t to)
{
    ArraySide side;
    for (std::size_t d = from; d < to; ++d) {
        const ArrayDimension& dimension = array.dimensions[d];
        side.dimensions.push_back(d);
        for (int axis : dimension.axes)
            side.axes.add(axis);
        side.tiles = side.blocks;
        const std::int64_t blocks = sizeOf(dimension.axes, mesh);
        side.blocks *= blocks;
        const auto padded = static_cast<double>((dimension.size + blocks - 1) / blocks * blocks);
        side.padding = 1 - static_cast<double>(dimension.size) / padded;
    }
    side.cells = cellsFor(side.blocks);
    return side;
}

}  // namespace

std::int64_t ArraySide::cellOf(std::int64_t block) const
{
    std::int64_t cell = std::min(block * cells / blocks, cells - 1);
    while (cell + 1 < cells && firstBlock(cell + 1) <= block)
        ++cell;
    return cell;
}

ArrayBlocks::ArrayBlocks(const ShardedArray& a, const DeviceMesh& m)
    : array(a),
      mesh(m),
      shape(localShape(a, m)),
      bytes(bytesOf(a, m))
{
    const std::size_t rank = array.dimensions.size();
    if (rank == 0)
        return;
    along = sideOf(array, mesh, rank - 1, rank);
    down = sideOf(array, mesh, 0, rank - 1);
}

std::array<std::int64_t, kMaxMeshAxes> ArrayBlocks::coordinatesOf(std::int64_t row, std::int64_t column) const
{
    std::array<std::int64_t, kMaxMeshAxes> coordinates{};
    const auto take = [&](const ArraySide& side, std::int64_t block) {
        for (int i = side.axes.size() - 1; i >= 0; --i) {
            const auto axis = static_cast<std::size_t>(side.axes[i]);
            coordinates[axis] = block % mesh.axes[axis].size;
            block /= mesh.axes[axis].size;
        }
    };
    take(down, row);
    take(along, column);
    return coordinates;
}

std::int64_t ArrayBlocks::firstHolder(std::int64_t row, std::int64_t column) const
{
    const auto coordinates = coordinatesOf(row, column);
    std::int64_t device = 0;
    for (std::size_t i = mesh.axes.size(); i-- > 0;)
        device = device * mesh.axes[i].size + coordinates[i];
    return device;
}

std::int64_t ArrayBlocks::holderCount() const { return mesh.devices() / (down.blocks * along.blocks); }

std::vector<std::int64_t> ArrayBlocks::holders(std::int64_t row, std::int64_t column, std::size_t most) const
{
    std::vector<std::int64_t> devices = {firstHolder(row, column)};
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
        const int axis = static_cast<int>(i);
        const std::size_t found = devices.size();
        if (!down.axes.contains(axis) && !along.axes.contains(axis))
            for (std::int64_t c = 1; c < mesh.axes[i].size && devices.size() < most; ++c)
                for (std::size_t k = 0; k < found && devices.size() < most; ++k)
                    devices.push_back(devices[k] + c * stride);
        stride *= mesh.axes[i].size;
    }
    return devices;
}

std::pair<std::int64_t, std::int64_t> ArrayBlocks::blockOfDevice(std::int64_t device) const
{
    return {blockIndex(down.axes, mesh, device), blockIndex(along.axes, mesh, device)};
}

}  // namespace scalescope
