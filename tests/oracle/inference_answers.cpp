// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/hardware/cluster.h"
#include "core/inference/serving_bounds.h"
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

Hardware v5e() { return hardwarePreset(shippedPresets(), "tpu-v5e").value.value(); }

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
    const FlopsPerSecond int8 = peakFor(v5e().cluster.chip, DType::int8)->rate;
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

/// Chips of the smallest v5e slice that holds so many.
double sliceOf(double chips) { return chipCount(resized(v5e().cluster, chips)); }

Architecture llama70b() { return modelPreset(shippedPresets(), "llama-3-70b").value.value().architecture; }

// Of the sentences of chapter 8, not among the rows' inputs.
constexpr double kParameters70b = 70e9;
constexpr Bytes kHbm(16e9);
constexpr FlopsPerByte kAlpha(2200);  // of v5e's network

/// A step of 13 billion parameters in bf16: the row gives the bytes.
Answers llama13bTable(const BookRow& r)
{
    const Bytes weights(r.in("P"));
    const Bytes cache(r.in("kv"));
    const double chips = r.in("chips");
    const FlopsPerSecond peak(r.in("C"));
    const BytesPerSecond hbm(r.in("W"));
    const Flops perToken = forwardFlops(weights / bytesPerElement(DType::bf16), 1);
    Answers answers;
    for (const double batch : {1.0, 8.0, 16.0, 32.0, 64.0, 240.0}) {
        const Seconds step = decodeStep(batch, weights, cache, perToken, chips, peak, hbm);
        const std::string name = std::to_string(static_cast<int>(batch));
        answers["step_B" + name] = engine(step.value * 1e3);
        answers["tps_B" + name] = engine(requestsPerChip(batch, step, 1, 1));
        answers["mem_B" + name] = engine(bytesHeld(batch, weights, cache).value);
    }
    const Seconds arithmetic = decodeStep(240, Bytes(), Bytes(), perToken, chips, peak, hbm);
    answers["flops_time_B240"] = engine(arithmetic.value * 1e3);
    const Cluster slice = resized(v5e().cluster, chips);
    answers["hbm_capacity"] = engine((slice.chip.hbm.capacity.value() * chipCount(slice)).value);
    return answers;
}

double betaOf(std::string_view hardware)
{
    const Cluster cluster = hardwarePreset(shippedPresets(), hardware).value.value().cluster;
    const BytesPerSecond oneWay = std::get<Torus>(cluster.networks.front()).bandwidth;
    return hbmOverAxis(cluster.chip.hbm.bandwidth.value(), oneWay * 2.0);
}

/// The model of question 1, which question 2 goes on with.
Architecture questionsModel(std::int64_t kvHeads)
{
    Architecture a;
    a.layers = 64;
    a.width = 4096;
    a.base().mlp.width = 16384;
    a.base().attention.heads = 32;
    a.base().attention.kvHeads = kvHeads;
    a.base().attention.headDim = 256;
    return a;
}

Answers questionTwo(const BookRow& r)
{
    const double context = r.in("ctx");
    const auto batch = [&](Bytes cache) {
        return engine(std::floor(sequencesThatFit(Bytes(r.in("hbm") * r.in("chips")), Bytes(r.in("params")), cache)));
    };
    const Bytes printed(r.in("kv_tok") * context);
    const double kvHeads = 8;
    return {{"kv", notAnEngineValue("a rounded figure of question 1 times the context")},
            {"B", batch(printed)},
            {"B_K1", batch(printed / kvHeads)},
            {"B_exact_128k_131072", batch(cacheIn(DType::int8, questionsModel(8), 131072))},
            {"B_K1_exact", batch(cacheIn(DType::int8, questionsModel(1), context))}};
}

Answers questionSix(const BookRow& r)
{
    const Bytes total(r.in("total"));
    const Bytes hbm(r.in("hbm"));
    const double chips = r.in("chips");
    const double least = smallestChipCount(total, hbm);
    return {{"t", engine(decodeStep(0, total, Bytes(), Flops(), chips, FlopsPerSecond(1), BytesPerSecond(r.in("W"))).value)},
            {"per_chip", notAnEngineValue("a printed total over printed chips")},
            {"free", engine(leftBesideWeights(hbm, total / chips).value)},
            {"min_chips", engine(least)},
            {"slice", engine(sliceOf(least))}};
}

