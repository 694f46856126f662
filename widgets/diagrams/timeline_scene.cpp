// SPDX-License-Identifier: GPL-3.0-or-later
// How TimelineDiagram is drawn.
#include "widgets/diagrams/timeline_diagram.h"

#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

// Heights, in those of a network's lane.
constexpr double kComputeHeight = 1.5;
constexpr double kBetweenStages = 0.5;

constexpr double kLeastLane = 5;     // pixels
constexpr double kLargestLane = 36;
constexpr double kLeastRow = 3;
constexpr double kLargestRow = 34;
constexpr double kTrack = 0.045;     // of ink, where nothing happens

}  // namespace

Axes TimelineDiagram::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    return timeAxes(style, size, marginsFor(style, namesWidth(style), true), held);
}

TimelineDiagram::Detail TimelineDiagram::place(const PlotStyle& style, const QRectF& area, std::vector<Row>& rows) const
{
    const View seen = view();
    double units = -kBetweenStages;
    std::vector<std::vector<Lane>> lanes;
    // Beyond so many there is no room for a second lane in any window.
    constexpr int most = 512;
    for (int s = seen.firstStage; s < seen.firstStage + std::min(seen.stages, most); ++s) {
        lanes.push_back(lanesOf(timeline(), s));
        units += kComputeHeight + static_cast<double>(lanes.back().size() - 1) + kBetweenStages;
    }
    const double unit = std::min(area.height() / units, style.px(kLargestLane));
    if (seen.stages > most || unit < style.px(kLeastLane)) {
        const Rows all = rowsIn(area.height(), style.px(kLeastRow), style.px(kLargestRow));
        for (int row = 0; row < all.count(); ++row) {
            const double top = std::round(area.top() + row * all.height);
            const double bottom = std::round(area.top() + (row + 1) * all.height);
            const double gap = bottom - top > 3 ? std::max(1.0, std::floor(all.height * 0.12)) : 0.0;
            rows.push_back({all.stageOf(row), std::nullopt, QRectF(QPointF(area.left(), top), QPointF(area.right(), bottom - gap))});
        }
        return Detail::one;
    }
    double y = area.top();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        for (const Lane lane : lanes[i]) {
            const double height = unit * (lane == Lane::compute ? kComputeHeight : 1);
            const double top = std::round(y);
            y += height;
            rows.push_back({seen.firstStage + static_cast<int>(i), lane,
                            QRectF(QPointF(area.left(), top), QPointF(area.right(), std::max(top + 2, std::round(y) - 1)))});
        }
        y += unit * kBetweenStages;
    }
    return unit >= std::ceil(style.tick.height()) ? Detail::named : Detail::slim;
}

void TimelineDiagram::compose(Scene& scene, const Stage& stage) const
{
    if (isEmpty())
        return composeNotice(scene, stage);
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    std::vector<Row> rows;
    const Detail detail = place(style, area, rows);
    std::vector<StageRow> chips;
    const Tones tones = tonesOf(style);
    scene.marks.reserve(rows.size() * static_cast<std::size_t>(area.width() / kBoxPitch));
    for (const Row& row : rows) {
        composeRow(scene, stage, tones, row);
        if (row.lane.value_or(Lane::compute) == Lane::compute)
            chips.push_back({row.stage, row.rect});
    }
    composeBubble(scene, stage, chips, {});

    const double right = area.left() - style.px(8);
    double bottom = 0;
    if (detail == Detail::one) {
        composeStageNames(scene, style, rowsIn(area.height(), style.px(kLeastRow), style.px(kLargestRow)), area, -1);
    } else {
        for (const Row& row : rows) {
            const bool compute = row.lane == Lane::compute;
            if (!compute && detail != Detail::named)
                continue;
            const Face& face = compute ? style.text : style.tick;
            const QString words = compute && timeline().stages > 1 ? tr("stage %1").arg(countText(row.stage)) : laneName(*row.lane);
            const QSizeF size = sizeOf(words, face);
            const QRectF box(QPointF(right - size.width(), row.rect.center().y() - size.height() / 2), size);
            if (box.top() < bottom - 0.5)
                continue;
            bottom = box.bottom();
            scene.add(labelIn(box, words, face, compute ? style.theme.ink : style.theme.muted));
        }
    }
    composeKey(scene, stage, detail);
    composeGhost(scene, stage, area);
    composeAxis(scene, stage, stage.frame.size().height() - style.px(1));
}

