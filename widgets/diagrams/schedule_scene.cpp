// SPDX-License-Identifier: GPL-3.0-or-later
// How ScheduleDiagram is drawn.
#include "widgets/diagrams/schedule_diagram.h"

#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLeastRow = 3;  // pixels
constexpr double kLargestRow = 56;
constexpr double kRowsShare = 0.62;  // of the height, at most
constexpr double kLeastHeld = 26;

}  // namespace

Axes ScheduleDiagram::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    return timeAxes(style, size, marginsFor(style, namesWidth(style), true), held);
}

ScheduleDiagram::Parts ScheduleDiagram::partsIn(const PlotStyle& style, const QRectF& area) const
{
    const double line = std::ceil(style.tick.height());
    const double between = line + style.px(8);  // for the heading of the lower part
    const double wanted = view().stages * style.px(kLargestRow);
    const double rows = std::floor(std::max(style.px(kLeastRow), std::min(wanted, (area.height() - between) * kRowsShare)));
    return {QRectF(area.left(), area.top(), area.width(), rows),
            QRectF(QPointF(area.left(), area.top() + rows + between), area.bottomRight())};
}

ScheduleDiagram::Rows ScheduleDiagram::rowsOf(const PlotStyle& style, const QRectF& area) const
{
    return rowsIn(area.height(), style.px(kLeastRow), style.px(kLargestRow));
}

void ScheduleDiagram::compose(Scene& scene, const Stage& stage) const
{
    if (isEmpty())
        return composeNotice(scene, stage);
    const Parts parts = partsIn(stage.style, stage.frame.area());
    composeRows(scene, stage, parts.rows);
    composeHeld(scene, stage, parts.held);
    composeHead(scene, stage);
    composeGhost(scene, stage, stage.frame.area());
    composeAxis(scene, stage, stage.frame.size().height() - stage.style.px(1));
}

void ScheduleDiagram::composeRows(Scene& scene, const Stage& stage, const QRectF& area) const
{
    const PlotStyle& style = stage.style;
    const TimeSpan span = spanOf(stage.frame);
    const Rows rows = rowsOf(style, area);
    const double end = std::min(area.right(), stage.frame.toX(timeline().makespan.value));
    const QRectF step(area.topLeft(), QPointF(std::max(area.left(), end), area.top() + rows.height * rows.count()));
    scene.add(Box{step, style.mixed(style.theme.muted, 0.05), {}, style.mixed(style.theme.muted, 0.32), style.px(7)});

    const Tones tones = tonesOf(style);
    scene.marks.reserve(static_cast<std::size_t>(rows.count() * area.width() / kBoxPitch));
    std::vector<StageRow> chips;
    for (int r = 0; r < rows.count(); ++r) {
        const int first = rows.stageOf(r);
        const QRectF row(QPointF(area.left(), std::round(area.top() + r * rows.height)), QPointF(area.right(), std::round(area.top() + (r + 1) * rows.height)));
        const double gap = row.height() > 3 ? 1 : 0;
        chips.push_back({first, row.adjusted(0, 0, 0, -gap)});
        if (gap > 0)
            scene.add(Box{QRectF(QPointF(step.left(), row.bottom() - gap), QPointF(step.right(), row.bottom())), style.theme.card});
        for (const TimeBox& box : boxesOf(taskPieces(timeline(), first, span), span, row.width())) {
            const Box drawn = boxIn(style, tones, chips.back().rect, box);
            scene.add(drawn);
            if (box.merged())
                continue;
            composeNumber(scene, style, drawn, timeline().items[box.item], false);
        }
        const int last = std::min(first + rows.perRow, rows.end);
        for (int s = first; s < last; ++s) {
            const double height = row.height() / (last - first);
            scene.hits.push_back({QPolygonF(QRectF(row.left(), row.top() + (s - first) * height, row.width(), height)), true, s});
        }
    }
    composeBubble(scene, stage, chips, style.theme.card);
    composeStageNames(scene, style, rows, area, this->stage());
}

