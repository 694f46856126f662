// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/cache_figures.h"
#include "core/explain/view.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Book, chapter 4: keys and values of every token, head and layer; other kinds of layers as published with their models");

enum class Part { keysAndValues, indexKeys, state };
constexpr std::array kParts = {Part::keysAndValues, Part::indexKeys, Part::state};
constexpr std::array<std::string_view, 3> kIds = {"keys_and_values", "index_keys", "state"};
constexpr std::array<std::string_view, 3> kNames = {SCALESCOPE_TEXT("core", "keys and values"), SCALESCOPE_TEXT("core", "keys of the indexer"),
                                                    SCALESCOPE_TEXT("core", "state")};

std::string_view idOf(Part part) { return kIds[static_cast<std::size_t>(part)]; }
std::string nameOf(Part part) { return std::string(kNames[static_cast<std::size_t>(part)]); }

CacheTypes typesOf(const Context& c)
{
    const Serving& serving = c.scenario.serving;
    return {serving.cacheType, serving.cacheType, serving.stateType};
}

double context(const Context& c) { return c.inputs.workload.sequence; }

Leaf bytesPer(const Context& c, Part part) { return part == Part::state ? bytesPerState(c) : bytesPerCached(c); }

double elements(const LayerCache& cache, Part part)
{
    switch (part) {
    case Part::keysAndValues: return cache.keysAndValues;
    case Part::indexKeys: return cache.indexKeys;
    case Part::state: break;
    }
    return cache.state;
}

Leaf layerLeaf(const Context& c, std::size_t kind, std::optional<Part> part)
{
    const LayerCache cache = cacheOf(c.layerOf(kind).attention, context(c));
    double bytes = 0;
    for (const Part each : kParts)
        if (!part || *part == each)
            bytes += elements(cache, each) * bytesPer(c, each).value;
    const std::string letter = c.letterOf(static_cast<int>(kind));
    const std::string id = "model.cache." + std::string(1, letterOf(kind));
    const std::string subscript = letter.empty() ? "layer" : letter;
    if (!part)
        return derived(id, {SCALESCOPE_TEXT("core", "What one layer keeps of one sequence"), {}, letter}, "M_" + subscript, "B", bytes);
    return derived(id + "." + std::string(idOf(*part)),
                   {SCALESCOPE_TEXT("core", "What one layer keeps of one sequence: %1"), {nameOf(*part)}, letter},
                   "M_" + subscript + ", " + nameOf(*part), "B", bytes);
}

Leaf modelLeaf(const Context& c, std::optional<Part> part)
{
    const ModelCache cache = cacheOf(c.architecture(), context(c), typesOf(c));
    const std::array<Bytes, 3> bytes = {cache.keysAndValues, cache.indexKeys, cache.state};
    if (!part)
        return derived("model.cache.total", {SCALESCOPE_TEXT("core", "What the model keeps of one sequence")}, "M_cache", "B", cache.total().value);
    return derived("model.cache." + std::string(idOf(*part)), {SCALESCOPE_TEXT("core", "What the model keeps of one sequence: %1"), {nameOf(*part)}},
                   "M_" + nameOf(*part), "B", bytes[static_cast<std::size_t>(*part)].value);
}

std::optional<Derivation> layerPart(const Context& c, std::size_t kind, Part part)
{
    const Leaf leaf = layerLeaf(c, kind, part);
    if (leaf.value <= 0)
        return std::nullopt;
    std::vector<Note> notes;
    Expression all;
    switch (part) {
    case Part::keysAndValues: all = entryOf(c, kind) * entriesOf(c, kind, c.input("workload.sequence"), notes); break;
    case Part::indexKeys: all = indexKeysOf(c, kind, c.input("workload.sequence")); break;
    case Part::state:
        all = stateElements(c, kind);
        notes.push_back({{SCALESCOPE_TEXT("core", "Its size does not grow with the context.")}});
        break;
    }
    return derivation(leaf, Expression(bytesPer(c, part)) * std::move(all), kSource, std::move(notes));
}

Derivation wholeLayer(const Context& c, std::size_t kind)
{
    std::vector<Expression> terms;
    for (const Part part : kParts)
        addTerm(terms, layerLeaf(c, kind, part));
    std::vector<Note> notes;
    if (c.layerOf(kind).attention.sharedKv)
        notes.push_back({{SCALESCOPE_TEXT("core", "Its keys and values are those of an earlier layer.")}});
    return derivation(layerLeaf(c, kind, std::nullopt), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Such a layer keeps nothing")),
                      kSource, std::move(notes));
}

Derivation wholeModel(const Context& c, std::optional<Part> part)
{
    std::vector<Expression> terms;
    if (part)
        for (const std::size_t k : c.usedKinds())
            addTerm(terms, c.inLayers(static_cast<int>(k), layerLeaf(c, k, part)));
    else
        for (const Part each : kParts)
            addTerm(terms, modelLeaf(c, each));
    return derivation(modelLeaf(c, part), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "No layer of the model keeps any")), kSource);
}

