// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explore/serving_series.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <set>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::frontier, FigureKind::decode, FigureKind::capacity, FigureKind::cost};
constexpr std::array kDragged = {FigureKind::frontier, FigureKind::decode};
constexpr std::array kPresets = {"default", "llama-3-8b-v5e", "book-serving-13b", "book-serving-70b", "book-serving-405b", "esti-palm-540b",
                                 "serving-llama-3-70b-h100", "serving-deepseek-v3-h800"};
constexpr std::array kSizes = {QSize(900, 480), QSize(660, 480), QSize(420, 300), QSize(320, 180)};

QString nameOf(FigureKind kind) { return fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]); }

Scenario preset(std::string_view id, const std::vector<Edit>& edits = {})
{
    Scenario s = scenarioPreset(shippedPresets(), id).value.value();
    const Diagnostics problems = scalescope::apply(s, edits);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

/// LLaMA 2 13B at 8192 tokens on eight v5e: 16 sequences fit.
Scenario book(const std::vector<Edit>& edits = {}) { return preset("book-serving-13b", edits); }

Scenario impossible() { return book({{"serving.decode.tensor", 7}}); }
Scenario tooLarge() { return book({{"serving.decode.tensor", 1}}); }

FrontierCurve ownCurve(const Scenario& s)
{
    for (const FrontierCurve& curve : frontier(s))
        if (curve.present)
            return curve;
    qFatal("no curve");
}

double largestOf(const Scenario& s) { return evaluateServing(s).largestBatch.value(); }

std::unique_ptr<PlotFigure> shown(FigureKind kind, const Scenario& s, const QSize& size = {660, 480})
{
    auto figure = makeFigure(kind);
    figure->resize(size);
    figure->show(snapshotOf(s), nullptr);
    return figure;
}

QStringList wordsOf(const PlotFigure& figure)
{
    QStringList texts;
    for (const Label& label : figure.scene().labels())
        texts << label.text;
    return texts;
}

QPointF middleOf(const HitShape& shape) { return shape.outline.boundingRect().center(); }

/// The present's mark, which comes last.
QPointF handleOf(const PlotFigure& figure) { return middleOf(figure.scene().hits.back()); }

/// What is between the hand and the scenario in the window: edits change it, and the figure follows.
struct Held {
    Held(FigureKind kind, const Scenario& s) : scenario(s), start(snapshotOf(s)), figure(shown(kind, s))
    {
        QObject::connect(figure.get(), &PlotFigure::edited, figure.get(), [this](const Edit& edit, int gesture) {
            edits.push_back(edit);
            gestures.insert(gesture);
            const std::vector<Edit> one = {edit};
            if (!scalescope::apply(scenario, one).empty())
                qFatal("refused");
            figure->show(snapshotOf(scenario), &start);
        });
    }

    void press(QPointF at) { send(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton); }
    void move(QPointF at) { send(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton); }
    void release(QPointF at) { send(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton); }
    void send(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons)
    {
        QMouseEvent event(type, at, figure->mapToGlobal(at), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(figure.get(), &event);
    }

    Scenario scenario;
    Snapshot start;
    std::unique_ptr<PlotFigure> figure;
    std::vector<Edit> edits;
    std::set<int> gestures;
};

}  // namespace

class TestServingPlots : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void nothingLeavesThePlot();
    void theFrontierIsNamed();
    void limitsAreWalls();
    void limitsThatNothingMeetsAreSaid();
    void whatDoesNotFitIsSaid();
    void impossibleIsANotice();
    void costsAskForAPrice();
    void case23_theContextIsPrinted();
    void tablesAreTheEngines();
    void hitsOpenDerivations();
    void draggingMovesTheBatch();
    void draggingStaysOnTheFrontier();
    void aClickIsNotADrag();
    void theKeyboardNudges();
    void axesStayWhileDragging();
    void otherCurvesCanBeChosen();
    void ghostShowsTheStart();
    void tinySizesAreSurvived();
};

void TestServingPlots::labelsKeepApart_data()
{
    QTest::addColumn<std::string>("id");
    for (const char* id : kPresets)
        QTest::newRow(id) << std::string(id);
}

