// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"
#include "core/explain/work.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Scalescope: added up over what one chip of a stage does");

/// A kind of layer, the embedding, or what follows the last layer.
struct Part {
    int kind = -1;
    bool head = false;
};

std::string nameOf(const Part& part)
{
    if (part.kind >= 0)
        return std::string(1, letterOf(static_cast<std::size_t>(part.kind)));
    return part.head ? "head" : "embedding";
}

std::optional<Part> partAt(const Context& c, const Path& path)
{
    if (const auto kind = path.kind(1, c))
        return Part{static_cast<int>(*kind), false};
    for (const bool head : {false, true})
        if (path[1] == nameOf(Part{-1, head}))
            return Part{-1, head};
    return std::nullopt;
}

const PartCosts& costsOf(const Context& c, const Part& part)
{
    if (part.kind >= 0)
        return c.costs.kind(static_cast<std::size_t>(part.kind));
    return part.head ? c.costs.head() : c.costs.embedding();
}

bool belongs(const Part& part, int layerKind, Component component)
{
    return layerKind == part.kind && (part.kind >= 0 || (component != Component::embedding) == part.head);
}

std::string_view wordOf(const Cost& cost)
{
    switch (cost.kind) {
    case Cost::Kind::forward: return SCALESCOPE_TEXT("core", "compute, forward");
    case Cost::Kind::backwardInput: return SCALESCOPE_TEXT("core", "compute, gradients of the inputs");
    case Cost::Kind::backwardWeight: return SCALESCOPE_TEXT("core", "compute, gradients of the weights");
    case Cost::Kind::flops: return SCALESCOPE_TEXT("core", "executed FLOPs");
    case Cost::Kind::network: break;
    }
    switch (cost.when) {
    case Cost::When::forward: return SCALESCOPE_TEXT("core", "communication, forward");
    case Cost::When::backward: return SCALESCOPE_TEXT("core", "communication, backward");
    case Cost::When::step: break;
    }
    return SCALESCOPE_TEXT("core", "communication, once per step");
}

std::string_view wordOfPart(const Part& part)
{
    if (part.kind >= 0)
        return SCALESCOPE_TEXT("core", "One layer: %1 (%2)");
    return part.head ? SCALESCOPE_TEXT("core", "What follows the last layer: %1 (%2)") : SCALESCOPE_TEXT("core", "Embedding: %1 (%2)");
}

std::string qualifierOf(const Cost& cost)
{
    return cost.kind == Cost::Kind::network ? explain::wordOf(cost.axis) : std::string(SCALESCOPE_TEXT("core", "one chip"));
}

std::string symbolOf(const Cost& cost)
{
    return std::string(cost.kind == Cost::Kind::flops ? "FLOPs_" : "T_") + idOf(cost);
}

Leaf partLeaf(const Context& c, const Part& part, const Cost& cost, std::string_view key = {}, std::optional<double> value = {})
{
    const std::string letter = c.letterOf(part.kind);
    return derived("part." + nameOf(part) + "." + idOf(cost) + (key.empty() ? "" : "." + std::string(key)),
                   {wordOfPart(part), {std::string(wordOf(cost)), qualifierOf(cost)}, letter},
                   symbolOf(cost) + ", " + (part.kind >= 0 && letter.empty() ? "layer" : nameOf(part)) + (key.empty() ? "" : ", " + std::string(key)),
                   cost.kind == Cost::Kind::flops ? "FLOP" : "s", value.value_or(valueOf(costsOf(c, part), cost)));
}

/// A term, and in which bundle it is read where there are many.
struct Term {
    Expression expression;
    std::string key;
};

void addWork(const Context& c, const Part& part, const Cost& cost, std::vector<Term>& terms)
{
    for (std::size_t i = 0; i < c.walked.operations.size(); ++i) {
        const OperationEstimate& e = c.walked.operations[i];
        if (!e.timed || !belongs(part, e.layerKind, *e.component))
            continue;
        const std::string key = std::string(nameOf(e.phase)) + "." + std::string(nameOf(blockOf(*e.component)));
        const bool forward = e.phase == Phase::forward;
        if (cost.kind == Cost::Kind::flops && e.each.flops.value > 0)
            terms.push_back({repeatedFlopsOf(c, i), key});
        if (cost.kind == Cost::Kind::forward && forward)
            terms.push_back({workTime(c, i), key});
        if (cost.kind == Cost::Kind::backwardWeight && !forward && e.weightShare > 0)
            terms.push_back({workWeightTime(c, i), key});
        if (cost.kind == Cost::Kind::backwardInput && !forward)
            terms.push_back({e.weightShare > 0 ? Expression(workTime(c, i)) - workWeightTime(c, i) : Expression(workTime(c, i)), key});
    }
}

