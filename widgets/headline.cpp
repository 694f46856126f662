// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/headline.h"

#include "widgets/elided_label.h"
#include "widgets/headline_number.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace scalescope {

namespace {

constexpr double kMargin = 16;  // before the factor
constexpr double kNarrowestGap = 4;
constexpr double kWidestGap = 28;

}  // namespace

HeadlineStrip::HeadlineStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (HeadlineNumber*& number : m_numbers) {
        number = new HeadlineNumber(this);
        connect(number, &QAbstractButton::clicked, this,
                [this, number] { emit clicked(number->headline().derivation); });
    }
    m_message = new ElidedLabel(this);
    m_message->setObjectName(QStringLiteral("headline.message"));
    m_message->hide();
    measure();
}

void HeadlineStrip::setSubject(HeadlineSubject subject)
{
    if (subject == m_subject)
        return;
    m_subject = subject;
    measure();
    if (m_shown)
        showHeadlines(*m_shown);
}

void HeadlineStrip::show(const Snapshot& snapshot)
{
    showHeadlines(snapshot);
    m_shown = snapshot;  // with what was worked out for it
}

void HeadlineStrip::showHeadlines(const Snapshot& snapshot)
{
    const Headlines headlines = headlinesOf(snapshot, m_subject);
    const QString impossible = impossibleText(snapshot, m_subject);
    for (std::size_t i = 0; i < kHeadlineCount; ++i) {
        m_numbers[i]->setObjectName(headlines[i].derivation);
        m_numbers[i]->show(headlines[i], headlines[i].bound ? m_theme.of(*headlines[i].bound) : QColor());
        m_numbers[i]->setNoteVisible(impossible.isEmpty());
    }
    m_message->setText(impossible);
    m_message->setVisible(!impossible.isEmpty());
}

void HeadlineStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    QPalette trouble = theme.palette();
    trouble.setColor(QPalette::WindowText, theme.trouble);
    m_message->setPalette(trouble);
    m_message->setFont(theme.font(9, QFont::Medium));
    for (HeadlineNumber* number : m_numbers)
        number->setTheme(theme);
    measure();
    if (m_shown)
        showHeadlines(*m_shown);
    update();
}

void HeadlineStrip::measure()
{
    const Headlines widest = widestHeadlines(m_subject);
    for (std::size_t i = 0; i < kHeadlineCount; ++i)
        m_numbers[i]->setWidest(widest[i]);
    updateGeometry();
    arrange();
}

void HeadlineStrip::arrange()
{
    double needed = 2 * kMargin * m_theme.factor;
    for (const HeadlineNumber* number : m_numbers)
        needed += number->sizeHint().width();
    const double gap = std::clamp((width() - needed) / (kHeadlineCount - 1), kNarrowestGap * m_theme.factor,
                                  kWidestGap * m_theme.factor);
    double x = (kMargin - 8) * m_theme.factor;  // the numbers have their own padding
    for (HeadlineNumber* number : m_numbers) {
        const QSize size = number->sizeHint();
        number->setGeometry(qRound(x), 1, size.width(), height() - 1);
        number->setVisible(number == m_numbers.front() || x + size.width() <= width());
        x += size.width() + gap;
    }
    const int left = qRound(kMargin * m_theme.factor);
    m_message->setGeometry(left, m_numbers.front()->noteTop() + 1, width() - 2 * left, m_message->sizeHint().height());
}

QSize HeadlineStrip::sizeHint() const
{
    double width = 2 * kMargin * m_theme.factor;
    for (const HeadlineNumber* number : m_numbers)
        width += number->sizeHint().width();
    return {qRound(width), m_numbers.front()->sizeHint().height() + 1};
}

QSize HeadlineStrip::minimumSizeHint() const { return {m_numbers.front()->sizeHint().width(), sizeHint().height()}; }

void HeadlineStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.card);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.border);
}

void HeadlineStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void HeadlineStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    measure();
    if (m_shown)
        showHeadlines(*m_shown);
}

}  // namespace scalescope
