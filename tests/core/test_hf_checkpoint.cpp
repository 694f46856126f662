// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import_files.h"
#include "core/transformer/hf_checkpoint.h"

#include <QtTest>

#include <string>

using namespace scalescope;

namespace {

constexpr std::string_view kLlama = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 1000,
"num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 128, "tie_word_embeddings": TIED, "torch_dtype": "bfloat16"})";
// Per layer 4 x 64 x 64 + 3 x 64 x 128 + 2 x 64; a final norm of 64; a table of 1000 x 64.
constexpr double kLlamaBody = 2 * (4 * 64 * 64 + 3 * 64 * 128 + 2 * 64) + 64;
constexpr double kTable = 1000 * 64;

ModelFiles llama(bool tied)
{
    std::string text(kLlama);
    text.replace(text.find("TIED"), 4, tied ? "true" : "false");
    ModelFiles files;
    files.fallbackName = "model";
    files.config = {"config.json", text};
    return files;
}

std::string indexText(double size, const std::vector<std::string>& tensors, const std::string& more = {})
{
    std::string text = "{\"metadata\": {\"total_size\": " + QString::number(size, 'f', 0).toStdString() + more + "}, \"weight_map\": {";
    for (std::size_t i = 0; i < tensors.size(); ++i)
        text += (i > 0 ? ", \"" : "\"") + tensors[i] + "\": \"model.safetensors\"";
    return text + "}}";
}

std::string problemsOf(const Diagnostics& problems)
{
    std::string text;
    for (const Diagnostic& d : problems)
        text += (text.empty() ? "" : "\n") + std::to_string(d.line) + ":" + std::to_string(d.column) + " " + describe(d);
    return text;
}

std::string problemsOf(const std::vector<FileProblem>& problems)
{
    std::string text;
    for (const FileProblem& p : problems)
        text += (text.empty() ? "" : "\n") + p.file + ":" + problemsOf(Diagnostics{p.problem});
    return text;
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape, int begin, int end)
{
    return "\"" + name + "\": {\"dtype\": \"" + dtype + "\", \"shape\": [" + shape + "], \"data_offsets\": [" + std::to_string(begin) +
           ", " + std::to_string(end) + "]}";
}

}  // namespace

/// Indices of weights and headers of .safetensors files, and how they compare with the count.
class TestHfCheckpoint : public QObject
{
    Q_OBJECT

private slots:
    void index();
    void indexOfMixtral8x22b();
    void indexProblems_data();
    void indexProblems();
    void parts_data();
    void parts();
    void header();
    void headerProblems_data();
    void headerProblems();
    void agreesToTheByte_data();
    void agreesToTheByte();
    void differs();
    void measured();
    void quantisationBeside();
};

void TestHfCheckpoint::index()
{
    const ReadCheckpoint read = readIndex(R"({"metadata": {"format": {"x": [1]}, "total_size": 641568.0, "total_parameters": 320784},
        "weight_map": {"lm_head.weight": "b", "model.embed_tokens.weight": "a", "model.layers.0.q.weight": "a",
        "model.layers.2.q.weight": "b", "model.layers.2.embed_tokens.weight": "b", "visual.x": "c"}, "other": null})", 2);
    QCOMPARE(problemsOf(read.problems), std::string());
    QVERIFY(read.value.has_value());
    QCOMPARE(read.value->totalSize, std::optional<double>(641568));
    QCOMPARE(read.value->totalParameters, std::optional<double>(320784));
    QCOMPARE(read.value->tensors(), 6);
    QCOMPARE(read.value->of(TensorPart::decoder).tensors, 3);
    QCOMPARE(read.value->of(TensorPart::multiToken).tensors, 2);
    QCOMPARE(read.value->of(TensorPart::tower).tensors, 1);
    QCOMPARE(read.value->multiTokenTables, 1);
    QVERIFY(read.value->unembedding && !read.value->measured);
    QCOMPARE(read.value->files, (std::vector<std::string>{"b", "a", "c"}));
}

