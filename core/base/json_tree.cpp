// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"

#include "core/base/format.h"
#include "core/base/json_duplicates.h"
#include "core/base/json_scan.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <utility>

namespace scalescope {

namespace {

constexpr int kDeepest = 1000;  // the tree is walked and destroyed by recursion

/// Builds the tree from the tokens of a scan, until one is refused.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, const JsonLimits& limits)
        : m_limits(limits),
          m_scan(text, static_cast<std::size_t>(std::clamp(limits.depth, 0, kDeepest)), limits.allowNonFinite)
    {
    }

    JsonNode root;
    std::optional<JsonFault> fault;

    /// Whether the whole text was read.
    bool run()
    {
        for (Token token = m_scan.next(); token != Token::end; token = m_scan.next()) {
            if (token == Token::fault)
                fault = m_scan.fault();
            if (token == Token::fault || !take(token))
                return false;
        }
        return true;
    }

    /// Where the reading stopped.
    std::string pointer() const
    {
        std::string path;
        for (const JsonNode* node : m_open) {
            const bool innermost = node == m_open.back();
            if (node->kind == JsonNode::Kind::object) {
                if (!innermost || m_afterKey)
                    path += '/' + escapePointer(node->members.back().key);
            } else if (!innermost) {
                path += '/' + std::to_string(node->items.size() - 1);
            }
        }
        return path;
    }

private:
    using Token = JsonScan::Token;

    bool take(Token token)
    {
        switch (token) {
        case Token::key: return key();
        case Token::beginObject: return open(JsonNode::Kind::object);
        case Token::beginArray: return open(JsonNode::Kind::array);
        case Token::endObject:
        case Token::endArray: m_open.pop_back(); return true;
        case Token::string: return add(JsonNode::Kind::string, [this](JsonNode& node) { node.text = m_scan.text(); });
        case Token::literal: return literal();
        case Token::number: return number();
        case Token::end:
        case Token::fault: break;
        }
        return false;
    }

    bool key()
    {
        std::string name = m_scan.text();
        if (name.size() > m_limits.keyBytes)
            return refuse(SCALESCOPE_TEXT("core", "A key is longer than %1 bytes."),
                          formatCount(static_cast<double>(m_limits.keyBytes)));
        m_open.back()->members.push_back({std::move(name), m_scan.offset(), {}});
        m_afterKey = true;
        return true;
    }

    template <class Fill>
    bool add(JsonNode::Kind kind, Fill&& fill)
    {
        if (++m_nodes > m_limits.nodes)
            return refuse(SCALESCOPE_TEXT("core", "The file holds more than %1 values."),
                          formatCount(static_cast<double>(m_limits.nodes)));
        m_afterKey = false;
        JsonNode& node = m_open.empty()                     ? root
            : m_open.back()->kind == JsonNode::Kind::object ? m_open.back()->members.back().value
                                                            : m_open.back()->items.emplace_back();
        node.kind = kind;
        node.offset = m_scan.offset();
        fill(node);
        return true;
    }

    bool open(JsonNode::Kind kind)
    {
        return add(kind, [this](JsonNode& node) { m_open.push_back(&node); });
    }

    bool literal()
    {
        const std::string_view written = m_scan.written();
        const bool boolean = written == "true" || written == "false";
        return add(boolean ? JsonNode::Kind::boolean : JsonNode::Kind::null, [&](JsonNode& node) {
            node.boolean = written == "true";
            if (!boolean && written != "null")
                node.text = written;  // not finite
        });
    }

    bool number()
    {
        JsonNode read;
        const std::string_view written = m_scan.written();
        if (m_nodes < m_limits.nodes && !readNumber(written, read))
            return refuse(SCALESCOPE_TEXT("core", "The number %1 is out of range."), abbreviated(written));
        return add(JsonNode::Kind::number, [&](JsonNode& node) {
            node.text = written;
            node.number = read.number;
            node.integer = read.integer;
        });
    }

    static bool readNumber(std::string_view written, JsonNode& node)
    {
        const char* const first = written.data();
        const char* const last = first + written.size();
        if (std::from_chars(first, last, node.number).ec != std::errc())
            return false;

        std::int64_t whole = 0;
        const auto [end, error] = std::from_chars(first, last, whole);
        constexpr double kFirstBeyond = 0x1p63;
        node.integer = error == std::errc() && end == last && node.number < kFirstBeyond &&
            static_cast<std::int64_t>(node.number) == whole;
        return true;
    }

    bool refuse(std::string_view message, std::string argument)
    {
        fault = JsonFault{message, {std::move(argument)}, {}, m_scan.offset()};
        return false;
    }

    const JsonLimits& m_limits;
    JsonScan m_scan;
    std::vector<JsonNode*> m_open;  // stays valid: a container does not grow while one inside it is open
    std::size_t m_nodes = 0;
    bool m_afterKey = false;
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
    TreeBuilder builder(text.substr(0, text.size() > limits.bytes ? 0 : text.size()), limits);
    const bool complete = builder.run();
    // A wrong byte anywhere is of the whole file, not of the value that is read.
    if (const auto fault = complete ? std::nullopt : encodingFault(text, limits.bytes)) {
        document.problems.push_back(diagnosticOf(text, *fault, {}));
        return document;
    }

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
