// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/sharding/array.h"
#include "core/sharding/collective.h"

#include <array>
#include <string>
#include <vector>

namespace scalescope {

/// What is done with the two arrays of a study.
enum class ArrayOperation { matmul, add, multiply, sum };
constexpr std::array<std::string_view, 4> kArrayOperationNames = {
    SCALESCOPE_TEXT("core", "matmul"),
    SCALESCOPE_TEXT("core", "add"),
    SCALESCOPE_TEXT("core", "multiply"),
    SCALESCOPE_TEXT("core", "sum"),  // of the left array over its last dimension
};

/// What the time of a study's collective is shown against, besides the bytes of the array.
enum class StudyAgainst {
    axisSize,   // its axis, innermost
    innerAxis,  // the axis inside it, which divides the array as well
    targets,    // of a ragged AllToAll: what the routing leaves to send
};
constexpr std::array<std::string_view, 3> kStudyAgainstNames = {
    SCALESCOPE_TEXT("core", "axis_size"),
    SCALESCOPE_TEXT("core", "inner_axis"),
    SCALESCOPE_TEXT("core", "targets"),
};

/// What is asked about sharding: arrays on a mesh of their own, laid on the scenario's hardware, and one collective.
struct ShardingStudy {
    static constexpr std::size_t kMaxDimensionNames = 16;
    static constexpr std::size_t kMaxNotationBytes = 200;

    DeviceMesh mesh;                     // innermost first
    std::vector<NamedSize> dimensions;   // of the arrays
    ArrayOperation operation = ArrayOperation::matmul;
    std::string left = "bf16[I_X, J]";   // notation that reads without a problem on this mesh
    std::string right = "bf16[J, K]";
    std::string output;                  // empty: what follows from the inputs

    Collective collective = Collective::allGather;
    std::array<bool, kMaxMeshAxes> over = {true};  // the axes of the mesh that it runs over, by position
    std::array<bool, kMaxMeshAxes> idle = {};      // those over which the array is replicated, which may help
    Bytes array{1.28e8};                           // inside one group
    bool ragged = false;                           // an AllToAll of tokens to the experts that they chose
    Routing routing;
    StudyAgainst against = StudyAgainst::axisSize;

    bool operator==(const ShardingStudy&) const = default;
};

/// Arrays that suit the mesh and the dimensions of a study: A[I, J] . B[J, K], sharded over its first axes.
void writeDefaultArrays(ShardingStudy& study);

/// The study that suits a cluster: an axis for each dimension of its torus and each level of its networks, X, Y, Z, ...
ShardingStudy studyFor(const Cluster& cluster);

}  // namespace scalescope
