// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/schedule_diagram.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <QKeyEvent>

#include <algorithm>

namespace scalescope {

void ScheduleDiagram::take(const Snapshot& now)
{
    TimeDiagram::take(now);
    const double needed = heldRange();
    if (!dragging() || m_heldRange <= 0)
        m_heldRange = needed;
    else if (needed > m_heldRange)
        m_heldRange = roundedUp(needed);
}

void ScheduleDiagram::setStage(std::optional<int> stage)
{
    if (stage == m_stage)
        return;
    m_stage = stage;
    invalidate();
}

int ScheduleDiagram::stage() const
{
    return isEmpty() ? 0 : std::clamp(m_stage.value_or(shown().fullest), 0, timeline().stages - 1);
}

QString ScheduleDiagram::title() const { return tr("Pipeline schedule"); }

QString ScheduleDiagram::scheduleName() const
{
    switch (shown().plan.schedule) {
    case PipelineSchedule::gpipe: return tr("GPipe");
    case PipelineSchedule::oneForwardOneBackward: return tr("1F1B");
    case PipelineSchedule::interleaved: return tr("interleaved 1F1B");
    case PipelineSchedule::zeroBubble: break;
    }
    return tr("zero bubble");
}

QString ScheduleDiagram::closedForm() const
{
    switch (shown().plan.schedule) {
    case PipelineSchedule::interleaved: return QStringLiteral("(p − 1)(f + b) / v");
    case PipelineSchedule::zeroBubble: return QStringLiteral("(p − 1) max(0, f + b − 2w)");
    default: break;
    }
    return QStringLiteral("(p − 1)(f + b)");
}

double ScheduleDiagram::bubbleShare() const
{
    const Timeline& t = timeline();
    return t.makespan.value > 0 ? t.bubble / t.makespan : 0.0;
}

double ScheduleDiagram::closedShare() const
{
    const StepTimes& step = shown().step;
    return step.expected.value > 0 ? step.bubble / step.expected : 0.0;
}

QString ScheduleDiagram::caption() const
{
    if (isEmpty())
        return tr("There is nothing to draw: the plan is impossible.");
    const Timeline& t = timeline();
    if (t.stages == 1)
        return t.microbatches == 1 ? tr("No pipeline: one stage holds all layers and takes the batch at once.")
                                   : tr("No pipeline: one stage holds all layers and takes its %1 micro-batches in turn.").arg(countText(t.microbatches));
    const QString words = tr("%1 on %2 stages, %3 micro-batches: bubble %4 of the step; the closed form %5 gives %6.")
                              .arg(scheduleName(), countText(t.stages), countText(static_cast<double>(shown().plan.microbatches)),
                                   percentText(bubbleShare()), closedForm(), percentText(closedShare()));
    return t.abridged ? words + u' ' + tr("Only %1 micro-batches are drawn.").arg(countText(t.microbatches)) : words;
}

QString ScheduleDiagram::summary() const
{
    if (isEmpty())
        return whyImpossible(shown().diagnostics);
    const int s = stage();
    return caption() + u' ' +
        tr("Stage %1 holds the activations of %2 at most.").arg(countText(s), heldText(s, shown().stages[static_cast<std::size_t>(s)].inFlight));
}

FigureTable ScheduleDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Stage"),   tr("Layers"), tr("Forward"), tr("Backward"),  tr("Weight gradients"), tr("Waits for communication"),
                     tr("Update"), tr("Idle"),    tr("Micro-batches in flight"), tr("Activations")};
    if (isEmpty())
        return table;
    for (int s = 0; s < timeline().stages; ++s) {
        const StageEstimate& estimate = shown().stages[static_cast<std::size_t>(s)];
        const StageTimes times = timesOf(timeline(), s);
        const auto work = [&](TimelineWork w) { return times.work[static_cast<std::size_t>(w)]; };
        const std::array seconds = {work(TimelineWork::forward), work(TimelineWork::backward), work(TimelineWork::weightGradient), times.waiting,
                                    work(TimelineWork::update), times.idle};
        QStringList row = {QString::number(s), countText(estimate.layers)};
        QStringList values = {QString::number(s), fromCore(shortest(estimate.layers))};
        for (const double time : seconds) {
            row << secondsText(time);
            values << fromCore(shortest(time));
        }
        const double bytes = estimate.memory.of(MemoryKind::activations).bytes.value;
        table.rows << row + QStringList{countText(estimate.inFlight), bytesText(bytes)};
        table.values << values + QStringList{fromCore(shortest(estimate.inFlight)), fromCore(shortest(bytes))};
    }
    return table;
}

std::optional<double> ScheduleDiagram::bytesEach(const Shown& shown, int stage)
{
    const StageEstimate& s = shown.stages[static_cast<std::size_t>(stage)];
    const double bytes = s.memory.of(MemoryKind::activations).bytes.value;
    return bytes > 0 && s.inFlight > 0 ? std::optional(bytes / s.inFlight) : std::nullopt;
}

