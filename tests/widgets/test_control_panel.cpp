// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_group.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/controls/parameter_text.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>
#include <QWheelEvent>
#include <qtestspontaneevent.h>

#include <algorithm>
#include <memory>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

Scenario defaultScenario() { return scenarioPreset(shippedPresets(), kDefaultScenario).value.value(); }

void turnWheel(QWidget& widget, int eighths, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, eighths}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QSpontaneKeyEvent::setSpontaneous(&event);  // others do not travel to the parents
    qApp->notify(&widget, &event);
}

/// Another language: every text in brackets.
class Brackets : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        return u'<' + QString::fromUtf8(text) + u'>';
    }
};

}  // namespace

class TestControlPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void wheelNeedsFocus();
    void qualifiersTellApart();
    void panelFollowsTheTable();
    void servingHasItsOwnGroups();
    void panelKeepsItsControls();
    void panelFollowsOtherHardware();
    void panelUpdatesQuickly();
    void moreOpensAndStaysOpen();
    void filterFindsAcrossGroups();
    void legalValuesWaitForTheHand();
    void lockIsExclusive();
    void presetsAreShownByName();
    void everyControlHasAName();
    void languageChanges();
};

void TestControlPanel::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    loadFonts();
}

void TestControlPanel::wheelNeedsFocus()
{
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(defaultScenario(), defaultScenario());
    panel.resize(panel.width(), 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
    QSignalSpy edited(&panel, &ControlPanel::edited);
    auto* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
    auto* slider = panel.findChild<ParameterSlider*>(u"workload.batch.slider"_s);
    auto* box = panel.findChild<NumberBox*>(u"workload.batch.box"_s);
    auto* choice = panel.findChild<ChoiceBox*>(u"plan.remat.choice"_s);
    panel.findChild<QLineEdit*>(u"controls.filter"_s)->setFocus();

    for (QWidget* widget : std::initializer_list<QWidget*>{slider, box, choice}) {
        bar->setValue(0);
        turnWheel(*widget, -120);
        QVERIFY(edited.isEmpty());
        QVERIFY2(bar->value() > 0, "the panel scrolls instead");
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{slider, box, choice}) {
        widget->setFocus();
        QTRY_VERIFY(widget->hasFocus());
        bar->setValue(0);
        edited.clear();
        turnWheel(*widget, -120);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(bar->value(), 0);
    }
    slider->setFocus();
    edited.clear();
    turnWheel(*slider, 60);
    QVERIFY2(edited.isEmpty(), "half a notch is none");
    turnWheel(*slider, 60);
    QCOMPARE(edited.size(), 1);
    turnWheel(*slider, 120, Qt::ControlModifier);
    QVERIFY2(edited.size() == 1, "Ctrl and the wheel scale the window");
}

void TestControlPanel::qualifiersTellApart()
{
    const Scenario scenario = defaultScenario();
    QSet<QString> names;
    for (const Parameter& p : parameters(scenario)) {
        const QString name =
            QString::fromUtf8(p.label.data(), static_cast<qsizetype>(p.label.size())) + u' ' + qualifierOf(p, scenario);
        QVERIFY2(!names.contains(name), qPrintable(name));
        names << name;
    }
}

void TestControlPanel::panelFollowsTheTable()
{
    const Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, scenario);
    for (const Parameter& p : parameters(scenario)) {
        const QString id = QString::fromStdString(p.id);
        ParameterControl* control = panel.reveal(id);
        QCOMPARE(control != nullptr, p.relevant);
        if (!control)
            continue;
        QCOMPARE(control->objectName(), id);
        QVERIFY2(!control->findChild<QAbstractButton*>(id + u".reset"_s)->isVisibleTo(control), p.id.c_str());
    }
    QVERIFY(!panel.reveal(u"no.such.parameter"_s));

    // What people reach for first stands above everything else.
    panel.resize(panel.width(), 900);
    panel.show();
    const auto top = [&](const QString& id) { return panel.findChild<QWidget*>(id)->mapTo(&panel, QPoint()).y(); };
    QVERIFY(top(u"workload.batch"_s) < top(u"plan.fsdp"_s));
    QVERIFY(top(u"plan.data"_s) < top(u"network.0.shape.0"_s));
    QVERIFY(top(u"network.0.shape.2"_s) < top(u"model.size"_s));
    QVERIFY(top(u"model.size"_s) < top(u"model.layers"_s));
    QVERIFY(top(u"model.layers"_s) < top(u"network.0.bandwidth"_s));
    QVERIFY(top(u"network.0.bandwidth"_s) < top(u"plan.remat"_s));
    QVERIFY(top(u"plan.remat"_s) < top(u"workload.sequence"_s));
    QVERIFY(top(u"workload.sequence"_s) < top(u"assumptions.networks"_s));
}

