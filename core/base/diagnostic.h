// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// How bad it is (see "What may be wrong with a scenario" in the handbook).
enum class Severity {
    notice,      // the numbers stand, but the reader should know
    infeasible,  // does not fit in memory: times are hypothetical
    impossible,  // cannot be built: no time is shown
    invalid,     // refused: a type, a range, an unknown key
};

/// One thing that is wrong, where, and the nearest thing that works.
struct Diagnostic {
    Severity severity = Severity::notice;
    std::string parameter;               // id in the parameter table, or empty
    std::string_view message;            // English with %1, %2, ...; marked with SCALESCOPE_TEXT for translation
    std::vector<std::string> arguments;  // what replaces %1, %2, ...
    std::string_view suggestion = {};    // likewise; its placeholders continue those of the message
    std::string pointer = {};            // JSON pointer, for files
    int line = 0;                        // 1-based; 0 when there is no file
    int column = 0;

    bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

std::string_view nameOf(Severity severity);

/// The text with its arguments put in.
std::string substitute(std::string_view text, const std::vector<std::string>& arguments);

/// Message and suggestion as one English text: "Message. Suggestion."
std::string describe(const Diagnostic& diagnostic);

bool anyAtLeast(const Diagnostics& diagnostics, Severity severity);

}  // namespace scalescope
