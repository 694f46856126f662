// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/derivation_checker.h"
#include "tests/core/explain_models.h"
#include "tests/support/random_plan.h"

#include <QtTest>

using namespace scalescope;
using namespace scalescope::explaintest;

namespace {

Scenario scenarioOf(std::string_view base, const Architecture& architecture)
{
    Scenario scenario = preset(base);
    scenario.model = {};
    scenario.model.architecture = architecture;
    return scenario;
}

/// Dense and routed models whose degrees of up to four divide them, on a torus, on slices of one, and on a fabric.
std::vector<Scenario> bases()
{
    std::vector<Scenario> all;
    for (const NamedModel& model : explainedModels()) {
        all.push_back(scenarioOf("default", model.architecture));
        all.push_back(scenarioOf("llama-3-70b-h100", model.architecture));
    }
    return all;
}

/// What random plans have used, so that a feature which none did is noticed.
struct Seen {
    std::set<int> groups;
    std::set<int> collectives;
    std::set<int> phases;
    std::set<int> bounds;
    std::set<int> schedules;
    std::set<int> remats;
    bool uneven = false;
    bool otherStage = false;
    bool exposed = false;
    bool lora = false;
    bool host = false;
    bool launch = false;

    void add(const Scenario& s, const Estimate& e)
    {
        for (const CollectiveEstimate& c : e.collectives) {
            groups.insert(static_cast<int>(c.group));
            collectives.insert(static_cast<int>(c.collective));
            phases.insert(static_cast<int>(c.phase));
        }
        bounds.insert(static_cast<int>(e.summary.bound));
        remats.insert(static_cast<int>(s.plan.remat));
        if (e.stages.size() > 1)
            schedules.insert(static_cast<int>(s.plan.schedule));
        for (const StageEstimate& stage : e.stages)
            uneven = uneven || stage.layers != e.stages.front().layers;
        otherStage = otherStage || e.slowestStage != e.fullestStage;
        exposed = exposed || e.step().exposed.value > 0;
        lora = lora || s.plan.loraRank > 0;
        host = host || e.step().host.value > 0;
        launch = launch || (s.assumptions.rates == Rates::calibrated && s.hardware.cluster.chip.kernelLaunch);
    }
};

}  // namespace

class TestExplainPlans : public QObject {
    Q_OBJECT

private slots:
    void features_data();
    void features();
    void randomPlans();
    void manyUnevenStages();
    void adaptersOfExperts_data();
    void adaptersOfExperts();
    void theStudyIsCalibratedToo();
    void misfits();
};

void TestExplainPlans::features_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("edits");
    const auto row = [](const char* name, const char* base, const char* edits) {
        QTest::newRow(name) << QString::fromLatin1(base) << QString::fromLatin1(edits);
    };
    row("accumulation", "default", "plan.microbatches=4");
    row("no sequence parallelism", "default", "plan.sequence_parallel=false assumptions.small_reductions=true");
    row("small reductions", "default", "assumptions.small_reductions=true");
    row("ZeRO-1", "default", "plan.fsdp=64 plan.data=8 plan.zero_stage=1");
    row("ZeRO-3", "default", "plan.fsdp=64 plan.data=8 plan.zero_stage=3");
    row("gathered weights stay", "default", "plan.keep_gathered=true plan.microbatches=2 assumptions.count_buffers=true");
    row("no prefetch", "default", "plan.prefetch=0 assumptions.overlap.tensor=0.5 assumptions.count_buffers=true");
    row("ring of context", "llama-3-70b-h100", "plan.context=4 plan.fsdp=32");
    row("gathered context", "llama-3-70b-h100", "plan.context=4 plan.fsdp=32 plan.context_method=all_gather plan.remat=none");
    row("Ulysses", "llama-3-70b-h100", "plan.context=4 plan.fsdp=32 plan.context_method=ulysses assumptions.overlap.context=0.5");
    row("context on a torus", "default", "plan.context=4 plan.fsdp=128 plan.context_method=ulysses assumptions.axes=placed");
    row("every second layer again", "default", "plan.remat=every_nth assumptions.count_buffers=true");
    row("1F1B", "llama-3-70b-h100", "plan.pipeline=8 plan.fsdp=16 plan.microbatches=16");
    row("GPipe, uneven", "llama-3-70b-h100", "plan.pipeline=16 plan.fsdp=8 plan.microbatches=16 plan.schedule=gpipe model.layers=90");
    row("interleaved", "llama-3-70b-h100", "plan.pipeline=8 plan.fsdp=16 plan.microbatches=16 plan.schedule=interleaved plan.chunks=5");
    row("zero bubble", "llama-3-70b-h100", "plan.pipeline=8 plan.fsdp=16 plan.microbatches=16 plan.schedule=zero_bubble");
    row("realistic", "llama-3-70b-h100", "assumptions.set=realistic plan.pipeline=4 plan.fsdp=32 plan.microbatches=8");
    row("LoRA", "default", "plan.lora_rank=16 plan.weight_type=int4");
    row("offload", "default", "chip.host_link=1e9 plan.offload_activations=0.5 plan.offload_optimizer=true plan.master_weights=true");
    row("offload, partly hidden", "default",
        "chip.host_link=1e9 plan.offload_activations=0.5 plan.offload_optimizer=true assumptions.overlap.host=0.5");
    row("tensors are kept", "default",
        "assumptions.checkpoints=tensors plan.attention_kernel=stored plan.dropout=true plan.remat=selective_attention assumptions.count_buffers=true");
    row("failures", "default", "run.failure_time=1e8");
    row("checkpoints without failures", "default", "run.checkpoint_interval=1000");
    row("failures and an asked interval", "default", "run.failure_time=1e8 run.checkpoint_interval=1000 run.checkpoint_bandwidth=1e6");
    row("nothing but failures", "default", "run.failure_time=100");
}

