// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/family_anchors.h"

namespace scalescope {

namespace {

struct Shape {
    std::int64_t layers;
    std::int64_t width;
    std::int64_t mlpWidth;
    std::int64_t heads;
    std::int64_t kvHeads;
    std::int64_t headDim;
    bool tied = false;
};

Architecture dense(const Shape& shape, std::int64_t vocabulary)
{
    Architecture a;
    a.layers = shape.layers;
    a.width = shape.width;
    a.tied = shape.tied;
    a.vocabulary = vocabulary;
    Layer& layer = a.base();
    layer.attention.heads = shape.heads;
    layer.attention.kvHeads = shape.kvHeads;
    layer.attention.headDim = shape.headDim;
    layer.mlp.width = shape.mlpWidth;
    return a;
}

/// `contextLimit` is that of the published config.json, of GPT-3 that of the paper.
FamilyMember member(std::string_view name, std::string_view source, std::int64_t contextLimit, Architecture architecture)
{
    architecture.contextLimit = contextLimit;
    const std::int64_t parameters = countParameters(architecture).total();
    return {std::string(name), std::string(source), parameters, std::move(architecture)};
}

std::vector<FamilyMember> llama3()
{
    constexpr std::int64_t kVocabulary = 128256;
    constexpr std::string_view kSource =
        "\"The Llama 3 Herd of Models\", table 3; the dimensions of the published config.json";
    return {member("LLaMA 3.2 1B", "The dimensions of the published config.json of Llama-3.2-1B", 131072,
                   dense({16, 2048, 8192, 32, 8, 64, true}, kVocabulary)),
            member("LLaMA 3.2 3B", "The dimensions of the published config.json of Llama-3.2-3B", 131072,
                   dense({28, 3072, 8192, 24, 8, 128, true}, kVocabulary)),
            member("LLaMA 3 8B", kSource, 8192, dense({32, 4096, 14336, 32, 8, 128}, kVocabulary)),
            member("LLaMA 3 70B", kSource, 8192, dense({80, 8192, 28672, 64, 8, 128}, kVocabulary)),
            member("LLaMA 3.1 405B", kSource, 131072, dense({126, 16384, 53248, 128, 8, 128}, kVocabulary))};
}

std::vector<FamilyMember> llama2()
{
    constexpr std::int64_t kVocabulary = 32000;
    constexpr std::string_view kSource =
        "\"Llama 2: Open Foundation and Fine-Tuned Chat Models\"; the dimensions of the published config.json";
    return {member("LLaMA 2 7B", kSource, 4096, dense({32, 4096, 11008, 32, 32, 128}, kVocabulary)),
            member("LLaMA 2 13B", kSource, 4096, dense({40, 5120, 13824, 40, 40, 128}, kVocabulary)),
            member("LLaMA 2 70B", kSource, 4096, dense({80, 8192, 28672, 64, 8, 128}, kVocabulary))};
}

Architecture qwen3Shape(const Shape& shape)
{
    Architecture a = dense(shape, 151936);
    a.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    return a;
}

std::vector<FamilyMember> qwen3()
{
    constexpr std::string_view kSource = "\"Qwen3 Technical Report\", table 1; the dimensions of the published config.json";
    return {member("Qwen3 0.6B", kSource, 40960, qwen3Shape({28, 1024, 3072, 16, 8, 128, true})),
            member("Qwen3 1.7B", kSource, 40960, qwen3Shape({28, 2048, 6144, 16, 8, 128, true})),
            member("Qwen3 4B", kSource, 40960, qwen3Shape({36, 2560, 9728, 32, 8, 128, true})),
            member("Qwen3 8B", kSource, 40960, qwen3Shape({36, 4096, 12288, 32, 8, 128})),
            member("Qwen3 14B", kSource, 40960, qwen3Shape({40, 5120, 17408, 40, 8, 128})),
            member("Qwen3 32B", kSource, 40960, qwen3Shape({64, 5120, 25600, 64, 8, 128}))};
}

Architecture qwen3MoeShape(const Shape& shape, std::int64_t experts)
{
    Architecture a = qwen3Shape(shape);
    a.base().mlp.experts = experts;
    a.base().mlp.topK = 8;
    return a;
}

std::vector<FamilyMember> qwen3Moe()
{
    constexpr std::string_view kSource = "\"Qwen3 Technical Report\", table 2; the dimensions of the published config.json";
    return {member("Qwen3 30B-A3B", kSource, 40960, qwen3MoeShape({48, 2048, 768, 32, 4, 128}, 128)),
            member("Qwen3 235B-A22B", kSource, 40960, qwen3MoeShape({94, 4096, 1536, 64, 4, 128}, 128)),
            member("Qwen3 Coder 480B-A35B", "The published config.json of Qwen3-Coder-480B-A35B-Instruct", 262144,
                   qwen3MoeShape({62, 6144, 2560, 96, 8, 128}, 160))};
}

/// Five layers with a window to one without.
Architecture gemma3Shape(const Shape& shape, std::int64_t window, std::int64_t tower)
{
    Architecture a = dense(shape, tower > 0 ? 262208 : 262144);
    a.tied = true;
    a.towerParameters = tower;
    a.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    a.base().attention.window = window;
    a.base().norms = 4;
    a.kinds.push_back(a.base());
    a.kinds.back().attention.window = 0;
    a.order.repeating = {0, 0, 0, 0, 0, 1};
    return a;
}

std::vector<FamilyMember> gemma3()
{
    constexpr std::string_view kSource =
        "\"Gemma 3 Technical Report\", tables 1 and 2; the dimensions of the published config.json";
    constexpr std::int64_t kSiglip = 416866032;
    // With a projection to the model's width and a norm.
    const auto tower = [](std::int64_t width) { return kSiglip + 1152 * width + 1152; };
    return {member("Gemma 3 270M", kSource, 32768, gemma3Shape({18, 640, 2048, 4, 1, 256}, 512, 0)),
            member("Gemma 3 1B", kSource, 32768, gemma3Shape({26, 1152, 6912, 4, 1, 256}, 512, 0)),
            member("Gemma 3 4B", kSource, 131072, gemma3Shape({34, 2560, 10240, 8, 4, 256}, 1024, tower(2560))),
            member("Gemma 3 12B", kSource, 131072, gemma3Shape({48, 3840, 15360, 16, 8, 256}, 1024, tower(3840))),
            member("Gemma 3 27B", kSource, 131072, gemma3Shape({62, 5376, 21504, 32, 16, 128}, 1024, tower(5376)))};
}

Architecture gptShape(std::int64_t layers, std::int64_t width, std::int64_t heads, std::int64_t headDim,
                      std::int64_t positions)
{
    Architecture a = dense({layers, width, 4 * width, heads, heads, headDim, true}, 50257);
    a.norm = NormKind::layer;
    a.positions = positions;
    Layer& layer = a.base();
    layer.attention.inputBias = true;
    layer.attention.outputBias = true;
    layer.mlp.kind = MlpKind::plain;
    layer.mlp.bias = true;
    return a;
}

std::vector<FamilyMember> gpt3()
{
    constexpr std::string_view kGpt2 =
        "\"Language Models are Unsupervised Multitask Learners\", table 2; the dimensions of the published config.json";
    constexpr std::string_view kGpt3 =
        "\"Language Models are Few-Shot Learners\", table 2.1; vocabulary and biases as in GPT-2";
    return {member("GPT-2", kGpt2, 1024, gptShape(12, 768, 12, 64, 1024)),
            member("GPT-2 Medium", kGpt2, 1024, gptShape(24, 1024, 16, 64, 1024)),
            member("GPT-2 Large", kGpt2, 1024, gptShape(36, 1280, 20, 64, 1024)),
            member("GPT-2 XL", kGpt2, 1024, gptShape(48, 1600, 25, 64, 1024)),
            member("GPT-3 2.7B", kGpt3, 2048, gptShape(32, 2560, 32, 80, 2048)),
            member("GPT-3 6.7B", kGpt3, 2048, gptShape(32, 4096, 32, 128, 2048)),
            member("GPT-3 13B", kGpt3, 2048, gptShape(40, 5140, 40, 128, 2048)),
            member("GPT-3 175B", kGpt3, 2048, gptShape(96, 12288, 96, 128, 2048))};
}

struct Experts {
    std::int64_t leadingDense;
    std::int64_t denseWidth;
    std::int64_t experts;
    std::int64_t topK;
    std::int64_t width;
    std::int64_t sharedWidth;
};

Architecture deepSeekShape(std::int64_t layers, std::int64_t width, std::int64_t heads, std::int64_t queryRank,
                           const Experts& experts, std::int64_t vocabulary)
{
    Architecture a = dense({layers, width, experts.denseWidth, heads, heads, 128}, vocabulary);
    a.base().attention.kind = AttentionKind::latent;
    a.base().attention.queryRank = queryRank;
    a.kinds.push_back(a.base());
    Mlp& mlp = a.kinds.back().mlp;
    mlp.experts = experts.experts;
    mlp.topK = experts.topK;
    mlp.width = experts.width;
    mlp.sharedWidth = experts.sharedWidth;
    a.order = {std::vector<std::uint8_t>(static_cast<std::size_t>(experts.leadingDense), 0), {1}};
    return a;
}

std::vector<FamilyMember> deepSeek()
{
    constexpr std::string_view kV2 =
        "\"DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model\"; "
        "the dimensions of the published config.json";
    constexpr std::string_view kV3 =
        "\"DeepSeek-V3 Technical Report\", section 4.2; the dimensions of the published config.json";
    Architecture v3 = deepSeekShape(61, 7168, 128, 1536, {3, 18432, 256, 8, 2048, 2048}, 129280);
    v3.kinds.back().mlp.routerBias = true;
    v3.multiTokenLayers = 1;
    return {member("DeepSeek V2 Lite", kV2, 163840, deepSeekShape(27, 2048, 16, 0, {1, 10944, 64, 6, 1408, 2816}, 102400)),
            member("DeepSeek V2", kV2, 163840, deepSeekShape(60, 5120, 128, 1536, {1, 12288, 160, 6, 1536, 3072}, 102400)),
            member("DeepSeek V3", kV3, 163840, std::move(v3))};
}

/// A layer with a window of 128 before each one without.
Architecture gptOssShape(std::int64_t layers, std::int64_t experts)
{
    Architecture a = dense({layers, 2880, 2880, 64, 8, 64}, 201088);
    Attention& attention = a.base().attention;
    attention.inputBias = true;
    attention.outputBias = true;
    attention.sinks = true;
    attention.window = 128;
    Mlp& mlp = a.base().mlp;
    mlp.bias = true;
    mlp.experts = experts;
    mlp.topK = 4;
    mlp.routerBias = true;
    a.kinds.push_back(a.base());
    a.kinds.back().attention.window = 0;
    a.order.repeating = {0, 1};
    return a;
}

std::vector<FamilyMember> gptOss()
{
    constexpr std::string_view kSource =
        "\"gpt-oss-120b & gpt-oss-20b Model Card\", table 1; the dimensions of the published config.json";
    return {member("gpt-oss 20B", kSource, 131072, gptOssShape(24, 32)), member("gpt-oss 120B", kSource, 131072, gptOssShape(36, 128))};
}

}  // namespace

std::vector<FamilyMember> publishedMembers(ModelFamily family)
{
    switch (family) {
    case ModelFamily::none: break;
    case ModelFamily::llama3: return llama3();
    case ModelFamily::llama2: return llama2();
    case ModelFamily::qwen3: return qwen3();
    case ModelFamily::qwen3Moe: return qwen3Moe();
    case ModelFamily::gemma3: return gemma3();
    case ModelFamily::gpt3: return gpt3();
    case ModelFamily::deepSeek: return deepSeek();
    case ModelFamily::gptOss: return gptOss();
    }
    return {};
}

std::string_view titleOf(ModelFamily family)
{
    switch (family) {
    case ModelFamily::none: break;
    case ModelFamily::llama3: return "LLaMA 3";
    case ModelFamily::llama2: return "LLaMA 2";
    case ModelFamily::qwen3: return "Qwen3";
    case ModelFamily::qwen3Moe: return "Qwen3 MoE";
    case ModelFamily::gemma3: return "Gemma 3";
    case ModelFamily::gpt3: return "GPT-3";
    case ModelFamily::deepSeek: return "DeepSeek";
    case ModelFamily::gptOss: return "gpt-oss";
    }
    return {};
}

}  // namespace scalescope
