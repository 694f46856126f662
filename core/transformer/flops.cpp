// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/flops.h"

namespace scalescope {

namespace {

Flops forwardFlopsOf(const Architecture& architecture, const LocalShape& shape, OperationKind kind)
{
    Flops sum;
    forwardOperations(architecture, shape, [&](const LayerOperation& op) {
        if (op.kind == kind)
            sum += op.forward.flops * op.repeats;
    });
    return sum;
}

}  // namespace

double matmulParameters(const Architecture& architecture)
{
    return matmulFlopsPerToken(architecture).value / 2.0;
}

Flops matmulFlopsPerToken(const Architecture& architecture)
{
    return forwardFlopsOf(architecture, LocalShape{}, OperationKind::matmul);
}

Flops attentionFlopsPerToken(const Architecture& architecture, double sequence, AttentionMask mask)
{
    LocalShape shape;
    shape.sequence = sequence;
    shape.mask = mask;
    return forwardFlopsOf(architecture, shape, OperationKind::attention);
}

}  // namespace scalescope
