// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <functional>
#include <string_view>

namespace scalescope {

/// Where a condition that holds for large values begins to hold.
struct Threshold {
    enum class Kind {
        always,  // holds from the lower end on
        at,      // holds above `value`
        never,   // does not hold at the upper end
    };
    Kind kind = Kind::never;
    double value = 0;
};

/// The smallest value in [from, to] above which `difference` stays at or above zero, to the last digit.
/// `from` is positive; ends are included. Changes of sign closer together than 1/32 of the logarithmic range may be missed.
Threshold solve(const std::function<double(double)>& difference, double from, double to);

/// The value of one parameter above which the step is bound by arithmetic: the batch at which communication begins to
/// hide, or with `axis` the one at which that degree alone does. Never, when the scenario is impossible.
Threshold computeBoundAbove(const Scenario& scenario, std::string_view parameter, double from, double to);
Threshold computeBoundAbove(const Scenario& scenario, std::string_view parameter, double from, double to, Axis axis);

/// The batch above which the step is bound by arithmetic, between one token and a trillion.
Threshold criticalBatchOf(const Scenario& scenario);

}  // namespace scalescope
