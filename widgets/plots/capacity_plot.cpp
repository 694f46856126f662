// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/capacity_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/model_words.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr int kSamples = 160;
constexpr double kLargestShown = 65536;  // sequences, unless the present has more
constexpr double kAbove = 1.35;          // of the capacity that is shown

/// Bytes in which a linear axis is read: 1e9 for GB.
double unitFor(double bytes) { return std::pow(1000.0, std::clamp(std::floor(std::log10(std::max(bytes, 1.0)) / 3), 0.0, 5.0)); }

QString unitName(double unit)
{
    static constexpr std::array<std::string_view, 6> prefixes = {"B", "kB", "MB", "GB", "TB", "PB"};
    return fromCore(prefixes[static_cast<std::size_t>(std::lround(std::log10(unit) / 3))]);
}

}  // namespace

CapacityPlot::Content CapacityPlot::Content::of(const Snapshot& snapshot)
{
    Content content;
    content.scenario = snapshot.scenario;
    content.capacity = snapshot.scenario.hardware.cluster.chip.hbm.capacity;
    content.fits = snapshot.serving().decodePhase.memory.fits();
    double most = 8;
    for (CapacityCurve& curve : capacities(snapshot.scenario)) {
        most = std::max(most, std::min(curve.largestBatch, kLargestShown));
        content.curves.push_back({std::move(curve), {}});
    }
    most = 2 * std::max(most, content.batch());
    for (int i = 0; i < kSamples; ++i)
        content.sequences.push_back(std::pow(most, static_cast<double>(i) / (kSamples - 1)));
    for (Drawn& drawn : content.curves)
        for (const double sequences : content.sequences)
            drawn.memory.push_back(drawn.curve.at(sequences).value);
    return content;
}

const CapacityCurve& CapacityPlot::Content::present() const
{
    return std::ranges::find_if(curves, [](const Drawn& d) { return d.curve.present; })->curve;
}

void CapacityPlot::take(const Snapshot& now)
{
    m_now = Content::of(now);
    holdRange();
}

void CapacityPlot::takeBefore(const Snapshot* before) { m_before = before ? std::optional(Content::of(*before)) : std::nullopt; }

QString CapacityPlot::title() const { return tr("Memory against the batch"); }

QString CapacityPlot::caption() const
{
    if (!m_now.scenario)
        return {};
    const QString setting = servingSetting(*m_now.scenario);
    if (!m_now.capacity)
        return tr("%1: the chip's HBM capacity is unknown, so any batch may fit.").arg(setting);
    const double largest = m_now.present().largestBatch;
    if (largest < 1)
        return tr("%1: not even one sequence fits beside %2 of weights and reserve.").arg(setting, bytesText(m_now.present().fixed.value));
    return tr("%1: beside %2 of weights and reserve on each chip's %3, there is room for %4.")
        .arg(setting, bytesText(m_now.present().fixed.value), bytesText(m_now.capacity->value), sequencesText(largest));
}

QString CapacityPlot::summary() const
{
    if (!m_now.capacity)
        return caption();
    QStringList words;
    for (const Drawn& drawn : m_now.curves)
        words << contextText(drawn.curve.context) + u": " + batchCount(drawn.curve.largestBatch);
    return caption() + u' ' + tr("The largest batch by context: %1.").arg(words.join(tr("; ")));
}

FigureTable CapacityPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Context"), tr("Largest batch"), tr("Weights and reserve"), tr("Of one sequence")};
    for (const Drawn& drawn : m_now.curves) {
        const CapacityCurve& c = drawn.curve;
        table.rows << QStringList{wholeText(c.context), c.known ? batchCount(c.largestBatch) : tr("unknown"), bytesText(c.fixed.value),
                                  bytesText(c.perSequence.value)};
        table.values << QStringList{fromCore(shortest(c.context)), c.known ? fromCore(shortest(c.largestBatch)) : QString(),
                                    fromCore(shortest(c.fixed.value)), fromCore(shortest(c.perSequence.value))};
    }
    return table;
}

