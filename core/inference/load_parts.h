// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/load.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope::queueing {

// What the three ways of sharing chips have in common; load.h says how each mean is found.

/// Beyond anything served; within them no product below overflows.
constexpr double kShortest = 1e-12;  // s
constexpr double kLongest = 1e12;    // s
constexpr double kMost = 1e12;       // tokens, servers

/// Weights of a chain grow as e^b at most; past this all are scaled down together.
constexpr double kLarge = 1e200;
/// What is left of a capacity never becomes less, for rounding.
constexpr double kLeast = 1e-12;

/// Also of what is not a number: the lowest.
inline double bounded(double x, double low, double high)
{
    return x >= low ? std::min(x, high) : low;
}

/// A random whole number: the chance that it is not 0; mean and squared coefficient of variation where it is not.
struct Count {
    double share = 1;
    double mean = 1;
    double scv = 0;
};

/// Decode steps of a request, and chunks of a prompt.
Count stepsOf(const LoadModel& m);
Count chunksOf(const LoadModel& m);

/// The model within bounds.
struct System {
    explicit System(const LoadModel& model)
        : m(model)
        , slots(model.step.size())
        , prefillServers(std::floor(bounded(model.prefillServers, 1, kMost)))
        , decodeServers(bounded(model.decodeServers, 1, kMost))
        , prefill(bounded(model.prefillMean.value, kShortest, kLongest))
        , prefillScv(bounded(model.prefillSquare / (prefill * prefill) - 1, 0, kMost))
        , transfer(bounded(model.transfer.value, 0, kLongest))
        , steps(stepsOf(model))
        , chunks(chunksOf(model))
    {
    }

    /// Of b sequences, at least one.
    double step(std::size_t b) const { return bounded(m.step[b - 1], kShortest, kLongest); }
    double mixed(std::size_t b) const
    {
        if (m.mixed.empty())
            return step(std::max<std::size_t>(b, 1));
        return bounded(m.mixed[std::min(std::max<std::size_t>(b, 1), m.mixed.size()) - 1], kShortest, kLongest);
    }
    /// Of one sequence while b are decoded.
    double decodeTime(std::size_t b) const { return steps.mean * step(b); }
    /// Of a replica's time, that one request takes from the decodes of a full batch.
    double shareOfFull() const { return steps.share * decodeTime(slots) / static_cast<double>(slots); }

    const LoadModel& m;
    std::size_t slots;
    double prefillServers;
    double decodeServers;
    double prefill;
    double prefillScv;
    double transfer;
    Count steps;
    Count chunks;
};

struct Means {
    double wait = 0;
    double firstToken = 0;
    double joining = 0;  // from the first token until decoding, of a request that decodes
    double decode = 0;   // of all requests, those without a further token as well
    double sequences = 0;
};

/// How many requests that go on decoding come out of one busy period of prefills: `none` is the chance of 0, and
/// P(more than k) = sum of weight x on^(k-1) from k = 1 on, which fits the chance of 1 and three moments.
struct Burst {
    double none = 0;
    std::array<double, 2> weight{};
    std::array<double, 2> on{};
    double mean = 1;
    double variance = 0;

    /// Prompts that wait when the last slot is taken: the mean over bursts, and the mean square, for weights of bursts
    /// that outlast the slots. Each that waits would still bring a burst of its own.
    struct Waiting {
        double chance = 0;
        double mean = 0;
        double square = 0;
    };
    Waiting waiting(const std::array<double, 2>& reach) const
    {
        Waiting w;
        double excess = 0;
        double square = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            const double length = 1 / (1 - on[i]);
            w.chance += weight[i] * reach[i];
            excess += weight[i] * reach[i] * length;
            square += weight[i] * reach[i] * length * (2 * length - 1);
        }
        if (mean > 0) {
            w.mean = excess / mean;
            w.square = std::max(w.mean, (square - w.mean * variance) / (mean * mean));
        }
        return w;
    }
};

Burst burstOf(double load, double scv, double q);

/// Chunked, while prompts are at hand: what passes from the last slot's becoming free until it is taken again, for one
/// request that joins the decodes.
struct Refill {
    double each = 1;      // over the number that join
    double time = 0;      // s
    double sequences = 0; // decoded meanwhile, times s
    double variance = 0;  // of the number that join, over its square
};

Refill refillOf(const System& s);

/// Requests per second that one replica sustains; chunked.
double largestChunked(const System& s, const Refill& r);

Means interleaved(const System& s, double rate);
Means chunked(const System& s, double rate, const Refill& refill);

}  // namespace scalescope::queueing
