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

}  // namespace scalescope