void TestServingPlots::labelsKeepApart()
{
    QFETCH(std::string, id);
    for (const FigureKind kind : kKinds)
        for (const QSize& size : kSizes)
            for (const double factor : {1.0, 1.75}) {
                if (factor > 1 && size.width() < 600)
                    continue;
                const auto figure = makeFigure(kind);
                figure->resize(size);
                figure->setTheme(lightTheme(factor));
                for (const double batch : {1.0, 12.0, 300.0, 60000.0})
                    for (const std::optional<double> limit : {std::optional<double>(), std::optional<double>(0.02)})
                        for (const double curves : {0.0, 1.0, 2.0}) {
                            Scenario s = preset(id, {{"serving.sequences", batch}, {"serving.limit_token", limit}, {"serving.curves", curves}});
                            figure->show(snapshotOf(s), nullptr);
                            const std::vector<Label> labels = figure->scene().labels();
                            QVERIFY(!labels.empty());
                            for (std::size_t i = 0; i < labels.size(); ++i) {
                                const QString where = u"%1 of %2 at %3 in %4 x %5: %6"_s.arg(nameOf(kind), QString::fromStdString(id)).arg(batch)
                                                          .arg(size.width()).arg(size.height()).arg(labels[i].text);
                                QVERIFY2(QRectF(QPointF(0, 0), size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(labels[i].outline().boundingRect()),
                                         qPrintable(where + u" leaves the card"_s));
                                for (std::size_t j = 0; j < i; ++j)
                                    QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()), qPrintable(where + u" on "_s + labels[j].text));
                            }
                            if (kind != FigureKind::frontier)
                                break;
                        }
            }
}

void TestServingPlots::nothingLeavesThePlot()
{
    const Snapshot before = snapshotOf(book({{"serving.sequences", 100}}));
    for (const FigureKind kind : kKinds)
        for (const char* id : kPresets) {
            const auto figure = makeFigure(kind);
            figure->resize(640, 360);
            figure->show(snapshotOf(preset(id)), &before);
            const QRectF area = figure->plotArea().adjusted(-1, -1, 1, 1);
            for (const auto& mark : figure->scene().marks)
                if (const auto* stroke = std::get_if<Stroke>(&mark))
                    for (const QPointF& p : stroke->line)
                        QVERIFY2(area.contains(p), id);
        }
}

void TestServingPlots::theFrontierIsNamed()
{
    const Scenario s = book();
    const QString largest = fromCore(formatCount(largestOf(s)));
    const QStringList words = wordsOf(*shown(FigureKind::frontier, s, {900, 480}));
    for (const QString& name : {u"now 8"_s, u"8,192 tokens"_s, u"4,096 tokens"_s, u"1"_s, u"4"_s, QString(u"best: "_s + largest + u" (max)"_s)})
        QVERIFY2(words.contains(name), qPrintable(name + u" is not in "_s + words.join(u'|')));
    const QStringList decode = wordsOf(*shown(FigureKind::decode, s, {900, 480}));
    for (const QString& name : {u"now 8"_s, u"weights"_s, u"KV cache"_s, u"FLOPs"_s, u"network"_s, u"step"_s})
        QVERIFY2(decode.contains(name), qPrintable(name + u" is not in "_s + decode.join(u'|')));
    QVERIFY2(decode.join(u'|').contains(largest + u" fit"_s), qPrintable(decode.join(u'|')));
    const QStringList capacity = wordsOf(*shown(FigureKind::capacity, s, {900, 480}));
    for (const QString& name : {u"now 8"_s, u"8,192 tokens"_s, u"4,096"_s, largest, u"does not fit"_s})
        QVERIFY2(capacity.contains(name), qPrintable(name + u" is not in "_s + capacity.join(u'|')));
}

