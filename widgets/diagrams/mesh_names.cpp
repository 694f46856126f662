// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the mesh diagram.
#include "widgets/diagrams/mesh_drawing.h"

#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace scalescope {

void MeshDiagram::composeMore(Drawing& d) const
{
    for (const MeshLayout::More& more : m_layout.more) {
        d.scene.add(Box{more.box, {}, d.style.mixed(d.style.theme.muted, 0.35)});
        const QString number = countText(more.count);
        for (const QString& words : QStringList{tr("%1 more").arg(number), u'+' + number}) {
            const QSizeF size = sizeOf(words, d.style.tick);
            const QRectF box(more.box.center() - QPointF(size.width(), size.height()) / 2, size);
            if (size.width() <= more.box.width() - 4 && size.height() <= more.box.height() &&
                addPlaced(d.scene, d.placer, std::array{box}, words, d.style.tick, d.style.theme.muted))
                break;
        }
    }
}

void MeshDiagram::composeAxisNames(Drawing& d, const std::vector<Lying>& axes, const QString& words, QPointF at,
                                   Qt::Edge side, int hit) const
{
    const PlotStyle& style = d.style;
    const double gap = style.px(8);
    const double line = std::ceil(style.tick.height());
    double names = 0;
    for (const Lying& lying : axes)
        names += std::ceil(style.strong.width(lyingWords(lying))) + gap;
    const QSizeF rest = sizeOf(words, style.tick);

    // Below the drawing in one line, beside it in two.
    const bool flat = side == Qt::BottomEdge || side == Qt::TopEdge;
    const double width = flat ? names + rest.width() : std::max(names - gap, rest.width());
    const double height = flat || axes.empty() ? line : 2 * line;
    QPointF corner;
    switch (side) {
    case Qt::LeftEdge: corner = at + QPointF(-width - style.px(4), -height / 2); break;
    case Qt::RightEdge: corner = at + QPointF(style.px(14), style.px(2)); break;
    default: corner = at + QPointF(side == Qt::TopEdge ? 0 : -width / 2, 0); break;
    }
    corner.setX(std::clamp(corner.x(), d.area.left(), std::max(d.area.left(), d.area.right() - width)));
    corner.setY(std::clamp(corner.y(), d.area.top(), d.area.bottom() - height));
    std::vector<QRectF> boxes = {QRectF(corner, QSizeF(width, height))};
    for (int i = 1; i < 8; ++i)
        boxes.push_back(boxes.front().translated(side == Qt::TopEdge ? QPointF(i * gap * 4, 0) : QPointF(0, i * line / 2)));
    const auto box = d.placer.place(std::span<const QRectF>(boxes));
    if (!box)
        return;
    d.scene.hits.push_back({QPolygonF(*box), true, hit});
    const bool toTheRight = side == Qt::LeftEdge;
    double x = toTheRight ? box->right() - (names - gap) : box->left();
    for (const Lying& lying : axes) {
        const QString name = lyingWords(lying);
        const QSizeF size = sizeOf(name, style.strong);
        d.scene.add(labelIn(QRectF(QPointF(x, box->top()), size), name, style.strong, style.theme.ofMeshAxis(lying.axis)));
        x += size.width() + gap;
    }
    const QPointF second = flat ? QPointF(x, box->top()) : QPointF(toTheRight ? box->right() - rest.width() : box->left(), box->bottom() - line);
    d.scene.add(labelIn(QRectF(second, rest), words, style.tick, style.theme.muted));
}

void MeshDiagram::composeHeader(Drawing& d) const
{
    const PlotStyle& style = d.style;
    const Topology& topology = m_answer->topology;
    if (!topology.hasTorus)
        return;
    QString words = speedWords(m_networks.front());
    if (topology.hop.value > 0)
        words += tr(", %1 a hop").arg(secondsText(topology.hop.value));
    const QSizeF size = sizeOf(words, style.tick);
    addPlaced(d.scene, d.placer, std::array{QRectF(d.area.topLeft(), size)}, words, style.tick, style.theme.muted);
    if (!listsDimensions())
        return;
    double x = d.area.left();
    for (int dimension = 0; dimension < topology.shape.dimensions; ++dimension) {
        if (topology.shape[dimension] < 2)
            continue;
        const std::size_t before = d.scene.hits.size();
        composeAxisNames(d, axesIn(dimension), dimensionWords(dimension), QPointF(x, d.area.top() + std::ceil(style.tick.height())),
                         Qt::TopEdge, dimension);
        if (d.scene.hits.size() > before)
            x = d.scene.hits.back().outline.boundingRect().right() + style.px(16);
    }
}

