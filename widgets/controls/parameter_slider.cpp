// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_slider.h"

#include "widgets/controls/wheel_notches.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <cmath>

namespace scalescope {

namespace {

constexpr double kRadius = 7;
constexpr double kGroove = 4;

}  // namespace

ParameterSlider::ParameterSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QSlider::valueChanged, this, &ParameterSlider::positionChanged);
}

void ParameterSlider::setScale(const SliderScale& scale)
{
    m_scale = scale;
    const QSignalBlocker blocker(this);
    setRange(0, scale.lastPosition());
    setPageStep(scale.pageSteps());
    showPosition();
}

void ParameterSlider::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

void ParameterSlider::show(std::optional<double> value)
{
    if (value == m_value)
        return;
    m_value = value;
    showPosition();
    update();
}

void ParameterSlider::showPosition()
{
    const QSignalBlocker blocker(this);
    setValue(m_value ? m_scale.positionOf(*m_value) : 0);
}

void ParameterSlider::positionChanged(int position)
{
    const double value = m_scale.valueAt(position);
    if (value == m_value)
        return;
    m_value = value;
    update();
    if (isSliderDown())
        emit dragged(value);
    else
        emit stepped(value);
}

void ParameterSlider::step(double value)
{
    if (value == m_value)
        return;
    m_value = value;
    showPosition();
    update();
    emit stepped(value);
}

double ParameterSlider::handleRadius() const { return kRadius * m_theme.factor; }

int ParameterSlider::positionAt(const QPointF& point) const
{
    const double span = width() - 2 * handleRadius();
    if (span <= 0)
        return minimum();
    const double share = (point.x() - handleRadius()) / span;
    return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * maximum()));
}

void ParameterSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setSliderDown(true);
    const int position = positionAt(event->position());
    if (position != sliderPosition())
        setSliderPosition(position);
    else if (!m_value)
        positionChanged(position);
}

void ParameterSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        setSliderPosition(positionAt(event->position()));
}

void ParameterSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isSliderDown())
        setSliderDown(false);
}

void ParameterSlider::keyPressEvent(QKeyEvent* event)
{
    const double from = m_value.value_or(m_scale.valueAt(0));
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: step(m_scale.stepped(from, -1)); break;
    case Qt::Key_Right:
    case Qt::Key_Up: step(m_scale.stepped(from, 1)); break;
    case Qt::Key_PageDown: step(m_scale.stepped(from, -m_scale.pageSteps())); break;
    case Qt::Key_PageUp: step(m_scale.stepped(from, m_scale.pageSteps())); break;
    case Qt::Key_Home: step(m_scale.valueAt(0)); break;
    case Qt::Key_End: step(m_scale.valueAt(m_scale.lastPosition())); break;
    default: event->ignore();
    }
}

void ParameterSlider::wheelEvent(QWheelEvent* event)
{
    if (!wheelIsFor(*this, *event)) {
        event->ignore();
        return;
    }
    if (const int notches = takeNotches(m_wheel, *event))
        step(m_scale.stepped(m_value.value_or(m_scale.valueAt(0)), notches));
    event->accept();
}

QSize ParameterSlider::minimumSizeHint() const
{
    const int height = qRound(2 * handleRadius() + 4 * m_theme.factor);
    return {4 * height, height};
}

QSize ParameterSlider::sizeHint() const { return minimumSizeHint(); }

void ParameterSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = handleRadius();
    const double thickness = kGroove * m_theme.factor;
    const double middle = height() / 2.0;
    const double share = maximum() > 0 ? static_cast<double>(sliderPosition()) / maximum() : 0;
    const double handle = radius + share * (width() - 2 * radius);

    const auto groove = [&](double to, const QColor& colour) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(0, middle - thickness / 2, to, thickness), thickness / 2, thickness / 2);
    };
    groove(width(), m_theme.border);
    const QColor colour = isEnabled() ? m_theme.accent : m_theme.muted;
    if (m_value) {
        groove(handle, colour);
        painter.drawEllipse(QPointF(handle, middle), radius, radius);
    } else if (hasFocus()) {
        painter.setBrush(m_theme.card);
        painter.setPen(QPen(colour, 1.5 * m_theme.factor));
        painter.drawEllipse(QPointF(handle, middle), radius - m_theme.factor, radius - m_theme.factor);
    }
    if (hasFocus() && m_value) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.card, 1.5 * m_theme.factor));
        painter.drawEllipse(QPointF(handle, middle), radius - 2.5 * m_theme.factor, radius - 2.5 * m_theme.factor);
    }
}

}  // namespace scalescope
