// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/scenario/names.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"

#include <QtTest>

#include <cmath>

using namespace scalescope;

/// What tools of this kind got wrong, and the behaviour wanted; the numbers are those of the handbook's list.
class TestCases : public QObject
{
    Q_OBJECT

private slots:
    void case1_kvFollowsTheKvHeads();
    void case2_aGatedMlpHasThreeMatrices();
    void case3_normsAreReplicated();
    void case6_peaksAreDenseAndSourced();
    void case7_capacitiesAreNamedInBothUnits();
    void case15_aGatherSendsAllButItsOwn();
    void case16_theTwoFactorsOfTwoAreTold();
    void case18_whatDoesNotFitIsHypothetical();
    void case21_impossibleTensorDegreesNameTheNearest_data();
    void case21_impossibleTensorDegreesNameTheNearest();
    void case22_aMissingPrecisionIsUpcastAndSaid();
    void case23_theContextIsPrinted();
    void case24_sixNumbersMakeAChip();
};

namespace {

Scenario preset(std::string_view id)
{
    return scenarioPreset(shippedPresets(), id).value.value();
}

const Diagnostic* about(const Estimate& e, std::string_view parameter, Severity severity)
{
    for (const Diagnostic& d : e.diagnostics)
        if (d.parameter == parameter && d.severity == severity)
            return &d;
    return nullptr;
}

Bytes trafficOf(const Scenario& s, Component component)
{
    const Estimate e = evaluate(s);
    for (const OperationEstimate& o : e.operations)
        if (o.component == component && o.phase == Phase::forward)
            return o.each.traffic;
    return {};
}

}  // namespace

void TestCases::case1_kvFollowsTheKvHeads()
{
    Architecture grouped = preset("default").model.architecture;
    Architecture multiHead = grouped;
    multiHead.attention.kvHeads = multiHead.attention.heads;
    QCOMPARE(kvElementsPerToken(grouped), 2 * grouped.layers * 8 * 128);
    QCOMPARE(kvElementsPerToken(multiHead) / kvElementsPerToken(grouped), 8);

    Scenario s = preset("default");
    const Bytes before = trafficOf(s, Component::attention);
    s.model.architecture.attention.kvHeads *= 2;
    QVERIFY(trafficOf(s, Component::attention) > before);
}

void TestCases::case2_aGatedMlpHasThreeMatrices()
{
    Architecture a;
    a.layers = 1;
    a.width = 100;
    a.mlp.width = 333;  // no multiple of anything
    a.attention.kind = AttentionKind::none;
    QCOMPARE(countParameters(a).mlp, 3 * 100 * 333);
    a.mlp.kind = MlpKind::plain;
    QCOMPARE(countParameters(a).mlp, 2 * 100 * 333);
}

void TestCases::case3_normsAreReplicated()
{
    Scenario s = preset("default");
    const ParameterCount count = countParameters(s.model.architecture);
    QCOMPARE(count.norms, (80 * 2 + 1) * 8192);

    // A chip's weights under tensor parallelism: all but the norms are divided by the tensor degree.
    const double perChip = evaluate(s).memory.of(MemoryKind::weights).bytes.value / 2.0 * 512.0;
    const double divided = static_cast<double>(count.total() - count.norms) / 8.0 + static_cast<double>(count.norms);
    QVERIFY(std::abs(perChip - divided) < 1);
    s.model.architecture.norms.perLayer = 4;
    QCOMPARE(countParameters(s.model.architecture).norms, (80 * 4 + 1) * 8192);
}

void TestCases::case6_peaksAreDenseAndSourced()
{
    const PresetLibrary library = shippedPresets();
    for (std::string_view id : library.ids(PresetKind::hardware)) {
        const Hardware hardware = hardwarePreset(library, id).value.value();
        const bool sourced = std::any_of(hardware.sources.begin(), hardware.sources.end(),
                                         [](const FigureSource& f) { return f.id.starts_with("chip.peak") && !f.source.empty(); });
        QVERIFY2(sourced, std::string(id).c_str());
    }
    // The sparse figure of an H100 is 1979 TFLOP/s in bf16, and its TF32 rate half of the dense one.
    const Chip h100 = hardwarePreset(library, "h100").value->cluster.chip;
    QCOMPARE(peakFor(h100, DType::bf16)->rate.value, 9.9e14);
    QCOMPARE(peakFor(h100, DType::bf16)->dtype, DType::bf16);
}

void TestCases::case7_capacitiesAreNamedInBothUnits()
{
    Scenario s = preset("default");
    s.plan = {};
    s.plan.data = 4096;
    const Estimate e = evaluate(s);
    const Diagnostic* d = about(e, "plan.fsdp", Severity::infeasible);
    QVERIFY(d);
    const std::string text = describe(*d);
    QVERIFY2(text.find("GB (") != std::string::npos && text.find("GiB)") != std::string::npos, text.c_str());
}

