// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/estimate_json.h"

#include <iosfwd>
#include <span>

namespace scalescope {

class JsonWriter;

// What `eval` and `import` print of a model alone.

/// The keys that `writeModelFigures` writes, below "model."; `import` has them at the top.
std::span<const OutputKey> modelKeys();
constexpr std::string_view kModelPrefix = "model.";

/// Members of an open object. `context` in tokens is that of caches and attention.
void writeModelFigures(JsonWriter& json, const Model& model, double context, const Serving& serving);

/// The same for people.
void printModelFigures(std::ostream& out, const Model& model, double context, const Serving& serving);

}  // namespace scalescope
