// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/playback.h"

#include "core/sharding/playback_phase.h"
#include "core/sharding/playback_torus.h"
#include "core/sharding/playback_tree.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace scalescope {

namespace {

constexpr int kMostChunks = 16;
constexpr int kFewestChunks = 4;
constexpr std::size_t kFewTransfers = 100000;  // more than that and the chunks become fewer

/// A part of the group along one dimension.
struct Line {
    Run digit;
    LineSchedule schedule;
    BytesPerSecond link;
};

/// The parts along one dimension, the outer first.
struct Dimension {
    int dimension = 0;
    std::vector<Line> lines;
    DimensionLoad load;
};

class Player {
public:
    Player(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology)
        : m_axis(axis),
          m_topology(topology),
          m_exchanges(collective == Collective::allToAll)
    {
        m_playback.members = static_cast<int>(axis.size);
        m_playback.collective = m_exchanges ? Collective::allToAll : Collective::allGather;
        m_drawing.emplace(m_playback, array);
    }

    Playback run()
    {
        addLevels();
        addDimensions();
        if (!m_dimensions.empty())
            addOrders();
        m_playback.chunks = chunks();

        std::vector<Seconds> released(static_cast<std::size_t>(m_playback.chunks));
        if (!m_levels.empty()) {
            released = flowThroughTree(m_levels, m_links, m_playback.chunks, !m_exchanges, *m_drawing);
            m_playback.busiest = busiestInTree(m_levels, m_links, *m_drawing);
        }
        if (!m_orders.empty())
            drawDimensions(released);
        return std::move(m_playback);
    }

private:
    void addLevels()
    {
        std::vector<int> degrees;  // of the levels that the group spans, inner before outer
        std::vector<Run> digits;
        std::vector<int> levels;
        for (int i = 0; i < m_topology.levelCount; ++i) {
            const Topology::Level& level = m_topology.levels[static_cast<std::size_t>(i)];
            const LevelShare share = shareOf(m_axis, level);
            if (share.members >= static_cast<double>(m_axis.size))
                continue;
            m_links.push_back({i, level.link / (share.groups * share.members)});
            if (share.children <= 1)
                continue;
            degrees.push_back(static_cast<int>(share.children));
            digits.push_back({static_cast<std::int64_t>(share.children), static_cast<std::int64_t>(share.members)});
            levels.push_back(i);
        }
        if (digits.empty())
            return;
        std::vector<Run> torus;
        if (m_axis.torusSize > 1)
            torus.push_back({m_axis.torusSize, 1});
        const Run above = {m_axis.size / m_axis.torusSize, m_axis.torusSize};

        for (int i = static_cast<int>(digits.size()) - 1; i >= 0; --i) {
            const auto at = static_cast<std::size_t>(i);
            Phase phase;
            phase.level = levels[at];
            phase.later = torus;
            if (m_exchanges) {
                phase.digit = above;
                phase.schedule = &m_schedules.emplace_back(allToAllAcross(degrees, i));
            } else {
                phase.digit = digits[at];
                phase.schedule = &m_schedules.emplace_back(gatherOnStar(degrees[at]));
                phase.later.insert(phase.later.end(), digits.begin(), digits.begin() + i);
                phase.earlier.assign(digits.begin() + i + 1, digits.end());
            }
            m_levels.push_back(std::move(phase));
        }
        m_above.push_back(above);
    }

    void addDimensions()
    {
        std::int64_t stride = 1;
        for (const TorusPart& part : m_axis.torusParts()) {
            if (m_dimensions.empty() || m_dimensions.back().dimension != part.dimension)
                m_dimensions.emplace_back().dimension = part.dimension;
            Dimension& dimension = m_dimensions.back();
            const auto size = static_cast<int>(part.size);
            Line line;
            line.digit = {part.size, stride};
            line.link = m_topology.link / static_cast<double>(part.stride);
            if (m_exchanges)
                line.schedule = part.wraps ? allToAllOnRing(size) : allToAllOnLine(size);
            else
                line.schedule = part.wraps ? gatherOnRing(size) : gatherOnLine(size);
            dimension.lines.insert(dimension.lines.begin(), std::move(line));
            stride *= part.size;
        }
        for (Dimension& dimension : m_dimensions) {
            std::vector<const Dimension*> alone = {&dimension};
            for (const Phase& phase : phasesThrough(alone, {})) {
                dimension.load.size *= static_cast<int>(phase.digit.size);
                dimension.load.alone += m_drawing->timeOf(phase, linkOf(phase));
            }
        }
    }

