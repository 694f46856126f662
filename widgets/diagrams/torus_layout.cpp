// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/torus_layout.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::int64_t kLongestSide = 16;
constexpr std::int64_t kLongestRow = 24;  // of a torus of one dimension
constexpr std::int64_t kSeenThrough = 128;
constexpr double kGap = 1.6;           // where positions are left out
constexpr QPointF kBackwards(0.42, -0.29);  // chosen so that no row of a small cube hides another
constexpr double kTileGap = 1.2;
constexpr double kReach = 0.2;  // of a link that wraps, beyond its chip
constexpr double kBend = 0.12;

/// From a chip outwards and round a bend: the link goes on behind the sheet.
QPolygonF hook(QPointF from, QPointF outwards, QPointF aside, double reach, double radius)
{
    constexpr int steps = 6;
    QPolygonF line({from});
    const QPointF centre = from + outwards * reach + aside * radius;
    for (int i = 0; i <= steps; ++i) {
        const double angle = M_PI * i / steps;
        line << centre + outwards * (std::sin(angle) * radius) - aside * (std::cos(angle) * radius);
    }
    line << line.back() - outwards * radius;
    return line;
}

/// The whole way back below a row.
QPolygonF loopBelow(QPointF from, QPointF to, double unit)
{
    constexpr int steps = 5;
    const double radius = 0.4 * unit;
    QPolygonF line({from});
    const auto corner = [&](QPointF centre, double start) {
        for (int i = 0; i <= steps; ++i) {
            const double angle = start + M_PI / 2 * i / steps;
            line << centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
        }
    };
    const double bottom = from.y() + 0.95 * unit;
    line << from + QPointF(0.55 * unit - radius, 0);
    corner({from.x() + 0.55 * unit - radius, from.y() + radius}, -M_PI / 2);
    corner({from.x() + 0.55 * unit - radius, bottom - radius}, 0);
    corner({to.x() - 0.55 * unit + radius, bottom - radius}, M_PI / 2);
    corner({to.x() - 0.55 * unit + radius, to.y() + radius}, M_PI);
    line << to;
    return line;
}

}  // namespace

TorusLayout::TorusLayout(const Topology& topology)
{
    std::int64_t stride = 1;
    for (int d = 0; d < topology.shape.dimensions; ++d) {
        const std::int64_t size = topology.shape[d];
        if (size > 1) {
            auto& sides = m_spatial.size() < 3 ? m_spatial : m_outer;
            sides.push_back({d, size, stride, topology.wraps[static_cast<std::size_t>(d)], {}, {}});
        }
        stride *= size;
    }
    choosePositions();
    listCells();
    arrangeTiles();
}

void TorusLayout::choosePositions()
{
    const auto choose = [](Side& side, std::int64_t most) {
        const bool whole = side.size <= most;
        const std::int64_t head = whole ? side.size : most * 2 / 3;
        const std::int64_t tail = whole ? 0 : std::max<std::int64_t>(1, most / 4);
        for (std::int64_t i = 0; i < head + tail; ++i) {
            side.positions.push_back(i < head ? i : side.size - tail + i - head);
            side.offsets.push_back(static_cast<double>(i) + (i < head ? 0.0 : kGap - 1));
        }
    };
    for (Side& side : m_spatial) {
        choose(side, m_spatial.size() == 1 ? kLongestRow : kLongestSide);
        if (side.wraps)
            m_padding = m_spatial.size() == 3 ? 0.6 : 0.75;
    }
    m_padding = std::max(m_padding, 0.5);
    for (std::size_t i = 0; i < m_outer.size(); ++i)
        choose(m_outer[i], i == 0 ? 4 : 3);
}

double TorusLayout::chipSize() const
{
    constexpr double square = 0.66;
    constexpr double onSurface = 0.44;
    constexpr double inCube = 0.36;
    return m_spatial.size() < 3 ? square : m_surface && isRound() ? onSurface : inCube;
}

bool TorusLayout::isVisible(const Index& index) const
{
    return !m_surface || index[0] + 1 == count(0) || index[1] == 0 || index[2] + 1 == count(2);
}

bool TorusLayout::isVisible(const Index& a, const Index& b) const
{
    return !m_surface || (a[0] + 1 == count(0) && b[0] + 1 == count(0)) || (a[1] == 0 && b[1] == 0) ||
        (a[2] + 1 == count(2) && b[2] + 1 == count(2));
}

QPointF TorusLayout::directionOf(std::size_t side) const
{
    if (side == 0)
        return {1, 0};
    if (m_spatial.size() < 3)
        return {0, 1};
    return side == 1 ? kBackwards : QPointF(0, -1);
}

QPointF TorusLayout::pointOf(const Index& index) const
{
    QPointF at = m_origin;
    for (std::size_t side = 0; side < m_spatial.size(); ++side)
        at += directionOf(side) * offset(side, index[side]);
    return at;
}

