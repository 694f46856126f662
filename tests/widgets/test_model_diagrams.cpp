// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/derivation.h"
#include "core/scenario/model_shapes.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/diagrams/layer_diagram.h"
#include "widgets/diagrams/layers_diagram.h"
#include "widgets/plots/label_placer.h"

#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

Layer dense()
{
    Layer layer;
    layer.attention.heads = 32;
    layer.attention.kvHeads = 8;
    layer.attention.headDim = 128;
    layer.mlp.width = 14336;
    return layer;
}

Layer sliding()
{
    Layer layer = dense();
    layer.attention.window = 1024;
    layer.attention.queryKeyNorm = QueryKeyNorm::perHead;
    layer.attention.sinks = true;
    layer.norms = 4;
    return layer;
}

Layer parallel()
{
    Layer layer = dense();
    layer.attention.kvHeads = 1;
    layer.mlp.kind = MlpKind::plain;
    layer.norms = 1;
    return layer;
}

Layer experts()
{
    Layer layer = dense();
    layer.mlp.experts = 128;
    layer.mlp.topK = 8;
    layer.mlp.width = 768;
    return layer;
}

Layer latent()
{
    Layer layer;
    layer.attention.kind = AttentionKind::latent;
    layer.attention.heads = 128;
    layer.attention.queryRank = 1536;
    layer.attention.indexTopK = 2048;
    layer.mlp.experts = 256;
    layer.mlp.topK = 8;
    layer.mlp.width = 2048;
    layer.mlp.sharedWidth = 2048;
    layer.mlp.routerBias = true;
    return layer;
}

Layer linear()
{
    Layer layer = dense();
    layer.attention.kind = AttentionKind::linear;
    layer.attention.gate = OutputGate::full;
    layer.attention.gateRank = 128;
    return layer;
}

Layer stateSpace()
{
    Layer layer;
    layer.attention.kind = AttentionKind::stateSpace;
    layer.attention.heads = 64;
    layer.attention.kvHeads = 8;
    layer.attention.headDim = 64;
    layer.mlp.kind = MlpKind::none;
    layer.norms = 1;
    return layer;
}

Layer onlyMlp()
{
    Layer layer = dense();
    layer.attention.kind = AttentionKind::none;
    layer.mlp.kind = MlpKind::plain;
    layer.norms = 1;
    return layer;
}

Layer compressed()
{
    Layer layer = dense();
    layer.attention.window = 128;
    layer.attention.compression = 4;
    layer.attention.indexTopK = 512;
    layer.attention.queryRank = 1024;
    layer.attention.outputRank = 1024;
    layer.attention.outputGroups = 8;
    layer.attention.values = Values::keys;
    layer.attention.kvHeads = 1;
    layer.attention.headDim = 512;
    layer.mlp = latent().mlp;
    layer.mlp.latentWidth = 1024;
    return layer;
}

struct Sample {
    const char* name;
    std::vector<Layer> kinds;
    const char* order;
    std::int64_t layers;
};

const std::vector<Sample>& models()
{
    static const std::vector<Sample> all = {
        {"dense", {dense()}, "A", 126},
        {"sliding and full", {sliding(), dense()}, "A*5 B", 62},
        {"parallel", {parallel()}, "A", 32},
        {"experts", {experts()}, "A", 48},
        {"latent after dense", {dense(), latent()}, "A*3 | B", 61},
        {"linear and full", {linear(), dense()}, "A*3 B", 64},
        {"state space, MLP and attention", {stateSpace(), onlyMlp(), dense()}, "A B A B A C B", 118},
        {"compressed", {compressed()}, "A", 43},
        {"ten thousand layers", {sliding(), dense(), experts()}, "A*5 B | A B C", 10000},
        {"one layer", {dense()}, "A", 1},
    };
    return all;
}

Scenario scenarioOf(const Sample& model)
{
    Scenario s = *scenarioPreset(shippedPresets(), kDefaultScenario).value;
    Architecture& a = s.model.architecture;
    a.layers = model.layers;
    a.width = 5120;
    a.kinds = model.kinds;
    a.order = readOrder(model.order, model.kinds.size()).order;
    s.model.name = model.name;
    s.workload.sequence = 131072;
    return s;
}

