// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/headline_text.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/headline.h"

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr QChar kDash(0x2013);

/// A formatted quantity in two: "5.62" and "s", "12" and "".
struct Parts {
    QString number;
    QString unit;
};

Parts split(std::string_view text)
{
    const std::size_t space = text.find(kNarrowSpace);
    if (space == std::string_view::npos)
        return {fromCore(text), {}};
    return {fromCore(text.substr(0, space)), fromCore(text.substr(space + kNarrowSpace.size()))};
}

QString threeDigits(double value) { return fromCore(formatCount(QString::number(value, 'g', 3).toDouble())); }

/// The size of a unit that one of core's formats wrote.
double sizeOf(const QString& unit, std::string_view of)
{
    return parseNumber("1 " + unit.toStdString(), of).value_or(1.0);
}

QString timeUnit(const QString& unit)
{
    if (unit == u"h"_s)
        return HeadlineStrip::tr("hours");
    if (unit == u"d"_s)
        return HeadlineStrip::tr("days");
    if (unit == u"years"_s)
        return HeadlineStrip::tr("years");
    return unit;
}

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
        if (!m_estimate.possible() || m_estimate.feasible())
            return all;
        for (Headline& headline : all) {
            if (headline.state != Headline::State::plain)
                continue;
            headline.state = Headline::State::hypothetical;
            headline.note = HeadlineStrip::tr("hypothetical");
            headline.tip = HeadlineStrip::tr("Hypothetical: the plan does not fit in memory.") + u' ' + headline.tip;
        }
        return all;
    }

