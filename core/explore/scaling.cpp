// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/scaling.h"

#include "core/explore/plan_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scalescope {

namespace {

constexpr double kLargestCluster = 1048576;
constexpr double kLinear = 0.9;
constexpr std::size_t kAnew = 2;  // one size in so many looks beyond the neighbours of what was best before

/// Measures points of one scenario on many clusters; the copy that it works on is made once.
class Series {
public:
    Series(const Scenario& scenario, Growth growth)
        : m_varied(scenario), m_growth(growth), m_batch(scenario.workload.batch),
          m_chips(chipCount(scenario.hardware.cluster)), m_countsSequences(countsSequences(scenario))
    {
        const Estimate e = evaluate(scenario);
        m_flopsPerToken = e.modelFlops / scenario.workload.batch;
        if (e.peak)
            m_peak = e.peak->rate;
    }

    Scenario& on(const Cluster& cluster)
    {
        m_varied.hardware.cluster = cluster;
        m_varied.workload.batch = m_growth == Growth::strong ? m_batch : m_batch / m_chips * chipCount(cluster);
        return m_varied;
    }

    ScalingPoint point(const Plan& plan)
    {
        m_varied.plan = plan;
        const Summary summary = summarise(m_varied);
        ScalingPoint p;
        p.chips = chipCount(m_varied.hardware.cluster);
        p.plan = plan;
        p.possible = summary.possible;
        p.feasible = summary.feasible;
        p.wholeSequences = !m_countsSequences || sequencesPerMicrobatch(m_varied) >= 1;
        if (!p.possible || summary.step.expected.value <= 0)
            return p;
        p.step = summary.step.expected;
        p.tokensPerSecond = m_varied.workload.batch / p.step.value;
        p.mfu = m_flopsPerToken.value * p.tokensPerSecond / (m_peak.value * p.chips);
        return p;
    }

private:
    Scenario m_varied;
    Growth m_growth;
    double m_batch;
    double m_chips;
    bool m_countsSequences;
    Flops m_flopsPerToken;
    FlopsPerSecond m_peak;
};

/// The plan on so many chips; as it is where its degrees cannot fill them.
Plan resizedPlan(Plan plan, double chips)
{
    const double model = productOf(plan) / (static_cast<double>(plan.fsdp) * static_cast<double>(plan.data));
    if (std::fmod(chips, model) != 0)
        return plan;
    const auto shards = static_cast<std::int64_t>(chips / model);
    if (plan.fsdp == 1 && plan.data > 1) {
        plan.data = shards;
        return plan;
    }
    plan.data = std::gcd(plan.data, shards);
    plan.fsdp = shards / plan.data;
    return plan;
}

/// The cluster in a size that, where it can be built in no other way, is so many equal slices of a smaller size.
Cluster exactly(const Cluster& present, double size)
{
    Cluster whole = resized(present, size);
    for (double slices = 2; slices <= size && chipCount(whole) != size; slices *= 2) {
        Cluster part = resized(present, size / slices);
        const auto dataCentre = std::find_if(part.networks.begin(), part.networks.end(),
                                             [](const Network& n) { return std::holds_alternative<DataCentre>(n); });
        if (dataCentre == part.networks.end())
            break;
        auto& count = std::get<DataCentre>(*dataCentre).slices;
        count *= static_cast<std::int64_t>(slices);
        if (chipCount(part) == size)
            return part;
    }
    return whole;
}

}  // namespace

std::vector<Cluster> scaledClusters(const Scenario& scenario)
{
    const Cluster& present = scenario.hardware.cluster;
    const double chips = chipCount(present);
    std::vector<Cluster> clusters;
    for (double size = 1; size <= kLargestCluster; size *= 2)
        clusters.push_back(exactly(present, size));
    std::erase_if(clusters, [chips](const Cluster& c) { return chipCount(c) == chips; });
    clusters.push_back(present);
    const auto fewer = [](const Cluster& a, const Cluster& b) { return chipCount(a) < chipCount(b); };
    std::sort(clusters.begin(), clusters.end(), fewer);
    const auto same = [](const Cluster& a, const Cluster& b) { return chipCount(a) == chipCount(b); };
    clusters.erase(std::unique(clusters.begin(), clusters.end(), same), clusters.end());
    return clusters;
}

ScalingCurve scaledSamePlan(const Scenario& scenario, std::span<const Cluster> clusters, Growth growth)
{
    Series series(scenario, growth);
    const bool counts = countsSequences(scenario);
    ScalingCurve curve;
    curve.reserve(clusters.size());
    for (const Cluster& cluster : clusters) {
        Scenario& varied = series.on(cluster);
        varied.plan = resizedPlan(scenario.plan, chipCount(cluster));
        if (counts)
            varied.plan.microbatches = std::min(varied.plan.microbatches,
                                                mostMicrobatches(varied).value_or(varied.plan.microbatches));
        curve.push_back(series.point(Plan(varied.plan)));
    }
    return curve;
}

ScalingCurve scaledBestPlan(const Scenario& scenario, std::span<const Cluster> clusters, Growth growth, const ScalingCurve& same)
{
    Series series(scenario, growth);
    const PlanSearch search(scenario);
    ScalingCurve curve;
    curve.reserve(clusters.size());
    std::vector<Plan> found;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        std::vector<Plan> starts;
        if (same[i].runs())
            starts.push_back(same[i].plan);
        const double chips = same[i].chips;
        const auto grows = [chips](const Plan& plan) { return std::fmod(chips, productOf(plan)) == 0; };
        if (const auto last = std::find_if(found.rbegin(), found.rend(), grows); last != found.rend())
            starts.push_back(*last);
        const std::optional<Plan> best = search.best(series.on(clusters[i]), starts, i % kAnew == 0);
        curve.push_back(best ? series.point(*best) : same[i]);
        if (best)
            found.push_back(*best);
    }
    return curve;
}

std::optional<double> leavesLinear(const ScalingCurve& curve)
{
    const bool anyRuns = std::any_of(curve.begin(), curve.end(), [](const ScalingPoint& p) { return p.runs(); });
    double first = 0;
    double last = 0;
    for (const ScalingPoint& p : curve) {
        if (anyRuns ? !p.runs() : !p.possible)
            continue;
        const double each = p.tokensPerSecond / p.chips;
        if (first == 0)
            first = each;
        if (each < first * kLinear)
            return last;
        last = p.chips;
    }
    return std::nullopt;
}

}  // namespace scalescope
