// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/playback_diagram.h"

#include "widgets/core_text.h"
#include "widgets/diagrams/playback_hits.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/plot_parts.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kInset = 2;       // of everything from the border of the figure
constexpr int kMostRows = 32;
constexpr double kTrack = 12;      // height of one, with the space below it
constexpr double kLargestCell = 44;
constexpr double kSmallestFilled = 13;  // cells lower than this are shaded, not filled to a height
constexpr double kShades = 32;
constexpr double kGap = 5;         // cells wider than this stand apart
constexpr double kLeastBox = 3;    // hops narrower than this run together

}  // namespace

/// Where the parts stand. All sizes follow from the playback and the room, so nothing moves while it is played.
struct PlaybackDiagram::Places {
    QRectF header;
    QRectF columns;  // names of blocks
    QRectF cells;
    QRectF more;     // below the cells: what is left out
    QRectF tracks;
    double names = 0;  // width left of cells and tracks
    double row = 0;
    double column = 0;
    double track = 0;
};

struct PlaybackDiagram::Drawing {
    Scene& scene;
    const PlotStyle& style;
    Places places;
    LabelPlacer placer;
    std::vector<double> held;
    std::vector<char> arriving;
};

int PlaybackDiagram::rows() const { return std::min(m_playback->members, kMostRows); }

Axes PlaybackDiagram::axesFor(const PlotStyle& style, const QSize&, bool) const
{
    Axes axes;
    axes.x.shown = axes.y.shown = false;
    const int inset = qRound(style.px(kInset));
    axes.margins = {inset, inset, inset, inset};
    return axes;
}

PlaybackDiagram::Places PlaybackDiagram::placesIn(const PlotStyle& style, const QRectF& area) const
{
    Places p;
    const double line = std::ceil(style.tick.height());
    for (const Track& track : m_tracks)
        p.names = std::max(p.names, style.tick.width(track.name));
    for (int row = 0; row < rows(); ++row)
        p.names = std::max(p.names, style.tick.width(memberName(row)));
    p.names = std::ceil(std::min(p.names, area.width() * 0.3)) + 1 + style.px(6);
    const double left = area.left() + p.names;
    const double width = area.right() - left;
    p.header = QRectF(area.left(), area.top(), area.width(), std::ceil(style.strong.height()));

    p.track = std::min(style.px(kTrack), area.height() * 0.3 / static_cast<double>(m_tracks.size()));
    if (p.track < line)
        p.track = std::min(line, area.height() * 0.4 / static_cast<double>(m_tracks.size()));
    const double tracks = p.track * static_cast<double>(m_tracks.size());
    p.tracks = QRectF(left, area.bottom() - line - tracks, width, tracks);
    p.columns = QRectF(left, p.header.bottom() + style.px(2), width, line);
    const double more = isCut() ? line : 0;
    const double bottom = p.tracks.top() - style.px(8) - more;
    const double height = std::max(1.0, bottom - p.columns.bottom());
    p.row = std::min(height / rows(), style.px(kLargestCell));
    p.column = width / m_playback->members;
    p.cells = QRectF(left, p.columns.bottom(), width, p.row * rows());
    p.more = QRectF(left, p.cells.bottom(), width, more);
    return p;
}

std::vector<char> PlaybackDiagram::arriving() const
{
    const auto n = static_cast<std::size_t>(m_playback->members);
    std::vector<char> coming(static_cast<std::size_t>(rows()) * n, 0);
    const Seconds at = moment();
    const bool exchanges = m_playback->collective == Collective::allToAll;
    std::vector<std::size_t> offsets;
    for (const PlaybackHop& hop : m_playback->hops) {
        if (hop.start > at)
            break;
        if (hop.finish() <= at)
            continue;
        offsets.assign(1, 0);
        for (const Run& run : hop.together) {
            const std::size_t before = offsets.size();
            for (std::int64_t i = 1; i < run.size; ++i)
                for (std::size_t k = 0; k < before; ++k)
                    offsets.push_back(offsets[k] + static_cast<std::size_t>(i * run.stride));
        }
        for (const Transfer& transfer : hop.transfers) {
            if (transfer.to >= rows())
                continue;
            for (const std::size_t offset : offsets) {
                const std::size_t block = static_cast<std::size_t>(transfer.block) + offset;
                const auto to = static_cast<std::size_t>(transfer.to);
                if (!exchanges)
                    coming[to * n + block] = 1;
                else if (block % n == to)
                    coming[to * n + block / n] = 1;
            }
        }
    }
    return coming;
}

