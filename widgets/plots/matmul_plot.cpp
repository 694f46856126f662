// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/matmul_plot.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kRoom = 1.35;  // behind the longest bar, for its total
constexpr int kFactCount = 4;

QString operandName(int part)
{
    switch (part) {
    case 0: return MatmulPlot::tr("input");
    case 1: return MatmulPlot::tr("weights");
    default: break;
    }
    return MatmulPlot::tr("output");
}

}  // namespace

QString MatmulPlot::title() const { return tr("One matmul on one chip"); }

QString MatmulPlot::boundText() const { return m_now.time().bound() == Bound::compute ? tr("compute") : memoryName(*m_scenario); }

QString MatmulPlot::caption() const
{
    if (!m_scenario)
        return {};
    if (!m_now.timed())
        return problemOf(*m_scenario, m_now).heading + u'.';
    return tr("%1: bound by %2.").arg(shapeText(m_now.shape), boundText());
}

QString MatmulPlot::summary() const
{
    if (!m_scenario || !m_now.timed())
        return caption();
    QStringList words;
    for (const Fact& fact : facts())
        words << fact.name + u' ' + fact.value;
    return caption() + u' ' +
        tr("Arithmetic takes %1, the operands %2.").arg(secondsText(m_now.time().compute.value), secondsText(m_now.time().memory.value)) +
        u' ' + words.join(tr(", ")) + u'.';
}

FigureTable MatmulPlot::table() const
{
    FigureTable table;
    table.columns = {tr("What"), tr("Amount"), tr("Time")};
    if (!m_scenario)
        return table;
    const auto add = [&](const QString& what, const QString& words, double amount, std::optional<double> seconds) {
        table.rows << QStringList{what, words, seconds ? secondsText(*seconds) : QString()};
        table.values << QStringList{what, fromCore(shortest(amount)), seconds ? fromCore(shortest(*seconds)) : QString()};
    };
    const bool timed = m_now.timed();
    const auto seconds = [&](double value) { return timed ? std::optional(value) : std::nullopt; };
    const double flops = m_now.operation.flops.value;
    add(tr("arithmetic"), siText(flops, "FLOP"), flops, seconds(timed ? m_now.time().compute.value : 0));
    for (int part = 0; part < 3; ++part) {
        const Bytes bytes = m_now.parts[static_cast<std::size_t>(part)];
        add(operandName(part), bytesText(bytes.value), bytes.value, seconds(timed ? (bytes / *m_now.memory.bandwidth).value : 0));
    }
    add(tr("intensity"), siText(m_now.intensity.value, "FLOP/B"), m_now.intensity.value, std::nullopt);
    if (!timed)
        return table;
    add(tr("ridge"), siText(m_now.ridge().value, "FLOP/B"), m_now.ridge().value, std::nullopt);
    add(tr("attained"), siText(m_now.attained().value, "FLOP/s"), m_now.attained().value,
        m_now.time().lower().value);
    if (const auto critical = m_now.critical())
        add(tr("critical batch"), wholeText(*critical), *critical, std::nullopt);
    return table;
}

void MatmulPlot::take(const Snapshot& now)
{
    m_scenario = now.scenario;
    m_now = answerMatmul(now.scenario);
    if (!m_now.timed())
        return;
    const double needed = longest();
    const bool leaves = needed > m_range * 0.98;
    if (leaves && dragging() && m_range > 0)
        m_range = roundedUp(needed * 1.02);
    else if (leaves || (!dragging() && needed < m_range * 0.3))
        m_range = roundedUp(needed * kRoom);
}

void MatmulPlot::takeBefore(const Snapshot* before)
{
    m_before.reset();
    if (!before)
        return;
    if (const MatmulAnswer then = answerMatmul(before->scenario); then.timed())
        m_before = then.time();
}

double MatmulPlot::longest() const { return m_now.time().lower().value; }

