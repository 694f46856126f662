// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

// Where degrees and the groups of collectives lie (engine handbook, "Mesh and placement"). A network is named by its index
// in the cluster; those of a level are of every network but the torus.

/// The group that axis.<degree>.bandwidth is of.
Group mainGroup(const Context& c, Axis axis);

/// "axis.<degree>" for the main group of a degree, "group.<name>" for another.
std::string idOf(const Context& c, Group group, std::string_view rest);
std::string wordOf(const Context& c, Group group);
std::optional<Group> groupAt(const Context& c, const Path& path);  // of more than one chip, by the first two parts

/// The degrees, of more than one chip, in which the chips of a group differ, innermost first.
std::vector<Axis> axesOf(const Context& c, Group group);

Expression sizeOf(const Context& c, Group group);
Expression torusSize(const Context& c, Group group);  // of more than one chip on the torus
Leaf partSize(const Context& c, Group group, int part);
Leaf partStride(const Context& c, Group group, int part);
Leaf levelDegree(const Context& c, int network);
Leaf chipsBelow(const Context& c, int network);             // S
Leaf members(const Context& c, Group group, int network);   // m
Leaf groups(const Context& c, Group group, int network);    // g
Leaf children(const Context& c, Group group, int network);  // D

// What the links give.
const Topology::Level& levelOf(const Context& c, int index);
bool spans(const Context& c, Group group, const Topology::Level& level);
Expression efficient(const Context& c, int network, Expression bandwidth);
Expression linkOf(const Context& c, const Topology::Level& level);  // one direction of one child's link into it
struct Bandwidth {
    Expression expression;
    std::vector<Note> notes;
};
Note wholeNote();
Note ringNote(bool wraps);
Leaf itself(std::string_view name);  // 1
bool isWhole(const Context& c, bool ringsOnly);  // (n-1)/n taken for 1

/// The start-up of a collective of the group, where latency is added: that of the assumptions, and the measured one of the
/// outermost network that it crosses.
std::vector<Expression> startUps(const Context& c, const AxisPlacement& placement);
inline std::vector<Expression> startUps(const Context& c, Group group) { return startUps(c, c.placementOf(group)); }

// Gathers, scatters and reductions.
Leaf gatherBandwidthOf(const Context& c, Group group);
Derivation gatherBandwidthDerivation(const Context& c, Group group);
Leaf gatherLatency(const Context& c, Group group);
bool reducesInNetwork(const Context& c, Group group);
Leaf reductionBandwidth(const Context& c, Group group);
Leaf reductionLatency(const Context& c, Group group);
Leaf reductionGain(const Context& c, Group group);

// Rates of other collectives than gathers, at which an array is exchanged or sent.
Leaf exchangeBandwidth(const Context& c, Group group);
Leaf routedBandwidth(const Context& c, Group group, std::size_t kind);
Leaf sendBandwidth(const Context& c, Group group);
Leaf sendLatency(const Context& c, Group group);

}  // namespace scalescope::explain
