// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/scenario/embedded_presets.h"

#include <algorithm>

namespace scalescope {

namespace {

std::string titleOf(const std::string& id, std::string_view text)
{
    const JsonDocument document = parseJson(text);
    const JsonNode* name = document.root ? document.root->find("name") : nullptr;
    return name && name->kind == JsonNode::Kind::string ? name->text : id;
}

template <class T>
Read<T> missing(std::string_view id)
{
    return {std::nullopt, {{Severity::invalid, {}, SCALESCOPE_TEXT("core", "There is no preset '%1'."), {std::string(id.substr(0, 80))},
                            SCALESCOPE_TEXT("core", "'scalescope presets' lists them.")}}};
}

}  // namespace

const Preset* PresetLibrary::find(PresetKind kind, std::string_view id) const
{
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const Preset& p) { return p.kind == kind && p.id == id; });
    return found == presets.end() ? nullptr : &*found;
}

std::vector<std::string_view> PresetLibrary::ids(PresetKind kind) const
{
    std::vector<std::string_view> result;
    for (const Preset& p : presets)
        if (p.kind == kind)
            result.push_back(p.id);
    return result;
}

PresetLibrary shippedPresets()
{
    PresetLibrary library;
    for (const EmbeddedPreset& embedded : embeddedPresets()) {
        const auto kind = std::find(kPresetKindNames.begin(), kPresetKindNames.end(), embedded.kind);
        if (kind == kPresetKindNames.end())
            continue;
        const std::string id(embedded.name);
        library.presets.push_back({static_cast<PresetKind>(kind - kPresetKindNames.begin()), id, titleOf(id, embedded.text),
                                   std::string(embedded.text)});
    }
    return library;
}

Diagnostics addPreset(PresetLibrary& library, PresetKind kind, std::string id, std::string text)
{
    if (library.find(kind, id))
        return {{Severity::invalid, {}, SCALESCOPE_TEXT("core", "There is already a preset '%1'."), {id}}};
    Diagnostics problems;
    switch (kind) {
    case PresetKind::hardware: problems = readHardware(text).problems; break;
    case PresetKind::models: problems = readModel(text).problems; break;
    case PresetKind::scenarios: problems = readScenario(text, library).problems; break;
    }
    if (!problems.empty())
        return problems;
    const std::string title = titleOf(id, text);
    library.presets.push_back({kind, std::move(id), title, std::move(text)});
    return {};
}

Read<Model> modelPreset(const PresetLibrary& library, std::string_view id)
{
    const Preset* preset = library.find(PresetKind::models, id);
    return preset ? readModel(preset->text) : missing<Model>(id);
}

Read<Hardware> hardwarePreset(const PresetLibrary& library, std::string_view id)
{
    const Preset* preset = library.find(PresetKind::hardware, id);
    return preset ? readHardware(preset->text) : missing<Hardware>(id);
}

Read<Scenario> scenarioPreset(const PresetLibrary& library, std::string_view id)
{
    const Preset* preset = library.find(PresetKind::scenarios, id);
    return preset ? readScenario(preset->text, library) : missing<Scenario>(id);
}

}  // namespace scalescope
