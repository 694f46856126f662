// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/explore/serving_series.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/random_replica.h"
#include "tests/support/random_scenario.h"
#include "tests/support/served.h"

#include <cmath>

using namespace scalescope;

/// Laws that hold whatever is served, and however.
class TestServingLaws : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyNumberIsFinite();
    void everyNumberOfChangedPresetsIsFinite();
    void boundsAreOrdered();
    void aTokenTakesNoLessTimeInALargerBatch();
    void aTokenTakesNoLessTimeInALongerContext();
    void throughputNeverRisesWhenALimitTightens();
    void noPointOfAFrontierIsBeaten();
    void theBestBatchIsTheBest();
    void impossibleExactlyWhenSomethingSaysSo();
    void scenariosSurviveSaveAndLoad();

private:
    std::vector<Scenario> m_scenarios;
};

namespace {

constexpr int kScenarios = 900;
constexpr double kRounding = 1 + 1e-12;

bool good(double v) { return std::isfinite(v) && v >= 0; }
bool good(const std::optional<double>& v) { return !v || good(*v); }

bool good(const ForwardTimes& t)
{
    return good(t.weights.value) && good(t.cache.value) && good(t.flops.value) && good(t.chip.value) && good(t.network.value) &&
           good(t.lower.value) && good(t.expected.value) && good(t.upper.value) &&
           std::all_of(t.axes.begin(), t.axes.end(), [](Seconds s) { return good(s.value); });
}

bool good(const PhaseEstimate& p)
{
    bool all = good(p.memory.total().value) && good(p.chips) && good(p.replicas) && good(p.servers);
    for (const OperationEstimate& o : p.operations)
        all = all && good(o.each.flops.value) && good(o.each.traffic.value) && good(o.total.value) && good(o.repeats);
    for (const CollectiveEstimate& c : p.collectives)
        all = all && good(c.array.value) && good(c.total.value) && good(c.exposed.value) && good(c.repeats);
    return all;
}

/// The name of the first part of an estimate that is not a number from 0 up; empty when all are.
std::string wrongIn(const ServingEstimate& e)
{
    const DecodePoint& d = e.decode;
    const PrefillPoint& p = e.prefill;
    const SteadyState& s = e.steady;
    const Pools& o = e.pools;
    const LoadEstimate& l = e.load;
    if (!good(e.decodePhase) || !good(e.prefillPhase))
        return "phases";
    if (!good(d.step) || !good(d.loop.value) || !good(d.loopLower.value) || !good(d.loopUpper.value) || !good(d.tokenTime.value) ||
        !good(d.tokensPerLoop) || !good(d.tokensPerSecond) || !good(d.perChip) || !good(d.perUser) || !good(d.memory.value))
        return "decode";
    if (!good(p.pass) || !good(p.pieces) || !good(p.hostLoad.value) || !good(p.time.value) || !good(p.tokensPerSecond) ||
        !good(p.requestsPerSecond) || !good(p.utilisation))
        return "prefill";
    if (!good(s.tokenTime.value) || !good(s.finishedPerLoop) || !good(s.evictedPerLoop) || !good(s.prefillShare) || !good(s.stall.value) ||
        !good(s.piece.value) || !good(s.requestsPerSecond) || !good(s.tokensPerSecond))
        return "steady";
    if (!good(o.prefillRate) || !good(o.decodeRate) || !good(o.ratio) || !good(o.transfer.value) || !good(o.prefillLoad) ||
        !good(o.decodeLoad) || (o.transferTime && !good(o.transferTime->value)))
        return "pools";
    if (!good(l.largestRate) || !good(l.wait.value) || !good(l.timeToFirstToken.value) || !good(l.timePerOutputToken.value) ||
        !good(l.endToEnd.value) || !good(l.sequences) || !good(l.utilisation))
        return "load";
    if (!good(e.firstStep.value) || !good(e.lastStep.value) || !good(e.timeToFirstToken.value) || !good(e.timePerOutputToken.value) ||
        !good(e.endToEnd.value) || !good(e.chips) || !good(e.tokensPerSecond) || !good(e.tokensPerSecondPerChip) ||
        !good(e.tokensPerSecondPerUser))
        return "times";
    if (!good(e.largestBatch) || !good(e.cachePerSequence.value) || !good(e.budget.value) || !good(e.criticalBatch) || !good(e.bestBatch) ||
        !good(e.copies) || !good(e.speculationGain))
        return "batches";
    if (!good(e.dollars.input) || !good(e.dollars.output) || !good(e.joules.input) || !good(e.joules.output))
        return "costs";
    return {};
}

}  // namespace

