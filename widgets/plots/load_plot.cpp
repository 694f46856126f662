// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/load_plot.h"

#include "core/base/format.h"
#include "core/explore/serving_series.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

constexpr double kSteps = 100;  // of the keyboard, across the axis
constexpr double kBeyondWall = 1.15;  // where the axis ends, unless more come

/// What cannot stand on a logarithmic axis parts a curve.
double drawable(double seconds) { return seconds > 0 && std::isfinite(seconds) ? seconds : std::numeric_limits<double>::quiet_NaN(); }

double threeDigits(double value) { return QString::number(value, 'g', 3).toDouble(); }

}  // namespace

QString LoadPlot::title() const { return tr("Latency under load"); }

QString LoadPlot::settingOf(const Content& c)
{
    return tr("Prompts of %1, answers of %2, up to %3 on a replica")
        .arg(wholeTokens(c.serving.prompt), wholeTokens(c.serving.output), sequencesText(c.serving.sequences));
}

QString LoadPlot::caption() const
{
    if (!m_now.isPossible())
        return m_now.problem + u'.';
    const LoadEstimate& load = m_now.load;
    if (!load.stable)
        return tr("%1: at most %2 are sustained, and now %3 come.").arg(settingOf(m_now), rateText(load.largestRate), rateText(m_now.serving.rate));
    return tr("%1: at %2 the first token comes after %3.").arg(settingOf(m_now), rateText(m_now.serving.rate), secondsText(load.timeToFirstToken.value));
}

QString LoadPlot::summary() const
{
    if (!m_now.isPossible())
        return m_now.problem + u". " + m_now.why;
    const LoadEstimate& load = m_now.load;
    if (!load.stable)
        return caption() + u' ' + tr("The queue grows without end.");
    return caption() + u' ' +
        tr("A token takes %1, a whole request %2. The servers sustain at most %3.")
            .arg(secondsText(load.timePerOutputToken.value), secondsText(load.endToEnd.value), rateText(load.largestRate));
}

FigureTable LoadPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Requests per second"), tr("Queue"), tr("First token"), tr("Per token"), tr("End to end"), tr("Sequences on a replica"), tr("Load")};
    const auto add = [&](double rate, bool known, double wait, double first, double token, double end, double sequences, double load) {
        const auto time = [&](double t) { return known ? secondsText(t) : fromCore(kNotANumber); };
        table.rows << QStringList{fromCore(formatSi(rate)), time(wait), time(first), time(token), time(end), known ? fromCore(formatSi(sequences)) : fromCore(kNotANumber),
                                  known ? percentText(load) : fromCore(kNotANumber)};
        QStringList values{fromCore(shortest(rate))};
        for (const double v : {wait, first, token, end, sequences, load})
            values << (known ? fromCore(shortest(v)) : QString());
        table.values << values;
    };
    const LoadEstimate& l = m_now.load;
    add(m_now.serving.rate, m_now.isPossible() && l.stable, l.wait.value, l.timeToFirstToken.value, l.timePerOutputToken.value, l.endToEnd.value, l.sequences,
        l.utilisation);
    for (std::size_t i = 0; i < m_now.rate.size(); ++i)
        add(m_now.rate[i], true, m_now.wait[i], m_now.first[i], m_now.token[i], m_now.end[i], m_now.sequences[i], m_now.utilisation[i]);
    return table;
}

LoadPlot::Content LoadPlot::contentOf(const Snapshot& snapshot)
{
    const ServingEstimate& e = snapshot.serving();
    Content c;
    c.serving = snapshot.scenario.serving;
    c.load = e.load;
    if (!e.possible) {
        c.problem = tr("No load: this cannot be built");
        c.why = whyImpossible(e.diagnostics);
        return c;
    }
    if (!e.feasible) {
        c.problem = tr("No load: this does not fit in memory");
        c.why = whyNotFitting(e.diagnostics);
        return c;
    }
    for (const LoadPoint& p : loadCurve(snapshot.scenario)) {
        c.rate.push_back(p.rate);
        c.wait.push_back(p.wait.value);
        c.first.push_back(p.timeToFirstToken.value);
        c.token.push_back(p.timePerOutputToken.value);
        c.end.push_back(p.endToEnd.value);
        c.sequences.push_back(p.sequences);
        c.utilisation.push_back(p.utilisation);
    }
    if (c.rate.empty())
        c.problem = tr("No load: nothing is served");
    return c;
}

double LoadPlot::Content::wallAndMore() const { return isPossible() ? kBeyondWall * load.largestRate : 1; }

const std::vector<double>& LoadPlot::Content::curve(int id) const
{
    return id == firstHit ? first : id == tokenHit ? token : end;
}

QString LoadPlot::nameOf(int curve)
{
    switch (curve) {
    case firstHit: return tr("time to first token");
    case tokenHit: return tr("time per token");
    default: break;
    }
    return tr("end to end");
}

void LoadPlot::take(const Snapshot& now)
{
    m_now = contentOf(now);
    // While something is dragged the axis stays where it can, or the marker would run away from the hand.
    const double needed = std::max(m_now.wallAndMore(), std::min(1.05 * m_now.serving.rate, 3 * m_now.wallAndMore()));
    m_range = dragging() ? std::max(m_range, m_now.wallAndMore()) : needed;
    holdRange();
}

void LoadPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(contentOf(*before)) : std::nullopt;
}

CurveChart LoadPlot::chart() const { return chartOf(m_now, m_range); }

std::optional<CurveChart> LoadPlot::chartBefore() const
{
    return m_before ? std::optional(chartOf(*m_before, m_range)) : std::nullopt;
}

