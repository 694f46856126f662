// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/architecture.h"

#include <algorithm>
#include <limits>

namespace scalescope {

namespace {

/// Sums of products of inputs that may each be at their largest: a count ends at the largest number instead of wrapping.
class Tally {
public:
    constexpr Tally(std::int64_t value = 0) : m_value(value) {}  // NOLINT: counts mix freely with numbers

    friend Tally operator+(Tally a, Tally b)
    {
        std::int64_t sum = 0;
        return __builtin_add_overflow(a.m_value, b.m_value, &sum) ? Tally(kMost) : Tally(sum);
    }
    friend Tally operator*(Tally a, Tally b)
    {
        std::int64_t product = 0;
        return __builtin_mul_overflow(a.m_value, b.m_value, &product) ? Tally(kMost) : Tally(product);
    }
    Tally& operator+=(Tally other) { return *this = *this + other; }
    friend bool operator==(Tally a, Tally b) { return a.m_value == b.m_value; }
    std::int64_t value() const { return m_value; }

private:
    static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_value;
};

Tally normWeights(const Architecture& a, Tally width)
{
    switch (a.norm) {
    case NormKind::rms: return width;
    case NormKind::layer: return Tally(2) * width;
    case NormKind::unscaled: break;
    }
    return 0;
}

/// Query and key scales; those of low-rank bottlenecks are RMS norms in every model that has them.
Tally headNorms(const Attention& at)
{
    const Tally keyHeads = at.sharedKv ? 0 : at.kvHeads;
    switch (at.queryKeyNorm) {
    case QueryKeyNorm::none: break;
    case QueryKeyNorm::perHead: return Tally(at.sharedKv ? 1 : 2) * at.headDim;
    case QueryKeyNorm::whole: return (Tally(at.heads) + keyHeads) * at.headDim;
    }
    return 0;
}

Tally gateParameters(const Attention& at, Tally width)
{
    switch (at.gate) {
    case OutputGate::none: break;
    case OutputGate::perHead: return width * at.heads;
    case OutputGate::full: return width * at.heads * valueWidth(at);
    }
    return 0;
}

Tally indexerParameters(const Attention& at, Tally width)
{
    if (!hasIndexer(at))
        return 0;
    const Tally queryInput = at.queryRank > 0 ? Tally(at.queryRank) : width;
    const Tally heads(at.indexHeads);
    const Tally keyNorm = Tally(2) * at.indexDim;
    const Tally key = at.compression > 0 ? 0 : width * at.indexDim + keyNorm;  // else made by the compressor
    return queryInput * heads * at.indexDim + key + width * heads;
}

/// Two projections, a table of positions in the block and a norm, of one compressor of `entry` wide entries. Blocks of
/// the smaller ratio overlap, so each projection is twice as wide.
Tally compressorOf(Tally width, Tally ratio, Tally entry)
{
    const Tally wide = ratio == Tally(4) ? Tally(2) * entry : entry;
    return Tally(2) * width * wide + ratio * wide + entry;
}

Tally compressorParameters(const Attention& at, Tally width)
{
    if (at.compression == 0)
        return 0;
    Tally sum = compressorOf(width, at.compression, at.headDim);
    if (at.indexTopK > 0)
        sum += compressorOf(width, at.compression, at.indexDim);
    return sum;
}

Tally queryParameters(const Attention& at, Tally width, Tally queryWidth)
{
    if (at.queryRank == 0)
        return width * queryWidth;
    return width * at.queryRank + at.queryRank + Tally(at.queryRank) * queryWidth;
}

Tally outputParameters(const Attention& at, Tally width, Tally resultWidth)
{
    if (at.outputRank == 0)
        return resultWidth * width;
    return resultWidth * at.outputRank + Tally(at.outputRank) * at.outputGroups * width;
}

Tally fullParameters(const Attention& at, Tally width)
{
    const Tally query = Tally(at.heads) * at.headDim;
    const Tally key = at.sharedKv ? 0 : Tally(at.kvHeads) * at.headDim;
    const Tally value = Tally(at.sharedKv ? 0 : at.kvHeads) * valueWidth(at);
    const bool valuesProjected = at.values == Values::projected || at.values == Values::ownWidth;
    const Tally keyValue = valuesProjected ? key + value : key;
    Tally sum = queryParameters(at, width, query) + width * keyValue + outputParameters(at, width, Tally(at.heads) * valueWidth(at));
    sum += at.inputBias ? query + keyValue : Tally(0);
    return sum + headNorms(at);
}

Tally latentParameters(const Attention& at, Tally width)
{
    const Tally heads(at.heads);
    const Tally query = heads * (Tally(at.headDim) + at.ropeDim);
    const Tally down = Tally(at.kvRank) + at.ropeDim;
    Tally sum = queryParameters(at, width, query) + width * down + at.kvRank +
                Tally(at.kvRank) * heads * (Tally(at.headDim) + at.valueDim) +
                outputParameters(at, width, heads * at.valueDim);
    if (at.inputBias)
        sum += down + Tally(at.queryRank);
    return sum;
}

Tally convolutionParameters(const Attention& at, Tally channels)
{
    return channels * at.convolution + (at.convolution > 0 && at.convolutionBias ? channels : Tally(0));
}

Tally linearParameters(const Attention& at, Tally width)
{
    const Tally values = Tally(at.heads) * at.headDim;
    const Tally keys = Tally(at.kvHeads) * at.stateDim;
    const Tally mixed = Tally(2) * keys + values;
    Tally sum = width * mixed + convolutionParameters(at, mixed) + at.headDim + values * width;
    if (at.gate != OutputGate::none)
        sum += at.gateRank > 0 ? width * at.gateRank + Tally(at.gateRank) * values : width * values;
    switch (at.decay) {
    case Decay::none: break;
    case Decay::perHead: sum += Tally(2) * width * at.heads + Tally(2) * at.heads; break;
    case Decay::perChannel: {
        const Tally channels = Tally(at.heads) * at.stateDim;
        sum += width * at.heads + width * at.gateRank + Tally(at.gateRank) * channels + at.heads + channels;
        break;
    }
    }
    return sum;
}

Tally stateSpaceParameters(const Attention& at, Tally width)
{
    const Tally inner = Tally(at.heads) * at.headDim;
    const Tally mixed = inner + Tally(2) * at.kvHeads * at.stateDim;
    const Tally projected = inner + mixed + at.heads;
    return width * projected + (at.inputBias ? projected : Tally(0)) + convolutionParameters(at, mixed) +
           Tally(3) * at.heads + inner + inner * width;
}

Tally attentionParameters(const Attention& at, Tally width)
{
    Tally sum = 0;
    switch (at.kind) {
    case AttentionKind::full: sum = fullParameters(at, width); break;
    case AttentionKind::latent: sum = latentParameters(at, width); break;
    case AttentionKind::linear: return linearParameters(at, width) + (at.outputBias ? width : Tally(0));
    case AttentionKind::stateSpace: return stateSpaceParameters(at, width) + (at.outputBias ? width : Tally(0));
    case AttentionKind::none: return 0;
    }
    return sum + gateParameters(at, width) + (at.sinks ? at.heads : 0) + (at.outputBias ? width : Tally(0)) +
           indexerParameters(at, width) + compressorParameters(at, width);
}

/// One MLP or one expert, between `inner` wide vectors.
Tally mlpParameters(const Mlp& mlp, Tally inner, Tally width)
{
    const Tally inputs = mlp.kind == MlpKind::gated ? 2 : 1;
    return (inputs + 1) * inner * width + (mlp.bias ? inputs * width + inner : Tally(0));
}

/// Each multi-token layer: norms of both inputs, a projection of the pair, a layer like the last and a norm.
Tally multiTokenParameters(const Architecture& a)
{
    const Tally width(a.width);
    if (a.multiTokenParameters > 0)
        return Tally(a.multiTokenLayers) * a.multiTokenParameters;
    const Layer& last = a.kinds[a.order.kindOf(static_cast<std::size_t>(a.layers - 1))];
    return Tally(a.multiTokenLayers) *
           (Tally(2) * width * width + Tally(3) * normWeights(a, width) + countLayer(a, last).total());
}

}  // namespace

std::array<std::int64_t, kMaxLayerKinds> layerCounts(const Architecture& a)
{
    std::array<std::int64_t, kMaxLayerKinds> counts{};
    if (a.kinds.size() == 1) {
        counts[0] = a.layers;
        return counts;
    }
    const auto leading = std::min(a.layers, static_cast<std::int64_t>(a.order.leading.size()));
    for (std::int64_t i = 0; i < leading; ++i)
        ++counts[a.order.leading[static_cast<std::size_t>(i)]];
    const auto unit = static_cast<std::int64_t>(a.order.repeating.size());
    const std::int64_t whole = (a.layers - leading) / unit;
    const std::int64_t rest = (a.layers - leading) % unit;
    for (std::int64_t i = 0; i < unit; ++i)
        counts[a.order.repeating[static_cast<std::size_t>(i)]] += whole + (i < rest ? 1 : 0);
    return counts;
}

std::int64_t valueWidth(const Attention& at)
{
    return at.kind == AttentionKind::latent || at.values == Values::ownWidth ? at.valueDim : at.headDim;
}

bool hasIndexer(const Attention& at) { return at.indexTopK > 0 && !at.sharedIndex; }

bool hasCache(const Attention& at)
{
    return (at.kind == AttentionKind::full || at.kind == AttentionKind::latent) && !at.sharedKv;
}

bool hasState(const Attention& at)
{
    return at.kind == AttentionKind::linear || at.kind == AttentionKind::stateSpace;
}

bool attendsAnywhere(const Architecture& a)
{
    return std::any_of(a.kinds.begin(), a.kinds.end(), [](const Layer& layer) {
        return layer.attention.kind == AttentionKind::full || layer.attention.kind == AttentionKind::latent;
    });
}

std::int64_t ParameterCount::total() const
{
    return (Tally(embedding) + positions + attention + mlp + router + experts + norms + other + unembedding + tower).value();
}

ParameterCount countLayer(const Architecture& a, const Layer& layer)
{
    const Tally width(a.width);
    const Mlp& mlp = layer.mlp;
    ParameterCount count;
    count.attention = attentionParameters(layer.attention, width).value();
    count.norms = (normWeights(a, width) * layer.norms).value();
    count.other = layer.other;
    if (a.layerEmbeddingWidth > 0)
        count.other = (Tally(layer.other) + Tally(2) * width * a.layerEmbeddingWidth + normWeights(a, width)).value();
    if (mlp.kind == MlpKind::none)
        return count;
    if (mlp.experts == 0) {
        count.mlp = mlpParameters(mlp, width, mlp.width).value();
        return count;
    }
    const Tally each = mlpParameters(mlp, mlp.latentWidth > 0 ? Tally(mlp.latentWidth) : width, mlp.width);
    count.experts = (each * mlp.experts).value();
    count.idle = (each * std::max<std::int64_t>(0, mlp.experts - mlp.topK)).value();
    count.router = (width * mlp.experts + (mlp.routerBias ? mlp.experts : 0)).value();
    Tally dense = Tally(2) * width * mlp.latentWidth;
    if (mlp.sharedWidth > 0)
        dense += mlpParameters(mlp, width, mlp.sharedWidth) + (mlp.sharedGate ? width : Tally(0));
    count.mlp = dense.value();
    return count;
}

ParameterCount countParameters(const Architecture& a)
{
    constexpr std::array kOfLayers = {&ParameterCount::attention, &ParameterCount::mlp,   &ParameterCount::router,
                                      &ParameterCount::experts,   &ParameterCount::norms, &ParameterCount::other,
                                      &ParameterCount::idle};
    ParameterCount count;
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const ParameterCount one = countLayer(a, a.kinds[k]);
        for (auto part : kOfLayers)
            count.*part = (Tally(count.*part) + Tally(layers[k]) * (one.*part)).value();
    }
    const Tally width(a.width);
    const Tally norms = (a.finalNorm ? 1 : 0) + (a.embeddingNorm ? 1 : 0);
    count.norms = (Tally(count.norms) + norms * normWeights(a, width)).value();

