// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/section_reader.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::size_t kMaxOrderBytes = 100000;

/// Sizes that follow from others when a file does not state them.
void complete(Architecture& a)
{
    Attention& at = a.base().attention;
    if (at.kind == AttentionKind::none && at.heads == 0 && at.kvHeads == 0 && at.headDim == 0)
        at.heads = at.kvHeads = at.headDim = 1;
    if (at.kvHeads == 0)
        at.kvHeads = at.heads;
    if (at.headDim == 0 && at.heads > 0)
        at.headDim = std::max<std::int64_t>(1, a.width / at.heads);
    if (a.base().mlp.kind == MlpKind::none && a.base().mlp.width == 0)
        a.base().mlp.width = 1;
}

/// Makes the kinds that `variant` names, each as the first one, so that their parameters exist; false when it is wrong.
bool readVariantStructure(SectionReader& reader, const JsonNode& node, const std::string& pointer, Architecture& a)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return false;
    if (node.members.size() >= kMaxLayerKinds) {
        reader.problem(node.offset, pointer, SCALESCOPE_TEXT("core", "A model has at most %1 kinds of layers."),
                       {std::to_string(kMaxLayerKinds)});
        return false;
    }
    std::vector<Layer> kinds = {a.base()};
    for (const JsonMember& member : node.members) {
        const std::string letter(1, letterOf(kinds.size()));
        const std::string at = pointer + "/" + escapePointer(member.key);
        if (member.key != letter) {
            reader.problem(member.keyOffset, at, SCALESCOPE_TEXT("core", "The next kind of layer is '%2', not '%1'."),
                           {member.key.substr(0, 80), letter});
            return false;
        }
        if (!reader.expect(member.value, JsonNode::Kind::object, at))
            return false;
        kinds.push_back(a.base());
    }
    a.kinds = std::move(kinds);
    return true;
}

void readLayerOrder(SectionReader& reader, const JsonNode& node, const std::string& pointer, Architecture& a)
{
    std::string text;
    if (!reader.readText(node, pointer, kMaxOrderBytes, text))
        return;
    ReadLayerOrder read = readOrder(text, a.kinds.size());
    if (!read.problem.empty()) {
        std::vector<std::string> arguments = {read.argument};
        reader.problem(node.offset, pointer, read.problem, std::move(arguments));
        return;
    }
    a.order = std::move(read.order);
}

}  // namespace

Model unstatedModel()
{
    Model model;
    Layer& layer = model.architecture.base();
    model.architecture.layers = model.architecture.width = layer.mlp.width = 0;
    layer.attention.heads = layer.attention.kvHeads = layer.attention.headDim = 0;
    return model;
}

void readModelEntry(SectionReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return;
    Architecture& a = scenario.model.architecture;
    if (whole)
        scenario.model = unstatedModel();
    if (const JsonNode* name = node.find("name"))
        reader.readText(*name, pointer + "/name", kMaxNameBytes, scenario.model.name);
    if (const JsonNode* source = node.find("source"))
        reader.readText(*source, pointer + "/source", kMaxSourceBytes, scenario.model.source);

    std::unordered_set<std::string> texts = {"preset", "name", "source", "order"};
    const JsonNode* variant = node.find("variant");
    const JsonNode* order = node.find("order");
    const bool replaces = variant && (whole || order);  // otherwise single dimensions of the kinds that are there
    if (replaces)
        a.kinds.resize(1);
    std::unordered_set<std::string> shared = texts;
    if (replaces)
        shared.insert("variant");
    reader.readParameters(node, Section::model, pointer, scenario, std::move(shared));
    if (whole)
        complete(a);
    if (replaces && readVariantStructure(reader, *variant, pointer + "/variant", a)) {
        for (const JsonMember& member : node.members)
            if (member.key != "variant")
                texts.insert(member.key);
        reader.readParameters(node, Section::model, pointer, scenario, std::move(texts));
        a.order = {};
    }
    if (order)
        readLayerOrder(reader, *order, pointer + "/order", a);
    else if (replaces && a.kinds.size() > 1)
        reader.problem(node.offset, pointer, SCALESCOPE_TEXT("core", "'%1' is missing."), {"order"},
                       SCALESCOPE_TEXT("core", "It says which layers are of which kind, like \"A*3 | B\"."));
    if (whole)
        reader.requireValues(node, Section::model, pointer, scenario);
}

}  // namespace scalescope
