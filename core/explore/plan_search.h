// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scalescope {

/// Sequences of one micro-batch of one data shard; below one, chips share a sequence that no context degree splits.
double sequencesPerMicrobatch(const Scenario& scenario);

/// Whether the scenario's micro-batches hold at least one sequence. Others, such as the book's, count tokens alone.
bool countsSequences(const Scenario& scenario);

/// The most micro-batches that the schedule takes and that hold a sequence each; nothing when there are none.
std::optional<std::int64_t> mostMicrobatches(const Scenario& scenario);

/// Looks for the plan with the shortest expected step that fits, with the memory techniques, dtypes and schedule of one
/// scenario, on any cluster and batch. Quick rather than complete: degrees are powers of two times those of the starts; it climbs
/// from the best of these, or of a grid, by trading factors of two between degrees.
class PlanSearch {
public:
    explicit PlanSearch(const Scenario& scenario);

    /// `scenario` is the one of the constructor but for cluster, batch and plan, and is left with some plan. `starts` are plans
    /// that may run on it, or on a cluster so many times smaller. No slower than those that do; nothing when none is found.
    /// `anew` looks through a coarse grid as well; where no start runs, through a fine one.
    std::optional<Plan> best(Scenario& scenario, std::span<const Plan> starts, bool anew) const;

private:
    class Race;

    void enter(Race& race, Scenario& scenario, Plan plan) const;
    void enterGrid(Race& race, Scenario& scenario, std::int64_t chips, bool fine) const;
    void enterNeighbours(Race& race, Scenario& scenario, const Plan& plan) const;
    bool splitsTheModel(const Plan& plan) const;

    Plan m_plan;
    bool m_countsSequences;
    std::vector<std::int64_t> m_tensor;  // degrees that the model can be split by, rising
    std::vector<std::int64_t> m_expert;
    std::vector<std::int64_t> m_pipeline;
    Bytes m_state;         // of the model, that each replica holds
    Bytes m_shardedState;  // that all chips hold together
};

}  // namespace scalescope
