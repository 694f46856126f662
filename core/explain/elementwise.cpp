// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/widths.h"

namespace scalescope::explain {

namespace {

Leaf inAndOut() { return constant(2, SCALESCOPE_TEXT("core", "Read once and written once")); }

Expression normElements(const View& v) { return v.split(v.forTokens(v.c.input("model.d_model"))); }

/// Elements that all layers' own embeddings give a token.
Expression layerEmbeddings(const Context& c)
{
    return Expression(c.input("model.layer_embedding_width")) * c.input("model.layers");
}

Expression embeddingFlops(const View& v)
{
    std::vector<Expression> projected;
    addTerm(projected, v.c.input("model.embedding_width"));
    if (v.c.architecture().layerEmbeddingWidth > 0)
        projected.push_back(layerEmbeddings(v.c));
    if (projected.empty())
        return constant(0, SCALESCOPE_TEXT("core", "A lookup does no arithmetic"), "FLOP");
    return Expression(flopsPerMultiplyAdd()) * normElements(v) * sumOf(std::move(projected));
}

Expression embeddingActivations(const View& v)
{
    std::vector<Expression> widths = {v.c.input("model.d_model")};
    if (v.c.architecture().layerEmbeddingWidth > 0)
        widths.push_back(layerEmbeddings(v.c));
    return Expression(inAndOut()) * v.split(v.forTokens(sumOf(std::move(widths))));
}

Expression embeddingWeights(const View& v)
{
    const Context& c = v.c;
    const Architecture& a = c.architecture();
    const Leaf model = c.input("model.d_model");
    const Leaf width = a.embeddingWidth > 0 ? c.input("model.embedding_width") : model;
    std::vector<Expression> tables = {vocabularyOn(c, v.tensor) * width};
    if (a.positions > 0)
        tables.push_back(v.split(Expression(c.input("model.positions")) * model));
    if (a.embeddingWidth > 0)
        tables.push_back(Expression(width) * model);
    if (a.embeddingNorm)
        addTerm(tables, normScales(c));
    if (a.layerEmbeddingWidth > 0) {
        std::vector<Expression> each = {model};
        addTerm(each, v.split(c.input("model.layer_embedding_vocabulary")));
        tables.push_back(sumOf(std::move(each)) * layerEmbeddings(c));
        tables.push_back(c.input("model.layer_embedding_width"));
    }
    return sumOf(std::move(tables));
}

/// Activations of an MLP, of shared experts, or of the experts that the tokens are sent to.
Expression activationElements(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    if (op.component == Component::sharedActivation)
        return v.forTokens(w.sharedWidth());
    if (w.mlp().experts > 0)
        return v.forSlice(w.expertsPerToken() * w.expertWidth());
    return v.forTokens(w.mlpWidth());
}

Expression convolved(const View& v, const LayerOperation& op) { return v.forTokens(widthsOf(v, op).mixed()); }

/// The norms of a layer, all before the first block, or those that are left for the second.
Expression layerNorms(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    const bool mixes = w.attention().kind != AttentionKind::none;
    const bool both = mixes && w.mlp().kind != MlpKind::none;
    const Expression scales = normScales(v.c);
    std::vector<Expression> terms;
    if (op.component == Component::attentionNorm && both) {
        addTerm(terms, scales);
        return sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Norms without scales"));
    }
    const bool counted = op.component == Component::mlpNorm && mixes && w.layer().norms > 0;
    Expression norms = w.in("norms_per_layer");
    if (counted)
        norms = std::move(norms) - constant(1, SCALESCOPE_TEXT("core", "The norm before the attention, counted there"));
    addTerm(terms, std::move(norms) * scales);
    addTerm(terms, w.in("other"));
    return sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Norms without scales"));
}

}  // namespace

Expression normScales(const Context& c)
{
    const Leaf model = c.input("model.d_model");
    switch (c.architecture().norm) {
    case NormKind::rms: return model;
    case NormKind::layer:
        return Expression(constant(2, SCALESCOPE_TEXT("core", "A layer norm has a scale and a bias"))) * model;
    case NormKind::unscaled: break;
    }
    return constant(0, SCALESCOPE_TEXT("core", "Norms without scales"));
}

Expression elementwiseFlops(const View& v, const LayerOperation& op)
{
    switch (op.component) {
    case Component::embedding: return embeddingFlops(v);
    case Component::activation:
    case Component::sharedActivation:
        return Expression(constant(4, SCALESCOPE_TEXT("core", "FLOPs per element of an activation function"))) *
               widthsOf(v, op).mlpInputs() * activationElements(v, op);
    case Component::convolution:
        return Expression(flopsPerMultiplyAdd()) * widthsOf(v, op).in("convolution") * convolved(v, op);
    default: break;
    }
    return Expression(constant(4, SCALESCOPE_TEXT("core", "FLOPs per element of a norm: square, sum and two scalings"))) * normElements(v);
}

Expression elementwiseActivations(const View& v, const LayerOperation& op)
{
    switch (op.component) {
    case Component::embedding: return embeddingActivations(v);
    case Component::activation:
    case Component::sharedActivation:
        return (Expression(widthsOf(v, op).mlpInputs()) + constant(1, SCALESCOPE_TEXT("core", "The result"))) * activationElements(v, op);
    case Component::convolution: return Expression(inAndOut()) * convolved(v, op);
    default: break;
    }
    return Expression(inAndOut()) * normElements(v);
}

Expression elementwiseWeights(const View& v, const LayerOperation& op)
{
    switch (op.component) {
    case Component::embedding: return embeddingWeights(v);
    case Component::convolution: {
        const Widths w = widthsOf(v, op);
        Expression taps = w.in("convolution");
        if (w.attention().convolutionBias)
            taps = std::move(taps) + constant(1, SCALESCOPE_TEXT("core", "The bias, one more row"));
        return w.mixed() * std::move(taps);
    }
    case Component::finalNorm: return normScales(v.c);
    default: break;
    }
    return layerNorms(v, op);
}

}  // namespace scalescope::explain
