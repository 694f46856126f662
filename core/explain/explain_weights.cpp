// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource =
    SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\", divided as chapter 5, \"Tensor parallelism\", does");
constexpr std::string_view kElements = "elements";

Expression localKeyValueHeads(const Context& c)
{
    const Leaf heads = c.input("model.kv_heads");
    if (c.plan().tensor == 1)
        return heads;
    return maximumOf({constant(1, SCALESCOPE_TEXT("core", "At least one KV head on each chip")),
                      Expression(heads) / c.degree(Axis::tensor)});
}

}  // namespace

Expression keyValueWidthOf(const Context& c)
{
    return Expression(constant(2, SCALESCOPE_TEXT("core", "Keys and values"))) * localKeyValueHeads(c) *
           c.input("model.head_dim");
}

Expression queryWidthOf(const Context& c)
{
    return over(Expression(c.input("model.heads")) * c.input("model.head_dim"), c.degree(Axis::tensor));
}

Expression mlpWidthOf(const Context& c) { return over(c.input("model.d_ff"), c.degree(Axis::tensor)); }

Leaf mlpInputsOf(const Context& c)
{
    const bool gated = c.architecture().mlp.kind == MlpKind::gated;
    return chosen(gated ? 2 : 1, {SCALESCOPE_TEXT("core", "Matrices into a %1 MLP"), {gated ? "gated" : "plain"}}, "m", {},
                  "model.mlp");
}

Expression localVocabularyOf(const Context& c)
{
    const Leaf vocabulary = c.input("model.vocabulary");
    if (c.plan().tensor == 1)
        return vocabulary;
    return Expression(Op::roundUp, {Expression(vocabulary) / c.degree(Axis::tensor)});
}

namespace {

Expression withBias(const Context& c, bool bias)
{
    Expression rows = c.input("model.d_model");
    return bias ? std::move(rows) + constant(1, SCALESCOPE_TEXT("core", "The bias, one more row")) : rows;
}

Expression normWeights(const Context& c, Component component)
{
    Expression width = c.input("model.d_model");
    if (c.architecture().norms.kind == NormKind::layer)
        width = Expression(constant(2, SCALESCOPE_TEXT("core", "A layer norm has a scale and a bias"))) * std::move(width);
    if (component == Component::mlpNorm && c.architecture().norms.perLayer != 2)
        width = std::move(width) * (Expression(c.input("model.norms_per_layer")) -
                                    constant(1, SCALESCOPE_TEXT("core", "The norm before the attention, counted there")));
    return width;
}

Expression weightsExpression(const Context& c, Component component)
{
    const Architecture& a = c.architecture();
    const Leaf d = c.input("model.d_model");
    switch (component) {
    case Component::qkv: return withBias(c, a.attention.inputBias) * (queryWidthOf(c) + keyValueWidthOf(c));
    case Component::attentionOutput: {
        Expression matrix = queryWidthOf(c) * d;
        return a.attention.outputBias ? std::move(matrix) + d : matrix;
    }
    case Component::mlpIn: return withBias(c, a.mlp.bias) * mlpInputsOf(c) * mlpWidthOf(c);
    case Component::mlpOut: {
        Expression matrix = mlpWidthOf(c) * d;
        return a.mlp.bias ? std::move(matrix) + d : matrix;
    }
    case Component::embedding: {
        Expression table = localVocabularyOf(c) * d;
        if (a.positions == 0)
            return table;
        return std::move(table) + over(Expression(c.input("model.positions")) * d, c.degree(Axis::tensor));
    }
    case Component::unembedding: return localVocabularyOf(c) * d;
    case Component::attentionNorm:
    case Component::mlpNorm:
    case Component::finalNorm:
    case Component::attention:
    case Component::activation: break;
    }
    return normWeights(c, component);
}

std::vector<Note> sharding(const Context& c)
{
    std::vector<Note> notes;
    if (c.plan().tensor <= 1)
        return notes;
    notes.push_back({{SCALESCOPE_TEXT("core", "The tensor degree divides heads, MLP width and vocabulary; norms are replicated.")}});
    if (c.plan().tensor > c.architecture().attention.kvHeads && c.architecture().attention.kind == AttentionKind::full)
        notes.push_back({{SCALESCOPE_TEXT("core", "There are fewer KV heads than chips in a tensor group: they are replicated, and the copies are counted.")}});
    return notes;
}

bool owns(const LayerOperation& op) { return op.weights > 0 && !op.borrowsWeights; }

Derivation layerDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : c.layer)
        if (owns(op) && inLayer(op.component))
            terms.push_back(weightsOf(c, op.component));
    return derivation(layerWeights(c), sumOf(std::move(terms)), kSource, sharding(c));
}

Derivation localDerivation(const Context& c)
{
    std::vector<Expression> terms = {Expression(c.input("model.layers")) * layerWeights(c)};
    for (const LayerOperation& op : c.layer)
        if (owns(op) && !inLayer(op.component))
            terms.push_back(weightsOf(c, op.component));
    std::vector<Note> notes = sharding(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "What a chip would hold if the fully sharded degree did not divide it further.")}});
    return derivation(localWeights(c), sumOf(std::move(terms)), kSource, std::move(notes));
}

}  // namespace

Leaf weightsOf(const Context& c, Component component)
{
    const LayerOperation* op = c.find(component);
    const std::string name = wordOf(component);
    return derived("weights." + idOf(component), {SCALESCOPE_TEXT("core", "Weights of one %1 on a chip"), {name}}, "w_" + name,
                   kElements, op ? op->weights : 0.0);
}

Leaf layerWeights(const Context& c)
{
    double sum = 0;
    for (const LayerOperation& op : c.layer)
        if (owns(op) && inLayer(op.component))
            sum += op.weights;
    return derived("weights.layer", {SCALESCOPE_TEXT("core", "Weights of one layer on a chip")}, "w_layer", kElements, sum);
}

Leaf localWeights(const Context& c)
{
    double sum = 0;
    for (const LayerOperation& op : c.layer)
        if (owns(op))
            sum += op.weights * op.repeats;
    return derived("weights.local", {SCALESCOPE_TEXT("core", "Weights of the tensor shard of a chip")}, "w_local", kElements, sum);
}

std::optional<Derivation> deriveWeights(const Context& c, const Path& path)
{
    if (path[0] != "weights" || path.size() != 2)
        return std::nullopt;
    if (path[1] == "layer")
        return layerDerivation(c);
    if (path[1] == "local")
        return localDerivation(c);
    const auto component = path.component(1);
    const LayerOperation* op = component ? c.find(*component) : nullptr;
    if (!op || op->weights <= 0)
        return std::nullopt;
    return derivation(weightsOf(c, *component), weightsExpression(c, *component), kSource, sharding(c));
}

}  // namespace scalescope::explain
