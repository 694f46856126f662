// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/render.h"
#include "tests/core/derivation_checker.h"
#include "tests/core/explain_models.h"
#include "tests/support/random_architecture.h"

#include <QtTest>

using namespace scalescope;
using namespace scalescope::explaintest;

namespace {

Scenario scenarioOf(const Architecture& architecture)
{
    Scenario scenario = preset("default");
    scenario.model = {};
    scenario.model.architecture = architecture;
    return scenario;
}

/// The same model under plans and assumptions that make other numbers of it.
std::vector<std::pair<std::string, Scenario>> settings(const Architecture& architecture)
{
    const Scenario plain = scenarioOf(architecture);
    Scenario split = plain;
    split.plan.tensor = 8;
    split.plan.fsdp = 64;
    split.plan.data = 8;
    split.plan.zeroStage = 1;

    Scenario timed = split;
    timed.assumptions.timed = TimedWork::operations;
    timed.assumptions.mask = AttentionMask::causal;
    timed.assumptions.mfu = MfuConvention::attentionCausal;
    timed.assumptions.countBuffers = true;
    timed.plan.remat = Remat::custom;
    timed.plan.recompute = 0.4;
    timed.assumptions.sharedGather = false;

    Scenario served = plain;
    served.assumptions.mfu = MfuConvention::attentionFull;
    served.workload.sequence = 100;
    served.serving.sequences = 3;
    served.serving.expertSkew = 0.7;
    served.serving.cacheType = DType::fp8;
    served.serving.stateType = DType::bf16;
    served.model.storage.quantised = QuantisedPart::linear;
    served.model.architecture.countTowers = true;
    served.model.architecture.towerParameters = 1234567;

    Scenario experts = split;
    experts.model.storage.quantised = QuantisedPart::experts;
    experts.plan.zeroStage = 0;
    experts.workload.pass = Pass::backward;
    return {{"plain", plain}, {"split", split}, {"timed", timed}, {"served", served}, {"experts", experts}};
}

}  // namespace

class TestExplainModels : public QObject {
    Q_OBJECT

private slots:
    void kindsOfLayers_data();
    void kindsOfLayers();
    void randomArchitectures();
    void everyPreset();
    void knownNumbers();
    void kindsAreToldApart();
    void coverage();
    void unknownIds_data();
    void unknownIds();
};

void TestExplainModels::kindsOfLayers_data()
{
    QTest::addColumn<std::size_t>("index");
    const std::vector<NamedModel> models = explainedModels();
    for (std::size_t i = 0; i < models.size(); ++i)
        QTest::newRow(models[i].name.c_str()) << i;
}

void TestExplainModels::kindsOfLayers()
{
    QFETCH(std::size_t, index);
    for (const auto& [name, scenario] : settings(explainedModels()[index].architecture)) {
        Checker checker(scenario);
        QVERIFY2(checker.estimate().possible(), name.c_str());
        const std::string problem = checker.run();
        QVERIFY2(problem.empty(), (name + ": " + problem).c_str());
        QVERIFY(checker.count() > 200);
    }
}

void TestExplainModels::randomArchitectures()
{
    RandomArchitecture random(1);
    int possible = 0;
    for (int i = 0; i < 60; ++i) {
        const auto all = settings(random.next());
        const auto& [name, scenario] = all[static_cast<std::size_t>(i) % all.size()];
        Checker checker(scenario);
        const std::string problem = checker.run();
        QVERIFY2(problem.empty(), (std::to_string(i) + ", " + name + ": " + problem).c_str());
        possible += checker.estimate().possible();
    }
    QVERIFY2(possible > 20, std::to_string(possible).c_str());
}

/// The subjects of the model by itself; test_explain has the rest.
void TestExplainModels::everyPreset()
{
    const PresetLibrary library = shippedPresets();
    for (const std::string_view id : library.ids(PresetKind::models)) {
        Scenario scenario = preset("default");
        scenario.model = *modelPreset(library, id).value;
        const Estimate estimate = evaluate(scenario);
        const Numbers engine = engineNumbers(scenario, estimate);
        const Explainer explainer(scenario, estimate);
        int checked = 0;
        for (const std::string& number : derivationIds(scenario, estimate)) {
            if (!number.starts_with("model.") && !number.starts_with("prefill.") && !number.starts_with("decode."))
                continue;
            const auto derivation = explainer.derive(number);
            QVERIFY2(derivation, (std::string(id) + ": " + number).c_str());
            QVERIFY2(agree(derivation->value(), engine.at(number)),
                     (std::string(id) + ": " + number + " is " + shortest(derivation->value()) + ", the engine has " + shortest(engine.at(number))).c_str());
            ++checked;
        }
        QVERIFY2(checked > 35, id.data());
    }
}

