// SPDX-License-Identifier: GPL-3.0-or-later
// How LayerDiagram is drawn.
#include "widgets/diagrams/layer_diagram.h"

#include "widgets/diagrams/layer_layout.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

using namespace Qt::StringLiterals;
using Look = LayerPart::Look;

namespace {

/// Where a part stands.
struct Cell {
    int block = 0;
    int index = 0;
    QRectF rect;
};

void addLabel(Scene& scene, QPointF at, const QString& words, const Face& face, const QColor& color)
{
    scene.add(labelIn(QRectF(at, sizeOf(words, face)), words, face, color));
}

void addRight(Scene& scene, double right, double y, const QString& words, const Face& face, const QColor& color)
{
    const QSizeF size = sizeOf(words, face);
    scene.add(labelIn(QRectF(QPointF(right - size.width(), y - size.height() / 2), size), words, face, color));
}

/// The texts of the letters, in as many lines as they need.
QStringList wrapped(const QStringList& words, const QString& between, const Face& face, double width)
{
    QStringList lines;
    for (const QString& word : words) {
        const QString joined = lines.isEmpty() ? word : lines.back() + between + word;
        if (!lines.isEmpty() && face.width(joined) <= width)
            lines.back() = joined;
        else
            lines << face.elided(word, width);
    }
    return lines;
}

class LayerScene {
public:
    LayerScene(Scene& scene, const PlotStyle& style, const LayerPicture& picture, const QRectF& area, int hitsPerBlock)
        : m_scene(scene),
          m_style(style),
          m_picture(picture),
          m_area(area),
          m_at(style, picture, area),
          m_hitsPerBlock(hitsPerBlock)
    {
        m_pen = style.pen(style.theme.muted, 1.2);
    }

    struct Total {
        double parameters = 0;
        double flops = 0;
        int hit = 0;
        int cacheHit = 0;
    };

    void compose(const Total& total)
    {
        placeColumns(total);
        const double bottom = composeFoot(total);
        const double letters = lettersHeight();
        const double head = m_at.line + m_style.px(3);
        // What does not fit is left out: activations first, then the letters, all second lines, and the norms.
        double top = m_area.top() + letters;
        if (!m_at.arrange(top + head, bottom, LayerLayout::Detail::all, true) && !m_at.arrange(top + head, bottom, LayerLayout::Detail::major, true)) {
            top = m_area.top();
            if (!m_at.arrange(top + head, bottom, LayerLayout::Detail::major, true) && !m_at.arrange(top + head, bottom, LayerLayout::Detail::major, false) &&
                !m_at.arrange(top + head, bottom, LayerLayout::Detail::matrices, false)) {
                addNotice(m_scene, m_style, QRectF(QPointF(m_area.left(), top), QPointF(m_area.right(), bottom)), LayerDiagram::tr("Too little room"),
                          LayerDiagram::tr("A double click fills the window with this picture."));
                return;
            }
        }
        if (m_at.wide || top > m_area.top())
            composeLetters();
        const double first = composeHead(top);
        for (std::size_t b = 0; b < m_picture.blocks.size(); ++b)
            composeBlock(static_cast<int>(b));
        composeSpine(first, bottom);
    }

private:
    QString countText(double count) const { return count > 0 ? siText(count, {}) : QString(); }

    void placeColumns(const Total& total)
    {
        m_heads = m_area.width() >= m_style.px(520) ? QStringList{LayerDiagram::tr("parameters"), LayerDiagram::tr("FLOPs/token")}
                                                    : QStringList{LayerDiagram::tr("params"), LayerDiagram::tr("FLOPs")};
        double parameters = m_style.tick.width(m_heads[0]);
        double flops = m_style.tick.width(m_heads[1]);
        const auto widen = [&](double p, double f, const Face& face) {
            parameters = std::max(parameters, face.width(countText(p)));
            flops = std::max(flops, face.width(countText(f)));
        };
        for (const LayerBlock& block : m_picture.blocks)
            for (const LayerPart& part : block.parts)
                widen(part.parameters, part.flops, m_style.text);
        widen(total.parameters, total.flops, m_style.strong);
        m_flopsRight = m_area.right() - m_style.px(2);
        m_parametersRight = m_flopsRight - std::ceil(flops) - m_style.px(m_at.slim ? 7 : 12);
        m_at.boxRight = m_at.wide ? m_area.right() - m_style.px(2) : m_parametersRight - std::ceil(parameters) - m_style.px(m_at.slim ? 5 : 10);
    }

