// SPDX-License-Identifier: GPL-3.0-or-later
// What the diagrams of a step in time draw and say alike.
#include "widgets/diagrams/time_diagram.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLeastDetail = 5;  // pixels of a rectangle that shows its outline and hatch
constexpr std::array<double, kTimelineWorkNames.size()> kFlatShares = {0.36, 0.85, 0.5, 0.5, 0.3};  // of ink, by TimelineWork

constexpr double kSwatch = 10;  // pixels
constexpr double kBetweenEntries = 14;

double swatchWidth(const PlotStyle& style, const Box& swatch)
{
    return swatch.fill.isValid() ? std::round(style.px(kSwatch)) + style.px(5) : 0.0;
}

QColor laneColor(const Theme& theme, Lane lane)
{
    switch (lane) {
    case Lane::compute: return theme.ink;
    case Lane::host: return theme.buffer;
    case Lane::pipelineBack: return theme.of(Axis::pipeline);
    default: break;
    }
    return theme.of(static_cast<Axis>(static_cast<int>(lane) - static_cast<int>(Lane::tensor)));
}

}  // namespace

QString TimeDiagram::countText(double count) { return fromCore(formatCount(count)); }

QString TimeDiagram::laneName(Lane lane)
{
    switch (lane) {
    case Lane::compute: return tr("compute");
    case Lane::host: return tr("host");
    case Lane::pipelineBack: return tr("pipeline, back");
    default: break;
    }
    return degreeName(static_cast<Axis>(static_cast<int>(lane) - static_cast<int>(Lane::tensor)));
}

QString TimeDiagram::workName(TimelineWork work) { return translated(kTimelineWorkNames[static_cast<std::size_t>(work)]); }

QString TimeDiagram::derivationOf(const TimelineItem& item) const
{
    const QString stage = QStringLiteral("stage.%1.").arg(item.stage);
    if (item.lane == Lane::host)
        return stage + QStringLiteral("host");
    if (item.lane != Lane::compute) {
        const Axis axis = item.lane == Lane::pipelineBack ? Axis::pipeline : static_cast<Axis>(static_cast<int>(item.lane) - static_cast<int>(Lane::tensor));
        return stage + QStringLiteral("network.") + fromCore(nameOf(axis));
    }
    switch (item.work) {
    case TimelineWork::forward: return stage + QStringLiteral("forward");
    case TimelineWork::backward:
        return stage + (shown().plan.schedule == PipelineSchedule::zeroBubble ? QStringLiteral("backward_input") : QStringLiteral("backward"));
    case TimelineWork::weightGradient: return stage + QStringLiteral("backward_weight");
    case TimelineWork::reduction:
    case TimelineWork::update: break;
    }
    return stage + QStringLiteral("update");
}

Box TimeDiagram::workLooks(const PlotStyle& style, TimelineWork work, double chunk)
{
    const QColor& ink = style.theme.ink;
    switch (work) {
    case TimelineWork::forward: return {{}, style.mixed(ink, 0.24 + 0.24 * chunk)};
    case TimelineWork::backward: return {{}, style.mixed(ink, 0.68 + 0.32 * chunk)};
    case TimelineWork::weightGradient: return {{}, style.mixed(ink, 0.14), style.mixed(ink, 0.7), style.mixed(ink, 0.6)};
    case TimelineWork::reduction:
    case TimelineWork::update: break;
    }
    return {{}, style.mixed(ink, 0.1), style.mixed(ink, 0.6)};
}

Box TimeDiagram::trafficLooks(const PlotStyle& style, Lane lane, bool exposed)
{
    const QColor color = laneColor(style.theme, lane);
    if (exposed)
        return {{}, color};
    // Degrees of one colour differ in the width of their hatch.
    const double spacing = lane == Lane::expert ? 3.5 : lane == Lane::context ? 9 : 6;
    return {{}, style.mixed(color, 0.14), {}, style.mixed(color, 0.75), style.px(spacing)};
}

Box TimeDiagram::looksOf(const PlotStyle& style, const TimelineItem& item) const
{
    if (item.lane != Lane::compute)
        return trafficLooks(style, item.lane, item.exposed);
    const int last = timeline().chunks - 1;
    return workLooks(style, item.work, last > 0 ? static_cast<double>(item.chunk) / last : 0.5);
}

