// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/network_figures.h"

namespace scalescope::explain {

namespace {

/// What was measured of a network, where it was and counts.
template <class Get>
bool measured(const Context& c, int network, Get get)
{
    return c.calibrated() && std::visit([&](const auto& n) { return get(n).has_value(); },
                                        c.scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]);
}

}  // namespace

const Topology::Level& levelOf(const Context& c, int index) { return c.step.topology.levels[static_cast<std::size_t>(index)]; }

bool spans(const Context& c, Group group, const Topology::Level& level)
{
    return shareOf(c.placementOf(group), level).children > 1;
}

Leaf itself(std::string_view name) { return constant(1, name); }

Note ringNote(bool wraps)
{
    if (wraps)
        return {{SCALESCOPE_TEXT("core", "A ring uses both directions of a link: a factor of 2 that belongs to the network, not to the array.")}};
    return {{SCALESCOPE_TEXT("core", "A dimension without wraparound is a line: only one direction of its links serves a gather.")}};
}

Note wholeNote()
{
    return {{SCALESCOPE_TEXT("core", "Asymptotic ring terms: (n-1)/n of the array is taken for all of it.")}};
}

bool isWhole(const Context& c, bool ringsOnly)
{
    const RingTerms ring = c.assumptions().collectives.ring;
    return ring == RingTerms::asymptoticEverywhere || (ring == RingTerms::asymptotic && ringsOnly);
}

Expression efficient(const Context& c, int network, Expression bandwidth)
{
    bandwidth = times(std::move(bandwidth), c.input("assumptions.network_efficiency"));
    if (measured(c, network, [](const auto& n) { return n.efficiency; }))
        bandwidth = times(std::move(bandwidth), c.input(network, "efficiency"));
    return bandwidth;
}

Expression linkOf(const Context& c, const Topology::Level& level)
{
    Expression link = c.input(level.network, "bandwidth");
    if (level.dataCentre)
        link = std::move(link) * chipsBelow(c, level.network) / c.input(level.network, "chips_per_host");
    return efficient(c, level.network, std::move(link));
}

std::vector<Expression> startUps(const Context& c, const AxisPlacement& placement)
{
    std::vector<Expression> own;
    const auto add = [&](int network) {
        if (measured(c, network, [](const auto& n) { return n.startUp; }))
            own.push_back(c.input(network, "start_up"));
    };
    if (placement.torusSize > 1)
        add(0);
    for (int i = 0; i < c.step.topology.levelCount; ++i)
        if (shareOf(placement, levelOf(c, i)).children > 1)
            add(levelOf(c, i).network);
    std::vector<Expression> all = {c.input("assumptions.start_up")};
    if (!own.empty())
        all.push_back(maximumOf(std::move(own)));
    return all;
}

}  // namespace scalescope::explain
