// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/roofline_plot.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

// Hits: a point by its index, then the roofs, then the peaks.
constexpr int kRoofHit = 1000;
constexpr int kPeakHit = 2000;

QString intensityLabel(double value, int digits) { return value < 1 ? QString::number(value) : siLabel(value, digits); }

double radiusOf(const PlotStyle& style, const RooflinePoint& point)
{
    return style.px(point.binds ? 3.5 + 6 * std::sqrt(point.share) : 2.8);
}

}  // namespace

QString RooflinePlot::title() const { return tr("Roofline"); }

QString RooflinePlot::caption() const
{
    if (!m_content.peak)
        return tr("The chip states no peak for this dtype.");
    return tr("Each operation of a layer at the level that limits it most. Size is its share of the compute time.");
}

QString RooflinePlot::summary() const
{
    if (!m_content.peak)
        return caption();
    QStringList words;
    for (const RooflinePoint& p : m_content.points)
        if (p.binds)
            words << tr("%1: %2 of the peak").arg(groupName(p.group), percentText(p.rate / *m_content.peak));
    QString sentence = tr("Peak %1.").arg(siText(*m_content.peak, "FLOP/s"));
    if (m_content.ridge)
        sentence += u' ' + tr("Compute-bound above %1 FLOP per byte.").arg(siText(*m_content.ridge, {}));
    return sentence + u' ' + words.join(tr(", ")) + u'.';
}

FigureTable RooflinePlot::table() const
{
    FigureTable table;
    table.columns = {tr("Operation"), tr("Level"), tr("FLOP per byte"), tr("FLOP/s at most"), tr("Share of compute")};
    const auto add = [&](const QString& name, const QString& level, std::optional<double> intensity, double rate,
                         std::optional<double> share) {
        const auto cell = [](const std::optional<double>& v, const QString& words) {
            return v ? words : fromCore(kNotANumber);
        };
        const auto value = [](const std::optional<double>& v) { return v ? fromCore(shortest(*v)) : QString(); };
        table.rows << QStringList{name, level, cell(intensity, intensity ? siText(*intensity, {}) : QString()),
                                  siText(rate, "FLOP/s"), cell(share, share ? percentText(*share) : QString())};
        table.values << QStringList{name, level, value(intensity), fromCore(shortest(rate)), value(share)};
    };
    for (const RooflinePoint& p : m_content.points)
        add(groupName(p.group), roofName(m_content.roofs[p.roof]), p.intensity, p.rate,
            p.timed ? std::optional(p.share) : std::nullopt);
    for (const PeakLine& p : m_content.peaks)
        add(tr("peak"), peakName(p), std::nullopt, p.rate, std::nullopt);
    for (const Roof& r : m_content.roofs)
        if (m_content.peak)
            add(tr("ridge"), roofName(r) + u' ' + siText(r.bandwidth(), "B/s"), *m_content.peak / r.bandwidth(),
                *m_content.peak, std::nullopt);
    return table;
}

void RooflinePlot::take(const Snapshot& now)
{
    m_content = rooflineOf(now);
    m_diagnostics = now.estimate.diagnostics;
    m_model = now.scenario.model.name;
}

void RooflinePlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(rooflineOf(*before)) : std::nullopt;
}

QString RooflinePlot::groupName(int group)
{
    if (group == static_cast<int>(OperationGroup::norms))
        return tr("norms");
    if (group == static_cast<int>(OperationGroup::optimizer))
        return tr("optimizer");
    return translated(nameOf(static_cast<Component>(group)));
}

QString RooflinePlot::roofName(const Roof& roof)
{
    if (!roof.axis)
        return fromCore(roof.ceiling.name);
    return tr("%1 over %2", "degree over network").arg(degreeName(*roof.axis), fromCore(roof.ceiling.name));
}

QString RooflinePlot::peakName(const PeakLine& peak)
{
    QStringList names;
    for (const std::string& type : peak.types)
        names << fromCore(type);
    return names.join(u", ");
}

QString RooflinePlot::labelOf(const RooflinePoint& point) const
{
    const QString name = groupName(point.group);
    return point.timed && point.share > 0 ? name + QStringLiteral("  ") + percentText(point.share) : name;
}

QColor RooflinePlot::colorOf(const PlotStyle& style, const Roof& roof) const
{
    if (roof.axis)
        return style.theme.of(*roof.axis);
    return roof.ceiling.kind == Ceiling::Kind::hbm ? style.theme.memory : style.theme.muted;
}

