// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/roofline/roofline.h"
#include "core/scenario/presets.h"
#include "core/training/bounds.h"
#include "core/training/memory.h"
#include "core/transformer/activations.h"
#include "core/transformer/cache.h"
#include "core/transformer/flops.h"

#include <cmath>

using namespace scalescope;

namespace {

constexpr double kQuestionsContext = 8192;  // of the chapter's sentences, not among the rows' inputs

std::int64_t whole(const BookRow& row, const std::string& name) { return static_cast<std::int64_t>(row.in(name)); }

Architecture architectureOf(const BookRow& r)
{
    Architecture a;
    a.layers = whole(r, "L");
    a.width = whole(r, "D");
    a.vocabulary = whole(r, "V");
    a.base().mlp.width = whole(r, "F");
    a.base().attention.heads = whole(r, "N");
    a.base().attention.kvHeads = whole(r, "K");
    a.base().attention.headDim = whole(r, "H");
    return a;
}

Bytes cacheIn(DType type, const Architecture& a, double context)
{
    CacheTypes types;
    types.keysAndValues = type;
    return cacheOf(a, context, types).total();
}

/// Components that the chapter adds up: no norms.
double namedParameters(const ParameterCount& count)
{
    return static_cast<double>(count.mlp + count.attention + count.embedding + count.unembedding);
}

Answers criticalBatches(const BookRow& r)
{
    const FlopsPerSecond peak(r.in("C"));
    const BytesPerSecond hbm(r.in("W"));
    const FlopsPerSecond int8 = peakFor(hardwarePreset(shippedPresets(), "tpu-v5e").value.value().cluster.chip, DType::int8)->rate;
    return {{"bf16", engine(criticalBatchOfWideMatmul(DType::bf16, peak, hbm))},
            {"int8w_bf16", engine(criticalBatchOfWideMatmul(DType::int8, peak, hbm))},
            {"int8w_int8a_by_formula", notAnEngineValue("the printed rule where the same page says it fails")},
            {"int8w_int8a_correct", engine(criticalBatchOfWideMatmul(DType::int8, int8, hbm))},
            {"h100", engine(criticalBatchOfWideMatmul(DType::bf16, FlopsPerSecond(r.in("C_h100")), BytesPerSecond(r.in("W_h100"))))}};
}

Answers llama13b(const BookRow& r)
{
    const Architecture a = architectureOf(r);
    const ParameterCount count = countParameters(a);
    const double total = namedParameters(count);
    const Bytes layerInput = activationTotals(a, a.base(), {}).keptUnder(KeepPolicy::block);
    return {{"ffw", engine(static_cast<double>(count.mlp))},
            {"vocab", engine(static_cast<double>(count.embedding + count.unembedding))},
            {"attn", engine(static_cast<double>(count.attention))},
            {"total", engine(total)},
            {"kv", engine(cacheIn(DType::bf16, a, kQuestionsContext).value)},
            {"act_prefill8k", engine((layerInput * kQuestionsContext).value)},
            {"optimizer_training", engine(trainingState(std::round(total / 1e9) * 1e9, Plan{}).value)}};
}

Answers questionOne(const BookRow& r)
{
    Architecture a = architectureOf(r);
    a.tied = true;  // one matrix of D V
    return {{"params", engine(namedParameters(countParameters(a)))}, {"kv", engine(cacheIn(DType::int8, a, 1).value)}};
}

/// One layer's weights, split over n chips, read once.
Answers layerLoads(const BookRow& r)
{
    Architecture a;
    a.width = whole(r, "D");
    a.base().mlp.kind = MlpKind::plain;
    a.base().mlp.width = whole(r, "F");
    const auto load = [&](double parameters) {
        const Operation read{Flops(0), bytesOf(DType::bf16, parameters) / r.in("n")};
        return engine(timeOf(read, FlopsPerSecond(1), BytesPerSecond(r.in("W"))).memory.value);
    };
    return {{"t", load(r.in("params"))}, {"t_exact_2DF", load(static_cast<double>(countParameters(a).mlp))}};
}

Architecture llama70b() { return modelPreset(shippedPresets(), "llama-3-70b").value.value().architecture; }

Answers cacheOfLlama70b(const BookRow& r)
{
    Architecture a;
    a.layers = whole(r, "L");
    a.base().attention.heads = a.base().attention.kvHeads = whole(r, "K");
    a.base().attention.headDim = whole(r, "H");
    const Answer rounded = notAnEngineValue("a product of printed figures, rounded on the way");
    return {{"kv", engine(cacheIn(DType::int8, a, 1).value)},
            {"seq32k_exact", engine(cacheIn(DType::int8, a, 32768).value)},
            {"seq32k", rounded},
            {"bs240", rounded},
            {"chips", rounded}};
}

Answers cachePerType(const BookRow& r)
{
    Answers answers;
    for (const BookValue& expected : r.expected)
        answers[expected.name] = laterAnswer();
    const Architecture a = llama70b();
    answers["bf16_kv"] = engine(cacheIn(DType::bf16, a, 1).value);
    answers["int8_kv"] = engine(cacheIn(DType::int8, a, 1).value);
    answers["int4_kv"] = engine(cacheIn(DType::int4, a, 1).value);
    return answers;
}

Answers llama405bForward(const BookRow& r)
{
    const auto weights = [&](DType type) {
        return timeOf({forwardFlops(r.in("P"), 1), bytesOf(type, r.in("P"))}, FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W")));
    };
    return {{"flops", engine(forwardFlops(r.in("P"), 1).value)},
            {"t_flops_times_N", engine(weights(DType::bf16).compute.value)},
            {"t_hbm_int8_times_N", engine(weights(DType::int8).memory.value)},
            {"t_hbm_bf16_times_N", engine(weights(DType::bf16).memory.value)}};
}

}  // namespace

std::map<std::string, AnswerTo> inferenceAnswers()
{
    return {
        {"inference-01", criticalBatches},
        {"inference-03", llama13b},
        {"inference-04", [](const BookRow& r) -> Answers {
             const FlopsPerByte alpha = ridge(FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W")));
             return {{"alpha", engine(alpha.value)}, {"Y", engine(largestTensorDegree(r.in("F"), alpha, 1))}};
         }},
        {"inference-q1", questionOne},
        {"inference-07", layerLoads},
        {"applied-inference-02", cacheOfLlama70b},
        {"applied-inference-05", [](const BookRow& r) -> Answers {
             const BytesPerSecond hbm(r.in("W"));
             return {{"bf16", engine(criticalBatchOfWideMatmul(DType::bf16, FlopsPerSecond(r.in("C")), hbm))},
                     {"int8w", engine(criticalBatchOfWideMatmul(DType::int8, FlopsPerSecond(r.in("C")), hbm))},
                     {"int8", engine(criticalBatchOfWideMatmul(DType::int8, FlopsPerSecond(r.in("C8")), hbm))}};
         }},
        {"applied-inference-06", cachePerType},
        {"applied-inference-q1", llama405bForward},
    };
}
