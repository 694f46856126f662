// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"
#include "core/explain/view.h"
#include "core/explain/work.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr double kAgreement = 1e-13;

Leaf stepLeaf(std::string_view id, std::string_view name, std::string_view symbol, Seconds value)
{
    return derived("step." + std::string(id), {name}, std::string(symbol), "s", value.value);
}

Leaf stepLower(const Context& c)
{
    return stepLeaf("lower", SCALESCOPE_TEXT("core", "Step time, fully overlapped"), "T_lower", c.estimate.step().lower);
}

Leaf stepUpper(const Context& c)
{
    return stepLeaf("upper", SCALESCOPE_TEXT("core", "Step time, nothing overlapped"), "T_upper", c.estimate.step().upper);
}

Leaf stepHost(const Context& c)
{
    return stepLeaf("host", SCALESCOPE_TEXT("core", "Time of the host's link in a step"), "T_host", c.estimate.step().host);
}

Leaf stepBubble(const Context& c)
{
    return stepLeaf("bubble", SCALESCOPE_TEXT("core", "Bubble of the pipeline"), "T_bubble", c.estimate.step().bubble);
}

std::vector<AxisTerm> axisTerms(const Context& c)
{
    std::vector<AxisTerm> terms;
    for (Axis axis : usedAxes(c))
        terms.push_back({axis, axisTime(c, axis)});
    return terms;
}

Derivation networkDerivation(const Context& c)
{
    const std::vector<AxisTerm> terms = axisTerms(c);
    if (terms.empty())
        return derivation(stepNetwork(c), constant(0, SCALESCOPE_TEXT("core", "No degree has more than one chip: nothing is sent"), "s"), kCombining);
    return derivation(stepNetwork(c), combined(c, terms), kCombining, combinationNotes(c));
}

Derivation computeDerivation(const Context& c)
{
    const bool everything = c.assumptions().timed == TimedWork::operations;
    std::vector<Note> notes = {{{everything ? SCALESCOPE_TEXT("core", "Every operation counts, each the longer of its arithmetic and its HBM traffic.")
                                            : SCALESCOPE_TEXT("core", "Matmuls and attention count, at the peak rate; other work is drawn, not timed.")}}};
    if (c.staged())
        notes.push_back({{SCALESCOPE_TEXT("core", "On the slowest stage, which is stage %1."), {std::to_string(c.estimate.slowestStage)}}});
    return derivation(stepCompute(c), sumOrNone(componentTerms(c, true), SCALESCOPE_TEXT("core", "Nothing is timed")), kTimeSource, std::move(notes));
}

/// The largest of what may overlap.
Expression largest(const Context& c)
{
    std::vector<Expression> candidates = {stepCompute(c), stepNetwork(c)};
    if (c.estimate.step().host.value > 0)
        candidates.push_back(stepHost(c));
    return maximumOf(std::move(candidates));
}

// Several stages: the slowest, what the others add, and the borders.

Leaf fillLeaf(const Context& c, Overlap overlap)
{
    double sum = 0;
    for (std::size_t s = 0; s < c.allStages.size(); ++s)
        if (static_cast<int>(s) != slowestUnder(c, overlap))
            sum += stageBubble(c, static_cast<int>(s), overlap).value;
    return derived("step.fill" + suffixOf(overlap), {SCALESCOPE_TEXT("core", "What the other stages add while the pipeline fills and drains")}, "T_fill",
                   "s", sum);
}

std::function<Leaf(int)> bubblesUnder(const Context& c, Overlap overlap)
{
    return [&c, overlap](int stage) { return stageBubble(c, stage, overlap); };
}

std::optional<Derivation> deriveFill(const Context& c, const Path& path)
{
    const auto named = overlapOf(path[2]);
    const Overlap overlap = named.value_or(Overlap::expected);
    const std::size_t at = named ? 3 : 2;
    const std::string id = "step.fill" + suffixOf(overlap);
    if (path.size() == at + 2 && path[at] == "range")
        return deriveRange(c, id, path[at + 1], slowestUnder(c, overlap), bubblesUnder(c, overlap), kSchedules);
    if (path.size() != at)
        return std::nullopt;
    return derivation(fillLeaf(c, overlap), overStages(c, id, slowestUnder(c, overlap), bubblesUnder(c, overlap)), kSchedules,
                      {{{SCALESCOPE_TEXT("core", "Stages that are alike are counted together.")}}});
}