/// The total of the published index of Mixtral 8x22B's weights (WizardLM 2 8x22B has the same), in bf16.
void TestHfCheckpoint::indexOfMixtral8x22b()
{
    ModelFiles files;
    files.config = {"config.json", R"({"model_type": "mixtral", "hidden_size": 6144, "num_hidden_layers": 56, "vocab_size": 32000,
        "num_attention_heads": 48, "num_key_value_heads": 8, "intermediate_size": 16384, "num_local_experts": 8, "num_experts_per_tok": 2,
        "tie_word_embeddings": false, "torch_dtype": "bfloat16"})"};
    files.index = {"index", indexText(281241268224, {"lm_head.weight", "model.embed_tokens.weight"})};
    const ModelFilesImport import = importModelFiles(files);
    QVERIFY2(import.comparison && import.comparison->bytes, problemsOf(import.problems).c_str());
    QCOMPARE(import.comparison->bytes->predicted, 281241268224.0);
    QVERIFY(import.comparison->bytes->agrees() && import.comparison->explanations.empty());
}

void TestHfCheckpoint::indexProblems_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char* name, const char* json, const char* problem) { QTest::newRow(name) << QByteArray(json) << QByteArray(problem); };
    row("empty", "", "0:0 The file is empty.");
    row("not JSON", "{\"weight_map\": {\"a\": \"b\",}}", "1:26 Expected a key in double quotes after ','. Remove the comma before }.");
    row("a list", "[]", "1:1 An index of weights is a JSON object.");
    row("a config", "{\"hidden_size\": 1}", "1:18 This is not an index of weights: it has no 'weight_map'.");
    row("negative", "{\"metadata\": {\n\"total_size\": -1}, \"weight_map\": {}}", "2:15 'total_size' is not a whole number from 0 to 2^53.");
    row("a fraction", "{\"metadata\": {\"total_size\": 0.5}, \"weight_map\": {}}", "1:29 'total_size' is not a whole number from 0 to 2^53.");
    row("beyond", "{\"metadata\": {\"total_size\": 1e999}, \"weight_map\": {}}", "1:29 'total_size' is not a whole number from 0 to 2^53.");
    row("text", "{\"metadata\": {\"total_parameters\": \"7\"}, \"weight_map\": {}}",
        "1:35 'total_parameters' is not a whole number from 0 to 2^53.");
    row("metadata", "{\"metadata\": 5, \"weight_map\": {}}", "1:14 'metadata' is not an object.");
    row("map", "{\"weight_map\": [\"a\"]}", "1:16 'weight_map' is not an object.");
    row("file", "{\"weight_map\": {\"a\": 1}}", "1:22 The file of the tensor 'a' is not a text.");
    row("twice", "{\"weight_map\": {\"a\": \"x\", \"\\u0061\": \"x\"}}", "1:27 The tensor 'a' is listed twice.");
    row("two maps", "{\"weight_map\": {}, \"weight_map\": {}}", "1:20 'weight_map' appears twice.");
    row("more behind", "{\"weight_map\": {}} 1", "1:20 Expected nothing after the end of the value. Found 1.");
    const QByteArray deep = "{\"x\": " + QByteArray(100000, '[');
    row("deep", deep.constData(), "1:70 Objects and arrays are nested more than 64 deep.");
}

void TestHfCheckpoint::indexProblems()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, problem);
    const ReadCheckpoint read = readIndex(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
    QVERIFY(!read.value.has_value());
    QCOMPARE(QByteArray::fromStdString(problemsOf(read.problems)), problem);
}

