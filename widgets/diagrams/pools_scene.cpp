// SPDX-License-Identifier: GPL-3.0-or-later
// How PoolsDiagram is drawn and pointed at.
#include "widgets/diagrams/pools_diagram.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/serving_words.h"

#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kNarrowest = 9;  // pixels of a slice that is drawn by itself
constexpr double kHighest = 170;  // of a pool

/// A text in the lines that it takes at a width.
QStringList wrapped(const QString& text, const Face& face, double width)
{
    QStringList lines;
    QTextLayout layout(text, face.font());
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

/// One line, cut to a width, where there is room for it.
void addLine(Scene& scene, LabelPlacer& placer, const QRectF& column, double top, Qt::Alignment align, const QString& words, const Face& face,
             const QColor& color)
{
    const QString shown = face.elided(words, column.width());
    const QSizeF size = sizeOf(shown, face);
    const double left = align == Qt::AlignLeft ? column.left() : align == Qt::AlignRight ? column.right() - size.width() : column.center().x() - size.width() / 2;
    addPlaced(scene, placer, std::array<QRectF, 1>{QRectF(QPointF(left, top), size)}, shown, face, color);
}

}  // namespace

Axes PoolsDiagram::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

void PoolsDiagram::compose(Scene& scene, const Stage& stage) const
{
    const QRectF all(QPointF(0, 0), stage.frame.size());
    if (!m_possible) {
        addNotice(scene, stage.style, all, tr("Nothing is served: this cannot be built"), m_why);
        return;
    }
    const double edge = stage.style.px(4);
    const QRectF area = all.adjusted(0, edge, 0, -edge);
    if (apart())
        composeApart(scene, stage, area);
    else
        composeTogether(scene, stage, area);
}

void PoolsDiagram::composeApart(Scene& scene, const Stage& stage, const QRectF& area) const
{
    const PlotStyle& style = stage.style;
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    const double line = std::ceil(style.text.height() * 1.25);
    const double head = line * 1.4;
    const double below = 2 * line;
    const double height = std::clamp(area.height() - head - line - below, style.px(16), style.px(kHighest));
    // What is left over stands above and below.
    const double top = area.top() + std::max(0.0, area.height() - head - line - height - below) / 3;
    const double pools = std::round(top + head + line);

    const QColor verdict = m_feasible ? style.theme.ink : style.theme.trouble;
    const Span first = spanOf(prefill, stage.frame.size(), m_pools[prefill].slices);
    const Span second = spanOf(decode, stage.frame.size(), m_pools[decode].slices);
    const QRectF whole(first.left, top, second.right - first.left, head);
    const QString words = m_feasible ? ratioText() : tr("%1, if it fitted in memory").arg(ratioText());
    addLine(scene, placer, whole, top, Qt::AlignHCenter, words, style.strong, verdict);
    for (const Which which : {prefill, decode}) {
        const Pool& pool = m_pools[which];
        const Span& span = which == prefill ? first : second;
        const QRectF track(QPointF(span.left, pools), QPointF(span.right, pools + height));
        const Qt::Alignment align = which == prefill ? Qt::AlignLeft : Qt::AlignRight;
        addLine(scene, placer, track, pools - line, align, nameOf(which), style.strong, style.theme.ink);
        // Under the pools words may reach to the middle: nothing travels there.
        const double middle = (first.right + second.left) / 2;
        const QRectF half = which == prefill ? QRectF(QPointF(span.left, track.top()), QPointF(middle - style.px(6), track.bottom()))
                                             : QRectF(QPointF(middle + style.px(6), track.top()), QPointF(span.right, track.bottom()));
        addLine(scene, placer, half, track.bottom() + style.px(3), align, tr("could serve %1").arg(rateText(pool.rate)), style.text, style.theme.ink);
        addLine(scene, placer, half, track.bottom() + style.px(3) + line, align, tr("busy %1 of the time").arg(percentText(pool.load)), style.text,
                style.theme.muted);
        composePool(scene, placer, stage, which, track);
    }
    composeTransfer(scene, placer, style, first.edge, second.edge, QRectF(QPointF(first.right, pools), QPointF(second.left, pools + height)));
}

