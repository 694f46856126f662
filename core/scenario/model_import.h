// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "core/transformer/hf_config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// A model read from a Hugging Face config, and what became of every field of it.
struct ImportedModel {
    Model model;
    std::vector<ConfigField> fields;
};

struct ModelImport {
    std::optional<ImportedModel> imported;  // absent when anything is invalid
    Diagnostics problems;                   // notices too
};

/// `fallbackName` names the model when the config does not.
ModelImport importModel(std::string_view config, const std::string& fallbackName);

}  // namespace scalescope
