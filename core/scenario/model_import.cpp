// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import.h"

#include "core/base/json_tree.h"

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
    result.imported = std::move(imported);
    return result;
}

}  // namespace scalescope