QPen RooflinePlot::penOf(const PlotStyle& style, const Roof& roof) const
{
    if (roof.axis)
        return style.penOf(*roof.axis, 2);
    return roof.ceiling.kind == Ceiling::Kind::hbm ? style.pen(style.theme.memory, 2.2)
                                                   : style.dotted(style.theme.muted, 1.2);
}

Axes RooflinePlot::axesFor(const PlotStyle& style, const QSize& size, bool) const
{
    Axes axes;
    axes.margins = marginsFor(style, style.tick.width(QStringLiteral("100 T")) + style.px(16), true);
    axes.x.shown = axes.y.shown = m_content.peak.has_value();
    if (!m_content.peak)
        return axes;
    const QSize inner = size.shrunkBy(axes.margins);
    axes.x = {m_content.leastIntensity, m_content.mostIntensity, true, true, {}};
    axes.y = {m_content.leastRate, m_content.mostRate, true, true, {}};
    axes.x.ticks =
        logTicks(axes.x.lower, axes.x.upper,
                 static_cast<int>(inner.width() / (style.tick.width(QStringLiteral("100 k")) * 1.4)), intensityLabel);
    axes.y.ticks = logTicks(axes.y.lower, axes.y.upper, static_cast<int>(inner.height() / (style.tick.height() * 1.8)));
    return axes;
}

void RooflinePlot::compose(Scene& scene, const Stage& stage) const
{
    if (!m_content.peak) {
        addNotice(scene, stage.style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No ceilings"),
                  whyImpossible(m_diagnostics));
        return;
    }
    addAxisTitles(scene, stage.style, stage.frame, tr("arithmetic intensity, FLOP per byte"), tr("FLOP/s per chip"));
    LabelPlacer placer(stage.frame.area());
    const std::vector<Spot> spots = spotsOf(stage);
    for (const Spot& s : spots)
        if (s.point->binds)
            placer.block(QRectF(s.at - QPointF(s.radius, s.radius), QSizeF(2 * s.radius, 2 * s.radius)));
    const std::vector<CeilingLine> ceilings = ceilingLines(stage.frame);
    for (const CeilingLine& c : ceilings)
        placer.avoid(c.line);

    composeRegions(scene, placer, stage);
    composeCeilings(scene, stage.style, ceilings);
    composeGhost(scene, stage);
    // The names of crowded dots first: they have the least choice.
    composeStair(scene, placer, stage, spots);
    for (const CeilingLine& c : ceilings)
        if (c.peak)
            composePeakName(scene, placer, stage, *c.peak, c.line);
    for (const CeilingLine& c : ceilings)
        if (c.roof)
            composeRoofName(scene, placer, stage, *c.roof, c.line);
    composeNames(scene, placer, stage, spots);
    for (const Spot& s : spots)
        composeDot(scene, stage, s);
}

void RooflinePlot::composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (!m_content.ridge)
        return;
    const double x = std::clamp(stage.frame.toX(*m_content.ridge), area.left(), area.right());
    scene.add(Box{QRectF(area.topLeft(), QPointF(x, area.bottom())), style.tint(style.theme.memory)});
    const double peakY = stage.frame.toY(*m_content.peak);
    const QPolygonF line({QPointF(x, peakY), QPointF(x, area.bottom())});
    scene.add(Stroke{line, style.dotted(style.theme.muted)});
    placer.avoid(line);

    const double gap = style.px(6);
    const auto put = [&](const QString& words, const Face& face, const QColor& color, double left, double top) {
        const QSizeF size = sizeOf(words, face);
        addPlaced(scene, placer, std::array<QRectF, 1>{QRectF(QPointF(left, top), size)}, words, face, color);
    };
    const double top = area.top() + style.px(2);
    put(tr("memory-bound"), style.text, style.theme.memory, area.left() + gap, top);
    put(tr("compute-bound"), style.text, style.theme.muted, x + gap, top);
    put(tr("ridge %1").arg(siText(*m_content.ridge, {})), style.tick, style.theme.muted, x + gap,
        area.bottom() - style.tick.height() - style.px(2));
}

