// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/explore/context_series.h"
#include "core/roofline/roofline.h"
#include "core/training/memory.h"
#include "core/transformer/activations.h"
#include "core/transformer/cache.h"
#include "core/transformer/flops.h"

#include <cmath>

using namespace scalescope;

namespace {

std::int64_t whole(const BookRow& row, const std::string& name) { return static_cast<std::int64_t>(row.in(name)); }

double flopsOf(double rows, double contracted, double columns)
{
    MatmulShape shape;
    shape.batch = rows;
    shape.inner = contracted;
    shape.outer = columns;
    return operationOf(shape).flops.value;
}

Answers contractions(const BookRow& r)
{
    const double n = r.in("N");
    const double p = r.in("P");
    const double m = r.in("M");
    return {{"dot", engine(flopsOf(1, p, 1))}, {"matvec", engine(flopsOf(n, p, 1))}, {"matmul", engine(flopsOf(n, p, m))},
            {"train", engine(trainingFlops(p * m, n).value)}};
}

Answers checkpoints(const BookRow& r)
{
    Architecture a;
    a.layers = whole(r, "L");
    a.width = whole(r, "D");
    const auto bytes = [&](Remat policy) {
        Plan plan;
        plan.remat = policy;
        return engine(checkpointBytes(checkpointsPerLayer(plan), r.in("BT"), a).value);
    };
    return {{"all20", bytes(Remat::none)}, {"big7", bytes(Remat::bigMatmuls)}, {"block1", bytes(Remat::block)}};
}

/// Cache of one sequence with K H wide keys: the rows name only the product.
double int8Cache(std::int64_t layers, std::int64_t keyWidth, double context)
{
    Architecture a;
    a.layers = layers;
    a.base().attention.heads = a.base().attention.kvHeads = keyWidth;
    a.base().attention.headDim = 1;
    CacheTypes types;
    types.keysAndValues = DType::int8;
    return cacheOf(a, context, types).total().value;
}

/// Question 1 counts the norms of layers, but no final one.
ParameterCount questionOne(const BookRow& r, double roundedTo)
{
    const auto rounded = [&](const std::string& name) {
        return static_cast<std::int64_t>(std::floor(r.in(name) / roundedTo) * roundedTo);
    };
    Architecture a;
    a.layers = whole(r, "L");
    a.width = rounded("D");
    a.vocabulary = whole(r, "V");
    a.finalNorm = false;
    a.base().mlp.width = rounded("F");
    a.base().attention.heads = a.base().attention.kvHeads = rounded("NH");
    a.base().attention.headDim = 1;
    return countParameters(a);
}

Answers worked(const BookRow& r)
{
    const ParameterCount count = questionOne(r, 1);
    const auto attention = static_cast<double>(count.attention);
    return {{"params", engine(static_cast<double>(count.total()))},
            {"attn_frac", engine(attention / (attention + static_cast<double>(count.mlp)))},
            {"kv_per_token", engine(int8Cache(whole(r, "L"), whole(r, "NH"), 1))},
            {"params_with_books_rounding", engine(static_cast<double>(questionOne(r, 1000).total()))}};
}

/// What a layer repeats when the results of its matmuls are kept: here nothing but attention.
Answers repeatedAttention(const BookRow& r)
{
    Architecture a;
    a.base().attention.heads = a.base().attention.kvHeads = whole(r, "N");
    a.base().attention.headDim = whole(r, "H");
    a.base().mlp.kind = MlpKind::none;
    a.base().norms = 0;
    ActivationOptions options;
    options.sequence = r.in("T");
    const Flops perToken = activationTotals(a, options).recomputedUnder(KeepPolicy::bigMatmuls);
    return {{"flops", engine((perToken * r.in("B") * r.in("T")).value)}};
}

}  // namespace

std::map<std::string, AnswerTo> transformerAnswers()
{
    return {
        {"transformers-01", contractions},
        {"transformers-03", [](const BookRow& r) -> Answers {
             return {{"T_8k", engine(attentionCrossover(r.in("D1")))}, {"T_gemma", engine(attentionCrossover(r.in("D2")))}};
         }},
        {"transformers-04", checkpoints},
        {"transformers-05", [](const BookRow& r) -> Answers {
             return {{"kv", engine(int8Cache(whole(r, "L"), whole(r, "KH"), r.in("S")))}};
         }},
        {"transformers-q1", worked},
        {"transformers-q3", [](const BookRow& r) -> Answers {
             return {{"flops", engine(flopsOf(r.in("K") * r.in("L"), r.in("I") * r.in("J"), r.in("M") * r.in("N") * r.in("O")))}};
         }},
        {"transformers-q4", [](const BookRow& r) -> Answers {
             const FlopsPerByte chip(r.in("I_hw"));
             return {{"I_prefill", engine(prefillAttentionIntensity(r.in("T"), r.in("G")).value)},
                     {"I_decode", engine(groupedAttentionIntensity(1, r.in("S"), r.in("G")).value)},
                     {"S_bound_exact", engine(prefillComputeBoundAbove(chip, r.in("G")))},
                     {"S_bound_MHA", engine(prefillComputeBoundAbove(chip, 1))}};
         }},
        {"transformers-q5", [](const BookRow& r) -> Answers { return {{"T", engine(projectionCrossover(r.in("D")))}}; }},
        {"transformers-q6", repeatedAttention},
        {"transformers-q8", [](const BookRow& r) -> Answers {
             return {{"B_crit", engine(expertCriticalBatch(FlopsPerByte(r.in("I_hw")), DType::int8, r.in("E"), r.in("k")))}};
         }},
    };
}