void TimelineDiagram::composeRow(Scene& scene, const Stage& stage, const Tones& tones, const Row& row) const
{
    const PlotStyle& style = stage.style;
    const TimeSpan span = spanOf(stage.frame);
    const double end = std::min(row.rect.right(), stage.frame.toX(timeline().makespan.value));
    if (end > row.rect.left())
        scene.add(Box{QRectF(row.rect.topLeft(), QPointF(end, row.rect.bottom())), style.mixed(style.theme.ink, kTrack)});

    const std::vector<TimePiece> pieces = row.lane ? lanePieces(timeline(), row.stage, *row.lane, span) : busyPieces(timeline(), row.stage, span);
    for (const TimeBox& box : boxesOf(pieces, span, row.rect.width())) {
        const Box drawn = boxIn(style, tones, row.rect, box);
        scene.add(drawn);
        if (box.merged())
            continue;
        const TimelineItem& item = timeline().items[box.item];
        if (item.lane == Lane::compute)
            composeNumber(scene, style, drawn, item, true);
        else if (item.work == TimelineWork::reduction || item.lane == Lane::host)
            composeWords(scene, style, drawn, workName(item.work));
        else if (item.exposed)
            composeWords(scene, style, drawn, row.lane ? tr("exposed") : laneName(item.lane));
    }
    if (row.lane) {
        scene.hits.push_back({QPolygonF(row.rect), true, row.stage * kHitsPerStage + static_cast<int>(*row.lane)});
        return;
    }
    // Each stage of a shared row has its part of it.
    const Rows all = rowsIn(stage.frame.area().height(), style.px(kLeastRow), style.px(kLargestRow));
    const int last = std::min(row.stage + all.perRow, all.end);
    for (int s = row.stage; s < last; ++s) {
        const double height = row.rect.height() / (last - row.stage);
        const QRectF part(row.rect.left(), row.rect.top() + (s - row.stage) * height, row.rect.width(), height);
        scene.hits.push_back({QPolygonF(part), true, s * kHitsPerStage + kAllLanes});
    }
}

void TimelineDiagram::composeKey(Scene& scene, const Stage& stage, Detail detail) const
{
    const PlotStyle& style = stage.style;
    // Of the stages that are seen a few speak for all.
    std::array<bool, kLaneCount> used{};
    const View seen = view();
    for (const int s : {seen.firstStage, seen.firstStage + seen.stages / 2, seen.firstStage + seen.stages - 1}) {
        const StageTimes times = timesOf(timeline(), s);
        for (std::size_t l = 0; l < used.size(); ++l)
            used[l] = used[l] || (detail == Detail::one ? times.exposed[l] : times.busy[l]) > 0;
    }
    used[static_cast<std::size_t>(Lane::pipelineBack)] = false;

    std::vector<LegendEntry> entries;
    for (const TimelineWork work : {TimelineWork::forward, TimelineWork::backward, TimelineWork::weightGradient, TimelineWork::update}) {
        const bool apart = shown().plan.schedule == PipelineSchedule::zeroBubble;
        if (work != TimelineWork::weightGradient || apart)
            entries.push_back({workLooks(style, work, 0.5), workName(work)});
    }
    bool traffic = false;
    for (int l = 1; l < kLaneCount; ++l) {
        const auto lane = static_cast<Lane>(l);
        if (!used[static_cast<std::size_t>(l)])
            continue;
        traffic = true;
        if (detail == Detail::one)
            entries.push_back({trafficLooks(style, lane, true), tr("waits for %1").arg(laneName(lane))});
        else if (detail == Detail::slim)
            entries.push_back({trafficLooks(style, lane, true), laneName(lane)});
    }
    if (traffic && detail != Detail::one) {
        entries.push_back({Box{{}, style.mixed(style.theme.muted, 0.14), {}, style.mixed(style.theme.muted, 0.75)}, tr("hidden")});
        entries.push_back({Box{{}, style.theme.muted}, tr("exposed")});
    }
    composeLegend(scene, style, entries, stage.frame.area().left(), stage.frame.size().width() - style.px(6));
}

}  // namespace scalescope