/// The peak in use first.
std::vector<RooflinePlot::CeilingLine> RooflinePlot::ceilingLines(const Frame& frame) const
{
    const QRectF& area = frame.area();
    std::vector<CeilingLine> lines;
    for (const PeakLine& peak : m_content.peaks) {
        const double y = frame.toY(peak.rate);
        // From where it meets the roof of HBM.
        const double from = m_content.ridge ? frame.toX(peak.rate / *m_content.peak * *m_content.ridge) : area.left();
        for (const QPolygonF& line : clipped(QPolygonF({QPointF(from, y), QPointF(area.right(), y)}), area))
            lines.push_back({&peak, nullptr, line});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const CeilingLine& a, const CeilingLine& b) { return a.peak->used > b.peak->used; });
    for (const Roof& roof : m_content.roofs) {
        // Straight in pixels, so two points are exact: the border and the peak.
        const QPolygonF whole({QPointF(area.left(), frame.toY(m_content.leastIntensity * roof.bandwidth())),
                               QPointF(frame.toX(*m_content.peak / roof.bandwidth()), frame.toY(*m_content.peak))});
        for (const QPolygonF& line : clipped(whole, area))
            lines.push_back({nullptr, &roof, line});
    }
    return lines;
}

void RooflinePlot::composeCeilings(Scene& scene, const PlotStyle& style, const std::vector<CeilingLine>& lines) const
{
    for (const CeilingLine& c : lines) {
        if (c.peak) {
            scene.add(Stroke{c.line,
                             c.peak->used ? style.pen(style.theme.ink, 2.4)
                                          : style.pen(style.mixed(style.theme.muted, 0.6), 1)});
            scene.hits.push_back({c.line, false, kPeakHit + static_cast<int>(c.peak - m_content.peaks.data())});
        } else {
            scene.add(Stroke{c.line, penOf(style, *c.roof)});
            scene.hits.push_back({c.line, false, kRoofHit + static_cast<int>(c.roof - m_content.roofs.data())});
        }
    }
}

void RooflinePlot::composePeakName(Scene& scene, LabelPlacer& placer, const Stage& stage, const PeakLine& peak,
                                   const QPolygonF& line) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const Face& face = peak.used ? style.strong : style.tick;
    const QString rate = siText(peak.rate, "FLOP/s");
    const QString words = peak.used ? tr("%1 peak %2").arg(peakName(peak), rate) : peakName(peak) + u' ' + rate;
    const QSizeF size = sizeOf(words, face);
    const double y = line.front().y();
    std::vector<QRectF> boxes;
    for (int i = 0; i < 16; ++i)
        for (const double top : {y - size.height() - style.px(1), y - size.height() - style.px(8), y + style.px(1)})
            boxes.emplace_back(QPointF(area.right() - style.px(4) - i * area.width() / 24 - size.width(), top), size);
    std::erase_if(boxes, [&](const QRectF& box) { return !peak.used && box.left() < line.front().x(); });
    addPlaced(scene, placer, boxes, words, face, peak.used ? style.theme.ink : style.theme.muted);
}

void RooflinePlot::composeRoofName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Roof& roof,
                                   const QPolygonF& line) const
{
    const PlotStyle& style = stage.style;
    const QColor color = colorOf(style, roof);
    const QString words = fromCore(roof.ceiling.name) + u' ' + siText(roof.bandwidth(), "B/s");
    const QSizeF size = sizeOf(words, style.text);
    const QPointF d = line.back() - line.front();
    const double length = std::hypot(d.x(), d.y());
    if (length < size.width() * 1.1)
        return;
    const double angle = std::atan2(d.y(), d.x()) * 180.0 / M_PI;
    const QPointF across = QPointF(d.y(), -d.x()) / length;  // up and to the left of a rising line
    const double offset = size.height() / 2 + style.px(3);
    std::vector<QPolygonF> outlines;
    std::vector<QPointF> centres;
    for (const double along : {0.62, 0.72, 0.52, 0.42, 0.8, 0.32, 0.22, 0.88}) {
        for (const double side : {1.0, -1.0}) {
            centres.push_back(line.front() + d * along + across * (offset * side));
            outlines.push_back(turnedBox(centres.back(), size, angle));
        }
    }
    const auto chosen = placer.place(std::span<const QPolygonF>(outlines));
    if (!chosen)
        return;
    Label label =
        labelIn(QRectF(centres[*chosen] - QPointF(size.width(), size.height()) / 2, size), words, style.text, color);
    label.angle = angle;
    scene.add(std::move(label));
}

