// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/training/memory.h"
#include "core/training/plan.h"

namespace scalescope {

/// All that a training estimate depends on. The views of the caller outlive the call.
struct TrainingInputs {
    const Architecture& architecture;
    const Cluster& cluster;
    const Plan& plan;
    const Workload& workload;
    const Assumptions& assumptions;
};

/// What the walk needs, worked out once per evaluation and without allocating.
struct StepContext {
    Topology topology;
    Placement placement;
    bool placed = false;  // the mesh fills the cluster and can be laid; otherwise there are no collectives
    LocalShape shape;
    std::optional<Peak> peak;
    FlopsPerSecond matmulRate;       // peak x efficiency; zero without a peak
    FlopsPerSecond elementwiseRate;  // vector rate, or the matmul rate of a chip that does not state one
    std::optional<BytesPerSecond> hbm;
};

StepContext contextOf(const TrainingInputs& in);

/// Whether the degrees fit the model and the cluster, and the chip has the figures that a time needs.
bool isPossible(const TrainingInputs& in, const StepContext& context);

struct OptimizerCost {
    Flops perParameter;
    Bytes traffic;
};
OptimizerCost optimizerCost(const Plan& plan);

/// Fraction of a component's forward pass that the backward pass repeats under the policy.
constexpr double recomputedFraction(const Plan& plan, const LayerOperation& op)
{
    if (!inLayer(op.component))
        return 0;
    switch (plan.remat) {
    case Remat::none: return 0;
    case Remat::bigMatmuls: return op.kind == OperationKind::matmul ? 0 : 1;
    case Remat::block: return 1;
    case Remat::custom: break;
    }
    return plan.recompute;
}

/// Walks every operation and collective of the timed pass once and hands them to the visitor, which has
///   operation(const OperationEstimate&) and collective(const CollectiveEstimate&).
/// The only place that knows what a step consists of: what records and what only adds up cannot disagree.
/// Communication: book, chapter 5, tables of FSDP and tensor parallelism.
template <class Visitor>
class StepWalk {
public:
    StepWalk(const TrainingInputs& in, const StepContext& context, Visitor& visitor)
        : m_in(in), m_context(context), m_visitor(visitor),
          m_forward(in.workload.pass != Pass::backward), m_backward(in.workload.pass != Pass::forward)
    {
    }

    void run()
    {
        double parameters = 0;
        double carried = 0;  // scales of a norm travel with the weights of the next matmul
        forwardOperations(m_in.architecture, m_context.shape, [&](const LayerOperation& op) {
            m_layerKind = op.layerKind;
            operations(op);
            if (!op.borrowsWeights)
                parameters += op.weights * op.repeats;
            if (op.kind == OperationKind::elementwise && op.component != Component::embedding) {
                carried += op.weights;
                return;
            }
            if (op.kind == OperationKind::attention)  // neither weights nor an activation that a group shares
                return;
            if (m_context.placed) {
                tensorCollectives(op);
                weightCollectives(op, carried);
            }
            carried = op.kind == OperationKind::matmul ? 0 : carried;
        });
        m_layerKind = -1;
        if (m_in.workload.pass == Pass::step)
            update(parameters);
    }

private:
    void operations(const LayerOperation& op)
    {
        if (m_forward)
            emit(op.component, op.kind, Phase::forward, op.repeats, op.forward);
        if (!m_backward)
            return;
        if (const double repeated = recomputedFraction(m_in.plan, op); repeated > 0)
            emit(op.component, op.kind, Phase::recompute, op.repeats * repeated, op.forward);
        // Gradients of both operands: each another contraction over the same three arrays.
        emit(op.component, op.kind, Phase::backward, op.repeats, {op.forward.flops * 2.0, op.forward.traffic * 2.0});
    }

    void update(double parameters)
    {
        const double shards = static_cast<double>(m_in.plan.fsdp) *
                              (m_in.plan.zeroStage >= 1 ? static_cast<double>(m_in.plan.data) : 1.0);
        const OptimizerCost cost = optimizerCost(m_in.plan);
        const double own = parameters / shards;
        emit(std::nullopt, OperationKind::elementwise, Phase::update, 1, {cost.perParameter * own, cost.traffic * own});
    }

