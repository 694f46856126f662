// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/sharding_answer.h"

#include "core/base/format.h"
#include "core/base/text.h"
#include "core/hardware/slices.h"

#include <algorithm>

namespace scalescope {

namespace {

std::string count(std::int64_t n) { return formatCount(static_cast<double>(n)); }

/// The wider of two dtypes: what a matmul of both is computed in.
DType widerOf(DType a, DType b) { return std::min(a, b); }

class Answering {
public:
    explicit Answering(const Scenario& scenario) : m_scenario(scenario), m_study(scenario.sharding) {}

    ShardingAnswer run()
    {
        m_answer.topology = topologyOf(m_scenario);
        slice();
        place();
        arrays();
        rates();
        if (m_answer.placement) {
            plan();
            collective();
        }
        return std::move(m_answer);
    }

private:
    void add(Severity severity, std::string parameter, std::string_view message, std::vector<std::string> arguments,
             std::string_view suggestion = {})
    {
        m_answer.diagnostics.push_back({severity, std::move(parameter), message, std::move(arguments), suggestion});
    }

    void slice()
    {
        if (const Torus* torus = unbuildableSlice(m_scenario.hardware.cluster))
            add(Severity::impossible, "network.0.shape.0", SCALESCOPE_TEXT("core", "No slice of %1 can be built of this chip."),
                {textOf(torus->shape), textOf(nearestSlice(*torus, torus->shape))},
                SCALESCOPE_TEXT("core", "The nearest slice that can: %2."));
    }

    void place()
    {
        if (unbuildableSlice(m_scenario.hardware.cluster))
            return;
        const std::int64_t chips = m_answer.topology.chips();
        const std::vector<std::int64_t> sizes = m_study.mesh.sizes();
        double devices = 1;
        for (std::int64_t size : sizes)
            devices *= static_cast<double>(size);
        if (devices > static_cast<double>(chips)) {
            add(Severity::impossible, "sharding.mesh." + m_study.mesh.axes.back().name,
                SCALESCOPE_TEXT("core", "The mesh has %1 devices, but the cluster has %2 chips."), {formatCount(devices), count(chips)});
            return;
        }
        MeshPlacement placement(sizes.size());
        const auto problem = placeAxes(sizes, m_answer.topology, placement);
        if (!problem) {
            m_answer.placement = std::move(placement);
            return;
        }
        const NamedSize& axis = m_study.mesh.axes[static_cast<std::size_t>(problem->position)];
        std::string nearest;
        for (const auto& size : nearestSizes(sizes, problem->position, m_answer.topology))
            if (size)
                nearest += (nearest.empty() ? "" : " or ") + count(*size);
        const bool torus = problem->dimension >= 0;
        const std::string where =
            torus ? count(m_answer.topology.shape[problem->dimension])
                  : std::string(nameOf(m_scenario.hardware.cluster.networks[static_cast<std::size_t>(
                        m_answer.topology.levels[static_cast<std::size_t>(problem->level)].network)]));
        add(Severity::impossible, "sharding.mesh." + axis.name,
            torus ? SCALESCOPE_TEXT("core", "Axis %1 of size %2 does not fit what is left (%4) of a torus dimension of %3.")
                  : SCALESCOPE_TEXT("core", "Axis %1 of size %2 straddles the level '%3' (room for %4)."),
            {axis.name, count(axis.size), where, count(problem->room), nearest},
            nearest.empty() ? std::string_view{} : SCALESCOPE_TEXT("core", "Nearest sizes that can be laid: %5."));
    }

    std::optional<ShardedArray> read(const std::string& notation)
    {
        return parseArray(notation, m_study.mesh, m_study.dimensions, m_answer.diagnostics);
    }