void TestServingLaws::initTestCase()
{
    RandomReplica random(20261130);
    int possible = 0;
    for (int i = 0; i < kScenarios; ++i) {
        m_scenarios.push_back(random.next());
        possible += Served(m_scenarios.back()).possible() ? 1 : 0;
    }
    QVERIFY2(possible > kScenarios / 4, qPrintable(QString::number(possible)));
}

void TestServingLaws::everyNumberIsFinite()
{
    for (const Scenario& s : m_scenarios) {
        if (const std::string wrong = wrongIn(evaluateServing(s)); !wrong.empty())
            QFAIL((wrong + '\n' + writeScenario(s)).c_str());
    }
}

void TestServingLaws::everyNumberOfChangedPresetsIsFinite()
{
    const std::vector<Scenario> shipped = shippedScenarios();
    std::mt19937 random(6);
    for (std::size_t i = 0; i < 600; ++i) {
        const Scenario s = randomised(shipped[i % shipped.size()], 1 + static_cast<int>(i % 12), random);
        if (const std::string wrong = wrongIn(evaluateServing(s)); !wrong.empty())
            QFAIL((wrong + '\n' + writeScenario(s)).c_str());
    }
}

void TestServingLaws::boundsAreOrdered()
{
    for (const Scenario& s : m_scenarios) {
        const ServingEstimate e = evaluateServing(s);
        if (!e.possible)
            continue;
        for (const ForwardTimes& t : {e.decode.step, e.prefill.pass}) {
            QVERIFY(t.lower.value <= t.expected.value * kRounding && t.expected.value <= t.upper.value * kRounding);
            QVERIFY(t.chip.value <= t.lower.value * kRounding && t.network.value <= t.lower.value * kRounding);
        }
        QVERIFY(e.decode.loopLower.value <= e.decode.loop.value * kRounding && e.decode.loop.value <= e.decode.loopUpper.value * kRounding);
        QVERIFY(e.firstStep.value <= e.lastStep.value * kRounding);
        QVERIFY(e.timePerOutputToken.value >= e.decode.tokenTime.value / kRounding);
        QVERIFY(e.decode.tokensPerLoop >= 1 && e.decode.tokensPerLoop <= 1.0 + static_cast<double>(s.serving.draftTokens));
        QVERIFY(e.prefill.utilisation <= kRounding);
    }
}

void TestServingLaws::aTokenTakesNoLessTimeInALargerBatch()
{
    for (const Scenario& s : m_scenarios) {
        const Served served(s);
        if (!served.possible())
            continue;
        const SteadyCosts costs(served.in, served.prefilling);
        DecodePoint before;
        SteadyState steadyBefore;
        for (const double b : {1.0, 2.0, 3.0, 8.0, 9.0, 50.0, 400.0, 10000.0}) {
            const DecodePoint at = served.decoding.at(b);
            const SteadyState steady = steadyState(served.in, served.decoding, costs, b);
            const bool rises = at.tokenTime.value * kRounding >= before.tokenTime.value && at.memory >= before.memory &&
                               at.tokensPerSecond * kRounding >= before.tokensPerSecond;
            if (!rises || steady.tokenTime.value * kRounding < steadyBefore.tokenTime.value)
                QFAIL((std::to_string(b) + ' ' + writeScenario(s)).c_str());
            before = at;
            steadyBefore = steady;
        }
    }
}

void TestServingLaws::aTokenTakesNoLessTimeInALongerContext()
{
    for (const Scenario& s : m_scenarios) {
        const ServingInputs in = servingInputsOf(s);
        Seconds before;
        Bytes memory;
        for (const double context : {1.0, 100.0, 128.0, 129.0, 4096.0, 65536.0, 1e6}) {
            const Decoding decoding(in, context);
            if (!decoding.possible())
                break;
            const DecodePoint at = decoding.at(s.serving.sequences);
            if (at.tokenTime.value * kRounding < before.value || at.memory.value * kRounding < memory.value)
                QFAIL((std::to_string(context) + ' ' + writeScenario(s)).c_str());
            before = at.tokenTime;
            memory = at.memory;
        }
    }
}

void TestServingLaws::throughputNeverRisesWhenALimitTightens()
{
    int fell = 0;
    for (std::size_t i = 0; i < m_scenarios.size(); i += 5) {
        Scenario s = m_scenarios[i];
        s.serving.tokenLimit.reset();
        s.serving.firstTokenLimit.reset();
        const auto most = [&] {
            const auto best = bestPoint(s);
            return best ? best->perChip : 0.0;
        };
        const double unlimited = most();
        double before = unlimited;
        for (double limit = 1; limit > 1e-4; limit /= 1.7) {
            s.serving.tokenLimit = Seconds(limit);
            const double now = most();
            if (now > before * kRounding)
                QFAIL((std::to_string(limit) + ' ' + writeScenario(s)).c_str());
            before = now;
        }
        fell += before < unlimited ? 1 : 0;
        s.serving.tokenLimit.reset();
        before = unlimited;
        for (double limit = 100; limit > 1e-4; limit /= 3.1) {
            s.serving.firstTokenLimit = Seconds(limit);
            const double now = most();
            if (now > before * kRounding)
                QFAIL((std::to_string(limit) + ' ' + writeScenario(s)).c_str());
            before = now;
        }
    }
    QVERIFY(fell > 20);
}

