// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/splits_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/batch_curves.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/split_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr double kSmallestBatch = 1e3;
constexpr double kLargestBatch = 1e8;
constexpr std::size_t kMostCurves = 5;  // more cannot be told apart, or named

using Line = ChartCurve::Line;
constexpr std::array<Line, 3> kLines = {Line::dashDotted, Line::dashed, Line::dotted};

Scenario withSplit(Scenario scenario, const Split& split)
{
    scenario.plan.fsdp = split.fsdp;
    scenario.plan.tensor = split.tensor;
    return scenario;
}

/// The colour of the degree that takes longest at a batch.
QColor Theme::*colorOfLongest(const Scenario& scenario, double batch)
{
    const Summary s = summaryAt(scenario, batch);
    switch (static_cast<Axis>(std::max_element(s.axes.begin(), s.axes.end()) - s.axes.begin())) {
    case Axis::fsdp: return &Theme::fsdp;
    case Axis::tensor: return &Theme::tensor;
    case Axis::data: return &Theme::data;
    default: break;
    }
    return &Theme::other;
}

}  // namespace

QString SplitsPlot::title() const { return tr("Splits of FSDP and tensor"); }

QString SplitsPlot::caption() const
{
    if (!m_now.possible)
        return tr("This plan cannot be built, so it has no times.");
    if (!m_now.sends())
        return tr("Nothing is sent, so there is nothing to split.");
    return tr("Time on the network while the batch varies, for other splits of the same chips. With %1 the plan is %2.")
        .arg(splitText(m_now.presentCurve().split), boundText(m_now.computeBound, tokensText(m_now.computeBound.value)));
}

QString SplitsPlot::summary() const
{
    if (!m_now.possible)
        return caption();
    return caption() + u' ' + tr("At %1: %2.").arg(tokensText(m_now.batch()), timesText(m_now.now));
}

