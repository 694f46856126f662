// SPDX-License-Identifier: GPL-3.0-or-later
// Presets in MainWindow: taken into the scenario, and made of it.
#include "app/window/main_window.h"

#include "app/files/files.h"
#include "app/window/message_bar.h"
#include "core/explore/balance.h"
#include "widgets/controls/control_panel.h"
#include "widgets/core_text.h"

#include <QDir>
#include <QFileInfo>

namespace scalescope {

namespace {

QList<PresetEntry> entriesOf(const PresetLibrary& library, PresetKind kind)
{
    QList<PresetEntry> entries;
    for (const Preset& preset : library.presets)
        if (preset.kind == kind)
            entries.push_back({fromCore(preset.id), fromCore(preset.title)});
    return entries;
}

}  // namespace

void MainWindow::showPresets()
{
    m_controls->setPresets(entriesOf(m_presets, PresetKind::models), entriesOf(m_presets, PresetKind::hardware));
}

void MainWindow::chooseModel(const QString& id)
{
    Read<Model> read = modelPreset(m_presets, id.toStdString());
    if (!read.value) {
        m_message->tellProblems(tr("The model could not be read."), read.problems);
        return;
    }
    Scenario scenario = m_session.scenario();
    scenario.model = std::move(*read.value);
    m_session.replace(refitted(std::move(scenario)), tr("Model"));
}

void MainWindow::chooseHardware(const QString& id)
{
    Read<Hardware> read = hardwarePreset(m_presets, id.toStdString());
    if (!read.value) {
        m_message->tellProblems(tr("The hardware could not be read."), read.problems);
        return;
    }
    Scenario scenario = m_session.scenario();
    scenario.hardware = std::move(*read.value);
    m_session.replace(refitted(std::move(scenario)), tr("Hardware"));
}

void MainWindow::openPreset(const QString& id)
{
    Read<Scenario> read = scenarioPreset(m_presets, id.toStdString());
    if (read.value)
        m_session.replace(*read.value, tr("Preset"), true);
    else
        m_message->tellProblems(tr("The preset could not be read."), read.problems);
}

void MainWindow::saveHardware()
{
    const QString folder = fromCore(userPresetFolder()) + QStringLiteral("/hardware");
    QDir().mkpath(folder);
    const QString path = m_dialogs.saveFile(this, tr("Save as my hardware"), folder + QStringLiteral("/my-hardware.json"),
                                            tr("Hardware presets (*.json)"));
    if (path.isEmpty())
        return;
    Scenario scenario = m_session.scenario();
    scenario.hardware.name = QFileInfo(path).completeBaseName().toStdString();
    const std::string text = writeHardware(scenario.hardware);
    if (const std::string problem = writeFileAtomically(path.toStdString(), text); !problem.empty()) {
        m_message->tell(tr("The hardware could not be saved: %1").arg(fromCore(problem)));
        return;
    }
    const std::string id = scenario.hardware.name;
    std::erase_if(m_presets.presets, [&](const Preset& p) { return p.kind == PresetKind::hardware && p.own && p.id == id; });
    const Diagnostics problems = addPreset(m_presets, PresetKind::hardware, id, text);
    if (!problems.empty()) {
        m_message->tellProblems(tr("The hardware was saved, but cannot be a preset."), problems);
        return;
    }
    m_presets.presets.back().own = true;
    m_session.replace(scenario, tr("Save as my hardware"));
    showPresets();
    m_message->tell(tr("Saved as hardware preset %1.").arg(fromCore(id)));
}

}  // namespace scalescope
