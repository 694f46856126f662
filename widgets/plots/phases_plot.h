// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_figure.h"

#include "core/estimate/serving_estimate.h"
#include "core/explore/serving_series.h"

#include <array>
#include <vector>

namespace scalescope {

class LabelPlacer;

/// Prefill beside decode: what a pass of each takes, term by term, the memory of one of its chips, and a decode step under
/// the book's rules with and without rings, and under realistic ones.
class PhasesPlot : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

    /// In which parts of memory stand.
    static constexpr std::array<MemoryKind, 8> kPartOrder = {MemoryKind::weights,     MemoryKind::cache,  MemoryKind::state,   MemoryKind::draft,
                                                             MemoryKind::activations, MemoryKind::logits, MemoryKind::buffers, MemoryKind::reserve};

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;

private:
    enum Term { weights, cache, flops, network, host, draft };
    static constexpr int kTermCount = 6;

    /// Prefill or decode.
    struct Phase {
        QString name;
        std::array<Seconds, kTermCount> terms;  // by Term; they overlap
        Seconds lower;
        Seconds expected;
        Seconds upper;
        BoundBy bound = BoundBy::memory;
        BoundBy traffic = BoundBy::tensor;  // the degree that sends for longest
        double perChip = 0;   // tokens per second
        double chips = 1;
        double replicas = 1;
        double servers = 1;
        MemoryEstimate memory;

        Seconds sum() const;
    };

    enum class Kind { time, memory, set };

    /// One bar with its line of words.
    struct Row {
        Kind kind = Kind::time;
        std::size_t index = 0;
        QRectF slot = {};
    };

    static Phase phaseOf(const QString& name, const ForwardTimes& pass, const PhaseEstimate& estimate);
    static QString layoutOf(const Phase& phase);
    static QString capacityOf(const Phase& phase);
    static QString termName(Term term);
    static QString boundName(BoundBy bound);
    QColor termColor(const PlotStyle& style, const Phase& phase, Term term) const;

    std::vector<Row> rowsFor(const PlotStyle& style, const QRectF& area) const;
    QString totalOf(const Row& row) const;
    void composeWords(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row) const;
    void composeTime(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row, const QRectF& bar) const;
    void composeMemory(Scene& scene, LabelPlacer& placer, const Stage& stage, const Row& row, const QRectF& bar) const;
    void composeSet(Scene& scene, LabelPlacer& placer, const PlotStyle& style, const Row& row, const QRectF& bar) const;

    std::array<Phase, 2> m_phases;  // prefill, decode
    std::vector<ServedUnder> m_sets;
    bool m_possible = false;
    bool m_feasible = false;
    QString m_setting;
    QString m_why;  // it is impossible, or does not fit
    std::optional<std::array<double, 2>> m_before;  // memory of the two
};

}  // namespace scalescope