void PoolsDiagram::composePool(Scene& scene, LabelPlacer& placer, const Stage& stage, Which which, const QRectF& track) const
{
    const PlotStyle& style = stage.style;
    const Pool& pool = m_pools[which];
    const Span span = spanOf(which, stage.frame.size(), pool.slices);
    const QColor color = style.theme.of(pool.bound);
    scene.add(Box{track, {}, style.theme.grid});
    const QRectF taken(QPointF(std::min(span.edge, span.grows ? span.left : span.right), track.top()),
                       QPointF(std::max(span.edge, span.grows ? span.left : span.right), track.bottom()));
    const auto fill = [&](const QRectF& box) {
        const double filled = std::round(box.height() * std::clamp(pool.load, 0.0, 1.0));
        const QRectF busy(box.left(), box.bottom() - filled, box.width(), filled);
        scene.add(Box{box, style.mixed(color, 0.10)});
        if (m_feasible)
            scene.add(Box{busy, style.mixed(color, 0.42)});
        else  // what does not fit does not happen
            scene.add(Box{busy, {}, {}, style.mixed(color, 0.42)});
        scene.add(Box{box, {}, style.mixed(color, 0.8)});
    };
    const double each = span.width() / m_range;
    if (each >= style.px(kNarrowest)) {
        for (double i = 0; i < pool.slices; ++i) {
            const double left = span.grows ? span.left + i * each : span.right - (i + 1) * each;
            fill(QRectF(left + 1, track.top(), each - 2, track.height()));
        }
    } else {
        fill(taken);
        const QString words = tr("× %1").arg(fromCore(formatCount(pool.slices)));
        const QSizeF size = sizeOf(words, style.strong);
        const QRectF inside(taken.center() - QPointF(size.width() / 2, size.height() / 2), size);
        const double beyond = span.grows ? taken.right() + style.px(10) : taken.left() - style.px(10) - size.width();
        const std::array<QRectF, 2> boxes = {inside, QRectF(QPointF(beyond, inside.top()), size)};
        const bool fits = size.width() + style.px(8) <= taken.width();
        if (const auto box = placer.place(std::span<const QRectF>(boxes).subspan(fits ? 0 : 1))) {
            Label label = labelIn(*box, words, style.strong, style.theme.ink);
            label.backing = style.theme.card;
            scene.add(std::move(label));
        }
    }
    scene.hits.push_back({QPolygonF(taken), true, which == prefill ? prefillHit : decodeHit});
    if (m_before && stage.ghost > 0 && (*m_before)[which] != pool.slices) {
        const Span was = spanOf(which, stage.frame.size(), (*m_before)[which]);
        QColor faded = style.theme.muted;
        faded.setAlphaF(static_cast<float>(0.8 * stage.ghost));
        scene.add(Stroke{QPolygonF({QPointF(was.edge, track.top() - 3), QPointF(was.edge, track.bottom() + 3)}), style.pen(faded, 1.5)});
    }
    const double grip = std::min(track.height() * 0.5, style.px(34));
    const QRectF handle(span.edge - style.px(2.5), track.center().y() - grip / 2, style.px(5), grip);
    scene.add(Box{handle, style.theme.accent});
    const double reach = style.px(8);
    scene.hits.push_back({QPolygonF(QRectF(span.edge - reach, track.top(), 2 * reach, track.height())), true, which == prefill ? prefillEdge : decodeEdge});
}

void PoolsDiagram::composeTransfer(Scene& scene, LabelPlacer& placer, const PlotStyle& style, double from, double to, const QRectF& middle) const
{
    const double y = std::round(middle.center().y()) + 0.5;
    const double gap = style.px(8);
    const double end = to - gap;
    if (end - from < 3 * gap)
        return;
    const QPolygonF line({QPointF(from + gap, y), QPointF(end - style.px(4), y)});
    scene.add(Stroke{line, style.pen(style.theme.state, 2)});
    scene.add(Dot{QPointF(end - style.px(4), y), style.px(4.5), DotShape::right, style.theme.state});
    placer.avoid(line);
    scene.hits.push_back({line, false, transferHit});
    const double high = std::ceil(style.text.height());
    const QRectF words = middle.adjusted(style.px(4), 0, -style.px(4), 0);
    if (middle.height() < 3 * high)
        return;
    addLine(scene, placer, words, y - style.px(5) - high, Qt::AlignHCenter, bytesText(m_balance.transfer.value), style.strong, style.theme.state);
    if (middle.height() >= 5 * high)
        addLine(scene, placer, words, y - style.px(5) - 2 * high, Qt::AlignHCenter, tr("KV cache"), style.text, style.theme.state);
    const QString time = m_balance.transferTime ? secondsText(m_balance.transferTime->value) : tr("network unknown");
    addLine(scene, placer, words, y + style.px(6), Qt::AlignHCenter, time, style.text, m_balance.transferTime ? style.theme.ink : style.theme.muted);
}

