// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import.h"
#include "core/scenario/parameter.h"

#include <QtTest>

#include "tests/core/hf_import.h"

using namespace hf;

/// The longest sequence that a config.json states, in the words of each kind.
class TestHfContext : public QObject {
    Q_OBJECT

private slots:
    void limits_data();
    void limits();
    void oddLengths_data();
    void oddLengths();
    void changesNoCount();
    void rangeIsTheParameters();
};

void TestHfContext::limits_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<QString>("used");
    QTest::addColumn<QString>("ignored");

    const auto row = [](const char* name, const char* fields, qint64 limit, const char* used, const char* ignored = "") {
        QTest::newRow(name) << QByteArray(fields) << limit << QString::fromUtf8(used) << QString::fromUtf8(ignored);
    };
    // One length and nothing else.
    row("LLaMA 2", R"("model_type": "llama", "max_position_embeddings": 4096, "rope_scaling": null)", 4096, "max_position_embeddings",
        "rope_scaling");
    row("Mixtral", R"("model_type": "mixtral", "max_position_embeddings": 32768)", 32768, "max_position_embeddings");
    row("GPT-J", R"("model_type": "gptj", "n_positions": 2048)", 2048, "n_positions");
    row("BLOOM", R"("model_type": "bloom", "hidden_size": 1024, "n_head": 16, "seq_length": 2048)", 2048, "seq_length");
    row("ChatGLM", R"("model_type": "chatglm", "seq_length": 32768)", 32768, "seq_length");
    row("MPT, slopes", R"("model_type": "mpt", "max_seq_len": 2048, "attn_config": {"alibi": true})", 2048, "max_seq_len");
    row("DBRX", R"("model_type": "dbrx", "max_seq_len": 32768)", 32768, "max_seq_len");
    row("Baichuan 2", R"("model_type": "baichuan", "model_max_length": 4096)", 4096, "model_max_length");
    row("decoder inside", R"("model_type": "qwen3_vl", "max_position_embeddings": 7, "text_config": {"model_type": "qwen3_vl_text",
        "max_position_embeddings": 262144}, "vision_config": {"model_type": "qwen3_vl", "max_position_embeddings": 77})",
        262144, "text_config.max_position_embeddings", "max_position_embeddings");
    row("nothing stated", R"("model_type": "llama")", 0, "model_type");
    row("state spaces", R"("model_type": "mamba2", "hidden_size": 128, "num_heads": 4, "head_dim": 64)", 0, "model_type");
    row("in quotes", R"("model_type": "llama", "max_position_embeddings": "8192")", 8192, "max_position_embeddings");
    row("unknown kind", R"("model_type": "brand_new", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2,
        "max_sequence_length": 5000)", 5000, "max_sequence_length");

    // Several lengths: the longest.
    row("Command R", R"("model_type": "cohere", "max_position_embeddings": 8192, "model_max_length": 131072)", 131072, "model_max_length",
        "max_position_embeddings");
    row("Qwen", R"("model_type": "qwen", "max_position_embeddings": 32768, "seq_length": 8192)", 32768, "max_position_embeddings", "seq_length");
    row("the same twice", R"("model_type": "llama", "max_position_embeddings": 2048, "max_sequence_length": 2048)", 2048,
        "max_position_embeddings", "max_sequence_length");
    row("a tokenizer's 1e30", R"("model_type": "llama", "max_position_embeddings": 4096, "model_max_length": 1000000000000000019884624838656)",
        4096, "max_position_embeddings", "model_max_length");

    // Learned positions.
    row("GPT-2", R"("model_type": "gpt2", "n_positions": 1024, "n_ctx": 1024)", 1024, "n_positions", "n_ctx");
    row("GPT-2, longer context than positions", R"("model_type": "gpt2", "n_positions": 512, "n_ctx": 1024)", 512, "n_positions", "n_ctx");
    row("GPT-2, context only", R"("model_type": "gpt2", "n_ctx": 256)", 256, "n_ctx");
    row("GPT-2, by its class", R"("model_type": "gpt2")", 1024, "model_type");
    row("OPT, two rows before", R"("model_type": "opt", "max_position_embeddings": 2048)", 2048, "max_position_embeddings");
    row("GPT-Neo", R"("model_type": "gpt_neo", "max_position_embeddings": 2048)", 2048, "max_position_embeddings");
    row("MPT, a table", R"("model_type": "mpt", "max_seq_len": 65536, "attn_config": {"alibi": false})", 65536, "max_seq_len");
    row("unknown kind, a table", R"("model_type": "brand_new", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2,
        "position_embedding_type": "learned_absolute", "n_positions": 300)", 300, "n_positions");

    // Rotary positions with a factor: the length that is stated is mostly the one after it.
    row("LLaMA 3.2", R"("model_type": "llama", "max_position_embeddings": 131072, "rope_scaling": {"factor": 32.0, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"})", 131072, "max_position_embeddings",
        "rope_scaling");
    row("DeepSeek V3", R"("model_type": "deepseek_v3", "max_position_embeddings": 163840, "rope_scaling": {"beta_fast": 32, "beta_slow": 1,
        "factor": 40, "mscale": 1.0, "original_max_position_embeddings": 4096, "type": "yarn"})", 163840, "max_position_embeddings",
        "rope_scaling");
    row("Gemma 3", R"("model_type": "gemma3_text", "max_position_embeddings": 131072, "rope_scaling": {"factor": 8.0, "rope_type": "linear"})",
        131072, "max_position_embeddings", "rope_scaling");
    row("Phi-3 mini 128K", R"("model_type": "phi3", "max_position_embeddings": 131072, "original_max_position_embeddings": 4096,
        "rope_scaling": {"long_factor": [1.0], "short_factor": [1.0], "type": "longrope"})", 131072, "max_position_embeddings",
        "original_max_position_embeddings");
    row("Qwen2.5 with YaRN", R"("model_type": "qwen2", "max_position_embeddings": 32768, "rope_scaling": {"factor": 4.0,
        "original_max_position_embeddings": 32768, "type": "yarn"})", 131072, "rope_scaling");
    row("newer names", R"("model_type": "qwen3", "max_position_embeddings": 32768, "rope_parameters": {"rope_type": "yarn", "rope_theta": 1000000.0,
        "factor": 4.0, "original_max_position_embeddings": 32768})", 131072, "rope_parameters");
    row("only the length before", R"("model_type": "gpt_oss", "rope_scaling": {"factor": 32.0, "original_max_position_embeddings": 4096,
        "rope_type": "yarn"})", 131072, "rope_scaling");
    row("YaRN without the length before", R"("model_type": "llama", "max_position_embeddings": 32768, "rope_scaling": {"factor": 4.0,
        "type": "yarn"})", 32768, "max_position_embeddings", "rope_scaling");
    row("YaRN without a factor", R"("model_type": "llama", "max_position_embeddings": 4096, "rope_scaling": {"type": "yarn",
        "original_max_position_embeddings": 4096})", 4096, "max_position_embeddings", "rope_scaling");
    row("one for each kind of layers", R"("model_type": "gemma3_text", "max_position_embeddings": 131072, "rope_parameters": {"full_attention":
        {"factor": 8.0, "rope_type": "linear"}, "sliding_attention": {"rope_type": "default"}})", 131072, "max_position_embeddings",
        "rope_parameters");
}

