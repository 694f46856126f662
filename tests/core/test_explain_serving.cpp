// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/derivation_checker.h"
#include "tests/support/random_plan.h"
#include "tests/support/random_replica.h"
#include "tests/support/served.h"

#include <QtTest>

using namespace scalescope;
using namespace scalescope::explaintest;

/// Derivations of serving: each gives the engine's number, and opens down to parameters.
class TestExplainServing : public QObject {
    Q_OBJECT

private slots:
    void deployments_data();
    void deployments();
    void presets_data();
    void presets();
    void everyModel_data();
    void everyModel();
    void randomDeployments();
    void theBooksFormulaIsShown();
    void operationsAreShownOtherwise();
    void whatBindsIsNamed();
    void aTiedMatrixIsThereOnce();
    void impossibleOnesHaveMemory();
    void unknownIds_data();
    void unknownIds();
};

namespace {

void edit(Scenario& scenario, const QString& edits)
{
    for (const QString& assignment : edits.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        Diagnostic problem;
        const auto one = parseAssignment(scenario, assignment.toStdString(), problem);
        if (!one)
            qFatal("%s", describe(problem).c_str());
        const std::vector<Edit> change = {*one};
        if (const Diagnostics problems = scalescope::apply(scenario, change); !problems.empty())
            qFatal("%s", textOf(problems).c_str());
    }
}

bool uses(const Derivation& d, std::string_view id)
{
    const auto leaves = leavesOf(d.expression);
    return std::any_of(leaves.begin(), leaves.end(), [id](const Leaf* leaf) { return leaf->input == id || leaf->link == id; });
}

}  // namespace

void TestExplainServing::deployments_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("hardware");
    QTest::addColumn<int>("chips");
    QTest::addColumn<QString>("draft");
    QTest::addColumn<QString>("edits");
    const auto row = [](const char* name, const char* model, const char* hardware, int chips, const char* edits, const char* draft = "") {
        QTest::newRow(name) << QString::fromLatin1(model) << QString::fromLatin1(hardware) << chips << QString::fromLatin1(draft) << QString::fromLatin1(edits);
    };
    row("LLaMA 2 13B on v5e", "llama-2-13b", "tpu-v5e", 8, "serving.sequences=32 serving.prompt=8192");
    row("LLaMA 2 13B, realistic", "llama-2-13b", "tpu-v5e", 8, "serving.sequences=32 assumptions.set=realistic");
    row("70B on H100 with a draft model", "llama-3-70b", "h100", 8, "serving.speculation=draft_model serving.draft_tokens=4", "llama-3-8b");
    row("a draft model, realistic", "llama-3-70b", "h100", 8, "serving.speculation=draft_model assumptions.set=realistic", "llama-3-8b");
    row("every proposal is right", "llama-3-70b", "h100", 8, "serving.speculation=draft_model serving.acceptance=1", "llama-3-8b");
    row("DeepSeek V3 with expert degree", "deepseek-v3", "h100", 16, "serving.decode.tensor=2 serving.decode.expert=8 serving.sequences=256");
    row("DeepSeek V3, whole experts", "deepseek-v3", "h100", 16,
        "serving.decode.tensor=2 serving.decode.expert=8 serving.layout.tensor_in_experts=false assumptions.set=realistic");
    row("DeepSeek V3 proposes by its own layers", "deepseek-v3", "h100", 16, "serving.decode.expert=2 serving.decode.tensor=8 serving.speculation=multi_token");
    row("chunked", "llama-3-70b", "tpu-v5e", 16, "serving.batching=chunked serving.decode.tensor=16");
    row("chunked, realistic", "mixtral-8x7b", "h100", 8, "serving.batching=chunked assumptions.set=realistic serving.prompt=5000");
    row("disaggregated", "llama-3-70b", "tpu-v5e", 16, "serving.batching=disaggregated serving.prefill.tensor=8 serving.prefill.context=2");
    row("disaggregated, realistic", "llama-3-70b", "h100", 8,
        "serving.batching=disaggregated serving.prefill.tensor=4 serving.prefill.pipeline=2 assumptions.set=realistic serving.prefill.batch=3");
    row("a bandwidth between", "llama-3-70b", "h100", 8, "serving.batching=disaggregated serving.transfer_bandwidth=1e10");
    row("pieces", "llama-3-70b", "h100", 8, "serving.prefill.chunk=700 serving.prompt=8192");
    row("many pieces", "llama-3-70b", "h100", 8, "serving.prefill.chunk=100 serving.prompt=16384 assumptions.set=realistic");
    row("pieces and stages", "llama-3-70b", "h100", 8, "serving.prefill.chunk=1000 serving.decode.tensor=4 serving.decode.pipeline=2");
    row("copies of KV heads", "llama-3-70b", "tpu-v5e", 16, "serving.decode.tensor=16");
    row("the cache is split by batch", "llama-3-70b", "tpu-v5e", 16, "serving.layout.cache_split=batch");
    row("the cache is split by sequence", "llama-3-70b", "tpu-v5e", 16, "serving.layout.cache_split=sequence assumptions.set=realistic");
    row("rows 2", "llama-3-70b", "tpu-v5e", 16, "serving.decode.rows=2");
    row("rows 4, realistic", "llama-3-70b", "tpu-v5e", 16, "serving.decode.rows=4 assumptions.set=realistic");
    row("reduced to all", "llama-3-70b", "tpu-v5e", 16, "serving.layout.sequence_parallel=false");
    row("cached prompts", "llama-3-70b", "h100", 8, "serving.prefix_hit=0.5 serving.host_hit=0.25 assumptions.set=realistic");
    row("all of a prompt is cached", "llama-3-70b", "h100", 8, "serving.prefix_hit=1");
    row("padded", "llama-3-70b", "h100", 8, "serving.layout.cache=padded serving.longest=8192");
    row("few sequences on many chips", "deepseek-v3", "h100", 32, "serving.decode.tensor=1 serving.decode.expert=32 serving.sequences=3");
    row("stages of unequal length", "llama-2-13b", "h100", 24, "serving.decode.tensor=8 serving.decode.pipeline=3");
    row("networks add", "deepseek-v3", "h100", 16, "serving.decode.tensor=2 serving.decode.expert=8 assumptions.networks=add assumptions.overlap.tensor=0.5");
    row("it does not fit", "llama-3-70b", "tpu-v5e", 4, "serving.sequences=4096");
}

