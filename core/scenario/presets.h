// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario_json.h"

#include <map>
#include <string>
#include <vector>

namespace scalescope {

enum class PresetKind { hardware, models, scenarios };
constexpr std::array<std::string_view, 3> kPresetKindNames = {"hardware", "models", "scenarios"};

struct Preset {
    PresetKind kind = PresetKind::models;
    std::string id;     // file stem, as scenario files and the command line name it
    std::string title;  // as people read it
    std::string text;   // the JSON
    bool own = false;   // of the user
};

/// All presets: those compiled in, and those of the user, which come after and may not take a shipped id.
struct PresetLibrary {
    std::vector<Preset> presets;

    const Preset* find(PresetKind kind, std::string_view id) const;
    std::vector<std::string_view> ids(PresetKind kind) const;
};

/// The shipped ones.
PresetLibrary shippedPresets();

/// Adds a preset file; says what is wrong with it.
Diagnostics addPreset(PresetLibrary& library, PresetKind kind, std::string id, std::string text);

Read<Model> modelPreset(const PresetLibrary& library, std::string_view id);
Read<Hardware> hardwarePreset(const PresetLibrary& library, std::string_view id);
Read<Scenario> scenarioPreset(const PresetLibrary& library, std::string_view id);

/// The scenario that the window opens with.
constexpr std::string_view kDefaultScenario = "default";

}  // namespace scalescope
