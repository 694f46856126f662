// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "tests/core/matmul_fixtures.h"

using namespace scalescope;

/// What two arrays and an output must have in common, and what is said when they do not.
class TestMatmulProblem : public QObject
{
    Q_OBJECT

private slots:
    void withoutAnOutputDimensionsKeepTheirShardings();
    void numbersGetTheUsualNames();
    void refuses_data();
    void refuses();
};

void TestMatmulProblem::withoutAnOutputDimensionsKeepTheirShardings()
{
    const auto outputOf = [](const char* left, const char* right) {
        return QString::fromStdString(textOf(matmulOf(left, right, "", kSizes).output, mesh()));
    };
    QCOMPARE(outputOf("f32[I_XY, J]", "[J_X, K_Z]"), QStringLiteral("fp32[I_XY, K_Z]"));
    QCOMPARE(outputOf("[I_X, J]", "[J, K_XY]"), QStringLiteral("bf16[I_X, K_Y]"));
    QCOMPARE(outputOf("s8[J_X, I]{U_Y}", "[K_X, J]"), QStringLiteral("bf16[I, K_X]"));
}

void TestMatmulProblem::numbersGetTheUsualNames()
{
    const auto namesOf = [](const char* left, const char* right, const char* output) {
        const ShardedMatmul m = matmulOf(left, right, output, kSizes);
        QStringList names;
        for (const ShardedArray* array : {&m.left, &m.right, &m.output})
            for (const ArrayDimension& d : array->dimensions)
                names << QString::fromStdString(d.name);
        return names.join(u' ');
    };
    QCOMPARE(namesOf("[128_X, 256]", "[256, 64]", ""), QStringLiteral("I J J K I K"));
    QCOMPARE(namesOf("[128, 256]", "[256, 64]", "[128, 64_X]"), QStringLiteral("I J J K I K"));
    QCOMPARE(namesOf("[K, 256]", "[256, 64]", "[K, 64]"), QStringLiteral("K J J K2 K K2"));
    QCOMPARE(namesOf("[I, J]", "[16384, 64]", ""), QStringLiteral("I J J K I K"));
    QCOMPARE(namesOf("[I, 16384]", "[J, K]", ""), QStringLiteral("I J J K I K"));
}

void TestMatmulProblem::refuses_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* left, const char* right, const char* output, const char* parameter, const QString& says) {
        QTest::newRow(name) << QByteArray(left) << QByteArray(right) << QByteArray(output) << QString::fromLatin1(parameter) << says;
    };
    row("numbers that do not meet", "[128, 256]", "[512, 64]", "", "sharding.right",
        QStringLiteral("The last dimension of the left array is 256, and the first of the right one, with which it is contracted, is 512."));
    row("a name and a number that do not meet", "[I, J]", "[512, 64]", "", "sharding.right", QStringLiteral("is 16,384, and the first of the right one"));
    row("rows that do not meet", "[128, 256]", "[256, 64]", "[64, 64]", "sharding.output", QStringLiteral("is 128, and that of the output is 64"));
    row("columns that do not meet", "[128, 256]", "[256, 64]", "[128, 128]", "sharding.output", QStringLiteral("is 64, and that of the output is 128"));
    row("numbers in other ranks", "[I, J, 5]", "[J, K]", "", "sharding.left", QStringLiteral("Name the dimensions"));
    row("a number in the output only", "[I, J]", "[J, K]", "[I, K, 5]", "sharding.output", QStringLiteral("Name the dimensions"));
    row("output has what no input has", "[I, J]", "[J, K]", "[I, L]", "sharding.output",
        QStringLiteral("Dimension L of the output is in neither input. The inputs have I, J, K."));
    row("a dimension that vanishes", "[I, J, L]", "[J, K]", "[I, K]", "sharding.left", QStringLiteral("Keep L in the output, or sum over it first"));
    row("one that vanishes on the right", "[I, J]", "[J, K]", "[I]", "sharding.right", QStringLiteral("Keep K in the output"));
    row("nothing in common", "[I, J]", "[K, L]", "", "sharding.right", QStringLiteral("an output that keeps I, J, K, L"));
}

void TestMatmulProblem::refuses()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, output);
    QFETCH(QString, parameter);
    QFETCH(QString, says);
    Sizes sizes = kSizes;
    sizes.push_back({"L", 64});
    Diagnostics problems;
    QVERIFY(!make(left.constData(), right.constData(), output.constData(), sizes, problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems.front().severity, Severity::impossible);
    QCOMPARE(QString::fromStdString(problems.front().parameter), parameter);
    QVERIFY(!problems.front().suggestion.empty());
    const QString text = QString::fromStdString(describe(problems.front()));
    QVERIFY2(text.contains(says) && !text.contains(u'%'), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestMatmulProblem)
#include "test_matmul_problem.moc"
