// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_held.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource =
    SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\", divided as chapter 7, \"Distributing inference over multiple accelerators\", does");

/// The shape by which weights are counted: that of one token.
View weightView(const ServingFigures& f, const ServingSide& side)
{
    const Context& c = f.c;
    LocalShape shape;
    shape.tensor = static_cast<double>(side.layout().tensor);
    shape.expert = static_cast<double>(side.layout().expert);
    shape.tensorInExperts = f.serving().tensorInExperts;
    shape.newTokens = 1;
    shape.absorbed = true;
    const Leaf single = one(SCALESCOPE_TEXT("core", "One chip"));
    const Leaf token = one(SCALESCOPE_TEXT("core", "One token"));
    const Leaf tensor = degreeOf(c, side, "tensor");
    Expression experts = degreeOf(c, side, "expert");
    if (!shape.tensorInExperts)
        experts = times(std::move(experts), tensor);
    View view{c, side.id, shape, token, token, token, tensor, single, std::move(experts), shape.tensorInExperts ? tensor : single, side.words, {}, {}, token};
    forwardOperations(c.architecture(), shape, [&](const LayerOperation& op) { view.operations.push_back(op); });
    return view;
}

double layerSum(const View& v, std::size_t kind)
{
    double sum = 0;
    for (const LayerOperation& op : v.operations)
        if (op.layerKind == static_cast<int>(kind))
            sum += op.weights;
    return sum;
}

Leaf layerLeaf(const ServingSide& side, const View& v, std::size_t kind)
{
    const std::string letter = v.c.letterOf(static_cast<int>(kind));
    return derived(side.id + ".held.layer." + std::string(1, letterOf(kind)),
                   {SCALESCOPE_TEXT("core", "Weights of one layer on a chip (%1)"), {side.words}, letter}, "w_" + (letter.empty() ? "layer" : letter),
                   "elements", layerSum(v, kind));
}

/// Outside the layers: the embedding, or what stands at the end of the model.
std::vector<Expression> endTerms(const ServingSide& side, const View& v, bool first)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : v.operations)
        if (op.layerKind < 0 && (op.component == Component::embedding) == first && op.weights > 0 && !op.borrowsWeights)
            terms.push_back(heldOf(v.c, side, op));
    return terms;
}

Expression ends(const ServingSide& side, const View& v, std::vector<Note>& notes)
{
    std::vector<Expression> first = endTerms(side, v, true);
    std::vector<Expression> last = endTerms(side, v, false);
    constexpr std::string_view none = SCALESCOPE_TEXT("core", "Nothing outside the layers");
    if (v.c.architecture().tied)
        notes.push_back({{SCALESCOPE_TEXT("core", "The unembedding's matrix is the embedding's.")}});
    if (side.layout().pipeline <= 1) {
        first.insert(first.end(), last.begin(), last.end());
        return sumOrNone(std::move(first), none);
    }
    if (v.c.architecture().tied)
        last.insert(last.end(), first.begin(), first.end());
    notes.push_back({{SCALESCOPE_TEXT("core", "The first stage has the embedding and the last one the unembedding: the larger counts, beside the most layers.")}});
    return maximumOf({sumOrNone(std::move(first), none), sumOrNone(std::move(last), none)});
}

Expression expressionOf(const ServingFigures& f, const ServingSide& side, const View& v, std::vector<Note>& notes)
{
    const Context& c = f.c;
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(k), layerLeaf(side, v, k)));
    std::vector<Expression> parts = {onStage(c, side, sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Layers without weights")))};
    addTerm(parts, ends(side, v, notes));
    if (f.serving().speculation == Speculation::multiToken && c.architecture().multiTokenLayers > 0) {
        notes.push_back({{SCALESCOPE_TEXT("core", "The layers that propose tokens are there too.")}});
        Expression own = over(Expression(multiTokenParameters(c)), v.tensor);
        const Leaf experts = degreeOf(c, side, "expert");
        if (const double routed = routedShareOfLast(c.architecture()); routed > 0 && experts.value > 1)
            own = std::move(own) * (Expression(constant(routed, SCALESCOPE_TEXT("core", "Part of such a layer in routed experts"))) / experts +
                                    constant(1.0 - routed, SCALESCOPE_TEXT("core", "The rest of it")));
        parts.push_back(std::move(own));
    }
    return sumOf(std::move(parts));
}

}  // namespace

Leaf heldOf(const Context& c, const ServingSide& side, const LayerOperation& op)
{
    const std::string letter = c.letterOf(op.layerKind);
    std::string id = side.id + ".held.";
    if (op.layerKind >= 0)
        id += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
    return derived(id + idOf(op.component), {SCALESCOPE_TEXT("core", "Weights of one %1 on a chip (%2)"), {wordOf(op.component), side.words}, letter},
                   "w_" + wordOf(op.component) + (letter.empty() ? "" : " " + letter), "elements", op.weights);
}

Leaf weightsHeld(const ServingFigures& f, const ServingSide& side)
{
    std::vector<Note> notes;
    return derived(side.id + ".held", {SCALESCOPE_TEXT("core", "Weights of the chip that has most (%1)"), {side.words}}, "P_chip", "elements",
                   evaluate(expressionOf(f, side, weightView(f, side), notes)));
}

/// "serving.decode.held", "serving.decode.held.layer.A", "serving.decode.held.A.qkv"
std::optional<Derivation> deriveHeldWeights(const ServingFigures& f, const Path& path)
{
    const Context& c = f.c;
    const ServingSide* side = path[1] == "decode" ? &f.decodeSide : path[1] == "prefill" ? &f.prefillSide : nullptr;
    if (!side || path[2] != "held")
        return std::nullopt;
    const View v = weightView(f, *side);
    std::vector<Note> notes;
    if (side->layout().tensor > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "The tensor degree divides heads, MLP width and vocabulary; norms, and KV heads beyond their number, are copied.")}});
    if (path.size() == 3) {
        Expression all = expressionOf(f, *side, v, notes);
        return derivation(weightsHeld(f, *side), std::move(all), kSource, std::move(notes));
    }
    if (path.size() == 5 && path[3] == "layer") {
        const auto kind = path.kind(4, c);
        std::vector<Expression> terms;
        for (const LayerOperation& op : v.operations)
            if (kind && op.layerKind == static_cast<int>(*kind) && op.weights > 0)
                terms.push_back(heldOf(c, *side, op));
        if (terms.empty())
            return std::nullopt;
        return derivation(layerLeaf(*side, v, *kind), sumOf(std::move(terms)), kSource, std::move(notes));
    }
    const auto kind = path.kind(3, c);
    const auto component = path.size() == (kind ? 5U : 4U) ? path.component(kind ? 4 : 3) : std::nullopt;
    const LayerOperation* op = component ? find(v.operations, {kind ? static_cast<int>(*kind) : -1, *component}) : nullptr;
    if (!op || op->weights <= 0 || op->borrowsWeights)
        return std::nullopt;
    return derivation(heldOf(c, *side, *op), weightsExpression(v, *op), sourceOfWeights(v, *op), std::move(notes));
}

}  // namespace scalescope::explain