void TestServingPlots::limitsAreWalls()
{
    // Between the first and the last of the curve.
    const FrontierCurve own = ownCurve(book());
    const double limit = std::sqrt(own.points.front().tokenTime.value * own.points.back().tokenTime.value);
    const Scenario s = book({{"serving.limit_token", limit}});
    const auto figure = shown(FigureKind::frontier, s, {900, 480});
    const double x = Frame(figure->axes(), figure->size()).toX(limit);
    const auto& marks = figure->scene().marks;
    const bool wall = std::ranges::any_of(marks, [&](const auto& mark) {
        const auto* stroke = std::get_if<Stroke>(&mark);
        return stroke && stroke->line.size() == 2 && stroke->pen.color() == lightTheme().trouble && std::abs(stroke->line[0].x() - x) < 1 &&
            std::abs(stroke->line[1].x() - x) < 1;
    });
    QVERIFY(wall);
    const auto best = bestPoint(s);
    QVERIFY(best && best->sequences < own.points.back().sequences && best->tokenTime.value <= limit);
    const QStringList words = wordsOf(*figure);
    QVERIFY2(words.contains(u"best: "_s + fromCore(formatCount(best->sequences))), qPrintable(words.join(u'|')));
    const QString most = fromCore(formatCount(own.points.back().sequences)) + u" max"_s;
    QVERIFY2(words.contains(most), qPrintable(words.join(u'|')));
    QVERIFY2(words.join(u'|').contains(u"limit "_s + fromCore(formatSeconds(limit))), qPrintable(words.join(u'|')));
}

void TestServingPlots::limitsThatNothingMeetsAreSaid()
{
    const auto token = shown(FigureKind::frontier, book({{"serving.limit_token", 1e-4}}));
    QVERIFY(wordsOf(*token).contains(u"no batch meets the limits"_s));
    QVERIFY2(token->caption().contains(u"no batch keeps to the limits"_s), qPrintable(token->caption()));
    const auto first = shown(FigureKind::frontier, book({{"serving.limit_first_token", 1e-3}}));
    QVERIFY2(wordsOf(*first).join(u'|').contains(u"the first token takes over"_s), qPrintable(wordsOf(*first).join(u'|')));

    // Chunked: where the limit on the first token binds.
    const std::vector<Edit> chunked = {{"serving.batching", 1}, {"serving.output", 8192}};
    const FrontierCurve own = ownCurve(book(chunked));
    const double limit = (own.points.front().firstToken.value + own.points.back().firstToken.value) / 2;
    QVERIFY(own.points.front().firstToken.value < limit && limit < own.points.back().firstToken.value);
    std::vector<Edit> limited = chunked;
    limited.push_back({"serving.limit_first_token", limit});
    const QString words = wordsOf(*shown(FigureKind::frontier, book(limited), {900, 480})).join(u'|');
    QVERIFY2(words.contains(u"first token within"_s), qPrintable(words));
}

void TestServingPlots::whatDoesNotFitIsSaid()
{
    const Scenario over = book({{"serving.sequences", largestOf(book()) + 10}});
    for (const FigureKind kind : kKinds) {
        if (kind == FigureKind::cost && !over.hardware.cluster.chip.dollarsPerHour)
            continue;
        const auto figure = shown(kind, over);
        QVERIFY2(wordsOf(*figure).contains(u"does not fit"_s), qPrintable(nameOf(kind)));
    }
    // A hollow dot: the card within a rim of the accent.
    const auto frontier = shown(FigureKind::frontier, over);
    const Theme theme = lightTheme();
    const bool hollow = std::ranges::any_of(frontier->scene().marks, [&](const auto& mark) {
        const auto* dot = std::get_if<Dot>(&mark);
        return dot && dot->fill == theme.card && dot->rim == theme.accent;
    });
    QVERIFY(hollow);

    for (const FigureKind kind : {FigureKind::decode, FigureKind::capacity}) {
        const QString words = wordsOf(*shown(kind, tooLarge())).join(u'|');
        QVERIFY2(words.contains(u"not even one sequence fits"_s) || words.contains(u"not one sequence of"_s), qPrintable(words));
    }
    const auto none = shown(FigureKind::frontier, tooLarge());
    QVERIFY2(wordsOf(*none).join(u'|').contains(u"Not even one sequence fits"_s), qPrintable(wordsOf(*none).join(u'|')));
    QVERIFY(none->scene().hits.empty());
}

void TestServingPlots::impossibleIsANotice()
{
    for (const FigureKind kind : {FigureKind::frontier, FigureKind::decode, FigureKind::cost}) {
        const auto figure = shown(kind, impossible());
        QVERIFY2(wordsOf(*figure).join(u' ').contains(u"cannot be served"_s), qPrintable(nameOf(kind)));
        QVERIFY(figure->table().rows.isEmpty());
        QVERIFY(figure->scene().hits.empty());
        QVERIFY(!figure->caption().isEmpty());
    }
}

