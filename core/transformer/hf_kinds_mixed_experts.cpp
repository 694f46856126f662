// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>

namespace scalescope {

namespace {

void setSameExperts(KindReader& reader, const Mlp& experts)
{
    if (experts.experts > 0)
        reader.base().mlp = experts;
}

/// Sliding windows of Qwen's models: from max_window_layers on, when use_sliding_window says so.
void readQwenWindows(KindReader& reader, std::vector<Layer>& layers)
{
    if (!reader.flagIfStated("use_sliding_window", SCALESCOPE_TEXT("core", "Whether some layers slide.")).value_or(false))
        return;
    constexpr SizeField kFirst = {"max_window_layers", field::kMaxLayers,
                                  SCALESCOPE_TEXT("core", "Layers at the start that meet all keys."), 0};
    const std::int64_t window = reader.size(field::kWindow, 4096);
    const std::int64_t first = reader.size(kFirst, 28);
    for (std::size_t i = static_cast<std::size_t>(first); i < layers.size(); ++i)
        layers[i].attention.window = window;
}

}  // namespace

void readMixtral(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 14336});
    reader.base().attention.window = reader.sizeIfStated(field::kWindow).value_or(0);
    setSameExperts(reader, readExperts(reader, {.experts = 8, .topK = 2}));
}

void readQwen2Moe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 24, .heads = 16, .kvHeads = 16, .mlpWidth = 5632, .vocabulary = 151936});
    reader.base().attention.inputBias = reader.flag("qkv_bias", true, field::kAttentionBias);
    Mlp experts = readExperts(reader, {.experts = 60, .topK = 4, .width = 1408});
    experts.sharedWidth = reader.size(field::kSharedWidth, 5632);
    experts.sharedGate = experts.sharedWidth > 0;
    std::vector<Layer> layers = layersWith(reader, experts, readSparseSteps(reader));
    readQwenWindows(reader, layers);
    setLayers(reader, layers);
}

void readQwen3Moe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 24, .heads = 32, .kvHeads = 4, .mlpWidth = 6144, .vocabulary = 151936});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    const Mlp experts = readExperts(reader, {.experts = 128, .topK = 8, .width = 768});
    std::vector<Layer> layers = layersWith(reader, experts, readSparseSteps(reader));
    readQwenWindows(reader, layers);
    setLayers(reader, layers);
}

void readQwen3Vl(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .headDim = 128, .mlpWidth = 22016,
                         .vocabulary = 151936});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
}

void readGlm4Moe(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 46, .heads = 96, .kvHeads = 8, .headDim = 128, .mlpWidth = 10944,
                         .vocabulary = 151552});
    Attention& at = reader.base().attention;
    at.inputBias = reader.flag("attention_bias", false, field::kAttentionBias);
    if (reader.flag("use_qk_norm", false, field::kQueryKeyNorms))
        at.queryKeyNorm = QueryKeyNorm::perHead;
    const Mlp experts = readExperts(reader, {.experts = 128, .topK = 8, .width = 1408, .shared = 1, .routerBias = true});
    setLayers(reader, layersWith(reader, experts, readRoutedLayers(reader, 1)));
    readMultiToken(reader);
}

void readMiniMaxM2(KindReader& reader)
{
    readDecoder(reader, {.width = 3072, .layers = 62, .heads = 48, .kvHeads = 8, .headDim = 128, .mlpWidth = 1536,
                         .vocabulary = 200064});
    if (reader.flag("use_qk_norm", true, field::kQueryKeyNorms))
        reader.base().attention.queryKeyNorm = QueryKeyNorm::whole;
    const bool bias = reader.flag("use_routing_bias", true, SCALESCOPE_TEXT("core", "A bias of the router."));
    Mlp experts = readExperts(reader, {.experts = 256, .topK = 8, .routerBias = bias});
    experts.sharedWidth = reader.sizeIfStated(field::kSharedWidth.named("shared_intermediate_size")).value_or(0);
    setSameExperts(reader, experts);
    if (reader.flagIfStated("use_mtp", SCALESCOPE_TEXT("core", "Whether there are layers that predict tokens further on."))
            .value_or(true))
        readMultiToken(reader);
}

void readOlmoe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 16, .heads = 16, .mlpWidth = 2048, .vocabulary = 50304});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::whole;
    setSameExperts(reader, readExperts(reader, {.experts = 64, .topK = 8}));
}

void readFlexOlmo(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008, .vocabulary = 100352});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::whole;
    setSameExperts(reader, readExperts(reader, {.experts = 7, .topK = 5}));
}

void readPhiMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 6400, .vocabulary = 32064});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.base().attention.window = reader.sizeIfStated(field::kWindow).value_or(0);
    reader.model().norm = NormKind::layer;
    reader.model().unembeddingBias = reader.flag("lm_head_bias", false, SCALESCOPE_TEXT("core", "A bias of the unembedding."));
    setSameExperts(reader, readExperts(reader, {.experts = 16, .topK = 2}));
}

void readGraniteMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    Mlp experts = readExperts(reader, {.experts = 8, .topK = 2});
    experts.sharedWidth = reader.sizeIfStated(field::kSharedWidth.named("shared_intermediate_size")).value_or(0);
    setSameExperts(reader, experts);
}

void readArctic(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 14336});
    setBiases(reader.base(), reader.flagIfStated("attention_bias", field::kAttentionBias).value_or(false), false);
    constexpr SizeField kFrequency = {"moe_layer_frequency", field::kMaxLayers,
                                      SCALESCOPE_TEXT("core", "Every how many layers there are experts.")};
    const std::int64_t frequency = reader.size(kFrequency, 2);
    const bool beside = reader.flag("parallel_attn_mlp_res", false,
                                    SCALESCOPE_TEXT("core", "Whether a dense MLP stands beside the experts."));
    Mlp experts = readExperts(reader, {.experts = 8, .topK = 1});
    experts.sharedWidth = beside ? reader.model().width : 0;
    std::vector<bool> routed;
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        routed.push_back((i + 1) % frequency == 0);
    std::vector<Layer> layers = layersWith(reader, experts, routed);
    for (Layer& layer : layers)
        layer.norms = layer.mlp.sharedWidth > 0 ? 3 : 2;
    setLayers(reader, layers);
}

void readGrok(KindReader& reader)
{
    readDecoder(reader, {.width = 6144, .layers = 64, .heads = 48, .kvHeads = 8, .headDim = 128, .mlpWidth = 32768,
                         .vocabulary = 131072, .tied = true});
    reader.base().norms = 4;
    Mlp experts = readExperts(reader, {.experts = 8, .topK = 2});
    if (const auto width = reader.sizeIfStated(field::kExpertWidth))
        experts.width = *width;
    if (reader.flagIfStated("residual_moe", SCALESCOPE_TEXT("core", "Whether a dense MLP stands beside the experts."))
            .value_or(false))
        experts.sharedWidth = reader.base().mlp.width;
    setSameExperts(reader, experts);
}

void readDbrx(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 24, .heads = 16, .widthNames = "d_model|hidden_size",
                         .layersNames = "n_layers|num_hidden_layers", .headsNames = "n_heads|num_attention_heads",
                         .kvHeadsNames = {}, .headDimNames = {}, .mlpWidthNames = {}});
    Attention& at = reader.base().attention;
    const bool attention = reader.enterObject("attn_config");
    at.kvHeads = reader.size(field::kKvHeads.named("kv_n_heads"), 1);
    if (reader.sound() && at.heads % at.kvHeads != 0)
        reader.problem(Severity::invalid, "kv_n_heads", SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                       {std::to_string(at.kvHeads), std::to_string(at.heads)});
    if (attention)
        reader.leaveObject();
    const bool mlp = reader.enterObject("ffn_config");
    reader.base().mlp.width = reader.size(field::kMlpWidth.named("ffn_hidden_size"), 3584);
    setSameExperts(reader, readExperts(reader, {.experts = 4, .topK = 1}));
    if (mlp)
        reader.leaveObject();
}

void readDots(KindReader& reader)
{
    readDecoder(reader, {.width = 4608, .layers = 62, .heads = 32, .kvHeads = 32, .mlpWidth = 10944, .vocabulary = 152064});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    reader.base().attention.window = reader.sizeIfStated(field::kWindow).value_or(0);
    const Mlp experts = readExperts(reader, {.experts = 128, .topK = 6, .width = 1408, .shared = 0, .routerBias = true});
    std::vector<Layer> layers = layersWith(reader, experts, readRoutedLayers(reader, 0));
    setWindows(layers, readLayerTypes(reader));
    setLayers(reader, layers);
}

void readErnieMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 28, .heads = 20, .kvHeads = 4, .mlpWidth = 12288, .vocabulary = 103424,
                         .tied = true});
    const bool bias = reader.flag("use_bias", false, field::kBiases);
    setBiases(reader.base(), bias, bias);
    constexpr std::string_view kWhich = SCALESCOPE_TEXT("core", "Which layers have experts.");
    Mlp experts = readExperts(reader, {.experts = 64, .topK = 6, .width = 1536, .shared = 2, .routerBias = true});
    experts.bias = bias;
    const std::int64_t interval = reader.size({"moe_layer_interval", field::kMaxLayers, kWhich}, 1);
    const std::int64_t first = reader.size({"moe_layer_start_index", field::kMaxLayers, kWhich, 0}, 1);
    std::int64_t last = reader.sizeIfStated({"moe_layer_end_index", field::kMaxLayers, kWhich, -1}).value_or(-1);
    if (last < 0)
        last = reader.model().layers - 1;
    std::vector<bool> routed;
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        routed.push_back((i + 1) % interval == 0 && i >= first && i <= last);
    setLayers(reader, layersWith(reader, experts, routed));
    readMultiToken(reader);
}

void readHunyuanMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008, .vocabulary = 290943});
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    if (reader.flag("use_qk_norm", true, field::kQueryKeyNorms))
        reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    constexpr SizeField kShared = {"num_shared_expert", field::kMaxExperts,
                                   SCALESCOPE_TEXT("core", "The number of shared experts."), 0};
    const auto widths = reader.sizePerLayer(field::kExpertWidth, reader.base().mlp.width);
    const auto topK = reader.sizePerLayer(field::kTopK.named("moe_topk|num_experts_per_tok"), 1);
    const auto shared = reader.sizePerLayer(kShared, 1);
    const auto experts = reader.sizePerLayer(field::kExperts, 1);
    const std::int64_t firstDense = reader.sizeIfStated(field::kFirstDense.named("moe_layer_num_skipped|first_k_dense_replace")).value_or(0);
    const bool sharesKeys = reader.flagIfStated("use_cla", SCALESCOPE_TEXT("core", "Whether layers share keys and values.")).value_or(false);
    const std::int64_t sharers = sharesKeys ? reader.size({"cla_share_factor", field::kMaxLayers,
                                                           SCALESCOPE_TEXT("core", "Layers that share keys and values.")}, 2)
                                            : 1;
    std::vector<Layer> layers(static_cast<std::size_t>(reader.model().layers), reader.base());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        layers[i].attention.sharedKv = static_cast<std::int64_t>(i) % sharers != 0;
        if (experts[i] <= 1 || static_cast<std::int64_t>(i) < firstDense)
            continue;
        Mlp& mlp = layers[i].mlp;
        mlp.sharedWidth = sharedWidthOf(reader, shared[i], mlp.width);
        mlp.experts = experts[i];
        mlp.topK = topK[i];
        mlp.width = widths[i];
    }
    setLayers(reader, layers);
}

void readBailingMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 1024, .layers = 24, .heads = 16, .vocabulary = 30592});
    Attention& at = reader.base().attention;
    at.inputBias = reader.flag("use_qkv_bias", false, field::kAttentionBias);
    at.outputBias = reader.flagIfStated("use_bias", field::kBiases).value_or(false);
    const Mlp experts = readExperts(reader, {.experts = 16, .topK = 2, .width = reader.base().mlp.width, .shared = 0});
    setLayers(reader, layersWith(reader, experts, readRoutedLayers(reader, 0)));
    readMultiToken(reader);
}

void readBailingMoe2(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 20, .heads = 16, .kvHeads = 4, .headDim = 128, .mlpWidth = 5120,
                         .vocabulary = 157184});
    Attention& at = reader.base().attention;
    at.inputBias = reader.flag("use_qkv_bias", false, field::kAttentionBias);
    at.outputBias = reader.flag("use_bias", false, field::kBiases);
    if (reader.flag("use_qk_norm", true, field::kQueryKeyNorms))
        at.queryKeyNorm = QueryKeyNorm::perHead;
    const bool bias = reader.flag("moe_router_enable_expert_bias", true, SCALESCOPE_TEXT("core", "A bias of the router."));
    Mlp experts = readExperts(reader, {.experts = 256, .topK = 8, .width = 512, .shared = 1, .routerBias = bias});
    if (const auto shared = reader.sizeIfStated(field::kSharedWidth.named("moe_shared_expert_intermediate_size")))
        experts.sharedWidth = *shared;
    setLayers(reader, layersWith(reader, experts, readRoutedLayers(reader, 1)));
    readMultiToken(reader);
}

}  // namespace scalescope
