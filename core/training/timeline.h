// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/schedule.h"

#include <vector>

namespace scalescope {

struct TrainingInputs;

/// What is busy: a stage's chips, or their links for one degree of the plan, or to the host.
enum class Lane { compute, tensor, expert, context, fsdp, data, pipeline, pipelineBack, host };
constexpr int kLaneCount = 9;
constexpr std::array<std::string_view, kLaneCount> kLaneNames = {
    SCALESCOPE_TEXT("core", "compute"), SCALESCOPE_TEXT("core", "tensor"), SCALESCOPE_TEXT("core", "expert"),
    SCALESCOPE_TEXT("core", "context"), SCALESCOPE_TEXT("core", "fsdp"),   SCALESCOPE_TEXT("core", "data"),
    SCALESCOPE_TEXT("core", "pipeline"), SCALESCOPE_TEXT("core", "pipeline, back"), SCALESCOPE_TEXT("core", "host"),
};
constexpr Lane laneOf(Axis axis) { return static_cast<Lane>(static_cast<int>(Lane::tensor) + static_cast<int>(axis)); }

enum class TimelineWork {
    forward,
    backward,        // recomputation and, but for zero bubble, the weights' gradients included
    weightGradient,
    reduction,       // once per step
    update,
};
constexpr std::array<std::string_view, 5> kTimelineWorkNames = {
    SCALESCOPE_TEXT("core", "forward"), SCALESCOPE_TEXT("core", "backward"), SCALESCOPE_TEXT("core", "weight gradient"),
    SCALESCOPE_TEXT("core", "reduction"), SCALESCOPE_TEXT("core", "update"),
};

/// One lane of one stage at work.
struct TimelineItem {
    int stage = 0;
    Lane lane = Lane::compute;
    TimelineWork work = TimelineWork::forward;
    int microbatch = -1;  // none: of the whole step
    int chunk = 0;
    Seconds start;
    Seconds end;
    bool exposed = false;  // a network at work while the stage's chips wait for it
};

/// A step drawn out in time, at the expected rates. No lane of a stage does two things at once.
struct Timeline {
    int stages = 0;        // none: the scenario is impossible
    int microbatches = 1;  // that are drawn
    int chunks = 1;
    bool abridged = false;  // fewer micro-batches are drawn than the step has
    std::vector<TimelineItem> items;        // stage by stage, in each by lane, in each by time
    std::vector<std::size_t> firstOfStage;  // stages + 1 entries
    Seconds makespan;
    Seconds bubble;        // of the slowest stage: neither at work nor waiting for its own communication
    std::vector<std::vector<HeldStep>> held;  // by stage: micro-batches' activations over time
};

/// On demand: 64 stages x 256 micro-batches take a few milliseconds. Beyond 400,000 tasks fewer micro-batches are drawn.
Timeline timelineOf(const TrainingInputs& in);

}  // namespace scalescope
