// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/frontier_plot.h"

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

constexpr double kFarthest = 30;  // times beyond the curves that the present or a limit may lie to widen an axis

const FrontierPoint* nearestTo(const std::vector<FrontierPoint>& points, QPointF at, const Frame& frame)
{
    const FrontierPoint* nearest = nullptr;
    double distance = std::numeric_limits<double>::infinity();
    for (const FrontierPoint& point : points) {
        const auto p = frame.point(point.tokenTime.value, point.perChip);
        if (!p)
            continue;
        const QPointF way = *p - at;
        if (const double d = std::hypot(way.x(), way.y()); d < distance) {
            distance = d;
            nearest = &point;
        }
    }
    return nearest;
}

/// 1, 4, 16 and so on to the largest of the curve.
std::vector<FrontierPoint> dotsOf(const FrontierCurve& curve)
{
    std::vector<FrontierPoint> dots;
    if (curve.points.empty())
        return dots;
    const FrontierPoint& last = curve.points.back();
    for (double batch = 1; batch < last.sequences; batch *= 4)
        if (const auto known = std::ranges::find(curve.points, batch, &FrontierPoint::sequences); known != curve.points.end())
            dots.push_back(*known);
    dots.push_back(last);
    return dots;
}

QString perChipText(double perChip) { return siText(perChip, "tokens/s"); }

}  // namespace

bool FrontierPlot::Content::hasAny() const
{
    return std::ranges::any_of(curves, [](const Drawn& d) { return !d.curve.points.empty(); });
}

void FrontierPlot::Content::update(const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    possible = e.possible;
    fits = e.decodePhase.memory.fits();
    why = e.possible ? whyNotFitting(e.diagnostics) : whyImpossible(e.diagnostics);
    largest = e.largestBatch;
    Scenario same = snapshot.scenario;
    if (scenario)
        same.serving.sequences = scenario->serving.sequences;
    const bool kept = scenario && same == *scenario;
    scenario = snapshot.scenario;
    now = possible ? presentPoint(*scenario) : std::nullopt;
    if (kept)
        return;
    curves.clear();
    dots.clear();
    best = possible ? bestPoint(*scenario) : std::nullopt;
    if (!possible)
        return;
    for (FrontierCurve& curve : frontier(*scenario)) {
        Drawn drawn{std::move(curve), {}, {}};
        for (const FrontierPoint& p : drawn.curve.points) {
            drawn.time.push_back(p.tokenTime.value);
            drawn.perChip.push_back(p.perChip);
        }
        curves.push_back(std::move(drawn));
    }
    std::ranges::stable_partition(curves, [](const Drawn& d) { return d.curve.present; });
    if (hasOwn())
        dots = dotsOf(curves.front().curve);
}

void FrontierPlot::take(const Snapshot& now)
{
    m_now.update(now);
    holdRange();
}

void FrontierPlot::takeBefore(const Snapshot* before)
{
    m_ghost = before != nullptr;
    if (before)
        m_before.update(*before);
}

QString FrontierPlot::title() const { return tr("Latency against throughput"); }

QString FrontierPlot::caption() const
{
    if (!m_now.scenario)
        return {};
    const QString setting = servingSetting(*m_now.scenario);
    if (!m_now.possible)
        return tr("%1: this cannot be served.").arg(setting);
    if (!m_now.hasOwn())
        return tr("%1: not even one sequence fits.").arg(setting);
    if (!m_now.best)
        return tr("%1: no batch keeps to the limits.").arg(setting);
    return tr("%1: larger batches make more, and each token takes longer; %2 is the best batch.")
        .arg(setting, batchCount(m_now.best->sequences));
}

QString FrontierPlot::summary() const
{
    if (!m_now.now)
        return caption();
    QString words = caption() + u' ' + tr("Now %1: %2.").arg(sequencesText(m_now.serving().sequences), linesOf(m_now, *m_now.now).join(tr("; ")));
    if (!m_now.fits)
        words += u' ' + m_now.why;
    return words;
}

FigureTable FrontierPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Curve"), tr("Batch"), tr("Time per token"), tr("First token"), tr("Tokens/s per chip"), tr("Within the limits")};
    for (const Drawn& drawn : m_now.curves)
        for (const FrontierPoint& p : drawn.curve.points) {
            const QString meets = p.meetsLimits ? tr("yes") : tr("no");
            table.rows << QStringList{nameOf(m_now, drawn.curve), batchCount(p.sequences), secondsText(p.tokenTime.value),
                                      secondsText(p.firstToken.value), siText(p.perChip, {}), meets};
            table.values << QStringList{nameOf(m_now, drawn.curve), fromCore(shortest(p.sequences)), fromCore(shortest(p.tokenTime.value)),
                                        fromCore(shortest(p.firstToken.value)), fromCore(shortest(p.perChip)), meets};
        }
    return table;
}

