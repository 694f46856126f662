// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/widths.h"

#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kMatmul = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\", on the shapes of one chip");
constexpr double kAgreement = 1e-13;  // of the formula, in which small differences of large numbers round, with the number

double coverage(const View& v, const Mlp& mlp)
{
    return expertCoverage(mlp, evaluate(v.slice()) * v.shape.expertGroup() * v.busy, v.shape.expertSkew);
}

std::vector<Note> maskNotes(const View& v)
{
    if (v.shape.absorbed)
        return {{{SCALESCOPE_TEXT("core", "The new token of a sequence meets every key before it.")}}};
    return {{{v.shape.mask == AttentionMask::causal
                  ? SCALESCOPE_TEXT("core", "The kernel skips what the causal mask hides: half of the keys.")
                  : SCALESCOPE_TEXT("core", "The full mask is counted: every query meets every key.")}}};
}

bool meetsExperts(const View& v, const LayerOperation& op)
{
    return (op.component == Component::mlpIn || op.component == Component::mlpOut) && widthsOf(v, op).mlp().experts > 0;
}

}  // namespace

Leaf coverageOf(const View& v, std::size_t kind)
{
    const bool decodes = v.prefix == kDecodePrefix;
    const std::string letter = v.c.letterOf(static_cast<int>(kind));
    const std::string own(1, letterOf(kind));
    return derived(decodes ? "model.expert_coverage." + own : v.id(static_cast<int>(kind), "coverage"),
                   {SCALESCOPE_TEXT("core", "Fraction of the experts that some token is sent to"), {}, letter},
                   letter.empty() ? "c" : "c_" + letter, {}, coverage(v, v.c.layerOf(kind).mlp));
}

std::optional<Derivation> deriveCoverage(const View& v, std::size_t kind)
{
    const Widths w(v, kind);
    if (w.mlp().kind == MlpKind::none || w.mlp().experts == 0)
        return std::nullopt;
    constexpr std::string_view source = SCALESCOPE_TEXT("core", "Scalescope: tokens choose their experts independently of one another");
    const Leaf leaf = coverageOf(v, kind);
    const auto itself = [&](std::string_view why) {
        return derivation(leaf, constant(leaf.value, SCALESCOPE_TEXT("core", "Mean over the experts, as the engine adds it up")), source,
                          {{{why}}});
    };
    if (v.shape.expertSkew > 0)
        return itself(SCALESCOPE_TEXT("core", "Tokens like the experts unequally (the i-th as i to the power of minus the skew), so there is no closed form."));
    const Leaf all = constant(1, SCALESCOPE_TEXT("core", "All of it"));
    Expression met = times(v.slice(), v.expertChips);
    if (v.busy < 1)
        met = std::move(met) * constant(v.busy, SCALESCOPE_TEXT("core", "Part of those chips that has a sequence"));
    Expression e = Expression(all) - powerOf(Expression(all) - w.expertsPerToken() / w.in("experts"), std::move(met));
    if (std::abs(evaluate(e) - leaf.value) > kAgreement * leaf.value)
        return itself(SCALESCOPE_TEXT("core", "1 - (1 - k/E) to the power of the tokens, worked out so that few tokens do not round to none."));
    return derivation(leaf, std::move(e), source,
                      {{{SCALESCOPE_TEXT("core", "Every expert is equally liked; (1 - k/E) to the power of the tokens is the chance that none of them is sent to one.")}}});
}

Expression flopsOf(const View& v, const LayerOperation& op)
{
    if (op.kind == OperationKind::attention)
        return mixingFlops(v, op);
    if (op.kind == OperationKind::elementwise)
        return elementwiseFlops(v, op);
    Projection p = projectionOf(v, op);
    const bool alone = p.tokens.op == Op::leaf && p.tokens.leaf.isConstant() && p.tokens.leaf.value == 1.0;
    Expression each = alone ? std::move(p.matrices) : std::move(p.tokens) * std::move(p.matrices);
    return Expression(flopsPerMultiplyAdd()) * std::move(each);
}

Expression activationTraffic(const View& v, const LayerOperation& op)
{
    if (op.kind == OperationKind::attention)
        return Expression(v.activationBytes) * mixingActivations(v, op);
    if (op.kind == OperationKind::elementwise)
        return Expression(v.activationBytes) * elementwiseActivations(v, op);
    Projection p = projectionOf(v, op);
    return Expression(v.activationBytes) * std::move(p.tokens) * (std::move(p.inner) + std::move(p.outer));
}

