// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"
#include "core/explain/work.h"
#include "core/explain/view.h"

#include "core/transformer/flops.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kFlops = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\"");
constexpr std::string_view kUtilisation = SCALESCOPE_TEXT("core", "Book, chapter 4: 6 FLOPs per parameter and token in training, 2 forward");

bool countsHalf(const Context& c) { return c.assumptions().mfu == MfuConvention::attentionCausal; }

Leaf forwards(const Context& c)
{
    const Pass pass = c.inputs.workload.pass;
    const double value = pass == Pass::forward ? 1 : pass == Pass::backward ? 2 : 3;
    return chosen(value, {SCALESCOPE_TEXT("core", "Forward passes that the timed pass is worth: a backward pass counts two")}, "n_pass",
                  {}, "workload.pass");
}

Derivation modelFlopsDerivation(const Context& c)
{
    std::vector<Note> notes;
    Expression perToken;
    if (c.assumptions().mfu == MfuConvention::parameters) {
        const bool idle = c.estimate.parameters.idle > 0;
        perToken = Expression(flopsPerMultiplyAdd()) * (idle ? activeParameters(c) : parametersInAll(c));
        notes.push_back({{idle ? SCALESCOPE_TEXT("core", "Counts every parameter that a token meets, embeddings included, and no attention over the sequence.")
                               : SCALESCOPE_TEXT("core", "Counts every parameter, embeddings included, and no attention over the sequence.")}});
    } else {
        perToken = matmulFlopsPerToken(c);
        const bool attends = attentionFlopsPerToken(c).value > 0;
        if (c.assumptions().mfu == MfuConvention::parametersNoEmbedding)
            notes.push_back({{SCALESCOPE_TEXT("core", "Counts the parameters that a matmul uses, and no attention over the sequence.")}});
        else if (attends)
            perToken = std::move(perToken) + attentionFlopsPerToken(c);
    }
    return derivation(modelFlops(c), std::move(perToken) * c.input("workload.batch") * forwards(c), kUtilisation,
                      std::move(notes));
}

Leaf stageFlops(const Context& c, int stage)
{
    const Stage& own = c.stage(stage);
    const std::string number = std::to_string(stage);
    return derived("stage." + number + ".flops", {SCALESCOPE_TEXT("core", "Stage %1: FLOPs of one chip, the update included"), {number}},
                   "FLOPs_" + number, "FLOP", (own.costs.executed + own.updateFlops).value);
}

Derivation stageFlopsDerivation(const Context& c, int stage)
{
    Expression e = stageCost(c, stage, {Cost::Kind::flops});
    if (updates(c))
        e = std::move(e) + updateFlops(c, stage);
    return derivation(stageFlops(c, stage), std::move(e), kFlops);
}

std::function<Leaf(int)> flopsOfStages(const Context& c)
{
    return [&c](int stage) { return stageFlops(c, stage); };
}

constexpr std::string_view kExecuted = "model.executed_flops";

Derivation executedFlopsDerivation(const Context& c)
{
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "What the chips carry out, recomputation and replicated work included.")}}};
    if (c.staged()) {
        notes.push_back({{SCALESCOPE_TEXT("core", "Each stage has its share of the chips.")}});
        return derivation(executedFlops(c),
                          Expression(chips(c)) / c.degree(Axis::pipeline) * overStages(c, std::string(kExecuted), -1, flopsOfStages(c)), kFlops,
                          std::move(notes));
    }
    std::vector<Expression> terms = componentTerms(c, false);
    return derivation(executedFlops(c), Expression(chips(c)) * sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Nothing is computed")), kFlops,
                      std::move(notes));
}

// Adapters of the whole model.

Leaf adaptersInLayer(const Context& c, const View& view, std::size_t kind)
{
    double sum = 0;
    for (const LayerOperation& op : view.operations)
        if (op.layerKind == static_cast<int>(kind))
            sum += adapterWeights(c.plan(), op);
    const std::string letter = c.letterOf(static_cast<int>(kind));
    return derived("model.adapters." + std::string(1, scalescope::letterOf(kind)), {SCALESCOPE_TEXT("core", "Adapters of one layer"), {}, letter},
                   "a_layer" + (letter.empty() ? "" : " " + letter), "elements", sum);
}

