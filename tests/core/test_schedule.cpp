// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/schedule_checks.h"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

using namespace scalescope;

namespace {

constexpr int kLargest = 32;  // stages and micro-batches

/// Forward, gradients of the inputs and of the weights. A weight's gradient is never longer than the forward pass,
/// which is where zero bubble's closed form holds.
constexpr MicrobatchTimes kEqual{Seconds(1), Seconds(1), Seconds(1)};
constexpr MicrobatchTimes kUneven{Seconds(1.3), Seconds(1.7), Seconds(0.9)};
constexpr MicrobatchTimes kRecomputed{Seconds(1), Seconds(2), Seconds(1)};

struct Case {
    std::vector<MicrobatchTimes> times;
    ScheduleInputs inputs;
    Schedule schedule;

    Case(PipelineSchedule schedule_, std::vector<MicrobatchTimes> times_, int microbatches, int chunks = 1,
         Seconds transfer = Seconds(0))
        : times(std::move(times_))
        , inputs{schedule_, times, microbatches, chunks, transfer}
        , schedule(scheduleOf(inputs))
    {
    }
    Case(PipelineSchedule schedule_, const MicrobatchTimes& time, int stages, int microbatches, int chunks = 1)
        : Case(schedule_, std::vector<MicrobatchTimes>(static_cast<std::size_t>(stages), time), microbatches, chunks)
    {
    }
    Case(const Case&) = delete;
    Case& operator=(const Case&) = delete;

    Seconds work() const
    {
        Seconds slowest;
        for (const MicrobatchTimes& stage : times)
            slowest = std::max(slowest, stage.all());
        return slowest * inputs.microbatches;
    }
    Seconds closedForm() const
    {
        Seconds sum;
        for (std::size_t s = 1; s < times.size(); ++s)
            sum += bubbleOf(inputs.schedule, times[s], inputs.chunks);
        return sum;
    }
    bool uniformBubbleIsClosedForm() const { return near(longestSpan(schedule) - work(), closedForm()); }
    bool endsWithItsLongestStage() const { return near(schedule.makespan, longestSpan(schedule)); }

    static bool near(Seconds a, Seconds b) { return std::abs((a - b).value) < 1e-9; }
};

double mostHeld(const Case& c, int stage)
{
    double most = 0;
    for (const HeldStep& step : heldOver(c.schedule, stage, c.inputs.chunks))
        most = std::max(most, step.held);
    return most;
}

double inFlight(const Case& c, int stage)
{
    const ScheduleInputs& in = c.inputs;
    return microbatchesInFlight(in.schedule, static_cast<double>(c.times.size()), stage, in.microbatches, in.chunks);
}

/// "F0 F1 B0 W0": kind and micro-batch, with the chunk behind a point where there are several.
QString orderOf(const Schedule& schedule, std::size_t stage, bool chunks = false)
{
    QStringList names;
    for (std::size_t i = schedule.firstOfStage[stage]; i < schedule.firstOfStage[stage + 1]; ++i) {
        const StageTask& t = schedule.tasks[i];
        QString name = QStringLiteral("FBW")[int(t.kind)] + QString::number(t.microbatch);
        if (chunks)
            name += QLatin1Char('.') + QString::number(t.chunk);
        names << name;
    }
    return names.join(QLatin1Char(' '));
}

/// Calls `visit` with every schedule, stage count, count of micro-batches that fits and chunk count, up to a failure.
template <class Visit>
void forEverySize(int largest, Visit visit)
{
    using enum PipelineSchedule;
    for (int p = 1; p <= largest; ++p) {
        for (int m = 1; m <= largest; ++m) {
            for (const PipelineSchedule schedule : {gpipe, oneForwardOneBackward, interleaved, zeroBubble}) {
                if (!microbatchesFit(schedule, p, m))
                    continue;
                const bool chunks = schedule == interleaved;
                for (int v = chunks ? 2 : 1; v <= (chunks ? 4 : 1) && !QTest::currentTestFailed(); ++v)
                    visit(schedule, p, m, v);
            }
        }
    }
}

}  // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private slots:
    void closedFormsByHand();
    void ordersByHand();
    void transfersByHand();
    void bubbleEqualsClosedForm();
    void zeroBubbleShiftsItsStages();
    void mostHeldEqualsInFlight();
    void randomStagesKeepTheRules();
    void impossibleSchedulesAreEmpty();
};

