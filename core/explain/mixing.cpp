// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/cache_figures.h"
#include "core/explain/widths.h"

namespace scalescope::explain {

namespace {

/// A step of training keeps states in a dtype of its own.
Leaf bytesPerState(const View& v)
{
    return chosen(bytesPerElement(v.shape.state).value,
                  {SCALESCOPE_TEXT("core", "Bytes of one element of the state (%1)"), {std::string(nameOf(v.shape.state))}}, "b_s",
                  "B", "serving.state_type");
}

Leaf bytesPerKept(const View& v) { return v.hasOlderKeys() ? bytesPerCached(v.c) : v.activationBytes; }

/// Elements of one key and value, those of an earlier layer included.
Expression entryWidth(const Widths& w)
{
    const Attention& at = w.attention();
    if (at.values == Values::keys && !at.sharedKv)
        return w.key();
    return w.keyAndValue();
}

Expression compressed(const Widths& w)
{
    std::vector<Expression> parts = {w.in("kv_rank")};
    addTerm(parts, w.in("rope_dim"));
    return sumOf(std::move(parts));
}

/// Elements of the queries and results of one token while latent attention works on the compressed vectors.
Expression absorbedWidth(const Widths& w)
{
    std::vector<Expression> parts = {
        Expression(constant(2, SCALESCOPE_TEXT("core", "Scores and values, both on the compressed vector"))) * w.in("kv_rank")};
    addTerm(parts, w.in("rope_dim"));
    return w.heads() * sumOf(std::move(parts));
}

bool worksCompressed(const View& v, const Widths& w) { return v.shape.absorbed && w.attention().kind == AttentionKind::latent; }

Expression scoresFlops(const View& v, const Widths& w, std::size_t kind)
{
    if (!w.ownValueWidth())
        return Expression(flopsPerMultiplyAdd()) * constant(2, SCALESCOPE_TEXT("core", "Scores and values")) *
               v.forTokens(keysOf(v, kind)) * w.query();
    return Expression(flopsPerMultiplyAdd()) * v.forTokens(keysOf(v, kind)) * (worksCompressed(v, w) ? absorbedWidth(w) : w.query() + w.result());
}

/// Elements of the queries and results of one token.
Expression scoredWidth(const View& v, const Widths& w) { return worksCompressed(v, w) ? absorbedWidth(w) : w.query() + w.result(); }

/// Elements of one key and value as the kernel reads them, of all its heads.
Expression entryRead(const View& v, const Widths& w)
{
    if (w.attention().kind != AttentionKind::latent)
        return entryWidth(w);
    return v.shape.absorbed ? compressed(w) : w.query() + w.result();
}

/// Entries that the indexer looks through, without their mean under the mask.
Expression indexed(const View& v, const Widths& w)
{
    return w.attention().compression > 0 ? Expression(v.sequence) / w.in("compression") : Expression(v.sequence);
}

Expression indexFlops(const View& v, const Widths& w)
{
    Expression keys = indexed(v, w);
    if (v.shape.mask == AttentionMask::causal && v.before.value > 0)
        keys = std::move(keys) * (Expression(v.sequence) + v.before) /
               (Expression(constant(2, SCALESCOPE_TEXT("core", "The first new token meets the older keys, the last one all"))) * v.sequence);
    else if (v.shape.mask == AttentionMask::causal)
        keys = std::move(keys) * constant(0.5, SCALESCOPE_TEXT("core", "Half of the keys under a causal mask"));
    return Expression(flopsPerMultiplyAdd()) * v.forTokens(std::move(keys)) * w.in("index_heads") * w.in("index_dim");
}

Expression stateFlops(const View& v, const Widths& w)
{
    const bool linear = w.attention().kind == AttentionKind::linear;
    const Leaf steps = linear ? constant(3, SCALESCOPE_TEXT("core", "Predict, update and read"))
                              : constant(2, SCALESCOPE_TEXT("core", "Update and read"));
    return Expression(flopsPerMultiplyAdd()) * steps * v.forTokens(w.values()) * w.stateDim();
}

Expression stateCached(const View& v, const Widths& w)
{
    std::vector<Expression> elements = {w.values() * w.stateDim()};
    if (w.attention().convolution > 1)
        elements.push_back(w.mixed() * (Expression(w.in("convolution")) -
                                        constant(1, SCALESCOPE_TEXT("core", "The token itself"))));
    return Expression(bytesPerState(v)) * constant(2, SCALESCOPE_TEXT("core", "Read once and written once")) * v.sequences *
           sumOf(std::move(elements));
}

/// Queries of a whole sequence, and the mask that they look through.
struct Looking {
    Leaf sequence;
    AttentionMask mask;
};

/// The mean over all queries.
Expression meanWithin(const Looking& l, Expression reach, bool chunked)
{
    if (l.mask == AttentionMask::full)
        return reach;
    if (chunked)
        return std::move(reach) * constant(0.5, SCALESCOPE_TEXT("core", "Half of a chunk under a causal mask"));
    if (reach.op == Op::leaf && reach.leaf.input == l.sequence.input && reach.leaf.link == l.sequence.link)
        return std::move(reach) * constant(0.5, SCALESCOPE_TEXT("core", "Half of the keys under a causal mask"));
    const Leaf two = constant(2, SCALESCOPE_TEXT("core", "The first queries of a sequence meet fewer keys: half as many on average"));
    return reach * (Expression(constant(1, SCALESCOPE_TEXT("core", "All of it"))) - reach / (Expression(two) * l.sequence));
}

Expression reachOf(const Looking& l, Leaf limit) { return minimumOf({l.sequence, std::move(limit)}); }

Expression keysUnder(const Widths& w, const Looking& l)
{
    const Attention& at = w.attention();
    if (at.compression > 0) {
        const Leaf ratio = w.in("compression");
        Expression blocks = l.sequence;
        if (at.indexTopK > 0)
            blocks = minimumOf({l.sequence, Expression(w.in("index_top_k")) * ratio});
        Expression entries = meanWithin(l, std::move(blocks), false) / ratio;
        return at.window > 0 ? meanWithin(l, reachOf(l, w.in("window")), false) + std::move(entries) : entries;
    }
    if (at.window > 0)
        return meanWithin(l, reachOf(l, w.in("window")), at.windowKind == WindowKind::chunked);
    if (at.indexTopK > 0)
        return meanWithin(l, reachOf(l, w.in("index_top_k")), false);
    return meanWithin(l, l.sequence, false);
}

/// Under a causal mask new tokens after older ones meet what is left of all queries' keys when the older ones' are taken away.
bool areTheLast(const View& v) { return v.shape.mask == AttentionMask::causal && v.before.value > 0; }

Expression keysExpression(const View& v, std::size_t kind)
{
    const Widths w(v, kind);
    Expression all = keysUnder(w, {v.sequence, v.shape.mask});
    if (!areTheLast(v))
        return all;
    return (std::move(all) * v.sequence - keysUnder(w, {v.before, v.shape.mask}) * v.before) / v.newTokens;
}

double keysMetHere(const View& v, const Attention& at)
{
    const double all = keysMet(at, v.shape.sequence, v.shape.mask);
    if (!areTheLast(v))
        return all;
    return (all * v.shape.sequence - keysMet(at, v.before.value, v.shape.mask) * v.before.value) / v.shape.newTokens;
}

/// Entries of the cache that all sequences of the pass read: what its new tokens cannot see is not read.
Expression entriesRead(const View& v, const Widths& w)
{
    const Attention& at = w.attention();
    if (!v.hasOlderKeys())
        return times(v.tokens, v.context);
    Expression entries = v.sequence;
    if (at.compression > 0)
        entries = minimumOf({v.sequence, Expression(w.in("window")) + v.newTokens}) +
                  times(keysUnder(w, {v.sequence, AttentionMask::full}), v.newTokens);
    else if (at.window > 0)
        entries = minimumOf({v.sequence, v.newTokens.value == 1.0 ? Expression(w.in("window"))
                                                                  : Expression(w.in("window")) + v.newTokens -
                                                                        constant(1, SCALESCOPE_TEXT("core", "A token is among those that it sees"))});
    else if (at.indexTopK > 0)
        entries = minimumOf({v.sequence, times(Expression(w.in("index_top_k")), v.newTokens)});
    return times(v.sequences, v.context) * std::move(entries);
}

}  // namespace

Leaf keysOf(const View& v, std::size_t kind)
{
    const Attention& at = v.c.layerOf(kind).attention;
    if (v.shape.mask == AttentionMask::full && at.window == 0 && at.indexTopK == 0 && at.compression == 0)
        return v.sequence;
    const std::string letter = v.c.letterOf(static_cast<int>(kind));
    return derived(v.id(static_cast<int>(kind), "keys"), {SCALESCOPE_TEXT("core", "Keys that a query meets"), {}, letter},
                   letter.empty() ? "n_keys" : "n_keys, " + letter, {}, keysMetHere(v, at));
}

std::optional<Derivation> deriveKeys(const View& v, std::size_t kind)
{
    const Leaf leaf = keysOf(v, kind);
    const Attention& at = v.c.layerOf(kind).attention;
    if (leaf.link.empty() || hasState(at) || at.kind == AttentionKind::none)
        return std::nullopt;
    std::vector<Note> notes;
    if (v.shape.mask == AttentionMask::causal)
        notes.push_back({{areTheLast(v) ? SCALESCOPE_TEXT("core", "The mean over the new tokens: of the keys that all queries meet, less those that the older ones did.")
                                        : SCALESCOPE_TEXT("core", "The mean over the queries of a sequence: the kernel skips what the causal mask hides.")}});
    if (at.window > 0)
        notes.push_back({{at.windowKind == WindowKind::chunked
                              ? SCALESCOPE_TEXT("core", "A query meets the keys of its own chunk alone.")
                              : SCALESCOPE_TEXT("core", "A sliding layer is not charged the whole context.")}});
    if (at.indexTopK > 0)
        notes.push_back({{SCALESCOPE_TEXT("core", "The keys that the indexer chooses; those that it looks through are counted with it.")}});
    if (at.compression > 0)
        notes.push_back({{SCALESCOPE_TEXT("core", "Beyond the window one entry stands for a block of tokens.")}});
    return derivation(leaf, keysExpression(v, kind), SCALESCOPE_TEXT("core", "Scalescope: counted from the mask"), std::move(notes));
}

Expression keysSent(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    Expression keys = v.forTokens(entryRead(v, w));
    const double elsewhere = v.shape.sequence * (1.0 - 1.0 / v.shape.context);
    if (w.attention().window <= 0 || elsewhere <= static_cast<double>(w.attention().window))
        return keys;
    const Leaf all = constant(1, SCALESCOPE_TEXT("core", "The whole sequence"));
    return std::move(keys) * w.in("window") / (Expression(v.sequence) * (Expression(all) - Expression(all) / v.context));
}

Expression queriesSent(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    return v.forTokens(scoredWidth(v, w));
}

Expression mixingFlops(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    if (op.component == Component::indexScores)
        return indexFlops(v, w);
    if (op.component == Component::stateUpdate)
        return stateFlops(v, w);
    return scoresFlops(v, w, static_cast<std::size_t>(op.layerKind));
}

Expression mixingActivations(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    if (op.component == Component::indexScores)
        return v.forTokens(Expression(w.in("index_heads")) * w.in("index_dim"));
    return v.forTokens(op.component == Component::stateUpdate ? w.mixed() + w.values() : scoredWidth(v, w));
}

Expression cacheTraffic(const View& v, const LayerOperation& op)
{
    const Widths w = widthsOf(v, op);
    if (op.component == Component::stateUpdate)
        return stateCached(v, w);
    if (op.component == Component::indexScores)
        return Expression(bytesPerKept(v)) * times(v.sequences, v.context) * indexed(v, w) * w.in("index_dim");
    return Expression(bytesPerKept(v)) * entriesRead(v, w) * entryRead(v, w);
}

}  // namespace scalescope::explain
