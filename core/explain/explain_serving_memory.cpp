// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_held.h"
#include "core/transformer/cache.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kMemory = SCALESCOPE_TEXT("core", "Book, chapter 8, \"What's the LLaMA serving story?\": weights, and a cache for every sequence");
constexpr double kLogitBytes = 4;
constexpr double kMostSequences = 1e12;  // of what takes no memory

/// Memory of one chip of a side, for the sequences or prompts that it works on.
struct Held {
    const ServingFigures& f;
    const ServingSide& side;
    const MemoryEstimate& estimate;
    std::string id;  // "serving.memory"
    bool decodes;

    const Context& c() const { return f.c; }
    Leaf part(MemoryKind kind) const
    {
        return derived(id + "." + std::string(nameOf(kind)), {SCALESCOPE_TEXT("core", "Memory of one chip in %1: %2"), {side.words, wordOf(kind)}},
                       "M_" + wordOf(kind), "B", estimate.of(kind).bytes.value);
    }
    Leaf total() const { return derived(id + ".total", {SCALESCOPE_TEXT("core", "Memory of one chip in %1"), {side.words}}, "M", "B", estimate.total().value); }
    Leaf each(MemoryKind kind) const  // for one sequence
    {
        return derived(id + ".each." + std::string(nameOf(kind)), {SCALESCOPE_TEXT("core", "Memory of one chip for one sequence in %1: %2"), {side.words, wordOf(kind)}},
                       "M_each, " + wordOf(kind), "B", evaluate(eachExpression(kind)));
    }
    KeptCache cache() const { return {f, &side, id + ".sequence", decodes ? keptContext(f) : c().input("serving.prompt")}; }
    Leaf all() const { return decodes ? sequencesLeaf(c()) : c().input("serving.prefill.batch"); }
    double most() const { return std::max(all().value / static_cast<double>(side.layout().expert), std::min(all().value, 1.0)); }
    Leaf onChip() const
    {
        if (side.layout().expert <= 1)
            return all();
        return derived(id + ".sequences", {SCALESCOPE_TEXT("core", "Sequences that the fullest chip keeps in %1"), {side.words}}, "B_chip", {}, most());
    }
    Expression eachExpression(MemoryKind kind) const;
};

/// The widest that one token is between two operations of a layer on one chip, in elements.
double widest(const Held& h)
{
    LocalShape shape;
    shape.tensor = static_cast<double>(h.side.layout().tensor);
    shape.expert = static_cast<double>(h.side.layout().expert);
    shape.tensorInExperts = h.f.serving().tensorInExperts;
    shape.newTokens = 1;
    shape.absorbed = true;
    double most = 0;
    forwardOperations(h.c().architecture(), shape, [&](const LayerOperation& op) {
        if (op.layerKind >= 0 && op.kind == OperationKind::matmul)
            most = std::max(most, op.routed ? op.exchanged : op.adapterEnds);
    });
    return most;
}

/// New tokens of one sequence that a chip works on at once.
Expression tokensAtOnce(const Held& h)
{
    const Serving& s = h.f.serving();
    const Context& c = h.c();
    if (h.decodes && s.speculation == Speculation::none)
        return one(SCALESCOPE_TEXT("core", "The new token"));
    if (h.decodes)
        return Expression(one(SCALESCOPE_TEXT("core", "The token that is known"))) + c.input("serving.draft_tokens");
    Expression tokens = computedTokens(h.f);
    if (s.prefillChunk > 0)
        tokens = minimumOf({c.input("serving.prefill.chunk"), std::move(tokens)});
    else if (h.f.chunked())
        tokens = minimumOf({c.input("serving.chunk"), std::move(tokens)});
    return over(std::move(tokens), degreeOf(c, h.side, "context"));
}

Expression perStage(const Held& h, Expression all) { return over(std::move(all), degreeOf(h.c(), h.side, "pipeline")); }

Leaf ofDraft(double value, std::string_view name, std::string_view symbol)
{
    return chosen(value, {name}, std::string(symbol), "B", "serving.draft");
}

bool hasDraft(const Held& h) { return h.f.serving().speculation == Speculation::draftModel && h.f.in.draft; }

ServingLayout draftLayout(const Held& h)
{
    ServingLayout layout;
    layout.tensor = fittingTensor(*h.f.in.draft, h.side.layout().tensor);
    return layout;
}

Leaf draftWeights(const Held& h)
{
    return ofDraft(weightsPerChip(*h.f.in.draft, draftLayout(h), h.f.serving()).value, SCALESCOPE_TEXT("core", "Weights of the draft model on one chip"), "M_draft");
}

Leaf draftCache(const Held& h)
{
    const ServingLayout layout = draftLayout(h);
    const CachePerChip cache = cachePerChip(*h.f.in.draft, layout, h.f.serving(), h.cache().context.value);
    const double shared = static_cast<double>(layout.tensor) * static_cast<double>(h.side.layout().expert) / h.side.layout().chips();
    return ofDraft((cache.keysAndValues + cache.state).value * shared, SCALESCOPE_TEXT("core", "Cache of the draft model for one sequence, on one chip"), "KV_draft");
}

