// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/scenario/presets.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/controls/parameter_text.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QSignalSpy>
#include <QTest>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr double kTokens = 4194304;

Scenario defaultScenario() { return scenarioPreset(shippedPresets(), kDefaultScenario).value.value(); }

Parameter parameterNamed(std::string_view id) { return findParameter(defaultScenario(), id).value(); }

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

void type(NumberBox& box, const QString& text)
{
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, text);
    QTest::keyClick(&box, Qt::Key_Return);
}

struct Received {
    Edit edit;
    int gesture;
};

/// A control of one parameter in a window of its own, and what it emitted.
class Bench : public QWidget {
public:
    explicit Bench(std::string_view id) : parameter(parameterNamed(id))
    {
        base = parameter.value(defaultScenario());
        control = new ParameterControl(this);
        control->setTheme(lightTheme());
        control->show(parameter, base, base);
        control->resize(270, 60);
        connect(control, &ParameterControl::edited, this, [this](const Edit& edit, int gesture) {
            edits.push_back({edit, gesture});
        });
        show();
        activateWindow();
        if (!QTest::qWaitForWindowActive(this))
            qFatal("the window does not get the keyboard");
    }

    NumberBox& box() { return *control->findChild<NumberBox*>(); }
    ParameterSlider& slider() { return *control->findChild<ParameterSlider*>(); }
    QAbstractButton& dot() { return *control->findChild<QAbstractButton*>(control->objectName() + u".reset"_s); }

    Parameter parameter;
    std::optional<double> base;
    ParameterControl* control = nullptr;
    std::vector<Received> edits;
};

}  // namespace

class TestControls : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void typedNumber_data();
    void typedNumber();
    void refusedText_data();
    void refusedText();
    void boxShowsRoundedAndEditsExactly();
    void editTextReadsBack_data();
    void editTextReadsBack();
    void untouchedTextIsNotWrittenBack();
    void escapeRestores();
    void emptyMeansUnknown();
    void undoGoesToTheWindowUnlessTyping();

    void sliderKeepsTheExactValue();
    void clickOnTheGrooveMoves();
    void clickGivesTheUnknownAValue();
    void sliderKeys();

    void gesturesOfAControl();
    void dotResets();
    void dotOfUnknown();
    void choicesAndChecks();
};

void TestControls::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    loadFonts();
}

void TestControls::typedNumber_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");

    QTest::newRow("prefix") << QByteArray("chip.hbm.bandwidth") << u"3.35T"_s << 3.35e12;
    QTest::newRow("prefix and unit") << QByteArray("chip.hbm.bandwidth") << u"3.35 TB/s"_s << 3.35e12;
    QTest::newRow("binary prefix") << QByteArray("chip.hbm.capacity") << u"80Gi"_s << 85899345920.0;
    QTest::newRow("binary prefix and unit") << QByteArray("chip.hbm.capacity") << u"80 GiB"_s << 85899345920.0;
    QTest::newRow("plain prefix") << QByteArray("workload.batch") << u"1M"_s << 1e6;
    QTest::newRow("power") << QByteArray("workload.batch") << u"2^20"_s << 1048576.0;
    QTest::newRow("exponent") << QByteArray("workload.batch") << u"1e7"_s << 1e7;
    QTest::newRow("thousands") << QByteArray("workload.batch") << u"1,048,576"_s << 1048576.0;
    QTest::newRow("blanks") << QByteArray("workload.batch") << u"  12345 "_s << 12345.0;
    QTest::newRow("beyond the slider") << QByteArray("workload.batch") << u"123"_s << 123.0;
    QTest::newRow("percent") << QByteArray("assumptions.matmul_efficiency") << u"45 %"_s << 0.45;
    QTest::newRow("many digits are kept")
        << QByteArray("assumptions.matmul_efficiency") << u"0.123456789"_s << 0.123456789;
    QTest::newRow("small time") << QByteArray("network.0.hop") << u"2.5u"_s << 2.5e-6;
}

void TestControls::typedNumber()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, text);
    QFETCH(double, value);

    Bench bench(id.toStdString());
    type(bench.box(), text);
    QCOMPARE(bench.edits.size(), std::size_t(1));
    QCOMPARE(bench.edits[0].edit, (Edit{id.toStdString(), value}));
    QVERIFY(bench.box().problem().isEmpty());
}