void TestCases::case15_aGatherSendsAllButItsOwn()
{
    // B is what one chip has at first: (N-1) such blocks arrive, one direction of a link at W.
    const double block = 1e6;
    const double link = 1e10;
    for (std::int64_t n : {2, 4, 8, 64}) {
        Topology line;
        line.hasTorus = true;
        line.shape = {n};
        line.link = BytesPerSecond(link);
        const std::array<std::int64_t, 1> sizes = {n};
        AxisPlacement axis;
        QVERIFY(!placeAxes(sizes, line, std::span(&axis, 1)));
        CollectiveRules rules;
        rules.ring = RingTerms::exact;
        const Bytes whole(block * static_cast<double>(n));
        QCOMPARE(timeOf(Collective::allGather, whole, axis, line, rules).bandwidth.value, static_cast<double>(n - 1) * block / link);
        Topology star;
        star.levels[0] = {1, n, BytesPerSecond(link), Seconds(0), false, 1, false, 0};
        star.levelCount = 1;
        QVERIFY(!placeAxes(sizes, star, std::span(&axis, 1)));
        QCOMPARE(timeOf(Collective::allGather, whole, axis, star, rules).bandwidth.value, static_cast<double>(n - 1) * block / link);
    }
}

void TestCases::case16_theTwoFactorsOfTwoAreTold()
{
    const Scenario s = preset("default");
    const Estimate e = evaluate(s);
    const auto says = [](const Derivation& d, std::string_view word) {
        for (const Leaf* leaf : leavesOf(d.expression))
            if (substitute(leaf->name.text, leaf->name.arguments).find(word) != std::string::npos)
                return true;
        for (const Note& note : d.notes)
            if (substitute(note.words.text, note.words.arguments).find(word) != std::string::npos)
                return true;
        return false;
    };
    const auto bandwidth = derive(s, e, "sharding.collective.bandwidth_time");
    QVERIFY(bandwidth && says(*bandwidth, "Both directions of a ring"));
    const auto array = derive(s, e, "collective.0.array");
    QVERIFY(array && says(*array, "bf16"));
}

void TestCases::case18_whatDoesNotFitIsHypothetical()
{
    Scenario s = preset("default");
    s.plan.data = 4096;
    s.plan.fsdp = s.plan.tensor = 1;
    const Estimate e = evaluate(s);
    QVERIFY(e.possible());
    QVERIFY(!e.feasible());
    QVERIFY(!e.summary.feasible);
    const Diagnostic* d = about(e, "plan.fsdp", Severity::infeasible);
    QVERIFY(d);
    QVERIFY(describe(*d).find("fsdp 4,096") != std::string::npos);
}

void TestCases::case21_impossibleTensorDegreesNameTheNearest_data()
{
    QTest::addColumn<int>("chips");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("tensor 1000") << 4096 << 1000 << QStringLiteral("Nearest that works: 64.");
    QTest::newRow("tensor 48") << 4096 << 48 << QStringLiteral("Nearest that works: 32 or 64.");
    QTest::newRow("tensor 16 on 8 chips") << 8 << 16 << QStringLiteral("data 1 x fsdp 1 x tensor 8 fills it.");
}

void TestCases::case21_impossibleTensorDegreesNameTheNearest()
{
    QFETCH(int, chips);
    QFETCH(int, tensor);
    QFETCH(QString, nearest);
    Scenario s = preset("llama-3-70b-h100");
    s.hardware.cluster = resized(s.hardware.cluster, chips);
    s.plan.data = s.plan.fsdp = 1;
    s.plan.tensor = tensor;
    const Estimate e = evaluate(s);
    QVERIFY(!e.possible());
    QString all;
    for (const Diagnostic& d : e.diagnostics)
        if (d.severity == Severity::impossible)
            all += QString::fromStdString(describe(d)) + u'\n';
    QVERIFY2(all.contains(nearest), qPrintable(all));
}

void TestCases::case22_aMissingPrecisionIsUpcastAndSaid()
{
    Scenario s = preset("llama-3-70b-h100");
    s.hardware.cluster.chip = hardwarePreset(shippedPresets(), "a100").value->cluster.chip;
    s.plan.computeType = DType::fp8;
    const Estimate e = evaluate(s);
    QVERIFY(e.peak.has_value());
    QCOMPARE(e.peak->dtype, DType::bf16);
    const Diagnostic* d = about(e, "plan.compute_type", Severity::notice);
    QVERIFY(d);
    QVERIFY(describe(*d).find("upcast") != std::string::npos);

    s.hardware.cluster.chip.peak = {};
    const Estimate none = evaluate(s);
    QVERIFY(!none.possible());
    QVERIFY(about(none, "plan.compute_type", Severity::impossible));
}

void TestCases::case23_theContextIsPrinted()
{
    Scenario s = preset("default");
    s.workload.sequence = 12345;
    QVERIFY(settingOf(s).find("context 12,345") != std::string::npos);
}

void TestCases::case24_sixNumbersMakeAChip()
{
    const Read<Hardware> read = readHardware(R"({"chip": {"peak": {"bf16": 5e14}, "hbm": {"capacity": 96e9, "bandwidth": 3e12}},
                                                 "network": [{"kind": "fabric", "degree": 8, "bandwidth": 4e11}]})");
    QVERIFY2(read.value, read.problems.empty() ? "" : describe(read.problems.front()).c_str());
    Scenario s = preset("default");
    s.hardware = *read.value;
    s.plan.fsdp = 8;
    s.plan.tensor = s.plan.data = 1;
    QVERIFY(evaluate(s).possible());
    // What has a default says so: it is written out in full.
    const std::string whole = writeHardware(s.hardware);
    for (const char* stated : {"\"hop\"", "\"max_degree\"", "\"reduces\""})
        QVERIFY2(whole.find(stated) != std::string::npos, stated);
}

QTEST_GUILESS_MAIN(TestCases)
#include "test_cases.moc"
