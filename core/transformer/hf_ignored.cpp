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
    SCALESCOPE_TEXT("core", "%1: the model type has no such experts, and they are not counted.");
constexpr std::string_view kLatent =
    SCALESCOPE_TEXT("core", "%1: the model type has no latent attention, and it is not counted.");
constexpr std::string_view kTower = SCALESCOPE_TEXT("core", "%1: this part of the model is not counted.");
constexpr std::string_view kMixed =
    SCALESCOPE_TEXT("core", "%1: the model type has layers that are equal in this, and they are read so.");
constexpr std::string_view kDecoderOnly =
    SCALESCOPE_TEXT("core", "%1: the model has an encoder or cross-attention, and only decoders are read.");
constexpr std::string_view kQueryNorms =
    SCALESCOPE_TEXT("core", "%1: the model type has no such norms of queries and keys, and they are not counted.");
constexpr std::string_view kPruned =
    SCALESCOPE_TEXT("core", "%1: heads were cut out, so the layers are not as wide as stated.");
constexpr std::string_view kExtraLayers =
    SCALESCOPE_TEXT("core", "%1: layers that predict further tokens are not counted.");
constexpr std::string_view kWindow =
    SCALESCOPE_TEXT("core", "%1: attention is read as full; its window is not applied.");
constexpr std::string_view kQuantised = SCALESCOPE_TEXT(
    "core",
    "%1: the weights are quantised; parameters are counted as the model has them, and their bytes follow the dtype.");
constexpr std::string_view kOtherBias = SCALESCOPE_TEXT(
    "core", "%1: the model type has no such field; biases are counted as its configuration class has them.");

// Sorted by key.
constexpr std::array kGuards = {
    Guard{"add_cross_attention", isOn, Severity::invalid, kDecoderOnly},
    Guard{"attention_chunk_size", isOn, Severity::notice, kWindow},
    Guard{"audio_config", isOn, Severity::notice, kTower},
    Guard{"bias", isOn, Severity::notice, kOtherBias},
    Guard{"block_configs", isOn, Severity::notice, kMixed},
    Guard{"hybrid_override_pattern", isOn, Severity::notice, kMixed},
    Guard{"is_encoder_decoder", isOn, Severity::invalid, kDecoderOnly},
    Guard{"kv_lora_rank", isOn, Severity::notice, kLatent},
    Guard{"layer_types", namesOtherLayers, Severity::notice, kMixed},
    Guard{"layers_block_type", isOn, Severity::notice, kMixed},
    Guard{"moe_intermediate_size", isOn, Severity::notice, kExperts},
    Guard{"moe_num_experts", isMany, Severity::notice, kExperts},
    Guard{"n_routed_experts", isMany, Severity::notice, kExperts},
    Guard{"n_shared_experts", isOn, Severity::notice, kExperts},
    Guard{"num_experts", isMany, Severity::notice, kExperts},
    Guard{"num_kv_shared_layers", isOn, Severity::notice, kMixed},
    Guard{"num_local_experts", isMany, Severity::notice, kExperts},
    Guard{"num_nextn_predict_layers", isOn, Severity::notice, kExtraLayers},
    Guard{"pruned_heads", isOn, Severity::invalid, kPruned},
    Guard{"q_lora_rank", isOn, Severity::notice, kLatent},
    Guard{"qk_layernorm", isOn, Severity::notice, kQueryNorms},
    Guard{"qk_norm", isOn, Severity::notice, kQueryNorms},
    Guard{"qkv_bias", isOn, Severity::notice, kOtherBias},
    Guard{"quantization_config", isOn, Severity::notice, kQuantised},
    Guard{"sliding_window", isWindow, Severity::notice, kWindow},
    Guard{"use_bias", isOn, Severity::notice, kOtherBias},
    Guard{"use_qk_layernorm", isOn, Severity::notice, kQueryNorms},
    Guard{"use_qk_norm", isOn, Severity::notice, kQueryNorms},
    Guard{"vision_config", isOn, Severity::notice, kTower},
};

