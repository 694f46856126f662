// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/estimate/estimate.h"
#include "core/training/plan.h"

#include <array>
#include <vector>

namespace scalescope {

/// What a chip of the slowest stage sends and receives in a step, as a table with a bar for the time: the part that
/// compute hides, and the part that it waits for. What waits longest comes first; below are the totals of the degrees.
class TrafficDiagram : public PlotFigure {
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
    struct Row {
        std::optional<Axis> axis;  // nothing: others
        QString what;
        QString network;
        QStringList moved;  // what of the model it is for
        double bytes = 0;   // of the arrays, in all repeats
        double count = 0;
        double time = 0;
        double exposed = 0;
        QString derivation;
        bool total = false;
    };

    enum Column { whatColumn, axisColumn, networkColumn, bytesColumn, countColumn, timeColumn, exposedColumn, kColumnCount };
    /// The right ends of the columns; one that is not shown ends where the one before it does.
    using Columns = std::array<double, kColumnCount>;

    static constexpr int kFirstTotal = 1000;  // hit shapes: rows, then totals
    static constexpr int kOthers = 999;

    static std::vector<Row> rowsOf(const Snapshot& snapshot);
    static std::vector<Row> totalsOf(const Snapshot& snapshot);
    static QString nameOf(Column column);
    QString cellOf(const Row& row, Column column) const;
    Columns columnsFor(const PlotStyle& style, double width) const;
    double longest() const;
    Row othersFrom(std::size_t first) const;
    std::size_t rowsIn(const PlotStyle& style, double height) const;
    void composeHead(Scene& scene, const Stage& stage, const Columns& columns) const;
    void composeRow(Scene& scene, const Stage& stage, const Columns& columns, const Row& row, const QRectF& slot, int id) const;

    bool m_possible = false;
    std::vector<Row> m_rows;    // by exposed time, then time
    std::vector<Row> m_totals;  // degrees above one
    double m_step = 0;          // seconds, expected
    Diagnostics m_diagnostics;
    Pass m_pass = Pass::step;
    double m_range = 0;  // seconds; kept during a drag
    std::vector<Row> m_before;
};

}  // namespace scalescope
