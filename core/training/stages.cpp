// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/stages.h"

#include <algorithm>

namespace scalescope {

StageLayers::StageLayers(const Architecture& architecture, const Plan& plan)
    : m_architecture(architecture),
      m_fits(plan.pipeline <= kMaxStages && plan.chunksPerStage() <= architecture.layers / plan.pipeline),
      m_stages(plan.pipeline), m_chunks(plan.pipeline)
{
    if (m_fits) {
        m_chunks *= plan.chunksPerStage();
        return;
    }
    m_share = 1.0 / static_cast<double>(plan.pipeline);
    m_stages = m_chunks = 1;
}

std::int64_t StageLayers::firstLayerOf(std::int64_t chunk) const
{
    const std::int64_t base = m_architecture.layers / m_chunks;
    const std::int64_t extra = m_architecture.layers % m_chunks;
    const std::int64_t inner = std::max<std::int64_t>(0, m_chunks - 2);  // chunks that take an extra layer before the ends do
    const std::int64_t before = std::min(extra, std::clamp<std::int64_t>(chunk - 1, 0, inner));
    return chunk * base + before + (chunk > 0 && extra > inner ? 1 : 0);
}

void StageLayers::count(int stage, std::span<double> byKind) const
{
    std::fill(byKind.begin(), byKind.end(), 0.0);
    if (!m_fits) {
        const auto counts = layerCounts(m_architecture);
        for (std::size_t k = 0; k < byKind.size(); ++k)
            byKind[k] = static_cast<double>(counts[k]) * m_share;
        return;
    }
    if (m_stages == 1) {
        const auto counts = layerCounts(m_architecture);
        for (std::size_t k = 0; k < byKind.size(); ++k)
            byKind[k] = static_cast<double>(counts[k]);
        return;
    }
    for (std::int64_t chunk = stage; chunk < m_chunks; chunk += m_stages) {
        const std::int64_t first = firstLayerOf(chunk);
        const std::int64_t end = chunk + 1 == m_chunks ? m_architecture.layers : firstLayerOf(chunk + 1);
        if (byKind.size() == 1) {
            byKind[0] += static_cast<double>(end - first);
            continue;
        }
        for (std::int64_t layer = first; layer < end; ++layer)
            byKind[m_architecture.order.kindOf(static_cast<std::size_t>(layer))] += 1.0;
    }
}

void PartCosts::add(const PartCosts& part, double times)
{
    forward += part.forward * times;
    backwardInput += part.backwardInput * times;
    backwardWeight += part.backwardWeight * times;
    memoryBound += part.memoryBound * times;
    executed += part.executed * times;
    for (std::size_t a = 0; a < stepNetwork.size(); ++a) {
        forwardNetwork[a] += part.forwardNetwork[a] * times;
        backwardNetwork[a] += part.backwardNetwork[a] * times;
        stepNetwork[a] += part.stepNetwork[a] * times;
    }
    weights += part.weights * times;
    routedWeights += part.routedWeights * times;
    trained += part.trained * times;
    trainedRouted += part.trainedRouted * times;
    adapters += part.adapters * times;
    adaptersRouted += part.adaptersRouted * times;
}

StepCosts::StepCosts(const TrainingInputs& in) : m_kinds(in.architecture.kinds.size()), m_plan(in.plan) {}

PartCosts& StepCosts::partOf(int layerKind, Component component)
{
    if (layerKind >= 0)
        return m_parts[static_cast<std::size_t>(layerKind)];
    return m_parts[component == Component::embedding ? m_kinds : m_kinds + 1];
}

void StepCosts::weights(const LayerOperation& op, bool borrowed)
{
    PartCosts& part = partOf(op.layerKind, op.component);
    const double adapters = adapterWeights(m_plan, op);
    const double trained = m_plan.loraRank > 0 ? adapters : borrowed ? 0.0 : op.weights;
    (op.routed ? part.routedWeights : part.weights) += borrowed ? 0.0 : op.weights;
    (op.routed ? part.trainedRouted : part.trained) += trained;
    (op.routed ? part.adaptersRouted : part.adapters) += adapters;
}

void StepCosts::operation(const OperationEstimate& e)
{
    if (!e.timed || !e.component)
        return;
    PartCosts& part = partOf(e.layerKind, *e.component);
    part.executed += e.each.flops * e.repeats;
    if (e.time.memory > e.time.compute && e.total > e.time.compute * e.repeats)
        part.memoryBound += e.total;
    if (e.phase == Phase::forward) {
        part.forward += e.total;
        return;
    }
    part.backwardWeight += e.total * e.weightShare;
    part.backwardInput += e.total * (1.0 - e.weightShare);
}

void StepCosts::collective(const CollectiveEstimate& c)
{
    if (c.group == Group::stages) {
        (c.phase == Phase::forward ? m_borderForward : m_borderBackward) += c.total;
        return;
    }
    PartCosts& part = partOf(c.layerKind, c.component);
    AxisTimes& times = c.oncePerStep ? part.stepNetwork : c.phase == Phase::forward ? part.forwardNetwork : part.backwardNetwork;
    times[static_cast<std::size_t>(c.axis())] += c.total;
}

namespace {

/// Degrees that share a torus dimension or a fabric level take turns on it; the busiest set counts.
CombinedNetworks combineAsPlaced(const AxisTimes& times, const StepContext& context)
{
    CombinedNetworks busiest;
    for (std::size_t i = 0; i < context.sharerCount; ++i) {
        Seconds busy;
        for (std::size_t a = 0; a < times.size(); ++a)
            busy += context.sharers[i] >> a & 1u ? times[a] : Seconds();
        if (busy <= busiest.time)
            continue;
        busiest.time = busy;
        busiest.counted = context.sharers[i];
    }
    return busiest;
}

}  // namespace

CombinedNetworks combine(const AxisTimes& times, const StepContext& context, NetworkCombination how)
{
    CombinedNetworks combined;
    switch (how) {
    case NetworkCombination::overlap: {
        const auto longest = static_cast<std::size_t>(std::max_element(times.begin(), times.end()) - times.begin());
        combined.time = times[longest];
        combined.counted = 1u << longest;
        return combined;
    }
    case NetworkCombination::asPlaced: return combineAsPlaced(times, context);
    case NetworkCombination::add: break;
    }
    for (Seconds t : times)
        combined.time += t;
    combined.counted = ~0u;
    return combined;
}

Stages::Stages(const TrainingInputs& in, const StepContext& context, const StepCosts& costs)
    : m_in(in), m_context(context), m_costs(costs), m_layers(in.architecture, in.plan)
{
    if (in.assumptions.checkpoints != CheckpointRule::tensors)
        return;
    ActivationOptions options;
    options.type = context.shape.activation;
    options.sequence = in.workload.sequence;
    options.mask = in.assumptions.mask;
    options.storedScores = in.plan.attentionKernel == AttentionKernel::stored;
    options.dropout = in.plan.dropout;
    options.tensor = context.shape.tensor;
    options.sequenceParallel = in.plan.sequenceParallel;
    for (std::size_t k = 0; k < in.architecture.kinds.size(); ++k)
        m_activations[k] = activationTotals(in.architecture, in.architecture.kinds[k], options);
}

double Stages::hidden(Axis axis) const
{
    const auto& overlap = m_in.assumptions.overlap;
    const double own = overlap[static_cast<std::size_t>(axis)];
    if (axis == Axis::fsdp && m_in.plan.prefetch == 0)  // a layer's weights come when it needs them
        return std::min(own, overlap[static_cast<std::size_t>(Axis::tensor)]);
    // Only a ring works on one block of keys while the next comes.
    if (axis == Axis::context && m_in.plan.contextMethod != ContextMethod::ring)
        return std::min(own, overlap[static_cast<std::size_t>(Axis::tensor)]);
    return own;
}

AxisTimes Stages::hiddenOf(const AxisTimes& times) const
{
    AxisTimes hiddenTimes;
    for (std::size_t a = 0; a < times.size(); ++a)
        hiddenTimes[a] = times[a] * hidden(static_cast<Axis>(a));
    return hiddenTimes;
}

namespace {

struct Work {
    Seconds compute;
    const AxisTimes& networks;
    Seconds host;
};

Seconds timeOf(const Work& work, Overlap overlap, const Stages& stages, const TrainingInputs& in, const StepContext& context)
{
    Seconds all;
    for (Seconds t : work.networks)
        all += t;
    const Seconds lower = std::max({work.compute, combine(work.networks, context, in.assumptions.networks).time, work.host});
    const Seconds upper = std::max(lower, work.compute + all + work.host);
    if (overlap == Overlap::full)
        return lower;
    if (overlap == Overlap::none)
        return upper;
    const AxisTimes hidden = stages.hiddenOf(work.networks);
    Seconds exposed = work.host * (1.0 - in.assumptions.hostOverlap);
    for (std::size_t a = 0; a < hidden.size(); ++a)
        exposed += work.networks[a] - hidden[a];
    const Seconds beside = std::max(combine(hidden, context, in.assumptions.networks).time, work.host * in.assumptions.hostOverlap);
    // Rounding must not break lower <= expected <= upper.
    return std::clamp(std::max(work.compute, beside) + exposed, lower, upper);
}

}  // namespace

Seconds Stages::total(const Stage& stage, Overlap overlap) const
{
    return timeOf({stage.compute(), stage.networks, stage.host}, overlap, *this, m_in, m_context);
}

MicrobatchTimes Stages::microbatch(const Stage& stage, Overlap overlap) const
{
    const double each = 1.0 / m_context.microbatches;
    MicrobatchTimes times;
    times.forward = timeOf({stage.costs.forward, stage.costs.forwardNetwork, {}}, overlap, *this, m_in, m_context) * each;
    const Seconds backward = timeOf({stage.costs.backwardInput + stage.costs.backwardWeight, stage.costs.backwardNetwork, {}}, overlap,
                                    *this, m_in, m_context) * each;
    times.backwardWeight = std::min(stage.costs.backwardWeight * each, backward);
    times.backwardInput = backward - times.backwardWeight;
    return times;
}

int Stages::alikeFrom(int stage) const
{
    const int last = count() - 1;
    if (stage == 0 || stage == last || m_in.architecture.kinds.size() > 1)
        return 1;
    double own = 0;
    m_layers.count(stage, {&own, 1});
    int alike = 1;
    for (double other = own; stage + alike < last; ++alike) {
        m_layers.count(stage + alike, {&other, 1});
        if (other != own)
            break;
    }
    return alike;
}

Seconds Stages::borderTime() const
{
    const auto crossings = m_context.microbatches * static_cast<double>(m_in.plan.chunksPerStage());
    return (m_costs.borderForward() + m_costs.borderBackward()) / crossings;
}

Stage Stages::of(int index) const
{
    Stage stage;
    const std::size_t kinds = m_in.architecture.kinds.size();
    std::array<double, kMaxLayerKinds> storage;
    const std::span<double> byKind = std::span(storage).first(kinds);
    m_layers.count(index, byKind);
    for (std::size_t k = 0; k < kinds; ++k) {
        stage.layers += byKind[k];
        if (byKind[k] > 0)
            stage.costs.add(m_costs.kind(k), byKind[k]);
    }
    const bool first = index == 0;
    const bool last = index == count() - 1;
    if (first)
        stage.costs.add(m_costs.embedding(), 1);
    if (last)
        stage.costs.add(m_costs.head(), 1);

    constexpr auto pipeline = static_cast<std::size_t>(Axis::pipeline);
    if (count() > 1) {
        // The last chunk of all sends nothing on, the first nothing back.
        const auto chunks = static_cast<double>(m_in.plan.chunksPerStage());
        stage.costs.forwardNetwork[pipeline] += m_costs.borderForward() * (last ? 1.0 - 1.0 / chunks : 1.0);
        stage.costs.backwardNetwork[pipeline] += m_costs.borderBackward() * (first ? 1.0 - 1.0 / chunks : 1.0);
    }
    for (std::size_t a = 0; a < stage.networks.size(); ++a)
        stage.networks[a] = stage.costs.forwardNetwork[a] + stage.costs.backwardNetwork[a] + stage.costs.stepNetwork[a];

    stage.memory = memoryOf(index, stage, byKind);
    if (m_in.workload.pass == Pass::step) {
        const double parameters = stage.costs.trained / shardingOf(m_in.plan, false).optimizer(m_in.plan) +
                                  stage.costs.trainedRouted / shardingOf(m_in.plan, true).optimizer(m_in.plan);
        const OperationEstimate update = updateOf(m_in, m_context, parameters);
        if (update.timed) {
            stage.update = update.total;
            stage.updateFlops = update.each.flops;
            if (update.time.memory > update.time.compute && update.total > update.time.compute)
                stage.costs.memoryBound += update.total;
        }
    }
    stage.host = hostTime(stage, byKind);
    return stage;
}

}  // namespace scalescope
