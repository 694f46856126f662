// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figure_page.h"

#include <vector>

class QToolButton;

namespace scalescope {

/// A page in sheets that a row of buttons chooses: Alt+1 and on. The row stands in the grid's row 0, so places begin in
/// row 1. `names` are English, marked for the context "scalescope::SheetedPage", and outlive the page.
class SheetedPage : public FigurePage {
    Q_OBJECT

public:
    SheetedPage(std::span<const FigurePlace> places, std::span<const int> columnStretches, std::span<const char* const> names,
                QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void addSheets();
    void retranslate();

    std::span<const char* const> m_names;
    QWidget* m_bar;
    std::vector<QToolButton*> m_buttons;
};

}  // namespace scalescope
