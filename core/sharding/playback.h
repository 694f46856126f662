// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/collective.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scalescope {

/// The most chips of a group that is played.
constexpr int kMaxPlayedMembers = 256;
/// The same for an AllToAll, which has as many pieces as the square of the members.
constexpr int kMaxPlayedAllToAll = 64;

/// Blocks on their way from one member of the group to the next. Members count the chips of one group, inner before
/// outer. Block b is the one that member b begins with, or ends with; in an AllToAll block s * members + t is the piece
/// that member s sends to member t.
struct Transfer {
    std::int16_t from = 0;
    std::int16_t to = 0;
    std::int16_t block = 0;     // the first of those that travel together, see PlaybackHop
    std::int8_t direction = 0;  // 1 up or -1 down the dimension, which tells the cables of a ring of two; 0 on a level
    bool reduces = false;       // the receiver adds it to what it holds
    double begin = 0;           // the part of each block that travels, of 0 to 1
    double end = 1;
    double adds = 1;  // what heldAt of `to` grows by, of each block

    double fraction() const { return end - begin; }
};

/// What happens at once on one dimension or level. Every transfer takes the hop's whole time.
struct PlaybackHop {
    Seconds start;
    Seconds duration;
    int dimension = -1;  // of the torus, or
    int level = -1;      // of the fabric
    int chunk = 0;
    int order = 0;              // in which this part of each block goes through the dimensions, counted from 0
    std::vector<Run> together;  // the blocks of each transfer: its first plus each sum of i * stride, 0 <= i < size
    std::vector<Transfer> transfers;

    Seconds finish() const { return start + duration; }
};

/// A collective drawn hop by hop.
struct Playback {
    int members = 1;
    Collective collective = Collective::allGather;
    int chunks = 1;                 // into which each block is cut along the pipeline
    int orders = 1;                 // of the dimensions that are in use
    std::vector<PlaybackHop> hops;  // by start
    Seconds duration;               // until the last hop ends
    Seconds bandwidth;              // the collective's exact bandwidth term
    Seconds busiest;                // bytes over the busiest link / its bandwidth; of an AllReduce, of both halves
    Seconds fill;  // duration - busiest: what filling the pipeline takes; zero on a ring, a line, a star
};

/// The hops of an AllGather, ReduceScatter, AllReduce or AllToAll in one group. Hop times are left out: what is drawn is
/// bytes over links.
///
/// A ring sends both ways, a line each block both ways to its ends, a star every block to its reader in turn. On several
/// dimensions each block is cut so that each part goes through them in another order, the parts as large as loads the
/// dimensions evenly. On several levels the outer links come first: members at the same position below each child
/// exchange what they have, and what came in is spread inside. Both run in chunks, one behind the other. A ReduceScatter
/// is an AllGather backwards. An AllToAll goes through the dimensions in turn, and straight from chip to chip across
/// the levels. A torus under other levels comes after them.
///
/// `busiest` equals `bandwidth`, except where an AllToAll crosses one dimension in two parts that an idle axis keeps
/// apart: the formula counts the larger of the two, and the drawing both. Nothing for groups over the limits, for
/// Broadcast and for Gather, and for an array without bytes.
std::optional<Playback> play(Collective collective, Bytes array, const AxisPlacement& axis, const Topology& topology);

/// What each member holds of each block after `time`, 0 to 1: element member * members + block. Of a reduction: the
/// share of the terms that it has added. Of an AllToAll: the pieces that are for this member, by sender.
std::vector<double> heldAt(const Playback& playback, Seconds time);

}  // namespace scalescope
