// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/model_import.h"
#include "core/transformer/checkpoint_comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace scalescope {

struct ModelFile {
    std::string name;  // as problems are reported with it
    std::string text;  // empty: the file is not there

    bool there() const { return !text.empty(); }
};

/// The header of a .safetensors file, without its tensors.
struct TensorFile {
    std::string name;
    std::string header;      // JSON
    double tensorBytes = 0;  // that follow it
};

/// What a model's folder holds.
struct ModelFiles {
    std::string fallbackName;  // of the model, when the config has none
    ModelFile config;
    ModelFile quantisation;  // hf_quant_config.json, quantize_config.json or quant_config.json
    ModelFile index;         // model.safetensors.index.json or that of older weight files
    std::vector<TensorFile> tensors;  // all of the model's, or none
};

struct FileProblem {
    std::string file;
    Diagnostic problem;
};

/// A model, and how what is stored compares with what its config says.
struct ModelFilesImport {
    std::optional<ImportedModel> imported;  // absent when anything is invalid
    std::optional<Checkpoint> checkpoint;   // where an index or headers are there
    std::optional<CheckpointComparison> comparison;
    std::vector<FileProblem> problems;      // notices too
};

/// The quantisation file counts when the config does not state its own.
ModelFilesImport importModelFiles(const ModelFiles& files);

}  // namespace scalescope
