// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/ratio_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/split_words.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kSmallest = 10;     // tokens per chip
constexpr double kLargest = 1e4;
constexpr double kFarLargest = 1e5;  // where a slow network leaves nothing to see below

QString ratioText(double ratio)
{
    return std::isfinite(ratio) ? siText(ratio, {}) : QStringLiteral("\u221e");
}

}  // namespace

QString RatioPlot::title() const { return tr("Compute over network time"); }

QString RatioPlot::caption() const
{
    if (!m_now.possible)
        return tr("This plan cannot be built, so it has no times.");
    if (!m_now.sends())
        return tr("Nothing is sent, so nothing can hide it.");
    const Threshold& best = m_now.series.best.computeBound;
    const QString bound = boundText(best, tr("%1 per chip").arg(tokensText(best.value)));
    if (m_now.shown().size() == 1)
        return tr("The plan is %1.").arg(bound);
    return tr("Above one, compute hides the network. With the best split of the FSDP and tensor degrees the plan is %1.").arg(bound);
}

QString RatioPlot::summary() const
{
    if (!m_now.possible || !m_now.sends())
        return caption();
    return caption() + u' ' + tr("Now %1 at %2 per chip.").arg(ratioText(m_now.now.ratio()), tokensText(m_now.perChip()));
}

FigureTable RatioPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Batch per chip")};
    if (!m_now.possible)
        return table;
    const std::vector<int> shown = m_now.shown();
    for (const int id : shown)
        table.columns << nameOf(m_now, id);
    table.columns << tr("Best split");
    for (std::size_t i = 0; i < m_now.series.perChip.size(); ++i) {
        QStringList row{tokensText(m_now.series.perChip[i])};
        QStringList values{fromCore(shortest(m_now.series.perChip[i]))};
        for (const int id : shown) {
            const double ratio = m_now.curve(id).ratio[i];
            row << ratioText(ratio);
            values << fromCore(shortest(ratio));
        }
        row << splitText(m_now.series.best.splitAt(i));
        values << row.back();
        table.rows << row;
        table.values << values;
    }
    return table;
}

const RatioCurve& RatioPlot::Content::curve(int id) const
{
    switch (id) {
    case fsdpHit: return series.fsdp;
    case tensorHit: return series.tensor;
    case presentHit: return series.present;
    default: break;
    }
    return series.best;
}

std::vector<int> RatioPlot::Content::shown() const
{
    const Split& least = series.fsdp.splitAt(0);
    const Split& most = series.tensor.splitAt(0);
    const Split& own = series.present.splitAt(0);
    if (least == most)
        return {presentHit};
    std::vector<int> ids = {bestHit};
    if (own != least && own != most)
        ids.push_back(presentHit);
    ids.push_back(fsdpHit);
    ids.push_back(tensorHit);
    return ids;
}

bool RatioPlot::Content::sends() const { return std::any_of(series.fsdp.ratio.begin(), series.fsdp.ratio.end(), [](double r) { return std::isfinite(r); }); }

void RatioPlot::Content::update(const Snapshot& snapshot)
{
    possible = snapshot.estimate.possible();
    why = whyImpossible(snapshot.estimate.diagnostics);
    if (!possible)
        return;
    const Scenario& next = snapshot.scenario;
    chips = snapshot.estimate.chips;
    now = {snapshot.estimate.step().compute, snapshot.estimate.step().network};
    Scenario same = next;
    if (scenario)
        same.workload.batch = scenario->workload.batch;
    const bool kept = scenario && same == *scenario;
    scenario = next;
    if (!kept)
        largest = kLargest;
    Decades range = Decades::around(std::min(kSmallest, perChip()), std::max(largest, perChip()));
    if (kept && range == Decades{from, to})
        return;
    series = ratioSeries(next, range.lower, range.upper);
    if (series.best.computeBound.kind == Threshold::Kind::never && range.upper < kFarLargest) {
        range.upper = largest = kFarLargest;
        series = ratioSeries(next, range.lower, range.upper);
    }
    from = range.lower;
    to = range.upper;
}

void RatioPlot::take(const Snapshot& now)
{
    m_now.update(now);
    holdRange();
}

