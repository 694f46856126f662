// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/load.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <vector>

namespace scalescope {

/// A batch on a curve of latency against throughput.
struct FrontierPoint {
    double sequences = 1;      // of one replica
    Seconds tokenTime;         // per output token, with the prefills that the sequences bring
    Seconds firstToken;        // of a mean prompt, without a queue
    double perChip = 0;        // output tokens per second of one decoding chip
    bool meetsLimits = true;
};

/// One setting's batches that fit, that prompts can fill, and that no other batch of it beats in both latency and throughput, rising in both.
struct FrontierCurve {
    double context = 0;        // tokens that a decode step reads
    double chips = 1;          // of a replica
    DType weightType = DType::bf16;
    DType cacheType = DType::bf16;
    bool present = false;      // the scenario's own
    double largestBatch = 0;   // that fits; 0: not even one
    std::vector<FrontierPoint> points;
};

/// By the scenario's `serving.curves`: other contexts, halves and doubles of the slice, or other dtypes of weights and cache.
/// The scenario's own is among them. Settings that are impossible are left out.
std::vector<FrontierCurve> frontier(const Scenario& scenario);

/// The present batch as a point, whether or not it fits; nothing when serving is impossible.
std::optional<FrontierPoint> presentPoint(const Scenario& scenario);

/// The batch of most tokens per second within memory and limits; nothing when there is none.
std::optional<FrontierPoint> bestPoint(const Scenario& scenario);

/// One decode step of so many sequences.
struct DecodeSplit {
    double sequences = 1;
    ForwardTimes times;
    Seconds loop;        // with speculation
    Bytes memory;        // of one chip
    bool fits = true;
};

/// Over batches from 1 to past the largest that fits, evenly in the logarithm.
std::vector<DecodeSplit> decodeSplits(const Scenario& scenario, int count = 128);

/// Memory of one chip against the batch, at one context.
struct CapacityCurve {
    double context = 0;
    bool present = false;
    Bytes fixed;         // weights, draft and reserve
    Bytes perSequence;   // of one more sequence on one chip
    double groups = 1;   // of chips that keep sequences of their own
    double largestBatch = 0;  // of a replica; 0: not even one fits
    bool known = true;   // the capacity is

    /// The chip with most sequences of so many.
    Bytes at(double sequences) const { return fixed + perSequence * std::max(sequences / groups, std::min(sequences, 1.0)); }
};
std::vector<CapacityCurve> capacities(const Scenario& scenario);

/// Costs per million tokens against the batch.
struct CostPoint {
    double sequences = 1;
    std::optional<double> input;   // dollars
    std::optional<double> output;
    bool fits = true;
};
std::vector<CostPoint> costs(const Scenario& scenario, int count = 128);

/// Latencies against the rate of requests, up to the largest that is sustained; empty when nothing is served.
std::vector<LoadPoint> loadCurve(const Scenario& scenario, int count = 64);

/// The same serving under three sets of assumptions.
struct ServedUnder {
    std::string_view name;  // English, for translation
    Seconds lower;          // of a decode step
    Seconds expected;
    Seconds network;
    double tokensPerSecond = 0;  // of a replica, expected
};
/// The book's rules with every dimension of a torus a ring, the same rules on the slice as it is wired, and the realistic set.
std::vector<ServedUnder> servedUnder(const Scenario& scenario);

}  // namespace scalescope
