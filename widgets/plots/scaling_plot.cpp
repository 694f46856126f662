// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/scaling_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = 1048576;               // chips that the axis reaches in any case
constexpr std::size_t kQuickStride = 3;            // of the sizes whose best plans are looked for while something is dragged
constexpr double kSame = 0.01;                     // curves closer than that are one
constexpr std::array kUtilisations = {1.0, 0.1, 0.01};

QString throughputText(double tokensPerSecond) { return siText(tokensPerSecond, "tokens/s"); }

}  // namespace

QString ScalingPlot::title() const { return tr("Throughput against chips"); }

QString ScalingPlot::caption() const
{
    if (!m_now.possible)
        return tr("This plan cannot be built, so it has no times.");
    if (!m_now.grows())
        return tr("This hardware comes in one size.");
    const Drawn& fixed = m_now.curves[m_now.bestDiffers(strongBest) ? strongBest : strongSame];
    const ScalingPoint* last = fixed.last();
    if (!last)
        return tr("At no size does this model fit.");
    if (!fixed.leaves)
        return tr("With this batch throughput follows the chips up to %1, the most that it keeps busy.").arg(wholeText(last->chips));
    return m_now.bestDiffers(strongBest)
        ? tr("With this batch throughput follows the chips up to %1, even with the best plan for each size.").arg(wholeText(*fixed.leaves))
        : tr("With this batch throughput follows the chips up to %1.").arg(wholeText(*fixed.leaves));
}

QString ScalingPlot::summary() const
{
    if (!m_now.possible || !m_now.grows())
        return caption();
    QStringList words{caption()};
    for (const Which which : {strongSame, strongBest, weakSame, weakBest}) {
        const Drawn& curve = m_now.curves[which];
        const ScalingPoint* last = curve.last();
        if (!last || ((which == strongBest || which == weakBest) && !m_now.bestDiffers(which)))
            continue;
        const QString end = tr("%1 at %2").arg(throughputText(last->tokensPerSecond), wholeText(last->chips));
        words << (curve.leaves ? tr("%1: linear up to %2 chips, %3.").arg(nameOf(m_now, which), wholeText(*curve.leaves), end)
                               : tr("%1: linear, %2.").arg(nameOf(m_now, which), end));
    }
    return words.join(u' ');
}

FigureTable ScalingPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Chips")};
    if (!m_now.possible)
        return table;
    for (const Which which : {strongSame, strongBest, weakSame, weakBest})
        table.columns << nameOf(m_now, which) << tr("MFU") << tr("Plan");
    for (std::size_t i = 0; i < m_now.sizes.size(); ++i) {
        QStringList row{wholeText(m_now.sizes[i])};
        QStringList values{fromCore(shortest(m_now.sizes[i]))};
        for (const Drawn& curve : m_now.curves) {
            const ScalingPoint* p = curve.at(m_now.sizes[i]);
            if (!p || !p->possible) {
                row << fromCore(kNotANumber) << fromCore(kNotANumber) << QString();
                values << QString() << QString() << QString();
                continue;
            }
            const QString plan = !p->feasible ? tr("%1; does not fit").arg(planText(p->plan)) : planText(p->plan);
            row << throughputText(p->tokensPerSecond) << percentText(p->mfu) << plan;
            values << fromCore(shortest(p->tokensPerSecond)) << fromCore(shortest(p->mfu)) << plan;
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

void ScalingPlot::Drawn::set(ScalingCurve curve)
{
    points = std::move(curve);
    leaves = leavesLinear(points);
    sizes.clear();
    throughput.clear();
    hypothetical.clear();
    const auto isDoubtful = [this](std::size_t i) { return i < points.size() && points[i].possible && points[i].wholeSequences && !points[i].feasible; };
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ScalingPoint& p = points[i];
        sizes.push_back(p.chips);
        throughput.push_back(p.runs() ? p.tokensPerSecond : kNothing);
        const bool beside = p.runs() && (isDoubtful(i + 1) || (i > 0 && isDoubtful(i - 1)));
        hypothetical.push_back(isDoubtful(i) || beside ? p.tokensPerSecond : kNothing);
    }
}

const ScalingPoint* ScalingPlot::Drawn::at(double chips) const
{
    const auto found = std::find_if(points.begin(), points.end(), [chips](const ScalingPoint& p) { return p.chips == chips; });
    return found == points.end() ? nullptr : &*found;
}

std::optional<double> ScalingPlot::Drawn::lastWhole() const
{
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i - 1].possible && points[i - 1].wholeSequences && points[i].possible && !points[i].wholeSequences)
            return points[i - 1].chips;
    return std::nullopt;
}

const ScalingPoint* ScalingPlot::Drawn::last() const
{
    const auto found = std::find_if(points.rbegin(), points.rend(), [](const ScalingPoint& p) { return p.runs(); });
    return found == points.rend() ? nullptr : &*found;
}

