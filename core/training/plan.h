// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/dtype.h"
#include "core/estimate/assumptions.h"
#include "core/training/pipeline.h"

namespace scalescope {

/// What of a layer's activations is kept for the backward pass; the rest is computed again. Book, chapter 4,
/// "Rematerialisation"; Korthikanti et al. 2022 for the second.
enum class Remat {
    none,
    selectiveAttention,  // scores and what is made of them
    bigMatmuls,          // all but the results of matmuls
    block,               // all but each layer's input
    everyNth,            // the same of one layer in so many; the others keep everything
    custom,
};
constexpr std::array<std::string_view, 6> kRematNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "selective_attention"),
    SCALESCOPE_TEXT("core", "big_matmuls"),
    SCALESCOPE_TEXT("core", "block"),
    SCALESCOPE_TEXT("core", "every_nth"),
    SCALESCOPE_TEXT("core", "custom"),
};

enum class Optimizer { adamw, adamwBf16, adamw8bit, sgd, muon };
constexpr std::array<std::string_view, 5> kOptimizerNames = {"adamw", "adamw_bf16", "adamw_8bit", "sgd", "muon"};

/// The order in which the degrees are laid on the hardware, innermost first; those that a name leaves out stay where the
/// default order has them.
enum class AxisOrder {
    tensorFsdpData,  // the default: tensor, expert, context, fsdp, data, pipeline
    tensorDataFsdp,
    fsdpTensorData,
    fsdpDataTensor,
    dataTensorFsdp,
    dataFsdpTensor,
    tensorContextExpert,
    expertTensor,
    contextTensor,
    tensorFsdpExpert,
    tensorPipeline,
    pipelineTensor,
    fsdpPipelineData,
    pipelineFsdpData,
};
constexpr std::array<std::string_view, 14> kAxisOrderNames = {
    SCALESCOPE_TEXT("core", "tensor_fsdp_data"),
    SCALESCOPE_TEXT("core", "tensor_data_fsdp"),
    SCALESCOPE_TEXT("core", "fsdp_tensor_data"),
    SCALESCOPE_TEXT("core", "fsdp_data_tensor"),
    SCALESCOPE_TEXT("core", "data_tensor_fsdp"),
    SCALESCOPE_TEXT("core", "data_fsdp_tensor"),
    SCALESCOPE_TEXT("core", "tensor_context_expert"),
    SCALESCOPE_TEXT("core", "expert_tensor"),
    SCALESCOPE_TEXT("core", "context_tensor"),
    SCALESCOPE_TEXT("core", "tensor_fsdp_expert"),
    SCALESCOPE_TEXT("core", "tensor_pipeline"),
    SCALESCOPE_TEXT("core", "pipeline_tensor"),
    SCALESCOPE_TEXT("core", "fsdp_pipeline_data"),
    SCALESCOPE_TEXT("core", "pipeline_fsdp_data"),
};

/// How the sequence's shards exchange what attention needs.
enum class ContextMethod {
    ring,       // keys and values go round, block by block (Liu et al. 2023)
    allGather,  // keys and values are gathered at once (Llama 3)
    ulysses,    // heads for tokens and back, by AllToAll (Jacobs et al. 2023)
};
constexpr std::array<std::string_view, 3> kContextMethodNames = {
    SCALESCOPE_TEXT("core", "ring"),
    SCALESCOPE_TEXT("core", "all_gather"),
    SCALESCOPE_TEXT("core", "ulysses"),
};

enum class AttentionKernel {
    fused,   // scores stay on the chip
    stored,  // scores are written to HBM and kept, as before FlashAttention
};
constexpr std::array<std::string_view, 2> kAttentionKernelNames = {
    SCALESCOPE_TEXT("core", "fused"),
    SCALESCOPE_TEXT("core", "stored"),
};

/// How a model is spread over a cluster, and what is kept in memory. The product of the degrees is the number of chips;
/// the batch is split over data x fsdp x expert, sequences over context.
struct Plan {
    std::int64_t tensor = 1;    // heads, d_ff and vocabulary split
    std::int64_t expert = 1;    // experts split; elsewhere like data
    std::int64_t context = 1;   // each sequence split
    std::int64_t fsdp = 1;      // weights, gradients and optimizer sharded, gathered when used
    std::int64_t data = 1;      // replicas of the weights
    std::int64_t pipeline = 1;  // stages of layers
    AxisOrder order = AxisOrder::tensorFsdpData;

    bool sequenceParallel = true;    // activations between the blocks are split over the tensor degree too
    bool tensorInExperts = true;     // otherwise the tensor degree's chips hold whole experts
    bool shardOverAll = false;       // weights other than the experts' are sharded over fsdp x context x expert
    std::int64_t routedNodes = 0;    // a token's experts lie on at most so many nodes (DeepSeek-V3); 0: on any
    DType dispatchType = DType::bf16;  // of the tokens on their way to the experts; they come back as activations
    ContextMethod contextMethod = ContextMethod::ring;
    PipelineSchedule schedule = PipelineSchedule::oneForwardOneBackward;
    std::int64_t chunks = 1;         // of layers on each stage, interleaved schedule
    std::int64_t microbatches = 1;   // into which each data shard's batch is cut: accumulation
    std::int64_t zeroStage = 0;      // of the replicas: 1 shards the optimizer, 2 the gradients, 3 the weights too
    std::int64_t prefetch = 1;       // layers whose weights are gathered ahead
    bool keepGathered = false;       // gathered weights stay for the backward pass and the next micro-batches

    Remat remat = Remat::block;
    std::int64_t rematInterval = 2;  // every_nth policy
    double checkpoints = 2;  // kept per layer, in units of tokens x d_model; custom policy
    double recompute = 1;    // fraction of the forward pass repeated; custom policy
    AttentionKernel attentionKernel = AttentionKernel::fused;
    bool dropout = false;            // masks are stored
    double offloadActivations = 0;   // fraction of what is kept that waits on the host
    bool offloadOptimizer = false;   // optimizer state and master weights stay on the host
    std::int64_t logitsChunks = 1;   // in which the loss is computed

    Optimizer optimizer = Optimizer::adamw;
    bool masterWeights = false;  // fp32 copies
    std::int64_t loraRank = 0;   // of adapters beside every matmul of the layers; the weights are frozen. 0: all is trained
    DType weightType = DType::bf16;
    DType gradientType = DType::bf16;
    DType computeType = DType::bf16;

    std::int64_t degree(Axis axis) const;
    std::int64_t& degree(Axis axis);
    std::int64_t chunksPerStage() const { return pipeline > 1 && schedule == PipelineSchedule::interleaved ? chunks : 1; }
    bool operator==(const Plan&) const = default;
};

double productOf(const Plan& plan);

/// Chips with different tokens: data x fsdp x expert x context.
double tokenShards(const Plan& plan);

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

/// What a long run loses and keeps.
struct Reliability {
    std::optional<Seconds> failureTime;         // mean time between failures of one chip; absent: nothing fails
    std::optional<Seconds> checkpointInterval;  // absent: the best
    BytesPerSecond checkpointBandwidth{1e9};    // of one chip to storage
    Seconds restart{900};

    bool operator==(const Reliability&) const = default;
};

}  // namespace scalescope
