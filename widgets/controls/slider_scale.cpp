// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/slider_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

constexpr int kFinePositions = 10000;
constexpr double kSame = 1e-9;  // relative; closer than that is the same stop

/// digits x 10^exponent, rounded once.
double decimal(double digits, int exponent)
{
    return exponent < 0 ? digits / std::pow(10.0, -exponent) : digits * std::pow(10.0, exponent);
}

double toTwoDigits(double value)
{
    const int exponent = static_cast<int>(std::floor(std::log10(value))) - 1;
    return decimal(std::round(decimal(value, -exponent)), exponent);
}

/// The stops of a decade for keys and wheel, in tenths: 1.0, 1.1 to 2.0, 2.2 to 5.0, 5.5 to 9.5.
constexpr std::array<double, 35> decadeStops()
{
    std::array<double, 35> stops{};
    int tenths = 10;
    for (double& stop : stops) {
        stop = tenths;
        tenths += tenths < 20 ? 1 : tenths < 50 ? 2 : 5;
    }
    return stops;
}

std::vector<double> powersOfTwo(double low, double high)
{
    std::vector<double> powers;
    for (double power = std::exp2(std::ceil(std::log2(std::max(low, 1.0)))); power <= high; power *= 2)
        powers.push_back(power);
    return powers;
}

}  // namespace

SliderScale::SliderScale(const Parameter& parameter, std::vector<double> legal)
    : m_scale(parameter.scale),
      m_low(parameter.low),
      m_high(parameter.high),
      m_minimum(parameter.minimum),
      m_maximum(parameter.maximum),
      m_integer(parameter.integer)
{
    if (m_scale == Scale::stops)
        m_stops = parameter.stops;
    else if (m_scale == Scale::divisors && !legal.empty())
        m_stops = std::move(legal);
    else if (m_scale == Scale::divisors || m_scale == Scale::powersOfTwo)
        m_stops = powersOfTwo(m_low, m_high);
}

int SliderScale::lastPosition() const
{
    if (isDiscrete())
        return static_cast<int>(m_stops.size()) - 1;
    if (m_high <= m_low)
        return 0;
    if (m_integer && m_scale == Scale::linear && m_high - m_low < kFinePositions)
        return static_cast<int>(m_high - m_low);
    return kFinePositions;
}

double SliderScale::logarithmicLow() const
{
    if (m_low > 0)
        return m_low;
    return m_integer ? 1.0 : m_high * 1e-6;
}

double SliderScale::linearStep() const
{
    if (m_integer)
        return 1.0;
    const double wanted = (m_high - m_low) / 100.0;
    const int exponent = static_cast<int>(std::floor(std::log10(wanted) + kSame));
    const double lead = decimal(wanted, -exponent) * (1.0 + kSame);
    return decimal(lead >= 5 ? 5 : lead >= 2 ? 2 : 1, exponent);
}

int SliderScale::positionOf(double value) const
{
    if (isDiscrete()) {
        const auto above = std::lower_bound(m_stops.begin(), m_stops.end(), value);
        if (above == m_stops.begin())
            return 0;
        if (above == m_stops.end())
            return lastPosition();
        const double below = *(above - 1);
        const bool upper = below > 0 ? value / below >= *above / value : value - below >= *above - value;
        return static_cast<int>(above - m_stops.begin()) - (upper ? 0 : 1);
    }
    if (value <= m_low || m_high <= m_low)
        return 0;
    const double share = m_scale == Scale::logarithmic
        ? std::log(value / logarithmicLow()) / std::log(m_high / logarithmicLow())
        : (value - m_low) / (m_high - m_low);
    return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * lastPosition()));
}

double SliderScale::valueAt(int position) const
{
    if (isDiscrete())
        return m_stops[static_cast<std::size_t>(std::clamp(position, 0, lastPosition()))];
    if (position <= 0 || isFixed())
        return m_low;
    if (position >= lastPosition())
        return m_high;
    const double share = static_cast<double>(position) / lastPosition();
    if (m_scale == Scale::logarithmic) {
        const double value = toTwoDigits(logarithmicLow() * std::pow(m_high / logarithmicLow(), share));
        return std::clamp(m_integer ? std::round(value) : value, m_low, m_high);
    }
    const double value = m_low + share * (m_high - m_low);
    // Dividing by the reciprocal keeps 0.3 what a person would type.
    const double step = linearStep();
    const double snapped = step < 1 ? std::round(value / step) / std::round(1 / step) : std::round(value / step) * step;
    return std::clamp(snapped, m_low, m_high);
}

double SliderScale::stepped(double value, int steps) const
{
    const int direction = steps < 0 ? -1 : 1;
    for (int i = 0; i < std::abs(steps); ++i)
        value = std::clamp(next(value, direction), m_minimum, m_maximum);
    return value;
}

double SliderScale::next(double value, int direction) const
{
    if (isDiscrete())
        return nextStop(value, direction);
    return m_scale == Scale::logarithmic ? nextLogarithmic(value, direction) : nextLinear(value, direction);
}

double SliderScale::nextStop(double value, int direction) const
{
    if (direction > 0) {
        const auto above = std::upper_bound(m_stops.begin(), m_stops.end(), value);
        return above == m_stops.end() ? value : *above;
    }
    const auto from = std::lower_bound(m_stops.begin(), m_stops.end(), value);
    return from == m_stops.begin() ? value : *(from - 1);
}

double SliderScale::nextLinear(double value, int direction) const
{
    if (m_high <= m_low)
        return value;
    const double step = linearStep();
    const double exact = value / step;
    const double count = direction > 0 ? std::floor(exact + kSame) + 1 : std::ceil(exact - kSame) - 1;
    return step < 1 ? count / std::round(1 / step) : count * step;
}

double SliderScale::nextLogarithmic(double value, int direction) const
{
    static constexpr std::array<double, 35> kStops = decadeStops();
    if (value <= 0)
        return direction > 0 ? logarithmicLow() : value;
    // A fraction would be divided for ever without reaching a minimum of zero.
    if (direction < 0 && value <= logarithmicLow() && m_minimum <= 0 && !m_integer)
        return m_minimum;

    const int exponent = static_cast<int>(std::floor(std::log10(value))) - 1;
    const double tenths = decimal(value, -exponent);
    double result = 0;
    if (direction > 0) {
        const auto above = std::upper_bound(kStops.begin(), kStops.end(), tenths * (1 + kSame));
        result = above == kStops.end() ? decimal(10, exponent + 1) : decimal(*above, exponent);
        return m_integer ? std::ceil(result) : result;
    }
    const auto from = std::lower_bound(kStops.begin(), kStops.end(), tenths * (1 - kSame));
    result = from == kStops.begin() ? decimal(kStops.back(), exponent - 1) : decimal(*(from - 1), exponent);
    return m_integer ? std::floor(result) : result;
}

int SliderScale::pageSteps() const { return isDiscrete() ? std::max(1, lastPosition() / 5) : 10; }

}  // namespace scalescope
