// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/decoding.h"
#include "core/inference/load.h"
#include "core/inference/prefilling.h"

#include <vector>

namespace scalescope {

/// All that serving a model takes, at the scenario's batch and rate. Total: every number in it is finite.
ServingEstimate estimateServing(const ServingInputs& in);

/// What prefills cost the decodes beside them, worked out once for many batches.
struct SteadyCosts {
    SteadyCosts(const ServingInputs& in, const Prefilling& prefilling);

    Seconds prefill;  // of a mean prompt, with others of its batch: until its first token; none where prompts ride in pieces
    double pieces = 0;                  // of a mean prompt; chunked
    std::optional<ForwardStep> piece;   // in the middle of a mean prompt; chunked
};

/// What a decode replica does in the long run with so many sequences. Book, chapter 8, "Continuous batching". Allocates nothing.
SteadyState steadyState(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs, double sequences);

/// Time to the first token of a mean prompt without a queue, while so many sequences are decoded. Allocates nothing.
Seconds timeToFirstToken(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs, double sequences);

/// What a million tokens cost when a chip makes so many per second and takes so many dollars, or joules, in a second.
/// Book, chapter 8: proportional to 1 / throughput per chip.
constexpr double perMillionTokens(double perChipSecond, double tokensPerChipSecond) { return 1e6 * perChipSecond / tokensPerChipSecond; }

/// Bytes per second of one chip towards the outermost network of a cluster; nothing when a torus is all that it has.
std::optional<BytesPerSecond> outermostBandwidth(const Cluster& cluster);

/// Two pools of so many slices each, and the network between. Book, chapter 8, "What about prefill".
Pools poolsOf(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, const PrefillPoint& prefill);

/// The fewest chips, as a power of two of the tensor degree that fits model and slice, whose memory holds the scenario's
/// sequences; the fewest that hold most where none hold them all.
ServingLayout smallestLayout(const ServingInputs& in);

/// The fewest whole sequences of one replica that make as many tokens per second as any number that fits and keeps to the
/// limits; 0 when not even one does.
double bestWithinLimits(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs);

/// What queueing needs of a deployment; owns the lists.
class ServedLoad {
public:
    ServedLoad(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling);
    ServedLoad(const ServedLoad&) = delete;
    ServedLoad& operator=(const ServedLoad&) = delete;

    const LoadModel& model() const { return m_model; }

    /// Sequences of one replica that the lists go to at most.
    static constexpr double kMostSequences = 2048;

private:
    std::vector<double> m_step;
    std::vector<double> m_mixed;
    LoadModel m_model;
};

}  // namespace scalescope
