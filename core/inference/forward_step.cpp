// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/forward_step.h"

#include "core/inference/serving_memory.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

/// A stage has whole layers: how much longer the longest takes than an even share.
double unevenness(const Architecture& a, std::int64_t stages)
{
    const auto layers = static_cast<double>(a.layers);
    const auto p = static_cast<double>(stages);
    return std::ceil(layers / p) * p / layers;
}

LocalShape shapeOf(const ForwardInputs& in)
{
    const ServingLayout& layout = in.replica.layout();
    LocalShape shape;
    shape.tokens = in.newTokens / static_cast<double>(layout.context);
    shape.sequence = in.context;
    shape.newTokens = in.newTokens;
    shape.tensor = static_cast<double>(layout.tensor);
    shape.context = static_cast<double>(layout.context);
    shape.expert = static_cast<double>(layout.expert);
    shape.tensorInExperts = in.serving.tensorInExperts;
    shape.mask = in.decodes ? AttentionMask::full : in.assumptions.mask;
    shape.absorbed = in.decodes;
    shape.expertSkew = in.serving.expertSkew;
    shape.weight = in.serving.weightType;
    shape.activation = in.serving.activationType;
    shape.cache = in.serving.cacheType;
    shape.state = in.serving.stateType;
    return shape;
}

}  // namespace

ForwardStep::ForwardStep(const ForwardInputs& in)
    : m_assumptions(in.assumptions),
      m_rates(in.rates),
      m_shards(static_cast<double>(in.replica.layout().expert) * (in.decodes ? static_cast<double>(in.replica.layout().pipeline) : 1.0)),
      m_decodes(in.decodes),
      m_everything(in.assumptions.timed == TimedWork::operations),
      m_hbm(in.rates.hbm ? in.rates.hbm->value : 0.0),
      m_matmul(in.rates.matmul.value),
      m_elementwise(in.rates.elementwise.value)
{
    m_work.reserve(32);
    m_sent.reserve(32);
    const LocalShape shape = shapeOf(in);
    forwardOperations(in.architecture, shape, [&](const LayerOperation& op) { add(in, op); });
    const auto stages = static_cast<double>(in.replica.layout().pipeline);
    if (stages > 1 && in.replica.placed()) {
        LayerOperation border{Component::mlpOut, OperationKind::matmul, {}};
        border.repeats = stages - 1.0;
        send(in, border, Group::stages, in.replica.of(Group::stages), Collective::send,
             bytesOf(shape.activation, shape.tokens * static_cast<double>(in.architecture.width) / shape.tensor).value);
    }
}

