// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/training_page.h"

#include <QButtonGroup>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

#include <array>

namespace scalescope {

namespace {

constexpr int kBarRow = 0;
constexpr std::array kPlaces = std::to_array<FigurePlace>({{FigureKind::communication, 1, 0},
                                                           {FigureKind::batch, 1, 1},
                                                           {FigureKind::memory, 2, 0},
                                                           {FigureKind::roofline, 2, 1},
                                                           {FigureKind::timeline, 1, 0, 2, 2, 1},
                                                           {FigureKind::schedule, 1, 0, 1, 2, 2},
                                                           {FigureKind::stages, 2, 0, 1, 2, 2},
                                                           {FigureKind::traffic, 1, 0, 2, 2, 3},
                                                           {FigureKind::splits, 1, 0, 2, 1, 4},
                                                           {FigureKind::ratio, 1, 1, 2, 1, 4},
                                                           {FigureKind::scaling, 1, 0, 2, 1, 5},
                                                           {FigureKind::run, 1, 1, 2, 1, 5}});
constexpr std::array kColumns = {11, 9};
constexpr std::array kNames = {
    QT_TRANSLATE_NOOP("scalescope::TrainingPage", "Step"),   QT_TRANSLATE_NOOP("TrainingPage", "Timeline"),
    QT_TRANSLATE_NOOP("scalescope::TrainingPage", "Pipeline"), QT_TRANSLATE_NOOP("TrainingPage", "Communication"),
    QT_TRANSLATE_NOOP("scalescope::TrainingPage", "Splits"), QT_TRANSLATE_NOOP("TrainingPage", "Scaling and run"),
};

}  // namespace

TrainingPage::TrainingPage(QWidget* parent)
    : FigurePage(kPlaces, kColumns, parent), m_bar(new QWidget(this)), m_sheets(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("trainingPage"));
    static_cast<QGridLayout*>(layout())->addWidget(m_bar, kBarRow, 0, 1, static_cast<int>(kColumns.size()));
    addSheets();
    retranslate();
}

void TrainingPage::addSheets()
{
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        auto* button = new QToolButton(m_bar);
        button->setObjectName(QStringLiteral("sheet%1").arg(i));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_sheets->addButton(button, static_cast<int>(i));
        m_buttons.push_back(button);
        row->addWidget(button);
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i))), this);
        connect(shortcut, &QShortcut::activated, button, &QToolButton::click);
    }
    row->addStretch(1);
    m_buttons.front()->setChecked(true);
    connect(m_sheets, &QButtonGroup::idClicked, this, &TrainingPage::setSheet);
}

void TrainingPage::retranslate()
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        m_buttons[i]->setText(tr(kNames[i]));
        m_buttons[i]->setToolTip(tr("Alt+%1").arg(i + 1));
    }
}

void TrainingPage::setTheme(const Theme& theme)
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

void TrainingPage::changeEvent(QEvent* event)
{
    FigurePage::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

}  // namespace scalescope
