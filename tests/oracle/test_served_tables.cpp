// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"
#include "core/explore/serving_series.h"
#include "core/inference/serving_bounds.h"
#include "core/transformer/flops.h"
#include "tests/support/served.h"

#include <QtTest>

#include <cmath>

using namespace scalescope;

/// The book's tables of serving through the engine: it counts parameters and caches exactly, where the tables round them.
class TestServedTables : public QObject
{
    Q_OBJECT

private slots:
    void llama2On8Chips_data();
    void llama2On8Chips();
    void theStepIsTheClosedForm_data();
    void theStepIsTheClosedForm();
    void llama3OnSixteenChips();
    void largestBatchesByContext_data();
    void largestBatchesByContext();
    void aStepOfAFullMemory();
    void theCriticalBatch_data();
    void theCriticalBatch();
    void theSliceAsItIsWired();
};

namespace {

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::abs(b); }

Scenario llama2On8()
{
    Scenario s = servedBy("llama-2-13b", "tpu-v5e", 8);
    s.serving.prompt = 8192;
    s.serving.position = 0;
    return s;
}

/// int8 weights and cache, bf16 arithmetic.
Scenario llama3On16(double context)
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5e", 16);
    s.serving.prompt = context;
    s.serving.position = 0;
    s.serving.weightType = DType::int8;
    s.serving.cacheType = DType::int8;
    s.serving.cacheSplit = CacheSplit::sequence;  // the chapter splits the cache over all chips
    return s;
}

}  // namespace

void TestServedTables::llama2On8Chips_data()
{
    QTest::addColumn<int>("batch");
    QTest::addColumn<double>("milliseconds");
    QTest::addColumn<double>("tokens");
    const std::vector<BookRow> rows = readBook(QStringLiteral(SCALESCOPE_SOURCE_DIR "/tests/oracle/book.json"));
    const auto table = std::find_if(rows.begin(), rows.end(), [](const BookRow& r) { return r.id == "inference-table1"; });
    QVERIFY(table != rows.end());
    const auto printed = [&](const std::string& name) {
        const auto found = std::find_if(table->expected.begin(), table->expected.end(), [&](const BookValue& v) { return v.name == name; });
        return found->printed.value();
    };
    for (const int batch : {1, 8, 16, 32, 64, 240}) {
        const std::string b = "_B" + std::to_string(batch);
        QTest::newRow(("batch " + std::to_string(batch)).c_str()) << batch << printed("step" + b) << printed("tps" + b);
    }
}

void TestServedTables::llama2On8Chips()
{
    QFETCH(int, batch);
    QFETCH(double, milliseconds);
    QFETCH(double, tokens);
    Scenario s = llama2On8();
    s.serving.sequences = batch;
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(e.possible);
    QVERIFY2(near(e.decode.step.expected.value * 1e3, milliseconds, 5e-3), qPrintable(QString::number(e.decode.step.expected.value * 1e3)));
    QVERIFY2(near(e.decode.tokensPerSecond, tokens, 5e-3), qPrintable(QString::number(e.decode.tokensPerSecond)));
    QVERIFY(e.decode.step.network < e.decode.step.chip);
    // In gigabytes not even 16 fit, in spite of what the text says.
    QCOMPARE(e.feasible, batch < 16);
}

void TestServedTables::theStepIsTheClosedForm_data()
{
    QTest::addColumn<bool>("larger");
    QTest::newRow("13 billion parameters, bf16, 4x2") << false;
    QTest::newRow("70 billion parameters, int8, 4x4") << true;
}

void TestServedTables::theStepIsTheClosedForm()
{
    QFETCH(bool, larger);
    const Served served(larger ? llama3On16(8192) : llama2On8());
    const ServingEstimate e = evaluateServing(served.scenario);
    const double chips = larger ? 16 : 8;
    // With the norms' scales that each chip has, and of the larger one the projections of heads that two chips share.
    const Bytes weights = e.decodePhase.memory.of(MemoryKind::weights).bytes * chips;
    const double parameters = weights / bytesPerElement(served.scenario.serving.weightType);
    const ParameterCount count = countParameters(served.scenario.model.architecture);
    const double copied = larger ? 80.0 * 2 * 8192 * 8 * 128 : 0.0;
    QVERIFY(near(parameters, static_cast<double>(count.total()) + copied + (chips - 1) * static_cast<double>(count.norms), 1e-9));
    const Chip& chip = served.scenario.hardware.cluster.chip;
    const FlopsPerSecond peak = peakFor(chip, DType::bf16)->rate;
    const Flops perToken = forwardFlops(parameters, 1);
    for (double batch = 1; batch <= 1024; batch *= 2) {
        const Seconds closed = decodeStep(batch, weights, e.cachePerSequence, perToken, chips, peak, *chip.hbm.bandwidth);
        const ForwardTimes step = served.decoding.step().at(batch);
        QVERIFY2(near(step.chip.value, closed.value, 1e-9),
                 qPrintable(QStringLiteral("%1: %2, %3").arg(batch).arg(step.chip.value).arg(closed.value)));
        QVERIFY(near(served.decoding.at(batch).perChip, requestsPerChip(batch, step.expected, 1, chips), 1e-12));
    }
    // The closed form's largest batch within a limit is the engine's.
    for (const double limit : {0.006, 0.012, 0.02, 0.05}) {
        const double most =
            largestBatchWithin(Seconds(limit), weights, e.cachePerSequence, perToken, chips, peak, *chip.hbm.bandwidth);
        if (most < 1)
            continue;
        QVERIFY(near(served.decoding.step().at(most).chip.value, limit, 1e-9));
    }
    const double fit = sequencesThatFit(*chip.hbm.capacity * chips, weights, e.cachePerSequence);
    QCOMPARE(e.largestBatch.value(), std::floor(fit));
}

