// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"
#include "core/explain/widths.h"
#include "core/explain/work.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kTraffic = SCALESCOPE_TEXT("core", "Book, chapter 1: each operand is read or written once");
constexpr std::string_view kUpdate = SCALESCOPE_TEXT("core", "Counted from the optimizer's update rule");
constexpr std::string_view kIntensity = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Arithmetic intensity\"");

const OperationEstimate& at(const Context& c, std::size_t i) { return c.walked.operations[i]; }

std::string idOfPart(const Context& c, std::size_t i, std::string_view part)
{
    const auto listed = c.walked.listedOperations[i];
    return (listed ? "operation." + std::to_string(*listed) : "work." + std::to_string(i)) + "." + std::string(part);
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

Leaf flopsLeaf(const Context& c, const OperationEstimate& op, std::string id)
{
    return derived(std::move(id), wordsOf(c, op, SCALESCOPE_TEXT("core", "FLOPs of one %1, %2")), "FLOPs_" + subscript(c, op), "FLOP",
                   op.each.flops.value);
}

Leaf trafficLeaf(const Context& c, const OperationEstimate& op, std::string id)
{
    return derived(std::move(id), wordsOf(c, op, SCALESCOPE_TEXT("core", "HBM traffic of one %1, %2")), "bytes_" + subscript(c, op), "B",
                   op.each.traffic.value);
}

Leaf gradientsOfBoth()
{
    return constant(2, SCALESCOPE_TEXT("core", "Gradients of both operands, each another contraction"));
}

bool hasAdapter(const Context& c, const LayerOperation& op) { return adapterWeights(c.plan(), op) > 0; }

bool isFrozen(const Context& c, const LayerOperation& op) { return c.plan().loraRank > 0 && op.kind == OperationKind::matmul; }

std::vector<Note> adapterNotes(const Context& c, const OperationEstimate& e, const LayerOperation& op)
{
    if (!isFrozen(c, op))
        return {};
    if (e.phase == Phase::backward)
        return {{{SCALESCOPE_TEXT("core", "The weights are frozen: the gradients of the inputs pass through them, and only adapters have gradients of weights.")}}};
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "The adapter beside the frozen weights is counted with them.")}}};
    if (op.routed)
        notes.push_back({{SCALESCOPE_TEXT("core", "Each expert has an adapter of its own, which sees the tokens that are sent to it.")}});
    return notes;
}

/// `forward` with the adapter's part beside it, and in a backward pass the gradients of both operands.
Expression ofPhase(const Context& c, const OperationEstimate& e, const LayerOperation& op, Expression forward, Expression adapter)
{
    const bool backward = e.phase == Phase::backward;
    if (!isFrozen(c, op))
        return backward ? Expression(gradientsOfBoth()) * std::move(forward) : std::move(forward);
    if (!hasAdapter(c, op))
        return forward;
    return std::move(forward) + (backward ? Expression(gradientsOfBoth()) * std::move(adapter) : std::move(adapter));
}

/// Tokens that an adapter beside an operation sees: of routed experts, those that go to one of the chip's.
Expression adapterTokens(const Context& c, const View& view, const LayerOperation& op)
{
    if (!op.routed)
        return localTokens(c);
    return projectionOf(view, op).tokens / over(Expression(widthsOf(view, op).in("experts")), view.expertChips);
}

Expression adapterFlops(const Context& c, const View& view, const LayerOperation& op)
{
    return Expression(flopsPerMultiplyAdd()) * adapterTokens(c, view, op) * adaptersOf(view, op);
}

Derivation flopsDerivation(const Context& c, std::size_t i)
{
    const OperationEstimate& e = at(c, i);
    const View view = stepView(c);
    const LayerOperation& op = forwardOf(c, e);
    std::vector<Note> notes = notesOf(view, op, false);
    append(notes, adapterNotes(c, e, op));
    Expression flops = flopsOf(view, op);
    if (e.each.flops.value > 0)
        flops = ofPhase(c, e, op, std::move(flops), hasAdapter(c, op) ? adapterFlops(c, view, op) : Expression());
    return derivation(workFlops(c, i), std::move(flops), sourceOfFlops(view, op), std::move(notes));
}

