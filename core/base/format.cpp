// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::array<std::string_view, 16> kPrefixes = {"f", "p", "n", "\u00b5", "m", "",  "k", "M",
                                                        "G", "T", "P", "E",      "Z", "Y", "R", "Q"};
constexpr int kSmallestExponent = -15;
constexpr int kLargestExponent = kSmallestExponent + 3 * static_cast<int>(kPrefixes.size()) - 1;
constexpr std::array<std::string_view, 9> kBinaryPrefixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};

constexpr double kMinute = 60.0;
constexpr double kHour = 3600.0;
constexpr double kDay = 86400.0;
constexpr double kYear = 365.25 * kDay;

/// A positive number rounded to digits: 0.d1 d2 d3 ... times ten to the power of exponent + 1.
struct Decimal {
    std::string digits;
    int exponent = 0;
};

Decimal decimalOf(double magnitude, int significantDigits)
{
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude,
                                   std::chars_format::scientific, std::clamp(significantDigits, 1, 17) - 1)
                         .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t e = text.find('e');

    Decimal result;
    for (const char c : text.substr(0, e))
        if (c != '.')
            result.digits += c;
    const std::string_view exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
    return result;
}

void stripTrailingZeros(std::string& decimals) { decimals.erase(decimals.find_last_not_of('0') + 1); }

/// The digits with so many of them before the point (zeros are put in where there are none).
std::string placePoint(const std::string& digits, int before)
{
    std::string whole = before > 0 ? digits.substr(0, static_cast<std::size_t>(before)) : "0";
    whole.append(static_cast<std::size_t>(std::max(0, before - static_cast<int>(whole.size()))), '0');
    std::string decimals(static_cast<std::size_t>(std::max(0, -before)), '0');
    decimals += digits.substr(std::min(digits.size(), static_cast<std::size_t>(std::max(0, before))));
    stripTrailingZeros(decimals);
    return decimals.empty() ? whole : whole + "." + decimals;
}

/// "3.2" of 3.2 with a fixed number of significant digits and no prefix.
std::string plain(double magnitude, int significantDigits)
{
    const Decimal decimal = decimalOf(magnitude, significantDigits);
    return placePoint(decimal.digits, decimal.exponent + 1);
}

bool isNoun(std::string_view unit)
{
    const std::string_view first = unit.substr(0, unit.find('/'));
    return first.size() >= 3 && first != "bit" &&
        std::all_of(first.begin(), first.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string withUnit(std::string number, std::string_view prefix, std::string_view unit)
{
    if (!prefix.empty())
        number.append(kNarrowSpace).append(prefix);
    if (!unit.empty() && (prefix.empty() || isNoun(unit)))
        number.append(kNarrowSpace);
    return number.append(unit);
}

std::string scientific(const Decimal& decimal)
{
    return placePoint(decimal.digits, 1) + "e" + std::to_string(decimal.exponent);
}

std::string groupThousands(std::string number)
{
    std::size_t position = std::min(number.size(), number.find('.'));
    while (position > 3) {
        position -= 3;
        number.insert(position, 1, ',');
    }
    return number;
}

/// Formats the magnitude; a sign and what has no magnitude are the same for every format.
template <class Format>
std::string withSign(double value, std::string_view unit, Format&& formatMagnitude)
{
    if (!std::isfinite(value))
        return std::string(kNotANumber);
    if (value == 0.0)
        return withUnit("0", "", unit);
    return (value < 0.0 ? "-" : "") + formatMagnitude(std::fabs(value));
}

}  // namespace

std::string formatSi(double value, std::string_view unit, int significantDigits)
{
    return withSign(value, unit, [&](double magnitude) {
        const Decimal decimal = decimalOf(magnitude, significantDigits);
        if (decimal.exponent < kSmallestExponent || decimal.exponent > kLargestExponent)
            return withUnit(scientific(decimal), "", unit);
        const int steps = decimal.exponent - kSmallestExponent;
        return withUnit(placePoint(decimal.digits, steps % 3 + 1), kPrefixes[static_cast<std::size_t>(steps / 3)],
                        unit);
    });
}

std::string formatIec(double value, std::string_view unit)
{
    return withSign(value, unit, [&](double magnitude) {
        const auto rounded = [](double scaled) { return plain(scaled, scaled < 1000.0 ? 3 : 4); };
        double scaled = magnitude;
        std::size_t step = 0;
        for (; step + 1 < kBinaryPrefixes.size() && scaled >= 1023.5; ++step)
            scaled /= 1024.0;
        if (scaled >= 1e4 || scaled < 1e-3)
            return withUnit(scientific(decimalOf(magnitude, 3)), "", unit);
        return withUnit(rounded(scaled), kBinaryPrefixes[step], unit);
    });
}

std::string formatCount(double value)
{
    if (std::fabs(value) >= 1e15)
        return formatSi(value);
    return withSign(value, {}, [](double magnitude) {
        if (magnitude < 1e-6)
            return scientific(decimalOf(magnitude, 3));
        if (magnitude < 1.0)
            return plain(magnitude, 3);
        std::array<char, 64> buffer;
        const auto end =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::fixed, 2).ptr;
        std::string number(buffer.data(), end);
        stripTrailingZeros(number);
        if (number.back() == '.')
            number.pop_back();
        return groupThousands(number);
    });
}

std::string formatSeconds(double seconds)
{
    const double magnitude = std::fabs(seconds);
    if (!std::isfinite(seconds) || magnitude < 999.5)
        return formatSi(seconds, "s");
    if (magnitude >= 999.5 * kDay)
        return formatSi(seconds / kYear, "years");
    return withSign(seconds, {}, [](double s) {
        if (s < 2 * kHour)
            return withUnit(plain(s / kMinute, 3), "", "min");
        if (s < 2 * kDay)
            return withUnit(plain(s / kHour, 3), "", "h");
        return withUnit(plain(s / kDay, 3), "", "d");
    });
}

std::string formatBytes(double bytes) { return formatSi(bytes, "B"); }

std::string formatBytesBoth(double bytes)
{
    if (!std::isfinite(bytes) || std::fabs(bytes) < 999.5)
        return formatBytes(bytes);
    return formatBytes(bytes) + " (" + formatIec(bytes, "B") + ")";
}

std::string shortest(double value)
{
    if (!std::isfinite(value))
        return {};
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return std::string(buffer.data(), end);
}

}  // namespace scalescope
