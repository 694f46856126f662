// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/serving.h"

#include "core/inference/serving_bounds.h"
#include "core/inference/serving_check.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

/// How much longer a loop takes when it carries a piece.
Seconds pieceTime(const Decoding& decoding, const ForwardStep& piece, double sequences)
{
    return std::max(Seconds(), decoding.withPiece(sequences, piece).expected - decoding.step().at(sequences).expected);
}

/// The largest whole number up to `most` for which something holds that stops holding once; 0 for none.
template <class Holds>
double largestWhole(double most, Holds&& holds)
{
    if (most < 1 || !holds(1.0))
        return 0;
    double low = 1;
    double high = 2;
    while (high <= most && holds(high)) {
        low = high;
        high *= 2;
    }
    high = std::min(high, most + 1.0);
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2.0);
        if (middle <= low || middle >= high)
            break;
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

/// The largest power of two as a tensor degree that fits the model and whose network takes no longer than its chips.
std::optional<std::int64_t> largestTensor(const ServingInputs& in)
{
    constexpr std::int64_t kMost = 4096;
    std::optional<std::int64_t> found;
    Serving s = in.serving;
    s.speculation = Speculation::none;
    s.decode.rows = 1;
    for (std::int64_t t = 1; t <= kMost; t *= 2) {
        s.decode.tensor = t;
        if (!layoutFits(in.architecture, s.decode, s))
            break;
        const Cluster slice = resized(in.cluster, s.decode.chips());
        const Decoding decoding({in.architecture, slice, slice, nullptr, s, in.assumptions});
        if (!decoding.possible())
            continue;
        const ForwardTimes step = decoding.step().at(s.sequences);
        if (step.network > step.chip)
            break;
        found = t;
    }
    return found;
}

/// Of what a chip takes in a second, for both kinds of tokens.
template <class PerSecond>
TokenCosts costsOf(PerSecond&& perSecond, const Chip& decodes, const Chip& prefills, const ServingEstimate& e)
{
    TokenCosts costs;
    if (const auto each = perSecond(decodes); each && e.decode.perChip > 0)
        costs.output = perMillionTokens(*each, e.decode.perChip);
    if (const auto each = perSecond(prefills); each && e.prefill.tokensPerSecond > 0)
        costs.input = perMillionTokens(*each, e.prefill.tokensPerSecond / e.prefillPhase.chips);
    return costs;
}

/// Positions of the answer other than the scenario's.
Seconds stepAt(const ServingInputs& in, double context) { return Decoding(in, context).at(in.serving.sequences).step.expected; }

}  // namespace

SteadyCosts::SteadyCosts(const ServingInputs& in, const Prefilling& prefilling)
{
    const Serving& s = in.serving;
    if (s.batching != Batching::chunked) {
        prefill = prefilling.at(s.prompt, static_cast<double>(s.prefillBatch)).time;
        return;
    }
    const double computed = s.computedPrompt();
    const double tokens = std::min(static_cast<double>(s.chunk), computed);
    pieces = std::ceil(computed / tokens * (1.0 - 1e-12));
    piece.emplace(prefilling.pieceOf(tokens, s.sharedPrompt() + (computed - tokens) / 2.0));
}

SteadyState steadyState(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs, double sequences)
{
    const Serving& s = in.serving;
    const DecodePoint p = decoding.at(sequences);
    SteadyState steady;
    steady.finishedPerLoop = finishedPerStep(sequences * p.tokensPerLoop, s.output);
    steady.evictedPerLoop = evictedPerStep(sequences * p.tokensPerLoop, s.prompt, s.output);
    Seconds loop = p.loop;
    switch (s.batching) {
    case Batching::interleaved: {
        const Seconds prefills = costs.prefill * (steady.finishedPerLoop / static_cast<double>(s.prefillBatch));
        steady.stall = costs.prefill;
        loop += prefills;
        steady.prefillShare = loop.value > 0 ? prefills / loop : 0.0;
        break;
    }
    case Batching::chunked: {
        const double needed = steady.finishedPerLoop * costs.pieces;
        steady.sustainable = needed <= 1.0;
        steady.prefillShare = std::min(1.0, needed);
        steady.piece = pieceTime(decoding, *costs.piece, sequences);
        loop += steady.piece * steady.prefillShare;
        break;
    }
    case Batching::disaggregated: break;
    }
    if (loop.value <= 0)
        return steady;
    steady.tokenTime = loop / p.tokensPerLoop;
    steady.requestsPerSecond = steady.finishedPerLoop / loop.value;
    steady.tokensPerSecond = sequences / steady.tokenTime.value;
    return steady;
}

