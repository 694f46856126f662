// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/base/format.h"
#include "core/explore/collective_series.h"
#include "core/explore/matmul_series.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "tests/support/random_scenario.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/curve_chart.h"
#include "widgets/plots/label_placer.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::collectiveSize, FigureKind::collectiveAxis, FigureKind::matmul, FigureKind::attained,
                               FigureKind::split};

Scenario scenario(std::string_view preset, const std::vector<Edit>& edits = {})
{
    const auto read = scenarioPreset(shippedPresets(), preset);
    if (!read.value)
        qFatal("no preset %s", std::string(preset).c_str());
    Scenario s = *read.value;
    const Diagnostics problems = scalescope::apply(s, edits);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

QString nameOf(FigureKind kind) { return fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]); }

std::unique_ptr<PlotFigure> shown(FigureKind kind, const Scenario& s, QSize size = {640, 420})
{
    auto figure = makeFigure(kind);
    figure->resize(size);
    figure->show(snapshotOf(s), nullptr);
    return figure;
}

QString wordsOf(const PlotFigure& figure)
{
    QStringList texts;
    for (const Label& label : figure.scene().labels())
        texts << label.text;
    return texts.join(u'\n');
}

std::optional<FigureHit> hitWith(const PlotFigure& figure, const QString& title)
{
    for (const HitShape& shape : figure.scene().hits) {
        const auto hit = figure.hitTest(shape.outline.boundingRect().center());
        if (hit && hit->title.contains(title))
            return hit;
    }
    return std::nullopt;
}

QString secondsText(Seconds t) { return fromCore(formatSeconds(t.value)); }
QString bytesText(Bytes b) { return fromCore(formatBytes(b.value)); }

void verifyScene(const PlotFigure& figure, const QSize& size, const QString& where)
{
    const std::vector<Label> labels = figure.scene().labels();
    QVERIFY2(!labels.empty(), qPrintable(where));
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const QPolygonF outline = labels[i].outline();
        QVERIFY2(QRectF(QPointF(0, 0), size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(outline.boundingRect()),
                 qPrintable(where + u": "_s + labels[i].text + u" leaves the card"_s));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!overlap(outline, labels[j].outline()), qPrintable(where + u": "_s + labels[i].text + u" on "_s + labels[j].text));
    }
    for (const auto& mark : figure.scene().marks) {
        const auto* stroke = std::get_if<Stroke>(&mark);
        if (!stroke)
            continue;
        const QRectF room = figure.plotArea().adjusted(-1, -1, 1, 1);
        QVERIFY2(std::all_of(stroke->line.begin(), stroke->line.end(), [&](QPointF p) { return room.contains(p); }),
                 qPrintable(where + u": a line leaves the plot"_s));
    }
}

}  // namespace

class TestNetworkPlots : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void anythingIsDrawn();
    void flipIsTheEngines();
    void hoverSaysWhatTheEngineSays();
    void axisIsWhatTheStudySays();
    void bookFiguresAreThePresets();
    void calculatorCounts();
    void calculatorAsksForWhatIsMissing();
    void operandsThatDoNotFitAreSaid();
    void attainedEndsAtThePeak();
    void splitCrossesWhereTheEngineSays();
    void impossibleMeshHasNoTimes();
    void axesStayWhileDragging();
    void ghostShowsTheStart();
    void tablesAreTheSeries();
    void paintRepeats();
};

void TestNetworkPlots::labelsKeepApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("factor");
    for (const QSize size : {QSize(320, 220), QSize(400, 300), QSize(640, 420), QSize(900, 600)})
        for (const bool dark : {false, true})
            QTest::newRow(qPrintable(u"%1x%2 %3"_s.arg(size.width()).arg(size.height()).arg(dark ? u"dark"_s : u"light"_s)))
                << size << dark << 1.0;
    QTest::newRow("lecture") << QSize(1300, 700) << false << 1.75;
}

