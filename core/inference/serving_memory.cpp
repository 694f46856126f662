// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/serving_memory.h"

#include "core/transformer/cache.h"
#include "core/transformer/operations.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLogitBytes = 4;  // fp32

double layersPerStage(const Architecture& a, const ServingLayout& layout)
{
    return std::ceil(static_cast<double>(a.layers) / static_cast<double>(layout.pipeline)) / static_cast<double>(a.layers);
}

/// The widest that one token is between two operations of a layer on one chip, with its input beside it.
double widestActivation(const Architecture& a, const LocalShape& shape)
{
    double widest = 0;
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        if (op.layerKind >= 0 && op.kind == OperationKind::matmul)
            widest = std::max(widest, op.routed ? op.exchanged : op.adapterEnds);
    });
    return widest + static_cast<double>(a.width);
}

LocalShape weightShape(const ServingLayout& layout, const Serving& serving)
{
    LocalShape shape;
    shape.tensor = static_cast<double>(layout.tensor);
    shape.expert = static_cast<double>(layout.expert);
    shape.tensorInExperts = serving.tensorInExperts;
    shape.newTokens = 1;
    shape.absorbed = true;
    return shape;
}

}  // namespace

double routedShareOfLast(const Architecture& a)
{
    const ParameterCount last = countLayer(a, a.kinds[a.order.kindOf(static_cast<std::size_t>(std::max<std::int64_t>(1, a.layers) - 1))]);
    return last.total() > 0 ? static_cast<double>(last.experts) / static_cast<double>(last.total()) : 0.0;
}

std::int64_t cacheCopies(const Attention& at, std::int64_t tensor)
{
    switch (at.kind) {
    case AttentionKind::latent: return tensor;
    case AttentionKind::full: return std::max<std::int64_t>(1, tensor / std::max<std::int64_t>(1, at.kvHeads));
    case AttentionKind::linear:
    case AttentionKind::stateSpace:
    case AttentionKind::none: break;
    }
    return 1;
}

Bytes weightsPerChip(const Architecture& a, const ServingLayout& layout, const Serving& serving)
{
    double layers = 0;
    double first = 0;
    double last = 0;
    forwardOperations(a, weightShape(layout, serving), [&](const LayerOperation& op) {
        if (op.layerKind >= 0)
            layers += op.weights * op.repeats;
        else if (op.component == Component::embedding)
            first += op.weights;
        else if (!op.borrowsWeights)
            last += op.weights;
    });
    const double ends = layout.pipeline > 1 ? std::max(first, last + (a.tied ? first : 0.0)) : first + last;
    double elements = layers * layersPerStage(a, layout) + ends;
    if (serving.speculation == Speculation::multiToken) {
        const double routed = routedShareOfLast(a);
        elements += static_cast<double>(countParameters(a).multiToken) / static_cast<double>(layout.tensor) *
                    (routed / static_cast<double>(layout.expert) + 1.0 - routed);
    }
    return bytesOf(serving.weightType, elements);
}

CachePerChip cachePerChip(const Architecture& a, const ServingLayout& layout, const Serving& serving, double context)
{
    const auto counts = layerCounts(a);
    const auto tensor = static_cast<double>(layout.tensor);
    double entries = 0;
    double state = 0;
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const Attention& at = a.kinds[k].attention;
        const LayerCache one = cacheOf(at, context);
        const auto layers = static_cast<double>(counts[k]);
        const double heads = at.kind == AttentionKind::latent ? 1.0 : localKvHeads(at, tensor) / static_cast<double>(std::max<std::int64_t>(1, at.kvHeads));
        const double split = serving.cacheSplit == CacheSplit::copied ? 1.0 : static_cast<double>(cacheCopies(at, layout.tensor));
        entries += (one.keysAndValues * heads + one.indexKeys) / split * layers;
        state += one.state / tensor * layers;
    }
    const double stage = layersPerStage(a, layout) / static_cast<double>(layout.context);
    return {bytesOf(serving.cacheType, entries * stage), bytesOf(serving.stateType, state * stage)};
}

ServingMemory::ServingMemory(const ServingInputs& in, const Replica& replica, const ChipRates& rates, const Chip& chip, double context,
                             double newTokens)
    : m_shards(static_cast<double>(replica.layout().expert)),
      m_reserve(rates.reserve),
      m_countBuffers(in.assumptions.countBuffers),
      m_capacity(chip.hbm.capacity)
{
    const Serving& s = in.serving;
    const ServingLayout& layout = replica.layout();
    m_weights = weightsPerChip(in.architecture, layout, s);
    const CachePerChip cache = cachePerChip(in.architecture, layout, s, context);
    m_cache = cache.keysAndValues;
    m_state = cache.state;
    m_replicaCache = (m_cache + m_state) * (static_cast<double>(layout.tensor) * static_cast<double>(layout.context) * static_cast<double>(layout.pipeline));
    if (m_countBuffers) {
        const auto stages = static_cast<double>(layout.pipeline);  // a stage works on its own part of the sequences
        const double tokens = newTokens / static_cast<double>(layout.context);
        m_activations = bytesOf(s.activationType, tokens * widestActivation(in.architecture, weightShape(layout, s))) / stages;
        m_logits = Bytes(kLogitBytes * localVocabulary(in.architecture, static_cast<double>(layout.tensor))) / stages;
    }
    if (s.speculation == Speculation::draftModel && in.draft) {
        ServingLayout own;
        own.tensor = fittingTensor(*in.draft, layout.tensor);
        m_draftWeights = weightsPerChip(*in.draft, own, s);
        const CachePerChip drafts = cachePerChip(*in.draft, own, s, context);
        // Sequences are spread over the groups of the replica that each hold the draft.
        m_draftCache = (drafts.keysAndValues + drafts.state) * (static_cast<double>(own.tensor) * m_shards / layout.chips());
    }
}

double ServingMemory::onChip(double sequences) const { return std::max(sequences / m_shards, std::min(sequences, 1.0)); }

MemoryEstimate ServingMemory::at(double sequences) const
{
    const double n = onChip(sequences);
    MemoryEstimate m;
    m.of(MemoryKind::weights).bytes = m_weights;
    m.of(MemoryKind::cache).bytes = m_cache * n;
    m.of(MemoryKind::state).bytes = m_state * n;
    m.of(MemoryKind::draft).bytes = m_draftWeights + m_draftCache * n;
    m.of(MemoryKind::activations) = {m_activations * n, m_countBuffers};
    m.of(MemoryKind::logits) = {m_logits * n, m_countBuffers};
    m.of(MemoryKind::reserve).bytes = m_reserve;
    m.capacity = m_capacity;
    return m;
}

Bytes ServingMemory::total(double sequences) const { return fixed() + perSequence() * onChip(sequences); }

Bytes ServingMemory::budget() const
{
    return m_capacity ? std::max(Bytes(), *m_capacity - fixed()) : Bytes();
}

std::optional<double> ServingMemory::largestBatch() const
{
    constexpr double kMost = 1e12;
    if (!m_capacity)
        return std::nullopt;
    if (*m_capacity < fixed())
        return 0;
    const Bytes each = perSequence();
    return each.value <= 0 ? kMost : std::min(kMost, std::floor(budget() / each) * m_shards);
}

}  // namespace scalescope