void TestExplainModels::knownNumbers()
{
    const auto valueOf = [](const Scenario& scenario, const char* id) { return derive(scenario, evaluate(scenario), id)->value(); };
    Scenario gemma = scenarioOf(gemmaLike());
    gemma.workload.sequence = 131072;
    QCOMPARE(std::round(valueOf(gemma, "model.cache.total") / 1073741824.0 * 100.0), 1041.0);  // published as 10.41 GiB
    QCOMPARE(valueOf(scenarioOf(deepseekLike()), "model.cache_per_token"), 70272.0);
    Scenario oss = scenarioOf(gptOssLike());
    oss.workload.sequence = 65536;
    oss.serving.cacheType = DType::fp8;
    QCOMPARE(std::round(valueOf(oss, "model.cache.total") / 1073741824.0 * 1000.0), 1127.0);
    // A state does not grow with the context.
    Scenario space = scenarioOf(nemotronLike());
    const double before = valueOf(space, "model.cache.state");
    space.workload.sequence *= 4;
    QVERIFY(before > 0);
    QCOMPARE(valueOf(space, "model.cache.state"), before);
}

void TestExplainModels::kindsAreToldApart()
{
    const Scenario scenario = scenarioOf(gemmaLike());
    const Estimate estimate = evaluate(scenario);
    const auto textOf = [&](const char* id) { return toText(*derive(scenario, estimate, id)); };
    const std::string cache = textOf("model.cache.keys_and_values");
    QVERIFY2(cache.find("L_A × M_{A, keys and values} + L_B × M_{B, keys and values}") != std::string::npos, cache.c_str());
    const std::string layers = textOf("model.layers.B");
    QVERIFY2(layers.find("The model has 62 layers, in the order A*5 B.") != std::string::npos, layers.c_str());
    // What the kinds share is the model's; what they do not is the kind's.
    const auto qkv = derive(scenario, estimate, "weights.B.qkv");
    QVERIFY(qkv);
    bool heads = false;
    for (const Leaf* leaf : leavesOf(qkv->expression))
        heads = heads || leaf->input == "model.heads";
    QVERIFY(heads);
    const std::string title = toText(*qkv);
    QVERIFY2(title.starts_with("Weights of one QKV on a chip (B)\n"), title.c_str());

    Scenario one = scenarioOf(oldLike());
    QVERIFY(derive(one, evaluate(one), "weights.qkv"));
    QVERIFY(!derive(one, evaluate(one), "weights.A.qkv"));
}

void TestExplainModels::coverage()
{
    Scenario scenario = scenarioOf(deepseekLike());
    scenario.serving.sequences = 32;
    const auto equal = derive(scenario, evaluate(scenario), "model.expert_coverage.B");
    QVERIFY(equal);
    const std::string text = toText(*equal);
    QVERIFY2(text.find("c_B = 1 - (1 - k_B / E_B)^B_s\n") != std::string::npos, text.c_str());
    QVERIFY(std::abs(equal->value() - (1.0 - std::pow(1.0 - 8.0 / 256.0, 32))) < 1e-15);
    const std::string html = toHtml(*equal);
    QVERIFY2(html.find("<sup>B<sub>s</sub></sup>") != std::string::npos, html.c_str());
    const std::string latex = toLatex(*equal);
    QVERIFY2(latex.find("}^{B_{s}}") != std::string::npos, latex.c_str());
    QVERIFY(!derive(scenario, evaluate(scenario), "model.expert_coverage.A"));

    scenario.serving.expertSkew = 1;
    const auto skewed = derive(scenario, evaluate(scenario), "model.expert_coverage.B");
    QVERIFY(skewed);
    QVERIFY(skewed->value() < equal->value());
    QVERIFY(skewed->expression.op == Op::leaf);
    QVERIFY(!skewed->notes.empty());
}

void TestExplainModels::unknownIds_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"model.cache", "model.cache.", "model.cache.C", "model.cache.A.nothing", "model.layer_parameters", "model.layer_parameters.A.none",
                           "model.layer_parameters.Z", "model.expert_coverage.A", "prefill", "prefill.", "prefill.A", "prefill.A.qkv",
                           "prefill.A.qkv.time", "prefill.qkv.flops", "prefill.B.unembedding.flops", "decode.A.nothing.flops", "pass.A.coverage",
                           "weights.qkv", "weights.C.qkv", "model.layers.C", "model.flops_per_token.", "model.flops_per_token.A.", "block.none.time",
                           "component.qkv.Z.time", "model.parameters.nothing", "model.weight_bytes.none", "step.memory_bound.forward.Z.mlp"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestExplainModels::unknownIds()
{
    QFETCH(QString, id);
    const Scenario scenario = scenarioOf(gemmaLike());
    QVERIFY(!derive(scenario, evaluate(scenario), id.toStdString()));
}

QTEST_APPLESS_MAIN(TestExplainModels)
#include "test_explain_models.moc"
