// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the arrays; what it says is in arrays_diagram.cpp.
#include "widgets/core_text.h"
#include "widgets/diagrams/arrays_diagram.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

// Before the factor.
constexpr double kGap = 20;   // between arrays, for the operator
constexpr double kBand = 5;   // one axis beside a side
constexpr double kSheet = 4;  // between the sheets of a sum
constexpr int kSheets = 2;    // behind the first
constexpr double kTileGap = 5;
constexpr int kLinesBelow = 5;
constexpr double kShortest = 0.42;  // side, of the longest

/// Shares of its colour for a coordinate of an axis: a ramp while it can be told, else light and dark in turn.
double shareOf(std::int64_t coordinate, std::int64_t size)
{
    constexpr std::int64_t ramp = 8;
    if (size <= ramp)
        return 0.16 + 0.44 * static_cast<double>(coordinate) / static_cast<double>(std::max<std::int64_t>(1, size - 1));
    return coordinate % 2 == 0 ? 0.22 : 0.46;
}

/// Where cells of a side begin and end; tiles stand apart.
class Edges {
public:
    Edges(const ArraySide& side, double from, double length, double gap) : m_from(from), m_perTile(side.cells)
    {
        if (side.whole() && side.tiles > 1) {
            m_perTile = side.blocks / side.tiles;
            m_gap = gap * static_cast<double>(side.tiles) < length / 2 ? gap : 1;
        }
        m_cell = (length - m_gap * static_cast<double>(side.cells / m_perTile - 1)) / static_cast<double>(side.cells);
    }

    double begin(std::int64_t cell) const { return std::round(exact(cell)); }
    double end(std::int64_t cell) const { return std::round(exact(cell) + m_cell); }
    double cell() const { return m_cell; }
    std::int64_t perTile() const { return m_perTile; }

private:
    double exact(std::int64_t cell) const
    {
        return m_from + m_cell * static_cast<double>(cell) + m_gap * static_cast<double>(cell / m_perTile);
    }

    double m_from;
    double m_cell = 0;
    double m_gap = 0;
    std::int64_t m_perTile;
};

/// One line for each axis along a side, the major outside, in as many pieces as the axes so far make blocks.
void addBands(Scene& scene, const PlotStyle& style, const ArrayBlocks& b, const ArraySide& side, const QRectF& sheet,
              bool left)
{
    const double thickness = std::round(style.px(kBand - 2));
    const double length = left ? sheet.height() : sheet.width();
    const double start = left ? sheet.top() : sheet.left();
    const Edges edges(side, start, length, style.px(kTileGap));
    std::int64_t pieces = 1;
    for (int i = 0; i < side.axes.size(); ++i) {
        const std::int64_t size = b.mesh.axes[static_cast<std::size_t>(side.axes[i])].size;
        pieces *= size;
        const QColor color = style.theme.ofMeshAxis(side.axes[i]);
        const double away = style.px(kBand) * (side.axes.size() - i);
        const bool seen = pieces <= side.cells && side.cells % pieces == 0;
        const std::int64_t drawn = seen ? pieces : 1;
        for (std::int64_t p = 0; p < drawn; ++p) {
            const double from = edges.begin(p * side.cells / drawn);
            const double to = edges.end((p + 1) * side.cells / drawn - 1) - (drawn > 1 ? 1 : 0);
            const QColor shade = p % size % 2 == 0 ? color : style.mixed(color, 0.5);
            scene.add(Box{left ? QRectF(sheet.left() - away, from, thickness, to - from)
                               : QRectF(from, sheet.top() - away, to - from, thickness),
                          shade});
        }
    }
}

double elementsOf(const ArrayBlocks& b, const ArraySide& side)
{
    double product = 1;
    for (const std::size_t d : side.dimensions)
        product *= static_cast<double>(b.array.dimensions[d].size);
    return product;
}

QString fitting(const Face& face, double width, const QStringList& variants)
{
    for (const QString& words : variants)
        if (face.width(words) <= width)
            return words;
    return face.elided(variants.back(), width);
}

void addCentred(Scene& scene, QPointF centre, const QString& words, const Face& face, const QColor& color,
                double angle = 0)
{
    if (words.isEmpty())
        return;
    const QSizeF size = sizeOf(words, face);
    Label label = labelIn(QRectF(centre - QPointF(size.width() / 2, size.height() / 2), size), words, face, color);
    label.angle = angle;
    scene.add(std::move(label));
}

}  // namespace

Axes ArraysDiagram::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

void ArraysDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF whole = QRectF(QPointF(0, 0), stage.frame.size());
    const std::vector<Operand> all = operands();
    if (all.empty()) {
        addNotice(scene, style, whole, tr("No arrays"),
                  m_diagnostics.empty() ? QString() : scalescope::textOf(m_diagnostics.front()));
        return;
    }
    scene.marks.reserve(4096);
    scene.hits.reserve(2048);
    const double gap = style.px(kGap);
    const auto count = static_cast<double>(all.size());
    const double margin = style.px(4);
    const double width = (whole.width() - 2 * margin - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRectF slot(margin + (width + gap) * static_cast<double>(i), margin, width, whole.height() - 2 * margin);
        composeArray(scene, style, all[i], slot);
        if (i > 0)
            composeOperator(scene, style, {slot.left() - gap / 2, slot.top() + slot.height() * 0.4},
                            all[i] == Operand::output);
    }
}

void ArraysDiagram::composeOperator(Scene& scene, const PlotStyle& style, QPointF c, bool arrow) const
{
    const double r = style.px(6);
    const QPen pen = style.pen(style.theme.muted, 1.6);
    const auto line = [&](QPointF from, QPointF to) { scene.add(Stroke{QPolygonF({c + from * r, c + to * r}), pen}); };
    if (arrow) {
        line({-1, 0}, {1, 0});
        line({0.3, -0.7}, {1, 0});
        line({0.3, 0.7}, {1, 0});
    } else if (m_operation == ArrayOperation::matmul) {
        scene.add(Dot{c, style.px(2.6), DotShape::circle, style.theme.muted});
    } else if (m_operation == ArrayOperation::add) {
        line({-1, 0}, {1, 0});
        line({0, -1}, {0, 1});
    } else {
        line({-0.7, -0.7}, {0.7, 0.7});
        line({-0.7, 0.7}, {0.7, -0.7});
    }
}

void ArraysDiagram::composeArray(Scene& scene, const PlotStyle& style, Operand operand, const QRectF& slot) const
{
    const ArrayBlocks& b = of(operand);
    const double line = std::ceil(style.tick.height());
    const double sheets = style.px(kSheet) * kSheets;
    int mostBands = 0;  // of any array, so that their blocks stand in line
    double tallest = 1;
    double widest = 1;
    for (const Operand o : operands()) {
        const ArrayBlocks& other = of(o);
        mostBands = std::max({mostBands, other.down.axes.size(), other.along.axes.size()});
        tallest = std::max(tallest, elementsOf(other, other.down));
        widest = std::max(widest, elementsOf(other, other.along));
    }
    const double bands = style.px(kBand) * mostBands + style.px(3);
    const double top = slot.top() + line * 2 + style.px(5) + bands;
    const double bottom = slot.bottom() - line * kLinesBelow - style.px(4) - sheets;
    const double left = slot.left() + line + style.px(2) + bands;
    const QSizeF room(std::max(style.px(12), slot.right() - sheets - left), std::max(style.px(12), bottom - top));

    // Sides hint at sizes: equal ones are equally long in all arrays.
    const auto lengthOf = [&](const ArraySide& side, double largest, double most) {
        const double share = std::clamp(std::pow(elementsOf(b, side) / largest, 0.3), kShortest, 1.0);
        return std::floor(std::min(most, side.dimensions.empty() ? style.px(26) : most * share));
    };
    const QSizeF size(lengthOf(b.along, widest, room.width()), lengthOf(b.down, tallest, room.height()));
    const QPointF corner(std::round(left + (room.width() - size.width()) / 2),
                         std::round(top + (room.height() - size.height()) / 2));
    const QRectF sheet(corner, size);

    const double middle = slot.center().x();
    addCentred(scene, {middle, slot.top() + line / 2},
               style.strong.elided(fromCore(textOf(b.array, m_mesh)), slot.width()), style.strong, style.theme.ink);
    const QString above =
        fitting(style.tick, slot.width(), {sideText(b, b.along, 0), sideText(b, b.along, 1), sideText(b, b.along, 2)});
    const double half = style.tick.width(above) / 2 + 1;
    addCentred(scene,
               {std::clamp(sheet.center().x(), slot.left() + half, std::max(slot.left() + half, slot.right() - half)),
                sheet.top() - bands - line / 2},
               above, style.tick, style.theme.muted);
    const QString beside =
        fitting(style.tick, sheet.height(), {sideText(b, b.down, 0), sideText(b, b.down, 1), sideText(b, b.down, 2)});
    const double tall = style.tick.width(beside) / 2 + 1;
    addCentred(scene,
               {sheet.left() - bands - line / 2,
                std::clamp(sheet.center().y(), top + tall, std::max(top + tall, bottom - tall))},
               beside, style.tick, style.theme.muted, -90);

    if (!b.array.unreduced.empty())
        for (int i = kSheets; i > 0; --i) {
            const QPointF shift(style.px(kSheet) * i, style.px(kSheet) * i);
            const QColor color = style.theme.ofMeshAxis(b.array.unreduced[0]);
            scene.add(Box{sheet.translated(shift), style.mixed(color, 0.14), style.mixed(color, 0.75)});
        }
    addBands(scene, style, b, b.down, sheet, true);
    addBands(scene, style, b, b.along, sheet, false);
    composeCells(scene, style, operand, sheet);

    // As many of the words as fit in each line.
    QStringList lines;
    for (const QString& words : wordsBelow(b)) {
        const QString joined = lines.isEmpty() ? words : lines.back() + tr(", ") + words;
        if (lines.size() > 1 && style.tick.width(joined) <= slot.width())
            lines.back() = joined;
        else
            lines << words;
    }
    double y = sheet.bottom() + sheets + style.px(4) + line / 2;
    for (qsizetype i = 0; i < std::min<qsizetype>(lines.size(), kLinesBelow); ++i, y += line)
        addCentred(scene, {middle, y}, style.tick.elided(lines[i], slot.width()), i == 0 ? style.text : style.tick,
                   i == 0 ? style.theme.ink : style.theme.muted);
}

