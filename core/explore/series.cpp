// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/series.h"

#include "core/scenario/parameter.h"

#include <cmath>

namespace scalescope {

std::vector<Summary> series(const Scenario& scenario, std::string_view parameter, std::span<const double> values)
{
    std::vector<Summary> result;
    const auto found = findParameter(scenario, parameter);
    if (!found)
        return result;
    result.reserve(values.size());
    Scenario varied = scenario;
    for (double value : values) {
        found->set(varied, found->index, value);
        result.push_back(summarise(varied));
    }
    return result;
}

std::vector<double> logSpaced(double from, double to, int count)
{
    std::vector<double> values(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = from * std::pow(to / from, static_cast<double>(i) / (count - 1));
    return values;
}

}  // namespace scalescope
