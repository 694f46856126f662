// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

// The field's closed forms of serving, beside which tests hold the engine. Book, chapter 7 ("Inference") and 8 ("Serving").

/// A decode step of B sequences on n chips: B KV / (n W) + max(2 B P / (n C), weights / (n W)). Chapter 7, "Theoretical
/// estimates for LLM latency and throughput"; while the weights take longer than the arithmetic it is what HBM holds over
/// what it reads in a second.
constexpr Seconds decodeStep(double batch, Bytes weights, Bytes cachePerSequence, Flops perToken, double chips, FlopsPerSecond peak,
                             BytesPerSecond hbm)
{
    return cachePerSequence * batch / (hbm * chips) + std::max(perToken * batch / (peak * chips), weights / (hbm * chips));
}

/// The largest batch that keeps such a step within a limit; whichever of weights and arithmetic is longer. At least 0.
constexpr double largestBatchWithin(Seconds limit, Bytes weights, Bytes cachePerSequence, Flops perToken, double chips, FlopsPerSecond peak,
                                    BytesPerSecond hbm)
{
    const Seconds cache = cachePerSequence / (hbm * chips);
    const Seconds arithmetic = perToken / (peak * chips);
    const double bothBound = limit / (cache + arithmetic);
    const double memoryBound = cache.value > 0 ? (limit - weights / (hbm * chips)) / cache : bothBound;
    return std::max(0.0, std::min(bothBound, memoryBound));
}

/// What the chips of a replica hold together, activations left out. While the weights take longer to read than the arithmetic
/// takes, a step reads all of it once.
constexpr Bytes bytesHeld(double batch, Bytes weights, Bytes cachePerSequence) { return weights + cachePerSequence * batch; }

/// What the weights leave of the memory; at least 0.
constexpr Bytes leftBesideWeights(Bytes capacity, Bytes weights) { return std::max(Bytes(), capacity - weights); }

/// Sequences for whom there is room beside the weights: not a whole number, and at least 0.
constexpr double sequencesThatFit(Bytes capacity, Bytes weights, Bytes cachePerSequence)
{
    return leftBesideWeights(capacity, weights) / cachePerSequence;
}

/// Chips that hold so much, before the number is rounded up to a slice that can be built. Chapter 8, "What is the topology".
constexpr double chipsThatHold(Bytes total, Bytes capacity) { return total / capacity; }

/// A prefill of so many tokens bound by arithmetic, at a fraction of the peak: 2 P T / (n C MFU). Chapter 8, "What about prefill";
/// as long do all decodes of the chips stand still when it is interleaved.
constexpr Seconds prefillTime(Flops perToken, double tokens, double chips, FlopsPerSecond peak, double utilisation)
{
    return perToken * tokens / (peak * (chips * utilisation));
}

/// beta: the bandwidth of HBM over that of one axis in both directions. The chapter says about 8; it is 9.1 on v5e, 8.9 on v6e.
constexpr double hbmOverAxis(BytesPerSecond hbm, BytesPerSecond axis) { return hbm / axis; }

/// Largest tensor degree of decode while it waits for weights: F / (B beta). Chapter 7, "How do we shard our generation step";
/// the compute-bound one is that of training, `largestTensorDegree`.
constexpr double largestDecodeTensorDegree(double dFf, double batch, double beta) { return dFf / (batch * beta); }

/// Bytes of an array below which each chip's share of it passes a link in less than a hop takes: n W t. Chapter 7, appendix B.
constexpr Bytes latencyBoundArray(double chips, BytesPerSecond oneWay, Seconds hop) { return oneWay * hop * chips; }

/// Smallest tensor degree at which the activations of B tokens are such an array: B D bytes / (W t).
constexpr double latencyBoundTensorDegree(Bytes activations, BytesPerSecond oneWay, Seconds hop) { return activations / (oneWay * hop); }

/// Communication of a layer's MLP with weights split one way, over three axes of a torus: 4 B D / (3 W). Chapter 7, question 7.
constexpr Seconds oneDimensionalTime(double batch, double dModel, BytesPerSecond axis)
{
    return Bytes(4.0 * batch * dModel) / (axis * 3.0);
}

/// With weights split X ways along d_model and N/X along d_ff, both over rings of one axis: 2 B D / (X W) + 4 B F / (N/X W).
/// At the best X it is sqrt(128) B D / (sqrt(N) W) where F = 4 D. The same question.
constexpr Seconds twoDimensionalTime(double batch, double dModel, double dFf, double chips, double rows, BytesPerSecond axis)
{
    return Bytes(2.0 * batch * dModel / rows + 4.0 * batch * dFf * rows / chips) / axis;
}

/// The X at which that is least: sqrt(D N / (2 F)).
inline double bestRows(double dModel, double dFf, double chips) { return std::sqrt(dModel * chips / (2.0 * dFf)); }

/// Chips beyond which two dimensions beat one: 18 F / D, 72 at F = 4 D. An old text has 81.
constexpr double twoDimensionsWinAbove(double dModel, double dFf) { return 18.0 * dFf / dModel; }

/// Sequences that end in one step, when answers have this many tokens; as many begin. Chapter 8, "Continuous batching".
constexpr double finishedPerStep(double batch, double output) { return batch / output; }

/// Tokens of keys and values that leave with them.
constexpr double evictedPerStep(double batch, double prompt, double output) { return finishedPerStep(batch, output) * (prompt + output); }

/// FLOPs that a dollar buys at the peak. Chapter 8, "What hardware".
constexpr double flopsPerDollar(FlopsPerSecond peak, DollarsPerSecond price) { return peak.value / price.value; }

/// What one token costs: chip-seconds per token x the price, proportional to 1 / throughput per chip. Chapter 8.
constexpr Dollars tokenCost(double batch, Seconds step, double chips, DollarsPerSecond price) { return price * step * (chips / batch); }

/// Requests per second of one chip: B / (step x answer x chips); with an answer of one token, tokens per second. Chapter 8.
constexpr double requestsPerChip(double batch, Seconds step, double output, double chips) { return batch / (step.value * output * chips); }

/// Prefill servers that keep one decode server busy: prefill time x B / (step x answer). Chapter 8, "What about prefill".
constexpr double prefillServersPerDecodeServer(Seconds prefill, double batch, Seconds step, double output)
{
    return prefill.value * batch / (step.value * output);
}

/// Time for so many tokens when a loop of K proposals and a check yields a fraction of its K + 1. Chapter 7, "Speculative sampling".
constexpr Seconds speculatedTime(double tokens, Seconds loop, double draftTokens, double acceptedFraction)
{
    return loop * (tokens / ((draftTokens + 1.0) * acceptedFraction));
}

/// What is left to compute of a prompt of which a part is cached. Chapter 7, "Prefix caching".
constexpr double uncachedFraction(double prompt, double shared) { return (prompt - shared) / prompt; }

}  // namespace scalescope
