// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/mesh_diagram.h"

#include "widgets/diagrams/mesh_activity.h"
#include "widgets/diagrams/mesh_drawing.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kInset = 2;        // of everything from the border of the figure
constexpr std::size_t kNumbered = 64;  // devices, at most, that carry their number
constexpr double kLeastShade = 0.2;
constexpr double kMostShade = 0.72;

QPolygonF around(const QRectF& r) { return QPolygonF(r); }

}  // namespace

bool MeshDiagram::hasTree() const
{
    const Topology& t = m_answer->topology;
    return std::any_of(t.levels.begin(), t.levels.begin() + t.levelCount, [](const auto& level) { return level.degree > 1; });
}

int MeshDiagram::spatialDimensions() const
{
    const Shape& shape = m_answer->topology.shape;
    return m_answer->topology.hasTorus
        ? static_cast<int>(std::count_if(shape.size.begin(), shape.size.begin() + shape.dimensions, [](auto n) { return n > 1; }))
        : 0;
}

bool MeshDiagram::listsDimensions() const
{
    return m_answer->topology.hasTorus && (hasTree() || spatialDimensions() > 3);
}

double MeshDiagram::sideWidth(const PlotStyle& style, double width) const
{
    if (listsDimensions() && !hasTree())
        return 0;
    if (hasTree())
        return std::min(style.tick.width(tr("one way, %1 a hop").arg(QStringLiteral("000 ns"))), width * 0.32) + style.px(8);
    return spatialDimensions() > 1 ? style.tick.width(QStringLiteral("x: 000, ring")) + style.px(8) : 0;
}

QRectF MeshDiagram::roomFor(const PlotStyle& style, const QRectF& area) const
{
    const double line = std::ceil(style.tick.height());
    const double top = line * (listsDimensions() ? 2 : m_answer->topology.hasTorus ? 1 : 0) + style.px(3);
    const double names = m_answer->topology.hasTorus && !listsDimensions() && spatialDimensions() > 0 ? line + style.px(2) : 0;
    const double right = !listsDimensions() && spatialDimensions() == 3 ? style.px(26) : 0;
    return area.adjusted(sideWidth(style, area.width()), top, -right, -(names + 2 * line + style.px(5)));
}

Axes MeshDiagram::axesFor(const PlotStyle& style, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    const int inset = qRound(style.px(kInset));
    axes.margins = {inset, inset, inset, inset};
    return axes;
}

/// The layout stays while the same chips are shown in the same room.
void MeshDiagram::layOut(const QRectF& room, double factor) const
{
    const Topology& t = m_answer->topology;
    std::vector<double> key = {room.x(), room.y(), room.width(), room.height(), factor, t.hasTorus ? 1.0 : 0.0};
    for (int d = 0; d < t.shape.dimensions; ++d) {
        key.push_back(static_cast<double>(t.shape[d]));
        key.push_back(t.wraps[static_cast<std::size_t>(d)]);
    }
    for (int i = 0; i < t.levelCount; ++i)
        key.push_back(static_cast<double>(t.levels[static_cast<std::size_t>(i)].degree));
    if (key == m_layoutKey)
        return;
    m_layout = layOutCluster(t, room, factor);
    m_layoutKey = std::move(key);
}

void MeshDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    Drawing d{scene, style, area, LabelPlacer(area), playback(), {}};
    if (d.playback)
        d.held = heldAt(*d.playback, *view().played);
    layOut(roomFor(style, area), style.theme.factor);
    composeFrames(d);
    composeLinks(d);
    composeSwitches(d);
    composeHeader(d);
    composeNames(d);
    composeMore(d);
    composeDevices(d);
    composeFooter(d);
}

void MeshDiagram::composeFrames(Drawing& d) const
{
    const QColor outline = d.style.mixed(d.style.theme.muted, 0.35);
    for (const QRectF& box : m_layout.enclosures)
        d.scene.add(Box{box, d.style.mixed(d.style.theme.muted, 0.05), outline});
}

