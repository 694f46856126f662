// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/timeline.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scalescope {

// A timeline by stage and lane, and what of it is drawn in a given width: never more than one rectangle per two pixels,
// however many items there are.

constexpr double kBoxPitch = 2;  // pixels from the start of one rectangle to that of the next, at least

/// What a rectangle says by its looks: a kind of work of the chips, or the traffic of a lane, exposed or hidden.
constexpr int kWorkTones = static_cast<int>(kTimelineWorkNames.size());
constexpr int kToneCount = kWorkTones + 2 * kLaneCount;
constexpr int toneOf(TimelineWork work) { return static_cast<int>(work); }
constexpr int toneOf(Lane lane, bool exposed) { return kWorkTones + 2 * static_cast<int>(lane) + (exposed ? 1 : 0); }
constexpr int toneOf(const TimelineItem& item)
{
    return item.lane == Lane::compute ? toneOf(item.work) : toneOf(item.lane, item.exposed);
}

/// The seconds that are shown.
struct TimeSpan {
    double from = 0;
    double to = 1;

    double length() const { return to - from; }
};

constexpr std::size_t kNoItem = static_cast<std::size_t>(-1);

/// A stretch of time of a row; `item` is the index of the timeline's item that it stands for.
struct TimePiece {
    double start = 0;
    double end = 0;
    int tone = 0;
    std::size_t item = kNoItem;
};

/// One rectangle, in pixels from the left end of its row. It stands for one piece, or for several that are too narrow to
/// be told apart: then `item` is kNoItem and `shares` says, in sixteenths of its width, what they are; the rest is idle.
struct TimeBox {
    double left = 0;
    double right = 0;
    int tone = 0;
    std::size_t item = kNoItem;
    std::array<std::uint8_t, kToneCount> shares{};

    bool merged() const { return item == kNoItem; }
};

/// Indices of a stage's items, and of those of one of its lanes, from the first to behind the last.
struct ItemRange {
    std::size_t first = 0;
    std::size_t end = 0;

    bool empty() const { return first == end; }
};
ItemRange itemsOf(const Timeline& timeline, int stage);
ItemRange itemsOf(const Timeline& timeline, int stage, Lane lane);

/// The lanes that a stage uses, compute first.
std::vector<Lane> lanesOf(const Timeline& timeline, int stage);

// The pieces of a row that reach into a span, in time order, without overlap.
std::vector<TimePiece> lanePieces(const Timeline& timeline, int stage, Lane lane, const TimeSpan& span);
/// The chips' work and the exposed traffic that they wait for, in one row.
std::vector<TimePiece> busyPieces(const Timeline& timeline, int stage, const TimeSpan& span);
/// The same, each task one piece with the communication that it waits for; its tone is that of its work, its item the
/// chips' part of it.
std::vector<TimePiece> taskPieces(const Timeline& timeline, int stage, const TimeSpan& span);

/// At most one rectangle per kBoxPitch pixels.
std::vector<TimeBox> boxesOf(std::span<const TimePiece> pieces, const TimeSpan& span, double width);

/// The piece at a time, or the nearest within `slack` seconds.
const TimePiece* pieceAt(std::span<const TimePiece> pieces, double time, double slack);

/// What a stage does over the whole step, in seconds. Communication of several lanes may be exposed at once.
struct StageTimes {
    std::array<double, kTimelineWorkNames.size()> work{};   // of the chips
    std::array<double, kLaneCount> busy{};                  // by Lane
    std::array<double, kLaneCount> exposed{};
    std::array<std::size_t, kLaneCount> items{};
    double waiting = 0;  // the chips, for their own communication
    double idle = 0;     // neither
};
StageTimes timesOf(const Timeline& timeline, int stage);

}  // namespace scalescope
