// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/inference/decoding.h"
#include "core/inference/prefilling.h"

namespace scalescope {

/// Of a draft no smaller than its model; arguments: the parameters of both. Who knows other models may name one.
constexpr std::string_view kDraftTooLarge = SCALESCOPE_TEXT(
    "core", "The draft model has %1 parameters, no fewer than the %2 of the model that it drafts for: it can only lose time.");

/// Adds what is impossible, infeasible or worth knowing to the estimate's diagnostics, each with the nearest thing that
/// works. Finds something impossible exactly when the estimate is not possible.
void diagnoseServing(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, ServingEstimate& estimate);

}  // namespace scalescope
