// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"
#include "core/scenario/parameter_table.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/section_reader.h"

#include <unordered_set>

namespace scalescope {

namespace {

std::vector<std::string> splitPath(std::string_view path)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= path.size();) {
        const std::size_t dot = std::min(path.find('.', start), path.size());
        parts.emplace_back(path.substr(start, dot - start));
        start = dot + 1;
    }
    return parts;
}

bool isIndex(const std::string& part)
{
    return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
}

/// Writes parameters as nested objects and lists; parameters that share a beginning of their path follow each other.
class SectionWriter {
public:
    SectionWriter(JsonWriter& json, const Scenario& scenario) : m_json(json), m_scenario(scenario) {}

    void write(Section section)
    {
        const std::string prefix =
            section == Section::hardware ? "" : std::string(kSectionNames[static_cast<std::size_t>(section)]) + ".";
        Scenario standard;  // what reading begins with
        standard.model = unstatedModel();
        std::unordered_set<std::string> first;  // what the first kind of layer states
        for (const Parameter& p : parameters(m_scenario)) {
            if (p.section != section || p.derived)
                continue;
            const auto value = p.value(m_scenario);
            // The on-chip memory has a name, which is written with it even when its figures are unknown.
            if (!value && !p.id.starts_with("chip.on_chip."))
                continue;
            std::vector<std::string> path = splitPath(std::string_view(p.id).substr(prefix.size()));
            const std::string leaf = path.back();
            path.pop_back();
            moveTo(path, isIndex(leaf));
            // Another kind is as the first where it says nothing else.
            if (section == Section::model && !path.empty() && first.contains(leaf) && value == p.get(m_scenario, 0))
                continue;
            if (section == Section::model && path.empty()) {
                first.insert(leaf);
                if (!p.relevant && value == p.get(standard, 0))
                    continue;
            }
            if (!isIndex(leaf))
                m_json.key(leaf);
            writeValue(p, value);
        }
        moveTo({}, false);
    }

private:
    void moveTo(const std::vector<std::string>& path, bool leafIsIndex)
    {
        std::size_t common = 0;
        while (common < m_open.size() && common < path.size() && m_open[common] == path[common])
            ++common;
        while (m_open.size() > common) {
            m_lists.back() ? m_json.endArray() : m_json.endObject();
            m_open.pop_back();
            m_lists.pop_back();
        }
        for (std::size_t i = common; i < path.size(); ++i) {
            if (!isIndex(path[i]))
                m_json.key(path[i]);
            const bool list = i + 1 < path.size() ? isIndex(path[i + 1]) : leafIsIndex;
            list ? m_json.beginArray() : m_json.beginObject();
            m_open.push_back(path[i]);
            m_lists.push_back(list);
            writeTexts();
        }
    }

    void writeTexts()
    {
        const Cluster& cluster = m_scenario.hardware.cluster;
        if (m_open.size() == 2 && m_open[0] == "network") {
            const Network& network = cluster.networks[static_cast<std::size_t>(std::stoi(m_open[1]))];
            constexpr std::array<std::string_view, 3> kinds = {"torus", "fabric", "data_centre"};
            m_json.member("kind", kinds[network.index()]);
            m_json.member("name", nameOf(network));
        } else if (m_open.size() == 2 && m_open[0] == "chip" && m_open[1] == "on_chip") {
            m_json.member("name", cluster.chip.onChipName);
        }
    }

    void writeValue(const Parameter& p, std::optional<double> value)
    {
        if (!value)
            m_json.null();
        else if (p.choices.data() == kBooleanNames.data() && p.isChoice())
            m_json.value(*value != 0);
        else if (p.isChoice())
            m_json.value(p.choices[static_cast<std::size_t>(*value)]);
        else
            m_json.value(*value);
    }

    JsonWriter& m_json;
    const Scenario& m_scenario;
    std::vector<std::string> m_open;
    std::vector<bool> m_lists;
};

void writeHardwareInto(JsonWriter& json, const Scenario& scenario)
{
    json.beginObject();
    json.member("name", scenario.hardware.name);
    SectionWriter(json, scenario).write(Section::hardware);
    json.key("sources").beginObject();
    for (const FigureSource& source : scenario.hardware.sources)
        json.member(source.id, source.source);
    json.endObject();
    json.endObject();
}

}  // namespace

void writeModelInto(JsonWriter& json, const Model& model)
{
    Scenario scenario;
    scenario.model = model;
    json.beginObject();
    json.member("name", model.name);
    json.member("source", model.source);
    if (model.architecture.kinds.size() > 1)
        json.member("order", textOf(model.architecture.order));
    SectionWriter(json, scenario).write(Section::model);
    json.endObject();
}

std::string writeScenario(const Scenario& scenario)
{
    JsonWriter json;
    json.beginObject();
    json.member("scalescope", 1);
    json.key("model");
    writeModelInto(json, scenario.model);
    json.key("hardware");
    writeHardwareInto(json, scenario);
    for (Section section : {Section::plan, Section::workload, Section::run, Section::serving, Section::assumptions, Section::sharding,
                            Section::calculator}) {
        json.key(kSectionNames[static_cast<std::size_t>(section)]).beginObject();
        if (section == Section::sharding) {
            json.member("left", scenario.sharding.left);
            json.member("right", scenario.sharding.right);
            json.member("output", scenario.sharding.output);
        }
        if (section == Section::serving && scenario.draft) {
            json.key("draft");
            writeModelInto(json, *scenario.draft);
        }
        if (section == Section::serving && scenario.prefillHardware) {
            Scenario aside;
            aside.hardware = *scenario.prefillHardware;
            json.key("prefill_hardware");
            writeHardwareInto(json, aside);
        }
        SectionWriter(json, scenario).write(section);
        json.endObject();
    }
    json.endObject();
    return json.take();
}

std::string writeModel(const Model& model)
{
    JsonWriter json;
    writeModelInto(json, model);
    return json.take();
}

std::string writeHardware(const Hardware& hardware)
{
    Scenario scenario;
    scenario.hardware = hardware;
    JsonWriter json;
    writeHardwareInto(json, scenario);
    return json.take();
}

}  // namespace scalescope
