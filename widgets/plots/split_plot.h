// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/calculator_words.h"
#include "widgets/plots/curve_plot.h"

namespace scalescope {

/// Two chips that split the contraction of the calculator's matmul: arithmetic and exchange against the contracted size.
class SplitPlot : public CurvePlot {
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
    enum Hit { computeHit, exchangeHit, nowHit, criticalHit };

    struct Content {
        MatmulShape shape;
        QString network;
        std::string_view dtype;
        std::optional<SplitSeries> series;
        bool hasPeak = false;

        static Content of(const Scenario& scenario);
    };

    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