void TestNetworkPlots::labelsKeepApart()
{
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(double, factor);
    const std::vector<std::pair<const char*, std::vector<Edit>>> looks = {
        {"default", {}},
        {"default", {{"sharding.idle.Y", 1}, {"sharding.collective", 2}, {"sharding.array", 2e6}}},
        {"default", {{"sharding.against", 1}, {"sharding.over.X", 0}, {"sharding.over.Y", 1}}},
        {"default", {{"assumptions.latency", 1}, {"calculator.memory", 2}}},
        {"llama-3-8b-v5e", {{"calculator.inner", 9000}}},
        {"llama-3-70b-h100", {{"calculator.memory", 1}}},
        {"sharded-all-gather-h100", {}},
        {"ragged-all-to-all", {}},
        {"ragged-all-to-all", {{"sharding.against", 0}}},
    };
    for (const auto& [preset, edits] : looks) {
        Scenario s = scenario(preset, edits);
        const Snapshot before = snapshotOf(s);
        for (const FigureKind kind : kKinds) {
            const auto figure = makeFigure(kind);
            figure->resize(size);
            figure->setTheme(dark ? darkTheme(factor) : lightTheme(factor));
            for (double x = 1; x < 1e10; x *= 7.3) {
                s.sharding.array = Bytes(x);
                s.calculator.matmul.batch = std::min(std::round(x), 1e6);
                figure->show(snapshotOf(s), &before);
                verifyScene(*figure, size, u"%1 of %2 at %3"_s.arg(nameOf(kind), fromCore(preset)).arg(x));
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }
}

void TestNetworkPlots::anythingIsDrawn()
{
    std::mt19937 random(7);
    for (const Scenario& start : shippedScenarios()) {
        for (int i = 0; i < 12; ++i) {
            const Scenario s = randomised(start, 12, random);
            for (const FigureKind kind : kKinds) {
                const auto figure = shown(kind, s, {420, 300});
                verifyScene(*figure, {420, 300}, nameOf(kind));
                if (QTest::currentTestFailed())
                    return;
                QVERIFY(!figure->title().isEmpty());
                QVERIFY(!figure->summary().isEmpty());
                const FigureTable table = figure->table();
                for (const QStringList& row : table.rows)
                    QCOMPARE(row.size(), table.columns.size());
                for (const HitShape& shape : figure->scene().hits) {
                    const auto hit = figure->hitTest(shape.outline.boundingRect().center());
                    QVERIFY(!hit || !hit->title.isEmpty());
                }
            }
        }
    }
}

void TestNetworkPlots::flipIsTheEngines()
{
    const Scenario s = scenario("default");
    const Snapshot snapshot = snapshotOf(s);
    const Bytes flip = snapshot.sharding().collective->latencyBoundBelow;
    const auto figure = shown(FigureKind::collectiveSize, s);
    QVERIFY2(wordsOf(*figure).contains(bytesText(flip)), qPrintable(wordsOf(*figure)));
    QVERIFY(figure->caption().contains(bytesText(flip)));
    const auto hit = hitWith(*figure, u"Bandwidth-bound above"_s);
    QVERIFY(hit);
    const Frame frame(figure->axes(), figure->size());
    QVERIFY(std::fabs(hit->anchor.x() - frame.toX(flip.value)) < 1e-6);
}

void TestNetworkPlots::hoverSaysWhatTheEngineSays()
{
    const Scenario s = scenario("default");
    const auto figure = shown(FigureKind::collectiveSize, s);
    const Frame frame(figure->axes(), figure->size());
    const auto timed = timedCollective(s, answerSharding(s));
    for (const double bytes : {2e4, 3e7, 4e9}) {
        const CollectiveTime time = timed->at(Bytes(bytes));
        const QPointF at(frame.toX(bytes), frame.toY(time.total.value));
        const auto hit = figure->hitTest(at);
        QVERIFY(hit);
        QVERIFY2(hit->lines.join(u'\n').contains(secondsText(time.total)), qPrintable(hit->lines.join(u'\n')));
        QVERIFY(hit->lines.join(u'\n').contains(time.term == Term::latency ? u"latency-bound"_s : u"bandwidth-bound"_s));
        QVERIFY(std::fabs(hit->anchor.y() - at.y()) < 1e-6);
    }
}

void TestNetworkPlots::axisIsWhatTheStudySays()
{
    QStringList titles;
    for (const double against : {0.0, 1.0, 2.0}) {
        const auto figure = shown(FigureKind::collectiveAxis, scenario("sharded-all-gather-h100", {{"sharding.against", against}}));
        titles << figure->title();
        QVERIFY(!figure->table().rows.isEmpty());
    }
    titles.removeDuplicates();
    QCOMPARE(titles.size(), 3);
    // Sizes come in steps, so the pointer reads the nearest one.
    const Scenario s = scenario("default");
    const auto figure = shown(FigureKind::collectiveAxis, s);
    const Frame frame(figure->axes(), figure->size());
    const auto timed = timedCollective(s, answerSharding(s));
    const auto hit = figure->hitTest(QPointF(frame.toX(64 * 1.1), frame.toY(timed->overInnermost(64).total.value)));
    QVERIFY(hit);
    QCOMPARE(hit->title, u"axis of 64"_s);
    QVERIFY(hit->lines.join(u'\n').contains(secondsText(timed->overInnermost(64).total)));
}

void TestNetworkPlots::bookFiguresAreThePresets()
{
    const auto gather = shown(FigureKind::collectiveAxis, scenario("sharded-all-gather-h100"));
    const QString words = wordsOf(*gather);
    for (const QString& name : {u"node"_s, u"leaf"_s, u"spine"_s, u"total"_s, u"now 8"_s})
        QVERIFY2(words.contains(name), qPrintable(words));
    QVERIFY(gather->caption().contains(u"537"_s));

    const auto ragged = shown(FigureKind::collectiveAxis, scenario("ragged-all-to-all"));
    const FigureTable table = ragged->table();
    QCOMPARE(table.columns.size(), 4);
    QCOMPARE(table.rows.first().first(), u"2"_s);
    QCOMPARE(table.rows.last().first(), u"256"_s);
    QVERIFY(std::fabs(table.values.first().at(2).toDouble() - 0.498046875) < 1e-12);        // oracle gpus-04, exact_Z2
    QVERIFY(std::fabs(table.values.last().at(2).toDouble() - 0.030705661161548436) < 1e-12);  // exact_Z256
    QVERIFY(wordsOf(*ragged).contains(u"now 64"_s));
}

void TestNetworkPlots::calculatorCounts()
{
    const Scenario s = scenario("llama-3-70b-h100");
    const MatmulAnswer answer = answerMatmul(s);
    const auto figure = shown(FigureKind::matmul, s);
    const QString words = wordsOf(*figure);
    for (const QString& part : {secondsText(answer.time().compute), secondsText(answer.time().memory), bytesText(answer.parts[1]),
                                fromCore(formatSi(answer.attained().value, "FLOP/s")), fromCore(formatSi(answer.ridge().value)),
                                fromCore(formatCount(std::round(*answer.critical())))})
        QVERIFY2(words.contains(part), qPrintable(part + u" in "_s + words));
    QVERIFY(figure->caption().contains(u"bound by HBM"_s));
    QVERIFY(shown(FigureKind::matmul, scenario("llama-3-70b-h100", {{"calculator.rows", 512}}))->caption().contains(u"bound by compute"_s));
    const auto hit = hitWith(*figure, u"weights"_s);
    QVERIFY(hit);
    QVERIFY(hit->lines.join(u'\n').contains(bytesText(answer.parts[1])));
}

void TestNetworkPlots::calculatorAsksForWhatIsMissing()
{
    for (const FigureKind kind : {FigureKind::matmul, FigureKind::attained}) {
        const auto bandwidth = shown(kind, scenario("llama-3-70b-h100", {{"calculator.memory", 1}, {"chip.on_chip.bandwidth", std::nullopt}}));
        QVERIFY2(wordsOf(*bandwidth).contains(u"No bandwidth for L2"_s), qPrintable(wordsOf(*bandwidth)));
        QVERIFY(bandwidth->scene().hits.empty());
        const auto peak = shown(kind, scenario("llama-3-70b-h100", {{"calculator.compute", 0}, {"chip.peak.fp32", std::nullopt}}));
        QVERIFY2(wordsOf(*peak).contains(u"No peak for fp32"_s), qPrintable(wordsOf(*peak)));
    }
}

void TestNetworkPlots::operandsThatDoNotFitAreSaid()
{
    const Scenario large = scenario("llama-3-70b-h100", {{"calculator.memory", 1}});
    QVERIFY(wordsOf(*shown(FigureKind::matmul, large)).contains(u"does not fit"_s));
    QVERIFY(wordsOf(*shown(FigureKind::attained, large)).contains(u"does not fit"_s));
    const Scenario small = scenario("llama-3-70b-h100", {{"calculator.memory", 1}, {"calculator.inner", 1024}, {"calculator.outer", 1024}});
    QVERIFY(!wordsOf(*shown(FigureKind::matmul, small)).contains(u"does not fit"_s));
}

void TestNetworkPlots::attainedEndsAtThePeak()
{
    const Scenario s = scenario("llama-3-8b-v5e");
    const auto figure = shown(FigureKind::attained, s);
    const double peak = s.hardware.cluster.chip.peak[static_cast<std::size_t>(DType::bf16)]->value;
    const QString words = wordsOf(*figure);
    QVERIFY2(words.contains(u"peak "_s + fromCore(formatSi(peak, "FLOP/s"))), qPrintable(words));
    for (const double width : {1024.0, 4096.0, 16384.0}) {
        MatmulShape shape = s.calculator.matmul;
        shape.inner = shape.outer = width;
        const double critical = *answerMatmul(s, shape).critical();
        const QString row = fromCore(formatCount(width)) + u'\n' + fromCore(formatCount(std::round(critical)));
        QVERIFY2(words.contains(row), qPrintable(row + u" in "_s + words));
    }
    QCOMPARE(figure->table().values.last().last().toDouble(), peak);
}

void TestNetworkPlots::splitCrossesWhereTheEngineSays()
{
    const Scenario s = scenario("llama-3-8b-v5e");
    const double critical = splitSeries(s, 100, 1e6)->critical;
    const auto figure = shown(FigureKind::split, s);
    QVERIFY(wordsOf(*figure).contains(fromCore(formatCount(std::round(critical)))));
    const auto hit = hitWith(*figure, u"Compute-bound above"_s);
    QVERIFY(hit);
    const Frame frame(figure->axes(), figure->size());
    QVERIFY(std::fabs(hit->anchor.x() - frame.toX(critical)) < 1e-6);
}

void TestNetworkPlots::impossibleMeshHasNoTimes()
{
    for (const FigureKind kind : {FigureKind::collectiveSize, FigureKind::collectiveAxis}) {
        const auto impossible = shown(kind, scenario("default", {{"sharding.mesh.X", 15}}));
        QVERIFY(wordsOf(*impossible).contains(u"cannot be laid"_s));
        QVERIFY(impossible->scene().hits.empty());
        const auto alone = shown(kind, scenario("default", {{"sharding.over.X", 0}}));
        QVERIFY(wordsOf(*alone).contains(u"Nothing to send"_s));
        QVERIFY(alone->table().rows.isEmpty());
    }
}

void TestNetworkPlots::axesStayWhileDragging()
{
    for (const FigureKind kind : {FigureKind::collectiveSize, FigureKind::split}) {
        Scenario s = scenario("default");
        const Snapshot before = snapshotOf(s);
        const auto figure = shown(kind, s);
        const Axes start = figure->axes();
        for (double x = 2e3; x < 1e10; x *= 3) {
            s.sharding.array = Bytes(x);
            s.calculator.matmul.inner = std::min(x, 9e5);
            figure->show(snapshotOf(s), &before);
            const Axes now = figure->axes();
            QCOMPARE(now.x.lower, start.x.lower);
            QCOMPARE(now.x.upper, start.x.upper);
            QCOMPARE(now.y.lower, start.y.lower);
            QCOMPARE(now.y.upper, start.y.upper);
            QCOMPARE(now.margins, start.margins);
        }
    }
}

void TestNetworkPlots::ghostShowsTheStart()
{
    const Scenario start = scenario("default");
    const Snapshot before = snapshotOf(start);
    for (const FigureKind kind : kKinds) {
        Scenario s = start;
        s.sharding.array = Bytes(3e6);
        s.calculator.matmul.batch = 64;
        s.calculator.matmul.inner = 2048;
        const auto strokes = [](const PlotFigure& figure) {
            return std::count_if(figure.scene().marks.begin(), figure.scene().marks.end(),
                                 [](const auto& mark) { return std::holds_alternative<Stroke>(mark); });
        };
        const auto figure = shown(kind, start);
        figure->show(snapshotOf(s), &before);
        const auto dragged = strokes(*figure);
        figure->show(snapshotOf(s), nullptr);
        QVERIFY2(dragged > strokes(*figure), qPrintable(nameOf(kind)));
    }
}

void TestNetworkPlots::tablesAreTheSeries()
{
    const Scenario s = scenario("default");
    const auto timed = timedCollective(s, answerSharding(s));
    const FigureTable table = shown(FigureKind::collectiveSize, s)->table();
    QVERIFY(table.rows.size() > 50);
    for (const QStringList& row : table.values)
        QCOMPARE(row.at(1), fromCore(shortest(timed->at(Bytes(row.at(0).toDouble())).total.value)));
    QCOMPARE(shown(FigureKind::collectiveSize, scenario("default", {{"sharding.idle.Y", 1}}))->table().columns.size(), 5);
    QCOMPARE(shown(FigureKind::split, s)->table().columns.size(), 3);
    QCOMPARE(shown(FigureKind::matmul, s)->table().rows.size(), 8);
}

void TestNetworkPlots::paintRepeats()
{
    const Scenario s = scenario("sharded-all-gather-h100");
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, s);
        const auto picture = [&] {
            QImage image(800, 500, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            figure->paint(painter, image.size(), lightTheme());
            return image;
        };
        const QImage first = picture();
        QImage blank(800, 500, QImage::Format_RGB32);
        blank.fill(Qt::white);
        QVERIFY(first != blank);
        QVERIFY(first == picture());
    }
}

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    loadFonts();
    TestNetworkPlots test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_network_plots.moc"
