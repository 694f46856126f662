// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/transformer/family_anchors.h"
#include "core/transformer/tensor_split.h"

#include <QtTest>

#include <cmath>
#include <ctime>
#include <set>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kTensor = 8;

std::string called(const FamilyMember& member) { return member.name; }

bool isPublished(ModelFamily family, const FamilyMember& member)
{
    for (const FamilyMember& p : publishedMembers(family))
        if (p.name == member.name)
            return true;
    return false;
}

/// The members that no one has published.
std::vector<FamilyMember> shapesOf(ModelFamily family)
{
    std::vector<FamilyMember> shapes;
    for (const FamilyMember& member : membersOf(family))
        if (!isPublished(family, member))
            shapes.push_back(member);
    return shapes;
}

double ratio(std::int64_t a, std::int64_t b) { return static_cast<double>(a) / static_cast<double>(b); }

/// The smallest and the largest of what `of` gives for some members.
template <class Of>
std::pair<double, double> span(const std::vector<FamilyMember>& members, Of of)
{
    double low = HUGE_VAL;
    double high = 0;
    for (const FamilyMember& m : members) {
        low = std::min(low, of(m.architecture));
        high = std::max(high, of(m.architecture));
    }
    return {low, high};
}

bool within(double value, std::pair<double, double> span, double slack)
{
    return value >= span.first / slack && value <= span.second * slack;
}

Scenario scenarioOf(ModelFamily family, std::size_t member)
{
    Scenario scenario = scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
    scenario.model.family = family;
    scenario.model.architecture = membersOf(family).at(member).architecture;
    return scenario;
}

}  // namespace

#define VERIFY_MEMBER(condition) QVERIFY2(condition, called(m).c_str())

class TestFamilies : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void madeQuickly();
    void spansAllSizes();
    void sizesIncreaseInSmallSteps();
    void countsAreThoseOfTheArchitecture();
    void publishedMembersStandAsPublished();
    void nearestToAPublishedSizeIsThatModel();
    void namesTellShapesFromModels();
    void headsDivideAndEightChipsShareALayer();
    void dimensionsAreRound();
    void widthDepthAndExpertsGrowWithSize();
    void proportionsStayThoseOfTheFamily();
    void everythingElseIsOfANeighbour();
    void sliderStopsAreTheMembers();
    void anySizeCanBeAskedFor();
};

void TestFamilies::initTestCase_data()
{
    QTest::addColumn<int>("family");
    for (std::size_t f = 1; f < kModelFamilyNames.size(); ++f)
        QTest::newRow(kModelFamilyNames[f].data()) << static_cast<int>(f);
}

#define FETCH_FAMILY()                 \
    QFETCH_GLOBAL(int, family);        \
    const auto kin = static_cast<ModelFamily>(family)

void TestFamilies::madeQuickly()
{
    FETCH_FAMILY();
    const std::clock_t before = std::clock();  // of this process alone, whatever else the machine does
    QVERIFY(!membersOf(kin).empty());
    const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 0.005, qPrintable(QString::number(seconds)));
    QVERIFY(&membersOf(kin) == &membersOf(kin));
    QVERIFY(membersOf(ModelFamily::none).empty());
}

void TestFamilies::spansAllSizes()
{
    FETCH_FAMILY();
    const auto& members = membersOf(kin);
    QVERIFY(std::abs(std::log(static_cast<double>(members.front().parameters) / kSmallestMember)) < std::log(1.03));
    QVERIFY(std::abs(std::log(static_cast<double>(members.back().parameters) / kLargestMember)) < std::log(1.03));
}

void TestFamilies::sizesIncreaseInSmallSteps()
{
    FETCH_FAMILY();
    const auto& members = membersOf(kin);
    for (std::size_t i = 1; i < members.size(); ++i) {
        const FamilyMember& m = members[i];
        VERIFY_MEMBER(m.parameters > members[i - 1].parameters);
        VERIFY_MEMBER(ratio(m.parameters, members[i - 1].parameters) <= 1.25);
    }
}

void TestFamilies::countsAreThoseOfTheArchitecture()
{
    FETCH_FAMILY();
    for (const FamilyMember& m : membersOf(kin)) {
        const ParameterCount count = countParameters(m.architecture);
        VERIFY_MEMBER(m.parameters == count.total());
        const bool sparse = m.architecture.kinds.back().mlp.experts > 0;
        VERIFY_MEMBER(sparse ? count.active() < count.total() : count.active() == count.total());
    }
}

void TestFamilies::publishedMembersStandAsPublished()
{
    FETCH_FAMILY();
    const auto& members = membersOf(kin);
    for (const FamilyMember& p : publishedMembers(kin)) {
        const auto is = [&](const FamilyMember& m) { return m.name == p.name; };
        QCOMPARE(std::count_if(members.begin(), members.end(), is), std::ptrdiff_t(1));
        QVERIFY(std::find_if(members.begin(), members.end(), is)->architecture == p.architecture);
        QCOMPARE(p.architecture.kinds.size(), publishedMembers(kin).front().architecture.kinds.size());
    }
}

