// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/strategy_builder.h"

#include <algorithm>
#include <tuple>

namespace scalescope {

namespace {

Collective collectiveOf(StepKind kind)
{
    switch (kind) {
    case StepKind::reduceScatter: return Collective::reduceScatter;
    case StepKind::allReduce: return Collective::allReduce;
    case StepKind::allToAll: return Collective::allToAll;
    case StepKind::slice:
    case StepKind::matmul:
    case StepKind::gather: break;
    }
    return Collective::allGather;
}

}  // namespace

StrategyBuilder::StrategyBuilder(const PlanContext& context, const ShardedArray& left, const ShardedArray* right,
                                 const ShardedArray& output, Flops flops)
    : m_context(context), m_arrays{&left, right, &output}
{
    double devices = 1;
    for (const NamedSize& axis : context.mesh.axes)
        devices *= static_cast<double>(axis.size);
    m_flopsInAll = flops.value / devices;
    m_atStart[0] = blockBytes(left, layoutOf(left), context.mesh);
    if (right)
        m_atStart[1] = blockBytes(*right, layoutOf(*right), context.mesh);
}

bool StrategyBuilder::findMoves(Operand operand, const Layout& from, const Layout& to, Moves& moves)
{
    const auto bytes = [&](const Layout& layout) { return blockBytes(array(operand), layout, m_context.mesh); };
    const auto time = [&](const Layout& before, const Move& move) {
        return move.kind == StepKind::slice ? Seconds() : transferOf(move, bytes(before), bytes(move.after)).time.total;
    };
    return redistribute(from, to, time, moves);
}

void StrategyBuilder::begin(const std::array<AxisRole, kMaxMeshAxes>& roles, std::size_t steps)
{
    m_strategy = {};
    m_strategy.roles = roles;
    m_strategy.steps.reserve(steps);
    m_held = m_atStart;
    m_strategy.peakMemory = heldInAll();
}

void StrategyBuilder::add(Operand operand, std::span<const Move> moves)
{
    for (const Move& move : moves)
        addMove(operand, move);
}

void StrategyBuilder::addMove(Operand operand, const Move& move)
{
    MatmulStep step;
    step.kind = move.kind;
    step.operand = operand;
    step.axes = move.axes;
    step.from = move.from;
    step.to = move.to;
    step.after = laidOut(array(operand), move.after);
    const Bytes before = held(operand);
    const Bytes after = blockBytes(step.after, move.after, m_context.mesh);
    if (move.kind == StepKind::slice) {
        step.memory = heldInAll() - before + std::max(before, after);
    } else {
        const Transfer transfer = transferOf(move, before, after);
        step.array = transfer.array;
        step.collective = transfer.time;
        step.time = step.collective.total;
        step.memory = heldInAll() + after;
        m_strategy.sent += step.array;
        m_strategy.communication += step.time;
    }
    held(operand) = after;
    push(std::move(step));
}

/// What a collective runs over inside one group, from the bytes of a block before and after.
StrategyBuilder::Transfer StrategyBuilder::transferOf(const Move& move, Bytes before, Bytes after)
{
    const AxisPlacement& group = placementOf(move.axes);
    const Bytes bytes = move.kind == StepKind::gather     ? after
                        : move.kind == StepKind::allToAll ? before * static_cast<double>(group.size)
                                                          : before;
    return {bytes, timeOf(collectiveOf(move.kind), bytes, group, m_context.topology, m_context.rules)};
}

void StrategyBuilder::addWork(Flops flops, const Layout& output)
{
    MatmulStep step;
    step.after = laidOut(array(Operand::output), output);
    step.flops = flops;
    held(Operand::output) = blockBytes(step.after, output, m_context.mesh);
    step.memory = heldInAll();
    if (m_context.rates.hbm)  // what is held is just what moves: three arrays
        step.work = timeOf({flops, step.memory}, m_context.rates.peak, *m_context.rates.hbm);
    else
        step.work.compute = flops / m_context.rates.peak;
    step.time = step.work.lower();
    m_strategy.flopsPerChip = flops;
    m_strategy.redundancy = flops.value / m_flopsInAll;
    m_strategy.math = step.time;
    push(std::move(step));
}

Strategy StrategyBuilder::finish()
{
    m_strategy.separate = m_strategy.math + m_strategy.communication;
    m_strategy.overlapped = std::max(m_strategy.math, m_strategy.communication);
    return std::move(m_strategy);
}

void StrategyBuilder::push(MatmulStep&& step)
{
    m_strategy.peakMemory = std::max(m_strategy.peakMemory, step.memory);
    m_strategy.steps.push_back(std::move(step));
}

const AxisPlacement& StrategyBuilder::placementOf(const AxisList& axes)
{
    if (axes.size() == 1)
        return m_context.placement[static_cast<std::size_t>(axes[0])];
    std::uint16_t& index = m_combinedIndex[axes.set()];
    if (index == 0) {
        std::vector<const AxisPlacement*> parts;
        for (int axis : axes)
            parts.push_back(&m_context.placement[static_cast<std::size_t>(axis)]);
        m_combined.push_back(combined(parts, m_context.topology));
        index = static_cast<std::uint16_t>(m_combined.size());
    }
    return m_combined[index - 1u];
}

void sortByCost(std::vector<Strategy>& strategies)
{
    const auto key = [](const Strategy& s) { return std::tie(s.separate, s.overlapped, s.peakMemory, s.roles); };
    std::sort(strategies.begin(), strategies.end(),
              [&](const Strategy& a, const Strategy& b) { return key(a) < key(b); });
}

}  // namespace scalescope
