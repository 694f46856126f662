// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/schedule.h"

#include <algorithm>
#include <array>

namespace scalescope {

namespace {

constexpr Seconds kUnknown{-1};

/// Stages run nearly in step: rows a power of two apart would share a few lines of the cache.
constexpr std::size_t kPadding = 8;

/// A micro-batch on one of a stage's chunks.
struct Piece {
    int microbatch;
    int chunk;
};

/// A schedule being worked out. As the order of a stage's tasks is fixed, it does not matter which stage goes on first:
/// each runs until it meets an input whose arrival is not known yet. All stages take the pieces in one order, whose
/// position is called index below: groups of p micro-batches go through all chunks in turn, backwards from the last.
class Simulation {
public:
    explicit Simulation(const ScheduleInputs& inputs);
    void finish(Schedule& result);

private:
    struct Started {
        Seconds time;
        int index;
        StageTaskKind kind;
    };
    struct Stage {
        std::size_t next = 0;  // where its next task goes in m_started
        int position = 0;      // in the fixed order
        int forwards = 0;      // started
        int gradients = 0;     // of the inputs, done
        int weightGradients = 0;
        Seconds free;
        std::array<Seconds, 2> linkFree;   // forward, backward
        const Seconds* awaited = nullptr;  // the arrival that it cannot go on without
    };

    bool split() const { return m_inputs.schedule == PipelineSchedule::zeroBubble; }
    int warmUp(int stage) const;
    Seconds duration(int stage, StageTaskKind kind) const;
    Seconds& arrival(bool backward, int stage, int index);
    void advance(int stage);
    void makeRoom(int stage, bool backward, Seconds arrived);
    Seconds run(int stage, StageTaskKind kind, int index, Seconds earliest, Seconds duration);
    void runWeightGradient(int stage);
    void hand(int stage, bool backward, int index, Seconds done);