constexpr std::string_view kTokens = SCALESCOPE_TEXT("core", "About single tokens; changes no size.");
constexpr std::string_view kDropout = SCALESCOPE_TEXT("core", "Dropout; changes no size.");
constexpr std::string_view kStart = SCALESCOPE_TEXT("core", "How weights begin; changes no size.");
constexpr std::string_view kEpsilon = SCALESCOPE_TEXT("core", "A small number inside the norms; changes no size.");
constexpr std::string_view kRotary =
    SCALESCOPE_TEXT("core", "Rotary positions have no weights; the sequence length belongs to the workload.");
constexpr std::string_view kActivation =
    SCALESCOPE_TEXT("core", "The activation changes no size; matrices follow the model type.");
constexpr std::string_view kRunning = SCALESCOPE_TEXT("core", "How the model is run by its library; changes no size.");
constexpr std::string_view kLabel = SCALESCOPE_TEXT("core", "A name or a version; changes no size.");
constexpr std::string_view kOtherHead =
    SCALESCOPE_TEXT("core", "Belongs to heads for other tasks, which are not counted.");
constexpr std::string_view kGeneration = SCALESCOPE_TEXT("core", "How text is generated; changes no size.");
constexpr std::string_view kUnknown =
    SCALESCOPE_TEXT("core", "Not a field of this model type: its model does not read it.");
constexpr std::string_view kRouting =
    SCALESCOPE_TEXT("core", "How tokens are sent to experts and trained so; changes no size.");
constexpr std::string_view kScale = SCALESCOPE_TEXT("core", "A constant factor or cap; changes no size.");
constexpr std::string_view kOwnCode = SCALESCOPE_TEXT("core", "Where the model's own code is; fields are read by model type.");
constexpr std::string_view kOff = SCALESCOPE_TEXT("core", "Off, so it changes nothing.");
constexpr std::string_view kNull = SCALESCOPE_TEXT("core", "Null, as if it were absent.");
constexpr std::string_view kNotCounted = SCALESCOPE_TEXT("core", "Not read; see the messages.");

struct Known {
    std::string_view key;
    std::string_view reason;
};

