// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"
#include "core/transformer/family_anchors.h"
#include "core/transformer/tensor_split.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

/// Where a total is from.
enum class Total {
    weights,  // of the published weights, without multi-token layers and towers
    rounded,  // of the published dimensions; the publisher states it rounded
};

struct Expected {
    const char* id;
    qint64 parameters;
    Total from;
    qint64 active;
};

constexpr std::array kExpected = std::to_array<Expected>({
    {"llama-3-8b", 8030261248, Total::weights, 8030261248},
    {"llama-3-70b", 70553706496, Total::weights, 70553706496},
    {"llama-3.1-405b", 405853388800, Total::weights, 405853388800},
    {"llama-3.2-1b", 1235814400, Total::weights, 1235814400},
    {"llama-3.2-3b", 3212749824, Total::weights, 3212749824},
    {"llama-2-7b", 6738415616, Total::weights, 6738415616},
    {"llama-2-13b", 13015864320, Total::weights, 13015864320},
    {"llama-2-70b", 68976648192, Total::weights, 68976648192},
    {"llama-7b", 6738415616, Total::weights, 6738415616},
    {"llama-33b", 32528943616, Total::weights, 32528943616},
    {"llama-65b", 65285660672, Total::weights, 65285660672},
    {"tinyllama-1.1b", 1100048384, Total::weights, 1100048384},
    {"llama-4-scout", 107769861120, Total::weights, 17172894720},
    {"llama-4-maverick", 400711848960, Total::weights, 17184691200},
    {"mistral-7b", 7241732096, Total::weights, 7241732096},
    {"mistral-nemo-12b", 12247782400, Total::weights, 12247782400},
    {"mistral-small-24b", 23572403200, Total::weights, 23572403200},
    {"mistral-large-123b", 122610069504, Total::weights, 122610069504},
    {"mixtral-8x7b", 46702792704, Total::weights, 12879925248},
    {"mixtral-8x22b", 140620634112, Total::weights, 39152031744},
    {"yi-34b", 34388917248, Total::weights, 34388917248},
    {"qwen2.5-0.5b", 494032768, Total::weights, 494032768},
    {"qwen2.5-7b", 7615616512, Total::weights, 7615616512},
    {"qwen2.5-32b", 32763876352, Total::weights, 32763876352},
    {"qwen2.5-72b", 72706203648, Total::weights, 72706203648},
    {"qwen3-0.6b", 596049920, Total::weights, 596049920},
    {"qwen3-1.7b", 1720574976, Total::weights, 1720574976},
    {"qwen3-4b", 4022468096, Total::weights, 4022468096},
    {"qwen3-8b", 8190735360, Total::weights, 8190735360},
    {"qwen3-14b", 14768307200, Total::weights, 14768307200},
    {"qwen3-32b", 32762123264, Total::weights, 32762123264},
    {"qwen3-30b-a3b", 30532122624, Total::weights, 3353032704},
    {"qwen3-235b-a22b", 235093634560, Total::weights, 22190763520},
    {"qwen3-coder-480b-a35b", 480154875392, Total::weights, 35474765312},
    {"qwen3-next-80b-a3b", 79674391296, Total::weights, 3874929408},
    {"qwen3.5-27b", 26895998464, Total::weights, 26895998464},
    {"gemma-2b", 2506172416, Total::weights, 2506172416},
    {"gemma-7b", 8537680896, Total::weights, 8537680896},
    {"gemma-2-2b", 2614341888, Total::weights, 2614341888},
    {"gemma-2-9b", 9241705984, Total::weights, 9241705984},
    {"gemma-2-27b", 27227128320, Total::weights, 27227128320},
    {"gemma-3-270m", 268098176, Total::weights, 268098176},
    {"gemma-3-1b", 999885952, Total::weights, 999885952},
    {"gemma-3-4b", 3880263168, Total::weights, 3880263168},
    {"gemma-3-12b", 11766034176, Total::weights, 11766034176},
    {"gemma-3-27b", 27009346304, Total::weights, 27009346304},
    {"gemma-4-26b-a4b", 25233141790, Total::rounded, 3822530590},
    {"deepseek-v2-lite", 15706484224, Total::weights, 2661150208},
    {"deepseek-v2", 235741434880, Total::weights, 21375800320},
    {"deepseek-v3", 671026419200, Total::weights, 37552297472},
    {"deepseek-v3.2", 671877944064, Total::rounded, 38403822336},
    {"deepseek-v4-flash", 284332240471, Total::rounded, 13799632471},
    {"kimi-k2", 1026408232448, Total::weights, 32861500928},
    {"glm-5", 743911218432, Total::rounded, 41784728832},
    {"glm-4.5", 352797829024, Total::weights, 33632266144},
    {"glm-4.5-air", 106852251264, Total::weights, 13424129664},
    {"minimax-m2.5", 228689764864, Total::weights, 11030553088},
    {"step-3.7-flash", 195844508736, Total::rounded, 10875702336},
    {"gpt-oss-20b", 20914757184, Total::weights, 4187440704},
    {"gpt-oss-120b", 116829156672, Total::weights, 5711982912},
    {"nemotron-3-nano-30b-a3b", 31577940288, Total::rounded, 3580076352},
    {"nemotron-h-56b", 56324350464, Total::rounded, 56324350464},
    {"phi-3-mini", 3821079552, Total::weights, 3821079552},
    {"phi-3-medium", 13960238080, Total::weights, 13960238080},
    {"phi-4", 14659507200, Total::weights, 14659507200},
    {"olmo-2-7b", 7298617344, Total::weights, 7298617344},
    {"olmo-2-13b", 13716198400, Total::weights, 13716198400},
    {"olmo-2-32b", 32234279936, Total::weights, 32234279936},
    {"command-r-35b", 34980831232, Total::weights, 34980831232},
    {"command-r-plus-104b", 103810674688, Total::weights, 103810674688},
    {"dbrx-132b", 131596523520, Total::weights, 36469708800},
    {"grok-1", 315684820992, Total::weights, 83756587008},
    {"gpt2", 124439808, Total::weights, 124439808},
    {"gpt2-medium", 354823168, Total::weights, 354823168},
    {"gpt2-large", 774030080, Total::weights, 774030080},
    {"gpt2-xl", 1557611200, Total::weights, 1557611200},
    {"gpt-3-2.7b", 2651553280, Total::rounded, 2651553280},
    {"gpt-3-6.7b", 6658404352, Total::rounded, 6658404352},
    {"gpt-3-13b", 12936488380, Total::rounded, 12936488380},
    {"gpt-3-175b", 174604259328, Total::rounded, 174604259328},
    {"gpt-j-6b", 6050882784, Total::weights, 6050882784},
    {"gpt-neox-20b", 20554567680, Total::weights, 20554567680},
    {"opt-6.7b", 6658473984, Total::weights, 6658473984},
    {"opt-66b", 65719701504, Total::weights, 65719701504},
    {"opt-175b", 174604468224, Total::rounded, 174604468224},
    {"bloom-176b", 176247271424, Total::weights, 176247271424},
    {"falcon-7b", 6921720704, Total::weights, 6921720704},
    {"falcon-40b", 41303293952, Total::weights, 41303293952},
    {"palm-540b", 540356474880, Total::rounded, 540356474880},
    {"mamba2-2.7b", 2702599680, Total::weights, 2702599680},
    {"mlp-layer", 2LL * 8192 * 32768, Total::rounded, 2LL * 8192 * 32768},
});

