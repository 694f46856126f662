// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the strategies; what it says is in strategies_diagram.cpp.
#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/diagrams/strategies_diagram.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kLargestSlot = 34;  // before the factor
constexpr double kSmallestRows = 8;

double lineOf(const PlotStyle& style) { return std::ceil(style.tick.height()) + style.px(1); }

/// Lines of the list of steps below the bars: its heading, the steps, the sum.
int panelLines(const PlotStyle& style, double height)
{
    const double lines = height / lineOf(style);
    return lines < 24 ? 6 : lines < 32 ? 7 : 9;
}

void addText(Scene& scene, const QPointF& topLeft, const QString& words, const Face& face, const QColor& color)
{
    if (!words.isEmpty())
        scene.add(labelIn(QRectF(topLeft, sizeOf(words, face)), words, face, color));
}

void addRight(Scene& scene, double right, double top, const QString& words, const Face& face, const QColor& color)
{
    addText(scene, QPointF(right - sizeOf(words, face).width(), top), words, face, color);
}

double indentOf(const PlotStyle& style) { return style.px(14) + style.strong.width(QStringLiteral("00")); }

/// A name in one line, or in two that part between its steps where they may.
QStringList linesOf(const QString& name, const Face& face, double width, bool two)
{
    if (!two || face.width(name) <= width)
        return {name};
    const QString comma = StrategiesDiagram::tr(", ");
    const QStringList parts = name.split(comma);
    QString first = parts.front();
    qsizetype taken = 1;
    while (taken < parts.size() && face.width(first + comma + parts[taken] + comma) <= width)
        first += comma + parts[taken++];
    if (taken == parts.size())
        return {first};
    return {first + comma.trimmed(), parts.mid(taken).join(comma)};
}

void addDot(Scene& scene, const PlotStyle& style, QPointF centre)
{
    scene.add(Dot{centre, style.px(3.4), DotShape::circle, style.theme.card, style.theme.ink, style.px(1.4)});
}

}  // namespace

Axes StrategiesDiagram::axesFor(const PlotStyle& style, const QSize& size, bool held) const
{
    Axes axes;
    const double line = lineOf(style);
    const double names = std::clamp(size.width() * 0.40, style.px(110), style.px(270));
    const double ticks = style.px(10) + line;
    axes.margins = {qRound(names), qRound(line + style.px(4)), qRound(style.px(14)),
                    qRound(ticks + panelLines(style, size.height()) * line + style.px(10))};
    axes.y.shown = false;
    axes.x.shown = !isEmpty();
    axes.x.upper = isEmpty() ? 1.0 : held && m_range > 0 ? m_range : roundedUp(rangeNeeded());
    const double width = size.width() - axes.margins.left() - axes.margins.right();
    const int most = static_cast<int>(width / (style.tick.width(QStringLiteral("0000")) * 1.7));
    axes.x.ticks = linearTicks(0, axes.x.upper, std::clamp(most, 2, 8), timeUnitFor(axes.x.upper).seconds);
    return axes;
}

std::vector<int> StrategiesDiagram::rowsFor(int most) const
{
    std::vector<int> rows;
    const int count = static_cast<int>(m_plan.strategies.size());
    for (int i = 0; i < std::min(count, most); ++i)
        rows.push_back(i);
    if (chosen() >= static_cast<int>(rows.size()))
        rows.back() = chosen();
    return rows;
}

void StrategiesDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (isEmpty()) {
        const QString why = whyImpossible(m_diagnostics);
        addNotice(scene, style, QRectF(QPointF(0, 0), stage.frame.size()), tr("No strategy"),
                  why.isEmpty() && !m_diagnostics.empty() ? scalescope::textOf(m_diagnostics.front()) : why);
        return;
    }
    // A row holds its name.
    const double smallest = std::ceil(style.tick.height()) + style.px(2);
    const int most =
        std::max(1,
                 static_cast<int>(area.height() /
                                  std::min(smallest, std::max(area.height() / kSmallestRows, style.tick.height()))));
    const std::vector<int> rows = rowsFor(most);
    composeLegend(scene, stage, static_cast<int>(rows.size()));
    const double slot =
        std::min(area.height() / static_cast<double>(rows.size()), std::max(style.px(kLargestSlot), smallest));
    // All names in full, or all in brief.
    const double width = area.left() - style.px(8) - indentOf(style);
    const bool two = slot >= 2 * sizeOf(QString(), style.strong).height();
    const bool brief = std::any_of(rows.begin(), rows.end(), [&](int row) {
        const QStringList lines = linesOf(nameOf(row), style.strong, width, two);
        return std::any_of(lines.begin(), lines.end(),
                           [&](const QString& words) { return style.strong.width(words) > width; });
    });
    for (std::size_t i = 0; i < rows.size(); ++i)
        composeRow(scene, stage, rows[i], brief,
                   QRectF(area.left(), area.top() + slot * static_cast<double>(i), area.width(), slot));

    const double line = lineOf(style);
    const QString unit = QCoreApplication::translate("Ticks", timeUnitFor(stage.frame.x().upper).plural);
    addRight(scene, area.left() - style.px(16), area.bottom() + style.px(8), unit, style.tick, style.theme.muted);
    const double top = area.bottom() + style.px(16) + line;
    composeSteps(scene, stage,
                 QRectF(style.px(4), top, stage.frame.size().width() - style.px(8), stage.frame.size().height() - top));
}