TimeDiagram::Tones TimeDiagram::tonesOf(const PlotStyle& style)
{
    Tones tones;
    for (int t = 0; t < kWorkTones; ++t)
        tones[static_cast<std::size_t>(t)] = style.mixed(style.theme.ink, kFlatShares[static_cast<std::size_t>(t)]);
    for (int l = 0; l < kLaneCount; ++l)
        for (const bool exposed : {false, true}) {
            const auto lane = static_cast<Lane>(l);
            tones[static_cast<std::size_t>(toneOf(lane, exposed))] = style.mixed(laneColor(style.theme, lane), exposed ? 1.0 : 0.4);
        }
    return tones;
}

Box TimeDiagram::boxIn(const PlotStyle& style, const Tones& tones, const QRectF& row, const TimeBox& box) const
{
    const double left = std::round(row.left() + box.left);
    const double right = std::max(left + 1, std::round(row.left() + box.right));
    const QRectF rect(QPointF(left, row.top()), QPointF(right, row.bottom()));
    if (!box.merged() && rect.width() >= kLeastDetail) {
        Box looks = looksOf(style, timeline().items[box.item]);
        looks.rect = rect.adjusted(0, 0, -1, 0);  // neighbours are parted by a line of the card
        return looks;
    }
    if (!box.merged())
        return {rect, tones[static_cast<std::size_t>(box.tone)]};
    // From afar a place has the mixture of what happens in it.
    std::array<int, 3> mixture{};
    int idle = 16;
    const auto mix = [&](const QColor& color, int share) {
        mixture[0] += share * color.red();
        mixture[1] += share * color.green();
        mixture[2] += share * color.blue();
        idle -= share;
    };
    for (std::size_t t = 0; t < tones.size(); ++t)
        if (box.shares[t] > 0)
            mix(tones[t], box.shares[t]);
    const int whole = std::max(16, 16 - idle);  // shares are rounded
    if (idle > 0)
        mix(style.theme.card, idle);
    return {rect, QColor(mixture[0] / whole, mixture[1] / whole, mixture[2] / whole)};
}

void TimeDiagram::composeNumber(Scene& scene, const PlotStyle& style, const Box& box, const TimelineItem& item, bool named) const
{
    if (item.microbatch < 0)
        return composeWords(scene, style, box, workName(item.work));
    // What fits does not depend on the number, so that like rectangles are alike.
    const QString widest(countText(timeline().microbatches - 1).size(), u'0');
    const auto fits = [&](const QString& words) { return std::ceil(style.tick.width(words)) + style.px(5) <= box.rect.width(); };
    const QString number = countText(item.microbatch);
    const QString work = workName(item.work);
    if (named && fits(work + u' ' + widest))
        composeWords(scene, style, box, tr("%1 %2").arg(work, number));
    else if (fits(widest))
        composeWords(scene, style, box, number);
}

void TimeDiagram::composeWords(Scene& scene, const PlotStyle& style, const Box& box, const QString& words)
{
    if (box.rect.height() + 1 < std::ceil(style.tick.height()))
        return;
    const QSizeF size = sizeOf(words, style.tick);
    if (size.width() + style.px(5) > box.rect.width())
        return;
    const QRectF place(box.rect.center() - QPointF(size.width() / 2, size.height() / 2), size);
    Label label = labelIn(place, words, style.tick, box.hatch.isValid() ? style.theme.ink : style.readableOn(box.fill));
    if (box.hatch.isValid())
        label.backing = box.fill;
    scene.add(std::move(label));
}

TimeDiagram::Rows TimeDiagram::rowsIn(double height, double least, double most) const
{
    const View seen = view();
    Rows rows{seen.firstStage, seen.firstStage + seen.stages, 1, 0};
    const int fitting = std::max(1, static_cast<int>(height / least));
    rows.perRow = (seen.stages + fitting - 1) / fitting;
    rows.height = std::min(most, height / rows.count());
    return rows;
}

