// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/context_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/model_words.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::size_t kMostGroups = 3;

QString flopsText(double flops) { return siText(flops, "FLOP"); }

/// "at 65,536", "at every context", "at none".
QString crossingText(const Threshold& threshold)
{
    switch (threshold.kind) {
    case Threshold::Kind::always: return ContextPlot::tr("at every context");
    case Threshold::Kind::never: return ContextPlot::tr("never");
    case Threshold::Kind::at: break;
    }
    return ContextPlot::tr("above %1").arg(contextText(std::round(threshold.value)));
}

}  // namespace

QString ContextPlot::title() const { return tr("Attention against matmuls"); }

QString ContextPlot::caption() const
{
    if (!m_now.attends())
        return tr("No layer of this model meets the keys of a context.");
    switch (m_now.crossings.matmuls.kind) {
    case Threshold::Kind::always: return tr("Attention costs more than all matmuls of the layers at every context.");
    case Threshold::Kind::never: return tr("Attention never costs more than the matmuls of the layers.");
    case Threshold::Kind::at: break;
    }
    return tr("Attention costs more than all matmuls of the layers above %1; the rule 8 D says %2.")
        .arg(contextText(std::round(m_now.crossings.matmuls.value)),
             wholeText(attentionCrossover(static_cast<double>(m_now.architecture.width))));
}

QString ContextPlot::summary() const
{
    if (!m_now.attends())
        return caption();
    const ContextFlops now = contextFlops(m_now.architecture, m_now.context, m_now.mask);
    return caption() + u' ' + tr("It costs more than its projections %1.").arg(crossingText(m_now.crossings.projections)) + u' ' +
        tr("At %1 a token takes %2 in attention and %3 in matmuls.")
            .arg(contextText(m_now.context), flopsText(now.attention.value), flopsText(now.matmuls().value));
}

FigureTable ContextPlot::table() const
{
    FigureTable table;
    const ContextSeries& s = m_now.series;
    table.columns = {tr("Context"), tr("Attention"), tr("Projections"), tr("MLP")};
    if (!s.state.empty())
        table.columns << tr("State updates");
    for (const MixerGroup& group : s.groups)
        if (s.groups.size() > 1)
            table.columns << groupName(group) + u" (" + fromCore(lettersOf(group)) + u')';
    for (std::size_t i = 0; i < s.context.size(); ++i) {
        QStringList row{wholeText(s.context[i])};
        QStringList values{fromCore(shortest(s.context[i]))};
        const auto add = [&](double flops) {
            row << flopsText(flops);
            values << fromCore(shortest(flops));
        };
        add(s.attention[i]);
        add(s.projections[i]);
        add(s.mlp[i]);
        if (!s.state.empty())
            add(s.state[i]);
        if (s.groups.size() > 1)
            for (const std::vector<double>& group : s.byGroup)
                add(group[i]);
        table.rows << row;
        table.values << values;
    }
    return table;
}

ContextPlot::Content ContextPlot::Content::of(const Snapshot& snapshot)
{
    const Scenario& s = snapshot.scenario;
    Content content;
    content.architecture = s.model.architecture;
    content.mask = s.assumptions.mask;
    content.context = s.workload.sequence;
    content.series = contextSeries(content.architecture, content.mask, shortestContext(content.context), longestContext(content.context));
    if (content.series.state.empty())  // whose updates the derivation counts too
        content.derivation = attentionDerivation(s.assumptions);
    content.crossings = contextCrossings(content.architecture, content.mask);
    return content;
}

bool ContextPlot::Content::attends() const { return attendsAnywhere(architecture) && !series.attention.empty() && series.attention.back() > 0; }

void ContextPlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void ContextPlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

CurveChart ContextPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> ContextPlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

