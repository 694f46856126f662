// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/architecture.h"

namespace scalescope {

ParameterCount countParameters(const Architecture& a)
{
    const Attention& at = a.attention;
    ParameterCount count;
    if (at.kind == AttentionKind::full) {
        const std::int64_t query = at.heads * at.headDim;
        const std::int64_t keyValue = 2 * at.kvHeads * at.headDim;
        std::int64_t perLayer = a.width * (2 * query + keyValue);
        perLayer += at.inputBias ? query + keyValue : 0;
        perLayer += at.outputBias ? a.width : 0;
        count.attention = a.layers * perLayer;
    }
    const std::int64_t inputs = a.mlp.kind == MlpKind::gated ? 2 : 1;
    std::int64_t mlp = (inputs + 1) * a.width * a.mlp.width;
    mlp += a.mlp.bias ? inputs * a.mlp.width + a.width : 0;
    count.mlp = a.layers * mlp;

    const std::int64_t norm = a.width * (a.norms.kind == NormKind::layer ? 2 : 1);
    count.norms = norm * (a.layers * a.norms.perLayer + (a.norms.final ? 1 : 0));

    count.embedding = a.vocabulary * a.width;
    count.unembedding = a.tied ? 0 : a.vocabulary * a.width;
    count.positions = a.positions * a.width;
    return count;
}

std::int64_t kvElementsPerToken(const Architecture& a)
{
    return a.attention.kind == AttentionKind::full ? 2 * a.layers * a.attention.kvHeads * a.attention.headDim : 0;
}

}  // namespace scalescope
