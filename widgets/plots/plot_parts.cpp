// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_parts.h"

#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kPadding = 6;

void addHatchable(Scene& scene, const PlotStyle& style, const QRectF& rect, const QColor& color, bool hatched)
{
    if (hatched)
        scene.add(Box{rect, style.mixed(color, 0.14), style.mixed(color, 0.7), style.mixed(color, 0.6)});
    else
        scene.add(Box{rect, color});
}

struct Listed {
    const BarPart* part;
    QString words;
    QSizeF size;  // with its swatch
};

/// One line of swatches and names from a point on, as many as end before `rightEnd`.
void addList(Scene& scene, LabelPlacer& placer, const PlotStyle& style, QPointF start, std::span<const Listed> listed,
             double rightEnd)
{
    const double swatch = std::round(style.px(8));
    double x = start.x();
    for (const Listed& entry : listed) {
        const QRectF place(QPointF(x, start.y()), entry.size);
        const std::array<QRectF, 1> only = {place};
        if (place.right() > rightEnd || !placer.place(std::span<const QRectF>(only)))
            return;
        const double words = std::ceil(style.tick.width(entry.words));
        Label label = labelIn(QRectF(place.right() - words, place.top(), words, place.height()), entry.words,
                              style.tick, style.theme.muted);
        label.backing = style.theme.card;
        scene.add(std::move(label));
        const QRectF square(std::round(x), std::round(place.center().y() - swatch / 2), swatch, swatch);
        addHatchable(scene, style, square, entry.part->color, entry.part->hatched);
        x = place.right() + style.px(2 * kPadding);
    }
}

void addTextsBehind(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const QRectF& bar, double end,
                    std::vector<Listed> listed, const BarTotal& total, double rightEnd, double bottom)
{
    const QSizeF size = sizeOf(total.text, style.strong);
    const double gap = style.px(kPadding);
    const double middle = bar.center().y();
    const QRectF behind(QPointF(end + gap, middle - size.height() / 2), size);
    const QRectF over(QPointF(std::max(bar.left(), end - size.width() - gap), bar.top() - size.height() - style.px(1)),
                      size);
    const std::array<QRectF, 2> candidates = {total.above ? over : behind, total.above ? behind : over};
    const auto box = total.text.isEmpty() ? std::nullopt : placer.place(std::span<const QRectF>(candidates));
    if (box) {
        Label label = labelIn(*box, total.text, style.strong, total.color);
        label.backing = style.theme.card;
        scene.add(std::move(label));
    }

    double length = 0;
    for (const Listed& entry : listed)
        length += entry.size.width() + 2 * gap;
    const double line = style.tick.height();
    const QPointF after((box && *box == behind ? box->right() : end) + 2 * gap, middle - line / 2);
    const QPointF below(bar.left() + 2, bar.bottom() + style.px(3));
    const bool fitsBehind = after.x() + length - 2 * gap <= rightEnd;
    const bool useBelow = !fitsBehind && below.y() + line <= bottom;
    if (!fitsBehind && (!useBelow || below.x() + length > rightEnd))
        std::stable_sort(listed.begin(), listed.end(), [](const Listed& a, const Listed& b) {
            return a.part->to - a.part->from > b.part->to - b.part->from;
        });
    addList(scene, placer, style, useBelow ? below : after, listed, rightEnd);
}

}  // namespace

QMargins marginsFor(const PlotStyle& style, double left, bool top)
{
    const double line = style.tick.height();
    return {qRound(left), qRound(top ? line * 1.5 + style.px(5) : style.px(4)), qRound(style.px(20)),
            qRound(style.px(4 + 4) + line + style.px(3) + line + style.px(2))};
}

