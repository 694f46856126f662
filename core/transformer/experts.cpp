// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/experts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

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

ExpertCoverage::ExpertCoverage(const Mlp& mlp, double skew) : m_alike(skew <= 0 || mlp.experts <= 0)
{
    if (mlp.experts <= 0)
        return;
    m_experts = static_cast<double>(mlp.experts);
    const double k = std::min(static_cast<double>(mlp.topK), m_experts);
    const double scale = m_alike ? 0.0 : scaleOf(m_experts, k, skew);
    for (double i = 1; i <= (m_alike ? 1.0 : m_experts); ++i) {
        const double chance = m_alike ? k / m_experts : std::min(1.0, scale * std::pow(i, -skew));
        if (chance >= 1.0)
            m_certain += m_alike ? m_experts : 1.0;
        else
            m_missed.push_back(std::log1p(-chance));
    }
}

double ExpertCoverage::of(double tokens) const
{
    double met = tokens > 0 ? m_certain : 0.0;
    for (double missed : m_missed)
        met -= std::expm1(tokens * missed) * (m_alike ? m_experts : 1.0);
    return met / m_experts;
}

double expertCoverage(const Mlp& mlp, double tokens, double skew)
{
    return mlp.experts <= 0 ? 1.0 : ExpertCoverage(mlp, skew).of(tokens);
}

}  // namespace scalescope
