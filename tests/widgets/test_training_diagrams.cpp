// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "tests/widgets/training_figures.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/label_placer.h"

#include <QSet>
#include <QTest>

#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

struct Look {
    std::vector<Edit> edits;
    QSize size;
    double factor = 1;
};

}  // namespace

Q_DECLARE_METATYPE(Look)

class TestTrainingDiagrams : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void timelineNamesWhatIsThere();
    void scheduleNamesWhatIsThere();
    void derivationsExist();
    void tablesAreTheEngines();
    void bubbleIsNamed();
    void oneStageHasNoPipeline();
    void stageIsChosen();
    void impossibleIsSaid();
};

void TestTrainingDiagrams::labelsKeepApart_data()
{
    QTest::addColumn<Look>("look");
    const auto row = [](const char* name, const Look& look) { QTest::newRow(name) << look; };
    row("no pipeline", {{}, {900, 300}});
    row("no pipeline, tiny", {{}, {280, 130}});
    row("four stages", {kFour, {900, 420}});
    row("four stages, low", {kFour, {640, 160}});
    row("four stages, tiny", {kFour, {280, 130}});
    row("four stages, lecture", {kFour, {1300, 760}, 1.75});
    row("interleaved", {kInFour, {900, 420}});
    row("zero bubble", {kNoBubble, {900, 420}});
    row("64 stages", {kMany, {900, 420}});
    row("64 stages, low", {kMany, {500, 170}});
    row("64 stages, lecture", {kMany, {1300, 760}, 2.5});
    row("impossible", {kTooMany, {640, 300}});
}

void TestTrainingDiagrams::labelsKeepApart()
{
    QFETCH(Look, look);
    const Snapshot now = snapshot(look.edits);
    for (int which = 0; which < 2; ++which) {
        std::unique_ptr<TimeDiagram> figure;
        if (which == 0)
            figure = std::make_unique<TimelineDiagram>();
        else
            figure = std::make_unique<ScheduleDiagram>();
        figure->setTheme(darkTheme(look.factor));
        figure->resize(look.size);
        figure->show(now, nullptr);
        for (const double factor : {1.0, 3.0, 40.0}) {
            figure->zoom(factor);
            const std::vector<Label> labels = figure->scene().labels();
            QVERIFY(!labels.empty());
            const QRectF room(QPointF(-1, -1), QSizeF(look.size) + QSizeF(2, 2));
            for (std::size_t i = 0; i < labels.size(); ++i) {
                QVERIFY2(room.contains(labels[i].box), qPrintable(labels[i].text));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()), qPrintable(labels[i].text + u" | " + labels[j].text));
            }
            if (now.timeline().stages == 0)
                break;
        }
    }
}

void TestTrainingDiagrams::timelineNamesWhatIsThere()
{
    const Snapshot now = snapshot(kFour);
    const Timeline& t = now.timeline();
    const auto figure = shown<TimelineDiagram>(now, {1200, 700});
    std::size_t found = 0;
    for (const TimelineItem& item : t.items) {
        const double middle = pixelOf(*figure, (item.start + item.end).value / 2);
        if (pixelOf(*figure, item.end.value) - pixelOf(*figure, item.start.value) < 4)
            continue;
        bool named = false;
        for (const HitShape& row : figure->scene().hits) {
            const auto hit = figure->hitTest({middle, row.outline.boundingRect().center().y()});
            QVERIFY(hit);
            const QString lane = item.lane == Lane::compute ? u"compute"_s : item.lane == Lane::pipelineBack ? u"pipeline, back"_s
                : item.lane == Lane::host ? u"host"_s : degreeName(static_cast<Axis>(static_cast<int>(item.lane) - 1));
            if (hit->title != u"Stage %1, %2: %3"_s.arg(item.stage).arg(lane, fromCore(kTimelineWorkNames[static_cast<std::size_t>(item.work)])))
                continue;
            if (item.microbatch >= 0)
                QCOMPARE(hit->lines[0], u"micro-batch %1"_s.arg(item.microbatch));
            QVERIFY2(hit->lines[1].contains(fromCore(formatSeconds(item.start.value))), qPrintable(hit->lines[1]));
            QVERIFY2(hit->lines[1].contains(fromCore(formatSeconds((item.end - item.start).value))), qPrintable(hit->lines[1]));
            if (item.lane != Lane::compute)
                QVERIFY(hit->lines[2].startsWith(item.exposed ? u"exposed"_s : u"hidden"_s));
            named = true;
            break;
        }
        QVERIFY2(named, qPrintable(u"stage %1 lane %2 micro-batch %3"_s.arg(item.stage).arg(static_cast<int>(item.lane)).arg(item.microbatch)));
        ++found;
    }
    QVERIFY(found > 60);
    // The last stage waits for the first forward to come.
    const auto rows = figure->scene().hits;
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const HitShape& row) { return row.id % 16 == static_cast<int>(Lane::compute); });
    const auto idle = figure->hitTest({pixelOf(*figure, t.makespan.value * 0.01), last->outline.boundingRect().center().y()});
    QVERIFY(idle);
    QCOMPARE(idle->title, u"Stage 3, compute: idle"_s);
    QCOMPARE(idle->derivation, u"step.bubble"_s);
}

