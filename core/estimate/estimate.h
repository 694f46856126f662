// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/text.h"
#include "core/roofline/roofline.h"
#include "core/sharding/collective.h"
#include "core/transformer/operations.h"

#include <optional>
#include <vector>

namespace scalescope {

enum class Phase { forward, recompute, backward, update };
constexpr std::array<std::string_view, 4> kPhaseNames = {
    SCALESCOPE_TEXT("core", "forward"),
    SCALESCOPE_TEXT("core", "recompute"),
    SCALESCOPE_TEXT("core", "backward"),
    SCALESCOPE_TEXT("core", "update"),
};
constexpr std::string_view nameOf(Phase p) { return kPhaseNames[static_cast<std::size_t>(p)]; }

/// The largest term of a step's lower bound.
enum class BoundBy { compute, memory, tensor, expert, context, fsdp, data, pipeline, host, cache };
constexpr std::array<std::string_view, 10> kBoundByNames = {
    SCALESCOPE_TEXT("core", "compute"), SCALESCOPE_TEXT("core", "memory"),  SCALESCOPE_TEXT("core", "tensor"),
    SCALESCOPE_TEXT("core", "expert"),  SCALESCOPE_TEXT("core", "context"), SCALESCOPE_TEXT("core", "fsdp"),
    SCALESCOPE_TEXT("core", "data"),    SCALESCOPE_TEXT("core", "pipeline"), SCALESCOPE_TEXT("core", "host"),
    SCALESCOPE_TEXT("core", "cache"),  // reading keys, values and state
};
constexpr std::string_view nameOf(BoundBy b) { return kBoundByNames[static_cast<std::size_t>(b)]; }
constexpr BoundBy boundBy(Axis axis) { return static_cast<BoundBy>(static_cast<int>(BoundBy::tensor) + static_cast<int>(axis)); }

/// What the chips of one collective differ in. Weights other than the experts' and the experts' own may be sharded and
/// replicated over different chips.
/// Serving divides its tensor groups further: into rows, which split d_model, and columns, which split the rest; and into
/// those that would hold copies of one KV head.
enum class Group { tensor, expert, context, shards, expertShards, replicas, expertReplicas, stages, rows, columns, copies };
constexpr int kGroupCount = 11;
constexpr Axis axisOf(Group group)
{
    constexpr std::array<Axis, kGroupCount> axes = {Axis::tensor, Axis::expert, Axis::context, Axis::fsdp,
                                                    Axis::fsdp,   Axis::data,   Axis::data,    Axis::pipeline,
                                                    Axis::tensor, Axis::tensor, Axis::tensor};
    return axes[static_cast<std::size_t>(group)];
}

/// One operation of a step on one chip.
struct OperationEstimate {
    std::optional<Component> component;  // nothing: the optimizer's update
    OperationKind kind = OperationKind::matmul;
    Phase phase = Phase::forward;
    double repeats = 1;  // in a step on one chip of the slowest stage
    Operation each;      // of one micro-batch
    OperationTime time;  // of one
    bool timed = true;   // counted in the step; otherwise only drawn
    Seconds total;       // repeats x what the assumptions say one takes, timed or not
    double weightShare = 0;  // of the total that makes gradients of weights, which later work does not wait for
    int layerKind = -1;  // index of the architecture's kinds; -1 outside the layers

    std::string_view name() const { return component ? nameOf(*component) : std::string_view("optimizer"); }
};

/// One collective of a step, on the groups of one kind.
struct CollectiveEstimate {
    Component component = Component::mlpIn;
    Phase phase = Phase::forward;
    Group group = Group::shards;
    Collective collective = Collective::allGather;
    bool ragged = false;    // an AllToAll of tokens to their experts
    bool oncePerStep = false;  // not of each micro-batch
    double repeats = 1;     // in a step on one chip of the slowest stage
    double chips = 1;       // of one group
    Bytes array;  // of one, inside one group
    CollectiveTime each;
    Seconds total;
    Seconds exposed;     // of total, in the expected time: what no compute hides
    int layerKind = -1;  // as of an operation

    Axis axis() const { return axisOf(group); }
};

/// All that one degree of the plan sends in a step.
struct AxisEstimate {
    Axis axis = Axis::fsdp;
    AxisPlacement placement;   // of its largest group
    BytesPerSecond bandwidth;  // at which a gather fills a chip; zero for a degree of one
    Bytes bytes;               // arrays times repeats, an AllReduce once
    Seconds time;
    Seconds exposed;           // of time, in the expected step
    std::array<Seconds, kCollectiveCount> byCollective;  // by Collective
};

enum class MemoryKind {
    weights,
    gradients,
    optimizer,
    masterWeights,
    activations,
    recomputed,  // of the layer that is computed again
    gatheredWeights,
    logits,
    buffers,
    reserve,
    cache,  // keys and values, in serving
    state,  // of linear attention and state spaces, likewise
    draft,  // the draft model and its cache
};
constexpr int kMemoryKindCount = 13;
constexpr std::array<std::string_view, kMemoryKindCount> kMemoryKindNames = {
    SCALESCOPE_TEXT("core", "weights"),
    SCALESCOPE_TEXT("core", "gradients"),
    SCALESCOPE_TEXT("core", "optimizer"),
    SCALESCOPE_TEXT("core", "master_weights"),
    SCALESCOPE_TEXT("core", "activations"),
    SCALESCOPE_TEXT("core", "recomputed"),
    SCALESCOPE_TEXT("core", "gathered_weights"),
    SCALESCOPE_TEXT("core", "logits"),
    SCALESCOPE_TEXT("core", "buffers"),
    SCALESCOPE_TEXT("core", "reserve"),
    SCALESCOPE_TEXT("core", "cache"),
    SCALESCOPE_TEXT("core", "state"),
    SCALESCOPE_TEXT("core", "draft"),
};
constexpr int kTrainingMemoryKindCount = 10;  // the first of them
constexpr std::string_view nameOf(MemoryKind k) { return kMemoryKindNames[static_cast<std::size_t>(k)]; }

struct MemoryPart {
    Bytes bytes;
    bool counted = true;  // the assumptions may leave a part out; then bytes is zero
};

/// Memory of one chip.
struct MemoryEstimate {
    std::array<MemoryPart, kMemoryKindCount> parts;  // by MemoryKind
    std::optional<Bytes> capacity;
    Bytes host;  // of the host, per chip: what is offloaded; not in the parts

