// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/load.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

/// Beyond anything served; within them no product below overflows.
constexpr double kShortest = 1e-12;  // s
constexpr double kLongest = 1e12;    // s
constexpr double kMost = 1e12;       // tokens, servers

/// Weights of a chain grow as e^b at most; past this all are scaled down together.
constexpr double kLarge = 1e200;
/// What is left of a capacity never becomes less, for rounding.
constexpr double kLeast = 1e-12;

/// Also of what is not a number: the lowest.
double bounded(double x, double low, double high)
{
    return x >= low ? std::min(x, high) : low;
}

/// A random whole number: the chance that it is not 0; mean and squared coefficient of variation where it is not.
struct Count {
    double share = 1;
    double mean = 1;
    double scv = 0;
};

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

/// The busy period of M/G/1 serves K = 1 + a K for each arrival during a prefill. Its moments come from the generating
/// function K(z) = z A(K(z)), A that of arrivals during a gamma-distributed prefill (Takács 1962); of those served, each
/// goes on with chance q.
Burst burstOf(double load, double scv, double q)
{
    const auto arrivals = [&](double z) {
        const double x = load * (1 - z);
        return scv > kLeast ? std::exp(-std::log1p(scv * x) / scv) : std::exp(-x);
    };
    constexpr int kRounds = 20;  // of a contraction by load x (1 - q)
    Burst burst;
    for (int i = 0; i < kRounds && q < 1; ++i)
        burst.none = (1 - q) * arrivals(burst.none);
    const double alone = arrivals(burst.none);
    const double slope = alone * load / (1 + scv * load * (1 - burst.none));
    const double one = q * alone / std::max(1 - (1 - q) * slope, kLeast);

    const double a2 = load * load * (1 + scv);
    const double a3 = a2 * load * (1 + 2 * scv);
    const double g1 = 1 / (1 - load);
    const double g2 = (2 * load * g1 + a2 * g1 * g1) * g1;
    const double g3 = (3 * (load * g2 + a2 * g1 * g1) + 3 * a2 * g1 * g2 + a3 * g1 * g1 * g1) * g1;
    const double pairs = q * q * g2 / 2;
    burst.mean = q * g1;
    burst.variance = 2 * pairs + burst.mean - burst.mean * burst.mean;

    // Two lengths h = 1 / (1 - on) with sums of weight x h^k = m_k: the two-point quadrature of these moments.
    const double m0 = 1 - burst.none - one;
    const double m1 = burst.mean - (1 - burst.none);
    const double m2 = pairs;
    const double m3 = q * q * q * g3 / 6 + pairs;
    if (!(m0 > kLeast) || !(m1 > kLeast))
        return burst;
    const double spread = m0 * m2 - m1 * m1;
    if (spread > kLeast * m0 * m2) {
        const double sum = (m0 * m3 - m1 * m2) / spread;
        const double product = (m1 * m3 - m2 * m2) / spread;
        const double longer = sum / 2 + std::sqrt(std::max(0.0, sum * sum / 4 - product));
        const double shorter = product / longer;
        if (shorter >= 1 && longer > shorter) {
            const double second = (m1 - m0 * shorter) / (longer - shorter);
            burst.weight = {m0 - second, second};
            burst.on = {1 - 1 / shorter, 1 - 1 / longer};
            return burst;
        }
    }
    const double length = std::max(1.0, m2 / m1);
    burst.weight[0] = m1 / length;
    burst.on[0] = 1 - 1 / length;
    return burst;
}

