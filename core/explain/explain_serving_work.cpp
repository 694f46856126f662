// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_work.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kCounted = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\", on the shapes of one chip");

const LayerOperation& at(const ServingPass& pass, std::size_t i) { return pass.operations()[i]; }

// Sums over operations: by component, and where components are many by block.

using Indices = std::vector<std::size_t>;

bool counts(const LayerOperation& op, Of of)
{
    if (of == Of::flops)
        return op.kind != OperationKind::elementwise;
    return of != Of::held || !op.routed;
}

template <class Predicate>
Indices operationsWith(const ServingPass& pass, Of of, Predicate belongs)
{
    Indices found;
    for (std::size_t i = 0; i < pass.operations().size(); ++i)
        if (counts(at(pass, i), of) && valueOf(pass, i, of) > 0 && belongs(at(pass, i)))
            found.push_back(i);
    return found;
}

Indices operationsOf(const ServingPass& pass, Of of, Component component)
{
    return operationsWith(pass, of, [component](const LayerOperation& op) { return op.component == component; });
}

Leaf sumLeaf(const ServingPass& pass, Of of, const std::string& id, const std::string& word, const Indices& indices)
{
    double sum = 0;
    for (const std::size_t i : indices)
        sum += inAll(pass, i, of);
    const Naming& n = namingOf(of);
    return derived(pass.id + "." + id + "." + std::string(n.id), {n.sum, {word, pass.words}}, std::string(n.symbol) + word, n.unit, sum);
}

Leaf componentLeaf(const ServingPass& pass, Of of, Component component)
{
    return sumLeaf(pass, of, "component." + idOf(component), wordOf(component), operationsOf(pass, of, component));
}

Indices operationsIn(const ServingPass& pass, Of of, Block block)
{
    return operationsWith(pass, of, [block](const LayerOperation& op) { return blockOf(op.component) == block; });
}

std::vector<Expression> components(const ServingPass& pass, Of of, std::optional<Block> block)
{
    std::vector<Expression> terms;
    for (int i = 0; i < kComponentCount; ++i) {
        const auto component = static_cast<Component>(i);
        if ((!block || blockOf(component) == *block) && !operationsOf(pass, of, component).empty())
            terms.push_back(componentLeaf(pass, of, component));
    }
    return terms;
}

std::vector<Expression> sumTerms(const ServingPass& pass, Of of)
{
    std::vector<Expression> terms = components(pass, of, std::nullopt);
    if (terms.size() <= kLongestSum)
        return terms;
    terms.clear();
    for (const Block block : kBlocks)
        if (const Indices own = operationsIn(pass, of, block); !own.empty())
            terms.push_back(sumLeaf(pass, of, "block." + std::string(nameOf(block)), wordOf(block), own));
    return terms;
}

// What a whole pass reads and computes.

bool everything(const Context& c) { return c.assumptions().timed == TimedWork::operations; }

double parameters(const ServingPass& pass)
{
    double sum = 0;
    for (const std::size_t i : operationsWith(pass, Of::held, [](const LayerOperation&) { return true; }))
        sum += inAll(pass, i, Of::held);
    return sum;
}

Indices routed(const ServingPass& pass)
{
    Indices found;
    for (std::size_t i = 0; i < pass.operations().size(); ++i)
        if (at(pass, i).routed)
            found.push_back(i);
    return found;
}

Leaf parametersLeaf(const ServingPass& pass)
{
    return derived(pass.id + ".parameters", {SCALESCOPE_TEXT("core", "%1: parameters that one chip has, but for routed experts"), {pass.words}}, "P_chip",
                   "elements", parameters(pass));
}

Leaf expertsRead(const ServingPass& pass)
{
    double sum = 0;
    for (const std::size_t i : routed(pass))
        sum += inAll(pass, i, Of::held) * pass.figures[i].coverage;
    return derived(pass.id + ".experts_read", {SCALESCOPE_TEXT("core", "%1: parameters of the experts that some token meets"), {pass.words}}, "P_experts",
                   "elements", sum);
}

Leaf expertsFlops(const ServingPass& pass)
{
    double sum = 0;
    for (const std::size_t i : routed(pass))
        sum += inAll(pass, i, Of::flops);
    return derived(pass.id + ".experts_flops", {SCALESCOPE_TEXT("core", "%1: FLOPs of routed experts on one chip"), {pass.words}}, "FLOPs_experts", "FLOP", sum);
}

std::vector<Expression> perRouted(const ServingPass& pass, Of of)
{
    std::vector<Expression> terms;
    for (const std::size_t i : routed(pass)) {
        Expression each = operationLeaf(pass, i, of);
        if (of == Of::held)
            each = Expression(coverageLeaf(pass, i)) * std::move(each);
        terms.push_back(inLayers(contextOf(pass), pass.side, at(pass, i).layerKind, std::move(each)));
    }
    return terms;
}

/// Of attention and of recurrences, which the book's assumptions count in a prefill.
std::vector<Expression> mixing(const ServingPass& pass)
{
    std::vector<Expression> terms;
    for (const Component component : {Component::indexScores, Component::attention, Component::stateUpdate})
        if (!operationsOf(pass, Of::flops, component).empty())
            terms.push_back(componentLeaf(pass, Of::flops, component));
    return terms;
}

double sumOfAll(const ServingPass& pass, Of of)
{
    double sum = 0;
    for (const std::size_t i : operationsWith(pass, of, [](const LayerOperation&) { return true; }))
        sum += inAll(pass, i, of);
    return sum;
}

