// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/appearance.h"

#include <QApplication>
#include <QLocale>
#include <QStyle>

namespace scalescope {

namespace {

/// Qt 6.4 does not say whether the system is dark; its palette shows it.
bool systemIsDark()
{
    const QPalette palette = QApplication::style()->standardPalette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

}  // namespace

Theme themeFor(Appearance appearance, double factor)
{
    const bool dark = appearance == Appearance::dark || (appearance == Appearance::system && systemIsDark());
    return dark ? darkTheme(factor) : lightTheme(factor);
}

Language::Language(QObject* parent) : QObject(parent) {}

void Language::set(const QString& language)
{
    const bool chinese = language == QStringLiteral("zh_CN") ||
                         (language.isEmpty() && QLocale::system().language() == QLocale::Chinese);
    const QString wanted = chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    if (wanted == m_current)
        return;
    m_current = wanted;
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
    if (!chinese)
        return;
    if (m_qt.load(QStringLiteral(":/scalescope/i18n/qtbase_zh_CN.qm")))
        QCoreApplication::installTranslator(&m_qt);
    if (m_program.load(QStringLiteral(":/scalescope/i18n/scalescope_zh_CN.qm")))
        QCoreApplication::installTranslator(&m_program);
}

}  // namespace scalescope
