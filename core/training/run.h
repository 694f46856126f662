// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/walk.h"

namespace scalescope {

/// Time of this many FLOPs on `chips` chips that reach a fraction `utilisation` of their peak.
/// Book, chapter 6, "How long does training take".
Seconds trainingTime(Flops flops, double chips, FlopsPerSecond peak, double utilisation);

/// The interval between checkpoints that loses least, when one takes `save` to write and something fails every `failures`:
/// sqrt(2 save failures), no shorter than the save. Young 1974, "A first order approximation to the optimum checkpoint interval".
Seconds bestCheckpointInterval(Seconds save, Seconds failures);

/// Fraction of a long run's time that makes progress which is kept: of every interval and its save the interval, less what
/// each failure costs: half an interval with its save, and the restart. From 0 to 1. The same paper, with the restart.
double goodputOf(Seconds interval, Seconds save, Seconds restart, Seconds failures);

/// The run of a step's estimate, whose step, chips, stages and parameters are known. Cost and energy are absent where the
/// chip's price or power is.
RunEstimate runOf(const TrainingInputs& in, const Estimate& e);

}  // namespace scalescope
