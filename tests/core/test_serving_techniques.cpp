// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/inference/serving_bounds.h"
#include "core/transformer/flops.h"
#include "tests/support/served.h"

#include <cmath>

using namespace scalescope;

/// What each technique of serving does: pieces and caches of prefills, batches that never end, proposals, pools.
class TestServingTechniques : public QObject
{
    Q_OBJECT

private slots:
    void aPrefillIsTheClosedForm();
    void promptsTogetherShareTheWeights();
    void piecesOfAPrefillAddUp_data();
    void piecesOfAPrefillAddUp();
    void aCachedPromptLeavesOneToken();
    void aCachedPartIsNotComputed();
    void continuousBatchingIsTheClosedForm();
    void piecesRideInDecodeSteps();
    void speculationAtItsEnds();
    void speculationTakesItsPasses();
    void poolsAgreeWithTheClosedForm();
    void tokensCostTheirChipSeconds();
};

namespace {

constexpr double kClose = 1e-9;

bool near(double a, double b, double tolerance = kClose) { return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)); }

}  // namespace

void TestServingTechniques::aPrefillIsTheClosedForm()
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5e", 16);
    s.serving.prompt = 8192;
    s.serving.decode = {};
    s.serving.decode.tensor = 8;  // no head is copied
    s.hardware.cluster = resized(s.hardware.cluster, 8);
    const Served served(s);
    const Architecture& a = s.model.architecture;
    const double scales = 7 * static_cast<double>(countParameters(a).norms);  // each chip has all of them
    const Flops perToken = forwardFlops(static_cast<double>(countParameters(a).total()) + scales, 1);
    const FlopsPerSecond peak = peakFor(s.hardware.cluster.chip, DType::bf16)->rate;
    const Seconds matmuls = prefillTime(perToken, 8192, 8, peak, 1);
    const Seconds attention = attentionFlopsPerToken(a, 8192, AttentionMask::full) * 8192.0 / (peak * 8.0);
    const PrefillPoint p = served.prefilling.at(8192, 1);
    QVERIFY(near(p.pass.flops.value, (matmuls + attention).value, 1e-6));
    QVERIFY(near(p.pass.chip.value, p.pass.flops.value));  // long past the weights
}

void TestServingTechniques::promptsTogetherShareTheWeights()
{
    const Served served(servedBy("llama-3-8b", "h100", 1));
    const PrefillPoint one = served.prefilling.at(64, 1);
    const PrefillPoint four = served.prefilling.at(64, 4);
    QVERIFY(near(four.pass.weights.value, one.pass.weights.value));
    QVERIFY(near(four.pass.flops.value, 4 * one.pass.flops.value));
    QVERIFY(near(four.time.value, one.time.value));  // short prompts wait for the weights
    QVERIFY(near(four.tokensPerSecond, 4 * one.tokensPerSecond));
}

void TestServingTechniques::piecesOfAPrefillAddUp_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("grouped heads") << QStringLiteral("llama-3-8b");
    QTest::newRow("experts") << QStringLiteral("mixtral-8x7b");
    QTest::newRow("sliding windows") << QStringLiteral("gemma-3-27b");
    QTest::newRow("linear attention") << QStringLiteral("qwen3-next-80b-a3b");
    QTest::newRow("state spaces") << QStringLiteral("nemotron-h-56b");
}

void TestServingTechniques::piecesOfAPrefillAddUp()
{
    QFETCH(QString, model);
    Scenario s = servedBy(model.toStdString(), "h100", 1);
    s.assumptions.mask = AttentionMask::causal;
    const Served served(s);
    constexpr double kTokens = 8192;
    const double whole = served.prefilling.pieceOf(kTokens, 0).at(1).flops.value;
    for (const double piece : {512.0, 1000.0, 4096.0, 8191.0}) {
        double sum = 0;
        for (double from = 0; from < kTokens; from += piece)
            sum += served.prefilling.pieceOf(std::min(piece, kTokens - from), from).at(1).flops.value;
        QVERIFY2(near(sum, whole), qPrintable(QStringLiteral("pieces of %1: %2, whole %3").arg(piece).arg(sum).arg(whole)));
    }
    // The weights are read again with each piece.
    const PrefillPoint once = served.prefilling.at(kTokens, 1);
    s.serving.prefillChunk = 1024;
    const PrefillPoint cut = Served(s).prefilling.at(kTokens, 1);
    QCOMPARE(cut.pieces, 8.0);
    QVERIFY(near(cut.pass.flops.value, once.pass.flops.value));
    QVERIFY(cut.pass.weights.value > 4 * once.pass.weights.value);
    QVERIFY(cut.time.value >= once.time.value * (1 - kClose));
}

