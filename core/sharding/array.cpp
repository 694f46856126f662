// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/array.h"

#include <limits>

namespace scalescope {

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

/// a * b, or the largest number when that is larger still; b is at least 1.
std::int64_t product(std::int64_t a, std::int64_t b) { return a > kLargest / b ? kLargest : a * b; }

std::int64_t axisSize(int axis, const DeviceMesh& mesh) { return mesh.axes[static_cast<std::size_t>(axis)].size; }

std::int64_t blockSize(const ArrayDimension& dimension, const DeviceMesh& mesh)
{
    const std::int64_t parts = sizeOf(dimension.axes, mesh);
    return dimension.size / parts + (dimension.size % parts == 0 ? 0 : 1);
}

}  // namespace

std::int64_t DeviceMesh::devices() const
{
    std::int64_t count = 1;
    for (const NamedSize& axis : axes)
        count = product(count, axis.size);
    return count;
}

std::optional<int> DeviceMesh::find(std::string_view name) const
{
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].name == name)
            return static_cast<int>(i);
    return std::nullopt;
}

std::vector<std::int64_t> DeviceMesh::sizes() const
{
    std::vector<std::int64_t> result;
    for (const NamedSize& axis : axes)
        result.push_back(axis.size);
    return result;
}

std::int64_t sizeOf(const AxisList& axes, const DeviceMesh& mesh)
{
    std::int64_t size = 1;
    for (int axis : axes)
        size = product(size, axisSize(axis, mesh));
    return size;
}

std::vector<std::int64_t> localShape(const ShardedArray& array, const DeviceMesh& mesh)
{
    std::vector<std::int64_t> shape;
    for (const ArrayDimension& dimension : array.dimensions)
        shape.push_back(blockSize(dimension, mesh));
    return shape;
}

ArrayBytes bytesOf(const ShardedArray& array, const DeviceMesh& mesh)
{
    double elements = 1;
    double inBlock = 1;
    double blocks = 1;
    double kept = 1;  // of a block, the fraction that is not padding
    AxisList sharding;
    for (const ArrayDimension& dimension : array.dimensions) {
        const auto size = static_cast<double>(dimension.size);
        const auto block = static_cast<double>(blockSize(dimension, mesh));
        double parts = 1;
        for (int axis : dimension.axes) {
            parts *= static_cast<double>(axisSize(axis, mesh));
            sharding.add(axis);
        }
        elements *= size;
        inBlock *= block;
        blocks *= parts;
        kept *= size / (block * parts);
    }

    ArrayBytes bytes;
    for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis)
        if (!sharding.contains(axis))
            bytes.copies *= static_cast<double>(axisSize(axis, mesh));
    bytes.logical = bytesOf(array.type, elements);
    bytes.perDevice = bytesOf(array.type, inBlock);
    bytes.total = bytes.perDevice * (blocks * bytes.copies);
    bytes.padding = 1 - kept;
    return bytes;
}

std::vector<BlockRange> blockOf(const ShardedArray& array, const DeviceMesh& mesh, std::int64_t device)
{
    std::vector<BlockRange> ranges;
    for (const ArrayDimension& dimension : array.dimensions) {
        const std::int64_t block = blockSize(dimension, mesh);
        const std::int64_t first = std::min(dimension.size, product(blockIndex(dimension.axes, mesh, device), block));
        ranges.push_back({first, std::min(block, dimension.size - first)});
    }
    return ranges;
}

std::int64_t blockIndex(const AxisList& axes, const DeviceMesh& mesh, std::int64_t device)
{
    std::array<std::int64_t, kMaxMeshAxes> coordinates{};
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
        coordinates[i] = device % mesh.axes[i].size;
        device /= mesh.axes[i].size;
    }
    std::int64_t index = 0;
    for (int axis : axes) {
        const std::int64_t outer = product(index, axisSize(axis, mesh));
        index = outer + std::min(coordinates[static_cast<std::size_t>(axis)], kLargest - outer);
    }
    return index;
}

}  // namespace scalescope
