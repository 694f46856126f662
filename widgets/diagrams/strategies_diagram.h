// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/sharding_figure.h"

#include "core/base/diagnostic.h"
#include "core/sharding/matmul.h"
#include "core/sharding/study.h"

#include <optional>
#include <vector>

namespace scalescope {

/// The strategies of the study's operation as stacked times, the cheapest first, and the chosen one step by step.
class StrategiesDiagram : public ShardingFigure {
    Q_OBJECT

public:
    explicit StrategiesDiagram(QWidget* parent = nullptr);

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
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // The row itself, then its steps: at most two moves of each axis and array, and the work.
    static constexpr int kHitsPerRow = 64;

    bool isEmpty() const { return m_plan.strategies.empty(); }
    const Strategy& strategy(int number) const { return m_plan.strategies[static_cast<std::size_t>(number)]; }
    int chosen() const;
    double rangeNeeded() const;
    QString nameOf(int number) const;
    QString stepName(const MatmulStep& step) const;
    QString workOf(const MatmulStep& step) const;          // bytes moved, or FLOPs done
    QString redundancyOf(const Strategy& strategy) const;  // in words; empty when no work is done twice
    std::optional<int> strategyAt(QPointF point) const;
    void choose(int number);

    std::vector<int> rowsFor(int most) const;
    void composeLegend(Scene& scene, const Stage& stage, int rows) const;
    void composeRow(Scene& scene, const Stage& stage, int number, bool brief, const QRectF& slot) const;
    void composeName(Scene& scene, const Stage& stage, int number, bool brief, const QRectF& slot) const;
    void composeBar(Scene& scene, const Stage& stage, int number, const QRectF& bar) const;
    void composeSteps(Scene& scene, const Stage& stage, const QRectF& panel) const;

    ArrayOperation m_operation = ArrayOperation::matmul;
    DeviceMesh m_mesh;
    MatmulPlan m_plan;
    Diagnostics m_diagnostics;
    double m_range = 0;            // seconds; kept during a drag
    std::optional<int> m_pointed;  // strategy under the pointer or the keyboard
};

}  // namespace scalescope
