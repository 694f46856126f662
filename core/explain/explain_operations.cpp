// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/view.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kTraffic = SCALESCOPE_TEXT("core", "Book, chapter 1: each operand is read or written once");
constexpr std::string_view kUpdate = SCALESCOPE_TEXT("core", "Counted from the optimizer's update rule");
constexpr std::string_view kTime = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");

const OperationEstimate& at(const Context& c, std::size_t i) { return c.estimate.operations[i]; }

std::string idOfPart(std::size_t i, std::string_view part)
{
    return "operation." + std::to_string(i) + "." + std::string(part);
}

Words wordsOf(const Context& c, const OperationEstimate& op, std::string_view text)
{
    return {text, {wordOf(op), wordOf(op.phase)}, c.letterOf(op.layerKind)};
}

std::string subscript(const Context& c, const OperationEstimate& op)
{
    const std::string letter = c.letterOf(op.layerKind);
    return op.component ? wordOf(op) + (letter.empty() ? "" : " " + letter) + ", " + wordOf(op.phase) : wordOf(op);
}

const LayerOperation& forwardOf(const Context& c, const OperationEstimate& op) { return *find(c.layer, {op.layerKind, *op.component}); }

Leaf flopsLeaf(const Context& c, std::size_t i)
{
    return derived(idOfPart(i, "flops"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "FLOPs of one %1, %2")),
                   "FLOPs_" + subscript(c, at(c, i)), "FLOP", at(c, i).each.flops.value);
}

Leaf trafficLeaf(const Context& c, std::size_t i)
{
    return derived(idOfPart(i, "traffic"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "HBM traffic of one %1, %2")),
                   "bytes_" + subscript(c, at(c, i)), "B", at(c, i).each.traffic.value);
}

Leaf gradientsOfBoth()
{
    return constant(2, SCALESCOPE_TEXT("core", "Gradients of both operands, each another contraction"));
}

/// Parameters that one chip updates.
Expression ownParameters(const Context& c)
{
    Expression shards = c.degree(Axis::fsdp);
    if (c.plan().zeroStage >= 1)
        shards = times(std::move(shards), c.degree(Axis::data));
    return Expression(trainedWeights(c)) / std::move(shards);
}

Expression updateFlops(const Context& c)
{
    return Expression(chosen(optimizerCost(c.plan()).perParameter.value,
                             {SCALESCOPE_TEXT("core", "FLOPs of one parameter's update")}, {}, {}, "plan.optimizer")) *
           ownParameters(c);
}

Expression updateTraffic(const Context& c)
{
    Expression kept = Expression(bytesPerWeight(c)) + bytesPerOptimizerState(c);
    if (c.plan().masterWeights)
        kept = std::move(kept) + bytesPerMasterWeight();
    return (Expression(bytesPerGradient(c)) +
            Expression(constant(2, SCALESCOPE_TEXT("core", "Read once and written once"))) * std::move(kept)) *
           ownParameters(c);
}

Derivation flopsDerivation(const Context& c, std::size_t i)
{
    const OperationEstimate& op = at(c, i);
    if (!op.component)
        return derivation(flopsLeaf(c, i), updateFlops(c), kUpdate);
    const View view = stepView(c);
    const LayerOperation& forward = forwardOf(c, op);
    Expression e = flopsOf(view, forward);
    if (op.phase == Phase::backward && op.each.flops.value > 0)
        e = Expression(gradientsOfBoth()) * std::move(e);
    return derivation(flopsLeaf(c, i), std::move(e), sourceOfFlops(view, forward), notesOf(view, forward, false));
}

Derivation trafficDerivation(const Context& c, std::size_t i)
{
    const OperationEstimate& op = at(c, i);
    if (!op.component)
        return derivation(trafficLeaf(c, i), updateTraffic(c), kUpdate);
    const View view = stepView(c);
    const LayerOperation& forward = forwardOf(c, op);
    Expression e = trafficOf(view, forward);
    if (op.phase == Phase::backward)
        e = Expression(gradientsOfBoth()) * std::move(e);
    return derivation(trafficLeaf(c, i), std::move(e), kTraffic, notesOf(view, forward, true));
}

