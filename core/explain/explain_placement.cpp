// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kPlacement =
    SCALESCOPE_TEXT("core", "Book, chapter 3: the axes of a mesh are laid on the hardware, innermost first");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\", for an axis of any stride");

std::string axisId(Axis axis, std::string_view rest)
{
    return "axis." + std::string(nameOf(axis)) + "." + std::string(rest);
}

std::string partId(Axis axis, int part, std::string_view rest)
{
    return axisId(axis, "part." + std::to_string(part) + "." + std::string(rest));
}

std::string levelId(Axis axis, int network, std::string_view rest)
{
    return axisId(axis, "level." + std::to_string(network) + "." + std::string(rest));
}

const TorusPart& partOf(const Context& c, Axis axis, int part)
{
    return c.placementOf(axis).parts[static_cast<std::size_t>(part)];
}

Leaf one(std::string_view name) { return constant(1, name); }

std::string dimensionName(int dimension) { return std::string(1, "xyzuvw"[dimension]); }

/// The degrees laid inside an axis, innermost first.
std::vector<Axis> inside(const Context& c, Axis axis)
{
    std::vector<Axis> axes;
    for (Axis other : meshOf(c.plan()).order) {
        if (other == axis)
            break;
        axes.push_back(other);
    }
    return axes;
}

Expression strideExpression(const Context& c, Axis axis)
{
    Expression product = one(SCALESCOPE_TEXT("core", "The innermost degree: its chips are neighbours"));
    bool empty = true;
    for (Axis other : inside(c, axis)) {
        if (c.placementOf(other).size == 1)
            continue;
        product = empty ? Expression(c.degree(other)) : std::move(product) * c.degree(other);
        empty = false;
    }
    return product;
}

Expression partSizeExpression(const Context& c, Axis axis, int part)
{
    Expression left = c.degree(axis);
    for (int i = 0; i < part; ++i)
        left = std::move(left) / partSize(c, axis, i);
    const Leaf length = c.input(0, "shape." + std::to_string(partOf(c, axis, part).dimension));
    return minimumOf({std::move(left), over(length, partStride(c, axis, part))});
}

Expression partStrideExpression(const Context& c, Axis axis, int part)
{
    const int dimension = partOf(c, axis, part).dimension;
    Expression product = one(SCALESCOPE_TEXT("core", "Nothing inside it lies in this dimension"));
    bool empty = true;
    for (Axis other : inside(c, axis)) {
        for (int i = 0; i < c.placementOf(other).partCount; ++i) {
            if (partOf(c, other, i).dimension != dimension)
                continue;
            product = empty ? Expression(partSize(c, other, i)) : std::move(product) * partSize(c, other, i);
            empty = false;
        }
    }
    return product;
}

Expression torusSizeExpression(const Context& c, Axis axis)
{
    Expression product = partSize(c, axis, 0);
    for (int i = 1; i < c.placementOf(axis).partCount; ++i)
        product = std::move(product) * partSize(c, axis, i);
    return product;
}

/// Chips below one switch of a level: of one child, and its children.
Expression chipsOf(const Context& c, int network) { return Expression(chipsBelow(c, network)) * levelDegree(c, network); }

Expression reached(const Context& c, Axis axis, Expression below)
{
    return maximumOf({one(SCALESCOPE_TEXT("core", "At least the chip itself")),
                      minimumOf({c.degree(axis), over(std::move(below), stride(c, axis))})});
}

Expression membersExpression(const Context& c, Axis axis, int network) { return reached(c, axis, chipsBelow(c, network)); }

Expression groupsExpression(const Context& c, Axis axis, int network)
{
    return minimumOf({stride(c, axis), chipsBelow(c, network)});
}

Expression childrenExpression(const Context& c, Axis axis, int network)
{
    return reached(c, axis, chipsOf(c, network)) / members(c, axis, network);
}

Expression chipsBelowExpression(const Context& c, int network)
{
    std::vector<Expression> sizes;
    for (int i = 0; i < network; ++i) {
        if (const auto* torus = std::get_if<Torus>(&c.scenario.hardware.cluster.networks[static_cast<std::size_t>(i)])) {
            for (int d = 0; d < torus->shape.dimensions; ++d)
                sizes.push_back(c.input(i, "shape." + std::to_string(d)));
        } else {
            sizes.push_back(levelDegree(c, i));
        }
    }
    if (sizes.empty())
        return one(SCALESCOPE_TEXT("core", "Below the innermost switch stand single chips"));
    Expression product = std::move(sizes.front());
    for (std::size_t i = 1; i < sizes.size(); ++i)
        product = std::move(product) * std::move(sizes[i]);
    return product;
}

bool isLevel(const Context& c, std::size_t network)
{
    const std::vector<Network>& networks = c.scenario.hardware.cluster.networks;
    return network < networks.size() && !std::holds_alternative<Torus>(networks[network]);
}

std::optional<Derivation> derivePart(const Context& c, Axis axis, const Path& path)
{
    const auto part = path.index(3);
    if (!part || static_cast<int>(*part) >= c.placementOf(axis).partCount)
        return std::nullopt;
    const int i = static_cast<int>(*part);
    if (path[4] == "size")
        return derivation(partSize(c, axis, i), partSizeExpression(c, axis, i), kPlacement,
                          {{{SCALESCOPE_TEXT("core", "A degree takes what it needs of a dimension, or all that is left of it.")}}});
    if (path[4] == "stride")
        return derivation(partStride(c, axis, i), partStrideExpression(c, axis, i), kPlacement,
                          {{{SCALESCOPE_TEXT("core", "That many groups share each link of the dimension.")}}});
    return std::nullopt;
}

