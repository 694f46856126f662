// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/forward_step.h"
#include "core/inference/serving_memory.h"

namespace scalescope {

/// Prefill on one replica. Book, chapter 7, "Prefill", "Continuous batching", "Prefix caching".
class Prefilling {
public:
    explicit Prefilling(const ServingInputs& in);
    Prefilling(const Prefilling&) = delete;
    Prefilling& operator=(const Prefilling&) = delete;

    bool possible() const { return m_possible; }

    /// Of a batch of prompts of so many tokens each, of which the cached fractions are not computed.
    PrefillPoint at(double prompt, double prompts) const;

    /// The pass over `newTokens` of one prompt that come after `before`.
    ForwardStep pieceOf(double newTokens, double before) const;

    /// Of one chip while so many prompts of mean length are computed.
    MemoryEstimate memory(double prompts) const;

    const Cluster& slice() const { return m_slice; }
    const Replica& replica() const { return m_replica; }
    const ChipRates& rates() const { return m_rates; }
    const Topology& topology() const { return m_topology; }

private:
    Seconds hostLoad(double prompt, double prompts) const;

    const ServingInputs& m_in;
    Cluster m_slice;
    Topology m_topology;
    ChipRates m_rates;
    Replica m_replica;
    bool m_possible = false;
};

/// Mean and mean square of the time of a pass over so many prompts, over the distribution of their length, in s and s^2.
struct PrefillMoments {
    Seconds mean;
    double square = 0;
};
PrefillMoments momentsOf(const Prefilling& prefilling, const Serving& serving, double prompts);

}  // namespace scalescope
