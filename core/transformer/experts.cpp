// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/experts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

double touched(double chance, double tokens)
{
    if (chance >= 1.0)
        return tokens > 0 ? 1.0 : 0.0;
    return -std::expm1(tokens * std::log1p(-chance));
}

/// The factor by which likings i^-skew become chances of being among the k of a token: chances are at most 1 and sum to k.
/// The best liked are certain, one by one, until the next would not be.
double scaleOf(double experts, double k, double skew)
{
    double rest = 0;
    for (double i = 1; i <= experts; ++i)
        rest += std::pow(i, -skew);
    double scale = k / rest;
    for (double certain = 0; certain + 1.0 < k; ++certain) {
        const double next = std::pow(certain + 1.0, -skew);
        if (scale * next <= 1.0)
            break;
        rest -= next;
        scale = (k - certain - 1.0) / rest;
    }
    return scale;
}

}  // namespace

double expertCoverage(const Mlp& mlp, double tokens, double skew)
{
    if (mlp.experts <= 0)
        return 1;
    const auto experts = static_cast<double>(mlp.experts);
    const double k = std::min(static_cast<double>(mlp.topK), experts);
    if (skew <= 0)
        return touched(k / experts, tokens);
    const double scale = scaleOf(experts, k, skew);
    double sum = 0;
    for (double i = 1; i <= experts; ++i)
        sum += touched(std::min(1.0, scale * std::pow(i, -skew)), tokens);
    return sum / experts;
}

}  // namespace scalescope