void TestFamilies::nearestToAPublishedSizeIsThatModel()
{
    FETCH_FAMILY();
    for (const FamilyMember& m : publishedMembers(kin)) {
        VERIFY_MEMBER(nearestMember(kin, static_cast<double>(m.parameters)).name == m.name);
        VERIFY_MEMBER(nearestMember(kin, static_cast<double>(m.parameters) * 1.02).name == m.name);
        VERIFY_MEMBER(nearestMember(kin, static_cast<double>(m.parameters) / 1.02).name == m.name);
    }
    QVERIFY(&nearestMember(kin, 1) == &membersOf(kin).front());
    QVERIFY(&nearestMember(kin, 1e15) == &membersOf(kin).back());
}

void TestFamilies::namesTellShapesFromModels()
{
    FETCH_FAMILY();
    std::set<std::string> names;
    for (const FamilyMember& m : membersOf(kin))
        VERIFY_MEMBER(names.insert(m.name).second);
    const std::string title(titleOf(kin));
    for (const FamilyMember& m : shapesOf(kin)) {
        VERIFY_MEMBER(m.name.starts_with(title + " shape, "));
        const QString size = QString::fromStdString(m.name.substr(title.size() + 8));
        const double unit = size.endsWith(u'M') ? 1e6 : size.endsWith(u'B') ? 1e9 : 1e12;
        VERIFY_MEMBER(size.endsWith(u'M') || size.endsWith(u'B') || size.endsWith(u'T'));
        VERIFY_MEMBER(std::abs(size.chopped(1).toDouble() * unit / static_cast<double>(m.parameters) - 1) < 0.00501);
    }
}

void TestFamilies::headsDivideAndEightChipsShareALayer()
{
    FETCH_FAMILY();
    for (const FamilyMember& m : membersOf(kin))
        for (const Layer& layer : m.architecture.kinds)
            VERIFY_MEMBER(!ownMisfit(layer));
    for (const FamilyMember& m : shapesOf(kin))
        for (const Layer& layer : m.architecture.kinds)
            VERIFY_MEMBER(!tensorMisfit(layer, kTensor));
}

void TestFamilies::dimensionsAreRound()
{
    FETCH_FAMILY();
    const auto published = publishedMembers(kin);
    for (const FamilyMember& m : shapesOf(kin)) {
        const Architecture& a = m.architecture;
        const bool asPublished = std::any_of(published.begin(), published.end(), [&a](const FamilyMember& p) {
            return p.architecture.width == a.width;
        });
        VERIFY_MEMBER(asPublished || a.width % (a.width >= 4096 ? 256 : a.width >= 1024 ? 128 : 64) == 0);
        for (const Layer& layer : a.kinds) {
            const Mlp& mlp = layer.mlp;
            VERIFY_MEMBER(mlp.width % (mlp.width >= 8192 ? 256 : mlp.width >= 1024 ? 128 : 32) == 0);
            VERIFY_MEMBER(mlp.experts % kTensor == 0);
            VERIFY_MEMBER(mlp.experts == 0 || mlp.experts >= 2 * mlp.topK);
            VERIFY_MEMBER(layer.attention.queryRank % 64 == 0);
        }
    }
}

void TestFamilies::widthDepthAndExpertsGrowWithSize()
{
    FETCH_FAMILY();
    const auto published = publishedMembers(kin);
    const auto& members = membersOf(kin);
    for (std::size_t i = 1; i < members.size(); ++i) {
        const FamilyMember& m = members[i];
        const Architecture& now = m.architecture;
        const Architecture& before = members[i - 1].architecture;
        VERIFY_MEMBER(now.width >= before.width);
        VERIFY_MEMBER(now.kinds.back().mlp.experts >= before.kinds.back().mlp.experts);
        const bool beyond = m.parameters < published.front().parameters || m.parameters > published.back().parameters;
        VERIFY_MEMBER(!beyond || now.layers >= before.layers);  // between them as published: not every larger one is deeper
    }
    const Architecture& largest = members.back().architecture;
    const Architecture& last = published.back().architecture;
    const double size = ratio(members.back().parameters, published.back().parameters);
    const double width = std::log(ratio(largest.width, last.width)) / std::log(size);
    const double depth = std::log(ratio(largest.layers, last.layers)) / std::log(size);
    const bool sparse = last.kinds.back().mlp.experts > 0;
    QVERIFY2(width > (sparse ? 0.22 : 0.36) && width < 0.42, qPrintable(QString::number(width)));
    QVERIFY2(depth > 0.1 && depth < width, qPrintable(QString::number(depth)));
    QVERIFY(!sparse || largest.kinds.back().mlp.experts > last.kinds.back().mlp.experts);
}

