// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/training/plan.h"
#include "widgets/plots/plot_figure.h"

namespace scalescope {

class LabelPlacer;

/// What fills the memory of one chip, part by part, beside two other plans and the capacity.
class MemoryPlot : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

    /// The families stand together: what the model is, what trains it, what it works on, the rest.
    static constexpr std::array<MemoryKind, kTrainingMemoryKindCount> kPartOrder = {
        MemoryKind::weights,     MemoryKind::gatheredWeights, MemoryKind::optimizer, MemoryKind::masterWeights, MemoryKind::gradients,
        MemoryKind::activations, MemoryKind::recomputed,      MemoryKind::logits,    MemoryKind::buffers,       MemoryKind::reserve};
    static QString partName(MemoryKind kind);
    static QColor partColor(const PlotStyle& style, MemoryKind kind);
    static constexpr bool partIsHatched(MemoryKind kind) { return kind == MemoryKind::gradients; }
    static constexpr double kBeyondCapacity = 1.15;  // where the axis ends

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;

private:
    enum class Which { thisPlan, otherRemat, replicated };

    struct Row {
        Which which = Which::thisPlan;
        MemoryEstimate memory;
    };

    QString rowName(Which which) const;
    double rangeNeeded() const;
    void composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index, const QRectF& slot) const;
    void composeName(Scene& scene, const PlotStyle& style, const QString& name, const QRectF& slot, bool strong) const;

    Remat m_remat = Remat::block;
    std::vector<Row> m_rows;
    std::optional<MemoryEstimate> m_before;
    double m_range = 0;  // bytes; kept while it serves, where the capacity is unknown
};

}  // namespace scalescope
