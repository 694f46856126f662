// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/diagnostic.h"
#include "core/transformer/architecture.h"
#include "core/transformer/storage.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// What became of a field of a config.json.
enum class FieldUse {
    used,
    guessed,  // not stated: a default was taken
    ignored,  // changes nothing that is computed
};
constexpr std::array<std::string_view, 3> kFieldUseNames = {
    SCALESCOPE_TEXT("core", "used"),
    SCALESCOPE_TEXT("core", "guessed"),
    SCALESCOPE_TEXT("core", "ignored"),
};

struct ConfigField {
    std::string key;
    FieldUse use = FieldUse::used;
    std::string value;   // as written, shortened; of a guess what was taken
    std::string reason;  // English without placeholders, marked with SCALESCOPE_TEXT for translation

    bool operator==(const ConfigField&) const = default;
};

/// What a Hugging Face config.json says of a model, with an account of each of its fields.
struct ConfigImport {
    std::optional<Architecture> architecture;  // there unless a problem is `invalid`
    WeightStorage storage;                     // of the weights as published
    std::string modelType;                     // the kind as which it was read, or what the file states
    std::vector<ConfigField> fields;  // used and guessed ones first, then ignored ones in the order of the file
    Diagnostics problems;             // in the order of the file; notices say what is not counted
};

/// Reads the text of a config.json of a decoder. A field that is absent or null takes the default of the model type's own
/// configuration class (transformers: LlamaConfig, GPT2Config, ...) and is listed as guessed; a model type that is not
/// known is read by the usual names of fields, and a notice says so. Encoders are refused in words; all problems are
/// reported at once. Fields of the object that holds the decoder have its name before theirs: "text_config.hidden_size".
ConfigImport importConfig(std::string_view text);

/// Whether a text that was dropped or opened is meant as a config.json, readable or not, and not as a scenario.
bool looksLikeConfig(std::string_view text);

}  // namespace scalescope
