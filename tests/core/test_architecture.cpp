// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/transformer/flops.h"
#include "core/transformer/storage.h"
#include "tests/support/random_architecture.h"
#include "tests/support/sample_models.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace scalescope;

/// Writing a model costs more than the checks: only one that fails is.
#define HOLDS(statement)              \
    do {                              \
        if (!(statement))             \
            QFAIL(nameOf(a).c_str()); \
    } while (false)

/// What must hold of every architecture: its parameters, operations, cache, order of layers and file are one model.
class TestArchitecture : public QObject
{
    Q_OBJECT

private slots:
    void operationsHoldEveryParameterOnce();
    void aTensorGroupHoldsEveryParameter();
    void aTensorGroupCopiesKeyHeads();
    void matmulsDoTwoFlopsPerActiveParameter();
    void componentsAreTheModel();
    void aMaskNeverAddsWork();
    void aWindowPastTheContextIsNone();
    void cachesGrowUpToTheirWindow();
    void statesAreOfFixedSize();
    void decodeMeetsTheCache();
    void ordersAreWrittenAndRead();
    void ordersAreShortest();
    void aCountOfLayersIsThatOfTheOrder();
    void everyExpertIsMetInTheEnd();
    void coverageIsThatOfADraw_data();
    void coverageIsThatOfADraw();
    void countsEndAtTheLargestNumber();
    void filesHoldEveryField();
};

namespace {

constexpr int kModels = 400;

double weightsOnOneChip(const Architecture& a, double tensor)
{
    LocalShape shape;
    shape.tensor = tensor;
    double sum = 0;
    forwardOperations(a, shape, [&](const LayerOperation& op) { sum += op.borrowsWeights ? 0.0 : op.weights * op.repeats; });
    return sum;
}

/// Parameters of a layer that no matmul uses: biases, scales, constants and short convolutions.
std::int64_t vectorsOf(const Layer& layer, std::int64_t width)
{
    const Attention& at = layer.attention;
    const Mlp& mlp = layer.mlp;
    const std::int64_t queries = at.heads * at.headDim;
    std::int64_t sum = 0;
    const auto softmax = [&] {
        sum += at.queryRank + (at.sinks ? at.heads : 0);
        if (at.compression > 0) {
            const std::int64_t wide = (at.compression == 4 ? 2 : 1) * at.compression + 1;
            sum += wide * (at.headDim + (at.indexTopK > 0 ? at.indexDim : 0));
        }
        sum += at.indexTopK > 0 && at.compression == 0 ? 2 * at.indexDim : 0;
    };
    switch (at.kind) {
    case AttentionKind::full: {
        const std::int64_t keys = at.sharedKv ? 0 : at.kvHeads * at.headDim;
        softmax();
        sum += at.inputBias ? queries + keys * (at.values == Values::projected ? 2 : 1) : 0;
        sum += at.queryKeyNorm == QueryKeyNorm::perHead ? at.headDim * (at.sharedKv ? 1 : 2)
               : at.queryKeyNorm == QueryKeyNorm::whole ? queries + keys
                                                        : 0;
        break;
    }
    case AttentionKind::latent:
        softmax();
        sum += at.kvRank + (at.inputBias ? at.kvRank + at.ropeDim + at.queryRank : 0);
        break;
    case AttentionKind::linear: {
        const std::int64_t mixed = queries + 2 * at.kvHeads * at.stateDim;
        sum += mixed * (at.convolution + (at.convolution > 0 && at.convolutionBias ? 1 : 0)) + at.headDim;
        sum += at.decay == Decay::perHead ? 2 * at.heads : at.decay == Decay::perChannel ? at.heads * (1 + at.stateDim) : 0;
        break;
    }
    case AttentionKind::stateSpace: {
        const std::int64_t mixed = queries + 2 * at.kvHeads * at.stateDim;
        sum += mixed * (at.convolution + (at.convolution > 0 && at.convolutionBias ? 1 : 0)) + 3 * at.heads + queries;
        sum += at.inputBias ? queries + mixed + at.heads : 0;
        break;
    }
    case AttentionKind::none: break;
    }
    sum += at.kind != AttentionKind::none && at.outputBias ? width : 0;
    if (mlp.kind == MlpKind::none)
        return sum + layer.other;
    const std::int64_t inputs = mlp.kind == MlpKind::gated ? 2 : 1;
    if (mlp.experts == 0)
        return sum + layer.other + (mlp.bias ? inputs * mlp.width + width : 0);
    const std::int64_t met = std::min(mlp.topK, mlp.experts);
    sum += mlp.bias ? met * (inputs * mlp.width + (mlp.latentWidth > 0 ? mlp.latentWidth : width)) : 0;
    sum += mlp.routerBias ? mlp.experts : 0;
    if (mlp.sharedWidth > 0)
        sum += (mlp.bias ? inputs * mlp.sharedWidth + width : 0) + (mlp.sharedGate ? width : 0);
    return sum + layer.other;
}

std::vector<Architecture> samples()
{
    std::vector<Architecture> all = {slidingModel(), latentModel(), hybridModel()};
    RandomArchitecture random(4);
    for (int i = 0; i < kModels; ++i)
        all.push_back(random.next());
    return all;
}

/// Of an architecture at which a property fails.
std::string nameOf(const Architecture& a)
{
    Model model;
    model.architecture = a;
    return writeModel(model);
}

}  // namespace

