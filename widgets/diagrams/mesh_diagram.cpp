// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/mesh_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/mesh_drawing.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

std::shared_ptr<const Playback> MeshDiagram::playback() const
{
    return view().played ? playedCollective(m_study, *m_answer) : nullptr;
}

QString MeshDiagram::title() const { return tr("Devices and links"); }

QString MeshDiagram::clusterWords() const
{
    QStringList words;
    const Topology& topology = m_answer->topology;
    if (topology.hasTorus) {
        QStringList sizes;
        for (int d = 0; d < topology.shape.dimensions; ++d)
            sizes << QString::number(topology.shape[d]);
        words << tr("%1 torus").arg(sizes.join(QStringLiteral(" × ")));
    }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (level.degree < 2)
            continue;
        const QString name = m_networks[static_cast<std::size_t>(level.network)].name;
        words << (level.dataCentre ? tr("%n slices over %1", nullptr, static_cast<int>(level.degree)).arg(name)
                                   : tr("%1 of %2").arg(name, countText(level.degree)));
    }
    return words.join(tr(", "));
}

QString MeshDiagram::caption() const
{
    if (!m_answer->placement)
        return tr("This mesh cannot be laid on the chips.");
    const std::int64_t chips = m_answer->topology.chips();
    const std::int64_t used = devices();
    if (playback())
        return tr("Full links are drawn strong; chips fill with what they hold.");
    if (used < chips)
        return tr("The mesh takes %1 of %2 chips; links have the colour of the axis that runs on them.")
            .arg(countText(used), countText(chips));
    return tr("Links have the colour of the mesh axis that runs on them.");
}

QString MeshDiagram::summary() const
{
    QStringList sentences;
    sentences << (clusterWords().isEmpty() ? tr("One chip.") : tr("%1 chips: %2.").arg(countText(m_answer->topology.chips()), clusterWords()));
    if (!m_answer->placement) {
        sentences << whyImpossible(m_answer->diagnostics);
        return sentences.join(u' ');
    }
    for (std::size_t i = 0; i < m_study.mesh.axes.size(); ++i) {
        const AxisPlacement& axis = (*m_answer->placement)[i];
        if (axis.size > 1)
            sentences << tr("%1 = %2 lies on %3: %4.")
                             .arg(fromCore(m_study.mesh.axes[i].name), countText(axis.size), whereWords(axis), wrapWords(axis));
    }
    return sentences.join(u' ');
}

QString MeshDiagram::whereWords(const AxisPlacement& axis) const
{
    QStringList words;
    for (const TorusPart& part : axis.torusParts())
        if (part.size > 1)
            words << dimensionName(part.dimension);
    for (int i = 0; i < m_answer->topology.levelCount; ++i) {
        const Topology::Level& level = m_answer->topology.levels[static_cast<std::size_t>(i)];
        if (shareOf(axis, level).children > 1)
            words << m_networks[static_cast<std::size_t>(level.network)].name;
    }
    return words.isEmpty() ? tr("one chip") : words.join(tr(", "));
}

QString MeshDiagram::wrapWords(const AxisPlacement& axis) const
{
    const auto parts = axis.torusParts();
    if (parts.empty())
        return tr("through switches");
    const auto wrapping = std::count_if(parts.begin(), parts.end(), [](const TorusPart& p) { return p.wraps; });
    if (wrapping == 0)
        return parts.size() > 1 ? tr("lines") : tr("a line");
    if (wrapping == static_cast<std::ptrdiff_t>(parts.size()))
        return parts.size() > 1 ? tr("rings") : tr("a ring");
    return tr("rings and lines");
}

