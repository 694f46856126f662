// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameters.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kCounting = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\"; norms and biases as published");
constexpr std::string_view kMultiToken = SCALESCOPE_TEXT("core", "\"DeepSeek-V3\", section 2.2, \"Multi-token prediction\"");
constexpr std::string_view kParameters = "parameters";

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
    ParameterPart{"router", SCALESCOPE_TEXT("core", "Parameters of the routers"), &ParameterCount::router},
    ParameterPart{"experts", SCALESCOPE_TEXT("core", "Parameters of the routed experts"), &ParameterCount::experts},
    ParameterPart{"norms", SCALESCOPE_TEXT("core", "Parameters of the norms"), &ParameterCount::norms},
    ParameterPart{"other", SCALESCOPE_TEXT("core", "Other parameters"), &ParameterCount::other},
    ParameterPart{"unembedding", SCALESCOPE_TEXT("core", "Parameters of the unembedding"), &ParameterCount::unembedding},
    ParameterPart{"tower", SCALESCOPE_TEXT("core", "Parameters of the towers"), &ParameterCount::tower},
};

Leaf partOf(const Context& c, const ParameterPart& part)
{
    return derived("model.parameters." + std::string(part.id), {part.name}, "P_" + std::string(part.id), kParameters,
                   static_cast<double>(c.estimate.parameters.*part.count));
}

/// Over all layers.
std::vector<Expression> inLayers(const Context& c, const LayerPart& part)
{
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(k), layerPart(c, k, part)));
    return terms;
}

std::vector<Expression> normTerms(const Context& c, std::vector<Expression> terms)
{
    std::vector<Expression> outside;
    if (c.architecture().finalNorm)
        outside.push_back(constant(1, SCALESCOPE_TEXT("core", "The final norm")));
    if (c.architecture().embeddingNorm)
        outside.push_back(constant(1, SCALESCOPE_TEXT("core", "The norm of the embedding")));
    if (!outside.empty())
        addTerm(terms, sumOf(std::move(outside)) * normScales(c));
    return terms;
}

Leaf tableWidth(const Context& c)
{
    return c.input(c.architecture().embeddingWidth > 0 ? "model.embedding_width" : "model.d_model");
}

std::vector<Expression> projectionTerms(const Context& c)
{
    const Architecture& a = c.architecture();
    if (a.embeddingWidth == 0 || a.vocabulary == 0)
        return {};
    return {Expression(c.input("model.d_model")) * c.input("model.embedding_width")};
}

std::vector<Expression> embeddingTerms(const Context& c)
{
    std::vector<Expression> terms;
    addTerm(terms, Expression(c.input("model.vocabulary")) * tableWidth(c));
    for (Expression& term : projectionTerms(c))
        terms.push_back(std::move(term));
    if (c.architecture().layerEmbeddingWidth > 0) {
        const Leaf width = c.input("model.layer_embedding_width");
        std::vector<Expression> each = {c.input("model.d_model")};
        addTerm(each, c.input("model.layer_embedding_vocabulary"));
        terms.push_back(sumOf(std::move(each)) * c.input("model.layers") * width);
        terms.push_back(width);
    }
    return terms;
}

std::vector<Expression> unembeddingTerms(const Context& c)
{
    std::vector<Expression> terms;
    if (!c.architecture().tied)
        addTerm(terms, Expression(c.input("model.vocabulary")) * tableWidth(c));
    for (Expression& term : projectionTerms(c))
        terms.push_back(std::move(term));
    if (c.architecture().unembeddingBias)
        addTerm(terms, c.input("model.vocabulary"));
    return terms;
}

std::vector<Expression> termsOf(const Context& c, std::string_view part)
{
    for (const LayerPart& ofLayers : kLayerParts)
        if (ofLayers.id == part)
            return part == "norms" ? normTerms(c, inLayers(c, ofLayers)) : inLayers(c, ofLayers);
    if (part == "embedding")
        return embeddingTerms(c);
    if (part == "unembedding")
        return unembeddingTerms(c);
    std::vector<Expression> terms;
    if (part == "positions")
        addTerm(terms, Expression(c.input("model.positions")) * c.input("model.d_model"));
    else if (c.architecture().countTowers)
        addTerm(terms, c.input("model.tower_parameters"));
    return terms;
}

bool sharesEmbedding(const Context& c) { return c.architecture().tied && c.architecture().vocabulary > 0; }

Note tiedNote()
{
    return {{SCALESCOPE_TEXT("core", "The embeddings are tied: one matrix both embeds and unembeds, and is counted once.")}};
}

