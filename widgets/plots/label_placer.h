// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace scalescope {

/// Finds room for texts, one after the other: no two overlap and none leaves the bounds. What is taken is an outline,
/// since a text may be turned; outlines are convex.
class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds) : m_bounds(bounds) {}

    void block(const QPolygonF& outline);
    void block(const QRectF& box) { block(QPolygonF(box)); }
    void avoid(const QPolygonF& line);  // better not crossed, but may be

    bool isFree(const QPolygonF& outline) const;
    int crossings(const QPolygonF& outline) const;

    /// Takes the free candidate that crosses the fewest lines, the first among equals, and says which.
    /// Nothing when none is free, or when all cross more than `mostCrossings`.
    std::optional<std::size_t> place(std::span<const QPolygonF> candidates, int mostCrossings = 1 << 20);
    std::optional<QRectF> place(std::span<const QRectF> candidates, int mostCrossings = 1 << 20);

    /// Eight boxes round a point, best first: right, left, above, below, then the corners; then the same ever farther
    /// out.
    static std::array<QRectF, 32> around(QPointF anchor, QSizeF size, double gap);

private:
    QRectF m_bounds;
    std::vector<QPolygonF> m_taken;
    std::vector<QPolygonF> m_lines;
};

/// Whether two convex outlines share more than their border.
bool overlap(const QPolygonF& a, const QPolygonF& b);

}  // namespace scalescope
