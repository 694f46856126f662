// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameters.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Scalescope: counted from the dtypes and scales of the published weights");

const WeightStorage& storage(const Context& c) { return c.scenario.model.storage; }

WeightBytes bytesOfModel(const Context& c) { return weightBytes(c.architecture(), storage(c)); }

Leaf leafOf(std::string_view part, std::string_view name, std::string symbol, Bytes bytes)
{
    return derived("model.weight_bytes" + std::string(part.empty() ? "" : ".") + std::string(part), {name}, std::move(symbol), "B", bytes.value);
}

Leaf plainLeaf(const Context& c)
{
    return leafOf("plain", SCALESCOPE_TEXT("core", "Bytes of the weights that are not quantised"), "M_plain", bytesOfModel(c).plain);
}

Leaf quantisedLeaf(const Context& c)
{
    return leafOf("quantised", SCALESCOPE_TEXT("core", "Bytes of the quantised weights"), "M_quantised", bytesOfModel(c).quantised);
}

Leaf scalesLeaf(const Context& c)
{
    return leafOf("scales", SCALESCOPE_TEXT("core", "Bytes of the scales"), "M_scales", bytesOfModel(c).scales);
}

Leaf bytesPerStored(DType type, std::string_view parameter)
{
    return chosen(bytesPerElement(type).value, {SCALESCOPE_TEXT("core", "Bytes of one stored weight (%1)"), {std::string(nameOf(type))}},
                  parameter == "model.stored_type" ? "b_stored" : "b_quantised", "B", parameter);
}

/// Parts of the model whose matrices are quantised.
std::vector<Expression> quantisedParts(const Context& c)
{
    std::vector<std::string_view> ids;
    if (storage(c).quantised != QuantisedPart::none)
        ids.push_back("experts");
    if (storage(c).quantised == QuantisedPart::linear)
        ids.insert(ids.end(), {"mlp", "attention"});
    std::vector<Expression> terms;
    for (const LayerPart& part : kLayerParts)
        if (std::find(ids.begin(), ids.end(), part.id) != ids.end())
            addTerm(terms, derived("model.parameters." + std::string(part.id), {SCALESCOPE_TEXT("core", "Parameters of the model: %1"), {std::string(part.name)}},
                                   "P_" + std::string(part.id), "parameters", static_cast<double>(c.estimate.parameters.*part.count)));
    return terms;
}

constexpr std::string_view kNothing = SCALESCOPE_TEXT("core", "Nothing is quantised");

Derivation plainDerivation(const Context& c)
{
    std::vector<Expression> quantised = quantisedParts(c);
    Expression rest = parametersInAll(c);
    if (!quantised.empty())
        rest = std::move(rest) - sumOf(std::move(quantised));
    return derivation(plainLeaf(c), Expression(bytesPerStored(storage(c).type, "model.stored_type")) * std::move(rest), kSource,
                      {{{SCALESCOPE_TEXT("core", "Embeddings, unembedding, norms, biases and routers are not quantised.")}}});
}

Derivation quantisedDerivation(const Context& c)
{
    std::vector<Expression> parts = quantisedParts(c);
    if (parts.empty())
        return derivation(quantisedLeaf(c), constant(0, kNothing, "B"), kSource);
    return derivation(quantisedLeaf(c), Expression(bytesPerStored(storage(c).quantisedType, "model.quantised_type")) * sumOf(std::move(parts)),
                      kSource);
}

Derivation scalesDerivation(const Context& c)
{
    std::vector<Expression> parts = quantisedParts(c);
    if (parts.empty())
        return derivation(scalesLeaf(c), constant(0, kNothing, "B"), kSource);
    return derivation(scalesLeaf(c), sumOf(std::move(parts)) / c.input("model.scale_group") * c.input("model.scale_bytes"), kSource,
                      {{{SCALESCOPE_TEXT("core", "Weights of a group share one scale.")}}});
}

Derivation totalDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const Leaf& part : {plainLeaf(c), quantisedLeaf(c), scalesLeaf(c)})
        addTerm(terms, part);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "As published; multi-token layers are not among them.")}}};
    if (!c.architecture().countTowers && c.architecture().towerParameters > 0)
        notes.push_back({{SCALESCOPE_TEXT("core", "Towers are counted apart unless asked for.")}, "model.parameters.tower"});
    return derivation(leafOf({}, SCALESCOPE_TEXT("core", "Bytes of the stored weights"), "M_weights", bytesOfModel(c).total()),
                      sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A model without weights")), kSource, std::move(notes));
}

}  // namespace

std::optional<Derivation> deriveStorage(const Context& c, const Path& path)
{
    if (path.whole == "model.weight_bytes")
        return totalDerivation(c);
    if (path.whole == "model.weight_bytes.plain")
        return plainDerivation(c);
    if (path.whole == "model.weight_bytes.quantised")
        return quantisedDerivation(c);
    if (path.whole == "model.weight_bytes.scales")
        return scalesDerivation(c);
    if (path[0] == "model" && path[1] == "expert_coverage" && path.size() == 3)
        if (const auto kind = path.kind(2, c))
            return deriveCoverage(decodeView(c), *kind);
    return std::nullopt;
}

}  // namespace scalescope::explain
