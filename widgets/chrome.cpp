// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chrome.h"

#include "widgets/theme.h"

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kSheet = R"(
QPushButton, QToolButton {
    background: transparent; color: @ink; border: %1px solid transparent; border-radius: %2px; padding: %1px %2px;
}
QPushButton { background: @page; border-color: @border; padding: %2px %3px; }
QPushButton:hover, QToolButton:hover { background: @border; }
QPushButton:checked, QToolButton:checked { background: @accent; color: @onAccent; }
QPushButton:focus, QToolButton:focus { border-color: @accent; }
QPushButton:disabled, QToolButton:disabled { color: @muted; }
QScrollBar:vertical { background: transparent; border: none; width: %3px; margin: 0; }
QScrollBar:horizontal { background: transparent; border: none; height: %3px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: %1px; margin: %1px; }
QScrollBar::handle:vertical { min-height: %4px; }
QScrollBar::handle:horizontal { min-width: %4px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QToolTip { background: @card; color: @ink; border: 1px solid @border; padding: %1px; }
)"_L1;

}  // namespace

QString chromeStyleSheet(const Theme& theme)
{
    QString sheet = kSheet;
    const QColor onAccent = theme.dark ? theme.page : theme.card;
    sheet.replace(u"@onAccent"_s, onAccent.name())
        .replace(u"@ink"_s, theme.ink.name())
        .replace(u"@muted"_s, theme.muted.name())
        .replace(u"@accent"_s, theme.accent.name())
        .replace(u"@border"_s, theme.border.name())
        .replace(u"@page"_s, theme.page.name())
        .replace(u"@card"_s, theme.card.name());
    const auto pixels = [&](double size) { return QString::number(qRound(size * theme.factor)); };
    return sheet.arg(pixels(2), pixels(5), pixels(10), pixels(28));
}

}  // namespace scalescope
