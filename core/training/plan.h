// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/dtype.h"
#include "core/sharding/collective.h"
#include "core/transformer/operations.h"

namespace scalescope {

/// What of a layer's activations is kept for the backward pass. Book, chapter 4, "Rematerialisation".
enum class Remat { none, bigMatmuls, block, custom };
constexpr std::array<std::string_view, 4> kRematNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "big_matmuls"),
    SCALESCOPE_TEXT("core", "block"),
    SCALESCOPE_TEXT("core", "custom"),
};

enum class Optimizer { adamw, adamw8bit, sgd, muon };
constexpr std::array<std::string_view, 4> kOptimizerNames = {"adamw", "adamw_8bit", "sgd", "muon"};

/// The order in which the degrees are laid on the hardware, innermost first.
enum class AxisOrder { tensorFsdpData, tensorDataFsdp, fsdpTensorData, fsdpDataTensor, dataTensorFsdp, dataFsdpTensor };
constexpr std::array<std::string_view, 6> kAxisOrderNames = {
    SCALESCOPE_TEXT("core", "tensor_fsdp_data"),
    SCALESCOPE_TEXT("core", "tensor_data_fsdp"),
    SCALESCOPE_TEXT("core", "fsdp_tensor_data"),
    SCALESCOPE_TEXT("core", "fsdp_data_tensor"),
    SCALESCOPE_TEXT("core", "data_tensor_fsdp"),
    SCALESCOPE_TEXT("core", "data_fsdp_tensor"),
};

/// How a model is spread over a cluster, and what is kept in memory. The product of the degrees is the number of chips.
struct Plan {
    std::int64_t data = 1;    // replicas of the weights
    std::int64_t fsdp = 1;    // weights, gradients and optimizer sharded, gathered when used
    std::int64_t tensor = 1;  // heads, d_ff and vocabulary split
    AxisOrder order = AxisOrder::tensorFsdpData;
    std::int64_t zeroStage = 0;  // of the data axis: 1 shards the optimizer, 2 the gradients too
    Remat remat = Remat::block;
    double checkpoints = 2;  // kept per layer, in units of tokens x d_model; custom policy
    double recompute = 1;    // fraction of the forward pass repeated; custom policy
    Optimizer optimizer = Optimizer::adamw;
    bool masterWeights = false;  // fp32 copies
    DType weightType = DType::bf16;
    DType gradientType = DType::bf16;
    DType computeType = DType::bf16;

    bool operator==(const Plan&) const = default;
};

Mesh meshOf(const Plan& plan);

enum class Pass { forward, backward, step };
constexpr std::array<std::string_view, 3> kPassNames = {
    SCALESCOPE_TEXT("core", "forward"),
    SCALESCOPE_TEXT("core", "backward"),
    SCALESCOPE_TEXT("core", "step"),
};

struct Workload {
    double batch = 4194304;   // tokens of one step, any positive number
    double sequence = 8192;   // tokens
    Pass pass = Pass::step;   // what is timed
    double runTokens = 15e12;

    bool operator==(const Workload&) const = default;
};

/// How the times of different degrees combine; those of one degree always add.
enum class NetworkCombination { overlap, add, asPlaced };
constexpr std::array<std::string_view, 3> kNetworkCombinationNames = {
    SCALESCOPE_TEXT("core", "overlap"),
    SCALESCOPE_TEXT("core", "add"),
    SCALESCOPE_TEXT("core", "as_placed"),
};

enum class TimedWork {
    matmuls,     // matmul and attention FLOPs at peak, no HBM term
    operations,  // every operation, the longer of arithmetic and HBM traffic
};
constexpr std::array<std::string_view, 2> kTimedWorkNames = {
    SCALESCOPE_TEXT("core", "matmuls"),
    SCALESCOPE_TEXT("core", "operations"),
};

enum class CheckpointShards {
    chips,       // checkpoints are divided over all chips
    dataShards,  // not over the tensor degree
};
constexpr std::array<std::string_view, 2> kCheckpointShardsNames = {
    SCALESCOPE_TEXT("core", "chips"),
    SCALESCOPE_TEXT("core", "data_shards"),
};

/// Whose FLOPs the model FLOPs utilisation counts.
enum class MfuConvention {
    parameters,              // 6 x all parameters x tokens
    parametersNoEmbedding,   // 6 x those that a matmul uses
    attentionFull,           // matmuls and attention, full mask
    attentionCausal,         // matmuls and half of that attention
};
constexpr std::array<std::string_view, 4> kMfuConventionNames = {
    SCALESCOPE_TEXT("core", "parameters"),
    SCALESCOPE_TEXT("core", "parameters_without_embedding"),
    SCALESCOPE_TEXT("core", "attention_full"),
    SCALESCOPE_TEXT("core", "attention_causal"),
};

/// What the engine takes for granted (engine handbook, "Time"). The defaults are the `book` set.
struct Assumptions {
    CollectiveRules collectives;
    bool wraparoundAssumed = false;
    NetworkCombination networks = NetworkCombination::overlap;
    TimedWork timed = TimedWork::matmuls;
    AttentionMask mask = AttentionMask::full;
    bool sharedGather = true;  // the tensor input's gather serves forward and backward
    CheckpointShards checkpointShards = CheckpointShards::chips;
    bool countGradients = false;  // in memory
    bool countBuffers = false;    // gathered weights, logits, communication buffers
    double matmulEfficiency = 1;  // of peak
    double networkEfficiency = 1;
    std::array<double, kAxisCount> overlap = {1, 1, 1};  // fraction of each degree's time that may hide under compute
    Bytes reserve;                                       // of the runtime
    MfuConvention mfu = MfuConvention::parameters;

    bool operator==(const Assumptions&) const = default;
};

}  // namespace scalescope
