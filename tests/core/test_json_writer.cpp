// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"
#include "core/base/json_writer.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace scalescope;

namespace {

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
    const bool numbers = a.kind == JsonNode::Kind::number;
    return a.kind == b.kind && a.boolean == b.boolean && a.number == b.number && (numbers || a.text == b.text) &&
        std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same) &&
        std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                   [](const JsonMember& x, const JsonMember& y) { return x.key == y.key && same(x.value, y.value); });
}

JsonNode randomNode(std::mt19937_64& random, int depth)
{
    JsonNode node;
    node.kind = static_cast<JsonNode::Kind>(random() % (depth > 0 ? 6 : 4));
    switch (node.kind) {
    case JsonNode::Kind::null: break;
    case JsonNode::Kind::boolean: node.boolean = random() % 2 == 0; break;
    case JsonNode::Kind::number:
        node.number = std::ldexp(static_cast<double>(random()), int(random() % 400) - 200);
        break;
    case JsonNode::Kind::string:
        for (std::size_t i = random() % 6; i > 0; --i)
            node.text += std::array{"a", "\n", "\"", "\\", "\u00e9", "\U0001F600", "\x1f", "/"}[random() % 8];
        break;
    case JsonNode::Kind::array:
        for (std::size_t i = random() % 5; i > 0; --i)
            node.items.push_back(randomNode(random, depth - 1));
        break;
    case JsonNode::Kind::object:
        for (std::size_t i = random() % 5; i > 0; --i)
            node.members.push_back({"key " + std::to_string(i), 0, randomNode(random, depth - 1)});
        break;
    }
    return node;
}

}  // namespace

class TestJsonWriter : public QObject {
    Q_OBJECT

private slots:
    void layout();
    void strings_data();
    void strings();
    void notFiniteIsNull();
    void wholeNumbers();
    void readsBack();
};

void TestJsonWriter::layout()
{
    JsonWriter writer;
    writer.beginObject();
    writer.member("scalescope", 1).member("name", "first light").member("tied", false);
    writer.key("shape").beginArray().value(16).value(16).value(0.5).endArray();
    writer.key("mixed").beginArray().value(1).value("two").beginArray().value(3).value(4).endArray().endArray();
    writer.key("none").beginArray().endArray();
    writer.key("empty").beginObject().endObject();
    writer.key("inner").beginObject().member("peak", 4.59e14).key("nothing").null().endObject();
    writer.endObject();
    QCOMPARE(QString::fromStdString(writer.take()), QStringLiteral(R"({
  "scalescope": 1,
  "name": "first light",
  "tied": false,
  "shape": [16, 16, 0.5],
  "mixed": [
    1,
    "two",
    [3, 4]
  ],
  "none": [],
  "empty": {},
  "inner": {
    "peak": 4.59e+14,
    "nothing": null
  }
}
)"));

    QCOMPARE(QString::fromStdString(writer.value(true).take()), QStringLiteral("true\n"));
}

void TestJsonWriter::strings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");

    QTest::newRow("quote and backslash") << QByteArray("a\"b\\c/d") << QByteArray(R"("a\"b\\c/d")");
    QTest::newRow("line break and tab") << QByteArray("a\n\tb") << QByteArray(R"("a\n\tb")");
    QTest::newRow("control characters") << QByteArray("\0\x01\x1f\x7f", 4)
                                        << QByteArray("\"\\u0000\\u0001\\u001f\x7f\"");
    QTest::newRow("UTF-8 stays") << QByteArray("\u00e9\u4e2d\U0001F600") << QByteArray("\"\u00e9\u4e2d\U0001F600\"");
    QTest::newRow("not UTF-8") << QByteArray("a\xff\xc3(") << QByteArray("\"a\uFFFD\uFFFD(\"");
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\"\uFFFD\uFFFD\uFFFD\"");
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\"\uFFFD\uFFFD\"");
    QTest::newRow("cut off") << QByteArray("\xe4\xb8") << QByteArray("\"\uFFFD\uFFFD\"");
}

void TestJsonWriter::strings()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, written);
    JsonWriter writer;
    QCOMPARE(QByteArray::fromStdString(writer.value(text.toStdString()).take()), written + '\n');
    QCOMPARE(QByteArray::fromStdString(writer.beginObject().member(text.toStdString(), 1).endObject().take()),
             "{\n  " + written + ": 1\n}\n");
}

void TestJsonWriter::notFiniteIsNull()
{
    JsonWriter writer;
    writer.beginArray();
    writer.value(std::numeric_limits<double>::infinity()).value(std::nan("")).value(1.0);
    QCOMPARE(QString::fromStdString(writer.endArray().take()), QStringLiteral("[null, null, 1]\n"));
}

void TestJsonWriter::wholeNumbers()
{
    JsonWriter writer;
    writer.beginArray();
    writer.value(std::numeric_limits<std::int64_t>::min()).value(std::numeric_limits<std::uint64_t>::max()).value(7u);
    QCOMPARE(QString::fromStdString(writer.endArray().take()),
             QStringLiteral("[-9223372036854775808, 18446744073709551615, 7]\n"));
}

void TestJsonWriter::readsBack()
{
    std::mt19937_64 random(42);
    for (int i = 0; i < 2000; ++i) {
        const JsonNode node = randomNode(random, 5);
        JsonWriter writer;
        write(writer, node);
        const std::string text = writer.take();
        const JsonDocument document = parseJson(text);
        QVERIFY2(document.root && document.problems.empty() && same(*document.root, node), text.c_str());
        write(writer, *document.root);
        QCOMPARE(writer.take(), text);
    }
}

QTEST_APPLESS_MAIN(TestJsonWriter)
#include "test_json_writer.moc"
