// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/decode_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr double kLeast = 1e-3;  // of a step with one sequence, below which terms are not followed

/// The colour of the degree whose collectives take longest.
QColor Theme::*colorOfLongest(const ForwardTimes& times)
{
    switch (static_cast<Axis>(std::ranges::max_element(times.axes) - times.axes.begin())) {
    case Axis::tensor: return &Theme::tensor;
    case Axis::fsdp: return &Theme::fsdp;
    case Axis::data: return &Theme::data;
    default: break;
    }
    return &Theme::other;
}

}  // namespace

Seconds DecodePlot::timeOf(const DecodeSplit& split, Term term)
{
    switch (term) {
    case weights: return split.times.weights;
    case cache: return split.times.cache;
    case flops: return split.times.flops;
    case network: return split.times.network;
    case total:
    case kTerms: break;
    }
    return split.loop;
}

QString DecodePlot::termName(const Content& content, Term term)
{
    switch (term) {
    case weights: return tr("weights");
    case cache: return content.keepsCache ? tr("KV cache") : tr("state");
    case flops: return tr("FLOPs");
    case network: return tr("network");
    case total:
    case kTerms: break;
    }
    return content.proposes() ? tr("step with proposals") : tr("step");
}

QString DecodePlot::derivationOf(Term term)
{
    switch (term) {
    case weights: return QStringLiteral("serving.decode.weights");
    case cache: return QStringLiteral("serving.decode.cache");
    case flops: return QStringLiteral("serving.decode.flops");
    case network: return QStringLiteral("serving.decode.network");
    case total:
    case kTerms: break;
    }
    return QStringLiteral("serving.decode.step");
}

DecodePlot::Content DecodePlot::Content::of(const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    Content content;
    content.scenario = snapshot.scenario;
    content.possible = e.possible;
    content.fits = e.decodePhase.memory.fits();
    content.why = whyImpossible(e.diagnostics);
    if (!e.possible)
        return content;
    content.keepsCache = e.decodePhase.memory.of(MemoryKind::cache).bytes.value > 0;
    content.largest = e.largestBatch;
    content.critical = e.criticalBatch;
    content.now = {e.decode.sequences, e.decode.step, e.decode.loop, e.decode.memory, e.decode.fits};
    content.networkColor = colorOfLongest(e.decode.step);
    content.splits = decodeSplits(snapshot.scenario);
    for (const DecodeSplit& split : content.splits) {
        content.sequences.push_back(split.sequences);
        for (std::size_t t = 0; t < kTerms; ++t)
            content.times[t].push_back(timeOf(split, static_cast<Term>(t)).value);
    }
    return content;
}

void DecodePlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void DecodePlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

QString DecodePlot::title() const { return tr("A decode step against the batch"); }

QString DecodePlot::caption() const
{
    if (!m_now.scenario)
        return {};
    const QString setting = servingSetting(*m_now.scenario);
    if (!m_now.possible)
        return tr("%1: this cannot be served, so it has no times.").arg(setting);
    if (!m_now.critical)
        return tr("%1: reading weights takes longer than arithmetic at every batch.").arg(setting);
    return tr("%1: from %2 on, arithmetic takes longer than reading the weights.").arg(setting, sequencesText(std::ceil(*m_now.critical)));
}

QString DecodePlot::summary() const
{
    if (!m_now.possible)
        return caption();
    return caption() + u' ' + tr("At %1: %2.").arg(sequencesText(m_now.batch()), linesOf(m_now, m_now.now).join(tr("; ")));
}

FigureTable DecodePlot::table() const
{
    FigureTable table;
    table.columns = {tr("Batch")};
    for (int t = 0; t < kTerms; ++t)
        table.columns << termName(m_now, static_cast<Term>(t));
    table.columns << tr("Memory of a chip") << tr("Fits");
    for (const DecodeSplit& split : m_now.splits) {
        QStringList row{batchCount(split.sequences)};
        QStringList values{fromCore(shortest(split.sequences))};
        for (int t = 0; t < kTerms; ++t) {
            const double seconds = timeOf(split, static_cast<Term>(t)).value;
            row << secondsText(seconds);
            values << fromCore(shortest(seconds));
        }
        const QString fits = split.fits ? tr("yes") : tr("no");
        table.rows << row + QStringList{bytesText(split.memory.value), fits};
        table.values << values + QStringList{fromCore(shortest(split.memory.value)), fits};
    }
    return table;
}

QStringList DecodePlot::linesOf(const Content& content, const DecodeSplit& split)
{
    QStringList lines;
    for (int t = 0; t < kTerms; ++t)
        if (const double seconds = timeOf(split, static_cast<Term>(t)).value; seconds > 0)
            lines << termName(content, static_cast<Term>(t)) + u": " + secondsText(seconds);
    return lines;
}

CurveChart DecodePlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> DecodePlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

