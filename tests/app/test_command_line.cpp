// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"
#include "app/cli/commands.h"
#include "app/cli/estimate_json.h"
#include "app/cli/model_output.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/random_scenario.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <set>
#include <sstream>

using namespace scalescope;
using namespace Qt::StringLiterals;

/// Commands: what they print, what they refuse, and with which status they end.
class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void evalPrintsTheEstimate();
    void evalJsonHasTheFixedKeys();
    void case5_evalNamesBothConventions();
    void everyJsonKeyIsDocumented();
    void evalStatus_data();
    void evalStatus();
    void setIsAllOrNothing();
    void badFiles_data();
    void badFiles();
    void everyParameterBeyondItsLimits();
    void collectiveAndRoofline();
    void importReportsEveryField();
    void importJsonKeys();
    void importFolder();
    void importProblems_data();
    void importProblems();
    void manualCoversEverything();
    void helpForEveryCommand();
    void usageErrors_data();
    void usageErrors();
    void noCommandMeansTheWindow();
};

namespace {

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(u' ');
}

struct Outcome {
    std::optional<int> status;
    QString out;
    QString err;
};

Outcome run(const std::vector<std::string>& words)
{
    std::ostringstream out;
    std::ostringstream err;
    const auto status = runCommand(words, out, err);
    return {status, QString::fromStdString(out.str()), QString::fromStdString(err.str())};
}

QJsonObject json(const Outcome& outcome)
{
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

std::string tinyConfig()
{
    return readFile(std::string(SCALESCOPE_TEST_DATA) + "/configs/tiny_llama.json").text;
}

/// A config and an index that states this size.
void writeTinyModel(const QTemporaryDir& folder, int size)
{
    std::ofstream(folder.filePath(QStringLiteral("config.json")).toStdString()) << tinyConfig();
    std::ofstream(folder.filePath(QStringLiteral("model.safetensors.index.json")).toStdString())
        << "{\"metadata\": {\"total_size\": " << size << "}, \"weight_map\": {\"w\": \"model.safetensors\"}}";
}

void collectPaths(const QJsonValue& value, const QString& path, std::set<QString>& paths)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            collectPaths(it.value(), path.isEmpty() ? it.key() : path + u'.' + it.key(), paths);
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue& item : array)
            collectPaths(item, path + QStringLiteral("[]"), paths);
    } else {
        paths.insert(path);
    }
}

}  // namespace

void TestCommandLine::evalPrintsTheEstimate()
{
    const Outcome outcome = run({"eval"});
    QCOMPARE(outcome.status, std::optional<int>(kDone));
    for (const char* part : {"LLaMA 3 70B", "70,553,706,496 parameters", "bound by", "MFU", "Memory per chip", "GiB"})
        QVERIFY2(outcome.out.contains(QLatin1String(part)), part);
    QVERIFY(outcome.err.isEmpty());
}

void TestCommandLine::evalJsonHasTheFixedKeys()
{
    const Outcome outcome = run({"eval", "--json"});
    QCOMPARE(outcome.status, std::optional<int>(kDone));
    const QJsonObject object = json(outcome);
    const Scenario scenario = scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
    const Estimate e = evaluate(scenario);
    QCOMPARE(object[QStringLiteral("model")][QStringLiteral("parameters")].toDouble(), 70553706496.0);
    const QJsonValue step = object[QStringLiteral("step")];
    QCOMPARE(step[QStringLiteral("lower")].toDouble(), e.step().lower.value);
    QCOMPARE(step[QStringLiteral("expected")].toDouble(), e.step().expected.value);
    QCOMPARE(step[QStringLiteral("upper")].toDouble(), e.step().upper.value);
    QCOMPARE(object[QStringLiteral("bound")].toString(), QStringLiteral("compute"));
    QCOMPARE(object[QStringLiteral("mfu")].toDouble(), e.mfu);
    QCOMPARE(object[QStringLiteral("memory")][QStringLiteral("total")].toDouble(), e.memory.total().value);
    QVERIFY(object[QStringLiteral("memory")][QStringLiteral("parts")].isObject());
    QCOMPARE(object[QStringLiteral("feasible")].toBool(), true);
    const QJsonArray communication = object[QStringLiteral("communication")].toArray();
    QCOMPARE(communication.size(), static_cast<qsizetype>(e.collectives.size()));
    for (const QJsonValue& c : communication)
        for (const char* key : {"name", "axis", "network", "bytes", "time"})
            QVERIFY2(c.toObject().contains(QLatin1String(key)), key);
    QVERIFY(object[QStringLiteral("diagnostics")].isArray());
}