std::optional<Derivation> deriveLevel(const Context& c, Axis axis, const Path& path)
{
    const auto network = path.index(3);
    if (!network || !isLevel(c, *network))
        return std::nullopt;
    const int i = static_cast<int>(*network);
    if (path[4] == "members")
        return derivation(members(c, axis, i), membersExpression(c, axis, i), kFabric);
    if (path[4] == "groups")
        return derivation(groups(c, axis, i), groupsExpression(c, axis, i), kFabric);
    if (path[4] == "children")
        return derivation(children(c, axis, i), childrenExpression(c, axis, i), kFabric);
    return std::nullopt;
}

}  // namespace

Leaf stride(const Context& c, Axis axis)
{
    return derived(axisId(axis, "stride"), {SCALESCOPE_TEXT("core", "Chips from one member of a group (%1) to the next"), {wordOf(axis)}},
                   "s_" + wordOf(axis), {}, static_cast<double>(c.placementOf(axis).stride));
}

Leaf partSize(const Context& c, Axis axis, int part)
{
    const TorusPart& p = partOf(c, axis, part);
    const std::string dimension = dimensionName(p.dimension);
    return derived(partId(axis, part, "size"),
                   {SCALESCOPE_TEXT("core", "Chips of the %1 degree along dimension %2"), {wordOf(axis), dimension}},
                   "n_" + wordOf(axis) + "," + dimension, {}, static_cast<double>(p.size));
}

Leaf partStride(const Context& c, Axis axis, int part)
{
    const TorusPart& p = partOf(c, axis, part);
    const std::string dimension = dimensionName(p.dimension);
    return derived(partId(axis, part, "stride"),
                   {SCALESCOPE_TEXT("core", "Groups of the %1 degree that share a link of dimension %2"), {wordOf(axis), dimension}},
                   "s_" + wordOf(axis) + "," + dimension, {}, static_cast<double>(p.stride));
}

Leaf torusSize(const Context& c, Axis axis)
{
    const AxisPlacement& placement = c.placementOf(axis);
    if (placement.torusSize == placement.size)
        return c.degree(axis);
    return derived(axisId(axis, "torus_size"), {SCALESCOPE_TEXT("core", "Chips of the %1 degree within a slice"), {wordOf(axis)}},
                   "n_" + wordOf(axis), {}, static_cast<double>(placement.torusSize));
}

Leaf levelDegree(const Context& c, int network)
{
    const bool fabric = std::holds_alternative<FabricLevel>(c.scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]);
    return c.input(network, fabric ? "degree" : "slices");
}

Leaf chipsBelow(const Context& c, int network)
{
    const std::string name = c.networkName(network);
    return derived("network." + std::to_string(network) + ".chips_below",
                   {SCALESCOPE_TEXT("core", "Chips below one child of %1"), {name}}, "S_" + name, {},
                   evaluate(chipsBelowExpression(c, network)));
}

Leaf members(const Context& c, Axis axis, int network)
{
    return derived(levelId(axis, network, "members"),
                   {SCALESCOPE_TEXT("core", "Chips of a group (%1) below one child of %2"), {wordOf(axis), c.networkName(network)}},
                   "m_" + c.networkName(network), {}, evaluate(membersExpression(c, axis, network)));
}

Leaf groups(const Context& c, Axis axis, int network)
{
    return derived(levelId(axis, network, "groups"),
                   {SCALESCOPE_TEXT("core", "Groups (%1) that share one child's link into %2"), {wordOf(axis), c.networkName(network)}},
                   "G_" + c.networkName(network), {}, evaluate(groupsExpression(c, axis, network)));
}

Leaf children(const Context& c, Axis axis, int network)
{
    return derived(levelId(axis, network, "children"),
                   {SCALESCOPE_TEXT("core", "Children of %2 that a group (%1) spans"), {wordOf(axis), c.networkName(network)}},
                   "D_" + c.networkName(network), {}, evaluate(childrenExpression(c, axis, network)));
}

std::optional<Derivation> derivePlacement(const Context& c, const Path& path)
{
    if (path.size() == 3 && path[0] == "network" && path[2] == "chips_below") {
        const auto network = path.index(1);
        if (!network || !isLevel(c, *network))
            return std::nullopt;
        const int i = static_cast<int>(*network);
        return derivation(chipsBelow(c, i), chipsBelowExpression(c, i), kFabric);
    }
    const auto axis = path[0] == "axis" && c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (!axis || c.placementOf(*axis).size <= 1)
        return std::nullopt;
    if (path.size() == 3 && path[2] == "stride")
        return derivation(stride(c, *axis), strideExpression(c, *axis), kPlacement);
    if (path.size() == 3 && path[2] == "torus_size" && !torusSize(c, *axis).link.empty() &&
        c.placementOf(*axis).partCount > 0)
        return derivation(torusSize(c, *axis), torusSizeExpression(c, *axis), kPlacement);
    if (path.size() == 5 && path[2] == "part")
        return derivePart(c, *axis, path);
    if (path.size() == 5 && path[2] == "level")
        return deriveLevel(c, *axis, path);
    return std::nullopt;
}

}  // namespace scalescope::explain
