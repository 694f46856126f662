// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/collective_figures.h"
#include "core/explain/held.h"
#include "core/explain/view.h"
#include "core/explain/widths.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kSharded = SCALESCOPE_TEXT("core", "Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism");
constexpr std::string_view kExperts = SCALESCOPE_TEXT("core", "Book, chapter 12: tokens go to their experts by an AllToAll");
constexpr std::string_view kContext = SCALESCOPE_TEXT("core", "\"Ring Attention\" (Liu et al. 2023); \"DeepSpeed Ulysses\" (Jacobs et al. 2023)");
constexpr std::string_view kPipeline = SCALESCOPE_TEXT("core", "Book, chapter 5, \"Pipelining\"");
constexpr std::string_view kSmall = SCALESCOPE_TEXT("core", "\"Megatron-LM\" (Shoeybi et al. 2019) and sequence parallelism (Korthikanti et al. 2022)");

const CollectiveEstimate& at(const Context& c, std::size_t i) { return c.walked.collectives[i]; }

const LayerOperation& operationOf(const Context& c, const CollectiveEstimate& e) { return *find(c.layer, {e.layerKind, e.component}); }

/// The scales of the norms before a matmul travel with it.
std::vector<Expression> scalesBefore(const Context& c, const Place& place)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : c.layer) {
        if (placeOf(op) == place)
            break;
        if (op.kind == OperationKind::matmul)
            terms.clear();
        else if (op.kind == OperationKind::elementwise && op.component != Component::embedding && op.weights > 0)
            terms.push_back(weightsOf(c, placeOf(op)));
    }
    return terms;
}

bool isLora(const Context& c) { return c.plan().loraRank > 0; }

Note borrowedNote(bool gathered)
{
    return {{gathered ? SCALESCOPE_TEXT("core", "The embedding's matrix, gathered again because both are tied.")
                      : SCALESCOPE_TEXT("core", "The matrix is the embedding's, whose gradient is reduced there; only the norm before it is here.")}};
}

/// Weights as they are gathered for use: those of the matmul, of the norms before it, and of the adapter beside it.
Derivation gatheredWeights(const Context& c, std::size_t i)
{
    const LayerOperation& op = operationOf(c, at(c, i));
    std::vector<Expression> elements = scalesBefore(c, placeOf(op));
    if (op.weights > 0)
        elements.push_back(weightsOf(c, placeOf(op)));
    std::vector<Note> notes = {bytesSentNote(c.plan().weightType)};
    if (borrows(c.plan(), op))
        notes.push_back(borrowedNote(true));
    Expression array = Expression(bytesPerWeight(c)) * sumOf(std::move(elements));
    if (adapterWeights(c.plan(), op) > 0) {
        array = std::move(array) + Expression(bytesPerActivation(c)) * adaptersOf(stepView(c), op);
        notes.push_back({{SCALESCOPE_TEXT("core", "The adapter is gathered with the frozen weights.")}});
    }
    return derivation(arrayLeaf(c, i), std::move(array), kSharded, std::move(notes));
}

/// What of one operation is trained.
Expression trainedElements(const Context& c, const LayerOperation& op)
{
    if (isLora(c))
        return adaptersOf(stepView(c), op);
    std::vector<Expression> elements = scalesBefore(c, placeOf(op));
    if (op.weights > 0 && !borrows(c.plan(), op))
        elements.push_back(weightsOf(c, placeOf(op)));
    return sumOf(std::move(elements));
}

/// A chip's part of what the shards divide.
Expression divided(const Context& c, bool routed, Expression array)
{
    std::vector<Expression> degrees;
    for (const Axis axis : shardAxes(c, routed, Kept::weights))
        degrees.push_back(c.degree(axis));
    return over(std::move(array), productOf(std::move(degrees)));
}

Derivation trainedArray(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    const LayerOperation& op = operationOf(c, e);
    const bool updated = e.phase == Phase::update;
    std::vector<Note> notes;
    if (!isLora(c) && borrows(c.plan(), op))
        notes.push_back(borrowedNote(false));
    Leaf bytes = bytesPerGradient(c);
    DType type = c.plan().gradientType;
    if (updated) {
        bytes = isLora(c) ? bytesPerActivation(c) : bytesPerWeight(c);
        type = isLora(c) ? c.step.shape.activation : c.plan().weightType;
        notes.push_back({{SCALESCOPE_TEXT("core", "Each replica has updated its part of the weights, and the others get it.")}});
    }
    notes.insert(notes.begin(), bytesSentNote(type));
    Expression array = Expression(bytes) * trainedElements(c, op);
    if (axisOf(e.group) == Axis::data)
        array = divided(c, op.routed, std::move(array));
    return derivation(arrayLeaf(c, i), std::move(array), kSharded, std::move(notes));
}

