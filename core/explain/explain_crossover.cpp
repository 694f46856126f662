// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explain/context.h"
#include "core/explore/solve.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Book, chapter 5: a step is bound by arithmetic above the batch at which communication begins to hide");
constexpr std::string_view kTokens = "tokens";
constexpr double kAgreement = 1e-12;  // of the closed form with the solver

struct Range {
    double low;
    double high;
};

Range batchRange(const Context& c)
{
    const auto found = std::find_if(c.table.begin(), c.table.end(), [](const Parameter& p) { return p.id == "workload.batch"; });
    return {found->low, found->high};
}

/// B x T_constant / (T_compute - T_growing): compute and the traffic of activations grow with the batch, the traffic of
/// weights does not. Nothing where no degree of the set sends weights, or the traffic that grows outgrows compute.
std::optional<Expression> closedForm(const Context& c, const std::vector<Axis>& sharers)
{
    std::vector<Expression> constant;
    Expression growing = stepCompute(c);
    for (Axis axis : sharers) {
        if (axis == Axis::fsdp || axis == Axis::data)
            constant.push_back(axisTime(c, axis));
        else
            growing = std::move(growing) - axisTime(c, axis);
    }
    if (constant.empty() || evaluate(growing) <= 0)
        return std::nullopt;
    return Expression(c.input("workload.batch")) * sumOf(std::move(constant)) / std::move(growing);
}

std::optional<Expression> closedForm(const Context& c, std::optional<Axis> axis)
{
    if (c.assumptions().timed != TimedWork::matmuls)
        return std::nullopt;
    if (axis)
        return closedForm(c, std::vector<Axis>{*axis});
    std::vector<Expression> sets;
    for (const std::vector<Axis>& sharers : sharersOf(c))
        if (auto form = closedForm(c, sharers))
            sets.push_back(std::move(*form));
    return sets.empty() ? std::nullopt : std::optional(maximumOf(std::move(sets)));
}

Leaf crossoverLeaf(std::optional<Axis> axis, double value)
{
    if (!axis)
        return derived("crossover.batch", {SCALESCOPE_TEXT("core", "Batch above which communication hides")}, "B_crossover", kTokens, value);
    const std::string name(nameOf(*axis));
    return derived("crossover.batch." + name, {SCALESCOPE_TEXT("core", "Batch above which the %1 degree's communication hides"), {wordOf(*axis)}},
                   "B_crossover," + wordOf(*axis), kTokens, value);
}

Leaf ruleLeaf(const Context& c)
{
    const Leaf bandwidth = axisBandwidth(c, Axis::fsdp);
    return derived("crossover.batch.rule", {SCALESCOPE_TEXT("core", "Critical batch of the fully sharded degree, by the closed form")},
                   "B_critical", kTokens, c.degree(Axis::fsdp).value * (peak(c).value / bandwidth.value));
}

Derivation ruleDerivation(const Context& c)
{
    return derivation(ruleLeaf(c), Expression(c.degree(Axis::fsdp)) * peak(c) / axisBandwidth(c, Axis::fsdp),
                      SCALESCOPE_TEXT("core", "Book, chapter 5, takeaway: B/X > alpha / M_X"),
                      {{{SCALESCOPE_TEXT("core", "For bf16 matmuls alone, gathered once for each use: attention, recomputation and other dtypes are left out.")}}});
}

/// Where the fully sharded degree is all that gathers, once for each use.
bool hasRule(const Context& c)
{
    return c.plan().fsdp > 1 && c.placementOf(Axis::fsdp).size == c.plan().fsdp && c.plan().microbatches == 1;
}

std::string inTokens(double tokens) { return formatCount(std::round(tokens)); }

Derivation neverOrAlways(const Context& c, std::optional<Axis> axis, Threshold::Kind kind, Range range)
{
    Leaf leaf = crossoverLeaf(axis, 0);
    leaf.symbol = "T_network / T_compute";
    leaf.unit = {};
    const Leaf network = axis ? axisTime(c, *axis) : stepNetwork(c);
    std::vector<Note> notes;
    if (kind == Threshold::Kind::always)
        notes.push_back({{SCALESCOPE_TEXT("core", "Always, from %1 tokens on: this ratio is at most 1 at every batch up to %2 tokens."),
                          {inTokens(range.low), inTokens(range.high)}}});
    else
        notes.push_back({{SCALESCOPE_TEXT("core", "Never: this ratio is above 1 even at %1 tokens."), {inTokens(range.high)}}});
    if (kind == Threshold::Kind::never && evaluate(axisTime(c, Axis::tensor)) > stepCompute(c).value)
        notes.push_back({{SCALESCOPE_TEXT("core", "The tensor degree's traffic grows with the batch as compute does: no batch hides it.")}, "axis.tensor.time"});
    return derivation(leaf, Expression(network) / stepCompute(c), kSource, std::move(notes));
}

Derivation crossover(const Context& c, std::optional<Axis> axis)
{
    const Range range = batchRange(c);
    const Threshold found = axis ? computeBoundAbove(c.scenario, "workload.batch", range.low, range.high, *axis)
                                 : computeBoundAbove(c.scenario, "workload.batch", range.low, range.high);
    if (found.kind != Threshold::Kind::at)
        return neverOrAlways(c, axis, found.kind, range);

    std::vector<Note> notes;
    std::optional<Expression> form = closedForm(c, axis);
    if (form && std::abs(evaluate(*form) - found.value) <= kAgreement * found.value) {
        notes.push_back({{SCALESCOPE_TEXT("core", "Compute grows with the batch, the traffic of weights does not: this closed form is exact here, and solving on the engine itself gives the same %1 tokens."),
                          {inTokens(found.value)}}});
    } else {
        form = constant(found.value, SCALESCOPE_TEXT("core", "The smallest batch, found by solving on the engine itself, from which compute takes at least as long"), kTokens);
        notes.push_back({{SCALESCOPE_TEXT("core", "Compute and the network are not both proportional to the batch or constant, so there is no closed form.")}});
    }
    if (hasRule(c) && axis.value_or(Axis::fsdp) == Axis::fsdp)
        notes.push_back({{SCALESCOPE_TEXT("core", "The book's closed form for matmuls alone gives %1 tokens."), {inTokens(ruleLeaf(c).value)}},
                         "crossover.batch.rule"});
    return derivation(crossoverLeaf(axis, found.value), std::move(*form), kSource, std::move(notes));
}

}  // namespace

std::optional<Derivation> deriveCrossover(const Context& c, const Path& path)
{
    if (path[0] != "crossover" || path[1] != "batch" || !c.estimate.possible() || usedAxes(c).empty() ||
        c.estimate.step().compute.value <= 0)
        return std::nullopt;
    if (path.size() == 2)
        return crossover(c, std::nullopt);
    if (path.whole == "crossover.batch.rule")
        return hasRule(c) ? std::optional(ruleDerivation(c)) : std::nullopt;
    const auto axis = path.size() == 3 ? path.axis(2) : std::nullopt;
    return axis && c.placementOf(*axis).size > 1 ? std::optional(crossover(c, axis)) : std::nullopt;
}

}  // namespace scalescope::explain
