// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parameter.h"
#include "tests/core/hf_import.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QtTest>

using namespace hf;

class TestHfProblems : public QObject {
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void notices_data();
    void notices();
    void problemsAreReportedAtOnce();
    void limitsAreThoseOfTheParameters_data();
    void limitsAreThoseOfTheParameters();
    void brokenFiles();
    void realConfigs();
};

/// Layers that differ in the width of their MLP.
QByteArray kindsOfLayers(int kinds)
{
    QByteArray widths;
    for (int i = 1; i <= kinds; ++i)
        widths += (i > 1 ? ", " : "") + QByteArray::number(i);
    return R"({"model_type": "zzzz", "hidden_size": 8, "num_attention_heads": 1, "num_hidden_layers": )" +
        QByteArray::number(kinds) + R"(, "intermediate_size": [)" + widths + "]}";
}

void TestHfProblems::refused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("problem");

    const auto row = [](const char* name, const char* json, const char* problem) {
        QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(problem);
    };
    // which model it is
    row("not an object", R"([1, 2])", "1:1 : A config.json is an object, {\"model_type\": ...}.");
    row("a scenario", R"({"scalescope": 1, "model": "gpt2"})",
        "1:16 /scalescope: This is a scenario, not the config.json of a model. Open it as it is.");
    row("an encoder", R"({"model_type": "bert"})", "1:16 /model_type: 'bert' is an encoder, and only decoders are read.");
    row("an encoder with a decoder", R"({"model_type": "t5"})",
        "1:16 /model_type: 't5' is an encoder with a decoder, and only decoders are read.");
    row("an encoder by its class", R"({"architectures": ["BertForMaskedLM"]})",
        "1:19 /architectures: 'BertForMaskedLM' is an encoder, and only decoders are read.");
    row("unknown and empty", R"({"model_type": "zzzz"})",
        "1:1 : hidden_size: the file states nothing of this name or a like one, and no decoder is read without it.");
    row("type of the wrong kind", R"({"model_type": 7})",
        "1:16 /model_type: model_type: expected a text, found a number.");
    row("nothing to go by", R"({"vocab_size": 7})", "1:1 : The file does not say its model type. Add \"model_type\".");
    row("an encoder by its fields",
        R"({"hidden_size": 64, "num_hidden_layers": 2, "intermediate_size": 128, "type_vocab_size": 2})",
        "1:1 : The file does not say its model type. Add \"model_type\".");
    // sizes
    row("list", R"({"model_type": "llama", "hidden_size": [4096]})",
        "1:40 /hidden_size: hidden_size: expected a number, found a list.");
    row("boolean", R"({"model_type": "llama", "vocab_size": true})",
        "1:39 /vocab_size: vocab_size: expected a number, found a boolean.");
    row("object", R"({"model_type": "llama", "vocab_size": {}})",
        "1:39 /vocab_size: vocab_size: expected a number, found an object.");
    row("zero", R"({"model_type": "llama", "vocab_size": 0})",
        "1:39 /vocab_size: vocab_size = 0 is out of range: it must be between 1 and 16,777,216.");
    row("negative", R"({"model_type": "gpt2", "n_layer": -12})",
        "1:35 /n_layer: n_layer = -12 is out of range: it must be between 1 and 10,000.");
    row("no layers", R"({"model_type": "gemma", "num_hidden_layers": 0})",
        "1:46 /num_hidden_layers: num_hidden_layers = 0 is out of range: it must be between 1 and 10,000.");
    row("absurd", R"({"model_type": "llama", "num_hidden_layers": 1000000000000000000})",
        "1:46 /num_hidden_layers: num_hidden_layers = 1000000000000000000 is out of range: it must be between 1 and 10,000.");
    row("of the decoder inside", R"({"text_config": {"model_type": "llama", "vocab_size": -1}})",
        "1:55 /text_config/vocab_size: text_config.vocab_size = -1 is out of range: it must be between 1 and 16,777,216.");
    row("list of the wrong length", R"({"model_type": "gemma2", "num_hidden_layers": 3, "layer_types": ["full_attention"]})",
        "1:65 /layer_types: layer_types has 1 entries for 3 layers.");
    row("list of numbers as types", R"({"model_type": "gemma2", "num_hidden_layers": 1, "layer_types": [1]})",
        "1:65 /layer_types: layer_types: expected a list of texts, found a number.");
    row("too many kinds of layers", kindsOfLayers(53).constData(),
        "1:1 : The layers differ in more ways than the 52 that a model may have here.");
    row("experts per token", R"({"model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 5})",
        "1:74 /num_experts_per_tok: num_experts_per_tok = 5 is more than the 4 experts there are.");
    row("compression", R"({"model_type": "deepseek_v4", "num_hidden_layers": 1, "compress_ratios": [1048577]})",
        "1:74 /compress_ratios: compress_ratios = 1048577 is out of range: it must be between 0 and 1,048,576.");
    row("fraction", R"({"model_type": "gpt2", "n_layer": 12.5})",
        "1:35 /n_layer: n_layer = 12.5 must be a whole number.");
    row("huge", R"({"model_type": "gpt2", "n_positions": 1e300})",
        "1:39 /n_positions: n_positions = 1e300 is out of range: it must be between 1 and 1,073,741,824.");
    row("flag as a number", R"({"model_type": "llama", "attention_bias": 1})",
        "1:43 /attention_bias: attention_bias: expected a boolean, found a number.");
    row("flag as a text", R"({"model_type": "llama", "tie_word_embeddings": "false"})",
        "1:48 /tie_word_embeddings: tie_word_embeddings: expected a boolean, found a text.");
    row("dtype as a number", R"({"model_type": "llama", "torch_dtype": 16})",
        "1:40 /torch_dtype: torch_dtype: expected a text, found a number.");
    // sizes that do not go together
    row("heads do not divide the width", R"({"model_type": "llama", "num_attention_heads": 33})",
        "1:48 /num_attention_heads: hidden_size = 4096 is not a multiple of num_attention_heads = 33, so the heads "
        "have no whole width.");
    row("gpt2's heads do not divide the width", R"({"model_type": "gpt2", "hidden_size": 770})",
        "1:39 /hidden_size: hidden_size = 770 is not a multiple of n_head = 12, so the heads have no "
        "whole width.");
    row("one wide head", R"({"model_type": "llama", "hidden_size": 8192, "num_attention_heads": 1})",
        "1:40 /hidden_size: hidden_size / num_attention_heads = 8192 is too wide for a head: at most 4,096.");
    row("KV heads", R"({"model_type": "llama", "num_key_value_heads": 5})",
        "1:48 /num_key_value_heads: 5 KV heads do not divide 32 query heads.");
    row("more KV heads than heads", R"({"model_type": "llama", "num_key_value_heads": 64})",
        "1:48 /num_key_value_heads: 64 KV heads do not divide 32 query heads.");
    row("two names differ", R"({"model_type": "gpt2", "n_layer": 12, "num_hidden_layers": 13})",
        "1:60 /num_hidden_layers: n_layer = 12 and num_hidden_layers = 13 mean the same and differ.");
    // what would change the counts
    row("cross-attention", R"({"model_type": "gpt2", "add_cross_attention": true})",
        "1:47 /add_cross_attention: add_cross_attention: the model has an encoder or cross-attention, and only "
        "decoders are read.");
    row("pruned heads", R"({"model_type": "gpt2", "pruned_heads": {"0": [1]}})",
        "1:40 /pruned_heads: pruned_heads: heads were cut out, so the layers are not as wide as stated.");
    // the file
    row("key twice", "{\"model_type\": \"llama\",\n \"vocab_size\": 7, \"vocab_size\": 8}",
        "2:19 /vocab_size: The key \"vocab_size\" appears more than once");
    row("number out of range", R"({"model_type": "llama", "vocab_size": 1e999})", "1:39 /vocab_size: ");
    row("UTF-16", "\xff\xfe{\0", "1:1 : ");
    row("empty", "", "1:1 : The file is empty.");
}