void TestArchitecture::operationsHoldEveryParameterOnce()
{
    for (Architecture a : samples()) {
        a.towerParameters = 0;  // no part of a forward pass
        HOLDS(weightsOnOneChip(a, 1) == static_cast<double>(countParameters(a).total()));
    }
}

// t chips hold every parameter once, and what is replicated t - 1 times more, whatever t is.
void TestArchitecture::aTensorGroupHoldsEveryParameter()
{
    for (const Architecture& a : samples()) {
        if (a == hybridModel())
            continue;  // has two key heads, see below
        const auto replicated = [&](double t) { return (weightsOnOneChip(a, t) * t - weightsOnOneChip(a, 1)) / (t - 1.0); };
        const double most = weightsOnOneChip(a, 1);
        const auto norms = static_cast<double>(countParameters(a).norms);
        const double two = replicated(2);
        HOLDS(two >= norms - 1e-6 * most && two <= most);
        for (const double t : {4.0, 8.0})
            HOLDS(std::abs(replicated(t) - two) <= 1e-9 * most);
    }
    Architecture dense;
    dense.width = 512;
    dense.layers = 3;
    dense.vocabulary = 800;
    dense.base().attention.heads = dense.base().attention.kvHeads = 8;
    dense.base().mlp.width = 1024;
    const auto total = static_cast<double>(countParameters(dense).total());
    const double norms = (3 * 2 + 1) * 512;
    QCOMPARE(weightsOnOneChip(dense, 4) * 4.0, total + 3.0 * norms);
}

void TestArchitecture::aTensorGroupCopiesKeyHeads()
{
    Architecture a;
    a.width = 512;
    a.layers = 3;
    a.base().attention.heads = 16;
    a.base().attention.kvHeads = 2;
    a.base().mlp.width = 1024;
    const double keys = 3.0 * 2.0 * 512.0 * 2.0 * 128.0;
    const double norms = (3 * 2 + 1) * 512;
    const auto total = static_cast<double>(countParameters(a).total());
    QCOMPARE(weightsOnOneChip(a, 2) * 2.0, total + norms);
    QCOMPARE(weightsOnOneChip(a, 8) * 8.0, total + 7.0 * norms + 3.0 * keys);  // each key head four times
    a.base().attention.kvHeads = 1;
    QCOMPARE(weightsOnOneChip(a, 8) * 8.0, static_cast<double>(countParameters(a).total()) + 7.0 * (norms + keys / 2.0));
}

