// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagrams/mesh_layout.h"

namespace scalescope {

/// One slice of a torus: a row, a grid, a cube seen from the front and a little from above and the right, or tiles of
/// cubes. Lengths are in units of the distance between neighbours.
class TorusLayout {
public:
    explicit TorusLayout(const Topology& topology);

    QSizeF size() const { return m_size; }
    std::size_t deviceCount() const { return m_cells.size() * m_tiles.size(); }
    bool isRound() const { return m_spatial.size() == 3 && deviceCount() <= kRound; }
    double chipSize() const;

    /// Draws the slice that begins with a chip, with its top left corner at a point.
    void draw(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const;

private:
    static constexpr std::size_t kRound = 200;  // circles take longer than squares

    struct Side {  // a dimension that is drawn in space
        int dimension = 0;
        std::int64_t size = 1;
        std::int64_t stride = 1;  // in the row of chips
        bool wraps = false;
        std::vector<std::int64_t> positions;  // that are drawn
        std::vector<double> offsets;          // of these
    };

    using Index = std::array<std::size_t, 3>;

    struct Tile {
        std::int64_t chip = 0;
        QPointF corner;
        std::array<std::size_t, 3> index = {};
    };

    std::size_t count(std::size_t side) const { return side < m_spatial.size() ? m_spatial[side].positions.size() : 1; }
    double offset(std::size_t side, std::size_t index) const
    {
        return side < m_spatial.size() ? m_spatial[side].offsets[index] : 0.0;
    }
    bool isVisible(const Index& index) const;
    bool isVisible(const Index& a, const Index& b) const;
    QPointF pointOf(const Index& index) const;
    QPointF directionOf(std::size_t side) const;
    std::int64_t chipOf(const Index& index) const;
    double depthOf(const Index& index) const;
    void choosePositions();
    void listCells();
    void arrangeTiles();
    void drawTile(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const;
    void drawRow(MeshLayout& layout, std::size_t side, Index start, std::int64_t firstChip, QPointF corner,
                 double unit) const;
    void drawWrap(MeshLayout& layout, std::size_t side, const Index& first, const Index& last, std::int64_t firstChip,
                  QPointF corner, double unit) const;
    void drawTileLinks(MeshLayout& layout, std::int64_t firstChip, QPointF corner, double unit) const;

    std::vector<Side> m_spatial;
    std::vector<Side> m_outer;  // whose positions are tiles
    bool m_surface = false;     // only the faces that are seen
    double m_padding = 0;
    QPointF m_origin;  // of the first chip, from the corner of its tile
    QSizeF m_tileSize;
    QSizeF m_size;
    std::vector<Index> m_cells;  // back to front
    std::vector<Tile> m_tiles;
};

}  // namespace scalescope