FigureTable MeshDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Axis"), tr("Size"), tr("Lies on"), tr("Bandwidth"), tr("Hops"), tr("Shape")};
    if (!m_answer->placement)
        return table;
    CollectiveRules rules;
    rules.axes = AxesRule::placed;
    rules.fabric = FabricRule::tree;
    for (std::size_t i = 0; i < m_study.mesh.axes.size(); ++i) {
        const AxisPlacement& axis = (*m_answer->placement)[i];
        const double bandwidth = gatherBandwidth(axis, m_answer->topology, rules).value;
        const double hops = hopsOf(axis, m_answer->topology);
        const QString name = fromCore(m_study.mesh.axes[i].name);
        const QString shape = axis.size > 1 ? wrapWords(axis) : QString();
        table.rows << QStringList{name, countText(axis.size), whereWords(axis),
                                  axis.size > 1 ? siText(bandwidth, "B/s") : QString(), fromCore(formatCount(hops)), shape};
        table.values << QStringList{name, QString::number(axis.size), whereWords(axis),
                                    axis.size > 1 ? fromCore(shortest(bandwidth)) : QString(), fromCore(shortest(hops)), shape};
    }
    return table;
}

void MeshDiagram::take(const Snapshot& now)
{
    m_study = now.scenario.sharding;
    now.sharding();
    m_answer = now.m_sharding;
    m_networks.clear();
    for (const Network& network : now.scenario.hardware.cluster.networks)
        m_networks.push_back({fromCore(nameOf(network)), m_answer->topology.link, m_answer->topology.hop});
    for (int i = 0; i < m_answer->topology.levelCount; ++i) {
        const Topology::Level& level = m_answer->topology.levels[static_cast<std::size_t>(i)];
        NetworkWords& words = m_networks[static_cast<std::size_t>(level.network)];
        words.link = level.link;
        words.hop = level.hop;
    }
    m_members = m_answer->collective ? GroupMembers(m_answer->collective->group) : GroupMembers();
}

std::vector<MeshDiagram::Lying> MeshDiagram::axesIn(int dimension) const
{
    std::vector<Lying> found;
    if (m_answer->placement)
        for (std::size_t i = 0; i < m_answer->placement->size(); ++i)
            for (const TorusPart& part : (*m_answer->placement)[i].torusParts())
                if (part.dimension == dimension && part.size > 1)
                    found.push_back({static_cast<int>(i), part.size});
    return found;
}

std::vector<MeshDiagram::Lying> MeshDiagram::axesOn(int level) const
{
    std::vector<Lying> found;
    if (m_answer->placement)
        for (std::size_t i = 0; i < m_answer->placement->size(); ++i) {
            const double children =
                shareOf((*m_answer->placement)[i], m_answer->topology.levels[static_cast<std::size_t>(level)]).children;
            if (children > 1)
                found.push_back({static_cast<int>(i), static_cast<std::int64_t>(children)});
        }
    return found;
}

int MeshDiagram::onlyAxisOver() const
{
    int only = -1;
    for (std::size_t i = 0; i < m_study.mesh.axes.size(); ++i) {
        if (!m_study.over[i] || m_study.mesh.axes[i].size < 2)
            continue;
        if (only >= 0)
            return -1;
        only = static_cast<int>(i);
    }
    return only;
}

QString MeshDiagram::lyingWords(const Lying& lying) const
{
    const NamedSize& axis = m_study.mesh.axes[static_cast<std::size_t>(lying.axis)];
    const QString name = fromCore(axis.name);
    if (lying.size == axis.size)
        return QStringLiteral("%1 = %2").arg(name).arg(axis.size);
    return tr("%1: %2 of %3").arg(name).arg(lying.size).arg(axis.size);
}

QString MeshDiagram::dimensionWords(int dimension) const
{
    const QString size = QString::number(m_answer->topology.shape[dimension]);
    return m_answer->topology.wraps[static_cast<std::size_t>(dimension)]
        ? tr("%1: %2, ring").arg(dimensionName(dimension), size)
        : tr("%1: %2, line").arg(dimensionName(dimension), size);
}

QString MeshDiagram::speedWords(const NetworkWords& network) const
{
    return tr("%1 %2 one way").arg(network.name, siText(network.link.value, "B/s"));
}

