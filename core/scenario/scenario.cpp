// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/inference/serving.h"
#include "core/training/step.h"

namespace scalescope {

namespace {

TrainingInputs inputsOf(const Scenario& s)
{
    return {s.model.architecture, s.hardware.cluster, s.plan, s.workload, s.assumptions, s.reliability};
}

}  // namespace

std::optional<BytesPerSecond> bandwidthOf(const Chip& chip, CalculatorMemory memory)
{
    switch (memory) {
    case CalculatorMemory::hbm: return chip.hbm.bandwidth;
    case CalculatorMemory::onChip: return chip.onChip.bandwidth;
    case CalculatorMemory::hostLink: break;
    }
    return chip.hostLink;
}

Estimate evaluate(const Scenario& scenario)
{
    return estimate(inputsOf(scenario));
}

Summary summarise(const Scenario& scenario)
{
    return summarise(inputsOf(scenario));
}

MemoryEstimate memoryOf(const Scenario& scenario)
{
    return memoryOf(inputsOf(scenario));
}

Timeline timeline(const Scenario& scenario)
{
    return timelineOf(inputsOf(scenario));
}

ServingInputs servingInputsOf(const Scenario& s)
{
    return {s.model.architecture, s.hardware.cluster, (s.prefillHardware ? *s.prefillHardware : s.hardware).cluster,
            s.draft ? &s.draft->architecture : nullptr, s.serving, s.assumptions};
}

ServingEstimate evaluateServing(const Scenario& scenario)
{
    return estimateServing(servingInputsOf(scenario));
}

}  // namespace scalescope