void TestTrainingDiagrams::scheduleNamesWhatIsThere()
{
    const Snapshot now = snapshot(kInFour);
    const Timeline& t = now.timeline();
    const auto figure = shown<ScheduleDiagram>(now, {1200, 700});
    std::size_t found = 0;
    for (const TimelineItem& item : t.items) {
        if (item.lane != Lane::compute || item.microbatch < 0)
            continue;
        const auto& rows = figure->scene().hits;
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const HitShape& shape) { return shape.id == item.stage; });
        QVERIFY(row != rows.end());
        const auto hit = figure->hitTest({pixelOf(*figure, (item.start + item.end).value / 2), row->outline.boundingRect().center().y()});
        QVERIFY(hit);
        QCOMPARE(hit->title, u"Stage %1: %2"_s.arg(item.stage).arg(fromCore(kTimelineWorkNames[static_cast<std::size_t>(item.work)])));
        QCOMPARE(hit->lines[0], u"micro-batch %1, chunk %2"_s.arg(item.microbatch).arg(item.chunk));
        ++found;
    }
    QCOMPARE(found, 4U * 8 * 4 * 2);
}

void TestTrainingDiagrams::derivationsExist()
{
    for (const auto& edits : {std::vector<Edit>(), kFour, kInFour, kNoBubble}) {
        const Snapshot now = snapshot(edits);
        const Explainer explainer(now.scenario, now.estimate);
        QSet<QString> ids;
        const auto timeline = shown<TimelineDiagram>(now, {1000, 600});
        const auto schedule = shown<ScheduleDiagram>(now, {1000, 600});
        for (const PlotFigure* figure : {static_cast<PlotFigure*>(timeline.get()), static_cast<PlotFigure*>(schedule.get())})
            for (const HitShape& row : figure->scene().hits)
                for (double x = figure->plotArea().left(); x < figure->plotArea().right(); x += 3)
                    if (const auto hit = figure->hitTest({x, row.outline.boundingRect().center().y()}); hit && !hit->derivation.isEmpty())
                        ids << hit->derivation;
        QVERIFY(ids.size() >= 4);
        for (const QString& id : std::as_const(ids))
            QVERIFY2(explainer.derive(id.toStdString()), qPrintable(id));
    }
}

void TestTrainingDiagrams::tablesAreTheEngines()
{
    for (const auto& edits : {std::vector<Edit>(), kFour, kNoBubble}) {
        const Snapshot now = snapshot(edits);
        const Timeline& t = now.timeline();
        const FigureTable lanes = shown<TimelineDiagram>(now)->table();
        QCOMPARE(lanes.rows.size(), lanes.values.size());
        double pieces = 0;
        double busy = 0;
        double exposed = 0;
        for (qsizetype i = 0; i < lanes.values.size(); ++i) {
            pieces += valueIn(lanes, i, 2);
            if (!lanes.values[i][2].isEmpty())
                busy += valueIn(lanes, i, 3);
            exposed += valueIn(lanes, i, 4);
        }
        double itemsBusy = 0;
        double itemsExposed = 0;
        for (const TimelineItem& item : t.items) {
            itemsBusy += (item.end - item.start).value;
            itemsExposed += item.exposed ? (item.end - item.start).value : 0.0;
        }
        QCOMPARE(pieces, static_cast<double>(t.items.size()));
        QVERIFY(std::fabs(busy - itemsBusy) < 1e-9 * itemsBusy);
        QVERIFY(std::fabs(exposed - itemsExposed) <= 1e-9 * itemsBusy);

        const FigureTable stages = shown<ScheduleDiagram>(now)->table();
        QCOMPARE(stages.values.size(), static_cast<qsizetype>(now.estimate.stages.size()));
        double least = t.makespan.value;
        for (qsizetype s = 0; s < stages.values.size(); ++s) {
            const StageEstimate& stage = now.estimate.stages[static_cast<std::size_t>(s)];
            QCOMPARE(valueIn(stages, s, 1), stage.layers);
            QCOMPARE(valueIn(stages, s, 8), stage.inFlight);
            QCOMPARE(valueIn(stages, s, 9), stage.memory.of(MemoryKind::activations).bytes.value);
            double sum = 0;
            for (qsizetype c = 2; c <= 7; ++c)
                sum += valueIn(stages, s, c);
            QVERIFY(std::fabs(sum - t.makespan.value) < 1e-6 * t.makespan.value);
            least = std::min(least, valueIn(stages, s, 7));
        }
        QVERIFY(std::fabs(least - t.bubble.value) < 1e-6 * t.makespan.value);
    }
}