Derivation trafficDerivation(const Context& c, std::size_t i)
{
    const OperationEstimate& e = at(c, i);
    const View view = stepView(c);
    const LayerOperation& op = forwardOf(c, e);
    std::vector<Note> notes = notesOf(view, op, true);
    append(notes, adapterNotes(c, e, op));
    Expression adapter;
    if (hasAdapter(c, op))
        adapter = Expression(bytesPerActivation(c)) * adaptersOf(view, op);
    return derivation(workTraffic(c, i), ofPhase(c, e, op, trafficOf(view, op), std::move(adapter)), kTraffic, std::move(notes));
}

/// In one layer: micro-batches, and the recomputed part.
Expression repeated(const Context& c, const OperationEstimate& e, Expression each)
{
    if (e.phase == Phase::recompute)
        if (auto part = repeatedPart(c, forwardOf(c, e)))
            each = std::move(*part) * std::move(each);
    return c.plan().microbatches > 1 ? Expression(c.microbatches()) * std::move(each) : std::move(each);
}

bool timesEverything(const Context& c) { return c.assumptions().timed == TimedWork::operations; }

/// One of it: the longer of arithmetic and traffic, or arithmetic alone, and its launch.
Expression timeOfOne(const Context& c, OperationKind kind, bool timed, Expression flops, Expression traffic, std::vector<Note>& notes)
{
    Expression each = std::move(flops) / rateOf(c, kind, notes);
    if ((timesEverything(c) || !timed) && c.step.rates.hbm)
        each = maximumOf({std::move(each), std::move(traffic) / memoryRate(c)});
    if (timesEverything(c) && c.step.rates.launch.value > 0)
        each = std::move(each) + c.input("chip.kernel_launch");
    return each;
}

Expression timeInLayer(const Context& c, std::size_t i, std::vector<Note>& notes)
{
    const OperationEstimate& e = at(c, i);
    Expression each = timeOfOne(c, e.kind, e.timed, workFlops(c, i), workTraffic(c, i), notes);
    if (!e.timed)
        notes.push_back({{SCALESCOPE_TEXT("core", "Drawn, but not counted in the step: the assumptions time matmuls and attention alone.")},
                         "step.compute"});
    else if (!timesEverything(c))
        notes.push_back({{SCALESCOPE_TEXT("core", "FLOPs at peak: the assumptions leave HBM traffic out of the time.")}});
    if (e.phase == Phase::recompute)
        notes.push_back({{SCALESCOPE_TEXT("core", "Computed again in the backward pass, by the rematerialisation policy.")}});
    return repeated(c, e, std::move(each));
}

