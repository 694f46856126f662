// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope::explain {

namespace {

struct Recorder {
    StepCosts& costs;
    Walked& walked;

    void weights(const LayerOperation& op, bool borrowed) { costs.weights(op, borrowed); }
    void operation(const OperationEstimate& e)
    {
        costs.operation(e);
        walked.operations.push_back(e);
    }
    void collective(const CollectiveEstimate& c)
    {
        costs.collective(c);
        walked.collectives.push_back(c);
    }
};

StepCosts recorded(const TrainingInputs& inputs, const StepContext& step, Walked& walked)
{
    StepCosts costs(inputs);
    Recorder recorder{costs, walked};
    StepWalk<Recorder>(inputs, step, recorder).run();
    return costs;
}

bool same(const OperationEstimate& a, const OperationEstimate& b)
{
    return a.component == b.component && a.layerKind == b.layerKind && a.phase == b.phase;
}

bool same(const CollectiveEstimate& a, const CollectiveEstimate& b)
{
    return a.component == b.component && a.layerKind == b.layerKind && a.phase == b.phase && a.group == b.group &&
           a.collective == b.collective && a.oncePerStep == b.oncePerStep;
}

/// The list keeps the order of the walk, and leaves out what is not on its stage.
template <class Entry>
void match(const std::vector<Entry>& walked, const std::vector<Entry>& listed, std::vector<std::optional<std::size_t>>& at,
           std::vector<std::size_t>& back)
{
    at.resize(walked.size());
    for (std::size_t i = 0; i < walked.size() && back.size() < listed.size(); ++i) {
        if (!same(walked[i], listed[back.size()]))
            continue;
        at[i] = back.size();
        back.push_back(i);
    }
}

}  // namespace

Context::Context(const Scenario& s, const Estimate& e)
    : scenario(s), estimate(e),
      inputs{s.model.architecture, s.hardware.cluster, s.plan, s.workload, s.assumptions, s.reliability},
      step(contextOf(inputs)), table(parameters(s)), costs(recorded(inputs, step, walked)), stages(inputs, step, costs)
{
    forwardOperations(inputs.architecture, step.shape, [&](const LayerOperation& op) { layer.push_back(op); });
    match(walked.operations, e.operations, walked.listedOperations, walked.operationOf);
    match(walked.collectives, e.collectives, walked.listedCollectives, walked.collectiveOf);
    for (int i = 0; i < stages.count(); ++i)
        allStages.push_back(stages.of(i));
}

}  // namespace scalescope::explain
