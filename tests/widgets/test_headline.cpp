// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/scenario/presets.h"
#include "widgets/card.h"
#include "widgets/figure_table.h"
#include "widgets/headline.h"
#include "widgets/headline_number.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

enum Column { stepTime, boundColumn, mfu, memory, throughput, days, cost };

Scenario defaultScenario() { return scenarioPreset(shippedPresets(), kDefaultScenario).value.value(); }

/// Nothing is kept sharded and no activation is dropped.
Scenario infeasibleScenario()
{
    Scenario scenario = defaultScenario();
    scenario.workload.batch = 4e8;
    scenario.plan.remat = Remat::none;
    return scenario;
}

Scenario impossibleScenario()
{
    Scenario scenario = defaultScenario();
    scenario.plan.tensor = 16;
    return scenario;
}

/// LLaMA 3 8B on a 4x4 of v5e, in replicas of 8 chips.
Scenario servedScenario()
{
    Scenario scenario = scenarioPreset(shippedPresets(), "llama-3-8b-v5e").value.value();
    scenario.hardware.cluster = resized(scenario.hardware.cluster, 16);
    scenario.serving.decode.tensor = scenario.serving.prefill.tensor = 8;
    scenario.serving.sequences = 16;
    return scenario;
}

Headline headlineOf(const Scenario& scenario, Column column) { return headlinesOf(snapshotOf(scenario))[column]; }

FigureTable smallTable()
{
    return {{u"part"_s, u"bytes"_s},
            {{u"weights"_s, u"1.5 GB"_s}, {u"a \"b\", c"_s, u"2 GB"_s}},
            {{u"weights"_s, u"1500000001"_s}, {u"a \"b\", c"_s, u"2000000000"_s}}};
}

}  // namespace

class TestHeadline : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void colours();
    void numbersInWords();
    void rangeHasTheUnitOfTheNumber();
    void boundHasTheColourOfItsCause();
    void whatDoesNotFitIsHypothetical();
    void whatIsImpossibleHasNoNumber();
    void whatIsUnknownAsksForIt();
    void onlyAStepMakesARun();
    void servingInWords();
    void servingThatDoesNotFitIsHypothetical();
    void servingBeyondItsLimitsIsTrouble();
    void stripExchangesItsSubject();
    void columnsStay();
    void numbersLeadToDerivations();
    void narrowStripLeavesOut();
    void languageChanges();

    void cardTools();
    void cardMaximises();
    void tableAsText();
    void tableCopies();
};

void TestHeadline::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    loadFonts();
}

void TestHeadline::colours()
{
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        QCOMPARE(theme.of(Axis::fsdp), theme.of(BoundBy::fsdp));
        QCOMPARE(theme.of(Axis::tensor), theme.of(BoundBy::tensor));
        QCOMPARE(theme.of(Axis::data), theme.of(BoundBy::data));
        QCOMPARE(theme.of(BoundBy::compute), theme.ink);
        const auto luminance = [](const QColor& c) {
            const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
            return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
        };
        const auto contrast = [&](const QColor& a, const QColor& b) {
            const double x = luminance(a) + 0.05;
            const double y = luminance(b) + 0.05;
            return std::max(x, y) / std::min(x, y);
        };
        for (const QColor& text : {theme.ink, theme.muted, theme.accent, theme.trouble})
            QVERIFY(contrast(text, theme.card) >= 4.5);
        for (const QColor& mark : {theme.memory, theme.fsdp, theme.data, theme.tensor, theme.state, theme.buffer})
            QVERIFY(contrast(mark, theme.card) >= 3.0);
    }
    QCOMPARE(lightTheme(2.0).font(10).pointSizeF(), 20.0);
    QCOMPARE(lightTheme().font(10).family(), u"Inter"_s);
}

