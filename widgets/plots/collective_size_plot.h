// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/collective_state.h"
#include "widgets/plots/curve_plot.h"

namespace scalescope {

/// The time of the study's collective against the bytes of its array: hops at the small end, bytes at the large one.
class CollectiveSizePlot : public CurvePlot {
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
    enum Hit { totalHit, bandwidthHit, latencyHit, plainHit, nowHit, flipHit };

    struct Content {
        CollectiveState state;
        SizeSeries series;
        std::vector<double> bytes;  // terms where they do not make the time
        std::vector<double> hops;

        static Content of(const Snapshot& snapshot);
    };

    static CurveChart chartOf(const Content& content);
    static QString plainName(const TimedCollective& timed);
    /// Where bytes take over for good; nothing when the range shows one kind alone.
    static std::optional<double> flipOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
