// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kPlacement =
    SCALESCOPE_TEXT("core", "Book, chapter 3: the axes of a mesh are laid on the hardware, innermost first");
constexpr std::string_view kFabric = SCALESCOPE_TEXT("core", "Book, chapter 12, \"How do collectives work on GPUs\", for an axis of any stride");

std::string degreeId(Axis axis, std::string_view rest)
{
    return "degree." + std::string(nameOf(axis)) + "." + std::string(rest);
}

std::string partOfId(int part, std::string_view rest) { return "part." + std::to_string(part) + "." + std::string(rest); }
std::string levelOfId(int network, std::string_view rest) { return "level." + std::to_string(network) + "." + std::string(rest); }

const AxisPlacement& degreeOf(const Context& c, Axis axis) { return c.step.groups.of(axis); }

const TorusPart& partOf(const AxisPlacement& placement, int part) { return placement.parts[static_cast<std::size_t>(part)]; }

Leaf one(std::string_view name) { return constant(1, name); }

std::string dimensionName(int dimension) { return std::string(1, "xyzuvw"[dimension]); }

/// The degrees laid inside one, innermost first.
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

Leaf stride(const Context& c, Axis axis)
{
    return derived(degreeId(axis, "stride"), {SCALESCOPE_TEXT("core", "Chips from one member of a group (%1) to the next"), {wordOf(axis)}},
                   "s_" + wordOf(axis), {}, static_cast<double>(degreeOf(c, axis).stride));
}

Leaf sizeLeaf(std::string id, const std::string& word, const TorusPart& p)
{
    const std::string dimension = dimensionName(p.dimension);
    return derived(std::move(id), {SCALESCOPE_TEXT("core", "Chips of the %1 degree along dimension %2"), {word, dimension}},
                   "n_" + word + "," + dimension, {}, static_cast<double>(p.size));
}

Leaf partSize(const Context& c, Axis axis, int part)
{
    return sizeLeaf(degreeId(axis, partOfId(part, "size")), wordOf(axis), partOf(degreeOf(c, axis), part));
}

Leaf partStride(const Context& c, Axis axis, int part)
{
    const TorusPart& p = partOf(degreeOf(c, axis), part);
    const std::string dimension = dimensionName(p.dimension);
    return derived(degreeId(axis, partOfId(part, "stride")),
                   {SCALESCOPE_TEXT("core", "Groups of the %1 degree that share a link of dimension %2"), {wordOf(axis), dimension}},
                   "s_" + wordOf(axis) + "," + dimension, {}, static_cast<double>(p.stride));
}

