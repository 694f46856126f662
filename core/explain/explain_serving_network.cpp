// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/group_time.h"
#include "core/explain/serving_work.h"
#include "core/explain/widths.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTensor = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Distributing inference over multiple accelerators\"");
constexpr std::string_view kCacheSplit = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Sharding the KV cache\"");
constexpr std::string_view kTwoDimensions = SCALESCOPE_TEXT("core", "Pope et al. 2022, \"Efficiently Scaling Transformer Inference\": weights stationary in two dimensions");
constexpr std::string_view kExperts = SCALESCOPE_TEXT("core", "Book, chapter 12: tokens go to their experts by an AllToAll");
constexpr std::string_view kContext = SCALESCOPE_TEXT("core", "\"Ring Attention\" (Liu et al. 2023), with all keys gathered");
constexpr std::string_view kPipeline = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Pipelining\"");

const CollectiveEstimate& at(const ServingPass& pass, std::size_t i) { return pass.collectives[i]; }

std::string idOf(const ServingPass& pass, std::size_t i, std::string_view part)
{
    return pass.id + ".collective." + std::to_string(i) + "." + std::string(part);
}

std::string wordOf(const CollectiveEstimate& e)
{
    return e.group == Group::stages ? std::string(SCALESCOPE_TEXT("core", "the borders of stages")) : explain::wordOf(e.component);
}

Leaf leafOf(const ServingPass& pass, std::size_t i, std::string_view part, std::string_view name, const std::string& symbol, std::string_view unit, double value)
{
    const CollectiveEstimate& e = at(pass, i);
    const std::string letter = contextOf(pass).letterOf(e.layerKind);
    return derived(idOf(pass, i, part), {name, {std::string(nameOf(e.collective)), wordOf(e), pass.words, explain::wordOf(e.group)}, letter},
                   pass.symbol(symbol + shortOf(e.collective) + " " + wordOf(e) + (letter.empty() ? "" : " " + letter)), unit, value);
}

Leaf eachLeaf(const ServingPass& pass, std::size_t i)
{
    return leafOf(pass, i, "each", SCALESCOPE_TEXT("core", "Time of one %1 of %2 (%3, %4)"), "T_one, ", "s", at(pass, i).each.total.value);
}

Leaf arrayLeaf(const ServingPass& pass, std::size_t i)
{
    return leafOf(pass, i, "array", SCALESCOPE_TEXT("core", "Array of one %1 of %2 (%3, %4)"), "V_", "B", at(pass, i).array.value);
}

/// Queries travel to where a KV head's cache is divided, results back.
bool goesBothWays(const CollectiveEstimate& e) { return e.group == Group::copies && e.collective == Collective::allToAll; }

Derivation timeDerivation(const Context& c, const ServingPass& pass, std::size_t i)
{
    const CollectiveEstimate& e = at(pass, i);
    Expression each = eachLeaf(pass, i);
    std::vector<Note> notes;
    if (goesBothWays(e)) {
        each = Expression(constant(2, SCALESCOPE_TEXT("core", "Queries there, results back"))) * std::move(each);
        notes.push_back({{SCALESCOPE_TEXT("core", "The chips of a KV head divide the sequences of its cache: two AllToAlls in each layer.")}});
    }
    if (e.group == Group::stages)
        each = (Expression(degreeOf(c, pass.side, "pipeline")) - one(SCALESCOPE_TEXT("core", "The last stage sends nothing on"))) * std::move(each);
    else
        each = inLayers(c, pass.side, e.layerKind, std::move(each));
    return derivation(collectiveTime(pass, i), std::move(each), kTensor, std::move(notes));
}

std::string_view sourceOf(Group group)
{
    switch (group) {
    case Group::rows:
    case Group::columns: return kTwoDimensions;
    case Group::copies: return kCacheSplit;
    case Group::expert: return kExperts;
    case Group::context: return kContext;
    case Group::stages: return kPipeline;
    default: break;
    }
    return kTensor;
}

/// Elements of the array inside one group.
Expression elementsOf(const ServingPass& pass, const CollectiveEstimate& e, std::vector<Note>& notes)
{
    const View& v = viewOf(pass);
    const Context& c = v.c;
    const Leaf model = c.input("model.d_model");
    if (e.group == Group::stages)
        return v.split(v.tokens * model);
    const LayerOperation& op = *find(pass.operations(), {e.layerKind, e.component});
    const Leaf rows = degreeOf(c, pass.side, "rows");
    switch (e.group) {
    case Group::copies:
        notes.push_back({{SCALESCOPE_TEXT("core", "There are fewer KV heads than chips of the tensor degree: those of one head divide its cache.")}});
        return queriesSent(v, op) * constant(e.chips, SCALESCOPE_TEXT("core", "Chips that share a KV head")) *
               constant(0.5, SCALESCOPE_TEXT("core", "Of queries and results one at a time"));
    case Group::context: {
        notes.push_back({{SCALESCOPE_TEXT("core", "Each shard of a prompt needs the keys and values of all of it.")}});
        Expression keys = v.context * keysSent(v, op);
        return v.before.value > 0 ? std::move(keys) * v.sequence / v.newTokens : keys;
    }
    case Group::expert: {
        notes.push_back({{SCALESCOPE_TEXT("core", "The dense array: one copy of every token of the group for each of its chips; the rate says how much of it is sent.")}});
        return v.split(v.tokens) * widthsOf(v, op).expertInput() * v.expertChips * v.expertChips;
    }
    case Group::rows: {
        Projection p = projectionOf(v, op);
        notes.push_back({{SCALESCOPE_TEXT("core", "Every row of chips has a part of each sum over d_model.")}});
        return v.tokens * ((p.ends ? std::move(*p.ends) : std::move(p.inner) + std::move(p.outer)) - model) * rows;
    }
    case Group::columns: return sharedElements(v, op) / rows;
    default: break;
    }
    if (op.routed)
        notes.push_back({{SCALESCOPE_TEXT("core", "A tensor group gathers the tokens that its experts received.")}});
    return sharedElements(v, op);
}