    void arrays()
    {
        m_answer.left = read(m_study.left);
        m_answer.right = read(m_study.right);
        if (!m_answer.left || !m_answer.right)
            return;
        m_agree = agree();
        if (m_study.operation != ArrayOperation::matmul)
            return;
        std::optional<ShardedArray> output;
        if (!m_study.output.empty()) {
            output = read(m_study.output);
            if (!output)
                return;
        }
        m_answer.matmul = makeMatmul(*m_answer.left, *m_answer.right, std::move(output), m_study.mesh, m_answer.diagnostics);
    }

    /// Whether the arrays suit an operation that is no matmul; says what does not.
    bool agree()
    {
        switch (m_study.operation) {
        case ArrayOperation::matmul: break;
        case ArrayOperation::add:
        case ArrayOperation::multiply: return agreeElementwise(*m_answer.left, *m_answer.right, m_answer.diagnostics);
        case ArrayOperation::sum:
            if (m_answer.left->dimensions.empty())
                add(Severity::impossible, "sharding.operation", SCALESCOPE_TEXT("core", "An array without dimensions has nothing to sum over."), {});
            return !m_answer.left->dimensions.empty();
        }
        return true;
    }

    void rates()
    {
        if (!m_answer.left || !m_answer.right)
            return;
        const Chip& chip = m_scenario.hardware.cluster.chip;
        const DType type = m_study.operation == ArrayOperation::sum ? m_answer.left->type : widerOf(m_answer.left->type, m_answer.right->type);
        const bool matmul = m_study.operation == ArrayOperation::matmul;
        const auto peak = peakFor(chip, type);
        if (matmul && !peak) {
            add(Severity::impossible, "chip.peak." + std::string(nameOf(type)),
                SCALESCOPE_TEXT("core", "The chip states no peak for %1 or a wider dtype, so no time can be given."), {std::string(nameOf(type))},
                SCALESCOPE_TEXT("core", "Enter its dense FLOP/s, or choose another compute dtype."));
            return;
        }
        const bool needsMemory = !matmul || m_scenario.assumptions.timed == TimedWork::operations;
        if (needsMemory && !chip.hbm.bandwidth) {
            add(Severity::impossible, "chip.hbm.bandwidth", SCALESCOPE_TEXT("core", "The chip's HBM bandwidth is unknown, so operations cannot be timed."), {});
            return;
        }
        const auto vector = chip.vector ? chip.vector : peak ? std::optional(peak->rate) : std::nullopt;
        if (!matmul && !vector)
            return;
        m_answer.rates.peak = matmul ? peak->rate * m_scenario.assumptions.matmulEfficiency : *vector;
        if (needsMemory)
            m_answer.rates.hbm = chip.hbm.bandwidth;
        m_answer.timed = true;
    }

    void plan()
    {
        if (!m_answer.timed || !m_agree)
            return;
        const CollectiveRules& rules = m_scenario.assumptions.collectives;
        const auto with = [&](auto planner, const auto&... operands) {
            m_answer.plan = planner(operands..., m_study.mesh, *m_answer.placement, m_answer.topology, m_answer.rates, rules);
        };
        switch (m_study.operation) {
        case ArrayOperation::matmul:
            if (m_answer.matmul)
                with(planMatmul, *m_answer.matmul);
            break;
        case ArrayOperation::add: with(planElementwise, Elementwise::linear, *m_answer.left, *m_answer.right); break;
        case ArrayOperation::multiply: with(planElementwise, Elementwise::nonlinear, *m_answer.left, *m_answer.right); break;
        case ArrayOperation::sum:
            with(planReduction, *m_answer.left, static_cast<int>(m_answer.left->dimensions.size()) - 1);
            break;
        }
    }

    AxisPlacement groupOf(const std::array<bool, kMaxMeshAxes>& chosen, const std::array<bool, kMaxMeshAxes>* except) const
    {
        std::vector<const AxisPlacement*> axes;
        for (std::size_t i = 0; i < m_answer.placement->size(); ++i)
            if (chosen[i] && !(except && (*except)[i]))
                axes.push_back(&(*m_answer.placement)[i]);
        return combined(axes, m_answer.topology);
    }

