// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/estimate/serving_estimate.h"
#include "core/inference/serving_plan.h"

#include <array>

namespace scalescope {

class LabelPlacer;

/// The slices that prefill and those that decode: what each pool could serve, how busy each is, and what travels between
/// them. The pools' inner edges are dragged. Where prefill has no slices of its own, what it costs the decodes beside it.
/// Book, chapter 7, "Designing an effective inference engine".
class PoolsDiagram : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    bool isHandle(int id) const override { return id == prefillEdge || id == decodeEdge; }
    std::optional<Edit> editFor(int id, QPointF point, const Frame& frame) const override;
    std::optional<Edit> nudged(int id, int steps) const override;

private:
    enum Hit { prefillHit, decodeHit, transferHit, shareHit, prefillEdge, decodeEdge };
    enum Which { prefill, decode };

    struct Pool {
        double slices = 1;
        double chips = 1;     // of a slice
        double rate = 0;      // requests per second, of all
        double load = 0;      // how busy, 0 to 1
        BoundBy bound = BoundBy::memory;
    };

    /// Where a pool may stand: its track, and the part of it that its slices take.
    struct Span {
        double left = 0;
        double right = 0;
        double edge = 0;  // the side that is dragged
        bool grows = true;  // to the right

        double width() const { return right - left; }
    };

    bool apart() const { return m_serving.batching == Batching::disaggregated; }
    static double slicesOf(const Serving& serving, Which which);
    double rangeNeeded() const;
    Span spanOf(Which which, const QSizeF& size, double slices) const;
    double slicesAt(Which which, const QSizeF& size, double x) const;
    std::optional<Edit> editTo(Which which, double slices) const;
    QString nameOf(Which which) const;
    QString ratioText() const;
    static QString termsOf(const Serving& serving);
    QStringList costWords() const;

    void composeApart(Scene& scene, const Stage& stage, const QRectF& area) const;
    void composeTogether(Scene& scene, const Stage& stage, const QRectF& area) const;
    void composePool(Scene& scene, LabelPlacer& placer, const Stage& stage, Which which, const QRectF& track) const;
    void composeTransfer(Scene& scene, LabelPlacer& placer, const PlotStyle& style, double from, double to, const QRectF& middle) const;
    void composeShare(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const QRectF& slot) const;

    std::array<Pool, 2> m_pools;  // by Which; with one pool, decode's
    Pools m_balance;
    SteadyState m_steady;
    Seconds m_alone;  // per token, while no prefill disturbs
    Serving m_serving;
    bool m_possible = false;
    bool m_feasible = false;
    QString m_why;
    double m_range = 8;  // slices across a track
    std::optional<std::array<double, 2>> m_before;  // slices
};

}  // namespace scalescope
