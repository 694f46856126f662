// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/array.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace scalescope {

inline const DeviceMesh kBookMesh = {{{"X", 2}, {"Y", 8}, {"Z", 2}}};  // chapter 3, "A unified notation for sharding"
inline const DeviceMesh kNamedMesh = {{{"data", 4}, {"fsdp", 2}, {"X", 3}, {"XY", 5}, {"Y", 2}}};
inline const std::vector<NamedSize> kSizes = {{"I", 128}, {"J", 2048}, {"K", 10}, {"N", 0}, {"Dff", 4096}, {"B", 1}};

/// Elements along each dimension, "x" between them.
inline std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text;
    for (std::int64_t size : shape)
        text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
}

/// A mesh of 1 to 8 axes whose names may begin with one another, so that the short form is not always the right one.
inline DeviceMesh randomMesh(std::mt19937& random)
{
    std::vector<std::string> names = {"X", "Y", "Z", "XY", "Y1", "data", "fsdp", "U", "da", "Yz", "A"};
    std::shuffle(names.begin(), names.end(), random);
    names.resize(1 + random() % kMaxMeshAxes);
    DeviceMesh mesh;
    for (std::string& name : names)
        mesh.axes.push_back({std::move(name), static_cast<std::int64_t>(1 + random() % 5)});
    return mesh;
}

/// Dimensions with and without names; the axes are dealt out to them, to the sum and to nobody.
inline ShardedArray randomArray(const DeviceMesh& mesh, std::span<const NamedSize> sizes, std::mt19937& random)
{
    ShardedArray array;
    array.type = static_cast<DType>(random() % kDTypeCount);
    const std::size_t dimensions = random() % (ShardedArray::kMaxDimensions + 1);
    for (std::size_t i = 0; i < dimensions; ++i) {
        const bool named = i < sizes.size() && random() % 2 == 0;
        array.dimensions.push_back(named ? ArrayDimension{sizes[i].name, sizes[i].size, {}}
                                         : ArrayDimension{{}, static_cast<std::int64_t>(1 + random() % 30), {}});
    }
    std::vector<int> axes(mesh.axes.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    for (int axis : axes) {
        const std::size_t holder = random() % (dimensions + 2);
        if (holder < dimensions)
            array.dimensions[holder].axes.add(axis);
        else if (holder == dimensions)
            array.unreduced.add(axis);
    }
    return array;
}

}  // namespace scalescope
