// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/polygons.h"

#include <QtMath>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace scalescope {

namespace {

constexpr qreal kHatchTile = 8;  // of Qt's own patterns, each with one line or one diagonal
constexpr qreal kFlatteningScale = 16;

template <typename Distance, typename Project>
QPolygonF cutAtEdge(const QPolygonF& polygon, Distance distance, Project project)
{
    QPolygonF result;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF& from = polygon[i];
        const QPointF& to = polygon[(i + 1) % polygon.size()];
        const qreal a = distance(from);
        const qreal b = distance(to);
        if (a >= 0)
            result << from;
        if ((a >= 0) != (b >= 0))
            result << project(from + (to - from) * (a / (a - b)));
    }
    return result;
}

struct Span {
    qreal from;
    qreal to;
};

std::optional<Span> spanInside(const QPointF& a, const QPointF& b, const QRectF& rect)
{
    Span span{0, 1};
    const auto cut = [&span](qreal direction, qreal room) {
        if (direction == 0)
            return room >= 0;
        const qreal t = room / direction;
        if (direction < 0)
            span.from = std::max(span.from, t);
        else
            span.to = std::min(span.to, t);
        return span.from <= span.to;
    };
    const QPointF d = b - a;
    if (cut(-d.x(), a.x() - rect.left()) && cut(d.x(), rect.right() - a.x()) && cut(-d.y(), a.y() - rect.top()) &&
        cut(d.y(), rect.bottom() - a.y()))
        return span;
    return std::nullopt;
}

struct Crossing {
    qreal along;
    int turn;
};

void appendHatch(QList<QLineF>& lines, const QList<QPolygonF>& polygons, Qt::FillRule rule, const QPointF& direction,
                 qreal spacing)
{
    const QPointF normal(-direction.y(), direction.x());
    qreal low = qInf();
    qreal high = -qInf();
    for (const QPolygonF& polygon : polygons) {
        for (const QPointF& point : polygon) {
            const qreal d = QPointF::dotProduct(point, normal);
            low = std::min(low, d);
            high = std::max(high, d);
        }
    }
    std::vector<Crossing> crossings;
    if (!(low <= high))
        return;
    const int last = qFloor(high / spacing);
    for (int line = qCeil(low / spacing); line <= last; ++line) {
        const qreal at = line * spacing;
        crossings.clear();
        for (const QPolygonF& polygon : polygons) {
            for (qsizetype i = 0; i < polygon.size(); ++i) {
                const QPointF& from = polygon[i];
                const QPointF& to = polygon[(i + 1) % polygon.size()];
                const qreal a = QPointF::dotProduct(from, normal) - at;
                const qreal b = QPointF::dotProduct(to, normal) - at;
                if ((a < 0) != (b < 0))
                    crossings.push_back(
                        {QPointF::dotProduct(from + (to - from) * (a / (a - b)), direction), a < 0 ? 1 : -1});
            }
        }
        std::sort(crossings.begin(), crossings.end(),
                  [](const Crossing& x, const Crossing& y) { return x.along < y.along; });
        int winding = 0;
        for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
            winding += crossings[i].turn;
            const bool inside = rule == Qt::WindingFill ? winding != 0 : i % 2 == 0;
            if (inside && crossings[i].along < crossings[i + 1].along)
                lines << QLineF(normal * at + direction * crossings[i].along,
                                normal * at + direction * crossings[i + 1].along);
        }
    }
}

}  // namespace

QPolygonF cutTo(const QPolygonF& polygon, const QRectF& rect)
{
    const qreal left = rect.left();
    const qreal right = rect.right();
    const qreal top = rect.top();
    const qreal bottom = rect.bottom();
    QPolygonF result = polygon;
    result = cutAtEdge(
        result, [left](const QPointF& p) { return p.x() - left; },
        [left](const QPointF& p) { return QPointF(left, p.y()); });
    result = cutAtEdge(
        result, [right](const QPointF& p) { return right - p.x(); },
        [right](const QPointF& p) { return QPointF(right, p.y()); });
    result = cutAtEdge(
        result, [top](const QPointF& p) { return p.y() - top; },
        [top](const QPointF& p) { return QPointF(p.x(), top); });
    return cutAtEdge(
        result, [bottom](const QPointF& p) { return bottom - p.y(); },
        [bottom](const QPointF& p) { return QPointF(p.x(), bottom); });
}

QList<LinePiece> piecesInside(const QPolygonF& line, const QRectF& rect)
{
    QList<LinePiece> pieces;
    qreal length = 0;
    bool open = false;  // the last piece ends at the point that the next segment starts from
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF& a = line[i];
        const QPointF& b = line[i + 1];
        const qreal step = std::hypot(b.x() - a.x(), b.y() - a.y());
        const auto span = spanInside(a, b, rect);
        if (span) {
            if (!open || span->from > 0)
                pieces << LinePiece{{a + (b - a) * span->from}, length + step * span->from};
            pieces.last().points << a + (b - a) * span->to;
        }
        open = span && span->to >= 1;
        length += step;
    }
    const bool closed = line.size() > 2 && line.first() == line.last();
    if (closed && open && pieces.size() > 1 && pieces.first().start == 0) {
        pieces.last().points << pieces.first().points.sliced(1);
        pieces.removeFirst();
    }
    return pieces;
}

QList<QPolygonF> flattened(const QPainterPath& path)
{
    QList<QPolygonF> polygons = path.toSubpathPolygons(QTransform::fromScale(kFlatteningScale, kFlatteningScale));
    const QTransform back = QTransform::fromScale(1 / kFlatteningScale, 1 / kFlatteningScale);
    for (QPolygonF& polygon : polygons)
        polygon = back.map(polygon);
    return polygons;
}

QList<QLineF> hatchLines(const QList<QPolygonF>& polygons, Qt::FillRule rule, Qt::BrushStyle hatch)
{
    constexpr qreal diagonal = 1 / std::numbers::sqrt2;
    QList<QLineF> lines;
    if (hatch == Qt::HorPattern || hatch == Qt::CrossPattern)
        appendHatch(lines, polygons, rule, {1, 0}, kHatchTile);
    if (hatch == Qt::VerPattern || hatch == Qt::CrossPattern)
        appendHatch(lines, polygons, rule, {0, 1}, kHatchTile);
    if (hatch == Qt::BDiagPattern || hatch == Qt::DiagCrossPattern)
        appendHatch(lines, polygons, rule, {diagonal, -diagonal}, kHatchTile * diagonal);
    if (hatch == Qt::FDiagPattern || hatch == Qt::DiagCrossPattern)
        appendHatch(lines, polygons, rule, {diagonal, diagonal}, kHatchTile * diagonal);
    return lines;
}

}  // namespace scalescope
