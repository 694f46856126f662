// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>

namespace scalescope {

namespace {

/// For each layer whether it has linear attention: layer_types, else all but every `interval`-th.
std::vector<bool> readLinearLayers(KindReader& reader)
{
    std::vector<bool> linear;
    const std::vector<std::string> types = readLayerTypes(reader);
    for (const std::string& type : types)
        linear.push_back(type == "linear_attention");
    if (!types.empty())
        return linear;
    const std::int64_t interval =
        reader.size({"full_attention_interval", field::kMaxLayers,
                     SCALESCOPE_TEXT("core", "Every how many layers one has full attention.")}, 4);
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        linear.push_back((i + 1) % interval != 0);
    return linear;
}

/// Gated delta attention of Qwen's models.
Attention readGatedDelta(KindReader& reader)
{
    Attention at;
    at.kind = AttentionKind::linear;
    at.heads = reader.size({"linear_num_value_heads", field::kMaxHeads, SCALESCOPE_TEXT("core", "Value heads of linear attention.")}, 32);
    at.kvHeads = reader.size({"linear_num_key_heads", field::kMaxHeads, SCALESCOPE_TEXT("core", "Key heads of linear attention.")}, 16);
    at.headDim = reader.size({"linear_value_head_dim", field::kMaxHeadDim,
                              SCALESCOPE_TEXT("core", "The width of a value head of linear attention.")}, 128);
    at.stateDim = reader.size({"linear_key_head_dim", field::kMaxHeadDim,
                               SCALESCOPE_TEXT("core", "The width of a key head of linear attention.")}, 128);
    at.convolution = reader.size({"linear_conv_kernel_dim", 64, SCALESCOPE_TEXT("core", "Taps of the short convolution.")}, 4);
    at.decay = Decay::perHead;
    at.gate = OutputGate::full;
    if (reader.sound() && at.heads % at.kvHeads != 0)
        reader.problem(Severity::invalid, "linear_num_key_heads", SCALESCOPE_TEXT("core", "%1 key heads do not divide %2 value heads."),
                       {std::to_string(at.kvHeads), std::to_string(at.heads)});
    return at;
}

void readQwenAttention(KindReader& reader, bool gate)
{
    Attention& at = reader.base().attention;
    setBiases(reader.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    at.queryKeyNorm = QueryKeyNorm::perHead;
    at.gate = gate ? OutputGate::full : OutputGate::none;
}

void setLinear(std::vector<Layer>& layers, const std::vector<bool>& linear, const Attention& at)
{
    for (std::size_t i = 0; i < layers.size() && i < linear.size(); ++i)
        if (linear[i])
            layers[i].attention = at;
}

constexpr std::string_view kGated = SCALESCOPE_TEXT("core", "A gate on the attention's result.");

}  // namespace

void readQwen3Next(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 48, .heads = 16, .kvHeads = 2, .headDim = 256, .mlpWidth = 5632,
                         .vocabulary = 151936});
    readQwenAttention(reader, true);
    Mlp experts = readExperts(reader, {.experts = 512, .topK = 10, .width = 512});
    experts.sharedWidth = reader.size(field::kSharedWidth, 512);
    experts.sharedGate = experts.sharedWidth > 0;
    std::vector<Layer> layers = layersWith(reader, experts, readSparseSteps(reader));
    const Attention linear = readGatedDelta(reader);
    setLinear(layers, readLinearLayers(reader), linear);
    setLayers(reader, layers);
    readMultiToken(reader);
}

void readQwen3p5(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 16, .kvHeads = 4, .headDim = 256, .mlpWidth = 12288,
                         .vocabulary = 248320});
    readQwenAttention(reader, reader.flag("attn_output_gate", true, kGated));
    std::vector<Layer> layers(static_cast<std::size_t>(reader.model().layers), reader.base());
    const Attention linear = readGatedDelta(reader);
    setLinear(layers, readLinearLayers(reader), linear);
    readMultiToken(reader);
    setMultiTokenLayer(reader, reader.base());
    setLayers(reader, layers);
}

