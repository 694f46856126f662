// SPDX-License-Identifier: GPL-3.0-or-later
// How LayersDiagram is drawn.
#include "widgets/diagrams/layers_diagram.h"

#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLeastCell = 3;     // pixels of a layer that is drawn by itself
constexpr double kParted = 5;        // pixels of one that stands apart from its neighbours
constexpr double kLeastStrip = 24;
constexpr double kLargestStrip = 54;
constexpr double kGap = 10;          // between the layers and what stands outside them

void addMarked(Scene& scene, const QRectF& rect, const KindMark& mark)
{
    const bool outlined = rect.width() >= kParted;
    scene.add(Box{rect, mark.fill, outlined ? mark.outline : QColor(), mark.hatch, mark.spacing});
}

void addLetter(Scene& scene, const PlotStyle& style, QPointF centre, std::size_t kind, const KindMark& mark)
{
    const QSizeF size = sizeOf(letterText(kind), style.strong);
    Label label = labelIn(QRectF(centre - QPointF(size.width() / 2, size.height() / 2), size), letterText(kind), style.strong,
                          mark.letter);
    if (mark.hatch.isValid())
        label.backing = mark.fill;
    scene.add(std::move(label));
}

/// 1, 2, 5 times a power of ten that is no less.
double roundedStep(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(std::max(1.0, value))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value)
            return factor * decade;
    return 10 * decade;
}

void addCentred(Scene& scene, QPointF centre, const QString& words, const Face& face, const QColor& color)
{
    const QSizeF size = sizeOf(words, face);
    scene.add(labelIn(QRectF(centre - QPointF(size.width() / 2, size.height() / 2), size), words, face, color));
}

}  // namespace

Axes LayersDiagram::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

void LayersDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    if (m_decoder.kinds.empty())
        return;
    const QRectF whole = QRectF(QPointF(0, 0), stage.frame.size()).adjusted(style.px(2), style.px(3), -style.px(4), 0);
    const double line = std::ceil(style.tick.height());
    const double height = std::clamp(whole.height() * 0.3, style.px(kLeastStrip), style.px(kLargestStrip));
    const QRectF row(whole.left(), whole.top(), whole.width(), height);

    const auto widthOf = [&](const OutsidePart& part) {
        return std::ceil(std::max({style.text.width(part.name), style.tick.width(part.shape), style.tick.width(part.note)})) + style.px(12);
    };
    double left = row.left();
    double right = row.right();
    int id = kOutside;
    std::vector<QRectF> ends;
    for (const OutsidePart& part : m_decoder.before) {
        ends.emplace_back(left, row.top(), widthOf(part), height);
        composeEnd(scene, style, ends.back(), part, id++);
        left += widthOf(part) + style.px(kGap);
    }
    double behind = 0;
    for (const OutsidePart& part : m_decoder.behind)
        behind += widthOf(part) + style.px(kGap);
    right -= behind;
    double x = right + style.px(kGap);
    for (const OutsidePart& part : m_decoder.behind) {
        ends.emplace_back(x, row.top(), widthOf(part), height);
        composeEnd(scene, style, ends.back(), part, id++);
        x += widthOf(part) + style.px(kGap);
    }
    const QRectF strip(QPointF(std::round(left), row.top()), QPointF(std::round(right), row.bottom()));
    const QPen pen = style.pen(style.theme.muted, 1.2);
    double from = row.left();
    for (const QRectF& end : ends) {
        const bool first = end.left() > strip.right() && from <= strip.left() + 1;
        if (first) {
            if (!m_decoder.before.empty())
                scene.add(Stroke{QPolygonF({{from, row.center().y()}, {strip.left() - 1, row.center().y()}}), pen});
            from = strip.right() + 1;
        }
        if (end.left() > from)
            scene.add(Stroke{QPolygonF({{from, row.center().y()}, {end.left(), row.center().y()}}), pen});
        from = end.right();
    }
    if (strip.width() > 0)
        composeStrip(scene, style, strip);
    const double top = strip.bottom() + line + style.px(10);
    composeLegend(scene, style, QRectF(QPointF(whole.left(), top), whole.bottomRight()));
}

