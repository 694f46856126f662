// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::string_view kStateHeads = SCALESCOPE_TEXT("core", "Heads of state-space layers.");
constexpr std::string_view kStateHeadDim = SCALESCOPE_TEXT("core", "The width of a state-space layer's head.");
constexpr std::string_view kStateGroups = SCALESCOPE_TEXT("core", "Groups of state-space layers.");
constexpr std::string_view kStateDim = SCALESCOPE_TEXT("core", "The width of the state.");
constexpr std::string_view kTaps = SCALESCOPE_TEXT("core", "Taps of the short convolution.");
constexpr std::string_view kTapsBias = SCALESCOPE_TEXT("core", "A bias of the short convolution.");
constexpr std::string_view kStateBias = SCALESCOPE_TEXT("core", "Biases of a state-space layer's projections.");
constexpr std::string_view kExpand = SCALESCOPE_TEXT("core", "A state-space layer's width over the model's.");

/// "auto" or a number.
std::int64_t sizeOrAuto(KindReader& reader, const SizeField& field, std::int64_t automatic)
{
    if (reader.textIn(field.names) == "auto") {
        reader.used(field.names, field.reason);
        return automatic;
    }
    return reader.size(field, automatic);
}

/// Mamba 2 by the names of Bamba and Granite.
Attention readMambaLayer(KindReader& reader)
{
    Attention at;
    at.kind = AttentionKind::stateSpace;
    at.heads = reader.size({"mamba_n_heads", field::kMaxHeads, kStateHeads}, 128);
    at.kvHeads = reader.size({"mamba_n_groups", field::kMaxHeads, kStateGroups}, 1);
    at.stateDim = reader.size({"mamba_d_state", field::kMaxHeadDim, kStateDim}, 256);
    at.convolution = reader.size({"mamba_d_conv", 64, kTaps}, 4);
    const std::int64_t expand = reader.size({"mamba_expand", 64, kExpand}, 2);
    at.headDim = sizeOrAuto(reader, {"mamba_d_head", field::kMaxHeadDim, kStateHeadDim},
                            std::clamp<std::int64_t>(expand * reader.model().width / at.heads, 1, field::kMaxHeadDim));
    at.convolutionBias = reader.flag("mamba_conv_bias", true, kTapsBias);
    at.inputBias = reader.flag("mamba_proj_bias", false, kStateBias);
    at.outputBias = at.inputBias;
    return at;
}

struct Mamba1 {
    std::int64_t inner;
    std::int64_t state;
    std::int64_t taps;
    std::int64_t rank;
    bool tapsBias;
    bool bias;
    bool norms;  // of what the state is made from
};

/// Mamba 1 makes rates, inputs and outputs of the state from the convolved vector and has a decay for each element of
/// the state. It is taken as Mamba 2 with as few heads as can be; `other` makes up for the parameters.
void setMamba1(KindReader& reader, Layer& layer, const Mamba1& m)
{
    const std::int64_t width = reader.model().width;
    Attention& at = layer.attention;
    at = {};
    at.kind = AttentionKind::stateSpace;
    at.heads = (m.inner + field::kMaxHeadDim - 1) / field::kMaxHeadDim;
    while (at.heads <= field::kMaxHeads && m.inner % at.heads != 0)
        ++at.heads;
    at.headDim = std::min(m.inner / at.heads, field::kMaxHeadDim);
    at.stateDim = m.state;
    at.convolution = m.taps;
    at.convolutionBias = m.tapsBias;
    at.inputBias = false;
    if (!reader.sound())
        return;
    const std::int64_t made = m.rank + 2 * m.state;
    const std::int64_t exact = 3 * width * m.inner + m.inner * (m.taps + (m.tapsBias ? 1 : 0)) + m.inner * made +
        m.rank * m.inner + m.inner + m.inner * m.state + m.inner + (m.bias ? 2 * m.inner + width : 0) + (m.norms ? made : 0);
    layer.other = exact - countLayer(reader.model(), {.attention = at, .mlp = {.kind = MlpKind::none}, .norms = 0}).attention;
    if (at.heads > field::kMaxHeads || layer.other < 0)
        reader.problem(Severity::invalid, "mamba_expand|expand",
                       SCALESCOPE_TEXT("core", "State-space layers of these sizes cannot be expressed here."));
}

