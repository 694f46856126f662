// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/controls/field_edit.h"
#include "widgets/controls/notation_bar.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_figure.h"
#include "widgets/figures.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::arrays, FigureKind::strategies};

struct Study {
    const char* name;
    std::vector<NamedSize> mesh;
    std::vector<NamedSize> dimensions;
    const char* left;
    const char* right;
    const char* output = "";
    ArrayOperation operation = ArrayOperation::matmul;
};

const std::vector<NamedSize> kDimensions = {{"I", 8192}, {"J", 8192}, {"K", 32768}};

const std::vector<Study>& studies()
{
    static const std::vector<Study> all = {
        {"4x4", {{"X", 4}, {"Y", 4}}, kDimensions, "bf16[I_X, J_Y]", "bf16[J_Y, K]"},
        {"2x8x2", {{"X", 2}, {"Y", 8}, {"Z", 2}}, kDimensions, "bf16[I_XY, J]", "bf16[J, K_Z]"},
        {"16x16x16", {{"X", 16}, {"Y", 16}, {"Z", 16}}, kDimensions, "bf16[I_XY, J_Z]", "bf16[J_Z, K]"},
        {"batch",
         {{"X", 4}, {"Y", 4}, {"Z", 2}},
         {{"B", 16}, {"I", 4096}, {"J", 1000}, {"K", 1024}},
         "bf16[B_X, I_Y, J]",
         "bf16[B_X, J, K_Z]"},
        {"unreduced", {{"X", 4}, {"Y", 4}}, kDimensions, "bf16[I_X, J_Y]", "bf16[J_Y, K]", "bf16[I_X, K] {U_Y}"},
        {"padded",
         {{"data", 4}, {"model", 4}},
         {{"I", 10}, {"J", 8190}, {"K", 7}},
         "f32[I_{data}, J]",
         "f32[J, K_{model}]"},
        {"sum", {{"X", 4}, {"Y", 4}}, kDimensions, "bf16[I_X, J_Y]", "bf16[J_Y, K]", "", ArrayOperation::sum},
        {"add", {{"X", 4}, {"Y", 4}}, kDimensions, "bf16[I_X, J]", "bf16[I, J_Y]", "", ArrayOperation::add},
        {"vector", {{"X", 4}, {"Y", 4}}, kDimensions, "bf16[I_X]", "bf16[I_X]", "", ArrayOperation::multiply},
        {"one device", {{"X", 1}}, kDimensions, "bf16[I, J]", "bf16[J, K]"},
        {"mesh that cannot be laid", {{"X", 3}, {"Y", 5}}, kDimensions, "bf16[I_X, J]", "bf16[J, K_Y]"},
    };
    return all;
}

Scenario scenarioOf(const Study& study)
{
    Scenario s = *scenarioPreset(shippedPresets(), "default").value;
    s.sharding.mesh.axes = study.mesh;
    s.sharding.dimensions = study.dimensions;
    s.sharding.left = study.left;
    s.sharding.right = study.right;
    s.sharding.output = study.output;
    s.sharding.operation = study.operation;
    return s;
}

Snapshot snapshotOf(const Study& study) { return scalescope::snapshotOf(scenarioOf(study)); }

std::unique_ptr<ShardingFigure> figureOf(FigureKind kind, const Snapshot& snapshot, QSize size = {640, 420})
{
    std::unique_ptr<ShardingFigure> figure(qobject_cast<ShardingFigure*>(makeFigure(kind).release()));
    figure->resize(size);
    figure->show(snapshot, nullptr);
    return figure;
}

QPointF middleOf(const HitShape& shape) { return shape.outline.boundingRect().center(); }

int strokesOf(const ShardingFigure& figure, const QColor& color)
{
    int count = 0;
    for (const auto& mark : figure.scene().marks)
        if (const auto* stroke = std::get_if<Stroke>(&mark); stroke && stroke->pen.color() == color)
            ++count;
    return count;
}

/// A bar whose study follows what it emits, as in the window.
class Bar {
public:
    Bar() : scenario(scenarioOf(studies().front()))
    {
        bar.setTheme(lightTheme());
        bar.resize(900, bar.sizeHint().height());
        follow();
        QObject::connect(&bar, &NotationBar::edited, &bar, [this](const ShardingStudy& study, int gesture) {
            scenario.sharding = study;
            gestures << gesture;
            follow();
        });
        static_cast<QWidget&>(bar).show();
        bar.activateWindow();
        QApplication::setActiveWindow(&bar);
    }

