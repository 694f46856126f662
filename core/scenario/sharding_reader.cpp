// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/section_reader.h"

namespace scalescope {

namespace {

/// The names of an object of sizes, so that their parameters exist; the sizes are read later.
bool readNames(SectionReader& reader, const JsonNode& node, const std::string& pointer, std::size_t most, std::vector<NamedSize>& names)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return false;
    if (node.members.empty() || node.members.size() > most) {
        reader.problem(node.offset, pointer, SCALESCOPE_TEXT("core", "Between 1 and %1 names are taken here, not %2."),
                       {std::to_string(most), std::to_string(node.members.size())});
        return false;
    }
    names.clear();
    for (const JsonMember& member : node.members) {
        if (!isArrayName(member.key)) {
            reader.problem(member.keyOffset, pointer, SCALESCOPE_TEXT("core", "'%1' cannot be a name here."), {member.key.substr(0, 80)},
                           SCALESCOPE_TEXT("core", "A name is a letter, then letters and digits, 16 at most."));
            return false;
        }
        names.push_back({member.key, 1});
    }
    return true;
}

void readNotation(SectionReader& reader, const JsonNode& section, const char* key, const std::string& pointer,
                  const ShardingStudy& study, std::string& target)
{
    const JsonNode* node = section.find(key);
    const std::string at = pointer + "/" + key;
    std::string text;
    if (!node || !reader.readText(*node, at, ShardingStudy::kMaxNotationBytes, text))
        return;
    if (text.empty() && &target == &study.output) {
        target.clear();
        return;
    }
    Diagnostics problems;
    if (const auto array = parseArray(text, study.mesh, study.dimensions, problems)) {
        target = textOf(*array, study.mesh);
        return;
    }
    for (Diagnostic& problem : problems) {
        if (problem.severity != Severity::invalid)
            continue;
        const int within = problem.column;
        reader.locate(problem, node->offset, at);
        problem.column += within;  // behind the quotation mark
        reader.problems().push_back(std::move(problem));
    }
}

}  // namespace

void readSharding(SectionReader& reader, const JsonNode& node, const std::string& pointer, Scenario& scenario)
{
    if (!reader.expect(node, JsonNode::Kind::object, pointer))
        return;
    ShardingStudy& study = scenario.sharding;
    const std::size_t before = reader.problems().size();
    const JsonNode* mesh = node.find("mesh");
    if (mesh && readNames(reader, *mesh, pointer + "/mesh", kMaxMeshAxes, study.mesh.axes)) {
        study.over = {true};
        study.idle = {};
    }
    const JsonNode* dimensions = node.find("dimensions");
    if (dimensions)
        readNames(reader, *dimensions, pointer + "/dimensions", ShardingStudy::kMaxDimensionNames, study.dimensions);
    if (reader.problems().size() != before)
        return;
    if (mesh || dimensions)
        writeDefaultArrays(study);
    reader.readParameters(node, Section::sharding, pointer, scenario, {"left", "right", "output"});
    if (reader.problems().size() != before)
        return;
    readNotation(reader, node, "left", pointer, study, study.left);
    readNotation(reader, node, "right", pointer, study, study.right);
    readNotation(reader, node, "output", pointer, study, study.output);
}

}  // namespace scalescope
