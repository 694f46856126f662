// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"
#include "core/explain/view.h"
#include "core/explain/work.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kHost = SCALESCOPE_TEXT("core", "Scalescope: what is offloaded crosses the host's link");

Leaf leafOf(int stage, std::string_view id, Words words, std::string_view symbol, double value, std::string_view unit = "s")
{
    const std::string number = std::to_string(stage);
    words.arguments.insert(words.arguments.begin(), number);
    return derived("stage." + number + "." + std::string(id), std::move(words), std::string(symbol) + ", " + number, unit, value);
}

std::string_view wordOf(Overlap overlap)
{
    switch (overlap) {
    case Overlap::full: return SCALESCOPE_TEXT("core", "fully overlapped");
    case Overlap::none: return SCALESCOPE_TEXT("core", "nothing overlapped");
    case Overlap::expected: break;
    }
    return SCALESCOPE_TEXT("core", "expected");
}

/// One number of a stage under one of the three overlaps.
Leaf timeLeaf(int stage, std::string_view what, std::string_view text, std::string_view symbol, Seconds value, Overlap overlap)
{
    return leafOf(stage, std::string(what) + suffixOf(overlap), {text, {std::string(wordOf(overlap))}}, symbol, value.value);
}

Leaf forwardLeaf(const Context& c, int stage, Overlap overlap)
{
    return timeLeaf(stage, "forward", SCALESCOPE_TEXT("core", "Stage %1: forward pass of a micro-batch, %2"), "T_forward",
                    c.stages.microbatch(c.stage(stage), overlap).forward, overlap);
}

Leaf backwardLeaf(const Context& c, int stage, Overlap overlap)
{
    const MicrobatchTimes times = c.stages.microbatch(c.stage(stage), overlap);
    return timeLeaf(stage, "backward", SCALESCOPE_TEXT("core", "Stage %1: backward pass of a micro-batch, %2"), "T_backward",
                    times.backwardInput + times.backwardWeight, overlap);
}

Leaf inputLeaf(const Context& c, int stage, Overlap overlap)
{
    return timeLeaf(stage, "backward_input", SCALESCOPE_TEXT("core", "Stage %1: gradients of the inputs of a micro-batch, %2"), "T_input",
                    c.stages.microbatch(c.stage(stage), overlap).backwardInput, overlap);
}

Leaf weightLeaf(const Context& c, int stage, Overlap overlap)
{
    return timeLeaf(stage, "backward_weight", SCALESCOPE_TEXT("core", "Stage %1: gradients of the weights of a micro-batch, %2"), "T_weight",
                    c.stages.microbatch(c.stage(stage), overlap).backwardWeight, overlap);
}

Expression perMicrobatch(const Context& c, Expression all)
{
    return c.plan().microbatches > 1 ? std::move(all) / c.microbatches() : std::move(all);
}

std::vector<AxisTerm> networksOf(const Context& c, int stage, Cost::When when)
{
    std::vector<AxisTerm> terms;
    for (const Axis axis : kAxes) {
        const Leaf leaf = stageCost(c, stage, {Cost::Kind::network, axis, when});
        if (leaf.value > 0)
            terms.push_back({axis, leaf});
    }
    return terms;
}

constexpr std::string_view kNoWork = SCALESCOPE_TEXT("core", "The timed pass has none");

Derivation forwardDerivation(const Context& c, int stage, Overlap overlap)
{
    const Leaf leaf = forwardLeaf(c, stage, overlap);
    if (leaf.value <= 0)
        return derivation(leaf, constant(0, kNoWork, "s"), kTimeSource);
    Work work{stageCost(c, stage, {Cost::Kind::forward}), networksOf(c, stage, Cost::When::forward)};
    return derivation(leaf, perMicrobatch(c, timeOfWork(c, std::move(work), overlap)), kTimeSource, combinationNotes(c));
}

Derivation backwardDerivation(const Context& c, int stage, Overlap overlap)
{
    const Leaf leaf = backwardLeaf(c, stage, overlap);
    if (leaf.value <= 0)
        return derivation(leaf, constant(0, kNoWork, "s"), kTimeSource);
    Work work{Expression(stageCost(c, stage, {Cost::Kind::backwardInput})) + stageCost(c, stage, {Cost::Kind::backwardWeight}),
              networksOf(c, stage, Cost::When::backward)};
    return derivation(leaf, perMicrobatch(c, timeOfWork(c, std::move(work), overlap)), kTimeSource, combinationNotes(c));
}

