// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/time_diagram.h"

namespace scalescope {

/// The pipeline's schedule, stages by time, with the bubble hatched; below it the activations in flight on one stage.
/// A click or the arrow keys choose the stage.
class ScheduleDiagram : public TimeDiagram {
    Q_OBJECT

public:
    using TimeDiagram::TimeDiagram;

    /// Nothing: the fullest. Kept within the pipeline.
    void setStage(std::optional<int> stage);
    int stage() const;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    bool clicked(QPointF point) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // Hit shapes: the stages, then these.
    static constexpr int kHeld = 1 << 20;
    static constexpr int kBubble = kHeld + 1;

    /// The two parts of the picture.
    struct Parts {
        QRectF rows;
        QRectF held;
    };
    Parts partsIn(const PlotStyle& style, const QRectF& area) const;
    Rows rowsOf(const PlotStyle& style, const QRectF& area) const;

    /// What one micro-batch holds on a stage: bytes of activations, or nothing where they are not counted.
    static std::optional<double> bytesEach(const Shown& shown, int stage);
    static double mostHeld(const Shown& shown, int stage);  // bytes, or micro-batches
    double heldRange() const;
    double heldAt(int stage, double time) const;  // micro-batches
    QString heldText(int stage, double microbatches) const;
    QString scheduleName() const;
    QString closedForm() const;  // of the bubble, as it is written
    double bubbleShare() const;
    double closedShare() const;

    FigureHit describeTask(int stage, QPointF point, const Frame& frame) const;
    FigureHit describeHeld(QPointF point, const Frame& frame) const;
    FigureHit describeBubble() const;

    void composeRows(Scene& scene, const Stage& stage, const QRectF& area) const;
    void composeHeld(Scene& scene, const Stage& stage, const QRectF& area) const;
    void composeHead(Scene& scene, const Stage& stage) const;

    std::optional<int> m_stage;
    double m_heldRange = 0;  // kept during a drag
};

}  // namespace scalescope
