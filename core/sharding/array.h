// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/dtype.h"
#include "core/sharding/mesh.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// A name bound to a number: an axis of a device mesh, or a dimension of an array. ASCII letters and digits, a letter
/// first; case counts.
struct NamedSize {
    static constexpr std::size_t kMaxNameBytes = 16;

    std::string name;
    std::int64_t size = 1;  // at least 1

    bool operator==(const NamedSize&) const = default;
};

/// Whether a text can name an axis or a dimension: a letter, then letters and digits, at most 16.
constexpr bool isArrayName(std::string_view text)
{
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (text.empty() || text.size() > 16 || !isLetter(text.front()))
        return false;
    for (char c : text)
        if (!isLetter(c) && !(c >= '0' && c <= '9'))
            return false;
    return true;
}

/// Named axes, innermost first, as they are laid on the hardware; at most kMaxMeshAxes. The device at coordinates
/// (x0, x1, ...) is number x0 + size0 (x1 + size1 (...)).
struct DeviceMesh {
    std::vector<NamedSize> axes;

    std::int64_t devices() const;  // the largest std::int64_t when there are more
    std::optional<int> find(std::string_view name) const;
    std::vector<std::int64_t> sizes() const;

    bool operator==(const DeviceMesh&) const = default;
};

/// Positions of axes in a mesh, in an order that matters: of a dimension, the major first.
class AxisList {
public:
    constexpr AxisList() = default;
    AxisList(std::initializer_list<int> axes)
    {
        for (int a : axes)
            add(a);
    }

    int size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    int operator[](int i) const { return m_axes[static_cast<std::size_t>(i)]; }
    int last() const { return m_axes[static_cast<std::size_t>(m_size - 1)]; }
    const std::uint8_t* begin() const { return m_axes.data(); }
    const std::uint8_t* end() const { return m_axes.data() + m_size; }

    bool contains(int axis) const { return m_set & 1u << axis; }
    unsigned set() const { return m_set; }  // a bit for each axis
    void add(int axis)
    {
        m_axes[static_cast<std::size_t>(m_size++)] = static_cast<std::uint8_t>(axis);
        m_set |= 1u << axis;
    }
    void removeLast() { m_set &= ~(1u << m_axes[static_cast<std::size_t>(--m_size)]); }

    bool operator==(const AxisList& other) const
    {
        return m_size == other.m_size && std::equal(begin(), end(), other.begin());
    }

private:
    std::array<std::uint8_t, kMaxMeshAxes> m_axes{};
    unsigned m_set = 0;
    int m_size = 0;
};

/// One dimension, split over the axes in turn: block x * |Y| + y of I_XY lies on the devices at (x, y).
struct ArrayDimension {
    std::string name;  // empty when the notation has a number
    std::int64_t size = 1;
    AxisList axes;

    bool operator==(const ArrayDimension&) const = default;
};

/// An array over a device mesh: bf16[B_X, D_YZ] {U_W}. Book, chapter 3, "A unified notation for sharding". An axis that
/// neither shards nor is unreduced holds replicas. No axis appears twice.
struct ShardedArray {
    static constexpr int kMaxDimensions = 6;
    static constexpr std::int64_t kMaxSize = 1'000'000'000'000;  // of one dimension

    DType type = DType::bf16;
    std::vector<ArrayDimension> dimensions;
    AxisList unreduced;  // each of these devices holds a term of a sum

    bool operator==(const ShardedArray&) const = default;
};

/// The most bytes that parseArray and parseNamedSizes read.
constexpr std::size_t kMaxNotation = 1024;

/// Reads the notation: an optional dtype (bf16 without one; f32, float32, s8, e4m3 and the like are understood), dimensions
/// in brackets, each a name of `sizes`, no name twice, or a whole number as people type them (4096, 4Ki, 2^12), with the
/// axes after an underscore: D_YZ, or D_{data,fsdp} for axes of several letters (longest match in the short form); then
/// optionally {U_W}. No dimension, bf16[], is a scalar. Spaces do not matter. Nothing when something is wrong: `problems`
/// then says what, with the 1-based column in characters and the nearest that works. Otherwise it may hold notices: a
/// dimension that its axes do not divide is padded.
std::optional<ShardedArray> parseArray(std::string_view text, const DeviceMesh& mesh, std::span<const NamedSize> sizes,
                                       Diagnostics& problems);

/// Reads "X=4,Y=8" or "X:4 Y:8": the axes of a mesh, or the sizes of dimensions; 1 to `most` names, none twice. Sizes as
/// people type numbers, from 1 to `largest`. Nothing when something is wrong, as above.
std::optional<std::vector<NamedSize>> parseNamedSizes(std::string_view text, std::size_t most, std::int64_t largest,
                                                      Diagnostics& problems);

/// The notation, which reads back as the same array where the names are bound to the same sizes: "bf16[B_X, D_YZ] {U_W}".
/// Sizes stand for dimensions without a name.
std::string textOf(const ShardedArray& array, const DeviceMesh& mesh);

/// "XY" or "{data,fsdp}".
std::string textOf(const AxisList& axes, const DeviceMesh& mesh);

/// The product of the sizes of these axes; the largest std::int64_t when it is larger.
std::int64_t sizeOf(const AxisList& axes, const DeviceMesh& mesh);

/// Elements of one block along each dimension, padded up.
std::vector<std::int64_t> localShape(const ShardedArray& array, const DeviceMesh& mesh);

struct ArrayBytes {
    Bytes logical;    // of the array itself
    Bytes perDevice;  // of one block, padding included
    Bytes total;      // on all devices, copies and padding included
    double copies = 1;  // devices that hold the same block
    double padding = 0; // of each block, the fraction that is padding
};
ArrayBytes bytesOf(const ShardedArray& array, const DeviceMesh& mesh);

/// Of the block that a device holds, along one dimension: its first element and how many (fewer, or none, at a padded
/// end).
struct BlockRange {
    std::int64_t first = 0;
    std::int64_t count = 0;

    bool operator==(const BlockRange&) const = default;
};
std::vector<BlockRange> blockOf(const ShardedArray& array, const DeviceMesh& mesh, std::int64_t device);

/// The number of the block that a device holds along a dimension that these axes split, counted from 0.
std::int64_t blockIndex(const AxisList& axes, const DeviceMesh& mesh, std::int64_t device);

}  // namespace scalescope
