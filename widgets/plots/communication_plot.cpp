// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/communication_plot.h"

#include "core/base/format.h"
#include "core/scenario/names.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>

namespace scalescope {

namespace {

enum ComputePart { matmul, attention, elementwise, optimizer, recomputed };

ComputePart partOf(const OperationEstimate& e)
{
    if (e.phase == Phase::recompute)
        return recomputed;
    if (!e.component)
        return optimizer;
    switch (e.kind) {
    case OperationKind::matmul: return matmul;
    case OperationKind::attention: return attention;
    case OperationKind::elementwise: break;
    }
    return elementwise;
}

constexpr double kRoom = 1.18;  // of the longest bar, for the text behind it

}  // namespace

QString CommunicationPlot::title() const { return tr("Communication versus compute"); }

QString CommunicationPlot::caption() const
{
    if (!m_possible)
        return tr("This plan cannot be built, so it has no times.");
    if (m_rows.size() < 2)
        return tr("One chip has nobody to talk to: all of the time is compute.");
    if (m_step.network > m_step.compute)
        return tr("Communication outlasts compute by %1: it cannot hide.")
            .arg(secondsText((m_step.network - m_step.compute).value));
    return tr("One pass of one chip. What is shorter than compute can hide under it.");
}

QString CommunicationPlot::summary() const
{
    if (!m_possible)
        return caption();
    QStringList words;
    for (const Row& row : m_rows)
        words << tr("%1 takes %2").arg(rowName(row), secondsText(row.total));
    return words.join(tr(", ")) + (m_feasible ? QString() : tr("; hypothetical, since it does not fit in memory")) +
        u'.';
}

FigureTable CommunicationPlot::table() const
{
    FigureTable table;
    table.columns = {tr("Who"), tr("Network"), tr("What"), tr("Time")};
    if (!m_possible)
        return table;
    const auto add = [&](const Row& row, const QString& what, double seconds) {
        const QStringList names = {rowName(row), fromCore(row.network), what};
        table.rows << (QStringList(names) << secondsText(seconds));
        table.values << (QStringList(names) << fromCore(shortest(seconds)));
    };
    for (const Row& row : m_rows) {
        for (int part = 0; part < kPartCount; ++part)
            if (row.parts[static_cast<std::size_t>(part)] > 0)
                add(row, partName(row, part), row.parts[static_cast<std::size_t>(part)]);
        add(row, tr("total"), row.total);
    }
    return table;
}

std::vector<CommunicationPlot::Row> CommunicationPlot::rowsOf(const Snapshot& snapshot)
{
    const Estimate& e = snapshot.estimate;
    if (!e.possible())
        return {};
    std::vector<Row> rows(1);
    for (const OperationEstimate& op : e.operations)
        if (op.timed)
            rows[0].parts[partOf(op)] += op.total.value;
    rows[0].total = e.step().compute.value;
    for (const Axis axis : {Axis::fsdp, Axis::tensor, Axis::data, Axis::expert, Axis::context, Axis::pipeline}) {
        const AxisEstimate& a = e.of(axis);
        if (a.placement.size <= 1)
            continue;
        Row row{axis, a.placement.size, networkNameOf(snapshot.scenario, a.placement, toReader), a.bytes.value, a.bandwidth.value,
                {},   a.time.value};
        for (std::size_t c = 0; c < row.parts.size(); ++c)
            row.parts[c] = a.byCollective[c].value;
        rows.push_back(std::move(row));
    }
    return rows;
}

void CommunicationPlot::take(const Snapshot& now)
{
    m_possible = now.estimate.possible();
    m_feasible = now.estimate.feasible();
    m_pass = now.scenario.workload.pass;
    m_diagnostics = now.estimate.diagnostics;
    m_peak = now.estimate.peak;
    m_step = now.estimate.step();
    m_rows = rowsOf(now);
    if (!m_possible)
        return;
    const double needed = longest();
    const bool leaves = needed > m_range * 0.98;
    if (leaves && dragging() && m_range > 0)
        m_range = roundedUp(needed * 1.02);
    else if (leaves || (!dragging() && needed < m_range * 0.3))
        m_range = roundedUp(needed * kRoom);
}

void CommunicationPlot::takeBefore(const Snapshot* before) { m_before = before ? rowsOf(*before) : std::vector<Row>(); }

double CommunicationPlot::longest() const
{
    double most = 0;
    for (const Row& row : m_rows)
        most = std::max(most, row.total);
    return most;
}

QString CommunicationPlot::rowName(const Row& row) const
{
    if (!row.axis)
        return tr("compute");
    return degreeName(*row.axis) + u' ' + fromCore(formatCount(static_cast<double>(row.size)));
}

QString CommunicationPlot::rowDetail(const Row& row) const
{
    if (row.axis)
        return fromCore(row.network);
    return m_peak ? fromCore(nameOf(m_peak->dtype)) + u' ' + siText(m_peak->rate.value, "FLOP/s") : QString();
}

QString CommunicationPlot::partName(const Row& row, int part)
{
    if (row.axis)
        return collectiveName(static_cast<Collective>(part));
    switch (part) {
    case matmul: return tr("matmul");
    case attention: return tr("attention");
    case elementwise: return tr("elementwise");
    case optimizer: return tr("optimizer");
    default: break;
    }
    return tr("recomputed");
}

Axes CommunicationPlot::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.margins = marginsFor(style, style.tick.height() * 9.5, false);
    axes.y.shown = false;
    axes.x.upper = held && m_range > 0 ? m_range : roundedUp(longest() * kRoom);
    axes.x.shown = m_possible;
    const int most = std::max(
        2, static_cast<int>((size.width() - axes.margins.left()) / (style.tick.width(QStringLiteral("0000")) * 1.7)));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::min(most, 10), timeUnitFor(axes.x.upper).seconds);
    return axes;
}

