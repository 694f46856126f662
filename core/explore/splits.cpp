// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/splits.h"

#include "core/explore/series.h"

#include <algorithm>
#include <limits>

namespace scalescope {

namespace {

constexpr int kPoints = 64;          // as many as the book's figure has
constexpr double kRounding = 1e-11;  // relative; less is no difference

bool isShorter(Seconds a, Seconds b) { return a.value < b.value * (1 - kRounding); }

/// Times one scenario with many splits and batches; the copy that it works on is made once.
class Stopwatch {
public:
    explicit Stopwatch(const Scenario& scenario) : m_varied(scenario) {}

    bool isPossible(const Split& split)
    {
        choose(split);
        return summarise(m_varied).possible;
    }

    SplitTimes times(const Split& split, double batch)
    {
        choose(split);
        m_varied.workload.batch = batch;
        const Summary summary = summarise(m_varied);
        return {summary.step.compute, summary.step.network};
    }

    /// The times at each of the batches, which rise. They are linear in the batch between the bends of a plan's bounds, so
    /// where the middle lies on the line through the ends, so does the rest.
    std::vector<SplitTimes> curve(const Split& split, std::span<const double> batches)
    {
        std::vector<SplitTimes> result(batches.size());
        result.front() = times(split, batches.front());
        result.back() = times(split, batches.back());
        fill(split, batches, result);
        return result;
    }

private:
    void choose(const Split& split)
    {
        m_varied.plan.fsdp = split.fsdp;
        m_varied.plan.tensor = split.tensor;
    }

    /// All but the ends.
    void fill(const Split& split, std::span<const double> batches, std::span<SplitTimes> result)
    {
        const std::size_t last = batches.size() - 1;
        if (last < 2)
            return;
        const auto onLine = [&](std::size_t i) {
            const double share = (batches[i] - batches[0]) / (batches[last] - batches[0]);
            return SplitTimes{result[0].compute + (result[last].compute - result[0].compute) * share,
                              result[0].network + (result[last].network - result[0].network) * share};
        };
        const std::size_t middle = last / 2;
        result[middle] = times(split, batches[middle]);
        const SplitTimes expected = onLine(middle);
        const auto same = [](Seconds a, Seconds b) { return !isShorter(a, b) && !isShorter(b, a); };
        if (same(expected.compute, result[middle].compute) && same(expected.network, result[middle].network)) {
            for (std::size_t i = 1; i < last; ++i)
                if (i != middle)
                    result[i] = onLine(i);
            return;
        }
        fill(split, batches.first(middle + 1), result.first(middle + 1));
        fill(split, batches.subspan(middle), result.subspan(middle));
    }

    Scenario m_varied;
};

/// Where the ratios of a curve reach one for good. `difference` is that of compute and network at a batch per chip; the
/// series says between which two of its points it changes sign.
Threshold crossingOf(const std::vector<double>& perChip, const std::vector<double>& ratio,
                     const std::function<double(double)>& difference)
{
    const auto lastBelow = std::find_if(ratio.rbegin(), ratio.rend(), [](double r) { return r < 1; });
    if (lastBelow == ratio.rend())
        return {Threshold::Kind::always, perChip.front()};
    const auto above = static_cast<std::size_t>(ratio.rend() - lastBelow);
    if (above == ratio.size())
        return {Threshold::Kind::never, 0};
    return solve(difference, perChip[above - 1], perChip[above]);
}

}  // namespace

Split splitOf(const Plan& plan) { return {plan.fsdp, plan.tensor}; }

std::vector<Split> splitsOf(const Scenario& scenario)
{
    const Split present = splitOf(scenario.plan);
    const std::int64_t chips = present.fsdp * present.tensor;
    std::vector<Split> splits = {present};
    Stopwatch watch(scenario);
    const auto consider = [&](std::int64_t tensor) {
        const Split split{chips / tensor, tensor};
        if (split != present && watch.isPossible(split))
            splits.push_back(split);
    };
    std::int64_t tensor = 1;
    for (; chips % tensor == 0; tensor *= 2)
        consider(tensor);
    if (tensor / 2 != chips)
        consider(chips);
    std::sort(splits.begin(), splits.end(), [](const Split& a, const Split& b) { return a.tensor < b.tensor; });
    return splits;
}

std::vector<Split> someOf(std::span<const Split> splits, const Split& present, std::size_t most)
{
    if (splits.size() <= most)
        return {splits.begin(), splits.end()};
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < most; ++i)
        chosen.push_back((2 * i * (splits.size() - 1) + most - 1) / (2 * (most - 1)));
    const auto at = static_cast<std::size_t>(std::find(splits.begin(), splits.end(), present) - splits.begin());
    // The present one stands in for its nearest neighbour between the ends.
    const auto distance = [at](std::size_t i) { return i > at ? i - at : at - i; };
    if (at != chosen.front() && at != chosen.back())
        *std::min_element(chosen.begin() + 1, chosen.end() - 1,
                          [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); }) = at;
    std::vector<Split> some;
    for (const std::size_t i : chosen)
        some.push_back(splits[i]);
    return some;
}