void TestHeadline::numbersInWords()
{
    const Snapshot snapshot = snapshotOf(defaultScenario());
    const Headlines all = headlinesOf(snapshot);
    QVERIFY(snapshot.estimate.feasible());
    QCOMPARE(all[boundColumn].number, u"compute"_s);
    QCOMPARE(all[mfu].number, QString::number(100 * snapshot.estimate.mfu, 'g', 3));
    QCOMPARE(all[mfu].unit, u"%"_s);
    QCOMPARE(all[mfu].note, u"all parameters"_s);
    QCOMPARE(all[memory].unit, u"of 96\u202fGB"_s);
    QVERIFY(all[memory].note.endsWith(u"of 89.4\u202fGiB"_s));
    QCOMPARE(all[days].title, u"15\u202fT tokens"_s);
    QCOMPARE(all[days].unit, u"days"_s);
    QVERIFY(all[cost].number.startsWith(u'$'));
    QCOMPARE(all[cost].note, u"$4.20 per chip-hour"_s);
    for (const Headline& headline : all)
        QCOMPARE(headline.state, Headline::State::plain);
}

void TestHeadline::rangeHasTheUnitOfTheNumber()
{
    Snapshot snapshot = snapshotOf(defaultScenario());
    StepTimes& times = snapshot.estimate.summary.step;
    times.lower = Seconds(0.9);
    times.expected = Seconds(0.95);
    times.upper = Seconds(1.2345);
    QCOMPARE(headlinesOf(snapshot)[stepTime].number, u"950"_s);
    QCOMPARE(headlinesOf(snapshot)[stepTime].unit, u"ms (900 – 1,230)"_s);
    times.expected = Seconds(7 * 86400.0);
    times.lower = Seconds(3 * 86400.0);
    times.upper = Seconds(30 * 86400.0);
    QCOMPARE(headlinesOf(snapshot)[stepTime].number, u"7"_s);
    QCOMPARE(headlinesOf(snapshot)[stepTime].unit, u"days (3 – 30)"_s);
}

void TestHeadline::boundHasTheColourOfItsCause()
{
    const Theme theme = lightTheme();
    HeadlineStrip strip;
    strip.setTheme(theme);
    strip.resize(1280, strip.sizeHint().height());
    Snapshot snapshot = snapshotOf(defaultScenario());
    snapshot.estimate.summary.bound = BoundBy::fsdp;
    strip.show(snapshot);
    QCOMPARE(headlinesOf(snapshot)[boundColumn].number, u"FSDP"_s);
    QCOMPARE(headlinesOf(snapshot)[boundColumn].unit, u"traffic"_s);
    auto* number = strip.findChild<HeadlineNumber*>(u"bound"_s);
    const QImage image = number->grab().toImage();
    int coloured = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            coloured += image.pixelColor(x, y) == theme.fsdp;
    QVERIFY(coloured > 50);
}

void TestHeadline::whatDoesNotFitIsHypothetical()
{
    const Scenario scenario = infeasibleScenario();
    QVERIFY(snapshotOf(scenario).estimate.possible());
    QVERIFY(!snapshotOf(scenario).estimate.feasible());
    for (const Column column : {stepTime, boundColumn, mfu, throughput, days}) {
        QCOMPARE(headlineOf(scenario, column).state, Headline::State::hypothetical);
        QCOMPARE(headlineOf(scenario, column).note, u"hypothetical"_s);
    }
    QCOMPARE(headlineOf(scenario, memory).state, Headline::State::trouble);
    QVERIFY(headlineOf(scenario, memory).note.startsWith(u"does not fit by "_s));
    QVERIFY2(headlineOf(scenario, memory).tip.contains(u"too much"_s), "the diagnostic, with what would make it fit");
    QCOMPARE(headlineOf(scenario, cost).state, Headline::State::unknown);
}

void TestHeadline::whatIsImpossibleHasNoNumber()
{
    const Snapshot snapshot = snapshotOf(impossibleScenario());
    QVERIFY(!snapshot.estimate.possible());
    for (const Column column : {stepTime, boundColumn, mfu, throughput, days, cost})
        QCOMPARE(headlinesOf(snapshot)[column].number, u"–"_s);

    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.resize(1280, strip.sizeHint().height());
    strip.show(snapshot);
    auto* message = strip.findChild<QLabel*>(u"headline.message"_s);
    QVERIFY(message->isVisibleTo(&strip));
    QVERIFY(message->text().contains(u"4,096"_s));
    QVERIFY2(message->text().contains(u"fsdp 256"_s), "what would work");
    strip.show(snapshotOf(defaultScenario()));
    QVERIFY(!message->isVisibleTo(&strip));
}

