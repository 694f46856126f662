// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimate_json.h"

#include "app/cli/model_output.h"
#include "app/cli/serving_output.h"
#include "app/cli/sharding_output.h"
#include "core/base/json_writer.h"
#include "core/explore/solve.h"
#include "core/scenario/names.h"
#include "core/scenario/parameter.h"

#include <array>

namespace scalescope {

namespace {

constexpr std::array kOutputKeys = std::to_array<OutputKey>({
    {"model.name", "", "name of the model"},
    {"model.flops", "FLOP", "model FLOPs of the timed pass, whole batch, by the MFU convention"},
    {"model.executed_flops", "FLOP", "FLOPs executed on all chips, recomputation included"},
    {"hardware.name", "", "name of the hardware"},
    {"hardware.chips", "", "number of chips"},
    {"hardware.peak", "FLOP/s", "matmul rate of one chip for the compute dtype"},
    {"hardware.peak_type", "", "dtype whose rate that is"},
    {"plan.tensor", "", "tensor degree"},
    {"plan.expert", "", "expert degree"},
    {"plan.context", "", "context degree"},
    {"plan.fsdp", "", "fully sharded degree"},
    {"plan.data", "", "replicas"},
    {"plan.pipeline", "", "pipeline stages"},
    {"plan.microbatches", "", "micro-batches of one data shard in a step"},
    {"plan.micro_batch", "", "sequences of one of them"},
    {"plan.schedule", "", "order in which the stages work; null for one stage"},
    {"workload.batch", "tokens", "tokens of a step"},
    {"workload.sequence", "tokens", "context length"},
    {"workload.pass", "", "pass that is timed: forward, backward or step"},
    {"possible", "", "whether the plan can be built at all"},
    {"feasible", "", "whether it is possible and fits in memory"},
    {"step.compute", "s", "arithmetic (or HBM) time of the pass"},
    {"step.network", "s", "communication, degrees combined by the assumptions"},
    {"step.host", "s", "what is offloaded, out and back"},
    {"step.update", "s", "of the optimizer, in compute"},
    {"step.lower", "s", "everything overlapped"},
    {"step.expected", "s", "between the two"},
    {"step.upper", "s", "nothing overlapped"},
    {"step.bubble", "s", "in expected: while the pipeline fills and drains"},
    {"step.exposed", "s", "in expected: communication and host traffic that no compute hides"},
    {"bound", "", "largest term of the lower time: compute, memory, a degree of the plan, or host"},
    {"mfu", "", "model FLOPs over what the chips could do in the expected time"},
    {"mfu_convention", "", "whose FLOPs the MFU counts"},
    {"hfu", "", "the same of the executed FLOPs"},
    {"attention_flops", "", "mask of the executed attention: full, or causal with a kernel that skips"},
    {"critical_batch", "tokens", "batch above which the pass is bound by arithmetic; null when there is none"},
    {"run.tokens", "tokens", "tokens of the run"},
    {"run.steps", "", "steps of the run"},
    {"run.tokens_per_second", "tokens/s", "at the expected step time"},
    {"run.days", "d", "duration of the run, failures and checkpoints included"},
    {"run.chip_hours", "h", "chips times hours"},
    {"run.dollars", "USD", "chip hours times price; null without a price"},
    {"run.joules", "J", "chips times power times duration; null without a power"},
    {"run.checkpoint_bytes", "B", "one checkpoint of the whole model: weights, master weights and optimizer state"},
    {"run.checkpoint_time", "s", "to write it"},
    {"run.checkpoint_interval", "s", "time between two, the asked or the best; null when nothing fails"},
    {"run.failure_time", "s", "mean time between failures of any chip; null when nothing fails"},
    {"run.goodput", "", "fraction of the time that makes progress which is kept"},
    {"memory.total", "B", "of one chip of the fullest stage"},
    {"memory.capacity", "B", "HBM of one chip; null when unknown"},
    {"memory.parts.weights", "B", "weights"},
    {"memory.parts.gradients", "B", "gradients"},
    {"memory.parts.optimizer", "B", "optimizer state"},
    {"memory.parts.master_weights", "B", "fp32 copy of the weights"},
    {"memory.parts.activations", "B", "checkpoints kept for the backward pass"},
    {"memory.parts.recomputed", "B", "more of the layer that is being computed again"},
    {"memory.parts.gathered_weights", "B", "gathered weights of the layers in use"},
    {"memory.parts.logits", "B", "logits"},
    {"memory.parts.buffers", "B", "communication buffers"},
    {"memory.parts.reserve", "B", "reserve of the runtime"},
    {"memory.not_counted[]", "", "parts that the assumptions leave out"},
    {"memory.host", "B", "of the host, per chip: what is offloaded"},
    {"memory.stage", "", "the fullest stage, from 0"},
    {"stages[].layers", "", "layers on the stage"},
    {"stages[].in_flight", "", "micro-batches whose activations it holds at its peak"},
    {"stages[].forward", "s", "one micro-batch, exposed communication included, at the expected rates"},
    {"stages[].backward", "s", "likewise, gradients of inputs and of weights"},
    {"stages[].time", "s", "all micro-batches and the update, without the bubble"},
    {"stages[].memory", "B", "of one chip"},
    {"axes[].axis", "", "degree of the plan larger than one"},
    {"axes[].size", "", "its chips"},
    {"axes[].network", "", "network and dimensions or levels that serve it"},
    {"axes[].bandwidth", "B/s", "rate at which a gather fills a chip"},
    {"axes[].bytes", "B", "arrays gathered, scattered or reduced in the pass"},
    {"axes[].time", "s", "of all its collectives"},
    {"axes[].exposed", "s", "of that, what no compute hides in the expected step"},
    {"communication[].name", "", "component, phase and collective"},
    {"communication[].component", "", "part of the model whose data moves"},
    {"communication[].phase", "", "forward, recompute, backward or update"},
    {"communication[].collective", "", "AllGather, ReduceScatter, AllReduce, AllToAll or Send"},
    {"communication[].chips", "", "chips of one group"},
    {"communication[].axis", "", "degree over whose groups it runs"},
    {"communication[].network", "", "network and dimensions or levels that serve it"},
    {"communication[].count", "", "times in the pass"},
    {"communication[].array", "B", "bytes of the array inside one group, once"},
    {"communication[].bytes", "B", "array times count"},
    {"communication[].time", "s", "of all of them"},
    {"communication[].exposed", "s", "of that, what no compute hides in the expected step"},
    {"communication[].bandwidth_time", "s", "bandwidth term of one"},
    {"communication[].latency_time", "s", "latency term of one"},
    {"communication[].term", "", "which of the two won"},
    {"operations[].name", "", "component of the model"},
    {"operations[].phase", "", "forward, recompute, backward or update"},
    {"operations[].count", "", "times in the pass, on one chip"},
    {"operations[].flops", "FLOP", "of one"},
    {"operations[].bytes", "B", "HBM traffic of one"},
    {"operations[].intensity", "FLOP/B", "flops over bytes"},
    {"operations[].time", "s", "of all of them"},
    {"operations[].timed", "", "whether the step counts it"},
    {"diagnostics[].severity", "", "notice, infeasible, impossible or invalid"},
    {"diagnostics[].parameter", "", "id of the parameter at fault, or empty"},
    {"diagnostics[].message", "", "what is wrong, and the nearest thing that works"},
});

void optionalMember(JsonWriter& json, std::string_view key, bool present, double value)
{
    json.key(key);
    present ? json.value(value) : json.null();
}

void writeModel(JsonWriter& json, const Snapshot& s)
{
    json.key("model").beginObject();
    json.member("name", s.scenario.model.name);
    writeModelFigures(json, s.scenario.model, s.scenario.workload.sequence, s.scenario.serving);
    json.member("flops", s.estimate.modelFlops.value);
    json.member("executed_flops", s.estimate.executedFlops.value);
    json.endObject();
}

void writeSetting(JsonWriter& json, const Snapshot& s)
{
    json.key("hardware").beginObject();
    json.member("name", s.scenario.hardware.name);
    json.member("chips", s.estimate.chips);
    optionalMember(json, "peak", s.estimate.peak.has_value(), s.estimate.peak ? s.estimate.peak->rate.value : 0);
    json.key("peak_type");
    s.estimate.peak ? json.value(nameOf(s.estimate.peak->dtype)) : json.null();
    json.endObject();
    json.key("plan").beginObject();
    const Plan& plan = s.scenario.plan;
    for (Axis axis : kAxes)
        json.member(nameOf(axis), plan.degree(axis));
    json.member("microbatches", plan.microbatches);
    json.member("micro_batch", s.estimate.sequencesPerMicrobatch);
    json.key("schedule");
    plan.pipeline > 1 ? json.value(kPipelineScheduleNames[static_cast<std::size_t>(plan.schedule)]) : json.null();
    json.endObject();
    json.key("workload").beginObject();
    json.member("batch", s.scenario.workload.batch);
    json.member("sequence", s.scenario.workload.sequence);
    json.member("pass", kPassNames[static_cast<std::size_t>(s.scenario.workload.pass)]);
    json.endObject();
}

void writeTimes(JsonWriter& json, const Snapshot& s)
{
    const Estimate& e = s.estimate;
    const bool possible = e.possible();
    json.member("possible", possible);
    json.member("feasible", e.feasible());
    json.key("step").beginObject();
    optionalMember(json, "compute", possible, e.step().compute.value);
    optionalMember(json, "network", possible, e.step().network.value);
    optionalMember(json, "host", possible, e.step().host.value);
    optionalMember(json, "update", possible, e.step().update.value);
    optionalMember(json, "lower", possible, e.step().lower.value);
    optionalMember(json, "expected", possible, e.step().expected.value);
    optionalMember(json, "upper", possible, e.step().upper.value);
    optionalMember(json, "bubble", possible, e.step().bubble.value);
    optionalMember(json, "exposed", possible, e.step().exposed.value);
    json.endObject();
    json.key("bound");
    possible ? json.value(nameOf(e.summary.bound)) : json.null();
    optionalMember(json, "mfu", possible, e.mfu);
    json.member("mfu_convention", kMfuConventionNames[static_cast<std::size_t>(s.scenario.assumptions.mfu)]);
    optionalMember(json, "hfu", possible, e.hfu);
    json.member("attention_flops", kAttentionMaskNames[static_cast<std::size_t>(s.scenario.assumptions.mask)]);
    const Threshold critical = criticalBatchOf(s.scenario);
    optionalMember(json, "critical_batch", critical.kind != Threshold::Kind::never, critical.value);

    json.key("run");
    if (!e.run) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("tokens", s.scenario.workload.runTokens);
    json.member("steps", e.run->steps);
    json.member("tokens_per_second", e.run->tokensPerSecond);
    json.member("days", e.run->duration.value / kSecondsPerDay);
    json.member("chip_hours", e.run->chipHours);
    // What cannot happen costs nothing: dollars are for plans that fit.
    optionalMember(json, "dollars", e.run->cost && e.feasible(), e.run->cost ? e.run->cost->value : 0);
    optionalMember(json, "joules", e.run->energy && e.feasible(), e.run->energy.value_or(0));
    json.member("checkpoint_bytes", e.run->checkpoint.value);
    json.member("checkpoint_time", e.run->checkpointTime.value);
    optionalMember(json, "checkpoint_interval", e.run->checkpointInterval.has_value(), e.run->checkpointInterval.value_or(Seconds()).value);
    optionalMember(json, "failure_time", e.run->failureTime.has_value(), e.run->failureTime.value_or(Seconds()).value);
    json.member("goodput", e.run->goodput);
    json.endObject();
}

void writeMemory(JsonWriter& json, const Estimate& e)
{
    const MemoryEstimate& memory = e.memory;
    json.key("memory").beginObject();
    json.member("total", memory.total().value);
    optionalMember(json, "capacity", memory.capacity.has_value(), memory.capacity ? memory.capacity->value : 0);
    json.key("parts").beginObject();
    for (std::size_t i = 0; i < kTrainingMemoryKindCount; ++i)
        json.member(kMemoryKindNames[i], memory.parts[i].bytes.value);
    json.endObject();
    json.key("not_counted").beginArray();
    for (std::size_t i = 0; i < kTrainingMemoryKindCount; ++i)
        if (!memory.parts[i].counted)
            json.value(kMemoryKindNames[i]);
    json.endArray();
    json.member("host", memory.host.value);
    json.member("stage", e.fullestStage);
    json.endObject();
}

void writeStages(JsonWriter& json, const Estimate& e)
{
    json.key("stages").beginArray();
    for (const StageEstimate& stage : e.stages) {
        json.beginObject();
        json.member("layers", stage.layers);
        json.member("in_flight", stage.inFlight);
        optionalMember(json, "forward", e.possible(), stage.times.forward.value);
        optionalMember(json, "backward", e.possible(), (stage.times.backwardInput + stage.times.backwardWeight).value);
        optionalMember(json, "time", e.possible(), stage.total.value);
        json.member("memory", stage.memory.total().value);
        json.endObject();
    }
    json.endArray();
}

void writeCommunication(JsonWriter& json, const Snapshot& s)
{
    json.key("axes").beginArray();
    for (const AxisEstimate& axis : s.estimate.axes) {
        if (axis.placement.size <= 1 || !s.estimate.possible())
            continue;
        json.beginObject();
        json.member("axis", nameOf(axis.axis));
        json.member("size", axis.placement.size);
        json.member("network", networkNameOf(s.scenario, axis.placement));
        json.member("bandwidth", axis.bandwidth.value);
        json.member("bytes", axis.bytes.value);
        json.member("time", axis.time.value);
        json.member("exposed", axis.exposed.value);
        json.endObject();
    }
    json.endArray();
    json.key("communication").beginArray();
    for (const CollectiveEstimate& c : s.estimate.collectives) {
        if (!s.estimate.possible())
            break;
        json.beginObject();
        json.member("name", nameOf(c));
        json.member("component", nameOf(c.component));
        json.member("phase", nameOf(c.phase));
        json.member("collective", nameOf(c.collective));
        json.member("axis", nameOf(c.axis()));
        json.member("chips", c.chips);
        json.member("network", networkNameOf(s.scenario, s.estimate.of(c.axis()).placement));
        json.member("count", c.repeats);
        json.member("array", c.array.value);
        json.member("bytes", (c.array * c.repeats).value);
        json.member("time", c.total.value);
        json.member("exposed", c.exposed.value);
        json.member("bandwidth_time", c.each.bandwidth.value);
        json.member("latency_time", c.each.latency.value);
        json.member("term", kTermNames[static_cast<std::size_t>(c.each.term)]);
        json.endObject();
    }
    json.endArray();
}

void writeOperations(JsonWriter& json, const Estimate& e)
{
    json.key("operations").beginArray();
    for (const OperationEstimate& o : e.operations) {
        json.beginObject();
        json.member("name", o.name());
        json.member("phase", nameOf(o.phase));
        json.member("count", o.repeats);
        json.member("flops", o.each.flops.value);
        json.member("bytes", o.each.traffic.value);
        json.member("intensity", intensityOf(o.each).value);
        json.member("time", o.total.value);
        json.member("timed", o.timed);
        json.endObject();
    }
    json.endArray();
}

}  // namespace

std::string estimateJson(const Snapshot& snapshot)
{
    JsonWriter json;
    json.beginObject();
    writeModel(json, snapshot);
    writeSetting(json, snapshot);
    writeTimes(json, snapshot);
    writeMemory(json, snapshot.estimate);
    writeStages(json, snapshot.estimate);
    writeCommunication(json, snapshot);
    writeOperations(json, snapshot.estimate);
    writeSharding(json, snapshot.scenario, snapshot.sharding());
    writeServing(json, snapshot);
    writeDiagnostics(json, snapshot.estimate.diagnostics);
    json.endObject();
    return json.take();
}

std::vector<OutputKey> outputKeys()
{
    std::vector<OutputKey> keys(kOutputKeys.begin(), kOutputKeys.end());
    const auto model = modelKeys();
    keys.insert(keys.begin() + 1, model.begin(), model.end());  // behind its name
    const auto sharding = shardingKeys();
    const auto serving = servingKeys();
    keys.insert(keys.end() - 3, sharding.begin(), sharding.end());  // the diagnostics of the whole come last
    keys.insert(keys.end() - 3, serving.begin(), serving.end());
    return keys;
}

}  // namespace scalescope
