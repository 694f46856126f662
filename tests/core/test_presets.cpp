// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/embedded_presets.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QtTest>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

const PresetLibrary& library()
{
    static const PresetLibrary shipped = shippedPresets();
    return shipped;
}

void addRows(PresetKind kind)
{
    QTest::addColumn<QByteArray>("id");
    for (const std::string_view id : library().ids(kind)) {
        const QByteArray name(id.data(), qsizetype(id.size()));
        QTest::newRow(name.constData()) << name;
    }
}

QString problemsOf(const Diagnostics& problems)
{
    QStringList lines;
    for (const Diagnostic& d : problems)
        lines << u"%1:%2 %3: %4"_s.arg(d.line).arg(d.column).arg(QString::fromStdString(d.pointer),
                                                                 QString::fromStdString(describe(d)));
    return lines.join(u'\n');
}

bool covers(const std::string& part, const std::string& id)
{
    return id == part || (id.starts_with(part) && id[part.size()] == '.');
}

Hardware hardware(const char* id) { return hardwarePreset(library(), id).value.value(); }

}  // namespace

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void lists();
    void hardwareReads_data() { addRows(PresetKind::hardware); }
    void hardwareReads();
    void figuresHaveSources_data() { addRows(PresetKind::hardware); }
    void figuresHaveSources();
    void figuresAreTheBooks_data();
    void figuresAreTheBooks();
    void clusters_data();
    void clusters();
    void scenariosRun_data() { addRows(PresetKind::scenarios); }
    void scenariosRun();
    void servingOfTheBook_data();
    void servingOfTheBook();
    void firstScenario();
    void splitsOfTheInteractiveRoofline();
};

void TestPresets::lists()
{
    QCOMPARE(library().ids(PresetKind::hardware).size(), std::size_t(16));
    QCOMPARE(library().ids(PresetKind::models).size(), std::size_t(91));
    QCOMPARE(library().ids(PresetKind::scenarios).size(), std::size_t(27));
    QVERIFY(library().ids(PresetKind::scenarios).front() == kDefaultScenario);
    QSet<QString> titles;
    for (const Preset& preset : library().presets) {
        const QString title = QString::fromStdString(preset.title);
        QVERIFY2(!titles.contains(title), qPrintable(title));
        titles.insert(title);
    }
}

void TestPresets::hardwareReads()
{
    QFETCH(QByteArray, id);
    const Read<Hardware> read = hardwarePreset(library(), id.toStdString());
    QCOMPARE(problemsOf(read.problems), QString());
    QVERIFY(read.value && !read.value->name.empty() && !read.value->cluster.networks.empty());
    QVERIFY(read.value->cluster.chip.hbm.capacity && read.value->cluster.chip.hbm.bandwidth);
    const DType half = id == "v100" ? DType::fp16 : DType::bf16;
    QVERIFY(peakFor(read.value->cluster.chip, half)->dtype == half);
}

void TestPresets::figuresHaveSources()
{
    QFETCH(QByteArray, id);
    Scenario scenario;
    scenario.hardware = hardware(id.constData());
    const std::vector<FigureSource>& sources = scenario.hardware.sources;
    QStringList uncovered;
    for (const Parameter& p : parameters(scenario)) {
        if (p.section != Section::hardware || p.derived || !p.value(scenario))
            continue;
        const bool covered = std::any_of(sources.begin(), sources.end(), [&](const FigureSource& s) {
            return covers(s.id, p.id) && !s.source.empty();
        });
        if (!covered)
            uncovered << QString::fromStdString(p.id);
    }
    QCOMPARE(uncovered, QStringList());

    QStringList idle;
    for (const FigureSource& source : sources) {
        const std::vector<Parameter> table = parameters(scenario);
        if (std::none_of(table.begin(), table.end(),
                         [&](const Parameter& p) { return covers(source.id, p.id) && p.value(scenario).has_value(); }))
            idle << QString::fromStdString(source.id);
    }
    QCOMPARE(idle, QStringList());
}

void TestPresets::figuresAreTheBooks_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("name");

    const auto row = [](const char* id, const char* group, const char* name) {
        QTest::newRow(id) << QByteArray(id) << QString::fromLatin1(group) << QString::fromLatin1(name);
    };
    row("tpu-v4", "tpu", "TPU v4p");
    row("tpu-v5e", "tpu", "TPU v5e");
    row("tpu-v5p", "tpu", "TPU v5p");
    row("tpu-v6e", "tpu", "TPU v6e");
    row("tpu7x", "tpu", "TPU7x");
    row("a100", "gpu", "A100");
    row("h100", "gpu", "H100");
    row("h200", "gpu", "H200");
    row("b200", "gpu", "B200");
    row("gb200-nvl72", "gpu", "GB200 NVL72");
}

