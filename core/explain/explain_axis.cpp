// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kSource = SCALESCOPE_TEXT("core", "Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism");
constexpr std::string_view kBetweenStages = SCALESCOPE_TEXT("core", "the borders of stages");

/// Collectives of one kind for one component: forward, recomputed and backward ones together.
struct Bunch {
    Axis axis;
    Collective collective;
    Component component;
    std::vector<std::size_t> members;
};

std::vector<Bunch> groupsOf(const Context& c, Axis axis)
{
    std::vector<Bunch> groups;
    for (std::size_t i = 0; i < c.estimate.collectives.size(); ++i) {
        const CollectiveEstimate& e = c.estimate.collectives[i];
        if (e.axis() != axis)
            continue;
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const Bunch& g) {
            return g.collective == e.collective && g.component == e.component;
        });
        if (found != groups.end())
            found->members.push_back(i);
        else
            groups.push_back({axis, e.collective, e.component, {i}});
    }
    return groups;
}

std::string idOfPart(Axis axis, std::string_view rest, bool bytes)
{
    return "axis." + std::string(nameOf(axis)) + "." + std::string(rest) + (bytes ? ".bytes" : ".time");
}

Leaf memberLeaf(const Context& c, std::size_t i, bool bytes) { return bytes ? collectiveBytes(c, i) : collectiveTime(c, i); }

Leaf sumLeaf(const Context& c, const std::string& id, Axis axis, Collective collective, const std::string& of,
             const std::string& letter, const std::vector<std::size_t>& members, bool bytes)
{
    double sum = 0;
    for (const std::size_t i : members)
        sum += memberLeaf(c, i, bytes).value;
    return derived(id,
                   {bytes ? SCALESCOPE_TEXT("core", "Bytes of %1 of %2 (%3)") : SCALESCOPE_TEXT("core", "Time of %1 of %2 (%3)"),
                    {std::string(nameOf(collective)), of, explain::wordOf(axis)}, letter},
                   (bytes ? "V_" : "T_") + shortOf(collective) + " " + of + (letter.empty() ? "" : " " + letter), bytes ? "B" : "s", sum);
}

std::string idOfGroup(const Bunch& group) { return std::string(nameOf(group.collective)) + "." + idOf(group.component); }

std::string wordOf(const Bunch& group)
{
    return group.axis == Axis::pipeline ? std::string(kBetweenStages) : explain::wordOf(group.component);
}

Leaf groupLeaf(const Context& c, const Bunch& group, bool bytes)
{
    if (group.members.size() == 1)
        return memberLeaf(c, group.members.front(), bytes);
    return sumLeaf(c, idOfPart(group.axis, idOfGroup(group), bytes), group.axis, group.collective, wordOf(group), {},
                   group.members, bytes);
}

std::vector<int> kindsOf(const Context& c, const Bunch& group)
{
    std::vector<int> kinds;
    for (const std::size_t i : group.members)
        if (const int kind = c.estimate.collectives[i].layerKind; std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(kind);
    return kinds;
}

std::vector<std::size_t> membersIn(const Context& c, const Bunch& group, int kind)
{
    std::vector<std::size_t> members;
    for (const std::size_t i : group.members)
        if (c.estimate.collectives[i].layerKind == kind)
            members.push_back(i);
    return members;
}

Leaf kindLeaf(const Context& c, const Bunch& group, int kind, bool bytes)
{
    const std::vector<std::size_t> members = membersIn(c, group, kind);
    if (members.size() == 1)
        return memberLeaf(c, members.front(), bytes);
    const std::string letter = c.letterOf(kind);
    return sumLeaf(c, idOfPart(group.axis, idOfGroup(group) + "." + letter, bytes), group.axis, group.collective,
                   wordOf(group), letter, members, bytes);
}

/// Groups of one collective in one block, where the groups of a degree are many.
struct Bundle {
    Collective collective;
    Block block;

    bool operator==(const Bundle&) const = default;
};

Bundle bundleOf(const Bunch& group) { return {group.collective, blockOf(group.component)}; }

Leaf bundleLeaf(const Context& c, Axis axis, const Bundle& bundle, bool bytes)
{
    std::vector<std::size_t> members;
    for (const Bunch& group : groupsOf(c, axis))
        if (bundleOf(group) == bundle)
            members.insert(members.end(), group.members.begin(), group.members.end());
    return sumLeaf(c, idOfPart(axis, std::string(nameOf(bundle.collective)) + ".block." + std::string(nameOf(bundle.block)), bytes), axis,
                   bundle.collective, explain::wordOf(bundle.block), {}, members, bytes);
}

std::vector<Expression> termsOf(const Context& c, Axis axis, bool bytes)
{
    const std::vector<Bunch> groups = groupsOf(c, axis);
    std::vector<Expression> terms;
    if (groups.size() <= kLongestSum) {
        for (const Bunch& group : groups)
            terms.push_back(groupLeaf(c, group, bytes));
        return terms;
    }
    std::vector<Bundle> bundles;
    for (const Bunch& group : groups)
        if (std::find(bundles.begin(), bundles.end(), bundleOf(group)) == bundles.end())
            bundles.push_back(bundleOf(group));
    for (const Bundle& bundle : bundles)
        terms.push_back(bundleLeaf(c, axis, bundle, bytes));
    return terms;
}

Leaf axisBytes(const Context& c, Axis axis)
{
    const std::string name(nameOf(axis));
    return derived("axis." + name + ".bytes", {SCALESCOPE_TEXT("core", "Bytes of the collectives of the %1 degree"), {explain::wordOf(axis)}},
                   "V_" + explain::wordOf(axis), "B", c.estimate.of(axis).bytes.value);
}

Derivation sumDerivation(const Context& c, Axis axis, bool bytes)
{
    std::vector<Expression> terms = termsOf(c, axis, bytes);
    const Leaf leaf = bytes ? axisBytes(c, axis) : axisTime(c, axis);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "This degree sends nothing in the timed pass"), leaf.unit), kSource);
    return derivation(leaf, sumOf(std::move(terms)), kSource,
                      {{{bytes ? SCALESCOPE_TEXT("core", "Arrays inside one group, an AllReduce counted once; how many of these bytes cross a link depends on the collective.")
                               : SCALESCOPE_TEXT("core", "Collectives of one degree follow one another: their times add.")}}});
}

