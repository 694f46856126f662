// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"

#include <vector>

namespace scalescope {

/// How the positions of a slider stand for the values of a parameter, and which value is next to another. A value that
/// is not among those of the slider has a nearest position, but the position never replaces the value.
class SliderScale {
public:
    SliderScale() = default;

    /// `legal`, in rising order, are the values of a parameter of the scale `divisors`; without them powers of two serve.
    explicit SliderScale(const Parameter& parameter, std::vector<double> legal = {});

    int lastPosition() const;
    int positionOf(double value) const;  // the nearest
    double valueAt(int position) const;  // two significant digits on a logarithmic scale

    /// The value `steps` steps up (or down) from this one, whether this one is on the scale or not; stays within what
    /// the parameter accepts. A logarithmic step is 4 to 10 %, a linear one about a hundredth of the span or 1.
    double stepped(double value, int steps) const;

    int pageSteps() const;
    bool isFixed() const { return lastPosition() < 1; }

    bool operator==(const SliderScale&) const = default;

private:
    bool isDiscrete() const { return !m_stops.empty(); }
    double logarithmicLow() const;
    double linearStep() const;
    double next(double value, int direction) const;
    double nextStop(double value, int direction) const;
    double nextLinear(double value, int direction) const;
    double nextLogarithmic(double value, int direction) const;

    Scale m_scale = Scale::linear;
    double m_low = 0;
    double m_high = 0;
    double m_minimum = 0;
    double m_maximum = 0;
    bool m_integer = false;
    std::vector<double> m_stops;
};

}  // namespace scalescope
