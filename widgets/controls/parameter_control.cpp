// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_control.h"

#include "widgets/controls/check_box.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/glyph_button.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/controls/parameter_text.h"
#include "widgets/core_text.h"
#include "widgets/elided_label.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr double kBoxWidth = 106;  // before the factor

bool sameDeclaration(const Parameter& a, const Parameter& b)
{
    return a.id == b.id && a.label == b.label && a.symbol == b.symbol && a.unit == b.unit && a.minimum == b.minimum &&
        a.maximum == b.maximum && a.low == b.low && a.high == b.high && a.scale == b.scale && a.integer == b.integer &&
        a.optional == b.optional && a.choices.data() == b.choices.data() && a.stops == b.stops;
}

}  // namespace

ParameterControl::ParameterControl(QWidget* parent) : QWidget(parent) { m_clock.start(); }

void ParameterControl::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_row = new QHBoxLayout;
    column->addLayout(m_row);
    m_name = new QHBoxLayout;
    m_row->addLayout(m_name, 1);

    const QString id = objectName();
    m_label = new ElidedLabel(this);
    m_symbol = new ElidedLabel(this);
    m_reset = new GlyphButton(GlyphButton::Glyph::dot, this);
    m_reset->setObjectName(id + u".reset"_s);
    QSizePolicy keepsItsPlace = m_reset->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsItsPlace);
    m_reset->hide();
    connect(m_reset, &QAbstractButton::clicked, this, &ParameterControl::reset);

    if (isBoolean(m_parameter))
        buildCheck();
    else if (m_parameter.isChoice())
        buildChoice();
    else
        buildNumber();
    m_name->addWidget(m_symbol);
    m_name->addWidget(m_reset);
    m_name->addStretch(1);
    m_label->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_symbol->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void ParameterControl::buildNumber()
{
    const QString id = objectName();
    m_name->addWidget(m_label);
    if (m_parameter.scale == Scale::divisors && m_parameter.section == Section::plan) {
        m_lock = new GlyphButton(GlyphButton::Glyph::padlock, this);
        m_lock->setObjectName(id + u".lock"_s);
        m_lock->setCheckable(true);
        m_row->addWidget(m_lock);
        connect(m_lock, &QAbstractButton::clicked, this,
                [this](bool locked) { emit lockChosen(parameterId(), locked); });
    }
    m_box = new NumberBox(this);
    m_box->setObjectName(id + u".box"_s);
    m_row->addWidget(m_box);
    m_label->setBuddy(m_box);

    m_slider = new ParameterSlider(this);
    m_slider->setObjectName(id + u".slider"_s);
    layout()->addWidget(m_slider);

    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    layout()->addWidget(m_problem);

    connect(m_slider, &QSlider::sliderPressed, this, [this] { m_gestures.press(); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        m_gestures.release();
        updateScale();
    });
    connect(m_slider, &ParameterSlider::dragged, this, [this](double value) { send(value, m_gestures.held()); });
    const auto step = [this](double value) { send(value, m_gestures.step(m_clock.elapsed())); };
    connect(m_slider, &ParameterSlider::stepped, this, step);
    connect(m_box, &NumberBox::stepped, this, step);
    connect(m_box, &NumberBox::typed, this, [this](std::optional<double> value) { send(value, m_gestures.single()); });
    connect(m_box, &NumberBox::problemChanged, this, [this](const QString& problem) {
        m_problem->setText(problem);
        m_problem->setVisible(!problem.isEmpty());
        m_box->setAccessibleDescription(problem.isEmpty() ? helpText(m_parameter) : problem);
    });
}

void ParameterControl::buildChoice()
{
    m_name->addWidget(m_label);
    m_choice = new ChoiceBox(this);
    m_choice->setObjectName(objectName() + u".choice"_s);
    m_row->addWidget(m_choice, 1);
    m_label->setBuddy(m_choice);
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { send(index, m_gestures.step(m_clock.elapsed())); });
}

void ParameterControl::buildCheck()
{
    m_check = new CheckBox(this);
    m_check->setObjectName(objectName() + u".check"_s);
    m_name->addWidget(m_check);
    m_label->hide();
    connect(m_check, &QAbstractButton::clicked, this, [this](bool yes) { send(yes ? 1.0 : 0.0, m_gestures.single()); });
}

void ParameterControl::show(const Parameter& parameter, std::optional<double> value, std::optional<double> base,
                            const QString& qualifier)
{
    const bool first = m_row == nullptr;
    const bool declared = !first && qualifier == m_qualifier && sameDeclaration(m_parameter, parameter);
    if (declared && value == m_value && base == m_base)
        return;
    m_value = value;
    m_base = base;
    if (!declared) {
        m_parameter = parameter;
        m_qualifier = qualifier;
        setObjectName(fromCore(parameter.id));
        if (first)
            build();
        declare();
        if (first)
            applyTheme();
    }
    showValue();
}

