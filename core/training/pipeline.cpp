// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/pipeline.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

double microbatchesInFlight(PipelineSchedule schedule, double stages, double stage, double microbatches, double chunks)
{
    switch (schedule) {
    case PipelineSchedule::gpipe:
        break;
    case PipelineSchedule::oneForwardOneBackward:
        return std::min(microbatches, stages - stage);
    case PipelineSchedule::interleaved:
        return std::min(microbatches * chunks, 2 * (stages - stage - 1) + (chunks - 1) * stages + 1) / chunks;
    case PipelineSchedule::zeroBubble:
        return std::min(microbatches, 2 * stages - 1);
    }
    return microbatches;
}

double leastMicrobatches(PipelineSchedule schedule, double stages)
{
    switch (schedule) {
    case PipelineSchedule::gpipe:
    case PipelineSchedule::oneForwardOneBackward:
        break;
    case PipelineSchedule::interleaved:
        return stages;
    case PipelineSchedule::zeroBubble:
        return 2 * stages - 1;
    }
    return 1;
}

bool microbatchesFit(PipelineSchedule schedule, double stages, double microbatches)
{
    if (schedule == PipelineSchedule::interleaved && std::fmod(microbatches, stages) != 0)
        return false;
    return microbatches >= leastMicrobatches(schedule, stages);
}

Seconds bubbleOf(PipelineSchedule schedule, const MicrobatchTimes& other, double chunks)
{
    switch (schedule) {
    case PipelineSchedule::gpipe:
    case PipelineSchedule::oneForwardOneBackward:
        break;
    case PipelineSchedule::interleaved:
        return other.all() / chunks;
    case PipelineSchedule::zeroBubble:
        return std::max(Seconds(0), other.forward + other.backwardInput - 2 * other.backwardWeight);
    }
    return other.all();
}

}  // namespace scalescope
