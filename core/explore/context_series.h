// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "core/scenario/scenario.h"
#include "core/transformer/architecture.h"
#include "core/transformer/cache.h"

#include <string>
#include <vector>

namespace scalescope {

// The rules of thumb of the field, as closed forms. What the engine finds for a given model is below.

/// Context at which scores and values cost as much as all matmuls of a layer: T = 8D, for a gated MLP of F = 4D, as many
/// key heads as heads, N H = D, and no mask. Book, chapter 4, "Global FLOPs and params calculation".
constexpr double attentionCrossover(double width) { return 8.0 * width; }

/// Context at which they cost as much as the projections of queries, keys, values and output: T = 2D, for as many key
/// heads as heads and N H = D. Chapter 4, question 5.
constexpr double projectionCrossover(double width) { return 2.0 * width; }

/// Attention of T queries that meet S keys, G query heads to a key head, scores kept on the chip: T S G / (T G + S) with
/// elements of two bytes. Chapter 4, question 4. Towards G in decode, where T = 1.
FlopsPerByte groupedAttentionIntensity(double queries, double keys, double group, DType type = DType::bf16);

/// The same of a whole prompt, where S = T: T G / (G + 1).
FlopsPerByte prefillAttentionIntensity(double tokens, double group, DType type = DType::bf16);

/// Length of a prompt above which its attention is compute-bound: I (G + 1) / G with elements of two bytes. Chapter 4,
/// question 4, which prints the limit of many query heads, I; chapter 7 has 2 I for as many key heads as heads.
double prefillComputeBoundAbove(FlopsPerByte ridge, double group, DType type = DType::bf16);

/// Tokens above which the matmuls of experts are compute-bound: I b / 2 x E / k, with b bytes per weight, weights alone
/// read and every expert met. Chapter 4, question 8.
double expertCriticalBatch(FlopsPerByte ridge, DType weight, double experts, double topK);

/// FLOPs of a forward pass per token, of all layers, by what a longer context does to them.
struct ContextFlops {
    Flops attention;    // scores and values, and an indexer's look through all keys
    Flops state;        // recurrences: of fixed size
    Flops projections;  // every other matmul of attention
    Flops mlp;          // matmuls of MLPs, routers and experts

    Flops matmuls() const { return projections + mlp; }
};
ContextFlops contextFlops(const Architecture& architecture, double context, AttentionMask mask);

/// Context above which attention costs more than matmuls of the layers, between one token and 2^40.
struct ContextCrossings {
    Threshold projections;
    Threshold matmuls;
};
ContextCrossings contextCrossings(const Architecture& architecture, AttentionMask mask);

/// Layers that mix tokens alike, whatever their MLPs.
struct MixerGroup {
    Attention attention;
    std::vector<std::size_t> kinds;  // of the architecture, those with layers
    double layers = 0;
};
std::vector<MixerGroup> mixerGroups(const Architecture& architecture);

/// The letters of a group's kinds: "A", "AC".
std::string lettersOf(const MixerGroup& group);

/// Of a group's layers together; `architecture` is the one that it is from.
Flops attentionOfGroup(const Architecture& architecture, const MixerGroup& group, double context, AttentionMask mask);

struct ContextSeries {
    std::vector<double> context;
    std::vector<MixerGroup> groups;
    // FLOPs per token
    std::vector<double> attention;
    std::vector<double> state;        // empty without recurrences
    std::vector<double> projections;
    std::vector<double> mlp;
    std::vector<double> matmuls;
    std::vector<std::vector<double>> byGroup;  // attention of each group's layers
};

/// Contexts equally spaced as ratios, and the bends at windows between.
ContextSeries contextSeries(const Architecture& architecture, AttentionMask mask, double from, double to);

struct CacheSeries {
    std::vector<double> context;
    std::vector<MixerGroup> groups;  // those that keep something
    // bytes of one sequence
    std::vector<double> total;
    std::vector<double> state;  // empty without recurrences
    std::vector<std::vector<double>> byGroup;
};
CacheSeries cacheSeries(const Architecture& architecture, const CacheTypes& types, double from, double to);

/// Of a group's layers together.
Bytes cacheOfGroup(const MixerGroup& group, double context, const CacheTypes& types);

CacheTypes cacheTypesOf(const Serving& serving);

}  // namespace scalescope
