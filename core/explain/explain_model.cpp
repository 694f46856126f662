// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include "core/transformer/flops.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kCounting = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\"; norms and biases as published");
constexpr std::string_view kFlops = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\"");
constexpr std::string_view kUtilisation = SCALESCOPE_TEXT("core", "Book, chapter 4: 6 FLOPs per parameter and token in training, 2 forward");

struct ParameterPart {
    std::string_view id;
    std::string_view name;
    std::int64_t ParameterCount::*count;
};

constexpr std::array kParts = {
    ParameterPart{"embedding", SCALESCOPE_TEXT("core", "Parameters of the embedding"), &ParameterCount::embedding},
    ParameterPart{"positions", SCALESCOPE_TEXT("core", "Parameters of the learned positions"), &ParameterCount::positions},
    ParameterPart{"attention", SCALESCOPE_TEXT("core", "Parameters of the attention"), &ParameterCount::attention},
    ParameterPart{"mlp", SCALESCOPE_TEXT("core", "Parameters of the MLPs"), &ParameterCount::mlp},
    ParameterPart{"norms", SCALESCOPE_TEXT("core", "Parameters of the norms"), &ParameterCount::norms},
    ParameterPart{"unembedding", SCALESCOPE_TEXT("core", "Parameters of the unembedding"), &ParameterCount::unembedding},
};

constexpr std::string_view kParameters = "parameters";

Leaf partOf(const Context& c, const ParameterPart& part)
{
    return derived("model.parameters." + std::string(part.id), {part.name}, "P_" + std::string(part.id), kParameters,
                   static_cast<double>(c.estimate.parameters.*part.count));
}

Leaf two(std::string_view name) { return constant(2, name); }
Leaf one(std::string_view name) { return constant(1, name); }

Expression attentionParameters(const Context& c)
{
    const Attention& at = c.architecture().attention;
    const Leaf d = c.input("model.d_model");
    const Expression query = Expression(c.input("model.heads")) * c.input("model.head_dim");
    const Expression keyValue = Expression(two(SCALESCOPE_TEXT("core", "Keys and values"))) * c.input("model.kv_heads") *
                                c.input("model.head_dim");
    Expression perLayer = Expression(d) * (Expression(two(SCALESCOPE_TEXT("core", "Query and output projections"))) * query +
                                           keyValue);
    if (at.inputBias)
        perLayer = std::move(perLayer) + query + keyValue;
    if (at.outputBias)
        perLayer = std::move(perLayer) + d;
    return Expression(c.input("model.layers")) * std::move(perLayer);
}

Expression mlpParameters(const Context& c)
{
    const Leaf d = c.input("model.d_model");
    const Leaf f = c.input("model.d_ff");
    const Leaf inputs = mlpInputsOf(c);
    Expression perLayer =
        (Expression(inputs) + one(SCALESCOPE_TEXT("core", "The matrix out of the MLP"))) * d * f;
    if (c.architecture().mlp.bias)
        perLayer = std::move(perLayer) + Expression(inputs) * f + d;
    return Expression(c.input("model.layers")) * std::move(perLayer);
}

Expression normParameters(const Context& c)
{
    const Norms& norms = c.architecture().norms;
    Expression count = Expression(c.input("model.layers")) * c.input("model.norms_per_layer");
    if (norms.final)
        count = std::move(count) + one(SCALESCOPE_TEXT("core", "The final norm"));
    Expression width = c.input("model.d_model");
    if (norms.kind == NormKind::layer)
        width = Expression(two(SCALESCOPE_TEXT("core", "A layer norm has a scale and a bias"))) * std::move(width);
    return std::move(width) * std::move(count);
}

Expression partExpression(const Context& c, std::string_view part)
{
    if (part == "attention")
        return attentionParameters(c);
    if (part == "mlp")
        return mlpParameters(c);
    if (part == "norms")
        return normParameters(c);
    return Expression(c.input(part == "positions" ? "model.positions" : "model.vocabulary")) * c.input("model.d_model");
}

std::optional<Derivation> derivePart(const Context& c, std::string_view id)
{
    for (const ParameterPart& part : kParts)
        if (part.id == id && c.estimate.parameters.*part.count > 0)
            return derivation(partOf(c, part), partExpression(c, id), kCounting);
    return std::nullopt;
}