void ParameterControl::declare()
{
    if (m_box)
        m_box->setParameter(m_parameter);
    updateScale();
    retranslate();
}

void ParameterControl::retranslate()
{
    const QString label = translated(m_parameter.label);
    const QString help = helpText(m_parameter);
    const QString symbol = m_qualifier.isEmpty() ? fromCore(m_parameter.symbol) : m_qualifier;
    const QString name = m_qualifier.isEmpty() ? label : label + u' ' + m_qualifier;
    m_label->setText(label);
    m_symbol->setText(symbol);
    m_symbol->setVisible(!symbol.isEmpty());
    setToolTip(name + u" · "_s + objectName() + u'\n' + help);
    m_label->setToolTip(toolTip());

    if (m_choice) {
        m_choice->clear();
        for (const std::string_view choice : m_parameter.choices)
            m_choice->addItem(choiceText(choice));
    }
    if (m_check)
        m_check->setText(label);
    if (m_lock)
        m_lock->setDescription(
            tr("Lock the number of chips with this degree: it gives or takes when another one is dragged"));
    if (m_box)
        m_box->retranslate();
    const std::initializer_list<QWidget*> editors = {m_box, m_slider, m_choice, m_check};
    for (QWidget* editor : editors) {
        if (!editor)
            continue;
        editor->setAccessibleName(name);
        editor->setAccessibleDescription(help);
    }
}

void ParameterControl::setLegalValues(std::vector<double> values)
{
    if (values == m_legal)
        return;
    m_legal = std::move(values);
    updateScale();
}

void ParameterControl::updateScale()
{
    if (!m_slider || m_slider->isSliderDown())
        return;
    const SliderScale scale(m_parameter, m_legal);
    if (scale == m_slider->scale())
        return;
    m_box->setScale(scale);
    m_slider->setScale(scale);
    m_slider->setEnabled(!scale.isFixed());
}

void ParameterControl::setLocked(bool locked)
{
    if (m_lock)
        m_lock->setChecked(locked);
}

void ParameterControl::focusEditor()
{
    const std::initializer_list<QWidget*> editors = {m_box, m_choice, m_check};
    for (QWidget* editor : editors)
        if (editor)
            editor->setFocus(Qt::ShortcutFocusReason);
}

bool ParameterControl::isChanged() const { return m_value != m_base && (m_base || m_parameter.optional); }

void ParameterControl::showValue()
{
    if (m_box)
        m_box->show(m_value);
    if (m_slider)
        m_slider->show(m_value);
    if (m_choice)
        m_choice->setCurrentIndex(m_value ? static_cast<int>(*m_value) : -1);
    if (m_check)
        m_check->setChecked(m_value == 1.0);

    if (isChanged()) {
        const QString base = m_base ? displayText(m_parameter, m_base) : tr("unknown");
        m_reset->setDescription(tr("Reset %1 to %2").arg(translated(m_parameter.label), base));
    }
    m_reset->setVisible(isChanged());
}

void ParameterControl::send(std::optional<double> value, int gesture)
{
    m_value = value;
    showValue();
    emit edited(Edit{m_parameter.id, value}, gesture);
}

void ParameterControl::reset()
{
    // The dot is about to vanish: the keyboard stays with the parameter.
    if (m_reset->hasFocus())
        focusEditor();
    send(m_base, m_gestures.single());
}

void ParameterControl::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (m_row)
        applyTheme();
}

void ParameterControl::applyTheme()
{
    const QFont plain = m_theme.font(10);
    const QFont strong = m_theme.font(10, QFont::Medium);
    QPalette muted;
    muted.setColor(QPalette::WindowText, m_theme.muted);
    QPalette trouble;
    trouble.setColor(QPalette::WindowText, m_theme.trouble);

    m_row->setSpacing(qRound(4 * m_theme.factor));
    m_name->setSpacing(qRound(5 * m_theme.factor));
    setFont(plain);
    setPalette(m_theme.palette());
    m_symbol->setPalette(muted);
    m_reset->setTheme(m_theme);
    if (m_lock)
        m_lock->setTheme(m_theme);
    if (m_box) {
        m_box->setFont(strong);
        m_box->setTheme(m_theme);
        m_box->setFixedWidth(qRound(kBoxWidth * m_theme.factor));
        m_slider->setTheme(m_theme);
        m_problem->setPalette(trouble);
        m_problem->setFont(m_theme.font(9));
    }
    if (m_check)
        m_check->setTheme(m_theme);
    if (m_choice) {
        m_choice->setFont(strong);
        m_choice->setTheme(m_theme);
    }
}

void ParameterControl::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_row) {
        retranslate();
        showValue();
    }
}

void ParameterControl::contextMenuEvent(QContextMenuEvent* event)
{
    emit contextMenu(parameterId(), event->globalPos());
    event->accept();
}

}  // namespace scalescope
