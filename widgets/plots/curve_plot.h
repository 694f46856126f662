// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_chart.h"
#include "widgets/plots/plot_figure.h"

namespace scalescope {

class LabelPlacer;

/// A plot of curves with named crossings, tinted regions and the present marked. Those derived from it say what is in the
/// chart; this class knows how it looks, and keeps the axes in place while something is dragged.
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
    /// The regions whose details found room.
    std::vector<const ChartRegion*> composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    /// Whether its detail found room.
    bool composeRegionName(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartRegion& region, const QRectF& part) const;
    void composeRoofs(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeMarkLines(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeMarkWords(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart,
                          const std::vector<const ChartRegion*>& said) const;
    void composeCurves(Scene& scene, const Stage& stage, const std::vector<Drawn>& drawn) const;
    void composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, const std::vector<Drawn>& drawn) const;
    void composeKey(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart) const;
    void composeNow(Scene& scene, LabelPlacer& placer, const Stage& stage, const ChartNow& now) const;
    void composeNowDot(Scene& scene, const Stage& stage, const ChartNow& now) const;
    void composeTrouble(Scene& scene, LabelPlacer& placer, const Stage& stage, const QString& words) const;
    void composeEndName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Drawn& drawn) const;
    void composePoints(Scene& scene, LabelPlacer& placer, const Stage& stage, const CurveChart& chart, bool rings) const;

    std::optional<Decades> m_heldX;  // of axes that are logarithmic
    std::optional<Decades> m_heldY;
};

}  // namespace scalescope
