// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/held.h"
#include "core/explain/view.h"
#include "core/explain/work.h"

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

bool owns(const Context& c, const LayerOperation& op) { return op.weights > 0 && !borrows(c.plan(), op); }

bool isOf(const Context& c, const LayerOperation& op, Held held) { return held == Held::weights ? owns(c, op) : adapterWeights(c.plan(), op) > 0; }

Leaf leafOf(const Context& c, const LayerOperation& op, Held held)
{
    return held == Held::weights ? weightsOf(c, placeOf(op)) : adaptersOf(stepView(c), op);
}

double valueOf(const PartCosts& costs, Held held, bool routed)
{
    if (held == Held::weights)
        return routed ? costs.routedWeights : costs.weights;
    return routed ? costs.adaptersRouted : costs.adapters;
}

std::string_view wordOf(Held held, bool routed)
{
    if (held == Held::weights)
        return routed ? SCALESCOPE_TEXT("core", "weights of routed experts") : SCALESCOPE_TEXT("core", "weights");
    return routed ? SCALESCOPE_TEXT("core", "adapters of routed experts") : SCALESCOPE_TEXT("core", "adapters");
}

std::string_view idOf(Held held) { return held == Held::weights ? "weights" : "adapters"; }
std::string_view symbolOf(Held held, bool routed) { return held == Held::weights ? (routed ? "w_experts" : "w") : (routed ? "a_experts" : "a"); }

/// What a chip keeps of one layer of a kind; of what is outside the layers for -1.
std::vector<Expression> heldIn(const Context& c, Held held, int kind, bool routed)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : c.layer)
        if (op.layerKind == kind && op.routed == routed && isOf(c, op, held))
            terms.push_back(leafOf(c, op, held));
    return terms;
}

Derivation layerDerivation(const Context& c, Held held, std::size_t kind, bool routed)
{
    return derivation(heldInLayer(c, held, kind, routed),
                      sumOrNone(heldIn(c, held, static_cast<int>(kind), routed), SCALESCOPE_TEXT("core", "A layer without weights")), kSource,
                      sharding(c));
}

bool isOnStage(const Context& c, const LayerOperation& op, int stage)
{
    return op.component == Component::embedding ? stage == 0 : c.isLast(stage);
}

Derivation stageDerivation(const Context& c, Held held, int stage, bool routed)
{
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        if (c.countOf(k, stage) > 0)
            addTerm(terms, c.onStage(stage, static_cast<int>(k), heldInLayer(c, held, k, routed)));
    for (const LayerOperation& op : c.layer)
        if (op.layerKind < 0 && !routed && isOf(c, op, held) && isOnStage(c, op, stage))
            terms.push_back(leafOf(c, op, held));
    std::vector<Note> notes = sharding(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "What a chip would hold if no other degree divided it further.")}});
    if (c.staged())
        notes.push_back({{SCALESCOPE_TEXT("core", "The first stage holds the embedding, the last one the unembedding; a tied matrix is on both.")}});
    return derivation(heldOn(c, held, stage, routed), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A stage without weights")), kSource,
                      std::move(notes));
}

std::optional<Held> heldOf(std::string_view id)
{
    for (const Held held : {Held::weights, Held::adapters})
        if (id == idOf(held))
            return held;
    return std::nullopt;
}

/// "weights.B.layer.routed", "weights.local", "adapters.qkv"; a path from which the optional kind is taken.
std::optional<Derivation> deriveHeld(const Context& c, Held held, const Path& path)
{
    const bool several = c.architecture().kinds.size() > 1;
    const std::optional<std::size_t> named = path.kind(1, c);
    const bool told = several && named.has_value();
    const std::size_t kind = told ? named.value() : c.usedKinds().front();
    const std::size_t at = told ? 2 : 1;
    const bool routed = path[at + 1] == "routed";
    if (path.size() != at + (routed ? 2U : 1U))
        return std::nullopt;
    if (path[at] == "local" && !told && !c.staged())
        return stageDerivation(c, held, 0, routed);
    if (path[at] == "layer" && (told || !several))
        return layerDerivation(c, held, kind, routed);
    const auto component = path.component(at);
    if (!component || routed)
        return std::nullopt;
    Place place{told ? static_cast<int>(kind) : -1, *component};
    if (!several && inLayer(*component))
        place.kind = 0;
    const LayerOperation* op = find(c.layer, place);
    if (!op)
        return std::nullopt;
    if (held == Held::weights && op->weights > 0)
        return derivation(weightsOf(c, place), weightsExpression(stepView(c), *op), kSource, sharding(c));
    if (held == Held::adapters && adapterWeights(c.plan(), *op) > 0)
        return derivation(adaptersOf(stepView(c), *op), adaptersExpression(stepView(c), *op), kAdapters, sharding(c));
    return std::nullopt;
}

}  // namespace

