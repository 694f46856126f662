// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/hardware/slices.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"

#include <ostream>

namespace scalescope {

namespace {

std::string rangeOf(const Parameter& p)
{
    if (!p.isChoice())
        return p.unit.empty() ? formatCount(p.minimum) + " to " + formatCount(p.maximum)
                              : formatSi(p.minimum, p.unit) + " to " + formatSi(p.maximum, p.unit);
    std::string text;
    for (std::string_view choice : p.choices)
        text += (text.empty() ? "" : ", ") + std::string(choice);
    return text;
}

void writeParameter(JsonWriter& json, const Parameter& p, const Scenario& scenario)
{
    json.beginObject();
    json.member("id", p.id);
    json.member("section", kSectionNames[static_cast<std::size_t>(p.section)]);
    json.member("label", p.label);
    json.member("symbol", p.symbol);
    json.member("unit", p.unit);
    json.member("relevant", p.relevant);
    const auto value = p.value(scenario);
    json.key("value");
    if (!value)
        json.null();
    else if (p.isChoice())
        json.value(formatValue(p, value));
    else
        json.value(*value);
    if (p.isChoice()) {
        json.key("choices").beginArray();
        for (std::string_view choice : p.choices)
            json.value(choice);
        json.endArray();
    } else {
        json.member("minimum", p.minimum);
        json.member("maximum", p.maximum);
        json.member("whole", p.integer);
    }
    json.member("optional", p.optional);
    json.member("help", p.help);
    json.endObject();
}

/// The torus of each hardware preset that has one, with its slices.
int listSlices(bool asJson, CommandContext& context)
{
    constexpr std::size_t kShown = 200;
    JsonWriter json;
    json.beginObject();
    for (const Preset& preset : context.presets.presets) {
        if (preset.kind != PresetKind::hardware)
            continue;
        const auto read = hardwarePreset(context.presets, preset.id);
        const Torus* torus = read.value && !read.value->cluster.networks.empty() ? std::get_if<Torus>(&read.value->cluster.networks.front()) : nullptr;
        if (!torus)
            continue;
        const std::vector<Shape> slices = buildableSlices(*torus);
        json.key(preset.id).beginArray();
        for (const Shape& shape : slices)
            json.value(textOf(shape));
        json.endArray();
        if (asJson)
            continue;
        context.out << preset.id << ", at most " << textOf(torus->maxShape) << "\n ";
        for (std::size_t i = 0; i < slices.size() && i < kShown; ++i)
            context.out << " " << textOf(slices[i]);
        if (slices.size() > kShown)
            context.out << " and " << slices.size() - kShown << " more; --json has them all";
        context.out << "\n";
    }
    json.endObject();
    if (asJson)
        context.out << json.take();
    return kDone;
}

}  // namespace

int runPresets(const Arguments& arguments, CommandContext& context)
{
    if (arguments.has("--slices"))
        return listSlices(arguments.has("--json"), context);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject();
        for (std::size_t kind = 0; kind < kPresetKindNames.size(); ++kind) {
            json.key(kPresetKindNames[kind]).beginArray();
            for (const Preset& preset : context.presets.presets) {
                if (preset.kind != static_cast<PresetKind>(kind))
                    continue;
                json.beginObject();
                json.member("id", preset.id);
                json.member("title", preset.title);
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
        context.out << json.take();
        return kDone;
    }
    for (std::size_t kind = 0; kind < kPresetKindNames.size(); ++kind) {
        context.out << kPresetKindNames[kind] << "\n";
        Table table;
        for (const Preset& preset : context.presets.presets)
            if (preset.kind == static_cast<PresetKind>(kind))
                table.add({preset.id, preset.title == preset.id ? "" : preset.title});
        context.out << table.text() << "\n";
    }
    if (!userPresetFolder().empty())
        context.out << "Your own presets: " << userPresetFolder() << "/{hardware,models,scenarios}/NAME.json\n";
    return kDone;
}

int runParams(const Arguments& arguments, CommandContext& context)
{
    const auto scenario = scenarioFrom(arguments, context);
    if (!scenario)
        return kWrongInput;
    const std::vector<Parameter> table = parameters(*scenario);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginArray();
        for (const Parameter& p : table)
            writeParameter(json, p, *scenario);
        json.endArray();
        context.out << json.take();
        return kDone;
    }
    for (std::size_t section = 0; section < kSectionNames.size(); ++section) {
        context.out << kSectionNames[section] << "\n";
        Table rows;
        for (const Parameter& p : table)
            if (p.section == static_cast<Section>(section) && p.relevant)
                rows.add({p.id, formatValue(p, p.value(*scenario)), std::string(p.label), rangeOf(p)});
        context.out << rows.text() << "\n";
    }
    return kDone;
}

}  // namespace scalescope
