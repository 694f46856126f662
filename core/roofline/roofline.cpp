// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/roofline/roofline.h"

#include <algorithm>

namespace scalescope {

OperationTime timeOf(const Operation& operation, FlopsPerSecond peak, BytesPerSecond bandwidth)
{
    return {operation.flops / peak, operation.traffic / bandwidth};
}

FlopsPerByte intensityOf(const Operation& operation)
{
    return operation.flops / operation.traffic;
}

FlopsPerByte ridge(FlopsPerSecond peak, BytesPerSecond bandwidth)
{
    return peak / bandwidth;
}

FlopsPerSecond attainable(FlopsPerByte intensity, FlopsPerSecond peak, BytesPerSecond bandwidth)
{
    return std::min(peak, intensity * bandwidth);
}

Operation operationOf(const MatmulShape& m)
{
    const double weights = m.inner * m.outer * (m.weightPerRow ? m.batch : 1.0);
    return {Flops(2.0 * m.batch * m.inner * m.outer),
            bytesOf(m.input, m.batch * m.inner) + bytesOf(m.weight, weights) + bytesOf(m.output, m.batch * m.outer)};
}

std::optional<double> criticalBatch(const MatmulShape& m, FlopsPerSecond peak, BytesPerSecond bandwidth)
{
    const Seconds weights = bytesOf(m.weight, m.inner * m.outer) / bandwidth;
    const Seconds arithmeticPerRow = Flops(2.0 * m.inner * m.outer) / peak;
    const Seconds activationsPerRow = (bytesOf(m.input, m.inner) + bytesOf(m.output, m.outer)) / bandwidth;

    if (m.weightPerRow)
        return weights + activationsPerRow <= arithmeticPerRow ? std::optional(1.0) : std::nullopt;
    if (arithmeticPerRow <= activationsPerRow)
        return std::nullopt;
    return weights / (arithmeticPerRow - activationsPerRow);
}

double criticalBatchOfWideMatmul(DType weight, FlopsPerSecond peak, BytesPerSecond bandwidth)
{
    return ridge(peak, bandwidth).value * bytesPerElement(weight).value / 2.0;
}

Operation splitContraction(const MatmulShape& m)
{
    return {Flops(m.batch * m.inner * m.outer), bytesOf(m.output, m.batch * m.outer)};
}

double criticalContraction(DType output, FlopsPerSecond peak, BytesPerSecond link)
{
    return ridge(peak, link).value * bytesPerElement(output).value;
}

}  // namespace scalescope