void TestHeadline::whatIsUnknownAsksForIt()
{
    Scenario scenario = defaultScenario();
    scenario.hardware.cluster.chip.dollarsPerHour.reset();
    QCOMPARE(headlineOf(scenario, cost).number, u"–"_s);
    QVERIFY(headlineOf(scenario, cost).tip.contains(u"Enter"_s));
    scenario.hardware.cluster.chip.hbm.capacity.reset();
    QCOMPARE(headlineOf(scenario, memory).note, u"capacity unknown"_s);
    QVERIFY(headlineOf(scenario, memory).tip.contains(u"Enter"_s));
}

void TestHeadline::onlyAStepMakesARun()
{
    Scenario scenario = defaultScenario();
    scenario.workload.pass = Pass::forward;
    QCOMPARE(headlineOf(scenario, stepTime).title, u"Forward pass"_s);
    for (const Column column : {throughput, days, cost})
        QCOMPARE(headlineOf(scenario, column).state, Headline::State::unknown);
}

void TestHeadline::servingInWords()
{
    const Snapshot snapshot = snapshotOf(servedScenario());
    const ServingEstimate& e = snapshot.serving();
    QVERIFY(e.feasible);
    const Headlines all = headlinesOf(snapshot, HeadlineSubject::serving);
    const auto number = [](double value) { return QString::fromStdString(formatSeconds(value)).section(u'\u202f', 0, 0); };
    QCOMPARE(all[0].number, number(e.timeToFirstToken.value));
    QCOMPARE(all[1].number, number(e.timePerOutputToken.value));
    QVERIFY2(all[1].unit.contains(u" – "_s), qPrintable(all[1].unit));
    QCOMPARE(all[1].note, u"16 sequences"_s);
    QCOMPARE(all[2].number, QString::fromStdString(formatSi(e.tokensPerSecondPerChip)));
    QVERIFY(all[3].bound == e.decode.step.bound);
    QCOMPARE(all[4].unit, u"of 16\u202fGB"_s);
    QCOMPARE(all[5].number, QString::fromStdString(formatCount(*e.largestBatch)));
    QVERIFY(all[6].number.startsWith(u'$'));
    QVERIFY(std::abs(all[6].number.mid(1).toDouble() - *e.dollars.output) <= 0.006 * *e.dollars.output);
    for (const Headline& headline : all) {
        QCOMPARE(headline.state, Headline::State::plain);
        QVERIFY(headline.derivation.startsWith(u"serving."_s));
    }
}

void TestHeadline::servingThatDoesNotFitIsHypothetical()
{
    Scenario scenario = servedScenario();
    scenario.serving.sequences = 5000;
    const Snapshot snapshot = snapshotOf(scenario);
    QVERIFY(snapshot.serving().possible && !snapshot.serving().feasible);
    const Headlines all = headlinesOf(snapshot, HeadlineSubject::serving);
    for (const std::size_t timed : {0, 1, 2, 3})
        QCOMPARE(all[timed].state, Headline::State::hypothetical);
    QCOMPARE(all[4].state, Headline::State::trouble);
    QVERIFY(all[4].note.startsWith(u"does not fit by "_s));
    QCOMPARE(all[5].state, Headline::State::plain);  // so many would fit
    QCOMPARE(all[6].state, Headline::State::unknown);

    scenario.serving.decode.tensor = 3;
    const Headlines impossible = headlinesOf(snapshotOf(scenario), HeadlineSubject::serving);
    for (const std::size_t timed : {0, 1, 2, 3, 6})
        QCOMPARE(impossible[timed].number, u"–"_s);
}

