// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/decoding.h"

#include "core/hardware/slices.h"
#include "core/transformer/tensor_split.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

/// The layers that propose tokens further on, as a model of one layer: like the last, with the model's unembedding.
Architecture multiTokenModel(const Architecture& a)
{
    Architecture one = a;
    const std::size_t last = a.order.kindOf(static_cast<std::size_t>(std::max<std::int64_t>(0, a.layers - 1)));
    one.kinds = {a.kinds[std::min(last, a.kinds.size() - 1)]};
    one.order = LayerOrder();
    one.layers = 1;
    return one;
}

bool timesAreKnown(const ServingInputs& in, const ChipRates& rates)
{
    return rates.peak.has_value() && rates.hbm.has_value() && rates.matmul.value > 0 && !unbuildableSlice(in.cluster);
}

}  // namespace

double acceptedTokens(double acceptance, double draftTokens)
{
    const double a = std::clamp(acceptance, 0.0, 1.0);
    if (a >= 1.0)
        return draftTokens + 1.0;
    return (1.0 - std::pow(a, draftTokens + 1.0)) / (1.0 - a);
}

std::int64_t fittingTensor(const Architecture& a, std::int64_t degree)
{
    for (std::int64_t t = degree; t > 1; --t)
        if (degree % t == 0 && std::none_of(a.kinds.begin(), a.kinds.end(), [t](const Layer& layer) { return tensorMisfit(layer, t).has_value(); }))
            return t;
    return 1;
}

bool layoutFits(const Architecture& a, const ServingLayout& layout, const Serving& serving)
{
    const std::int64_t group = serving.tensorInExperts ? layout.expert : layout.expert * layout.tensor;
    if (layout.pipeline > a.layers || layout.rows < 1 || layout.tensor % layout.rows != 0)
        return false;
    bool routes = false;
    for (const Layer& layer : a.kinds) {
        if (ownMisfit(layer) || tensorMisfit(layer, layout.tensor, serving.tensorInExperts) || expertMisfit(layer, group))
            return false;
        routes = routes || (layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0);
    }
    return routes || layout.expert <= 1;
}

Decoding::Decoding(const ServingInputs& in, double context)
    : m_topology(topologyOf(in.cluster, in.assumptions)),
      m_rates(ratesOf(in.cluster.chip, in.serving.computeType, in.assumptions)),
      m_replica(in.serving.decode, in.serving.tensorInExperts, m_topology),
      m_memory(in, m_replica, m_rates, in.cluster.chip, context,
               in.serving.speculation == Speculation::none ? 1.0 : 1.0 + static_cast<double>(in.serving.draftTokens))
{
    const Serving& s = in.serving;
    const bool proposes = s.speculation == Speculation::multiToken ? in.architecture.multiTokenLayers > 0
                                                                   : s.speculation == Speculation::draftModel && in.draft;
    m_draftTokens = proposes ? static_cast<double>(s.draftTokens) : 0.0;
    m_step = std::make_unique<ForwardStep>(
        ForwardInputs{in.architecture, m_replica, m_topology, m_rates, in.assumptions, s, 1.0 + m_draftTokens, context + m_draftTokens, true});
    m_possible = m_replica.placed() && layoutFits(in.architecture, s.decode, s) && timesAreKnown(in, m_rates);
    if (!proposes)
        return;
    m_tokensPerLoop = acceptedTokens(s.acceptance, m_draftTokens);
    const Architecture* model = in.draft;
    ServingLayout layout;
    if (s.speculation == Speculation::multiToken) {
        m_proposer = std::make_unique<Architecture>(multiTokenModel(in.architecture));
        model = m_proposer.get();
        layout = s.decode;
        layout.pipeline = 1;
    } else {
        layout.tensor = fittingTensor(*model, s.decode.tensor);
    }
    m_draftShare = layout.chips() / s.decode.chips();
    m_draftReplica = std::make_unique<Replica>(layout, s.tensorInExperts, m_topology);
    m_draft = std::make_unique<ForwardStep>(ForwardInputs{*model, *m_draftReplica, m_topology, m_rates, in.assumptions, s, 1.0, context, true});
}

DecodePoint Decoding::at(double sequences) const
{
    DecodePoint p;
    p.sequences = sequences;
    p.step = m_step->at(sequences);
    p.loopLower = p.step.lower;
    p.loop = p.step.expected;
    p.loopUpper = p.step.upper;
    if (m_draft) {
        const ForwardTimes draft = m_draft->at(sequences * m_draftShare);
        p.loopLower += draft.lower * m_draftTokens;
        p.loop += draft.expected * m_draftTokens;
        p.loopUpper += draft.upper * m_draftTokens;
    }
    p.tokensPerLoop = m_tokensPerLoop;
    p.tokenTime = p.loop / m_tokensPerLoop;
    p.memory = m_memory.total(sequences);
    const std::optional<double> largest = m_memory.largestBatch();
    p.fits = !largest || m_memory.at(sequences).fits();
    if (p.tokenTime.value > 0) {
        p.perUser = 1.0 / p.tokenTime.value;
        p.tokensPerSecond = sequences * p.perUser;
        p.perChip = p.tokensPerSecond / m_replica.chips();
    }
    return p;
}

}  // namespace scalescope