void TestExplainPlans::features()
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

void TestExplainPlans::randomPlans()
{
    const std::vector<Scenario> from = bases();
    Seen seen;
    int possible = 0;
    for (unsigned seed = 0; seed < 400; ++seed) {
        RandomPlan random(seed);
        Scenario scenario = from[seed % from.size()];
        random.plan(scenario);
        random.assumptions(scenario.assumptions);
        random.reliability(scenario.reliability);
        Checker checker(scenario);
        const std::string problem = checker.run();
        QVERIFY2(problem.empty(), ("seed " + std::to_string(seed) + ": " + problem).c_str());
        if (!checker.estimate().possible())
            continue;
        ++possible;
        seen.add(scenario, checker.estimate());
    }
    QVERIFY2(possible > 150, std::to_string(possible).c_str());
    QCOMPARE(seen.groups.size(), std::size_t{8});  // those of training
    QCOMPARE(seen.collectives.size(), std::size_t{5});  // no broadcast and no gather to one chip
    QCOMPARE(seen.phases.size(), kPhaseNames.size());
    QCOMPARE(seen.schedules.size(), kPipelineScheduleNames.size());
    QCOMPARE(seen.remats.size(), kRematNames.size());
    QVERIFY2(seen.bounds.size() >= 6, std::to_string(seen.bounds.size()).c_str());
    QVERIFY(seen.uneven && seen.otherStage && seen.exposed && seen.lora && seen.host && seen.launch);
}

/// More kinds of stages than one sum takes.
void TestExplainPlans::manyUnevenStages()
{
    Scenario scenario = scenarioOf("llama-3-70b-h100", gemmaLike());
    Architecture& a = scenario.model.architecture;
    a.layers = 500;
    a.kinds.push_back(a.kinds.front());
    a.kinds.back().mlp.width *= 2;
    a.order = readOrder("A*7 B C*2 A*2 B*3 C A*11 B*5 C*4 A*13 B C*7", a.kinds.size()).order;
    set(scenario, "plan.tensor", 1);
    set(scenario, "plan.fsdp", 16);
    set(scenario, "plan.pipeline", 64);
    set(scenario, "plan.microbatches", 64);
    Checker checker(scenario);
    QVERIFY(checker.estimate().possible());
    std::set<std::pair<double, double>> kinds;
    for (const StageEstimate& stage : checker.estimate().stages)
        kinds.insert({stage.layers, stage.times.forward.value});
    QVERIFY2(kinds.size() > 10, std::to_string(kinds.size()).c_str());
    QCOMPARE(QString::fromStdString(checker.run()), QString());
}

void TestExplainPlans::adaptersOfExperts_data()
{
    QTest::addColumn<int>("expert");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<bool>("inExperts");
    QTest::newRow("one chip has all") << 1 << 1 << true;
    QTest::newRow("expert 8") << 8 << 1 << true;
    QTest::newRow("tensor 2 in every expert") << 1 << 2 << true;
    QTest::newRow("tensor 2 among the experts") << 1 << 2 << false;
    QTest::newRow("expert 8, tensor 2 in every expert") << 8 << 2 << true;
    QTest::newRow("expert 4, tensor 2 among the experts") << 4 << 2 << false;
}

