// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/serving_estimate.h"
#include "core/inference/replica.h"
#include "core/transformer/operations.h"

#include <vector>

namespace scalescope {

/// What a forward pass depends on. The views of the caller outlive the ForwardStep.
struct ForwardInputs {
    const Architecture& architecture;
    const Replica& replica;
    const Topology& topology;
    const ChipRates& rates;
    const Assumptions& assumptions;
    const Serving& serving;
    double newTokens = 1;   // of each sequence: 1 in decode
    double context = 1;     // keys of each sequence, the new ones included
    bool decodes = true;    // latent attention works on the compressed vectors, and every new token meets every key
};

/// A forward pass of serving, walked once and then asked for any number of sequences: all of its terms are proportional to
/// them, but for the weights, which are read once however many they are. Operations and collectives: book, chapter 7;
/// two-dimensional weight-stationary layouts: Pope et al. 2022, "Efficiently Scaling Transformer Inference".
///
/// `book` times cache / HBM + max(2BP / peak, weights / HBM) and counts every parameter; a prefill takes
/// max(FLOPs / peak, weights / HBM). Otherwise every operation takes the longer of its arithmetic and its traffic, and its launch.
/// Collectives of one pass wait for one another, so those of different degrees add unless the assumptions have them overlap.
class ForwardStep {
public:
    explicit ForwardStep(const ForwardInputs& in);

    /// Of so many sequences of one replica; allocates nothing.
    ForwardTimes at(double sequences) const;

    /// Of so many sequences that decode and, in the same pass, some of `other`, a step of the same replica and model; weights
    /// are read once. Allocates nothing.
    ForwardTimes with(double sequences, const ForwardStep& other, double otherSequences) const;

    /// Adds every operation and collective of one pass; a stage's chip does its share of the layers.
    void list(double sequences, Phase phase, std::vector<OperationEstimate>& operations,
              std::vector<CollectiveEstimate>& collectives) const;

    /// Sequences on the chip that has most: they are spread over the expert degree and, in decode, over the stages in turns.
    double sequencesPerChip(double sequences) const;

    /// Of the chips that share the experts, those that have sequences: fewer than all where there are fewer sequences.
    double busyShare(double sequences) const;

    /// The smallest number of sequences at which arithmetic takes as long as reading the weights; nothing when none does.
    std::optional<double> criticalSequences() const;

    Bytes weightsRead(double sequences) const;

private:
    struct Work {
        Component component;
        OperationKind kind;
        int layerKind;
        double repeats;
        double flops;        // of one sequence
        double activations;  // bytes, likewise
        double cache;        // likewise
        double weights;      // bytes, as if every expert were met
        int coverage;        // index of the experts' coverage; -1: not of routed experts
        double meets;        // tokens that the experts meet, of one sequence
        double arithmetic;   // FLOPs that count as such: of matmuls and attention, or 2 x parameters x tokens
        double held;         // `book`: bytes of all parameters
    };
    struct Sent {
        Component component;
        int layerKind;
        double repeats;
        Group group;
        Collective collective;
        bool ragged;
        double chips;
        double array;  // bytes, of one sequence
        CollectiveTime ofOneByte;
    };
    struct Sums {
        double weights = 0;
        double cache = 0;
        double flops = 0;
        double chip = 0;
    };

    void add(const ForwardInputs& in, const LayerOperation& op);
    void send(const ForwardInputs& in, const LayerOperation& op, Group group, const AxisPlacement& placement, Collective collective,
              double array);
    double coverage(const Work& w, double tokenSequences) const;
    ForwardTimes finish(const Sums& sums, const std::array<Seconds, kAxisCount>& axes) const;
    static double timesOf(const Sent& s);
    ForwardTimes both(double sequences, const ForwardStep* other, double otherSequences) const;

    std::vector<Work> m_work;
    std::vector<Sent> m_sent;
    std::vector<ExpertCoverage> m_coverages;  // one for each kind of layer with routed experts
    const Mlp* m_lastExperts = nullptr;       // whose coverage is the last of them
    const Assumptions& m_assumptions;
    const ChipRates& m_rates;
    double m_shards;     // of the sequences
    bool m_decodes;
    bool m_everything;   // every operation is timed
    double m_hbm;        // bytes per second; 0 when unknown
    double m_matmul;     // FLOP/s
    double m_elementwise;
};

}  // namespace scalescope
