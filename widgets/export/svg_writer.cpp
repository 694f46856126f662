// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/svg_writer.h"

#include <QBuffer>
#include <QImage>
#include <QPen>

namespace scalescope {

namespace {

QByteArray number(qreal value)
{
    QByteArray text = QByteArray::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray pair(const QPointF& point) { return number(point.x()) + ' ' + number(point.y()); }

QByteArray dataOf(const QPainterPath& path)
{
    QByteArray data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement: data += 'M'; break;
        case QPainterPath::LineToElement: data += 'L'; break;
        case QPainterPath::CurveToElement: data += 'C'; break;
        case QPainterPath::CurveToDataElement: data += ' '; break;
        }
        data += pair(element);
    }
    return data;
}

// Subpaths that end where they began are closed, or their first corner would have two caps in place of a join.
QByteArray strokeDataOf(const QPainterPath& path)
{
    QByteArray data;
    QPainterPath part;
    const auto flush = [&] {
        data += dataOf(part);
        if (part.elementCount() > 2 && QPointF(part.elementAt(0)) == part.currentPosition())
            data += 'Z';
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        if (element.isMoveTo()) {
            flush();
            part = QPainterPath(element);
        } else if (element.isLineTo()) {
            part.lineTo(element);
        } else {
            part.cubicTo(element, path.elementAt(i + 1), path.elementAt(i + 2));
            i += 2;
        }
    }
    flush();
    return data;
}

QByteArray dataOf(const QList<QPolygonF>& polygons)
{
    QByteArray data;
    for (const QPolygonF& polygon : polygons) {
        for (qsizetype i = 0; i < polygon.size(); ++i)
            data += (i == 0 ? 'M' : 'L') + pair(polygon[i]);
        data += 'Z';
    }
    return data;
}

QByteArray attribute(const QByteArray& name, const QByteArray& value) { return ' ' + name + "=\"" + value + '"'; }

QByteArray paint(const QByteArray& name, const QColor& colour)
{
    const QByteArray solid = attribute(name, colour.name().toLatin1());
    return colour.alpha() == 255 ? solid : solid + attribute(name + "-opacity", number(colour.alphaF()));
}

QByteArray ruleOf(Qt::FillRule rule)
{
    return rule == Qt::OddEvenFill ? attribute("fill-rule", "evenodd") : QByteArray();
}

QByteArray shapeOf(const QPen& pen)
{
    QByteArray text = attribute("stroke-width", number(pen.widthF()));
    if (pen.capStyle() != Qt::FlatCap)
        text += attribute("stroke-linecap", pen.capStyle() == Qt::RoundCap ? "round" : "square");
    if (pen.joinStyle() == Qt::RoundJoin || pen.joinStyle() == Qt::BevelJoin)
        text += attribute("stroke-linejoin", pen.joinStyle() == Qt::RoundJoin ? "round" : "bevel");
    if (pen.style() == Qt::SolidLine)
        return text;

    QByteArrayList lengths;
    for (const qreal length : pen.dashPattern())
        lengths << number(length * pen.widthF());
    text += attribute("stroke-dasharray", lengths.join(','));
    if (pen.dashOffset() != 0)
        text += attribute("stroke-dashoffset", number(pen.dashOffset() * pen.widthF()));
    return text;
}

}  // namespace

void SvgWriter::fill(const QPainterPath& path, const QColor& colour)
{
    write("path", paint("fill", colour) + ruleOf(path.fillRule()) + attribute("d", dataOf(path)));
}

void SvgWriter::fill(const QList<QPolygonF>& polygons, Qt::FillRule rule, const QColor& colour)
{
    write("path", paint("fill", colour) + ruleOf(rule) + attribute("d", dataOf(polygons)));
}

void SvgWriter::stroke(const QPainterPath& path, const QPen& pen, const QColor& colour)
{
    write("path",
          attribute("fill", "none") + paint("stroke", colour) + shapeOf(pen) + attribute("d", strokeDataOf(path)));
}

void SvgWriter::image(const QRect& target, const QImage& image)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    // The older name of the last attribute is the one that every reader knows.
    write("image",
          attribute("x", number(target.x())) + attribute("y", number(target.y())) +
              attribute("width", number(target.width())) + attribute("height", number(target.height())) +
              attribute("xlink:href", "data:image/png;base64," + png.toBase64()));
}

void SvgWriter::write(const QByteArray& element, const QByteArray& attributes)
{
    QByteArray common;
    if (clip.shape) {
        const QByteArray id = "clip" + QByteArray::number(++m_clips);
        m_elements +=
            "<clipPath" + attribute("id", id) + "><path" + attribute("d", dataOf(*clip.shape)) + "/></clipPath>\n";
        common = attribute("clip-path", "url(#" + id + ')');
    }
    if (!smooth && element == "path")
        common += attribute("shape-rendering", "crispEdges");
    m_elements += '<' + element + common + attributes + "/>\n";
}

}  // namespace scalescope