void readQwen3p5Moe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 40, .heads = 16, .kvHeads = 2, .headDim = 256, .mlpWidth = 5632,
                         .vocabulary = 248320});
    readQwenAttention(reader, reader.flag("attn_output_gate", true, kGated));
    Mlp experts = readExperts(reader, {.experts = 256, .topK = 8, .width = 512});
    experts.sharedWidth = reader.size(field::kSharedWidth, 512);
    experts.sharedGate = experts.sharedWidth > 0;
    reader.base().mlp = experts;
    std::vector<Layer> layers(static_cast<std::size_t>(reader.model().layers), reader.base());
    const Attention linear = readGatedDelta(reader);
    setLinear(layers, readLinearLayers(reader), linear);
    readMultiToken(reader);
    setMultiTokenLayer(reader, reader.base());
    setLayers(reader, layers);
}

void readKimiLinear(KindReader& reader)
{
    readDecoder(reader, {.width = 2304, .layers = 27, .heads = 32, .headDim = 128, .mlpWidth = 9216, .vocabulary = 163840, .kvHeadsNames = {},
                         .headDimNames = {}, .mlpWidthNames = "dense_ffn_hidden|intermediate_size"});
    readLatent(reader, {});
    if (reader.flagIfStated("mla_use_output_gate", kGated).value_or(false))
        reader.base().attention.gate = OutputGate::full;
    Attention at;
    at.kind = AttentionKind::linear;
    at.decay = Decay::perChannel;
    at.gate = OutputGate::full;
    const bool inside = reader.enterObject("linear_attn_config");
    at.heads = reader.size({"num_heads|linear_num_heads", field::kMaxHeads, SCALESCOPE_TEXT("core", "Heads of linear attention.")}, 32);
    at.kvHeads = at.heads;
    at.headDim = reader.size(field::kHeadDim.named(inside ? "head_dim" : "linear_head_dim"), 128);
    at.stateDim = at.headDim;
    at.gateRank = at.headDim;
    at.convolution = reader.size({"short_conv_kernel_size|linear_conv_kernel_dim", 64,
                                  SCALESCOPE_TEXT("core", "Taps of the short convolution.")}, 4);
    const std::vector<std::int64_t> full =
        reader.sizesIfStated({"full_attn_layers", field::kMaxLayers, SCALESCOPE_TEXT("core", "Layers with full attention, from 1.")});
    if (inside) {
        reader.used("kda_layers", SCALESCOPE_TEXT("core", "The other layers."));
        reader.leaveObject();
    }
    std::vector<bool> linear;
    if (full.empty())
        linear = readLinearLayers(reader);
    for (std::int64_t i = static_cast<std::int64_t>(linear.size()); i < reader.model().layers; ++i)
        linear.push_back(std::find(full.begin(), full.end(), i + 1) == full.end());
    const Mlp experts = readExperts(reader, {.experts = 256, .topK = 8, .width = 1024, .shared = 1, .routerBias = true});
    std::vector<Layer> layers = layersWith(reader, experts, readRoutedLayers(reader, 1));
    setLinear(layers, linear, at);
    setLayers(reader, layers);
    readMultiToken(reader);
}

void readMiniMax(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 14336});
    const Mlp experts = readExperts(reader, {.experts = 8, .topK = 2});
    if (experts.experts > 0)
        reader.base().mlp = experts;
    Architecture& a = reader.model();
    Attention lightning = a.base().attention;
    lightning.kind = AttentionKind::linear;
    lightning.kvHeads = lightning.heads;
    lightning.stateDim = lightning.headDim;
    lightning.convolution = 0;
    lightning.decay = Decay::none;
    lightning.gate = OutputGate::full;
    std::vector<Layer> layers(static_cast<std::size_t>(a.layers), a.base());
    std::vector<bool> linear;
    for (const std::string& type : readLayerTypes(reader))
        linear.push_back(type == "linear_attention");
    if (linear.empty() && reader.states("attn_type_list")) {
        for (std::int64_t one : reader.sizePerLayer({"attn_type_list", 1, field::kLayerKinds, 0}, 1))
            linear.push_back(one == 0);
    } else if (linear.empty()) {
        reader.guessed("layer_types", "full_attention, linear_attention, \u2026",
                       SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class."));
        for (std::int64_t i = 0; i < a.layers; ++i)
            linear.push_back(i % 2 != 0);
    }
    setLinear(layers, linear, lightning);
    for (Layer& layer : layers)
        if (layer.attention.kind == AttentionKind::linear)
            layer.other = (lightning.heads - 1) * lightning.headDim;  // the norm of the result spans all heads
    setLayers(reader, layers);
    readMultiToken(reader);
}