CurveChart CapacityPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> CapacityPlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

CurveChart CapacityPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    chart.x = {1, content.sequences.back(), ChartAxis::Ticks::counts, 1, tr("sequences decoded together")};
    const double fixed = content.present().fixed.value;
    double most = content.capacity ? std::max(content.capacity->value * kAbove, fixed * 1.2)
                                   : std::max(content.present().at(content.sequences.back()).value, 1.0) * 1.1;
    const double unit = unitFor(most / kAbove);
    most = std::max(most, unit * 1e-3);
    chart.y = {0, most, ChartAxis::Ticks::linear, unit, tr("%1 of one chip").arg(unitName(unit))};

    if (content.capacity) {
        chart.regions.push_back({content.capacity->value, std::numeric_limits<double>::infinity(), tr("does not fit"), &Theme::trouble, {},
                                 ChartRegion::Look::hatched, true});
        chart.roofs.push_back({content.capacity->value, tr("HBM %1").arg(bytesText(content.capacity->value)), roofHit, &Theme::memory});
        if (content.present().largestBatch < 1)
            chart.trouble = tr("not one sequence of %1 fits").arg(contextText(content.present().context));
    }
    const auto add = [&](std::size_t i) {
        const Drawn& drawn = content.curves[i];
        const bool present = drawn.curve.present;
        chart.curves.push_back({content.sequences, drawn.memory, present ? contextText(drawn.curve.context) : wholeText(drawn.curve.context),
                                &Theme::state, present ? 3 : 1.3, present ? 1 : 0.7, Line::solid, false, present, static_cast<int>(i)});
        if (content.capacity && drawn.curve.largestBatch >= 1)
            chart.points.push_back({drawn.curve.largestBatch, drawn.curve.at(drawn.curve.largestBatch).value, batchCount(drawn.curve.largestBatch),
                                    present ? &Theme::ink : &Theme::muted, false, largestHit + static_cast<int>(i)});
    };
    for (const bool present : {true, false})
        for (std::size_t i = 0; i < content.curves.size(); ++i)
            if (content.curves[i].curve.present == present)
                add(i);
    chart.now = ChartNow{content.batch(), content.present().at(content.batch()).value, tr("now %1").arg(batchCount(content.batch())),
                         content.fits ? QString() : tr("does not fit"), nowHit, !content.fits};
    return chart;
}

FigureHit CapacityPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    if (id == roofHit) {
        hit.title = tr("HBM %1").arg(fromCore(formatBytesBoth(m_now.capacity->value)));
        hit.anchor = QPointF(point.x(), frame.toY(m_now.capacity->value));
        return hit;
    }
    const bool full = id >= largestHit && id < nowHit;
    const CapacityCurve& curve = id == nowHit ? m_now.present() : m_now.curves[static_cast<std::size_t>(full ? id - largestHit : id)].curve;
    double sequences = m_now.batch();
    if (full)
        sequences = curve.largestBatch;
    else if (id != nowHit)
        sequences = std::max(1.0, std::round(frame.valueAtX(point.x())));
    const Bytes bytes = curve.at(sequences);
    hit.title = tr("%1 of %2").arg(sequencesText(sequences), contextText(curve.context));
    hit.lines << tr("%1 of each chip").arg(bytesText(bytes.value)) << tr("weights and reserve: %1").arg(bytesText(curve.fixed.value))
              << tr("of one sequence: %1").arg(bytesText(curve.perSequence.value));
    if (m_now.capacity && bytes > *m_now.capacity)
        hit.lines << tr("%1 more than HBM holds").arg(bytesText((bytes - *m_now.capacity).value));
    if (full)
        hit.lines << tr("no more fit");
    if (curve.present)
        hit.derivation = full ? QStringLiteral("serving.largest_batch") : id == nowHit ? QStringLiteral("serving.memory.total") : QString();
    if (const auto p = frame.point(sequences, bytes.value))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