/// The chain of requests on a replica over the time in which no prefill runs: n < slots of them all decoded, beyond it
/// some wait. Up: bursts, cut short when slots run out, whose prompts then wait. Down: one request ends; if one
/// waits, its prefill follows. Above the slots the mean is that of an M/G/1 queue, from the balance of n and n^2.
Means interleaved(const System& s, double rate)
{
    const double arrivals = rate / s.decodeServers;
    const double load = arrivals * s.prefill;
    const double q = s.steps.share;
    const Burst burst = burstOf(load, s.prefillScv, q);
    const double slots = static_cast<double>(s.slots);

    double here = 1;                      // weight of n
    std::array<double, 2> bursting{};     // weights of lower n, by how far bursts of either length reach
    double all = 0;
    double sequences = 0;
    double inStep = 0;   // what is left of the step that a prompt meets
    double born = 0;
    double before = 0;   // decoded when one more is born
    for (std::size_t b = 0; b < s.slots; ++b) {
        const double n = static_cast<double>(b);
        all += here;
        sequences += here * n;
        if (b > 0)
            inStep += here * s.step(b) / 2;
        const double up = arrivals * ((1 - burst.none) * here + burst.weight[0] * bursting[0] + burst.weight[1] * bursting[1]);
        for (std::size_t i = 0; i < 2; ++i)
            bursting[i] = burst.on[i] * bursting[i] + here;
        born += up;
        before += up * n;
        here = up * s.decodeTime(b + 1) / (n + 1);
        if (all > kLarge)
            for (double* sum : {&here, &bursting[0], &bursting[1], &all, &sequences, &inStep, &born, &before})
                *sum /= kLarge;
    }

    const double take = s.shareOfFull();
    const double slack = std::max(1 - load - arrivals * take, kLeast);
    const Burst::Waiting cut = burst.waiting(bursting);
    const double full = ((1 - load) * here + arrivals * cut.mean * take) / slack;
    const double queued = full - here;
    const double variation = 1 - load + load * load * (1 + s.prefillScv);  // of arrivals less the one served, squared
    const double scv = q > 0 ? (1 + s.steps.scv) / q - 1 : 0;              // of all requests' steps
    double waiting = (arrivals * take * (full + cut.square) + queued * variation) / (2 * slack);
    waiting -= full * (1 - load) * arrivals * (1 - scv) * take / (2 * slack);
    all += full;
    sequences += full * slots;
    if (take > 0) {
        born += queued * q / take;
        before += queued * q / take * (slots - 1);
    }

    Means means;
    means.wait = arrivals * s.prefill * s.prefill * (1 + s.prefillScv) / 2 / (1 - load) +
        (inStep + std::max(0.0, waiting) / arrivals) / all;
    means.firstToken = means.wait + s.prefill;
    means.sequences = (1 - load) * sequences / all + (born > 0 ? load * before / born : 0);
    means.decode = means.sequences / arrivals;
    return means;
}

/// Chunked, while prompts are at hand: what passes from the last slot's becoming free until it is taken again, for one
/// request that joins the decodes.
struct Refill {
    double each = 1;      // over the number that join
    double time = 0;      // s
    double sequences = 0; // decoded meanwhile, times s
    double variance = 0;  // of the number that join, over its square
};

Refill refillOf(const System& s)
{
    Refill r;
    for (std::size_t b = 0; b < s.slots; ++b) {
        // From b to b + 1 decoded; every one that ends first means another such passage from b - 1.
        const double n = static_cast<double>(b);
        const double joins = s.chunks.mean * s.mixed(b) / std::max(s.steps.share, kLeast);
        const double again = n * s.chunks.mean / (s.steps.mean * std::max(s.steps.share, kLeast));
        const double shrink = 1 / (r.each + again);
        r.variance = (again * r.variance + again + again * again) * shrink * shrink;
        r.time = (r.each * joins + again * r.time) * shrink;
        r.sequences = (r.each * n * joins + again * r.sequences) * shrink;
        r.each *= shrink;
    }
    return r;
}

/// Of one replica.
double largestChunked(const System& s, const Refill& r)
{
    const double slots = static_cast<double>(s.slots);
    return 1 / (std::max(s.steps.share, kLeast) * (r.time + r.each * s.decodeTime(s.slots) / slots));
}

/// The chain of decodes below the slots, summed from the top down: b decoded, with a prompt in prefill or without.
struct Decodes {
    double all = 0;        // weight
    double prefilling = 0;
    double sequences = 0;
    double squares = 0;    // of sequences
    double inStep = 0;     // what is left of the step that a prompt meets
    double filling = 0;    // rate at which the last slot is taken
    double served = 0;     // rate at which prefills end
};

