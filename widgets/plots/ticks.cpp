// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/ticks.h"

#include "core/base/format.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

/// The smallest of 1, 2, 5 times a power of ten that is no less; with a hair of slack for rounding.
double roundStep(double least)
{
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double mantissa : {1.0, 2.0, 5.0})
        if (mantissa * decade >= least * (1 - 1e-9))
            return mantissa * decade;
    return 10.0 * decade;
}

int digitsFor(double value, double step)
{
    if (value == 0)
        return 1;
    return std::clamp(
        static_cast<int>(std::floor(std::log10(std::fabs(value)) + 1e-9) - std::floor(std::log10(step) + 1e-9)) + 1, 1,
        17);
}

std::vector<double> multiples(double lower, double upper, double step)
{
    std::vector<double> values;
    const double slack = 1e-9;
    for (double i = std::ceil(lower / step - slack); i <= upper / step + slack; ++i)
        values.push_back(i * step);
    return values;
}

std::vector<Tick> withLabels(const std::vector<double>& values, double step, TickLabel label)
{
    std::vector<Tick> ticks;
    for (const double v : values)
        ticks.push_back({v, label(v, digitsFor(v, step))});
    return ticks;
}

std::vector<Tick> withinDecades(double lower, double upper, int most, TickLabel label)
{
    std::vector<Tick> ticks;
    for (double decade = std::pow(10.0, std::floor(std::log10(lower))); decade <= upper; decade *= 10)
        for (const double mantissa : {1.0, 2.0, 5.0})
            if (const double v = mantissa * decade; v >= lower * (1 - 1e-12) && v <= upper * (1 + 1e-12))
                ticks.push_back({v, label(v, 1)});
    if (ticks.size() >= 3 && static_cast<int>(ticks.size()) <= most)
        return ticks;
    for (int count = std::max(1, most);; ++count) {
        const double step = roundStep((upper - lower) / count);
        // Two steps fit at the latest when there are four of them, so this ends.
        if (const std::vector<double> values = multiples(lower, upper, step); values.size() >= 2)
            return withLabels(values, step, label);
    }
}

}  // namespace

QString siLabel(double value, int digits) { return QString::fromStdString(formatSi(value, {}, digits)); }

QString countLabel(double value, int) { return QString::fromStdString(formatCount(value)); }

QString timeLabel(double seconds, int digits)
{
    if (seconds < 1000)
        return QString::fromStdString(formatSi(seconds, "s", digits));
    return QString::fromStdString(formatCount(seconds)) + QString::fromUtf8(kNarrowSpace.data(), kNarrowSpace.size()) +
        u's';
}

std::vector<Tick> linearTicks(double lower, double upper, int most, double unit)
{
    if (!(upper > lower) || most < 1)
        return {};
    const double step = roundStep((upper - lower) / unit / most);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    std::vector<Tick> ticks;
    for (const double v : multiples(lower / unit, upper / unit, step))
        ticks.push_back({v * unit, QString::number(v, 'f', v == 0 ? 0 : decimals)});
    return ticks;
}

std::vector<Tick> logTicks(double lower, double upper, int most, TickLabel label)
{
    if (!(lower > 0) || !(upper > lower))
        return {};
    const int first = static_cast<int>(std::ceil(std::log10(lower) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(upper) + 1e-9));
    if (last - first < 1)
        return withinDecades(lower, upper, most, label);

    int stride = 1;
    while ((last - first) / stride + 1 > std::max(2, most))
        ++stride;
    std::vector<Tick> ticks;
    for (int e = first; e <= last; ++e)
        if (e % stride == 0 || stride > last - first)
            ticks.push_back({std::pow(10.0, e), label(std::pow(10.0, e), 1)});
    return ticks;
}

TimeUnit timeUnitFor(double longest)
{
    static constexpr std::array<TimeUnit, 7> units = {{
        {1e-9, QT_TRANSLATE_NOOP("Ticks", "nanoseconds")},
        {1e-6, QT_TRANSLATE_NOOP("Ticks", "microseconds")},
        {1e-3, QT_TRANSLATE_NOOP("Ticks", "milliseconds")},
        {1, QT_TRANSLATE_NOOP("Ticks", "seconds")},
        {60, QT_TRANSLATE_NOOP("Ticks", "minutes")},
        {3600, QT_TRANSLATE_NOOP("Ticks", "hours")},
        {86400, QT_TRANSLATE_NOOP("Ticks", "days")},
    }};
    // Seconds are read well up to a thousand of them; only then minutes.
    const auto* unit = &units.front();
    for (const TimeUnit& candidate : units)
        if (longest > candidate.seconds * (candidate.seconds > 1 ? 2 : 1) && (candidate.seconds <= 1 || longest > 1000))
            unit = &candidate;
    return *unit;
}

double roundedUp(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double mantissa : {1.0, 2.0, 3.0, 5.0, 7.0})
        if (mantissa * decade >= value * (1 - 1e-9))
            return mantissa * decade;
    return 10.0 * decade;
}

double roundedDown(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double mantissa : {7.0, 5.0, 3.0, 2.0})
        if (mantissa * decade <= value * (1 + 1e-9))
            return mantissa * decade;
    return decade;
}

}  // namespace scalescope