Derivation totalDerivation(const Context& c, int stage, Overlap overlap)
{
    Work work{stageCompute(c, stage), {}};
    for (const Axis axis : kAxes)
        if (const Leaf leaf = stageNetwork(c, stage, axis); leaf.value > 0)
            work.networks.push_back({axis, leaf});
    if (c.stage(stage).host.value > 0)
        work.host = stageHost(c, stage);
    return derivation(stageTotal(c, stage, overlap), timeOfWork(c, std::move(work), overlap), kTimeSource, combinationNotes(c));
}

Derivation bubbleDerivation(const Context& c, int stage, Overlap overlap)
{
    const Leaf leaf = stageBubble(c, stage, overlap);
    const Expression forward = forwardLeaf(c, stage, overlap);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "What a stage other than the slowest adds while the pipeline fills and drains: its own micro-batch, once.")}}};
    if (c.plan().schedule == PipelineSchedule::zeroBubble) {
        notes.push_back({{SCALESCOPE_TEXT("core", "Gradients of the weights fill the gaps; what is left counts from a stage's own start to its own end.")}});
        return derivation(leaf,
                          maximumOf({constant(0, SCALESCOPE_TEXT("core", "No less than nothing"), "s"),
                                     forward + inputLeaf(c, stage, overlap) -
                                         Expression(constant(2, SCALESCOPE_TEXT("core", "Gradients of the weights fill the gap of the forward and of the backward pass"))) *
                                             weightLeaf(c, stage, overlap)}),
                          kSchedules, std::move(notes));
    }
    Expression whole = forward + backwardLeaf(c, stage, overlap);
    if (c.plan().chunksPerStage() > 1) {
        notes.push_back({{SCALESCOPE_TEXT("core", "Interleaved chunks: a stage passes on its first chunk, not all of them.")}});
        whole = std::move(whole) / c.input("plan.chunks");
    }
    return derivation(leaf, std::move(whole), kSchedules, std::move(notes));
}

Derivation inFlightDerivation(const Context& c, int stage)
{
    if (c.stages.count() == 1)
        return derivation(inFlight(c, stage),
                          constant(1, SCALESCOPE_TEXT("core", "One stage takes its micro-batches one after the other")), kSchedules);
    const Expression stages = c.degree(Axis::pipeline);
    const Expression m = c.microbatches();
    const Expression own = constant(stage, SCALESCOPE_TEXT("core", "Stages before it"));
    const Leaf one = constant(1, SCALESCOPE_TEXT("core", "Itself"));
    const Leaf two = constant(2, SCALESCOPE_TEXT("core", "A forward and a backward pass"));
    Expression e = m;
    Note note{{SCALESCOPE_TEXT("core", "All forward passes come before the first backward pass.")}};
    switch (c.plan().schedule) {
    case PipelineSchedule::gpipe: break;
    case PipelineSchedule::oneForwardOneBackward:
        e = minimumOf({m, stages - own});
        note = {{SCALESCOPE_TEXT("core", "A stage starts as many micro-batches as there are stages behind it before its first backward pass.")}};
        break;
    case PipelineSchedule::interleaved: {
        const Expression v = c.input("plan.chunks");
        e = minimumOf({m * v, Expression(two) * (stages - own - one) + (v - one) * stages + one}) / v;
        note = {{SCALESCOPE_TEXT("core", "Counted in chunks of a stage, of which a micro-batch has several.")}};
        break;
    }
    case PipelineSchedule::zeroBubble:
        e = minimumOf({m, Expression(two) * stages - one});
        note = {{SCALESCOPE_TEXT("core", "Activations are held until the late gradients of the weights are done.")}};
        break;
    }
    return derivation(inFlight(c, stage), std::move(e), kSchedules, {std::move(note)});
}

Derivation layersDerivation(const Context& c, std::size_t kind, int stage)
{
    const Leaf leaf = c.layersOf(kind, stage);
    constexpr std::string_view source = SCALESCOPE_TEXT("core", "Scalescope: chunks of layers go round the stages; what does not divide is spread from the second chunk on");
    if (!c.staged())
        return derivation(leaf, Expression(c.layersOf(kind)) / c.degree(Axis::pipeline), source,
                          {{{SCALESCOPE_TEXT("core", "These layers do not fit so many stages: one average stage is given.")}}});
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "The first chunk, which embeds, and the last, which unembeds, take one more only when all others have.")}}};
    if (c.architecture().kinds.size() > 1)
        return derivation(leaf, constant(leaf.value, SCALESCOPE_TEXT("core", "Counted along the order of the kinds")), source, std::move(notes));
    const auto chunks = static_cast<double>(c.plan().chunksPerStage());
    Expression all = c.degree(Axis::pipeline);
    if (chunks > 1)
        all = std::move(all) * c.input("plan.chunks");
    Expression base(Op::roundDown, {Expression(c.input("model.layers")) / std::move(all)});
    const double extra = leaf.value - chunks * evaluate(base);
    if (chunks > 1)
        base = Expression(c.input("plan.chunks")) * std::move(base);
    if (extra > 0)
        base = std::move(base) + constant(extra, SCALESCOPE_TEXT("core", "Its chunks that take one layer of those that do not divide"));
    return derivation(leaf, std::move(base), source, std::move(notes));
}