void TestSchedule::closedFormsByHand()
{
    using enum PipelineSchedule;
    const MicrobatchTimes t{Seconds(4), Seconds(5), Seconds(3)};
    QCOMPARE(bubbleOf(gpipe, t, 1).value, 12.0);
    QCOMPARE(bubbleOf(oneForwardOneBackward, t, 1).value, 12.0);
    QCOMPARE(bubbleOf(interleaved, t, 4).value, 3.0);
    QCOMPARE(bubbleOf(zeroBubble, t, 1).value, 3.0);
    QCOMPARE(bubbleOf(zeroBubble, {Seconds(1), Seconds(1), Seconds(3)}, 1).value, 0.0);

    QCOMPARE(microbatchesInFlight(gpipe, 8, 2, 32, 1), 32.0);
    QCOMPARE(microbatchesInFlight(oneForwardOneBackward, 8, 2, 32, 1), 6.0);
    QCOMPARE(microbatchesInFlight(oneForwardOneBackward, 8, 2, 4, 1), 4.0);
    // Korthikanti et al. 2022: L (1 + (p - 1)/(p m)) layers' worth on the first stage, here p = 8 and m = 3 chunks.
    QCOMPARE(microbatchesInFlight(interleaved, 8, 0, 64, 3), 8 * (1 + 7.0 / 24));
    QCOMPARE(microbatchesInFlight(zeroBubble, 8, 7, 64, 1), 15.0);

    QVERIFY(microbatchesFit(interleaved, 8, 16) && !microbatchesFit(interleaved, 8, 12));
    QVERIFY(!microbatchesFit(interleaved, 8, 4));
    QVERIFY(microbatchesFit(zeroBubble, 8, 15) && !microbatchesFit(zeroBubble, 8, 14));
    QVERIFY(microbatchesFit(gpipe, 8, 1) && !microbatchesFit(gpipe, 8, 0));
}

void TestSchedule::ordersByHand()
{
    using enum PipelineSchedule;
    const Case all(gpipe, kEqual, 2, 3);
    QCOMPARE(orderOf(all.schedule, 0), QStringLiteral("F0 F1 F2 B0 B1 B2"));

    const Case alternating(oneForwardOneBackward, kEqual, 3, 4);
    QCOMPARE(orderOf(alternating.schedule, 0), QStringLiteral("F0 F1 F2 B0 F3 B1 B2 B3"));
    QCOMPARE(orderOf(alternating.schedule, 2), QStringLiteral("F0 B0 F1 B1 F2 B2 F3 B3"));

    const Case chunks(interleaved, kEqual, 2, 4, 2);
    QCOMPARE(orderOf(chunks.schedule, 0, true),
             QStringLiteral("F0.0 F1.0 F0.1 F1.1 F2.0 B0.1 F3.0 B1.1 F2.1 B0.0 F3.1 B1.0 B2.1 B3.1 B2.0 B3.0"));
    QCOMPARE(orderOf(chunks.schedule, 1, true),
             QStringLiteral("F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 F2.0 B0.0 F3.0 B1.0 F2.1 B2.1 F3.1 B3.1 B2.0 B3.0"));

    const Case split(zeroBubble, kEqual, 2, 3);
    QCOMPARE(orderOf(split.schedule, 0), QStringLiteral("F0 F1 F2 B0 W0 B1 W1 B2 W2"));
    QCOMPARE(orderOf(split.schedule, 1), QStringLiteral("F0 B0 F1 B1 F2 B2 W0 W1 W2"));
}

void TestSchedule::transfersByHand()
{
    using enum PipelineSchedule;
    const Case there(oneForwardOneBackward, {kUneven, kEqual}, 1, 1, Seconds(10));
    QCOMPARE(there.schedule.makespan.value, kUneven.all().value + kEqual.all().value + 20);

    // Forwards arrive at 3, 5 and 7 over a busy link; gradients leave at 9.
    const MicrobatchTimes t{Seconds(1), Seconds(0.5), Seconds(0.5)};
    const Case busy(gpipe, {t, t}, 3, 1, Seconds(2));
    QCOMPARE(busy.schedule.makespan.value, 16.0);
    QCOMPARE(busy.schedule.transfers.size(), std::size_t(6));

    // Two chunks on two stages: out, round the end, out again, and as often back.
    const Case round(interleaved, {t, t}, 2, 2, Seconds(2));
    QCOMPARE(round.schedule.transfers.size(), std::size_t(12));
}