Derivation tensorArray(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    const LayerOperation& op = operationOf(c, e);
    if (op.kind == OperationKind::elementwise)
        return derivation(arrayLeaf(c, i), Expression(bytesPerGradient(c)) * weightsOf(c, placeOf(op)), kSmall,
                          {bytesSentNote(c.plan().gradientType),
                           {{SCALESCOPE_TEXT("core", "Each chip of a tensor group saw its own tokens, so the gradients of the scales are summed.")}}});
    if (e.collective == Collective::allReduce && e.component == Component::unembedding && e.phase == Phase::forward)
        return derivation(arrayLeaf(c, i),
                          Expression(Leaf{{SCALESCOPE_TEXT("core", "Bytes of one number of the loss (fp32)")}, "b_loss", "B", 4}) *
                              constant(3, SCALESCOPE_TEXT("core", "Largest logit, sum of exponentials and the target's logit")) * localTokens(c),
                          kSmall);
    std::vector<Note> notes = {bytesSentNote(c.step.shape.activation)};
    if (op.routed)
        notes.push_back({{SCALESCOPE_TEXT("core", "A tensor group gathers the tokens that its experts received.")}});
    return derivation(arrayLeaf(c, i), Expression(bytesPerActivation(c)) * sharedElements(stepView(c), op), kSharded, std::move(notes));
}

/// Tokens go to their experts in a dtype of their own, and everything else in that of activations.
Derivation expertArray(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    const View view = stepView(c);
    const bool dispatched = e.component == Component::mlpIn && e.phase != Phase::backward;
    const DType type = dispatched ? c.plan().dispatchType : c.step.shape.activation;
    const Leaf bytes = dispatched ? chosen(bytesPerElement(type).value,
                                           {SCALESCOPE_TEXT("core", "Bytes of one element on its way to an expert (%1)"), {std::string(nameOf(type))}},
                                           "b_d", "B", "plan.dispatch_type")
                                  : bytesPerActivation(c);
    const Expression group = view.expertChips;
    Expression own = view.split(view.tokens) * widthsOf(view, operationOf(c, e)).expertInput();
    return derivation(arrayLeaf(c, i), Expression(bytes) * std::move(own) * group * group, kExperts,
                      {bytesSentNote(type),
                       {{SCALESCOPE_TEXT("core", "The dense array: one copy of every token of the group for each of its chips; the rate says how much of it is sent.")}}});
}

Derivation contextArray(const Context& c, std::size_t i)
{
    const View view = stepView(c);
    const LayerOperation& op = operationOf(c, at(c, i));
    const bool ulysses = c.plan().contextMethod == ContextMethod::ulysses;
    Expression elements = keysSent(view, op);
    if (ulysses)
        elements = std::move(elements) + queriesSent(view, op);
    std::vector<Note> notes = {bytesSentNote(c.step.shape.activation)};
    if (ulysses)
        notes.push_back({{SCALESCOPE_TEXT("core", "Heads are exchanged for tokens: queries, keys and values go, and the results come back.")}});
    else
        notes.push_back({{c.plan().contextMethod == ContextMethod::ring
                              ? SCALESCOPE_TEXT("core", "Keys and values go round a ring: in all as many bytes as a gather of them.")
                              : SCALESCOPE_TEXT("core", "Keys and values are gathered before the scores.")}});
    if (at(c, i).collective == Collective::reduceScatter)
        notes.push_back({{SCALESCOPE_TEXT("core", "The gradients of keys and values return to the shards that own them.")}});
    return derivation(arrayLeaf(c, i), Expression(bytesPerActivation(c)) * view.context * std::move(elements), kContext, std::move(notes));
}

Derivation borderArray(const Context& c, std::size_t i)
{
    Expression elements = Expression(localTokens(c)) * c.input("model.d_model");
    std::vector<Note> notes = {bytesSentNote(c.step.shape.activation)};
    if (c.plan().sequenceParallel)
        elements = over(std::move(elements), c.degree(Axis::tensor));
    else if (c.plan().tensor > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "Without sequence parallelism every chip of a tensor group has all of it, and sends it.")}});
    return derivation(arrayLeaf(c, i), Expression(bytesPerActivation(c)) * std::move(elements), kPipeline, std::move(notes));
}

}  // namespace

Derivation arrayDerivation(const Context& c, std::size_t i)
{
    const CollectiveEstimate& e = at(c, i);
    switch (e.group) {
    case Group::tensor: return tensorArray(c, i);
    case Group::expert: return expertArray(c, i);
    case Group::context: return contextArray(c, i);
    case Group::stages: return borderArray(c, i);
    case Group::shards:
    case Group::expertShards:
        if (e.collective == Collective::allGather)
            return gatheredWeights(c, i);
        break;
    case Group::replicas:
    case Group::expertReplicas:
    case Group::rows:
    case Group::columns:
    case Group::copies: break;
    }
    return trainedArray(c, i);
}

}  // namespace scalescope::explain