void TestHfCheckpoint::parts_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<TensorPart>("part");
    const auto row = [](const char* name, TensorPart part) { QTest::newRow(name) << QByteArray(name) << part; };
    row("model.layers.60.self_attn.q_a_proj.weight", TensorPart::decoder);
    row("model.layers.61.self_attn.q_a_proj.weight", TensorPart::multiToken);
    row("model.layers.3.mlp.gate.e_score_correction_bias", TensorPart::decoder);
    row("mtp.layers.0.mlp.down_proj.weight", TensorPart::multiToken);
    row("model.mtp_layers.0.input_proj.weight", TensorPart::multiToken);
    row("model.layers.3.mlp.down_proj.weight_scale_inv", TensorPart::scales);
    row("model.layers.3.mlp.experts.down_proj_scales", TensorPart::scales);
    row("model.layers.3.mlp.experts.down_proj_blocks", TensorPart::decoder);
    row("model.layers.3.self_attn.k_scale", TensorPart::scales);
    row("model.layers.3.mlp.up_proj.qzeros", TensorPart::scales);
    row("model.layers.3.mlp.up_proj.weight.quant_state.bitsandbytes__nf4", TensorPart::scales);
    row("model.layers.3.router.per_expert_scale", TensorPart::decoder);
    row("model.layers.3.layer_scalar", TensorPart::decoder);
    row("model.visual.blocks.80.attn.qkv.weight", TensorPart::tower);
    row("vision_tower.vision_model.encoder.layers.99.mlp.fc1.bias", TensorPart::tower);
    row("multi_modal_projector.linear_1.weight", TensorPart::tower);
    row("model.language_model.layers.2.mlp.up_proj.weight", TensorPart::decoder);
    row("h.0.attn.bias", TensorPart::buffers);
    row("transformer.h.0.attn.c_attn.bias", TensorPart::decoder);
    row("gpt_neox.layers.0.attention.masked_bias", TensorPart::buffers);
    row("gpt_neox.layers.0.attention.query_key_value.bias", TensorPart::decoder);
    row("model.layers.0.self_attn.rotary_emb.inv_freq", TensorPart::buffers);
    row("", TensorPart::decoder);
    row("layers.99999999999999999999.weight", TensorPart::decoder);
}

void TestHfCheckpoint::parts()
{
    QFETCH(QByteArray, name);
    QFETCH(TensorPart, part);
    QCOMPARE(partOf(name.toStdString(), 61), part);
}

void TestHfCheckpoint::header()
{
    const std::string text = "{\"__metadata__\": {\"format\": \"pt\"}, " + tensor("model.embed_tokens.weight", "BF16", "10, 4", 0, 80) + ", " +
                             tensor("model.layers.0.mlp.experts.down_proj_blocks", "U8", "2, 3, 16", 80, 176) + ", " +
                             tensor("model.layers.0.mlp.experts.down_proj_scales", "U8", "2, 3", 176, 182) + ", " +
                             tensor("layers.0.w.scale", "F8_E8M0", "5", 182, 187) + ", " + tensor("layers.0.gate.tid2eid", "I64", "2", 187, 203) +
                             ", " + tensor("layers.0.e", "F4", "3", 203, 205) + ", " + tensor("model.norm.weight", "F32", "", 205, 209) + "}   ";
    const ReadCheckpoint read = readTensorHeader(text, 1, 209);
    QCOMPARE(problemsOf(read.problems), std::string());
    QVERIFY(read.value->measured);
    QCOMPARE(read.value->of(TensorPart::decoder), (TensorTally{4, 40 + 3 + 1, 96, 80 + 96 + 2 + 4}));
    QCOMPARE(read.value->of(TensorPart::scales), (TensorTally{2, 6 + 5, 0, 6 + 5}));
    QCOMPARE(read.value->of(TensorPart::buffers), (TensorTally{1, 2, 0, 16}));
    QCOMPARE(read.value->bytes(), 209.0);
}