void LayersDiagram::composeEnd(Scene& scene, const PlotStyle& style, const QRectF& box, const OutsidePart& part, int id) const
{
    scene.add(Box{box, part.apart ? QColor() : style.mixed(style.theme.ink, 0.06), style.mixed(style.theme.ink, part.apart ? 0.3 : 0.5)});
    QStringList lines = {part.name};
    if (!part.shape.isEmpty())
        lines << part.shape;
    if (!part.note.isEmpty())
        lines << part.note;
    const double line = std::ceil(style.tick.height());
    while (lines.size() > 1 && static_cast<double>(lines.size()) * line > box.height())
        lines.removeLast();
    double y = box.center().y() - line * static_cast<double>(lines.size() - 1) / 2;
    for (const QString& words : lines) {
        const bool name = &words == &lines.front();
        addCentred(scene, {box.center().x(), y}, words, name ? style.text : style.tick, name ? style.theme.ink : style.theme.muted);
        y += line;
    }
    scene.hits.push_back({QPolygonF(box), true, id});
}

void LayersDiagram::composeStrip(Scene& scene, const PlotStyle& style, const QRectF& strip) const
{
    const int layers = m_decoder.layers();
    const double cell = strip.width() / layers;
    const int columns = cell >= kLeastCell ? layers : std::max(1, std::min(layers, static_cast<int>(strip.width() / kLeastCell)));
    std::vector<KindMark> marks;
    for (std::size_t k = 0; k < m_decoder.kinds.size(); ++k)
        marks.push_back(markOf(style, k));
    const auto edge = [&](double layer) { return std::round(strip.left() + strip.width() * layer / layers); };
    const double gap = cell >= kParted ? std::max(1.0, std::floor(std::min(style.px(3), cell * 0.12))) : 0;

    // A column may stand for several layers: then its height is divided among their kinds.
    std::vector<int> counts(marks.size());
    for (int c = 0; c < columns; ++c) {
        const auto first = static_cast<int>(static_cast<std::int64_t>(c) * layers / columns);
        const auto end = static_cast<int>(static_cast<std::int64_t>(c + 1) * layers / columns);
        const QRectF column(QPointF(edge(first), strip.top()), QPointF(edge(end) - gap, strip.bottom()));
        scene.hits.push_back({QPolygonF(column), true, first});
        if (end - first == 1) {
            addMarked(scene, column, marks[m_decoder.kindOf(first)]);
            continue;
        }
        std::fill(counts.begin(), counts.end(), 0);
        for (int layer = first; layer < end; ++layer)
            ++counts[m_decoder.kindOf(layer)];
        double y = column.top();
        for (std::size_t k = 0; k < counts.size(); ++k) {
            const double height = column.height() * counts[k] / (end - first);
            if (height > 0)
                addMarked(scene, QRectF(column.left(), y, column.width(), height), marks[k]);
            y += height;
        }
    }

    // Letters in all layers, or one in each run of layers that is wide enough.
    const double letter = style.strong.width(u"M"_s);
    if (cell >= letter + gap + 2) {
        for (int layer = 0; layer < layers; ++layer) {
            const std::size_t kind = m_decoder.kindOf(layer);
            addLetter(scene, style, {(edge(layer) + edge(layer + 1) - gap) / 2, strip.center().y()}, kind, marks[kind]);
        }
    } else {
        for (int begin = 0; begin < layers;) {
            const std::size_t kind = m_decoder.kindOf(begin);
            int end = begin + 1;
            while (end < layers && m_decoder.kindOf(end) == kind)
                ++end;
            if (edge(end) - edge(begin) - gap >= letter + (marks[kind].hatch.isValid() ? 8 : 2)) {
                // Over the seams between layers a letter is hard to read.
                const double centre = (edge(begin) + edge(end) - gap) / 2;
                KindMark mark = marks[kind];
                if (end - begin > 1) {
                    const QSizeF size = sizeOf(letterText(kind), style.strong);
                    scene.add(Box{QRectF(centre - size.width() / 2 - 3, strip.center().y() - size.height() / 2, size.width() + 6, size.height()), mark.fill});
                }
                addLetter(scene, style, {centre, strip.center().y()}, kind, mark);
            }
            begin = end;
        }
    }

    const int opened = layer();
    const double openedLeft = edge(opened);
    const double openedRight = std::max(edge(opened + 1) - gap, openedLeft + kLeastCell);
    const QRectF now(QPointF(openedLeft, strip.top()), QPointF(openedRight, strip.bottom()));
    const QRectF ring = now.adjusted(-1, -1.5, 1, 1.5);
    const QPolygonF outline({ring.topLeft(), ring.topRight(), ring.bottomRight(), ring.bottomLeft(), ring.topLeft()});
    scene.add(Stroke{outline, style.pen(style.theme.card, 4)});
    scene.add(Stroke{outline, style.pen(style.theme.accent, 2.2)});
    scene.add(Dot{{now.center().x(), strip.bottom() + style.px(6)}, style.px(3.4), DotShape::up, style.theme.accent});

    // The numbers of layers: the opened one first.
    const double y = strip.bottom() + style.px(9);
    LabelPlacer placer(QRectF(strip.left() - style.px(200), y - 1, strip.width() + style.px(400), style.tick.height() + 4));
    const auto addNumber = [&](const QString& words, double middle, const Face& face, const QColor& color) {
        const QSizeF size = sizeOf(words, face);
        const double x = std::clamp(middle - size.width() / 2, strip.left(), std::max(strip.left(), strip.right() - size.width()));
        const QRectF box(QPointF(x, y), size);
        const QRectF wide = box.adjusted(-style.px(6), 0, style.px(6), 0);
        if (!placer.isFree(QPolygonF(wide)))
            return;
        placer.block(wide);
        scene.add(labelIn(box, words, face, color));
    };
    addNumber(tr("layer %1").arg(wholeText(opened)), now.center().x(), style.strong, style.theme.accent);
    addNumber(QString::number(0), (edge(0) + edge(1)) / 2, style.tick, style.theme.muted);
    addNumber(wholeText(layers - 1), (edge(layers - 1) + edge(layers)) / 2, style.tick, style.theme.muted);
    const double most = std::max(1.0, strip.width() / style.px(70));
    const double step = std::max(1.0, roundedStep(layers / most));
    for (double at = step; at < layers - 1; at += step)
        addNumber(wholeText(at), (edge(at) + edge(at + 1)) / 2, style.tick, style.theme.muted);
}

