// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"

#include <QtTest>

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace scalescope;
using namespace std::string_view_literals;

namespace {

const std::string kSample = R"({
  "scalescope": 1,
  "model": {"name": "LLaMA 3 70B \u00e9 é 中", "layers": 80, "tied": false, "rope": null},
  "shape": [16, 16, 16],
  "rate": -1.25e-3,
  "nested": [[], {}, [{"a": [true]}]]
})";

std::string text(const Diagnostic& problem)
{
    return std::to_string(problem.line) + ':' + std::to_string(problem.column) + ' ' + problem.pointer + ": " +
        describe(problem);
}

/// "line:column pointer: Message. Suggestion." of the only problem.
std::string problemOf(const std::string& json, const JsonLimits& limits = {})
{
    const JsonDocument document = parseJson(json, limits);
    if (document.problems.size() != 1)
        return std::to_string(document.problems.size()) + " problems";
    return text(document.problems.front());
}

std::string printable(std::string text)
{
    for (char& c : text)
        c = c >= ' ' && c < '\x7f' ? c : '?';
    return text.empty() ? "nothing" : text;
}

std::string repeated(std::string_view piece, std::size_t times)
{
    std::string result;
    for (std::size_t i = 0; i < times; ++i)
        result += piece;
    return result;
}

/// What holds for any input: a tree or an `invalid` problem with a place inside the text, in plain words.
void verifySane(const std::string& json, const JsonLimits& limits)
{
    const JsonDocument document = parseJson(json, limits);
    QVERIFY2(document.root || !document.problems.empty(), json.c_str());
    for (const Diagnostic& problem : document.problems) {
        QCOMPARE(problem.severity, Severity::invalid);
        QVERIFY2(problem.line >= 1 && problem.column >= 1, json.c_str());
        const std::string words = describe(problem);
        QVERIFY2(words.find("json.exception") == std::string::npos && words.find("%1") == std::string::npos &&
                     words.find("%2") == std::string::npos && words.ends_with('.'),
                 words.c_str());
    }
}

}  // namespace

class TestJsonProblems : public QObject {
    Q_OBJECT

private slots:
    void problems_data();
    void problems();
    void duplicates();
    void manyDuplicatesAreCounted();
    void duplicatesBeforeASyntaxErrorAreReportedToo();
    void limits();
    void truncatedAnywhere();
    void mutatedAnyhow();
    void costIsLinear();
};