void addAxisTitles(Scene& scene, const PlotStyle& style, const Frame& frame, const QString& x, const QString& y)
{
    const QRectF& area = frame.area();
    if (!x.isEmpty()) {
        const QSizeF size = sizeOf(x, style.tick);
        const QPointF topLeft(area.center().x() - size.width() / 2,
                              frame.size().height() - size.height() - style.px(1));
        scene.add(labelIn(QRectF(topLeft, size), x, style.tick, style.theme.muted));
    }
    if (!y.isEmpty()) {
        const QSizeF size = sizeOf(y, style.tick);
        const double left =
            std::max(style.px(2), area.left() - style.px(8) - style.tick.width(QStringLiteral("100 m")));
        scene.add(labelIn(QRectF(QPointF(left, style.px(1)), size), y, style.tick, style.theme.muted));
    }
}

void addNotice(Scene& scene, const PlotStyle& style, const QRectF& area, const QString& heading, const QString& words)
{
    struct Line {
        QString text;
        const Face& face;
        QColor color;
    };
    std::vector<Line> lines = {{heading, style.strong, style.theme.trouble}};
    QTextLayout layout(words, style.tick.font());
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(area.width() * 0.86);
        lines.push_back({words.mid(line.textStart(), line.textLength()).trimmed(), style.tick, style.theme.ink});
    }
    layout.endLayout();

    const double spacing = style.text.height() * 1.35;
    double y = area.center().y() - spacing * static_cast<double>(lines.size()) / 2;
    for (const Line& line : lines) {
        const QSizeF size = sizeOf(line.text, line.face);
        scene.add(
            labelIn(QRectF(QPointF(area.center().x() - size.width() / 2, y), size), line.text, line.face, line.color));
        y += spacing;
    }
}

bool addPlaced(Scene& scene, LabelPlacer& placer, std::span<const QRectF> candidates, const QString& text,
               const Face& face, const QColor& color, int mostCrossings)
{
    const auto box = placer.place(candidates, mostCrossings);
    if (!box)
        return false;
    Label label = labelIn(*box, text, face, color);
    if (placer.crossings(QPolygonF(*box)) > 0)
        label.backing = scene.background;
    scene.add(std::move(label));
    return true;
}

std::vector<QRectF> besideCurve(const std::vector<QPolygonF>& pieces, const QSizeF& size, double gap,
                                const QRectF& area)
{
    constexpr int steps = 28;
    std::vector<QRectF> boxes;
    for (const QPolygonF& piece : pieces) {
        for (int i = 0; i <= steps; ++i) {
            const double x = area.right() - gap - area.width() * i / steps;
            const auto after = std::find_if(piece.begin(), piece.end(), [x](QPointF p) { return p.x() >= x; });
            if (after == piece.begin() || after == piece.end())
                continue;
            const QPointF a = *(after - 1);
            const QPointF b = *after;
            const double y = a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
            boxes.emplace_back(QPointF(x - size.width(), y - gap - size.height()), size);
            boxes.emplace_back(QPointF(x, y + gap), size);
        }
    }
    std::erase_if(boxes, [&](const QRectF& box) { return !area.contains(box); });
    return boxes;
}

std::vector<QRectF> besideLine(double x, std::initializer_list<double> tops, const QSizeF& size, double gap,
                               const QRectF& area)
{
    std::vector<QRectF> boxes;
    for (const double top : tops) {
        boxes.emplace_back(QPointF(x + gap, top), size);
        boxes.emplace_back(QPointF(x - gap - size.width(), top), size);
    }
    std::erase_if(boxes, [&](const QRectF& box) { return !area.contains(box); });
    return boxes;
}

