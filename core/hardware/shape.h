// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

namespace scalescope {

/// Sizes of the dimensions of a torus, in the order in which the slice is written (16x20x28).
struct Shape {
    static constexpr int kMaxDimensions = 6;

    std::array<std::int64_t, kMaxDimensions> size{};
    int dimensions = 0;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int64_t> sizes)
    {
        for (std::int64_t s : sizes)
            size[static_cast<std::size_t>(dimensions++)] = s;
    }

    constexpr std::int64_t operator[](int i) const { return size[static_cast<std::size_t>(i)]; }
    constexpr std::int64_t& operator[](int i) { return size[static_cast<std::size_t>(i)]; }

    constexpr std::int64_t product() const
    {
        std::int64_t n = 1;
        for (int i = 0; i < dimensions; ++i)
            n *= size[static_cast<std::size_t>(i)];
        return n;
    }

    bool operator==(const Shape&) const = default;
};

}  // namespace scalescope
