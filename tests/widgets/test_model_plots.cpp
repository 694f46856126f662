// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/explore/context_series.h"
#include "core/explore/model_parts.h"
#include "core/scenario/model_shapes.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "tests/support/sample_models.h"
#include "widgets/core_text.h"
#include "widgets/figures.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKinds = {FigureKind::components, FigureKind::cache, FigureKind::context, FigureKind::intensity};

QString nameOf(FigureKind kind) { return fromCore(kFigureKindNames[static_cast<std::size_t>(kind)]); }

Scenario on(std::string_view preset, const Architecture& architecture)
{
    const auto read = scenarioPreset(shippedPresets(), preset);
    if (!read.value)
        qFatal("no preset %s", std::string(preset).c_str());
    Scenario s = *read.value;
    s.model.architecture = architecture;
    return s;
}

std::unique_ptr<PlotFigure> shown(FigureKind kind, const Scenario& s, const QSize& size = {660, 340})
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

QList<FigureHit> hitsOf(const PlotFigure& figure)
{
    QList<FigureHit> hits;
    for (const HitShape& shape : figure.scene().hits)
        if (const auto hit = figure.hitTest(shape.outline.boundingRect().center()))
            hits << *hit;
    return hits;
}

std::optional<FigureHit> hitWith(const PlotFigure& figure, const QString& part)
{
    for (const FigureHit& hit : hitsOf(figure))
        if (hit.title.contains(part))
            return hit;
    return std::nullopt;
}

QString counted(double value) { return fromCore(formatCount(std::round(value))); }
QString bytesText(Bytes bytes) { return fromCore(formatBytes(bytes.value)); }
QString siText(double value, std::string_view unit = {}) { return fromCore(formatSi(value, unit)); }

struct Sample {
    const char* name;
    Architecture architecture;
};

std::vector<Sample> samples()
{
    Architecture still = textbookModel(16);  // without attention
    still.base().attention.kind = AttentionKind::none;
    Architecture empty = still;
    empty.base().mlp.kind = MlpKind::none;
    empty.vocabulary = 0;
    Architecture many = latentModel();  // as many kinds as there can be
    many.order.leading.clear();
    many.kinds.resize(1);
    for (std::size_t k = 1; k < kMaxLayerKinds; ++k) {
        many.kinds.push_back(many.base());
        many.kinds.back().attention.kind = k % 2 ? AttentionKind::full : AttentionKind::linear;
        many.kinds.back().attention.kvHeads = 8;
        many.kinds.back().attention.window = k % 3 ? static_cast<std::int64_t>(100 * k) : 0;
        many.kinds.back().mlp.experts = k % 4 ? 64 : 0;
        many.order.leading.push_back(static_cast<std::uint8_t>(k));
    }
    return {{"textbook", textbookModel(64)}, {"sliding", slidingModel()}, {"latent", latentModel()}, {"hybrid", hybridModel()},
            {"without attention", still},    {"empty", empty},             {"52 kinds", many}};
}

}  // namespace

class TestModelPlots : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepApart_data();
    void labelsKeepApart();
    void nothingLeavesThePlot();
    void axesStayWhileDragging();
    void componentsAreTheEngines();
    void idleExpertsAreHatched();
    void cacheIsTheEngines();
    void crossingsAreTheEngines();
    void intensitiesAreTheEngines();
    void ridgeMayBeUnknown();
    void nothingToKeepIsSaid();
    void tablesAreComplete();
    void hitsOpenDerivations();
    void ghostShowsTheStart();
    void paintRepeats();
};

void TestModelPlots::labelsKeepApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::newRow("usual") << QSize(660, 340) << 1.0;
    QTest::newRow("small") << QSize(560, 330) << 1.0;
    QTest::newRow("tiny") << QSize(280, 160) << 1.0;
    QTest::newRow("lecture") << QSize(1300, 760) << 1.75;
    QTest::newRow("large type in a small card") << QSize(560, 330) << 1.75;
}

