// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/collective_figures.h"
#include "core/explain/network_figures.h"
#include "core/explain/stage_figures.h"
#include "core/explain/work.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSharded = SCALESCOPE_TEXT("core", "Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism");
constexpr std::string_view kPrimitives = SCALESCOPE_TEXT("core", "Book, chapter 3, \"Communication primitives\"");

const CollectiveEstimate& listedAt(const Context& c, std::size_t n) { return c.estimate.collectives[n]; }

std::string idOfListed(std::size_t n, std::string_view part) { return "collective." + std::to_string(n) + "." + std::string(part); }

/// Of a transfer between stages there is no component to name.
Words wordsOf(const Context& c, const CollectiveEstimate& e, std::string_view text, std::string_view ofBorder)
{
    if (e.group == Group::stages)
        return {ofBorder, {std::string(nameOf(e.collective)), wordOf(e.phase), wordOf(c, e.group)}};
    return {text, {std::string(nameOf(e.collective)), wordOf(e.component), wordOf(e.phase), wordOf(c, e.group)}, c.letterOf(e.layerKind)};
}

std::string subscript(const Context& c, const CollectiveEstimate& e)
{
    const std::string letter = c.letterOf(e.layerKind);
    const std::string of = e.group == Group::stages ? std::string() : " " + wordOf(e.component);
    return shortOf(e.collective) + of + (letter.empty() ? "" : " " + letter) + ", " + wordOf(e.phase);
}

Leaf bytesLeaf(const Context& c, std::size_t n)
{
    const CollectiveEstimate& e = listedAt(c, n);
    return derived(idOfListed(n, "bytes"),
                   wordsOf(c, e, SCALESCOPE_TEXT("core", "Bytes of %1 of %2, %3 (%4)"), SCALESCOPE_TEXT("core", "Bytes of %1 between stages, %2 (%3)")),
                   "V_" + subscript(c, e), "B", e.array.value * e.repeats);
}

Leaf exposedLeaf(const Context& c, std::size_t n)
{
    const CollectiveEstimate& e = listedAt(c, n);
    return derived(idOfListed(n, "exposed"),
                   wordsOf(c, e, SCALESCOPE_TEXT("core", "Exposed time of %1 of %2, %3 (%4)"),
                           SCALESCOPE_TEXT("core", "Exposed time of %1 between stages, %2 (%3)")),
                   "T_exposed, " + subscript(c, e), "s", e.exposed.value);
}

struct Terms {
    Expression bandwidth;
    Expression latency;
};

Leaf twice() { return constant(2, SCALESCOPE_TEXT("core", "An AllReduce is a ReduceScatter and an AllGather")); }

Terms reductionTerms(const Context& c, const CollectiveEstimate& e, const Expression& array, std::vector<Note>& notes)
{
    Expression whole = Expression(twice()) * (array / gatherBandwidthOf(c, e.group));
    if (!reducesInNetwork(c, e.group))
        return {std::move(whole), Expression(twice()) * gatherLatency(c, e.group)};
    if (c.assumptions().collectives.reduction == NetworkReduction::theoretical) {
        notes.push_back({{SCALESCOPE_TEXT("core", "The switches reduce: each link carries the array once.")}});
        return {array / reductionBandwidth(c, e.group), reductionLatency(c, e.group)};
    }
    notes.push_back({{SCALESCOPE_TEXT("core", "The switches reduce, with the measured gain over a ring.")}});
    return {std::move(whole) / reductionGain(c, e.group), reductionLatency(c, e.group)};
}

Terms termsOf(const Context& c, std::size_t i, std::vector<Note>& notes)
{
    const CollectiveEstimate& e = c.walked.collectives[i];
    const Expression array = arrayLeaf(c, i);
    switch (e.collective) {
    case Collective::allReduce: return reductionTerms(c, e, array, notes);
    case Collective::send: return {array / sendBandwidth(c, e.group), sendLatency(c, e.group)};
    case Collective::allToAll:
        return {array / (e.ragged ? routedBandwidth(c, e.group, static_cast<std::size_t>(e.layerKind)) : exchangeBandwidth(c, e.group)),
                gatherLatency(c, e.group)};
    default: break;
    }
    return {array / gatherBandwidthOf(c, e.group), gatherLatency(c, e.group)};
}

