// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"
#include "core/scenario/sharding_answer.h"

#include <algorithm>

namespace scalescope {

namespace {

using explain::Context;
using explain::Path;

constexpr std::array kSubjects = {
    explain::deriveStage,      explain::deriveParts,       explain::deriveActivations,     explain::deriveExchanges,
    explain::deriveStep,       explain::deriveMemoryBound, explain::deriveModel,           explain::deriveParameters,
    explain::deriveMemory,     explain::deriveOperation,   explain::deriveLayerParameters, explain::deriveCache,
    explain::deriveComponent,  explain::deriveCollective,  explain::deriveAxis,            explain::deriveNetwork,
    explain::derivePlacement,  explain::deriveWeights,     explain::deriveRun,             explain::deriveCrossover,
    explain::deriveSharding,   explain::deriveStorage,     explain::deriveServing,         explain::deriveInViews,
};

/// Whether `id` is the parameter that `source` is of, or belongs to the part that it names.
bool covers(const FigureSource& source, std::string_view id)
{
    return id.substr(0, source.id.size()) == source.id && (id.size() == source.id.size() || id[source.id.size()] == '.');
}

/// Where the figures of presets among the inputs are from, each said once: of a parameter the nearest that its file says.
std::vector<std::string> inputSources(const Scenario& scenario, const Expression& expression)
{
    std::vector<std::string> sources;
    const auto add = [&](const std::string& source) {
        if (!source.empty() && std::find(sources.begin(), sources.end(), source) == sources.end())
            sources.push_back(source);
    };
    for (const Leaf* leaf : leavesOf(expression)) {
        if (leaf->input.starts_with("model."))
            add(scenario.model.source);
        const FigureSource* nearest = nullptr;
        for (const FigureSource& source : scenario.hardware.sources)
            if (covers(source, leaf->input) && (!nearest || source.id.size() > nearest->id.size()))
                nearest = &source;
        if (nearest)
            add(nearest->source);
    }
    return sources;
}

void addShardingIds(const Scenario& scenario, std::vector<std::string>& ids)
{
    const ShardingAnswer answer = answerSharding(scenario);
    if (answer.collective && answer.collective->group.size > 1)
        ids.push_back("sharding.collective.time");
    for (std::size_t i = 0; i < answer.plan.strategies.size(); ++i)
        for (const char* part : {".time", ".overlapped"})
            ids.push_back("sharding.strategy." + std::to_string(i) + part);
    const Calculator& calculator = scenario.calculator;
    const Chip& chip = scenario.hardware.cluster.chip;
    if (peakFor(chip, calculator.compute) && bandwidthOf(chip, calculator.memory) && !calculator.matmul.weightPerRow)
        ids.push_back("calculator.time");
}

class Lister {
public:
    explicit Lister(const Estimate& estimate) : m_estimate(estimate) {}

    std::vector<std::string> run()
    {
        add("chips");
        if (m_estimate.peak)
            add("peak");
        for (const char* id : {"model.parameters", "model.trained_parameters", "model.flops", "model.executed_flops", "microbatch.sequences"})
            add(id);
        memory("memory");
        for (std::size_t i = 0; i < m_estimate.stages.size(); ++i) {
            const std::string stage = "stage." + std::to_string(i);
            addAll(stage, {".layers", ".in_flight"});
            memory(stage + ".memory");
        }
        for (std::size_t i = 0; i < m_estimate.operations.size(); ++i) {
            addAll("operation." + std::to_string(i), {".flops", ".traffic"});
            if (m_estimate.operations[i].each.traffic.value > 0)
                add("operation." + std::to_string(i) + ".intensity");
        }
        if (m_estimate.possible())
            times();
        return std::move(m_ids);
    }

private:
    void memory(const std::string& prefix)
    {
        addAll(prefix, {".total", ".host"});
        for (int i = 0; i < kTrainingMemoryKindCount; ++i)
            add(prefix + "." + std::string(kMemoryKindNames[static_cast<std::size_t>(i)]));
    }

    void times()
    {
        addAll("step", {".compute", ".network", ".host", ".update", ".lower", ".expected", ".upper", ".bubble", ".exposed"});
        for (std::size_t i = 0; i < m_estimate.stages.size(); ++i)
            addAll("stage." + std::to_string(i), {".forward", ".backward_input", ".backward_weight", ".total"});
        add("bound");
        if (m_estimate.step().expected.value > 0)
            addAll("", {"mfu", "hfu"});
        for (std::string_view axis : kAxisNames)
            addAll("axis." + std::string(axis), {".time", ".bytes", ".bandwidth", ".exposed"});
        for (std::size_t i = 0; i < m_estimate.operations.size(); ++i)
            add("operation." + std::to_string(i) + ".time");
        for (const OperationEstimate& op : m_estimate.operations)
            if (op.timed && op.component)
                addOnce("component." + idOf(*op.component) + ".time");
        for (std::size_t i = 0; i < m_estimate.collectives.size(); ++i)
            addAll("collective." + std::to_string(i), {".time", ".bytes", ".each", ".array", ".exposed"});
        run(m_estimate.run);
        crossovers();
    }

    void run(const std::optional<RunEstimate>& run)
    {
        if (!run)
            return;
        add("tokens_per_second");
        addAll("run", {".steps", ".duration", ".days", ".chip_hours", ".checkpoint", ".checkpoint_time", ".goodput"});
        if (run->failureTime)
            add("run.failure_time");
        if (run->checkpointInterval)
            add("run.checkpoint_interval");
        if (run->cost)
            add("run.cost");
        if (run->energy)
            add("run.energy");
    }

    void crossovers()
    {
        if (m_estimate.step().compute.value <= 0)
            return;
        bool any = false;
        for (const AxisEstimate& axis : m_estimate.axes) {
            if (axis.placement.size <= 1)
                continue;
            add("crossover.batch." + std::string(nameOf(axis.axis)));
            any = true;
        }
        if (any)
            add("crossover.batch");
    }

    void add(std::string id) { m_ids.push_back(std::move(id)); }

    void addAll(const std::string& prefix, std::initializer_list<std::string_view> rests)
    {
        for (std::string_view rest : rests)
            add(prefix + std::string(rest));
    }

    void addOnce(std::string id)
    {
        if (std::find(m_ids.begin(), m_ids.end(), id) == m_ids.end())
            add(std::move(id));
    }

    const Estimate& m_estimate;
    std::vector<std::string> m_ids;
};

}  // namespace

Explainer::Explainer(const Scenario& scenario, const Estimate& estimate)
    : m_context(std::make_unique<const Context>(scenario, estimate))
{
}

Explainer::~Explainer() = default;

std::optional<Derivation> Explainer::derive(std::string_view id) const
{
    const Path path(id);
    for (const auto subject : kSubjects) {
        if (auto derivation = subject(*m_context, path)) {
            derivation->inputSources = inputSources(m_context->scenario, derivation->expression);
            return derivation;
        }
    }
    return std::nullopt;
}

std::optional<Derivation> derive(const Scenario& scenario, const Estimate& estimate, std::string_view id)
{
    return Explainer(scenario, estimate).derive(id);
}

std::vector<std::string> derivationIds(const Scenario& scenario, const Estimate& estimate)
{
    std::vector<std::string> ids = Lister(estimate).run();
    if (estimate.peak && scenario.hardware.cluster.chip.hbm.bandwidth)
        ids.push_back("ridge.hbm");
    for (std::string& id : explain::modelIds(scenario))
        ids.push_back(std::move(id));
    addShardingIds(scenario, ids);
    return ids;
}

}  // namespace scalescope
