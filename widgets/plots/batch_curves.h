// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "core/scenario/scenario.h"

#include <array>
#include <vector>

namespace scalescope {

/// The times of a scenario while its batch is varied, all by the engine.
struct BatchCurves {
    std::vector<double> batch;    // tokens
    std::vector<double> compute;  // seconds
    std::array<std::vector<double>, kAxisCount> axes;
    std::vector<double> expected;

    Threshold computeBound;  // above it communication can hide
    Threshold tooLarge;      // above it the plan does not fit
};

/// `scenario` is possible; its own batch does not matter.
BatchCurves batchCurves(const Scenario& scenario, double from, double to);

/// The scenario's times at another batch.
Summary summaryAt(const Scenario& scenario, double batch);

}  // namespace scalescope
