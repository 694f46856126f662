// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/scenario/sharding_answer.h"
#include "core/sharding/playback.h"

#include <memory>
#include <vector>

namespace scalescope {

// The collective of a sharding study as the figures play it.

/// The same playback for every figure that shows one snapshot: it is worked out anew only when the collective, the bytes
/// or the group changed. Nothing when it cannot be played. For the thread of the window.
std::shared_ptr<const Playback> playedCollective(const ShardingStudy& study, const ShardingAnswer& answer);

/// Chips and members of the groups; every group counts its members alike.
class GroupMembers {
public:
    GroupMembers() = default;
    explicit GroupMembers(const AxisPlacement& group) : m_group(group) {}

    int memberOf(std::int64_t chip) const;
    std::int64_t chipOf(int member) const;  // in the group of chip 0
    bool isInFirst(std::int64_t chip) const { return chipOf(memberOf(chip)) == chip; }
    const AxisPlacement& placement() const { return m_group; }
    std::int64_t size() const { return m_group.size; }

private:
    AxisPlacement m_group;
};

/// When something new begins: the starts of the hops, each once, rising.
std::vector<Seconds> stepsOf(const Playback& playback);

/// The step that goes on at a moment, counted from 0.
std::size_t stepAt(const std::vector<Seconds>& steps, Seconds time);

/// What a member has of all that it will have, 0 to 1, from what heldAt says.
double shareHeld(const Playback& playback, const std::vector<double>& held, int member);

/// "AllGather over XY".
QString collectiveOver(const ShardingStudy& study);

/// "x"
QString dimensionName(int dimension);

/// One way, from the first byte to the last member.
double hopsOf(const AxisPlacement& axis, const Topology& topology);

}  // namespace scalescope
