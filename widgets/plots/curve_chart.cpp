// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_chart.h"

#include "core/base/format.h"
#include "widgets/core_text.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

Decades Decades::around(double least, double most, int fewest)
{
    if (!(least > 0) || !std::isfinite(most) || !(most >= least))
        return {1e-6, 1};
    Decades range{std::pow(10.0, std::floor(std::log10(least) + 1e-9)), std::pow(10.0, std::ceil(std::log10(most) - 1e-9))};
    range.lower = std::min(range.lower, range.upper / std::pow(10.0, fewest));
    return range;
}

std::vector<Tick> powerTicks(double lower, double upper, int most)
{
    const int first = static_cast<int>(std::ceil(std::log2(lower) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log2(upper) + 1e-9));
    int stride = 1;
    while ((last - first) / stride + 1 > std::max(2, most))
        ++stride;
    std::vector<Tick> ticks;
    for (int e = first; e <= last; e += stride)
        ticks.push_back({std::exp2(e), fromCore(formatCount(std::exp2(e)))});
    return ticks;
}

}  // namespace scalescope
