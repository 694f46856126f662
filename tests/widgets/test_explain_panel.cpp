// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/derivation.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "widgets/explain_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTest>
#include <QTranslator>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

Scenario defaultScenario()
{
    return scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
}

Snapshot withBatch(double batch)
{
    Scenario scenario = defaultScenario();
    scenario.workload.batch = batch;
    return snapshotOf(scenario);
}

QStringList linksIn(const QString& html)
{
    static const QRegularExpression link(u"href=\"([^\"]*)\""_s);
    QStringList links;
    for (const QRegularExpressionMatch& match : link.globalMatch(html))
        links << match.captured(1);
    return links;
}

/// A panel in a window, with the default scenario.
struct Shown {
    ExplainPanel panel;

    Shown()
    {
        panel.resize(360, 700);
        panel.show();
        panel.show(snapshotOf(defaultScenario()));
    }

    QTextBrowser& browser() { return *panel.findChild<QTextBrowser*>(); }
    QString text() { return browser().toPlainText(); }
    QPushButton& button(const QString& label)
    {
        for (QPushButton* b : panel.findChildren<QPushButton*>())
            if (b->text() == label)
                return *b;
        qFatal("there is no button %s", qPrintable(label));
    }
};

/// Turns every text into capitals, so that an untranslated one is seen.
class Shouting : public QTranslator {
public:
    QString translate(const char*, const char* text, const char*, int) const override { return QString::fromUtf8(text).toUpper(); }
    bool isEmpty() const override { return false; }
};

}  // namespace

class TestExplainPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadFonts(); }
    void opensEveryNumber();
    void beginsWithAnOverview();
    void followsLinksAndGoesBack();
    void ignoresOtherLinks();
    void followsTheScenario();
    void staysWhereItIsRead();
    void aHiddenPanelCatchesUp();
    void saysWhyThereIsNoNumber();
    void hostileNamesAreText();
    void copies();
    void keyboard();
    void closesByItself();
    void speaksAnotherLanguage();
    void costsLittleWhileDragging();
};

void TestExplainPanel::opensEveryNumber()
{
    Shown shown;
    const Snapshot snapshot = snapshotOf(defaultScenario());
    const std::vector<std::string> ids = derivationIds(snapshot.scenario, snapshot.estimate);
    QVERIFY(ids.size() > 100);
    for (const std::string& id : ids) {
        shown.panel.open(QString::fromStdString(id));
        QCOMPARE(shown.panel.openId(), QString::fromStdString(id));
        QVERIFY2(shown.text().contains(u"Formula: "_s), id.c_str());
        for (const QString& link : linksIn(shown.browser().toHtml())) {
            QVERIFY2(link.startsWith(u"derive:"_s), qPrintable(link));
            QVERIFY2(derive(snapshot.scenario, snapshot.estimate, link.mid(7).toStdString()), qPrintable(link));
        }
    }
}

void TestExplainPanel::beginsWithAnOverview()
{
    Shown shown;
    QVERIFY(shown.text().contains(u"Step time, expected"_s));
    QVERIFY(shown.text().contains(u"Memory of one chip"_s));
    QVERIFY(linksIn(shown.browser().toHtml()).contains(u"derive:run.cost"_s));
    QVERIFY(!shown.button(u"Copy text"_s).isEnabled());
    QVERIFY(!shown.button(u"Back"_s).isEnabled());
}

void TestExplainPanel::followsLinksAndGoesBack()
{
    Shown shown;
    shown.panel.open(u"step.expected"_s);
    emit shown.browser().anchorClicked(QUrl(u"derive:step.network"_s));
    emit shown.browser().anchorClicked(QUrl(u"derive:axis.tensor.time"_s));
    QCOMPARE(shown.panel.openId(), u"axis.tensor.time"_s);
    QVERIFY(shown.text().startsWith(u"Communication of the tensor degree"_s));
    shown.button(u"Back"_s).click();
    QCOMPARE(shown.panel.openId(), u"step.network"_s);
    shown.panel.open(u"step.network"_s);  // not a step of its own
    shown.panel.goBack();
    QCOMPARE(shown.panel.openId(), u"step.expected"_s);
    shown.panel.goBack();
    QVERIFY(!shown.panel.canGoBack());
    shown.panel.goBack();
    QCOMPARE(shown.panel.openId(), QString());
}

void TestExplainPanel::ignoresOtherLinks()
{
    Shown shown;
    shown.panel.open(u"step.expected"_s);
    const QString before = shown.text();
    emit shown.browser().anchorClicked(QUrl(u"file:///etc/passwd"_s));
    QCOMPARE(shown.panel.openId(), u"step.expected"_s);
    QCOMPARE(shown.text(), before);
}

void TestExplainPanel::followsTheScenario()
{
    Shown shown;
    shown.panel.open(u"tokens.local"_s);
    QVERIFY(shown.text().contains(u"8,192 tokens"_s));
    shown.panel.show(withBatch(5120));
    QVERIFY(shown.text().contains(u"10 tokens"_s));
    QVERIFY(!shown.text().contains(u"8,192 tokens"_s));
}

void TestExplainPanel::staysWhereItIsRead()
{
    Shown shown;
    shown.panel.resize(320, 220);
    shown.panel.open(u"axis.fsdp.time"_s);
    QScrollBar* bar = shown.browser().verticalScrollBar();
    QVERIFY(bar->maximum() > 100);
    bar->setValue(100);
    shown.panel.show(withBatch(1e6));
    QCOMPARE(bar->value(), 100);
    shown.panel.open(u"axis.tensor.time"_s);
    QCOMPARE(bar->value(), 0);
}

