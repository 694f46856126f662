// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/inference/serving_bounds.h"
#include "core/scenario/parameter.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/random_replica.h"
#include "tests/support/served.h"

#include <cmath>

using namespace scalescope;

/// Cases 17, 19 and 20 of what tools of this kind got wrong (the handbook's list), and what is said of bad input.
class TestServingCases : public QObject
{
    Q_OBJECT

private slots:
    void case17_twoDimensionsWinPast72Chips();
    void case17_theEngineTurnsWhereTheFormulaDoes_data();
    void case17_theEngineTurnsWhereTheFormulaDoes();
    void case19_impossibleLimitsSayWhichBinds_data();
    void case19_impossibleLimitsSayWhichBinds();
    void case19_limitsThatCanBeMetAreMet();
    void case20_budgetsAreNeverNegative_data();
    void case20_budgetsAreNeverNegative();
    void case20_multiTokenLayersAddTheirWeightsAlone();
    void aContextBeyondTheModelsIsSaid_data();
    void aContextBeyondTheModelsIsSaid();
    void aBatchThatDoesNotFitNamesTheLargest();
    void aDraftLargerThanItsTargetIsSaid();
    void promptsOfNoTokensAreRefused();
    void impossibleDegreesNameTheNearest_data();
    void impossibleDegreesNameTheNearest();
};

namespace {

const Diagnostic* about(const ServingEstimate& e, std::string_view parameter, Severity severity)
{
    for (const Diagnostic& d : e.diagnostics)
        if (d.parameter == parameter && d.severity == severity)
            return &d;
    return nullptr;
}

bool says(const Diagnostic* d, std::string_view text) { return d && describe(*d).find(text) != std::string::npos; }

QByteArray allOf(const ServingEstimate& e)
{
    QByteArray all;
    for (const Diagnostic& d : e.diagnostics)
        all += QByteArray::fromStdString(d.parameter + ": " + describe(d)) + '\n';
    return all;
}

/// Only an MLP, on a torus that wraps: 3 x b x c chips.
Scenario mlpLayer(std::int64_t b, std::int64_t c, std::int64_t ratio)
{
    Scenario s;
    Architecture& a = s.model.architecture;
    a.layers = 1;
    a.width = 3 * b * c * 64;
    a.finalNorm = false;
    a.base().attention.kind = AttentionKind::none;
    a.base().mlp.kind = MlpKind::plain;
    a.base().mlp.width = ratio * a.width;
    s.hardware = hardwarePreset(shippedPresets(), "tpu-v5p").value.value();
    Torus& torus = std::get<Torus>(s.hardware.cluster.networks.front());
    torus.shape = torus.maxShape = Shape{3, b, c};
    torus.wrap = WrapRule::always;
    torus.hop = Seconds(0);
    s.serving.decode.tensor = 3 * b * c;
    s.serving.batching = Batching::interleaved;
    s.serving.sequences = 1024;
    return s;
}

/// The network's time in a step with d_model split so many ways.
Seconds networkOf(Scenario s, std::int64_t rows)
{
    s.serving.decode.rows = rows;
    const Served served(s);
    return served.possible() ? served.decoding.step().at(s.serving.sequences).network : Seconds(NAN);
}

}  // namespace

void TestServingCases::case17_twoDimensionsWinPast72Chips()
{
    constexpr double kWidth = 8192;
    QCOMPARE(twoDimensionsWinAbove(kWidth, 4 * kWidth), 72.0);
    const BytesPerSecond axis(9e10);
    const auto wins = [&](double ratio, double chips) {
        const double dFf = ratio * kWidth;
        return twoDimensionalTime(64, kWidth, dFf, chips, bestRows(kWidth, dFf, chips), axis) < oneDimensionalTime(64, kWidth, axis);
    };
    QVERIFY(!wins(4, 71.9) && wins(4, 72.1));
    for (const double ratio : {1.0, 2.0, 3.5, 8.0}) {
        const double turn = twoDimensionsWinAbove(kWidth, ratio * kWidth);
        QVERIFY(!wins(ratio, turn * (1 - 1e-9)) && wins(ratio, turn * (1 + 1e-9)));
    }
}

