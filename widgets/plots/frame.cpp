// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/frame.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

double fractionOf(const AxisSpec& axis, double value)
{
    if (axis.logarithmic)
        return std::log(value / axis.lower) / std::log(axis.upper / axis.lower);
    return (value - axis.lower) / (axis.upper - axis.lower);
}

bool canBeDrawn(const AxisSpec& axis, double value) { return std::isfinite(value) && (!axis.logarithmic || value > 0); }

/// The part of a segment inside a rectangle, as two parameters from 0 to 1.
std::optional<std::pair<double, double>> inside(QPointF a, QPointF b, const QRectF& r)
{
    double enter = 0;
    double leave = 1;
    const auto cut = [&](double direction, double distance) {
        if (direction == 0)
            return distance >= 0;
        const double t = distance / direction;
        if (direction < 0)
            enter = std::max(enter, t);
        else
            leave = std::min(leave, t);
        return enter <= leave;
    };
    const QPointF d = b - a;
    if (cut(-d.x(), a.x() - r.left()) && cut(d.x(), r.right() - a.x()) && cut(-d.y(), a.y() - r.top()) &&
        cut(d.y(), r.bottom() - a.y()))
        return std::pair(enter, leave);
    return std::nullopt;
}

void simplifyBetween(const QPolygonF& line, qsizetype first, qsizetype last, double tolerance, std::vector<bool>& keep)
{
    double farthest = tolerance;
    qsizetype split = -1;
    for (qsizetype i = first + 1; i < last; ++i) {
        const double distance = distanceToSegment(line[i], line[first], line[last]);
        if (distance > farthest) {
            farthest = distance;
            split = i;
        }
    }
    if (split < 0)
        return;
    keep[static_cast<std::size_t>(split)] = true;
    simplifyBetween(line, first, split, tolerance, keep);
    simplifyBetween(line, split, last, tolerance, keep);
}

}  // namespace

Frame::Frame(const Axes& axes, const QSize& size)
    : m_x(axes.x),
      m_y(axes.y),
      m_size(size),
      m_pixels(QRect(QPoint(0, 0), size).marginsRemoved(axes.margins))
{
    m_pixels.setSize(m_pixels.size().expandedTo(QSize(1, 1)));
    m_area = QRectF(m_pixels);
}

// As QCustomPlot has it: a vertical axis begins on the last row of pixels.
double Frame::toX(double value) const { return m_pixels.left() + fractionOf(m_x, value) * m_pixels.width(); }

double Frame::toY(double value) const { return m_pixels.bottom() - fractionOf(m_y, value) * m_pixels.height(); }

double Frame::valueAtX(double pixel) const
{
    const double fraction = (pixel - m_pixels.left()) / m_pixels.width();
    if (m_x.logarithmic)
        return m_x.lower * std::pow(m_x.upper / m_x.lower, fraction);
    return m_x.lower + fraction * (m_x.upper - m_x.lower);
}

std::optional<QPointF> Frame::point(double x, double y) const
{
    if (!canBeDrawn(m_x, x) || !canBeDrawn(m_y, y))
        return std::nullopt;
    return QPointF(toX(x), toY(y));
}

std::vector<QPolygonF> Frame::curve(std::span<const double> x, std::span<const double> y) const
{
    constexpr double tolerance = 0.15;
    std::vector<QPolygonF> pieces;
    QPolygonF run;
    const auto finish = [&] {
        for (const QPolygonF& piece : clipped(simplified(run, tolerance), m_area))
            pieces.push_back(piece);
        run.clear();
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (const auto p = point(x[i], y[i]))
            run.append(*p);
        else
            finish();
    }
    finish();
    return pieces;
}

std::vector<QPolygonF> clipped(const QPolygonF& line, const QRectF& rectangle)
{
    std::vector<QPolygonF> pieces;
    bool open = false;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF a = line[i];
        const QPointF d = line[i + 1] - a;
        const auto part = inside(a, line[i + 1], rectangle);
        if (!part || part->first == part->second) {
            open = false;
            continue;
        }
        if (!open || part->first > 0)
            pieces.push_back(QPolygonF() << a + d * part->first);
        pieces.back() << a + d * part->second;
        open = part->second == 1;
    }
    return pieces;
}

QPolygonF simplified(const QPolygonF& line, double tolerance)
{
    if (line.size() < 3)
        return line;
    std::vector<bool> keep(static_cast<std::size_t>(line.size()), false);
    keep.front() = keep.back() = true;
    simplifyBetween(line, 0, line.size() - 1, tolerance, keep);
    QPolygonF kept;
    for (qsizetype i = 0; i < line.size(); ++i)
        if (keep[static_cast<std::size_t>(i)])
            kept << line[i];
    return kept;
}

double distanceToSegment(QPointF point, QPointF a, QPointF b)
{
    const QPointF d = b - a;
    const double length = QPointF::dotProduct(d, d);
    const double t = length > 0 ? std::clamp(QPointF::dotProduct(point - a, d) / length, 0.0, 1.0) : 0.0;
    const QPointF gap = point - (a + d * t);
    return std::hypot(gap.x(), gap.y());
}

}  // namespace scalescope