void StrategiesDiagram::composeLegend(Scene& scene, const Stage& stage, int rows) const
{
    const PlotStyle& style = stage.style;
    const double y = style.px(1);
    double right = stage.frame.size().width() - style.px(4);
    const int more = static_cast<int>(m_plan.strategies.size()) - rows;
    double left = style.px(4);
    if (more > 0) {
        const QString words = style.tick.elided(tr("and %1 more in the table").arg(countText(more)), right / 2);
        addText(scene, {left, y}, words, style.tick, style.theme.muted);
        left += sizeOf(words, style.tick).width() + style.px(12);
    }
    for (const QString& words :
         {tr("when collectives hide under the work, chunk by chunk"), tr("as a collective matmul"), tr("overlapped")}) {
        const QSizeF size = sizeOf(words, style.tick);
        if (right - size.width() - style.px(14) < left)
            continue;
        addText(scene, {right - size.width(), y}, words, style.tick, style.theme.muted);
        addDot(scene, style, {right - size.width() - style.px(9), y + size.height() / 2});
        return;
    }
}

void StrategiesDiagram::composeRow(Scene& scene, const Stage& stage, int number, bool brief, const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const QRectF whole(0, slot.top(), stage.frame.size().width(), slot.height());
    scene.hits.push_back({QPolygonF(whole), true, number * kHitsPerRow});
    if (number == chosen()) {
        QColor wash = style.theme.accent;
        wash.setAlphaF(0.10F);
        scene.add(Box{whole, wash});
        scene.add(Box{QRectF(0, slot.top(), style.px(3), slot.height()), style.theme.accent});
    }
    composeName(scene, stage, number, brief, slot);
    const double height = std::round(std::clamp(slot.height() * 0.66, style.px(6), style.px(20)));
    composeBar(scene, stage, number,
               QRectF(slot.left() + 1, std::round(slot.center().y() - height / 2), slot.width() - 1, height));
}

void StrategiesDiagram::composeName(Scene& scene, const Stage& stage, int number, bool brief, const QRectF& slot) const
{
    const PlotStyle& style = stage.style;
    const bool strong = number == chosen();
    const Face& face = strong ? style.strong : style.tick;
    const QString rank = QString::number(number + 1);
    const double line = sizeOf(rank, face).height();
    const double indent = indentOf(style);
    const double width = slot.left() - style.px(8) - indent;
    const QStringList lines =
        linesOf(strategyText(strategy(number), m_mesh, brief), face, width, slot.height() >= 2 * line);
    double y = slot.center().y() - line * static_cast<double>(lines.size()) / 2;
    addRight(scene, indent - style.px(6), y, rank, face, strong ? style.theme.accent : style.theme.muted);
    for (const QString& words : lines) {
        addText(scene, {indent, y}, face.elided(words, width), face, style.theme.ink);
        y += line;
    }
}

