// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parameter.h"
#include "tests/core/hf_import.h"

#include <QDir>
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
    row("unknown type", R"({"model_type": "deepseek_v3"})",
        "1:16 /model_type: Model type 'deepseek_v3' is not read. Kinds that are read: llama, gpt2.");
    row("near type", R"({"model_type": "lama"})",
        "1:16 /model_type: Model type 'lama' is not read. Kinds that are read: llama, gpt2. The nearest is 'llama'.");
    row("type of the wrong kind", R"({"model_type": 7})",
        "1:16 /model_type: model_type: expected a text, found a number.");
    row("unknown architecture", R"({"architectures": ["Llama4ForCausalLM"]})",
        "1:19 /architectures: Architecture 'Llama4ForCausalLM' is not read, and there is no model_type. Kinds that are "
        "read: "
        "llama, gpt2.");
    row("nothing to go by", R"({"vocab_size": 7})",
        "1:1 : The file does not say its model type. Kinds that are read: llama, gpt2. Add \"model_type\".");
    row("an encoder by its fields",
        R"({"hidden_size": 64, "num_hidden_layers": 2, "intermediate_size": 128, "layer_norm_eps": 1e-12})",
        "1:1 : The file does not say its model type. Kinds that are read: llama, gpt2. Add \"model_type\".");
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
        "1:39 /hidden_size: hidden_size = 770 is not a multiple of num_attention_heads = 12, so the heads have no "
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
    row("experts", R"({"model_type": "llama", "num_local_experts": 8})",
        "1:46 /num_local_experts: num_local_experts: the model has experts, and only dense models are read.");
    row("latent attention", R"({"model_type": "llama", "kv_lora_rank": 512})",
        "1:41 /kv_lora_rank: kv_lora_rank: the model has latent attention, which is not read.");
    row("cross-attention", R"({"model_type": "gpt2", "add_cross_attention": true})",
        "1:47 /add_cross_attention: add_cross_attention: the model has an encoder or cross-attention, and only "
        "decoders are read.");
    row("mixed layers", R"({"model_type": "llama", "layer_types": ["full_attention", "sliding_attention"]})",
        "1:40 /layer_types: layer_types: the layers differ from each other, and only models of equal layers are read.");
    row("pruned heads", R"({"model_type": "gpt2", "pruned_heads": {"0": [1]}})",
        "1:40 /pruned_heads: pruned_heads: heads were cut out, so the layers are not as wide as stated.");
    row("model inside", R"({"model_type": "llama", "vision_config": {"hidden_size": 7}})",
        "1:42 /vision_config: vision_config: the model holds another model inside, which is not read.");
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
    row("quantised", R"("quantization_config": {"quant_method": "fp8"})",
        "1:48 /quantization_config: quantization_config: the weights are quantised; parameters are counted as the "
        "model has them, and "
        "their bytes follow the dtype.");
    row("own code", R"("auto_map": {"AutoModel": "modeling.M"})",
        "1:37 /auto_map: auto_map: the model brings code of its own, which may count otherwise.");
    row("another head", R"("architectures": ["LlamaForSequenceClassification"])",
        "1:42 /architectures: Architecture 'LlamaForSequenceClassification' is read as LlamaForCausalLM: parameters "
        "are counted with "
        "its embedding and unembedding.");
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
}

void TestHfProblems::limitsAreThoseOfTheParameters()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, besides);
    const auto found = findParameter(Scenario(), parameter.toStdString());
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
    for (const QString& name : {u"tiny_llama.json"_s, u"tiny_gpt2.json"_s}) {
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
    for (const QString& file : files) {
        const ConfigImport result = import(contentsOf(folder.filePath(file)));
        const bool read = result.modelType == "llama" || result.modelType == "gpt2";
        QVERIFY2(result.architecture.has_value() == read, qPrintable(file + u'\n' + problemsOf(result)));
        QVERIFY2(read || anyAtLeast(result.problems, Severity::invalid), qPrintable(file));
        if (read)
            QVERIFY2(parametersOf(result) == (file.contains(u"70B"_s) ? 70553706496 : 8030261248), qPrintable(file));
    }
}

QTEST_GUILESS_MAIN(TestHfProblems)
#include "test_hf_problems.moc"
