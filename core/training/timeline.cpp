// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/timeline.h"

#include "core/training/stages.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace scalescope {

namespace {

constexpr double kMostTasks = 400000;
constexpr auto kPipeline = static_cast<std::size_t>(Axis::pipeline);

/// What one task of a stage consists of.
struct TaskParts {
    Seconds compute;
    AxisTimes exposed;
    AxisTimes hidden;
};

TaskParts partsOf(const Stages& stages, Seconds compute, const AxisTimes& networks, double share)
{
    TaskParts parts;
    parts.compute = compute * share;
    const AxisTimes hidden = stages.hiddenOf(networks);
    for (std::size_t a = 0; a < networks.size(); ++a) {
        parts.hidden[a] = hidden[a] * share;
        parts.exposed[a] = (networks[a] - hidden[a]) * share;
    }
    return parts;
}

int drawnMicrobatches(const Plan& plan, int stages)
{
    const auto p = static_cast<double>(stages);
    const double perMicrobatch = p * static_cast<double>(plan.chunksPerStage()) * 3.0;
    const double least = leastMicrobatches(plan.schedule, p);
    double m = std::min(static_cast<double>(plan.microbatches), std::max(least, kMostTasks / perMicrobatch));
    if (plan.schedule == PipelineSchedule::interleaved)
        m = std::max(least, std::floor(m / p) * p);
    return static_cast<int>(m);
}

/// Indices of the transfers, sender by sender, in time order on each link.
std::vector<std::uint32_t> bySender(const Schedule& schedule, int stages)
{
    std::vector<std::uint32_t> next(static_cast<std::size_t>(stages) + 1);
    for (const StageTransfer& t : schedule.transfers)
        ++next[static_cast<std::size_t>(t.from) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> order(schedule.transfers.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[next[static_cast<std::size_t>(schedule.transfers[i].from)]++] = i;
    return order;
}

class Drawer {
public:
    Drawer(const TrainingInputs& in, const Stages& stages, Timeline& timeline)
        : m_in(in), m_stages(stages), m_timeline(timeline),
          m_each(1.0 / static_cast<double>(in.plan.microbatches)), m_chunks(static_cast<double>(in.plan.chunksPerStage()))
    {
    }

    void run()
    {
        const int count = m_stages.count();
        std::vector<Stage> costs;
        std::vector<MicrobatchTimes> times;
        costs.reserve(static_cast<std::size_t>(count));
        times.reserve(static_cast<std::size_t>(count));
        for (int s = 0; s < count; ++s) {
            Stage stage = m_stages.of(s);
            // Transfers are drawn by themselves.
            stage.networks[kPipeline] = stage.costs.forwardNetwork[kPipeline] = stage.costs.backwardNetwork[kPipeline] = Seconds();
            times.push_back(m_stages.microbatch(stage, Overlap::expected));
            costs.push_back(std::move(stage));
        }
        const Seconds transfer = count > 1 ? m_stages.borderTime() * 0.5 : Seconds();
        const Schedule schedule =
            scheduleOf({count == 1 ? PipelineSchedule::oneForwardOneBackward : m_in.plan.schedule, times, m_timeline.microbatches, m_timeline.chunks, transfer});
        m_timeline.items.reserve(schedule.tasks.size() * 2 + schedule.transfers.size());
        const std::vector<std::uint32_t> transfers = bySender(schedule, count);
        auto transferAt = transfers.begin();

        m_timeline.firstOfStage.assign(1, 0);
        m_timeline.held.reserve(static_cast<std::size_t>(count));
        for (int s = 0; s < count; ++s) {
            m_ends.fill(Seconds());
            const Stage& stage = costs[static_cast<std::size_t>(s)];
            prepare(stage);
            for (std::size_t t = schedule.firstOfStage[static_cast<std::size_t>(s)]; t < schedule.firstOfStage[static_cast<std::size_t>(s) + 1]; ++t)
                draw(schedule.tasks[t]);
            for (; transferAt != transfers.end() && schedule.transfers[*transferAt].from == s; ++transferAt) {
                const StageTransfer& t = schedule.transfers[*transferAt];
                add(s, t.backward ? Lane::pipelineBack : Lane::pipeline, t.backward ? TimelineWork::backward : TimelineWork::forward,
                    t.microbatch, t.chunk, t.start, t.end, false);
            }
            finish(s, stage);
            for (std::vector<TimelineItem>& lane : m_lanes) {
                m_timeline.items.insert(m_timeline.items.end(), lane.begin(), lane.end());
                lane.clear();
            }
            m_timeline.firstOfStage.push_back(m_timeline.items.size());
            m_timeline.held.push_back(heldOver(schedule, s, m_timeline.chunks));
        }
        m_timeline.bubble = std::max(Seconds(), m_timeline.makespan - m_busiest);
    }

private:
    void add(int stage, Lane lane, TimelineWork work, int microbatch, int chunk, Seconds start, Seconds end, bool exposed)
    {
        if (end <= start)
            return;
        m_lanes[static_cast<std::size_t>(lane)].push_back({stage, lane, work, microbatch, chunk, start, end, exposed});
        m_timeline.makespan = std::max(m_timeline.makespan, end);
        Seconds& last = m_ends[static_cast<std::size_t>(lane)];
        last = std::max(last, end);
    }

    void prepare(const Stage& stage)
    {
        const double share = m_each / m_chunks;
        const bool apart = m_in.plan.schedule == PipelineSchedule::zeroBubble && m_stages.count() > 1;
        m_forward = partsOf(m_stages, stage.costs.forward, stage.costs.forwardNetwork, share);
        m_backward = partsOf(m_stages, stage.costs.backwardInput + (apart ? Seconds() : stage.costs.backwardWeight),
                             stage.costs.backwardNetwork, share);
    }

    void draw(const StageTask& task)
    {
        if (task.kind == StageTaskKind::weightGradient) {
            m_busy += task.end - task.start;
            m_worked = task.end;
            add(task.stage, Lane::compute, TimelineWork::weightGradient, task.microbatch, task.chunk, task.start, task.end, false);
            return;
        }
        m_busy += task.end - task.start;
        m_worked = task.end;
        const bool forward = task.kind == StageTaskKind::forward;
        const TaskParts& parts = forward ? m_forward : m_backward;
        const TimelineWork work = forward ? TimelineWork::forward : TimelineWork::backward;
        Seconds at = task.start;
        for (std::size_t a = 0; a < parts.exposed.size(); ++a) {
            add(task.stage, laneOf(static_cast<Axis>(a)), work, task.microbatch, task.chunk, at, at + parts.exposed[a], true);
            at += parts.exposed[a];
        }
        // Rounding must not let a task reach into the next.
        add(task.stage, Lane::compute, work, task.microbatch, task.chunk, at, std::min(task.end, at + parts.compute), false);
        const Seconds computed = at + parts.compute;
        const bool inTurn = m_in.assumptions.networks == NetworkCombination::add;
        for (std::size_t a = 0; a < parts.hidden.size(); ++a) {
            const Lane lane = laneOf(static_cast<Axis>(a));
            const Seconds end = std::min(task.end, at + parts.hidden[a]);
            add(task.stage, lane, work, task.microbatch, task.chunk, at, std::min(end, computed), false);
            // What could hide, but has no compute left to hide under.
            add(task.stage, lane, work, task.microbatch, task.chunk, std::max(at, computed), end, true);
            if (inTurn)
                at += parts.hidden[a];
        }
    }

    /// What happens once: reductions begin beside the last work as far as they may hide, the update follows.
    void finish(int index, const Stage& stage)
    {
        const Seconds worked = m_worked;
        const AxisTimes hidden = m_stages.hiddenOf(stage.costs.stepNetwork);
        Seconds reduced = worked;
        for (std::size_t a = 0; a < hidden.size(); ++a) {
            const Lane lane = laneOf(static_cast<Axis>(a));
            const Seconds start = std::max({m_ends[static_cast<std::size_t>(lane)], worked - hidden[a], Seconds()});
            const Seconds end = start + stage.costs.stepNetwork[a];
            add(index, lane, TimelineWork::reduction, -1, 0, start, std::min(end, std::max(start, worked)), false);
            add(index, lane, TimelineWork::reduction, -1, 0, std::max(start, worked), end, true);
            reduced = std::max(reduced, end);
        }
        add(index, Lane::compute, TimelineWork::update, -1, 0, reduced, reduced + stage.update, false);
        m_busiest = std::max(m_busiest, m_busy + (reduced - worked) + stage.update);
        m_busy = Seconds();
        add(index, Lane::host, TimelineWork::update, -1, 0, Seconds(), stage.host, false);
    }

    const TrainingInputs& m_in;
    const Stages& m_stages;
    Timeline& m_timeline;
    double m_each;
    double m_chunks;
    TaskParts m_forward;
    TaskParts m_backward;
    std::array<Seconds, kLaneCount> m_ends{};
    Seconds m_worked;   // end of its last task
    Seconds m_busy;     // of the stage at hand: at work, or waiting for its own communication
    Seconds m_busiest;  // of all
    std::array<std::vector<TimelineItem>, kLaneCount> m_lanes;  // of the stage at hand, each in time order
};

}  // namespace

Timeline timelineOf(const TrainingInputs& in)
{
    Timeline timeline;
    const StepContext context = contextOf(in);
    if (!isPossible(in, context))
        return timeline;
    StepCosts costs(in);
    StepWalk<StepCosts>(in, context, costs).run();
    const Stages stages(in, context, costs);
    timeline.stages = stages.count();
    timeline.microbatches = drawnMicrobatches(in.plan, timeline.stages);
    timeline.chunks = static_cast<int>(in.plan.chunksPerStage());
    timeline.abridged = timeline.microbatches < in.plan.microbatches;
    Drawer(in, stages, timeline).run();
    return timeline;
}

}  // namespace scalescope
