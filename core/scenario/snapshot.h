// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace scalescope {

/// A scenario and its answer, as every view receives them.
struct Snapshot {
    Scenario scenario;
    Estimate estimate;
};

inline Snapshot snapshotOf(const Scenario& scenario) { return {scenario, evaluate(scenario)}; }

}  // namespace scalescope
