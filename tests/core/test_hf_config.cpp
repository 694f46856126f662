// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/hf_import.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <map>
#include <string>

using namespace hf;

class TestHfConfig : public QObject {
    Q_OBJECT

private slots:
    void publishedCounts_data();
    void publishedCounts();
    void tinyModels();
    void defaultsOfTheConfigurationClass();
    void nullIsAbsent();
    void gpt2OtherNames();
    void everyFieldIsAccountedFor();
    void quotedNumbers();
    void nonFiniteNumbers();
    void dtypes_data();
    void dtypes();
    void modelTypeInferred_data();
    void modelTypeInferred();
    void looksLike_data();
    void looksLike();
};

void TestHfConfig::publishedCounts_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("kvBytes");

    const QJsonArray rows = QJsonDocument::fromJson(fixture(u"published.json"_s)).array();
    QVERIFY(!rows.isEmpty());
    for (const QJsonValue& row : rows)
        QTest::newRow(qPrintable(row[u"name"_s].toString()))
            << QJsonDocument(row[u"config"_s].toObject()).toJson() << row[u"parameters"_s].toInteger()
            << row[u"kv_bytes_per_token_bf16_all_layers"_s].toInteger();
}

void TestHfConfig::publishedCounts()
{
    QFETCH(QByteArray, json);
    QFETCH(qint64, parameters);
    QFETCH(qint64, kvBytes);
    const ConfigImport result = import(json);
    QCOMPARE(problemsOf(result), QString());
    QVERIFY(result.architecture);
    QCOMPARE(qint64(parametersOf(result)), parameters);
    QCOMPARE(bytesOf(DType::bf16, double(kvElementsPerToken(*result.architecture))), Bytes(double(kvBytes)));
    QVERIFY(result.weightType == DType::bf16);
}

void TestHfConfig::tinyModels()
{
    const ConfigImport llama = import(fixture(u"tiny_llama.json"_s));
    QCOMPARE(problemsOf(llama), QString());
    QCOMPARE(parametersOf(llama), kTinyLlama);
    QVERIFY(llama.weightType == DType::fp16);
    QCOMPARE(llama.modelType, std::string("llama"));
    QCOMPARE(kvElementsPerToken(*llama.architecture), std::int64_t(3 * 2 * 2 * 16));
    QVERIFY(!llama.architecture->tied && llama.architecture->attention.inputBias &&
            llama.architecture->attention.outputBias);

    const ConfigImport gpt2 = import(fixture(u"tiny_gpt2.json"_s));
    QCOMPARE(problemsOf(gpt2), QString());
    QCOMPARE(parametersOf(gpt2), kTinyGpt2);
    QVERIFY(gpt2.architecture->tied);
    QCOMPARE(gpt2.architecture->mlp.width, std::int64_t(4 * 48));
}

void TestHfConfig::defaultsOfTheConfigurationClass()
{
    const ConfigImport llama = import(R"({"model_type": "llama"})");
    QCOMPARE(problemsOf(llama), QString());
    QCOMPARE(parametersOf(llama), std::int64_t(6738415616));  // LlamaConfig() is LLaMA 7B
    for (const char* key :
         {"hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
          "head_dim", "vocab_size", "tie_word_embeddings", "attention_bias", "mlp_bias", "torch_dtype"}) {
        QVERIFY2(hasUse(llama, key, FieldUse::guessed), key);
        QVERIFY2(!fieldOf(llama, key)->reason.empty(), key);
    }
    QCOMPARE(fieldOf(llama, "num_key_value_heads")->value, std::string("32"));
    QCOMPARE(fieldOf(llama, "head_dim")->value, std::string("128"));

    const ConfigImport gpt2 = import(R"({"model_type": "gpt2"})");
    QCOMPARE(parametersOf(gpt2), std::int64_t(124439808));
    QCOMPARE(fieldOf(gpt2, "n_inner")->value, std::string("3072"));
    QCOMPARE(fieldOf(gpt2, "tie_word_embeddings")->value, std::string("true"));
}

