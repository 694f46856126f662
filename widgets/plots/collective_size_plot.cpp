// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/collective_size_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr double kSmallest = 1e3;
constexpr double kLargest = 1e10;

Decades rangeFor(double array)
{
    const Decades own = Decades::around(array, array, 1);
    return {std::min(kSmallest, own.lower), std::max(kLargest, own.upper)};
}

}  // namespace

QString CollectiveSizePlot::title() const { return tr("Time against array size"); }

QString CollectiveSizePlot::caption() const
{
    if (!m_now.state.hasTimes())
        return m_now.state.problem() + u'.';
    if (const auto flip = flipOf(m_now))
        return tr("%1: below %2 the hops take longer than the bytes.").arg(m_now.state.operationOver(), sizeText(Bytes(*flip)));
    return m_now.series.latencyBound.empty() ? tr("%1: the bytes take longer than the hops at every size.").arg(m_now.state.operationOver())
                                             : tr("%1: the hops take longer than the bytes at every size.").arg(m_now.state.operationOver());
}

QString CollectiveSizePlot::summary() const
{
    if (!m_now.state.hasTimes())
        return caption();
    const TimedCollective& timed = *m_now.state.timed;
    return caption() + u' ' + tr("An array of %1 takes %2.").arg(sizeText(timed.study.array), secondsText(timed.now.total.value));
}

FigureTable CollectiveSizePlot::table() const
{
    FigureTable table;
    table.columns = {tr("Array"), tr("time"), tr("bandwidth"), tr("latency")};
    if (!m_now.state.hasTimes())
        return table;
    const CollectiveCurve& c = m_now.series.curve;
    const bool plain = !m_now.series.plain.empty();
    if (plain)
        table.columns << plainName(*m_now.state.timed);
    for (std::size_t i = 0; i < c.x.size(); ++i) {
        std::vector<double> times = {c.total[i], c.bandwidth[i], c.latency[i]};
        if (plain)
            times.push_back(m_now.series.plain[i]);
        QStringList row{sizeText(Bytes(c.x[i]))};
        QStringList values{fromCore(shortest(c.x[i]))};
        for (const double t : times) {
            row << secondsText(t);
            values << fromCore(shortest(t));
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

CollectiveSizePlot::Content CollectiveSizePlot::Content::of(const Snapshot& snapshot)
{
    Content content{CollectiveState::of(snapshot), {}, {}, {}};
    if (content.state.hasTimes()) {
        const Decades range = rangeFor(content.state.timed->study.array.value);
        content.series = sizeSeries(*content.state.timed, range.lower, range.upper);
        const CollectiveCurve& curve = content.series.curve;
        content.bytes = hiddenTerm(curve.bandwidth, curve.total);
        content.hops = hiddenTerm(curve.latency, curve.total);
    }
    return content;
}

void CollectiveSizePlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void CollectiveSizePlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(Content::of(*before)) : std::nullopt;
}

std::optional<double> CollectiveSizePlot::flipOf(const Content& content)
{
    const auto& runs = content.series.latencyBound;
    if (runs.empty() || runs.back().second >= content.series.curve.x.back())
        return std::nullopt;
    return runs.back().second;
}

QString CollectiveSizePlot::plainName(const TimedCollective& timed)
{
    if (timed.study.collective == Collective::allToAll)
        return tr("dense");
    return timed.idle.size > 1 ? tr("without help") : tr("ring");
}

CurveChart CollectiveSizePlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> CollectiveSizePlot::chartBefore() const
{
    return m_before ? std::optional(chartOf(*m_before)) : std::nullopt;
}

CurveChart CollectiveSizePlot::chartOf(const Content& content)
{
    const CollectiveState& state = content.state;
    CurveChart chart;
    if (!state.hasTimes()) {
        chart.problem = state.problem();
        chart.why = state.why();
        return chart;
    }
    const TimedCollective& timed = *state.timed;
    const CollectiveCurve& c = content.series.curve;
    const std::vector<double>& plain = content.series.plain;
    const Decades times = Decades::around(*std::min_element(c.total.begin(), c.total.end()),
                                          std::max(c.total.back(), plain.empty() ? 0.0 : plain.back()));
    chart.x = {c.x.front(), c.x.back(), ChartAxis::Ticks::si, 1, tr("array, bytes")};
    chart.y = {times.lower, times.upper, ChartAxis::Ticks::seconds, 1, tr("seconds")};

    const std::optional<double> border = flipOf(content);
    for (const auto& [from, to] : content.series.latencyBound)
        chart.regions.push_back({from, to, tr("latency-bound"), &Theme::muted, border == to ? tr("below %1").arg(sizeText(Bytes(to))) : QString()});
    if (const auto flip = border)
        chart.marks.push_back({*flip, {}, tr("bandwidth-bound above"), sizeText(Bytes(*flip)), flipHit});
    chart.curves.push_back({c.x, c.total, state.operation(), state.color(), 2.4, 1, ChartCurve::Line::solid, false, true, totalHit});
    if (!plain.empty())
        chart.curves.push_back({c.x, plain, plainName(timed), &Theme::muted, 1.2, 1, ChartCurve::Line::solid, false, true, plainHit});
    chart.curves.push_back({c.x, content.bytes, tr("bytes"), &Theme::muted, 1.4, 1, ChartCurve::Line::dotted, false, false, bandwidthHit});
    chart.curves.push_back({c.x, content.hops, tr("hops"), &Theme::muted, 1.4, 1, ChartCurve::Line::dotted, false, false, latencyHit});
    chart.now = ChartNow{timed.study.array.value, timed.now.total.value, tr("now %1").arg(sizeText(timed.study.array)), {}, nowHit};
    return chart;
}

FigureHit CollectiveSizePlot::describe(int id, QPointF point, const Frame& frame) const
{
    const TimedCollective& timed = *m_now.state.timed;
    double bytes = frame.valueAtX(point.x());
    if (id == nowHit)
        bytes = timed.study.array.value;
    else if (id == flipHit)
        bytes = flipOf(m_now).value_or(bytes);
    const Bytes array(bytes);
    const CollectiveTime time = timed.at(array);
    const Seconds plain = timed.plainAt(array).total;
    FigureHit hit;
    hit.title = id == flipHit ? tr("Bandwidth-bound above %1").arg(sizeText(array)) : sizeText(array);
    hit.lines = m_now.state.linesOf(time, array);
    if (id == nowHit)
        hit.derivation = QStringLiteral("sharding.collective.time");
    if (timed.isHelped())
        hit.lines << plainName(timed) + u' ' + secondsText(plain.value);
    const Seconds shown = id == bandwidthHit ? time.bandwidth : id == latencyHit ? time.latency : id == plainHit ? plain : time.total;
    if (const auto p = frame.point(bytes, shown.value))
        hit.anchor = id == flipHit ? QPointF(p->x(), point.y()) : *p;
    return hit;
}

}  // namespace scalescope