std::vector<std::size_t> borders(const Context& c)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < c.walked.collectives.size(); ++i)
        if (c.walked.collectives[i].group == Group::stages)
            found.push_back(i);
    return found;
}

Leaf bordersLeaf(const Context& c)
{
    return stepLeaf("borders", SCALESCOPE_TEXT("core", "The first micro-batch's way over all borders and the last one's back"), "T_borders",
                    c.stages.borderTime() * (static_cast<double>(c.allStages.size()) - 1.0));
}

Derivation bordersDerivation(const Context& c)
{
    std::vector<Expression> both;
    for (const std::size_t i : borders(c))
        both.push_back(sendTime(c, i));
    return derivation(bordersLeaf(c),
                      (Expression(c.degree(Axis::pipeline)) - constant(1, SCALESCOPE_TEXT("core", "The last stage sends nothing on"))) * sumOf(std::move(both)),
                      kSchedules);
}

/// All of a pipeline's step.
Expression whole(const Context& c, Overlap overlap)
{
    Expression e = Expression(stageTotal(c, slowestUnder(c, overlap), overlap)) + fillLeaf(c, overlap);
    return borders(c).empty() ? e : std::move(e) + bordersLeaf(c);
}

Note slowestNote(const Context& c, Overlap overlap)
{
    return {{SCALESCOPE_TEXT("core", "Stage %1 is the slowest; the others add their own micro-batch while the pipeline fills and drains."),
             {std::to_string(slowestUnder(c, overlap))}}};
}

Derivation bubbleDerivation(const Context& c)
{
    if (!c.staged())
        return derivation(stepBubble(c), constant(0, SCALESCOPE_TEXT("core", "One stage: there is nothing to fill or drain"), "s"), kSchedules);
    Expression e = fillLeaf(c, Overlap::expected);
    if (!borders(c).empty())
        e = std::move(e) + bordersLeaf(c);
    return derivation(stepBubble(c), std::move(e), kSchedules, {slowestNote(c, Overlap::expected)});
}

Expression between(Expression least, Expression value, Expression most)
{
    return maximumOf({std::move(least), minimumOf({std::move(value), std::move(most)})});
}

bool agrees(const Expression& e, double value) { return std::abs(evaluate(e) - value) <= kAgreement * std::abs(value); }

Derivation lowerDerivation(const Context& c)
{
    if (c.staged())
        return derivation(stepLower(c), whole(c, Overlap::full), kTimeSource, {slowestNote(c, Overlap::full)});
    return derivation(stepLower(c), largest(c), kTimeSource,
                      {{{SCALESCOPE_TEXT("core", "Compute and communication overlap fully: the longer counts.")}}});
}

Work workOfStep(const Context& c)
{
    Work work{stepCompute(c), axisTerms(c)};
    if (c.estimate.step().host.value > 0)
        work.host = stepHost(c);
    return work;
}

Derivation upperDerivation(const Context& c)
{
    if (c.staged()) {
        Expression e = whole(c, Overlap::none);
        if (!agrees(e, c.estimate.step().upper.value))
            e = maximumOf({std::move(e), stepLower(c)});
        return derivation(stepUpper(c), std::move(e), kTimeSource, {slowestNote(c, Overlap::none)});
    }
    return derivation(stepUpper(c), timeOfWork(c, workOfStep(c), Overlap::none), kTimeSource,
                      {{{SCALESCOPE_TEXT("core", "Nothing overlaps: compute and all communication add.")}}});
}

bool hidesAll(const Context& c)
{
    const std::vector<Axis> used = usedAxes(c);
    return std::all_of(used.begin(), used.end(), [&](Axis axis) { return c.stages.hidden(axis) >= 1; }) &&
           (c.estimate.step().host.value <= 0 || c.assumptions().hostOverlap >= 1);
}

