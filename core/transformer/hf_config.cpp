// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_config.h"

#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/transformer/hf_context.h"
#include "core/transformer/hf_kind_choice.h"
#include "core/transformer/hf_quantisation.h"
#include "core/transformer/hf_towers.h"

#include <algorithm>
#include <utility>

namespace scalescope {

namespace {

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

DType readWeightType(KindReader& reader)
{
    constexpr std::string_view kNames = "dtype|torch_dtype";  // the newer name wins
    constexpr std::string_view kStored = SCALESCOPE_TEXT("core", "The dtype in which the weights are stored.");
    if (!reader.states(kNames)) {
        reader.guessed("torch_dtype|dtype", std::string(nameOf(DType::bf16)),
                       SCALESCOPE_TEXT("core", "Absent or null: bf16, in which such models are trained and run."));
        return DType::bf16;
    }
    const std::string key = reader.nameOf(kNames);
    if (const auto text = reader.textIn(kNames)) {
        const std::string_view name = text->starts_with("torch.") ? text->substr(6) : *text;
        for (const auto& [torchName, type] : kTorchTypes) {
            if (torchName != name)
                continue;
            reader.used(kNames, kStored);
            if (key.ends_with("dtype") && !key.ends_with("torch_dtype"))
                reader.ignored("torch_dtype", SCALESCOPE_TEXT("core", "The newer name, dtype, wins."));
            return type;
        }
        reader.guessed(kNames, std::string(nameOf(DType::bf16)),
                       SCALESCOPE_TEXT("core", "A dtype that is not known here: bf16 is taken."));
        reader.problem(Severity::notice, kNames,
                       SCALESCOPE_TEXT("core", "The dtype '%1' is not known here; bf16 is taken."), {abbreviated(*text)});
        return DType::bf16;
    }
    (void)reader.textIfStated(kNames, kStored);
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

/// Problems say why there is no architecture.
void read(KindReader& reader, ConfigImport& import)
{
    const KindChoice choice = chooseKind(reader);
    import.modelType = choice.modelType;
    if (!choice.read)
        return;
    choice.read(reader);
    readContextLimit(reader);
    reader.model().towerParameters = towerParameters(reader);
    import.storage.type = readWeightType(reader);
    readQuantisation(reader, import.storage);
    reader.reportRest();
    if (reader.sound())
        import.architecture = reader.model();
}

}  // namespace

ConfigImport importConfig(std::string_view text)
{
    ConfigImport import;
    const JsonDocument document = parseConfig(text);
    import.problems = document.problems;
    if (!document.root)
        return import;

    KindReader reader(text, *document.root, import);
    if (document.root->kind != JsonNode::Kind::object)
        reader.problem(Severity::invalid, "",
                       SCALESCOPE_TEXT("core", "A config.json is an object, {\"model_type\": ...}."));
    else if (reader.states("scalescope"))
        reader.problem(Severity::invalid, "scalescope",
                       SCALESCOPE_TEXT("core", "This is a scenario, not the config.json of a model."), {},
                       SCALESCOPE_TEXT("core", "Open it as it is."));
    else
        read(reader, import);
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
