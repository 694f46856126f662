// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/scene.h"

#include "widgets/plots/frame.h"

#include <cmath>
#include <limits>

namespace scalescope {

namespace {

/// Lines at 45 degrees, cut at the box by hand: brush patterns have the printer's size, and SVG files know no clipping.
void drawHatch(QPainter& painter, const QRectF& r, const QColor& color, double spacing)
{
    QVector<QLineF> lines;
    // A line x + y = c; multiples of the spacing keep the pattern in place while the box grows.
    for (double c = std::ceil((r.left() + r.top()) / spacing) * spacing; c < r.right() + r.bottom(); c += spacing) {
        const double x0 = std::max(r.left(), c - r.bottom());
        const double x1 = std::min(r.right(), c - r.top());
        if (x1 > x0)
            lines.append(QLineF(x0, c - x0, x1, c - x1));
    }
    // Lines of one pixel are many times cheaper than wider ones.
    painter.setPen(QPen(color, 1));
    painter.drawLines(lines);
}

void draw(QPainter& painter, const Box& box)
{
    // Whole pixels: crisp, and cheap to fill.
    const QRectF rect(QPointF(std::round(box.rect.left()), std::round(box.rect.top())),
                      QPointF(std::round(box.rect.right()), std::round(box.rect.bottom())));
    if (rect.isEmpty())
        return;
    if (box.fill.isValid())
        painter.fillRect(rect, box.fill);
    if (box.hatch.isValid())
        drawHatch(painter, rect, box.hatch, box.spacing);
    if (box.outline.isValid()) {
        painter.setPen(QPen(box.outline, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void draw(QPainter& painter, const Stroke& stroke)
{
    painter.setPen(stroke.pen);
    painter.setBrush(Qt::NoBrush);
    const qsizetype n = stroke.line.size();
    if (stroke.pen.style() != Qt::SolidLine || n > 16) {
        painter.drawPolyline(stroke.line);
        return;
    }
    // Single lines are many times cheaper than what the stroker makes of a polyline; square caps close the corners, but
    // those of a band would reach out of the plot.
    constexpr double widest = 4;
    if (n > 2 && stroke.pen.widthF() < widest) {
        QPen pen = stroke.pen;
        pen.setCapStyle(Qt::SquareCap);
        painter.setPen(pen);
    }
    for (qsizetype i = 0; i + 1 < n; ++i)
        painter.drawLine(stroke.line[i], stroke.line[i + 1]);
}

void draw(QPainter& painter, const Dot& dot)
{
    painter.setPen(dot.rim.isValid() ? QPen(dot.rim, dot.rimWidth) : QPen(Qt::NoPen));
    painter.setBrush(dot.fill.isValid() ? QBrush(dot.fill) : QBrush(Qt::NoBrush));
    const double r = dot.radius;
    const QPointF c = dot.centre;
    const auto arrow = [&](QPointF tip, QPointF side) {
        painter.drawPolygon(QPolygonF() << c + tip * r << c - tip * r + side * r << c - tip * r - side * r);
    };
    switch (dot.shape) {
    case DotShape::circle: painter.drawEllipse(c, r, r); break;
    case DotShape::square: painter.drawRect(QRectF(c.x() - r * 0.9, c.y() - r * 0.9, r * 1.8, r * 1.8)); break;
    case DotShape::left: arrow({-1, 0}, {0, 1}); break;
    case DotShape::right: arrow({1, 0}, {0, 1}); break;
    case DotShape::up: arrow({0, -1}, {1, 0}); break;
    case DotShape::down: arrow({0, 1}, {1, 0}); break;
    }
}

void draw(QPainter& painter, const Label& label)
{
    painter.setFont(label.font);
    if (label.angle == 0) {
        if (label.backing.isValid())
            painter.fillRect(label.box.adjusted(-3, 0, 3, 0), label.backing);
        painter.setPen(label.color);
        const double baseline = std::round(label.box.top() + label.ascent);
        painter.drawStaticText(QPointF(std::round(label.box.left()), baseline - label.ascent), label.shaped);
        return;
    }
    painter.setPen(label.color);
    painter.save();
    painter.translate(label.box.center());
    painter.rotate(label.angle);
    painter.drawText(QPointF(-label.box.width() / 2, label.ascent - label.box.height() / 2), label.text);
    painter.restore();
}

double distanceTo(const HitShape& shape, QPointF point)
{
    if (shape.closed && shape.outline.containsPoint(point, Qt::OddEvenFill))
        return 0;
    double nearest = std::numeric_limits<double>::max();
    const qsizetype n = shape.outline.size();
    if (n == 1) {
        const QPointF gap = point - shape.outline[0];
        return std::hypot(gap.x(), gap.y());
    }
    for (qsizetype i = 0; i + 1 < n; ++i)
        nearest = std::min(nearest, distanceToSegment(point, shape.outline[i], shape.outline[i + 1]));
    return nearest;
}

}  // namespace

QPolygonF turnedBox(QPointF centre, const QSizeF& size, double angle)
{
    const double radians = angle * M_PI / 180.0;
    const QPointF along = QPointF(std::cos(radians), std::sin(radians)) * (size.width() / 2);
    const QPointF across = QPointF(-std::sin(radians), std::cos(radians)) * (size.height() / 2);
    return QPolygonF() << centre - along - across << centre + along - across << centre + along + across
                       << centre - along + across;
}

QPolygonF Label::outline() const { return turnedBox(box.center(), box.size(), angle); }

QSizeF sizeOf(const QString& text, const Face& face) { return {std::ceil(face.width(text)), std::ceil(face.height())}; }

Label labelIn(const QRectF& box, const QString& text, const Face& face, const QColor& color)
{
    return {text, box, face.font(), face.shaped(text), color, face.ascent()};
}

void Scene::draw(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const auto& mark : marks)
        std::visit([&](const auto& m) { scalescope::draw(painter, m); }, mark);
    painter.restore();
}

std::vector<Label> Scene::labels() const
{
    std::vector<Label> found;
    for (const auto& mark : marks)
        if (const auto* label = std::get_if<Label>(&mark))
            found.push_back(*label);
    return found;
}

const HitShape* Scene::hitAt(QPointF point, double distance) const
{
    const HitShape* nearest = nullptr;
    for (const HitShape& shape : hits) {
        const double d = distanceTo(shape, point);
        if (d <= distance) {
            distance = d;
            nearest = &shape;
        }
    }
    return nearest;
}

}  // namespace scalescope
