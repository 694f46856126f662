// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/serving_estimate.h"
#include "core/hardware/cluster.h"
#include "core/inference/serving_plan.h"
#include "core/sharding/study.h"
#include "core/training/plan.h"
#include "core/training/timeline.h"
#include "core/transformer/architecture.h"
#include "core/transformer/family.h"
#include "core/transformer/storage.h"

#include <string>
#include <vector>

namespace scalescope {

struct Model {
    std::string name;
    std::string source;  // where the figures are from
    ModelFamily family = ModelFamily::none;
    Architecture architecture;
    WeightStorage storage;  // of the published weights

    bool operator==(const Model&) const = default;
};

/// Where a figure is from: the id of the parameter, or of the part that it begins with, and the text.
struct FigureSource {
    std::string id;
    std::string source;

    bool operator==(const FigureSource&) const = default;
};

struct Hardware {
    std::string name;
    std::vector<FigureSource> sources;
    Cluster cluster;

    bool operator==(const Hardware&) const = default;
};

/// The memory that an operation of the calculator works from.
enum class CalculatorMemory { hbm, onChip, hostLink };
constexpr std::array<std::string_view, 3> kCalculatorMemoryNames = {
    SCALESCOPE_TEXT("core", "hbm"),
    SCALESCOPE_TEXT("core", "on_chip"),
    SCALESCOPE_TEXT("core", "host_link"),
};

/// One matmul on one chip of the scenario, as the Roofline page calculates it.
struct Calculator {
    MatmulShape matmul{256, 8192, 32768};
    DType compute = DType::bf16;
    CalculatorMemory memory = CalculatorMemory::hbm;

    bool operator==(const Calculator&) const = default;
};

/// The bandwidth of that memory, if the chip states one.
std::optional<BytesPerSecond> bandwidthOf(const Chip& chip, CalculatorMemory memory);

/// All inputs as one value.
struct Scenario {
    Model model;
    Hardware hardware;
    Plan plan;
    Workload workload;
    Reliability reliability;
    Serving serving;
    std::optional<Model> draft;                // that proposes tokens
    std::optional<Hardware> prefillHardware;   // of the prefill slices; absent: the same
    Assumptions assumptions;
    ShardingStudy sharding;
    Calculator calculator;

    bool operator==(const Scenario&) const = default;
};

/// The answer to a scenario that holds its parameters within their ranges (see parameter.h). Total: every number in it
/// is finite, whatever is impossible about the scenario.
Estimate evaluate(const Scenario& scenario);

/// The same without lists; allocates nothing.
Summary summarise(const Scenario& scenario);

/// Memory of one chip of the fullest stage.
MemoryEstimate memoryOf(const Scenario& scenario);

/// The step drawn out in time; empty when the scenario is impossible.
Timeline timeline(const Scenario& scenario);

/// What serving takes: likewise total.
ServingEstimate evaluateServing(const Scenario& scenario);

/// The serving inputs of a scenario, which outlives them.
struct ServingInputs;
ServingInputs servingInputsOf(const Scenario& scenario);

}  // namespace scalescope
