// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/memory.h"
#include "core/training/walk.h"
#include "core/transformer/activations.h"

#include <span>

namespace scalescope {

/// More stages than these are refused.
constexpr std::int64_t kMaxStages = 4096;

/// How the layers stand on the stages: chunk i of the model, of stages x chunks in all, is on stage i mod stages. What does
/// not divide is spread over the chunks from the second on; the first, which embeds, and then the last, which unembeds, take
/// one more only when all others have.
class StageLayers {
public:
    StageLayers(const Architecture& architecture, const Plan& plan);

    /// At least one layer for each chunk, and no more than kMaxStages stages.
    bool fits() const { return m_fits; }

    /// Of an impossible pipeline one average stage.
    int stages() const { return static_cast<int>(m_stages); }

    /// Layers of each kind on a stage, by index of the architecture's kinds.
    void count(int stage, std::span<double> byKind) const;

private:
    std::int64_t firstLayerOf(std::int64_t chunk) const;

    const Architecture& m_architecture;
    bool m_fits;
    std::int64_t m_stages;
    std::int64_t m_chunks;   // in all
    double m_share = 1;      // of the layers on the one average stage
};

/// What one layer of a kind, or what is outside the layers, costs a chip: times of all micro-batches, elements of weights.
struct PartCosts {
    Seconds forward;
    Seconds backwardInput;   // recomputation included
    Seconds backwardWeight;
    Seconds memoryBound;     // of those, in operations that wait for HBM
    Flops executed;
    std::array<Seconds, kAxisCount> forwardNetwork;
    std::array<Seconds, kAxisCount> backwardNetwork;
    std::array<Seconds, kAxisCount> stepNetwork;  // once, not for each micro-batch
    double weights = 0;        // not of routed experts, before any sharding but the tensor's
    double routedWeights = 0;
    double trained = 0;
    double trainedRouted = 0;
    double adapters = 0;       // among what is kept besides the weights
    double adaptersRouted = 0;

    void add(const PartCosts& part, double times);
};

/// The visitor of the walk that adds up: kinds of layers, the embedding, what follows the last layer, and the borders.
class StepCosts {
public:
    explicit StepCosts(const TrainingInputs& in);

    void weights(const LayerOperation& op, bool borrowed);
    void operation(const OperationEstimate& e);
    void collective(const CollectiveEstimate& c);

    const PartCosts& kind(std::size_t k) const { return m_parts[k]; }
    const PartCosts& embedding() const { return m_parts[m_kinds]; }
    const PartCosts& head() const { return m_parts[m_kinds + 1]; }

    /// Forward and backward, of all micro-batches and chunks of one stage.
    Seconds borderForward() const { return m_borderForward; }
    Seconds borderBackward() const { return m_borderBackward; }

private:
    PartCosts& partOf(int layerKind, Component component);

    std::size_t m_kinds;
    Seconds m_borderForward;
    Seconds m_borderBackward;
    const Plan& m_plan;
    std::array<PartCosts, kMaxLayerKinds + 2> m_parts;
};

/// How times of different degrees combine to one, and whose they are.
struct CombinedNetworks {
    Seconds time;
    unsigned counted = 0;  // those whose times add up to it, a bit for each Axis

    bool counts(Axis axis) const { return (counted >> static_cast<unsigned>(axis) & 1u) != 0; }
};
using AxisTimes = std::array<Seconds, kAxisCount>;
CombinedNetworks combine(const AxisTimes& times, const StepContext& context, NetworkCombination how);

/// Which of the three times of a step.
enum class Overlap { full, expected, none };

/// One stage: what its parts cost together, its memory, and what that takes.
struct Stage {
    double layers = 0;
    PartCosts costs;       // borders included
    AxisTimes networks;    // of the whole step
    Seconds update;
    Seconds host;
    Flops updateFlops;
    double inFlight = 1;
    MemoryEstimate memory;
    Bytes optimizerState;  // and master weights of one chip, wherever they are

    Seconds compute() const { return costs.forward + costs.backwardInput + costs.backwardWeight + update; }
};

/// Computes the stages of a step one after the other, without allocating.
class Stages {
public:
    Stages(const TrainingInputs& in, const StepContext& context, const StepCosts& costs);

    int count() const { return m_layers.stages(); }
    const StageLayers& layers() const { return m_layers; }
    Stage of(int stage) const;

    /// How many stages from this one on cost the same and hold no more; at least 1. Stage 0 stands alone.
    int alikeFrom(int stage) const;

    /// Time of all micro-batches and of what happens once, without the bubble.
    Seconds total(const Stage& stage, Overlap overlap) const;

    /// One micro-batch, its communication as far as nothing hides it included.
    MicrobatchTimes microbatch(const Stage& stage, Overlap overlap) const;

    /// A micro-batch's way over one border and back.
    Seconds borderTime() const;

    /// Fraction of a degree's traffic that may hide under compute.
    double hidden(Axis axis) const;
    AxisTimes hiddenOf(const AxisTimes& times) const;

private:
    MemoryEstimate memoryOf(int index, Stage& stage, std::span<const double> byKind) const;
    Seconds hostTime(const Stage& stage, std::span<const double> byKind) const;
    Bytes keptPerMicrobatch(std::span<const double> byKind, Bytes& recomputed) const;

    const TrainingInputs& m_in;
    const StepContext& m_context;
    const StepCosts& m_costs;
    StageLayers m_layers;
    std::array<ActivationTotals, kMaxLayerKinds> m_activations;  // under the rule of tensors, per token
};

}  // namespace scalescope
