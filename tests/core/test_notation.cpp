// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/array_fixtures.h"

#include <array>

using namespace scalescope;

class TestNotation : public QObject {
    Q_OBJECT

private slots:
    void notation_data();
    void notation();
    void problems_data();
    void problems();
    void enormousTextIsNotEchoed();
    void textReadsBack();
    void shortFormOnlyWhereItReadsBack();
    void namedSizes_data();
    void namedSizes();
    void badNamedSizes_data();
    void badNamedSizes();
    void garbageIsRefused();
};

void TestNotation::notation_data()
{
    QTest::addColumn<DeviceMesh>("mesh");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("shape");  // of one block

    const auto row = [](const DeviceMesh& mesh, const char* text, const char* written, const char* shape) {
        QTest::addRow("%s", text) << mesh << text << written << shape;
    };
    row(kBookMesh, "int8[128,2048]", "int8[128, 2048]", "128x2048");
    row(kBookMesh, "int8[I_XY, J]", "int8[I_XY, J]", "8x2048");
    row(kBookMesh, "[I_X,J_Y]", "bf16[I_X, J_Y]", "64x256");
    row(kBookMesh, "[I,J_XYZ]", "bf16[I, J_XYZ]", "128x64");
    row(kBookMesh, "  f32 [ I _ X , J ] { U_Y , U_Z }  ", "fp32[I_X, J] {U_YZ}", "64x2048");
    row(kBookMesh, "float32[I]{U_XY}", "fp32[I] {U_XY}", "128");
    row(kBookMesh, "FP32[I]", "fp32[I]", "128");
    row(kBookMesh, "tf32[I]", "tf32[I]", "128");
    row(kBookMesh, "bfloat16[I]", "bf16[I]", "128");
    row(kBookMesh, "f16[I]", "fp16[I]", "128");
    row(kBookMesh, "s8[I]", "int8[I]", "128");
    row(kBookMesh, "i8[I]", "int8[I]", "128");
    row(kBookMesh, "f8[I]", "fp8[I]", "128");
    row(kBookMesh, "e4m3[I]", "fp8[I]", "128");
    row(kBookMesh, "float8_e5m2[I]", "fp8[I]", "128");
    row(kBookMesh, "s4[I]", "int4[I]", "128");
    row(kBookMesh, "fp4[I]", "fp4[I]", "128");
    row(kBookMesh, "bf16[]", "bf16[]", "");
    row(kBookMesh, "[] {U_X}", "bf16[] {U_X}", "");
    row(kBookMesh, "[1k, 4Ki, 2^20, 1e12]", "bf16[1000, 4096, 1048576, 1000000000000]",
        "1000x4096x1048576x1000000000000");
    row(kBookMesh, "[1_X]", "bf16[1_X]", "1");
    row(kBookMesh, "[I_{XY}, J]", "bf16[I_XY, J]", "8x2048");
    row(kBookMesh, "[I_{Y,X}, J]", "bf16[I_YX, J]", "8x2048");
    row(kBookMesh, "[4 K_Z]", "bf16[4000_Z]", "2000");
    row(kBookMesh, "[Dff_Y, B]", "bf16[Dff_Y, B]", "512x1");
    row(kNamedMesh, "[Dff_data]", "bf16[Dff_data]", "1024");
    row(kNamedMesh, "[Dff_datafsdp]", "bf16[Dff_{data,fsdp}]", "512");
    row(kNamedMesh, "[Dff_{data, fsdp}] {U_{X,Y}}", "bf16[Dff_{data,fsdp}] {U_{X,Y}}", "512");
    row(kNamedMesh, "[K_XY]", "bf16[K_XY]", "2");        // the axis XY of 5: the longest name wins
    row(kNamedMesh, "[K_{X,Y}]", "bf16[K_{X,Y}]", "2");  // X of 3 and Y of 2
    row(kNamedMesh, "[K_YX]", "bf16[K_YX]", "2");
}

