// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_reader.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/transformer/hf_ignored.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::string_view kAbsent =
    SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class.");
constexpr std::string_view kOtherName = SCALESCOPE_TEXT("core", "Another name of a field that is there too.");
constexpr std::string_view kQuoted = SCALESCOPE_TEXT("core", "A number in quotes, read as a number.");

/// Written as null, and not a NaN that is read as one.
bool isNull(const JsonNode& value) { return value.kind == JsonNode::Kind::null && value.text.empty(); }

std::string_view nameOf(const JsonNode& value)
{
    switch (value.kind) {
    case JsonNode::Kind::null: return isNull(value) ? "null" : "a number that is not finite";
    case JsonNode::Kind::boolean: return "a boolean";
    case JsonNode::Kind::number: return "a number";
    case JsonNode::Kind::string: return "a text";
    case JsonNode::Kind::array: return "a list";
    case JsonNode::Kind::object: break;
    }
    return "an object";
}

/// A value as the report shows it: one short line.
std::string shown(const JsonNode& value)
{
    constexpr std::size_t kFew = 4;
    switch (value.kind) {
    case JsonNode::Kind::null: return isNull(value) ? "null" : value.text;
    case JsonNode::Kind::boolean: return value.boolean ? "true" : "false";
    case JsonNode::Kind::number:
    case JsonNode::Kind::string: return abbreviated(value.text);
    case JsonNode::Kind::array: break;
    case JsonNode::Kind::object: return value.members.empty() ? "{}" : "{\u2026}";
    }
    const bool plain = std::all_of(value.items.begin(), value.items.end(), [](const JsonNode& item) {
        return item.kind != JsonNode::Kind::array && item.kind != JsonNode::Kind::object;
    });
    if (!plain || value.items.size() > kFew)
        return "[\u2026]";
    std::string list;
    for (const JsonNode& item : value.items)
        list += (list.empty() ? "" : ", ") + shown(item);
    return '[' + list + ']';
}

std::optional<double> quotedNumber(const std::string& text)
{
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return static_cast<double>(number);
}

}  // namespace

ConfigReader::ConfigReader(std::string_view text, const JsonNode& root, ConfigImport& import)
    : m_text(text),
      m_root(root),
      m_import(import)
{
}

const JsonNode* ConfigReader::find(std::string_view key) const
{
    const JsonNode* value = m_root.find(key);
    return value && isNull(*value) ? nullptr : value;
}

std::optional<std::int64_t> ConfigReader::size(const SizeField& field, std::int64_t byDefault)
{
    if (states(field))
        return size(field);
    guessed(field.key, std::to_string(byDefault), kAbsent);
    return byDefault;
}

std::optional<std::int64_t> ConfigReader::size(const SizeField& field)
{
    const JsonNode* value = find(field.key);
    const JsonNode* other = field.alias.empty() ? nullptr : find(field.alias);
    const std::string_view key = value ? field.key : field.alias;
    const JsonNode& stated = value ? *value : *other;
    const auto number = wholeNumber(key, stated, field.maximum);
    used(key, stated, stated.kind == JsonNode::Kind::string ? kQuoted : field.reason);
    if (!value || !other)
        return number;
    ignored(field.alias, *other, kOtherName);
    const auto same = wholeNumber(field.alias, *other, field.maximum);
    if (number && same && *number != *same) {
        problem(Severity::invalid, field.alias,
                SCALESCOPE_TEXT("core", "%1 = %2 and %3 = %4 mean the same and differ."),
                {std::string(field.key), std::to_string(*number), std::string(field.alias), std::to_string(*same)});
        return std::nullopt;
    }
    return number;
}

std::optional<bool> ConfigReader::flag(std::string_view key, bool byDefault, std::string_view reason)
{
    const JsonNode* value = find(key);
    if (!value) {
        guessed(key, byDefault ? "true" : "false", kAbsent);
        return byDefault;
    }
    used(key, *value, reason);
    if (value->kind != JsonNode::Kind::boolean) {
        wrongType(key, "a boolean", *value);
        return std::nullopt;
    }
    return value->boolean;
}

std::optional<std::string> ConfigReader::text(std::string_view key)
{
    const JsonNode* value = find(key);
    if (!value)
        return std::nullopt;
    if (value->kind != JsonNode::Kind::string) {
        wrongType(key, "a text", *value);
        return std::nullopt;
    }
    return value->text;
}

void ConfigReader::used(std::string_view key, const JsonNode& value, std::string_view reason)
{
    report(key, FieldUse::used, shown(value), reason);
}

void ConfigReader::guessed(std::string_view key, std::string value, std::string_view reason)
{
    report(key, FieldUse::guessed, std::move(value), reason);
}

void ConfigReader::ignored(std::string_view key, const JsonNode& value, std::string_view reason)
{
    report(key, FieldUse::ignored, shown(value), reason);
}

void ConfigReader::report(std::string_view key, FieldUse use, std::string value, std::string_view reason)
{
    if (m_reported.emplace(key).second)
        m_import.fields.push_back({std::string(key), use, std::move(value), std::string(reason)});
}

void ConfigReader::problem(Severity severity, std::string_view key, std::string_view message,
                           std::vector<std::string> arguments, std::string_view suggestion)
{
    const JsonNode* value = m_root.find(key);
    const TextPosition at = positionAt(m_text, value ? value->offset : m_root.offset);
    Diagnostic d{severity, {}, message, std::move(arguments), suggestion};
    d.pointer = value ? '/' + escapePointer(key) : std::string();
    d.line = at.line;
    d.column = at.column;
    m_import.problems.push_back(std::move(d));
}

void ConfigReader::reportRest()
{
    for (const JsonMember& member : m_root.members) {
        if (m_reported.contains(member.key))
            continue;
        const Irrelevance why = irrelevanceOf(member, m_root);
        ignored(member.key, member.value, why.reason);
        if (why.severity)
            problem(*why.severity, member.key, why.message, {member.key});
    }
}

std::optional<std::int64_t> ConfigReader::wholeNumber(std::string_view key, const JsonNode& value, std::int64_t maximum)
{
    std::optional<double> number;
    if (value.kind == JsonNode::Kind::number)
        number = value.number;
    else if (value.kind == JsonNode::Kind::string)
        number = quotedNumber(value.text);
    if (!number) {
        wrongType(key, "a number", value);
        return std::nullopt;
    }
    if (*number < 1 || *number > static_cast<double>(maximum)) {
        problem(Severity::invalid, key,
                SCALESCOPE_TEXT("core", "%1 = %2 is out of range: it must be between %3 and %4."),
                {std::string(key), shown(value), "1", formatCount(static_cast<double>(maximum))});
        return std::nullopt;
    }
    if (*number != std::floor(*number)) {
        problem(Severity::invalid, key, SCALESCOPE_TEXT("core", "%1 = %2 must be a whole number."),
                {std::string(key), shown(value)});
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*number);
}

void ConfigReader::wrongType(std::string_view key, std::string_view expected, const JsonNode& found)
{
    problem(Severity::invalid, key, SCALESCOPE_TEXT("core", "%1: expected %2, found %3."),
            {std::string(key), std::string(expected), std::string(nameOf(found))});
}

}  // namespace scalescope