namespace {

/// A gated short convolution: three projections of the input, and an output.
Layer shortConvolution(KindReader& reader)
{
    const Architecture& a = reader.model();
    const std::int64_t taps = reader.size({"conv_L_cache", 64, SCALESCOPE_TEXT("core", "Taps of the short convolution.")}, 3);
    const bool bias = reader.flag("conv_bias", false, SCALESCOPE_TEXT("core", "Biases of the convolution and its projections."));
    Layer layer = a.base();
    Attention& at = layer.attention;
    at = {};
    at.kind = AttentionKind::linear;
    at.headDim = (a.width + field::kMaxHeads - 1) / field::kMaxHeads;
    at.stateDim = at.headDim;
    at.heads = a.width / at.headDim;
    at.kvHeads = at.heads;
    at.convolution = 0;
    at.decay = Decay::none;
    layer.other = a.width * taps - at.headDim + (bias ? 5 * a.width : 0);
    if (a.width % at.headDim != 0)
        reader.problem(Severity::invalid, field::kWidth.names, SCALESCOPE_TEXT("core", "%1 = %2 is too wide for a short convolution."),
                       {reader.nameOf(field::kWidth.names), std::to_string(a.width)});
    reader.problem(Severity::notice, "conv_L_cache",
                   SCALESCOPE_TEXT("core", "Layers with a short convolution are computed as linear attention with heads as narrow as "
                                           "can be; their parameters are exact."));
    return layer;
}

void readConvolutionLayers(KindReader& reader, std::vector<Layer>& layers)
{
    const Layer convolution = shortConvolution(reader);
    std::vector<bool> full;
    for (const std::string& type : readLayerTypes(reader))
        full.push_back(type == "full_attention");
    if (full.empty()) {
        const std::vector<std::int64_t> listed =
            reader.sizesIfStated({"full_attn_idxs", field::kMaxLayers, SCALESCOPE_TEXT("core", "Layers with full attention."), 0});
        for (std::int64_t i = 0; i < reader.model().layers; ++i)
            full.push_back(listed.empty() || std::find(listed.begin(), listed.end(), i) != listed.end());
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (full[i])
            continue;
        layers[i].attention = convolution.attention;
        layers[i].other = convolution.other;
    }
}

}  // namespace

void readLfm2(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 12288, .vocabulary = 65536,
                         .tied = true, .mlpWidthNames = "block_ff_dim|intermediate_size"});
    Architecture& a = reader.model();
    a.tied = reader.flagIfStated("tie_embedding", field::kTied).value_or(a.tied);
    a.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    std::int64_t& wide = a.base().mlp.width;
    if (reader.flag("block_auto_adjust_ff_dim", true, SCALESCOPE_TEXT("core", "Whether the MLP's width is two thirds of the stated."))) {
        wide = 2 * wide / 3;
        constexpr std::string_view kFactor = "block_ffn_dim_multiplier";
        const double factor = reader.numberIn(kFactor).value_or(1.0);
        reader.used(kFactor, SCALESCOPE_TEXT("core", "A factor of the MLP's width."));
        if (factor > 0 && factor < 1024)
            wide = static_cast<std::int64_t>(factor * static_cast<double>(wide));
        const std::int64_t multiple = reader.size({"block_multiple_of", field::kMaxWidth,
                                                   SCALESCOPE_TEXT("core", "What the MLP's width is a multiple of.")}, 256);
        wide = std::min((wide + multiple - 1) / multiple * multiple, field::kMaxMlpWidth);
    }
    std::vector<Layer> layers(static_cast<std::size_t>(a.layers), a.base());
    readConvolutionLayers(reader, layers);
    setLayers(reader, layers);
}

void readLfm2Moe(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 7168, .vocabulary = 65536, .tied = true});
    Architecture& a = reader.model();
    a.tied = reader.flagIfStated("tie_embedding", field::kTied).value_or(a.tied);
    a.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    const bool bias = reader.flag("use_expert_bias", true, SCALESCOPE_TEXT("core", "A bias of the router."));
    const Mlp experts = readExperts(reader, {.experts = 32, .topK = 4, .width = 1792, .routerBias = bias});
    const std::int64_t dense = reader.size(field::kFirstDense.named("num_dense_layers"), 2);
    std::vector<bool> routed;
    for (std::int64_t i = 0; i < a.layers; ++i)
        routed.push_back(i >= dense);
    std::vector<Layer> layers = layersWith(reader, experts, routed);
    readConvolutionLayers(reader, layers);
    setLayers(reader, layers);
}

}  // namespace scalescope
