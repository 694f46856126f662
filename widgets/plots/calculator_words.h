// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explore/matmul_series.h"

namespace scalescope {

// What the plots of the calculator say alike.

/// "HBM", "VMEM", "host link".
QString memoryName(const Scenario& scenario);

/// Why the calculator's matmul has no times, as a heading and what helps; empty when it has them.
struct MatmulProblem {
    QString heading;
    QString why;
};
MatmulProblem problemOf(const Scenario& scenario, const MatmulAnswer& answer);

/// "B = 256, D = 8,192, F = 32,768".
QString shapeText(const MatmulShape& shape);

/// A batch or a size as people count them: whole, with its thousands separated.
QString wholeText(double value);

/// Peaks are read in the largest unit that leaves a number above one: T for 989e12.
struct RateUnit {
    double rate = 1;
    QString name;  // "TFLOP/s"
};
RateUnit rateUnitFor(double peak);

}  // namespace scalescope
