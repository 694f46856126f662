// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/layout.h"

#include <array>
#include <vector>

namespace scalescope {

/// What strategies are timed with.
struct PlanContext {
    const DeviceMesh& mesh;
    const MeshPlacement& placement;
    const Topology& topology;
    const MatmulRates& rates;
    const CollectiveRules& rules;
};

/// Writes strategies step by step, each with what it costs and what one chip then holds.
class StrategyBuilder {
public:
    /// The arrays outlive the builder; `right` may be absent. `flops` is what the operation takes on one chip.
    StrategyBuilder(const PlanContext& context, const ShardedArray& left, const ShardedArray* right,
                    const ShardedArray& output, Flops flops);

    /// Finds the steps of one array; see redistribute.
    bool findMoves(Operand operand, const Layout& from, const Layout& to, Moves& moves);

    /// A new strategy, from the inputs as they are.
    void begin(const std::array<AxisRole, kMaxMeshAxes>& roles, std::size_t steps);

    void add(Operand operand, std::span<const Move> moves);

    /// The local work, whose output lies so.
    void addWork(Flops flops, const Layout& output);

    Strategy finish();

private:
    struct Transfer {
        Bytes array;
        CollectiveTime time;
    };

    void addMove(Operand operand, const Move& move);
    Transfer transferOf(const Move& move, Bytes before, Bytes after);
    void push(MatmulStep&& step);
    const AxisPlacement& placementOf(const AxisList& axes);
    const ShardedArray& array(Operand operand) const { return *m_arrays[static_cast<std::size_t>(operand)]; }
    Bytes& held(Operand operand) { return m_held[static_cast<std::size_t>(operand)]; }
    Bytes heldInAll() const { return m_held[0] + m_held[1] + m_held[2]; }

    const PlanContext& m_context;
    std::array<const ShardedArray*, kOperandNames.size()> m_arrays;
    std::array<Bytes, kOperandNames.size()> m_atStart;
    double m_flopsInAll;  // the operation's, over the devices
    std::array<std::uint16_t, 1u << kMaxMeshAxes> m_combinedIndex{};  // by set of axes: 1 + index, or 0
    std::vector<AxisPlacement> m_combined;

    Strategy m_strategy;
    std::array<Bytes, kOperandNames.size()> m_held;
};

/// Cheapest first: by separate time, then by overlapped, memory and order of roles.
void sortByCost(std::vector<Strategy>& strategies);

}  // namespace scalescope