void PlaybackDiagram::compose(Scene& scene, const Stage& stage) const
{
    const PlotStyle& style = stage.style;
    const QRectF& area = stage.frame.area();
    if (!m_playback) {
        addNotice(scene, style, area, m_answer->placement ? tr("Nothing to play") : tr("This mesh cannot be laid"), whyNotPlayed());
        if (m_answer->placement)  // which is no trouble
            std::get<Label>(scene.marks.front()).color = style.theme.ink;
        return;
    }
    Drawing d{scene, style, placesIn(style, area), LabelPlacer(area), heldAt(*m_playback, moment()), arriving()};
    composeHeader(d);
    composeCells(d);
    composeNames(d);
    composeTracks(d);
}

void PlaybackDiagram::composeHeader(Drawing& d) const
{
    const Face& face = d.style.strong;
    const QString words = face.elided(stepWords(), d.places.header.width());
    addPlaced(d.scene, d.placer, std::array{QRectF(d.places.header.topLeft(), sizeOf(words, face))}, words, face,
              view().played ? d.style.theme.accent : d.style.theme.ink);
}

/// Neighbours that hold the same are one box, parted by lines in the colour of the card.
void PlaybackDiagram::composeCells(Drawing& d) const
{
    const Places& p = d.places;
    const PlotStyle& style = d.style;
    const auto n = static_cast<std::size_t>(m_playback->members);
    const QColor empty = style.mixed(style.theme.muted, 0.14);
    const QColor full = style.mixed(style.theme.accent, 0.5);
    d.scene.add(Box{p.cells, empty});
    const double gap = p.row > kGap ? 1 : 0;
    const bool fills = p.row >= style.px(kSmallestFilled) && p.column > kGap;
    const auto shareOf = [&](std::size_t cell) {
        const double share = std::clamp(d.held[cell], 0.0, 1.0);
        return fills ? share : std::round(share * kShades) / kShades;
    };
    const auto x = [&](std::size_t column) { return p.cells.left() + static_cast<double>(column) * p.column; };
    for (int row = 0; row < rows(); ++row) {
        const auto member = static_cast<std::size_t>(row);
        const double top = p.cells.top() + row * p.row;
        const double height = p.row - gap;
        for (std::size_t from = 0, to = 0; from < n; from = to) {
            const double held = shareOf(member * n + from);
            const bool moves = d.arriving[member * n + from];
            for (to = from + 1; to < n && d.arriving[member * n + to] == static_cast<char>(moves) &&
                 std::abs(shareOf(member * n + to) - held) < 1e-6; ++to) {
            }
            const QRectF box(x(from), top, x(to) - x(from), height);
            if (!fills) {
                const double share = moves ? 0.25 + 0.75 * held : 0.5 * held;
                if (share > 0)
                    d.scene.add(Box{box, style.mixed(style.theme.accent, share)});
                continue;
            }
            if (moves)
                d.scene.add(Box{box, style.mixed(style.theme.accent, 0.22)});
            if (held > 0)
                d.scene.add(Box{QRectF(box.left(), box.bottom() - height * held, box.width(), height * held),
                                moves ? style.theme.accent : full});
        }
        d.scene.hits.push_back({QPolygonF(QRectF(p.cells.left() - p.names, top, p.names + p.cells.width(), p.row)), true,
                                kFirstMemberHit + row});
    }
    // One line that goes up and down, and one to and fro: few strokes, and their turns lie outside the cells.
    const QPen apart = style.pen(style.theme.card, 1);
    if (p.column > kGap) {
        QPolygonF line;
        for (std::size_t i = 1; i < n; ++i) {
            line << QPointF(x(i), i % 2 ? p.cells.top() : p.cells.bottom()) << QPointF(x(i), i % 2 ? p.cells.bottom() : p.cells.top());
        }
        d.scene.add(Stroke{line, apart});
    }
    if (gap > 0) {
        QPolygonF line;
        for (int row = 1; row <= rows(); ++row) {
            const double y = p.cells.top() + row * p.row - 0.5;
            line << QPointF(row % 2 ? p.cells.left() : p.cells.right(), y) << QPointF(row % 2 ? p.cells.right() : p.cells.left(), y);
        }
        d.scene.add(Stroke{line, apart});
    }
    if (view().device && *view().device < m_study.mesh.devices()) {
        const int member = m_members.memberOf(*view().device);
        if (member < rows())
            d.scene.add(Stroke{QPolygonF(QRectF(p.cells.left(), p.cells.top() + member * p.row, p.cells.width(), p.row)),
                               style.pen(style.theme.accent, 2)});
    }
}

