// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_decoder.h"
#include "core/transformer/hf_kinds_dense.h"

#include <algorithm>

// Kinds whose layers alternate between windows and the whole context: Gemma, Cohere, Exaone.

namespace scalescope {

namespace {

void readInputOutputBias(KindReader& reader)
{
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
}

/// Sliding layers, each n-th a full one; the file may name n.
void readPattern(KindReader& reader, std::int64_t byDefault, std::string_view names = "sliding_window_pattern|_sliding_window_pattern")
{
    constexpr std::string_view kReason = SCALESCOPE_TEXT("core", "How often a layer without a window comes.");
    if (reader.states("layer_types")) {
        reader.ignored(names, SCALESCOPE_TEXT("core", "layer_types says which layers have a window."));
        setWindows(reader, slidesButEveryNth, 1);
        return;
    }
    const SizeField pattern = {names, field::kMaxLayers, kReason};
    if (const auto letters = reader.textIn(names); letters && letters->find('L') != std::string_view::npos) {
        reader.used(names, kReason);  // "LLLG"
        setWindows(reader, slidesButEveryNth, static_cast<std::int64_t>(letters->size()));
        return;
    }
    setWindows(reader, slidesButEveryNth, reader.size(pattern, byDefault));
}

constexpr DecoderFields kGemma2 = {.width = 2304, .layers = 26, .heads = 8, .kvHeads = 4, .headDim = 256, .mlpWidth = 9216,
                                   .vocabulary = 256000, .tied = true};

}  // namespace

void readGemma(KindReader& reader)
{
    readDecoder(reader, {.width = 3072, .layers = 28, .heads = 16, .kvHeads = 16, .headDim = 256, .mlpWidth = 24576,
                         .vocabulary = 256000, .tied = true});
    readInputOutputBias(reader);
}

void readGemma2(KindReader& reader)
{
    readDecoder(reader, kGemma2);
    readInputOutputBias(reader);
    reader.base().norms = 4;
    readWindow(reader, 4096);
    setWindows(reader, slidesButEveryNth, 2);
}

void readVaultGemma(KindReader& reader)
{
    readDecoder(reader, kGemma2);
    readInputOutputBias(reader);
    readWindow(reader, 4096);
    setWindows(reader, slidesButEveryNth, 2);
}

void readGemma3(KindReader& reader)
{
    DecoderFields fields = kGemma2;
    fields.vocabulary = 262208;
    readDecoder(reader, fields);
    readInputOutputBias(reader);
    reader.base().norms = 4;
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    readWindow(reader, 4096);
    readPattern(reader, 6);
}

void readCohere(KindReader& reader)
{
    readDecoder(reader, {.width = 8192, .layers = 40, .heads = 64, .mlpWidth = 22528, .vocabulary = 256000, .tied = true});
    readInputOutputBias(reader);
    reader.base().norms = 1;  // attention and MLP side by side; norms have a scale and no bias
    if (reader.flag("use_qk_norm", false, field::kQueryKeyNorms))
        reader.base().attention.queryKeyNorm = QueryKeyNorm::whole;
}

void readCohere2(KindReader& reader)
{
    readDecoder(reader, {.width = 8192, .layers = 40, .heads = 64, .mlpWidth = 22528, .vocabulary = 256000, .tied = true});
    readInputOutputBias(reader);
    reader.base().norms = 1;
    readWindow(reader, 4096);
    readPattern(reader, 4);
}

void readExaone4(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .mlpWidth = 16384, .vocabulary = 102400});
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    readWindow(reader, 4096);
    if (reader.base().attention.window == 0) {
        reader.ignored("sliding_window_pattern", SCALESCOPE_TEXT("core", "No layer has a window."));
        (void)readLayerTypes(reader);
        return;
    }
    readPattern(reader, 4);
}

/// Several residual streams that a small router mixes (AltUp), a low-rank residual beside the attention (LAuReL) and a
/// second embedding for each layer. Layers at the end take their keys from an earlier one, and have idle projections.
void readGemma3n(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 35, .heads = 8, .kvHeads = 2, .headDim = 256, .vocabulary = 262400,
                         .tied = true, .mlpWidthNames = {}});
    readInputOutputBias(reader);
    Architecture& a = reader.model();
    const std::vector<std::int64_t> mlpWidths = reader.sizePerLayer(field::kMlpWidth, 16384);
    a.layerEmbeddingWidth = reader.size({"hidden_size_per_layer_input", field::kMaxWidth,
                                         SCALESCOPE_TEXT("core", "The width of the embedding of each layer.")}, 256);
    a.layerEmbeddingVocabulary = reader.size(field::kVocabulary.named("vocab_size_per_layer_input"), 262144);
    const std::int64_t streams = reader.size({"altup_num_inputs", 64, SCALESCOPE_TEXT("core", "The number of residual streams.")}, 4);
    const std::int64_t rank = reader.size({"laurel_rank", field::kMaxRank,
                                           SCALESCOPE_TEXT("core", "The rank of the residual beside the attention.")}, 64);
    const std::int64_t shared = reader.size({"num_kv_shared_layers", field::kMaxLayers,
                                             SCALESCOPE_TEXT("core", "Layers at the end with the keys and values of an earlier one."), 0}, 15);
    readWindow(reader, 512);
    const std::vector<std::string> types = readLayerTypes(reader);

    Layer layer = a.base();
    layer.norms = 6;  // four of a layer of Gemma, one of the low-rank residual, one of the mixing router
    layer.attention.queryKeyNorm = QueryKeyNorm::perHead;
    layer.other = a.width + streams * streams * (1 + streams) + a.width * streams + 2 * a.width * rank;
    std::vector<Layer> layers(mlpWidths.size(), layer);
    const std::int64_t own = a.layers - shared;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Attention& at = layers[i].attention;
        layers[i].mlp.width = mlpWidths[i];
        const bool full = types.empty() ? (i + 1) % 5 == 0 : types[i] != "sliding_attention";
        if (full)
            at.window = 0;
        if (own > 0 && static_cast<std::int64_t>(i) >= own) {
            at.sharedKv = true;
            const std::int64_t keys = at.kvHeads * at.headDim;
            layers[i].other += 2 * (a.width + (at.inputBias ? 1 : 0)) * keys + at.headDim;
        }
    }
    layers.back().other += 2 * (streams - 1) * a.width * a.width;  // projections between the streams, of the whole model
    setLayers(reader, layers);
}

}  // namespace scalescope
