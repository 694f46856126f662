// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/run.h"

namespace scalescope {

Seconds trainingTime(Flops flops, double chips, FlopsPerSecond peak, double utilisation)
{
    return flops / (peak * (chips * utilisation));
}

RunEstimate runOf(double tokens, double batch, Seconds step, double chips, const Chip& chip)
{
    RunEstimate run;
    run.duration = step * (tokens / batch);
    run.tokensPerSecond = batch / step.value;
    run.chipHours = chips * run.duration.value / kSecondsPerHour;
    if (chip.dollarsPerHour)
        run.cost = dollarsPerHour(*chip.dollarsPerHour) * run.duration * chips;
    if (chip.power)
        run.energy = chip.power->value * chips * run.duration.value;
    return run;
}

}  // namespace scalescope
