// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_syntax.h"
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>
#include <array>

// Names of fields that several model types share; what a file does not state is that of Llama.

namespace scalescope {

namespace {

constexpr SizeField kWidth = field::kWidth.named("hidden_size|n_embd|d_model|model_dim|dim|n_embed|embed_dim|emb_dim");
constexpr SizeField kLayers =
    field::kLayers.named("num_hidden_layers|n_layer|n_layers|num_layers|num_transformer_layers|num_decoder_layers|depth");
constexpr SizeField kHeads = field::kHeads.named("num_attention_heads|n_head|n_heads|num_heads|attention_heads|num_query_heads");
constexpr SizeField kKvHeads = field::kKvHeads.named(
    "num_key_value_heads|num_kv_heads|n_kv_heads|n_head_kv|kv_heads|num_query_groups|multi_query_group_num");
constexpr SizeField kHeadDim =
    field::kHeadDim.named("head_dim|attention_head_dim|kv_channels|head_size|attention_head_size|d_head|d_kv");
constexpr SizeField kMlpWidth = field::kMlpWidth.named(
    "intermediate_size|ffn_hidden_size|n_inner|ffn_dim|d_ff|hidden_dim|mlp_dim|mlp_hidden_size|ffn_size|dim_feedforward");
constexpr SizeField kVocabulary = field::kVocabulary.named("vocab_size|padded_vocab_size|n_vocab|vocabulary_size");
constexpr std::string_view kExpertNames = "num_experts|num_local_experts|n_routed_experts|moe_num_experts|num_moe_experts";

constexpr std::string_view kDerivedHead = SCALESCOPE_TEXT("core", "Absent or null: the model's width over the query heads.");

/// What no reading can do without.
bool statesEnough(KindReader& reader)
{
    bool enough = true;
    for (const SizeField& needed : {kWidth, kLayers, kHeads}) {
        if (reader.states(needed.names))
            continue;
        enough = false;
        reader.problem(Severity::invalid, needed.names,
                       SCALESCOPE_TEXT("core", "%1: the file states nothing of this name or a like one, and no decoder is read without it."),
                       {reader.nameOf(needed.names)});
    }
    return enough;
}

/// Heads and MLP widths, each one number or a list with one for each layer.
std::vector<Layer> readSizes(KindReader& reader)
{
    Architecture& a = reader.model();
    Attention& at = reader.base().attention;
    const auto heads = reader.sizePerLayer(kHeads, 1);
    const bool latent = reader.states(field::kKvRank.names);
    std::vector<std::int64_t> kvHeads = heads;
    if (reader.states(kKvHeads.names))
        kvHeads = reader.sizePerLayer(kKvHeads, 1);
    else if (!latent)
        reader.guessed(kKvHeads.names, std::to_string(heads.front()),
                       SCALESCOPE_TEXT("core", "Absent or null: as many as query heads."));
    if (latent)
        kvHeads = heads;
    if (const auto headDim = reader.sizeIfStated(kHeadDim)) {
        at.headDim = *headDim;
    } else if (!latent && reader.sound()) {
        if (a.width % heads.front() != 0 || a.width / heads.front() > field::kMaxHeadDim)
            reader.problem(Severity::invalid, kHeads.names,
                           SCALESCOPE_TEXT("core", "%1 = %2 is not a multiple of %3 = %4, so the heads have no whole width."),
                           {reader.nameOf(kWidth.names), std::to_string(a.width), reader.nameOf(kHeads.names),
                            std::to_string(heads.front())});
        at.headDim = std::clamp<std::int64_t>(a.width / heads.front(), 1, field::kMaxHeadDim);
        reader.guessed(kHeadDim.names, std::to_string(at.headDim), kDerivedHead);
    }
    const bool routedOnly = !reader.states(kMlpWidth.names) && reader.states(field::kExpertWidth.names);
    std::vector<std::int64_t> mlpWidths(heads.size(), 4 * a.width);
    if (routedOnly)
        std::fill(mlpWidths.begin(), mlpWidths.end(), reader.size(field::kExpertWidth, 1));
    else
        mlpWidths = reader.sizePerLayer(kMlpWidth, 4 * a.width);

    std::vector<Layer> layers(heads.size(), reader.base());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (reader.sound() && heads[i] % kvHeads[i] != 0)
            reader.problem(Severity::invalid, kKvHeads.names, SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                           {std::to_string(kvHeads[i]), std::to_string(heads[i])});
        layers[i].attention.heads = heads[i];
        layers[i].attention.kvHeads = kvHeads[i];
        layers[i].mlp.width = mlpWidths[i];
    }
    reader.base() = layers.front();
    return layers;
}

/// Whether an activation is one of plain MLPs.
bool isPlain(KindReader& reader)
{
    constexpr std::string_view kNames = "hidden_act|activation_function|hidden_activation|activation_fn|mlp_hidden_act";
    constexpr std::array<std::string_view, 5> kPlain = {"gelu", "gelu_new", "gelu_fast", "relu", "relu2"};
    if (const auto gated = reader.flagIfStated("ffn_with_glu|use_glu|gated_mlp", SCALESCOPE_TEXT("core", "Whether the MLP is gated.")))
        return !*gated;
    const auto name = reader.textIn(kNames);
    if (!name || std::find(kPlain.begin(), kPlain.end(), *name) == kPlain.end())
        return false;
    reader.used(kNames, SCALESCOPE_TEXT("core", "An activation of MLPs without a gate."));
    return true;
}

void readStructure(KindReader& reader)
{
    Architecture& a = reader.model();
    Layer& layer = a.base();
    if (reader.states("layer_norm_eps|layer_norm_epsilon") && !reader.states("rms_norm_eps")) {
        reader.used("layer_norm_eps|layer_norm_epsilon", SCALESCOPE_TEXT("core", "Norms are layer norms, with scale and bias."));
        a.norm = NormKind::layer;
    }
    layer.mlp.kind = isPlain(reader) ? MlpKind::plain : MlpKind::gated;

    const auto bias = [&](std::string_view names, std::string_view reason) { return reader.flagIfStated(names, reason).value_or(false); };
    const bool all = bias("use_bias|bias|add_bias_linear", field::kBiases);
    const bool attention = all || bias("attention_bias", field::kAttentionBias);
    layer.attention.outputBias = attention;
    layer.attention.inputBias =
        attention || bias("qkv_bias|use_qkv_bias|add_qkv_bias", SCALESCOPE_TEXT("core", "Biases of queries, keys and values."));
    layer.mlp.bias = all || bias("mlp_bias", field::kMlpBias);
    if (bias("attn_output_gate|use_output_gate", SCALESCOPE_TEXT("core", "A gate on the attention's result.")))
        layer.attention.gate = OutputGate::full;
    if (bias("use_qk_norm|qk_norm|qk_layernorm|use_qk_layernorm", field::kQueryKeyNorms))
        layer.attention.queryKeyNorm = QueryKeyNorm::perHead;

    const auto positions = reader.textIn("position_embedding_type");
    if (positions && (*positions == "learned" || *positions == "absolute" || *positions == "learned_absolute")) {
        reader.used("position_embedding_type", SCALESCOPE_TEXT("core", "Positions are learned."));
        a.positions = a.contextLimit = reader.size(field::kPositions.named("n_positions|max_position_embeddings"), 2048);
    }
}

void readIndexer(KindReader& reader, Attention& at)
{
    constexpr SizeField kTopK = {"index_topk|index_top_k", field::kMaxTokens,
                                 SCALESCOPE_TEXT("core", "Keys that an indexer chooses for a query."), 0};
    const auto topK = reader.sizeIfStated(kTopK);
    if (!topK || *topK == 0)
        return;
    at.indexTopK = *topK;
    at.indexHeads = reader.size(field::kHeads.named("index_n_heads|index_heads"), at.indexHeads);
    at.indexDim = reader.size(field::kHeadDim.named("index_head_dim|index_dim"), at.indexDim);
}

/// Routed experts, in the layers that the file's fields name.
void readRouted(KindReader& reader, std::vector<Layer>& layers)
{
    if (reader.numberIn(kExpertNames).value_or(0) <= 1)
        return;
    const bool counts = reader.states("n_shared_experts|num_shared_experts|moe_num_shared_experts");
    Mlp experts = readExperts(reader, {.experts = 1, .topK = 1, .width = reader.states(field::kExpertWidth.names) ? 1 : 0,
                                       .shared = counts ? 0 : -1,
                                       .routerBias = reader.textIn("topk_method").value_or("") == "noaux_tc"});
    if (const auto width = reader.sizeIfStated(field::kSharedWidth.named(
            "shared_expert_intermediate_size|moe_shared_expert_intermediate_size|shared_intermediate_size|share_expert_dim")))
        experts.sharedWidth = *width;
    if (const auto bias = reader.flagIfStated("use_routing_bias|use_moe_router_bias|moe_router_enable_expert_bias",
                                              SCALESCOPE_TEXT("core", "Whether the router has one bias per expert.")))
        experts.routerBias = *bias;
    const auto routed = reader.states("decoder_sparse_step|mlp_only_layers") ? readSparseSteps(reader) : readRoutedLayers(reader, 0);
    for (std::size_t i = 0; i < layers.size() && i < routed.size(); ++i)
        if (routed[i])
            layers[i].mlp = experts;
}

bool isLinear(std::string_view type) { return type == "linear_attention" || type == "mamba" || type == "recurrent"; }

/// Linear attention by the names that Qwen's models have given it.
Attention linearAttention(KindReader& reader)
{
    Attention at;
    at.kind = AttentionKind::linear;
    at.heads = reader.size(field::kHeads.named("linear_num_value_heads"), reader.base().attention.heads);
    at.kvHeads = reader.size(field::kHeads.named("linear_num_key_heads"), at.heads);
    at.headDim = reader.size(field::kHeadDim.named("linear_value_head_dim"), reader.base().attention.headDim);
    at.stateDim = reader.size(field::kHeadDim.named("linear_key_head_dim"), at.headDim);
    at.convolution = reader.size({"linear_conv_kernel_dim", 1024, SCALESCOPE_TEXT("core", "Taps of the short convolution."), 0}, 4);
    at.gate = OutputGate::full;
    if (reader.sound() && at.heads % at.kvHeads != 0)
        reader.problem(Severity::invalid, "linear_num_key_heads", SCALESCOPE_TEXT("core", "%1 key heads do not divide %2 value heads."),
                       {std::to_string(at.kvHeads), std::to_string(at.heads)});
    return at;
}

void readLayerKinds(KindReader& reader, std::vector<Layer>& layers)
{
    constexpr std::string_view kTypes = "layer_types|layers_block_type";
    const std::int64_t window = reader.flagIfStated("use_sliding_window", SCALESCOPE_TEXT("core", "Whether layers have a window.")).value_or(true)
        ? reader.sizeIfStated(field::kWindow.named("sliding_window|sliding_window_size|window_size")).value_or(0)
        : 0;
    const std::int64_t chunk =
        reader.sizeIfStated(field::kWindow.named("attention_chunk_size")).value_or(0);
    const std::vector<std::string> types = readLayerTypes(reader, kTypes);
    const std::int64_t pattern =
        types.empty() && window > 0
        ? reader.sizeIfStated({"sliding_window_pattern", field::kMaxLayers, SCALESCOPE_TEXT("core", "How often a layer without a window comes.")}).value_or(0)
        : 0;
    std::optional<Attention> linear;
    std::string_view other;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Attention& at = layers[i].attention;
        if (types.empty()) {
            at.window = pattern == 0 || slidesButEveryNth(static_cast<std::int64_t>(i), pattern) ? window : 0;
            continue;
        }
        const std::string_view type = types[i];
        if (type == "sliding_attention" || type == "local_attention" || type == "local") {
            at.window = window;
        } else if (type == "chunked_attention") {
            at.window = chunk;
            at.windowKind = WindowKind::chunked;
        } else if (isLinear(type)) {
            if (!linear)
                linear = linearAttention(reader);
            at = *linear;
            if (type != "linear_attention")
                other = type;
        } else if (type != "full_attention" && type != "attention" && type != "global_attention" && type != "global") {
            other = type;
        }
    }
    if (!other.empty())
        reader.problem(Severity::notice, kTypes,
                       SCALESCOPE_TEXT("core", "%1: '%2' is not a known kind of layer; its parameters are a guess."),
                       {reader.nameOf(kTypes), abbreviated(other)});
}

}  // namespace