void TestServingTechniques::aCachedPromptLeavesOneToken()
{
    Scenario s = servedBy("llama-3-8b", "h100", 1);
    s.serving.prompt = 4096;
    s.serving.prefixHit = 1;
    const Served served(s);
    QCOMPARE(s.serving.computedPrompt(), 1.0);
    QCOMPARE(s.serving.sharedPrompt(), 4095.0);
    const PrefillPoint p = served.prefilling.at(s.serving.prompt, 1);
    const ForwardTimes one = served.prefilling.pieceOf(1, 4095).at(1);
    QCOMPARE(p.pieces, 1.0);
    QCOMPARE(p.time.value, one.expected.value);
    QVERIFY(p.time.value > 0);
    s.serving.prompt = 1;
    QCOMPARE(Served(s).prefilling.at(1, 1).pieces, 1.0);
}

void TestServingTechniques::aCachedPartIsNotComputed()
{
    Scenario s = servedBy("llama-3-8b", "h100", 1);
    s.serving.prompt = 3072;
    s.assumptions.mask = AttentionMask::causal;
    const double whole = Served(s).prefilling.at(3072, 1).pass.flops.value;
    s.serving.prefixHit = 2.0 / 3.0;
    const Served shared(s);
    const double left = shared.prefilling.at(3072, 1).pass.flops.value;
    // A third of the matmuls, and a little more than a third of the attention: late tokens meet more keys.
    const double third = whole * uncachedFraction(3072, 2048);
    QVERIFY(left > third && left < 1.1 * third);
    // What lies on the host comes through its link, and does not come sooner than it can.
    s.serving.hostHit = s.serving.prefixHit;
    s.serving.prefixHit = 0;
    const PrefillPoint fromHost = Served(s).prefilling.at(3072, 1);
    QVERIFY(near(fromHost.hostLoad.value, 2.0 * 2 * 8 * 128 * 32 * 2048 / 6.3e10, 1e-6));
    QVERIFY(fromHost.time >= fromHost.hostLoad);
    QVERIFY(near(fromHost.pass.flops.value, left));
}

// 32 sequences with prompts of 8,192 tokens and answers of 4,096: 96 tokens leave with each step.
void TestServingTechniques::continuousBatchingIsTheClosedForm()
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5p", 8);
    s.serving.prompt = 8192;
    s.serving.output = 4096;
    s.serving.sequences = 32;
    const ServingEstimate e = evaluateServing(s);
    QCOMPARE(e.steady.finishedPerLoop, 32.0 / 4096);
    QCOMPARE(e.steady.evictedPerLoop, 96.0);
    // As many prompts stop all decodes as answers end.
    QCOMPARE(e.steady.stall.value, e.prefill.time.value);
    const double loop = e.decode.loop.value + e.prefill.time.value * finishedPerStep(32, 4096);
    QVERIFY(near(e.steady.tokenTime.value, loop));
    QVERIFY(near(e.steady.prefillShare, 1 - e.decode.loop.value / loop));
    QVERIFY(near(e.steady.requestsPerSecond, requestsPerChip(32, Seconds(loop), 4096, 1)));
    QVERIFY(near(e.steady.tokensPerSecond, 32 / loop));
    QVERIFY(near(e.endToEnd.value, e.timeToFirstToken.value + 4095 * loop));
    // Beside slices of their own nothing stops them.
    s.serving.batching = Batching::disaggregated;
    s.serving.prefill.tensor = 8;
    const ServingEstimate apart = evaluateServing(s);
    QCOMPARE(apart.steady.tokenTime.value, apart.decode.tokenTime.value);
    QCOMPARE(apart.steady.evictedPerLoop, 96.0);
}

