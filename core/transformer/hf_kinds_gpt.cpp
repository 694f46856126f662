// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_decoder.h"
#include "core/transformer/hf_kinds_dense.h"

// Kinds after GPT-2: layer norms with biases, a plain MLP. Defaults are those of each kind's configuration class.

namespace scalescope {

namespace {

constexpr std::string_view kGptWidth = "n_embd|hidden_size";
constexpr std::string_view kGptLayers = "n_layer|num_hidden_layers";
constexpr std::string_view kGptHeads = "n_head|num_attention_heads";
constexpr std::string_view kGptPositions = "n_positions|max_position_embeddings";

/// GPT-2's names; all heads have keys and values of their own.
DecoderFields gptFields(std::int64_t width, std::int64_t layers, std::int64_t heads, std::int64_t vocabulary, bool tied)
{
    DecoderFields fields = {.width = width, .layers = layers, .heads = heads, .vocabulary = vocabulary, .tied = tied};
    fields.widthNames = kGptWidth;
    fields.layersNames = kGptLayers;
    fields.headsNames = kGptHeads;
    fields.kvHeadsNames = {};
    fields.headDimNames = {};
    fields.mlpWidthNames = "n_inner|intermediate_size";
    return fields;
}

void readPlain(KindReader& reader, const DecoderFields& fields)
{
    readDecoder(reader, fields);
    reader.model().norm = NormKind::layer;
    reader.base().mlp.kind = MlpKind::plain;
    setBiases(reader.base(), true, true);
}

/// A table of positions, of which the first rows may be before the sequence.
void setPositions(KindReader& reader, std::int64_t sequence, std::int64_t before = 0)
{
    reader.model().positions = sequence + before;
    reader.model().contextLimit = sequence;
}

void readPositions(KindReader& reader, std::int64_t byDefault)
{
    constexpr SizeField kPositions = field::kPositions.named(kGptPositions);
    if (const auto context = reader.states(kPositions.names) ? std::nullopt : reader.sizeIfStated(kPositions.named("n_ctx"))) {
        setPositions(reader, *context);
        reader.guessed(kPositions.names, std::to_string(*context),
                       SCALESCOPE_TEXT("core", "Absent or null: as many as n_ctx."));
    } else {
        setPositions(reader, reader.size(kPositions, byDefault));
    }
}

void readOffsetPositions(KindReader& reader, std::int64_t byDefault)
{
    constexpr std::int64_t kOffset = 2;
    SizeField positions = field::kPositions;
    positions.maximum -= kOffset;
    setPositions(reader, reader.size(positions, byDefault), kOffset);
}

/// Attention and MLP side by side after one norm; the unembedding has a bias.
void setParallel(KindReader& reader)
{
    reader.base().norms = 1;
    reader.model().unembeddingBias = true;
}

/// Layer norms of queries and keys with scale and bias, of a head's width.
void setHeadLayerNorms(Layer& layer)
{
    layer.attention.queryKeyNorm = QueryKeyNorm::perHead;
    layer.other += 2 * layer.attention.headDim;
}

}  // namespace

void readGpt2(KindReader& reader)
{
    DecoderFields fields = gptFields(768, 12, 12, 50257, true);
    fields.mlpWidthNames = "n_inner";
    readPlain(reader, fields);
    readPositions(reader, 1024);
}

void readOpenAiGpt(KindReader& reader)
{
    DecoderFields fields = gptFields(768, 12, 12, 40478, true);
    fields.mlpWidthNames = {};
    readPlain(reader, fields);
    readPositions(reader, 512);
    reader.model().finalNorm = false;
}

void readGptJ(KindReader& reader)
{
    readPlain(reader, gptFields(4096, 28, 16, 50400, false));
    setBiases(reader.base(), false, true);
    setParallel(reader);
}

void readGptBigCode(KindReader& reader)
{
    readPlain(reader, gptFields(768, 12, 12, 50257, true));
    readPositions(reader, 1024);
    if (reader.flag("multi_query", true, SCALESCOPE_TEXT("core", "Whether all heads share one key and one value.")))
        reader.base().attention.kvHeads = 1;
}

void readGptNeoX(KindReader& reader)
{
    readPlain(reader, {.width = 6144, .layers = 44, .heads = 64, .mlpWidth = 24576, .vocabulary = 50432,
                       .kvHeadsNames = {}, .headDimNames = {}});
    const bool bias = reader.flag("attention_bias", true, field::kAttentionBias);
    setBiases(reader.base(), bias, true);
}

/// attention_types is [[["global", "local"], 12]]: so many times these kinds.
void readGptNeo(KindReader& reader)
{
    readPlain(reader, {.width = 2048, .layers = 24, .heads = 16, .vocabulary = 50257, .tied = true,
                       .layersNames = "num_layers|num_hidden_layers", .headsNames = "num_heads|num_attention_heads",
                       .kvHeadsNames = {}, .headDimNames = {}});
    reader.base().attention.inputBias = false;
    setPositions(reader, reader.size(field::kPositions, 2048));
    reader.base().attention.window = reader.size(field::kWindow.named("window_size"), 256);

    const Layer local = reader.base();
    Layer global = local;
    global.attention.window = 0;
    std::vector<Layer> layers;
    const JsonNode* types = reader.find("attention_types|attention_layers");
    if (!types) {
        reader.guessed("attention_types", "global, local", SCALESCOPE_TEXT("core", "Absent or null: in turn."));
        for (std::int64_t i = 0; i < reader.model().layers; ++i)
            layers.push_back(i % 2 == 0 ? global : local);
        setLayers(reader, layers);
        return;
    }
    reader.used("attention_types|attention_layers", field::kLayerKinds);
    const auto most = static_cast<std::size_t>(reader.model().layers);
    for (const JsonNode& group : types->items) {
        if (group.kind == JsonNode::Kind::string) {
            layers.push_back(group.text == "local" ? local : global);
            continue;
        }
        if (group.items.size() != 2 || group.items[0].items.empty())
            continue;
        const double times = group.items[1].number;
        for (double t = 0; t < times && layers.size() <= most; ++t)
            for (const JsonNode& type : group.items[0].items)
                layers.push_back(type.text == "local" ? local : global);
    }
    if (reader.sound() && layers.size() != most) {
        reader.problem(Severity::invalid, "attention_types|attention_layers",
                       SCALESCOPE_TEXT("core", "%1 does not say the kinds of %2 layers."),
                       {reader.nameOf("attention_types|attention_layers"), std::to_string(most)});
        return;
    }
    setLayers(reader, layers);
}

void readCodeGen(KindReader& reader)
{
    readPlain(reader, gptFields(4096, 28, 16, 50400, false));
    setBiases(reader.base(), false, true);
    setParallel(reader);
}

void readStarCoder2(KindReader& reader)
{
    readPlain(reader, {.width = 3072, .layers = 30, .heads = 24, .kvHeads = 2, .mlpWidth = 12288, .vocabulary = 49152,
                       .tied = true});
    const bool bias = reader.flag("use_bias", true, field::kBiases);
    setBiases(reader.base(), bias, bias);
    readWindow(reader, 0);
    setWindows(reader, slidesAlways);
}

void readOpt(KindReader& reader)
{
    readPlain(reader, {.width = 768, .layers = 12, .heads = 12, .mlpWidth = 3072, .vocabulary = 50272, .tied = true,
                       .kvHeadsNames = {}, .headDimNames = {}, .mlpWidthNames = "ffn_dim"});
    Architecture& a = reader.model();
    readOffsetPositions(reader, 2048);
    const bool bias = reader.flag("enable_bias", true, field::kBiases);
    setBiases(a.base(), bias, bias);
    if (!reader.flag("layer_norm_elementwise_affine", true, SCALESCOPE_TEXT("core", "Whether norms have scales and biases.")))
        a.norm = NormKind::unscaled;
    constexpr std::string_view kRemoved = "_remove_final_layer_norm";
    const bool before = reader.flag("do_layer_norm_before", true,
                                    SCALESCOPE_TEXT("core", "Norms before each part, and one at the end."));
    a.finalNorm = before && !reader.flagIfStated(kRemoved, SCALESCOPE_TEXT("core", "Whether the last norm is left out.")).value_or(false);
    constexpr SizeField kTable = {"word_embed_proj_dim", field::kMaxWidth,
                                  SCALESCOPE_TEXT("core", "The width of the embedding's table.")};
    if (const auto table = reader.sizeIfStated(kTable)) {
        a.embeddingWidth = *table == a.width ? 0 : *table;
    } else if (!reader.states(kTable.names)) {
        reader.guessed(kTable.names, std::to_string(a.width), SCALESCOPE_TEXT("core", "Absent or null: the model's width."));
    }
}

void readBloom(KindReader& reader)
{
    DecoderFields fields = gptFields(64, 2, 8, 250880, true);
    fields.widthNames = "n_embed|hidden_size|n_embd";
    fields.mlpWidthNames = {};
    readPlain(reader, fields);
    reader.model().embeddingNorm = true;
}

void readPhi(KindReader& reader)
{
    readPlain(reader, {.width = 2048, .layers = 24, .heads = 32, .mlpWidth = 8192, .vocabulary = 51200});
    setParallel(reader);
    if (reader.flag("qk_layernorm", false, field::kQueryKeyNorms))
        setHeadLayerNorms(reader.base());
}

void readPersimmon(KindReader& reader)
{
    readPlain(reader, {.width = 4096, .layers = 36, .heads = 64, .mlpWidth = 16384, .vocabulary = 262144,
                       .kvHeadsNames = {}, .headDimNames = {}});
    if (reader.flag("qk_layernorm", true, field::kQueryKeyNorms))
        setHeadLayerNorms(reader.base());
}

void readXglm(KindReader& reader)
{
    readPlain(reader, {.width = 1024, .layers = 24, .heads = 16, .mlpWidth = 4096, .vocabulary = 256008, .tied = true,
                       .widthNames = "d_model|hidden_size", .layersNames = "num_layers|num_hidden_layers",
                       .headsNames = "attention_heads|num_attention_heads", .kvHeadsNames = {}, .headDimNames = {},
                       .mlpWidthNames = "ffn_dim"});
}

void readBioGpt(KindReader& reader)
{
    readPlain(reader, {.width = 1024, .layers = 24, .heads = 16, .mlpWidth = 4096, .vocabulary = 42384, .tied = true,
                       .kvHeadsNames = {}, .headDimNames = {}});
    readOffsetPositions(reader, 1024);
}

void readNemotron(KindReader& reader)
{
    readPlain(reader, {.width = 6144, .layers = 32, .heads = 48, .mlpWidth = 24576, .vocabulary = 256000});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, reader.flag("mlp_bias", false, field::kMlpBias));
}

void readStableLm(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 32, .heads = 32, .kvHeads = 32, .mlpWidth = 6912, .vocabulary = 50304});
    reader.model().norm = NormKind::layer;
    Layer& layer = reader.base();
    layer.attention.inputBias =
        reader.flag("use_qkv_bias", false, SCALESCOPE_TEXT("core", "Biases of queries, keys and values."));
    if (reader.flag("qk_layernorm", false, field::kQueryKeyNorms))
        layer.attention.queryKeyNorm = QueryKeyNorm::whole;
    if (reader.flag("use_parallel_residual", false, SCALESCOPE_TEXT("core", "Attention and MLP side by side after one norm.")))
        layer.norms = 1;
}

}  // namespace scalescope
