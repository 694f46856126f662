// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/timeline_diagram.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

QString TimelineDiagram::title() const { return tr("The step in time"); }

double TimelineDiagram::exposedShare() const
{
    const double whole = timeline().makespan.value;
    return whole > 0 ? timesOf(timeline(), shown().slowest).waiting / whole : 0.0;
}

QString TimelineDiagram::caption() const
{
    if (isEmpty())
        return tr("There is nothing to draw: the plan is impossible.");
    const Timeline& t = timeline();
    const QString whole = secondsText(t.makespan.value);
    const QString count = countText(t.microbatches);
    const QString exposed = percentText(exposedShare());
    QString words = t.stages == 1 && t.microbatches == 1 ? tr("%1 for one micro-batch; the chips wait for communication for %2 of it.").arg(whole, exposed)
        : t.stages == 1 ? tr("%1 for %2 micro-batches; the chips wait for communication for %3 of it.").arg(whole, count, exposed)
                        : tr("%1 for %2 micro-batches on %3 stages: bubble %4, exposed communication %5.")
                              .arg(whole, count, countText(t.stages), percentOfStep(t.bubble.value), exposed);
    if (t.abridged)
        words += u' ' + tr("Only %1 of %2 micro-batches are drawn.").arg(count, countText(static_cast<double>(shown().plan.microbatches)));
    return words + u' ' + tr("The wheel zooms, dragging moves, 0 shows all.");
}

QString TimelineDiagram::summary() const
{
    if (isEmpty())
        return whyImpossible(shown().diagnostics);
    const Timeline& t = timeline();
    QStringList sentences = {tr("The step takes %1 on %2 stages with %3 micro-batches; the bubble is %4 of it.")
                                 .arg(secondsText(t.makespan.value), countText(t.stages), countText(t.microbatches), percentOfStep(t.bubble.value))};
    const int stage = shown().slowest;
    const StageTimes times = timesOf(t, stage);
    for (const Lane lane : lanesOf(t, stage)) {
        const auto l = static_cast<std::size_t>(lane);
        const QString busy = tr("%1: busy for %2").arg(stageWords(stage, laneName(lane)), secondsText(times.busy[l]));
        sentences << (times.exposed[l] > 0 ? tr("%1, exposed for %2.").arg(busy, secondsText(times.exposed[l])) : busy + u'.');
    }
    return sentences.join(u' ');
}

FigureTable TimelineDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Stage"), tr("Lane"), tr("Pieces"), tr("Busy"), tr("Exposed"), tr("Busy, of the step")};
    if (isEmpty())
        return table;
    const double whole = timeline().makespan.value;
    const auto row = [&](int stage, const QString& lane, std::optional<double> pieces, double busy, std::optional<double> exposed) {
        const QString number = QString::number(stage);
        const QString none = fromCore(kNotANumber);
        table.rows << QStringList{number, lane, pieces ? countText(*pieces) : none, secondsText(busy),
                                  exposed ? secondsText(*exposed) : none, percentText(whole > 0 ? busy / whole : 0.0)};
        table.values << QStringList{number, lane, pieces ? fromCore(shortest(*pieces)) : QString(), fromCore(shortest(busy)),
                                    exposed ? fromCore(shortest(*exposed)) : QString(), fromCore(shortest(whole > 0 ? busy / whole : 0.0))};
    };
    for (int s = 0; s < timeline().stages; ++s) {
        const StageTimes times = timesOf(timeline(), s);
        for (const Lane lane : lanesOf(timeline(), s)) {
            const auto l = static_cast<std::size_t>(lane);
            row(s, laneName(lane), static_cast<double>(times.items[l]), times.busy[l],
                lane == Lane::compute ? std::nullopt : std::optional(times.exposed[l]));
        }
        row(s, tr("idle"), std::nullopt, times.idle, std::nullopt);
    }
    return table;
}

QString TimelineDiagram::stageWords(int stage, const QString& lane) const
{
    return timeline().stages == 1 ? lane : tr("Stage %1, %2").arg(countText(stage), lane);
}

FigureHit TimelineDiagram::describeItem(const TimelineItem& item) const
{
    FigureHit hit;
    hit.title = tr("%1: %2").arg(stageWords(item.stage, laneName(item.lane)), workName(item.work));
    hit.lines = timesOfItem(item);
    if (item.lane != Lane::compute)
        hit.lines << (item.exposed ? tr("exposed: the chips wait for it") : tr("hidden: the chips do not wait for it"));
    hit.derivation = derivationOf(item);
    return hit;
}

FigureHit TimelineDiagram::describeIdle(int stage, std::optional<Lane> lane, double time) const
{
    const TimeSpan whole{0, timeline().makespan.value};
    const std::vector<TimePiece> pieces = lane && *lane != Lane::compute ? lanePieces(timeline(), stage, *lane, whole)
                                                                         : busyPieces(timeline(), stage, whole);
    FigureHit hit;
    // What the chips wait for is in another lane.
    if (const TimePiece* piece = pieceAt(pieces, time, 0)) {
        const TimelineItem& item = timeline().items[piece->item];
        hit = describeItem(item);
        hit.title = tr("%1: waits for %2").arg(stageWords(stage, laneName(Lane::compute)), laneName(item.lane));
        return hit;
    }
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), time, [](double t, const TimePiece& piece) { return t < piece.start; });
    const double from = after == pieces.begin() ? 0.0 : (after - 1)->end;
    const double to = after == pieces.end() ? whole.to : after->start;
    hit.title = tr("%1: idle").arg(stageWords(stage, laneName(lane.value_or(Lane::compute))));
    hit.lines << tr("from %1 on, for %2").arg(secondsText(from), secondsText(std::max(0.0, to - from)));
    if (lane.value_or(Lane::compute) == Lane::compute && timeline().stages > 1) {
        hit.lines << tr("bubble: it waits for other stages");
        hit.derivation = QStringLiteral("step.bubble");
    }
    return hit;
}

FigureHit TimelineDiagram::describe(int id, QPointF point, const Frame& frame) const
{
    const int stage = id / kHitsPerStage;
    const int code = id % kHitsPerStage;
    const std::optional<Lane> lane = code == kAllLanes ? std::nullopt : std::optional(static_cast<Lane>(code));
    const TimeSpan span = spanOf(frame);
    const double second = span.length() / frame.area().width();  // per pixel
    const double time = frame.valueAtX(point.x());
    const std::vector<TimePiece> pieces = lane ? lanePieces(timeline(), stage, *lane, span) : busyPieces(timeline(), stage, span);
    const TimePiece* piece = pieceAt(pieces, time, second);
    FigureHit hit = piece ? describeItem(timeline().items[piece->item]) : describeIdle(stage, lane, time);
    hit.anchor = point;
    if (piece)
        hit.anchor.setX((std::max(frame.toX(piece->start), frame.area().left()) + std::min(frame.toX(piece->end), frame.area().right())) / 2);
    return hit;
}

}  // namespace scalescope