void noteMamba1(KindReader& reader)
{
    reader.problem(Severity::notice, "mamba_d_state|state_size",
                   SCALESCOPE_TEXT("core", "State-space layers of the first kind of Mamba are computed as those of the second; their "
                                           "parameters are exact."));
}

constexpr std::string_view kRank = SCALESCOPE_TEXT("core", "The bottleneck of a state-space layer's rates.");

bool isAttention(std::string_view type) { return type == "attention" || type == "full_attention"; }

}  // namespace

void readNemotronH(KindReader& reader)
{
    Architecture& a = reader.model();
    std::string_view pattern = "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-";
    const auto stated = reader.textIfStated("hybrid_override_pattern", field::kLayerKinds);
    std::string blocks = stated.value_or(std::string());
    for (const std::string& type : stated ? std::vector<std::string>() : reader.textsIfStated("layers_block_type", field::kLayerKinds))
        blocks += type == "mamba" ? 'M' : type == "attention" ? '*' : type == "moe" ? 'E' : '-';
    if (blocks.empty()) {
        reader.guessed("hybrid_override_pattern", "M-M-M-M*-\u2026",
                       SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class."));
        blocks = pattern;
    }
    readDecoder(reader, {.width = 4096, .layers = static_cast<std::int64_t>(blocks.size()), .heads = 32, .kvHeads = 8,
                         .headDim = 128, .mlpWidth = 21504, .vocabulary = 131072, .headDimNames = "head_dim|attention_head_dim"});
    if (reader.sound() && static_cast<std::int64_t>(blocks.size()) != a.layers)
        reader.problem(Severity::invalid, "hybrid_override_pattern|layers_block_type",
                       SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                       {reader.nameOf("hybrid_override_pattern|layers_block_type"), std::to_string(blocks.size()), std::to_string(a.layers)});
    Layer& base = a.base();
    setBiases(base, reader.flag("attention_bias", false, field::kAttentionBias), reader.flag("mlp_bias", false, field::kMlpBias));
    base.mlp.kind = MlpKind::plain;
    base.norms = 1;
    base.attention.window = reader.sizeIfStated(field::kWindow).value_or(0);

    Layer attention = base;
    attention.mlp = {.kind = MlpKind::none};
    Layer dense = base;
    dense.attention = {.kind = AttentionKind::none};
    Layer states = attention;
    Attention& at = states.attention;
    at = {.kind = AttentionKind::stateSpace};
    const bool hasStates = blocks.find('M') != std::string::npos;
    if (hasStates) {
        at.heads = reader.size({"mamba_num_heads", field::kMaxHeads, kStateHeads}, 128);
        at.headDim = reader.size({"mamba_head_dim", field::kMaxHeadDim, kStateHeadDim}, 64);
        at.kvHeads = reader.size({"n_groups|mamba_n_groups", field::kMaxHeads, kStateGroups}, 8);
        at.stateDim = reader.size({"ssm_state_size", field::kMaxHeadDim, kStateDim}, 128);
        at.convolution = reader.size({"conv_kernel", 64, kTaps}, 4);
        at.convolutionBias = reader.flag("use_conv_bias", true, kTapsBias);
        at.inputBias = reader.flag("use_bias", false, kStateBias);
        at.outputBias = at.inputBias;
    }
    Layer routed = dense;
    if (blocks.find('E') != std::string::npos) {
        routed.mlp = readExperts(reader, {.experts = 8, .topK = 2, .width = 7688});
        reader.problem(Severity::notice, "n_routed_experts",
                       SCALESCOPE_TEXT("core", "The routers' correction biases, one number per expert, are left out, as in the published count."));
        const std::int64_t shared = reader.size(field::kSharedExperts, 1);
        const std::int64_t each = reader.size(field::kSharedWidth.named("moe_shared_expert_intermediate_size"), 7688);
        routed.mlp.sharedWidth = sharedWidthOf(reader, shared, each);
        routed.mlp.latentWidth = reader.sizeIfStated({"moe_latent_size", field::kMaxWidth,
                                                      SCALESCOPE_TEXT("core", "The width in which the experts work."), 0}).value_or(0);
    }
    const auto layerOf = [&](char block) {
        return block == 'M' ? states : block == '*' ? attention : block == 'E' ? routed : dense;
    };
    std::vector<Layer> layers;
    for (char block : blocks)
        layers.push_back(layerOf(block));
    readMultiToken(reader);
    if (a.multiTokenLayers > 0 && reader.sound()) {
        // A multi-token layer is a run of blocks of its own.
        std::string further = reader.textIfStated("mtp_hybrid_override_pattern", field::kLayerKinds).value_or("*E");
        further.resize(std::min<std::size_t>(further.size(), 1000));
        constexpr std::int64_t kMostOfBlock = std::int64_t(1000) * 1000 * 1000 * 1000 * 1000;
        std::int64_t blocksTogether = 0;
        for (char block : further)
            blocksTogether += std::min(countLayer(a, layerOf(block)).total(), kMostOfBlock);
        a.multiTokenParameters = multiTokenParametersOf(a, blocksTogether);
    }
    setLayers(reader, layers);
}

void readGraniteHybrid(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008});
    Architecture& a = reader.model();
    setBiases(a.base(), reader.flag("attention_bias", false, field::kAttentionBias), false);
    Mlp experts = readExperts(reader, {.experts = 8, .topK = 2});
    const std::int64_t shared = reader.size(field::kSharedWidth.named("shared_intermediate_size"), 1024);
    if (experts.experts > 0) {
        experts.sharedWidth = shared;
        a.base().mlp = experts;
    } else {
        a.base().mlp.width = std::max<std::int64_t>(1, shared);
    }
    const std::vector<std::string> types = readLayerTypes(reader, "layer_types|layers_block_type");
    std::vector<Layer> layers(static_cast<std::size_t>(a.layers), a.base());
    const bool hasStates = types.empty() || std::any_of(types.begin(), types.end(), [](const std::string& t) { return !isAttention(t); });
    const Attention states = hasStates ? readMambaLayer(reader) : Attention();
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (types.empty() || !isAttention(types[i]))
            layers[i].attention = states;
    setLayers(reader, layers);
}

