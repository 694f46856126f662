// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/splits.h"

#include <QString>

namespace scalescope {

// What the plots of splits say alike.

/// "512 FSDP × 8 tensor", "4,096 FSDP", "4,096 tensor".
QString splitText(const Split& split);

/// "compute 57 ms, network 30 ms".
QString timesText(const SplitTimes& times);

/// Where a ratio to one begins: "above 435 k tokens", "at every batch", "at no batch". `value` is the number in words.
QString boundText(const Threshold& threshold, const QString& value);

}  // namespace scalescope
