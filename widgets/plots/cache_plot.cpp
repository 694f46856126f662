// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/cache_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/model_words.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::size_t kMostCurves = 4;  // of groups; the rest is in the table

/// The groups whose curves are shown: those that keep the most at the end.
std::vector<std::size_t> shownGroups(const CacheSeries& series)
{
    std::vector<std::size_t> order;
    if (series.groups.size() < 2)
        return order;
    for (std::size_t g = 0; g < series.groups.size(); ++g)
        order.push_back(g);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return series.byGroup[a].back() > series.byGroup[b].back(); });
    order.resize(std::min(order.size(), kMostCurves));
    return order;
}

}  // namespace

QString CachePlot::title() const { return tr("Cache against context"); }

QString CachePlot::caption() const
{
    if (!m_now.keepsAnything())
        return tr("This model keeps nothing of a sequence.");
    const QString bytes = bytesText(m_now.at(m_now.context).value);
    if (!m_now.capacity)
        return tr("One sequence of %1 keeps %2.").arg(contextText(m_now.context), bytes);
    if (m_now.fit() < 1)
        return tr("One sequence of %1 keeps %2, more than the HBM of one chip has.").arg(contextText(m_now.context), bytes);
    return tr("One sequence of %1 keeps %2; the HBM of one chip would hold %3 of them, and nothing else.")
        .arg(contextText(m_now.context), bytes, capacityText(m_now));
}

QString CachePlot::summary() const
{
    QStringList words;
    for (const MixerGroup& group : m_now.series.groups)
        words << groupName(group) + u": " + bytesText(cacheOfGroup(group, m_now.context, m_now.types).value);
    return words.isEmpty() ? caption() : caption() + u' ' + tr("Layers: %1.").arg(words.join(tr("; ")));
}

FigureTable CachePlot::table() const
{
    FigureTable table;
    table.columns = {tr("Context"), tr("Total")};
    for (const MixerGroup& group : m_now.series.groups)
        table.columns << groupName(group) + u" (" + fromCore(lettersOf(group)) + u')';
    for (std::size_t i = 0; i < m_now.series.context.size(); ++i) {
        const double context = m_now.series.context[i];
        QStringList row{wholeText(context), bytesText(m_now.series.total[i])};
        QStringList values{fromCore(shortest(context)), fromCore(shortest(m_now.series.total[i]))};
        for (const std::vector<double>& group : m_now.series.byGroup) {
            row << bytesText(group[i]);
            values << fromCore(shortest(group[i]));
        }
        table.rows << row;
        table.values << values;
    }
    return table;
}

CachePlot::Content CachePlot::Content::of(const Snapshot& snapshot)
{
    const Scenario& s = snapshot.scenario;
    Content content;
    content.architecture = s.model.architecture;
    content.types = cacheTypesOf(s.serving);
    content.context = s.workload.sequence;
    content.capacity = s.hardware.cluster.chip.hbm.capacity;
    content.series = cacheSeries(content.architecture, content.types, shortestContext(content.context), longestContext(content.context));
    return content;
}

Bytes CachePlot::Content::at(double tokens) const { return cacheOf(architecture, tokens, types).total(); }

bool CachePlot::Content::keepsAnything() const { return !series.groups.empty(); }

void CachePlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void CachePlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

CurveChart CachePlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> CachePlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

QString CachePlot::capacityText(const Content& content)
{
    const double fit = content.fit();
    return fit >= 10 ? fromCore(formatCount(std::floor(fit))) : fromCore(formatSi(fit, {}, 2));
}

CurveChart CachePlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    constexpr std::array<Line, kMostCurves> lines = {Line::dashed, Line::dashDotted, Line::dotted, Line::dashed};
    CurveChart chart;
    if (!content.keepsAnything()) {
        chart.problem = tr("No cache and no state");
        chart.why = tr("No layer of this model keeps anything of the tokens before.");
        return chart;
    }
    const CacheSeries& series = content.series;
    chart.x = {series.context.front(), series.context.back(), ChartAxis::Ticks::powersOfTwo, 1, tr("context, tokens")};
    double least = series.total.front();
    double most = series.total.back();
    if (content.capacity) {
        least = std::min(least, content.capacity->value);
        most = std::max(most, content.capacity->value);
    }
    const std::vector<std::size_t> shown = shownGroups(series);
    for (const std::size_t g : shown)
        least = std::min(least, series.byGroup[g].front());
    const Decades range = Decades::around(least, most * 1.5);
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::si, 1, tr("bytes of one sequence")};
    if (content.capacity)
        chart.roofs.push_back({content.capacity->value, tr("HBM %1: %2 sequences").arg(bytesText(content.capacity->value), capacityText(content)), roofHit});
    chart.curves.push_back({series.context, series.total,
                            shown.empty() ? groupName(series.groups.front()) : tr("all layers"), &Theme::state, 2.6, 1, Line::solid,
                            false, true, totalHit});
    std::size_t line = 0;
    for (const std::size_t g : shown)
        chart.curves.push_back({series.context, series.byGroup[g], groupName(series.groups[g]), &Theme::state, 1.6, 0.75, lines[line++],
                                false, false, static_cast<int>(g)});
    if (content.capacity) {
        const Threshold full = solve([&](double context) { return (content.at(context) - *content.capacity).value; }, 1, series.context.back());
        if (full.kind == Threshold::Kind::at && full.value > series.context.front())
            chart.marks.push_back({full.value, content.capacity->value, tr("one sequence fills the chip at"), wholeText(full.value), roofHit});
    }
    chart.now = ChartNow{content.context, content.at(content.context).value, tr("now %1").arg(bytesText(content.at(content.context).value)), {}, nowHit};
    return chart;
}

FigureHit CachePlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == roofHit) {
        hit.title = tr("HBM %1").arg(fromCore(formatBytesBoth(m_now.capacity->value)));
        hit.lines << tr("holds %1 sequences of %2 without weights").arg(capacityText(m_now), contextText(m_now.context));
        hit.anchor = QPointF(point.x(), frame.toY(m_now.capacity->value));
        return hit;
    }
    const double context = id == nowHit ? m_now.context : std::clamp(frame.valueAtX(point.x()), frame.x().lower, frame.x().upper);
    const bool whole = id >= totalHit;
    const ModelCache all = cacheOf(m_now.architecture, context, m_now.types);
    const double bytes = whole ? all.total().value
                               : cacheOfGroup(m_now.series.groups[static_cast<std::size_t>(id)], context, m_now.types).value;
    hit.title = tr("%1: %2").arg(contextText(std::round(context)), bytesText(bytes));
    if (!whole || m_now.series.groups.size() == 1) {
        const MixerGroup& group = m_now.series.groups[whole ? 0 : static_cast<std::size_t>(id)];
        hit.lines << groupName(group);
        if (context == m_now.context)
            hit.derivation = QStringLiteral("model.cache.") + QChar::fromLatin1(letterOf(group.kinds.front()));
    } else {
        for (const MixerGroup& group : m_now.series.groups)
            hit.lines << groupName(group) + u": " + bytesText(cacheOfGroup(group, context, m_now.types).value);
    }
    if (whole && all.state.value > 0)
        hit.lines << tr("of it state %1").arg(bytesText(all.state.value));
    hit.lines << tr("in %1").arg(fromCore(nameOf(m_now.types.keysAndValues)));
    if (const auto p = frame.point(context, bytes))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
