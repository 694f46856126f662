// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/presets.h"

#include <string>

namespace scalescope {

constexpr std::size_t kMaxFileBytes = std::size_t(8) << 20;

/// The content of a file, or what is wrong in words: absent, a folder, unreadable, too large.
struct FileContent {
    std::string text;
    std::string problem;
};
FileContent readFile(const std::string& path, std::size_t maxBytes = kMaxFileBytes);

/// Writes through a temporary file beside it, so that what was there stays whole until the new one is. Says what failed.
std::string writeFileAtomically(const std::string& path, std::string_view content);

/// The folder of the user's own presets: hardware/, models/ and scenarios/ under the platform's data folder.
std::string userPresetFolder();

/// Shipped presets and the user's own. What is wrong with one of the user's files is reported with its path, and the
/// others are used.
struct LoadedPresets {
    PresetLibrary library;
    std::vector<std::string> problems;
};
LoadedPresets loadPresets();

/// A text for a terminal: control characters, which a file or an argument may hold, become question marks.
std::string printable(std::string text);

/// "file:line:column: message (at /pointer)", as compilers have it.
std::string located(const std::string& file, const Diagnostic& diagnostic);

}  // namespace scalescope