void ScalingPlot::Content::update(const Snapshot& snapshot, bool quick)
{
    possible = snapshot.estimate.possible();
    feasible = snapshot.estimate.feasible();
    why = whyImpossible(snapshot.estimate.diagnostics);
    chips = snapshot.estimate.chips;
    if (!possible || (scenario && quick == m_quick && snapshot.scenario == *scenario))
        return;
    scenario = snapshot.scenario;
    m_quick = quick;
    if (!m_clustersOf || *m_clustersOf != scenario->hardware.cluster) {
        m_clusters = scaledClusters(*scenario);
        m_clustersOf = scenario->hardware.cluster;
    }
    sizes.clear();
    for (const Cluster& cluster : m_clusters)
        sizes.push_back(chipCount(cluster));
    for (const Growth growth : {Growth::strong, Growth::weak}) {
        const std::size_t first = growth == Growth::strong ? strongSame : weakSame;
        curves[first].set(scaledSamePlan(*scenario, m_clusters, growth));
        const ScalingCurve& same = curves[first].points;
        if (!quick) {
            curves[first + 1].set(scaledBestPlan(*scenario, m_clusters, growth, same));
            continue;
        }
        std::vector<Cluster> some;
        ScalingCurve sameOfThem;
        for (std::size_t i = 0; i < m_clusters.size(); ++i)
            if (i % kQuickStride == 0 || sizes[i] == chips || i + 1 == m_clusters.size()) {
                some.push_back(m_clusters[i]);
                sameOfThem.push_back(same[i]);
            }
        curves[first + 1].set(scaledBestPlan(*scenario, some, growth, sameOfThem));
    }
    addGuides();
}

void ScalingPlot::Content::addGuides()
{
    levels.clear();
    linear.clear();
    double most = 0;  // per chip
    double atFull = 0;
    for (const Drawn& curve : curves)
        for (const ScalingPoint& p : curve.points) {
            if (p.runs())
                most = std::max(most, p.tokensPerSecond / p.chips);
            if (p.possible && p.mfu > 0)
                atFull = p.tokensPerSecond / p.chips / p.mfu;
        }
    for (const double utilisation : kUtilisations) {
        if (atFull <= 0)
            break;
        levels.push_back({utilisation, {}});
        for (const double size : sizes)
            levels.back().throughput.push_back(atFull * utilisation * size);
    }
    if (most > 0)
        for (const double size : sizes)
            linear.push_back(most * size);
}

bool ScalingPlot::Content::bestDiffers(Which best) const
{
    const Drawn& own = curves[static_cast<std::size_t>(best) - 1];
    return std::any_of(curves[best].points.begin(), curves[best].points.end(), [&](const ScalingPoint& p) {
        const ScalingPoint* same = own.at(p.chips);
        return p.runs() && (!same || !same->runs() || p.tokensPerSecond > same->tokensPerSecond * (1 + kSame));
    });
}

void ScalingPlot::take(const Snapshot& now)
{
    m_now.update(now, dragging());
    holdRange();
}

void ScalingPlot::takeBefore(const Snapshot* before)
{
    m_ghost = before != nullptr;
    if (before)
        m_before.update(*before, true);
}

CurveChart ScalingPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> ScalingPlot::chartBefore() const { return m_ghost ? std::optional(chartOf(m_before)) : std::nullopt; }

QString ScalingPlot::nameOf(const Content& content, Which which)
{
    switch (which) {
    case strongSame: return content.bestDiffers(strongBest) ? tr("this batch, this plan") : tr("this batch");
    case strongBest: return tr("this batch, best plans");
    case weakSame: return content.bestDiffers(weakBest) ? tr("growing batch, this plan") : tr("growing batch");
    default: break;
    }
    return tr("growing batch, best plans");
}

QString ScalingPlot::planText(const Plan& plan)
{
    QStringList words;
    for (const Axis axis : {Axis::fsdp, Axis::data, Axis::tensor, Axis::pipeline, Axis::context, Axis::expert})
        if (plan.degree(axis) > 1)
            words << tr("%1 %2", "degree and its size").arg(degreeName(axis), wholeText(static_cast<double>(plan.degree(axis))));
    if (words.isEmpty())
        words << tr("one chip");
    if (plan.microbatches > 1)
        words << tr("%1 micro-batches").arg(wholeText(static_cast<double>(plan.microbatches)));
    return words.join(tr(", "));
}

