// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/plan_search.h"

#include "core/training/memory.h"
#include "core/training/stages.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::int64_t kMostTensor = 64;
constexpr std::int64_t kMostContext = 4096;
constexpr std::int64_t kMicrobatchesPerStage = 8;  // beyond which the bubble is small
// Of the coarse grid, among the powers of two: what lies between is found as a neighbour.
constexpr std::size_t kTensorStep = 2;
constexpr std::size_t kPipelineStep = 3;
constexpr std::size_t kExpertStep = 3;
constexpr double kTimedShare = 0.9;                // of a step's arithmetic that is done per micro-batch, at least
constexpr int kRounds = 6;                         // of refinement

double sequencesOfShard(const Scenario& s)
{
    return s.workload.batch / s.workload.sequence / (tokenShards(s.plan) / static_cast<double>(s.plan.context));
}

/// The largest number of micro-batches up to `most` that the schedule takes.
std::optional<std::int64_t> microbatchesUpTo(double most, const Plan& plan)
{
    const auto p = static_cast<double>(plan.pipeline);
    double m = std::floor(std::min(most, 1e6));
    if (plan.schedule == PipelineSchedule::interleaved && plan.pipeline > 1)
        m = std::floor(m / p) * p;
    if (m < 1 || !microbatchesFit(plan.schedule, p, m))
        return std::nullopt;
    return static_cast<std::int64_t>(m);
}

