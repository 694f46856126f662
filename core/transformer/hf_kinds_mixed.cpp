// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace scalescope {

std::int64_t sharedWidthOf(KindReader& reader, std::int64_t shared, std::int64_t width)
{
    if (shared * width > field::kMaxMlpWidth)
        reader.problem(Severity::invalid, field::kSharedExperts.names,
                       SCALESCOPE_TEXT("core", "%1 shared experts of width %2 are too wide together."),
                       {std::to_string(shared), std::to_string(width)});
    return std::min(shared * width, field::kMaxMlpWidth);
}

Mlp readExperts(KindReader& reader, const ExpertDefaults& defaults)
{
    constexpr SizeField kExperts = field::kExperts.named("num_experts|num_local_experts|n_routed_experts|moe_num_experts");
    constexpr SizeField kTopK = field::kTopK.named(
        "num_experts_per_tok|num_experts_per_token|experts_per_token|moe_topk|moe_top_k|moe_k|top_k_experts");
    constexpr SizeField kShared = field::kSharedExperts.named("n_shared_experts|num_shared_experts|moe_num_shared_experts");
    Mlp mlp = reader.base().mlp;
    mlp.experts = reader.size(kExperts, defaults.experts);
    mlp.topK = reader.size(kTopK, defaults.topK);
    if (reader.sound() && mlp.experts > 0 && mlp.topK > mlp.experts)
        reader.problem(Severity::invalid, kTopK.names, SCALESCOPE_TEXT("core", "%1 = %2 is more than the %3 experts there are."),
                       {reader.nameOf(kTopK.names), std::to_string(mlp.topK), std::to_string(mlp.experts)});
    if (defaults.width > 0)
        mlp.width = reader.size(field::kExpertWidth, defaults.width);
    if (defaults.shared >= 0) {
        const std::int64_t shared = reader.isNull(kShared.names) ? 0 : reader.size(kShared, defaults.shared);
        mlp.sharedWidth = sharedWidthOf(reader, shared, mlp.width);
    }
    mlp.routerBias = defaults.routerBias;
    return mlp;
}

std::vector<bool> readRoutedLayers(KindReader& reader, std::int64_t firstDense)
{
    std::vector<bool> routed;
    const std::vector<std::string> types = readLayerTypes(reader, "mlp_layer_types");
    if (!types.empty()) {
        for (const std::string& type : types)
            routed.push_back(type != "dense");
        return routed;
    }
    constexpr SizeField kFrequency = {"moe_layer_freq", field::kMaxLayers,
                                      SCALESCOPE_TEXT("core", "Every how many layers there are experts."), 0};
    const JsonNode* frequency = reader.find(kFrequency.names);
    if (frequency && frequency->kind == JsonNode::Kind::array) {
        for (std::int64_t marked : reader.sizePerLayer(kFrequency, 0))
            routed.push_back(marked != 0);
        return routed;
    }
    const std::int64_t every = std::max<std::int64_t>(1, reader.sizeIfStated(kFrequency).value_or(1));
    const std::int64_t first = reader.size(field::kFirstDense, firstDense);
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        routed.push_back(i >= first && i % every == 0);
    return routed;
}

std::vector<bool> readSparseSteps(KindReader& reader)
{
    constexpr SizeField kStep = {"decoder_sparse_step", field::kMaxLayers,
                                 SCALESCOPE_TEXT("core", "Every how many layers there are experts.")};
    constexpr SizeField kDense = {"mlp_only_layers", field::kMaxLayers,
                                  SCALESCOPE_TEXT("core", "Layers with a dense MLP."), 0};
    const std::int64_t step = reader.size(kStep, 1);
    const std::vector<std::int64_t> dense = reader.sizesIfStated(kDense);
    std::vector<bool> routed;
    for (std::int64_t i = 0; i < reader.model().layers; ++i)
        routed.push_back((i + 1) % step == 0 && std::find(dense.begin(), dense.end(), i) == dense.end());
    return routed;
}

std::vector<Layer> layersWith(KindReader& reader, const Mlp& experts, const std::vector<bool>& routed)
{
    std::vector<Layer> layers(static_cast<std::size_t>(reader.model().layers), reader.base());
    for (std::size_t i = 0; i < layers.size() && i < routed.size(); ++i)
        if (routed[i] && experts.experts > 0)
            layers[i].mlp = experts;
    return layers;
}

