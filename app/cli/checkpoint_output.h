// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/estimate_json.h"
#include "core/scenario/model_import_files.h"

#include <iosfwd>
#include <span>

namespace scalescope {

class JsonWriter;

/// The keys of `import --json` beside those of the model's figures.
std::span<const OutputKey> importKeys();

/// The member "index": how what is stored compares with the count; null without an index and without tensors.
void writeCheckpoint(JsonWriter& json, const ModelFilesImport& import);

/// The same for people.
void printCheckpoint(std::ostream& out, const ModelFilesImport& import);

}  // namespace scalescope