void TestArchitecture::matmulsDoTwoFlopsPerActiveParameter()
{
    for (const Architecture& a : samples()) {
        const ParameterCount count = countParameters(a);
        const auto layers = layerCounts(a);
        std::int64_t active = count.attention + count.mlp + count.router + count.experts - count.idle + count.other + count.unembedding;
        for (std::size_t k = 0; k < a.kinds.size(); ++k) {
            active -= layers[k] * vectorsOf(a.kinds[k], a.width);
            if (a.layerEmbeddingWidth > 0)  // each has a norm
                active -= layers[k] * a.width * (a.norm == NormKind::layer ? 2 : a.norm == NormKind::rms ? 1 : 0);
        }
        active -= a.unembeddingBias ? a.vocabulary : 0;
        active += a.tied ? a.vocabulary * (a.embeddingWidth > 0 ? a.embeddingWidth : a.width) : 0;
        HOLDS(matmulFlopsPerToken(a).value == 2.0 * static_cast<double>(active));
        QCOMPARE(matmulParameters(a), static_cast<double>(active));
    }
}

void TestArchitecture::componentsAreTheModel()
{
    for (Architecture a : samples()) {
        const ParameterCount count = countParameters(a);
        QVERIFY(count.active() <= count.total() && count.active() >= 0 && count.idle <= count.experts);
        QCOMPARE(count.towerApart, a.towerParameters);
        a.countTowers = true;
        QCOMPARE(countParameters(a).total(), count.total() + a.towerParameters);
        std::int64_t layers = 0;
        const auto counts = layerCounts(a);
        for (std::size_t k = 0; k < a.kinds.size(); ++k)
            layers += counts[k] * countLayer(a, a.kinds[k]).total();
        Architecture none = a;
        none.countTowers = false;
        none.kinds = {Layer{}};
        none.order = {};
        none.base().attention.kind = AttentionKind::none;
        none.base().mlp.kind = MlpKind::none;
        none.base().norms = 0;
        const std::int64_t outside = countParameters(none).total() - none.layers * countLayer(none, none.base()).total();
        QCOMPARE(count.total(), outside + layers);
    }
}

void TestArchitecture::aMaskNeverAddsWork()
{
    for (const Architecture& a : samples()) {
        double before = 0;
        for (const double sequence : {1.0, 7.0, 64.0, 300.0, 5000.0}) {
            const double full = attentionFlopsPerToken(a, sequence, AttentionMask::full).value;
            const double causal = attentionFlopsPerToken(a, sequence, AttentionMask::causal).value;
            HOLDS(causal <= full && 2.0 * causal >= full * (1.0 - 1e-12));
            HOLDS(full >= before);
            before = full;
        }
    }
}

void TestArchitecture::aWindowPastTheContextIsNone()
{
    for (const Architecture& a : samples()) {
        Architecture open = a;
        Architecture wide = a;
        for (Layer& layer : open.kinds)
            layer.attention.window = layer.attention.compression = 0;
        for (Layer& layer : wide.kinds) {
            layer.attention.window = 512;
            layer.attention.windowKind = WindowKind::sliding;
            layer.attention.compression = layer.attention.indexTopK = 0;
        }
        for (Layer& layer : open.kinds)
            layer.attention.indexTopK = 0;
        for (const AttentionMask mask : {AttentionMask::full, AttentionMask::causal}) {
            for (const double sequence : {100.0, 512.0})
                QCOMPARE(attentionFlopsPerToken(wide, sequence, mask).value, attentionFlopsPerToken(open, sequence, mask).value);
            QVERIFY(attentionFlopsPerToken(wide, 2048, mask) <= attentionFlopsPerToken(open, 2048, mask));
        }
        QCOMPARE(cacheOf(wide, 512).total().value, cacheOf(open, 512).total().value);
        QVERIFY(cacheOf(wide, 2048).total() <= cacheOf(open, 2048).total());
    }
}

