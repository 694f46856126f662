// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagrams/layer_parts.h"

#include <QRectF>

namespace scalescope {

/// Parts that stand side by side, or the sum at the end of a block.
struct LayerRow {
    int block = 0;
    std::vector<int> parts;  // indices; more than one where ways stand side by side
    std::vector<int> lanes;  // of each
    bool sum = false;
    int lines = 1;  // of text in each box
    double top = 0;
    double height = 0;
};

/// Where the boxes of an opened layer stand: one below the other, or with its ways side by side where they fit.
class LayerLayout {
public:
    enum class Detail {
        all,
        major,     // without minor parts
        matrices,  // and without norms
    };

    LayerLayout(const PlotStyle& style, const LayerPicture& picture, const QRectF& area);

    /// Places the rows and says whether they fit; `second`: with second lines where words need them.
    bool arrange(double top, double bottom, Detail detail, bool second);

    const LayerPart& partOf(int block, int index) const
    {
        return m_picture.blocks[static_cast<std::size_t>(block)].parts[static_cast<std::size_t>(index)];
    }
    QRectF boxOf(const LayerRow& row, std::size_t which) const;

    double lettersWidth() const;
    double channel() const;  // beside the boxes of several ways, where their lines run
    double collector() const { return boxRight - channel() / 2; }
    /// Where an arrow enters a box from above: in a narrow gap away from the words.
    double between(const QRectF& box) const;

    double padding() const { return m_style.px(slim ? 4 : 7); }
    double textWidth(const QRectF& box) const { return box.width() - 2 * padding(); }
    bool fitsInOne(const LayerPart& part, double width) const;  // name and shape in one line
    const QString& shapeFor(const LayerPart& part, double width) const;
    static bool isMatrix(const LayerPart& part)
    {
        return part.look == LayerPart::Look::matrix || part.look == LayerPart::Look::experts;
    }

    double line = 0;    // height of one of text
    bool wide = false;  // ways stand side by side
    bool slim = false;  // everything stands closer
    double left = 0;
    double spine = 0;   // of the residual stream
    double boxLeft = 0;
    double boxRight = 0;  // set by whoever knows what stands right of the boxes
    double gap = 0;       // between rows
    std::vector<LayerRow> rows;

private:
    std::vector<LayerRow> rowsOf(Detail detail);

    const PlotStyle& m_style;
    const LayerPicture& m_picture;
    std::vector<int> m_ways;  // side by side, by block
};

}  // namespace scalescope
