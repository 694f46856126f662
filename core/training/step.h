// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/walk.h"

namespace scalescope {

/// Times, memory and bound of a step; allocates nothing.
Summary summarise(const TrainingInputs& in);

/// Memory of one chip of the fullest stage, whether or not the plan is possible; allocates nothing.
MemoryEstimate memoryOf(const TrainingInputs& in);

/// The same with every operation, collective and diagnostic.
Estimate estimate(const TrainingInputs& in);

}  // namespace scalescope