bool gathers(const CollectiveEstimate& e) { return e.collective != Collective::send && e.collective != Collective::allToAll; }

/// Names both factors of two that a reader may lose: bytes per element, and the directions of a link.
std::vector<Note> notesOfTime(const Context& c, std::size_t i)
{
    std::vector<Note> notes = arrayDerivation(c, i).notes;
    if (gathers(c.walked.collectives[i]))
        append(notes, gatherBandwidthDerivation(c, c.walked.collectives[i].group).notes);
    return notes;
}

Derivation eachDerivation(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = c.walked.collectives[i];
    std::vector<Note> notes = notesOfTime(c, i);
    Terms terms = termsOf(c, i, notes);
    const bool latency = e.each.term == Term::latency;
    notes.push_back({{latency ? SCALESCOPE_TEXT("core", "Here the hops are the larger.") : SCALESCOPE_TEXT("core", "Here the bytes are the larger.")}});
    if (c.assumptions().collectives.latency != LatencyRule::added)
        return derivation(sendTime(c, i), maximumOf({std::move(terms.latency), std::move(terms.bandwidth)}), kPrimitives, std::move(notes));
    std::vector<Expression> all = startUps(c, e.group);
    all.push_back(std::move(terms.latency));
    all.push_back(std::move(terms.bandwidth));
    return derivation(sendTime(c, i), sumOf(std::move(all)), kPrimitives, std::move(notes));
}

const LayerOperation& operationOf(const Context& c, const CollectiveEstimate& e) { return *find(c.layer, {e.layerKind, e.component}); }

/// A gather of the backward pass that has been done where the layer was computed again.
bool isInputAgain(const Context& c, const CollectiveEstimate& e)
{
    if (e.phase != Phase::backward || e.collective != Collective::allGather)
        return false;
    return e.group == Group::context || (e.group == Group::tensor && operationOf(c, e).gathered > 0);
}

/// How often the listed stage does it.
Expression repeated(const Context& c, const CollectiveEstimate& e, Expression each)
{
    each = repeatedInLayer(c, e, std::move(each));
    const int stage = c.estimate.slowestStage;
    if (e.group != Group::stages)
        return c.onStage(stage, e.layerKind, std::move(each));
    return bordersOf(c, stage, e.phase == Phase::forward, std::move(each));
}

std::vector<Note> repeatNotes(const CollectiveEstimate& e)
{
    if (e.oncePerStep)
        return {{{SCALESCOPE_TEXT("core", "Once for all micro-batches of a step.")}}};
    return {};
}

Derivation timeDerivation(const Context& c, std::size_t n)
{
    const std::size_t i = c.walked.collectiveOf[n];
    Expression time = repeated(c, listedAt(c, n), sendTime(c, i));
    if (time.op == Op::leaf) {  // happens once
        Derivation each = eachDerivation(c, i);
        return derivation(collectiveTime(c, n), std::move(each.expression), kPrimitives, std::move(each.notes));
    }
    std::vector<Note> notes = notesOfTime(c, i);
    append(notes, repeatNotes(listedAt(c, n)));
    return derivation(collectiveTime(c, n), std::move(time), kSharded, std::move(notes));
}

}  // namespace

std::string collectiveId(const Context& c, std::size_t i, std::string_view part)
{
    const auto listed = c.walked.listedCollectives[i];
    return listed ? idOfListed(*listed, part) : "traffic." + std::to_string(i) + "." + std::string(part);
}

