// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "widgets/diagrams/decoder.h"

namespace scalescope {

/// The whole decoder as a strip: the embedding, every layer with the sign of its kind, the unembedding; below it what each
/// kind is. A click or the arrow keys choose the layer that is opened.
class LayersDiagram : public PlotFigure {
    Q_OBJECT

public:
    explicit LayersDiagram(QWidget* parent = nullptr) : PlotFigure(parent) {}

    /// From 0; nothing: the first layer of the kind that most layers are of. Kept within the model.
    void setLayer(std::optional<int> layer);
    int layer() const { return m_decoder.opened(m_layer); }

    QSize minimumSizeHint() const override { return {280, 92}; }

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

signals:
    void layerChosen(int layer);

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // Hit shapes: layers by their number, then the kinds, then what stands outside the layers.
    static constexpr int kKinds = 1 << 20;
    static constexpr int kOutside = 1 << 21;

    FigureHit describeLayer(int layer) const;
    FigureHit describeKind(std::size_t kind) const;
    QStringList linesOf(std::size_t kind) const;
    std::optional<int> layerAt(QPointF point) const;

    void composeStrip(Scene& scene, const PlotStyle& style, const QRectF& strip) const;
    void composeEnd(Scene& scene, const PlotStyle& style, const QRectF& box, const OutsidePart& part, int id) const;
    void composeLegend(Scene& scene, const PlotStyle& style, const QRectF& area) const;

    Decoder m_decoder;
    std::optional<int> m_layer;
};

}  // namespace scalescope
