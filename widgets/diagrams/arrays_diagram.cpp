// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/arrays_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/diagrams/sharding_words.h"
#include "widgets/plots/figure_words.h"

#include <algorithm>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kNamedHolders = 8;

}  // namespace

QString ArraysDiagram::title() const { return tr("Arrays on the devices"); }

QString ArraysDiagram::caption() const
{
    if (m_inputs.empty())
        return tr("The arrays cannot be read.");
    const std::int64_t devices = m_mesh.devices();
    if (devices == 1)
        return tr("One device holds everything.");
    return tr("Each of the %1 devices holds one block of each array. Numbers are devices.").arg(countText(devices));
}

QString ArraysDiagram::summary() const
{
    QStringList sentences;
    for (const Operand operand : operands()) {
        const ArrayBlocks& b = of(operand);
        sentences << tr("%1: %2, %3.")
                         .arg(operandName(operand), fromCore(textOf(b.array, b.mesh)), wordsBelow(b).join(tr(", ")));
    }
    return sentences.isEmpty() ? caption() : sentences.join(u' ');
}

FigureTable ArraysDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Array"),        tr("Notation"), tr("Shape"),   tr("Shape per device"), tr("Bytes per device"),
                     tr("Bytes in all"), tr("Copies"),   tr("Padding"), tr("Terms of a sum")};
    for (const Operand operand : operands()) {
        const ArrayBlocks& b = of(operand);
        std::vector<std::int64_t> whole;
        for (const ArrayDimension& dimension : b.array.dimensions)
            whole.push_back(dimension.size);
        const QStringList names = {operandName(operand), fromCore(textOf(b.array, b.mesh)), shapeText(whole),
                                   shapeText(b.shape)};
        const std::int64_t terms = sizeOf(b.array.unreduced, b.mesh);
        table.rows << (names +
                       QStringList{bytesText(b.bytes.perDevice.value), bytesText(b.bytes.total.value),
                                   fromCore(formatCount(b.bytes.copies)), percentText(b.bytes.padding),
                                   countText(terms)});
        table.values << (names +
                         QStringList{fromCore(shortest(b.bytes.perDevice.value)),
                                     fromCore(shortest(b.bytes.total.value)), fromCore(shortest(b.bytes.copies)),
                                     fromCore(shortest(b.bytes.padding)), QString::number(terms)});
    }
    return table;
}

void ArraysDiagram::take(const Snapshot& now)
{
    const ShardingAnswer& answer = now.sharding();
    m_operation = now.scenario.sharding.operation;
    m_mesh = now.scenario.sharding.mesh;
    m_diagnostics = answer.diagnostics;
    m_inputs.clear();
    m_results.clear();
    if (answer.left)
        m_inputs.emplace_back(answer.matmul ? answer.matmul->left : *answer.left, m_mesh);
    if (answer.left && answer.right && m_operation != ArrayOperation::sum)
        m_inputs.emplace_back(answer.matmul ? answer.matmul->right : *answer.right, m_mesh);
    if (m_operation == ArrayOperation::matmul) {
        if (answer.matmul)
            m_results.emplace_back(answer.matmul->output, m_mesh);
        return;
    }
    for (const Strategy& strategy : answer.plan.strategies)
        if (!strategy.steps.empty())
            m_results.emplace_back(strategy.steps.back().after, m_mesh);
}

void ArraysDiagram::takeBefore(const Snapshot*) {}

bool ArraysDiagram::hasResult() const { return !m_results.empty(); }

std::vector<Operand> ArraysDiagram::operands() const
{
    std::vector<Operand> all;
    if (!m_inputs.empty())
        all.push_back(Operand::left);
    if (m_inputs.size() > 1)
        all.push_back(Operand::right);
    if (hasResult())
        all.push_back(Operand::output);
    return all;
}

const ArrayBlocks& ArraysDiagram::of(Operand operand) const
{
    if (operand != Operand::output)
        return m_inputs[operand == Operand::left ? 0 : 1];
    const int last = static_cast<int>(m_results.size()) - 1;
    return m_results[static_cast<std::size_t>(std::clamp(view().strategy, 0, last))];
}

QString ArraysDiagram::operandName(Operand operand) const
{
    return translated(kOperandNames[static_cast<std::size_t>(operand)]);
}

ArraysDiagram::Cell ArraysDiagram::cellOf(int hit) const
{
    const auto operand = static_cast<Operand>(hit / kHitsPerArray);
    const ArrayBlocks& b = of(operand);
    Cell cell{&b, operand, (hit % kHitsPerArray) / ArraySide::kMostCells, hit % ArraySide::kMostCells, 0, 0, 0, 0};
    cell.firstRow = b.down.firstBlock(cell.row);
    cell.rows = b.down.firstBlock(cell.row + 1) - cell.firstRow;
    cell.firstColumn = b.along.firstBlock(cell.column);
    cell.columns = b.along.firstBlock(cell.column + 1) - cell.firstColumn;
    return cell;
}

std::optional<std::int64_t> ArraysDiagram::deviceOf(int hit) const
{
    const Cell cell = cellOf(hit);
    return cell.blocks->firstHolder(cell.firstRow, cell.firstColumn);
}