double SplitTimes::ratio() const
{
    return network > Seconds(0) ? compute / network : std::numeric_limits<double>::infinity();
}

SplitTimes timesOf(const Scenario& scenario, const Split& split, double batch) { return Stopwatch(scenario).times(split, batch); }

Split bestSplit(const Scenario& scenario, std::span<const Split> splits, double batch)
{
    Stopwatch watch(scenario);
    Split best = splits.front();
    Seconds shortest = watch.times(best, batch).network;
    for (const Split& split : splits.subspan(1)) {
        const Seconds network = watch.times(split, batch).network;
        if (isShorter(network, shortest)) {
            best = split;
            shortest = network;
        }
    }
    return best;
}

DegreeSplits splitSeries(const Scenario& scenario, std::span<const Split> splits, double from, double to)
{
    DegreeSplits series;
    series.batch = logSpaced(from, to, kPoints);
    Stopwatch watch(scenario);
    for (const Split& split : splits) {
        SplitCurve curve;
        curve.split = split;
        for (const SplitTimes& times : watch.curve(split, series.batch)) {
            curve.compute.push_back(times.compute.value);
            curve.network.push_back(times.network.value);
        }
        series.curves.push_back(std::move(curve));
    }
    return series;
}

RatioSeries ratioSeries(const Scenario& scenario, double from, double to)
{
    const std::vector<Split> splits = splitsOf(scenario);
    const double chips = chipCount(scenario.hardware.cluster);
    RatioSeries series;
    series.perChip = logSpaced(from, to, kPoints);
    Stopwatch watch(scenario);
    const auto difference = [&](const Split& split, double perChip) {
        const SplitTimes times = watch.times(split, perChip * chips);
        return (times.compute - times.network).value;
    };

    std::vector<double> batches;
    for (const double perChip : series.perChip)
        batches.push_back(perChip * chips);
    std::vector<std::vector<SplitTimes>> all;  // by split and batch
    for (const Split& split : splits)
        all.push_back(watch.curve(split, batches));
    const auto one = [&](std::size_t k) {
        RatioCurve curve;
        curve.split = {splits[k]};
        for (const SplitTimes& times : all[k])
            curve.ratio.push_back(times.ratio());
        curve.computeBound = crossingOf(series.perChip, curve.ratio, [&](double b) { return difference(splits[k], b); });
        return curve;
    };
    series.fsdp = one(0);
    series.tensor = one(splits.size() - 1);
    series.present = one(static_cast<std::size_t>(std::find(splits.begin(), splits.end(), splitOf(scenario.plan)) - splits.begin()));

    for (std::size_t i = 0; i < batches.size(); ++i) {
        const auto best = std::min_element(all.begin(), all.end(), [i](const auto& a, const auto& b) { return isShorter(a[i].network, b[i].network); });
        series.best.split.push_back(splits[static_cast<std::size_t>(best - all.begin())]);
        series.best.ratio.push_back((*best)[i].ratio());
    }
    series.best.computeBound = crossingOf(series.perChip, series.best.ratio, [&](double perChip) {
        // Of the splits that have crossed by the next point, whichever is ahead.
        const auto next = std::min(std::upper_bound(series.perChip.begin(), series.perChip.end(), perChip), series.perChip.end() - 1) -
            series.perChip.begin();
        double ahead = -std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < splits.size(); ++k)
            if (all[k][static_cast<std::size_t>(next)].ratio() >= 1)
                ahead = std::max(ahead, difference(splits[k], perChip));
        return ahead;
    });
    return series;
}

}  // namespace scalescope