/// An adapter beside routed experts costs 2 x rank x (in + out) for each token and chosen expert, however experts are split.
void TestExplainPlans::adaptersOfExperts()
{
    QFETCH(int, expert);
    QFETCH(int, tensor);
    QFETCH(bool, inExperts);
    constexpr double rank = 8;
    Scenario scenario = preset("llama-3-70b-h100");
    scenario.model = modelPreset(shippedPresets(), "mixtral-8x7b").value.value();
    const double chips = chipCount(scenario.hardware.cluster);
    scenario.plan.expert = expert;
    scenario.plan.tensor = tensor;
    scenario.plan.tensorInExperts = inExperts;
    scenario.plan.fsdp = static_cast<std::int64_t>(chips) / (expert * tensor);
    const Estimate plain = evaluate(scenario);
    scenario.plan.loraRank = static_cast<std::int64_t>(rank);
    Checker checker(scenario);
    QVERIFY(checker.estimate().possible());
    QCOMPARE(QString::fromStdString(checker.run()), QString());

    const Architecture& a = scenario.model.architecture;
    const Mlp& mlp = a.base().mlp;
    const auto model = static_cast<double>(a.width);
    const double width = static_cast<double>(mlp.width) / (inExperts ? tensor : 1);
    const auto forward = [](const Estimate& e, Component component) {
        const auto found = std::find_if(e.operations.begin(), e.operations.end(), [component](const OperationEstimate& op) {
            return op.component == component && op.phase == Phase::forward;
        });
        return found->each.flops.value;
    };
    const auto added = [&](Component component) { return forward(checker.estimate(), component) - forward(plain, component); };
    // Chips that split one expert between them see the same tokens.
    const double pairs = scenario.workload.batch * static_cast<double>(mlp.topK) * (inExperts ? tensor : 1) / chips;
    const double in = 2 * rank * (model + 2 * width) * pairs;
    const double out = 2 * rank * (width + model) * pairs;
    QVERIFY2(std::abs(added(Component::mlpIn) - in) < 1e-9 * in, shortest(added(Component::mlpIn) / in).c_str());
    QVERIFY2(std::abs(added(Component::mlpOut) - out) < 1e-9 * out, shortest(added(Component::mlpOut) / out).c_str());
}

/// Where rates are measured the sharding study's links and start-ups are, and its derivations say so.
void TestExplainPlans::theStudyIsCalibratedToo()
{
    Scenario scenario = preset("sharded-all-gather-h100");
    scenario.assumptions.rates = Rates::calibrated;
    scenario.assumptions.collectives.latency = LatencyRule::added;
    Checker checker(scenario);
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    const auto has = [&](std::string_view id, std::string_view input) {
        const auto found = derive(scenario, checker.estimate(), id);
        const auto leaves = leavesOf(found.value().expression);
        return std::any_of(leaves.begin(), leaves.end(), [input](const Leaf* leaf) { return leaf->input == input; });
    };
    const std::string binds = std::to_string(answerSharding(scenario).collective->time.network);
    QVERIFY(has("sharding.collective.bandwidth_time", "network." + binds + ".efficiency"));
    QVERIFY(has("sharding.collective.latency", "network.2.start_up"));
    scenario.assumptions.rates = Rates::peak;
    QVERIFY(!has("sharding.collective.bandwidth_time", "network." + binds + ".efficiency"));
    QVERIFY(!has("sharding.collective.latency", "network.2.start_up"));
}

/// Memory and FLOPs have derivations where times have none.
void TestExplainPlans::misfits()
{
    Scenario scenario = preset("llama-3-70b-h100");
    set(scenario, "plan.pipeline", 128);
    set(scenario, "plan.fsdp", 1);
    Checker checker(scenario);
    QVERIFY(!checker.estimate().possible());
    QCOMPARE(QString::fromStdString(checker.run()), QString());
    QVERIFY(derive(scenario, checker.estimate(), "stage.0.layers"));
    QVERIFY(!derive(scenario, checker.estimate(), "stage.0.total"));
    QVERIFY(!derive(scenario, checker.estimate(), "stage.1.layers"));
    for (const char* id : {"stage.0", "stage.x.total", "stage.0.network.none", "part.A.network.fsdp", "group.shards.bandwidth", "degree.fsdp",
                           "traffic.0.array", "work.99999.time", "axis.expert.routed.A.bandwidth", "step.fill.range.0", "model.adapters.A"})
        QVERIFY2(!derive(scenario, checker.estimate(), id), id);
}

QTEST_APPLESS_MAIN(TestExplainPlans)
#include "test_explain_plans.moc"
