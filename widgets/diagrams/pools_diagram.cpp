// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/pools_diagram.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"
#include "widgets/plots/serving_words.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kFewest = 8;   // slices across a track, at least
constexpr double kSpare = 1.25;  // of a track, so that a pool can be dragged larger
constexpr double kBusy = 0.98;

QString countText(double count) { return fromCore(formatCount(count)); }

}  // namespace

QString PoolsDiagram::title() const { return apart() ? tr("The two pools") : tr("Prefill beside decode"); }

QString PoolsDiagram::termsOf(const Serving& s) { return tr("Prompts of %1, answers of %2").arg(wholeTokens(s.prompt), wholeTokens(s.output)); }

QString PoolsDiagram::caption() const
{
    if (!m_possible)
        return tr("This cannot be built, so nothing is served.");
    const QString terms = termsOf(m_serving);
    if (!m_feasible)
        return tr("%1: does not fit in memory, so all of this is hypothetical.").arg(terms);
    if (m_serving.batching == Batching::interleaved)
        return tr("%1: prefills take %2 of the time of the chips that decode.").arg(terms, percentText(m_steady.prefillShare));
    if (m_serving.batching == Batching::chunked)
        return tr("%1: %2 of the decode steps carry a piece of a prompt.").arg(terms, percentText(m_steady.prefillShare));
    if (m_balance.prefillLoad >= kBusy && m_balance.decodeLoad >= kBusy)
        return tr("%1: both pools are busy.").arg(terms);
    return m_balance.prefillLoad < m_balance.decodeLoad ? tr("%1: decode holds prefill up, which is busy %2 of the time.").arg(terms, percentText(m_balance.prefillLoad))
                                                        : tr("%1: prefill holds decode up, which is busy %2 of the time.").arg(terms, percentText(m_balance.decodeLoad));
}

QString PoolsDiagram::summary() const
{
    if (!m_possible)
        return caption() + u' ' + m_why;
    if (!apart())
        return caption() + u' ' + costWords().join(u' ');
    return caption() + u' ' + tr("%1.").arg(ratioText()) + u' ' +
        tr("Prefill could serve %1, decode %2.").arg(rateText(m_balance.prefillRate), rateText(m_balance.decodeRate));
}

FigureTable PoolsDiagram::table() const
{
    FigureTable table;
    table.columns = {tr("Of"), tr("What"), tr("Value")};
    const auto add = [&](const QString& of, const QString& what, const QString& text, const std::optional<double>& value) {
        table.rows << QStringList{of, what, value ? text : fromCore(kNotANumber)};
        table.values << QStringList{of, what, value ? fromCore(shortest(*value)) : QString()};
    };
    const auto known = [this](double value) { return m_possible ? std::optional(value) : std::nullopt; };
    for (const Which which : {prefill, decode}) {
        if (which == prefill && !apart())
            continue;
        const Pool& p = m_pools[which];
        const QString of = which == prefill ? tr("prefill") : tr("decode");
        add(of, tr("slices"), countText(p.slices), p.slices);
        add(of, tr("chips of a slice"), countText(p.chips), p.chips);
        add(of, tr("requests/s"), siText(p.rate, {}), known(p.rate));
        if (apart())
            add(of, tr("busy"), percentText(p.load), known(p.load));
    }
    if (apart()) {
        const QString between = tr("between");
        add(between, tr("bytes of a request"), bytesText(m_balance.transfer.value), known(m_balance.transfer.value));
        const auto time = m_balance.transferTime;
        add(between, tr("time of a request"), time ? secondsText(time->value) : QString(), time ? known(time->value) : std::nullopt);
        add(between, tr("prefill slices for one of decode"), siText(m_balance.ratio, {}), known(m_balance.ratio));
        return table;
    }
    const QString cost = tr("prefill's cost");
    const bool chunked = m_serving.batching == Batching::chunked;
    const Seconds longer = chunked ? m_steady.piece : m_steady.stall;
    add(cost, chunked ? tr("a step with a piece is longer by") : tr("a prefill stops decodes for"), secondsText(longer.value), known(longer.value));
    add(cost, chunked ? tr("share of the steps") : tr("share of the time"), percentText(m_steady.prefillShare), known(m_steady.prefillShare));
    add(cost, tr("time per token"), secondsText(m_steady.tokenTime.value), known(m_steady.tokenTime.value));
    add(cost, tr("time per token without it"), secondsText(m_alone.value), known(m_alone.value));
    return table;
}

double PoolsDiagram::slicesOf(const Serving& s, Which which) { return static_cast<double>(which == prefill ? s.prefillServers : s.decodeServers); }

QString PoolsDiagram::nameOf(Which which) const
{
    const Pool& p = m_pools[which];
    const QString size = tr("%1 × %2 chips", "slices, chips of each").arg(countText(p.slices), countText(p.chips));
    if (!apart())
        return tr("Prefill and decode: %1").arg(size);
    return which == prefill ? tr("Prefill: %1").arg(size) : tr("Decode: %1").arg(size);
}

