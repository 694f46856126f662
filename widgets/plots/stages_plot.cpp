// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/stages_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/memory_plot.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr int kBeyond = kMemoryKindCount;       // hit: what does not fit
constexpr int kContent = kMemoryKindCount + 1;  // hit: layers and micro-batches
constexpr int kHitsPerRow = kMemoryKindCount + 2;
constexpr double kHighestLowRow = 22;  // pixels

QString countText(double count) { return fromCore(formatCount(count)); }

QString timesText(double factor) { return fromCore(formatSi(factor, {}, 2)); }

}  // namespace

QString StagesPlot::title() const { return tr("Memory of each stage"); }

QString StagesPlot::stageName(int stage) { return tr("stage %1").arg(countText(stage)); }

QString StagesPlot::contentOf(const StageEstimate& stage)
{
    const QString inFlight = countText(stage.inFlight);
    return stage.layers == 1 ? tr("1 layer, %1 in flight").arg(inFlight) : tr("%1 layers, %2 in flight").arg(countText(stage.layers), inFlight);
}

QString StagesPlot::caption() const
{
    if (m_stages.empty())
        return tr("The degrees of this plan do not fit the model, so it has no stages.");
    const QString total = bytesText(fullest().total().value);
    const QString capacity = fullest().capacity ? bytesText(fullest().capacity->value) : QString();
    if (m_stages.size() == 1) {
        if (capacity.isEmpty())
            return tr("Without a pipeline there is one stage, with %1.").arg(total);
        return fullest().fits() ? tr("Without a pipeline there is one stage, with %1 of %2.").arg(total, capacity)
                                : tr("Without a pipeline there is one stage, with %1: more than the %2 of a chip.").arg(total, capacity);
    }
    const QString name = countText(m_fullest);
    if (capacity.isEmpty())
        return tr("Stage %1 is the fullest, with %2. The capacity of the chip is unknown.").arg(name, total);
    return fullest().fits() ? tr("Stage %1 is the fullest, with %2 of %3.").arg(name, total, capacity)
                            : tr("Stage %1 is the fullest, with %2: more than the %3 of a chip.").arg(name, total, capacity);
}

QString StagesPlot::summary() const
{
    if (m_stages.empty())
        return caption() + u' ' + whyImpossible(m_diagnostics);
    const auto [least, most] = std::minmax_element(m_stages.begin(), m_stages.end(), [](const StageEstimate& a, const StageEstimate& b) {
        return a.memory.total() < b.memory.total();
    });
    QString words = caption() + u' ' + tr("It has %1.").arg(contentOf(m_stages[static_cast<std::size_t>(m_fullest)]));
    if (m_stages.size() > 1)
        words += u' ' + tr("The %1 stages hold %2 to %3.").arg(countText(static_cast<double>(m_stages.size())), bytesText(least->memory.total().value),
                                                           bytesText(most->memory.total().value));
    return words;
}

FigureTable StagesPlot::table() const
{
    FigureTable table;
    table.columns << tr("Stage") << tr("Layers") << tr("In flight");
    for (const MemoryKind kind : MemoryPlot::kPartOrder)
        table.columns << MemoryPlot::partName(kind);
    table.columns << tr("total") << tr("capacity");
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        const StageEstimate& stage = m_stages[i];
        QStringList cells = {QString::number(i), countText(stage.layers), countText(stage.inFlight)};
        QStringList values = {QString::number(i), fromCore(shortest(stage.layers)), fromCore(shortest(stage.inFlight))};
        const auto add = [&](const std::optional<double>& bytes) {
            cells << (bytes ? bytesText(*bytes) : fromCore(kNotANumber));
            values << (bytes ? fromCore(shortest(*bytes)) : QString());
        };
        for (const MemoryKind kind : MemoryPlot::kPartOrder) {
            const MemoryPart& part = stage.memory.of(kind);
            add(part.counted ? std::optional(part.bytes.value) : std::nullopt);
        }
        add(stage.memory.total().value);
        add(stage.memory.capacity ? std::optional(stage.memory.capacity->value) : std::nullopt);
        table.rows << cells;
        table.values << values;
    }
    return table;
}

void StagesPlot::take(const Snapshot& now)
{
    m_stages = now.estimate.stages;
    m_fullest = now.estimate.fullestStage;
    m_diagnostics = now.estimate.diagnostics;
    if (m_stages.empty())
        return;
    const double needed = rangeNeeded();
    if (needed > m_range || (!dragging() && needed < m_range * 0.3) || fullest().capacity)
        m_range = needed;
}

