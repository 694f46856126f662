// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/painter_sink.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPen>

namespace scalescope {

PainterSink::PainterSink(QPainter& painter, Text text, double imageScale)
    : m_painter(painter),
      m_text(text),
      m_imageScale(imageScale)
{
}

void PainterSink::prepare()
{
    m_painter.setRenderHint(QPainter::Antialiasing, smooth);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (clip.shape)
        m_painter.setClipPath(*clip.shape);
    else
        m_painter.setClipping(false);
}

void PainterSink::fill(const QPainterPath& path, const QColor& colour)
{
    prepare();
    m_painter.fillPath(path, colour);
}

void PainterSink::fill(const QList<QPolygonF>& polygons, Qt::FillRule rule, const QColor& colour)
{
    QPainterPath path;
    path.setFillRule(rule);
    for (const QPolygonF& polygon : polygons) {
        path.addPolygon(polygon);
        path.closeSubpath();
    }
    fill(path, colour);
}

void PainterSink::stroke(const QPainterPath& path, const QPen& pen, const QColor& colour)
{
    prepare();
    QPen own = pen;
    own.setColor(colour);
    own.setCosmetic(false);
    m_painter.strokePath(path, own);
}

void PainterSink::image(const QRect& target, const QImage& image)
{
    prepare();
    m_painter.drawImage(target, image);
}

bool PainterSink::text(const QPointF& point, const QTextItem& item, const QTransform& transform, const QColor& colour)
{
    // Glyphs without characters come without text.
    if (m_text == Text::outlines || item.text().isEmpty())
        return false;
    prepare();
    m_painter.save();
    m_painter.setClipRect(clip.bounds, clip.shape ? Qt::IntersectClip : Qt::ReplaceClip);
    m_painter.setTransform(transform, true);
    m_painter.setFont(item.font());
    m_painter.setPen(colour);
    m_painter.drawText(point, item.text());
    m_painter.restore();
    return true;
}

}  // namespace scalescope
