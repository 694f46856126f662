// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/section_reader.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::array<std::string_view, 3> kNetworkKindNames = {"torus", "fabric", "data_centre"};

Shape shapeFor(SectionReader& reader, const JsonNode* list, const std::string& pointer)
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
void readNetworkStructure(SectionReader& reader, const JsonNode& list, const std::string& pointer, Cluster& cluster)
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

void readSources(SectionReader& reader, const JsonNode& node, const std::string& pointer, Hardware& hardware)
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

}  // namespace

void readHardwareEntry(SectionReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario)
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

}  // namespace scalescope
