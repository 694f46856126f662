// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace scalescope {

namespace {

constexpr std::size_t kMaxNameBytes = 200;
constexpr std::size_t kMaxSourceBytes = 2000;
constexpr std::array<std::string_view, 3> kNetworkKindNames = {"torus", "fabric", "data_centre"};
constexpr std::array<std::string_view, 1> kAssumptionSetNames = {"book"};

std::string_view nameOf(JsonNode::Kind kind)
{
    switch (kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return "a boolean";
    case JsonNode::Kind::number: return "a number";
    case JsonNode::Kind::string: return "a text";
    case JsonNode::Kind::array: return "a list";
    case JsonNode::Kind::object: break;
    }
    return "an object";
}

/// Reads one text; collects everything that is wrong with it.
class ScenarioReader {
public:
    explicit ScenarioReader(std::string_view text) : m_text(text), m_document(parseJson(text))
    {
        m_problems = m_document.problems;
    }

    const JsonNode* root() const { return m_document.root ? &*m_document.root : nullptr; }
    Diagnostics& problems() { return m_problems; }

    bool expect(const JsonNode& node, JsonNode::Kind kind, const std::string& pointer)
    {
        if (node.kind == kind)
            return true;
        problem(node.offset, pointer, SCALESCOPE_TEXT("core", "Expected %1, found %2."),
                {std::string(nameOf(kind)), std::string(nameOf(node.kind))});
        return false;
    }

    void unknownKey(const JsonMember& member, const std::string& pointer, std::span<const std::string_view> known)
    {
        std::vector<std::string> arguments = {member.key.substr(0, 80)};
        std::string_view suggestion;
        if (const auto near = nearest(member.key, known)) {
            arguments.emplace_back(*near);
            suggestion = SCALESCOPE_TEXT("core", "Did you mean '%2'?");
        }
        problem(member.keyOffset, pointer, SCALESCOPE_TEXT("core", "Unknown key '%1'."), std::move(arguments), suggestion);
    }

    void problem(std::size_t offset, const std::string& pointer, std::string_view message,
                 std::vector<std::string> arguments, std::string_view suggestion = {})
    {
        Diagnostic d{Severity::invalid, {}, message, std::move(arguments), suggestion};
        locate(d, offset, pointer);
        m_problems.push_back(std::move(d));
    }

    void locate(Diagnostic& d, std::size_t offset, const std::string& pointer) const
    {
        const TextPosition at = positionAt(m_text, offset);
        d.pointer = pointer;
        d.line = at.line;
        d.column = at.column;
    }

    bool readText(const JsonNode& node, const std::string& pointer, std::size_t limit, std::string& target)
    {
        if (!expect(node, JsonNode::Kind::string, pointer))
            return false;
        if (node.text.size() > limit) {
            problem(node.offset, pointer, SCALESCOPE_TEXT("core", "The text is longer than %1 bytes."), {std::to_string(limit)});
            return false;
        }
        target = node.text;
        return true;
    }

    /// Reads every leaf of a section as a parameter of the scenario, whose structure must be in place.
    /// `taken` are paths inside the section that were read before.
    void readParameters(const JsonNode& section, Section kind, const std::string& pointer, Scenario& scenario,
                        std::unordered_set<std::string> taken = {})
    {
        if (!expect(section, JsonNode::Kind::object, pointer))
            return;
        m_table = parameters(scenario);
        m_byId.clear();
        m_inner.clear();
        m_taken = std::move(taken);
        const std::string prefix = kind == Section::hardware ? "" : std::string(kSectionNames[static_cast<std::size_t>(kind)]) + ".";
        for (const Parameter& p : m_table) {
            if (p.section != kind)
                continue;
            const std::string path = p.id.substr(prefix.size());
            m_byId.emplace(path, &p);
            for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
                m_inner.insert(path.substr(0, dot));
        }
        readMembers(section, "", pointer, scenario);
    }

    /// After reading: what has no default and was not stated.
    void requireValues(const JsonNode& section, Section kind, const std::string& pointer, const Scenario& scenario)
    {
        for (const Parameter& p : parameters(scenario)) {
            if (p.section != kind || p.derived || m_stated.contains(p.id) || !checkValue(p, p.value(scenario)))
                continue;
            problem(section.offset, pointer, SCALESCOPE_TEXT("core", "'%1' is missing."), {p.id});
        }
    }

private:
    void readMembers(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario)
    {
        for (const JsonMember& member : node.members) {
            const std::string inner = path.empty() ? member.key : path + "." + member.key;
            const std::string at = pointer + "/" + escapePointer(member.key);
            if (m_taken.contains(inner))
                continue;
            if (const auto leaf = m_byId.find(inner); leaf != m_byId.end())
                readLeaf(member.value, at, *leaf->second, scenario);
            else if (m_inner.contains(inner))
                readInner(member.value, inner, at, scenario);
            else
                unknownKey(member, at, keysUnder(path));
        }
    }

