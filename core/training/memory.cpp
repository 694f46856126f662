// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/memory.h"

#include <cmath>

namespace scalescope {

Bytes optimizerBytesPerParameter(Optimizer optimizer)
{
    switch (optimizer) {
    case Optimizer::adamw: return Bytes(8);
    case Optimizer::adamwBf16: return Bytes(4);
    case Optimizer::adamw8bit: return Bytes(2);
    case Optimizer::sgd:
    case Optimizer::muon: break;
    }
    return Bytes(4);
}

Bytes trainingState(double parameters, const Plan& plan)
{
    return (bytesPerElement(plan.weightType) + optimizerBytesPerParameter(plan.optimizer) +
            Bytes(plan.masterWeights ? kMasterBytes : 0)) * parameters;
}

double largestReplicated(Bytes capacity, const Plan& plan)
{
    return capacity / trainingState(1, plan);
}

double checkpointsPerLayer(const Plan& plan)
{
    switch (plan.remat) {
    case Remat::none:
    case Remat::selectiveAttention: return 20;
    case Remat::everyNth: return 20.0 - 19.0 / static_cast<double>(plan.rematInterval);
    case Remat::bigMatmuls: return 7;
    case Remat::block: return 1;
    case Remat::custom: break;
    }
    return plan.checkpoints;
}

Bytes checkpointBytes(double perLayer, double tokens, const Architecture& a, DType activation)
{
    return bytesOf(activation, perLayer * tokens * static_cast<double>(a.width) * static_cast<double>(a.layers));
}

Bytes mlpOutputBytes(double tokens, const Architecture& a, DType activation)
{
    double elements = 0;
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const Mlp& mlp = a.kinds[k].mlp;
        const double width = mlp.experts > 0 ? static_cast<double>(mlp.topK) * static_cast<double>(mlp.width) +
                                                   static_cast<double>(mlp.sharedWidth)
                                             : static_cast<double>(mlp.width);
        elements += static_cast<double>(layers[k]) * (static_cast<double>(a.width) + 2.0 * width);
    }
    return bytesOf(activation, tokens * elements);
}

double smallestChipCount(Bytes total, Bytes capacity)
{
    return std::ceil(total / capacity);
}

}  // namespace scalescope
