// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/frame.h"
#include "widgets/theme.h"

#include <QString>

#include <optional>
#include <span>
#include <vector>

namespace scalescope {

// What a chart of curves says, before anybody knows its size or its colours.

struct ChartAxis {
    enum class Ticks { si, seconds, counts, powersOfTwo, linear };

    double lower = 1;
    double upper = 10;
    Ticks ticks = Ticks::si;  // all but linear stand on a logarithmic axis
    double unit = 1;          // in which a linear axis is read
    QString title;
};

struct ChartCurve {
    enum class Line { solid, dashed, dashDotted, dotted };

    std::span<const double> x;
    std::span<const double> y;  // NaN parts the curve
    QString name;
    QColor Theme::*color = &Theme::ink;
    double width = 2;
    double strength = 1;  // below one the card shows through
    Line line = Line::solid;
    bool dots = false;   // at its points: there is nothing between them
    bool ghost = false;  // is shown as it was when a drag began
    int hit = -1;        // id, or does not answer to the pointer
    QString value = {};  // behind the name in a key
    bool along = false;  // a straight line whose name runs along it
    bool atEnd = false;  // its name stands at its last point
};

/// A part of the plot that is tinted and named. It ends at the border where an end lies outside.
struct ChartRegion {
    enum class Look { tinted, hatched };

    double from = 0;
    double to = 0;
    QString name;
    QColor Theme::*color = &Theme::muted;
    QString detail = {};  // a second line, "below 4.5 MB", that makes the words of a mark needless
    Look look = Look::tinted;
    bool upwards = false;  // from and to are values of the vertical axis
};

/// A value of the horizontal axis that is dotted and named, to the curve at `y` or all the way.
struct ChartMark {
    double x = 0;
    std::optional<double> y = {};
    QString what;   // "latency-bound below"; without it no words stand there
    QString value;  // "4.5 MB"
    int hit = -1;
    bool wall = false;  // is not to be passed
};

/// A point that is named: on a curve, or a ring round one.
struct ChartPoint {
    double x = 0;
    double y = 0;
    QString name;
    QColor Theme::*color = &Theme::ink;
    bool ring = false;
    int hit = -1;
};

/// A flat ceiling.
struct ChartRoof {
    double y = 0;
    QString name;
    int hit = -1;
    QColor Theme::*color = nullptr;  // of a roof that has one; otherwise it is dotted and muted
};

/// The present.
struct ChartNow {
    double x = 0;
    std::optional<double> y = {};
    QString words;
    QString doubt = {};  // a second line in the colour of trouble
    int hit = -1;
    bool hollow = false;  // cannot happen
};

struct CurveChart {
    QString problem;  // heading of a notice instead of the plot
    QString why;
    QString trouble;  // what is wrong all the same, as a line in the plot

    ChartAxis x;
    ChartAxis y;
    std::vector<ChartRegion> regions;
    std::vector<ChartRoof> roofs;
    std::vector<ChartMark> marks;
    std::vector<ChartCurve> curves;  // the important first; painted in reverse
    std::vector<ChartPoint> points;  // the important first
    std::optional<ChartNow> now;
    QString keyTitle;  // the curves are named in a list under this, where they run too close to be named one by one

    bool isPossible() const { return problem.isEmpty(); }
};

/// Whole decades round two positive values, at least `fewest` of them: one alone shows no slope.
struct Decades {
    double lower = 1;
    double upper = 10;

    static Decades around(double least, double most, int fewest = 2);
    bool operator==(const Decades&) const = default;
};

/// Powers of two between two values, evenly thinned to at most `most`.
std::vector<Tick> powerTicks(double lower, double upper, int most);

}  // namespace scalescope