    void readInner(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario)
    {
        const bool list = m_byId.contains(path + ".0") || m_inner.contains(path + ".0");
        if (!expect(node, list ? JsonNode::Kind::array : JsonNode::Kind::object, pointer))
            return;
        if (!list) {
            readMembers(node, path, pointer, scenario);
            return;
        }
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const std::string inner = path + "." + std::to_string(i);
            const std::string at = pointer + "/" + std::to_string(i);
            if (const auto leaf = m_byId.find(inner); leaf != m_byId.end())
                readLeaf(node.items[i], at, *leaf->second, scenario);
            else if (m_inner.contains(inner))
                readInner(node.items[i], inner, at, scenario);
            else
                problem(node.items[i].offset, at, SCALESCOPE_TEXT("core", "The list is longer than the scenario has room for."), {});
        }
    }

    void readLeaf(const JsonNode& node, const std::string& pointer, const Parameter& p, Scenario& scenario)
    {
        m_stated.insert(p.id);
        std::optional<double> value;
        if (p.isChoice()) {
            const bool truth = p.choices.data() == kBooleanNames.data();
            if (!expect(node, truth ? JsonNode::Kind::boolean : JsonNode::Kind::string, pointer))
                return;
            Diagnostic wrong;
            const auto edit = parseEdit(p, truth ? (node.boolean ? "true" : "false") : std::string_view(node.text), wrong);
            if (!edit) {
                locate(wrong, node.offset, pointer);
                m_problems.push_back(std::move(wrong));
                return;
            }
            value = edit->value;
        } else if (!(p.optional && node.kind == JsonNode::Kind::null)) {
            if (!expect(node, JsonNode::Kind::number, pointer))
                return;
            value = node.number;
        }
        if (auto wrong = checkValue(p, value)) {
            locate(*wrong, node.offset, pointer);
            m_problems.push_back(std::move(*wrong));
            return;
        }
        p.set(scenario, p.index, value);
    }