void StagesPlot::takeBefore(const Snapshot* before)
{
    m_before.clear();
    if (before)
        for (const StageEstimate& stage : before->estimate.stages)
            m_before.push_back(stage.memory.total().value);
}

double StagesPlot::rangeNeeded() const
{
    if (fullest().capacity)
        return fullest().capacity->value * MemoryPlot::kBeyondCapacity;
    return roundedUp(fullest().total().value * MemoryPlot::kBeyondCapacity);
}

bool StagesPlot::isTall(const PlotStyle& style, double height) const
{
    return height / static_cast<double>(m_stages.size()) >= 2 * style.tick.height() + style.px(8) + style.text.height();
}

Axes StagesPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.margins = marginsFor(style, style.strong.width(tr("stage %1").arg(888)) + style.px(16), true);
    axes.y.shown = false;
    axes.x.shown = !m_stages.empty();
    if (m_stages.empty())
        return axes;
    if (hasContent(style, size.width()))
        axes.margins.setRight(qRound(style.tick.width(tr("%1 layers, %2 in flight").arg(188).arg(188)) + style.px(20)));
    const int height = size.height() - axes.margins.top() - axes.margins.bottom();
    if (!isTall(style, height))
        axes.margins.setTop(axes.margins.top() + qRound(style.tick.height() + style.px(3)));
    axes.x.upper = held ? m_range : rangeNeeded();
    const double width = size.width() - axes.margins.left() - axes.margins.right();
    const int most = static_cast<int>(width / (style.tick.width(QStringLiteral("0000")) * 1.7));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::clamp(most, 2, 8), 1e9);
    return axes;
}

QRectF StagesPlot::slotOf(const QRectF& area, std::size_t index) const
{
    const double slot = area.height() / static_cast<double>(m_stages.size());
    return {area.left(), area.top() + slot * static_cast<double>(index), area.width(), slot};
}

void StagesPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (m_stages.empty()) {
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No stages: this plan cannot be built"), whyImpossible(m_diagnostics));
        return;
    }
    addAxisTitles(scene, style, stage.frame, tr("GB per chip"), {});
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    // The legend's line belongs to the margin, so the room for rows has not changed if there is none.
    const bool tall = isTall(style, area.height());
    composeHead(scene, placer, stage, !tall);
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        if (tall)
            composeTallRow(scene, placer, stage, i);
        else
            composeLowRow(scene, stage, i);
    }
    composeNames(scene, placer, stage, static_cast<std::size_t>(m_fullest));
    for (std::size_t i = 0; i < m_stages.size(); ++i)
        if (i != static_cast<std::size_t>(m_fullest))
            composeNames(scene, placer, stage, i);
    if (fullest().capacity) {
        const double x = std::round(stage.frame.toX(fullest().capacity->value));
        scene.add(Stroke{QPolygonF({QPointF(x, area.top() - style.px(3)), QPointF(x, area.bottom())}), style.pen(style.theme.trouble, 2)});
    }
}

QString StagesPlot::excessWords() const
{
    return tr("%1: does not fit, %2 × too large").arg(bytesText(fullest().total().value), timesText(fullest().total() / *fullest().capacity));
}

void StagesPlot::composeHead(Scene& scene, LabelPlacer& placer, const Stage& stage, bool legend) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (fullest().capacity) {
        const double x = std::round(stage.frame.toX(fullest().capacity->value));
        placer.avoid(QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}));
        const QString words = tr("HBM %1").arg(fromCore(formatBytesBoth(fullest().capacity->value)));
        const QSizeF size = sizeOf(words, style.strong);
        const double left = std::min(x - size.width() / 2, stage.frame.size().width() - size.width() - style.px(4));
        addPlaced(scene, placer, std::array<QRectF, 1>{QRectF(QPointF(std::max(0.0, left), style.px(1)), size)}, words, style.strong, style.theme.trouble);
    }
    if (!legend)
        return;
    // Low rows have no room for their numbers: the fullest one's stands above them.
    const bool fits = fullest().fits();
    const QString total = fits ? bytesText(fullest().total().value) : excessWords();
    for (const QString& words : {tr("fullest: stage %1, %2").arg(countText(m_fullest), total), total}) {
        const QRectF box(QPointF(area.left(), style.px(1)), sizeOf(words, style.strong));
        if (addPlaced(scene, placer, std::array<QRectF, 1>{box}, words, style.strong, fits ? style.theme.ink : style.theme.trouble))
            break;
    }
    composeLegend(scene, placer, stage);
}

