// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/explore/context_series.h"
#include "core/explore/model_parts.h"
#include "core/scenario/model_shapes.h"
#include "core/transformer/flops.h"
#include "tests/support/sample_models.h"

#include <cmath>

using namespace scalescope;

namespace {

bool near(double a, double b, double tolerance = 1e-9) { return std::fabs(a - b) <= tolerance * std::fabs(b); }

#define VERIFY_NEAR(actual, expected, ...) \
    QVERIFY2(near(actual, expected __VA_OPT__(, ) __VA_ARGS__), \
             qPrintable(QStringLiteral("%1, not %2").arg(actual, 0, 'g', 15).arg(expected, 0, 'g', 15)))

/// The operation of one component in a pass.
Operation operationOf(const Architecture& a, const LocalShape& shape, Component component)
{
    Operation found;
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        if (op.component == component)
            found = op.forward;
    });
    return found;
}

std::vector<Architecture> samples() { return {textbookModel(32), slidingModel(), latentModel(), hybridModel(), Architecture{}}; }

Scenario scenarioOf(const Architecture& a, double sequence, double sequences)
{
    Scenario s;
    s.model.architecture = a;
    s.workload.sequence = sequence;
    s.serving.sequences = sequences;
    return s;
}

}  // namespace

class TestContextSeries : public QObject {
    Q_OBJECT

private slots:
    void rulesAreTheBooks();
    void crossingsAreTheRulesWhereTheyHold();
    void causalMaskDoublesTheCrossings();
    void groupedQueriesMoveTheCrossings();
    void shortWindowsNeverCross();
    void groupedIntensityIsTheEngines();
    void promptsAreComputeBoundWhereTheRuleSays();
    void expertsAreComputeBoundWhereTheRuleSays();
    void groupsAreMixersAlike();
    void cacheIsTheModels();
    void slidingLayersFlatten();
    void stateIsFlat();
    void flopsAreTheModels();
    void partsAreTheModel();
    void workIsTheModels();
    void fewRowsAreEnough();
};

void TestContextSeries::rulesAreTheBooks()
{
    QCOMPARE(attentionCrossover(8192), 65536.0);  // oracle transformers-03
    QCOMPARE(attentionCrossover(4608), 36864.0);
    QCOMPARE(projectionCrossover(4096), 8192.0);  // transformers-q5
    VERIFY_NEAR(prefillAttentionIntensity(4096, 8).value, 3640.8888888888887);  // transformers-q4
    VERIFY_NEAR(groupedAttentionIntensity(1, 8192, 8).value, 7.9921951219512195);
    VERIFY_NEAR(prefillComputeBoundAbove(FlopsPerByte(240), 8), 270.0);
    VERIFY_NEAR(prefillComputeBoundAbove(FlopsPerByte(240), 1), 480.0);
    VERIFY_NEAR(expertCriticalBatch(FlopsPerByte(240), DType::int8, 256, 8), 3840.0);  // transformers-q8
    // Smaller elements are read sooner.
    VERIFY_NEAR(groupedAttentionIntensity(1, 8192, 8, DType::fp8).value, 2 * 7.9921951219512195);
}

void TestContextSeries::crossingsAreTheRulesWhereTheyHold()
{
    for (const std::int64_t heads : {1, 8, 32, 64, 100}) {
        const Architecture a = textbookModel(heads);
        const ContextCrossings crossings = contextCrossings(a, AttentionMask::full);
        QCOMPARE(crossings.matmuls.kind, Threshold::Kind::at);
        VERIFY_NEAR(crossings.matmuls.value, attentionCrossover(static_cast<double>(a.width)));
        VERIFY_NEAR(crossings.projections.value, projectionCrossover(static_cast<double>(a.width)));
    }
}

void TestContextSeries::causalMaskDoublesTheCrossings()
{
    const Architecture a = textbookModel(32);
    const ContextCrossings crossings = contextCrossings(a, AttentionMask::causal);
    VERIFY_NEAR(crossings.matmuls.value, 2 * attentionCrossover(4096));
    VERIFY_NEAR(crossings.projections.value, 2 * projectionCrossover(4096));
}

void TestContextSeries::groupedQueriesMoveTheCrossings()
{
    // Attention 4 T D; projections 2 D (2 D + 2 D / G) with G = 8.
    Architecture a = textbookModel(32);
    a.base().attention.kvHeads = 4;
    VERIFY_NEAR(contextCrossings(a, AttentionMask::full).projections.value, 4096 * (1 + 1.0 / 8));
    // Only one layer of six sees the whole context, so the crossing lies further out.
    const Architecture sliding = slidingModel();
    const double at = contextCrossings(sliding, AttentionMask::full).matmuls.value;
    const ContextFlops flops = contextFlops(sliding, at, AttentionMask::full);
    VERIFY_NEAR(flops.attention.value, flops.matmuls().value);
    QVERIFY(at > 3 * attentionCrossover(static_cast<double>(sliding.width)));
}