void TestHeadline::servingBeyondItsLimitsIsTrouble()
{
    Scenario scenario = servedScenario();
    scenario.serving.tokenLimit = Seconds(1e-6);  // nothing is as fast
    const Headlines all = headlinesOf(snapshotOf(scenario), HeadlineSubject::serving);
    QCOMPARE(all[0].state, Headline::State::plain);
    QCOMPARE(all[1].state, Headline::State::trouble);
    QVERIFY(all[1].note.startsWith(u"limit "_s));
    QCOMPARE(all[5].state, Headline::State::trouble);
    QVERIFY2(all[5].tip.contains(u"Relax that limit"_s), qPrintable(all[5].tip));  // case 19: which one, and what would help
    scenario.serving.tokenLimit = Seconds(10);
    QCOMPARE(headlinesOf(snapshotOf(scenario), HeadlineSubject::serving)[1].state, Headline::State::plain);
}

void TestHeadline::stripExchangesItsSubject()
{
    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.resize(1600, strip.sizeHint().height());
    strip.show(snapshotOf(servedScenario()));
    QVERIFY(strip.findChild<HeadlineNumber*>(u"mfu"_s));
    strip.setSubject(HeadlineSubject::serving);
    QVERIFY(!strip.findChild<HeadlineNumber*>(u"mfu"_s));
    QVERIFY(strip.findChild<HeadlineNumber*>(u"serving.token_time"_s));
    QList<HeadlineNumber*> numbers = strip.findChildren<HeadlineNumber*>();
    for (qsizetype i = 1; i < numbers.size(); ++i)
        QVERIFY(numbers[i - 1]->geometry().right() < numbers[i]->geometry().left());
    QVERIFY(numbers.last()->geometry().right() < strip.width());
    strip.setSubject(HeadlineSubject::training);
    QVERIFY(strip.findChild<HeadlineNumber*>(u"mfu"_s));
}

void TestHeadline::columnsStay()
{
    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.resize(1280, strip.sizeHint().height());
    const auto places = [&] {
        QList<QRect> rects;
        for (const HeadlineNumber* number : strip.findChildren<HeadlineNumber*>())
            rects << number->geometry();
        return rects;
    };
    strip.show(snapshotOf(defaultScenario()));
    strip.show();
    const QList<QRect> before = places();
    QCOMPARE(before.size(), qsizetype(kHeadlineCount));
    for (qsizetype i = 1; i < before.size(); ++i)
        QVERIFY(before[i - 1].right() < before[i].left());
    QVERIFY(before.last().right() < strip.width());
    for (const Scenario& scenario : {infeasibleScenario(), impossibleScenario()}) {
        strip.show(snapshotOf(scenario));
        QCOMPARE(places(), before);
    }
}

void TestHeadline::numbersLeadToDerivations()
{
    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.resize(1280, strip.sizeHint().height());
    strip.show(snapshotOf(defaultScenario()));
    QSignalSpy clicked(&strip, &HeadlineStrip::clicked);
    const QStringList ids{u"step.expected"_s,     u"bound"_s,    u"mfu"_s,     u"memory.total"_s,
                          u"tokens_per_second"_s, u"run.days"_s, u"run.cost"_s};
    for (const QString& id : ids) {
        auto* number = strip.findChild<HeadlineNumber*>(id);
        QVERIFY2(number, qPrintable(id));
        QVERIFY(number->focusPolicy() & Qt::TabFocus);
        QVERIFY(number->accessibleName().contains(number->headline().number));
        QTest::keyClick(number, Qt::Key_Space);
        QCOMPARE(clicked.takeLast().first().toString(), id);
    }
}

void TestHeadline::narrowStripLeavesOut()
{
    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.show(snapshotOf(defaultScenario()));
    strip.show();
    strip.resize(700, strip.sizeHint().height());
    QVERIFY(strip.findChild<HeadlineNumber*>(u"step.expected"_s)->isVisibleTo(&strip));
    QVERIFY(!strip.findChild<HeadlineNumber*>(u"run.cost"_s)->isVisibleTo(&strip));
    for (const HeadlineNumber* number : strip.findChildren<HeadlineNumber*>())
        QVERIFY(!number->isVisibleTo(&strip) || number->geometry().right() < strip.width());
    strip.resize(1280, strip.height());
    QVERIFY(strip.findChild<HeadlineNumber*>(u"run.cost"_s)->isVisibleTo(&strip));
}

