// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_scan.h"

#include <QtTest>

#include <nlohmann/json.hpp>

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

/// A library that many have read decides what is JSON. Numbers that no double holds are a matter of the reader.
bool isJson(const std::string& text)
{
    try {
        const auto parsed = nlohmann::json::parse(text);
        return true;
    } catch (const nlohmann::json::out_of_range&) {
        return true;
    } catch (const nlohmann::json::parse_error&) {
        return false;
    }
}

void verifyLikeTheLibrary(const std::string& json)
{
    QVERIFY2(scanned(json).empty() == isJson(json), (json + "\n" + scanned(json)).c_str());
}

}  // namespace

/// The scan accepts and refuses the same texts as nlohmann/json; depth is limited here alone.
class TestJsonScan : public QObject
{
    Q_OBJECT

private slots:
    void tokens();
    void skipping();
    void acceptsWhatIsJson_data();
    void acceptsWhatIsJson();
    void acceptsWhatIsJsonWhenCutOrChanged();
    void depthIsLimited();
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

void TestJsonScan::acceptsWhatIsJson_data()
{
    QTest::addColumn<QByteArray>("json");
    const std::vector<std::string> texts = {
        kSample, "", " \n", "{", "}", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}",
        "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1 2]", "1 2", "01", "-", "-a", "1.", "1.e5", "1e", "1e+", ".5", "+1", "--1", "1a",
        "truth", "tru", "nul", "None", "True", "NaN", "-Infinity", "[Infinity]", "\"", "\"abc", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud83d\\ude00\"", "\"\t\"", "\"\n\"", "\"\x7f\"", "// no",
        "# no", "[1] x", "{\"a\":{}}]", "\xef\xbb\xbf[1]", "\xef\xbb\xbf", "\xff\xfe[", "[\"\xff\"]", "[\xff]", "\"\xc3\"", "\"\xc3\xa9\"",
        "\"\xed\xa0\x80\"", std::string("[\0]", 3), std::string("\"\0\"", 3), std::string(64, '[') + std::string(64, ']'), "[{]", "{[", "[}", "{\"a\":1]"};
    for (std::size_t i = 0; i < texts.size(); ++i)
        QTest::addRow("%zu", i) << QByteArray::fromStdString(texts[i]);
}

void TestJsonScan::acceptsWhatIsJson()
{
    QFETCH(QByteArray, json);
    verifyLikeTheLibrary(json.toStdString());
}

void TestJsonScan::acceptsWhatIsJsonWhenCutOrChanged()
{
    for (std::size_t length = 0; length < kSample.size(); ++length)
        verifyLikeTheLibrary(kSample.substr(0, length));
    std::mt19937 random(11);
    const std::string pieces = "{}[]:,\"\\ue0-.1tn \n\x01\xC3";
    for (int round = 0; round < 20000; ++round) {
        std::string json = kSample;
        for (int i = 0; i < 1 + round % 3; ++i)
            json[random() % json.size()] = pieces[random() % pieces.size()];
        verifyLikeTheLibrary(json);
    }
}

void TestJsonScan::depthIsLimited()
{
    QVERIFY(!scanned(std::string(65, '[') + std::string(65, ']')).empty());
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
