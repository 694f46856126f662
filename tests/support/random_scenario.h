// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace scalescope {

/// A value within a parameter's range, drawn so that every scale has a chance: ends, stops, choices, anything between.
inline std::optional<double> randomValue(const Parameter& p, std::mt19937& random)
{
    const auto pick = [&random](double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); };
    if (p.optional && pick(0, 1) < 0.1)
        return std::nullopt;
    if (p.isChoice())
        return std::floor(pick(0, p.maximum + 0.999));
    double value = pick(0, 1) < 0.1 ? p.minimum : pick(0, 1) < 0.1 ? p.maximum : pick(p.low, std::max(p.low, p.high));
    if (p.scale != Scale::linear && p.low > 0 && value > p.minimum && value < p.maximum)
        value = p.low * std::pow(std::max(p.low, p.high) / p.low, pick(0, 1));
    if (p.scale == Scale::powersOfTwo || p.scale == Scale::divisors)
        value = std::exp2(std::floor(std::log2(std::max(1.0, value))));
    value = std::clamp(value, p.minimum, p.maximum);
    return p.integer ? std::clamp(std::round(value), p.minimum, p.maximum) : value;
}

/// Changes `count` parameters at random; edits that are refused as a whole are left out.
inline Scenario randomised(Scenario scenario, int count, std::mt19937& random)
{
    for (int i = 0; i < count; ++i) {
        const std::vector<Parameter> table = parameters(scenario);
        const Parameter& p = table[std::uniform_int_distribution<std::size_t>(0, table.size() - 1)(random)];
        const Edit edit{p.id, randomValue(p, random)};
        scalescope::apply(scenario, std::span(&edit, 1));
    }
    return scenario;
}

/// Every shipped scenario.
inline std::vector<Scenario> shippedScenarios()
{
    const PresetLibrary library = shippedPresets();
    std::vector<Scenario> scenarios;
    for (std::string_view id : library.ids(PresetKind::scenarios))
        scenarios.push_back(scenarioPreset(library, id).value.value());
    return scenarios;
}

}  // namespace scalescope