void TestServingPlots::costsAskForAPrice()
{
    const auto without = shown(FigureKind::cost, book({{"chip.price", std::nullopt}}));
    QVERIFY(wordsOf(*without).join(u' ').contains(u"price is unknown"_s));
    QVERIFY(!without->table().rows.isEmpty());
    const Scenario s = book({{"chip.price", 1.2}});
    const auto with = shown(FigureKind::cost, s);
    QVERIFY(wordsOf(*with).contains(u"output"_s));
    QCOMPARE(with->table().rows.size(), static_cast<qsizetype>(costs(s).size()));
}

void TestServingPlots::case23_theContextIsPrinted()
{
    for (const FigureKind kind : kKinds) {
        for (const Scenario& s : {book(), tooLarge(), impossible(), book({{"serving.limit_token", 1e-4}}), book({{"chip.price", 1.2}})}) {
            const QString caption = shown(kind, s)->caption();
            QVERIFY2(caption.contains(u"8,192 tokens"_s), qPrintable(nameOf(kind) + u": "_s + caption));
            QVERIFY2(caption.contains(u"13B"_s), qPrintable(caption));
        }
    }
}

void TestServingPlots::tablesAreTheEngines()
{
    const Scenario s = book({{"chip.price", 1.2}});
    const FigureTable rows = shown(FigureKind::frontier, s)->table();
    std::size_t found = 0;
    for (const FrontierCurve& curve : frontier(s))
        for (const FrontierPoint& p : curve.points)
            found += static_cast<std::size_t>(std::ranges::count_if(rows.values, [&](const QStringList& row) {
                return row[1].toDouble() == p.sequences && row[2].toDouble() == p.tokenTime.value && row[3].toDouble() == p.firstToken.value &&
                    row[4].toDouble() == p.perChip;
            }));
    QCOMPARE(found, static_cast<std::size_t>(rows.values.size()));

    const std::vector<DecodeSplit> splits = decodeSplits(s);
    const FigureTable decode = shown(FigureKind::decode, s)->table();
    QCOMPARE(static_cast<std::size_t>(decode.values.size()), splits.size());
    for (std::size_t i = 0; i < splits.size(); ++i) {
        const QStringList& row = decode.values[static_cast<qsizetype>(i)];
        const std::array expected = {splits[i].sequences, splits[i].loop.value, splits[i].times.weights.value, splits[i].times.cache.value,
                                     splits[i].times.flops.value, splits[i].times.network.value, splits[i].memory.value};
        for (std::size_t c = 0; c < expected.size(); ++c)
            QCOMPARE(row[static_cast<qsizetype>(c)].toDouble(), expected[c]);
    }

    const FigureTable capacity = shown(FigureKind::capacity, s)->table();
    const std::vector<CapacityCurve> curves = capacities(s);
    QCOMPARE(static_cast<std::size_t>(capacity.values.size()), curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        QCOMPARE(capacity.values[static_cast<qsizetype>(i)][0].toDouble(), curves[i].context);
        QCOMPARE(capacity.values[static_cast<qsizetype>(i)][1].toDouble(), curves[i].largestBatch);
    }
    // One more than the largest does not fit, whatever is expert-parallel.
    for (const char* id : {"book-serving-13b", "serving-deepseek-v3-h800"}) {
        const Scenario each = preset(id);
        const double capacityOfChip = each.hardware.cluster.chip.hbm.capacity->value;
        const std::vector<CapacityCurve> contexts = capacities(each);
        for (const CapacityCurve& c : contexts) {
            QVERIFY(c.largestBatch < 1 || c.at(c.largestBatch).value <= capacityOfChip);
            QVERIFY(c.at(c.largestBatch + c.groups).value > capacityOfChip);
        }
        QCOMPARE(std::ranges::find_if(contexts, &CapacityCurve::present)->at(each.serving.sequences).value,
                 evaluateServing(each).decodePhase.memory.total().value);
    }

    const FigureTable cost = shown(FigureKind::cost, s)->table();
    const std::vector<CostPoint> points = costs(s);
    for (std::size_t i = 0; i < points.size(); ++i) {
        QCOMPARE(cost.values[static_cast<qsizetype>(i)][1].toDouble(), points[i].output.value());
        QCOMPARE(cost.values[static_cast<qsizetype>(i)][2].toDouble(), points[i].input.value());
    }
}