double amountOf(const ServingPass& pass, std::string_view part)
{
    const bool all = everything(contextOf(pass));
    if (part == "cache" || all)
        return sumOfAll(pass, part == "cache" ? Of::cache : part == "weights" ? Of::weights : Of::flops);
    if (part == "weights")
        return viewOf(pass).weightBytes.value * (parameters(pass) + expertsRead(pass).value);
    if (pass.base)
        return amountOf(*pass.base, part) + amountOf(*pass.rider, part);
    double sum = flopsPerMultiplyAdd().value * pass.view->shape.tokens * parameters(pass) + expertsFlops(pass).value;
    if (!pass.decodes)
        for (const Expression& term : mixing(pass))
            sum += evaluate(term);
    return sum;
}

Derivation amountDerivation(const ServingPass& pass, std::string_view part)
{
    const Leaf leaf = workOf(pass, part);
    constexpr std::string_view none = SCALESCOPE_TEXT("core", "Nothing of the kind");
    if (pass.base && part != "weights")
        return derivation(leaf, Expression(workOf(*pass.base, part)) + workOf(*pass.rider, part), kChunking);
    if (part == "cache" || everything(contextOf(pass)))
        return derivation(leaf, sumOrNone(sumTerms(pass, part == "cache" ? Of::cache : part == "weights" ? Of::weights : Of::flops), none), kInference);
    std::vector<Expression> terms = {parametersLeaf(pass)};
    if (part == "weights") {
        addTerm(terms, expertsRead(pass));
        return derivation(leaf, Expression(viewOf(pass).weightBytes) * sumOf(std::move(terms)), kInference,
                          {{{SCALESCOPE_TEXT("core", "Every parameter is read once for all sequences of the pass.")}}});
    }
    terms = {Expression(flopsPerMultiplyAdd()) * pass.view->tokens * parametersLeaf(pass)};
    addTerm(terms, expertsFlops(pass));
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "2 x parameters x tokens: every parameter counts, embeddings and norms too; of experts those that a token meets.")}}};
    if (!pass.decodes)
        for (Expression& term : mixing(pass))
            terms.push_back(std::move(term));
    else
        notes.push_back({{SCALESCOPE_TEXT("core", "Scores and values of a decode step wait for the cache: their arithmetic is left out.")}});
    return derivation(leaf, sumOf(std::move(terms)), kInference, std::move(notes));
}

std::optional<Derivation> deriveSumOf(const ServingPass& pass, const Path& rest)
{
    const auto of = ofAt(rest[2]);
    if (!of || namingOf(*of).sum.empty())
        return std::nullopt;
    std::vector<Expression> terms;
    if (rest[0] == "block") {
        for (const Block block : kBlocks)
            if (rest[1] == nameOf(block) && !operationsIn(pass, *of, block).empty())
                return derivation(sumLeaf(pass, *of, "block." + std::string(nameOf(block)), wordOf(block), operationsIn(pass, *of, block)),
                                  sumOf(components(pass, *of, block)), kInference);
        return std::nullopt;
    }
    const auto component = rest.component(1);
    if (!component || operationsOf(pass, *of, *component).empty())
        return std::nullopt;
    for (const std::size_t i : operationsOf(pass, *of, *component))
        terms.push_back(inAllLayers(pass, i, *of));
    return derivation(componentLeaf(pass, *of, *component), sumOf(std::move(terms)), kInference);
}

}  // namespace

std::vector<Expression> chipTerms(const ServingPass& pass) { return sumTerms(pass, Of::time); }

Leaf workOf(const ServingPass& pass, std::string_view part)
{
    if (part == "weights")
        return derived(pass.id + ".weight_bytes", {SCALESCOPE_TEXT("core", "%1: bytes of weights that one chip reads"), {pass.words}}, pass.symbol("V_weights"), "B",
                       amountOf(pass, part));
    if (part == "cache")
        return derived(pass.id + ".cache_bytes", {SCALESCOPE_TEXT("core", "%1: bytes of keys, values and state that one chip reads"), {pass.words}}, pass.symbol("V_cache"), "B",
                       amountOf(pass, part));
    return derived(pass.id + ".arithmetic", {SCALESCOPE_TEXT("core", "%1: FLOPs of one chip"), {pass.words}}, pass.symbol("FLOPs"), "FLOP", amountOf(pass, part));
}

std::optional<Derivation> derivePassWork(const ServingFigures& f, const ServingPass& pass, const Path& rest)
{
    if (!pass.opens())
        return std::nullopt;
    if (rest.size() == 1) {
        if (rest[0] == "weight_bytes" || rest[0] == "cache_bytes" || rest[0] == "arithmetic")
            return amountDerivation(pass, rest[0] == "weight_bytes" ? "weights" : rest[0] == "cache_bytes" ? "cache" : "flops");
        if (rest[0] == "parameters")
            return derivation(parametersLeaf(pass), sumOrNone(sumTerms(pass, Of::held), SCALESCOPE_TEXT("core", "A model without weights")), kCounted);
        if (rest[0] == "experts_read" && !routed(pass).empty())
            return derivation(expertsRead(pass), sumOf(perRouted(pass, Of::held)), kCounted);
        if (rest[0] == "experts_flops" && !routed(pass).empty() && !pass.base)
            return derivation(expertsFlops(pass), sumOf(perRouted(pass, Of::flops)), kCounted);
        return std::nullopt;
    }
    if (rest[0] == "operation")
        return deriveOperationOf(f, pass, rest);
    return rest.size() == 3 && (rest[0] == "component" || rest[0] == "block") ? deriveSumOf(pass, rest) : std::nullopt;
}

}  // namespace scalescope::explain