    FieldEdit* field(const QString& name)
    {
        for (FieldEdit* edit : bar.findChildren<FieldEdit*>())
            if (edit->accessibleName() == name)
                return edit;
        qFatal("no field %s", qPrintable(name));
    }

    void type(const QString& name, const QString& text)
    {
        FieldEdit* edit = field(name);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }

    void follow() { bar.show(scenario.sharding, answerSharding(scenario)); }

    Scenario scenario;
    NotationBar bar;
    QList<int> gestures;
};

}  // namespace

class TestShardingFigures : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void tablesAreWhole();
    void blocksNameTheirHolders();
    void paddingIsToldAndHatched();
    void deviceIsOutlined();
    void hoveringABlockPointsAtItsHolder();
    void strategiesAreChosen();
    void strategiesStayCheapestFirst();
    void whatCannotBePlannedIsExplained();
    void timeAxisStaysInADrag();
    void goodTextIsTakenAtOnce();
    void badTextChangesNothing();
    void aBurstOfTypingIsOneGesture();
    void meshWithoutAnAxisTakesDefaultsOnEnter();
    void tooLargeAMeshIsRefused();
    void barFits();
};

void TestShardingFigures::labelsKeepApart_data()
{
    QTest::addColumn<int>("study");
    for (std::size_t i = 0; i < studies().size(); ++i)
        QTest::newRow(studies()[i].name) << static_cast<int>(i);
}

void TestShardingFigures::labelsKeepApart()
{
    QFETCH(int, study);
    const Snapshot snapshot = snapshotOf(studies()[static_cast<std::size_t>(study)]);
    for (const FigureKind kind : kKinds)
        for (const QSize size : {QSize(400, 300), QSize(640, 420), QSize(900, 600)})
            for (const Theme& theme : {lightTheme(), darkTheme()}) {
                const auto figure = figureOf(kind, snapshot, size);
                figure->setTheme(theme);
                figure->setView({1, 2, {}});
                const std::vector<Label> labels = figure->scene().labels();
                QVERIFY(!labels.empty());
                for (std::size_t i = 0; i < labels.size(); ++i) {
                    QVERIFY2(QRectF(QPointF(0, 0), size)
                                 .adjusted(-0.5, -0.5, 0.5, 0.5)
                                 .contains(labels[i].outline().boundingRect()),
                             qPrintable(labels[i].text + u" leaves the card"_s));
                    for (std::size_t j = 0; j < i; ++j)
                        QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()),
                                 qPrintable(u"%1 on %2 at %3"_s.arg(labels[i].text, labels[j].text).arg(size.width())));
                }
            }
}

void TestShardingFigures::tablesAreWhole()
{
    for (const Study& study : studies()) {
        const Snapshot snapshot = snapshotOf(study);
        for (const FigureKind kind : kKinds) {
            const auto figure = figureOf(kind, snapshot);
            const FigureTable table = figure->table();
            QVERIFY(!figure->summary().isEmpty());
            QCOMPARE(table.rows.size(), table.values.size());
            for (const QStringList& row : table.rows)
                QCOMPARE(row.size(), table.columns.size());
            qsizetype steps = 0;
            for (const Strategy& s : snapshot.sharding().plan.strategies)
                steps += static_cast<qsizetype>(s.steps.size());
            if (kind == FigureKind::strategies)
                QCOMPARE(table.rows.size(), steps);
        }
    }
}

void TestShardingFigures::blocksNameTheirHolders()
{
    const auto figure = figureOf(FigureKind::arrays, snapshotOf(studies()[0]), {900, 600});
    // left[I_X, J_Y]: the block in row 1 and column 2 is on the device at X = 1, Y = 2.
    const HitShape& block = figure->scene().hits[6];
    const auto hit = figure->hitTest(middleOf(block));
    QVERIFY(hit);
    QCOMPARE(hit->title, u"left: I 2,048 to 4,095, J 4,096 to 6,143"_s);
    QVERIFY(hit->lines.contains(u"on device 9 (X = 1, Y = 2)"_s));
    // right[J_Y, K]: four copies of each block.
    const auto copies = figure->hitTest(middleOf(figure->scene().hits[16]));
    QVERIFY(copies->lines.contains(u"on devices 0, 1, 2, 3"_s));
    QVERIFY(copies->lines.contains(u"all with Y = 0"_s));
}

