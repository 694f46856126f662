// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/inference/serving.h"
#include "core/inference/serving_check.h"
#include "core/scenario/presets.h"
#include "core/training/step.h"

namespace scalescope {

namespace {

TrainingInputs inputsOf(const Scenario& s)
{
    return {s.model.architecture, s.hardware.cluster, s.plan, s.workload, s.assumptions, s.reliability};
}

/// The largest shipped model of the same family that has no more than a fifth of the parameters, or the nearest below that
/// of any; empty when there is none.
std::string smallerModel(const Model& model)
{
    struct Known {
        std::string id;
        std::string family;  // the first word of the name
        double parameters;
    };
    static const std::vector<Known> all = [] {
        std::vector<Known> known;
        const PresetLibrary library = shippedPresets();
        for (const std::string_view id : library.ids(PresetKind::models))
            if (const Read<Model> read = modelPreset(library, id); read.value && read.value->architecture.vocabulary > 0)
                known.push_back({std::string(id), read.value->name.substr(0, read.value->name.find(' ')),
                                 static_cast<double>(countParameters(read.value->architecture).total())});
        return known;
    }();
    const double most = static_cast<double>(countParameters(model.architecture).total()) / 5.0;
    const std::string family = model.name.substr(0, model.name.find(' '));
    const Known* best = nullptr;
    const auto better = [&](const Known& k) {
        if (!best || (k.family == family) != (best->family == family))
            return !best || k.family == family;
        return k.parameters > best->parameters;
    };
    for (const Known& k : all)
        if (k.parameters <= most && better(k))
            best = &k;
    return best ? best->id : std::string();
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
    ServingEstimate e = estimateServing(servingInputsOf(scenario));
    // Which models there are is known here alone.
    for (Diagnostic& d : e.diagnostics)
        if (d.message == kDraftTooLarge)
            if (const std::string name = smallerModel(scenario.model); !name.empty()) {
                d.arguments.push_back(name);
                d.suggestion = SCALESCOPE_TEXT("core", "Choose a smaller one, such as %3.");
            }
    return e;
}

}  // namespace scalescope
