// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/control_panel.h"

#include "widgets/chrome.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_group.h"
#include "widgets/controls/field_edit.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/parameter_text.h"
#include "widgets/core_text.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr double kWidth = 300;  // before the factor
constexpr double kMargin = 16;
constexpr std::size_t kFirst = 0;

bool isSliceDimension(const Parameter& parameter)
{
    return parameter.id.starts_with("network.") && parameter.id.find(".shape.") != std::string::npos;
}

/// Whether a page has any use for a parameter.
bool matters(const Parameter& parameter, PanelSubject subject)
{
    if (subject != PanelSubject::serving)
        return true;
    constexpr std::array used = {Section::model, Section::hardware, Section::serving, Section::assumptions};
    return std::find(used.begin(), used.end(), parameter.section) != used.end();
}

bool standsFirst(const Parameter& parameter, PanelSubject subject)
{
    if (subject == PanelSubject::serving) {
        constexpr std::array<std::string_view, 3> more = {"model.size", "serving.decode.tensor", "serving.rate"};
        return (parameter.section == Section::serving && parameter.prominent) ||
               std::find(more.begin(), more.end(), parameter.id) != more.end();
    }
    if (subject == PanelSubject::sharding)
        return parameter.section == Section::sharding && parameter.prominent;
    if (subject == PanelSubject::model) {
        constexpr std::array<std::string_view, 4> more = {"model.heads", "model.kv_heads", "workload.sequence", "serving.sequences"};
        return (parameter.section == Section::model && parameter.prominent) ||
               std::find(more.begin(), more.end(), parameter.id) != more.end();
    }
    if (subject == PanelSubject::roofline && parameter.section == Section::calculator && parameter.prominent)
        return true;
    const bool degree = parameter.section == Section::plan && parameter.scale == Scale::divisors;
    if (subject == PanelSubject::training && (degree || parameter.id == "plan.microbatches"))
        return true;
    constexpr std::array<std::string_view, 5> first = {"workload.batch", "plan.fsdp", "plan.tensor", "plan.data", "model.size"};
    return std::find(first.begin(), first.end(), parameter.id) != first.end();
}

/// Batch, mesh, model size; within them as the table has them. What only one page has comes first there, and on the
/// model's page its size. Serving has its own first, then the slice.
int rankOf(const Parameter& parameter, PanelSubject subject)
{
    const std::string_view id = parameter.id;
    if (subject == PanelSubject::serving)
        return parameter.section == Section::serving ? 0 : id == "model.size" ? 2 : 1;
    if (subject == PanelSubject::model)
        return id == "model.size" ? 0 : 1;
    if (parameter.section == Section::calculator)
        return -1;
    return id == "workload.batch" ? 0 : id.starts_with("plan.") ? 1 : id == "model.size" || parameter.section == Section::sharding ? 3 : 2;
}

}  // namespace

ControlPanel::ControlPanel(QWidget* parent) : QWidget(parent)
{
    setAutoFillBackground(true);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);

    m_filter = new FieldEdit(this);
    m_filter->setObjectName(u"controls.filter"_s);
    m_filter->setClearButtonEnabled(true);
    outer->addWidget(m_filter);

    m_area = new QScrollArea(this);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->viewport()->setAutoFillBackground(false);
    outer->addWidget(m_area);

    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    for (ControlGroup*& group : m_groups) {
        group = new ControlGroup(content);
        m_column->addWidget(group);
        group->setShower(
            [this](ParameterControl& control, const Parameter& parameter) { showControl(control, parameter); });
        connect(group, &ControlGroup::edited, this, &ControlPanel::edited);
        connect(group, &ControlGroup::contextMenu, this, &ControlPanel::contextMenu);
        connect(group, &ControlGroup::lockChosen, this, [this](const QString& id, bool locked) {
            setLocked(locked ? id : QString());
            emit lockChosen(m_locked);
        });
        connect(m_filter, &QLineEdit::textChanged, group, &ControlGroup::setFilter);
    }
    m_column->addStretch(1);
    m_area->setWidget(content);
    content->setAutoFillBackground(false);

    m_model = new ChoiceBox(this);
    m_model->setObjectName(u"controls.model"_s);
    m_hardware = new ChoiceBox(this);
    m_hardware->setObjectName(u"controls.hardware"_s);
    m_groups[1 + static_cast<std::size_t>(Section::model)]->setHeader(m_model);
    m_groups[1 + static_cast<std::size_t>(Section::hardware)]->setHeader(m_hardware);
    connect(m_model, &QComboBox::activated, this, [this](int index) {
        emit modelChosen(m_models[index].id);
        showPresets();
    });
    connect(m_hardware, &QComboBox::activated, this, [this](int index) {
        emit hardwareChosen(m_hardwares[index].id);
        showPresets();
    });

    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    auto* leave = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(leave, &QShortcut::activated, m_filter, &QLineEdit::clear);
    retranslate();
}

