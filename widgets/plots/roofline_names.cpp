// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the dots of the roofline chart.
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/roofline_plot.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

double length(const QPolygonF& segment)
{
    const QPointF d = segment.back() - segment.front();
    return std::hypot(d.x(), d.y());
}

/// A segment as an outline, one pixel wide.
QPolygonF thin(const QPolygonF& segment)
{
    const QPointF d = segment.back() - segment.front();
    return turnedBox((segment.front() + segment.back()) / 2, QSizeF(length(segment), 1),
                     std::atan2(d.y(), d.x()) * 180.0 / M_PI);
}

}  // namespace

/// From the rim of a dot to the nearest point of a box.
QPolygonF RooflinePlot::leaderOf(const Spot& spot, const QRectF& box)
{
    const QPointF end(std::clamp(spot.at.x(), box.left(), box.right()),
                      std::clamp(spot.at.y(), box.top(), box.bottom()));
    const QPointF way = end - spot.at;
    const double distance = std::max(std::hypot(way.x(), way.y()), 1e-9);
    // Dots are blocked as squares: outside the corner, whatever the direction.
    return QPolygonF({spot.at + way * std::min(1.0, (spot.radius * 1.42 + 1) / distance), end});
}

bool RooflinePlot::isOnPeak(const Spot& spot) const
{
    return !spot.outside && spot.point->rate >= 0.97 * *m_content.peak;
}

void RooflinePlot::composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage,
                                const std::vector<Spot>& spots) const
{
    std::vector<Spot> rest;
    std::copy_if(spots.begin(), spots.end(), std::back_inserter(rest),
                 [this](const Spot& s) { return s.point->binds && !isOnPeak(s); });
    std::stable_sort(rest.begin(), rest.end(), [](const Spot& a, const Spot& b) { return a.at.x() > b.at.x(); });
    struct Place {
        const Spot* spot;
        QStringList names;  // dots in one place have one text
        double share = 0;
    };
    std::vector<Place> places;
    for (const Spot& s : rest) {
        if (places.empty() || length({places.back().spot->at, s.at}) > 4)
            places.push_back({&s, {}, 0});
        places.back().names << labelOf(*s.point);
        places.back().share += s.point->share;
    }
    // What takes most time has the first choice; then from the top of the roofs down, where there is more and more room.
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.share > b.share; });
    for (const Place& place : places)
        composeName(scene, placer, stage, *place.spot, place.names);
}

void RooflinePlot::composeName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Spot& spot,
                               const QStringList& lines) const
{
    const PlotStyle& style = stage.style;
    const double near = style.px(6);
    double width = 0;
    for (const QString& words : lines)
        width = std::max(width, sizeOf(words, style.tick).width());
    const double height = std::ceil(style.tick.height());
    const auto all = LabelPlacer::around(spot.at, QSizeF(width, height * static_cast<double>(lines.size())),
                                         spot.radius + style.px(3));
    // A far one needs a line to its dot, which had better not run into another.
    std::vector<QRectF> clear;
    std::copy_if(all.begin(), all.end(), std::back_inserter(clear), [&](const QRectF& box) {
        const QPolygonF leader = leaderOf(spot, box);
        return length(leader) <= near || placer.isFree(thin(leader));
    });
    std::optional<QRectF> box;
    for (const int crossings : {0, 1, 3})
        if (!box)
            box = placer.place(clear, crossings);
    if (!box)
        box = placer.place(all, 1);
    if (!box)
        return;
    if (const QPolygonF leader = leaderOf(spot, *box); length(leader) > near)
        scene.add(Stroke{leader, style.pen(style.mixed(style.theme.muted, 0.6), 1)});
    const double ridge = m_content.ridge ? stage.frame.toX(*m_content.ridge) : stage.frame.area().left();
    const bool toTheLeft = box->right() < spot.at.x();
    double top = box->top();
    for (const QString& words : lines) {
        const QSizeF size = sizeOf(words, style.tick);
        const double left = toTheLeft ? box->right() - size.width() : box->left();
        Label label = labelIn(QRectF(QPointF(left, top), size), words, style.tick, style.theme.ink);
        if (placer.crossings(QPolygonF(*box)) > 0)
            label.backing = box->right() < ridge ? style.overCard(style.tint(style.theme.memory)) : style.theme.card;
        scene.add(std::move(label));
        top += height;
    }
}

