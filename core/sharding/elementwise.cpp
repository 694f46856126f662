// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/sharding/strategy_builder.h"

#include <algorithm>

namespace scalescope {

namespace {

bool sameDimensions(const ShardedArray& left, const ShardedArray& right)
{
    return std::equal(left.dimensions.begin(), left.dimensions.end(), right.dimensions.begin(), right.dimensions.end(),
                      [](const ArrayDimension& a, const ArrayDimension& b) { return a.name == b.name && a.size == b.size; });
}

double elementsOf(const ShardedArray& array, const Layout& layout, const DeviceMesh& mesh)
{
    return blockBytes(array, layout, mesh) / bytesPerElement(array.type);
}

AxisRole roleOf(int left, int right, int target)
{
    const bool leftMoves = left != target;
    const bool rightMoves = right != target;
    if (leftMoves && rightMoves)
        return AxisRole::gatheredBoth;
    if (leftMoves)
        return left == Layout::kNowhere ? AxisRole::slicedLeft : AxisRole::gatheredLeft;
    if (rightMoves)
        return right == Layout::kNowhere ? AxisRole::slicedRight : AxisRole::gatheredRight;
    return target == Layout::kNowhere ? AxisRole::idle : AxisRole::kept;
}

}  // namespace

bool agreeElementwise(const ShardedArray& left, const ShardedArray& right, Diagnostics& problems)
{
    if (sameDimensions(left, right))
        return true;
    problems.push_back({Severity::impossible, "sharding.right",
                        SCALESCOPE_TEXT("core", "The two arrays have different dimensions, so they have no elements in common."), {},
                        SCALESCOPE_TEXT("core", "Give both the same dimensions in the same order; they may be sharded differently.")});
    return false;
}

MatmulPlan planElementwise(Elementwise kind, const ShardedArray& left, const ShardedArray& right, const DeviceMesh& mesh,
                           const MeshPlacement& placement, const Topology& topology, const MatmulRates& rates,
                           const CollectiveRules& rules)
{
    const PlanContext context{mesh, placement, topology, rates, rules};
    const Layout fromLeft = layoutOf(left);
    const Layout fromRight = layoutOf(right);
    const unsigned staysUnreduced = kind == Elementwise::linear ? fromLeft.unreduced & fromRight.unreduced : 0;

    MatmulPlan plan;
    if (!sameDimensions(left, right))
        return plan;
    for (std::size_t axis = 0; axis < mesh.axes.size(); ++axis) {
        const int inLeft = fromLeft.positionOf(static_cast<int>(axis));
        const int inRight = fromRight.positionOf(static_cast<int>(axis));
        if (inLeft != inRight && inLeft != Layout::kNowhere && inRight != Layout::kNowhere)
            plan.cases[axis] = plan.worst = MatmulCase::claimedTwice;
    }

    ShardedArray result = left;
    result.type = std::min(left.type, right.type);  // the wider
    std::vector<Layout> targets;
    for (Layout target : {fromLeft, fromRight, Layout{}}) {
        target.unreduced = staysUnreduced;
        if (std::find(targets.begin(), targets.end(), target) == targets.end())
            targets.push_back(target);
    }
    StrategyBuilder builder(context, left, &right, result, Flops(elementsOf(result, Layout{}, mesh)));
    Moves leftMoves;
    Moves rightMoves;
    for (const Layout& target : targets) {
        if (!builder.findMoves(Operand::left, fromLeft, target, leftMoves) ||
            !builder.findMoves(Operand::right, fromRight, target, rightMoves))
            continue;
        std::array<AxisRole, kMaxMeshAxes> roles{};
        for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis)
            roles[static_cast<std::size_t>(axis)] =
                roleOf(fromLeft.positionOf(axis), fromRight.positionOf(axis), target.positionOf(axis));
        builder.begin(roles, leftMoves.all().size() + rightMoves.all().size() + 1);
        builder.add(Operand::left, leftMoves.all());
        builder.add(Operand::right, rightMoves.all());
        builder.addWork(Flops(elementsOf(result, target, mesh)), target);
        plan.strategies.push_back(builder.finish());
    }
    sortByCost(plan.strategies);
    return plan;
}

MatmulPlan planReduction(const ShardedArray& array, int dimension, const DeviceMesh& mesh, const MeshPlacement& placement,
                         const Topology& topology, const MatmulRates& rates, const CollectiveRules& rules)
{
    MatmulPlan plan;
    if (dimension < 0 || dimension >= static_cast<int>(array.dimensions.size()))
        return plan;
    const PlanContext context{mesh, placement, topology, rates, rules};
    const Layout before = layoutOf(array);
    const AxisList& summed = before[dimension];

    ShardedArray result = array;
    result.dimensions.erase(result.dimensions.begin() + dimension);
    Layout sums = layoutOf(result);
    sums.unreduced |= summed.set();

    std::array<AxisRole, kMaxMeshAxes> roles{};
    AxisList unreduced;
    for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (summed.contains(axis))
            plan.cases[i] = plan.worst = MatmulCase::oneContracted;
        if (sums.unreduced & 1u << axis) {
            roles[i] = AxisRole::reduced;
            unreduced.add(axis);
        } else if (before.positionOf(axis) != Layout::kNowhere) {
            roles[i] = AxisRole::kept;
        }
    }

    StrategyBuilder builder(context, array, nullptr, result, Flops(elementsOf(array, Layout{}, mesh)));
    Moves moves;
    const auto write = [&](const Layout& wanted) {
        if (!builder.findMoves(Operand::output, sums, wanted, moves))
            return;
        builder.begin(roles, moves.all().size() + 1);
        builder.addWork(Flops(elementsOf(array, before, mesh)), sums);
        builder.add(Operand::output, moves.all());
        plan.strategies.push_back(builder.finish());
    };
    Layout whole = sums;
    whole.unreduced = 0;
    write(whole);
    if (unreduced.empty())
        return plan;
    for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
        Layout scattered = whole;
        for (int axis : unreduced)
            scattered.dimensions[d].add(axis);
        if (result.dimensions[d].size % sizeOf(scattered.dimensions[d], mesh) == 0)
            write(scattered);
    }
    sortByCost(plan.strategies);
    return plan;
}

}  // namespace scalescope