Leaf weightShare(const Context& c, std::size_t i)
{
    return derived("work." + std::to_string(i) + ".weight_share",
                   wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Share of the gradients of weights in %1, %2")), "σ", {}, at(c, i).weightShare);
}

std::optional<Derivation> deriveWork(const Context& c, const Path& path)
{
    const auto i = path.size() == 3 ? path.index(1) : std::nullopt;
    if (!i || *i >= c.walked.operations.size())
        return std::nullopt;
    if (path[2] == "time" && c.estimate.possible()) {
        std::vector<Note> notes;
        Expression time = timeInLayer(c, *i, notes);
        return derivation(workTime(c, *i), std::move(time), kTimeSource, std::move(notes));
    }
    const LayerOperation& op = forwardOf(c, at(c, *i));
    if (path[2] == "weight_share" && hasAdapter(c, op) && at(c, *i).weightShare > 0)
        return derivation(weightShare(c, *i), adapterFlops(c, stepView(c), op) / workFlops(c, *i), kAdapters);
    if (c.walked.listedOperations[*i])
        return std::nullopt;
    if (path[2] == "flops")
        return flopsDerivation(c, *i);
    return path[2] == "traffic" ? std::optional(trafficDerivation(c, *i)) : std::nullopt;
}

Leaf listed(const Context& c, std::size_t n, std::string_view part)
{
    const OperationEstimate& e = c.estimate.operations[n];
    const std::string id = "operation." + std::to_string(n) + "." + std::string(part);
    return part == "flops" ? flopsLeaf(c, e, id) : trafficLeaf(c, e, id);
}

Leaf intensityLeaf(const Context& c, std::size_t n)
{
    const OperationEstimate& e = c.estimate.operations[n];
    return derived("operation." + std::to_string(n) + ".intensity", wordsOf(c, e, SCALESCOPE_TEXT("core", "Arithmetic intensity of %1, %2")),
                   "I_" + subscript(c, e), "FLOP/B", intensityOf(e.each).value);
}

std::optional<Derivation> deriveUpdate(const Context& c, std::size_t n, std::string_view part)
{
    const int stage = c.estimate.slowestStage;
    if (part == "flops")
        return derivation(listed(c, n, part), updateFlops(c, stage), kUpdate);
    if (part == "traffic")
        return derivation(listed(c, n, part), updateTraffic(c, stage), kUpdate);
    if (part != "time" || !c.estimate.possible())
        return std::nullopt;
    std::vector<Note> notes;
    const bool timed = c.estimate.operations[n].timed;
    Expression time = timeOfOne(c, OperationKind::elementwise, timed, listed(c, n, "flops"), listed(c, n, "traffic"), notes);
    if (!timed)
        notes.push_back({{SCALESCOPE_TEXT("core", "Drawn, but not counted in the step: the assumptions time matmuls and attention alone.")},
                         "step.compute"});
    return derivation(operationTime(c, n), std::move(time), kTimeSource, std::move(notes));
}

}  // namespace

Leaf workFlops(const Context& c, std::size_t i) { return flopsLeaf(c, at(c, i), idOfPart(c, i, "flops")); }

Leaf workTraffic(const Context& c, std::size_t i) { return trafficLeaf(c, at(c, i), idOfPart(c, i, "traffic")); }

Leaf workTime(const Context& c, std::size_t i)
{
    return derived("work." + std::to_string(i) + ".time", wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Time of %1, %2, in one layer")),
                   "T_one, " + subscript(c, at(c, i)), "s", at(c, i).total.value);
}

Expression workWeightTime(const Context& c, std::size_t i)
{
    if (hasAdapter(c, forwardOf(c, at(c, i))))
        return Expression(weightShare(c, i)) * workTime(c, i);
    return Expression(constant(0.5, SCALESCOPE_TEXT("core", "Of the gradients of both operands those of the weights"))) * workTime(c, i);
}

Expression repeatedFlopsOf(const Context& c, std::size_t i) { return repeated(c, at(c, i), workFlops(c, i)); }

std::optional<Expression> repeatedPart(const Context& c, const LayerOperation& op)
{
    if (!inLayer(op.component))
        return std::nullopt;
    if (c.plan().remat == Remat::custom)
        return c.input("plan.recompute");
    if (c.plan().remat == Remat::everyNth && c.plan().rematInterval > 1)
        return Expression(constant(1, SCALESCOPE_TEXT("core", "One layer"))) / c.input("plan.remat_interval");
    return std::nullopt;
}

Expression rateOf(const Context& c, OperationKind kind, std::vector<Note>& notes)
{
    if (kind == OperationKind::elementwise && c.scenario.hardware.cluster.chip.vector)
        return c.input("chip.vector");
    if (kind == OperationKind::elementwise)
        notes.push_back({{SCALESCOPE_TEXT("core", "The chip states no vector rate: the matmul rate stands for it.")}});
    Expression rate = times(Expression(peak(c)), c.input("assumptions.matmul_efficiency"));
    if (c.calibrated() && c.scenario.hardware.cluster.chip.matmulEfficiency)
        rate = times(std::move(rate), c.input("chip.matmul_efficiency"));
    return rate;
}

Expression memoryRate(const Context& c)
{
    Expression rate = times(Expression(c.input("chip.hbm.bandwidth")), c.input("assumptions.memory_efficiency"));
    if (c.calibrated() && c.scenario.hardware.cluster.chip.memoryEfficiency)
        rate = times(std::move(rate), c.input("chip.memory_efficiency"));
    return rate;
}

