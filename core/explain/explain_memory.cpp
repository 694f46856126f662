// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/held.h"
#include "core/explain/memory_figures.h"
#include "core/explain/stage_figures.h"
#include "core/explain/view.h"

#include "core/training/memory.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kState = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Data parallelism\" and \"Fully sharded data parallelism\"");
constexpr std::string_view kBuffers = SCALESCOPE_TEXT("core", "Scalescope: counted from the tensors that a step holds");
constexpr std::string_view kOffload = SCALESCOPE_TEXT("core", "\"ZeRO-Offload\" (Ren et al. 2021)");

/// Memory of one chip of a stage; "memory" is that of the fullest.
struct Memory {
    const Context& c;
    std::string prefix;
    int stage;

    const MemoryEstimate& estimate() const { return c.stage(stage).memory; }
    Leaf part(MemoryKind kind) const
    {
        return derived(prefix + "." + std::string(nameOf(kind)), {SCALESCOPE_TEXT("core", "Memory of one chip: %1"), {wordOf(kind)}},
                       "M_" + wordOf(kind), "B", estimate().of(kind).bytes.value);
    }
    Leaf total() const { return derived(prefix + ".total", {SCALESCOPE_TEXT("core", "Memory of one chip")}, "M", "B", estimate().total().value); }
    Leaf host() const { return derived(prefix + ".host", {SCALESCOPE_TEXT("core", "Memory of the host for one chip")}, "M_host", "B", estimate().host.value); }
};

/// What each ZeRO stage does to the part of the replicas.
std::vector<Note> zeroNotes(const Context& c, Kept kept)
{
    const Plan& plan = c.plan();
    if (plan.data <= 1 && plan.context <= 1 && plan.expert <= 1)
        return {};
    constexpr std::array kFrom = {3, 2, 1};
    const std::string stage = std::to_string(plan.zeroStage);
    if (plan.zeroStage < kFrom[static_cast<std::size_t>(kept)])
        return {{{SCALESCOPE_TEXT("core", "ZeRO stage %1 of the replicas: each keeps a whole copy of this part."), {stage}}}};
    return {{{SCALESCOPE_TEXT("core", "ZeRO stage %1 shards this part over the replicas."), {stage}}}};
}

std::vector<Note> stateNotes(const Memory& m, Kept kept)
{
    std::vector<Note> notes = zeroNotes(m.c, kept);
    if (m.c.plan().loraRank > 0)
        notes.push_back({{SCALESCOPE_TEXT("core", "Only the adapters are trained; the weights are frozen.")}});
    if (hasRouted(m.c, m.stage) && (m.c.plan().expert > 1 || m.c.plan().shardOverAll))
        notes.push_back({{SCALESCOPE_TEXT("core", "Experts are divided over the expert degree already, so other degrees shard them than the rest.")}});
    return notes;
}

bool towersTrain(const Context& c) { return c.plan().loraRank == 0; }

Expression trainedShare(const Memory& m, Kept kept) { return shareOf(m.c, trainedOf(m.c), m.stage, kept, towersTrain(m.c)); }

Derivation weights(const Memory& m)
{
    const Context& c = m.c;
    Expression e = Expression(bytesPerWeight(c)) * shareOf(c, Held::weights, m.stage, Kept::weights, true);
    std::vector<Note> notes = {bytesNote(c.plan().weightType)};
    if (c.plan().loraRank > 0) {
        e = std::move(e) + Expression(bytesPerActivation(c)) * shareOf(c, Held::adapters, m.stage, Kept::weights, false);
        notes.push_back({{SCALESCOPE_TEXT("core", "Frozen weights in their own dtype, and the adapters beside them.")}});
    }
    if (keepsTowers(c, m.stage))
        notes.push_back({{SCALESCOPE_TEXT("core", "The towers are kept, but no step of the decoder trains or divides them.")}});
    append(notes, zeroNotes(c, Kept::weights));
    return derivation(m.part(MemoryKind::weights), std::move(e), kState, std::move(notes));
}

Derivation onHost(const Leaf& leaf)
{
    return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "It waits on the host"), "B"), kOffload);
}