void TestNotation::notation()
{
    QFETCH(DeviceMesh, mesh);
    QFETCH(QString, text);
    QFETCH(QString, written);
    QFETCH(QString, shape);

    Diagnostics problems;
    const auto array = parseArray(text.toStdString(), mesh, kSizes, problems);
    QVERIFY2(array, problems.empty() ? "" : describe(problems[0]).c_str());
    QVERIFY(!anyAtLeast(problems, Severity::infeasible));
    QCOMPARE(QString::fromStdString(textOf(*array, mesh)), written);
    QCOMPARE(QString::fromStdString(shapeText(localShape(*array, mesh))), shape);
}

void TestNotation::problems_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("said");

    const auto row = [](const char* name, const char* text, int column, const char* said) {
        QTest::newRow(name) << QByteArray(text) << column << QString::fromUtf8(said);
    };
    row("empty", "", 1, "The text is empty. Write for example bf16[I_X, J].");
    row("blank", "  \t ", 1, "The text is empty. Write for example bf16[I_X, J].");
    row("unknown dtype", " bf61[I]", 2,
        "There is no dtype 'bf61'; there are fp32, tf32, bf16, fp16, int8, fp8, int4, fp4. Did you mean 'bf16'?");
    row("the book's name of an array", "A[I_X]", 1,
        "There is no dtype 'A'; there are fp32, tf32, bf16, fp16, int8, fp8, int4, fp4. Without one the array is "
        "bf16.");
    row("no opening bracket", "bf16 I, J]", 6, "Expected '[' before the dimensions. Write for example bf16[I_X, J].");
    row("no bracket at all", "bf16", 5, "Expected '[' before the dimensions. Write for example bf16[I_X, J].");
    row("no closing bracket", "bf16[I, J_X", 12, "The dimensions have no closing ']'. Add ']' at the end.");
    row("no comma", "[I X, J]", 4,
        "Expected ',' or ']' after a dimension, not 'X, J]'. Axes follow an underscore, as in I_X.");
    row("nothing after a comma", "[I,]", 4,
        "Expected a dimension: a name or a size. Remove the comma, or write a dimension beside it.");
    row("nothing before a comma", "[,I]", 2,
        "Expected a dimension: a name or a size. Remove the comma, or write a dimension beside it.");
    row("another sign", "[*]", 2, "Expected a dimension: a name or a size. Write for example bf16[I_X, J].");
    row("axes without a dimension", "[_X]", 2,
        "Expected a dimension: a name or a size. Write for example bf16[I_X, J].");
    row("unknown dimension", "[I, Df]", 5,
        "There is no dimension 'Df'; there are I, J, K, N, Dff, B. Did you mean 'Dff'?");
    row("case counts", "[dff]", 2, "There is no dimension 'dff'; there are I, J, K, N, Dff, B. Did you mean 'Dff'?");
    row("unknown dimension, nothing near", "[I, Q]", 5,
        "There is no dimension 'Q'; there are I, J, K, N, Dff, B. Give it a size, or write a number here.");
    row("dimension twice", "[I, I]", 5,
        "The dimension 'I' appears twice. Give the second another name, or write its size.");
    row("zero", "[0]", 2, "'0' is not a whole number from 1 to 1,000,000,000,000. The nearest is 1.");
    row("negative", "[I, -4]", 5, "'-4' is not a whole number from 1 to 1,000,000,000,000. The nearest is 1.");
    row("too large", "[2e12]", 2,
        "'2e12' is not a whole number from 1 to 1,000,000,000,000. The nearest is 1,000,000,000,000.");
    row("enormous", "[9^300_X]", 2,
        "'9^300' is not a whole number from 1 to 1,000,000,000,000. The nearest is 1,000,000,000,000.");
    row("not whole", "[2.6_X]", 2, "'2.6' is not a whole number from 1 to 1,000,000,000,000. The nearest is 3.");
    row("no number", "[12abc]", 2,
        "'12abc' is not a whole number from 1 to 1,000,000,000,000. Write for example 4096, 4Ki or 2^20.");
    row("seven dimensions", "[1,1,1,1,1,1,1]", 14, "An array has at most 6 dimensions. Multiply two of them into one.");
    row("unknown axis, near", "[I_x]", 4, "The mesh has no axis 'x'; it has X, Y, Z. Did you mean 'X'?");
    row("unknown axis behind a known one", "[I_XQ]", 5,
        "The mesh has no axis 'Q'; it has X, Y, Z. Write one of these, or add the axis to the mesh.");
    row("no axis", "[I_, J]", 4, "Expected an axis; the mesh has X, Y, Z. Write one, or leave out the underscore.");
    row("no axis in braces", "[I_{}]", 5,
        "Expected an axis; the mesh has X, Y, Z. Write one, or leave out the underscore.");
    row("braces of axes open", "[I_{X]", 6, "Expected ',' or '}' after an axis. Write for example D_{data,fsdp}.");
    row("axis twice in a dimension", "[I_XX]", 5,
        "The axis 'X' is used twice in one array. Leave it out here, or take an unused one: Y, Z.");
    row("axis twice in an array", "[I_XY, J_Y]", 10,
        "The axis 'Y' is used twice in one array. Leave it out here, or take an unused one: Z.");
    row("axis that shards and is unreduced", "[I_XYZ] {U_Z}", 12,
        "The axis 'Z' is used twice in one array. Leave it out here: every axis is used.");
    row("nothing unreduced", "[I] {}", 6,
        "Expected U_ and the axes over which a sum is unreduced. Write for example {U_X}.");
    row("second unreduced without U", "[I] {U_X,Y}", 10,
        "Expected U_ and the axes over which a sum is unreduced. Write for example {U_X}.");
    row("unreduced open", "[I] {U_X", 9, "Expected '}' after the unreduced axes. Write for example {U_X}.");
    row("trailing text", "[I] J", 5, "Expected nothing after the array. Remove 'J'.");
    row("trailing bracket", "[I]]", 4, "Expected nothing after the array. Remove ']'.");
    row("a letter beyond ASCII", "[I, \xC3\xA9_X]", 5,
        "The character U+00E9 cannot stand here. Names are plain letters and digits: A to Z, a to z, 0 to 9.");
    row("the second of them", "[\xF0\x9F\x98\x80", 2,
        "The character U+1F600 cannot stand here. Names are plain letters and digits: A to Z, a to z, 0 to 9.");
    row("a byte that is no character", "[I\xFF]", 3,
        "The character 0xFF cannot stand here. Names are plain letters and digits: A to Z, a to z, 0 to 9.");
    row("line break", "[I]\n", 4,
        "The character U+000A cannot stand here. Names are plain letters and digits: A to Z, a to z, 0 to 9.");
    row("a name whose size cannot be", "[I, N]", 5,
        "The dimension 'N' has the size 0; a size is from 1 to 1,000,000,000,000. Give it another size, or write a "
        "number "
        "here.");
}