Expression strideExpression(const Context& c, Axis axis)
{
    Expression product = one(SCALESCOPE_TEXT("core", "The innermost degree: its chips are neighbours"));
    bool empty = true;
    for (Axis other : inside(c, axis)) {
        if (degreeOf(c, other).size == 1)
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
    const Leaf length = c.input(0, "shape." + std::to_string(partOf(degreeOf(c, axis), part).dimension));
    return minimumOf({std::move(left), over(length, partStride(c, axis, part))});
}

Expression partStrideExpression(const Context& c, Axis axis, int part)
{
    const int dimension = partOf(degreeOf(c, axis), part).dimension;
    Expression product = one(SCALESCOPE_TEXT("core", "Nothing inside it lies in this dimension"));
    bool empty = true;
    for (Axis other : inside(c, axis)) {
        for (int i = 0; i < degreeOf(c, other).partCount; ++i) {
            if (partOf(degreeOf(c, other), i).dimension != dimension)
                continue;
            product = empty ? Expression(partSize(c, other, i)) : std::move(product) * partSize(c, other, i);
            empty = false;
        }
    }
    return product;
}

/// The parts of a group's degrees that lie in one of its parts, innermost first.
struct DegreePart {
    Axis axis;
    int part;
};

std::vector<DegreePart> partsWithin(const Context& c, Group group, int part)
{
    const TorusPart& whole = partOf(c.placementOf(group), part);
    std::vector<DegreePart> within;
    for (const Axis axis : axesOf(c, group)) {
        for (int i = 0; i < degreeOf(c, axis).partCount; ++i) {
            const TorusPart& p = partOf(degreeOf(c, axis), i);
            if (p.dimension == whole.dimension && p.stride >= whole.stride && p.stride < whole.stride * whole.size)
                within.push_back({axis, i});
        }
    }
    std::sort(within.begin(), within.end(), [&](const DegreePart& a, const DegreePart& b) {
        return partOf(degreeOf(c, a.axis), a.part).stride < partOf(degreeOf(c, b.axis), b.part).stride;
    });
    return within;
}

Expression groupPartExpression(const Context& c, Group group, int part)
{
    std::vector<Expression> sizes;
    for (const DegreePart& p : partsWithin(c, group, part))
        sizes.push_back(partSize(c, p.axis, p.part));
    return productOf(std::move(sizes));
}

/// Chips below one switch of a level: of one child, and its children.
Expression chipsOf(const Context& c, int network) { return Expression(chipsBelow(c, network)) * levelDegree(c, network); }

/// Of a group the chips that stand below a switch with so many below it.
Expression reached(const Context& c, Group group, const Expression& below)
{
    std::vector<Expression> factors;
    for (const Axis axis : axesOf(c, group))
        factors.push_back(maximumOf({one(SCALESCOPE_TEXT("core", "At least the chip itself")),
                                     minimumOf({c.degree(axis), over(below, stride(c, axis))})}));
    return productOf(std::move(factors));
}

Expression membersExpression(const Context& c, Group group, int network) { return reached(c, group, chipsBelow(c, network)); }

Expression groupsExpression(const Context& c, Group group, int network)
{
    return Expression(chipsBelow(c, network)) / members(c, group, network);
}

Expression childrenExpression(const Context& c, Group group, int network)
{
    return reached(c, group, chipsOf(c, network)) / members(c, group, network);
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

std::optional<Derivation> deriveDegree(const Context& c, const Path& path)
{
    const auto axis = c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (!axis || degreeOf(c, *axis).size <= 1)
        return std::nullopt;
    if (path.size() == 3 && path[2] == "stride")
        return derivation(stride(c, *axis), strideExpression(c, *axis), kPlacement);
    const auto part = path.size() == 5 && path[2] == "part" ? path.index(3) : std::nullopt;
    if (!part || static_cast<int>(*part) >= degreeOf(c, *axis).partCount)
        return std::nullopt;
    const int i = static_cast<int>(*part);
    if (path[4] == "size")
        return derivation(partSize(c, *axis, i), partSizeExpression(c, *axis, i), kPlacement,
                          {{{SCALESCOPE_TEXT("core", "A degree takes what it needs of a dimension, or all that is left of it.")}}});
    if (path[4] == "stride")
        return derivation(partStride(c, *axis, i), partStrideExpression(c, *axis, i), kPlacement,
                          {{{SCALESCOPE_TEXT("core", "That many groups share each link of the dimension.")}}});
    return std::nullopt;
}

std::optional<Derivation> derivePart(const Context& c, Group group, const Path& path)
{
    const auto part = path.index(3);
    if (!part || static_cast<int>(*part) >= c.placementOf(group).partCount || path[4] != "size")
        return std::nullopt;
    const int i = static_cast<int>(*part);
    if (partsWithin(c, group, i).size() < 2)
        return std::nullopt;
    return derivation(partSize(c, group, i), groupPartExpression(c, group, i), kPlacement,
                      {{{SCALESCOPE_TEXT("core", "Degrees that lie next to one another form one ring or line.")}}});
}

std::optional<Derivation> deriveLevel(const Context& c, Group group, const Path& path)
{
    const auto network = path.index(3);
    if (!network || !isLevel(c, *network))
        return std::nullopt;
    const int i = static_cast<int>(*network);
    if (path[4] == "members")
        return derivation(members(c, group, i), membersExpression(c, group, i), kFabric);
    if (path[4] == "groups")
        return derivation(groups(c, group, i), groupsExpression(c, group, i), kFabric);
    if (path[4] == "children")
        return derivation(children(c, group, i), childrenExpression(c, group, i), kFabric);
    return std::nullopt;
}

}  // namespace

Group mainGroup(const Context& c, Axis axis)
{
    switch (axis) {
    case Axis::tensor: return Group::tensor;
    case Axis::expert: return Group::expert;
    case Axis::context: return Group::context;
    case Axis::fsdp: return c.placementOf(Group::shards).size > 1 ? Group::shards : Group::expertShards;
    case Axis::data: return c.placementOf(Group::replicas).size > 1 ? Group::replicas : Group::expertReplicas;
    case Axis::pipeline: break;
    }
    return Group::stages;
}

std::string idOf(const Context& c, Group group, std::string_view rest)
{
    const Axis axis = axisOf(group);
    const bool main = mainGroup(c, axis) == group;
    return (main ? "axis." + std::string(nameOf(axis)) : "group." + std::string(nameOf(group))) + "." + std::string(rest);
}

std::string wordOf(const Context& c, Group group)
{
    return mainGroup(c, axisOf(group)) == group ? wordOf(axisOf(group)) : wordOf(group);
}

std::optional<Group> groupAt(const Context& c, const Path& path)
{
    if (!c.estimate.possible())
        return std::nullopt;
    std::optional<Group> found;
    if (path[0] == "axis")
        if (const auto axis = path.axis(1))
            found = mainGroup(c, *axis);
    if (path[0] == "group")
        for (int i = 0; i < kGroupCount; ++i)
            if (const auto group = static_cast<Group>(i); nameOf(group) == path[1] && mainGroup(c, axisOf(group)) != group)
                found = group;
    return found && c.placementOf(*found).size > 1 ? found : std::nullopt;
}

std::vector<Axis> axesOf(const Context& c, Group group)
{
    std::vector<Axis> axes;
    for (const Run& run : c.placementOf(group).allRuns())
        for (const Axis axis : kAxes)
            if (run.size > 1 && degreeOf(c, axis).size == run.size && degreeOf(c, axis).stride == run.stride)
                axes.push_back(axis);
    return axes;
}

Expression sizeOf(const Context& c, Group group)
{
    std::vector<Expression> degrees;
    for (const Axis axis : axesOf(c, group))
        degrees.push_back(c.degree(axis));
    return productOf(std::move(degrees));
}

Expression torusSize(const Context& c, Group group)
{
    const AxisPlacement& placement = c.placementOf(group);
    if (placement.torusSize == placement.size)
        return sizeOf(c, group);
    std::vector<Expression> sizes;
    for (int i = 0; i < placement.partCount; ++i)
        sizes.push_back(partSize(c, group, i));
    return productOf(std::move(sizes));
}

Leaf partSize(const Context& c, Group group, int part)
{
    const std::vector<DegreePart> within = partsWithin(c, group, part);
    if (within.size() == 1)
        return partSize(c, within.front().axis, within.front().part);
    return sizeLeaf(idOf(c, group, partOfId(part, "size")), wordOf(c, group), partOf(c.placementOf(group), part));
}

Leaf partStride(const Context& c, Group group, int part)
{
    const DegreePart innermost = partsWithin(c, group, part).front();
    return partStride(c, innermost.axis, innermost.part);
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

Leaf members(const Context& c, Group group, int network)
{
    return derived(idOf(c, group, levelOfId(network, "members")),
                   {SCALESCOPE_TEXT("core", "Chips of a group (%1) below one child of %2"), {wordOf(c, group), c.networkName(network)}},
                   "m_" + c.networkName(network), {}, evaluate(membersExpression(c, group, network)));
}

Leaf groups(const Context& c, Group group, int network)
{
    return derived(idOf(c, group, levelOfId(network, "groups")),
                   {SCALESCOPE_TEXT("core", "Groups (%1) that share one child's link into %2"), {wordOf(c, group), c.networkName(network)}},
                   "G_" + c.networkName(network), {}, evaluate(groupsExpression(c, group, network)));
}

Leaf children(const Context& c, Group group, int network)
{
    return derived(idOf(c, group, levelOfId(network, "children")),
                   {SCALESCOPE_TEXT("core", "Children of %2 that a group (%1) spans"), {wordOf(c, group), c.networkName(network)}},
                   "D_" + c.networkName(network), {}, evaluate(childrenExpression(c, group, network)));
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
    if (path[0] == "degree")
        return deriveDegree(c, path);
    const auto group = path.size() == 5 ? groupAt(c, path) : std::nullopt;
    if (!group)
        return std::nullopt;
    if (path[2] == "part")
        return derivePart(c, *group, path);
    return path[2] == "level" ? deriveLevel(c, *group, path) : std::nullopt;
}

}  // namespace scalescope::explain
