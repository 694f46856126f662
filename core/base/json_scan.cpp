// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_scan.h"

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <array>
#include <limits>

namespace scalescope {

namespace {

/// Characters that a string holds as they are.
constexpr std::array<bool, 256> plainCharacters()
{
    std::array<bool, 256> plain{};
    for (std::size_t i = 0x20; i < 0x80; ++i)
        plain[i] = i != '"' && i != '\\';
    return plain;
}
constexpr auto kPlain = plainCharacters();

constexpr int kNoDigit = -1;

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : kNoDigit;
}

/// The four digits at the place, or kNoDigit.
int hexNumber(std::string_view text, std::size_t place)
{
    int number = 0;
    for (std::size_t i = place; i < place + 4; ++i) {
        const int digit = i < text.size() ? hexDigit(text[i]) : kNoDigit;
        if (digit == kNoDigit)
            return kNoDigit;
        number = number * 16 + digit;
    }
    return number;
}

bool isHighSurrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLowSurrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

void appendUtf8(std::string& result, unsigned code)
{
    const auto byte = [&](unsigned value) { result += static_cast<char>(value); };
    const auto continuation = [&](unsigned shift) { byte(0x80u | ((code >> shift) & 0x3Fu)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0u | (code >> 6u));
        continuation(0);
    } else if (code < 0x10000) {
        byte(0xE0u | (code >> 12u));
        continuation(6);
        continuation(0);
    } else {
        byte(0xF0u | (code >> 18u));
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

char escapedCharacter(char name)
{
    switch (name) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return name;
    }
}

bool isDigit(std::string_view text, std::size_t place) { return place < text.size() && text[place] >= '0' && text[place] <= '9'; }

}  // namespace

JsonScan::JsonScan(std::string_view text, std::size_t depth, bool allowNonFinite)
    : m_text(text),
      m_depth(depth),
      m_allowNonFinite(allowNonFinite),
      m_end(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0)
{
}

JsonScan::Token JsonScan::next()
{
    if (m_fault)
        return Token::fault;
    const std::size_t place = skipBlanks(m_end);
    const char c = place < m_text.size() ? m_text[place] : '\0';
    switch (m_expected) {
    case JsonExpected::document: return value(place);
    case JsonExpected::firstKey:
        return c == '"' ? scanString(place, Token::key) : c == '}' ? close(place) : fail(place);
    case JsonExpected::colon: return c == ':' ? value(skipBlanks(place + 1)) : fail(place);
    case JsonExpected::nextMember: {
        if (c == '}')
            return close(place);
        const std::size_t key = skipBlanks(place + 1);
        return c == ',' && key < m_text.size() && m_text[key] == '"' ? scanString(key, Token::key) : fail(place);
    }
    case JsonExpected::firstItem: return c == ']' ? close(place) : value(place);
    case JsonExpected::nextItem: return c == ']' ? close(place) : c == ',' ? value(skipBlanks(place + 1)) : fail(place);
    case JsonExpected::end: break;
    }
    return place == m_text.size() ? Token::end : fail(place);
}

bool JsonScan::skip(Token begin)
{
    if (begin != Token::beginObject && begin != Token::beginArray)
        return begin != Token::fault;
    for (const std::size_t outside = m_open.size() - 1; m_open.size() > outside;)
        if (next() == Token::fault)
            return false;
    return true;
}

std::string JsonScan::unescaped(std::string_view written)
{
    if (written.find('\\') == std::string_view::npos)
        return std::string(written);
    std::string result;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] != '\\') {
            result += written[i];
            continue;
        }
        const char name = written[++i];
        if (name != 'u') {
            result += escapedCharacter(name);
            continue;
        }
        auto code = static_cast<unsigned>(hexNumber(written, i + 1));
        i += 4;
        if (isHighSurrogate(static_cast<int>(code))) {
            code = 0x10000u + ((code - 0xD800u) << 10u) + (static_cast<unsigned>(hexNumber(written, i + 3)) - 0xDC00u);
            i += 6;
        }
        appendUtf8(result, code);
    }
    return result;
}

std::string JsonScan::text() const { return unescaped(m_written); }

std::string_view JsonScan::text(std::string& buffer) const
{
    if (m_written.find('\\') == std::string_view::npos)
        return m_written;
    buffer = unescaped(m_written);
    return buffer;
}

Diagnostic JsonScan::problem() const
{
    const JsonFault fault = m_fault.value_or(JsonFault{});
    const TextPosition position = positionAt(m_text, fault.offset);
    return {Severity::invalid, {}, fault.message, fault.arguments, fault.suggestion, {}, position.line, position.column};
}

Diagnostic JsonScan::problemAt(std::size_t offset, std::string_view message, std::vector<std::string> arguments) const
{
    const TextPosition position = positionAt(m_text, offset);
    return {Severity::invalid, {}, message, std::move(arguments), {}, {}, position.line, position.column};
}

JsonScan::Token JsonScan::value(std::size_t place)
{
    if (place >= m_text.size())
        return fail(place);
    switch (m_text[place]) {
    case '{':
    case '[': return open(place, m_text[place]);
    case '"': return scanString(place, Token::string);
    case 't':
    case 'f':
    case 'n':
        for (const std::string_view word : {"true", "false", "null"})
            if (m_text.substr(place, word.size()) == word)
                return finish(place, place + word.size(), Token::literal);
        return fail(place);
    default: break;
    }
    if (const std::size_t length = m_allowNonFinite ? nonFiniteLength(m_text, place) : 0)
        return finish(place, place + length, Token::literal);
    return scanNumber(place);
}

