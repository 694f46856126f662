// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/headline_text.h"

#include <span>
#include <string_view>

namespace scalescope {

// What the headlines of training and of serving say alike, in the language of the moment.

constexpr QChar kHeadlineDash(0x2013);

/// A formatted quantity in two: "5.62" and "s", "12" and "".
struct NumberAndUnit {
    QString number;
    QString unit;
};
NumberAndUnit splitUnit(std::string_view formatted);

QString threeDigits(double value);
QString dollarsText(double dollars);     // "$0.0312", "$4.19 M"
QString timeUnit(const QString& unit);   // "hours" for "h"

Headline headline(const QString& derivation, const QString& title);

/// Makes it a dash; `tip` says why, or what would have to be known.
Headline& makeUnknown(Headline& headline, const QString& tip);

/// The expected time with the two others in brackets.
void showTimes(Headline& headline, Seconds lower, Seconds expected, Seconds upper);
QString timesUnit(const QString& unit, const QString& lower, const QString& upper);

/// What binds, with its colour.
void showBound(Headline& headline, BoundBy bound);
constexpr bool isOnChip(BoundBy bound) { return bound == BoundBy::compute || bound == BoundBy::memory || bound == BoundBy::cache; }

/// Memory of one chip against its capacity. What does not fit is explained by the first of `diagnostics` that says so.
Headline memoryHeadline(const QString& derivation, const MemoryEstimate& memory, const Diagnostics& diagnostics);

/// Numbers that stand on what does not fit are hypothetical; `tip` says what does not.
void makeHypothetical(std::span<Headline> headlines, const QString& tip);

Headline widestHeadline(const QString& title, const QString& number, const QString& unit, const QString& note);

/// Of serving; see headline_text.h.
Headlines servingHeadlines(const Snapshot& snapshot);
Headlines widestServingHeadlines();

}  // namespace scalescope