void StagesPlot::composeLegend(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const double swatch = std::round(style.px(8));
    const double gap = style.px(4);
    const double top = stage.frame.area().top() - style.tick.height() - style.px(5);
    double x = stage.frame.area().left();
    for (const MemoryKind kind : MemoryPlot::kPartOrder) {
        if (fullest().of(kind).bytes.value <= 0)
            continue;
        const QSizeF size = sizeOf(MemoryPlot::partName(kind), style.tick);
        const QRectF box(QPointF(x + swatch + gap, top), size);
        if (!addPlaced(scene, placer, std::array<QRectF, 1>{box}, MemoryPlot::partName(kind), style.tick, style.theme.muted))
            return;
        const QRectF square(std::round(x), std::round(box.center().y() - swatch / 2), swatch, swatch);
        const QColor color = MemoryPlot::partColor(style, kind);
        if (MemoryPlot::partIsHatched(kind))
            scene.add(Box{square, style.mixed(color, 0.14), style.mixed(color, 0.7), style.mixed(color, 0.6), 4});
        else
            scene.add(Box{square, color});
        x = box.right() + style.px(12);
    }
}

void StagesPlot::composeTallRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index) const
{
    const PlotStyle& style = stage.style;
    const MemoryEstimate& memory = m_stages[index].memory;
    const QRectF slot = slotOf(stage.frame.area(), index);
    const bool fits = memory.fits();
    const double total = memory.total().value;
    const double height = std::round(barHeight(style, slot.height()));
    const double top = std::round(slot.center().y() - height / 2);
    const double left = slot.left() + 1;
    const double most = std::min(fits ? total : memory.capacity->value, stage.frame.x().upper);

    std::vector<BarPart> parts;
    double sum = 0;
    for (const MemoryKind kind : MemoryPlot::kPartOrder) {
        const double bytes = memory.of(kind).bytes.value;
        if (bytes <= 0 || sum >= most)
            continue;
        const double from = std::max(left, stage.frame.toX(sum));
        sum += bytes;
        const double to = std::max(from, stage.frame.toX(std::min(sum, most)));
        parts.push_back({from, to, MemoryPlot::partColor(style, kind), MemoryPlot::partIsHatched(kind), MemoryPlot::partName(kind), bytesText(bytes)});
        scene.hits.push_back({QPolygonF(QRectF(from, top, to - from, height)), true, static_cast<int>(index) * kHitsPerRow + static_cast<int>(kind)});
    }
    if (!parts.empty())  // even the shortest bar is seen
        parts.back().to = std::max(parts.back().to, left + style.px(2));
    const QRectF bar(left, top, slot.width(), height);
    composeBeyond(scene, stage, index, bar);
    const QString words = fits ? bytesText(total) : tr("%1: does not fit, %2 × too large").arg(bytesText(total), timesText(total / memory.capacity->value));
    const bool named = m_stages.size() > 1 && index == static_cast<std::size_t>(m_fullest);
    const BarTotal label{named && fits ? tr("%1, the fullest").arg(words) : words, fits ? style.theme.ink : style.theme.trouble, !fits};
    addBar(scene, placer, style, bar, parts, label, stage.frame.toX(fits && memory.capacity ? memory.capacity->value : stage.frame.x().upper), slot.bottom());

    if (stage.ghost > 0 && m_before.size() == m_stages.size() && m_before[index] != total) {
        const double to = stage.frame.toX(m_before[index]);
        const QRectF was(left, top - style.px(3), std::clamp(to, left + 1, slot.right()) - left, height + style.px(6));
        addGhostBar(scene, style, was, to > slot.right(), stage.ghost);
    }
}

