// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/training_figures.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QMap>
#include <QMouseEvent>
#include <QPainter>
#include <QRandomGenerator>
#include <QSet>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <limits>

using namespace scalescope;
using namespace Qt::StringLiterals;

class TestTimeDiagram : public QObject {
    Q_OBJECT

private slots:
    void boxesAreNeverTooMany();
    void boxesKeepTheTime();
    void rowsOfTheDiagramsAreSparse();
    void everyStageCanBeReached();
    void zoomIsClamped();
    void wheelAndKeysZoom();
    void dragMoves();
    void axisStaysInADrag();
    void paintRepeats();
    void manyItemsAreDrawnInAFrame();
};

void TestTimeDiagram::boxesAreNeverTooMany()
{
    QRandomGenerator random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<TimePiece> pieces;
        double at = 0;
        const double longest = std::pow(10.0, random.bounded(3.0) - 3.0);
        while (at < 1 && pieces.size() < 20000) {
            at += random.bounded(2) ? 0.0 : random.bounded(longest);
            const double end = at + random.bounded(longest) + 1e-9;
            pieces.push_back({at, end, static_cast<int>(random.bounded(kToneCount)), pieces.size()});
            at = end;
        }
        const double from = random.bounded(0.5);
        const TimeSpan span{from, from + std::pow(10.0, -random.bounded(4.0)) * 0.5};
        const double width = 50 + random.bounded(1500);
        const std::vector<TimeBox> boxes = boxesOf(pieces, span, width);
        QVERIFY2(static_cast<double>(boxes.size()) <= width / kBoxPitch + 1, qPrintable(u"%1 in %2"_s.arg(boxes.size()).arg(width)));
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(boxes[i].left >= 0 && boxes[i].right <= width && boxes[i].left <= boxes[i].right);
            if (i > 0) {
                QVERIFY(boxes[i].left >= boxes[i - 1].left + kBoxPitch);
                QVERIFY(boxes[i].left >= boxes[i - 1].right - 1e-9);
            }
        }
    }
}

// Wide pieces are drawn where they are; of narrow ones the mixture is.
void TestTimeDiagram::boxesKeepTheTime()
{
    const int forward = toneOf(TimelineWork::forward);
    const int backward = toneOf(TimelineWork::backward);
    const std::vector<TimePiece> wide = {{0, 0.25, forward, 0}, {0.5, 0.75, backward, 1}};
    const std::vector<TimeBox> two = boxesOf(wide, {0, 1}, 100);
    QCOMPARE(two.size(), 2U);
    QCOMPARE(two[0].right, 25.0);
    QCOMPARE(two[1].left, 50.0);
    QCOMPARE(two[1].item, 1U);

    std::vector<TimePiece> narrow;
    for (int i = 0; i < 1000; ++i)
        narrow.push_back({i * 1e-3, (i + 0.5) * 1e-3, i % 2 ? backward : forward, static_cast<std::size_t>(i)});
    const std::vector<TimeBox> merged = boxesOf(narrow, {0, 1}, 100);
    double left = 100;
    for (const TimeBox& box : merged) {
        QVERIFY(box.merged());
        QCOMPARE(box.shares[static_cast<std::size_t>(forward)], 4);
        QCOMPARE(box.shares[static_cast<std::size_t>(backward)], 4);
        left = std::min(left, box.left);
    }
    QCOMPARE(left, 0.0);
    QVERIFY(merged.back().right > 99);
    QVERIFY(boxesOf({}, {0, 1}, 100).empty());
    QVERIFY(boxesOf(wide, {0, 1}, 0).empty());
}

