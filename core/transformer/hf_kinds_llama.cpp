// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_decoder.h"
#include "core/transformer/hf_kinds_dense.h"

// Kinds after Llama: RMS norms, rotary positions, a gated MLP. Defaults are those of each kind's configuration class.

namespace scalescope {

namespace {

constexpr DecoderFields kLlama = {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 11008};

void readBiases(KindReader& reader, bool attention = false, bool mlp = false)
{
    const bool attentionBias = reader.flag("attention_bias", attention, field::kAttentionBias);
    setBiases(reader.base(), attentionBias, reader.flag("mlp_bias", mlp, field::kMlpBias));
}

/// Biases of queries, keys and values, and none of the output.
void readInputBias(KindReader& reader, bool byDefault)
{
    reader.base().attention.inputBias =
        reader.flag("attention_bias", byDefault, SCALESCOPE_TEXT("core", "Biases of queries, keys and values."));
}

}  // namespace

void readLlama(KindReader& reader)
{
    readDecoder(reader, kLlama);
    readBiases(reader);
}

/// Kinds that have no biases whatever the file says: Baichuan, Yi, MiniCPM.
void readPlainLlama(KindReader& reader) { readDecoder(reader, kLlama); }

void readBaichuan(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.vocabulary = 125696;
    fields.kvHeadsNames = {};
    fields.headDimNames = {};
    readDecoder(reader, fields);
}

void readMiniCpm(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.tied = true;
    readDecoder(reader, fields);
    reader.base().attention.inputBias = reader.flag("attention_bias", false, field::kAttentionBias);
    reader.base().attention.outputBias = reader.base().attention.inputBias;
}

void readInternLm(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.vocabulary = 103168;
    readDecoder(reader, fields);
    const bool bias = reader.flag("bias", true, field::kBiases);
    setBiases(reader.base(), bias, false);
}

void readInternLm3(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.vocabulary = 128512;
    readDecoder(reader, fields);
    const bool bias = reader.flag("bias", false, SCALESCOPE_TEXT("core", "Biases of the output and the MLP."));
    setBiases(reader.base(), bias, bias);
    reader.base().attention.inputBias =
        reader.flag("qkv_bias", false, SCALESCOPE_TEXT("core", "Biases of queries, keys and values."));
}

void readOrion(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.mlpWidth = 15360;
    fields.vocabulary = 84608;
    readDecoder(reader, fields);
    reader.base().attention.inputBias = reader.flag("attention_bias", false, field::kAttentionBias);
    reader.base().attention.outputBias = reader.base().attention.inputBias;
    reader.model().norm = NormKind::layer;
}

void readArcee(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 32, .heads = 32, .mlpWidth = 18432});
    readBiases(reader);
    reader.base().mlp.kind = MlpKind::plain;
}

void readHelium(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 24, .heads = 20, .kvHeads = 20, .headDim = 128, .mlpWidth = 7040,
                         .vocabulary = 48000});
    readInputBias(reader, false);
    reader.base().mlp.bias = reader.flag("mlp_bias", false, field::kMlpBias);
}

void readApertus(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .mlpWidth = 14336, .vocabulary = 131072});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    reader.base().mlp.kind = MlpKind::plain;
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    reader.base().other = 2;  // slopes of the activation
}

void readBitNet(KindReader& reader)
{
    readDecoder(reader, {.width = 2560, .layers = 30, .heads = 20, .kvHeads = 5, .mlpWidth = 6912, .vocabulary = 128256,
                         .tied = true});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    reader.base().norms = 3;  // one after the attention
    reader.base().other = reader.base().mlp.width;  // one inside the MLP
}

void readMistral(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 8, .mlpWidth = 14336});
    readWindow(reader, 4096);
    setWindows(reader, slidesAlways);
}

void readMinistral3(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 34, .heads = 32, .kvHeads = 8, .headDim = 128, .mlpWidth = 14336,
                         .vocabulary = 131072});
    readWindow(reader, 0);
    setWindows(reader, slidesAlways);
}

