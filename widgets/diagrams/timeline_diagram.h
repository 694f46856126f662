// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/time_diagram.h"

namespace scalescope {

/// The step in time: what the chips of each stage do and what each of their networks carries, hidden or exposed. Where
/// there is no room for lanes a stage is one row, in which the chips' work and what they wait for take turns.
class TimelineDiagram : public TimeDiagram {
    Q_OBJECT

public:
    using TimeDiagram::TimeDiagram;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;

private:
    enum class Detail { named, slim, one };  // lanes with their names, without, or one row for all

    struct Row {
        int stage = 0;
        std::optional<Lane> lane;  // nothing: all in one
        QRectF rect;
    };

    // Hit shapes: the stage, then the lane, or kAllLanes.
    static constexpr int kHitsPerStage = 16;
    static constexpr int kAllLanes = kHitsPerStage - 1;

    Detail place(const PlotStyle& style, const QRectF& area, std::vector<Row>& rows) const;
    void composeRow(Scene& scene, const Stage& stage, const Tones& tones, const Row& row) const;
    void composeKey(Scene& scene, const Stage& stage, Detail detail) const;
    FigureHit describeItem(const TimelineItem& item) const;
    FigureHit describeIdle(int stage, std::optional<Lane> lane, double time) const;
    QString stageWords(int stage, const QString& lane) const;
    double exposedShare() const;
};

}  // namespace scalescope
