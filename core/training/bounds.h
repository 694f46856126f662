// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/training/plan.h"

namespace scalescope {

// The field's closed forms. `alpha` is peak / bandwidth of the network considered, with the bandwidth of one axis in both
// directions on a torus; `axes` is how many hardware axes the degree spans (M_X, M_Y). The solver of the explore room
// finds the same crossings on the engine itself; a test compares them.

/// Tokens per chip above which data or fully sharded parallelism is bound by arithmetic. Book, chapter 5, takeaway.
/// The same with the network of one chip between slices gives the tokens per slice; chapter 5, "Across pods".
constexpr double criticalBatchPerChip(FlopsPerByte alpha, double axes) { return alpha.value / axes; }

/// Most chips over which a batch can be spread before that.
constexpr double largestChipCount(double batch, FlopsPerByte alpha, double axes)
{
    return batch / criticalBatchPerChip(alpha, axes);
}

/// Largest tensor degree bound by arithmetic: M_Y F / alpha, forward. Chapter 5, "Tensor parallelism".
constexpr double largestTensorDegree(double dFf, FlopsPerByte alpha, double axes) { return axes * dFf / alpha.value; }

/// FSDP degree that balances the two networks of a mixed plan: sqrt(B/F x M_X/M_Y x N). Chapter 5, "Combining".
double optimalFsdpDegree(double batch, double dFf, double chips, double fsdpAxes, double tensorAxes);

/// Tokens per chip above which that mixed plan is bound by arithmetic: alpha^2 / (M_X M_Y F) when the two networks
/// overlap; four times that when they add, as the text of February 2025 had it.
double criticalBatchPerChipMixed(FlopsPerByte alpha, double dFf, double fsdpAxes, double tensorAxes,
                                 NetworkCombination networks);

// Over a fabric of nodes. Chapter 12, "Rooflines for LLM scaling on GPUs"; `alpha` is that beyond the node.

/// Tokens per chip above which data parallelism over this many nodes hides: a few nodes gather less than the whole array.
constexpr double criticalBatchOverNodes(FlopsPerByte alpha, double nodes) { return alpha.value * (nodes - 1.0) / nodes; }

/// The same for a model with experts, whose weights all move while a token uses some.
constexpr double criticalBatchOfExperts(FlopsPerByte alpha, double experts, double perToken)
{
    return alpha.value * experts / perToken;
}

/// The same when model parallelism spans nodes: each node moves its part of the weights alone.
constexpr double criticalBatchBesideModelParallelism(FlopsPerByte alpha, double nodesOfModel) { return alpha.value / nodesOfModel; }

/// Largest tensor degree over two nodes: chips of one node hear of what the other node's hold.
constexpr double largestTensorDegreeOverTwoNodes(double dFf, FlopsPerByte alpha, double chipsPerNode)
{
    return chipsPerNode + dFf / alpha.value;
}

/// Smallest width of an expert that hides the tokens' way to `chips` chips and back: alpha (Z - n)/k min(nk/Z, 1).
constexpr double smallestExpertWidth(FlopsPerByte alpha, double chips, double chipsPerNode, double perToken)
{
    const double reached = chipsPerNode * perToken / chips;
    return alpha.value * (chips - chipsPerNode) / perToken * (reached < 1.0 ? reached : 1.0);
}

/// Largest expert degree that hides, while a token goes to more experts than there are nodes: n + kF/alpha.
constexpr double largestExpertDegree(double dFf, FlopsPerByte alpha, double chipsPerNode, double perToken)
{
    return chipsPerNode + perToken * dFf / alpha.value;
}

}  // namespace scalescope
