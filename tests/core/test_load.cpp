// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/serving_simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

using namespace scalescope;

namespace {

constexpr double kAgreement = 0.05;
constexpr double kSteepAgreement = 0.075;  // the exception that load.h states
constexpr std::uint64_t kMost = 2'000'000;  // requests of one run

struct Named {
    const char* name;
    ServedSystem system;
    double limit = kAgreement;
};

/// A step of `first` seconds that grows by `slope` of it with each further sequence, and `extra` of it with a chunk.
ServedSystem steps(Batching batching, std::size_t largest, double first, double slope, double extra = 0)
{
    ServedSystem s;
    s.batching = batching;
    for (std::size_t b = 0; b < largest; ++b) {
        s.step.push_back(first * (1 + slope * static_cast<double>(b)));
        if (batching == Batching::chunked)
            s.mixed.push_back(first * (1 + extra + slope * static_cast<double>(b)));
    }
    return s;
}

ServedSystem lengths(ServedSystem s, double prompt, double output)
{
    s.prompt = prompt;
    s.output = output;
    return s;
}

/// The mean prefill, `start` of it before the first token of the prompt.
ServedSystem prefill(ServedSystem s, double seconds, double start = 0)
{
    s.prefillStart = start * seconds;
    s.prefillPerToken = (seconds - s.prefillStart) / s.prompt;
    return s;
}

ServedSystem chunk(ServedSystem s, int tokens)
{
    s.chunk = tokens;
    return s;
}

ServedSystem servers(ServedSystem s, int prefilling, int decoding, double transfer = 0)
{
    s.prefillServers = prefilling;
    s.decodeServers = decoding;
    s.transfer = transfer;
    return s;
}

std::vector<Named> systems()
{
    using enum Batching;
    return {
        {"interleaved: 1 slot, short prefill", prefill(lengths(steps(interleaved, 1, 0.02, 0), 2048, 16), 0.1)},
        {"interleaved: 4 slots, prefill of 100 steps", prefill(lengths(steps(interleaved, 4, 0.02, 0.1), 2048, 128), 2, 0.5)},
        {"interleaved: 32 slots, hardly any decode", prefill(lengths(steps(interleaved, 32, 0.02, 0.003), 8192, 16), 2)},
        {"interleaved: 32 slots, long answers", prefill(lengths(steps(interleaved, 32, 0.02, 0.1), 512, 1024), 0.1)},
        {"interleaved: 256 slots", prefill(lengths(steps(interleaved, 256, 0.02, 0.003), 2048, 128), 0.1)},
        {"chunked: 1 slot", chunk(lengths(steps(chunked, 1, 0.02, 0, 0.3), 2048, 128), 512)},
        {"chunked: 4 slots, mixed steps four times as long", chunk(lengths(steps(chunked, 4, 0.02, 0.003, 3), 2048, 128), 512)},
        {"chunked: 32 slots, whole prompts", chunk(lengths(steps(chunked, 32, 0.02, 0.1, 0.3), 2048, 16), 4096)},
        {"chunked: 32 slots, long answers", chunk(lengths(steps(chunked, 32, 0.02, 0.003, 3), 2048, 1024), 64)},
        {"chunked: 8 slots, steep steps", chunk(lengths(steps(chunked, 8, 0.02, 0.3, 1), 2048, 16), 2048), kSteepAgreement},
        {"chunked: 256 slots", chunk(lengths(steps(chunked, 256, 0.02, 0.003, 0.3), 2048, 128), 512)},
        {"disaggregated: 1 and 1, 1 slot", servers(prefill(lengths(steps(disaggregated, 1, 0.02, 0), 2048, 16), 0.1), 1, 1)},
        {"disaggregated: 2 and 1, 4 slots",
         servers(prefill(lengths(steps(disaggregated, 4, 0.02, 0.1), 2048, 128), 2, 0.5), 2, 1, 0.01)},
        {"disaggregated: 8 and 4, 32 slots",
         servers(prefill(lengths(steps(disaggregated, 32, 0.02, 0.1), 2048, 16), 0.1), 8, 4, 0.01)},
        {"disaggregated: 4 and 1, 256 slots",
         servers(prefill(lengths(steps(disaggregated, 256, 0.02, 0.003), 2048, 1024), 0.01), 4, 1, 0.05)},
    };
}

const char* nameOf(Batching batching)
{
    return kBatchingNames[static_cast<std::size_t>(batching)].data();
}

double off(Seconds closed, double simulated)
{
    return closed.value / simulated - 1;
}

bool finite(const LoadPoint& p)
{
    const double numbers[] = {p.rate, p.wait.value, p.timeToFirstToken.value, p.timePerOutputToken.value, p.endToEnd.value,
                              p.sequences, p.utilisation};
    return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return std::isfinite(x) && x >= 0; });
}

