// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session.h"

#include "core/explore/balance.h"

#include <QGuiApplication>
#include <QUndoCommand>

#include <utility>

namespace scalescope {

namespace {

constexpr int kCommandId = 1;
constexpr int kGestureEndMs = 300;  // after the last edit, when no button is held
constexpr int kNoGesture = -1;

}  // namespace

/// Swaps the scenario in and out. Commands of one gesture merge; a gesture that comes back to its start leaves nothing.
class ScenarioCommand : public QUndoCommand {
public:
    ScenarioCommand(Session& session, Scenario after, int gesture, const QString& text)
        : QUndoCommand(text), m_session(session), m_before(session.m_scenario), m_after(std::move(after)), m_gesture(gesture)
    {
    }

    void undo() override { m_session.setScenario(m_before); }
    void redo() override { m_session.setScenario(m_after); }
    int id() const override { return kCommandId; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const ScenarioCommand*>(other);
        if (m_gesture == kNoGesture || next->m_gesture != m_gesture)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Session& m_session;
    Scenario m_before;
    Scenario m_after;
    int m_gesture;
};

Session::Session(const Scenario& scenario, QObject* parent)
    : QObject(parent), m_scenario(scenario), m_base(scenario),
      m_snapshot(std::make_shared<const Snapshot>(snapshotOf(scenario)))
{
    m_frame.setSingleShot(true);
    m_frame.setInterval(0);
    connect(&m_frame, &QTimer::timeout, this, &Session::publish);
    m_gestureEnd.setSingleShot(true);
    m_gestureEnd.setInterval(kGestureEndMs);
    connect(&m_gestureEnd, &QTimer::timeout, this, [this] {
        if (QGuiApplication::mouseButtons() == Qt::NoButton)
            endGesture();
        else
            m_gestureEnd.start();  // still held
    });
}

Diagnostics Session::edit(const Edit& edit, int gesture)
{
    Scenario changed = m_scenario;
    const std::vector<Edit> edits = balanced(m_scenario, edit, m_giver);
    Diagnostics problems = scalescope::apply(changed, edits);
    if (!problems.empty() || changed == m_scenario)
        return problems;
    if (gesture != m_gesture || !m_before) {
        m_gesture = gesture;
        m_before = snapshot()->scenario == m_scenario ? m_snapshot
                                                      : std::make_shared<const Snapshot>(snapshotOf(m_scenario));
    }
    m_gestureEnd.start();
    const auto parameter = findParameter(m_scenario, edit.id);
    const QString label = parameter ? QString::fromUtf8(parameter->label.data(), static_cast<qsizetype>(parameter->label.size())) : QString();
    m_undo.push(new ScenarioCommand(*this, std::move(changed), gesture, label));
    return {};
}

std::vector<double> Session::legalValues(const std::string& id) const
{
    return legalDegrees(m_scenario, id, m_giver);
}

void Session::replace(const Scenario& scenario, const QString& what, bool asBase)
{
    endGesture();
    if (asBase)
        m_base = scenario;
    if (scenario == m_scenario) {
        emit scenarioChanged();
        return;
    }
    m_undo.push(new ScenarioCommand(*this, scenario, kNoGesture, what));
}

void Session::adopt(const Scenario& scenario, const QString& what, int gesture)
{
    if (scenario != m_scenario)
        m_undo.push(new ScenarioCommand(*this, scenario, gesture, what));
}

void Session::open(const Scenario& scenario)
{
    endGesture();
    m_base = scenario;
    m_undo.clear();
    setScenario(scenario);
    flush();
}

void Session::flush()
{
    m_frame.stop();
    publish();
}

void Session::setScenario(const Scenario& scenario)
{
    m_scenario = scenario;
    emit scenarioChanged();
    if (!m_frame.isActive())
        m_frame.start();
}

void Session::publish()
{
    if (!(m_snapshot->scenario == m_scenario))
        m_snapshot = std::make_shared<const Snapshot>(snapshotOf(m_scenario));
    emit published();
}

void Session::endGesture()
{
    m_gestureEnd.stop();
    m_gesture = kNoGesture;
    if (!m_before)
        return;
    m_before.reset();
    if (!m_frame.isActive())
        m_frame.start();
}

}  // namespace scalescope