    /// The phases through these dimensions in turn.
    std::vector<Phase> phasesThrough(std::span<const Dimension* const> dimensions, std::span<const Run> before) const
    {
        std::vector<Phase> phases;
        std::vector<Run> crossed(before.begin(), before.end());
        for (const Dimension* dimension : dimensions) {
            for (const Line& line : dimension->lines) {
                Phase& phase = phases.emplace_back();
                phase.schedule = &line.schedule;
                phase.digit = line.digit;
                phase.dimension = dimension->dimension;
                phase.earlier = crossed;
                crossed.push_back(line.digit);
            }
        }
        std::vector<Run> later;
        for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase) {
            phase->later = later;
            later.push_back(phase->digit);
        }
        return phases;
    }

    BytesPerSecond linkOf(const Phase& phase) const
    {
        for (const Dimension& dimension : m_dimensions)
            for (const Line& line : dimension.lines)
                if (phase.schedule == &line.schedule)
                    return line.link;
        return {};
    }

    void addOrders()
    {
        std::vector<DimensionLoad> loads;
        for (const Dimension& dimension : m_dimensions)
            loads.push_back(dimension.load);
        m_orders = m_exchanges ? turnedOrders(static_cast<int>(loads.size())) : balancedOrders(loads);
        m_playback.orders = static_cast<int>(m_orders.size());
        for (const OrderShare& order : m_orders) {
            std::vector<const Dimension*> dimensions;
            for (int i : order.order)
                dimensions.push_back(&m_dimensions[static_cast<std::size_t>(i)]);
            m_phases.push_back(phasesThrough(dimensions, m_above));
        }
    }

    /// One where there is nothing to overlap.
    int chunks() const
    {
        if (m_dimensions.empty() ? m_levels.size() <= 1 || m_exchanges : m_levels.size() + m_dimensions.size() == 1)
            return 1;
        std::size_t transfers = 0;
        const auto count = [&](const Phase& phase) {
            for (const LineHop& hop : *phase.schedule)
                transfers += hop.steps.size() * static_cast<std::size_t>(m_axis.size / phase.digit.size);
        };
        for (const Phase& phase : m_levels)
            count(phase);
        for (const std::vector<Phase>& order : m_phases)
            for (const Phase& phase : order)
                count(phase);
        const auto most = static_cast<int>(std::min<std::size_t>(kMostChunks, kFewTransfers / transfers));
        return std::max(kFewestChunks, most);
    }

    void drawDimensions(std::span<const Seconds> released)
    {
        std::vector<Seconds> loads(m_dimensions.size());
        std::vector<std::vector<PhaseTime>> times;
        std::vector<double> begins = {0.0};
        for (std::size_t i = 0; i < m_phases.size(); ++i) {
            const double share = m_orders[i].share;
            begins.push_back(i + 1 == m_phases.size() ? 1.0 : begins.back() + share);
            std::vector<PhaseTime>& order = times.emplace_back();
            for (const Phase& phase : m_phases[i]) {
                const auto resource =
                    static_cast<int>(std::find_if(m_dimensions.begin(), m_dimensions.end(),
                                                  [&](const Dimension& d) { return d.dimension == phase.dimension; }) -
                                     m_dimensions.begin());
                const Seconds time = m_drawing->timeOf(phase, linkOf(phase)) * share;
                loads[static_cast<std::size_t>(resource)] += time;
                order.push_back({resource, time / m_playback.chunks});
            }
        }
        for (Seconds load : loads)
            m_playback.busiest = std::max(m_playback.busiest, load);

        for (const PhaseStart& start : pipelined(times, released)) {
            const auto order = static_cast<std::size_t>(start.order);
            const Phase& phase = m_phases[order][static_cast<std::size_t>(start.phase)];
            Part part;
            part.chunk = start.chunk;
            part.order = start.order;
            part = part.within(static_cast<double>(start.chunk) / m_playback.chunks,
                               (start.chunk + 1.0) / m_playback.chunks);
            m_drawing->whole(phase, part.within(begins[order], begins[order + 1]), start.start, linkOf(phase));
        }
    }

    const AxisPlacement& m_axis;
    const Topology& m_topology;
    bool m_exchanges;
    Playback m_playback;
    std::optional<PlaybackDrawing> m_drawing;
    std::deque<LineSchedule> m_schedules;  // of the levels
    std::vector<TreeLink> m_links;
    std::vector<Phase> m_levels;  // outer before inner
    std::vector<Run> m_above;     // the levels as one digit
    std::vector<Dimension> m_dimensions;
    std::vector<OrderShare> m_orders;
    std::vector<std::vector<Phase>> m_phases;  // by order
};