void TestContextSeries::shortWindowsNeverCross()
{
    Architecture a = textbookModel(32);
    a.base().attention.window = 1024;
    const ContextCrossings crossings = contextCrossings(a, AttentionMask::full);
    QCOMPARE(crossings.matmuls.kind, Threshold::Kind::never);
    QCOMPARE(crossings.projections.kind, Threshold::Kind::never);
    a.base().attention.kind = AttentionKind::none;
    QCOMPARE(contextCrossings(a, AttentionMask::full).projections.kind, Threshold::Kind::never);
}

void TestContextSeries::groupedIntensityIsTheEngines()
{
    for (const std::int64_t group : {1, 2, 8, 32})
        for (const double queries : {1.0, 100.0, 4096.0})
            for (const double keys : {4096.0, 1e6}) {
                Architecture a = textbookModel(32);
                a.base().attention.kvHeads = 32 / group;
                LocalShape shape;
                shape.tokens = shape.newTokens = queries;
                shape.sequence = keys;
                VERIFY_NEAR(intensityOf(operationOf(a, shape, Component::attention)).value,
                            groupedAttentionIntensity(queries, keys, static_cast<double>(group)).value);
            }
}

void TestContextSeries::promptsAreComputeBoundWhereTheRuleSays()
{
    const FlopsPerByte ridge(295.5);
    for (const std::int64_t group : {1, 4, 16}) {
        Architecture a = textbookModel(32);
        a.base().attention.kvHeads = 32 / group;
        LocalShape shape;
        shape.tokens = shape.sequence = prefillComputeBoundAbove(ridge, static_cast<double>(group));
        VERIFY_NEAR(intensityOf(operationOf(a, shape, Component::attention)).value, ridge.value);
    }
}

void TestContextSeries::expertsAreComputeBoundWhereTheRuleSays()
{
    const FlopsPerByte ridge(240);
    for (const DType weight : {DType::bf16, DType::int8}) {
        Architecture a = latentModel();
        a.width = 1 << 20;  // so wide that activations weigh nothing
        a.base().mlp.width = 1 << 20;
        LocalShape shape;
        shape.weight = weight;
        shape.newTokens = 1;
        shape.tokens = expertCriticalBatch(ridge, weight, 256, 8);
        a.kinds.resize(1);
        a.order = {};
        VERIFY_NEAR(intensityOf(operationOf(a, shape, Component::mlpIn)).value, ridge.value, 1e-3);
    }
}

void TestContextSeries::groupsAreMixersAlike()
{
    const auto latent = mixerGroups(latentModel());
    QCOMPARE(latent.size(), std::size_t(1));
    QCOMPARE(latent[0].layers, 61.0);
    QCOMPARE(lettersOf(latent[0]), std::string("AB"));
    const auto sliding = mixerGroups(slidingModel());
    QCOMPARE(sliding.size(), std::size_t(2));
    QCOMPARE(sliding[0].layers, 52.0);
    QCOMPARE(sliding[1].layers, 10.0);
    QCOMPARE(lettersOf(sliding[1]), std::string("B"));
}

void TestContextSeries::cacheIsTheModels()
{
    for (const Architecture& a : samples()) {
        const CacheTypes types{DType::fp8, DType::fp8, DType::fp32};
        const CacheSeries series = cacheSeries(a, types, 128, 1 << 20);
        QVERIFY(std::is_sorted(series.context.begin(), series.context.end()));
        for (std::size_t i = 0; i < series.context.size(); ++i) {
            double sum = 0;
            for (const auto& group : series.byGroup)
                sum += group[i];
            VERIFY_NEAR(series.total[i], cacheOf(a, series.context[i], types).total().value);
            VERIFY_NEAR(sum, series.total[i]);
        }
    }
    const CacheSeries gemma = cacheSeries(slidingModel(), {}, 128, 131072);
    VERIFY_NEAR(gemma.total.back() / std::exp2(30), 10.41, 5e-4);
}

void TestContextSeries::slidingLayersFlatten()
{
    const CacheSeries cache = cacheSeries(slidingModel(), {}, 128, 1 << 20);
    const ContextSeries flops = contextSeries(slidingModel(), AttentionMask::full, 128, 1 << 20);
    QCOMPARE(cache.context, flops.context);
    bool bends = false;
    for (std::size_t i = 0; i < cache.context.size(); ++i) {
        const double window = std::min(1024.0, cache.context[i]);
        bends = bends || cache.context[i] == 1024.0;
        VERIFY_NEAR(cache.byGroup[0][i], 52 * window * 2 * 16 * 128 * 2);
        VERIFY_NEAR(flops.byGroup[0][i], 52 * window * 4 * 32 * 128);
        VERIFY_NEAR(flops.byGroup[1][i], 10 * flops.context[i] * 4 * 32 * 128);
    }
    QVERIFY(bends);  // so the curve does not cut its corner
}