void TestControls::refusedText_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("text");

    QTest::newRow("no number") << QByteArray("workload.batch") << u"many"_s;
    QTest::newRow("comma as a point") << QByteArray("workload.batch") << u"1,5"_s;
    QTest::newRow("another unit") << QByteArray("chip.hbm.bandwidth") << u"3 TFLOP/s"_s;
    QTest::newRow("too small") << QByteArray("model.layers") << u"0"_s;
    QTest::newRow("negative") << QByteArray("workload.batch") << u"-1"_s;
    QTest::newRow("too large") << QByteArray("model.layers") << u"1T"_s;
    QTest::newRow("a fraction of a layer") << QByteArray("model.layers") << u"1.5"_s;
    QTest::newRow("not finite") << QByteArray("workload.batch") << u"1e400"_s;
    QTest::newRow("what may not be unknown") << QByteArray("workload.batch") << u"unknown"_s;
}

void TestControls::refusedText()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, text);

    Bench bench(id.toStdString());
    type(bench.box(), text);
    QVERIFY(bench.edits.empty());
    QCOMPARE(bench.box().value(), bench.base);
    QVERIFY(bench.box().isInTrouble());
    QVERIFY(!bench.box().problem().isEmpty());
    QCOMPARE(bench.box().toolTip(), bench.box().problem());
    QCOMPARE(bench.box().accessibleDescription(), bench.box().problem());
    QCOMPARE(bench.box().text(), text);

    // It stays when the keyboard leaves, and the next good text takes it away.
    bench.slider().setFocus();
    QVERIFY(bench.box().isInTrouble());
    type(bench.box(), u"7"_s);
    QVERIFY(!bench.box().isInTrouble());
    QCOMPARE(bench.edits.size(), std::size_t(1));
}

void TestControls::boxShowsRoundedAndEditsExactly()
{
    Bench bench("workload.batch");
    bench.slider().setFocus();
    bench.control->show(bench.parameter, 4194305.0, kTokens);
    QCOMPARE(bench.box().text(), u"4.19\u202fM\u202ftokens"_s);
    bench.box().setFocus();
    QCOMPARE(bench.box().text(), u"4194305"_s);
    bench.slider().setFocus();
    QCOMPARE(bench.box().text(), u"4.19\u202fM\u202ftokens"_s);
    QVERIFY(bench.edits.empty());

    QCOMPARE(displayText(parameterNamed("workload.sequence"), 8192), u"8,192\u202ftokens"_s);
    QCOMPARE(displayText(parameterNamed("network.0.bandwidth"), 9e10), u"90\u202fGB/s"_s);
    QCOMPARE(displayText(parameterNamed("plan.remat"), 2), u"big matmuls"_s);
}

void TestControls::editTextReadsBack_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");

    QTest::newRow("count") << QByteArray("model.d_ff") << 28672.0 << u"28672"_s;
    QTest::newRow("bandwidth") << QByteArray("network.0.bandwidth") << 9e10 << u"90 GB/s"_s;
    QTest::newRow("five digits") << QByteArray("chip.hbm.bandwidth") << 3.3521e12 << u"3.3521 TB/s"_s;
    QTest::newRow("no short form") << QByteArray("chip.hbm.bandwidth") << 1e12 / 3 << u"333.3333333333333 GB/s"_s;
    QTest::newRow("fraction") << QByteArray("workload.batch") << 0.1 << u"100 m tokens"_s;
}

void TestControls::editTextReadsBack()
{
    QFETCH(QByteArray, id);
    QFETCH(double, value);
    QFETCH(QString, text);

    const Parameter parameter = parameterNamed(id.toStdString());
    const QString written = editText(parameter, value);
    QCOMPARE(written, text);
    QCOMPARE(parseNumber(written.toStdString(), parameter.unit), std::optional(value));
}

void TestControls::untouchedTextIsNotWrittenBack()
{
    Bench bench("chip.hbm.bandwidth");
    bench.control->show(bench.parameter, 3.123456789e12, bench.base);
    bench.box().setFocus();
    QTest::keyClick(&bench.box(), Qt::Key_Return);
    bench.slider().setFocus();
    QVERIFY(bench.edits.empty());
    QCOMPARE(bench.box().value(), std::optional(3.123456789e12));
}

