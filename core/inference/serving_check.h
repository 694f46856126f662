// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/decoding.h"
#include "core/inference/prefilling.h"

namespace scalescope {

/// Adds what is impossible, infeasible or worth knowing to the estimate's diagnostics, each with the nearest thing that
/// works. Finds something impossible exactly when the estimate is not possible.
void diagnoseServing(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, ServingEstimate& estimate);

}  // namespace scalescope
