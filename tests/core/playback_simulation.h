// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/playback.h"

#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

/// Moves the blocks of a playback over the links and complains about what no network could do. Groups of at most 64.
namespace playbacksimulation {

using namespace scalescope;

constexpr double kTolerance = 1e-9;

/// Of the blocks that travel together, from the first.
inline std::vector<int> offsetsOf(const PlaybackHop& hop)
{
    std::vector<int> offsets = {0};
    for (const Run& run : hop.together) {
        const std::size_t before = offsets.size();
        for (std::int64_t i = 1; i < run.size; ++i)
            for (std::size_t k = 0; k < before; ++k)
                offsets.push_back(offsets[k] + static_cast<int>(i * run.stride));
    }
    return offsets;
}

/// The smallest parts into which the transfers cut the blocks.
class Atoms {
public:
    explicit Atoms(const Playback& playback)
    {
        m_cuts = {0.0, 1.0};
        for (const PlaybackHop& hop : playback.hops) {
            std::vector<double> here;
            for (const Transfer& t : hop.transfers)
                for (double cut : {t.begin, t.end})
                    if (here.empty() || std::find(here.begin(), here.end(), cut) == here.end())
                        here.push_back(cut);
            m_cuts.insert(m_cuts.end(), here.begin(), here.end());
        }
        std::sort(m_cuts.begin(), m_cuts.end());
        m_cuts.erase(std::unique(m_cuts.begin(), m_cuts.end(), [](double a, double b) { return b - a < 1e-11; }),
                     m_cuts.end());
    }

    std::size_t count() const { return m_cuts.size() - 1; }

    std::size_t at(double cut) const
    {
        return static_cast<std::size_t>(std::lower_bound(m_cuts.begin(), m_cuts.end(), cut - 1e-11) - m_cuts.begin());
    }

private:
    std::vector<double> m_cuts;
};

/// Empty when every block ends where it should and nobody sends what has not reached it.
class DataSimulation {
public:
    explicit DataSimulation(const Playback& playback)
        : m_playback(playback),
          m_atoms(playback),
          m_members(static_cast<std::size_t>(playback.members)),
          m_late(playback.duration.value * kTolerance)
    {
    }

    QString run()
    {
        if (m_playback.collective == Collective::allToAll)
            exchange();
        else
            gatherOrReduce();
        return m_problem;
    }

private:
    using Terms = std::uint64_t;

    Terms all() const { return m_members == 64 ? ~Terms(0) : (Terms(1) << m_members) - 1; }
    std::size_t index(std::size_t holder, std::size_t block, std::size_t atom) const
    {
        return (holder * m_members + block) * m_atoms.count() + atom;
    }

    void complain(const PlaybackHop& hop, const Transfer& t, const char* what)
    {
        if (m_problem.isEmpty())
            m_problem = QStringLiteral("%1: from %2 to %3, block %4, part %5 to %6 at %7")
                            .arg(QLatin1String(what))
                            .arg(t.from)
                            .arg(t.to)
                            .arg(t.block)
                            .arg(t.begin)
                            .arg(t.end)
                            .arg(hop.start.value);
    }

    template <class F>
    void each(const F& use)
    {
        for (const PlaybackHop& hop : m_playback.hops) {
            const std::vector<int> offsets = offsetsOf(hop);
            for (const Transfer& t : hop.transfers) {
                if (t.end <= t.begin)
                    complain(hop, t, "empty");
                const std::size_t begin = m_atoms.at(t.begin);
                const std::size_t end = m_atoms.at(t.end);
                for (int offset : offsets)
                    for (std::size_t atom = begin; atom < end; ++atom)
                        use(hop, t, static_cast<std::size_t>(t.block + offset), atom);
            }
        }
    }