Seconds timeToFirstToken(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs, double sequences)
{
    if (in.serving.batching != Batching::chunked)
        return costs.prefill;
    return (decoding.at(sequences).loop + pieceTime(decoding, *costs.piece, sequences)) * costs.pieces;
}

std::optional<BytesPerSecond> outermostBandwidth(const Cluster& cluster)
{
    if (cluster.networks.empty())
        return std::nullopt;
    const Network& outermost = cluster.networks.back();
    if (const auto* dcn = std::get_if<DataCentre>(&outermost))
        return dcn->bandwidth / static_cast<double>(dcn->chipsPerHost);
    if (const auto* level = std::get_if<FabricLevel>(&outermost)) {
        const Topology topology = topologyOf(cluster, false);
        const Topology::Level& last = topology.levels[static_cast<std::size_t>(topology.levelCount - 1)];
        return level->bandwidth / static_cast<double>(last.chipsBelow);
    }
    return std::nullopt;
}

Pools poolsOf(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, const PrefillPoint& prefill)
{
    const Serving& s = in.serving;
    const DecodePoint decode = decoding.at(s.sequences);
    Pools pools;
    const double prefillEach = prefill.requestsPerSecond * prefilling.replica().replicas();
    const double decodeEach = decode.tokensPerSecond / s.output * decoding.replica().replicas();
    pools.prefillRate = prefillEach * static_cast<double>(s.prefillServers);
    pools.decodeRate = decodeEach * static_cast<double>(s.decodeServers);
    pools.ratio = prefillEach > 0 ? decodeEach / prefillEach : 0.0;
    const double rate = std::min(pools.prefillRate, pools.decodeRate);
    pools.prefillLoad = pools.prefillRate > 0 ? rate / pools.prefillRate : 0.0;
    pools.decodeLoad = pools.decodeRate > 0 ? rate / pools.decodeRate : 0.0;

    // One copy of each head leaves the chips that hold it.
    ServingLayout whole;
    const CachePerChip cache = cachePerChip(in.architecture, whole, s, s.prompt);
    pools.transfer = cache.keysAndValues + cache.state;
    const auto bandwidth = s.transferBandwidth ? s.transferBandwidth : outermostBandwidth(in.cluster);
    if (bandwidth && bandwidth->value > 0)
        pools.transferTime = pools.transfer / (*bandwidth * std::min(prefilling.replica().chips(), decoding.replica().chips()));
    return pools;
}

ServingLayout smallestLayout(const ServingInputs& in)
{
    const double chips = chipCount(in.cluster);
    ServingLayout found;
    double most = -1;  // sequences that it holds
    Serving s = in.serving;
    for (std::int64_t t = 1; static_cast<double>(t) <= chips && most < in.serving.sequences; t *= 2) {
        s.decode = {};
        s.decode.tensor = t;
        if (!layoutFits(in.architecture, s.decode, s))
            continue;
        const Decoding decoding({in.architecture, in.cluster, in.cluster, nullptr, s, in.assumptions});
        if (!decoding.replica().placed())
            continue;
        const double holds = decoding.memory().largestBatch().value_or(in.serving.sequences);
        if (holds > most) {
            most = holds;
            found = s.decode;
        }
    }
    return found;
}