void TestNotation::problems()
{
    QFETCH(QByteArray, text);
    QFETCH(int, column);
    QFETCH(QString, said);

    Diagnostics problems;
    QVERIFY(!parseArray(text.toStdString(), kBookMesh, kSizes, problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems[0].severity, Severity::invalid);
    QCOMPARE(QString::fromStdString(describe(problems[0])), said);
    QCOMPARE(problems[0].column, column);
}

void TestNotation::enormousTextIsNotEchoed()
{
    Diagnostics problems;
    QVERIFY(!parseArray("[" + std::string(100'000, 'Q') + "]", kBookMesh, kSizes, problems));
    QVERIFY(!parseArray("[" + std::string(1000, 'Q') + "]", kBookMesh, kSizes, problems));
    QVERIFY(!parseArray(std::string(1000, '7'), kBookMesh, kSizes, problems));
    QVERIFY(!parseNamedSizes(std::string(100'000, 'Q'), 8, 100, problems));
    QVERIFY(!parseNamedSizes("X=" + std::string(1000, '7'), 8, 100, problems));
    QCOMPARE(problems.size(), std::size_t(5));
    for (const Diagnostic& problem : problems)
        QVERIFY(describe(problem).size() < 250);

    const std::string filled = "[I_X]" + std::string(kMaxNotation - 5, ' ');
    QVERIFY(parseArray(filled, kBookMesh, kSizes, problems));
    QVERIFY(!parseArray(filled + " ", kBookMesh, kSizes, problems));
}

void TestNotation::textReadsBack()
{
    const std::vector<NamedSize> sizes = {{"I", 7}, {"Dff", 4096}, {"U", 1}, {"X", 12}, {"h2", 1'000'000'000'000},
                                          {"e5", 3}};
    std::mt19937 random(1);
    for (int round = 0; round < 5000; ++round) {
        const DeviceMesh mesh = randomMesh(random);
        const ShardedArray array = randomArray(mesh, sizes, random);
        const std::string text = textOf(array, mesh);
        Diagnostics problems;
        const auto again = parseArray(text, mesh, sizes, problems);
        QVERIFY2(again, text.c_str());
        QVERIFY2(*again == array, text.c_str());
        QCOMPARE(textOf(*again, mesh), text);
    }
}

void TestNotation::shortFormOnlyWhereItReadsBack()
{
    QCOMPARE(textOf(AxisList{}, kNamedMesh), std::string());
    QCOMPARE(textOf(AxisList{0}, kNamedMesh), std::string("data"));
    QCOMPARE(textOf(AxisList{0, 1}, kNamedMesh), std::string("{data,fsdp}"));
    QCOMPARE(textOf(AxisList{2, 4}, kNamedMesh), std::string("{X,Y}"));  // XY is an axis of its own
    QCOMPARE(textOf(AxisList{4, 2}, kNamedMesh), std::string("YX"));
    QCOMPARE(textOf(AxisList{3}, kNamedMesh), std::string("XY"));
}

void TestNotation::namedSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("read");

    QTest::newRow("commas") << "X=4,Y=8"
                            << "X 4 Y 8 ";
    QTest::newRow("colons and blanks") << "X:4 Y:8"
                                       << "X 4 Y 8 ";
    QTest::newRow("the book's braces' inside") << " data : 4 ,\tfsdp = 2 "
                                               << "data 4 fsdp 2 ";
    QTest::newRow("sizes as people type them") << "B=4Ki,D=2^13,F=1k"
                                               << "B 4096 D 8192 F 1000 ";
    QTest::newRow("case counts") << "x=1 X=2"
                                 << "x 1 X 2 ";
    QTest::newRow("the longest name") << "abcdefghijklmnop=3"
                                      << "abcdefghijklmnop 3 ";
    QTest::newRow("as many as there may be") << "a=1 b=2 c=3"
                                             << "a 1 b 2 c 3 ";
}

void TestNotation::namedSizes()
{
    QFETCH(QString, text);
    QFETCH(QString, read);

    Diagnostics problems;
    const auto sizes = parseNamedSizes(text.toStdString(), 3, 8192, problems);
    QVERIFY(sizes);
    QVERIFY(problems.empty());
    std::string all;
    for (const NamedSize& named : *sizes)
        all += named.name + " " + std::to_string(named.size) + " ";
    QCOMPARE(QString::fromStdString(all), read);
}

void TestNotation::badNamedSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("said");

    const auto row = [](const char* name, const char* text, int column, const char* said) {
        QTest::newRow(name) << text << column << said;
    };
    row("empty", " ", 1, "The text is empty. Write for example X=4, Y=8.");
    row("no name", "=4", 1, "Expected a name that begins with a letter. Write for example X=4, Y=8.");
    row("a digit first", "X=4, 2Y=8", 6, "Expected a name that begins with a letter. Write for example X=4, Y=8.");
    row("nothing after the comma", "X=4,", 5, "Expected a name that begins with a letter. Write for example X=4, Y=8.");
    row("two commas", "X=4,,Y=8", 5, "Expected a name that begins with a letter. Write for example X=4, Y=8.");
    row("thousands", "X=1,024", 5, "Expected a name that begins with a letter. Write for example X=4, Y=8.");
    row("no size", "X Y=8", 2, "The name 'X' has no size. Write for example X=4.");
    row("no size at the end", "X=", 3, "The name 'X' has no size. Write for example X=4.");
    row("no size before the comma", "X=,Y=8", 3, "The name 'X' has no size. Write for example X=4.");
    row("zero", "X=0", 3, "'0' is not a whole number from 1 to 100. The nearest is 1.");
    row("too large", "X=4 Y:101", 7, "'101' is not a whole number from 1 to 100. The nearest is 100.");
    row("no number", "X=four", 3, "'four' is not a whole number from 1 to 100. Write for example 4096, 4Ki or 2^20.");
    row("twice", "X=4, Y=2, X=4", 11, "The name 'X' appears twice. Remove one, or give it another name.");
    row("too many", "a=1,b=2,c=3,d=4", 13, "There are more than 3 names. Remove 'd=4'.");
    row("long name", "abcdefghijklmnopq=3", 1,
        "The name is longer than 16 letters. Shorten it, for example to 'abcdefghijklmnop'.");
    row("underscore", "d_model=8", 2, "The name 'd' has no size. Write for example d=4.");
    row("beyond ASCII", "X=4, \u00e9=2", 6,
        "The character U+00E9 cannot stand here. Names are plain letters and digits: A to Z, a to z, 0 to 9.");
}

void TestNotation::badNamedSizes()
{
    QFETCH(QString, text);
    QFETCH(int, column);
    QFETCH(QString, said);

    Diagnostics problems;
    QVERIFY(!parseNamedSizes(text.toStdString(), 3, 100, problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems[0].severity, Severity::invalid);
    QCOMPARE(QString::fromStdString(describe(problems[0])), said);
    QCOMPARE(problems[0].column, column);
}

/// Valid notation with a few bytes changed: it is read, or exactly one problem says where it lies.
void TestNotation::garbageIsRefused()
{
    const std::array<std::string, 3> seeds = {"bf16[I_XY, J_Z]", "[4Ki_{X,Y}, K] {U_Z}", "X=4, Y:8 Z=2"};
    std::mt19937 random(7);
    int read = 0;
    int refused = 0;
    for (int round = 0; round < 50'000; ++round) {
        std::string text = seeds[random() % seeds.size()];
        for (std::size_t change = random() % 4; change > 0; --change) {
            const std::size_t at = random() % (text.size() + 1);
            const std::size_t removed = random() % 3;
            const std::string_view added = "[]{}_,XIU1e^.=-";
            const char byte = random() % 4 == 0 ? static_cast<char>(random()) : added[random() % added.size()];
            text.replace(at, std::min(removed, text.size() - at), 1, byte);
        }
        const bool isArray = round % 2 == 0;
        Diagnostics problems;
        const bool valid = isArray ? parseArray(text, kBookMesh, kSizes, problems).has_value()
                                   : parseNamedSizes(text, 8, 100, problems).has_value();
        QCOMPARE(valid, !anyAtLeast(problems, Severity::invalid));
        for (const Diagnostic& problem : problems) {
            QVERIFY(problem.column >= 1 && problem.column <= static_cast<int>(text.size()) + 1);
            QVERIFY(!problem.suggestion.empty());
        }
        QVERIFY(valid || problems.size() == 1);
        valid ? ++read : ++refused;
    }
    QVERIFY(read > 1000);
    QVERIFY(refused > 1000);
}

QTEST_APPLESS_MAIN(TestNotation)
#include "test_notation.moc"
