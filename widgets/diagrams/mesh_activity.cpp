// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/mesh_activity.h"

#include <algorithm>

namespace scalescope {

MeshActivity::MeshActivity(const Playback& playback, Seconds time, const GroupMembers& members,
                           const Topology& topology, std::int64_t devices)
    : m_members(members), m_topology(topology), m_devices(devices)
{
    std::int64_t stride = 1;
    for (int d = 0; d < topology.shape.dimensions; ++d) {
        m_strides[static_cast<std::size_t>(d)] = stride;
        stride *= topology.shape[d];
    }
    const auto n = static_cast<std::size_t>(playback.members);
    const Seconds moment = time + playback.duration * 1e-9;  // where one hop ends and the next begins, the next
    for (const PlaybackHop& hop : playback.hops) {
        if (hop.start > moment)
            break;
        if (hop.finish() <= moment || hop.transfers.empty())
            continue;
        Going going;
        going.dimension = hop.dimension;
        going.level = hop.level;
        going.stride = hop.dimension >= 0 ? strideOf(hop) : 1;
        going.up.assign(n, false);
        going.down.assign(n, false);
        for (const Transfer& transfer : hop.transfers) {
            const auto from = static_cast<std::size_t>(transfer.from);
            if (hop.dimension < 0)
                going.up[from] = going.up[static_cast<std::size_t>(transfer.to)] = true;
            else
                (transfer.direction > 0 ? going.up : going.down)[from] = true;
        }
        m_going.push_back(std::move(going));
    }
}

/// A group can have several lines in one dimension; a hop goes along one of them.
std::int64_t MeshActivity::strideOf(const PlaybackHop& hop) const
{
    const Transfer& transfer = hop.transfers.front();
    const std::int64_t dimensionStride = m_strides[static_cast<std::size_t>(hop.dimension)];
    const std::int64_t length = m_topology.shape[hop.dimension];
    const std::int64_t from = m_members.chipOf(transfer.from) / dimensionStride % length;
    const std::int64_t to = m_members.chipOf(transfer.to) / dimensionStride % length;
    for (const TorusPart& part : m_members.placement().torusParts())
        if (part.dimension == hop.dimension && from / part.stride % part.size != to / part.stride % part.size)
            return part.stride;
    return 1;
}

bool MeshActivity::carries(const MeshLayout::Link& link) const
{
    return std::any_of(m_going.begin(), m_going.end(), [&](const Going& going) {
        return link.dimension >= 0 ? link.dimension == going.dimension && onTorus(link, going)
                                   : link.level <= going.level && onLevel(link, going);
    });
}

bool MeshActivity::onTorus(const MeshLayout::Link& link, const Going& going) const
{
    const std::int64_t step = m_strides[static_cast<std::size_t>(link.dimension)];
    const std::int64_t length = m_topology.shape[link.dimension];
    // What comes from up to a stride before passes through.
    const auto passes = [&](std::int64_t chip, std::int64_t direction, const std::vector<bool>& sends) {
        const std::int64_t position = chip / step % length;
        for (std::int64_t j = 0; j < going.stride; ++j) {
            const std::int64_t sender = (position - direction * j % length + length) % length;
            const std::int64_t at = chip + (sender - position) * step;
            if (at < m_devices && sends[static_cast<std::size_t>(m_members.memberOf(at))])
                return true;
        }
        return false;
    };
    return passes(link.from, 1, going.up) || passes(link.to, -1, going.down);
}

bool MeshActivity::onLevel(const MeshLayout::Link& link, const Going& going) const
{
    constexpr std::int64_t most = 512;
    const std::int64_t end = std::min({link.to, m_devices, link.from + most});
    for (std::int64_t chip = link.from; chip < end; ++chip)
        if (going.up[static_cast<std::size_t>(m_members.memberOf(chip))])
            return true;
    return false;
}

}  // namespace scalescope
