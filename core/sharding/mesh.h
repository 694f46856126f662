// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/diagnostic.h"
#include "core/hardware/cluster.h"

#include <array>
#include <optional>
#include <string_view>

namespace scalescope {

/// The degrees of a plan that are axes of the mesh.
enum class Axis { tensor, fsdp, data };

constexpr int kAxisCount = 3;
constexpr std::array<std::string_view, kAxisCount> kAxisNames = {
    SCALESCOPE_TEXT("core", "tensor"),
    SCALESCOPE_TEXT("core", "fsdp"),
    SCALESCOPE_TEXT("core", "data"),
};
constexpr std::string_view nameOf(Axis axis) { return kAxisNames[static_cast<std::size_t>(axis)]; }

/// Named axes with sizes, and the order in which they are laid on the hardware, innermost first.
struct Mesh {
    std::array<std::int64_t, kAxisCount> size = {1, 1, 1};  // by Axis
    std::array<Axis, kAxisCount> order = {Axis::tensor, Axis::fsdp, Axis::data};

    std::int64_t sizeOf(Axis axis) const { return size[static_cast<std::size_t>(axis)]; }
};

/// The part of an axis that lies in one dimension of the torus.
struct TorusPart {
    int dimension = 0;
    std::int64_t size = 1;
    std::int64_t stride = 1;  // chips per step; that many groups share each link
    bool wraps = false;       // the dimension wraps and the axis reaches round it
};

/// Where one axis lies: groups of `size` chips, `stride` apart in the row of all chips.
struct AxisPlacement {
    std::int64_t size = 1;
    std::int64_t stride = 1;
    std::array<TorusPart, Shape::kMaxDimensions> parts{};
    int partCount = 0;
    std::int64_t torusSize = 1;  // the product of the parts; what is left spans the levels outside
    int countedDimensions = 0;   // the smallest k such that the k longest dimensions hold torusSize
};

struct Placement {
    std::array<AxisPlacement, kAxisCount> axes;  // by Axis

    const AxisPlacement& of(Axis axis) const { return axes[static_cast<std::size_t>(axis)]; }
};

/// Why a mesh cannot be laid: the axis, and what it met.
struct PlacementProblem {
    Axis axis = Axis::tensor;
    int dimension = -1;  // of the torus, or
    int level = -1;      // of the fabric
    std::int64_t room = 0;  // what was left there
};

/// Lays the axes, innermost first, on the dimensions of the torus as digits of one row, then on the levels outside
/// (engine handbook, "Mesh and placement"). `mesh` need not fill the cluster. Allocates nothing.
std::optional<PlacementProblem> place(const Mesh& mesh, const Topology& topology, Placement& placement);

/// The sizes nearest to the asked one, below and above, at which the axis can be laid while the others stay; for a message.
/// The product of the mesh then differs from the cluster's, which is another message.
std::array<std::optional<std::int64_t>, 2> nearestSizes(Mesh mesh, Axis axis, const Topology& topology);

}  // namespace scalescope