JsonScan::Token JsonScan::scanString(std::size_t place, Token token)
{
    std::size_t i = place + 1;
    while (true) {
        while (i < m_text.size() && kPlain[static_cast<unsigned char>(m_text[i])])
            ++i;
        if (i >= m_text.size())
            return fail(i, "missing closing quote");
        if (m_text[i] == '"')
            break;
        if (m_text[i] == '\\') {
            std::string_view rule;
            if (!skipEscape(i, rule))
                return fail(i, rule);
            continue;
        }
        const std::size_t length = utf8Length(m_text, i);
        if (length < 2)
            return fail(i, "control character");
        i += length;
    }
    m_offset = place;
    m_written = m_text.substr(place + 1, i - place - 1);
    m_end = i + 1;
    if (token == Token::key) {
        m_key = m_written;
        m_expected = JsonExpected::colon;
    } else {
        afterValue();
    }
    return token;
}

bool JsonScan::skipEscape(std::size_t& place, std::string_view& rule) const
{
    constexpr std::string_view kNames = "\"\\/bfnrt";
    const char name = place + 1 < m_text.size() ? m_text[place + 1] : '\0';
    if (name != 'u') {
        rule = "after backslash";
        const bool known = name != '\0' && kNames.find(name) != std::string_view::npos;
        place += known ? 2 : 1;
        return known;
    }
    // Where it breaks off is where it is wrong; at the end of the text the string is what is not closed.
    const auto breaksOff = [&](std::size_t digits, std::string_view broken) {
        rule = broken;
        for (place = digits; place < m_text.size() && hexDigit(m_text[place]) != kNoDigit;)
            ++place;
        return false;
    };
    const int unit = hexNumber(m_text, place + 2);
    if (unit == kNoDigit)
        return breaksOff(place + 2, "4 hex digits");
    const bool high = isHighSurrogate(unit);
    rule = "surrogate";
    if (isLowSurrogate(unit)) {
        place += 5;
        return false;
    }
    for (std::size_t i = 0; high && i < 2; ++i)
        if (m_text.substr(place + 6 + i, 1) != (i == 0 ? "\\" : "u")) {
            place += 6 + i;
            return false;
        }
    if (high && hexNumber(m_text, place + 8) == kNoDigit)
        return breaksOff(place + 8, "4 hex digits");
    if (high && !isLowSurrogate(hexNumber(m_text, place + 8))) {
        place += 11;
        return false;
    }
    place += high ? 12 : 6;
    return true;
}

JsonScan::Token JsonScan::scanNumber(std::size_t place)
{
    std::size_t i = place;
    const auto digits = [&] {
        const std::size_t from = i;
        while (isDigit(m_text, i))
            ++i;
        return i > from;
    };
    const bool negative = m_text[i] == '-';
    i += negative ? 1 : 0;
    if (!isDigit(m_text, i))
        return negative ? fail(i, "digit after '-'") : fail(place);
    if (m_text[i] == '0')
        ++i;
    else
        digits();
    if (i < m_text.size() && m_text[i] == '.') {
        ++i;
        if (!digits())
            return fail(i, "digit after '.'");
    }
    if (i < m_text.size() && (m_text[i] | 0x20) == 'e') {
        ++i;
        if (i < m_text.size() && (m_text[i] == '+' || m_text[i] == '-'))
            ++i;
        if (!digits())
            return fail(i, "exponent");
    }
    return finish(place, i, Token::number);
}

JsonScan::Token JsonScan::open(std::size_t place, char bracket)
{
    if (m_open.size() >= m_depth) {
        m_fault = JsonFault{SCALESCOPE_TEXT("core", "Objects and arrays are nested more than %1 deep."),
                            {std::to_string(m_depth)}, {}, place};
        return Token::fault;
    }
    m_open += bracket;
    m_keys.push_back(m_key);
    m_offset = place;
    m_end = place + 1;
    m_expected = bracket == '{' ? JsonExpected::firstKey : JsonExpected::firstItem;
    return bracket == '{' ? Token::beginObject : Token::beginArray;
}

JsonScan::Token JsonScan::close(std::size_t place)
{
    const Token token = m_open.back() == '{' ? Token::endObject : Token::endArray;
    m_open.pop_back();
    m_key = m_keys.back();
    m_keys.pop_back();
    return finish(place, place + 1, token);
}

JsonScan::Token JsonScan::finish(std::size_t place, std::size_t end, Token token)
{
    m_offset = place;
    m_written = m_text.substr(place, end - place);
    m_end = end;
    afterValue();
    return token;
}

void JsonScan::afterValue()
{
    m_expected = m_open.empty()      ? JsonExpected::end
                 : m_open.back() == '{' ? JsonExpected::nextMember
                                        : JsonExpected::nextItem;
}

JsonScan::Token JsonScan::fail(std::size_t place, std::string_view rule)
{
    m_fault = encodingFault(m_text, std::numeric_limits<std::size_t>::max());
    if (!m_fault) {
        const std::string key = unescaped(m_key);
        m_fault = syntaxFault({m_text, m_end, m_expected, key}, place, rule);
    }
    return Token::fault;
}

std::size_t JsonScan::skipBlanks(std::size_t place) const
{
    while (place < m_text.size() &&
           (m_text[place] == ' ' || m_text[place] == '\n' || m_text[place] == '\t' || m_text[place] == '\r'))
        ++place;
    return place;
}

}  // namespace scalescope
