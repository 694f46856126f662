// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_replica.h"
#include "tests/support/served.h"

#include <QtTest>

#include <cmath>
#include <cstdlib>
#include <new>

using namespace scalescope;

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

/// What serving one model takes: what is kept, what is read, and how layouts divide it.
class TestServing : public QObject
{
    Q_OBJECT

private slots:
    void kvHeadsAreCopiedBeyondTheirNumber();
    void aSplitCacheIsDivided_data();
    void aSplitCacheIsDivided();
    void latentCachesAreCopiedByTensor();
    void oneSequenceReadsItsExpertsAlone_data();
    void oneSequenceReadsItsExpertsAlone();
    void manySequencesReadEveryExpert();
    void attentionOnItsOwnSequencesCopiesItsWeights();
    void stagesShareTheWeights();
    void memoryIsLinearInTheBatch();
    void theLargestBatchIsTheLast();
    void aPaddedCacheReadsTheLongest();
    void askingAllocatesNothing();
};

namespace {

constexpr double kClose = 1e-9;

bool near(double a, double b, double tolerance = kClose) { return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)); }

Scenario llama70b(std::int64_t tensor)
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5p", tensor);
    s.serving.prompt = 8192;
    s.serving.position = 0;
    return s;
}

}  // namespace

void TestServing::kvHeadsAreCopiedBeyondTheirNumber()
{
    const ServingEstimate eight = evaluateServing(llama70b(8));
    const ServingEstimate sixteen = evaluateServing(llama70b(16));
    QVERIFY(eight.possible && sixteen.possible);
    QCOMPARE(eight.copies, 1.0);
    QCOMPARE(sixteen.copies, 2.0);
    const Bytes once(2.0 * 2 * 8 * 128 * 80 * 8192);  // 2 b K H L S
    QCOMPARE(eight.cachePerSequence.value, once.value);
    QCOMPARE(sixteen.cachePerSequence.value, 2 * once.value);
    // Twice the chips hold the same keys and values each, and read them as long.
    const auto cached = [](const ServingEstimate& e) { return e.decodePhase.memory.of(MemoryKind::cache).bytes.value; };
    QCOMPARE(cached(sixteen), cached(eight));
    QCOMPARE(sixteen.decode.step.cache.value, eight.decode.step.cache.value);
    // So are the projections of the copied heads.
    const Served wide(llama70b(16));
    const Served narrow(llama70b(8));
    const double whole = 8 * narrow.decoding.step().weightsRead(1).value;
    QVERIFY(near(16 * wide.decoding.step().weightsRead(1).value - whole, 2.0 * 80 * 2 * 8192 * 8 * 128, 1e-6));
}

void TestServing::aSplitCacheIsDivided_data()
{
    QTest::addColumn<int>("split");
    QTest::newRow("over sequences") << static_cast<int>(CacheSplit::batch);
    QTest::newRow("over tokens") << static_cast<int>(CacheSplit::sequence);
}

void TestServing::aSplitCacheIsDivided()
{
    QFETCH(int, split);
    Scenario s = llama70b(32);  // four copies of each head
    const ServingEstimate copied = evaluateServing(s);
    s.serving.cacheSplit = static_cast<CacheSplit>(split);
    const ServingEstimate divided = evaluateServing(s);
    QVERIFY(copied.possible && divided.possible);
    QVERIFY(near(copied.cachePerSequence.value, 4 * divided.cachePerSequence.value));
    QVERIFY(near(copied.decode.step.cache.value, 4 * divided.decode.step.cache.value));
    QVERIFY(divided.decode.step.network > copied.decode.step.network);
    int exchanges = 0;
    for (const CollectiveEstimate& c : divided.decodePhase.collectives)
        if (c.group == Group::copies) {
            QCOMPARE(c.chips, 4.0);
            exchanges += static_cast<int>(c.repeats);
        }
    QCOMPARE(exchanges, 2 * 80);  // two in each layer
    // Below the KV heads there is nothing to divide.
    Scenario few = llama70b(8);
    const ServingEstimate before = evaluateServing(few);
    few.serving.cacheSplit = static_cast<CacheSplit>(split);
    QCOMPARE(evaluateServing(few).decode.step.lower.value, before.decode.step.lower.value);
}

