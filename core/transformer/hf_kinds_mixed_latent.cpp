// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kinds_mixed.h"

#include <algorithm>
#include <charconv>

namespace scalescope {

namespace {

constexpr std::int64_t kMaxCompression = 1048576;  // of model.compression

constexpr std::string_view kRouterBias = SCALESCOPE_TEXT("core", "Whether the router has a bias.");

struct IndexDefaults {
    std::int64_t topK = 2048;
    std::int64_t heads = 64;
    std::int64_t dim = 128;
};

void readIndexer(KindReader& reader, Attention& at, const IndexDefaults& defaults)
{
    at.indexTopK = reader.size({"index_topk", field::kMaxTokens, SCALESCOPE_TEXT("core", "Keys that the indexer chooses.")},
                               defaults.topK);
    at.indexHeads = reader.size({"index_n_heads", field::kMaxHeads, SCALESCOPE_TEXT("core", "Heads of the indexer.")},
                                defaults.heads);
    at.indexDim = reader.size({"index_head_dim", field::kMaxHeadDim, SCALESCOPE_TEXT("core", "The width of an indexer's head.")},
                              defaults.dim);
}

/// Which layers take the keys that an earlier layer's indexer chose.
std::vector<bool> readSharedIndices(KindReader& reader)
{
    constexpr std::string_view kReason = SCALESCOPE_TEXT("core", "Which layers have an indexer of their own.");
    const std::int64_t layers = reader.model().layers;
    std::vector<bool> shared;
    const std::vector<std::string> types = readLayerTypes(reader, "indexer_types");
    for (const std::string& type : types)
        shared.push_back(type == "shared");
    if (!types.empty())
        return shared;
    const JsonNode* pattern = reader.find("index_topk_pattern");
    if (pattern && pattern->kind == JsonNode::Kind::string) {
        reader.used("index_topk_pattern", kReason);
        for (char c : pattern->text)
            shared.push_back(c == 'S');
        shared.resize(static_cast<std::size_t>(layers), false);
        return shared;
    }
    const std::int64_t every = reader.sizeIfStated({"index_topk_freq", field::kMaxLayers, kReason}).value_or(1);
    const std::int64_t offset = reader.sizeIfStated({"index_skip_topk_offset", field::kMaxLayers, kReason, 0}).value_or(2);
    for (std::int64_t i = 0; i < layers; ++i)
        shared.push_back(std::max<std::int64_t>(i - offset + 1, 0) % every != 0);
    return shared;
}

void setLatentLayers(KindReader& reader, const Mlp& experts, std::int64_t firstDense)
{
    std::vector<Layer> layers = layersWith(reader, experts, readRoutedLayers(reader, firstDense));
    if (reader.base().attention.indexTopK > 0) {
        const std::vector<bool> shared = readSharedIndices(reader);
        for (std::size_t i = 0; i < layers.size(); ++i)
            layers[i].attention.sharedIndex = shared[i];
    }
    setLayers(reader, layers);
    readMultiToken(reader);
}

void readLatentBiases(KindReader& reader)
{
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    reader.base().attention.inputBias = bias;
    reader.base().attention.outputBias = bias;
}

/// The mixing of several residual streams: of one block, without what belongs to the whole model.
std::int64_t streamMixing(std::int64_t streams, std::int64_t width)
{
    const std::int64_t weights = (2 + streams) * streams;
    return weights * streams * width + weights + 3;
}

constexpr std::string_view kCompression = SCALESCOPE_TEXT("core", "Tokens that a cached entry stands for.");

/// Tokens that one entry stands for, for each layer; 0 for a layer with a window only.
std::vector<std::int64_t> readCompression(KindReader& reader)
{
    const auto count = static_cast<std::size_t>(reader.model().layers);
    std::int64_t fine = 4;
    std::int64_t coarse = 128;
    const SizeField kFine = {"compress_rate_csa|compressed_sparse_attention", kMaxCompression, kCompression};
    const SizeField kCoarse = {"compress_rate_hca|heavily_compressed_attention", kMaxCompression, kCompression};
    const auto readRates = [&] {
        fine = reader.sizeIfStated(kFine).value_or(fine);
        coarse = reader.sizeIfStated(kCoarse).value_or(coarse);
    };
    readRates();
    if (reader.enterObject("compress_rates")) {
        readRates();
        reader.leaveObject();
    }

    std::vector<std::int64_t> ratios;
    const std::vector<std::string> types = readLayerTypes(reader);
    for (const std::string& type : types)
        ratios.push_back(type == "compressed_sparse_attention" ? fine : type == "heavily_compressed_attention" ? coarse : 0);
    if (!types.empty())
        return ratios;
    ratios = reader.sizesIfStated({"compress_ratios", kMaxCompression, kCompression, 0});
    if (!ratios.empty() && ratios.size() < count && reader.sound())
        reader.problem(Severity::invalid, "compress_ratios", SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                       {reader.nameOf("compress_ratios"), std::to_string(ratios.size()), std::to_string(count)});
    if (ratios.empty()) {
        reader.guessed("compress_ratios", std::to_string(coarse) + ", " + std::to_string(coarse) + ", " + std::to_string(fine) + ", \u2026",
                       SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class."));
        for (std::size_t i = 0; i < count; ++i)
            ratios.push_back(i < 2 || i % 2 == 0 ? coarse : fine);
    }
    ratios.resize(count, 0);  // published with the multi-token layers
    return ratios;
}

}  // namespace

void readDeepseek2(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .headDim = 128, .mlpWidth = 11008, .vocabulary = 32000,
                         .kvHeadsNames = {}, .headDimNames = {}});
    readLatent(reader, {.queryRank = 1536});
    readLatentBiases(reader);
    setLatentLayers(reader, readExperts(reader, {.experts = 64, .topK = 2, .width = 1407, .shared = 2}), 0);
}

