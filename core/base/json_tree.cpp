// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"

#include "core/base/format.h"
#include "core/base/json_duplicates.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

// The library asserts that strtod reads what it wrote with the locale's decimal point, which a locale whose point is
// more than one byte breaks. Numbers are read from the text here, so nothing depends on it.
#define JSON_ASSERT(condition) static_cast<void>(0)
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <iterator>
#include <utility>

namespace scalescope {

namespace {

constexpr int kDeepest = 1000;  // the tree is walked and destroyed by recursion

/// Hands out the characters of the text and tells how far it was read.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* position, const char** reached) : m_position(position), m_reached(reached) {}

    reference operator*() const { return *m_position; }
    CountingIterator& operator++()
    {
        *m_reached = ++m_position;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return m_position == other.m_position; }
    bool operator!=(const CountingIterator& other) const { return m_position != other.m_position; }

private:
    const char* m_position;
    const char** m_reached;
};

/// Where the number ends that the parser has found at the offset: of "01" it has found the 0.
std::size_t numberEnd(std::string_view text, std::size_t offset)
{
    const auto skipAny = [&](std::string_view of) {
        offset = std::min(text.find_first_not_of(of, offset), text.size());
    };
    const auto skipOne = [&](std::string_view of) {
        const bool there = offset < text.size() && of.find(text[offset]) != std::string_view::npos;
        offset += there ? 1 : 0;
        return there;
    };
    constexpr std::string_view kDigits = "0123456789";

    skipOne("-");
    if (!skipOne("0"))
        skipAny(kDigits);
    if (skipOne("."))
        skipAny(kDigits);
    if (skipOne("eE")) {
        skipOne("+-");
        skipAny(kDigits);
    }
    return offset;
}

/// Builds the tree from the events of the parser. An event that is refused ends the reading.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, const char* const* reached, const char* begin, const JsonLimits& limits)
        : m_text(text),
          m_reached(reached),
          m_begin(begin),
          m_limits(limits),
          m_end(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0)
    {
    }

    JsonNode root;
    std::optional<JsonFault> fault;

    bool null() { return literal(JsonNode::Kind::null, 4); }
    bool boolean(bool value)
    {
        if (!literal(JsonNode::Kind::boolean, value ? 4 : 5))
            return false;
        m_latest->boolean = value;
        return true;
    }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool binary(std::vector<std::uint8_t>&) { return false; }  // JSON text has none

    bool string(std::string& value)
    {
        if (!add(JsonNode::Kind::string))
            return false;
        m_latest->text = std::move(value);
        m_end = static_cast<std::size_t>(*m_reached - m_begin);
        afterValue();
        return true;
    }

    bool key(std::string& name)
    {
        const std::size_t offset = nextToken();
        m_end = static_cast<std::size_t>(*m_reached - m_begin);
        if (name.size() > m_limits.keyBytes)
            return refuse(SCALESCOPE_TEXT("core", "A key is longer than %1 bytes."), offset,
                          formatCount(static_cast<double>(m_limits.keyBytes)));
        m_open.back()->members.push_back({std::move(name), offset, {}});
        m_expected = JsonExpected::colon;
        return true;
    }

    bool start_object(std::size_t) { return open(JsonNode::Kind::object, JsonExpected::firstKey); }
    bool start_array(std::size_t) { return open(JsonNode::Kind::array, JsonExpected::firstItem); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t charactersRead, const std::string&, const nlohmann::detail::exception& error)
    {
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow)
            return outOfRange(nextToken());
        const std::string subject =
            m_open.empty() || m_open.back()->members.empty() ? std::string() : m_open.back()->members.back().key;
        fault = syntaxFault({m_text, m_end, m_expected, subject}, charactersRead - 1, error.what());
        return false;
    }

    /// Where the reading stopped.
    std::string pointer() const
    {
        std::string path;
        for (const JsonNode* node : m_open) {
            const bool innermost = node == m_open.back();
            if (node->kind == JsonNode::Kind::object) {
                if (!innermost || m_expected == JsonExpected::colon)
                    path += '/' + escapePointer(node->members.back().key);
            } else if (!innermost) {
                path += '/' + std::to_string(node->items.size() - 1);
            }
        }
        return path;
    }

