// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/widths.h"

namespace scalescope::explain {

namespace {

using Riders = std::vector<Expression>;

Leaf two(std::string_view name) { return constant(2, name); }

Projection plain(const View& v, Expression inner, Expression outer, Riders riders = {})
{
    Expression matrices = inner * outer;
    return {v.tokens, std::move(inner), std::move(outer), std::move(matrices), {}, {}, {}, std::move(riders)};
}

Riders riderIf(bool there, Expression rider)
{
    return there ? Riders{std::move(rider)} : Riders{};
}

Projection queryDown(const View& v, const Widths& w)
{
    Riders riders = {w.in("query_rank")};  // the norm's scales
    if (w.attention().kind == AttentionKind::latent && w.attention().inputBias)
        riders.push_back(w.in("query_rank"));
    return plain(v, w.model(), w.in("query_rank"), std::move(riders));
}

Riders sinks(const View& v, const Widths& w) { return riderIf(w.attention().sinks, v.split(w.in("heads"))); }

/// Biases, norms of queries and keys, sinks.
Riders besidesQueries(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    Riders riders;
    if (at.inputBias) {
        riders.push_back(w.query());
        if (w.projectsKeys())
            riders.push_back(w.keyValue());
    }
    if (at.queryKeyNorm == QueryKeyNorm::perHead)
        riders.push_back(at.sharedKv ? Expression(w.in("head_dim"))
                                     : Expression(two(SCALESCOPE_TEXT("core", "Norms of queries and of keys"))) * w.in("head_dim"));
    if (at.queryKeyNorm == QueryKeyNorm::whole) {
        riders.push_back(w.query());
        if (w.projectsKeys())
            riders.push_back(w.key());
    }
    for (Expression& rider : sinks(v, w))
        riders.push_back(std::move(rider));
    return riders;
}

Projection queryUp(const View& v, const Widths& w)
{
    if (w.attention().kind == AttentionKind::latent)
        return plain(v, w.in("query_rank"), w.query(), sinks(v, w));
    // Where nothing else is projected, what goes with the queries is kept here.
    return plain(v, w.in("query_rank"), w.query(), w.projectsKeys() ? Riders() : besidesQueries(v, w));
}

Projection fullProjection(const View& v, const Widths& w)
{
    std::vector<Expression> columns;
    if (w.attention().queryRank == 0)
        columns.push_back(w.query());
    if (w.projectsKeys())
        columns.push_back(w.keyValue());
    return plain(v, w.model(), sumOf(std::move(columns)), besidesQueries(v, w));
}

/// Queries, keys and values of linear attention; its rates, and its gate where that has no bottleneck.
Projection linearProjection(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    std::vector<Expression> columns = {w.mixed()};
    Riders riders = {w.in("head_dim")};  // the norm of the result
    if (at.decay == Decay::perHead) {
        columns.push_back(Expression(two(SCALESCOPE_TEXT("core", "Rates of writing and forgetting"))) * w.heads());
        riders.push_back(Expression(two(SCALESCOPE_TEXT("core", "Constants of a head's rates"))) * w.heads());
    } else if (at.decay == Decay::perChannel) {
        columns.push_back(w.heads());
        riders.push_back(w.heads() * (Expression(constant(1, SCALESCOPE_TEXT("core", "Constant of a head's rate"))) + w.stateDim()));
    }
    if (at.gate != OutputGate::none && at.gateRank == 0)
        columns.push_back(w.values());
    return plain(v, w.model(), sumOf(std::move(columns)), std::move(riders));
}

Projection stateSpaceProjection(const View& v, const Widths& w)
{
    const Expression columns = w.values() + w.mixed() + w.heads();
    Riders riders = {Expression(constant(3, SCALESCOPE_TEXT("core", "Constants of a head: decay, skip and step"))) * w.heads(), w.values()};
    if (w.attention().inputBias)
        riders.push_back(columns);
    return plain(v, w.model(), columns, std::move(riders));
}

Projection inputProjection(const View& v, const Widths& w)
{
    switch (w.attention().kind) {
    case AttentionKind::latent: return plain(v, w.model(), w.query(), sinks(v, w));
    case AttentionKind::linear: return linearProjection(v, w);
    case AttentionKind::stateSpace: return stateSpaceProjection(v, w);
    case AttentionKind::full:
    case AttentionKind::none: break;
    }
    return fullProjection(v, w);
}

Projection kvDown(const View& v, const Widths& w)
{
    std::vector<Expression> parts = {w.in("kv_rank")};
    addTerm(parts, w.in("rope_dim"));
    const Expression wide = sumOf(std::move(parts));
    Riders riders = {w.in("kv_rank")};  // the norm's scales
    if (w.attention().inputBias)
        riders.push_back(wide);
    return plain(v, w.model(), wide, std::move(riders));
}

Projection kvUp(const View& v, const Widths& w)
{
    Projection p = plain(v, w.in("kv_rank"), w.heads() * (Expression(w.in("head_dim")) + w.in("value_dim")));
    if (v.hasOlderKeys() && !v.shape.absorbed)  // older ones are kept compressed, and expanded again
        p.tokens = v.sequences * v.sequence;
    return p;
}

Projection compressor(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    std::vector<Expression> entries = {w.in("head_dim")};
    if (at.indexTopK > 0)
        entries.push_back(w.in("index_dim"));
    const Expression entry = sumOf(std::move(entries));
    Expression wide = entry;
    if (at.compression == 4)
        wide = Expression(two(SCALESCOPE_TEXT("core", "Blocks overlap: two tables of columns"))) * std::move(wide);
    return plain(v, w.model(), Expression(two(SCALESCOPE_TEXT("core", "Contents and their weights"))) * wide,
                 {Expression(w.in("compression")) * wide, entry});
}

Projection indexer(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    const Leaf from = at.queryRank > 0 ? w.in("query_rank") : w.model();
    const Expression queries = Expression(w.in("index_heads")) * w.in("index_dim");
    std::vector<Expression> others = {w.in("index_heads")};  // a weight of each head
    Riders riders;
    if (at.compression == 0) {
        others.push_back(w.in("index_dim"));
        riders.push_back(Expression(two(SCALESCOPE_TEXT("core", "Scale and bias of the index key's norm"))) * w.in("index_dim"));
    }
    const Expression other = sumOf(std::move(others));
    return {v.tokens, Expression(from) + w.model(), queries + other, Expression(from) * queries + Expression(w.model()) * other,
            {}, {}, {}, std::move(riders)};
}

/// The gate of softmax attention; of linear attention the bottlenecks of its gate and its decay.
Projection gate(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    if (at.kind != AttentionKind::linear)
        return plain(v, w.model(), at.gate == OutputGate::perHead ? w.heads() : w.result());
    const Leaf rank = w.in("gate_rank");
    std::vector<Expression> columns;
    if (at.decay == Decay::perChannel)
        columns.push_back(w.heads() * w.stateDim());
    if (at.gate != OutputGate::none)
        columns.push_back(w.values());
    Expression down = rank;
    if (columns.size() == 2)
        down = Expression(two(SCALESCOPE_TEXT("core", "Bottlenecks of decay and of the gate"))) * std::move(down);
    Projection p{v.tokens, w.model(), {}, {}};
    std::vector<Expression> ends;
    for (const Expression& column : columns)
        ends.push_back(Expression(w.model()) + Expression(rank) + rank + column);
    const Expression up = sumOf(std::move(columns));
    p.outer = down + up;
    p.matrices = Expression(w.model()) * down + Expression(rank) * up;
    p.ends = sumOf(std::move(ends));
    return p;
}

Expression ranksOf(const View& v, const Widths& w)
{
    return v.split(Expression(w.in("output_rank")) * w.in("output_groups"));
}

Projection attentionOutput(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    const bool softmax = at.kind == AttentionKind::full || at.kind == AttentionKind::latent;
    Expression inner = softmax ? w.result() : w.values();
    if (softmax && at.outputRank > 0)
        inner = ranksOf(v, w);
    return plain(v, std::move(inner), w.model(), riderIf(at.outputBias, w.model()));
}

Projection intoMlp(const View& v, const Widths& w, Expression width, bool gated)
{
    const Expression columns = Expression(w.mlpInputs()) * std::move(width);
    Riders riders = riderIf(w.mlp().bias, columns);
    if (gated)
        riders.push_back(w.model());
    return plain(v, w.model(), columns, std::move(riders));
}

/// Of all experts; a token meets k of them, and traffic has those that some token meets.
Projection expertMatrices(const View& v, const Widths& w, int kind, Expression inner, Expression outer, Expression bias)
{
    const Expression experts = over(Expression(w.in("experts")), v.expertChips);
    const Expression each = inner * outer;
    Projection p{v.forSlice(w.expertsPerToken()), std::move(inner), std::move(outer), each};
    p.read = experts * coverageOf(v, static_cast<std::size_t>(kind)) * each;
    p.kept = experts * each;
    p.ends = experts * (p.inner + p.outer);
    p.riders = riderIf(w.mlp().bias, experts * std::move(bias));
    return p;
}

Projection mlpIn(const View& v, const Widths& w, int kind)
{
    if (w.mlp().experts == 0)
        return intoMlp(v, w, w.mlpWidth(), false);
    const Expression columns = Expression(w.mlpInputs()) * w.expertWidth();
    return expertMatrices(v, w, kind, w.expertInput(), columns, columns);
}

Projection mlpOut(const View& v, const Widths& w, int kind)
{
    if (w.mlp().experts == 0)
        return plain(v, w.mlpWidth(), w.model(), riderIf(w.mlp().bias, w.model()));
    return expertMatrices(v, w, kind, w.expertWidth(), w.expertInput(), w.expertInput());
}

/// A gate into the layer's own embedding and a projection back, and a norm.
Projection layerEmbedding(const View& v, const Widths& w)
{
    const Leaf narrow = v.c.input("model.layer_embedding_width");
    const Expression wide = Expression(w.model()) + narrow;
    Riders riders;
    addTerm(riders, normScales(v.c));
    return {v.tokens, wide, wide, Expression(two(SCALESCOPE_TEXT("core", "The gate and the projection back"))) * w.model() * narrow,
            {}, {}, {}, std::move(riders)};
}

Projection unembedding(const View& v)
{
    const Architecture& a = v.c.architecture();
    const Leaf model = v.c.input("model.d_model");
    const Expression rows = vocabularyOn(v.c, v.tensor);
    Projection p = plain(v, model, rows, riderIf(a.unembeddingBias, rows));
    if (a.embeddingWidth > 0) {
        const Leaf narrow = v.c.input("model.embedding_width");
        p.inner = Expression(model) + narrow;
        p.outer = Expression(narrow) + rows;
        p.matrices = Expression(model) * narrow + Expression(narrow) * rows;
        if (a.tied)
            p.kept = Expression(model) * narrow;
    }
    p.keepsNone = a.tied && a.embeddingWidth == 0 && a.unembeddingBias;
    return p;
}

}  // namespace

Projection projectionOf(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    switch (op.component) {
    case Component::queryDown: return queryDown(v, w);
    case Component::queryUp: return queryUp(v, w);
    case Component::kvDown: return kvDown(v, w);
    case Component::kvUp: return kvUp(v, w);
    case Component::qkv: return inputProjection(v, w);
    case Component::compressor: return compressor(v, w);
    case Component::indexer: return indexer(v, w);
    case Component::gate: return gate(v, w);
    case Component::outputDown: {
        // One block per group.
        Projection p = plain(v, w.result(), ranksOf(v, w));
        p.matrices = w.result() * w.in("output_rank");
        return p;
    }
    case Component::attentionOutput: return attentionOutput(v, w);
    case Component::router: return plain(v, w.model(), w.in("experts"), riderIf(w.mlp().routerBias, w.in("experts")));
    case Component::latentDown: return plain(v, w.model(), w.in("expert_latent"));
    case Component::latentUp: return plain(v, w.in("expert_latent"), w.model());
    case Component::sharedIn: return intoMlp(v, w, w.sharedWidth(), w.mlp().sharedGate);
    case Component::sharedOut: return plain(v, w.sharedWidth(), w.model(), riderIf(w.mlp().bias, w.model()));
    case Component::mlpIn: return mlpIn(v, w, op.layerKind);
    case Component::mlpOut: return mlpOut(v, w, op.layerKind);
    case Component::layerEmbedding: return layerEmbedding(v, w);
    default: break;
    }
    return unembedding(v);
}

Expression sharedElements(const View& v, const LayerOperation& op)
{
    const Expression blocks = v.tokens * v.c.input("model.d_model");
    if (!op.routed)
        return blocks;
    const Widths w = widthsOf(v, op);
    std::vector<Expression> terms;
    const bool stay = v.shape.expertGroup() <= 1;
    if (!stay && v.shape.widthInExperts() > 1)
        terms.push_back(v.forSlice(w.expertsPerToken()) * w.expertInput());
    if (op.component == Component::mlpOut && w.mlp().latentWidth == 0 && (stay || w.mlp().sharedWidth > 0))
        terms.push_back(blocks);
    return sumOf(std::move(terms));
}

}  // namespace scalescope::explain
