// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_reader.h"

namespace scalescope {

// What most kinds of decoders have in common, for the readers of single kinds to build on.

namespace field {

// The largest sizes are those of the parameters that they become; a test compares them with the parameter table.
constexpr std::int64_t kMaxWidth = 1048576;
constexpr std::int64_t kMaxMlpWidth = 16777216;
constexpr std::int64_t kMaxHeads = 4096;
constexpr std::int64_t kMaxHeadDim = 4096;
constexpr std::int64_t kMaxVocabulary = 16777216;
constexpr std::int64_t kMaxTokens = 1073741824;
constexpr std::int64_t kMaxExperts = 65536;
constexpr std::int64_t kMaxRank = 65536;
constexpr std::int64_t kMaxLayers = 10000;

constexpr SizeField kWidth = {"hidden_size", kMaxWidth, SCALESCOPE_TEXT("core", "The model's width.")};
constexpr SizeField kMlpWidth = {"intermediate_size", kMaxMlpWidth, SCALESCOPE_TEXT("core", "The MLP's width.")};
constexpr SizeField kLayers = {"num_hidden_layers", kMaxLayers, SCALESCOPE_TEXT("core", "The number of layers.")};
constexpr SizeField kHeads = {"num_attention_heads", kMaxHeads, SCALESCOPE_TEXT("core", "The number of query heads.")};
constexpr SizeField kKvHeads = {"num_key_value_heads", kMaxHeads, SCALESCOPE_TEXT("core", "The number of KV heads.")};
constexpr SizeField kHeadDim = {"head_dim", kMaxHeadDim, SCALESCOPE_TEXT("core", "The width of a head.")};
constexpr SizeField kVocabulary = {"vocab_size", kMaxVocabulary, SCALESCOPE_TEXT("core", "The size of the vocabulary.")};
constexpr SizeField kPositions = {"max_position_embeddings", kMaxTokens,
                                  SCALESCOPE_TEXT("core", "The number of learned positions.")};
constexpr SizeField kWindow = {"sliding_window", kMaxTokens,
                               SCALESCOPE_TEXT("core", "Keys that a query of a sliding layer meets."), 0};
constexpr SizeField kExperts = {"num_experts", kMaxExperts, SCALESCOPE_TEXT("core", "The number of routed experts."), 0};
constexpr SizeField kTopK = {"num_experts_per_tok", kMaxExperts,
                             SCALESCOPE_TEXT("core", "Routed experts that a token is sent to.")};
constexpr SizeField kExpertWidth = {"moe_intermediate_size", kMaxMlpWidth,
                                    SCALESCOPE_TEXT("core", "The width of an expert.")};
constexpr SizeField kSharedExperts = {"n_shared_experts", kMaxExperts,
                                      SCALESCOPE_TEXT("core", "The number of shared experts."), 0};
constexpr SizeField kSharedWidth = {"shared_expert_intermediate_size", kMaxMlpWidth,
                                    SCALESCOPE_TEXT("core", "The width of the shared expert."), 0};
constexpr SizeField kFirstDense = {"first_k_dense_replace", kMaxLayers,
                                   SCALESCOPE_TEXT("core", "Layers at the start with a dense MLP."), 0};
constexpr SizeField kKvRank = {"kv_lora_rank", kMaxRank, SCALESCOPE_TEXT("core", "The compressed vector of latent attention.")};
constexpr SizeField kQueryRank = {"q_lora_rank", kMaxRank, SCALESCOPE_TEXT("core", "The bottleneck of the queries."), 0};
constexpr SizeField kLatentHeadDim = {"qk_nope_head_dim", kMaxHeadDim,
                                      SCALESCOPE_TEXT("core", "The width of a head without its rotary part.")};
constexpr SizeField kRopeDim = {"qk_rope_head_dim", kMaxHeadDim, SCALESCOPE_TEXT("core", "The rotary part of a head."), 0};
constexpr SizeField kValueDim = {"v_head_dim", kMaxHeadDim, SCALESCOPE_TEXT("core", "The width of a head's value.")};
constexpr SizeField kMultiToken = {"num_nextn_predict_layers", 1000,
                                   SCALESCOPE_TEXT("core", "Layers that predict tokens further on."), 0};

constexpr std::string_view kTied = SCALESCOPE_TEXT("core", "Whether one matrix embeds and unembeds.");
constexpr std::string_view kAttentionBias = SCALESCOPE_TEXT("core", "Biases of the attention's projections.");
constexpr std::string_view kMlpBias = SCALESCOPE_TEXT("core", "Biases of the MLP.");
constexpr std::string_view kBiases = SCALESCOPE_TEXT("core", "Biases of the projections.");
constexpr std::string_view kQueryKeyNorms = SCALESCOPE_TEXT("core", "Norms of queries and keys.");
constexpr std::string_view kLayerKinds = SCALESCOPE_TEXT("core", "Which kind each layer is.");
constexpr std::string_view kOfTheKind = SCALESCOPE_TEXT("core", "No field of this model type: its model has it so.");

}  // namespace field

/// Names of the standard fields and what the configuration class takes when they are absent.
struct DecoderFields {
    std::int64_t width;
    std::int64_t layers;
    std::int64_t heads;
    std::int64_t kvHeads = 0;   // 0: as many as query heads
    std::int64_t headDim = 0;   // 0: the width over the query heads
    std::int64_t mlpWidth = 0;  // 0: four times the width
    std::int64_t vocabulary = 32000;
    bool tied = false;