void PlaybackDiagram::composeNames(Drawing& d) const
{
    const Places& p = d.places;
    const PlotStyle& style = d.style;
    const double line = style.tick.height();
    const int every = std::max(1, static_cast<int>(std::ceil(line / p.row)));
    for (int row = 0; row < rows(); row += every) {
        const QString words = style.tick.elided(memberName(row), p.names - style.px(6));
        const QSizeF size = sizeOf(words, style.tick);
        const double y = std::max(p.cells.top() + (row + 0.5) * p.row - size.height() / 2, p.columns.bottom());
        addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(p.cells.left() - style.px(6) - size.width(), y), size)}, words,
                  style.tick, style.theme.muted);
    }

    // As many numbers as there is room for, after what they count.
    const QString what = m_playback->collective == Collective::allToAll ? tr("from") : tr("block");
    const QSizeF size = sizeOf(what, style.tick);
    addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(p.cells.left() - style.px(6) - size.width(), p.columns.top()), size)}, what,
              style.tick, style.theme.muted);
    const double wide = style.tick.width(QString::number(m_playback->members)) + style.px(6);
    int step = 1;
    while (step * p.column < wide)
        step *= 2;
    for (int block = 0; block < m_playback->members; block += step) {
        const QString number = QString::number(block);
        const QSizeF room = sizeOf(number, style.tick);
        const double x = std::clamp(p.cells.left() + (block + 0.5) * p.column - room.width() / 2, p.cells.left(),
                                    p.cells.right() - room.width());
        addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(x, p.columns.top()), room)}, number, style.tick, style.theme.muted);
    }
    if (isCut()) {
        const QString words = tr("%1 more members").arg(countText(m_playback->members - rows()));
        addPlaced(d.scene, d.placer, std::array{QRectF(p.more.topLeft(), sizeOf(words, style.tick))}, words, style.tick,
                  style.theme.muted);
    }
}

void PlaybackDiagram::composeTracks(Drawing& d) const
{
    const Places& p = d.places;
    const PlotStyle& style = d.style;
    const double scale = p.tracks.width() / m_playback->duration.value;
    const Seconds at = moment();
    const auto x = [&](Seconds t) { return p.tracks.left() + t.value * scale; };
    const QColor past = style.mixed(style.theme.muted, 0.55);
    const QColor later = style.mixed(style.theme.muted, 0.28);
    double y = p.tracks.top();
    for (std::size_t i = 0; i < m_tracks.size(); ++i, y += p.track) {
        const Track& track = m_tracks[i];
        const double height = std::max(2.0, std::min(p.track - style.px(3), style.px(kTrack - 3)));
        const double top = std::round(y + (p.track - height) / 2);
        const QString words = style.tick.elided(track.name, p.names - style.px(6));
        const QSizeF size = sizeOf(words, style.tick);
        addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(p.tracks.left() - style.px(6) - size.width(), y + (p.track - size.height()) / 2), size)},
                  words, style.tick, style.theme.muted);
        const auto& hops = track.hops;
        for (std::size_t from = 0, to = 0; from < hops.size(); from = to) {
            const auto colorOf = [&](const PlaybackHop& hop) {
                return hop.finish() <= at ? past : hop.start > at ? later : style.theme.accent;
            };
            const QColor color = colorOf(*hops[from]);
            Seconds end = hops[from]->finish();
            const double gap = x(end) - x(hops[from]->start) > kLeastBox ? 1 : 0;
            for (to = from + 1; gap == 0 && to < hops.size() && x(hops[to]->start) < x(end) + kLeastBox && colorOf(*hops[to]) == color; ++to)
                end = std::max(end, hops[to]->finish());
            const double left = x(hops[from]->start);
            d.scene.add(Box{QRectF(left, top, std::max(1.0, x(end) - left - gap), height), color});
        }
        d.scene.hits.push_back({QPolygonF(QRectF(p.tracks.left() - p.names, y, p.names + p.tracks.width(), p.track)), true, static_cast<int>(i)});
    }

    const QString none = secondsText(0);
    const QString whole = secondsText(m_playback->duration.value);
    const QSizeF size = sizeOf(whole, style.tick);
    addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(p.tracks.right() - size.width(), p.tracks.bottom()), size)}, whole,
              style.tick, style.theme.muted);
    addPlaced(d.scene, d.placer, std::array{QRectF(QPointF(p.tracks.left(), p.tracks.bottom()), sizeOf(none, style.tick))}, none,
              style.tick, style.theme.muted);
    if (view().played) {
        const double cursor = std::round(std::min(x(at), p.tracks.right() - 1));
        d.scene.add(Stroke{QPolygonF({QPointF(cursor, p.tracks.top() - style.px(3)), QPointF(cursor, p.tracks.bottom())}),
                           style.pen(style.theme.accent, 2)});
        d.scene.add(Dot{QPointF(cursor, p.tracks.top() - style.px(3)), style.px(3), DotShape::circle, style.theme.accent});
    }
}

}  // namespace scalescope
