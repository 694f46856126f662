// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/pipeline.h"

#include <cstddef>
#include <span>
#include <vector>

namespace scalescope {

/// `backward` includes the weights' gradients except under zero bubble.
enum class StageTaskKind { forward, backward, weightGradient };

struct StageTask {
    int stage;
    int microbatch;
    int chunk;
    StageTaskKind kind;
    Seconds start;
    Seconds end;
};

/// A micro-batch's activations or their gradients on the link that leaves `from` in that direction.
struct StageTransfer {
    int from;
    int to;
    int microbatch;
    int chunk;  // of the task that sends
    bool backward;
    Seconds start;
    Seconds end;
};

/// Who works on what and when, over one step, without the optimizer.
struct Schedule {
    std::vector<StageTask> tasks;           // stage by stage, in time order
    std::vector<std::size_t> firstOfStage;  // p + 1 entries
    std::vector<StageTransfer> transfers;   // link by link, in time order; none where they take no time
    Seconds makespan;
};

struct ScheduleInputs {
    PipelineSchedule schedule;
    std::span<const MicrobatchTimes> stages;
    int microbatches;
    int chunks;        // per stage; read by the interleaved schedule only
    Seconds transfer;  // of one micro-batch over one border
};

/// Runs the schedule's order of tasks: a task starts when its stage is free and its input has arrived; a link carries
/// one transfer at a time in each direction, beside the stages' work. The order is fixed (interleaved: Megatron-LM's);
/// only zero bubble's weight gradients go where there is time, or where the activations in flight leave no choice.
/// Linear in the number of tasks. Nothing is scheduled when a number is below 1 or the micro-batches do not fit the
/// schedule (microbatchesFit).
Schedule scheduleOf(const ScheduleInputs& inputs);

/// The longest time from the start of a stage's first task to the end of its last, waits included: what a step takes
/// when the next follows on each stage at once. It is the makespan, but for zero bubble, whose stages end one by one.
Seconds longestSpan(const Schedule& schedule);

/// Micro-batches held on one stage over time, in units of one micro-batch on all of the stage's layers.
struct HeldStep {
    Seconds time;
    double held;  // from this time on
};

/// From when a forward starts to when its backward, or its weights' gradients where they are apart, ends. `chunks` as
/// scheduled: 1 unless interleaved.
std::vector<HeldStep> heldOver(const Schedule& schedule, int stage, int chunks);

}  // namespace scalescope