    QStringList letterLines() const
    {
        QStringList words;
        for (const DimensionLetter& l : m_picture.letters)
            words << l.letter + u"\u00a0" + wholeText(l.size);
        return wrapped(words, u"  \u2002"_s, m_style.tick, m_area.width() - 2);
    }

    double lettersHeight() const
    {
        return m_at.wide ? 0 : m_at.line * static_cast<double>(letterLines().size()) + m_style.px(3);
    }

    /// Above the boxes; beside them, with their meanings, where there is room.
    void composeLetters()
    {
        double y = m_area.top();
        if (!m_at.wide) {
            for (const QString& line : letterLines()) {
                addLabel(m_scene, {m_area.left(), y}, line, m_style.tick, m_style.theme.muted);
                y += m_at.line;
            }
            return;
        }
        const double indent = m_style.px(44);
        const double width = m_at.lettersWidth() - m_style.px(12) - indent;
        const double tall = 2 * m_at.line + m_style.px(7);
        const bool meanings = tall * static_cast<double>(m_picture.letters.size()) <= m_area.height();
        for (const DimensionLetter& l : m_picture.letters) {
            addLabel(m_scene, {m_area.left(), y}, l.letter, m_style.strong, m_style.theme.ink);
            addLabel(m_scene, {m_area.left() + indent, y}, wholeText(l.size), m_style.text, m_style.theme.ink);
            if (meanings)
                addLabel(m_scene, {m_area.left() + indent, y + m_at.line}, m_style.tick.elided(l.meaning, width), m_style.tick, m_style.theme.muted);
            y += meanings ? tall : m_at.line + m_style.px(2);
        }
    }

    double composeHead(double top)
    {
        addLabel(m_scene, {m_at.spine + m_style.px(8), top}, LayerDiagram::tr("residual stream [B, T, D]"), m_style.tick, m_style.theme.muted);
        if (!m_at.wide) {
            addRight(m_scene, m_parametersRight, top + m_at.line / 2, m_heads[0], m_style.tick, m_style.theme.muted);
            addRight(m_scene, m_flopsRight, top + m_at.line / 2, m_heads[1], m_style.tick, m_style.theme.muted);
        }
        return top + m_at.line + m_style.px(3);
    }

    double composeFoot(const Total& total)
    {
        const double width = m_area.right() - m_at.left - m_style.px(18);
        QStringList words = m_picture.caches;
        words[0] = LayerDiagram::tr("Caches %1").arg(words[0]);
        const QStringList lines = wrapped(words, u" \u00b7 "_s, m_style.text, width);
        const double height = m_at.line * static_cast<double>(lines.size()) + m_style.px(6);
        const QRectF box(m_at.left, m_area.bottom() - height - 1, m_area.right() - m_at.left - 1, height);
        m_scene.add(Box{box, m_style.mixed(m_style.theme.state, 0.10), m_style.mixed(m_style.theme.state, 0.6)});
        double y = box.top() + m_style.px(3);
        for (const QString& line : lines) {
            addLabel(m_scene, {box.left() + m_style.px(8), y}, line, m_style.text, m_style.theme.state);
            y += m_at.line;
        }
        m_scene.hits.push_back({QPolygonF(box), true, total.cacheHit});

        const double middle = box.top() - m_style.px(5) - m_at.line / 2;
        const QRectF sum(m_at.left, middle - m_at.line / 2, m_area.right() - m_at.left, m_at.line);
        const QString name = LayerDiagram::tr("One layer");
        if (m_at.wide) {
            const QString all = LayerDiagram::tr("One layer: %1 parameters, %2 per token").arg(siText(total.parameters, {}), siText(total.flops, "FLOP"));
            addLabel(m_scene, {m_at.boxLeft, sum.top()}, all, m_style.strong, m_style.theme.ink);
        } else {
            addLabel(m_scene, {m_at.boxLeft, sum.top()}, name, m_style.strong, m_style.theme.ink);
            addRight(m_scene, m_parametersRight, middle, countText(total.parameters), m_style.strong, m_style.theme.ink);
            addRight(m_scene, m_flopsRight, middle, countText(total.flops), m_style.strong, m_style.theme.ink);
        }
        m_scene.hits.push_back({QPolygonF(sum), true, total.hit});
        return sum.top() - m_style.px(2);
    }

