// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/cache_figures.h"
#include "core/explain/serving_held.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Book, chapter 7, \"What about memory?\": keys and values of every token, head and layer");
constexpr std::string_view kSplit = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Sharding the KV cache\"");

const Attention& attentionOf(const KeptCache& k, std::size_t kind) { return k.f.c.layerOf(kind).attention; }

bool divides(const KeptCache& k, std::size_t kind)
{
    return k.side && k.f.serving().cacheSplit != CacheSplit::copied && cacheCopies(attentionOf(k, kind), k.tensor()) > 1;
}

/// Elements of one layer.
double elements(const KeptCache& k, std::size_t kind, bool state)
{
    const Attention& at = attentionOf(k, kind);
    const LayerCache cache = cacheOf(at, k.context.value);
    const auto tensor = static_cast<double>(k.tensor());
    if (state)
        return cache.state / tensor;
    const double heads = at.kind == AttentionKind::latent ? 1.0 : localKvHeads(at, tensor) / static_cast<double>(std::max<std::int64_t>(1, at.kvHeads));
    return (cache.keysAndValues * heads + cache.indexKeys) / (divides(k, kind) ? static_cast<double>(cacheCopies(at, k.tensor())) : 1.0);
}

double bytesPer(const KeptCache& k, bool state) { return (state ? bytesPerState(k.f.c) : bytesPerCached(k.f.c)).value; }

Leaf layerLeaf(const KeptCache& k, std::size_t kind, bool state)
{
    const std::string letter = k.f.c.letterOf(static_cast<int>(kind));
    return derived(k.id + (state ? ".state." : ".cache.") + std::string(1, letterOf(kind)),
                   {state ? SCALESCOPE_TEXT("core", "State of one sequence in one layer, on one chip")
                          : SCALESCOPE_TEXT("core", "Keys and values of one sequence in one layer, on one chip"),
                    {}, letter},
                   std::string(state ? "S_" : "KV_") + (letter.empty() ? "layer" : letter), "B", bytesPer(k, state) * elements(k, kind, state));
}

Leaf allLeaf(const KeptCache& k, bool state)
{
    double sum = 0;
    for (const std::size_t kind : k.f.c.usedKinds())
        sum += layerLeaf(k, kind, state).value * static_cast<double>(layerCounts(k.f.c.architecture())[kind]);
    if (k.side)
        sum *= unevenness(k.f.c, *k.side).value / static_cast<double>(k.side->layout().pipeline * k.side->layout().context);
    return derived(k.id + (state ? ".state" : ".cache"),
                   {state ? SCALESCOPE_TEXT("core", "State of one sequence on one chip") : SCALESCOPE_TEXT("core", "Keys and values of one sequence on one chip")},
                   state ? "S_sequence" : "KV_sequence", "B", sum);
}

Derivation allDerivation(const KeptCache& k, bool state)
{
    const Context& c = k.f.c;
    std::vector<Expression> terms;
    for (const std::size_t kind : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(kind), layerLeaf(k, kind, state)));
    Expression all = sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "No layer of the model keeps any"));
    if (k.side)
        all = over(onStage(c, *k.side, std::move(all)), degreeOf(c, *k.side, "context"));
    return derivation(allLeaf(k, state), std::move(all), kSource);
}

/// Copies of one KV head in a tensor group.
Expression copiesOf(const KeptCache& k, std::size_t kind)
{
    const Context& c = k.f.c;
    const Leaf tensor = degreeOf(c, *k.side, "tensor");
    if (attentionOf(k, kind).kind == AttentionKind::latent)
        return tensor;
    return Expression(Op::roundDown, {Expression(tensor) / c.inKind(kind, "kv_heads")});
}

Derivation keysDerivation(const KeptCache& k, std::size_t kind)
{
    const Context& c = k.f.c;
    const Attention& at = attentionOf(k, kind);
    std::vector<Note> notes = {bytesNote(k.f.serving().cacheType)};
    const LayerCache cache = cacheOf(at, k.context.value);
    std::vector<Expression> terms;
    if (cache.keysAndValues > 0) {
        Expression own = entryOf(c, kind) * entriesOf(c, kind, k.context, notes);
        if (k.tensor() > 1 && at.kind != AttentionKind::latent) {
            const Leaf heads = c.inKind(kind, "kv_heads");
            own = std::move(own) * maximumOf({one(SCALESCOPE_TEXT("core", "At least one KV head on each chip")), Expression(heads) / degreeOf(c, *k.side, "tensor")}) / heads;
        }
        terms.push_back(std::move(own));
    }
    if (cache.indexKeys > 0)
        terms.push_back(indexKeysOf(c, kind, k.context));
    if (at.kind == AttentionKind::latent && k.tensor() > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "All heads read the same compressed vectors: every chip of a tensor group has a copy.")}});
    Expression all = Expression(bytesPerCached(c)) * sumOf(std::move(terms));
    if (divides(k, kind)) {
        all = std::move(all) / copiesOf(k, kind);
        notes.push_back({{k.f.serving().cacheSplit == CacheSplit::batch
                              ? SCALESCOPE_TEXT("core", "The chips of one KV head divide its sequences, so that nothing is copied.")
                              : SCALESCOPE_TEXT("core", "The chips of one KV head divide its tokens, so that nothing is copied.")}});
        return derivation(layerLeaf(k, kind, false), std::move(all), kSplit, std::move(notes));
    }
    return derivation(layerLeaf(k, kind, false), std::move(all), kSource, std::move(notes));
}

Derivation stateDerivation(const KeptCache& k, std::size_t kind)
{
    const Context& c = k.f.c;
    Expression all = Expression(bytesPerState(c)) * stateElements(c, kind);
    if (k.side)
        all = over(std::move(all), degreeOf(c, *k.side, "tensor"));
    return derivation(layerLeaf(k, kind, true), std::move(all), kSource, {{{SCALESCOPE_TEXT("core", "Its size does not grow with the context.")}}});
}

}  // namespace

Leaf KeptCache::keysAndValues() const { return allLeaf(*this, false); }

Leaf KeptCache::state() const { return allLeaf(*this, true); }

/// "cache", "state", "cache.A", "state.B"
std::optional<Derivation> deriveKept(const KeptCache& k, const Path& rest)
{
    const bool state = rest[0] == "state";
    if (!state && rest[0] != "cache")
        return std::nullopt;
    if (rest.size() == 1)
        return allDerivation(k, state);
    const auto kind = rest.size() == 2 ? rest.kind(1, k.f.c) : std::nullopt;
    if (!kind || layerLeaf(k, *kind, state).value <= 0)
        return std::nullopt;
    return state ? stateDerivation(k, *kind) : keysDerivation(k, *kind);
}

Expression onStage(const Context& c, const ServingSide& side, Expression all)
{
    if (side.layout().pipeline <= 1)
        return all;
    return times(std::move(all), unevenness(c, side)) / degreeOf(c, side, "pipeline");
}

}  // namespace scalescope::explain
