// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace scalescope {

struct Tick {
    double value = 0;
    QString label;
};

/// How a tick is written; `digits` are the significant ones that tell it from its neighbours.
using TickLabel = QString (*)(double value, int digits);

QString siLabel(double value, int digits);      // "100 T"
QString countLabel(double value, int digits);  // "0.01", "1,000"
QString timeLabel(double seconds, int digits);  // "10 ms", "100 s", "10,000 s"

/// Round values of a linear axis, at most `most` of them. They are round, and written, in `unit`.
std::vector<Tick> linearTicks(double lower, double upper, int most, double unit = 1);

/// Decades of a logarithmic axis; every second or third where there are more than `most`, steps of 1-2-5 and finer where
/// there are fewer than two. No two labels are the same.
std::vector<Tick> logTicks(double lower, double upper, int most, TickLabel label = siLabel);

/// The unit in which times up to this one are read best: its length in seconds and its English plural, to be translated
/// in the context "Ticks".
struct TimeUnit {
    double seconds;
    const char* plural;
};
TimeUnit timeUnitFor(double longest);

/// The nearest of 1, 2, 3, 5, 7 times a power of ten that is no less, and the one that is no more.
double roundedUp(double value);
double roundedDown(double value);

}  // namespace scalescope