void TestHfProblems::refused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, problem);
    const ConfigImport result = import(json);
    QVERIFY(!result.architecture);
    QVERIFY(anyAtLeast(result.problems, Severity::invalid));
    QCOMPARE(problemsOf(result).left(problem.size()), problem);
}

void TestHfProblems::notices_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("problem");

    const auto row = [](const char* name, const char* field, const char* problem) {
        QTest::newRow(name) << QByteArray(field) << QString::fromUtf8(problem);
    };
    row("window", R"("sliding_window": 4096)",
        "1:43 /sliding_window: sliding_window: attention is read as full; its window is not applied.");
    row("window that is off", R"("sliding_window": 4096, "use_sliding_window": false)", "");
    row("another head", R"("architectures": ["LlamaForSequenceClassification"])",
        "1:42 /architectures: Architecture 'LlamaForSequenceClassification' is read as a language model: parameters are "
        "counted with its embedding and unembedding.");
    row("experts that llama has not", R"("num_local_experts": 8)",
        "1:46 /num_local_experts: num_local_experts: the model type has no such experts, and they are not counted.");
    row("latent attention that llama has not", R"("kv_lora_rank": 512)",
        "1:41 /kv_lora_rank: kv_lora_rank: the model type has no latent attention, and it is not counted.");
    row("layers that llama has not", R"("layer_types": ["full_attention", "sliding_attention"])",
        "1:40 /layer_types: layer_types: the model type has layers that are equal in this, and they are read so.");
    row("bias that transformers does not read", R"("bias": true)",
        "1:33 /bias: bias: the model type has no such field; biases are counted as its configuration class has them.");
    row("one expert is none", R"("num_experts": 1, "num_local_experts": 0, "layer_types": ["full_attention"])", "");
    row("off", R"("is_encoder_decoder": false, "add_cross_attention": false, "pruned_heads": {}, "use_qk_norm": false)",
        "");
}

