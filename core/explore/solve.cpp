// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/solve.h"

#include "core/explore/series.h"
#include "core/scenario/parameter.h"

#include <cmath>

namespace scalescope {

namespace {

constexpr int kProbes = 33;

Threshold solveOn(const Scenario& scenario, std::string_view parameter, double from, double to,
                  Seconds (*network)(const Summary&, Axis), Axis axis)
{
    const auto found = findParameter(scenario, parameter);
    if (!found)
        return {};
    Scenario varied = scenario;
    return solve(
        [&](double value) {
            found->set(varied, found->index, value);
            const Summary summary = summarise(varied);
            return summary.possible ? (summary.step.compute - network(summary, axis)).value : -1.0;
        },
        from, to);
}

}  // namespace

Threshold solve(const std::function<double(double)>& difference, double from, double to)
{
    if (difference(to) < 0)
        return {Threshold::Kind::never, 0};
    const std::vector<double> probes = logSpaced(from, to, kProbes);
    std::size_t last = probes.size() - 1;
    while (last > 0 && difference(probes[last - 1]) >= 0)
        --last;
    if (last == 0)
        return {Threshold::Kind::always, from};
    // Times are linear between the bends of a plan's bounds, so the secant lands on the crossing at once; where it does
    // not, the interval is halved.
    double below = probes[last - 1];
    double above = probes[last];
    double atBelow = difference(below);
    double atAbove = difference(above);
    for (bool halve = false;; halve = !halve) {
        const double middle = halve ? std::sqrt(below) * std::sqrt(above)
                                    : above - atAbove * (above - below) / (atAbove - atBelow);
        if (!(middle > below && middle < above)) {
            if (halve || atAbove == 0)
                return {Threshold::Kind::at, above};
            continue;
        }
        const double at = difference(middle);
        (at >= 0 ? above : below) = middle;
        (at >= 0 ? atAbove : atBelow) = at;
    }
}

Threshold computeBoundAbove(const Scenario& scenario, std::string_view parameter, double from, double to)
{
    return solveOn(scenario, parameter, from, to, [](const Summary& s, Axis) { return s.step.network; }, Axis::fsdp);
}

Threshold computeBoundAbove(const Scenario& scenario, std::string_view parameter, double from, double to, Axis axis)
{
    return solveOn(scenario, parameter, from, to,
                   [](const Summary& s, Axis a) { return s.axes[static_cast<std::size_t>(a)]; }, axis);
}

Threshold criticalBatchOf(const Scenario& scenario)
{
    return computeBoundAbove(scenario, "workload.batch", 1, 1e12);
}

}  // namespace scalescope
