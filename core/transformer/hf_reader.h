// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"
#include "core/transformer/hf_config.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// A field that holds a size, a whole number.
struct SizeField {
    std::string_view names;   // "hidden_size|n_embd": the first is the one that a guess is listed under
    std::int64_t maximum;     // of the parameter that it becomes
    std::string_view reason;  // what it is used as
    std::int64_t minimum = 1;

    constexpr SizeField named(std::string_view others) const { return {others, maximum, reason, minimum}; }
};

/// Reads fields of a config.json one by one into an architecture and writes the report. `names` are alternatives,
/// divided by '|'. The decoder's fields come from the object inside that holds them, else from the file's root. A field
/// that is null is absent. A field that is wrong reads as its default, and the problems say why.
class KindReader {
public:
    /// `text` and `root` outlive the reader. Enters text_config and its like.
    KindReader(std::string_view text, const JsonNode& root, ConfigImport& import);

    Architecture& model() { return m_model; }
    Layer& base() { return m_model.base(); }
    const JsonNode& root() const { return m_root; }
    const JsonNode& decoder() const { return *m_scopes.back().object; }

    /// Reads fields of the object `key` alone, until left; false when there is none. It is looked for as fields are.
    bool enterObject(std::string_view key);
    void leaveObject() { m_scopes.pop_back(); }

    /// Whether nothing was wrong so far: sizes may be compared with each other.
    bool sound() const;

    /// The field, or null when it is absent or null in the file.
    const JsonNode* find(std::string_view names) const;
    bool states(std::string_view names) const { return find(names) != nullptr; }
    bool isNull(std::string_view names) const;  // there, as null
    std::optional<double> numberIn(std::string_view names) const;          // without a report
    std::optional<std::string_view> textIn(std::string_view names) const;  // likewise

    /// Stated: used. Absent: guessed.
    std::int64_t size(const SizeField& field, std::int64_t byDefault);
    bool flag(std::string_view names, bool byDefault, std::string_view reason);
    std::string text(std::string_view names, std::string_view byDefault, std::string_view reason);

    /// Stated: used. Absent: nothing.
    std::optional<std::int64_t> sizeIfStated(const SizeField& field);
    std::optional<bool> flagIfStated(std::string_view names, std::string_view reason);
    std::optional<std::string> textIfStated(std::string_view names, std::string_view reason);
    std::vector<std::int64_t> sizesIfStated(const SizeField& field);  // of a list
    std::vector<double> numbersIfStated(std::string_view names, std::string_view reason);
    std::vector<std::string> textsIfStated(std::string_view names, std::string_view reason);

    /// A number for each of model().layers: a list of that length, or one number for all.
    std::vector<std::int64_t> sizePerLayer(const SizeField& field, std::int64_t byDefault);

    void used(std::string_view names, std::string_view reason);
    void guessed(std::string_view names, std::string value, std::string_view reason);
    void ignored(std::string_view names, std::string_view reason);

    /// Adds a problem at the value of a field, or at the start when there is no such field.
    void problem(Severity severity, std::string_view names, std::string_view message,
                 std::vector<std::string> arguments = {}, std::string_view suggestion = {});

    /// The name under which a field is there, with the objects that it is in ("text_config.head_dim"); else the first.
    std::string nameOf(std::string_view names) const;

    /// Adds what is not in the report yet as ignored, with what is not counted of it.
    void reportRest();

private:
    struct Scope {
        Scope(const JsonNode& object, std::string prefix, std::string pointer, bool alone = false);

        const JsonNode* object;
        std::string prefix;   // of its fields in the report
        std::string pointer;  // JSON pointer
        bool alone;           // fields are not looked for further out
        // A kind asks for a hundred names, and a file may have thousands.
        std::unordered_map<std::string_view, const JsonNode*> fields;
    };
    struct Found {
        const JsonNode* value = nullptr;
        const Scope* scope = nullptr;
        std::string_view key;
    };
    Found locate(std::string_view names, bool orNull = false) const;
    void enter(std::string_view key, const JsonNode& object);
    bool isReported(const std::string& key) const { return m_reported.contains(key); }
    std::optional<std::int64_t> wholeNumber(std::string_view names, const JsonNode& value, const SizeField& field);
    void wrongType(std::string_view names, std::string_view expected, const JsonNode& found);
    void report(std::string key, FieldUse use, std::string value, std::string_view reason);
    void otherNames(const SizeField& field, const Found& first, std::optional<std::int64_t> number);

    std::string_view m_text;
    const JsonNode& m_root;
    ConfigImport& m_import;
    Architecture m_model;
    std::vector<Scope> m_scopes;  // the root first
    std::unordered_set<std::string> m_reported;
};

}  // namespace scalescope