Axes TimeDiagram::timeAxes(const PlotStyle& style, const QSize& size, const QMargins& margins, bool held) const
{
    Axes axes;
    axes.margins = margins;
    axes.y.shown = false;
    axes.x.shown = !isEmpty();
    if (isEmpty())
        return axes;
    const double range = held ? m_range : timeline().makespan.value;
    axes.x.lower = m_view.from * range;
    axes.x.upper = m_view.to * range;
    const double unit = timeUnitFor(axes.x.upper).seconds;
    const double width = size.width() - margins.left() - margins.right();
    // Labels grow with the zoom: as many digits as tell neighbours apart.
    for (int most = 10; most >= 2; --most) {
        axes.x.ticks = linearTicks(axes.x.lower, axes.x.upper, most, unit);
        double widest = 0;
        for (const Tick& tick : axes.x.ticks)
            widest = std::max(widest, style.tick.width(tick.label));
        if (static_cast<double>(axes.x.ticks.size()) * (widest + style.px(16)) <= width)
            break;
    }
    return axes;
}

QString TimeDiagram::percentOfStep(double seconds) const
{
    const double whole = timeline().makespan.value;
    return percentText(whole > 0 ? seconds / whole : 0.0);
}

QString TimeDiagram::microbatchWords(const TimelineItem& item) const
{
    if (item.microbatch < 0)
        return tr("once per step");
    return timeline().chunks > 1 ? tr("micro-batch %1, chunk %2").arg(countText(item.microbatch), countText(item.chunk))
                                 : tr("micro-batch %1").arg(countText(item.microbatch));
}

QStringList TimeDiagram::timesOfItem(const TimelineItem& item) const
{
    return {microbatchWords(item), tr("from %1 on, for %2").arg(secondsText(item.start.value), secondsText((item.end - item.start).value))};
}

void TimeDiagram::composeNotice(Scene& scene, const Stage& stage) const
{
    addNotice(scene, stage.style, QRectF(QPointF(0, 0), stage.frame.size()), tr("There is no such step"), whyImpossible(shown().diagnostics));
}

void TimeDiagram::composeAxis(Scene& scene, const Stage& stage, double bottom) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const QString unit = QCoreApplication::translate("Ticks", timeUnitFor(stage.frame.x().upper).plural);
    const QSizeF size = sizeOf(unit, style.tick);
    scene.add(labelIn(QRectF(QPointF(area.center().x() - size.width() / 2, bottom - size.height()), size), unit, style.tick, style.theme.muted));

    const View seen = view();
    if (seen.to - seen.from >= 1)
        return;
    // Which part of the whole axis is seen.
    const double y = std::round(area.top() - style.px(4));
    scene.add(Box{QRectF(area.left(), y, area.width(), style.px(2)), style.theme.grid});
    const double width = std::max(style.px(6), area.width() * (seen.to - seen.from));
    const double left = area.left() + (area.width() - width) * (seen.from / std::max(1e-12, 1 - (seen.to - seen.from)));
    scene.add(Box{QRectF(left, y, width, style.px(2)), style.theme.accent});
}

void TimeDiagram::composeGhost(Scene& scene, const Stage& stage, const QRectF& area) const
{
    if (!before() || stage.ghost <= 0)
        return;
    const double end = before()->timeline->makespan.value;
    if (end == timeline().makespan.value || end < stage.frame.x().lower || end > stage.frame.x().upper)
        return;
    const double x = std::round(stage.frame.toX(end)) - 0.5;
    QColor color = stage.style.theme.muted;
    color.setAlphaF(static_cast<float>(0.9 * stage.ghost));
    scene.add(Stroke{QPolygonF({{x, area.top()}, {x, area.bottom()}}), QPen(color, 1, Qt::DashLine)});
}

double TimeDiagram::namesWidth(const PlotStyle& style)
{
    double widest = std::ceil(style.strong.width(tr("stage %1").arg(QStringLiteral("0000"))));
    for (int lane = 0; lane < kLaneCount; ++lane)
        widest = std::max(widest, std::ceil(style.tick.width(laneName(static_cast<Lane>(lane)))));
    return widest + style.px(14);
}

