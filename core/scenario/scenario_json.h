// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace scalescope {

class JsonWriter;
struct PresetLibrary;

/// What was read, or everything that is wrong with the text: nothing is half applied.
template <class T>
struct Read {
    std::optional<T> value;
    Diagnostics problems;
};

/// A scenario file: {"scalescope": 1, "model": ..., "hardware": ..., "plan": {...}, "workload": {...},
/// "assumptions": {...}}. Keys and values are those of the parameter table; a model or hardware entry is the name of a
/// preset, or an object: a whole preset, or {"preset": name} with overrides. Absent parameters take their defaults, a
/// whole model or hardware must state what has none. Strict: unknown and duplicate keys, wrong types and values out of
/// range are refused, with JSON pointer, line and column.
Read<Scenario> readScenario(std::string_view text, const PresetLibrary& presets);

/// A model or a hardware preset file: the object that a scenario file has under that key.
Read<Model> readModel(std::string_view text);
Read<Hardware> readHardware(std::string_view text);

/// The same values bit for bit when read again; every parameter is written.
std::string writeScenario(const Scenario& scenario);
std::string writeModel(const Model& model);
std::string writeHardware(const Hardware& hardware);

/// The same as a value inside a larger text.
void writeModelInto(JsonWriter& json, const Model& model);

}  // namespace scalescope
