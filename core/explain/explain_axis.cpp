// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism");

/// Collectives of one kind for one component: forward, recomputed and backward ones together.
struct Group {
    Axis axis;
    Collective collective;
    Component component;
    std::vector<std::size_t> members;
};

std::vector<Group> groupsOf(const Context& c, Axis axis)
{
    std::vector<Group> groups;
    for (std::size_t i = 0; i < c.estimate.collectives.size(); ++i) {
        const CollectiveEstimate& e = c.estimate.collectives[i];
        if (e.axis != axis)
            continue;
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
            return g.collective == e.collective && g.component == e.component;
        });
        if (found != groups.end())
            found->members.push_back(i);
        else
            groups.push_back({axis, e.collective, e.component, {i}});
    }
    return groups;
}

Leaf memberLeaf(const Context& c, std::size_t i, bool bytes) { return bytes ? collectiveBytes(c, i) : collectiveTime(c, i); }

Leaf groupLeaf(const Context& c, const Group& group, bool bytes)
{
    if (group.members.size() == 1)
        return memberLeaf(c, group.members.front(), bytes);
    double sum = 0;
    for (const std::size_t i : group.members)
        sum += memberLeaf(c, i, bytes).value;
    const std::string axis(nameOf(group.axis));
    const std::string collective(nameOf(group.collective));
    const std::string component = wordOf(group.component);
    return derived("axis." + axis + "." + collective + "." + idOf(group.component) + (bytes ? ".bytes" : ".time"),
                   {bytes ? SCALESCOPE_TEXT("core", "Bytes of %1 of %2 (%3)") : SCALESCOPE_TEXT("core", "Time of %1 of %2 (%3)"),
                    {collective, component, wordOf(group.axis)}},
                   (bytes ? "V_" : "T_") + shortOf(group.collective) + " " + component, bytes ? "B" : "s", sum);
}

Leaf axisBytes(const Context& c, Axis axis)
{
    const std::string name(nameOf(axis));
    return derived("axis." + name + ".bytes", {SCALESCOPE_TEXT("core", "Bytes of the collectives of the %1 degree"), {wordOf(axis)}},
                   "V_" + wordOf(axis), "B", c.estimate.of(axis).bytes.value);
}

Derivation sumDerivation(const Context& c, Axis axis, bool bytes)
{
    std::vector<Expression> terms;
    for (const Group& group : groupsOf(c, axis))
        terms.push_back(groupLeaf(c, group, bytes));
    const Leaf leaf = bytes ? axisBytes(c, axis) : axisTime(c, axis);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "This degree sends nothing in the timed pass"), leaf.unit), kSource);
    return derivation(leaf, sumOf(std::move(terms)), kSource,
                      {{{bytes ? SCALESCOPE_TEXT("core", "Arrays inside one group, an AllReduce counted once; how many of these bytes cross a link depends on the collective.")
                               : SCALESCOPE_TEXT("core", "Collectives of one degree follow one another: their times add.")}}});
}

std::optional<Derivation> deriveGroup(const Context& c, Axis axis, const Path& path)
{
    const bool bytes = path[4] == "bytes";
    if (!bytes && path[4] != "time")
        return std::nullopt;
    for (const Group& group : groupsOf(c, axis)) {
        if (nameOf(group.collective) != path[2] || idOf(group.component) != path[3] || group.members.size() < 2)
            continue;
        std::vector<Expression> terms;
        for (const std::size_t i : group.members)
            terms.push_back(memberLeaf(c, i, bytes));
        return derivation(groupLeaf(c, group, bytes), sumOf(std::move(terms)), kSource);
    }
    return std::nullopt;
}

}  // namespace

Leaf axisTime(const Context& c, Axis axis)
{
    const std::string name(nameOf(axis));
    return derived("axis." + name + ".time", {SCALESCOPE_TEXT("core", "Communication of the %1 degree"), {wordOf(axis)}}, "T_" + wordOf(axis), "s",
                   c.estimate.of(axis).time.value);
}

std::optional<Derivation> deriveAxis(const Context& c, const Path& path)
{
    const auto axis = path[0] == "axis" && c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (!axis)
        return std::nullopt;
    if (path.size() == 3 && (path[2] == "time" || path[2] == "bytes"))
        return sumDerivation(c, *axis, path[2] == "bytes");
    return path.size() == 5 ? deriveGroup(c, *axis, path) : std::nullopt;
}

}  // namespace scalescope::explain
