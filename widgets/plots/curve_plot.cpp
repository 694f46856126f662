// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_plot.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/label_placer.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace scalescope {

namespace {

constexpr double kTooEmpty = 1e3;  // how many times the range may be wider than what is needed

AxisSpec specOf(const ChartAxis& axis, int most)
{
    const bool logarithmic = axis.ticks != ChartAxis::Ticks::linear;
    AxisSpec spec{axis.lower, axis.upper, logarithmic, true, {}};
    switch (axis.ticks) {
    case ChartAxis::Ticks::si: spec.ticks = logTicks(axis.lower, axis.upper, most); break;
    case ChartAxis::Ticks::seconds: spec.ticks = logTicks(axis.lower, axis.upper, most, timeLabel); break;
    case ChartAxis::Ticks::counts: spec.ticks = logTicks(axis.lower, axis.upper, most, countLabel); break;
    case ChartAxis::Ticks::powersOfTwo: spec.ticks = powerTicks(axis.lower, axis.upper, most); break;
    case ChartAxis::Ticks::linear: spec.ticks = linearTicks(axis.lower, axis.upper, std::min(most, 6), axis.unit); break;
    }
    return spec;
}

/// Boxes along the upper and the lower border of a part of the area.
std::vector<QRectF> alongBorders(const PlotStyle& style, const QRectF& part, const QSizeF& size)
{
    const double gap = style.px(6);
    const double line = style.tick.height();
    const double high = part.top() + style.px(3);
    const double low = part.bottom() - size.height() - style.px(3);
    std::vector<QRectF> boxes;
    for (const double top : {high, low, high + line * 1.5, low - line * 1.5, high + line * 3, low - line * 3})
        for (const double left : {part.left() + gap, part.right() - gap - size.width(), part.center().x() - size.width() / 2})
            boxes.emplace_back(QPointF(left, top), size);
    std::erase_if(boxes, [&](const QRectF& box) { return !part.contains(box); });
    return boxes;
}

}  // namespace

void CurvePlot::holdRange()
{
    const CurveChart now = chart();
    if (!now.isPossible())
        return;
    const auto wider = [](const Decades& a, const Decades& b) { return Decades{std::min(a.lower, b.lower), std::max(a.upper, b.upper)}; };
    if (now.x.ticks != ChartAxis::Ticks::linear) {
        const Decades needed{now.x.lower, now.x.upper};
        m_heldX = dragging() && m_heldX ? wider(*m_heldX, needed) : needed;
    }
    if (now.y.ticks == ChartAxis::Ticks::linear)
        return;
    const Decades needed{now.y.lower, now.y.upper};
    if (!m_heldY) {
        m_heldY = needed;
        return;
    }
    const bool inside = m_heldY->lower <= needed.lower && m_heldY->upper >= needed.upper;
    if (dragging())
        m_heldY = wider(*m_heldY, needed);
    else if (!inside || m_heldY->upper / m_heldY->lower > kTooEmpty * needed.upper / needed.lower)
        m_heldY = needed;
}

Axes CurvePlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    CurveChart now = chart();
    Axes axes;
    axes.margins = marginsFor(style, style.tick.width(QStringLiteral("100 ms")) + style.px(16), true);
    axes.x.shown = axes.y.shown = now.isPossible();
    if (!now.isPossible())
        return axes;
    const auto hold = [held](ChartAxis& axis, const std::optional<Decades>& range) {
        if (!held || !range || axis.ticks == ChartAxis::Ticks::linear)
            return;
        axis.lower = range->lower;
        axis.upper = range->upper;
    };
    hold(now.x, m_heldX);
    hold(now.y, m_heldY);
    const QSize inner = size.shrunkBy(axes.margins);
    const QString widest = now.x.ticks == ChartAxis::Ticks::powersOfTwo
        ? fromCore(formatCount(std::exp2(std::floor(std::log2(now.x.upper) + 1e-9))))
        : QStringLiteral("100 M");
    axes.x = specOf(now.x, static_cast<int>(inner.width() / (style.tick.width(widest) * 1.4)));
    axes.y = specOf(now.y, static_cast<int>(inner.height() / (style.tick.height() * 1.8)));
    return axes;
}