std::vector<MatmulPlot::Fact> MatmulPlot::facts() const
{
    const double peak = m_now.peak->rate.value;
    std::vector<Fact> facts;
    facts.push_back({tr("bound by"), boundText(), m_now.time().bound() == Bound::compute ? &Theme::ink : &Theme::memory});
    facts.push_back({tr("attained"), tr("%1, %2 of peak").arg(siText(m_now.attained().value, "FLOP/s"), percentText(m_now.attained().value / peak))});
    facts.push_back({tr("intensity"), tr("%1 FLOP/B, ridge %2").arg(siText(m_now.intensity.value, {}), siText(m_now.ridge().value, {}))});
    const auto critical = m_now.critical();
    facts.push_back({tr("critical batch"), critical ? wholeText(*critical) : tr("none: never compute-bound")});
    if (!m_now.fits)
        facts.back() = {tr("does not fit"),
                        tr("%1 in %2 of %3").arg(bytesText(m_now.operation.traffic.value), bytesText(m_now.memory.capacity->value), memoryName(*m_scenario)),
                        &Theme::trouble};
    return facts;
}

std::array<MatmulPlot::Row, 2> MatmulPlot::rows() const
{
    const OperationTime time = m_now.time();
    std::array<Row, 2> rows;
    rows[0] = {tr("compute"),
               fromCore(nameOf(m_now.peak->dtype)) + u' ' + siText(m_now.peak->rate.value, "FLOP/s"),
               siText(m_now.peak->rate.value, "FLOP/s"),
               time.compute.value,
               {time.compute.value},
               {tr("2 B D F")},
               {siText(m_now.operation.flops.value, "FLOP")},
               &Theme::ink,
               computeHit};
    rows[1] = {memoryName(*m_scenario), siText(m_now.memory.bandwidth->value, "B/s"), {}, time.memory.value, {}, {}, {}, &Theme::memory, inputHit};
    for (int part = 0; part < 3; ++part) {
        const Bytes bytes = m_now.parts[static_cast<std::size_t>(part)];
        rows[1].parts.push_back((bytes / *m_now.memory.bandwidth).value);
        rows[1].names << operandName(part);
        rows[1].amounts << bytesText(bytes.value);
    }
    return rows;
}

int MatmulPlot::columnsFor(const PlotStyle& style, double width) { return width >= style.px(520) ? 2 : 1; }

Axes MatmulPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.margins = marginsFor(style, std::min(style.tick.height() * 8, size.width() * 0.34), false);
    axes.y.shown = false;
    axes.x.shown = m_scenario && m_now.timed();
    if (!axes.x.shown)
        return axes;
    const double lines = std::ceil(kFactCount / static_cast<double>(columnsFor(style, size.width())));
    axes.margins.setTop(qRound(lines * style.text.height() * 1.2 + style.px(8)));
    axes.x.upper = held && m_range > 0 ? m_range : roundedUp(longest() * kRoom);
    const int most = std::max(
        2, static_cast<int>((size.width() - axes.margins.left()) / (style.tick.width(QStringLiteral("0000")) * 1.7)));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::min(most, 10), timeUnitFor(axes.x.upper).seconds);
    return axes;
}

void MatmulPlot::compose(Scene& scene, const Stage& stage) const
{
    if (!m_scenario || !m_now.timed()) {
        const MatmulProblem problem = m_scenario ? problemOf(*m_scenario, m_now) : MatmulProblem();
        addNotice(scene, stage.style, QRectF(QPointF(0, 0), stage.frame.size()), problem.heading, problem.why);
        return;
    }
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    addAxisTitles(scene, style, stage.frame, QCoreApplication::translate("Ticks", timeUnitFor(stage.frame.x().upper).plural), {});
    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    composeFacts(scene, placer, stage);

    // Where the longer bar ends: the time of the matmul when both overlap.
    const double end = stage.frame.toX(longest());
    if (end < area.right())
        scene.add(Stroke{QPolygonF({QPointF(end, area.top()), QPointF(end, area.bottom())}), style.dotted(style.theme.muted)});
    const std::array<Row, 2> both = rows();
    const std::array<double, 2> before = {m_before ? m_before->compute.value : 0, m_before ? m_before->memory.value : 0};
    const double slot = area.height() / 2;
    for (std::size_t i = 0; i < both.size(); ++i)
        composeRow(scene, placer, stage, both[i], before[i], QRectF(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot));
}

