// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/collective_state.h"
#include "widgets/plots/curve_plot.h"

namespace scalescope {

/// The study's collective against the size of its axis, against the size of the axis inside it, or, for a ragged AllToAll,
/// against the number of targets: what the study says.
class CollectiveAxisPlot : public CurvePlot {
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
    enum Hit { totalHit, bandwidthHit, latencyHit, nowHit, networkHit = 100, ruleHit = 200 };  // the last two plus an index

    struct Content {
        CollectiveState state;
        CollectiveCurve axis;    // the series of the study's choice; the other two are empty
        std::vector<double> bytes;  // its terms where they do not make the time
        std::vector<double> hops;
        InnerSeries inner;
        TargetsSeries targets;

        static Content of(const Snapshot& snapshot);
        StudyAgainst against() const { return state.study.against; }
        bool isPossible() const;
    };

    static CurveChart chartOf(const Content& content);
    static void addAxis(const Content& content, CurveChart& chart);
    static void addInner(const Content& content, CurveChart& chart);
    static void addTargets(const Content& content, CurveChart& chart);
    static QString ruleName(RoutingRule rule);
    FigureHit describeSize(int id, QPointF point, const Frame& frame) const;
    FigureHit describeTargets(int id, QPointF point, const Frame& frame) const;

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
