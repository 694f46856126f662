// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/check_box.h"

#include <QPainter>

namespace scalescope {

namespace {

constexpr double kSide = 15;  // before the factor
constexpr double kGap = 7;

}  // namespace

CheckBox::CheckBox(QWidget* parent) : QCheckBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void CheckBox::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

int CheckBox::indicatorWidth() const { return qRound((kSide + kGap) * m_theme.factor); }

QSize CheckBox::sizeHint() const
{
    return {indicatorWidth() + fontMetrics().horizontalAdvance(text()) + 1,
            fontMetrics().height() + qRound(8 * m_theme.factor)};
}

QSize CheckBox::minimumSizeHint() const
{
    return {indicatorWidth() + fontMetrics().averageCharWidth() * 3, sizeHint().height()};
}

bool CheckBox::hitButton(const QPoint& point) const { return rect().contains(point); }

void CheckBox::paintEvent(QPaintEvent*)
{
    const double f = m_theme.factor;
    const double line = (hasFocus() ? 1.5 : 1.0) * f;
    const QRectF box(line / 2, (height() - kSide * f) / 2, kSide * f - line, kSide * f - line);

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.muted, line));
    painter.setBrush(isChecked() ? m_theme.accent : m_theme.page);
    painter.drawRoundedRect(box, 3.5 * f, 3.5 * f);
    if (isChecked()) {
        const QColor onAccent = m_theme.dark ? m_theme.page : m_theme.card;
        painter.setPen(QPen(onAccent, 1.8 * f, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF centre = box.center();
        painter.drawPolyline(QPolygonF{centre + QPointF(-3.4, 0.2) * f, centre + QPointF(-0.9, 2.8) * f,
                                       centre + QPointF(3.6, -2.6) * f});
    }
    painter.setPen(m_theme.ink);
    const QRect words = rect().adjusted(indicatorWidth(), 0, 0, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
}

}  // namespace scalescope