CurveChart ContextPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    constexpr std::array<Line, kMostGroups> lines = {Line::dashed, Line::dashDotted, Line::dotted};
    CurveChart chart;
    if (!content.attends()) {
        chart.problem = tr("No attention");
        chart.why = tr("No layer of this model meets the keys of a context, so nothing grows with it.");
        return chart;
    }
    const ContextSeries& s = content.series;
    chart.x = {s.context.front(), s.context.back(), ChartAxis::Ticks::powersOfTwo, 1, tr("context, tokens")};
    const double flat = std::max(1.0, s.matmuls.front());
    const double most = std::max(s.attention.back(), flat);
    // Attention of short contexts costs next to nothing; it may enter from below.
    const Decades range = Decades::around(std::max(std::min(s.attention.front(), flat), most / 1e6), most * 1.2);
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::si, 1, tr("FLOPs per token, forward")};

    chart.curves.push_back({s.context, s.attention, tr("attention"), &Theme::state, 2.6, 1, Line::solid, false, true, attentionHit});
    chart.curves.push_back({s.context, s.matmuls, tr("all matmuls"), &Theme::ink, 2.2, 1, Line::solid, false, true, matmulsHit});
    chart.curves.push_back({s.context, s.mlp, tr("MLP"), &Theme::ink, 1.5, 0.7, Line::dashed, false, false, mlpHit});
    chart.curves.push_back({s.context, s.projections, tr("projections"), &Theme::ink, 1.5, 0.7, Line::dashDotted, false, false, projectionsHit});
    if (!s.state.empty())
        chart.curves.push_back({s.context, s.state, tr("state updates"), &Theme::state, 1.5, 0.75, Line::dotted, false, false, stateHit});
    if (s.groups.size() > 1) {
        std::size_t line = 0;
        for (std::size_t g = 0; g < s.groups.size() && line < kMostGroups; ++g)
            if (s.byGroup[g].back() > 0 && s.byGroup[g] != s.attention)
                chart.curves.push_back({s.context, s.byGroup[g], groupName(s.groups[g]), &Theme::state, 1.5, 0.75, lines[line++], false, false,
                                        static_cast<int>(g)});
    }
    const double width = static_cast<double>(content.architecture.width);
    const auto mark = [&](const Threshold& at, const std::vector<double>& against, const QString& what, int hit) {
        if (at.kind == Threshold::Kind::at && at.value >= s.context.front() && at.value <= s.context.back())
            chart.marks.push_back({at.value, against.front(), what, wholeText(std::round(at.value)), hit});
    };
    const double rule = attentionCrossover(width);
    const bool holds = std::fabs(content.crossings.matmuls.value - rule) < 0.5;
    mark(content.crossings.matmuls, s.matmuls, holds ? tr("attention = all matmuls at 8 D =") : tr("attention = all matmuls"), matmulsCrossing);
    mark(content.crossings.projections, s.projections, tr("attention = projections"), projectionsCrossing);
    if (!holds && rule <= s.context.back())
        chart.marks.push_back({rule, std::nullopt, tr("rule 8 D ="), wholeText(rule), ruleHit});
    const double now = contextFlops(content.architecture, content.context, content.mask).attention.value;
    chart.now = ChartNow{content.context, now, tr("now %1").arg(wholeText(content.context)), {}, nowHit};
    return chart;
}

FigureHit ContextPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    const auto width = static_cast<double>(m_now.architecture.width);
    const auto standAt = [&](double context, double flops) {
        if (const auto p = frame.point(context, flops))
            hit.anchor = *p;
    };
    if (id == ruleHit) {
        hit.title = tr("8 D = %1").arg(contextText(attentionCrossover(width)));
        hit.lines << tr("where attention equals all matmuls of a layer whose MLP is gated and 4 D wide,")
                  << tr("with as many key heads as heads and without a mask: T / (8 D)");
        hit.anchor = QPointF(frame.toX(attentionCrossover(width)), point.y());
        return hit;
    }
    if (id == matmulsCrossing || id == projectionsCrossing) {
        const bool all = id == matmulsCrossing;
        const double at = (all ? m_now.crossings.matmuls : m_now.crossings.projections).value;
        const ContextFlops flops = contextFlops(m_now.architecture, at, m_now.mask);
        hit.title = all ? tr("Attention costs more than all matmuls above %1").arg(contextText(std::round(at)))
                        : tr("Attention costs more than its projections above %1").arg(contextText(std::round(at)));
        hit.lines << (all ? tr("the rule 8 D says %1").arg(wholeText(attentionCrossover(width)))
                          : tr("the rule 2 D says %1").arg(wholeText(projectionCrossover(width))));
        hit.lines << tr("%1 mask").arg(translated(kAttentionMaskNames[static_cast<std::size_t>(m_now.mask)]));
        standAt(at, (all ? flops.matmuls() : flops.projections).value);
        return hit;
    }
    const double context = id == nowHit ? m_now.context : std::clamp(frame.valueAtX(point.x()), frame.x().lower, frame.x().upper);
    const ContextFlops flops = contextFlops(m_now.architecture, context, m_now.mask);
    const double all = (flops.attention + flops.state + flops.matmuls()).value;
    QString name = tr("attention");
    double value = flops.attention.value;
    switch (id) {
    case matmulsHit:
        name = tr("all matmuls");
        value = flops.matmuls().value;
        break;
    case projectionsHit:
        name = tr("projections");
        value = flops.projections.value;
        break;
    case mlpHit:
        name = tr("MLP");
        value = flops.mlp.value;
        break;
    case stateHit:
        name = tr("state updates");
        value = flops.state.value;
        break;
    default: break;
    }
    if (id < attentionHit) {
        const auto group = static_cast<std::size_t>(id);
        name = groupName(m_now.series.groups[group]);
        value = attentionOfGroup(m_now.architecture, m_now.series.groups[group], context, m_now.mask).value;
    }
    hit.title = name + u": " + flopsText(value);
    hit.lines << tr("per token at %1").arg(contextText(std::round(context)))
              << tr("%1 of the FLOPs of all layers").arg(percentText(value / all));
    if (id == nowHit)
        hit.derivation = m_now.derivation;
    standAt(context, value);
    return hit;
}

}  // namespace scalescope
