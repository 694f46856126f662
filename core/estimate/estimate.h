// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/diagnostic.h"
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
enum class BoundBy { compute, memory, tensor, fsdp, data };
constexpr std::array<std::string_view, 5> kBoundByNames = {
    SCALESCOPE_TEXT("core", "compute"),
    SCALESCOPE_TEXT("core", "memory"),
    SCALESCOPE_TEXT("core", "tensor"),
    SCALESCOPE_TEXT("core", "fsdp"),
    SCALESCOPE_TEXT("core", "data"),
};
constexpr std::string_view nameOf(BoundBy b) { return kBoundByNames[static_cast<std::size_t>(b)]; }

/// One operation of a step on one chip.
struct OperationEstimate {
    std::optional<Component> component;  // nothing: the optimizer's update
    OperationKind kind = OperationKind::matmul;
    Phase phase = Phase::forward;
    double repeats = 1;
    Operation each;
    OperationTime time;  // of one
    bool timed = true;   // counted in the step; otherwise only drawn
    Seconds total;       // repeats x what the assumptions say one takes, timed or not
    int layerKind = -1;  // index of the architecture's kinds; -1 outside the layers

    std::string_view name() const { return component ? nameOf(*component) : std::string_view("optimizer"); }
};

/// One collective of a step, on the groups of one axis.
struct CollectiveEstimate {
    Component component = Component::mlpIn;
    Phase phase = Phase::forward;
    Axis axis = Axis::fsdp;
    Collective collective = Collective::allGather;
    double repeats = 1;
    Bytes array;  // of one, inside one group
    CollectiveTime each;
    Seconds total;
    int layerKind = -1;  // as of an operation
};

/// All that one degree of the plan sends in a step.
struct AxisEstimate {
    Axis axis = Axis::fsdp;
    AxisPlacement placement;
    BytesPerSecond bandwidth;  // at which a gather fills a chip; zero for a degree of one
    Bytes bytes;               // arrays times repeats, an AllReduce once
    Seconds time;
    std::array<Seconds, kCollectiveCount> byCollective;  // by Collective
};

enum class MemoryKind {
    weights,
    gradients,
    optimizer,
    masterWeights,
    activations,
    gatheredWeights,
    logits,
    buffers,
    reserve,
};
constexpr int kMemoryKindCount = 9;
constexpr std::array<std::string_view, kMemoryKindCount> kMemoryKindNames = {
    SCALESCOPE_TEXT("core", "weights"),
    SCALESCOPE_TEXT("core", "gradients"),
    SCALESCOPE_TEXT("core", "optimizer"),
    SCALESCOPE_TEXT("core", "master_weights"),
    SCALESCOPE_TEXT("core", "activations"),
    SCALESCOPE_TEXT("core", "gathered_weights"),
    SCALESCOPE_TEXT("core", "logits"),
    SCALESCOPE_TEXT("core", "buffers"),
    SCALESCOPE_TEXT("core", "reserve"),
};
constexpr std::string_view nameOf(MemoryKind k) { return kMemoryKindNames[static_cast<std::size_t>(k)]; }

struct MemoryPart {
    Bytes bytes;
    bool counted = true;  // the assumptions may leave a part out; then bytes is zero
};

/// Memory of one chip.
struct MemoryEstimate {
    std::array<MemoryPart, kMemoryKindCount> parts;  // by MemoryKind
    std::optional<Bytes> capacity;

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

/// Times of a step (engine handbook, "Time").
struct StepTimes {
    Seconds compute;
    Seconds network;  // the degrees combined by the assumptions
    Seconds lower;    // fully overlapped
    Seconds expected;
    Seconds upper;    // nothing overlapped
};

/// A whole run at the expected step time.
struct RunEstimate {
    double tokensPerSecond = 0;
    Seconds duration;
    double chipHours = 0;
    std::optional<Dollars> cost;     // absent without a price
    std::optional<double> energy;    // joules; absent without a power
};

/// What takes time, without lists: the search and the curves read this, the full Estimate contains it.
struct Summary {
    bool possible = false;  // times are meaningful
    bool feasible = false;  // possible, and it fits
    StepTimes step;
    std::array<Seconds, kAxisCount> axes;  // by Axis
    Bytes memory;
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
    MemoryEstimate memory;
    std::optional<RunEstimate> run;  // only for a whole step
    Diagnostics diagnostics;

    bool possible() const { return summary.possible; }
    bool feasible() const { return summary.feasible; }
    const StepTimes& step() const { return summary.step; }
    const AxisEstimate& of(Axis axis) const { return axes[static_cast<std::size_t>(axis)]; }
};

}  // namespace scalescope
