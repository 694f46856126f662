// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/context_series.h"

namespace scalescope {

/// FLOPs per token of attention against those of matmuls, against the context, and where they cross.
class ContextPlot : public CurvePlot {
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
    enum Hit { attentionHit = 100, matmulsHit, projectionsHit, mlpHit, stateHit, nowHit, matmulsCrossing, projectionsCrossing, ruleHit };

    struct Content {
        Architecture architecture;
        AttentionMask mask = AttentionMask::full;
        ContextSeries series;
        ContextCrossings crossings;
        double context = 1;
        QString derivation;  // of the FLOPs of attention now

        static Content of(const Snapshot& snapshot);
        bool attends() const;
    };

    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
