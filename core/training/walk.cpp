// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/walk.h"

#include "core/hardware/slices.h"
#include "core/training/stages.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>

namespace scalescope {

namespace {

/// The collectives that the walk sends in each kind of group.
constexpr std::array<std::array<bool, kCollectiveCount>, kGroupCount> kSent = {{
    {true, true, true, false, false, false, false},    // tensor
    {false, false, false, false, false, false, false}, // expert: ragged, by the kind of layer
    {true, true, false, true, false, false, false},    // context
    {true, true, false, false, false, false, false},   // shards
    {true, true, false, false, false, false, false},   // expert shards
    {true, true, true, false, false, false, false},    // replicas
    {true, true, true, false, false, false, false},    // expert replicas
    {false, false, false, false, false, false, true},  // stages
    {}, {}, {},  // those of serving alone
}};

bool hasRoutedExperts(const Architecture& a)
{
    return std::any_of(a.kinds.begin(), a.kinds.end(), [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
}

}  // namespace

bool Groups::lay(const Plan& plan, const Topology& topology)
{
    const Mesh mesh = meshOf(plan);
    if (placeAxes(mesh.sizesInOrder(), topology, std::span(m_laid).first(kAxisCount)))
        return false;
    for (std::size_t i = 0; i < kAxisCount; ++i)
        m_position[static_cast<std::size_t>(mesh.order[i])] = i;

    using enum Axis;
    const bool zero3 = plan.zeroStage >= 3;
    join(Group::tensor, {tensor}, plan, topology);
    join(Group::context, {context}, plan, topology);
    join(Group::stages, {pipeline}, plan, topology);
    plan.tensorInExperts ? join(Group::expert, {expert}, plan, topology) : join(Group::expert, {tensor, expert}, plan, topology);
    if (zero3) {
        join(Group::shards, {fsdp, data, context, expert}, plan, topology);
        join(Group::expertShards, {fsdp, data, context}, plan, topology);
        return true;
    }
    if (plan.shardOverAll) {
        join(Group::shards, {fsdp, context, expert}, plan, topology);
        join(Group::replicas, {data}, plan, topology);
    } else {
        join(Group::shards, {fsdp}, plan, topology);
        join(Group::replicas, {data, context, expert}, plan, topology);
    }
    join(Group::expertShards, {fsdp}, plan, topology);
    join(Group::expertReplicas, {data, context}, plan, topology);
    return true;
}

void Groups::join(Group group, std::initializer_list<Axis> axes, const Plan& plan, const Topology& topology)
{
    std::array<const AxisPlacement*, kAxisCount> used{};
    std::size_t count = 0;
    std::size_t last = kSingle;
    for (Axis axis : axes) {
        if (plan.degree(axis) <= 1)
            continue;
        last = m_position[static_cast<std::size_t>(axis)];
        used[count++] = &m_laid[last];
    }
    std::size_t& at = m_at[static_cast<std::size_t>(group)];
    at = last;
    if (count > 1) {
        at = kSingle + 1 + static_cast<std::size_t>(group);
        m_laid[at] = combined(std::span(used).first(count), topology);
    }
}

const AxisPlacement& Groups::mainOf(Axis axis) const
{
    switch (axis) {
    case Axis::tensor: return of(Group::tensor);
    case Axis::expert: return of(Group::expert);
    case Axis::context: return of(Group::context);
    case Axis::fsdp: return of(Group::shards).size > 1 ? of(Group::shards) : of(Group::expertShards);
    case Axis::data: return of(Group::replicas).size > 1 ? of(Group::replicas) : of(Group::expertReplicas);
    case Axis::pipeline: break;
    }
    return of(Group::stages);
}

namespace {

unsigned usersOf(const Groups& groups, const auto& uses)
{
    unsigned users = 0;
    for (Axis axis : kAxes)
        if (const AxisPlacement& group = groups.mainOf(axis); group.size > 1 && uses(group))
            users |= 1u << static_cast<unsigned>(axis);
    return users;
}

void findSharers(StepContext& context)
{
    const auto add = [&](unsigned users) {
        auto* const end = context.sharers.begin() + context.sharerCount;
        if (users == 0 || std::any_of(context.sharers.begin(), end, [&](unsigned other) { return (users & ~other) == 0; }))
            return;
        context.sharerCount = static_cast<std::size_t>(
            std::remove_if(context.sharers.begin(), end, [&](unsigned other) { return (other & ~users) == 0; }) - context.sharers.begin());
        context.sharers[context.sharerCount++] = users;
    };
    for (int d = 0; d < context.topology.shape.dimensions; ++d)
        add(usersOf(context.groups, [d](const AxisPlacement& group) {
            const auto parts = group.torusParts();
            return std::any_of(parts.begin(), parts.end(), [d](const TorusPart& part) { return part.dimension == d; });
        }));
    for (int i = 0; i < context.topology.levelCount; ++i)
        add(usersOf(context.groups, [&](const AxisPlacement& group) {
            return shareOf(group, context.topology.levels[static_cast<std::size_t>(i)]).children > 1;
        }));
}

}  // namespace

StepContext contextOf(const TrainingInputs& in)
{
    const Plan& plan = in.plan;
    const Assumptions& given = in.assumptions;
    StepContext context;
    context.topology = topologyOf(in.cluster, given);

    if (productOf(plan) == chipCount(in.cluster) && !unbuildableSlice(in.cluster))
        context.placed = context.groups.lay(plan, context.topology);
    for (std::size_t g = 0; g < kSent.size(); ++g) {
        const AxisPlacement& placement = context.groups.of(static_cast<Group>(g));
        if (!context.placed || placement.size <= 1)
            continue;
        for (std::size_t c = 0; c < kCollectiveCount; ++c)
            if (kSent[g][c])
                context.ofOneByte[g][c] = timeOf(static_cast<Collective>(c), Bytes(1.0), placement, context.topology, given.collectives);
    }

    if (context.placed && given.networks == NetworkCombination::asPlaced)
        findSharers(context);

    context.microbatches = static_cast<double>(plan.microbatches);
    context.shape.tokens = in.workload.batch / tokenShards(plan) / context.microbatches;
    context.shape.sequence = in.workload.sequence;
    context.shape.tensor = static_cast<double>(plan.tensor);
    context.shape.context = static_cast<double>(plan.context);
    context.shape.expert = static_cast<double>(plan.expert);
    context.shape.tensorInExperts = plan.tensorInExperts;
    context.shape.mask = given.mask;
    context.shape.weight = plan.weightType;

    context.rates = ratesOf(in.cluster.chip, plan.computeType, given);
    return context;
}

Routing routingOf(const Mlp& mlp, const Plan& plan, const Assumptions& assumptions)
{
    return {static_cast<double>(std::min(mlp.topK, mlp.experts)), static_cast<double>(mlp.experts), assumptions.routing,
            static_cast<double>(plan.routedNodes)};
}

bool isPossible(const TrainingInputs& in, const StepContext& context)
{
    const Architecture& a = in.architecture;
    const Plan& plan = in.plan;
    if (!context.placed || !context.rates.peak || (in.assumptions.timed == TimedWork::operations && !context.rates.hbm))
        return false;
    if (!StageLayers(a, plan).fits() ||
        !microbatchesFit(plan.schedule, static_cast<double>(plan.pipeline), context.microbatches))
        return false;
    if ((plan.offloadOptimizer || plan.offloadActivations > 0) && !in.cluster.chip.hostLink)
        return false;
    if (plan.expert > 1 && !hasRoutedExperts(a))
        return false;
    return std::all_of(a.kinds.begin(), a.kinds.end(), [&](const Layer& layer) {
        return !ownMisfit(layer) && !tensorMisfit(layer, plan.tensor, plan.tensorInExperts) &&
               !expertMisfit(layer, plan.tensorInExperts ? plan.expert : plan.expert * plan.tensor) &&
               (plan.contextMethod != ContextMethod::ulysses || !headsMisfit(layer, plan.tensor, plan.context));
    });
}

OptimizerCost optimizerCost(const Plan& plan)
{
    // Arithmetic per parameter: Adam forms two moments (3 + 4), corrects them (2), divides by a root (3) and steps with
    // weight decay (4); one moment and a step take 2 + 2; Muon's orthogonalisation is left out.
    const bool twoMoments = plan.optimizer != Optimizer::sgd && plan.optimizer != Optimizer::muon;
    const Bytes state = optimizerBytesPerParameter(plan.optimizer) + Bytes(plan.masterWeights ? 4.0 : 0.0);
    return {Flops(twoMoments ? 16.0 : 4.0),
            bytesPerElement(plan.gradientType) + (bytesPerElement(plan.weightType) + state) * 2.0};
}

void timeOperation(OperationEstimate& e, const Operation& each, const TrainingInputs& in, const StepContext& context)
{
    e.each = each;
    const FlopsPerSecond rate = e.kind == OperationKind::elementwise ? context.rates.elementwise : context.rates.matmul;
    if (rate.value > 0)
        e.time.compute = each.flops / rate;
    if (context.rates.hbm)
        e.time.memory = each.traffic / *context.rates.hbm;
    const bool everything = in.assumptions.timed == TimedWork::operations;
    e.timed = everything || e.kind != OperationKind::elementwise;
    const Seconds one = everything || !e.timed ? e.time.lower() : e.time.compute;
    e.total = (everything ? one + context.rates.launch : one) * e.repeats;
}

OperationEstimate updateOf(const TrainingInputs& in, const StepContext& context, double parameters)
{
    const OptimizerCost cost = optimizerCost(in.plan);
    OperationEstimate e;
    e.kind = OperationKind::elementwise;
    e.phase = Phase::update;
    timeOperation(e, {cost.perParameter * parameters, cost.traffic * parameters}, in, context);
    return e;
}

Sharding shardingOf(const Plan& plan, bool routed)
{
    const auto degree = [](std::int64_t d) { return static_cast<double>(d); };
    Sharding s;
    s.shards = degree(plan.fsdp);
    s.replicas = degree(plan.data) * degree(plan.context) * (routed ? 1.0 : degree(plan.expert));
    if (plan.zeroStage >= 3) {
        s.shards *= s.replicas;
        s.replicas = 1;
    } else if (plan.shardOverAll && !routed) {
        s.shards *= degree(plan.context) * degree(plan.expert);
        s.replicas = degree(plan.data);
    }
    return s;
}

}  // namespace scalescope