CurveChart DecodePlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!content.possible || content.splits.empty()) {
        chart.problem = tr("No times: this cannot be served");
        chart.why = content.why;
        return chart;
    }
    const auto infinity = std::numeric_limits<double>::infinity();
    const double most = content.times[total].back();
    double least = most;
    for (const std::vector<double>& times : content.times)
        for (const double seconds : times)
            if (seconds >= kLeast * content.times[total].front() && seconds > 0)
                least = std::min(least, seconds);
    const Decades range = Decades::around(least, most);
    chart.x = {1, content.last(), ChartAxis::Ticks::counts, 1, tr("sequences decoded together")};
    chart.y = {range.lower, range.upper, ChartAxis::Ticks::seconds, 1, tr("seconds per step")};

    const auto add = [&](Term term, QColor Theme::*color, double width, Line line, bool ghost) {
        if (content.times[term].back() > 0)
            chart.curves.push_back({content.sequences, content.times[term], termName(content, term), color, width, 1, line, false, ghost, term});
    };
    add(total, &Theme::ink, 3, Line::solid, true);
    add(cache, &Theme::state, 1.8, Line::solid, false);
    add(weights, &Theme::ink, 1.6, Line::solid, false);
    add(flops, &Theme::ink, 1.6, Line::dashed, false);
    add(network, content.networkColor, 1.8, Line::solid, false);

    if (content.critical) {
        const QString value = batchCount(std::ceil(*content.critical));
        chart.regions.push_back({*content.critical, infinity, tr("compute-bound"), &Theme::ink, tr("above %1").arg(value)});
        chart.marks.push_back({*content.critical, {}, tr("compute-bound above"), value, criticalHit});
    }
    if (content.largest) {
        const QString value = batchCount(*content.largest);
        chart.regions.push_back({*content.largest, infinity, tr("does not fit"), &Theme::trouble, *content.largest >= 1 ? tr("%1 fit").arg(value) : QString(),
                                 ChartRegion::Look::hatched});
        if (*content.largest >= 1)
            chart.marks.push_back({*content.largest, {}, value, tr("fit", "after a number of sequences"), largestHit});
        else
            chart.trouble = tr("not even one sequence fits");
    }
    chart.now = ChartNow{content.batch(), content.now.loop.value, tr("now %1").arg(batchCount(content.batch())),
                         content.fits ? QString() : tr("does not fit"), nowHit, !content.fits};
    return chart;
}

FigureHit DecodePlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == criticalHit) {
        hit.title = tr("Compute-bound above %1").arg(sequencesText(std::ceil(*m_now.critical)));
        hit.lines << tr("Here arithmetic takes as long as reading the weights.");
        hit.derivation = QStringLiteral("serving.critical_batch");
        hit.anchor = QPointF(frame.toX(*m_now.critical), point.y());
        return hit;
    }
    if (id == largestHit) {
        hit.title = tr("%1 fit").arg(sequencesText(*m_now.largest));
        hit.lines << tr("Beside the weights there is no room for more.");
        hit.derivation = QStringLiteral("serving.largest_batch");
        hit.anchor = QPointF(frame.toX(*m_now.largest), point.y());
        return hit;
    }
    const DecodeSplit* split = &m_now.now;
    if (id != nowHit) {
        const double wanted = frame.valueAtX(point.x());
        const auto after = std::ranges::lower_bound(m_now.splits, wanted, {}, &DecodeSplit::sequences);
        split = after == m_now.splits.end() ? &m_now.splits.back() : &*after;
    }
    const Term term = id == nowHit ? total : static_cast<Term>(id);
    hit.title = tr("%1, %2").arg(termName(m_now, term), sequencesText(split->sequences));
    hit.lines << linesOf(m_now, *split);
    hit.lines << (split->fits ? tr("%1 of each chip").arg(bytesText(split->memory.value))
                              : tr("%1 of each chip: does not fit").arg(bytesText(split->memory.value)));
    if (id == nowHit && isHandle(nowHit))
        hit.lines << tr("drag it to another batch");
    hit.derivation = derivationOf(term);
    if (const auto p = frame.point(split->sequences, timeOf(*split, term).value))
        hit.anchor = *p;
    return hit;
}

bool DecodePlot::isHandle(int id) const { return id == nowHit && m_now.possible && m_now.largest.value_or(1) >= 1; }

std::optional<Edit> DecodePlot::editFor(int id, QPointF point, const Frame& frame) const
{
    if (!isHandle(id))
        return std::nullopt;
    const auto batch = draggedBatch(frame.valueAtX(point.x()), m_now.largest, m_now.last(), m_now.batch());
    return batch ? std::optional(Edit{"serving.sequences", *batch}) : std::nullopt;
}

std::optional<Edit> DecodePlot::nudged(int id, int steps) const
{
    if (!isHandle(id))
        return std::nullopt;
    // At least one, and a fiftieth where single sequences are not seen.
    const double step = std::max(1.0, std::round(m_now.batch() / 50));
    const auto batch = draggedBatch(m_now.batch() + step * steps, m_now.largest, m_now.last(), m_now.batch());
    return batch ? std::optional(Edit{"serving.sequences", *batch}) : std::nullopt;
}

}  // namespace scalescope