/// In the order in which they are painted: those that do not bind, then the rest, large ones below small ones.
std::vector<RooflinePlot::Spot> RooflinePlot::spotsOf(const Stage& stage) const
{
    const QRectF& area = stage.frame.area();
    std::vector<Spot> spots;
    for (const RooflinePoint& p : m_content.points) {
        const auto place = stage.frame.point(p.intensity, p.rate);
        if (!place)
            continue;
        const double r = radiusOf(stage.style, p);
        if (area.width() < 2 * r || area.height() < 2 * r)  // no room for a dot
            continue;
        Spot spot{&p,
                  {std::clamp(place->x(), area.left() + r, area.right() - r),
                   std::clamp(place->y(), area.top() + r, area.bottom() - r)},
                  r,
                  m_content.roofs[p.roof].axis ? DotShape::square : DotShape::circle,
                  !area.adjusted(-1, -1, 1, 1).contains(*place)};
        if (spot.outside)
            spot.shape = place->x() < area.left() ? DotShape::left
                : place->x() > area.right()       ? DotShape::right
                : place->y() > area.bottom()      ? DotShape::down
                                                  : DotShape::up;
        spots.push_back(spot);
    }
    std::stable_sort(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) {
        return a.point->binds != b.point->binds ? b.point->binds : a.point->binds && a.radius > b.radius;
    });
    return spots;
}

void RooflinePlot::composeDot(Scene& scene, const Stage& stage, const Spot& spot) const
{
    const PlotStyle& style = stage.style;
    const QColor color = colorOf(style, m_content.roofs[spot.point->roof]);
    scene.add(Dot{spot.at, spot.radius, spot.shape, spot.point->binds ? color : style.mixed(color, 0.55),
                  style.theme.card, style.px(1.2)});
    scene.hits.push_back({QPolygonF({spot.at}), false, static_cast<int>(spot.point - m_content.points.data())});
}

void RooflinePlot::composeGhost(Scene& scene, const Stage& stage) const
{
    if (!m_before || stage.ghost <= 0)
        return;
    QColor faded = stage.style.theme.muted;
    faded.setAlphaF(static_cast<float>(0.8 * stage.ghost));
    for (const RooflinePoint& p : m_before->points) {
        const auto at = stage.frame.point(p.intensity, p.rate);
        if (!p.binds || !at || !stage.frame.area().contains(*at))
            continue;
        const bool network = m_before->roofs[p.roof].axis.has_value();
        scene.add(Dot{*at,
                      radiusOf(stage.style, p),
                      network ? DotShape::square : DotShape::circle,
                      {},
                      faded,
                      stage.style.px(1)});
    }
}

FigureHit RooflinePlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id >= kPeakHit) {
        const PeakLine& peak = m_content.peaks[static_cast<std::size_t>(id - kPeakHit)];
        hit.title = tr("%1 peak").arg(peakName(peak));
        hit.lines << siText(peak.rate, "FLOP/s");
        hit.derivation = peak.used ? QStringLiteral("peak") : QString();
        hit.anchor = QPointF(point.x(), frame.toY(peak.rate));
        return hit;
    }
    if (id >= kRoofHit) {
        const Roof& roof = m_content.roofs[static_cast<std::size_t>(id - kRoofHit)];
        hit.title = roofName(roof);
        hit.lines << siText(roof.bandwidth(), "B/s")
                  << tr("meets the peak at %1 FLOP per byte").arg(siText(*m_content.peak / roof.bandwidth(), {}));
        hit.anchor = QPointF(point.x(), frame.toY(frame.valueAtX(point.x()) * roof.bandwidth()));
        return hit;
    }
    const RooflinePoint& p = m_content.points[static_cast<std::size_t>(id)];
    hit.title = tr("%1, %2", "operation, level").arg(groupName(p.group), roofName(m_content.roofs[p.roof]));
    hit.lines << tr("%1 FLOP per byte").arg(siText(p.intensity, {}))
              << tr("at most %1, %2 of its ceiling").arg(siText(p.rate, "FLOP/s"), percentText(p.rate / p.limit))
              << (p.rate < p.limit ? tr("bound by this level") : tr("compute-bound"));
    if (p.timed)
        hit.lines << tr("%1 of the compute time").arg(percentText(p.share));
    else
        hit.lines << tr("drawn, but not timed under these assumptions");
    return hit;
}

}  // namespace scalescope
