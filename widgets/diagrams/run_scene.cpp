// SPDX-License-Identifier: GPL-3.0-or-later
// How RunDiagram is drawn and pointed at.
#include "widgets/diagrams/run_diagram.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

constexpr int kFirstSet = 100;  // hit shapes: numbers of the run, then of the sets
constexpr int kHitsPerSet = 10;
constexpr std::array<double, 6> kPoints = {21, 18, 15, 12, 10, 9};  // of numbers, the largest that fits

/// Two columns beside each other, or one above the other.
bool isWide(const PlotStyle& style, double width) { return width >= style.px(560); }

}  // namespace

Axes RunDiagram::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

void RunDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF all(QPointF(0, 0), stage.frame.size());
    if (!m_possible) {
        addNotice(scene, style, all, tr("No run: this plan cannot be built"), whyImpossible(m_diagnostics));
        return;
    }
    const double edge = style.px(6);
    const QRectF area = all.adjusted(edge, 0, -edge, -style.px(2));
    const double gap = style.px(24);
    QRectF run = area;
    QRectF sets = area;
    const bool wide = isWide(style, area.width());
    if (wide) {
        run.setWidth(std::round((area.width() - gap) / 2));
        sets.setLeft(run.right() + gap);
        const double x = std::round(run.right() + gap / 2) + 0.5;
        scene.add(Stroke{QPolygonF({QPointF(x, area.top() + edge), QPointF(x, area.bottom() - edge)}), style.pen(style.theme.grid, 1)});
    } else {
        run.setHeight(std::round(area.height() * 0.56));
        sets.setTop(run.bottom());
    }
    if (m_run.empty())
        addNotice(scene, style, run, tr("No run"), caption());
    else
        composeRun(scene, style, run, wide ? 2 : 3);
    composeSets(scene, style, sets);
}

RunDiagram::Type RunDiagram::typeOf(const PlotStyle& style, double height)
{
    const auto faceOf = [&](double points) {
        QFont font = style.theme.font(points, QFont::DemiBold);
        // As the other faces of the plot: in pixels of it, whatever it is painted on.
        font.setPixelSize(qRound(style.strong.font().pixelSize() * points / 9));
        return Face(font);
    };
    for (const double points : kPoints)
        if (Face face = faceOf(points); face.height() <= height || points == kPoints.back())
            return {std::move(face), points > 12 ? style.text : style.tick};
    return {style.strong, style.tick};
}

void RunDiagram::composeNumber(Scene& scene, const PlotStyle& style, const Type& type, const Cell& cell, const QRectF& line, bool quiet, const QColor& ink)
{
    const QColor color = cell.trouble ? style.theme.trouble : quiet || !cell.value ? style.theme.muted : ink;
    const QString number = type.number.elided(cell.number, line.width());
    const QSizeF size = sizeOf(number, type.number);
    scene.add(labelIn(QRectF(line.topLeft(), size), number, type.number, color));
    const QSizeF unit = sizeOf(cell.unit, type.unit);
    const double x = line.left() + size.width() + style.px(4);
    // On the number's line of writing.
    const double y = line.top() + type.number.ascent() - type.unit.ascent();
    if (!cell.unit.isEmpty() && x + unit.width() <= line.right())
        scene.add(labelIn(QRectF(QPointF(x, y), unit), cell.unit, type.unit, style.theme.muted));
}

void RunDiagram::composeRun(Scene& scene, const PlotStyle& style, const QRectF& area, int columns) const
{
    const double caption = std::ceil(style.tick.height());
    const double smallest = typeOf(style, 0).number.height();
    const int wanted = (static_cast<int>(m_run.size()) + columns - 1) / columns;
    // The least important stand last, and give way where there is no room.
    const int rows = std::clamp(static_cast<int>(area.height() / (caption + smallest + 1)), 1, wanted);
    const double height = area.height() / rows;
    const double pad = std::min(style.px(12), std::max(0.0, height - caption - smallest) * 0.25);
    const double left = height - caption - pad;
    const bool noted = left >= caption + style.px(18);
    const Type type = typeOf(style, noted ? left - caption : left);
    const double width = area.width() / columns;
    for (std::size_t i = 0; i < m_run.size() && static_cast<int>(i) < rows * columns; ++i) {
        const Cell& cell = m_run[i];
        const QRectF slot(area.left() + width * static_cast<double>(static_cast<int>(i) % columns),
                          area.top() + height * static_cast<double>(static_cast<int>(i) / columns), width - style.px(8), height - pad);
        scene.hits.push_back({QPolygonF(slot), true, static_cast<int>(i)});
        const QString title = style.tick.elided(cell.title, slot.width());
        scene.add(labelIn(QRectF(slot.topLeft(), sizeOf(title, style.tick)), title, style.tick, style.theme.muted));
        const QRectF line(slot.left(), slot.top() + caption, slot.width(), type.number.height());
        composeNumber(scene, style, type, cell, line, !m_feasible, style.theme.ink);
        if (!noted || cell.note.isEmpty())
            continue;
        const QString note = style.tick.elided(cell.note, slot.width());
        scene.add(labelIn(QRectF(QPointF(slot.left(), std::ceil(line.bottom()) + 1), sizeOf(note, style.tick)), note, style.tick, style.theme.muted));
    }
}