Derivation parametersDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const ParameterPart& part : kParts)
        if (c.estimate.parameters.*part.count > 0)
            terms.push_back(partOf(c, part));
    Derivation d = derivation(parametersInAll(c), sumOf(std::move(terms)), kCounting);
    if (c.architecture().tied && c.architecture().vocabulary > 0)
        d.notes.push_back({{SCALESCOPE_TEXT("core", "The embeddings are tied: one matrix both embeds and unembeds, and is counted once.")}});
    return d;
}

Leaf matmulFlopsPerToken(const Context& c)
{
    return derived("model.flops_per_token.matmul", {SCALESCOPE_TEXT("core", "FLOPs of the matmuls per token, forward")},
                   "f_matmul", "FLOP", scalescope::matmulFlopsPerToken(c.architecture()).value);
}

bool countsHalf(const Context& c) { return c.assumptions().mfu == MfuConvention::attentionCausal; }

Leaf attentionFlopsPerToken(const Context& c)
{
    const AttentionMask mask = countsHalf(c) ? AttentionMask::causal : AttentionMask::full;
    return derived("model.flops_per_token.attention",
                   {SCALESCOPE_TEXT("core", "FLOPs of scores and values per token, forward")}, "f_attention", "FLOP",
                   scalescope::attentionFlopsPerToken(c.architecture(), c.inputs.workload.sequence, mask).value);
}

Derivation matmulFlopsDerivation(const Context& c)
{
    const Leaf d = c.input("model.d_model");
    const Leaf f = c.input("model.d_ff");
    std::vector<Expression> perLayer;
    if (c.architecture().attention.kind == AttentionKind::full) {
        const Expression query = Expression(c.input("model.heads")) * c.input("model.head_dim");
        perLayer.push_back(Expression(d) * (query + Expression(two(SCALESCOPE_TEXT("core", "Keys and values"))) *
                                                        c.input("model.kv_heads") * c.input("model.head_dim")));
        perLayer.push_back(query * d);
    }
    perLayer.push_back(Expression(mlpInputsOf(c)) * d * f);
    perLayer.push_back(Expression(f) * d);
    Expression weights = Expression(c.input("model.layers")) * sumOf(std::move(perLayer));
    if (c.architecture().vocabulary > 0)
        weights = std::move(weights) + Expression(c.input("model.vocabulary")) * d;
    return derivation(matmulFlopsPerToken(c), Expression(flopsPerMultiplyAdd()) * std::move(weights), kFlops);
}

Derivation attentionFlopsDerivation(const Context& c)
{
    Expression e = Expression(flopsPerMultiplyAdd()) * two(SCALESCOPE_TEXT("core", "Scores and values")) *
                   c.input("model.layers") * c.input("workload.sequence") * c.input("model.heads") *
                   c.input("model.head_dim");
    if (countsHalf(c))
        e = std::move(e) * constant(0.5, SCALESCOPE_TEXT("core", "Half of the keys under a causal mask"));
    return derivation(attentionFlopsPerToken(c), std::move(e), kFlops);
}

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
        perToken = Expression(flopsPerMultiplyAdd()) * parametersInAll(c);
        notes.push_back({{SCALESCOPE_TEXT("core", "Counts every parameter, embeddings included, and no attention over the sequence.")}});
    } else {
        perToken = matmulFlopsPerToken(c);
        const bool attends = c.architecture().attention.kind == AttentionKind::full;
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
    std::vector<Expression> terms;
    for (const std::string& component : timedComponents(c))
        if (const Leaf flops = componentFlops(c, component); flops.value > 0)
            terms.push_back(flops);
    return derivation(executedFlops(c), Expression(chips(c)) * sumOf(std::move(terms)), kFlops,
                      {{{SCALESCOPE_TEXT("core", "What the chips carry out, recomputation and replicated work included.")}}});
}

}  // namespace

Leaf parametersInAll(const Context& c)
{
    return derived("model.parameters", {SCALESCOPE_TEXT("core", "Parameters of the model")}, "P", kParameters,
                   static_cast<double>(c.estimate.parameters.total()));
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
    if (path.whole == "model.parameters")
        return parametersDerivation(c);
    if (path.whole == "model.flops")
        return modelFlopsDerivation(c);
    if (path.whole == "model.executed_flops")
        return executedFlopsDerivation(c);
    if (path.whole == "model.flops_per_token.matmul")
        return matmulFlopsDerivation(c);
    if (path.whole == "model.flops_per_token.attention" && c.architecture().attention.kind == AttentionKind::full)
        return attentionFlopsDerivation(c);
    return path.size() == 3 && path[1] == "parameters" ? derivePart(c, path[2]) : std::nullopt;
}

}  // namespace scalescope::explain