Snapshot snapshotOf(const Sample& model) { return scalescope::snapshotOf(scenarioOf(model)); }

template <class Diagram>
std::unique_ptr<Diagram> shown(const Snapshot& snapshot, QSize size)
{
    auto diagram = std::make_unique<Diagram>();
    diagram->resize(size);
    diagram->show(snapshot, nullptr);
    return diagram;
}

double sumOf(const FigureTable& table, qsizetype column)
{
    double sum = 0;
    for (qsizetype row = 0; row + 1 < table.values.size(); ++row)  // the last is the sum
        sum += table.values[row][column].toDouble();
    return sum;
}

void checkLabels(const PlotFigure& figure)
{
    const std::vector<Label> labels = figure.scene().labels();
    QVERIFY(!labels.empty());
    const QRectF bounds = QRectF(figure.rect()).adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        QVERIFY2(bounds.contains(labels[i].box), qPrintable(labels[i].text));
        for (std::size_t j = i + 1; j < labels.size(); ++j) {
            // The line height of a font is more than its letters need.
            const QRectF a = labels[i].box.adjusted(1, 2, -1, -2);
            const QRectF b = labels[j].box.adjusted(1, 2, -1, -2);
            QVERIFY2(!a.intersects(b), qPrintable(labels[i].text + u" over "_s + labels[j].text));
        }
    }
}

}  // namespace

/// The strip of a model's layers, and one of them opened.
class TestModelDiagrams : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadFonts(); }
    void textsStandApart_data();
    void textsStandApart();
    void partsAddUpToTheLayer_data();
    void partsAddUpToTheLayer();
    void everyLayerAnswersToThePointer();
    void aColumnStandsForManyLayers();
    void clickAndKeysChooseALayer();
    void theChosenLayerStaysWithinTheModel();
    void theMostFrequentKindIsOpenedFirst();
    void kindsDifferInMoreThanColour();
    void numbersOpenDerivations_data() { everyModel(); }
    void numbersOpenDerivations();
    void cachesAreNamed();
    void aNormShared_blocksStandSideBySide();
    void aDragTakesLittleTime();

private:
    static void everyModel();
};

void TestModelDiagrams::everyModel()
{
    QTest::addColumn<int>("model");
    for (std::size_t i = 0; i < models().size(); ++i)
        QTest::newRow(models()[i].name) << static_cast<int>(i);
}

void TestModelDiagrams::textsStandApart_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<QSize>("size");
    for (std::size_t i = 0; i < models().size(); ++i)
        for (const QSize size : {QSize(380, 290), QSize(560, 600), QSize(1170, 700)})
            QTest::addRow("%s at %dx%d", models()[i].name, size.width(), size.height()) << static_cast<int>(i) << size;
}

void TestModelDiagrams::textsStandApart()
{
    QFETCH(const int, model);
    QFETCH(const QSize, size);
    const Snapshot snapshot = snapshotOf(models()[static_cast<std::size_t>(model)]);
    const auto strip = shown<LayersDiagram>(snapshot, {std::max(640, size.width()), 120});
    checkLabels(*strip);
    const auto opened = shown<LayerDiagram>(snapshot, size);
    checkLabels(*opened);
}

void TestModelDiagrams::partsAddUpToTheLayer_data() { everyModel(); }

void TestModelDiagrams::partsAddUpToTheLayer()
{
    QFETCH(const int, model);
    const Snapshot snapshot = snapshotOf(models()[static_cast<std::size_t>(model)]);
    const Architecture& a = snapshot.scenario.model.architecture;
    const auto counts = layerCounts(a);
    const LocalShape shape = prefillShape(snapshot.scenario);
    std::vector<double> flops(a.kinds.size());
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        if (op.layerKind >= 0)
            flops[static_cast<std::size_t>(op.layerKind)] += op.forward.flops.value / shape.tokens;
    });
    LayerDiagram diagram;
    diagram.resize(500, 500);
    diagram.show(snapshot, nullptr);
    for (int layer = 0; layer < std::min<std::int64_t>(a.layers, 12); ++layer) {
        diagram.setLayer(layer);
        const std::size_t kind = a.order.kindOf(static_cast<std::size_t>(layer));
        QVERIFY(counts[kind] > 0);
        const FigureTable table = diagram.table();
        QCOMPARE(sumOf(table, 4), static_cast<double>(countLayer(a, a.kinds[kind]).total()));
        const double sum = sumOf(table, 5);
        QVERIFY2(std::abs(sum - flops[kind]) <= 1e-9 * flops[kind], qPrintable(QString::number(sum)));
        QCOMPARE(table.values.back()[4].toDouble(), static_cast<double>(countLayer(a, a.kinds[kind]).total()));
    }
}

