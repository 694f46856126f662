// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "tests/core/hf_import.h"

#include <map>
#include <string>

using namespace hf;

class TestHfConfig : public QObject {
    Q_OBJECT

private slots:
    void publishedCounts_data();
    void publishedCounts();
    void tinyModels();
    void structures_data();
    void structures();
    void siblings();
    void windows_data();
    void windows();
    void classDefaults_data();
    void classDefaults();
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

/// Totals that the publishers state, or that the weights have. A cache is stated for some.
void TestHfConfig::publishedCounts_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("kvBytes");

    const QJsonArray rows = QJsonDocument::fromJson(fixture(u"published.json"_s)).array();
    QVERIFY(rows.size() > 100);
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
    if (kvBytes > 0)
        QCOMPARE(bytesOf(DType::bf16, kvElementsPerToken(*result.architecture)), Bytes(double(kvBytes)));
    QVERIFY(result.storage.type == DType::bf16);
}

void TestHfConfig::tinyModels()
{
    const ConfigImport llama = import(fixture(u"tiny_llama.json"_s));
    QCOMPARE(problemsOf(llama), QString());
    QCOMPARE(parametersOf(llama), kTinyLlama);
    QVERIFY(llama.storage.type == DType::fp16);
    QCOMPARE(llama.modelType, std::string("llama"));
    QCOMPARE(kvElementsPerToken(*llama.architecture), std::int64_t(3 * 2 * 2 * 16));
    QVERIFY(!llama.architecture->tied && llama.architecture->base().attention.inputBias &&
            llama.architecture->base().attention.outputBias);

    const ConfigImport gpt2 = import(fixture(u"tiny_gpt2.json"_s));
    QCOMPARE(problemsOf(gpt2), QString());
    QCOMPARE(parametersOf(gpt2), kTinyGpt2);
    QVERIFY(gpt2.architecture->tied);
    QCOMPARE(gpt2.architecture->base().mlp.width, std::int64_t(4 * 48));
}

void TestHfConfig::structures_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("parameters");  // counted by hand
    QTest::addColumn<QString>("order");

    QTest::newRow("decoder inside, windows") << u"nested_gemma3.json"_s << qint64(68752) << u"A*4 | A B"_s;
    QTest::newRow("narrow embedding, offset positions") << u"projected_opt.json"_s << qint64(19616) << u"A"_s;
    QTest::newRow("lists for each layer") << u"growing_openelm.json"_s << qint64(65904) << u"A B C"_s;
    QTest::newRow("layers without parts") << u"thinned_deci.json"_s << qint64(56608) << u"A B C"_s;
    QTest::newRow("best reading, experts") << u"unknown_experts.json"_s << qint64(62560) << u"A | B"_s;
}

void TestHfConfig::structures()
{
    QFETCH(QString, file);
    QFETCH(qint64, parameters);
    QFETCH(QString, order);
    const ConfigImport result = import(fixture(file));
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(qint64(parametersOf(result)), parameters);
    QCOMPARE(QString::fromStdString(textOf(result.architecture->order)), order);
}

/// The published totals of Gemma 3n E4B and E2B, 7,849,978,192 and 5,439,438,272, have the same towers.
void TestHfConfig::siblings()
{
    const ConfigImport larger = import(R"({"model_type": "gemma3n", "text_config": {"model_type": "gemma3n_text"}})");
    const ConfigImport smaller = import(R"({"model_type": "gemma3n_text", "num_hidden_layers": 30, "num_kv_shared_layers": 10,
        "intermediate_size": [8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192,
                              8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192]})");
    QCOMPARE(problemsOf(larger) + problemsOf(smaller), QString());
    QCOMPARE(parametersOf(larger) - parametersOf(smaller), std::int64_t(7849978192 - 5439438272));
}

