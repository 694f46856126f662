// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPainterPath>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QTransform>

#include <optional>

class QImage;
class QPen;
class QTextItem;

namespace scalescope {

/// Where painting may leave a mark, in the coordinates of the device.
struct Clip {
    QRectF bounds;
    std::optional<QPainterPath> shape;  // where it is not just the rectangle
};

/// What a picture is made of once it is cut: plain shapes in the coordinates of the device, inside the clip's bounds.
/// The opacity is the alpha of a colour. Only a clip that is no rectangle, and text, are left for the sink to cut.
class ShapeSink {
public:
    virtual ~ShapeSink() = default;

    Clip clip;           // of what comes next
    bool smooth = true;  // the edges of what comes next

    virtual void fill(const QPainterPath& path, const QColor& colour) = 0;
    virtual void fill(const QList<QPolygonF>& polygons, Qt::FillRule rule, const QColor& colour) = 0;
    virtual void stroke(const QPainterPath& path, const QPen& pen, const QColor& colour) = 0;
    virtual void image(const QRect& target, const QImage& image) = 0;
    virtual double imageScale() const = 0;  // pixels per unit of the images that it wants

    /// Text as text; false where the sink wants its outlines.
    virtual bool text(const QPointF& point, const QTextItem& item, const QTransform& transform,
                      const QColor& colour) = 0;
};

}  // namespace scalescope
