// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/attained_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>
#include <array>

namespace scalescope {

namespace {

constexpr double kLargestBatch = 131072;
constexpr std::array<double, 3> kWidths = {1024, 4096, 16384};
constexpr double kHeadroom = 1.12;  // for the name of the ceiling

}  // namespace

QString AttainedPlot::title() const { return tr("FLOP/s against batch"); }

QString AttainedPlot::caption() const
{
    if (!m_now || !m_now->hasTimes())
        return m_now ? problemOf(m_now->scenario, m_now->answer).heading + u'.' : QString();
    if (const auto critical = m_now->answer.critical())
        return tr("Wide matmuls reach the peak at smaller batches; this one at %1.").arg(wholeText(*critical));
    return tr("Wide matmuls reach the peak at smaller batches; this one never does.");
}

QString AttainedPlot::summary() const
{
    if (!m_now || !m_now->hasTimes())
        return caption();
    return caption() + u' ' +
        tr("Now %1 at a batch of %2.").arg(siText(m_now->answer.attained().value, "FLOP/s"), wholeText(m_now->answer.shape.batch));
}

FigureTable AttainedPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Width"), tr("Batch"), tr("FLOP/s")};
    if (!m_now)
        return table;
    for (const AttainedSeries& s : m_now->series) {
        for (std::size_t i = 0; i < s.batch.size(); ++i) {
            table.rows << QStringList{widthName(s.shape), wholeText(s.batch[i]), siText(s.rate[i], "FLOP/s")};
            table.values << QStringList{widthName(s.shape), fromCore(shortest(s.batch[i])), fromCore(shortest(s.rate[i]))};
        }
    }
    return table;
}

AttainedPlot::Content AttainedPlot::Content::of(const Scenario& scenario)
{
    Content content{scenario, answerMatmul(scenario), {}};
    if (!content.answer.timed())
        return content;
    const MatmulShape& own = content.answer.shape;
    const double largest = std::max(kLargestBatch, own.batch);
    content.series.push_back(attainedSeries(scenario, own, 1, largest));
    for (const double width : kWidths) {
        if (own.inner == width && own.outer == width)
            continue;
        MatmulShape shape = own;
        shape.inner = shape.outer = width;
        content.series.push_back(attainedSeries(scenario, shape, 1, largest));
    }
    return content;
}

void AttainedPlot::take(const Snapshot& now)
{
    m_now = Content::of(now.scenario);
    holdRange();
}

void AttainedPlot::takeBefore(const Snapshot* before)
{
    m_before = before ? std::optional(Content::of(before->scenario)) : std::nullopt;
}

CurveChart AttainedPlot::chart() const { return m_now ? chartOf(*m_now) : CurveChart(); }

std::optional<CurveChart> AttainedPlot::chartBefore() const { return m_before ? std::optional(chartOf(*m_before)) : std::nullopt; }

QString AttainedPlot::widthName(const MatmulShape& shape)
{
    return shape.inner == shape.outer ? wholeText(shape.inner) : wholeText(shape.inner) + QStringLiteral(" × ") + wholeText(shape.outer);
}

QString AttainedPlot::criticalText(const AttainedSeries& series)
{
    return series.critical ? wholeText(*series.critical) : tr("never");
}

CurveChart AttainedPlot::chartOf(const Content& content)
{
    using Line = ChartCurve::Line;
    constexpr std::array<Line, 3> lines = {Line::dotted, Line::dashDotted, Line::dashed};
    CurveChart chart;
    if (!content.hasTimes()) {
        const MatmulProblem problem = problemOf(content.scenario, content.answer);
        chart.problem = problem.heading;
        chart.why = problem.why;
        return chart;
    }
    const double peak = content.answer.peak->rate.value;
    const RateUnit unit = rateUnitFor(peak);
    const double largest = content.series.front().batch.back();
    chart.x = {1, largest, ChartAxis::Ticks::powersOfTwo, 1, tr("batch, rows")};
    chart.y = {0, peak * kHeadroom, ChartAxis::Ticks::linear, unit.rate, unit.name};
    chart.roofs.push_back({peak, tr("peak %1").arg(siText(peak, "FLOP/s")), peakHit});
    chart.keyTitle = tr("width: peak from");
    int index = 0;
    for (const AttainedSeries& s : content.series) {
        const bool own = index == 0;
        ChartCurve curve{s.batch, s.rate, own ? tr("this one") : widthName(s.shape), own ? &Theme::ink : &Theme::muted,
                         own ? 2.6 : 1.6, 1, own ? Line::solid : lines[static_cast<std::size_t>(index - 1) % lines.size()],
                         false, own, index, criticalText(s)};
        chart.curves.push_back(std::move(curve));
        if (s.critical && *s.critical >= 1 && *s.critical <= largest)
            chart.marks.push_back({*s.critical, peak, own ? tr("compute-bound above") : QString(), tr("B = %1").arg(criticalText(s)), own ? int{criticalHit} : -1});
        ++index;
    }
    if (const auto critical = content.answer.critical())
        chart.regions.push_back({0, *critical, tr("memory-bound"), &Theme::memory, tr("below B = %1").arg(wholeText(*critical))});
    else
        chart.regions.push_back({0, largest, tr("memory-bound at every batch"), &Theme::memory, {}});
    chart.now = ChartNow{content.answer.shape.batch, content.answer.attained().value, tr("now %1").arg(wholeText(content.answer.shape.batch)),
                         content.answer.fits ? QString() : tr("does not fit"), nowHit};
    return chart;
}

FigureHit AttainedPlot::describe(int id, QPointF point, const Frame& frame) const
{
    FigureHit hit;
    const double peak = m_now->answer.peak->rate.value;
    if (id == peakHit) {
        hit.title = tr("peak %1").arg(siText(peak, "FLOP/s"));
        hit.lines << tr("dense, %1").arg(fromCore(nameOf(m_now->answer.peak->dtype)));
        hit.anchor = QPointF(point.x(), frame.toY(peak));
        return hit;
    }
    const std::size_t curve = id < nowHit ? static_cast<std::size_t>(id) : 0;
    MatmulShape shape = m_now->series[curve].shape;
    if (id == criticalHit)
        shape.batch = *m_now->series[curve].critical;
    else if (id != nowHit)
        shape.batch = frame.valueAtX(point.x());
    const MatmulAnswer answer = answerMatmul(m_now->scenario, shape);
    hit.title = id == criticalHit ? tr("Compute-bound above B = %1").arg(wholeText(shape.batch)) : shapeText(shape);
    hit.lines << siText(answer.attained().value, "FLOP/s") + u' ' + tr("(%1 of the peak)").arg(percentText(answer.attained().value / peak));
    hit.lines << tr("compute %1, %2 %3").arg(secondsText(answer.time().compute.value), memoryName(m_now->scenario),
                                             secondsText(answer.time().memory.value));
    hit.lines << tr("%1 of a ridge of %2 FLOP per byte").arg(siText(answer.intensity.value, {}), siText(answer.ridge().value, {}));
    if (const auto p = frame.point(shape.batch, answer.attained().value))
        hit.anchor = *p;
    return hit;
}

}  // namespace scalescope
