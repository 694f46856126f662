// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/serving_series.h"

namespace scalescope {

/// Dollars per million input and output tokens against the batch.
class CostPlot : public CurvePlot {
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
    enum Hit { outputHit, inputHit, outputBeyondHit, nowHit, largestHit };

    struct Content {
        std::optional<Scenario> scenario;
        bool possible = false;
        bool fits = false;
        QString why;
        std::optional<double> largest;
        TokenCosts now;
        std::vector<CostPoint> points;
        std::vector<double> sequences;
        std::vector<double> input;
        std::vector<double> output;  // of what fits
        std::vector<double> beyond;  // of what does not

        static Content of(const Snapshot& snapshot);
        double batch() const { return scenario->serving.sequences; }
        bool priced() const { return now.input || now.output; }
    };

    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
