// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/decoder.h"

#include "core/explore/context_series.h"
#include "core/scenario/model_shapes.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

class DecoderWords {
    Q_DECLARE_TR_FUNCTIONS(DecoderWords)
};

QString whole(std::int64_t count) { return wholeText(static_cast<double>(count)); }

QString stateWords(const Attention& at, const QString& name)
{
    return DecoderWords::tr("%1, %2 heads of %3, state %4")
        .arg(name, whole(at.heads), whole(at.headDim), whole(at.stateDim));
}

QStringList softmaxWords(const Attention& at)
{
    QStringList words;
    if (at.window > 0)
        words << (at.windowKind == WindowKind::chunked ? DecoderWords::tr("chunked %1") : DecoderWords::tr("sliding %1"))
                     .arg(whole(at.window));
    if (at.compression > 0)
        words << DecoderWords::tr("compressed %1 to 1").arg(whole(at.compression));
    if (at.kind == AttentionKind::latent)
        words << DecoderWords::tr("latent attention %1 + %2").arg(whole(at.kvRank), whole(at.ropeDim));
    else if (words.isEmpty())
        words << DecoderWords::tr("full attention");
    if (at.indexTopK > 0)
        words << DecoderWords::tr("top %1 keys").arg(whole(at.indexTopK));
    words << DecoderWords::tr("%1 heads").arg(whole(at.heads));
    if (at.sharedKv)
        words << DecoderWords::tr("KV of an earlier layer");
    else if (at.kind == AttentionKind::full && at.kvHeads != at.heads)
        words << (at.kvHeads == 1 ? DecoderWords::tr("1 KV head") : DecoderWords::tr("%1 KV heads").arg(whole(at.kvHeads)));
    return words;
}

QStringList extras(const Attention& at)
{
    QStringList words;
    if (at.sinks)
        words << DecoderWords::tr("sinks");
    if (at.queryKeyNorm != QueryKeyNorm::none)
        words << DecoderWords::tr("QK norm");
    if (at.gate != OutputGate::none)
        words << DecoderWords::tr("output gate");
    return words;
}

void addOutside(Decoder& d, const ParameterCount& count, const std::array<ComponentNumbers, kComponentCount>& numbers)
{
    const Architecture& a = d.architecture;
    const auto flopsOf = [&](Component c) { return numbers[static_cast<std::size_t>(c)].flops; };
    if (a.countTowers ? count.tower > 0 : count.towerApart > 0)
        d.before.push_back({DecoderWords::tr("towers"), {}, a.countTowers ? QString() : DecoderWords::tr("apart"),
                            static_cast<double>(a.countTowers ? count.tower : count.towerApart), 0,
                            u"model.parameters.tower"_s, !a.countTowers});
    if (a.vocabulary > 0)
        d.before.push_back({DecoderWords::tr("embed"), u"[V, D]"_s, a.tied ? DecoderWords::tr("tied") : QString(),
                            static_cast<double>(count.embedding + count.positions), flopsOf(Component::embedding),
                            u"model.parameters.embedding"_s, false});
    if (a.finalNorm)
        d.behind.push_back({DecoderWords::tr("norm"), u"[D]"_s, {}, numbers[static_cast<std::size_t>(Component::finalNorm)].weights,
                            flopsOf(Component::finalNorm), u"model.parameters.norms"_s, false});
    if (a.vocabulary > 0)
        d.behind.push_back({DecoderWords::tr("unembed"), u"[D, V]"_s, a.tied ? DecoderWords::tr("tied") : QString(),
                            static_cast<double>(count.unembedding), flopsOf(Component::unembedding),
                            count.unembedding > 0 ? u"model.parameters.unembedding"_s : QString(), false});
    if (a.multiTokenLayers > 0)
        d.behind.push_back({DecoderWords::tr("MTP × %1").arg(whole(a.multiTokenLayers)), {}, DecoderWords::tr("apart"),
                            static_cast<double>(count.multiToken), 0, {}, true});
}

}  // namespace

int Decoder::opened(std::optional<int> chosen) const
{
    if (kinds.empty())
        return 0;
    if (chosen)
        return std::clamp(*chosen, 0, layers() - 1);
    const auto most = std::max_element(kinds.begin(), kinds.end(), [](const KindNumbers& a, const KindNumbers& b) {
        return a.layers < b.layers;
    });
    const auto kind = static_cast<std::size_t>(most - kinds.begin());
    int layer = 0;
    while (layer + 1 < layers() && kindOf(layer) != kind)
        ++layer;
    return layer;
}