    const Tally tableWidth = a.embeddingWidth > 0 ? Tally(a.embeddingWidth) : width;
    const Tally table = Tally(a.vocabulary) * tableWidth;
    const Tally projection = a.embeddingWidth > 0 && a.vocabulary > 0 ? width * tableWidth : Tally(0);
    Tally embedding = table + projection;
    if (a.layerEmbeddingWidth > 0) {
        const Tally all = Tally(a.layers) * a.layerEmbeddingWidth;
        embedding += Tally(a.layerEmbeddingVocabulary) * all + width * all + a.layerEmbeddingWidth;
    }
    count.embedding = embedding.value();
    count.unembedding = ((a.tied ? Tally(0) : table) + projection + (a.unembeddingBias ? a.vocabulary : 0)).value();
    count.positions = (Tally(a.positions) * width).value();
    count.multiToken = multiTokenParameters(a).value();
    (a.countTowers ? count.tower : count.towerApart) = a.towerParameters;
    return count;
}

std::string idInKind(std::size_t kind, std::string_view field)
{
    const std::string prefix = kind == 0 ? std::string("model.") : std::string("model.variant.") + letterOf(kind) + '.';
    return prefix + std::string(field);
}

LayerOrder orderOf(const std::vector<std::uint8_t>& kinds)
{
    const std::size_t n = kinds.size();
    std::size_t bestLeading = n - 1;
    std::size_t bestUnit = 1;
    for (std::size_t unit = 1; unit < bestLeading + bestUnit; ++unit) {
        std::size_t leading = n - unit;  // how far from the end the list repeats itself
        while (leading > 0 && kinds[leading - 1] == kinds[leading - 1 + unit])
            --leading;
        if (leading + unit < bestLeading + bestUnit) {
            bestLeading = leading;
            bestUnit = unit;
        }
    }
    if (bestLeading + bestUnit >= n) {  // it does not: the whole list is what repeats
        bestLeading = 0;
        bestUnit = n;
    }
    const auto from = kinds.begin() + static_cast<std::ptrdiff_t>(bestLeading);
    return {{kinds.begin(), from}, {from, from + static_cast<std::ptrdiff_t>(bestUnit)}};
}

