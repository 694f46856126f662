// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/transformer/activations.h"

#include <algorithm>
#include <cmath>

using namespace scalescope;

/// What a layer keeps for the backward pass, and what it computes again.
class TestActivations : public QObject
{
    Q_OBJECT

private slots:
    void storedScoresAreThoseOfThePaper_data();
    void storedScoresAreThoseOfThePaper();
    void aGatedLayerHasTheBooksCounts();
    void savedMatmulsLeaveOnlyAttentionToRepeat();
    void recomputationIsThatOfTheOperations_data();
    void recomputationIsThatOfTheOperations();
    void policiesKeepLessAndLess_data();
    void policiesKeepLessAndLess();
    void expertsCountWhatATokenMeets();
    void latentAttentionKeepsTheCompressedVector();
    void recurrencesKeepNothingOfTheContext();
    void windowsBoundStoredScores();
    void aTensorGroupDividesWhatItCan();
    void totalsAreTheListsSum();
};

namespace {

/// A layer of multi-head attention and a plain MLP of four times the width, with norms of scale and bias: GPT.
Architecture gpt(std::int64_t width, std::int64_t heads)
{
    Architecture a;
    a.layers = 1;
    a.width = width;
    a.norm = NormKind::layer;
    Layer& layer = a.base();
    layer.attention.heads = layer.attention.kvHeads = heads;
    layer.attention.headDim = width / heads;
    layer.mlp.kind = MlpKind::plain;
    layer.mlp.width = 4 * width;
    return a;
}

Architecture gatedLayer()
{
    Architecture a = gpt(4096, 32);
    a.norm = NormKind::rms;
    a.base().mlp.kind = MlpKind::gated;
    return a;
}

struct NamedLayer {
    const char* name;
    Architecture architecture;
};

std::vector<NamedLayer> everyKind()
{
    std::vector<NamedLayer> all;
    const auto add = [&](const char* name, auto&& change) {
        Architecture a = gatedLayer();
        change(a, a.base());
        all.push_back({name, a});
    };
    add("gated", [](Architecture&, Layer&) {});
    add("plain", [](Architecture&, Layer& l) { l.mlp.kind = MlpKind::plain; });
    add("grouped, query-key norms, sinks", [](Architecture&, Layer& l) {
        l.attention.kvHeads = 4;
        l.attention.queryKeyNorm = QueryKeyNorm::perHead;
        l.attention.sinks = true;
    });
    add("norms before and after", [](Architecture&, Layer& l) { l.norms = 4; });
    add("parallel blocks", [](Architecture&, Layer& l) { l.norms = 1; });
    add("no norms", [](Architecture&, Layer& l) { l.norms = 0; });
    add("no MLP", [](Architecture&, Layer& l) { l.mlp.kind = MlpKind::none; l.norms = 1; });
    add("MLP alone", [](Architecture&, Layer& l) { l.attention.kind = AttentionKind::none; l.norms = 1; });
    add("sliding", [](Architecture&, Layer& l) { l.attention.window = 512; });
    add("keys and values of another layer", [](Architecture&, Layer& l) { l.attention.sharedKv = true; });
    add("values from keys", [](Architecture&, Layer& l) { l.attention.values = Values::fromKeys; });
    add("keys are values", [](Architecture&, Layer& l) { l.attention.values = Values::keys; });
    add("output gate", [](Architecture&, Layer& l) { l.attention.gate = OutputGate::full; });
    add("output gate per head", [](Architecture&, Layer& l) { l.attention.gate = OutputGate::perHead; });
    add("latent", [](Architecture&, Layer& l) { l.attention.kind = AttentionKind::latent; });
    add("latent, low-rank queries, indexer", [](Architecture&, Layer& l) {
        l.attention.kind = AttentionKind::latent;
        l.attention.queryRank = 1536;
        l.attention.indexTopK = 512;
    });
    add("compressed entries, low-rank output", [](Architecture&, Layer& l) {
        l.attention.values = Values::keys;
        l.attention.kvHeads = 1;
        l.attention.queryRank = 1024;
        l.attention.outputRank = 1024;
        l.attention.outputGroups = 8;
        l.attention.window = 128;
        l.attention.compression = 4;
        l.attention.indexTopK = 512;
    });
    add("gated delta", [](Architecture&, Layer& l) {
        l.attention.kind = AttentionKind::linear;
        l.attention.kvHeads = 16;
        l.attention.gate = OutputGate::full;
    });
    add("delta with decay per channel", [](Architecture&, Layer& l) {
        l.attention.kind = AttentionKind::linear;
        l.attention.decay = Decay::perChannel;
        l.attention.gate = OutputGate::full;
        l.attention.gateRank = 128;
    });
    add("linear with constant decay", [](Architecture&, Layer& l) {
        l.attention.kind = AttentionKind::linear;
        l.attention.decay = Decay::none;
        l.attention.convolution = 0;
    });
    add("state space", [](Architecture&, Layer& l) {
        l.attention.kind = AttentionKind::stateSpace;
        l.attention.kvHeads = 8;
        l.mlp.kind = MlpKind::none;
        l.norms = 1;
    });
    add("experts", [](Architecture&, Layer& l) {
        l.mlp.experts = 64;
        l.mlp.topK = 6;
        l.mlp.width = 1408;
        l.mlp.sharedWidth = 2816;
        l.mlp.sharedGate = true;
    });
    add("latent experts, norms after", [](Architecture&, Layer& l) {
        l.mlp.experts = 128;
        l.mlp.topK = 8;
        l.mlp.width = 1024;
        l.mlp.sharedWidth = 1024;
        l.mlp.latentWidth = 1024;
        l.norms = 4;
    });
    add("layer embeddings", [](Architecture& a, Layer&) { a.layerEmbeddingWidth = 256; });
    return all;
}

constexpr std::array kPolicies = {KeepPolicy::all, KeepPolicy::selectiveAttention, KeepPolicy::bigMatmuls, KeepPolicy::block};

const ActivationTensor& named(const std::vector<ActivationTensor>& tensors, std::string_view name)
{
    for (const ActivationTensor& t : tensors)
        if (t.name == name)
            return t;
    qFatal("no tensor is called %s", std::string(name).c_str());
}

std::ptrdiff_t countKept(const std::vector<ActivationTensor>& tensors, KeepPolicy policy)
{
    return std::count_if(tensors.begin(), tensors.end(),
                         [&](const ActivationTensor& t) { return t.under(policy) == ActivationFate::kept; });
}

void addKinds()
{
    QTest::addColumn<int>("index");
    const auto all = everyKind();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << static_cast<int>(i);
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

// Korthikanti et al. 2022, table 2: bytes of one layer for s tokens, batch 1, width h, a heads and t-way tensor parallelism.
void TestActivations::storedScoresAreThoseOfThePaper_data()
{
    QTest::addColumn<double>("heads");
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("sequence");
    QTest::newRow("22B") << 64.0 << 6144.0 << 2048.0;
    QTest::newRow("GPT-3 175B") << 96.0 << 12288.0 << 2048.0;
    QTest::newRow("530B") << 128.0 << 20480.0 << 2048.0;
    QTest::newRow("1T, long") << 160.0 << 25600.0 << 8192.0;
}

void TestActivations::storedScoresAreThoseOfThePaper()
{
    QFETCH(double, heads);
    QFETCH(double, width);
    QFETCH(double, sequence);
    const Architecture a = gpt(static_cast<std::int64_t>(width), static_cast<std::int64_t>(heads));
    ActivationOptions options;
    options.sequence = sequence;
    options.storedScores = options.dropout = true;
    const auto bytes = [&](KeepPolicy policy) { return activationTotals(a, a.base(), options).keptUnder(policy).value; };
    const double perHead = 5.0 * heads * sequence / width;

    QCOMPARE(bytes(KeepPolicy::all), width * (34.0 + perHead));
    QCOMPARE(bytes(KeepPolicy::selectiveAttention), width * 34.0);
    QCOMPARE(bytes(KeepPolicy::block), width * 2.0);
    options.tensor = 8;
    options.sequenceParallel = false;
    QCOMPARE(bytes(KeepPolicy::all), width * (10.0 + 24.0 / 8.0 + perHead / 8.0));
    options.sequenceParallel = true;
    QCOMPARE(bytes(KeepPolicy::all), width / 8.0 * (34.0 + perHead));
    QCOMPARE(bytes(KeepPolicy::selectiveAttention), width / 8.0 * 34.0);
}

// Book, chapter 4: "about 20" arrays of the residual stream's width, 7 results of matmuls, or 1.
void TestActivations::aGatedLayerHasTheBooksCounts()
{
    const Architecture a = gatedLayer();
    ActivationOptions options;
    options.sequence = 4096;
    const auto tensors = activationsOf(a, a.base(), options);
    const ActivationTotals totals = activationTotals(a, a.base(), options);
    const double unit = 2.0 * 4096.0;
    const double statistics = 4.0 * 32.0;
    QCOMPARE(totals.keptUnder(KeepPolicy::all).value, 20.0 * unit + statistics);
    QCOMPARE(countKept(tensors, KeepPolicy::bigMatmuls), 7);
    QCOMPARE(totals.keptUnder(KeepPolicy::bigMatmuls).value, (5.0 + 2.0 * 4.0) * unit);  // gate and up are 4 D wide
    QCOMPARE(countKept(tensors, KeepPolicy::block), 1);
    QCOMPARE(totals.keptUnder(KeepPolicy::block).value, unit);
}

// Chapter 4, question 6: 4 B T^2 N H beside what is done element by element.
void TestActivations::savedMatmulsLeaveOnlyAttentionToRepeat()
{
    const Architecture a = gatedLayer();
    ActivationOptions options;
    options.sequence = 4096;
    Flops attention;
    Flops matmuls;
    for (const ActivationTensor& t : activationsOf(a, a.base(), options)) {
        if (t.under(KeepPolicy::bigMatmuls) != ActivationFate::recomputed)
            continue;
        if (t.madeBy == Component::attention)
            attention += t.flops;
        else if (t.madeBy != Component::attentionNorm && t.madeBy != Component::mlpNorm && t.madeBy != Component::activation)
            matmuls += t.flops;
    }
    QCOMPARE(attention.value, 4.0 * 4096.0 * 32.0 * 128.0);
    QCOMPARE(matmuls.value, 0.0);
}

void TestActivations::recomputationIsThatOfTheOperations_data()
{
    addKinds();
}

// A step that repeats operations and a list that repeats tensors must agree: nothing, all but the matmuls, or everything.
void TestActivations::recomputationIsThatOfTheOperations()
{
    QFETCH(int, index);
    const Architecture a = everyKind()[static_cast<std::size_t>(index)].architecture;
    for (const double tensor : {1.0, 4.0}) {
        for (const bool stored : {false, true}) {
            ActivationOptions options;
            options.sequence = 2048;
            options.mask = AttentionMask::causal;
            options.tensor = tensor;
            options.storedScores = stored;
            LocalShape shape;
            shape.sequence = options.sequence;
            shape.mask = options.mask;
            shape.tensor = tensor;
            double everything = 0;
            double allButMatmuls = 0;
            forwardOperations(a, shape, [&](const LayerOperation& op) {
                if (!inLayer(op.component))
                    return;
                everything += op.forward.flops.value;
                allButMatmuls += op.kind == OperationKind::matmul ? 0.0 : op.forward.flops.value;
            });
            const ActivationTotals totals = activationTotals(a, options);
            QCOMPARE(totals.recomputedUnder(KeepPolicy::all).value, 0.0);
            QVERIFY(near(totals.recomputedUnder(KeepPolicy::bigMatmuls).value, allButMatmuls));
            QVERIFY(near(totals.recomputedUnder(KeepPolicy::block).value, everything));
        }
    }
}

void TestActivations::policiesKeepLessAndLess_data()
{
    addKinds();
}

void TestActivations::policiesKeepLessAndLess()
{
    QFETCH(int, index);
    const Architecture a = everyKind()[static_cast<std::size_t>(index)].architecture;
    ActivationOptions options;
    options.sequence = 1024;
    options.storedScores = true;
    options.dropout = true;
    const auto tensors = activationsOf(a, a.base(), options);
    QVERIFY(tensors.size() > 5);
    for (const ActivationTensor& t : tensors) {
        QVERIFY2(t.elements > 0 && std::isfinite(t.elements) && t.bytes.value > 0, std::string(t.name).c_str());
        QVERIFY2(t.flops.value >= 0 && std::isfinite(t.flops.value), std::string(t.name).c_str());
        QVERIFY2(t.shape.starts_with("[B, ") && t.shape.ends_with("]"), std::string(t.shape).c_str());
        if (t.under(KeepPolicy::block) == ActivationFate::kept)  // what the strictest policy keeps, all do
            for (const KeepPolicy policy : kPolicies)
                QCOMPARE(t.under(policy), ActivationFate::kept);
    }
    const ActivationTotals totals = activationTotals(a, options);
    const double block = totals.keptUnder(KeepPolicy::block).value;
    QCOMPARE(block, 2.0 * static_cast<double>(a.width + a.layerEmbeddingWidth));
    QVERIFY(totals.keptUnder(KeepPolicy::bigMatmuls).value > block);
    QVERIFY(totals.keptUnder(KeepPolicy::selectiveAttention) > totals.keptUnder(KeepPolicy::bigMatmuls));
    QVERIFY(totals.keptUnder(KeepPolicy::all) >= totals.keptUnder(KeepPolicy::selectiveAttention));
}

// Activation memory is that of the experts that a token meets and of the shared ones, whatever the total (case 8).
void TestActivations::expertsCountWhatATokenMeets()
{
    Architecture a = gatedLayer();
    Mlp& mlp = a.base().mlp;
    mlp.width = 1024;
    mlp.experts = 64;
    mlp.topK = 8;
    mlp.sharedWidth = 2048;
    ActivationOptions options;
    options.sequence = 2048;
    const auto tensors = activationsOf(a, a.base(), options);
    QCOMPARE(named(tensors, "expert up").elements, 8.0 * 1024.0);
    QCOMPARE(named(tensors, "expert activated").elements, 8.0 * 1024.0);
    QCOMPARE(named(tensors, "tokens sent to experts").elements, 8.0 * 4096.0);
    QCOMPARE(named(tensors, "shared up").elements, 2048.0);

    const double few = activationTotals(a, a.base(), options).keptUnder(KeepPolicy::all).value;
    mlp.experts = 256;
    const double many = activationTotals(a, a.base(), options).keptUnder(KeepPolicy::all).value;
    QCOMPARE(many - few, 4.0 * (256.0 - 64.0));  // router logits, in fp32
    mlp.topK = 16;
    const double twice = activationTotals(a, a.base(), options).keptUnder(KeepPolicy::all).value;
    QCOMPARE(twice - many, 8.0 * (2.0 * (2.0 * 4096.0 + 3.0 * 1024.0) + 2.0 * 4.0));
}

void TestActivations::latentAttentionKeepsTheCompressedVector()
{
    Architecture a = gatedLayer();
    Attention& at = a.base().attention;
    at.kind = AttentionKind::latent;
    at.heads = 16;
    const auto tensors = activationsOf(a, a.base(), {});
    const ActivationTensor& compressed = named(tensors, "compressed keys and values");
    QCOMPARE(compressed.elements, 512.0 + 64.0);
    QCOMPARE(compressed.under(KeepPolicy::bigMatmuls), ActivationFate::kept);
    QCOMPARE(named(tensors, "normed compressed keys and values").under(KeepPolicy::bigMatmuls), ActivationFate::recomputed);
    QCOMPARE(named(tensors, "queries").elements, 16.0 * (128.0 + 64.0));
    QCOMPARE(named(tensors, "keys").flops.value + named(tensors, "values").flops.value, 2.0 * 512.0 * 16.0 * (128.0 + 128.0));
}

void TestActivations::recurrencesKeepNothingOfTheContext()
{
    for (const NamedLayer& each : everyKind()) {
        const Architecture& a = each.architecture;
        ActivationOptions near;
        near.sequence = 4096;
        near.storedScores = true;
        ActivationOptions far = near;
        far.sequence = 65536;
        const auto kept = [&](const ActivationOptions& options) {
            return activationTotals(a, options).keptUnder(KeepPolicy::all).value;
        };
        const Attention& at = a.base().attention;
        const bool grows = (at.kind == AttentionKind::full || at.kind == AttentionKind::latent) && at.window == 0 && at.indexTopK == 0;
        QVERIFY2(grows ? kept(far) > kept(near) : kept(far) == kept(near), each.name);
        near.storedScores = far.storedScores = false;
        QVERIFY2(kept(far) == kept(near), each.name);
    }
}

void TestActivations::windowsBoundStoredScores()
{
    Architecture a = gatedLayer();
    ActivationOptions options;
    options.sequence = 8192;
    options.storedScores = true;
    QCOMPARE(named(activationsOf(a, a.base(), options), "softmax").elements, 32.0 * 8192.0);
    a.base().attention.window = 1024;
    QCOMPARE(named(activationsOf(a, a.base(), options), "softmax").elements, 32.0 * 1024.0);
}

void TestActivations::aTensorGroupDividesWhatItCan()
{
    Architecture a = gatedLayer();
    a.base().attention.kvHeads = 2;
    ActivationOptions options;
    options.sequence = 1024;
    const auto one = activationsOf(a, a.base(), options);
    options.tensor = 8;
    for (const bool sequenceParallel : {false, true}) {
        options.sequenceParallel = sequenceParallel;
        const auto eight = activationsOf(a, a.base(), options);
        QCOMPARE(eight.size(), one.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            const bool keys = one[i].shape == "[B, T, K, H]";
            const double parts = one[i].split == ActivationSplit::width      ? (keys ? 2.0 : 8.0)  // two key heads, copied
                                 : one[i].split == ActivationSplit::sequence ? (sequenceParallel ? 8.0 : 1.0)
                                                                             : 1.0;
            QCOMPARE(eight[i].elements, one[i].elements / parts);
        }
    }
}

void TestActivations::totalsAreTheListsSum()
{
    for (const NamedLayer& each : everyKind()) {
        Architecture a = each.architecture;
        a.layers = 7;
        a.kinds.push_back(gatedLayer().base());
        a.order = {{0, 0}, {1, 0}};  // 0 0 1 0 1 0 1
        ActivationOptions options;
        options.sequence = 2048;
        options.dropout = true;
        for (const KeepPolicy policy : kPolicies) {
            Bytes kept;
            for (std::size_t k = 0; k < 2; ++k)
                for (const ActivationTensor& t : activationsOf(a, a.kinds[k], options))
                    if (t.under(policy) == ActivationFate::kept)
                        kept += t.bytes * (k == 0 ? 4.0 : 3.0);
            QVERIFY2(near(activationTotals(a, options).keptUnder(policy).value, kept.value), each.name);
        }
    }
}

QTEST_GUILESS_MAIN(TestActivations)
#include "test_activations.moc"