    void composeSpine(double top, double bottom)
    {
        const QPen pen = m_style.pen(m_style.theme.ink, 1.8);
        double from = top - m_at.line - m_style.px(2);
        const double r = m_style.px(6);
        for (const LayerRow& row : m_at.rows) {
            if (!row.sum)
                continue;
            const double y = row.top + row.height / 2;
            m_scene.add(Stroke{QPolygonF({{m_at.spine, from}, {m_at.spine, y - r}}), pen});
            m_scene.add(Dot{{m_at.spine, y}, r, DotShape::circle, m_style.theme.card, m_style.theme.ink, m_style.px(1.4)});
            m_scene.add(Stroke{QPolygonF({{m_at.spine - r * 0.6, y}, {m_at.spine + r * 0.6, y}}), m_style.pen(m_style.theme.ink, 1.4)});
            m_scene.add(Stroke{QPolygonF({{m_at.spine, y - r * 0.6}, {m_at.spine, y + r * 0.6}}), m_style.pen(m_style.theme.ink, 1.4)});
            from = y + r;
        }
        const double end = std::max(from + m_style.px(8), std::min(bottom, from + m_style.px(14)));
        m_scene.add(Stroke{QPolygonF({{m_at.spine, from}, {m_at.spine, end - m_style.px(3)}}), pen});
        m_scene.add(Dot{{m_at.spine, end - m_style.px(2)}, m_style.px(3.4), DotShape::down, m_style.theme.ink});
    }

    void line(std::initializer_list<QPointF> points) { m_scene.add(Stroke{QPolygonF(QList<QPointF>(points)), m_pen}); }

    void head(QPointF tip, DotShape shape)
    {
        const double r = m_style.px(2.6);
        const QPointF back = shape == DotShape::down ? QPointF(0, -r) : shape == DotShape::right ? QPointF(-r, 0) : QPointF(r, 0);
        m_scene.add(Dot{tip + back, r, shape, m_style.theme.muted});
    }

    void arrowDown(double x, double from, double to)
    {
        line({{x, from}, {x, to}});
        head({x, to}, DotShape::down);
    }

    /// The boxes of one block and the lines between them.
    void composeBlock(int block)
    {
        std::vector<Cell> trunk;                    // the box that all data went through last, if any
        std::vector<std::vector<Cell>> lanes;       // of the stage that is open
        double entry = 0;
        bool entered = false;
        const auto enter = [&](double y) {
            entry = y;
            entered = true;
        };
        for (std::size_t r = 0; r < m_at.rows.size(); ++r) {
            const LayerRow& row = m_at.rows[r];
            if (row.block != block)
                continue;
            if (row.sum) {
                closeBlock(row, trunk, lanes, entered);
                break;
            }
            for (std::size_t i = 0; i < row.parts.size(); ++i) {
                Cell cell{block, row.parts[i], m_at.boxOf(row, i)};
                const int lane = m_at.partOf(block, cell.index).lane;
                composeBox(cell, row.lines);
                if (lane < 0) {
                    if (!entered) {
                        const double y = cell.rect.center().y();
                        line({{m_at.spine, y}, {cell.rect.left(), y}});
                        head({cell.rect.left(), y}, DotShape::right);
                        enter(y);
                    } else if (!lanes.empty()) {
                        collect(lanes, cell.rect);
                        lanes.clear();
                    } else if (!trunk.empty()) {
                        arrowDown(m_at.between(cell.rect), trunk.back().rect.bottom(), cell.rect.top());
                    }
                    trunk = {cell};
                    continue;
                }
                if (!entered)
                    enter(row.top);
                const bool begins = m_at.wide ? static_cast<std::size_t>(row.lanes[i]) >= lanes.size()
                                           : lanes.empty() || m_at.partOf(block, lanes.back().back().index).lane != lane;
                if (begins) {
                    lanes.push_back({cell});
                    distribute(trunk, cell.rect, lanes.size() == 1);
                } else {
                    auto& way = m_at.wide ? lanes[static_cast<std::size_t>(row.lanes[i])] : lanes.back();
                    arrowDown(m_at.between(cell.rect), way.back().rect.bottom(), cell.rect.top());
                    way.push_back(cell);
                }
            }
        }
    }

