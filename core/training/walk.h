// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/training/plan.h"

namespace scalescope {

/// All that a training estimate depends on. The views of the caller outlive the call.
struct TrainingInputs {
    const Architecture& architecture;
    const Cluster& cluster;
    const Plan& plan;
    const Workload& workload;
    const Assumptions& assumptions;
    const Reliability& reliability;
};

/// Where the groups of a plan lie on the hardware.
class Groups {
public:
    const AxisPlacement& of(Group group) const { return m_laid[m_at[static_cast<std::size_t>(group)]]; }
    const AxisPlacement& of(Axis axis) const { return m_laid[m_position[static_cast<std::size_t>(axis)]]; }  // the degree by itself

    /// The group that most of a degree's traffic runs in.
    const AxisPlacement& mainOf(Axis axis) const;

    /// False, and every group a single chip, when the mesh cannot be laid.
    bool lay(const Plan& plan, const Topology& topology);

private:
    void join(Group group, std::initializer_list<Axis> axes, const Plan& plan, const Topology& topology);

    static constexpr std::size_t kSingle = kAxisCount;  // a group of one
    std::array<AxisPlacement, kAxisCount + 1 + kGroupCount> m_laid;  // in the order in which they are laid, a single chip, joined ones
    std::array<std::size_t, kAxisCount> m_position{kSingle, kSingle, kSingle, kSingle, kSingle, kSingle};  // in m_laid, by Axis
    std::array<std::size_t, kGroupCount> m_at{kSingle, kSingle, kSingle, kSingle, kSingle, kSingle, kSingle, kSingle, kSingle, kSingle, kSingle};
};

/// What the walk needs, worked out once per evaluation and without allocating.
struct StepContext {
    Topology topology;
    Groups groups;
    bool placed = false;  // the mesh fills the cluster and can be laid; otherwise there are no collectives
    LocalShape shape;     // of one micro-batch
    double microbatches = 1;
    ChipRates rates;
    // Sets of degrees that take turns on a torus dimension or a level of a fabric, a bit for each Axis; none within another.
    static constexpr std::size_t kMostSharers = Shape::kMaxDimensions + Cluster::kMaxNetworks;
    std::array<unsigned, kMostSharers> sharers{};
    std::size_t sharerCount = 0;
    std::array<std::array<CollectiveTime, kCollectiveCount>, kGroupCount> ofOneByte;  // those that the walk uses
};

StepContext contextOf(const TrainingInputs& in);

/// How a token is sent to these experts.
Routing routingOf(const Mlp& mlp, const Plan& plan, const Assumptions& assumptions);

/// Whether the degrees fit the model and the cluster, and the chip has the figures that a time needs.
bool isPossible(const TrainingInputs& in, const StepContext& context);

struct OptimizerCost {
    Flops perParameter;
    Bytes traffic;
};
OptimizerCost optimizerCost(const Plan& plan);

/// Gives an operation its time, of one and of all its repeats.
void timeOperation(OperationEstimate& e, const Operation& each, const TrainingInputs& in, const StepContext& context);

/// The optimizer's step over this many parameters of one chip.
OperationEstimate updateOf(const TrainingInputs& in, const StepContext& context, double parameters);

/// Fraction of a component's forward pass that the backward pass repeats under the policy.
constexpr double recomputedFraction(const Plan& plan, const LayerOperation& op)
{
    if (!inLayer(op.component))
        return 0;
    switch (plan.remat) {
    case Remat::none: return 0;
    case Remat::selectiveAttention: return op.component == Component::attention ? 1 : 0;
    case Remat::bigMatmuls: return op.kind == OperationKind::matmul ? 0 : 1;
    case Remat::block: return 1;
    case Remat::everyNth: return 1.0 / static_cast<double>(plan.rematInterval);
    case Remat::custom: break;
    }
    return plan.recompute;
}

/// Chips over which one weight is sharded when it is not in use, and those that hold the same shard otherwise.
struct Sharding {
    double shards = 1;
    double replicas = 1;