void TestHfConfig::nullIsAbsent()
{
    const QByteArray stated = R"({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4)";
    const ConfigImport absent = import(stated + '}');
    const ConfigImport null = import(stated + R"(, "num_key_value_heads": null, "head_dim": null, "vocab_size": null,
        "tie_word_embeddings": null, "torch_dtype": null, "sliding_window": null, "quantization_config": null})");
    QVERIFY(absent.architecture && null.architecture);
    QVERIFY(*absent.architecture == *null.architecture);
    QCOMPARE(problemsOf(null), QString());
    QCOMPARE(null.architecture->attention.kvHeads, std::int64_t(4));
    QCOMPARE(null.architecture->attention.headDim, std::int64_t(16));
    QVERIFY(hasUse(null, "head_dim", FieldUse::guessed));
    QVERIFY(hasUse(null, "sliding_window", FieldUse::ignored));
}

void TestHfConfig::gpt2OtherNames()
{
    const QByteArray json = fixture(u"tiny_gpt2.json"_s);
    QByteArray renamed = json;
    renamed.replace("n_embd", "hidden_size")
        .replace("n_layer", "num_hidden_layers")
        .replace("n_head", "num_attention_heads")
        .replace("n_positions", "max_position_embeddings");
    const ConfigImport other = import(renamed);
    QCOMPARE(problemsOf(other), QString());
    QVERIFY(other.architecture == import(json).architecture);
    QVERIFY(hasUse(other, "max_position_embeddings", FieldUse::used));

    QByteArray both = json;
    const ConfigImport same = import(both.replace("\"n_embd\": 48,", "\"n_embd\": 48, \"hidden_size\": 48,"));
    QCOMPARE(parametersOf(same), kTinyGpt2);
    QVERIFY(hasUse(same, "hidden_size", FieldUse::ignored));

    QByteArray contextOnly = json;
    const ConfigImport context = import(contextOnly.replace("\"n_positions\": 64,", ""));
    QCOMPARE(parametersOf(context), kTinyGpt2);
    QVERIFY(hasUse(context, "n_positions", FieldUse::guessed));

    QByteArray inner = json;
    const ConfigImport narrow = import(inner.replace("\"n_inner\": null", "\"n_inner\": 100"));
    QCOMPARE(narrow.architecture->mlp.width, std::int64_t(100));
}

void TestHfConfig::everyFieldIsAccountedFor()
{
    for (const QString& name : {u"tiny_llama.json"_s, u"tiny_gpt2.json"_s}) {
        const QByteArray json = fixture(name);
        const ConfigImport result = import(json);
        std::map<std::string, int> seen;
        for (const ConfigField& field : result.fields) {
            ++seen[field.key];
            QVERIFY2(!field.reason.empty() && !field.value.empty(), field.key.c_str());
            QVERIFY2(field.reason.find('%') == std::string::npos, field.reason.c_str());
        }
        for (const QString& key : QJsonDocument::fromJson(json).object().keys())
            QVERIFY2(seen[key.toStdString()] == 1, qPrintable(key));
        QVERIFY(std::is_partitioned(result.fields.begin(), result.fields.end(),
                                    [](const ConfigField& f) { return f.use != FieldUse::ignored; }));
    }
}

void TestHfConfig::quotedNumbers()
{
    QByteArray json = fixture(u"tiny_llama.json"_s);
    json.replace("\"hidden_size\": 96", "\"hidden_size\": \"96\"")
        .replace("\"vocab_size\": 1000", "\"vocab_size\": 1000.0");
    const ConfigImport result = import(json);
    QCOMPARE(parametersOf(result), kTinyLlama);
    QVERIFY(hasUse(result, "hidden_size", FieldUse::used));
    QVERIFY(QByteArray::fromStdString(fieldOf(result, "hidden_size")->reason).contains("quotes"));
    for (const char* wrong : {"\"96a\"", "\"\"", "\" 96\"", "\"0x60\"", "\"99999999999999999999\""}) {
        QByteArray broken = fixture(u"tiny_llama.json"_s);
        QVERIFY2(!import(broken.replace("\"hidden_size\": 96", QByteArray(QByteArray("\"hidden_size\": ") + wrong)))
                      .architecture,
                 wrong);
    }
}

