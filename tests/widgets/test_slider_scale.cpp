// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/gesture_source.h"
#include "widgets/controls/slider_scale.h"

#include <QTest>

using namespace scalescope;

namespace {

constexpr double kTokens = 4194304;

Parameter parameterOf(Scale scale, double low, double high, bool integer = false)
{
    Parameter p;
    p.id = "test";
    p.scale = scale;
    p.low = p.minimum = low;
    p.high = p.maximum = high;
    p.integer = integer;
    return p;
}

}  // namespace

class TestSliderScale : public QObject {
    Q_OBJECT

private slots:
    void sliderPositions_data();
    void sliderPositions();
    void sliderSteps_data();
    void sliderSteps();
    void dragGivesTwoDigits();
    void everyStopIsReached();
    void gesturesOfASource();
};

void TestSliderScale::sliderPositions_data()
{
    QTest::addColumn<Parameter>("parameter");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("share");  // of the groove

    const Parameter linear = parameterOf(Scale::linear, 0, 1);
    QTest::newRow("linear, a quarter") << linear << 0.25 << 0.25;
    QTest::newRow("linear, below") << linear << -1.0 << 0.0;
    QTest::newRow("linear, above") << linear << 7.0 << 1.0;
    const Parameter logarithmic = parameterOf(Scale::logarithmic, 1e4, 1e8);
    QTest::newRow("logarithmic, half of the decades") << logarithmic << 1e6 << 0.5;
    QTest::newRow("logarithmic, below") << logarithmic << 1.0 << 0.0;
    QTest::newRow("logarithmic, zero") << logarithmic << 0.0 << 0.0;
    const Parameter powers = parameterOf(Scale::powersOfTwo, 1, 1024, true);
    QTest::newRow("powers of two") << powers << 32.0 << 0.5;
    QTest::newRow("powers of two, the nearer one by ratio") << powers << 23.0 << 0.5;
    QTest::newRow("powers of two, the lower one") << powers << 22.0 << 0.4;
    Parameter stops = parameterOf(Scale::stops, 8e9, 405e9);
    stops.stops = {8e9, 70e9, 405e9};
    QTest::newRow("stops") << stops << 70e9 << 0.5;
}

void TestSliderScale::sliderPositions()
{
    QFETCH(Parameter, parameter);
    QFETCH(double, value);
    QFETCH(double, share);

    const SliderScale scale(parameter);
    QCOMPARE(scale.positionOf(value) / static_cast<double>(scale.lastPosition()), share);
}

void TestSliderScale::sliderSteps_data()
{
    QTest::addColumn<Parameter>("parameter");
    QTest::addColumn<double>("from");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("to");

    const Parameter logarithmic = parameterOf(Scale::logarithmic, 1e-3, 1e9);
    QTest::newRow("logarithmic") << logarithmic << 1e6 << 1 << 1.1e6;
    QTest::newRow("logarithmic, down over a decade") << logarithmic << 1e6 << -1 << 9.5e5;
    QTest::newRow("logarithmic, up over a decade") << logarithmic << 9.5e5 << 1 << 1e6;
    QTest::newRow("logarithmic, from between") << logarithmic << kTokens << 1 << 4.2e6;
    QTest::newRow("logarithmic, from between, down") << logarithmic << kTokens << -1 << 4e6;
    QTest::newRow("logarithmic, a small number") << logarithmic << 0.003 << 1 << 0.0032;
    QTest::newRow("logarithmic, stops at the end") << logarithmic << 9.9e8 << 5 << 1e9;
    const Parameter count = parameterOf(Scale::logarithmic, 1, 1e6, true);
    QTest::newRow("whole numbers step by one when small") << count << 3.0 << 1 << 4.0;
    QTest::newRow("whole numbers, down to one") << count << 2.0 << -3 << 1.0;
    QTest::newRow("whole numbers stay whole") << count << 11.0 << -1 << 10.0;
    const Parameter fraction = parameterOf(Scale::linear, 0, 1);
    QTest::newRow("linear") << fraction << 0.29 << 1 << 0.3;
    QTest::newRow("linear, from between") << fraction << 0.123456 << 1 << 0.13;
    QTest::newRow("linear, from between, down") << fraction << 0.123456 << -1 << 0.12;
    const Parameter layers = parameterOf(Scale::linear, 1, 100, true);
    QTest::newRow("linear whole numbers") << layers << 80.0 << -1 << 79.0;
    const Parameter powers = parameterOf(Scale::powersOfTwo, 1, 1024, true);
    QTest::newRow("powers of two, from between") << powers << 48.0 << 1 << 64.0;
    QTest::newRow("powers of two, from between, down") << powers << 48.0 << -1 << 32.0;
    QTest::newRow("powers of two, beyond the last") << powers << 5000.0 << -1 << 1024.0;
}

void TestSliderScale::sliderSteps()
{
    QFETCH(Parameter, parameter);
    QFETCH(double, from);
    QFETCH(int, steps);
    QFETCH(double, to);
    // To the last bit: a person would have typed it so.
    QVERIFY2(SliderScale(parameter).stepped(from, steps) == to,
             qPrintable(QString::number(SliderScale(parameter).stepped(from, steps), 'g', 17)));
}

void TestSliderScale::dragGivesTwoDigits()
{
    const SliderScale scale(parameterOf(Scale::logarithmic, 1e-9, 1e9));
    for (int position = 0; position <= scale.lastPosition(); ++position) {
        const double value = scale.valueAt(position);
        QVERIFY2(QString::number(value, 'g', 2).toDouble() == value, qPrintable(QString::number(value, 'g', 17)));
    }
    const SliderScale fraction(parameterOf(Scale::linear, 0, 1));
    for (int position = 0; position <= fraction.lastPosition(); ++position) {
        const double value = fraction.valueAt(position);
        QVERIFY2(QString::number(value, 'f', 2).toDouble() == value, qPrintable(QString::number(value, 'g', 17)));
    }
}

void TestSliderScale::everyStopIsReached()
{
    const std::vector<double> legal = {1, 2, 3, 6, 28, 56, 84, 168};
    const SliderScale scale(parameterOf(Scale::divisors, 1, 1e9, true), legal);
    std::vector<double> reached;
    for (int position = 0; position <= scale.lastPosition(); ++position)
        reached.push_back(scale.valueAt(position));
    QCOMPARE(reached, legal);
    for (const double value : legal)
        QCOMPARE(scale.valueAt(scale.positionOf(value)), value);
}

void TestSliderScale::gesturesOfASource()
{
    GestureSource source;
    source.press();
    const int drag = source.held();
    QVERIFY(source.isHeld());
    QCOMPARE(source.step(0), drag);
    source.release();
    QVERIFY(!source.isHeld());

    const int first = source.step(1000);
    QVERIFY(first != drag);
    QCOMPARE(source.step(1749), first);
    QCOMPARE(source.step(2498), first);
    const int second = source.step(2498 + GestureSource::kMergeMilliseconds);
    QVERIFY(second != first);

    const int typed = source.single();
    QVERIFY(typed != second);
    QVERIFY(source.single() != typed);
    QVERIFY2(source.step(2498 + GestureSource::kMergeMilliseconds + 1) != second, "what was typed stands between");

    GestureSource other;
    QVERIFY(other.step(0) != source.step(10000));
}

QTEST_GUILESS_MAIN(TestSliderScale)
#include "test_slider_scale.moc"