    const MemoryPart& of(MemoryKind kind) const { return parts[static_cast<std::size_t>(kind)]; }
    MemoryPart& of(MemoryKind kind) { return parts[static_cast<std::size_t>(kind)]; }
    Bytes total() const
    {
        Bytes sum;
        for (const MemoryPart& part : parts)
            sum += part.bytes;
        return sum;
    }
    bool fits() const { return !capacity || total() <= *capacity; }
};

/// Times of a step (engine handbook, "Time"), of the slowest stage; lower, expected and upper contain their own bubble.
struct StepTimes {
    Seconds compute;   // of all micro-batches and the update
    Seconds network;   // the degrees combined by the assumptions
    Seconds host;      // what is offloaded, out and back
    Seconds lower;     // fully overlapped
    Seconds expected;
    Seconds upper;     // nothing overlapped
    Seconds bubble;    // in expected: while the pipeline fills and drains
    Seconds exposed;   // in expected: communication and host traffic that nothing hides
    Seconds update;    // in compute: of the optimizer
};

/// One micro-batch on one stage, all of the stage's chunks together.
struct MicrobatchTimes {
    Seconds forward;
    Seconds backwardInput;   // gradients of the inputs, recomputation included
    Seconds backwardWeight;  // gradients of the weights

    Seconds all() const { return forward + backwardInput + backwardWeight; }
};

/// One stage of the pipeline, for one micro-batch at the expected rates.
struct StageEstimate {
    double layers = 0;
    double inFlight = 1;    // micro-batches whose activations it holds at its peak
    MicrobatchTimes times;
    Seconds total;          // of all micro-batches, the stage's own reductions and its update; without the bubble
    MemoryEstimate memory;
};

/// A whole run at the expected step time.
struct RunEstimate {
    double steps = 0;
    double tokensPerSecond = 0;
    Seconds duration;        // failures and checkpoints included
    double chipHours = 0;
    std::optional<Dollars> cost;     // absent without a price
    std::optional<double> energy;    // joules; absent without a power
    Bytes checkpoint;        // of the whole model: weights, master weights and optimizer state
    Seconds checkpointTime;  // to write one
    double goodput = 1;      // fraction of the time that makes progress which is kept
    std::optional<Seconds> failureTime;         // between failures of any chip; absent: nothing fails
    std::optional<Seconds> checkpointInterval;  // the asked one, or the best
};

/// What takes time, without lists: the search and the curves read this, the full Estimate contains it.
struct Summary {
    bool possible = false;  // times are meaningful
    bool feasible = false;  // possible, and it fits
    StepTimes step;
    std::array<Seconds, kAxisCount> axes;  // by Axis
    Bytes memory;      // of the fullest stage
    BoundBy bound = BoundBy::compute;
};

/// The answer that every view reads. When `summary.possible` is false, only the model, the operations and the memory
/// are filled in.
struct Estimate {
    Summary summary;
    double chips = 1;
    ParameterCount parameters;
    Flops modelFlops;     // of the timed pass, whole batch, by the chosen convention
    Flops executedFlops;  // likewise, as executed, recomputation included
    std::optional<Peak> peak;
    double mfu = 0;  // model FLOPs over what the chips could do in the expected time
    double hfu = 0;  // executed FLOPs, likewise
    std::vector<OperationEstimate> operations;
    std::vector<CollectiveEstimate> collectives;
    std::array<AxisEstimate, kAxisCount> axes;  // by Axis
    std::vector<StageEstimate> stages;  // at least one when the degrees fit the model
    int slowestStage = 0;               // whose operations and collectives are listed
    int fullestStage = 0;
    MemoryEstimate memory;              // of that one
    double trainedParameters = 0;       // of the whole model: those of adapters, where these are trained alone
    double sequencesPerMicrobatch = 0;  // of one data shard
    std::optional<RunEstimate> run;  // only for a whole step
    Diagnostics diagnostics;

    bool possible() const { return summary.possible; }
    bool feasible() const { return summary.feasible; }
    const StepTimes& step() const { return summary.step; }
    const AxisEstimate& of(Axis axis) const { return axes[static_cast<std::size_t>(axis)]; }
};

}  // namespace scalescope
