// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// Writes JSON piece by piece, the same bytes for the same calls: two blanks of indent, keys in the order given, numbers
/// as short as they read back exactly, arrays of numbers on one line, a line feed at the end. What is not finite becomes
/// null, and each byte that is not UTF-8 a replacement character. Calls that no JSON text has (a value without its key,
/// an end without its begin) are errors of the caller, caught by assertions.
class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(double number);
    JsonWriter& value(bool boolean);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(std::signed_integral auto number) { return integer(static_cast<std::int64_t>(number)); }
    JsonWriter& value(std::unsigned_integral auto number) { return integer(static_cast<std::uint64_t>(number)); }
    JsonWriter& null();

    /// key(name).value(v)
    template <class Value>
    JsonWriter& member(std::string_view name, const Value& v)
    {
        return key(name).value(v);
    }

    /// The whole text; the writer is empty again.
    std::string take();

private:
    struct Open {
        bool object = false;
        bool empty = true;
        bool numbersOnly = true;
        std::size_t start = 0;  // behind the bracket
    };

    JsonWriter& integer(std::int64_t number);
    JsonWriter& integer(std::uint64_t number);
    JsonWriter& number(std::string_view text);
    JsonWriter& begin(char bracket);
    JsonWriter& end(char bracket);
    void beforeValue(bool isNumber);
    void newLine();
    void quoted(std::string_view text);

    std::string m_text;
    std::vector<Open> m_open;
    bool m_afterKey = false;
};

}  // namespace scalescope
