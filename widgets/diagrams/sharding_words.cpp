// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/sharding_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

class ShardingWords {
    Q_DECLARE_TR_FUNCTIONS(ShardingWords)
};

QString operandText(Operand operand)
{
    switch (operand) {
    case Operand::left: return ShardingWords::tr("left");
    case Operand::right: return ShardingWords::tr("right");
    case Operand::output: break;
    }
    return ShardingWords::tr("output");
}

}  // namespace

QString countText(std::int64_t count) { return fromCore(formatCount(static_cast<double>(count))); }

QString axesText(const AxisList& axes, const DeviceMesh& mesh)
{
    bool letters = true;
    QStringList names;
    for (int axis : axes) {
        names << fromCore(mesh.axes[static_cast<std::size_t>(axis)].name);
        letters = letters && names.back().size() == 1;
    }
    return names.join(letters ? u""_s : u", "_s);
}

QString dimensionText(const ShardedArray& array, std::size_t dimension)
{
    const std::string& name = array.dimensions[dimension].name;
    return name.empty() ? ShardingWords::tr("dimension %1").arg(dimension + 1) : fromCore(name);
}

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList sizes;
    for (std::int64_t size : shape)
        sizes << countText(size);
    return u'[' + sizes.join(u", "_s) + u']';
}

QString stepText(const MatmulStep& step, const DeviceMesh& mesh, bool brief)
{
    const QString axes = axesText(step.axes, mesh);
    const QString operand = operandText(step.operand);
    const bool onOutput = step.operand == Operand::output;
    switch (step.kind) {
    case StepKind::slice:
        if (brief)
            return onOutput ? ShardingWords::tr("slice %1").arg(axes)
                            : ShardingWords::tr("slice %1 %2").arg(operand, axes);
        return ShardingWords::tr("slice %1 over %2").arg(operand, axes);
    case StepKind::matmul: return ShardingWords::tr("local work");
    case StepKind::gather:
        return (brief ? ShardingWords::tr("gather %1 %2") : ShardingWords::tr("gather %1 over %2")).arg(operand, axes);
    case StepKind::reduceScatter:
    case StepKind::allReduce:
    case StepKind::allToAll: break;
    }
    const QString name = fromCore(kStepKindNames[static_cast<std::size_t>(step.kind)]);
    if (onOutput)
        return (brief ? ShardingWords::tr("%1 %2") : ShardingWords::tr("%1 over %2")).arg(name, axes);
    return (brief ? ShardingWords::tr("%1 %2 %3") : ShardingWords::tr("%1 %2 over %3")).arg(name, operand, axes);
}

QString strategyText(const Strategy& strategy, const DeviceMesh& mesh, bool brief)
{
    QStringList words;
    for (const MatmulStep& step : strategy.steps)
        if (step.kind != StepKind::matmul)
            words << stepText(step, mesh, brief);
    return words.isEmpty() ? ShardingWords::tr("no communication") : words.join(ShardingWords::tr(", "));
}

QString coordinatesText(std::int64_t device, const DeviceMesh& mesh)
{
    QStringList words;
    for (const NamedSize& axis : mesh.axes) {
        words << u"%1 = %2"_s.arg(fromCore(axis.name), QString::number(device % axis.size));
        device /= axis.size;
    }
    return words.join(u", "_s);
}

}  // namespace scalescope