Answers latencyBound(const BookRow& r)
{
    const BytesPerSecond oneWay(r.in("W_uni"));
    const Seconds hop(r.in("t"));
    const Bytes array = latencyBoundArray(r.in("n"), oneWay, hop);
    const Bytes activations = bytesOf(DType::int8, r.in("B") * r.in("D"));
    return {{"buf", engine(array.value)},
            {"acts", engine(activations.value)},
            {"bound", engine(activations < array ? 1.0 : 0.0)},
            {"Y", engine(latencyBoundTensorDegree(activations, oneWay, hop))}};
}

Answers cacheOfLlama70b(const BookRow& r)
{
    Architecture a;
    a.layers = whole(r, "L");
    a.base().attention.heads = a.base().attention.kvHeads = whole(r, "K");
    a.base().attention.headDim = whole(r, "H");
    const Bytes printedSequence(5.3e9);
    const Bytes printedBatch(1.3e12);
    return {{"kv", engine(cacheIn(DType::int8, a, 1).value)},
            {"seq32k_exact", engine(cacheIn(DType::int8, a, 32768).value)},
            {"seq32k", notAnEngineValue("a rounded figure times the context")},
            {"bs240", engine(bytesHeld(r.in("B"), Bytes(), printedSequence).value)},
            {"chips", engine(chipsThatHold(bytesHeld(1, bytesOf(DType::int8, kParameters70b), printedBatch), kHbm))}};
}

Answers stepOf32(const BookRow& r)
{
    const Bytes total(r.in("total"));
    const double batch = r.in("B");
    const auto step = [&](double chips) {
        return engine(decodeStep(0, total, Bytes(), Flops(), chips, FlopsPerSecond(1), BytesPerSecond(r.in("W"))).value);
    };
    const Seconds printed(0.017);
    return {{"t8", step(8)},
            {"t16", step(16)},
            {"tps", engine(requestsPerChip(batch, printed, 1, 1))},
            {"tps_chip", engine(requestsPerChip(batch, printed, 1, 8))},
            {"Y", engine(largestTensorDegree(r.in("F"), kAlpha, 2))}};
}

/// The smallest slice for each dtype, and what it has room for.
Answers smallestTopologies(const BookRow&)
{
    constexpr double kContext = 8192;
    Answers answers;
    for (const DType type : {DType::bf16, DType::int8, DType::int4}) {
        const Bytes weights = bytesOf(type, kParameters70b);
        const double chips = sliceOf(smallestChipCount(weights, kHbm));
        const std::string name(nameOf(type));
        answers[name + "_min"] = engine(chipsThatHold(weights, kHbm));
        answers[name + "_free"] = engine(leftBesideWeights(kHbm * chips, weights).value);
        answers[name + "_n"] = engine(sequencesThatFit(kHbm * chips, weights, cacheIn(type, llama70b(), kContext)));
        answers[name + "_kv"] = engine(cacheIn(type, llama70b(), 1).value);
    }
    return answers;
}

Answers fullHbm(const BookRow& r)
{
    const auto read = [&](Bytes held, double chips) {
        return decodeStep(0, held, Bytes(), Flops(), chips, FlopsPerSecond(1), BytesPerSecond(r.in("W")));
    };
    const Seconds step = read(Bytes(r.in("hbm")), 1);
    const Bytes int4 = bytesOf(DType::int4, kParameters70b);
    return {{"t", engine(step.value)},
            {"decode", engine(speculatedTime(r.in("steps"), step, 0, 1).value)},  // nothing is proposed
            {"int4_min", engine(read(int4, sliceOf(smallestChipCount(int4, kHbm))).value)}};
}

/// Requests per second of a batch on the smallest slices for each dtype, or on slices so many times larger.
Answers requestRates(const BookRow& r, double batch, double times)
{
    const Seconds step(r.in("t"));
    Answers answers = {{"qps", engine(requestsPerChip(batch, step, r.in("steps"), 1))}};
    for (const DType type : {DType::bf16, DType::int8, DType::int4}) {
        const double chips = sliceOf(times * sliceOf(smallestChipCount(bytesOf(type, kParameters70b), kHbm)));
        answers[std::string(nameOf(type))] = engine(requestsPerChip(batch, step, r.in("steps"), chips));
    }
    return answers;
}

Answers doubledTopology(const BookRow& r)
{
    constexpr double kContext = 8192;
    constexpr double kBatch = 140;
    const Bytes printedCache(324e3);
    const Bytes weights = bytesOf(DType::bf16, kParameters70b);
    const Bytes capacity = kHbm * 32.0;
    Answers answers = requestRates(r, kBatch, 2);
    answers["free"] = engine(leftBesideWeights(capacity, weights).value);
    answers["B"] = engine(sequencesThatFit(capacity, weights, printedCache * kContext));
    answers["B_exact"] = engine(sequencesThatFit(capacity, weights, cacheIn(DType::bf16, llama70b(), kContext)));
    return answers;
}

