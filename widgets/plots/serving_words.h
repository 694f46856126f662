// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/scenario/scenario.h"

#include <span>
#include <vector>

namespace scalescope {

// What the plots of serving say alike, in the language of the moment.

/// "LLaMA 2 13B on 8 chips, 2,304 tokens of context".
QString servingSetting(const Scenario& scenario);

/// A batch: "43", "1.19", "4,096".
QString batchCount(double sequences);
QString sequencesText(double sequences);  // "43 sequences"
QString rateText(double rate);             // "4 requests/s"
QString wholeTokens(double tokens);       // "2,048 tokens"

/// The first reason why a batch does not fit, with what would help.
QString whyNotFitting(const Diagnostics& diagnostics);

/// The batch to which a handle is brought: whole, from 1 to what fits, or to `most` where that is unknown. Nothing when not
/// even one fits, and when it is the present one.
std::optional<double> draggedBatch(double wanted, const std::optional<double>& largest, double most, double present);

/// One of two lists of values as long as `values`: those up to the last that fits, or those from it on; the rest is not drawn.
std::vector<double> partOf(std::span<const double> values, std::size_t fitting, bool beyond);

}  // namespace scalescope
