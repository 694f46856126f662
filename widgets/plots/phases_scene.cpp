// SPDX-License-Identifier: GPL-3.0-or-later
// How PhasesPlot is drawn and pointed at.
#include "widgets/plots/phases_plot.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/memory_plot.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr int kHitsPerRow = 100;
constexpr int kHitsPerKind = 1000;
constexpr int kBeyond = kMemoryKindCount;  // hit: what does not fit
constexpr double kLeastBar = 10;   // pixels
constexpr double kHighestBar = 34;

double wordsHeight(const PlotStyle& style) { return std::ceil(style.strong.height()) + style.px(1); }

/// A row that is just high enough: its words, its bar, and a line of what has no room in the bar.
double leastHeight(const PlotStyle& style) { return wordsHeight(style) + style.px(kLeastBar + 4); }

}  // namespace

Axes PhasesPlot::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

/// Times first, then memory, then the sets; what has no room is left out from the end. A low and wide figure has the sets
/// beside the rest.
std::vector<PhasesPlot::Row> PhasesPlot::rowsFor(const PlotStyle& style, const QRectF& area) const
{
    std::vector<Row> left;
    std::vector<Row> right;
    if (m_possible)
        left = {{Kind::time, 0}, {Kind::time, 1}};
    for (std::size_t i = 0; i < 2; ++i)
        left.push_back({Kind::memory, i});
    const double room = area.height() / (leastHeight(style) + style.tick.height());
    const bool beside = area.width() >= style.px(720) && room < static_cast<double>(left.size() + m_sets.size()) + 1;
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        (beside ? right : left).push_back({Kind::set, i});

    const auto lay = [&](std::vector<Row>& rows, const QRectF& column) {
        const auto most = static_cast<std::size_t>(std::max(0.0, column.height() / leastHeight(style)));
        while (rows.size() > 2 && rows.size() > most) {
            const Kind last = rows.back().kind;
            std::erase_if(rows, [last](const Row& row) { return row.kind == last; });
        }
        const double height = column.height() / static_cast<double>(std::max<std::size_t>(1, rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].slot = QRectF(column.left(), column.top() + height * static_cast<double>(i), column.width(), height);
    };
    const double gap = style.px(28);
    QRectF first = area;
    if (beside)
        first.setWidth(std::round((area.width() - gap) * 0.56));
    lay(left, first);
    lay(right, QRectF(QPointF(first.right() + gap, area.top()), area.bottomRight()));
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

QString PhasesPlot::totalOf(const Row& row) const
{
    switch (row.kind) {
    case Kind::time: return secondsText(m_phases[row.index].expected.value);
    case Kind::memory: return bytesText(m_phases[row.index].memory.total().value);
    case Kind::set: break;
    }
    return secondsText(m_sets[row.index].expected.value);
}

void PhasesPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF all(QPointF(0, 0), stage.frame.size());
    const double edge = style.px(6);
    QRectF area = all.adjusted(edge, style.px(2), -edge, -style.px(2));
    LabelPlacer placer(all);
    if (!m_possible) {
        const bool memoryToo = area.height() >= style.px(260);
        const QRectF top(area.left(), area.top(), area.width(), area.height() * (memoryToo ? 0.5 : 1.0));
        addNotice(scene, style, top, tr("No times: this cannot be built"), m_why);
        if (!memoryToo)
            return;
        for (const Label& label : scene.labels())
            placer.block(label.box);
        area.setTop(top.bottom());
    }
    const std::vector<Row> rows = rowsFor(style, area);
    for (const Row& row : rows) {
        double behind = 0;  // the totals of a column stand in line
        for (const Row& other : rows)
            if (other.slot.left() == row.slot.left())
                behind = std::max(behind, style.strong.width(totalOf(other)) + style.px(8));
        const double words = wordsHeight(style);
        const double height = std::clamp(std::floor(row.slot.height() - words - style.tick.height() - style.px(8)), style.px(kLeastBar), style.px(kHighestBar));
        const QRectF bar(row.slot.left(), std::round(row.slot.top() + words), std::max(row.slot.width() * 0.3, row.slot.width() - behind), height);
        composeWords(scene, placer, style, row);
        switch (row.kind) {
        case Kind::time: composeTime(scene, placer, style, row, bar); break;
        case Kind::memory: composeMemory(scene, placer, stage, row, bar); break;
        case Kind::set: composeSet(scene, placer, style, row, bar); break;
        }
    }
}

void PhasesPlot::composeWords(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row) const
{
    QString name;
    QString more;
    QColor color = style.theme.ink;
    const QString between = QStringLiteral("  ·  ");
    if (row.kind == Kind::set) {
        const ServedUnder& set = m_sets[row.index];
        name = tr("Decode by: %1").arg(translated(set.name));
        more = tr("network %1").arg(secondsText(set.network.value)) + between + siText(set.tokensPerSecond, "tokens/s");
    } else {
        const Phase& p = m_phases[row.index];
        if (row.kind == Kind::time) {
            name = tr("%1, bound by %2").arg(p.name, boundName(p.bound));
            const QString range = tr("%1 to %2").arg(secondsText(p.lower.value), secondsText(p.upper.value));
            more = tr("%1 per chip").arg(siText(p.perChip, "tokens/s")) + between + (m_feasible ? range : tr("hypothetical")) + between + layoutOf(p);
        } else {
            name = tr("%1, memory of a chip").arg(p.name);
            more = capacityOf(p);
            color = p.memory.fits() ? style.theme.ink : style.theme.trouble;
        }
    }
    const double right = row.slot.right();
    const QString first = style.strong.elided(name, row.slot.width());
    const QRectF box(row.slot.topLeft(), sizeOf(first, style.strong));
    addPlaced(scene, placer, std::array<QRectF, 1>{box}, first, style.strong, color);
    const double from = box.right() + style.px(10);
    if (right - from < style.px(60))
        return;
    const QString rest = style.tick.elided(more, right - from);
    const QRectF beside(QPointF(from, box.top() + style.strong.ascent() - style.tick.ascent()), sizeOf(rest, style.tick));
    addPlaced(scene, placer, std::array<QRectF, 1>{beside}, rest, style.tick, color == style.theme.trouble ? color : style.theme.muted);
}

void PhasesPlot::composeTime(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row, const QRectF& bar) const
{
    const Phase& p = m_phases[row.index];
    const double sum = p.sum().value;
    std::vector<BarPart> parts;
    double at = bar.left();
    for (int t = 0; t < kTermCount; ++t) {
        const auto term = static_cast<Term>(t);
        const Seconds time = p.terms[static_cast<std::size_t>(t)];
        if (time.value <= 0 || sum <= 0)
            continue;
        const double to = at + bar.width() * (time.value / sum);
        const bool hatched = term == flops || !m_feasible;  // what does not fit does not happen
        parts.push_back({at, to, termColor(style, p, term), hatched, termName(term), secondsText(time.value)});
        scene.hits.push_back({QPolygonF(QRectF(at, bar.top(), to - at, bar.height())), true, static_cast<int>(Kind::time) * kHitsPerKind + static_cast<int>(row.index) * kHitsPerRow + t});
        at = to;
    }
    addBar(scene, placer, style, bar, parts, {totalOf(row), style.theme.ink, false}, row.slot.right(), row.slot.bottom());
}

void PhasesPlot::composeMemory(Scene& scene, LabelPlacer& placer, const Stage& stage, const Row& row, const QRectF& bar) const
{
    const PlotStyle& style = stage.style;
    const MemoryEstimate& memory = m_phases[row.index].memory;
    const double total = memory.total().value;
    const double range = memory.capacity ? memory.capacity->value * MemoryPlot::kBeyondCapacity : std::max(total, 1.0);
    const double most = memory.fits() ? total : memory.capacity->value;
    const int hit = static_cast<int>(Kind::memory) * kHitsPerKind + static_cast<int>(row.index) * kHitsPerRow;
    const auto x = [&](double bytes) { return bar.left() + bar.width() * std::min(1.0, bytes / range); };
    scene.add(Box{QRectF(QPointF(bar.left(), bar.top()), QPointF(x(memory.capacity ? memory.capacity->value : range), bar.bottom())), {}, style.theme.grid});
    std::vector<BarPart> parts;
    double sum = 0;
    for (const MemoryKind kind : kPartOrder) {
        const double bytes = memory.of(kind).bytes.value;
        if (bytes <= 0 || sum >= most)
            continue;
        const double from = x(sum);
        sum += bytes;
        const double to = x(std::min(sum, most));
        parts.push_back({from, to, MemoryPlot::partColor(style, kind), false, MemoryPlot::partName(kind), bytesText(bytes)});
        scene.hits.push_back({QPolygonF(QRectF(from, bar.top(), to - from, bar.height())), true, hit + static_cast<int>(kind)});
    }
    if (!memory.fits()) {
        const QRectF beyond(x(most), bar.top(), x(total) - x(most), bar.height());
        scene.add(Box{beyond, style.mixed(style.theme.trouble, 0.10), {}, style.theme.trouble});
        scene.hits.push_back({QPolygonF(beyond), true, hit + kBeyond});
    }
    const QColor color = memory.fits() ? style.theme.ink : style.theme.trouble;
    // The total stands behind the capacity, in line with the others; what has no room in the bar, before it.
    const QSizeF size = sizeOf(totalOf(row), style.strong);
    const QRectF behind(QPointF(bar.right() + style.px(6), bar.center().y() - size.height() / 2), size);
    addPlaced(scene, placer, std::array<QRectF, 1>{behind}, totalOf(row), style.strong, color);
    addBar(scene, placer, style, bar, parts, {}, x(memory.capacity ? memory.capacity->value : range), row.slot.bottom());
    if (memory.capacity) {
        const double line = std::round(x(memory.capacity->value));
        scene.add(Stroke{QPolygonF({QPointF(line, bar.top() - 1), QPointF(line, bar.bottom() + style.px(2))}), style.pen(style.theme.trouble, 2)});
    }
    if (m_before && stage.ghost > 0 && (*m_before)[row.index] != total) {
        const double was = (*m_before)[row.index];
        const QRectF ghost(bar.left(), bar.top() - 2, std::max(1.0, x(was) - bar.left()), bar.height() + 4);
        addGhostBar(scene, style, ghost, was > range, stage.ghost);
    }
}

void PhasesPlot::composeSet(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row, const QRectF& bar) const
{
    const ServedUnder& set = m_sets[row.index];
    double longest = 0;
    for (const ServedUnder& other : m_sets)
        longest = std::max(longest, other.expected.value);
    if (longest <= 0)
        return;
    const auto x = [&](Seconds time) { return bar.left() + bar.width() * std::min(1.0, time.value / longest); };
    const double lower = x(set.lower);
    const double end = x(set.expected);
    std::vector<BarPart> parts = {{bar.left(), lower, style.mixed(style.theme.ink, 0.6), !m_feasible, tr("all overlapped"), secondsText(set.lower.value)}};
    if (end - lower >= 1)
        parts.push_back({lower, end, style.mixed(style.theme.ink, 0.6), true, tr("not hidden"), secondsText((set.expected - set.lower).value)});
    const QRectF whole(bar.left(), bar.top(), end - bar.left(), bar.height());
    scene.hits.push_back({QPolygonF(whole), true, static_cast<int>(Kind::set) * kHitsPerKind + static_cast<int>(row.index) * kHitsPerRow});
    addBar(scene, placer, style, bar, parts, {totalOf(row), style.theme.ink, false}, row.slot.right(), row.slot.bottom());
}

FigureHit PhasesPlot::describe(int id, QPointF, const Frame&) const
{
    const auto kind = static_cast<Kind>(id / kHitsPerKind);
    const auto index = static_cast<std::size_t>(id % kHitsPerKind / kHitsPerRow);
    const int part = id % kHitsPerRow;
    FigureHit hit;
    if (kind == Kind::set) {
        const ServedUnder& set = m_sets[index];
        hit.title = translated(set.name);
        hit.lines << tr("a decode step: %1").arg(secondsText(set.expected.value)) << tr("all overlapped: %1").arg(secondsText(set.lower.value))
                  << tr("network: %1").arg(secondsText(set.network.value)) << tr("%1 of a replica").arg(siText(set.tokensPerSecond, "tokens/s"));
        return hit;
    }
    const Phase& p = m_phases[index];
    if (kind == Kind::time) {
        const Seconds time = p.terms[static_cast<std::size_t>(part)];
        hit.title = p.name + u": " + termName(static_cast<Term>(part));
        hit.lines << secondsText(time.value) << tr("The pass takes %1, bound by %2.").arg(secondsText(p.expected.value), boundName(p.bound));
        hit.derivation = index == 0 ? QStringLiteral("serving.first_token") : QStringLiteral("serving.token_time");
        return hit;
    }
    const double total = p.memory.total().value;
    if (part == kBeyond) {
        hit.title = p.name + u": " + tr("does not fit");
        hit.lines << tr("%1 too much").arg(bytesText(total - p.memory.capacity->value));
    } else {
        const auto memoryKind = static_cast<MemoryKind>(part);
        const double bytes = p.memory.of(memoryKind).bytes.value;
        hit.title = p.name + u": " + MemoryPlot::partName(memoryKind);
        hit.lines << fromCore(formatBytesBoth(bytes)) << tr("%1 of %2").arg(percentText(bytes / total), bytesText(total));
    }
    if (index == 1)
        hit.derivation = QStringLiteral("serving.memory.total");
    return hit;
}

}  // namespace scalescope
