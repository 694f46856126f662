// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translator.h"
#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace scalescope {

/// A ceiling of the roofline chart: flat (a peak) or sloped (a bandwidth).
struct Ceiling {
    enum class Kind { peak, hbm, onChip, network, hostLink };

    Kind kind = Kind::peak;
    std::string name;             // dtype, memory or network
    std::string_view axis = {};   // degree of the plan, for a network
    FlopsPerSecond peak = {};     // of a flat one
    BytesPerSecond bandwidth = {};  // of a sloped one
};

/// Every ceiling of one chip under the plan: peaks by dtype, HBM, on-chip memory, the network of each degree larger than
/// one, the host link. Figures that are unknown have none.
std::vector<Ceiling> ceilingsOf(const Scenario& scenario, const Estimate& estimate, const Translator& translate = {});

}  // namespace scalescope
