// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/serving_plan.h"

#include <algorithm>

namespace scalescope {

double Serving::longestContext() const
{
    const double mean = prompt + output;
    return longest ? std::max(*longest, mean) : mean;
}

double Serving::computedPrompt() const
{
    return std::max(std::min(1.0, prompt), prompt * (1.0 - std::min(1.0, prefixHit + hostHit)));
}

}  // namespace scalescope
