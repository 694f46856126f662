// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/memory_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "core/training/memory.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr int kBeyond = kMemoryKindCount;  // hit: what does not fit
constexpr int kHitsPerRow = kMemoryKindCount + 1;

}  // namespace

QString MemoryPlot::title() const { return tr("Memory per chip"); }

QString MemoryPlot::caption() const
{
    if (m_rows.empty())
        return {};
    QStringList missing;
    for (const MemoryKind kind : kPartOrder)
        if (!m_rows[0].memory.of(kind).counted)
            missing << partName(kind);
    const MemoryEstimate& memory = m_rows[0].memory;
    QString words = !memory.capacity ? tr("The capacity of the chip is unknown.")
        : memory.fits() ? tr("This plan fills %1 of the memory.").arg(percentText(memory.total() / *memory.capacity))
                        : tr("This plan does not fit.");
    if (!missing.isEmpty())
        words += u' ' + tr("Not counted: %1.").arg(missing.join(tr(", ")));
    return words;
}

QString MemoryPlot::summary() const
{
    QStringList words;
    for (const Row& row : m_rows) {
        const double total = row.memory.total().value;
        words << (row.memory.fits() ? tr("%1: %2").arg(rowName(row.which), bytesText(total))
                                    : tr("%1: %2, which does not fit").arg(rowName(row.which), bytesText(total)));
    }
    QString sentence = words.join(tr("; ")) + u'.';
    if (!m_rows.empty() && m_rows[0].memory.capacity)
        sentence += u' ' + tr("The chip has %1.").arg(fromCore(formatBytesBoth(m_rows[0].memory.capacity->value)));
    return sentence;
}

FigureTable MemoryPlot::table() const
{
    FigureTable table;
    table.columns << tr("Part");
    for (const Row& row : m_rows)
        table.columns << rowName(row.which);
    const auto add = [&](const QString& name, auto&& valueOf) {
        QStringList cells{name};
        QStringList values{name};
        for (const Row& row : m_rows) {
            const std::optional<double> bytes = valueOf(row.memory);
            cells << (bytes ? bytesText(*bytes) : fromCore(kNotANumber));
            values << (bytes ? fromCore(shortest(*bytes)) : QString());
        }
        table.rows << cells;
        table.values << values;
    };
    using Value = std::optional<double>;
    for (const MemoryKind kind : kPartOrder)
        add(partName(kind),
            [kind](const MemoryEstimate& m) { return m.of(kind).counted ? Value(m.of(kind).bytes.value) : Value(); });
    add(tr("total"), [](const MemoryEstimate& m) { return Value(m.total().value); });
    add(tr("capacity"), [](const MemoryEstimate& m) { return m.capacity ? Value(m.capacity->value) : Value(); });
    return table;
}

void MemoryPlot::take(const Snapshot& now)
{
    const Scenario& s = now.scenario;
    const auto memoryWith = [&](const Plan& plan) {
        Scenario changed = s;
        changed.plan = plan;
        return memoryOf(changed);
    };
    m_remat = s.plan.remat;
    m_rows.clear();
    m_rows.push_back({Which::thisPlan, now.estimate.memory});

    Plan other = s.plan;
    other.remat = s.plan.remat == Remat::none ? Remat::block : Remat::none;
    m_rows.push_back({Which::otherRemat, memoryWith(other)});

    Plan replicated = s.plan;
    replicated.data = static_cast<std::int64_t>(now.estimate.chips);
    replicated.fsdp = replicated.tensor = replicated.expert = replicated.context = replicated.pipeline = 1;
    if (replicated != s.plan)
        m_rows.push_back({Which::replicated, memoryWith(replicated)});

    const double needed = rangeNeeded();
    if (needed > m_range || (!dragging() && needed < m_range * 0.3) || m_rows[0].memory.capacity)
        m_range = needed;
}

void MemoryPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(before->estimate.memory) : std::nullopt;
}

double MemoryPlot::rangeNeeded() const
{
    if (m_rows[0].memory.capacity)
        return m_rows[0].memory.capacity->value * kBeyondCapacity;
    return roundedUp(m_rows[0].memory.total().value * kBeyondCapacity);
}