Expression updateFlops(const Context& c, int stage)
{
    return Expression(chosen(optimizerCost(c.plan()).perParameter.value,
                             {SCALESCOPE_TEXT("core", "FLOPs of one parameter's update")}, {}, {}, "plan.optimizer")) *
           updatedParameters(c, stage);
}

Expression updateTraffic(const Context& c, int stage)
{
    Expression kept = Expression(bytesPerWeight(c)) + bytesPerOptimizerState(c);
    if (c.plan().masterWeights)
        kept = std::move(kept) + bytesPerMasterWeight();
    return (Expression(bytesPerGradient(c)) +
            Expression(constant(2, SCALESCOPE_TEXT("core", "Read once and written once"))) * std::move(kept)) *
           updatedParameters(c, stage);
}

Expression updateTime(const Context& c, int stage, std::vector<Note>& notes)
{
    return timeOfOne(c, OperationKind::elementwise, true, updateFlops(c, stage), updateTraffic(c, stage), notes);
}

bool updates(const Context& c) { return c.inputs.workload.pass == Pass::step && timesEverything(c); }

Leaf localTokens(const Context& c)
{
    return derived("tokens.local", {SCALESCOPE_TEXT("core", "Tokens of one micro-batch on a chip")}, "B_local", "tokens",
                   c.step.shape.tokens);
}

Leaf operationTime(const Context& c, std::size_t n)
{
    const OperationEstimate& e = c.estimate.operations[n];
    return derived("operation." + std::to_string(n) + ".time", wordsOf(c, e, SCALESCOPE_TEXT("core", "Time of %1, %2")),
                   "T_" + subscript(c, e), "s", e.total.value);
}

Expression repeatedFlops(const Context& c, std::size_t n)
{
    if (!c.estimate.operations[n].component)
        return listed(c, n, "flops");
    const std::size_t i = c.walked.operationOf[n];
    return c.onStage(c.estimate.slowestStage, at(c, i).layerKind, repeatedFlopsOf(c, i));
}

namespace {

Derivation tokensDerivation(const Context& c)
{
    std::vector<Expression> shards;
    for (const Axis axis : {Axis::fsdp, Axis::data, Axis::expert, Axis::context})
        if (c.plan().degree(axis) > 1)
            shards.push_back(c.degree(axis));
    if (c.plan().microbatches > 1)
        shards.push_back(c.microbatches());
    std::vector<Note> notes;
    if (c.plan().context > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "The context degree splits every sequence: a chip has a part of each.")}});
    return derivation(localTokens(c), over(Expression(c.input("workload.batch")), productOf(std::move(shards))),
                      SCALESCOPE_TEXT("core", "Book, chapter 5: the batch is split over all degrees but the tensor degree and the pipeline, and cut into micro-batches"),
                      std::move(notes));
}

}  // namespace

std::optional<Derivation> deriveOperation(const Context& c, const Path& path)
{
    if (path.whole == "tokens.local")
        return tokensDerivation(c);
    if (path[0] == "work")
        return deriveWork(c, path);
    const auto n = path[0] == "operation" && path.size() == 3 ? path.index(1) : std::nullopt;
    if (!n || *n >= c.estimate.operations.size())
        return std::nullopt;
    if (path[2] == "intensity" && c.estimate.operations[*n].each.traffic.value <= 0)
        return std::nullopt;
    if (path[2] == "intensity")
        return derivation(intensityLeaf(c, *n), Expression(listed(c, *n, "flops")) / listed(c, *n, "traffic"), kIntensity);
    if (!c.estimate.operations[*n].component)
        return deriveUpdate(c, *n, path[2]);
    const std::size_t i = c.walked.operationOf[*n];
    if (path[2] == "flops")
        return flopsDerivation(c, i);
    if (path[2] == "traffic")
        return trafficDerivation(c, i);
    if (path[2] != "time" || !c.estimate.possible())
        return std::nullopt;
    std::vector<Note> notes;
    Expression time = c.onStage(c.estimate.slowestStage, at(c, i).layerKind, timeInLayer(c, i, notes));
    return derivation(operationTime(c, *n), std::move(time), kTimeSource, std::move(notes));
}

}  // namespace scalescope::explain
