// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/curve_plot.h"

#include "core/explore/context_series.h"

namespace scalescope {

/// What a model keeps of one sequence against its context, layer by layer, under the memory of one chip.
class CachePlot : public CurvePlot {
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

private:
    enum Hit { totalHit = 100, nowHit, roofHit };  // a group by its index

    struct Content {
        Architecture architecture;
        CacheTypes types;
        CacheSeries series;
        double context = 1;
        std::optional<Bytes> capacity;  // of one chip

        static Content of(const Snapshot& snapshot);
        Bytes at(double context) const;
        double fit() const { return capacity->value / at(context).value; }  // sequences
        bool keepsAnything() const;
    };

    static QString capacityText(const Content& content);
    static CurveChart chartOf(const Content& content);

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