void TestModelPlots::labelsKeepApart()
{
    QFETCH(QSize, size);
    QFETCH(double, factor);
    for (const Sample& sample : samples()) {
        Scenario s = on("llama-3-70b-h100", sample.architecture);
        for (const FigureKind kind : kKinds) {
            const auto figure = makeFigure(kind);
            figure->resize(size);
            figure->setTheme(lightTheme(factor));
            for (const double sequence : {1.0, 3000.0, 131072.0, 1e9}) {
                s.workload.sequence = sequence;
                figure->show(snapshotOf(s), nullptr);
                const std::vector<Label> labels = figure->scene().labels();
                QVERIFY(!labels.empty());
                for (std::size_t i = 0; i < labels.size(); ++i) {
                    const QString where = u"%1 of %2 at %3: %4"_s.arg(nameOf(kind), QString::fromLatin1(sample.name)).arg(sequence).arg(labels[i].text);
                    QVERIFY2(QRectF(QPointF(0, 0), size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(labels[i].outline().boundingRect()),
                             qPrintable(where + u" leaves the card"_s));
                    for (std::size_t j = 0; j < i; ++j)
                        QVERIFY2(!overlap(labels[i].outline(), labels[j].outline()), qPrintable(where + u" on "_s + labels[j].text));
                }
            }
        }
    }
}

void TestModelPlots::nothingLeavesThePlot()
{
    for (const Sample& sample : samples()) {
        Scenario s = on("default", sample.architecture);
        const Snapshot before = snapshotOf(on("default", hybridModel()));
        for (const FigureKind kind : kKinds) {
            const auto figure = makeFigure(kind);
            figure->resize(640, 360);
            for (const double sequence : {1.0, 8192.0, 1e9}) {
                s.workload.sequence = sequence;
                figure->show(snapshotOf(s), &before);
                const QRectF room = QRectF(QPointF(0, 0), figure->size());
                const QRectF area = figure->plotArea().adjusted(-1, -1, 1, 1);
                for (const auto& mark : figure->scene().marks) {
                    if (const auto* stroke = std::get_if<Stroke>(&mark))
                        for (const QPointF& p : stroke->line)
                            QVERIFY2((kind == FigureKind::intensity ? room : area).contains(p), qPrintable(nameOf(kind)));
                    if (const auto* box = std::get_if<Box>(&mark))
                        QVERIFY2(area.contains(box->rect), qPrintable(nameOf(kind)));
                }
            }
        }
    }
}

void TestModelPlots::axesStayWhileDragging()
{
    for (const FigureKind kind : kKinds) {
        Scenario s = on("default", slidingModel());
        const Snapshot before = snapshotOf(s);
        const auto figure = shown(kind, s);
        const Axes start = figure->axes();
        for (double sequence = 256; sequence < 1e6; sequence *= 2.7) {
            s.workload.sequence = sequence;
            s.serving.sequences = std::sqrt(sequence);
            figure->show(snapshotOf(s), &before);
            const Axes now = figure->axes();
            QCOMPARE(now.margins, start.margins);
            QCOMPARE(now.x.lower, start.x.lower);
            QCOMPARE(now.y.lower, start.y.lower);
            QCOMPARE(now.y.upper, start.y.upper);
            QCOMPARE(now.x.upper, start.x.upper);
        }
    }
}

void TestModelPlots::componentsAreTheEngines()
{
    const Scenario s = on("default", latentModel());
    const auto figure = shown(FigureKind::components, s);
    const ParameterCount count = countParameters(s.model.architecture);
    const QString words = wordsOf(*figure);
    QVERIFY2(words.contains(siText(static_cast<double>(count.total())) + u" parameters"_s), qPrintable(words));
    QVERIFY(words.contains(siText(static_cast<double>(count.active())) + u" active"_s));
    double flops = 0;
    for (const PartCount& part : partCounts(s.model.architecture, s.workload.sequence, s.assumptions.mask)) {
        flops += part.flops.value;
        const auto hit = hitWith(*figure, translated(nameOf(part.part)) + u": "_s + siText(part.parameters));
        QVERIFY2(hit, qPrintable(translated(nameOf(part.part))));
    }
    QVERIFY(words.contains(siText(flops, "FLOP") + u" per token"_s));
    QCOMPARE(figure->table().values.last().at(1), fromCore(shortest(static_cast<double>(count.total()))));
}

void TestModelPlots::idleExpertsAreHatched()
{
    const auto hatched = [](const PlotFigure& figure) {
        return std::count_if(figure.scene().marks.begin(), figure.scene().marks.end(), [](const auto& mark) {
            const auto* box = std::get_if<Box>(&mark);
            return box && box->hatch.isValid();
        });
    };
    QCOMPARE(hatched(*shown(FigureKind::components, on("default", latentModel()))), 1);
    QCOMPARE(hatched(*shown(FigureKind::components, on("default", slidingModel()))), 0);
}

void TestModelPlots::cacheIsTheEngines()
{
    Scenario s = on("llama-3-70b-h100", slidingModel());
    s.workload.sequence = 131072;
    const auto figure = shown(FigureKind::cache, s);
    const Bytes cache = cacheOf(s.model.architecture, 131072, cacheTypesOf(s.serving)).total();
    const QString words = wordsOf(*figure);
    QVERIFY2(words.contains(u"now "_s + bytesText(cache)), qPrintable(words));
    QVERIFY2(words.contains(u"52 × sliding 1,024"_s) && words.contains(u"10 × full"_s), qPrintable(words));
    const double fit = *s.hardware.cluster.chip.hbm.capacity / cache;
    QVERIFY2(figure->caption().contains(u"hold "_s + fromCore(formatSi(fit, {}, 2))), qPrintable(figure->caption()));
    s.workload.sequence = 1e7;
    QVERIFY(shown(FigureKind::cache, s)->caption().contains(u"more than the HBM"_s));
    s.workload.sequence = 131072;
    s.serving.cacheType = DType::fp8;
    QVERIFY(wordsOf(*shown(FigureKind::cache, s)).contains(u"now "_s + bytesText(cache / 2.0)));
}

void TestModelPlots::crossingsAreTheEngines()
{
    const Scenario s = on("default", textbookModel(64));  // 8 D = 65,536
    const auto figure = shown(FigureKind::context, s, {1000, 600});
    QVERIFY2(figure->caption().contains(u"65,536"_s), qPrintable(figure->caption()));
    const auto all = hitWith(*figure, u"all matmuls above"_s);
    QVERIFY(all);
    QVERIFY2(all->title.contains(u"65,536"_s), qPrintable(all->title));
    const auto projections = hitWith(*figure, u"its projections above"_s);
    QVERIFY(projections);
    QVERIFY2(projections->title.contains(u"16,384"_s), qPrintable(projections->title));

    Scenario sliding = on("default", slidingModel());
    for (const AttentionMask mask : {AttentionMask::full, AttentionMask::causal}) {
        sliding.assumptions.mask = mask;
        const auto crossings = contextCrossings(sliding.model.architecture, mask);
        QVERIFY(shown(FigureKind::context, sliding)->caption().contains(counted(crossings.matmuls.value)));
    }
}

void TestModelPlots::intensitiesAreTheEngines()
{
    Scenario s = on("llama-3-70b-h100", textbookModel(64));
    s.serving.sequences = 16;
    const auto figure = shown(FigureKind::intensity, s);
    const Chip& chip = s.hardware.cluster.chip;
    const double ridge = chip.peak[static_cast<std::size_t>(DType::bf16)]->value / chip.hbm.bandwidth->value;
    QVERIFY(wordsOf(*figure).contains(u"ridge "_s + siText(ridge)));
    const FigureTable table = figure->table();
    int rows = 0;
    forwardOperations(s.model.architecture, decodeShape(s), [&](const LayerOperation& op) {
        if (op.kind == OperationKind::elementwise)
            return;
        ++rows;
        const QString name = translated(scalescope::nameOf(op.component));
        for (const QStringList& row : table.values)
            if (row.first() == name)
                QVERIFY(std::fabs(row.at(2).toDouble() / intensityOf(op.forward).value - 1) < 1e-9);
    });
    QCOMPARE(table.rows.size(), rows);
    QVERIFY2(figure->caption().contains(u"and 0 in decode"_s), qPrintable(figure->caption()));
    s.serving.sequences = 4096;
    QVERIFY(!shown(FigureKind::intensity, s)->caption().contains(u"and 0 in decode"_s));
}

void TestModelPlots::ridgeMayBeUnknown()
{
    Scenario s = on("llama-3-70b-h100", textbookModel(64));
    s.hardware.cluster.chip.hbm = {};
    const auto figure = shown(FigureKind::intensity, s);
    QVERIFY(!wordsOf(*figure).contains(u"ridge"_s));
    QVERIFY(figure->caption().contains(u"unknown"_s));
    QVERIFY(!figure->table().rows.isEmpty());
    const auto cache = shown(FigureKind::cache, s);
    QVERIFY(!cache->caption().contains(u"HBM"_s));
}

void TestModelPlots::nothingToKeepIsSaid()
{
    Architecture a = textbookModel(16);
    a.base().attention.kind = AttentionKind::none;
    const Scenario s = on("default", a);
    QVERIFY(wordsOf(*shown(FigureKind::cache, s)).contains(u"No cache and no state"_s));
    QVERIFY(wordsOf(*shown(FigureKind::context, s)).contains(u"No attention"_s));
    QVERIFY(shown(FigureKind::cache, s)->scene().hits.empty());
}

void TestModelPlots::tablesAreComplete()
{
    for (const Sample& sample : samples())
        for (const FigureKind kind : kKinds) {
            const auto figure = shown(kind, on("default", sample.architecture));
            const FigureTable table = figure->table();
            QCOMPARE(table.rows.size(), table.values.size());
            for (int i = 0; i < table.rows.size(); ++i) {
                QCOMPARE(table.rows[i].size(), table.columns.size());
                QCOMPARE(table.values[i].size(), table.columns.size());
            }
            QVERIFY(!figure->summary().isEmpty());
            QVERIFY(!figure->title().isEmpty());
        }
    const FigureTable cache = shown(FigureKind::cache, on("default", slidingModel()))->table();
    QCOMPARE(cache.columns.size(), 4);
    QVERIFY(cache.rows.size() > 60);
    QCOMPARE(shown(FigureKind::context, on("default", hybridModel()))->table().columns.size(), 7);
}

void TestModelPlots::hitsOpenDerivations()
{
    for (const Architecture& a : {textbookModel(64), slidingModel(), latentModel(), hybridModel()}) {
        const Scenario s = on("default", a);
        const Snapshot now = snapshotOf(s);
        int opened = 0;
        for (const FigureKind kind : kKinds)
            for (const FigureHit& hit : hitsOf(*shown(kind, s, {1000, 600}))) {
                if (hit.derivation.isEmpty())
                    continue;
                ++opened;
                QVERIFY2(derive(now.scenario, now.estimate, hit.derivation.toStdString()), qPrintable(hit.derivation));
            }
        QVERIFY(opened > 10);
    }
}

void TestModelPlots::ghostShowsTheStart()
{
    const Scenario start = on("default", slidingModel());
    const Snapshot before = snapshotOf(start);
    Scenario s = start;
    s.workload.sequence = 65536;
    s.model.architecture.base().mlp.width = 4096;
    s.model.architecture.base().attention.window = 8192;
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, start);
        figure->show(snapshotOf(s), &before);
        const auto dragged = figure->scene().marks.size();
        figure->show(snapshotOf(s), nullptr);
        QVERIFY2(dragged > figure->scene().marks.size(), qPrintable(nameOf(kind)));
    }
}

void TestModelPlots::paintRepeats()
{
    for (const FigureKind kind : kKinds) {
        const auto figure = shown(kind, on("default", hybridModel()));
        const auto picture = [&](const Theme& theme) {
            QImage image(800, 500, QImage::Format_RGB32);
            image.fill(theme.card);
            QPainter painter(&image);
            figure->paint(painter, image.size(), theme);
            return image;
        };
        QImage blank(800, 500, QImage::Format_RGB32);
        blank.fill(lightTheme().card);
        QVERIFY(picture(lightTheme()) != blank);
        QVERIFY(picture(lightTheme()) == picture(lightTheme()));
        QVERIFY(picture(darkTheme()) != picture(lightTheme()));
    }
}

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    loadFonts();
    TestModelPlots test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_model_plots.moc"
