// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace scalescope {

/// One line of text that gives way when there is no room, and then shows all of itself in its tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isElided() const;
};

}  // namespace scalescope