Cost::When whenOf(const CollectiveEstimate& e)
{
    return e.oncePerStep ? Cost::When::step : e.phase == Phase::forward ? Cost::When::forward : Cost::When::backward;
}

void addTraffic(const Context& c, const Part& part, const Cost& cost, std::vector<Term>& terms)
{
    for (std::size_t i = 0; i < c.walked.collectives.size(); ++i) {
        const CollectiveEstimate& e = c.walked.collectives[i];
        if (e.group == Group::stages || e.axis() != cost.axis || whenOf(e) != cost.when || !belongs(part, e.layerKind, e.component))
            continue;
        terms.push_back({repeatedInLayer(c, e, sendTime(c, i)), std::string(nameOf(e.phase)) + "." + std::string(nameOf(e.collective)) + "." +
                                                                    std::string(nameOf(blockOf(e.component)))});
    }
}

std::vector<Term> termsOf(const Context& c, const Part& part, const Cost& cost)
{
    std::vector<Term> terms;
    cost.kind == Cost::Kind::network ? addTraffic(c, part, cost, terms) : addWork(c, part, cost, terms);
    return terms;
}

Expression sumWith(const std::vector<Term>& terms, std::string_view key)
{
    std::vector<Expression> with;
    for (const Term& term : terms)
        if (term.key == key)
            with.push_back(term.expression);
    return with.empty() ? Expression() : sumOf(std::move(with));
}

std::optional<Derivation> derivePart(const Context& c, const Part& part, const Cost& cost, std::string_view key)
{
    const std::vector<Term> terms = termsOf(c, part, cost);
    if (terms.empty())
        return std::nullopt;
    if (!key.empty()) {
        if (std::none_of(terms.begin(), terms.end(), [key](const Term& term) { return term.key == key; }))
            return std::nullopt;
        Expression sum = sumWith(terms, key);
        const Leaf leaf = partLeaf(c, part, cost, key, evaluate(sum));
        return derivation(leaf, std::move(sum), kSource);
    }
    std::vector<Expression> all;
    std::vector<std::string> keys;
    for (const Term& term : terms) {
        all.push_back(term.expression);
        if (std::find(keys.begin(), keys.end(), term.key) == keys.end())
            keys.push_back(term.key);
    }
    if (terms.size() > kLongestSum) {
        all.clear();
        for (const std::string& each : keys)
            all.push_back(partLeaf(c, part, cost, each, evaluate(sumWith(terms, each))));
    }
    return derivation(partLeaf(c, part, cost), sumOf(std::move(all)), kSource);
}

Derivation stageDerivation(const Context& c, int stage, const Cost& cost)
{
    std::vector<Expression> terms;
    const auto add = [&](const Part& part) {
        if (valueOf(costsOf(c, part), cost) > 0)
            terms.push_back(c.onStage(stage, part.kind, partLeaf(c, part, cost)));
    };
    for (const std::size_t k : c.usedKinds())
        if (c.countOf(k, stage) > 0)
            add({static_cast<int>(k), false});
    if (stage == 0)
        add({-1, false});
    if (c.isLast(stage))
        add({-1, true});
    if (cost.kind == Cost::Kind::network && cost.axis == Axis::pipeline && c.staged()) {
        for (std::size_t i = 0; i < c.walked.collectives.size(); ++i) {
            const CollectiveEstimate& e = c.walked.collectives[i];
            if (e.group != Group::stages || whenOf(e) != cost.when)
                continue;
            Expression sent = bordersOf(c, stage, e.phase == Phase::forward, repeatedInLayer(c, e, sendTime(c, i)));
            if (evaluate(sent) > 0)
                terms.push_back(std::move(sent));
        }
    }
    const Leaf leaf = stageCost(c, stage, cost);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing of the kind is on this stage"), leaf.unit), kSource);
    return derivation(leaf, sumOf(std::move(terms)), kSource);
}

