// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "widgets/diagrams/layer_parts.h"

namespace scalescope {

/// One layer opened, from top to bottom: its norms, matrices and mixers with their shapes in the field's letters, their
/// parameters and the FLOPs of a token, the residual stream beside them, and below what the layer caches.
class LayerDiagram : public PlotFigure {
    Q_OBJECT

public:
    explicit LayerDiagram(QWidget* parent = nullptr) : PlotFigure(parent) {}

    /// As in LayersDiagram.
    void setLayer(std::optional<int> layer);
    int layer() const { return m_decoder.opened(m_layer); }

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
    // Hit shapes: parts by block, then what the layer caches and what it adds up to.
    static constexpr int kHitsPerBlock = 1000;
    static constexpr int kCacheHit = 1 << 20;
    static constexpr int kTotalHit = kCacheHit + 1;

    void openKind();
    QString derivationOf(const LayerPart& part) const;

    Decoder m_decoder;
    std::optional<int> m_layer;
    std::size_t m_kind = 0;  // of the opened layer
    LayerPicture m_picture;
};

}  // namespace scalescope