// Sorted by key.
constexpr std::array kKnown = {
    Known{"_attn_implementation", kRunning},
    Known{"_commit_hash", kLabel},
    Known{"_name_or_path", kLabel},
    Known{"act_fn", kActivation},
    Known{"activation_fn", kActivation},
    Known{"activation_fn_name", kActivation},
    Known{"activation_function", kActivation},
    Known{"alibi", kRotary},
    Known{"apply_residual_connection_post_layernorm", kRunning},
    Known{"architectures", kLabel},
    Known{"attention_config", kRunning},
    Known{"attention_multiplier", kScale},
    Known{"attention_softmax", kRunning},
    Known{"attention_softmax_in_fp32", kRunning},
    Known{"attn_implementation", kRunning},
    Known{"attn_logit_softcapping", kScale},
    Known{"auto_map", kOwnCode},
    Known{"aux_loss_alpha", kRouting},
    Known{"bad_words_ids", kTokens},
    Known{"base_model", kLabel},
    Known{"begin_suppress_tokens", kTokens},
    Known{"bf16", kRunning},
    Known{"bias_dropout_fusion", kRunning},
    Known{"cache_implementation", kRunning},
    Known{"chunk_size_feed_forward", kRunning},
    Known{"classifier_dropout", kRunning},
    Known{"clip_qkv", kScale},
    Known{"dim_model_base", kScale},
    Known{"diversity_penalty", kGeneration},
    Known{"do_sample", kGeneration},
    Known{"early_stopping", kGeneration},
    Known{"emb_pdrop_init", kStart},
    Known{"embedding_multiplier", kScale},
    Known{"encoder_no_repeat_ngram_size", kGeneration},
    Known{"ep_size", kRouting},
    Known{"exponential_decay_length_penalty", kGeneration},
    Known{"ffn_activation", kActivation},
    Known{"final_logit_softcapping", kScale},
    Known{"finetuning_task", kOtherHead},
    Known{"fp16", kRunning},
    Known{"fp32", kRunning},
    Known{"gradient_checkpointing", kRunning},
    Known{"hidden_act", kActivation},
    Known{"hidden_activation", kActivation},
    Known{"hidden_activation_function", kActivation},
    Known{"hidden_dropout_prob", kRunning},
    Known{"id2label", kOtherHead},
    Known{"inference_runner", kRunning},
    Known{"init_config", kStart},
    Known{"init_device", kRunning},
    Known{"init_std", kStart},
    Known{"initial_context_length", kRotary},
    Known{"initializer_cutoff_factor", kStart},
    Known{"initializer_factor", kStart},
    Known{"initializer_range", kStart},
    Known{"input_jitter_noise", kRouting},
    Known{"is_composition", kRunning},
    Known{"is_decoder", kRunning},
    Known{"is_llama_config", kRunning},
    Known{"label2id", kOtherHead},
    Known{"layer_norm_type", kRunning},
    Known{"layerdrop", kRunning},
    Known{"length_penalty", kGeneration},
    Known{"logit_scale", kScale},
    Known{"logit_softcap", kScale},
    Known{"logits_scaling", kScale},
    Known{"low_cpu_mem_usage", kRunning},
    Known{"masked_softmax_fusion", kRunning},
    Known{"max_length", kGeneration},
    Known{"min_length", kGeneration},
    Known{"mlp_activation", kActivation},
    Known{"mlp_hidden_act", kActivation},
    Known{"model_name", kLabel},
    Known{"moe_router_scaling_factor", kRouting},
    Known{"mrope_section", kRotary},
    Known{"mup_width_multiplier", kScale},
    Known{"n_group", kRouting},
    Known{"name", kLabel},
    Known{"name_or_path", kLabel},
    Known{"no_repeat_ngram_size", kGeneration},
    Known{"no_rope_layer_interval", kRotary},
    Known{"no_rope_layers", kRotary},
    Known{"norm_topk_prob", kRouting},
    Known{"norm_topk_probability", kRouting},
    Known{"norm_type", kRunning},
    Known{"normalization_layer_name", kRunning},
    Known{"num_labels", kOtherHead},
    Known{"num_logits_to_keep", kRunning},
    Known{"num_return_sequences", kGeneration},
    Known{"offset_alibi", kRunning},
    Known{"onnx_export", kRunning},
    Known{"original_max_position_embeddings", kRotary},
    Known{"partial_rotary_factor", kRotary},
    Known{"pre_seq_len", kRunning},
    Known{"prefix", kGeneration},
    Known{"prefix_projection", kRunning},
    Known{"pretraining_tp", kRunning},
    Known{"problem_type", kOtherHead},
    Known{"quantization_bit", kRunning},
    Known{"query_pre_attn_scalar", kScale},
    Known{"remove_invalid_values", kGeneration},
    Known{"reorder_and_upcast_attn", kRunning},
    Known{"repetition_penalty", kGeneration},
    Known{"rescale_prenorm_residual", kRunning},
    Known{"residual_in_fp32", kRunning},
    Known{"residual_multiplier", kScale},
    Known{"return_dict", kRunning},
    Known{"return_dict_in_generate", kGeneration},
    Known{"revision", kLabel},
    Known{"rotary", kRotary},
    Known{"rotary_dim", kRotary},
    Known{"rotary_emb_base", kRotary},
    Known{"rotary_pct", kRotary},
    Known{"rotary_scaling_factor", kRotary},
    Known{"routed_scaling_factor", kRouting},
    Known{"router_aux_loss_coef", kRouting},
    Known{"router_jitter_noise", kRouting},
    Known{"router_z_loss_coef", kRouting},
    Known{"runner_max_seq_length", kRunning},
    Known{"scale_attention_softmax_in_fp32", kRunning},
    Known{"scale_attn_by_inverse_layer_idx", kRunning},
    Known{"scale_attn_weights", kRunning},
    Known{"scale_depth", kScale},
    Known{"scale_emb", kScale},
    Known{"scoring_func", kRouting},
    Known{"seq_aux", kRouting},
    Known{"skip_bias_add", kRunning},
    Known{"slow_but_exact", kRunning},
    Known{"softmax_in_fp32", kRunning},
    Known{"suppress_tokens", kTokens},
    Known{"swiglu_limit", kScale},
    Known{"task_specific_params", kGeneration},
    Known{"temperature", kGeneration},
    Known{"tf_legacy_loss", kRunning},
    Known{"tokenizer_class", kTokens},
    Known{"top_k", kGeneration},
    Known{"top_p", kGeneration},
    Known{"topk_group", kRouting},
    Known{"topk_method", kRouting},
    Known{"torchscript", kRunning},
    Known{"transformers_version", kLabel},
    Known{"typical_p", kGeneration},
    Known{"use_bfloat16", kRunning},
    Known{"use_cache", kRunning},
    Known{"use_cache_kernel", kRunning},
    Known{"use_cache_quantization", kRunning},
    Known{"use_dynamic_ntk", kRotary},
    Known{"use_flash_attention_2", kRunning},
    Known{"use_flash_attn", kRunning},
    Known{"use_logn_attn", kRotary},
    Known{"use_mrope", kRotary},
    Known{"use_mup", kStart},
    Known{"use_parallel_residual", kRunning},
    Known{"validate_runner_input", kRunning},
    Known{"verbose", kRunning},
    Known{"version", kLabel},
};

