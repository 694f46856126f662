// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

/// Activations of all micro-batches in flight on a stage, of which `part` is meant.
Derivation activationsDerivation(const Context& c, const Leaf& leaf, int stage, Expression part);

/// Of the layer that is computed again.
Derivation recomputedDerivation(const Context& c, const Leaf& leaf, int stage);

}  // namespace scalescope::explain
