// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace scalescope {

/// One file of presets/, compiled into the program so that it runs without an installation.
struct EmbeddedPreset {
    std::string_view kind;  // the folder: hardware, models or scenarios
    std::string_view name;  // the file without .json
    std::string_view text;  // JSON, UTF-8
};

/// Grouped by kind, within one kind in the order of presets/CMakeLists.txt.
std::span<const EmbeddedPreset> embeddedPresets();

}  // namespace scalescope