void setWindows(std::vector<Layer>& layers, const std::vector<std::string>& types)
{
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (i >= types.size() || (types[i] != "sliding_attention" && types[i] != "chunked_attention"))
            layers[i].attention.window = 0;
}

std::vector<std::int64_t> numbersOf(const JsonNode& list)
{
    std::vector<std::int64_t> numbers;
    for (const JsonNode& item : list.items)
        if (item.kind == JsonNode::Kind::number)
            numbers.push_back(static_cast<std::int64_t>(std::clamp(item.number, -1.0, 1e9)));
    std::string_view rest = list.kind == JsonNode::Kind::string ? std::string_view(list.text) : std::string_view();
    while (!rest.empty()) {
        while (!rest.empty() && (rest.front() < '0' || rest.front() > '9'))
            rest.remove_prefix(1);
        std::int64_t number = 0;
        const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error == std::errc())
            numbers.push_back(number);
        rest.remove_prefix(std::min(rest.size(), std::max<std::size_t>(1, static_cast<std::size_t>(stop - rest.data()))));
    }
    return numbers;
}

void readMultiToken(KindReader& reader)
{
    constexpr SizeField kLayers =
        field::kMultiToken.named("num_nextn_predict_layers|mtp_num_hidden_layers|num_mtp_layers|num_mtp_modules|mtp_num_layers");
    reader.model().multiTokenLayers = reader.sizeIfStated(kLayers).value_or(0);
}

std::int64_t multiTokenParametersOf(const Architecture& a, std::int64_t layer)
{
    constexpr std::int64_t kMost = std::int64_t(1000) * 1000 * 1000 * 1000 * 1000;  // of the parameter that it becomes
    return std::min(kMost, 2 * a.width * a.width + 3 * a.width + std::min(kMost, layer));
}

void setMultiTokenLayer(KindReader& reader, const Layer& layer)
{
    Architecture& a = reader.model();
    if (a.multiTokenLayers > 0 && reader.sound())
        a.multiTokenParameters = multiTokenParametersOf(a, countLayer(a, layer).total());
}

void readLatent(KindReader& reader, const LatentDefaults& defaults)
{
    Attention& at = reader.base().attention;
    at.kind = AttentionKind::latent;
    at.kvRank = reader.size(field::kKvRank, defaults.kvRank);
    at.queryRank = reader.isNull(field::kQueryRank.names) ? 0 : reader.size(field::kQueryRank, defaults.queryRank);
    at.ropeDim = reader.size(field::kRopeDim, defaults.ropeDim);
    at.headDim = reader.size(field::kLatentHeadDim, defaults.headDim);
    at.valueDim = reader.size(field::kValueDim, defaults.valueDim);
    at.kvHeads = at.heads;
}

