// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace scalescope {

/// How prefill and decode share the chips. Book, chapter 7, "Designing an effective inference engine".
enum class Batching {
    interleaved,    // a prompt's prefill stops all decodes of its chips (Yu et al. 2022)
    chunked,        // pieces of prompts ride in decode steps (Agrawal et al. 2024)
    disaggregated,  // chips of their own for each, and the KV cache travels between (Zhong et al. 2024)
};
constexpr std::array<std::string_view, 3> kBatchingNames = {
    SCALESCOPE_TEXT("core", "interleaved"),
    SCALESCOPE_TEXT("core", "chunked"),
    SCALESCOPE_TEXT("core", "disaggregated"),
};

/// What the chips of a tensor group beyond the KV heads divide among them. Chapter 7, "Sharding the KV cache".
enum class CacheSplit {
    copied,    // nothing: each holds a copy of its head's keys and values
    batch,     // sequences: two AllToAlls per layer
    sequence,  // tokens: queries are gathered, partial results are combined
};
constexpr std::array<std::string_view, 3> kCacheSplitNames = {
    SCALESCOPE_TEXT("core", "copied"),
    SCALESCOPE_TEXT("core", "batch"),
    SCALESCOPE_TEXT("core", "sequence"),
};

enum class CacheLayout {
    paged,   // what is there is kept and read
    padded,  // every sequence keeps and reads the longest
};
constexpr std::array<std::string_view, 2> kCacheLayoutNames = {
    SCALESCOPE_TEXT("core", "paged"),
    SCALESCOPE_TEXT("core", "padded"),
};

/// Who proposes tokens that the model then checks at once. Leviathan et al. 2023; book, chapter 7, "Speculative sampling".
enum class Speculation {
    none,
    draftModel,
    multiToken,  // the model's own layers for tokens further on
};
constexpr std::array<std::string_view, 3> kSpeculationNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "draft_model"),
    SCALESCOPE_TEXT("core", "multi_token"),
};

/// How prompts and answers are distributed about their means.
enum class Lengths { fixed, exponential };
constexpr std::array<std::string_view, 2> kLengthsNames = {
    SCALESCOPE_TEXT("core", "fixed"),
    SCALESCOPE_TEXT("core", "exponential"),
};

/// What the curves of latency against throughput differ in.
enum class ServingCurves { contexts, slices, types };
constexpr std::array<std::string_view, 3> kServingCurvesNames = {
    SCALESCOPE_TEXT("core", "contexts"),
    SCALESCOPE_TEXT("core", "slices"),
    SCALESCOPE_TEXT("core", "types"),
};

/// How a model is spread over the chips of one replica.
struct ServingLayout {
    std::int64_t tensor = 1;    // heads, d_ff and vocabulary split; beyond the KV heads see CacheSplit
    std::int64_t rows = 1;      // of the tensor degree, how many ways d_model is split instead: 2D weight-stationary
    std::int64_t expert = 1;    // experts split; attention works on sequences of its own
    std::int64_t context = 1;   // each prompt split; prefill only
    std::int64_t pipeline = 1;  // stages of layers

    double chips() const
    {
        return static_cast<double>(tensor) * static_cast<double>(expert) * static_cast<double>(context) * static_cast<double>(pipeline);
    }
    bool operator==(const ServingLayout&) const = default;
};

/// What a model is asked to serve, and how.
struct Serving {
    double sequences = 32;   // decoded together on one replica
    double prompt = 2048;    // mean tokens
    double output = 512;     // mean tokens, the first one included
    std::optional<double> longest;  // tokens of the longest request, prompt and output; absent: the mean's
    double position = 0.5;   // where in the output a decode step is looked at: the mean over all steps of answers of one
                             // length; of exponentially distributed ones that mean is 1, since long ones are met more often
    CacheLayout cacheLayout = CacheLayout::paged;

    Batching batching = Batching::chunked;
    ServingLayout decode;
    ServingLayout prefill;   // disaggregated; otherwise prefill runs as decode does
    CacheSplit cacheSplit = CacheSplit::copied;
    bool sequenceParallel = true;  // a tensor group gathers and scatters; otherwise it reduces
    bool tensorInExperts = true;   // otherwise the tensor group's chips hold whole experts

    std::int64_t decodeServers = 1;   // slices of the cluster
    std::int64_t prefillServers = 1;  // disaggregated: slices beside them
    std::optional<double> prefillChips;  // of a prefill slice; absent: as many as the layout needs
    std::optional<BytesPerSecond> transferBandwidth;  // between the two, of one chip; absent: of the outermost network

    std::int64_t prefillBatch = 1;  // prompts computed together
    std::int64_t chunk = 512;       // tokens; chunked
    std::int64_t prefillChunk = 0;  // tokens in which a whole prefill is cut; 0: not cut
    double prefixHit = 0;           // fraction of a prompt whose keys and values lie in HBM already
    double hostHit = 0;             // fraction whose keys and values come from the host's memory

    Speculation speculation = Speculation::none;
    std::int64_t draftTokens = 3;
    double acceptance = 0.7;        // chance that one proposed token is right

    double rate = 1;                // requests per second of the whole deployment
    Lengths lengths = Lengths::exponential;
    std::optional<Seconds> firstTokenLimit;
    std::optional<Seconds> tokenLimit;
    ServingCurves curves = ServingCurves::contexts;

    DType weightType = DType::bf16;
    DType activationType = DType::bf16;
    DType computeType = DType::bf16;
    DType cacheType = DType::bf16;
    DType stateType = DType::fp32;  // of linear attention and state spaces
    double expertSkew = 0;          // see expertCoverage

    /// Tokens of keys and values that a sequence has when a decode step is looked at.
    double context() const { return prompt + position * output; }
    double longestContext() const;
    /// Tokens that a decode step reads, and a sequence keeps.
    double keptContext() const { return cacheLayout == CacheLayout::padded ? longestContext() : context(); }
    /// Tokens of a prompt that are computed: at least one.
    double computedPrompt() const;
    /// Tokens of a prompt that are there before, in HBM or on the host.
    double sharedPrompt() const { return prompt - computedPrompt(); }
    const ServingLayout& prefillLayout() const { return batching == Batching::disaggregated ? prefill : decode; }

    bool operator==(const Serving&) const = default;
};

}  // namespace scalescope