    std::vector<std::string_view> keysUnder(const std::string& path) const
    {
        std::vector<std::string_view> keys;
        const std::string prefix = path.empty() ? "" : path + ".";
        const auto add = [&](const std::string& candidate) {
            if (candidate.starts_with(prefix) && candidate.find('.', prefix.size()) == std::string::npos)
                keys.push_back(std::string_view(candidate).substr(prefix.size()));
        };
        for (const auto& entry : m_byId)
            add(entry.first);
        for (const std::string& inner : m_inner)
            add(inner);
        for (const std::string& taken : m_taken)
            add(taken);
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    std::string_view m_text;
    JsonDocument m_document;
    Diagnostics m_problems;
    std::vector<Parameter> m_table;
    std::unordered_map<std::string, const Parameter*> m_byId;  // by path inside the section
    std::unordered_set<std::string> m_inner;                   // paths of objects and lists
    std::unordered_set<std::string> m_taken;
    std::unordered_set<std::string> m_stated;
};

// --- model --------------------------------------------------------------------------------------------------------

void readModelEntry(ScenarioReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return;
    Architecture& a = scenario.model.architecture;
    if (whole) {
        scenario.model = {};
        a.layers = a.width = a.mlp.width = 0;  // out of range: must be stated
        a.attention.heads = a.attention.kvHeads = a.attention.headDim = 0;
    }
    if (const JsonNode* name = node.find("name"))
        reader.readText(*name, pointer + "/name", kMaxNameBytes, scenario.model.name);
    if (const JsonNode* source = node.find("source"))
        reader.readText(*source, pointer + "/source", kMaxSourceBytes, scenario.model.source);
    reader.readParameters(node, Section::model, pointer, scenario, {"preset", "name", "source"});
    if (!whole)
        return;
    Attention& at = a.attention;
    if (at.kind == AttentionKind::none && at.heads == 0 && at.kvHeads == 0 && at.headDim == 0)
        at.heads = at.kvHeads = at.headDim = 1;
    if (at.kvHeads == 0)
        at.kvHeads = at.heads;
    if (at.headDim == 0 && at.heads > 0)
        at.headDim = std::max<std::int64_t>(1, a.width / at.heads);
    reader.requireValues(node, Section::model, pointer, scenario);
}

// --- hardware -----------------------------------------------------------------------------------------------------

Shape shapeFor(ScenarioReader& reader, const JsonNode* list, const std::string& pointer)
{
    Shape shape;
    if (!list || !reader.expect(*list, JsonNode::Kind::array, pointer))
        return shape;
    if (list->items.empty() || list->items.size() > Shape::kMaxDimensions) {
        reader.problem(list->offset, pointer, SCALESCOPE_TEXT("core", "A torus has 1 to %1 dimensions, not %2."),
                       {std::to_string(Shape::kMaxDimensions), std::to_string(list->items.size())});
        return shape;
    }
    shape.dimensions = static_cast<int>(list->items.size());
    return shape;
}

/// Makes networks of the kinds that the list states, so that their parameters exist; figures are read later.
void readNetworkStructure(ScenarioReader& reader, const JsonNode& list, const std::string& pointer, Cluster& cluster)
{
    cluster.networks.clear();
    if (!reader.expect(list, JsonNode::Kind::array, pointer))
        return;
    if (list.items.size() > Cluster::kMaxNetworks) {
        reader.problem(list.offset, pointer, SCALESCOPE_TEXT("core", "A cluster has at most %1 networks."),
                       {std::to_string(Cluster::kMaxNetworks)});
        return;
    }
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const JsonNode& item = list.items[i];
        const std::string at = pointer + "/" + std::to_string(i);
        if (!reader.expect(item, JsonNode::Kind::object, at))
            return;
        const JsonNode* kindNode = item.find("kind");
        std::string kind;
        if (!kindNode || !reader.readText(*kindNode, at + "/kind", kMaxNameBytes, kind)) {
            if (!kindNode)
                reader.problem(item.offset, at, SCALESCOPE_TEXT("core", "'%1' is missing."), {"kind"});
            return;
        }
        const bool overTorus = i == 1 && std::holds_alternative<Torus>(cluster.networks[0]);
        const bool overFabric = i == 0 || std::holds_alternative<FabricLevel>(cluster.networks[i - 1]);
        std::string name;
        if (const JsonNode* nameNode = item.find("name"))
            reader.readText(*nameNode, at + "/name", kMaxNameBytes, name);
        if (kind == "torus" && i == 0) {
            Torus torus;
            torus.shape = shapeFor(reader, item.find("shape"), at + "/shape");
            torus.maxShape.dimensions = torus.shape.dimensions;
            torus.hop = Seconds(1e-6);
            if (torus.shape.dimensions == 0) {
                if (!item.find("shape"))
                    reader.problem(item.offset, at, SCALESCOPE_TEXT("core", "'%1' is missing."), {"shape"});
                return;
            }
            torus.name = name.empty() ? torus.name : name;
            cluster.networks.emplace_back(torus);
        } else if (kind == "fabric" && overFabric) {
            FabricLevel level;
            level.name = name.empty() ? "level " + std::to_string(i) : name;
            level.degree = level.maxDegree = 0;
            level.hop = Seconds(1e-6);
            cluster.networks.emplace_back(level);
        } else if (kind == "data_centre" && overTorus) {
            DataCentre dataCentre;
            dataCentre.name = name.empty() ? dataCentre.name : name;
            cluster.networks.emplace_back(dataCentre);
        } else {
            std::vector<std::string> arguments = {kind.substr(0, 80)};
            const bool known = std::find(kNetworkKindNames.begin(), kNetworkKindNames.end(), kind) != kNetworkKindNames.end();
            reader.problem(kindNode->offset, at + "/kind",
                           known ? SCALESCOPE_TEXT("core", "A network of kind '%1' cannot stand here.")
                                 : SCALESCOPE_TEXT("core", "There is no network of kind '%1'."),
                           std::move(arguments),
                           SCALESCOPE_TEXT("core", "Networks are 'fabric' levels, or one 'torus' with at most one 'data_centre' over it."));
            return;
        }
    }
}

void readSources(ScenarioReader& reader, const JsonNode& node, const std::string& pointer, Hardware& hardware)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return;
    for (const JsonMember& member : node.members) {
        std::string source;
        if (reader.readText(member.value, pointer + "/" + escapePointer(member.key), kMaxSourceBytes, source))
            hardware.sources.push_back({member.key, source});
    }
}

void completeNetworks(Cluster& cluster)
{
    for (Network& network : cluster.networks) {
        if (auto* torus = std::get_if<Torus>(&network)) {
            for (int d = 0; d < torus->shape.dimensions; ++d)
                if (torus->maxShape[d] == 0)
                    torus->maxShape[d] = std::max<std::int64_t>(1, torus->shape[d]);
        } else if (auto* level = std::get_if<FabricLevel>(&network)) {
            if (level->maxDegree == 0)
                level->maxDegree = std::max<std::int64_t>(1, level->degree);
        }
    }
}

