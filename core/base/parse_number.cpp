// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace scalescope {

namespace {

constexpr std::size_t kLongestNumber = 64;

/// What a suffix does to a number: times factor, times ten to the power of exponent.
struct Scale {
    double factor = 1.0;
    int exponent = 0;
};

struct NamedScale {
    std::string_view name;
    Scale scale;
};

constexpr double kKibi = 1024.0;
constexpr std::array kPrefixScales = std::to_array<NamedScale>({
    {"k", {1.0, 3}},
    {"K", {1.0, 3}},
    {"M", {1.0, 6}},
    {"G", {1.0, 9}},
    {"T", {1.0, 12}},
    {"P", {1.0, 15}},
    {"E", {1.0, 18}},
    {"Z", {1.0, 21}},
    {"Y", {1.0, 24}},
    {"R", {1.0, 27}},
    {"Q", {1.0, 30}},
    {"m", {1.0, -3}},
    {"u", {1.0, -6}},
    {"\u00b5", {1.0, -6}},  // micro sign
    {"\u03bc", {1.0, -6}},  // Greek mu
    {"n", {1.0, -9}},
    {"p", {1.0, -12}},
    {"f", {1.0, -15}},
    {"Ki", {kKibi, 0}},
    {"ki", {kKibi, 0}},
    {"Mi", {kKibi * kKibi, 0}},
    {"Gi", {kKibi * kKibi * kKibi, 0}},
    {"Ti", {0x1p40, 0}},
    {"Pi", {0x1p50, 0}},
    {"Ei", {0x1p60, 0}},
    {"Zi", {0x1p70, 0}},
    {"Yi", {0x1p80, 0}},
});

constexpr std::string_view kYears = "years";
constexpr double kSecondsPerYear = 365.25 * 86400.0;
constexpr std::array kLongTimes = std::to_array<NamedScale>({
    {"min", {60.0, 0}},
    {"h", {3600.0, 0}},
    {"d", {86400.0, 0}},
});

constexpr std::array<std::string_view, 6> kBlanks = {
    " ", "\t", "\u00a0", "\u2007", "\u2009", "\u202f",  // no-break, figure, thin, narrow no-break
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool skip(std::string_view& text, std::string_view start)
{
    if (!text.starts_with(start))
        return false;
    text.remove_prefix(start.size());
    return true;
}

void skipBlanks(std::string_view& text)
{
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view blank : kBlanks)
            again = skip(text, blank) || again;
    }
}

std::string_view withoutBlanksAtEnd(std::string_view text)
{
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view blank : kBlanks)
            if (text.ends_with(blank)) {
                text.remove_suffix(blank.size());
                again = true;
            }
    }
    return text;
}

std::string takeDigits(std::string_view& text)
{
    std::size_t count = 0;
    while (count < text.size() && isDigit(text[count]))
        ++count;
    const std::string digits(text.substr(0, count));
    text.remove_prefix(count);
    return digits;
}

/// Digits, in groups of three where there is a comma; nothing when a group is too long or too short.
std::optional<std::string> takeGroupedDigits(std::string_view& text)
{
    std::string digits = takeDigits(text);
    if (!text.starts_with(','))
        return digits;
    if (digits.empty() || digits.size() > 3)
        return std::nullopt;
    while (skip(text, ",")) {
        const std::string group = takeDigits(text);
        if (group.size() != 3)
            return std::nullopt;
        digits += group;
    }
    return digits;
}

bool takeMinus(std::string_view& text) { return skip(text, "-") || skip(text, "\u2212"); }

/// A whole number with a sign, as an exponent is; clamped, since nothing beyond a few hundred fits anyway.
std::optional<int> takeExponent(std::string_view& text)
{
    std::string_view rest = text;
    const bool negative = takeMinus(rest);
    if (!negative)
        skip(rest, "+");
    const std::string digits = takeDigits(rest);
    if (digits.empty())
        return std::nullopt;
    int exponent = 0;
    constexpr int kBeyondAnyDouble = 100000;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc() ||
        exponent > kBeyondAnyDouble)
        exponent = kBeyondAnyDouble;
    text = rest;
    return negative ? -exponent : exponent;
}

/// The mantissa as text and its exponent apart, so that "3.35T" is rounded once, as 3.35e12.
struct Mantissa {
    std::string digits;
    int exponent = 0;
    double power = 1.0;  // 2^20, whose digits are 1
};

std::optional<Mantissa> takeMantissa(std::string_view& text)
{
    const std::optional<std::string> whole = takeGroupedDigits(text);
    if (!whole)
        return std::nullopt;
    std::string decimals;
    if (skip(text, "."))
        decimals = takeDigits(text);
    if (whole->empty() && decimals.empty())
        return std::nullopt;

    Mantissa result;
    result.digits = (whole->empty() ? "0" : *whole) + (decimals.empty() ? "" : "." + decimals);
    if (text.starts_with('e') || text.starts_with('E')) {
        std::string_view rest = text.substr(1);
        if (const std::optional<int> exponent = takeExponent(rest)) {
            result.exponent = *exponent;
            text = rest;
        }
    } else if (skip(text, "^")) {
        const std::optional<int> exponent = takeExponent(text);
        double base = 0.0;
        std::from_chars(result.digits.data(), result.digits.data() + result.digits.size(), base);
        if (!exponent)
            return std::nullopt;
        result.digits = "1";
        result.power = std::pow(base, *exponent);
        if (result.power == 0.0 && base != 0.0)
            return std::nullopt;
    }
    return result;
}

std::optional<Scale> find(std::string_view name, std::span<const NamedScale> scales)
{
    for (const NamedScale& named : scales)
        if (named.name == name)
            return named.scale;
    return std::nullopt;
}

/// What follows the number: a prefix, the unit, both or nothing.
std::optional<Scale> scaleOf(std::string_view suffix, std::string_view unit)
{
    if (suffix.empty() || suffix == unit)
        return Scale();
    if (suffix == "%")
        return Scale{1.0, -2};
    if (unit == "s") {
        if (const auto time = find(suffix, kLongTimes))
            return time;
        if (suffix.ends_with(kYears)) {
            std::optional<Scale> scale = scaleOf(suffix, kYears);
            if (scale)
                scale->factor *= kSecondsPerYear;
            return scale;
        }
    }
    if (!unit.empty() && suffix.ends_with(unit))
        suffix.remove_suffix(unit.size());
    return find(withoutBlanksAtEnd(suffix), kPrefixScales);
}

std::optional<double> valueOf(const Mantissa& mantissa, Scale scale)
{
    const std::string text = mantissa.digits + "e" + std::to_string(mantissa.exponent + scale.exponent);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        return std::nullopt;
    value *= mantissa.power * scale.factor;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parseNumber(std::string_view text, std::string_view unit)
{
    if (text.size() > kLongestNumber)
        return std::nullopt;
    skipBlanks(text);
    text = withoutBlanksAtEnd(text);
    const bool negative = takeMinus(text);
    if (!negative)
        skip(text, "+");

    const std::optional<Mantissa> mantissa = takeMantissa(text);
    if (!mantissa)
        return std::nullopt;
    skipBlanks(text);
    const std::optional<Scale> scale = scaleOf(text, unit);
    if (!scale)
        return std::nullopt;
    const std::optional<double> value = valueOf(*mantissa, *scale);
    return value && negative ? std::optional(-*value) : value;
}

}  // namespace scalescope