void TestHfCheckpoint::headerProblems_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char* name, const std::string& json, const char* problem) {
        QTest::newRow(name) << QByteArray::fromStdString(json) << QByteArray(problem);
    };
    row("not an object", "[1]", "The header is not a JSON object.");
    row("entry", "{\"a\": 1}", "The entry of a tensor is not an object.");
    row("dtype", "{" + tensor("a", "BF61", "1", 0, 2) + "}", "The tensor 'a' has the unknown dtype 'BF61'.");
    row("size", "{" + tensor("a", "BF16", "2, 2", 0, 9) + "}", "The tensor 'a' does not take the bytes that its shape asks for.");
    row("order", "{" + tensor("a", "BF16", "2", 4, 0) + "}", "The data_offsets of the tensor 'a' are not a begin and an end.");
    row("outside", "{" + tensor("a", "BF16", "600", 0, 1200) + "}", "The tensor 'a' lies behind the end of the file.");
    row("missing", "{\"a\": {\"dtype\": \"F32\", \"shape\": []}}", "The tensor 'a' lacks its dtype, shape or data_offsets.");
    row("negative", "{" + tensor("a", "BF16", "-2", 0, 4) + "}",
        "The shape and data_offsets of the tensor 'a' are lists of whole numbers, 16 at most.");
    row("huge", "{" + tensor("a", "BF16", "1000000000, 1000000000", 0, 4) + "}", "The tensor 'a' is larger than any file.");
    row("twice", "{" + tensor("a", "F32", "", 0, 4) + "," + tensor("a", "F32", "", 0, 4) + "}", "The tensor 'a' is listed twice.");
}

void TestHfCheckpoint::headerProblems()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, problem);
    const ReadCheckpoint read = readTensorHeader(json.toStdString(), kAllLayers, 1000);
    QVERIFY(!read.value.has_value());
    QCOMPARE(QByteArray::fromStdString(describe(read.problems.at(0))), problem);
    QVERIFY(read.problems.at(0).line == 1 && read.problems.at(0).column >= 1);
}

void TestHfCheckpoint::agreesToTheByte_data()
{
    QTest::addColumn<bool>("tied");
    QTest::addColumn<double>("parameters");
    QTest::addColumn<bool>("storesUnembedding");
    QTest::addColumn<CheckpointExtras>("extras");
    QTest::newRow("untied") << false << kLlamaBody + 2 * kTable << true << CheckpointExtras{};
    QTest::newRow("tied") << true << kLlamaBody + kTable << false << CheckpointExtras{};
    CheckpointExtras twice;
    twice.tiedTwice = true;
    QTest::newRow("tied, stored twice") << true << kLlamaBody + 2 * kTable << true << twice;
    QTest::newRow("tied, stored twice, counted once") << true << kLlamaBody + kTable << true << CheckpointExtras{};
}

void TestHfCheckpoint::agreesToTheByte()
{
    QFETCH(bool, tied);
    QFETCH(double, parameters);
    QFETCH(bool, storesUnembedding);
    QFETCH(CheckpointExtras, extras);
    ModelFiles files = llama(tied);
    std::vector<std::string> tensors = {"model.embed_tokens.weight", "model.norm.weight"};
    if (storesUnembedding)
        tensors.emplace_back("lm_head.weight");
    files.index = {"index", indexText(2 * parameters, tensors, ", \"total_parameters\": " + QString::number(parameters, 'f', 0).toStdString())};
    const ModelFilesImport import = importModelFiles(files);
    QCOMPARE(problemsOf(import.problems), std::string());
    QVERIFY(import.comparison && import.comparison->bytes && import.comparison->parameters);
    for (const auto& figure : {import.comparison->bytes, import.comparison->parameters}) {
        QCOMPARE(figure->predicted, figure->stated);
        QVERIFY(figure->extras == extras);
    }
    QVERIFY(import.comparison->explanations.empty());
}