Derivation gatheredWeights(const Memory& m)
{
    const Context& c = m.c;
    const Leaf leaf = m.part(MemoryKind::gatheredWeights);
    if (leaf.value <= 0)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing is gathered without a fully sharded degree"), "B"), kBuffers);
    const bool own = !shardAxes(c, false, Kept::weights).empty();
    const bool routed = !shardAxes(c, true, Kept::weights).empty();
    std::vector<Expression> layers;
    std::vector<Expression> all;
    for (const std::size_t k : c.usedKinds()) {
        if (c.countOf(k, m.stage) <= 0)
            continue;
        std::vector<Expression> terms;
        if (own)
            addTerm(terms, heldInLayer(c, Held::weights, k, false));
        if (routed)
            addTerm(terms, heldInLayer(c, Held::weights, k, true));
        if (terms.empty())
            continue;
        const Expression layer = sumOf(std::move(terms));
        layers.push_back(layer);
        all.push_back(c.onStage(m.stage, static_cast<int>(k), layer));
    }
    if (c.plan().keepGathered)
        return derivation(leaf, Expression(bytesPerWeight(c)) * sumOf(std::move(all)), kBuffers,
                          {{{SCALESCOPE_TEXT("core", "Gathered weights of all the stage's layers stay.")}}});
    Expression held = constant(1, SCALESCOPE_TEXT("core", "The layer in use"));
    if (c.plan().prefetch > 0)
        held = std::move(held) + c.input("plan.prefetch");
    if (evaluate(held) > c.stage(m.stage).layers)
        held = constant(c.stage(m.stage).layers, SCALESCOPE_TEXT("core", "Layers on the stage, fewer than would be held"));
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "The layer in use and those on their way.")}}};
    if (layers.size() > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "Any layer held may be of the largest kind.")}});
    return derivation(leaf, std::move(held) * bytesPerWeight(c) * maximumOf(std::move(layers)), kBuffers, std::move(notes));
}

Derivation logits(const Memory& m)
{
    const Context& c = m.c;
    const Leaf leaf = m.part(MemoryKind::logits);
    if (c.architecture().vocabulary == 0)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "A model without a vocabulary has no logits"), "B"), kBuffers);
    if (!c.isLast(m.stage))
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "The last stage has them"), "B"), kBuffers);
    Expression e = Expression(Leaf{{SCALESCOPE_TEXT("core", "Bytes of one logit (fp32)")}, "b_logit", "B", 4}) * localTokens(c) *
                   vocabularyOn(c, c.degree(Axis::tensor));
    return derivation(leaf, over(std::move(e), c.input("plan.logits_chunks")), kBuffers);
}

Derivation buffers(const Memory& m)
{
    const Context& c = m.c;
    const Leaf leaf = m.part(MemoryKind::buffers);
    if (c.plan().tensor <= 1)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing is gathered without a tensor degree"), "B"), kBuffers);
    return derivation(leaf, Expression(bytesPerActivation(c)) * localTokens(c) * c.input("model.d_model"), kBuffers,
                      {{{SCALESCOPE_TEXT("core", "The activation that a tensor group gathers, whole.")}}});
}

Derivation reserve(const Memory& m)
{
    const Context& c = m.c;
    Expression e = c.input("assumptions.reserve");
    if (c.calibrated() && c.scenario.hardware.cluster.chip.reserve)
        e = std::move(e) + c.input("chip.reserve");
    return derivation(m.part(MemoryKind::reserve), std::move(e), SCALESCOPE_TEXT("core", "The assumptions of the scenario"));
}

Expression allBut(Expression fraction) { return Expression(constant(1, SCALESCOPE_TEXT("core", "All of it"))) - std::move(fraction); }

Derivation activations(const Memory& m)
{
    const Context& c = m.c;
    Expression part = constant(1, SCALESCOPE_TEXT("core", "All of it"));
    if (c.plan().offloadActivations > 0)
        part = allBut(c.input("plan.offload_activations"));
    return activationsDerivation(c, m.part(MemoryKind::activations), m.stage, std::move(part));
}

Derivation partDerivation(const Memory& m, MemoryKind kind)
{
    const Context& c = m.c;
    const Leaf leaf = m.part(kind);
    switch (kind) {
    case MemoryKind::weights: return weights(m);
    case MemoryKind::gradients: {
        std::vector<Note> notes = stateNotes(m, Kept::gradients);
        notes.push_back(bytesNote(c.plan().gradientType));
        return derivation(leaf, Expression(bytesPerGradient(c)) * trainedShare(m, Kept::gradients), kState, std::move(notes));
    }
    case MemoryKind::optimizer:
        if (c.plan().offloadOptimizer)
            return onHost(leaf);
        return derivation(leaf, Expression(bytesPerOptimizerState(c)) * trainedShare(m, Kept::optimizer), kState, stateNotes(m, Kept::optimizer));
    case MemoryKind::masterWeights:
        if (!c.plan().masterWeights)
            return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "The plan keeps no fp32 copy of the weights"), "B"), kState);
        if (c.plan().offloadOptimizer)
            return onHost(leaf);
        return derivation(leaf, Expression(bytesPerMasterWeight()) * trainedShare(m, Kept::optimizer), kState, stateNotes(m, Kept::optimizer));
    case MemoryKind::activations: return activations(m);
    case MemoryKind::recomputed: return recomputedDerivation(c, leaf, m.stage);
    case MemoryKind::gatheredWeights: return gatheredWeights(m);
    case MemoryKind::logits: return logits(m);
    case MemoryKind::buffers: return buffers(m);
    case MemoryKind::reserve:
    case MemoryKind::cache:
    case MemoryKind::state:
    case MemoryKind::draft: break;
    }
    return reserve(m);
}

