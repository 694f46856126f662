// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/forward_step.h"
#include "core/inference/serving_memory.h"

#include <memory>

namespace scalescope {

/// Tokens that a loop of speculation yields when each of `draftTokens` proposals is right with this chance, and the pass
/// that checks them adds one: (1 - a^(K+1)) / (1 - a). Leviathan et al. 2023, "Fast inference from transformers via
/// speculative decoding", equation 1. From 1 to K + 1.
double acceptedTokens(double acceptance, double draftTokens);

/// Decode on one replica at one context, prepared once and then asked for any number of sequences.
class Decoding {
public:
    explicit Decoding(const ServingInputs& in) : Decoding(in, in.serving.keptContext()) {}
    Decoding(const ServingInputs& in, double context);
    Decoding(const Decoding&) = delete;
    Decoding& operator=(const Decoding&) = delete;

    /// Whether the layout fits the model, the slice and the chip's known figures.
    bool possible() const { return m_possible; }

    /// Allocates nothing.
    DecodePoint at(double sequences) const;

    /// The same pass with a piece of a prompt: `piece` is a step of the same replica.
    ForwardTimes withPiece(double sequences, const ForwardStep& piece) const { return m_step->with(sequences, piece, 1); }

    const ForwardStep& step() const { return *m_step; }
    const ForwardStep* draft() const { return m_draft.get(); }  // that proposes one token; null without speculation
    double draftSequences(double sequences) const { return sequences * m_draftShare; }
    const ServingMemory& memory() const { return m_memory; }
    const Replica& replica() const { return m_replica; }
    const Topology& topology() const { return m_topology; }
    const ChipRates& rates() const { return m_rates; }

private:
    Topology m_topology;
    ChipRates m_rates;
    Replica m_replica;
    ServingMemory m_memory;
    std::unique_ptr<ForwardStep> m_step;
    std::unique_ptr<Architecture> m_proposer;  // multi-token: the model's last layer
    std::unique_ptr<Replica> m_draftReplica;
    std::unique_ptr<ForwardStep> m_draft;
    double m_draftShare = 1;   // of the replica's sequences that one group of the draft works on
    double m_draftTokens = 0;
    double m_tokensPerLoop = 1;
    bool m_possible = false;
};

/// Whether this layout fits a model, on whatever slice (serving_check.h says why not).
bool layoutFits(const Architecture& architecture, const ServingLayout& layout, const Serving& serving);

}  // namespace scalescope
