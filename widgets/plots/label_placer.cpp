// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/label_placer.h"

#include <algorithm>
#include <limits>

namespace scalescope {

namespace {

struct Extent {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
};

Extent along(QPointF direction, const QPolygonF& outline)
{
    Extent e;
    for (const QPointF& p : outline) {
        const double s = QPointF::dotProduct(direction, p);
        e.low = std::min(e.low, s);
        e.high = std::max(e.high, s);
    }
    return e;
}

/// Whether a side of `a` parts the two. Borders may touch.
bool partedBySideOf(const QPolygonF& a, const QPolygonF& b)
{
    for (qsizetype i = 0; i < a.size(); ++i) {
        const QPointF side = a[(i + 1) % a.size()] - a[i];
        if (side.isNull())
            continue;
        const QPointF normal(-side.y(), side.x());
        const double slack = 1e-9 * QPointF::dotProduct(normal, normal);
        const Extent ea = along(normal, a);
        const Extent eb = along(normal, b);
        if (ea.high <= eb.low + slack || eb.high <= ea.low + slack)
            return true;
    }
    return false;
}

}  // namespace

bool overlap(const QPolygonF& a, const QPolygonF& b)
{
    return a.boundingRect().intersects(b.boundingRect()) && !partedBySideOf(a, b) && !partedBySideOf(b, a);
}

void LabelPlacer::block(const QPolygonF& outline) { m_taken.push_back(outline); }

void LabelPlacer::avoid(const QPolygonF& line)
{
    for (qsizetype i = 0; i + 1 < line.size(); ++i)
        m_lines.push_back(QPolygonF() << line[i] << line[i + 1]);
}

bool LabelPlacer::isFree(const QPolygonF& outline) const
{
    if (!m_bounds.contains(outline.boundingRect()))
        return false;
    return std::none_of(m_taken.begin(), m_taken.end(), [&](const QPolygonF& t) { return overlap(outline, t); });
}

int LabelPlacer::crossings(const QPolygonF& outline) const
{
    // A segment has no width, so its box would never meet another's.
    return static_cast<int>(std::count_if(m_lines.begin(), m_lines.end(), [&](const QPolygonF& segment) {
        return !partedBySideOf(outline, segment) && !partedBySideOf(segment, outline);
    }));
}

std::optional<std::size_t> LabelPlacer::place(std::span<const QPolygonF> candidates, int mostCrossings)
{
    std::optional<std::size_t> best;
    int fewest = mostCrossings + 1;
    for (std::size_t i = 0; i < candidates.size() && fewest > 0; ++i) {
        if (!isFree(candidates[i]))
            continue;
        if (const int n = crossings(candidates[i]); n < fewest) {
            fewest = n;
            best = i;
        }
    }
    if (best)
        block(candidates[*best]);
    return best;
}

std::optional<QRectF> LabelPlacer::place(std::span<const QRectF> candidates, int mostCrossings)
{
    const std::vector<QPolygonF> outlines(candidates.begin(), candidates.end());
    if (const auto i = place(std::span<const QPolygonF>(outlines), mostCrossings))
        return candidates[*i];
    return std::nullopt;
}

std::array<QRectF, 32> LabelPlacer::around(QPointF anchor, QSizeF size, double gap)
{
    const double w = size.width();
    const double h = size.height();
    std::array<QRectF, 32> boxes;
    std::size_t i = 0;
    for (const double g : {gap, 2.6 * gap, 5 * gap, 8 * gap}) {
        for (const QPointF topLeft : {QPointF(g, -h / 2), QPointF(-g - w, -h / 2), QPointF(-w / 2, -g - h),
                                      QPointF(-w / 2, g), QPointF(g / 2, -g / 2 - h), QPointF(-g / 2 - w, -g / 2 - h),
                                      QPointF(g / 2, g / 2), QPointF(-g / 2 - w, g / 2)})
            boxes[i++] = QRectF(anchor + topLeft, size);
    }
    return boxes;
}

}  // namespace scalescope