void TestServing::latentCachesAreCopiedByTensor()
{
    Scenario s = servedBy("deepseek-v3", "h200", 8);
    s.serving.prompt = 4096;
    s.serving.position = 0;
    s.serving.weightType = DType::fp8;
    const ServingEstimate copied = evaluateServing(s);
    QCOMPARE(copied.copies, 8.0);
    QCOMPARE(copied.cachePerSequence.value, 8 * 2.0 * (512 + 64) * 61 * 4096);
    for (const CacheSplit split : {CacheSplit::batch, CacheSplit::sequence}) {
        s.serving.cacheSplit = split;
        QVERIFY(near(evaluateServing(s).cachePerSequence.value, 2.0 * (512 + 64) * 61 * 4096));
    }
    // Attention on sequences of its own has no copies.
    s.serving.cacheSplit = CacheSplit::copied;
    s.serving.decode = {};
    s.serving.decode.expert = 8;
    const ServingEstimate apart = evaluateServing(s);
    QVERIFY(apart.possible);
    QCOMPARE(apart.copies, 1.0);
    QVERIFY(near(apart.cachePerSequence.value, 2.0 * (512 + 64) * 61 * 4096));
}

void TestServing::oneSequenceReadsItsExpertsAlone_data()
{
    QTest::addColumn<QString>("model");
    for (const char* id : {"mixtral-8x7b", "deepseek-v3", "qwen3-235b-a22b", "gpt-oss-120b"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestServing::oneSequenceReadsItsExpertsAlone()
{
    QFETCH(QString, model);
    const Served one(servedBy(model.toStdString(), "h100", 1));
    const Architecture& a = one.scenario.model.architecture;
    const ParameterCount count = countParameters(a);
    const double read = one.decoding.step().weightsRead(1).value;
    // Biases, norms and the looked-up rows of the embedding are next to nothing.
    const double active = 2.0 * static_cast<double>(count.active() - (a.tied ? 0 : count.embedding));
    QVERIFY2(near(read, active, 2e-3), qPrintable(QStringLiteral("%1 read, %2 active").arg(read).arg(active)));
    const double all = one.decoding.step().weightsRead(1e9).value;
    QVERIFY(near(all, 2.0 * static_cast<double>(count.total() - (a.tied ? 0 : count.embedding)), 2e-3));
    QVERIFY(read < 0.5 * all);
    // A second sequence meets some of the first one's experts.
    const double second = one.decoding.step().weightsRead(2).value - read;
    QVERIFY(second > 0 && second < 2.0 * static_cast<double>(count.experts - count.idle));
}

void TestServing::manySequencesReadEveryExpert()
{
    const Served one(servedBy("mixtral-8x7b", "h100", 2));
    double before = 0;
    for (double b = 1; b <= 1024; b *= 2) {
        const double read = one.decoding.step().weightsRead(b).value;
        QVERIFY(read > before || b > 128);
        before = read;
    }
    // 1 - (1 - 2/8)^8 of them are met by eight.
    const Architecture& a = one.scenario.model.architecture;
    const double experts = 2.0 * static_cast<double>(countParameters(a).experts) / 2;
    const double none = one.decoding.step().weightsRead(1).value - experts * 0.25;
    QVERIFY(near(one.decoding.step().weightsRead(8).value - none, experts * (1 - std::pow(0.75, 8))));
    // What is in memory is all of them, whatever is read.
    QVERIFY(one.decoding.memory().total(1).value > none + experts);
}

void TestServing::attentionOnItsOwnSequencesCopiesItsWeights()
{
    Scenario s = servedBy("deepseek-v3", "h200", 64);
    s.serving.decode = {};
    s.serving.decode.expert = 64;
    s.serving.sequences = 64;
    const Served apart(s);
    QVERIFY(apart.possible());
    const Architecture& a = s.model.architecture;
    const ParameterCount count = countParameters(a);
    const double held = weightsPerChip(a, s.serving.decode, s.serving).value;
    const double expected = 2.0 * (static_cast<double>(count.total() - count.experts) + static_cast<double>(count.experts) / 64);
    QVERIFY2(near(held, expected, 1e-6), qPrintable(QStringLiteral("%1 held, %2 expected").arg(held).arg(expected)));
    // A chip works on one sequence of the 64, and its experts meet the tokens of all.
    QCOMPARE(apart.decoding.step().sequencesPerChip(64), 1.0);
    const Served alone([&] {
        Scenario one = servedBy("deepseek-v3", "h200", 1);
        one.serving.sequences = 1;
        return one;
    }());
    const double cacheOfOne = alone.decoding.step().at(1).cache.value;
    QVERIFY(near(apart.decoding.step().at(64).cache.value, cacheOfOne));
    QVERIFY(near(apart.decoding.step().at(128).cache.value, 2 * cacheOfOne));
}

void TestServing::stagesShareTheWeights()
{
    Scenario s = servedBy("llama-3-70b", "h100", 1);
    const Architecture& a = s.model.architecture;
    const double whole = weightsPerChip(a, s.serving.decode, s.serving).value;
    const double ends = 2.0 * static_cast<double>(countParameters(a).embedding);
    QVERIFY(near(whole, 2.0 * static_cast<double>(countParameters(a).total()), 1e-6));
    for (const std::int64_t stages : {2, 4, 8, 16}) {
        s.serving.decode.pipeline = stages;
        const double stage = weightsPerChip(a, s.serving.decode, s.serving).value;
        const auto p = static_cast<double>(stages);
        QVERIFY(near(stage, (whole - 2 * ends) / p + ends, 1e-5));  // the fullest has one end as well
        QVERIFY(stage >= whole / p);
        // The whole pass reads what all stages hold, and a token goes through all of them.
        s.hardware.cluster = resized(s.hardware.cluster, p);
        const Served staged(s);
        QVERIFY(staged.possible());
        Scenario one = s;
        one.serving.decode.pipeline = 1;
        const double read = Served(one).decoding.step().at(8).weights.value;
        QVERIFY(near(staged.decoding.step().at(8 * p).weights.value, read));
        QVERIFY(staged.decoding.at(8 * p).perChip <= Served(one).decoding.at(8).perChip * (1 + kClose));
    }
    // 80 layers do not divide by three: the longest stage has 27.
    s.serving.decode.pipeline = 3;
    QVERIFY(near(weightsPerChip(a, s.serving.decode, s.serving).value, (whole - 2 * ends) * 27 / 80 + ends, 1e-5));
}

void TestServing::memoryIsLinearInTheBatch()
{
    RandomReplica random(31);
    for (int i = 0; i < 300; ++i) {
        const Served served(random.next());
        const ServingMemory& memory = served.decoding.memory();
        const auto shards = static_cast<double>(served.scenario.serving.decode.expert);
        const double none = memory.total(0).value;
        const double each = memory.total(shards).value - none;
        for (const double b : {2.0, 7.0, 64.0, 1000.0}) {
            QVERIFY(near(memory.total(b * shards).value, none + b * each));
            QVERIFY(near(memory.at(b * shards).total().value, memory.total(b * shards).value));
        }
    }
}

void TestServing::theLargestBatchIsTheLast()
{
    RandomReplica random(32);
    int some = 0;
    for (int i = 0; i < 300; ++i) {
        const Served served(random.next());
        const ServingMemory& memory = served.decoding.memory();
        const double most = memory.largestBatch().value();
        QVERIFY(memory.budget().value >= 0);
        if (most < 1 || most > 1e9)
            continue;
        ++some;
        const auto shards = static_cast<double>(served.scenario.serving.decode.expert);
        QVERIFY(memory.at(most * (1 - 1e-12)).fits());
        QVERIFY(!memory.at(most + shards).fits());
    }
    QVERIFY(some > 50);
}

void TestServing::aPaddedCacheReadsTheLongest()
{
    Scenario s = servedBy("llama-3-8b", "h100", 1);
    s.serving.prompt = 1024;
    s.serving.output = 1024;
    s.serving.longest = 8192;
    const Served paged(s);
    s.serving.cacheLayout = CacheLayout::padded;
    const Served padded(s);
    QVERIFY(near(padded.decoding.at(8).step.cache.value / paged.decoding.at(8).step.cache.value, 8192.0 / 1536.0));
    QVERIFY(padded.decoding.memory().largestBatch().value() < paged.decoding.memory().largestBatch().value());
    // The longest is no shorter than the mean.
    s.serving.longest = 16;
    QVERIFY(near(Served(s).decoding.at(8).step.cache.value / paged.decoding.at(8).step.cache.value, 2048.0 / 1536.0));
}

void TestServing::askingAllocatesNothing()
{
    for (const Batching batching : {Batching::interleaved, Batching::chunked, Batching::disaggregated}) {
        Scenario s = servedBy("deepseek-v3", "h200", 8);
        s.serving.batching = batching;
        s.serving.prefill.tensor = 8;
        s.serving.speculation = Speculation::multiToken;
        const Served served(s);
        QVERIFY(served.possible());
        const SteadyCosts costs(served.in, served.prefilling);
        double sum = 0;
        const std::size_t before = allocations;
        for (int i = 1; i <= 20000; ++i) {
            const double b = 1 + i % 512;
            sum += served.decoding.at(b).tokenTime.value;
            if (i % 10 == 0)
                sum += steadyState(served.in, served.decoding, costs, b).tokenTime.value +
                       timeToFirstToken(served.in, served.decoding, costs, b).value;
        }
        QCOMPARE(allocations, before);
        QVERIFY(std::isfinite(sum) && sum > 0);
    }
}

QTEST_GUILESS_MAIN(TestServing)
#include "test_serving.moc"
