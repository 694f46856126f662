// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr ParameterRange kDegreeRange = {1, kMaxChips, 1, kMaxChips};

template <class Reach>
void addDegree(ParameterAdder& add, std::string id, std::string_view symbol, std::string_view label, std::string_view help,
               double chips, Reach reach)
{
    Parameter& p = add.number(std::move(id), symbol, label, help, kDegreeRange, reach);
    p.scale = Scale::divisors;
    p.high = chips;
    p.prominent = true;
}

double sequencesOfShard(const Scenario& s)
{
    return s.workload.batch / s.workload.sequence / (tokenShards(s.plan) / static_cast<double>(s.plan.context));
}

}  // namespace

void addPlanParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::plan);
    const Plan& plan = scenario.plan;
    const double chips = chipCount(scenario.hardware.cluster);
    const bool hasExperts = std::any_of(scenario.model.architecture.kinds.begin(), scenario.model.architecture.kinds.end(),
                                        [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
    addDegree(add, "plan.fsdp", "X", SCALESCOPE_TEXT("core", "Fully sharded"),
              SCALESCOPE_TEXT("core", "Chips over which batch, weights, gradients and optimizer are sharded; weights are gathered when used."),
              chips, [](Scenario& s, int) -> auto& { return s.plan.fsdp; });
    addDegree(add, "plan.tensor", "Y", SCALESCOPE_TEXT("core", "Tensor"),
              SCALESCOPE_TEXT("core", "Chips that split heads, MLP width and vocabulary, and gather and scatter activations."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.tensor; });
    addDegree(add, "plan.data", {}, SCALESCOPE_TEXT("core", "Data replicas"),
              SCALESCOPE_TEXT("core", "Replicas of the weights, each with its share of the batch; gradients are reduced once per step."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.data; });
    addDegree(add, "plan.pipeline", {}, SCALESCOPE_TEXT("core", "Pipeline stages"),
              SCALESCOPE_TEXT("core", "Stages of layers, each on its own chips; micro-batches pass from one to the next."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.pipeline; });
    addDegree(add, "plan.context", {}, SCALESCOPE_TEXT("core", "Context"),
              SCALESCOPE_TEXT("core", "Chips that split each sequence, and exchange keys and values for attention."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.context; });
    addDegree(add, "plan.expert", "Z", SCALESCOPE_TEXT("core", "Expert"),
              SCALESCOPE_TEXT("core", "Chips that split the experts and send tokens to them; the other weights see them as replicas."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.expert; });
    table.back().relevant = hasExperts || plan.expert > 1;
    add.choice("plan.order", SCALESCOPE_TEXT("core", "Order on the hardware"),
               SCALESCOPE_TEXT("core", "The order in which the degrees are laid on the networks, innermost first; degrees that are not named stay "
                    "where the default has them: tensor, expert, context, fsdp, data, pipeline."), kAxisOrderNames,
               [](Scenario& s, int) -> auto& { return s.plan.order; });
    const auto flag = [&](std::string id, std::string_view label, std::string_view help, bool relevant, auto reach) {
        add.choice(std::move(id), label, help, kBooleanNames, reach).relevant = relevant;
    };
    const auto whole = [&](std::string id, std::string_view label, std::string_view help, ParameterRange range, bool relevant, auto reach) {
        Parameter& p = add.number(std::move(id), {}, label, help, range, reach);
        p.relevant = relevant;
    };
    whole("plan.microbatches", SCALESCOPE_TEXT("core", "Micro-batches"),
          SCALESCOPE_TEXT("core", "Into which each data shard's batch is cut: gradients are accumulated over them, and a pipeline passes them on."),
          {1, 1e6, 1, 1024}, true, [](Scenario& s, int) -> auto& { return s.plan.microbatches; });
    table.back().prominent = true;
    Parameter& size = add.number("plan.micro_batch", {}, SCALESCOPE_TEXT("core", "Micro-batch size"),
                                 SCALESCOPE_TEXT("core", "Sequences of one micro-batch of one data shard; setting it sets how many micro-batches there are."),
                                 {1e-12, 1e12, 1, 64}, [](Scenario& s, int) -> auto& { return s.workload.batch; });
    size.derived = true;
    size.get = [](const Scenario& s, int) -> std::optional<double> { return sequencesOfShard(s) / static_cast<double>(s.plan.microbatches); };
    size.set = [](Scenario& s, int, std::optional<double> v) {
        s.plan.microbatches = static_cast<std::int64_t>(std::clamp(std::round(sequencesOfShard(s) / *v), 1.0, 1e6));
    };
    add.choice("plan.schedule", SCALESCOPE_TEXT("core", "Pipeline schedule"),
               SCALESCOPE_TEXT("core", "In which order the stages work: all forwards first, one forward one backward, interleaved chunks, or with "
                    "weight gradients in the gaps."), kPipelineScheduleNames,
               [](Scenario& s, int) -> auto& { return s.plan.schedule; }).relevant = plan.pipeline > 1;
    whole("plan.chunks", SCALESCOPE_TEXT("core", "Chunks per stage"),
          SCALESCOPE_TEXT("core", "Chunks of layers on each stage, also called virtual stages; interleaved schedule."), {1, 1024, 1, 16},
          plan.pipeline > 1 && plan.schedule == PipelineSchedule::interleaved, [](Scenario& s, int) -> auto& { return s.plan.chunks; });
    flag("plan.sequence_parallel", SCALESCOPE_TEXT("core", "Sequence parallelism"),
         SCALESCOPE_TEXT("core", "Activations between the blocks are split over the tensor degree too: gather and scatter instead of AllReduce."),
         plan.tensor > 1, [](Scenario& s, int) -> auto& { return s.plan.sequenceParallel; });
    add.choice("plan.context_method", SCALESCOPE_TEXT("core", "Exchange of context"),
               SCALESCOPE_TEXT("core", "Keys and values go round a ring, are gathered at once, or heads are exchanged for tokens (Ulysses)."),
               kContextMethodNames, [](Scenario& s, int) -> auto& { return s.plan.contextMethod; }).relevant = plan.context > 1;
    flag("plan.tensor_in_experts", SCALESCOPE_TEXT("core", "Tensor inside experts"),
         SCALESCOPE_TEXT("core", "Experts are split over the tensor degree; otherwise its chips hold whole experts and share them out."),
         hasExperts && plan.tensor > 1, [](Scenario& s, int) -> auto& { return s.plan.tensorInExperts; });
    whole("plan.routed_nodes", SCALESCOPE_TEXT("core", "Nodes per token"),
          SCALESCOPE_TEXT("core", "A router that is limited sends a token to experts on at most so many nodes; 0: on any."), {0, 65536, 0, 16},
          plan.expert > 1, [](Scenario& s, int) -> auto& { return s.plan.routedNodes; });
    table.back().scale = Scale::linear;
    add.choice("plan.dispatch_type", SCALESCOPE_TEXT("core", "Dispatch dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the tokens on their way to the experts; their results and gradients come as bf16."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.plan.dispatchType; }).relevant = plan.expert > 1;
    Parameter& zero = add.number("plan.zero_stage", {}, SCALESCOPE_TEXT("core", "ZeRO stage of the replicas"),
                                 SCALESCOPE_TEXT("core", "0 replicates, 1 shards the optimizer over the replicas, 2 the gradients too, "
                                      "3 the weights too."), {0, 3, 0, 3},
                                 [](Scenario& s, int) -> auto& { return s.plan.zeroStage; });
    zero.scale = Scale::linear;
    flag("plan.shard_over_all", SCALESCOPE_TEXT("core", "Shard over context and experts"),
         SCALESCOPE_TEXT("core", "Weights other than the experts' are sharded over fsdp, context and expert, not over fsdp alone."),
         plan.context > 1 || plan.expert > 1, [](Scenario& s, int) -> auto& { return s.plan.shardOverAll; });
    whole("plan.prefetch", SCALESCOPE_TEXT("core", "Prefetched layers"),
          SCALESCOPE_TEXT("core", "Layers whose weights are gathered ahead of use; with none, gathers wait."), {0, 64, 0, 8}, true,
          [](Scenario& s, int) -> auto& { return s.plan.prefetch; });
    table.back().scale = Scale::linear;
    flag("plan.keep_gathered", SCALESCOPE_TEXT("core", "Keep gathered weights"),
         SCALESCOPE_TEXT("core", "Gathered weights stay for the backward pass and the next micro-batches, instead of being gathered again."), true,
         [](Scenario& s, int) -> auto& { return s.plan.keepGathered; });
    add.choice("plan.remat", SCALESCOPE_TEXT("core", "Rematerialisation"),
               SCALESCOPE_TEXT("core", "What of a layer is kept for the backward pass; the rest is computed again."), kRematNames,
               [](Scenario& s, int) -> auto& { return s.plan.remat; }).prominent = true;
    whole("plan.remat_interval", SCALESCOPE_TEXT("core", "One layer in"),
          SCALESCOPE_TEXT("core", "Of so many layers one is computed again; policy every_nth."), {1, 1000, 1, 16}, plan.remat == Remat::everyNth,
          [](Scenario& s, int) -> auto& { return s.plan.rematInterval; });
    table.back().scale = Scale::linear;
    const bool custom = plan.remat == Remat::custom;
    Parameter& checkpoints = add.number("plan.checkpoints", {}, SCALESCOPE_TEXT("core", "Checkpoints per layer"),
               SCALESCOPE_TEXT("core", "Activations kept per layer, in units of tokens x d_model; custom policy."), {0, 1000, 0, 40},
               [](Scenario& s, int) -> auto& { return s.plan.checkpoints; });
    checkpoints.scale = Scale::linear;
    checkpoints.relevant = custom;
    Parameter& recompute = add.number("plan.recompute", {}, SCALESCOPE_TEXT("core", "Recomputed fraction"),
               SCALESCOPE_TEXT("core", "Fraction of a layer's forward pass that the backward pass repeats; custom policy."), {0, 1, 0, 1},
               [](Scenario& s, int) -> auto& { return s.plan.recompute; });
    recompute.scale = Scale::linear;
    recompute.relevant = custom;
    const bool tensors = scenario.assumptions.checkpoints == CheckpointRule::tensors;
    add.choice("plan.attention_kernel", SCALESCOPE_TEXT("core", "Attention kernel"),
               SCALESCOPE_TEXT("core", "Fused: scores stay on the chip. Stored: they are kept for the backward pass, where checkpoints are summed from tensors."),
               kAttentionKernelNames, [](Scenario& s, int) -> auto& { return s.plan.attentionKernel; }).relevant = tensors;
    flag("plan.dropout", SCALESCOPE_TEXT("core", "Dropout"),
         SCALESCOPE_TEXT("core", "Masks of dropout are kept, where checkpoints are summed from tensors."), tensors,
         [](Scenario& s, int) -> auto& { return s.plan.dropout; });
    Parameter& offload = add.number("plan.offload_activations", {}, SCALESCOPE_TEXT("core", "Offloaded activations"),
                                    SCALESCOPE_TEXT("core", "Fraction of the kept activations that waits on the host: out after the forward pass, back for the backward one."),
                                    {0, 1, 0, 1}, [](Scenario& s, int) -> auto& { return s.plan.offloadActivations; });
    offload.scale = Scale::linear;
    flag("plan.offload_optimizer", SCALESCOPE_TEXT("core", "Offloaded optimizer"),
         SCALESCOPE_TEXT("core", "Optimizer state and master weights stay on the host and stream through the chip once per step."), true,
         [](Scenario& s, int) -> auto& { return s.plan.offloadOptimizer; });
    whole("plan.logits_chunks", SCALESCOPE_TEXT("core", "Chunks of the loss"),
          SCALESCOPE_TEXT("core", "Parts in which logits and loss are computed; only one part is in memory."), {1, 1e6, 1, 64}, true,
          [](Scenario& s, int) -> auto& { return s.plan.logitsChunks; });
    add.choice("plan.optimizer", SCALESCOPE_TEXT("core", "Optimizer"),
               SCALESCOPE_TEXT("core", "AdamW keeps two fp32 moments per parameter, or two of bf16, its 8-bit form two bytes, SGD and Muon one moment."),
               kOptimizerNames, [](Scenario& s, int) -> auto& { return s.plan.optimizer; });
    add.choice("plan.master_weights", SCALESCOPE_TEXT("core", "Master weights"),
               SCALESCOPE_TEXT("core", "Whether an fp32 copy of the weights is kept."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.plan.masterWeights; });
    whole("plan.lora_rank", SCALESCOPE_TEXT("core", "LoRA rank"),
          SCALESCOPE_TEXT("core", "Rank of adapters beside every matmul of the layers, which are trained alone; 0 trains all weights. With weights of 4 "
               "bits this is QLoRA."), {0, 65536, 0, 256}, true, [](Scenario& s, int) -> auto& { return s.plan.loraRank; });
    table.back().scale = Scale::linear;
    add.choice("plan.weight_type", SCALESCOPE_TEXT("core", "Weight dtype"),
               SCALESCOPE_TEXT("core", "Dtype in which weights are kept and gathered."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.plan.weightType; });
    add.choice("plan.gradient_type", SCALESCOPE_TEXT("core", "Gradient dtype"),
               SCALESCOPE_TEXT("core", "Dtype in which gradients are kept and reduced."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.plan.gradientType; });
    add.choice("plan.compute_type", SCALESCOPE_TEXT("core", "Compute dtype"),
               SCALESCOPE_TEXT("core", "Dtype whose peak rate the matmuls run at."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.plan.computeType; });
}

void addRunParameters(std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::run);
    const auto seconds = [&](std::string id, std::string_view label, std::string_view help, ParameterRange range, auto reach) {
        add.number(std::move(id), {}, label, help, range, reach).unit = "s";
    };
    seconds("run.failure_time", SCALESCOPE_TEXT("core", "Time between failures"),
            SCALESCOPE_TEXT("core", "Mean time between failures of one chip; unknown: nothing fails. Llama 3's H100s failed every 50,700 hours (2024)."),
            {1, 1e15, 1e6, 1e10}, [](Scenario& s, int) -> auto& { return s.reliability.failureTime; });
    seconds("run.checkpoint_interval", SCALESCOPE_TEXT("core", "Checkpoint interval"),
            SCALESCOPE_TEXT("core", "Time between two checkpoints; unknown: the one that loses least."), {1, 1e12, 60, 1e5},
            [](Scenario& s, int) -> auto& { return s.reliability.checkpointInterval; });
    add.number("run.checkpoint_bandwidth", {}, SCALESCOPE_TEXT("core", "Checkpoint bandwidth"),
               SCALESCOPE_TEXT("core", "Bytes per second that one chip writes to storage."), {1, 1e18, 1e7, 1e11},
               [](Scenario& s, int) -> auto& { return s.reliability.checkpointBandwidth; }).unit = "B/s";
    seconds("run.restart", SCALESCOPE_TEXT("core", "Restart"),
            SCALESCOPE_TEXT("core", "Time from a failure to the next step, without what is computed again."), {0, 1e9, 10, 1e5},
            [](Scenario& s, int) -> auto& { return s.reliability.restart; });
    table.back().scale = Scale::linear;
}

