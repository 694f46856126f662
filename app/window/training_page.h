// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figure_page.h"

#include <vector>

class QButtonGroup;
class QToolButton;

namespace scalescope {

/// Training, in sheets that a row of buttons chooses: Alt+1 and on.
class TrainingPage : public FigurePage {
    Q_OBJECT

public:
    explicit TrainingPage(QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void addSheets();
    void retranslate();

    QWidget* m_bar;
    QButtonGroup* m_sheets;
    std::vector<QToolButton*> m_buttons;
};

}  // namespace scalescope
