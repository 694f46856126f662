// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope {

namespace {

class Lister {
public:
    Lister(const Scenario& scenario, const ServingEstimate& estimate) : m_s(scenario.serving), m_e(estimate) {}

    std::vector<std::string> run()
    {
        for (const char* id : {"chips", "copies", "budget", "cache_per_sequence", "decode.chips", "decode.replicas", "prefill.chips", "prefill.replicas"})
            add(id);
        if (m_e.largestBatch)
            add("largest_batch");
        for (const std::string prefix : {"memory", "prefill.memory"}) {
            add(prefix + ".total");
            for (const MemoryKind kind : {MemoryKind::weights, MemoryKind::cache, MemoryKind::state, MemoryKind::draft, MemoryKind::activations,
                                          MemoryKind::logits, MemoryKind::reserve})
                add(prefix + "." + std::string(nameOf(kind)));
        }
        if (m_e.possible)
            times();
        return std::move(m_ids);
    }

private:
    void add(std::string_view id) { m_ids.push_back("serving." + std::string(id)); }

    void pass(const std::string& id, std::string_view expected, const ForwardTimes& times, const PhaseEstimate& phase)
    {
        for (const std::string_view part : {expected, std::string_view("lower"), std::string_view("upper"), std::string_view("network"),
                                            std::string_view("chip"), std::string_view("weights"), std::string_view("cache"),
                                            std::string_view("flops"), std::string_view("bound")})
            add(id + "." + std::string(part));
        for (const Axis axis : kAxes)
            if (times.axes[static_cast<std::size_t>(axis)].value > 0)
                add(id + ".axis." + std::string(nameOf(axis)));
        for (const OperationEstimate& op : phase.operations) {
            std::string operation = id + ".operation.";
            if (op.layerKind >= 0)
                operation += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
            for (const char* part : {".time", ".flops", ".traffic"})
                add(operation + idOf(*op.component) + part);
        }
        for (std::size_t i = 0; i < phase.collectives.size(); ++i)
            for (const char* part : {".time", ".each", ".array"})
                add(id + ".collective." + std::to_string(i) + part);
    }

    void times()
    {
        for (const char* id : {"first_token", "token_time", "end_to_end", "tokens_per_second", "per_chip", "per_user", "speculation.tokens",
                               "speculation.gain", "decode.loop", "decode.loop_lower", "decode.loop_upper", "decode.token_time",
                               "decode.tokens_per_second", "decode.per_chip", "decode.per_user", "prefill.time", "prefill.pieces",
                               "prefill.host_load", "prefill.requests_per_second", "prefill.tokens_per_second", "prefill.utilisation",
                               "steady.finished", "steady.evicted", "steady.prefill_share", "steady.stall", "steady.piece",
                               "steady.requests_per_second", "steady.tokens_per_second"})
            add(id);
        pass("decode", "step", m_e.decode.step, m_e.decodePhase);
        pass("prefill", "pass", m_e.prefill.pass, m_e.prefillPhase);
        if (m_s.cacheLayout == CacheLayout::paged) {
            add("first.step");
            add("last.step");
        }
        if (m_s.batching == Batching::disaggregated) {
            for (const char* part : {"prefill_rate", "decode_rate", "ratio", "transfer", "prefill_load", "decode_load"})
                add(std::string("pools.") + part);
            if (m_e.pools.transferTime)
                add("pools.transfer_time");
        }
        if (m_e.criticalBatch)
            add("critical_batch");
        if (m_e.largestTensor)
            add("largest_tensor");
        if (m_e.bestBatch)
            add("best_batch");
        costs("cost", m_e.dollars);
        costs("energy", m_e.joules);
        load();
    }

    void costs(const std::string& of, const TokenCosts& costs)
    {
        if (costs.input)
            add(of + ".input");
        if (costs.output)
            add(of + ".output");
    }

    void load()
    {
        if (!m_e.feasible)
            return;
        add("load.largest_rate");
        if (m_e.load.largestRate > 0)
            add("load.utilisation");
        if (!m_e.load.stable)
            return;
        for (const char* part : {"wait", "first_token", "token_time", "end_to_end", "sequences"})
            add(std::string("load.") + part);
    }

    const Serving& m_s;
    const ServingEstimate& m_e;
    std::vector<std::string> m_ids;
};

}  // namespace

std::vector<std::string> servingDerivationIds(const Scenario& scenario, const ServingEstimate& estimate) { return Lister(scenario, estimate).run(); }

}  // namespace scalescope