void ForwardStep::add(const ForwardInputs& in, const LayerOperation& op)
{
    const ServingLayout& layout = in.replica.layout();
    const double uneven = op.layerKind >= 0 ? unevenness(in.architecture, layout.pipeline) : 1.0;
    const double context = static_cast<double>(layout.context);
    const double tokens = in.newTokens / context;
    const double group = in.serving.tensorInExperts ? static_cast<double>(layout.expert)
                                                    : static_cast<double>(layout.expert) * static_cast<double>(layout.tensor);
    const double slice = group > 1 && !in.serving.tensorInExperts ? tokens / static_cast<double>(layout.tensor) : tokens;

    // What the chips that share a KV head divide of its cache.
    const Attention* attention = op.layerKind >= 0 ? &in.architecture.kinds[static_cast<std::size_t>(op.layerKind)].attention : nullptr;
    const bool caches = op.kind == OperationKind::attention && op.component != Component::stateUpdate && attention != nullptr;
    const std::int64_t copies = caches ? cacheCopies(*attention, layout.tensor) : 1;
    const bool divides = copies > 1 && in.serving.cacheSplit != CacheSplit::copied;

    const Mlp* experts = op.experts;
    if (experts && experts != m_lastExperts) {
        m_coverages.emplace_back(*experts, in.serving.expertSkew);
        m_lastExperts = experts;
    }
    const double touchedOfOne = experts ? m_coverages.back().of(slice * group) : 1.0;
    Work w;
    w.component = op.component;
    w.kind = op.kind;
    w.layerKind = op.layerKind;
    w.repeats = op.repeats * uneven;
    w.flops = op.forward.flops.value;
    w.activations = op.forward.traffic.value - op.weightTraffic.value * touchedOfOne - op.cacheTraffic.value;
    w.cache = op.cacheTraffic.value / (divides ? static_cast<double>(copies) : 1.0);
    w.weights = op.weightTraffic.value;
    w.coverage = experts ? static_cast<int>(m_coverages.size()) - 1 : -1;
    w.meets = slice * group;
    const double own = op.borrowsWeights ? 0.0 : op.weights;  // a tied matrix is one parameter
    if (m_everything)
        w.arithmetic = op.kind == OperationKind::elementwise ? 0.0 : w.flops;
    else if (op.kind == OperationKind::attention)
        w.arithmetic = in.decodes ? 0.0 : w.flops;
    else
        w.arithmetic = experts ? w.flops : 2.0 * own * tokens;
    w.held = bytesOf(in.serving.weightType, own).value;
    m_work.push_back(w);

    if (!in.replica.placed())
        return;
    const auto activations = [&](double elements) { return bytesOf(in.serving.activationType, elements).value; };
    LayerOperation each = op;
    each.repeats = w.repeats;
    if (divides) {
        const AxisPlacement placement = in.replica.copies(copies, in.topology);
        const double array = activations(op.queries * static_cast<double>(copies));
        if (in.serving.cacheSplit == CacheSplit::batch) {
            send(in, each, Group::copies, placement, Collective::allToAll, array);  // queries there and results back
        } else {
            send(in, each, Group::copies, placement, Collective::allGather, array / 2.0);
            send(in, each, Group::copies, placement, Collective::reduceScatter, array / 2.0);
        }
    }
    if (caches && context > 1 && op.keys > 0)  // what was there before the new tokens is spread too
        send(in, each, Group::context, in.replica.of(Group::context), Collective::allGather,
             activations(context * op.keys * (in.context / in.newTokens)));
    if (op.exchanged > 0)
        send(in, each, Group::expert, in.replica.of(Group::expert), Collective::allToAll, activations(op.exchanged * group * group));

    const double gathered = activations(op.gathered);
    const double scattered = activations(op.scattered);
    const auto rows = static_cast<double>(layout.rows);
    if (rows > 1 && op.component != Component::unembedding && !op.routed) {
        const double outer = op.adapterEnds - static_cast<double>(in.architecture.width);
        if (op.gathered > 0) {
            send(in, each, Group::columns, in.replica.of(Group::columns), Collective::allGather, gathered / rows);
            send(in, each, Group::rows, in.replica.of(Group::rows), Collective::allReduce, activations(tokens * std::max(0.0, outer) * rows));
        }
        send(in, each, Group::columns, in.replica.of(Group::columns), Collective::reduceScatter, scattered / rows);
        return;
    }
    if (in.serving.sequenceParallel) {
        send(in, each, Group::tensor, in.replica.of(Group::tensor), Collective::allGather, gathered);
        send(in, each, Group::tensor, in.replica.of(Group::tensor), Collective::reduceScatter, scattered);
    } else {
        send(in, each, Group::tensor, in.replica.of(Group::tensor), Collective::allReduce, scattered);
    }
}

void ForwardStep::send(const ForwardInputs& in, const LayerOperation& op, Group group, const AxisPlacement& placement,
                       Collective collective, double array)
{
    if (placement.size <= 1 || array <= 0)
        return;
    const bool ragged = group == Group::expert;
    const CollectiveRules& rules = in.assumptions.collectives;
    CollectiveTime one;
    if (ragged) {
        const Mlp& mlp = in.architecture.kinds[static_cast<std::size_t>(op.layerKind)].mlp;
        const Routing routing{static_cast<double>(std::min(mlp.topK, mlp.experts)), static_cast<double>(mlp.experts),
                              in.assumptions.routing, 0};
        one = timeOfRagged(routing, Bytes(1.0), placement, in.topology, rules);
    } else {
        one = scalescope::timeOf(collective, Bytes(1.0), placement, in.topology, rules);
    }
    m_sent.push_back({op.component, op.layerKind, op.repeats, group, collective, ragged, static_cast<double>(placement.size), array, one});
}

