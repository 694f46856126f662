// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/headline_text.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/headline.h"
#include "widgets/headline_words.h"
#include "widgets/plots/figure_words.h"

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

QString passTitle(Pass pass)
{
    switch (pass) {
    case Pass::forward: return HeadlineStrip::tr("Forward pass");
    case Pass::backward: return HeadlineStrip::tr("Backward pass");
    case Pass::step: break;
    }
    return HeadlineStrip::tr("Step time");
}

QString conventionText(MfuConvention convention)
{
    switch (convention) {
    case MfuConvention::parameters: return HeadlineStrip::tr("all parameters");
    case MfuConvention::parametersNoEmbedding: return HeadlineStrip::tr("without embeddings");
    case MfuConvention::attentionFull: return HeadlineStrip::tr("with full attention");
    case MfuConvention::attentionCausal: return HeadlineStrip::tr("with causal attention");
    }
    return {};
}

QString conventionTip(MfuConvention convention)
{
    switch (convention) {
    case MfuConvention::parameters: return HeadlineStrip::tr("Counts 6 FLOPs for every parameter and token.");
    case MfuConvention::parametersNoEmbedding:
        return HeadlineStrip::tr("Counts 6 FLOPs for every token and every parameter that a matmul uses.");
    case MfuConvention::attentionFull: return HeadlineStrip::tr("Counts the matmuls, and attention under a full mask.");
    case MfuConvention::attentionCausal:
        return HeadlineStrip::tr("Counts the matmuls, and attention under a causal mask.");
    }
    return {};
}

class Writer {
public:
    explicit Writer(const Snapshot& snapshot) : m_scenario(snapshot.scenario), m_estimate(snapshot.estimate) {}

    Headlines write() const
    {
        Headlines all = {step(), bound(), mfu(), memory(), throughput(), days(), cost()};
        if (m_estimate.possible() && !m_estimate.feasible())
            makeHypothetical(all, HeadlineStrip::tr("Hypothetical: the plan does not fit in memory."));
        return all;
    }

private:
    /// Whether a number stands on a step time, or else why it is a dash.
    bool hasTime(Headline& h) const
    {
        if (!m_estimate.possible())
            makeUnknown(h, whyImpossible(m_estimate.diagnostics));
        return m_estimate.possible();
    }

    bool hasRun(Headline& h) const
    {
        if (!hasTime(h))
            return false;
        if (!m_estimate.run)
            makeUnknown(h, HeadlineStrip::tr("Only a whole step makes a run: time the step to see it."));
        return m_estimate.run.has_value();
    }

    Headline step() const
    {
        Headline h = headline(u"step.expected"_s, passTitle(m_scenario.workload.pass));
        if (!hasTime(h))
            return h;
        const StepTimes& times = m_estimate.step();
        showTimes(h, times.lower, times.expected, times.upper);
        h.note = fromCore(formatSi(m_scenario.workload.batch)) + u' ' + translated("tokens");
        h.tip = HeadlineStrip::tr("Expected time; in brackets with everything overlapped and with nothing overlapped.");
        return h;
    }

    Headline bound() const
    {
        Headline h = headline(u"bound"_s, HeadlineStrip::tr("Bound by"));
        if (!hasTime(h))
            return h;
        const StepTimes& times = m_estimate.step();
        showBound(h, m_estimate.summary.bound);
        const bool onChip = isOnChip(m_estimate.summary.bound);
        const double other = (onChip ? times.network : times.compute) / times.lower;
        const QString share = threeDigits(100 * other);
        h.note = onChip ? HeadlineStrip::tr("network takes %1 %").arg(share)
                        : HeadlineStrip::tr("compute takes %1 %").arg(share);
        h.tip = HeadlineStrip::tr("The largest term of the lower time.") + u' ' +
            (onChip ? HeadlineStrip::tr("The networks together take %1 % of it.").arg(share)
                    : HeadlineStrip::tr("Compute takes %1 % of it.").arg(share));
        return h;
    }

    Headline mfu() const
    {
        Headline h = headline(u"mfu"_s, HeadlineStrip::tr("Model FLOPs utilisation"));
        if (!hasTime(h))
            return h;
        h.number = threeDigits(100 * m_estimate.mfu);
        h.unit = u"%"_s;
        h.note = conventionText(m_scenario.assumptions.mfu);
        h.tip = conventionTip(m_scenario.assumptions.mfu) + u' ' +
            HeadlineStrip::tr("Of the FLOPs as executed: %1 %.").arg(threeDigits(100 * m_estimate.hfu));
        return h;
    }