void CurvePlot::compose(Scene& scene, const Stage& stage) const
{
    const CurveChart now = chart();
    if (!now.isPossible()) {
        addNotice(scene, stage.style, QRectF(QPointF(0, 0), stage.frame.size()), now.problem, now.why);
        return;
    }
    addAxisTitles(scene, stage.style, stage.frame, now.x.title, now.y.title);
    const QRectF& area = stage.frame.area();
    LabelPlacer placer(area);
    std::vector<Drawn> drawn;
    for (const ChartCurve& curve : now.curves) {
        drawn.push_back({&curve, stage.frame.curve(curve.x, curve.y)});
        for (const QPolygonF& piece : drawn.back().pieces)
            placer.avoid(piece);
    }
    if (now.now && stage.frame.x().holds(now.now->x)) {
        const double x = stage.frame.toX(now.now->x);
        placer.avoid(QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}));
        if (const auto p = now.now->y ? stage.frame.point(now.now->x, *now.now->y) : std::nullopt; p && area.contains(*p))
            placer.block(QRectF(*p - QPointF(6, 6) * stage.style.theme.factor, QSizeF(12, 12) * stage.style.theme.factor));
    }
    for (const ChartPoint& point : now.points)
        if (const auto p = stage.frame.point(point.x, point.y); p && point.ring && area.contains(*p)) {
            const QPointF reach(stage.style.px(10), stage.style.px(10));
            placer.block(QRectF(*p - reach, *p + reach));
        }
    composeGhost(scene, stage, now);
    composeTrouble(scene, placer, stage, now.trouble);
    composeMarkLines(scene, placer, stage, now);
    const auto said = composeRegions(scene, placer, stage, now);
    composeRoofs(scene, placer, stage, now);
    if (now.now)
        composeNow(scene, placer, stage, *now.now);
    composeMarkWords(scene, placer, stage, now, said);
    composeCurves(scene, stage, drawn);
    composePoints(scene, placer, stage, now, true);
    if (now.keyTitle.isEmpty())
        composeNames(scene, placer, stage, drawn);
    else
        composeKey(scene, placer, stage, now);
    composePoints(scene, placer, stage, now, false);
    if (now.now)
        composeNowDot(scene, stage, *now.now);
}

QPen CurvePlot::penOf(const PlotStyle& style, const ChartCurve& curve)
{
    QPen pen = style.pen(style.mixed(style.theme.*curve.color, curve.strength), curve.width);
    switch (curve.line) {
    case ChartCurve::Line::solid: break;
    case ChartCurve::Line::dashed: pen.setDashPattern({5, 2}); break;
    case ChartCurve::Line::dashDotted: pen.setDashPattern({6, 2, 1.2, 2}); break;
    case ChartCurve::Line::dotted: pen.setDashPattern({1.5, 2}); break;
    }
    return pen;
}

void CurvePlot::composeGhost(Scene& scene, const Stage& stage, const CurveChart& now) const
{
    if (stage.ghost <= 0)
        return;
    const std::optional<CurveChart> before = chartBefore();
    if (!before || !before->isPossible())
        return;
    QColor faded = stage.style.theme.muted;
    faded.setAlphaF(static_cast<float>(0.6 * stage.ghost));
    const QPen pen = stage.style.pen(faded, 1);
    for (const ChartCurve& curve : before->curves) {
        const auto same = std::find_if(now.curves.begin(), now.curves.end(),
                                       [&](const ChartCurve& c) { return c.ghost && c.hit == curve.hit; });
        if (!curve.ghost || (same != now.curves.end() && std::ranges::equal(same->x, curve.x) && std::ranges::equal(same->y, curve.y)))
            continue;
        for (const QPolygonF& piece : stage.frame.curve(curve.x, curve.y))
            scene.add(Stroke{piece, pen});
    }
    if (before->now && now.now && before->now->x != now.now->x && stage.frame.x().holds(before->now->x)) {
        const double x = stage.frame.toX(before->now->x);
        scene.add(Stroke{QPolygonF({QPointF(x, stage.frame.area().top()), QPointF(x, stage.frame.area().bottom())}), pen});
    }
}