QString PoolsDiagram::ratioText() const
{
    if (m_balance.ratio >= 1 || m_balance.ratio <= 0)
        return tr("1 decode slice keeps %1 prefill slices busy").arg(siText(m_balance.ratio, {}));
    return tr("1 prefill slice keeps %1 decode slices busy").arg(siText(1 / m_balance.ratio, {}));
}

/// What a prefill costs the decodes, and what would free them of it.
QStringList PoolsDiagram::costWords() const
{
    QStringList words;
    if (m_serving.batching == Batching::chunked) {
        words << tr("A step that carries a piece of %1 takes %2 longer.").arg(wholeTokens(static_cast<double>(m_serving.chunk)), secondsText(m_steady.piece.value));
        if (!m_steady.sustainable)
            words << tr("Pieces bring prompts in more slowly than answers end.");
    } else {
        words << tr("A prefill of %1 stops all decodes of its chips for %2.").arg(wholeTokens(m_serving.prompt), secondsText(m_steady.stall.value));
    }
    words << tr("A token takes %1; alone it would take %2.").arg(secondsText(m_steady.tokenTime.value), secondsText(m_alone.value));
    words << tr("To separate them, set Prefill to “disaggregated”.");
    return words;
}

void PoolsDiagram::take(const Snapshot& now)
{
    const ServingEstimate& e = now.serving();
    m_serving = now.scenario.serving;
    m_possible = e.possible;
    m_feasible = e.feasible;
    m_why = whyImpossible(e.diagnostics);
    m_balance = e.pools;
    m_steady = e.steady;
    m_alone = e.decode.tokenTime;
    const auto poolOf = [&](Which which, const PhaseEstimate& phase, double rate, double load, BoundBy bound) {
        m_pools[which] = {slicesOf(m_serving, which), phase.chips * phase.replicas, rate, load, bound};
    };
    poolOf(prefill, e.prefillPhase, e.pools.prefillRate, e.pools.prefillLoad, e.prefill.pass.bound);
    if (apart())
        poolOf(decode, e.decodePhase, e.pools.decodeRate, e.pools.decodeLoad, e.decode.step.bound);
    else
        poolOf(decode, e.decodePhase, e.steady.requestsPerSecond * e.decodePhase.replicas * e.decodePhase.servers, 1, e.decode.step.bound);
    // While a pool is dragged its track stays, or the edge would run away from the hand.
    if (!dragging() || std::max(m_pools[prefill].slices, m_pools[decode].slices) > m_range)
        m_range = rangeNeeded();
}

void PoolsDiagram::takeBefore(const Snapshot* before)
{
    m_before.reset();
    if (before)
        m_before = {slicesOf(before->scenario.serving, prefill), slicesOf(before->scenario.serving, decode)};
}

double PoolsDiagram::rangeNeeded() const
{
    const double most = apart() ? std::max(m_pools[prefill].slices, m_pools[decode].slices) : m_pools[decode].slices;
    return std::max(kFewest, std::exp2(std::ceil(std::log2(most * kSpare) - 1e-9)));
}

/// Prefill to the left, decode to the right, and their inner edges towards each other; one pool alone grows to the right.
PoolsDiagram::Span PoolsDiagram::spanOf(Which which, const QSizeF& size, double slices) const
{
    constexpr double kEdge = 0.012;  // of the width
    constexpr double kMiddle = 0.22;
    const double width = size.width();
    Span span{width * kEdge, width * (1 - kEdge), 0, !apart() || which == prefill};
    if (apart() && which == prefill)
        span.right = width * (1 - kMiddle) / 2;
    else if (apart())
        span.left = width * (1 + kMiddle) / 2;
    const double taken = span.width() * std::min(1.0, slices / m_range);
    span.edge = span.grows ? span.left + taken : span.right - taken;
    return span;
}

double PoolsDiagram::slicesAt(Which which, const QSizeF& size, double x) const
{
    const Span span = spanOf(which, size, 0);
    const double share = (span.grows ? x - span.left : span.right - x) / std::max(1.0, span.width());
    return std::clamp(std::round(share * m_range), 1.0, m_range);
}

std::optional<Edit> PoolsDiagram::editTo(Which which, double slices) const
{
    if (slices < 1 || slices == m_pools[which].slices)
        return std::nullopt;
    return Edit{which == prefill ? "serving.prefill.servers" : "serving.decode.servers", slices};
}

std::optional<Edit> PoolsDiagram::editFor(int id, QPointF point, const Frame& frame) const
{
    const Which which = id == prefillEdge ? prefill : decode;
    return editTo(which, slicesAt(which, frame.size(), point.x()));
}

std::optional<Edit> PoolsDiagram::nudged(int id, int steps) const
{
    const Which which = id == prefillEdge ? prefill : decode;
    return editTo(which, m_pools[which].slices + steps);
}

}  // namespace scalescope
