// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/estimate/serving_estimate.h"
#include "core/inference/serving_plan.h"

namespace scalescope {

/// Mean latencies against the rate of requests, up to the rate that the servers sustain. The present rate is dragged.
class LoadPlot : public CurvePlot {
    Q_OBJECT

public:
    using CurvePlot::CurvePlot;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

    /// Of the largest rate: from here on a mean says little about what a single user waits.
    static constexpr double kTails = 0.7;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    CurveChart chart() const override;
    std::optional<CurveChart> chartBefore() const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    bool isHandle(int id) const override { return id == nowHit; }
    std::optional<Edit> editFor(int id, QPointF point, const Frame& frame) const override;
    std::optional<Edit> nudged(int id, int steps) const override;

private:
    enum Hit { firstHit, tokenHit, endHit, wallHit, firstLimitHit, tokenLimitHit, nowHit };

    struct Content {
        QString problem;  // heading of a notice instead of the plot
        QString why;
        Serving serving;
        LoadEstimate load;
        std::vector<double> rate;
        std::vector<double> wait;   // seconds
        std::vector<double> first;
        std::vector<double> token;
        std::vector<double> end;
        std::vector<double> sequences;
        std::vector<double> utilisation;

        bool isPossible() const { return problem.isEmpty(); }
        double wallAndMore() const;
        const std::vector<double>& curve(int id) const;
    };

    static Content contentOf(const Snapshot& snapshot);
    static CurveChart chartOf(const Content& content, double range);
    static QString nameOf(int curve);
    static QString settingOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
    double m_range = 1;  // requests per second, where the axis ends; grows while something is dragged
};

}  // namespace scalescope