void MatmulPlot::composeFacts(Scene& scene, LabelPlacer& placer, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const double width = stage.frame.size().width();
    const int columns = columnsFor(style, width);
    const double line = style.text.height() * 1.2;
    const std::vector<Fact> all = facts();
    const auto perColumn = (all.size() + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns);
    const double column = width / columns;
    const double gap = style.px(8);
    double names = 0;
    for (const Fact& fact : all)
        names = std::max(names, style.tick.width(fact.name));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QPointF at(column * static_cast<double>(i / perColumn) + style.px(2),
                         line * static_cast<double>(i % perColumn) + style.px(1));
        const QString value = style.strong.elided(all[i].value, column - names - gap - style.px(6));
        Label name = labelIn(QRectF(at, sizeOf(all[i].name, style.tick)), all[i].name, style.tick, style.theme.muted);
        Label words = labelIn(QRectF(at + QPointF(std::ceil(names) + gap, 0), sizeOf(value, style.strong)), value, style.strong,
                              style.theme.*all[i].color);
        placer.block(name.box);
        placer.block(words.box);
        scene.add(std::move(name));
        scene.add(std::move(words));
    }
}

void MatmulPlot::composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, const Row& row, double before, const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const double height = std::round(barHeight(style, slot.height()));
    const double top = std::round(slot.center().y() - height / 2);
    const double left = slot.left() + 1;
    const QRectF bar(left, top, slot.width(), height);
    const QColor color = style.theme.*row.color;

    std::vector<BarPart> parts;
    double sum = 0;
    for (std::size_t p = 0; p < row.parts.size(); ++p) {
        const double from = std::max(left, stage.frame.toX(sum));
        sum += row.parts[p];
        const double to = std::min(stage.frame.toX(sum), slot.right());
        parts.push_back({from, to, style.shadeOf(color, static_cast<int>(p)), !m_now.fits, row.names[static_cast<qsizetype>(p)],
                         row.amounts[static_cast<qsizetype>(p)]});
        scene.hits.push_back({QPolygonF(QRectF(from, top, to - from, height)), true, row.firstHit + static_cast<int>(p)});
    }
    parts.back().to = std::max(parts.back().to, left + style.px(2));  // even the shortest bar is seen
    addBar(scene, placer, style, bar, parts, {secondsText(row.total), style.theme.ink, false}, stage.frame.size().width() - 2, slot.bottom());
    if (stage.ghost > 0 && before > 0 && before != row.total) {
        const double to = stage.frame.toX(before);
        const QRectF was(left, top - style.px(3), std::clamp(to, left + 1, slot.right()) - left, height + style.px(6));
        addGhostBar(scene, style, was, to > slot.right(), stage.ghost);
    }

    const double right = slot.left() - style.px(10);
    const QString name = style.strong.elided(row.name, right);
    const QString detail = style.tick.width(row.detail) <= right ? row.detail : style.tick.elided(row.shortDetail.isEmpty() ? row.detail : row.shortDetail, right);
    const QSizeF nameSize = sizeOf(name, style.strong);
    const QSizeF detailSize = sizeOf(detail, style.tick);
    const bool both = nameSize.height() + detailSize.height() <= slot.height();
    const double y = slot.center().y() - (nameSize.height() + (both ? detailSize.height() : 0)) / 2;
    scene.add(labelIn(QRectF(QPointF(right - nameSize.width(), y), nameSize), name, style.strong, style.theme.ink));
    if (both)
        scene.add(labelIn(QRectF(QPointF(right - detailSize.width(), y + nameSize.height()), detailSize), detail, style.tick, style.theme.muted));
}

FigureHit MatmulPlot::describe(int id, QPointF, const Frame&) const
{
    FigureHit hit;
    hit.derivation = QStringLiteral("calculator.time");
    if (id == computeHit) {
        hit.title = tr("compute") + u' ' + secondsText(m_now.time().compute.value);
        hit.lines << tr("%1 at %2").arg(siText(m_now.operation.flops.value, "FLOP"), siText(m_now.peak->rate.value, "FLOP/s"));
        return hit;
    }
    const int part = id - inputHit;
    const Bytes bytes = m_now.parts[static_cast<std::size_t>(part)];
    hit.title = operandName(part) + u' ' + secondsText((bytes / *m_now.memory.bandwidth).value);
    hit.lines << tr("%1 of %2").arg(bytesText(bytes.value), bytesText(m_now.operation.traffic.value));
    hit.lines << tr("over %1, %2").arg(memoryName(*m_scenario), siText(m_now.memory.bandwidth->value, "B/s"));
    return hit;
}

}  // namespace scalescope