    BytesPerSecond linkOf(int network) const
    {
        for (int i = 0; i < m_answer.topology.levelCount; ++i)
            if (m_answer.topology.levels[static_cast<std::size_t>(i)].network == network)
                return m_answer.topology.levels[static_cast<std::size_t>(i)].link;
        return m_answer.topology.link;
    }

    void collective()
    {
        const CollectiveRules& rules = m_scenario.assumptions.collectives;
        CollectiveAnswer answer;
        answer.group = groupOf(m_study.over, nullptr);
        answer.idle = groupOf(m_study.idle, &m_study.over);
        const auto time = [&](Bytes array) {
            return timeOf(m_study, array, answer.group, answer.idle, m_answer.topology, rules);
        };
        answer.time = time(m_study.array);
        answer.traffic = trafficOf(m_study.collective, m_study.array, answer.group, m_answer.topology, rules);
        if (m_study.ragged && m_study.collective == Collective::allToAll && answer.group.size > 1) {
            // The dense array has a copy of each token for every chip; only the chosen ones are sent.
            const auto targets = static_cast<double>(answer.group.size);
            answer.traffic.perChip *= std::min(1.0, distinctTargets(m_study.routing, targets) / targets);
            answer.traffic.perLink = linkOf(answer.time.network) * answer.time.bandwidth;
        }
        if (answer.group.size > 1) {
            const CollectiveTime probe = time(Bytes(1.0));
            if (probe.bandwidth.value > 0) {
                answer.latencyBoundBelow = Bytes(probe.latency / probe.bandwidth);
                answer.bandwidth = Bytes(1.0) / probe.bandwidth;
            }
        }
        m_answer.collective = answer;
    }

    const Scenario& m_scenario;
    const ShardingStudy& m_study;
    ShardingAnswer m_answer;
    bool m_agree = false;
};

}  // namespace

Topology topologyOf(const Scenario& scenario)
{
    return topologyOf(scenario.hardware.cluster, scenario.assumptions);
}

CollectiveTime timeOf(const ShardingStudy& study, Bytes array, const AxisPlacement& group, const AxisPlacement& idle,
                      const Topology& topology, const CollectiveRules& rules)
{
    if (study.collective == Collective::allToAll && study.ragged)
        return timeOfRagged(study.routing, array, group, topology, rules);
    return timeUsingIdle(study.collective, array, group, idle, topology, rules);
}

ShardingAnswer answerSharding(const Scenario& scenario)
{
    return Answering(scenario).run();
}

Scenario withBestOrder(const Scenario& scenario, OrderFor purpose)
{
    const auto costOf = [purpose](const Scenario& s) -> std::optional<double> {
        const ShardingAnswer answer = answerSharding(s);
        if (purpose == OrderFor::operation && !answer.plan.strategies.empty())
            return answer.plan.strategies.front().separate.value;
        if (purpose == OrderFor::collective && answer.collective)
            return answer.collective->time.total.value;
        return std::nullopt;
    };
    const ShardingStudy& study = scenario.sharding;
    Scenario best = scenario;
    auto bestCost = costOf(scenario);
    const auto nothing = [](std::span<const AxisPlacement>) { return 0.0; };
    for (const std::vector<int>& order : ordersByCost(study.mesh.sizes(), topologyOf(scenario), nothing)) {
        Scenario candidate = scenario;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto from = static_cast<std::size_t>(order[i]);
            candidate.sharding.mesh.axes[i] = study.mesh.axes[from];
            candidate.sharding.over[i] = study.over[from];
            candidate.sharding.idle[i] = study.idle[from];
        }
        const auto cost = costOf(candidate);
        if (cost && (!bestCost || *cost < *bestCost * (1 - 1e-12))) {
            best = std::move(candidate);
            bestCost = cost;
        }
    }
    return best;
}

}  // namespace scalescope
