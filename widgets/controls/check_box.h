// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QCheckBox>

namespace scalescope {

/// A check box in the colours of the other fields; the one of the style cannot be seen on a dark card.
class CheckBox : public QCheckBox {
    Q_OBJECT

public:
    explicit CheckBox(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool hitButton(const QPoint& point) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    int indicatorWidth() const;  // with the gap to the text

    Theme m_theme;
};

}  // namespace scalescope