// Whether the MFU counts embeddings, and whether causal attention counts half, stands beside the number.
void TestCommandLine::case5_evalNamesBothConventions()
{
    std::set<double> values;
    for (const std::string_view convention : kMfuConventionNames) {
        const Outcome outcome = run({"eval", "--json", "--set", "assumptions.mfu=" + std::string(convention)});
        QCOMPARE(outcome.status, std::optional<int>(kDone));
        const QJsonObject object = json(outcome);
        QCOMPARE(object[QStringLiteral("mfu_convention")].toString().toStdString(), convention);
        values.insert(object[QStringLiteral("mfu")].toDouble());
        QCOMPARE(object[QStringLiteral("attention_flops")].toString(), QStringLiteral("full"));
        const Outcome text = run({"eval", "--set", "assumptions.mfu=" + std::string(convention)});
        QVERIFY(text.out.contains(QStringLiteral("counts ") + QString::fromStdString(std::string(convention))));
    }
    QCOMPARE(values.size(), kMfuConventionNames.size());
    const Outcome causal = run({"eval", "--json", "--set", "assumptions.attention=causal"});
    QCOMPARE(json(causal)[QStringLiteral("attention_flops")].toString(), QStringLiteral("causal"));
}

void TestCommandLine::everyJsonKeyIsDocumented()
{
    std::set<QString> documented;
    for (const OutputKey& key : outputKeys())
        documented.insert(QString::fromUtf8(key.path.data(), static_cast<qsizetype>(key.path.size())));
    std::set<QString> seen;
    std::mt19937 random(7);
    for (const Scenario& s : shippedScenarios())
        for (int i = 0; i < 20; ++i) {
            const std::string text = estimateJson(snapshotOf(randomised(s, i, random)));
            const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
            QVERIFY(document.isObject());
            collectPaths(document.object(), QString(), seen);
        }
    for (const QString& path : seen)
        QVERIFY2(documented.contains(path) || path == QStringLiteral("run") || path == QStringLiteral("sharding.collective"), qPrintable(path));
    for (const QString& path : documented)
        QVERIFY2(seen.contains(path), qPrintable(path + QStringLiteral(" is documented but never printed")));
}

void TestCommandLine::evalStatus_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("said");
    QTest::newRow("feasible") << QStringList{} << int(kDone) << QString();
    QTest::newRow("infeasible ends well") << words("--set fsdp=1 --set tensor=1 --set data=4096") << int(kDone) << QString();
    QTest::newRow("impossible") << words("--set tensor=7") << int(kWrongInput) << QStringLiteral("impossible");
    QTest::newRow("wrong product names what fills it") << words("--set tensor=16") << int(kWrongInput) << QStringLiteral("fsdp 256");
    QTest::newRow("unknown parameter") << words("--set plan.fsdpp=4") << int(kWrongInput) << QStringLiteral("plan.fsdp");
    QTest::newRow("out of range") << words("--set batch=-1") << int(kWrongInput) << QStringLiteral("out of range");
    QTest::newRow("not a number") << words("--set batch=lots") << int(kWrongInput) << QStringLiteral("number");
    QTest::newRow("not a choice") << words("--set remat=blok") << int(kWrongInput) << QStringLiteral("block");
    QTest::newRow("no such preset") << words("--hardware h10") << int(kWrongInput) << QStringLiteral("h100");
    QTest::newRow("no such file") << words("/nonexistent/file.json") << int(kWrongInput) << QStringLiteral("no such file");
    QTest::newRow("a folder") << words("/") << int(kWrongInput) << QStringLiteral("folder");
}

void TestCommandLine::evalStatus()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, said);
    std::vector<std::string> command = {"eval"};
    for (const QString& a : arguments)
        command.push_back(a.toStdString());
    const Outcome outcome = run(command);
    QCOMPARE(outcome.status, std::optional<int>(status));
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    if (QTest::currentDataTag() == QByteArray("infeasible ends well")) {
        command.emplace_back("--json");
        const QJsonObject object = json(run(command));
        QCOMPARE(object[QStringLiteral("feasible")].toBool(true), false);
        QVERIFY(object[QStringLiteral("run")][QStringLiteral("dollars")].isNull());
    }
}

