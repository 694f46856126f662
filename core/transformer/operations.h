// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/base/dtype.h"
#include "core/roofline/roofline.h"
#include "core/transformer/architecture.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

/// What a decoder is made of, in the order in which a token meets it.
enum class Component {
    embedding,
    attentionNorm,
    qkv,
    attention,  // scores and values
    attentionOutput,
    mlpNorm,
    mlpIn,
    activation,
    mlpOut,
    finalNorm,
    unembedding,
};
constexpr int kComponentCount = 11;
constexpr std::array<std::string_view, kComponentCount> kComponentNames = {
    SCALESCOPE_TEXT("core", "embedding"),
    SCALESCOPE_TEXT("core", "attention norm"),
    SCALESCOPE_TEXT("core", "QKV"),
    SCALESCOPE_TEXT("core", "attention"),
    SCALESCOPE_TEXT("core", "out proj"),
    SCALESCOPE_TEXT("core", "MLP norm"),
    SCALESCOPE_TEXT("core", "MLP in"),
    SCALESCOPE_TEXT("core", "activation"),
    SCALESCOPE_TEXT("core", "MLP out"),
    SCALESCOPE_TEXT("core", "final norm"),
    SCALESCOPE_TEXT("core", "unembedding"),
};
constexpr std::string_view nameOf(Component c) { return kComponentNames[static_cast<std::size_t>(c)]; }

enum class OperationKind { matmul, attention, elementwise };

/// Which keys a query meets.
enum class AttentionMask {
    full,
    causal,  // with a kernel that skips what the mask hides: half the FLOPs
};
constexpr std::array<std::string_view, 2> kAttentionMaskNames = {
    SCALESCOPE_TEXT("core", "full"),
    SCALESCOPE_TEXT("core", "causal"),
};

/// What one chip holds of a layer.
struct LocalShape {
    double tokens = 1;    // of its batch shard
    double sequence = 1;  // keys of each query
    double tensor = 1;    // chips that split heads, d_ff and vocabulary between them
    AttentionMask mask = AttentionMask::full;
    DType weight = DType::bf16;
    DType activation = DType::bf16;
};

/// One operation of the forward pass on one chip.
struct LayerOperation {
    Component component;
    OperationKind kind;
    Operation forward;
    double weights = 0;    // elements of its weights and biases on one chip, before fsdp shards them
    double gathered = 0;   // elements of the activation that the tensor group gathers before it
    double scattered = 0;  // elements of the partial sums that the tensor group reduces and scatters after it
    double repeats = 1;
    bool borrowsWeights = false;  // the embedding's, when tied: gathered again, but kept and reduced only once
};

/// KV heads on one chip: beyond the KV heads a tensor degree replicates them.
inline double localKvHeads(const Attention& attention, double tensor)
{
    return std::max(1.0, static_cast<double>(attention.kvHeads) / tensor);
}

/// Vocabulary entries on one chip, padded to a multiple of the tensor degree.
inline double localVocabulary(const Architecture& a, double tensor)
{
    return std::ceil(static_cast<double>(a.vocabulary) / tensor);
}

/// Hands every operation of a forward pass to the visitor. FLOPs: book, chapter 4, "Global FLOPs and params calculation";
/// traffic: each operand once; attention with a fused kernel, whose scores stay on the chip (chapter 4, question 4).
template <class Visitor>
void forwardOperations(const Architecture& a, const LocalShape& shape, Visitor&& visit)
{
    const double t = shape.tokens;
    const auto d = static_cast<double>(a.width);
    const auto layers = static_cast<double>(a.layers);
    const auto activations = [&](double elements) { return bytesOf(shape.activation, elements); };
    const auto matmul = [&](double inner, double outer) {
        return Operation{Flops(2.0 * t * inner * outer),
                         activations(t * (inner + outer)) + bytesOf(shape.weight, inner * outer)};
    };
    const double normElements = t * d / shape.tensor;
    // Square, sum and two scalings; read once, written once.
    const Operation norm{Flops(4.0 * normElements), activations(2.0 * normElements)};
    const double normWeights = d * (a.norms.kind == NormKind::layer ? 2.0 : 1.0);
    const auto inputNorm = [&](Component component, std::int64_t index) {
        if (a.norms.perLayer > index)
            visit(LayerOperation{component, OperationKind::elementwise, norm,
                                 normWeights * (index == 1 ? static_cast<double>(a.norms.perLayer - 1) : 1.0), 0, 0, layers});
    };

    if (a.vocabulary > 0) {
        const double table = localVocabulary(a, shape.tensor) * d + static_cast<double>(a.positions) * d / shape.tensor;
        visit(LayerOperation{Component::embedding, OperationKind::elementwise,
                             {Flops(0), activations(2.0 * normElements)}, table, 0, 0, 1});
    }

    inputNorm(Component::attentionNorm, 0);
    if (a.attention.kind == AttentionKind::full) {
        const auto heads = static_cast<double>(a.attention.heads) / shape.tensor;
        const auto h = static_cast<double>(a.attention.headDim);
        const double query = heads * h;
        const double keyValue = 2.0 * localKvHeads(a.attention, shape.tensor) * h;
        visit(LayerOperation{Component::qkv, OperationKind::matmul, matmul(d, query + keyValue),
                             (d + (a.attention.inputBias ? 1.0 : 0.0)) * (query + keyValue), t * d, 0, layers});
        const double met = shape.sequence * (shape.mask == AttentionMask::causal ? 0.5 : 1.0);
        visit(LayerOperation{Component::attention, OperationKind::attention,
                             {Flops(4.0 * t * met * query), activations(t * (2.0 * query + keyValue))}, 0, 0, 0, layers});
        visit(LayerOperation{Component::attentionOutput, OperationKind::matmul, matmul(query, d),
                             query * d + (a.attention.outputBias ? d : 0.0), 0, t * d, layers});
    }

    inputNorm(Component::mlpNorm, 1);
    const double width = static_cast<double>(a.mlp.width) / shape.tensor;
    const double inputs = a.mlp.kind == MlpKind::gated ? 2.0 : 1.0;
    visit(LayerOperation{Component::mlpIn, OperationKind::matmul, matmul(d, inputs * width),
                         (d + (a.mlp.bias ? 1.0 : 0.0)) * inputs * width, t * d, 0, layers});
    visit(LayerOperation{Component::activation, OperationKind::elementwise,
                         {Flops(4.0 * inputs * t * width), activations((inputs + 1.0) * t * width)}, 0, 0, 0, layers});
    visit(LayerOperation{Component::mlpOut, OperationKind::matmul, matmul(width, d),
                         width * d + (a.mlp.bias ? d : 0.0), 0, t * d, layers});

    if (a.norms.final)
        visit(LayerOperation{Component::finalNorm, OperationKind::elementwise, norm, normWeights, 0, 0, 1});
    if (a.vocabulary > 0) {
        const double rows = localVocabulary(a, shape.tensor);
        visit(LayerOperation{Component::unembedding, OperationKind::matmul, matmul(d, rows), rows * d, t * d, 0, 1,
                             a.tied});
    }
}

/// Whether a component belongs to a layer, and so is recomputed when a layer is.
constexpr bool inLayer(Component c)
{
    return c != Component::embedding && c != Component::finalNorm && c != Component::unembedding;
}

}  // namespace scalescope