CurveChart ScalingPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!content.possible) {
        chart.problem = tr("No times: this plan cannot be built");
        chart.why = content.why;
        return chart;
    }
    if (!content.grows()) {
        chart.problem = tr("Nothing to scale");
        chart.why = tr("Without a network this hardware is one chip.");
        return chart;
    }
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const Drawn& curve : content.curves)
        for (const ScalingPoint& p : curve.points)
            if (p.tokensPerSecond > 0) {
                least = std::min(least, p.tokensPerSecond);
                most = std::max(most, p.tokensPerSecond);
            }
    const Decades range = Decades::around(least, most);
    chart.x = {1, std::max(kLargest, content.sizes.back()), ChartAxis::Ticks::si, 1, tr("chips")};
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::si, 1, tr("tokens/s")};

    for (const Which which : {strongSame, strongBest, weakSame, weakBest}) {
        const bool best = which == strongBest || which == weakBest;
        if (best && !content.bestDiffers(which))
            continue;
        const Drawn& curve = content.curves[which];
        const bool strong = which == strongSame || which == strongBest;
        chart.curves.push_back({curve.sizes, curve.throughput, nameOf(content, which), strong ? &Theme::ink : &Theme::muted,
                                best ? 1.8 : 2.6, 1, best ? Line::dashed : Line::solid, false, !best, curveHit + static_cast<int>(which)});
        if (curve.leaves) {
            const double x = *curve.leaves;
            const bool said = std::any_of(chart.marks.begin(), chart.marks.end(), [x](const ChartMark& m) { return m.x == x; });
            chart.marks.push_back({x, curve.at(x)->tokensPerSecond, said ? QString() : tr("linear up to"), wholeText(x), leavesHit + static_cast<int>(which)});
        }
    }
    if (const auto x = content.curves[strongSame].lastWhole())
        chart.marks.push_back({*x, content.curves[strongSame].at(*x)->tokensPerSecond, tr("a sequence per shard at"), wholeText(*x), wholeHit});
    for (const Which which : {strongSame, weakSame}) {  // what does not fit
        const Drawn& curve = content.curves[which];
        chart.curves.push_back({curve.sizes, curve.hypothetical, {}, which == strongSame ? &Theme::ink : &Theme::muted, 1.4, 0.45, Line::solid,
                                false, false, curveHit + static_cast<int>(which)});
    }
    if (!content.linear.empty())
        chart.curves.push_back({content.sizes, content.linear, tr("linear"), &Theme::muted, 1.2, 1, Line::dotted});
    for (std::size_t i = 0; i < content.levels.size(); ++i) {
        const Level& level = content.levels[i];
        chart.curves.push_back({content.sizes, level.throughput, tr("MFU %1").arg(percentText(level.utilisation)), &Theme::muted, 0.8, 0.55,
                                Line::solid, false, false, levelHit + static_cast<int>(i), {}, true});
    }
    const ScalingPoint* here = content.curves[strongSame].at(content.chips);
    chart.now = ChartNow{content.chips, here && here->possible ? std::optional(here->tokensPerSecond) : std::nullopt,
                         tr("now %1").arg(wholeText(content.chips)), content.feasible ? QString() : tr("does not fit"), nowHit};
    return chart;
}

FigureHit ScalingPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id >= levelHit && id < nowHit) {
        const Level& level = m_now.levels[static_cast<std::size_t>(id - levelHit)];
        hit.title = tr("Model FLOPs utilisation %1").arg(percentText(level.utilisation));
        hit.lines << tr("Throughput at which the chips reach this share of their peak.");
        hit.anchor = point;
        return hit;
    }
    if (id == wholeHit) {
        const ScalingPoint& p = *m_now.curves[strongSame].at(*m_now.curves[strongSame].lastWhole());
        hit.title = tr("A sequence per shard at %1 chips").arg(wholeText(p.chips));
        hit.lines << tr("On more, this plan has shards of the batch without a sequence: only context parallelism splits one.");
        if (const auto at = frame.point(p.chips, p.tokensPerSecond))
            hit.anchor = *at;
        return hit;
    }
    const bool leaves = id >= leavesHit && id < levelHit;
    const auto which = static_cast<Which>(id == nowHit ? int{strongSame} : leaves ? id - leavesHit : id);
    const Drawn& curve = m_now.curves[static_cast<std::size_t>(which)];
    const double chips = id == nowHit ? m_now.chips : leaves ? *curve.leaves : frame.valueAtX(point.x());
    const auto distance = [chips](const ScalingPoint& p) { return p.possible ? std::fabs(std::log(p.chips / chips)) : 1e9; };
    const auto nearest = std::min_element(curve.points.begin(), curve.points.end(),
                                          [&](const ScalingPoint& a, const ScalingPoint& b) { return distance(a) < distance(b); });
    const ScalingPoint& p = *nearest;
    hit.title = leaves ? tr("%1: linear up to %2 chips").arg(nameOf(m_now, which), wholeText(p.chips))
                       : tr("%1: %2 on %3 chips").arg(nameOf(m_now, which), throughputText(p.tokensPerSecond), wholeText(p.chips));
    if (leaves)
        hit.lines << tr("On more, throughput per chip is below nine tenths of the smallest cluster's.");
    hit.lines << tr("MFU %1, a step takes %2").arg(percentText(p.mfu), secondsText(p.step.value)) << planText(p.plan);
    if (!p.feasible)
        hit.lines << tr("does not fit in memory");
    else if (!p.wholeSequences)
        hit.lines << tr("less than one sequence for each shard of the batch");
    if (id == nowHit)
        hit.derivation = QStringLiteral("tokens_per_second");
    if (const auto at = frame.point(p.chips, p.tokensPerSecond))
        hit.anchor = *at;
    return hit;
}

}  // namespace scalescope
