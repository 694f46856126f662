// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/model_import_files.h"

#include <string>

namespace scalescope {

/// A model read from where it lies on disk: a config.json, a model's folder, or an index of weights beside a config.json.
/// In a folder the quantisation config, the index and the headers of .safetensors files count too; tensors are never
/// loaded. A file that cannot be read at all is a problem without a place.
ModelFilesImport importModelPath(const std::string& path);

}  // namespace scalescope
