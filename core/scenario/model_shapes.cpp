// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_shapes.h"

namespace scalescope {

LocalShape prefillShape(const Scenario& scenario)
{
    LocalShape shape;
    shape.tokens = scenario.workload.sequence;
    shape.sequence = scenario.workload.sequence;
    shape.mask = scenario.assumptions.mask;
    shape.expertSkew = scenario.serving.expertSkew;
    shape.weight = scenario.plan.weightType;
    shape.state = scenario.serving.stateType;
    return shape;
}

LocalShape decodeShape(const Scenario& scenario)
{
    LocalShape shape = prefillShape(scenario);
    shape.tokens = scenario.serving.sequences;
    shape.newTokens = 1;
    shape.mask = AttentionMask::full;  // the last token meets every key before it
    shape.absorbed = true;
    shape.cache = scenario.serving.cacheType;
    return shape;
}

}  // namespace scalescope
