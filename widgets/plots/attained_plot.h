// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/calculator_words.h"
#include "widgets/plots/curve_plot.h"

namespace scalescope {

/// The FLOP/s that a matmul reaches against its batch, for several widths and for the calculator's own.
class AttainedPlot : public CurvePlot {
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
    enum Hit { nowHit = 100, criticalHit, peakHit };  // a curve by its index

    struct Content {
        Scenario scenario;
        MatmulAnswer answer;
        std::vector<AttainedSeries> series;  // the calculator's own first

        static Content of(const Scenario& scenario);
        bool hasTimes() const { return answer.timed(); }
    };

    static QString widthName(const MatmulShape& shape);
    static QString criticalText(const AttainedSeries& series);
    static CurveChart chartOf(const Content& content);

    std::optional<Content> m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
