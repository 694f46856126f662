// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QWidget>

#include <vector>

class QAction;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace scalescope {

/// The name, the pages, and what is done most; everything else is in the menu.
class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void addPage(int index);
    void setPageName(int index, const QString& name);
    void setPage(int index);
    void addAction(QAction* action);  // a button on the right
    void setMenu(QMenu* menu);
    void setFileName(const QString& name, bool modified);

signals:
    void pageChosen(int index);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();

    Theme m_theme;
    QHBoxLayout* m_row = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_file = nullptr;
    QButtonGroup* m_pages = nullptr;
    std::vector<QToolButton*> m_buttons;
    QToolButton* m_menu = nullptr;
};

}  // namespace scalescope