void TestArchitecture::cachesGrowUpToTheirWindow()
{
    for (const Architecture& a : samples()) {
        double before = -1;
        for (double context = 0; context <= 4096; context = context * 2 + 1) {
            const ModelCache cache = cacheOf(a, context);
            HOLDS(cache.total().value >= before);
            before = cache.total().value;
            QVERIFY(cache.keysAndValues.value <= 2.0 * kvElementsPerToken(a) * context * 2.0);
        }
        for (const Layer& layer : a.kinds) {
            const Attention& at = layer.attention;
            const double far = cacheOf(at, 100000).keysAndValues;
            const double farther = cacheOf(at, 200000).keysAndValues;
            if (at.window > 0 && at.compression == 0) {
                QCOMPARE(farther, far);
                QCOMPARE(far, entryElements(at) * static_cast<double>(at.window));
            } else {
                QVERIFY(hasCache(at) ? farther > far : farther == 0);
            }
        }
    }
}

void TestArchitecture::statesAreOfFixedSize()
{
    int seen = 0;
    for (const Architecture& a : samples())
        for (const Layer& layer : a.kinds) {
            const LayerCache one = cacheOf(layer.attention, 1);
            const LayerCache many = cacheOf(layer.attention, 1e6);
            QCOMPARE(one.state, many.state);
            QCOMPARE(one.state > 0, hasState(layer.attention));
            QVERIFY(!hasState(layer.attention) || many.keysAndValues + many.indexKeys == 0);
            seen += hasState(layer.attention) ? 1 : 0;
        }
    QVERIFY(seen > 100);
    Attention mamba;
    mamba.kind = AttentionKind::stateSpace;
    mamba.heads = 64;
    mamba.headDim = 64;
    mamba.kvHeads = 8;
    QCOMPARE(cacheOf(mamba, 1000).state, 64.0 * 64.0 * 128.0 + 3.0 * (64.0 * 64.0 + 2.0 * 8.0 * 128.0));
}

// What decode reads of keys and values is what the cache holds, but for keys that an indexer leaves out.
void TestArchitecture::decodeMeetsTheCache()
{
    for (const Architecture& a : samples()) {
        for (std::size_t k = 0; k < a.kinds.size(); ++k) {
            const Attention& at = a.kinds[k].attention;
            if (!hasCache(at) || at.indexTopK > 0 || at.compression > 0)
                continue;
            LocalShape shape;
            shape.newTokens = 1;
            shape.sequence = 777;
            shape.absorbed = true;
            const auto read = [&](DType cache) {
                shape.cache = cache;
                Bytes bytes;
                layerOperations(a, a.kinds[k], shape, [&](const LayerOperation& op) {
                    bytes += op.component == Component::attention ? op.forward.traffic : Bytes(0);
                });
                return bytes.value;
            };
            // Of one byte more for each element.
            QCOMPARE(read(DType::bf16) - read(DType::int8), cacheOf(at, 777).keysAndValues);
        }
    }
}

void TestArchitecture::ordersAreWrittenAndRead()
{
    RandomArchitecture random(7);
    for (int i = 0; i < 2000; ++i) {
        const auto kinds = static_cast<std::size_t>(random.between(1, 52));
        LayerOrder order;
        order.repeating.clear();
        for (std::int64_t n = random.between(0, 12); n > 0; --n)
            order.leading.push_back(static_cast<std::uint8_t>(random.between(0, static_cast<std::int64_t>(kinds) - 1)));
        for (std::int64_t n = random.between(1, 12); n > 0; --n)
            order.repeating.push_back(static_cast<std::uint8_t>(random.between(0, static_cast<std::int64_t>(kinds) - 1)));
        const std::string text = textOf(order);
        const ReadLayerOrder read = readOrder(text, kinds);
        QVERIFY2(read.problem.empty(), text.c_str());
        QVERIFY2(read.order == order, text.c_str());
    }
    QCOMPARE(textOf(LayerOrder{{0, 0, 0}, {1}}), std::string("A*3 | B"));
    QCOMPARE(textOf(LayerOrder{{}, {0, 0, 0, 0, 0, 1}}), std::string("A*5 B"));
    QCOMPARE(readOrder("A*5B", 2).order, (LayerOrder{{}, {0, 0, 0, 0, 0, 1}}));
    const auto refused = [](std::string_view text, std::size_t kinds, std::size_t column) {
        const ReadLayerOrder read = readOrder(text, kinds);
        return !read.problem.empty() && read.column == column;
    };
    QVERIFY(refused("", 1, 0));
    QVERIFY(refused("A C", 2, 2));
    QVERIFY(refused("A | B | A", 2, 6));
    QVERIFY(refused("A*0", 1, 2));
    QVERIFY(refused("A*", 1, 2));
    QVERIFY(refused("A*99999", 1, 2));
    QVERIFY(refused("A*10000 A", 1, 9));
    QVERIFY(refused("A |", 1, 3));
}