std::span<const ConfigKind> mixedKinds()
{
    static constexpr std::array kKinds = {
        ConfigKind{"mixtral", "Mixtral", readMixtral},
        ConfigKind{"qwen2_moe", "Qwen2Moe", readQwen2Moe},
        ConfigKind{"qwen3_moe", "Qwen3Moe", readQwen3Moe},
        ConfigKind{"qwen3_vl", "Qwen3VL", readQwen3Vl},
        ConfigKind{"qwen3_vl_text", "Qwen3VLText", readQwen3Vl},
        ConfigKind{"qwen3_vl_moe", "Qwen3VLMoe", readQwen3Moe},
        ConfigKind{"qwen3_vl_moe_text", "Qwen3VLMoeText", readQwen3Moe},
        ConfigKind{"qwen3_next", "Qwen3Next", readQwen3Next},
        ConfigKind{"qwen3_5", "Qwen3_5", readQwen3p5},
        ConfigKind{"qwen3_5_text", "Qwen3_5Text", readQwen3p5},
        ConfigKind{"qwen3_5_moe", "Qwen3_5Moe", readQwen3p5Moe},
        ConfigKind{"qwen3_5_moe_text", "Qwen3_5MoeText", readQwen3p5Moe},
        ConfigKind{"glm4_moe", "Glm4Moe", readGlm4Moe},
        ConfigKind{"glm4v_moe", "Glm4vMoe", readGlm4Moe},
        ConfigKind{"glm4v_moe_text", "Glm4vMoeText", readGlm4Moe},
        ConfigKind{"glm4_moe_lite", "Glm4MoeLite", readGlm4Lite},
        ConfigKind{"glm_moe_dsa", "GlmMoeDsa", readGlmDsa},
        ConfigKind{"deepseek_v2", "DeepseekV2", readDeepseek2},
        ConfigKind{"deepseek_v3", "DeepseekV3", readDeepseek3},
        ConfigKind{"deepseek_v32", "DeepseekV32", readDeepseek3},
        ConfigKind{"deepseek_v4", "DeepseekV4", readDeepseek4},
        ConfigKind{"kimi_k2", "KimiK2", readDeepseek3},
        ConfigKind{"kimi_k25", "KimiK25", readDeepseek3},
        ConfigKind{"kimi_linear", "KimiLinear", readKimiLinear},
        ConfigKind{"longcat_flash", "LongcatFlash", readLongcat},
        ConfigKind{"step3", "Step3VL", readStep3},
        ConfigKind{"step3_text", "Step3Text", readStep3},
        ConfigKind{"step3p5", "Step3p5", readStep3p5},
        ConfigKind{"step3p7", "Step3p7", readStep3p5},
        ConfigKind{"step3p7_flash", "Step3p7Flash", readStep3p5},
        ConfigKind{"gpt_oss", "GptOss", readGptOss},
        ConfigKind{"llama4", "Llama4", readLlama4},
        ConfigKind{"llama4_text", "Llama4Text", readLlama4},
        ConfigKind{"gemma4", "Gemma4", readGemma4},
        ConfigKind{"gemma4_text", "Gemma4Text", readGemma4},
        ConfigKind{"minimax_m2", "MiniMaxM2", readMiniMaxM2},
        ConfigKind{"minimax", "MiniMax", readMiniMax},
        ConfigKind{"minimax_text_01", "MiniMaxText01", readMiniMax},
        ConfigKind{"minimax_m1", "MiniMaxM1", readMiniMax},
        ConfigKind{"mimo", "MiMo", readMimo},
        ConfigKind{"mimo_v2", "MiMoV2", readMimo2},
        ConfigKind{"mimo_v2_flash", "MiMoV2Flash", readMimo2},
        ConfigKind{"exaone_moe", "ExaoneMoe", readExaoneMoe},
        ConfigKind{"afmoe", "Afmoe", readAfmoe},
        ConfigKind{"dots1", "Dots1", readDots},
        ConfigKind{"ernie4_5_moe", "Ernie4_5_Moe", readErnieMoe},
        ConfigKind{"hunyuan", "HunYuan", readHunyuanMoe},
        ConfigKind{"hunyuan_v1_moe", "HunYuanMoEV1", readHunyuanMoe},
        ConfigKind{"bailing_moe", "BailingMoe", readBailingMoe},
        ConfigKind{"bailing_moe_v2", "BailingMoeV2", readBailingMoe2},
        ConfigKind{"olmoe", "Olmoe", readOlmoe},
        ConfigKind{"flex_olmo", "FlexOlmo", readFlexOlmo},
        ConfigKind{"phimoe", "Phimoe", readPhiMoe},
        ConfigKind{"granitemoe", "GraniteMoe", readGraniteMoe},
        ConfigKind{"granitemoeshared", "GraniteMoeShared", readGraniteMoe},
        ConfigKind{"granitemoehybrid", "GraniteMoeHybrid", readGraniteHybrid},
        ConfigKind{"arctic", "Arctic", readArctic},
        ConfigKind{"grok-1", "Grok1", readGrok},
        ConfigKind{"grok", "Grok", readGrok},
        ConfigKind{"dbrx", "Dbrx", readDbrx},
        ConfigKind{"nemotron_h", "NemotronH", readNemotronH},
        ConfigKind{"bamba", "Bamba", readBamba},
        ConfigKind{"jamba", "Jamba", readJamba},
        ConfigKind{"falcon_mamba", "FalconMamba", readMamba},
        ConfigKind{"mamba", "Mamba", readMamba},
        ConfigKind{"mamba2", "Mamba2", readMamba2},
        ConfigKind{"lfm2", "Lfm2", readLfm2},
        ConfigKind{"lfm2_moe", "Lfm2Moe", readLfm2Moe},
    };
    return kKinds;
}

}  // namespace scalescope
