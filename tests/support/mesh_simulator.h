// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/matmul.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace scalescope {

/// An array as the devices of a mesh hold it: each its own block, row by row, and a term where it is unreduced.
struct HeldArray {
    ShardedArray layout;
    std::vector<std::vector<double>> blocks;  // by device
};

/// A small mesh that really moves blocks between devices and multiplies them. It knows no rules about which layouts fit
/// together: a step that needs what nobody in its group has gives nothing, and a wrong pairing gives wrong numbers. Sizes
/// must divide.
class MeshSimulator {
public:
    explicit MeshSimulator(DeviceMesh mesh) : m_mesh(std::move(mesh))
    {
        for (const NamedSize& axis : m_mesh.axes)
            m_devices *= static_cast<std::size_t>(axis.size);
    }

    /// Values are small integers, so that sums are exact in any order.
    static std::vector<double> randomWhole(const ShardedArray& array, std::mt19937& random)
    {
        std::vector<double> whole(sizeOf(shapeOf(array)));
        for (double& value : whole)
            value = std::uniform_int_distribution<int>(-9, 9)(random);
        return whole;
    }

    HeldArray distribute(const ShardedArray& array, const std::vector<double>& whole, std::mt19937& random) const
    {
        std::vector<std::vector<double>> terms = {whole};
        for (int axis : array.unreduced)
            terms.resize(terms.size() * size(axis));
        for (std::size_t t = 1; t < terms.size(); ++t) {
            terms[t] = randomWhole(array, random);
            for (std::size_t place = 0; place < whole.size(); ++place)
                terms[0][place] -= terms[t][place];
        }
        HeldArray held{array, std::vector<std::vector<double>>(m_devices)};
        for (std::size_t device = 0; device < m_devices; ++device)
            for (std::size_t place : placesOf(array, device))
                held.blocks[device].push_back(terms[indexIn(array.unreduced, device)][place]);
        return held;
    }

    /// The array after a collective or a slice over these axes.
    std::optional<HeldArray> move(const HeldArray& before, StepKind kind, const AxisList& axes, const ShardedArray& after) const
    {
        const bool reduces = kind == StepKind::reduceScatter || kind == StepKind::allReduce;
        const std::size_t inAll = sizeOf(shapeOf(before.layout));
        struct Group {
            std::vector<double> values;
            std::vector<std::size_t> holders;
        };
        std::map<std::size_t, Group> groups;  // by their first device
        const auto groupOf = [&](std::size_t device) -> Group& {
            return groups[kind == StepKind::slice ? device : firstOf(axes, device)];
        };
        std::size_t members = 1;
        for (int axis : axes)
            members *= size(axis);

        for (std::size_t device = 0; device < m_devices; ++device) {
            Group& group = groupOf(device);
            group.values.resize(inAll);
            group.holders.resize(inAll);
            const std::vector<std::size_t> places = placesOf(before.layout, device);
            for (std::size_t i = 0; i < places.size(); ++i) {
                double& value = group.values[places[i]];
                value = reduces ? value + before.blocks[device][i] : before.blocks[device][i];
                ++group.holders[places[i]];
            }
        }
        HeldArray held{after, std::vector<std::vector<double>>(m_devices)};
        for (std::size_t device = 0; device < m_devices; ++device) {
            const Group& group = groupOf(device);
            for (std::size_t place : placesOf(after, device)) {
                if (group.holders[place] < (reduces ? members : 1))
                    return std::nullopt;
                held.blocks[device].push_back(becomesZero(before.layout, after, device) ? 0.0 : group.values[place]);
            }
        }
        return held;
    }

    /// Each device multiplies its two blocks, whatever they are blocks of.
    std::optional<HeldArray> multiply(const HeldArray& left, const HeldArray& right, const ShardedArray& product) const
    {
        Loops loops;
        if (!loops.add(product, localShapeOf(product), 0) || !loops.add(left.layout, localShapeOf(left.layout), 1) ||
            !loops.add(right.layout, localShapeOf(right.layout), 2))
            return std::nullopt;
        HeldArray held{product, std::vector<std::vector<double>>(m_devices)};
        for (std::size_t device = 0; device < m_devices; ++device) {
            held.blocks[device].resize(sizeOf(localShapeOf(product)));
            loops.multiply(left.blocks[device], right.blocks[device], held.blocks[device]);
        }
        return held;
    }

    /// The product of whole arrays.
    static std::vector<double> product(const ShardedMatmul& matmul, const std::vector<double>& left, const std::vector<double>& right)
    {
        Loops loops;
        loops.add(matmul.output, shapeOf(matmul.output), 0);
        loops.add(matmul.left, shapeOf(matmul.left), 1);
        loops.add(matmul.right, shapeOf(matmul.right), 2);
        std::vector<double> whole(sizeOf(shapeOf(matmul.output)));
        loops.multiply(left, right, whole);
        return whole;
    }

