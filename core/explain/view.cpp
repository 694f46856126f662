// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/view.h"

#include "core/scenario/model_shapes.h"

namespace scalescope::explain {

namespace {

Leaf oneChip() { return constant(1, SCALESCOPE_TEXT("core", "One chip")); }
Leaf oneToken() { return constant(1, SCALESCOPE_TEXT("core", "One token")); }

View viewOf(const Context& c, std::string_view prefix, const LocalShape& shape, Expression tokens, Expression sequences,
            std::string_view words)
{
    View view{c,         std::string(prefix), shape,     std::move(tokens),  std::move(sequences), c.input("workload.sequence"),
              oneChip(), oneChip(),           oneChip(), oneChip(),          std::string(words),   bytesPerActivation(c),
              bytesPerWeight(c)};
    forwardOperations(c.architecture(), shape, [&](const LayerOperation& op) { view.operations.push_back(op); });
    return view;
}

}  // namespace

Expression View::forTokens(Expression each) const
{
    const bool one = tokens.op == Op::leaf && tokens.leaf.isConstant() && tokens.leaf.value == 1.0;
    return one ? std::move(each) : tokens * std::move(each);
}

Expression View::slice() const
{
    return shape.expertGroup() <= 1 || shape.tensorInExperts ? tokens : split(tokens);
}

Expression View::forSlice(Expression each) const
{
    return shape.expertGroup() <= 1 || shape.tensorInExperts ? forTokens(std::move(each)) : slice() * std::move(each);
}

std::string View::id(int kind, std::string_view rest) const
{
    std::string id = std::string(prefix) + ".";
    if (kind >= 0)
        id += std::string(1, letterOf(static_cast<std::size_t>(kind))) + ".";
    return id + std::string(rest);
}

View stepView(const Context& c)
{
    View view = viewOf(c, kStepPrefix, c.step.shape, localTokens(c), Expression(localTokens(c)) / c.input("workload.sequence"),
                       SCALESCOPE_TEXT("core", "forward"));
    view.tensor = c.degree(Axis::tensor);
    view.context = c.degree(Axis::context);
    view.expertChips = c.degree(Axis::expert);
    if (c.plan().tensorInExperts)
        view.widthInExperts = view.tensor;
    else
        view.expertChips = times(std::move(view.expertChips), view.tensor);
    return view;
}

View prefillView(const Context& c)
{
    return viewOf(c, kPrefillPrefix, prefillShape(c.scenario), c.input("workload.sequence"),
                  constant(1, SCALESCOPE_TEXT("core", "One sequence")), SCALESCOPE_TEXT("core", "prefill"));
}

View decodeView(const Context& c)
{
    View view = viewOf(c, kDecodePrefix, decodeShape(c.scenario), c.input("serving.sequences"), c.input("serving.sequences"),
                       SCALESCOPE_TEXT("core", "decode"));
    view.newTokens = constant(1, SCALESCOPE_TEXT("core", "The new token"));
    return view;
}

View tokenView(const Context& c)
{
    LocalShape shape;
    shape.sequence = c.inputs.workload.sequence;
    shape.mask = c.assumptions().mfu == MfuConvention::attentionCausal ? AttentionMask::causal : AttentionMask::full;
    return viewOf(c, kTokenPrefix, shape, oneToken(), Expression(oneToken()) / c.input("workload.sequence"),
                  SCALESCOPE_TEXT("core", "one token"));
}

Leaf adaptersOf(const View& v, const LayerOperation& op)
{
    const std::string letter = v.c.letterOf(op.layerKind);
    const std::string name = wordOf(op.component);
    const bool step = v.prefix == kStepPrefix;
    return derived((step ? "adapters." : "model.adapters.") + (letter.empty() ? "" : letter + ".") + idOf(op.component),
                   {step ? SCALESCOPE_TEXT("core", "Adapter of one %1 on a chip") : SCALESCOPE_TEXT("core", "Adapter of one %1"), {name}, letter},
                   "a_" + name + (letter.empty() ? "" : " " + letter), "elements", adapterWeights(v.c.plan(), op));
}

Expression adaptersExpression(const View& v, const LayerOperation& op)
{
    Projection p = projectionOf(v, op);
    return Expression(v.c.input("plan.lora_rank")) * (p.ends ? std::move(*p.ends) : std::move(p.inner) + std::move(p.outer));
}

Expression vocabularyOn(const Context& c, const Leaf& tensor)
{
    const Leaf vocabulary = c.input("model.vocabulary");
    return tensor.value == 1.0 ? Expression(vocabulary) : Expression(Op::roundUp, {Expression(vocabulary) / tensor});
}

Expression sumOrNone(std::vector<Expression> terms, std::string_view none)
{
    return terms.empty() ? Expression(constant(0, none)) : sumOf(std::move(terms));
}

void addTerm(std::vector<Expression>& terms, Expression term)
{
    if (evaluate(term) != 0)
        terms.push_back(std::move(term));
}

}  // namespace scalescope::explain
