// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/serving_series.h"

namespace scalescope {

/// Memory of one chip against the batch for several contexts, under the HBM that it has.
class CapacityPlot : public CurvePlot {
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
    enum Hit { nowHit = 1000, roofHit, largestHit = 100 };  // a context by its index, where it is full with that added

    struct Drawn {
        CapacityCurve curve;
        std::vector<double> memory;
    };

    struct Content {
        std::optional<Scenario> scenario;
        bool fits = false;
        std::optional<Bytes> capacity;
        std::vector<double> sequences;
        std::vector<Drawn> curves;

        static Content of(const Snapshot& snapshot);
        double batch() const { return scenario->serving.sequences; }
        const CapacityCurve& present() const;
    };

    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
