// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/transformer/hf_decoder.h"
#include "core/transformer/hf_kinds_dense.h"

#include <cmath>

// Dense kinds with fields of their own. Defaults are those of each kind's configuration class.

namespace scalescope {

namespace {

/// An MLP's width that was computed from other fields.
std::int64_t mlpWidthFrom(KindReader& reader, std::string_view names, double width)
{
    if (width >= 1 && width <= static_cast<double>(field::kMaxMlpWidth))
        return static_cast<std::int64_t>(width);
    reader.problem(Severity::invalid, names,
                   SCALESCOPE_TEXT("core", "%1 makes the MLP %2 wide, and it must be between 1 and %3."),
                   {reader.nameOf(names), formatCount(width), formatCount(static_cast<double>(field::kMaxMlpWidth))});
    return 1;
}

void wrongLength(KindReader& reader, std::string_view names, std::size_t entries)
{
    reader.problem(Severity::invalid, names, SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                   {reader.nameOf(names), std::to_string(entries), std::to_string(reader.model().layers)});
}

bool flagIn(const JsonNode& object, std::string_view key, bool byDefault)
{
    const JsonNode* value = object.find(key);
    return value && value->kind == JsonNode::Kind::boolean ? value->boolean : byDefault;
}

double numberOf(const JsonNode& object, std::string_view key)
{
    const JsonNode* value = object.find(key);
    return value && value->kind == JsonNode::Kind::number ? value->number : 0;
}

}  // namespace

void readFalcon(KindReader& reader)
{
    DecoderFields fields = {.width = 4544, .layers = 32, .heads = 71, .vocabulary = 65024, .tied = true};
    fields.layersNames = "num_hidden_layers|n_layer";
    fields.headsNames = "num_attention_heads|n_head";
    fields.kvHeadsNames = "num_kv_heads|n_head_kv";
    fields.headDimNames = {};
    fields.mlpWidthNames = "ffn_hidden_size";
    const bool grouped = reader.flag("new_decoder_architecture", false,
                                     SCALESCOPE_TEXT("core", "Grouped KV heads, and attention and MLP side by side."));
    if (!grouped)
        fields.kvHeadsNames = {};
    readDecoder(reader, fields);
    Architecture& a = reader.model();
    Layer& layer = a.base();
    a.norm = NormKind::layer;
    layer.mlp.kind = MlpKind::plain;
    const bool bias = reader.flag("bias", false, field::kBiases);
    setBiases(layer, bias, bias);

    const bool shared = reader.flag("multi_query", true, SCALESCOPE_TEXT("core", "Whether all heads share one key and one value."));
    if (!grouped && shared)
        layer.attention.kvHeads = 1;
    const bool parallel = reader.flag("parallel_attn", true, SCALESCOPE_TEXT("core", "Attention and MLP side by side."));
    constexpr SizeField kParallelNorms = {"num_ln_in_parallel_attn", 2, SCALESCOPE_TEXT("core", "Norms of a layer.")};
    layer.norms = grouped ? reader.size(kParallelNorms, 2) : parallel ? 1 : 2;
}

void readMpt(KindReader& reader)
{
    DecoderFields fields = {.width = 2048, .layers = 24, .heads = 16, .vocabulary = 50368, .tied = true};
    fields.widthNames = "d_model|hidden_size";
    fields.layersNames = "n_layers|num_hidden_layers";
    fields.headsNames = "n_heads|num_attention_heads";
    fields.kvHeadsNames = {};
    fields.headDimNames = {};
    fields.mlpWidthNames = {};
    readDecoder(reader, fields);
    Architecture& a = reader.model();
    Layer& layer = a.base();
    layer.mlp.kind = MlpKind::plain;
    constexpr std::string_view kRatio = "expansion_ratio";
    const auto ratio = reader.numberIn(kRatio);
    if (ratio)
        reader.used(kRatio, SCALESCOPE_TEXT("core", "The MLP's width over the model's."));
    else
        reader.guessed(kRatio, "4", SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class."));
    layer.mlp.width = mlpWidthFrom(reader, kRatio, ratio.value_or(4) * static_cast<double>(a.width));
    const bool bias = !reader.flag("no_bias", true, SCALESCOPE_TEXT("core", "Whether the model is without biases."));
    setBiases(layer, bias, bias);
    a.norm = bias ? NormKind::layer : NormKind::rms;  // layer norms without a bias have a scale, as RMS norms have

    bool alibi = true;
    if (const JsonNode* attention = reader.find("attn_config"); attention && attention->kind == JsonNode::Kind::object) {
        reader.used("attn_config", SCALESCOPE_TEXT("core", "Positions, KV heads and norms of queries and keys."));
        alibi = flagIn(*attention, "alibi", true);
        const JsonNode* type = attention->find("attn_type");
        if (type && type->text == "multiquery_attention")
            layer.attention.kvHeads = 1;
        if (const double kvHeads = numberOf(*attention, "kv_n_heads"); kvHeads >= 1) {
            layer.attention.kvHeads = static_cast<std::int64_t>(std::min(kvHeads, static_cast<double>(field::kMaxHeads)));
            if (reader.sound() && layer.attention.heads % layer.attention.kvHeads != 0)
                reader.problem(Severity::invalid, "attn_config",
                               SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                               {formatCount(kvHeads), std::to_string(layer.attention.heads)});
        }
        if (flagIn(*attention, "qk_ln", false)) {  // norms over all heads
            layer.attention.queryKeyNorm = QueryKeyNorm::whole;
        }
    }
    if (alibi)
        reader.ignored("learned_pos_emb", SCALESCOPE_TEXT("core", "Positions are slopes of the attention, without weights."));
    else if (reader.flag("learned_pos_emb", true, SCALESCOPE_TEXT("core", "Whether positions are learned.")))
        a.positions = a.contextLimit = reader.size(field::kPositions.named("max_seq_len"), 2048);
}

/// The first Qwen: its intermediate_size is that of both halves of the gated MLP together.
void readQwen(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .headDim = 128, .mlpWidth = 22016, .vocabulary = 151936,
                         .kvHeadsNames = {}, .headDimNames = "kv_channels"});
    Layer& layer = reader.base();
    layer.mlp.width = std::max<std::int64_t>(1, layer.mlp.width / 2);
    const bool bias = !reader.flag("no_bias", true, SCALESCOPE_TEXT("core", "Whether output and MLP are without biases."));
    setBiases(layer, bias, bias);
    ofTheKind(reader, "attention_bias", "true");
    layer.attention.inputBias = true;
}