QString MemoryPlot::partName(MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::weights: return tr("weights");
    case MemoryKind::gradients: return tr("gradients");
    case MemoryKind::optimizer: return tr("optimizer");
    case MemoryKind::masterWeights: return tr("master weights");
    case MemoryKind::activations: return tr("activations");
    case MemoryKind::recomputed: return tr("recomputed layer");
    case MemoryKind::gatheredWeights: return tr("gathered weights");
    case MemoryKind::logits: return tr("logits");
    case MemoryKind::buffers: return tr("buffers");
    case MemoryKind::cache: return tr("KV cache");
    case MemoryKind::state: return tr("state");
    case MemoryKind::draft: return tr("draft model");
    case MemoryKind::reserve: break;
    }
    return tr("reserve");
}

QColor MemoryPlot::partColor(const PlotStyle& style, MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::weights: return style.theme.ink;
    case MemoryKind::gatheredWeights: return style.mixed(style.theme.ink, 0.8);
    case MemoryKind::optimizer: return style.mixed(style.theme.ink, 0.6);
    case MemoryKind::masterWeights: return style.mixed(style.theme.ink, 0.5);
    case MemoryKind::gradients: return style.theme.ink;
    case MemoryKind::activations: return style.theme.state;
    case MemoryKind::recomputed: return style.mixed(style.theme.state, 0.6);
    case MemoryKind::logits: return style.theme.buffer;
    case MemoryKind::buffers: return style.mixed(style.theme.buffer, 0.75);
    case MemoryKind::cache: return style.theme.state;
    case MemoryKind::state: return style.mixed(style.theme.state, 0.75);
    case MemoryKind::draft: return style.mixed(style.theme.ink, 0.6);
    case MemoryKind::reserve: break;
    }
    return style.mixed(style.theme.buffer, 0.5);
}

QString MemoryPlot::rowName(Which which) const
{
    switch (which) {
    case Which::thisPlan: return tr("this plan");
    case Which::replicated: return tr("pure data parallel");
    case Which::otherRemat: break;
    }
    switch (m_remat) {
    case Remat::none: return tr("with block remat");
    case Remat::block: return tr("block remat off");
    case Remat::selectiveAttention:
    case Remat::bigMatmuls:
    case Remat::everyNth:
    case Remat::custom: break;
    }
    return tr("remat off");
}

Axes MemoryPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.margins = marginsFor(style, style.tick.height() * 8.4, true);
    axes.y.shown = false;
    axes.x.upper = held ? m_range : rangeNeeded();
    const double width = size.width() - axes.margins.left() - axes.margins.right();
    const int most = static_cast<int>(width / (style.tick.width(QStringLiteral("0000")) * 1.7));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::clamp(most, 2, 8), 1e9);
    return axes;
}

void MemoryPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    addAxisTitles(scene, style, stage.frame, tr("GB per chip"), {});
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    if (m_rows[0].memory.capacity) {
        const double x = std::round(stage.frame.toX(m_rows[0].memory.capacity->value));
        placer.avoid(QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}));
        const QString words = tr("HBM %1").arg(fromCore(formatBytesBoth(m_rows[0].memory.capacity->value)));
        const QSizeF size = sizeOf(words, style.strong);
        const double left = std::min(x - size.width() / 2, stage.frame.size().width() - size.width() - style.px(4));
        addPlaced(scene, placer, std::array<QRectF, 1>{QRectF(QPointF(left, style.px(1)), size)}, words, style.strong,
                  style.theme.trouble);
    }
    const double slot = area.height() / static_cast<double>(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        composeRow(scene, placer, stage, i,
                   QRectF(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot));
    if (m_rows[0].memory.capacity) {
        const double x = std::round(stage.frame.toX(m_rows[0].memory.capacity->value));
        scene.add(Stroke{QPolygonF({QPointF(x, area.top() - style.px(3)), QPointF(x, area.bottom())}),
                         style.pen(style.theme.trouble, 2)});
    }
}

