// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_ignored.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace scalescope {

namespace {

/// Fields that change the model, and would make a count without them wrong, when `matters`.
struct Guard {
    std::string_view key;
    bool (*matters)(const JsonNode& value, const JsonNode& config);
    Severity severity;
    std::string_view message;
};

bool isOn(const JsonNode& value, const JsonNode&)
{
    switch (value.kind) {
    case JsonNode::Kind::null: return false;
    case JsonNode::Kind::boolean: return value.boolean;
    case JsonNode::Kind::number: return value.number != 0;
    case JsonNode::Kind::string: return !value.text.empty();
    case JsonNode::Kind::array: return !value.items.empty();
    case JsonNode::Kind::object: break;
    }
    return !value.members.empty();
}

bool isMany(const JsonNode& value, const JsonNode& config)
{
    return isOn(value, config) && !(value.kind == JsonNode::Kind::number && value.number <= 1);
}

bool namesOtherLayers(const JsonNode& value, const JsonNode& config)
{
    if (value.kind != JsonNode::Kind::array)
        return isOn(value, config);
    return !std::all_of(value.items.begin(), value.items.end(),
                        [](const JsonNode& item) { return item.text == "full_attention"; });
}

bool isWindow(const JsonNode& value, const JsonNode& config)
{
    const JsonNode* use = config.find("use_sliding_window");
    const bool off = use && use->kind == JsonNode::Kind::boolean && !use->boolean;
    return !off && isOn(value, config);
}

constexpr std::string_view kExperts =
    SCALESCOPE_TEXT("core", "%1: the model has experts, and only dense models are read.");
constexpr std::string_view kLatent = SCALESCOPE_TEXT("core", "%1: the model has latent attention, which is not read.");
constexpr std::string_view kNested =
    SCALESCOPE_TEXT("core", "%1: the model holds another model inside, which is not read.");
constexpr std::string_view kMixed =
    SCALESCOPE_TEXT("core", "%1: the layers differ from each other, and only models of equal layers are read.");
constexpr std::string_view kDecoderOnly =
    SCALESCOPE_TEXT("core", "%1: the model has an encoder or cross-attention, and only decoders are read.");
constexpr std::string_view kQueryNorms =
    SCALESCOPE_TEXT("core", "%1: queries and keys are normalised, and the weights of these norms are not counted.");
constexpr std::string_view kPruned =
    SCALESCOPE_TEXT("core", "%1: heads were cut out, so the layers are not as wide as stated.");
constexpr std::string_view kExtraLayers =
    SCALESCOPE_TEXT("core", "%1: the model has layers that predict further tokens, which are not read.");
constexpr std::string_view kOtherBlock =
    SCALESCOPE_TEXT("core", "%1: the layers are built otherwise than the model type has it.");
constexpr std::string_view kWindow =
    SCALESCOPE_TEXT("core", "%1: attention is read as full; its window is not applied.");
constexpr std::string_view kQuantised = SCALESCOPE_TEXT(
    "core",
    "%1: the weights are quantised; parameters are counted as the model has them, and their bytes follow the dtype.");
constexpr std::string_view kOwnCode =
    SCALESCOPE_TEXT("core", "%1: the model brings code of its own, which may count otherwise.");
constexpr std::string_view kOtherBias = SCALESCOPE_TEXT(
    "core", "%1: the model type has no such field; biases are counted as its configuration class has them.");

constexpr std::array kGuards = {
    Guard{"num_experts", isMany, Severity::invalid, kExperts},
    Guard{"num_local_experts", isMany, Severity::invalid, kExperts},
    Guard{"n_routed_experts", isMany, Severity::invalid, kExperts},
    Guard{"moe_num_experts", isMany, Severity::invalid, kExperts},
    Guard{"num_experts_per_tok", isMany, Severity::invalid, kExperts},
    Guard{"n_shared_experts", isOn, Severity::invalid, kExperts},
    Guard{"moe_intermediate_size", isOn, Severity::invalid, kExperts},
    Guard{"kv_lora_rank", isOn, Severity::invalid, kLatent},
    Guard{"q_lora_rank", isOn, Severity::invalid, kLatent},
    Guard{"text_config", isOn, Severity::invalid, kNested},
    Guard{"vision_config", isOn, Severity::invalid, kNested},
    Guard{"audio_config", isOn, Severity::invalid, kNested},
    Guard{"llm_config", isOn, Severity::invalid, kNested},
    Guard{"language_config", isOn, Severity::invalid, kNested},
    Guard{"layer_types", namesOtherLayers, Severity::invalid, kMixed},
    Guard{"layers_block_type", isOn, Severity::invalid, kMixed},
    Guard{"block_configs", isOn, Severity::invalid, kMixed},
    Guard{"hybrid_override_pattern", isOn, Severity::invalid, kMixed},
    Guard{"num_kv_shared_layers", isOn, Severity::invalid, kMixed},
    Guard{"add_cross_attention", isOn, Severity::invalid, kDecoderOnly},
    Guard{"is_encoder_decoder", isOn, Severity::invalid, kDecoderOnly},
    Guard{"use_qk_norm", isOn, Severity::invalid, kQueryNorms},
    Guard{"qk_norm", isOn, Severity::invalid, kQueryNorms},
    Guard{"qk_layernorm", isOn, Severity::invalid, kQueryNorms},
    Guard{"use_qk_layernorm", isOn, Severity::invalid, kQueryNorms},
    Guard{"pruned_heads", isOn, Severity::invalid, kPruned},
    Guard{"num_nextn_predict_layers", isOn, Severity::invalid, kExtraLayers},
    Guard{"multi_query", isOn, Severity::invalid, kOtherBlock},
    Guard{"parallel_attn", isOn, Severity::invalid, kOtherBlock},
    Guard{"sliding_window", isWindow, Severity::notice, kWindow},
    Guard{"attention_chunk_size", isOn, Severity::notice, kWindow},
    Guard{"quantization_config", isOn, Severity::notice, kQuantised},
    Guard{"auto_map", isOn, Severity::notice, kOwnCode},
    Guard{"bias", isOn, Severity::notice, kOtherBias},
    Guard{"use_bias", isOn, Severity::notice, kOtherBias},
    Guard{"qkv_bias", isOn, Severity::notice, kOtherBias},
};

constexpr std::string_view kTokens = SCALESCOPE_TEXT("core", "About single tokens; changes no size.");
constexpr std::string_view kDropout = SCALESCOPE_TEXT("core", "Dropout; changes no size.");
constexpr std::string_view kStart = SCALESCOPE_TEXT("core", "How weights begin; changes no size.");
constexpr std::string_view kEpsilon = SCALESCOPE_TEXT("core", "A small number inside the norms; changes no size.");
constexpr std::string_view kRotary =
    SCALESCOPE_TEXT("core", "Rotary positions have no weights; the sequence length belongs to the workload.");
constexpr std::string_view kContext =
    SCALESCOPE_TEXT("core", "The length of the context; n_positions has the learned positions.");
constexpr std::string_view kActivation =
    SCALESCOPE_TEXT("core", "The activation changes no size; matrices follow the model type.");
constexpr std::string_view kRunning = SCALESCOPE_TEXT("core", "How the model is run by its library; changes no size.");
constexpr std::string_view kLabel = SCALESCOPE_TEXT("core", "A name or a version; changes no size.");
constexpr std::string_view kOtherHead =
    SCALESCOPE_TEXT("core", "Belongs to heads for other tasks, which are not counted.");
constexpr std::string_view kGeneration = SCALESCOPE_TEXT("core", "How text is generated; changes no size.");
constexpr std::string_view kUnknown =
    SCALESCOPE_TEXT("core", "Not a field of this model type: its model does not read it.");
constexpr std::string_view kOff = SCALESCOPE_TEXT("core", "Off, so it changes nothing.");
constexpr std::string_view kNull = SCALESCOPE_TEXT("core", "Null, as if it were absent.");
constexpr std::string_view kNotCounted = SCALESCOPE_TEXT("core", "Not read; see the messages.");

struct Known {
    std::string_view key;
    std::string_view reason;
};

constexpr std::array kKnown = {
    Known{"bos_token_id", kTokens},
    Known{"eos_token_id", kTokens},
    Known{"pad_token_id", kTokens},
    Known{"sep_token_id", kTokens},
    Known{"unk_token_id", kTokens},
    Known{"decoder_start_token_id", kTokens},
    Known{"tokenizer_class", kTokens},
    Known{"bad_words_ids", kTokens},
    Known{"suppress_tokens", kTokens},
    Known{"begin_suppress_tokens", kTokens},
    Known{"forced_bos_token_id", kTokens},
    Known{"forced_eos_token_id", kTokens},
    Known{"attention_dropout", kDropout},
    Known{"resid_pdrop", kDropout},
    Known{"embd_pdrop", kDropout},
    Known{"attn_pdrop", kDropout},
    Known{"initializer_range", kStart},
    Known{"rms_norm_eps", kEpsilon},
    Known{"layer_norm_epsilon", kEpsilon},
    Known{"rope_theta", kRotary},
    Known{"rope_scaling", kRotary},
    Known{"rope_parameters", kRotary},
    Known{"max_position_embeddings", kRotary},
    Known{"n_ctx", kContext},
    Known{"hidden_act", kActivation},
    Known{"activation_function", kActivation},
    Known{"use_cache", kRunning},
    Known{"pretraining_tp", kRunning},
    Known{"gradient_checkpointing", kRunning},
    Known{"output_attentions", kRunning},
    Known{"output_hidden_states", kRunning},
    Known{"output_past", kRunning},
    Known{"return_dict", kRunning},
    Known{"torchscript", kRunning},
    Known{"use_bfloat16", kRunning},
    Known{"tf_legacy_loss", kRunning},
    Known{"chunk_size_feed_forward", kRunning},
    Known{"scale_attn_weights", kRunning},
    Known{"scale_attn_by_inverse_layer_idx", kRunning},
    Known{"reorder_and_upcast_attn", kRunning},
    Known{"attn_implementation", kRunning},
    Known{"_attn_implementation", kRunning},
    Known{"is_decoder", kRunning},
    Known{"transformers_version", kLabel},
    Known{"architectures", kLabel},
    Known{"_name_or_path", kLabel},
    Known{"name_or_path", kLabel},
    Known{"finetuning_task", kOtherHead},
    Known{"problem_type", kOtherHead},
    Known{"num_labels", kOtherHead},
    Known{"id2label", kOtherHead},
    Known{"label2id", kOtherHead},
    Known{"summary_type", kOtherHead},
    Known{"summary_use_proj", kOtherHead},
    Known{"summary_activation", kOtherHead},
    Known{"summary_proj_to_labels", kOtherHead},
    Known{"summary_first_dropout", kOtherHead},
    Known{"task_specific_params", kGeneration},
    Known{"prefix", kGeneration},
    Known{"do_sample", kGeneration},
    Known{"early_stopping", kGeneration},
    Known{"max_length", kGeneration},
    Known{"min_length", kGeneration},
    Known{"num_beams", kGeneration},
    Known{"num_beam_groups", kGeneration},
    Known{"num_return_sequences", kGeneration},
    Known{"diversity_penalty", kGeneration},
    Known{"length_penalty", kGeneration},
    Known{"repetition_penalty", kGeneration},
    Known{"exponential_decay_length_penalty", kGeneration},
    Known{"no_repeat_ngram_size", kGeneration},
    Known{"encoder_no_repeat_ngram_size", kGeneration},
    Known{"remove_invalid_values", kGeneration},
    Known{"output_scores", kGeneration},
    Known{"return_dict_in_generate", kGeneration},
    Known{"temperature", kGeneration},
    Known{"top_k", kGeneration},
    Known{"top_p", kGeneration},
    Known{"typical_p", kGeneration},
};

template <class Row, std::size_t N>
const Row* rowOf(const std::array<Row, N>& table, std::string_view key)
{
    const auto found = std::find_if(table.begin(), table.end(), [key](const Row& row) { return row.key == key; });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace

Irrelevance irrelevanceOf(const JsonMember& field, const JsonNode& config)
{
    if (const Guard* guard = rowOf(kGuards, field.key)) {
        if (!guard->matters(field.value, config))
            return {kOff, std::nullopt};
        return {kNotCounted, guard->severity, guard->message};
    }
    if (field.value.kind == JsonNode::Kind::null && field.value.text.empty())
        return {kNull, std::nullopt};
    const Known* known = rowOf(kKnown, field.key);
    return {known ? known->reason : kUnknown, std::nullopt};
}

}  // namespace scalescope
