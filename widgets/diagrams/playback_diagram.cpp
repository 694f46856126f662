// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/playback_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/playback_hits.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr qsizetype kMostRows = 2000;  // of the table
constexpr double kSame = 1e-9;

}  // namespace

void PlaybackDiagram::take(const Snapshot& now)
{
    m_study = now.scenario.sharding;
    now.sharding();
    m_answer = now.m_sharding;
    m_members = m_answer->collective ? GroupMembers(m_answer->collective->group) : GroupMembers();
    m_networks.clear();
    for (const Network& network : now.scenario.hardware.cluster.networks)
        m_networks << fromCore(nameOf(network));

    auto played = m_members.size() > 1 ? playedCollective(m_study, *m_answer) : nullptr;
    if (played == m_playback && played)
        return;
    m_playback = std::move(played);
    m_steps.clear();
    m_tracks.clear();
    if (!m_playback)
        return;
    m_steps = stepsOf(*m_playback);
    for (const PlaybackHop& hop : m_playback->hops) {
        auto track = std::find_if(m_tracks.begin(), m_tracks.end(), [&](const Track& t) {
            return t.dimension == hop.dimension && t.level == hop.level;
        });
        if (track == m_tracks.end())
            track = m_tracks.insert(m_tracks.end(), {hop.dimension, hop.level, trackName(hop.dimension, hop.level), {}});
        track->hops.push_back(&hop);
    }
    std::sort(m_tracks.begin(), m_tracks.end(), [](const Track& a, const Track& b) {
        return std::pair(a.level, a.dimension) < std::pair(b.level, b.dimension);
    });
}

QString PlaybackDiagram::trackName(int dimension, int level) const
{
    if (dimension >= 0)
        return dimensionName(dimension);
    return m_networks[m_answer->topology.levels[static_cast<std::size_t>(level)].network];
}

Seconds PlaybackDiagram::moment() const
{
    return view().played ? std::clamp(*view().played, Seconds(0), m_playback->duration) : m_playback->duration;
}

QString PlaybackDiagram::title() const
{
    return m_answer && m_answer->collective ? tr("%1, hop by hop").arg(collectiveOver(m_study)) : tr("The collective, hop by hop");
}

QString PlaybackDiagram::stepWords() const
{
    const int hops = static_cast<int>(m_steps.size());
    const Seconds at = moment();
    const QString clock = tr("%1 of %2").arg(secondsText(at.value), secondsText(m_playback->duration.value));
    if (at >= m_playback->duration)
        return tr("after %n hops, %1", nullptr, hops).arg(secondsText(m_playback->duration.value));
    return tr("hop %1 of %2, %3").arg(stepAt(m_steps, at) + 1).arg(hops).arg(clock);
}

QString PlaybackDiagram::whyNotPlayed() const
{
    if (!m_answer->placement)
        return whyImpossible(m_answer->diagnostics);
    if (m_members.size() < 2)
        return tr("A group of one chip has nothing to send.");
    const QString name = fromCore(nameOf(m_study.collective));
    switch (m_study.collective) {
    case Collective::broadcast:
    case Collective::gather:
        return tr("%1 has a time, beside, but is not drawn: AllGather, ReduceScatter, AllReduce and AllToAll are.").arg(name);
    default: break;
    }
    const int most = m_study.collective == Collective::allToAll ? kMaxPlayedAllToAll : kMaxPlayedMembers;
    if (m_members.size() > most)
        return tr("This group has %1 chips; %2 is drawn for groups of up to %3. Choose fewer or smaller axes to see it.")
            .arg(countText(m_members.size()), name, countText(most));
    return tr("There is nothing to send.");
}

/// Drawn is what goes over the links; what takes longer than the bandwidth term is said.
QString PlaybackDiagram::timeWords() const
{
    const Playback& p = *m_playback;
    const QString total = secondsText(p.duration.value);
    if (p.duration <= p.bandwidth * (1 + kSame))
        return tr("%1 in all, exactly the bandwidth term.").arg(total);
    const QString term = secondsText(p.bandwidth.value);
    if (p.busiest <= p.bandwidth * (1 + kSame))
        return tr("%1 in all: the bandwidth term of %2, exceeded only by the pipeline's fill of %3.")
            .arg(total, term, secondsText(p.fill.value));
    return tr("%1 in all; the bandwidth term is %2, as the torus rule binds on fewer dimensions than are drawn.").arg(total, term);
}

QString PlaybackDiagram::caption() const
{
    if (!m_playback)
        return tr("Not drawn.");
    return timeWords();
}