Derivation trainedDerivation(const Context& c)
{
    const Leaf leaf = trainedParameters(c);
    if (c.plan().loraRank == 0)
        return derivation(leaf, parametersInAll(c), kFlops);
    const View view = tokenView(c);
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(k), adaptersInLayer(c, view, k)));
    return derivation(leaf, sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A model without matmuls")), kAdapters,
                      {{{SCALESCOPE_TEXT("core", "Only the adapters are trained; the weights are frozen.")}}});
}

/// "model.adapters.B", "model.adapters.B.qkv"; without a letter where there is one kind.
std::optional<Derivation> deriveAdapters(const Context& c, const Path& path)
{
    if (c.plan().loraRank == 0)
        return std::nullopt;
    const View view = tokenView(c);
    const auto kind = path.kind(2, c);
    if (path.size() == 3 && kind) {
        std::vector<Expression> terms;
        for (const LayerOperation& op : view.operations)
            if (op.layerKind == static_cast<int>(*kind) && adapterWeights(c.plan(), op) > 0)
                terms.push_back(adaptersOf(view, op));
        return derivation(adaptersInLayer(c, view, *kind), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A layer without matmuls")), kAdapters);
    }
    const bool several = c.architecture().kinds.size() > 1;
    const auto component = path.size() == (several ? 4U : 3U) ? path.component(several ? 3 : 2) : std::nullopt;
    if (!component || (several && !kind))
        return std::nullopt;
    const LayerOperation* op = find(view.operations, {several ? static_cast<int>(*kind) : 0, *component});
    if (!op || adapterWeights(c.plan(), *op) <= 0)
        return std::nullopt;
    return derivation(adaptersOf(view, *op), adaptersExpression(view, *op), kAdapters);
}

}  // namespace

Leaf matmulFlopsPerToken(const Context& c)
{
    return derived("model.flops_per_token.matmul", {SCALESCOPE_TEXT("core", "FLOPs of the matmuls per token, forward")},
                   "f_matmul", "FLOP", scalescope::matmulFlopsPerToken(c.architecture()).value);
}

Leaf attentionFlopsPerToken(const Context& c)
{
    const AttentionMask mask = countsHalf(c) ? AttentionMask::causal : AttentionMask::full;
    return derived("model.flops_per_token.attention",
                   {SCALESCOPE_TEXT("core", "FLOPs of scores and values per token, forward")}, "f_attention", "FLOP",
                   scalescope::attentionFlopsPerToken(c.architecture(), c.inputs.workload.sequence, mask).value);
}

Leaf modelFlops(const Context& c)
{
    return derived("model.flops", {SCALESCOPE_TEXT("core", "Model FLOPs of the timed pass")}, "FLOPs_model", "FLOP",
                   c.estimate.modelFlops.value);
}

Leaf executedFlops(const Context& c)
{
    return derived("model.executed_flops", {SCALESCOPE_TEXT("core", "Executed FLOPs of the timed pass")}, "FLOPs_executed",
                   "FLOP", c.estimate.executedFlops.value);
}

Leaf trainedParameters(const Context& c)
{
    return derived("model.trained_parameters", {SCALESCOPE_TEXT("core", "Trained parameters")}, "P_trained", {}, c.estimate.trainedParameters);
}

std::optional<Derivation> deriveModel(const Context& c, const Path& path)
{
    if (path[0] == "stage" && path.size() == 3 && path[2] == "flops" && c.staged()) {
        const auto stage = path.stage(1, c);
        return stage ? std::optional(stageFlopsDerivation(c, *stage)) : std::nullopt;
    }
    if (path[0] != "model")
        return std::nullopt;
    if (path.whole == "model.flops")
        return modelFlopsDerivation(c);
    if (path.whole == "model.executed_flops")
        return executedFlopsDerivation(c);
    if (path[1] == "executed_flops" && path[2] == "range" && path.size() == 4 && c.staged())
        return deriveRange(c, std::string(kExecuted), path[3], -1, flopsOfStages(c), kFlops);
    if (path.whole == "model.trained_parameters")
        return trainedDerivation(c);
    if (path[1] == "adapters")
        return deriveAdapters(c, path);
    return std::nullopt;
}

}  // namespace scalescope::explain
