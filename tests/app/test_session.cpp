// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session.h"
#include "tests/support/random_scenario.h"

#include <QSignalSpy>
#include <QtTest>

using namespace scalescope;

/// The one owner of the problem: edits, undo per gesture, one answer per frame.
class TestSession : public QObject
{
    Q_OBJECT

private slots:
    void oneGestureIsOneStepOfUndo();
    void aGestureThatComesBackLeavesNothing();
    void aDegreeAndItsBalanceAreOneStep();
    void anySequenceOfEditsUndoneGivesTheStart();
    void manyEditsAreAnsweredOnce();
    void refusedEditsChangeNothing();
    void theGhostIsWhereTheDragBegan();
    void theGiverGivesOrTakes();
};

namespace {

Scenario start()
{
    return scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
}

}  // namespace

void TestSession::oneGestureIsOneStepOfUndo()
{
    Session session(start());
    for (int i = 0; i < 100; ++i)
        QVERIFY(session.edit({"workload.batch", 1e6 + i}, 1).empty());
    for (int i = 0; i < 50; ++i)
        QVERIFY(session.edit({"workload.sequence", 4096.0 + i}, 2).empty());
    QCOMPARE(session.undoStack()->count(), 2);
    session.undoStack()->undo();
    QCOMPARE(session.scenario().workload.sequence, start().workload.sequence);
    QCOMPARE(session.scenario().workload.batch, 1e6 + 99);
    session.undoStack()->undo();
    QVERIFY(session.scenario() == start());
    session.undoStack()->redo();
    QCOMPARE(session.scenario().workload.batch, 1e6 + 99);
}

void TestSession::aGestureThatComesBackLeavesNothing()
{
    Session session(start());
    session.edit({"workload.batch", 1e6}, 1);
    session.edit({"workload.batch", start().workload.batch}, 1);
    QCOMPARE(session.undoStack()->count(), 0);
    QVERIFY(session.undoStack()->isClean());
    QVERIFY(session.scenario() == start());
}

void TestSession::aDegreeAndItsBalanceAreOneStep()
{
    Session session(start());
    session.edit({"plan.tensor", 16}, 1);
    QCOMPARE(session.scenario().plan.fsdp, 256);
    QCOMPARE(session.undoStack()->count(), 1);
    session.undoStack()->undo();
    QCOMPARE(session.scenario().plan.fsdp, 512);
    QCOMPARE(session.scenario().plan.tensor, 8);
}

void TestSession::anySequenceOfEditsUndoneGivesTheStart()
{
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        Session session(start());
        for (int i = 0; i < 60; ++i) {
            const std::vector<Parameter> table = parameters(session.scenario());
            const Parameter& p = table[random() % table.size()];
            session.edit({p.id, randomValue(p, random)}, static_cast<int>(random() % 8));
        }
        const Scenario end = session.scenario();
        while (session.undoStack()->canUndo())
            session.undoStack()->undo();
        QVERIFY(session.scenario() == start());
        while (session.undoStack()->canRedo())
            session.undoStack()->redo();
        QVERIFY(session.scenario() == end);
    }
}

void TestSession::manyEditsAreAnsweredOnce()
{
    Session session(start());
    QSignalSpy published(&session, &Session::published);
    for (int i = 0; i < 40; ++i)
        session.edit({"workload.batch", 2e6 + i}, 1);
    QCOMPARE(published.count(), 0);
    QTRY_COMPARE(published.count(), 1);
    QCOMPARE(session.snapshot()->scenario.workload.batch, 2e6 + 39);
    QVERIFY(session.snapshot()->estimate.possible());
}

void TestSession::refusedEditsChangeNothing()
{
    Session session(start());
    for (const Edit& bad : {Edit{"workload.batch", -1.0}, Edit{"plan.fsdp", 0.5}, Edit{"plan.remat", 99.0},
                            Edit{"no.such.parameter", 1.0}, Edit{"workload.batch", std::nullopt}}) {
        const Diagnostics problems = session.edit(bad, 1);
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(!describe(problems.front()).empty());
        QVERIFY(session.scenario() == start());
    }
    QCOMPARE(session.undoStack()->count(), 0);
}

void TestSession::theGhostIsWhereTheDragBegan()
{
    Session session(start());
    session.edit({"workload.batch", 1e6}, 1);
    session.edit({"workload.batch", 2e6}, 1);
    QVERIFY(session.before());
    QCOMPARE(session.before()->scenario.workload.batch, start().workload.batch);
    session.edit({"workload.sequence", 4096}, 2);
    QCOMPARE(session.before()->scenario.workload.batch, 2e6);
    QTRY_VERIFY(!session.before());
}

void TestSession::theGiverGivesOrTakes()
{
    Session session(start());
    session.setGiver("plan.tensor");
    const std::vector<double> legal = session.legalValues("plan.fsdp");
    QVERIFY(std::find(legal.begin(), legal.end(), 256.0) != legal.end());
    session.edit({"plan.fsdp", 256}, 1);
    QCOMPARE(session.scenario().plan.tensor, 16);
    QCOMPARE(session.scenario().plan.data, 1);
}

QTEST_MAIN(TestSession)
#include "test_session.moc"
