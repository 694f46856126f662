// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_kind_choice.h"

#include "core/base/json_syntax.h"
#include "core/base/suggest.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace scalescope {

namespace {

/// Model types that are no decoders, and what goes on from them, such as "bert-generation" and BertModel.
constexpr std::array<std::string_view, 34> kEncoders = {
    "albert", "audio-spectrogram", "bert", "camembert", "canine", "clip", "convbert", "data2vec", "deberta", "deit",
    "dinov", "distilbert", "electra", "ernie_m", "esm", "flaubert", "hubert", "layoutlm", "longformer", "megatron-bert",
    "mobilebert", "modernbert", "mpnet", "nomic_bert", "rembert", "roberta", "siglip", "squeezebert", "vit",
    "wav2vec2", "wavlm", "xlm-roberta", "xmod", "yolos"};
constexpr std::array<std::string_view, 23> kEncoderDecoders = {
    "bart", "bigbird_pegasus", "blenderbot", "encoder-decoder", "fsmt", "led", "longt5", "m2m_100", "marian", "mbart",
    "moonshine", "mt5", "mvp", "nllb", "pegasus", "prophetnet", "speech_to_text", "switch_transformers", "t5", "t5gemma",
    "umt5", "vision-encoder-decoder", "whisper"};

char lower(char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

template <std::size_t N>
bool beginsWithOne(std::string_view type, const std::array<std::string_view, N>& words)
{
    return std::any_of(words.begin(), words.end(), [type](std::string_view word) {
        if (type.size() < word.size() ||
            !std::equal(word.begin(), word.end(), type.begin(), [](char a, char b) { return a == lower(b); }))
            return false;
        return type.size() == word.size() || type[word.size()] < 'a' || type[word.size()] > 'z';
    });
}

/// No decoder, with its problem.
bool isRefused(KindReader& reader, std::string_view type, std::string_view key)
{
    if (beginsWithOne(type, kEncoderDecoders))
        reader.problem(Severity::invalid, key,
                       SCALESCOPE_TEXT("core", "'%1' is an encoder with a decoder, and only decoders are read."),
                       {abbreviated(type)});
    else if (beginsWithOne(type, kEncoders))
        reader.problem(Severity::invalid, key,
                       SCALESCOPE_TEXT("core", "'%1' is an encoder, and only decoders are read."), {abbreviated(type)});
    else
        return false;
    return true;
}

std::vector<std::string_view> knownTypes()
{
    std::vector<std::string_view> types;
    for (const auto& kinds : {denseKinds(), mixedKinds()})
        for (const ConfigKind& kind : kinds)
            types.push_back(kind.modelType);
    return types;
}

/// "LlamaModel" and "LlamaForCausalLM" are llama's, "Llama4ForCausalLM" is not.
const ConfigKind* kindOfClass(std::string_view name)
{
    for (const auto& kinds : {denseKinds(), mixedKinds()})
        for (const ConfigKind& kind : kinds) {
            if (!name.starts_with(kind.classPrefix))
                continue;
            const std::string_view rest = name.substr(kind.classPrefix.size());
            if (rest == "Model" || rest.starts_with("For") || rest == "LMHeadModel" || rest == "DoubleHeadsModel")
                return &kind;
        }
    return nullptr;
}

std::string firstArchitecture(const KindReader& reader)
{
    const JsonNode* list = reader.find("architectures");
    return list && list->kind == JsonNode::Kind::array && !list->items.empty() ? list->items.front().text
                                                                               : std::string();
}

void checkArchitecture(KindReader& reader)
{
    const std::string name = firstArchitecture(reader);
    if (name.empty())
        return;
    reader.used("architectures", SCALESCOPE_TEXT("core", "The class of the model."));
    const std::size_t task = name.find("For");
    const bool bare = name.ends_with("Model") && !name.ends_with("LMHeadModel") && !name.ends_with("ChatModel");
    const bool otherTask = task != std::string::npos && name.compare(task, std::string::npos, "ForCausalLM") != 0 &&
        name.find("Generation", task) == std::string::npos && name.find("LM", task) == std::string::npos;
    if (bare || otherTask)
        reader.problem(
            Severity::notice, "architectures",
            SCALESCOPE_TEXT("core", "Architecture '%1' is read as a language model: parameters are counted with its "
                                    "embedding and unembedding."),
            {abbreviated(name)});
}

KindChoice unknown(KindReader& reader, const std::string& type, std::string_view key)
{
    std::vector<std::string> arguments = {abbreviated(type)};
    std::string_view suggestion;
    if (const auto near = nearest(type, knownTypes())) {
        arguments.emplace_back(*near);
        suggestion = SCALESCOPE_TEXT("core", "The nearest known one is '%2'.");
    }
    reader.problem(Severity::notice, key,
                   SCALESCOPE_TEXT("core", "'%1' is not a known kind of model; this is the best reading of its fields, and "
                                           "counts may differ from the model's."),
                   std::move(arguments), suggestion);
    return {readUnknownKind, type};
}

KindChoice choiceOfTypes(KindReader& reader)
{
    const JsonNode* inner = reader.decoder().find("model_type");
    const JsonNode* outer = reader.root().find("model_type");
    for (const JsonNode* type : {inner, outer}) {
        if (!type || type->kind != JsonNode::Kind::string)
            continue;
        if (isRefused(reader, type->text, "model_type"))
            return {nullptr, type->text};
    }
    for (const JsonNode* type : {inner, outer}) {
        if (!type || type->kind != JsonNode::Kind::string)
            continue;
        if (const ConfigKind* kind = kindOfType(type->text)) {
            reader.used("model_type", SCALESCOPE_TEXT("core", "The kind as which the file is read."));
            checkArchitecture(reader);
            return {kind->read, type->text};
        }
    }
    const auto type =
        reader.textIfStated("model_type", SCALESCOPE_TEXT("core", "The kind of model, which is not a known one."));
    if (!type)
        return {};
    checkArchitecture(reader);
    const std::string name = firstArchitecture(reader);
    if (const ConfigKind* kind = name.empty() ? nullptr : kindOfClass(name))
        return {kind->read, *type};
    return unknown(reader, *type, "model_type");
}

KindChoice choiceOfClass(KindReader& reader, const std::string& name)
{
    const ConfigKind* kind = kindOfClass(name);
    if (!kind && isRefused(reader, name, "architectures"))
        return {};
    checkArchitecture(reader);
    if (!kind)
        return unknown(reader, name, "architectures");
    reader.guessed("model_type", std::string(kind->modelType),
                   SCALESCOPE_TEXT("core", "Absent or null: follows from architectures."));
    return {kind->read, std::string(kind->modelType)};
}

/// Decided by field names alone, which other model types share.
KindChoice choiceOfFields(KindReader& reader)
{
    const auto there = [&](std::string_view names) { return reader.states(names); };
    constexpr std::array<std::string_view, 3> encoders = {"type_vocab_size", "is_encoder_decoder", "encoder_layers"};
    constexpr std::array<std::string_view, 9> special = {
        "num_experts", "num_local_experts", "n_routed_experts", "kv_lora_rank", "layer_types", "layer_norm_eps",
        "linear_num_value_heads", "hybrid_override_pattern", "moe_intermediate_size"};
    std::string_view type;
    void (*read)(KindReader&) = nullptr;
    if (there("n_embd") && there("n_layer") && there("n_head")) {
        type = "gpt2";
        read = kindOfType(type)->read;
    } else if (there("hidden_size") && there("num_hidden_layers") && std::none_of(encoders.begin(), encoders.end(), there)) {
        const bool plain = there("intermediate_size") && std::none_of(special.begin(), special.end(), there);
        type = plain ? "llama" : "";
        read = plain ? kindOfType(type)->read : readUnknownKind;
    }
    if (!read) {
        reader.problem(Severity::invalid, "", SCALESCOPE_TEXT("core", "The file does not say its model type."), {},
                       SCALESCOPE_TEXT("core", "Add \"model_type\"."));
        return {};
    }
    if (type.empty()) {
        reader.problem(Severity::notice, "",
                       SCALESCOPE_TEXT("core", "The file does not say its model type; this is the best reading of its fields."));
        return {read, {}};
    }
    reader.guessed("model_type", std::string(type),
                   SCALESCOPE_TEXT("core", "Absent or null: the names of the fields are those of this kind."));
    reader.problem(Severity::notice, "",
                   SCALESCOPE_TEXT("core", "The file does not say its model type; it is read as %1."), {std::string(type)});
    return {read, std::string(type)};
}

}  // namespace

const ConfigKind* kindOfType(std::string_view modelType)
{
    for (const auto& kinds : {mixedKinds(), denseKinds()})
        for (const ConfigKind& kind : kinds)
            if (kind.modelType == modelType)
                return &kind;
    return nullptr;
}

KindChoice chooseKind(KindReader& reader)
{
    if (reader.states("model_type"))
        return choiceOfTypes(reader);
    const std::string name = firstArchitecture(reader);
    return name.empty() ? choiceOfFields(reader) : choiceOfClass(reader, name);
}

}  // namespace scalescope