std::size_t ControlPanel::groupOf(const Parameter& parameter) const
{
    // A fabric has no shape: its size stands where the slice's would.
    const bool size = m_subject != PanelSubject::model &&
                      (isSliceDimension(parameter) || (!m_hasSlice && parameter.id == "cluster.chips"));
    return size || standsFirst(parameter, m_subject) ? kFirst : 1 + static_cast<std::size_t>(parameter.section);
}

void ControlPanel::setSubject(PanelSubject subject)
{
    if (subject == m_subject)
        return;
    m_subject = subject;
    m_ids.clear();  // the groups are made anew
    retranslate();
}

void ControlPanel::show(const Scenario& scenario, const Scenario& base)
{
    m_scenario = scenario;
    showBase(base);

    std::vector<Parameter> table = parameters(scenario);
    std::erase_if(table, [this](const Parameter& p) { return !p.relevant || !matters(p, m_subject); });
    const bool same = std::equal(table.begin(), table.end(), m_ids.begin(), m_ids.end(),
                                 [](const Parameter& p, const std::string& id) { return p.id == id; });
    if (!same) {
        m_ids.clear();
        for (const Parameter& p : table)
            m_ids.push_back(p.id);
    }

    m_hasSlice = std::any_of(table.begin(), table.end(), isSliceDimension);
    std::array<std::vector<Parameter>, kGroups> byGroup;
    for (Parameter& p : table)
        byGroup[groupOf(p)].push_back(std::move(p));
    std::stable_sort(byGroup[kFirst].begin(), byGroup[kFirst].end(),
                     [this](const Parameter& a, const Parameter& b) { return rankOf(a, m_subject) < rankOf(b, m_subject); });
    for (std::size_t i = 0; i < kGroups; ++i) {
        if (!same)
            m_groups[i]->setParameters(byGroup[i], i == kFirst);
        m_groups[i]->refresh(std::move(byGroup[i]));
    }
    showPresets();
}

void ControlPanel::showBase(const Scenario& base)
{
    if (m_base == base)
        return;
    m_base = base;
    m_baseValues.clear();
    for (const Parameter& p : parameters(base))
        m_baseValues.emplace(p.id, p.value(base));
}

void ControlPanel::showControl(ParameterControl& control, const Parameter& parameter)
{
    const auto value = parameter.value(m_scenario);
    const auto base = m_baseValues.find(parameter.id);
    control.show(parameter, value, base == m_baseValues.end() ? value : base->second,
                 qualifierOf(parameter, m_scenario));
    if (parameter.scale != Scale::divisors)
        return;
    control.setLocked(control.parameterId() == m_locked);
    if (m_legal)
        control.setLegalValues(m_legal(parameter.id));
}

void ControlPanel::setPresets(const QList<PresetEntry>& models, const QList<PresetEntry>& hardware)
{
    m_models = models;
    m_hardwares = hardware;
    m_model->clear();
    for (const PresetEntry& entry : models)
        m_model->addItem(entry.name);
    m_hardware->clear();
    for (const PresetEntry& entry : hardware)
        m_hardware->addItem(entry.name);
    showPresets();
}

