// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/batch_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kSmallestBatch = 1e4;
constexpr double kLargestBatch = 1e9;

double decadeBelow(double value) { return std::pow(10.0, std::floor(std::log10(value) + 1e-9)); }
double decadeAbove(double value) { return std::pow(10.0, std::ceil(std::log10(value) - 1e-9)); }

}  // namespace

QString BatchPlot::title() const { return tr("Step time against batch"); }

QString BatchPlot::caption() const
{
    if (!m_possible)
        return tr("This plan cannot be built, so it has no times.");
    if (axesShown().empty())
        return tr("The same plan while the batch varies: on one chip there is only compute.");
    switch (m_now.curves.computeBound.kind) {
    case Threshold::Kind::at:
        return tr("The same plan while the batch varies. The bend is where communication stops hiding.");
    case Threshold::Kind::always:
        return tr("The same plan while the batch varies: communication hides at every batch.");
    case Threshold::Kind::never: break;
    }
    return tr("The same plan while the batch varies: no batch hides the communication.");
}

QString BatchPlot::summary() const
{
    if (!m_possible)
        return caption();
    QString words = tr("At %1 the step takes %2.").arg(tokensText(m_batch), secondsText(m_expected));
    if (m_now.curves.computeBound.kind == Threshold::Kind::at)
        words += u' ' + tr("Compute-bound above %1.").arg(tokensText(m_now.curves.computeBound.value));
    if (m_now.curves.tooLarge.kind == Threshold::Kind::at)
        words += u' ' + tr("Does not fit above %1.").arg(tokensText(m_now.curves.tooLarge.value));
    return words;
}

FigureTable BatchPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Batch"), tr("compute")};
    const std::vector<Axis> shown = m_possible ? axesShown() : std::vector<Axis>();
    for (const Axis axis : shown)
        table.columns << degreeName(axis);
    table.columns << tr("expected");
    if (!m_possible)
        return table;
    const BatchCurves& c = m_now.curves;
    for (std::size_t i = 0; i < c.batch.size(); ++i) {
        std::vector<double> times = {c.compute[i]};
        for (const Axis axis : shown)
            times.push_back(c.axes[static_cast<std::size_t>(axis)][i]);
        times.push_back(c.expected[i]);
        QStringList row{tokensText(c.batch[i])};
        QStringList values{fromCore(shortest(c.batch[i]))};
        for (const double t : times) {
            row << secondsText(t);
            values << fromCore(shortest(t));
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

void BatchPlot::Kept::update(const Scenario& now, const Range& over)
{
    Scenario same = now;
    if (scenario)
        same.workload.batch = scenario->workload.batch;
    if (scenario && same == *scenario && over == range)
        return;
    scenario = now;
    range = over;
    curves = batchCurves(now, over.lower, over.upper);
}

void BatchPlot::take(const Snapshot& now)
{
    m_possible = now.estimate.possible();
    m_feasible = now.estimate.feasible();
    m_diagnostics = now.estimate.diagnostics;
    m_batch = now.scenario.workload.batch;
    m_expected = now.estimate.step().expected.value;
    if (!m_possible)
        return;
    m_now.update(now.scenario, batchRange());
    const Range needed = timeRange();
    const bool inside = m_times.lower <= needed.lower && m_times.upper >= needed.upper;
    if (dragging() && m_times.upper > 0)
        m_times = {std::min(m_times.lower, needed.lower), std::max(m_times.upper, needed.upper)};
    else if (!inside || m_times.upper / m_times.lower > 1e3 * needed.upper / needed.lower)
        m_times = needed;
}

void BatchPlot::takeBefore(const Snapshot* before)
{
    m_ghost = before && before->estimate.possible() && m_possible;
    if (!m_ghost)
        return;
    m_beforeBatch = before->scenario.workload.batch;
    m_before.update(before->scenario, m_now.range);
}

std::vector<Axis> BatchPlot::axesShown() const
{
    std::vector<Axis> shown;
    const Plan& plan = m_now.scenario->plan;
    for (Axis axis : {Axis::fsdp, Axis::tensor, Axis::data, Axis::expert, Axis::context, Axis::pipeline})
        if (plan.degree(axis) > 1)
            shown.push_back(axis);
    return shown;
}

BatchPlot::Range BatchPlot::batchRange() const
{
    return {std::min(kSmallestBatch, decadeBelow(m_batch)), std::max(kLargestBatch, decadeAbove(m_batch))};
}

// Compute spans the plot; communication may widen it upwards, while what is far below compute is flagged instead.
BatchPlot::Range BatchPlot::timeRange() const
{
    const BatchCurves& c = m_now.curves;
    double most = c.compute.back();
    for (const auto& times : c.axes)
        most = std::max(most, times.back());
    if (!(c.compute.front() > 0) || !std::isfinite(most))
        return {1e-3, 1e3};
    return {decadeBelow(c.compute.front()), decadeAbove(most)};
}

Axes BatchPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.margins = marginsFor(style, style.tick.width(QStringLiteral("100 ms")) + style.px(16), true);
    axes.x.shown = axes.y.shown = m_possible;
    if (!m_possible)
        return axes;
    const Range times = held ? m_times : timeRange();
    const QSize inner = size.shrunkBy(axes.margins);
    axes.x = {m_now.range.lower, m_now.range.upper, true, true, {}};
    axes.y = {times.lower, times.upper, true, true, {}};
    axes.x.ticks = logTicks(axes.x.lower, axes.x.upper,
                            static_cast<int>(inner.width() / (style.tick.width(QStringLiteral("100 M")) * 1.4)));
    axes.y.ticks =
        logTicks(axes.y.lower, axes.y.upper, static_cast<int>(inner.height() / (style.tick.height() * 1.8)), timeLabel);
    return axes;
}

FigureHit BatchPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == crossoverHit) {
        const double border = m_now.curves.computeBound.value;
        hit.title = tr("Compute-bound above %1").arg(tokensText(border));
        hit.lines << tr("Here communication takes as long as compute.");
        hit.derivation = QStringLiteral("crossover.batch");
        hit.anchor = QPointF(frame.toX(border), point.y());
        return hit;
    }
    // The engine at the batch under the pointer, not the line between two points of the curve.
    const double batch = id == nowHit ? m_batch : frame.valueAtX(point.x());
    const Summary s = summaryAt(*m_now.scenario, batch);
    const double time = id == nowHit ? s.step.expected.value
        : id == computeHit           ? s.step.compute.value
                                     : s.axes[static_cast<std::size_t>(id)].value;
    if (const auto p = frame.point(batch, time))
        hit.anchor = *p;
    hit.title = tokensText(batch);
    hit.lines << tr("compute %1").arg(secondsText(s.step.compute.value));
    for (const Axis axis : axesShown())
        hit.lines << degreeName(axis) + u' ' + secondsText(s.axes[static_cast<std::size_t>(axis)].value);
    hit.lines << tr("step expected %1").arg(secondsText(s.step.expected.value));
    if (!s.feasible)
        hit.lines << tr("hypothetical: does not fit");
    hit.derivation = id == nowHit ? QStringLiteral("step.expected")
        : id == computeHit        ? QStringLiteral("step.compute")
                                  : derivationOf(static_cast<Axis>(id));
    return hit;
}

}  // namespace scalescope
