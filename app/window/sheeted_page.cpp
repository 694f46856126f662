// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sheeted_page.h"

#include <QButtonGroup>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

namespace scalescope {

SheetedPage::SheetedPage(std::span<const FigurePlace> places, std::span<const int> columnStretches,
                         std::span<const char* const> names, QWidget* parent)
    : FigurePage(places, columnStretches, parent), m_names(names), m_bar(new QWidget(this))
{
    static_cast<QGridLayout*>(layout())->addWidget(m_bar, 0, 0, 1, static_cast<int>(columnStretches.size()));
    addSheets();
    retranslate();
}

void SheetedPage::addSheets()
{
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* group = new QButtonGroup(this);
    for (int i = 0; i < static_cast<int>(m_names.size()); ++i) {
        auto* button = new QToolButton(m_bar);
        button->setObjectName(QStringLiteral("sheet%1").arg(i));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        group->addButton(button, i);
        m_buttons.push_back(button);
        row->addWidget(button);
        // Of the page that is shown alone: a hidden page's shortcuts are silent.
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)), this);
        connect(shortcut, &QShortcut::activated, button, &QToolButton::click);
    }
    row->addStretch(1);
    m_buttons.front()->setChecked(true);
    connect(group, &QButtonGroup::idClicked, this, &SheetedPage::setSheet);
}

void SheetedPage::retranslate()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setText(tr(m_names[i]));
        m_buttons[i]->setToolTip(tr("Alt+%1").arg(i + 1));
    }
}

void SheetedPage::setTheme(const Theme& theme)
{
    FigurePage::setTheme(theme);
    m_bar->setStyleSheet(
        QStringLiteral("QToolButton { border: 1px solid %1; border-radius: 5px; padding: 4px 12px; color: %2; background: %3; }"
                       "QToolButton:focus { border-color: %4; }"
                       "QToolButton:checked { border-color: %4; color: %5; font-weight: 600; }")
            .arg(theme.border.name(), theme.muted.name(), theme.card.name(), theme.accent.name(), theme.ink.name()));
    for (QToolButton* button : m_buttons)
        button->setFont(theme.font(10, QFont::Medium));
}

void SheetedPage::changeEvent(QEvent* event)
{
    FigurePage::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

}  // namespace scalescope