double ScheduleDiagram::mostHeld(const Shown& shown, int stage)
{
    return shown.stages[static_cast<std::size_t>(stage)].inFlight * bytesEach(shown, stage).value_or(1.0);
}

double ScheduleDiagram::heldRange() const
{
    double most = 0;
    for (int s = 0; s < (isEmpty() ? 0 : timeline().stages); ++s)
        most = std::max(most, mostHeld(shown(), s));
    return most;
}

double ScheduleDiagram::heldAt(int stage, double time) const
{
    const std::vector<HeldStep>& held = timeline().held[static_cast<std::size_t>(stage)];
    const auto after = std::upper_bound(held.begin(), held.end(), time, [](double t, const HeldStep& step) { return t < step.time.value; });
    return after == held.begin() ? 0.0 : (after - 1)->held;
}

QString ScheduleDiagram::heldText(int stage, double microbatches) const
{
    const QString count = microbatches == 1 ? tr("1 micro-batch") : tr("%1 micro-batches").arg(countText(microbatches));
    const auto each = bytesEach(shown(), stage);
    return each ? tr("%1, %2").arg(count, bytesText(microbatches * *each)) : count;
}

FigureHit ScheduleDiagram::describeTask(int stage, QPointF point, const Frame& frame) const
{
    const TimeSpan span = spanOf(frame);
    const double time = frame.valueAtX(point.x());
    const std::vector<TimePiece> pieces = taskPieces(timeline(), stage, span);
    FigureHit hit;
    hit.anchor = point;
    const TimePiece* piece = pieceAt(pieces, time, span.length() / frame.area().width());
    if (!piece) {
        hit.title = tr("Stage %1: idle").arg(countText(stage));
        hit.lines << tr("%1 idle in the whole step").arg(secondsText(timesOf(timeline(), stage).idle));
        hit.derivation = timeline().stages > 1 ? QStringLiteral("step.bubble") : QString();
        return hit;
    }
    const TimelineItem& item = timeline().items[piece->item];
    hit.title = tr("Stage %1: %2").arg(countText(stage), workName(item.work));
    hit.lines << microbatchWords(item) << tr("from %1 on, for %2").arg(secondsText(piece->start), secondsText(piece->end - piece->start));
    if (const double waiting = (piece->end - piece->start) - (item.end - item.start).value; waiting > (piece->end - piece->start) * 1e-6)
        hit.lines << tr("of that %1 waiting for communication").arg(secondsText(waiting));
    hit.lines << tr("in flight: %1").arg(heldText(stage, heldAt(stage, time)));
    hit.derivation = derivationOf(item);
    hit.anchor.setX((std::max(frame.toX(piece->start), frame.area().left()) + std::min(frame.toX(piece->end), frame.area().right())) / 2);
    return hit;
}

FigureHit ScheduleDiagram::describeHeld(QPointF point, const Frame& frame) const
{
    const int s = stage();
    const double time = frame.valueAtX(point.x());
    FigureHit hit;
    hit.anchor = point;
    hit.title = tr("Activations in flight on stage %1").arg(countText(s));
    hit.lines << tr("%1 after %2").arg(heldText(s, heldAt(s, time)), secondsText(std::max(0.0, time)))
              << tr("at most %1").arg(heldText(s, shown().stages[static_cast<std::size_t>(s)].inFlight));
    if (const auto each = bytesEach(shown(), s))
        hit.lines << tr("%1 for each micro-batch").arg(bytesText(*each));
    hit.derivation = QStringLiteral("stage.%1.in_flight").arg(s);
    return hit;
}

FigureHit ScheduleDiagram::describeBubble() const
{
    FigureHit hit;
    hit.title = tr("Bubble");
    hit.lines << tr("drawn: %1, %2 of %3").arg(secondsText(timeline().bubble.value), percentText(bubbleShare()), secondsText(timeline().makespan.value))
              << tr("closed form: %1, %2 of %3").arg(secondsText(shown().step.bubble.value), percentText(closedShare()), secondsText(shown().step.expected.value))
              << tr("%1 with equal stages and no transfers").arg(closedForm());
    hit.derivation = QStringLiteral("step.bubble");
    return hit;
}

FigureHit ScheduleDiagram::describe(int id, QPointF point, const Frame& frame) const
{
    if (id == kBubble)
        return describeBubble();
    return id == kHeld ? describeHeld(point, frame) : describeTask(id, point, frame);
}

bool ScheduleDiagram::clicked(QPointF point)
{
    const HitShape* hit = scene().hitAt(point, 1.0);
    if (!hit || hit->id >= kHeld || hit->id == stage())
        return false;
    setStage(hit->id);
    return true;
}

void ScheduleDiagram::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0 || event->modifiers().testFlag(Qt::ShiftModifier) || isEmpty())
        return TimeDiagram::keyPressEvent(event);
    setStage(std::clamp(stage() + step, 0, timeline().stages - 1));
    const View seen = view();
    if (stage() < seen.firstStage || stage() >= seen.firstStage + seen.stages)
        showStages(stage() - seen.stages / 2, seen.stages);
    setAccessibleDescription(summary());
}

}  // namespace scalescope
