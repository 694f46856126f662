// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "widgets/theme.h"

#include <QList>
#include <QWidget>

#include <array>
#include <functional>
#include <string>
#include <unordered_map>

class QScrollArea;
class QVBoxLayout;

namespace scalescope {

class ChoiceBox;
class ControlGroup;
class FieldEdit;
class ParameterControl;

struct PresetEntry {
    QString id;
    QString name;  // as people read it, and as the model or the hardware of a scenario is named
};

/// What a page is about: it decides which controls stand first, and for serving also which there are.
enum class PanelSubject { training, roofline, sharding, model, serving };

/// All inputs of a scenario as controls, made from the parameter table: first what people reach for first, then the
/// groups. Shows scenarios and emits edits; keeps nothing of the problem.
class ControlPanel : public QWidget {
    Q_OBJECT

public:
    explicit ControlPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setPresets(const QList<PresetEntry>& models, const QList<PresetEntry>& hardware);

    /// The values, in rising order, that a parameter of the scale `divisors` may take in the scenario that is shown.
    using LegalValues = std::function<std::vector<double>(const std::string& id)>;
    void setLegalValues(LegalValues legal) { m_legal = std::move(legal); }

    /// Takes effect with the next scenario that is shown.
    void setSubject(PanelSubject subject);

    /// Emits nothing. `base` is what the dots reset to. Controls are made anew only when the scenario has other
    /// parameters than the one before.
    void show(const Scenario& scenario, const Scenario& base);
    using QWidget::show;

    /// The degree that gives or takes; an empty id when none was chosen.
    void setLocked(const QString& id);

    /// The control of a parameter, opening its group if need be; null if the scenario has no such parameter.
    ParameterControl* reveal(const QString& id);

signals:
    void edited(const scalescope::Edit& edit, int gesture);
    void modelChosen(const QString& id);
    void hardwareChosen(const QString& id);
    void lockChosen(const QString& id);
    void contextMenu(const QString& id, const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;

private:
    static constexpr std::size_t kGroups = 1 + kSectionNames.size();  // what stands first, then the sections

    std::size_t groupOf(const Parameter& parameter) const;
    void showBase(const Scenario& base);
    void showControl(ParameterControl& control, const Parameter& parameter);
    void showPreset(ChoiceBox& box, const QList<PresetEntry>& entries, const std::string& name);
    void showPresets();
    void retranslate();

    Scenario m_scenario;
    std::optional<Scenario> m_base;
    std::unordered_map<std::string, std::optional<double>> m_baseValues;
    std::vector<std::string> m_ids;
    QList<PresetEntry> m_models;
    QList<PresetEntry> m_hardwares;
    LegalValues m_legal;
    QString m_locked;
    bool m_hasSlice = false;
    PanelSubject m_subject = PanelSubject::training;
    Theme m_theme;

    FieldEdit* m_filter = nullptr;
    QScrollArea* m_area = nullptr;
    QVBoxLayout* m_column = nullptr;
    ChoiceBox* m_model = nullptr;
    ChoiceBox* m_hardware = nullptr;
    std::array<ControlGroup*, kGroups> m_groups{};
};

}  // namespace scalescope