/// Fields that are told by the beginning or the end of their names.
struct KnownPart {
    std::string_view part;
    bool atEnd;
    std::string_view reason;
};
constexpr std::array kKnownParts = {
    KnownPart{"_token_id", true, kTokens},  KnownPart{"_token_ids", true, kTokens}, KnownPart{"_token_index", true, kTokens},
    KnownPart{"dropout", true, kDropout},   KnownPart{"pdrop", true, kDropout},     KnownPart{"dropout_prob", true, kDropout},
    KnownPart{"_eps", true, kEpsilon},      KnownPart{"_epsilon", true, kEpsilon},  KnownPart{"rope_", false, kRotary},
    KnownPart{"mup_", false, kScale},       KnownPart{"initializer_", false, kStart},
    KnownPart{"output_", false, kRunning},  KnownPart{"summary_", false, kOtherHead},
    KnownPart{"num_beam", false, kGeneration}, KnownPart{"_loss_coef", true, kRouting}, KnownPart{"_rope_theta", true, kRotary},
    KnownPart{"_base_freq", true, kRotary},
};

template <class Row, std::size_t N>
constexpr bool isSorted(const std::array<Row, N>& table)
{
    return std::is_sorted(table.begin(), table.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
}
static_assert(isSorted(kGuards) && isSorted(kKnown));

template <class Row, std::size_t N>
const Row* rowOf(const std::array<Row, N>& table, std::string_view key)
{
    const auto found = std::lower_bound(table.begin(), table.end(), key,
                                        [](const Row& row, std::string_view wanted) { return row.key < wanted; });
    return found == table.end() || found->key != key ? nullptr : &*found;
}

std::string_view reasonOf(std::string_view key)
{
    if (const Known* known = rowOf(kKnown, key))
        return known->reason;
    const auto part = std::find_if(kKnownParts.begin(), kKnownParts.end(), [key](const KnownPart& known) {
        return known.atEnd ? key.ends_with(known.part) : key.starts_with(known.part);
    });
    return part == kKnownParts.end() ? kUnknown : part->reason;
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
    return {reasonOf(field.key), std::nullopt};
}

}  // namespace scalescope
