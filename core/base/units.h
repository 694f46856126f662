// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace scalescope {

/// A number with a dimension. Everything is SI: bytes, FLOPs, seconds and their ratios, US dollars.
/// Quantities of one dimension add and compare; the products and ratios that the subject knows are
/// declared below, and nothing else compiles.
template <class Dimension>
struct Quantity {
    double value = 0.0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(double v) : value(v) {}

    constexpr auto operator<=>(const Quantity&) const = default;

    constexpr Quantity& operator+=(Quantity other) { value += other.value; return *this; }
    constexpr Quantity& operator-=(Quantity other) { value -= other.value; return *this; }
    constexpr Quantity& operator*=(double factor) { value *= factor; return *this; }
    constexpr Quantity& operator/=(double divisor) { value /= divisor; return *this; }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator*(Quantity a, double f) { return Quantity(a.value * f); }
    friend constexpr Quantity operator*(double f, Quantity a) { return Quantity(a.value * f); }
    friend constexpr Quantity operator/(Quantity a, double d) { return Quantity(a.value / d); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
};

using Bytes = Quantity<struct BytesDimension>;
using Flops = Quantity<struct FlopsDimension>;  // 2 per multiply-add
using Seconds = Quantity<struct SecondsDimension>;
using Dollars = Quantity<struct DollarsDimension>;
using BytesPerSecond = Quantity<struct BytesPerSecondDimension>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondDimension>;
using DollarsPerSecond = Quantity<struct DollarsPerSecondDimension>;
using Watts = Quantity<struct WattsDimension>;
using FlopsPerByte = Quantity<struct FlopsPerByteDimension>;  // arithmetic intensity

constexpr Seconds operator/(Bytes b, BytesPerSecond w) { return Seconds(b.value / w.value); }
constexpr Seconds operator/(Flops f, FlopsPerSecond c) { return Seconds(f.value / c.value); }
constexpr BytesPerSecond operator/(Bytes b, Seconds t) { return BytesPerSecond(b.value / t.value); }
constexpr FlopsPerSecond operator/(Flops f, Seconds t) { return FlopsPerSecond(f.value / t.value); }
constexpr Bytes operator*(BytesPerSecond w, Seconds t) { return Bytes(w.value * t.value); }
constexpr Flops operator*(FlopsPerSecond c, Seconds t) { return Flops(c.value * t.value); }
constexpr FlopsPerByte operator/(Flops f, Bytes b) { return FlopsPerByte(f.value / b.value); }
constexpr FlopsPerByte operator/(FlopsPerSecond c, BytesPerSecond w) { return FlopsPerByte(c.value / w.value); }
constexpr FlopsPerSecond operator*(FlopsPerByte i, BytesPerSecond w) { return FlopsPerSecond(i.value * w.value); }
constexpr Dollars operator*(DollarsPerSecond p, Seconds t) { return Dollars(p.value * t.value); }

constexpr double kSecondsPerHour = 3600.0;
constexpr double kSecondsPerDay = 86400.0;

constexpr DollarsPerSecond dollarsPerHour(double dollars) { return DollarsPerSecond(dollars / kSecondsPerHour); }

}  // namespace scalescope
