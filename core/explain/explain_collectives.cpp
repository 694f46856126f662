// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSharded = SCALESCOPE_TEXT("core", "Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism");
constexpr std::string_view kPrimitives = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");

const CollectiveEstimate& at(const Context& c, std::size_t i) { return c.estimate.collectives[i]; }

std::string idOfPart(std::size_t i, std::string_view part)
{
    return "collective." + std::to_string(i) + "." + std::string(part);
}

Words wordsOf(const Context& c, const CollectiveEstimate& e, std::string_view text)
{
    return {text, {std::string(nameOf(e.collective)), wordOf(e.component), wordOf(e.phase), wordOf(e.axis)}, c.letterOf(e.layerKind)};
}

std::string subscript(const Context& c, const CollectiveEstimate& e)
{
    const std::string letter = c.letterOf(e.layerKind);
    return shortOf(e.collective) + " " + wordOf(e.component) + (letter.empty() ? "" : " " + letter) + ", " + wordOf(e.phase);
}

const LayerOperation& operationOf(const Context& c, const CollectiveEstimate& e) { return *find(c.layer, {e.layerKind, e.component}); }

Leaf arrayLeaf(const Context& c, std::size_t i)
{
    return derived(idOfPart(i, "array"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Array of one %1 of %2, %3 (%4)")), "V", "B",
                   at(c, i).array.value);
}

Leaf bytesLeaf(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    return derived(idOfPart(i, "bytes"), wordsOf(c, e, SCALESCOPE_TEXT("core", "Bytes of %1 of %2, %3 (%4)")),
                   "V_" + subscript(c, e), "B", e.array.value * e.repeats);
}

Leaf eachLeaf(const Context& c, std::size_t i)
{
    return derived(idOfPart(i, "each"), wordsOf(c, at(c, i), SCALESCOPE_TEXT("core", "Time of one %1 of %2, %3 (%4)")), "T_one",
                   "s", at(c, i).each.total.value);
}

/// The weights or gradients that travel with a matmul: its own and the scales of the norms before it.
Expression travelling(const Context& c, const Place& place, bool own)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : c.layer) {
        if (placeOf(op) == place) {
            if (own && op.weights > 0)
                terms.push_back(weightsOf(c, place));
            break;
        }
        if (op.kind == OperationKind::matmul)
            terms.clear();
        else if (op.kind == OperationKind::elementwise && op.component != Component::embedding && op.weights > 0)
            terms.push_back(weightsOf(c, placeOf(op)));
    }
    return sumOf(std::move(terms));
}

Derivation arrayDerivation(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    if (e.axis == Axis::tensor)
        return derivation(arrayLeaf(c, i), Expression(bytesPerActivation(c)) * localTokens(c) * c.input("model.d_model"), kSharded,
                          {bytesSentNote(c.step.shape.activation)});

    const bool borrows = operationOf(c, e).borrowsWeights;
    const bool gradients = e.collective != Collective::allGather;
    const bool gathersForUse = e.axis == Axis::fsdp && !gradients;
    std::vector<Note> notes = {bytesSentNote(gradients ? c.plan().gradientType : c.plan().weightType)};
    if (borrows)
        notes.push_back({{gathersForUse
                              ? SCALESCOPE_TEXT("core", "The embedding's matrix, gathered again because both are tied.")
                              : SCALESCOPE_TEXT("core", "The matrix is the embedding's, whose gradient is reduced there; only the norm before it is here.")}});
    Expression array = Expression(gradients ? bytesPerGradient(c) : bytesPerWeight(c)) *
                       travelling(c, {e.layerKind, e.component}, !borrows || gathersForUse);
    if (e.axis == Axis::data)
        array = over(std::move(array), c.degree(Axis::fsdp));
    return derivation(arrayLeaf(c, i), std::move(array), kSharded, std::move(notes));
}

/// How often a step does it: in every layer, and for the recomputed fraction.
Expression repeated(const Context& c, const CollectiveEstimate& e, Expression each)
{
    Expression all = c.inLayers(e.layerKind, std::move(each));
    if (e.axis != Axis::tensor || c.plan().remat != Remat::custom || !inLayer(e.component))
        return all;
    if (e.phase == Phase::recompute)
        return times(std::move(all), c.input("plan.recompute"));
    // The gather that the backward pass needs has been done where the layer was recomputed.
    const bool inputAgain = e.phase == Phase::backward && e.collective == Collective::allGather && operationOf(c, e).gathered > 0;
    if (!inputAgain || c.plan().recompute == 0)
        return all;
    return std::move(all) *
           (Expression(constant(1, SCALESCOPE_TEXT("core", "The whole layer"))) - c.input("plan.recompute"));
}