void ArraysDiagram::composeCells(Scene& scene, const PlotStyle& style, Operand operand, const QRectF& sheet) const
{
    const ArrayBlocks& b = of(operand);
    const Edges rows(b.down, sheet.top(), sheet.height(), style.px(kTileGap));
    const Edges columns(b.along, sheet.left(), sheet.width(), 0);
    const auto rectOf = [&](std::int64_t r, std::int64_t c) {
        return QRectF(QPointF(columns.begin(c), rows.begin(r)), QPointF(columns.end(c), rows.end(r)));
    };
    const bool parted = std::min(rows.cell(), columns.cell()) >= 5;
    const double gap = parted ? 1 : 0;
    const bool whole = b.down.whole() && b.along.whole();

    // Labels in all blocks or in none.
    constexpr std::size_t most = 4;
    const bool few = whole && b.holderCount() <= static_cast<std::int64_t>(most) && rows.cell() >= style.tick.height();
    bool labelled = few;
    std::vector<QString> names;
    for (std::int64_t r = 0; r < b.down.cells && labelled; ++r)
        for (std::int64_t c = 0; c < b.along.cells && labelled; ++c) {
            QStringList devices;
            for (std::int64_t device : b.holders(r, c, most))
                devices << QString::number(device);
            names.push_back(devices.join(u", "_s));
            labelled = style.tick.width(names.back()) + style.px(6) <= columns.cell();
        }

    for (std::int64_t r = 0; r < b.down.cells; ++r)
        for (std::int64_t c = 0; c < b.along.cells; ++c) {
            const auto coordinates = b.coordinatesOf(b.down.firstBlock(r), b.along.firstBlock(c));
            double red = 0, green = 0, blue = 0;
            int axes = 0;
            for (const ArraySide* side : {&b.down, &b.along})
                for (int axis : side->axes) {
                    const auto a = static_cast<std::size_t>(axis);
                    const QColor part =
                        style.mixed(style.theme.ofMeshAxis(axis), shareOf(coordinates[a], m_mesh.axes[a].size));
                    red += part.redF();
                    green += part.greenF();
                    blue += part.blueF();
                    ++axes;
                }
            const QColor fill = axes == 0
                ? style.mixed(style.theme.ink, 0.10)
                : QColor::fromRgbF(static_cast<float>(red / axes), static_cast<float>(green / axes),
                                   static_cast<float>(blue / axes));
            const QRectF rect = rectOf(r, c);
            scene.add(Box{rect.adjusted(0, 0, -gap, -gap), fill});
            scene.hits.push_back(
                {QPolygonF(rect), true,
                 static_cast<int>(static_cast<std::int64_t>(operand) * kHitsPerArray + r * ArraySide::kMostCells + c)});
            if (labelled)
                addCentred(scene, rect.center(), names[static_cast<std::size_t>(r * b.along.cells + c)], style.tick,
                           style.readableOn(fill));
        }

    const QColor hatch = style.theme.muted;
    if (b.along.padding > 0) {
        const double width = std::max(2.0, sheet.width() * b.along.padding);
        scene.add(
            Box{QRectF(sheet.right() - width, sheet.top(), width, sheet.height()), style.theme.card, {}, hatch, 5});
    }
    if (b.down.padding > 0)
        for (std::int64_t r = rows.perTile() - 1; r < b.down.cells; r += rows.perTile()) {
            const double height = std::max(2.0, (rows.end(r) - rows.begin(r - rows.perTile() + 1)) * b.down.padding);
            scene.add(
                Box{QRectF(sheet.left(), rows.end(r) - height, sheet.width(), height), style.theme.card, {}, hatch, 5});
        }

    if (view().device && *view().device < m_mesh.devices()) {
        const auto [row, column] = b.blockOfDevice(*view().device);
        const QRectF rect =
            rectOf(b.down.cellOf(row), b.along.cellOf(column)).adjusted(0.5, 0.5, -gap - 0.5, -gap - 0.5);
        const QPolygonF outline(
            {rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft()});
        scene.add(Stroke{outline, style.pen(style.theme.card, 3.9)});
        scene.add(Stroke{outline, style.pen(style.theme.accent, 2.2)});
    }
}

}  // namespace scalescope
