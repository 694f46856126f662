// SPDX-License-Identifier: GPL-3.0-or-later
// The present and other points of a plot of curves, and what is wrong with it.
#include "widgets/plots/curve_plot.h"

#include "widgets/plots/label_placer.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

void CurvePlot::composeTrouble(Scene& scene, LabelPlacer& placer, const Stage& stage, const QString& words) const
{
    if (words.isEmpty())
        return;
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const QSizeF size = sizeOf(words, style.strong);
    const double gap = style.px(6);
    std::vector<QRectF> boxes;
    for (const double top : {area.top() + gap, area.top() + 2 * size.height(), area.bottom() - size.height() - gap, area.center().y()})
        for (const double left : {area.left() + gap, area.center().x() - size.width() / 2, area.right() - gap - size.width()})
            boxes.emplace_back(QPointF(left, top), size);
    addPlaced(scene, placer, boxes, words, style.strong, style.theme.trouble);
}

void CurvePlot::composeEndName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Drawn& drawn) const
{
    const ChartCurve& curve = *drawn.curve;
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const bool thin = curve.width < 1.5;
    const Face& face = thin ? style.tick : style.text;
    const QSizeF size = sizeOf(curve.name, face);
    std::vector<QRectF> boxes;
    if (!curve.x.empty())
        if (const auto end = stage.frame.point(curve.x.back(), curve.y.back()); end && area.contains(*end)) {
            const auto round = LabelPlacer::around(*end, size, style.px(7));
            boxes.assign(round.begin(), round.begin() + 24);
        }
    const auto beside = besideCurve(drawn.pieces, size, style.px(4), area);
    boxes.insert(boxes.end(), beside.begin(), beside.end());
    addPlaced(scene, placer, boxes, curve.name, face, style.theme.*curve.color, thin ? 0 : 2);
}

void CurvePlot::composePoints(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart, bool rings) const
{
    const PlotStyle& style = stage.style;
    for (const ChartPoint& point : chart.points) {
        if (point.ring != rings)
            continue;
        const auto p = stage.frame.point(point.x, point.y);
        if (!p || !stage.frame.area().contains(*p))
            continue;
        const QColor color = style.theme.*point.color;
        if (point.ring)
            scene.add(Dot{*p, style.px(8), DotShape::circle, {}, color, style.px(2)});
        else
            scene.add(Dot{*p, style.px(3), DotShape::circle, color, style.theme.card, style.px(1)});
        if (point.hit >= 0)
            scene.hits.push_back({QPolygonF({*p}), false, point.hit});
        if (point.name.isEmpty())
            continue;
        const Face& face = point.ring ? style.strong : style.tick;
        const auto round = LabelPlacer::around(*p, sizeOf(point.name, face), style.px(point.ring ? 11 : 5));
        const std::size_t near = point.ring ? round.size() : 8;
        const bool important = point.ring || &point == &chart.points.front();
        addPlaced(scene, placer, std::span(round).first(near), point.name, face, color, important ? 3 : 0);
    }
}

void CurvePlot::composeNow(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartNow& now) const
{
    if (!stage.frame.x().holds(now.x))
        return;
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double x = stage.frame.toX(now.x);
    scene.add(Stroke{QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}), style.pen(style.theme.accent, 1.5)});

    const double line = std::ceil(style.strong.height());
    const double high = area.top() + style.px(3);
    const double width = std::ceil(std::max(style.strong.width(now.words), style.strong.width(now.doubt)));
    const QSizeF size(width, now.doubt.isEmpty() ? line : 2 * line);
    auto boxes = besideLine(x, {high, high + line * 1.3, high + line * 2.6, high + line * 3.9}, size, style.px(6), area);
    // With room on neither side, over the line.
    boxes.emplace_back(QPointF(std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width)), high), size);
    const auto box = placer.place(boxes);
    if (!box)
        return;
    const auto put = [&](const QString& words, const QColor& color, double down) {
        Label label = labelIn(QRectF(box->topLeft() + QPointF(0, down), sizeOf(words, style.strong)), words, style.strong, color);
        label.backing = style.theme.card;
        scene.add(std::move(label));
    };
    put(now.words, style.theme.accent, 0);
    if (!now.doubt.isEmpty())
        put(now.doubt, style.theme.trouble, line);
}

void CurvePlot::composeNowDot(Scene& scene, const Stage& stage, const ChartNow& now) const
{
    const PlotStyle& style = stage.style;
    const auto p = now.y ? stage.frame.point(now.x, *now.y) : std::nullopt;
    if (!p || !stage.frame.area().contains(*p))
        return;
    if (now.hollow)
        scene.add(Dot{*p, style.px(5), DotShape::circle, style.theme.card, style.theme.accent, style.px(2)});
    else
        scene.add(Dot{*p, style.px(5.5), DotShape::circle, style.theme.accent, style.theme.card, style.px(1.5)});
    const QPointF reach(style.px(9), style.px(9));
    if (isHandle(now.hit))  // wins over the curve that it lies on
        scene.hits.push_back({QPolygonF(QRectF(*p - reach, *p + reach)), true, now.hit});
    else if (now.hit >= 0)
        scene.hits.push_back({QPolygonF({*p}), false, now.hit});
}

}  // namespace scalescope
