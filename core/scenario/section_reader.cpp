// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/section_reader.h"

#include "core/base/suggest.h"
#include "core/base/text.h"

#include <algorithm>

namespace scalescope {

namespace {

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

}  // namespace

bool SectionReader::expect(const JsonNode& node, JsonNode::Kind kind, const std::string& pointer)
{
    if (node.kind == kind)
        return true;
    problem(node.offset, pointer, SCALESCOPE_TEXT("core", "Expected %1, found %2."),
            {std::string(nameOf(kind)), std::string(nameOf(node.kind))});
    return false;
}

void SectionReader::unknownKey(const JsonMember& member, const std::string& pointer, std::span<const std::string_view> known)
{
    std::vector<std::string> arguments = {member.key.substr(0, 80)};
    std::string_view suggestion;
    if (const auto near = nearest(member.key, known)) {
        arguments.emplace_back(*near);
        suggestion = SCALESCOPE_TEXT("core", "Did you mean '%2'?");
    }
    problem(member.keyOffset, pointer, SCALESCOPE_TEXT("core", "Unknown key '%1'."), std::move(arguments), suggestion);
}

void SectionReader::problem(std::size_t offset, const std::string& pointer, std::string_view message,
                            std::vector<std::string> arguments, std::string_view suggestion)
{
    Diagnostic d{Severity::invalid, {}, message, std::move(arguments), suggestion};
    locate(d, offset, pointer);
    m_problems.push_back(std::move(d));
}

void SectionReader::locate(Diagnostic& d, std::size_t offset, const std::string& pointer) const
{
    const TextPosition at = positionAt(m_text, offset);
    d.pointer = pointer;
    d.line = at.line;
    d.column = at.column;
}

bool SectionReader::readText(const JsonNode& node, const std::string& pointer, std::size_t limit, std::string& target)
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

void SectionReader::readParameters(const JsonNode& section, Section kind, const std::string& pointer, Scenario& scenario,
                                   std::unordered_set<std::string> taken)
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

void SectionReader::requireValues(const JsonNode& section, Section kind, const std::string& pointer, const Scenario& scenario)
{
    for (const Parameter& p : parameters(scenario)) {
        if (p.section != kind || p.derived || !p.relevant || m_stated.contains(p.id) || !checkValue(p, p.value(scenario)))
            continue;
        problem(section.offset, pointer, SCALESCOPE_TEXT("core", "'%1' is missing."), {p.id});
    }
}

void SectionReader::readMembers(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario)
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

void SectionReader::readInner(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario)
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

void SectionReader::readLeaf(const JsonNode& node, const std::string& pointer, const Parameter& p, Scenario& scenario)
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

std::vector<std::string_view> SectionReader::keysUnder(const std::string& path) const
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

}  // namespace scalescope