void TestJsonProblems::problems_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("problem");

    const auto row = [](const char* json, const char* problem) {
        QTest::newRow(printable(json).c_str()) << QByteArray(json) << QString::fromUtf8(problem);
    };
    row("", "1:1 : The file is empty.");
    row(" \n\t\r\n ", "1:1 : The file is empty.");
    row("\xEF\xBB\xBF", "1:1 : The file is empty.");
    // what was expected
    row("}", "1:1 : Expected a JSON value. Found }.");
    row("hello", "1:1 : Expected a JSON value. Found hello.");
    row("{]", "1:2 : Expected a key in double quotes or '}'. Found ].");
    row("{1: 2}", "1:2 : Expected a key in double quotes or '}'. Found 1.");
    row("{'a': 2}", "1:2 : Expected a key in double quotes or '}'. Keys and strings stand in double quotes.");
    row("{\"fsdp\" 512}", "1:9 /fsdp: Expected ':' after the key \"fsdp\". Found 512.");
    row("{\"fsdp\": }", "1:10 /fsdp: Expected a value for \"fsdp\". Found }.");
    row("{\"fsdp\":: 1}", "1:9 /fsdp: Expected a value for \"fsdp\". Found :.");
    row("{\"fsdp\": 512\n \"data\": 1}", "2:2 : Expected ',' or '}' after the value of \"fsdp\". Found \"data\".");
    row("{\"fsdp\": 512]", "1:13 : Expected ',' or '}' after the value of \"fsdp\". Found ].");
    row("{\"a\": 1,}", "1:9 : Expected a key in double quotes after ','. Remove the comma before }.");
    row("{\"a\": 1,, \"b\": 2}", "1:9 : Expected a key in double quotes after ','. Found ,.");
    row("{\"a\": {\"b\": [1, {\"c\": x}]}}", "1:23 /a/b/1/c: Expected a value for \"c\". Found x.");
    row("[", "1:2 : Expected a value or ']'. The file ends too early.");
    row("[,1]", "1:2 : Expected a value or ']'. Found ,.");
    row("[1 2]", "1:4 : Expected ',' or ']' after the value. Found 2.");
    row("[1-2]", "1:3 : Expected ',' or ']' after the value. Found -2.");
    row("[1.5.5]", "1:5 : Expected ',' or ']' after the value. Found .5.");
    row("[01]", "1:3 : Expected ',' or ']' after the value. Found 1.");
    row("[1,]", "1:4 : Expected a value after ','. Remove the comma before ].");
    row("[1}", "1:3 : Expected ',' or ']' after the value. Found }.");
    row("{\"a\": [1, }", "1:11 /a: Expected a value after ','. Remove the comma before }.");
    row("{} {}", "1:4 : Expected nothing after the end of the value. Found {.");
    row("1 x", "1:3 : Expected nothing after the end of the value. Found x.");
    // ends too early
    row("{\"a\": 1", "1:8 : Expected ',' or '}' after the value of \"a\". The file ends too early.");
    row("{\"a\": tru", "1:7 /a: Expected a value for \"a\". The file ends too early.");
    row("{\"a", "1:2 : A string has no closing quote. The file ends too early.");
    row("[\"a\\", "1:2 : A string has no closing quote. The file ends too early.");
    row("[\"\\u12", "1:2 : A string has no closing quote. The file ends too early.");
    row("[1, -", "1:5 : Expected a digit after '-'. The file ends too early.");
    // habits from elsewhere
    row("{\"a\": True}", "1:7 /a: Expected a value for \"a\". JSON writes true, false and null.");
    row("[None]", "1:2 : Expected a value or ']'. JSON writes true, false and null.");
    row("[NaN]", "1:2 : Expected a value or ']'. JSON has no NaN and no Infinity.");
    row("[-Infinity]", "1:2 : Expected a value or ']'. JSON has no NaN and no Infinity.");
    row("[1, // one\n2]", "1:5 : Expected a value after ','. JSON has no comments.");
    // numbers
    row("{\"a\": 1e400}", "1:7 /a: The number 1e400 is out of range.");
    row("[-1e400]", "1:2 : The number -1e400 is out of range.");
    row("[1.]", "1:2 : Expected a digit after the decimal point. Found 1..");
    row("[1.x]", "1:2 : Expected a digit after the decimal point. Found 1.x.");
    row("[.5]", "1:2 : Expected a value or ']'. Found .5.");
    row("[+5]", "1:2 : Expected a value or ']'. Found +5.");
    row("[1e]", "1:2 : Expected a digit in the exponent. Found 1e.");
    row("[1e+]", "1:2 : Expected a digit in the exponent. Found 1e+.");
    row("[-x]", "1:2 : Expected a digit after '-'. Found -x.");
    row("0x10", "1:2 : Expected nothing after the end of the value. Found x10.");
    // strings
    row("[\"a\nb\"]", "1:4 : A line break or other control character in a string must be escaped.");
    row("[\"é\t\"]", "1:4 : A line break or other control character in a string must be escaped.");
    row("[\"\\x\"]", "1:4 : A backslash in a string must be followed by one of \" \\ / b f n r t u.");
    row("[\"\\u12g4\"]", "1:7 : Four hexadecimal digits must follow \\u in a string.");
    row("[\"\\ud83d\"]", "1:9 : A \\u surrogate in a string stands without its other half.");
    row("[\"\\ud83d\\u0041\"]", "1:14 : A \\u surrogate in a string stands without its other half.");
    row("[\"\\ude00\"]", "1:8 : A \\u surrogate in a string stands without its other half.");
    // bytes
    row("{\"a\": \"x\xff\"}", "1:9 : The byte 0xFF is not UTF-8. Save the file as UTF-8.");
    row("[\n\"é\xc3\"]", "2:3 : The byte 0xC3 is not UTF-8. Save the file as UTF-8.");
    row("[\"\xed\xa0\x80\"]", "1:3 : The byte 0xED is not UTF-8. Save the file as UTF-8.");
    row("\xff\xfe[", "1:1 : The file is UTF-16. Save the file as UTF-8.");
    row("[\u00a01]", "1:2 : Expected a value or ']'. Found \u00a0.");
    QTest::newRow("NUL after the value") << QByteArray("{}\0{}", 5)
                                         << QStringLiteral("1:3 : The byte 0x00 cannot stand in JSON.");
    row("[\x1b]", "1:2 : Expected a value or ']'. Found \\u001B.");
    row("[aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeee]",
        "1:2 : Expected a value or ']'. Found aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd\u2026.");
}

