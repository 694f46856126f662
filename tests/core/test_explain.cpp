// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/render.h"
#include "core/training/bounds.h"
#include "tests/core/derivation_checker.h"

#include <QtTest>

#include <random>
#include <span>

using namespace scalescope;
using namespace scalescope::explaintest;

namespace {

/// The scenarios from which edits start: a torus, one with slices joined, a fabric of three levels; every degree used.
std::vector<Scenario> bases()
{
    Scenario torus = preset("default");
    set(torus, "plan.fsdp", 64);
    set(torus, "plan.data", 8);

    Scenario slices = preset("default");
    set(slices, "network.1.slices", 4);
    set(slices, "network.1.hop", 1e-5);
    set(slices, "network.0.shape.2", 8);
    set(slices, "plan.fsdp", 256);
    set(slices, "plan.data", 4);

    Scenario acrossSlices = slices;
    set(acrossSlices, "plan.fsdp", 1024);
    set(acrossSlices, "plan.data", 1);
    set(acrossSlices, "plan.weight_type", 4);

    Scenario line = preset("llama-3-8b-v5e");
    set(line, "workload.batch", 3000);

    Scenario fabric = preset("llama-3-70b-h100");
    set(fabric, "plan.fsdp", 16);
    set(fabric, "plan.data", 8);

    Scenario oneLayer = preset("split-512x8");
    return {torus, slices, line, fabric, acrossSlices, oneLayer};
}

class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}

    int upTo(int n) { return std::uniform_int_distribution<int>(0, n - 1)(m_engine); }
    double fraction() { return std::uniform_real_distribution<double>(0, 1)(m_engine); }

    double valueOf(const Parameter& p)
    {
        if (p.isChoice())
            return upTo(static_cast<int>(p.choices.size()));
        const double value = p.low > 0 ? p.low * std::pow(p.high / p.low, fraction()) : p.low + (p.high - p.low) * fraction();
        return p.integer ? std::round(value) : value;
    }

private:
    std::mt19937 m_engine;
};

bool isDegree(const std::string& id)
{
    return std::any_of(kAxisNames.begin(), kAxisNames.end(), [&id](std::string_view name) { return id == "plan." + std::string(name); });
}

/// Shares the chips out among the degrees, a factor at a time.
void shareChips(Scenario& scenario, Dice& dice)
{
    auto left = static_cast<std::int64_t>(chipCount(scenario.hardware.cluster));
    std::array<std::int64_t*, 4> degrees = {&scenario.plan.tensor, &scenario.plan.fsdp, &scenario.plan.data, &scenario.plan.context};
    for (std::int64_t* degree : degrees)
        *degree = 1;
    for (std::int64_t factor = 2; left > 1; ++factor)
        for (; left % factor == 0; left /= factor)
            *degrees[static_cast<std::size_t>(dice.upTo(4))] *= factor;
}

void editRandomly(Scenario& scenario, Dice& dice)
{
    static const std::array<double, 5> sizes = {1, 2, 4, 8, 16};
    const std::vector<Parameter> table = parameters(scenario);
    const int edits = 1 + dice.upTo(12);
    for (int i = 0; i < edits; ++i) {
        const Parameter& p = table[static_cast<std::size_t>(dice.upTo(static_cast<int>(table.size())))];
        if (p.derived || isDegree(p.id) || p.id == "model.heads" || p.id == "model.kv_heads")
            continue;
        const bool count = p.id.find(".shape.") != std::string::npos || p.id.ends_with(".degree") || p.id.ends_with(".slices");
        const std::vector<Edit> edit = {{p.id, count ? sizes[static_cast<std::size_t>(dice.upTo(5))] : dice.valueOf(p)}};
        scalescope::apply(scenario, edit);
    }
    scenario.model.architecture.base().mlp.width = (scenario.model.architecture.base().mlp.width / 64 + 1) * 64;
    shareChips(scenario, dice);
}

}  // namespace

