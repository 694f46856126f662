// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/memory_figures.h"
#include "core/explain/stage_figures.h"
#include "core/training/memory.h"
#include "core/transformer/activations.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kCheckpoints = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Rematerialisation\"");
constexpr std::string_view kTensors =
    SCALESCOPE_TEXT("core", "\"Reducing Activation Recomputation in Large Transformer Models\" (Korthikanti et al. 2022), for any layer");
constexpr double kAllCheckpoints = 20;

// The rule of tensors: the sum of those of a layer that a policy keeps.

KeepPolicy policyOf(Remat remat)
{
    switch (remat) {
    case Remat::selectiveAttention: return KeepPolicy::selectiveAttention;
    case Remat::bigMatmuls: return KeepPolicy::bigMatmuls;
    case Remat::block:
    case Remat::everyNth: return KeepPolicy::block;
    case Remat::none:
    case Remat::custom: break;
    }
    return KeepPolicy::all;
}

ActivationOptions optionsOf(const Context& c)
{
    ActivationOptions options;
    options.type = c.step.shape.activation;
    options.sequence = c.inputs.workload.sequence;
    options.mask = c.assumptions().mask;
    options.storedScores = c.plan().attentionKernel == AttentionKernel::stored;
    options.dropout = c.plan().dropout;
    options.tensor = c.step.shape.tensor;
    options.sequenceParallel = c.plan().sequenceParallel;
    return options;
}

/// Some of the tensors of a layer: all, those of a block, or those that one operation makes.
struct Which {
    std::optional<Block> block = {};
    std::optional<Component> madeBy = {};

    bool has(const ActivationTensor& tensor) const
    {
        return (!block || blockOf(tensor.madeBy) == *block) && (!madeBy || tensor.madeBy == *madeBy);
    }
    std::string id() const { return madeBy ? "." + scalescope::idOf(*madeBy) : block ? "." + std::string(nameOf(*block)) : std::string(); }
    std::string word() const { return madeBy ? wordOf(*madeBy) : block ? wordOf(*block) : std::string(); }
};

std::vector<ActivationTensor> keptTensors(const Context& c, std::size_t kind, KeepPolicy policy, const Which& which)
{
    std::vector<ActivationTensor> tensors = activationsOf(c.architecture(), c.layerOf(kind), optionsOf(c));
    std::erase_if(tensors, [&](const ActivationTensor& t) { return t.under(policy) != ActivationFate::kept || !which.has(t); });
    return tensors;
}

/// Bytes that one layer keeps of one token under a policy.
Leaf keptOf(const Context& c, std::size_t kind, KeepPolicy policy, const Which& which = {})
{
    const std::string letter = c.letterOf(static_cast<int>(kind));
    const std::string name(kKeepPolicyNames[static_cast<std::size_t>(policy)]);
    const std::string id = "activations." + std::string(1, scalescope::letterOf(kind)) + "." + name + which.id();
    const std::string after = letter.empty() ? "" : " " + letter;
    if (which.id().empty()) {
        const ActivationTotals totals = activationTotals(c.architecture(), c.layerOf(kind), optionsOf(c));
        return derived(id, {SCALESCOPE_TEXT("core", "Activations of one layer that stay, per token (policy %1)"), {name}, letter}, "A_" + name + after, "B",
                       totals.keptUnder(policy).value);
    }
    double bytes = 0;
    for (const ActivationTensor& tensor : keptTensors(c, kind, policy, which))
        bytes += tensor.bytes.value;
    return derived(id, {SCALESCOPE_TEXT("core", "Activations of one layer that stay, per token (policy %1): %2"), {name, which.word()}, letter},
                   "A_" + which.word() + after, "B", bytes);
}

Expression tensorTerm(const ActivationTensor& tensor)
{
    return Leaf{{"%1 %2", {std::string(tensor.name), std::string(tensor.shape)}}, {}, "B", tensor.bytes.value};
}

std::vector<Note> tensorNotes(const Context& c)
{
    std::vector<Note> notes = {bytesNote(c.step.shape.activation)};
    if (c.plan().tensor > 1)
        notes.push_back({{c.plan().sequenceParallel
                              ? SCALESCOPE_TEXT("core", "Heads, widths and, between the blocks, tokens are divided over the tensor degree.")
                              : SCALESCOPE_TEXT("core", "Heads and widths are divided over the tensor degree; without sequence parallelism what is between the blocks is not.")}});
    return notes;
}

