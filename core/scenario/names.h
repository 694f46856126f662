// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translator.h"
#include "core/scenario/scenario.h"

#include <string>

namespace scalescope {

/// "MLP in weights, backward ReduceScatter": what a collective moves, when and how.
std::string nameOf(const CollectiveEstimate& collective);

/// The networks that serve an axis: "ICI, 3 axes" when axes are counted, "ICI x, y" when they are placed,
/// "node, leaf" on a fabric. Empty for an axis of one.
std::string networkNameOf(const Scenario& scenario, const AxisPlacement& axis, const Translator& translate = {});

/// "TPU v5p 16x16x16, 4,096 chips": the hardware and its size.
std::string clusterNameOf(const Hardware& hardware, const Translator& translate = {});

/// One line under every picture: model, hardware, plan, batch, context and pass.
std::string settingOf(const Scenario& scenario, const Translator& translate = {});

}  // namespace scalescope