/// LLaMA 3 405B in int8 within 15 ms per token.
Answers questionThree(const BookRow& r)
{
    const Bytes weights(r.in("P"));
    const Bytes cache(r.in("kv_seq"));
    const FlopsPerSecond peak(r.in("C"));
    const BytesPerSecond hbm(r.in("W"));
    const Seconds limit(r.in("t"));
    const Flops perToken = forwardFlops(weights / bytesPerElement(DType::int8), 1);
    const auto least = [&](double chips) { return engine(decodeStep(0, weights, cache, perToken, chips, peak, hbm).value); };
    const double batch = std::floor(largestBatchWithin(limit, weights, cache, perToken, 64, peak, hbm));
    return {{"min_chips_memory", engine(sliceOf(smallestChipCount(weights, kHbm)))},
            {"min_step_32", least(32)},
            {"min_step_256", least(256)},
            {"B_64", engine(batch)},
            {"mem_64", engine(bytesHeld(batch, weights, cache).value)},
            {"fits_64", engine(sequencesThatFit(kHbm * 64.0, weights, cache) >= batch ? 1.0 : 0.0)},
            {"tps_chip_64", engine(requestsPerChip(batch, limit, 1, 64))},
            {"Y_ici_2axes", engine(largestTensorDegree(r.in("F"), kAlpha, 2))}};
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
        {"inference-05", [](const BookRow& r) -> Answers {
             return {{"Y", engine(largestDecodeTensorDegree(r.in("F"), r.in("B"), r.in("beta")))},
                     {"beta_v5e", engine(betaOf("tpu-v5e"))},
                     {"beta_v6e", engine(betaOf("tpu-v6e"))}};
         }},
        {"inference-table1", llama13bTable},
        {"inference-q1", questionOne},
        {"inference-q2", questionTwo},
        {"inference-q6", questionSix},
        {"inference-06", latencyBound},
        {"inference-07", layerLoads},
        {"inference-08", [](const BookRow& r) -> Answers {
             const auto time = [&](const char* accepted) {
                 return engine(speculatedTime(r.in("n"), Seconds(r.in("loop")), r.in("K"), r.in(accepted)).value);
             };
             return {{"t_humaneval", time("acc_he")}, {"t_xsum", time("acc_xs")}};
         }},
        {"inference-09", [](const BookRow& r) -> Answers { return {{"frac", engine(uncachedFraction(r.in("n"), r.in("shared")))}}; }},
        {"applied-inference-02", cacheOfLlama70b},
        {"applied-inference-04", stepOf32},
        {"applied-inference-05", [](const BookRow& r) -> Answers {
             const BytesPerSecond hbm(r.in("W"));
             return {{"bf16", engine(criticalBatchOfWideMatmul(DType::bf16, FlopsPerSecond(r.in("C")), hbm))},
                     {"int8w", engine(criticalBatchOfWideMatmul(DType::int8, FlopsPerSecond(r.in("C")), hbm))},
                     {"int8", engine(criticalBatchOfWideMatmul(DType::int8, FlopsPerSecond(r.in("C8")), hbm))}};
         }},
        {"applied-inference-06", smallestTopologies},
        {"applied-inference-07", fullHbm},
        {"applied-inference-08", [](const BookRow& r) { return requestRates(r, r.in("B"), 1); }},
        {"applied-inference-09", doubledTopology},
        {"applied-inference-12", [](const BookRow& r) -> Answers {
             return {{"seqs", engine(finishedPerStep(r.in("B"), r.in("G")))},
                     {"tokens", engine(evictedPerStep(r.in("B"), r.in("P"), r.in("G")))}};
         }},
        {"applied-inference-13", [](const BookRow& r) -> Answers {
             constexpr double kStated = 43;  // sequences, where the row's input is the chapter's "let's call that 32"
             const auto ratio = [&](double batch) {
                 return engine(prefillServersPerDecodeServer(Seconds(r.in("tp")), batch, Seconds(r.in("tg")), r.in("G")));
             };
             return {{"ratio", ratio(r.in("B"))}, {"ratio_B43", ratio(kStated)}};
         }},
        {"applied-inference-q3", questionThree},
        {"applied-inference-q1", llama405bForward},
    };
}
