// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <span>
#include <string_view>
#include <vector>

namespace scalescope {

/// The scenario's summary at each value of one parameter, everything else unchanged; empty for an unknown parameter.
/// Values must be within the parameter's range. One allocation in all.
std::vector<Summary> series(const Scenario& scenario, std::string_view parameter, std::span<const double> values);

/// `count` values from `from` to `to`, equally spaced as ratios.
std::vector<double> logSpaced(double from, double to, int count);

}  // namespace scalescope