void addSystems()
{
    QTest::addColumn<ServedSystem>("system");
    QTest::addColumn<double>("limit");
    for (const Named& named : systems())
        QTest::newRow(named.name) << named.system << named.limit;
}

}  // namespace

Q_DECLARE_METATYPE(ServedSystem)

class TestLoad : public QObject {
    Q_OBJECT

private slots:
    void closedFormEqualsSimulation_data() { addSystems(); }
    void closedFormEqualsSimulation();
    void largestRateIsServed_data() { addSystems(); }
    void largestRateIsServed();
    void littlesLaw_data() { addSystems(); }
    void littlesLaw();
    void restIsBare_data() { addSystems(); }
    void restIsBare();
    void timesRiseWithTheRate_data() { addSystems(); }
    void timesRiseWithTheRate();
    void moreServersAreNeverSlower_data() { addSystems(); }
    void moreServersAreNeverSlower();
    void oneSlotIsPollaczekKhinchine();
    void tokensPerStepByHand();
    void fixedLengthsWaitLess_data() { addSystems(); }
    void fixedLengthsWaitLess();
    void hostileInput_data() { addSystems(); }
    void hostileInput();
    void tails();
    void cleanupTestCase();

private:
    double m_worst[3][2] = {};  // by batching: first token, end
};

void TestLoad::closedFormEqualsSimulation()
{
    QFETCH(const ServedSystem, system);
    QFETCH(const double, limit);
    const LoadModel model = system.model();
    for (const double load : {0.1, 0.3, 0.5, 0.69}) {
        const double rate = load * largestRate(model);
        ServingSimulation simulation(system, rate, 1);
        simulation.run(0.01, kMost);
        const LoadPoint point = loadAt(model, rate);
        const double first = off(point.timeToFirstToken, simulation.firstToken.mean());
        const double end = off(point.endToEnd, simulation.end.mean());
        const auto text = QStringLiteral("at %1: first token %2 %, end to end %3 %").arg(load).arg(100 * first).arg(100 * end);
        QVERIFY2(point.stable && std::abs(first) < limit && std::abs(end) < kAgreement, qPrintable(text));
        double(&worst)[2] = m_worst[static_cast<std::size_t>(system.batching)];
        worst[0] = std::max(worst[0], std::abs(first));
        worst[1] = std::max(worst[1], std::abs(end));
    }
}