void RunDiagram::composeSets(Scene& scene, const PlotStyle& style, const QRectF& area) const
{
    const double head = std::ceil(style.strong.height()) + style.px(4);
    const double height = (area.height() - head) / kMeasureCount;
    const double caption = std::ceil(style.tick.height());
    if (height < style.strong.height())
        return;
    double names = 0;
    for (int m = 0; m < kMeasureCount; ++m)
        names = std::max(names, style.text.width(nameOf(static_cast<Measure>(m), m_pass)));
    names = std::ceil(names) + style.px(12);
    const double width = (area.width() - names) / static_cast<double>(m_sets.size());
    const double pad = std::min(style.px(16), height * 0.2);
    const bool noted = height - pad >= caption + style.px(20);
    Type type = typeOf(style, noted ? height - pad - caption : height - pad);
    for (const double points : kPoints) {
        const double widest = type.number.width(QStringLiteral("88.8")) + style.px(4) + type.unit.width(QStringLiteral("years"));
        if (widest <= width - style.px(8))
            break;
        if (Type smaller = typeOf(style, type.number.height() * 0.9); points > kPoints.back())
            type = std::move(smaller);
    }

    for (int m = 0; m < kMeasureCount; ++m) {
        const QString name = nameOf(static_cast<Measure>(m), m_pass);
        const double top = area.top() + head + height * m;
        const QRectF box(QPointF(area.left(), top + type.number.ascent() - style.text.ascent()), sizeOf(name, style.text));
        scene.add(labelIn(box, name, style.text, style.theme.muted));
    }
    for (std::size_t s = 0; s < m_sets.size(); ++s) {
        const Column& column = m_sets[s];
        const double left = area.left() + names + width * static_cast<double>(s);
        const double room = width - style.px(8);
        const QString name = style.strong.elided(column.name, room);
        scene.add(labelIn(QRectF(QPointF(left, area.top()), sizeOf(name, style.strong)), name, style.strong,
                          column.present ? style.theme.accent : style.theme.ink));
        for (std::size_t m = 0; m < kMeasureCount; ++m) {
            const Cell& cell = column.cells[m];
            const QRectF line(left, area.top() + head + height * static_cast<double>(m), room, type.number.height());
            scene.hits.push_back({QPolygonF(QRectF(line.left(), line.top(), room, height)), true, kFirstSet + static_cast<int>(s) * kHitsPerSet + static_cast<int>(m)});
            composeNumber(scene, style, type, cell, line, false, style.theme.ink);
            if (!noted || cell.note.isEmpty())
                continue;
            const QString note = style.tick.elided(cell.note, room);
            scene.add(labelIn(QRectF(QPointF(left, std::ceil(line.bottom()) + 1), sizeOf(note, style.tick)), note, style.tick, style.theme.muted));
        }
    }
}

FigureHit RunDiagram::describe(int id, QPointF, const Frame&) const
{
    const bool ofRun = id < kFirstSet;
    const auto number = static_cast<std::size_t>(ofRun ? id : id - kFirstSet);
    const Column* column = ofRun ? nullptr : &m_sets[number / kHitsPerSet];
    const Cell& cell = ofRun ? m_run[number] : column->cells[number % kHitsPerSet];
    FigureHit hit;
    hit.title = column ? tr("%1: %2").arg(column->name, cell.title) : cell.title;
    hit.lines << (cell.unit.isEmpty() ? cell.number : cell.number + fromCore(kNarrowSpace) + cell.unit);
    if (!cell.note.isEmpty())
        hit.lines << cell.note;
    // Those of other assumptions have no derivation: the panel explains the present scenario.
    if (ofRun || column->present)
        hit.derivation = cell.derivation;
    return hit;
}

}  // namespace scalescope