double bestWithinLimits(const ServingInputs& in, const Decoding& decoding, const SteadyCosts& costs)
{
    constexpr double kMost = 1e9;
    constexpr double kAlike = 1e-9;  // of tokens per second
    const Serving& s = in.serving;
    const double most = largestWhole(std::min(kMost, decoding.memory().largestBatch().value_or(kMost)), [&](double sequences) {
        const SteadyState steady = steadyState(in, decoding, costs, sequences);
        return steady.sustainable && (!s.tokenLimit || steady.tokenTime <= *s.tokenLimit) &&
               (!s.firstTokenLimit || timeToFirstToken(in, decoding, costs, sequences) <= *s.firstTokenLimit);
    });
    if (most < 1)
        return 0;
    // Once arithmetic binds, more sequences wait longer for the same.
    const double enough = steadyState(in, decoding, costs, most).tokensPerSecond * (1.0 - kAlike);
    return 1.0 + largestWhole(most, [&](double sequences) { return steadyState(in, decoding, costs, sequences).tokensPerSecond < enough; });
}

ServedLoad::ServedLoad(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling)
{
    const Serving& s = in.serving;
    const double slots = std::min(s.sequences, decoding.memory().largestBatch().value_or(s.sequences));
    const auto count = static_cast<std::size_t>(std::clamp(std::floor(slots), 1.0, kMostSequences));
    const SteadyCosts costs(in, prefilling);
    m_step.reserve(count);
    m_mixed.reserve(costs.piece ? count : 0);
    double tokensPerStep = 1;
    for (std::size_t b = 1; b <= count; ++b) {
        const DecodePoint p = decoding.at(static_cast<double>(b));
        tokensPerStep = p.tokensPerLoop;
        m_step.push_back(p.loop.value);
        if (costs.piece)
            m_mixed.push_back((p.loop + pieceTime(decoding, *costs.piece, static_cast<double>(b))).value);
    }
    const double decoders = static_cast<double>(s.decodeServers) * decoding.replica().replicas();
    const bool apart = s.batching == Batching::disaggregated;
    // Chips that share experts prefill prompts of their own, all at once, and stages work on prompts that follow one
    // another: each is a server.
    const double sharers = apart ? static_cast<double>(s.prefill.expert) : 1.0;
    const PrefillMoments moments = momentsOf(prefilling, s, sharers);
    double atOnce = sharers;
    if (apart && s.prefill.pipeline > 1) {
        const PrefillPoint mean = prefilling.at(s.prompt, sharers);
        const double inTurn = mean.time.value * mean.requestsPerSecond / sharers;  // prompts under way on one of them
        atOnce *= std::max(1.0, std::floor(inTurn * (1.0 + 1e-9)));
    }
    m_model.batching = s.batching;
    m_model.lengths = s.lengths;
    m_model.decodeServers = decoders;
    m_model.prefillServers = apart ? static_cast<double>(s.prefillServers) * prefilling.replica().replicas() * atOnce : decoders;
    m_model.prefillMean = moments.mean;
    m_model.prefillSquare = moments.square;
    if (apart)
        m_model.transfer = poolsOf(in, decoding, prefilling, prefilling.at(s.prompt, 1)).transferTime.value_or(Seconds());
    m_model.step = m_step;
    m_model.mixed = m_mixed;
    m_model.chunk = static_cast<double>(s.chunk);
    m_model.prompt = s.computedPrompt();
    m_model.output = s.output;
    m_model.tokensPerStep = tokensPerStep;
}

