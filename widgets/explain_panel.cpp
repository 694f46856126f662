// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explain_panel.h"

#include "core/explain/render.h"
#include "widgets/chrome.h"
#include "widgets/core_text.h"
#include "widgets/elided_label.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kScheme = "derive"_L1;
constexpr qsizetype kLongestTrail = 100;

/// Where a person begins, as the headline has it.
constexpr std::array<const char*, 10> kOverview = {"step.expected", "bound",    "step.compute",  "step.network",     "mfu",
                                                   "memory.total",  "run.days", "run.cost",      "tokens_per_second", "model.parameters"};

constexpr auto kSheet = R"(
a { color: %accent; text-decoration: none; }
p { margin-top: %gappx; margin-bottom: 0px; }
p.title { font-size: %titlept; font-weight: 600; }
p.formula { font-size: %formulapt; }
p.result { margin-bottom: %gappx; font-size: %resultpt; font-weight: 600; }
p.source { color: %muted; font-size: %smallpt; }
td { padding-right: %gappx; }
)"_L1;


QString link(const QString& id, const QString& text)
{
    return u"<a href=\"%1:%2\">%3</a>"_s.arg(kScheme, id.toHtmlEscaped(), text.toHtmlEscaped());
}

}  // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), m_back(new QPushButton(this)), m_text(new QPushButton(this)), m_latex(new QPushButton(this)),
      m_close(new QToolButton(this)), m_setting(new ElidedLabel(this)), m_browser(new QTextBrowser(this))
{
    setObjectName(u"explain"_s);
    setAutoFillBackground(true);
    m_browser->setOpenLinks(false);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setUndoRedoEnabled(false);
    setFocusProxy(m_browser);

    auto* tools = new QHBoxLayout;
    tools->addWidget(m_back);
    tools->addStretch();
    tools->addWidget(m_text);
    tools->addWidget(m_latex);
    tools->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->addLayout(tools);
    column->addWidget(m_setting);
    column->addWidget(m_browser, 1);

    connect(m_back, &QPushButton::clicked, this, &ExplainPanel::goBack);
    connect(m_text, &QPushButton::clicked, this, &ExplainPanel::copyText);
    connect(m_latex, &QPushButton::clicked, this, &ExplainPanel::copyLatex);
    connect(m_close, &QToolButton::clicked, this, &ExplainPanel::dismiss);
    connect(m_browser, &QTextBrowser::anchorClicked, this, &ExplainPanel::follow);
    const auto shortcut = [this](const QKeySequence& keys, void (ExplainPanel::*slot)()) {
        auto* made = new QShortcut(keys, this);
        made->setContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QShortcut::activated, this, slot);
    };
    shortcut(QKeySequence::Back, &ExplainPanel::goBack);
    shortcut(Qt::Key_Escape, &ExplainPanel::dismiss);

    setTheme(lightTheme());
    retranslate();
}

void ExplainPanel::show(const Snapshot& snapshot)
{
    m_now = snapshot;
    if (isVisible())
        refresh();
}

void ExplainPanel::setTheme(const Theme& theme)
{
    if (m_theme == theme)
        return;
    m_theme = theme;
    style();
}

void ExplainPanel::open(const QString& id)
{
    if (id != m_trail.last())
        m_trail << id;
    if (m_trail.size() > kLongestTrail)
        m_trail.removeFirst();
    refresh();
    m_browser->verticalScrollBar()->setValue(0);
}

QSize ExplainPanel::sizeHint() const
{
    return {qRound(340 * m_theme.factor), qRound(400 * m_theme.factor)};
}

void ExplainPanel::goBack()
{
    if (!canGoBack())
        return;
    m_trail.removeLast();
    refresh();
    m_browser->verticalScrollBar()->setValue(0);
}

void ExplainPanel::copyText() const
{
    if (const auto shown = derivation())
        QApplication::clipboard()->setText(QString::fromStdString(toText(*shown, toReader)));
}

void ExplainPanel::copyLatex() const
{
    if (const auto shown = derivation())
        QApplication::clipboard()->setText(QString::fromStdString(toLatex(*shown, toReader)));
}

void ExplainPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ExplainPanel::showEvent(QShowEvent* event)
{
    refresh();
    QWidget::showEvent(event);
}

