// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"

#include "core/base/format.h"
#include "core/base/utf8.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace scalescope {

JsonWriter& JsonWriter::beginObject() { return begin('{'); }
JsonWriter& JsonWriter::endObject() { return end('}'); }
JsonWriter& JsonWriter::beginArray() { return begin('['); }
JsonWriter& JsonWriter::endArray() { return end(']'); }

JsonWriter& JsonWriter::key(std::string_view name)
{
    assert(!m_open.empty() && m_open.back().object && !m_afterKey);
    if (!m_open.back().empty)
        m_text += ',';
    m_open.back().empty = false;
    newLine();
    quoted(name);
    m_text += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(double value) { return std::isfinite(value) ? number(shortest(value)) : null(); }

JsonWriter& JsonWriter::value(bool boolean)
{
    beforeValue(false);
    m_text += boolean ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    beforeValue(false);
    quoted(text);
    return *this;
}

JsonWriter& JsonWriter::null()
{
    beforeValue(true);
    m_text += "null";
    return *this;
}

std::string JsonWriter::take()
{
    assert(m_open.empty() && !m_text.empty());
    m_text += '\n';
    return std::exchange(m_text, {});
}

JsonWriter& JsonWriter::integer(std::int64_t value) { return number(std::to_string(value)); }
JsonWriter& JsonWriter::integer(std::uint64_t value) { return number(std::to_string(value)); }

JsonWriter& JsonWriter::number(std::string_view text)
{
    beforeValue(true);
    m_text += text;
    return *this;
}

JsonWriter& JsonWriter::begin(char bracket)
{
    beforeValue(false);
    m_text += bracket;
    m_open.push_back({bracket == '{', true, true, m_text.size()});
    return *this;
}

JsonWriter& JsonWriter::end(char bracket)
{
    assert(!m_open.empty() && m_open.back().object == (bracket == '}') && !m_afterKey);
    const Open closed = m_open.back();
    m_open.pop_back();
    if (!closed.object && closed.numbersOnly) {
        // Which arrays have numbers only is known here, so the lines of their items are joined now.
        std::string items;
        for (std::size_t i = closed.start; i < m_text.size(); ++i) {
            if (m_text[i] == ',')
                items += ", ";
            else if (m_text[i] != '\n' && m_text[i] != ' ')
                items += m_text[i];
        }
        m_text.replace(closed.start, std::string::npos, items);
    } else if (!closed.empty) {
        newLine();
    }
    m_text += bracket;
    return *this;
}

void JsonWriter::beforeValue(bool isNumber)
{
    if (m_open.empty()) {
        assert(m_text.empty());
        return;
    }
    Open& parent = m_open.back();
    assert(parent.object == m_afterKey);
    if (!parent.object) {
        if (!parent.empty)
            m_text += ',';
        newLine();
    }
    parent.empty = false;
    parent.numbersOnly = parent.numbersOnly && isNumber;
    m_afterKey = false;
}

void JsonWriter::newLine()
{
    m_text += '\n';
    m_text.append(2 * m_open.size(), ' ');
}

void JsonWriter::quoted(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    constexpr std::string_view kReplacement = "\uFFFD";

    m_text += '"';
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        const auto byte = static_cast<unsigned char>(text[i]);
        if (length == 0)
            m_text += kReplacement;
        else if (byte == '"' || byte == '\\')
            m_text.append(1, '\\').append(1, text[i]);
        else if (byte == '\n')
            m_text += "\\n";
        else if (byte == '\t')
            m_text += "\\t";
        else if (byte < 0x20)
            m_text.append("\\u00").append(1, kHex[byte >> 4u]).append(1, kHex[byte & 15u]);
        else
            m_text += text.substr(i, length);
        i += length > 0 ? length : 1;
    }
    m_text += '"';
}

}  // namespace scalescope