const PresetLibrary& library()
{
    static const PresetLibrary shipped = shippedPresets();
    return shipped;
}

QString problemsOf(const Diagnostics& problems)
{
    QStringList lines;
    for (const Diagnostic& d : problems)
        lines << QString::fromStdString(d.pointer + ": " + describe(d));
    return lines.join(u'\n');
}

ParameterCount countOf(const QByteArray& id)
{
    return countParameters(modelPreset(library(), id.toStdString()).value.value().architecture);
}

/// In billions, to as many digits as the text has.
bool rounds(qint64 parameters, const QString& billions)
{
    const qsizetype decimals = billions.contains(u'.') ? billions.size() - billions.indexOf(u'.') - 1 : 0;
    return QString::number(static_cast<double>(parameters) / 1e9, 'f', int(decimals)) == billions;
}

}  // namespace

class TestModelPresets : public QObject {
    Q_OBJECT

private slots:
    void count_data();
    void count();
    void allAreCounted();
    void namesTellTheSize();
    void statedFigures_data();
    void statedFigures();
    void wholeFiles_data();
    void wholeFiles();
    void headsDivide();
    void contextLimits_data();
    void contextLimits();
    void contextLimitsAreStated();
    void familyMembersAreThePresets();
    void publishedMembersHavePresets();
};