void TestShardingFigures::paddingIsToldAndHatched()
{
    const auto figure = figureOf(FigureKind::arrays, snapshotOf(studies()[5]));
    bool hatched = false;
    for (const auto& mark : figure->scene().marks)
        if (const auto* box = std::get_if<Box>(&mark))
            hatched = hatched || box->hatch.isValid();
    QVERIFY(hatched);
    QVERIFY(figure->summary().contains(u"is padding"_s));
}

void TestShardingFigures::deviceIsOutlined()
{
    for (const Study& study : {studies()[0], studies()[2], studies()[3]}) {
        const auto figure = figureOf(FigureKind::arrays, snapshotOf(study));
        const QColor accent = lightTheme().accent;
        const int before = strokesOf(*figure, accent);
        figure->setView({0, 5, {}});
        QCOMPARE(strokesOf(*figure, accent) - before, 3);
    }
}

void TestShardingFigures::hoveringABlockPointsAtItsHolder()
{
    const auto figure = figureOf(FigureKind::arrays, snapshotOf(studies()[0]));
    QList<std::optional<std::int64_t>> pointed;
    connect(figure.get(), &ShardingFigure::deviceHovered, this, [&](auto device) { pointed << device; });
    QTest::mouseMove(figure.get(), middleOf(figure->scene().hits[6]).toPoint());
    QMouseEvent move(QEvent::MouseMove, middleOf(figure->scene().hits[6]), QPointF(), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(figure.get(), &move);
    QVERIFY(!pointed.isEmpty());
    QCOMPARE(*pointed.back(), 9);
}

void TestShardingFigures::strategiesAreChosen()
{
    const auto figure = figureOf(FigureKind::strategies, snapshotOf(studies()[0]));
    QSignalSpy chosen(figure.get(), &ShardingFigure::strategyChosen);
    QStringList rows;
    std::vector<QPointF> whole;
    for (const HitShape& hit : figure->scene().hits)
        if (hit.outline.boundingRect().left() == 0)
            whole.push_back(QPointF(8, middleOf(hit).y()));
    QVERIFY(whole.size() >= 3);
    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, whole[2].toPoint());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.back().front().toInt(), 2);

    figure->setView({2, {}, {}});
    QVERIFY(figure->summary().contains(u"Chosen"_s));
    QTest::keyClick(figure.get(), Qt::Key_Down);  // the first hit is the first row
    QTest::keyClick(figure.get(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen.back().front().toInt(), 0);
}

void TestShardingFigures::strategiesStayCheapestFirst()
{
    const Snapshot snapshot = snapshotOf(studies()[2]);
    const auto count = static_cast<int>(snapshot.sharding().plan.strategies.size());
    const auto figure = figureOf(FigureKind::strategies, snapshot, {400, 300});
    int rows = 0;
    double last = -1;
    for (const HitShape& hit : figure->scene().hits)
        if (hit.outline.boundingRect().left() == 0) {
            ++rows;
            QVERIFY(middleOf(hit).y() > last);
            last = middleOf(hit).y();
        }
    QVERIFY(rows >= std::min(8, count));
    if (rows < count) {
        QStringList texts;
        for (const Label& label : figure->scene().labels())
            texts << label.text;
        QVERIFY(texts.contains(u"and %1 more in the table"_s.arg(count - rows)));
    }
}

void TestShardingFigures::whatCannotBePlannedIsExplained()
{
    const Snapshot snapshot = snapshotOf(studies().back());
    const auto figure = figureOf(FigureKind::strategies, snapshot);
    QVERIFY(figure->scene().hits.empty());
    QVERIFY(figure->table().rows.isEmpty());
    QCOMPARE(figure->scene().labels().front().text, u"No strategy"_s);
    QVERIFY(figure->scene().labels().size() > 1);
}

void TestShardingFigures::timeAxisStaysInADrag()
{
    Scenario s = scenarioOf(studies()[0]);
    const Snapshot before = scalescope::snapshotOf(s);
    const auto figure = figureOf(FigureKind::strategies, before);
    const double upper = figure->axes().x.upper;
    s.sharding.dimensions[2].size = 24000;
    figure->show(scalescope::snapshotOf(s), &before);
    QCOMPARE(figure->axes().x.upper, upper);
}

