// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"
#include "tests/core/german_locale.h"

#include <QtTest>

#include <cmath>
#include <string>

using namespace scalescope;

namespace {

const std::string kSample = R"({
  "scalescope": 1,
  "model": {"name": "LLaMA 3 70B \u00e9 é 中", "layers": 80, "tied": false, "rope": null},
  "shape": [16, 16, 16],
  "rate": -1.25e-3,
  "nested": [[], {}, [{"a": [true]}]]
})";

}  // namespace

class TestJsonTree : public QObject {
    Q_OBJECT

private slots:
    void tree();
    void numbers_data();
    void numbers();
    void strings_data();
    void strings();
    void nonFinite();
    void noLocaleChangesNumbers();
    void positions();
    void pointers();
};

void TestJsonTree::tree()
{
    const JsonDocument document = parseJson("\xEF\xBB\xBF" + kSample);
    QVERIFY(document.root && document.problems.empty());
    const JsonNode& root = *document.root;
    QVERIFY(root.kind == JsonNode::Kind::object);
    QCOMPARE(root.offset, std::size_t(3));
    QCOMPARE(root.members.size(), std::size_t(5));
    QCOMPARE(root.members[2].key, std::string("shape"));
    QCOMPARE(root.members[2].keyOffset, 3 + kSample.find("\"shape\""));
    QCOMPARE(root.find("shape")->offset, 3 + kSample.find("[16"));
    QCOMPARE(root.find("shape")->items[2].offset, 3 + kSample.find("16]"));
    QCOMPARE(root.find("shape")->items.size(), std::size_t(3));
    QCOMPARE(root.find("rate")->number, -1.25e-3);
    QCOMPARE(root.find("rate")->text, std::string("-1.25e-3"));
    QVERIFY(!root.find("rate")->integer);
    QVERIFY(root.find("absent") == nullptr);

    const JsonNode& model = *root.find("model");
    QCOMPARE(model.find("name")->text, std::string("LLaMA 3 70B é é 中"));
    QCOMPARE(model.find("name")->offset, 3 + kSample.find("\"LLaMA"));
    QVERIFY(model.find("layers")->integer);
    QVERIFY(model.find("tied")->kind == JsonNode::Kind::boolean && !model.find("tied")->boolean);
    QVERIFY(model.find("rope")->kind == JsonNode::Kind::null);
    QVERIFY(root.find("nested")->items[2].items[0].find("a")->items[0].boolean);
    QCOMPARE(root.find("nested")->items[2].items[0].offset, 3 + kSample.find("{\"a\""));
}

void TestJsonTree::numbers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<double>("number");
    QTest::addColumn<bool>("integer");

    const auto row = [](const char* json, double number, bool integer) {
        QTest::newRow(json) << QByteArray(json) << number << integer;
    };
    row("0", 0, true);
    row("-0", -0.0, true);
    row("-0.0", -0.0, false);
    row("80", 80, true);
    row("-7", -7, true);
    row("80.0", 80, false);
    row("8e1", 80, false);
    row("0.1", 0.1, false);
    row("9007199254740992", 9007199254740992.0, true);
    row("9007199254740993", 9007199254740992.0, false);
    row("9223372036854775807", 9223372036854775808.0, false);
    row("-9223372036854775808", -9223372036854775808.0, true);
    row("18446744073709551616", 18446744073709551616.0, false);
    row("1.7976931348623157e308", 1.7976931348623157e308, false);
    row("5e-324", 5e-324, false);
    row("1E+2", 100, false);
}

void TestJsonTree::numbers()
{
    QFETCH(QByteArray, json);
    QFETCH(double, number);
    QFETCH(bool, integer);
    for (const std::string before : {"", "[", "[1, "}) {
        const JsonDocument document = parseJson(before + json.toStdString() + (before.empty() ? "" : " ]"));
        QVERIFY(document.root && document.problems.empty());
        const JsonNode& node = before.empty() ? *document.root : document.root->items.back();
        QVERIFY(node.number == number && std::signbit(node.number) == std::signbit(number));
        QCOMPARE(node.integer, integer);
        QCOMPARE(node.text, json.toStdString());
        QCOMPARE(node.offset, before.size());
    }
}

