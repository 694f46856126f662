// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/explore/solve.h"
#include "core/scenario/presets.h"
#include "core/training/bounds.h"
#include "core/training/memory.h"
#include "core/roofline/roofline.h"
#include "core/training/pipeline.h"
#include "core/training/run.h"
#include "core/transformer/flops.h"

using namespace scalescope;

namespace {

Answer quotient() { return notAnEngineValue("the quotient of two inputs"); }

Hardware v5p() { return hardwarePreset(shippedPresets(), "tpu-v5p").value.value(); }

/// alpha of one ring axis of the preset.
FlopsPerByte alphaOfAxis(const Hardware& hardware)
{
    const auto& torus = std::get<Torus>(hardware.cluster.networks.front());
    return ridge(peakFor(hardware.cluster.chip, DType::bf16)->rate, torus.bandwidth * 2.0);
}

/// One plain MLP layer of the row's D and F on a v5p of 16x16x16.
Scenario layer(const BookRow& row)
{
    Scenario s = scenarioPreset(shippedPresets(), "split-512x8").value.value();
    s.model.architecture.width = static_cast<std::int64_t>(row.in("D"));
    s.model.architecture.base().mlp.width = static_cast<std::int64_t>(row.in("F"));
    s.hardware.cluster.chip.peak[static_cast<std::size_t>(DType::bf16)] = FlopsPerSecond(row.in("C"));
    std::get<Torus>(s.hardware.cluster.networks.front()).bandwidth = BytesPerSecond(row.in("W") / 2.0);
    s.plan = {};
    s.plan.remat = Remat::none;
    return s;
}

Answers mathAndComms(const Scenario& scenario, Axis axis)
{
    const Summary summary = summarise(scenario);
    const Seconds comms = summary.axes[static_cast<std::size_t>(axis)];
    return {{"t_math", engine(summary.step.compute.value)}, {"t_comms", engine(comms.value)},
            {"ratio", engine(summary.step.compute / comms)}};
}

Answers dataParallel(const BookRow& r)
{
    Scenario s = layer(r);
    s.plan.data = static_cast<std::int64_t>(r.in("X"));
    s.workload.batch = r.in("B");
    s.workload.pass = Pass::backward;
    return mathAndComms(s, Axis::data);
}

Answers fullySharded(const BookRow& r)
{
    Scenario s = layer(r);
    s.plan.fsdp = static_cast<std::int64_t>(r.in("X"));
    s.workload.batch = r.in("B");
    s.workload.pass = Pass::forward;
    return mathAndComms(s, Axis::fsdp);
}

/// The row has one tensor group; the cluster's other groups each do the same on a batch of their own.
Answers tensorParallel(const BookRow& r)
{
    Scenario s = layer(r);
    s.plan.tensor = static_cast<std::int64_t>(r.in("Y"));
    s.plan.fsdp = static_cast<std::int64_t>(chipCount(s.hardware.cluster)) / s.plan.tensor;
    s.workload.batch = r.in("B") * static_cast<double>(s.plan.fsdp);
    s.workload.pass = Pass::forward;
    return mathAndComms(s, Axis::tensor);
}

Answers splits(const BookRow& r)
{
    Answers answers;
    for (const BookValue& expected : r.expected) {
        if (expected.name == "math_per_B") {
            Scenario s = scenarioPreset(shippedPresets(), "split-512x8").value.value();
            s.workload.batch = 1;
            answers["math_per_B"] = engine(summarise(s).step.compute.value);
            continue;
        }
        const std::string fsdp = expected.name.substr(std::string("cross_X").size());
        const std::string tensor = std::to_string(4096 / std::stoi(fsdp));
        const Scenario s = scenarioPreset(shippedPresets(), "split-" + fsdp + "x" + tensor).value.value();
        const Threshold cross = criticalBatchOf(s);
        answers[expected.name] = cross.kind == Threshold::Kind::at ? engine(cross.value) : Answer{};
    }
    return answers;
}

Answers podsOfFebruary(const BookRow& r)
{
    Cluster pod = v5p().cluster;
    std::get<Torus>(pod.networks[0]).shape = {20, 20, 20};
    auto& dcn = std::get<DataCentre>(pod.networks[1]);
    dcn.slices = 2;
    dcn.chipsPerHost = static_cast<std::int64_t>(8000 / r.in("hosts"));
    dcn.bandwidth = BytesPerSecond(r.in("W_host"));
    const BytesPerSecond link = topologyOf(pod, false).levels[0].link;
    const Seconds run = trainingTime(trainingFlops(70e9, 15e12), 10 * 8960, peakFor(pod.chip, DType::bf16)->rate, 0.5);
    return {{"W_pod", engine(link.value)},
            {"b", engine(criticalBatchPerChip(ridge(FlopsPerSecond(r.in("C_pod")), link), 1))},
            {"days_10pods_50pct", engine(run.value / kSecondsPerDay)}};
}

Answers llama13b(const BookRow& r)
{
    Architecture a;
    a.layers = static_cast<std::int64_t>(r.in("L"));
    a.width = static_cast<std::int64_t>(r.in("D"));
    a.base().mlp.width = static_cast<std::int64_t>(r.in("F"));
    a.base().attention.heads = a.base().attention.kvHeads = static_cast<std::int64_t>(r.in("N"));
    a.base().attention.headDim = static_cast<std::int64_t>(r.in("H"));
    a.vocabulary = static_cast<std::int64_t>(r.in("V"));
    const ParameterCount count = countParameters(a);
    const auto vocabulary = static_cast<double>(count.embedding + count.unembedding);
    return {{"ffw", engine(static_cast<double>(count.mlp))}, {"attn", engine(static_cast<double>(count.attention))},
            {"vocab", engine(vocabulary)},
            {"total", engine(static_cast<double>(count.mlp + count.attention) + vocabulary)}};
}

Answers memoryOfLlama13b(const BookRow& r)
{
    Architecture a;
    a.layers = static_cast<std::int64_t>(r.in("L"));
    a.width = static_cast<std::int64_t>(r.in("D"));
    a.base().mlp.width = static_cast<std::int64_t>(r.in("F"));
    return {{"po", engine(trainingState(r.in("params"), Plan{}).value)}, {"acts", engine(mlpOutputBytes(r.in("B"), a).value)}};
}

Answers batchesOfLlama13b(const BookRow& r)
{
    const FlopsPerByte alpha(r.in("alpha"));
    const double mixed = criticalBatchPerChipMixed(alpha, r.in("F"), 2, 1, NetworkCombination::overlap);
    return {{"bn1", quotient()}, {"bn10", quotient()}, {"bn_mix", engine(mixed)},
            {"one_M_mixed_ok", engine(r.in("B1") >= mixed * r.in("N"))},
            {"ten_M_fsdp_ok", engine(largestChipCount(r.in("B10"), alpha, 3) >= r.in("N"))}};
}

}  // namespace