    double optimizer(const Plan& plan) const { return plan.zeroStage >= 1 ? shards * replicas : shards; }
    double gradients(const Plan& plan) const { return plan.zeroStage >= 2 ? shards * replicas : shards; }
};
Sharding shardingOf(const Plan& plan, bool routed);

/// Elements that a step trains beside, or instead of, an operation's weights.
inline double adapterWeights(const Plan& plan, const LayerOperation& op)
{
    return inLayer(op.component) ? static_cast<double>(plan.loraRank) * op.adapterEnds : 0.0;
}
inline double trainedWeights(const Plan& plan, const LayerOperation& op)
{
    return plan.loraRank > 0 ? adapterWeights(plan, op) : op.weights;
}

/// Whether the embedding's matrix serves the unembedding on the same chip: not when they stand on different stages.
inline bool borrows(const Plan& plan, const LayerOperation& op) { return op.borrowsWeights && plan.pipeline <= 1; }

/// Walks every operation and collective of the timed pass and hands them to the visitor, one layer of each kind and what
/// is outside the layers, for all micro-batches. The visitor has
///   weights(const LayerOperation&, bool borrowed)
///   operation(const OperationEstimate&) and collective(const CollectiveEstimate&).
/// `repeats` are those of one layer. The only place that knows what a step consists of: what records and what only adds up
/// cannot disagree. Communication: book, chapter 5, tables of FSDP and tensor parallelism; sequence parallelism: Korthikanti
/// et al. 2022; experts: book, chapter 12; context: Liu et al. 2023, Jacobs et al. 2023.
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
        double carried = 0;  // scales of a norm travel with the weights of the next matmul
        forwardOperations(m_in.architecture, m_context.shape, [&](const LayerOperation& op) {
            m_repeated = recomputedFraction(m_in.plan, op);
            m_visitor.weights(op, borrows(m_in.plan, op));
            operations(op);
            if (op.kind == OperationKind::elementwise && op.component != Component::embedding) {
                carried += op.weights;
                normReductions(op);
                return;
            }
            if (op.kind == OperationKind::attention) {  // no weights, nor an activation that a tensor group shares
                contextCollectives(op);
                return;
            }
            if (m_context.placed) {
                expertCollectives(op);
                tensorCollectives(op);
                weightCollectives(op, carried);
                if (op.component == Component::unembedding)
                    lossReductions(op);
            }
            carried = op.kind == OperationKind::matmul ? 0 : carried;
        });
        borders();
    }

