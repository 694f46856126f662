// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/shape_device.h"

#include "widgets/export/polygons.h"
#include "widgets/export/shape_sink.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QPen>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

namespace scalescope {

namespace {

constexpr int kDpi = 96;

bool isFinite(const QPainterPath& path)
{
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        if (!std::isfinite(element.x) || !std::isfinite(element.y))
            return false;
    }
    return true;
}

bool isRectangle(const QPainterPath& path)
{
    QPainterPath rectangle;
    rectangle.addRect(path.boundingRect());
    return path == rectangle;
}

bool isHatch(Qt::BrushStyle style) { return style >= Qt::HorPattern && style <= Qt::DiagCrossPattern; }

bool isFlat(Qt::BrushStyle style)
{
    return style == Qt::SolidPattern || (style >= Qt::Dense1Pattern && style <= Qt::Dense7Pattern);
}

// The share of a dense pattern that it covers.
qreal coverOf(Qt::BrushStyle style)
{
    constexpr std::array<qreal, 7> cover{60 / 64.0, 56 / 64.0, 40 / 64.0, 32 / 64.0, 24 / 64.0, 8 / 64.0, 4 / 64.0};
    return style >= Qt::Dense1Pattern && style <= Qt::Dense7Pattern ? cover[style - Qt::Dense1Pattern] : 1;
}

bool keepsShape(const QTransform& t)
{
    const bool turns = qFuzzyCompare(1 + t.m11(), 1 + t.m22()) && qFuzzyCompare(1 + t.m12(), 1 - t.m21());
    const bool mirrors = qFuzzyCompare(1 + t.m11(), 1 - t.m22()) && qFuzzyCompare(1 + t.m12(), 1 + t.m21());
    return t.isAffine() && (turns || mirrors);
}

// How far a pen can reach from its path.
qreal reachOf(const QPen& pen)
{
    const qreal corner = pen.joinStyle() == Qt::MiterJoin || pen.joinStyle() == Qt::SvgMiterJoin ? pen.miterLimit() : 1;
    return pen.widthF() / 2 * std::max<qreal>(corner, std::numbers::sqrt2);
}

QPainterPath outlineOf(const QPolygonF& line, QPen pen, qreal start)
{
    QPainterPath path;
    path.addPolygon(line);
    if (line.size() > 2 && line.first() == line.last())
        path.closeSubpath();
    if (pen.style() != Qt::SolidLine)
        pen.setDashOffset(pen.dashOffset() + start / pen.widthF());
    return QPainterPathStroker(pen).createStroke(path);
}

}  // namespace

class ShapeEngine final : public QPaintEngine {
public:
    ShapeEngine(const QSize& size, ShapeSink& sink)
        : QPaintEngine(AllFeatures & ~(PorterDuff | BlendModes | RasterOpModes | PerspectiveTransform)),
          m_page(QPointF(0, 0), size),
          m_sink(sink)
    {
        m_sink.clip = {m_page, {}};
    }

    const QString& missingGlyphs() const { return m_missing; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override;
    void drawPath(const QPainterPath& path) override;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override;
    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override;
    void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags flags) override;
    void drawTextItem(const QPointF& point, const QTextItem& item) override;

private:
    void clipTo(const QPainterPath& shape, Qt::ClipOperation operation);
    void fill(const QPainterPath& path, const QBrush& brush);
    void stroke(const QPainterPath& path);
    void strokeOnDevice(const QPainterPath& path, const QPen& pen);
    void paintAsImage(const QRectF& area, const std::function<void(QPainter&)>& paint);
    QColor colourOf(const QBrush& brush) const;

    QRectF m_page;
    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    qreal m_opacity = 1;
    bool m_clipping = false;
    Clip m_given;  // by the painter; in force while it is clipping
    ShapeSink& m_sink;
    QString m_missing;
};