void LayersDiagram::composeLegend(Scene& scene, const PlotStyle& style, const QRectF& area) const
{
    std::vector<std::size_t> kinds;
    for (std::size_t k = 0; k < m_decoder.kinds.size(); ++k)
        if (m_decoder.kinds[k].layers > 0)
            kinds.push_back(k);
    const double line = std::ceil(style.tick.height()) + style.px(2);
    const auto lines = static_cast<std::size_t>(std::max(0.0, std::floor((area.height() + 1) / line)));
    if (lines == 0)
        return;
    // Two columns when one is too short for all kinds.
    const std::size_t columns = kinds.size() > lines && area.width() >= style.px(640) ? 2 : 1;
    const std::size_t places = lines * columns;
    const bool all = kinds.size() <= places;
    const std::size_t shown = all ? kinds.size() : places - 1;
    const double gap = style.px(24);
    const double width = (area.width() - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    const std::size_t rows = (std::min(kinds.size(), places) + columns - 1) / columns;

    const auto slotOf = [&](std::size_t i) {
        return QRectF(area.left() + static_cast<double>(i / rows) * (width + gap), area.top() + static_cast<double>(i % rows) * line, width,
                      line);
    };
    // Counts stand in columns, so that they can be compared.
    struct Numbers {
        std::array<QString, 3> texts;
    };
    const auto numbersOf = [&](const KindNumbers& n, bool brief) {
        const QString parameters = siText(static_cast<double>(n.parameters), {});
        const double cached = n.cache().value;
        const QString cache = bytesText(cached);
        return Numbers{{tr("× %1").arg(wholeText(static_cast<double>(n.layers))), brief ? parameters : tr("%1 parameters").arg(parameters),
                        brief ? cache : cached > 0 ? tr("%1 cached").arg(cache) : tr("nothing cached")}};
    };
    const double swatch = style.px(20);
    const double between = style.px(14);
    double longest = 0;
    for (std::size_t i = 0; i < shown; ++i)
        longest = std::max(longest, style.strong.width(layerWords(m_decoder.layer(kinds[i]), false)));
    std::vector<Numbers> numbers;
    std::array<double, 3> widths{};
    double words = 0;
    for (const bool brief : {false, true}) {
        numbers.clear();
        widths = {};
        for (std::size_t i = 0; i < shown; ++i) {
            numbers.push_back(numbersOf(m_decoder.kinds[kinds[i]], brief));
            for (std::size_t t = 0; t < widths.size(); ++t)
                widths[t] = std::max(widths[t], std::ceil(style.tick.width(numbers.back().texts[t])));
        }
        const double taken = widths[0] + widths[1] + widths[2] + 3 * between + swatch + style.px(6);
        words = std::max(0.0, std::min(width - taken, std::ceil(longest) + 1));
        if (words >= longest)
            break;
    }
    for (std::size_t i = 0; i < shown; ++i) {
        const QRectF slot = slotOf(i);
        const std::size_t kind = kinds[i];
        const KindMark mark = markOf(style, kind);
        const QRectF box(slot.left(), slot.top() + style.px(1), swatch, line - style.px(2));
        scene.add(Box{box, mark.fill, mark.outline, mark.hatch, mark.spacing});
        addLetter(scene, style, box.center(), kind, mark);
        const double y = slot.top() + (line - style.tick.height()) / 2;
        const bool opened = m_decoder.kindOf(layer()) == kind;
        const Face& face = opened ? style.strong : style.text;
        QString what = layerWords(m_decoder.layer(kind), false);
        if (face.width(what) > words)
            what = face.elided(layerWords(m_decoder.layer(kind), true), words);
        double x = box.right() + style.px(6);
        scene.add(labelIn(QRectF(QPointF(x, y), sizeOf(what, face)), what, face, style.theme.ink));
        x += words;
        for (std::size_t t = 0; t < widths.size(); ++t) {
            const QString& text = numbers[i].texts[t];
            x += between + widths[t];
            const QSizeF size = sizeOf(text, style.tick);
            scene.add(labelIn(QRectF(QPointF(x - size.width(), y), size), text, style.tick, t == 2 ? style.theme.state : style.theme.muted));
        }
        scene.hits.push_back({QPolygonF(slot), true, kKinds + static_cast<int>(kind)});
    }
    if (!all) {
        const QRectF slot = slotOf(shown);
        const QString more = tr("and %1 more kinds: point at a layer, or fill the window with this picture")
                                 .arg(wholeText(static_cast<double>(kinds.size() - shown)));
        const QString fitting = style.tick.elided(more, slot.width());
        scene.add(labelIn(QRectF(QPointF(slot.left() + swatch + style.px(6), slot.top() + 1), sizeOf(fitting, style.tick)), fitting, style.tick, style.theme.muted));
    }
}

}  // namespace scalescope
