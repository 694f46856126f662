// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/network_figures.h"

namespace scalescope::explain {

/// A number that its name explains.
inline Leaf named(double value, Words name, std::string symbol = {}, std::string_view unit = {})
{
    return {std::move(name), std::move(symbol), unit, value};
}

/// One collective over one group: that of the sharding study, of one of its steps, or of serving.
struct GroupTime {
    const Context& c;
    const Topology& topology;
    const AxisPlacement& placement;
    Collective collective;
    CollectiveTime time;
    Expression array;
    std::string id;
    bool plain = true;  // neither ragged nor helped by idle axes
    bool ours = true;   // over the scenario's networks, of which parameters speak

    double n() const { return static_cast<double>(placement.size); }
    const CollectiveRules& rules() const { return c.assumptions().collectives; }

    Leaf size() const { return named(n(), {SCALESCOPE_TEXT("core", "Chips of a group")}, "n"); }

    Leaf bandwidthTime() const
    {
        return derived(id + ".bandwidth_time", {SCALESCOPE_TEXT("core", "Time of the bytes of the %1"), {std::string(nameOf(collective))}},
                       "T_bytes", "s", time.bandwidth.value);
    }
    Leaf latency() const
    {
        return derived(id + ".latency", {SCALESCOPE_TEXT("core", "Time of the hops of the %1"), {std::string(nameOf(collective))}}, "T_hops", "s",
                       time.latency.value);
    }
};

/// The time of a group's collective, as `of`, or of its parts, by the end of the path: "time", "bandwidth_time", "latency".
std::optional<Derivation> deriveGroup(const GroupTime& g, const Leaf& of, std::string_view part);

}  // namespace scalescope::explain
