// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

// Where a degree lies (engine handbook, "Mesh and placement"). A network is named by its index in the cluster; those of a
// level are of every network but the torus.

Leaf stride(const Context& c, Axis axis);
Leaf partSize(const Context& c, Axis axis, int part);
Leaf partStride(const Context& c, Axis axis, int part);
Leaf torusSize(const Context& c, Axis axis);  // the degree itself where it does not leave the torus
Leaf levelDegree(const Context& c, int network);
Leaf chipsBelow(const Context& c, int network);            // S
Leaf members(const Context& c, Axis axis, int network);    // m
Leaf groups(const Context& c, Axis axis, int network);     // g
Leaf children(const Context& c, Axis axis, int network);   // D

}  // namespace scalescope::explain
