// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/cost_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/headline_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

QString costText(const std::optional<double>& dollars) { return dollars ? dollarsText(*dollars) : QString(kHeadlineDash); }

}  // namespace

CostPlot::Content CostPlot::Content::of(const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    Content content;
    content.scenario = snapshot.scenario;
    content.possible = e.possible;
    content.fits = e.decodePhase.memory.fits();
    content.why = whyImpossible(e.diagnostics);
    content.largest = e.largestBatch;
    content.now = e.dollars;
    if (!e.possible)
        return content;
    content.points = costs(snapshot.scenario);
    std::vector<double> all;
    for (const CostPoint& point : content.points) {
        content.sequences.push_back(point.sequences);
        content.input.push_back(point.input.value_or(kNothing));
        all.push_back(point.output.value_or(kNothing));
    }
    const auto fitting = static_cast<std::size_t>(std::ranges::count_if(content.points, &CostPoint::fits));
    content.output = partOf(all, fitting, false);
    content.beyond = partOf(all, fitting, true);
    return content;
}

void CostPlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void CostPlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

QString CostPlot::title() const { return tr("Cost against the batch"); }

QString CostPlot::caption() const
{
    if (!m_now.scenario)
        return {};
    const QString setting = servingSetting(*m_now.scenario);
    if (!m_now.possible)
        return tr("%1: this cannot be served.").arg(setting);
    if (!m_now.priced())
        return tr("%1: without a price of the chip there are no costs.").arg(setting);
    return tr("%1: a million output tokens cost %2 now, and a million input tokens %3.").arg(setting, costText(m_now.now.output), costText(m_now.now.input));
}

QString CostPlot::summary() const
{
    if (!m_now.possible || !m_now.priced() || m_now.fits)
        return caption();
    return caption() + u' ' + tr("But %1 do not fit.").arg(sequencesText(m_now.batch()));
}

FigureTable CostPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Batch"), tr("Output, $ per million tokens"), tr("Input, $ per million tokens"), tr("Fits")};
    const auto exactly = [](const std::optional<double>& value) { return value ? fromCore(shortest(*value)) : QString(); };
    for (const CostPoint& p : m_now.points) {
        const QString fits = p.fits ? tr("yes") : tr("no");
        table.rows << QStringList{batchCount(p.sequences), costText(p.output), costText(p.input), fits};
        table.values << QStringList{fromCore(shortest(p.sequences)), exactly(p.output), exactly(p.input), fits};
    }
    return table;
}

CurveChart CostPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> CostPlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

CurveChart CostPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!content.possible) {
        chart.problem = tr("No costs: this cannot be served");
        chart.why = content.why;
        return chart;
    }
    if (!content.priced()) {
        chart.problem = tr("No costs: the chip's price is unknown");
        chart.why = tr("Enter dollars per chip and hour, in the chip's inputs, to see them.");
        return chart;
    }
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const CostPoint& point : content.points)
        for (const auto& cost : {point.input, point.output})
            if (cost && *cost > 0) {
                least = std::min(least, *cost);
                most = std::max(most, *cost);
            }
    const Decades range = Decades::around(least, most, 1);
    chart.x = {1, content.sequences.back(), ChartAxis::Ticks::counts, 1, tr("sequences decoded together")};
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::counts, 1, tr("dollars per million tokens")};

    chart.curves.push_back({content.sequences, content.output, tr("output"), &Theme::ink, 3, 1, Line::solid, false, true, outputHit});
    chart.curves.push_back({content.sequences, content.input, tr("input"), &Theme::muted, 2, 1, Line::dashed, false, false, inputHit});
    chart.curves.push_back({content.sequences, content.beyond, {}, &Theme::ink, 1.6, 0.6, Line::dotted, false, false, outputBeyondHit});
    if (content.largest) {
        const QString value = batchCount(*content.largest);
        chart.regions.push_back({*content.largest, std::numeric_limits<double>::infinity(), tr("does not fit"), &Theme::trouble,
                                 *content.largest >= 1 ? tr("%1 fit").arg(value) : QString(), ChartRegion::Look::hatched});
        if (*content.largest >= 1)
            chart.marks.push_back({*content.largest, {}, value, tr("fit", "after a number of sequences"), largestHit});
        else
            chart.trouble = tr("not even one sequence fits");
    }
    chart.now = ChartNow{content.batch(), content.now.output, tr("now %1").arg(costText(content.now.output)),
                         content.fits ? QString() : tr("does not fit"), nowHit, !content.fits};
    return chart;
}

FigureHit CostPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == largestHit) {
        hit.title = tr("%1 fit").arg(sequencesText(*m_now.largest));
        hit.derivation = QStringLiteral("serving.largest_batch");
        hit.anchor = QPointF(frame.toX(*m_now.largest), point.y());
        return hit;
    }
    CostPoint at{m_now.batch(), m_now.now.input, m_now.now.output, m_now.fits};
    if (id != nowHit) {
        const auto after = std::ranges::lower_bound(m_now.points, frame.valueAtX(point.x()), {}, &CostPoint::sequences);
        at = after == m_now.points.end() ? m_now.points.back() : *after;
    }
    const bool input = id == inputHit;
    hit.title = sequencesText(at.sequences);
    hit.lines << tr("output: %1 per million tokens").arg(costText(at.output)) << tr("input: %1 per million tokens").arg(costText(at.input));
    if (!at.fits)
        hit.lines << tr("does not fit");
    hit.derivation = input ? QStringLiteral("serving.cost.input") : QStringLiteral("serving.cost.output");
    if (const auto p = frame.point(at.sequences, (input ? at.input : at.output).value_or(kNothing)))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