QString FrontierPlot::nameOf(const Content& content, const FrontierCurve& curve)
{
    switch (content.serving().curves) {
    case ServingCurves::contexts: break;
    case ServingCurves::slices: return curve.chips == 1 ? tr("one chip") : tr("%1 chips").arg(wholeText(curve.chips));
    case ServingCurves::types:
        if (curve.weightType == curve.cacheType)
            return fromCore(scalescope::nameOf(curve.weightType));
        return tr("%1, cache %2").arg(fromCore(scalescope::nameOf(curve.weightType)), fromCore(scalescope::nameOf(curve.cacheType)));
    }
    return contextText(curve.context);
}

QStringList FrontierPlot::linesOf(const Content& content, const FrontierPoint& p)
{
    const Serving& s = content.serving();
    QStringList lines{tr("%1 per token").arg(secondsText(p.tokenTime.value)), tr("%1 of each chip").arg(perChipText(p.perChip)),
                      tr("first token after %1").arg(secondsText(p.firstToken.value))};
    if (s.tokenLimit && p.tokenTime > *s.tokenLimit)
        lines << tr("over the limit of %1 per token").arg(secondsText(s.tokenLimit->value));
    if (s.firstTokenLimit && p.firstToken > *s.firstTokenLimit)
        lines << tr("over the limit of %1 on the first token").arg(secondsText(s.firstTokenLimit->value));
    return lines;
}

/// One line for the plot; the reasons stand in the diagnostics.
QString FrontierPlot::troubleOf(const Content& content)
{
    const Serving& s = content.serving();
    if (!content.hasOwn())
        return tr("not one sequence of %1 fits").arg(contextText(s.keptContext()));
    if (content.best)
        return {};
    if (s.firstTokenLimit && content.own().front().firstToken > *s.firstTokenLimit)
        return tr("the first token takes over %1").arg(secondsText(s.firstTokenLimit->value));
    return tr("no batch meets the limits");
}

CurveChart FrontierPlot::chart() const { return chartOf(m_now); }

std::optional<CurveChart> FrontierPlot::chartBefore() const { return m_ghost ? std::optional(chartOf(m_before)) : std::nullopt; }

void FrontierPlot::setAxes(CurveChart& chart, const Content& content)
{
    Decades x{std::numeric_limits<double>::infinity(), 0};
    Decades y = x;
    const auto widen = [](Decades& range, double value) {
        if (value > 0 && std::isfinite(value))
            range = {std::min(range.lower, value), std::max(range.upper, value)};
    };
    for (const Drawn& drawn : content.curves)
        for (const FrontierPoint& p : drawn.curve.points) {
            widen(x, p.tokenTime.value);
            widen(y, p.perChip);
        }
    const auto near = [](const Decades& range, double value) { return value >= range.lower / kFarthest && value <= range.upper * kFarthest; };
    if (content.now && near(x, content.now->tokenTime.value) && near(y, content.now->perChip)) {
        widen(x, content.now->tokenTime.value);
        widen(y, content.now->perChip);
    }
    if (const auto& limit = content.serving().tokenLimit; limit && near(x, limit->value))
        widen(x, limit->value);
    if (!(x.upper > 0) || !(y.upper > 0))
        x = y = {1e-3, 1};
    chart.x = {roundedDown(x.lower / 1.1), roundedUp(x.upper * 1.2), ChartAxis::Ticks::seconds, 1, tr("time per output token")};
    chart.y = {roundedDown(y.lower / 1.1), roundedUp(y.upper * 1.2), ChartAxis::Ticks::si, 1, tr("output tokens/s per chip")};
}

void FrontierPlot::addLimits(CurveChart& chart, const Content& content)
{
    const Serving& s = content.serving();
    if (s.tokenLimit) {
        const QString value = secondsText(s.tokenLimit->value);
        chart.regions.push_back({s.tokenLimit->value, std::numeric_limits<double>::infinity(), tr("too slow"), &Theme::trouble,
                                 tr("limit %1").arg(value)});
        chart.marks.push_back({s.tokenLimit->value, {}, tr("limit"), value, limitHit, true});
    }
    if (!s.firstTokenLimit || s.batching != Batching::chunked || !content.hasOwn())
        return;
    // Only chunked prefill is slower beside a larger batch.
    const auto late = std::ranges::find_if(content.own(), [&](const FrontierPoint& p) { return p.firstToken > *s.firstTokenLimit; });
    if (late != content.own().begin() && late != content.own().end())
        chart.marks.push_back({std::prev(late)->tokenTime.value, std::prev(late)->perChip,
                               tr("first token within %1 to").arg(secondsText(s.firstTokenLimit->value)),
                               batchCount(std::prev(late)->sequences), firstTokenHit});
}

