// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/playback_lines.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace scalescope {

namespace {

int around(int position, int size) { return (position % size + size) % size; }

/// On an even ring the chip opposite gets half of each block from each side.
struct RingReach {
    int hops = 0;
    bool halves = false;
};

RingReach reachOf(int size) { return {size / 2, size % 2 == 0}; }

/// The part of a block that goes all the way in one direction: all of it unless it meets its other half there.
void halve(LineStep& step)
{
    step.begin = step.direction > 0 ? 0.0 : 0.5;
    step.end = step.begin + 0.5;
}

/// A way through the line for all pieces in one direction; down is up seen from the other end.
struct LineQueues {
    int size;
    int direction;
    std::vector<std::uint64_t> waiting;               // by chip: destinations, a bit each
    std::vector<std::vector<std::vector<int>>> from;  // by chip and destination: the sources

    LineQueues(int n, int way)
        : size(n),
          direction(way),
          waiting(static_cast<std::size_t>(n)),
          from(static_cast<std::size_t>(n), std::vector<std::vector<int>>(static_cast<std::size_t>(n)))
    {
        for (int source = 0; source < n; ++source)
            for (int target = source + 1; target < n; ++target)
                add(source, source, target);
    }

    void add(int chip, int source, int target)
    {
        waiting[static_cast<std::size_t>(chip)] |= std::uint64_t(1) << target;
        from[static_cast<std::size_t>(chip)][static_cast<std::size_t>(target)].push_back(source);
    }

    int seen(int chip) const { return direction > 0 ? chip : size - 1 - chip; }

    /// Every chip sends the piece that has farthest to go. From the far end, so that nothing moves twice.
    void move(std::vector<LineStep>& steps)
    {
        for (int chip = size - 2; chip >= 0; --chip) {
            std::uint64_t& set = waiting[static_cast<std::size_t>(chip)];
            if (set == 0)
                continue;
            const int target = std::bit_width(set) - 1;
            std::vector<int>& sources = from[static_cast<std::size_t>(chip)][static_cast<std::size_t>(target)];
            const int source = sources.back();
            sources.pop_back();
            if (sources.empty())
                set &= ~(std::uint64_t(1) << target);
            LineStep step;
            step.from = seen(chip);
            step.to = seen(chip + 1);
            step.source = seen(source);
            step.target = seen(target);
            step.direction = direction;
            steps.push_back(step);
            if (target != chip + 1)
                add(chip + 1, source, target);
        }
    }
};

}  // namespace

LineSchedule gatherOnRing(int size)
{
    const RingReach reach = reachOf(size);
    LineSchedule schedule;
    for (int hop = 1; hop <= reach.hops; ++hop) {
        const bool meets = reach.halves && hop == reach.hops;
        LineHop& now = schedule.emplace_back();
        now.load = meets ? 0.5 : 1.0;
        for (int source = 0; source < size; ++source) {
            for (int direction : {1, -1}) {
                LineStep step;
                step.from = around(source + direction * (hop - 1), size);
                step.to = around(source + direction * hop, size);
                step.source = source;
                step.direction = direction;
                // Half of the block goes one chip further than the other half.
                step.reached = reach.hops - hop + (reach.halves && !meets ? 0.5 : 1.0);
                if (meets)
                    halve(step);
                now.steps.push_back(step);
            }
        }
    }
    return schedule;
}

LineSchedule gatherOnLine(int size)
{
    LineSchedule schedule;
    for (int hop = 1; hop < size; ++hop) {
        LineHop& now = schedule.emplace_back();
        for (int source = 0; source < size; ++source) {
            for (int direction : {1, -1}) {
                LineStep step;
                step.from = source + direction * (hop - 1);
                step.to = source + direction * hop;
                step.source = source;
                step.direction = direction;
                step.reached = direction > 0 ? size - step.to : step.to + 1;
                if (step.to >= 0 && step.to < size)
                    now.steps.push_back(step);
            }
        }
    }
    return schedule;
}

LineSchedule gatherOnStar(int size)
{
    LineSchedule schedule;
    for (int hop = 1; hop < size; ++hop) {
        LineHop& now = schedule.emplace_back();
        for (int source = 0; source < size; ++source) {
            LineStep step;
            step.from = source;
            step.to = around(source + hop, size);
            step.source = source;
            now.steps.push_back(step);
        }
    }
    return schedule;
}

LineSchedule allToAllOnRing(int size)
{
    const RingReach reach = reachOf(size);
    LineSchedule schedule;
    for (int hop = 1; hop <= reach.hops; ++hop) {
        LineHop& now = schedule.emplace_back();
        now.load = reach.hops - hop + (reach.halves ? 0.5 : 1.0);
        for (int source = 0; source < size; ++source) {
            for (int direction : {1, -1}) {
                for (int distance = hop; distance <= reach.hops; ++distance) {
                    LineStep step;
                    step.from = around(source + direction * (hop - 1), size);
                    step.to = around(source + direction * hop, size);
                    step.source = source;
                    step.target = around(source + direction * distance, size);
                    step.direction = direction;
                    if (reach.halves && distance == reach.hops)
                        halve(step);
                    now.steps.push_back(step);
                }
            }
        }
    }
    return schedule;
}

LineSchedule allToAllOnLine(int size)
{
    LineQueues up(size, 1);
    LineQueues down(size, -1);
    LineSchedule schedule;
    for (;;) {
        LineHop now;
        up.move(now.steps);
        down.move(now.steps);
        if (now.steps.empty())
            return schedule;
        schedule.push_back(std::move(now));
    }
}

LineSchedule allToAllAcross(std::span<const int> degrees, int level)
{
    int size = 1;
    int below = 1;  // positions below one child of the level
    for (int i = 0; i < static_cast<int>(degrees.size()); ++i) {
        below *= i < level ? degrees[static_cast<std::size_t>(i)] : 1;
        size *= degrees[static_cast<std::size_t>(i)];
    }
    const auto shifted = [&](int position, int shift) {
        int result = 0;
        int stride = 1;
        for (int degree : degrees) {
            result += (position / stride + shift / stride) % degree * stride;
            stride *= degree;
        }
        return result;
    };
    LineSchedule schedule;
    for (int shift = below; shift < below * degrees[static_cast<std::size_t>(level)]; ++shift) {
        LineHop& now = schedule.emplace_back();
        for (int source = 0; source < size; ++source) {
            LineStep step;
            step.from = source;
            step.to = shifted(source, shift);
            step.source = source;
            step.target = step.to;
            now.steps.push_back(step);
        }
    }
    return schedule;
}

}  // namespace scalescope