/// The tensors one by one, or, where they are many, by what makes them or by block.
std::vector<Expression> tensorTerms(const Context& c, std::size_t kind, KeepPolicy policy, const Which& which)
{
    const std::vector<ActivationTensor> tensors = keptTensors(c, kind, policy, which);
    std::vector<Expression> terms;
    if (tensors.size() <= kLongestSum || which.madeBy) {
        for (const ActivationTensor& tensor : tensors)
            terms.push_back(tensorTerm(tensor));
        return terms;
    }
    std::vector<Component> makers;
    for (const ActivationTensor& tensor : tensors)
        if (std::find(makers.begin(), makers.end(), tensor.madeBy) == makers.end())
            makers.push_back(tensor.madeBy);
    if (makers.size() <= kLongestSum || which.block) {
        for (const Component maker : makers)
            terms.push_back(keptOf(c, kind, policy, {which.block, maker}));
        return terms;
    }
    for (const Block block : kBlocks)
        if (!keptTensors(c, kind, policy, {block}).empty())
            terms.push_back(keptOf(c, kind, policy, {block}));
    return terms;
}

std::optional<Derivation> deriveTensors(const Context& c, std::size_t kind, KeepPolicy policy, const Which& which)
{
    std::vector<Expression> terms = tensorTerms(c, kind, policy, which);
    if (terms.empty() && !which.id().empty())
        return std::nullopt;
    const Leaf leaf = keptOf(c, kind, policy, which);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "A layer that keeps nothing"), "B"), kTensors);
    return derivation(leaf, sumOf(std::move(terms)), kTensors, tensorNotes(c));
}

std::vector<std::size_t> kindsOn(const Context& c, int stage)
{
    std::vector<std::size_t> kinds;
    for (const std::size_t k : c.usedKinds())
        if (c.countOf(k, stage) > 0)
            kinds.push_back(k);
    return kinds;
}

Expression oneInSoMany(const Context& c)
{
    return Expression(constant(1, SCALESCOPE_TEXT("core", "One layer"))) / c.input("plan.remat_interval");
}

/// Kept of one layer of one token, by the plan.
Expression keptInLayer(const Context& c, std::size_t kind)
{
    const Leaf kept = keptOf(c, kind, policyOf(c.plan().remat));
    if (c.plan().remat != Remat::everyNth)
        return kept;
    return Expression(kept) * oneInSoMany(c) +
           Expression(keptOf(c, kind, KeepPolicy::all)) * (Expression(constant(1, SCALESCOPE_TEXT("core", "All layers"))) - oneInSoMany(c));
}

bool counts(const Context& c) { return c.assumptions().checkpoints == CheckpointRule::counted || c.plan().remat == Remat::custom; }

// The counted rule: so many times tokens x d_model.

Leaf checkpoints(const Context& c)
{
    if (c.plan().remat == Remat::custom)
        return c.input("plan.checkpoints");
    return chosen(checkpointsPerLayer(c.plan()),
                  {SCALESCOPE_TEXT("core", "Checkpoints kept per layer, in units of tokens x d_model")}, "k", {}, "plan.remat");
}

bool dividedByTensor(const Context& c) { return c.assumptions().checkpointShards == CheckpointShards::chips; }

Expression unitOf(const Context& c)
{
    Expression tokens = localTokens(c);
    if (dividedByTensor(c))
        tokens = over(std::move(tokens), c.degree(Axis::tensor));
    return std::move(tokens) * c.input("model.d_model");
}

std::vector<Note> countedNotes(const Context& c)
{
    std::vector<Note> notes = {bytesNote(c.step.shape.activation)};
    if (c.plan().tensor > 1)
        notes.push_back({{dividedByTensor(c)
                              ? SCALESCOPE_TEXT("core", "Checkpoints are divided over all chips, those of a tensor group too.")
                              : SCALESCOPE_TEXT("core", "Checkpoints are divided over the data shards alone: each chip of a tensor group keeps them all.")}});
    return notes;
}