/// With more than it can take, a deployment serves what it can. Little more: a request of one token passes by a full
/// decode pool.
void TestLoad::largestRateIsServed()
{
    QFETCH(const ServedSystem, system);
    const double largest = largestRate(system.model());
    ServingSimulation simulation(system, 1.2 * largest, 2);
    simulation.run(0, 100'000);
    const double served = simulation.throughput() / largest;
    QVERIFY2(std::abs(served - 1) < 0.03, qPrintable(QString::number(served)));
}

void TestLoad::littlesLaw()
{
    QFETCH(const ServedSystem, system);
    const double rate = 0.6 * largestRate(system.model());
    ServingSimulation simulation(system, rate, 3, true);
    simulation.run(0.02, 100'000);
    const double replicas = system.batching == Batching::disaggregated ? 1 : system.decodeServers;
    const double expected = simulation.throughput() / replicas * simulation.end.mean();
    QVERIFY(std::abs(simulation.inSystem() / expected - 1) < 0.02);

    simulation.drain();
    QCOMPARE(simulation.finished(), simulation.entered());
}

void TestLoad::restIsBare()
{
    QFETCH(const ServedSystem, system);
    const LoadModel model = system.model();
    const LoadPoint rest = loadAt(model, 0);
    const double goOn = std::pow(1 - 1 / system.prompt, system.chunk);
    const double first = system.batching == Batching::chunked ? system.mixed[0] / (1 - goOn) : model.prefillMean.value;
    const double decode = (system.output - 1) * system.step[0];
    const double transfer = (1 - 1 / system.output) * system.transfer;
    QVERIFY(rest.stable);
    QVERIFY(rest.wait.value < 1e-6 * first);
    QVERIFY(std::abs(off(rest.timeToFirstToken, first)) < 1e-6);
    QVERIFY(std::abs(off(rest.timePerOutputToken, system.step[0])) < 1e-6);
    QVERIFY(std::abs(off(rest.endToEnd, first + transfer + decode)) < 1e-6);
}

void TestLoad::timesRiseWithTheRate()
{
    QFETCH(const ServedSystem, system);
    const LoadModel model = system.model();
    const double largest = largestRate(model);
    constexpr int kPoints = 400;
    LoadPoint before = loadAt(model, 0);
    for (int i = 1; i < kPoints; ++i) {
        const LoadPoint p = loadAt(model, largest * i / kPoints);
        QVERIFY(p.stable && finite(p));
        const auto falls = [](Seconds from, Seconds to) { return to.value < from.value * (1 - 1e-9); };
        const bool fell = falls(before.wait, p.wait) || falls(before.timeToFirstToken, p.timeToFirstToken) ||
            falls(before.timePerOutputToken, p.timePerOutputToken) || falls(before.endToEnd, p.endToEnd);
        QVERIFY2(!fell, qPrintable(QStringLiteral("at %1").arg(p.utilisation)));
        before = p;
    }
    QVERIFY(loadAt(model, largest * (1 - 1e-9)).stable);
    const LoadPoint beyond = loadAt(model, largest * (1 + 1e-9));
    QVERIFY(!beyond.stable && beyond.endToEnd.value == 0);
    QVERIFY(loadAt(model, largest * (1 - 1e-6)).endToEnd > 20 * before.endToEnd);
}

void TestLoad::moreServersAreNeverSlower()
{
    QFETCH(const ServedSystem, system);
    const LoadModel model = system.model();
    LoadModel more = model;
    more.prefillServers *= 2;
    more.decodeServers *= 2;
    const double largest = largestRate(model);
    QVERIFY(largestRate(more) > 1.999 * largest);
    for (const double load : {0.1, 0.5, 0.9, 0.99}) {
        const LoadPoint few = loadAt(model, load * largest);
        const LoadPoint many = loadAt(more, load * largest);
        QVERIFY(many.timeToFirstToken <= few.timeToFirstToken && many.endToEnd <= few.endToEnd);
        QVERIFY(many.timePerOutputToken <= few.timePerOutputToken);
    }
}

/// One slot makes M/G/1 of a whole request, but for requests of one token: of these the chance that no prompt waits
/// behind one is taken as a gamma-distributed prefill would have it.
void TestLoad::oneSlotIsPollaczekKhinchine()
{
    ServedSystem system = prefill(lengths(steps(Batching::interleaved, 1, 0.02, 0), 2048, 100), 0.5);
    const double decode = 99 * 0.02;
    const double square = system.model().prefillSquare + 2 * 0.5 * decode + (99.0 * 99 + 99 * 100) * 0.02 * 0.02;
    const double rate = 0.5 / (0.5 + decode);
    const LoadPoint p = loadAt(system.model(), rate);
    QVERIFY(std::abs(off(p.wait, rate * square / 2 / 0.5)) < 2e-3);
    QVERIFY(std::abs(off(p.endToEnd, p.wait.value + 0.5 + decode)) < 1e-9);
    QVERIFY(std::abs(p.utilisation - 0.5) < 1e-12);
}

void TestLoad::tokensPerStepByHand()
{
    ServedSystem system = prefill(lengths(steps(Batching::disaggregated, 8, 0.02, 0), 2048, 11), 0.1);
    system.lengths = Lengths::fixed;
    QVERIFY(std::abs(off(loadAt(system.model(), 0).endToEnd, 0.1 + 10 * 0.02)) < 1e-6);
    system.tokensPerStep = 2;  // 5 steps; half of all lengths waste half a step
    QVERIFY(std::abs(off(loadAt(system.model(), 0).endToEnd, 0.1 + 5.25 * 0.02)) < 1e-6);

    for (const double gain : {1.0, 1.6, 2.5}) {
        system.lengths = Lengths::exponential;
        system.tokensPerStep = gain;
        const double rate = 0.3 * largestRate(system.model());
        ServingSimulation simulation(system, rate, 4);
        simulation.run(0.01, kMost);
        const LoadPoint p = loadAt(system.model(), rate);
        QVERIFY(std::abs(off(p.endToEnd, simulation.end.mean())) < 0.02);
        QVERIFY(std::abs(off(p.timePerOutputToken, simulation.decode.mean() / simulation.tokens.mean())) < 0.02);
    }
}

void TestLoad::fixedLengthsWaitLess()
{
    QFETCH(ServedSystem, system);
    const double rate = 0.6 * largestRate(system.model());
    const LoadPoint random = loadAt(system.model(), rate);
    system.lengths = Lengths::fixed;
    const LoadPoint fixed = loadAt(system.model(), rate);
    QVERIFY(fixed.stable && fixed.wait <= random.wait);
}

void TestLoad::hostileInput()
{
    QFETCH(const ServedSystem, system);
    const double inf = std::numeric_limits<double>::infinity();
    const double values[] = {0, -1, 1e-300, 1, 1e300, inf, -inf, std::nan("")};
    const auto check = [](const LoadModel& m) {
        const double largest = largestRate(m);
        QVERIFY(std::isfinite(largest) && largest >= 0);
        for (const double load : {0.0, 1e-300, 0.3, 0.999999, 1.0, 2.0})
            QVERIFY(finite(loadAt(m, load * largest)));
    };
    for (const double x : values) {
        QVERIFY(finite(loadAt(system.model(), x)));
        using Member = double LoadModel::*;
        for (const Member member : {&LoadModel::prefillServers, &LoadModel::decodeServers, &LoadModel::prefillSquare,
                                    &LoadModel::chunk, &LoadModel::prompt, &LoadModel::output, &LoadModel::tokensPerStep}) {
            LoadModel m = system.model();
            m.*member = x;
            check(m);
            m.lengths = Lengths::fixed;
            check(m);
        }
        LoadModel m = system.model();
        m.prefillMean = Seconds(x);
        check(m);
        m.transfer = Seconds(x);
        check(m);
        const std::vector<double> same(1000, x);
        m.step = same;
        check(m);
        m.mixed = same;
        check(m);
        m.step = system.step;
        check(m);
        m.mixed = {};
        check(m);
        m.step = {};
        check(m);
        QCOMPARE(largestRate(m), 0.0);
        QVERIFY(!loadAt(m, 0).stable);
    }
}

/// Tails for people to see; nothing here knows them in closed form.
void TestLoad::tails()
{
    for (const Batching batching : {Batching::interleaved, Batching::chunked, Batching::disaggregated}) {
        ServedSystem system = chunk(prefill(lengths(steps(batching, 64, 0.02, 0.01, 0.5), 2048, 256), 0.12), 512);
        const LoadModel model = system.model();
        for (const double load : {0.3, 0.6, 0.8}) {
            const double rate = load * largestRate(model);
            ServingSimulation simulation(system, rate, 5);
            simulation.run(0.02, 200'000);
            const double mean = simulation.firstToken.mean();
            const double perToken = simulation.decode.mean() / simulation.tokens.mean();
            qInfo("%-13s at %2.0f %%, %5.2f requests/s: first token %6.0f ms, p95 %6.0f ms; per token %5.1f ms, p95 %5.1f ms",
                  nameOf(batching), 100 * load, rate, 1e3 * mean, 1e3 * simulation.firstTokens.quantile(0.95),
                  1e3 * perToken, 1e3 * simulation.perToken.quantile(0.95));
            QVERIFY(simulation.firstTokens.quantile(0.95) > mean);
        }
    }
}

void TestLoad::cleanupTestCase()
{
    for (std::size_t i = 0; i < 3; ++i)
        qInfo("%-13s first token within %.1f %%, end to end within %.1f %%", nameOf(static_cast<Batching>(i)),
              100 * m_worst[i][0], 100 * m_worst[i][1]);
}

QTEST_GUILESS_MAIN(TestLoad)
#include "test_load.moc"