void sortByStart(Playback& playback)
{
    std::stable_sort(playback.hops.begin(), playback.hops.end(),
                     [](const PlaybackHop& a, const PlaybackHop& b) { return a.start < b.start; });
    playback.duration = {};
    for (const PlaybackHop& hop : playback.hops)
        playback.duration = std::max(playback.duration, hop.finish());
}

/// What an AllGather spreads, backwards, gathers the terms of a sum.
void reverse(Playback& playback)
{
    for (PlaybackHop& hop : playback.hops) {
        hop.start = std::max(Seconds(), playback.duration - hop.finish());
        for (Transfer& transfer : hop.transfers) {
            std::swap(transfer.from, transfer.to);
            transfer.direction = static_cast<std::int8_t>(-transfer.direction);
            transfer.reduces = true;
        }
    }
    sortByStart(playback);
}

/// ReduceScatter, then the AllGather: each transfer completes the sum that its receiver has begun.
void append(Playback& playback, std::vector<PlaybackHop> gather)
{
    for (PlaybackHop& hop : gather) {
        hop.start += playback.duration;
        for (Transfer& transfer : hop.transfers)
            transfer.adds = transfer.fraction() - transfer.adds;
    }
    playback.hops.insert(playback.hops.end(), std::make_move_iterator(gather.begin()),
                         std::make_move_iterator(gather.end()));
    sortByStart(playback);
    playback.busiest *= 2.0;
}

}  // namespace

std::optional<Playback> play(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology)
{
    const bool exchanges = collective == Collective::allToAll;
    if (collective == Collective::broadcast || collective == Collective::gather ||
        axis.size > (exchanges ? kMaxPlayedAllToAll : kMaxPlayedMembers))
        return std::nullopt;

    CollectiveRules rules;
    rules.ring = RingTerms::exact;
    rules.axes = AxesRule::placed;
    rules.fabric = FabricRule::tree;
    const Seconds bandwidth = timeOf(collective, array, axis, topology, rules).bandwidth;
    if (axis.size > 1 && !(bandwidth.value > 0 && std::isfinite(bandwidth.value)))
        return std::nullopt;

    Playback playback = Player(collective, array, axis, topology).run();
    sortByStart(playback);
    if (collective == Collective::allGather || exchanges) {
        for (PlaybackHop& hop : playback.hops)
            for (Transfer& transfer : hop.transfers)
                transfer.adds = transfer.fraction();
    } else {
        std::vector<PlaybackHop> gather;
        if (collective == Collective::allReduce)
            gather = playback.hops;
        reverse(playback);
        if (collective == Collective::allReduce)
            append(playback, std::move(gather));
    }
    playback.collective = collective;
    playback.bandwidth = bandwidth;
    playback.fill = std::max(Seconds(), playback.duration - playback.busiest);
    return playback;
}

std::vector<double> heldAt(const Playback& playback, Seconds time)
{
    const auto n = static_cast<std::size_t>(playback.members);
    const bool exchanges = playback.collective == Collective::allToAll;
    const bool gathers = exchanges || playback.collective == Collective::allGather;
    std::vector<double> held(n * n, gathers ? 0.0 : 1.0 / static_cast<double>(n));
    if (gathers)
        for (std::size_t member = 0; member < n; ++member)
            held[member * n + member] = 1.0;

    std::vector<std::size_t> offsets;
    for (const PlaybackHop& hop : playback.hops) {
        if (hop.start >= time)
            break;
        const double done = std::min(1.0, (time - hop.start) / hop.duration);
        offsets.assign(1, 0);
        for (const Run& run : hop.together) {
            const std::size_t before = offsets.size();
            for (std::int64_t i = 1; i < run.size; ++i)
                for (std::size_t k = 0; k < before; ++k)
                    offsets.push_back(offsets[k] + static_cast<std::size_t>(i * run.stride));
        }
        for (const Transfer& transfer : hop.transfers) {
            const auto to = static_cast<std::size_t>(transfer.to);
            const auto first = static_cast<std::size_t>(transfer.block);
            const double added = transfer.adds * done;
            double* const row = &held[to * n];
            if (exchanges) {
                for (std::size_t offset : offsets)
                    if ((first + offset) % n == to)
                        row[(first + offset) / n] += added;
            } else {
                for (std::size_t offset : offsets)
                    row[first + offset] += added;
            }
        }
    }
    return held;
}

}  // namespace scalescope
