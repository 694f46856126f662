// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QtTest>

#include "tests/core/hf_import.h"

using namespace hf;

/// Models with experts, latent or linear attention, state spaces, towers and quantised weights.
class TestHfMixed : public QObject {
    Q_OBJECT

private slots:
    void publishedTotals_data();
    void publishedTotals();
    void sharedConfigs_data();
    void sharedConfigs();
    void towers_data();
    void towers();
    void storage_data();
    void storage();
    void caches();
    void sharedIndex();
    void contradictions_data();
    void contradictions();
};

/// Totals of the published weights without multi-token layers and towers; absent fields are the class's own.
void TestHfMixed::publishedTotals_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("Qwen1.5-MoE") << QByteArray(R"({"model_type": "qwen2_moe"})") << qint64(14315784192);
    QTest::newRow("Qwen3-Next") << QByteArray(R"({"model_type": "qwen3_next"})") << qint64(79674391296);
    QTest::newRow("GLM-4.5-Air") << QByteArray(R"({"model_type": "glm4_moe", "attention_bias": true, "num_nextn_predict_layers": 1})") << qint64(106852251264);
    QTest::newRow("GLM-4.5") << QByteArray(R"({"model_type": "glm4_moe", "attention_bias": true, "use_qk_norm": true, "hidden_size": 5120, "intermediate_size": 12288, "moe_intermediate_size": 1536, "n_routed_experts": 160, "num_hidden_layers": 92, "first_k_dense_replace": 3, "num_nextn_predict_layers": 1})") << qint64(352797829024);
    QTest::newRow("gpt-oss-120b") << QByteArray(R"({"model_type": "gpt_oss"})") << qint64(116829156672);
    QTest::newRow("Maverick") << QByteArray(R"({"model_type": "llama4_text", "interleave_moe_layer_step": 2, "num_local_experts": 128})") << qint64(400711848960);
    QTest::newRow("Phi-3.5-MoE") << QByteArray(R"({"model_type": "phimoe", "attention_bias": true, "lm_head_bias": true})") << qint64(41873153344);
    QTest::newRow("DBRX") << QByteArray(R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40, "vocab_size": 100352, "attn_config": {"kv_n_heads": 8}, "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4}})") << qint64(131596523520);
    QTest::newRow("Jamba") << QByteArray(R"({"model_type": "jamba"})") << qint64(51570323328);
    QTest::newRow("Kimi-Linear") << QByteArray(R"({"model_type": "kimi_linear", "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "kda_layers": [1], "head_dim": 128, "num_heads": 32, "short_conv_kernel_size": 4}})") << qint64(49122681728);
    QTest::newRow("MiniMax-Text-01") << QByteArray(R"({"model_type": "minimax_text_01", "hidden_size": 6144, "num_attention_heads": 64, "head_dim": 128, "num_hidden_layers": 80, "num_local_experts": 32, "intermediate_size": 9216, "vocab_size": 200064, "attn_type_list": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]})") << qint64(456089655296);
    QTest::newRow("ERNIE-21B") << QByteArray(R"({"model_type": "ernie4_5_moe", "tie_word_embeddings": true})") << qint64(21825437888);
    QTest::newRow("Hunyuan-A13B") << QByteArray(R"({"model_type": "hunyuan_v1_moe", "tie_word_embeddings": true, "vocab_size": 128167, "hidden_size": 4096, "intermediate_size": 3072, "num_key_value_heads": 8, "num_experts": 64, "moe_topk": [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8], "num_shared_expert": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "head_dim": 128, "moe_intermediate_size": [3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072]})") << qint64(80393183232);
    QTest::newRow("granite-h-tiny") << QByteArray(R"({"model_type": "granitemoehybrid", "hidden_size": 1536, "intermediate_size": 512, "num_hidden_layers": 40, "num_attention_heads": 12, "num_key_value_heads": 4, "num_local_experts": 64, "num_experts_per_tok": 6, "shared_intermediate_size": 1024, "mamba_d_state": 128, "mamba_n_heads": 48, "tie_word_embeddings": true, "vocab_size": 100352, "layer_types": ["mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba"]})") << qint64(6939037248);
    QTest::newRow("LFM2-1.2B") << QByteArray(R"({"model_type": "lfm2", "hidden_size": 2048, "block_ff_dim": 12288, "num_hidden_layers": 16, "full_attn_idxs": [2, 5, 8, 10, 12, 14]})") << qint64(1170340608);
    QTest::newRow("LFM2-8B-A1B") << QByteArray(R"({"model_type": "lfm2_moe", "num_hidden_layers": 24, "layer_types": ["conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "full_attention", "conv", "conv"]})") << qint64(8339930560);
    QTest::newRow("falcon-mamba-7b") << QByteArray(R"({"model_type": "falcon_mamba", "hidden_size": 4096, "num_hidden_layers": 64, "vocab_size": 65024, "tie_word_embeddings": false})") << qint64(7272665088);
    QTest::newRow("Ling-mini-2.0") << QByteArray(R"({"model_type": "bailing_moe_v2"})") << qint64(16255643392);
    QTest::newRow("GLM-4.7-Flash") << QByteArray(R"({"model_type": "glm4_moe_lite", "num_nextn_predict_layers": 1})") << qint64(29943393920);
    QTest::newRow("DeepSeek-V2") << QByteArray(R"({"model_type": "deepseek_v2", "hidden_size": 5120, "intermediate_size": 12288, "moe_intermediate_size": 1536, "num_hidden_layers": 60, "num_attention_heads": 128, "n_routed_experts": 160, "num_experts_per_tok": 6, "first_k_dense_replace": 1, "vocab_size": 102400})") << qint64(235741434880);
    QTest::newRow("Mixtral-8x22B") << QByteArray(R"({"model_type": "mixtral", "hidden_size": 6144, "intermediate_size": 16384, "num_hidden_layers": 56, "num_attention_heads": 48})") << qint64(140620634112);
}