Derivation arrayDerivation(const ServingPass& pass, std::size_t i)
{
    const CollectiveEstimate& e = at(pass, i);
    if (pass.base)
        return derivation(arrayLeaf(pass, i), Expression(arrayLeaf(*pass.base, i)) + arrayLeaf(*pass.rider, i), kChunking,
                          {{{SCALESCOPE_TEXT("core", "Activations of the step and of the piece travel together.")}}});
    std::vector<Note> notes = {bytesSentNote(viewOf(pass).shape.activation)};
    Expression elements = elementsOf(pass, e, notes);
    return derivation(arrayLeaf(pass, i), Expression(viewOf(pass).activationBytes) * std::move(elements), sourceOf(e.group), std::move(notes));
}

std::optional<Derivation> deriveCollectiveOf(const ServingFigures& f, const ServingPass& pass, std::size_t i, std::string_view part)
{
    if (part == "time")
        return timeDerivation(f.c, pass, i);
    if (part == "array")
        return arrayDerivation(pass, i);
    const CollectiveEstimate& e = at(pass, i);
    const AxisPlacement placement = placementOf(pass.side, e);
    const bool ours = !pass.side.other && pass.side.slice.networks.size() == f.c.scenario.hardware.cluster.networks.size();
    const std::string id = idOf(pass, i, "");
    const GroupTime group{f.c, pass.side.topology, placement, e.collective, e.each, arrayLeaf(pass, i), id.substr(0, id.size() - 1), !e.ragged, ours};
    if (part == "each")
        return deriveGroup(group, eachLeaf(pass, i), "time");
    return part == "bandwidth_time" || part == "latency" ? deriveGroup(group, eachLeaf(pass, i), part) : std::nullopt;
}

// Sums over a degree.

using Indices = std::vector<std::size_t>;

template <class Predicate>
Indices collectivesWith(const ServingPass& pass, Axis axis, Predicate belongs)
{
    Indices found;
    for (std::size_t i = 0; i < pass.collectives.size(); ++i)
        if (at(pass, i).axis() == axis && belongs(at(pass, i)))
            found.push_back(i);
    return found;
}

Indices of(const ServingPass& pass, Axis axis, Component component)
{
    return collectivesWith(pass, axis, [component](const CollectiveEstimate& e) { return e.component == component; });
}

Leaf componentLeaf(const ServingPass& pass, Axis axis, Component component)
{
    double sum = 0;
    for (const std::size_t i : of(pass, axis, component))
        sum += at(pass, i).total.value;
    return derived(pass.id + ".axis." + std::string(nameOf(axis)) + "." + scalescope::idOf(component),
                   {SCALESCOPE_TEXT("core", "Communication of %1 (%2, %3)"), {explain::wordOf(component), pass.words, explain::wordOf(axis)}},
                   "T_" + explain::wordOf(component), "s", sum);
}

Expression timesOf(const ServingPass& pass, const Indices& indices)
{
    std::vector<Expression> terms;
    for (const std::size_t i : indices)
        terms.push_back(collectiveTime(pass, i));
    return sumOf(std::move(terms));
}

std::optional<Derivation> axisDerivation(const ServingFigures& f, const ServingPass& pass, Axis axis)
{
    const Leaf leaf = passAxis(pass, axis);
    if (leaf.value <= 0)
        return std::nullopt;
    if (!pass.opens())
        return derivation(leaf, chosen(leaf.value, {SCALESCOPE_TEXT("core", "Collectives of what proposes a token")}, "T_collectives", "s",
                                       f.serving().speculation == Speculation::draftModel ? "serving.draft" : "serving.speculation"),
                          kTensor);
    const Indices all = collectivesWith(pass, axis, [](const CollectiveEstimate&) { return true; });
    constexpr std::string_view why = SCALESCOPE_TEXT("core", "Collectives of one degree follow one another: their times add.");
    if (all.size() <= kLongestSum)
        return derivation(leaf, timesOf(pass, all), kTensor, {{{why}}});
    std::vector<Expression> terms;
    for (int i = 0; i < kComponentCount; ++i)
        if (const auto component = static_cast<Component>(i); !of(pass, axis, component).empty())
            terms.push_back(componentLeaf(pass, axis, component));
    return derivation(leaf, sumOf(std::move(terms)), kTensor, {{{why}}});
}

}  // namespace

Leaf collectiveTime(const ServingPass& pass, std::size_t i)
{
    return leafOf(pass, i, "time", SCALESCOPE_TEXT("core", "Time of %1 of %2 (%3, %4)"), "T_", "s", at(pass, i).total.value);
}

std::optional<Derivation> derivePassNetwork(const ServingFigures& f, const ServingPass& pass, const Path& rest)
{
    if (rest[0] == "axis") {
        const auto axis = rest.axis(1);
        if (axis && rest.size() == 2)
            return axisDerivation(f, pass, *axis);
        const auto component = rest.size() == 3 ? rest.component(2) : std::nullopt;
        if (!axis || !component || !pass.opens() || of(pass, *axis, *component).empty())
            return std::nullopt;
        return derivation(componentLeaf(pass, *axis, *component), timesOf(pass, of(pass, *axis, *component)), kTensor);
    }
    const auto index = rest.size() == 3 && rest[0] == "collective" ? rest.index(1) : std::nullopt;
    if (!index || *index >= pass.collectives.size())
        return std::nullopt;
    return deriveCollectiveOf(f, pass, *index, rest[2]);
}

}  // namespace scalescope::explain