void TestPresets::figuresAreTheBooks()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, group);
    QFETCH(QString, name);
    QFile file(QStringLiteral(SCALESCOPE_SOURCE_DIR "/../shared/oracle/book_chips.json"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("no book_chips.json beside the source tree");
    const QJsonObject book = QJsonDocument::fromJson(file.readAll()).object();
    const Cluster cluster = hardware(id.constData()).cluster;
    int compared = 0;
    for (const QJsonValue& value : book[group].toArray()) {
        const QJsonObject chip = value.toObject();
        if (chip[u"name"_s].toString() != name)
            continue;
        ++compared;
        QCOMPARE(cluster.chip.hbm.capacity->value, chip[u"hbm_bytes"_s].toDouble());
        QCOMPARE(cluster.chip.hbm.bandwidth->value, chip[u"hbm_bandwidth"_s].toDouble());
        const QJsonObject peaks = chip[u"peak"_s].toObject();
        for (const QString& type : peaks.keys())
            QCOMPARE(cluster.chip.peak[std::size_t(*dtypeNamed(type.toStdString()))].value().value,
                     peaks[type].toDouble());
        if (const auto* torus = std::get_if<Torus>(&cluster.networks.front())) {
            QCOMPARE(torus->bandwidth.value, chip[u"link_one_way"_s].toDouble());
            QCOMPARE(torus->shape.dimensions, chip[u"torus_dimensions"_s].toInt());
            QCOMPARE(torus->hop.value, book[u"hop_seconds"_s].toDouble());
            const QJsonArray pod = chip[u"pod"_s].toArray();
            for (int d = 0; d < pod.size(); ++d)
                QCOMPARE(torus->maxShape[d], std::int64_t(pod[d].toInt()));
            const auto& outside = std::get<DataCentre>(cluster.networks.at(1));
            if (const QJsonValue perChip = book[u"dcn_per_chip"_s][name]; perChip.isDouble())
                QCOMPARE(outside.bandwidth.value / double(outside.chipsPerHost), perChip.toDouble());
        } else {
            const auto& node = std::get<FabricLevel>(cluster.networks.front());
            QCOMPARE(node.bandwidth.value, chip[u"egress"_s].toDouble());
            QCOMPARE(node.degree, std::int64_t(chip[u"node"_s].toInt()));
            if (chip.contains(u"node_egress"_s))
                QCOMPARE(std::get<FabricLevel>(cluster.networks.at(1)).bandwidth.value,
                         chip[u"node_egress"_s].toDouble());
        }
        if (const QJsonValue price = book[u"price_per_hour_usd"_s][name]; price.isDouble())
            QCOMPARE(cluster.chip.dollarsPerHour.value(), price.toDouble());
    }
    QCOMPARE(compared, 1);
}

void TestPresets::clusters_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<double>("chips");
    QTest::addColumn<double>("wrapped");  // dimensions that close to a ring

    const auto row = [](const char* id, double chips, double wrapped) {
        QTest::newRow(id) << QByteArray(id) << chips << wrapped;
    };
    row("tpu-v4", 4096, 3);
    row("tpu-v5e", 256, 2);
    row("tpu-v5p", 4096, 3);
    row("tpu-v6e", 256, 2);
    row("tpu7x", 4096, 3);
    row("a100", 160, 0);
    row("h100", 1024, 0);
    row("h200", 1024, 0);
    row("b200", 1024, 0);
    row("gb200-nvl72", 576, 0);
    row("v100", 512, 0);
    row("a100-40gb", 160, 0);
    row("h800", 2048, 0);
    row("b300", 256, 0);
    row("gb300-nvl72", 576, 0);
    row("mi300x", 256, 0);
}

void TestPresets::clusters()
{
    QFETCH(QByteArray, id);
    QFETCH(double, chips);
    QFETCH(double, wrapped);
    const Cluster cluster = hardware(id.constData()).cluster;
    QCOMPARE(chipCount(cluster), chips);
    const Topology topology = topologyOf(cluster, false);
    QCOMPARE(double(std::count(topology.wraps.begin(), topology.wraps.end(), true)), wrapped);
    QVERIFY(chipCount(resized(cluster, chips)) == chips);
}

