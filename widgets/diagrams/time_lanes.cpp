// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/time_lanes.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLeastSeen = 0.5;  // pixels

/// Collects a run of rectangles from pieces in time order.
class Merger {
public:
    Merger(const TimeSpan& span, double width) : m_scale(width / span.length()), m_from(span.from), m_width(width) {}

    void add(const TimePiece& piece)
    {
        double left = std::clamp((piece.start - m_from) * m_scale, 0.0, m_width);
        const double right = std::clamp((piece.end - m_from) * m_scale, 0.0, m_width);
        const bool near = m_open && left < m_box.left + kBoxPitch;
        // What is narrow but can be seen keeps its place; the wide one behind it begins after that.
        if (near && m_box.right - m_box.left >= kLeastSeen && right >= m_box.left + 3 * kBoxPitch) {
            left = m_box.left + kBoxPitch;
            m_box.right = std::min(m_box.right, left);
        } else if (near) {
            m_box.right = std::max(m_box.right, right);
            take(piece, right - left);
            return;
        }
        flush();
        m_open = true;
        m_box.left = left;
        m_box.right = right;
        take(piece, right - left);
    }

    std::vector<TimeBox> finish()
    {
        flush();
        return std::move(m_boxes);
    }

private:
    void take(const TimePiece& piece, double length)
    {
        m_lengths[static_cast<std::size_t>(piece.tone)] += length;
        if (length >= m_longest) {
            m_longest = length;
            m_box.tone = piece.tone;
            m_box.item = piece.item;
        }
        ++m_pieces;
    }

    void flush()
    {
        if (m_open)
            close();
        m_open = false;
        m_box = {};
        m_lengths = {};
        m_longest = -1;
        m_pieces = 0;
    }

    void close()
    {
        const double length = m_box.right - m_box.left;
        // One that takes all but a sliver of the place is drawn as itself.
        if (m_pieces > 1 && m_longest < std::max(length - kBoxPitch, 0.8 * length)) {
            m_box.item = kNoItem;
            for (std::size_t t = 0; t < m_lengths.size(); ++t)
                if (m_lengths[t] > 0)
                    m_box.shares[t] = static_cast<std::uint8_t>(16 * m_lengths[t] / length + 0.5);
        }
        TimeBox* last = m_boxes.empty() ? nullptr : &m_boxes.back();
        if (last && last->merged() && m_box.merged() && m_box.left - last->right < kBoxPitch / 2 && last->shares == m_box.shares)
            last->right = m_box.right;
        else
            m_boxes.push_back(m_box);
    }

    double m_scale;
    double m_from;
    double m_width;
    bool m_open = false;
    TimeBox m_box;
    std::array<double, kToneCount> m_lengths{};
    double m_longest = -1;
    int m_pieces = 0;
    std::vector<TimeBox> m_boxes;
};

/// The items of a range that reach into the span, as pieces; those of a lane do not overlap, so their ends are in order
/// as well.
template <class Wanted>
void append(std::vector<TimePiece>& pieces, const Timeline& timeline, ItemRange range, const TimeSpan& span, Wanted wanted)
{
    const auto begin = timeline.items.begin();
    auto at = std::lower_bound(begin + static_cast<std::ptrdiff_t>(range.first), begin + static_cast<std::ptrdiff_t>(range.end), span.from,
                               [](const TimelineItem& item, double time) { return item.end.value <= time; });
    const auto end = begin + static_cast<std::ptrdiff_t>(range.end);
    for (; at != end && at->start.value < span.to; ++at)
        if (wanted(*at))
            pieces.push_back({at->start.value, at->end.value, toneOf(*at), static_cast<std::size_t>(at - begin)});
}

bool startsBefore(const TimePiece& a, const TimePiece& b) { return a.start < b.start; }

bool sameTask(const TimelineItem& a, const TimelineItem& b)
{
    return a.work == b.work && a.microbatch == b.microbatch && a.chunk == b.chunk && a.microbatch >= 0;
}

}  // namespace

ItemRange itemsOf(const Timeline& timeline, int stage)
{
    const auto s = static_cast<std::size_t>(stage);
    return {timeline.firstOfStage[s], timeline.firstOfStage[s + 1]};
}

ItemRange itemsOf(const Timeline& timeline, int stage, Lane lane)
{
    const ItemRange all = itemsOf(timeline, stage);
    const auto begin = timeline.items.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(all.end);
    const auto first = std::partition_point(begin + static_cast<std::ptrdiff_t>(all.first), end, [&](const TimelineItem& item) { return item.lane < lane; });
    const auto last = std::partition_point(first, end, [&](const TimelineItem& item) { return item.lane == lane; });
    return {static_cast<std::size_t>(first - begin), static_cast<std::size_t>(last - begin)};
}

