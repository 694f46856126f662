// SPDX-License-Identifier: GPL-3.0-or-later
// The headlines of serving.
#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/headline.h"
#include "widgets/headline_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/serving_words.h"

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

class ServingWriter {
public:
    explicit ServingWriter(const Snapshot& snapshot)
        : m_serving(snapshot.scenario.serving), m_chip(snapshot.scenario.hardware.cluster.chip), m_estimate(snapshot.serving())
    {
    }

    Headlines write() const
    {
        Headlines all = {firstToken(), tokenTime(), throughput(), bound(), memory(), largestBatch(), cost()};
        if (m_estimate.possible && !m_estimate.feasible)  // the largest batch is what fits all the same
            makeHypothetical(std::span(all).first<4>(), HeadlineStrip::tr("Hypothetical: this does not fit in memory."));
        return all;
    }

private:
    /// Whether a number stands on times, or else why it is a dash.
    bool hasTime(Headline& h) const
    {
        if (!m_estimate.possible)
            makeUnknown(h, whyImpossible(m_estimate.diagnostics));
        return m_estimate.possible;
    }

    /// What takes longer than its limit is seen; what does not fit has more to say.
    void compare(Headline& h, Seconds time, const std::optional<Seconds>& limit) const
    {
        if (!limit || !m_estimate.feasible || time <= *limit)
            return;
        h.state = Headline::State::trouble;
        h.note = HeadlineStrip::tr("limit %1").arg(fromCore(formatSeconds(limit->value)));
    }

    Headline firstToken() const
    {
        Headline h = headline(u"serving.first_token"_s, HeadlineStrip::tr("Time to first token"));
        if (!hasTime(h))
            return h;
        const NumberAndUnit shown = splitUnit(formatSeconds(m_estimate.timeToFirstToken.value));
        h.number = shown.number;
        h.unit = timeUnit(shown.unit);
        h.note = HeadlineStrip::tr("%1 of prompt").arg(wholeTokens(m_serving.prompt));
        h.tip = HeadlineStrip::tr("Expected time of the prefill, without a queue.");
        compare(h, m_estimate.timeToFirstToken, m_serving.firstTokenLimit);
        return h;
    }

    Headline tokenTime() const
    {
        Headline h = headline(u"serving.token_time"_s, HeadlineStrip::tr("Time per token"));
        if (!hasTime(h))
            return h;
        const DecodePoint& decode = m_estimate.decode;
        const Seconds prefills = m_estimate.timePerOutputToken - decode.tokenTime;
        showTimes(h, decode.loopLower / decode.tokensPerLoop + prefills, m_estimate.timePerOutputToken,
                  decode.loopUpper / decode.tokensPerLoop + prefills);
        h.note = sequencesText(m_serving.sequences);
        h.tip = HeadlineStrip::tr("Expected time; in brackets with everything overlapped and with nothing overlapped.");
        compare(h, m_estimate.timePerOutputToken, m_serving.tokenLimit);
        return h;
    }

    Headline throughput() const
    {
        Headline h = headline(u"serving.per_chip"_s, HeadlineStrip::tr("Throughput per chip"));
        if (!hasTime(h))
            return h;
        h.number = fromCore(formatSi(m_estimate.tokensPerSecondPerChip));
        h.unit = HeadlineStrip::tr("tokens/s");
        h.note = HeadlineStrip::tr("%1 in all").arg(fromCore(formatSi(m_estimate.tokensPerSecond)));
        h.tip = HeadlineStrip::tr("Output tokens of the chips that decode, at this batch. To each user: %1.")
                    .arg(siText(m_estimate.tokensPerSecondPerUser, "tokens/s"));
        return h;
    }

    Headline bound() const
    {
        Headline h = headline(u"serving.decode.bound"_s, HeadlineStrip::tr("Decode bound by"));
        if (!hasTime(h))
            return h;
        const ForwardTimes& step = m_estimate.decode.step;
        showBound(h, step.bound);
        const bool onChip = isOnChip(step.bound);
        const double other = step.lower.value > 0 ? (onChip ? step.network : step.chip) / step.lower : 0.0;
        const QString share = threeDigits(100 * other);
        if (step.bound == BoundBy::memory)
            h.number = HeadlineStrip::tr("weights");
        h.note = onChip ? HeadlineStrip::tr("network takes %1 %").arg(share) : HeadlineStrip::tr("chips take %1 %").arg(share);
        h.tip = HeadlineStrip::tr("The largest term of the lower time of a decode step.");
        return h;
    }

