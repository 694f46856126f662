// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::string_view kSliding = "sliding_attention";
constexpr std::string_view kFull = "full_attention";

/// layer_types, else every `pattern`-th layer full.
std::vector<std::string> typesOr(KindReader& reader, std::int64_t pattern, std::int64_t from = 1)
{
    std::vector<std::string> types = readLayerTypes(reader);
    for (std::int64_t i = static_cast<std::int64_t>(types.size()); i < reader.model().layers; ++i)
        types.emplace_back((i + from) % pattern != 0 ? kSliding : kFull);
    return types;
}

void mark(std::vector<bool>& routed, const std::vector<std::int64_t>& layers)
{
    for (std::int64_t layer : layers)
        if (layer >= 0 && layer < static_cast<std::int64_t>(routed.size()))
            routed[static_cast<std::size_t>(layer)] = true;
}

constexpr std::string_view kWhichExperts = SCALESCOPE_TEXT("core", "Which layers have experts.");
constexpr std::string_view kNarrowHeads = SCALESCOPE_TEXT("core", "Of sliding layers.");

}  // namespace

void readGptOss(KindReader& reader)
{
    readDecoder(reader, {.width = 2880, .layers = 36, .heads = 64, .kvHeads = 8, .headDim = 64, .mlpWidth = 2880,
                         .vocabulary = 201088});
    setBiases(reader.base(), reader.flag("attention_bias", true, field::kAttentionBias), true);
    reader.base().attention.sinks = true;
    reader.base().attention.window = reader.size(field::kWindow, 128);
    const Mlp experts = readExperts(reader, {.experts = 128, .topK = 4, .routerBias = true});
    std::vector<Layer> layers = layersWith(reader, experts, std::vector<bool>(static_cast<std::size_t>(reader.model().layers), true));
    setWindows(layers, typesOr(reader, 2));
    setLayers(reader, layers);
}

void readLlama4(KindReader& reader)
{
    readDecoder(reader, {.width = 5120, .layers = 48, .heads = 40, .kvHeads = 8, .headDim = 128, .mlpWidth = 8192,
                         .vocabulary = 202048});
    Attention& at = reader.base().attention;
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    reader.ignored("use_qk_norm", SCALESCOPE_TEXT("core", "These norms of queries and keys have no parameters."));
    at.windowKind = WindowKind::chunked;
    at.window = reader.isNull("attention_chunk_size")
        ? 0
        : reader.size(field::kWindow.named("attention_chunk_size"), 8192);
    Mlp experts = readExperts(reader, {.experts = 16, .topK = 1});
    experts.sharedWidth = experts.width;
    reader.base().mlp.width = reader.size(field::kMlpWidth.named("intermediate_size_mlp"), 16384);

    std::vector<bool> routed(static_cast<std::size_t>(reader.model().layers), false);
    if (const JsonNode* listed = reader.find("moe_layers"); listed && listed->kind == JsonNode::Kind::array) {
        reader.used("moe_layers", kWhichExperts);
        mark(routed, numbersOf(*listed));
    } else {
        const std::int64_t step = reader.size({"interleave_moe_layer_step", field::kMaxLayers, kWhichExperts, 0}, 1);
        for (std::int64_t i = step - 1; step > 0 && i < reader.model().layers; i += step)
            routed[static_cast<std::size_t>(i)] = true;
    }

    constexpr std::string_view kWhichChunked = SCALESCOPE_TEXT("core", "Layers with positions keep to chunks, the others meet all keys.");
    std::vector<std::string> types = readLayerTypes(reader);
    if (const JsonNode* rotary = reader.find("no_rope_layers");
        types.empty() && rotary && rotary->kind == JsonNode::Kind::array && !rotary->items.empty()) {
        for (std::int64_t one : reader.sizePerLayer({"no_rope_layers", 1, kWhichChunked, 0}, 1))
            types.emplace_back(one != 0 ? kSliding : kFull);
    } else if (types.empty()) {
        types = typesOr(reader, reader.size({"no_rope_layer_interval", field::kMaxLayers, kWhichChunked}, 4));
    }
    std::vector<Layer> layers = layersWith(reader, experts, routed);
    setWindows(layers, types);
    setLayers(reader, layers);
}

void readExaoneMoe(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .mlpWidth = 16384, .vocabulary = 102400});
    Attention& at = reader.base().attention;
    at.queryKeyNorm = QueryKeyNorm::perHead;
    at.window = reader.isNull("sliding_window") ? 0 : reader.size(field::kWindow, 4096);
    const Mlp experts = readExperts(reader, {.experts = 64, .topK = 8, .width = 1024, .shared = 1, .routerBias = true});
    constexpr SizeField kPattern = {"sliding_window_pattern", field::kMaxLayers,
                                    SCALESCOPE_TEXT("core", "Every how many layers one meets all keys.")};
    std::int64_t pattern = 4;
    if (const JsonNode* stated = reader.find(kPattern.names); stated && stated->kind == JsonNode::Kind::string) {
        reader.used(kPattern.names, kPattern.reason);
        pattern = std::max<std::int64_t>(1, static_cast<std::int64_t>(stated->text.size()));  // "LLLG"
    } else if (at.window > 0) {
        pattern = reader.size(kPattern, 4);
    }
    std::vector<Layer> layers = layersWith(reader, experts, readRoutedLayers(reader, 1));
    setWindows(layers, typesOr(reader, pattern));
    setLayers(reader, layers);
    readMultiToken(reader);
}