void TestTimeDiagram::rowsOfTheDiagramsAreSparse()
{
    const Snapshot many = snapshot(kMany);
    QVERIFY(many.estimate.possible());
    for (int which = 0; which < 2; ++which) {
        std::unique_ptr<TimeDiagram> figure;
        if (which == 0)
            figure = shown<TimelineDiagram>(many);
        else
            figure = shown<ScheduleDiagram>(many);
        QVERIFY(many.timeline().items.size() > 60000);
        for (const double factor : {1.0, 4.0, 50.0}) {
            figure->zoom(factor);
            QMap<double, int> rows;
            for (const Box& box : marksOf<Box>(*figure))
                if (figure->plotArea().contains(box.rect.center()))
                    ++rows[box.rect.top()];
            QVERIFY(!rows.isEmpty());
            for (auto row = rows.begin(); row != rows.end(); ++row)
                // The row's ground and the line below it are rectangles too.
                QVERIFY2(row.value() <= figure->plotArea().width() / kBoxPitch + 3, qPrintable(QString::number(row.value())));
        }
    }
}

void TestTimeDiagram::everyStageCanBeReached()
{
    const Snapshot now = snapshot(kMany);
    for (const QSize size : {QSize(900, 600), QSize(500, 130)}) {
        const auto figure = shown<TimelineDiagram>(now, size);
        QSet<int> stages;
        for (const HitShape& row : figure->scene().hits)
            stages << row.id / 16;
        QCOMPARE(stages.size(), 64);
        figure->showStages(10, 2);
        stages.clear();
        for (const HitShape& row : figure->scene().hits)
            stages << row.id / 16;
        QCOMPARE(stages, (QSet<int>{10, 11}));
    }
}

void TestTimeDiagram::zoomIsClamped()
{
    const auto figure = shown<TimelineDiagram>(snapshot(kFour));
    QVERIFY(!figure->isZoomed());
    figure->zoom(0.01);
    QVERIFY(!figure->isZoomed());
    figure->zoom(1e12, 0.3);
    QVERIFY(figure->view().to - figure->view().from >= 0.9e-6);
    QVERIFY(std::fabs(figure->view().from - 0.3) < 1e-3);
    QVERIFY(figure->axes().x.ticks.size() >= 1);
    figure->pan(-1e9);
    QCOMPARE(figure->view().from, 0.0);
    figure->pan(1e9);
    QCOMPARE(figure->view().to, 1.0);
    figure->showAll();
    QCOMPARE(figure->view(), (TimeDiagram::View{0, 1, 0, 4}));
    figure->showStages(3, 7);
    QCOMPARE(figure->view().stages, 4);
    figure->showStages(-5, 2);
    QCOMPARE(figure->view().firstStage, 0);
    figure->showStages(9, 1);
    QCOMPARE(figure->view().firstStage, 3);
    // Fewer stages than are looked at.
    figure->show(snapshot({}), nullptr);
    QCOMPARE(figure->view().firstStage, 0);
    QCOMPARE(figure->view().stages, 1);
}