void readChatGlm(KindReader& reader)
{
    DecoderFields fields = {.width = 4096, .layers = 28, .heads = 32, .headDim = 128, .mlpWidth = 13696, .vocabulary = 65024};
    fields.layersNames = "num_layers|num_hidden_layers";
    fields.kvHeadsNames = {};
    fields.headDimNames = "kv_channels";
    fields.mlpWidthNames = "ffn_hidden_size";
    fields.vocabularyNames = "padded_vocab_size|vocab_size";
    readDecoder(reader, fields);
    Layer& layer = reader.base();
    if (reader.flag("multi_query_attention", false, SCALESCOPE_TEXT("core", "Whether heads share keys and values."))) {
        constexpr SizeField kGroups = field::kKvHeads.named("multi_query_group_num");
        layer.attention.kvHeads = reader.size(kGroups, 1);
        if (reader.sound() && layer.attention.heads % layer.attention.kvHeads != 0)
            reader.problem(Severity::invalid, kGroups.names, SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                           {std::to_string(layer.attention.kvHeads), std::to_string(layer.attention.heads)});
    }
    const bool bias = reader.flag("add_bias_linear", false, field::kBiases);
    setBiases(layer, bias, bias);
    layer.attention.inputBias |= reader.flag("add_qkv_bias", false, SCALESCOPE_TEXT("core", "Biases of queries, keys and values."));
    if (!reader.flag("rmsnorm", true, SCALESCOPE_TEXT("core", "Whether norms have a scale only.")))
        reader.model().norm = NormKind::layer;
    reader.model().finalNorm = reader.flag("post_layer_norm", true, SCALESCOPE_TEXT("core", "Whether a norm stands at the end."));
}