void TestCommandLine::setIsAllOrNothing()
{
    Scenario scenario = scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
    const Scenario before = scenario;
    std::ostringstream err;
    QVERIFY(!applyAssignments(scenario, std::vector<std::string>{"batch=1M", "fsdp=0", "tensr=2"}, err));
    QVERIFY(scenario == before);
    const QString said = QString::fromStdString(err.str());
    QCOMPARE(said.count(u'\n'), 2);
    QVERIFY(applyAssignments(scenario, std::vector<std::string>{"batch=1M"}, err));
    QCOMPARE(scenario.workload.batch, 1e6);
}

void TestCommandLine::badFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    const std::string good = writeScenario(scenarioPreset(shippedPresets(), kDefaultScenario).value.value());
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        if (at == std::string::npos)
            qFatal("the sample has no %s", from.c_str());
        return QByteArray::fromStdString(text.replace(at, from.size(), to));
    };
    QTest::newRow("empty") << QByteArray() << QStringLiteral("empty");
    QTest::newRow("malformed") << QByteArray("{\"scalescope\": 1,}") << QStringLiteral(":1:");
    QTest::newRow("truncated") << QByteArray::fromStdString(good.substr(0, good.size() / 2)) << QStringLiteral("ends too early");
    QTest::newRow("wrong type") << changed("\"fsdp\": 512", "\"fsdp\": \"many\"") << QStringLiteral("/plan/fsdp");
    QTest::newRow("fraction") << changed("\"fsdp\": 512", "\"fsdp\": 3.9") << QStringLiteral("whole number");
    QTest::newRow("negative") << changed("\"fsdp\": 512", "\"fsdp\": -1") << QStringLiteral("out of range");
    QTest::newRow("null") << changed("\"fsdp\": 512", "\"fsdp\": null") << QStringLiteral("/plan/fsdp");
    QTest::newRow("huge number") << changed("\"fsdp\": 512", "\"fsdp\": 1e400") << QStringLiteral("range");
    QTest::newRow("unknown key") << changed("\"fsdp\": 512", "\"fsdpp\": 512") << QStringLiteral("Did you mean 'fsdp'?");
    QTest::newRow("duplicate key") << changed("\"fsdp\": 512", "\"fsdp\": 512, \"fsdp\": 4") << QStringLiteral("/plan/fsdp");
    QTest::newRow("unknown choice") << changed("\"remat\": \"block\"", "\"remat\": \"blok\"") << QStringLiteral("'block'");
    QTest::newRow("version") << changed("\"scalescope\": 1", "\"scalescope\": 2") << QStringLiteral("Version 2");
    QTest::newRow("no version") << changed("\"scalescope\": 1", "\"model2\": 1") << QStringLiteral("'scalescope' is missing");
    QTest::newRow("too many chips") << changed("\"slices\": 1", "\"slices\": 65536") .replace("\"shape\": [16, 16, 16]", "\"shape\": [4096, 4096, 16]") << QStringLiteral("chips");
    QTest::newRow("network kind") << changed("\"kind\": \"torus\"", "\"kind\": \"donut\"") << QStringLiteral("donut");
    QTest::newRow("deep") << QByteArray(100000, '[') << QStringLiteral("deep");
    QTest::newRow("not UTF-8") << changed("LLaMA", "LL\xff" "MA") << QStringLiteral("UTF-8");
    QTest::newRow("control characters") << QByteArray("{\"scalescope\": 1, \"model\": \"\\u001b[31m\", \"hardware\": \"h100\"}") << QStringLiteral("?[31m");
    QTest::newRow("a list") << QByteArray("[1, 2]") << QStringLiteral("Expected an object");
    QTest::newRow("huge") << QByteArray(9 << 20, ' ') << QStringLiteral("larger than");
}

void TestCommandLine::badFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("scenario.json")).toStdString();
    std::ofstream(path, std::ios::binary).write(content.constData(), content.size());
    const Outcome outcome = run({"eval", path});
    QCOMPARE(outcome.status, std::optional<int>(kWrongInput));
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    QVERIFY2(outcome.err.startsWith(QString::fromStdString(path)), qPrintable(outcome.err));
    QVERIFY(outcome.out.isEmpty());
}

