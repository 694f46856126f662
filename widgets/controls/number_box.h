// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/field_edit.h"
#include "widgets/controls/slider_scale.h"

namespace scalescope {

/// The value of a parameter as text. Shows it rounded with its unit and, while it has the keyboard, exactly; takes what
/// people type ("3.35T", "80Gi", "2^20", nothing for "unknown"). What it cannot take stays there, marked and explained,
/// and changes nothing.
class NumberBox : public FieldEdit {
    Q_OBJECT

public:
    explicit NumberBox(QWidget* parent = nullptr);

    void setParameter(const Parameter& parameter);
    void setScale(const SliderScale& scale) { m_scale = scale; }

    /// Emits nothing. A text that is being edited stays unless the value is another one.
    void show(std::optional<double> value);
    using QWidget::show;

    std::optional<double> value() const { return m_value; }
    QString problem() const { return m_problem; }  // in words; empty when there is none
    void retranslate();

signals:
    void typed(std::optional<double> value);
    void stepped(double value);  // by key or wheel
    void problemChanged(const QString& problem);

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void commit();
    void restore();
    void step(int steps);
    void setProblem(const QString& problem);
    void showText();

    Parameter m_parameter;
    SliderScale m_scale;
    std::optional<double> m_value;
    QString m_problem;
    bool m_editing = false;
    bool m_selectOnRelease = false;
    int m_wheel = 0;  // eighths of a degree that are not a notch yet
};

}  // namespace scalescope
