// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_config.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/transformer/hf_reader.h"

#include <algorithm>
#include <utility>

namespace scalescope {

namespace {

// The largest sizes are those of the parameters that they become; a test compares them with the parameter table.
constexpr std::int64_t kMaxHeads = 4096;
constexpr SizeField kHiddenSize = {"hidden_size", "", 1048576, SCALESCOPE_TEXT("core", "The model's width.")};
constexpr SizeField kIntermediateSize = {"intermediate_size", "", 16777216,
                                         SCALESCOPE_TEXT("core", "The MLP's width.")};
constexpr SizeField kHiddenLayers = {"num_hidden_layers", "", 10000, SCALESCOPE_TEXT("core", "The number of layers.")};
constexpr SizeField kAttentionHeads = {"num_attention_heads", "", kMaxHeads,
                                       SCALESCOPE_TEXT("core", "The number of query heads.")};
constexpr SizeField kKeyValueHeads = {"num_key_value_heads", "", kMaxHeads,
                                      SCALESCOPE_TEXT("core", "The number of KV heads.")};
constexpr SizeField kHeadDim = {"head_dim", "", 4096, SCALESCOPE_TEXT("core", "The width of a head.")};
constexpr SizeField kVocabulary = {"vocab_size", "", 16777216, SCALESCOPE_TEXT("core", "The size of the vocabulary.")};
constexpr SizeField kEmbd = {"n_embd", "hidden_size", 1048576, SCALESCOPE_TEXT("core", "The model's width.")};
constexpr SizeField kInner = {"n_inner", "", 16777216, SCALESCOPE_TEXT("core", "The MLP's width.")};
constexpr SizeField kLayer = {"n_layer", "num_hidden_layers", 10000, SCALESCOPE_TEXT("core", "The number of layers.")};
constexpr SizeField kHead = {"n_head", "num_attention_heads", kMaxHeads,
                             SCALESCOPE_TEXT("core", "The number of heads.")};
constexpr SizeField kPositions = {"n_positions", "max_position_embeddings", 1073741824,
                                  SCALESCOPE_TEXT("core", "The number of learned positions.")};
constexpr SizeField kContext = {"n_ctx", "", 1073741824, SCALESCOPE_TEXT("core", "The number of learned positions.")};

constexpr std::string_view kTied = SCALESCOPE_TEXT("core", "Whether one matrix embeds and unembeds.");

/// Width of one head when the file does not state it.
std::int64_t derivedHeadDim(ConfigReader& reader, std::string_view widthKey, std::optional<std::int64_t> width,
                            std::string_view headsKey, std::optional<std::int64_t> heads)
{
    if (!width || !heads)
        return 1;
    if (*width % *heads != 0) {
        reader.problem(
            Severity::invalid, reader.find(headsKey) ? headsKey : widthKey,
            SCALESCOPE_TEXT("core", "%1 = %2 is not a multiple of %3 = %4, so the heads have no whole width."),
            {std::string(widthKey), std::to_string(*width), std::string(headsKey), std::to_string(*heads)});
        return 1;
    }
    const std::int64_t headDim = *width / *heads;
    if (headDim > kHeadDim.maximum)
        reader.problem(Severity::invalid, reader.find(widthKey) ? widthKey : headsKey,
                       SCALESCOPE_TEXT("core", "%1 / %2 = %3 is too wide for a head: at most %4."),
                       {std::string(widthKey), std::string(headsKey), std::to_string(headDim),
                        formatCount(static_cast<double>(kHeadDim.maximum))});
    return headDim;
}

Architecture readLlama(ConfigReader& reader)
{
    Architecture a;
    const auto width = reader.size(kHiddenSize, 4096);
    const auto heads = reader.size(kAttentionHeads, 32);
    a.layers = reader.size(kHiddenLayers, 32).value_or(1);
    a.width = width.value_or(1);
    a.attention.heads = heads.value_or(1);

    auto kvHeads = heads;
    if (reader.states(kKeyValueHeads))
        kvHeads = reader.size(kKeyValueHeads);
    else
        reader.guessed(kKeyValueHeads.key, std::to_string(a.attention.heads),
                       SCALESCOPE_TEXT("core", "Absent or null: as many as query heads."));
    if (heads && kvHeads && *heads % *kvHeads != 0)
        reader.problem(Severity::invalid, kKeyValueHeads.key,
                       SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                       {std::to_string(*kvHeads), std::to_string(*heads)});
    a.attention.kvHeads = kvHeads.value_or(1);

    if (reader.states(kHeadDim)) {
        a.attention.headDim = reader.size(kHeadDim).value_or(1);
    } else {
        a.attention.headDim = derivedHeadDim(reader, kHiddenSize.key, width, kAttentionHeads.key, heads);
        reader.guessed(kHeadDim.key, std::to_string(a.attention.headDim),
                       SCALESCOPE_TEXT("core", "Absent or null: the model's width over the query heads."));
    }

    const bool attentionBias =
        reader.flag("attention_bias", false, SCALESCOPE_TEXT("core", "Biases of the attention's projections."))
            .value_or(false);
    a.attention.inputBias = attentionBias;
    a.attention.outputBias = attentionBias;
    a.mlp.kind = MlpKind::gated;
    a.mlp.width = reader.size(kIntermediateSize, 11008).value_or(1);
    a.mlp.bias = reader.flag("mlp_bias", false, SCALESCOPE_TEXT("core", "Biases of the MLP.")).value_or(false);
    a.norms = {NormKind::rms, 2, true};
    a.vocabulary = reader.size(kVocabulary, 32000).value_or(1);
    a.tied = reader.flag("tie_word_embeddings", false, kTied).value_or(false);
    return a;
}

Architecture readGpt2(ConfigReader& reader)
{
    Architecture a;
    const auto width = reader.size(kEmbd, 768);
    const auto heads = reader.size(kHead, 12);
    a.layers = reader.size(kLayer, 12).value_or(1);
    a.width = width.value_or(1);
    const std::string_view widthKey = reader.find(kEmbd.key) ? kEmbd.key : kEmbd.alias;
    const std::string_view headsKey = reader.find(kHead.key) ? kHead.key : kHead.alias;
    a.attention.heads = heads.value_or(1);
    a.attention.kvHeads = a.attention.heads;
    a.attention.headDim = derivedHeadDim(reader, widthKey, width, headsKey, heads);
    a.attention.inputBias = true;
    a.attention.outputBias = true;

    a.mlp.kind = MlpKind::plain;
    a.mlp.bias = true;
    if (reader.states(kInner)) {
        a.mlp.width = reader.size(kInner).value_or(1);
    } else {
        a.mlp.width = 4 * a.width;
        reader.guessed(kInner.key, std::to_string(a.mlp.width),
                       SCALESCOPE_TEXT("core", "Absent or null: four times the model's width."));
    }
    a.norms = {NormKind::layer, 2, true};
    a.vocabulary = reader.size(kVocabulary, 50257).value_or(1);
    if (!reader.states(kPositions) && reader.states(kContext)) {
        a.positions = reader.size(kContext).value_or(1);
        reader.guessed(kPositions.key, std::to_string(a.positions),
                       SCALESCOPE_TEXT("core", "Absent or null: as many as n_ctx."));
    } else {
        a.positions = reader.size(kPositions, 1024).value_or(1);
    }
    a.tied = reader.flag("tie_word_embeddings", true, kTied).value_or(true);
    return a;
}

struct ConfigKind {
    std::string_view modelType;
    std::string_view classPrefix;  // of its classes in transformers
    std::string_view headClass;    // the one with a language-model head, whose parameters are counted
    Architecture (*read)(ConfigReader&);
};

constexpr std::array<ConfigKind, kConfigModelTypes.size()> kKinds = {{
    {kConfigModelTypes[0], "Llama", "LlamaForCausalLM", readLlama},
    {kConfigModelTypes[1], "GPT2", "GPT2LMHeadModel", readGpt2},
}};

std::string kindsThatAreRead()
{
    std::string list;
    for (std::string_view type : kConfigModelTypes)
        list += (list.empty() ? "" : ", ") + std::string(type);
    return list;
}

/// "LlamaModel" and "LlamaForCausalLM" are llama's, "Llama4ForCausalLM" is not.
const ConfigKind* kindOfClass(std::string_view name)
{
    for (const ConfigKind& kind : kKinds) {
        if (!name.starts_with(kind.classPrefix))
            continue;
        const std::string_view rest = name.substr(kind.classPrefix.size());
        if (rest == "Model" || rest.starts_with("For") || name == kind.headClass || rest == "DoubleHeadsModel")
            return &kind;
    }
    return nullptr;
}

/// Decided by field names alone, which other model types share.
const ConfigKind* kindOfFields(const ConfigReader& reader)
{
    constexpr std::array<std::string_view, 4> foreign = {"layer_norm_eps", "layer_norm_epsilon", "type_vocab_size",
                                                         "is_encoder_decoder"};
    const auto there = [&](std::string_view key) { return reader.find(key) != nullptr; };
    if (there("n_embd") && there("n_layer") && there("n_head"))
        return &kKinds[1];
    if (there("hidden_size") && there("num_hidden_layers") && there("intermediate_size") &&
        std::none_of(foreign.begin(), foreign.end(), there))
        return &kKinds[0];
    return nullptr;
}

std::string firstArchitecture(const ConfigReader& reader)
{
    const JsonNode* list = reader.find("architectures");
    return list && list->kind == JsonNode::Kind::array && !list->items.empty() ? list->items.front().text
                                                                               : std::string();
}

void checkArchitecture(ConfigReader& reader, const ConfigKind& kind)
{
    const std::string name = firstArchitecture(reader);
    if (name.empty())
        return;
    if (name == kind.headClass) {
        reader.used("architectures", *reader.find("architectures"),
                    SCALESCOPE_TEXT("core", "A model with embedding and unembedding."));
        return;
    }
    reader.problem(
        Severity::notice, "architectures",
        SCALESCOPE_TEXT("core",
                        "Architecture '%1' is read as %2: parameters are counted with its embedding and unembedding."),
        {abbreviated(name), std::string(kind.headClass)});
}

const ConfigKind* kindOfModelType(ConfigReader& reader, const std::string& type)
{
    for (const ConfigKind& kind : kKinds) {
        if (kind.modelType != type)
            continue;
        reader.used("model_type", *reader.find("model_type"),
                    SCALESCOPE_TEXT("core", "The kind as which the file is read."));
        checkArchitecture(reader, kind);
        return &kind;
    }
    std::vector<std::string> arguments = {abbreviated(type), kindsThatAreRead()};
    std::string_view suggestion;
    if (const auto near = nearest(type, kConfigModelTypes)) {
        arguments.emplace_back(*near);
        suggestion = SCALESCOPE_TEXT("core", "The nearest is '%3'.");
    }
    reader.problem(Severity::invalid, "model_type",
                   SCALESCOPE_TEXT("core", "Model type '%1' is not read. Kinds that are read: %2."),
                   std::move(arguments), suggestion);
    return nullptr;
}

const ConfigKind* inferredKind(ConfigReader& reader)
{
    const std::string name = firstArchitecture(reader);
    if (!name.empty()) {
        const ConfigKind* kind = kindOfClass(name);
        if (!kind) {
            reader.problem(
                Severity::invalid, "architectures",
                SCALESCOPE_TEXT("core",
                                "Architecture '%1' is not read, and there is no model_type. Kinds that are read: %2."),
                {abbreviated(name), kindsThatAreRead()});
            return nullptr;
        }
        reader.guessed("model_type", std::string(kind->modelType),
                       SCALESCOPE_TEXT("core", "Absent or null: follows from architectures."));
        checkArchitecture(reader, *kind);
        return kind;
    }
    const ConfigKind* kind = kindOfFields(reader);
    if (!kind) {
        reader.problem(Severity::invalid, "",
                       SCALESCOPE_TEXT("core", "The file does not say its model type. Kinds that are read: %1."),
                       {kindsThatAreRead()}, SCALESCOPE_TEXT("core", "Add \"model_type\"."));
        return nullptr;
    }
    reader.guessed("model_type", std::string(kind->modelType),
                   SCALESCOPE_TEXT("core", "Absent or null: the names of the fields are those of this kind."));
    reader.problem(Severity::notice, "",
                   SCALESCOPE_TEXT("core", "The file does not say its model type; it is read as %1."),
                   {std::string(kind->modelType)});
    return kind;
}

const ConfigKind* kindOf(ConfigReader& reader, ConfigImport& import)
{
    if (!reader.find("model_type")) {
        const ConfigKind* kind = inferredKind(reader);
        import.modelType = kind ? kind->modelType : std::string_view();
        return kind;
    }
    const auto type = reader.text("model_type");
    import.modelType = type.value_or("");
    return type ? kindOfModelType(reader, *type) : nullptr;
}

/// Names of dtypes as PyTorch has them.
constexpr std::array<std::pair<std::string_view, DType>, 12> kTorchTypes = {{
    {"bfloat16", DType::bf16},
    {"float16", DType::fp16},
    {"half", DType::fp16},
    {"float32", DType::fp32},
    {"float", DType::fp32},
    {"float8_e4m3fn", DType::fp8},
    {"float8_e4m3fnuz", DType::fp8},
    {"float8_e5m2", DType::fp8},
    {"float8_e5m2fnuz", DType::fp8},
    {"int8", DType::int8},
    {"uint8", DType::int8},
    {"int4", DType::int4},
}};

DType readWeightType(ConfigReader& reader)
{
    const std::string_view key = reader.find("dtype") ? "dtype" : "torch_dtype";  // the newer name wins
    const JsonNode* value = reader.find(key);
    if (!value) {
        reader.guessed("torch_dtype", std::string(nameOf(DType::bf16)),
                       SCALESCOPE_TEXT("core", "Absent or null: bf16, in which such models are trained and run."));
        return DType::bf16;
    }
    if (key == "dtype" && reader.find("torch_dtype"))
        reader.ignored("torch_dtype", *reader.find("torch_dtype"),
                       SCALESCOPE_TEXT("core", "The newer name, dtype, wins."));

    constexpr std::string_view kStored = SCALESCOPE_TEXT("core", "The dtype in which the weights are stored.");
    const auto stated = reader.text(key);
    if (!stated) {
        reader.used(key, *value, kStored);
        return DType::bf16;
    }
    const std::string_view name =
        stated->starts_with("torch.") ? std::string_view(*stated).substr(6) : std::string_view(*stated);
    for (const auto& [torchName, type] : kTorchTypes) {
        if (torchName == name) {
            reader.used(key, *value, kStored);
            return type;
        }
    }
    reader.guessed(key, std::string(nameOf(DType::bf16)),
                   SCALESCOPE_TEXT("core", "A dtype that is not known here: bf16 is taken."));
    reader.problem(Severity::notice, key, SCALESCOPE_TEXT("core", "The dtype '%1' is not known here; bf16 is taken."),
                   {abbreviated(*stated)});
    return DType::bf16;
}

void sortByPlace(Diagnostics& problems)
{
    std::stable_sort(problems.begin(), problems.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
}

JsonDocument parseConfig(std::string_view text)
{
    JsonLimits limits;
    limits.allowNonFinite = true;
    return parseJson(text, limits);
}

}  // namespace

ConfigImport importConfig(std::string_view text)
{
    ConfigImport import;
    const JsonDocument document = parseConfig(text);
    import.problems = document.problems;
    if (!document.root)
        return import;

    ConfigReader reader(text, *document.root, import);
    if (document.root->kind != JsonNode::Kind::object) {
        reader.problem(Severity::invalid, "",
                       SCALESCOPE_TEXT("core", "A config.json is an object, {\"model_type\": ...}."), {});
    } else if (reader.find("scalescope")) {
        reader.problem(Severity::invalid, "scalescope",
                       SCALESCOPE_TEXT("core", "This is a scenario, not the config.json of a model."), {},
                       SCALESCOPE_TEXT("core", "Open it as it is."));
    } else if (const ConfigKind* kind = kindOf(reader, import)) {
        const Architecture architecture = kind->read(reader);
        import.weightType = readWeightType(reader);
        reader.reportRest();
        if (!anyAtLeast(import.problems, Severity::invalid))
            import.architecture = architecture;
    }
    std::stable_partition(import.fields.begin(), import.fields.end(),
                          [](const ConfigField& f) { return f.use != FieldUse::ignored; });
    sortByPlace(import.problems);
    return import;
}

bool looksLikeConfig(std::string_view text)
{
    const JsonDocument document = parseConfig(text);
    const auto has = [&](std::string_view key) {
        if (document.root)
            return document.root->find(key) != nullptr;
        return text.find('"' + std::string(key) + '"') != std::string_view::npos;  // broken, but worth its own message
    };
    return !has("scalescope") && (has("model_type") || has("architectures"));
}

}  // namespace scalescope
