// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parameter.h"

#include "core/base/format.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

std::string rangeText(const Parameter& p, double bound)
{
    return p.unit.empty() ? formatCount(bound) : formatSi(bound, p.unit);
}

Diagnostic problemWith(const Parameter& p, std::string_view message, std::vector<std::string> arguments,
                       std::string_view suggestion)
{
    return {Severity::invalid, p.id, message, std::move(arguments), suggestion};
}

std::optional<bool> truthOf(std::string_view text)
{
    constexpr std::array<std::string_view, 4> yes = {"true", "yes", "on", "1"};
    constexpr std::array<std::string_view, 4> no = {"false", "no", "off", "0"};
    if (std::find(yes.begin(), yes.end(), text) != yes.end())
        return true;
    if (std::find(no.begin(), no.end(), text) != no.end())
        return false;
    return std::nullopt;
}

std::optional<double> choiceNamed(const Parameter& p, std::string_view name)
{
    if (p.choices.data() == kBooleanNames.data()) {
        if (const auto truth = truthOf(name))
            return *truth ? 1.0 : 0.0;
    }
    const auto found = std::find(p.choices.begin(), p.choices.end(), name);
    if (found == p.choices.end())
        return std::nullopt;
    return static_cast<double>(found - p.choices.begin());
}

std::string joined(std::span<const std::string_view> names)
{
    std::string text;
    for (std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

bool endsWithPart(std::string_view id, std::string_view part)
{
    return id.size() > part.size() && id.ends_with(part) && id[id.size() - part.size() - 1] == '.';
}

}  // namespace

std::vector<Parameter> parameters(const Scenario& scenario)
{
    std::vector<Parameter> table;
    table.reserve(192);
    addModelParameters(scenario, table);
    addHardwareParameters(scenario, table);
    addPlanParameters(scenario, table);
    addWorkloadParameters(table);
    addRunParameters(table);
    addServingParameters(scenario, table);
    addAssumptionParameters(table);
    addShardingParameters(scenario, table);
    addCalculatorParameters(table);
    return table;
}

std::optional<Parameter> findParameter(const Scenario& scenario, std::string_view id)
{
    std::vector<Parameter> table = parameters(scenario);
    const auto depth = [](const Parameter& p) { return std::count(p.id.begin(), p.id.end(), '.'); };
    Parameter* byPart = nullptr;
    bool unique = false;
    for (Parameter& p : table) {
        if (p.id == id)
            return std::move(p);
        if (!endsWithPart(p.id, id))
            continue;
        unique = !byPart || depth(p) < depth(*byPart) || (unique && depth(p) > depth(*byPart));
        if (!byPart || depth(p) < depth(*byPart))
            byPart = &p;
    }
    if (!unique)
        return std::nullopt;
    return std::move(*byPart);
}

std::optional<Diagnostic> checkValue(const Parameter& p, std::optional<double> value)
{
    if (!value) {
        if (p.optional)
            return std::nullopt;
        return problemWith(p, SCALESCOPE_TEXT("core", "%1 cannot be unknown."), {p.id}, {});
    }
    if (!std::isfinite(*value))
        return problemWith(p, SCALESCOPE_TEXT("core", "%1 must be a finite number."), {p.id}, {});
    if (p.isChoice()) {
        if (*value != std::floor(*value) || *value < p.minimum || *value > p.maximum)
            return problemWith(p, SCALESCOPE_TEXT("core", "%1 must be one of: %2."), {p.id, joined(p.choices)}, {});
        return std::nullopt;
    }
    if (*value < p.minimum || *value > p.maximum) {
        const double nearestValid = std::clamp(*value, p.minimum, p.maximum);
        return problemWith(p, SCALESCOPE_TEXT("core", "%1 = %2 is out of range: it must be between %3 and %4."),
                           {p.id, shortest(*value), rangeText(p, p.minimum), rangeText(p, p.maximum), shortest(nearestValid)},
                           SCALESCOPE_TEXT("core", "Nearest: %5."));
    }
    if (p.integer && *value != std::floor(*value))
        return problemWith(p, SCALESCOPE_TEXT("core", "%1 = %2 must be a whole number."),
                           {p.id, shortest(*value), shortest(std::floor(*value)), shortest(std::ceil(*value))},
                           SCALESCOPE_TEXT("core", "Nearest: %3 or %4."));
    return std::nullopt;
}

Diagnostic unknownParameter(const Scenario& scenario, std::string_view id)
{
    const std::vector<Parameter> table = parameters(scenario);
    std::vector<std::string_view> ids;
    for (const Parameter& p : table)
        ids.push_back(p.id);
    Diagnostic d{Severity::invalid, {}, SCALESCOPE_TEXT("core", "There is no parameter '%1'."), {std::string(id.substr(0, 80))}};
    for (const Parameter& p : table) {
        if (!endsWithPart(p.id, id))
            continue;
        d.message = SCALESCOPE_TEXT("core", "'%1' could be more than one parameter.");
        d.arguments.push_back(p.id);
        d.suggestion = SCALESCOPE_TEXT("core", "Write it in full, for example '%2'.");
        return d;
    }
    if (const auto near = nearest(id, ids)) {
        d.arguments.emplace_back(*near);
        d.suggestion = SCALESCOPE_TEXT("core", "Did you mean '%2'?");
    } else {
        d.suggestion = SCALESCOPE_TEXT("core", "'scalescope params' lists them.");
    }
    return d;
}

std::optional<Diagnostic> checkWhole(const Scenario& scenario)
{
    const double chips = chipCount(scenario.hardware.cluster);
    if (chips > kMaxChips)
        return Diagnostic{Severity::invalid, "cluster.chips",
                          SCALESCOPE_TEXT("core", "The cluster would have %1 chips; at most %2 are taken."),
                          {formatCount(chips), formatCount(kMaxChips)}};
    double devices = 1;
    for (const NamedSize& axis : scenario.sharding.mesh.axes)
        devices *= static_cast<double>(axis.size);
    if (devices > kMaxChips)
        return Diagnostic{Severity::invalid, "sharding.mesh." + scenario.sharding.mesh.axes.back().name,
                          SCALESCOPE_TEXT("core", "The mesh would have %1 devices; at most %2 are taken."),
                          {formatCount(devices), formatCount(kMaxChips)}};
    return std::nullopt;
}

Diagnostics apply(Scenario& scenario, std::span<const Edit> edits)
{
    Diagnostics problems;
    Scenario changed = scenario;
    for (const Edit& edit : edits) {
        const auto parameter = findParameter(changed, edit.id);
        if (!parameter) {
            problems.push_back(unknownParameter(changed, edit.id));
            continue;
        }
        if (auto problem = checkValue(*parameter, edit.value)) {
            problems.push_back(std::move(*problem));
            continue;
        }
        parameter->set(changed, parameter->index, edit.value);
    }
    if (auto problem = checkWhole(changed))
        problems.push_back(std::move(*problem));
    if (problems.empty())
        scenario = std::move(changed);
    return problems;
}

std::optional<Edit> parseEdit(const Parameter& p, std::string_view text, Diagnostic& problem)
{
    Edit edit{p.id, std::nullopt};
    if (p.isChoice()) {
        edit.value = choiceNamed(p, text);
        if (!edit.value) {
            problem = problemWith(p, SCALESCOPE_TEXT("core", "%1 cannot be '%2': it is one of %3."),
                                  {p.id, std::string(text.substr(0, 80)), joined(p.choices)}, {});
            if (const auto near = nearest(text, p.choices)) {
                problem.arguments.emplace_back(*near);
                problem.suggestion = SCALESCOPE_TEXT("core", "Did you mean '%4'?");
            }
            return std::nullopt;
        }
        return edit;
    }
    if (p.optional && (text == "unknown" || text == "none"))
        return edit;
    edit.value = parseNumber(text, p.unit);
    if (!edit.value) {
        problem = problemWith(p, SCALESCOPE_TEXT("core", "%1 cannot be '%2': it is a number."),
                              {p.id, std::string(text.substr(0, 80)), formatValue(p, p.minimum)},
                              SCALESCOPE_TEXT("core", "Write it like 4096, 3.35T, 80Gi or 1e12."));
        return std::nullopt;
    }
    if (auto wrong = checkValue(p, edit.value)) {
        problem = std::move(*wrong);
        return std::nullopt;
    }
    return edit;
}

std::optional<Edit> parseAssignment(const Scenario& scenario, std::string_view text, Diagnostic& problem)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        problem = {Severity::invalid, {}, SCALESCOPE_TEXT("core", "'%1' is not an assignment."), {std::string(text.substr(0, 80))},
                   SCALESCOPE_TEXT("core", "Write it like batch=4M.")};
        return std::nullopt;
    }
    const auto parameter = findParameter(scenario, text.substr(0, equals));
    if (!parameter) {
        problem = unknownParameter(scenario, text.substr(0, equals));
        return std::nullopt;
    }
    return parseEdit(*parameter, text.substr(equals + 1), problem);
}

std::string formatValue(const Parameter& p, std::optional<double> value)
{
    if (!value)
        return "unknown";
    if (p.isChoice()) {
        const auto index = static_cast<std::size_t>(*value);
        return index < p.choices.size() ? std::string(p.choices[index]) : std::string(kNotANumber);
    }
    if (p.unit.empty())
        return formatCount(*value);
    return p.unit == "s" ? formatSeconds(*value) : formatSi(*value, p.unit);
}

}  // namespace scalescope