    /// From the last common box to the first box of a way.
    void distribute(const std::vector<Cell>& trunk, const QRectF& to, bool)
    {
        if (m_at.wide) {
            const double middle = to.top() - m_at.gap / 2;
            const double from = trunk.empty() ? m_at.spine : trunk.back().rect.center().x();
            const double start = trunk.empty() ? middle : trunk.back().rect.bottom();
            line({{from, start}, {from, middle}, {to.center().x(), middle}});
            arrowDown(to.center().x(), middle, to.top());
            return;
        }
        const double x = trunk.empty() ? m_at.spine : m_at.boxLeft + m_at.channel() / 2;
        const double start = trunk.empty() ? to.center().y() : trunk.back().rect.bottom();
        line({{x, start}, {x, to.center().y()}, {to.left(), to.center().y()}});
        head({to.left(), to.center().y()}, DotShape::right);
    }

    /// From the last boxes of all ways into a common one.
    void collect(const std::vector<std::vector<Cell>>& lanes, const QRectF& to)
    {
        if (!m_at.wide) {
            toCollector(lanes, to.top());
            head({m_at.collector(), to.top()}, DotShape::down);
            return;
        }
        const double middle = to.top() - m_at.gap / 2;
        for (const auto& way : lanes) {
            const QRectF& last = way.back().rect;
            line({{last.center().x(), last.bottom()}, {last.center().x(), middle}, {to.center().x(), middle}});
        }
        arrowDown(to.center().x(), middle, to.top());
    }

    void toCollector(const std::vector<std::vector<Cell>>& lanes, double end)
    {
        for (const auto& way : lanes) {
            const QRectF& last = way.back().rect;
            line({{last.right(), last.center().y()}, {m_at.collector(), last.center().y()}, {m_at.collector(), end}});
        }
    }

    void closeBlock(const LayerRow& row, const std::vector<Cell>& trunk, const std::vector<std::vector<Cell>>& lanes, bool entered)
    {
        if (!entered)
            return;
        const double y = row.top + row.height / 2;
        const double end = m_at.spine + m_style.px(6);
        double right = 0;
        if (lanes.empty()) {
            right = trunk.back().rect.center().x();
            line({{right, trunk.back().rect.bottom()}, {right, y}, {end, y}});
        } else if (m_at.wide) {
            for (const auto& way : lanes) {
                const QRectF& last = way.back().rect;
                right = std::max(right, last.center().x());
                line({{last.center().x(), last.bottom()}, {last.center().x(), y}, {end, y}});
            }
        } else {
            toCollector(lanes, y);
            line({{m_at.collector(), y}, {end, y}});
            right = m_at.collector();
        }
        head({end, y}, DotShape::left);
        const QString words = LayerDiagram::tr("+ %1").arg(m_picture.blocks[static_cast<std::size_t>(row.block)].name);
        const double x = right + m_style.px(6);
        const QString fitting = m_style.tick.elided(words, std::max(0.0, m_area.right() - x));
        addLabel(m_scene, {x, y - m_at.line / 2}, fitting, m_style.tick, m_style.theme.muted);
    }

    void composeBox(const Cell& cell, int lines)
    {
        const LayerPart& part = m_at.partOf(cell.block, cell.index);
        const QRectF& box = cell.rect;
        const QColor ink = m_style.theme.ink;
        const QColor state = m_style.theme.state;
        QColor fill = m_style.mixed(ink, 0.07);
        QColor outline = m_style.mixed(ink, 0.55);
        switch (part.look) {
        case Look::norm: fill = m_style.theme.card; outline = m_style.mixed(ink, 0.3); break;
        case Look::elementwise: fill = m_style.theme.card; outline = m_style.mixed(ink, 0.3); break;
        case Look::mixer: fill = m_style.mixed(state, 0.16); outline = m_style.mixed(state, 0.8); break;
        case Look::experts:
            for (int sheet = 2; sheet > 0; --sheet)
                m_scene.add(Box{box.translated(m_style.px(2) * sheet, m_style.px(-2) * sheet), m_style.mixed(ink, 0.04), m_style.mixed(ink, 0.4)});
            break;
        case Look::matrix: break;
        }
        m_scene.add(Box{box, fill, outline});
        composeText(part, box, lines);
        m_scene.hits.push_back({QPolygonF(box), true, cell.block * m_hitsPerBlock + cell.index});
    }