void TestHfConfig::nonFiniteNumbers()
{
    QByteArray json = fixture(u"tiny_llama.json"_s);
    const ConfigImport result =
        import(json.replace("\"rope_theta\": 500000.0", "\"rope_theta\": Infinity, \"x\": NaN"));
    QCOMPARE(problemsOf(result), QString());
    QCOMPARE(parametersOf(result), kTinyLlama);
    QCOMPARE(fieldOf(result, "rope_theta")->value, std::string("Infinity"));

    QByteArray used = fixture(u"tiny_llama.json"_s);
    const ConfigImport wrong = import(used.replace("\"hidden_size\": 96", "\"hidden_size\": NaN"));
    QVERIFY(!wrong.architecture);
    QCOMPARE(problemsOf(wrong),
             u"10:18 /hidden_size: hidden_size: expected a number, found a number that is not finite."_s);
}

void TestHfConfig::dtypes_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("problem");

    QTest::newRow("bf16") << QByteArray(R"("torch_dtype": "bfloat16")") << u"bf16"_s << QString();
    QTest::newRow("fp32") << QByteArray(R"("torch_dtype": "float32")") << u"fp32"_s << QString();
    QTest::newRow("with its module") << QByteArray(R"("torch_dtype": "torch.float16")") << u"fp16"_s << QString();
    QTest::newRow("newer name") << QByteArray(R"("dtype": "float8_e4m3fn")") << u"fp8"_s << QString();
    QTest::newRow("both names") << QByteArray(R"("torch_dtype": "float32", "dtype": "float16")") << u"fp16"_s
                                << QString();
    QTest::newRow("absent") << QByteArray(R"("x": 1)") << u"bf16"_s << QString();
    QTest::newRow("unknown") << QByteArray(R"("torch_dtype": "auto")") << u"bf16"_s
                             << u"1:40 /torch_dtype: The dtype 'auto' is not known here; bf16 is taken."_s;
}

void TestHfConfig::dtypes()
{
    QFETCH(QByteArray, fields);
    QFETCH(QString, type);
    QFETCH(QString, problem);
    const ConfigImport result = import(R"({"model_type": "llama", )" + fields + '}');
    QCOMPARE(problemsOf(result), problem);
    QVERIFY(result.architecture);
    QCOMPARE(QByteArray::fromStdString(std::string(nameOf(result.weightType))), type.toUtf8());
}

void TestHfConfig::modelTypeInferred_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("notice");

    QTest::newRow("architectures, llama")
        << QByteArray(R"({"architectures": ["LlamaForCausalLM"]})") << u"llama"_s << false;
    QTest::newRow("architectures, gpt2") << QByteArray(R"({"model_type": null, "architectures": ["GPT2LMHeadModel"]})")
                                         << u"gpt2"_s << false;
    QTest::newRow("without its head") << QByteArray(R"({"architectures": ["GPT2Model"]})") << u"gpt2"_s << true;
    QTest::newRow("gpt2's fields") << QByteArray(R"({"n_embd": 768, "n_layer": 12, "n_head": 12})") << u"gpt2"_s
                                   << true;
    QTest::newRow("llama's fields") << QByteArray(
                                           R"({"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                                                     "intermediate_size": 128, "rms_norm_eps": 1e-6})")
                                    << u"llama"_s << true;
}

void TestHfConfig::modelTypeInferred()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, type);
    QFETCH(bool, notice);
    const ConfigImport result = import(json);
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(QString::fromStdString(result.modelType), type);
    QVERIFY(hasUse(result, "model_type", FieldUse::guessed));
    QCOMPARE(result.problems.size(), std::size_t(notice ? 1 : 0));
}

void TestHfConfig::looksLike_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("config");

    QTest::newRow("config") << fixture(u"tiny_llama.json"_s) << true;
    QTest::newRow("truncated config") << fixture(u"tiny_llama.json"_s).left(400) << true;
    QTest::newRow("of a kind that is not read") << QByteArray(R"({"model_type": "mixtral"})") << true;
    QTest::newRow("architectures only") << QByteArray(R"({"architectures": []})") << true;
    QTest::newRow("scenario") << QByteArray(R"({"scalescope": 1, "model": {}})") << false;
    QTest::newRow("scenario that mentions it") << QByteArray(R"({"scalescope": 1, "model_type": "llama"})") << false;
    QTest::newRow("list") << QByteArray(R"(["model_type"])") << false;
    QTest::newRow("something else") << QByteArray("%PDF-1.4") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void TestHfConfig::looksLike()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, config);
    QCOMPARE(looksLikeConfig(text.toStdString()), config);
}

QTEST_GUILESS_MAIN(TestHfConfig)
#include "test_hf_config.moc"
