// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/serving_check.h"

#include "core/base/format.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/hardware/slices.h"
#include "core/inference/serving.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

std::string count(double n) { return formatCount(n); }
std::string count(std::int64_t n) { return formatCount(static_cast<double>(n)); }
std::string milliseconds(Seconds t) { return formatSeconds(t.value); }

class ServingDiagnoser {
public:
    ServingDiagnoser(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, ServingEstimate& e)
        : m_in(in), m_s(in.serving), m_decoding(decoding), m_prefilling(prefilling), m_e(e)
    {
    }

    void run()
    {
        const bool apart = m_s.batching == Batching::disaggregated;
        rates(m_in.cluster.chip, m_decoding.rates(), "chip.hbm.bandwidth");
        if (apart && m_prefilling.slice().chip != m_in.cluster.chip)
            rates(m_prefilling.slice().chip, m_prefilling.rates(), "serving.prefill_hardware");
        ownLayers();
        layout(m_s.decode, m_decoding.replica(), m_in.cluster, "serving.decode.");
        if (apart)
            layout(m_s.prefill, m_prefilling.replica(), m_prefilling.slice(), "serving.prefill.");
        if (m_e.possible) {
            memory();
            limits();
            steady();
        }
        lengths();
        proposals();
        notices(apart);
    }

private:
    void add(Severity severity, std::string parameter, std::string_view message, std::vector<std::string> arguments,
             std::string_view suggestion = {})
    {
        m_e.diagnostics.push_back({severity, std::move(parameter), message, std::move(arguments), suggestion});
    }

    void rates(const Chip& chip, const ChipRates& rates, const std::string& hardware)
    {
        const std::string type(nameOf(m_s.computeType));
        if (!rates.peak)
            add(Severity::impossible, "serving.type.compute",
                SCALESCOPE_TEXT("core", "The chip states no peak for %1 or a wider dtype, so no time can be given."), {type},
                SCALESCOPE_TEXT("core", "Enter its dense FLOP/s, or choose another compute dtype."));
        else if (rates.peak->dtype != m_s.computeType)
            add(Severity::notice, "serving.type.compute",
                SCALESCOPE_TEXT("core", "The chip has no %1 rate: operands are upcast and multiplied at the %2 rate."),
                {type, std::string(nameOf(rates.peak->dtype))});
        if (!chip.hbm.bandwidth)
            add(Severity::impossible, hardware,
                hardware == "chip.hbm.bandwidth" ? SCALESCOPE_TEXT("core", "The chip's HBM bandwidth is unknown, and decode waits for little else.")
                                                 : SCALESCOPE_TEXT("core", "The HBM bandwidth of the chip that prefills is unknown."), {},
                SCALESCOPE_TEXT("core", "Enter it."));
    }

    void ownLayers()
    {
        const std::vector<Layer>& kinds = m_in.architecture.kinds;
        for (std::size_t k = 0; k < kinds.size(); ++k)
            if (ownMisfit(kinds[k])) {
                add(Severity::impossible, idInKind(k, *ownMisfit(kinds[k]) == Misfit::experts ? "experts" : "kv_heads"),
                    SCALESCOPE_TEXT("core", "A layer does not fit itself: its KV heads do not divide its heads, or a token goes to more experts than there are."), {},
                    SCALESCOPE_TEXT("core", "Choose a number that does."));
                return;
            }
    }

