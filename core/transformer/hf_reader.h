// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"
#include "core/transformer/hf_config.h"

#include <cstdint>
#include <functional>
#include <set>

namespace scalescope {

/// A field that holds a size, a whole number from 1.
struct SizeField {
    std::string_view key;
    std::string_view alias;   // another name of it, or empty
    std::int64_t maximum;     // of the parameter that it becomes
    std::string_view reason;  // what it is used as
};

/// Reads fields of a config.json one by one and writes the report. A field that is wrong reads as nothing, and the
/// problems say why.
class ConfigReader {
public:
    /// `text` and `root` outlive the reader.
    ConfigReader(std::string_view text, const JsonNode& root, ConfigImport& import);

    /// The field, or null when it is absent or null in the file.
    const JsonNode* find(std::string_view key) const;

    bool states(const SizeField& field) const { return find(field.key) || (!field.alias.empty() && find(field.alias)); }
    std::optional<std::int64_t> size(const SizeField& field);  // reports it as used; the field is stated
    std::optional<std::int64_t> size(const SizeField& field, std::int64_t byDefault);
    std::optional<bool> flag(std::string_view key, bool byDefault, std::string_view reason);
    std::optional<std::string> text(std::string_view key);  // does not report it

    void used(std::string_view key, const JsonNode& value, std::string_view reason);
    void guessed(std::string_view key, std::string value, std::string_view reason);
    void ignored(std::string_view key, const JsonNode& value, std::string_view reason);

    /// Adds a problem at the value of a field, or at the start when there is no such field.
    void problem(Severity severity, std::string_view key, std::string_view message, std::vector<std::string> arguments,
                 std::string_view suggestion = {});

    /// Adds what is not in the report yet as ignored, with what is not counted of it.
    void reportRest();

private:
    std::optional<std::int64_t> wholeNumber(std::string_view key, const JsonNode& value, std::int64_t maximum);
    void wrongType(std::string_view key, std::string_view expected, const JsonNode& found);
    void report(std::string_view key, FieldUse use, std::string value, std::string_view reason);

    std::string_view m_text;
    const JsonNode& m_root;
    ConfigImport& m_import;
    std::set<std::string, std::less<>> m_reported;
};

}  // namespace scalescope