void TestTrainingDiagrams::bubbleIsNamed()
{
    const Snapshot now = snapshot(kFour);
    const auto figure = shown<ScheduleDiagram>(now);
    const QString share = percentText(now.timeline().bubble / now.timeline().makespan);
    QVERIFY(says(*figure, u"bubble "_s + share));
    QVERIFY(figure->caption().contains(share));
    QVERIFY(figure->caption().contains(percentText(now.estimate.step().bubble / now.estimate.step().expected)));
    QVERIFY(figure->caption().contains(u"1F1B"_s));
    // Less of it with more micro-batches.
    std::vector<Edit> more = kFour;
    more[2].value = 64;
    const Snapshot fewer = snapshot(more);
    QVERIFY(fewer.timeline().bubble / fewer.timeline().makespan < 0.4 * (now.timeline().bubble / now.timeline().makespan));
}

void TestTrainingDiagrams::oneStageHasNoPipeline()
{
    const auto figure = shown<ScheduleDiagram>(snapshot({{"plan.microbatches", 4}}));
    QVERIFY(figure->caption().startsWith(u"No pipeline"_s));
    QVERIFY(says(*figure, u"no pipeline"_s));
    for (const Label& label : figure->scene().labels())
        QVERIFY2(!label.text.contains(u"bubble"_s), qPrintable(label.text));
    QSet<QString> numbers;
    for (const Label& label : figure->scene().labels())
        numbers << label.text;
    for (int i = 0; i < 4; ++i)
        QVERIFY(numbers.contains(QString::number(i)));
}

void TestTrainingDiagrams::stageIsChosen()
{
    const Snapshot now = snapshot(kFour);
    const auto figure = shown<ScheduleDiagram>(now);
    QCOMPARE(figure->stage(), now.estimate.fullestStage);
    QVERIFY(says(*figure, u"stage %1, the fullest"_s.arg(now.estimate.fullestStage)));
    const int other = now.estimate.fullestStage == 2 ? 3 : 2;
    const auto& rows = figure->scene().hits;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const HitShape& shape) { return shape.id == other; });
    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, row->outline.boundingRect().center().toPoint());
    QCOMPARE(figure->stage(), other);
    QTest::keyClick(figure.get(), Qt::Key_Up);
    QCOMPARE(figure->stage(), other - 1);
    // The height of the curve is what the engine says is in flight.
    double most = 0;
    for (const HeldStep& step : now.timeline().held[static_cast<std::size_t>(other)])
        most = std::max(most, step.held);
    QCOMPARE(most, now.estimate.stages[static_cast<std::size_t>(other)].inFlight);
    figure->setStage(100);
    QCOMPARE(figure->stage(), 3);
    figure->show(snapshot({}), nullptr);
    QCOMPARE(figure->stage(), 0);
}

void TestTrainingDiagrams::impossibleIsSaid()
{
    const Snapshot now = snapshot(kTooMany);
    QVERIFY(!now.estimate.possible());
    const QString why = whyImpossible(now.estimate.diagnostics);
    QVERIFY(!why.isEmpty());
    for (int which = 0; which < 2; ++which) {
        std::unique_ptr<TimeDiagram> figure;
        if (which == 0)
            figure = shown<TimelineDiagram>(now);
        else
            figure = shown<ScheduleDiagram>(now);
        QString words;
        for (const Label& label : figure->scene().labels())
            words += label.text + u' ';
        for (const QString& word : why.split(u' '))
            QVERIFY2(words.contains(word), qPrintable(words));
        QVERIFY(figure->scene().hits.empty());
        QVERIFY(figure->table().rows.isEmpty());
        QVERIFY(figure->summary().contains(why));
        figure->zoom(2);
        figure->showStages(0, 1);
        QTest::keyClick(figure.get(), Qt::Key_Down);
        QTest::keyClick(figure.get(), Qt::Key_PageDown);
        figure->show(snapshot(kFour), nullptr);
        QVERIFY(!figure->scene().hits.empty());
    }
}

QTEST_MAIN(TestTrainingDiagrams)
#include "test_training_diagrams.moc"
