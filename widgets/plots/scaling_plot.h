// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/scaling.h"

#include <array>

namespace scalescope {

/// Throughput against the number of chips, with a fixed batch and with one that grows with them, for this plan and for the
/// best one at each size. Lines of equal utilisation run along the slope of linear scaling.
class ScalingPlot : public CurvePlot {
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

private:
    enum Which { strongSame, strongBest, weakSame, weakBest, kCurves };
    enum Hit { curveHit = 0, leavesHit = 10, levelHit = 20, nowHit = 30, wholeHit };  // the first two have the curve's index added

    /// One curve with what is drawn of it.
    struct Drawn {
        ScalingCurve points;
        std::optional<double> leaves;
        std::vector<double> sizes;
        std::vector<double> throughput;    // of points that run; elsewhere NaN
        std::vector<double> hypothetical;  // of the others that are possible, and those beside them

        void set(ScalingCurve curve);
        const ScalingPoint* at(double chips) const;
        const ScalingPoint* last() const;  // that runs
        std::optional<double> lastWhole() const;  // chips beyond which a shard has less than a sequence
    };

    struct Level {
        double utilisation = 1;
        std::vector<double> throughput;
    };

    struct Content {
        std::optional<Scenario> scenario;
        bool possible = false;
        bool feasible = false;
        QString why;
        double chips = 1;
        std::vector<double> sizes;
        std::array<Drawn, kCurves> curves;
        std::vector<Level> levels;  // of model FLOPs utilisation
        std::vector<double> linear;  // through the best throughput per chip

        void update(const Snapshot& snapshot, bool quick);
        void addGuides();
        bool grows() const { return sizes.size() > 1; }
        bool bestDiffers(Which best) const;  // from the curve before it

    private:
        std::vector<Cluster> m_clusters;
        std::optional<Cluster> m_clustersOf;
        bool m_quick = false;
    };

    static QString nameOf(const Content& content, Which which);
    static CurveChart chartOf(const Content& content);
    static QString planText(const Plan& plan);

    Content m_now;
    Content m_before;
    bool m_ghost = false;
};

}  // namespace scalescope