    Headline memory() const
    {
        Headline h = memoryHeadline(u"serving.memory.total"_s, m_estimate.decodePhase.memory, m_estimate.diagnostics);
        if (!m_estimate.decodePhase.memory.fits() || m_estimate.prefillPhase.memory.fits())
            return h;
        h.state = Headline::State::trouble;
        h.note = HeadlineStrip::tr("prefill does not fit");
        for (const Diagnostic& d : m_estimate.diagnostics)
            if (d.severity == Severity::infeasible)
                h.tip = textOf(d);
        return h;
    }

    Headline largestBatch() const
    {
        Headline h = headline(u"serving.largest_batch"_s, HeadlineStrip::tr("Largest batch"));
        if (!m_estimate.largestBatch)
            return makeUnknown(h, HeadlineStrip::tr("The chip's HBM capacity is unknown. Enter it to see how many sequences fit."));
        const double largest = *m_estimate.largestBatch;
        h.number = fromCore(largest < 1e5 ? formatCount(largest) : formatSi(largest));
        h.unit = HeadlineStrip::tr("sequences");
        h.note = HeadlineStrip::tr("%1 of cache each").arg(bytesText(m_estimate.cachePerSequence.value));
        h.tip = HeadlineStrip::tr("Whole sequences that fit in the memory of one replica.");
        if (largest < 1) {
            h.state = Headline::State::trouble;
            h.note = HeadlineStrip::tr("not even one fits");
        } else if (m_serving.tokenLimit || m_serving.firstTokenLimit) {
            h.note = HeadlineStrip::tr("%1 within the limits").arg(m_estimate.bestBatch ? fromCore(formatCount(*m_estimate.bestBatch)) : QString(u'0'));
            if (m_estimate.possible && !m_estimate.bestBatch)
                h.state = Headline::State::trouble;
        }
        for (const Diagnostic& d : m_estimate.diagnostics)
            if (h.state == Headline::State::trouble && (d.severity == Severity::infeasible || d.parameter.starts_with("serving.limit")))
                h.tip = textOf(d);
        return h;
    }

    Headline cost() const
    {
        Headline h = headline(u"serving.cost.output"_s, HeadlineStrip::tr("Million output tokens"));
        if (!hasTime(h))
            return h;
        if (!m_estimate.feasible)
            return makeUnknown(h, HeadlineStrip::tr("What does not fit has no price."));
        if (!m_estimate.dollars.output)
            return makeUnknown(h, HeadlineStrip::tr("The chip's price is unknown. Enter dollars per chip and hour to see the cost."));
        h.number = dollarsText(*m_estimate.dollars.output);
        if (m_estimate.dollars.input)
            h.note = HeadlineStrip::tr("%1 of prompts").arg(dollarsText(*m_estimate.dollars.input));
        h.tip = HeadlineStrip::tr("What the chips cost while they decode a million tokens, at $%1 per chip-hour.").arg(m_chip.dollarsPerHour.value_or(0), 0, 'f', 2);
        return h;
    }

    const Serving& m_serving;
    const Chip& m_chip;
    const ServingEstimate& m_estimate;
};

}  // namespace

Headlines servingHeadlines(const Snapshot& snapshot) { return ServingWriter(snapshot).write(); }

Headlines widestServingHeadlines()
{
    const QString hypothetical = HeadlineStrip::tr("hypothetical");
    return {
        widestHeadline(HeadlineStrip::tr("Time to first token"), u"88.8"_s, u"ms"_s, HeadlineStrip::tr("%1 of prompt").arg(wholeTokens(88888))),
        widestHeadline(HeadlineStrip::tr("Time per token"), u"88.8"_s, timesUnit(u"ms"_s, u"88.8"_s, u"88.8"_s), hypothetical),
        widestHeadline(HeadlineStrip::tr("Throughput per chip"), u"88.8 k"_s, HeadlineStrip::tr("tokens/s"), HeadlineStrip::tr("%1 in all").arg(u"88.8 M"_s)),
        widestHeadline(HeadlineStrip::tr("Decode bound by"), HeadlineStrip::tr("KV cache"), {}, HeadlineStrip::tr("network takes %1 %").arg(u"88.8"_s)),
        widestHeadline({}, u"88.8"_s, HeadlineStrip::tr("of %1").arg(u"88.8 GB"_s), HeadlineStrip::tr("does not fit by %1").arg(u"88.8 GB"_s)),
        widestHeadline(HeadlineStrip::tr("Largest batch"), u"8,888"_s, HeadlineStrip::tr("sequences"), HeadlineStrip::tr("%1 within the limits").arg(u"8,888"_s)),
        widestHeadline(HeadlineStrip::tr("Million output tokens"), HeadlineStrip::tr("$%1").arg(u"0.0888"_s), {}, HeadlineStrip::tr("%1 of prompts").arg(u"$0.0888"_s)),
    };
}

}  // namespace scalescope
