// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagrams/mesh_layout.h"
#include "widgets/diagrams/played_collective.h"

namespace scalescope {

/// Which links carry something at a moment of a playback, in every group alike.
class MeshActivity {
public:
    MeshActivity(const Playback& playback, Seconds time, const GroupMembers& members, const Topology& topology,
                 std::int64_t devices);

    bool carries(const MeshLayout::Link& link) const;

private:
    struct Going {
        int dimension = -1;
        int level = -1;
        std::int64_t stride = 1;     // chips of the dimension from one member to the next
        std::vector<bool> up, down;  // members that send that way; on a level, that send or receive
    };

    bool onTorus(const MeshLayout::Link& link, const Going& going) const;
    bool onLevel(const MeshLayout::Link& link, const Going& going) const;
    std::int64_t strideOf(const PlaybackHop& hop) const;

    const GroupMembers& m_members;
    const Topology& m_topology;
    std::int64_t m_devices;
    std::array<std::int64_t, Shape::kMaxDimensions> m_strides{};  // in the row of chips
    std::vector<Going> m_going;
};

}  // namespace scalescope
