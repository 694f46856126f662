// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/mesh_layout.h"

#include "widgets/diagrams/torus_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr std::int64_t kMostDevices = 640;
constexpr std::int64_t kLargestNode = 16;  // beyond, a switch and its chips are drawn as a rack
constexpr std::int64_t kPerTray = 4;
constexpr std::int64_t kMostTrays = 18;
constexpr double kTrayHeight = 0.82;  // in units
constexpr double kSquareChip = 0.66;
constexpr QSizeF kFlatChip(0.74, 0.5);

// In pixels, before the factor.
constexpr double kSmallestUnit = 8;
constexpr double kLargestUnit = 64;
constexpr double kLargestTrayUnit = 30;
constexpr double kPadding = 4;
constexpr double kRail = 8;    // beside the trays of a rack
constexpr double kBar = 4;     // a switch of a rack, with the space below it
constexpr double kSwitch = 8;  // any other
constexpr double kDrop = 9;    // from a switch to what is below it
constexpr double kBetween = 9;

/// A length that grows with the unit.
struct Length {
    double units = 0;
    double pixels = 0;

    double at(double unit) const { return units * unit + pixels; }
    Length operator+(Length o) const { return {units + o.units, pixels + o.pixels}; }
    Length operator*(double f) const { return {units * f, pixels * f}; }
};

struct Extent {
    Length width;
    Length height;
};

/// A level that is drawn as a switch with blocks below it.
struct Branch {
    int level = 0;
    std::int64_t degree = 1;
    std::int64_t below = 1;  // chips below one child
    std::int64_t shown = 1;
    std::int64_t columns = 1;

    std::int64_t seats() const { return shown + (shown < degree ? 1 : 0); }
    std::int64_t rows() const { return (seats() + columns - 1) / columns; }
};

class Layouting {
public:
    Layouting(const Topology& topology, const QRectF& room, double factor)
        : m_topology(topology), m_torus(topology), m_room(room), m_factor(factor)
    {
        for (int i = 0; i < topology.levelCount; ++i) {
            const Topology::Level& level = topology.levels[static_cast<std::size_t>(i)];
            if (level.degree <= 1)
                continue;
            if (!topology.hasTorus && m_leaf < 0) {
                m_leaf = i;
                m_leafDegree = level.degree;
            } else {
                m_branches.push_back({i, level.degree, level.chipsBelow, std::min<std::int64_t>(level.degree, 64), 1});
            }
        }
    }

    MeshLayout run()
    {
        chooseShown();
        m_layout.chips = m_topology.chips();
        m_layout.round = m_topology.hasTorus && m_torus.isRound();
        const double side = m_topology.hasTorus ? m_torus.chipSize() : kSquareChip;
        m_layout.chip = (isRack() ? kFlatChip : QSizeF(side, side)) * m_unit;
        const Extent whole = extent(m_branches.size());
        const QSizeF size(whole.width.at(m_unit), whole.height.at(m_unit));
        m_layout.bounds = QRectF(m_room.center() - QPointF(size.width(), size.height()) / 2, size);
        place(m_branches.size(), 0, m_layout.bounds.topLeft());
        return std::move(m_layout);
    }

private:
    double px(double pixels) const { return pixels * m_factor; }
    bool isRack() const { return m_leafDegree > kLargestNode; }
    bool isTorus() const { return m_topology.hasTorus; }
    std::int64_t shownInLeaf() const { return std::min(m_leafDegree, kPerTray * kMostTrays); }
    std::int64_t trays() const { return (shownInLeaf() + kPerTray - 1) / kPerTray; }
    std::int64_t bars() const { return std::max<std::int64_t>(1, trays() / 2); }
    bool leafIsCut() const { return shownInLeaf() < m_leafDegree; }
    std::int64_t nodeColumns() const { return m_leafDegree > 4 ? (m_leafDegree + 1) / 2 : m_leafDegree; }
    std::int64_t nodeRows() const { return m_leafDegree > 4 ? 2 : 1; }

    std::int64_t deviceCount() const
    {
        std::int64_t count = isTorus() ? static_cast<std::int64_t>(m_torus.deviceCount()) : shownInLeaf();
        for (const Branch& branch : m_branches)
            count *= branch.shown;
        return count;
    }

    /// Of what lies below this many branches.
    Extent extent(std::size_t branches) const
    {
        if (branches == 0)
            return leafExtent();
        const Branch& branch = m_branches[branches - 1];
        const Extent child = extent(branches - 1);
        const auto columns = static_cast<double>(branch.columns);
        const auto rows = static_cast<double>(branch.rows());
        const double gutter = branch.rows() > 1 ? px(kBetween) : 0;
        return {child.width * columns + Length{0, (columns - 1) * px(kBetween) + gutter},
                (child.height + Length{0, px(2 * kDrop)}) * rows + Length{0, px(kSwitch)}};
    }