std::int64_t TorusLayout::chipOf(const Index& index) const
{
    std::int64_t chip = 0;
    for (std::size_t side = 0; side < m_spatial.size(); ++side)
        chip += m_spatial[side].positions[index[side]] * m_spatial[side].stride;
    return chip;
}

double TorusLayout::depthOf(const Index& index) const
{
    return m_spatial.size() == 3 ? static_cast<double>(index[1]) / static_cast<double>(count(1) - 1) : 0.0;
}

void TorusLayout::listCells()
{
    m_surface = m_spatial.size() == 3 && static_cast<std::int64_t>(count(0) * count(1) * count(2)) > kSeenThrough;
    Index index{};
    for (std::size_t back = count(1); back-- > 0;)
        for (std::size_t c = 0; c < count(2); ++c)
            for (std::size_t a = 0; a < count(0); ++a) {
                index = {a, back, c};
                if (isVisible(index))
                    m_cells.push_back(index);
            }
    const double width = offset(0, count(0) - 1);
    const double depth = offset(1, count(1) - 1);
    const double height = offset(2, count(2) - 1);
    if (m_spatial.size() == 3) {
        m_origin = {m_padding, m_padding + height - kBackwards.y() * depth};
        m_tileSize = {width + kBackwards.x() * depth + 2 * m_padding, height - kBackwards.y() * depth + 2 * m_padding};
    } else {
        m_origin = {m_padding, m_padding};
        const bool loop = m_spatial.size() == 1 && m_spatial[0].wraps;
        m_tileSize = {width + 2 * m_padding, depth + 2 * m_padding + (loop ? 0.5 : 0.0)};
    }
}

void TorusLayout::arrangeTiles()
{
    const auto shown = [&](std::size_t i) { return i < m_outer.size() ? m_outer[i].positions.size() : 1; };
    for (std::size_t c = 0; c < shown(2); ++c)
        for (std::size_t b = 0; b < shown(1); ++b)
            for (std::size_t a = 0; a < shown(0); ++a) {
                Tile tile;
                tile.index = {a, b, c};
                for (std::size_t i = 0; i < m_outer.size(); ++i)
                    tile.chip += m_outer[i].positions[tile.index[i]] * m_outer[i].stride;
                const auto row = static_cast<double>(b + c * shown(1));
                tile.corner = {static_cast<double>(a) * (m_tileSize.width() + kTileGap),
                               row * (m_tileSize.height() + kTileGap)};
                m_tiles.push_back(tile);
            }
    // Room for the links round the tiles.
    const double frame = m_outer.empty() ? 0 : kTileGap / 2;
    for (Tile& tile : m_tiles)
        tile.corner += QPointF(frame, frame);
    m_size = {m_tiles.back().corner.x() + m_tileSize.width() + frame, m_tiles.back().corner.y() + m_tileSize.height() + frame};
}

