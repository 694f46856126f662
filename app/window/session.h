// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "core/scenario/snapshot.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <memory>

namespace scalescope {

/// The one owner of the problem: the scenario, its history and its answer. Views observe it; edits come in through apply.
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(const Scenario& scenario, QObject* parent = nullptr);

    const Scenario& scenario() const { return m_scenario; }
    /// What the reset dots lead back to: the scenario as it was opened.
    const Scenario& base() const { return m_base; }
    /// The answer last published; up to one frame older than the scenario.
    std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }
    /// Where the gesture under way began, or nothing.
    std::shared_ptr<const Snapshot> before() const { return m_before; }

    QUndoStack* undoStack() { return &m_undo; }

    /// Applies an edit of the hand: degrees are balanced so that the plan stays whole. Edits of one gesture are one step of
    /// undo. What is refused comes back, and nothing has changed.
    Diagnostics edit(const Edit& edit, int gesture);

    /// The degree that gives or takes when another is dragged; empty for the usual one.
    void setGiver(const std::string& id) { m_giver = id; }
    const std::string& giver() const { return m_giver; }
    /// The values of a degree that the hand can reach.
    std::vector<double> legalValues(const std::string& id) const;

    /// Replaces the scenario as one step of undo; `asBase` also makes it what the dots lead back to.
    void replace(const Scenario& scenario, const QString& what, bool asBase = false);

    /// The same as part of a gesture, such as typing: steps of one gesture are one step of undo.
    void adopt(const Scenario& scenario, const QString& what, int gesture);

    /// Opens a document: no history, not modified.
    void open(const Scenario& scenario);

    /// Publishes at once what is waiting; for exports and tests.
    void flush();

signals:
    void published();  // once per frame at most, however many edits came
    void scenarioChanged();

private:
    friend class ScenarioCommand;
    void setScenario(const Scenario& scenario);
    void publish();
    void endGesture();

    Scenario m_scenario;
    Scenario m_base;
    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const Snapshot> m_before;
    QUndoStack m_undo;
    QTimer m_frame;
    QTimer m_gestureEnd;
    int m_gesture = -1;
    std::string m_giver;
};

}  // namespace scalescope
