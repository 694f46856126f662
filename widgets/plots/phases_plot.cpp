// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/phases_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/memory_plot.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <numeric>

namespace scalescope {

namespace {

QString countText(double count) { return fromCore(formatCount(count)); }

}  // namespace

QString PhasesPlot::title() const { return tr("Prefill and decode"); }

QString PhasesPlot::caption() const
{
    if (!m_possible)
        return tr("This cannot be built, so it has no times.");
    const QString bounds = tr("prefill is bound by %1, decode by %2").arg(boundName(m_phases[0].bound), boundName(m_phases[1].bound));
    return m_feasible ? tr("%1: %2. Terms of a pass overlap.").arg(m_setting, bounds) : tr("%1: does not fit, so times are hypothetical; %2.").arg(m_setting, bounds);
}

QString PhasesPlot::summary() const
{
    QString words = caption();
    if (!m_possible)
        return words + u' ' + m_why;
    for (const Phase& p : m_phases)
        words += u' ' + tr("%1 takes %2 and %3 per chip, and makes %4 per chip.")
                            .arg(p.name, secondsText(p.expected.value), bytesText(p.memory.total().value), siText(p.perChip, "tokens/s"));
    if (!m_feasible)
        words += u' ' + m_why;
    return words;
}

FigureTable PhasesPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Of"), tr("What"), tr("Value")};
    const auto add = [&](const QString& of, const QString& what, const QString& text, const QString& value) {
        table.rows << QStringList{of, what, text};
        table.values << QStringList{of, what, value};
    };
    const auto number = [&](const QString& of, const QString& what, const QString& text, double value) { add(of, what, text, fromCore(shortest(value))); };
    for (const Phase& p : m_phases) {
        if (m_possible) {
            for (int t = 0; t < kTermCount; ++t) {
                const Seconds time = p.terms[static_cast<std::size_t>(t)];
                number(p.name, termName(static_cast<Term>(t)), secondsText(time.value), time.value);
            }
            number(p.name, tr("lower time"), secondsText(p.lower.value), p.lower.value);
            number(p.name, tr("expected time"), secondsText(p.expected.value), p.expected.value);
            number(p.name, tr("upper time"), secondsText(p.upper.value), p.upper.value);
            add(p.name, tr("bound by"), boundName(p.bound), boundName(p.bound));
            number(p.name, tr("tokens/s per chip"), fromCore(formatSi(p.perChip)), p.perChip);
        }
        number(p.name, tr("chips of a replica"), countText(p.chips), p.chips);
        number(p.name, tr("replicas of a slice"), countText(p.replicas), p.replicas);
        number(p.name, tr("slices"), countText(p.servers), p.servers);
        for (const MemoryKind kind : kPartOrder)
            if (const MemoryPart& part = p.memory.of(kind); part.counted)
                number(p.name, tr("memory: %1").arg(MemoryPlot::partName(kind)), bytesText(part.bytes.value), part.bytes.value);
        number(p.name, tr("memory"), bytesText(p.memory.total().value), p.memory.total().value);
        if (p.memory.capacity)
            number(p.name, tr("capacity"), bytesText(p.memory.capacity->value), p.memory.capacity->value);
    }
    for (const ServedUnder& set : m_sets) {
        const QString name = translated(set.name);
        number(name, tr("lower time"), secondsText(set.lower.value), set.lower.value);
        number(name, tr("expected time"), secondsText(set.expected.value), set.expected.value);
        number(name, tr("network"), secondsText(set.network.value), set.network.value);
        number(name, tr("tokens/s of a replica"), fromCore(formatSi(set.tokensPerSecond)), set.tokensPerSecond);
    }
    return table;
}

Seconds PhasesPlot::Phase::sum() const { return std::accumulate(terms.begin(), terms.end(), Seconds()); }

QString PhasesPlot::layoutOf(const Phase& p)
{
    return tr("chips × replicas × slices: %1 × %2 × %3").arg(countText(p.chips), countText(p.replicas), countText(p.servers));
}

QString PhasesPlot::capacityOf(const Phase& p)
{
    if (!p.memory.capacity)
        return tr("the capacity is unknown");
    const QString capacity = fromCore(formatBytesBoth(p.memory.capacity->value));
    return p.memory.fits() ? tr("of %1 HBM").arg(capacity)
                           : tr("does not fit in %1: %2 × too large").arg(capacity, fromCore(formatSi(p.memory.total() / *p.memory.capacity, {}, 2)));
}