CurveChart LoadPlot::chartOf(const Content& c, double range)
{
    using Line = ChartCurve::Line;
    CurveChart chart;
    if (!c.isPossible()) {
        chart.problem = c.problem;
        chart.why = c.why;
        return chart;
    }
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    const auto include = [&](double seconds) {
        if (std::isfinite(drawable(seconds))) {
            least = std::min(least, seconds);
            most = std::max(most, seconds);
        }
    };
    for (const int id : {firstHit, tokenHit, endHit})
        for (const double seconds : c.curve(id))
            include(seconds);
    const double largest = c.load.largestRate;
    const auto limit = [&](const std::optional<Seconds>& time, const QString& name, int hit) {
        if (!time)
            return;
        include(time->value);
        chart.roofs.push_back({time->value, name.arg(secondsText(time->value)), hit});
    };
    limit(c.serving.firstTokenLimit, tr("limit on the first token %1"), firstLimitHit);
    limit(c.serving.tokenLimit, tr("limit on a token %1"), tokenLimitHit);
    const Decades decades = Decades::around(least, most);
    chart.x = {0, range, ChartAxis::Ticks::linear, 1, tr("requests per second")};
    chart.y = {decades.lower, decades.upper, ChartAxis::Ticks::seconds, 1, tr("mean time")};
    chart.regions = {{kTails * largest, largest, tr("tails grow"), &Theme::muted, tr("means only")},
                     {largest, 2 * range, tr("the queue grows without end"), &Theme::trouble}};
    chart.marks.push_back({largest, {}, tr("at most"), rateText(largest), wallHit, true});
    chart.curves = {{c.rate, c.first, nameOf(firstHit), &Theme::ink, 2.4, 1, Line::solid, false, true, firstHit},
                    {c.rate, c.token, nameOf(tokenHit), &Theme::ink, 1.8, 1, Line::dashed, false, true, tokenHit},
                    {c.rate, c.end, nameOf(endHit), &Theme::muted, 1.8, 1, Line::solid, false, true, endHit}};
    const double first = drawable(c.load.timeToFirstToken.value);
    const bool stands = c.load.stable && std::isfinite(first);
    chart.now = ChartNow{c.serving.rate, stands ? std::optional(first) : std::nullopt, tr("now %1").arg(rateText(c.serving.rate)),
                         c.load.stable ? QString() : tr("not sustained"), nowHit};
    return chart;
}

// The whole line of the present is taken by the hand: there is no dot on it where the queue has no end.
void LoadPlot::compose(Scene& scene, const Stage& stage) const
{
    const double rate = m_now.serving.rate;
    if (m_now.isPossible() && rate >= stage.frame.x().lower && rate <= stage.frame.x().upper) {
        const QRectF& area = stage.frame.area();
        const double x = stage.frame.toX(rate);
        scene.hits.push_back({QPolygonF({QPointF(x, area.top()), QPointF(x, area.bottom())}), false, nowHit});
    }
    CurvePlot::compose(scene, stage);
}

std::optional<Edit> LoadPlot::editFor(int, QPointF point, const Frame& frame) const
{
    const double rate = threeDigits(std::clamp(frame.valueAtX(point.x()), m_range / 1000, m_range));
    if (rate == m_now.serving.rate)
        return std::nullopt;
    return Edit{"serving.rate", rate};
}

std::optional<Edit> LoadPlot::nudged(int, int steps) const
{
    const double rate = threeDigits(std::max(m_range / 1000, m_now.serving.rate + steps * m_range / kSteps));
    if (rate == m_now.serving.rate)
        return std::nullopt;
    return Edit{"serving.rate", rate};
}

FigureHit LoadPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    const LoadEstimate& load = m_now.load;
    switch (id) {
    case wallHit:
        hit.title = tr("The largest rate: %1").arg(rateText(load.largestRate));
        hit.lines << tr("Beyond it the queue grows without end.");
        hit.anchor = QPointF(frame.toX(load.largestRate), point.y());
        return hit;
    case firstLimitHit:
    case tokenLimitHit: {
        const Seconds limit = id == firstLimitHit ? *m_now.serving.firstTokenLimit : *m_now.serving.tokenLimit;
        hit.title = (id == firstLimitHit ? tr("limit on the first token %1") : tr("limit on a token %1")).arg(secondsText(limit.value));
        hit.anchor = QPointF(point.x(), frame.toY(limit.value));
        return hit;
    }
    case nowHit:
        hit.title = tr("now %1").arg(rateText(m_now.serving.rate));
        if (load.stable)
            hit.lines << nameOf(firstHit) + u": " + secondsText(load.timeToFirstToken.value) << nameOf(tokenHit) + u": " + secondsText(load.timePerOutputToken.value)
                      << nameOf(endHit) + u": " + secondsText(load.endToEnd.value) << tr("%1 of the largest rate").arg(percentText(load.utilisation));
        else
            hit.lines << tr("The queue grows without end.");
        hit.lines << tr("Drag to change the rate.");
        hit.anchor = frame.point(m_now.serving.rate, drawable(load.timeToFirstToken.value)).value_or(QPointF(frame.toX(m_now.serving.rate), point.y()));
        return hit;
    default: break;
    }
    const auto after = std::lower_bound(m_now.rate.begin(), m_now.rate.end(), frame.valueAtX(point.x()));
    const auto i = static_cast<std::size_t>(std::min(after, m_now.rate.end() - 1) - m_now.rate.begin());
    hit.title = nameOf(id);
    hit.lines << tr("at %1: %2").arg(rateText(m_now.rate[i]), secondsText(m_now.curve(id)[i]))
              << tr("%1 of the largest rate").arg(percentText(m_now.utilisation[i]));
    if (const auto p = frame.point(m_now.rate[i], m_now.curve(id)[i]))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