void TestExplainServing::deployments()
{
    QFETCH(QString, model);
    QFETCH(QString, hardware);
    QFETCH(int, chips);
    QFETCH(QString, draft);
    QFETCH(QString, edits);
    Scenario scenario = servedBy(model.toStdString(), hardware.toStdString(), chips);
    if (!draft.isEmpty())
        scenario.draft = modelPreset(shippedPresets(), draft.toStdString()).value.value();
    edit(scenario, edits);
    const ServingLayout& layout = scenario.serving.decode;
    scenario.serving.decode.tensor = std::min(layout.tensor, chips / (layout.expert * layout.pipeline));
    Checker checker(scenario);
    QCOMPARE(QString::fromStdString(checker.runServing()), QString());
    QVERIFY(checker.serving().possible);
}

void TestExplainServing::presets_data()
{
    QTest::addColumn<QString>("id");
    const PresetLibrary library = shippedPresets();
    for (const std::string_view id : library.ids(PresetKind::scenarios))
        QTest::newRow(std::string(id).c_str()) << QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

void TestExplainServing::presets()
{
    QFETCH(QString, id);
    const Scenario scenario = preset(id.toStdString());
    Checker checker(scenario);
    QCOMPARE(QString::fromStdString(checker.runServing()), QString());
}

void TestExplainServing::everyModel_data()
{
    QTest::addColumn<QString>("model");
    const PresetLibrary library = shippedPresets();
    for (const std::string_view id : library.ids(PresetKind::models))
        QTest::newRow(std::string(id).c_str()) << QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

void TestExplainServing::everyModel()
{
    QFETCH(QString, model);
    for (const AssumptionSet set : {AssumptionSet::book, AssumptionSet::realistic}) {
        Scenario scenario = servedBy(model.toStdString(), "h100", 4);
        scenario.assumptions = assumptionsOf(set, scenario.assumptions);
        scenario.serving.decode.tensor = fittingTensor(scenario.model.architecture, 4);
        Checker checker(scenario);
        QCOMPARE(QString::fromStdString(checker.runServing()), QString());
        QVERIFY(checker.serving().possible || checker.serving().decodePhase.memory.total().value > 0);
    }
}

void TestExplainServing::randomDeployments()
{
    struct Seen {
        std::set<int> batchings, splits, speculations, groups, bounds, timed;
        bool other = false, pieces = false, ranges = false, host = false, skew = false, loaded = false;
    } seen;
    RandomReplica random(17);
    int possible = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
        Scenario scenario = random.next();
        if (random.chance(0.4)) {
            RandomPlan(seed).assumptions(scenario.assumptions);
            scenario.assumptions.collectives.axes = AxesRule::placed;
        }
        Checker checker(scenario);
        const std::string problem = checker.runServing();
        QVERIFY2(problem.empty(), ("seed " + std::to_string(seed) + ", " + scenario.model.name + ": " + problem).c_str());
        const ServingEstimate& e = checker.serving();
        if (!e.possible)
            continue;
        ++possible;
        const Serving& s = scenario.serving;
        seen.batchings.insert(static_cast<int>(s.batching));
        seen.splits.insert(static_cast<int>(s.cacheSplit));
        seen.speculations.insert(static_cast<int>(s.speculation));
        seen.bounds.insert(static_cast<int>(e.decode.step.bound));
        seen.timed.insert(static_cast<int>(scenario.assumptions.timed));
        for (const PhaseEstimate* phase : {&e.decodePhase, &e.prefillPhase})
            for (const CollectiveEstimate& c : phase->collectives)
                seen.groups.insert(static_cast<int>(c.group));
        seen.other = seen.other || (scenario.prefillHardware && s.batching == Batching::disaggregated);
        seen.pieces = seen.pieces || e.prefill.pieces > 1;
        seen.ranges = seen.ranges || e.prefill.pieces > 14;
        seen.host = seen.host || e.prefill.hostLoad.value > 0;
        seen.skew = seen.skew || s.expertSkew > 0;
        seen.loaded = seen.loaded || e.load.stable;
    }
    QVERIFY2(possible >= 60, std::to_string(possible).c_str());
    QCOMPARE(seen.batchings.size(), kBatchingNames.size());
    QCOMPARE(seen.splits.size(), kCacheSplitNames.size());
    QVERIFY(seen.speculations.size() >= 2);
    QCOMPARE(seen.timed.size(), kTimedWorkNames.size());
    QVERIFY2(seen.groups.size() >= 6, std::to_string(seen.groups.size()).c_str());
    QVERIFY2(seen.bounds.size() >= 3, std::to_string(seen.bounds.size()).c_str());
    QVERIFY(seen.other && seen.pieces && seen.ranges && seen.host && seen.skew && seen.loaded);
}

/// A decode step is the cache over HBM and the longer of 2BP over the peak and the weights over HBM.
void TestExplainServing::theBooksFormulaIsShown()
{
    const Scenario scenario = servedBy("llama-2-13b", "tpu-v5e", 8);
    const Estimate estimate = evaluate(scenario);
    const Derivation chip = derive(scenario, estimate, "serving.decode.chip").value();
    for (const char* part : {"serving.decode.cache", "serving.decode.flops", "serving.decode.weights"})
        QVERIFY(uses(chip, part));
    QCOMPARE(chip.expression.op, Op::sum);
    const Derivation flops = derive(scenario, estimate, "serving.decode.arithmetic").value();
    QVERIFY(uses(flops, "serving.sequences") && uses(flops, "serving.decode.parameters"));
    const Derivation weights = derive(scenario, estimate, "serving.decode.weights").value();
    QVERIFY(uses(weights, "serving.decode.weight_bytes") && uses(weights, "chip.hbm.bandwidth"));
    QVERIFY(std::string(chip.source).find("chapter 7") != std::string::npos);
}

void TestExplainServing::operationsAreShownOtherwise()
{
    Scenario scenario = servedBy("llama-2-13b", "tpu-v5e", 8);
    scenario.assumptions = assumptionsOf(AssumptionSet::realistic, scenario.assumptions);
    const Estimate estimate = evaluate(scenario);
    const Derivation chip = derive(scenario, estimate, "serving.decode.chip").value();
    QVERIFY(uses(chip, "serving.decode.component.mlp_in.time") && uses(chip, "serving.decode.component.attention.time"));
    const Derivation attention = derive(scenario, estimate, "serving.decode.operation.A.attention.time").value();
    QVERIFY(uses(attention, "serving.decode.operation.A.attention.traffic") && uses(attention, "chip.memory_efficiency"));
    const Derivation cache = derive(scenario, estimate, "serving.decode.operation.A.attention.cache").value();
    QVERIFY(uses(cache, "serving.context") && uses(cache, "serving.sequences") && uses(cache, "serving.cache_type"));
}

void TestExplainServing::whatBindsIsNamed()
{
    Scenario scenario = servedBy("llama-2-13b", "tpu-v5e", 8);
    const auto bound = [&] {
        const Derivation d = derive(scenario, evaluate(scenario), "serving.decode.bound").value();
        return d.notes.front().link;
    };
    scenario.serving.sequences = 1;
    QCOMPARE(bound(), std::string("serving.decode.weights"));
    scenario.serving.sequences = 512;
    scenario.serving.prompt = 16384;
    QCOMPARE(bound(), std::string("serving.decode.cache"));
    scenario.serving.prompt = 1;
    scenario.serving.output = 1;
    QCOMPARE(bound(), std::string("serving.decode.flops"));
}

void TestExplainServing::aTiedMatrixIsThereOnce()
{
    const Scenario scenario = servedBy("gemma-2b", "h100", 1);
    QVERIFY(scenario.model.architecture.tied);
    const Estimate estimate = evaluate(scenario);
    const double parameters = static_cast<double>(countParameters(scenario.model.architecture).total());
    for (const char* id : {"serving.memory.weights", "serving.decode.weight_bytes"})
        QVERIFY2(agree(derive(scenario, estimate, id).value().value(), 2 * parameters), id);
    QVERIFY(agree(derive(scenario, estimate, "serving.decode.arithmetic").value().value(), 2 * parameters * scenario.serving.sequences));
}

/// Memory and counts have derivations where times have none.
void TestExplainServing::impossibleOnesHaveMemory()
{
    Scenario scenario = servedBy("llama-2-13b", "tpu-v5e", 8);
    scenario.serving.decode.tensor = 7;
    Checker checker(scenario);
    QCOMPARE(QString::fromStdString(checker.runServing()), QString());
    QVERIFY(!checker.serving().possible);
    QVERIFY(derive(scenario, checker.estimate(), "serving.memory.weights"));
    QVERIFY(!derive(scenario, checker.estimate(), "serving.decode.step"));
    QVERIFY(!derive(scenario, checker.estimate(), "serving.first_token"));
}

void TestExplainServing::unknownIds_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"serving", "serving.", "serving.decode", "serving.prefill", "serving.prefill.", "serving.memory", "serving.memory.gradients",
                           "serving.decode.operation", "serving.decode.operation.A", "serving.decode.operation.Q.qkv.time", "serving.decode.operation.A.qkv.held",
                           "serving.decode.operation.A.qkv.", "serving.decode.collective.999.time", "serving.decode.collective.0.size", "serving.decode.axis.fsdp",
                           "serving.decode.axis.tensor.embedding", "serving.decode.component.router.time", "serving.decode.block.none.time", "serving.decode.pass",
                           "serving.prefill.step", "serving.prefill.piece.0.step", "serving.prefill.range.0.pass", "serving.mixed.step", "serving.piece.step",
                           "serving.draft.step", "serving.plain.step", "serving.pools.ratio", "serving.pools.whole.cache", "serving.load.p99", "serving.cost.tokens",
                           "serving.decode.held.A", "serving.decode.held.A.router", "serving.memory.each.draft", "serving.memory.sequence", "serving.energy.input",
                           "serving.steady", "serving.steady.pieces", "serving.prefill.host.cache", "serving.computed"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestExplainServing::unknownIds()
{
    QFETCH(QString, id);
    const Scenario scenario = servedBy("llama-2-13b", "tpu-v5e", 8);
    QVERIFY(!derive(scenario, evaluate(scenario), id.toStdString()));
}

QTEST_APPLESS_MAIN(TestExplainServing)
#include "test_explain_serving.moc"