void addWorkloadParameters(std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::workload);
    Parameter& batch = add.number("workload.batch", "B", SCALESCOPE_TEXT("core", "Batch"),
                                  SCALESCOPE_TEXT("core", "Tokens of one step, over all chips."), {1e-9, 1e15, 1e4, 1e9},
                                  [](Scenario& s, int) -> auto& { return s.workload.batch; });
    batch.unit = SCALESCOPE_TEXT("core", "tokens");
    batch.prominent = true;
    Parameter& sequence = add.number("workload.sequence", "T", SCALESCOPE_TEXT("core", "Sequence length"),
                                     SCALESCOPE_TEXT("core", "Tokens of one sequence: the keys that each query meets."), {1, 1e9, 128, 1048576},
                                     [](Scenario& s, int) -> auto& { return s.workload.sequence; });
    sequence.unit = SCALESCOPE_TEXT("core", "tokens");
    sequence.scale = Scale::powersOfTwo;
    sequence.prominent = true;
    add.choice("workload.pass", SCALESCOPE_TEXT("core", "Timed pass"),
               SCALESCOPE_TEXT("core", "Which pass is timed: forward, backward or the whole step."), kPassNames,
               [](Scenario& s, int) -> auto& { return s.workload.pass; }).prominent = true;
    add.number("workload.run_tokens", {}, SCALESCOPE_TEXT("core", "Tokens of the run"),
               SCALESCOPE_TEXT("core", "Tokens on which the model is trained in all."), {1, 1e18, 1e9, 1e14},
               [](Scenario& s, int) -> auto& { return s.workload.runTokens; }).unit = SCALESCOPE_TEXT("core", "tokens");
}

}  // namespace scalescope
