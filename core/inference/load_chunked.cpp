// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/load_parts.h"

namespace scalescope::queueing {

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

double largestChunked(const System& s, const Refill& r)
{
    const double slots = static_cast<double>(s.slots);
    return 1 / (std::max(s.steps.share, kLeast) * (r.time + r.each * s.decodeTime(s.slots) / slots));
}

namespace {

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
struct PrefillLoad {
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
double slowWait(const System& s, const PrefillLoad& p)
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
double burstTime(const System& s, const PrefillLoad& p)
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

}  // namespace

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
    const PrefillLoad below{arrivals, d.prefilling / d.all, d.sequences / d.all,
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

    const PrefillLoad seen{arrivals, busy, below.sequences, below.variance};
    const double pollaczek = arrivals * prefill * prefill * (1 + s.chunks.scv) / 2;
    Means means;
    means.wait = (pollaczek + slowWait(s, seen) * ofBelow) / rest + (d.inStep + std::max(0.0, waiting) / arrivals) / (all * rest);
    means.firstToken = means.wait + prefill;
    const double sequences = (d.sequences + full * slots + refills * refill.sequences) / all;
    means.decode = sequences / arrivals + s.steps.share * burstTime(s, seen) * ofBelow;
    means.sequences = means.decode * arrivals;
    return means;
}

}  // namespace scalescope::queueing