void readDeepseek3(KindReader& reader)
{
    readDecoder(reader, {.width = 7168, .layers = 61, .heads = 128, .headDim = 128, .mlpWidth = 18432, .vocabulary = 129280,
                         .kvHeadsNames = {}, .headDimNames = {}});
    readLatent(reader, {.queryRank = 1536});
    readLatentBiases(reader);
    if (reader.states("index_topk") || reader.textIn("model_type") == "deepseek_v32")
        readIndexer(reader, reader.base().attention, {});
    const bool bias = reader.text("topk_method", "noaux_tc", kRouterBias) == "noaux_tc";
    setLatentLayers(reader, readExperts(reader, {.experts = 256, .topK = 8, .width = 2048, .shared = 1, .routerBias = bias}), 3);
}

void readGlmDsa(KindReader& reader)
{
    readDecoder(reader, {.width = 6144, .layers = 78, .heads = 64, .headDim = 128, .mlpWidth = 12288, .vocabulary = 154880,
                         .kvHeadsNames = {}, .headDimNames = {}});
    readLatent(reader, {.queryRank = 2048, .headDim = 192, .valueDim = 256});
    readLatentBiases(reader);
    readIndexer(reader, reader.base().attention, {.heads = 32});
    setLatentLayers(reader, readExperts(reader, {.experts = 256, .topK = 8, .width = 2048, .shared = 1, .routerBias = true}), 3);
}

void readGlm4Lite(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 47, .heads = 20, .headDim = 128, .mlpWidth = 10240, .vocabulary = 154880,
                         .kvHeadsNames = {}, .headDimNames = {}});
    readLatent(reader, {.queryRank = 768, .headDim = 192, .valueDim = 256});
    readLatentBiases(reader);
    setLatentLayers(reader, readExperts(reader, {.experts = 64, .topK = 4, .width = 1536, .shared = 1, .routerBias = true}), 1);
}

void readDeepseek4(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 43, .heads = 64, .kvHeads = 1, .headDim = 512, .vocabulary = 129280,
                         .mlpWidthNames = {}});
    Architecture& a = reader.model();
    Attention& at = a.base().attention;
    at.queryRank = reader.size(field::kQueryRank, 1024);
    at.values = Values::keys;
    at.sinks = true;
    at.window = reader.size(field::kWindow, 128);
    at.outputRank = reader.size({"o_lora_rank", field::kMaxRank, SCALESCOPE_TEXT("core", "The bottleneck of the output.")}, 1024);
    at.outputGroups = reader.size({"o_groups", field::kMaxHeads,
                                   SCALESCOPE_TEXT("core", "Groups of heads with a bottleneck each.")}, 8);
    if (reader.sound() && at.heads % at.outputGroups != 0)
        reader.problem(Severity::invalid, "o_groups", SCALESCOPE_TEXT("core", "%1 groups do not divide %2 heads."),
                       {std::to_string(at.outputGroups), std::to_string(at.heads)});
    Attention indexed = at;
    readIndexer(reader, indexed, {.topK = 512});
    const std::int64_t streams =
        reader.size({"hc_mult", 64, SCALESCOPE_TEXT("core", "Residual streams, whose mixing weights count.")}, 4);
    a.base().other = at.headDim + 2 * streamMixing(streams, a.width);  // with the norm of the keys

    const Mlp experts = readExperts(reader, {.experts = 256, .topK = 6, .width = 2048, .shared = 1, .routerBias = true});
    Mlp hashed = experts;
    hashed.routerBias = false;
    const std::vector<std::string> types = readLayerTypes(reader, "mlp_layer_types");
    const std::int64_t hashLayers =
        types.empty() ? reader.size({"num_hash_layers", field::kMaxLayers,
                                     SCALESCOPE_TEXT("core", "Layers at the start whose tokens have fixed experts."), 0}, 3)
                      : 0;
    const std::vector<std::int64_t> ratios = readCompression(reader);
    std::vector<Layer> layers(static_cast<std::size_t>(a.layers), a.base());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const bool hash = types.empty() ? static_cast<std::int64_t>(i) < hashLayers : types[i] == "hash_moe";
        layers[i].mlp = hash ? hashed : experts;
        layers[i].attention = ratios[i] > 0 && ratios[i] <= 4 ? indexed : at;
        layers[i].attention.compression = ratios[i];
    }
    readMultiToken(reader);
    const std::int64_t merging = streams * streams * a.width + streams + 1;  // the streams become one again
    Layer further = a.base();
    further.mlp = experts;
    further.other += merging;
    setMultiTokenLayer(reader, further);
    if (!layers.empty())
        layers.back().other += merging;
    setLayers(reader, layers);
}

