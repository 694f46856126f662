// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

namespace scalescope {

/// A model by itself on one chip: the whole context of one sequence, in one pass. Keys and values come straight from their
/// projections, in the activations' dtype.
LocalShape prefillShape(const Scenario& scenario);

/// One new token of each of the sequences that are served together, each of the workload's context; keys and values come
/// from the cache, and latent attention works on the compressed vectors.
LocalShape decodeShape(const Scenario& scenario);

}  // namespace scalescope