void MeshDiagram::composeNames(Drawing& d) const
{
    const PlotStyle& style = d.style;
    const double line = std::ceil(style.tick.height());
    if (!listsDimensions())
        for (int dimension = 0; dimension < Shape::kMaxDimensions; ++dimension)
            if (const auto& spot = m_layout.dimensions[static_cast<std::size_t>(dimension)])
                composeAxisNames(d, axesIn(dimension), dimensionWords(dimension), spot->at, spot->side, dimension);

    const double width = sideWidth(style, d.area.width()) - style.px(8);
    std::vector<bool> named(Cluster::kMaxNetworks, false);
    for (const MeshLayout::Switch& s : m_layout.switches) {
        if (named[static_cast<std::size_t>(s.level)])
            continue;
        named[static_cast<std::size_t>(s.level)] = true;
        const NetworkWords& network = m_networks[static_cast<std::size_t>(m_answer->topology.levels[static_cast<std::size_t>(s.level)].network)];
        struct Line {
            QString words;
            const Face& face;
            QColor color;
        };
        std::vector<Line> lines;
        for (const Lying& lying : axesOn(s.level))
            lines.push_back({style.strong.elided(lyingWords(lying), width), style.strong, style.theme.ofMeshAxis(lying.axis)});
        lines.push_back({style.tick.elided(QStringLiteral("%1 %2").arg(network.name, siText(network.link.value, "B/s")), width), style.tick, style.theme.muted});
        lines.push_back({network.hop.value > 0 ? tr("one way, %1 a hop").arg(secondsText(network.hop.value)) : tr("one way"), style.tick, style.theme.muted});
        for (std::size_t count = lines.size(); count > 0; --count) {
            std::vector<QRectF> boxes;
            for (int i = 0; i < 16; ++i)
                boxes.emplace_back(d.area.left(), std::max(d.area.top(), s.box.center().y() - line / 2) + i * line / 2, width, line * static_cast<double>(count));
            const auto box = d.placer.place(std::span<const QRectF>(boxes));
            if (!box)
                continue;
            for (std::size_t i = 0; i < count; ++i) {
                const QString words = lines[i].face.elided(lines[i].words, width);
                d.scene.add(labelIn(QRectF(QPointF(box->left(), box->top() + static_cast<double>(i) * line), sizeOf(words, lines[i].face)), words, lines[i].face, lines[i].color));
            }
            d.scene.hits.push_back({QPolygonF(*box), true, kFirstLevelHit + s.level});
            break;
        }
    }
}

/// What the colours mean, or why there are none.
void MeshDiagram::composeFooter(Drawing& d) const
{
    const PlotStyle& style = d.style;
    const double line = std::ceil(style.tick.height());
    QStringList sentences;
    if (!m_answer->placement) {
        sentences << whyImpossible(m_answer->diagnostics);
    } else {
        if (d.playback)
            sentences << tr("Filled: the share of what each chip will have.");
        else if (const int axis = onlyAxisOver(); axis >= 0)
            sentences << tr("Shade: the place along %1.").arg(fromCore(m_study.mesh.axes[static_cast<std::size_t>(axis)].name));
        else if (m_members.size() > 1)
            sentences << tr("Shade: the place in the group.");
        if (m_members.size() > 1 && m_members.size() < devices())
            sentences << tr("Outlined: one group of the %1.").arg(collectiveOver(m_study));
    }
    if (static_cast<std::int64_t>(m_layout.devices.size()) < m_layout.chips)
        sentences << tr("%1 of %2 chips are drawn.").arg(countText(static_cast<std::int64_t>(m_layout.devices.size())), countText(m_layout.chips));

    const QString words = sentences.join(u' ');
    QTextLayout layout(words, style.tick.font());
    std::vector<QString> lines;
    layout.beginLayout();
    for (QTextLine text = layout.createLine(); text.isValid(); text = layout.createLine()) {
        text.setLineWidth(d.area.width());
        lines.push_back(words.mid(text.textStart(), text.textLength()).trimmed());
    }
    layout.endLayout();
    if (lines.size() > 2) {
        lines[1] = style.tick.elided(words.mid(words.indexOf(lines[1])), d.area.width());
        lines.resize(2);
    }
    const QColor color = m_answer->placement ? style.theme.muted : style.theme.trouble;
    double y = d.area.bottom() - line * static_cast<double>(lines.size());
    for (const QString& text : lines) {
        const QSizeF size = sizeOf(text, style.tick);
        const QRectF box(QPointF(d.area.left(), y), QSizeF(std::min(size.width(), d.area.width()), size.height()));
        addPlaced(d.scene, d.placer, std::array{box}, text, style.tick, color);
        y += line;
    }
}

}  // namespace scalescope
