// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/traffic_diagram.h"

#include "core/base/format.h"
#include "core/scenario/names.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

namespace {

QString countText(double count) { return fromCore(formatCount(count)); }

bool isOfExperts(Group group) { return group == Group::expertShards || group == Group::expertReplicas; }

}  // namespace

QString TrafficDiagram::title() const { return tr("Communication of a step"); }

QString TrafficDiagram::caption() const
{
    if (!m_possible)
        return tr("This plan cannot be built, so it has no times.");
    if (m_rows.empty())
        return tr("Nothing is sent: all of the time is compute.");
    double time = 0;
    double exposed = 0;
    for (const Row& row : m_rows) {
        time += row.time;
        exposed += row.exposed;
    }
    if (exposed <= 0)
        return tr("Compute hides all of the %1 on the networks.").arg(secondsText(time));
    return tr("Of %1 on the networks the chips wait for %2, %3 of the step; the longest wait stands first.")
        .arg(secondsText(time), secondsText(exposed), percentText(m_step > 0 ? exposed / m_step : 0.0));
}

QString TrafficDiagram::summary() const
{
    if (!m_possible)
        return caption() + u' ' + whyImpossible(m_diagnostics);
    QStringList sentences = {caption()};
    for (const Row& row : m_totals)
        sentences << tr("%1 sends %2 in %3, of which %4 are exposed.").arg(degreeName(*row.axis), bytesText(row.bytes), secondsText(row.time), secondsText(row.exposed));
    if (!m_rows.empty() && m_rows[0].exposed > 0)
        sentences << tr("The longest wait: %1 of %2, %3.").arg(m_rows[0].what, degreeName(*m_rows[0].axis), secondsText(m_rows[0].exposed));
    return sentences.join(u' ');
}

QString TrafficDiagram::nameOf(Column column)
{
    switch (column) {
    case axisColumn: return tr("Axis");
    case networkColumn: return tr("Network");
    case bytesColumn: return tr("Bytes");
    case countColumn: return tr("Count");
    case timeColumn: return tr("Time");
    case exposedColumn: return tr("Exposed");
    case whatColumn:
    case kColumnCount: break;
    }
    return tr("What");
}

QString TrafficDiagram::cellOf(const Row& row, Column column) const
{
    switch (column) {
    case axisColumn: return row.axis ? degreeName(*row.axis) : QString();
    case networkColumn: return row.network;
    case bytesColumn: return bytesText(row.bytes);
    case countColumn: return countText(row.count);
    case timeColumn: return secondsText(row.time);
    case exposedColumn: return row.exposed > 0 ? secondsText(row.exposed) : fromCore(kNotANumber);
    case whatColumn:
    case kColumnCount: break;
    }
    return row.what;
}

FigureTable TrafficDiagram::table() const
{
    FigureTable table;
    for (int c = 0; c < kColumnCount; ++c)
        table.columns << nameOf(static_cast<Column>(c));
    table.columns << tr("Moves");
    const auto add = [&](const Row& row) {
        QStringList cells;
        for (int c = 0; c < kColumnCount; ++c)
            cells << cellOf(row, static_cast<Column>(c));
        QStringList values = {row.what, row.axis ? degreeName(*row.axis) : QString(), row.network};
        for (const double value : {row.bytes, row.count, row.time, row.exposed})
            values << fromCore(shortest(value));
        const QString moved = row.moved.join(tr(", "));
        table.rows << (cells << moved);
        table.values << (values << moved);
    };
    std::for_each(m_rows.begin(), m_rows.end(), add);
    std::for_each(m_totals.begin(), m_totals.end(), add);
    return table;
}

std::vector<TrafficDiagram::Row> TrafficDiagram::rowsOf(const Snapshot& snapshot)
{
    const Estimate& e = snapshot.estimate;
    std::vector<Row> rows;
    std::vector<const CollectiveEstimate*> firsts;  // of each row
    for (std::size_t i = 0; i < e.collectives.size(); ++i) {
        const CollectiveEstimate& c = e.collectives[i];
        const auto same = std::find_if(firsts.begin(), firsts.end(), [&](const CollectiveEstimate* f) {
            return f->group == c.group && f->collective == c.collective && f->phase == c.phase && f->oncePerStep == c.oncePerStep;
        });
        const auto at = static_cast<std::size_t>(same - firsts.begin());
        if (same == firsts.end()) {
            firsts.push_back(&c);
            Row row;
            row.axis = c.axis();
            row.what = tr("%1, %2").arg(fromCore(scalescope::nameOf(c.collective)), translated(scalescope::nameOf(c.phase)));
            if (isOfExperts(c.group))
                row.what = tr("%1, experts").arg(row.what);
            if (c.oncePerStep && c.phase != Phase::update)
                row.what = tr("%1, once").arg(row.what);
            row.network = fromCore(networkNameOf(snapshot.scenario, e.of(c.axis()).placement, toReader));
            row.derivation = QStringLiteral("collective.%1.time").arg(i);
            rows.push_back(std::move(row));
        } else {
            // What is merged has no derivation of its own: that of the degree names each of them.
            rows[at].derivation = derivationOf(c.axis());
        }
        Row& row = rows[at];
        row.bytes += (c.array * c.repeats).value;
        row.count += c.repeats;
        row.time += c.total.value;
        row.exposed += c.exposed.value;
        if (const QString part = translated(scalescope::nameOf(c.component)); !row.moved.contains(part))
            row.moved << part;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.exposed != b.exposed ? a.exposed > b.exposed : a.time > b.time; });
    return rows;
}