/// A cost from position `at` of a path on; `used` says how many parts it took.
std::optional<Cost> costAt(const Path& path, std::size_t at, std::size_t& used)
{
    used = 1;
    for (const Cost::Kind kind : {Cost::Kind::forward, Cost::Kind::backwardInput, Cost::Kind::backwardWeight, Cost::Kind::flops})
        if (path[at] == idOf(Cost{kind}))
            return Cost{kind};
    const auto axis = path[at] == "network" ? path.axis(at + 1) : std::nullopt;
    if (!axis)
        return std::nullopt;
    used = 3;
    for (const Cost::When when : {Cost::When::forward, Cost::When::backward, Cost::When::step}) {
        const Cost cost{Cost::Kind::network, *axis, when};
        if (idOf(cost) == "network." + std::string(path[at + 1]) + "." + std::string(path[at + 2]))
            return cost;
    }
    return std::nullopt;
}

}  // namespace

std::string idOf(const Cost& cost)
{
    switch (cost.kind) {
    case Cost::Kind::forward: return "forward_compute";
    case Cost::Kind::backwardInput: return "backward_input_compute";
    case Cost::Kind::backwardWeight: return "backward_weight_compute";
    case Cost::Kind::flops: return "executed_flops";
    case Cost::Kind::network: break;
    }
    constexpr std::array<std::string_view, 3> whens = {"forward", "backward", "step"};
    return "network." + std::string(scalescope::nameOf(cost.axis)) + "." + std::string(whens[static_cast<std::size_t>(cost.when)]);
}

double valueOf(const PartCosts& costs, const Cost& cost)
{
    const auto axis = static_cast<std::size_t>(cost.axis);
    switch (cost.kind) {
    case Cost::Kind::forward: return costs.forward.value;
    case Cost::Kind::backwardInput: return costs.backwardInput.value;
    case Cost::Kind::backwardWeight: return costs.backwardWeight.value;
    case Cost::Kind::flops: return costs.executed.value;
    case Cost::Kind::network: break;
    }
    switch (cost.when) {
    case Cost::When::forward: return costs.forwardNetwork[axis].value;
    case Cost::When::backward: return costs.backwardNetwork[axis].value;
    case Cost::When::step: break;
    }
    return costs.stepNetwork[axis].value;
}

Leaf stageCost(const Context& c, int stage, const Cost& cost)
{
    const std::string number = std::to_string(stage);
    return derived("stage." + number + "." + idOf(cost),
                   {SCALESCOPE_TEXT("core", "Stage %1: %2 (%3)"), {number, std::string(wordOf(cost)), qualifierOf(cost)}},
                   symbolOf(cost) + ", " + number, cost.kind == Cost::Kind::flops ? "FLOP" : "s", valueOf(c.stage(stage).costs, cost));
}

Expression bordersOf(const Context& c, int stage, bool forward, Expression each)
{
    const bool end = forward ? c.isLast(stage) : stage == 0;
    const auto chunks = static_cast<double>(c.plan().chunksPerStage());
    if (chunks <= 1)
        return end ? Expression(constant(0, SCALESCOPE_TEXT("core", "Nothing is sent beyond the last stage, or back beyond the first"))) * std::move(each) : std::move(each);
    if (!end)
        return Expression(c.input("plan.chunks")) * std::move(each);
    return (Expression(c.input("plan.chunks")) -
            constant(1, SCALESCOPE_TEXT("core", "The end of the model, beyond which nothing is sent"))) * std::move(each);
}

std::optional<Derivation> deriveParts(const Context& c, const Path& path)
{
    std::size_t used = 0;
    if (path[0] == "part") {
        const auto part = partAt(c, path);
        const auto cost = part ? costAt(path, 2, used) : std::nullopt;
        if (!cost || (cost->kind != Cost::Kind::flops && !c.estimate.possible()))
            return std::nullopt;
        std::string key;
        for (std::size_t i = 2 + used; i < path.size(); ++i)
            key += (key.empty() ? "" : ".") + std::string(path[i]);
        return derivePart(c, *part, *cost, key);
    }
    if (path[0] != "stage")
        return std::nullopt;
    const auto stage = path.stage(1, c);
    const auto cost = stage ? costAt(path, 2, used) : std::nullopt;
    if (!cost || path.size() != 2 + used || (cost->kind != Cost::Kind::flops && !c.estimate.possible()))
        return std::nullopt;
    return stageDerivation(c, *stage, *cost);
}

}  // namespace scalescope::explain
