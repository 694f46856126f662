// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

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

Derivation executedFlopsDerivation(const Context& c)
{
    std::vector<Expression> terms = componentTerms(c, false);
    return derivation(executedFlops(c), Expression(chips(c)) * sumOf(std::move(terms)), kFlops,
                      {{{SCALESCOPE_TEXT("core", "What the chips carry out, recomputation and replicated work included.")}}});
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

std::optional<Derivation> deriveModel(const Context& c, const Path& path)
{
    if (path[0] != "model")
        return std::nullopt;
    if (path.whole == "model.flops")
        return modelFlopsDerivation(c);
    if (path.whole == "model.executed_flops")
        return executedFlopsDerivation(c);
    return std::nullopt;
}

}  // namespace scalescope::explain