void TestArchitecture::ordersAreShortest()
{
    RandomArchitecture random(11);
    const auto gives = [](const LayerOrder& order, const std::vector<std::uint8_t>& kinds) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (order.kindOf(i) != kinds[i])
                return false;
        return true;
    };
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::uint8_t> kinds;
        if (random.coin()) {  // a pattern, to be found again
            std::vector<std::uint8_t> unit;
            for (std::int64_t n = random.between(1, 5); n > 0; --n)
                unit.push_back(static_cast<std::uint8_t>(random.between(0, 2)));
            for (std::int64_t n = random.between(0, 3); n > 0; --n)
                kinds.push_back(static_cast<std::uint8_t>(random.between(0, 2)));
            for (std::int64_t n = random.between(1, 20), j = 0; j < n; ++j)
                kinds.push_back(unit[static_cast<std::size_t>(j) % unit.size()]);
        } else {
            for (std::int64_t n = random.between(1, 9); n > 0; --n)
                kinds.push_back(static_cast<std::uint8_t>(random.between(0, 1)));
        }
        const LayerOrder order = orderOf(kinds);
        QVERIFY(gives(order, kinds));
        const std::size_t length = order.leading.size() + order.repeating.size();
        QVERIFY(length <= kinds.size());
        // Whatever is shorter gives another list: its leading and repeating part can only be what the list begins with.
        for (std::size_t shorter = 1; shorter < length; ++shorter)
            for (std::size_t leading = 0; leading < shorter; ++leading) {
                const auto from = kinds.begin() + static_cast<std::ptrdiff_t>(leading);
                const auto to = kinds.begin() + static_cast<std::ptrdiff_t>(shorter);
                QVERIFY(!gives({{kinds.begin(), from}, {from, to}}, kinds));
            }
    }
}

void TestArchitecture::aCountOfLayersIsThatOfTheOrder()
{
    for (const Architecture& a : samples()) {
        std::array<std::int64_t, kMaxLayerKinds> counted{};
        for (std::int64_t i = 0; i < a.layers; ++i)
            ++counted[a.order.kindOf(static_cast<std::size_t>(i))];
        if (a.kinds.size() > 1)
            QCOMPARE(layerCounts(a), counted);
    }
}

void TestArchitecture::everyExpertIsMetInTheEnd()
{
    for (const auto& [experts, topK] : {std::pair{8, 2}, {256, 8}, {128, 4}, {16, 1}, {4, 4}, {3, 9}}) {
        Mlp mlp;
        mlp.experts = experts;
        mlp.topK = topK;
        const double one = std::min(1.0, static_cast<double>(topK) / experts);
        QCOMPARE(expertCoverage(mlp, 1), one);
        QVERIFY(std::abs(expertCoverage(mlp, 1e9) - 1.0) < 1e-9);
        QCOMPARE(expertCoverage(mlp, 0), 0.0);
        double flatter = 2;
        for (const double skew : {0.0, 0.2, 0.7, 1.0, 2.0}) {
            double before = 0;
            QVERIFY(std::abs(expertCoverage(mlp, 1, skew) - one) < 1e-9);  // a token still meets k
            for (double tokens = 1; tokens < 1e6; tokens *= 3) {
                const double coverage = expertCoverage(mlp, tokens, skew);
                QVERIFY(coverage >= before && coverage <= 1.0);
                before = coverage;
            }
            const double at = expertCoverage(mlp, 16, skew);
            QVERIFY(at <= flatter + 1e-12);
            flatter = at;
        }
        mlp.topK = std::min(topK + 1, experts);
        QVERIFY(expertCoverage(mlp, 5) >= 1.0 - std::pow(1.0 - one, 5) - 1e-12);
    }
    QCOMPARE(expertCoverage(Mlp{}, 10), 1.0);  // a dense MLP is met always
}