void TestHfProblems::notices()
{
    QFETCH(QByteArray, field);
    QFETCH(QString, problem);
    const ConfigImport result = import(R"({"model_type": "llama", )" + field + '}');
    QCOMPARE(problemsOf(result), problem);
    QCOMPARE(parametersOf(result), std::int64_t(6738415616));
    QVERIFY(!anyAtLeast(result.problems, Severity::infeasible));
}

void TestHfProblems::problemsAreReportedAtOnce()
{
    const ConfigImport result = import(R"({
  "vocab_size": -1,
  "model_type": "llama",
  "hidden_size": "wide",
  "num_local_experts": 8,
  "num_attention_heads": 0,
  "tie_word_embeddings": 3,
  "sliding_window": 7,
  "torch_dtype": [],
  "vocab_size": 9
})");
    QVERIFY(!result.architecture);
    QList<int> lines;
    for (const Diagnostic& d : result.problems)
        lines << d.line;
    QCOMPARE(lines, (QList<int>{2, 4, 5, 6, 7, 8, 9, 10}));
}

void TestHfProblems::limitsAreThoseOfTheParameters_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("parameter");
    QTest::addColumn<QByteArray>("besides");

    const auto row = [](const char* type, const char* key, const char* parameter, const char* besides = "") {
        QTest::newRow(key) << QByteArray(type) << QByteArray(key) << QByteArray(parameter) << QByteArray(besides);
    };
    row("llama", "hidden_size", "model.d_model", R"(, "head_dim": 128)");
    row("llama", "intermediate_size", "model.d_ff");
    row("llama", "num_hidden_layers", "model.layers");
    row("llama", "num_attention_heads", "model.heads", R"(, "head_dim": 128)");
    row("llama", "num_key_value_heads", "model.kv_heads", R"(, "num_attention_heads": 4096)");
    row("llama", "head_dim", "model.head_dim");
    row("llama", "vocab_size", "model.vocabulary");
    row("gpt2", "n_embd", "model.d_model", R"(, "n_head": 4096)");
    row("gpt2", "n_inner", "model.d_ff");
    row("gpt2", "n_layer", "model.layers");
    row("gpt2", "n_head", "model.heads", R"(, "n_embd": 4096)");
    row("gpt2", "n_positions", "model.positions");
    row("mistral", "sliding_window", "model.window");
    row("mixtral", "num_local_experts", "model.experts");
    row("mixtral", "num_experts_per_tok", "model.experts_per_token", R"(, "num_local_experts": 65536)");
    row("deepseek_v3", "kv_lora_rank", "model.kv_rank");
    row("deepseek_v3", "qk_rope_head_dim", "model.rope_dim");
    row("deepseek_v3", "v_head_dim", "model.value_dim");
    row("deepseek_v3", "q_lora_rank", "model.query_rank");
}