Derivation sumOfMembers(const Context& c, const Leaf& leaf, const std::vector<std::size_t>& members, bool bytes)
{
    std::vector<Expression> terms;
    for (const std::size_t i : members)
        terms.push_back(memberLeaf(c, i, bytes));
    return derivation(leaf, sumOf(std::move(terms)), kSource);
}

/// A component's collectives of one kind: those of a kind of layer, or of all.
std::optional<Derivation> deriveGroup(const Context& c, const Bunch& group, const Path& path, bool bytes)
{
    const std::vector<int> kinds = kindsOf(c, group);
    if (path.size() == 6) {
        const auto kind = path.kind(4, c);
        const std::vector<std::size_t> members = kind ? membersIn(c, group, static_cast<int>(*kind)) : std::vector<std::size_t>();
        if (kinds.size() < 2 || members.size() < 2)
            return std::nullopt;
        return sumOfMembers(c, kindLeaf(c, group, static_cast<int>(*kind), bytes), members, bytes);
    }
    if (kinds.size() < 2)
        return sumOfMembers(c, groupLeaf(c, group, bytes), group.members, bytes);
    std::vector<Expression> terms;
    for (const int kind : kinds)
        terms.push_back(kindLeaf(c, group, kind, bytes));
    return derivation(groupLeaf(c, group, bytes), sumOf(std::move(terms)), kSource);
}

/// "axis.fsdp.all_gather.block.mlp.time"
std::optional<Derivation> deriveBundle(const Context& c, Axis axis, const Path& path, bool bytes)
{
    std::vector<Expression> terms;
    Bundle bundle{};
    for (const Bunch& group : groupsOf(c, axis)) {
        if (nameOf(group.collective) != path[2] || nameOf(blockOf(group.component)) != path[4])
            continue;
        bundle = bundleOf(group);
        terms.push_back(groupLeaf(c, group, bytes));
    }
    if (terms.empty())
        return std::nullopt;
    return derivation(bundleLeaf(c, axis, bundle, bytes), sumOf(std::move(terms)), kSource);
}

std::optional<Derivation> derivePart(const Context& c, Axis axis, const Path& path)
{
    const std::string_view last = path[path.size() - 1];
    if (last != "bytes" && last != "time")
        return std::nullopt;
    if (path.size() == 6 && path[3] == "block")
        return deriveBundle(c, axis, path, last == "bytes");
    for (const Bunch& group : groupsOf(c, axis))
        if (nameOf(group.collective) == path[2] && idOf(group.component) == path[3] && group.members.size() > 1)
            return deriveGroup(c, group, path, last == "bytes");
    return std::nullopt;
}

}  // namespace

Leaf axisTime(const Context& c, Axis axis)
{
    const std::string name(nameOf(axis));
    return derived("axis." + name + ".time", {SCALESCOPE_TEXT("core", "Communication of the %1 degree"), {explain::wordOf(axis)}}, "T_" + explain::wordOf(axis), "s",
                   c.estimate.of(axis).time.value);
}

std::optional<Derivation> deriveAxis(const Context& c, const Path& path)
{
    const auto axis = path[0] == "axis" && c.estimate.possible() ? path.axis(1) : std::nullopt;
    if (!axis)
        return std::nullopt;
    if (path.size() == 3 && (path[2] == "time" || path[2] == "bytes"))
        return sumDerivation(c, *axis, path[2] == "bytes");
    return path.size() == 5 || path.size() == 6 ? derivePart(c, *axis, path) : std::nullopt;
}

}  // namespace scalescope::explain