void TestHfContext::limits()
{
    QFETCH(QByteArray, fields);
    QFETCH(qint64, limit);
    QFETCH(QString, used);
    QFETCH(QString, ignored);
    const ConfigImport result = import('{' + fields + '}');
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(qint64(result.architecture->contextLimit), limit);
    QVERIFY2(hasUse(result, used.toStdString(), FieldUse::used), qPrintable(used));
    QVERIFY2(ignored.isEmpty() || hasUse(result, ignored.toStdString(), FieldUse::ignored), qPrintable(ignored));
}

void TestHfContext::oddLengths_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char* value : {"1e30", "-1", "0", "2048.5", "\"long\"", "true", "[4096]", "NaN", "Infinity"})
        QTest::newRow(value) << QByteArray(value);
}

void TestHfContext::oddLengths()
{
    QFETCH(QByteArray, value);
    for (const char* key : {"max_position_embeddings", "model_max_length"}) {
        const ConfigImport result = import(QByteArray(R"({"model_type": "llama", ")") + key + "\": " + value + '}');
        QCOMPARE(problemsOf(result), QString());
        QVERIFY(result.architecture);
        QCOMPARE(qint64(result.architecture->contextLimit), qint64(0));
        QVERIFY(hasUse(result, key, FieldUse::ignored));
        QVERIFY(QByteArray::fromStdString(fieldOf(result, key)->reason).contains("whole tokens"));
    }
    const ConfigImport stretched = import(R"({"model_type": "llama", "max_position_embeddings": 4096, "rope_scaling": {"type": "yarn", "factor": )" +
                                          value + R"(, "original_max_position_embeddings": 4096}})");
    QVERIFY(stretched.architecture);
    QCOMPARE(qint64(stretched.architecture->contextLimit), value == "2048.5" ? qint64(4096 * 2048.5) : qint64(4096));
}

void TestHfContext::changesNoCount()
{
    const ConfigImport without = import(R"({"model_type": "llama"})");
    const ConfigImport with = import(R"({"model_type": "llama", "max_position_embeddings": 131072})");
    QVERIFY(without.architecture && with.architecture);
    QCOMPARE(with.architecture->contextLimit, std::int64_t(131072));
    QCOMPARE(parametersOf(with), parametersOf(without));
    Architecture same = *with.architecture;
    same.contextLimit = 0;
    QVERIFY(same == *without.architecture);
}

void TestHfContext::rangeIsTheParameters()
{
    Scenario scenario;
    const auto found = findParameter(scenario, "model.context_limit");
    QVERIFY(found);
    const auto config = [](double tokens) {
        return R"({"model_type": "llama", "max_position_embeddings": )" + std::to_string(std::int64_t(tokens)) + '}';
    };
    const ModelImport largest = importModel(config(found->maximum), "largest");
    QVERIFY(largest.imported);
    scenario.model = largest.imported->model;
    QCOMPARE(found->value(scenario), std::optional<double>(found->maximum));
    const ModelImport beyond = importModel(config(found->maximum + 1), "beyond");
    QVERIFY(beyond.imported);
    scenario.model = beyond.imported->model;
    QCOMPARE(found->value(scenario), std::optional<double>(0));
}

QTEST_GUILESS_MAIN(TestHfContext)
#include "test_hf_context.moc"
