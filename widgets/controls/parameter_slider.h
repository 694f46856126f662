// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/slider_scale.h"
#include "widgets/theme.h"

#include <QSlider>

namespace scalescope {

/// A slider over a SliderScale. Holds the exact value, of which its position is only a picture: showing a value never
/// changes it. A press anywhere on the groove takes the handle there.
class ParameterSlider : public QSlider {
    Q_OBJECT

public:
    explicit ParameterSlider(QWidget* parent = nullptr);

    void setScale(const SliderScale& scale);
    void setTheme(const Theme& theme);

    /// Emits nothing. An unknown value has no handle until the hand gives it one.
    void show(std::optional<double> value);
    using QWidget::show;

    std::optional<double> value() const { return m_value; }
    const SliderScale& scale() const { return m_scale; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void dragged(double value);  // between sliderPressed and sliderReleased
    void stepped(double value);  // by key, wheel or assistive technology

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void positionChanged(int position);
    void step(double value);
    void showPosition();
    int positionAt(const QPointF& point) const;
    double handleRadius() const;

    SliderScale m_scale;
    std::optional<double> m_value;
    Theme m_theme;
    int m_wheel = 0;  // eighths of a degree that are not a notch yet
};

}  // namespace scalescope
