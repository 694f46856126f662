// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/format.h"
#include "core/explain/derivation.h"
#include "core/explore/solve.h"
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "tests/core/engine_numbers.h"

#include <QtGlobal>

#include <cmath>
#include <map>
#include <set>

namespace scalescope::explaintest {

constexpr double kTolerance = 1e-12;
constexpr double kFoundTolerance = 1e-9;  // of what the engine finds by halving
constexpr std::size_t kTermsOfASum = 15;

inline bool agree(double a, double b, double tolerance = kTolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

inline std::string textOf(const Diagnostics& problems) { return problems.empty() ? "" : describe(problems.front()); }

inline Scenario preset(std::string_view id)
{
    const auto read = scenarioPreset(shippedPresets(), id);
    if (!read.value)
        qFatal("no scenario %s: %s", std::string(id).c_str(), textOf(read.problems).c_str());
    return *read.value;
}

inline void set(Scenario& scenario, std::string id, double value)
{
    const std::vector<Edit> edits = {{std::move(id), value}};
    const Diagnostics problems = scalescope::apply(scenario, edits);
    if (!problems.empty())
        qFatal("%s", textOf(problems).c_str());
}

/// Follows every derivation that the window shows, and every link, and says what is wrong; empty when nothing is.
class Checker {
public:
    explicit Checker(const Scenario& scenario)
        : m_scenario(scenario), m_estimate(evaluate(scenario)), m_engine(engineNumbers(scenario, m_estimate)),
          m_range(*findParameter(scenario, "workload.batch"))
    {
        for (Parameter& parameter : parameters(scenario)) {
            std::string id = parameter.id;
            m_inputs.emplace(std::move(id), std::move(parameter));
        }
    }

    std::string run() { return run(derivationIds(m_scenario, m_estimate)); }

    /// Those of serving, with the links of what they are made of.
    std::string runServing()
    {
        m_serving = evaluateServing(m_scenario);
        for (const auto& [id, value] : servingNumbers(m_scenario, *m_serving))
            m_engine[id] = value;
        return run(servingDerivationIds(m_scenario, *m_serving));
    }

    const Estimate& estimate() const { return m_estimate; }
    const ServingEstimate& serving() const { return *m_serving; }
    std::size_t count() const { return m_values.size(); }

private:
    std::string run(std::vector<std::string> open)
    {
        for (const std::string& id : open) {
            if (!m_engine.contains(id) && !id.starts_with("crossover."))
                return id + " is listed, but is no number of the engine";
            if (!m_seen.insert(id).second)
                return id + " is listed twice";
        }
        const Explainer explainer(m_scenario, m_estimate);
        while (!open.empty()) {
            const std::string id = open.back();
            open.pop_back();
            const auto derivation = explainer.derive(id);
            if (!derivation)
                return id + " has no derivation";
            if (std::string problem = check(id, *derivation); !problem.empty())
                return id + ": " + problem;
            for (const Leaf* leaf : leavesOf(derivation->expression))
                follow(*leaf, open);
            for (const Note& note : derivation->notes)
                if (!note.link.empty() && m_seen.insert(note.link).second)
                    open.push_back(note.link);
        }
        for (const auto& [id, value] : m_promised)
            if (!agree(m_values.at(id), value))
                return id + " is " + std::to_string(m_values.at(id)) + ", a formula has " + std::to_string(value);
        return {};
    }

    static double toleranceOf(const std::string& id) { return id == "serving.critical_batch" ? kFoundTolerance : kTolerance; }

    void follow(const Leaf& leaf, std::vector<std::string>& open)
    {
        if (leaf.link.empty())
            return;
        m_promised.emplace_back(leaf.link, leaf.value);
        if (m_seen.insert(leaf.link).second)
            open.push_back(leaf.link);
    }

    std::string check(const std::string& id, const Derivation& d)
    {
        const double value = d.value();
        m_values[id] = value;
        if (d.id != id)
            return "it calls itself " + d.id;
        if (!std::isfinite(value))
            return "is not finite";
        if (const auto engine = m_engine.find(id); engine != m_engine.end() && !agree(value, engine->second, toleranceOf(id)))
            return "is " + shortest(value) + ", the engine has " + shortest(engine->second);
        if (id.starts_with("crossover.batch") && id != "crossover.batch.rule") {
            if (std::string problem = checkCrossover(id, value); !problem.empty())
                return problem;
        }
        if (d.title.text.empty() || d.source.empty() || d.symbol.empty())
            return "has no title, source or symbol";
        return checkLeaves(d);
    }

    std::string checkCrossover(const std::string& id, double value) const
    {
        const auto axis = id.size() > 15 ? std::optional(id.substr(16)) : std::nullopt;
        Axis which = Axis::tensor;
        while (axis && nameOf(which) != *axis)
            which = static_cast<Axis>(static_cast<int>(which) + 1);
        const Threshold found = axis ? computeBoundAbove(m_scenario, "workload.batch", m_range.low, m_range.high, which)
                                     : computeBoundAbove(m_scenario, "workload.batch", m_range.low, m_range.high);
        const double network = axis ? m_estimate.of(which).time.value : m_estimate.step().network.value;
        const double expected = found.kind == Threshold::Kind::at ? found.value : network / m_estimate.step().compute.value;
        return agree(value, expected) ? "" : "is " + shortest(value) + ", the solver has " + shortest(expected);
    }

    std::string checkLeaves(const Derivation& d) const
    {
        // One term for each kind of layer, and a few more.
        const std::size_t most = std::max(kTermsOfASum, m_scenario.model.architecture.kinds.size() * 2 + 4);
        if (d.expression.op == Op::sum && d.expression.operands.size() > most)
            return "has a sum of " + std::to_string(d.expression.operands.size()) + " terms";
        for (const Leaf* leaf : leavesOf(d.expression)) {
            if (leaf->name.text.empty())
                return "has a number without a name";
            if (leaf->input.empty())
                continue;
            const auto input = m_inputs.find(leaf->input);
            if (input == m_inputs.end())
                return "has an input " + leaf->input + " that is no parameter";
            if (!input->second.isChoice() && leaf->value != input->second.value(m_scenario))
                return "has another value of " + leaf->input;
        }
        return {};
    }

    const Scenario& m_scenario;
    const Estimate m_estimate;
    Numbers m_engine;
    std::optional<ServingEstimate> m_serving;
    const Parameter m_range;
    std::map<std::string, Parameter> m_inputs;
    std::set<std::string> m_seen;
    std::map<std::string, double> m_values;
    std::vector<std::pair<std::string, double>> m_promised;
};

}  // namespace scalescope::explaintest