void TestHeadline::languageChanges()
{
    class Brackets : public QTranslator {
    public:
        bool isEmpty() const override { return false; }
        QString translate(const char*, const char* text, const char*, int) const override
        {
            return u'<' + QString::fromUtf8(text) + u'>';
        }
    };
    HeadlineStrip strip;
    strip.setTheme(lightTheme());
    strip.show(snapshotOf(defaultScenario()));
    auto* bound = strip.findChild<HeadlineNumber*>(u"bound"_s);
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    QEvent change(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&strip, &change);
    QCOMPARE(bound->headline().number, u"<compute>"_s);
    QCOMPARE(bound->headline().title, u"<Bound by>"_s);
    QCoreApplication::removeTranslator(&brackets);
    QCoreApplication::sendEvent(&strip, &change);
    QCOMPARE(bound->headline().number, u"compute"_s);
}

void TestHeadline::cardTools()
{
    Card card;
    card.setTheme(lightTheme());
    card.setTitle(u"Memory per chip"_s);
    card.setContent(new QLabel(u"picture"_s));
    QSignalSpy table(&card, &Card::tableRequested);
    QSignalSpy exported(&card, &Card::exportRequested);
    QCOMPARE(card.accessibleName(), u"Memory per chip"_s);
    for (auto* tool : card.findChildren<QAbstractButton*>())
        QVERIFY(!tool->accessibleName().isEmpty());
    QTest::keyClick(card.findChild<QAbstractButton*>(u"card.table"_s), Qt::Key_Space);
    QCOMPARE(table.size(), 1);
    QTest::mouseClick(card.findChild<QAbstractButton*>(u"card.export"_s), Qt::LeftButton);
    QCOMPARE(exported.size(), 1);
}

void TestHeadline::cardMaximises()
{
    Card card;
    card.setTheme(lightTheme());
    auto* content = new QLabel(u"picture"_s);
    card.setContent(content);
    card.resize(400, 300);
    QSignalSpy toggled(&card, &Card::maximiseToggled);
    QTest::mouseDClick(content, Qt::LeftButton);
    QCOMPARE(toggled.size(), 1);
    QTest::mouseDClick(&card, Qt::LeftButton, {}, {30, 20});
    QCOMPARE(toggled.size(), 2);
    QTest::mouseDClick(content, Qt::RightButton);
    QCOMPARE(toggled.size(), 2);
    auto* button = card.findChild<QAbstractButton*>(u"card.maximise"_s);
    const QString before = button->accessibleName();
    card.setMaximised(true);
    QVERIFY(button->accessibleName() != before);
}

void TestHeadline::tableAsText()
{
    QCOMPARE(csvOf(smallTable()), u"part,bytes\nweights,1500000001\n\"a \"\"b\"\", c\",2000000000\n"_s);
    QCOMPARE(tsvOf(smallTable()), u"part\tbytes\nweights\t1500000001\na \"b\", c\t2000000000\n"_s);
    FigureTable shownOnly = smallTable();
    shownOnly.values.clear();
    QCOMPARE(csvOf(shownOnly).section(u'\n', 1, 1), u"weights,1.5 GB"_s);
}

void TestHeadline::tableCopies()
{
    FigureTableView view;
    view.setTheme(lightTheme());
    view.show(u"Memory"_s, smallTable());
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.findChild<QAbstractButton*>(u"table.copy"_s)->click();
    QCOMPARE(QApplication::clipboard()->text(), csvOf(smallTable()));

    auto* cells = view.findChild<QTableView*>();
    QCOMPARE(cells->model()->index(0, 1).data().toString(), u"1.5 GB"_s);
    cells->setFocus();
    cells->setCurrentIndex(cells->model()->index(0, 1));
    QTest::keyClick(cells, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), u"1500000001"_s);
    cells->clearSelection();
    QTest::keyClick(cells, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), tsvOf(smallTable()));
    QCOMPARE(QString::fromUtf8(QApplication::clipboard()->mimeData()->data(u"text/csv"_s)), csvOf(smallTable()));
}

QTEST_MAIN(TestHeadline)
#include "test_headline.moc"
