// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/snapshot.h"

#include <span>
#include <string>
#include <string_view>

namespace scalescope {

/// The Estimate as `eval --json` prints it: SI numbers at full precision. Keys are documented by `outputKeys`, and no
/// others are written. Times are absent (null) where the scenario is impossible.
std::string estimateJson(const Snapshot& snapshot);

struct OutputKey {
    std::string_view path;  // "step.lower", "communication[].time"
    std::string_view unit;
    std::string_view meaning;
};

/// Every key of `estimateJson`; the man page lists them from here.
std::vector<OutputKey> outputKeys();

}  // namespace scalescope
