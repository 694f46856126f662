// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/batch_curves.h"

#include "core/explore/series.h"

namespace scalescope {

namespace {

constexpr int kPoints = 96;

}  // namespace

BatchCurves batchCurves(const Scenario& scenario, double from, double to)
{
    BatchCurves curves;
    curves.batch = logSpaced(from, to, kPoints);
    for (const Summary& s : series(scenario, "workload.batch", curves.batch)) {
        curves.compute.push_back(s.step.compute.value);
        curves.expected.push_back(s.step.expected.value);
        for (std::size_t a = 0; a < curves.axes.size(); ++a)
            curves.axes[a].push_back(s.axes[a].value);
    }
    curves.computeBound = criticalBatchOf(scenario);
    Scenario varied = scenario;
    curves.tooLarge = solve(
        [&](double batch) {
            varied.workload.batch = batch;
            return summarise(varied).feasible ? -1.0 : 1.0;
        },
        from, to);
    return curves;
}

Summary summaryAt(const Scenario& scenario, double batch)
{
    Scenario other = scenario;
    other.workload.batch = batch;
    return summarise(other);
}

}  // namespace scalescope
