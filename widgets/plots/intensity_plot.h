// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_figure.h"

#include "core/explore/model_parts.h"

namespace scalescope {

class LabelPlacer;

/// FLOPs per byte of each part of a model in prefill and in decode, beside the ridge of the chip.
class IntensityPlot : public PlotFigure {
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
    enum Phase { prefill, decode };
    static constexpr int kRidgeHit = 1000;

    struct Content {
        Scenario scenario;
        std::vector<PartWork> rows;
        std::optional<FlopsPerByte> ridge;
        FlopsPerSecond peak;
        DType dtype = DType::bf16;  // whose peak it is

        static Content of(const Snapshot& snapshot);
        int computeBound(Phase phase) const;
        const PartWork* find(const PartWork& row) const;  // the row of the same part
    };

    static double intensity(const PartWork& row, Phase phase);
    static Dot dotOf(const PlotStyle& style, QPointF centre, Phase phase, const QColor& color);
    QColor colorOf(const PlotStyle& style, double intensity) const;
    QString phaseName(Phase phase) const;
    static QString briefName(Phase phase);
    QString rowName(const PartWork& row) const;
    QString derivation(const PartWork& row, Phase phase) const;
    QString ridgeText() const;
    QStringList rules(const PartWork& row, Phase phase) const;  // closed forms of the field
    double highest() const;
    void composeLegend(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeRegions(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeRow(Scene& scene, const Stage& stage, std::size_t index, const QRectF& slot) const;
    void composeValues(Scene& scene, LabelPlacer& placer, const Stage& stage) const;

    std::optional<Content> m_now;
    std::optional<Content> m_before;
    double m_upper = 0;  // FLOP/B; kept while something is dragged
};

}  // namespace scalescope
