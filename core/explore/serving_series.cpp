// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/serving_series.h"

#include "core/inference/serving.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kMostSequences = 65536;  // of a curve

/// What serving one setting takes, prepared once.
struct Prepared {
    explicit Prepared(const Scenario& s) : scenario(s), in(servingInputsOf(scenario)), decoding(in), prefilling(in) {}

    bool possible() const { return decoding.possible() && prefilling.possible(); }
    double largest() const { return std::min(kMostSequences, decoding.memory().largestBatch().value_or(kMostSequences)); }

    Scenario scenario;
    ServingInputs in;
    Decoding decoding;
    Prefilling prefilling;
};

/// Whole batches from 1 to `most`: every one of the first, then evenly in the logarithm, the powers of four among them.
std::vector<double> wholeBatches(double most)
{
    constexpr double kEach = 32;
    constexpr int kRest = 96;
    std::vector<double> batches;
    for (double b = 1; b <= std::min(most, kEach); ++b)
        batches.push_back(b);
    for (int i = 1; i <= kRest && most > kEach; ++i) {
        const double b = std::floor(kEach * std::pow(most / kEach, static_cast<double>(i) / kRest) + 1e-9);
        if (b > batches.back())
            batches.push_back(b);
    }
    for (double power = 4; power <= most; power *= 4)
        if (const auto at = std::lower_bound(batches.begin(), batches.end(), power); at == batches.end() || *at != power)
            batches.insert(at, power);
    return batches;
}

FrontierPoint pointAt(const Prepared& p, const SteadyCosts& costs, double sequences)
{
    const Serving& s = p.in.serving;
    const SteadyState steady = steadyState(p.in, p.decoding, costs, sequences);
    FrontierPoint point;
    point.sequences = sequences;
    point.tokenTime = steady.tokenTime;
    point.firstToken = timeToFirstToken(p.in, p.decoding, costs, sequences);
    point.perChip = steady.tokensPerSecond / p.decoding.replica().chips();
    point.meetsLimits = steady.sustainable && (!s.tokenLimit || point.tokenTime <= *s.tokenLimit) &&
                        (!s.firstTokenLimit || point.firstToken <= *s.firstTokenLimit);
    return point;
}

/// Leaves those that no other beats in both.
void keepUnbeaten(std::vector<FrontierPoint>& points)
{
    std::stable_sort(points.begin(), points.end(), [](const FrontierPoint& a, const FrontierPoint& b) {
        return a.tokenTime < b.tokenTime || (a.tokenTime == b.tokenTime && a.perChip > b.perChip);
    });
    constexpr double kAlike = 1e-9;
    double best = 0;
    std::erase_if(points, [&](const FrontierPoint& p) {
        const bool beaten = p.perChip <= best * (1.0 + kAlike);
        best = std::max(best, p.perChip);
        return beaten;
    });
}

std::optional<FrontierCurve> curveOf(const Scenario& scenario, bool present)
{
    const Prepared p(scenario);
    if (!p.possible())
        return std::nullopt;
    FrontierCurve curve;
    curve.context = p.in.serving.keptContext();
    curve.chips = p.decoding.replica().chips();
    curve.weightType = p.in.serving.weightType;
    curve.cacheType = p.in.serving.cacheType;
    curve.present = present;
    curve.largestBatch = p.largest();
    const SteadyCosts costs(p.in, p.prefilling);
    if (curve.largestBatch >= 1)
        for (double b : wholeBatches(curve.largestBatch))
            if (const FrontierPoint point = pointAt(p, costs, b); steadyState(p.in, p.decoding, costs, b).sustainable)
                curve.points.push_back(point);
    keepUnbeaten(curve.points);
    return curve;
}

/// The same with another context: prompt and answer keep their proportion.
Scenario atContext(const Scenario& scenario, double factor)
{
    Scenario other = scenario;
    other.serving.prompt = std::max(1.0, scenario.serving.prompt * factor);
    other.serving.output = std::max(1.0, scenario.serving.output * factor);
    if (other.serving.longest)
        other.serving.longest = std::max(1.0, *scenario.serving.longest * factor);
    return other;
}

std::vector<Scenario> variants(const Scenario& scenario)
{
    std::vector<Scenario> result;
    switch (scenario.serving.curves) {
    case ServingCurves::contexts:
        for (double factor : {0.25, 0.5, 2.0, 4.0, 8.0})
            result.push_back(atContext(scenario, factor));
        break;
    case ServingCurves::slices:
        for (double factor : {0.25, 0.5, 2.0, 4.0}) {
            Scenario other = scenario;
            const auto tensor = static_cast<std::int64_t>(std::round(static_cast<double>(scenario.serving.decode.tensor) * factor));
            if (tensor < 1 || static_cast<double>(tensor) != static_cast<double>(scenario.serving.decode.tensor) * factor)
                continue;
            other.serving.decode.tensor = tensor;
            other.serving.decode.rows = 1;
            other.hardware.cluster = resized(scenario.hardware.cluster, std::max(1.0, chipCount(scenario.hardware.cluster) * factor));
            result.push_back(std::move(other));
        }
        break;
    case ServingCurves::types:
        for (DType type : {DType::bf16, DType::fp8, DType::int8, DType::int4}) {
            Scenario other = scenario;
            other.serving.weightType = type;
            other.serving.cacheType = type;
            if (other.serving.weightType != scenario.serving.weightType || other.serving.cacheType != scenario.serving.cacheType)
                result.push_back(std::move(other));
        }
        break;
    }
    return result;
}