private:
    static Headline headline(const QString& derivation, const QString& title)
    {
        return {derivation, title, {}, {}, {}, {}, Headline::State::plain};
    }

    static Headline& unknown(Headline& headline, const QString& tip)
    {
        headline.number = kDash;
        headline.unit.clear();
        headline.note.clear();
        headline.tip = tip;
        headline.state = Headline::State::unknown;
        return headline;
    }

    /// Whether a number stands on a step time, or else why it is a dash.
    bool hasTime(Headline& headline) const
    {
        if (!m_estimate.possible())
            unknown(headline, impossibleText(m_estimate));
        return m_estimate.possible();
    }

    bool hasRun(Headline& headline) const
    {
        if (!hasTime(headline))
            return false;
        if (!m_estimate.run)
            unknown(headline, HeadlineStrip::tr("Only a whole step makes a run: time the step to see it."));
        return m_estimate.run.has_value();
    }

    Headline step() const
    {
        Headline h = headline(u"step.expected"_s, passTitle(m_scenario.workload.pass));
        if (!hasTime(h))
            return h;
        const StepTimes& times = m_estimate.step();
        const Parts expected = split(formatSeconds(times.expected.value));
        const double size = sizeOf(expected.unit, "s");
        h.number = expected.number;
        h.unit = HeadlineStrip::tr("%1 (%2 – %3)", "unit of time, lower and upper time")
                     .arg(timeUnit(expected.unit), threeDigits(times.lower.value / size),
                          threeDigits(times.upper.value / size));
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
        const bool onChip = m_estimate.summary.bound == BoundBy::compute || m_estimate.summary.bound == BoundBy::memory;
        const double other = (onChip ? times.network : times.compute) / times.lower;
        const QString share = threeDigits(100 * other);
        switch (m_estimate.summary.bound) {
        case BoundBy::compute: h.number = HeadlineStrip::tr("compute"); break;
        case BoundBy::memory: h.number = HeadlineStrip::tr("HBM"); break;
        case BoundBy::tensor: h.number = HeadlineStrip::tr("tensor"); break;
        case BoundBy::fsdp: h.number = HeadlineStrip::tr("FSDP"); break;
        case BoundBy::data: h.number = HeadlineStrip::tr("data"); break;
        case BoundBy::expert: h.number = HeadlineStrip::tr("expert"); break;
        case BoundBy::context: h.number = HeadlineStrip::tr("context"); break;
        case BoundBy::pipeline: h.number = HeadlineStrip::tr("pipeline"); break;
        case BoundBy::host: h.number = HeadlineStrip::tr("host"); break;
        }
        h.unit = onChip ? QString() : HeadlineStrip::tr("traffic");
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

    Headline memory() const
    {
        Headline h = headline(u"memory.total"_s, HeadlineStrip::tr("Memory per chip"));
        const double total = m_estimate.memory.total().value;
        if (!m_estimate.memory.capacity) {
            const Parts parts = split(formatBytes(total));
            h.number = parts.number;
            h.unit = parts.unit;
            h.note = HeadlineStrip::tr("capacity unknown");
            h.tip = HeadlineStrip::tr("The chip's HBM capacity is unknown. Enter it to see whether the plan fits.");
            return h;
        }
        const double capacity = m_estimate.memory.capacity->value;
        const Parts whole = split(formatBytes(capacity));
        const Parts binary = split(formatIec(capacity, "B"));
        h.number = threeDigits(total / sizeOf(whole.unit, "B"));
        h.unit = HeadlineStrip::tr("of %1").arg(fromCore(formatBytes(capacity)));
        h.note = HeadlineStrip::tr("%1 of %2", "memory used, capacity")
                     .arg(threeDigits(total / sizeOf(binary.unit, "B")), fromCore(formatIec(capacity, "B")));
        h.tip = HeadlineStrip::tr("%1 of %2", "memory used, capacity")
                    .arg(fromCore(formatBytesBoth(total)), fromCore(formatBytesBoth(capacity)));
        if (!m_estimate.memory.fits()) {
            h.state = Headline::State::trouble;
            h.note = HeadlineStrip::tr("does not fit by %1").arg(fromCore(formatBytes(total - capacity)));
            for (const Diagnostic& diagnostic : m_estimate.diagnostics)
                if (diagnostic.severity == Severity::infeasible)
                    h.tip = textOf(diagnostic);
        }
        return h;
    }

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
        const Parts duration = split(formatSeconds(m_estimate.run->duration.value));
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
            return unknown(h, HeadlineStrip::tr("What does not fit has no price."));
        if (!m_estimate.run->cost)
            return unknown(
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

Headlines headlinesOf(const Snapshot& snapshot) { return Writer(snapshot).write(); }

QString impossibleText(const Estimate& estimate)
{
    for (const Diagnostic& diagnostic : estimate.diagnostics)
        if (diagnostic.severity == Severity::impossible)
            return textOf(diagnostic);
    return {};
}

Headlines widestHeadlines()
{
    const QString hypothetical = HeadlineStrip::tr("hypothetical");
    const QString range = HeadlineStrip::tr("%1 (%2 – %3)", "unit of time, lower and upper time");
    const auto widest = [](const QString& title, const QString& number, const QString& unit, const QString& note) {
        return Headline{{}, title, number, unit, note, {}, Headline::State::plain};
    };
    return {
        widest(passTitle(Pass::backward), u"88.8"_s, range.arg(u"ms"_s, u"88.8"_s, u"88.8"_s), hypothetical),
        widest({}, HeadlineStrip::tr("compute"), {}, HeadlineStrip::tr("compute takes %1 %").arg(u"88.8"_s)),
        widest(HeadlineStrip::tr("Model FLOPs utilisation"), u"88.8"_s, u"%"_s,
               conventionText(MfuConvention::attentionCausal)),
        widest({}, u"88.8"_s, HeadlineStrip::tr("of %1").arg(u"88.8 GB"_s),
               HeadlineStrip::tr("does not fit by %1").arg(u"88.8 GB"_s)),
        widest({}, u"88.8 M"_s, HeadlineStrip::tr("tokens/s"), HeadlineStrip::tr("%1 per chip").arg(u"88.8 k"_s)),
        widest(u"88.8 T "_s + translated("tokens"), u"88.8"_s, HeadlineStrip::tr("years"),
               HeadlineStrip::tr("%1 chip-hours").arg(u"88.8 M"_s)),
        widest(HeadlineStrip::tr("Cost of the run"), HeadlineStrip::tr("$%1").arg(u"88.8 M"_s), {},
               HeadlineStrip::tr("$%1 per chip-hour").arg(u"88.8"_s)),
    };
}

}  // namespace scalescope
