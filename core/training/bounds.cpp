// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/bounds.h"

#include <cmath>

namespace scalescope {

double optimalFsdpDegree(double batch, double dFf, double chips, double fsdpAxes, double tensorAxes)
{
    return std::sqrt(batch / dFf * (fsdpAxes / tensorAxes) * chips);
}

double criticalBatchPerChipMixed(FlopsPerByte alpha, double dFf, double fsdpAxes, double tensorAxes,
                                 NetworkCombination networks)
{
    const double factor = networks == NetworkCombination::add ? 4.0 : 1.0;
    return factor * alpha.value * alpha.value / (fsdpAxes * tensorAxes * dFf);
}

}  // namespace scalescope
