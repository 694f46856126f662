// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

namespace scalescope {

/// Times of one forward pass through a replica, all stages in turn, on the chip with most sequences.
struct ForwardTimes {
    Seconds weights;  // reading them, of the experts those that some token meets
    Seconds cache;    // reading keys, values and state
    Seconds flops;    // arithmetic at the matmuls' rate
    Seconds chip;     // what these take together, by the assumptions
    std::array<Seconds, kAxisCount> axes;  // by Axis: each degree's collectives
    Seconds network;  // combined by the assumptions
    Seconds lower;    // chip and network fully overlapped
    Seconds expected;
    Seconds upper;    // one after the other
    BoundBy bound = BoundBy::memory;  // the largest term of lower
};

/// Decode of so many sequences on one replica.
struct DecodePoint {
    double sequences = 0;
    ForwardTimes step;         // one pass of the model
    Seconds loopLower;         // one pass and, with speculation, the draft's passes before it
    Seconds loop;              // the same as expected
    Seconds loopUpper;
    double tokensPerLoop = 1;  // that each sequence gains
    Seconds tokenTime;         // per output token, while no prefill disturbs: loop / tokensPerLoop
    double tokensPerSecond = 0;  // of the replica
    double perChip = 0;
    double perUser = 0;
    Bytes memory;              // of one chip
    bool fits = true;
};

/// Prefill of one batch of prompts on one replica.
struct PrefillPoint {
    double prompts = 1;
    ForwardTimes pass;      // of the whole prompts; of pieces the sum
    double pieces = 1;      // in which each is computed
    Seconds hostLoad;       // keys and values that come from the host's memory
    Seconds time;           // until the first token, expected; the load included
    double tokensPerSecond = 0;  // of prompts, those found in caches included
    double requestsPerSecond = 0;
    double utilisation = 0;  // FLOPs, as the assumptions count them, over what the chips could do
};

/// One kind of forward pass with its lists.
struct PhaseEstimate {
    std::vector<OperationEstimate> operations;
    std::vector<CollectiveEstimate> collectives;
    MemoryEstimate memory;  // of one chip
    double chips = 1;       // of a replica
    double replicas = 1;    // of a slice
    double servers = 1;     // slices
};

/// What a decode replica does in the long run, with the prefills that its sequences bring.
struct SteadyState {
    bool sustainable = true;   // chunked: prompts can be taken in as fast as answers end
    Seconds tokenTime;         // per output token, prefills and pieces included
    double finishedPerLoop = 0;   // sequences
    double evictedPerLoop = 0;    // tokens of keys and values
    double prefillShare = 0;      // of the time, or of the steps that carry a piece
    Seconds stall;                // of all decodes, by one prefill: interleaved
    Seconds piece;                // longer by this is a step that carries a piece: chunked
    double requestsPerSecond = 0; // of one replica
    double tokensPerSecond = 0;   // of one replica
};

/// Two pools and the network between.
struct Pools {
    double prefillRate = 0;   // requests per second that each pool could serve
    double decodeRate = 0;
    double ratio = 0;         // prefill slices that keep one decode slice busy
    Bytes transfer;           // one request's keys, values and state
    std::optional<Seconds> transferTime;  // absent: no network between is known
    double prefillLoad = 0;   // of each pool, at the rate that both can serve
    double decodeLoad = 0;
};

/// Requests that arrive one after another.
struct LoadEstimate {
    double largestRate = 0;  // requests per second that the deployment sustains
    bool stable = false;
    Seconds wait;
    Seconds timeToFirstToken;
    Seconds timePerOutputToken;
    Seconds endToEnd;
    double sequences = 0;    // decoded together on one replica
    double utilisation = 0;
};

struct TokenCosts {
    std::optional<double> input;   // per million tokens
    std::optional<double> output;
};

/// All that the Serving page shows. Without `possible` only memory and counts are filled in.
struct ServingEstimate {
    bool possible = false;
    bool feasible = false;
    PhaseEstimate decodePhase;
    PhaseEstimate prefillPhase;
    DecodePoint decode;
    PrefillPoint prefill;
    Seconds firstStep;       // a decode step's expected time at the begin and at the end of an answer
    Seconds lastStep;
    SteadyState steady;
    Pools pools;             // disaggregated
    LoadEstimate load;       // at the scenario's rate

    Seconds timeToFirstToken;  // without a queue
    Seconds timePerOutputToken;
    Seconds endToEnd;          // of a request of mean length, without a queue
    double chips = 0;          // of the whole deployment
    double tokensPerSecond = 0;         // output tokens of the whole deployment, at this batch
    double tokensPerSecondPerChip = 0;
    double tokensPerSecondPerUser = 0;

    std::optional<double> largestBatch;   // whole sequences of one replica that fit; absent: the capacity is unknown
    Bytes cachePerSequence;               // of one replica's chips together, copies counted
    Bytes budget;                         // of one chip, for what grows with the sequences; never negative
    std::optional<double> criticalBatch;  // sequences of one replica
    std::optional<std::int64_t> largestTensor;  // the largest power of two as a tensor degree whose network takes no longer than its chips
    std::optional<double> bestBatch;      // most tokens per second within memory and limits; absent: none
    double copies = 1;                    // of each KV head's cache and projections
    TokenCosts dollars;
    TokenCosts joules;
    double speculationGain = 1;           // of tokens per second, over the same batch without
    Diagnostics diagnostics;
};

}  // namespace scalescope
