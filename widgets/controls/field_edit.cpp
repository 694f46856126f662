// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/field_edit.h"

#include <QPainter>

namespace scalescope {

void paintField(QPainter& painter, const QRect& rect, const Theme& theme, bool focused, bool trouble)
{
    const double width = (focused || trouble ? 1.5 : 1.0) * theme.factor;
    const double inset = width / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(trouble ? theme.trouble : focused ? theme.accent : theme.border, width));
    painter.setBrush(theme.page);
    const double radius = 4 * theme.factor;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
}

FieldEdit::FieldEdit(QWidget* parent) : QLineEdit(parent)
{
    setFrame(false);
    setAttribute(Qt::WA_MacShowFocusRect, false);
}

void FieldEdit::setTheme(const Theme& theme)
{
    m_theme = theme;
    QPalette colours;  // the rest is inherited
    colours.setColor(QPalette::Base, Qt::transparent);
    setPalette(colours);
    const int margin = qRound(5 * theme.factor);
    setTextMargins(margin, 0, margin, 0);
    updateGeometry();
    update();
}

void FieldEdit::setTrouble(bool trouble)
{
    if (m_trouble == trouble)
        return;
    m_trouble = trouble;
    update();
}

QSize FieldEdit::sizeHint() const
{
    return {QLineEdit::sizeHint().width(), fontMetrics().height() + qRound(8 * m_theme.factor)};
}

QSize FieldEdit::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 6, sizeHint().height()}; }

void FieldEdit::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(this);
        paintField(painter, rect(), m_theme, hasFocus(), m_trouble);
    }
    QLineEdit::paintEvent(event);
}

}  // namespace scalescope
