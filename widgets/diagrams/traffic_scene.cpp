// SPDX-License-Identifier: GPL-3.0-or-later
// How TrafficDiagram is drawn.
#include "widgets/diagrams/traffic_diagram.h"

#include "core/scenario/scenario.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr std::size_t kMostRows = 14;
constexpr double kHighestRow = 26;   // pixels
constexpr double kBarShare = 0.24;   // of the width, at least
constexpr double kLeastBar = 60;     // pixels
constexpr double kGap = 12;          // between columns

/// Both parts of a bar as the timeline has them: what waits is full, what is hidden is hatched.
Box partLooks(const PlotStyle& style, const QRectF& rect, const QColor& color, bool exposed)
{
    if (exposed)
        return {rect, color};
    return {rect, style.mixed(color, 0.14), {}, style.mixed(color, 0.75)};
}

}  // namespace

TrafficDiagram::Columns TrafficDiagram::columnsFor(const PlotStyle& style, double width) const
{
    const double gap = style.px(kGap);
    std::array<double, kColumnCount> widths{};
    // As wide as anything gets, so that nothing shifts while values change.
    widths[whatColumn] = style.text.width(QStringLiteral("ReduceScatter, ") + tr("%1, once").arg(tr("backward")));
    for (const Axis axis : kAxes)
        widths[axisColumn] = std::max(widths[axisColumn], style.strong.width(degreeName(axis)) + style.px(22) + 1);
    widths[networkColumn] = style.tick.width(QStringLiteral("node, leaf, spine"));
    widths[bytesColumn] = style.strong.width(QStringLiteral("88.8 GB"));
    widths[countColumn] = style.text.width(QStringLiteral("888,888"));
    widths[timeColumn] = style.strong.width(QStringLiteral("88.8 ms"));
    widths[exposedColumn] = std::max(style.tick.width(nameOf(exposedColumn)), style.strong.width(QStringLiteral("88.8 ms")));
    for (const Column column : {bytesColumn, countColumn, timeColumn})
        widths[column] = std::max(widths[column], style.tick.width(nameOf(column)));
    std::array<bool, kColumnCount> shown;
    shown.fill(true);
    const double room = width - std::max(width * kBarShare, style.px(kLeastBar));
    const auto sum = [&] {
        double total = 0;
        for (std::size_t c = 0; c < kColumnCount; ++c)
            total += shown[c] ? widths[c] + gap : 0;
        return total;
    };
    for (const Column column : {countColumn, networkColumn, exposedColumn, bytesColumn}) {
        if (sum() <= room)
            break;
        shown[column] = false;
    }
    if (sum() > room)  // the name gives way, down to a third
        widths[whatColumn] = std::max(widths[whatColumn] / 3, widths[whatColumn] - (sum() - room));
    Columns ends;
    double x = 0;
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        x += shown[c] ? widths[c] + gap : 0;
        ends[c] = x;
    }
    return ends;
}

Axes TrafficDiagram::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    axes.y.shown = false;
    axes.x.shown = m_possible && !m_rows.empty();
    axes.margins = marginsFor(style, columnsFor(style, size.width()).back() + style.px(4), true);
    if (!axes.x.shown)
        return axes;
    axes.x.upper = held && m_range > 0 ? m_range : roundedUp(longest());
    const double width = size.width() - axes.margins.left() - axes.margins.right();
    const int most = static_cast<int>(width / (style.tick.width(QStringLiteral("0000")) * 1.7));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::clamp(most, 2, 6), timeUnitFor(axes.x.upper).seconds);
    return axes;
}

std::size_t TrafficDiagram::rowsIn(const PlotStyle& style, double height) const
{
    const double lines = std::floor(height / (style.text.height() + 1)) - static_cast<double>(m_totals.size());
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0, lines)), 1, kMostRows);
}

void TrafficDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (!m_possible || m_rows.empty()) {
        const QString words = m_possible ? tr("No degree of this plan shares an array between chips, so a step has no collectives.") : whyImpossible(m_diagnostics);
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), m_possible ? tr("Nothing is sent") : tr("No times: this plan cannot be built"), words);
        return;
    }
    const Columns columns = columnsFor(style, stage.frame.size().width());
    if (stage.frame.area().width() >= style.px(150))  // else there is no room to name the unit
        addAxisTitles(scene, style, stage.frame, perPass(QCoreApplication::translate("Ticks", timeUnitFor(stage.frame.x().upper).plural), m_pass), {});
    composeHead(scene, stage, columns);

    const std::size_t room = rowsIn(style, area.height());
    // The last line is the others' where not all fit.
    const std::size_t listed = m_rows.size() <= room ? m_rows.size() : room - 1;
    const std::size_t lines = listed + (listed < m_rows.size() ? 1 : 0) + m_totals.size();
    const double height = std::min(style.px(kHighestRow), area.height() / static_cast<double>(lines));
    double top = area.top();
    const auto next = [&] {
        const QRectF slot(0, top, area.right(), height);
        top += height;
        return slot;
    };
    for (std::size_t i = 0; i < listed; ++i)
        composeRow(scene, stage, columns, m_rows[i], next(), static_cast<int>(i));
    if (listed < m_rows.size())
        composeRow(scene, stage, columns, othersFrom(listed), next(), kOthers);
    const double rule = std::round(top) + 0.5;
    scene.add(Stroke{QPolygonF({QPointF(style.px(2), rule), QPointF(area.right(), rule)}), style.pen(style.theme.border, 1)});
    for (std::size_t i = 0; i < m_totals.size(); ++i)
        composeRow(scene, stage, columns, m_totals[i], next(), kFirstTotal + static_cast<int>(i));
}