void ShapeEngine::updateState(const QPaintEngineState& now)
{
    const DirtyFlags changed = now.state();
    if (changed & DirtyTransform)
        m_transform = now.transform();
    if (changed & DirtyPen)
        m_pen = now.pen();
    if (changed & DirtyBrush)
        m_brush = now.brush();
    if (changed & DirtyOpacity)
        m_opacity = now.opacity();
    if (changed & DirtyHints)
        m_sink.smooth = now.renderHints().testFlag(QPainter::Antialiasing);
    if (changed & DirtyClipPath) {
        clipTo(m_transform.map(now.clipPath()), now.clipOperation());
    } else if (changed & DirtyClipRegion) {
        QPainterPath region;
        region.addRegion(now.clipRegion());
        clipTo(m_transform.map(region), now.clipOperation());
    } else if (changed & DirtyClipEnabled) {
        m_clipping = now.isClipEnabled();
    }
    m_sink.clip = m_clipping ? m_given : Clip{m_page, {}};
}

void ShapeEngine::clipTo(const QPainterPath& shape, Qt::ClipOperation operation)
{
    m_clipping = operation != Qt::NoClip;
    if (!m_clipping)
        return;
    if (operation == Qt::ReplaceClip)
        m_given = {m_page, {}};
    m_given.bounds &= shape.boundingRect();
    if (m_given.shape)
        m_given.shape = m_given.shape->intersected(shape);
    else if (!isRectangle(shape))
        m_given.shape = shape;
}

void ShapeEngine::drawPath(const QPainterPath& path)
{
    fill(m_transform.map(path), m_brush);
    stroke(path);
}

void ShapeEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode)
{
    if (count == 0)
        return;
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i)
        path.lineTo(points[i]);
    if (mode == PolylineMode) {
        stroke(path);
        return;
    }
    path.closeSubpath();
    path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    drawPath(path);
}

void ShapeEngine::drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source)
{
    paintAsImage(m_transform.mapRect(target), [&](QPainter& painter) {
        painter.setTransform(m_transform, true);
        painter.drawPixmap(target, pixmap, source);
    });
}

void ShapeEngine::drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                            Qt::ImageConversionFlags flags)
{
    paintAsImage(m_transform.mapRect(target), [&](QPainter& painter) {
        painter.setTransform(m_transform, true);
        painter.drawImage(target, image, source, flags);
    });
}

void ShapeEngine::drawTextItem(const QPointF& point, const QTextItem& item)
{
    const QFontMetricsF metrics(item.font(), paintDevice());
    for (const uint character : item.text().toUcs4()) {
        const QString one = QString::fromUcs4(reinterpret_cast<const char32_t*>(&character), 1);
        const QChar::Category category = QChar::category(character);
        const bool shows =
            category != QChar::Other_Control && category != QChar::Other_Format && !QChar::isSpace(character);
        if (shows && !metrics.inFontUcs4(character) && !m_missing.contains(one))
            m_missing += one;
    }
    const bool plain = m_pen.brush().style() == Qt::SolidPattern;
    if (!plain || !m_sink.text(point, item, m_transform, colourOf(m_pen.brush())))
        QPaintEngine::drawTextItem(point, item);  // as filled outlines
}

void ShapeEngine::fill(const QPainterPath& path, const QBrush& brush)
{
    if (brush.style() == Qt::NoBrush || !isFinite(path))
        return;
    const QRectF area = path.boundingRect();
    if (!area.intersects(m_sink.clip.bounds))
        return;
    if (!isFlat(brush.style()) && !isHatch(brush.style())) {
        paintAsImage(area, [&](QPainter& painter) {
            QBrush placed = brush;
            placed.setTransform(brush.transform() * m_transform);
            painter.fillPath(path, placed);
        });
        return;
    }

    QList<QPolygonF> polygons;
    const bool whole = m_sink.clip.bounds.contains(area);
    if (!whole || isHatch(brush.style())) {
        for (const QPolygonF& polygon : flattened(path)) {
            if (const QPolygonF rest = cutTo(polygon, m_sink.clip.bounds); rest.size() > 2)
                polygons << rest;
        }
    }
    if (isHatch(brush.style())) {
        QPainterPath lines;
        for (const QLineF& line : hatchLines(polygons, path.fillRule(), brush.style())) {
            lines.moveTo(line.p1());
            lines.lineTo(line.p2());
        }
        strokeOnDevice(lines, QPen(brush.color(), 1, Qt::SolidLine, Qt::FlatCap));
        return;
    }
    if (whole)
        m_sink.fill(path, colourOf(brush));
    else if (!polygons.isEmpty())
        m_sink.fill(polygons, path.fillRule(), colourOf(brush));
}

