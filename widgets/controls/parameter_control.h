// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "widgets/controls/gesture_source.h"
#include "widgets/theme.h"

#include <QElapsedTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace scalescope {

class CheckBox;
class ChoiceBox;
class ElidedLabel;
class GlyphButton;
class NumberBox;
class ParameterSlider;

/// One parameter under the hand: its name, a box with a slider or a list of choices, and a dot that resets it. Its
/// objectName is the parameter's id; those of its parts are the id with ".box", ".slider", ".choice", ".check",
/// ".reset" and ".lock".
class ParameterControl : public QWidget {
    Q_OBJECT

public:
    explicit ParameterControl(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

    /// Emits nothing. `base` is what the dot resets to; `qualifier` tells this parameter from others of the same label.
    void show(const Parameter& parameter, std::optional<double> value, std::optional<double> base,
              const QString& qualifier = {});
    using QWidget::show;

    /// The stops of a parameter of the scale `divisors`. They wait while the slider is in the hand.
    void setLegalValues(std::vector<double> values);

    void setLocked(bool locked);

    QString parameterId() const { return objectName(); }
    const Parameter& parameter() const { return m_parameter; }

    /// Gives the keyboard to the part that takes values.
    void focusEditor();

signals:
    /// Edits of one gesture have the same number and are one step of undo.
    void edited(const scalescope::Edit& edit, int gesture);
    void lockChosen(const QString& id, bool locked);
    void contextMenu(const QString& id, const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void build();
    void buildNumber();
    void buildChoice();
    void buildCheck();
    void declare();
    void retranslate();
    void applyTheme();
    void updateScale();
    void showValue();
    void send(std::optional<double> value, int gesture);
    void reset();
    bool isChanged() const;

    Parameter m_parameter;
    QString m_qualifier;
    std::optional<double> m_value;
    std::optional<double> m_base;
    std::vector<double> m_legal;
    Theme m_theme;
    GestureSource m_gestures;
    QElapsedTimer m_clock;

    QHBoxLayout* m_name = nullptr;
    QHBoxLayout* m_row = nullptr;
    ElidedLabel* m_label = nullptr;
    ElidedLabel* m_symbol = nullptr;
    GlyphButton* m_reset = nullptr;
    GlyphButton* m_lock = nullptr;  // of degrees
    NumberBox* m_box = nullptr;     // of numbers
    ParameterSlider* m_slider = nullptr;
    QLabel* m_problem = nullptr;
    ChoiceBox* m_choice = nullptr;  // of choices
    CheckBox* m_check = nullptr;    // of yes or no
};

}  // namespace scalescope
