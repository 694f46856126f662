// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/headline_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/headline.h"

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

/// The size of a unit that one of core's formats wrote.
double sizeOf(const QString& unit, std::string_view of)
{
    return parseNumber("1 " + unit.toStdString(), of).value_or(1.0);
}

}  // namespace

NumberAndUnit splitUnit(std::string_view text)
{
    const std::size_t space = text.find(kNarrowSpace);
    if (space == std::string_view::npos)
        return {fromCore(text), {}};
    return {fromCore(text.substr(0, space)), fromCore(text.substr(space + kNarrowSpace.size()))};
}

QString threeDigits(double value) { return fromCore(formatCount(QString::number(value, 'g', 3).toDouble())); }

QString dollarsText(double dollars)
{
    return HeadlineStrip::tr("$%1").arg(dollars < 1000 ? threeDigits(dollars) : fromCore(formatSi(dollars)));
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

Headline headline(const QString& derivation, const QString& title)
{
    return {derivation, title, {}, {}, {}, {}, Headline::State::plain, {}};
}

Headline& makeUnknown(Headline& headline, const QString& tip)
{
    headline.number = kHeadlineDash;
    headline.unit.clear();
    headline.note.clear();
    headline.tip = tip;
    headline.state = Headline::State::unknown;
    headline.bound.reset();
    return headline;
}

QString timesUnit(const QString& unit, const QString& lower, const QString& upper)
{
    return HeadlineStrip::tr("%1 (%2 – %3)", "unit of time, lower and upper time").arg(unit, lower, upper);
}

void showTimes(Headline& headline, Seconds lower, Seconds expected, Seconds upper)
{
    const NumberAndUnit shown = splitUnit(formatSeconds(expected.value));
    const double size = sizeOf(shown.unit, "s");
    headline.number = shown.number;
    headline.unit = timesUnit(timeUnit(shown.unit), threeDigits(lower.value / size), threeDigits(upper.value / size));
}

void showBound(Headline& headline, BoundBy bound)
{
    headline.bound = bound;
    headline.unit = isOnChip(bound) ? QString() : HeadlineStrip::tr("traffic");
    switch (bound) {
    case BoundBy::compute: headline.number = HeadlineStrip::tr("compute"); break;
    case BoundBy::memory: headline.number = HeadlineStrip::tr("HBM"); break;
    case BoundBy::tensor: headline.number = HeadlineStrip::tr("tensor"); break;
    case BoundBy::fsdp: headline.number = HeadlineStrip::tr("FSDP"); break;
    case BoundBy::data: headline.number = HeadlineStrip::tr("data"); break;
    case BoundBy::expert: headline.number = HeadlineStrip::tr("expert"); break;
    case BoundBy::context: headline.number = HeadlineStrip::tr("context"); break;
    case BoundBy::pipeline: headline.number = HeadlineStrip::tr("pipeline"); break;
    case BoundBy::host: headline.number = HeadlineStrip::tr("host"); break;
    case BoundBy::cache: headline.number = HeadlineStrip::tr("KV cache"); break;
    }
}

Headline memoryHeadline(const QString& derivation, const MemoryEstimate& memory, const Diagnostics& diagnostics)
{
    Headline h = headline(derivation, HeadlineStrip::tr("Memory per chip"));
    const double total = memory.total().value;
    if (!memory.capacity) {
        const NumberAndUnit shown = splitUnit(formatBytes(total));
        h.number = shown.number;
        h.unit = shown.unit;
        h.note = HeadlineStrip::tr("capacity unknown");
        h.tip = HeadlineStrip::tr("The chip's HBM capacity is unknown. Enter it to see whether the plan fits.");
        return h;
    }
    const double capacity = memory.capacity->value;
    const NumberAndUnit whole = splitUnit(formatBytes(capacity));
    const NumberAndUnit binary = splitUnit(formatIec(capacity, "B"));
    h.number = threeDigits(total / sizeOf(whole.unit, "B"));
    h.unit = HeadlineStrip::tr("of %1").arg(fromCore(formatBytes(capacity)));
    h.note = HeadlineStrip::tr("%1 of %2", "memory used, capacity")
                 .arg(threeDigits(total / sizeOf(binary.unit, "B")), fromCore(formatIec(capacity, "B")));
    h.tip = HeadlineStrip::tr("%1 of %2", "memory used, capacity")
                .arg(fromCore(formatBytesBoth(total)), fromCore(formatBytesBoth(capacity)));
    if (memory.fits())
        return h;
    h.state = Headline::State::trouble;
    h.note = HeadlineStrip::tr("does not fit by %1").arg(fromCore(formatBytes(total - capacity)));
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Severity::infeasible) {
            h.tip = textOf(diagnostic);
            break;
        }
    return h;
}

void makeHypothetical(std::span<Headline> headlines, const QString& tip)
{
    for (Headline& h : headlines) {
        if (h.state != Headline::State::plain)
            continue;
        h.state = Headline::State::hypothetical;
        h.note = HeadlineStrip::tr("hypothetical");
        h.tip = tip + u' ' + h.tip;
    }
}

Headline widestHeadline(const QString& title, const QString& number, const QString& unit, const QString& note)
{
    return {{}, title, number, unit, note, {}, Headline::State::plain, {}};
}

}  // namespace scalescope