void ScheduleDiagram::composeHeld(Scene& scene, const Stage& stage, const QRectF& area) const
{
    const PlotStyle& style = stage.style;
    if (area.height() < style.px(kLeastHeld) / 2)
        return;
    const int s = this->stage();
    const double range = std::max(1e-12, dragging() ? m_heldRange : heldRange());
    const TimeSpan span = spanOf(stage.frame);

    const auto curveOf = [&](const Shown& of, int index) {
        const double each = bytesEach(of, index).value_or(1.0);
        const std::vector<HeldStep>& held = of.timeline->held[static_cast<std::size_t>(index)];
        const auto yOf = [&](double count) { return area.bottom() - area.height() * std::min(1.0, count * each / range); };
        QPolygonF line;
        const auto add = [&](double x, double y) {
            if (line.isEmpty() || line.back() != QPointF(x, y))
                line << QPointF(x, y);
        };
        auto at = std::upper_bound(held.begin(), held.end(), span.from, [](double t, const HeldStep& step) { return t < step.time.value; });
        double count = at == held.begin() ? 0.0 : (at - 1)->held;
        double x = area.left();
        add(x, yOf(count));
        // Of the steps on one pixel the highest is drawn.
        while (at != held.end() && at->time.value < span.to) {
            const double next = std::max(x, stage.frame.toX(at->time.value));
            double highest = at->held;
            double last = at->held;
            for (++at; at != held.end() && stage.frame.toX(at->time.value) < next + 1; ++at) {
                highest = std::max(highest, at->held);
                last = at->held;
            }
            const bool spike = highest > last && highest > count;
            x = next;
            if (last != count || spike)
                add(x, yOf(count));
            if (spike) {
                add(x, yOf(highest));
                x = std::min(next + 1, area.right());
                add(x, yOf(highest));
            }
            if (last != count || spike)
                add(x, yOf(last));
            count = last;
        }
        const double end = std::min(area.right(), stage.frame.toX(of.timeline->makespan.value));
        add(std::max(x, end), yOf(count));
        return line;
    };
    const QPolygonF line = curveOf(shown(), s);
    const QColor& color = style.theme.state;
    for (qsizetype i = 0; i + 1 < line.size(); ++i)
        if (line[i + 1].x() > line[i].x() && line[i].y() < area.bottom())
            scene.add(Box{QRectF(line[i], QPointF(line[i + 1].x(), area.bottom())), style.mixed(color, 0.22)});
    if (before() && stage.ghost > 0 && s < before()->timeline->stages) {
        QColor ghost = style.theme.muted;
        ghost.setAlphaF(static_cast<float>(0.8 * stage.ghost));
        scene.add(Stroke{curveOf(*before(), s), QPen(ghost, 1)});
    }
    scene.add(Stroke{line, style.pen(color, 1.5)});
    scene.add(Stroke{QPolygonF({area.bottomLeft(), area.bottomRight()}), QPen(style.mixed(style.theme.muted, 0.45), 1)});
    scene.hits.push_back({QPolygonF(area), true, kHeld});

    // The heading, and the two ends of the scale.
    const double peak = shown().stages[static_cast<std::size_t>(s)].inFlight;
    const bool fullest = s == shown().fullest && timeline().stages > 1;
    const QString most = heldText(s, peak);
    QString words = timeline().stages == 1 ? tr("activations in flight: at most %1").arg(most)
        : fullest ? tr("activations in flight on stage %1, the fullest: at most %2").arg(countText(s), most)
                  : tr("activations in flight on stage %1: at most %2").arg(countText(s), most);
    words = style.text.elided(words, area.width());
    const QSizeF size = sizeOf(words, style.text);
    scene.add(labelIn(QRectF(QPointF(area.left(), area.top() - size.height() - style.px(3)), size), words, style.text, color));
    const auto addEnd = [&](const QString& text, double y) {
        const QSizeF box = sizeOf(text, style.tick);
        scene.add(labelIn(QRectF(QPointF(area.left() - style.px(8) - box.width(), y), box), text, style.tick, style.theme.muted));
    };
    const double line9 = std::ceil(style.tick.height());
    if (area.height() >= 1.5 * line9) {
        const bool bytes = bytesEach(shown(), s).has_value();
        addEnd(bytes ? bytesText(range) : countText(range), area.top() - line9 / 2);
        addEnd(QString::number(0), area.bottom() - line9 + style.px(3));
    }
}

void ScheduleDiagram::composeHead(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const bool piped = timeline().stages > 1;
    std::vector<LegendEntry> entries;
    for (const TimelineWork work : {TimelineWork::forward, TimelineWork::backward})
        entries.push_back({workLooks(style, work, 0.5), workName(work)});
    if (piped && shown().plan.schedule == PipelineSchedule::zeroBubble)
        entries.push_back({workLooks(style, TimelineWork::weightGradient, 0.5), workName(TimelineWork::weightGradient)});
    if (piped)
        entries.push_back({Box{{}, style.mixed(style.theme.muted, 0.05), {}, style.mixed(style.theme.muted, 0.5)}, tr("bubble")});
    if (timeline().chunks > 1)
        entries.push_back({Box{}, tr("later chunks in stronger shades")});

    const double left = stage.frame.area().left();
    const double right = stage.frame.size().width() - style.px(6);
    const double gap = style.px(16);
    const QStringList candidates = piped
        ? QStringList{tr("bubble %1 of the step, closed form %2").arg(percentText(bubbleShare()), percentText(closedShare())),
                      tr("bubble %1, closed form %2").arg(percentText(bubbleShare()), percentText(closedShare())), tr("bubble %1").arg(percentText(bubbleShare()))}
        : QStringList{tr("no pipeline: one stage"), tr("no pipeline")};
    // The longest that leaves room for the legend.
    const double legend = legendWidth(style, entries);
    const auto fitting = std::find_if(candidates.begin(), candidates.end(),
                                      [&](const QString& words) { return left + legend + gap + style.strong.width(words) <= right; });
    const QString& words = fitting == candidates.end() ? candidates.back() : *fitting;
    const QSizeF size = sizeOf(words, style.strong);
    const QRectF box(QPointF(right - size.width(), style.px(1)), size);
    scene.add(labelIn(box, words, style.strong, style.theme.ink));
    if (piped)
        scene.hits.push_back({QPolygonF(box), true, kBubble});
    composeLegend(scene, style, entries, left, box.left() - gap);
}

}  // namespace scalescope
