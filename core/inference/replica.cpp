// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/replica.h"

#include <cmath>

namespace scalescope {

Replica::Replica(const ServingLayout& layout, bool tensorInExperts, const Topology& topology) : m_layout(layout)
{
    const double chips = static_cast<double>(topology.chips());
    m_replicas = chips / layout.chips();
    if (m_replicas < 1 || std::fmod(chips, layout.chips()) != 0 || layout.rows < 1 || layout.tensor % layout.rows != 0)
        return;
    const std::array<std::int64_t, 6> sizes = {layout.rows,    layout.tensor / layout.rows, layout.expert,
                                               layout.context, layout.pipeline,             static_cast<std::int64_t>(m_replicas)};
    std::array<AxisPlacement, 6> laid;
    if (placeAxes(sizes, topology, laid))
        return;
    m_placed = true;
    m_rows = laid[0];
    m_columns = laid[1];
    const std::array<const AxisPlacement*, 2> both = {&laid[0], &laid[1]};
    m_tensor = layout.rows <= 1 ? laid[1] : layout.rows == layout.tensor ? laid[0] : combined(both, topology);
    m_expert = laid[2];
    if (!tensorInExperts && layout.tensor > 1) {
        const std::array<const AxisPlacement*, 2> all = {&m_tensor, &laid[2]};
        m_expert = layout.expert > 1 ? combined(all, topology) : m_tensor;
    }
    m_context = laid[3];
    m_stages = laid[4];
}

const AxisPlacement& Replica::of(Group group) const
{
    switch (group) {
    case Group::tensor: return m_tensor;
    case Group::rows: return m_rows;
    case Group::columns: return m_columns;
    case Group::expert: return m_expert;
    case Group::context: return m_context;
    case Group::stages: return m_stages;
    default: break;
    }
    return m_single;
}

AxisPlacement Replica::copies(std::int64_t count, const Topology& topology) const
{
    const double rest = static_cast<double>(topology.chips()) / static_cast<double>(m_layout.tensor);
    const std::array<std::int64_t, 3> sizes = {count, m_layout.tensor / count, static_cast<std::int64_t>(rest)};
    std::array<AxisPlacement, 3> laid;
    return placeAxes(sizes, topology, laid) ? m_tensor : laid[0];
}

}  // namespace scalescope