void addAlong(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const std::vector<QPolygonF>& pieces, const QString& text,
              const QColor& color)
{
    const QSizeF size = sizeOf(text, style.tick);
    for (const QPolygonF& piece : pieces) {
        const QPointF way = piece.back() - piece.front();
        const double length = std::hypot(way.x(), way.y());
        if (length < size.width() + style.px(2 * kPadding))
            continue;
        const double angle = std::atan2(way.y(), way.x()) * 180.0 / M_PI;
        const QPointF aside = QPointF(-way.y(), way.x()) / length * (size.height() / 2 + style.px(1));
        std::vector<QPointF> centres;
        std::vector<QPolygonF> outlines;
        for (const double share : {0.88, 0.78, 0.68, 0.14, 0.24, 0.34, 0.44, 0.56})
            for (const double side : {1.0, -1.0}) {
                centres.push_back(piece.front() + way * share + aside * side);
                outlines.push_back(turnedBox(centres.back(), size, angle));
            }
        const auto at = placer.place(std::span<const QPolygonF>(outlines), 0);
        if (!at)
            continue;
        Label label = labelIn(QRectF(centres[*at] - QPointF(size.width() / 2, size.height() / 2), size), text, style.tick, color);
        label.angle = angle;
        scene.add(std::move(label));
        return;
    }
}

void addPlacedPair(Scene& scene, LabelPlacer& placer, const std::function<std::vector<QRectF>(QSizeF)>& boxesFor,
                   const QString& whole, const QString& first, const QString& second, const Face& face,
                   const QColor& color)
{
    const auto inOneLine = boxesFor(sizeOf(whole, face));
    if (addPlaced(scene, placer, inOneLine, whole, face, color, 0))
        return;
    const double line = std::ceil(face.height());
    const QSizeF both(std::ceil(std::max(face.width(first), face.width(second))), 2 * line);
    const auto box = placer.place(boxesFor(both), 0);
    if (!box) {
        addPlaced(scene, placer, inOneLine, whole, face, color, 1);
        return;
    }
    scene.add(labelIn(QRectF(box->topLeft(), sizeOf(first, face)), first, face, color));
    scene.add(labelIn(QRectF(box->topLeft() + QPointF(0, line), sizeOf(second, face)), second, face, color));
}

void addGhostBar(Scene& scene, const PlotStyle& style, const QRectF& bar, bool cut, double opacity)
{
    QColor color = style.theme.muted;
    color.setAlphaF(static_cast<float>(0.8 * opacity));
    const QRectF r = bar.adjusted(0.5, 0.5, -0.5, -0.5);
    QPolygonF outline({r.topRight(), r.topLeft(), r.bottomLeft(), r.bottomRight()});
    if (!cut)
        outline << r.topRight();
    scene.add(Stroke{outline, QPen(color, 1)});
}

double barHeight(const PlotStyle& style, double slot)
{
    return std::min(std::max(slot - 2 * style.tick.height() - style.px(8), slot * 0.4), style.px(38));
}

void addBar(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const QRectF& bar,
            std::span<const BarPart> parts, const BarTotal& total, double rightEnd, double bottom)
{
    std::vector<Listed> listed;
    double end = bar.left();
    for (const BarPart& part : parts) {
        end = std::max(end, part.to);
        // Neighbours are parted by a line of the card.
        const double gap = part.to - part.from > 3 && &part != &parts.back() ? 1 : 0;
        const QRectF rect(part.from, bar.top(), part.to - part.from - gap, bar.height());
        addHatchable(scene, style, rect, part.color, part.hatched);
        const QString words = part.name + u' ' + part.amount;
        const QSizeF size = sizeOf(words, style.text);
        if (size.width() + style.px(kPadding) > rect.width() || size.height() > rect.height()) {
            const double swatch = std::round(style.px(8)) + style.px(kPadding) / 2;
            listed.push_back({&part, words, {swatch + std::ceil(style.tick.width(words)), style.tick.height()}});
            continue;
        }
        const QRectF box(rect.center() - QPointF(size.width() / 2, size.height() / 2), size);
        Label label = labelIn(box, words, style.text, part.hatched ? style.theme.ink : style.readableOn(part.color));
        if (part.hatched)
            label.backing = style.mixed(part.color, 0.14);
        placer.block(box);
        scene.add(std::move(label));
    }
    addTextsBehind(scene, placer, style, bar, end, std::move(listed), total, rightEnd, bottom);
}

}  // namespace scalescope