void TestServingTechniques::piecesRideInDecodeSteps()
{
    Scenario s = servedBy("llama-3-70b", "h100", 8);
    s.serving.prompt = 4096;
    s.serving.output = 512;
    s.serving.sequences = 32;
    s.serving.batching = Batching::chunked;
    s.serving.chunk = 512;
    const Served served(s);
    const SteadyCosts costs(served.in, served.prefilling);
    QCOMPARE(costs.pieces, 8.0);
    const ForwardTimes alone = served.decoding.step().at(32);
    const ForwardTimes mixed = served.decoding.withPiece(32, *costs.piece);
    const ForwardTimes piece = costs.piece->at(1);
    // Weights are read once, the rest is the sum of both.
    QVERIFY(near(mixed.weights.value, alone.weights.value));
    QVERIFY(near(mixed.cache.value, alone.cache.value + piece.cache.value));
    QVERIFY(near(mixed.flops.value, alone.flops.value + piece.flops.value));
    QVERIFY(mixed.expected.value < alone.expected.value + piece.expected.value);
    const SteadyState steady = steadyState(served.in, served.decoding, costs, 32);
    QVERIFY(steady.sustainable);
    QVERIFY(near(steady.prefillShare, finishedPerStep(32, 512) * 8));
    QVERIFY(near(steady.piece.value, (mixed.expected - alone.expected).value));
    QVERIFY(near(steady.tokenTime.value, (alone.expected + steady.piece * steady.prefillShare).value));
    // Smaller pieces than answers end cannot hold the batch.
    s.serving.chunk = 128;
    const ServingEstimate starved = evaluateServing(s);
    QVERIFY(!starved.steady.sustainable);
    QVERIFY(std::any_of(starved.diagnostics.begin(), starved.diagnostics.end(),
                        [](const Diagnostic& d) { return d.parameter == "serving.chunk"; }));
}

void TestServingTechniques::speculationAtItsEnds()
{
    QCOMPARE(acceptedTokens(0, 5), 1.0);
    QCOMPARE(acceptedTokens(1, 5), 6.0);
    QCOMPARE(acceptedTokens(0.5, 2), 1 + 0.5 + 0.25);
    QVERIFY(near(acceptedTokens(1 - 1e-9, 5), 6.0, 1e-8));
    for (double a = 0; a < 1; a += 0.05)
        for (double k = 1; k < 16; ++k) {
            QVERIFY(acceptedTokens(a + 0.05, k) > acceptedTokens(a, k));
            QVERIFY(acceptedTokens(a, k + 1) >= acceptedTokens(a, k));
            // The field's form: K + 1 tokens of which a fraction is accepted.
            const double fraction = acceptedTokens(a, k) / (k + 1);
            QVERIFY(near(speculatedTime(acceptedTokens(a, k), Seconds(1), k, fraction).value, 1.0));
        }
}

