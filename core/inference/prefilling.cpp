// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/prefilling.h"

#include "core/hardware/slices.h"
#include "core/inference/decoding.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

/// Pieces that are timed one by one; more are taken together, each at its middle.
constexpr double kTimedPieces = 32;

void addTo(ForwardTimes& sum, const ForwardTimes& t, double times)
{
    sum.weights += t.weights * times;
    sum.cache += t.cache * times;
    sum.flops += t.flops * times;
    sum.chip += t.chip * times;
    sum.network += t.network * times;
    sum.lower += t.lower * times;
    sum.expected += t.expected * times;
    sum.upper += t.upper * times;
    for (std::size_t a = 0; a < sum.axes.size(); ++a)
        sum.axes[a] += t.axes[a] * times;
}

}  // namespace

Cluster prefillSlice(const ServingInputs& in)
{
    if (in.serving.batching != Batching::disaggregated)
        return in.cluster;
    return resized(in.prefillCluster, in.serving.prefillChips.value_or(in.serving.prefill.chips()));
}

Prefilling::Prefilling(const ServingInputs& in)
    : m_in(in),
      m_slice(prefillSlice(in)),
      m_topology(topologyOf(m_slice, in.assumptions)),
      m_rates(ratesOf(m_slice.chip, in.serving.computeType, in.assumptions)),
      m_replica(in.serving.prefillLayout(), in.serving.tensorInExperts, m_topology)
{
    m_possible = m_replica.placed() && layoutFits(in.architecture, in.serving.prefillLayout(), in.serving) && m_rates.peak &&
                 m_rates.hbm && m_rates.matmul.value > 0 && !unbuildableSlice(m_slice);
}

ForwardStep Prefilling::pieceOf(double newTokens, double before) const
{
    return ForwardStep(ForwardInputs{m_in.architecture, m_replica, m_topology, m_rates, m_in.assumptions, m_in.serving, newTokens,
                                     before + newTokens, false});
}

MemoryEstimate Prefilling::memory(double prompts) const
{
    const Serving& s = m_in.serving;
    const double computed = s.computedPrompt();
    const double piece = s.prefillChunk > 0 ? std::min(static_cast<double>(s.prefillChunk), computed)
                         : s.batching == Batching::chunked ? std::min(static_cast<double>(s.chunk), computed) : computed;
    return ServingMemory(m_in, m_replica, m_rates, m_slice.chip, s.prompt, piece).at(prompts);
}

Seconds Prefilling::hostLoad(double prompt, double prompts) const
{
    const Serving& s = m_in.serving;
    if (s.hostHit <= 0 || !m_slice.chip.hostLink)
        return {};
    const double tokens = prompt * std::min(s.hostHit, 1.0);
    const CachePerChip cache = cachePerChip(m_in.architecture, s.prefillLayout(), s, tokens);
    // Each chip of the expert degree has prompts of its own.
    const double own = std::max(prompts / static_cast<double>(s.prefillLayout().expert), std::min(prompts, 1.0));
    return cache.keysAndValues * own / *m_slice.chip.hostLink;
}

PrefillPoint Prefilling::at(double prompt, double prompts) const
{
    const Serving& s = m_in.serving;
    const double computed = std::max(std::min(1.0, prompt), prompt * (1.0 - std::min(1.0, s.prefixHit + s.hostHit)));
    const double shared = prompt - computed;
    PrefillPoint p;
    p.prompts = prompts;
    const double piece = s.prefillChunk > 0 ? std::min(static_cast<double>(s.prefillChunk), computed) : computed;
    p.pieces = std::ceil(computed / piece * (1.0 - 1e-12));
    const double timed = std::min(p.pieces, kTimedPieces);
    for (double i = 0; i < timed; ++i) {
        // The last piece is what is left; of pieces taken together each is of the same size.
        const double from = timed == p.pieces ? i * piece : (i + 0.5) * computed / timed - 0.5 * piece;
        const double tokens = timed == p.pieces ? std::min(piece, computed - from) : piece;
        const ForwardStep step = pieceOf(tokens, shared + from);
        const double times = timed == p.pieces ? 1.0 : computed / piece / timed;
        const ForwardTimes t = step.at(prompts);
        addTo(p.pass, t, times);
        p.pass.bound = t.bound;
    }
    // Stages work on different pieces at once.
    const auto stages = static_cast<double>(m_replica.layout().pipeline);
    const double together = (p.pieces + stages - 1.0) / (p.pieces * stages);
    p.hostLoad = hostLoad(prompt, prompts);
    p.time = std::max(p.hostLoad, p.pass.expected * together);
    const Seconds between = p.pass.expected / stages;  // batches follow one another through the stages
    if (between.value > 0) {
        p.requestsPerSecond = prompts / std::max(p.hostLoad, between).value;
        p.tokensPerSecond = p.requestsPerSecond * prompt;
    }
    if (m_rates.peak && between.value > 0)
        p.utilisation = m_rates.matmul * p.pass.flops / stages / (m_rates.peak->rate * between);
    return p;
}

PrefillMoments momentsOf(const Prefilling& prefilling, const Serving& serving, double prompts)
{
    if (serving.lengths == Lengths::fixed) {
        const Seconds time = prefilling.at(serving.prompt, prompts).time;
        return {time, time.value * time.value};
    }
    // Equally likely strata of the exponential distribution, each at its mean: -ln of the middle of its share would lose the tail.
    constexpr int kStrata = 16;
    PrefillMoments moments;
    const auto below = [](double u) { return u <= 0 ? 0.0 : u * (1.0 - std::log(u)); };  // integral of -ln from 0 to u
    const auto belowSquared = [](double u) { return u <= 0 ? 0.0 : u * (std::log(u) * std::log(u) - 2.0 * std::log(u) + 2.0); };
    double square = 0;
    for (int i = 0; i < kStrata; ++i) {
        const double from = static_cast<double>(i) / kStrata;
        const double to = static_cast<double>(i + 1) / kStrata;
        const double mean = kStrata * (below(to) - below(from));             // of lengths over the mean length
        const double spread = kStrata * (belowSquared(to) - belowSquared(from)) - mean * mean;
        const double tokens = std::max(1.0, mean * serving.prompt);
        const Seconds time = prefilling.at(tokens, prompts).time;
        moments.mean += time / kStrata;
        square += (time.value * time.value + spread * std::pow(time.value / mean, 2.0) * (mean > 0 ? 1.0 : 0.0)) / kStrata;
    }
    moments.square = square;
    return moments;
}

}  // namespace scalescope