ServingEstimate estimateServing(const ServingInputs& in)
{
    const Serving& s = in.serving;
    const Decoding decoding(in);
    const Prefilling prefilling(in);
    const bool apart = s.batching == Batching::disaggregated;
    ServingEstimate e;
    e.possible = decoding.possible() && prefilling.possible();
    const ServingMemory& memory = decoding.memory();
    e.decodePhase.memory = memory.at(s.sequences);
    e.decodePhase.chips = decoding.replica().chips();
    e.decodePhase.replicas = decoding.replica().replicas();
    e.decodePhase.servers = static_cast<double>(s.decodeServers);
    e.prefillPhase.chips = prefilling.replica().chips();
    e.prefillPhase.replicas = prefilling.replica().replicas();
    e.prefillPhase.servers = apart ? static_cast<double>(s.prefillServers) : e.decodePhase.servers;
    e.prefillPhase.memory = prefilling.memory(static_cast<double>(s.prefillBatch));
    e.largestBatch = memory.largestBatch();
    e.cachePerSequence = memory.cachePerSequence();
    e.budget = memory.budget();
    for (const Layer& layer : in.architecture.kinds)
        if (hasCache(layer.attention))
            e.copies = std::max(e.copies, static_cast<double>(cacheCopies(layer.attention, s.decode.tensor)));
    const double slices = chipCount(in.cluster) * static_cast<double>(s.decodeServers);
    e.chips = slices + (apart ? chipCount(prefilling.slice()) * static_cast<double>(s.prefillServers) : 0.0);
    e.feasible = e.possible && e.decodePhase.memory.fits() && e.prefillPhase.memory.fits() && e.largestBatch.value_or(1) >= 1;
    if (e.possible) {
        e.decode = decoding.at(s.sequences);
        decoding.step().list(s.sequences, Phase::forward, e.decodePhase.operations, e.decodePhase.collectives);
        const auto prompts = static_cast<double>(s.prefillBatch);
        e.prefill = prefilling.at(s.prompt, prompts);
        prefilling.pieceOf(s.computedPrompt(), s.sharedPrompt())
            .list(prompts, Phase::forward, e.prefillPhase.operations, e.prefillPhase.collectives);
        if (s.cacheLayout == CacheLayout::paged) {
            e.firstStep = stepAt(in, s.prompt);
            e.lastStep = stepAt(in, s.prompt + s.output);
        } else {
            e.firstStep = e.lastStep = e.decode.step.expected;
        }
        const SteadyCosts costs(in, prefilling);
        e.steady = steadyState(in, decoding, costs, s.sequences);
        if (apart)
            e.pools = poolsOf(in, decoding, prefilling, e.prefill);
        e.timeToFirstToken = timeToFirstToken(in, decoding, costs, s.sequences);
        e.timePerOutputToken = e.steady.tokenTime;
        e.endToEnd = e.timeToFirstToken + e.pools.transferTime.value_or(Seconds()) + e.timePerOutputToken * std::max(0.0, s.output - 1.0);
        e.tokensPerSecond = e.steady.tokensPerSecond * e.decodePhase.replicas * e.decodePhase.servers;
        e.tokensPerSecondPerChip = e.tokensPerSecond / slices;
        e.tokensPerSecondPerUser = e.timePerOutputToken.value > 0 ? 1.0 / e.timePerOutputToken.value : 0.0;
        e.criticalBatch = decoding.step().criticalSequences();
        e.largestTensor = largestTensor(in);
        const double best = bestWithinLimits(in, decoding, costs);
        if (best >= 1)
            e.bestBatch = best;
        e.dollars = costsOf([](const Chip& chip) { return chip.dollarsPerHour ? std::optional(dollarsPerHour(*chip.dollarsPerHour).value) : std::nullopt; },
                            in.cluster.chip, prefilling.slice().chip, e);
        e.joules = costsOf([](const Chip& chip) { return chip.power ? std::optional(chip.power->value) : std::nullopt; },
                           in.cluster.chip, prefilling.slice().chip, e);
        if (s.speculation != Speculation::none) {
            Serving plain = s;
            plain.speculation = Speculation::none;
            const DecodePoint without = Decoding({in.architecture, in.cluster, in.prefillCluster, nullptr, plain, in.assumptions}).at(s.sequences);
            if (e.decode.tokenTime.value > 0)
                e.speculationGain = without.tokenTime / e.decode.tokenTime;
        }
        if (e.feasible) {
            const ServedLoad load(in, decoding, prefilling);
            const LoadPoint point = loadAt(load.model(), s.rate);
            e.load = {largestRate(load.model()), point.stable, point.wait, point.timeToFirstToken, point.timePerOutputToken,
                      point.endToEnd, point.sequences, point.utilisation};
        }
    }
    diagnoseServing(in, decoding, prefilling, e);
    return e;
}

}  // namespace scalescope
