// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/view.h"

#include "core/training/memory.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kState = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Data parallelism\" and \"Fully sharded data parallelism\"");
constexpr std::string_view kCheckpoints = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Rematerialisation\"");
constexpr std::string_view kBuffers = SCALESCOPE_TEXT("core", "Scalescope: counted from the tensors that a step holds");

Leaf partLeaf(const Context& c, MemoryKind kind)
{
    const std::string name(nameOf(kind));
    return derived("memory." + name, {SCALESCOPE_TEXT("core", "Memory of one chip: %1"), {wordOf(kind)}}, "M_" + wordOf(kind), "B",
                   c.estimate.memory.of(kind).bytes.value);
}

Leaf totalLeaf(const Context& c)
{
    return derived("memory.total", {SCALESCOPE_TEXT("core", "Memory of one chip")}, "M", "B", c.estimate.memory.total().value);
}

/// Weights of one chip's tensor shard, divided over the fully sharded degree and, from a ZeRO stage on, the replicas.
Expression share(const Context& c, std::int64_t stage, std::vector<Note>& notes)
{
    Expression sharded = over(localWeights(c), c.degree(Axis::fsdp));
    if (c.plan().data <= 1)
        return sharded;
    if (c.plan().zeroStage < stage) {
        notes.push_back({{SCALESCOPE_TEXT("core", "ZeRO stage %1 of the replicas: each keeps a whole copy of this part."),
                          {std::to_string(c.plan().zeroStage)}}});
        return sharded;
    }
    notes.push_back({{SCALESCOPE_TEXT("core", "ZeRO stage %1 shards this part over the replicas."),
                      {std::to_string(c.plan().zeroStage)}}});
    return over(std::move(sharded), c.degree(Axis::data));
}

Leaf checkpoints(const Context& c)
{
    if (c.plan().remat == Remat::custom)
        return c.input("plan.checkpoints");
    return chosen(checkpointsPerLayer(c.plan()),
                  {SCALESCOPE_TEXT("core", "Checkpoints kept per layer, in units of tokens x d_model")}, "k", {}, "plan.remat");
}

Derivation activations(const Context& c, const Leaf& leaf)
{
    const bool dividedByTensor = c.assumptions().checkpointShards == CheckpointShards::chips;
    Expression tokens = localTokens(c);
    if (dividedByTensor)
        tokens = over(std::move(tokens), c.degree(Axis::tensor));
    std::vector<Note> notes = {bytesNote(c.step.shape.activation)};
    if (c.plan().tensor > 1)
        notes.push_back({{dividedByTensor
                              ? SCALESCOPE_TEXT("core", "Checkpoints are divided over all chips, those of a tensor group too.")
                              : SCALESCOPE_TEXT("core", "Checkpoints are divided over the data shards alone: each chip of a tensor group keeps them all.")}});
    return derivation(leaf,
                      Expression(checkpoints(c)) * std::move(tokens) * c.input("model.d_model") * c.input("model.layers") *
                          bytesPerActivation(c),
                      kCheckpoints, std::move(notes));
}

std::vector<Note> heaviestNotes(const Context& c)
{
    if (c.usedKinds().size() < 2)
        return {};
    return {{{SCALESCOPE_TEXT("core", "Either layer held may be of the largest kind.")}, "weights.layer"}};
}

Derivation gatheredWeights(const Context& c, const Leaf& leaf)
{
    if (c.plan().fsdp <= 1)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing is gathered without a fully sharded degree"), "B"),
                          kBuffers);
    return derivation(leaf,
                      Expression(constant(2, SCALESCOPE_TEXT("core", "Layers held: one in use, the next on its way"))) *
                          bytesPerWeight(c) * layerWeights(c, heaviestKind(c)),
                      kBuffers, heaviestNotes(c));
}

Derivation logits(const Context& c, const Leaf& leaf)
{
    if (c.architecture().vocabulary == 0)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "A model without a vocabulary has no logits"), "B"), kBuffers);
    return derivation(leaf,
                      Expression(Leaf{{SCALESCOPE_TEXT("core", "Bytes of one logit (fp32)")}, "b_logit", "B", 4}) * localTokens(c) *
                          vocabularyOn(c, c.degree(Axis::tensor)),
                      kBuffers);
}