    Extent leafExtent() const
    {
        if (isTorus()) {
            const double frame = m_branches.empty() ? 0 : px(2 * kPadding);
            return {{m_torus.size().width(), frame}, {m_torus.size().height(), frame}};
        }
        if (m_leaf < 0)
            return {{1, 0}, {1, 0}};
        if (isRack())
            return {{static_cast<double>(kPerTray), px(2 * kRail + 2 * kPadding)},
                    {static_cast<double>(trays()) * kTrayHeight,
                     static_cast<double>(bars()) * px(kBar) + px(4 * kPadding) + (leafIsCut() ? px(14) : 0)}};
        return {{static_cast<double>(nodeColumns()), px(2 * kPadding)},
                {static_cast<double>(nodeRows()), px(kSwitch + 2 * kPadding) + static_cast<double>(nodeRows()) * px(kDrop)}};
    }

    double unitThatFits() const
    {
        const Extent whole = extent(m_branches.size());
        return std::min((m_room.width() - whole.width.pixels) / whole.width.units,
                        (m_room.height() - whole.height.pixels) / whole.height.units);
    }

    /// The columns with which everything becomes largest.
    void chooseColumns(std::size_t branch)
    {
        if (branch == m_branches.size()) {
            const double unit = unitThatFits();
            if (unit > m_unit) {
                m_unit = unit;
                m_best = m_branches;
            }
            return;
        }
        constexpr std::size_t most = 2;
        Branch& b = m_branches[branch];
        const std::int64_t seats = b.seats();
        for (std::int64_t rows = 1, last = 0; rows <= seats; ++rows) {
            const std::int64_t columns = (seats + rows - 1) / rows;
            if (columns == last)
                continue;
            last = columns;
            b.columns = columns;
            if (m_branches.size() > most && branch >= most)
                b.columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(seats))));
            chooseColumns(branch + 1);
            if (m_branches.size() > most && branch >= most)
                return;
        }
    }

    void chooseShown()
    {
        while (deviceCount() > kMostDevices && showFewer()) {
        }
        do {
            m_unit = 0;
            m_best = m_branches;
            chooseColumns(0);
        } while (m_unit < px(kSmallestUnit) && showFewer());
        m_branches = m_best;
        m_unit = std::clamp(m_unit, 1.0, px(isRack() ? kLargestTrayUnit : kLargestUnit));
    }

    /// The level of which most is shown gives way, among equals the outer.
    bool showFewer()
    {
        Branch* widest = nullptr;
        for (Branch& branch : m_branches)
            if (branch.shown > 1 && (!widest || branch.shown >= widest->shown))
                widest = &branch;
        if (!widest)
            return false;
        widest->shown = std::max<std::int64_t>(1, std::min(widest->shown - 1, widest->shown * 3 / 4));
        return true;
    }

    void place(std::size_t branches, std::int64_t firstChip, QPointF corner)
    {
        if (branches == 0) {
            placeLeaf(firstChip, corner);
            return;
        }
        const Branch& branch = m_branches[branches - 1];
        const Extent child = extent(branches - 1);
        const QSizeF size(child.width.at(m_unit), child.height.at(m_unit));
        const double gutter = branch.rows() > 1 ? px(kBetween) : 0;
        const double width = extent(branches).width.at(m_unit);
        const QRectF bar(corner.x(), corner.y() + px(kDrop), width, px(kSwitch));
        m_layout.switches.push_back({branch.level, bar, 1});

        for (std::int64_t i = 0; i < branch.seats(); ++i) {
            const std::int64_t row = i / branch.columns;
            const std::int64_t column = i % branch.columns;
            const QPointF at(corner.x() + gutter + static_cast<double>(column) * (size.width() + px(kBetween)),
                             bar.bottom() + px(kDrop) + static_cast<double>(row) * (size.height() + px(2 * kDrop)));
            const QPointF top(at.x() + size.width() / 2, at.y());
            const double bus = at.y() - px(kDrop);
            MeshLayout::Link link;
            link.level = branch.level;
            link.from = firstChip + i * branch.below;
            link.to = link.from + branch.below;
            if (row == 0)
                link.line = QPolygonF({QPointF(top.x(), bar.bottom()), top});
            else
                link.line = QPolygonF({QPointF(corner.x() + gutter / 2, bar.bottom()), QPointF(corner.x() + gutter / 2, bus),
                                       QPointF(top.x(), bus), top});
            if (i == branch.shown) {
                m_layout.more.push_back({branch.level, branch.degree - branch.shown, QRectF(at, size)});
                link.skips = true;
                link.to = firstChip + branch.degree * branch.below;
            } else {
                place(branches - 1, link.from, at);
            }
            m_layout.links.push_back(std::move(link));
        }
    }

    void placeLeaf(std::int64_t firstChip, QPointF corner)
    {
        const Extent whole = leafExtent();
        const QRectF box(corner, QSizeF(whole.width.at(m_unit), whole.height.at(m_unit)));
        if (isTorus()) {
            if (!m_branches.empty())
                m_layout.enclosures.push_back(box);
            const double frame = m_branches.empty() ? 0 : px(kPadding);
            m_torus.draw(m_layout, firstChip, corner + QPointF(frame, frame), m_unit);
        } else if (m_leaf < 0) {
            m_layout.devices.push_back({firstChip, box.center(), 0});
        } else if (isRack()) {
            placeRack(firstChip, box);
        } else {
            placeNode(firstChip, box);
        }
    }

    void addLeafLink(std::int64_t from, std::int64_t to, QPolygonF line)
    {
        MeshLayout::Link link;
        link.level = m_leaf;
        link.from = from;
        link.to = to;
        link.line = std::move(line);
        m_layout.links.push_back(std::move(link));
    }

    /// A switch between two rows of chips, or above one.
    void placeNode(std::int64_t firstChip, const QRectF& box)
    {
        m_layout.enclosures.push_back(box);
        const QRectF inside = box.adjusted(px(kPadding), px(kPadding), -px(kPadding), -px(kPadding));
        const bool both = nodeRows() == 2;
        const double top = inside.top() + (both ? m_unit + px(kDrop) : 0);
        const QRectF bar(inside.left(), top, inside.width(), px(kSwitch));
        m_layout.switches.push_back({m_leaf, bar, 1});
        const double half = m_layout.chip.height() / 2;
        for (std::int64_t i = 0; i < m_leafDegree; ++i) {
            const bool above = both && i < nodeColumns();
            const std::int64_t column = i % nodeColumns();
            const QPointF at(inside.left() + (static_cast<double>(column) + 0.5) * m_unit,
                             above ? inside.top() + m_unit / 2 : bar.bottom() + px(kDrop) + m_unit / 2);
            m_layout.devices.push_back({firstChip + i, at, 0});
            addLeafLink(firstChip + i, firstChip + i + 1,
                        above ? QPolygonF({at + QPointF(0, half), QPointF(at.x(), bar.top())})
                              : QPolygonF({QPointF(at.x(), bar.bottom()), at - QPointF(0, half)}));
        }
    }

    /// Trays of chips above and below the switches, and rails that join them on both sides.
    void placeRack(std::int64_t firstChip, const QRectF& box)
    {
        m_layout.enclosures.push_back(box);
        const double left = box.left() + px(kPadding);
        const double right = box.right() - px(kPadding);
        const double height = kTrayHeight * m_unit;
        const std::int64_t above = trays() - trays() / 2;
        const double bandTop = box.top() + px(2 * kPadding) + static_cast<double>(above) * height - px(kPadding / 2);
        const QRectF band(left + px(kRail / 2), bandTop + px(kPadding / 2), right - left - px(kRail),
                          static_cast<double>(bars()) * px(kBar));
        m_layout.switches.push_back({m_leaf, band, static_cast<int>(bars())});
        for (std::int64_t t = 0; t < trays(); ++t) {
            double top = box.top() + px(kPadding) + static_cast<double>(t) * height;
            if (t >= above)
                top += band.height() + px(1.5 * kPadding);
            const QRectF tray(left + px(kRail), top, right - left - px(2 * kRail), height);
            m_layout.enclosures.push_back(tray.adjusted(0, 0.06 * height, 0, -0.06 * height));
            const double y = tray.center().y();
            const double end = t < above ? band.top() : band.bottom();
            const std::int64_t from = t * kPerTray;
            const std::int64_t to = std::min(shownInLeaf(), from + kPerTray);
            const std::int64_t middle = std::min(to, from + kPerTray / 2);
            for (std::int64_t i = from; i < to; ++i) {
                const double x = tray.left() + (static_cast<double>(i - from) + 0.5) * m_unit;
                m_layout.devices.push_back({firstChip + i, QPointF(x, y), 0});
            }
            const auto rail = [&](double x, double side, std::int64_t first, std::int64_t last) {
                if (first < last)
                    addLeafLink(firstChip + first, firstChip + last,
                                QPolygonF({QPointF(side, y), QPointF(x, y), QPointF(x, end)}));
            };
            rail(left + px(kRail / 2), tray.left(), from, middle);
            rail(right - px(kRail / 2), tray.right(), middle, to);
        }
        if (leafIsCut())
            m_layout.more.push_back({m_leaf, m_leafDegree - shownInLeaf(),
                                     QRectF(left, box.bottom() - px(14 + kPadding), right - left, px(14))});
    }

    const Topology& m_topology;
    TorusLayout m_torus;
    QRectF m_room;
    double m_factor;
    int m_leaf = -1;  // the level whose children are chips
    std::int64_t m_leafDegree = 1;
    std::vector<Branch> m_branches;  // inner before outer
    std::vector<Branch> m_best;
    double m_unit = 0;
    MeshLayout m_layout;
};

}  // namespace

MeshLayout layOutCluster(const Topology& topology, const QRectF& room, double factor)
{
    return Layouting(topology, room, factor).run();
}

}  // namespace scalescope
