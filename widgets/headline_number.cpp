// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/headline_number.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace scalescope {

namespace {

constexpr int kPadding = 8;  // around the texts, before the factor
constexpr int kUnitGap = 5;

}  // namespace

HeadlineNumber::HeadlineNumber(QWidget* parent) : QAbstractButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

void HeadlineNumber::show(const Headline& headline, const QColor& colour)
{
    if (headline == m_headline && colour == m_colour)
        return;
    m_headline = headline;
    m_colour = colour;
    const bool unknown = headline.state == Headline::State::unknown;
    setAccessibleName(
        tr("%1: %2").arg(headline.title, unknown ? tr("unknown") : headline.number + u' ' + headline.unit));
    setAccessibleDescription(headline.note.isEmpty() ? headline.tip
                                                     : headline.note + QStringLiteral(". ") + headline.tip);
    setToolTip(headline.tip);
    update();
}

void HeadlineNumber::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

void HeadlineNumber::setWidest(const Headline& widest)
{
    m_widest = widest;
    updateGeometry();
}

void HeadlineNumber::setNoteVisible(bool visible)
{
    m_noteVisible = visible;
    update();
}

QFont HeadlineNumber::smallFont() const { return m_theme.font(9); }
QFont HeadlineNumber::numberFont() const { return m_theme.font(21, QFont::DemiBold); }
QFont HeadlineNumber::unitFont() const { return m_theme.font(11, QFont::Medium); }

int HeadlineNumber::noteTop() const
{
    return qRound(kPadding * m_theme.factor) + QFontMetrics(smallFont()).height() + QFontMetrics(numberFont()).height();
}

QSize HeadlineNumber::sizeHint() const
{
    const QFontMetrics small(smallFont());
    const int number = QFontMetrics(numberFont()).horizontalAdvance(m_widest.number) +
        QFontMetrics(unitFont()).horizontalAdvance(m_widest.unit) + qRound(kUnitGap * m_theme.factor);
    const int text =
        std::max({small.horizontalAdvance(m_widest.title), number, small.horizontalAdvance(m_widest.note)});
    const int padding = qRound(kPadding * m_theme.factor);
    return {text + 2 * padding + 2, noteTop() + small.height() + padding};
}

QColor HeadlineNumber::numberColour() const
{
    switch (m_headline.state) {
    case Headline::State::trouble: return m_theme.trouble;
    case Headline::State::unknown:
    case Headline::State::hypothetical: return m_theme.muted;
    case Headline::State::plain: break;
    }
    return m_colour.isValid() ? m_colour : m_theme.ink;
}

void HeadlineNumber::enterEvent(QEnterEvent*) { update(); }
void HeadlineNumber::leaveEvent(QEvent*) { update(); }

void HeadlineNumber::paintNumber(QPainter& painter, const QPointF& baseline) const
{
    const QColor colour = numberColour();
    if (m_headline.state != Headline::State::hypothetical) {
        painter.setFont(numberFont());
        painter.setPen(colour);
        painter.drawText(baseline, m_headline.number);
        return;
    }
    QPainterPath outline;
    outline.addText(baseline, numberFont(), m_headline.number);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, m_theme.factor));
    painter.drawPath(outline);
    painter.setClipPath(outline);
    const QRectF box = outline.boundingRect();
    for (double x = box.left() - box.height(); x < box.right(); x += 4 * m_theme.factor)
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    painter.restore();
}

void HeadlineNumber::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const double padding = kPadding * m_theme.factor;
    const QFontMetricsF small(smallFont());
    const QFontMetricsF number(numberFont());
    const double room = width() - 2 * padding;

    if (underMouse() || hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(m_theme.accent, 1.5 * m_theme.factor) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(m_theme.page) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5 * m_theme.factor, 5 * m_theme.factor);
    }
    painter.setFont(smallFont());
    painter.setPen(m_theme.muted);
    painter.drawText(QPointF(padding, padding + small.ascent()),
                     small.elidedText(m_headline.title, Qt::ElideRight, room));
    if (m_noteVisible) {
        painter.setPen(m_headline.state == Headline::State::trouble ? m_theme.trouble : m_theme.muted);
        painter.drawText(QPointF(padding, noteTop() + small.ascent()),
                         small.elidedText(m_headline.note, Qt::ElideRight, room));
    }

    const QPointF baseline(padding, padding + small.height() + number.ascent());
    paintNumber(painter, baseline);
    painter.setFont(unitFont());
    painter.setPen(m_theme.muted);
    const double after = number.horizontalAdvance(m_headline.number) + kUnitGap * m_theme.factor;
    painter.drawText(baseline + QPointF(after, 0),
                     QFontMetricsF(unitFont()).elidedText(m_headline.unit, Qt::ElideRight, room - after + padding));
}

}  // namespace scalescope
