// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_figure.h"
#include "widgets/plots/roofline_content.h"

namespace scalescope {

class LabelPlacer;

/// The operations of a layer under the ceilings of the machine.
class RooflinePlot : public PlotFigure {
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
    struct Spot {
        const RooflinePoint* point;
        QPointF at;
        double radius = 0;
        DotShape shape = DotShape::circle;
        bool outside = false;  // of the axes: an arrow at the border
    };

    struct CeilingLine {
        const PeakLine* peak = nullptr;  // flat, or
        const Roof* roof = nullptr;      // sloped
        QPolygonF line;                  // from the border or another ceiling to the border or the peak
    };

    static QString groupName(int group);
    static QString roofName(const Roof& roof);
    static QString peakName(const PeakLine& peak);
    QString labelOf(const RooflinePoint& point) const;
    QPen penOf(const PlotStyle& style, const Roof& roof) const;
    QColor colorOf(const PlotStyle& style, const Roof& roof) const;

    void composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    std::vector<CeilingLine> ceilingLines(const Frame& frame) const;
    void composeCeilings(Scene& scene, const PlotStyle& style, const std::vector<CeilingLine>& lines) const;
    void composePeakName(Scene& scene, LabelPlacer& placer, const Stage& stage, const PeakLine& peak,
                         const QPolygonF& line) const;
    void composeRoofName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Roof& roof,
                         const QPolygonF& line) const;
    std::vector<Spot> spotsOf(const Stage& stage) const;
    void composeDot(Scene& scene, const Stage& stage, const Spot& spot) const;
    void composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, const std::vector<Spot>& spots) const;
    void composeName(Scene& scene, LabelPlacer& placer, const Stage& stage, const Spot& spot,
                     const QStringList& lines) const;
    void composeStair(Scene& scene, LabelPlacer& placer, const Stage& stage, const std::vector<Spot>& spots) const;
    static QPolygonF leaderOf(const Spot& spot, const QRectF& box);
    bool isOnPeak(const Spot& spot) const;
    void composeGhost(Scene& scene, const Stage& stage) const;

    RooflineContent m_content;
    std::optional<RooflineContent> m_before;
    Diagnostics m_diagnostics;
    std::string m_model;
};

}  // namespace scalescope
