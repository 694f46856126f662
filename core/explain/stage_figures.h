// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

#include <functional>

namespace scalescope::explain {

/// What a part of the model costs, or a stage all of its parts: compute, executed FLOPs, or the traffic of a degree.
struct Cost {
    enum class Kind { forward, backwardInput, backwardWeight, flops, network };
    enum class When { forward, backward, step };  // of traffic

    Kind kind = Kind::forward;
    Axis axis = Axis::tensor;
    When when = When::forward;
};
std::string idOf(const Cost& cost);
double valueOf(const PartCosts& costs, const Cost& cost);
Leaf stageCost(const Context& c, int stage, const Cost& cost);

/// Borders that a stage sends over, for each micro-batch, times `each`.
Expression bordersOf(const Context& c, int stage, bool forward, Expression each);

// Of one stage, all micro-batches.
Leaf stageCompute(const Context& c, int stage);
Leaf stageUpdate(const Context& c, int stage);
Leaf stageHost(const Context& c, int stage);
Leaf stageNetwork(const Context& c, int stage, Axis axis);
Leaf stageTotal(const Context& c, int stage, Overlap overlap);
Leaf stageBubble(const Context& c, int stage, Overlap overlap);
Leaf inFlight(const Context& c, int stage);
Leaf keptPerMicrobatch(const Context& c, int stage);  // bytes of activations that wait for the backward pass
Leaf optimizerStateOn(const Context& c, int stage);   // bytes, wherever they are

/// The stage that counts, by what hides.
int slowestUnder(const Context& c, Overlap overlap);

/// The sum over all stages but one, each kind of stage once with how many there are. Where these are many it is read in
/// ranges, whose ids `id` begins.
Expression overStages(const Context& c, const std::string& id, int except, const std::function<Leaf(int)>& leafOf);
std::optional<Derivation> deriveRange(const Context& c, const std::string& id, std::string_view range, int except,
                                      const std::function<Leaf(int)>& leafOf, std::string_view source);

/// "" for expected, ".lower" and ".upper".
std::string suffixOf(Overlap overlap);
std::optional<Overlap> overlapOf(std::string_view suffix);  // "lower", "upper", or nothing at all

struct AxisTerm {
    Axis axis;
    Expression time;
};

/// How a stage's compute, the traffic of its degrees and the host's come to one time.
struct Work {
    Expression compute;
    std::vector<AxisTerm> networks;
    std::optional<Expression> host = {};
};
Expression timeOfWork(const Context& c, Work work, Overlap overlap);
Expression combined(const Context& c, const std::vector<AxisTerm>& terms);  // of at least one
std::vector<Note> combinationNotes(const Context& c);
Expression hiddenFraction(const Context& c, Axis axis);
std::vector<AxisTerm> hiddenTerms(const Context& c, std::vector<AxisTerm> terms);
Leaf exposedFraction(const Context& c, Axis axis);

constexpr std::string_view kCombining = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Combining FSDP and tensor parallelism\"");
constexpr std::string_view kSchedules =
    SCALESCOPE_TEXT("core", "GPipe (Huang et al. 2019); 1F1B (Narayanan et al. 2019); interleaved (Narayanan et al. 2021); zero bubble (Qi et al. 2023)");

}  // namespace scalescope::explain