Derivation buffers(const Context& c, const Leaf& leaf)
{
    if (c.plan().tensor <= 1)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing is gathered without a tensor degree"), "B"), kBuffers);
    return derivation(leaf, Expression(bytesPerActivation(c)) * localTokens(c) * c.input("model.d_model"), kBuffers,
                      {{{SCALESCOPE_TEXT("core", "The activation that a tensor group gathers, whole.")}}});
}

Derivation partDerivation(const Context& c, MemoryKind kind)
{
    const Leaf leaf = partLeaf(c, kind);
    std::vector<Note> notes;
    switch (kind) {
    case MemoryKind::weights:
        return derivation(leaf, Expression(bytesPerWeight(c)) * over(localWeights(c), c.degree(Axis::fsdp)), kState,
                          {bytesNote(c.plan().weightType)});
    case MemoryKind::gradients: {
        Expression e = Expression(bytesPerGradient(c)) * share(c, 2, notes);
        notes.push_back(bytesNote(c.plan().gradientType));
        return derivation(leaf, std::move(e), kState, std::move(notes));
    }
    case MemoryKind::optimizer: {
        Expression e = Expression(bytesPerOptimizerState(c)) * share(c, 1, notes);
        return derivation(leaf, std::move(e), kState, std::move(notes));
    }
    case MemoryKind::masterWeights: {
        if (!c.plan().masterWeights)
            return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "The plan keeps no fp32 copy of the weights"), "B"), kState);
        Expression e = Expression(bytesPerMasterWeight()) * share(c, 1, notes);
        return derivation(leaf, std::move(e), kState, std::move(notes));
    }
    case MemoryKind::activations: return activations(c, leaf);
    case MemoryKind::gatheredWeights: return gatheredWeights(c, leaf);
    case MemoryKind::logits: return logits(c, leaf);
    case MemoryKind::buffers: return buffers(c, leaf);
    case MemoryKind::reserve: break;
    }
    return derivation(leaf, c.input("assumptions.reserve"), SCALESCOPE_TEXT("core", "The assumptions of the scenario"));
}

Derivation totalDerivation(const Context& c)
{
    std::vector<Expression> terms;
    std::vector<Note> notes;
    for (int i = 0; i < kMemoryKindCount; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        const MemoryPart& part = c.estimate.memory.of(kind);
        if (part.bytes.value > 0)
            terms.push_back(partLeaf(c, kind));
        if (!part.counted)
            notes.push_back({{SCALESCOPE_TEXT("core", "Not counted under these assumptions: %1."), {wordOf(kind)}},
                             "memory." + std::string(nameOf(kind))});
    }
    return derivation(totalLeaf(c), sumOf(std::move(terms)), kState, std::move(notes));
}

}  // namespace

Leaf bytesPerOptimizerState(const Context& c)
{
    return chosen(optimizerBytesPerParameter(c.plan().optimizer).value,
                  {SCALESCOPE_TEXT("core", "Bytes of optimizer state per parameter (%1)"),
                   {std::string(kOptimizerNames[static_cast<std::size_t>(c.plan().optimizer)])}},
                  "b_opt", "B", "plan.optimizer");
}

Leaf bytesPerMasterWeight() { return {{SCALESCOPE_TEXT("core", "Bytes of one master weight (fp32)")}, "b_master", "B", 4}; }

std::optional<Derivation> deriveMemory(const Context& c, const Path& path)
{
    if (path[0] != "memory" || path.size() != 2)
        return std::nullopt;
    if (path[1] == "total")
        return totalDerivation(c);
    const auto found = std::find(kMemoryKindNames.begin(), kMemoryKindNames.end(), path[1]);
    if (found == kMemoryKindNames.end())
        return std::nullopt;
    const auto kind = static_cast<MemoryKind>(found - kMemoryKindNames.begin());
    if (c.estimate.memory.of(kind).counted)
        return partDerivation(c, kind);
    return derivation(partLeaf(c, kind), constant(0, SCALESCOPE_TEXT("core", "The assumptions leave this part out"), "B"), kState);
}

}  // namespace scalescope::explain