void TestJsonTree::strings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("value");

    QTest::newRow("empty") << QByteArray(R"("")") << QByteArray("");
    QTest::newRow("separators inside") << QByteArray(R"("a, b: [c] {d}")") << QByteArray("a, b: [c] {d}");
    QTest::newRow("escapes") << QByteArray(R"("\"\\\/\b\f\n\r\t")") << QByteArray("\"\\/\b\f\n\r\t");
    QTest::newRow("escaped quote at the end") << QByteArray(R"("a\\\"")") << QByteArray("a\\\"");
    QTest::newRow("escaped NUL") << QByteArray(R"("a\u0000b")") << QByteArray("a\0b", 3);
    QTest::newRow("surrogate pair") << QByteArray(R"("\ud83d\ude00")") << QByteArray("\U0001F600");
    QTest::newRow("last character") << QByteArray("\"\xf4\x8f\xbf\xbf\"") << QByteArray("\xf4\x8f\xbf\xbf");
}

void TestJsonTree::strings()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, value);
    const JsonDocument document = parseJson('[' + json.toStdString() + ",7]");
    QVERIFY(document.root && document.problems.empty());
    QCOMPARE(QByteArray::fromStdString(document.root->items[0].text), value);
    QCOMPARE(document.root->items[1].offset, std::size_t(json.size()) + 2);
}

void TestJsonTree::nonFinite()
{
    JsonLimits python;
    python.allowNonFinite = true;
    const std::string json = R"({"a": NaN, "b": [Infinity,-Infinity], "NaN": "x NaN \" NaN", "c": 1})";
    const JsonDocument document = parseJson(json, python);
    QVERIFY(document.root && document.problems.empty());
    QVERIFY(document.root->find("a")->kind == JsonNode::Kind::null);
    QCOMPARE(document.root->find("a")->text, std::string("NaN"));
    QCOMPARE(document.root->find("b")->items[1].text, std::string("-Infinity"));
    QCOMPARE(document.root->find("NaN")->text, std::string("x NaN \" NaN"));
    QCOMPARE(document.root->find("c")->offset, json.find("1}"));
    QVERIFY(parseJson("NaN", python).root);

    for (const std::string bad : {"1NaN", "[xNaN]", "[--Infinity]", "[NaN1]", "[NaNNaN]", "{NaN: 1}", "[Infinity NaN]",
                                  "[\"NaN", "[+NaN]", "[-NaN]", "[Infinit]"})
        QVERIFY2(!parseJson(bad, python).root, bad.c_str());
}

void TestJsonTree::noLocaleChangesNumbers()
{
    const GermanLocale german;
    const JsonDocument document = parseJson("[0.25, -1.5e3, 1e2]");
    QVERIFY(document.root.has_value());
    QCOMPARE(document.root->items[0].number, 0.25);
    QCOMPARE(document.root->items[0].text, std::string("0.25"));
    QCOMPARE(document.root->items[1].number, -1500.0);
    QVERIFY(!parseJson("[1.5e400]").root);
    QVERIFY(!parseJson("[0,25e0.5]").root);
    if (!german.active())
        QSKIP("no C locale with a decimal comma is installed, and localedef cannot make one");
}

void TestJsonTree::positions()
{
    const std::string lines = "ab\né中x\r\n\ny";
    const auto at = [&](std::size_t offset) { return positionAt(lines, offset); };
    QCOMPARE(at(0), (TextPosition{1, 1}));
    QCOMPARE(at(2), (TextPosition{1, 3}));
    QCOMPARE(at(3), (TextPosition{2, 1}));
    QCOMPARE(at(5), (TextPosition{2, 2}));
    QCOMPARE(at(8), (TextPosition{2, 3}));
    QCOMPARE(at(lines.size() - 1), (TextPosition{4, 1}));
    QCOMPARE(at(lines.size()), (TextPosition{4, 2}));
    QCOMPARE(at(lines.size() + 100), (TextPosition{4, 2}));
    QCOMPARE(positionAt("\xEF\xBB\xBF{", 3), (TextPosition{1, 1}));
    QCOMPARE(positionAt("\xEF\xBB\xBF{", 0), (TextPosition{1, 1}));
    QCOMPARE(positionAt("", 0), (TextPosition{1, 1}));
}

void TestJsonTree::pointers()
{
    QCOMPARE(escapePointer("plain"), std::string("plain"));
    QCOMPARE(escapePointer("a/b~c"), std::string("a~1b~0c"));
    QCOMPARE(escapePointer("~1"), std::string("~01"));
    const JsonDocument document = parseJson("{\"a/b\": {\"~\": [x]}}");
    QCOMPARE(document.problems.at(0).pointer, std::string("/a~1b/~0"));
}

QTEST_GUILESS_MAIN(TestJsonTree)
#include "test_json_tree.moc"