std::vector<Lane> lanesOf(const Timeline& timeline, int stage)
{
    std::vector<Lane> lanes;
    for (int l = 0; l < kLaneCount; ++l)
        if (const auto lane = static_cast<Lane>(l); lane == Lane::compute || !itemsOf(timeline, stage, lane).empty())
            lanes.push_back(lane);
    return lanes;
}

std::vector<TimePiece> lanePieces(const Timeline& timeline, int stage, Lane lane, const TimeSpan& span)
{
    std::vector<TimePiece> pieces;
    append(pieces, timeline, itemsOf(timeline, stage, lane), span, [](const TimelineItem&) { return true; });
    return pieces;
}

std::vector<TimePiece> busyPieces(const Timeline& timeline, int stage, const TimeSpan& span)
{
    std::vector<TimePiece> pieces = lanePieces(timeline, stage, Lane::compute, span);
    for (int l = static_cast<int>(Lane::compute) + 1; l < kLaneCount; ++l) {
        const auto middle = static_cast<std::ptrdiff_t>(pieces.size());
        append(pieces, timeline, itemsOf(timeline, stage, static_cast<Lane>(l)), span, [](const TimelineItem& item) { return item.exposed; });
        std::inplace_merge(pieces.begin(), pieces.begin() + middle, pieces.end(), startsBefore);
    }
    // Reductions of several degrees may be exposed at the same time: the one that began first is drawn.
    double until = pieces.empty() ? 0.0 : pieces.front().start;
    std::size_t kept = 0;
    for (TimePiece piece : pieces) {
        piece.start = std::max(piece.start, std::min(until, piece.end));
        if (kept > 0 && piece.end <= until)
            continue;
        until = std::max(until, piece.end);
        pieces[kept++] = piece;
    }
    pieces.resize(kept);
    return pieces;
}

std::vector<TimePiece> taskPieces(const Timeline& timeline, int stage, const TimeSpan& span)
{
    std::vector<TimePiece> pieces = busyPieces(timeline, stage, span);
    std::size_t kept = 0;
    for (TimePiece piece : pieces) {
        const TimelineItem& item = timeline.items[piece.item];
        piece.tone = toneOf(item.work);
        TimePiece* last = kept > 0 ? &pieces[kept - 1] : nullptr;
        if (last && sameTask(timeline.items[last->item], item)) {
            last->end = piece.end;
            if (item.lane == Lane::compute)
                last->item = piece.item;
        } else {
            pieces[kept++] = piece;
        }
    }
    pieces.resize(kept);
    return pieces;
}

std::vector<TimeBox> boxesOf(std::span<const TimePiece> pieces, const TimeSpan& span, double width)
{
    if (!(width > 0) || !(span.length() > 0))
        return {};
    Merger merger(span, width);
    for (const TimePiece& piece : pieces)
        merger.add(piece);
    return merger.finish();
}

const TimePiece* pieceAt(std::span<const TimePiece> pieces, double time, double slack)
{
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), time, [](double t, const TimePiece& piece) { return t < piece.start; });
    const TimePiece* nearest = nullptr;
    double distance = slack;
    if (after != pieces.begin()) {
        const TimePiece& before = *(after - 1);
        if (const double d = std::max(0.0, time - before.end); d <= distance) {
            nearest = &before;
            distance = d;
        }
    }
    if (after != pieces.end() && after->start - time < distance)
        nearest = &*after;
    return nearest;
}

StageTimes timesOf(const Timeline& timeline, int stage)
{
    StageTimes times;
    const ItemRange range = itemsOf(timeline, stage);
    for (std::size_t i = range.first; i < range.end; ++i) {
        const TimelineItem& item = timeline.items[i];
        const double length = (item.end - item.start).value;
        const auto lane = static_cast<std::size_t>(item.lane);
        times.busy[lane] += length;
        ++times.items[lane];
        if (item.exposed)
            times.exposed[lane] += length;
        if (item.lane == Lane::compute)
            times.work[static_cast<std::size_t>(item.work)] += length;
    }
    double occupied = 0;
    for (const TimePiece& piece : busyPieces(timeline, stage, {0, timeline.makespan.value}))
        occupied += piece.end - piece.start;
    times.idle = std::max(0.0, timeline.makespan.value - occupied);
    times.waiting = std::max(0.0, occupied - times.busy[static_cast<std::size_t>(Lane::compute)]);
    return times;
}

}  // namespace scalescope