bool hasExperts(const Architecture& a)
{
    return std::any_of(a.kinds.begin(), a.kinds.end(),
                       [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
}

/// Arithmetic of the step on one chip, shared out: no plan needs less.
Seconds leastTime(Scenario& scenario, double chips)
{
    const Plan plan = scenario.plan;
    Cluster one{scenario.hardware.cluster.chip, {}};
    std::swap(scenario.hardware.cluster, one);
    for (const Axis axis : kAxes)
        scenario.plan.degree(axis) = 1;
    scenario.plan.microbatches = 1;
    const Summary summary = summarise(scenario);
    std::swap(scenario.hardware.cluster, one);
    scenario.plan = plan;
    return summary.possible ? summary.step.compute / chips : Seconds();
}

}  // namespace

double sequencesPerMicrobatch(const Scenario& s) { return sequencesOfShard(s) / static_cast<double>(s.plan.microbatches); }

bool countsSequences(const Scenario& s) { return sequencesPerMicrobatch(s) >= 1; }

std::optional<std::int64_t> mostMicrobatches(const Scenario& s) { return microbatchesUpTo(sequencesOfShard(s), s.plan); }

/// Keeps the best plan seen.
class PlanSearch::Race {
public:
    Race(Scenario& scenario, bool countsSequences, Seconds ideal)
        : m_scenario(scenario), m_countsSequences(countsSequences), m_ideal(ideal)
    {
    }

    /// Whether it is possible but does not fit. A plan must be faster by more than rounding to win over a simpler one.
    bool enter(const Plan& plan)
    {
        if (!isNew(plan) || !canWin(plan))
            return false;
        m_scenario.plan = plan;
        if (m_countsSequences && sequencesPerMicrobatch(m_scenario) < 1)
            return false;
        const Summary summary = summarise(m_scenario);
        if (!summary.feasible)
            return summary.possible;
        if (!m_best || summary.step.expected < m_time * (1 - 1e-9)) {
            m_best = plan;
            m_time = summary.step.expected;
        }
        return false;
    }

    /// All of the time is arithmetic that every plan has.
    bool isOver() const { return m_best && m_time <= m_ideal * (1 + 1e-6); }

    const std::optional<Plan>& best() const { return m_best; }

private:
    bool isNew(const Plan& plan)
    {
        std::uint64_t key = static_cast<std::uint64_t>(plan.microbatches);
        for (const Axis axis : kAxes)
            key = key * 1099511628211U + static_cast<std::uint64_t>(plan.degree(axis));
        if (std::find(m_seen.begin(), m_seen.end(), key) != m_seen.end())
            return false;
        m_seen.push_back(key);
        return true;
    }

    /// Not when filling and draining the pipeline alone makes it lose; the update, which has no bubble, is allowed for.
    bool canWin(const Plan& plan) const
    {
        if (!m_best || plan.pipeline <= 1 || plan.schedule == PipelineSchedule::zeroBubble)
            return true;
        const double bubble = static_cast<double>(plan.pipeline - 1) / static_cast<double>(plan.microbatches * plan.chunksPerStage());
        return m_ideal * (1 + kTimedShare * bubble) < m_time;
    }

    Scenario& m_scenario;
    bool m_countsSequences;
    Seconds m_ideal;
    std::vector<std::uint64_t> m_seen;
    std::optional<Plan> m_best;
    Seconds m_time;
};

PlanSearch::PlanSearch(const Scenario& scenario) : m_plan(scenario.plan), m_countsSequences(countsSequences(scenario))
{
    const Architecture& a = scenario.model.architecture;
    for (std::int64_t t = 1; t <= kMostTensor; t *= 2)
        if (std::none_of(a.kinds.begin(), a.kinds.end(),
                         [&](const Layer& layer) { return tensorMisfit(layer, t, m_plan.tensorInExperts); }))
            m_tensor.push_back(t);
    m_expert = {1};
    for (std::int64_t e = 2; hasExperts(a) && e <= 1024; e *= 2)
        if (std::none_of(a.kinds.begin(), a.kinds.end(), [&](const Layer& layer) { return expertMisfit(layer, e); }))
            m_expert.push_back(e);
    for (std::int64_t p = 1; p * m_plan.chunksPerStage() <= a.layers && p <= kMaxStages; p *= 2)
        m_pipeline.push_back(p);

    const auto parameters = static_cast<double>(countParameters(a).total());
    const bool weightsAlone = m_plan.offloadOptimizer || m_plan.loraRank > 0;
    const Bytes weights = bytesOf(m_plan.weightType, parameters);
    m_shardedState = weightsAlone ? weights : trainingState(parameters, m_plan);
    m_state = m_plan.zeroStage >= 3 ? Bytes() : m_plan.zeroStage > 0 ? weights : m_shardedState;
}

/// Enters a plan with as many micro-batches as its stages want, and where that does not fit in memory with smaller ones.
void PlanSearch::enter(Race& race, Scenario& scenario, Plan plan) const
{
    scenario.plan = plan;
    const double most = m_countsSequences ? sequencesOfShard(scenario) : 1e6;
    const double wanted = plan.pipeline > 1 ? static_cast<double>(plan.pipeline * kMicrobatchesPerStage) : 1.0;
    const auto m = microbatchesUpTo(std::min(wanted, most), plan);
    if (!m)
        return;
    plan.microbatches = *m;
    if (!race.enter(plan) || !m_countsSequences)
        return;
    if (const auto all = microbatchesUpTo(most, plan); all && *all > *m) {
        plan.microbatches = *all;
        race.enter(plan);
    }
}

void PlanSearch::enterGrid(Race& race, Scenario& scenario, std::int64_t chips, bool fine) const
{
    const std::optional<Bytes> capacity = scenario.hardware.cluster.chip.hbm.capacity;
    const double sequences = scenario.workload.batch / scenario.workload.sequence;
    for (std::size_t t = 0; t < m_tensor.size(); t += fine ? 1 : kTensorStep)
        for (std::size_t p = 0; p < m_pipeline.size(); p += fine ? 1 : kPipelineStep)
            for (std::size_t e = 0; e < m_expert.size(); e += fine ? 1 : kExpertStep) {
                const std::int64_t model = m_tensor[t] * m_pipeline[p] * m_expert[e];
                if (race.isOver())
                    return;
                if (model > chips || chips % model != 0)
                    continue;
                Plan plan = m_plan;
                plan.tensor = m_tensor[t];
                plan.pipeline = m_pipeline[p];
                plan.expert = m_expert[e];
                plan.context = plan.data = 1;
                plan.fsdp = chips / model;
                while (m_countsSequences && plan.fsdp % 2 == 0 && plan.context < kMostContext &&
                       static_cast<double>(plan.fsdp * plan.expert) > sequences) {
                    plan.context *= 2;
                    plan.fsdp /= 2;
                }
                enter(race, scenario, plan);
                if (plan.fsdp == 1 || (capacity && m_state / static_cast<double>(model) > *capacity))
                    continue;
                std::swap(plan.fsdp, plan.data);
                enter(race, scenario, plan);
            }
}

/// Plans beside this one: one degree doubled at the expense of another, or twice or half the micro-batches.
void PlanSearch::enterNeighbours(Race& race, Scenario& scenario, const Plan& plan) const
{
    for (const Axis gives : kAxes)
        for (const Axis takes : kAxes) {
            if (gives == takes || plan.degree(gives) % 2 != 0)
                continue;
            if (race.isOver())
                return;
            Plan next = plan;
            next.degree(gives) /= 2;
            next.degree(takes) *= 2;
            if (!splitsTheModel(next))
                continue;
            enter(race, scenario, next);
            if (next.fsdp != next.data) {
                std::swap(next.fsdp, next.data);
                enter(race, scenario, next);
            }
        }
    for (const double factor : {0.5, 2.0})
        if (const auto m = microbatchesUpTo(static_cast<double>(plan.microbatches) * factor, plan)) {
            Plan next = plan;
            next.microbatches = *m;
            race.enter(next);
        }
}

bool PlanSearch::splitsTheModel(const Plan& plan) const
{
    const auto has = [](const std::vector<std::int64_t>& degrees, std::int64_t degree) {
        return std::binary_search(degrees.begin(), degrees.end(), degree);
    };
    return has(m_tensor, plan.tensor) && has(m_expert, plan.expert) && has(m_pipeline, plan.pipeline) &&
           (plan.context == 1 || m_countsSequences);
}

std::optional<Plan> PlanSearch::best(Scenario& scenario, std::span<const Plan> starts, bool anew) const
{
    const double chips = chipCount(scenario.hardware.cluster);
    const std::optional<Bytes> capacity = scenario.hardware.cluster.chip.hbm.capacity;
    if (capacity && m_shardedState / chips > *capacity)
        return std::nullopt;
    Race race(scenario, m_countsSequences, leastTime(scenario, chips));
    for (const Plan& start : starts) {
        const double ratio = chips / productOf(start);
        if (ratio == 1)
            race.enter(start);
        else if (ratio > 1 && ratio == std::floor(ratio))
            for (const Axis axis : kAxes) {
                Plan grown = start;
                grown.degree(axis) *= static_cast<std::int64_t>(ratio);
                if (!race.isOver() && splitsTheModel(grown))
                    enter(race, scenario, grown);
            }
    }
    if (!race.best() || anew)
        enterGrid(race, scenario, static_cast<std::int64_t>(chips), !race.best());
    for (int round = 0; round < kRounds && race.best() && !race.isOver(); ++round) {
        const Plan before = *race.best();
        enterNeighbours(race, scenario, before);
        if (*race.best() == before)
            break;
    }
    return race.best();
}

}  // namespace scalescope