CurveChart FrontierPlot::chartOf(const Content& content)
{
    CurveChart chart;
    if (!content.possible) {
        chart.problem = tr("No times: this cannot be served");
        chart.why = content.why;
        return chart;
    }
    if (!content.hasAny()) {
        chart.problem = tr("Not even one sequence fits");
        chart.why = content.why;
        return chart;
    }
    setAxes(chart, content);
    addLimits(chart, content);
    chart.trouble = troubleOf(content);
    for (std::size_t i = 0; i < content.curves.size(); ++i) {
        const Drawn& drawn = content.curves[i];
        if (drawn.curve.points.empty())
            continue;
        ChartCurve curve{drawn.time, drawn.perChip, nameOf(content, drawn.curve), &Theme::muted, 1.3, 1, ChartCurve::Line::solid};
        if (drawn.curve.present) {
            curve.color = &Theme::ink;
            curve.width = 2.8;
            curve.ghost = true;
        }
        curve.dots = drawn.curve.points.size() == 1;
        curve.atEnd = true;
        curve.hit = static_cast<int>(i);
        chart.curves.push_back(std::move(curve));
    }
    const auto isFull = [&](const FrontierPoint& p) { return content.largest && p.sequences == *content.largest; };
    if (content.best) {
        const QString batch = batchCount(content.best->sequences);
        chart.points.push_back({content.best->tokenTime.value, content.best->perChip,
                                isFull(*content.best) ? tr("best: %1 (max)").arg(batch) : tr("best: %1").arg(batch), &Theme::ink, true, bestHit});
    }
    // The last is named before those that it may leave no room for.
    for (std::size_t i = content.dots.size(); i-- > 0;) {
        const FrontierPoint& p = content.dots[i];
        const QString batch = batchCount(p.sequences);
        const bool named = content.best && p.sequences == content.best->sequences;
        chart.points.push_back({p.tokenTime.value, p.perChip, named ? QString() : isFull(p) ? tr("%1 max").arg(batch) : batch, &Theme::ink, false,
                                dotHit + static_cast<int>(i)});
    }
    if (content.now) {
        chart.now = ChartNow{content.now->tokenTime.value, content.now->perChip, tr("now %1").arg(batchCount(content.serving().sequences)),
                             {}, nowHit, !content.fits};
        if (!content.fits)
            chart.now->doubt = tr("does not fit");
        else if (!content.now->meetsLimits && chart.trouble.isEmpty())
            chart.now->doubt = tr("misses a limit");
    }
    return chart;
}

FigureHit FrontierPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    const Serving& s = m_now.serving();
    if (id == limitHit) {
        hit.title = tr("Limit of %1 per token").arg(secondsText(s.tokenLimit->value));
        hit.lines << (m_now.best ? tr("the best batch within it: %1").arg(batchCount(m_now.best->sequences)) : troubleOf(m_now));
        hit.anchor = QPointF(frame.toX(s.tokenLimit->value), point.y());
        return hit;
    }
    if (id == firstTokenHit) {
        hit.title = tr("Limit of %1 on the first token").arg(secondsText(s.firstTokenLimit->value));
        hit.lines << tr("Pieces of a prompt wait longer beside larger batches.");
        return hit;
    }
    const FrontierPoint* at = nullptr;
    if (id == nowHit)
        at = &*m_now.now;
    else if (id == bestHit)
        at = &*m_now.best;
    else if (id >= dotHit)
        at = &m_now.dots[static_cast<std::size_t>(id - dotHit)];
    else
        at = nearestTo(m_now.curves[static_cast<std::size_t>(id)].curve.points, point, frame);
    if (!at)
        return hit;
    hit.title = sequencesText(at->sequences);
    if (id < dotHit)
        hit.lines << nameOf(m_now, m_now.curves[static_cast<std::size_t>(id)].curve);
    hit.lines << linesOf(m_now, *at);
    if (id == nowHit) {
        if (!m_now.fits)
            hit.lines << tr("does not fit");
        if (m_now.hasOwn())
            hit.lines << tr("drag it along the curve");
        hit.derivation = QStringLiteral("serving.token_time");
    } else if (id == bestHit) {
        hit.lines << tr("the most tokens per second within memory and limits");
    } else if (id >= dotHit && m_now.largest && at->sequences == *m_now.largest) {
        hit.lines << tr("no more fit");
        hit.derivation = QStringLiteral("serving.largest_batch");
    }
    if (const auto p = frame.point(at->tokenTime.value, at->perChip))
        hit.anchor = *p;
    return hit;
}

bool FrontierPlot::isHandle(int id) const { return id == nowHit && m_now.hasOwn(); }

std::optional<Edit> FrontierPlot::editFor(int id, QPointF point, const Frame& frame) const
{
    if (!isHandle(id))
        return std::nullopt;
    const FrontierPoint* at = nearestTo(m_now.own(), point, frame);
    if (!at || at->sequences == m_now.serving().sequences)
        return std::nullopt;
    return Edit{"serving.sequences", at->sequences};
}

std::optional<Edit> FrontierPlot::nudged(int id, int steps) const
{
    if (!isHandle(id) || steps == 0)
        return std::nullopt;
    std::vector<double> batches;
    for (const FrontierPoint& p : m_now.own())
        batches.push_back(p.sequences);
    std::ranges::sort(batches);
    const double present = m_now.serving().sequences;
    const auto above = std::ranges::upper_bound(batches, present) - batches.begin();
    const auto below = std::ranges::lower_bound(batches, present) - batches.begin();
    const auto wanted = steps > 0 ? above + steps - 1 : below + steps;
    const double next = batches[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, std::ssize(batches) - 1))];
    return next == present ? std::nullopt : std::optional(Edit{"serving.sequences", next});
}

}  // namespace scalescope