Derivation expectedDerivation(const Context& c)
{
    if (c.staged()) {
        Expression e = whole(c, Overlap::expected);
        if (!agrees(e, c.estimate.step().expected.value))
            e = between(stepLower(c), std::move(e), stepUpper(c));
        return derivation(stepExpected(c), std::move(e), kTimeSource, {slowestNote(c, Overlap::expected)});
    }
    if (hidesAll(c))
        return derivation(stepExpected(c), largest(c), kTimeSource,
                          {{{SCALESCOPE_TEXT("core", "All communication may hide under compute, so the expected time is the lower one.")}}});
    std::vector<Note> notes = combinationNotes(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "A fraction of each degree's traffic may hide under compute; the rest is added.")}});
    return derivation(stepExpected(c), timeOfWork(c, workOfStep(c), Overlap::expected), kTimeSource, std::move(notes));
}

Derivation exposedDerivation(const Context& c)
{
    const Leaf leaf = stepLeaf("exposed", SCALESCOPE_TEXT("core", "Communication and host traffic that nothing hides"), "T_exposed", c.estimate.step().exposed);
    Expression rest = Expression(stepExpected(c));
    if (c.staged())
        rest = std::move(rest) - stepBubble(c);
    return derivation(leaf, maximumOf({constant(0, SCALESCOPE_TEXT("core", "No less than nothing"), "s"), std::move(rest) - stepCompute(c)}), kTimeSource,
                      {{{SCALESCOPE_TEXT("core", "What the expected step has beyond compute and the bubble; the exposed parts of the collectives and of the host add up to it.")}}});
}

/// What of the degrees' traffic may hide takes this long beside compute.
Leaf hiddenLeaf(const Context& c)
{
    const AxisTimes hidden = c.stages.hiddenOf(c.estimate.summary.axes);
    return stepLeaf("hidden_network", SCALESCOPE_TEXT("core", "Network time of what may hide under compute"), "T_hidden",
                    combine(hidden, c.step, c.assumptions().networks).time);
}

Leaf fractionLeaf(Axis axis, double value)
{
    return derived("axis." + std::string(nameOf(axis)) + ".exposed_fraction",
                   {SCALESCOPE_TEXT("core", "Exposed fraction of the %1 degree's traffic"), {wordOf(axis)}}, "e_" + wordOf(axis), {}, value);
}

/// Beyond what never hides: what the network still sends when compute is done.
Expression fractionExpression(const Context& c, Axis axis)
{
    const Expression all = constant(1, SCALESCOPE_TEXT("core", "All of it"));
    Expression fraction = all - hiddenFraction(c, axis);
    const AxisTimes hidden = c.stages.hiddenOf(c.estimate.summary.axes);
    const CombinedNetworks beside = combine(hidden, c.step, c.assumptions().networks);
    const StepTimes& step = c.estimate.step();
    const bool hostLonger = step.host.value * c.assumptions().hostOverlap > beside.time.value;
    if (hostLonger || beside.time <= step.compute || !beside.counts(axis))
        return fraction;
    return std::move(fraction) + hiddenFraction(c, axis) * (Expression(hiddenLeaf(c)) - stepCompute(c)) / hiddenLeaf(c);
}

Derivation axisExposed(const Context& c, Axis axis)
{
    const Leaf leaf = derived("axis." + std::string(nameOf(axis)) + ".exposed", {SCALESCOPE_TEXT("core", "Exposed communication of the %1 degree"), {wordOf(axis)}},
                              "T_exposed, " + wordOf(axis), "s", c.estimate.of(axis).exposed.value);
    return derivation(leaf, Expression(axisTime(c, axis)) * exposedFraction(c, axis), kTimeSource);
}