void CommunicationPlot::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (!m_possible) {
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No times: this plan cannot be built"),
                  whyImpossible(m_diagnostics));
        return;
    }
    const QString unit = QCoreApplication::translate("Ticks", timeUnitFor(stage.frame.x().upper).plural);
    addAxisTitles(scene, style, stage.frame, perPass(unit, m_pass), {});

    LabelPlacer placer(QRectF(QPointF(0, 0), stage.frame.size()));
    const double strip = style.tick.height() + style.px(6);
    const double end = stage.frame.toX(m_rows[0].total);
    const QPolygonF line({QPointF(end, area.top() + style.px(3)), QPointF(end, area.bottom())});
    const double above = area.top() + style.px(2);
    const auto inStrip = [&](const QString& words, const Face& face, bool left) {
        const QSizeF s = sizeOf(words, face);
        return QRectF(QPointF(left ? end - style.px(7) - s.width() : end + style.px(7), above), s);
    };
    if (m_rows.size() > 1) {
        const QString hidden = tr("hidden under compute");
        const QRectF box = inStrip(hidden, style.tick, true);
        if (box.left() > area.left())
            addPlaced(scene, placer, std::array<QRectF, 1>{box}, hidden, style.tick, style.theme.muted);
        if (longest() > m_rows[0].total) {
            const QString outside = tr("not hidden");
            addPlaced(scene, placer, std::array<QRectF, 1>{inStrip(outside, style.text, false)}, outside, style.text,
                      style.theme.trouble);
        }
        scene.add(Stroke{line, style.dotted(style.theme.muted)});
        // Bars of the degrees cross the line; texts had better not.
        placer.avoid(line);
    }
    if (!m_feasible) {
        const QString words = tr("hypothetical: does not fit");
        const QSizeF s = sizeOf(words, style.strong);
        const std::array<QRectF, 2> ends = {QRectF(QPointF(area.right() - s.width(), above), s),
                                            QRectF(QPointF(area.left() + style.px(4), above), s)};
        addPlaced(scene, placer, ends, words, style.strong, style.theme.trouble);
    }

    const double slot = (area.height() - strip) / static_cast<double>(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        composeRow(scene, placer, stage, i,
                   QRectF(area.left(), area.top() + strip + slot * static_cast<double>(i), area.width(), slot));
}

