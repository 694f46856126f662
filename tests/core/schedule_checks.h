// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/training/schedule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

/// What a schedule must keep to, whatever its order: found from the tasks and transfers alone.
class ScheduleChecks {
public:
    ScheduleChecks(const scalescope::Schedule& schedule, const scalescope::ScheduleInputs& inputs)
        : m_schedule(schedule)
        , m_inputs(inputs)
        , m_stages(static_cast<int>(inputs.stages.size()))
        , m_split(inputs.schedule == scalescope::PipelineSchedule::zeroBubble)
    {
    }

    /// The first thing that is wrong, or nothing.
    QString problem()
    {
        using Check = QString (ScheduleChecks::*)();
        for (const Check check : {&ScheduleChecks::stages, &ScheduleChecks::completeness, &ScheduleChecks::links,
                                  &ScheduleChecks::dependencies})
            if (const QString found = (this->*check)(); !found.isEmpty())
                return found;
        return {};
    }

private:
    using Task = scalescope::StageTask;
    using Kind = scalescope::StageTaskKind;
    using Seconds = scalescope::Seconds;
    using Key = std::tuple<Kind, int, int, int>;          // stage, chunk, micro-batch
    using TransferKey = std::tuple<bool, int, int, int>;  // from, chunk, micro-batch

    static QString named(const Task& t)
    {
        const auto text = QStringLiteral("%1 of micro-batch %2, chunk %3, stage %4");
        return text.arg(QStringLiteral("FBW")[int(t.kind)]).arg(t.microbatch).arg(t.chunk).arg(t.stage);
    }

    static bool close(Seconds a, Seconds b)
    {
        return std::abs((a - b).value) <= 1e-9 * std::max(1.0, std::abs(b.value));
    }

    Seconds duration(const Task& t) const
    {
        const scalescope::MicrobatchTimes& times = m_inputs.stages[static_cast<std::size_t>(t.stage)];
        switch (t.kind) {
        case Kind::forward: return times.forward / m_inputs.chunks;
        case Kind::weightGradient: return times.backwardWeight / m_inputs.chunks;
        case Kind::backward: break;
        }
        return (times.backwardInput + (m_split ? Seconds(0) : times.backwardWeight)) / m_inputs.chunks;
    }

    QString stages()
    {
        const std::vector<std::size_t>& first = m_schedule.firstOfStage;
        if (first.size() != m_inputs.stages.size() + 1 || first.back() != m_schedule.tasks.size())
            return QStringLiteral("firstOfStage does not cover the tasks");
        Seconds last;
        for (int s = 0; s < m_stages; ++s) {
            Seconds free;
            for (std::size_t i = first[static_cast<std::size_t>(s)]; i < first[static_cast<std::size_t>(s) + 1]; ++i) {
                const Task& t = m_schedule.tasks[i];
                if (t.stage != s)
                    return named(t) + QStringLiteral(" is listed under another stage");
                if (t.start < free)
                    return named(t) + QStringLiteral(" overlaps the one before");
                if (!close(t.end - t.start, duration(t)))
                    return named(t) + QStringLiteral(" has another duration");
                free = t.end;
            }
            last = std::max(last, free);
        }
        return last == m_schedule.makespan ? QString() : QStringLiteral("the makespan is not the last end");
    }

    QString completeness()
    {
        for (const Task& t : m_schedule.tasks) {
            if (t.microbatch < 0 || t.microbatch >= m_inputs.microbatches || t.chunk < 0 || t.chunk >= m_inputs.chunks)
                return named(t) + QStringLiteral(" does not exist");
            if (!m_tasks.emplace(Key{t.kind, t.stage, t.chunk, t.microbatch}, &t).second)
                return named(t) + QStringLiteral(" is done twice");
        }
        const int wanted = m_stages * m_inputs.chunks * m_inputs.microbatches * (m_split ? 3 : 2);
        return static_cast<int>(m_tasks.size()) == wanted ? QString() : QStringLiteral("tasks are missing");
    }

    QString links()
    {
        std::map<std::pair<int, bool>, std::vector<const scalescope::StageTransfer*>> links;
        for (const scalescope::StageTransfer& t : m_schedule.transfers) {
            links[{t.from, t.backward}].push_back(&t);
            if (!m_transfers.emplace(TransferKey{t.backward, t.from, t.chunk, t.microbatch}, &t).second)
                return QStringLiteral("a transfer from stage %1 happens twice").arg(t.from);
            if (!close(t.end - t.start, m_inputs.transfer))
                return QStringLiteral("a transfer from stage %1 has another duration").arg(t.from);
            const Kind kind = t.backward ? Kind::backward : Kind::forward;
            if (t.start < m_tasks.at(Key{kind, t.from, t.chunk, t.microbatch})->end)
                return QStringLiteral("a transfer from stage %1 starts before there is anything to send").arg(t.from);
        }
        for (auto& [link, transfers] : links) {
            const auto earlier = [](const auto* a, const auto* b) { return a->start < b->start; };
            std::sort(transfers.begin(), transfers.end(), earlier);
            for (std::size_t i = 1; i < transfers.size(); ++i)
                if (transfers[i]->start < transfers[i - 1]->end)
                    return QStringLiteral("two transfers from stage %1 overlap").arg(link.first);
        }
        return {};
    }

    /// What `task` makes reaches `needs` in time, by a transfer where the stages differ and transfers take time.
    QString reaches(const Task& task, const Task& needs)
    {
        if (needs.start < task.end)
            return named(needs) + QStringLiteral(" starts before ") + named(task);
        if (task.stage == needs.stage || m_inputs.transfer == Seconds(0))
            return {};
        ++m_crossings;
        const auto found = m_transfers.find({task.kind == Kind::backward, task.stage, task.chunk, task.microbatch});
        if (found == m_transfers.end() || found->second->to != needs.stage)
            return named(task) + QStringLiteral(" is not sent on");
        if (needs.start < found->second->end)
            return named(needs) + QStringLiteral(" starts before its input is there");
        return {};
    }

    QString dependencies()
    {
        const int layers = m_stages * m_inputs.chunks;  // blocks of layers in the order of the model
        const auto task = [&](Kind kind, int layer, int m) -> const Task& {
            return *m_tasks.at(Key{kind, layer % m_stages, layer / m_stages, m});
        };
        for (int m = 0; m < m_inputs.microbatches; ++m) {
            for (int layer = 0; layer < layers; ++layer) {
                const Task& backward = task(Kind::backward, layer, m);
                QString found;
                if (layer + 1 < layers) {
                    found = reaches(task(Kind::forward, layer, m), task(Kind::forward, layer + 1, m));
                    if (found.isEmpty())
                        found = reaches(task(Kind::backward, layer + 1, m), backward);
                }
                if (found.isEmpty())
                    found = reaches(task(Kind::forward, layer, m), backward);
                if (found.isEmpty() && m_split)
                    found = reaches(backward, task(Kind::weightGradient, layer, m));
                if (!found.isEmpty())
                    return found;
            }
        }
        return m_crossings == m_transfers.size() ? QString() : QStringLiteral("something is sent that nothing needs");
    }

    const scalescope::Schedule& m_schedule;
    const scalescope::ScheduleInputs& m_inputs;
    int m_stages;
    bool m_split;
    std::size_t m_crossings = 0;
    std::map<Key, const Task*> m_tasks;
    std::map<TransferKey, const scalescope::StageTransfer*> m_transfers;
};