/// A prefill that ends has a prompt behind it with the load's chance at this b, which makes bursts of mean 1 / (1 - load).
/// What is above b is known per weight of b while prefilling, as only a prefill leads up; so no level is kept.
Decodes decodesOf(const System& s, double arrivals)
{
    const double q = s.steps.share;
    Decodes d;
    double unit = 1;
    double idle = 0;    // weight of b + 1 without prefill, per weight of b with
    double busy = 0;    // with
    double leaving = 0; // rate at which b loses its prefill, by coming back from above as well
    double mixedAbove = 0;
    for (std::size_t b = s.slots; b-- > 0;) {
        const double n = static_cast<double>(b);
        const double mixed = s.mixed(b);
        const double ends = 1 / (s.chunks.mean * mixed);
        const double last = std::max(1 - arrivals * s.chunks.mean * mixed, kLeast);
        if (b + 1 == s.slots) {
            d = {unit, unit, n * unit, n * n * unit, 0, q * ends * unit, ends * unit};
            leaving = (1 - q) * last * ends + q * ends;
            mixedAbove = mixed;
            continue;
        }
        const double stepAbove = s.step(b + 1);
        const double deaths = (n + 1) / (s.steps.mean * stepAbove);  // of b + 1 without prefill
        const double slowDeaths = (n + 1) / (s.steps.mean * mixedAbove);
        const double out = arrivals + deaths;
        const double both = out * slowDeaths + leaving * deaths;
        const double scale = q * ends / (out * both);
        const double come = (1 - last) * out + arrivals * last;
        busy = come * out * scale;
        idle = (last * both + come * leaving) * scale;
        mixedAbove = mixed;
        d.all = unit * (1 + idle) + busy * d.all;
        d.prefilling = unit + busy * d.prefilling;
        d.sequences = unit * (n + idle * (n + 1)) + busy * d.sequences;
        d.squares = unit * (n * n + idle * (n + 1) * (n + 1)) + busy * d.squares;
        d.inStep = unit * idle * stepAbove / 2 + busy * d.inStep;
        d.filling *= busy;
        d.served = unit * ends + busy * d.served;
        leaving = (1 - q) * last * ends + idle * deaths;
        if (d.all > kLarge) {
            unit /= kLarge;
            for (double* sum : {&d.all, &d.prefilling, &d.sequences, &d.squares, &d.inStep, &d.filling, &d.served})
                *sum /= kLarge;
        }
    }
    const double first = arrivals / leaving;  // weight of prefilling with none decoded, per weight of nothing to do
    for (double* sum : {&d.all, &d.prefilling, &d.sequences, &d.squares, &d.inStep, &d.filling, &d.served})
        *sum *= first;
    d.all += unit;
    return d;
}

/// A function of whole numbers, straight between them.
template <class Time>
double between(Time time, double at, double low, double high)
{
    const double x = std::clamp(at, low, high);
    const double floor = std::floor(x);
    const double here = time(static_cast<std::size_t>(floor));
    return x > floor ? here + (time(static_cast<std::size_t>(floor) + 1) - here) * (x - floor) : here;
}

/// What chunked prefill needs beyond its chains: the load of prefill, and where the number of decodes lies.
struct Prefilling {
    double arrivals;
    double load;
    double sequences;  // mean below the slots
    double variance;
};

/// A chunk takes longer with more in flight, and their number is slow to change. Its noise, sigma of the load, adds
/// sigma^2 tau to the variance of the work that arrives, and arrivals that become decodes add a covariance
/// sigma load sqrt(tau / rate) (heavy traffic), while tau, the memory of the number, is short against that of the
/// queue; in the other limit the queue follows each number in turn, and tau becomes that of the queue. Within a busy
/// period it is prefills that end, not arrivals, that make decodes: only the part slower than the queue counts.
/// The step between those limits is chosen, not derived. In seconds, to be divided by 1 - load.
double slowWait(const System& s, const Prefilling& p)
{
    const double deviation = std::sqrt(p.variance);
    const auto mixed = [&](double at) {
        return between([&](std::size_t b) { return s.mixed(b); }, at, 0, static_cast<double>(s.slots - 1));
    };
    const double sigma = p.arrivals * s.chunks.mean * (mixed(p.sequences + deviation) - mixed(p.sequences - deviation)) / 2;
    const double born = p.arrivals * s.steps.share;
    const double memory = born > 0 ? p.variance / born : 0;
    const double queue = (1 + s.chunks.scv) / (2 * p.arrivals * (1 - p.load) * (1 - p.load));
    const double slower = memory / (memory + queue);
    const double noise = sigma * sigma * memory + sigma * p.load * std::sqrt(memory / p.arrivals);
    return std::max(0.0, noise) * (1 - slower) * slower * slower;
}

/// Time that a request's decodes lose to mixed steps, beyond what the chain has. In the chain, another prompt is behind
/// each with the load's chance; truly the last prefills of a busy period have fewer behind them than the first: a
/// period is of one prompt, or is long, and a request's own lies in a long one by its length. This is the second
/// picture's loss less the first's; with one slot, none.
double burstTime(const System& s, const Prefilling& p)
{
    if (s.slots == 1)
        return 0;
    const double busy = p.load;
    const double rest = std::max(1 - busy, kLeast);
    const double end = 1 / s.steps.mean;  // chance per step that the request ends
    const double plain = std::max(p.sequences, 1.0);
    const double step = between([&](std::size_t b) { return s.step(b); }, plain, 1, static_cast<double>(s.slots));
    const double start = p.arrivals * step / (p.arrivals * step + end);
    const auto mean = [&](double over) { return 1 / (over + end); };
    const auto survives = [&](double over) { return over / (over + end); };

    const double even = rest / s.chunks.mean;
    const double afterEven = start * mean(even) / (1 - start * survives(even));
    const double inEven = busy * (mean(even) + survives(even) * afterEven) + rest * afterEven;

    const double length = ((1 + busy * s.chunks.scv) / rest + 1) / rest / 2;  // of long periods, in prompts
    const double share = std::min(1.0, busy / (rest * std::max(length - 1, kLeast)));
    const double alone = 1 / s.chunks.mean;
    const double together = alone / length;
    const double meanOf = (1 - share) * mean(alone) + share * mean(together);
    const double survivesOf = (1 - share) * survives(alone) + share * survives(together);
    const double afterLong = start * meanOf / (1 - start * survivesOf);
    const double inLong = busy * (mean(together) + survives(together) * afterLong) + rest * afterLong;
    const double mixed = between([&](std::size_t b) { return s.mixed(b); }, plain, 0, static_cast<double>(s.slots - 1));
    return (inLong - inEven) * (mixed - step);
}

