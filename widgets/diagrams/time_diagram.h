// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/training/plan.h"
#include "widgets/diagrams/time_lanes.h"

#include <memory>

namespace scalescope {

/// A step drawn against time, stage by stage, of which a part can be looked at: the wheel zooms about the pointer, with
/// Shift over the stages; dragging moves; + - 0, Left, Right, Page up and Page down do the same.
class TimeDiagram : public PlotFigure {
    Q_OBJECT

public:
    explicit TimeDiagram(QWidget* parent = nullptr);

    /// What can be seen: fractions of the axis, and stages from the first on.
    struct View {
        double from = 0;
        double to = 1;
        int firstStage = 0;
        int stages = 0;

        bool operator==(const View&) const = default;
    };
    View view() const;
    bool isZoomed() const;

    /// `anchor` is the fraction of what is seen that stays where it is; above 1 shows less.
    void zoom(double factor, double anchor = 0.5);
    void pan(double share);  // of what is seen, to the right
    void showStages(int first, int count);
    void showAll();

protected:
    /// What is drawn of a snapshot. Without stages in the timeline nothing is.
    struct Shown {
        std::shared_ptr<const Timeline> timeline;
        std::vector<StageEstimate> stages;
        StepTimes step;
        int fullest = 0;
        int slowest = 0;
        Plan plan;
        Diagnostics diagnostics;
    };

    const Shown& shown() const { return m_shown; }
    const Timeline& timeline() const { return *m_shown.timeline; }
    bool isEmpty() const { return !m_shown.timeline || m_shown.timeline->stages == 0; }
    const Shown* before() const { return m_before.timeline && m_before.timeline->stages > 0 ? &m_before : nullptr; }

    /// Rows of stages: each stands for `perRow` of them, of which the first is drawn.
    struct Rows {
        int first = 0;
        int end = 0;     // stages
        int perRow = 1;
        double height = 0;

        int count() const { return (end - first + perRow - 1) / perRow; }
        int stageOf(int row) const { return first + row * perRow; }
    };
    Rows rowsIn(double height, double least, double most) const;

    static TimeSpan spanOf(const Frame& frame) { return {frame.x().lower, frame.x().upper}; }
    Axes timeAxes(const PlotStyle& style, const QSize& size, const QMargins& margins, bool held) const;

    // Words and looks that the diagrams share.
    static QString laneName(Lane lane);
    static QString workName(TimelineWork work);
    static QString countText(double count);
    QString percentOfStep(double seconds) const;
    QString microbatchWords(const TimelineItem& item) const;
    QStringList timesOfItem(const TimelineItem& item) const;
    QString derivationOf(const TimelineItem& item) const;
    /// What an item looks like, without its place; a tone is that of the same from afar.
    using Tones = std::array<QColor, kToneCount>;
    static Tones tonesOf(const PlotStyle& style);
    Box looksOf(const PlotStyle& style, const TimelineItem& item) const;
    static Box workLooks(const PlotStyle& style, TimelineWork work, double chunk);  // 0 for the first to 1 for the last
    static Box trafficLooks(const PlotStyle& style, Lane lane, bool exposed);
    Box boxIn(const PlotStyle& style, const Tones& tones, const QRectF& row, const TimeBox& box) const;

    void composeNotice(Scene& scene, const Stage& stage) const;
    void composeAxis(Scene& scene, const Stage& stage, double bottom) const;
    void composeGhost(Scene& scene, const Stage& stage, const QRectF& area) const;
    /// Words in a rectangle, where they fit; the micro-batch of an item, with the name of its work where there is room.
    static void composeWords(Scene& scene, const PlotStyle& style, const Box& box, const QString& words);
    void composeNumber(Scene& scene, const PlotStyle& style, const Box& box, const TimelineItem& item, bool named) const;
    /// The word in the widest gap of the chips' rows, where one is wide enough.
    struct StageRow {
        int stage = 0;
        QRectF rect;
    };
    void composeBubble(Scene& scene, const Stage& stage, const std::vector<StageRow>& rows, const QColor& backing) const;
    void composeStageNames(Scene& scene, const PlotStyle& style, const Rows& rows, const QRectF& area, int strong) const;
    static double namesWidth(const PlotStyle& style);

    /// A line of swatches with words, as many as there is room for from `left` to `right`.
    struct LegendEntry {
        Box swatch;  // without its place; none without a fill
        QString words;
    };
    static double legendWidth(const PlotStyle& style, const std::vector<LegendEntry>& entries);
    static void composeLegend(Scene& scene, const PlotStyle& style, const std::vector<LegendEntry>& entries, double left, double right);

    /// A press and a release without a move; false leaves it to the derivation.
    virtual bool clicked(QPointF) { return false; }

    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static Shown shownOf(const Snapshot& snapshot);
    void setView(View view);

    Shown m_shown;
    Shown m_before;
    View m_view;       // stages 0: all of them
    double m_range = 0;  // seconds; kept during a drag
    std::optional<QPointF> m_grip;  // where the hand holds the picture
    View m_gripped;
    bool m_moved = false;
};

}  // namespace scalescope