void TestHfMixed::publishedTotals()
{
    QFETCH(QByteArray, json);
    QFETCH(qint64, parameters);
    const ConfigImport result = import(json);
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(qint64(parametersOf(result)), parameters);
}

/// `multiToken` and `tower` are counted apart. Published with them: Qwen3-VL-8B 8,767,123,696, Qwen3.5-27B 27,781,427,952,
/// MiMo-7B 7,833,409,536, GLM-5 753,864,139,008, Gemma 4 26B-A4B 25,805,936,206 (its index leaves out buffers: 30 scalars of
/// layers and 2,304 numbers of the tower). Published with fp8 scales: MiniMax-M2.5 228,703,644,928. Nemotron 3 Nano's
/// published count leaves out 2,944 router biases. Active: of MiniMax (10B), gpt-oss (3.6B), GLM-5 (40B) and Kimi K2 (32B)
/// the names leave out embeddings.
void TestHfMixed::sharedConfigs_data()
{
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("multiToken");
    QTest::addColumn<qint64>("tower");
    QTest::addColumn<double>("active");  // billions, to a tenth

    const auto row = [](const char* file, qint64 parameters, qint64 multiToken, qint64 tower, double active) {
        QTest::newRow(file) << parameters << multiToken << tower << active;
    };
    row("MiniMaxAI--MiniMax-M2.5", 228689764864, 11062807296, 0, 11.0);
    row("Qwen--Qwen3-0.6B", 596049920, 0, 0, 0.6);
    row("Qwen--Qwen3-235B-A22B", 235093634560, 0, 0, 22.2);
    row("Qwen--Qwen3-30B-A3B", 30532122624, 0, 0, 3.4);
    row("Qwen--Qwen3-8B", 8190735360, 0, 0, 8.2);
    row("Qwen--Qwen3-VL-8B-Instruct", 8190735360, 0, 576388336, 8.2);
    row("Qwen--Qwen3.5-27B", 26895998464, 424699392, 460730096, 26.9);
    row("XiaomiMiMo--MiMo-7B-Base", 7622619136, 210790400, 0, 7.6);
    row("deepseek-ai--DeepSeek-V3.2", 671877944064, 11624027648, 0, 38.4);
    row("deepseek-ai--DeepSeek-V3", 671026419200, 11610068224, 0, 37.6);
    row("deepseek-ai--DeepSeek-V4-Flash", 284332240471, 6610048891, 0, 13.8);
    row("google--gemma-4-26B-A4B", 25233141790, 0, 572794416, 3.8);
    row("meta-llama--Llama-4-Scout-17B-16E-Instruct", 107769861120, 0, 0, 17.2);
    row("meta-llama--Meta-Llama-3.1-70B", 70553706496, 0, 0, 70.6);
    row("meta-llama--Meta-Llama-3.1-8B", 8030261248, 0, 0, 8.0);
    row("mistralai--Mixtral-8x7B-v0.1", 46702792704, 0, 0, 12.9);
    row("moonshotai--Kimi-K2-Instruct", 1026408232448, 0, 0, 32.9);
    row("nvidia--Llama-3.1-70B-Instruct-FP8", 70553706496, 0, 0, 70.6);
    row("nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", 31577937344, 0, 0, 3.6);
    row("nvidia--Nemotron-H-56B-Base-8K", 56324350464, 0, 0, 56.3);
    row("openai--gpt-oss-20b", 20914757184, 0, 0, 4.2);
    row("stepfun-ai--Step-3.7-Flash", 195844508736, 743240448, 0, 10.9);
    row("zai-org--GLM-5", 743911218432, 9952920576, 0, 41.8);
}