/// Two chains: below the slots, and with all slots taken and some prompts waiting, whose number obeys the balances of
/// itself and its square as interleaved's does, with a refill in place of a prefill.
Means chunked(const System& s, double rate, const Refill& refill)
{
    const double arrivals = rate / s.decodeServers;
    const double q = std::max(s.steps.share, kLeast);
    const double slots = static_cast<double>(s.slots);
    const double perChunk = s.chunks.mean;
    Decodes d = decodesOf(s, arrivals);
    const double left = d.filling * std::min(1.0, arrivals * perChunk * s.mixed(s.slots - 1));  // waiting when slots run out, 1/s
    const double saturated = refill.time * q;  // of a prefill, while prompts are at hand
    const double load = arrivals * saturated;
    // Where so many are decoded that prefill falls behind, prompts pile up; they are served later, at the pace of a backlog.
    const double backlog = std::max(0.0, arrivals * d.all - d.served - left) * saturated / std::max(1 - load, kLeast);
    d.all += backlog;
    d.prefilling += backlog;
    d.sequences += backlog * refill.sequences / refill.time;
    d.squares += backlog * std::pow(refill.sequences / refill.time, 2);
    const Prefilling below{arrivals, d.prefilling / d.all, d.sequences / d.all,
                           std::max(0.0, d.squares / d.all - d.sequences * d.sequences / d.all / d.all)};

    // Per request that joins during a refill: those that leave the queue less those that arrive.
    const double drained = 1 / q - arrivals * refill.time;
    const double emptying = s.decodeTime(s.slots) / slots;
    const double slack = std::max(drained - arrivals * refill.each * emptying, kLeast);
    const double alone = d.filling * emptying;  // weight of all taken, nobody waiting
    const double full = (drained * alone + left * refill.each * emptying) / slack;
    const double refills = (arrivals * full + left) / std::max(drained, kLeast);  // requests that join during refills, 1/s
    const double free = 1 - load;
    const double square = (refill.variance + refill.each * (1 - q)) * free * free / (q * q) +
        refill.each / q * load * (1 + load * s.chunks.scv) + drained * drained;
    const Burst burst = burstOf(std::min(below.load, 1 - kLeast), s.chunks.scv, 1);
    const double reach = std::max(0.0, slots - below.sequences - 1);  // prompts after the first that fill the slots
    const Burst::Waiting cut = burst.waiting({std::pow(burst.on[0], reach), std::pow(burst.on[1], reach)});
    const double ratio = cut.mean > 0 ? cut.square / cut.mean : 1;
    double waiting = (refill.each * (arrivals * full + left * ratio) + refills * square) * emptying / (2 * slack);
    waiting -= full * arrivals * (1 - s.steps.scv) * emptying / 2 * drained / slack;

    const double all = d.all + full + refills * refill.time;
    const double prefilling = d.prefilling + refills * refill.time;
    const double busy = prefilling / all;
    const double rest = std::max(1 - busy, kLeast);
    const double prefill = busy / arrivals;
    const double ofBelow = d.all / all;

    const Prefilling seen{arrivals, busy, below.sequences, below.variance};
    const double pollaczek = arrivals * prefill * prefill * (1 + s.chunks.scv) / 2;
    Means means;
    means.wait = (pollaczek + slowWait(s, seen) * ofBelow) / rest + (d.inStep + std::max(0.0, waiting) / arrivals) / (all * rest);
    means.firstToken = means.wait + prefill;
    const double sequences = (d.sequences + full * slots + refills * refill.sequences) / all;
    means.decode = sequences / arrivals + s.steps.share * burstTime(s, seen) * ofBelow;
    means.sequences = means.decode * arrivals;
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
