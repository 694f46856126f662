// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/inference/serving_plan.h"

#include <span>

namespace scalescope {

/// What queueing needs to know of a deployment. Requests arrive as a Poisson process; all lists are views of the caller's.
struct LoadModel {
    Batching batching = Batching::interleaved;
    Lengths lengths = Lengths::exponential;  // of prompts and outputs; exponential: geometric in whole tokens, at least 1
    double prefillServers = 1;     // disaggregated: replicas of the prefill pool, whole; otherwise not read
    double decodeServers = 1;      // replicas, among which requests are spread evenly at random
    Seconds prefillMean;           // E[S]: one request's whole prefill alone on a replica; chunked: not read
    double prefillSquare = 0;      // E[S^2] in s^2 over the distribution of prompts; below E[S]^2 it counts as E[S]^2
    Seconds transfer;              // disaggregated: of one request's KV cache to the decode pool, after its first token
    std::span<const double> step;  // step[b-1]: seconds of a decode step of b sequences on a replica; nondecreasing
    std::span<const double> mixed; // chunked: the same step when it carries a chunk as well; where it ends, its last entry
    double chunk = 512;            // tokens; a prompt takes ceil(prompt / chunk) chunks, and each a whole mixed step
    double prompt = 2048;          // mean tokens to prefill; chunked only
    double output = 512;           // mean tokens of an answer, the first, which prefill yields, included
    double tokensPerStep = 1;      // that a sequence gains in a decode step; between whole numbers, at random
};

/// Means at one rate. Tails are not here: a closed form for them would be a guess (see serving_simulation.h of the tests).
struct LoadPoint {
    double rate = 0;             // requests/s of the whole deployment
    bool stable = false;         // below the largest rate; otherwise every number but rate and utilisation is zero
    Seconds wait;                // until a prompt's prefill begins
    Seconds timeToFirstToken;    // until its prefill ends
    Seconds timePerOutputToken;  // of all tokens but the first: from joining the decodes on, without transfer and wait for a slot
    Seconds endToEnd;            // everything
    double sequences = 0;        // decoded together on one replica, averaged over time, idle time included
    double utilisation = 0;      // rate over the largest
};

/// Requests/s that the deployment sustains: above, its queue grows without bound. It is the rate with all slots taken
/// and prompts always waiting; 0 without a step time.
double largestRate(const LoadModel&);

/// Mean times at a rate. Total: whatever is not a number or out of range counts as the nearest thing that makes sense, and
/// no result is infinite. Allocates nothing; linear in the largest batch.
///
/// What is served, and how each mean is found. A replica has as many slots as `step` has entries. A prompt that finds
/// none waits; in order of arrival.
/// - disaggregated (Zhong et al., "DistServe", 2024): one queue before all prefill servers, M/G/c: Pollaczek-Khinchine
///   for one, beyond it Erlang C times (1 + c_S^2) / 2 (Allen and Cunneen 1978). A replica's decodes are a birth-death
///   chain whose death rate with b sequences is b / (step(b) x steps per request); a request joins between steps.
/// - interleaved (Yu et al., "Orca", 2022): a prompt at hand and a slot free, its whole prefill comes next and stops all
///   decodes. Prefill is then an M/G/1 queue with vacations, and its wait is Pollaczek-Khinchine plus what waits while
///   no prefill runs, over the rate (Fuhrmann and Cooper 1985). The chain of decodes runs while no prefill does; bursts
///   of prompts, the busy periods of M/G/1, make its births.
/// - chunked (Agrawal et al., "Sarathi-Serve", 2024): each step decodes all in flight and carries a chunk when a prompt is
///   at hand, which holds a slot from its first chunk. With none in flight a chunk takes mixed[0]. The chain has
///   two phases, with and without a prompt, and steps of either kind.
/// Means of times follow from means of numbers by Little's law (Little 1961). The same subjects, without queues: the
/// book, chapters 7 and 8.
///
/// Compared with a discrete-event simulation of the same rules (tests/core/test_load.cpp), exponential lengths, below
/// 70 % of the largest rate: mean time to first token and mean end to end within 5 %. The exception is chunked
/// prefill with few slots (about 8) when each further sequence lengthens a step by a third of the first: there the time
/// to first token is up to 7 % short at 69 %, as the queue before the slots is taken to be independent of
/// the prefills that just ended. Closer to the largest rate the means grow as they must, as 1 / (1 - utilisation), and are
/// not checked; nor are fixed lengths, which only enter through the variances: in trials they were within 20 %.
LoadPoint loadAt(const LoadModel&, double rate);

}  // namespace scalescope