void TimeDiagram::composeBubble(Scene& scene, const Stage& stage, const std::vector<StageRow>& rows, const QColor& backing) const
{
    if (timeline().stages <= 1)
        return;
    const PlotStyle& style = stage.style;
    const TimeSpan span = spanOf(stage.frame);
    const QString words = tr("bubble");
    const QSizeF size = sizeOf(words, style.tick);
    QRectF widest;
    for (const StageRow& row : rows) {
        if (row.rect.height() + 1 < size.height())
            continue;
        double at = std::max(span.from, 0.0);
        const auto gap = [&](double to) {
            const double left = stage.frame.toX(at);
            const double right = stage.frame.toX(to);
            if (right - left > std::max(widest.width(), size.width() + style.px(10)))
                widest = QRectF(QPointF(left, row.rect.top()), QPointF(right, row.rect.bottom()));
        };
        for (const TimePiece& piece : busyPieces(timeline(), row.stage, span)) {
            gap(piece.start);
            at = std::max(at, piece.end);
        }
        gap(std::min(span.to, timeline().makespan.value));
    }
    if (widest.isNull())
        return;
    Label label = labelIn(QRectF(widest.center() - QPointF(size.width() / 2, size.height() / 2), size), words, style.tick, style.theme.muted);
    label.backing = backing;
    scene.add(std::move(label));
}

void TimeDiagram::composeStageNames(Scene& scene, const PlotStyle& style, const Rows& rows, const QRectF& area, int strong) const
{
    const double line = std::ceil(style.tick.height());
    int every = static_cast<int>(std::ceil(line / rows.height));
    if (rows.perRow == 1)
        every = static_cast<int>(every <= 1 ? 1 : every <= 2 ? 2 : every <= 5 ? 5 : 10 * std::ceil(every / 10.0));
    const double right = area.left() - style.px(8);
    double bottom = 0;
    const auto name = [&](int row, bool chosen) {
        const int from = rows.stageOf(row);
        const QString number = countText(chosen ? strong : from);
        const Face& face = chosen ? style.strong : style.tick;
        QString words = tr("stage %1").arg(number);
        const QSizeF size = sizeOf(words, face);
        const double y = area.top() + (row + 0.5) * rows.height - size.height() / 2;
        return std::pair(QRectF(QPointF(right - size.width(), y), size), words);
    };
    QRectF taken;
    if (strong >= rows.first && strong < rows.end) {
        const auto [box, words] = name((strong - rows.first) / rows.perRow, true);
        taken = box;
        scene.add(labelIn(box, words, style.strong, style.theme.accent));
    }
    for (int row = 0; row < rows.count(); row += every) {
        const auto [box, words] = name(row, false);
        if (box.top() < bottom || (!taken.isNull() && box.bottom() > taken.top() && box.top() < taken.bottom()))
            continue;
        bottom = box.bottom();
        scene.add(labelIn(box, words, style.tick, style.theme.muted));
    }
}

double TimeDiagram::legendWidth(const PlotStyle& style, const std::vector<LegendEntry>& entries)
{
    double width = 0;
    for (const LegendEntry& entry : entries)
        width += (width > 0 ? style.px(kBetweenEntries) : 0.0) + swatchWidth(style, entry.swatch) + sizeOf(entry.words, style.tick).width();
    return width;
}

void TimeDiagram::composeLegend(Scene& scene, const PlotStyle& style, const std::vector<LegendEntry>& entries, double left, double right)
{
    const double y = style.px(1);
    double x = left;
    for (const LegendEntry& entry : entries) {
        const QSizeF size = sizeOf(entry.words, style.tick);
        const double before = swatchWidth(style, entry.swatch);
        if (x + before + size.width() > right)
            return;
        if (before > 0) {
            const double swatch = std::round(style.px(kSwatch));
            Box box = entry.swatch;
            box.rect = QRectF(std::round(x), std::round(y + (size.height() - swatch) / 2), swatch, swatch);
            box.spacing = std::min(box.spacing, style.px(4));
            scene.add(box);
        }
        scene.add(labelIn(QRectF(QPointF(x + before, y), size), entry.words, style.tick, style.theme.muted));
        x += before + size.width() + style.px(kBetweenEntries);
    }
}

}  // namespace scalescope
