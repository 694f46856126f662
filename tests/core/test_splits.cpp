// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/explore/splits.h"
#include "core/scenario/presets.h"

#include <cmath>
#include <numeric>

using namespace scalescope;

namespace {

constexpr double kPeak = 4.59e14;   // FLOP/s of a TPU v5p
constexpr double kAxis = 1.8e11;    // B/s of one axis of its torus, both ways
constexpr double kAlpha = kPeak / kAxis;
constexpr double kWidth = 8192;     // D of mlp-layer
constexpr double kHidden = 32768;   // F

Scenario shipped(std::string_view id) { return scenarioPreset(shippedPresets(), id).value.value(); }

double side(double chips) { return std::round(std::cbrt(chips)); }

/// Axes of a cubic torus that a degree spans, as the book's interactive figure counts them.
double axesOf(double degree, double chips) { return std::ceil(std::log(degree) / std::log(side(chips)) - 1e-9); }

// The book's closed forms for one layer in the forward pass (chapter 5), X fsdp and Y tensor on N chips.

double mathTime(double batch, double chips) { return 4 * batch * kWidth * kHidden / (chips * kPeak); }

double fsdpTime(const Split& s, double chips)
{
    if (s.fsdp == 1)
        return 0;
    return 4 * kWidth * kHidden / (static_cast<double>(s.tensor) * kAxis * axesOf(static_cast<double>(s.fsdp), chips));
}

double tensorTime(const Split& s, double batch, double chips)
{
    if (s.tensor == 1)
        return 0;
    return 4 * batch * kWidth / (static_cast<double>(s.fsdp) * kAxis * axesOf(static_cast<double>(s.tensor), chips));
}

double networkTime(const Split& s, double batch, double chips) { return std::max(fsdpTime(s, chips), tensorTime(s, batch, chips)); }

bool near(double a, double b, double tolerance = 1e-9) { return std::fabs(a - b) <= tolerance * std::fabs(b); }

#define VERIFY_NEAR(actual, expected) \
    QVERIFY2(near(actual, expected), qPrintable(QStringLiteral("%1, not %2").arg(actual, 0, 'g', 15).arg(expected, 0, 'g', 15)))

void addClusters()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<double>("chips");
    QTest::newRow("16x16x16") << QByteArray("book-strategies") << 4096.0;
    QTest::newRow("4x4x4") << QByteArray("book-mixed-ratio") << 64.0;
}

}  // namespace

class TestSplits : public QObject {
    Q_OBJECT

private slots:
    void powersOfTwo();
    void onlyPossibleOnes();
    void otherDegreesStay();
    void presentIsAlwaysThere();
    void someAreEven();
    void timesAreTheBooks_data() { addClusters(); }
    void timesAreTheBooks();
    void timesAreTheEngines();
    void ratiosAreTheBooks_data() { addClusters(); }
    void ratiosAreTheBooks();
    void crossingsAreTheBooks_data() { addClusters(); }
    void crossingsAreTheBooks();
    void bestNeverLoses_data() { addClusters(); }
    void bestNeverLoses();
    void interactiveFigure();
    void nothingIsSentOnOneChip();
};

void TestSplits::powersOfTwo()
{
    const std::vector<Split> splits = splitsOf(shipped("book-strategies"));
    QCOMPARE(splits.size(), std::size_t(13));
    for (std::size_t i = 0; i < splits.size(); ++i)
        QVERIFY(splits[i] == (Split{4096 >> i, std::int64_t(1) << i}));
}

void TestSplits::onlyPossibleOnes()
{
    // 64 heads: no tensor degree above divides them.
    const Scenario s = shipped("default");
    const std::vector<Split> splits = splitsOf(s);
    QVERIFY(splits.front() == (Split{4096, 1}));
    QVERIFY(splits.back() == (Split{64, 64}));
    for (const Split& split : splits) {
        Scenario other = s;
        other.plan.fsdp = split.fsdp;
        other.plan.tensor = split.tensor;
        QVERIFY(summarise(other).possible);
    }
}

void TestSplits::otherDegreesStay()
{
    Scenario s = shipped("default");
    s.plan.data = 8;
    s.plan.pipeline = 4;
    s.plan.fsdp = 16;
    QVERIFY(summarise(s).possible);
    for (const Split& split : splitsOf(s))
        QCOMPARE(split.fsdp * split.tensor, std::int64_t(128));
}

