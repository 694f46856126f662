// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scalescope {

// How the chips that a plan gives to its fsdp and tensor degrees could be split between the two, the other degrees as
// they are: the figures of the book's chapter 5. Scenarios are possible ones.

struct Split {
    std::int64_t fsdp = 1;
    std::int64_t tensor = 1;

    bool operator==(const Split&) const = default;
};

Split splitOf(const Plan& plan);

/// The possible splits, tensor rising: it is a power of two, or the whole product; the present split is among them.
std::vector<Split> splitsOf(const Scenario& scenario);

/// At most `most` (at least three) of them, evenly: with the first, the last and `present`, which is one of them.
std::vector<Split> someOf(std::span<const Split> splits, const Split& present, std::size_t most);

/// Times of the timed pass with one split.
struct SplitTimes {
    Seconds compute;
    Seconds network;  // the degrees combined as the assumptions have it

    double ratio() const;  // of compute to network; infinite where nothing is sent
};
SplitTimes timesOf(const Scenario& scenario, const Split& split, double batch);

struct SplitCurve {
    Split split;
    std::vector<double> compute;  // seconds, by batch
    std::vector<double> network;
};

struct DegreeSplits {
    std::vector<double> batch;  // tokens, equally spaced as ratios
    std::vector<SplitCurve> curves;
};
DegreeSplits splitSeries(const Scenario& scenario, std::span<const Split> splits, double from, double to);

/// What one way to choose the split reaches.
struct RatioCurve {
    std::vector<Split> split;    // one for all batches, or one for each
    std::vector<double> ratio;   // compute over network, by batch
    Threshold computeBound;      // tokens per chip above which it stays at one or more, within the series

    const Split& splitAt(std::size_t i) const { return split.size() == 1 ? split.front() : split[i]; }
};

struct RatioSeries {
    std::vector<double> perChip;  // batch, tokens per chip, equally spaced as ratios
    RatioCurve fsdp;              // as little tensor as there can be
    RatioCurve tensor;            // as much
    RatioCurve present;
    RatioCurve best;              // at each batch, the split with the shortest network time
};
RatioSeries ratioSeries(const Scenario& scenario, double from, double to);

/// The split with the shortest network time at this batch; of equals the one with the least tensor.
Split bestSplit(const Scenario& scenario, std::span<const Split> splits, double batch);

}  // namespace scalescope