void ShapeEngine::stroke(const QPainterPath& path)
{
    if (m_pen.style() == Qt::NoPen || m_pen.brush().style() == Qt::NoBrush)
        return;
    QPen pen = m_pen;
    if (pen.widthF() == 0)
        pen.setWidthF(1);
    if (!m_pen.isCosmetic() && !keepsShape(m_transform)) {
        fill(m_transform.map(QPainterPathStroker(pen).createStroke(path)), pen.brush());
        return;
    }
    if (!m_pen.isCosmetic())
        pen.setWidthF(pen.widthF() * std::sqrt(std::abs(m_transform.determinant())));
    strokeOnDevice(m_transform.map(path), pen);
}

void ShapeEngine::strokeOnDevice(const QPainterPath& path, const QPen& pen)
{
    if (path.isEmpty() || !isFinite(path) || !(pen.widthF() > 0))
        return;
    const qreal reach = reachOf(pen);
    const QRectF area = path.boundingRect().adjusted(-reach, -reach, reach, reach);
    if (!area.intersects(m_sink.clip.bounds))
        return;

    if (!m_sink.clip.bounds.contains(area) || !isFlat(pen.brush().style())) {
        // Dashes are made near the clip alone: a line that leaves by a billion units would have as many.
        const QRectF around = m_sink.clip.bounds.adjusted(-reach, -reach, reach, reach);
        QPainterPath outline;
        outline.setFillRule(Qt::WindingFill);
        for (const QPolygonF& line : flattened(path)) {
            for (const LinePiece& piece : piecesInside(line, around))
                outline.addPath(outlineOf(piece.points, pen, piece.start));
        }
        fill(outline, pen.brush());
        return;
    }

    m_sink.stroke(path, pen, colourOf(pen.brush()));
}

void ShapeEngine::paintAsImage(const QRectF& area, const std::function<void(QPainter&)>& paint)
{
    const QRect target = (area & m_sink.clip.bounds).toAlignedRect();
    if (target.isEmpty())
        return;
    const double scale = m_sink.imageScale();
    QImage image((QSizeF(target.size()) * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    painter.setOpacity(m_opacity);
    painter.scale(scale, scale);
    painter.translate(-target.topLeft());
    painter.setClipRect(m_sink.clip.bounds);
    paint(painter);
    painter.end();

    m_sink.image(target, image);
}

QColor ShapeEngine::colourOf(const QBrush& brush) const
{
    QColor colour = brush.color();
    colour.setAlphaF(static_cast<float>(colour.alphaF() * m_opacity * coverOf(brush.style())));
    return colour;
}

ShapeDevice::ShapeDevice(const QSize& size, ShapeSink& sink)
    : m_size(size),
      m_engine(std::make_unique<ShapeEngine>(size, sink))
{
}

ShapeDevice::~ShapeDevice() = default;

QPaintEngine* ShapeDevice::paintEngine() const { return m_engine.get(); }

QString ShapeDevice::missingGlyphs() const { return m_engine->missingGlyphs(); }

int ShapeDevice::metric(PaintDeviceMetric metric) const
{
    constexpr qreal millimetresPerInch = 25.4;
    switch (metric) {
    case PdmWidth: return m_size.width();
    case PdmHeight: return m_size.height();
    case PdmWidthMM: return qRound(m_size.width() * millimetresPerInch / kDpi);
    case PdmHeightMM: return qRound(m_size.height() * millimetresPerInch / kDpi);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return kDpi;
    case PdmDepth: return 32;
    case PdmNumColors: return 0x1000000;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
    }
    return 0;
}

}  // namespace scalescope