std::optional<Derivation> derivePart(const Context& c, std::string_view id)
{
    for (const ParameterPart& part : kParts) {
        if (part.id != id)
            continue;
        std::vector<Note> notes;
        if (id == "unembedding" && sharesEmbedding(c))
            notes.push_back(tiedNote());
        if (id == "tower" && !c.architecture().countTowers)
            notes.push_back({{SCALESCOPE_TEXT("core", "Towers are counted apart unless asked for.")}});
        return derivation(partOf(c, part), sumOrNone(termsOf(c, id), SCALESCOPE_TEXT("core", "The model has none, or none is counted here")),
                          kCounting, std::move(notes));
    }
    return std::nullopt;
}

Derivation parametersDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const ParameterPart& part : kParts)
        addTerm(terms, partOf(c, part));
    Derivation d = derivation(parametersInAll(c), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A model without weights")), kCounting);
    if (sharesEmbedding(c))
        d.notes.push_back(tiedNote());
    if (c.architecture().multiTokenLayers > 0)
        d.notes.push_back({{SCALESCOPE_TEXT("core", "Multi-token layers are counted apart.")}, "model.multi_token_parameters"});
    return d;
}

Leaf idleParameters(const Context& c)
{
    return derived("model.idle_parameters", {SCALESCOPE_TEXT("core", "Parameters of experts that a token is not sent to")}, "P_idle",
                   kParameters, static_cast<double>(c.estimate.parameters.idle));
}

Derivation idleDerivation(const Context& c)
{
    std::vector<Expression> terms;
    for (const std::size_t k : c.usedKinds())
        addTerm(terms, c.inLayers(static_cast<int>(k), idleOfLayer(c, k)));
    return derivation(idleParameters(c), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A token meets every expert")), kCounting);
}

Derivation activeDerivation(const Context& c)
{
    const Leaf idle = idleParameters(c);
    Expression e = parametersInAll(c);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "Embeddings and shared experts included; of the routed experts those that a token is sent to.")}}};
    if (idle.value > 0)
        e = std::move(e) - idle;
    else
        notes = {{{SCALESCOPE_TEXT("core", "Every token meets every parameter.")}}};
    return derivation(activeParameters(c), std::move(e), kCounting, std::move(notes));
}

Derivation multiTokenDerivation(const Context& c)
{
    const Architecture& a = c.architecture();
    const Leaf model = c.input("model.d_model");
    const std::size_t last = a.order.kindOf(static_cast<std::size_t>(a.layers - 1));
    std::vector<Expression> each = {Expression(constant(2, SCALESCOPE_TEXT("core", "The two inputs that are projected to one"))) * model * model};
    addTerm(each, Expression(constant(3, SCALESCOPE_TEXT("core", "Norms of both inputs and of the result"))) * normScales(c));
    addTerm(each, layerParameters(c, last));
    const Leaf leaf = multiTokenParameters(c);
    if (a.multiTokenParameters > 0)
        return derivation(leaf,
                          Expression(c.input("model.multi_token_layers")) *
                              constant(static_cast<double>(a.multiTokenParameters),
                                       SCALESCOPE_TEXT("core", "Parameters of each, which is not like the model's last layer"), kParameters),
                          kMultiToken);
    return derivation(leaf, Expression(c.input("model.multi_token_layers")) * sumOf(std::move(each)),
                      kMultiToken,
                      {{{SCALESCOPE_TEXT("core", "Each is like the model's last layer, between a projection of a pair of inputs and a norm; counted apart from the model.")}}});
}

}  // namespace

Leaf multiTokenParameters(const Context& c)
{
    return derived("model.multi_token_parameters", {SCALESCOPE_TEXT("core", "Parameters of the multi-token layers")}, "P_multi-token", kParameters,
                   static_cast<double>(c.estimate.parameters.multiToken));
}

Leaf parametersInAll(const Context& c)
{
    return derived("model.parameters", {SCALESCOPE_TEXT("core", "Parameters of the model")}, "P", kParameters,
                   static_cast<double>(c.estimate.parameters.total()));
}

Leaf activeParameters(const Context& c)
{
    return derived("model.active_parameters", {SCALESCOPE_TEXT("core", "Parameters that one token meets")}, "P_active", kParameters,
                   static_cast<double>(c.estimate.parameters.active()));
}

std::optional<Derivation> deriveParameters(const Context& c, const Path& path)
{
    if (path.whole == "model.parameters")
        return parametersDerivation(c);
    if (path.whole == "model.active_parameters")
        return activeDerivation(c);
    if (path.whole == "model.idle_parameters")
        return idleDerivation(c);
    if (path.whole == "model.multi_token_parameters")
        return multiTokenDerivation(c);
    return path[0] == "model" && path[1] == "parameters" && path.size() == 3 ? derivePart(c, path[2]) : std::nullopt;
}

}  // namespace scalescope::explain