void TestShardingFigures::goodTextIsTakenAtOnce()
{
    Bar b;
    b.scenario.sharding.left = "bf16[I_X, J]";
    b.follow();
    FieldEdit* left = b.field(u"Left array"_s);
    left->setFocus();
    left->setText(u"bf16[I_X, J_"_s);
    QTest::keyClicks(left, u"Y"_s);  // not yet: the bracket is open
    QVERIFY(b.gestures.isEmpty());
    QTest::keyClicks(left, u"]"_s);
    QCOMPARE(b.gestures.size(), 1);
    QCOMPARE(b.scenario.sharding.left, std::string("bf16[I_X, J_Y]"));
    QVERIFY(!left->isInTrouble());
}

void TestShardingFigures::badTextChangesNothing()
{
    Bar b;
    const ShardingStudy before = b.scenario.sharding;
    FieldEdit* left = b.field(u"Left array"_s);
    left->setFocus();
    left->setText(u"bf16[I_X, J_"_s);
    QTest::keyClicks(left, u"Q"_s);
    QVERIFY(b.gestures.isEmpty());
    QCOMPARE(b.scenario.sharding, before);
    QVERIFY(left->isInTrouble());
    QVERIFY2(b.bar.message().contains(u"column 13"_s), qPrintable(b.bar.message()));
    QCOMPARE(left->text(), u"bf16[I_X, J_Q"_s);
    b.follow();  // an answer that comes meanwhile leaves the text alone
    QCOMPARE(left->text(), u"bf16[I_X, J_Q"_s);
    QTest::keyClick(left, Qt::Key_Escape);
    QCOMPARE(left->text(), fromCore(before.left));
    QVERIFY(!left->isInTrouble());
}

void TestShardingFigures::aBurstOfTypingIsOneGesture()
{
    Bar b;
    FieldEdit* sizes = b.field(u"Dimensions"_s);
    sizes->setFocus();
    sizes->end(false);
    QTest::keyClicks(sizes, u"000"_s);
    QCOMPARE(b.gestures.size(), 3);
    QCOMPARE(b.gestures[0], b.gestures[2]);
    FieldEdit* mesh = b.field(u"Mesh"_s);
    mesh->setFocus();
    mesh->end(false);
    QTest::keyClick(mesh, Qt::Key_Backspace);
    QTest::keyClicks(mesh, u"2"_s);
    QVERIFY(b.gestures.size() > 3);
    QVERIFY(b.gestures.back() != b.gestures.front());
}

void TestShardingFigures::meshWithoutAnAxisTakesDefaultsOnEnter()
{
    Bar b;
    const ShardingStudy before = b.scenario.sharding;
    b.type(u"Mesh"_s, u"X=16"_s);
    QCOMPARE(b.scenario.sharding.mesh, before.mesh);  // the arrays need Y
    QVERIFY(b.field(u"Left array"_s)->isInTrouble());
    QCOMPARE(b.field(u"Left array"_s)->text(), fromCore(before.left));
    QTest::keyClick(b.field(u"Mesh"_s), Qt::Key_Return);
    QCOMPARE(b.scenario.sharding.mesh.axes.size(), 1U);
    QCOMPARE(b.scenario.sharding.mesh.axes[0].size, 16);
    QVERIFY(!b.field(u"Left array"_s)->isInTrouble());
    Diagnostics problems;
    QVERIFY(parseArray(b.scenario.sharding.left, b.scenario.sharding.mesh, b.scenario.sharding.dimensions, problems));
}

void TestShardingFigures::tooLargeAMeshIsRefused()
{
    Bar b;
    const ShardingStudy before = b.scenario.sharding;
    FieldEdit* mesh = b.field(u"Mesh"_s);
    mesh->setFocus();
    mesh->setText(u"X=4, Y=400000000"_s);
    QTest::keyClicks(mesh, u"0"_s);
    QVERIFY(mesh->isInTrouble());
    QCOMPARE(b.scenario.sharding, before);
}

void TestShardingFigures::barFits()
{
    Bar b;
    QVERIFY2(b.bar.minimumSizeHint().width() <= 900, qPrintable(QString::number(b.bar.minimumSizeHint().width())));
    const int height = b.bar.sizeHint().height();
    b.type(u"Left array"_s, u"bf16[I_X, Q]"_s);
    QCOMPARE(b.bar.sizeHint().height(), height);  // nothing moves when something is wrong
}

QTEST_MAIN(TestShardingFigures)
#include "test_sharding_figures.moc"