void ExplainPanel::dismiss()
{
    hide();
    emit closed();
}

void ExplainPanel::follow(const QUrl& link)
{
    if (link.scheme() == kScheme)
        open(link.path());
}

void ExplainPanel::refresh()
{
    const std::optional<Derivation> shown = derivation();
    m_back->setEnabled(canGoBack());
    m_text->setEnabled(shown.has_value());
    m_latex->setEnabled(shown.has_value());
    if (!m_now)
        return;
    m_setting->setText(tr("%1 on %2").arg(fromCore(m_now->scenario.model.name), fromCore(m_now->scenario.hardware.name)));

    QString page = this->page(shown);
    if (page == m_page)
        return;
    m_page = std::move(page);
    // The page is the same but for its numbers while the hand drags: it stays where it was read.
    QScrollBar* bar = m_browser->verticalScrollBar();
    const int position = bar->value();
    m_browser->setHtml(m_page);
    bar->setValue(position);
    m_browser->setAccessibleName(shown ? QString::fromStdString(scalescope::textOf(shown->title, toReader)) : tr("Explain"));
}

void ExplainPanel::retranslate()
{
    m_back->setText(tr("Back"));
    m_text->setText(tr("Copy text"));
    m_latex->setText(tr("Copy LaTeX"));
    m_close->setText(u"\u00d7"_s);
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    refresh();
}

void ExplainPanel::style()
{
    const auto points = [this](double size) { return QString::number(size * m_theme.factor); };
    QString sheet = kSheet;
    sheet.replace("%accent"_L1, m_theme.accent.name())
        .replace("%muted"_L1, m_theme.muted.name())
        .replace("%title"_L1, points(12))
        .replace("%formula"_L1, points(11))
        .replace("%result"_L1, points(13))
        .replace("%small"_L1, points(9))
        .replace("%gap"_L1, QString::number(qRound(6 * m_theme.factor)));
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::Window, m_theme.card);
    setPalette(palette);
    m_browser->setPalette(palette);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_back, m_text, m_latex, m_close, m_browser})
        widget->setFont(m_theme.font(10));
    m_browser->document()->setDefaultStyleSheet(sheet);
    QPalette muted = palette;
    muted.setColor(QPalette::WindowText, m_theme.muted);
    m_setting->setPalette(muted);
    m_setting->setFont(m_theme.font(9));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_back, m_text, m_latex, m_close, m_browser->verticalScrollBar()})
        widget->setStyleSheet(chromeStyleSheet(m_theme));
    m_page.clear();
    refresh();
}

std::optional<Derivation> ExplainPanel::derivation() const
{
    return m_now ? derive(m_now->scenario, m_now->estimate, openId().toStdString()) : std::nullopt;
}

QString ExplainPanel::page(const std::optional<Derivation>& derivation) const
{
    if (derivation)
        return QString::fromStdString(toHtml(*derivation, toReader));
    return openId().isEmpty() ? overview() : whyNothing();
}

QString ExplainPanel::overview() const
{
    QString html = u"<p class=\"title\">%1</p><p>%2</p><table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\">"_s.arg(
        tr("Explain").toHtmlEscaped(), tr("Choose a number here, in the strip below or in a picture.").toHtmlEscaped());
    for (const char* id : kOverview) {
        const auto shown = derive(m_now->scenario, m_now->estimate, id);
        if (!shown)
            continue;
        const QString title = QString::fromStdString(scalescope::textOf(shown->title, toReader));
        const QString value = QString::fromStdString(formatQuantity(shown->value(), shown->unit, toReader));
        html += u"<tr><td>"_s + link(QString::fromLatin1(id), title) + u"</td><td align=\"right\">"_s + value.toHtmlEscaped() +
                u"</td></tr>"_s;
    }
    return html + u"</table>"_s;
}

QString ExplainPanel::whyNothing() const
{
    const Diagnostics& diagnostics =
        openId().startsWith(QLatin1String("serving.")) ? m_now->serving().diagnostics : m_now->estimate.diagnostics;
    const auto first = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::impossible; });
    const QString why = first == diagnostics.end() ? QString() : textOf(*first);
    return u"<p class=\"title\">%1</p><p>%2</p>"_s.arg(tr("This scenario has no such number.").toHtmlEscaped(), why.toHtmlEscaped());
}

}  // namespace scalescope