namespace {

void writeRuns(std::string& text, const std::vector<std::uint8_t>& kinds)
{
    for (std::size_t i = 0; i < kinds.size();) {
        std::size_t end = i + 1;
        while (end < kinds.size() && kinds[end] == kinds[i])
            ++end;
        text += text.empty() ? "" : " ";
        text += letterOf(kinds[i]);
        if (end - i > 1)
            text += '*' + std::to_string(end - i);
        i = end;
    }
}

}  // namespace

std::string textOf(const LayerOrder& order)
{
    std::string text;
    writeRuns(text, order.leading);
    if (!order.leading.empty())
        text += " |";
    writeRuns(text, order.repeating);
    return text;
}

ReadLayerOrder readOrder(std::string_view text, std::size_t kinds)
{
    ReadLayerOrder read;
    read.order.repeating.clear();
    std::vector<std::uint8_t>* into = &read.order.repeating;
    const auto fail = [&](std::size_t at, std::string_view problem, std::string argument = {}) {
        read.problem = problem;
        read.argument = std::move(argument);
        read.column = at;
        return read;
    };
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == ' ') {
            ++i;
            continue;
        }
        if (c == '|') {
            if (into == &read.order.leading || !read.order.leading.empty())
                return fail(i, SCALESCOPE_TEXT("core", "An order of layers has one '|' at most."));
            read.order.leading.swap(read.order.repeating);
            ++i;
            continue;
        }
        std::size_t kind = 0;
        while (kind < kinds && letterOf(kind) != c)
            ++kind;
        if (kind == kinds)
            return fail(i, SCALESCOPE_TEXT("core", "'%1' is not the letter of a kind of layer of this model."), std::string(1, c));
        ++i;
        std::size_t times = 1;
        if (i < text.size() && text[i] == '*') {
            times = 0;
            const std::size_t from = ++i;
            while (i < text.size() && text[i] >= '0' && text[i] <= '9' && times <= kMaxOrder)
                times = times * 10 + static_cast<std::size_t>(text[i++] - '0');
            if (i == from || times == 0 || times > kMaxOrder)
                return fail(from, SCALESCOPE_TEXT("core", "After '*' stands how many layers: 1 to %1."), std::to_string(kMaxOrder));
        }
        if (read.order.leading.size() + into->size() + times > kMaxOrder)
            return fail(i, SCALESCOPE_TEXT("core", "An order of layers writes out %1 at most."), std::to_string(kMaxOrder));
        into->insert(into->end(), times, static_cast<std::uint8_t>(kind));
    }
    if (read.order.repeating.empty())
        return fail(text.size(), SCALESCOPE_TEXT("core", "An order of layers ends with at least one letter."));
    return read;
}

}  // namespace scalescope