/// Batches from 1 to past `largest`, evenly in the logarithm; not whole.
std::vector<double> spread(double largest, double present, int count)
{
    const double most = std::max(16.0, 2.0 * std::max(largest, present));
    std::vector<double> batches;
    for (int i = 0; i < count; ++i)
        batches.push_back(std::pow(most, static_cast<double>(i) / (count - 1)));
    return batches;
}

}  // namespace

std::vector<FrontierCurve> frontier(const Scenario& scenario)
{
    std::vector<FrontierCurve> curves;
    for (const Scenario& other : variants(scenario))
        if (auto curve = curveOf(other, false))
            curves.push_back(std::move(*curve));
    if (auto own = curveOf(scenario, true))
        curves.push_back(std::move(*own));
    std::stable_sort(curves.begin(), curves.end(), [](const FrontierCurve& a, const FrontierCurve& b) {
        return std::pair(a.context, a.chips) < std::pair(b.context, b.chips);
    });
    return curves;
}

std::optional<FrontierPoint> presentPoint(const Scenario& scenario)
{
    const Prepared p(scenario);
    if (!p.possible())
        return std::nullopt;
    return pointAt(p, SteadyCosts(p.in, p.prefilling), scenario.serving.sequences);
}

std::optional<FrontierPoint> bestPoint(const Scenario& scenario)
{
    const Prepared p(scenario);
    if (!p.possible())
        return std::nullopt;
    const SteadyCosts costs(p.in, p.prefilling);
    const double best = bestWithinLimits(p.in, p.decoding, costs);
    return best >= 1 ? std::optional(pointAt(p, costs, best)) : std::nullopt;
}

std::vector<DecodeSplit> decodeSplits(const Scenario& scenario, int count)
{
    std::vector<DecodeSplit> splits;
    const Prepared p(scenario);
    if (!p.possible())
        return splits;
    for (double b : spread(p.largest(), scenario.serving.sequences, count)) {
        const DecodePoint point = p.decoding.at(b);
        splits.push_back({b, point.step, point.loop, point.memory, point.fits});
    }
    return splits;
}

std::vector<CapacityCurve> capacities(const Scenario& scenario)
{
    std::vector<CapacityCurve> curves;
    for (double factor : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0}) {
        const Scenario other = atContext(scenario, factor);
        const ServingInputs in = servingInputsOf(other);
        const Decoding decoding(in);
        const ServingMemory& memory = decoding.memory();
        CapacityCurve curve;
        curve.context = other.serving.keptContext();
        curve.present = factor == 1.0;
        curve.fixed = memory.total(0);
        curve.perSequence = memory.total(1) - memory.total(0);
        curve.groups = static_cast<double>(other.serving.decode.expert);
        curve.known = memory.largestBatch().has_value();
        curve.largestBatch = memory.largestBatch().value_or(0);
        curves.push_back(curve);
    }
    return curves;
}

std::vector<CostPoint> costs(const Scenario& scenario, int count)
{
    std::vector<CostPoint> points;
    const Prepared p(scenario);
    if (!p.possible())
        return points;
    const auto& price = scenario.hardware.cluster.chip.dollarsPerHour;
    const auto& prefillPrice = p.prefilling.slice().chip.dollarsPerHour;
    const PrefillPoint prefill = p.prefilling.at(scenario.serving.prompt, static_cast<double>(scenario.serving.prefillBatch));
    for (double b : spread(p.largest(), scenario.serving.sequences, count)) {
        const DecodePoint at = p.decoding.at(b);
        CostPoint point{b, {}, {}, at.fits};
        if (price && at.perChip > 0)
            point.output = perMillionTokens(dollarsPerHour(*price).value, at.perChip);
        if (prefillPrice && prefill.tokensPerSecond > 0)
            point.input = perMillionTokens(dollarsPerHour(*prefillPrice).value, prefill.tokensPerSecond / p.prefilling.replica().chips());
        points.push_back(point);
    }
    return points;
}

std::vector<LoadPoint> loadCurve(const Scenario& scenario, int count)
{
    std::vector<LoadPoint> points;
    const Prepared p(scenario);
    if (!p.possible())
        return points;
    const ServedLoad load(p.in, p.decoding, p.prefilling);
    const double most = largestRate(load.model());
    for (int i = 0; i < count && most > 0; ++i) {
        const double rate = most * static_cast<double>(i + 1) / (count + 1);
        points.push_back(loadAt(load.model(), rate));
    }
    return points;
}

std::vector<ServedUnder> servedUnder(const Scenario& scenario)
{
    std::vector<ServedUnder> rows;
    const auto add = [&](std::string_view name, const Assumptions& assumptions) {
        Scenario other = scenario;
        other.assumptions = assumptions;
        const ServingInputs in = servingInputsOf(other);
        const Decoding decoding(in);
        if (!decoding.possible() || !Prefilling(in).possible())
            return;
        const DecodePoint at = decoding.at(other.serving.sequences);
        rows.push_back({name, at.loopLower, at.loop, at.step.network, at.tokensPerSecond});
    };
    Assumptions book = assumptionsOf(AssumptionSet::book, scenario.assumptions);
    book.wraparoundAssumed = true;
    add(SCALESCOPE_TEXT("core", "book, every dimension a ring"), book);
    book.wraparoundAssumed = false;
    book.collectives.axes = AxesRule::placed;
    book.collectives.ring = RingTerms::exact;
    add(SCALESCOPE_TEXT("core", "book, the slice as wired"), book);
    add(SCALESCOPE_TEXT("core", "realistic"), assumptionsOf(AssumptionSet::realistic, scenario.assumptions));
    return rows;
}

}  // namespace scalescope
