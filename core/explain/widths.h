// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/view.h"

#include <algorithm>

namespace scalescope::explain {

/// Widths of one kind of layer on a chip of a view, as LocalAttention of the transformer room has them.
class Widths {
public:
    Widths(const View& view, std::size_t kind) : m_view(view), m_kind(kind) {}

    Leaf in(std::string_view field) const { return m_view.c.inKind(m_kind, field); }
    const Layer& layer() const { return m_view.c.layerOf(m_kind); }
    const Attention& attention() const { return layer().attention; }
    const Mlp& mlp() const { return layer().mlp; }
    Leaf model() const { return m_view.c.input("model.d_model"); }

    Expression heads() const { return m_view.split(in("heads")); }
    Expression keyHeads() const;
    Expression queryHead() const;  // width of one
    Expression query() const;      // of all heads
    Expression result() const;
    Expression key() const { return keyHeads() * in("head_dim"); }
    Expression keyAndValue() const;  // of one token
    Expression keyValue() const;   // columns of the projections of keys and values; not of shared ones
    bool ownValueWidth() const;    // not that of a key
    bool projectsKeys() const { return attention().kind == AttentionKind::full && !attention().sharedKv; }
    Expression values() const { return m_view.split(Expression(in("heads")) * in("head_dim")); }  // of a recurrence
    Expression mixed() const;      // what a short convolution mixes
    Leaf stateDim() const { return in("state_dim"); }

    Leaf mlpInputs() const;
    Expression expertWidth() const { return over(Expression(in("d_ff")), m_view.widthInExperts); }
    Expression mlpWidth() const { return m_view.split(in("d_ff")); }
    Expression sharedWidth() const { return m_view.split(in("shared_d_ff")); }
    Expression expertsPerToken() const;
    Leaf expertInput() const;      // width in which the experts work

private:
    const View& m_view;
    std::size_t m_kind;
};

inline Widths widthsOf(const View& view, const LayerOperation& op) { return {view, static_cast<std::size_t>(std::max(op.layerKind, 0))}; }

}  // namespace scalescope::explain