void TestServingLaws::noPointOfAFrontierIsBeaten()
{
    int points = 0;
    for (std::size_t i = 0; i < m_scenarios.size(); i += 7) {
        Scenario s = m_scenarios[i];
        s.serving.curves = static_cast<ServingCurves>(i % kServingCurvesNames.size());
        for (const FrontierCurve& curve : frontier(s)) {
            for (std::size_t k = 0; k < curve.points.size(); ++k) {
                const FrontierPoint& p = curve.points[k];
                QVERIFY(p.sequences <= curve.largestBatch);
                if (k > 0) {  // rising in both
                    QVERIFY(p.tokenTime > curve.points[k - 1].tokenTime);
                    QVERIFY(p.perChip > curve.points[k - 1].perChip);
                }
                ++points;
            }
            if (!curve.present || curve.points.empty())
                continue;
            // Nor by any batch that fits, shown or not.
            const Served served(s);
            const SteadyCosts costs(served.in, served.prefilling);
            for (double b = 1; b <= std::min(curve.largestBatch, 300.0); ++b) {
                const SteadyState other = steadyState(served.in, served.decoding, costs, b);
                const double perChip = other.tokensPerSecond / served.decoding.replica().chips();
                for (const FrontierPoint& p : curve.points)
                    if (other.tokenTime < p.tokenTime && perChip > p.perChip * kRounding)
                        QFAIL((std::to_string(b) + ' ' + writeScenario(s)).c_str());
            }
        }
    }
    QVERIFY(points > 1000);
}

void TestServingLaws::theBestBatchIsTheBest()
{
    int compared = 0;
    for (std::size_t i = 0; i < m_scenarios.size(); i += 5) {
        const Scenario& s = m_scenarios[i];
        const Served served(s);
        if (!served.possible())
            continue;
        const auto best = bestPoint(s);
        const SteadyCosts costs(served.in, served.prefilling);
        for (double b = 1; b <= std::min(served.decoding.memory().largestBatch().value(), 400.0); ++b) {
            const SteadyState other = steadyState(served.in, served.decoding, costs, b);
            const bool meets = other.sustainable && (!s.serving.tokenLimit || other.tokenTime <= *s.serving.tokenLimit) &&
                               (!s.serving.firstTokenLimit ||
                                timeToFirstToken(served.in, served.decoding, costs, b) <= *s.serving.firstTokenLimit);
            if (!meets)
                continue;
            if (!best || other.tokensPerSecond / served.decoding.replica().chips() > best->perChip * kRounding)
                QFAIL((std::to_string(b) + ' ' + writeScenario(s)).c_str());
            ++compared;
        }
    }
    QVERIFY(compared > 1000);
}

void TestServingLaws::impossibleExactlyWhenSomethingSaysSo()
{
    for (const Scenario& s : m_scenarios) {
        const ServingEstimate e = evaluateServing(s);
        QCOMPARE(!e.possible, anyAtLeast(e.diagnostics, Severity::impossible));
        if (e.possible)
            QCOMPARE(!e.feasible, anyAtLeast(e.diagnostics, Severity::infeasible));
        for (const Diagnostic& d : e.diagnostics) {
            const std::string text = describe(d);
            QVERIFY2(text.find('%') == std::string::npos && !text.empty(), text.c_str());  // every placeholder is filled
            QVERIFY2(d.parameter.empty() || findParameter(s, d.parameter), d.parameter.c_str());
        }
        if (!e.possible) {
            QCOMPARE(e.decode.tokensPerSecond, 0.0);
            QVERIFY(!e.bestBatch && !e.feasible && e.decodePhase.operations.empty());
        }
    }
}

void TestServingLaws::scenariosSurviveSaveAndLoad()
{
    for (const Scenario& s : m_scenarios) {
        const Read<Scenario> read = readScenario(writeScenario(s), shippedPresets());
        QVERIFY2(read.value, read.problems.empty() ? "" : describe(read.problems.front()).c_str());
        QVERIFY(read.value->serving == s.serving);
        QCOMPARE(read.value->draft.has_value(), s.draft.has_value());
        QCOMPARE(read.value->prefillHardware.has_value(), s.prefillHardware.has_value());
    }
}

QTEST_GUILESS_MAIN(TestServingLaws)
#include "test_serving_laws.moc"
