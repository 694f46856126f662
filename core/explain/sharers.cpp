// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

using Sharers = std::vector<Axis>;

bool usesDimension(const AxisPlacement& placement, int dimension)
{
    return std::any_of(placement.parts.begin(), placement.parts.begin() + placement.partCount,
                       [dimension](const TorusPart& part) { return part.dimension == dimension; });
}

bool usesLevel(const AxisPlacement& placement, const Topology::Level& level) { return shareOf(placement, level).children > 1; }

/// For each dimension of the torus and each level of the fabric the degrees that lie on it.
std::vector<Sharers> sharersAsPlaced(const Context& c)
{
    std::vector<Sharers> all;
    const auto add = [&](auto uses) {
        Sharers sharers;
        for (Axis axis : usedAxes(c))
            if (uses(c.placementOf(axis)))
                sharers.push_back(axis);
        if (!sharers.empty())
            all.push_back(std::move(sharers));
    };
    for (int d = 0; d < c.step.topology.shape.dimensions; ++d)
        add([&](const AxisPlacement& p) { return usesDimension(p, d); });
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        add([&](const AxisPlacement& p) { return usesLevel(p, c.step.topology.levels[static_cast<std::size_t>(i)]); });
    return all;
}

/// Without duplicates and without sets that another contains, which are never busier.
std::vector<Sharers> largest(std::vector<Sharers> sets)
{
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    const std::vector<Sharers> all = sets;
    std::erase_if(sets, [&](const Sharers& small) {
        return std::any_of(all.begin(), all.end(), [&](const Sharers& large) {
            return large.size() > small.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
        });
    });
    return sets;
}

}  // namespace

std::vector<std::vector<Axis>> sharersOf(const Context& c)
{
    const std::vector<Axis> used = usedAxes(c);
    switch (c.assumptions().networks) {
    case NetworkCombination::overlap: {
        std::vector<Sharers> single;
        for (Axis axis : used)
            single.push_back({axis});
        return single;
    }
    case NetworkCombination::add: return {used};
    case NetworkCombination::asPlaced: break;
    }
    return largest(sharersAsPlaced(c));
}

}  // namespace scalescope::explain