void TestContextSeries::stateIsFlat()
{
    const CacheSeries cache = cacheSeries(hybridModel(), {}, 128, 1 << 20);
    QCOMPARE(cache.state.size(), cache.context.size());
    // 36 layers: 32 heads of 128 x 128, and three steps of the convolution, in fp32.
    const double layer = 4.0 * (32 * 128 * 128 + 3 * (32 * 128 + 2 * 16 * 128));
    for (std::size_t i = 0; i < cache.context.size(); ++i) {
        VERIFY_NEAR(cache.state[i], 36 * layer);
        VERIFY_NEAR(cache.byGroup[0][i], 36 * layer);
    }
    QVERIFY(cacheSeries(slidingModel(), {}, 128, 1 << 20).state.empty());
    QVERIFY(contextSeries(slidingModel(), AttentionMask::full, 128, 1 << 20).state.empty());
    QVERIFY(contextSeries(hybridModel(), AttentionMask::full, 128, 1 << 20).state.front() > 0);
}

void TestContextSeries::flopsAreTheModels()
{
    for (const Architecture& a : samples())
        for (const AttentionMask mask : {AttentionMask::full, AttentionMask::causal})
            for (const double context : {1.0, 1000.0, 131072.0}) {
                const ContextFlops flops = contextFlops(a, context, mask);
                VERIFY_NEAR((flops.attention + flops.state).value, attentionFlopsPerToken(a, context, mask).value);
                Architecture bare = a;
                bare.vocabulary = 0;
                VERIFY_NEAR(flops.matmuls().value, matmulFlopsPerToken(bare).value);
                double groups = 0;
                for (const MixerGroup& group : mixerGroups(a))
                    groups += attentionOfGroup(a, group, context, mask).value;
                VERIFY_NEAR(groups, flops.attention.value);
            }
}

void TestContextSeries::partsAreTheModel()
{
    for (const Architecture& a : samples()) {
        LocalShape shape;
        shape.sequence = 8192;
        Flops flops;
        forwardOperations(a, shape, [&](const LayerOperation& op) { flops += op.forward.flops * op.repeats; });
        const ParameterCount count = countParameters(a);
        PartCount sum;
        for (const PartCount& part : partCounts(a, 8192, AttentionMask::full)) {
            sum.parameters += part.parameters;
            sum.idle += part.idle;
            sum.flops += part.flops;
        }
        QCOMPARE(sum.parameters, static_cast<double>(count.total()));
        QCOMPARE(sum.idle, static_cast<double>(count.idle));
        VERIFY_NEAR(sum.flops.value, flops.value);
    }
    const auto parts = partCounts(latentModel(), 8192, AttentionMask::full);
    const auto of = [&](ModelPart part) {
        return *std::find_if(parts.begin(), parts.end(), [part](const PartCount& p) { return p.part == part; });
    };
    QCOMPARE(of(ModelPart::mlp).parameters, 3.0 * 3 * 7168 * 18432);
    QCOMPARE(of(ModelPart::shared).parameters, 58.0 * 3 * 7168 * 2048);
    QCOMPARE(of(ModelPart::experts).parameters, 58.0 * 256 * 3 * 7168 * 2048);
    QCOMPARE(of(ModelPart::experts).flops.value, 58.0 * 8 * 6 * 7168 * 2048);
}

void TestContextSeries::workIsTheModels()
{
    for (const Architecture& a : samples()) {
        const Scenario s = scenarioOf(a, 8192, 64);
        for (const std::size_t most : {14, 8, 1}) {
            Operation prefill;
            Operation decode;
            for (const PartWork& row : partWork(s, most)) {
                prefill.flops += row.prefill.flops;
                prefill.traffic += row.prefill.traffic;
                decode.flops += row.decode.flops;
                decode.traffic += row.decode.traffic;
            }
            const auto compare = [&](const Operation& sum, const LocalShape& shape) {
                Operation all;
                forwardOperations(a, shape, [&](const LayerOperation& op) {
                    if (op.kind == OperationKind::elementwise)
                        return;
                    all.flops += op.forward.flops * op.repeats;
                    all.traffic += op.forward.traffic * op.repeats;
                });
                VERIFY_NEAR(sum.flops.value, all.flops.value);
                VERIFY_NEAR(sum.traffic.value, all.traffic.value);
            };
            compare(prefill, prefillShape(s));
            compare(decode, decodeShape(s));
        }
    }
}

void TestContextSeries::fewRowsAreEnough()
{
    for (const Architecture& a : samples())
        for (const std::size_t most : {14, 8, 1})
            QVERIFY(partWork(scenarioOf(a, 8192, 64), most).size() <= std::max<std::size_t>(most, kModelPartCount));

    // Both kinds have the same projections, but not the same attention in decode.
    const auto rows = partWork(scenarioOf(slidingModel(), 32768, 64), 14);
    const auto count = [&](Component component) {
        return std::count_if(rows.begin(), rows.end(), [&](const PartWork& row) { return row.component == component; });
    };
    QCOMPARE(count(Component::qkv), 1);
    QCOMPARE(count(Component::attention), 2);
    for (const PartWork& row : rows)
        if (row.component == Component::qkv)
            QCOMPARE(row.kinds, (std::vector<std::size_t>{0, 1}));
}

QTEST_GUILESS_MAIN(TestContextSeries)
#include "test_context_series.moc"