void TestControlPanel::servingHasItsOwnGroups()
{
    ControlPanel panel;
    panel.setTheme(lightTheme());
    const Scenario scenario = defaultScenario();
    panel.setSubject(PanelSubject::serving);
    panel.show(scenario, scenario);
    for (const Parameter& p : parameters(scenario)) {
        if (!p.relevant)
            continue;
        const bool used = p.section == Section::model || p.section == Section::hardware || p.section == Section::serving || p.section == Section::assumptions;
        QVERIFY2((panel.reveal(QString::fromStdString(p.id)) != nullptr) == used, p.id.c_str());
    }
    // What people reach for first stands above the groups.
    const ControlGroup* first = panel.findChildren<ControlGroup*>().constFirst();
    for (const char* id : {"serving.sequences", "serving.prompt", "serving.output", "serving.decode.tensor", "serving.type.weight", "serving.cache_type",
                           "serving.batching"})
        QVERIFY2(first->controls().contains(QLatin1String(id)), id);
    panel.setSubject(PanelSubject::training);
    panel.show(scenario, scenario);
    QVERIFY(first->controls().contains(u"workload.batch"_s));
    QVERIFY(!first->controls().contains(u"serving.sequences"_s));
    QVERIFY(panel.reveal(u"serving.sequences"_s));
}

void TestControlPanel::panelKeepsItsControls()
{
    Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    QSignalSpy edited(&panel, &ControlPanel::edited);
    panel.show(scenario, scenario);
    const QList<ParameterControl*> before = panel.findChildren<ParameterControl*>();

    scenario.workload.batch = 1234567;
    panel.show(scenario, defaultScenario());
    QCOMPARE(panel.findChildren<ParameterControl*>(), before);
    QCOMPARE(panel.findChild<NumberBox*>(u"workload.batch.box"_s)->value(), std::optional(1234567.0));
    QVERIFY(panel.findChild<QAbstractButton*>(u"workload.batch.reset"_s)->isVisibleTo(&panel));
    QVERIFY(edited.isEmpty());
}

void TestControlPanel::panelFollowsOtherHardware()
{
    const Scenario torus = defaultScenario();
    Scenario fabric = torus;
    fabric.hardware = hardwarePreset(shippedPresets(), "h100").value.value();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(torus, torus);
    QVERIFY(panel.findChild<ParameterControl*>(u"network.0.shape.0"_s));
    auto* batch = panel.findChild<ParameterControl*>(u"workload.batch"_s);

    panel.show(fabric, torus);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!panel.findChild<ParameterControl*>(u"network.0.shape.0"_s));
    QVERIFY(panel.findChild<ParameterControl*>(u"network.0.degree"_s));
    QCOMPARE(panel.findChild<ParameterControl*>(u"workload.batch"_s), batch);
    QVERIFY2(!panel.findChild<QAbstractButton*>(u"network.0.degree.reset"_s)->isVisibleTo(&panel),
             "the base has no such parameter");
}

void TestControlPanel::panelUpdatesQuickly()
{
    const Scenario base = defaultScenario();
    Scenario scenario = base;
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, base);
    panel.resize(panel.width(), 900);
    panel.show();
    std::vector<qint64> times;
    for (int step = 0; step < 200; ++step) {
        scenario.workload.batch *= 1.01;
        QElapsedTimer clock;
        clock.start();
        panel.show(scenario, base);
        times.push_back(clock.nsecsElapsed());
    }
    std::nth_element(times.begin(), times.begin() + 100, times.end());
    qInfo("one step of a drag updates the panel in %.3f ms", static_cast<double>(times[100]) * 1e-6);
    QVERIFY(times[100] < 5'000'000);  // the aim is a tenth of that on a quiet machine
}

void TestControlPanel::moreOpensAndStaysOpen()
{
    Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, scenario);
    QVERIFY2(!panel.findChild<ParameterControl*>(u"model.vocabulary"_s), "made when it is wanted");
    auto* group = qobject_cast<ControlGroup*>(panel.findChild<ParameterControl*>(u"model.layers"_s)->parentWidget());
    group->setOpen(true);
    auto* vocabulary = panel.findChild<ParameterControl*>(u"model.vocabulary"_s);
    QVERIFY(vocabulary->isVisibleTo(&panel));

    scenario.model.family = ModelFamily::none;  // takes model.size away
    panel.show(scenario, scenario);
    QVERIFY(group->isOpen());
    QVERIFY(vocabulary->isVisibleTo(&panel));
    group->setOpen(false);
    QVERIFY(!vocabulary->isVisibleTo(&panel));
}

void TestControlPanel::filterFindsAcrossGroups()
{
    const Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, scenario);
    auto* filter = panel.findChild<QLineEdit*>(u"controls.filter"_s);
    const auto found = [&](const QString& text) {
        filter->setText(text);
        QStringList ids;
        for (const ParameterControl* control : panel.findChildren<ParameterControl*>())
            if (control->isVisibleTo(&panel))
                ids << control->objectName();
        ids.sort();
        return ids;
    };
    const QStringList atFirst = found({});
    QCOMPARE(found(u"vocab"_s), (QStringList{u"model.layer_embedding_vocabulary"_s, u"model.vocabulary"_s}));
    QCOMPARE(found(u"hbm BAND"_s), QStringList{u"chip.hbm.bandwidth"_s});
    QCOMPARE(found(u"plan.fsdp"_s), QStringList{u"plan.fsdp"_s});
    QVERIFY2(found(u"Y"_s).contains(u"plan.tensor"_s), "by its symbol");
    QVERIFY(found(u"bandwidth"_s).contains(u"network.0.bandwidth"_s));
    QCOMPARE(found(u"no such thing"_s), QStringList());
    QCOMPARE(found({}), atFirst);
}

