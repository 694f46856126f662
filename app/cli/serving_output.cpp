// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/serving_output.h"

#include "app/cli/sharding_output.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/explore/serving_series.h"
#include "core/inference/serving_plan.h"
#include "core/scenario/names.h"

#include <array>
#include <iomanip>
#include <locale>
#include <ostream>
#include <sstream>

namespace scalescope {

namespace {

constexpr std::array kServingKeys = std::to_array<OutputKey>({
    {"serving.possible", "", "whether the layouts fit the model and the slices"},
    {"serving.feasible", "", "whether serving is possible and fits in memory"},
    {"serving.sequences", "", "decoded together on one replica"},
    {"serving.prompt", "tokens", "mean prompt"},
    {"serving.output", "tokens", "mean answer, its first token included"},
    {"serving.context", "tokens", "that a decode step reads of each sequence"},
    {"serving.batching", "", "interleaved, chunked or disaggregated"},
    {"serving.chips", "", "of the whole deployment"},
    {"serving.first_token", "s", "time to the first token of a mean prompt, without a queue"},
    {"serving.token_time", "s", "time per output token, with the prefills that the sequences bring"},
    {"serving.end_to_end", "s", "a mean request, without a queue"},
    {"serving.tokens_per_second", "tokens/s", "output of the whole deployment at this batch"},
    {"serving.per_chip", "tokens/s", "the same over the chips that decode"},
    {"serving.per_user", "tokens/s", "output of one sequence"},
    {"serving.largest_batch", "", "whole sequences of one replica that fit; null when the capacity is unknown"},
    {"serving.cache_per_sequence", "B", "keys, values and state over all chips of a replica, copies counted"},
    {"serving.copies", "", "chips that hold the same KV head"},
    {"serving.budget", "B", "of one chip, for what grows with the sequences"},
    {"serving.critical_batch", "", "sequences of one replica above which arithmetic outlasts reading the weights; null when none do"},
    {"serving.largest_tensor", "", "largest power of two as a tensor degree whose network takes no longer than its chips; null when none does"},
    {"serving.best_batch", "", "sequences of most tokens per second within memory and limits; null when there are none"},
    {"serving.decode.chips", "", "of one replica"},
    {"serving.decode.replicas", "", "on one slice"},
    {"serving.decode.servers", "", "slices"},
    {"serving.decode.weights", "s", "reading them in one step"},
    {"serving.decode.cache", "s", "reading keys, values and state"},
    {"serving.decode.flops", "s", "arithmetic"},
    {"serving.decode.chip", "s", "these together, by the assumptions"},
    {"serving.decode.network", "s", "communication, degrees combined by the assumptions"},
    {"serving.decode.lower", "s", "one step: everything overlapped"},
    {"serving.decode.expected", "s", "between the two"},
    {"serving.decode.upper", "s", "nothing overlapped"},
    {"serving.decode.first", "s", "expected step at the begin of an answer"},
    {"serving.decode.last", "s", "expected step at its end"},
    {"serving.decode.bound", "", "largest term of lower: compute, memory (weights), cache, or a degree"},
    {"serving.decode.loop", "s", "a step with the draft's passes before it"},
    {"serving.decode.tokens_per_loop", "", "that each sequence gains"},
    {"serving.decode.tokens_per_second", "tokens/s", "of one replica while no prefill disturbs"},
    {"serving.decode.memory.total", "B", "of one chip"},
    {"serving.decode.memory.capacity", "B", "HBM of one chip; null when unknown"},
    {"serving.decode.memory.parts.weights", "B", "weights"},
    {"serving.decode.memory.parts.activations", "B", "activations at their widest"},
    {"serving.decode.memory.parts.logits", "B", "logits"},
    {"serving.decode.memory.parts.reserve", "B", "reserve of the runtime"},
    {"serving.decode.memory.parts.cache", "B", "keys and values"},
    {"serving.decode.memory.parts.state", "B", "state of linear attention and state spaces"},
    {"serving.decode.memory.parts.draft", "B", "the draft model and its cache"},
    {"serving.decode.memory.not_counted[]", "", "parts that the assumptions leave out"},
    {"serving.decode.communication[].name", "", "component, phase and collective"},
    {"serving.decode.communication[].axis", "", "degree over whose chips it runs"},
    {"serving.decode.communication[].collective", "", "AllGather, ReduceScatter, AllReduce, AllToAll or Send"},
    {"serving.decode.communication[].chips", "", "of one group"},
    {"serving.decode.communication[].count", "", "times in a step"},
    {"serving.decode.communication[].array", "B", "inside one group, once"},
    {"serving.decode.communication[].time", "s", "of all of them"},
    {"serving.decode.communication[].term", "", "bandwidth or latency, whichever won"},
    {"serving.decode.operations[].name", "", "component of the model"},
    {"serving.decode.operations[].count", "", "times in a step"},
    {"serving.decode.operations[].flops", "FLOP", "of one, on one chip"},
    {"serving.decode.operations[].bytes", "B", "HBM traffic of one"},
    {"serving.decode.operations[].time", "s", "of all of them"},
    {"serving.prefill.chips", "", "of one replica"},
    {"serving.prefill.replicas", "", "on one slice"},
    {"serving.prefill.servers", "", "slices"},
    {"serving.prefill.prompts", "", "computed together"},
    {"serving.prefill.pieces", "", "in which each is computed"},
    {"serving.prefill.weights", "s", "reading them, in all pieces"},
    {"serving.prefill.flops", "s", "arithmetic"},
    {"serving.prefill.network", "s", "communication"},
    {"serving.prefill.lower", "s", "everything overlapped"},
    {"serving.prefill.expected", "s", "between the two"},
    {"serving.prefill.upper", "s", "nothing overlapped"},
    {"serving.prefill.bound", "", "largest term of lower"},
    {"serving.prefill.host_load", "s", "keys and values that come from the host"},
    {"serving.prefill.time", "s", "until the first token"},
    {"serving.prefill.tokens_per_second", "tokens/s", "prompts of one replica, cached parts included"},
    {"serving.prefill.requests_per_second", "1/s", "of one replica"},
    {"serving.prefill.mfu", "", "FLOPs, as the assumptions count them, over what the chips could do"},
    {"serving.prefill.memory", "B", "of one chip"},
    {"serving.steady.sustainable", "", "whether prompts come in as fast as answers end; false only where pieces are too small"},
    {"serving.steady.finished_per_loop", "", "sequences of one replica that end in a decode step"},
    {"serving.steady.evicted_per_loop", "tokens", "whose keys and values leave with them"},
    {"serving.steady.prefill_share", "", "of the time, or of the steps that carry a piece"},
    {"serving.steady.stall", "s", "of all decodes by one prefill; interleaved"},
    {"serving.steady.piece", "s", "by which a step with a piece is longer; chunked"},
    {"serving.steady.requests_per_second", "1/s", "of one replica"},
    {"serving.pools.prefill_rate", "1/s", "requests that the prefill slices could serve; disaggregated, as the next six"},
    {"serving.pools.decode_rate", "1/s", "that the decode slices could serve"},
    {"serving.pools.ratio", "", "prefill slices that keep one decode slice busy"},
    {"serving.pools.transfer", "B", "keys, values and state of one request"},
    {"serving.pools.transfer_time", "s", "on the way between; null when no network is known"},
    {"serving.pools.prefill_load", "", "how busy the pool is at the rate that both can serve"},
    {"serving.pools.decode_load", "", "likewise"},
    {"serving.load.rate", "1/s", "requests of the whole deployment"},
    {"serving.load.largest_rate", "1/s", "that it sustains"},
    {"serving.load.stable", "", "whether the rate is below that; the next five are null otherwise"},
    {"serving.load.wait", "s", "mean, before a prefill begins"},
    {"serving.load.first_token", "s", "mean time to the first token, waiting included"},
    {"serving.load.token_time", "s", "mean time per output token"},
    {"serving.load.end_to_end", "s", "mean of a request"},
    {"serving.load.sequences", "", "mean, decoded together on one replica"},
    {"serving.load.utilisation", "", "rate over the largest"},
    {"serving.dollars.input", "USD", "per million tokens of prompts; null without a price"},
    {"serving.dollars.output", "USD", "per million tokens of answers"},
    {"serving.joules.input", "J", "per million tokens of prompts; null without a power"},
    {"serving.joules.output", "J", "per million tokens of answers"},
    {"serving.speculation_gain", "", "tokens per second over those of the same batch without speculation"},
    {"serving.compared[].assumptions", "", "a set of assumptions"},
    {"serving.compared[].lower", "s", "decode step under it"},
    {"serving.compared[].expected", "s", "likewise"},
    {"serving.compared[].network", "s", "its communication"},
    {"serving.compared[].tokens_per_second", "tokens/s", "of one replica"},
    {"serving.diagnostics[].severity", "", "notice, infeasible or impossible"},
    {"serving.diagnostics[].parameter", "", "id of the parameter at fault, or empty"},
    {"serving.diagnostics[].message", "", "what is wrong, and the nearest thing that works"},
});

constexpr std::array kServingMemory = {MemoryKind::weights, MemoryKind::activations, MemoryKind::logits, MemoryKind::reserve,
                                       MemoryKind::cache,   MemoryKind::state,       MemoryKind::draft};

void optional(JsonWriter& json, std::string_view key, std::optional<double> value)
{
    json.key(key);
    value ? json.value(*value) : json.null();
}

std::optional<double> when(bool present, double value) { return present ? std::optional(value) : std::nullopt; }

void writeForward(JsonWriter& json, const ForwardTimes& t, bool known, bool cache)
{
    optional(json, "weights", when(known, t.weights.value));
    if (cache)
        optional(json, "cache", when(known, t.cache.value));
    optional(json, "flops", when(known, t.flops.value));
    if (cache)
        optional(json, "chip", when(known, t.chip.value));
    optional(json, "network", when(known, t.network.value));
    optional(json, "lower", when(known, t.lower.value));
    optional(json, "expected", when(known, t.expected.value));
    optional(json, "upper", when(known, t.upper.value));
    json.key("bound");
    known ? json.value(nameOf(t.bound)) : json.null();
}

void writeParts(JsonWriter& json, const MemoryEstimate& memory)
{
    json.key("memory").beginObject();
    json.member("total", memory.total().value);
    optional(json, "capacity", when(memory.capacity.has_value(), memory.capacity.value_or(Bytes()).value));
    json.key("parts").beginObject();
    for (MemoryKind kind : kServingMemory)
        json.member(nameOf(kind), memory.of(kind).bytes.value);
    json.endObject();
    json.key("not_counted").beginArray();
    for (MemoryKind kind : kServingMemory)
        if (!memory.of(kind).counted)
            json.value(nameOf(kind));
    json.endArray();
    json.endObject();
}

void writePhase(JsonWriter& json, const PhaseEstimate& phase)
{
    json.member("chips", phase.chips);
    json.member("replicas", phase.replicas);
    json.member("servers", phase.servers);
}

void writeDecode(JsonWriter& json, const ServingEstimate& e)
{
    json.key("decode").beginObject();
    writePhase(json, e.decodePhase);
    writeForward(json, e.decode.step, e.possible, true);
    optional(json, "first", when(e.possible, e.firstStep.value));
    optional(json, "last", when(e.possible, e.lastStep.value));
    optional(json, "loop", when(e.possible, e.decode.loop.value));
    json.member("tokens_per_loop", e.decode.tokensPerLoop);
    optional(json, "tokens_per_second", when(e.possible, e.decode.tokensPerSecond));
    writeParts(json, e.decodePhase.memory);
    json.key("communication").beginArray();
    for (const CollectiveEstimate& c : e.decodePhase.collectives) {
        json.beginObject();
        json.member("name", nameOf(c));
        json.member("axis", nameOf(c.axis()));
        json.member("collective", nameOf(c.collective));
        json.member("chips", c.chips);
        json.member("count", c.repeats);
        json.member("array", c.array.value);
        json.member("time", c.total.value);
        json.member("term", kTermNames[static_cast<std::size_t>(c.each.term)]);
        json.endObject();
    }
    json.endArray();
    json.key("operations").beginArray();
    for (const OperationEstimate& o : e.decodePhase.operations) {
        json.beginObject();
        json.member("name", o.name());
        json.member("count", o.repeats);
        json.member("flops", o.each.flops.value);
        json.member("bytes", o.each.traffic.value);
        json.member("time", o.total.value);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writePrefill(JsonWriter& json, const ServingEstimate& e)
{
    json.key("prefill").beginObject();
    writePhase(json, e.prefillPhase);
    json.member("prompts", e.prefill.prompts);
    json.member("pieces", e.prefill.pieces);
    writeForward(json, e.prefill.pass, e.possible, false);
    optional(json, "host_load", when(e.possible, e.prefill.hostLoad.value));
    optional(json, "time", when(e.possible, e.prefill.time.value));
    optional(json, "tokens_per_second", when(e.possible, e.prefill.tokensPerSecond));
    optional(json, "requests_per_second", when(e.possible, e.prefill.requestsPerSecond));
    optional(json, "mfu", when(e.possible, e.prefill.utilisation));
    json.member("memory", e.prefillPhase.memory.total().value);
    json.endObject();
}

void writeSteady(JsonWriter& json, const ServingEstimate& e, Batching batching)
{
    const bool known = e.possible;
    json.key("steady").beginObject();
    json.member("sustainable", e.steady.sustainable);
    optional(json, "finished_per_loop", when(known, e.steady.finishedPerLoop));
    optional(json, "evicted_per_loop", when(known, e.steady.evictedPerLoop));
    optional(json, "prefill_share", when(known, e.steady.prefillShare));
    optional(json, "stall", when(known, e.steady.stall.value));
    optional(json, "piece", when(known, e.steady.piece.value));
    optional(json, "requests_per_second", when(known, e.steady.requestsPerSecond));
    json.endObject();
    const bool apart = known && batching == Batching::disaggregated;
    const Pools& p = e.pools;
    json.key("pools").beginObject();
    optional(json, "prefill_rate", when(apart, p.prefillRate));
    optional(json, "decode_rate", when(apart, p.decodeRate));
    optional(json, "ratio", when(apart, p.ratio));
    optional(json, "transfer", when(apart, p.transfer.value));
    optional(json, "transfer_time", when(apart && p.transferTime, p.transferTime.value_or(Seconds()).value));
    optional(json, "prefill_load", when(apart, p.prefillLoad));
    optional(json, "decode_load", when(apart, p.decodeLoad));
    json.endObject();
}

void writeLoad(JsonWriter& json, const ServingEstimate& e, double rate)
{
    const LoadEstimate& l = e.load;
    json.key("load").beginObject();
    json.member("rate", rate);
    optional(json, "largest_rate", when(e.feasible, l.largestRate));
    json.member("stable", l.stable);
    optional(json, "wait", when(l.stable, l.wait.value));
    optional(json, "first_token", when(l.stable, l.timeToFirstToken.value));
    optional(json, "token_time", when(l.stable, l.timePerOutputToken.value));
    optional(json, "end_to_end", when(l.stable, l.endToEnd.value));
    optional(json, "sequences", when(l.stable, l.sequences));
    optional(json, "utilisation", when(e.feasible, l.utilisation));
    json.endObject();
}

void writeCosts(JsonWriter& json, std::string_view key, const TokenCosts& costs, bool feasible)
{
    // What cannot happen costs nothing: costs are for what fits.
    json.key(key).beginObject();
    optional(json, "input", feasible ? costs.input : std::nullopt);
    optional(json, "output", feasible ? costs.output : std::nullopt);
    json.endObject();
}

void writeCompared(JsonWriter& json, const Scenario& scenario)
{
    json.key("compared").beginArray();
    for (const ServedUnder& row : servedUnder(scenario)) {
        json.beginObject();
        json.member("assumptions", row.name);
        json.member("lower", row.lower.value);
        json.member("expected", row.expected.value);
        json.member("network", row.network.value);
        json.member("tokens_per_second", row.tokensPerSecond);
        json.endObject();
    }
    json.endArray();
}

std::string countOf(double n, const std::string& one) { return formatCount(n) + " " + one + (n == 1 ? "" : "s"); }

std::string layoutText(const PhaseEstimate& phase)
{
    return countOf(phase.chips, "chip") + ", " + countOf(phase.replicas, "replica") + " on a slice, " + countOf(phase.servers, "slice");
}

/// Of what is paid, without prefixes.
std::string dollarsText(double dollars)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "$" << std::fixed << std::setprecision(dollars < 1 ? 3 : 2) << dollars;
    return text.str();
}

std::string rangeText(Seconds lower, Seconds upper)
{
    return "between " + formatSeconds(lower.value) + " and " + formatSeconds(upper.value);
}

}  // namespace

std::vector<OutputKey> servingKeys() { return {kServingKeys.begin(), kServingKeys.end()}; }

void writeServing(JsonWriter& json, const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    const Serving& s = snapshot.scenario.serving;
    json.key("serving").beginObject();
    json.member("possible", e.possible);
    json.member("feasible", e.feasible);
    json.member("sequences", s.sequences);
    json.member("prompt", s.prompt);
    json.member("output", s.output);
    json.member("context", s.keptContext());
    json.member("batching", kBatchingNames[static_cast<std::size_t>(s.batching)]);
    json.member("chips", e.chips);
    optional(json, "first_token", when(e.possible, e.timeToFirstToken.value));
    optional(json, "token_time", when(e.possible, e.timePerOutputToken.value));
    optional(json, "end_to_end", when(e.possible, e.endToEnd.value));
    optional(json, "tokens_per_second", when(e.possible, e.tokensPerSecond));
    optional(json, "per_chip", when(e.possible, e.tokensPerSecondPerChip));
    optional(json, "per_user", when(e.possible, e.tokensPerSecondPerUser));
    optional(json, "largest_batch", e.largestBatch);
    json.member("cache_per_sequence", e.cachePerSequence.value);
    json.member("copies", e.copies);
    json.member("budget", e.budget.value);
    optional(json, "critical_batch", e.criticalBatch);
    optional(json, "largest_tensor", when(e.largestTensor.has_value(), static_cast<double>(e.largestTensor.value_or(0))));
    optional(json, "best_batch", e.bestBatch);
    writeDecode(json, e);
    writePrefill(json, e);
    writeSteady(json, e, s.batching);
    writeLoad(json, e, s.rate);
    writeCosts(json, "dollars", e.dollars, e.feasible);
    writeCosts(json, "joules", e.joules, e.feasible);
    optional(json, "speculation_gain", when(e.possible, e.speculationGain));
    writeCompared(json, snapshot.scenario);
    writeDiagnostics(json, e.diagnostics);
    json.endObject();
}

void printServing(std::ostream& out, const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    const Serving& s = snapshot.scenario.serving;
    out << "\nServing, " << formatCount(s.sequences) << " sequences of " << formatSi(s.prompt, "tokens") << " prompt and " << formatSi(s.output, "tokens")
        << " answer" << (e.possible && !e.feasible ? " (hypothetical: it does not fit in memory)" : "") << "\n";
    Table table;
    if (e.possible) {
        table.add({"first token", formatSeconds(e.timeToFirstToken.value), "prefill of " + formatCount(e.prefill.prompts) + " on " + layoutText(e.prefillPhase)});
        table.add({"per output token", formatSeconds(e.timePerOutputToken.value), s.batching == Batching::disaggregated ? "" : "with the prefills that the sequences bring"});
        table.add({"decode step", formatSeconds(e.decode.step.expected.value), rangeText(e.decode.step.lower, e.decode.step.upper) + ", on " + layoutText(e.decodePhase)});
        if (e.decode.tokensPerLoop > 1)
            table.add({"speculation", formatSi(e.speculationGain) + " times", formatSi(e.decode.tokensPerLoop) + " tokens a loop of " + formatSeconds(e.decode.loop.value)});
        table.add({"decode bound by", std::string(nameOf(e.decode.step.bound)),
                   "weights " + formatSeconds(e.decode.step.weights.value) + ", cache " + formatSeconds(e.decode.step.cache.value) + ", FLOPs " +
                       formatSeconds(e.decode.step.flops.value) + ", network " + formatSeconds(e.decode.step.network.value)});
        table.add({"throughput", formatSi(e.tokensPerSecond, "tokens/s"), formatSi(e.tokensPerSecondPerChip, "tokens/s") + " per chip, " + formatSi(e.tokensPerSecondPerUser, "tokens/s") + " per user"});
        table.add({"critical batch", e.criticalBatch ? formatSi(*e.criticalBatch) : "none", "compute-bound above it"});
    }
    table.add({"largest batch", e.largestBatch ? formatCount(*e.largestBatch) : "unknown",
               formatBytesBoth(e.cachePerSequence.value) + " of cache per sequence" + (e.copies > 1 ? ", " + formatCount(e.copies) + " copies of each KV head" : "")});
    table.add({"memory per chip", formatBytesBoth(e.decodePhase.memory.total().value),
               e.decodePhase.memory.capacity ? "of " + formatBytesBoth(e.decodePhase.memory.capacity->value) : "capacity unknown"});
    if (e.possible && s.batching == Batching::disaggregated)
        table.add({"pools", formatSi(e.pools.ratio) + " prefill slices", "keep one decode slice busy"});
    if (e.feasible) {
        if (e.dollars.output)
            table.add({"cost", dollarsText(*e.dollars.output), "per million output tokens" + (e.dollars.input ? ", " + dollarsText(*e.dollars.input) + " per million of prompts" : std::string())});
        table.add({"at " + formatSi(s.rate, "requests/s"), e.load.stable ? formatSeconds(e.load.timeToFirstToken.value) : "unstable",
                   e.load.stable ? "mean to the first token; at most " + formatSi(e.load.largestRate, "requests/s") : "at most " + formatSi(e.load.largestRate, "requests/s")});
    }
    out << table.text();
    for (const Diagnostic& d : e.diagnostics)
        out << "  " << nameOf(d.severity) << ": " << describe(d) << "\n";
}

}  // namespace scalescope