void readLongcat(KindReader& reader)
{
    readDecoder(reader, {.width = 6144, .layers = 28, .heads = 64, .headDim = 128, .mlpWidth = 12288, .vocabulary = 131072,
                         .layersNames = "num_layers|num_hidden_layers", .kvHeadsNames = {}, .headDimNames = {},
                         .mlpWidthNames = "ffn_hidden_size|intermediate_size"});
    readLatent(reader, {.queryRank = 1536});
    readLatentBiases(reader);
    Architecture& a = reader.model();
    Mlp experts = readExperts(reader, {.experts = 512, .topK = 12, .routerBias = true});
    experts.width = reader.size(field::kExpertWidth.named("expert_ffn_hidden_size|moe_intermediate_size"), 2048);
    experts.sharedWidth = a.base().mlp.width;
    Layer first = a.base();
    first.mlp = experts;
    const std::int64_t idle = reader.sizeIfStated({"zero_expert_num", field::kMaxExperts,
                                                   SCALESCOPE_TEXT("core", "Experts that do nothing.")}).value_or(0);
    first.other = idle * (a.width + 1);
    if (reader.flag("router_bias", false, kRouterBias))
        first.other += experts.experts + idle;
    if (idle > 0) {
        // Of the experts that a token chooses, those that do nothing cost nothing.
        first.mlp.topK = std::max<std::int64_t>(1, (experts.topK * experts.experts + (experts.experts + idle) / 2) / (experts.experts + idle));
        reader.problem(Severity::notice, "zero_expert_num",
                       SCALESCOPE_TEXT("core", "Some of the experts do nothing: a token is counted with %1 that do something, the mean."),
                       {std::to_string(first.mlp.topK)});
    }
    if (a.layers > field::kMaxLayers / 2) {
        reader.problem(Severity::invalid, "num_layers", SCALESCOPE_TEXT("core", "%1 = %2 is out of range: it must be between %3 and %4."),
                       {reader.nameOf("num_layers|num_hidden_layers"), std::to_string(a.layers), "1", std::to_string(field::kMaxLayers / 2)});
        return;
    }
    std::vector<Layer> layers;
    for (std::int64_t i = 0; i < a.layers; ++i) {
        layers.push_back(first);
        layers.push_back(a.base());
    }
    a.layers *= 2;
    reader.problem(Severity::notice, "num_layers",
                   SCALESCOPE_TEXT("core", "Each layer has two of attention and MLP, and counts as two layers here."));
    setLayers(reader, layers);
    readMultiToken(reader);
}

void readStep3(KindReader& reader)
{
    readDecoder(reader, {.width = 7168, .layers = 61, .heads = 64, .kvHeads = 1, .headDim = 256, .mlpWidth = 18432,
                         .vocabulary = 128815, .kvHeadsNames = "num_attention_groups|num_key_value_heads"});
    reader.base().attention.queryRank = reader.size({"share_q_dim", field::kMaxRank, SCALESCOPE_TEXT("core", "The bottleneck of the queries.")}, 2048);
    Mlp experts = readExperts(reader, {.experts = 48, .topK = 3, .width = 5120});
    experts.sharedWidth = reader.size(field::kSharedWidth.named("share_expert_dim"), 5120);
    std::vector<bool> routed(static_cast<std::size_t>(reader.model().layers), false);
    const JsonNode* listed = reader.find("moe_layers_enum");
    if (listed)
        reader.used("moe_layers_enum", SCALESCOPE_TEXT("core", "Which layers have experts."));
    const std::vector<std::int64_t> marked = listed ? numbersOf(*listed) : std::vector<std::int64_t>();
    for (std::size_t i = 0; i < routed.size(); ++i)
        routed[i] = listed ? std::find(marked.begin(), marked.end(), static_cast<std::int64_t>(i)) != marked.end()
                           : i >= 4 && i + 1 < routed.size();
    setLayers(reader, layersWith(reader, experts, routed));
}

}  // namespace scalescope