void TestServingCases::case17_theEngineTurnsWhereTheFormulaDoes_data()
{
    QTest::addColumn<int>("ratio");
    QTest::addColumn<int>("turn");
    QTest::newRow("F = 4D: 72 chips") << 4 << 72;
    QTest::newRow("F = 2D: 36 chips") << 2 << 36;
    QTest::newRow("F = 8D: 144 chips") << 8 << 144;
}

// At the turn the best split of d_model is three ways whatever F is, and then the formula holds for each size of the torus.
void TestServingCases::case17_theEngineTurnsWhereTheFormulaDoes()
{
    QFETCH(int, ratio);
    QFETCH(int, turn);
    int below = 0;
    int above = 0;
    for (std::int64_t b = 2; b <= 9; ++b)
        for (std::int64_t c = std::max<std::int64_t>(b, 3); c <= 9; ++c) {
            const Scenario s = mlpLayer(b, c, ratio);
            const double width = static_cast<double>(s.model.architecture.width);
            const double chips = static_cast<double>(s.serving.decode.tensor);
            const BytesPerSecond axis = std::get<Torus>(s.hardware.cluster.networks.front()).bandwidth * 2.0;
            const Seconds one = networkOf(s, 1);
            const Seconds two = networkOf(s, 3);
            QVERIFY(std::abs(one / oneDimensionalTime(s.serving.sequences, width, axis) - 1) < 1e-12);
            QVERIFY(std::abs(two / twoDimensionalTime(s.serving.sequences, width, ratio * width, chips, 3, axis) - 1) < 1e-12);
            if (chips == turn) {
                QVERIFY(std::abs(two / one - 1) < 1e-12);
                continue;
            }
            QCOMPARE(two < one, chips > turn);
            ++(chips > turn ? above : below);
        }
    QVERIFY(below >= 2 && above >= 5);
}

void TestServingCases::case19_impossibleLimitsSayWhichBinds_data()
{
    QTest::addColumn<double>("token");  // seconds; 0 for no limit
    QTest::addColumn<double>("first");
    QTest::addColumn<QString>("names");
    QTest::newRow("a token sooner than the weights are read") << 1e-4 << 0.0 << QStringLiteral("serving.limit_token");
    QTest::newRow("a first token sooner than the prefill") << 0.0 << 1e-3 << QStringLiteral("serving.limit_first_token");
    QTest::newRow("both: the token binds every batch") << 1e-4 << 1e-3 << QStringLiteral("serving.limit_token");
    QTest::newRow("the first token alone of the two") << 1.0 << 1e-3 << QStringLiteral("serving.limit_first_token");
}

void TestServingCases::case19_impossibleLimitsSayWhichBinds()
{
    QFETCH(double, token);
    QFETCH(double, first);
    QFETCH(QString, names);
    for (const Batching batching : {Batching::interleaved, Batching::chunked, Batching::disaggregated}) {
        Scenario s = servedBy("llama-3-70b", "h100", 8);
        s.serving.batching = batching;
        s.serving.prefill.tensor = 8;
        s.serving.prompt = 8192;
        if (token > 0)
            s.serving.tokenLimit = Seconds(token);
        if (first > 0)
            s.serving.firstTokenLimit = Seconds(first);
        const ServingEstimate e = evaluateServing(s);
        QVERIFY(e.possible && e.feasible);
        QVERIFY(!e.bestBatch);
        const Diagnostic* d = about(e, names.toStdString(), Severity::notice);
        QVERIFY2(d, allOf(e).constData());
        QVERIFY(!d->suggestion.empty());
        QVERIFY2(says(d, "Relax that limit to"), describe(*d).c_str());
        // What it says works does.
        if (names == u"serving.limit_token") {
            s.serving.tokenLimit = e.steady.tokenTime;
            s.serving.firstTokenLimit.reset();
            QVERIFY(evaluateServing(s).bestBatch.value_or(0) >= 1);
        } else {
            s.serving.firstTokenLimit = e.timeToFirstToken * 1.000001;
            QVERIFY(evaluateServing(s).bestBatch.value_or(0) >= 1);
        }
    }
}