void TestControls::escapeRestores()
{
    Bench bench("workload.batch");
    bench.box().setFocus();
    QTest::keyClicks(&bench.box(), u"nonsense"_s);
    QTest::keyClick(&bench.box(), Qt::Key_Return);
    QVERIFY(bench.box().isInTrouble());
    QTest::keyClick(&bench.box(), Qt::Key_Escape);
    QVERIFY(!bench.box().isInTrouble());
    QCOMPARE(bench.box().text(), u"4194304"_s);
    bench.slider().setFocus();
    QVERIFY(bench.edits.empty());
}

void TestControls::emptyMeansUnknown()
{
    Bench bench("chip.price");
    bench.box().setFocus();
    bench.box().selectAll();
    QTest::keyClick(&bench.box(), Qt::Key_Delete);
    QTest::keyClick(&bench.box(), Qt::Key_Return);
    QCOMPARE(bench.edits.size(), std::size_t(1));
    QCOMPARE(bench.edits[0].edit, (Edit{"chip.price", std::nullopt}));
    QCOMPARE(bench.slider().value(), std::optional<double>());
    QVERIFY(bench.box().placeholderText().contains(u"unknown"_s));

    bench.slider().setFocus();
    QTest::keyClick(&bench.slider(), Qt::Key_End);
    QCOMPARE(bench.edits.back().edit.value, std::optional(bench.parameter.high));
}

void TestControls::undoGoesToTheWindowUnlessTyping()
{
    Bench bench("workload.batch");
    bench.box().setFocus();
    QKeyEvent untouched(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    untouched.ignore();
    QApplication::sendEvent(&bench.box(), &untouched);
    QVERIFY(!untouched.isAccepted());

    QTest::keyClicks(&bench.box(), u"1"_s);
    QKeyEvent typed(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    typed.ignore();
    QApplication::sendEvent(&bench.box(), &typed);
    QVERIFY(typed.isAccepted());
}

void TestControls::sliderKeepsTheExactValue()
{
    Bench bench("workload.batch");
    bench.control->show(bench.parameter, 1234567.0, kTokens);
    QCOMPARE(bench.slider().value(), std::optional(1234567.0));
    QCOMPARE(bench.box().value(), std::optional(1234567.0));
    QVERIFY(bench.edits.empty());

    // Pressing the handle where it is changes nothing either.
    ParameterSlider coarse;
    coarse.setScale(SliderScale(parameterOf(Scale::powersOfTwo, 1, 1024, true)));
    coarse.resize(200, 20);
    coarse.show(33.0);
    QSignalSpy dragged(&coarse, &ParameterSlider::dragged);
    QTest::mouseClick(&coarse, Qt::LeftButton, {}, {100, 10});
    QCOMPARE(coarse.value(), std::optional(33.0));
    QVERIFY(dragged.isEmpty());
}

void TestControls::clickOnTheGrooveMoves()
{
    Bench bench("workload.batch");
    QTest::mouseClick(&bench.slider(), Qt::LeftButton, {}, {bench.slider().width() - 2, 8});
    QCOMPARE(bench.edits.size(), std::size_t(1));
    QCOMPARE(bench.edits[0].edit.value, std::optional(bench.parameter.high));
    QTest::mouseClick(&bench.slider(), Qt::LeftButton, {}, {1, 8});
    QCOMPARE(bench.edits.back().edit.value, std::optional(bench.parameter.low));
    QTest::mouseClick(&bench.slider(), Qt::RightButton, {}, {bench.slider().width() - 2, 8});
    QCOMPARE(bench.edits.size(), std::size_t(2));
}

void TestControls::clickGivesTheUnknownAValue()
{
    Bench bench("chip.price");
    bench.control->show(bench.parameter, std::nullopt, bench.base);
    ParameterSlider& slider = bench.slider();
    QTest::mouseClick(&slider, Qt::LeftButton, {}, {1, 8});
    QCOMPARE(bench.edits.back().edit.value, std::optional(bench.parameter.low));

    bench.control->show(bench.parameter, std::nullopt, bench.base);
    QTest::mouseClick(&slider, Qt::LeftButton, {}, {slider.width() - 2, 8});
    QCOMPARE(bench.edits.back().edit.value, std::optional(bench.parameter.high));
    QCOMPARE(slider.sliderPosition(), slider.maximum());
    QCOMPARE(bench.edits.size(), std::size_t(2));
}

void TestControls::sliderKeys()
{
    Bench bench("workload.sequence");
    ParameterSlider& slider = bench.slider();
    slider.setFocus();
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&slider, key);
        return slider.value().value();
    };
    QCOMPARE(press(Qt::Key_Right), 16384.0);
    QCOMPARE(press(Qt::Key_Left), 8192.0);
    QCOMPARE(press(Qt::Key_Up), 16384.0);
    QCOMPARE(press(Qt::Key_Down), 8192.0);
    QCOMPARE(press(Qt::Key_PageUp), 8192.0 * 4);
    QCOMPARE(press(Qt::Key_PageDown), 8192.0);
    QCOMPARE(press(Qt::Key_Home), 128.0);
    QCOMPARE(press(Qt::Key_End), 1048576.0);
    QCOMPARE(bench.box().value(), slider.value());
}

