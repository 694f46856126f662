// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/estimate_json.h"

#include <iosfwd>

namespace scalescope {

class JsonWriter;

/// What serving takes, as the member "serving"; its keys are documented by `servingKeys`.
void writeServing(JsonWriter& json, const Snapshot& snapshot);
std::vector<OutputKey> servingKeys();

/// The same as tables for people, with its diagnostics.
void printServing(std::ostream& out, const Snapshot& snapshot);

}  // namespace scalescope
