// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_scan.h"
#include "core/base/json_tree.h"

#include <QtTest>

#include <random>
#include <string>
#include <vector>

using namespace scalescope;
using Token = JsonScan::Token;

namespace {

const std::string kSample = "{\n  \"metadata\": {\"total_size\": -1.25e+3, \"format\": \"p\\u0074\", \"none\": null},\n"
                            "  \"weight_map\": {\"a\\n\\ud83d\\ude00 é 中\": \"b\", \"\": \"\\\\\\\"\\/\"},\n"
                            "  \"nested\": [[], {}, [{\"a\": [true, false, 0, 12, 0.5]}]]\n}";

/// "line:column message", or nothing when the text is JSON.
std::string scanned(const std::string& json)
{
    JsonScan scan(json, 64);
    for (Token token = scan.next(); token != Token::end; token = scan.next())
        if (token == Token::fault) {
            const Diagnostic d = scan.problem();
            return std::to_string(d.line) + ':' + std::to_string(d.column) + ' ' + describe(d);
        }
    return {};
}

/// What the reader with a tree says of the same, duplicate keys apart, which are no business of the scan.
std::string parsed(const std::string& json)
{
    const JsonDocument document = parseJson(json);
    if (document.root)
        return {};
    const Diagnostic& d = document.problems.back();
    return std::to_string(d.line) + ':' + std::to_string(d.column) + ' ' + describe(d);
}

void verifySame(const std::string& json)
{
    QVERIFY2(scanned(json) == parsed(json), (json + "\n" + scanned(json) + "\n" + parsed(json)).c_str());
}

}  // namespace

/// The scan accepts and refuses the same texts as the reader with a tree, in the same words and at the same places.
class TestJsonScan : public QObject
{
    Q_OBJECT

private slots:
    void tokens();
    void skipping();
    void sameAsTheTree_data();
    void sameAsTheTree();
    void sameWhenCutOrChanged();
    void staysAtTheEnd();
};

void TestJsonScan::tokens()
{
    JsonScan scan(kSample);
    std::vector<std::string> texts;
    std::string shape;
    for (Token token = scan.next(); token != Token::end; token = scan.next()) {
        QVERIFY(token != Token::fault);
        shape += std::string("{}[]ks#.")[static_cast<std::size_t>(token)];
        if (token == Token::key || token == Token::string)
            texts.push_back(scan.text());
        else if (token == Token::number)
            texts.emplace_back(scan.written());
    }
    QCOMPARE(shape, std::string("{k{k#ksk.}k{ksks}k[[]{}[{k[..###]}]]}"));
    const std::vector<std::string> expected = {"metadata", "total_size", "-1.25e+3", "format", "pt", "none", "weight_map",
                                               "a\n\U0001F600 é 中", "b", "", "\\\"/", "nested", "a", "0", "12", "0.5"};
    QCOMPARE(texts, expected);
}

void TestJsonScan::skipping()
{
    JsonScan scan("{\"a\": {\"b\": [1, {\"c\": 2}]}, \"d\": 3}");
    QVERIFY(scan.next() == Token::beginObject && scan.next() == Token::key);
    QVERIFY(scan.skip(scan.next()));
    QVERIFY(scan.next() == Token::key);
    QCOMPARE(scan.text(), std::string("d"));
    QVERIFY(scan.skip(scan.next()));
    QVERIFY(scan.next() == Token::endObject && scan.next() == Token::end);

    JsonScan broken("[[1, ]");
    QVERIFY(!broken.skip(broken.next()));
}

void TestJsonScan::sameAsTheTree_data()
{
    QTest::addColumn<QByteArray>("json");
    const std::vector<std::string> texts = {
        kSample, "", " \n", "{", "}", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}",
        "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1 2]", "1 2", "01", "-", "-a", "1.", "1.e5", "1e", "1e+", ".5", "+1", "--1", "1a",
        "truth", "tru", "nul", "None", "True", "NaN", "-Infinity", "[Infinity]", "\"", "\"abc", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud83d\\ude00\"", "\"\t\"", "\"\n\"", "\"\x7f\"", "// no",
        "# no", "[1] x", "{\"a\":{}}]", "\xef\xbb\xbf[1]", "\xef\xbb\xbf", "\xff\xfe[", "[\"\xff\"]", "[\xff]", "\"\xc3\"", "\"\xc3\xa9\"",
        "\"\xed\xa0\x80\"", std::string("[\0]", 3), std::string("\"\0\"", 3), std::string(64, '[') + std::string(64, ']'),
        std::string(65, '[') + std::string(65, ']'), "[{]", "{[", "[}", "{\"a\":1]"};
    for (std::size_t i = 0; i < texts.size(); ++i)
        QTest::addRow("%zu", i) << QByteArray::fromStdString(texts[i]);
}

void TestJsonScan::sameAsTheTree()
{
    QFETCH(QByteArray, json);
    verifySame(json.toStdString());
}

void TestJsonScan::sameWhenCutOrChanged()
{
    for (std::size_t length = 0; length < kSample.size(); ++length)
        verifySame(kSample.substr(0, length));
    std::mt19937 random(11);
    const std::string pieces = "{}[]:,\"\\ue0-.1tn \n\x01\xC3";
    for (int round = 0; round < 3000; ++round) {
        std::string json = kSample;
        for (int i = 0; i < 1 + round % 3; ++i)
            json[random() % json.size()] = pieces[random() % pieces.size()];
        const std::string problem = parsed(json);
        // A tree keeps numbers and refuses those out of range; where two rules are broken in a token either is told.
        if (problem.find("out of range") == std::string::npos)
            QVERIFY2(scanned(json).empty() == problem.empty(), json.c_str());
    }
}

void TestJsonScan::staysAtTheEnd()
{
    JsonScan scan("1");
    QVERIFY(scan.next() == Token::number && scan.next() == Token::end && scan.next() == Token::end);
    JsonScan broken("1 1");
    QVERIFY(broken.next() == Token::number && broken.next() == Token::fault && broken.next() == Token::fault);
    QCOMPARE(broken.problem().column, 3);
}

QTEST_APPLESS_MAIN(TestJsonScan)
#include "test_json_scan.moc"
