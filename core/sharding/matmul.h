// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/roofline/roofline.h"
#include "core/sharding/array.h"
#include "core/sharding/collective.h"

#include <array>
#include <optional>
#include <vector>

namespace scalescope {

/// left . right -> output over named dimensions: one in both inputs and not in the output is contracted, one in all three
/// is a batch dimension. Book, chapter 3, "Computation with sharded arrays".
struct ShardedMatmul {
    ShardedArray left;
    ShardedArray right;
    ShardedArray output;

    bool operator==(const ShardedMatmul&) const = default;
};

/// Gives the dimensions that are plain numbers the names of [I, J] . [J, K] -> [I, K] where the ranks allow it, and checks
/// that names, sizes and axes agree. Without an output, dimensions keep their shardings, the left one's where both claim an
/// axis. Nothing when something is wrong: then `problems` says what, with the operand and a suggestion.
std::optional<ShardedMatmul> makeMatmul(ShardedArray left, ShardedArray right, std::optional<ShardedArray> output,
                                        const DeviceMesh& mesh, Diagnostics& problems);

/// What an axis meets (chapter 3, the four cases).
enum class MatmulCase {
    noCommunication,   // 1: no contracted dimension is sharded, no axis is claimed twice
    oneContracted,     // 2: the contracted dimension of one input
    bothContracted,    // 3: the contracted dimension of both
    claimedTwice,      // 4: different dimensions of both; or of one, while the other is unreduced
};
constexpr std::array<std::string_view, 4> kMatmulCaseNames = {
    SCALESCOPE_TEXT("core", "no communication"),
    SCALESCOPE_TEXT("core", "one input sharded along the contraction"),
    SCALESCOPE_TEXT("core", "both inputs sharded along the contraction"),
    SCALESCOPE_TEXT("core", "both inputs sharded on one axis"),
};

/// What a strategy does with one axis before the local matmul.
enum class AxisRole {
    idle,            // shards neither input: every device of it does the same work
    kept,            // shards the output as it shards the input, or is unreduced in both
    gatheredLeft,    // gathered from the left input, or reduced there when that is unreduced
    gatheredRight,
    gatheredBoth,
    slicedLeft,      // the left input is sliced to match the right one, or the output
    slicedRight,
    slicedBoth,
    reduced,         // both inputs sharded along the contraction: partial sums
};
constexpr std::array<std::string_view, 9> kAxisRoleNames = {
    SCALESCOPE_TEXT("core", "idle"),
    SCALESCOPE_TEXT("core", "kept"),
    SCALESCOPE_TEXT("core", "gathered from the left"),
    SCALESCOPE_TEXT("core", "gathered from the right"),
    SCALESCOPE_TEXT("core", "gathered from both"),
    SCALESCOPE_TEXT("core", "left sliced"),
    SCALESCOPE_TEXT("core", "right sliced"),
    SCALESCOPE_TEXT("core", "both sliced"),
    SCALESCOPE_TEXT("core", "reduced"),
};

enum class Operand { left, right, output };
constexpr std::array<std::string_view, 3> kOperandNames = {
    SCALESCOPE_TEXT("core", "left"),
    SCALESCOPE_TEXT("core", "right"),
    SCALESCOPE_TEXT("core", "output"),
};

enum class StepKind { slice, matmul, gather, reduceScatter, allReduce, allToAll };
constexpr std::array<std::string_view, 6> kStepKindNames = {
    SCALESCOPE_TEXT("core", "slice"),     SCALESCOPE_TEXT("core", "local matmul"),
    "AllGather",                          "ReduceScatter",
    "AllReduce",                          "AllToAll",
};

/// One step of a strategy.
struct MatmulStep {
    StepKind kind = StepKind::matmul;
    Operand operand = Operand::output;
    AxisList axes;        // the mesh axes that it runs over
    int from = -1;        // dimension of the operand that loses the axes; -1: none, or several
    int to = -1;          // that receives them; likewise
    Bytes array;          // of a collective: inside one group
    CollectiveTime collective;
    Flops flops;          // of one chip
    OperationTime work;   // of the local matmul
    Seconds time;
    Bytes memory;         // held by one chip while it runs
    ShardedArray after;   // the operand as it leaves the step
};

struct Strategy {
    std::array<AxisRole, kMaxMeshAxes> roles{};  // by axis of the mesh
    std::vector<MatmulStep> steps;
    Flops flopsPerChip;
    double redundancy = 1;  // how many chips do the same work; padding counts
    Bytes sent;             // arrays of the collectives, an AllReduce once
    Bytes peakMemory;       // of one chip
    Seconds math;           // of the local matmul
    Seconds communication;  // collectives in turn
    Seconds separate;       // one after the other
    Seconds overlapped;     // as a collective matmul, chunk by chunk: the longer of the two
};

struct MatmulPlan {
    std::array<MatmulCase, kMaxMeshAxes> cases{};  // by axis of the mesh
    MatmulCase worst = MatmulCase::noCommunication;
    std::vector<Strategy> strategies;  // cheapest first by separate time, then by overlapped, memory and order of roles
};

/// What the planner times with.
struct MatmulRates {
    FlopsPerSecond peak;
    std::optional<BytesPerSecond> hbm;  // absent: arithmetic alone, as the worked numbers have it
};

/// Where each axis of the mesh lies; in the order of the mesh.
using MeshPlacement = std::vector<AxisPlacement>;

/// Every legal strategy. A strategy gives each axis one role; inputs lose axes from the minor end of a dimension, since
/// blocks in another order would not be the array's; after the local matmul each axis goes to where the output wants it with
/// at most one collective for each axis and array: gathered, scattered, reduced, moved or sliced. Collectives of one kind
/// that follow each other on the same array run over their axes together. At least one strategy is legal: gathering all.
MatmulPlan planMatmul(const ShardedMatmul& matmul, const DeviceMesh& mesh, const MeshPlacement& placement,
                      const Topology& topology, const MatmulRates& rates, const CollectiveRules& rules);

/// The two matmuls of the backward pass of left . right -> output, given dOutput sharded as the output: first
/// dOutput . right -> dLeft, then left . dOutput -> dRight, each sharded as the input that it belongs to. Chapter 3,
/// "ReduceScatter is the reverse of AllGather".
std::array<ShardedMatmul, 2> backwardOf(const ShardedMatmul& matmul);

/// What happens elementwise.
enum class Elementwise {
    linear,     // a sum: unreduced terms may be added as they are
    nonlinear,  // a product, an activation: needs whole values
};

/// Whether both arrays have the same dimensions in the same order; otherwise `problems` says so.
bool agreeElementwise(const ShardedArray& left, const ShardedArray& right, Diagnostics& problems);

/// The steps that bring `left` and `right` to one sharding and combine them, cheapest first: either input may follow the
/// other, or both are gathered. The local work moves three arrays and does one FLOP for each element. Nothing when the
/// arrays do not agree.
MatmulPlan planElementwise(Elementwise kind, const ShardedArray& left, const ShardedArray& right, const DeviceMesh& mesh,
                           const MeshPlacement& placement, const Topology& topology, const MatmulRates& rates,
                           const CollectiveRules& rules);

/// The sum over one dimension: local sums, unreduced over the axes that shard it, then an AllReduce, or a ReduceScatter
/// over each dimension that the axes divide. Nothing when the array has no such dimension.
MatmulPlan planReduction(const ShardedArray& array, int dimension, const DeviceMesh& mesh, const MeshPlacement& placement,
                         const Topology& topology, const MatmulRates& rates, const CollectiveRules& rules);

}  // namespace scalescope