void TrafficDiagram::composeHead(Scene& scene, const Stage& stage, const Columns& columns) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    const double top = area.top() - style.tick.height() - style.px(3);
    double left = style.px(4);
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        const double right = columns[c] - style.px(kGap) + style.px(4);
        if (right > left) {
            const QString words = style.tick.elided(nameOf(static_cast<Column>(c)), right - left);
            const QSizeF size = sizeOf(words, style.tick);
            const double x = c >= bytesColumn ? right - size.width() : left;
            scene.add(labelIn(QRectF(QPointF(x, top), size), words, style.tick, style.theme.muted));
        }
        left = columns[c] + style.px(4);
    }
    const double swatch = std::round(style.px(8));
    double x = area.left();
    for (const bool exposed : {false, true}) {
        const QString words = exposed ? tr("exposed") : tr("hidden");
        const QSizeF size = sizeOf(words, style.tick);
        if (x + swatch + style.px(4) + size.width() > stage.frame.size().width())
            return;
        const QRectF square(std::round(x), std::round(top + (size.height() - swatch) / 2), swatch, swatch);
        Box looks = partLooks(style, square, style.theme.muted, exposed);
        looks.spacing = 4;
        scene.add(looks);
        scene.add(labelIn(QRectF(QPointF(x + swatch + style.px(4), top), size), words, style.tick, style.theme.muted));
        x += swatch + size.width() + style.px(14);
    }
}

void TrafficDiagram::composeRow(Scene& scene, const Stage& stage, const Columns& columns, const Row& row, const QRectF& slot, int id) const
{
    const PlotStyle& style = stage.style;
    scene.hits.push_back({QPolygonF(slot), true, id});
    double left = style.px(4);
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        const double right = columns[c] - style.px(kGap) + style.px(4);
        const double from = left;
        left = columns[c] + style.px(4);
        if (right <= from)
            continue;
        double start = from;
        if (c == axisColumn && row.axis) {
            const double y = slot.center().y();
            scene.add(Stroke{QPolygonF({QPointF(from, y), QPointF(from + style.px(16), y)}), style.penOf(*row.axis, 3)});
            start += style.px(22);
        }
        const Face& face = c == networkColumn ? style.tick : c == countColumn || (!row.total && c != timeColumn) ? style.text : style.strong;
        const QString words = face.elided(cellOf(row, static_cast<Column>(c)), right - start);
        if (words.isEmpty())
            continue;
        const QSizeF size = sizeOf(words, face);
        const double x = c >= bytesColumn ? right - size.width() : start;
        const bool quiet = c == networkColumn || c == countColumn || (c == exposedColumn && row.exposed <= 0);
        scene.add(labelIn(QRectF(QPointF(x, slot.center().y() - size.height() / 2), size), words, face, quiet ? style.theme.muted : style.theme.ink));
    }

    const double height = std::round(std::clamp(slot.height() - style.px(6), 3.0, style.px(16)));
    const double top = std::round(slot.center().y() - height / 2);
    const QColor color = row.axis ? style.theme.of(*row.axis) : style.theme.muted;
    const double start = stage.frame.area().left() + 1;
    const double middle = std::max(start, std::min(stage.frame.toX(row.exposed), slot.right()));
    const double end = std::max({middle, start + style.px(2), std::min(stage.frame.toX(row.time), slot.right())});
    // The wait comes first, so that waits compare from one line.
    if (middle > start)
        scene.add(partLooks(style, QRectF(QPointF(start, top), QPointF(middle, top + height)), color, true));
    if (end > middle)
        scene.add(partLooks(style, QRectF(QPointF(middle, top), QPointF(end, top + height)), color, false));
    if (!row.total || stage.ghost <= 0)
        return;
    const auto earlier = std::find_if(m_before.begin(), m_before.end(), [&](const Row& r) { return r.axis == row.axis; });
    if (earlier == m_before.end() || earlier->time == row.time)
        return;
    const double to = stage.frame.toX(earlier->time);
    addGhostBar(scene, style, QRectF(start, top - 2, std::clamp(to, start + 1, slot.right()) - start, height + 4), to > slot.right(), stage.ghost);
}

}  // namespace scalescope
