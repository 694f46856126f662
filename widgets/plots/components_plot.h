// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_figure.h"

#include "core/explore/model_parts.h"
#include "core/transformer/architecture.h"

#include <array>

namespace scalescope {

/// Parameters and FLOPs of a token, part by part: two bars beside each name, as shares of the model.
class ComponentsPlot : public PlotFigure {
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

private:
    enum Column { parametersColumn, flopsColumn };

    struct Content {
        std::vector<PartCount> parts;
        ParameterCount count;
        Flops flops;
        double context = 0;
        QString derivation;  // of the FLOPs of attention

        static Content of(const Snapshot& snapshot);
        const PartCount* find(ModelPart part) const;
        double amount(const PartCount& part, Column column) const;
        double total(Column column) const;
    };

    QString partName(const PartCount& part) const;
    QString heading(Column column) const;
    QString amountText(double amount, Column column) const;
    void composeRow(Scene& scene, const Stage& stage, const PartCount& part, const QRectF& slot) const;
    void composeBar(Scene& scene, const Stage& stage, const PartCount& part, Column column, const QRectF& bar) const;

    Content m_now;
    std::optional<Content> m_before;
};

}  // namespace scalescope
