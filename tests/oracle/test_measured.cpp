// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/measured_training.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace scalescope;
using namespace Qt::StringLiterals;

/// Published training runs beside what the engine says of them.
class TestMeasured : public QObject
{
    Q_OBJECT

private slots:
    void noRunIsFasterThanTheIdeal();
    void activationsOfKorthikanti();
    void memoryPerChip();
};

namespace {

/// What no run can beat: every FLOP at the peak, hidden scores skipped, all communication beside all compute at full rates.
void makeIdeal(Scenario& s)
{
    s.assumptions = assumptionsOf(AssumptionSet::book, s.assumptions);
    s.assumptions.collectives.ring = RingTerms::exact;
    s.assumptions.mask = AttentionMask::causal;
    s.assumptions.collectives.reduction = NetworkReduction::theoretical;
}

void print(const std::map<QString, std::vector<double>>& bySource)
{
    for (auto [source, ratios] : bySource) {
        std::sort(ratios.begin(), ratios.end());
        qInfo().noquote() << u"%1 rows  least %2  median %3  most %4  %5"_s.arg(ratios.size(), 3)
                                 .arg(ratios.front(), 5, 'f', 2).arg(ratios[ratios.size() / 2], 5, 'f', 2)
                                 .arg(ratios.back(), 5, 'f', 2).arg(source);
    }
}

}  // namespace

void TestMeasured::noRunIsFasterThanTheIdeal()
{
    std::map<QString, std::vector<double>> ideal;
    std::map<QString, std::vector<double>> realistic;
    QStringList violations;
    QStringList impossible;
    int compared = 0;
    for (const QJsonValue& value : measured::trainingRows()) {
        const QJsonObject row = value.toObject();
        if (!row[u"complete"_s].toBool())
            continue;
        MeasuredRun run = measured::runOf(row);
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.id + u": "_s + run.problem));
        const double took = run.measured(u"step_time"_s);
        QVERIFY(took > 0);
        Scenario lower = run.scenario;
        makeIdeal(lower);
        const Estimate e = evaluate(lower);
        if (!e.possible()) {
            for (const Diagnostic& d : e.diagnostics)
                if (d.severity == Severity::impossible)
                    impossible << run.id + u": "_s + QString::fromStdString(describe(d));
            continue;
        }
        ++compared;
        const double ratio = took / e.step().lower.value;
        ideal[run.source].push_back(ratio);
        if (ratio < 1)
            violations << u"%1: %2 s measured, %3 s at least (%4)"_s.arg(run.id).arg(took).arg(e.step().lower.value)
                              .arg(QString::fromUtf8(nameOf(e.summary.bound).data()));
        Scenario expected = run.scenario;
        expected.assumptions = assumptionsOf(AssumptionSet::realistic, expected.assumptions);
        const Summary guess = summarise(expected);
        if (guess.possible)
            realistic[run.source].push_back(took / guess.step.expected.value);
    }
    qInfo() << "measured over ideal";
    print(ideal);
    qInfo() << "measured over realistic, expected";
    print(realistic);
    QVERIFY2(impossible.isEmpty(), qPrintable(impossible.join(u'\n')));
    QVERIFY2(violations.isEmpty(), qPrintable(violations.join(u'\n')));
    QCOMPARE(compared, 217);
}

void TestMeasured::activationsOfKorthikanti()
{
    double sum = 0;
    int count = 0;
    for (const QJsonValue& value : measured::trainingRows()) {
        const QJsonObject row = value.toObject();
        if (!row[u"id"_s].toString().startsWith(u"kort-mem-"_s))
            continue;
        MeasuredRun run = measured::runOf(row);
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        run.scenario.model.architecture.vocabulary = 0;  // embeddings and logits are not in the tables
        run.scenario.model.architecture.positions = 0;
        run.scenario.assumptions.checkpoints = CheckpointRule::tensors;
        run.scenario.assumptions.countGradients = true;
        const auto compare = [&](const char* what, double engine, double published) {
            const double off = std::abs(engine / published - 1);
            qInfo().noquote() << u"%1 %2: %3 GiB, published %4, %5 %"_s.arg(run.id, QLatin1String(what)).arg(engine / 0x1p30, 0, 'f', 2)
                                     .arg(published / 0x1p30, 0, 'f', 2).arg(100 * off, 0, 'f', 2);
            sum += off;
            ++count;
            QVERIFY(off < 0.08);
        };
        const auto activations = [&](bool sequenceParallel, Remat remat) {
            run.scenario.plan.sequenceParallel = sequenceParallel;
            run.scenario.plan.remat = remat;
            return evaluate(run.scenario).stages.front().memory.of(MemoryKind::activations).bytes.value;
        };
        const double none = activations(false, Remat::none);
        compare("none", none, run.measured(u"activation_bytes_none"_s));
        compare("sequence and selective", activations(true, Remat::selectiveAttention), run.measured(u"activation_bytes_sequence_selective"_s));
        const QJsonObject percent = row[u"measured"_s].toObject()[u"activation_percent"_s].toObject();
        compare("sequence", activations(true, Remat::none) / none * run.measured(u"activation_bytes_none"_s),
                percent[u"sequence"_s].toDouble() / 100 * run.measured(u"activation_bytes_none"_s));
        compare("selective", activations(false, Remat::selectiveAttention), percent[u"selective"_s].toDouble() / 100 * run.measured(u"activation_bytes_none"_s));
        compare("block", activations(false, Remat::block), percent[u"block"_s].toDouble() / 100 * run.measured(u"activation_bytes_none"_s));
        const MemoryEstimate memory = evaluate(run.scenario).stages.front().memory;
        double state = 0;
        for (MemoryKind kind : {MemoryKind::weights, MemoryKind::gradients, MemoryKind::optimizer, MemoryKind::masterWeights})
            state += memory.of(kind).bytes.value;
        compare("state", state, run.measured(u"state_bytes"_s));
    }
    QCOMPARE(count, 18);
    QVERIFY(sum / count < 0.03);
}

void TestMeasured::memoryPerChip()
{
    int rows = 0;
    for (const QJsonValue& value : measured::trainingRows()) {
        MeasuredRun run = measured::runOf(value.toObject());
        const double published = run.measured(u"memory_bytes"_s);
        if (published <= 0)
            continue;
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        run.scenario.assumptions = assumptionsOf(AssumptionSet::realistic, run.scenario.assumptions);
        const MemoryEstimate memory = memoryOf(run.scenario);
        qInfo().noquote() << u"%1: %2 GB, published %3, ratio %4"_s.arg(run.id, -40).arg(memory.total().value / 1e9, 0, 'f', 1)
                                 .arg(published / 1e9, 0, 'f', 1).arg(memory.total().value / published, 0, 'f', 2);
        ++rows;
        QVERIFY(std::isfinite(memory.total().value) && memory.total().value > 0);
    }
    QVERIFY(rows >= 19);
}

QTEST_GUILESS_MAIN(TestMeasured)
#include "test_measured.moc"
