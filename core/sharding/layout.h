// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/matmul.h"

#include <array>
#include <functional>
#include <span>

namespace scalescope {

/// Where the axes of a mesh are in one array, without names and sizes. Planners search over these; nothing allocates.
struct Layout {
    static constexpr std::int8_t kNowhere = -1;
    static constexpr std::int8_t kUnreduced = -2;

    std::array<AxisList, ShardedArray::kMaxDimensions> dimensions;
    unsigned unreduced = 0;  // a bit for each axis

    AxisList& operator[](int dimension) { return dimensions[static_cast<std::size_t>(dimension)]; }
    const AxisList& operator[](int dimension) const { return dimensions[static_cast<std::size_t>(dimension)]; }

    using Positions = std::array<std::int8_t, kMaxMeshAxes>;

    /// By axis: a dimension, kUnreduced or kNowhere.
    Positions positions() const;
    int positionOf(int axis) const { return positions()[static_cast<std::size_t>(axis)]; }

    bool operator==(const Layout&) const = default;
};

Layout layoutOf(const ShardedArray& array);

/// The array in another layout.
ShardedArray laidOut(const ShardedArray& array, const Layout& layout);

/// The bytes of one block, padded up.
Bytes blockBytes(const ShardedArray& array, const Layout& layout, const DeviceMesh& mesh);

/// One step that brings an array from one layout to another.
struct Move {
    StepKind kind = StepKind::slice;
    AxisList axes;  // in the order in which they move
    int from = -1;  // dimension; -1 for none or several
    int to = -1;
    Layout after;
};

class Moves {
public:
    void clear() { m_count = 0; }
    void add(const Move& move) { m_moves[static_cast<std::size_t>(m_count++)] = move; }
    std::span<const Move> all() const { return {m_moves.data(), static_cast<std::size_t>(m_count)}; }
    bool empty() const { return m_count == 0; }

private:
    std::array<Move, kMaxMeshAxes> m_moves;  // each axis moves once
    int m_count = 0;
};

/// How long a move takes from a layout.
using MoveTime = std::function<Seconds(const Layout& before, const Move& move)>;

/// Moves each axis at most once: sliced, scattered, moved to another dimension, reduced or gathered. An axis leaves the
/// minor end of its dimension and joins the minor end of another. Axes that can move by one kind of step go together, and
/// in one AllToAll one may take the place that another leaves. A sharded dimension does not become unreduced, but a replica
/// does, for nothing: the first device keeps the values, the others take zeros. Of the orders of these steps the fastest,
/// and among equals one that makes the array smaller first. False when there is none.
bool redistribute(const Layout& from, const Layout& to, const MoveTime& time, Moves& moves);

}  // namespace scalescope