QString PlaybackDiagram::summary() const
{
    if (!m_playback)
        return whyNotPlayed();
    QStringList networks;
    for (const Track& track : m_tracks)
        networks << tr("%1: %n hops", nullptr, static_cast<int>(track.hops.size())).arg(track.name);
    QString words = tr("%1 in a group of %2.").arg(collectiveOver(m_study), countText(m_playback->members)) + u' ' + timeWords() +
        u' ' + tr("%1.").arg(networks.join(tr(", ")));
    if (m_playback->chunks > 1)
        words += u' ' + tr("Each block travels in %n chunks.", nullptr, m_playback->chunks);
    return words;
}

FigureTable PlaybackDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Hop"), tr("On"), tr("Start"), tr("Duration"), tr("From"), tr("To"), tr("Block"), tr("Blocks together")};
    if (!m_playback)
        return table;
    for (const PlaybackHop& hop : m_playback->hops) {
        const QString step = QString::number(stepAt(m_steps, hop.start + m_playback->duration * kSame) + 1);
        const QString on = trackName(hop.dimension, hop.level);
        std::int64_t together = 1;
        for (const Run& run : hop.together)
            together *= run.size;
        for (const Transfer& transfer : hop.transfers) {
            if (table.rows.size() == kMostRows) {
                table.rows << QStringList{tr("and more"), {}, {}, {}, {}, {}, {}, {}};
                table.values << QStringList{{}, {}, {}, {}, {}, {}, {}, {}};
                return table;
            }
            const QString from = countText(m_members.chipOf(transfer.from));
            const QString to = countText(m_members.chipOf(transfer.to));
            table.rows << QStringList{step, on, secondsText(hop.start.value), secondsText(hop.duration.value), from, to,
                                      QString::number(transfer.block), QString::number(together)};
            table.values << QStringList{step, on, fromCore(shortest(hop.start.value)), fromCore(shortest(hop.duration.value)),
                                        QString::number(m_members.chipOf(transfer.from)), QString::number(m_members.chipOf(transfer.to)),
                                        QString::number(transfer.block), QString::number(together)};
        }
    }
    return table;
}

QString PlaybackDiagram::memberName(int member) const { return tr("device %1").arg(countText(m_members.chipOf(member))); }

QString PlaybackDiagram::heldWords(double share) const
{
    switch (m_playback->collective) {
    case Collective::reduceScatter: return tr("has %1 of the terms of its block").arg(percentText(share));
    case Collective::allReduce: return tr("has %1 of the terms of the array").arg(percentText(share));
    case Collective::allToAll: return tr("has %1 of the pieces meant for it").arg(percentText(share));
    default: break;
    }
    return tr("holds %1 of the array").arg(percentText(share));
}

std::optional<std::int64_t> PlaybackDiagram::deviceOf(int hit) const
{
    return hit >= kFirstMemberHit ? std::optional(m_members.chipOf(hit - kFirstMemberHit)) : std::nullopt;
}

FigureHit PlaybackDiagram::describe(int id, QPointF, const Frame&) const
{
    FigureHit hit;
    const Seconds at = moment();
    if (id < kFirstMemberHit) {
        const Track& track = m_tracks[static_cast<std::size_t>(id)];
        hit.title = track.dimension >= 0 ? tr("Dimension %1").arg(track.name) : track.name;
        hit.lines << tr("%n hops", nullptr, static_cast<int>(track.hops.size()));
        Seconds busy;
        for (const PlaybackHop* hop : track.hops)
            busy += hop->duration;
        hit.lines << tr("busy for %1 of %2").arg(secondsText(busy.value), secondsText(m_playback->duration.value));
        return hit;
    }
    const int member = id - kFirstMemberHit;
    const std::int64_t chip = m_members.chipOf(member);
    hit.title = tr("Device %1 (%2)").arg(countText(chip), coordinatesText(chip, m_study.mesh));
    hit.lines << heldWords(shareHeld(*m_playback, heldAt(*m_playback, at), member));
    QStringList sends, receives;
    for (const PlaybackHop& hop : m_playback->hops) {
        if (hop.start > at || hop.finish() <= at)
            continue;
        for (const Transfer& transfer : hop.transfers) {
            if (transfer.from == member && !sends.contains(memberName(transfer.to)))
                sends << memberName(transfer.to);
            if (transfer.to == member && !receives.contains(memberName(transfer.from)))
                receives << memberName(transfer.from);
        }
    }
    const auto some = [](QStringList names) {
        constexpr qsizetype most = 4;
        const qsizetype more = names.size() - most;
        if (more > 0)
            names = names.mid(0, most) << tr("%n more", nullptr, static_cast<int>(more));
        return names.join(tr(", "));
    };
    if (!sends.isEmpty())
        hit.lines << tr("sends to %1").arg(some(sends));
    if (!receives.isEmpty())
        hit.lines << tr("receives from %1").arg(some(receives));
    return hit;
}

}  // namespace scalescope
