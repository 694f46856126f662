// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

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

}  // namespace

void addPlanParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::plan);
    const double chips = chipCount(scenario.hardware.cluster);
    addDegree(add, "plan.fsdp", "X", SCALESCOPE_TEXT("core", "Fully sharded"),
              SCALESCOPE_TEXT("core", "Chips over which batch, weights, gradients and optimizer are sharded; weights are gathered when used."),
              chips, [](Scenario& s, int) -> auto& { return s.plan.fsdp; });
    addDegree(add, "plan.tensor", "Y", SCALESCOPE_TEXT("core", "Tensor"),
              SCALESCOPE_TEXT("core", "Chips that split heads, MLP width and vocabulary, and gather and scatter activations."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.tensor; });
    addDegree(add, "plan.data", {}, SCALESCOPE_TEXT("core", "Data replicas"),
              SCALESCOPE_TEXT("core", "Replicas of the weights, each with its share of the batch; gradients are reduced once per step."), chips,
              [](Scenario& s, int) -> auto& { return s.plan.data; });
    add.choice("plan.order", SCALESCOPE_TEXT("core", "Order on the hardware"),
               SCALESCOPE_TEXT("core", "The order in which the degrees are laid on the networks, innermost first."), kAxisOrderNames,
               [](Scenario& s, int) -> auto& { return s.plan.order; });
    Parameter& zero = add.number("plan.zero_stage", {}, SCALESCOPE_TEXT("core", "ZeRO stage of the replicas"),
                                 SCALESCOPE_TEXT("core", "0 replicates, 1 shards the optimizer over the replicas, 2 the gradients too; "
                                      "stage 3 is the fully sharded degree."), {0, 2, 0, 2},
                                 [](Scenario& s, int) -> auto& { return s.plan.zeroStage; });
    zero.scale = Scale::linear;
    add.choice("plan.remat", SCALESCOPE_TEXT("core", "Rematerialisation"),
               SCALESCOPE_TEXT("core", "What of a layer is kept for the backward pass; the rest is computed again."), kRematNames,
               [](Scenario& s, int) -> auto& { return s.plan.remat; }).prominent = true;
    add.number("plan.checkpoints", {}, SCALESCOPE_TEXT("core", "Checkpoints per layer"),
               SCALESCOPE_TEXT("core", "Activations kept per layer, in units of tokens x d_model; custom policy."), {0, 1000, 0, 40},
               [](Scenario& s, int) -> auto& { return s.plan.checkpoints; }).scale = Scale::linear;
    add.number("plan.recompute", {}, SCALESCOPE_TEXT("core", "Recomputed fraction"),
               SCALESCOPE_TEXT("core", "Fraction of a layer's forward pass that the backward pass repeats; custom policy."), {0, 1, 0, 1},
               [](Scenario& s, int) -> auto& { return s.plan.recompute; }).scale = Scale::linear;
    add.choice("plan.optimizer", SCALESCOPE_TEXT("core", "Optimizer"),
               SCALESCOPE_TEXT("core", "AdamW keeps two fp32 moments per parameter, its 8-bit form two bytes, SGD and Muon one moment."),
               kOptimizerNames, [](Scenario& s, int) -> auto& { return s.plan.optimizer; });
    add.choice("plan.master_weights", SCALESCOPE_TEXT("core", "Master weights"),
               SCALESCOPE_TEXT("core", "Whether an fp32 copy of the weights is kept."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.plan.masterWeights; });
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

void addServingParameters(std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::serving);
    add.number("serving.sequences", "B_s", SCALESCOPE_TEXT("core", "Sequences"),
               SCALESCOPE_TEXT("core", "Sequences decoded together, one token of each per step."), {1e-9, 1e12, 1, 65536},
               [](Scenario& s, int) -> auto& { return s.serving.sequences; });
    add.choice("serving.cache_type", SCALESCOPE_TEXT("core", "Cache dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the KV cache."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.cacheType; });
    add.choice("serving.state_type", SCALESCOPE_TEXT("core", "State dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the state of linear attention and state-space layers."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.stateType; });
    add.number("serving.expert_skew", {}, SCALESCOPE_TEXT("core", "Expert skew"),
               SCALESCOPE_TEXT("core", "How unequally tokens like the experts: the i-th is liked as i to the power of minus this; 0 for equally."),
               {0, 4, 0, 2}, [](Scenario& s, int) -> auto& { return s.serving.expertSkew; })
        .scale = Scale::linear;
}

}  // namespace scalescope