private:
    /// Forward FLOPs and bytes, those of the adapter beside it included.
    static Operation adapted(const Operation& each, const Operation& adapter)
    {
        return {each.flops + adapter.flops, each.traffic + adapter.traffic};
    }

    void operations(const LayerOperation& op)
    {
        Operation adapter;
        if (m_in.plan.loraRank > 0) {
            const double weights = adapterWeights(m_in.plan, op);
            adapter.flops = Flops(2.0 * op.adapterTokens * weights);
            adapter.traffic = bytesOf(m_context.shape.activation, weights);
        }
        const Operation forward = adapted(op.forward, adapter);
        if (m_forward)
            give(op, Phase::forward, 1, forward);
        if (!m_backward)
            return;
        if (m_repeated > 0)
            give(op, Phase::recompute, m_repeated, forward);
        // Gradients of both operands: each another contraction over the same three arrays. Frozen weights have none.
        const bool hasWeights = op.kind == OperationKind::matmul;
        const Operation weights = hasWeights && m_in.plan.loraRank > 0 && inLayer(op.component) ? adapter : op.forward;
        const bool frozen = hasWeights && m_in.plan.loraRank > 0 && !inLayer(op.component);
        const Operation both = frozen ? forward : adapted(forward, weights);
        const double share = both.flops.value > 0 && hasWeights && !frozen ? weights.flops / both.flops : 0.0;
        give(op, Phase::backward, 1, both, share);
    }

    void give(const LayerOperation& op, Phase phase, double repeats, const Operation& each, double weightShare = 0)
    {
        OperationEstimate e;
        e.component = op.component;
        e.layerKind = op.layerKind;
        e.kind = op.kind;
        e.phase = phase;
        e.repeats = repeats * m_context.microbatches;
        e.weightShare = weightShare;
        timeOperation(e, each, m_in, m_context);
        m_visitor.operation(e);
    }

    /// Under sequence parallelism a group gathers a block's input and scatters its output; otherwise it reduces the output, and
    /// backward the input's gradient.
    void tensorCollectives(const LayerOperation& op)
    {
        const Bytes gathered = bytesOf(m_context.shape.activation, op.gathered);
        const Bytes scattered = bytesOf(m_context.shape.activation, op.scattered);
        if (!m_in.plan.sequenceParallel) {
            if (m_forward)
                send(op, Phase::forward, Group::tensor, Collective::allReduce, scattered);
            if (!m_backward)
                return;
            send(op, Phase::recompute, Group::tensor, Collective::allReduce, scattered, m_repeated);
            send(op, Phase::backward, Group::tensor, Collective::allReduce, gathered);
            return;
        }
        if (m_forward) {
            send(op, Phase::forward, Group::tensor, Collective::allGather, gathered);
            send(op, Phase::forward, Group::tensor, Collective::reduceScatter, scattered);
        }
        if (!m_backward)
            return;
        send(op, Phase::recompute, Group::tensor, Collective::allGather, gathered, m_repeated);
        send(op, Phase::recompute, Group::tensor, Collective::reduceScatter, scattered, m_repeated);
        if (!m_in.assumptions.sharedGather)
            send(op, Phase::backward, Group::tensor, Collective::allGather, gathered, 1.0 - m_repeated);
        send(op, Phase::backward, Group::tensor, Collective::allGather, scattered);
        send(op, Phase::backward, Group::tensor, Collective::reduceScatter, gathered);
    }

    /// Tokens go to their experts and come back, and so do their gradients.
    void expertCollectives(const LayerOperation& op)
    {
        if (op.exchanged <= 0)
            return;
        const double group = m_context.shape.expertGroup();
        // One copy of every token of the group for each of its chips.
        const double dense = op.exchanged * group * group;
        const Bytes back = bytesOf(m_context.shape.activation, dense);
        const Bytes forward = op.component == Component::mlpIn ? bytesOf(m_in.plan.dispatchType, dense) : back;
        if (m_forward)
            send(op, Phase::forward, Group::expert, Collective::allToAll, forward);
        if (!m_backward)
            return;
        send(op, Phase::recompute, Group::expert, Collective::allToAll, forward, m_repeated);
        send(op, Phase::backward, Group::expert, Collective::allToAll, back);
    }

    void contextCollectives(const LayerOperation& op)
    {
        if (op.keys <= 0 || !m_context.placed)
            return;
        const double group = m_context.shape.context;
        const bool ulysses = m_in.plan.contextMethod == ContextMethod::ulysses;
        const Collective collective = ulysses ? Collective::allToAll : Collective::allGather;
        const Bytes array = bytesOf(m_context.shape.activation, group * (ulysses ? op.keys + op.queries : op.keys));
        if (m_forward)
            send(op, Phase::forward, Group::context, collective, array);
        if (!m_backward)
            return;
        send(op, Phase::recompute, Group::context, collective, array, m_repeated);
        if (ulysses) {
            send(op, Phase::backward, Group::context, collective, array);
            return;
        }
        if (m_repeated < 1)
            send(op, Phase::backward, Group::context, collective, array, 1.0 - m_repeated);
        send(op, Phase::backward, Group::context, Collective::reduceScatter, array);  // gradients of keys and values
    }

    void weightCollectives(const LayerOperation& op, double carried)
    {
        const bool borrowed = borrows(m_in.plan, op);
        const double adapters = adapterWeights(m_in.plan, op);
        const double trained = m_in.plan.loraRank > 0 ? adapters : (borrowed ? 0.0 : op.weights) + carried;
        const Bytes weights = bytesOf(m_in.plan.weightType, op.weights + carried) + bytesOf(m_context.shape.activation, adapters);
        const Bytes gradients = bytesOf(m_in.plan.gradientType, trained);
        const Group shards = op.routed ? Group::expertShards : Group::shards;
        const bool once = m_in.plan.keepGathered;
        if (m_forward)
            send(op, Phase::forward, shards, Collective::allGather, weights, 1, once);
        if (!m_backward)
            return;
        if (op.kind == OperationKind::matmul && !once)  // the gradient of a lookup does not need the table
            send(op, Phase::backward, shards, Collective::allGather, weights);
        send(op, Phase::backward, shards, Collective::reduceScatter, gradients);

        const Group replicas = op.routed ? Group::expertReplicas : Group::replicas;
        const Bytes reduced = gradients / shardingOf(m_in.plan, op.routed).shards;
        if (m_in.plan.zeroStage == 0) {
            send(op, Phase::backward, replicas, Collective::allReduce, reduced, 1, true);
            return;
        }
        send(op, Phase::backward, replicas, Collective::reduceScatter, reduced, 1, true);
        const Bytes updated = bytesOf(m_in.plan.loraRank > 0 ? m_context.shape.activation : m_in.plan.weightType, trained) /
                              shardingOf(m_in.plan, op.routed).shards;
        send(op, Phase::update, replicas, Collective::allGather, updated, 1, true);
    }

    /// Each chip of a tensor group saw its own tokens, so the gradients of the norms' scales are summed once.
    void normReductions(const LayerOperation& op)
    {
        const bool trained = m_backward && m_in.plan.loraRank == 0 && m_in.plan.sequenceParallel;
        if (trained && m_in.assumptions.smallReductions && m_context.placed)
            send(op, Phase::backward, Group::tensor, Collective::allReduce, bytesOf(m_in.plan.gradientType, op.weights), 1, true);
    }

    /// Largest logit, sum of exponentials and the target's logit of each token, in fp32.
    void lossReductions(const LayerOperation& op)
    {
        if (m_forward && m_in.assumptions.smallReductions)
            send(op, Phase::forward, Group::tensor, Collective::allReduce, bytesOf(DType::fp32, 3.0 * m_context.shape.tokens));
    }

    /// What one chunk of layers sends on to the next, forward and backward; without a layer kind, of each stage.
    void borders()
    {
        if (m_in.plan.pipeline <= 1 || !m_context.placed)
            return;
        LayerOperation border{Component::embedding, OperationKind::elementwise, {}};
        const double elements = m_context.shape.tokens * static_cast<double>(m_in.architecture.width);
        const Bytes bytes = bytesOf(m_context.shape.activation,
                                    m_in.plan.sequenceParallel ? elements / m_context.shape.tensor : elements);
        const auto chunks = static_cast<double>(m_in.plan.chunksPerStage());
        if (m_forward)
            send(border, Phase::forward, Group::stages, Collective::send, bytes, chunks);
        if (m_backward)
            send(border, Phase::backward, Group::stages, Collective::send, bytes, chunks);
    }

    void send(const LayerOperation& op, Phase phase, Group group, Collective collective, Bytes array, double fraction = 1,
              bool oncePerStep = false)
    {
        const AxisPlacement& placement = m_context.groups.of(group);
        if (placement.size <= 1 || array.value <= 0 || fraction <= 0)
            return;
        CollectiveEstimate c;
        c.component = op.component;
        c.layerKind = op.layerKind;
        c.phase = phase;
        c.group = group;
        c.collective = collective;
        c.ragged = group == Group::expert;
        c.oncePerStep = oncePerStep;
        c.repeats = oncePerStep ? fraction : fraction * m_context.microbatches;
        c.chips = static_cast<double>(placement.size);
        c.array = array;
        const CollectiveTime& ofOneByte =
            c.ragged ? raggedOfOneByte(op.layerKind, placement)
                     : m_context.ofOneByte[static_cast<std::size_t>(group)][static_cast<std::size_t>(collective)];
        c.each = scaled(ofOneByte, array, m_in.assumptions.collectives);
        c.total = c.each.total * c.repeats;
        m_visitor.collective(c);
    }

    const CollectiveTime& raggedOfOneByte(int kind, const AxisPlacement& placement)
    {
        if (kind != m_raggedKind) {
            m_raggedKind = kind;
            const Mlp& mlp = m_in.architecture.kinds[static_cast<std::size_t>(kind)].mlp;
            m_ragged = timeOfRagged(routingOf(mlp, m_in.plan, m_in.assumptions), Bytes(1.0), placement, m_context.topology,
                                    m_in.assumptions.collectives);
        }
        return m_ragged;
    }

    const TrainingInputs& m_in;
    const StepContext& m_context;
    Visitor& m_visitor;
    bool m_forward;
    bool m_backward;
    int m_raggedKind = -1;
    CollectiveTime m_ragged;
    double m_repeated = 0;  // of the operation at hand
};

}  // namespace scalescope
