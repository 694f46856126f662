// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/split_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr double kSmallest = 100;
constexpr double kLargest = 1e6;

Decades rangeFor(double inner)
{
    const Decades own = Decades::around(inner, inner, 1);
    return {std::min(kSmallest, own.lower), std::max(kLargest, own.upper)};
}

}  // namespace

QString SplitPlot::title() const { return tr("Two chips split a matmul"); }

QString SplitPlot::caption() const
{
    if (!m_now.series)
        return chart().problem + u'.';
    return tr("Along the contracted size D: above %1 the arithmetic outlasts the exchange, whatever the batch.")
        .arg(wholeText(m_now.series->critical));
}

QString SplitPlot::summary() const
{
    if (!m_now.series)
        return caption();
    const OperationTime time = m_now.series->at(m_now.shape, m_now.shape.inner);
    return caption() + u' ' +
        tr("At %1 arithmetic takes %2 and the exchange %3.")
            .arg(wholeText(m_now.shape.inner), secondsText(time.compute.value), secondsText(time.memory.value));
}

FigureTable SplitPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Contracted size"), tr("arithmetic"), tr("exchange")};
    if (!m_now.series)
        return table;
    const SplitSeries& s = *m_now.series;
    for (std::size_t i = 0; i < s.inner.size(); ++i) {
        table.rows << QStringList{wholeText(s.inner[i]), secondsText(s.compute[i]), secondsText(s.exchange[i])};
        table.values << QStringList{fromCore(shortest(s.inner[i])), fromCore(shortest(s.compute[i])), fromCore(shortest(s.exchange[i]))};
    }
    return table;
}

SplitPlot::Content SplitPlot::Content::of(const Scenario& scenario)
{
    const Cluster& cluster = scenario.hardware.cluster;
    const Decades range = rangeFor(scenario.calculator.matmul.inner);
    return {scenario.calculator.matmul, cluster.networks.empty() ? QString() : fromCore(nameOf(cluster.networks.front())),
            nameOf(scenario.calculator.compute), splitSeries(scenario, range.lower, range.upper),
            peakFor(cluster.chip, scenario.calculator.compute).has_value()};
}

void SplitPlot::take(const Snapshot& now)
{
    m_now = Content::of(now.scenario);
    holdRange();
}

void SplitPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(Content::of(before->scenario)) : std::nullopt;
}

CurveChart SplitPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> SplitPlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

CurveChart SplitPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!content.series) {
        chart.problem = content.hasPeak ? tr("The hardware has no network") : tr("No peak for %1").arg(fromCore(content.dtype));
        chart.why = content.hasPeak ? tr("A matmul is split over two chips that are connected.")
                                    : tr("Enter its dense FLOP/s, or choose another compute dtype.");
        return chart;
    }
    const SplitSeries& s = *content.series;
    const Decades times = Decades::around(std::min(s.compute.front(), s.exchange.front()), std::max(s.compute.back(), s.exchange.back()));
    chart.x = {s.inner.front(), s.inner.back(), ChartAxis::Ticks::si, 1, tr("contracted size D")};
    chart.y = {times.lower, times.upper, ChartAxis::Ticks::seconds, 1, tr("seconds, each chip")};
    chart.regions.push_back({0, s.critical, tr("network-bound"), &Theme::fsdp, tr("below D = %1").arg(wholeText(s.critical))});
    chart.marks.push_back({s.critical, {}, tr("compute-bound above"), tr("D = %1").arg(wholeText(s.critical)), criticalHit});
    chart.curves.push_back({s.inner, s.compute, tr("arithmetic"), &Theme::ink, 2.2, 1, Line::solid, false, true, computeHit});
    chart.curves.push_back({s.inner, s.exchange, tr("exchange, %1").arg(siText(s.link.value, "B/s")), &Theme::fsdp, 2, 1, Line::dashed,
                            false, true, exchangeHit});
    chart.now = ChartNow{content.shape.inner, s.at(content.shape, content.shape.inner).lower().value,
                         tr("now %1").arg(wholeText(content.shape.inner)), {}, nowHit};
    return chart;
}

FigureHit SplitPlot::describe(int id, QPointF point, const Frame& frame) const
{
    const SplitSeries& s = *m_now.series;
    const double inner = id == nowHit ? m_now.shape.inner : id == criticalHit ? s.critical : frame.valueAtX(point.x());
    const OperationTime time = s.at(m_now.shape, inner);
    FigureHit hit;
    hit.title = id == criticalHit ? tr("Compute-bound above D = %1").arg(wholeText(inner)) : tr("D = %1").arg(wholeText(inner));
    hit.lines << tr("arithmetic %1").arg(secondsText(time.compute.value));
    hit.lines << tr("exchange %1 over %2").arg(secondsText(time.memory.value), m_now.network);
    hit.lines << (time.bound() == Bound::compute ? tr("compute-bound") : tr("network-bound"));
    const double shown = id == computeHit ? time.compute.value : id == exchangeHit ? time.memory.value : time.lower().value;
    if (const auto p = frame.point(inner, shown))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