void TestControls::gesturesOfAControl()
{
    Bench bench("workload.batch");
    ParameterSlider& slider = bench.slider();
    QTest::mousePress(&slider, Qt::LeftButton, {}, {20, 8});
    for (int x = 30; x < 200; x += 10)
        QTest::mouseMove(&slider, {x, 8});
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {200, 8});
    QVERIFY(bench.edits.size() > 5);
    const int drag = bench.edits[0].gesture;
    for (const Received& received : bench.edits)
        QCOMPARE(received.gesture, drag);

    bench.edits.clear();
    QTest::mouseClick(&slider, Qt::LeftButton, {}, {40, 8});
    QCOMPARE(bench.edits.size(), std::size_t(1));
    const int click = bench.edits[0].gesture;
    QVERIFY(click != drag);

    bench.edits.clear();
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Right);
    QTest::keyClick(&slider, Qt::Key_Right);
    bench.box().setFocus();
    QTest::keyClick(&bench.box(), Qt::Key_Up);
    QCOMPARE(bench.edits.size(), std::size_t(3));
    QVERIFY(bench.edits[0].gesture != click);
    QCOMPARE(bench.edits[1].gesture, bench.edits[0].gesture);
    QCOMPARE(bench.edits[2].gesture, bench.edits[0].gesture);

    type(bench.box(), u"1M"_s);
    type(bench.box(), u"2M"_s);
    QCOMPARE(bench.edits.size(), std::size_t(5));
    QVERIFY(bench.edits[3].gesture != bench.edits[2].gesture);
    QVERIFY(bench.edits[4].gesture != bench.edits[3].gesture);
}

void TestControls::dotResets()
{
    Bench bench("workload.batch");
    QVERIFY(!bench.dot().isVisible());
    type(bench.box(), u"1M"_s);
    QVERIFY(bench.dot().isVisible());
    QVERIFY(bench.dot().toolTip().contains(u"4.19"_s));
    QCOMPARE(bench.dot().accessibleName(), bench.dot().toolTip());
    const int typed = bench.edits.back().gesture;

    bench.dot().setFocus();
    QTest::keyClick(&bench.dot(), Qt::Key_Space);
    QCOMPARE(bench.edits.back().edit, (Edit{"workload.batch", kTokens}));
    QVERIFY(bench.edits.back().gesture != typed);
    QVERIFY(!bench.dot().isVisible());
    QVERIFY(bench.box().hasFocus());
}

void TestControls::dotOfUnknown()
{
    Bench bench("chip.price");
    bench.control->show(bench.parameter, 2.0, std::nullopt);
    QVERIFY(bench.dot().isVisible());
    QVERIFY(bench.dot().toolTip().contains(u"unknown"_s));
    bench.dot().click();
    QCOMPARE(bench.edits.back().edit, (Edit{"chip.price", std::nullopt}));
}

void TestControls::choicesAndChecks()
{
    Bench remat("plan.remat");
    auto* choice = remat.control->findChild<ChoiceBox*>(u"plan.remat.choice"_s);
    QCOMPARE(choice->count(), static_cast<int>(kRematNames.size()));
    QCOMPARE(choice->currentIndex(), static_cast<int>(Remat::block));
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(remat.edits.size(), std::size_t(1));
    QCOMPARE(remat.edits[0].edit, (Edit{"plan.remat", static_cast<double>(Remat::everyNth)}));

    Bench tied("model.tied");
    auto* check = tied.control->findChild<QCheckBox*>(u"model.tied.check"_s);
    QVERIFY(!check->isChecked());
    check->click();
    QCOMPARE(tied.edits.size(), std::size_t(1));
    QCOMPARE(tied.edits[0].edit, (Edit{"model.tied", 1.0}));
}

QTEST_MAIN(TestControls)
#include "test_controls.moc"