void PoolsDiagram::composeTogether(Scene& scene, const Stage& stage, const QRectF& area) const
{
    const PlotStyle& style = stage.style;
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    const Span span = spanOf(decode, stage.frame.size(), m_pools[decode].slices);
    const double line = std::ceil(style.text.height() * 1.25);
    QStringList words;
    for (const QString& sentence : costWords())
        words << wrapped(sentence, style.tick, span.width());
    const double bar = 2 * line + style.px(26);
    const double spare = area.height() - 2 * line - bar - line * static_cast<double>(words.size());
    const double height = std::clamp(spare, style.px(14), style.px(kHighest));
    const QRectF track(span.left, std::round(area.top() + line), span.width(), height);
    addLine(scene, placer, track, area.top(), Qt::AlignLeft, nameOf(decode), style.strong, style.theme.ink);
    composePool(scene, placer, stage, decode, track);
    double y = track.bottom() + style.px(4);
    addLine(scene, placer, track, y, Qt::AlignLeft, tr("could serve %1").arg(rateText(m_pools[decode].rate)), style.text, style.theme.ink);
    y += line;
    const QRectF slot(track.left(), y, track.width(), bar);
    if (slot.bottom() <= area.bottom())
        composeShare(scene, placer, style, slot);
    y = slot.bottom();
    for (const QString& shown : words) {
        if (y + line > area.bottom())
            return;
        addLine(scene, placer, track, y, Qt::AlignLeft, shown, style.tick, style.theme.ink);
        y += line;
    }
}

/// Which part of the time, or of the steps, prefill has.
void PoolsDiagram::composeShare(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const QRectF& slot) const
{
    const double line = std::ceil(style.text.height() * 1.25);
    const bool chunked = m_serving.batching == Batching::chunked;
    const double share = std::clamp(m_steady.prefillShare, 0.0, 1.0);
    addLine(scene, placer, slot, slot.top(), Qt::AlignLeft, chunked ? tr("of all decode steps") : tr("of all time"), style.tick, style.theme.muted);
    const QRectF bar(slot.left(), std::round(slot.top() + line), slot.width(), style.px(22));
    const double split = bar.left() + bar.width() * (1 - share);
    std::vector<BarPart> parts;
    if (share < 1)
        parts.push_back({bar.left(), split, style.theme.of(m_pools[decode].bound), !m_feasible, chunked ? tr("decode alone") : tr("decode"), percentText(1 - share)});
    if (share > 0)
        parts.push_back({split, bar.right(), style.theme.of(m_pools[prefill].bound), true, chunked ? tr("with a piece") : tr("prefill"), percentText(share)});
    scene.hits.push_back({QPolygonF(bar), true, shareHit});
    addBar(scene, placer, style, bar, parts, {}, slot.right(), slot.bottom());
}

FigureHit PoolsDiagram::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    switch (id) {
    case transferHit:
        hit.title = tr("What a request's prefill leaves, on its way to decode");
        hit.lines << fromCore(formatBytesBoth(m_balance.transfer.value))
                  << (m_balance.transferTime ? secondsText(m_balance.transferTime->value) : tr("The network between is unknown."));
        return hit;
    case shareHit:
        hit.title = tr("What prefill costs");
        hit.lines << costWords();
        hit.derivation = QStringLiteral("serving.token_time");
        return hit;
    default: break;
    }
    const Which which = id == prefillHit || id == prefillEdge ? prefill : decode;
    const Pool& pool = m_pools[which];
    hit.title = nameOf(which);
    hit.lines << tr("could serve %1").arg(rateText(pool.rate));
    if (apart())
        hit.lines << tr("busy %1 of the time").arg(percentText(pool.load)) << ratioText();
    if (isHandle(id)) {
        hit.lines << tr("Drag to change the number of slices.");
        hit.anchor = QPointF(spanOf(which, frame.size(), pool.slices).edge, point.y());
    }
    return hit;
}

}  // namespace scalescope
