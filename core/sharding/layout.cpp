// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/layout.h"

#include <algorithm>
#include <bit>

namespace scalescope {

namespace {

bool beginsWith(const AxisList& list, const AxisList& other, int count)
{
    return list.size() >= count && other.size() >= count && std::equal(list.begin(), list.begin() + count, other.begin());
}

constexpr std::array<StepKind, 5> kMoveKinds = {StepKind::slice, StepKind::reduceScatter, StepKind::allToAll,
                                                StepKind::allReduce, StepKind::gather};

StepKind kindOf(int source, int target)
{
    if (source == Layout::kNowhere)
        return StepKind::slice;
    if (source == Layout::kUnreduced)
        return target == Layout::kNowhere ? StepKind::allReduce : StepKind::reduceScatter;
    return target == Layout::kNowhere ? StepKind::gather : StepKind::allToAll;
}

/// What is to be done.
struct Task {
    Task(const Layout& from, const Layout& wanted)
        : to(wanted), source(from.positions()), target(wanted.positions())
    {
        for (int d = 0; d < ShardedArray::kMaxDimensions; ++d) {
            int staying = 0;
            for (int axis : from[d]) {
                staying += targetOf(axis) == d ? 1 : 0;
                possible = possible && targetOf(axis) != Layout::kUnreduced;
            }
            possible = possible && beginsWith(from[d], to[d], staying);
        }
    }

    int sourceOf(int axis) const { return source[static_cast<std::size_t>(axis)]; }
    int targetOf(int axis) const { return target[static_cast<std::size_t>(axis)]; }

    const Layout& to;
    Layout::Positions source;
    Layout::Positions target;
    bool possible = true;  // as far as the axes go that stay
};

/// How far it has come.
class Redistribution {
public:
    Redistribution(const Task& task, const Layout& from) : m_task(&task), m_now(from)
    {
        for (int axis = 0; axis < kMaxMeshAxes; ++axis)
            if (sourceOf(axis) != targetOf(axis))
                pending(kindOf(sourceOf(axis), targetOf(axis))) |= 1u << axis;
    }

    const Layout& now() const { return m_now; }
    bool anyPending() const { return std::any_of(m_pending.begin(), m_pending.end(), [](unsigned set) { return set != 0; }); }

    /// Moves all axes that can be moved so; false when none can.
    bool moveAll(StepKind kind, Move& move)
    {
        if (pending(kind) == 0)
            return false;
        move.kind = kind;
        move.axes = {};
        if (kind == StepKind::allToAll)
            exchange(move.axes);
        else
            while (moveOne(kind, move.axes)) { }
        if (move.axes.empty())
            return false;
        pending(kind) &= ~move.axes.set();
        move.from = common(m_task->source, move.axes);
        move.to = common(m_task->target, move.axes);
        move.after = m_now;
        return true;
    }

private:
    unsigned& pending(StepKind kind) { return m_pending[static_cast<std::size_t>(kind)]; }
    int sourceOf(int axis) const { return m_task->sourceOf(axis); }
    int targetOf(int axis) const { return m_task->targetOf(axis); }

    /// Moves the first axis that can, and appends it to `moved`.
    bool moveOne(StepKind kind, AxisList& moved)
    {
        for (unsigned waiting = pending(kind) & ~moved.set(); waiting != 0; waiting &= waiting - 1) {
            const int axis = std::countr_zero(waiting);
            const int source = sourceOf(axis);
            const int target = targetOf(axis);
            if ((source >= 0 && m_now[source].last() != axis) || (target >= 0 && !isNext(axis, target)))
                continue;
            if (source >= 0)
                m_now[source].removeLast();
            if (source == Layout::kUnreduced)
                m_now.unreduced &= ~(1u << axis);
            if (target >= 0)
                m_now[target].add(axis);
            if (target == Layout::kUnreduced)
                m_now.unreduced |= 1u << axis;
            moved.add(axis);
            return true;
        }
        return false;
    }

    bool isNext(int axis, int target) const
    {
        const AxisList& now = m_now[target];
        const AxisList& wanted = m_task->to[target];
        return now.size() < wanted.size() && wanted[now.size()] == axis && beginsWith(now, wanted, now.size());
    }

    /// The largest set of axes that can change their dimensions at once.
    void exchange(AxisList& moved)
    {
        unsigned set = pending(StepKind::allToAll);
        for (unsigned before = 0; set != before;) {
            before = set;
            for (int d = 0; d < ShardedArray::kMaxDimensions; ++d)
                set &= ~blockedAt(d, set);
        }
        for (AxisList& list : m_now.dimensions)
            while (!list.empty() && set & 1u << list.last())
                list.removeLast();
        for (int d = 0; d < ShardedArray::kMaxDimensions; ++d)
            for (int axis : m_task->to[d])
                if (set & 1u << axis) {
                    m_now[d].add(axis);
                    moved.add(axis);
                }
    }

