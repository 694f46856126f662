// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_decoder.h"
#include "core/transformer/hf_kinds.h"

#include <vector>

namespace scalescope {

// What kinds with experts, latent or linear attention and state spaces have in common, and their readers; mixedKinds()
// names them.

/// What the configuration class takes for experts when the file does not say; 0 for a field that the kind does not have.
struct ExpertDefaults {
    std::int64_t experts;
    std::int64_t topK;
    std::int64_t width = 0;   // 0: that of base()'s MLP
    std::int64_t shared = -1; // experts; -1: the kind has none
    bool routerBias = false;
};

/// A gated MLP of experts, with as many shared ones of the same width as the file says.
Mlp readExperts(KindReader& reader, const ExpertDefaults& defaults);

/// For each layer whether it has experts: mlp_layer_types, else from first_k_dense_replace on every moe_layer_freq-th, or
/// those that a list moe_layer_freq marks.
std::vector<bool> readRoutedLayers(KindReader& reader, std::int64_t firstDense);

/// One layer like base() for each of the model, with `experts` where `routed`.
std::vector<Layer> layersWith(KindReader& reader, const Mlp& experts, const std::vector<bool>& routed);

/// The window of base() stays where the type of a layer says so.
void setWindows(std::vector<Layer>& layers, const std::vector<std::string>& types);

/// Width of all shared experts together.
std::int64_t sharedWidthOf(KindReader& reader, std::int64_t shared, std::int64_t width);

void readMultiToken(KindReader& reader);

/// Norms of both inputs, a projection of the pair, a norm, and a layer of so many parameters.
std::int64_t multiTokenParametersOf(const Architecture& architecture, std::int64_t layer);

/// The multi-token layers have this instead of a layer like the last.
void setMultiTokenLayer(KindReader& reader, const Layer& layer);

/// Layers that decoder_sparse_step and mlp_only_layers leave to the experts.
std::vector<bool> readSparseSteps(KindReader& reader);

/// The numbers of a list or of a text "3,4,5".
std::vector<std::int64_t> numbersOf(const JsonNode& list);

/// Widths of latent attention, by the names of DeepSeek's models.
struct LatentDefaults {
    std::int64_t kvRank = 512;
    std::int64_t queryRank = 0;  // when the file does not say; a stated null is none
    std::int64_t ropeDim = 64;
    std::int64_t headDim = 128;
    std::int64_t valueDim = 128;
};
void readLatent(KindReader& reader, const LatentDefaults& defaults);

// hf_kinds_mixed_experts.cpp
void readMixtral(KindReader& reader);
void readQwen2Moe(KindReader& reader);
void readQwen3Moe(KindReader& reader);
void readQwen3Vl(KindReader& reader);
void readGlm4Moe(KindReader& reader);
void readMiniMaxM2(KindReader& reader);
void readOlmoe(KindReader& reader);
void readFlexOlmo(KindReader& reader);
void readPhiMoe(KindReader& reader);
void readGraniteMoe(KindReader& reader);
void readArctic(KindReader& reader);
void readGrok(KindReader& reader);
void readDbrx(KindReader& reader);
void readDots(KindReader& reader);
void readErnieMoe(KindReader& reader);
void readHunyuanMoe(KindReader& reader);
void readBailingMoe(KindReader& reader);
void readBailingMoe2(KindReader& reader);

// hf_kinds_mixed_windows.cpp
void readGptOss(KindReader& reader);
void readLlama4(KindReader& reader);
void readExaoneMoe(KindReader& reader);
void readAfmoe(KindReader& reader);
void readStep3p5(KindReader& reader);
void readMimo(KindReader& reader);
void readMimo2(KindReader& reader);
void readGemma4(KindReader& reader);

// hf_kinds_mixed_latent.cpp
void readDeepseek2(KindReader& reader);
void readDeepseek3(KindReader& reader);
void readDeepseek4(KindReader& reader);
void readGlmDsa(KindReader& reader);
void readGlm4Lite(KindReader& reader);
void readLongcat(KindReader& reader);
void readStep3(KindReader& reader);

// hf_kinds_mixed_linear.cpp
void readQwen3Next(KindReader& reader);
void readQwen3p5(KindReader& reader);
void readQwen3p5Moe(KindReader& reader);
void readKimiLinear(KindReader& reader);
void readMiniMax(KindReader& reader);
void readLfm2(KindReader& reader);
void readLfm2Moe(KindReader& reader);

// hf_kinds_mixed_states.cpp
void readNemotronH(KindReader& reader);
void readGraniteHybrid(KindReader& reader);
void readBamba(KindReader& reader);
void readJamba(KindReader& reader);
void readMamba2(KindReader& reader);
void readMamba(KindReader& reader);

}  // namespace scalescope