void readAfmoe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 32, .heads = 16, .headDim = 128, .mlpWidth = 6144, .vocabulary = 200192});
    Attention& at = reader.base().attention;
    at.queryKeyNorm = QueryKeyNorm::perHead;
    at.gate = OutputGate::full;
    at.window = reader.size(field::kWindow, 1024);
    reader.base().norms = 4;
    const Mlp experts = readExperts(reader, {.experts = 64, .topK = 6, .width = 1408, .shared = 2, .routerBias = true});
    const std::int64_t dense = reader.size(field::kFirstDense.named("num_dense_layers"), 1);
    std::vector<bool> routed;
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        routed.push_back(i >= dense);
    constexpr SizeField kPattern = {"global_attn_every_n_layers", field::kMaxLayers,
                                    SCALESCOPE_TEXT("core", "Every how many layers one meets all keys.")};
    std::vector<Layer> layers = layersWith(reader, experts, routed);
    setWindows(layers, typesOr(reader, reader.sizeIfStated(kPattern).value_or(4)));
    setLayers(reader, layers);
}

void readStep3p5(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 45, .heads = 64, .kvHeads = 8, .headDim = 128, .mlpWidth = 11264,
                         .vocabulary = 128815, .kvHeadsNames = "num_attention_groups|num_key_value_heads"});
    Attention& at = reader.base().attention;
    at.queryKeyNorm = QueryKeyNorm::perHead;
    setBiases(reader.base(), reader.flagIfStated("attention_bias", field::kAttentionBias).value_or(false), false);
    if (reader.flag("use_head_wise_attn_gate", true, SCALESCOPE_TEXT("core", "A gate for each head.")))
        at.gate = OutputGate::perHead;
    at.window = reader.sizeIfStated(field::kWindow).value_or(0);
    const bool bias = reader.flag("use_moe_router_bias", true, SCALESCOPE_TEXT("core", "A bias of the router."));
    Mlp experts = readExperts(reader, {.experts = 288, .topK = 8, .width = 1280, .routerBias = bias});
    experts.sharedWidth = reader.size(field::kSharedWidth.named("share_expert_dim|share_expert_dims"), 1280);
    reader.ignored("n_shared_experts", SCALESCOPE_TEXT("core", "The width of all shared experts is stated."));

    std::vector<bool> routed(static_cast<std::size_t>(reader.model().layers), false);
    if (const JsonNode* listed = reader.find("moe_layers_enum")) {
        reader.used("moe_layers_enum", kWhichExperts);
        mark(routed, numbersOf(*listed));
    } else {
        routed = readRoutedLayers(reader, 3);
    }

    readMultiToken(reader);
    std::vector<std::string> types = reader.textsIfStated("layer_types", field::kLayerKinds);
    const auto count = static_cast<std::size_t>(reader.model().layers);
    if (types.size() == count + static_cast<std::size_t>(reader.model().multiTokenLayers))
        types.resize(count);  // published with the multi-token layers
    else if (!types.empty() && types.size() != count && reader.sound())
        reader.problem(Severity::invalid, "layer_types", SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                       {reader.nameOf("layer_types"), std::to_string(types.size()), std::to_string(count)});
    Attention sliding = at;
    if (const auto heads = reader.sizeIfStated(field::kHeads.named("num_sliding_attention_heads")))
        sliding.heads = *heads;
    if (reader.enterObject("attention_other_setting")) {
        sliding.heads = reader.size({"num_attention_heads", field::kMaxHeads, kNarrowHeads}, at.heads);
        sliding.kvHeads = reader.size({"num_attention_groups", field::kMaxHeads, kNarrowHeads}, at.kvHeads);
        sliding.headDim = reader.size({"head_dim", field::kMaxHeadDim, kNarrowHeads}, at.headDim);
        reader.leaveObject();
    }
    std::vector<Layer> layers = layersWith(reader, experts, routed);
    for (std::size_t i = 0; i < layers.size() && i < types.size(); ++i)
        if (types[i] == kSliding)
            layers[i].attention = sliding;
    setWindows(layers, types);
    Layer further = reader.base();
    further.attention = sliding;
    setMultiTokenLayer(reader, further);
    setLayers(reader, layers);
}

void readMimo(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .mlpWidth = 22016, .vocabulary = 151936});
    reader.base().attention.inputBias = reader.flag("attention_bias", true, field::kAttentionBias);
    readMultiToken(reader);
}

