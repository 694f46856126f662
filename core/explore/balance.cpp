// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/balance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

struct Degree {
    std::string_view id;
    std::int64_t Plan::*member;
};

constexpr std::array<Degree, kAxisCount> kDegrees = {
    {{"plan.fsdp", &Plan::fsdp}, {"plan.data", &Plan::data}, {"plan.tensor", &Plan::tensor}}};

const Degree* degreeNamed(std::string_view id)
{
    const auto found = std::find_if(kDegrees.begin(), kDegrees.end(), [id](const Degree& d) { return d.id == id; });
    return found == kDegrees.end() ? nullptr : &*found;
}

/// Sets `degree` so that the product is the number of chips, if a whole number does.
bool fill(Scenario& scenario, const Degree& degree)
{
    const double chips = chipCount(scenario.hardware.cluster);
    double others = 1;
    for (const Degree& d : kDegrees)
        if (d.id != degree.id)
            others *= static_cast<double>(scenario.plan.*d.member);
    if (std::fmod(chips, others) != 0)
        return false;
    scenario.plan.*degree.member = static_cast<std::int64_t>(chips / others);
    return true;
}

/// Tries the degrees in turn, `first` before the others, never `fixed`.
bool makeLegal(Scenario& scenario, std::string_view fixed, std::string_view first)
{
    const auto attempt = [&](const Degree& degree) {
        Scenario candidate = scenario;
        if (!fill(candidate, degree) || !summarise(candidate).possible)
            return false;
        scenario = std::move(candidate);
        return true;
    };
    if (const Degree* giver = degreeNamed(first); giver && giver->id != fixed)
        return attempt(*giver);
    return std::any_of(kDegrees.begin(), kDegrees.end(), [&](const Degree& d) { return d.id != fixed && attempt(d); });
}

bool changesCluster(const Edit& edit)
{
    return edit.id.starts_with("network.") || edit.id.starts_with("cluster.");
}

}  // namespace

std::vector<Edit> balanced(const Scenario& scenario, const Edit& edit, std::string_view giver)
{
    std::vector<Edit> edits = {edit};
    const bool degree = degreeNamed(edit.id) != nullptr;
    if (!degree && !changesCluster(edit))
        return edits;
    Scenario changed = scenario;
    if (!scalescope::apply(changed, edits).empty())
        return edits;
    const bool resized = chipCount(changed.hardware.cluster) != chipCount(scenario.hardware.cluster);
    if (!degree && !resized)
        return edits;
    if (!makeLegal(changed, degree ? std::string_view(edit.id) : std::string_view(), giver))
        return edits;
    for (const Degree& d : kDegrees)
        if (d.id != edit.id && changed.plan.*d.member != scenario.plan.*d.member)
            edits.push_back({std::string(d.id), static_cast<double>(changed.plan.*d.member)});
    return edits;
}

std::vector<double> legalDegrees(const Scenario& scenario, std::string_view id, std::string_view giver)
{
    std::vector<double> values;
    const Degree* degree = degreeNamed(id);
    if (!degree)
        return values;
    const std::int64_t present = scenario.plan.*degree->member;
    const auto chips = static_cast<std::int64_t>(chipCount(scenario.hardware.cluster));
    const auto consider = [&](std::int64_t value) {
        Scenario changed = scenario;
        changed.plan.*degree->member = value;
        if (makeLegal(changed, degree->id, giver))
            values.push_back(static_cast<double>(value));
    };
    for (std::int64_t small = 1; small <= chips / small; ++small) {
        if (chips % small != 0)
            continue;
        consider(small);
        if (small != chips / small)
            consider(chips / small);
    }
    if (std::find(values.begin(), values.end(), static_cast<double>(present)) == values.end())
        values.push_back(static_cast<double>(present));
    std::sort(values.begin(), values.end());
    return values;
}

Scenario refitted(Scenario scenario)
{
    if (summarise(scenario).possible || makeLegal(scenario, {}, {}))
        return scenario;
    for (std::int64_t tensor = scenario.plan.tensor; tensor >= 1; tensor /= 2) {
        Scenario candidate = scenario;
        candidate.plan.tensor = tensor;
        candidate.plan.data = 1;
        if (makeLegal(candidate, "plan.tensor", {}))
            return candidate;
    }
    return scenario;
}

}  // namespace scalescope
