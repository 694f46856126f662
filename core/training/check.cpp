// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/slices.h"
#include "core/training/check.h"

#include "core/base/format.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/training/stages.h"
#include "core/training/step.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace scalescope {

namespace {

std::string count(double n) { return formatCount(n); }
std::string count(std::int64_t n) { return formatCount(static_cast<double>(n)); }

/// The largest divisor of `number` up to `asked`, and the smallest above; for "4 or 8".
std::string nearestDivisors(std::int64_t number, std::int64_t asked, const std::function<bool(std::int64_t)>& alsoWorks)
{
    std::int64_t below = 1;
    std::int64_t above = 0;
    for (std::int64_t small = 1; small <= number / small; ++small) {
        if (number % small != 0)
            continue;
        for (std::int64_t d : {small, number / small}) {
            if (!alsoWorks(d))
                continue;
            if (d <= asked && d > below)
                below = d;
            if (d > asked && (above == 0 || d < above))
                above = d;
        }
    }
    return above > 0 ? count(below) + " or " + count(above) : count(below);
}

bool tensorFits(const Architecture& a, std::int64_t degree, bool inExperts)
{
    return std::none_of(a.kinds.begin(), a.kinds.end(),
                        [&](const Layer& layer) { return tensorMisfit(layer, degree, inExperts); });
}

class Diagnoser {
public:
    Diagnoser(const TrainingInputs& in, const StepContext& context, Estimate& estimate)
        : m_in(in), m_context(context), m_estimate(estimate)
    {
    }

    void run()
    {
        chip();
        slice();
        layers();
        tensor();
        experts();
        context();
        stages();
        hostLink();
        product();
        placement();
        if (m_estimate.possible() && !m_estimate.memory.fits())
            memory();
        notices();
    }

private:
    void add(Severity severity, std::string parameter, std::string_view message, std::vector<std::string> arguments,
             std::string_view suggestion = {})
    {
        m_estimate.diagnostics.push_back({severity, std::move(parameter), message, std::move(arguments), suggestion});
    }

    void chip()
    {
        const std::string type(nameOf(m_in.plan.computeType));
        if (!m_context.rates.peak) {
            add(Severity::impossible, "plan.compute_type",
                SCALESCOPE_TEXT("core", "The chip states no peak for %1 or a wider dtype, so no time can be given."), {type},
                SCALESCOPE_TEXT("core", "Enter its dense FLOP/s, or choose another compute dtype."));
        } else if (m_context.rates.peak->dtype != m_in.plan.computeType) {
            add(Severity::notice, "plan.compute_type",
                SCALESCOPE_TEXT("core", "The chip has no %1 rate: operands are upcast and multiplied at the %2 rate."),
                {type, std::string(nameOf(m_context.rates.peak->dtype))});
        }
        if (m_in.assumptions.timed == TimedWork::operations && !m_context.rates.hbm)
            add(Severity::impossible, "chip.hbm.bandwidth",
                SCALESCOPE_TEXT("core", "The chip's HBM bandwidth is unknown, so operations cannot be timed."), {},
                SCALESCOPE_TEXT("core", "Enter it, or time matmuls only."));
    }

    void slice()
    {
        if (const Torus* torus = unbuildableSlice(m_in.cluster))
            add(Severity::impossible, "network.0.shape.0", SCALESCOPE_TEXT("core", "No slice of %1 can be built of this chip."),
                {textOf(torus->shape), textOf(nearestSlice(*torus, torus->shape))},
                SCALESCOPE_TEXT("core", "The nearest slice that can: %2."));
    }

    void layers()
    {
        const std::vector<Layer>& kinds = m_in.architecture.kinds;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const Attention& at = kinds[k].attention;
            const auto misfit = ownMisfit(kinds[k]);
            if (!misfit)
                continue;
            if (*misfit == Misfit::experts) {
                add(Severity::impossible, idInKind(k, "experts_per_token"),
                    SCALESCOPE_TEXT("core", "A token cannot be sent to %1 experts: there are %2."),
                    {count(kinds[k].mlp.topK), count(kinds[k].mlp.experts)},
                    SCALESCOPE_TEXT("core", "Nearest that works: %2."));
                return;
            }
            add(Severity::impossible, idInKind(k, "kv_heads"),
                at.kind == AttentionKind::full ? SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads.")
                                               : SCALESCOPE_TEXT("core", "%1 key heads or groups do not divide %2 heads."),
                {count(at.kvHeads), count(at.heads),
                 nearestDivisors(at.heads, at.kvHeads, [](std::int64_t) { return true; })},
                SCALESCOPE_TEXT("core", "Nearest that does: %3."));
            return;
        }
    }

