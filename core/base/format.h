// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scalescope {

// Numbers as text and back. Neither the C nor the C++ locale has a say: '.' is the decimal point and ',' groups
// thousands. A narrow no-break space stands before every unit; the minus is ASCII; what is not finite is an en dash.

constexpr std::string_view kNarrowSpace = "\u202f";
constexpr std::string_view kNotANumber = "\u2013";

/// Rounded to significant digits (1 to 17), without trailing zeros, with the prefixes f to Q: "3.35 TB/s", "12.7 µs",
/// "4.19 M", "512". A unit that is a noun stands apart from the prefix: "4.19 M tokens". Beyond the prefixes: "1e-30 s".
std::string formatSi(double value, std::string_view unit = {}, int significantDigits = 3);

/// The same with Ki to Yi, to three digits, or four from 1000 to 1023: "89.4 GiB". Below 1024: "512 B".
std::string formatIec(double value, std::string_view unit = {});

/// A number written out: "4,096", "1,234.57" (at most two decimals); below 1 three significant digits: "0.000125".
/// From 1e15 as formatSi.
std::string formatCount(double value);

/// "12.7 µs" to "999 s", then "16.7 min", from two hours "3.2 h", from two days "44.3 d", from 1000 days "2.74 years"
/// (of 365.25 days).
std::string formatSeconds(double seconds);

/// "95.7 GB".
std::string formatBytes(double bytes);

/// "96 GB (89.4 GiB)"; below 1000 bytes only "512 B".
std::string formatBytesBoth(double bytes);

/// The shortest text that reads back as the same double, as JSON and CSV have it; empty when it is not finite.
std::string shortest(double value);

/// What a person types for a quantity that is kept in `unit`: "3.35T", "989 T", "80Gi", "80 GiB", "1M", "2^20", "1e12",
/// "1,048,576", "12 %" (0.12, or 12 where the unit is %), each with or without the unit. K is kilo too, u is micro, E
/// before a digit is an exponent. Where the unit is s, also min, h, d and years. Reads all that the functions above write
/// except "96 GB (89.4 GiB)" and the dash. Nothing when any part does not fit, over 64 bytes, or out of range.
std::optional<double> parseNumber(std::string_view text, std::string_view unit = {});

}  // namespace scalescope