void TestHfMixed::sharedConfigs()
{
    QFETCH(qint64, parameters);
    QFETCH(qint64, multiToken);
    QFETCH(qint64, tower);
    QFETCH(double, active);
    const QDir folder(QStringLiteral(SCALESCOPE_SOURCE_DIR "/../shared/configs"));
    const QString path = folder.filePath(QLatin1String(QTest::currentDataTag()) + u".json"_s);
    if (!QFile::exists(path))
        QSKIP("the shared configs are not beside the sources");
    const ConfigImport result = import(contentsOf(path));
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    const ParameterCount count = countParameters(*result.architecture);
    QCOMPARE(qint64(count.total()), parameters);
    QCOMPARE(qint64(count.multiToken), multiToken);
    QCOMPARE(qint64(count.towerApart), tower);
    QVERIFY(std::abs(static_cast<double>(count.active()) / 1e9 - active) <= 0.0501);
    for (const ConfigField& field : result.fields)
        QVERIFY2(!field.reason.empty(), field.key.c_str());
}

void TestHfMixed::towers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<bool>("estimate");

    // Llama 4 Scout with its tower is published as 108,641,793,536, without as 107,769,861,120.
    QTest::newRow("llama4") << QByteArray(R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text"},
        "vision_config": {"model_type": "llama4_vision_model", "hidden_size": 1408, "num_hidden_layers": 34,
        "intermediate_size": 5632, "image_size": 336, "patch_size": 14, "projector_input_dim": 4096,
        "projector_output_dim": 4096, "vision_output_dim": 4096}})") << qint64(871932416) << false;
    // Gemma 3's tower is published as 416,866,032; its projector has 1152 x 2560 and a norm.
    QTest::newRow("gemma3") << QByteArray(R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text",
        "hidden_size": 2560}, "vision_config": {"model_type": "siglip_vision_model", "hidden_size": 1152,
        "intermediate_size": 4304, "num_hidden_layers": 27, "image_size": 896, "patch_size": 14}})")
                            << qint64(416866032 + 1152 * 2560 + 1152) << false;
    QTest::newRow("another") << QByteArray(R"({"model_type": "other_vl", "text_config": {"model_type": "llama",
        "hidden_size": 64, "num_attention_heads": 4}, "vision_config": {"hidden_size": 8, "num_hidden_layers": 2,
        "intermediate_size": 16}})") << qint64(2 * (4 * 72 + 8 * 16 + 16 + 16 * 8 + 8 + 32) + 8 * 64) << true;
}

void TestHfMixed::towers()
{
    QFETCH(QByteArray, json);
    QFETCH(qint64, parameters);
    QFETCH(bool, estimate);
    const ConfigImport result = import(json);
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QCOMPARE(qint64(result.architecture->towerParameters), parameters);
    QCOMPARE(problemsOf(result).contains(u"estimate"_s), estimate);
}

void TestHfMixed::storage_data()
{
    QTest::addColumn<QByteArray>("quantisation");
    QTest::addColumn<int>("part");
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("group");
    QTest::addColumn<double>("scaleBytes");

    const auto row = [](const char* name, const char* json, QuantisedPart part, DType type, double group, double scaleBytes) {
        QTest::newRow(name) << QByteArray(json) << static_cast<int>(part) << static_cast<int>(type) << group << scaleBytes;
    };
    row("fp8", R"({"quant_method": "fp8", "weight_block_size": [128, 128]})", QuantisedPart::linear, DType::fp8, 16384, 4);
    row("fbgemm", R"({"quant_method": "fbgemm_fp8", "modules_to_not_convert": ["model.layers.*.self_attn"]})",
        QuantisedPart::experts, DType::fp8, 4096, 4);
    row("mxfp4", R"({"quant_method": "mxfp4"})", QuantisedPart::experts, DType::fp4, 32, 1);
    row("int4", R"({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": {"num_bits": 4,
        "type": "int", "group_size": 32}}}, "ignore": ["lm_head", "re:.*self_attn.*"]})", QuantisedPart::experts, DType::int4, 32, 2);
    row("nvfp4", R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})", QuantisedPart::linear, DType::fp4, 16, 1);
    row("awq", R"({"quant_method": "awq", "bits": 4, "group_size": 128})", QuantisedPart::linear, DType::int4, 128, 2.5);
    row("bitsandbytes", R"({"quant_method": "bitsandbytes", "_load_in_4bit": true})", QuantisedPart::linear, DType::int4, 64, 4);
}