void TestSchedule::bubbleEqualsClosedForm()
{
    forEverySize(kLargest, [](PipelineSchedule schedule, int p, int m, int v) {
        for (const MicrobatchTimes& times : {kEqual, kUneven, kRecomputed}) {
            const Case c(schedule, times, p, m, v);
            const bool together = schedule == PipelineSchedule::zeroBubble || c.endsWithItsLongestStage();
            if (!c.uniformBubbleIsClosedForm() || !together)
                QFAIL(qPrintable(QStringLiteral("schedule %1, p = %2, m = %3, v = %4: bubble %5, not %6")
                                     .arg(int(schedule)).arg(p).arg(m).arg(v)
                                     .arg((longestSpan(c.schedule) - c.work()).value).arg(c.closedForm().value)));
        }
    });
}

/// The last stage of a step by itself begins p - 1 forwards late; with no bubble it ends as much later than the first.
void TestSchedule::zeroBubbleShiftsItsStages()
{
    for (int p = 1; p <= kLargest / 2; ++p) {
        for (int m = 2 * p - 1; m <= kLargest; ++m) {
            for (const MicrobatchTimes& times : {kEqual, kUneven, kRecomputed}) {
                const Case c(PipelineSchedule::zeroBubble, times, p, m);
                const Seconds shift = times.forward * (p - 1);
                QVERIFY(c.schedule.makespan <= c.work() + c.closedForm() + shift + Seconds(1e-9));
            }
            const Case c(PipelineSchedule::zeroBubble, kEqual, p, m);
            for (std::size_t s = 0; s < c.times.size(); ++s) {
                const auto start = static_cast<double>(s);
                QCOMPARE(c.schedule.tasks[c.schedule.firstOfStage[s]].start.value, start);
                QCOMPARE(c.schedule.tasks[c.schedule.firstOfStage[s + 1] - 1].end.value, start + 3 * m);
            }
        }
    }
}

void TestSchedule::mostHeldEqualsInFlight()
{
    forEverySize(kLargest, [](PipelineSchedule schedule, int p, int m, int v) {
        for (const MicrobatchTimes& times : {kEqual, kRecomputed}) {
            const Case c(schedule, times, p, m, v);
            for (int s = 0; s < p; ++s) {
                QCOMPARE(mostHeld(c, s), inFlight(c, s));
                QCOMPARE(heldOver(c.schedule, s, v).back().held, 0.0);
            }
        }
    });
    QVERIFY(heldOver(Schedule(), 0, 1).empty());
}

void TestSchedule::randomStagesKeepTheRules()
{
    std::mt19937 random(20240823);
    const auto between = [&](double low, double high) {
        return Seconds(std::uniform_real_distribution(low, high)(random));
    };
    forEverySize(12, [&](PipelineSchedule schedule, int p, int m, int v) {
        std::vector<MicrobatchTimes> times;
        for (int s = 0; s < p; ++s)
            times.push_back({between(0.5, 2), between(0.5, 3), between(0, 2)});
        const Case c(schedule, times, m, v, m % 3 == 0 ? Seconds(0) : between(0, 1.5));
        const QString problem = ScheduleChecks(c.schedule, c.inputs).problem();
        const auto where = QStringLiteral("schedule %1, p = %2, m = %3, v = %4: ");
        QVERIFY2(problem.isEmpty(), qPrintable(where.arg(int(schedule)).arg(p).arg(m).arg(v) + problem));
        QVERIFY(longestSpan(c.schedule).value >= c.work().value * (1 - 1e-12));
        if (schedule == PipelineSchedule::zeroBubble)
            QVERIFY(c.schedule.makespan >= longestSpan(c.schedule));
        else
            QCOMPARE(c.schedule.makespan.value, longestSpan(c.schedule).value);
        for (int s = 0; s < p; ++s)
            QVERIFY(mostHeld(c, s) <= inFlight(c, s));
    });
}

void TestSchedule::impossibleSchedulesAreEmpty()
{
    using enum PipelineSchedule;
    const auto empty = [](PipelineSchedule schedule, int stages, int microbatches, int chunks) {
        const Case c(schedule, kEqual, stages, microbatches, chunks);
        return c.schedule.tasks.empty() && c.schedule.makespan == Seconds(0) && longestSpan(c.schedule) == Seconds(0);
    };
    QVERIFY(empty(gpipe, 0, 4, 1));
    QVERIFY(empty(gpipe, 4, 0, 1));
    QVERIFY(empty(interleaved, 4, 6, 2));
    QVERIFY(empty(interleaved, 4, 4, 0));
    QVERIFY(empty(zeroBubble, 4, 6, 1));
    QVERIFY(!empty(gpipe, 1, 1, 0));  // chunks matter when interleaved only
    QVERIFY(!empty(interleaved, 4, 4, 1));
}

QTEST_GUILESS_MAIN(TestSchedule)
#include "test_schedule.moc"