void TestServingPlots::hitsOpenDerivations()
{
    const Scenario s = book({{"chip.price", 1.2}});
    const auto derivations = [&](FigureKind kind) {
        QStringList found;
        const auto figure = shown(kind, s, {900, 480});
        for (const HitShape& shape : figure->scene().hits) {
            const QPointF at = shape.closed ? middleOf(shape) : shape.outline[shape.outline.size() / 2];
            if (const auto hit = figure->hitTest(at); hit && !hit->title.isEmpty() && !hit->lines.isEmpty())
                found << hit->derivation;
        }
        return found;
    };
    const auto all = [](const QStringList& found, const QStringList& expected) {
        for (const QString& id : expected)
            QVERIFY2(found.contains(id), qPrintable(id + u" is not in "_s + found.join(u'|')));
    };
    all(derivations(FigureKind::frontier), {u"serving.token_time"_s});
    all(derivations(FigureKind::decode), {u"serving.decode.step"_s, u"serving.decode.weights"_s, u"serving.decode.cache"_s,
                                          u"serving.decode.flops"_s, u"serving.decode.network"_s, u"serving.largest_batch"_s});
    all(derivations(FigureKind::capacity), {u"serving.memory.total"_s, u"serving.largest_batch"_s});
    all(derivations(FigureKind::cost), {u"serving.cost.output"_s, u"serving.cost.input"_s});
}

void TestServingPlots::draggingMovesTheBatch()
{
    const double largest = largestOf(book());
    for (const FigureKind kind : kDragged) {
        Held held(kind, book());
        const QPointF start = handleOf(*held.figure);
        const QRectF area = held.figure->plotArea();
        held.press(start);
        for (int i = 1; i <= 30; ++i)  // far to the right and out of the plot
            held.move(start + QPointF(i * area.width() / 20, 0));
        QVERIFY2(!held.edits.empty(), qPrintable(nameOf(kind)));
        QCOMPARE(held.scenario.serving.sequences, largest);
        for (int i = 1; i <= 60; ++i)  // and back, to the left and down out of it
            held.move(start + QPointF(area.width() * (1.5 - i / 20.0), i / 60.0 * area.height() * 2));
        QCOMPARE(held.scenario.serving.sequences, 1.0);
        held.release(start);
        QCOMPARE(held.gestures.size(), 1U);
        for (const Edit& edit : held.edits) {
            QCOMPARE(edit.id, std::string("serving.sequences"));
            QVERIFY(edit.value && *edit.value >= 1 && *edit.value <= largest && *edit.value == std::floor(*edit.value));
        }
        const std::size_t before = held.edits.size();
        held.move(start + QPointF(60, 0));  // nothing is held any more
        QCOMPARE(held.edits.size(), before);
        held.press(handleOf(*held.figure));
        held.move(handleOf(*held.figure) + QPointF(90, -60));
        held.release({});
        QCOMPARE(held.gestures.size(), 2U);
    }
}

void TestServingPlots::draggingStaysOnTheFrontier()
{
    // A batch that does not fit is brought back among those that do.
    for (const double sequences : {3.0, 200.0}) {
        Held held(FigureKind::frontier, book({{"serving.sequences", sequences}}));
        const FrontierCurve own = ownCurve(held.scenario);
        const QPointF start = handleOf(*held.figure);
        const QRectF area = held.figure->plotArea();
        held.press(start);
        for (int i = 1; i < 40; ++i)
            held.move(area.center() + QPointF(std::sin(i) * area.width(), std::cos(i) * area.height()) * 0.6);
        held.release(start);
        QVERIFY(held.edits.size() > 5);
        for (const Edit& edit : held.edits)
            QVERIFY(std::ranges::find(own.points, *edit.value, &FrontierPoint::sequences) != own.points.end());
    }
}

void TestServingPlots::aClickIsNotADrag()
{
    Held held(FigureKind::frontier, book());
    QSignalSpy opened(held.figure.get(), &PlotFigure::activated);
    const QPointF at = handleOf(*held.figure);
    held.press(at);
    held.move(at + QPointF(1, 1));
    held.release(at + QPointF(1, 1));
    QVERIFY(held.edits.empty());
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), u"serving.token_time"_s);
    held.move(at);
    QCOMPARE(held.figure->cursor().shape(), Qt::OpenHandCursor);
    held.press(at);
    held.move(at + QPointF(0, 60));
    QCOMPARE(held.figure->cursor().shape(), Qt::ClosedHandCursor);
    held.release(at + QPointF(0, 60));
    QCOMPARE(opened.count(), 1);
    QVERIFY(!held.edits.empty());
}