void ControlPanel::showPresets()
{
    showPreset(*m_model, m_models, m_scenario.model.name);
    showPreset(*m_hardware, m_hardwares, m_scenario.hardware.name);
}

void ControlPanel::showPreset(ChoiceBox& box, const QList<PresetEntry>& entries, const std::string& name)
{
    const QString shown = QString::fromStdString(name);
    int index = -1;
    for (int i = 0; i < entries.size() && index < 0; ++i)
        if (entries[i].name == shown)
            index = i;
    if (box.currentIndex() == index && box.placeholderText() == shown)
        return;
    box.setPlaceholderText(shown);
    box.setCurrentIndex(index);
    box.setToolTip(shown);
}

void ControlPanel::setLocked(const QString& id)
{
    m_locked = id;
    for (ParameterControl* control : m_groups[kFirst]->controls())
        control->setLocked(control->parameterId() == id);
}

ParameterControl* ControlPanel::reveal(const QString& id)
{
    m_filter->clear();
    for (ControlGroup* group : m_groups) {
        if (ParameterControl* control = group->reveal(id)) {
            m_area->widget()->layout()->activate();
            m_area->ensureWidgetVisible(control);
            return control;
        }
    }
    return nullptr;
}

void ControlPanel::retranslate()
{
    m_filter->setPlaceholderText(tr("Find a parameter"));
    m_filter->setAccessibleName(tr("Find a parameter"));
    m_filter->setToolTip(tr("Find a parameter by its name, symbol or id (%1)")
                             .arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_model->setAccessibleName(tr("Model preset"));
    m_hardware->setAccessibleName(tr("Hardware preset"));
    switch (m_subject) {
    case PanelSubject::training: m_groups[kFirst]->setHeading(tr("Batch, mesh and model size")); break;
    case PanelSubject::roofline: m_groups[kFirst]->setHeading(tr("Matmul, batch and mesh")); break;
    case PanelSubject::sharding: m_groups[kFirst]->setHeading(tr("Mesh, arrays and collective")); break;
    case PanelSubject::model: m_groups[kFirst]->setHeading(tr("Model and context")); break;
    case PanelSubject::serving: m_groups[kFirst]->setHeading(tr("Sequences, lengths and slice")); break;
    }
    const std::array<QString, kSectionNames.size()> headings = {tr("Model"), tr("Hardware and mesh"), tr("Parallelism"),
                                                                tr("Workload"), tr("Run"), tr("Serving"), tr("Assumptions"), tr("Sharding"), tr("Matmul calculator")};
    for (std::size_t i = 0; i < headings.size(); ++i)
        m_groups[1 + i]->setHeading(headings[i]);
}

void ControlPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    const auto pixels = [&](double size) { return qRound(size * theme.factor); };
    const int bar = pixels(10);
    setFixedWidth(pixels(kWidth));
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Window, theme.card);
    setPalette(colours);
    setFont(theme.font(10));
    m_filter->setFont(theme.font(10));
    m_filter->setTheme(theme);
    layout()->setContentsMargins(pixels(kMargin), pixels(12), 0, 0);
    layout()->setSpacing(pixels(8));
    m_column->setContentsMargins(0, pixels(4), pixels(kMargin) - bar, pixels(16));
    m_column->setSpacing(pixels(18));
    m_filter->setFixedWidth(pixels(kWidth - 2 * kMargin));
    m_area->verticalScrollBar()->setStyleSheet(chromeStyleSheet(theme));
    for (ControlGroup* group : m_groups)
        group->setTheme(theme);
    m_model->setFont(theme.font(10, QFont::Medium));
    m_model->setTheme(theme);
    m_hardware->setFont(theme.font(10, QFont::Medium));
    m_hardware->setTheme(theme);
}

void ControlPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

}  // namespace scalescope