Derivation totalDerivation(const Memory& m)
{
    std::vector<Expression> terms;
    std::vector<Note> notes;
    for (int i = 0; i < kTrainingMemoryKindCount; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        const MemoryPart& part = m.estimate().of(kind);
        if (part.bytes.value > 0)
            terms.push_back(m.part(kind));
        if (!part.counted)
            notes.push_back({{SCALESCOPE_TEXT("core", "Not counted under these assumptions: %1."), {wordOf(kind)}}, m.part(kind).link});
    }
    if (m.c.staged())
        notes.push_back({{SCALESCOPE_TEXT("core", "Of stage %1."), {std::to_string(m.stage)}}});
    return derivation(m.total(), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Nothing is held")), kState, std::move(notes));
}

Expression stateExpression(const Context& c, int stage)
{
    Expression bytes = bytesPerOptimizerState(c);
    if (c.plan().masterWeights)
        bytes = std::move(bytes) + bytesPerMasterWeight();
    return std::move(bytes) * shareOf(c, trainedOf(c), stage, Kept::optimizer, towersTrain(c));
}

Derivation hostDerivation(const Memory& m)
{
    const Context& c = m.c;
    std::vector<Expression> terms;
    if (c.plan().offloadActivations > 0)
        terms.push_back(times(Expression(keptPerMicrobatch(c, m.stage)), Expression(inFlight(c, m.stage))) * c.input("plan.offload_activations"));
    if (c.plan().offloadOptimizer)
        terms.push_back(optimizerStateOn(c, m.stage));
    if (terms.empty())
        return derivation(m.host(), constant(0, SCALESCOPE_TEXT("core", "Nothing is offloaded"), "B"), kOffload);
    return derivation(m.host(), sumOf(std::move(terms)), kOffload);
}

std::optional<Derivation> deriveIn(const Memory& m, std::string_view part)
{
    if (part == "total")
        return totalDerivation(m);
    if (part == "host")
        return hostDerivation(m);
    const auto last = kMemoryKindNames.begin() + kTrainingMemoryKindCount;
    const auto found = std::find(kMemoryKindNames.begin(), last, part);
    if (found == last)
        return std::nullopt;
    const auto kind = static_cast<MemoryKind>(found - kMemoryKindNames.begin());
    if (m.estimate().of(kind).counted)
        return partDerivation(m, kind);
    return derivation(m.part(kind), constant(0, SCALESCOPE_TEXT("core", "The assumptions leave this part out"), "B"), kState);
}

}  // namespace

Leaf bytesPerOptimizerState(const Context& c)
{
    return chosen(optimizerBytesPerParameter(c.plan().optimizer).value,
                  {SCALESCOPE_TEXT("core", "Bytes of optimizer state per parameter (%1)"),
                   {std::string(kOptimizerNames[static_cast<std::size_t>(c.plan().optimizer)])}},
                  "b_opt", "B", "plan.optimizer");
}

Leaf bytesPerMasterWeight() { return {{SCALESCOPE_TEXT("core", "Bytes of one master weight (fp32)")}, "b_master", "B", kMasterBytes}; }

Leaf optimizerStateOn(const Context& c, int stage)
{
    const std::string number = std::to_string(stage);
    return derived("stage." + number + ".optimizer_state", {SCALESCOPE_TEXT("core", "Stage %1: optimizer state and master weights of one chip"), {number}},
                   "M_state, " + number, "B", c.stage(stage).optimizerState.value);
}

std::optional<Derivation> deriveMemory(const Context& c, const Path& path)
{
    if (path[0] == "memory" && path.size() == 2)
        return deriveIn({c, "memory", c.estimate.fullestStage}, path[1]);
    const auto stage = path[0] == "stage" ? path.stage(1, c) : std::nullopt;
    if (!stage)
        return std::nullopt;
    if (path.size() == 3 && path[2] == "optimizer_state")
        return derivation(optimizerStateOn(c, *stage), stateExpression(c, *stage), kState);
    if (path.size() == 4 && path[2] == "memory")
        return deriveIn({c, "stage." + std::to_string(*stage) + ".memory", *stage}, path[3]);
    return std::nullopt;
}

}  // namespace scalescope::explain
