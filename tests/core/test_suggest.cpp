// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest.h"

#include <QtTest>

#include <array>
#include <string>
#include <vector>

using namespace scalescope;

namespace {

constexpr std::array<std::string_view, 12> kIds = {
    "plan.fsdp",     "plan.data", "plan.tensor", "workload.batch",         "network.0.bandwidth", "network.1.bandwidth",
    "hbm.bandwidth", "model",     "hidden_size", "assumptions.wraparound", "workload.sequence",   "assumptions.wrap"};

}  // namespace

class TestSuggest : public QObject {
    Q_OBJECT

private slots:
    void nearest_data();
    void nearest();
    void firstOfATie();
    void enormousWords();
};

void TestSuggest::nearest_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");  // empty: nothing is near

    const auto row = [](const char* name, const char* word, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(word) << QString::fromUtf8(expected);
    };
    row("same", "plan.fsdp", "plan.fsdp");
    row("same but for case", "Plan.FSDP", "plan.fsdp");
    row("last component", "fsdp", "plan.fsdp");
    row("last component under another name", "train.fsdp", "plan.fsdp");
    row("swapped letters", "modle", "model");
    row("swapped letters in the last component", "fspd", "plan.fsdp");
    row("missing letter", "hiden_size", "hidden_size");
    row("added letter", "plan.tensorr", "plan.tensor");
    row("other separator", "hidden-size", "hidden_size");
    row("prefix of another candidate loses to the edit", "plan.dat", "plan.data");
    row("nearest of several with the same end", "hmb.bandwidth", "hbm.bandwidth");
    row("the index that was meant", "netwrok.1.bandwidth", "network.1.bandwidth");
    row("beginning of an id", "hidden", "hidden_size");
    row("beginning of a last component", "seq", "workload.sequence");
    row("the shorter of two that begin so", "wra", "assumptions.wrap");
    row("unrelated", "temperature", "");
    row("too short to guess", "x", "");
    row("three wrong letters of six", "mxxyl", "");
    row("empty", "", "");
    row("only a dot", ".", "");
}

void TestSuggest::nearest()
{
    QFETCH(QString, word);
    QFETCH(QString, expected);
    const std::string text = word.toStdString();
    const auto found = scalescope::nearest(text, kIds);
    QCOMPARE(QString::fromStdString(std::string(found.value_or(""))), expected);
    QCOMPARE(found.has_value(), !expected.isEmpty());
}

void TestSuggest::firstOfATie()
{
    constexpr std::array<std::string_view, 2> kTie = {"network.0.latency", "network.1.latency"};
    QVERIFY(scalescope::nearest("network.7.latency", kTie) == kTie[0]);
    QVERIFY(!scalescope::nearest("latency", {}).has_value());
}

void TestSuggest::enormousWords()
{
    const std::string enormous(std::size_t(1) << 22, 'a');
    const std::array<std::string_view, 2> candidates = {enormous, "model"};
    QVERIFY(!scalescope::nearest(enormous, candidates).has_value());
    QVERIFY(scalescope::nearest("modell", candidates) == "model");
}

QTEST_APPLESS_MAIN(TestSuggest)
#include "test_suggest.moc"
