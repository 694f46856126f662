// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/ticks.h"

#include <QMargins>
#include <QPolygonF>
#include <QRect>

#include <optional>
#include <span>
#include <vector>

namespace scalescope {

struct AxisSpec {
    double lower = 0;
    double upper = 1;
    bool logarithmic = false;
    bool shown = true;  // its line, ticks and grid
    std::vector<Tick> ticks;

    bool holds(double value) const { return value >= lower && value <= upper; }
};

/// The two axes of a plot and the room round them.
struct Axes {
    AxisSpec x;
    AxisSpec y;
    QMargins margins;
};

/// Where values lie in a plot of a given size. The margins alone decide the rectangle, so it stays while values change.
class Frame {
public:
    Frame(const Axes& axes, const QSize& size);

    const QRectF& area() const { return m_area; }  // between the axes, in pixels
    const QSizeF& size() const { return m_size; }  // of the whole plot
    const AxisSpec& x() const { return m_x; }
    const AxisSpec& y() const { return m_y; }

    double toX(double value) const;
    double toY(double value) const;
    double valueAtX(double pixel) const;

    /// Nothing where a value is not finite, or not positive on a logarithmic axis.
    std::optional<QPointF> point(double x, double y) const;

    /// The curve through the points in pixels: parted where a value cannot be drawn, cut at the area, and without the
    /// points that lie on the line through their neighbours.
    std::vector<QPolygonF> curve(std::span<const double> x, std::span<const double> y) const;

private:
    AxisSpec m_x;
    AxisSpec m_y;
    QRectF m_area;
    QSizeF m_size;
    QRect m_pixels;
};

/// The pieces of a line inside a rectangle (Liang-Barsky). SVG files know no clipping.
std::vector<QPolygonF> clipped(const QPolygonF& line, const QRectF& rectangle);

/// The line without the points that are closer than `tolerance` to what is left of it.
QPolygonF simplified(const QPolygonF& line, double tolerance);

double distanceToSegment(QPointF point, QPointF a, QPointF b);

}  // namespace scalescope
