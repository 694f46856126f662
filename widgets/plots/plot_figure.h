// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/gesture_source.h"
#include "widgets/figure.h"
#include "widgets/plots/frame.h"
#include "widgets/plots/scene.h"

#include "core/scenario/parameter.h"

#include <QElapsedTimer>
#include <QWidget>

#include <memory>

class QVariantAnimation;

namespace scalescope {

struct Snapshot;
class PlotCanvas;

/// A chart of an estimate, as a widget and as a Figure. It computes nothing of the subject: it turns a snapshot into
/// values to be drawn (take), and these into a scene for a size and a style (compose), on the screen and in exports alike.
/// Hit shapes that are handles can be dragged; what that means to the scenario is sent as edits.
class PlotFigure : public QWidget, public Figure {
    Q_OBJECT

public:
    explicit PlotFigure(QWidget* parent = nullptr);
    ~PlotFigure() override;

    using QWidget::show;
    /// `before` is where the drag began, drawn as a ghost; none when nothing is held. Repaints in the next frame, and only
    /// when it can be seen.
    void show(const Snapshot& now, const Snapshot* before);
    void setTheme(const Theme& theme);

    void paint(QPainter& painter, const QSize& size, const Theme& theme) override;
    std::optional<FigureHit> hitTest(QPointF point) const override;

    /// What is on the screen, in pixels of the widget.
    const Scene& scene() const;
    QRectF plotArea() const;
    Axes axes() const;

    QSize sizeHint() const override { return {640, 360}; }
    QSize minimumSizeHint() const override { return {280, 160}; }

signals:
    void hovered(const std::optional<scalescope::FigureHit>& hit);
    void activated(const QString& derivation);
    /// A handle moved. Edits of one gesture are one step of undo.
    void edited(const scalescope::Edit& edit, int gesture);
    void contextRequested(const QPoint& globalPosition);

protected:
    /// What a scene is made for.
    struct Stage {
        const PlotStyle& style;
        const Frame& frame;
        double ghost = 0;  // how far the earlier state shows, 0 to 1
    };

    virtual void take(const Snapshot& now) = 0;
    virtual void takeBefore(const Snapshot* before) = 0;  // nothing: the ghost is over
    /// With `held`, ranges that a drag keeps; without, those of the values alone, so that exports do not depend on the past.
    virtual Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const = 0;
    virtual void compose(Scene& scene, const Stage& stage) const = 0;
    /// What a hit shape says; without an anchor, its middle is taken.
    virtual FigureHit describe(int id, QPointF point, const Frame& frame) const = 0;

    /// Whether a hit shape can be dragged. Left and right move it when the keyboard has it; up and down visit the next.
    virtual bool isHandle(int id) const;
    /// What it means to bring a handle to a point, in pixels of `frame`; nothing when that changes nothing.
    virtual std::optional<Edit> editFor(int id, QPointF point, const Frame& frame) const;
    /// What it means to move a handle by so many steps of the keyboard, backwards below zero.
    virtual std::optional<Edit> nudged(int id, int steps) const;

    bool dragging() const { return m_dragging; }

    /// Something else than the snapshot changed what is drawn.
    void invalidate();

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void layOut() const;
    void refresh();
    void startFade();
    void describeForReaders();
    FigureHit hitOf(const HitShape& shape, QPointF point) const;
    /// With a ring at the hit. `handle`: it is one.
    void point(const std::optional<FigureHit>& hit, bool handle = false);
    void drag(QPointF to);
    bool nudge(int steps);
    const HitShape* visited() const;
    void showVisited();
    void followScreen();

    std::unique_ptr<PlotCanvas> m_canvas;
    PlotStyle m_style;
    QVariantAnimation* m_fade = nullptr;
    double m_ghost = 0;
    bool m_dragging = false;
    bool m_shown = false;  // something was
    bool m_pressed = false;
    int m_visited = -1;  // by the keyboard, among the hit shapes
    int m_visitedId = 0;

    /// A handle under the hand.
    struct Grip {
        int id = 0;
        QPointF pressed;   // where the hand took it
        QPointF anchor;    // where the handle was
        bool moved = false;  // farther than a click does
    };
    std::optional<Grip> m_grip;
    GestureSource m_gestures;
    QElapsedTimer m_clock;

    // Made when first asked for after a change: a hidden figure costs nothing.
    mutable std::shared_ptr<Scene> m_scene;
    mutable Axes m_axes;
    mutable std::optional<Frame> m_frame;
};

}  // namespace scalescope
