// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_chart.h"
#include "widgets/plots/plot_figure.h"

namespace scalescope {

class LabelPlacer;

/// A plot of curves with named crossings, tinted regions and the present marked. Those derived from it say what is in the
/// chart; this class knows how it looks, and keeps the vertical axis in place while something is dragged.
class CurvePlot : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

protected:
    /// What is shown now. Spans in it must live until the next take.
    virtual CurveChart chart() const = 0;
    /// The same when the drag began; nothing when nothing is dragged.
    virtual std::optional<CurveChart> chartBefore() const = 0;

    /// To be called at the end of take.
    void holdRange();

    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;

private:
    struct Drawn {
        const ChartCurve* curve;
        std::vector<QPolygonF> pieces;
    };

    static QPen penOf(const PlotStyle& style, const ChartCurve& curve);
    void composeGhost(Scene& scene, const Stage& stage, const CurveChart& now) const;
    /// Whether all details found room.
    bool composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    bool composeRegionName(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartRegion& region, double from, double to) const;
    void composeRoofs(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeMarkLines(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeMarkWords(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeCurves(Scene& scene, const Stage& stage, const std::vector<Drawn>& drawn) const;
    void composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, const std::vector<Drawn>& drawn) const;
    void composeKey(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeNow(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartNow& now) const;
    void composeNowDot(Scene& scene, const Stage& stage, const ChartNow& now) const;

    std::optional<Decades> m_held;  // of the vertical axis, where it is logarithmic
};

}  // namespace scalescope
