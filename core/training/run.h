// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

namespace scalescope {

/// Time of this many FLOPs on `chips` chips that reach a fraction `utilisation` of their peak.
/// Book, chapter 6, "How long does training take".
Seconds trainingTime(Flops flops, double chips, FlopsPerSecond peak, double utilisation);

/// A run of `tokens` at `batch` tokens per `step`. Cost and energy are absent where the chip's price or power is.
RunEstimate runOf(double tokens, double batch, Seconds step, double chips, const Chip& chip);

}  // namespace scalescope