void TestExplainPanel::aHiddenPanelCatchesUp()
{
    Shown shown;
    shown.panel.open(u"tokens.local"_s);
    shown.panel.hide();
    shown.panel.show(withBatch(5120));
    QVERIFY(!shown.text().contains(u"10 tokens"_s));
    shown.panel.show();
    QVERIFY(shown.text().contains(u"10 tokens"_s));
}

void TestExplainPanel::saysWhyThereIsNoNumber()
{
    Shown shown;
    shown.panel.open(u"step.expected"_s);
    Scenario impossible = defaultScenario();
    impossible.plan.tensor = 1000;
    shown.panel.show(snapshotOf(impossible));
    QVERIFY(shown.text().startsWith(u"This scenario has no such number."_s));
    QVERIFY2(shown.text().contains(u"1,000"_s) || shown.text().contains(u"1000"_s), qPrintable(shown.text()));
    QVERIFY(!shown.button(u"Copy LaTeX"_s).isEnabled());
    shown.panel.show(snapshotOf(defaultScenario()));
    QVERIFY(shown.text().startsWith(u"Step time, expected"_s));
}

void TestExplainPanel::hostileNamesAreText()
{
    const QString hostile = u"<img src=\"file:///etc/passwd\"><a href=\"derive:mfu\">&amp;%1"_s;
    Scenario scenario = defaultScenario();
    scenario.model.name = hostile.toStdString();
    scenario.model.source = hostile.toStdString();
    std::get<Torus>(scenario.hardware.cluster.networks[0]).name = hostile.toStdString();
    Shown shown;
    shown.panel.show(snapshotOf(scenario));
    for (const QString& id : {u"axis.fsdp.bandwidth"_s, u"chips"_s, u"model.parameters.mlp"_s}) {
        shown.panel.open(id);
        QVERIFY2(shown.text().contains(hostile), qPrintable(shown.text()));
        QVERIFY(!shown.browser().toHtml().contains(u"<img"_s));
        QVERIFY(!linksIn(shown.browser().toHtml()).contains(u"derive:mfu"_s));
    }
    const auto labels = shown.panel.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->text().contains(hostile) && label->textFormat() == Qt::PlainText;
    }));
}

void TestExplainPanel::copies()
{
    Shown shown;
    shown.panel.open(u"mfu"_s);
    shown.button(u"Copy text"_s).click();
    QVERIFY(QApplication::clipboard()->text().startsWith(u"Model FLOPs utilisation\n\nMFU = FLOPs_model / (N_chips × C × T_step)"_s));
    shown.button(u"Copy LaTeX"_s).click();
    QVERIFY(QApplication::clipboard()->text().startsWith(u"\\begin{align*}"_s));
}

void TestExplainPanel::keyboard()
{
    Shown shown;
    shown.panel.activateWindow();
    shown.panel.setFocus();
    shown.panel.open(u"step.lower"_s);
    QVERIFY(QTest::qWaitForWindowActive(&shown.panel));
    QVERIFY(shown.browser().hasFocus());
    QTest::keyClick(&shown.browser(), Qt::Key_Tab);
    QTest::keyClick(&shown.browser(), Qt::Key_Return);
    QCOMPARE(shown.panel.openId(), u"step.compute"_s);
    QTest::keyClick(&shown.browser(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shown.panel.openId(), u"step.lower"_s);
    for (const QAbstractButton* button : shown.panel.findChildren<QAbstractButton*>())
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
}

void TestExplainPanel::closesByItself()
{
    Shown shown;
    QSignalSpy closed(&shown.panel, &ExplainPanel::closed);
    QVERIFY(QTest::qWaitForWindowActive(&shown.panel));
    QTest::keyClick(&shown.browser(), Qt::Key_Escape);
    QCOMPARE(closed.count(), 1);
    QVERIFY(!shown.panel.isVisible());
}

void TestExplainPanel::speaksAnotherLanguage()
{
    Shown shown;
    shown.panel.open(u"step.expected"_s);
    Shouting shouting;
    QApplication::installTranslator(&shouting);
    QCoreApplication::processEvents();
    QVERIFY2(shown.text().startsWith(u"STEP TIME, EXPECTED"_s), qPrintable(shown.text()));
    QVERIFY(shown.text().contains(u"COMPUTE TIME OF A STEP"_s));
    QVERIFY(shown.text().contains(u"FORMULA: BOOK"_s));
    QVERIFY(shown.button(u"COPY TEXT"_s).isEnabled());
    QApplication::removeTranslator(&shouting);
}

void TestExplainPanel::costsLittleWhileDragging()
{
    Shown shown;
    std::vector<Snapshot> drag;
    for (int i = 0; i < 60; ++i)
        drag.push_back(withBatch(1e6 + 1e5 * i));
    for (const QString& id : {u"step.expected"_s, u"axis.fsdp.time"_s, u"crossover.batch"_s, QString()}) {
        shown.panel.open(id);
        std::vector<qint64> times;
        for (const Snapshot& snapshot : drag) {
            QElapsedTimer timer;
            timer.start();
            shown.panel.show(snapshot);
            times.push_back(timer.nsecsElapsed());
        }
        std::sort(times.begin(), times.end());
        qInfo("%s: median %.3f ms", qPrintable(id), static_cast<double>(times[30]) / 1e6);
    }
}

QTEST_MAIN(TestExplainPanel)
#include "test_explain_panel.moc"
