// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/cache.h"

namespace scalescope {

double entryElements(const Attention& at)
{
    if (!hasCache(at))
        return 0;
    if (at.kind == AttentionKind::latent)
        return static_cast<double>(at.kvRank + at.ropeDim);
    return static_cast<double>(at.kvHeads) * static_cast<double>(at.headDim + (at.values == Values::keys ? 0 : valueWidth(at)));
}

double cachedEntries(const Attention& at, double context)
{
    const double recent = at.window > 0 ? std::min(context, static_cast<double>(at.window)) : context;
    return at.compression > 0 ? recent + context / static_cast<double>(at.compression) : recent;
}

LayerCache cacheOf(const Attention& at, double context)
{
    LayerCache cache;
    cache.keysAndValues = entryElements(at) * cachedEntries(at, context);
    if (hasCache(at) && hasIndexer(at))
        cache.indexKeys = static_cast<double>(at.indexDim) * context /
                          (at.compression > 0 ? static_cast<double>(at.compression) : 1.0);
    if (hasState(at)) {
        const auto values = static_cast<double>(at.heads) * static_cast<double>(at.headDim);
        const double mixed = values + 2.0 * static_cast<double>(at.kvHeads) * static_cast<double>(at.stateDim);
        cache.state = values * static_cast<double>(at.stateDim) +
                      mixed * static_cast<double>(std::max<std::int64_t>(0, at.convolution - 1));
    }
    return cache;
}

ModelCache cacheOf(const Architecture& a, double context, const CacheTypes& types)
{
    ModelCache sum;
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const LayerCache one = cacheOf(a.kinds[k].attention, context);
        const auto count = static_cast<double>(layers[k]);
        sum.keysAndValues += bytesOf(types.keysAndValues, one.keysAndValues * count);
        sum.indexKeys += bytesOf(types.indexKeys, one.indexKeys * count);
        sum.state += bytesOf(types.state, one.state * count);
    }
    return sum;
}

double kvElementsPerToken(const Architecture& a)
{
    double sum = 0;
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k)
        sum += entryElements(a.kinds[k].attention) * static_cast<double>(layers[k]);
    return sum;
}

}  // namespace scalescope
