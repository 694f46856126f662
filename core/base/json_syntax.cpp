// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_syntax.h"

#include "core/base/format.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace scalescope {

namespace {

constexpr std::string_view kBlanks = " \t\n\r";
constexpr std::string_view kEndsEarly = SCALESCOPE_TEXT("core", "The file ends too early.");
constexpr std::string_view kFound = SCALESCOPE_TEXT("core", "Found %2.");
constexpr std::string_view kNoNan = SCALESCOPE_TEXT("core", "JSON has no NaN and no Infinity.");

struct TokenRule {
    std::string_view parserMessage;  // a part of what the parser says
    std::string_view message;
};

constexpr std::string_view kOpenString = SCALESCOPE_TEXT("core", "A string has no closing quote.");
constexpr std::array kStringRules = std::to_array<TokenRule>({
    {"missing closing quote", kOpenString},
    {"4 hex digits", SCALESCOPE_TEXT("core", "Four hexadecimal digits must follow \\u in a string.")},
    {"surrogate", SCALESCOPE_TEXT("core", "A \\u surrogate in a string stands without its other half.")},
    {"after backslash",
     SCALESCOPE_TEXT("core", "A backslash in a string must be followed by one of \" \\ / b f n r t u.")},
    {"control character",
     SCALESCOPE_TEXT("core", "A line break or other control character in a string must be escaped.")},
});
constexpr std::array kNumberRules = std::to_array<TokenRule>({
    {"digit after '-'", SCALESCOPE_TEXT("core", "Expected a digit after '-'.")},
    {"digit after '.'", SCALESCOPE_TEXT("core", "Expected a digit after the decimal point.")},
    {"exponent", SCALESCOPE_TEXT("core", "Expected a digit in the exponent.")},
});

template <class Rules>
std::string_view messageFor(std::string_view parserMessage, const Rules& rules)
{
    for (const TokenRule& rule : rules)
        if (parserMessage.find(rule.parserMessage) != std::string_view::npos)
            return rule.message;
    return {};
}

std::size_t skipBlanks(std::string_view text, std::size_t offset)
{
    return std::min(text.find_first_not_of(kBlanks, offset), text.size());
}

bool isWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
        c == '.' || c == '_';
}

/// The word, string or character at the offset.
std::string_view tokenAt(std::string_view text, std::size_t offset)
{
    const std::string_view rest = text.substr(offset);
    if (rest.starts_with('"')) {
        const std::size_t close = rest.find('"', 1);
        return rest.substr(0, close == std::string_view::npos ? close : close + 1);
    }
    const auto end = std::find_if_not(rest.begin(), rest.end(), isWordCharacter);
    const auto length = static_cast<std::size_t>(end - rest.begin());
    return rest.substr(0, length > 0 ? length : utf8Length(rest, 0));
}

std::string_view suggestionFor(std::string_view token, bool endsText, bool afterComma)
{
    constexpr std::array<std::string_view, 3> kLiterals = {"true", "false", "null"};
    constexpr std::array<std::string_view, 3> kPythonLiterals = {"True", "False", "None"};

    if (token.empty())
        return kEndsEarly;
    if (endsText && std::any_of(kLiterals.begin(), kLiterals.end(), [&](auto l) { return l.starts_with(token); }))
        return kEndsEarly;
    if (afterComma && (token == "}" || token == "]"))
        return SCALESCOPE_TEXT("core", "Remove the comma before %2.");
    if (token == "'")
        return SCALESCOPE_TEXT("core", "Keys and strings stand in double quotes.");
    if (token == "/" || token == "#")
        return SCALESCOPE_TEXT("core", "JSON has no comments.");
    if (std::find(kPythonLiterals.begin(), kPythonLiterals.end(), token) != kPythonLiterals.end())
        return SCALESCOPE_TEXT("core", "JSON writes true, false and null.");
    if (nonFiniteLength(token, 0) == token.size())
        return kNoNan;
    return kFound;
}