void TestPresets::scenariosRun()
{
    QFETCH(QByteArray, id);
    const Read<Scenario> read = scenarioPreset(library(), id.toStdString());
    QCOMPARE(problemsOf(read.problems), QString());
    const Estimate estimate = evaluate(read.value.value());
    QVERIFY2(estimate.possible(), qPrintable(problemsOf(estimate.diagnostics)));
    if (id.contains("serving") || id.startsWith("esti")) {  // their chips are enough to serve, not to train
        const ServingEstimate serving = evaluateServing(read.value.value());
        QVERIFY2(serving.possible && serving.feasible && serving.load.stable, qPrintable(problemsOf(serving.diagnostics)));
        QVERIFY(serving.decode.fits && serving.decode.sequences == read.value->serving.sequences);
        return;
    }
    QCOMPARE(problemsOf(estimate.diagnostics), QString());
    QVERIFY(estimate.memory.fits());
}

/// Chapters 7 and 8, which do not count the copies of the keys' and values' projections on chips beyond the KV heads.
void TestPresets::servingOfTheBook_data()
{
    QTest::addColumn<double>("chips");
    QTest::addColumn<double>("step");     // seconds
    QTest::addColumn<double>("largest");  // batch
    QTest::addColumn<double>("part");     // of both, that the copies may take
    QTest::newRow("book-serving-13b") << 8.0 << 0.01213 << 15.0 << 0.01;
    QTest::newRow("book-serving-70b") << 16.0 << 0.00854 << 137.0 << 0.03;
    QTest::newRow("book-serving-70b-doubled") << 32.0 << 0.0195 << 138.0 << 0.03;
    QTest::newRow("book-serving-405b") << 64.0 << 0.015 << 292.0 << 0.05;
}

void TestPresets::servingOfTheBook()
{
    QFETCH(double, chips);
    QFETCH(double, step);
    QFETCH(double, largest);
    QFETCH(double, part);
    const Scenario s = scenarioPreset(library(), QTest::currentDataTag()).value.value();
    QVERIFY(s.assumptions.wraparoundAssumed);
    Assumptions rest = s.assumptions;
    rest.wraparoundAssumed = false;
    QVERIFY(rest == assumptionsOf(AssumptionSet::book, rest));
    const ServingEstimate e = evaluateServing(s);
    QCOMPARE(e.decodePhase.chips, chips);
    QVERIFY2(std::abs(e.decode.step.expected.value / step - 1) < part, qPrintable(QString::number(e.decode.step.expected.value)));
    QVERIFY2(std::abs(*e.largestBatch / largest - 1) <= part, qPrintable(QString::number(*e.largestBatch)));
    QVERIFY(!s.serving.tokenLimit || e.timePerOutputToken <= *s.serving.tokenLimit);
}

void TestPresets::firstScenario()
{
    const Scenario s = scenarioPreset(library(), kDefaultScenario).value.value();
    QVERIFY(s.model == modelPreset(library(), "llama-3-70b").value.value());
    QVERIFY(s.hardware == hardware("tpu-v5p"));
    QCOMPARE(s.plan.fsdp, std::int64_t(512));
    QCOMPARE(s.plan.tensor, std::int64_t(8));
    QCOMPARE(s.workload.batch, 4194304.0);
    QVERIFY(s.assumptions == Assumptions());
}

void TestPresets::splitsOfTheInteractiveRoofline()
{
    std::int64_t fsdp = 4096;
    int splits = 0;
    for (const std::string_view id : library().ids(PresetKind::scenarios)) {
        if (!id.starts_with("split-"))
            continue;
        ++splits;
        const Scenario s = scenarioPreset(library(), id).value.value();
        QCOMPARE(std::string(id), "split-" + std::to_string(s.plan.fsdp) + 'x' + std::to_string(s.plan.tensor));
        QCOMPARE(s.plan.fsdp, fsdp);
        QCOMPARE(s.plan.fsdp * s.plan.tensor, std::int64_t(4096));
        QVERIFY(s.workload.pass == Pass::forward);
        fsdp /= 2;
    }
    QCOMPARE(splits, 13);
}

QTEST_GUILESS_MAIN(TestPresets)
#include "test_presets.moc"