void StrategiesDiagram::composeBar(Scene& scene, const Stage& stage, int number, const QRectF& bar) const
{
    const PlotStyle& style = stage.style;
    const Strategy& s = strategy(number);
    const double upper = stage.frame.x().upper;
    double sum = 0;
    double end = bar.left();
    bool after = false;
    std::vector<Label> names;
    for (std::size_t i = 0; i < s.steps.size(); ++i) {
        const MatmulStep& step = s.steps[i];
        const bool work = step.kind == StepKind::matmul;
        const bool hatched = after && !work;
        after = after || work;
        if (step.time.value <= 0 || sum >= upper)
            continue;
        const double from = std::max(bar.left(), stage.frame.toX(sum));
        sum += step.time.value;
        const double to = std::min(stage.frame.toX(sum), bar.right());
        end = std::max(to, from + 1);
        const QRectF part(from, bar.top(), end - from, bar.height());
        scene.hits.push_back({QPolygonF(part), true, number * kHitsPerRow + 1 + static_cast<int>(i)});
        const double gap = part.width() > 3 ? 1 : 0;
        const int bands = work ? 1 : std::max(1, step.axes.size());
        for (int b = 0; b < bands; ++b) {  // one for each axis that the collective runs over
            const QColor color = work ? style.theme.ink : style.theme.ofMeshAxis(step.axes.empty() ? 0 : step.axes[b]);
            const QRectF band(part.left(), part.top() + part.height() * b / bands, part.width() - gap,
                              part.height() / bands);
            scene.add(hatched ? Box{band, style.mixed(color, 0.16), style.mixed(color, 0.8), style.mixed(color, 0.7), 5}
                              : Box{band, color});
        }
        const QString words = work ? stepName(step) : fromCore(kStepKindNames[static_cast<std::size_t>(step.kind)]);
        const QSizeF size = sizeOf(words, style.tick);
        if (bands > 1 || size.width() + style.px(14) > part.width() || size.height() > part.height())
            continue;
        const QColor fill = work ? style.theme.ink : style.theme.ofMeshAxis(step.axes[0]);
        Label label = labelIn(QRectF(part.center() - QPointF(size.width() / 2, size.height() / 2), size), words,
                              style.tick, hatched ? style.theme.ink : style.readableOn(fill));
        if (hatched)
            label.backing = style.mixed(fill, 0.16);
        names.push_back(std::move(label));
    }
    const bool cut = s.separate.value > upper;
    const QString total = secondsText(s.separate.value);
    const QSizeF size = sizeOf(total, style.strong);
    QRectF box(QPointF(end + style.px(7), bar.center().y() - size.height() / 2), size);
    const double rightmost = stage.frame.size().width() - style.px(2);
    const bool inside = box.right() > rightmost;
    if (inside)
        box.moveRight(rightmost - (cut ? style.px(12) : style.px(2)));
    const double overlapped = stage.frame.toX(s.overlapped.value);
    const QPointF dot(overlapped, bar.center().y());
    const bool dotted = s.overlapped < s.separate && s.overlapped.value <= upper && dot.x() < box.left() - style.px(4);
    const auto meetsDot = [&](const QRectF& r) {
        return dotted && r.adjusted(-style.px(5), 0, style.px(5), 0).contains(dot);
    };
    for (Label& label : names)
        if (!meetsDot(label.box) && !label.box.adjusted(-3, 0, 3, 0).intersects(box.adjusted(-4, 0, 4, 0)))
            scene.add(std::move(label));
    if (dotted)
        addDot(scene, style, dot);
    Label label = labelIn(box, total, style.strong, style.theme.ink);
    if (inside)
        label.backing = style.theme.card;
    if (cut)
        scene.add(
            Dot{{box.right() + style.px(7), bar.center().y()}, style.px(3.5), DotShape::right, style.theme.muted});
    scene.add(std::move(label));
}

void StrategiesDiagram::composeSteps(Scene& scene, const Stage& stage, const QRectF& panel) const
{
    const PlotStyle& style = stage.style;
    const Strategy& s = strategy(chosen());
    const double line = lineOf(style);
    // Names left, three columns of numbers right.
    const double number = style.strong.width(QStringLiteral("000 GFLOP")) + style.px(14);
    const std::array<double, 3> right = {panel.right() - 2 * number, panel.right() - number, panel.right()};
    const double names = right[0] - number - panel.left();
    const int lines = panelLines(style, stage.frame.size().height());
    double y = panel.top();
    scene.add(Stroke{QPolygonF({QPointF(panel.left(), y - style.px(4)), QPointF(panel.right(), y - style.px(4))}),
                     style.pen(style.theme.grid, 1)});
    const auto add = [&](const QString& name, const Face& face, const QColor& color, const QStringList& cells,
                         const Face& cellFace, const QColor& cellColor) {
        addText(scene, {panel.left(), y}, face.elided(name, names), face, color);
        for (int i = 0; i < cells.size(); ++i)
            addRight(scene, right[static_cast<std::size_t>(i)], y, cellFace.elided(cells[i], number - style.px(6)),
                     cellFace, cellColor);
        y += line;
    };
    add(tr("%1 step by step").arg(chosen() + 1), style.strong, style.theme.accent,
        {tr("amount"), tr("time"), tr("memory")}, style.tick, style.theme.muted);
    const int most = lines - 2;
    const int count = static_cast<int>(s.steps.size());
    const int shown = count <= most ? count : most - 1;
    for (int i = 0; i < shown; ++i) {
        const MatmulStep& step = s.steps[static_cast<std::size_t>(i)];
        add(stepName(step), style.tick, style.theme.ink,
            {step.kind == StepKind::slice ? fromCore(kNotANumber) : workOf(step), secondsText(step.time.value),
             bytesText(step.memory.value)},
            style.tick, style.theme.ink);
    }
    if (shown < count)
        add(tr("and %1 more steps").arg(count - shown), style.tick, style.theme.muted, {}, style.tick,
            style.theme.muted);
    const QString redundancy = redundancyOf(s);
    add(redundancy.isEmpty() ? tr("in all, at most") : redundancy, redundancy.isEmpty() ? style.tick : style.text,
        style.theme.muted,
        {siText(s.flopsPerChip.value, "FLOP"), secondsText(s.separate.value), bytesText(s.peakMemory.value)},
        style.strong, style.theme.ink);
}

}  // namespace scalescope
