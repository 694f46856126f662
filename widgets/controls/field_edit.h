// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QLineEdit>

namespace scalescope {

/// How a field looks: a flat rounded box whose outline says whether it has the keyboard or is in trouble.
void paintField(QPainter& painter, const QRect& rect, const Theme& theme, bool focused, bool trouble);

/// A line of text in such a field.
class FieldEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit FieldEdit(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setTrouble(bool trouble);
    bool isInTrouble() const { return m_trouble; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    bool m_trouble = false;
};

}  // namespace scalescope
