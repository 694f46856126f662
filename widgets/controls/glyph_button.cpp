// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/glyph_button.h"

#include <QPainter>
#include <QPainterPath>

namespace scalescope {

namespace {

constexpr double kSide = 16;  // of the square in which the glyphs are drawn, before the factor

void drawPadlock(QPainter& painter, bool locked)
{
    QPainterPath shackle(QPointF(5.5, 7.5));
    shackle.lineTo(5.5, 5.5);
    shackle.arcTo(QRectF(5.5, 2.5, 5, 6), 180, -180);
    shackle.lineTo(10.5, locked ? 7.5 : 5.5);
    painter.drawPath(shackle);
    painter.setBrush(locked ? QBrush(painter.pen().color()) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(4, 7.5, 8, 6), 1.2, 1.2);
}

/// Two corners that point outwards (expand) or inwards (restore).
void drawCorners(QPainter& painter, bool outwards)
{
    if (outwards) {
        painter.drawPolyline(QPolygonF{{9, 3.5}, {12.5, 3.5}, {12.5, 7}});
        painter.drawPolyline(QPolygonF{{7, 12.5}, {3.5, 12.5}, {3.5, 9}});
        painter.drawLine(QPointF(12.5, 3.5), QPointF(9, 7));
        painter.drawLine(QPointF(3.5, 12.5), QPointF(7, 9));
    } else {
        painter.drawPolyline(QPolygonF{{9, 3.5}, {9, 7}, {12.5, 7}});
        painter.drawPolyline(QPolygonF{{7, 12.5}, {7, 9}, {3.5, 9}});
        painter.drawLine(QPointF(9, 7), QPointF(13, 3));
        painter.drawLine(QPointF(7, 9), QPointF(3, 13));
    }
}

void drawTable(QPainter& painter)
{
    painter.drawRoundedRect(QRectF(3, 3.5, 10, 9), 1, 1);
    painter.drawLine(QPointF(3, 6.5), QPointF(13, 6.5));
    painter.drawLine(QPointF(3, 9.5), QPointF(13, 9.5));
    painter.drawLine(QPointF(7, 6.5), QPointF(7, 12.5));
}

void drawExport(QPainter& painter)
{
    painter.drawPolyline(QPolygonF{{3.5, 9.5}, {3.5, 12.5}, {12.5, 12.5}, {12.5, 9.5}});
    painter.drawLine(QPointF(8, 9.5), QPointF(8, 3));
    painter.drawPolyline(QPolygonF{{5.5, 5.5}, {8, 3}, {10.5, 5.5}});
}

void drawDisclosure(QPainter& painter, bool open)
{
    painter.drawPolyline(open ? QPolygonF{{4.5, 6.5}, {8, 10}, {11.5, 6.5}}
                              : QPolygonF{{6.5, 4.5}, {10, 8}, {6.5, 11.5}});
}

void drawFilled(QPainter& painter, const QPolygonF& shape)
{
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(shape);
}

void drawPause(QPainter& painter)
{
    drawFilled(painter, QPolygonF(QRectF(4.5, 3.5, 2, 9)));
    drawFilled(painter, QPolygonF(QRectF(9.5, 3.5, 2, 9)));
}

/// A triangle against a bar.
void drawStep(QPainter& painter, bool forward)
{
    if (!forward) {
        painter.translate(kSide, 0);
        painter.scale(-1, 1);
    }
    drawFilled(painter, QPolygonF{{4, 3.5}, {9.5, 8}, {4, 12.5}});
    painter.drawLine(QPointF(12, 3.5), QPointF(12, 12.5));
}

}  // namespace

GlyphButton::GlyphButton(Glyph glyph, QWidget* parent) : QAbstractButton(parent), m_glyph(glyph)
{
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
}

void GlyphButton::setGlyph(Glyph glyph)
{
    m_glyph = glyph;
    update();
}

void GlyphButton::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

void GlyphButton::setDescription(const QString& text)
{
    setToolTip(text);
    setAccessibleName(text);
}

void GlyphButton::setQuiet(bool quiet)
{
    m_quiet = quiet;
    update();
}

double GlyphButton::side() const { return kSide * m_theme.factor; }

QSize GlyphButton::sizeHint() const
{
    const int square = qRound(side());
    if (text().isEmpty())
        return {m_glyph == Glyph::dot ? square * 3 / 4 : square, square};
    return {square * 3 / 2 + fontMetrics().horizontalAdvance(text()),
            std::max(square, fontMetrics().height() + square / 3)};
}

void GlyphButton::enterEvent(QEnterEvent*) { update(); }
void GlyphButton::leaveEvent(QEvent*) { update(); }

void GlyphButton::paintEvent(QPaintEvent*)
{
    if (m_quiet && !hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = underMouse() || isChecked() || hasFocus();
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1.4 * m_theme.factor));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), side() / 4, side() / 4);
    }
    if (!text().isEmpty()) {
        painter.setPen(strong ? m_theme.ink : m_theme.muted);
        painter.drawText(QRectF(rect()).adjusted(side(), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    }
    painter.translate(text().isEmpty() ? width() / 2.0 : side() / 2, height() / 2.0);
    painter.scale(m_theme.factor, m_theme.factor);
    painter.translate(-kSide / 2, -kSide / 2);
    if (m_glyph == Glyph::dot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.accent);
        const double radius = strong ? 5 : 4;
        painter.drawEllipse(QPointF(8, 8), radius, radius);
        return;
    }
    const QColor colour = !isEnabled()                     ? m_theme.border
        : isChecked() && m_glyph != Glyph::disclosure ? m_theme.accent
        : strong                                      ? m_theme.ink
                                                      : m_theme.muted;
    painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    switch (m_glyph) {
    case Glyph::dot: break;
    case Glyph::padlock: drawPadlock(painter, isChecked()); break;
    case Glyph::expand: drawCorners(painter, true); break;
    case Glyph::restore: drawCorners(painter, false); break;
    case Glyph::table: drawTable(painter); break;
    case Glyph::exporting: drawExport(painter); break;
    case Glyph::disclosure: drawDisclosure(painter, isChecked()); break;
    case Glyph::play: drawFilled(painter, QPolygonF{{5, 3}, {12.5, 8}, {5, 13}}); break;
    case Glyph::pause: drawPause(painter); break;
    case Glyph::stop: drawFilled(painter, QPolygonF(QRectF(4, 4, 8, 8))); break;
    case Glyph::stepBack: drawStep(painter, false); break;
    case Glyph::stepForward: drawStep(painter, true); break;
    }
}

}  // namespace scalescope