std::vector<TrafficDiagram::Row> TrafficDiagram::totalsOf(const Snapshot& snapshot)
{
    const Estimate& e = snapshot.estimate;
    std::vector<Row> totals;
    for (const AxisEstimate& a : e.axes) {
        if (a.time.value <= 0)
            continue;
        Row row;
        row.axis = a.axis;
        row.what = tr("total");
        row.network = fromCore(networkNameOf(snapshot.scenario, a.placement, toReader));
        row.bytes = a.bytes.value;
        for (const CollectiveEstimate& c : e.collectives)
            if (c.axis() == a.axis)
                row.count += c.repeats;
        row.time = a.time.value;
        row.exposed = a.exposed.value;
        row.derivation = derivationOf(a.axis);
        row.total = true;
        totals.push_back(std::move(row));
    }
    std::stable_sort(totals.begin(), totals.end(), [](const Row& a, const Row& b) { return a.time > b.time; });
    return totals;
}

void TrafficDiagram::take(const Snapshot& now)
{
    m_possible = now.estimate.possible();
    m_diagnostics = now.estimate.diagnostics;
    m_pass = now.scenario.workload.pass;
    m_step = now.estimate.step().expected.value;
    m_rows.clear();
    m_totals.clear();
    if (!m_possible)
        return;
    m_rows = rowsOf(now);
    m_totals = totalsOf(now);
    const double needed = longest();
    if (needed > m_range || (!dragging() && needed < m_range * 0.3))
        m_range = roundedUp(needed);
}

void TrafficDiagram::takeBefore(const Snapshot* before)
{
    m_before = before && before->estimate.possible() ? totalsOf(*before) : std::vector<Row>();
}

double TrafficDiagram::longest() const
{
    double most = 0;
    for (const std::vector<Row>* rows : {&m_rows, &m_totals})
        for (const Row& row : *rows)
            most = std::max(most, row.time);
    return most;
}

TrafficDiagram::Row TrafficDiagram::othersFrom(std::size_t first) const
{
    Row others;
    others.what = tr("%n others", nullptr, static_cast<int>(m_rows.size() - first));
    others.derivation = QStringLiteral("step.network");
    for (std::size_t i = first; i < m_rows.size(); ++i) {
        others.bytes += m_rows[i].bytes;
        others.count += m_rows[i].count;
        others.time += m_rows[i].time;
        others.exposed += m_rows[i].exposed;
        for (const QString& part : m_rows[i].moved)
            if (!others.moved.contains(part))
                others.moved << part;
    }
    return others;
}

FigureHit TrafficDiagram::describe(int id, QPointF, const Frame&) const
{
    // Others begin where the rows with hit shapes end.
    std::size_t listed = 0;
    for (const HitShape& shape : scene().hits)
        listed += shape.id < kOthers ? 1 : 0;
    const Row row = id >= kFirstTotal ? m_totals[static_cast<std::size_t>(id - kFirstTotal)]
        : id == kOthers               ? othersFrom(listed)
                                      : m_rows[static_cast<std::size_t>(id)];
    FigureHit hit;
    hit.title = row.axis ? tr("%1: %2").arg(degreeName(*row.axis), row.what) : row.what;
    if (!row.network.isEmpty())
        hit.lines << tr("over %1").arg(row.network);
    hit.lines << tr("%1 in %2 collectives").arg(bytesText(row.bytes), countText(row.count))
              << tr("%1: %2 hidden, %3 exposed").arg(secondsText(row.time), secondsText(row.time - row.exposed), secondsText(row.exposed));
    if (!row.moved.isEmpty())
        hit.lines << tr("for %1").arg(row.moved.join(tr(", ")));
    hit.derivation = row.derivation;
    return hit;
}

}  // namespace scalescope
