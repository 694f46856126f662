// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/assumptions.h"
#include "core/inference/serving_plan.h"
#include "core/transformer/architecture.h"

namespace scalescope {

/// All that a serving estimate depends on. The views of the caller outlive the call.
struct ServingInputs {
    const Architecture& architecture;
    const Cluster& cluster;         // a slice that decodes
    const Cluster& prefillCluster;  // disaggregated: what prefill slices are made of, in any size
    const Architecture* draft;      // that proposes tokens; may be absent
    const Serving& serving;
    const Assumptions& assumptions;
};

/// The slice on which prefill runs.
Cluster prefillSlice(const ServingInputs& in);

/// The largest tensor degree, a divisor of this one, that fits every layer of a model.
std::int64_t fittingTensor(const Architecture& architecture, std::int64_t degree);

}  // namespace scalescope
