// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_reader.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/transformer/hf_ignored.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::string_view kAbsent =
    SCALESCOPE_TEXT("core", "Absent or null: the default of the model type's configuration class.");
constexpr std::string_view kInner =
    SCALESCOPE_TEXT("core", "The object of the decoder states it, too, and wins.");
constexpr std::string_view kDecoderObject = SCALESCOPE_TEXT("core", "Holds the decoder's fields.");
constexpr std::string_view kOtherName = SCALESCOPE_TEXT("core", "Another name of a field that is there too.");
constexpr std::string_view kQuoted = SCALESCOPE_TEXT("core", "A number in quotes, read as a number.");

/// Written as null, and not a NaN that is read as one.
bool isNull(const JsonNode& value) { return value.kind == JsonNode::Kind::null && value.text.empty(); }

std::string_view kindNameOf(const JsonNode& value)
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

/// Objects that hold the decoder of a model with other parts.
constexpr std::array<std::string_view, 8> kDecoderObjects = {
    "text_config", "llm_config", "language_config", "language_model", "language_model_config", "thinker_config",
    "text_model_config", "decoder_config"};

/// Calls `visit` with each of the names "a|b|c" until it returns true.
template <class Visit>
void eachName(std::string_view names, Visit visit)
{
    while (!names.empty()) {
        const std::size_t end = std::min(names.find('|'), names.size());
        if (visit(names.substr(0, end)))
            return;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
}

std::string_view firstName(std::string_view names) { return names.substr(0, names.find('|')); }

}  // namespace

KindReader::Scope::Scope(const JsonNode& node, std::string itsPrefix, std::string itsPointer, bool isAlone)
    : object(&node), prefix(std::move(itsPrefix)), pointer(std::move(itsPointer)), alone(isAlone)
{
    fields.reserve(node.members.size());
    for (const JsonMember& member : node.members)
        fields.emplace(member.key, &member.value);  // the first of a name counts
}

KindReader::KindReader(std::string_view text, const JsonNode& root, ConfigImport& import)
    : m_text(text),
      m_root(root),
      m_import(import)
{
    m_scopes.emplace_back(root, std::string(), std::string());
    constexpr std::size_t kDeepest = 3;
    for (bool entered = true; entered && m_scopes.size() <= kDeepest;) {
        entered = false;
        for (std::string_view key : kDecoderObjects) {
            const JsonNode* object = decoder().find(key);
            if (!object || object->kind != JsonNode::Kind::object || object->members.empty())
                continue;
            enter(key, *object);
            entered = true;
            break;
        }
    }
}

void KindReader::enter(std::string_view key, const JsonNode& object)
{
    const Scope& outer = m_scopes.back();
    const std::string path = outer.prefix + std::string(key);
    report(path, FieldUse::used, shown(object), kDecoderObject);
    m_scopes.emplace_back(object, path + '.', outer.pointer + '/' + escapePointer(key));
}

bool KindReader::enterObject(std::string_view key)
{
    const Found found = locate(key);
    if (!found.value || found.value->kind != JsonNode::Kind::object)
        return false;
    used(key, SCALESCOPE_TEXT("core", "Holds fields of a part of the model."));
    Scope inner(*found.value, found.scope->prefix + std::string(key) + '.', found.scope->pointer + '/' + escapePointer(key), true);
    m_scopes.push_back(std::move(inner));
    return true;
}

bool KindReader::sound() const { return !anyAtLeast(m_import.problems, Severity::invalid); }

KindReader::Found KindReader::locate(std::string_view names, bool orNull) const
{
    Found found;
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend() && !found.value; ++scope) {
        eachName(names, [&](std::string_view key) {
            const auto field = scope->fields.find(key);
            const JsonNode* value = field == scope->fields.end() ? nullptr : field->second;
            if (!value || (scalescope::isNull(*value) && !orNull))
                return false;
            found = {value, &*scope, key};
            return true;
        });
        if (scope->alone)
            break;
    }
    return found;
}

const JsonNode* KindReader::find(std::string_view names) const { return locate(names).value; }

bool KindReader::isNull(std::string_view names) const
{
    const Found found = locate(names, true);
    return found.value && scalescope::isNull(*found.value);
}

std::optional<double> KindReader::numberIn(std::string_view names) const
{
    const JsonNode* value = find(names);
    if (!value)
        return std::nullopt;
    return value->kind == JsonNode::Kind::string ? quotedNumber(value->text)
        : value->kind == JsonNode::Kind::number  ? std::optional(value->number)
                                                 : std::nullopt;
}

