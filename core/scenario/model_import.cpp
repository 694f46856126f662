// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import.h"

#include "core/base/json_tree.h"
#include "core/scenario/parameter.h"

namespace scalescope {

namespace {

constexpr std::size_t kMaxNameBytes = 100;

/// "_name_or_path" as transformers writes it, where it is a short text.
std::string nameIn(std::string_view config)
{
    if (config.find("_name_or_path") == std::string_view::npos)
        return {};  // the rest is not worth another reading
    JsonLimits limits;
    limits.allowNonFinite = true;
    const JsonDocument document = parseJson(config, limits);
    const JsonNode* name = document.root ? document.root->find("_name_or_path") : nullptr;
    if (!name || name->kind != JsonNode::Kind::string || name->text.size() > kMaxNameBytes)
        return {};
    return name->text;
}

/// A model must be one that a scenario can hold: a reader that let a size through is stopped here, not when the file
/// that was written is opened.
void addOutOfRange(const Model& model, Diagnostics& problems)
{
    Scenario scenario;
    scenario.model = model;
    for (const Parameter& p : parameters(scenario))
        if (p.section == Section::model && !p.derived)
            if (auto problem = checkValue(p, p.value(scenario)))
                problems.push_back(std::move(*problem));
}

}  // namespace

ModelImport importModel(std::string_view config, const std::string& fallbackName)
{
    ConfigImport read = importConfig(config);
    ModelImport result;
    result.problems = std::move(read.problems);
    if (!read.architecture || anyAtLeast(result.problems, Severity::invalid))
        return result;
    ImportedModel imported;
    imported.model.name = nameIn(config);
    if (imported.model.name.empty())
        imported.model.name = fallbackName.substr(0, kMaxNameBytes);
    imported.model.source = "Hugging Face config, " + read.modelType;
    imported.model.architecture = *read.architecture;
    imported.model.storage = read.storage;
    imported.fields = std::move(read.fields);
    addOutOfRange(imported.model, result.problems);
    if (anyAtLeast(result.problems, Severity::invalid))
        return result;
    result.imported = std::move(imported);
    return result;
}

}  // namespace scalescope