void TestModelPresets::count_data()
{
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("active");
    for (const Expected& e : kExpected)
        QTest::newRow(e.id) << e.parameters << e.active;
}

void TestModelPresets::count()
{
    QFETCH(qint64, parameters);
    QFETCH(qint64, active);
    const Read<Model> read = modelPreset(library(), QTest::currentDataTag());
    QCOMPARE(problemsOf(read.problems), QString());
    QVERIFY(read.value && !read.value->name.empty() && !read.value->source.empty());
    const ParameterCount count = countParameters(read.value->architecture);
    QCOMPARE(qint64(count.total()), parameters);
    QCOMPARE(qint64(count.active()), active);
}

void TestModelPresets::allAreCounted()
{
    const auto ids = library().ids(PresetKind::models);
    QVERIFY(ids.size() >= 41);  // 40 models and the book's single layer
    QCOMPARE(ids.size(), kExpected.size());
    for (const std::string_view id : ids)
        QVERIFY2(std::any_of(kExpected.begin(), kExpected.end(), [id](const Expected& e) { return id == e.id; }),
                 std::string(id).c_str());
}

void TestModelPresets::namesTellTheSize()
{
    static const QRegularExpression size(u" ([0-9.]+)([BM])(-[0-9]+E)?"_s);
    int told = 0;
    for (const Expected& e : kExpected) {
        const Model model = modelPreset(library(), e.id).value.value();
        const QRegularExpressionMatch match = size.match(QString::fromStdString(model.name));
        if (!match.hasMatch() || std::string_view(e.id) == "gemma-7b")  // 7.75 B without the embedding, 8.54 B with it
            continue;
        ++told;
        const double named = match.captured(1).toDouble() * (match.captured(2) == u"B" ? 1e9 : 1e6);
        const ParameterCount count = countParameters(model.architecture);
        const bool countsActive = match.hasCaptured(3);  // 17B-16E: of 16 experts
        const auto total = static_cast<double>(countsActive ? count.active() : count.total());
        const double bare = total - static_cast<double>(count.embedding);
        const auto near = [named](double value) { return std::abs(value / named - 1) < 0.075; };
        QVERIFY2(near(total) || near(bare), model.name.c_str());
    }
    QVERIFY(told > 60);
}

void TestModelPresets::statedFigures_data()
{
    QTest::addColumn<QString>("total");
    QTest::addColumn<QString>("active");
    QTest::newRow("palm-540b") << u"540.36"_s << QString();  // the paper's 540.35 is cut off
    QTest::newRow("gpt-3-175b") << u"175"_s << QString();
    QTest::newRow("gpt-oss-20b") << u"20.91"_s << QString();
    QTest::newRow("gpt-oss-120b") << u"116.83"_s << QString();
    QTest::newRow("gemma-4-26b-a4b") << u"25.2"_s << u"3.8"_s;
    QTest::newRow("nemotron-3-nano-30b-a3b") << u"31.6"_s << u"3.6"_s;
    QTest::newRow("nemotron-h-56b") << u"56"_s << QString();
    QTest::newRow("deepseek-v3") << u"671"_s << QString();
    QTest::newRow("deepseek-v4-flash") << u"284"_s << QString();
    QTest::newRow("glm-5") << u"744"_s << QString();
    QTest::newRow("step-3.7-flash") << u"196"_s << u"11"_s;
    QTest::newRow("qwen3-235b-a22b") << u"235"_s << u"22"_s;
    QTest::newRow("llama-4-scout") << u"108"_s << u"17"_s;
    QTest::newRow("dbrx-132b") << u"132"_s << u"36"_s;
}

void TestModelPresets::statedFigures()
{
    QFETCH(QString, total);
    QFETCH(QString, active);
    const ParameterCount count = countOf(QTest::currentDataTag());
    QVERIFY(rounds(count.total(), total));
    QVERIFY(active.isEmpty() || rounds(count.active(), active));
}

