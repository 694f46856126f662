// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

namespace scalescope {

/// The fraction of E experts that at least one of `tokens` tokens is sent to, each token to k of them:
/// 1 - (1 - k/E)^tokens when all experts are equally liked. With `skew` s > 0 the i-th expert is liked as i^-s (Zipf), no
/// token twice; the mean over experts. From 0 to 1; rises with tokens and k, falls with the skew.
double expertCoverage(const Mlp& mlp, double tokens, double skew = 0);

}  // namespace scalescope
