// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/walk.h"

namespace scalescope {

/// Adds what is impossible, infeasible or worth knowing to the estimate's diagnostics, each with the nearest thing that
/// works. Finds something impossible exactly when the estimate is not possible.
void diagnose(const TrainingInputs& in, const StepContext& context, Estimate& estimate);

}  // namespace scalescope
