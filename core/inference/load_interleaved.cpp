// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/load_parts.h"

namespace scalescope::queueing {

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

}  // namespace scalescope::queueing