    void tensor()
    {
        const std::int64_t degree = m_in.plan.tensor;
        for (const Layer& layer : m_in.architecture.kinds) {
            const auto misfit = tensorMisfit(layer, degree, m_in.plan.tensorInExperts);
            if (!misfit)
                continue;
            switch (*misfit) {
            case Misfit::mlpWidth:
                addTensor(SCALESCOPE_TEXT("core", "Tensor degree %1 does not divide d_ff = %2."), count(layer.mlp.width));
                break;
            case Misfit::sharedWidth:
                addTensor(SCALESCOPE_TEXT("core", "Tensor degree %1 does not divide the width %2 of the shared experts."),
                          count(layer.mlp.sharedWidth));
                break;
            case Misfit::queryHeads:
                addTensor(SCALESCOPE_TEXT("core", "Tensor degree %1 does not divide the %2 query heads."),
                          count(layer.attention.heads));
                break;
            case Misfit::kvHeads:
            case Misfit::experts:
            case Misfit::groupedHeads:
                addTensor(SCALESCOPE_TEXT("core", "Tensor degree %1 neither divides the %2 KV heads nor is a multiple of them."),
                          count(layer.attention.kvHeads));
                break;
            }
            return;
        }
    }

    void addTensor(std::string_view message, const std::string& number)
    {
        const Architecture& a = m_in.architecture;
        std::int64_t all = 0;  // a degree that works divides the heads of every layer, and the widths of its MLP
        for (const Layer& layer : a.kinds) {
            all = std::gcd(all, layer.attention.kind == AttentionKind::none ? 0 : layer.attention.heads);
            const bool whole = layer.mlp.kind == MlpKind::none || (layer.mlp.experts > 0 && !m_in.plan.tensorInExperts);
            all = std::gcd(all, whole ? 0 : layer.mlp.width);
        }
        add(Severity::impossible, "plan.tensor", message,
            {count(m_in.plan.tensor), number, nearestDivisors(all, m_in.plan.tensor, [&](std::int64_t d) { return tensorFits(a, d, m_in.plan.tensorInExperts); })},
            SCALESCOPE_TEXT("core", "Nearest that works: %3."));
    }

    void experts()
    {
        const Architecture& a = m_in.architecture;
        const std::int64_t beside = m_in.plan.tensorInExperts ? 1 : m_in.plan.tensor;
        std::int64_t all = 0;
        for (const Layer& layer : a.kinds)
            all = std::gcd(all, layer.mlp.kind == MlpKind::none ? 0 : layer.mlp.experts);
        if (all == 0) {
            if (m_in.plan.expert > 1)
                add(Severity::impossible, "plan.expert", SCALESCOPE_TEXT("core", "Expert degree %1, but the model has no experts."),
                    {count(m_in.plan.expert)}, SCALESCOPE_TEXT("core", "1 works; data or fsdp splits the tokens likewise."));
            return;
        }
        const auto fits = [&](std::int64_t degree) {
            return std::none_of(a.kinds.begin(), a.kinds.end(),
                                [&](const Layer& layer) { return expertMisfit(layer, degree * beside); });
        };
        if (m_in.plan.expert > all || !fits(m_in.plan.expert))
            add(Severity::impossible, "plan.expert",
                beside > 1 ? SCALESCOPE_TEXT("core", "Experts split over expert x tensor = %1 x %4 chips: that does not divide the %2 experts.")
                           : SCALESCOPE_TEXT("core", "Expert degree %1 does not divide the %2 experts."),
                {count(m_in.plan.expert), count(all), nearestThatWork(m_in.plan.expert, all, fits), count(beside)},
                SCALESCOPE_TEXT("core", "Nearest that works: %3."));
    }

    void context()
    {
        if (m_in.plan.contextMethod != ContextMethod::ulysses || m_in.plan.context <= 1)
            return;
        const Architecture& a = m_in.architecture;
        const auto fits = [&](std::int64_t degree) {
            return std::none_of(a.kinds.begin(), a.kinds.end(),
                                [&](const Layer& layer) { return headsMisfit(layer, m_in.plan.tensor, degree); });
        };
        if (fits(m_in.plan.context) || !tensorFits(a, m_in.plan.tensor, m_in.plan.tensorInExperts))
            return;
        std::int64_t heads = 0;
        for (const Layer& layer : a.kinds)
            heads = std::gcd(heads, layer.attention.heads);
        add(Severity::impossible, "plan.context",
            SCALESCOPE_TEXT("core", "Ulysses shares the heads of a tensor shard among the context degree: %1 does not fit %2 heads over %4."),
            {count(m_in.plan.context), count(heads), nearestThatWork(m_in.plan.context, heads, fits), count(m_in.plan.tensor)},
            SCALESCOPE_TEXT("core", "Nearest that works: %3; ring and all_gather take any."));
    }