void readQwen2(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .mlpWidth = 22016, .vocabulary = 151936});
    ofTheKind(reader, "attention_bias", "true");
    reader.base().attention.inputBias = true;
    readOptionalWindow(reader, 4096, 28);
}

void readQwen2Vl(KindReader& reader)
{
    readDecoder(reader, {.width = 8192, .layers = 80, .heads = 64, .kvHeads = 8, .mlpWidth = 29568, .vocabulary = 152064});
    ofTheKind(reader, "attention_bias", "true");
    reader.base().attention.inputBias = true;
    readOptionalWindow(reader, 4096, 80);
}

void readQwen3(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 32, .heads = 32, .kvHeads = 32, .headDim = 128, .mlpWidth = 22016,
                         .vocabulary = 151936});
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
    readOptionalWindow(reader, 4096, 28);
}

void readSeedOss(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 64, .heads = 80, .kvHeads = 8, .headDim = 128, .mlpWidth = 27648,
                         .vocabulary = 155136});
    readInputBias(reader, true);
    reader.base().attention.outputBias =
        reader.flag("attention_out_bias", false, SCALESCOPE_TEXT("core", "Whether the attention's output has a bias."));
    reader.base().mlp.bias = reader.flag("mlp_bias", false, field::kMlpBias);
}

void readSmolLm3(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 36, .heads = 16, .kvHeads = 4, .mlpWidth = 11008, .vocabulary = 128256,
                         .tied = true});
    readBiases(reader);
    readOptionalWindow(reader, 0, 0);
}

void readErnie45(KindReader& reader)
{
    readDecoder(reader, {.width = 1024, .layers = 18, .heads = 16, .kvHeads = 2, .headDim = 128, .mlpWidth = 3072,
                         .vocabulary = 103424, .tied = true});
    const bool bias = reader.flag("use_bias", false, field::kBiases);
    setBiases(reader.base(), bias, bias);
}

void readHunYuanDense(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.vocabulary = 290943;
    readDecoder(reader, fields);
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    if (reader.flag("use_qk_norm", true, field::kQueryKeyNorms))
        reader.base().attention.queryKeyNorm = QueryKeyNorm::perHead;
}

void readGlm(KindReader& reader)
{
    readDecoder(reader, {.width = 4096, .layers = 40, .heads = 32, .kvHeads = 2, .headDim = 128, .mlpWidth = 13696,
                         .vocabulary = 151552});
    readInputBias(reader, true);
}

void readGlm4(KindReader& reader)
{
    readGlm(reader);
    reader.base().norms = 4;
}

void readExaone(KindReader& reader)
{
    readDecoder(reader, {.width = 2048, .layers = 32, .heads = 32, .vocabulary = 102400, .tied = true,
                         .layersNames = "num_layers|num_hidden_layers"});
}

void readPhi3(KindReader& reader)
{
    readDecoder(reader, {.width = 3072, .layers = 32, .heads = 32, .mlpWidth = 8192, .vocabulary = 32064});
    readWindow(reader, 0);
    setWindows(reader, slidesAlways);
}

void readOlmo(KindReader& reader)
{
    DecoderFields fields = kLlama;
    fields.vocabulary = 50304;
    readDecoder(reader, fields);
    const bool bias = reader.flag("attention_bias", false, field::kAttentionBias);
    setBiases(reader.base(), bias, false);
    reader.model().norm = NormKind::unscaled;
}

void readOlmo2(KindReader& reader)
{
    readOlmo(reader);
    reader.model().norm = NormKind::rms;
    reader.base().attention.queryKeyNorm = QueryKeyNorm::whole;
}

void readOlmo3(KindReader& reader)
{
    readOlmo2(reader);
    readWindow(reader, 4096);
    setWindows(reader, slidesButEveryNth, 4);
}

}  // namespace scalescope
