// SPDX-License-Identifier: GPL-3.0-or-later
// What the chart of times against the batch looks like.
#include "widgets/plots/batch_plot.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <limits>

namespace scalescope {

void BatchPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    if (!m_possible) {
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No times: this plan cannot be built"),
                  whyImpossible(m_diagnostics));
        return;
    }
    addAxisTitles(scene, style, stage.frame, tr("batch, tokens"),
                  perPass(tr("seconds"), m_now.scenario->workload.pass));
    LabelPlacer placer(stage.frame.area());
    // Lines first, so that every text knows what it had better not cross.
    for (const auto& curve : {m_now.curves.compute, m_now.curves.axes[0], m_now.curves.axes[1], m_now.curves.axes[2]})
        for (const QPolygonF& piece : stage.frame.curve(m_now.curves.batch, curve))
            placer.avoid(piece);
    const double x = stage.frame.toX(m_batch);
    placer.avoid(QPolygonF({QPointF(x, stage.frame.area().top()), QPointF(x, stage.frame.area().bottom())}));

    composeGhost(scene, stage);
    composeRegions(scene, placer, stage);
    composeNow(scene, placer, stage);
    composeCurves(scene, placer, stage);
}

void BatchPlot::composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    if (!axesShown().empty())
        composeBound(scene, placer, stage);
    composeTooLarge(scene, placer, stage);
}

/// The batches at which communication outlasts compute, up to a border that is named with its value.
void BatchPlot::composeBound(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const BatchCurves& c = m_now.curves;
    const double gap = style.px(6);
    const double line = style.tick.height();
    const double low = area.bottom() - line - style.px(3);
    const double high = area.top() + style.px(3);
    if (c.computeBound.kind == Threshold::Kind::always) {
        const QString words = tr("compute-bound at every batch");
        addPlaced(scene, placer, besideLine(area.left(), {high, low}, sizeOf(words, style.tick), gap, area), words,
                  style.tick, style.theme.muted);
        return;
    }

    const bool never = c.computeBound.kind == Threshold::Kind::never;
    const double border =
        never ? area.right() : std::clamp(stage.frame.toX(c.computeBound.value), area.left(), area.right());
    const auto worst = std::max_element(c.axes.begin(), c.axes.end(),
                                        [](const auto& a, const auto& b) { return a.front() < b.front(); });
    const QColor color = style.theme.of(static_cast<Axis>(worst - c.axes.begin()));
    scene.add(Box{QRectF(area.topLeft(), QPointF(border, area.bottom())), style.tint(color)});
    const QString bound = never ? tr("communication-bound at every batch") : tr("communication-bound");
    const QSizeF size = sizeOf(bound, style.text);
    std::vector<QRectF> boxes;
    for (const double top : {high, low, high + line * 1.5, low - line * 1.5})
        boxes.emplace_back(QPointF(area.left() + gap, top), size);
    std::erase_if(boxes, [&](const QRectF& box) { return box.right() > border - gap / 2; });
    if (addPlaced(scene, placer, boxes, bound, style.text, color))
        if (QColor& backing = std::get<Label>(scene.marks.back()).backing; backing.isValid())
            backing = style.overCard(style.tint(color));
    if (never)
        return;

    if (border > area.left() && border < area.right()) {
        const QPolygonF vertical({QPointF(border, area.top()), QPointF(border, area.bottom())});
        scene.add(Stroke{vertical, style.dotted(style.theme.muted)});
        scene.hits.push_back({vertical, false, crossoverHit});
        placer.avoid(vertical);
    }
    const QString value = tokensText(c.computeBound.value);
    const auto beside = [&](QSizeF s) {
        const double floor = area.bottom() - s.height() - style.px(3);
        return besideLine(border, {floor, floor - line * 1.5, high, high + line * 1.5, high + line * 3}, s, gap, area);
    };
    addPlacedPair(scene, placer, beside, tr("compute-bound above %1").arg(value),
                  tr("compute-bound above", "followed by the value in a second line"), value, style.tick,
                  style.theme.muted);
}

/// The batches whose times are hypothetical, hatched.
void BatchPlot::composeTooLarge(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const Threshold& tooLarge = m_now.curves.tooLarge;
    if (tooLarge.kind == Threshold::Kind::never)
        return;
    const bool some = tooLarge.kind == Threshold::Kind::at;
    const double from = some ? stage.frame.toX(tooLarge.value) : area.left();
    scene.add(Box{QRectF(QPointF(from, area.top()), area.bottomRight()),
                  {},
                  {},
                  style.mixed(style.theme.trouble, 0.3),
                  style.px(12)});

    const double line = style.text.height();
    const double high = area.top() + style.px(3);
    const auto boxesFor = [&](QSizeF size) {
        const double low = area.bottom() - size.height() - style.px(3);
        std::vector<QRectF> boxes;
        for (const double top : {low, low - line * 1.5, high, high + line * 1.5, high + line * 3})
            for (const double left : {area.right() - style.px(6) - size.width(), from + style.px(6)})
                boxes.emplace_back(QPointF(left, top), size);
        return boxes;
    };
    const std::size_t before = scene.marks.size();
    if (some) {
        const QString value = tokensText(tooLarge.value);
        addPlacedPair(scene, placer, boxesFor, tr("does not fit above %1").arg(value),
                      tr("does not fit above", "followed by the value in a second line"), value, style.text,
                      style.theme.trouble);
    } else {
        const QString words = tr("does not fit at any batch");
        addPlaced(scene, placer, boxesFor(sizeOf(words, style.text)), words, style.text, style.theme.trouble);
    }
    for (std::size_t i = before; i < scene.marks.size(); ++i)
        std::get<Label>(scene.marks[i]).backing = scene.background;  // over the hatch
}

