// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/message_bar.h"

#include "widgets/core_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace scalescope {

namespace {

constexpr int kShownProblems = 4;

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_text(new QLabel(this)), m_close(new QPushButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    retranslate();
    hide();
}

void MessageBar::setTheme(const Theme& theme)
{
    setStyleSheet(QStringLiteral("#messageBar { background: %1; border-bottom: 1px solid %2; } QLabel { color: %3; }")
                      .arg(theme.card.name(), theme.trouble.name(), theme.ink.name()));
    m_text->setFont(theme.font(10));
    m_close->setFont(theme.font(10));
}

void MessageBar::tell(const QString& text)
{
    m_text->setText(text);
    m_text->setAccessibleName(text);
    show();
}

void MessageBar::tellProblems(const QString& heading, const Diagnostics& problems)
{
    QString text = heading;
    int shown = 0;
    for (const Diagnostic& d : problems) {
        if (shown++ == kShownProblems)
            break;
        text += QStringLiteral("\n");
        if (d.line > 0)
            text += tr("Line %1, column %2: ").arg(d.line).arg(d.column);
        text += textOf(d);
    }
    const int rest = static_cast<int>(problems.size()) - kShownProblems;
    if (rest > 0)
        text += QStringLiteral("\n") + tr("And %n more.", nullptr, rest);
    tell(text);
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void MessageBar::retranslate()
{
    m_close->setText(tr("Close"));
}

}  // namespace scalescope