class TestExplain : public QObject {
    Q_OBJECT

private slots:
    void presets_data();
    void presets();
    void everyModelAndEveryHardware();
    void everyChoice();
    void combinations_data();
    void combinations();
    void oneChip();
    void torusOfFourDimensions();
    void memoryBinds();
    void randomEdits();
    void impossibleScenariosHaveNoTimes();
    void unknownIds_data();
    void unknownIds();
    void crossoverOfTheThirteenSplits();
};

void TestExplain::presets_data()
{
    QTest::addColumn<QString>("id");
    const PresetLibrary library = shippedPresets();
    for (const std::string_view id : library.ids(PresetKind::scenarios))
        QTest::newRow(std::string(id).c_str()) << QString::fromStdString(std::string(id));
}

void TestExplain::presets()
{
    QFETCH(QString, id);
    const Scenario scenario = preset(id.toStdString());
    Checker checker(scenario);
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    QVERIFY(checker.count() > 50);
}

void TestExplain::everyModelAndEveryHardware()
{
    const PresetLibrary library = shippedPresets();
    const auto hardware = library.ids(PresetKind::hardware);
    Dice dice(1);
    int possible = 0;
    std::size_t next = 0;
    for (const std::string_view model : library.ids(PresetKind::models)) {
        const std::string_view under = hardware[next++ % hardware.size()];
        Scenario scenario;
        scenario.model = *modelPreset(library, model).value;
        scenario.hardware = *hardwarePreset(library, under).value;
        shareChips(scenario, dice);
        scenario.plan.fsdp *= scenario.plan.tensor;
        scenario.plan.tensor = 1;
        Checker checker(scenario);
        const std::string problem = checker.run();
        QVERIFY2(problem.empty(), (std::string(model) + " on " + std::string(under) + ": " + problem).c_str());
        possible += checker.estimate().possible();
    }
    QVERIFY(next >= hardware.size());
    QVERIFY(possible > 50);
}

void TestExplain::everyChoice()
{
    int checked = 0;
    const std::vector<Scenario> from = bases();
    for (const Scenario& base : std::span(from).first(4)) {
        QVERIFY(evaluate(base).possible());
        for (const Parameter& p : parameters(base)) {
            if (!p.isChoice())
                continue;
            for (std::size_t i = 0; i < p.choices.size(); ++i) {
                Scenario scenario = base;
                set(scenario, p.id, static_cast<double>(i));
                Checker checker(scenario);
                const std::string problem = checker.run();
                QVERIFY2(problem.empty(), (p.id + " = " + std::string(p.choices[i]) + ": " + problem).c_str());
                checked += checker.estimate().possible();
            }
        }
    }
    QVERIFY(checked > 300);
}