Derivation allLayersDerivation(const Context& c, int stage)
{
    const Leaf leaf = leafOf(stage, "layers", {SCALESCOPE_TEXT("core", "Layers on stage %1")}, "L", c.stage(stage).layers, {});
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        if (c.countOf(k, stage) > 0)
            terms.push_back(c.layersOf(k, stage));
    return derivation(leaf, sumOf(std::move(terms)), SCALESCOPE_TEXT("core", "The model of the scenario"));
}

Derivation hostDerivation(const Context& c, int stage)
{
    const Plan& plan = c.plan();
    std::vector<Expression> moved;
    if (plan.offloadActivations > 0 && c.inputs.workload.pass != Pass::forward)
        moved.push_back(Expression(constant(2, SCALESCOPE_TEXT("core", "Out after the forward pass and back for the backward one"))) *
                        times(times(Expression(keptPerMicrobatch(c, stage)), c.input("plan.offload_activations")), c.microbatches()));
    if (plan.offloadOptimizer && c.inputs.workload.pass == Pass::step)
        moved.push_back(optimizerStateOn(c, stage));
    const Leaf leaf = stageHost(c, stage);
    if (moved.empty() || !c.scenario.hardware.cluster.chip.hostLink)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing crosses the host's link in the timed pass"), "s"), kHost);
    return derivation(leaf, sumOf(std::move(moved)) / c.input("chip.host_link"), kHost,
                      {{{SCALESCOPE_TEXT("core", "Activations go out and come back one after the other; the optimizer's state streams both ways at once.")}}});
}

Derivation updateDerivation(const Context& c, int stage)
{
    const Leaf leaf = stageUpdate(c, stage);
    std::vector<Note> notes;
    if (!updates(c))
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "The update is not in the time"), "s"), kTimeSource);
    Expression time = updateTime(c, stage, notes);
    return derivation(leaf, std::move(time), kTimeSource, std::move(notes));
}

Derivation computeDerivation(const Context& c, const Leaf& leaf, int stage)
{
    std::vector<Expression> terms;
    for (const Cost::Kind kind : {Cost::Kind::forward, Cost::Kind::backwardInput, Cost::Kind::backwardWeight})
        if (const Leaf cost = stageCost(c, stage, {kind}); cost.value > 0)
            terms.push_back(cost);
    if (const Leaf update = stageUpdate(c, stage); update.value > 0)
        terms.push_back(update);
    return derivation(leaf, sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Nothing that is timed is on this stage")), kTimeSource);
}

Derivation networkDerivation(const Context& c, const Leaf& leaf, int stage, Axis axis)
{
    std::vector<Expression> terms;
    for (const Cost::When when : {Cost::When::forward, Cost::When::backward, Cost::When::step})
        if (const Leaf cost = stageCost(c, stage, {Cost::Kind::network, axis, when}); cost.value > 0)
            terms.push_back(cost);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "This degree sends nothing in the timed pass"), "s"), kCombining);
    return derivation(leaf, sumOf(std::move(terms)), kCombining);
}

Leaf ownCompute(const Context& c, int stage)
{
    return leafOf(stage, "compute", {SCALESCOPE_TEXT("core", "Stage %1: compute of a step")}, "T_compute", c.stage(stage).compute().value);
}

Leaf ownNetwork(const Context& c, int stage, Axis axis)
{
    return leafOf(stage, "network." + std::string(nameOf(axis)), {SCALESCOPE_TEXT("core", "Stage %1: communication of the %2 degree"), {explain::wordOf(axis)}},
                  "T_" + explain::wordOf(axis), c.stage(stage).networks[static_cast<std::size_t>(axis)].value);
}

