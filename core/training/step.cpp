// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/step.h"

#include "core/training/check.h"
#include "core/training/run.h"
#include "core/training/stages.h"
#include "core/transformer/flops.h"

#include <algorithm>

namespace scalescope {

namespace {

/// The times of all stages as one pipeline.
class Timing {
public:
    Timing(const TrainingInputs& in, const Stages& stages) : m_in(in), m_stages(stages) {}

    /// `times` as many stages in turn like this one, the first of them at `index`.
    void add(int index, const Stage& stage, double times = 1)
    {
        const auto chunks = static_cast<double>(m_in.plan.chunksPerStage());
        for (std::size_t mode = 0; mode < m_modes.size(); ++mode) {
            const auto overlap = static_cast<Overlap>(mode);
            const Seconds total = m_stages.total(stage, overlap);
            const Seconds bubble = m_stages.count() > 1
                                       ? bubbleOf(m_in.plan.schedule, m_stages.microbatch(stage, overlap), chunks) : Seconds();
            Mode& m = m_modes[mode];
            m.bubbles += bubble * times;
            if (m.slowest >= 0 && total <= m.total)
                continue;
            m.total = total;
            m.own = bubble;
            m.slowest = index;
            if (overlap == Overlap::expected)
                m_slowest = stage;
        }
    }

    int slowest() const { return m_modes[static_cast<std::size_t>(Overlap::expected)].slowest; }
    const Stage& slowestStage() const { return m_slowest; }

    StepTimes times(const StepContext& context) const
    {
        const Seconds borders = m_stages.count() > 1 ? m_stages.borderTime() * (m_stages.count() - 1.0) : Seconds();
        const auto whole = [&](Overlap overlap) {
            const Mode& m = m_modes[static_cast<std::size_t>(overlap)];
            return m.total + bubble(m) + borders;
        };
        const Mode& expected = m_modes[static_cast<std::size_t>(Overlap::expected)];
        StepTimes step;
        step.compute = m_slowest.compute();
        step.network = combine(m_slowest.networks, context, m_in.assumptions.networks).time;
        step.host = m_slowest.host;
        step.update = m_slowest.update;
        step.lower = whole(Overlap::full);
        step.upper = std::max(step.lower, whole(Overlap::none));
        step.expected = std::clamp(whole(Overlap::expected), step.lower, step.upper);
        step.bubble = bubble(expected) + borders;
        step.exposed = std::max(Seconds(), step.expected - step.bubble - step.compute);
        return step;
    }

private:
    struct Mode {
        Seconds total;    // of the slowest stage
        Seconds own;      // what the bubble would have of it
        Seconds bubbles;  // of all stages
        int slowest = -1;
    };
    static Seconds bubble(const Mode& m) { return std::max(Seconds(), m.bubbles - m.own); }

    const TrainingInputs& m_in;
    const Stages& m_stages;
    std::array<Mode, 3> m_modes;
    Stage m_slowest;
};

BoundBy boundOf(const Stage& stage, Seconds network)
{
    if (stage.compute() >= network && stage.compute() >= stage.host)
        return stage.costs.memoryBound * 2.0 > stage.compute() ? BoundBy::memory : BoundBy::compute;
    if (stage.host > network)
        return BoundBy::host;
    const auto longest = std::max_element(stage.networks.begin(), stage.networks.end()) - stage.networks.begin();
    return boundBy(static_cast<Axis>(longest));
}

void conclude(Summary& summary, const TrainingInputs& in, const StepContext& context, const Timing& timing, const MemoryEstimate& fullest)
{
    summary.memory = fullest.total();
    summary.possible = isPossible(in, context);
    summary.feasible = summary.possible && fullest.fits();
    if (!summary.possible)
        return;
    summary.axes = timing.slowestStage().networks;
    summary.step = timing.times(context);
    summary.bound = boundOf(timing.slowestStage(), summary.step.network);
}

/// Hands over one of each kind of stage, the first one's index and how many there are in turn; gives the fullest's memory.
template <class Visit>
MemoryEstimate visitStages(const Stages& stages, Visit&& visit)
{
    MemoryEstimate fullest;
    const int count = stages.count();
    for (int s = 0; s < count;) {
        const Stage stage = stages.of(s);
        // Stages alike but for the micro-batches that they hold, of which later ones hold no more.
        const int alike = stages.alikeFrom(s);
        visit(s, stage, alike);
        if (s == 0 || stage.memory.total() > fullest.total())
            fullest = stage.memory;
        s += alike;
    }
    return fullest;
}

/// Adds up and writes down.
struct Recorder {
    StepCosts& costs;
    Estimate& estimate;

