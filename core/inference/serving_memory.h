// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/replica.h"
#include "core/inference/serving_inputs.h"

namespace scalescope {

/// Memory of one chip of the fullest stage of a replica, as a function of its sequences, each of so many tokens of which it
/// works on `newTokens` at once. Book, chapter 7, "What about attention"; chapter 8, "What is the topology".
class ServingMemory {
public:
    ServingMemory(const ServingInputs& in, const Replica& replica, const ChipRates& rates, const Chip& chip, double context, double newTokens);

    MemoryEstimate at(double sequences) const;  // allocates nothing
    Bytes total(double sequences) const;

    /// What is left for sequences; never negative.
    Bytes budget() const;

    /// Whole sequences of the replica that fit; nothing when the capacity is unknown.
    std::optional<double> largestBatch() const;

    /// Of one sequence, over all chips of the replica that keep a part of it, copies counted.
    Bytes cachePerSequence() const { return m_replicaCache; }

private:
    double onChip(double sequences) const;  // sequences that a chip keeps of
    Bytes fixed() const { return m_weights + m_draftWeights + m_reserve; }
    Bytes perSequence() const { return m_cache + m_state + m_draftCache + m_activations + m_logits; }

    double m_shards = 1;
    Bytes m_weights;
    Bytes m_cache;         // of one sequence on one chip
    Bytes m_state;
    Bytes m_activations;
    Bytes m_logits;
    Bytes m_draftWeights;
    Bytes m_draftCache;
    Bytes m_reserve;
    Bytes m_replicaCache;
    bool m_countBuffers;
    std::optional<Bytes> m_capacity;
};

/// Bytes of all weights that one chip of the fullest stage holds.
Bytes weightsPerChip(const Architecture& architecture, const ServingLayout& layout, const Serving& serving);

/// What one sequence of `context` tokens keeps on one chip of the fullest stage.
struct CachePerChip {
    Bytes keysAndValues;
    Bytes state;
};
CachePerChip cachePerChip(const Architecture& architecture, const ServingLayout& layout, const Serving& serving, double context);

/// Of the parameters of a model's last layer, those of routed experts; layers that propose tokens are like it.
double routedShareOfLast(const Architecture& architecture);

/// Chips of a tensor group of this degree that hold the same KV head of such a layer: 1 where heads suffice.
std::int64_t cacheCopies(const Attention& attention, std::int64_t tensor);

}  // namespace scalescope