std::vector<const ChartRegion*> CurvePlot::composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    std::vector<const ChartRegion*> said;
    for (const ChartRegion& region : chart.regions) {
        const AxisSpec& axis = region.upwards ? stage.frame.y() : stage.frame.x();
        const double lower = std::clamp(region.from, axis.lower, axis.upper);
        const double upper = std::clamp(region.to, axis.lower, axis.upper);
        const QRectF part = region.upwards
            ? QRectF(QPointF(area.left(), stage.frame.toY(upper)), QPointF(area.right(), stage.frame.toY(lower)))
            : QRectF(QPointF(stage.frame.toX(lower), area.top()), QPointF(stage.frame.toX(upper), area.bottom()));
        if ((region.upwards ? part.height() : part.width()) < 1)
            continue;
        if (region.look == ChartRegion::Look::tinted)
            scene.add(Box{part, style.tint(style.theme.*region.color)});
        else
            scene.add(Box{part, {}, {}, style.mixed(style.theme.*region.color, 0.3), style.px(12)});
        if (composeRegionName(scene, placer, stage, region, part))
            said.push_back(&region);
    }
    return said;
}

bool CurvePlot::composeRegionName(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartRegion& region, const QRectF& part) const
{
    const PlotStyle& style = stage.style;
    const bool hatched = region.look == ChartRegion::Look::hatched;
    const QColor color = style.theme.*region.color;
    const auto put = [&](const QString& words, const Face& face, QPointF at, bool crosses) {
        Label label = labelIn(QRectF(at, sizeOf(words, face)), words, face, color);
        if (crosses || hatched)
            label.backing = hatched ? style.theme.card : style.overCard(style.tint(color));
        scene.add(std::move(label));
    };
    const QSizeF name = sizeOf(region.name, style.text);
    const QSizeF detail = sizeOf(region.detail, style.tick);
    if (!region.detail.isEmpty()) {
        const QSizeF both(std::max(name.width(), detail.width()), name.height() + detail.height());
        if (const auto box = placer.place(alongBorders(style, part, both), 0)) {
            put(region.name, style.text, box->topLeft(), false);
            put(region.detail, style.tick, box->topLeft() + QPointF(0, name.height()), false);
            return true;
        }
    }
    if (const auto box = placer.place(alongBorders(style, part, name)))
        put(region.name, style.text, box->topLeft(), placer.crossings(QPolygonF(*box)) > 0);
    return false;
}

void CurvePlot::composeRoofs(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    for (const ChartRoof& roof : chart.roofs) {
        if (!stage.frame.y().holds(roof.y))
            continue;
        const double y = stage.frame.toY(roof.y);
        const QPolygonF line({QPointF(area.left(), y), QPointF(area.right(), y)});
        scene.add(Stroke{line, roof.color ? style.pen(style.theme.*roof.color, 2) : style.dotted(style.theme.muted)});
        placer.avoid(line);
        if (roof.hit >= 0)
            scene.hits.push_back({line, false, roof.hit});
        const QSizeF size = sizeOf(roof.name, style.strong);
        std::vector<QRectF> boxes;
        for (const double left : {area.right() - size.width() - style.px(2), area.left() + style.px(6)})
            for (const double top : {y - size.height() - style.px(2), y + style.px(2)})
                boxes.emplace_back(QPointF(left, top), size);
        addPlaced(scene, placer, boxes, roof.name, style.strong, roof.color ? style.theme.*roof.color : style.theme.ink);
    }
}

void CurvePlot::composeMarkLines(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    for (const ChartMark& mark : chart.marks) {
        if (!stage.frame.x().holds(mark.x))
            continue;
        const double x = stage.frame.toX(mark.x);
        const double top = mark.y && stage.frame.y().holds(*mark.y) ? stage.frame.toY(*mark.y) : area.top();
        const QPolygonF line({QPointF(x, top), QPointF(x, area.bottom())});
        scene.add(Stroke{line, mark.wall ? style.pen(style.theme.trouble, 2) : style.dotted(style.theme.muted)});
        if (mark.y && top > area.top())
            scene.add(Dot{QPointF(x, top), style.px(3), DotShape::circle, style.theme.card, style.theme.muted, style.px(1.2)});
        placer.avoid(line);
        if (mark.hit >= 0)
            scene.hits.push_back({line, false, mark.hit});
    }
}

