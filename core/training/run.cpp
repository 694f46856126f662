// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/run.h"

#include "core/training/memory.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

Seconds trainingTime(Flops flops, double chips, FlopsPerSecond peak, double utilisation)
{
    return flops / (peak * (chips * utilisation));
}

Seconds bestCheckpointInterval(Seconds save, Seconds failures)
{
    return std::max(save, Seconds(std::sqrt(2.0 * save.value * failures.value)));
}

double goodputOf(Seconds interval, Seconds save, Seconds restart, Seconds failures)
{
    const Seconds cycle = interval + save;
    if (cycle.value <= 0)
        return std::clamp(1.0 - restart / failures, 0.0, 1.0);
    const Seconds lost = cycle * 0.5 + restart;
    return interval / cycle * std::clamp(1.0 - lost / failures, 0.0, 1.0);
}

RunEstimate runOf(const TrainingInputs& in, const Estimate& e)
{
    const Reliability& reliability = in.reliability;
    RunEstimate run;
    run.steps = in.workload.runTokens / in.workload.batch;
    run.checkpoint = trainingState(e.trainedParameters, in.plan);
    run.checkpointTime = run.checkpoint / (reliability.checkpointBandwidth * e.chips);
    if (reliability.failureTime) {
        const Seconds failures = *reliability.failureTime / e.chips;
        const Seconds interval = reliability.checkpointInterval.value_or(bestCheckpointInterval(run.checkpointTime, failures));
        run.failureTime = failures;
        run.checkpointInterval = interval;
        run.goodput = goodputOf(interval, run.checkpointTime, reliability.restart, failures);
    } else if (reliability.checkpointInterval) {
        run.checkpointInterval = reliability.checkpointInterval;
        run.goodput = *reliability.checkpointInterval / (*reliability.checkpointInterval + run.checkpointTime);
    }
    const Seconds step = e.step().expected;
    run.tokensPerSecond = in.workload.batch / step.value;
    // A run that only fails has no duration: it is given as if nothing failed, and the goodput says zero.
    run.duration = step * run.steps / (run.goodput > 0 ? run.goodput : 1.0);
    run.chipHours = e.chips * run.duration.value / kSecondsPerHour;
    if (in.cluster.chip.dollarsPerHour)
        run.cost = dollarsPerHour(*in.cluster.chip.dollarsPerHour) * run.duration * e.chips;
    if (in.cluster.chip.power)
        run.energy = in.cluster.chip.power->value * e.chips * run.duration.value;
    return run;
}

}  // namespace scalescope