void TestServingCases::case19_limitsThatCanBeMetAreMet()
{
    RandomReplica random(191);
    int met = 0;
    int unmet = 0;
    for (int i = 0; i < 600; ++i) {
        const Scenario s = random.next();
        const ServingEstimate e = evaluateServing(s);
        const bool limited = s.serving.tokenLimit || s.serving.firstTokenLimit;
        if (!e.possible || !limited)
            continue;
        if (!e.bestBatch) {
            if (!e.feasible)
                continue;
            ++unmet;
            const bool said = about(e, "serving.limit_token", Severity::notice) || about(e, "serving.limit_first_token", Severity::notice);
            QVERIFY2(said, (writeScenario(s) + allOf(e).toStdString()).c_str());
            continue;
        }
        ++met;
        Scenario best = s;
        best.serving.sequences = *e.bestBatch;
        const ServingEstimate at = evaluateServing(best);
        QVERIFY(at.decodePhase.memory.fits());
        QVERIFY(!s.serving.tokenLimit || at.steady.tokenTime <= *s.serving.tokenLimit);
        QVERIFY(!s.serving.firstTokenLimit || at.timeToFirstToken <= *s.serving.firstTokenLimit);
    }
    QVERIFY(met > 30 && unmet > 20);
}

void TestServingCases::case20_budgetsAreNeverNegative_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("chips");
    QTest::newRow("70 billion on one chip") << QStringLiteral("llama-3-70b") << 1;
    QTest::newRow("671 billion on eight") << QStringLiteral("deepseek-v3") << 8;
    QTest::newRow("8 billion on one") << QStringLiteral("llama-3-8b") << 1;
    QTest::newRow("state spaces") << QStringLiteral("mamba2-2.7b") << 1;
}

void TestServingCases::case20_budgetsAreNeverNegative()
{
    QFETCH(QString, model);
    QFETCH(int, chips);
    for (const Speculation speculation : {Speculation::none, Speculation::multiToken})
        for (const std::int64_t proposed : {1, 8, 1024})
            for (const double capacity : {1e6, 1.6e10, 8e10, 2.88e11}) {
                Scenario s = servedBy(model.toStdString(), "h100", chips);
                s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
                s.hardware.cluster.chip.hbm.capacity = Bytes(capacity);
                s.model.architecture.multiTokenLayers = 1;
                s.serving.speculation = speculation;
                s.serving.draftTokens = proposed;
                const ServingEstimate e = evaluateServing(s);
                QVERIFY(e.budget.value >= 0);
                QVERIFY(e.largestBatch.value() >= 0);
                for (const MemoryPart& part : e.decodePhase.memory.parts)
                    QVERIFY(part.bytes.value >= 0);
                if (e.budget.value > 0)
                    continue;
                QCOMPARE(*e.largestBatch, 0.0);
                QVERIFY(!e.bestBatch && !e.feasible);
                QVERIFY2(anyAtLeast(e.diagnostics, Severity::infeasible), allOf(e).constData());
                if (e.possible) {
                    const Diagnostic* d = about(e, "serving.decode.tensor", Severity::infeasible);
                    QVERIFY2(says(d, "Not even one sequence") && says(d, "of weights and reserve"), allOf(e).constData());
                }
            }
}

