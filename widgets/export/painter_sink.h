// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/shape_sink.h"

class QPainter;

namespace scalescope {

/// Shapes for a PNG or a PDF, through a painter that has the scale of the file and nothing else changed.
class PainterSink final : public ShapeSink {
public:
    enum class Text { outlines, characters };

    PainterSink(QPainter& painter, Text text, double imageScale);

    void fill(const QPainterPath& path, const QColor& colour) override;
    void fill(const QList<QPolygonF>& polygons, Qt::FillRule rule, const QColor& colour) override;
    void stroke(const QPainterPath& path, const QPen& pen, const QColor& colour) override;
    void image(const QRect& target, const QImage& image) override;
    double imageScale() const override { return m_imageScale; }
    bool text(const QPointF& point, const QTextItem& item, const QTransform& transform, const QColor& colour) override;

private:
    void prepare();

    QPainter& m_painter;
    Text m_text;
    double m_imageScale;
};

}  // namespace scalescope
