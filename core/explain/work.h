// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

// What a step consists of, by index of the engine's walk: one layer of each kind and what is outside the layers, for all
// micro-batches. The estimate lists those of the slowest stage, times the layers there.

Leaf workFlops(const Context& c, std::size_t i);  // of one
Leaf workTraffic(const Context& c, std::size_t i);
Leaf workTime(const Context& c, std::size_t i);   // in one layer, of all micro-batches
Expression workWeightTime(const Context& c, std::size_t i);      // of that, the gradients of weights
Expression repeatedFlopsOf(const Context& c, std::size_t i);     // in one layer, of all micro-batches

Leaf sendTime(const Context& c, std::size_t i);                  // of one collective
Expression repeatedInLayer(const Context& c, const CollectiveEstimate& e, Expression each);

/// How much of an operation's forward pass the backward pass repeats; nothing where that is none or all of it.
std::optional<Expression> repeatedPart(const Context& c, const LayerOperation& op);

/// The optimizer's step on a chip of one stage.
Expression updatedParameters(const Context& c, int stage);
Expression updateFlops(const Context& c, int stage);
Expression updateTraffic(const Context& c, int stage);
Expression updateTime(const Context& c, int stage, std::vector<Note>& notes);
bool updates(const Context& c);  // and the update is timed

/// Rates that operations reach.
Expression rateOf(const Context& c, OperationKind kind, std::vector<Note>& notes);
Expression memoryRate(const Context& c);

constexpr std::string_view kTimeSource = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");

}  // namespace scalescope::explain