Decoder decoderOf(const Scenario& scenario)
{
    Decoder d;
    d.name = fromCore(scenario.model.name);
    d.architecture = scenario.model.architecture;
    const Architecture& a = d.architecture;
    d.context = scenario.workload.sequence;
    const ParameterCount count = countParameters(a);
    d.parameters = count.total();
    d.active = count.active();

    const auto layers = layerCounts(a);
    const CacheTypes types = cacheTypesOf(scenario.serving);
    d.kinds.resize(a.kinds.size());
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        KindNumbers& n = d.kinds[k];
        const Layer& layer = a.kinds[k];
        const ParameterCount one = countLayer(a, layer);
        n.layers = layers[k];
        n.parameters = one.total();
        n.active = one.active();
        n.cachedElements = entryElements(layer.attention);
        n.perToken = bytesOf(types.keysAndValues, n.cachedElements);
        const LayerCache cache = cacheOf(layer.attention, d.context);
        n.keysAndValues = bytesOf(types.keysAndValues, cache.keysAndValues);
        n.indexKeys = bytesOf(types.indexKeys, cache.indexKeys);
        n.state = bytesOf(types.state, cache.state);
    }

    std::array<ComponentNumbers, kComponentCount> outside;
    const LocalShape shape = prefillShape(scenario);
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        const double flops = op.forward.flops.value / shape.tokens;
        auto& numbers = op.layerKind < 0 ? outside : d.kinds[static_cast<std::size_t>(op.layerKind)].components;
        ComponentNumbers& n = numbers[static_cast<std::size_t>(op.component)];
        n.weights += op.weights;
        n.flops += flops;
        n.present = true;
        if (op.layerKind >= 0)
            d.kinds[static_cast<std::size_t>(op.layerKind)].flops += flops;
    });
    addOutside(d, count, outside);
    return d;
}

QString mixerWords(const Attention& at, bool brief)
{
    QStringList words;
    switch (at.kind) {
    case AttentionKind::full:
    case AttentionKind::latent: words = softmaxWords(at); break;
    case AttentionKind::linear: words << stateWords(at, DecoderWords::tr("linear attention")); break;
    case AttentionKind::stateSpace: words << stateWords(at, DecoderWords::tr("state space (Mamba 2)")); break;
    case AttentionKind::none: return {};
    }
    if (!brief)
        words += extras(at);
    return words.join(u", ");
}

QString mlpWords(const Mlp& mlp, bool brief)
{
    if (mlp.kind == MlpKind::none)
        return {};
    if (mlp.experts == 0)
        return (mlp.kind == MlpKind::gated ? DecoderWords::tr("gated MLP %1") : DecoderWords::tr("plain MLP %1"))
            .arg(whole(mlp.width));
    QStringList words = {DecoderWords::tr("%1 experts of %2, top %3").arg(whole(mlp.experts), whole(mlp.width), whole(mlp.topK))};
    if (mlp.sharedWidth > 0)
        words << DecoderWords::tr("shared %1").arg(whole(mlp.sharedWidth));
    if (mlp.latentWidth > 0 && !brief)
        words << DecoderWords::tr("in a latent of %1").arg(whole(mlp.latentWidth));
    return words.join(u", ");
}

QString layerWords(const Layer& layer, bool brief)
{
    QStringList words;
    for (const QString& part : {mixerWords(layer.attention, brief), mlpWords(layer.mlp, brief)})
        if (!part.isEmpty())
            words << part;
    return words.isEmpty() ? DecoderWords::tr("nothing") : words.join(u", ");
}

KindMark markOf(const PlotStyle& style, std::size_t kind)
{
    constexpr std::size_t colours = 4;
    const QColor color = style.theme.ofMeshAxis(static_cast<int>(kind % colours));
    KindMark mark;
    mark.outline = style.mixed(color, 0.9);
    switch ((kind + kind / colours) % 4) {
    case 0: mark.fill = style.mixed(color, 0.85); break;
    case 1:
        mark.fill = style.mixed(color, 0.22);
        mark.hatch = style.mixed(color, 0.9);
        mark.spacing = 5;
        break;
    case 2: mark.fill = style.mixed(color, 0.12); break;
    default:
        mark.fill = style.mixed(color, 0.45);
        mark.hatch = style.theme.card;
        mark.spacing = 8;
        break;
    }
    mark.letter = style.readableOn(mark.fill);
    return mark;
}

}  // namespace scalescope
