// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/collective_axis_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kFewestTargets = 2;
constexpr double kMostTargets = 256;

QString countText(double n) { return fromCore(formatCount(n)); }

double leastOf(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double mostOf(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// The size of the curve that is nearest as a ratio.
std::size_t nearestSize(const std::vector<double>& sizes, double wanted)
{
    const auto distance = [&](double size) { return std::fabs(std::log(size / wanted)); };
    const auto nearest = std::min_element(sizes.begin(), sizes.end(), [&](double a, double b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(nearest - sizes.begin());
}

}  // namespace

bool CollectiveAxisPlot::Content::isPossible() const
{
    switch (against()) {
    case StudyAgainst::axisSize: return state.hasTimes() && !axis.x.empty();
    case StudyAgainst::innerAxis: return state.hasTimes() && !inner.curve.x.empty();
    case StudyAgainst::targets: break;
    }
    return true;
}

QString CollectiveAxisPlot::title() const
{
    switch (m_now.against()) {
    case StudyAgainst::axisSize: return tr("Time against axis size");
    case StudyAgainst::innerAxis: return tr("Time against the inner axis");
    case StudyAgainst::targets: break;
    }
    return tr("Ragged AllToAll against targets");
}

QString CollectiveAxisPlot::caption() const
{
    const Content& c = m_now;
    if (!c.isPossible())
        return c.state.problem() + u'.';
    switch (c.against()) {
    case StudyAgainst::axisSize:
        return tr("%1 of %2 over one axis, innermost, as it grows.").arg(c.state.operation(), sizeText(c.state.study.array));
    case StudyAgainst::innerAxis:
        return tr("%1 of %2 over all chips outside an inner axis that divides the array too.")
            .arg(c.state.operation(), sizeText(c.state.timed->whole()));
    case StudyAgainst::targets: break;
    }
    return tr("What %1 experts per token leave to send, by how the distinct targets are counted.")
        .arg(countText(c.state.study.routing.perToken));
}

QString CollectiveAxisPlot::summary() const
{
    if (!m_now.isPossible())
        return caption();
    QString words = caption();
    if (m_now.against() != StudyAgainst::targets)
        words += u' ' + tr("Now %1.").arg(secondsText(m_now.state.timed->now.total.value));
    else if (m_now.state.hasTimes()) {
        const auto targets = static_cast<double>(m_now.state.timed->group.size);
        if (const auto share = shareMoved(m_now.state.study.routing, m_now.state.study.routing.rule, targets))
            words += u' ' + tr("Now %1 targets and %2 of the array.").arg(countText(targets), percentText(*share));
    }
    return words;
}

FigureTable CollectiveAxisPlot::table() const
{
    FigureTable table;
    const bool targets = m_now.against() == StudyAgainst::targets;
    std::vector<const std::vector<double>*> columns;
    if (targets) {
        table.columns << tr("Targets");
        for (std::size_t rule = 0; rule < m_now.targets.share.size(); ++rule) {
            table.columns << ruleName(static_cast<RoutingRule>(rule));
            columns.push_back(&m_now.targets.share[rule]);
        }
    } else {
        const bool inner = m_now.against() == StudyAgainst::innerAxis;
        const CollectiveCurve& c = inner ? m_now.inner.curve : m_now.axis;
        table.columns << (inner ? tr("Inner axis") : tr("Axis")) << tr("time") << tr("bandwidth") << tr("latency");
        columns = {&c.total, &c.bandwidth, &c.latency};
        for (const InnerSeries::Alone& alone : m_now.inner.networks) {
            table.columns << m_now.state.networkName(alone.network);
            columns.push_back(&alone.seconds);
        }
    }
    if (!m_now.isPossible())
        return table;
    const std::vector<double>& x = targets ? m_now.targets.targets
        : m_now.against() == StudyAgainst::innerAxis ? m_now.inner.curve.x
                                                     : m_now.axis.x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        QStringList row{countText(x[i])};
        QStringList values{fromCore(shortest(x[i]))};
        for (const std::vector<double>* column : columns) {
            const double v = (*column)[i];
            row << (!std::isfinite(v) ? fromCore(kNotANumber) : targets ? percentText(v) : secondsText(v));
            values << fromCore(shortest(v));
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

CollectiveAxisPlot::Content CollectiveAxisPlot::Content::of(const Snapshot& snapshot)
{
    Content content;
    content.state = CollectiveState::of(snapshot);
    if (content.against() == StudyAgainst::targets)
        content.targets = targetsSeries(content.state.study.routing, kFewestTargets, kMostTargets);
    else if (content.state.hasTimes() && content.against() == StudyAgainst::axisSize) {
        content.axis = axisSeries(*content.state.timed);
        content.bytes = hiddenTerm(content.axis.bandwidth, content.axis.total);
        content.hops = hiddenTerm(content.axis.latency, content.axis.total);
    } else if (content.state.hasTimes())
        content.inner = innerSeries(*content.state.timed);
    return content;
}

void CollectiveAxisPlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void CollectiveAxisPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(Content::of(*before)) : std::nullopt;
}

CurveChart CollectiveAxisPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> CollectiveAxisPlot::chartBefore() const
{
    if (!m_before || m_before->against() != m_now.against())
        return std::nullopt;
    return chartOf(*m_before);
}

CurveChart CollectiveAxisPlot::chartOf(const Content& content)
{
    CurveChart chart;
    if (!content.isPossible()) {
        chart.problem = content.state.problem();
        chart.why = content.state.why();
        return chart;
    }
    switch (content.against()) {
    case StudyAgainst::axisSize: addAxis(content, chart); break;
    case StudyAgainst::innerAxis: addInner(content, chart); break;
    case StudyAgainst::targets: addTargets(content, chart); break;
    }
    return chart;
}

void CollectiveAxisPlot::addAxis(const Content& content, CurveChart& chart)
{
    using Line = ChartCurve::Line;
    const CollectiveCurve& c = content.axis;
    const TimedCollective& timed = *content.state.timed;
    const Decades times = Decades::around(std::min(leastOf(c.total), timed.now.total.value), std::max(mostOf(c.total), timed.now.total.value));
    chart.x = {1.6, c.x.back() * 1.2, ChartAxis::Ticks::powersOfTwo, 1, tr("chips along the axis")};
    chart.y = {times.lower, times.upper, ChartAxis::Ticks::seconds, 1, tr("seconds")};
    std::size_t i = c.x.size();
    while (i > 0 && c.latency[i - 1] > c.bandwidth[i - 1])
        --i;
    if (i < c.x.size())  // nothing lies between two sizes, so the border stands half way
        chart.regions.push_back({i > 0 ? std::sqrt(c.x[i - 1] * c.x[i]) : 0, c.x.back() * 2, tr("latency-bound"), &Theme::muted});
    chart.curves.push_back({c.x, c.total, content.state.operation(), content.state.color(), 2.2, 1, Line::solid, true, true, totalHit});
    chart.curves.push_back({c.x, content.bytes, tr("bytes"), &Theme::muted, 1.4, 1, Line::dotted, false, false, bandwidthHit});
    chart.curves.push_back({c.x, content.hops, tr("hops"), &Theme::muted, 1.4, 1, Line::dotted, false, false, latencyHit});
    const auto size = static_cast<double>(timed.group.size);
    chart.now = ChartNow{size, timed.now.total.value, tr("now %1").arg(countText(size)), {}, nowHit};
}

void CollectiveAxisPlot::addInner(const Content& content, CurveChart& chart)
{
    using Line = ChartCurve::Line;
    constexpr std::array<QColor Theme::*, 4> colors = {&Theme::fsdp, &Theme::tensor, &Theme::data, &Theme::other};
    constexpr std::array<Line, 4> lines = {Line::dashed, Line::dashDotted, Line::dotted, Line::dashed};
    const CollectiveCurve& c = content.inner.curve;
    const TimedCollective& timed = *content.state.timed;
    const Decades times = Decades::around(std::min(leastOf(c.total), timed.now.total.value), std::max(mostOf(c.total), timed.now.total.value));
    chart.x = {0.8, c.x.back() * 1.2, ChartAxis::Ticks::powersOfTwo, 1, tr("chips along the inner axis")};
    chart.y = {times.lower, times.upper, ChartAxis::Ticks::seconds, 1, tr("seconds")};
    for (std::size_t i = 0; i < content.inner.networks.size(); ++i) {
        const InnerSeries::Alone& alone = content.inner.networks[i];
        chart.curves.push_back({c.x, alone.seconds, content.state.networkName(alone.network), colors[i % colors.size()], 1.8, 1,
                                lines[i % lines.size()], true, false, networkHit + static_cast<int>(i)});
    }
    // As a band behind them, since it runs along the slowest.
    chart.curves.push_back({c.x, c.total, tr("total"), &Theme::ink, 7, 0.2, Line::solid, false, true, totalHit});
    const auto inner = static_cast<double>(timed.group.stride);
    chart.now = ChartNow{inner, timed.now.total.value, tr("now %1").arg(countText(inner)), {}, nowHit};
}

QString CollectiveAxisPlot::ruleName(RoutingRule rule)
{
    switch (rule) {
    case RoutingRule::distinctExperts: return tr("different experts");
    case RoutingRule::independentPicks: return tr("picks at random");
    case RoutingRule::bound: break;
    }
    return tr("bound min(k, Z)");
}

void CollectiveAxisPlot::addTargets(const Content& content, CurveChart& chart)
{
    using Line = ChartCurve::Line;
    constexpr std::array<Line, 3> lines = {Line::dashed, Line::dashDotted, Line::dotted};
    chart.x = {kFewestTargets, kMostTargets, ChartAxis::Ticks::powersOfTwo, 1, tr("targets Z")};
    chart.y = {0, 1, ChartAxis::Ticks::linear, 0.01, tr("sent, % of the dense array")};
    const Routing& routing = content.state.study.routing;
    for (std::size_t rule = 0; rule < content.targets.share.size(); ++rule) {
        const bool chosen = routing.rule == static_cast<RoutingRule>(rule);
        ChartCurve curve{content.targets.targets, content.targets.share[rule], ruleName(static_cast<RoutingRule>(rule)),
                         chosen ? &Theme::ink : &Theme::muted, chosen ? 2.4 : 1.8, 1, chosen ? Line::solid : lines[rule],
                         false, true, ruleHit + static_cast<int>(rule)};
        chart.curves.insert(chosen ? chart.curves.begin() : chart.curves.end(), curve);
    }
    if (!content.state.hasTimes())
        return;
    const auto targets = static_cast<double>(content.state.timed->group.size);
    chart.now = ChartNow{targets, shareMoved(routing, routing.rule, targets), tr("now %1").arg(countText(targets)), {}, nowHit};
}

FigureHit CollectiveAxisPlot::describe(int id, QPointF point, const Frame& frame) const
{
    return m_now.against() == StudyAgainst::targets ? describeTargets(id, point, frame) : describeSize(id, point, frame);
}

// There are no sizes between those of the curve: the pointer takes the nearest.
FigureHit CollectiveAxisPlot::describeSize(int id, QPointF point, const Frame& frame) const
{
    const TimedCollective& timed = *m_now.state.timed;
    const bool inner = m_now.against() == StudyAgainst::innerAxis;
    const CollectiveCurve& curve = inner ? m_now.inner.curve : m_now.axis;
    FigureHit hit;
    if (id == nowHit) {
        const auto own = static_cast<double>(inner ? timed.group.stride : timed.group.size);
        hit.title = m_now.state.operationOver();
        hit.lines = m_now.state.linesOf(timed.now, timed.study.array);
        hit.derivation = QStringLiteral("sharding.collective.time");
        if (timed.group.stride > 1)
            hit.lines << tr("as it lies, behind %1 chips of inner axes").arg(countText(static_cast<double>(timed.group.stride)));
        if (const auto p = frame.point(own, timed.now.total.value))
            hit.anchor = *p;
        return hit;
    }
    const std::size_t i = nearestSize(curve.x, frame.valueAtX(point.x()));
    const auto size = static_cast<std::int64_t>(curve.x[i]);
    const CollectiveTime time = inner ? timed.outside(size, timed.whole()).value_or(CollectiveTime{}) : timed.overInnermost(size);
    const Bytes array = inner ? timed.whole() / curve.x[i] : timed.study.array;
    hit.title = inner ? tr("inner axis %1").arg(countText(curve.x[i])) : tr("axis of %1").arg(countText(curve.x[i]));
    hit.lines = m_now.state.linesOf(time, array);
    if (inner)
        hit.lines.prepend(tr("%1 inside one group").arg(sizeText(array)));
    double shown = id == bandwidthHit ? time.bandwidth.value : id == latencyHit ? time.latency.value : time.total.value;
    if (id >= networkHit) {
        const InnerSeries::Alone& alone = m_now.inner.networks[static_cast<std::size_t>(id - networkHit)];
        shown = alone.seconds[i];
        hit.lines << tr("%1 alone %2").arg(m_now.state.networkName(alone.network), secondsText(shown));
    }
    if (const auto p = frame.point(curve.x[i], shown))
        hit.anchor = *p;
    return hit;
}

FigureHit CollectiveAxisPlot::describeTargets(int id, QPointF point, const Frame& frame) const
{
    const Routing& routing = m_now.state.study.routing;
    const double targets = id == nowHit ? static_cast<double>(m_now.state.timed->group.size)
                                        : std::clamp(std::round(frame.valueAtX(point.x())), kFewestTargets, kMostTargets);
    FigureHit hit;
    hit.title = tr("%1 targets").arg(countText(targets));
    for (std::size_t rule = 0; rule < kRoutingRuleNames.size(); ++rule)
        if (const auto share = shareMoved(routing, static_cast<RoutingRule>(rule), targets))
            hit.lines << ruleName(static_cast<RoutingRule>(rule)) + u' ' + percentText(*share);
    const RoutingRule shown = id == nowHit ? routing.rule : static_cast<RoutingRule>(id - ruleHit);
    if (const auto share = shareMoved(routing, shown, targets))
        if (const auto p = frame.point(targets, *share))
            hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
