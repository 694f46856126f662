// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/serving_series.h"

namespace scalescope {

/// Time per output token against output tokens per second of a chip, with the batch along the curves: what latency costs in
/// throughput. The present batch can be dragged along its curve. Book, chapter 7, "Latency and throughput".
class FrontierPlot : public CurvePlot {
    Q_OBJECT

public:
    using CurvePlot::CurvePlot;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    CurveChart chart() const override;
    std::optional<CurveChart> chartBefore() const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    bool isHandle(int id) const override;
    std::optional<Edit> editFor(int id, QPointF point, const Frame& frame) const override;
    std::optional<Edit> nudged(int id, int steps) const override;

private:
    enum Hit { nowHit = 1000, bestHit, limitHit, firstTokenHit, dotHit = 100 };  // a curve by its index, a dot with that added

    struct Drawn {
        FrontierCurve curve;
        std::vector<double> time;
        std::vector<double> perChip;
    };

    /// The curves of one scenario, worked out again only when something else than its batch changes.
    struct Content {
        std::optional<Scenario> scenario;
        bool possible = false;
        bool fits = false;  // the present batch
        QString why;
        std::optional<double> largest;   // batch that fits
        std::vector<Drawn> curves;       // the present one first
        std::vector<FrontierPoint> dots;  // of the present curve
        std::optional<FrontierPoint> best;
        std::optional<FrontierPoint> now;

        void update(const Snapshot& snapshot);
        const Serving& serving() const { return scenario->serving; }
        bool hasOwn() const { return !curves.empty() && curves.front().curve.present && !curves.front().curve.points.empty(); }
        const std::vector<FrontierPoint>& own() const { return curves.front().curve.points; }
        bool hasAny() const;
    };

    static CurveChart chartOf(const Content& content);
    static void setAxes(CurveChart& chart, const Content& content);
    static void addLimits(CurveChart& chart, const Content& content);
    static QString troubleOf(const Content& content);
    static QString nameOf(const Content& content, const FrontierCurve& curve);
    static QStringList linesOf(const Content& content, const FrontierPoint& point);

    Content m_now;
    Content m_before;
    bool m_ghost = false;
};

}  // namespace scalescope