/// What was expected, and where. Steps over the one separator that the parser has passed without an event.
std::string_view messageAndPlace(const JsonContext& context, std::size_t& place, bool& afterComma)
{
    place = skipBlanks(context.text, context.end);
    const auto passed = [&](char separator) {
        if (place >= context.text.size() || context.text[place] != separator)
            return false;
        place = skipBlanks(context.text, place + 1);
        return true;
    };

    switch (context.expected) {
    case JsonExpected::document: break;
    case JsonExpected::firstKey: return SCALESCOPE_TEXT("core", "Expected a key in double quotes or '}'.");
    case JsonExpected::colon:
        if (passed(':'))
            return SCALESCOPE_TEXT("core", "Expected a value for \"%1\".");
        return SCALESCOPE_TEXT("core", "Expected ':' after the key \"%1\".");
    case JsonExpected::nextMember:
        if ((afterComma = passed(',')))
            return SCALESCOPE_TEXT("core", "Expected a key in double quotes after ','.");
        return SCALESCOPE_TEXT("core", "Expected ',' or '}' after the value of \"%1\".");
    case JsonExpected::firstItem: return SCALESCOPE_TEXT("core", "Expected a value or ']'.");
    case JsonExpected::nextItem:
        if ((afterComma = passed(',')))
            return SCALESCOPE_TEXT("core", "Expected a value after ','.");
        return SCALESCOPE_TEXT("core", "Expected ',' or ']' after the value.");
    case JsonExpected::end: return SCALESCOPE_TEXT("core", "Expected nothing after the end of the value.");
    }
    return SCALESCOPE_TEXT("core", "Expected a JSON value.");
}

std::string hexByte(char byte)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return {'0', 'x', kDigits[value >> 4u], kDigits[value & 15u]};
}

}  // namespace

std::optional<JsonFault> encodingFault(std::string_view text, std::size_t largest)
{
    constexpr std::string_view kSaveAsUtf8 = SCALESCOPE_TEXT("core", "Save the file as UTF-8.");

    if (text.size() > largest)
        return JsonFault{
            SCALESCOPE_TEXT("core", "The file is larger than %1."), {formatBytes(static_cast<double>(largest))}, {}, 0};
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return JsonFault{SCALESCOPE_TEXT("core", "The file is UTF-16."), {}, kSaveAsUtf8, 0};
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        if (length == 0)
            return JsonFault{SCALESCOPE_TEXT("core", "The byte %1 is not UTF-8."), {hexByte(text[i])}, kSaveAsUtf8, i};
        if (text[i] == '\0')
            return JsonFault{SCALESCOPE_TEXT("core", "The byte %1 cannot stand in JSON."), {hexByte(text[i])}, {}, i};
        i += length;
    }
    const std::size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    if (skipBlanks(text, start) == text.size())
        return JsonFault{SCALESCOPE_TEXT("core", "The file is empty."), {}, {}, 0};
    return std::nullopt;
}

JsonFault syntaxFault(const JsonContext& context, std::size_t errorOffset, std::string_view parserMessage)
{
    std::size_t place = 0;
    bool afterComma = false;
    const std::string_view expected = messageAndPlace(context, place, afterComma);
    const std::string_view token = tokenAt(context.text, place);
    const std::vector<std::string> arguments = {abbreviated(context.key), abbreviated(token)};
    const bool textEnded = errorOffset >= context.text.size();

    if (const std::string_view message = messageFor(parserMessage, kStringRules); !message.empty()) {
        if (textEnded)
            return {kOpenString, {}, kEndsEarly, place};
        return {message, {}, {}, errorOffset};
    }
    const std::string_view suggestion = suggestionFor(token, place + token.size() == context.text.size(), afterComma);
    if (const std::string_view message = messageFor(parserMessage, kNumberRules);
        !message.empty() && suggestion != kNoNan)
        return {message, arguments, textEnded ? kEndsEarly : kFound, place};
    return {expected, arguments, suggestion, place};
}

std::size_t nonFiniteLength(std::string_view text, std::size_t offset)
{
    for (const std::string_view name : {"NaN", "Infinity", "-Infinity"})
        if (text.substr(offset).starts_with(name))
            return name.size();
    return 0;
}

std::string abbreviated(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    const std::string_view shown = utf8Prefix(text, kLongest);
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; };
    if (shown.size() == text.size() && std::none_of(text.begin(), text.end(), isControl))
        return std::string(text);
    std::string result;
    for (const char c : shown) {
        if (isControl(c))
            result += "\\u00" + hexByte(c).substr(2);
        else
            result += c;
    }
    return shown.size() < text.size() ? result + "\u2026" : result;
}

}  // namespace scalescope