    std::string_view widthNames = field::kWidth.names;
    std::string_view layersNames = field::kLayers.names;
    std::string_view headsNames = field::kHeads.names;
    std::string_view kvHeadsNames = field::kKvHeads.names;  // empty: the model type has no such field
    std::string_view headDimNames = field::kHeadDim.names;  // likewise; its width is then `headDim` if that is not 0
    std::string_view mlpWidthNames = field::kMlpWidth.names;
    std::string_view vocabularyNames = field::kVocabulary.names;
};

/// Sizes of model() and of base(): layers of grouped-query attention and a gated MLP, RMS norms.
void readDecoder(KindReader& reader, const DecoderFields& fields);

/// Parts of it.
void readEmbeddings(KindReader& reader, std::int64_t vocabulary, bool tied);  // vocab_size, tie_word_embeddings
void readHeads(KindReader& reader, const DecoderFields& fields);              // heads, kvHeads, headDim of base()
void setBiases(Layer& layer, bool attention, bool mlp);

/// Makes the model of these layers, one for each of model().layers: equal ones become one kind, in the order in which
/// they first come.
void setLayers(KindReader& reader, const std::vector<Layer>& layers);

/// One text for each layer ("sliding_attention"), or nothing when the file has no such list or a wrong one.
std::vector<std::string> readLayerTypes(KindReader& reader, std::string_view names = "layer_types");

/// Whether layer i is a sliding one when layer_types does not say.
bool slidesAlways(std::int64_t layer, std::int64_t);
bool slidesButEveryNth(std::int64_t layer, std::int64_t n);  // n - 1 sliding ones, one full one
bool slidesFrom(std::int64_t layer, std::int64_t first);

/// Layers that are base() with its window where `slides`, and base() without it elsewhere; layer_types wins when it is
/// there. Equal layers when base() has no window.
void setWindows(KindReader& reader, bool (*slides)(std::int64_t layer, std::int64_t pattern), std::int64_t pattern = 1);

/// sliding_window of a class whose default is `byDefault`; null is none.
void readWindow(KindReader& reader, std::int64_t byDefault);

/// The same with use_sliding_window and max_window_layers, as Qwen has them, and the layers set.
void readOptionalWindow(KindReader& reader, std::int64_t window, std::int64_t fullLayers);

/// What the model type has whatever the file says: listed as guessed, or as ignored where the file states it.
void ofTheKind(KindReader& reader, std::string_view key, std::string_view value);

}  // namespace scalescope
