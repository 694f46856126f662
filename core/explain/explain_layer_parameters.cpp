// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameters.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kParameters = "parameters";
constexpr std::string_view kCounting = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\"; norms and biases as published");

std::string idOfPart(std::size_t kind, std::string_view part)
{
    return "model.layer_parameters." + std::string(1, letterOf(kind)) + (part.empty() ? "" : ".") + std::string(part);
}

Leaf leafOf(const Context& c, std::size_t kind, std::string_view id, const std::string& name, double value)
{
    const std::string letter = c.letterOf(static_cast<int>(kind));
    return derived(idOfPart(kind, id), {SCALESCOPE_TEXT("core", "Parameters of one layer: %1"), {name}, letter},
                   "p_" + name + (letter.empty() ? "" : " " + letter), kParameters, value);
}

ParameterCount countOf(const Context& c, std::size_t kind) { return countLayer(c.architecture(), c.layerOf(kind)); }

/// The part that a component's weights count as; norms are counted by themselves.
std::string_view partOf(const Context& c, const LayerOperation& op)
{
    const bool experts = c.layerOf(static_cast<std::size_t>(op.layerKind)).mlp.experts > 0;
    switch (op.component) {
    case Component::attentionNorm:
    case Component::mlpNorm: return {};
    case Component::router: return "router";
    case Component::layerEmbedding: return "other";
    case Component::mlpIn:
    case Component::mlpOut: return experts ? "experts" : "mlp";
    default: break;
    }
    return blockOf(op.component) == Block::mixing ? "attention" : "mlp";
}

std::vector<const LayerOperation*> componentsOf(const View& v, std::size_t kind, std::string_view part)
{
    std::vector<const LayerOperation*> found;
    for (const LayerOperation& op : v.operations)
        if (op.layerKind == static_cast<int>(kind) && op.weights > 0 && partOf(v.c, op) == part)
            found.push_back(&op);
    return found;
}

Leaf componentLeaf(const View& v, const LayerOperation& op)
{
    return leafOf(v.c, static_cast<std::size_t>(op.layerKind), idOf(op.component), wordOf(op.component), op.weights);
}

Expression partExpression(const View& v, std::size_t kind, std::string_view part)
{
    const Context& c = v.c;
    std::vector<Expression> terms;
    if (part == "norms")
        addTerm(terms, Expression(c.inKind(kind, "norms_per_layer")) * normScales(c));
    if (part == "other")
        addTerm(terms, c.inKind(kind, "other"));
    const std::vector<const LayerOperation*> components = componentsOf(v, kind, part);
    for (const LayerOperation* op : components)
        terms.push_back(idOf(op->component) == part ? weightsExpression(v, *op) : Expression(componentLeaf(v, *op)));
    return sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "This kind of layer has none"));
}

Derivation wholeLayer(const Context& c, std::size_t kind)
{
    std::vector<Expression> terms;
    for (const LayerPart& part : kLayerParts)
        addTerm(terms, layerPart(c, kind, part));
    return derivation(layerParameters(c, kind), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A layer without parameters")),
                      kCounting);
}

/// Experts that a token is not sent to, as a fraction of their parameters.
std::optional<Derivation> idleDerivation(const Context& c, std::size_t kind)
{
    const Leaf idle = idleOfLayer(c, kind);
    if (idle.value <= 0)
        return std::nullopt;
    const Leaf experts = c.inKind(kind, "experts");
    return derivation(idle,
                      Expression(layerPart(c, kind, kExperts)) * (Expression(experts) - c.inKind(kind, "experts_per_token")) / experts,
                      SCALESCOPE_TEXT("core", "\"Switch Transformers\" and \"DeepSeekMoE\": routed and shared experts"));
}

}  // namespace

Leaf layerPart(const Context& c, std::size_t kind, const LayerPart& part)
{
    return leafOf(c, kind, part.id, std::string(part.name), static_cast<double>(countOf(c, kind).*part.count));
}

Leaf layerParameters(const Context& c, std::size_t kind)
{
    const std::string letter = c.letterOf(static_cast<int>(kind));
    return derived(idOfPart(kind, {}), {SCALESCOPE_TEXT("core", "Parameters of one layer"), {}, letter},
                   letter.empty() ? "p_layer" : "p_layer " + letter, kParameters, static_cast<double>(countOf(c, kind).total()));
}

Leaf idleOfLayer(const Context& c, std::size_t kind)
{
    return leafOf(c, kind, "idle", SCALESCOPE_TEXT("core", "idle experts"), static_cast<double>(countOf(c, kind).idle));
}

std::optional<Derivation> deriveLayerParameters(const Context& c, const Path& path)
{
    if (path[0] != "model")
        return std::nullopt;
    if (path[1] == "layers" && path.size() == 3) {
        const auto kind = path.kind(2, c);
        if (!kind || c.architecture().kinds.size() == 1)
            return std::nullopt;
        const Leaf leaf = c.layersOf(*kind);
        return derivation(leaf, constant(leaf.value, SCALESCOPE_TEXT("core", "Counted in the order of the layers")),
                          SCALESCOPE_TEXT("core", "The model of the scenario"),
                          {{{SCALESCOPE_TEXT("core", "The model has %1 layers, in the order %2."),
                             {std::to_string(c.architecture().layers), textOf(c.architecture().order)}}}});
    }
    const auto kind = path[1] == "layer_parameters" ? path.kind(2, c) : std::nullopt;
    if (!kind || path.size() > 4)
        return std::nullopt;
    if (path.size() == 3)
        return wholeLayer(c, *kind);
    if (path[3] == "idle")
        return idleDerivation(c, *kind);
    const View view = tokenView(c);
    for (const LayerPart& part : kLayerParts)
        if (path[3] == part.id)
            return derivation(layerPart(c, *kind, part), partExpression(view, *kind, part.id), kCounting);
    const auto component = path.component(3);
    const LayerOperation* op = component ? find(view.operations, {static_cast<int>(*kind), *component}) : nullptr;
    if (!op || op->weights <= 0)
        return std::nullopt;
    return derivation(componentLeaf(view, *op), weightsExpression(view, *op), sourceOfWeights(view, *op));
}

}  // namespace scalescope::explain
