// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <optional>
#include <span>
#include <vector>

namespace scalescope {

/// What stays when the cluster grows: the batch, or the batch per chip.
enum class Growth { strong, weak };

/// A step of the scenario on a cluster of another size.
struct ScalingPoint {
    double chips = 1;
    Plan plan;
    bool possible = false;
    bool feasible = false;        // possible, and it fits in memory
    bool wholeSequences = false;  // every micro-batch has at least one; always, where the scenario itself counts tokens alone
    Seconds step;                 // expected; zero when impossible, and so are the two below
    double tokensPerSecond = 0;
    double mfu = 0;

    bool runs() const { return feasible && wholeSequences; }
};
using ScalingCurve = std::vector<ScalingPoint>;

/// The scenario's cluster in other sizes, powers of two up to a million chips as far as they can be built, rising; the
/// present one is among them, as it is. Slices become smaller and more where that makes a size exactly; other sizes are
/// rounded up to what can be built (see `resized`).
std::vector<Cluster> scaledClusters(const Scenario& scenario);

/// The plan of the scenario on each of them. What splits the model stays: fsdp gives or takes, then data, or data alone
/// where fsdp is not in use. Micro-batches become fewer where a shard has no sequence left for each.
ScalingCurve scaledSamePlan(const Scenario& scenario, std::span<const Cluster> clusters, Growth growth);

/// The fastest plan that fits on each of them, with the scenario's memory techniques: tensor, pipeline, expert and context
/// degrees that are powers of two, the rest fsdp or data, found by looking through these and then round the best. Context
/// splits sequences only where there are more shards than sequences. No slower than `same`, the curve of the scenario's
/// plan, wherever that runs; where nothing runs, the point is that of `same`, which does not.
ScalingCurve scaledBestPlan(const Scenario& scenario, std::span<const Cluster> clusters, Growth growth, const ScalingCurve& same);

/// The number of chips beyond which throughput per chip is below nine tenths of the smallest cluster's, the largest size
/// before that. Only points that run count or, where none does, possible ones. Absent: it never is.
std::optional<double> leavesLinear(const ScalingCurve& curve);

}  // namespace scalescope