void RatioPlot::takeBefore(const Snapshot* before)
{
    m_ghost = before != nullptr;
    if (before)
        m_before.update(*before);
}

CurveChart RatioPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> RatioPlot::chartBefore() const { return m_ghost ? std::optional(chartOf(m_before)) : std::nullopt; }

QString RatioPlot::nameOf(const Content& content, int id)
{
    const Split& split = content.curve(id).splitAt(0);
    switch (id) {
    case fsdpHit: return split.tensor == 1 ? tr("FSDP alone") : splitText(split);
    case tensorHit: return split.fsdp == 1 ? tr("tensor alone") : splitText(split);
    case presentHit: return splitText(split);
    default: break;
    }
    return tr("best split");
}

CurveChart RatioPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!content.possible) {
        chart.problem = tr("No times: this plan cannot be built");
        chart.why = content.why;
        return chart;
    }
    if (!content.sends()) {
        chart.problem = tr("Nothing is sent");
        chart.why = tr("With more than one chip, compute is compared with the network here.");
        return chart;
    }
    const RatioSeries& s = content.series;
    chart.x = {content.from, content.to, ChartAxis::Ticks::counts, 1, tr("batch per chip, tokens")};
    double least = 0.1;
    double most = 10;
    for (const int id : content.shown()) {
        const std::vector<double>& ratio = content.curve(id).ratio;
        const auto [low, high] = std::minmax_element(ratio.begin(), ratio.end());
        // So that each is seen somewhere, not everywhere.
        if (*high > 0 && std::isfinite(*high))
            least = std::min(least, *high);
        if (std::isfinite(*low))
            most = std::max(most, *low);
        ChartCurve curve{s.perChip, ratio, nameOf(content, id), &Theme::ink, 2.6, 1, Line::solid, false, true, id};
        if (id == fsdpHit) {
            curve.color = &Theme::fsdp;
            curve.width = 1.8;
        } else if (id == tensorHit) {
            curve.color = &Theme::tensor;
            curve.width = 1.8;
        } else if (id == presentHit && content.shown().size() > 1) {
            curve.color = &Theme::muted;
            curve.width = 1.8;
            curve.line = Line::dashed;
        }
        chart.curves.push_back(std::move(curve));
        const Threshold& bound = content.curve(id).computeBound;
        if (bound.kind == Threshold::Kind::at)
            chart.marks.push_back({bound.value, 1, tr("%1 above").arg(nameOf(content, id)), siText(bound.value, {}), crossingHit + id});
    }
    const Decades range = Decades::around(least, most);
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::counts, 1, tr("compute over network time")};
    chart.roofs.push_back({1, tr("compute-bound above"), oneHit});
    const double ratio = content.now.ratio();
    chart.now = ChartNow{content.perChip(), std::isfinite(ratio) ? std::optional(ratio) : std::nullopt,
                         tr("now %1").arg(siText(content.perChip(), {})), {}, nowHit};
    return chart;
}

FigureHit RatioPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == oneHit) {
        hit.title = tr("Compute-bound above this line");
        hit.lines << tr("Here communication takes as long as compute.");
        hit.anchor = QPointF(point.x(), frame.toY(1));
        return hit;
    }
    const bool crosses = id >= crossingHit;
    const int which = crosses ? id - crossingHit : id == nowHit ? int{presentHit} : id;
    const RatioCurve& curve = m_now.curve(which);
    const double perChip = crosses ? curve.computeBound.value : id == nowHit ? m_now.perChip() : frame.valueAtX(point.x());
    const double batch = perChip * m_now.chips;
    const Split split = which == bestHit ? bestSplit(*m_now.scenario, splitsOf(*m_now.scenario), batch) : curve.splitAt(0);
    const SplitTimes times = timesOf(*m_now.scenario, split, batch);
    hit.title = which == bestHit ? tr("Best split: %1").arg(splitText(split)) : splitText(split);
    hit.lines << tr("at %1 per chip: %2").arg(tokensText(perChip), ratioText(times.ratio())) << timesText(times)
              << boundText(curve.computeBound, tr("%1 per chip").arg(tokensText(curve.computeBound.value)));
    if (id == nowHit)
        hit.derivation = QStringLiteral("step.network");
    if (const auto p = frame.point(perChip, times.ratio()))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