void TestServingCases::case20_multiTokenLayersAddTheirWeightsAlone()
{
    Scenario s = servedBy("deepseek-v3", "h200", 8);
    s.serving.weightType = DType::fp8;
    s.serving.draftTokens = 1;
    s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
    const MemoryEstimate without = evaluateServing(s).decodePhase.memory;
    s.serving.speculation = Speculation::multiToken;
    const MemoryEstimate with = evaluateServing(s).decodePhase.memory;
    const auto of = [](const MemoryEstimate& m, MemoryKind kind) { return m.of(kind).bytes.value; };
    const double layer = static_cast<double>(countParameters(s.model.architecture).multiToken) / 8;
    QVERIFY(std::abs((of(with, MemoryKind::weights) - of(without, MemoryKind::weights)) / layer - 1) < 1e-6);
    QCOMPARE(of(with, MemoryKind::cache), of(without, MemoryKind::cache));
    QCOMPARE(of(with, MemoryKind::reserve), of(without, MemoryKind::reserve));
    // A pass that checks one proposal works on two tokens of each sequence.
    QCOMPARE(of(with, MemoryKind::activations), 2 * of(without, MemoryKind::activations));
}

void TestServingCases::aContextBeyondTheModelsIsSaid_data()
{
    QTest::addColumn<double>("prompt");
    QTest::addColumn<double>("output");
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("the prompt alone") << 10000.0 << 192.0 << QStringLiteral("serving.prompt") << QStringLiteral("8,000");
    QTest::newRow("with its answer") << 8000.0 << 1192.0 << QStringLiteral("serving.prompt") << QStringLiteral("7,000");
    QTest::newRow("the answer alone") << 1192.0 << 9000.0 << QStringLiteral("serving.output") << QStringLiteral("7,000");
    QTest::newRow("within") << 8000.0 << 192.0 << QString() << QString();
}

void TestServingCases::aContextBeyondTheModelsIsSaid()
{
    QFETCH(double, prompt);
    QFETCH(double, output);
    QFETCH(QString, names);
    QFETCH(QString, remedy);
    Scenario s = servedBy("llama-3-8b", "h100", 1);
    s.model.architecture.contextLimit = 8192;
    s.serving.prompt = prompt;
    s.serving.output = output;
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(e.possible);  // the numbers stand
    if (names.isEmpty()) {
        for (const Diagnostic& d : e.diagnostics)
            QVERIFY(!says(&d, "published for"));
        return;
    }
    const Diagnostic* d = about(e, names.toStdString(), Severity::notice);
    QVERIFY2(says(d, "8,192") && says(d, "published for"), allOf(e).constData());
    QVERIFY2(says(d, remedy.toStdString()), describe(*d).c_str());
    s.serving.longest = 20000;  // the one request that is too long need not be the mean one
    s.serving.prompt = s.serving.output = 192;
    QVERIFY(says(about(evaluateServing(s), "serving.longest", Severity::notice), "A longest request of 8,192 fits"));
    // Of a model whose limit is unknown nothing is said.
    s.model.architecture.contextLimit = 0;
    QVERIFY(!about(evaluateServing(s), "serving.longest", Severity::notice));
}

void TestServingCases::aBatchThatDoesNotFitNamesTheLargest()
{
    Scenario s = servedBy("llama-2-13b", "tpu-v5e", 8);
    s.serving.prompt = 8192;
    s.serving.position = 0;
    s.serving.sequences = 240;
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(e.possible && !e.feasible);
    const Diagnostic* d = about(e, "serving.sequences", Severity::infeasible);
    QVERIFY2(says(d, "240 sequences of 8,192 tokens do not fit") && says(d, "At most 15 fit"), allOf(e).constData());
    QCOMPARE(e.largestBatch.value(), 15.0);
    s.serving.sequences = 15;
    QVERIFY(evaluateServing(s).feasible);
    s.serving.sequences = 16;
    QVERIFY(!evaluateServing(s).feasible);
}