void TestCommandLine::everyParameterBeyondItsLimits()
{
    for (const Scenario& s : {scenarioPreset(shippedPresets(), "default").value.value(),
                              scenarioPreset(shippedPresets(), "llama-3-70b-h100").value.value()}) {
        for (const Parameter& p : parameters(s)) {
            const std::vector<std::string> good = p.isChoice() ? std::vector<std::string>{std::string(p.choices.front()), std::string(p.choices.back())}
                                                               : std::vector<std::string>{QString::number(p.minimum, 'g', 17).toStdString(),
                                                                                          QString::number(p.maximum, 'g', 17).toStdString()};
            for (const std::string& value : good) {
                Scenario changed = s;
                std::ostringstream err;
                const std::string assignment = p.id + "=" + value;
                const bool taken = applyAssignments(changed, std::vector{assignment}, err);
                // Only the cluster or the mesh as a whole may still be too large.
                const bool tooLarge = err.str().find("chips") != std::string::npos || err.str().find("devices") != std::string::npos;
                QVERIFY2(taken || tooLarge, (assignment + ": " + err.str()).c_str());
                if (taken) {
                    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(estimateJson(snapshotOf(changed))));
                    QVERIFY2(document.isObject(), assignment.c_str());
                }
            }
            for (const std::string bad : {"-1e300", "1e300", "nan", "inf", "", "x", "1.5.2", "0x10"}) {
                Scenario changed = s;
                std::ostringstream err;
                QVERIFY2(!applyAssignments(changed, std::vector{p.id + "=" + bad}, err), (p.id + "=" + bad).c_str());
                QVERIFY(!err.str().empty());
                QVERIFY(changed == s);
            }
        }
    }
}

void TestCommandLine::collectiveAndRoofline()
{
    const Outcome gather = run({"collective", "allgather", "--bytes", "34e6", "--size", "16", "--stride", "1", "--json"});
    QCOMPARE(gather.status, std::optional<int>(kDone));
    QCOMPARE(json(gather)[QStringLiteral("time")].toDouble(), 34e6 / 1.8e11);
    QCOMPARE(run({"collective", "allgathr", "--bytes", "1", "--size", "2"}).status, std::optional<int>(kWrongInput));
    QVERIFY(run({"collective", "allgathr", "--bytes", "1", "--size", "2"}).err.contains(QStringLiteral("AllGather")));
    QVERIFY(run({"collective", "AllReduce", "--bytes", "1G", "--size", "3"}).err.contains(QStringLiteral("Nearest")));
    QCOMPARE(run({"collective", "AllReduce"}).status, std::optional<int>(kUsage));

    const Outcome roofline = run({"roofline", "--hardware", "tpu-v5e", "--set", "network.0.shape.0=16", "--matmul", "64x4096x4096", "--weight", "int8", "--json"});
    const QJsonObject object = json(roofline);
    QVERIFY2(std::abs(object[QStringLiteral("critical_batch")].toDouble() - 136.08570117920073) < 1e-9, qPrintable(roofline.out + roofline.err));
    QCOMPARE(object[QStringLiteral("bound")].toString(), QStringLiteral("memory"));
    QCOMPARE(run({"roofline", "--matmul", "0x1x1"}).status, std::optional<int>(kWrongInput));
    QCOMPARE(run({"roofline", "--flops", "1e12"}).status, std::optional<int>(kWrongInput));
}

void TestCommandLine::importReportsEveryField()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("config.json")).toStdString();
    std::ofstream(path) << R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "vocab_size": 128256,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "tie_word_embeddings": false, "rope_theta": 500000.0})";
    const std::string saved = folder.filePath(QStringLiteral("model.json")).toStdString();
    const Outcome outcome = run({"import", path, "--json", "-o", saved});
    QCOMPARE(outcome.status, std::optional<int>(kDone));
    const QJsonObject object = json(outcome);
    QCOMPARE(object[QStringLiteral("parameters")].toDouble(), 8030261248.0);
    QCOMPARE(object[QStringLiteral("active_parameters")].toDouble(), 8030261248.0);
    QCOMPARE(object[QStringLiteral("kv_bytes_per_token")].toDouble(), 131072.0);
    QStringList fields;
    const QJsonArray report = object[QStringLiteral("report")].toArray();
    for (const QJsonValue& field : report)
        fields.push_back(field[QStringLiteral("field")].toString());
    for (const char* field : {"hidden_size", "rope_theta", "model_type"})
        QVERIFY2(fields.contains(QLatin1String(field)), field);
    const Read<Model> model = readModel(readFile(saved).text);
    QVERIFY(model.value.has_value());
    QCOMPARE(countParameters(model.value->architecture).total(), 8030261248);
}