/// Overrides of a preset may give figures of its networks, or other networks, which then state their kinds.
bool statesKinds(const JsonNode& list)
{
    return std::any_of(list.items.begin(), list.items.end(), [](const JsonNode& item) { return item.find("kind"); });
}

void readHardwareEntry(ScenarioReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return;
    Hardware& hardware = scenario.hardware;
    if (whole)
        hardware = {};
    const std::size_t before = reader.problems().size();
    if (const JsonNode* name = node.find("name"))
        reader.readText(*name, pointer + "/name", kMaxNameBytes, hardware.name);
    if (const JsonNode* sources = node.find("sources"))
        readSources(reader, *sources, pointer + "/sources", hardware);
    const JsonNode* network = node.find("network");
    if (network && (whole || statesKinds(*network)))
        readNetworkStructure(reader, *network, pointer + "/network", hardware.cluster);
    const JsonNode* chip = node.find("chip");
    if (const JsonNode* onChip = chip ? chip->find("on_chip") : nullptr)
        if (const JsonNode* name = onChip->find("name"))
            reader.readText(*name, pointer + "/chip/on_chip/name", kMaxNameBytes, hardware.cluster.chip.onChipName);
    const bool structureStands = reader.problems().size() == before;

    std::unordered_set<std::string> taken = {"preset", "name", "sources", "chip.on_chip.name"};
    for (std::size_t i = 0; i < Cluster::kMaxNetworks; ++i) {
        taken.insert("network." + std::to_string(i) + ".kind");
        taken.insert("network." + std::to_string(i) + ".name");
    }
    if (!structureStands || (network && hardware.cluster.networks.empty()))
        taken.insert("network");
    reader.readParameters(node, Section::hardware, pointer, scenario, std::move(taken));
    completeNetworks(hardware.cluster);
    if (structureStands)
        reader.requireValues(node, Section::hardware, pointer, scenario);
}

// --- whole files --------------------------------------------------------------------------------------------------

/// A preset's name, a whole preset, or {"preset": name} with overrides.
template <class T, class Preset, class Entry>
void readEntry(ScenarioReader& reader, const JsonNode& node, const std::string& pointer, PresetKind kind,
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

void readVersion(ScenarioReader& reader, const JsonNode& root)
{
    const JsonNode* version = root.find("scalescope");
    if (!version)
        reader.problem(root.offset, "", SCALESCOPE_TEXT("core", "'%1' is missing."), {"scalescope"},
                       SCALESCOPE_TEXT("core", "A scenario file begins with {\"scalescope\": 1, ...}."));
    else if (reader.expect(*version, JsonNode::Kind::number, "/scalescope") && version->number != 1)
        reader.problem(version->offset, "/scalescope", SCALESCOPE_TEXT("core", "Version %1 of scenario files is not known; this program reads 1."),
                       {version->text.substr(0, 80)});
}

void readAssumptions(ScenarioReader& reader, const JsonNode& node, Scenario& scenario)
{
    const JsonNode* set = node.kind == JsonNode::Kind::string ? &node : node.find("set");
    if (set) {
        std::string name;
        const std::string at = set == &node ? "/assumptions" : "/assumptions/set";
        if (reader.readText(*set, at, kMaxNameBytes, name) &&
            std::find(kAssumptionSetNames.begin(), kAssumptionSetNames.end(), name) == kAssumptionSetNames.end())
            reader.problem(set->offset, at, SCALESCOPE_TEXT("core", "There is no set of assumptions '%1'."), {name.substr(0, 80), "book"},
                           SCALESCOPE_TEXT("core", "There is '%2'."));
        if (set == &node)
            return;
    }
    reader.readParameters(node, Section::assumptions, "/assumptions", scenario, {"set"});
}

template <class T>
Read<T> finish(ScenarioReader& reader, T value)
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
    ScenarioReader reader(text);
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
    if (const JsonNode* assumptions = root.find("assumptions"))
        readAssumptions(reader, *assumptions, scenario);

    constexpr std::array<std::string_view, 6> known = {"scalescope", "model", "hardware", "plan", "workload", "assumptions"};
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
    ScenarioReader reader(text);
    Scenario scenario;
    if (reader.root())
        readModelEntry(reader, *reader.root(), "", true, scenario);
    return finish(reader, std::move(scenario.model));
}

Read<Hardware> readHardware(std::string_view text)
{
    ScenarioReader reader(text);
    Scenario scenario;
    if (reader.root())
        readHardwareEntry(reader, *reader.root(), "", true, scenario);
    if (reader.problems().empty())
        if (auto problem = checkWhole(scenario))
            reader.problems().push_back(std::move(*problem));
    return finish(reader, std::move(scenario.hardware));
}

}  // namespace scalescope