void TestSplits::presentIsAlwaysThere()
{
    // 48 fills two of the three dimensions, and divides 3 x 2^13.
    Scenario s = shipped("book-strategies");
    s.model.architecture.base().mlp.width = 24576;
    std::get<Torus>(s.hardware.cluster.networks.front()).shape = {4, 4, 12};
    s.plan.fsdp = 4;
    s.plan.tensor = 48;
    QVERIFY(summarise(s).possible);
    const std::vector<Split> splits = splitsOf(s);
    QCOMPARE(std::count(splits.begin(), splits.end(), Split({4, 48})), 1);
    QVERIFY(splits.front() == (Split{192, 1}));
    QVERIFY(splits.back() == (Split{1, 192}));
    for (std::size_t i = 0; i + 1 < splits.size(); ++i)
        QVERIFY(splits[i].tensor < splits[i + 1].tensor);
}

void TestSplits::someAreEven()
{
    const std::vector<Split> all = splitsOf(shipped("book-strategies"));
    const std::vector<Split> five = {{4096, 1}, {512, 8}, {64, 64}, {8, 512}, {1, 4096}};
    QVERIFY(someOf(all, {512, 8}, 5) == five);
    QVERIFY(someOf(all, {256, 16}, 5) == (std::vector<Split>{{4096, 1}, {256, 16}, {64, 64}, {8, 512}, {1, 4096}}));
    QVERIFY(someOf(all, {1, 4096}, 5) == five);
    QVERIFY(someOf(all, {512, 8}, 13) == all);
    for (const Split& present : all) {
        for (std::size_t most = 3; most <= 13; ++most) {
            const std::vector<Split> some = someOf(all, present, most);
            QCOMPARE(some.size(), most);
            QVERIFY(some.front() == all.front() && some.back() == all.back());
            QCOMPARE(std::count(some.begin(), some.end(), present), 1);
            for (std::size_t i = 0; i + 1 < some.size(); ++i)
                QVERIFY(some[i].tensor < some[i + 1].tensor);
        }
    }
}

void TestSplits::timesAreTheBooks()
{
    QFETCH(QByteArray, preset);
    QFETCH(double, chips);
    Scenario s = shipped(preset.constData());
    std::get<Torus>(s.hardware.cluster.networks.front()).hop = Seconds(0);  // which the figure leaves out
    QCOMPARE(chipCount(s.hardware.cluster), chips);
    const DegreeSplits series = splitSeries(s, splitsOf(s), 1e1, 1e8);
    QCOMPARE(series.batch.size(), std::size_t(64));
    for (std::size_t i = 0; i < series.batch.size(); ++i)
        VERIFY_NEAR(series.batch[i], std::pow(10.0, 1 + 7.0 * static_cast<double>(i) / 63));
    for (const SplitCurve& curve : series.curves) {
        for (std::size_t i = 0; i < series.batch.size(); ++i) {
            VERIFY_NEAR(curve.compute[i], mathTime(series.batch[i], chips));
            VERIFY_NEAR(curve.network[i], networkTime(curve.split, series.batch[i], chips));
        }
    }
}

void TestSplits::timesAreTheEngines()
{
    Scenario s = shipped("llama-3-70b-h100");
    const std::vector<Split> splits = splitsOf(s);
    const DegreeSplits series = splitSeries(s, splits, 1e4, 1e9);
    QCOMPARE(series.curves.size(), splits.size());
    for (const SplitCurve& curve : series.curves) {
        s.plan.fsdp = curve.split.fsdp;
        s.plan.tensor = curve.split.tensor;
        for (std::size_t i = 0; i < series.batch.size(); i += 9) {
            s.workload.batch = series.batch[i];
            const StepTimes step = evaluate(s).step();
            QCOMPARE(curve.compute[i], step.compute.value);
            QCOMPARE(curve.network[i], step.network.value);
        }
    }
}