private:
    /// Between two events there is nothing but blanks and separators.
    std::size_t nextToken() const { return std::min(m_text.find_first_not_of(" \t\n\r,:", m_end), m_text.size()); }

    bool add(JsonNode::Kind kind)
    {
        const std::size_t offset = nextToken();
        if (++m_nodes > m_limits.nodes)
            return refuse(SCALESCOPE_TEXT("core", "The file holds more than %1 values."), offset,
                          formatCount(static_cast<double>(m_limits.nodes)));
        m_latest = m_open.empty()                           ? &root
            : m_open.back()->kind == JsonNode::Kind::object ? &m_open.back()->members.back().value
                                                            : &m_open.back()->items.emplace_back();
        m_latest->kind = kind;
        m_latest->offset = offset;
        return true;
    }

    void afterValue()
    {
        m_expected = m_open.empty()                         ? JsonExpected::end
            : m_open.back()->kind == JsonNode::Kind::object ? JsonExpected::nextMember
                                                            : JsonExpected::nextItem;
    }

    bool literal(JsonNode::Kind kind, std::size_t length)
    {
        if (!add(kind))
            return false;
        m_end = m_latest->offset + length;
        afterValue();
        return true;
    }

    bool number()
    {
        if (!add(JsonNode::Kind::number))
            return false;
        const std::size_t start = m_latest->offset;
        if (const std::size_t length = nonFiniteLength(m_text, start)) {
            m_latest->kind = JsonNode::Kind::null;
            m_end = start + length;
        } else {
            m_end = numberEnd(m_text, start);
        }
        m_latest->text = m_text.substr(start, m_end - start);
        if (m_latest->kind == JsonNode::Kind::number && !readNumber(*m_latest))
            return outOfRange(start);
        afterValue();
        return true;
    }

    static bool readNumber(JsonNode& node)
    {
        const char* const first = node.text.data();
        const char* const last = first + node.text.size();
        if (std::from_chars(first, last, node.number).ec != std::errc())
            return false;

        std::int64_t whole = 0;
        const auto [end, error] = std::from_chars(first, last, whole);
        constexpr double kFirstBeyond = 0x1p63;
        node.integer = error == std::errc() && end == last && node.number < kFirstBeyond &&
            static_cast<std::int64_t>(node.number) == whole;
        return true;
    }

    bool open(JsonNode::Kind kind, JsonExpected expected)
    {
        if (m_open.size() >= static_cast<std::size_t>(std::clamp(m_limits.depth, 0, kDeepest)))
            return refuse(SCALESCOPE_TEXT("core", "Objects and arrays are nested more than %1 deep."), nextToken(),
                          std::to_string(m_open.size()));
        if (!add(kind))
            return false;
        m_open.push_back(m_latest);
        m_end = m_latest->offset + 1;
        m_expected = expected;
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        m_end = nextToken() + 1;
        afterValue();
        return true;
    }

    bool refuse(std::string_view message, std::size_t offset, std::string argument)
    {
        fault = JsonFault{message, {std::move(argument)}, {}, offset};
        return false;
    }

    bool outOfRange(std::size_t offset)
    {
        return refuse(SCALESCOPE_TEXT("core", "The number %1 is out of range."), offset,
                      abbreviated(m_text.substr(offset, numberEnd(m_text, offset) - offset)));
    }

    std::string_view m_text;
    const char* const* m_reached;
    const char* m_begin;
    const JsonLimits& m_limits;
    std::vector<JsonNode*> m_open;  // stays valid: a container does not grow while one inside it is open
    JsonNode* m_latest = nullptr;
    std::size_t m_end;  // of the last token
    std::size_t m_nodes = 0;
    JsonExpected m_expected = JsonExpected::document;
};

Diagnostic diagnosticOf(std::string_view text, const JsonFault& fault, std::string pointer)
{
    const TextPosition position = positionAt(text, fault.offset);
    return {Severity::invalid, {}, fault.message, fault.arguments, fault.suggestion, std::move(pointer), position.line,
            position.column};
}

void reportDuplicates(std::string_view text, const JsonNode& root, Diagnostics& problems)
{
    const DuplicateKeys duplicates = duplicateKeys(root);
    for (const DuplicateKey& key : duplicates.listed)
        problems.push_back(diagnosticOf(text, key.fault, key.pointer));
    if (duplicates.unlisted > 0)
        problems.push_back({Severity::invalid,
                            {},
                            SCALESCOPE_TEXT("core", "%1 more keys appear more than once."),
                            {formatCount(static_cast<double>(duplicates.unlisted))},
                            {},
                            {},
                            problems.back().line,
                            problems.back().column});
}

JsonDocument parse(std::string_view text, const JsonLimits& limits)
{
    JsonDocument document;
    if (const std::optional<JsonFault> fault = encodingFault(text, limits.bytes)) {
        document.problems.push_back(diagnosticOf(text, *fault, {}));
        return document;
    }

    const std::string copy = limits.allowNonFinite ? withoutNonFinite(text) : std::string();
    const std::string_view json = limits.allowNonFinite ? std::string_view(copy) : text;
    const char* const begin = json.data();
    const char* reached = begin;
    TreeBuilder builder(text, &reached, begin, limits);
    const bool complete = nlohmann::json::sax_parse(CountingIterator(begin, &reached),
                                                    CountingIterator(begin + json.size(), &reached), &builder);

    reportDuplicates(text, builder.root, document.problems);
    if (builder.fault)
        document.problems.push_back(diagnosticOf(text, *builder.fault, builder.pointer()));
    if (complete)
        document.root = std::move(builder.root);
    return document;
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const
{
    const auto member =
        std::find_if(members.begin(), members.end(), [key](const JsonMember& m) { return m.key == key; });
    return member == members.end() ? nullptr : &member->value;
}

JsonDocument parseJson(std::string_view text, const JsonLimits& limits)
{
    try {
        return parse(text, limits);
    } catch (const std::exception&) {
        return {std::nullopt,
                {{Severity::invalid, {}, SCALESCOPE_TEXT("core", "The file does not fit in memory."), {}}}};
    }
}

TextPosition positionAt(std::string_view text, std::size_t offset)
{
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
        offset -= std::min(offset, kByteOrderMark.size());
    }
    const std::string_view before = text.substr(0, offset);
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    const auto beginsCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
    return {1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
            1 + static_cast<int>(std::count_if(line.begin(), line.end(), beginsCharacter))};
}

std::string escapePointer(std::string_view key)
{
    std::string result;
    for (const char c : key) {
        if (c == '~')
            result += "~0";
        else if (c == '/')
            result += "~1";
        else
            result += c;
    }
    return result;
}

}  // namespace scalescope