void TestServingTechniques::speculationTakesItsPasses()
{
    Scenario s = servedBy("llama-3-70b", "h100", 8);
    s.serving.sequences = 4;
    const double plain = Served(s).decoding.at(4).tokenTime.value;
    s.draft = modelPreset(shippedPresets(), "llama-3-8b").value.value();
    s.serving.speculation = Speculation::draftModel;
    s.serving.draftTokens = 3;
    s.serving.acceptance = 0;
    const Served lost(s);
    const DecodePoint none = lost.decoding.at(4);
    QCOMPARE(none.tokensPerLoop, 1.0);
    QVERIFY(none.tokenTime.value > plain);
    QVERIFY(evaluateServing(s).speculationGain < 1);
    s.serving.acceptance = 1;
    const DecodePoint all = Served(s).decoding.at(4);
    QCOMPARE(all.tokensPerLoop, 4.0);
    QVERIFY(near(all.loop.value, none.loop.value));
    QVERIFY(near(all.tokenTime.value * 4, none.tokenTime.value));
    // At a small batch a pass that checks four tokens takes hardly longer than one that makes one.
    QVERIFY(all.step.lower.value < 1.2 * plain);
    QVERIFY(evaluateServing(s).speculationGain > 2);
    // The draft's own passes: as many as it proposes tokens.
    Scenario alone = servedBy("llama-3-8b", "h100", 8);
    QVERIFY(near(all.loop.value - all.step.expected.value, 3 * Served(alone).decoding.step().at(4).expected.value));
    // The model's own layers propose as well.
    Scenario own = servedBy("deepseek-v3", "h200", 8);
    own.serving.speculation = Speculation::multiToken;
    own.serving.draftTokens = 1;
    own.serving.acceptance = 0.85;
    const Served proposing(own);
    QCOMPARE(proposing.decoding.at(8).tokensPerLoop, 1.85);
    QVERIFY(proposing.decoding.at(8).loop > proposing.decoding.at(8).step.expected);
    // Without such layers nothing is proposed.
    own.model.architecture.multiTokenLayers = 0;
    QCOMPARE(Served(own).decoding.at(8).tokensPerLoop, 1.0);
}

void TestServingTechniques::poolsAgreeWithTheClosedForm()
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5p", 8);
    s.serving.batching = Batching::disaggregated;
    s.serving.prefill.tensor = 8;
    s.serving.prefillServers = 3;
    s.serving.prompt = 8192;
    s.serving.output = 512;
    s.serving.sequences = 32;
    const ServingEstimate e = evaluateServing(s);
    QVERIFY(e.possible);
    const double ratio = prefillServersPerDecodeServer(e.prefill.time, 32, e.decode.step.expected, 512);
    QVERIFY(near(e.pools.ratio, ratio));
    QVERIFY(near(e.pools.prefillRate, 3 / e.prefill.time.value));
    // At the rate that both serve, the smaller pool is full.
    QVERIFY(near(std::max(e.pools.prefillLoad, e.pools.decodeLoad), 1.0));
    QVERIFY(near(e.pools.prefillLoad / e.pools.decodeLoad, ratio / 3));
    // One copy of each head's keys and values travels.
    QCOMPARE(e.pools.transfer.value, 2.0 * 2 * 8 * 128 * 80 * 8192);
    s.serving.transferBandwidth = BytesPerSecond(1e10);
    QVERIFY(near(evaluateServing(s).pools.transferTime.value().value, e.pools.transfer.value / (8 * 1e10)));
}

void TestServingTechniques::tokensCostTheirChipSeconds()
{
    Scenario s = servedBy("llama-3-70b", "tpu-v5e", 8);
    s.serving.weightType = DType::int8;
    s.serving.sequences = 8;
    s.hardware.cluster.chip.dollarsPerHour = 1.2;
    s.hardware.cluster.chip.power = Watts(200);
    const ServingEstimate e = evaluateServing(s);
    const double each = 1e6 * tokenCost(8, e.decode.tokenTime, 8, dollarsPerHour(1.2)).value;
    QVERIFY(near(e.dollars.output.value(), each));
    QVERIFY(near(e.joules.output.value(), each / dollarsPerHour(1.2).value * 200));
    QVERIFY(near(e.dollars.input.value(), 1e6 * tokenCost(s.serving.prompt, e.prefill.time, 8, dollarsPerHour(1.2)).value));
    QVERIFY(e.dollars.input.value() < e.dollars.output.value());
    QVERIFY(near(flopsPerDollar(FlopsPerSecond(1.97e14), dollarsPerHour(1.2)), 1.97e14 * 3600 / 1.2));
    s.hardware.cluster.chip.dollarsPerHour.reset();
    QVERIFY(!evaluateServing(s).dollars.output);
}

QTEST_GUILESS_MAIN(TestServingTechniques)
#include "test_serving_techniques.moc"