QString MeshDiagram::placeOf(std::int64_t chip) const
{
    QStringList words;
    const Topology& topology = m_answer->topology;
    std::int64_t rest = chip % topology.torusChips();
    if (topology.hasTorus)
        for (int d = 0; d < topology.shape.dimensions; ++d) {
            words << tr("%1 = %2").arg(dimensionName(d)).arg(rest % topology.shape[d]);
            rest /= topology.shape[d];
        }
    for (int i = 0; i < topology.levelCount; ++i) {
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
        if (level.degree < 2 || level.chipsBelow * level.degree == topology.chips())
            continue;
        const std::int64_t number = chip / (level.chipsBelow * level.degree);
        words << tr("%1 %2").arg(m_networks[static_cast<std::size_t>(level.network)].name).arg(number);
    }
    for (int i = 0; i < topology.levelCount; ++i)
        if (const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)]; level.dataCentre && level.degree > 1)
            words << tr("slice %1").arg(chip / level.chipsBelow);
    return words.join(tr(", "));
}

QString MeshDiagram::heldWords(double share) const
{
    switch (playback()->collective) {
    case Collective::reduceScatter: return tr("has %1 of the terms of its block").arg(percentText(share));
    case Collective::allReduce: return tr("has %1 of the terms of the array").arg(percentText(share));
    case Collective::allToAll: return tr("has %1 of the pieces meant for it").arg(percentText(share));
    default: break;
    }
    return tr("holds %1 of the array").arg(percentText(share));
}

std::optional<std::int64_t> MeshDiagram::deviceOf(int hit) const
{
    if (hit < kFirstDeviceHit)
        return std::nullopt;
    const std::int64_t chip = hit - kFirstDeviceHit;
    return chip < devices() ? std::optional(chip) : std::nullopt;
}

FigureHit MeshDiagram::describe(int id, QPointF, const Frame&) const
{
    FigureHit hit;
    const Topology& topology = m_answer->topology;
    const auto addAxes = [&](const std::vector<Lying>& axes) {
        for (const Lying& lying : axes)
            hit.lines << lyingWords(lying);
    };
    if (id >= kFirstDeviceHit) {
        const std::int64_t chip = id - kFirstDeviceHit;
        const QString place = placeOf(chip);
        if (chip >= devices()) {
            hit.title = tr("Chip %1").arg(countText(chip));
            hit.lines << place;
            if (m_answer->placement)
                hit.lines << tr("outside the mesh");
        } else {
            hit.title = tr("Device %1 (%2)").arg(countText(chip), coordinatesText(chip, m_study.mesh));
            hit.lines << tr("chip at %1").arg(place);
            if (m_members.size() > 1)
                hit.lines << tr("member %1 of %2 of its group, %3")
                                 .arg(countText(m_members.memberOf(chip)), countText(m_members.size()), collectiveOver(m_study));
            if (const auto played = playback())
                hit.lines << heldWords(shareHeld(*played, heldAt(*played, *view().played), m_members.memberOf(chip)));
        }
        hit.lines.removeAll(QString());
        return hit;
    }
    if (id >= kFirstLevelHit) {
        const int index = id - kFirstLevelHit;
        const Topology::Level& level = topology.levels[static_cast<std::size_t>(index)];
        const NetworkWords& network = m_networks[static_cast<std::size_t>(level.network)];
        hit.title = network.name;
        hit.lines << tr("%1 children under each switch").arg(countText(level.degree))
                  << tr("%1 one way into it").arg(siText(network.link.value, "B/s"));
        if (network.hop.value > 0)
            hit.lines << tr("%1 a hop").arg(secondsText(network.hop.value));
        if (level.reduces)
            hit.lines << tr("the switches can add up in the network");
        addAxes(axesOn(index));
        return hit;
    }
    const bool wraps = topology.wraps[static_cast<std::size_t>(id)];
    hit.title = tr("Dimension %1: %2 chips").arg(dimensionName(id), countText(topology.shape[id]));
    hit.lines << (wraps ? tr("wraps: the last chip is joined to the first") : tr("does not wrap: its ends are not joined"))
              << tr("%1 one way, each link").arg(siText(topology.link.value, "B/s"));
    if (topology.hop.value > 0)
        hit.lines << tr("%1 a hop").arg(secondsText(topology.hop.value));
    addAxes(axesIn(id));
    return hit;
}

}  // namespace scalescope