void TestSplits::ratiosAreTheBooks()
{
    QFETCH(QByteArray, preset);
    QFETCH(double, chips);
    const RatioSeries series = ratioSeries(shipped(preset.constData()), 10, 1e4);
    for (std::size_t i = 0; i < series.perChip.size(); ++i) {
        const double perChip = series.perChip[i];
        VERIFY_NEAR(series.fsdp.ratio[i], perChip * 3 / kAlpha);
        VERIFY_NEAR(series.tensor.ratio[i], kHidden * 3 / (kAlpha * chips));
        const Split& best = series.best.splitAt(i);
        VERIFY_NEAR(series.best.ratio[i], mathTime(perChip * chips, chips) / networkTime(best, perChip * chips, chips));
        if (best.fsdp == 1 || best.tensor == 1)
            continue;
        // The optimum is where both times are the same; a power of two is at most so far from it as the two times differ.
        const double optimum = std::sqrt(perChip * kHidden * axesOf(static_cast<double>(best.fsdp), chips) *
                                         axesOf(static_cast<double>(best.tensor), chips)) / kAlpha;
        const double apart = fsdpTime(best, chips) / tensorTime(best, perChip * chips, chips);
        VERIFY_NEAR(series.best.ratio[i] * std::sqrt(std::max(apart, 1 / apart)), optimum);
    }
}

void TestSplits::crossingsAreTheBooks()
{
    QFETCH(QByteArray, preset);
    QFETCH(double, chips);
    const Scenario s = shipped(preset.constData());
    const RatioSeries series = ratioSeries(s, 10, 1e4);
    QVERIFY(series.fsdp.computeBound.kind == Threshold::Kind::at);
    VERIFY_NEAR(series.fsdp.computeBound.value, kAlpha / 3);
    QVERIFY(series.tensor.computeBound.kind == Threshold::Kind::never);
    // The best is compute-bound where the first of the splits is whose tensor time compute hides.
    double first = series.fsdp.computeBound.value;
    for (const Split& split : splitsOf(s))
        if (split.fsdp > 1 && tensorTime(split, 1, chips) <= mathTime(1, chips))
            first = std::min(first, fsdpTime(split, chips) / mathTime(1, chips) / chips);
    QVERIFY(series.best.computeBound.kind == Threshold::Kind::at);
    VERIFY_NEAR(series.best.computeBound.value, first);
    const RatioSeries narrow = ratioSeries(s, 2000, 8000);
    QVERIFY(narrow.fsdp.computeBound.kind == Threshold::Kind::always);
}

void TestSplits::bestNeverLoses()
{
    QFETCH(QByteArray, preset);
    const Scenario s = shipped(preset.constData());
    const RatioSeries series = ratioSeries(s, 10, 1e4);
    const std::vector<Split> splits = splitsOf(s);
    for (std::size_t i = 0; i < series.perChip.size(); ++i) {
        const double batch = series.perChip[i] * chipCount(s.hardware.cluster);
        const double best = timesOf(s, series.best.splitAt(i), batch).network.value;
        for (const Split& split : splits)
            QVERIFY(best <= timesOf(s, split, batch).network.value * (1 + 1e-9));
        QVERIFY(bestSplit(s, splits, batch) == series.best.splitAt(i));
        QVERIFY(series.best.ratio[i] >= series.present.ratio[i] * (1 - 1e-9));
    }
}

/// The crossovers of the book's interactive figure; where tensor time alone outlasts compute there is none.
void TestSplits::interactiveFigure()
{
    constexpr double chips = 4096;
    int crossings = 0;
    for (std::int64_t fsdp = 4096; fsdp >= 1; fsdp /= 2) {
        const Split split{fsdp, 4096 / fsdp};
        const Scenario s = shipped("split-" + std::to_string(split.fsdp) + 'x' + std::to_string(split.tensor));
        QVERIFY(splitOf(s.plan) == split);
        const Threshold bound = criticalBatchOf(s);
        if (tensorTime(split, 1, chips) > mathTime(1, chips)) {
            QVERIFY(bound.kind == Threshold::Kind::never);
            continue;
        }
        ++crossings;
        QVERIFY(bound.kind == Threshold::Kind::at);
        VERIFY_NEAR(bound.value, fsdpTime(split, chips) * chips * kPeak / (4 * kWidth * kHidden));
    }
    QCOMPARE(crossings, 4);
}

void TestSplits::nothingIsSentOnOneChip()
{
    Scenario s = shipped("book-mixed-ratio");
    s.hardware.cluster = resized(s.hardware.cluster, 1);
    s.plan.fsdp = s.plan.tensor = 1;
    QCOMPARE(splitsOf(s).size(), std::size_t(1));
    const RatioSeries series = ratioSeries(s, 10, 1e4);
    QVERIFY(std::isinf(series.best.ratio.front()));
    QVERIFY(series.best.computeBound.kind == Threshold::Kind::always);
}

QTEST_GUILESS_MAIN(TestSplits)
#include "test_splits.moc"
