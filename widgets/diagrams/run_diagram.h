// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt first: moc 6.4 cannot read <compare> when it comes first.
#include "widgets/plots/plot_figure.h"

#include "core/scenario/scenario.h"

#include <array>
#include <vector>

namespace scalescope {

/// The whole training run in numbers, and what the named assumption sets say about one step of it, beside the present ones.
/// A number that is not known is a dash, with what to enter.
class RunDiagram : public PlotFigure {
    Q_OBJECT

public:
    using PlotFigure::PlotFigure;

    QString title() const override;
    QString caption() const override;
    QString summary() const override;
    FigureTable table() const override;

protected:
    void take(const Snapshot& now) override;
    void takeBefore(const Snapshot*) override {}
    Axes axesFor(const PlotStyle& style, const QSize& size, bool held) const override;
    void compose(Scene& scene, const Stage& stage) const override;
    FigureHit describe(int id, QPointF point, const Frame& frame) const override;

private:
    /// One number in words.
    struct Cell {
        QString title;
        QString number;
        QString unit = {};
        QString note = {};  // one line: where it leads, or what to enter
        QString derivation = {};
        std::optional<double> value = {};
        bool trouble = false;
    };

    enum Measure { stepTime, mfu, hfu, memory };
    static constexpr int kMeasureCount = 4;

    struct Column {
        QString name;
        bool present = false;
        std::array<Cell, kMeasureCount> cells;  // by Measure
    };

    static Cell cell(const QString& title, const QString& derivation, double value, std::string_view formatted);
    static Cell unknown(const QString& title, const QString& note);
    static std::vector<Cell> runOf(const Scenario& scenario, const Estimate& estimate);
    static Column columnOf(const QString& name, bool present, const Estimate& estimate);
    static QString nameOf(Measure measure, Pass pass);

    struct Type {
        Face number;
        Face unit;
    };
    static Type typeOf(const PlotStyle& style, double height);
    void composeRun(Scene& scene, const PlotStyle& style, const QRectF& area, int columns) const;
    void composeSets(Scene& scene, const PlotStyle& style, const QRectF& area) const;
    static void composeNumber(Scene& scene, const PlotStyle& style, const Type& type, const Cell& cell, const QRectF& line, bool quiet, const QColor& ink);

    std::vector<Cell> m_run;  // none: only a whole step makes one
    std::vector<Column> m_sets;
    bool m_possible = false;
    bool m_feasible = false;
    Pass m_pass = Pass::step;
    QString m_tokens;
    Diagnostics m_diagnostics;
};

}  // namespace scalescope