double ForwardStep::sequencesPerChip(double sequences) const
{
    return std::max(sequences / m_shards, std::min(sequences, 1.0));
}

double ForwardStep::coverage(const Work& w, double tokenSequences) const
{
    return w.coverage >= 0 ? m_coverages[static_cast<std::size_t>(w.coverage)].of(w.meets * tokenSequences) : 1.0;
}

/// An AllToAll that splits the cache's batch runs twice: queries there, results back.
double ForwardStep::timesOf(const Sent& s)
{
    return s.group == Group::copies && s.collective == Collective::allToAll ? 2.0 : 1.0;
}

double ForwardStep::busyShare(double sequences) const
{
    const double n = sequencesPerChip(sequences);
    return n > 0 ? std::min(1.0, sequences / m_shards / n) : 1.0;
}

ForwardTimes ForwardStep::at(double sequences) const { return both(sequences, nullptr, 0); }

ForwardTimes ForwardStep::with(double sequences, const ForwardStep& other, double otherSequences) const
{
    return both(sequences, &other, otherSequences);
}

/// The same pass with another step's, if there is one.
ForwardTimes ForwardStep::both(double sequences, const ForwardStep* other, double otherSequences) const
{
    const double n = sequencesPerChip(sequences);
    const double m = other ? other->sequencesPerChip(otherSequences) : 0.0;
    const double meeting = n * busyShare(sequences);  // whose tokens the experts meet
    const double otherMeeting = other ? m * other->busyShare(otherSequences) : 0.0;
    Sums sums;
    int covered = -1;
    double coverageNow = 1;
    for (std::size_t i = 0; i < m_work.size(); ++i) {
        const Work& w = m_work[i];
        const Work& o = other ? other->m_work[i] : w;
        // All operations of one layer's experts meet the same tokens.
        if (w.coverage >= 0 && w.coverage != covered) {
            covered = w.coverage;
            coverageNow = m_coverages[static_cast<std::size_t>(covered)].of(w.meets * meeting + o.meets * otherMeeting);
        }
        const double met = w.coverage >= 0 ? coverageNow : 1.0;
        sums.weights += (m_everything ? w.weights : w.held) * met * w.repeats;
        sums.cache += (w.cache * n + o.cache * m) * w.repeats;
        sums.flops += (w.arithmetic * n + o.arithmetic * m) * w.repeats;
        if (!m_everything)
            continue;
        const double flops = w.flops * n + o.flops * m;
        const double bytes = w.weights * met + (w.activations + w.cache) * n + (o.activations + o.cache) * m;
        const double rate = w.kind == OperationKind::elementwise ? m_elementwise : m_matmul;
        const double compute = rate > 0 ? flops / rate : 0.0;
        sums.chip += (std::max(compute, m_hbm > 0 ? bytes / m_hbm : 0.0) + m_rates.launch.value) * w.repeats;
    }
    std::array<Seconds, kAxisCount> axes;
    for (std::size_t i = 0; i < m_sent.size(); ++i) {
        const Sent& s = m_sent[i];
        const double times = timesOf(s);
        const double array = s.array * n + (other ? other->m_sent[i].array * m : 0.0);  // activations of both travel together
        const CollectiveTime time = scaled(s.ofOneByte, Bytes(array / times), m_assumptions.collectives);
        axes[static_cast<std::size_t>(axisOf(s.group))] += time.total * (s.repeats * times);
    }
    return finish(sums, axes);
}