struct Terms {
    Expression bandwidth;
    Expression latency;
};

Leaf twice() { return constant(2, SCALESCOPE_TEXT("core", "An AllReduce is a ReduceScatter and an AllGather")); }

Terms termsOf(const Context& c, std::size_t i, std::vector<Note>& notes)
{
    const CollectiveEstimate& e = at(c, i);
    const Expression array = arrayLeaf(c, i);
    Expression whole = array / axisBandwidth(c, e.axis);
    if (e.collective != Collective::allReduce)
        return {std::move(whole), axisLatency(c, e.axis)};
    whole = Expression(twice()) * std::move(whole);
    if (!reducesInNetwork(c, e.axis))
        return {std::move(whole), Expression(twice()) * axisLatency(c, e.axis)};
    if (c.assumptions().collectives.reduction == NetworkReduction::theoretical) {
        notes.push_back({{SCALESCOPE_TEXT("core", "The switches reduce: each link carries the array once.")}});
        return {array / reductionBandwidth(c, e.axis), reductionLatency(c, e.axis)};
    }
    notes.push_back({{SCALESCOPE_TEXT("core", "The switches reduce, with the measured gain over a ring.")}});
    return {std::move(whole) / reductionGain(c, e.axis), reductionLatency(c, e.axis)};
}

/// Names both factors of two that a reader may lose: bytes per element, and the directions of a link.
std::vector<Note> notesOfTime(const Context& c, std::size_t i)
{
    std::vector<Note> notes = arrayDerivation(c, i).notes;
    append(notes, axisBandwidthDerivation(c, at(c, i).axis).notes);
    return notes;
}

Derivation eachDerivation(const Context& c, std::size_t i)
{
    std::vector<Note> notes = notesOfTime(c, i);
    Terms terms = termsOf(c, i, notes);
    const bool latency = at(c, i).each.term == Term::latency;
    notes.push_back({{latency ? SCALESCOPE_TEXT("core", "Here the hops are the larger.") : SCALESCOPE_TEXT("core", "Here the bytes are the larger.")}});
    if (c.assumptions().collectives.latency == LatencyRule::added)
        return derivation(eachLeaf(c, i),
                          Expression(c.input("assumptions.start_up")) + std::move(terms.latency) + std::move(terms.bandwidth),
                          kPrimitives, std::move(notes));
    return derivation(eachLeaf(c, i), maximumOf({std::move(terms.latency), std::move(terms.bandwidth)}), kPrimitives,
                      std::move(notes));
}

}  // namespace

Leaf collectiveTime(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    return derived(idOfPart(i, "time"), wordsOf(c, e, SCALESCOPE_TEXT("core", "Time of %1 of %2, %3 (%4)")), "T_" + subscript(c, e), "s",
                   e.total.value);
}

Leaf collectiveBytes(const Context& c, std::size_t i) { return bytesLeaf(c, i); }

std::optional<Derivation> deriveCollective(const Context& c, const Path& path)
{
    const auto i = path[0] == "collective" && path.size() == 3 && c.estimate.possible() ? path.index(1) : std::nullopt;
    if (!i || *i >= c.estimate.collectives.size())
        return std::nullopt;
    if (path[2] == "array")
        return arrayDerivation(c, *i);
    if (path[2] == "each")
        return eachDerivation(c, *i);
    if (path[2] == "bytes")
        return derivation(bytesLeaf(c, *i), repeated(c, at(c, *i), arrayLeaf(c, *i)), kSharded, arrayDerivation(c, *i).notes);
    if (path[2] == "time" && !inLayer(at(c, *i).component)) {
        Derivation each = eachDerivation(c, *i);
        return derivation(collectiveTime(c, *i), std::move(each.expression), kPrimitives, std::move(each.notes));
    }
    if (path[2] == "time")
        return derivation(collectiveTime(c, *i), repeated(c, at(c, *i), eachLeaf(c, *i)), kSharded, notesOfTime(c, *i));
    return std::nullopt;
}

}  // namespace scalescope::explain