void BatchPlot::composeNow(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double x = stage.frame.toX(m_batch);
    scene.add(
        Stroke{QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}), style.pen(style.theme.accent, 1.5)});
    if (const auto p = stage.frame.point(m_batch, m_expected); p && area.contains(*p))
        placer.block(QRectF(*p - QPointF(6, 6) * style.theme.factor, QSizeF(12, 12) * style.theme.factor));

    const QString words = tr("now %1").arg(tokensText(m_batch));
    const QString doubt = m_feasible ? QString() : tr("hypothetical: does not fit");
    const double line = std::ceil(style.strong.height());
    const double high = area.top() + style.px(3);
    const double width = std::ceil(std::max(style.strong.width(words), style.strong.width(doubt)));
    const QSizeF size(width, doubt.isEmpty() ? line : 2 * line);
    auto boxes =
        besideLine(x, {high, high + line * 1.3, high + line * 2.6, high + line * 3.9}, size, style.px(6), area);
    // With room on neither side, over the line.
    boxes.emplace_back(
        QPointF(std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width)), high), size);
    const auto box = placer.place(boxes);
    if (!box)
        return;
    Label now = labelIn(QRectF(box->topLeft(), sizeOf(words, style.strong)), words, style.strong, style.theme.accent);
    now.backing = style.theme.card;
    scene.add(std::move(now));
    if (doubt.isEmpty())
        return;
    Label hypothetical = labelIn(QRectF(box->topLeft() + QPointF(0, line), sizeOf(doubt, style.strong)), doubt,
                                 style.strong, style.theme.trouble);
    hypothetical.backing = style.theme.card;
    scene.add(std::move(hypothetical));
}

void BatchPlot::composeCurves(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const BatchCurves& c = m_now.curves;
    // The step, where it takes visibly longer than compute: a band behind the lines.
    std::vector<double> longer = c.expected;
    for (std::size_t i = 0; i < longer.size(); ++i)
        if (longer[i] < c.compute[i] * 1.03)
            longer[i] = std::numeric_limits<double>::quiet_NaN();
    const auto band = stage.frame.curve(c.batch, longer);
    for (const QPolygonF& piece : band)
        scene.add(Stroke{piece, style.pen(style.mixed(style.theme.ink, 0.16), 7)});

    const auto add = [&](const std::vector<double>& times, const QPen& pen, const QString& name, int id) {
        const auto pieces = stage.frame.curve(c.batch, times);
        for (const QPolygonF& piece : pieces) {
            scene.add(Stroke{piece, pen});
            scene.hits.push_back({piece, false, id});
        }
        const QSizeF size = sizeOf(name, style.text);
        if (!pieces.empty()) {
            addPlaced(scene, placer, besideCurve(pieces, size, style.px(4), area), name, style.text, pen.color());
            return;
        }
        // Wholly below the range: flagged at the border with its value now.
        const Summary now = summaryAt(*m_now.scenario, m_batch);
        const double t = (id == computeHit ? now.step.compute : now.axes[static_cast<std::size_t>(id)]).value;
        if (t <= 0)
            return;
        const QString words = name + u' ' + secondsText(t);
        const QSizeF flagSize = sizeOf(words, style.text);
        std::vector<QRectF> boxes;
        for (int i = 1; i < 12; ++i)
            boxes.emplace_back(
                QPointF(area.right() - area.width() * i / 12, area.bottom() - flagSize.height() - style.px(3)),
                flagSize);
        if (!addPlaced(scene, placer, boxes, words, style.text, pen.color()))
            return;
        const QRectF box = std::get<Label>(scene.marks.back()).box;
        scene.add(Dot{QPointF(box.left() - style.px(8), box.center().y()), style.px(3.5), DotShape::down, pen.color()});
    };
    for (const Axis axis : axesShown())
        add(c.axes[static_cast<std::size_t>(axis)], style.penOf(axis, 2), degreeName(axis), static_cast<int>(axis));
    add(c.compute, style.pen(style.theme.ink, 2.2), tr("compute"), computeHit);
    const QString step = tr("step");
    addPlaced(scene, placer, besideCurve(band, sizeOf(step, style.text), style.px(7), area), step, style.text,
              style.theme.muted, 0);

    if (const auto p = stage.frame.point(m_batch, m_expected); p && area.contains(*p)) {
        scene.add(Dot{*p, style.px(5.5), DotShape::circle, style.theme.accent, style.theme.card, style.px(1.5)});
        scene.hits.push_back({QPolygonF({*p}), false, nowHit});
    }
}

void BatchPlot::composeGhost(Scene& scene, const Stage& stage) const
{
    if (!m_ghost || stage.ghost <= 0 || !m_before.scenario)
        return;
    QColor faded = stage.style.theme.muted;
    faded.setAlphaF(static_cast<float>(0.6 * stage.ghost));
    const QPen pen = stage.style.pen(faded, 1);
    const QRectF& area = stage.frame.area();
    if (m_beforeBatch != m_batch) {
        const double x = stage.frame.toX(m_beforeBatch);
        if (x >= area.left() && x <= area.right())
            scene.add(Stroke{QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}), pen});
    }
    const BatchCurves& c = m_before.curves;
    const auto add = [&](const std::vector<double>& then, const std::vector<double>& now) {
        if (then == now)
            return;
        for (const QPolygonF& piece : stage.frame.curve(c.batch, then))
            scene.add(Stroke{piece, pen});
    };
    add(c.compute, m_now.curves.compute);
    for (std::size_t a = 0; a < c.axes.size(); ++a)
        add(c.axes[a], m_now.curves.axes[a]);
}

}  // namespace scalescope
