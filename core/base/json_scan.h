// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/json_syntax.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// Reads strict JSON (RFC 8259) in UTF-8 token by token and keeps none of it: for texts too large for a tree. Memory is
/// that of the nesting; duplicate keys are the caller's business.
class JsonScan {
public:
    enum class Token { beginObject, endObject, beginArray, endArray, key, string, number, literal, end, fault };

    /// `text` outlives the scan. NaN, Infinity and -Infinity are literals where they are allowed.
    explicit JsonScan(std::string_view text, std::size_t depth = 64, bool allowNonFinite = false);

    /// After `end` or `fault` the same again.
    Token next();

    /// Passes over the value that begins at the latest token, which is not a key; false when a fault is met.
    bool skip(Token begin);

    /// Of the latest token: a key or string between its quotes as written, a number or literal as written.
    std::string_view written() const { return m_written; }
    std::size_t offset() const { return m_offset; }

    /// The latest key or string with its escapes replaced; the view is into the text or into the buffer.
    std::string text() const;
    std::string_view text(std::string& buffer) const;

    /// A string as `written` has it, with its escapes replaced.
    static std::string unescaped(std::string_view written);

    const std::optional<JsonFault>& fault() const { return m_fault; }

    /// The fault as a problem of the file.
    Diagnostic problem() const;

    /// A problem of the caller's at an offset.
    Diagnostic problemAt(std::size_t offset, std::string_view message, std::vector<std::string> arguments) const;

private:
    Token value(std::size_t place);
    Token scanString(std::size_t place, Token token);
    Token scanNumber(std::size_t place);
    Token open(std::size_t place, char bracket);
    Token close(std::size_t place);
    Token finish(std::size_t place, std::size_t end, Token token);
    Token fail(std::size_t place, std::string_view rule = {});
    void afterValue();
    std::size_t skipBlanks(std::size_t place) const;
    bool skipEscape(std::size_t& place, std::string_view& rule) const;

    std::string_view m_text;
    std::size_t m_depth;
    bool m_allowNonFinite;
    std::string m_open;  // brackets
    std::size_t m_end = 0;
    std::size_t m_offset = 0;
    std::string_view m_written;
    std::string_view m_key;                // the latest of the innermost object
    std::vector<std::string_view> m_keys;  // of the objects outside it
    JsonExpected m_expected = JsonExpected::document;
    std::optional<JsonFault> m_fault;
};

}  // namespace scalescope