Expression weightTraffic(const View& v, const LayerOperation& op)
{
    Projection p = projectionOf(v, op);
    return Expression(v.weightBytes) * (p.read ? std::move(*p.read) : std::move(p.matrices));
}

Expression trafficOf(const View& v, const LayerOperation& op)
{
    if (op.kind == OperationKind::attention)
        return activationTraffic(v, op) + cacheTraffic(v, op);
    return op.kind == OperationKind::matmul ? activationTraffic(v, op) + weightTraffic(v, op) : activationTraffic(v, op);
}

Expression weightsExpression(const View& v, const LayerOperation& op)
{
    if (op.kind != OperationKind::matmul)
        return elementwiseWeights(v, op);
    Projection p = projectionOf(v, op);
    std::vector<Expression> terms;
    if (!p.keepsNone)
        terms.push_back(p.kept ? std::move(*p.kept) : std::move(p.matrices));
    for (Expression& rider : p.riders)
        addTerm(terms, std::move(rider));
    return sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "The matrix is the embedding's"));
}

std::vector<Note> notesOf(const View& v, const LayerOperation& op, bool traffic)
{
    std::vector<Note> notes;
    if (traffic)
        notes.push_back(bytesNote(v.shape.activation));
    if (op.component == Component::attention) {
        if (traffic)
            notes.push_back({{SCALESCOPE_TEXT("core", "A fused kernel: the scores stay on the chip.")}});
        else
            append(notes, maskNotes(v));
        if (v.shape.absorbed && widthsOf(v, op).attention().kind == AttentionKind::latent)
            notes.push_back({{SCALESCOPE_TEXT("core", "The matrices that expand the compressed vectors are absorbed into queries and results: no key is expanded.")}});
        if (traffic && widthsOf(v, op).attention().sharedKv)
            notes.push_back({{SCALESCOPE_TEXT("core", "The keys and values are those of an earlier layer, and read again.")}});
    }
    if (op.component == Component::stateUpdate)
        notes.push_back({{SCALESCOPE_TEXT("core", "A recurrence over the tokens; its state has a fixed size, whatever the context.")}});
    if (op.component == Component::indexer || op.component == Component::indexScores)
        notes.push_back({{SCALESCOPE_TEXT("core", "Replicated: every chip of a tensor group chooses the same keys.")}});
    if (meetsExperts(v, op))
        notes.push_back({{traffic ? SCALESCOPE_TEXT("core", "Of the experts' weights those are read that some token is sent to.")
                                  : SCALESCOPE_TEXT("core", "A token meets the experts that it is sent to, not all of them.")}});
    return notes;
}

std::string_view sourceOfFlops(const View& v, const LayerOperation& op)
{
    if (op.layerKind < 0)
        return kMatmul;
    const Layer& layer = v.c.layerOf(static_cast<std::size_t>(op.layerKind));
    switch (op.component) {
    case Component::indexer:
    case Component::indexScores: return SCALESCOPE_TEXT("core", "\"DeepSeek-V3.2\": an indexer chooses the keys of a query");
    case Component::convolution:
    case Component::stateUpdate:
        return layer.attention.kind == AttentionKind::linear
                   ? SCALESCOPE_TEXT("core", "\"Gated Delta Networks\", the delta rule as a recurrence")
                   : SCALESCOPE_TEXT("core", "\"Mamba 2\" (state space duality), as a recurrence");
    case Component::kvDown:
    case Component::kvUp: return SCALESCOPE_TEXT("core", "\"DeepSeek-V2\", section 2.1, \"Multi-head latent attention\"");
    case Component::router:
    case Component::sharedIn:
    case Component::sharedOut:
        return SCALESCOPE_TEXT("core", "\"Switch Transformers\" and \"DeepSeekMoE\": routed and shared experts");
    case Component::attention:
        return layer.attention.kind == AttentionKind::latent
                   ? SCALESCOPE_TEXT("core", "\"DeepSeek-V2\", section 2.1, \"Multi-head latent attention\"")
                   : kMatmul;
    default: break;
    }
    return meetsExperts(v, op) ? SCALESCOPE_TEXT("core", "\"Switch Transformers\" and \"DeepSeekMoE\": routed and shared experts") : kMatmul;
}

std::string_view sourceOfWeights(const View& v, const LayerOperation& op)
{
    const std::string_view source = sourceOfFlops(v, op);
    return source == kMatmul ? SCALESCOPE_TEXT("core", "Book, chapter 4, \"Counting transformer parameters\"; norms and biases as published")
                             : source;
}

}  // namespace scalescope::explain
