// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "widgets/plots/plot_figure.h"

namespace scalescope {

class LabelPlacer;

/// The time of a step in compute and in each degree of the plan, as bars: what is shorter than compute hides under it.
class CommunicationPlot : public PlotFigure {
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
    static constexpr int kPartCount = static_cast<int>(kCollectiveCount);

    struct Row {
        std::optional<Axis> axis;  // nothing: compute
        std::int64_t size = 1;
        std::string network;
        double bytes = 0;
        double bandwidth = 0;
        std::array<double, kPartCount> parts{};  // seconds, by ComputePart or by Collective
        double total = 0;
    };

    static std::vector<Row> rowsOf(const Snapshot& snapshot);
    static QString partName(const Row& row, int part);
    QString rowName(const Row& row) const;
    QString rowDetail(const Row& row) const;
    double longest() const;
    void composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index, const QRectF& slot) const;

    bool m_possible = false;
    bool m_feasible = false;
    Pass m_pass = Pass::step;
    Diagnostics m_diagnostics;
    std::optional<Peak> m_peak;
    StepTimes m_step;
    std::vector<Row> m_rows;  // compute, then the degrees above one
    std::vector<Row> m_before;
    double m_range = 0;  // seconds; kept while it serves
};

}  // namespace scalescope