void TestHfConfig::windows_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QString>("order");
    QTest::addColumn<qint64>("first");  // window of the first layer, 0 for none

    const auto row = [](const char* name, const char* fields, const char* order, qint64 first) {
        QTest::newRow(name) << QByteArray(fields) << QString::fromUtf8(order) << first;
    };
    row("mistral, by its class", R"("model_type": "mistral")", "A", 4096);
    row("mistral, none", R"("model_type": "mistral", "sliding_window": null)", "A", 0);
    row("qwen2, off by its class", R"("model_type": "qwen2", "sliding_window": 512, "max_window_layers": 4)", "A", 0);
    row("qwen2, the upper layers", R"("model_type": "qwen2", "use_sliding_window": true, "max_window_layers": 30)",
        "A*30 | B", 0);
    row("gemma2 alternates", R"("model_type": "gemma2", "num_hidden_layers": 4)", "A B", 4096);
    row("gemma3, each sixth is full", R"("model_type": "gemma3_text", "num_hidden_layers": 12)", "A*5 B", 4096);
    row("gemma3, each third", R"("model_type": "gemma3_text", "num_hidden_layers": 6, "sliding_window_pattern": 3)",
        "A*2 B", 4096);
    row("cohere2, each fourth", R"("model_type": "cohere2", "num_hidden_layers": 8)", "A*3 B", 4096);
    row("exaone4, by letters", R"("model_type": "exaone4", "num_hidden_layers": 6, "sliding_window_pattern": "LLG")",
        "A*2 B", 4096);
    row("types of layers win", R"("model_type": "gemma3_text", "num_hidden_layers": 3, "sliding_window": 7,
        "layer_types": ["full_attention", "sliding_attention", "sliding_attention"])", "A | B", 0);
    row("gpt_neo, by groups", R"("model_type": "gpt_neo", "num_layers": 4, "attention_types": [[["global", "local"], 2]])",
        "A B", 0);
    row("unknown kind", R"("model_type": "brand_new", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2,
        "sliding_window": 9, "layer_types": ["sliding_attention", "full_attention"])", "A B", 9);
}

void TestHfConfig::windows()
{
    QFETCH(QByteArray, fields);
    QFETCH(QString, order);
    QFETCH(qint64, first);
    const ConfigImport result = import('{' + fields + '}');
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(QString::fromStdString(textOf(result.architecture->order)), order);
    QCOMPARE(qint64(result.architecture->base().attention.window), first);
}

void TestHfConfig::classDefaults_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");

    const auto row = [](const char* type, const char* key, const char* value) {
        QTest::addRow("%s, %s", type, key) << QByteArray(type) << QByteArray(key) << QByteArray(value);
    };
    row("gemma", "tie_word_embeddings", "true");
    row("gemma", "head_dim", "256");
    row("qwen2", "attention_bias", "true");
    row("qwen2", "tie_word_embeddings", "false");
    row("qwen3", "head_dim", "128");
    row("mistral", "num_key_value_heads", "8");
    row("gptj", "n_inner", "16384");
    row("falcon", "multi_query", "true");
    row("opt", "word_embed_proj_dim", "768");
    row("cohere", "tie_word_embeddings", "true");
    row("smollm3", "num_key_value_heads", "4");
    row("gpt_bigcode", "multi_query", "true");
}

void TestHfConfig::classDefaults()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    const ConfigImport result = import(R"({"model_type": ")" + type + R"("})");
    QCOMPARE(problemsOf(result), QString());
    QVERIFY(hasUse(result, key.toStdString(), FieldUse::guessed));
    QCOMPARE(fieldOf(result, key.toStdString())->value, value.toStdString());
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
    QCOMPARE(null.architecture->base().attention.kvHeads, std::int64_t(4));
    QCOMPARE(null.architecture->base().attention.headDim, std::int64_t(16));
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
    QCOMPARE(narrow.architecture->base().mlp.width, std::int64_t(100));
}

void TestHfConfig::everyFieldIsAccountedFor()
{
    for (const QString& name : {u"tiny_llama.json"_s, u"tiny_gpt2.json"_s, u"nested_gemma3.json"_s, u"projected_opt.json"_s,
                                u"growing_openelm.json"_s, u"thinned_deci.json"_s, u"unknown_experts.json"_s}) {
        const QByteArray json = fixture(name);
        const ConfigImport result = import(json);
        std::map<std::string, int> seen;
        for (const ConfigField& field : result.fields) {
            ++seen[field.key];
            QVERIFY2(!field.reason.empty() && !field.value.empty(), field.key.c_str());
            QVERIFY2(field.reason.find('%') == std::string::npos, field.reason.c_str());
        }
        const QJsonObject config = QJsonDocument::fromJson(json).object();
        const QJsonObject inner = config[u"text_config"_s].toObject();
        QStringList keys = config.keys();
        for (const QString& key : inner.keys())
            keys << u"text_config."_s + key;
        for (const QString& key : std::as_const(keys))
            QVERIFY2(seen[key.toStdString()] == 1, qPrintable(name + u": "_s + key));
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
    QCOMPARE(QByteArray::fromStdString(std::string(nameOf(result.storage.type))), type.toUtf8());
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
