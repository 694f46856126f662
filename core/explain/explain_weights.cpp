// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/view.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource =
    SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\", divided as chapter 5, \"Tensor parallelism\", does");
constexpr std::string_view kElements = "elements";

std::vector<Note> sharding(const Context& c)
{
    std::vector<Note> notes;
    if (c.plan().tensor <= 1)
        return notes;
    notes.push_back({{SCALESCOPE_TEXT("core", "The tensor degree divides heads, MLP width and vocabulary; norms are replicated.")}});
    const std::vector<Layer>& kinds = c.architecture().kinds;
    if (std::any_of(kinds.begin(), kinds.end(), [&](const Layer& layer) {
            return layer.attention.kind == AttentionKind::full && c.plan().tensor > layer.attention.kvHeads;
        }))
        notes.push_back({{SCALESCOPE_TEXT("core", "There are fewer KV heads than chips in a tensor group: they are replicated, and the copies are counted.")}});
    return notes;
}

bool owns(const LayerOperation& op) { return op.weights > 0 && !op.borrowsWeights; }

/// What a chip keeps of one layer of a kind; of what is outside the layers for -1.
std::vector<Expression> weightsIn(const Context& c, int kind)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : c.layer)
        if (owns(op) && op.layerKind == kind)
            terms.push_back(weightsOf(c, placeOf(op)));
    return terms;
}

double elementsIn(const Context& c, int kind)
{
    double sum = 0;
    for (const LayerOperation& op : c.layer)
        if (owns(op) && op.layerKind == kind)
            sum += op.weights;
    return sum;
}

Expression towers(const Context& c) { return c.input("model.tower_parameters"); }

bool keepsTowers(const Context& c) { return c.architecture().countTowers && c.architecture().towerParameters > 0; }

Derivation layerDerivation(const Context& c, std::size_t kind)
{
    return derivation(layerWeights(c, kind),
                      sumOrNone(weightsIn(c, static_cast<int>(kind)), SCALESCOPE_TEXT("core", "A layer without weights")), kSource,
                      sharding(c));
}

/// The kind that a buffer for any layer must hold.
Derivation heaviestDerivation(const Context& c)
{
    const std::size_t kind = heaviestKind(c);
    Derivation d = layerDerivation(c, kind);
    d.id = "weights.layer";
    if (c.usedKinds().size() > 1) {
        d.expression = layerWeights(c, kind);
        d.notes.push_back({{SCALESCOPE_TEXT("core", "The largest kind of layer, which a buffer must hold.")}});
    }
    return d;
}

Derivation trainedDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(k), layerWeights(c, k)));
    for (Expression& term : weightsIn(c, -1))
        terms.push_back(std::move(term));
    std::vector<Note> notes = sharding(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "What a chip would hold if the fully sharded degree did not divide it further.")}});
    return derivation(trainedWeights(c), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A model without weights")), kSource,
                      std::move(notes));
}

Derivation localDerivation(const Context& c)
{
    if (!keepsTowers(c))
        return trainedDerivation(c);
    return derivation(localWeights(c), Expression(trainedWeights(c)) + towers(c), kSource,
                      {{{SCALESCOPE_TEXT("core", "The towers are kept, but no step of the decoder trains or divides them.")}}});
}

double trained(const Context& c)
{
    double sum = 0;
    for (const LayerOperation& op : c.layer)
        if (owns(op))
            sum += op.weights * op.repeats;
    return sum;
}

}  // namespace

Leaf weightsOf(const Context& c, const Place& place)
{
    const LayerOperation* op = find(c.layer, place);
    const std::string name = wordOf(place.component);
    const std::string letter = c.letterOf(place.kind);
    return derived("weights." + (letter.empty() ? "" : letter + ".") + idOf(place.component),
                   {SCALESCOPE_TEXT("core", "Weights of one %1 on a chip"), {name}, letter},
                   "w_" + name + (letter.empty() ? "" : " " + letter), kElements, op ? op->weights : 0.0);
}

Leaf layerWeights(const Context& c, std::size_t kind)
{
    const std::string letter = c.letterOf(static_cast<int>(kind));
    return derived("weights." + (letter.empty() ? "" : letter + ".") + "layer",
                   {SCALESCOPE_TEXT("core", "Weights of one layer on a chip"), {}, letter},
                   letter.empty() ? "w_layer" : "w_layer " + letter, kElements, elementsIn(c, static_cast<int>(kind)));
}

std::size_t heaviestKind(const Context& c)
{
    const std::vector<std::size_t> kinds = c.usedKinds();
    return *std::max_element(kinds.begin(), kinds.end(), [&c](std::size_t a, std::size_t b) {
        return elementsIn(c, static_cast<int>(a)) < elementsIn(c, static_cast<int>(b));
    });
}

Leaf trainedWeights(const Context& c)
{
    const bool apart = keepsTowers(c);
    return derived(apart ? "weights.decoder" : "weights.local",
                   {apart ? SCALESCOPE_TEXT("core", "Weights of the decoder's tensor shard of a chip")
                          : SCALESCOPE_TEXT("core", "Weights of the tensor shard of a chip")},
                   apart ? "w_decoder" : "w_local", kElements, trained(c));
}

Leaf localWeights(const Context& c)
{
    Leaf leaf = trainedWeights(c);
    if (!keepsTowers(c))
        return leaf;
    return derived("weights.local", {SCALESCOPE_TEXT("core", "Weights of the tensor shard of a chip")}, "w_local", kElements,
                   leaf.value + evaluate(towers(c)));
}

std::optional<Derivation> deriveWeights(const Context& c, const Path& path)
{
    if (path[0] != "weights" || path.size() < 2 || path.size() > 3)
        return std::nullopt;
    if (path.whole == "weights.layer")
        return heaviestDerivation(c);
    if (path.whole == "weights.local")
        return localDerivation(c);
    if (path.whole == "weights.decoder" && keepsTowers(c))
        return trainedDerivation(c);
    const auto kind = path.size() == 3 ? path.kind(1, c) : std::nullopt;
    if (path.size() == 3 && (!kind || c.architecture().kinds.size() == 1))
        return std::nullopt;
    const std::size_t last = path.size() - 1;
    if (kind && path[last] == "layer")
        return layerDerivation(c, *kind);
    const auto component = path.component(last);
    if (!component)
        return std::nullopt;
    Place place{kind ? static_cast<int>(*kind) : -1, *component};
    if (!kind && c.architecture().kinds.size() == 1 && inLayer(*component))
        place.kind = 0;
    const LayerOperation* op = find(c.layer, place);
    if (!op || op->weights <= 0)
        return std::nullopt;
    return derivation(weightsOf(c, place), weightsExpression(stepView(c), *op), kSource, sharding(c));
}

}  // namespace scalescope::explain
