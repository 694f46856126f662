// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/playback.h"
#include "core/sharding/playback_lines.h"

#include <span>
#include <vector>

namespace scalescope {

/// A ring, line or star schedule laid along one digit of the members.
struct Phase {
    const LineSchedule* schedule = nullptr;
    Run digit;                 // its size, and the members from one step to the next
    int dimension = -1;        // of the torus, or
    int level = -1;            // of the fabric
    std::vector<Run> earlier;  // digits that the phases before have crossed
    std::vector<Run> later;    // and those that the phases after will
};

/// A part of each block.
struct Part {
    double begin = 0;
    double end = 1;
    int chunk = 0;
    int order = 0;

    double size() const { return end - begin; }
    Part within(double from, double to) const
    {
        return {begin + size() * from, to == 1 ? end : begin + size() * to, chunk, order};
    }
};

/// Writes hops of an AllGather or an AllToAll into a playback.
class PlaybackDrawing {
public:
    PlaybackDrawing(Playback& playback, Bytes array);

    /// What one chip sends in a hop of load 1 when the part is whole.
    Bytes carried(const Phase& phase) const;
    /// The whole schedule over a link of this bandwidth.
    Seconds timeOf(const Phase& phase, BytesPerSecond link) const;

    void hop(const Phase& phase, const LineHop& hop, const Part& part, Seconds start, Seconds duration);
    /// All hops of the phase, one after the other.
    void whole(const Phase& phase, const Part& part, Seconds start, BytesPerSecond link);

private:
    bool exchanges() const { return m_playback.collective == Collective::allToAll; }

    Playback& m_playback;
    Bytes m_block;
};

}  // namespace scalescope