    void stages()
    {
        const Plan& plan = m_in.plan;
        const std::int64_t layers = m_in.architecture.layers;
        const std::int64_t chunks = plan.chunksPerStage();
        if (!StageLayers(m_in.architecture, plan).fits()) {
            const std::int64_t most = std::min(kMaxStages, layers);
            if (plan.pipeline > most)
                add(Severity::impossible, "plan.pipeline", SCALESCOPE_TEXT("core", "%1 stages for %2 layers: each needs at least one, and there are at most %4 stages."),
                    {count(plan.pipeline), count(layers), count(most), count(kMaxStages)}, SCALESCOPE_TEXT("core", "Nearest that works: %3."));
            else
                add(Severity::impossible, "plan.chunks", SCALESCOPE_TEXT("core", "%1 chunks on each of %4 stages are more than the %2 layers."),
                    {count(chunks), count(layers), count(std::max<std::int64_t>(1, layers / plan.pipeline)), count(plan.pipeline)},
                    SCALESCOPE_TEXT("core", "Nearest that works: %3."));
            return;
        }
        const auto p = static_cast<double>(plan.pipeline);
        const auto fits = [&](std::int64_t m) { return microbatchesFit(plan.schedule, p, static_cast<double>(m)); };
        if (!fits(plan.microbatches)) {
            const std::string nearest = nearestThatWork(plan.microbatches, std::numeric_limits<std::int64_t>::max() / 2, fits);
            add(Severity::impossible, "plan.microbatches",
                plan.schedule == PipelineSchedule::interleaved
                    ? SCALESCOPE_TEXT("core", "The interleaved schedule needs a multiple of the %2 stages, not %1 micro-batches.")
                    : SCALESCOPE_TEXT("core", "The zero-bubble schedule over %2 stages needs at least %4 micro-batches, not %1."),
                {count(plan.microbatches), count(plan.pipeline), nearest, count(leastMicrobatches(plan.schedule, p))},
                SCALESCOPE_TEXT("core", "Nearest that works: %3."));
        }
        if (layers % (plan.pipeline * chunks) != 0)
            add(Severity::notice, "plan.pipeline", SCALESCOPE_TEXT("core", "%1 layers do not divide into %2 chunks: stages are uneven, and the fullest sets the pace."),
                {count(layers), count(plan.pipeline * chunks)});
    }

    void hostLink()
    {
        const bool offloads = m_in.plan.offloadOptimizer || m_in.plan.offloadActivations > 0;
        if (offloads && !m_in.cluster.chip.hostLink)
            add(Severity::impossible, m_in.plan.offloadOptimizer ? "plan.offload_optimizer" : "plan.offload_activations",
                SCALESCOPE_TEXT("core", "The chip's host link is unknown, so what is offloaded cannot be timed."), {},
                SCALESCOPE_TEXT("core", "Enter its bandwidth, or keep everything on the chip."));
    }

