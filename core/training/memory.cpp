// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/memory.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

struct LocalWeights {
    double all = 0;      // elements on one chip before fsdp
    double oneLayer = 0;  // the largest
};

LocalWeights localWeights(const Architecture& architecture, double tensor)
{
    LocalShape shape;
    shape.tensor = tensor;
    LocalWeights sum;
    int kind = -1;
    double layer = 0;  // of the kind that the walk is at
    forwardOperations(architecture, shape, [&](const LayerOperation& op) {
        if (op.borrowsWeights)
            return;
        sum.all += op.weights * op.repeats;
        if (!inLayer(op.component))
            return;
        layer = (op.layerKind == kind ? layer : 0.0) + op.weights;
        kind = op.layerKind;
        sum.oneLayer = std::max(sum.oneLayer, layer);
    });
    sum.all += architecture.countTowers ? static_cast<double>(architecture.towerParameters) : 0.0;
    return sum;
}

constexpr double kMasterBytes = 4;         // fp32
constexpr double kLogitBytes = 4;          // fp32, for the loss
constexpr double kGatheredLayers = 2;      // one in use, the next on its way

}  // namespace

Bytes optimizerBytesPerParameter(Optimizer optimizer)
{
    switch (optimizer) {
    case Optimizer::adamw: return Bytes(8);
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
    case Remat::none: return 20;
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

MemoryEstimate memoryOf(const Architecture& architecture, const Chip& chip, const Plan& plan, const Workload& workload,
                        const Assumptions& assumptions)
{
    const auto data = static_cast<double>(plan.data);
    const auto fsdp = static_cast<double>(plan.fsdp);
    const auto tensor = static_cast<double>(plan.tensor);
    const double tokens = workload.batch / (data * fsdp);
    const LocalWeights weights = localWeights(architecture, tensor);
    const double sharded = weights.all / fsdp;
    const double optimizerShare = sharded / (plan.zeroStage >= 1 ? data : 1.0);
    const double gradientShare = sharded / (plan.zeroStage >= 2 ? data : 1.0);
    const double checkpointTokens =
        tokens / (assumptions.checkpointShards == CheckpointShards::chips ? tensor : 1.0);
    const auto width = static_cast<double>(architecture.width);

    MemoryEstimate memory;
    memory.capacity = chip.hbm.capacity;
    const auto set = [&](MemoryKind kind, Bytes bytes, bool counted = true) {
        memory.of(kind) = {counted ? bytes : Bytes(0), counted};
    };
    set(MemoryKind::weights, bytesOf(plan.weightType, sharded));
    set(MemoryKind::gradients, bytesOf(plan.gradientType, gradientShare), assumptions.countGradients);
    set(MemoryKind::optimizer, optimizerBytesPerParameter(plan.optimizer) * optimizerShare);
    set(MemoryKind::masterWeights, Bytes(plan.masterWeights ? kMasterBytes * optimizerShare : 0.0));
    set(MemoryKind::activations, checkpointBytes(checkpointsPerLayer(plan), checkpointTokens, architecture));
    set(MemoryKind::gatheredWeights,
        bytesOf(plan.weightType, plan.fsdp > 1 ? kGatheredLayers * weights.oneLayer : 0.0), assumptions.countBuffers);
    set(MemoryKind::logits, Bytes(kLogitBytes * tokens * localVocabulary(architecture, tensor)), assumptions.countBuffers);
    set(MemoryKind::buffers, bytesOf(DType::bf16, plan.tensor > 1 ? tokens * width : 0.0), assumptions.countBuffers);
    set(MemoryKind::reserve, assumptions.reserve);
    return memory;
}

}  // namespace scalescope
