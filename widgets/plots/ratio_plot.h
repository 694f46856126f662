// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/splits.h"

namespace scalescope {

/// How often compute outlasts the network, against the batch per chip: with FSDP alone, with as much tensor as there can
/// be, and with the best split at each batch. Book, chapter 5, "Combining FSDP and tensor parallelism".
class RatioPlot : public CurvePlot {
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
    enum Hit { fsdpHit, tensorHit, presentHit, bestHit, oneHit, nowHit, crossingHit };  // a crossing's has its curve's added

    /// Ratios of one scenario, worked out again only when something else than its batch changes.
    struct Content {
        bool possible = false;
        QString why;
        std::optional<Scenario> scenario;
        double from = 0;  // tokens per chip
        double to = 0;
        double largest = 0;  // batch per chip that is shown in any case
        RatioSeries series;
        double chips = 1;
        SplitTimes now;

        void update(const Snapshot& snapshot);
        double perChip() const { return scenario->workload.batch / chips; }
        bool sends() const;  // anything, with any split
        const RatioCurve& curve(int id) const;
        /// Those that differ, the most important first.
        std::vector<int> shown() const;
    };

    static QString nameOf(const Content& content, int id);
    static CurveChart chartOf(const Content& content);

    Content m_now;
    Content m_before;
    bool m_ghost = false;
};

}  // namespace scalescope
