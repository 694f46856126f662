// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/measured_serving.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace scalescope;
using namespace Qt::StringLiterals;

/// Published decode and prefill times beside what the engine says of them.
class TestMeasuredServing : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsFasterThanTheIdeal();
    void everyRowFits();
};

namespace {

/// What nothing can beat: every FLOP at the peak, hidden scores skipped, all communication beside all work at full rates.
void makeIdeal(Scenario& s)
{
    s.assumptions = assumptionsOf(AssumptionSet::book, s.assumptions);
    s.assumptions.collectives.ring = RingTerms::exact;
    s.assumptions.mask = AttentionMask::causal;
    s.assumptions.collectives.reduction = NetworkReduction::theoretical;
}

using BySource = std::map<QString, std::vector<double>>;

void print(const char* what, const BySource& bySource)
{
    qInfo() << what;
    for (auto [source, ratios] : bySource) {
        std::sort(ratios.begin(), ratios.end());
        qInfo().noquote() << u"%1 rows  least %2  median %3  most %4  %5"_s.arg(ratios.size(), 3)
                                 .arg(ratios.front(), 5, 'f', 2).arg(ratios[ratios.size() / 2], 5, 'f', 2)
                                 .arg(ratios.back(), 5, 'f', 2).arg(source);
    }
}

const ForwardTimes& timesOf(const MeasuredServing& run, const ServingEstimate& e) { return run.decodes ? e.decode.step : e.prefill.pass; }

}  // namespace

void TestMeasuredServing::nothingIsFasterThanTheIdeal()
{
    BySource ideal;
    BySource realistic;
    QStringList violations;
    QStringList impossible;
    int compared = 0;
    for (const QJsonValue& value : measured::servingRows()) {
        const MeasuredServing run = measured::servingOf(value.toObject());
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.id + u": "_s + run.problem));
        QVERIFY(run.seconds > 0);
        Scenario lower = run.scenario;
        makeIdeal(lower);
        const ServingEstimate e = evaluateServing(lower);
        if (!e.possible) {
            for (const Diagnostic& d : e.diagnostics)
                if (d.severity == Severity::impossible)
                    impossible << run.id + u": "_s + QString::fromStdString(describe(d));
            continue;
        }
        ++compared;
        const ForwardTimes& t = timesOf(run, e);
        const QString source = (run.decodes ? u"decode, "_s : u"prefill, "_s) + run.source;
        ideal[source].push_back(run.seconds / t.lower.value);
        if (run.seconds < t.lower.value)
            violations << u"%1: %2 s measured, %3 s at least (%4)"_s.arg(run.id).arg(run.seconds).arg(t.lower.value)
                              .arg(QString::fromUtf8(nameOf(t.bound).data()));
        Scenario expected = run.scenario;
        expected.assumptions = assumptionsOf(AssumptionSet::realistic, expected.assumptions);
        const ServingEstimate guess = evaluateServing(expected);
        realistic[source].push_back(run.seconds / timesOf(run, guess).expected.value);
    }
    print("measured over ideal", ideal);
    print("measured over realistic, expected", realistic);
    QVERIFY2(impossible.isEmpty(), qPrintable(impossible.join(u'\n')));
    QVERIFY2(violations.isEmpty(), qPrintable(violations.join(u'\n')));
    QCOMPARE(compared, 71);
}

// What ran did fit, by the parts that are certain: weights, cache and state.
void TestMeasuredServing::everyRowFits()
{
    for (const QJsonValue& value : measured::servingRows()) {
        MeasuredServing run = measured::servingOf(value.toObject());
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        makeIdeal(run.scenario);
        const ServingEstimate e = evaluateServing(run.scenario);
        const MemoryEstimate& memory = run.decodes ? e.decodePhase.memory : e.prefillPhase.memory;
        QVERIFY2(memory.fits(),
                 qPrintable(u"%1: %2 of %3 GB"_s.arg(run.id).arg(memory.total().value / 1e9).arg(memory.capacity->value / 1e9)));
    }
}

QTEST_GUILESS_MAIN(TestMeasuredServing)
#include "test_measured_serving.moc"