void readBamba(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 14336, .vocabulary = 128000});
    Architecture& a = reader.model();
    setBiases(a.base(), reader.flagIfStated("attention_bias", field::kAttentionBias).value_or(false),
              reader.flagIfStated("mlp_bias", field::kMlpBias).value_or(false));
    const std::vector<std::int64_t> attention =
        reader.sizesIfStated({"attn_layer_indices", field::kMaxLayers, SCALESCOPE_TEXT("core", "Layers with attention."), 0});
    const Attention states = readMambaLayer(reader);
    std::vector<Layer> layers(static_cast<std::size_t>(a.layers), a.base());
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::find(attention.begin(), attention.end(), static_cast<std::int64_t>(i)) == attention.end())
            layers[i].attention = states;
    setLayers(reader, layers);
}

void readJamba(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 14336, .vocabulary = 65536});
    Architecture& a = reader.model();
    constexpr std::string_view kAttention = SCALESCOPE_TEXT("core", "Which layers have attention.");
    constexpr std::string_view kWhich = SCALESCOPE_TEXT("core", "Which layers have experts.");
    const Mlp experts = readExperts(reader, {.experts = 16, .topK = 2});
    const std::int64_t attentionPeriod = reader.size({"attn_layer_period", field::kMaxLayers, kAttention}, 8);
    const std::int64_t attentionOffset = reader.size({"attn_layer_offset", field::kMaxLayers, kAttention, 0}, 4);
    const std::int64_t expertPeriod = reader.size({"expert_layer_period", field::kMaxLayers, kWhich}, 2);
    const std::int64_t expertOffset = reader.size({"expert_layer_offset", field::kMaxLayers, kWhich, 0}, 1);
    Mamba1 mamba;
    mamba.inner = a.width * reader.size({"mamba_expand", 64, kExpand}, 2);
    mamba.state = reader.size({"mamba_d_state", field::kMaxHeadDim, kStateDim}, 16);
    mamba.taps = reader.size({"mamba_d_conv", 64, kTaps}, 4);
    mamba.rank = sizeOrAuto(reader, {"mamba_dt_rank", field::kMaxRank, kRank}, (a.width + 15) / 16);
    mamba.tapsBias = reader.flag("mamba_conv_bias", true, kTapsBias);
    mamba.bias = reader.flag("mamba_proj_bias", false, kStateBias);
    mamba.norms = true;
    Layer states = a.base();
    setMamba1(reader, states, mamba);
    noteMamba1(reader);
    std::vector<Layer> layers;
    for (std::int64_t i = 0; i < a.layers; ++i) {
        Layer layer = i % attentionPeriod == attentionOffset ? a.base() : states;
        if (experts.experts > 1 && i % expertPeriod == expertOffset)
            layer.mlp = experts;
        layers.push_back(layer);
    }
    setLayers(reader, layers);
}

