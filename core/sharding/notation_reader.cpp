// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/notation_reader.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/sharding/array.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace scalescope {

namespace {

constexpr std::string_view kNoSize = SCALESCOPE_TEXT("core", "'%1' is not a whole number from 1 to %2.");

bool isBlank(char c) { return c == ' ' || c == '\t'; }

int columnAt(std::string_view text, std::size_t offset)
{
    int column = 1;
    for (std::size_t i = 0; i < offset; ++column)
        i += std::max<std::size_t>(1, utf8Length(text, i));
    return column;
}

/// U+00E9 of a character, 0xE9 of a byte that begins none.
std::string codeAt(std::string_view text, std::size_t offset)
{
    const std::size_t length = utf8Length(text, offset);
    constexpr std::array<unsigned, 5> kFirstMask = {0xFF, 0x7F, 0x1F, 0x0F, 0x07};
    unsigned code = static_cast<unsigned char>(text[offset]) & kFirstMask[length];
    for (std::size_t i = 1; i < length; ++i)
        code = code << 6u | (static_cast<unsigned char>(text[offset + i]) & 0x3Fu);
    std::array<char, 16> shown{};
    std::snprintf(shown.data(), shown.size(), length == 0 ? "0x%02X" : "U+%04X", code);
    return shown.data();
}

}  // namespace

bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }
bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool NotationReader::readable(std::string_view example)
{
    if (m_text.size() > kMaxNotation)
        return refuse(0, SCALESCOPE_TEXT("core", "The text is longer than %1 bytes."), {formatCount(kMaxNotation)},
                      example);
    for (std::size_t i = 0; i < m_text.size(); ++i)
        if ((m_text[i] < ' ' || m_text[i] > '~') && !isBlank(m_text[i]))
            return refuse(i, SCALESCOPE_TEXT("core", "The character %1 cannot stand here."), {codeAt(m_text, i)},
                          SCALESCOPE_TEXT("core", "Names are plain letters and digits: A to Z, a to z, 0 to 9."));
    skipBlanks();
    return !atEnd() || refuse(0, SCALESCOPE_TEXT("core", "The text is empty."), {}, example);
}

std::string NotationReader::rest() const { return abbreviated(m_text.substr(m_at)); }

void NotationReader::skipBlanks()
{
    while (isBlank(next()))
        ++m_at;
}

bool NotationReader::take(char c)
{
    const std::size_t start = m_at;
    skipBlanks();
    if (next() != c) {
        m_at = start;
        return false;
    }
    ++m_at;
    skipBlanks();
    return true;
}

std::string_view NotationReader::takeWord(std::string_view also)
{
    const std::size_t start = m_at;
    while (isAsciiLetter(next()) || isAsciiDigit(next()) || also.find(next()) != std::string_view::npos)
        ++m_at;
    return m_text.substr(start, m_at - start);
}

std::string_view NotationReader::takeUntil(std::string_view ends)
{
    const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
    std::string_view taken = m_text.substr(m_at, end - m_at);
    while (!taken.empty() && isBlank(taken.back()))
        taken.remove_suffix(1);
    m_at += taken.size();
    return taken;
}

bool NotationReader::takeSize(std::string_view ends, std::int64_t largest, std::int64_t& size)
{
    const std::size_t offset = m_at;
    const std::string_view text = takeUntil(ends);
    const std::optional<double> number = parseNumber(text);
    const auto most = static_cast<double>(largest);
    if (!number)
        return refuse(offset, kNoSize, {abbreviated(text), formatCount(most)},
                      SCALESCOPE_TEXT("core", "Write for example 4096, 4Ki or 2^20."));
    const double nearest = std::clamp(std::round(*number), 1.0, most);
    if (nearest != *number)
        return refuse(offset, kNoSize, {abbreviated(text), formatCount(most), formatCount(nearest)},
                      SCALESCOPE_TEXT("core", "The nearest is %3."));
    size = static_cast<std::int64_t>(nearest);
    return true;
}

bool NotationReader::refuse(std::size_t offset, std::string_view message, std::vector<std::string> arguments,
                            std::string_view suggestion)
{
    report(Severity::invalid, offset, message, std::move(arguments), suggestion);
    return false;
}

bool NotationReader::refuseName(std::size_t offset, std::string_view message, std::string_view word,
                                std::span<const std::string_view> names, std::string_view whenNoneIsNear)
{
    const auto near = scalescope::nearest(word, names);
    if (!near)
        return refuse(offset, message, {abbreviated(word), joined(names)}, whenNoneIsNear);
    return refuse(offset, message, {abbreviated(word), joined(names), std::string(*near)},
                  SCALESCOPE_TEXT("core", "Did you mean '%3'?"));
}

void NotationReader::report(Severity severity, std::size_t offset, std::string_view message,
                            std::vector<std::string> arguments, std::string_view suggestion)
{
    m_problems.push_back({severity, {}, message, std::move(arguments), suggestion, {}, 0, columnAt(m_text, offset)});
}

std::string joined(std::span<const std::string_view> names)
{
    std::string text;
    for (const std::string_view name : names) {
        if (!text.empty())
            text += ", ";
        text += name;
    }
    return text;
}

}  // namespace scalescope
