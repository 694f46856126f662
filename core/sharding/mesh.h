// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/diagnostic.h"
#include "core/hardware/cluster.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scalescope {

/// The degrees of a plan that are axes of the mesh, in the order in which they are laid unless the plan says otherwise,
/// innermost first.
enum class Axis { tensor, expert, context, fsdp, data, pipeline };

constexpr int kAxisCount = 6;
constexpr std::array<std::string_view, kAxisCount> kAxisNames = {
    SCALESCOPE_TEXT("core", "tensor"),
    SCALESCOPE_TEXT("core", "expert"),
    SCALESCOPE_TEXT("core", "context"),
    SCALESCOPE_TEXT("core", "fsdp"),
    SCALESCOPE_TEXT("core", "data"),
    SCALESCOPE_TEXT("core", "pipeline"),
};
constexpr std::array<Axis, kAxisCount> kAxes = {Axis::tensor, Axis::expert, Axis::context, Axis::fsdp, Axis::data, Axis::pipeline};
constexpr std::string_view nameOf(Axis axis) { return kAxisNames[static_cast<std::size_t>(axis)]; }

/// Named axes with sizes, and the order in which they are laid on the hardware, innermost first.
struct Mesh {
    std::array<std::int64_t, kAxisCount> size = {1, 1, 1, 1, 1, 1};  // by Axis
    std::array<Axis, kAxisCount> order = kAxes;

    std::int64_t sizeOf(Axis axis) const { return size[static_cast<std::size_t>(axis)]; }
    std::array<std::int64_t, kAxisCount> sizesInOrder() const
    {
        std::array<std::int64_t, kAxisCount> sizes{};
        for (std::size_t i = 0; i < sizes.size(); ++i)
            sizes[i] = sizeOf(order[i]);
        return sizes;
    }
};

/// The part of an axis that lies in one dimension of the torus.
struct TorusPart {
    int dimension = 0;
    std::int64_t size = 1;
    std::int64_t stride = 1;  // chips per step; that many groups share each link
    bool wraps = false;       // the dimension wraps and the axis reaches round it
};

/// `size` chips, `stride` apart in the row of all chips.
struct Run {
    std::int64_t size = 1;
    std::int64_t stride = 1;
};

/// The most axes that a mesh has.
constexpr int kMaxMeshAxes = 8;

/// Where the groups of one axis lie, or those of several axes taken as one (see `combined`).
struct AxisPlacement {
    static constexpr int kMaxParts = Shape::kMaxDimensions + kMaxMeshAxes;

    std::int64_t size = 1;
    std::int64_t stride = 1;  // of the innermost run
    std::array<TorusPart, kMaxParts> parts;  // by dimension, inner before outer
    int partCount = 0;
    std::int64_t torusSize = 1;  // the product of the parts; what is left spans the levels outside
    int countedDimensions = 0;   // the smallest k such that the k longest dimensions hold torusSize
    std::array<Run, kMaxMeshAxes> runs;  // one for each axis, inner before outer
    int runCount = 0;

    std::span<const TorusPart> torusParts() const { return {parts.data(), static_cast<std::size_t>(partCount)}; }
    std::span<const Run> allRuns() const { return {runs.data(), static_cast<std::size_t>(runCount)}; }
};

/// Why axes cannot be laid: which of them, and what it met.
struct PlacementProblem {
    int position = 0;    // in the order in which they are laid, innermost first
    int dimension = -1;  // of the torus, or
    int level = -1;      // of the fabric
    std::int64_t room = 0;  // what was left there
};

/// Lays axes of these sizes, innermost first, on the dimensions of the torus as digits of one row, then on the levels
/// outside (engine handbook, "Mesh and placement"). They need not fill the cluster; sizes are at least 1, at most
/// kMaxMeshAxes of them, and their product is at most kMaxChips. Allocates nothing.
std::optional<PlacementProblem> placeAxes(std::span<const std::int64_t> sizes, const Topology& topology,
                                          std::span<AxisPlacement> axes);

/// The groups of several axes of one mesh taken as one: chips that differ in any of them.
AxisPlacement combined(std::span<const AxisPlacement* const> axes, const Topology& topology);

/// Bytes per second of one chip's links that a part of a group may use, both directions where it wraps: the groups that
/// step over one another share each link.
BytesPerSecond usableBandwidth(const TorusPart& part, const Topology& topology);

/// What a group meets at one level of a fabric.
struct LevelShare {
    double members = 1;   // m: of the group below one child
    double groups = 1;    // g: that share the child's link
    double children = 1;  // D: that the group spans
};
LevelShare shareOf(const AxisPlacement& axis, const Topology::Level& level);

/// The orders in which axes of these sizes can be laid, best first by `cost` of the placements, which come in the order
/// of `sizes`. Each order lists positions in `sizes`, innermost first. Empty when no order can be laid. Tries every order
/// of up to six axes; with more, the first two stay where they are.
std::vector<std::vector<int>> ordersByCost(std::span<const std::int64_t> sizes, const Topology& topology,
                                           const std::function<double(std::span<const AxisPlacement>)>& cost);

/// The sizes nearest to that at `position`, below and above, at which this axis can be laid while the others stay; for a
/// message. The product then differs, which is another message.
std::array<std::optional<std::int64_t>, 2> nearestSizes(std::span<const std::int64_t> sizes, int position,
                                                        const Topology& topology);

}  // namespace scalescope
