// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/inference/serving.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/section_reader.h"

#include <algorithm>

namespace scalescope {

namespace {


/// A preset's name, a whole preset, or {"preset": name} with overrides.
template <class T, class Preset, class Entry>
void readEntry(SectionReader& reader, const JsonNode& node, const std::string& pointer, PresetKind kind,
               const PresetLibrary& library, T Scenario::*member, Scenario& scenario, Preset preset, Entry entry)
{
    const JsonNode* named = node.kind == JsonNode::Kind::string ? &node : node.find("preset");
    if (named) {
        const std::string at = named == &node ? pointer : pointer + "/preset";
        std::string id;
        if (!reader.readText(*named, at, kMaxNameBytes, id))
            return;
        if (!library.find(kind, id)) {
            std::vector<std::string> arguments = {id.substr(0, 80)};
            std::string_view suggestion = SCALESCOPE_TEXT("core", "'scalescope presets' lists them.");
            if (const auto near = nearest(id, library.ids(kind))) {
                arguments.emplace_back(*near);
                suggestion = SCALESCOPE_TEXT("core", "Did you mean '%2'?");
            }
            reader.problem(named->offset, at, SCALESCOPE_TEXT("core", "There is no preset '%1'."), std::move(arguments), suggestion);
            return;
        }
        Read<T> read = preset(library, id);
        if (!read.value) {
            for (Diagnostic& d : read.problems)
                reader.problems().push_back(std::move(d));
            return;
        }
        scenario.*member = std::move(*read.value);
        if (named == &node)
            return;
    }
    entry(reader, node, pointer, named == nullptr, scenario);
}

void readVersion(SectionReader& reader, const JsonNode& root)
{
    const JsonNode* version = root.find("scalescope");
    if (!version)
        reader.problem(root.offset, "", SCALESCOPE_TEXT("core", "'%1' is missing."), {"scalescope"},
                       SCALESCOPE_TEXT("core", "A scenario file begins with {\"scalescope\": 1, ...}."));
    else if (reader.expect(*version, JsonNode::Kind::number, "/scalescope") && version->number != 1)
        reader.problem(version->offset, "/scalescope", SCALESCOPE_TEXT("core", "Version %1 of scenario files is not known; this program reads 1."),
                       {version->text.substr(0, 80)});
}

void readAssumptions(SectionReader& reader, const JsonNode& node, Scenario& scenario)
{
    const JsonNode* set = node.kind == JsonNode::Kind::string ? &node : node.find("set");
    if (set) {
        std::string name;
        const std::string at = set == &node ? "/assumptions" : "/assumptions/set";
        if (reader.readText(*set, at, kMaxNameBytes, name)) {
            const auto found = std::find(kAssumptionSetNames.begin(), kAssumptionSetNames.end(), name);
            if (found != kAssumptionSetNames.end())
                scenario.assumptions = assumptionsOf(static_cast<AssumptionSet>(found - kAssumptionSetNames.begin()), scenario.assumptions);
            else
                reader.problem(set->offset, at, SCALESCOPE_TEXT("core", "There is no set of assumptions '%1'."), {name.substr(0, 80)},
                               SCALESCOPE_TEXT("core", "There are 'book' and 'realistic'."));
        }
        if (set == &node)
            return;
    }
    reader.readParameters(node, Section::assumptions, "/assumptions", scenario, {"set"});
}

/// The serving section; its draft model and its prefill hardware are entries like the scenario's own.
void readServing(SectionReader& reader, const JsonNode& node, const PresetLibrary& presets, Scenario& scenario)
{
    reader.readParameters(node, Section::serving, "/serving", scenario, {"draft", "prefill_hardware"});
    const auto given = [](const JsonNode* entry) { return entry && entry->kind != JsonNode::Kind::null; };
    if (const JsonNode* draft = node.find("draft"); given(draft)) {
        Scenario aside;
        readEntry(reader, *draft, "/serving/draft", PresetKind::models, presets, &Scenario::model, aside, modelPreset, readModelEntry);
        scenario.draft = std::move(aside.model);
    }
    if (const JsonNode* hardware = node.find("prefill_hardware"); given(hardware)) {
        Scenario aside;
        readEntry(reader, *hardware, "/serving/prefill_hardware", PresetKind::hardware, presets, &Scenario::hardware, aside, hardwarePreset,
                  readHardwareEntry);
        scenario.prefillHardware = std::move(aside.hardware);
    }
}

template <class T>
Read<T> finish(SectionReader& reader, T value)
{
    Diagnostics& problems = reader.problems();
    std::stable_sort(problems.begin(), problems.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    if (problems.empty())
        return {std::move(value), {}};
    return {std::nullopt, std::move(problems)};
}

}  // namespace

Read<Scenario> readScenario(std::string_view text, const PresetLibrary& presets)
{
    SectionReader reader(text);
    Scenario scenario;
    if (!reader.root())
        return finish(reader, scenario);
    const JsonNode& root = *reader.root();
    if (!reader.expect(root, JsonNode::Kind::object, ""))
        return finish(reader, scenario);
    readVersion(reader, root);

    const JsonNode* model = root.find("model");
    const JsonNode* hardware = root.find("hardware");
    for (const auto& [entry, key] : {std::pair(model, "model"), std::pair(hardware, "hardware")})
        if (!entry)
            reader.problem(root.offset, "", SCALESCOPE_TEXT("core", "'%1' is missing."), {key});
    if (model)
        readEntry(reader, *model, "/model", PresetKind::models, presets, &Scenario::model, scenario, modelPreset, readModelEntry);
    if (hardware)
        readEntry(reader, *hardware, "/hardware", PresetKind::hardware, presets, &Scenario::hardware, scenario, hardwarePreset,
                  readHardwareEntry);
    if (const JsonNode* plan = root.find("plan"))
        reader.readParameters(*plan, Section::plan, "/plan", scenario);
    if (const JsonNode* workload = root.find("workload"))
        reader.readParameters(*workload, Section::workload, "/workload", scenario);
    if (const JsonNode* run = root.find("run"))
        reader.readParameters(*run, Section::run, "/run", scenario);
    const JsonNode* serving = root.find("serving");
    if (serving)
        readServing(reader, *serving, presets, scenario);
    if (const JsonNode* assumptions = root.find("assumptions"))
        readAssumptions(reader, *assumptions, scenario);
    if (reader.problems().empty() && !(serving && (serving->find("decode") || serving->find("prefill"))))
        scenario.serving.decode = scenario.serving.prefill = smallestLayout(servingInputsOf(scenario));
    scenario.sharding = studyFor(scenario.hardware.cluster);
    if (const JsonNode* sharding = root.find("sharding"))
        readSharding(reader, *sharding, "/sharding", scenario);
    if (const JsonNode* calculator = root.find("calculator"))
        reader.readParameters(*calculator, Section::calculator, "/calculator", scenario);

    constexpr std::array<std::string_view, 10> known = {"scalescope", "model",   "hardware",    "plan",     "workload",
                                                        "run",        "serving", "assumptions", "sharding", "calculator"};
    for (const JsonMember& member : root.members)
        if (std::find(known.begin(), known.end(), member.key) == known.end())
            reader.unknownKey(member, "/" + escapePointer(member.key), known);
    if (reader.problems().empty())
        if (auto problem = checkWhole(scenario)) {
            reader.locate(*problem, hardware->offset, "/hardware");
            reader.problems().push_back(std::move(*problem));
        }
    return finish(reader, std::move(scenario));
}

Read<Model> readModel(std::string_view text)
{
    SectionReader reader(text);
    Scenario scenario;
    if (reader.root())
        readModelEntry(reader, *reader.root(), "", true, scenario);
    return finish(reader, std::move(scenario.model));
}

Read<Hardware> readHardware(std::string_view text)
{
    SectionReader reader(text);
    Scenario scenario;
    if (reader.root())
        readHardwareEntry(reader, *reader.root(), "", true, scenario);
    if (reader.problems().empty())
        if (auto problem = checkWhole(scenario))
            reader.problems().push_back(std::move(*problem));
    return finish(reader, std::move(scenario.hardware));
}

}  // namespace scalescope
