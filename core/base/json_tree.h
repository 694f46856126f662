// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

struct JsonMember;

/// A JSON value that knows where it stands. Offsets are bytes from the start of the text.
struct JsonNode {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool boolean = false;
    bool integer = false;  // written without fraction and exponent, and `number` has it exactly
    double number = 0.0;
    std::string text;                 // of a string its value; of a number, and of NaN or Infinity, what is written
    std::vector<JsonNode> items;      // of an array
    std::vector<JsonMember> members;  // of an object, in the order of the file, duplicates included
    std::size_t offset = 0;

    const JsonNode* find(std::string_view key) const;  // the first of that name, or null
};

struct JsonMember {
    std::string key;
    std::size_t keyOffset = 0;
    JsonNode value;
};

struct JsonLimits {
    std::size_t bytes = std::size_t(8) << 20;
    int depth = 64;  // containers inside each other; at most 1000
    std::size_t nodes = std::size_t(1) << 18;
    std::size_t keyBytes = 1024;
    bool allowNonFinite = false;  // NaN, Infinity and -Infinity, as Python writes them, are read as null
};

/// What was read. The tree is there when the text is well-formed and within the limits; then the only problems are
/// duplicate keys, so that a reader of the tree can add its own and all are reported at once. All are `invalid`, in the
/// order of the text.
struct JsonDocument {
    std::optional<JsonNode> root;
    Diagnostics problems;
};

/// Reads strict JSON (RFC 8259) in UTF-8; a byte order mark is passed over. Cost and memory are linear in the size.
JsonDocument parseJson(std::string_view text, const JsonLimits& limits = {});

/// A place in a text, both from 1. A column is a character (Unicode code point), a line ends with a line feed.
struct TextPosition {
    int line = 1;
    int column = 1;

    bool operator==(const TextPosition&) const = default;
};

TextPosition positionAt(std::string_view text, std::size_t offset);

/// A key as a step of a JSON pointer: "a/b" becomes "a~1b". RFC 6901.
std::string escapePointer(std::string_view key);

}  // namespace scalescope