void TestFamilies::proportionsStayThoseOfTheFamily()
{
    FETCH_FAMILY();
    const auto published = publishedMembers(kin);
    const bool sparse = published.back().architecture.kinds.back().mlp.experts > 0;
    const auto mlp = [](const Architecture& a) { return ratio(a.kinds.back().mlp.width, a.width); };
    const auto queries = [](const Architecture& a) {
        return ratio(a.base().attention.heads * a.base().attention.headDim, a.width);
    };
    const auto aspect = [](const Architecture& a) { return ratio(a.width, a.layers); };
    for (const FamilyMember& m : shapesOf(kin)) {
        VERIFY_MEMBER(within(mlp(m.architecture), span(published, mlp), sparse ? 3.2 : 1.45));
        VERIFY_MEMBER(within(queries(m.architecture), span(published, queries), 1.75));  // small ones have 8 or 16 heads
        VERIFY_MEMBER(within(aspect(m.architecture), span(published, aspect), 3.5));
        VERIFY_MEMBER(m.architecture.layers >= 8);
    }
}

void TestFamilies::everythingElseIsOfANeighbour()
{
    FETCH_FAMILY();
    const auto published = publishedMembers(kin);
    for (const FamilyMember& m : shapesOf(kin)) {
        const bool like = std::any_of(published.begin(), published.end(), [&](const FamilyMember& p) {
            Architecture a = m.architecture;  // with the dimensions of the published one it is that one
            a.layers = p.architecture.layers;
            a.width = p.architecture.width;
            a.towerParameters = p.architecture.towerParameters;
            if (m.parameters < std::min<std::int64_t>(3200000000, published.front().parameters))
                a.tied = p.architecture.tied;  // small ones are tied whatever the family does
            for (std::size_t k = 0; k < a.kinds.size(); ++k) {
                const Layer& layer = p.architecture.kinds[k];
                a.kinds[k].attention.heads = layer.attention.heads;
                a.kinds[k].attention.kvHeads = layer.attention.kvHeads;
                a.kinds[k].attention.headDim = layer.attention.headDim;
                a.kinds[k].attention.queryRank = layer.attention.queryRank;
                a.kinds[k].mlp.width = layer.mlp.width;
                a.kinds[k].mlp.sharedWidth = layer.mlp.sharedWidth;
                a.kinds[k].mlp.experts = layer.mlp.experts;
                a.kinds[k].mlp.topK = layer.mlp.topK;
            }
            return a == p.architecture;
        });
        VERIFY_MEMBER(like);
        std::int64_t layers = 0;
        for (std::int64_t count : layerCounts(m.architecture))
            layers += count;
        VERIFY_MEMBER(layers == m.architecture.layers);
    }
}

void TestFamilies::sliderStopsAreTheMembers()
{
    FETCH_FAMILY();
    const auto& members = membersOf(kin);
    for (std::size_t i : {std::size_t(0), members.size() / 2, members.size() - 1}) {
        Scenario scenario = scenarioOf(kin, i);
        const std::optional<Parameter> size = findParameter(scenario, "model.size");
        QVERIFY(size && size->scale == Scale::stops && size->stops.size() == members.size());
        QCOMPARE(*size->value(scenario), static_cast<double>(members[i].parameters));
        QCOMPARE(size->low, size->stops.front());
        QCOMPARE(size->high, size->stops.back());
        for (std::size_t to = 0; to < members.size(); ++to) {
            size->set(scenario, size->index, size->stops[to]);
            QVERIFY(scenario.model.architecture == members[to].architecture && scenario.model.name == members[to].name &&
                    scenario.model.source == members[to].source);
            QCOMPARE(*size->value(scenario), size->stops[to]);
        }
    }
    Scenario alone = scenarioOf(kin, 0);
    alone.model.family = ModelFamily::none;
    QVERIFY(!findParameter(alone, "model.size"));
}

void TestFamilies::anySizeCanBeAskedFor()
{
    FETCH_FAMILY();
    for (std::string_view text : {"100M", "1.3G", "70G", "1T", "10T", "3e11"}) {
        Scenario scenario = scenarioOf(kin, 3);
        Diagnostic problem;
        const std::optional<Edit> edit = parseAssignment(scenario, "size=" + std::string(text), problem);
        QVERIFY(edit && edit->id == "model.size");
        QVERIFY(apply(scenario, std::span(&*edit, 1)).empty());
        const auto got = static_cast<double>(countParameters(scenario.model.architecture).total());
        QVERIFY2(std::abs(std::log(got / *edit->value)) < std::log(1.13), scenario.model.name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestFamilies)
#include "test_families.moc"
