// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/serving_series.h"

#include <array>

namespace scalescope {

/// The time of one decode step against the batch, in what it waits for, with the batch from which arithmetic takes longer than
/// reading the weights. The present batch can be dragged. Book, chapter 7, "What about generation".
class DecodePlot : public CurvePlot {
    Q_OBJECT

public:
    using CurvePlot::CurvePlot;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot* before) override;
    CurveChart chart() const override;
    std::optional<CurveChart> chartBefore() const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;
    bool isHandle(int id) const override;
    std::optional<Edit> editFor(int id, QPointF point, const Frame& frame) const override;
    std::optional<Edit> nudged(int id, int steps) const override;

private:
    enum Term { total, weights, cache, flops, network, kTerms };
    enum Hit { nowHit = kTerms, criticalHit, largestHit };  // a curve by its term

    struct Content {
        std::optional<Scenario> scenario;
        bool possible = false;
        bool fits = false;
        bool keepsCache = true;  // of keys and values; otherwise it is state
        QString why;
        std::optional<double> largest;
        std::optional<double> critical;
        std::vector<DecodeSplit> splits;
        std::vector<double> sequences;
        std::array<std::vector<double>, kTerms> times;
        DecodeSplit now;
        QColor Theme::*networkColor = &Theme::other;

        static Content of(const Snapshot& snapshot);
        double batch() const { return scenario->serving.sequences; }
        bool proposes() const { return scenario->serving.speculation != Speculation::none; }
        double last() const { return sequences.empty() ? 1.0 : sequences.back(); }
    };

    static Seconds timeOf(const DecodeSplit& split, Term term);
    static QString termName(const Content& content, Term term);
    static QString derivationOf(Term term);
    static QStringList linesOf(const Content& content, const DecodeSplit& split);
    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
