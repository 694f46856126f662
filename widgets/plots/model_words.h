// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explore/context_series.h"

namespace scalescope {

// What the plots of a model say alike.

/// "full", "sliding 1,024", "latent, top 2,048", "linear".
QString mixerName(const Attention& attention);

/// With how many layers it has: "10 × full".
QString groupName(const MixerGroup& group);

/// A context as people count it: "8,192 tokens".
QString contextText(double tokens);

/// The context axis of a model's plots, which does not move: 128 to 2^24 tokens, and on to a longer present.
double shortestContext(double now);
double longestContext(double now);

/// Of the FLOPs of attention per token at the workload's context. The derivation has the mask of the MFU convention: none
/// where the pictures have another.
QString attentionDerivation(const Assumptions& assumptions);

}  // namespace scalescope
