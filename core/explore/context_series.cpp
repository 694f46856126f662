// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/context_series.h"

#include "core/explore/series.h"
#include "core/transformer/operations.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr int kPoints = 65;
constexpr double kLongest = 1099511627776.0;  // 2^40

/// Equally spaced as ratios, with the contexts at which a group of layers stops growing as it did.
std::vector<double> contextsFor(const std::vector<MixerGroup>& groups, double from, double to)
{
    std::vector<double> contexts = logSpaced(from, to, kPoints);
    for (const MixerGroup& group : groups) {
        const Attention& at = group.attention;
        for (const std::int64_t bend : {at.window, at.indexTopK * std::max<std::int64_t>(1, at.compression)})
            if (const auto x = static_cast<double>(bend); x > from && x < to)
                contexts.push_back(x);
    }
    std::sort(contexts.begin(), contexts.end());
    contexts.erase(std::unique(contexts.begin(), contexts.end()), contexts.end());
    return contexts;
}

LocalShape oneToken(double context, AttentionMask mask)
{
    LocalShape shape;
    shape.sequence = context;
    shape.mask = mask;
    return shape;
}

/// Adds FLOPs of one layer's operation where they belong.
void tally(ContextFlops& sum, const LayerOperation& op, double layers)
{
    if (!inLayer(op.component))
        return;
    const Flops flops = op.forward.flops * layers;
    switch (op.component) {
    case Component::attention:
    case Component::indexScores: sum.attention += flops; return;
    case Component::stateUpdate: sum.state += flops; return;
    case Component::queryDown:
    case Component::queryUp:
    case Component::kvDown:
    case Component::kvUp:
    case Component::qkv:
    case Component::compressor:
    case Component::indexer:
    case Component::gate:
    case Component::outputDown:
    case Component::attentionOutput: sum.projections += flops; return;
    default: break;
    }
    if (op.kind == OperationKind::matmul)
        sum.mlp += flops;
}

}  // namespace

FlopsPerByte groupedAttentionIntensity(double queries, double keys, double group, DType type)
{
    const double perElement = queries * keys * group / (queries * group + keys);
    return FlopsPerByte(perElement * bytesPerElement(DType::bf16).value / bytesPerElement(type).value);
}

FlopsPerByte prefillAttentionIntensity(double tokens, double group, DType type)
{
    return groupedAttentionIntensity(tokens, tokens, group, type);
}

double prefillComputeBoundAbove(FlopsPerByte ridge, double group, DType type)
{
    return ridge / prefillAttentionIntensity(1, group, type);
}

double expertCriticalBatch(FlopsPerByte ridge, DType weight, double experts, double topK)
{
    return ridge.value * bytesPerElement(weight).value / 2.0 * experts / topK;
}

ContextFlops contextFlops(const Architecture& architecture, double context, AttentionMask mask)
{
    ContextFlops sum;
    forwardOperations(architecture, oneToken(context, mask), [&](const LayerOperation& op) { tally(sum, op, op.repeats); });
    return sum;
}

ContextCrossings contextCrossings(const Architecture& architecture, AttentionMask mask)
{
    const auto crossing = [&](auto&& other) {
        return solve(
            [&](double context) {
                const ContextFlops flops = contextFlops(architecture, context, mask);
                return flops.attention.value > 0 ? (flops.attention - other(flops)).value : -1.0;
            },
            1, kLongest);
    };
    return {crossing([](const ContextFlops& f) { return f.projections; }), crossing([](const ContextFlops& f) { return f.matmuls(); })};
}

std::vector<MixerGroup> mixerGroups(const Architecture& architecture)
{
    std::vector<MixerGroup> groups;
    const auto counts = layerCounts(architecture);
    for (std::size_t k = 0; k < architecture.kinds.size(); ++k) {
        if (counts[k] == 0)
            continue;
        const Attention& attention = architecture.kinds[k].attention;
        auto same = std::find_if(groups.begin(), groups.end(), [&](const MixerGroup& g) { return g.attention == attention; });
        if (same == groups.end())
            same = groups.insert(groups.end(), MixerGroup{attention, {}, 0});
        same->kinds.push_back(k);
        same->layers += static_cast<double>(counts[k]);
    }
    return groups;
}

std::string lettersOf(const MixerGroup& group)
{
    std::string letters;
    for (const std::size_t kind : group.kinds)
        letters += letterOf(kind);
    return letters;
}

Flops attentionOfGroup(const Architecture& architecture, const MixerGroup& group, double context, AttentionMask mask)
{
    ContextFlops sum;
    forwardOperations(architecture, oneToken(context, mask), [&](const LayerOperation& op) {
        if (op.layerKind >= 0 && architecture.kinds[static_cast<std::size_t>(op.layerKind)].attention == group.attention)
            tally(sum, op, op.repeats);
    });
    return sum.attention;
}

ContextSeries contextSeries(const Architecture& architecture, AttentionMask mask, double from, double to)
{
    ContextSeries series;
    series.groups = mixerGroups(architecture);
    series.context = contextsFor(series.groups, from, to);
    series.byGroup.assign(series.groups.size(), {});
    bool recurs = false;
    for (const double context : series.context) {
        const ContextFlops flops = contextFlops(architecture, context, mask);
        series.attention.push_back(flops.attention.value);
        series.state.push_back(flops.state.value);
        series.projections.push_back(flops.projections.value);
        series.mlp.push_back(flops.mlp.value);
        series.matmuls.push_back(flops.matmuls().value);
        recurs = recurs || flops.state.value > 0;
        for (std::size_t g = 0; g < series.groups.size(); ++g)
            series.byGroup[g].push_back(attentionOfGroup(architecture, series.groups[g], context, mask).value);
    }
    if (!recurs)
        series.state.clear();
    return series;
}

Bytes cacheOfGroup(const MixerGroup& group, double context, const CacheTypes& types)
{
    const LayerCache one = cacheOf(group.attention, context);
    return (bytesOf(types.keysAndValues, one.keysAndValues) + bytesOf(types.indexKeys, one.indexKeys) + bytesOf(types.state, one.state)) *
           group.layers;
}

CacheSeries cacheSeries(const Architecture& architecture, const CacheTypes& types, double from, double to)
{
    CacheSeries series;
    series.groups = mixerGroups(architecture);
    std::erase_if(series.groups, [&](const MixerGroup& g) { return cacheOfGroup(g, to, types).value <= 0; });
    series.context = contextsFor(series.groups, from, to);
    series.byGroup.assign(series.groups.size(), {});
    for (const double context : series.context) {
        const ModelCache all = cacheOf(architecture, context, types);
        series.total.push_back(all.total().value);
        if (all.state.value > 0)
            series.state.push_back(all.state.value);
        for (std::size_t g = 0; g < series.groups.size(); ++g)
            series.byGroup[g].push_back(cacheOfGroup(series.groups[g], context, types).value);
    }
    return series;
}

CacheTypes cacheTypesOf(const Serving& serving) { return {serving.cacheType, serving.cacheType, serving.stateType}; }

}  // namespace scalescope