void TestHfProblems::limitsAreThoseOfTheParameters()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, besides);
    Scenario scenario;
    Layer& layer = scenario.model.architecture.base();
    layer.mlp.experts = key.contains("expert") ? 8 : 0;
    layer.attention.kind = type == "deepseek_v3" ? AttentionKind::latent : AttentionKind::full;
    const auto found = findParameter(scenario, parameter.toStdString());
    QVERIFY(found);
    const auto config = [&](double value) -> QByteArray {
        return R"({"model_type": ")" + type + R"(", ")" + key + R"(": )" + QByteArray::number(qint64(value)) + besides +
            '}';
    };
    const ConfigImport largest = import(config(found->maximum));
    QVERIFY2(largest.architecture, qPrintable(problemsOf(largest)));
    QVERIFY(parametersOf(largest) > 0);
    const ConfigImport beyond = import(config(found->maximum + 1));
    QVERIFY(!beyond.architecture);
    QVERIFY(problemsOf(beyond).contains(u"out of range"_s));
}

void TestHfProblems::brokenFiles()
{
    for (const QString& name : {u"tiny_llama.json"_s, u"tiny_gpt2.json"_s, u"nested_gemma3.json"_s, u"thinned_deci.json"_s}) {
        const QByteArray whole = fixture(name).trimmed();
        for (qsizetype length = 0; length < whole.size(); ++length) {
            const ConfigImport result = import(whole.left(length));
            QVERIFY2(!result.architecture && anyAtLeast(result.problems, Severity::invalid),
                     qPrintable(QString::number(length)));
        }
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray damaged = whole;
            damaged[at] = '\xff';
            QVERIFY2(!import(damaged).architecture, qPrintable(QString::number(at)));
        }
    }
    const QByteArray deep =
        R"({"model_type": "llama", "x": )" + QByteArray(100000, '[') + QByteArray(100000, ']') + '}';
    QVERIFY(!import(deep).architecture);
    const QByteArray large = R"({"model_type": "llama", "x": ")" + QByteArray(9 << 20, 'a') + "\"}";
    QVERIFY(!import(large).architecture);
}

void TestHfProblems::realConfigs()
{
    const QDir folder(QStringLiteral(SCALESCOPE_SOURCE_DIR "/../shared/configs"));
    const QStringList files = folder.entryList({u"*.json"_s}, QDir::Files);
    if (files.isEmpty())
        QSKIP("no folder of real configs beside the source tree");
    const QMap<QString, qint64> totals = {{u"Qwen--Qwen3-0.6B.json"_s, 596049920},
                                          {u"Qwen--Qwen3-8B.json"_s, 8190735360},
                                          {u"Qwen--Qwen3-VL-8B-Instruct.json"_s, 8190735360},
                                          {u"meta-llama--Meta-Llama-3.1-70B.json"_s, 70553706496},
                                          {u"meta-llama--Meta-Llama-3.1-8B.json"_s, 8030261248},
                                          {u"nvidia--Llama-3.1-70B-Instruct-FP8.json"_s, 70553706496}};
    for (const QString& file : files) {
        const QByteArray json = contentsOf(folder.filePath(file));
        const ConfigImport result = import(json);
        QVERIFY2(result.architecture, qPrintable(file + u'\n' + problemsOf(result)));
        QVERIFY2(parametersOf(result) > 0, qPrintable(file));
        QVERIFY2(!totals.contains(file) || parametersOf(result) == totals[file], qPrintable(file));
        const QJsonObject config = QJsonDocument::fromJson(json).object();
        for (const QString& key : config.keys()) {
            const auto times = std::count_if(result.fields.begin(), result.fields.end(),
                                             [&](const ConfigField& f) { return f.key == key.toStdString(); });
            QVERIFY2(times == 1, qPrintable(file + u": "_s + key));
        }
    }
}

QTEST_GUILESS_MAIN(TestHfProblems)
#include "test_hf_problems.moc"