    ScheduleInputs m_inputs;
    int m_stages;
    int m_count;                  // of pieces
    std::vector<Piece> m_pieces;  // by index, forward
    std::size_t m_tasks;          // of a stage
    std::vector<Seconds> m_arrivals;
    std::vector<Started> m_started;
    std::vector<Stage> m_state;
    std::vector<int> m_awake;
};

Simulation::Simulation(const ScheduleInputs& inputs)
    : m_inputs(inputs)
    , m_stages(static_cast<int>(inputs.stages.size()))
    , m_count(inputs.microbatches * inputs.chunks)
{
    for (int first = 0; first < inputs.microbatches; first += m_stages)
        for (int chunk = 0; chunk < inputs.chunks; ++chunk)
            for (int m = first; m < std::min(first + m_stages, inputs.microbatches); ++m)
                m_pieces.push_back({m, chunk});

    const std::size_t stages = inputs.stages.size();
    m_tasks = m_pieces.size() * (split() ? 3 : 2);
    m_arrivals.assign(2 * stages * (m_pieces.size() + kPadding), kUnknown);
    m_started.resize(stages * (m_tasks + kPadding));
    for (int i = 0; i < m_count; ++i)
        if (m_pieces[static_cast<std::size_t>(i)].chunk == 0)
            arrival(false, 0, i) = Seconds(0);
    m_state.resize(stages);
    for (std::size_t s = 0; s < stages; ++s) {
        m_state[s].next = s * (m_tasks + kPadding);
        m_awake.push_back(static_cast<int>(stages - 1 - s));
    }
}

void Simulation::finish(Schedule& result)
{
    while (!m_awake.empty()) {
        const int stage = m_awake.back();
        m_awake.pop_back();
        advance(stage);
    }
    result.tasks.reserve(m_state.size() * m_tasks);
    result.firstOfStage.push_back(0);
    for (int s = 0; s < m_stages; ++s) {
        Stage& stage = m_state[static_cast<std::size_t>(s)];
        while (stage.weightGradients < stage.gradients)
            runWeightGradient(s);
        for (std::size_t i = stage.next - m_tasks; i < stage.next; ++i) {
            const auto [start, index, kind] = m_started[i];
            const Piece piece = m_pieces[static_cast<std::size_t>(index)];
            const int chunk = kind == StageTaskKind::forward ? piece.chunk : m_inputs.chunks - 1 - piece.chunk;
            result.tasks.push_back({s, piece.microbatch, chunk, kind, start, start + duration(s, kind)});
        }
        result.firstOfStage.push_back(result.tasks.size());
        result.makespan = std::max(result.makespan, stage.free);
    }
}

/// Forwards before the first that is followed by a backward.
int Simulation::warmUp(int stage) const
{
    const int behind = m_stages - stage - 1;
    switch (m_inputs.schedule) {
    case PipelineSchedule::gpipe:
        break;
    case PipelineSchedule::oneForwardOneBackward:
        return std::min(m_count, behind);
    case PipelineSchedule::interleaved:
        return std::min(m_count, 2 * behind + (m_inputs.chunks - 1) * m_stages);
    case PipelineSchedule::zeroBubble:
        return std::min(m_count, 2 * behind);
    }
    return m_count;
}

/// When the input of a task is there.
Seconds& Simulation::arrival(bool backward, int stage, int index)
{
    const auto row = static_cast<std::size_t>((backward ? m_stages : 0) + stage);
    return m_arrivals[row * (m_pieces.size() + kPadding) + static_cast<std::size_t>(index)];
}

Seconds Simulation::duration(int stage, StageTaskKind kind) const
{
    const MicrobatchTimes& times = m_inputs.stages[static_cast<std::size_t>(stage)];
    switch (kind) {
    case StageTaskKind::forward:
        return times.forward / m_inputs.chunks;
    case StageTaskKind::backward:
        break;
    case StageTaskKind::weightGradient:
        return times.backwardWeight / m_inputs.chunks;
    }
    return (split() ? times.backwardInput : times.backwardInput + times.backwardWeight) / m_inputs.chunks;
}

void Simulation::advance(int s)
{
    Stage& stage = m_state[static_cast<std::size_t>(s)];
    const Seconds forwardTime = duration(s, StageTaskKind::forward);
    const Seconds backwardTime = duration(s, StageTaskKind::backward);
    const int warmUp = this->warmUp(s);
    for (; stage.position < 2 * m_count; ++stage.position) {
        const int afterWarmUp = stage.position - warmUp;
        const bool alternating = afterWarmUp >= 0 && stage.position < 2 * m_count - warmUp;
        const bool backward = alternating ? afterWarmUp % 2 == 1 : afterWarmUp >= 0;
        const int index = backward ? stage.position - stage.forwards : stage.forwards;
        const Seconds& arrived = arrival(backward, s, index);
        if (arrived == kUnknown) {
            stage.awaited = &arrived;
            return;
        }
        if (split())
            makeRoom(s, backward, arrived);
        const StageTaskKind kind = backward ? StageTaskKind::backward : StageTaskKind::forward;
        const Seconds done = run(s, kind, index, arrived, backward ? backwardTime : forwardTime);
        if (!backward)
            ++stage.forwards;
        else if (split())
            ++stage.gradients;
        hand(s, backward, index, done);
    }
}

/// Puts weight gradients before the next task: where another forward would hold too much, and where the wait for the
/// task's input takes at least half of one.
void Simulation::makeRoom(int s, bool backward, Seconds arrived)
{
    Stage& stage = m_state[static_cast<std::size_t>(s)];
    const Seconds half = duration(s, StageTaskKind::weightGradient) / 2;
    const int limit = 2 * m_stages - 1;  // microbatchesInFlight
    while (stage.weightGradients < stage.gradients) {
        const bool full = !backward && stage.forwards - stage.weightGradients >= limit;
        if (!full && stage.free + half > arrived)
            return;
        runWeightGradient(s);
    }
}

void Simulation::runWeightGradient(int s)
{
    Stage& stage = m_state[static_cast<std::size_t>(s)];
    const StageTaskKind kind = StageTaskKind::weightGradient;
    run(s, kind, stage.weightGradients++, stage.free, duration(s, kind));
}

Seconds Simulation::run(int s, StageTaskKind kind, int index, Seconds earliest, Seconds duration)
{
    Stage& stage = m_state[static_cast<std::size_t>(s)];
    const Seconds start = std::max(stage.free, earliest);
    stage.free = start + duration;
    m_started[stage.next++] = {start, index, kind};
    return stage.free;
}

/// Hands what a task made to the task that needs it, over a link where that is on another stage.
void Simulation::hand(int s, bool backward, int index, Seconds done)
{
    Stage& stage = m_state[static_cast<std::size_t>(s)];
    const int end = backward ? 0 : m_stages - 1;
    if (s == end && m_pieces[static_cast<std::size_t>(index)].chunk == m_inputs.chunks - 1) {
        if (!backward)
            arrival(true, s, index - (m_inputs.chunks - 1) * m_stages) = done;
        return;
    }
    const int to = s != end ? s + (backward ? -1 : 1) : m_stages - 1 - end;
    if (to != s) {
        Seconds& linkFree = stage.linkFree[backward];
        done = linkFree = std::max(linkFree, done) + m_inputs.transfer;
    }
    Seconds& arrived = arrival(backward, to, s != end ? index : index + m_stages);
    arrived = done;
    if (m_state[static_cast<std::size_t>(to)].awaited == &arrived)
        m_awake.push_back(to);
}

/// Adds what the stages send, link by link in the order of the tasks that made it; times as Simulation::hand has them.
void addTransfers(Schedule& schedule, const ScheduleInputs& inputs)
{
    const int stages = static_cast<int>(inputs.stages.size());
    if (stages == 1 || inputs.transfer == Seconds(0))
        return;
    schedule.transfers.reserve(schedule.tasks.size());
    for (const bool backward : {false, true}) {
        const StageTaskKind kind = backward ? StageTaskKind::backward : StageTaskKind::forward;
        const int step = backward ? -1 : 1;
        const int end = backward ? 0 : stages - 1;
        const int lastChunk = backward ? 0 : inputs.chunks - 1;
        int stage = -1;
        Seconds free;
        for (const StageTask& task : schedule.tasks) {
            if (task.kind != kind || (task.stage == end && task.chunk == lastChunk))
                continue;
            if (task.stage != stage)
                free = Seconds(0);
            stage = task.stage;
            const Seconds start = std::max(free, task.end);
            free = start + inputs.transfer;
            const int to = (stage + step + stages) % stages;
            schedule.transfers.push_back({stage, to, task.microbatch, task.chunk, backward, start, free});
        }
    }
}

}  // namespace

Schedule scheduleOf(const ScheduleInputs& inputs)
{
    Schedule schedule;
    ScheduleInputs run = inputs;
    if (inputs.schedule != PipelineSchedule::interleaved)
        run.chunks = 1;
    if (inputs.stages.empty() || run.chunks < 1 ||
        !microbatchesFit(inputs.schedule, static_cast<double>(inputs.stages.size()), inputs.microbatches))
        return schedule;
    Simulation(run).finish(schedule);
    addTransfers(schedule, run);
    return schedule;
}

Seconds longestSpan(const Schedule& schedule)
{
    Seconds longest;
    for (std::size_t s = 0; s + 1 < schedule.firstOfStage.size(); ++s) {
        const StageTask& first = schedule.tasks[schedule.firstOfStage[s]];
        const StageTask& last = schedule.tasks[schedule.firstOfStage[s + 1] - 1];
        longest = std::max(longest, last.end - first.start);
    }
    return longest;
}

std::vector<HeldStep> heldOver(const Schedule& schedule, int stage, int chunks)
{
    if (stage < 0 || static_cast<std::size_t>(stage) + 1 >= schedule.firstOfStage.size())
        return {};
    const std::size_t first = schedule.firstOfStage[static_cast<std::size_t>(stage)];
    const std::size_t last = schedule.firstOfStage[static_cast<std::size_t>(stage) + 1];
    const std::span<const StageTask> tasks(schedule.tasks.data() + first, last - first);
    const bool apart = std::any_of(tasks.begin(), tasks.end(),
                                   [](const StageTask& t) { return t.kind == StageTaskKind::weightGradient; });
    const StageTaskKind release = apart ? StageTaskKind::weightGradient : StageTaskKind::backward;

    std::vector<HeldStep> steps;
    int pieces = 0;
    for (const StageTask& task : tasks) {
        if (task.kind != StageTaskKind::forward && task.kind != release)
            continue;
        const bool forward = task.kind == StageTaskKind::forward;
        pieces += forward ? 1 : -1;
        const HeldStep step{forward ? task.start : task.end, static_cast<double>(pieces) / chunks};
        if (!steps.empty() && steps.back().time == step.time)
            steps.back() = step;
        else
            steps.push_back(step);
    }
    return steps;
}

}  // namespace scalescope