void CurvePlot::composeMarkWords(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart,
                                 const std::vector<const ChartRegion*>& said) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double line = style.tick.height();
    const double high = area.top() + style.px(3);
    for (const ChartMark& mark : chart.marks) {
        const bool known = std::ranges::any_of(said, [&](const ChartRegion* r) { return r->from == mark.x || r->to == mark.x; });
        if (known || mark.what.isEmpty() || !stage.frame.x().holds(mark.x))
            continue;
        const double x = stage.frame.toX(mark.x);
        const auto beside = [&](QSizeF size) {
            const double low = area.bottom() - size.height() - style.px(3);
            return besideLine(x, {low, low - line * 1.5, low - line * 3, high, high + line * 1.5, high + line * 3}, size,
                              style.px(6), area);
        };
        addPlacedPair(scene, placer, beside, mark.what + u' ' + mark.value, mark.what, mark.value, style.tick,
                      style.theme.muted);
    }
}

void CurvePlot::composeCurves(Scene& scene, const Stage& stage, const std::vector<Drawn>& drawn) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    for (const Drawn& d : drawn | std::views::reverse) {
        const QPen pen = penOf(style, *d.curve);
        for (const QPolygonF& piece : d.pieces) {
            scene.add(Stroke{piece, pen});
            if (d.curve->hit >= 0)
                scene.hits.push_back({piece, false, d.curve->hit});
        }
        if (!d.curve->dots)
            continue;
        for (std::size_t i = 0; i < d.curve->x.size(); ++i)
            if (const auto p = stage.frame.point(d.curve->x[i], d.curve->y[i]); p && area.contains(*p)) {
                scene.add(Dot{*p, style.px(2.2 + d.curve->width / 2), DotShape::circle, pen.color()});
                if (d.pieces.empty() && d.curve->hit >= 0)  // a single point has no line
                    scene.hits.push_back({QPolygonF({*p}), false, d.curve->hit});
            }
    }
}

void CurvePlot::composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, const std::vector<Drawn>& drawn) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    for (const Drawn& d : drawn) {
        if (d.curve->name.isEmpty())
            continue;
        if (d.curve->along) {
            addAlong(scene, placer, style, d.pieces, d.curve->name, style.theme.*d.curve->color);
            continue;
        }
        if (d.curve->atEnd) {
            composeEndName(scene, placer, stage, d);
            continue;
        }
        const QSizeF size = sizeOf(d.curve->name, style.text);
        addPlaced(scene, placer, besideCurve(d.pieces, size, style.px(4), area), d.curve->name, style.text,
                  style.theme.*d.curve->color, d.curve->width < 1.5 ? 0 : 2);  // thin ones explain, and may go without
    }
}

/// The names under their title, each behind a piece of its curve, in a corner where the curves are not.
void CurvePlot::composeKey(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double line = std::ceil(style.tick.height() * 1.15);
    const double sample = std::round(style.px(18));
    double width = style.tick.width(chart.keyTitle);
    for (const ChartCurve& curve : chart.curves)
        width = std::max(width, sample + style.px(6) + style.tick.width(curve.name) + style.px(10) + style.tick.width(curve.value));
    const QSizeF size(std::ceil(width), line * static_cast<double>(chart.curves.size() + 1));
    std::vector<QRectF> boxes;
    for (const double left : {area.right() - size.width() - style.px(2), area.center().x() - size.width() / 2, area.left() + style.px(6)})
        for (const double share : {0.97, 0.85, 0.7, 0.55})
            boxes.emplace_back(QPointF(left, area.top() + (area.height() - size.height()) * share), size);
    const auto box = placer.place(boxes);
    if (!box)
        return;
    const auto put = [&](const QString& words, QPointF at, const QColor& color) {
        Label label = labelIn(QRectF(at, sizeOf(words, style.tick)), words, style.tick, color);
        label.backing = style.theme.card;
        scene.add(std::move(label));
    };
    put(chart.keyTitle, box->topLeft(), style.theme.muted);
    QPointF at = box->topLeft();
    for (const ChartCurve& curve : chart.curves) {
        at.ry() += line;
        const double middle = std::round(at.y() + style.tick.height() / 2) + 0.5;
        scene.add(Stroke{QPolygonF({QPointF(at.x(), middle), QPointF(at.x() + sample, middle)}), penOf(style, curve)});
        put(curve.name, at + QPointF(sample + style.px(6), 0), style.theme.ink);
        if (!curve.value.isEmpty())
            put(curve.value, QPointF(box->right() - std::ceil(style.tick.width(curve.value)), at.y()), style.theme.ink);
    }
}

}  // namespace scalescope