Derivation perToken(const Context& c)
{
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        if (hasCache(c.layerOf(k).attention))
            terms.push_back(c.inLayers(static_cast<int>(k), entryOf(c, k)));
    const Leaf bytes = bytesPer(c, Part::keysAndValues);
    const Leaf leaf = derived("model.cache_per_token", {SCALESCOPE_TEXT("core", "Keys and values of one token in all layers")}, "M_token", "B",
                              kvElementsPerToken(c.architecture()) * bytes.value);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No layer of the model keeps any")), kSource);
    return derivation(leaf, Expression(bytes) * sumOf(std::move(terms)), kSource,
                      {{{SCALESCOPE_TEXT("core", "What the next token adds while no window is full.")}}});
}

Leaf elementBytes(DType type, std::string_view name, std::string_view symbol, std::string_view parameter)
{
    return chosen(bytesPerElement(type).value, {name, {std::string(scalescope::nameOf(type))}}, std::string(symbol), "B", parameter);
}

}  // namespace

Leaf bytesPerCached(const Context& c)
{
    return elementBytes(c.scenario.serving.cacheType, SCALESCOPE_TEXT("core", "Bytes of one cached element (%1)"), "b_c", "serving.cache_type");
}

Leaf bytesPerState(const Context& c)
{
    return elementBytes(c.scenario.serving.stateType, SCALESCOPE_TEXT("core", "Bytes of one element of the state (%1)"), "b_s", "serving.state_type");
}

Expression entryOf(const Context& c, std::size_t kind)
{
    const Attention& at = c.layerOf(kind).attention;
    if (at.kind == AttentionKind::latent) {
        std::vector<Expression> parts = {c.inKind(kind, "kv_rank")};
        addTerm(parts, c.inKind(kind, "rope_dim"));
        return sumOf(std::move(parts));
    }
    if (at.values == Values::ownWidth)
        return Expression(c.inKind(kind, "kv_heads")) * (Expression(c.inKind(kind, "head_dim")) + c.inKind(kind, "value_dim"));
    Expression key = Expression(c.inKind(kind, "kv_heads")) * c.inKind(kind, "head_dim");
    return at.values == Values::keys ? key : Expression(constant(2, SCALESCOPE_TEXT("core", "Keys and values"))) * std::move(key);
}

Expression entriesOf(const Context& c, std::size_t kind, const Leaf& sequence, std::vector<Note>& notes)
{
    const Attention& at = c.layerOf(kind).attention;
    Expression recent = sequence;
    if (at.window > 0) {
        recent = minimumOf({sequence, c.inKind(kind, "window")});
        notes.push_back({{SCALESCOPE_TEXT("core", "The cache keeps no more than the window.")}});
    }
    if (at.compression == 0)
        return recent;
    notes.push_back({{SCALESCOPE_TEXT("core", "Beyond the window one entry stands for a block of tokens.")}});
    return std::move(recent) + Expression(sequence) / c.inKind(kind, "compression");
}

Expression indexKeysOf(const Context& c, std::size_t kind, const Leaf& sequence)
{
    Expression entries = Expression(c.inKind(kind, "index_dim")) * sequence;
    return c.layerOf(kind).attention.compression > 0 ? std::move(entries) / c.inKind(kind, "compression") : entries;
}

/// A matrix for each head, and what the short convolution looks back at.
Expression stateElements(const Context& c, std::size_t kind)
{
    const Attention& at = c.layerOf(kind).attention;
    const Leaf stateDim = c.inKind(kind, "state_dim");
    const Expression values = Expression(c.inKind(kind, "heads")) * c.inKind(kind, "head_dim");
    std::vector<Expression> parts = {values * stateDim};
    if (at.convolution > 1) {
        const Expression mixed = values + Expression(constant(2, SCALESCOPE_TEXT("core", "Into and out of the state"))) *
                                              c.inKind(kind, "kv_heads") * stateDim;
        parts.push_back(mixed * (Expression(c.inKind(kind, "convolution")) - constant(1, SCALESCOPE_TEXT("core", "The token itself"))));
    }
    return sumOf(std::move(parts));
}

std::optional<Derivation> deriveCache(const Context& c, const Path& path)
{
    if (path.whole == "model.cache_per_token")
        return perToken(c);
    if (path[0] != "model" || path[1] != "cache" || path.size() < 3 || path.size() > 4)
        return std::nullopt;
    if (path.whole == "model.cache.total")
        return wholeModel(c, std::nullopt);
    const auto kind = path.kind(2, c);
    if (kind && path.size() == 3)
        return wholeLayer(c, *kind);
    if (!kind && path.size() == 4)
        return std::nullopt;
    for (const Part part : kParts)
        if (path[path.size() - 1] == idOf(part))
            return kind ? layerPart(c, *kind, part) : std::optional(wholeModel(c, part));
    return std::nullopt;
}

}  // namespace scalescope::explain
