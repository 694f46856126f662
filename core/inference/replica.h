// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/assumptions.h"
#include "core/estimate/estimate.h"
#include "core/inference/serving_plan.h"

namespace scalescope {

/// Where the groups of one replica lie on its slice, tensor innermost, then expert, context, pipeline and, outermost, the
/// replicas that share the slice.
class Replica {
public:
    Replica(const ServingLayout& layout, bool tensorInExperts, const Topology& topology);

    bool placed() const { return m_placed; }
    double chips() const { return m_layout.chips(); }
    double replicas() const { return m_replicas; }  // on the slice
    const ServingLayout& layout() const { return m_layout; }
    const AxisPlacement& of(Group group) const;

    /// So many neighbours of a tensor group: those that would hold copies of one KV head.
    AxisPlacement copies(std::int64_t count, const Topology& topology) const;

private:
    ServingLayout m_layout;
    double m_replicas = 1;
    bool m_placed = false;
    AxisPlacement m_tensor;
    AxisPlacement m_rows;
    AxisPlacement m_columns;
    AxisPlacement m_expert;  // of the chips among which experts are split
    AxisPlacement m_context;
    AxisPlacement m_stages;
    AxisPlacement m_single;
};

}  // namespace scalescope
