// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/estimate/estimate.h"

#include <vector>

namespace scalescope {

class LabelPlacer;

/// What fills the memory of a chip of each pipeline stage, part by part, against the capacity. Rows that are too low for
/// names inside have a legend above them, and only some are named.
class StagesPlot : public PlotFigure {
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
    static QString stageName(int stage);
    static QString contentOf(const StageEstimate& stage);  // "20 layers, 4 in flight"
    static bool hasContent(const PlotStyle& style, double width) { return width > style.px(520); }
    const MemoryEstimate& fullest() const { return m_stages[static_cast<std::size_t>(m_fullest)].memory; }
    QString excessWords() const;
    bool isTall(const PlotStyle& style, double height) const;
    double rangeNeeded() const;
    QRectF slotOf(const QRectF& area, std::size_t index) const;
    void composeHead(Scene& scene, LabelPlacer& placer, const Stage& stage, bool legend) const;
    void composeLegend(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeTallRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index) const;
    void composeLowRow(Scene& scene, const Stage& stage, std::size_t index) const;
    void composeBeyond(Scene& scene, const Stage& stage, std::size_t index, const QRectF& bar) const;
    void composeNames(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index) const;

    std::vector<StageEstimate> m_stages;  // none: the degrees do not fit the model
    std::vector<double> m_before;         // bytes, by stage
    int m_fullest = 0;
    Diagnostics m_diagnostics;
    double m_range = 0;  // bytes; kept while it serves, where the capacity is unknown
};

}  // namespace scalescope