void readMamba2(KindReader& reader)
{
    Architecture& a = reader.model();
    a.width = reader.size(field::kWidth.named("hidden_size|d_model"), 4096);
    a.layers = reader.size(field::kLayers.named("num_hidden_layers|n_layer"), 64);
    readEmbeddings(reader, 32768, false);
    Layer& base = a.base();
    base.norms = 1;
    base.mlp = {.kind = MlpKind::none};
    Attention& at = base.attention;
    at = {.kind = AttentionKind::stateSpace};
    const std::int64_t expand = reader.size({"expand", 64, kExpand}, 2);
    at.headDim = reader.size({"head_dim|headdim", field::kMaxHeadDim, kStateHeadDim}, 64);
    at.heads = reader.size({"num_heads", field::kMaxHeads, kStateHeads},
                           std::clamp<std::int64_t>(expand * a.width / at.headDim, 1, field::kMaxHeads));
    at.kvHeads = reader.size({"n_groups|ngroups", field::kMaxHeads, kStateGroups}, 8);
    at.stateDim = reader.size({"state_size|d_state", field::kMaxHeadDim, kStateDim}, 128);
    at.convolution = reader.size({"conv_kernel|d_conv", 64, kTaps}, 4);
    at.convolutionBias = reader.flag("use_conv_bias", true, kTapsBias);
    at.inputBias = reader.flag("use_bias", false, kStateBias);
    at.outputBias = at.inputBias;
}

void readMamba(KindReader& reader)
{
    Architecture& a = reader.model();
    a.width = reader.size(field::kWidth.named("hidden_size|d_model"), 768);
    a.layers = reader.size(field::kLayers.named("num_hidden_layers|n_layer"), 32);
    readEmbeddings(reader, 50280, true);
    a.base().norms = 1;
    a.base().mlp = {.kind = MlpKind::none};
    Mamba1 mamba;
    mamba.inner = reader.sizeIfStated({"intermediate_size|d_inner", field::kMaxMlpWidth, kExpand}).value_or(0);
    if (mamba.inner == 0)
        mamba.inner = a.width * reader.size({"expand", 64, kExpand}, 2);
    mamba.state = reader.size({"state_size|d_state", field::kMaxHeadDim, kStateDim}, 16);
    mamba.taps = reader.size({"conv_kernel|d_conv", 64, kTaps}, 4);
    mamba.rank = sizeOrAuto(reader, {"time_step_rank", field::kMaxRank, kRank}, (a.width + 15) / 16);
    mamba.tapsBias = reader.flag("use_conv_bias", true, kTapsBias);
    mamba.bias = reader.flag("use_bias", false, kStateBias);
    mamba.norms = false;
    setMamba1(reader, a.base(), mamba);
    noteMamba1(reader);
}

}  // namespace scalescope
