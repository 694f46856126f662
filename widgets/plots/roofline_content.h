// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/ceilings.h"
#include "core/scenario/snapshot.h"

#include <optional>
#include <string>
#include <vector>

namespace scalescope {

/// A sloped ceiling.
struct Roof {
    Ceiling ceiling;
    std::optional<Axis> axis;  // the degree that a network carries

    double bandwidth() const { return ceiling.bandwidth.value; }
};

/// A flat ceiling; dtypes of one rate share it.
struct PeakLine {
    std::vector<std::string> types;
    double rate = 0;
    bool used = false;  // by the plan
};

/// The operations that are drawn as one: a component, the norms together, or the optimizer.
enum class OperationGroup { norms = kComponentCount, optimizer };

/// One operation at one level.
struct RooflinePoint {
    int group = 0;         // a Component or an OperationGroup
    std::size_t roof = 0;  // index
    double intensity = 0;  // FLOPs per byte of that level
    double rate = 0;       // FLOP/s that the roof and the peak allow
    double limit = 0;      // the flat ceiling of this operation
    double share = 0;      // of the time of compute
    bool timed = true;
    bool binds = false;  // of its levels the one that allows least
};

struct RooflineContent {
    std::vector<PeakLine> peaks;  // highest first
    std::vector<Roof> roofs;      // HBM first, where its bandwidth is known
    std::vector<RooflinePoint> points;
    std::optional<double> peak;   // of the dtype that the plan computes in
    std::optional<double> ridge;  // of HBM

    double leastIntensity = 1;  // the axes: made from the machine, never from the operations
    double mostIntensity = 1e5;
    double leastRate = 1;
    double mostRate = 1;
};

RooflineContent rooflineOf(const Snapshot& snapshot);

}  // namespace scalescope