Leaf weightsOf(const Context& c, const Place& place)
{
    const LayerOperation* op = find(c.layer, place);
    const std::string name = explain::wordOf(place.component);
    const std::string letter = c.letterOf(place.kind);
    return derived("weights." + (letter.empty() ? "" : letter + ".") + scalescope::idOf(place.component),
                   {SCALESCOPE_TEXT("core", "Weights of one %1 on a chip"), {name}, letter},
                   "w_" + name + (letter.empty() ? "" : " " + letter), kElements, op ? op->weights : 0.0);
}

Leaf heldInLayer(const Context& c, Held held, std::size_t kind, bool routed)
{
    const std::string letter = c.letterOf(static_cast<int>(kind));
    return derived(std::string(idOf(held)) + "." + (letter.empty() ? "" : letter + ".") + "layer" + (routed ? ".routed" : ""),
                   {SCALESCOPE_TEXT("core", "Of one layer on a chip: %1"), {std::string(wordOf(held, routed))}, letter},
                   std::string(symbolOf(held, routed)) + (routed ? ", layer" : "_layer") + (letter.empty() ? "" : " " + letter), kElements,
                   valueOf(c.costs.kind(kind), held, routed));
}

Leaf heldOn(const Context& c, Held held, int stage, bool routed)
{
    const std::string number = std::to_string(stage);
    const std::string id = (c.staged() ? "stage." + number + "." + std::string(idOf(held)) : std::string(idOf(held)) + ".local") + (routed ? ".routed" : "");
    const Words words = c.staged() ? Words{SCALESCOPE_TEXT("core", "Of the tensor shard of a chip on stage %1: %2"), {number, std::string(wordOf(held, routed))}}
                                   : Words{SCALESCOPE_TEXT("core", "Of the tensor shard of a chip: %1"), {std::string(wordOf(held, routed))}};
    return derived(id, words, std::string(symbolOf(held, routed)) + (routed ? ", " : "_") + (c.staged() ? number : "local"), kElements,
                   valueOf(c.stage(stage).costs, held, routed));
}

bool hasRouted(const Context& c, int stage) { return c.stage(stage).costs.routedWeights > 0; }

bool keepsTowers(const Context& c, int stage)
{
    return stage == 0 && c.architecture().countTowers && c.architecture().towerParameters > 0;
}

std::vector<Axis> shardAxes(const Context& c, bool routed, Kept kept)
{
    const Plan& plan = c.plan();
    std::vector<Axis> shards = {Axis::fsdp};
    std::vector<Axis> replicas = {Axis::data, Axis::context};
    if (!routed)
        replicas.push_back(Axis::expert);
    if (plan.shardOverAll && !routed && plan.zeroStage < 3) {
        shards = {Axis::fsdp, Axis::context, Axis::expert};
        replicas = {Axis::data};
    }
    constexpr std::array kFrom = {3, 2, 1};  // the ZeRO stage, by Kept
    if (plan.zeroStage >= kFrom[static_cast<std::size_t>(kept)])
        shards.insert(shards.end(), replicas.begin(), replicas.end());
    std::erase_if(shards, [&](Axis axis) { return plan.degree(axis) <= 1; });
    return shards;
}

namespace {

Expression divided(const Context& c, Expression whole, bool routed, Kept kept)
{
    std::vector<Expression> degrees;
    for (const Axis axis : shardAxes(c, routed, kept))
        degrees.push_back(c.degree(axis));
    return over(std::move(whole), productOf(std::move(degrees)));
}

}  // namespace

Expression shareOf(const Context& c, Held held, int stage, Kept kept, bool towers)
{
    Expression own = heldOn(c, held, stage, false);
    if (towers && keepsTowers(c, stage))
        own = std::move(own) + c.input("model.tower_parameters");
    own = divided(c, std::move(own), false, kept);
    if (!hasRouted(c, stage))
        return own;
    return std::move(own) + divided(c, heldOn(c, held, stage, true), true, kept);
}

Expression updatedParameters(const Context& c, int stage) { return shareOf(c, trainedOf(c), stage, Kept::optimizer, false); }

std::optional<Derivation> deriveWeights(const Context& c, const Path& path)
{
    if (path[0] == "stage") {
        const auto stage = path.stage(1, c);
        const auto held = heldOf(path[2]);
        const bool routed = path[3] == "routed";
        if (!stage || !held || !c.staged() || path.size() != (routed ? 4U : 3U))
            return std::nullopt;
        return stageDerivation(c, *held, *stage, routed);
    }
    const auto held = heldOf(path[0]);
    return held ? deriveHeld(c, *held, path) : std::nullopt;
}

}  // namespace scalescope::explain