void MemoryPlot::composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index,
                            const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const Row& row = m_rows[index];
    const bool fits = row.memory.fits();
    const double total = row.memory.total().value;
    const double height = std::round(barHeight(style, slot.height()));
    const double top = std::round(slot.center().y() - height / 2);
    const double left = slot.left() + 1;
    const double most = std::min(fits ? total : row.memory.capacity->value, stage.frame.x().upper);

    std::vector<BarPart> parts;
    double sum = 0;
    for (const MemoryKind kind : kPartOrder) {
        const double bytes = row.memory.of(kind).bytes.value;
        if (bytes <= 0 || sum >= most)
            continue;
        const double from = std::max(left, stage.frame.toX(sum));
        sum += bytes;
        const double to = std::max(from, stage.frame.toX(std::min(sum, most)));
        parts.push_back(
            {from, to, partColor(style, kind), partIsHatched(kind), partName(kind), bytesText(bytes)});
        scene.hits.push_back({QPolygonF(QRectF(from, top, to - from, height)), true,
                              static_cast<int>(index) * kHitsPerRow + static_cast<int>(kind)});
    }
    if (!parts.empty())  // even the shortest bar is seen
        parts.back().to = std::max(parts.back().to, left + style.px(2));
    BarTotal label{bytesText(total), style.theme.ink, false};
    if (!fits) {
        const double from = stage.frame.toX(most);
        const QRectF beyond(from, top, stage.frame.toX(std::min(total, stage.frame.x().upper)) - from, height);
        scene.add(Box{beyond, style.mixed(style.theme.trouble, 0.10), {}, style.theme.trouble});
        scene.hits.push_back({QPolygonF(beyond), true, static_cast<int>(index) * kHitsPerRow + kBeyond});
        label = {tr("%1: does not fit, %2 × too large").arg(bytesText(total), fromCore(formatSi(total / most, {}, 2))),
                 style.theme.trouble, true};
    }
    addBar(scene, placer, style, QRectF(left, top, slot.width(), height), parts, label,
           stage.frame.toX(fits && row.memory.capacity ? row.memory.capacity->value : stage.frame.x().upper),
           slot.bottom());

    if (row.which == Which::thisPlan && m_before && stage.ghost > 0 && m_before->total().value != total) {
        const double to = stage.frame.toX(m_before->total().value);
        const QRectF was(left, top - style.px(3), std::clamp(to, left + 1, slot.right()) - left, height + style.px(6));
        addGhostBar(scene, style, was, to > slot.right(), stage.ghost);
    }
    composeName(scene, style, rowName(row.which), QRectF(0, top, slot.left(), height), row.which == Which::thisPlan);
}

void MemoryPlot::composeName(Scene& scene, const PlotStyle& style, const QString& name, const QRectF& slot,
                             bool strong) const
{
    const Face& face = strong ? style.strong : style.text;
    const double right = slot.right() - style.px(10);
    const QString words = face.elided(name, right);
    const QSizeF size = sizeOf(words, face);
    scene.add(labelIn(QRectF(QPointF(right - size.width(), slot.center().y() - size.height() / 2), size), words, face,
                      strong ? style.theme.ink : style.theme.muted));
}

FigureHit MemoryPlot::describe(int id, QPointF, const Frame&) const
{
    const Row& row = m_rows[static_cast<std::size_t>(id / kHitsPerRow)];
    const double total = row.memory.total().value;
    FigureHit hit;
    if (id % kHitsPerRow == kBeyond) {
        hit.title = rowName(row.which) + u": " + tr("does not fit");
        hit.lines << tr("%1 too much").arg(bytesText(total - row.memory.capacity->value));
    } else {
        const auto kind = static_cast<MemoryKind>(id % kHitsPerRow);
        const double bytes = row.memory.of(kind).bytes.value;
        hit.title = rowName(row.which) + u": " + partName(kind);
        hit.lines << fromCore(formatBytesBoth(bytes))
                  << tr("%1 of %2").arg(percentText(bytes / total), bytesText(total));
        if (row.which == Which::thisPlan)
            hit.derivation = QStringLiteral("memory.") + fromCore(nameOf(kind));
    }
    if (hit.derivation.isEmpty() && row.which == Which::thisPlan)
        hit.derivation = QStringLiteral("memory.total");
    return hit;
}

}  // namespace scalescope
