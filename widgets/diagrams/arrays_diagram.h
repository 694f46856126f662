// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/diagrams/sharding_figure.h"

#include "core/base/diagnostic.h"
#include "core/sharding/matmul.h"
#include "core/sharding/study.h"
#include "widgets/diagrams/array_blocks.h"

#include <vector>

namespace scalescope {

/// The arrays of the study divided into the blocks of their shardings, and who holds which.
class ArraysDiagram : public ShardingFigure {
    Q_OBJECT

public:
    using ShardingFigure::ShardingFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    std::optional<std::int64_t> deviceOf(int hit) const override;

private:
    static constexpr int kHitsPerArray = ArraySide::kMostCells * ArraySide::kMostCells;

    struct Cell {
        const ArrayBlocks* blocks;
        Operand operand;
        std::int64_t row, column;            // of the picture
        std::int64_t firstRow, firstColumn;  // blocks
        std::int64_t rows, columns;          // how many
    };

    std::vector<Operand> operands() const;
    const ArrayBlocks& of(Operand operand) const;
    Cell cellOf(int hit) const;
    QString operandName(Operand operand) const;
    QString rangesOf(const Cell& cell) const;
    QString sideText(const ArrayBlocks& blocks, const ArraySide& side, int brevity) const;
    QStringList wordsBelow(const ArrayBlocks& blocks) const;
    bool hasResult() const;

    ArrayOperation m_operation = ArrayOperation::matmul;
    DeviceMesh m_mesh;
    std::vector<ArrayBlocks> m_inputs;   // left and right, as far as they read
    std::vector<ArrayBlocks> m_results;  // one, or that of each strategy
    Diagnostics m_diagnostics;

    void composeOperator(Scene& scene, const PlotStyle& style, QPointF centre, bool arrow) const;
    void composeArray(Scene& scene, const PlotStyle& style, Operand operand, const QRectF& slot) const;
    void composeCells(Scene& scene, const PlotStyle& style, Operand operand, const QRectF& sheet) const;
};

}  // namespace scalescope