Expression layersOn(const Context& c, int stage)
{
    if (c.plan().pipeline <= 1)
        return c.input("model.layers");
    std::vector<Expression> kinds;
    for (const std::size_t k : kindsOn(c, stage))
        kinds.push_back(c.layersOf(k, stage));
    return sumOf(std::move(kinds));
}

Expression keptExpression(const Context& c, int stage)
{
    if (counts(c))
        return Expression(checkpoints(c)) * unitOf(c) * layersOn(c, stage) * bytesPerActivation(c);
    std::vector<Expression> terms;
    for (const std::size_t k : kindsOn(c, stage))
        terms.push_back(c.onStage(stage, static_cast<int>(k), keptInLayer(c, k)));
    return Expression(localTokens(c)) * sumOf(std::move(terms));
}

std::vector<Note> keptNotes(const Context& c) { return counts(c) ? countedNotes(c) : tensorNotes(c); }

std::string_view sourceOf(const Context& c) { return counts(c) ? kCheckpoints : kTensors; }

}  // namespace

Leaf keptPerMicrobatch(const Context& c, int stage)
{
    const std::string number = std::to_string(stage);
    return derived("stage." + number + ".kept", {SCALESCOPE_TEXT("core", "Stage %1: activations of a micro-batch that wait for its backward pass"), {number}},
                   "A_kept, " + number, "B", evaluate(keptExpression(c, stage)));
}

Derivation activationsDerivation(const Context& c, const Leaf& leaf, int stage, Expression part)
{
    // One micro-batch that stays needs no more than its formula.
    if (c.stage(stage).inFlight == 1.0 && c.plan().offloadActivations <= 0)
        return derivation(leaf, keptExpression(c, stage), sourceOf(c), keptNotes(c));
    return derivation(leaf, times(times(Expression(keptPerMicrobatch(c, stage)), Expression(inFlight(c, stage))), std::move(part)), sourceOf(c),
                      keptNotes(c));
}

Derivation recomputedDerivation(const Context& c, const Leaf& leaf, int stage)
{
    const Remat remat = c.plan().remat;
    if (leaf.value <= 0)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "Nothing is computed again"), "B"), kCheckpoints);
    std::vector<Note> notes = keptNotes(c);
    notes.push_back({{SCALESCOPE_TEXT("core", "What the one layer that is computed again has more than its checkpoints, while its backward pass runs.")}});
    if (counts(c)) {
        Expression more = Expression(constant(kAllCheckpoints, SCALESCOPE_TEXT("core", "Activations of a layer, in units of tokens x d_model")));
        if (remat == Remat::everyNth)
            more = std::move(more) - constant(1, SCALESCOPE_TEXT("core", "Its input, which is kept"));
        else
            more = std::move(more) - checkpoints(c);
        return derivation(leaf, std::move(more) * unitOf(c) * bytesPerActivation(c), kCheckpoints, std::move(notes));
    }
    std::vector<Expression> layers;
    for (const std::size_t k : kindsOn(c, stage))
        layers.push_back(Expression(keptOf(c, k, KeepPolicy::all)) - keptOf(c, k, policyOf(remat)));
    return derivation(leaf, Expression(localTokens(c)) * maximumOf(std::move(layers)), kTensors, std::move(notes));
}

std::optional<Derivation> deriveActivations(const Context& c, const Path& path)
{
    if (path[0] == "stage" && path.size() == 3 && path[2] == "kept") {
        const auto stage = path.stage(1, c);
        return stage ? std::optional(derivation(keptPerMicrobatch(c, *stage), keptExpression(c, *stage), sourceOf(c), keptNotes(c))) : std::nullopt;
    }
    const auto kind = path[0] == "activations" ? path.kind(1, c) : std::nullopt;
    if (!kind || path.size() < 3 || path.size() > 4)
        return std::nullopt;
    Which which;
    if (path.size() == 4) {
        which.madeBy = path.component(3);
        for (const Block block : kBlocks)
            if (path[3] == nameOf(block))
                which.block = block;
        if (!which.madeBy && !which.block)
            return std::nullopt;
    }
    for (std::size_t p = 0; p < kKeepPolicyCount; ++p)
        if (path[2] == kKeepPolicyNames[p])
            return deriveTensors(c, *kind, static_cast<KeepPolicy>(p), which);
    return std::nullopt;
}

}  // namespace scalescope::explain
