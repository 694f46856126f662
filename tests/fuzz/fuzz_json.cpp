// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes: parseJson ends, reports within the text, and what it read is read again from what is written.
#include "core/base/json_tree.h"
#include "core/base/json_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace scalescope;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void write(JsonWriter& writer, const JsonNode& node)
{
    switch (node.kind) {
    case JsonNode::Kind::null: writer.null(); break;
    case JsonNode::Kind::boolean: writer.value(node.boolean); break;
    case JsonNode::Kind::number: writer.value(node.number); break;
    case JsonNode::Kind::string: writer.value(node.text); break;
    case JsonNode::Kind::array:
        writer.beginArray();
        for (const JsonNode& item : node.items)
            write(writer, item);
        writer.endArray();
        break;
    case JsonNode::Kind::object:
        writer.beginObject();
        for (const JsonMember& member : node.members) {
            writer.key(member.key);
            write(writer, member.value);
        }
        writer.endObject();
        break;
    }
}

bool same(const JsonNode& a, const JsonNode& b)
{
    const auto sameMember = [](const JsonMember& x, const JsonMember& y) {
        return x.key == y.key && same(x.value, y.value);
    };
    return a.kind == b.kind && a.boolean == b.boolean && a.number == b.number &&
        (a.kind != JsonNode::Kind::string || a.text == b.text) &&
        std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same) &&
        std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(), sameMember);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const JsonDocument document = parseJson(text);
    require(document.root.has_value() || !document.problems.empty());
    if (!document.root)
        return 0;

    JsonWriter writer;
    write(writer, *document.root);
    const JsonDocument again = parseJson(writer.take());
    require(again.root.has_value());
    require(same(*document.root, *again.root));
    require(again.problems.size() == document.problems.size());
    return 0;
}