void TestServingPlots::theKeyboardNudges()
{
    for (const FigureKind kind : kDragged) {
        Held held(kind, book());
        PlotFigure& figure = *held.figure;
        QTest::keyClick(&figure, Qt::Key_Up);  // the last shape: the present
        QVERIFY(held.edits.empty());
        QTest::keyClick(&figure, Qt::Key_Right);
        QCOMPARE(held.scenario.serving.sequences, 9.0);
        QTest::keyClick(&figure, Qt::Key_Left);
        QTest::keyClick(&figure, Qt::Key_Left);
        QCOMPARE(held.scenario.serving.sequences, 7.0);
        QCOMPARE(held.gestures.size(), 1U);  // quickly one after the other: one step of undo
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(&figure, Qt::Key_Left);
        QCOMPARE(held.scenario.serving.sequences, 1.0);
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(&figure, Qt::Key_Right);
        QCOMPARE(held.scenario.serving.sequences, largestOf(book()));
        const std::size_t before = held.edits.size();
        QTest::keyClick(&figure, Qt::Key_Up);  // leaves the handle
        QTest::keyClick(&figure, Qt::Key_Right);
        QCOMPARE(held.edits.size(), before);
    }
}

void TestServingPlots::axesStayWhileDragging()
{
    for (const FigureKind kind : kKinds)
        for (const double sequences : {4.0, 100.0}) {
            Scenario s = book({{"serving.sequences", sequences}, {"chip.price", 1.2}});
            const Snapshot before = snapshotOf(s);
            const auto figure = shown(kind, s);
            const Axes start = figure->axes();
            for (const double batch : {1.0, 7.0, 13.0, sequences}) {
                s.serving.sequences = batch;
                figure->show(snapshotOf(s), &before);
                QCOMPARE(figure->axes().margins, start.margins);
                QCOMPARE(figure->axes().x.lower, start.x.lower);
                QCOMPARE(figure->axes().x.upper, start.x.upper);
                QCOMPARE(figure->axes().y.lower, start.y.lower);
                QCOMPARE(figure->axes().y.upper, start.y.upper);
            }
        }
}

void TestServingPlots::otherCurvesCanBeChosen()
{
    const QString slices = wordsOf(*shown(FigureKind::frontier, book({{"serving.curves", 1}}), {900, 480})).join(u'|');
    QVERIFY2(slices.contains(u"8 chips"_s) && slices.contains(u"4 chips"_s), qPrintable(slices));
    const QString types = wordsOf(*shown(FigureKind::frontier, book({{"serving.curves", 2}}), {900, 480})).join(u'|');
    QVERIFY2(types.contains(u"bf16"_s) && types.contains(u"int4"_s), qPrintable(types));
}

void TestServingPlots::ghostShowsTheStart()
{
    const Snapshot before = snapshotOf(book({{"serving.prompt", 4096}, {"serving.sequences", 3}, {"chip.price", 1.2}}));
    const Scenario s = book({{"chip.price", 1.2}});
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, s);
        const std::size_t marks = figure->scene().marks.size();
        figure->show(snapshotOf(s), &before);
        QVERIFY2(figure->scene().marks.size() > marks, qPrintable(nameOf(kind)));
    }
}

void TestServingPlots::tinySizesAreSurvived()
{
    for (const FigureKind kind : kKinds)
        for (const QSize& size : {QSize(1, 1), QSize(60, 20), QSize(20, 200), QSize(120, 90)})
            for (const Scenario& s : {book(), impossible(), tooLarge(), book({{"serving.sequences", 1e12}}), book({{"serving.sequences", 1e-9}}),
                                      book({{"chip.hbm.capacity", std::nullopt}}), preset("serving-deepseek-v3-h800")}) {
                const auto figure = shown(kind, s, size);
                QVERIFY(figure->scene().background.isValid());
                figure->hitTest(QPointF(size.width() / 2.0, size.height() / 2.0));
            }
}

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    loadFonts();
    TestServingPlots test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_serving_plots.moc"