std::map<std::string, AnswerTo> trainingAnswers()
{
    return {
        {"training-01", [](const BookRow& r) -> Answers { return {{"params", engine(largestReplicated(Bytes(r.in("hbm")), Plan{}))}}; }},
        {"training-02", [](const BookRow& r) -> Answers {
             const FlopsPerByte alpha = ridge(FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W")));
             // The pod's batch is printed with the spec table's constants, which the preset has.
             return {{"b1", engine(criticalBatchPerChip(alpha, 1))}, {"b3", engine(criticalBatchPerChip(alpha, r.in("M")))},
                     {"pod", engine(criticalBatchPerChip(alphaOfAxis(v5p()), r.in("M")) * r.in("chips"))}, {"b1_table", engine(criticalBatchPerChip(alphaOfAxis(v5p()), 1))}};
         }},
        {"training-03", dataParallel},
        {"training-04", fullySharded},
        {"training-05", [](const BookRow& r) -> Answers {
             return {{"chips", engine(largestChipCount(r.in("B"), FlopsPerByte(r.in("b3")), 1))}, {"pods", quotient()}};
         }},
        {"training-06", [](const BookRow& r) -> Answers {
             const double chips = largestChipCount(r.in("B"), alphaOfAxis(v5p()), 3);
             const Seconds time = trainingTime(Flops(r.in("flops")), chips, FlopsPerSecond(r.in("C")), r.in("mfu"));
             return {{"chips", engine(chips)}, {"seconds", engine(time.value)}, {"days", engine(time.value / kSecondsPerDay)}};
         }},
        {"training-08", tensorParallel},
        {"training-09", [](const BookRow& r) -> Answers {
             const auto best = [&](double batch) { return optimalFsdpDegree(batch, r.in("F"), r.in("N"), r.in("M_X"), r.in("M_Y")); };
             return {{"X_opt", engine(best(r.in("B")))}, {"X_opt_if_48k_is_49152", engine(best(48 * 1024))}};
         }},
        {"training-12", [](const BookRow& r) -> Answers {
             const double perChip = criticalBatchPerChipMixed(FlopsPerByte(r.in("alpha")), 4 * r.in("D"), 2, 1, NetworkCombination::overlap);
             return {{"B", engine(perChip * r.in("N"))}};
         }},
        {"training-13", splits},
        {"training-15b", podsOfFebruary},
        {"training-q1", llama13b},
        {"training-q2", memoryOfLlama13b},
        {"training-q4", batchesOfLlama13b},
    };
}

namespace {

Answers componentsOf(const BookRow& r)
{
    Architecture a;
    a.layers = static_cast<std::int64_t>(r.in("L"));
    a.width = static_cast<std::int64_t>(r.in("D"));
    a.base().mlp.width = static_cast<std::int64_t>(r.in("F"));
    a.base().attention.heads = static_cast<std::int64_t>(r.in("N"));
    a.base().attention.kvHeads = static_cast<std::int64_t>(r.in("K"));
    a.base().attention.headDim = static_cast<std::int64_t>(r.in("H"));
    a.vocabulary = static_cast<std::int64_t>(r.in("V"));
    const ParameterCount count = countParameters(a);
    const auto vocabulary = static_cast<double>(count.embedding + count.unembedding);
    const double total = static_cast<double>(count.mlp + count.attention) + vocabulary;
    return {{"ffw", engine(static_cast<double>(count.mlp))}, {"attn", engine(static_cast<double>(count.attention))},
            {"vocab", engine(vocabulary)}, {"total", engine(total)}, {"params", engine(total)}};
}

Answers llama405b(const BookRow& r)
{
    Answers answers = componentsOf(r);
    const double parameters = *answers["total"].value;
    answers["flops_token"] = engine(trainingFlops(parameters, 1).value);
    answers["flops_step"] = engine(trainingFlops(parameters, r.in("B")).value);
    answers["flops_15T"] = engine(trainingFlops(parameters, r.in("tokens")).value);
    return answers;
}

double chipsOfPods(double pods)
{
    Cluster cluster = v5p().cluster;
    std::get<Torus>(cluster.networks[0]).shape = std::get<Torus>(cluster.networks[0]).maxShape;
    std::get<DataCentre>(cluster.networks[1]).slices = static_cast<std::int64_t>(pods);
    return chipCount(cluster);
}

Answers smallestCluster(const BookRow& r)
{
    Architecture a;
    a.layers = static_cast<std::int64_t>(r.in("L"));
    a.width = static_cast<std::int64_t>(r.in("D"));
    const Bytes weights = bytesOf(DType::bf16, r.in("params"));
    const Bytes optimizer = optimizerBytesPerParameter(Optimizer::adamw) * r.in("params");
    const Bytes activations = checkpointBytes(r.in("ckpt"), r.in("B"), a);
    const Bytes total = trainingState(r.in("params"), Plan{}) + activations;
    const Answer scaled = notAnEngineValue("the printed 44 days of a pod, rescaled");
    return {{"p", engine(weights.value)}, {"opt", engine(optimizer.value)}, {"acts", engine(activations.value)},
            {"total", engine(total.value)}, {"tpus", engine(smallestChipCount(total, Bytes(r.in("hbm"))))},
            {"days", scaled}, {"years", scaled}};
}

Answers llama70bOnFourPods(const BookRow& r)
{
    const FlopsPerByte alpha(r.in("alpha"));
    const double chips = chipsOfPods(r.in("pods"));
    const Cluster cluster = v5p().cluster;
    const auto& dcn = std::get<DataCentre>(cluster.networks[1]);
    const BytesPerSecond perChip = dcn.bandwidth / static_cast<double>(dcn.chipsPerHost);
    const double dcnMinimum = criticalBatchPerChip(ridge(FlopsPerSecond(r.in("C")), perChip), 1);
    const double iciMinimum = criticalBatchPerChipMixed(alpha, r.in("F"), 2, 1, NetworkCombination::overlap);
    const double podBatch = r.in("B") / r.in("pods");
    const Seconds run = trainingTime(trainingFlops(70e9, 15e12), chips, FlopsPerSecond(r.in("C")), r.in("mfu"));
    return {{"chips", engine(chips)}, {"b_chip", quotient()}, {"b_pod", quotient()}, {"dcn_min", engine(dcnMinimum)},
            {"ici_min", engine(iciMinimum)}, {"dcn_ok", engine(podBatch >= dcnMinimum)}, {"ici_ok", engine(r.in("B") >= iciMinimum * chips)},
            {"X_pod", engine(optimalFsdpDegree(podBatch, r.in("F"), r.in("pod"), 2, 1))}, {"days", engine(run.value / kSecondsPerDay)}};
}

Answers llama405bOnEightPods(const BookRow& r)
{
    const FlopsPerByte alpha(r.in("alpha"));
    const double chips = chipsOfPods(r.in("pods"));
    const double minimum = criticalBatchPerChipMixed(alpha, r.in("F"), 2, 1, NetworkCombination::overlap);
    const Seconds run = trainingTime(trainingFlops(r.in("params"), 15e12), chips, FlopsPerSecond(r.in("C")), r.in("mfu"));
    return {{"chips", engine(chips)}, {"days", engine(run.value / kSecondsPerDay)}, {"ici_min", engine(minimum)}, {"b_chip", quotient()},
            {"B_min_total", engine(minimum * chips)}, {"b_pod", quotient()},
            {"X_pod", engine(optimalFsdpDegree(r.in("B") / r.in("pods"), r.in("F"), r.in("pod"), 2, 1))},
            {"Y_max_1axis", engine(largestTensorDegree(r.in("F"), alpha, 1))}};
}

}  // namespace

std::map<std::string, AnswerTo> appliedTrainingAnswers()
{
    return {
        {"applied-training-01", componentsOf},
        {"applied-training-02", [](const BookRow& r) -> Answers {
             const Flops perToken = trainingFlops(r.in("params"), 1);
             return {{"f", engine(perToken.value)}, {"t", engine(trainingTime(perToken, 1, FlopsPerSecond(r.in("C")), 1).value)}};
         }},
        {"applied-training-04", [](const BookRow& r) -> Answers {
             const Seconds time = trainingTime(Flops(r.in("total")), r.in("chips"), FlopsPerSecond(r.in("C")), r.in("mfu"));
             return {{"s", engine(time.value)}, {"days", engine(time.value / kSecondsPerDay)}};
         }},
        {"applied-training-05", smallestCluster},
        {"applied-training-07", [](const BookRow&) -> Answers { return {{"seqs", quotient()}}; }},
        {"applied-training-q1", llama70bOnFourPods},
        {"applied-training-q2a", llama405b},
        {"applied-training-q2b", llama405bOnEightPods},
    };
}

std::map<std::string, AnswerTo> gpuTrainingAnswers()
{
    constexpr double kNode = 8;
    return {
        {"gpus-10", [](const BookRow& r) -> Answers {
             return {{"b", engine(criticalBatchOfExperts(FlopsPerByte(r.in("alpha")), r.in("E"), r.in("k")))}};
         }},
        {"gpus-11", [](const BookRow& r) -> Answers {
             return {{"b", engine(criticalBatchOverNodes(FlopsPerByte(r.in("alpha")), r.in("X")))}};
         }},
        {"gpus-12", [](const BookRow& r) -> Answers {
             const Hardware hardware = hardwarePreset(shippedPresets(), "h100").value.value();
             const FlopsPerSecond peak = *hardware.cluster.chip.peak[static_cast<std::size_t>(DType::bf16)];
             const std::vector<Network> networks = hardware.cluster.networks;
             const FlopsPerByte inside = ridge(peak, std::get<FabricLevel>(networks[0]).bandwidth);
             const FlopsPerByte beyond = ridge(peak, std::get<FabricLevel>(networks[1]).bandwidth);
             return {{"intra", engine(largestTensorDegree(r.in("F"), inside, 1))}, {"cross", engine(largestTensorDegree(r.in("F"), beyond, 1))},
                     {"two_node", engine(largestTensorDegreeOverTwoNodes(r.in("F"), beyond, kNode))}};
         }},
        {"gpus-13", [](const BookRow& r) -> Answers {
             const FlopsPerByte alpha(r.in("alpha"));
             return {{"F_min_2node", engine(smallestExpertWidth(alpha, r.in("Z"), kNode, r.in("k")))},
                     {"F_min_large", engine(smallestExpertWidth(alpha, 1e15, kNode, r.in("k")))},
                     {"Z_max_dsv3", engine(largestExpertDegree(r.in("F"), alpha, kNode, r.in("k")))}};
         }},
        {"gpus-15", [](const BookRow&) -> Answers {
             Plan deepSeek;
             deepSeek.expert = 64;
             deepSeek.pipeline = 16;
             const double modelParallel = productOf(deepSeek);
             deepSeek.data = 2;
             const double batch = 15360.0 * 4096.0;  // sequences and their length, as published
             Plan llama;
             llama.tensor = 8;
             llama.pipeline = 16;
             llama.data = 128;
             return {{"ds_batch", quotient()}, {"ds_per_gpu", engine(batch / productOf(deepSeek))}, {"ds_product", engine(productOf(deepSeek))},
                     {"ds_mp", engine(modelParallel)}, {"ll_product", engine(productOf(llama))}, {"ll_per_gpu", quotient()},
                     {"ll_crit_with_pp16", engine(criticalBatchBesideModelParallelism(FlopsPerByte(2475), static_cast<double>(llama.pipeline)))}};
         }},
        {"gpus-18", [](const BookRow& r) -> Answers {
             const MicrobatchTimes unit{Seconds(1), Seconds(1), Seconds(1)};
             const double bubble = bubbleOf(PipelineSchedule::oneForwardOneBackward, unit, 1).value * (r.in("p") - 1);
             const double total = unit.all().value * r.in("m") + bubble;
             return {{"bubble", engine(bubble / total)}, {"total_units", engine(total)}};
         }},
    };
}