Leaf intensityLeaf(const Context& c, std::size_t i)
{
    const Operation& each = at(c, i).each;
    return derived(idOfPart(i, "intensity"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Arithmetic intensity of %1, %2")),
                   "I_" + subscript(c, at(c, i)), "FLOP/B", intensityOf(each).value);
}

/// Repeats of one operation: layers, and the recomputed fraction of them.
Expression repeated(const Context& c, const OperationEstimate& op, Expression each)
{
    if (!op.component)
        return each;
    Expression all = c.inLayers(op.layerKind, std::move(each));
    if (op.phase == Phase::recompute && c.plan().remat == Remat::custom)
        all = times(std::move(all), c.input("plan.recompute"));
    return all;
}

Expression rateOf(const Context& c, OperationKind kind, std::vector<Note>& notes)
{
    if (kind == OperationKind::elementwise && c.scenario.hardware.cluster.chip.vector)
        return c.input("chip.vector");
    if (kind == OperationKind::elementwise)
        notes.push_back({{SCALESCOPE_TEXT("core", "The chip states no vector rate: the matmul rate stands for it.")}});
    return times(peak(c), c.input("assumptions.matmul_efficiency"));
}

Derivation timeDerivation(const Context& c, std::size_t i)
{
    const OperationEstimate& op = at(c, i);
    std::vector<Note> notes;
    Expression each = Expression(flopsLeaf(c, i)) / rateOf(c, op.kind, notes);
    const bool traffic = c.assumptions().timed == TimedWork::operations || !op.timed;
    if (traffic && c.step.hbm)
        each = maximumOf({std::move(each), Expression(trafficLeaf(c, i)) / c.input("chip.hbm.bandwidth")});
    if (!op.timed)
        notes.push_back({{SCALESCOPE_TEXT("core", "Drawn, but not counted in the step: the assumptions time matmuls and attention alone.")},
                         "step.compute"});
    else if (!traffic)
        notes.push_back({{SCALESCOPE_TEXT("core", "FLOPs at peak: the assumptions leave HBM traffic out of the time.")}});
    if (op.phase == Phase::recompute)
        notes.push_back({{SCALESCOPE_TEXT("core", "Computed again in the backward pass, by the rematerialisation policy.")}});
    return derivation(operationTime(c, i), repeated(c, op, std::move(each)), kTime, std::move(notes));
}

}  // namespace

Leaf localTokens(const Context& c)
{
    return derived("tokens.local", {SCALESCOPE_TEXT("core", "Tokens of one data shard")}, "B_local", "tokens",
                   c.step.shape.tokens);
}

Leaf operationTime(const Context& c, std::size_t i)
{
    return derived(idOfPart(i, "time"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Time of %1, %2")),
                   "T_" + subscript(c, at(c, i)), "s", at(c, i).total.value);
}

Expression repeatedFlops(const Context& c, std::size_t i) { return repeated(c, at(c, i), flopsLeaf(c, i)); }

std::optional<Derivation> deriveOperation(const Context& c, const Path& path)
{
    if (path.whole == "tokens.local")
        return derivation(localTokens(c),
                          Expression(c.input("workload.batch")) / times(c.degree(Axis::fsdp), c.degree(Axis::data)),
                          SCALESCOPE_TEXT("core", "Book, chapter 5: the batch is split over the data and the fully sharded degree"));
    const auto i = path[0] == "operation" && path.size() == 3 ? path.index(1) : std::nullopt;
    if (!i || *i >= c.estimate.operations.size())
        return std::nullopt;
    if (path[2] == "flops")
        return flopsDerivation(c, *i);
    if (path[2] == "traffic")
        return trafficDerivation(c, *i);
    if (path[2] == "intensity")
        return derivation(intensityLeaf(c, *i), Expression(flopsLeaf(c, *i)) / trafficLeaf(c, *i),
                          SCALESCOPE_TEXT("core", "Book, chapter 1, \"Arithmetic intensity\""));
    if (path[2] == "time" && c.estimate.possible())
        return timeDerivation(c, *i);
    return std::nullopt;
}

}  // namespace scalescope::explain