void TestExplain::combinations_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("edits");
    const auto row = [](const char* name, const char* base, const char* edits) {
        QTest::newRow(name) << QString::fromLatin1(base) << QString::fromLatin1(edits);
    };
    row("part of a layer recomputed, the gather not shared", "default",
        "plan.remat=custom plan.recompute=0.4 assumptions.shared_gather=false");
    row("every part of memory", "default",
        "assumptions.count_buffers=true assumptions.count_gradients=true assumptions.reserve=1e9 plan.master_weights=true");
    row("every part, replicated over chips", "default",
        "plan.fsdp=1 plan.tensor=1 plan.data=4096 assumptions.count_buffers=true assumptions.count_gradients=true plan.zero_stage=2");
    row("a line, exact, placed", "default", "network.0.wrap=never assumptions.ring=exact assumptions.axes=placed");
    row("a line, asymptotic, placed", "default", "network.0.wrap=never assumptions.ring=asymptotic_everywhere assumptions.axes=placed");
    row("across slices, exact, placed", "default",
        "network.1.slices=4 plan.fsdp=2048 network.1.hop=1e-5 assumptions.ring=exact assumptions.axes=placed");
    row("across slices, counted", "default", "network.1.slices=4 plan.fsdp=2048 assumptions.ring=exact");
    row("slices replicated, everything added", "default",
        "network.1.slices=4 plan.data=4 assumptions.latency=added assumptions.start_up=1e-5 assumptions.networks=add");
    row("as placed, partly hidden", "llama-3-70b-h100",
        "plan.fsdp=16 plan.data=8 assumptions.networks=as_placed assumptions.overlap.tensor=0 assumptions.overlap.fsdp=0.7");
    row("one tree, exact", "llama-3-70b-h100", "plan.fsdp=16 plan.data=8 assumptions.fabric=tree assumptions.network_efficiency=0.8");
    row("reduced in the network, measured", "llama-3-70b-h100", "plan.fsdp=16 plan.data=8 assumptions.reduction=measured");
    row("reduced in the network, in theory", "llama-3-70b-h100", "plan.fsdp=4 plan.data=32 assumptions.reduction=theoretical");
    row("reduced over three levels", "llama-3-70b-h100", "plan.order=data_fsdp_tensor plan.tensor=1 plan.fsdp=1 plan.data=1024 assumptions.reduction=theoretical");
    row("every operation, at a part of the peak", "llama-3-70b-h100",
        "assumptions.timed=operations assumptions.matmul_efficiency=0.7 assumptions.attention=causal");
    row("no vector rate", "default", "assumptions.timed=operations chip.vector=unknown");
    row("more tensor than KV heads", "default", "plan.tensor=64 plan.fsdp=64");
    row("upcast", "default", "plan.compute_type=fp8 plan.weight_type=fp8 plan.gradient_type=fp32");
    row("a forward pass", "default", "workload.pass=forward");
}

void TestExplain::combinations()
{
    QFETCH(QString, base);
    QFETCH(QString, edits);
    Scenario scenario = preset(base.toStdString());
    for (const QString& assignment : edits.split(QLatin1Char(' '))) {
        Diagnostic problem;
        const auto edit = parseAssignment(scenario, assignment.toStdString(), problem);
        QVERIFY2(edit, describe(problem).c_str());
        const std::vector<Edit> one = {*edit};
        QCOMPARE(textOf(scalescope::apply(scenario, one)), std::string());
    }
    Checker checker(scenario);
    QVERIFY(checker.estimate().possible());
    QCOMPARE(QString::fromStdString(checker.run()), QString());
}

void TestExplain::oneChip()
{
    Scenario scenario = preset("default");
    scenario.hardware.cluster.networks.clear();
    scenario.plan.fsdp = 1;
    scenario.plan.tensor = 1;
    Checker checker(scenario);
    QVERIFY(checker.estimate().possible());
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    QVERIFY(!derive(scenario, checker.estimate(), "crossover.batch"));
}

void TestExplain::torusOfFourDimensions()
{
    Scenario scenario = preset("default");
    auto& torus = std::get<Torus>(scenario.hardware.cluster.networks[0]);
    torus.shape = {4, 4, 2, 2};
    torus.maxShape = torus.shape;
    torus.wrap = WrapRule::never;
    scenario.plan.tensor = 1;
    scenario.plan.fsdp = 64;
    scenario.assumptions.collectives.axes = AxesRule::placed;
    scenario.assumptions.collectives.ring = RingTerms::exact;
    Checker checker(scenario);
    QVERIFY(checker.estimate().possible());
    QCOMPARE(checker.estimate().of(Axis::fsdp).placement.partCount, 4);
    QCOMPARE(QString::fromStdString(checker.run()), QString());
}