    void composeText(const LayerPart& part, const QRectF& box, int lines)
    {
        const double x = box.left() + m_at.padding();
        double width = m_at.textWidth(box);
        const double middle = box.center().y();
        const QString parameters = countText(part.parameters);
        const QString flops = countText(part.flops);
        if (m_at.wide) {
            const QString first = part.parameters > 0 ? LayerDiagram::tr("%1 parameters").arg(parameters) : QString();
            const QString second = part.flops > 0 ? LayerDiagram::tr("%1 per token").arg(siText(part.flops, "FLOP")) : QString();
            const double taken = std::max(m_style.tick.width(first), m_style.tick.width(second));
            if (!first.isEmpty())
                addRight(m_scene, box.right() - m_style.px(7), second.isEmpty() ? middle : middle - m_at.line / 2, first, m_style.tick, m_style.theme.ink);
            if (!second.isEmpty())
                addRight(m_scene, box.right() - m_style.px(7), first.isEmpty() ? middle : middle + m_at.line / 2, second, m_style.tick, m_style.theme.ink);
            width -= std::ceil(taken) + m_style.px(8);
        } else if (part.counted) {
            if (part.parameters > 0)
                addRight(m_scene, m_parametersRight, middle, parameters, m_style.text, m_style.theme.ink);
            if (part.flops > 0)
                addRight(m_scene, m_flopsRight, middle, flops, m_style.text, m_style.theme.ink);
        }
        const QColor muted = m_style.mixed(m_style.theme.ink, 0.8);
        if (lines >= 2) {
            addLabel(m_scene, {x, middle - m_at.line}, m_style.strong.elided(part.name, width), m_style.strong, m_style.theme.ink);
            addLabel(m_scene, {x, middle}, m_style.tick.elided(m_at.shapeFor(part, width), width), m_style.tick, muted);
            return;
        }
        const double y = middle - m_at.line / 2;
        if (!m_at.fitsInOne(part, width) && m_at.isMatrix(part)) {
            addLabel(m_scene, {x, y}, m_style.tick.elided(m_at.shapeFor(part, width), width), m_style.tick, m_style.theme.ink);
            return;
        }
        const QString name = m_style.strong.elided(part.name, width);
        addLabel(m_scene, {x, y}, name, m_style.strong, m_style.theme.ink);
        const double after = x + std::ceil(m_style.strong.width(name)) + m_style.px(8);
        const double left = box.right() - m_at.padding() - after;
        const QString& shape = m_at.shapeFor(part, left);
        if (m_style.tick.width(shape) <= left || left > m_style.px(60))
            addLabel(m_scene, {after, y}, m_style.tick.elided(shape, left), m_style.tick, muted);
    }

    Scene& m_scene;
    const PlotStyle& m_style;
    const LayerPicture& m_picture;
    QRectF m_area;
    LayerLayout m_at;
    int m_hitsPerBlock;
    QPen m_pen;
    QStringList m_heads;
    double m_parametersRight = 0;
    double m_flopsRight = 0;
};

}  // namespace

Axes LayerDiagram::axesFor(const PlotStyle&, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    return axes;
}

void LayerDiagram::compose(Scene& scene, const Stage& stage) const
{
    if (m_picture.blocks.empty())
        return;
    const PlotStyle& style = stage.style;
    const QRectF area = QRectF(QPointF(0, 0), stage.frame.size()).adjusted(style.px(2), style.px(2), -style.px(2), -style.px(1));
    const KindNumbers& n = m_decoder.kinds[m_kind];
    LayerScene(scene, style, m_picture, area, kHitsPerBlock)
        .compose({static_cast<double>(n.parameters), n.flops, kTotalHit, kCacheHit});
}

}  // namespace scalescope