std::optional<std::string_view> KindReader::textIn(std::string_view names) const
{
    const JsonNode* value = find(names);
    return value && value->kind == JsonNode::Kind::string ? std::optional<std::string_view>(value->text) : std::nullopt;
}

std::string KindReader::nameOf(std::string_view names) const
{
    const Found found = locate(names);
    return found.value ? found.scope->prefix + std::string(found.key)
                       : m_scopes.back().prefix + std::string(firstName(names));
}

std::int64_t KindReader::size(const SizeField& field, std::int64_t byDefault)
{
    if (const auto stated = sizeIfStated(field))
        return *stated;
    if (!states(field.names))
        guessed(field.names, std::to_string(byDefault), kAbsent);
    return byDefault;
}

std::optional<std::int64_t> KindReader::sizeIfStated(const SizeField& field)
{
    const Found found = locate(field.names);
    if (!found.value)
        return std::nullopt;
    const auto number = wholeNumber(field.names, *found.value, field);
    used(field.names, found.value->kind == JsonNode::Kind::string ? kQuoted : field.reason);
    otherNames(field, found, number);
    return number;
}

/// The same field may be there under two names, which must agree.
void KindReader::otherNames(const SizeField& field, const Found& first, std::optional<std::int64_t> number)
{
    eachName(field.names, [&](std::string_view key) {
        const JsonNode* other = key == first.key ? nullptr : first.scope->object->find(key);
        if (!other || scalescope::isNull(*other) || isReported(first.scope->prefix + std::string(key)))
            return false;
        const auto same = wholeNumber(key, *other, field);
        ignored(key, kOtherName);
        if (number && same && *number != *same)
            problem(Severity::invalid, key,
                    SCALESCOPE_TEXT("core", "%1 = %2 and %3 = %4 mean the same and differ."),
                    {nameOf(first.key), std::to_string(*number), nameOf(key), std::to_string(*same)});
        return false;
    });
}

bool KindReader::flag(std::string_view names, bool byDefault, std::string_view reason)
{
    if (const auto stated = flagIfStated(names, reason))
        return *stated;
    if (!states(names))
        guessed(names, byDefault ? "true" : "false", kAbsent);
    return byDefault;
}

std::optional<bool> KindReader::flagIfStated(std::string_view names, std::string_view reason)
{
    const JsonNode* value = find(names);
    if (!value)
        return std::nullopt;
    used(names, reason);
    if (value->kind == JsonNode::Kind::boolean)
        return value->boolean;
    wrongType(names, "a boolean", *value);
    return std::nullopt;
}

std::string KindReader::text(std::string_view names, std::string_view byDefault, std::string_view reason)
{
    if (auto stated = textIfStated(names, reason))
        return *stated;
    if (!states(names))
        guessed(names, std::string(byDefault), kAbsent);
    return std::string(byDefault);
}

std::optional<std::string> KindReader::textIfStated(std::string_view names, std::string_view reason)
{
    const JsonNode* value = find(names);
    if (!value)
        return std::nullopt;
    used(names, reason);
    if (value->kind == JsonNode::Kind::string)
        return value->text;
    wrongType(names, "a text", *value);
    return std::nullopt;
}

std::vector<std::int64_t> KindReader::sizesIfStated(const SizeField& field)
{
    const JsonNode* value = find(field.names);
    std::vector<std::int64_t> sizes;
    if (!value)
        return sizes;
    used(field.names, field.reason);
    if (value->kind != JsonNode::Kind::array) {
        wrongType(field.names, "a list", *value);
        return sizes;
    }
    for (const JsonNode& item : value->items) {
        const auto number = wholeNumber(field.names, item, field);
        if (!number)
            return {};
        sizes.push_back(*number);
    }
    return sizes;
}

std::vector<double> KindReader::numbersIfStated(std::string_view names, std::string_view reason)
{
    const JsonNode* value = find(names);
    std::vector<double> numbers;
    if (!value)
        return numbers;
    used(names, reason);
    if (value->kind != JsonNode::Kind::array) {
        wrongType(names, "a list", *value);
        return numbers;
    }
    for (const JsonNode& item : value->items) {
        if (item.kind != JsonNode::Kind::number) {
            wrongType(names, "a list of numbers", item);
            return {};
        }
        numbers.push_back(item.number);
    }
    return numbers;
}

std::vector<std::string> KindReader::textsIfStated(std::string_view names, std::string_view reason)
{
    const JsonNode* value = find(names);
    std::vector<std::string> texts;
    if (!value)
        return texts;
    used(names, reason);
    if (value->kind != JsonNode::Kind::array) {
        wrongType(names, "a list", *value);
        return texts;
    }
    for (const JsonNode& item : value->items) {
        if (item.kind != JsonNode::Kind::string) {
            wrongType(names, "a list of texts", item);
            return {};
        }
        texts.push_back(item.text);
    }
    return texts;
}