    void gatherOrReduce()
    {
        const std::size_t n = m_members;
        const bool gathers = m_playback.collective == Collective::allGather;
        std::vector<Terms> terms(n * n * m_atoms.count());
        std::vector<double> since(terms.size());
        for (std::size_t member = 0; member < n; ++member)
            for (std::size_t block = 0; block < n; ++block)
                for (std::size_t atom = 0; atom < m_atoms.count(); ++atom)
                    terms[index(member, block, atom)] = gathers ? (member == block ? all() : 0) : Terms(1) << member;

        each([&](const PlaybackHop& hop, const Transfer& t, std::size_t block, std::size_t atom) {
            const std::size_t from = index(static_cast<std::size_t>(t.from), block, atom);
            const std::size_t to = index(static_cast<std::size_t>(t.to), block, atom);
            if (since[from] > hop.start.value + m_late)
                complain(hop, t, "sent before it arrived");
            if (t.reduces ? (terms[from] & terms[to]) != 0 : terms[from] != all())
                complain(hop, t, t.reduces ? "added twice" : "sent without holding it");
            if (!t.reduces && terms[to] == all())
                complain(hop, t, "received twice");
            terms[to] |= terms[from];
            since[to] = std::max(since[to], hop.finish().value);
        });

        for (std::size_t member = 0; member < n; ++member)
            for (std::size_t block = 0; block < n; ++block)
                for (std::size_t atom = 0; atom < m_atoms.count(); ++atom)
                    if ((m_playback.collective != Collective::reduceScatter || member == block) &&
                        terms[index(member, block, atom)] != all() && m_problem.isEmpty())
                        m_problem = QStringLiteral("member %1 ends without block %2").arg(member).arg(block);
    }

    void exchange()
    {
        const std::size_t n = m_members;
        std::vector<std::size_t> holder(n * n * m_atoms.count());
        std::vector<double> since(holder.size());
        for (std::size_t source = 0; source < n; ++source)
            for (std::size_t target = 0; target < n; ++target)
                for (std::size_t atom = 0; atom < m_atoms.count(); ++atom)
                    holder[index(source, target, atom)] = source;
        each([&](const PlaybackHop& hop, const Transfer& t, std::size_t piece, std::size_t atom) {
            const std::size_t at = piece * m_atoms.count() + atom;
            if (holder[at] != static_cast<std::size_t>(t.from))
                complain(hop, t, "sent without holding it");
            if (since[at] > hop.start.value + m_late)
                complain(hop, t, "sent before it arrived");
            holder[at] = static_cast<std::size_t>(t.to);
            since[at] = hop.finish().value;
        });
        for (std::size_t source = 0; source < n; ++source)
            for (std::size_t target = 0; target < n; ++target)
                for (std::size_t atom = 0; atom < m_atoms.count(); ++atom)
                    if (holder[index(source, target, atom)] != target && m_problem.isEmpty())
                        m_problem = QStringLiteral("%1 gets nothing from %2").arg(target).arg(source);
    }

    const Playback& m_playback;
    Atoms m_atoms;
    std::size_t m_members;
    double m_late;
    QString m_problem;
};

/// What the transfers put on the links.
struct LinkReport {
    QString problem;  // a link that is not there, or carries more than it can
    Seconds busiest;  // bytes over the busiest link / its bandwidth; of an AllReduce, of both of its halves
};

class LinkSimulation {
public:
    LinkSimulation(const Playback& playback, Bytes array, const AxisPlacement& axis, const Topology& topology)
        : m_playback(playback),
          m_axis(axis),
          m_topology(topology)
    {
        const double n = playback.members;
        m_block = playback.collective == Collective::allToAll ? array / (n * n) : array / n;
    }