void TestArchitecture::coverageIsThatOfADraw_data()
{
    QTest::addColumn<int>("experts");
    QTest::addColumn<int>("topK");
    QTest::addColumn<int>("tokens");
    QTest::newRow("8 choose 2, 4 tokens") << 8 << 2 << 4;
    QTest::newRow("64 choose 6, 16 tokens") << 64 << 6 << 16;
    QTest::newRow("256 choose 8, 32 tokens") << 256 << 8 << 32;
    QTest::newRow("128 choose 1, 100 tokens") << 128 << 1 << 100;
}

void TestArchitecture::coverageIsThatOfADraw()
{
    QFETCH(int, experts);
    QFETCH(int, topK);
    QFETCH(int, tokens);
    std::mt19937 random(1);
    std::vector<int> all(static_cast<std::size_t>(experts));
    for (int i = 0; i < experts; ++i)
        all[static_cast<std::size_t>(i)] = i;
    double met = 0;
    constexpr int kDraws = 4000;
    for (int draw = 0; draw < kDraws; ++draw) {
        std::vector<bool> touched(all.size());
        for (int t = 0; t < tokens; ++t) {
            std::vector<int> chosen;
            std::sample(all.begin(), all.end(), std::back_inserter(chosen), topK, random);
            for (const int e : chosen)
                touched[static_cast<std::size_t>(e)] = true;
        }
        met += static_cast<double>(std::count(touched.begin(), touched.end(), true)) / experts;
    }
    Mlp mlp;
    mlp.experts = experts;
    mlp.topK = topK;
    QVERIFY(std::abs(met / kDraws - expertCoverage(mlp, tokens)) < 0.004);
}

// Every parameter of the model at its largest, together: counts stop at the largest number, and nothing turns negative.
void TestArchitecture::countsEndAtTheLargestNumber()
{
    for (int kind = 0; kind < 5; ++kind) {
        Scenario s;
        s.model.architecture.kinds.push_back(Layer{});
        const auto all = parameters(s);
        for (const Parameter& p : all)
            if (p.section == Section::model && !p.derived && !p.isChoice())
                p.set(s, p.index, p.maximum);
        Architecture& a = s.model.architecture;
        for (Layer& layer : a.kinds)
            layer.attention.kind = static_cast<AttentionKind>(kind);
        const ParameterCount count = countParameters(a);
        for (const std::int64_t part : {count.embedding, count.positions, count.attention, count.mlp, count.router, count.experts,
                                        count.norms, count.other, count.unembedding, count.idle, count.multiToken, count.total(),
                                        count.active()})
            QVERIFY(part >= 0);
        QCOMPARE(count.total(), std::numeric_limits<std::int64_t>::max());
        QVERIFY(std::isfinite(matmulFlopsPerToken(a).value) && matmulFlopsPerToken(a).value > 0);
        QVERIFY(std::isfinite(cacheOf(a, 1e9).total().value));
        QVERIFY(std::isfinite(weightBytes(a, s.model.storage).total().value));
    }
}

void TestArchitecture::filesHoldEveryField()
{
    Scenario s = scenarioPreset(shippedPresets(), "default").value.value();
    s.model.family = ModelFamily::none;
    for (const Architecture& a : samples()) {
        s.model.architecture = a;
        const std::string text = writeScenario(s);
        const Read<Scenario> read = readScenario(text, shippedPresets());
        QVERIFY2(read.value, (read.problems.empty() ? std::string() : describe(read.problems.front())).c_str());
        QVERIFY2(read.value->model.architecture == a, text.c_str());
        QCOMPARE(*read.value, s);
        QCOMPARE(writeScenario(*read.value), text);
    }
}

QTEST_GUILESS_MAIN(TestArchitecture)
#include "test_architecture.moc"
