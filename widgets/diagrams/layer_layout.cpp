// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/layer_layout.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

using Look = LayerPart::Look;

namespace {

constexpr double kSpine = 8;        // from the left edge to the residual stream
constexpr double kBranch = 18;      // from there to the boxes
constexpr double kSlim = 360;       // pixels below which everything stands closer
constexpr double kChannel = 14;     // beside the boxes of several ways, where their lines run
constexpr double kLargestGap = 24;  // between boxes
constexpr double kLeastGap = 3;
constexpr double kLeastWay = 250;   // pixels of a way that stands beside others
constexpr double kWidestBox = 440;
constexpr double kLettersWidth = 215;

int mostWays(const LayerPicture& picture)
{
    int most = 1;
    for (const LayerBlock& block : picture.blocks) {
        int ways = 0;
        int last = -1;
        for (const LayerPart& part : block.parts) {
            ways = part.lane < 0 ? 0 : ways + (part.lane != last ? 1 : 0);
            last = part.lane;
            most = std::max(most, ways);
        }
    }
    return most;
}

bool isShown(const LayerPart& part, LayerLayout::Detail detail)
{
    return detail == LayerLayout::Detail::all || (!part.minor && (detail == LayerLayout::Detail::major || part.look != Look::norm));
}

}  // namespace

LayerLayout::LayerLayout(const PlotStyle& style, const LayerPicture& picture, const QRectF& area)
    : line(std::ceil(style.tick.height())),
      wide(area.width() >= style.px(kLettersWidth + kSpine + kBranch + kLeastWay * std::max(2, mostWays(picture)))),
      slim(area.width() < style.px(kSlim)),
      left(area.left() + (wide ? style.px(kLettersWidth) : 0)),
      spine(left + style.px(kSpine)),
      boxLeft(spine + style.px(slim ? kBranch * 0.7 : kBranch)),
      boxRight(area.right()),
      m_style(style),
      m_picture(picture)
{
}

double LayerLayout::lettersWidth() const { return m_style.px(kLettersWidth); }

double LayerLayout::channel() const { return m_style.px(slim ? kChannel * 0.7 : kChannel); }

double LayerLayout::between(const QRectF& box) const
{
    return gap < m_style.px(7) ? box.right() - m_style.px(12) : box.center().x();
}

QRectF LayerLayout::boxOf(const LayerRow& row, std::size_t which) const
{
    const int lane = row.lanes[which];
    if (!wide) {
        const double indent = lane >= 0 ? channel() : 0;
        return QRectF(boxLeft + indent, row.top, boxRight - boxLeft - 2 * indent, row.height);
    }
    const double whole = boxRight - boxLeft;
    if (lane < 0) {
        const double width = std::min(whole, m_style.px(kWidestBox));
        return QRectF(boxLeft + (whole - width) / 2, row.top, width, row.height);
    }
    const int count = m_ways[static_cast<std::size_t>(row.block)];
    const double space = m_style.px(18);
    const double width = std::min((whole - space * (count - 1)) / count, m_style.px(kWidestBox));
    const double used = width * count + space * (count - 1);
    return QRectF(boxLeft + (whole - used) / 2 + lane * (width + space), row.top, width, row.height);
}

bool LayerLayout::fitsInOne(const LayerPart& part, double width) const
{
    return m_style.strong.width(part.name) + m_style.px(9) + m_style.tick.width(part.shape) <= width;
}

const QString& LayerLayout::shapeFor(const LayerPart& part, double width) const
{
    return m_style.tick.width(part.shape) <= width || part.brief.isEmpty() ? part.shape : part.brief;
}

std::vector<LayerRow> LayerLayout::rowsOf(Detail detail)
{
    std::vector<LayerRow> found;
    for (std::size_t b = 0; b < m_picture.blocks.size(); ++b) {
        const auto& parts = m_picture.blocks[b].parts;
        const auto block = static_cast<int>(b);
        for (std::size_t i = 0; i < parts.size();) {
            if (!isShown(parts[i], detail)) {
                ++i;
                continue;
            }
            if (!wide || parts[i].lane < 0) {
                found.push_back({block, {static_cast<int>(i)}, {parts[i].lane}});
                ++i;
                continue;
            }
            // The ways of one stage, side by side.
            std::vector<std::vector<int>> lanes;
            int last = -1;
            for (; i < parts.size() && parts[i].lane >= 0; ++i) {
                if (!isShown(parts[i], detail))
                    continue;
                if (parts[i].lane != last) {
                    lanes.emplace_back();
                    last = parts[i].lane;
                }
                lanes.back().push_back(static_cast<int>(i));
            }
            std::size_t longest = 0;
            for (const auto& lane : lanes)
                longest = std::max(longest, lane.size());
            for (std::size_t r = 0; r < longest; ++r) {
                LayerRow row{block, {}, {}};
                for (std::size_t l = 0; l < lanes.size(); ++l)
                    if (r < lanes[l].size()) {
                        row.parts.push_back(lanes[l][r]);
                        row.lanes.push_back(static_cast<int>(l));
                    }
                found.push_back(std::move(row));
            }
            m_ways[b] = static_cast<int>(lanes.size());
        }
        LayerRow sum{block, {}, {}};
        sum.sum = true;
        found.push_back(sum);
    }
    return found;
}

bool LayerLayout::arrange(double top, double bottom, Detail detail, bool second)
{
    const double available = bottom - top;
    m_ways.assign(m_picture.blocks.size(), 1);
    rows = rowsOf(detail);
    double all = 0;
    double sums = 0;
    for (LayerRow& row : rows) {
        if (row.sum) {
            sums += 1;
            continue;
        }
        row.lines = wide ? 2 : 1;
        if (!wide && second) {
            const LayerPart& part = partOf(row.block, row.parts[0]);
            const double width = textWidth(boxOf(row, 0));
            if (!fitsInOne(part, width) && !(isMatrix(part) && m_style.tick.width(shapeFor(part, width)) <= width))
                row.lines = 2;
        }
        all += row.lines;
    }
    const auto count = static_cast<double>(rows.size());
    const double boxes = count - sums;
    const double sumHeight = line - 1;
    const double least = all * line + sums * sumHeight + (count - 1) * m_style.px(kLeastGap);
    const double spare = available - least;
    // The height of a line is more than its letters need.
    if (spare < (second ? 0 : -2 * boxes))
        return false;
    const double space = m_style.px(kLeastGap) + std::clamp(spare * 0.4 / (count - 1), 0.0, m_style.px(kLargestGap - kLeastGap));
    const double rest = spare - (space - m_style.px(kLeastGap)) * (count - 1);
    // Room for all shapes on lines of their own, or for taller boxes.
    const double more = std::min(rest / std::max(1.0, boxes), line * 1.8);
    double y = top + m_style.px(1);
    for (LayerRow& row : rows) {
        row.top = std::round(y);
        const double height = row.sum ? sumHeight : row.lines * line + more;
        row.height = std::round(y + height) - row.top;
        if (!row.sum && row.height >= 2 * line)
            row.lines = 2;
        y += height + space;
    }
    gap = space;
    return true;
}

}  // namespace scalescope