    void weights(const LayerOperation& op, bool borrowed) { costs.weights(op, borrowed); }

    void operation(const OperationEstimate& e)
    {
        costs.operation(e);
        estimate.operations.push_back(e);
    }

    void collective(const CollectiveEstimate& c)
    {
        costs.collective(c);
        estimate.collectives.push_back(c);
    }
};

/// How much of each degree's traffic nothing hides in the expected step of a stage; those and the host's add up to what
/// the step has beyond compute.
struct Exposure {
    std::array<double, kAxisCount> axes{};  // fractions
};

Exposure exposureOf(const TrainingInputs& in, const StepContext& context, const Stages& stages, const Stage& stage)
{
    const AxisTimes hidden = stages.hiddenOf(stage.networks);
    const CombinedNetworks beside = combine(hidden, context, in.assumptions.networks);
    const bool hostLonger = stage.host * in.assumptions.hostOverlap > beside.time;
    const double left = hostLonger || beside.time.value <= 0 || beside.time <= stage.compute()
                            ? 0.0 : (beside.time - stage.compute()) / beside.time;
    Exposure exposure;
    for (std::size_t a = 0; a < hidden.size(); ++a) {
        const double h = stages.hidden(static_cast<Axis>(a));
        exposure.axes[a] = 1.0 - h + (beside.counts(static_cast<Axis>(a)) ? left * h : 0.0);
    }
    return exposure;
}

/// Times that one layer's entry occurs on the stage that is listed.
class Occurrences {
public:
    Occurrences(const TrainingInputs& in, const Stages& stages, int stage)
        : m_first(stage == 0), m_last(stage == stages.count() - 1), m_chunks(static_cast<double>(in.plan.chunksPerStage()))
    {
        stages.layers().count(stage, std::span(m_byKind).first(in.architecture.kinds.size()));
    }

    double of(int layerKind, std::optional<Component> component) const
    {
        if (layerKind >= 0)
            return m_byKind[static_cast<std::size_t>(layerKind)];
        return (component == Component::embedding ? m_first : m_last) ? 1.0 : 0.0;
    }