void TestHfMixed::storage()
{
    QFETCH(QByteArray, quantisation);
    QFETCH(double, group);
    QFETCH(double, scaleBytes);
    const ConfigImport result = import(R"({"model_type": "mixtral", "quantization_config": )" + quantisation + '}');
    QVERIFY2(result.architecture, qPrintable(problemsOf(result)));
    QTEST(static_cast<int>(result.storage.quantised), "part");
    QTEST(static_cast<int>(result.storage.quantisedType), "type");
    QCOMPARE(result.storage.group, group);
    QCOMPARE(result.storage.scaleBytes, scaleBytes);
    QVERIFY(hasUse(result, "quantization_config.quant_method", FieldUse::used));
}

void TestHfMixed::caches()
{
    // 61 layers of 512 + 64 numbers: 70,272 bytes per token.
    const ConfigImport deepseek = import(R"({"model_type": "deepseek_v3"})");
    QCOMPARE(2 * kvElementsPerToken(*deepseek.architecture), 70272.0);
    // gpt-oss-120b, fp8, 65,536 tokens: 18 full layers and 18 with a window of 128.
    const ConfigImport oss = import(R"({"model_type": "gpt_oss"})");
    const CacheTypes fp8 = {DType::fp8, DType::fp8, DType::fp32};
    QCOMPARE(cacheOf(*oss.architecture, 65536, fp8).keysAndValues.value, 18.0 * 1024 * (65536 + 128));
    // Values of their own width: 4 heads of 192 + 128 in each full layer, 8 in sliding ones.
    const ConfigImport mimo = import(R"({"model_type": "mimo_v2_flash", "num_hidden_layers": 2, "hybrid_layer_pattern": [0, 1]})");
    QVERIFY2(mimo.architecture, qPrintable(problemsOf(mimo)));
    QCOMPARE(kvElementsPerToken(*mimo.architecture), 12.0 * (192 + 128));
}

void TestHfMixed::sharedIndex()
{
    // Of GLM-5.2's layers every fourth has an indexer after the first three: 57 of 78 have none.
    const ConfigImport result = import(R"({"model_type": "glm_moe_dsa", "index_topk_freq": 4})");
    const ConfigImport every = import(R"({"model_type": "glm_moe_dsa"})");
    QVERIFY(result.architecture && every.architecture);
    const std::int64_t indexer = 2048 * 32 * 128 + 6144 * (128 + 32) + 2 * 128;
    QCOMPARE(parametersOf(every) - parametersOf(result), 57 * indexer);
}

void TestHfMixed::contradictions_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("field");

    QTest::newRow("top k") << QByteArray(R"({"model_type": "mixtral", "num_local_experts": 2, "num_experts_per_tok": 3})")
                           << u"num_experts_per_tok"_s;
    QTest::newRow("pattern") << QByteArray(R"({"model_type": "nemotron_h", "hybrid_override_pattern": "M*", "num_hidden_layers": 3})")
                             << u"hybrid_override_pattern"_s;
    QTest::newRow("groups") << QByteArray(R"({"model_type": "deepseek_v4", "o_groups": 7})") << u"o_groups"_s;
    QTest::newRow("key heads") << QByteArray(R"({"model_type": "qwen3_next", "linear_num_key_heads": 5})") << u"linear_num_key_heads"_s;
}

void TestHfMixed::contradictions()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, field);
    const ConfigImport result = import(json);
    QVERIFY(!result.architecture);
    QVERIFY2(problemsOf(result).contains(field), qPrintable(problemsOf(result)));
}

QTEST_GUILESS_MAIN(TestHfMixed)
#include "test_hf_mixed.moc"