void TestExplain::memoryBinds()
{
    Scenario scenario = preset("llama-3-70b-h100");
    set(scenario, "assumptions.timed", 1);
    set(scenario, "workload.batch", 128);
    for (int network = 0; network < 3; ++network)
        set(scenario, "network." + std::to_string(network) + ".bandwidth", 1e15);
    for (int network = 0; network < 3; ++network)
        set(scenario, "network." + std::to_string(network) + ".hop", 0);
    Checker checker(scenario);
    QVERIFY(checker.estimate().summary.bound == BoundBy::memory);
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    const auto bound = derive(scenario, checker.estimate(), "bound");
    QVERIFY(std::any_of(bound->notes.begin(), bound->notes.end(), [](const Note& n) { return n.link == "step.memory_bound"; }));
}

void TestExplain::randomEdits()
{
    const std::vector<Scenario> from = bases();
    int possible = 0;
    for (unsigned seed = 0; seed < 240; ++seed) {
        Dice dice(seed);
        Scenario scenario = from[seed % from.size()];
        editRandomly(scenario, dice);
        Checker checker(scenario);
        const std::string problem = checker.run();
        QVERIFY2(problem.empty(), ("seed " + std::to_string(seed) + ": " + problem).c_str());
        possible += checker.estimate().possible();
    }
    QVERIFY2(possible > 80, std::to_string(possible).c_str());
}

void TestExplain::impossibleScenariosHaveNoTimes()
{
    Scenario scenario = preset("default");
    set(scenario, "plan.tensor", 1000);
    Checker checker(scenario);
    QVERIFY(!checker.estimate().possible());
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    for (const char* id : {"step.expected", "bound", "mfu", "axis.fsdp.time", "axis.fsdp.bandwidth", "run.days", "operation.0.time", "crossover.batch"})
        QVERIFY2(!derive(scenario, checker.estimate(), id), id);
    QVERIFY(derive(scenario, checker.estimate(), "memory.total"));

    Scenario unpriced = preset("default");
    const std::vector<Edit> edit = {{"chip.price", std::nullopt}};
    QVERIFY(scalescope::apply(unpriced, edit).empty());
    QVERIFY(!derive(unpriced, evaluate(unpriced), "run.cost"));
    QVERIFY(derive(unpriced, evaluate(unpriced), "run.days"));
}

void TestExplain::unknownIds_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"", ".", "step", "step.", "step.compute.", "nothing", "axis.tensor", "axis.none.time", "collective.x.time",
                           "collective.99999999999999999999.time", "collective.-1.time", "collective.00.time", "operation.0",
                           "operation.0.", "memory.nothing", "model.parameters.none", "axis.fsdp.level.0.members", "axis.fsdp.part.9.size",
                           "axis.fsdp.network.7.bandwidth", "network.9.chips_below", "weights.attention", "component.nothing.time"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestExplain::unknownIds()
{
    QFETCH(QString, id);
    const Scenario scenario = preset("default");
    QVERIFY(!derive(scenario, evaluate(scenario), id.toStdString()));
}

void TestExplain::crossoverOfTheThirteenSplits()
{
    const Scenario crossing = preset("split-512x8");
    const Estimate estimate = evaluate(crossing);
    const auto batch = derive(crossing, estimate, "crossover.batch");
    QVERIFY(batch);
    QVERIFY(agree(batch->value(), 435200));
    // Book, chapter 5: X times alpha / M_X tokens.
    const auto rule = derive(crossing, estimate, "crossover.batch.rule");
    QVERIFY(rule);
    const FlopsPerByte alpha = estimate.peak->rate / estimate.of(Axis::fsdp).bandwidth;
    QVERIFY(agree(rule->value(), 512 * criticalBatchPerChip(alpha, 1)));
    QVERIFY(agree(rule->value(), 435200));

    const Scenario never = preset("split-256x16");
    const auto ratio = derive(never, evaluate(never), "crossover.batch");
    QVERIFY(ratio);
    QVERIFY(ratio->value() > 1);
    QVERIFY(toText(*ratio).find("Never") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestExplain)
#include "test_explain.moc"