Derivation boundDerivation(const Context& c)
{
    const BoundBy bound = c.estimate.summary.bound;
    const Leaf leaf = derived("bound", {SCALESCOPE_TEXT("core", "Bound by %1"), {wordOf(bound)}}, c.staged() ? "T_longest" : "T_lower", "s",
                              evaluate(largest(c)));
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "What takes longest when everything overlaps binds the step; a tie counts as compute.")}}};
    if (bound == BoundBy::memory)
        notes.push_back({{SCALESCOPE_TEXT("core", "More than half of the compute time is spent in operations that wait for HBM.")}, "step.memory_bound"});
    if (bound == BoundBy::host)
        notes.push_back({{SCALESCOPE_TEXT("core", "What is offloaded crosses the host's link longer than compute or the network take.")}, "step.host"});
    else if (bound != BoundBy::memory && bound != BoundBy::compute)
        notes.push_back({{SCALESCOPE_TEXT("core", "Of the network's time, the %1 degree takes most."), {wordOf(bound)}},
                         "axis." + std::string(nameOf(bound)) + ".time"});
    return derivation(leaf, largest(c), kTimeSource, std::move(notes));
}

std::optional<Derivation> deriveOfStep(const Context& c, const Path& path)
{
    if (path[1] == "compute")
        return computeDerivation(c);
    if (path[1] == "network")
        return networkDerivation(c);
    if (path[1] == "host")
        return derivation(stepHost(c), stageHost(c, c.estimate.slowestStage), kTimeSource);
    if (path[1] == "update")
        return derivation(stepLeaf("update", SCALESCOPE_TEXT("core", "Time of the optimizer's update in a step"), "T_update", c.estimate.step().update),
                          stageUpdate(c, c.estimate.slowestStage), kTimeSource);
    if (path[1] == "lower")
        return lowerDerivation(c);
    if (path[1] == "expected")
        return expectedDerivation(c);
    if (path[1] == "upper")
        return upperDerivation(c);
    if (path[1] == "bubble")
        return bubbleDerivation(c);
    if (path[1] == "exposed")
        return exposedDerivation(c);
    if (path[1] == "borders" && !borders(c).empty())
        return bordersDerivation(c);
    if (path[1] == "hidden_network") {
        const std::vector<AxisTerm> hidden = hiddenTerms(c, axisTerms(c));
        return hidden.empty() ? std::nullopt : std::optional(derivation(hiddenLeaf(c), combined(c, hidden), kCombining, combinationNotes(c)));
    }
    return std::nullopt;
}

}  // namespace

int slowestUnder(const Context& c, Overlap overlap)
{
    int slowest = 0;
    Seconds longest = c.stages.total(c.stage(0), overlap);
    for (int s = 1; s < static_cast<int>(c.allStages.size()); ++s) {
        const Seconds total = c.stages.total(c.stage(s), overlap);
        if (total <= longest)
            continue;
        longest = total;
        slowest = s;
    }
    return slowest;
}

Leaf exposedFraction(const Context& c, Axis axis) { return fractionLeaf(axis, evaluate(fractionExpression(c, axis))); }

Leaf stepCompute(const Context& c)
{
    return stepLeaf("compute", SCALESCOPE_TEXT("core", "Compute time of a step"), "T_compute", c.estimate.step().compute);
}

Leaf stepNetwork(const Context& c)
{
    return stepLeaf("network", SCALESCOPE_TEXT("core", "Network time of a step"), "T_network", c.estimate.step().network);
}

Leaf stepExpected(const Context& c)
{
    return stepLeaf("expected", SCALESCOPE_TEXT("core", "Step time, expected"), "T_step", c.estimate.step().expected);
}

std::optional<Derivation> deriveStep(const Context& c, const Path& path)
{
    if (!c.estimate.possible())
        return std::nullopt;
    if (path.whole == "bound")
        return boundDerivation(c);
    const auto axis = path[0] == "axis" && path.size() == 3 ? path.axis(1) : std::nullopt;
    if (axis && path[2] == "exposed")
        return axisExposed(c, *axis);
    if (axis && path[2] == "exposed_fraction")
        return derivation(exposedFraction(c, *axis), fractionExpression(c, *axis), kTimeSource,
                          {{{SCALESCOPE_TEXT("core", "What may not hide, and what of the rest is still to send when compute is done.")}}});
    if (path[0] != "step")
        return std::nullopt;
    if (path[1] == "fill" && c.staged())
        return deriveFill(c, path);
    return path.size() == 2 ? deriveOfStep(c, path) : std::nullopt;
}

}  // namespace scalescope::explain
