// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/shape_sink.h"

#include <QByteArray>

namespace scalescope {

/// Shapes as the text of SVG elements, coordinates with three decimals.
class SvgWriter final : public ShapeSink {
public:
    void fill(const QPainterPath& path, const QColor& colour) override;
    void fill(const QList<QPolygonF>& polygons, Qt::FillRule rule, const QColor& colour) override;
    void stroke(const QPainterPath& path, const QPen& pen, const QColor& colour) override;
    void image(const QRect& target, const QImage& image) override;
    double imageScale() const override { return 2; }

    /// As outlines: a reader may not have the font.
    bool text(const QPointF&, const QTextItem&, const QTransform&, const QColor&) override { return false; }

    /// All so far, for the inside of <svg>.
    const QByteArray& elements() const { return m_elements; }

private:
    void write(const QByteArray& element, const QByteArray& attributes);

    QByteArray m_elements;
    int m_clips = 0;
};

}  // namespace scalescope
