// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What stands in the way of reading a JSON text, in words. Only the readers of JSON need this.

namespace scalescope {

/// A problem before its place is known as line and column; the texts are as in Diagnostic.
struct JsonFault {
    std::string_view message;
    std::vector<std::string> arguments;
    std::string_view suggestion;
    std::size_t offset = 0;
};

/// What may come after the last token that was understood.
enum class JsonExpected { document, firstKey, colon, nextMember, firstItem, nextItem, end };

struct JsonContext {
    std::string_view text;
    std::size_t end = 0;  // of the last token that was understood
    JsonExpected expected = JsonExpected::document;
    std::string_view key;  // of the member that is being read
};

/// Too large, empty, or not UTF-8 without NUL.
std::optional<JsonFault> encodingFault(std::string_view text, std::size_t largest);

/// Why the parser stopped at errorOffset; its own message says only which rule of strings and numbers was broken.
JsonFault syntaxFault(const JsonContext& context, std::size_t errorOffset, std::string_view parserMessage);

/// Bytes of the NaN, Infinity or -Infinity at the offset, or 0.
std::size_t nonFiniteLength(std::string_view text, std::size_t offset);

/// A piece of a file as a message shows it: at most 40 bytes, control characters escaped.
std::string abbreviated(std::string_view text);

}  // namespace scalescope