    void product()
    {
        const double wanted = m_estimate.chips;
        const double product = productOf(m_in.plan);
        if (product == wanted)
            return;
        std::string names;
        std::string degrees;
        double others = 1;  // all but fsdp
        for (Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::context, Axis::pipeline}) {
            const std::int64_t degree = m_in.plan.degree(axis);
            others *= axis == Axis::fsdp ? 1.0 : static_cast<double>(degree);
            const bool always = axis == Axis::data || axis == Axis::fsdp || axis == Axis::tensor;
            if (!always && degree == 1)
                continue;
            names += (names.empty() ? "" : " x ") + std::string(nameOf(axis));
            degrees += (degrees.empty() ? "" : " x ") + count(degree);
        }
        std::vector<std::string> arguments = {degrees, count(product), count(wanted)};
        if (std::fmod(wanted, others) == 0) {
            arguments.push_back(count(wanted / others));
            arguments.push_back(names);
            add(Severity::impossible, "plan.fsdp",
                SCALESCOPE_TEXT("core", "%5 = %1 = %2, but the cluster has %3 chips."), std::move(arguments),
                SCALESCOPE_TEXT("core", "fsdp %4 with the other degrees as they are fills it."));
            return;
        }
        const auto chips = static_cast<std::int64_t>(wanted);
        std::string nearestTensor = "1";
        for (std::int64_t t = std::min(m_in.plan.tensor, chips); t > 1; t = t > 4096 ? t / 2 : t - 1) {
            if (chips % t == 0 && tensorFits(m_in.architecture, t, m_in.plan.tensorInExperts)) {
                nearestTensor = count(t);
                break;
            }
        }
        const double tensorDegree = *parseNumber(nearestTensor);
        arguments.push_back(count(wanted / tensorDegree));
        arguments.push_back(names);
        arguments.push_back(nearestTensor);
        add(Severity::impossible, "plan.fsdp",
            SCALESCOPE_TEXT("core", "%5 = %1 = %2, but the cluster has %3 chips."), std::move(arguments),
            SCALESCOPE_TEXT("core", "With every other degree 1, data 1 x fsdp %4 x tensor %6 fills it."));
    }

    void placement()
    {
        if (m_context.placed || productOf(m_in.plan) != m_estimate.chips || unbuildableSlice(m_in.cluster))
            return;
        const Mesh mesh = meshOf(m_in.plan);
        std::array<AxisPlacement, kAxisCount> laid;
        const auto problem = placeAxes(mesh.sizesInOrder(), m_context.topology, laid);
        if (!problem)
            return;
        const Axis misfit = mesh.order[static_cast<std::size_t>(problem->position)];
        const std::string axis(nameOf(misfit));
        const auto nearest = nearestSizes(mesh.sizesInOrder(), problem->position, m_context.topology);
        std::string sizes = nearest[0] ? count(*nearest[0]) : std::string();
        if (nearest[1])
            sizes += (sizes.empty() ? "" : " or ") + count(*nearest[1]);
        const bool torus = problem->dimension >= 0;
        const std::string where =
            torus ? count(m_context.topology.shape[problem->dimension])
                  : std::string(nameOf(m_in.cluster.networks[static_cast<std::size_t>(
                        m_context.topology.levels[static_cast<std::size_t>(problem->level)].network)]));
        const std::string_view message =
            torus ? SCALESCOPE_TEXT("core", "Axis %1 of size %2 does not fit what is left (%4) of a torus dimension of %3.")
                  : SCALESCOPE_TEXT("core", "Axis %1 of size %2 straddles the level '%3' (room for %4).");
        add(Severity::impossible, "plan." + axis, message,
            {axis, count(mesh.sizeOf(misfit)), where, count(problem->room), sizes},
            sizes.empty() ? std::string_view{} : SCALESCOPE_TEXT("core", "Nearest sizes that can be laid: %5."));
    }

    void memory()
    {
        const Bytes total = m_estimate.memory.total();
        const Bytes capacity = *m_estimate.memory.capacity;
        std::vector<std::string> arguments = {formatBytesBoth(total.value), formatBytesBoth(capacity.value),
                                              formatBytes((total - capacity).value)};
        const std::string_view message =
            SCALESCOPE_TEXT("core", "Memory per chip is %1, but the chip has %2: %3 too much.");
        const auto fitsWith = [&](const Plan& plan, const Workload& workload) {
            return summarise({m_in.architecture, m_in.cluster, plan, workload, m_in.assumptions, m_in.reliability}).memory <= capacity;
        };

        Plan plan = m_in.plan;
        plan.remat = Remat::block;
        if (plan.remat != m_in.plan.remat && fitsWith(plan, m_in.workload)) {
            add(Severity::infeasible, "plan.remat", message, std::move(arguments),
                SCALESCOPE_TEXT("core", "Block rematerialisation would make it fit."));
            return;
        }
        plan = m_in.plan;
        plan.fsdp *= plan.data;
        plan.data = 1;
        if (m_in.plan.data > 1 && fitsWith(plan, m_in.workload)) {
            arguments.push_back(count(plan.fsdp));
            add(Severity::infeasible, "plan.fsdp", message, std::move(arguments),
                SCALESCOPE_TEXT("core", "Sharding over the replicas would make it fit: fsdp %4, data 1."));
            return;
        }
        Workload workload = m_in.workload;
        workload.batch = 1;
        const Bytes activations = m_estimate.memory.of(MemoryKind::activations).bytes;
        const Bytes logits = m_estimate.memory.of(MemoryKind::logits).bytes + m_estimate.memory.of(MemoryKind::buffers).bytes;
        const Bytes fixed = total - activations - logits;
        if (fixed < capacity && fitsWith(m_in.plan, workload)) {
            const double batch = m_in.workload.batch * ((capacity - fixed) / (activations + logits));
            arguments.push_back(formatSi(std::floor(batch), "tokens"));
            add(Severity::infeasible, "workload.batch", message, std::move(arguments),
                SCALESCOPE_TEXT("core", "A batch of at most %4 would fit."));
            return;
        }
        arguments.push_back(count(smallestChipCount(total * m_estimate.chips, capacity)));
        add(Severity::infeasible, "cluster.chips", message, std::move(arguments),
            SCALESCOPE_TEXT("core", "Everything sharded, it needs at least %4 chips."));
    }

    void notices()
    {
        const double shards = tokenShards(m_in.plan) / static_cast<double>(m_in.plan.context);
        if (m_in.plan.microbatches > 1 && m_estimate.sequencesPerMicrobatch < 1 && m_in.workload.batch >= shards * m_in.workload.sequence)
            add(Severity::notice, "plan.microbatches",
                SCALESCOPE_TEXT("core", "A data shard's %1 sequences are cut into %2 micro-batches: less than one sequence each."),
                {formatSi(m_in.workload.batch / m_in.workload.sequence / shards), count(m_in.plan.microbatches)});
        else if (m_estimate.sequencesPerMicrobatch >= 1 && std::fmod(m_estimate.sequencesPerMicrobatch, 1.0) != 0)
            add(Severity::notice, "workload.batch",
                SCALESCOPE_TEXT("core", "The batch does not divide: %1 sequences for each micro-batch of %2 data shards."),
                {formatSi(m_estimate.sequencesPerMicrobatch, {}, 6), count(shards)});
        if (m_in.workload.batch < shards * m_in.workload.sequence && attendsAnywhere(m_in.architecture))
            add(Severity::notice, "workload.batch",
                SCALESCOPE_TEXT("core", "The batch holds %1 sequences of %2 tokens for %3 data shards: less than one each."),
                {formatSi(m_in.workload.batch / m_in.workload.sequence), count(m_in.workload.sequence), count(shards)});
        std::int64_t kv = m_in.plan.tensor;  // the fewest of a layer
        for (const Layer& layer : m_in.architecture.kinds)
            kv = layer.attention.kind == AttentionKind::full ? std::min(kv, layer.attention.kvHeads) : kv;
        if (m_in.plan.tensor > kv && m_estimate.possible())
            add(Severity::notice, "plan.tensor",
                SCALESCOPE_TEXT("core", "Tensor degree %1 replicates each of the %2 KV heads %3 times."),
                {count(m_in.plan.tensor), count(kv), count(m_in.plan.tensor / kv)});
        const double padded = localVocabulary(m_in.architecture, static_cast<double>(m_in.plan.tensor)) *
                              static_cast<double>(m_in.plan.tensor);
        const auto vocabulary = static_cast<double>(m_in.architecture.vocabulary);
        if (vocabulary > 0 && padded > vocabulary)
            add(Severity::notice, "plan.tensor",
                SCALESCOPE_TEXT("core", "The vocabulary of %1 is padded to %2 for tensor degree %3: %4 % waste."),
                {count(vocabulary), count(padded), count(m_in.plan.tensor),
                 formatSi(100.0 * (padded - vocabulary) / vocabulary, {}, 2)});
        if (m_estimate.possible() && m_estimate.mfu > 1 + 1e-9)
            add(Severity::notice, "assumptions.mfu",
                SCALESCOPE_TEXT("core", "The MFU is above one: its convention counts FLOPs that are not executed, such as those of "
                                        "embedding lookups. The HFU counts what is executed."), {});
        if (!m_in.cluster.chip.dollarsPerHour && m_estimate.run)
            add(Severity::notice, "chip.price", SCALESCOPE_TEXT("core", "The chip's price is unknown, so cost is not shown."),
                {}, SCALESCOPE_TEXT("core", "Enter dollars per chip and hour to see it."));
        if (!m_estimate.memory.capacity)
            add(Severity::notice, "chip.hbm.capacity",
                SCALESCOPE_TEXT("core", "The chip's HBM capacity is unknown, so whether the plan fits is not known."), {});
    }

    const TrainingInputs& m_in;
    const StepContext& m_context;
    Estimate& m_estimate;
};

}  // namespace

void diagnose(const TrainingInputs& in, const StepContext& context, Estimate& estimate)
{
    Diagnoser(in, context, estimate).run();
}

}  // namespace scalescope