void TorusLayout::draw(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const
{
    drawTileLinks(layout, firstChip, corner, unit);
    for (const Tile& tile : m_tiles)
        drawTile(layout, firstChip + tile.chip, corner + tile.corner * unit, unit);
}

void TorusLayout::drawTile(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const
{
    // What goes into the depth lies behind the rest.
    constexpr std::array<std::size_t, 3> order = {1, 0, 2};
    for (std::size_t side : order) {
        if (side >= m_spatial.size())
            continue;
        const std::size_t other = side == 0 ? 1 : 0;
        const std::size_t third = side == 2 ? 1 : 2;
        for (std::size_t j = count(third); j-- > 0;)
            for (std::size_t i = count(other); i-- > 0;) {
                Index start{};
                start[other] = i;
                start[third] = j;
                drawRow(layout, side, start, firstChip, corner, unit);
            }
    }
    for (const Index& index : m_cells)
        layout.devices.push_back({firstChip + chipOf(index), corner + pointOf(index) * unit, depthOf(index)});

    for (std::size_t side = 0; side < m_spatial.size(); ++side) {
        auto& spot = layout.dimensions[static_cast<std::size_t>(m_spatial[side].dimension)];
        if (spot)
            continue;
        const double half = offset(side, count(side) - 1) / 2;
        QPointF at = m_origin + directionOf(side) * half;
        Qt::Edge edge = Qt::BottomEdge;
        if (side == 1 && m_spatial.size() == 3) {
            at += QPointF(offset(0, count(0) - 1) + 0.5, 0.35);
            edge = Qt::RightEdge;
        } else if (side > 0) {
            edge = Qt::LeftEdge;
        } else {
            at.setY(m_tileSize.height());
        }
        if (edge == Qt::LeftEdge)
            at.setX(0);
        spot = MeshLayout::Spot{corner + at * unit, edge};
    }
}

void TorusLayout::drawRow(MeshLayout& layout, std::size_t side, Index start, std::int64_t firstChip, QPointF corner,
                          double unit) const
{
    Index a = start;
    for (std::size_t i = 0; i + 1 < count(side); ++i) {
        a[side] = i;
        Index b = a;
        b[side] = i + 1;
        if (!isVisible(a, b))
            continue;
        const Side& s = m_spatial[side];
        MeshLayout::Link link;
        link.dimension = s.dimension;
        link.from = firstChip + chipOf(a);
        link.to = firstChip + chipOf(b);
        link.skips = s.positions[i] + 1 != s.positions[i + 1];
        link.depth = (depthOf(a) + depthOf(b)) / 2;
        link.line = QPolygonF({corner + pointOf(a) * unit, corner + pointOf(b) * unit});
        layout.links.push_back(std::move(link));
    }
    if (m_spatial[side].wraps) {
        Index last = start;
        last[side] = count(side) - 1;
        drawWrap(layout, side, start, last, firstChip, corner, unit);
    }
}

void TorusLayout::drawWrap(MeshLayout& layout, std::size_t side, const Index& first, const Index& last,
                           std::int64_t firstChip, QPointF corner, double unit) const
{
    MeshLayout::Link link;
    link.dimension = m_spatial[side].dimension;
    link.from = firstChip + chipOf(last);
    link.to = firstChip + chipOf(first);
    link.wraps = true;
    const QPointF begin = corner + pointOf(first) * unit;
    const QPointF end = corner + pointOf(last) * unit;
    if (m_spatial.size() == 1) {
        link.line = loopBelow(end, begin, unit);
        layout.links.push_back(std::move(link));
        return;
    }
    const QPointF direction = directionOf(side);
    const QPointF forwards = direction / std::hypot(direction.x(), direction.y());
    const QPointF aside = side == 0 ? QPointF(0, -1) : m_spatial.size() == 3 && side == 1 ? QPointF(0.29, 0.96) : QPointF(1, 0);
    const auto add = [&](QPointF from, QPointF outwards, double depth) {
        link.depth = depth;
        link.line = hook(from, outwards, aside, (chipSize() / 2 + kReach) * unit, kBend * unit);
        layout.links.push_back(link);
    };
    // Of a cube, where they stand out against nothing.
    const bool flat = m_spatial.size() < 3;
    const bool left = first[0] == 0;
    const bool right = first[0] + 1 == count(0);
    const bool front = first[1] == 0;
    const bool back = first[1] + 1 == count(1);
    const bool bottom = first[2] == 0;
    const bool top = first[2] + 1 == count(2);
    const bool atBegin = side == 0 ? front || top : side == 1 ? left || bottom : front || right;
    const bool atEnd = side == 0 ? back || bottom : side == 1 ? right || top : back || left;
    if (flat || atBegin)
        add(begin, -forwards, depthOf(first));
    if (flat || atEnd)
        add(end, forwards, depthOf(last));
}

void TorusLayout::drawTileLinks(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const
{
    const double width = m_tileSize.width();
    const double height = m_tileSize.height();
    for (std::size_t i = 0; i < m_outer.size(); ++i) {
        const Side& side = m_outer[i];
        for (const Tile& tile : m_tiles) {
            const bool last = tile.index[i] + 1 == side.positions.size();
            if (last && !side.wraps)
                continue;
            MeshLayout::Link link;
            link.dimension = side.dimension;
            link.from = firstChip + tile.chip;
            std::array<std::size_t, 3> next = tile.index;
            next[i] = last ? 0 : tile.index[i] + 1;
            const Tile& other =
                *std::find_if(m_tiles.begin(), m_tiles.end(), [&](const Tile& t) { return t.index == next; });
            link.to = firstChip + other.chip;
            link.wraps = last;
            link.skips = !last && side.positions[tile.index[i]] + 1 != side.positions[next[i]];
            const QPointF a = corner + (tile.corner + QPointF(width, height) / 2) * unit;
            const QPointF b = corner + (other.corner + QPointF(width, height) / 2) * unit;
            const QPointF out = QPointF(i == 0 ? width / 2 : 0, i == 0 ? 0 : height / 2) * unit;
            if (i == 2) {
                const QPointF across(width / 2 * unit, 0);
                const QPointF round(0.4 * kTileGap * unit, 0);
                link.line = QPolygonF({a + across, a + across + round, b + across + round, b + across});
                layout.links.push_back(std::move(link));
            } else if (last) {
                const QPointF outwards = i == 0 ? QPointF(1, 0) : QPointF(0, 1);
                const QPointF aside = i == 0 ? QPointF(0, -1) : QPointF(1, 0);
                link.line = hook(a + out, outwards, aside, kReach * unit, kBend * unit);
                layout.links.push_back(link);
                link.line = hook(b - out, -outwards, aside, kReach * unit, kBend * unit);
                layout.links.push_back(std::move(link));
            } else {
                link.line = QPolygonF({a + out, b - out});
                layout.links.push_back(std::move(link));
            }
        }
    }
}

}  // namespace scalescope