void TestHfCheckpoint::differs()
{
    ModelFiles files = llama(false);
    files.index = {"index", indexText(4 * (kLlamaBody + 2 * kTable), {"lm_head.weight", "model.layers.2.x.weight", "visual.x"})};
    const ModelFilesImport import = importModelFiles(files);
    QCOMPARE(import.comparison->bytes->difference(), 2 * (kLlamaBody + 2 * kTable));
    QVERIFY(!import.comparison->parameters.has_value());
    QCOMPARE(problemsOf(import.comparison->explanations),
             std::string("0:0 The size is that of 210,240 parameters in 4 bytes each, not as the config says.\n"
                         "0:0 1 of its tensors are of multi-token layers, which the config does not describe.\n"
                         "0:0 1 of its tensors are of vision or audio towers, which the config does not describe."));

    files.index.text = "{\"weight_map\": {}}";
    QVERIFY(!importModelFiles(files).comparison->bytes.has_value());

    files.index.text = "{\"weight_map\": {]}";
    const ModelFilesImport broken = importModelFiles(files);
    QVERIFY(!broken.imported && !broken.checkpoint);
    QCOMPARE(problemsOf(broken.problems), std::string("index:1:17 Expected a key in double quotes or '}'. Found ]."));
}

void TestHfCheckpoint::measured()
{
    ModelFiles files = llama(false);
    const auto bytes = static_cast<int>(2 * (kLlamaBody + 2 * kTable));
    const std::string all = std::to_string(bytes / 2);
    files.tensors = {{"a", "{" + tensor("model.all.weight", "BF16", all, 0, bytes) + "}", static_cast<double>(bytes) + 64},
                     {"b", "{" + tensor("model.layers.0.self_attn.rotary_emb.inv_freq", "F32", "16", 0, 64) + "}", 64}};
    const ModelFilesImport import = importModelFiles(files);
    QCOMPARE(problemsOf(import.problems), std::string());
    QVERIFY(import.comparison->bytes->agrees() && import.comparison->bytes->extras.buffers);
    QVERIFY(import.comparison->parameters->agrees());

    files.tensors.pop_back();
    files.index = {"index", indexText(bytes + 2, {"model.all.weight"})};
    const ModelFilesImport more = importModelFiles(files);
    QVERIFY2(more.comparison, problemsOf(more.problems).c_str());
    QCOMPARE(problemsOf(more.comparison->explanations),
             std::string("0:0 The index states 420,482 bytes, but its tensors take 420,480."));

    files.index = {};
    files.tensors.front().header = "{" + tensor("model.all.weight", "BF16", "8", 0, 16) + "}";
    QCOMPARE(problemsOf(importModelFiles(files).comparison->explanations),
             std::string("0:0 The decoder's tensors hold 8 parameters, predicted 210,240."));
}

void TestHfCheckpoint::quantisationBeside()
{
    ModelFiles files = llama(false);
    files.quantisation = {"hf_quant_config.json", R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8",
        "kv_cache_quant_algo": "FP8", "exclude_modules": ["lm_head"]}})"};
    const ModelFilesImport modelOpt = importModelFiles(files);
    QVERIFY2(modelOpt.imported, problemsOf(modelOpt.problems).c_str());
    QVERIFY(modelOpt.imported->model.storage.quantised == QuantisedPart::linear);
    QVERIFY(modelOpt.imported->model.storage.quantisedType == DType::fp8);

    files.quantisation = {"quantize_config.json", R"({"bits": 4, "group_size": 128, "desc_act": false})"};
    const ModelFilesImport gptq = importModelFiles(files);
    QVERIFY2(gptq.imported, problemsOf(gptq.problems).c_str());
    QVERIFY(gptq.imported->model.storage.quantisedType == DType::int4);
    QCOMPARE(gptq.imported->model.storage.group, 128.0);

    files.quantisation = {"quant_config.json", R"({"w_bit": 4, "q_group_size": 64, "zero_point": true})"};
    const ModelFilesImport awq = importModelFiles(files);
    QVERIFY2(awq.imported, problemsOf(awq.problems).c_str());
    QCOMPARE(awq.imported->model.storage.group, 64.0);

    files.quantisation.text = "[1]";
    QCOMPARE(problemsOf(importModelFiles(files).problems), std::string("quant_config.json:1:1 A quantisation config is a JSON object."));
    files.quantisation.text = "{\"w_bit\": }";
    QVERIFY(!importModelFiles(files).imported);
}

QTEST_APPLESS_MAIN(TestHfCheckpoint)
#include "test_hf_checkpoint.moc"