/// The innermost axis that has chips on both sides; none outside the mesh.
int MeshDiagram::axisOn(const MeshLayout::Link& link) const
{
    if (!m_answer->placement)
        return -1;
    const MeshPlacement& axes = *m_answer->placement;
    if (link.level >= 0) {
        if (link.from >= devices())
            return -1;
        for (std::size_t i = 0; i < axes.size(); ++i)
            if (shareOf(axes[i], m_answer->topology.levels[static_cast<std::size_t>(link.level)]).children > 1)
                return static_cast<int>(i);
        return -1;
    }
    if (link.from >= devices() || link.to >= devices())
        return -1;
    std::int64_t step = 1;
    for (int i = 0; i < link.dimension; ++i)
        step *= m_answer->topology.shape[i];
    const std::int64_t length = m_answer->topology.shape[link.dimension];
    const std::int64_t a = link.from / step % length;
    const std::int64_t b = link.to / step % length;
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (const TorusPart& part : axes[i].torusParts())
            if (part.dimension == link.dimension && part.size > 1 && a / (part.stride * part.size) == b / (part.stride * part.size))
                return static_cast<int>(i);
    return -1;
}

QPen MeshDiagram::penOf(const PlotStyle& style, const MeshLayout::Link& link, double width, bool playing) const
{
    const int axis = axisOn(link);
    QPen pen = axis >= 0 ? style.penOfMeshAxis(axis, width) : style.pen(style.mixed(style.theme.muted, 0.45), 1);
    constexpr double fading = 0.5;  // towards the back
    constexpr double idle = 0.4;    // beside links that carry something
    pen.setColor(style.mixed(pen.color(), (link.wraps ? 0.75 : 1 - fading * link.depth) * (playing ? idle : 1.0)));
    return pen;
}

void MeshDiagram::composeLinks(Drawing& d) const
{
    const bool dense = m_layout.devices.size() > 200;
    const double width = dense ? 1 : 1.6;
    // Neighbouring links of one kind become one line.
    std::vector<const MeshLayout::Link*> strong;
    const MeshLayout::Link* last = nullptr;
    QPolygonF run;
    QPen pen;
    const auto finish = [&] {
        if (run.size() > 1)
            d.scene.add(Stroke{run, pen});
        run.clear();
    };
    std::optional<MeshActivity> activity;
    if (d.playback)
        activity.emplace(*d.playback, *view().played, m_members, m_answer->topology, devices());

    for (const MeshLayout::Link& link : m_layout.links) {
        if (activity && activity->carries(link))
            strong.push_back(&link);
        QPen next = penOf(d.style, link, width, d.playback != nullptr);
        if (link.wraps || link.level >= 0)
            next.setStyle(Qt::SolidLine);
        if (link.wraps)
            next.setWidthF(d.style.px(1));
        if (link.skips)
            next.setDashPattern({1, 3});
        const bool follows = last && last->dimension >= 0 && last->dimension == link.dimension && last->to == link.from &&
            !last->wraps && !link.wraps && next == pen;
        if (!follows) {
            finish();
            run = link.line;
            pen = next;
        } else {
            run.back() = link.line.back();
        }
        last = &link;
    }
    finish();
    const QPen accent = d.style.pen(d.style.theme.accent, dense ? 2 : 2.6);
    for (const MeshLayout::Link* link : strong)
        d.scene.add(Stroke{link->line, accent});
}

void MeshDiagram::composeSwitches(Drawing& d) const
{
    for (const MeshLayout::Switch& s : m_layout.switches) {
        MeshLayout::Link probe;
        probe.level = s.level;
        const int axis = axisOn(probe);
        const QColor color = d.style.mixed(axis >= 0 ? d.style.theme.ofMeshAxis(axis) : d.style.theme.muted, axis >= 0 ? 0.85 : 0.5);
        if (s.bars == 1)
            d.scene.add(Box{s.box, color});
        for (int i = 0; s.bars > 1 && i < s.bars; ++i) {
            const double pitch = s.box.height() / s.bars;
            const double height = std::max(1.0, std::floor(pitch * 0.6));
            d.scene.add(Box{QRectF(s.box.left(), s.box.top() + i * pitch, s.box.width(), height), color});
        }
        d.scene.hits.push_back({around(s.box), true, kFirstLevelHit + s.level});
    }
}

