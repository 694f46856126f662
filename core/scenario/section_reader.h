// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"
#include "core/scenario/parameter_table.h"
#include "core/scenario/presets.h"

#include <unordered_map>
#include <unordered_set>

namespace scalescope {

constexpr std::size_t kMaxNameBytes = 200;
constexpr std::size_t kMaxSourceBytes = 2000;

/// Reads one text; collects everything that is wrong with it.
class SectionReader {
public:
    explicit SectionReader(std::string_view text) : m_text(text), m_document(parseJson(text))
    {
        m_problems = m_document.problems;
    }

    const JsonNode* root() const { return m_document.root ? &*m_document.root : nullptr; }
    Diagnostics& problems() { return m_problems; }

    bool expect(const JsonNode& node, JsonNode::Kind kind, const std::string& pointer);

    void unknownKey(const JsonMember& member, const std::string& pointer, std::span<const std::string_view> known);

    void problem(std::size_t offset, const std::string& pointer, std::string_view message,
                 std::vector<std::string> arguments, std::string_view suggestion = {});

    void locate(Diagnostic& d, std::size_t offset, const std::string& pointer) const;

    bool readText(const JsonNode& node, const std::string& pointer, std::size_t limit, std::string& target);

    /// Reads every leaf of a section as a parameter of the scenario, whose structure must be in place.
    /// `taken` are paths inside the section that were read before.
    void readParameters(const JsonNode& section, Section kind, const std::string& pointer, Scenario& scenario,
                        std::unordered_set<std::string> taken = {});

    /// After reading: what has no default and was not stated.
    void requireValues(const JsonNode& section, Section kind, const std::string& pointer, const Scenario& scenario);

private:
    void readMembers(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario);

    void readInner(const JsonNode& node, const std::string& path, const std::string& pointer, Scenario& scenario);

    void readLeaf(const JsonNode& node, const std::string& pointer, const Parameter& p, Scenario& scenario);

    std::vector<std::string_view> keysUnder(const std::string& path) const;

    std::string_view m_text;
    JsonDocument m_document;
    Diagnostics m_problems;
    std::vector<Parameter> m_table;
    std::unordered_map<std::string, const Parameter*> m_byId;  // by path inside the section
    std::unordered_set<std::string> m_inner;                   // paths of objects and lists
    std::unordered_set<std::string> m_taken;
    std::unordered_set<std::string> m_stated;
};

/// What a model is before its file is read: sizes that must be stated are out of range.
Model unstatedModel();

/// The sections whose structure decides which parameters there are.
void readModelEntry(SectionReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario);
void readHardwareEntry(SectionReader& reader, const JsonNode& node, const std::string& pointer, bool whole, Scenario& scenario);
void readSharding(SectionReader& reader, const JsonNode& node, const std::string& pointer, Scenario& scenario);

}  // namespace scalescope