ForwardTimes ForwardStep::finish(const Sums& sums, const std::array<Seconds, kAxisCount>& axes) const
{
    ForwardTimes t;
    if (m_hbm > 0) {
        t.weights = Seconds(sums.weights / m_hbm);
        t.cache = Seconds(sums.cache / m_hbm);
    }
    if (m_matmul > 0)
        t.flops = Seconds(sums.flops / m_matmul);
    t.axes = axes;
    t.chip = m_everything ? Seconds(sums.chip) : std::max(t.flops, t.weights) + (m_decodes ? t.cache : Seconds());

    const bool overlap = m_assumptions.networks == NetworkCombination::overlap;
    Seconds hidden;
    Seconds exposed;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        const double may = m_assumptions.overlap[a];
        t.network = overlap ? std::max(t.network, axes[a]) : t.network + axes[a];
        hidden = overlap ? std::max(hidden, axes[a] * may) : hidden + axes[a] * may;
        exposed += axes[a] * (1.0 - may);
    }
    t.lower = std::max(t.chip, t.network);
    Seconds all = t.chip;
    for (Seconds axis : axes)
        all += axis;
    t.upper = all;
    t.expected = std::clamp(std::max(t.chip, hidden) + exposed, t.lower, t.upper);
    if (t.network > t.chip)
        t.bound = boundBy(static_cast<Axis>(std::max_element(axes.begin(), axes.end()) - axes.begin()));
    else if (t.cache >= t.weights && t.cache >= t.flops && m_decodes)
        t.bound = BoundBy::cache;
    else
        t.bound = t.flops >= t.weights ? BoundBy::compute : BoundBy::memory;
    return t;
}

void ForwardStep::list(double sequences, Phase phase, std::vector<OperationEstimate>& operations,
                       std::vector<CollectiveEstimate>& collectives) const
{
    const double n = sequencesPerChip(sequences);
    for (const Work& w : m_work) {
        OperationEstimate e;
        e.component = w.component;
        e.kind = w.kind;
        e.phase = phase;
        e.layerKind = w.layerKind;
        e.repeats = w.repeats;
        e.each = {Flops(w.flops * n), Bytes(w.weights * coverage(w, n * busyShare(sequences)) + (w.activations + w.cache) * n)};
        const double rate = w.kind == OperationKind::elementwise ? m_elementwise : m_matmul;
        if (rate > 0)
            e.time.compute = Seconds(e.each.flops.value / rate);
        if (m_hbm > 0)
            e.time.memory = Seconds(e.each.traffic.value / m_hbm);
        e.timed = m_everything || w.kind != OperationKind::elementwise;
        e.total = (e.time.lower() + m_rates.launch) * w.repeats;
        operations.push_back(e);
    }
    for (const Sent& s : m_sent) {
        const double times = timesOf(s);
        CollectiveEstimate c;
        c.component = s.component;
        c.phase = phase;
        c.group = s.group;
        c.collective = s.collective;
        c.ragged = s.ragged;
        c.repeats = s.repeats * times;
        c.chips = s.chips;
        c.array = Bytes(s.array * n / times);
        c.each = scaled(s.ofOneByte, c.array, m_assumptions.collectives);
        c.total = c.each.total * c.repeats;
        c.exposed = c.total * (1.0 - m_assumptions.overlap[static_cast<std::size_t>(c.axis())]);
        c.layerKind = s.layerKind;
        collectives.push_back(c);
    }
}

std::optional<double> ForwardStep::criticalSequences() const
{
    constexpr double kMost = 1e9;
    const auto computes = [&](double sequences) {
        const ForwardTimes t = at(sequences);
        return t.flops >= t.weights;
    };
    if (m_hbm <= 0 || m_matmul <= 0 || !computes(kMost))
        return std::nullopt;
    double low = 0;
    double high = kMost;
    // Halvings in the logarithm until the two are neighbours for every reader.
    for (int i = 0; i < 80 && high - low > 1e-10 * high; ++i) {
        const double middle = low > 0 ? std::sqrt(low * high) : high * 1e-3;
        (computes(middle) ? high : low) = middle;
        if (high < 1e-9)
            break;
    }
    return high;
}

Bytes ForwardStep::weightsRead(double sequences) const
{
    const double n = sequencesPerChip(sequences) * busyShare(sequences);
    double sum = 0;
    for (const Work& w : m_work)
        sum += w.weights * coverage(w, n) * w.repeats;
    return Bytes(sum);
}

}  // namespace scalescope
