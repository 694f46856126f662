// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/calculator_words.h"
#include "widgets/plots/plot_figure.h"

#include <array>

namespace scalescope {

class LabelPlacer;

/// The calculator's matmul on one chip: the time of its arithmetic and of its operands as bars, under what follows from
/// them in figures.
class MatmulPlot : public PlotFigure {
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
    enum Hit { computeHit, inputHit, weightHit, outputHit };

    struct Fact {
        QString name;
        QString value;
        QColor Theme::*color = &Theme::ink;
    };

    struct Row {
        QString name;
        QString detail;
        QString shortDetail;  // where that has no room
        double total = 0;
        std::vector<double> parts;  // seconds
        QStringList names;
        QStringList amounts;
        QColor Theme::*color = &Theme::ink;
        int firstHit = 0;
    };

    QString boundText() const;
    std::vector<Fact> facts() const;
    std::array<Row, 2> rows() const;
    double longest() const;
    static int columnsFor(const PlotStyle& style, double width);
    void composeFacts(Scene& scene, LabelPlacer& placer, const Stage& stage) const;
    void composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, const Row& row, double before, const QRectF& slot) const;

    std::optional<Scenario> m_scenario;
    MatmulAnswer m_now;
    std::optional<OperationTime> m_before;
    double m_range = 0;  // seconds; kept while it serves
};

}  // namespace scalescope