QString PhasesPlot::termName(Term term)
{
    switch (term) {
    case weights: return tr("weights");
    case cache: return tr("KV cache");
    case flops: return tr("FLOPs");
    case network: return tr("network");
    case host: return tr("from the host");
    case draft: break;
    }
    return tr("draft");
}

QString PhasesPlot::boundName(BoundBy bound)
{
    switch (bound) {
    case BoundBy::compute: return termName(flops);
    case BoundBy::memory: return termName(weights);
    case BoundBy::cache: return termName(cache);
    case BoundBy::host: return termName(host);
    case BoundBy::tensor: return tr("%1 traffic").arg(degreeName(Axis::tensor));
    case BoundBy::expert: return tr("%1 traffic").arg(degreeName(Axis::expert));
    case BoundBy::context: return tr("%1 traffic").arg(degreeName(Axis::context));
    case BoundBy::fsdp: return tr("%1 traffic").arg(degreeName(Axis::fsdp));
    case BoundBy::data: return tr("%1 traffic").arg(degreeName(Axis::data));
    case BoundBy::pipeline: break;
    }
    return tr("%1 traffic").arg(degreeName(Axis::pipeline));
}

/// By family; weights and FLOPs are told apart by the hatch of the latter.
QColor PhasesPlot::termColor(const PlotStyle& style, const Phase& phase, Term term) const
{
    switch (term) {
    case weights:
    case flops: return style.theme.ink;
    case cache: return style.theme.of(BoundBy::cache);
    case network: return style.theme.of(phase.traffic);
    case host: return style.theme.of(BoundBy::host);
    case draft: break;
    }
    return MemoryPlot::partColor(style, MemoryKind::draft);
}

PhasesPlot::Phase PhasesPlot::phaseOf(const QString& name, const ForwardTimes& pass, const PhaseEstimate& estimate)
{
    Phase p;
    p.name = name;
    p.terms[weights] = pass.weights;
    p.terms[cache] = pass.cache;
    p.terms[flops] = pass.flops;
    p.terms[network] = pass.network;
    p.lower = pass.lower;
    p.expected = pass.expected;
    p.upper = pass.upper;
    p.bound = pass.bound;
    const auto longest = std::max_element(pass.axes.begin(), pass.axes.end());
    p.traffic = boundBy(static_cast<Axis>(longest - pass.axes.begin()));
    p.chips = estimate.chips;
    p.replicas = estimate.replicas;
    p.servers = estimate.servers;
    p.memory = estimate.memory;
    return p;
}

void PhasesPlot::take(const Snapshot& now)
{
    const ServingEstimate& e = now.serving();
    const Serving& s = now.scenario.serving;
    m_possible = e.possible;
    m_feasible = e.feasible;
    m_why = e.possible ? whyNotFitting(e.diagnostics) : whyImpossible(e.diagnostics);
    m_setting = tr("Prompts of %1, %2 of context, %3").arg(wholeTokens(s.prompt), wholeTokens(s.keptContext()), sequencesText(s.sequences));
    m_phases = {phaseOf(tr("Prefill"), e.prefill.pass, e.prefillPhase), phaseOf(tr("Decode"), e.decode.step, e.decodePhase)};
    m_sets = e.possible ? servedUnder(now.scenario) : std::vector<ServedUnder>();
    Phase& prefill = m_phases[0];
    prefill.terms[host] = e.prefill.hostLoad;
    prefill.perChip = e.prefill.tokensPerSecond / e.prefillPhase.chips;
    Phase& decode = m_phases[1];
    decode.terms[draft] = e.decode.loop - e.decode.step.expected;
    decode.lower = e.decode.loopLower;
    decode.expected = e.decode.loop;
    decode.upper = e.decode.loopUpper;
    decode.perChip = e.decode.perChip;
}

void PhasesPlot::takeBefore(const Snapshot* before)
{
    m_before.reset();
    if (before)
        m_before = {before->serving().prefillPhase.memory.total().value, before->serving().decodePhase.memory.total().value};
}

}  // namespace scalescope
