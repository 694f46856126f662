// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/load.h"

#include "core/inference/load_parts.h"

#include <limits>

namespace scalescope {

namespace queueing {

/// Decode steps of a request. Tokens gained in a step are the two whole numbers about tokensPerStep, at random, so that
/// geometric lengths make a geometric number of steps. Fixed lengths overshoot by a renewal's mean excess.
Count stepsOf(const LoadModel& m)
{
    const double output = bounded(m.output, 1, kMost);
    const double gain = bounded(m.tokensPerStep, 1, kMost);
    const double whole = std::floor(gain);
    const double rest = gain - whole;
    if (m.lengths == Lengths::exponential) {
        const double more = 1 - 1 / output;
        const double goOn = std::pow(more, whole) * (1 - rest + rest * more);
        return {more, 1 / std::max(1 - goOn, 1 / kMost), goOn};
    }
    const double square = whole * whole * (1 - rest) + (whole + 1) * (whole + 1) * rest;
    const double excess = (square / gain - 1) / 2;
    return {std::min(1.0, output - 1), std::max(1.0, (output - 1 + excess) / gain), 0};
}

Count chunksOf(const LoadModel& m)
{
    const double prompt = bounded(m.prompt, 1, kMost);
    const double chunk = bounded(m.chunk, 1, kMost);
    if (m.lengths == Lengths::fixed)
        return {1, std::ceil(prompt / chunk), 0};
    const double goOn = std::pow(1 - 1 / prompt, chunk);
    return {1, 1 / std::max(1 - goOn, 1 / kMost), goOn};
}

namespace {

/// Wait before c servers. Erlang B by its recursion up to a thousand servers; beyond, Sakasegawa's fit (1977).
double poolWait(const System& s, double rate)
{
    constexpr double kSummed = 1000;
    const double c = s.prefillServers;
    const double load = rate * s.prefill;
    const double free = std::max(1 - load / c, kLeast);
    const double variation = (1 + s.prefillScv) / 2;
    if (c > kSummed)
        return variation * s.prefill * std::pow(1 - free, std::sqrt(2 * (c + 1)) - 1) / (c * free);
    double blocked = 1;
    for (double k = 1; k <= c; ++k)
        blocked = load * blocked / (k + load * blocked);
    const double queues = blocked / (free + (1 - free) * blocked);
    return variation * queues * s.prefill / (c * free);
}

Means disaggregated(const System& s, double rate)
{
    const double arrivals = rate * s.steps.share / s.decodeServers;  // of requests that decode, on one replica
    double weight = 1;
    double all = 1;
    double sequences = 0;
    double boundary = 0;  // what is left of the step that a newcomer meets
    double use = 0;
    for (std::size_t b = 1; b <= s.slots; ++b) {
        const double n = static_cast<double>(b);
        use = arrivals * s.decodeTime(b) / n;
        weight *= use;
        all += weight;
        sequences += weight * n;
        if (b < s.slots)
            boundary += weight * s.step(b) / 2;
        if (all > kLarge)
            for (double* sum : {&weight, &all, &sequences, &boundary})
                *sum /= kLarge;
    }
    const double slack = std::max(1 - use, kLeast);
    const double queued = weight * use / slack;  // chance that somebody waits for a slot
    all += queued;
    sequences += queued * static_cast<double>(s.slots);

    Means means;
    means.wait = poolWait(s, rate);
    means.firstToken = means.wait + s.prefill;
    means.joining = s.transfer + boundary / all;
    if (arrivals > 0) {
        means.joining += queued / slack * (1 + s.steps.scv) / 2 / all / arrivals;
        means.decode = s.steps.share * sequences / all / arrivals;
    }
    means.sequences = sequences / all;
    return means;
}

double largestOf(const System& s, const Refill& refill)
{
    switch (s.m.batching) {
    case Batching::interleaved:
        return s.decodeServers / (s.prefill + s.shareOfFull());
    case Batching::chunked:
        return s.decodeServers * largestChunked(s, refill);
    case Batching::disaggregated:
        return std::min(s.prefillServers / s.prefill, s.decodeServers / std::max(s.shareOfFull(), kShortest));
    }
    return 0;
}

Refill neededRefill(const System& s)
{
    return s.m.batching == Batching::chunked ? refillOf(s) : Refill{};
}

Means meansOf(const System& s, double rate, const Refill& refill)
{
    switch (s.m.batching) {
    case Batching::interleaved:
        return interleaved(s, rate);
    case Batching::chunked:
        return chunked(s, rate, refill);
    case Batching::disaggregated:
        return disaggregated(s, rate);
    }
    return {};
}

}  // namespace

}  // namespace queueing

using namespace queueing;

double largestRate(const LoadModel& model)
{
    if (model.step.empty())
        return 0;
    const System system(model);
    return largestOf(system, neededRefill(system));
}

LoadPoint loadAt(const LoadModel& model, double rate)
{
    LoadPoint point;
    point.rate = bounded(rate, 0, kMost * kMost);
    if (model.step.empty())
        return point;
    const System system(model);
    const Refill refill = neededRefill(system);
    const double largest = largestOf(system, refill);
    point.utilisation = point.rate / largest;
    point.stable = point.utilisation < 1;
    if (!point.stable)
        return point;

    // At rest: the limit of small rates.
    constexpr double kRest = 1e-9;
    const Means means = meansOf(system, std::max(point.rate, kRest * largest), refill);
    const double further = bounded(model.output, 1, kMost) - 1;
    const auto seconds = [](double x) { return Seconds(bounded(x, 0, std::numeric_limits<double>::max())); };
    point.wait = seconds(means.wait);
    point.timeToFirstToken = seconds(means.firstToken);
    point.timePerOutputToken = seconds(further > 0 ? means.decode / further : system.step(1));
    point.endToEnd = seconds(means.firstToken + system.steps.share * means.joining + means.decode);
    point.sequences = bounded(means.sequences, 0, static_cast<double>(system.slots));
    return point;
}

}  // namespace scalescope
