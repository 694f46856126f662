// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/card.h"

#include "widgets/elided_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace scalescope {

using Glyph = GlyphButton::Glyph;

Card::Card(QWidget* parent) : QFrame(parent)
{
    m_column = new QVBoxLayout(this);
    auto* head = new QHBoxLayout;
    m_title = new ElidedLabel(this);
    head->addWidget(m_title, 1);
    m_tools = new QHBoxLayout;
    head->addLayout(m_tools);
    m_column->addLayout(head);
    m_caption = new ElidedLabel(this);
    m_column->addWidget(m_caption);

    m_table = addTool(Glyph::table, &Card::tableRequested);
    m_export = addTool(Glyph::exporting, &Card::exportRequested);
    m_maximise = addTool(Glyph::expand, &Card::maximiseToggled);
    m_table->setObjectName(QStringLiteral("card.table"));
    m_export->setObjectName(QStringLiteral("card.export"));
    m_maximise->setObjectName(QStringLiteral("card.maximise"));
    retranslate();
}

GlyphButton* Card::addTool(GlyphButton::Glyph glyph, void (Card::*signal)())
{
    auto* tool = new GlyphButton(glyph, this);
    tool->setQuiet(true);
    m_tools->addWidget(tool);
    connect(tool, &QAbstractButton::clicked, this, signal);
    return tool;
}

void Card::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void Card::setCaption(const QString& caption)
{
    m_caption->setText(caption);
    m_caption->setVisible(!caption.isEmpty());
    setAccessibleDescription(caption);
}

void Card::setContent(QWidget* content)
{
    if (m_content == content)
        return;
    delete m_content;
    m_content = content;
    m_column->addWidget(content, 1);
    content->installEventFilter(this);
}

void Card::setMaximised(bool maximised)
{
    m_maximised = maximised;
    m_maximise->setGlyph(maximised ? Glyph::restore : Glyph::expand);
    retranslate();
}

void Card::retranslate()
{
    m_table->setDescription(tr("Show the numbers behind the picture"));
    m_export->setDescription(tr("Export the picture"));
    m_maximise->setDescription(m_maximised ? tr("Back to all pictures (double click)")
                                           : tr("Fill the window with this picture (double click)"));
}

void Card::setTheme(const Theme& theme)
{
    m_theme = theme;
    const auto pixels = [&](double size) { return qRound(size * theme.factor); };
    m_column->setContentsMargins(pixels(16), pixels(11), pixels(12), pixels(10));
    m_column->setSpacing(pixels(2));
    m_tools->setSpacing(pixels(6));
    m_title->setFont(theme.font(12, QFont::DemiBold));
    m_title->setPalette(theme.palette());
    m_caption->setFont(theme.font(9.5));
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.muted);
    m_caption->setPalette(muted);
    for (GlyphButton* tool : {m_table, m_export, m_maximise})
        tool->setTheme(theme);
    update();
}

void Card::showTools()
{
    for (GlyphButton* tool : {m_table, m_export, m_maximise})
        tool->setQuiet(!underMouse());
}

void Card::enterEvent(QEnterEvent*) { showTools(); }
void Card::leaveEvent(QEvent*) { showTools(); }

void Card::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit maximiseToggled();
}

bool Card::eventFilter(QObject* watched, QEvent* event)
{
    const bool onContent = watched == m_content && event->type() == QEvent::MouseButtonDblClick;
    if (!onContent || static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return QFrame::eventFilter(watched, event);
    emit maximiseToggled();
    return true;
}

void Card::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.border, 1));
    painter.setBrush(m_theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8 * m_theme.factor, 8 * m_theme.factor);
}

}  // namespace scalescope
