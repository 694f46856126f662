// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/expression.h"
#include "core/scenario/scenario.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// An assumption that was applied, in words; `link` opens a derivation that says more, or is empty.
struct Note {
    Words words;
    std::string link = {};
};

/// How one number of an estimate comes about: a formula over named quantities, each an input, a constant or a number
/// with a derivation of its own.
struct Derivation {
    std::string id;
    Words title;
    std::string symbol;           // what stands left of the formula
    std::string_view unit;        // as that of a leaf
    Expression expression;        // its value is the number
    std::string_view source;      // of the formula, marked with SCALESCOPE_TEXT
    std::vector<Note> notes = {};
    std::vector<std::string> inputSources = {};  // where figures of presets are from, as their files say

    double value() const { return evaluate(expression); }
};

/// The derivation of that id, or nothing: the id is unknown, or the scenario has no such number (an impossible one has
/// no times). `estimate` is that of `scenario`. Ids are paths:
///   chips, peak, ridge.hbm
///   model.parameters, model.flops, model.executed_flops
///   model.parameters.<part>, model.active_parameters, model.multi_token_parameters           (parts as in ParameterCount)
///   model.layer_parameters.<letter>, model.layer_parameters.<letter>.<part>   (of one layer of a kind; A where there is one)
///   model.flops_per_token.matmul, model.flops_per_token.attention
///   model.cache.total, .keys_and_values, .index_keys, .state, model.cache.<letter>      (of one sequence, of one layer of it)
///   model.cache_per_token, model.expert_coverage.<letter>, model.weight_bytes
///   prefill.<letter>.<component>.flops, .traffic, .intensity, and decode...       (see model_shapes.h; no letter outside layers)
///   model.trained_parameters, microbatch.sequences
///   memory.total, memory.<part>, memory.host                   (of one chip of the fullest stage)
///   stage.<index>.layers, .in_flight, .memory.total, .memory.<part>, .memory.host
///   stage.<index>.forward, .backward_input, .backward_weight   (of one micro-batch, expected)
///   stage.<index>.total                                        (of all micro-batches, without the bubble)
///   step.compute, .network, .host, .update                     (of the slowest stage)
///   step.lower, .expected, .upper, .bubble, .exposed, bound, mfu, hfu
///   axis.<degree>.time, .bytes, .bandwidth, .exposed
///   operation.<index>.time, .flops, .traffic, .intensity       (of all its repeats; of one for the last three)
///   collective.<index>.time, .bytes, .exposed, .each, .array   (of all its repeats; of one for the last two)
///   component.<name>.time                                      (its forward pass, recomputation and backward pass, in all layers)
///   tokens_per_second, run.steps, .duration, .days, .chip_hours, .cost, .energy, .goodput
///   run.checkpoint, .checkpoint_time, .checkpoint_interval, .failure_time
///   crossover.batch, crossover.batch.<degree>                  (found by the solver in the range of the batch's slider)
///   sharding.collective.time, sharding.strategy.<index>.time, .overlapped    (of the sharding study)
///   calculator.time                                            (of the matmul on one chip)
///   serving.chips, .copies, .cache_per_sequence, .budget, .largest_batch, .best_batch, .critical_batch, .largest_tensor
///   serving.memory.total, .<part>, serving.prefill.memory...   (of one chip)
///   serving.first_token, .token_time, .end_to_end, .tokens_per_second, .per_chip, .per_user
///   serving.decode.step, .lower, .upper, .chip, .weights, .cache, .flops, .network, .bound, .axis.<degree>
///   serving.decode.loop, .token_time, .tokens_per_second, .per_chip, .per_user
///   serving.prefill.pass, .lower... as decode, and .time, .pieces, .host_load, .requests_per_second, .tokens_per_second, .utilisation
///   serving.<decode or prefill>.operation.<letter>.<component>.time, .flops, .traffic     (as operation.<index>)
///   serving.<decode or prefill>.collective.<index>.time, .each, .array, and .chips, .replicas
///   serving.first.step, serving.last.step                      (at the ends of an answer)
///   serving.speculation.tokens, .gain
///   serving.steady.finished, .evicted, .prefill_share, .stall, .piece, .requests_per_second, .tokens_per_second
///   serving.pools.prefill_rate, .decode_rate, .ratio, .transfer, .transfer_time, .prefill_load, .decode_load
///   serving.load.largest_rate, .utilisation, .wait, .first_token, .token_time, .end_to_end, .sequences
///   serving.cost.input, .output, serving.energy.input, .output (of a million tokens)
/// and those that these link to.
std::optional<Derivation> derive(const Scenario& scenario, const Estimate& estimate, std::string_view id);

namespace explain {
struct Context;
}

/// The same for many ids of one estimate, whose scenario and estimate outlive it.
class Explainer {
public:
    Explainer(const Scenario& scenario, const Estimate& estimate);
    ~Explainer();

    std::optional<Derivation> derive(std::string_view id) const;

private:
    std::unique_ptr<const explain::Context> m_context;
};

/// The ids above that this scenario has, but for those of serving; not those of intermediate numbers, which links lead to.
std::vector<std::string> derivationIds(const Scenario& scenario, const Estimate& estimate);

/// The same of serving.
std::vector<std::string> servingDerivationIds(const Scenario& scenario, const ServingEstimate& estimate);

/// "MLP in" as it stands in an id: "mlp_in".
std::string idOf(Component component);

}  // namespace scalescope