void TestServingCases::aDraftLargerThanItsTargetIsSaid()
{
    Scenario s = servedBy("llama-3-8b", "h100", 1);
    s.serving.speculation = Speculation::draftModel;
    s.draft = modelPreset(shippedPresets(), "llama-3-70b").value.value();
    const ServingEstimate larger = evaluateServing(s);
    QVERIFY2(says(about(larger, "serving.draft", Severity::notice), "no fewer than"), allOf(larger).constData());
    s.draft = s.model;
    QVERIFY(says(about(evaluateServing(s), "serving.draft", Severity::notice), "no fewer than"));
    s.draft = modelPreset(shippedPresets(), "llama-3.2-1b").value.value();
    QVERIFY(!about(evaluateServing(s), "serving.draft", Severity::notice));
    s.draft.reset();
    const ServingEstimate none = evaluateServing(s);
    QVERIFY2(says(about(none, "serving.draft", Severity::notice), "No draft model is chosen"), allOf(none).constData());
    QCOMPARE(none.speculationGain, 1.0);
}

void TestServingCases::promptsOfNoTokensAreRefused()
{
    const Scenario before = servedBy("llama-3-8b", "h100", 1);
    for (const char* text : {"serving.prompt=0", "serving.prompt=-1", "serving.output=0", "serving.sequences=0", "serving.prompt=nan"}) {
        Scenario s = before;
        Diagnostic problem;
        const auto edit = parseAssignment(s, text, problem);
        const Diagnostics problems = edit ? scalescope::apply(s, std::array{*edit}) : Diagnostics{problem};
        QVERIFY2(!problems.empty(), text);
        QVERIFY2(problems.front().severity == Severity::invalid && !describe(problems.front()).empty(), text);
        QVERIFY2(s == before, text);  // nothing changes
    }
    const Read<Scenario> read = readScenario(
        R"({"scalescope": 1, "model": "llama-3-8b", "hardware": "h100", "serving": {"prompt": 0}})", shippedPresets());
    QVERIFY(!read.value);
    QCOMPARE(read.problems.size(), std::size_t(1));
    QCOMPARE(read.problems.front().pointer, std::string("/serving/prompt"));
    QVERIFY(describe(read.problems.front()).find('1') != std::string::npos);  // the smallest that is taken
}

void TestServingCases::impossibleDegreesNameTheNearest_data()
{
    QTest::addColumn<QString>("degree");
    QTest::addColumn<int>("asked");
    QTest::addColumn<QString>("names");
    QTest::newRow("tensor 3") << QStringLiteral("tensor") << 3 << QStringLiteral("2 or 4");
    QTest::newRow("tensor 1000") << QStringLiteral("tensor") << 1000 << QStringLiteral("64");
    QTest::newRow("tensor 16 on 8 chips") << QStringLiteral("tensor") << 16 << QStringLiteral("8");
    QTest::newRow("more stages than layers") << QStringLiteral("pipeline") << 81 << QStringLiteral("80");
    QTest::newRow("experts of a dense model") << QStringLiteral("expert") << 2 << QStringLiteral("1");
    QTest::newRow("rows") << QStringLiteral("rows") << 3 << QStringLiteral("2 or 4");
}

void TestServingCases::impossibleDegreesNameTheNearest()
{
    QFETCH(QString, degree);
    QFETCH(int, asked);
    QFETCH(QString, names);
    Scenario s = servedBy("llama-3-70b", "h100", 8);
    const std::string id = "serving.decode." + degree.toStdString();
    const Edit edit{id, static_cast<double>(asked)};
    QVERIFY(scalescope::apply(s, std::array{edit}).empty());  // kept, so that a person can go on from it
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(!e.possible && !e.feasible);
    const Diagnostic* d = about(e, id, Severity::impossible);
    QVERIFY2(says(d, names.toStdString()), allOf(e).constData());
    QCOMPARE(e.decode.tokensPerSecond, 0.0);  // no time is shown
    QCOMPARE(e.timeToFirstToken.value, 0.0);
    QVERIFY(e.decodePhase.memory.total().value > 0);
}

QTEST_GUILESS_MAIN(TestServingCases)
#include "test_serving_cases.moc"
