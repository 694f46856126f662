// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTime = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");
constexpr std::string_view kCombining = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Combining FSDP and tensor parallelism\"");

Leaf stepLower(const Context& c)
{
    return derived("step.lower", {SCALESCOPE_TEXT("core", "Step time, fully overlapped")}, "T_lower", "s", c.estimate.step().lower.value);
}

Leaf stepUpper(const Context& c)
{
    return derived("step.upper", {SCALESCOPE_TEXT("core", "Step time, nothing overlapped")}, "T_upper", "s", c.estimate.step().upper.value);
}

/// Times of the degrees that are used, by axis.
struct AxisTerm {
    Axis axis;
    Expression time;
};

Expression combined(const Context& c, const std::vector<AxisTerm>& terms)
{
    std::vector<Expression> busy;
    for (const std::vector<Axis>& sharers : sharersOf(c)) {
        std::vector<Expression> sum;
        for (const AxisTerm& term : terms)
            if (std::find(sharers.begin(), sharers.end(), term.axis) != sharers.end())
                sum.push_back(term.time);
        busy.push_back(sumOf(std::move(sum)));
    }
    return maximumOf(std::move(busy));
}

std::vector<Note> combinationNotes(const Context& c)
{
    switch (c.assumptions().networks) {
    case NetworkCombination::overlap:
        return {{{SCALESCOPE_TEXT("core", "Networks overlap: different degrees send at the same time, and the longest counts.")}}};
    case NetworkCombination::add:
        return {{{SCALESCOPE_TEXT("core", "Networks add: the degrees take turns.")}}};
    case NetworkCombination::asPlaced: break;
    }
    return {{{SCALESCOPE_TEXT("core", "As placed: degrees that share a dimension of the torus or a level of the fabric take turns, others overlap.")}}};
}

std::vector<AxisTerm> axisTerms(const Context& c)
{
    std::vector<AxisTerm> terms;
    for (Axis axis : usedAxes(c))
        terms.push_back({axis, axisTime(c, axis)});
    return terms;
}

Leaf nothingSent() { return constant(0, SCALESCOPE_TEXT("core", "No degree has more than one chip: nothing is sent"), "s"); }

Derivation networkDerivation(const Context& c)
{
    const std::vector<AxisTerm> terms = axisTerms(c);
    if (terms.empty())
        return derivation(stepNetwork(c), nothingSent(), kCombining);
    return derivation(stepNetwork(c), combined(c, terms), kCombining, combinationNotes(c));
}

Derivation computeDerivation(const Context& c)
{
    const bool everything = c.assumptions().timed == TimedWork::operations;
    return derivation(stepCompute(c), sumOf(componentTerms(c, true)), kTime,
                      {{{everything ? SCALESCOPE_TEXT("core", "Every operation counts, each the longer of its arithmetic and its HBM traffic.")
                                    : SCALESCOPE_TEXT("core", "Matmuls and attention count, at the peak rate; other work is drawn, not timed.")}}});
}

Leaf overlapOf(const Context& c, Axis axis) { return c.input("assumptions.overlap." + std::string(nameOf(axis))); }

Derivation expectedDerivation(const Context& c)
{
    std::vector<AxisTerm> hidden;
    std::vector<Expression> exposed;
    for (Axis axis : usedAxes(c)) {
        const Leaf overlap = overlapOf(c, axis);
        hidden.push_back({axis, times(axisTime(c, axis), overlap)});
        if (overlap.value < 1)
            exposed.push_back(Expression(axisTime(c, axis)) *
                              (Expression(constant(1, SCALESCOPE_TEXT("core", "All of it"))) - overlap));
    }
    if (exposed.empty())
        return derivation(stepExpected(c), maximumOf({stepCompute(c), stepNetwork(c)}), kTime,
                          {{{SCALESCOPE_TEXT("core", "All communication may hide under compute, so the expected time is the lower one.")}}});
    std::vector<Note> notes = combinationNotes(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "A fraction of each degree's traffic may hide under compute; the rest is added.")}});
    Expression e = maximumOf({stepCompute(c), combined(c, hidden)});
    for (Expression& term : exposed)
        e = std::move(e) + std::move(term);
    return derivation(stepExpected(c), std::move(e), kTime, std::move(notes));
}

Derivation lowerDerivation(const Context& c)
{
    return derivation(stepLower(c), maximumOf({stepCompute(c), stepNetwork(c)}), kTime,
                      {{{SCALESCOPE_TEXT("core", "Compute and communication overlap fully: the longer counts.")}}});
}

Derivation upperDerivation(const Context& c)
{
    Expression e = stepCompute(c);
    for (Axis axis : usedAxes(c))
        e = std::move(e) + axisTime(c, axis);
    return derivation(stepUpper(c), std::move(e), kTime,
                      {{{SCALESCOPE_TEXT("core", "Nothing overlaps: compute and all communication add.")}}});
}

Derivation boundDerivation(const Context& c)
{
    const BoundBy bound = c.estimate.summary.bound;
    const Leaf leaf = derived("bound", {SCALESCOPE_TEXT("core", "Bound by %1"), {wordOf(bound)}}, "T_lower", "s",
                              c.estimate.step().lower.value);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "What takes longest when everything overlaps binds the step; a tie counts as compute.")}}};
    if (bound == BoundBy::memory)
        notes.push_back({{SCALESCOPE_TEXT("core", "More than half of the compute time is spent in operations that wait for HBM.")}, "step.memory_bound"});
    if (bound != BoundBy::memory && bound != BoundBy::compute)
        notes.push_back({{SCALESCOPE_TEXT("core", "Of the network's time, the %1 degree takes most."), {wordOf(bound)}},
                         "axis." + std::string(nameOf(bound)) + ".time"});
    return derivation(leaf, maximumOf({stepCompute(c), stepNetwork(c)}), kTime, std::move(notes));
}

}  // namespace

Leaf stepCompute(const Context& c)
{
    return derived("step.compute", {SCALESCOPE_TEXT("core", "Compute time of a step")}, "T_compute", "s", c.estimate.step().compute.value);
}

Leaf stepNetwork(const Context& c)
{
    return derived("step.network", {SCALESCOPE_TEXT("core", "Network time of a step")}, "T_network", "s", c.estimate.step().network.value);
}

Leaf stepExpected(const Context& c)
{
    return derived("step.expected", {SCALESCOPE_TEXT("core", "Step time, expected")}, "T_step", "s", c.estimate.step().expected.value);
}

std::optional<Derivation> deriveStep(const Context& c, const Path& path)
{
    if (!c.estimate.possible())
        return std::nullopt;
    if (path.whole == "bound")
        return boundDerivation(c);
    if (path[0] != "step" || path.size() != 2)
        return std::nullopt;
    if (path[1] == "compute")
        return computeDerivation(c);
    if (path[1] == "network")
        return networkDerivation(c);
    if (path[1] == "lower")
        return lowerDerivation(c);
    if (path[1] == "expected")
        return expectedDerivation(c);
    if (path[1] == "upper")
        return upperDerivation(c);
    return std::nullopt;
}

}  // namespace scalescope::explain
