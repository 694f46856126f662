// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/top_bar.h"

#include <QAction>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace scalescope {

namespace {

constexpr int kPagesAt = 1;  // in the row, after the name

QToolButton* makeButton(QWidget* parent, bool checkable)
{
    auto* button = new QToolButton(parent);
    button->setCheckable(checkable);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

}  // namespace

TopBar::TopBar(QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_name(new QLabel(QStringLiteral("Scalescope"), this)),
      m_file(new QLabel(this)), m_pages(new QButtonGroup(this)), m_menu(makeButton(this, false))
{
    setObjectName(QStringLiteral("topBar"));
    m_row->setContentsMargins(16, 6, 16, 6);
    m_row->setSpacing(6);
    m_row->addWidget(m_name);
    m_row->addSpacing(12);
    m_row->addStretch(1);
    m_file->setTextFormat(Qt::PlainText);
    m_row->addWidget(m_file);
    m_row->addSpacing(12);
    m_row->addWidget(m_menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setObjectName(QStringLiteral("menuButton"));
    connect(m_pages, &QButtonGroup::idClicked, this, &TopBar::pageChosen);
    retranslate();
}

void TopBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_name->setFont(theme.font(13, QFont::DemiBold));
    m_file->setFont(theme.font(10));
    const QString style =
        QStringLiteral("QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 6px 14px; color: %1; }"
                       "QToolButton:hover { background: %2; }"
                       "QToolButton:focus { border-color: %3; }"
                       "QToolButton:checked { background: %3; color: %4; }"
                       "QToolButton::menu-indicator { image: none; }"
                       "QLabel { color: %5; }")
            .arg(theme.muted.name(), theme.page.name(), theme.accent.name(), theme.card.name(), theme.ink.name());
    setStyleSheet(style);
    for (QToolButton* button : m_buttons)
        button->setFont(theme.font(10.5, QFont::Medium));
    m_menu->setFont(theme.font(10.5, QFont::Medium));
    update();
}

void TopBar::addPage(int index)
{
    QToolButton* button = makeButton(this, true);
    button->setObjectName(QStringLiteral("page%1").arg(index));
    m_pages->addButton(button, index);
    m_row->insertWidget(kPagesAt + 1 + index, button);
    m_buttons.push_back(button);
}

void TopBar::setPageName(int index, const QString& name)
{
    m_pages->button(index)->setText(name);
}

void TopBar::setPage(int index)
{
    m_pages->button(index)->setChecked(true);
}

void TopBar::addAction(QAction* action)
{
    QToolButton* button = makeButton(this, action->isCheckable());
    button->setDefaultAction(action);
    m_row->insertWidget(m_row->indexOf(m_menu), button);
    m_buttons.push_back(button);
}

void TopBar::setMenu(QMenu* menu)
{
    m_menu->setMenu(menu);
}

void TopBar::setFileName(const QString& name, bool modified)
{
    const QString shown = modified ? tr("%1, modified").arg(name) : name;
    m_file->setText(m_file->fontMetrics().elidedText(shown, Qt::ElideMiddle, 260));
    m_file->setToolTip(shown.toHtmlEscaped());
}

void TopBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.card);
    painter.setPen(m_theme.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void TopBar::retranslate()
{
    m_menu->setText(tr("&Menu"));
}

}  // namespace scalescope