    void emit(std::optional<Component> component, OperationKind kind, Phase phase, double repeats, const Operation& each)
    {
        OperationEstimate e;
        e.component = component;
        e.layerKind = m_layerKind;
        e.kind = kind;
        e.phase = phase;
        e.repeats = repeats;
        e.each = each;
        const FlopsPerSecond rate = kind == OperationKind::elementwise ? m_context.elementwiseRate : m_context.matmulRate;
        if (rate.value > 0)
            e.time.compute = each.flops / rate;
        if (m_context.hbm)
            e.time.memory = each.traffic / *m_context.hbm;
        const bool everything = m_in.assumptions.timed == TimedWork::operations;
        e.timed = everything || kind != OperationKind::elementwise;
        e.total = (everything || !e.timed ? e.time.lower() : e.time.compute) * repeats;
        m_visitor.operation(e);
    }

    void tensorCollectives(const LayerOperation& op)
    {
        const Bytes gathered = bytesOf(m_context.shape.activation, op.gathered);
        const Bytes scattered = bytesOf(m_context.shape.activation, op.scattered);
        const double repeated = recomputedFraction(m_in.plan, op);
        if (m_forward) {
            send(op, Phase::forward, Axis::tensor, Collective::allGather, gathered);
            send(op, Phase::forward, Axis::tensor, Collective::reduceScatter, scattered);
        }
        if (!m_backward)
            return;
        send(op, Phase::recompute, Axis::tensor, Collective::allGather, gathered, repeated);
        send(op, Phase::recompute, Axis::tensor, Collective::reduceScatter, scattered, repeated);
        if (!m_in.assumptions.sharedGather)
            send(op, Phase::backward, Axis::tensor, Collective::allGather, gathered, 1.0 - repeated);
        send(op, Phase::backward, Axis::tensor, Collective::allGather, scattered);
        send(op, Phase::backward, Axis::tensor, Collective::reduceScatter, gathered);
    }

    void weightCollectives(const LayerOperation& op, double carried)
    {
        const Bytes weights = bytesOf(m_in.plan.weightType, op.weights + carried);
        const Bytes gradients = bytesOf(m_in.plan.gradientType, (op.borrowsWeights ? 0.0 : op.weights) + carried);
        if (m_forward)
            send(op, Phase::forward, Axis::fsdp, Collective::allGather, weights);
        if (!m_backward)
            return;
        if (op.kind == OperationKind::matmul)  // the gradient of a lookup does not need the table
            send(op, Phase::backward, Axis::fsdp, Collective::allGather, weights);
        send(op, Phase::backward, Axis::fsdp, Collective::reduceScatter, gradients);

        const Bytes reduced = gradients / static_cast<double>(m_in.plan.fsdp);
        if (m_in.plan.zeroStage == 0) {
            send(op, Phase::backward, Axis::data, Collective::allReduce, reduced);
            return;
        }
        send(op, Phase::backward, Axis::data, Collective::reduceScatter, reduced);
        const Bytes updated = bytesOf(m_in.plan.weightType, (op.borrowsWeights ? 0.0 : op.weights) + carried) /
                              static_cast<double>(m_in.plan.fsdp);
        send(op, Phase::update, Axis::data, Collective::allGather, updated);
    }

    void send(const LayerOperation& op, Phase phase, Axis axis, Collective collective, Bytes array, double fraction = 1)
    {
        const AxisPlacement& placement = m_context.placement.of(axis);
        if (placement.size <= 1 || array.value <= 0 || fraction <= 0)
            return;
        CollectiveEstimate c;
        c.component = op.component;
        c.layerKind = op.layerKind;
        c.phase = phase;
        c.axis = axis;
        c.collective = collective;
        c.repeats = op.repeats * fraction;
        c.array = array;
        c.each = timeOf(collective, array, placement, m_context.topology, m_in.assumptions.collectives);
        c.total = c.each.total * c.repeats;
        m_visitor.collective(c);
    }

    const TrainingInputs& m_in;
    const StepContext& m_context;
    Visitor& m_visitor;
    bool m_forward;
    bool m_backward;
    int m_layerKind = -1;
};

}  // namespace scalescope
