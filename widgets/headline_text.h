// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/snapshot.h"

#include <QString>

#include <array>
#include <optional>

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
    std::optional<BoundBy> bound = {};  // that gives the number its colour

    bool operator==(const Headline&) const = default;
};

/// Whose numbers the strip shows.
enum class HeadlineSubject { training, serving };

constexpr std::size_t kHeadlineCount = 7;
using Headlines = std::array<Headline, kHeadlineCount>;

/// Of training: step time, bound by, MFU, memory, tokens per second, days and dollars of the run. Of serving: time to the
/// first token, time per token, tokens per second of a chip, what binds decode, memory, largest batch and dollars per million
/// output tokens.
Headlines headlinesOf(const Snapshot& snapshot, HeadlineSubject subject = HeadlineSubject::training);

/// The first thing that makes it impossible and what would work instead; empty if it is possible.
QString impossibleText(const Snapshot& snapshot, HeadlineSubject subject);

/// As wide as each gets: the columns are laid out for them once, so that nothing shifts.
Headlines widestHeadlines(HeadlineSubject subject);

}  // namespace scalescope