void TestJsonProblems::problems()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, problem);
    QCOMPARE(QString::fromStdString(problemOf(json.toStdString())), problem);
    QVERIFY(!parseJson(json.toStdString()).root);
}

void TestJsonProblems::duplicates()
{
    const std::string json = R"({
  "a": {"x": 1, "y/z": 2, "x": 3},
  "b": [0, {"k": {}, "k": {"m": 1, "m": 1}, "\u006b": 1}],
  "a": 2
})";
    const JsonDocument document = parseJson(json);
    QVERIFY(document.root.has_value());
    QCOMPARE(document.root->find("a")->find("x")->number, 1.0);

    std::vector<std::string> found;
    for (const Diagnostic& problem : document.problems)
        found.push_back(text(problem));
    const std::vector<std::string> expected = {
        "2:27 /a/x: The key \"x\" appears more than once in its object.",
        "3:22 /b/1/k: The key \"k\" appears more than once in its object.",
        "3:36 /b/1/k/m: The key \"m\" appears more than once in its object.",
        "3:45 /b/1/k: The key \"k\" appears more than once in its object.",
        "4:3 /a: The key \"a\" appears more than once in its object.",
    };
    QCOMPARE(found, expected);
}

void TestJsonProblems::manyDuplicatesAreCounted()
{
    const JsonDocument document = parseJson("{\"a\":0" + repeated(",\"a\":0", 5000) + '}');
    QCOMPARE(document.problems.size(), std::size_t(101));
    QCOMPARE(describe(document.problems.back()), std::string("4,900 more keys appear more than once."));
}

void TestJsonProblems::duplicatesBeforeASyntaxErrorAreReportedToo()
{
    const JsonDocument document = parseJson(R"({"a": {"b": 1, "b": 2, "c" 3}})");
    QVERIFY(!document.root);
    QCOMPARE(document.problems.size(), std::size_t(2));
    QCOMPARE(text(document.problems[0]), std::string("1:16 /a/b: The key \"b\" appears more than once in its object."));
    QCOMPARE(text(document.problems[1]), std::string("1:28 /a/c: Expected ':' after the key \"c\". Found 3."));
}