void StagesPlot::composeLowRow(Scene& scene, const Stage& stage, std::size_t index) const
{
    const PlotStyle& style = stage.style;
    const MemoryEstimate& memory = m_stages[index].memory;
    const QRectF slot = slotOf(stage.frame.area(), index);
    const double gap = slot.height() > 12 ? style.px(4) : slot.height() > 3 ? 1 : 0;
    const double height = std::min(std::round(slot.bottom()) - std::round(slot.top()) - gap, style.px(kHighestLowRow));
    const double top = std::round(slot.center().y() - height / 2);
    const double most = std::min(memory.fits() ? memory.total().value : memory.capacity->value, stage.frame.x().upper);
    const double left = slot.left() + 1;
    double sum = 0;
    for (const MemoryKind kind : MemoryPlot::kPartOrder) {
        const double bytes = memory.of(kind).bytes.value;
        if (bytes <= 0 || sum >= most)
            continue;
        const double from = std::max(left, stage.frame.toX(sum));
        sum += bytes;
        const QRectF rect(from, top, std::max(from, stage.frame.toX(std::min(sum, most))) - from, height);
        const QColor color = MemoryPlot::partColor(style, kind);
        if (MemoryPlot::partIsHatched(kind))
            scene.add(Box{rect, style.mixed(color, 0.14), height > 5 ? style.mixed(color, 0.7) : QColor(), style.mixed(color, 0.6), 4});
        else
            scene.add(Box{rect, color});
        scene.hits.push_back({QPolygonF(rect), true, static_cast<int>(index) * kHitsPerRow + static_cast<int>(kind)});
    }
    composeBeyond(scene, stage, index, {left, top, slot.width(), height});
}

void StagesPlot::composeBeyond(Scene& scene, const Stage& stage, std::size_t index, const QRectF& bar) const
{
    const MemoryEstimate& memory = m_stages[index].memory;
    if (memory.fits())
        return;
    const double from = stage.frame.toX(memory.capacity->value);
    const QRectF beyond(from, bar.top(), stage.frame.toX(std::min(memory.total().value, stage.frame.x().upper)) - from, bar.height());
    scene.add(Box{beyond, stage.style.mixed(stage.style.theme.trouble, 0.10), {}, stage.style.theme.trouble});
    scene.hits.push_back({QPolygonF(beyond), true, static_cast<int>(index) * kHitsPerRow + kBeyond});
}

void StagesPlot::composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index) const
{
    const PlotStyle& style = stage.style;
    const QRectF slot = slotOf(stage.frame.area(), index);
    const bool strong = m_stages.size() > 1 && index == static_cast<std::size_t>(m_fullest);
    const Face& face = strong ? style.strong : style.text;
    const double right = slot.left() - style.px(10);
    const QString name = face.elided(stageName(static_cast<int>(index)), right);
    const QSizeF size = sizeOf(name, face);
    // A name on the edge may reach beyond its row, but not below the axis.
    const double top = std::min(slot.center().y() - size.height() / 2, stage.frame.area().bottom() - size.height() + style.px(2));
    const QRectF box(QPointF(right - size.width(), top), size);
    if (!addPlaced(scene, placer, std::array<QRectF, 1>{box}, name, face, strong ? style.theme.ink : style.theme.muted) ||
        !hasContent(style, stage.frame.size().width()))
        return;
    const QString words = contentOf(m_stages[index]);
    const QRectF content(QPointF(stage.frame.area().right() + style.px(10), top), sizeOf(words, style.tick));
    if (addPlaced(scene, placer, std::array<QRectF, 1>{content}, words, style.tick, strong ? style.theme.ink : style.theme.muted))
        scene.hits.push_back({QPolygonF(content), true, static_cast<int>(index) * kHitsPerRow + kContent});
}

FigureHit StagesPlot::describe(int id, QPointF, const Frame&) const
{
    const int index = id / kHitsPerRow;
    const StageEstimate& stage = m_stages[static_cast<std::size_t>(index)];
    const double total = stage.memory.total().value;
    const QString prefix = index == m_fullest ? QStringLiteral("memory.") : QStringLiteral("stage.%1.memory.").arg(index);
    FigureHit hit;
    const int what = id % kHitsPerRow;
    if (what == kContent) {
        hit.title = stageName(index);
        hit.lines << contentOf(stage) << tr("micro-batches whose activations it holds at its peak") << bytesText(total);
        hit.derivation = QStringLiteral("stage.%1.in_flight").arg(index);
        return hit;
    }
    if (what == kBeyond) {
        hit.title = tr("%1: %2").arg(stageName(index), tr("does not fit"));
        hit.lines << tr("%1 too much").arg(bytesText(total - stage.memory.capacity->value));
        hit.derivation = prefix + QStringLiteral("total");
    } else {
        const auto kind = static_cast<MemoryKind>(what);
        const double bytes = stage.memory.of(kind).bytes.value;
        hit.title = tr("%1: %2").arg(stageName(index), MemoryPlot::partName(kind));
        hit.lines << fromCore(formatBytesBoth(bytes)) << tr("%1 of %2").arg(percentText(bytes / total), bytesText(total));
        hit.derivation = prefix + fromCore(nameOf(kind));
    }
    hit.lines << contentOf(stage);
    return hit;
}

}  // namespace scalescope
