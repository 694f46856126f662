// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/hardware/cluster.h"
#include "core/sharding/collective.h"
#include "core/transformer/operations.h"

namespace scalescope {

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

/// What a layer's checkpoints are.
enum class CheckpointRule {
    counted,  // so many times tokens x d_model x 2 bytes, by policy
    tensors,  // the sum of the tensors that are kept
};
constexpr std::array<std::string_view, 2> kCheckpointRuleNames = {
    SCALESCOPE_TEXT("core", "counted"),
    SCALESCOPE_TEXT("core", "tensors"),
};

enum class Rates {
    peak,
    calibrated,  // times what the hardware's file says was measured
};
constexpr std::array<std::string_view, 2> kRatesNames = {
    SCALESCOPE_TEXT("core", "peak"),
    SCALESCOPE_TEXT("core", "calibrated"),
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
    Rates rates = Rates::peak;
    AttentionMask mask = AttentionMask::full;
    bool sharedGather = true;  // the tensor input's gather serves forward and backward
    RoutingRule routing = RoutingRule::bound;  // of tokens to experts
    bool smallReductions = false;  // norms' gradients, the loss, the gradient's norm
    CheckpointRule checkpoints = CheckpointRule::counted;
    CheckpointShards checkpointShards = CheckpointShards::chips;  // counted rule
    bool countGradients = false;  // in memory
    bool countBuffers = false;    // gathered weights, the layer computed again, logits, communication buffers
    double matmulEfficiency = 1;  // of peak
    double memoryEfficiency = 1;
    double networkEfficiency = 1;
    std::array<double, kAxisCount> overlap = {1, 1, 1, 1, 1, 1};  // fraction of each degree's time that may hide under compute
    double hostOverlap = 1;
    Bytes reserve;                                       // of the runtime
    MfuConvention mfu = MfuConvention::parameters;

    bool operator==(const Assumptions&) const = default;
};

/// The named sets. What a set leaves to the person stays as it is in `present`: whose FLOPs the MFU counts.
enum class AssumptionSet { book, realistic, custom };
constexpr std::array<std::string_view, 3> kAssumptionSetNames = {
    SCALESCOPE_TEXT("core", "book"),
    SCALESCOPE_TEXT("core", "realistic"),
    SCALESCOPE_TEXT("core", "custom"),
};
Assumptions assumptionsOf(AssumptionSet set, const Assumptions& present);
AssumptionSet setOf(const Assumptions& assumptions);

/// The networks of a cluster at the rates that the assumptions give them.
Topology topologyOf(const Cluster& cluster, const Assumptions& assumptions);

/// What one chip does at these rates.
struct ChipRates {
    std::optional<Peak> peak;        // of the compute dtype; absent: the chip states none
    FlopsPerSecond matmul;           // peak x efficiencies; zero without a peak
    FlopsPerSecond elementwise;      // vector rate, or the matmul rate of a chip that does not state one
    std::optional<BytesPerSecond> hbm;
    Seconds launch;                  // of one operation
    Bytes reserve;                   // of HBM
};
ChipRates ratesOf(const Chip& chip, DType compute, const Assumptions& assumptions);

}  // namespace scalescope