void TestCommandLine::importJsonKeys()
{
    std::set<QString> documented;
    for (const OutputKey& key : modelKeys())
        documented.insert(QString::fromUtf8(key.path.data(), static_cast<qsizetype>(key.path.size())).mid(static_cast<qsizetype>(kModelPrefix.size())));
    for (const OutputKey& key : importKeys())
        documented.insert(QString::fromUtf8(key.path.data(), static_cast<qsizetype>(key.path.size())));
    QTemporaryDir folder;
    writeTinyModel(folder, 641570);
    for (const QString& name : {QStringLiteral("config.json"), QString()}) {
        const QJsonObject object = json(run({"import", folder.filePath(name).toStdString(), "--json"}));
        QVERIFY(!object.isEmpty());
        std::set<QString> seen;
        collectPaths(object, QString(), seen);
        for (const QString& path : seen)
            QVERIFY2(documented.contains(path) || path.startsWith(QStringLiteral("model.")), qPrintable(path));
        for (const QString& path : documented)
            if (!path.contains(u'.') && !path.contains(u'['))
                QVERIFY2(object.contains(path), qPrintable(path));
    }
}

void TestCommandLine::importFolder()
{
    QTemporaryDir folder;
    writeTinyModel(folder, 641568);
    const QJsonObject object = json(run({"import", folder.path().toStdString(), "--json"}));
    QCOMPARE(object[QStringLiteral("parameters")].toDouble(), 320784.0);
    QCOMPARE(object[QStringLiteral("cache")][QStringLiteral("context")].toDouble(), 131072.0);
    QCOMPARE(object[QStringLiteral("cache")][QStringLiteral("total")].toDouble(), 131072.0 * 3 * 2 * 2 * 16 * 2);
    QCOMPARE(object[QStringLiteral("weight_bytes")][QStringLiteral("total")].toDouble(), 641568.0);
    QCOMPARE(object[QStringLiteral("layers")][0][QStringLiteral("count")].toDouble(), 3.0);
    const QJsonValue index = object[QStringLiteral("index")];
    QCOMPARE(index[QStringLiteral("size")].toDouble(), 641568.0);
    QVERIFY(index[QStringLiteral("size_agrees")].toBool());
    QVERIFY(index[QStringLiteral("parameters")].isNull());

    const std::string indexFile = folder.filePath(QStringLiteral("model.safetensors.index.json")).toStdString();
    QCOMPARE(json(run({"import", indexFile, "--json"}))[QStringLiteral("index")], index);
    const Outcome text = run({"import", folder.path().toStdString()});
    QVERIFY2(text.out.contains(QStringLiteral("agrees to the byte")), qPrintable(text.out));
    QVERIFY(text.out.contains(QStringLiteral("320,784 parameters")));

    writeTinyModel(folder, 641570);
    QVERIFY(run({"import", indexFile}).out.contains(QStringLiteral("predicted 641,568: 2 more than that")));

    // The file that the index names is there: its shapes count.
    const std::string header = R"({"w": {"dtype": "F16", "shape": [320784], "data_offsets": [0, 641568]}})";
    std::string tensors;
    for (std::size_t i = 0; i < 8; ++i)
        tensors += static_cast<char>(header.size() >> (8 * i) & 255);
    writeTinyModel(folder, 641568);
    std::ofstream(folder.filePath(QStringLiteral("model.safetensors")).toStdString(), std::ios::binary) << tensors << header << std::string(641568, 'x');
    const QJsonValue measured = json(run({"import", indexFile, "--json"}))[QStringLiteral("index")];
    QCOMPARE(measured[QStringLiteral("parameters")].toDouble(), 320784.0);
    QVERIFY(measured[QStringLiteral("parameters_agree")].toBool());
}

void TestCommandLine::importProblems_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("problem");
    QTest::newRow("absent") << u"nothing.json"_s << u"nothing.json: there is no such file"_s;
    QTest::newRow("a folder without a config") << u"empty"_s << u"empty: there is no config.json in this folder"_s;
    QTest::newRow("an index without a config") << u"alone/model.safetensors.index.json"_s << u"an index of weights needs the config.json of its model beside it"_s;
    QTest::newRow("a broken index") << u"broken"_s << u"model.safetensors.index.json:1:17: "_s;
    QTest::newRow("a broken config") << u"wrong"_s << u"config.json:2:1: "_s;
    QTest::newRow("a header that is too long") << u"long"_s << u"this is not a .safetensors file"_s;
    QTest::newRow("a loop of links") << u"loop"_s << u"there is no config.json in this folder"_s;
    QTest::newRow("a loop of links itself") << u"loop/config.json"_s << u"there is no such file"_s;
    QTest::newRow("a device") << u"/dev/null"_s << u"the file is empty"_s;
}