Leaf arrayLeaf(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = c.walked.collectives[i];
    return derived(collectiveId(c, i, "array"),
                   wordsOf(c, e, SCALESCOPE_TEXT("core", "Array of one %1 of %2, %3 (%4)"), SCALESCOPE_TEXT("core", "Array of one %1 between stages, %2 (%3)")),
                   "V", "B", e.array.value);
}

Leaf sendTime(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = c.walked.collectives[i];
    return derived(collectiveId(c, i, "each"),
                   wordsOf(c, e, SCALESCOPE_TEXT("core", "Time of one %1 of %2, %3 (%4)"), SCALESCOPE_TEXT("core", "Time of one %1 between stages, %2 (%3)")),
                   "T_one, " + subscript(c, e), "s", e.each.total.value);
}

Expression repeatedInLayer(const Context& c, const CollectiveEstimate& e, Expression each)
{
    if (e.group != Group::stages && (e.phase == Phase::recompute || isInputAgain(c, e))) {
        // Where nothing is repeated, or all of it, one of the two is not there.
        const LayerOperation& op = operationOf(c, e);
        const double part = recomputedFraction(c.plan(), op);
        const auto again = repeatedPart(c, op);
        if (again && e.phase == Phase::recompute)
            each = std::move(each) * std::move(*again);
        else if (again && part > 0)
            each = std::move(each) * (Expression(constant(1, SCALESCOPE_TEXT("core", "The whole layer"))) - std::move(*again));
    }
    if (!e.oncePerStep && c.plan().microbatches > 1)
        each = Expression(c.microbatches()) * std::move(each);
    return each;
}

Leaf collectiveTime(const Context& c, std::size_t n)
{
    const CollectiveEstimate& e = listedAt(c, n);
    return derived(idOfListed(n, "time"),
                   wordsOf(c, e, SCALESCOPE_TEXT("core", "Time of %1 of %2, %3 (%4)"), SCALESCOPE_TEXT("core", "Time of %1 between stages, %2 (%3)")),
                   "T_" + subscript(c, e), "s", e.total.value);
}

Leaf collectiveBytes(const Context& c, std::size_t n) { return bytesLeaf(c, n); }

namespace {

std::optional<Derivation> deriveListed(const Context& c, std::size_t n, std::string_view part)
{
    const std::size_t i = c.walked.collectiveOf[n];
    if (part == "array")
        return arrayDerivation(c, i);
    if (part == "each")
        return eachDerivation(c, i);
    if (part == "time")
        return timeDerivation(c, n);
    if (part == "exposed")
        return derivation(exposedLeaf(c, n), Expression(collectiveTime(c, n)) * exposedFraction(c, listedAt(c, n).axis()), kTimeSource);
    if (part != "bytes")
        return std::nullopt;
    std::vector<Note> notes = arrayDerivation(c, i).notes;
    append(notes, repeatNotes(listedAt(c, n)));
    return derivation(bytesLeaf(c, n), repeated(c, listedAt(c, n), arrayLeaf(c, i)), kSharded, std::move(notes));
}

std::optional<Derivation> deriveElsewhere(const Context& c, std::size_t i, std::string_view part)
{
    if (c.walked.listedCollectives[i])
        return std::nullopt;
    if (part == "array")
        return arrayDerivation(c, i);
    return part == "each" ? std::optional(eachDerivation(c, i)) : std::nullopt;
}

}  // namespace

std::optional<Derivation> deriveCollective(const Context& c, const Path& path)
{
    if (!c.estimate.possible() || path.size() != 3)
        return std::nullopt;
    const bool listed = path[0] == "collective";
    if (!listed && path[0] != "traffic")
        return std::nullopt;
    const auto index = path.index(1);
    if (!index || *index >= (listed ? c.estimate.collectives.size() : c.walked.collectives.size()))
        return std::nullopt;
    return listed ? deriveListed(c, *index, path[2]) : deriveElsewhere(c, *index, path[2]);
}

}  // namespace scalescope::explain