/// Members of a group differ in shade, and what stands at the same place of every group is alike.
QColor MeshDiagram::fillOf(const PlotStyle& style, std::int64_t device) const
{
    if (device >= devices())
        return style.mixed(style.theme.muted, 0.22);
    const auto last = static_cast<double>(m_members.size() - 1);
    const double share = last > 0 ? m_members.memberOf(device) / last : 0.0;
    const int axis = onlyAxisOver();
    return style.mixed(axis >= 0 ? style.theme.ofMeshAxis(axis) : style.theme.ink, kLeastShade + (kMostShade - kLeastShade) * share);
}

void MeshDiagram::outlineDevice(Drawing& d, const MeshLayout::Device& device, const QColor& color, double width,
                                double gap) const
{
    const double w = m_layout.chip.width() / 2 + gap;
    const double h = m_layout.chip.height() / 2 + gap;
    if (m_layout.round) {
        d.scene.add(Dot{device.at, w, DotShape::circle, {}, color, d.style.px(width)});
        return;
    }
    const QRectF r(device.at - QPointF(w, h), device.at + QPointF(w, h));
    d.scene.add(Stroke{around(r), d.style.pen(color, width)});
}

void MeshDiagram::composeDevices(Drawing& d) const
{
    const PlotStyle& style = d.style;
    const double w = m_layout.chip.width() / 2;
    const double h = m_layout.chip.height() / 2;
    const bool numbered = !m_layout.round && m_layout.devices.size() <= kNumbered &&
        style.tick.width(QString::number(m_layout.devices.size())) + 4 < 2 * w && style.tick.height() < 2 * h;
    std::vector<double> shares;
    for (int member = 0; d.playback && member < d.playback->members; ++member)
        shares.push_back(shareHeld(*d.playback, d.held, member));
    const QColor empty = style.mixed(style.theme.muted, 0.16);
    const QColor full = style.mixed(style.theme.accent, 0.62);
    const auto between = [&](double share) {
        const auto mix = [&](float a, float b) { return a + (b - a) * static_cast<float>(share); };
        return QColor::fromRgbF(mix(empty.redF(), full.redF()), mix(empty.greenF(), full.greenF()), mix(empty.blueF(), full.blueF()));
    };

    for (const MeshLayout::Device& device : m_layout.devices) {
        const QRectF r(device.at - QPointF(w, h), device.at + QPointF(w, h));
        const bool fills = d.playback && device.chip < devices();
        const double share = fills ? shares[static_cast<std::size_t>(m_members.memberOf(device.chip))] : 0;
        QColor fill = fills ? between(share) : fillOf(style, device.chip);
        if (m_layout.round) {
            d.scene.add(Dot{device.at, w, DotShape::circle, fill, style.theme.card, style.px(1)});
        } else if (fills) {
            d.scene.add(Box{r, empty});
            d.scene.add(Box{QRectF(QPointF(r.left(), r.bottom() - share * r.height()), r.bottomRight()), full});
            fill = share > 0.5 ? full : empty;
        } else {
            d.scene.add(Box{r, fill});
        }
        if (numbered) {
            const QString number = QString::number(device.chip);
            const QSizeF size = sizeOf(number, style.tick);
            const QRectF box(r.center() - QPointF(size.width(), size.height()) / 2, size);
            d.placer.block(box);
            d.scene.add(labelIn(box, number, style.tick, style.readableOn(fill)));
        }
        d.scene.hits.push_back({around(r), true, kFirstDeviceHit + static_cast<int>(device.chip)});
    }
    const double gap = m_layout.round ? style.px(1) : std::min(style.px(2), w * 0.2);
    const bool outlined = m_members.size() > 1 && m_members.size() < devices();
    const MeshLayout::Device* pointed = nullptr;
    for (const MeshLayout::Device& device : m_layout.devices) {
        if (device.chip >= devices())
            continue;
        if (outlined && m_members.isInFirst(device.chip))
            outlineDevice(d, device, style.theme.accent, w < style.px(6) ? 1 : 1.6, gap);
        if (view().device == device.chip)
            pointed = &device;
    }
    if (pointed) {
        outlineDevice(d, *pointed, style.theme.card, 5, gap + style.px(2));
        outlineDevice(d, *pointed, style.theme.accent, 2.4, gap + style.px(2));
    }
}

}  // namespace scalescope
