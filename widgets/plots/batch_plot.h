// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/batch_curves.h"
#include "widgets/plots/plot_figure.h"

namespace scalescope {

class LabelPlacer;

/// The times of a step while the batch is varied, with the batch at which communication begins to hide.
class BatchPlot : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;

private:
    enum Hit { computeHit = kAxisCount, crossoverHit, nowHit };  // a degree is its Axis

    struct Range {
        double lower = 0;
        double upper = 0;

        bool operator==(const Range&) const = default;
    };

    /// The curves of one scenario, kept while nothing but its batch changes.
    struct Kept {
        std::optional<Scenario> scenario;
        Range range;
        BatchCurves curves;

        void update(const Scenario& now, const Range& over);
    };

    std::vector<Axis> axesShown() const;
    Range batchRange() const;
    Range timeRange() const;
    void composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeBound(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeTooLarge(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeCurves(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeGhost(Scene& scene, const Stage& stage) const;
    void composeNow(Scene& scene, LabelPlacer& placer, const Stage& stage) const;

    bool m_possible = false;
    bool m_feasible = false;
    Diagnostics m_diagnostics;
    double m_expected = 0;
    Kept m_now;
    Kept m_before;
    double m_batch = 0;
    double m_beforeBatch = 0;
    bool m_ghost = false;
    Range m_times;  // kept while it serves
};

}  // namespace scalescope
