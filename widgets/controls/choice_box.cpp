// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include "widgets/controls/field_edit.h"
#include "widgets/controls/wheel_notches.h"

#include <QPainter>
#include <QWheelEvent>

namespace scalescope {

namespace {

constexpr double kMargin = 9;
constexpr double kArrow = 20;

}  // namespace

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void ChoiceBox::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

QSize ChoiceBox::sizeHint() const
{
    int widest = fontMetrics().horizontalAdvance(placeholderText());
    for (int i = 0; i < count(); ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
    return {widest + qRound((kMargin + kArrow) * m_theme.factor), fontMetrics().height() + qRound(9 * m_theme.factor)};
}

QSize ChoiceBox::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4 + qRound((kMargin + kArrow) * m_theme.factor), sizeHint().height()};
}

void ChoiceBox::wheelEvent(QWheelEvent* event)
{
    if (wheelIsFor(*this, *event))
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void ChoiceBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintField(painter, rect(), m_theme, hasFocus(), false);

    const double f = m_theme.factor;
    const QRectF inside = QRectF(rect()).adjusted(kMargin * f, 0, -kArrow * f, 0);
    const bool chosen = currentIndex() >= 0;
    const QString shown = chosen ? currentText() : placeholderText();
    painter.setPen(isEnabled() && chosen ? m_theme.ink : m_theme.muted);
    painter.drawText(inside, Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(shown, Qt::ElideRight, static_cast<int>(inside.width())));

    const QPointF tip(width() - 12 * f, height() / 2.0 + 2 * f);
    painter.setPen(QPen(m_theme.muted, 1.4 * f, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{tip + QPointF(-3.5 * f, -3.5 * f), tip, tip + QPointF(3.5 * f, -3.5 * f)});
}

}  // namespace scalescope