    /// Whether every device holds its block of `whole`, and the terms add up to it.
    bool holds(const HeldArray& held, const std::vector<double>& whole) const
    {
        std::map<std::size_t, std::vector<double>> sums;
        for (std::size_t device = 0; device < m_devices; ++device) {
            std::vector<double>& sum = sums[firstOf(held.layout.unreduced, device)];
            sum.resize(held.blocks[device].size());
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += held.blocks[device][i];
        }
        for (const auto& [device, sum] : sums) {
            const std::vector<std::size_t> places = placesOf(held.layout, device);
            for (std::size_t i = 0; i < places.size(); ++i)
                if (sum[i] != whole[places[i]])
                    return false;
        }
        return true;
    }

private:
    /// One loop for each name, with what a step of it advances in output, left and right.
    class Loops {
    public:
        /// False when a name has two sizes.
        bool add(const ShardedArray& array, const std::vector<std::size_t>& shape, std::size_t operand)
        {
            std::size_t stride = 1;
            for (std::size_t d = shape.size(); d-- > 0;) {
                const std::string& name = array.dimensions[d].name;
                auto loop = std::find_if(m_loops.begin(), m_loops.end(), [&](const Loop& l) { return l.name == name; });
                if (loop == m_loops.end())
                    loop = m_loops.insert(loop, {name, shape[d], {}});
                if (loop->count != shape[d])
                    return false;
                loop->advance[operand] = stride;
                stride *= shape[d];
            }
            return true;
        }

        void multiply(const std::vector<double>& left, const std::vector<double>& right, std::vector<double>& output) const
        {
            run(0, 0, 0, 0, left, right, output);
        }

    private:
        struct Loop {
            std::string name;
            std::size_t count;
            std::array<std::size_t, 3> advance;
        };

        void run(std::size_t depth, std::size_t o, std::size_t l, std::size_t r, const std::vector<double>& left,
                 const std::vector<double>& right, std::vector<double>& output) const
        {
            if (depth == m_loops.size()) {
                output[o] += left[l] * right[r];
                return;
            }
            const Loop& loop = m_loops[depth];
            for (std::size_t i = 0; i < loop.count; ++i)
                run(depth + 1, o + i * loop.advance[0], l + i * loop.advance[1], r + i * loop.advance[2], left, right, output);
        }

        std::vector<Loop> m_loops;
    };

    std::size_t size(int axis) const { return static_cast<std::size_t>(m_mesh.axes[static_cast<std::size_t>(axis)].size); }

    std::size_t stride(int axis) const
    {
        std::size_t stride = 1;
        for (int inner = 0; inner < axis; ++inner)
            stride *= size(inner);
        return stride;
    }

    std::size_t coordinate(int axis, std::size_t device) const { return device / stride(axis) % size(axis); }

    std::size_t firstOf(const AxisList& axes, std::size_t device) const
    {
        for (int axis : axes)
            device -= coordinate(axis, device) * stride(axis);
        return device;
    }

    std::size_t indexIn(const AxisList& axes, std::size_t device) const
    {
        std::size_t index = 0;
        for (int axis : axes)
            index = index * size(axis) + coordinate(axis, device);
        return index;
    }

    bool becomesZero(const ShardedArray& before, const ShardedArray& after, std::size_t device) const
    {
        return std::any_of(after.unreduced.begin(), after.unreduced.end(),
                           [&](int axis) { return !before.unreduced.contains(axis) && coordinate(axis, device) != 0; });
    }

    static std::vector<std::size_t> shapeOf(const ShardedArray& array)
    {
        std::vector<std::size_t> shape;
        for (const ArrayDimension& d : array.dimensions)
            shape.push_back(static_cast<std::size_t>(d.size));
        return shape;
    }

    std::vector<std::size_t> localShapeOf(const ShardedArray& array) const
    {
        std::vector<std::size_t> shape = shapeOf(array);
        for (std::size_t d = 0; d < shape.size(); ++d)
            for (int axis : array.dimensions[d].axes)
                shape[d] /= size(axis);
        return shape;
    }

    static std::size_t sizeOf(const std::vector<std::size_t>& shape)
    {
        std::size_t product = 1;
        for (std::size_t n : shape)
            product *= n;
        return product;
    }

    /// Where the elements of a device's block are in the whole array.
    std::vector<std::size_t> placesOf(const ShardedArray& array, std::size_t device) const
    {
        const std::vector<std::size_t> local = localShapeOf(array);
        std::vector<std::size_t> places = {0};
        for (std::size_t d = 0; d < local.size(); ++d) {
            const std::size_t block = indexIn(array.dimensions[d].axes, device);
            std::vector<std::size_t> longer;
            longer.reserve(places.size() * local[d]);
            for (std::size_t place : places)
                for (std::size_t i = 0; i < local[d]; ++i)
                    longer.push_back(place * static_cast<std::size_t>(array.dimensions[d].size) + block * local[d] + i);
            places = std::move(longer);
        }
        return places;
    }

    DeviceMesh m_mesh;
    std::size_t m_devices = 1;
};

}  // namespace scalescope