    Headline memory() const { return memoryHeadline(u"memory.total"_s, m_estimate.memory, m_estimate.diagnostics); }

    Headline throughput() const
    {
        Headline h = headline(u"tokens_per_second"_s, HeadlineStrip::tr("Throughput"));
        if (!hasRun(h))
            return h;
        const double rate = m_estimate.run->tokensPerSecond;
        h.number = fromCore(formatSi(rate));
        h.unit = HeadlineStrip::tr("tokens/s");
        h.note = HeadlineStrip::tr("%1 per chip").arg(fromCore(formatSi(rate / m_estimate.chips)));
        h.tip = HeadlineStrip::tr("Tokens of a step over its expected time.");
        return h;
    }

    Headline days() const
    {
        const QString tokens = fromCore(formatSi(m_scenario.workload.runTokens)) + u' ' + translated("tokens");
        Headline h = headline(u"run.days"_s, tokens);
        if (!hasRun(h))
            return h;
        const NumberAndUnit duration = splitUnit(formatSeconds(m_estimate.run->duration.value));
        h.number = duration.number;
        h.unit = timeUnit(duration.unit);
        h.note = HeadlineStrip::tr("%1 chip-hours").arg(fromCore(formatSi(m_estimate.run->chipHours)));
        h.tip = HeadlineStrip::tr("The whole run at the expected step time.");
        return h;
    }

    Headline cost() const
    {
        Headline h = headline(u"run.cost"_s, HeadlineStrip::tr("Cost of the run"));
        if (!hasRun(h))
            return h;
        if (!m_estimate.feasible())
            return makeUnknown(h, HeadlineStrip::tr("What does not fit has no price."));
        if (!m_estimate.run->cost)
            return makeUnknown(
                h, HeadlineStrip::tr("The chip's price is unknown. Enter dollars per chip and hour to see the cost."));
        h.number = HeadlineStrip::tr("$%1").arg(fromCore(formatSi(m_estimate.run->cost->value)));
        if (const auto& price = m_scenario.hardware.cluster.chip.dollarsPerHour)
            h.note = HeadlineStrip::tr("$%1 per chip-hour").arg(*price, 0, 'f', 2);
        h.tip = HeadlineStrip::tr("Chip-hours times the price.");
        return h;
    }

    const Scenario& m_scenario;
    const Estimate& m_estimate;
};

}  // namespace

Headlines headlinesOf(const Snapshot& snapshot, HeadlineSubject subject)
{
    return subject == HeadlineSubject::serving ? servingHeadlines(snapshot) : Writer(snapshot).write();
}

QString impossibleText(const Snapshot& snapshot, HeadlineSubject subject)
{
    return whyImpossible(subject == HeadlineSubject::serving ? snapshot.serving().diagnostics : snapshot.estimate.diagnostics);
}

Headlines widestHeadlines(HeadlineSubject subject)
{
    if (subject == HeadlineSubject::serving)
        return widestServingHeadlines();
    const QString hypothetical = HeadlineStrip::tr("hypothetical");
    return {
        widestHeadline(passTitle(Pass::backward), u"88.8"_s, timesUnit(u"ms"_s, u"88.8"_s, u"88.8"_s), hypothetical),
        widestHeadline({}, HeadlineStrip::tr("compute"), {}, HeadlineStrip::tr("compute takes %1 %").arg(u"88.8"_s)),
        widestHeadline(HeadlineStrip::tr("Model FLOPs utilisation"), u"88.8"_s, u"%"_s,
                       conventionText(MfuConvention::attentionCausal)),
        widestHeadline({}, u"88.8"_s, HeadlineStrip::tr("of %1").arg(u"88.8 GB"_s),
                       HeadlineStrip::tr("does not fit by %1").arg(u"88.8 GB"_s)),
        widestHeadline({}, u"88.8 M"_s, HeadlineStrip::tr("tokens/s"), HeadlineStrip::tr("%1 per chip").arg(u"88.8 k"_s)),
        widestHeadline(u"88.8 T "_s + translated("tokens"), u"88.8"_s, HeadlineStrip::tr("years"),
                       HeadlineStrip::tr("%1 chip-hours").arg(u"88.8 M"_s)),
        widestHeadline(HeadlineStrip::tr("Cost of the run"), HeadlineStrip::tr("$%1").arg(u"88.8 M"_s), {},
                       HeadlineStrip::tr("$%1 per chip-hour").arg(u"88.8"_s)),
    };
}

}  // namespace scalescope