std::vector<std::int64_t> KindReader::sizePerLayer(const SizeField& field, std::int64_t byDefault)
{
    const auto layers = static_cast<std::size_t>(m_model.layers);
    const JsonNode* value = find(field.names);
    if (!value || value->kind != JsonNode::Kind::array)
        return std::vector<std::int64_t>(layers, size(field, byDefault));
    std::vector<std::int64_t> sizes = sizesIfStated(field);
    if (sound() && sizes.size() != layers)
        problem(Severity::invalid, field.names,
                SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                {nameOf(field.names), std::to_string(sizes.size()), std::to_string(layers)});
    sizes.resize(layers, byDefault);
    return sizes;
}

void KindReader::used(std::string_view names, std::string_view reason)
{
    if (const Found found = locate(names, true); found.value)
        report(found.scope->prefix + std::string(found.key), FieldUse::used, shown(*found.value), reason);
}

void KindReader::guessed(std::string_view names, std::string value, std::string_view reason)
{
    const Found null = locate(names, true);  // of several names the one that is there as null
    report(null.value ? null.scope->prefix + std::string(null.key) : nameOf(names), FieldUse::guessed, std::move(value),
           reason);
}

void KindReader::ignored(std::string_view names, std::string_view reason)
{
    if (const Found found = locate(names, true); found.value)
        report(found.scope->prefix + std::string(found.key), FieldUse::ignored, shown(*found.value), reason);
}

void KindReader::report(std::string key, FieldUse use, std::string value, std::string_view reason)
{
    if (m_reported.insert(key).second)
        m_import.fields.push_back({std::move(key), use, std::move(value), std::string(reason)});
}

void KindReader::problem(Severity severity, std::string_view names, std::string_view message,
                         std::vector<std::string> arguments, std::string_view suggestion)
{
    const Found found = locate(names, true);
    const TextPosition at = positionAt(m_text, found.value ? found.value->offset : m_root.offset);
    Diagnostic d{severity, {}, message, std::move(arguments), suggestion};
    d.pointer = found.value ? found.scope->pointer + '/' + escapePointer(found.key) : std::string();
    d.line = at.line;
    d.column = at.column;
    m_import.problems.push_back(std::move(d));
}

void KindReader::reportRest()
{
    for (std::size_t s = 0; s < m_scopes.size(); ++s) {
        const Scope& scope = m_scopes[s];
        m_import.fields.reserve(m_import.fields.size() + scope.object->members.size());
        for (const JsonMember& member : scope.object->members) {
            std::string path = scope.prefix + member.key;
            if (isReported(path))
                continue;
            const bool inner = s + 1 < m_scopes.size() && isReported(m_scopes.back().prefix + member.key);
            const Irrelevance why = inner ? Irrelevance{kInner, std::nullopt} : irrelevanceOf(member, *scope.object);
            m_import.fields.push_back({std::move(path), FieldUse::ignored, shown(member.value), std::string(why.reason)});
            if (why.severity)
                problem(*why.severity, member.key, why.message, {nameOf(member.key)});
        }
    }
}

std::optional<std::int64_t> KindReader::wholeNumber(std::string_view names, const JsonNode& value, const SizeField& field)
{
    std::optional<double> number;
    if (value.kind == JsonNode::Kind::number)
        number = value.number;
    else if (value.kind == JsonNode::Kind::string)
        number = quotedNumber(value.text);
    if (!number) {
        wrongType(names, "a number", value);
        return std::nullopt;
    }
    if (*number < static_cast<double>(field.minimum) || *number > static_cast<double>(field.maximum)) {
        problem(Severity::invalid, names,
                SCALESCOPE_TEXT("core", "%1 = %2 is out of range: it must be between %3 and %4."),
                {nameOf(names), shown(value), std::to_string(field.minimum),
                 formatCount(static_cast<double>(field.maximum))});
        return std::nullopt;
    }
    if (*number != std::floor(*number)) {
        problem(Severity::invalid, names, SCALESCOPE_TEXT("core", "%1 = %2 must be a whole number."),
                {nameOf(names), shown(value)});
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*number);
}

void KindReader::wrongType(std::string_view names, std::string_view expected, const JsonNode& found)
{
    problem(Severity::invalid, names, SCALESCOPE_TEXT("core", "%1: expected %2, found %3."),
            {nameOf(names), std::string(expected), std::string(kindNameOf(found))});
}

}  // namespace scalescope
