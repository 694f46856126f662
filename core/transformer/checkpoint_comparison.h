// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/transformer/hf_checkpoint.h"
#include "core/transformer/storage.h"

#include <optional>

namespace scalescope {

/// What a checkpoint may hold beyond the model's total.
struct CheckpointExtras {
    bool multiToken = false;        // multi-token layers
    bool multiTokenTables = false;  // their copies of embedding and unembedding
    bool tower = false;
    bool tiedTwice = false;         // the unembedding of a tied model, stored as a matrix of its own
    bool buffers = false;

    bool operator==(const CheckpointExtras&) const = default;
};

/// A figure that a checkpoint states, and what the model's dimensions predict for it, extras included.
struct StatedFigure {
    double stated = 0;
    double predicted = 0;
    CheckpointExtras extras;

    double difference() const { return stated - predicted; }
    bool agrees() const { return stated == predicted; }
};

/// A checkpoint held against the count.
struct CheckpointComparison {
    std::optional<StatedFigure> bytes;       // as an index states them, else of all tensors
    std::optional<StatedFigure> parameters;  // likewise
    Diagnostics explanations;                // notices: what would explain a difference; empty when all agrees
};

CheckpointComparison compare(const Architecture& architecture, const WeightStorage& storage, const Checkpoint& checkpoint);

}  // namespace scalescope