void readMimo2(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 48, .heads = 64, .kvHeads = 4, .headDim = 192, .mlpWidth = 16384,
                         .vocabulary = 152576});
    Attention& at = reader.base().attention;
    at.inputBias = reader.flag("attention_bias", false, field::kAttentionBias);
    at.values = Values::ownWidth;
    at.valueDim = reader.size(field::kValueDim, 128);
    Attention sliding = at;
    sliding.heads = reader.size({"swa_num_attention_heads", field::kMaxHeads, kNarrowHeads}, at.heads);
    sliding.kvHeads = reader.size({"swa_num_key_value_heads", field::kMaxHeads, kNarrowHeads}, 8);
    sliding.headDim = reader.size({"swa_head_dim", field::kMaxHeadDim, kNarrowHeads}, at.headDim);
    sliding.valueDim = reader.size({"swa_v_head_dim", field::kMaxHeadDim, kNarrowHeads}, at.valueDim);
    sliding.window = reader.size(field::kWindow.named("sliding_window|sliding_window_size"), 128);
    constexpr std::string_view kSinks = SCALESCOPE_TEXT("core", "One learned logit per head.");
    sliding.sinks = reader.flag("add_swa_attention_sink_bias", true, kSinks);
    at.sinks = reader.flag("add_full_attention_sink_bias", false, kSinks);
    const bool bias = reader.text("topk_method", "noaux_tc", SCALESCOPE_TEXT("core", "Whether the router has a bias.")) == "noaux_tc";
    const Mlp experts = readExperts(reader, {.experts = 256, .topK = 8, .width = 2048, .shared = 0, .routerBias = bias});
    std::vector<Layer> layers = layersWith(reader, experts, readRoutedLayers(reader, 0));
    const auto pattern = reader.sizePerLayer({"hybrid_layer_pattern", 1, field::kLayerKinds, 0}, 0);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (pattern[i] == 1)
            layers[i].attention = sliding;
    readMultiToken(reader);
    Layer further = reader.base();
    further.attention = sliding;
    setMultiTokenLayer(reader, further);
    setLayers(reader, layers);
}

void readGemma4(KindReader& reader)
{
    readDecoder(reader, {.width = 2304, .layers = 30, .heads = 8, .kvHeads = 4, .headDim = 256, .mlpWidth = 9216,
                         .vocabulary = 262144, .tied = true});
    Architecture& a = reader.model();
    setBiases(a.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    Attention& at = a.base().attention;
    at.queryKeyNorm = QueryKeyNorm::perHead;
    at.window = reader.size(field::kWindow, 512);
    a.base().norms = 4;
    a.base().other = 1;  // a scalar of the layer
    a.layerEmbeddingWidth = reader.size({"hidden_size_per_layer_input", field::kMaxWidth,
                                         SCALESCOPE_TEXT("core", "Width of the second embedding, one for each layer."), 0},
                                        256);
    if (a.layerEmbeddingWidth > 0)
        a.layerEmbeddingVocabulary = reader.size(field::kVocabulary.named("vocab_size_per_layer_input"), 262144);

    Attention full = at;
    full.window = 0;
    full.headDim = reader.size({"global_head_dim", field::kMaxHeadDim,
                                SCALESCOPE_TEXT("core", "The width of a head of full layers.")}, 512);
    if (reader.flag("attention_k_eq_v", false, SCALESCOPE_TEXT("core", "Whether full layers make values from keys."))) {
        full.values = Values::fromKeys;
        if (const auto heads = reader.sizeIfStated(field::kKvHeads.named("num_global_key_value_heads")))
            full.kvHeads = *heads;
    }
    const std::int64_t sharing = reader.size({"num_kv_shared_layers", field::kMaxLayers,
                                              SCALESCOPE_TEXT("core", "Layers at the end that use earlier keys and values."), 0}, 0);
    const bool wide = reader.flag("use_double_wide_mlp", false,
                                  SCALESCOPE_TEXT("core", "Whether layers with shared keys and values have MLPs twice as wide."));
    Mlp experts;
    if (reader.flag("enable_moe_block", false, SCALESCOPE_TEXT("core", "Whether experts stand beside the dense MLP."))) {
        experts = readExperts(reader, {.experts = 0, .topK = 1, .width = 1});
        experts.sharedWidth = a.base().mlp.width;
        experts.routerBias = true;        // a scale for each expert
        a.base().norms += 3;
        a.base().other += a.width;  // the router's scale of its input
    } else {
        for (std::string_view key : {"num_experts", "top_k_experts", "moe_intermediate_size"})
            reader.ignored(key, SCALESCOPE_TEXT("core", "There are no experts."));
    }
    std::vector<Layer> layers = layersWith(reader, experts, std::vector<bool>(static_cast<std::size_t>(a.layers), true));
    std::vector<std::string> types = typesOr(reader, 6);
    if (!types.empty())
        types.back() = kFull;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (types[i] != kSliding)
            layers[i].attention = full;
        if (static_cast<std::int64_t>(i) < a.layers - sharing)
            continue;
        layers[i].attention.sharedKv = true;
        if (wide) {
            std::int64_t& width = layers[i].mlp.experts > 0 ? layers[i].mlp.sharedWidth : layers[i].mlp.width;
            width = std::min(2 * width, field::kMaxMlpWidth);
        }
    }
    setLayers(reader, layers);
}

}  // namespace scalescope