    /// The layout of one kind of replica on its slice.
    void layout(const ServingLayout& l, const Replica& replica, const Cluster& slice, const std::string& prefix)
    {
        const Architecture& a = m_in.architecture;
        const auto fitsTensor = [&](std::int64_t degree) {
            return std::none_of(a.kinds.begin(), a.kinds.end(),
                                [&](const Layer& layer) { return tensorMisfit(layer, degree, m_s.tensorInExperts).has_value(); });
        };
        const std::size_t before = m_e.diagnostics.size();
        const bool own = std::any_of(a.kinds.begin(), a.kinds.end(), [](const Layer& layer) { return ownMisfit(layer).has_value(); });
        if (!own && !fitsTensor(l.tensor))
            add(Severity::impossible, prefix + "tensor",
                SCALESCOPE_TEXT("core", "Tensor degree %1 does not divide the heads and widths of the model, or neither divides its KV heads nor is a multiple of them."),
                {count(l.tensor), nearestThatWork(l.tensor, 65536, fitsTensor)}, SCALESCOPE_TEXT("core", "Nearest that works: %2."));
        const auto fitsExperts = [&](std::int64_t degree) {
            const std::int64_t group = m_s.tensorInExperts ? degree : degree * l.tensor;
            return std::none_of(a.kinds.begin(), a.kinds.end(), [&](const Layer& layer) { return expertMisfit(layer, group); });
        };
        const bool routes = std::any_of(a.kinds.begin(), a.kinds.end(), [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
        if (!routes && l.expert > 1)
            add(Severity::impossible, prefix + "expert", SCALESCOPE_TEXT("core", "Expert degree %1, but the model has no experts."),
                {count(l.expert)}, SCALESCOPE_TEXT("core", "1 works; more replicas split the sequences likewise."));
        else if (!own && routes && !fitsExperts(l.expert))
            add(Severity::impossible, prefix + "expert",
                SCALESCOPE_TEXT("core", "Expert degree %1, with the tensor degree where it holds whole experts, does not divide the experts."),
                {count(l.expert), nearestThatWork(l.expert, 65536, fitsExperts)}, SCALESCOPE_TEXT("core", "Nearest that works: %2."));
        if (l.pipeline > a.layers)
            add(Severity::impossible, prefix + "pipeline", SCALESCOPE_TEXT("core", "%1 stages for %2 layers: each needs at least one."),
                {count(l.pipeline), count(a.layers)}, SCALESCOPE_TEXT("core", "Nearest that works: %2."));
        if (l.rows < 1 || l.tensor % l.rows != 0)
            add(Severity::impossible, prefix + "rows", SCALESCOPE_TEXT("core", "%1 rows do not divide the tensor degree %2."),
                {count(l.rows), count(l.tensor), nearestThatWork(l.rows, l.tensor, [&](std::int64_t d) { return l.tensor % d == 0; })},
                SCALESCOPE_TEXT("core", "Nearest that works: %3."));
        if (const Torus* torus = unbuildableSlice(slice))
            add(Severity::impossible, "network.0.shape.0", SCALESCOPE_TEXT("core", "No slice of %1 can be built of this chip."),
                {textOf(torus->shape), textOf(nearestSlice(*torus, torus->shape))},
                SCALESCOPE_TEXT("core", "The nearest slice that can: %2."));
        if (replica.placed() || m_e.diagnostics.size() > before)
            return;
        const double chips = chipCount(slice);
        if (l.chips() > chips || std::fmod(chips, l.chips()) != 0) {
            const double rest = l.chips() / static_cast<double>(l.tensor);
            const std::string nearest = nearestThatWork(l.tensor, static_cast<std::int64_t>(chips), [&](std::int64_t d) {
                return fitsTensor(d) && std::fmod(chips, rest * static_cast<double>(d)) == 0;
            });
            add(Severity::impossible, prefix + "tensor",
                nearest.empty() ? SCALESCOPE_TEXT("core", "A replica of %1 chips (the product of its degrees) does not divide the slice's %2.")
                                : SCALESCOPE_TEXT("core", "A replica of %1 chips (the product of its degrees) does not divide the slice's %2: with the others as they are, tensor %3 works."),
                {count(l.chips()), count(chips), nearest},
                SCALESCOPE_TEXT("core", "Change a degree, or the number of chips to a multiple of it."));
            return;
        }
        const Topology topology = topologyOf(slice, false);
        const std::string nearest = nearestThatWork(l.tensor, static_cast<std::int64_t>(chips), [&](std::int64_t d) {
            ServingLayout other = l;
            other.tensor = d;
            other.rows = 1;
            return fitsTensor(d) && std::fmod(chips, other.chips()) == 0 && Replica(other, m_s.tensorInExperts, topology).placed();
        });
        add(Severity::impossible, prefix + "tensor",
            SCALESCOPE_TEXT("core", "The degrees of a replica cannot be laid on this slice: one would break a dimension or a level in two."),
            {nearest.empty() ? std::string("1") : nearest}, SCALESCOPE_TEXT("core", "Nearest tensor degree that works: %1."));
    }

    void memory()
    {
        const MemoryEstimate& m = m_e.decodePhase.memory;
        if (!m.fits() || m_e.largestBatch.value_or(1) < 1) {
            const Bytes over = std::max(Bytes(), m.total() - *m.capacity);
            const double fit = m_e.largestBatch.value_or(0);
            if (fit >= 1)
                add(Severity::infeasible, "serving.sequences",
                    SCALESCOPE_TEXT("core", "%1 sequences of %2 tokens do not fit: %3 more per chip than HBM holds."),
                    {count(m_s.sequences), count(std::round(m_s.keptContext())), formatBytesBoth(over.value), count(fit)},
                    SCALESCOPE_TEXT("core", "At most %4 fit."));
            else
                add(Severity::infeasible, "serving.decode.tensor",
                    SCALESCOPE_TEXT("core", "Not even one sequence of %1 tokens fits: %2 of weights and reserve leave %3 of each chip's %4 for it."),
                    {count(std::round(m_s.keptContext())), formatBytesBoth(m_decoding.memory().total(0).value),
                     formatBytesBoth(m_e.budget.value), formatBytesBoth(m.capacity->value)},
                    SCALESCOPE_TEXT("core", "More chips to a replica, narrower weights or a shorter context would help."));
        }
        const MemoryEstimate& p = m_e.prefillPhase.memory;
        if (!p.fits())
            add(Severity::infeasible, m_s.batching == Batching::disaggregated ? "serving.prefill.tensor" : "serving.prefill.batch",
                SCALESCOPE_TEXT("core", "The prefill of %1 prompts needs %2 more per chip than HBM holds."),
                {count(m_s.prefillBatch), formatBytesBoth((p.total() - *p.capacity).value)},
                SCALESCOPE_TEXT("core", "Fewer prompts at once, smaller pieces or more chips to a replica would help."));
    }

    /// Which limit nothing can meet, and why.
    void limits()
    {
        if (m_e.bestBatch || (!m_s.tokenLimit && !m_s.firstTokenLimit) || (m_e.largestBatch && *m_e.largestBatch < 1))
            return;
        const DecodePoint one = m_decoding.at(1);
        if (m_s.tokenLimit && one.tokenTime > *m_s.tokenLimit)
            add(Severity::notice, "serving.limit_token",
                SCALESCOPE_TEXT("core", "No batch keeps to %1 per token: a single sequence takes %2, %3 of it to read the weights."),
                {milliseconds(*m_s.tokenLimit), milliseconds(one.tokenTime), milliseconds(one.step.weights)},
                SCALESCOPE_TEXT("core", "Relax that limit to %2, split the model over more chips, or store its weights in fewer bits."));
        else if (const Seconds first = timeToFirstToken(m_in, m_decoding, SteadyCosts(m_in, m_prefilling), 1); m_s.firstTokenLimit && first > *m_s.firstTokenLimit)
            add(Severity::notice, "serving.limit_first_token",
                SCALESCOPE_TEXT("core", "No batch keeps to %1 until the first token: the prefill of %2 tokens alone takes %3."),
                {milliseconds(*m_s.firstTokenLimit), count(std::round(m_s.computedPrompt())), milliseconds(first)},
                SCALESCOPE_TEXT("core", "Relax that limit to %3, shorten the prompts, or prefill on more chips."));
        else
            add(Severity::notice, "serving.limit_token",
                SCALESCOPE_TEXT("core", "No batch keeps to the limits with the prefills that its sequences bring."), {},
                SCALESCOPE_TEXT("core", "Relax a limit, or prefill on chips of its own."));
    }

    void steady()
    {
        if (!m_e.steady.sustainable)
            add(Severity::notice, "serving.chunk",
                SCALESCOPE_TEXT("core", "Pieces of %1 tokens, one in each step, bring prompts in more slowly than %2 sequences end."),
                {count(m_s.chunk), count(m_s.sequences)}, SCALESCOPE_TEXT("core", "Larger pieces, fewer sequences or longer answers would hold the batch."));
        if (m_e.feasible && !m_e.load.stable && m_e.load.largestRate > 0)
            add(Severity::notice, "serving.rate",
                SCALESCOPE_TEXT("core", "%1 requests per second are more than the %2 that these servers sustain: the queue grows without end."),
                {formatSi(m_s.rate), formatSi(m_e.load.largestRate)}, SCALESCOPE_TEXT("core", "Fewer requests, more servers or a larger batch would hold it."));
        if (m_e.feasible && m_s.sequences >= ServedLoad::kMostSequences + 1.0)
            add(Severity::notice, "serving.sequences",
                SCALESCOPE_TEXT("core", "Queueing is worked out for at most %1 sequences on a replica."), {count(ServedLoad::kMostSequences)});
    }

    void lengths()
    {
        const auto limit = static_cast<double>(m_in.architecture.contextLimit);
        if (limit > 0 && m_s.longestContext() > limit) {
            constexpr std::string_view message =
                SCALESCOPE_TEXT("core", "%1 tokens of prompt and answer are more than the %2 that the model is published for.");
            const std::string all = count(std::round(m_s.longestContext()));
            if (m_s.longest && m_s.prompt + m_s.output <= limit)
                add(Severity::notice, "serving.longest", message, {all, count(limit)}, SCALESCOPE_TEXT("core", "A longest request of %2 fits."));
            else if (m_s.output + 1 <= limit)
                add(Severity::notice, "serving.prompt", message, {all, count(limit), count(std::floor(limit - m_s.output))},
                    SCALESCOPE_TEXT("core", "A prompt of at most %3 fits with this answer."));
            else
                add(Severity::notice, "serving.output", message, {all, count(limit), count(std::max(1.0, std::floor(limit - m_s.prompt)))},
                    SCALESCOPE_TEXT("core", "No prompt fits with an answer of that length; an answer of %3 does with a shorter prompt."));
        }
        if (m_s.longest && *m_s.longest < m_s.prompt + m_s.output)
            add(Severity::notice, "serving.longest",
                SCALESCOPE_TEXT("core", "The longest request has %1 tokens, fewer than the mean prompt and answer together, %2; the mean is taken."),
                {count(*m_s.longest), count(m_s.prompt + m_s.output)});
        if (m_s.prefixHit + m_s.hostHit > 1)
            add(Severity::notice, "serving.host_hit",
                SCALESCOPE_TEXT("core", "More than the whole prompt is found in caches: one token of it is still computed."), {});
        if (m_s.hostHit > 0 && !m_prefilling.slice().chip.hostLink)
            add(Severity::notice, "chip.host_link", SCALESCOPE_TEXT("core", "The chip's host link is unknown, so keys and values come from the host at no time."), {},
                SCALESCOPE_TEXT("core", "Enter it."));
    }

    void proposals()
    {
        if (m_s.speculation == Speculation::draftModel && !m_in.draft)
            add(Severity::notice, "serving.draft", SCALESCOPE_TEXT("core", "No draft model is chosen, so nothing is proposed."), {},
                SCALESCOPE_TEXT("core", "Choose a smaller model of the same family."));
        if (m_s.speculation == Speculation::draftModel && m_in.draft) {
            const auto own = static_cast<double>(countParameters(m_in.architecture).total());
            const auto draft = static_cast<double>(countParameters(*m_in.draft).total());
            if (draft >= own)
                add(Severity::notice, "serving.draft",
                    kDraftTooLarge,
                    {formatSi(draft), formatSi(own)}, SCALESCOPE_TEXT("core", "Choose a smaller one."));
        }
        if (m_s.speculation == Speculation::multiToken && m_in.architecture.multiTokenLayers == 0)
            add(Severity::notice, "serving.speculation", SCALESCOPE_TEXT("core", "The model has no layers that predict tokens further on, so nothing is proposed."), {},
                SCALESCOPE_TEXT("core", "A draft model would do."));
        else if (m_s.speculation == Speculation::multiToken && m_s.draftTokens > m_in.architecture.multiTokenLayers)
            add(Severity::notice, "serving.draft_tokens",
                SCALESCOPE_TEXT("core", "%1 tokens are proposed by %2 layers: they are run again on their own results, which is less often right."),
                {count(m_s.draftTokens), count(m_in.architecture.multiTokenLayers)});
        if (m_e.possible && m_e.speculationGain < 1 && m_s.speculation != Speculation::none)
            add(Severity::notice, "serving.speculation",
                SCALESCOPE_TEXT("core", "Speculation loses here: %1 times the tokens per second of plain decoding."), {formatSi(m_e.speculationGain)},
                SCALESCOPE_TEXT("core", "It pays while decode waits for weights: smaller batches, fewer proposed tokens."));
    }

    void notices(bool apart)
    {
        if (m_e.copies > 1 && m_s.cacheSplit == CacheSplit::copied)
            add(Severity::notice, "serving.decode.tensor",
                SCALESCOPE_TEXT("core", "Tensor degree %1 is more than the KV heads: each head's keys and values lie on %2 chips."),
                {count(m_s.decode.tensor), count(m_e.copies)}, SCALESCOPE_TEXT("core", "Splitting the cache over batch or sequence would not copy them."));
        if (apart && m_e.possible && !m_e.pools.transferTime)
            add(Severity::notice, "serving.transfer_bandwidth",
                SCALESCOPE_TEXT("core", "No network between slices is known, so the way of the KV cache takes no time."), {},
                SCALESCOPE_TEXT("core", "Enter the bandwidth of one chip between the pools."));
        if (m_e.possible && !m_in.cluster.chip.dollarsPerHour)
            add(Severity::notice, "chip.price", SCALESCOPE_TEXT("core", "The chip's price is unknown, so cost is not shown."), {},
                SCALESCOPE_TEXT("core", "Enter dollars per chip and hour to see it."));
        if (!m_in.cluster.chip.hbm.capacity)
            add(Severity::notice, "chip.hbm.capacity",
                SCALESCOPE_TEXT("core", "The chip's HBM capacity is unknown, so whether the batch fits is not known."), {});
    }

    const ServingInputs& m_in;
    const Serving& m_s;
    const Decoding& m_decoding;
    const Prefilling& m_prefilling;
    ServingEstimate& m_e;
};

}  // namespace

void diagnoseServing(const ServingInputs& in, const Decoding& decoding, const Prefilling& prefilling, ServingEstimate& estimate)
{
    ServingDiagnoser(in, decoding, prefilling, estimate).run();
}

}  // namespace scalescope