void TestModelDiagrams::everyLayerAnswersToThePointer()
{
    const Sample& model = models()[1];
    const auto strip = shown<LayersDiagram>(snapshotOf(model), {900, 120});
    QSet<int> found;
    for (const HitShape& shape : strip->scene().hits)
        if (shape.id < model.layers) {
            found << shape.id;
            const auto hit = strip->hitTest(shape.outline.boundingRect().center());
            QVERIFY(hit);
            const QString letter = shape.id % 6 == 5 ? u"kind B"_s : u"kind A"_s;
            QCOMPARE(hit->title, u"Layer %1, "_s.arg(shape.id) + letter);
        }
    QCOMPARE(found.size(), static_cast<int>(model.layers));
}

void TestModelDiagrams::aColumnStandsForManyLayers()
{
    const auto strip = shown<LayersDiagram>(snapshotOf(models()[8]), {900, 120});
    const auto layers = std::count_if(strip->scene().hits.begin(), strip->scene().hits.end(),
                                      [](const HitShape& shape) { return shape.id < 10000; });
    QVERIFY2(layers > 100 && layers <= 900 / 3, qPrintable(QString::number(layers)));
    QVERIFY(strip->scene().marks.size() < 3000);
}

void TestModelDiagrams::clickAndKeysChooseALayer()
{
    const auto strip = shown<LayersDiagram>(snapshotOf(models()[1]), {900, 120});
    QSignalSpy chosen(strip.get(), &LayersDiagram::layerChosen);
    QSignalSpy explained(strip.get(), &PlotFigure::activated);
    connect(strip.get(), &LayersDiagram::layerChosen, strip.get(), [&](int layer) { strip->setLayer(layer); });
    QPointF place;
    for (const HitShape& shape : strip->scene().hits)
        if (shape.id == 17)
            place = shape.outline.boundingRect().center();
    QTest::mouseClick(strip.get(), Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(strip->layer(), 17);
    QCOMPARE(explained.size(), 0);
    QTest::keyClick(strip.get(), Qt::Key_Right);
    QCOMPARE(strip->layer(), 18);
    QTest::keyClick(strip.get(), Qt::Key_End);
    QTest::keyClick(strip.get(), Qt::Key_Right);
    QCOMPARE(strip->layer(), 61);
    QTest::keyClick(strip.get(), Qt::Key_Home);
    QTest::keyClick(strip.get(), Qt::Key_Left);
    QCOMPARE(strip->layer(), 0);
    QCOMPARE(chosen.size(), 4);  // none where nothing changes
    QTest::keyClick(strip.get(), Qt::Key_Return);
    QCOMPARE(explained.size(), 1);
    QCOMPARE(explained[0][0].toString(), u"model.layer_parameters.A"_s);
}

void TestModelDiagrams::theChosenLayerStaysWithinTheModel()
{
    LayerDiagram opened;
    opened.resize(500, 500);
    opened.show(snapshotOf(models()[1]), nullptr);
    opened.setLayer(59);
    QCOMPARE(opened.layer(), 59);
    opened.show(snapshotOf(models()[2]), nullptr);  // of 32 layers
    QCOMPARE(opened.layer(), 31);
    QVERIFY(opened.title().contains(u"31"_s));
    opened.show(snapshotOf(models()[1]), nullptr);
    QCOMPARE(opened.layer(), 59);
}

void TestModelDiagrams::theMostFrequentKindIsOpenedFirst()
{
    LayersDiagram strip;
    strip.show(snapshotOf(models()[4]), nullptr);
    QCOMPARE(strip.layer(), 3);  // after three dense ones
    strip.show(snapshotOf(models()[1]), nullptr);
    QCOMPARE(strip.layer(), 0);
}

void TestModelDiagrams::kindsDifferInMoreThanColour()
{
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        const PlotStyle style(theme);
        QSet<QString> looks;
        for (std::size_t kind = 0; kind < 16; ++kind) {
            const KindMark mark = markOf(style, kind);
            looks << mark.fill.name() + mark.hatch.name() + QString::number(mark.spacing) + QString::number(mark.hatch.isValid());
        }
        QCOMPARE(looks.size(), 16);
        for (std::size_t kind = 0; kind < 3; ++kind) {
            const KindMark a = markOf(style, kind);
            const KindMark b = markOf(style, kind + 1);
            QVERIFY(a.hatch.isValid() != b.hatch.isValid() || a.spacing != b.spacing);
        }
    }
    QSet<QString> letters;
    for (std::size_t kind = 0; kind < kMaxLayerKinds; ++kind)
        letters << letterText(kind);
    QCOMPARE(letters.size(), static_cast<int>(kMaxLayerKinds));
}