void TestControlPanel::legalValuesWaitForTheHand()
{
    const Scenario scenario = defaultScenario();
    std::vector<double> legal = {1, 8, 64, 512};
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.setLegalValues([&](const std::string&) { return legal; });
    panel.show(scenario, scenario);
    panel.show();
    auto* slider = panel.findChild<ParameterSlider*>(u"plan.fsdp.slider"_s);
    QCOMPARE(slider->maximum(), 3);

    QTest::mousePress(slider, Qt::LeftButton, {}, {slider->width() / 2, 8});
    legal = {1, 2};
    panel.show(scenario, scenario);
    QCOMPARE(slider->maximum(), 3);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, {slider->width() / 2, 8});
    QCOMPARE(slider->maximum(), 1);
}

void TestControlPanel::lockIsExclusive()
{
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(defaultScenario(), defaultScenario());
    QSignalSpy chosen(&panel, &ControlPanel::lockChosen);
    auto* data = panel.findChild<QAbstractButton*>(u"plan.data.lock"_s);
    auto* tensor = panel.findChild<QAbstractButton*>(u"plan.tensor.lock"_s);
    QVERIFY(!panel.findChild<QAbstractButton*>(u"workload.batch.lock"_s));
    QVERIFY(!data->accessibleName().isEmpty());

    data->click();
    QCOMPARE(chosen.takeFirst().first().toString(), u"plan.data"_s);
    tensor->click();
    QCOMPARE(chosen.takeFirst().first().toString(), u"plan.tensor"_s);
    QVERIFY(!data->isChecked());
    QVERIFY(tensor->isChecked());
    tensor->click();
    QCOMPARE(chosen.takeFirst().first().toString(), QString());
}

void TestControlPanel::presetsAreShownByName()
{
    Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.setPresets({{u"a"_s, u"Another model"_s}, {u"b"_s, QString::fromStdString(scenario.model.name)}}, {});
    panel.show(scenario, scenario);
    auto* models = panel.findChild<ChoiceBox*>(u"controls.model"_s);
    QCOMPARE(models->currentIndex(), 1);

    QSignalSpy chosen(&panel, &ControlPanel::modelChosen);
    models->setFocus();
    QTest::keyClick(models, Qt::Key_Up);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), u"a"_s);
    QVERIFY2(models->currentIndex() == 1, "the box shows what the scenario has");

    scenario.model.name = "Of nobody else";
    panel.show(scenario, scenario);
    QCOMPARE(models->currentIndex(), -1);
    QCOMPARE(models->placeholderText(), u"Of nobody else"_s);
}

void TestControlPanel::everyControlHasAName()
{
    const Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, scenario);
    for (const Parameter& p : parameters(scenario))
        panel.reveal(QString::fromStdString(p.id));
    for (const QWidget* widget : panel.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&panel) || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = button ? button->text() : QString();
        QVERIFY2(!widget->accessibleName().isEmpty() || !text.isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(panel.findChild<NumberBox*>(u"workload.batch.box"_s)->accessibleDescription().contains(u"tokens"_s));
}

void TestControlPanel::languageChanges()
{
    const Scenario scenario = defaultScenario();
    ControlPanel panel;
    panel.setTheme(lightTheme());
    panel.show(scenario, scenario);
    auto* group = qobject_cast<ControlGroup*>(panel.findChild<ParameterControl*>(u"plan.remat"_s)->parentWidget());
    auto* choice = panel.findChild<ChoiceBox*>(u"plan.remat.choice"_s);
    QSignalSpy edited(&panel, &ControlPanel::edited);

    const auto labels = [&] {
        QStringList texts;
        for (const QLabel* label : group->findChildren<QLabel*>())
            texts << label->text();
        return texts;
    };
    const QStringList before = labels();
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    QCoreApplication::sendEvent(&panel, std::make_unique<QEvent>(QEvent::LanguageChange).get());
    QVERIFY(labels().contains(u"<Parallelism>"_s));
    QVERIFY(labels().contains(u"<Rematerialisation>"_s));
    QCOMPARE(choice->currentText(), u"<block>"_s);
    QCOMPARE(displayText(findParameter(scenario, "workload.batch").value(), 1e6), u"1\u202fM\u202f<tokens>"_s);
    QVERIFY(panel.findChild<QLineEdit*>(u"controls.filter"_s)->placeholderText().startsWith(u'<'));

    QCoreApplication::removeTranslator(&brackets);
    QCoreApplication::sendEvent(&panel, std::make_unique<QEvent>(QEvent::LanguageChange).get());
    QCOMPARE(labels(), before);
    QCOMPARE(choice->currentIndex(), static_cast<int>(Remat::block));
    QVERIFY(edited.isEmpty());
}

QTEST_MAIN(TestControlPanel)
#include "test_control_panel.moc"