void TestTimeDiagram::wheelAndKeysZoom()
{
    const auto figure = shown<TimelineDiagram>(snapshot(kFour));
    const QRectF area = figure->plotArea();
    const QPointF pointer(area.left() + area.width() * 0.7, area.center().y());
    const double before = Frame(figure->axes(), figure->size()).valueAtX(pointer.x());
    const auto turn = [&](int notches, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(pointer, figure->mapToGlobal(pointer), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(figure.get(), &event);
        return event.isAccepted();
    };
    QVERIFY(turn(3, {}));
    QVERIFY(figure->view().to - figure->view().from < 0.6);
    QVERIFY(std::fabs(Frame(figure->axes(), figure->size()).valueAtX(pointer.x()) - before) < 1e-9 * std::max(1.0, before));
    // Ctrl is the window's.
    const TimeDiagram::View seen = figure->view();
    QVERIFY(!turn(1, Qt::ControlModifier));
    QCOMPARE(figure->view(), seen);
    QVERIFY(turn(1, Qt::ShiftModifier));
    QCOMPARE(figure->view().stages, 3);

    QTest::keyClick(figure.get(), Qt::Key_0);
    QVERIFY(!figure->isZoomed());
    QTest::keyClick(figure.get(), Qt::Key_Plus);
    const TimeDiagram::View closer = figure->view();
    QVERIFY(closer.to - closer.from < 1);
    QTest::keyClick(figure.get(), Qt::Key_Right);
    QVERIFY(figure->view().from > closer.from);
    QTest::keyClick(figure.get(), Qt::Key_Left);
    QTest::keyClick(figure.get(), Qt::Key_Minus);
    QVERIFY(!figure->isZoomed());
}

void TestTimeDiagram::dragMoves()
{
    const auto figure = shown<TimelineDiagram>(snapshot(kFour));
    figure->zoom(4);
    const TimeDiagram::View seen = figure->view();
    const QPoint from = figure->plotArea().center().toPoint();
    const QPoint to = from - QPoint(100, 0);
    QTest::mousePress(figure.get(), Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, figure->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(figure.get(), &move);
    QTest::mouseRelease(figure.get(), Qt::LeftButton, {}, to);
    QVERIFY(std::fabs(figure->view().from - (seen.from + 0.25 * 100 / figure->plotArea().width())) < 1e-9);
    QCOMPARE(figure->view().to - figure->view().from, seen.to - seen.from);
}

void TestTimeDiagram::axisStaysInADrag()
{
    const Snapshot before = snapshot(kFour);
    const auto figure = shown<TimelineDiagram>(before);
    const double upper = figure->axes().x.upper;
    std::vector<Edit> edits = kFour;
    edits.push_back({"workload.batch", 2097152});
    edits[2].value = 4;  // micro-batches of the same size
    figure->show(snapshot(edits), &before);
    QCOMPARE(figure->axes().x.upper, upper);
    // The end of the step where the drag began.
    bool ghost = false;
    for (const Stroke& stroke : marksOf<Stroke>(*figure))
        ghost |= stroke.line.size() == 2 && std::fabs(stroke.line[0].x() - figure->plotArea().right()) < 2;
    QVERIFY(ghost);
    figure->show(snapshot(edits), nullptr);
    QVERIFY(figure->axes().x.upper < 0.7 * upper);
}

void TestTimeDiagram::paintRepeats()
{
    const Snapshot now = snapshot(kFour);
    const auto painted = [&](PlotFigure& figure) {
        QImage image(800, 400, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        figure.paint(painter, image.size(), lightTheme());
        return image;
    };
    const auto used = shown<TimelineDiagram>(snapshot(kMany), {500, 200});
    used->show(now, nullptr);
    const QImage image = painted(*used);
    QCOMPARE(image, painted(*shown<TimelineDiagram>(now)));
    const auto schedule = shown<ScheduleDiagram>(now);
    QCOMPARE(painted(*schedule), painted(*shown<ScheduleDiagram>(now, {300, 200})));
    QVERIFY(painted(*schedule) != image);
}

void TestTimeDiagram::manyItemsAreDrawnInAFrame()
{
    const Snapshot now = snapshot(kMany);
    now.timeline();
    QImage image(1600, 800, QImage::Format_ARGB32_Premultiplied);
    for (int which = 0; which < 2; ++which) {
        std::unique_ptr<TimeDiagram> figure;
        if (which == 0)
            figure = shown<TimelineDiagram>(now, image.size());
        else
            figure = shown<ScheduleDiagram>(now, image.size());
        qint64 fastest = std::numeric_limits<qint64>::max();
        qint64 composed = fastest;
        for (int round = 0; round < 5; ++round) {
            QElapsedTimer timer;
            timer.start();
            figure->show(now, nullptr);
            const Scene& scene = figure->scene();
            composed = std::min(composed, timer.nsecsElapsed());
            QPainter painter(&image);
            scene.draw(painter);
            fastest = std::min(fastest, timer.nsecsElapsed());
        }
        qInfo("%s: %zu items, %zu marks, composed in %.2f ms, drawn in %.2f ms", which ? "schedule" : "timeline", now.timeline().items.size(),
              figure->scene().marks.size(), static_cast<double>(composed) / 1e6, static_cast<double>(fastest) / 1e6);
        // A frame takes 16 ms; a busy machine may take longer.
        QVERIFY(fastest < 60'000'000);
    }
}

QTEST_MAIN(TestTimeDiagram)
#include "test_time_diagram.moc"