void TestServedTables::llama3OnSixteenChips()
{
    // Chapter 8: 32 sequences of 8,192 tokens, 112 GB in all with the chapter's rounding, 1/16 of it read by each chip. The
    // engine has half a billion parameters more, and the projections of heads that two chips share twice.
    Scenario s = llama3On16(8192);
    s.serving.sequences = 32;
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(e.possible && e.feasible);
    QVERIFY2(near(e.decode.step.expected.value, 112e9 / (16 * 8.2e11), 0.03), qPrintable(QString::number(e.decode.step.expected.value)));
    QVERIFY(near(e.cachePerSequence.value, 2.0 * 8 * 128 * 80 * 8192, 1e-9));
    // Copied instead, sixteen chips keep each of eight heads twice, and read it twice as long.
    s.serving.cacheSplit = CacheSplit::copied;
    const ServingEstimate copied = evaluateServing(s);
    QCOMPARE(copied.copies, 2.0);
    QVERIFY(near(copied.decode.step.cache.value, 2 * e.decode.step.cache.value, 1e-9));
}

void TestServedTables::largestBatchesByContext_data()
{
    QTest::addColumn<double>("context");
    QTest::addColumn<double>("batch");
    // The figure stops one short of what fits, with 70e9 bytes of weights.
    QTest::newRow("4,096") << 4096.0 << 276.0;
    QTest::newRow("8,192") << 8192.0 << 137.0;
    QTest::newRow("16,384") << 16384.0 << 68.0;
    QTest::newRow("32,768") << 32768.0 << 33.0;
    QTest::newRow("65,536") << 65536.0 << 16.0;
}

void TestServedTables::largestBatchesByContext()
{
    QFETCH(double, context);
    QFETCH(double, batch);
    const Served served(llama3On16(context));
    const double most = served.decoding.memory().largestBatch().value();
    QVERIFY2(std::abs(most - batch) <= 1 + 0.01 * batch, qPrintable(QString::number(most)));
}

void TestServedTables::aStepOfAFullMemory()
{
    const Served served(llama3On16(32768));
    const double most = served.decoding.memory().largestBatch().value();
    const double step = served.decoding.at(most).step.expected.value;
    const double full = 16e9 / 8.2e11;  // what HBM holds over what it reads in a second
    QVERIFY(step < full && step > 0.97 * full);
}

void TestServedTables::theCriticalBatch_data()
{
    QTest::addColumn<int>("weight");
    QTest::addColumn<int>("compute");
    QTest::addColumn<double>("batch");
    QTest::newRow("bf16") << static_cast<int>(DType::bf16) << static_cast<int>(DType::bf16) << 240.0;
    QTest::newRow("int8 weights") << static_cast<int>(DType::int8) << static_cast<int>(DType::bf16) << 120.0;
    QTest::newRow("int8") << static_cast<int>(DType::int8) << static_cast<int>(DType::int8) << 240.0;
}

void TestServedTables::theCriticalBatch()
{
    QFETCH(int, weight);
    QFETCH(int, compute);
    QFETCH(double, batch);
    Scenario s = llama3On16(8192);
    s.serving.weightType = static_cast<DType>(weight);
    s.serving.computeType = static_cast<DType>(compute);
    QVERIFY(near(evaluateServing(s).criticalBatch.value(), batch, 5e-3));
}

// A 4x4 slice of v5e has no ring: with the links that are there, a step takes at least as long as the book says.
void TestServedTables::theSliceAsItIsWired()
{
    Scenario s = llama3On16(8192);
    s.serving.sequences = 240;
    const std::vector<ServedUnder> rows = servedUnder(s);
    QCOMPARE(rows.size(), std::size_t(3));
    QVERIFY(rows[1].network > rows[0].network);
    QVERIFY(rows[1].expected >= rows[0].expected);
    QVERIFY(rows[2].expected > rows[1].expected);
    QVERIFY(rows[2].tokensPerSecond < rows[0].tokensPerSecond);
    for (const ServedUnder& row : rows)
        QVERIFY(near(row.tokensPerSecond, 240 / row.expected.value, 1e-9));
}

QTEST_GUILESS_MAIN(TestServedTables)
#include "test_served_tables.moc"