void TestJsonProblems::limits()
{
    const auto nested = [](std::size_t depth) { return repeated("[", depth) + repeated("]", depth); };
    QVERIFY(parseJson(nested(64)).root);
    QCOMPARE(problemOf(nested(65)).substr(problemOf(nested(65)).find(": ")),
             std::string(": Objects and arrays are nested more than 64 deep."));
    QVERIFY(problemOf(nested(65)).starts_with("1:65 "));
    QVERIFY(!parseJson(repeated("[", 1000000)).root);
    QVERIFY(!parseJson(repeated("{\"a\":", 1000000)).root);

    JsonLimits careless;
    careless.depth = 1 << 30;
    QVERIFY(parseJson(nested(1000), careless).root);
    QVERIFY(!parseJson(repeated("[", 1000000), careless).root);
    careless.depth = -1;
    QCOMPARE(problemOf("[]", careless), std::string("1:1 : Objects and arrays are nested more than 0 deep."));
    QVERIFY(parseJson("7", careless).root);

    JsonLimits small;
    small.bytes = 10;
    QVERIFY(parseJson("[1,2,3,45]", small).root);
    QCOMPARE(problemOf("[1,2,3,456]", small), std::string("1:1 : The file is larger than 10\u202fB."));
    small = {};
    small.nodes = 4;
    QVERIFY(parseJson("[1,2,3]", small).root);
    QCOMPARE(problemOf("[1,2,3,4]", small), std::string("1:8 : The file holds more than 4 values."));
    small = {};
    small.keyBytes = 3;
    QVERIFY(parseJson("{\"abc\":1}", small).root);
    QCOMPARE(problemOf("{\"abc\":1,\"abcd\":1}", small), std::string("1:10 : A key is longer than 3 bytes."));
}

void TestJsonProblems::truncatedAnywhere()
{
    QVERIFY(parseJson(kSample).problems.empty());
    for (std::size_t length = 0; length < kSample.size(); ++length) {
        const std::string cut = kSample.substr(0, length);
        QVERIFY2(!parseJson(cut).root, cut.c_str());
        const std::string problem = problemOf(cut);
        QVERIFY2(length == 0 || problem.find("The file ends too early.") != std::string::npos ||
                     problem.find("is not UTF-8") != std::string::npos,
                 (cut + '\n' + problem).c_str());
        verifySane(cut, {});
    }
}

void TestJsonProblems::mutatedAnyhow()
{
    constexpr std::string_view kTelling = "{}[]:,\"\\0123456789.eE+-tfnNI u\n\0\xff\xc3\xa9"sv;
    std::mt19937_64 random(2024);
    JsonLimits limits;
    for (int i = 0; i < 20000; ++i) {
        std::string json = kSample;
        for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
            const std::size_t at = random() % json.size();
            const char c = random() % 4 == 0 ? static_cast<char>(random()) : kTelling[random() % kTelling.size()];
            switch (random() % 4) {
            case 0: json.erase(at, 1 + random() % 3); break;
            case 1: json.insert(at, 1, c); break;
            case 2: json.insert(at, json.substr(random() % json.size(), random() % 20)); break;
            default: json[at] = c;
            }
        }
        limits.allowNonFinite = i % 2 == 0;
        verifySane(json, limits);
    }
}

void TestJsonProblems::costIsLinear()
{
    JsonLimits limits;
    limits.nodes = std::size_t(1) << 20;
    const std::size_t count = 200000;
    std::string keys = "{\"k\":0";
    for (std::size_t i = 0; i < count; ++i)
        keys += ",\"k" + std::to_string(i) + "\":" + std::to_string(i);
    const std::array<std::string, 6> texts = {
        keys + '}',
        '[' + repeated("0,", count) + "0]",
        "[\"" + repeated("\\\"", count) + "\"]",
        '[' + repeated(" ", 4 * count) + '1',
        "{\"a\":0" + repeated(",\"a\":0", count) + '}',
        '[' + repeated("9", 4 * count) + ']',
    };
    QElapsedTimer timer;
    timer.start();
    for (const std::string& json : texts)
        verifySane(json, limits);
    // Each takes milliseconds; a quadratic pass over 200,000 would run into the time limit of the test.
    qInfo("%lld ms", static_cast<long long>(timer.elapsed()));
}

QTEST_APPLESS_MAIN(TestJsonProblems)
#include "test_json_problems.moc"