    LinkReport run()
    {
        std::array<std::vector<double>, 2> total;  // by link, of what reduces and of what does not
        std::vector<std::vector<std::pair<double, double>>> changes(linkCount());
        std::vector<double> loads(linkCount());
        total.fill(loads);
        for (const PlaybackHop& hop : m_playback.hops) {
            std::fill(loads.begin(), loads.end(), 0.0);
            for (const Transfer& t : hop.transfers)
                hop.dimension >= 0 ? alongDimension(hop, t, loads) : acrossLevels(hop, t, loads);
            for (std::size_t link = 0; link < loads.size(); ++link) {
                if (loads[link] == 0)
                    continue;
                total[hop.transfers.front().reduces][link] += loads[link];
                changes[link].push_back({hop.start.value, loads[link] / hop.duration.value});
                changes[link].push_back({hop.finish().value, -loads[link] / hop.duration.value});
            }
        }
        for (std::size_t link = 0; link < changes.size(); ++link)
            checkRate(link, changes[link]);
        LinkReport report;
        report.problem = m_problem;
        for (const std::vector<double>& half : total)
            report.busiest += Seconds(*std::max_element(half.begin(), half.end()));
        return report;
    }

private:
    /// Links count by dimension or level, then chip or child, then direction: up or down, out or in.
    std::size_t linkOf(int network, int chip, bool second) const
    {
        return (static_cast<std::size_t>(network) * static_cast<std::size_t>(m_playback.members) +
                static_cast<std::size_t>(chip)) *
            2 +
            second;
    }
    std::size_t linkCount() const { return linkOf(Shape::kMaxDimensions + m_topology.levelCount, 0, false); }

    void complain(const QString& problem)
    {
        if (m_problem.isEmpty())
            m_problem = problem;
    }

    void checkRate(std::size_t link, std::vector<std::pair<double, double>>& changes)
    {
        std::sort(changes.begin(), changes.end());
        double rate = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            rate += changes[i].second;
            // What ends a rounding error after the next begins overlaps with nothing.
            const double lasts = i + 1 < changes.size() ? changes[i + 1].first - changes[i].first : 0.0;
            if (rate > 1 + kTolerance && lasts > m_playback.duration.value * kTolerance)
                complain(QStringLiteral("link %1 carries %2 of what it can at %3")
                             .arg(link)
                             .arg(rate)
                             .arg(changes[i].first));
        }
    }

    Bytes bytesOf(const PlaybackHop& hop, const Transfer& t) const
    {
        double blocks = t.fraction();
        for (const Run& run : hop.together)
            blocks *= static_cast<double>(run.size);
        return m_block * blocks;
    }

    void alongDimension(const PlaybackHop& hop, const Transfer& t, std::vector<double>& loads)
    {
        std::int64_t stride = 1;
        for (const TorusPart& part : m_axis.torusParts()) {
            const std::int64_t from = t.from / stride % part.size;
            std::int64_t to = from + t.direction;
            if (part.wraps)
                to = (to + part.size) % part.size;
            if (part.dimension == hop.dimension && to >= 0 && to < part.size && t.direction != 0 &&
                t.to == t.from + (to - from) * stride) {
                const BytesPerSecond link = m_topology.link / static_cast<double>(part.stride);
                loads[linkOf(hop.dimension, t.from, t.direction < 0)] += (bytesOf(hop, t) / link).value;
                return;
            }
            stride *= part.size;
        }
        complain(QStringLiteral("no link from %1 to %2 in dimension %3").arg(t.from).arg(t.to).arg(hop.dimension));
    }

    void acrossLevels(const PlaybackHop& hop, const Transfer& t, std::vector<double>& loads)
    {
        int crossed = -1;
        for (int i = 0; i < m_topology.levelCount; ++i) {
            const Topology::Level& level = m_topology.levels[static_cast<std::size_t>(i)];
            const LevelShare share = shareOf(m_axis, level);
            const int from = t.from / static_cast<int>(share.members);
            const int to = t.to / static_cast<int>(share.members);
            if (from == to)
                continue;
            crossed = i;
            const double seconds = (bytesOf(hop, t) / (level.link / share.groups)).value;
            loads[linkOf(Shape::kMaxDimensions + i, from, false)] += seconds;
            loads[linkOf(Shape::kMaxDimensions + i, to, true)] += seconds;
        }
        if (crossed != hop.level || t.direction != 0)
            complain(QStringLiteral("%1 to %2 crosses level %3").arg(t.from).arg(t.to).arg(crossed));
    }

    const Playback& m_playback;
    const AxisPlacement& m_axis;
    const Topology& m_topology;
    Bytes m_block;
    QString m_problem;
};

}  // namespace playbacksimulation