FigureTable SplitsPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Batch"), tr("compute")};
    if (!m_now.possible)
        return table;
    for (const SplitCurve& curve : m_now.series.curves)
        table.columns << splitText(curve.split);
    for (std::size_t i = 0; i < m_now.series.batch.size(); ++i) {
        QStringList row{tokensText(m_now.series.batch[i]), secondsText(m_now.presentCurve().compute[i])};
        QStringList values{fromCore(shortest(m_now.series.batch[i])), fromCore(shortest(m_now.presentCurve().compute[i]))};
        for (const SplitCurve& curve : m_now.series.curves) {
            row << secondsText(curve.network[i]);
            values << fromCore(shortest(curve.network[i]));
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

bool SplitsPlot::Content::sends() const
{
    return std::any_of(series.curves.begin(), series.curves.end(), [](const SplitCurve& c) { return c.network.back() > 0; });
}

void SplitsPlot::Content::update(const Snapshot& snapshot)
{
    possible = snapshot.estimate.possible();
    feasible = snapshot.estimate.feasible();
    why = whyImpossible(snapshot.estimate.diagnostics);
    if (!possible)
        return;
    const Scenario& next = snapshot.scenario;
    const Decades range = Decades::around(std::min(kSmallestBatch, next.workload.batch), std::max(kLargestBatch, next.workload.batch));
    Scenario same = next;
    if (scenario)
        same.workload.batch = scenario->workload.batch;
    const bool kept = scenario && same == *scenario && range.lower == from && range.upper == to;
    scenario = next;
    now = {snapshot.estimate.step().compute, snapshot.estimate.step().network};
    if (kept)
        return;
    from = range.lower;
    to = range.upper;
    const Split split = splitOf(next.plan);
    series = splitSeries(next, someOf(splitsOf(next), split, kMostCurves), from, to);
    present = static_cast<std::size_t>(std::find_if(series.curves.begin(), series.curves.end(),
                                                    [&](const SplitCurve& c) { return c.split == split; }) -
                                       series.curves.begin());
    computeBound = criticalBatchOf(next);
    cause = colorOfLongest(next, computeBound.kind == Threshold::Kind::at ? computeBound.value : from);
}

void SplitsPlot::take(const Snapshot& now)
{
    m_now.update(now);
    holdRange();
}

void SplitsPlot::takeBefore(const Snapshot* before)
{
    m_ghost = before != nullptr;
    if (before)
        m_before.update(*before);
}

CurveChart SplitsPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> SplitsPlot::chartBefore() const { return m_ghost ? std::optional(chartOf(m_before)) : std::nullopt; }

CurveChart SplitsPlot::chartOf(const Content& content)
{
    CurveChart chart;
    if (!content.possible) {
        chart.problem = tr("No times: this plan cannot be built");
        chart.why = content.why;
        return chart;
    }
    if (!content.sends()) {
        chart.problem = tr("Nothing is sent");
        chart.why = tr("With more than one chip in the FSDP and tensor degrees, their splits are compared here.");
        return chart;
    }
    const DegreeSplits& s = content.series;
    const SplitCurve& own = content.presentCurve();
    chart.x = {content.from, content.to, ChartAxis::Ticks::si, 1, tr("batch, tokens")};
    // Compute enters from below where even the fastest network takes longer.
    double least = std::numeric_limits<double>::infinity();
    double most = own.compute.back();
    for (const SplitCurve& curve : s.curves) {
        if (curve.network.front() > 0)
            least = std::min(least, curve.network.front());
        most = std::max(most, curve.network.back());
    }
    const Decades range = Decades::around(std::min(least, most), most);
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::seconds, 1, perPass(tr("seconds on the network"), content.scenario->workload.pass)};

    chart.curves.push_back({s.batch, own.network, splitText(own.split), &Theme::ink, 3, 1, Line::solid, false, true, presentHit});
    chart.curves.push_back({s.batch, own.compute, tr("compute"), &Theme::ink, 1.8, 1, Line::dashed, false, true, computeHit});
    std::size_t line = 0;
    for (std::size_t i = 0; i < s.curves.size(); ++i) {
        const SplitCurve& curve = s.curves[i];
        if (i == content.present)
            continue;
        ChartCurve other{s.batch, curve.network, splitText(curve.split), &Theme::muted, 1.6, 1, Line::solid, false, false, static_cast<int>(i)};
        if (curve.split.tensor == 1)
            other.color = &Theme::fsdp;
        else if (curve.split.fsdp == 1)
            other.color = &Theme::tensor;
        else
            other.line = kLines[line++ % kLines.size()];
        chart.curves.push_back(std::move(other));
    }

    const Threshold& bound = content.computeBound;
    if (bound.kind == Threshold::Kind::at) {
        const QString value = tokensText(bound.value);
        chart.regions.push_back({0, bound.value, tr("communication-bound"), content.cause, tr("below %1").arg(value)});
        const double compute = timesOf(*content.scenario, own.split, bound.value).compute.value;
        chart.marks.push_back({bound.value, compute, tr("compute-bound above"), value, crossoverHit});
    } else if (bound.kind == Threshold::Kind::never) {
        chart.regions.push_back({0, content.to, tr("communication-bound at every batch"), content.cause, {}});
    }
    chart.now = ChartNow{content.batch(), content.now.network.value, tr("now %1").arg(tokensText(content.batch())),
                         content.feasible ? QString() : tr("hypothetical: does not fit"), nowHit};
    return chart;
}

FigureHit SplitsPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == crossoverHit) {
        hit.title = tr("Compute-bound above %1").arg(tokensText(m_now.computeBound.value));
        hit.lines << tr("Here communication takes as long as compute.");
        hit.derivation = QStringLiteral("crossover.batch");
        hit.anchor = QPointF(frame.toX(m_now.computeBound.value), point.y());
        return hit;
    }
    const double batch = id == nowHit ? m_now.batch() : frame.valueAtX(point.x());
    const Split split = id < presentHit ? m_now.series.curves[static_cast<std::size_t>(id)].split : m_now.presentCurve().split;
    const SplitTimes times = id == nowHit ? m_now.now : timesOf(*m_now.scenario, split, batch);
    if (const auto p = frame.point(batch, (id == computeHit ? times.compute : times.network).value))
        hit.anchor = *p;
    hit.title = splitText(split);
    hit.lines << tr("at %1").arg(tokensText(batch)) << timesText(times);
    const Threshold bound = id < presentHit ? criticalBatchOf(withSplit(*m_now.scenario, split)) : m_now.computeBound;
    hit.lines << boundText(bound, tokensText(bound.value));
    if (id == nowHit || id == presentHit)
        hit.derivation = QStringLiteral("step.network");
    else if (id == computeHit)
        hit.derivation = QStringLiteral("step.compute");
    return hit;
}

}  // namespace scalescope