void TestModelDiagrams::numbersOpenDerivations()
{
    QFETCH(const int, model);
    const Snapshot snapshot = snapshotOf(models()[static_cast<std::size_t>(model)]);
    const auto strip = shown<LayersDiagram>(snapshot, {900, 120});
    const auto opened = shown<LayerDiagram>(snapshot, {560, 600});
    int linked = 0;
    for (const PlotFigure* figure : {static_cast<PlotFigure*>(strip.get()), static_cast<PlotFigure*>(opened.get())})
        for (const HitShape& shape : figure->scene().hits) {
            const auto hit = figure->hitTest(shape.outline.boundingRect().center());
            QVERIFY(hit && !hit->title.isEmpty() && !hit->lines.isEmpty());
            if (hit->derivation.isEmpty())
                continue;
            ++linked;
            QVERIFY2(derive(snapshot.scenario, snapshot.estimate, hit->derivation.toStdString()), qPrintable(hit->derivation));
        }
    QVERIFY(linked > 5);
}

void TestModelDiagrams::cachesAreNamed()
{
    const auto words = [](const Sample& model, int layer) {
        LayerDiagram opened;
        opened.show(snapshotOf(model), nullptr);
        opened.setLayer(layer);
        return opened.summary().section(u"Caches"_s, 1);
    };
    QVERIFY(words(models()[0], 0).contains(u"K, V [K, H]"_s));
    QVERIFY(words(models()[1], 0).contains(u"window"_s));
    QVERIFY(words(models()[4], 5).contains(u"r_kv + H_r"_s));
    QVERIFY(words(models()[4], 5).contains(u"index keys"_s));
    QVERIFY(words(models()[6], 0).contains(u"any context"_s));
    QVERIFY(words(models()[6], 1).contains(u"nothing"_s));
}

void TestModelDiagrams::aNormShared_blocksStandSideBySide()
{
    const Decoder one = decoderOf(scenarioOf(models()[2]));
    QCOMPARE(pictureOf(one, 0).blocks.size(), std::size_t(1));
    const Decoder two = decoderOf(scenarioOf(models()[0]));
    QCOMPARE(pictureOf(two, 0).blocks.size(), std::size_t(2));
    const Decoder mixed = decoderOf(scenarioOf(models()[6]));
    for (std::size_t kind = 0; kind < 2; ++kind)
        QCOMPARE(pictureOf(mixed, kind).blocks.size(), std::size_t(1));
}

/// Budget: one millisecond for both pictures of 126 layers; shared machines get more.
void TestModelDiagrams::aDragTakesLittleTime()
{
    Snapshot snapshot = snapshotOf(models()[0]);
    LayersDiagram strip;
    strip.resize(900, 120);
    LayerDiagram opened;
    opened.resize(500, 500);
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        snapshot.scenario.model.architecture.base().mlp.width += 128;
        QElapsedTimer timer;
        timer.start();
        for (PlotFigure* figure : {static_cast<PlotFigure*>(&strip), static_cast<PlotFigure*>(&opened)}) {
            figure->show(snapshot, &snapshot);
            figure->scene();
        }
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    std::nth_element(times.begin(), times.begin() + 30, times.end());
    qInfo("both pictures of 126 layers: %.3f ms", times[30]);
    QVERIFY(times[30] < 5);
}

QTEST_MAIN(TestModelDiagrams)
#include "test_model_diagrams.moc"