void CommunicationPlot::composeRow(Scene& scene, LabelPlacer& placer, const Stage& stage, std::size_t index,
                                   const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const Row& row = m_rows[index];
    const double height = std::round(barHeight(style, slot.height()));
    const double top = std::round(slot.center().y() - height / 2);
    const double left = slot.left() + 1;
    const QRectF bar(left, top, slot.width(), height);
    const QColor color = row.axis ? style.theme.of(*row.axis) : style.theme.ink;

    std::vector<BarPart> parts;
    double sum = 0;
    for (int p = 0; p < kPartCount; ++p) {
        const double seconds = row.parts[static_cast<std::size_t>(p)];
        if (seconds <= 0)
            continue;
        const double from = std::max(left, stage.frame.toX(sum));
        sum += seconds;
        const double to = std::min(stage.frame.toX(sum), slot.right());
        const bool again = !row.axis && p == recomputed;
        parts.push_back({from, to, again ? color : style.shadeOf(color, static_cast<int>(parts.size())),
                         again || !m_feasible, partName(row, p), secondsText(seconds)});
        scene.hits.push_back(
            {QPolygonF(QRectF(from, top, to - from, height)), true, static_cast<int>(index) * kPartCount + p});
    }
    if (!parts.empty())  // even the shortest bar is seen
        parts.back().to = std::max(parts.back().to, left + style.px(2));
    addBar(scene, placer, style, bar, parts, {secondsText(row.total), style.theme.ink, false},
           stage.frame.size().width() - 2, slot.bottom());

    if (stage.ghost > 0) {
        const auto earlier =
            std::find_if(m_before.begin(), m_before.end(), [&](const Row& r) { return r.axis == row.axis; });
        if (earlier != m_before.end() && earlier->total != row.total) {
            const double to = stage.frame.toX(earlier->total);
            const QRectF was(left, top - style.px(3), std::clamp(to, left + 1, slot.right()) - left,
                             height + style.px(6));
            addGhostBar(scene, style, was, to > slot.right(), stage.ghost);
        }
    }

    const double right = slot.left() - style.px(10);
    const QString name = style.strong.elided(rowName(row), right);
    const QString detail = style.tick.elided(rowDetail(row), right);
    const QSizeF nameSize = sizeOf(name, style.strong);
    const QSizeF detailSize = sizeOf(detail, style.tick);
    const bool both = !detail.isEmpty() && nameSize.height() + detailSize.height() <= slot.height();
    const double y = slot.center().y() - (nameSize.height() + (both ? detailSize.height() : 0)) / 2;
    scene.add(labelIn(QRectF(QPointF(right - nameSize.width(), y), nameSize), name, style.strong, style.theme.ink));
    if (both)
        scene.add(labelIn(QRectF(QPointF(right - detailSize.width(), y + nameSize.height()), detailSize), detail,
                          style.tick, style.theme.muted));
}

FigureHit CommunicationPlot::describe(int id, QPointF, const Frame&) const
{
    const Row& row = m_rows[static_cast<std::size_t>(id / kPartCount)];
    const int part = id % kPartCount;
    const double seconds = row.parts[static_cast<std::size_t>(part)];
    FigureHit hit;
    hit.title = rowName(row) + u": " + partName(row, part);
    hit.derivation = row.axis ? derivationOf(*row.axis) : QStringLiteral("step.compute");
    hit.lines << tr("%1 of %2").arg(secondsText(seconds), secondsText(row.total));
    if (row.axis) {
        hit.lines
            << tr("%1 sent over %2, %3").arg(bytesText(row.bytes), fromCore(row.network), siText(row.bandwidth, "B/s"));
        const double longer = row.total - m_rows[0].total;
        hit.lines << (longer > 0 ? tr("%1 longer than compute").arg(secondsText(longer))
                                 : tr("can hide under compute"));
    }
    if (!m_feasible)
        hit.lines << tr("hypothetical: does not fit");
    return hit;
}

}  // namespace scalescope
