// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/snapshot.h"

#include <QString>

#include <array>

namespace scalescope {

/// One number of the strip in words.
struct Headline {
    enum class State {
        plain,
        hypothetical,  // of a plan that does not fit
        trouble,       // what does not fit
        unknown,       // a dash
    };

    QString derivation;  // id
    QString title;
    QString number;  // "5.62"
    QString unit;    // "s (5.62 – 12.7)"
    QString note;    // one line beneath
    QString tip;     // in full, or what would have to be known
    State state = State::plain;

    bool operator==(const Headline&) const = default;
};

constexpr std::size_t kHeadlineCount = 7;
constexpr std::size_t kBoundHeadline = 1;
using Headlines = std::array<Headline, kHeadlineCount>;

/// Step time, bound by, MFU, memory, tokens per second, days and dollars of the run.
Headlines headlinesOf(const Snapshot& snapshot);

/// The first thing that makes the plan impossible and what would work instead; empty if it is possible.
QString impossibleText(const Estimate& estimate);

/// As wide as each gets: the columns are laid out for them once, so that nothing shifts.
Headlines widestHeadlines();

}  // namespace scalescope