Expression Held::eachExpression(MemoryKind kind) const
{
    switch (kind) {
    case MemoryKind::cache: return cache().keysAndValues();
    case MemoryKind::state: return cache().state();
    case MemoryKind::draft: return draftCache(*this);
    case MemoryKind::logits:
        return perStage(*this, Expression(Leaf{{SCALESCOPE_TEXT("core", "Bytes of one logit (fp32)")}, "b_logit", "B", kLogitBytes}) *
                                   vocabularyOn(c(), degreeOf(c(), side, "tensor")));
    default: break;
    }
    const Leaf bytes = chosen(bytesPerElement(f.serving().activationType).value,
                              {SCALESCOPE_TEXT("core", "Bytes of one activation (%1)"), {std::string(nameOf(f.serving().activationType))}}, "b_a", "B",
                              "serving.type.activation");
    return perStage(*this, Expression(bytes) * tokensAtOnce(*this) *
                               (Expression(Leaf{{SCALESCOPE_TEXT("core", "Inner and outer width of the widest operation on a chip")}, "n_widest", "elements", widest(*this)}) +
                                c().input("model.d_model")));
}

/// What grows with the sequences, of one of them.
std::vector<MemoryKind> growing(const Held& h)
{
    std::vector<MemoryKind> kinds;
    for (const MemoryKind kind : {MemoryKind::cache, MemoryKind::state, MemoryKind::activations, MemoryKind::logits})
        if (h.estimate.of(kind).counted && evaluate(h.eachExpression(kind)) > 0)
            kinds.push_back(kind);
    if (hasDraft(h))
        kinds.push_back(MemoryKind::draft);
    return kinds;
}

Leaf fixedLeaf(const Held& h)
{
    double fixed = h.part(MemoryKind::weights).value + h.part(MemoryKind::reserve).value;
    if (hasDraft(h))
        fixed += draftWeights(h).value;
    return derived(h.id + ".fixed", {SCALESCOPE_TEXT("core", "What one chip holds whatever the sequences")}, "M_fixed", "B", fixed);
}

Leaf perSequenceLeaf(const Held& h)
{
    double sum = 0;
    for (const MemoryKind kind : growing(h))
        sum += evaluate(h.eachExpression(kind));
    return derived(h.id + ".per_sequence", {SCALESCOPE_TEXT("core", "Memory of one chip for one sequence")}, "M_each", "B", sum);
}

Derivation reserveDerivation(const Held& h)
{
    const Context& c = h.c();
    Expression reserve = c.input("assumptions.reserve");
    if (c.calibrated() && h.side.slice.chip.reserve)
        reserve = std::move(reserve) + chipFigure(c, h.side, "chip.reserve", h.side.slice.chip.reserve->value);
    return derivation(h.part(MemoryKind::reserve), std::move(reserve), kMemory);
}

Derivation partDerivation(const Held& h, MemoryKind kind)
{
    const Leaf leaf = h.part(kind);
    if (!h.estimate.of(kind).counted)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "The assumptions leave this part out"), "B"), kMemory);
    if (kind == MemoryKind::reserve)
        return reserveDerivation(h);
    if (kind == MemoryKind::weights) {
        const DType type = h.f.serving().weightType;
        const Leaf bytes = chosen(bytesPerElement(type).value, {SCALESCOPE_TEXT("core", "Bytes of one weight (%1)"), {std::string(nameOf(type))}}, "b_w", "B",
                                  "serving.type.weight");
        return derivation(leaf, Expression(bytes) * weightsHeld(h.f, h.side), kMemory, {bytesNote(type)});
    }
    if (kind == MemoryKind::draft && !hasDraft(h))
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No draft model is there"), "B"), kMemory);
    Expression all = Expression(h.onChip()) * h.each(kind);
    if (kind == MemoryKind::draft)
        return derivation(leaf, Expression(draftWeights(h)) + std::move(all), kSpeculating);
    return derivation(leaf, std::move(all), kMemory);
}

constexpr std::array kShown = {MemoryKind::weights,     MemoryKind::cache,  MemoryKind::state,  MemoryKind::draft,
                               MemoryKind::activations, MemoryKind::logits, MemoryKind::reserve};

