// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/widths.h"

namespace scalescope::explain {

Expression Widths::keyHeads() const
{
    const Leaf heads = in("kv_heads");
    if (m_view.tensor.value == 1.0)
        return heads;
    return maximumOf({constant(1, SCALESCOPE_TEXT("core", "At least one KV head on each chip")), Expression(heads) / m_view.tensor});
}

Expression Widths::queryHead() const
{
    std::vector<Expression> parts = {in("head_dim")};
    if (attention().kind == AttentionKind::latent)
        addTerm(parts, in("rope_dim"));
    return sumOf(std::move(parts));
}

Expression Widths::query() const { return m_view.split(Expression(in("heads")) * queryHead()); }

bool Widths::ownValueWidth() const
{
    return attention().kind == AttentionKind::latent || attention().values == Values::ownWidth;
}

Expression Widths::result() const { return m_view.split(Expression(in("heads")) * in(ownValueWidth() ? "value_dim" : "head_dim")); }

Expression Widths::keyAndValue() const
{
    if (ownValueWidth())
        return keyHeads() * (Expression(in("head_dim")) + in("value_dim"));
    return Expression(constant(2, SCALESCOPE_TEXT("core", "Keys and values"))) * key();
}

Expression Widths::keyValue() const
{
    const bool projected = attention().values == Values::projected || attention().values == Values::ownWidth;
    return projected ? keyAndValue() : key();
}

Expression Widths::mixed() const
{
    return values() + Expression(constant(2, attention().kind == AttentionKind::linear
                                                 ? SCALESCOPE_TEXT("core", "Queries and keys of the recurrence")
                                                 : SCALESCOPE_TEXT("core", "Matrices into and out of the state"))) *
                          keyHeads() * stateDim();
}

Leaf Widths::mlpInputs() const
{
    const bool gated = mlp().kind == MlpKind::gated;
    return chosen(gated ? 2 : 1, {SCALESCOPE_TEXT("core", "Matrices into a %1 MLP"), {gated ? "gated" : "plain"}}, "m", {},
                  in("mlp").input);
}

Expression Widths::expertsPerToken() const
{
    const Leaf chosenOnes = in("experts_per_token");
    if (mlp().topK <= mlp().experts)
        return chosenOnes;
    return minimumOf({chosenOnes, in("experts")});
}

Leaf Widths::expertInput() const { return mlp().latentWidth > 0 ? in("expert_latent") : model(); }

}  // namespace scalescope::explain