    double of(const CollectiveEstimate& c) const
    {
        if (c.group != Group::stages)
            return of(c.layerKind, c.component);
        return (c.phase == Phase::forward ? m_last : m_first) ? 1.0 - 1.0 / m_chunks : 1.0;
    }

private:
    bool m_first;
    bool m_last;
    double m_chunks;
    std::array<double, kMaxLayerKinds> m_byKind{};
};

/// Turns the walk's entries, of one layer each, into those of the stage.
void list(Estimate& e, const TrainingInputs& in, const StepContext& context, const Stages& stages, const Stage& stage)
{
    const Occurrences occurrences(in, stages, e.slowestStage);
    const auto scale = [](auto& entry, double times) {
        entry.repeats *= times;
        entry.total *= times;
        return times <= 0;
    };
    std::erase_if(e.operations, [&](OperationEstimate& op) { return scale(op, occurrences.of(op.layerKind, op.component)); });
    std::erase_if(e.collectives, [&](CollectiveEstimate& c) { return scale(c, occurrences.of(c)); });
    if (in.workload.pass == Pass::step) {
        const double parameters = stage.costs.trained / shardingOf(in.plan, false).optimizer(in.plan) +
                                  stage.costs.trainedRouted / shardingOf(in.plan, true).optimizer(in.plan);
        e.operations.push_back(updateOf(in, context, parameters));
    }
    const Exposure exposure = exposureOf(in, context, stages, stage);
    for (CollectiveEstimate& c : e.collectives) {
        AxisEstimate& axis = e.axes[static_cast<std::size_t>(c.axis())];
        c.exposed = c.total * exposure.axes[static_cast<std::size_t>(c.axis())];
        axis.bytes += c.array * c.repeats;
        axis.time += c.total;
        axis.exposed += c.exposed;
        axis.byCollective[static_cast<std::size_t>(c.collective)] += c.total;
    }
}

double adapterParameters(const TrainingInputs& in)
{
    double sum = 0;
    forwardOperations(in.architecture, LocalShape(),
                      [&](const LayerOperation& op) { sum += adapterWeights(in.plan, op) * op.repeats; });
    return sum;
}

double flopsPerForward(Pass pass)
{
    switch (pass) {
    case Pass::forward: return 1;
    case Pass::backward: return 2;
    case Pass::step: break;
    }
    return 3;
}

Flops modelFlops(const TrainingInputs& in, const ParameterCount& count)
{
    const auto perToken = [&]() -> Flops {
        switch (in.assumptions.mfu) {
        case MfuConvention::parameters: return forwardFlops(static_cast<double>(count.active()), 1);
        case MfuConvention::parametersNoEmbedding: return matmulFlopsPerToken(in.architecture);
        case MfuConvention::attentionFull:
            return matmulFlopsPerToken(in.architecture) +
                   attentionFlopsPerToken(in.architecture, in.workload.sequence, AttentionMask::full);
        case MfuConvention::attentionCausal: break;
        }
        return matmulFlopsPerToken(in.architecture) +
               attentionFlopsPerToken(in.architecture, in.workload.sequence, AttentionMask::causal);
    }();
    return perToken * (in.workload.batch * flopsPerForward(in.workload.pass));
}

}  // namespace

Summary summarise(const TrainingInputs& in)
{
    const StepContext context = contextOf(in);
    StepCosts costs(in);
    StepWalk<StepCosts>(in, context, costs).run();
    const Stages stages(in, context, costs);
    Timing timing(in, stages);
    const MemoryEstimate fullest =
        visitStages(stages, [&](int index, const Stage& stage, int alike) { timing.add(index, stage, alike); });
    Summary summary;
    conclude(summary, in, context, timing, fullest);
    return summary;
}

MemoryEstimate memoryOf(const TrainingInputs& in)
{
    const StepContext context = contextOf(in);
    StepCosts costs(in);
    StepWalk<StepCosts>(in, context, costs).run();
    return visitStages(Stages(in, context, costs), [](int, const Stage&, int) {});
}

Estimate estimate(const TrainingInputs& in)
{
    const StepContext context = contextOf(in);
    Estimate e;
    e.operations.reserve(64);
    e.collectives.reserve(96);
    StepCosts costs(in);
    Recorder recorder{costs, e};
    StepWalk<Recorder>(in, context, recorder).run();

    const Stages stages(in, context, costs);
    Timing timing(in, stages);
    Flops executed;  // by one chip of each stage
    e.stages.reserve(static_cast<std::size_t>(stages.count()));
    for (int s = 0; s < stages.count(); ++s) {
        const Stage stage = stages.of(s);
        timing.add(s, stage);
        executed += stage.costs.executed + stage.updateFlops;
        e.stages.push_back({stage.layers, stage.inFlight, stages.microbatch(stage, Overlap::expected),
                            stages.total(stage, Overlap::expected), stage.memory});
        if (stage.memory.total() > e.stages[static_cast<std::size_t>(e.fullestStage)].memory.total())
            e.fullestStage = s;
    }
    e.memory = e.stages[static_cast<std::size_t>(e.fullestStage)].memory;
    e.slowestStage = timing.slowest();
    conclude(e.summary, in, context, timing, e.memory);
    list(e, in, context, stages, timing.slowestStage());

    e.chips = chipCount(in.cluster);
    e.parameters = countParameters(in.architecture);
    e.trainedParameters = in.plan.loraRank > 0 ? adapterParameters(in) : static_cast<double>(e.parameters.total());
    e.peak = context.rates.peak;
    e.modelFlops = modelFlops(in, e.parameters);
    e.executedFlops = executed * (e.chips / stages.count());
    e.sequencesPerMicrobatch = context.shape.tokens * context.shape.context / context.shape.sequence;
    for (Axis a : kAxes) {
        AxisEstimate& axis = e.axes[static_cast<std::size_t>(a)];
        axis.axis = a;
        if (!context.placed)
            continue;
        axis.placement = context.groups.mainOf(a);
        axis.bandwidth = gatherBandwidth(axis.placement, context.topology, in.assumptions.collectives);
    }
    if (e.possible() && e.step().expected.value > 0) {
        const Flops could = context.rates.peak->rate * e.step().expected * e.chips;
        e.mfu = e.modelFlops / could;
        e.hfu = e.executedFlops / could;
        if (in.workload.pass == Pass::step)
            e.run = runOf(in, e);
    }
    diagnose(in, context, e);
    return e;
}

}  // namespace scalescope