    /// Those of `set` that cannot leave dimension d, or cannot join it after the others have left.
    unsigned blockedAt(int d, unsigned set) const
    {
        const AxisList& now = m_now[d];
        const AxisList& wanted = m_task->to[d];
        int stay = now.size();
        while (stay > 0 && set & 1u << now[stay - 1])
            --stay;
        unsigned blocked = 0;
        for (int i = 0; i < stay; ++i)
            blocked |= set & 1u << now[i];
        bool joins = beginsWith(now, wanted, stay);
        for (int i = 0; i < wanted.size(); ++i) {
            const int axis = wanted[i];
            if (sourceOf(axis) == d || !(set & 1u << axis)) {
                joins = joins && i < stay;
                continue;
            }
            if (!joins || i < stay)
                blocked |= 1u << axis;
        }
        return blocked;
    }

    static int common(const Layout::Positions& positions, const AxisList& axes)
    {
        const std::int8_t first = positions[static_cast<std::size_t>(axes[0])];
        for (int axis : axes)
            if (positions[static_cast<std::size_t>(axis)] != first)
                return -1;
        return std::max<int>(first, -1);
    }

    const Task* m_task;
    Layout m_now;
    std::array<unsigned, kStepKindNames.size()> m_pending{};
};

/// The fastest order of steps.
class OrderSearch {
public:
    explicit OrderSearch(const MoveTime& time) : m_time(time) {}

    /// Tries the steps from here in every order. When one order gets stuck, so do all, since no step stands in the way of
    /// another.
    bool follow(const Redistribution& from, Seconds soFar = {})
    {
        if (m_found && soFar >= m_shortest)
            return true;
        if (!from.anyPending()) {
            m_found = true;
            m_best = m_order;
            m_shortest = soFar;
            return true;
        }
        const std::size_t position = m_depth++;
        bool leads = false;
        for (StepKind kind : kMoveKinds) {
            Redistribution next = from;
            Move move;
            if (!next.moveAll(kind, move))
                continue;
            m_order[position] = kind;
            leads = follow(next, soFar + m_time(from.now(), move));
            if (!leads)
                break;
        }
        --m_depth;
        return leads;
    }

    const std::array<StepKind, kMaxMeshAxes>& best() const { return m_best; }

private:
    const MoveTime& m_time;
    std::array<StepKind, kMaxMeshAxes> m_order{};
    std::array<StepKind, kMaxMeshAxes> m_best{};
    std::size_t m_depth = 0;
    Seconds m_shortest;
    bool m_found = false;
};

}  // namespace

Layout::Positions Layout::positions() const
{
    Positions positions;
    positions.fill(kNowhere);
    for (int d = 0; d < ShardedArray::kMaxDimensions; ++d)
        for (int axis : (*this)[d])
            positions[static_cast<std::size_t>(axis)] = static_cast<std::int8_t>(d);
    for (unsigned left = unreduced; left != 0; left &= left - 1)
        positions[static_cast<std::size_t>(std::countr_zero(left))] = kUnreduced;
    return positions;
}

Layout layoutOf(const ShardedArray& array)
{
    Layout layout;
    for (std::size_t d = 0; d < array.dimensions.size(); ++d)
        layout.dimensions[d] = array.dimensions[d].axes;
    layout.unreduced = array.unreduced.set();
    return layout;
}

ShardedArray laidOut(const ShardedArray& array, const Layout& layout)
{
    ShardedArray result = array;
    for (std::size_t d = 0; d < result.dimensions.size(); ++d)
        result.dimensions[d].axes = layout.dimensions[d];
    if (layout.unreduced != array.unreduced.set()) {
        result.unreduced = {};
        for (int axis = 0; axis < kMaxMeshAxes; ++axis)
            if (layout.unreduced & 1u << axis)
                result.unreduced.add(axis);
    }
    return result;
}

Bytes blockBytes(const ShardedArray& array, const Layout& layout, const DeviceMesh& mesh)
{
    double elements = 1;
    for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
        const std::int64_t size = array.dimensions[d].size;
        const std::int64_t parts = sizeOf(layout.dimensions[d], mesh);
        elements *= static_cast<double>(size / parts + (size % parts != 0 ? 1 : 0));
    }
    return bytesOf(array.type, elements);
}

bool redistribute(const Layout& from, const Layout& to, const MoveTime& time, Moves& moves)
{
    moves.clear();
    if (from == to)
        return true;
    const Task task(from, to);
    Redistribution redistribution(task, from);
    OrderSearch search(time);
    if (!task.possible || !search.follow(redistribution))
        return false;
    for (std::size_t i = 0; redistribution.anyPending(); ++i) {
        Move move;
        redistribution.moveAll(search.best()[i], move);
        moves.add(move);
    }
    return true;
}

}  // namespace scalescope
