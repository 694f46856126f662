// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"

#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

// How a hand on one control keeps the plan whole. Files and --set are never adjusted.

/// The edits that a hand on one control means. A degree of the plan keeps the number of chips: `giver` (a degree's id, or
/// empty for fsdp, then data) gives or takes. A change of the cluster's size rescales fsdp, then data, then tensor. What
/// cannot be made legal stays as it is asked, and the scenario says why it is impossible. An axis of the sharding study's
/// mesh keeps the number of devices likewise, from the outermost other axis on, and follows the cluster's size.
std::vector<Edit> balanced(const Scenario& scenario, const Edit& edit, std::string_view giver = {});

/// The values of a degree, or of an axis of the study's mesh, that can be made legal that way, rising; the present one is among them.
std::vector<double> legalDegrees(const Scenario& scenario, std::string_view degree, std::string_view giver = {});

/// The same scenario on other hardware or another model, with degrees that fill the cluster where any do, and a serving
/// layout that holds at least one sequence.
Scenario refitted(Scenario scenario);

}  // namespace scalescope