void readUnknownKind(KindReader& reader)
{
    if (reader.states("hybrid_override_pattern")) {  // only one family names layers so
        readNemotronH(reader);
        return;
    }
    if (!statesEnough(reader))
        return;
    Architecture& a = reader.model();
    a.width = reader.size(kWidth, 1);
    a.layers = reader.size(kLayers, 1);
    a.vocabulary = reader.size(kVocabulary, 32000);
    a.tied = reader.flag("tie_word_embeddings|share_embeddings|weight_tying|share_input_output_layers", false, field::kTied);
    readStructure(reader);
    std::vector<Layer> layers = readSizes(reader);
    if (reader.states(field::kKvRank.names)) {
        readLatent(reader, {});
        for (Layer& layer : layers) {
            const std::int64_t heads = layer.attention.heads;
            layer.attention = reader.base().attention;
            layer.attention.heads = layer.attention.kvHeads = heads;
        }
    }
    if (!reader.states(field::kKvRank.names))
        for (Layer& layer : layers)
            layer.attention.queryRank = reader.sizeIfStated(field::kQueryRank).value_or(0);
    Attention index;
    readIndexer(reader, index);
    for (Layer& layer : layers) {
        layer.attention.indexTopK = index.indexTopK;
        layer.attention.indexHeads = index.indexHeads;
        layer.attention.indexDim = index.indexDim;
    }
    readRouted(reader, layers);
    readLayerKinds(reader, layers);
    readMultiToken(reader);
    if (reader.sound())
        setLayers(reader, layers);
}

}  // namespace scalescope
