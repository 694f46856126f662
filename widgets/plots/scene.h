// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_style.h"

#include <QPainter>
#include <QPolygonF>

#include <optional>
#include <variant>
#include <vector>

namespace scalescope {

struct Box {
    QRectF rect;
    QColor fill;
    QColor outline = {};
    QColor hatch = {};
    double spacing = 6;  // of the hatch
};

struct Stroke {
    QPolygonF line;
    QPen pen;
};

enum class DotShape { circle, square, left, right, up, down };  // the last four are arrows

struct Dot {
    QPointF centre;
    double radius = 3;
    DotShape shape = DotShape::circle;
    QColor fill = {};
    QColor rim = {};
    double rimWidth = 1;
};

/// A text in its box; `angle` turns it about the centre of the box, in degrees, clockwise.
struct Label {
    QString text;
    QRectF box;
    QFont font;
    QStaticText shaped;
    QColor color;
    double ascent = 0;
    double angle = 0;
    QColor backing = {};

    QPolygonF outline() const;
};

Label labelIn(const QRectF& box, const QString& text, const Face& face, const QColor& color);
QSizeF sizeOf(const QString& text, const Face& face);

/// The corners of a box of this size about a centre, turned.
QPolygonF turnedBox(QPointF centre, const QSizeF& size, double angle);

/// What answers to the pointer: the inside of a closed outline, or the surroundings of a line or a point.
struct HitShape {
    QPolygonF outline;
    bool closed = true;
    int id = 0;
};

/// All that a plot shows besides its axes, in pixels and in the order in which it is painted.
struct Scene {
    std::vector<std::variant<Box, Stroke, Dot, Label>> marks;
    std::vector<HitShape> hits;
    QColor background;  // behind texts that cross a line

    template <class Mark>
    void add(Mark mark)
    {
        marks.emplace_back(std::move(mark));
    }

    void draw(QPainter& painter) const;
    std::vector<Label> labels() const;

    /// The nearest hit shape within a distance; of several that hold the point, the last.
    const HitShape* hitAt(QPointF point, double distance) const;
};

}  // namespace scalescope