/// Dots on the peak stand close together, so their names hang below it like stairs: the dot farthest to one side has the
/// shortest line, and each next one passes beside the names above. The side with more room is taken.
void RooflinePlot::composeStair(Scene& scene, LabelPlacer& placer, const Stage& stage,
                                const std::vector<Spot>& spots) const
{
    std::vector<Spot> crowd;
    std::copy_if(spots.begin(), spots.end(), std::back_inserter(crowd),
                 [this](const Spot& s) { return s.point->binds && isOnPeak(s); });
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double spacing = style.tick.height() * 1.1;
    const double gap = style.px(5);

    struct Step {
        const Spot* spot;
        QRectF box;
        double lineEnd;
    };
    struct Stair {
        std::vector<Step> steps;
        int cost = 0;
    };
    double largest = 0;
    for (const Spot& s : crowd)
        largest = std::max(largest, s.radius);
    const auto stairTo = [&](bool right) {
        std::stable_sort(crowd.begin(), crowd.end(), [right](const Spot& a, const Spot& b) {
            return right ? a.at.x() > b.at.x() : a.at.x() < b.at.x();
        });
        Stair stair;
        double top = stage.frame.toY(*m_content.peak) + style.px(12);
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const Spot& s = crowd[i];
            const QSizeF size = sizeOf(labelOf(*s.point), style.tick);
            const double beside = right ? std::min(s.at.x() + gap, area.right() - size.width() - 1)
                                        : std::max(s.at.x() - gap - size.width(), area.left() + 1);
            const bool under = right ? beside < s.at.x() + gap : beside > s.at.x() - gap - size.width();
            const bool hindersNext = i + 1 < crowd.size() &&
                (right ? beside <= crowd[i + 1].at.x() + 1 && under
                       : beside + size.width() >= crowd[i + 1].at.x() - 1 && under);
            QRectF box(QPointF(beside, top), size);
            // Downwards until nothing is in the way.
            double best = -1;
            int fewest = 1000;
            for (double y = top; y + size.height() <= area.bottom() - 1 && fewest > 0; y += spacing / 2) {
                box.moveTop(y);
                const int n = placer.isFree(QPolygonF(box)) ? placer.crossings(QPolygonF(box)) : 1000;
                if (n < fewest) {
                    fewest = n;
                    best = y;
                }
            }
            if (best < 0 || hindersNext) {
                stair.cost += 100;
                continue;
            }
            box.moveTop(best);
            const double end = under ? box.top() : box.center().y() + style.tick.height() * 0.3;
            const QRectF line(QPointF(s.at.x() - 1, s.at.y() + largest + 1), QPointF(s.at.x() + 1, end));
            stair.cost += fewest + (line.isValid() && !placer.isFree(QPolygonF(line)) ? 5 : 0);
            stair.steps.push_back({&s, box, end});
            top = best + spacing;
        }
        return stair;
    };

    // The stairs point into `crowd`, which is sorted anew for each.
    const bool right = stairTo(true).cost <= stairTo(false).cost;
    const Stair stair = stairTo(right);
    for (const Step& step : stair.steps) {
        const double x = std::round(step.spot->at.x()) + 0.5;
        const QPolygonF line({QPointF(x, step.spot->at.y() + step.spot->radius), QPointF(x, step.lineEnd)});
        // Of lines that lie on one another the longest counts.
        const bool covered = std::any_of(stair.steps.begin(), stair.steps.end(), [&](const Step& other) {
            return std::fabs(other.spot->at.x() - step.spot->at.x()) < 2 && other.lineEnd > step.lineEnd;
        });
        if (!covered)
            placer.avoid(line);
        scene.add(Stroke{line, style.pen(style.mixed(style.theme.muted, 0.6), 1)});
        const std::array<QRectF, 1> only = {step.box};
        addPlaced(scene, placer, only, labelOf(*step.spot->point), style.tick, style.theme.ink);
    }
}

}  // namespace scalescope