/// Widths and heads grow from layer to layer.
void readOpenElm(KindReader& reader)
{
    Architecture& a = reader.model();
    a.width = reader.size(field::kWidth.named("model_dim"), 2048);
    a.layers = reader.size(field::kLayers.named("num_transformer_layers"), 12);
    a.vocabulary = reader.size(field::kVocabulary, 32000);
    a.tied = reader.flag("share_input_output_layers|tie_word_embeddings", true, field::kTied);
    Layer layer = a.base();
    layer.attention.headDim = reader.size(field::kHeadDim, 128);
    if (reader.flag("normalize_qk_projections", true, field::kQueryKeyNorms))
        layer.attention.queryKeyNorm = QueryKeyNorm::perHead;
    if (!reader.flag("ffn_with_glu", true, SCALESCOPE_TEXT("core", "Whether the MLP is gated.")))
        layer.mlp.kind = MlpKind::plain;
    const auto heads = reader.sizePerLayer(field::kHeads.named("num_query_heads"), 16);
    const auto kvHeads = reader.sizePerLayer(field::kKvHeads.named("num_kv_heads"), 4);
    const auto divisor = static_cast<double>(reader.size(field::kMlpWidth.named("ffn_dim_divisor"), 256));
    constexpr std::string_view kMultipliers = "ffn_multipliers";
    const auto multipliers = reader.numbersIfStated(kMultipliers, field::kMlpWidth.reason);
    if (!reader.sound())
        return;
    if (multipliers.size() != heads.size()) {
        wrongLength(reader, kMultipliers, multipliers.size());
        return;
    }
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (heads[i] % kvHeads[i] != 0) {
            reader.problem(Severity::invalid, "num_kv_heads", SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                           {std::to_string(kvHeads[i]), std::to_string(heads[i])});
            return;
        }
        layer.attention.heads = heads[i];
        layer.attention.kvHeads = kvHeads[i];
        const double wanted = multipliers[i] * static_cast<double>(a.width);
        double width = std::max(divisor, std::floor((wanted + divisor / 2) / divisor) * divisor);
        if (width < 0.9 * wanted)
            width += divisor;
        layer.mlp.width = mlpWidthFrom(reader, kMultipliers, width);
        layers.push_back(layer);
    }
    setLayers(reader, layers);
}

namespace {

Layer blockOf(KindReader& reader, const JsonNode& block)
{
    constexpr std::string_view kBlocks = "block_configs";
    const std::int64_t width = reader.model().width;
    Layer layer = reader.base();
    const auto replace = [&](const JsonNode& part) {
        if (flagIn(part, "replace_with_linear", false))
            layer.other += width * width;
        else
            --layer.norms;
    };
    const auto skipped = [](const JsonNode& part) {
        return flagIn(part, "no_op", false) || flagIn(part, "replace_with_linear", false);
    };
    if (const JsonNode* attention = block.find("attention")) {
        if (skipped(*attention)) {
            layer.attention = Attention{};
            layer.attention.kind = AttentionKind::none;
            replace(*attention);
        } else if (const double group = numberOf(*attention, "n_heads_in_group"); group >= 1) {
            const auto heads = static_cast<double>(layer.attention.heads);
            if (reader.sound() && std::fmod(heads, group) != 0)
                reader.problem(Severity::invalid, kBlocks, SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                               {formatCount(heads / group), formatCount(heads)});
            else
                layer.attention.kvHeads = static_cast<std::int64_t>(heads / group);
        }
    }
    if (const JsonNode* mlp = block.find("ffn")) {
        if (skipped(*mlp)) {
            layer.mlp = Mlp{};
            layer.mlp.kind = MlpKind::none;
            replace(*mlp);
        } else if (const double stated = numberOf(*mlp, "intermediate_size"); stated > 0) {
            layer.mlp.width = mlpWidthFrom(reader, kBlocks, stated);
        } else if (const double multiple = numberOf(*mlp, "ffn_mult"); multiple > 0) {
            constexpr double kStep = 256;
            const double wanted = std::floor(2 * multiple * static_cast<double>(width) / 3);
            layer.mlp.width = mlpWidthFrom(reader, kBlocks, std::ceil(wanted / kStep) * kStep);
        }
    }
    return layer;
}

}  // namespace

/// Layers that a search has thinned out one by one: block_configs, or only their KV heads.
void readDeci(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, reader.flag("mlp_bias", false, field::kMlpBias));
    constexpr SizeField kKvHeadsPerLayer = field::kKvHeads.named("num_key_value_heads_per_layer");
    const auto layersOf = static_cast<std::size_t>(reader.model().layers);
    std::vector<Layer> layers;
    if (const JsonNode* blocks = reader.find("block_configs")) {
        reader.used("block_configs", SCALESCOPE_TEXT("core", "What each layer is built of."));
        if (!reader.sound())
            return;
        if (blocks->items.size() != layersOf) {
            wrongLength(reader, "block_configs", blocks->items.size());
            return;
        }
        for (const JsonNode& block : blocks->items)
            layers.push_back(blockOf(reader, block));
    } else if (reader.states(kKvHeadsPerLayer.names)) {
        for (const std::int64_t kvHeads : reader.sizePerLayer(kKvHeadsPerLayer, 1)) {
            if (reader.sound() && reader.base().attention.heads % kvHeads != 0)
                reader.problem(Severity::invalid, kKvHeadsPerLayer.names,
                               SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                               {std::to_string(kvHeads), std::to_string(reader.base().attention.heads)});
            layers.push_back(reader.base());
            layers.back().attention.kvHeads = kvHeads;
        }
    }
    if (reader.sound())
        setLayers(reader, layers);
}

}  // namespace scalescope