void TestCommandLine::importProblems()
{
    QFETCH(QString, path);
    QFETCH(QString, problem);
    QTemporaryDir folder;
    const QDir dir(folder.path());
    const auto write = [&](const QString& name, const std::string& text) {
        dir.mkpath(QFileInfo(dir.filePath(name)).path());
        std::ofstream(dir.filePath(name).toStdString(), std::ios::binary) << text;
    };
    dir.mkpath(u"empty"_s);
    dir.mkpath(u"loop"_s);
    QVERIFY(QFile::link(dir.filePath(u"loop/config.json"_s), dir.filePath(u"loop/config.json"_s)));
    write(u"alone/model.safetensors.index.json"_s, "{\"weight_map\": {}}");
    for (const QString& name : {u"broken"_s, u"long"_s})
        write(name + u"/config.json"_s, tinyConfig());
    write(u"broken/model.safetensors.index.json"_s, "{\"weight_map\": {]}");
    write(u"wrong/config.json"_s, "{\n");
    write(u"long/model.safetensors"_s, std::string(8, '\x7f') + "{}");
    const Outcome outcome = run({"import", dir.absoluteFilePath(path).toStdString()});
    QCOMPARE(outcome.status, std::optional<int>(kWrongInput));
    QVERIFY2(outcome.err.contains(problem), qPrintable(outcome.err));
    QVERIFY(outcome.out.isEmpty());
}

void TestCommandLine::manualCoversEverything()
{
    const QString text = run({"manual"}).out.replace(QStringLiteral("\\-"), QStringLiteral("-"));
    for (const Command& command : commands())
        QVERIFY2(text.contains(QLatin1String(command.name.data(), static_cast<qsizetype>(command.name.size()))), std::string(command.name).c_str());
    for (const OutputKey& key : outputKeys())
        QVERIFY2(text.contains(QLatin1String(key.path.data(), static_cast<qsizetype>(key.path.size()))), std::string(key.path).c_str());
    for (const OutputKey& key : importKeys())
        QVERIFY2(text.contains(QLatin1String(key.path.data(), static_cast<qsizetype>(key.path.size()))), std::string(key.path).c_str());
    for (const Scenario& s : shippedScenarios())
        for (const Parameter& p : parameters(s))
            QVERIFY2(text.contains(QString::fromStdString(p.id).replace(QRegularExpression(QStringLiteral("\\.\\d+")), QStringLiteral(".N"))), p.id.c_str());
}

void TestCommandLine::helpForEveryCommand()
{
    QVERIFY(run({"--help"}).out.contains(QStringLiteral("eval")));
    QVERIFY(run({"--version"}).out.contains(QStringLiteral("scalescope ")));
    for (const Command& command : commands()) {
        const Outcome outcome = run({std::string(command.name), "--help"});
        QCOMPARE(outcome.status, std::optional<int>(kDone));
        for (const Option& option : command.options)
            QVERIFY(outcome.out.contains(QLatin1String(option.name.data(), static_cast<qsizetype>(option.name.size()))));
    }
    for (const char* command : {"presets", "params"}) {
        QCOMPARE(run({command}).status, std::optional<int>(kDone));
        QVERIFY(!QJsonDocument::fromJson(run({command, "--json"}).out.toUtf8()).isNull());
    }
}

void TestCommandLine::usageErrors_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("unknown option") << words("eval --jsn");
    QTest::newRow("twice") << words("eval --json --json");
    QTest::newRow("no value") << words("eval --set");
    QTest::newRow("value for a switch") << words("eval --json=1");
    QTest::newRow("too many files") << words("eval a b");
    QTest::newRow("import without a file") << words("import");
    QTest::newRow("export without a view") << words("export");
}

void TestCommandLine::usageErrors()
{
    QFETCH(QStringList, command);
    std::vector<std::string> list;
    for (const QString& w : command)
        list.push_back(w.toStdString());
    const Outcome outcome = run(list);
    QCOMPARE(outcome.status, std::optional<int>(kUsage));
    QVERIFY(!outcome.err.isEmpty());
    QVERIFY(outcome.out.isEmpty());
}

void TestCommandLine::noCommandMeansTheWindow()
{
    QCOMPARE(run({}).status, std::nullopt);
    QCOMPARE(run({"scenario.json"}).status, std::nullopt);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
