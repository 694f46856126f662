// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/frame.h"
#include "widgets/plots/label_placer.h"
#include "widgets/plots/scene.h"

#include <functional>
#include <span>
#include <vector>

namespace scalescope {

// What several plots draw alike.

/// Room for ticks and titles; `left` is what stands beside the vertical axis. `top` is a line above the plot, or none.
QMargins marginsFor(const PlotStyle& style, double left, bool top);

/// The title of the horizontal axis below it, and that of the vertical one above it, where it reads without a bent neck.
void addAxisTitles(Scene& scene, const PlotStyle& style, const Frame& frame, const QString& x, const QString& y);

/// A heading and lines, wrapped and centred, where there is nothing to plot.
void addNotice(Scene& scene, const PlotStyle& style, const QRectF& area, const QString& heading, const QString& words);

/// Puts a text where the placer finds room, and says whether it did. Where it must cross a line, it hides that.
bool addPlaced(Scene& scene, LabelPlacer& placer, std::span<const QRectF> candidates, const QString& text,
               const Face& face, const QColor& color, int mostCrossings = 1 << 20);

/// Boxes beside a curve at many places, the right end first: above to the left, below to the right.
std::vector<QRectF> besideCurve(const std::vector<QPolygonF>& pieces, const QSizeF& size, double gap,
                                const QRectF& area);

/// Boxes beside a vertical line, at the given heights, on both sides.
std::vector<QRectF> besideLine(double x, std::initializer_list<double> tops, const QSizeF& size, double gap,
                               const QRectF& area);

/// A small text along a straight line, above or below it, where it crosses nothing; otherwise none.
void addAlong(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const std::vector<QPolygonF>& pieces, const QString& text,
              const QColor& color);

/// Two words that belong together: in one line where that crosses nothing, else in two, else in one that crosses at most
/// one line. `boxesFor` gives the candidates for a size.
void addPlacedPair(Scene& scene, LabelPlacer& placer, const std::function<std::vector<QRectF>(QSizeF)>& boxesFor,
                   const QString& whole, const QString& first, const QString& second, const Face& face,
                   const QColor& color);

/// One part of a bar, in pixels.
struct BarPart {
    double from = 0;
    double to = 0;
    QColor color;
    bool hatched = false;
    QString name;
    QString amount;
};

struct BarTotal {
    QString text;  // empty: none
    QColor color;
    bool above = false;  // over the end of the bar rather than behind it
};

/// The outline of where a bar was, open to the right where it goes on beyond the plot.
void addGhostBar(Scene& scene, const PlotStyle& style, const QRectF& bar, bool cut, double opacity);

/// How high a bar is in a slot, with room for a line of text above and below where there is any.
double barHeight(const PlotStyle& style, double slot);

/// A bar of parts with its texts: names inside the parts that are wide enough, the total behind the bar, and with
/// swatches the parts whose names did not fit, behind the total or in a line below. Nothing stands right of `rightEnd`
/// or below `bottom`.
void addBar(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const QRectF& bar,
            std::span<const BarPart> parts, const BarTotal& total, double rightEnd, double bottom);

}  // namespace scalescope
