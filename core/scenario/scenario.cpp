// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/training/step.h"

namespace scalescope {

namespace {

TrainingInputs inputsOf(const Scenario& s)
{
    return {s.model.architecture, s.hardware.cluster, s.plan, s.workload, s.assumptions};
}

}  // namespace

Estimate evaluate(const Scenario& scenario)
{
    return estimate(inputsOf(scenario));
}

Summary summarise(const Scenario& scenario)
{
    return summarise(inputsOf(scenario));
}

}  // namespace scalescope
