// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/splits.h"

namespace scalescope {

/// Network time against the batch for several ways to split the chips between fsdp and tensor, with the compute that may
/// hide it. Book, chapter 5, the interactive roofline and the strategies on 16x16x16.
class SplitsPlot : public CurvePlot {
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
    enum Hit { presentHit = 100, computeHit, crossoverHit, nowHit };  // another split by its index

    /// Times of one scenario, worked out again only when something else than its batch changes.
    struct Content {
        bool possible = false;
        bool feasible = false;
        QString why;
        std::optional<Scenario> scenario;
        double from = 0;  // of the batches
        double to = 0;
        DegreeSplits series;
        std::size_t present = 0;  // among the curves
        Threshold computeBound;   // of the present split
        QColor Theme::*cause = &Theme::muted;  // of what binds it below
        SplitTimes now;

        void update(const Snapshot& snapshot);
        double batch() const { return scenario->workload.batch; }
        const SplitCurve& presentCurve() const { return series.curves[present]; }
        bool sends() const;  // anything, with any split
    };

    static CurveChart chartOf(const Content& content);

    Content m_now;
    Content m_before;
    bool m_ghost = false;
};

}  // namespace scalescope
