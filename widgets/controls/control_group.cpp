// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/control_group.h"

#include "widgets/controls/glyph_button.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/core_text.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

bool matchesFilter(const Parameter& parameter, const QString& filter)
{
    const QStringList words = filter.split(u' ', Qt::SkipEmptyParts);
    const QString text = translated(parameter.label) + u' ' + fromCore(parameter.label) + u' ' + fromCore(parameter.id);
    const QString symbol = fromCore(parameter.symbol);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive) || word.compare(symbol, Qt::CaseInsensitive) == 0;
    });
}

ControlGroup::ControlGroup(QWidget* parent) : QWidget(parent)
{
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_heading = new QLabel(this);
    m_column->addWidget(m_heading);
    m_more = new GlyphButton(GlyphButton::Glyph::disclosure, this);
    m_more->setCheckable(true);
    m_more->hide();
    connect(m_more, &QAbstractButton::clicked, this, &ControlGroup::setOpen);
    retranslate();
}

void ControlGroup::setHeading(const QString& heading)
{
    m_heading->setText(heading);
    setAccessibleName(heading);
}

void ControlGroup::setHeader(QWidget* header)
{
    m_header = header;
    m_column->insertWidget(1, header);
}

void ControlGroup::setParameters(std::vector<Parameter> parameters, bool everything)
{
    m_parameters = std::move(parameters);
    m_everything = everything;

    QHash<QString, ParameterControl*> kept;
    for (const Parameter& parameter : m_parameters) {
        const QString id = fromCore(parameter.id);
        if (ParameterControl* control = m_controls.take(id))
            kept.insert(id, control);
    }
    for (ParameterControl* gone : std::as_const(m_controls)) {
        gone->hide();
        gone->deleteLater();
    }
    m_controls = kept;
    arrange();
}

void ControlGroup::refresh(std::vector<Parameter> parameters)
{
    m_parameters = std::move(parameters);
    for (const Parameter& parameter : m_parameters)
        if (ParameterControl* control = m_controls.value(fromCore(parameter.id)))
            m_shower(*control, parameter);
}

void ControlGroup::setFilter(const QString& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    arrange();
}

void ControlGroup::setOpen(bool open)
{
    m_open = open;
    m_more->setChecked(open);
    retranslate();
    arrange();
}

ParameterControl* ControlGroup::reveal(const QString& id)
{
    const auto found = std::find_if(m_parameters.begin(), m_parameters.end(),
                                    [&](const Parameter& p) { return fromCore(p.id) == id; });
    if (found == m_parameters.end())
        return nullptr;
    if (!standsOut(*found) && !m_open)
        setOpen(true);
    return m_controls.value(id);
}

bool ControlGroup::isWanted(const Parameter& parameter) const
{
    return m_filter.isEmpty() ? m_open || standsOut(parameter) : matchesFilter(parameter, m_filter);
}

ParameterControl* ControlGroup::make(const Parameter& parameter)
{
    auto* control = new ParameterControl(this);
    control->setTheme(m_theme);
    m_shower(*control, parameter);
    connect(control, &ParameterControl::edited, this, &ControlGroup::edited);
    connect(control, &ParameterControl::lockChosen, this, &ControlGroup::lockChosen);
    connect(control, &ParameterControl::contextMenu, this, &ControlGroup::contextMenu);
    m_controls.insert(fromCore(parameter.id), control);
    return control;
}

void ControlGroup::arrange()
{
    const int fixed = m_header ? 2 : 1;
    while (m_column->count() > fixed)
        delete m_column->takeAt(fixed);

    bool any = false;
    QWidget* before = m_header;
    const auto place = [&](QWidget* widget) {
        m_column->addWidget(widget);
        if (before)
            setTabOrder(before, widget);
        before = widget;
    };
    const auto add = [&](bool prominent) {
        for (const Parameter& parameter : m_parameters) {
            if (standsOut(parameter) != prominent)
                continue;
            const bool wanted = isWanted(parameter);
            ParameterControl* control = m_controls.value(fromCore(parameter.id));
            if (wanted && !control)
                control = make(parameter);
            if (!control)
                continue;
            place(control);
            control->setVisible(wanted);
            any = any || wanted;
        }
    };
    add(true);
    const auto hidden =
        std::count_if(m_parameters.begin(), m_parameters.end(), [&](const Parameter& p) { return !standsOut(p); });
    place(m_more);
    m_more->setVisible(hidden > 0 && m_filter.isEmpty());
    add(false);
    if (m_header)
        m_header->setVisible(m_filter.isEmpty());
    setVisible(any || (m_filter.isEmpty() && !m_parameters.empty()));
}

void ControlGroup::retranslate()
{
    m_more->setText(m_open ? tr("Less") : tr("More"));
    m_more->updateGeometry();
}

void ControlGroup::setTheme(const Theme& theme)
{
    m_theme = theme;
    QFont small = theme.font(8.5, QFont::DemiBold);
    small.setCapitalization(QFont::AllUppercase);
    small.setLetterSpacing(QFont::PercentageSpacing, 106);
    m_heading->setFont(small);
    QPalette muted;
    muted.setColor(QPalette::WindowText, theme.muted);
    m_heading->setPalette(muted);
    m_more->setFont(theme.font(9, QFont::Medium));
    m_more->setTheme(theme);
    m_column->setSpacing(qRound(7 * theme.factor));
    for (ParameterControl* control : std::as_const(m_controls))
        control->setTheme(theme);
}

void ControlGroup::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

}  // namespace scalescope