void TestModelPresets::wholeFiles_data()
{
    QTest::addColumn<qint64>("elements");
    QTest::addColumn<bool>("embedsAgain");  // the multi-token layers have an embedding and an unembedding of their own
    QTest::newRow("gemma-3-4b") << qint64(4300079472) << false;
    QTest::newRow("gemma-3-12b") << qint64(12187325040) << false;
    QTest::newRow("gemma-3-27b") << qint64(27432406640) << false;
    QTest::newRow("llama-4-scout") << qint64(108641793536) << false;
    QTest::newRow("llama-4-maverick") << qint64(401583781376) << false;
    QTest::newRow("qwen3-next-80b-a3b") << qint64(81324862720) << false;
    QTest::newRow("qwen3.5-27b") << qint64(27781427952) << false;
    QTest::newRow("glm-4.5-air") << qint64(110468824832) << true;
}

void TestModelPresets::wholeFiles()
{
    QFETCH(qint64, elements);
    QFETCH(bool, embedsAgain);
    const ParameterCount count = countOf(QTest::currentDataTag());
    const qint64 again = embedsAgain ? count.embedding + count.unembedding : 0;
    QCOMPARE(qint64(count.total() + count.towerApart + count.multiToken) + again, elements);
}

void TestModelPresets::headsDivide()
{
    for (const Expected& e : kExpected) {
        const Model model = modelPreset(library(), e.id).value.value();
        for (const Layer& layer : model.architecture.kinds)
            QVERIFY2(!ownMisfit(layer), e.id);
    }
}

/// As the published config.json states them, or a paper where there is none.
void TestModelPresets::contextLimits_data()
{
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("gpt2") << qint64(1024);
    QTest::newRow("opt-175b") << qint64(2048);  // of 2050 rows of positions
    QTest::newRow("palm-540b") << qint64(2048);
    QTest::newRow("llama-2-13b") << qint64(4096);
    QTest::newRow("llama-3-70b") << qint64(8192);
    QTest::newRow("llama-3.1-405b") << qint64(131072);
    QTest::newRow("qwen3-8b") << qint64(40960);
    QTest::newRow("command-r-35b") << qint64(131072);
    QTest::newRow("deepseek-v3") << qint64(163840);  // 40 times 4096
    QTest::newRow("gpt-oss-120b") << qint64(131072);
    QTest::newRow("llama-4-scout") << qint64(10485760);
}

void TestModelPresets::contextLimits()
{
    QFETCH(qint64, tokens);
    QCOMPARE(qint64(modelPreset(library(), QTest::currentDataTag()).value.value().architecture.contextLimit), tokens);
}

void TestModelPresets::contextLimitsAreStated()
{
    for (const Expected& e : kExpected) {
        const std::string_view id = e.id;
        const Architecture a = modelPreset(library(), id).value.value().architecture;
        QVERIFY2((a.contextLimit == 0) == (id == "mamba2-2.7b" || id == "mlp-layer"), e.id);
        QVERIFY2(a.positions == 0 || a.contextLimit <= a.positions, e.id);
    }
}

void TestModelPresets::familyMembersAreThePresets()
{
    for (const Expected& e : kExpected) {
        const Model model = modelPreset(library(), e.id).value.value();
        if (model.family == ModelFamily::none)
            continue;
        const FamilyMember& member = nearestMember(model.family, static_cast<double>(e.parameters));
        QCOMPARE(member.name, model.name);
        QCOMPARE(member.source, model.source);
        QVERIFY2(member.architecture == model.architecture, e.id);
    }
}

void TestModelPresets::publishedMembersHavePresets()
{
    for (std::size_t family = 1; family < kModelFamilyNames.size(); ++family) {
        for (const FamilyMember& member : publishedMembers(static_cast<ModelFamily>(family))) {
            const auto is = [&](const Expected& e) {
                const Model model = modelPreset(library(), e.id).value.value();
                return model.name == member.name && model.family == static_cast<ModelFamily>(family);
            };
            QVERIFY2(std::any_of(kExpected.begin(), kExpected.end(), is), member.name.c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestModelPresets)
#include "test_model_presets.moc"