Derivation totalDerivation(const Held& h)
{
    std::vector<Expression> terms;
    std::vector<Note> notes;
    for (const MemoryKind kind : kShown) {
        addTerm(terms, h.part(kind));
        if (!h.estimate.of(kind).counted)
            notes.push_back({{SCALESCOPE_TEXT("core", "Not counted under these assumptions: %1."), {wordOf(kind)}}, h.part(kind).link});
    }
    return derivation(h.total(), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Nothing is held")), kMemory, std::move(notes));
}

Derivation onChipDerivation(const Held& h)
{
    const Leaf single = one(SCALESCOPE_TEXT("core", "No chip has a part of a sequence"));
    return derivation(h.onChip(), maximumOf({Expression(h.all()) / degreeOf(h.c(), h.side, "expert"), minimumOf({h.all(), single})}), kEngines);
}

std::optional<Derivation> deriveHeld(const Held& h, const Path& rest)
{
    if (rest[0] == "sequence")
        return rest.size() > 1 ? deriveKept(h.cache(), Path(rest.whole.substr(rest[0].size() + 1))) : std::nullopt;
    if (rest.size() == 2 && rest[0] == "each") {
        for (const MemoryKind kind : {MemoryKind::cache, MemoryKind::state, MemoryKind::activations, MemoryKind::logits, MemoryKind::draft})
            if (rest[1] == nameOf(kind) && (kind != MemoryKind::draft || hasDraft(h)))
                return derivation(h.each(kind), h.eachExpression(kind), kMemory);
    }
    if (rest.size() != 1)
        return std::nullopt;
    if (rest[0] == "total")
        return totalDerivation(h);
    if (rest[0] == "sequences" && h.side.layout().expert > 1)
        return onChipDerivation(h);
    if (rest[0] == "fixed") {
        std::vector<Expression> terms = {h.part(MemoryKind::weights)};
        if (hasDraft(h))
            terms.push_back(draftWeights(h));
        addTerm(terms, h.part(MemoryKind::reserve));
        return derivation(fixedLeaf(h), sumOf(std::move(terms)), kMemory);
    }
    if (rest[0] == "per_sequence") {
        std::vector<Expression> terms;
        for (const MemoryKind kind : growing(h))
            terms.push_back(h.each(kind));
        return derivation(perSequenceLeaf(h), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A sequence keeps nothing")), kMemory);
    }
    for (const MemoryKind kind : kShown)
        if (rest[0] == nameOf(kind))
            return partDerivation(h, kind);
    return std::nullopt;
}

// What the memory of decode has room for.

Leaf budgetLeaf(const ServingFigures& f)
{
    return number("serving.budget", SCALESCOPE_TEXT("core", "Memory of one chip for what grows with the sequences"), "M_budget", "B", f.estimate.budget.value);
}

Derivation budgetDerivation(const Held& h)
{
    if (!h.estimate.capacity)
        return derivation(budgetLeaf(h.f), constant(0, SCALESCOPE_TEXT("core", "The chip's capacity is unknown"), "B"), kMemory);
    return derivation(budgetLeaf(h.f), maximumOf({atLeastNothing("B"), Expression(h.c().input("chip.hbm.capacity")) - fixedLeaf(h)}), kMemory);
}

Derivation largestDerivation(const Held& h)
{
    const double value = *h.f.estimate.largestBatch;
    const Leaf leaf = number("serving.largest_batch", SCALESCOPE_TEXT("core", "Largest batch of one replica that fits"), "B_most", {}, value);
    if (*h.estimate.capacity < Bytes(fixedLeaf(h).value))
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Not even the weights fit")), kMemory, {{{SCALESCOPE_TEXT("core", "The chip holds less than this.")}, h.id + ".fixed"}});
    if (value >= kMostSequences)
        return derivation(leaf, constant(value, SCALESCOPE_TEXT("core", "A sequence takes no memory, or next to none: any batch fits")), kMemory);
    Expression fits = Expression(Op::roundDown, {Expression(budgetLeaf(h.f)) / perSequenceLeaf(h)});
    return derivation(leaf, times(std::move(fits), degreeOf(h.c(), h.side, "expert")), kMemory,
                      {{{SCALESCOPE_TEXT("core", "Whole sequences of one chip, times the chips that keep sequences of their own.")}}});
}

Derivation cachePerSequenceDerivation(const Held& h)
{
    const Context& c = h.c();
    const KeptCache cache = h.cache();
    std::vector<Expression> terms = {cache.keysAndValues()};
    addTerm(terms, cache.state());
    Expression chips = productOf({degreeOf(c, h.side, "tensor"), degreeOf(c, h.side, "pipeline")});
    const Leaf leaf = number("serving.cache_per_sequence", SCALESCOPE_TEXT("core", "Keys, values and state of one sequence over its chips"), "KV", "B",
                             h.f.estimate.cachePerSequence.value);
    return derivation(leaf, times(sumOf(std::move(terms)), std::move(chips)), kMemory,
                      {{{SCALESCOPE_TEXT("core", "On all chips of the replica that keep a part of it; copies are counted.")}}});
}

}  // namespace

std::optional<Derivation> deriveServingMemory(const ServingFigures& f, const Path& path)
{
    const Held decode{f, f.decodeSide, f.estimate.decodePhase.memory, "serving.memory", true};
    const Held prefill{f, f.prefillSide, f.estimate.prefillPhase.memory, "serving.prefill.memory", false};
    if (path.whole == "serving.budget")
        return budgetDerivation(decode);
    if (path.whole == "serving.largest_batch" && f.estimate.largestBatch)
        return largestDerivation(decode);
    if (path.whole == "serving.cache_per_sequence")
        return cachePerSequenceDerivation(decode);
    for (const Held* held : {&decode, &prefill})
        if (path.whole.starts_with(held->id + "."))
            return deriveHeld(*held, Path(path.whole.substr(held->id.size() + 1)));
    return deriveHeldWeights(f, path);
}

}  // namespace scalescope::explain