std::optional<Derivation> deriveTimes(const Context& c, int stage, const Path& path)
{
    if (path.size() == 3 && path[2] == "compute")
        return computeDerivation(c, ownCompute(c, stage), stage);
    if (path.size() == 3 && path[2] == "update")
        return updateDerivation(c, stage);
    if (path.size() == 3 && path[2] == "host")
        return hostDerivation(c, stage);
    if (path.size() == 4 && path[2] == "network") {
        const auto axis = path.axis(3);
        return axis ? std::optional(networkDerivation(c, ownNetwork(c, stage, *axis), stage, *axis)) : std::nullopt;
    }
    const auto overlap = path.size() == 3 ? std::optional(Overlap::expected) : path.size() == 4 ? overlapOf(path[3]) : std::nullopt;
    if (!overlap)
        return std::nullopt;
    if (path[2] == "forward")
        return forwardDerivation(c, stage, *overlap);
    if (path[2] == "backward")
        return backwardDerivation(c, stage, *overlap);
    if (path[2] == "backward_weight") {
        const Leaf leaf = weightLeaf(c, stage, *overlap);
        Expression e = perMicrobatch(c, stageCost(c, stage, {Cost::Kind::backwardWeight}));
        return derivation(leaf, std::move(e), kTimeSource,
                          {{{SCALESCOPE_TEXT("core", "Communication is counted with the gradients of the inputs.")}}});
    }
    if (path[2] == "backward_input")
        return derivation(inputLeaf(c, stage, *overlap), Expression(backwardLeaf(c, stage, *overlap)) - weightLeaf(c, stage, *overlap), kTimeSource);
    if (path[2] == "total")
        return totalDerivation(c, stage, *overlap);
    return path[2] == "bubble" && c.staged() ? std::optional(bubbleDerivation(c, stage, *overlap)) : std::nullopt;
}

}  // namespace

std::string suffixOf(Overlap overlap) { return overlap == Overlap::full ? ".lower" : overlap == Overlap::none ? ".upper" : ""; }

std::optional<Overlap> overlapOf(std::string_view suffix)
{
    if (suffix == "lower")
        return Overlap::full;
    return suffix == "upper" ? std::optional(Overlap::none) : std::nullopt;
}

Leaf stageCompute(const Context& c, int stage) { return stage == c.estimate.slowestStage ? stepCompute(c) : ownCompute(c, stage); }

Leaf stageNetwork(const Context& c, int stage, Axis axis)
{
    return stage == c.estimate.slowestStage ? axisTime(c, axis) : ownNetwork(c, stage, axis);
}

Leaf stageUpdate(const Context& c, int stage)
{
    return leafOf(stage, "update", {SCALESCOPE_TEXT("core", "Stage %1: update by the optimizer")}, "T_update", c.stage(stage).update.value);
}

Leaf stageHost(const Context& c, int stage)
{
    return leafOf(stage, "host", {SCALESCOPE_TEXT("core", "Stage %1: time of the host's link")}, "T_host", c.stage(stage).host.value);
}

Leaf stageTotal(const Context& c, int stage, Overlap overlap)
{
    return timeLeaf(stage, "total", SCALESCOPE_TEXT("core", "Stage %1: all micro-batches, %2"), "T_stage",
                    c.stages.total(c.stage(stage), overlap), overlap);
}

Leaf stageBubble(const Context& c, int stage, Overlap overlap)
{
    const Seconds bubble = bubbleOf(c.plan().schedule, c.stages.microbatch(c.stage(stage), overlap), static_cast<double>(c.plan().chunksPerStage()));
    return timeLeaf(stage, "bubble", SCALESCOPE_TEXT("core", "Stage %1: what it adds to fill and drain, %2"), "T_fill", bubble, overlap);
}

Leaf inFlight(const Context& c, int stage)
{
    return leafOf(stage, "in_flight", {SCALESCOPE_TEXT("core", "Stage %1: micro-batches in flight")}, "n_flight", c.stage(stage).inFlight, {});
}

std::optional<Derivation> deriveStage(const Context& c, const Path& path)
{
    const auto stage = path[0] == "stage" ? path.stage(1, c) : std::nullopt;
    if (!stage)
        return std::nullopt;
    if (path.size() == 3 && path[2] == "in_flight")
        return inFlightDerivation(c, *stage);
    if (path.size() == 3 && path[2] == "layers") {
        if (c.plan().pipeline > 1 && c.architecture().kinds.size() == 1)
            return layersDerivation(c, 0, *stage);
        return allLayersDerivation(c, *stage);
    }
    if (path.size() == 4 && path[2] == "layers") {
        const auto kind = path.kind(3, c);
        return kind && c.plan().pipeline > 1 && c.architecture().kinds.size() > 1 ? std::optional(layersDerivation(c, *kind, *stage)) : std::nullopt;
    }
    return c.estimate.possible() ? deriveTimes(c, *stage, path) : std::nullopt;
}

}  // namespace scalescope::explain