/// "I 0 to 2,047, J 0 to 8,191"
QString ArraysDiagram::rangesOf(const Cell& cell) const
{
    const ArrayBlocks& b = *cell.blocks;
    const std::vector<BlockRange> first = blockOf(b.array, m_mesh, b.firstHolder(cell.firstRow, cell.firstColumn));
    const std::vector<BlockRange> last =
        blockOf(b.array, m_mesh, b.firstHolder(cell.firstRow + cell.rows - 1, cell.firstColumn + cell.columns - 1));
    QStringList words;
    for (std::size_t d = 0; d < first.size(); ++d) {
        const bool leading = d + 2 < first.size() && !b.down.whole();
        const std::int64_t end = last[d].first + last[d].count;
        if (leading)  // a cell may reach over the end of a tile
            continue;
        words << (first[d].count == 0 ? tr("%1 only padding").arg(dimensionText(b.array, d))
                                      : tr("%1 %2 to %3")
                                            .arg(dimensionText(b.array, d), countText(first[d].first),
                                                 countText(std::max(end, first[d].first + first[d].count) - 1)));
    }
    return words.join(tr(", "));
}

FigureHit ArraysDiagram::describe(int id, QPointF, const Frame&) const
{
    const Cell cell = cellOf(id);
    const ArrayBlocks& b = *cell.blocks;
    FigureHit hit;
    hit.title = operandName(cell.operand) + u": " + (b.array.dimensions.empty() ? tr("one number") : rangesOf(cell));
    const std::int64_t count = cell.rows * cell.columns;
    if (count > 1) {
        hit.lines << tr("%1 blocks of %2, %3 each")
                         .arg(countText(count), shapeText(b.shape), bytesText(b.bytes.perDevice.value));
        const std::int64_t device = b.firstHolder(cell.firstRow, cell.firstColumn);
        hit.lines << tr("the first on device %1 (%2)").arg(countText(device), coordinatesText(device, m_mesh));
        return hit;
    }
    hit.lines << tr("%1, %2").arg(shapeText(b.shape), bytesText(b.bytes.perDevice.value));
    const std::vector<std::int64_t> devices = b.holders(cell.firstRow, cell.firstColumn, kNamedHolders);
    if (b.holderCount() == 1) {
        hit.lines << tr("on device %1 (%2)").arg(countText(devices[0]), coordinatesText(devices[0], m_mesh));
    } else {
        QStringList names;
        for (std::int64_t device : devices)
            names << countText(device);
        const std::int64_t more = b.holderCount() - static_cast<std::int64_t>(devices.size());
        hit.lines << (more > 0 ? tr("on devices %1 and %2 more").arg(names.join(tr(", ")), countText(more))
                               : tr("on devices %1").arg(names.join(tr(", "))));
        QStringList fixed;
        const auto coordinates = b.coordinatesOf(cell.firstRow, cell.firstColumn);
        for (std::size_t i = 0; i < m_mesh.axes.size(); ++i)
            if (b.down.axes.contains(static_cast<int>(i)) || b.along.axes.contains(static_cast<int>(i)))
                fixed << u"%1 = %2"_s.arg(fromCore(m_mesh.axes[i].name), QString::number(coordinates[i]));
        if (!fixed.isEmpty())
            hit.lines << tr("all with %1").arg(fixed.join(u", "_s));
    }
    if (!b.array.unreduced.empty())
        hit.lines << tr("each holds a term of a sum over %1").arg(axesText(b.array.unreduced, m_mesh));
    return hit;
}

/// "I = 8,192 over X", and shorter.
QString ArraysDiagram::sideText(const ArrayBlocks& b, const ArraySide& side, int brevity) const
{
    QStringList words;
    for (const std::size_t d : side.dimensions) {
        const ArrayDimension& dimension = b.array.dimensions[d];
        const QString axes = axesText(dimension.axes, m_mesh);
        const QString name = fromCore(dimension.name);
        const QString size =
            name.isEmpty() ? countText(dimension.size) : tr("%1 = %2").arg(name, countText(dimension.size));
        if (brevity == 0 && !axes.isEmpty())
            words << tr("%1 over %2").arg(size, axes);
        else if (brevity <= 1)
            words << size;
        else
            words << (name.isEmpty() ? countText(dimension.size) : name);
    }
    return words.join(u" · "_s);
}

/// What stands below an array, most important first.
QStringList ArraysDiagram::wordsBelow(const ArrayBlocks& b) const
{
    QStringList words = {shapeText(b.shape), tr("%1 per device").arg(bytesText(b.bytes.perDevice.value)),
                         tr("%1 in all").arg(bytesText(b.bytes.total.value))};
    if (b.bytes.copies > 1)
        words << tr("%1 copies").arg(fromCore(formatCount(b.bytes.copies)));
    if (!b.array.unreduced.empty())
        words << tr("%1 terms {U_%2}")
                     .arg(countText(sizeOf(b.array.unreduced, m_mesh)), axesText(b.array.unreduced, m_mesh));
    if (b.bytes.padding > 0)
        words << tr("%1 is padding").arg(percentText(b.bytes.padding));
    if (!b.down.whole() || !b.along.whole())
        words << tr("%1 blocks, %2 to a cell")
                     .arg(countText(b.down.blocks * b.along.blocks),
                          fromCore(formatSi(static_cast<double>(b.down.blocks * b.along.blocks) /
                                            static_cast<double>(b.down.cells * b.along.cells))));
    return words;
}

}  // namespace scalescope
