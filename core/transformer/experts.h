// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/architecture.h"

#include <vector>

namespace scalescope {

/// The fraction of E experts that at least one of `tokens` tokens is sent to, each token to k of them:
/// 1 - (1 - k/E)^tokens when all experts are equally liked. With `skew` s > 0 the i-th expert is liked as i^-s (Zipf), no
/// token twice; the mean over experts. From 0 to 1; rises with tokens and k, falls with the skew.
double expertCoverage(const Mlp& mlp, double tokens, double skew = 0);

/// The same, prepared for many numbers of tokens.
class ExpertCoverage {
public:
    ExpertCoverage(const Mlp& mlp, double skew);

    double of(double tokens) const;  // allocates nothing

private:
    std::vector<double> m_missed;  // logarithm of the chance that a token misses an expert; of all where they are equally liked
    double m_certain = 0;          // experts that every token is sent to
    double m_experts = 1;
    bool m_alike = true;
};

}  // namespace scalescope
